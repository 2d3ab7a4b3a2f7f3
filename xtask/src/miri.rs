//! `cargo xtask miri`: the cheap tests of the fast engines under Miri, which finds undefined behavior.
//!
//! Miri has no vector tier, so what runs is the portable one and everything that the tiers share. It is
//! part of a nightly toolchain (`rustup component add miri rust-src --toolchain nightly`), and nothing
//! else here needs one: where it is absent, this is skipped.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::verdict::Verdict;

/// A test of both engines. Most others of `fast9` and `fast9_limits` make themselves small under Miri, and
/// still take many minutes together: run them by hand.
const TESTS: &[&str] =
    &["test", "--package", "arcdoku", "--test", "suite", "--", "fast9::both_engines_on_a_few_puzzles"];

/// Miri, in the root of the workspace.
fn miri(root: &Path) -> Command {
    let mut command = Command::new("rustup");
    // Cargo set its own path for us; the nightly one must find its own.
    command.current_dir(root).env_remove("CARGO").args(["run", "nightly", "cargo", "miri"]);
    command
}

/// Runs the tests, or says that Miri is not here.
pub(crate) fn run(root: &Path) -> Verdict {
    let version = miri(root).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !version.is_ok_and(|status| status.success()) {
        println!("miri: skipped, it is not installed (component miri of a nightly toolchain)");
        return Verdict::Skipped;
    }
    miri(root).args(TESTS).status().is_ok_and(|status| status.success()).into()
}
