//! `cargo xtask aarch64`: whether the library compiles for 64-bit Arm, the only target with the tier `neon`.
//!
//! Nothing is linked or run, so only the target is needed (`rustup target add
//! aarch64-unknown-linux-gnu`). If it is not installed, this is skipped.

use std::path::Path;
use std::process::Command;

use crate::cargo;
use crate::verdict::Verdict;

const TARGET: &str = "aarch64-unknown-linux-gnu";

/// Checks the library, or reports that the target is not installed.
pub(crate) fn run(root: &Path) -> Verdict {
    if !has_target(root, TARGET) {
        println!("aarch64: skipped, it is not installed (rustup target add {TARGET})");
        return Verdict::Skipped;
    }
    let arguments = ["check", "--package", "arcdoku", "--target", TARGET, "--all-features"];
    cargo(root).args(arguments).status().is_ok_and(|status| status.success()).into()
}

/// Whether rustup has installed a target.
pub(crate) fn has_target(root: &Path, target: &str) -> bool {
    let list = Command::new("rustup").args(["target", "list", "--installed"]).current_dir(root).output();
    list.is_ok_and(|list| String::from_utf8_lossy(&list.stdout).lines().any(|line| line.trim() == target))
}
