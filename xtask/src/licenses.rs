//! `cargo xtask licenses`: checks licenses and sources of all dependencies with cargo-deny, by the rules in
//! `deny.toml`.
//!
//! cargo-deny is installed on first use, with `cargo install`. Advisories need a download on each run, so only the
//! weekly run checks them.

use std::path::Path;

use crate::artifact::failed;
use crate::cargo;
use crate::tools::{self, has, succeeds};
use crate::verdict::Outcome;

/// Runs cargo-deny, and installs it if it is missing.
pub(crate) fn run(root: &Path) -> Outcome {
    if !has("cargo-deny") {
        println!("installing cargo-deny, once: cargo install --locked cargo-deny (a few minutes)");
        // cargo-deny is compiled without optimization, because optimizing would take longer than all its checks.
        let options = ["install", "--locked", "--debug", "--no-default-features", "cargo-deny"];
        // The installation runs in another folder, because the settings of the workspace would apply in this one.
        let mut install = cargo(&std::env::temp_dir());
        if !succeeds(install.args(options).args(["--quiet"])) {
            return Err(failed("cargo-deny cannot be installed; try `cargo install --locked cargo-deny`"));
        }
    }
    let checks = [
        "deny",
        "--offline",
        "--log-level",
        "error",
        "check",
        "--hide-inclusion-graph",
        "licenses",
        "bans",
        "sources",
    ];
    tools::run(cargo(root).args(checks))
}
