//! Commands with their outputs: the files of `tests/transcripts`.

use std::path::PathBuf;

use trycmd::TestCases;

/// Runs the commands in the folder of the package. `...` and `[..]` stand for what varies.
#[test]
fn outputs_are_those_of_the_transcripts() {
    TestCases::new()
        .register_bin("arcdoku", PathBuf::from(env!("CARGO_BIN_EXE_arcdoku")))
        .env("CLICOLOR_FORCE", "")
        .env("COLUMNS", "100")
        .case("tests/transcripts/*.md");
}
