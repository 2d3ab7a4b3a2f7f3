//! `cargo xtask data`: writes test data that is made by this project, from seeds.
//!
//! The program is an example of the library, `test_data`, which lists the names.

use std::path::Path;

use crate::cargo;

pub(crate) fn run(root: &Path, arguments: &[&str]) -> bool {
    let mut command = cargo(root);
    command.args(["run", "--quiet", "--release", "--package", "arcdoku", "--features", "testing"]);
    match command.args(["--example", "test_data", "--"]).args(arguments).status() {
        Ok(status) => status.success(),
        Err(error) => {
            eprintln!("cargo cannot be started: {error}");
            false
        }
    }
}
