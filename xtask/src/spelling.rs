//! `cargo xtask spelling`: checks the spelling of all English text with typos, and of Markdown also with codespell.
//!
//! `.typos.toml` lists excluded files and words.

use std::path::Path;
use std::process::Command;

use crate::python::{environment_with, script};
use crate::tools::run;
use crate::verdict::Outcome;

/// Both are programs in the Python Package Index.
const TOOLS: &[&str] = &["typos==1.52.0", "codespell==2.4.3"];

/// The files that codespell checks.
const PAGES: &[&str] =
    &["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "docs"];

/// Runs both programs.
pub(crate) fn check(root: &Path) -> Outcome {
    let environment = environment_with(root, "target/python/spelling", TOOLS)?;
    let command = |name: &str| {
        let mut command = Command::new(script(&environment, name));
        command.current_dir(root);
        command
    };
    run(command("typos").args(["--format", "brief", "."]))?;
    let options = ["--skip", "docs/de,*.svg,*.png", "--ignore-words-list", "als,anc,fo,ons,sais"];
    run(command("codespell").args(options).args(PAGES))
}
