//! `cargo xtask practice`: makes the boards that the page ships for practicing techniques.
//!
//! They are data of the page, kept in one file, because making them takes minutes. They follow from a seed and the
//! techniques alone; a test of the service checks that the next step on each is its technique.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use crate::cargo;

const FILE: &str = "page/src/views/help/practice.txt";

pub(crate) fn run(root: &Path) -> bool {
    let mut command = cargo(root);
    command.args(["run", "--quiet", "--release", "--package", "arcdoku-service", "--example", "practice"]);
    let output = match command.stderr(Stdio::inherit()).output() {
        Ok(output) if output.status.success() => output.stdout,
        Ok(_) => return false,
        Err(error) => {
            eprintln!("cargo cannot be started: {error}");
            return false;
        }
    };
    match fs::write(root.join(FILE), &output) {
        Ok(()) => {
            println!("practice: {} bytes written to {FILE}", output.len());
            true
        }
        Err(error) => {
            eprintln!("{FILE}: {error}");
            false
        }
    }
}
