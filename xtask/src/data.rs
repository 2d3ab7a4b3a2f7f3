//! `cargo xtask data`: writes the test data that this project generates from seeds.
//!
//! The program is an example of the library, `test_data`, which lists the names.

use std::path::Path;

use crate::verdict::Outcome;
use crate::{cargo, tools};

pub(crate) fn run(root: &Path, arguments: &[&str]) -> Outcome {
    let example = ["run", "--quiet", "--release", "--package", "arcdoku", "--features", "testing"];
    tools::run(cargo(root).args(example).args(["--example", "test_data", "--"]).args(arguments))
}
