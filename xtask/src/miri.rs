//! `cargo xtask miri`: runs fast tests of the 9x9 engines under Miri, which finds undefined behavior.
//!
//! Miri has no vector instructions, so only the portable tier runs, and the code that all tiers share. Miri is
//! part of a nightly toolchain (`rustup component add miri rust-src --toolchain nightly`), and nothing
//! else here needs one. If it is not installed, this is skipped.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::tools::{self, succeeds};
use crate::verdict::{Outcome, Stop};

/// A test of both engines. Most other tests of `fast9` and `fast9_limits` do less work under Miri, and
/// still take many minutes in total; run them manually.
const TESTS: &[&str] =
    &["test", "--package", "arcdoku", "--test", "suite", "--", "fast9::both_engines_on_a_few_puzzles"];

/// Miri, in the root of the workspace.
fn miri(root: &Path) -> Command {
    let mut command = Command::new("rustup");
    // The variable `CARGO` has the path of the stable Cargo, and the nightly Cargo must not use it.
    command.current_dir(root).env_remove("CARGO").args(["run", "nightly", "cargo", "miri"]);
    command
}

/// Runs the tests, or reports that Miri is not installed.
pub(crate) fn run(root: &Path) -> Outcome {
    if !succeeds(miri(root).arg("--version").stdout(Stdio::null()).stderr(Stdio::null())) {
        println!("miri: skipped, it is not installed (component miri of a nightly toolchain)");
        return Err(Stop::Skipped);
    }
    tools::run(miri(root).args(TESTS))
}
