//! Writes generated test data. `cargo xtask data NAME` runs this program.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "a program of our own"
)]

mod agreement;
mod examples;
mod forms;

use std::path::Path;
use std::process::ExitCode;

use arcdoku::testing::{self, neutral};

const HELP: &str = "\
cargo xtask data NAME

  agreement   testdata/agreement/shapes.txt and rules.txt; exclusions are added by hand
  variants    testdata/agreement/variants.txt: rules that are not made of houses
  forms       testdata/canon/forms.tsv: canonical forms, automorphisms and keys
  se-basic    testdata/human/se_basic.txt: steps of the Sudoku Explainer in random states
  examples [--seconds N] [--seed N] [TECHNIQUE...]
              better examples of all techniques or of these, for the pages of techniques
  chains [--seconds N] [--seed N]
              the same for the chains of the Sudoku Explainer, where its path needs them
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["agreement"] => {
            let [shapes, rules] = agreement::plain();
            write("agreement/shapes.txt", &shapes);
            write("agreement/rules.txt", &rules);
        }
        ["variants"] => write("agreement/variants.txt", &agreement::variants()),
        ["forms"] => write("canon/forms.tsv", &forms::text()),
        ["se-basic"] => write("human/se_basic.txt", &testing::explainer_samples()),
        [name @ ("examples" | "chains"), rest @ ..] => {
            let Some(search) = examples::ExampleSearch::read(rest) else { return usage() };
            if *name == "chains" { search.chains() } else { search.all() }
        }
        _ => return usage(),
    }
    ExitCode::SUCCESS
}

fn usage() -> ExitCode {
    eprint!("{HELP}");
    ExitCode::from(2)
}

/// Writes a file of `testdata`.
fn write(name: &str, text: &str) {
    save(&neutral::workspace().join("testdata").join(name), text);
}

fn save(path: &Path, text: &str) {
    std::fs::write(path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    println!("{} bytes written to {}", text.len(), path.display());
}
