//! `cargo xtask practice`: makes the page's boards for practice of techniques.
//!
//! They are stored in a data file of the page, because making them takes minutes. They depend only on a seed and the
//! techniques. A test of the service checks that each board has a step of its technique, and for common ones
//! that it is the next step.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use crate::artifact::{at, output};
use crate::cargo;
use crate::verdict::Outcome;

const FILE: &str = "page/src/views/help/practice.txt";

pub(crate) fn run(root: &Path) -> Outcome {
    let mut command = cargo(root);
    command.args(["run", "--quiet", "--release", "--package", "arcdoku-service", "--example", "practice"]);
    let boards = output(command.stderr(Stdio::inherit()))?;
    fs::write(root.join(FILE), &boards).map_err(at(&root.join(FILE)))?;
    println!("practice: {} bytes written to {FILE}", boards.len());
    Ok(())
}
