//! Commands with their outputs: the files of `tests/transcripts`.

use std::path::PathBuf;
use std::time::Duration;

use trycmd::TestCases;

/// Runs the commands in the directory of the package. `...` matches any lines, `[..]` any text within a line.
#[test]
fn transcripts_match() {
    TestCases::new()
        .register_bin("arcdoku", PathBuf::from(env!("CARGO_BIN_EXE_arcdoku")))
        .env("CLICOLOR_FORCE", "")
        .env("COLUMNS", "100")
        .timeout(Duration::from_mins(2))
        .case("tests/transcripts/*.md");
}
