//! `cargo xtask data`: writes test data that is made by this project, from seeds.
//!
//! The program is an example of the library, `test_data`, which lists the names.

use std::path::Path;

use crate::cargo;
use crate::tools::succeeds;

pub(crate) fn run(root: &Path, arguments: &[&str]) -> bool {
    let example = ["run", "--quiet", "--release", "--package", "arcdoku", "--features", "testing"];
    succeeds(cargo(root).args(example).args(["--example", "test_data", "--"]).args(arguments))
}
