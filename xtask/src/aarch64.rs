//! `cargo xtask aarch64`: checks that the library compiles for 64-bit Arm, the only target with the tier `neon`.
//!
//! Nothing is linked or run, so only the target is needed (`rustup target add
//! aarch64-unknown-linux-gnu`). If it is not installed, this is skipped.

use std::path::Path;
use std::process::Command;

use crate::verdict::{Outcome, Stop};
use crate::{cargo, tools};

const TARGET: &str = "aarch64-unknown-linux-gnu";

/// Checks the library, or reports that the target is not installed.
pub(crate) fn run(root: &Path) -> Outcome {
    if !has_target(root, TARGET) {
        println!("aarch64: skipped, it is not installed (rustup target add {TARGET})");
        return Err(Stop::Skipped);
    }
    let arguments = ["check", "--package", "arcdoku", "--target", TARGET, "--all-features"];
    tools::run(cargo(root).args(arguments))
}

/// Whether rustup has installed a target.
pub(crate) fn has_target(root: &Path, target: &str) -> bool {
    let list = Command::new("rustup").args(["target", "list", "--installed"]).current_dir(root).output();
    list.is_ok_and(|list| String::from_utf8_lossy(&list.stdout).lines().any(|line| line.trim() == target))
}
