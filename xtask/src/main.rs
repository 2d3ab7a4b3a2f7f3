//! The project's own commands, run as `cargo xtask <command>`.
//!
//! | command | content |
//! |---|---|
//! | `test [--keep-going]` | every check that a change must pass (see `suite`) |
//! | `test --quick` | format, tidy, lints and unit tests |
//! | `step NAME` | one step of the suite |
//! | `licenses` | licenses and sources of dependencies (see `licenses`) |
//! | `tidy` | rules of the project that no compiler checks (see `tidy`) |
//! | `readme [--bless]` | runs the shell sessions of README.md and compares, or rewrites, their outputs (see `readme`) |
//! | `vectors` | checks that the release build of the library inlines every vector operation (see `vectors`) |
//! | `surface [--bless]` | the public items of each library, compared with a list (see `surface`) |
//! | `package [--list]` | builds and tests all files of a release; lists the published crates (see `package`) |
//! | `npm` | the packages for JavaScript, from what `page` built (see `npm`) |
//! | `page [--program]` | the page and its WebAssembly, and the program that serves it (see `page`) |
//! | `wheel` | the Python package for this platform (see `python`) |
//! | `python` | the Python package, and its tests in a clean environment (see `python`) |
//! | `clients [N]` | the server with clients of other projects, with N requests per route (see `clients`) |
//! | `aarch64` | checks that the library compiles for 64-bit Arm, if the target is installed (see `aarch64`) |
//! | `miri` | fast tests of the 9x9 engines under Miri, if it is installed (see `miri`) |
//! | `photo --train`, `--folds`, `--render` | the network for photos, and photos for its benchmark (see `photo`) |
//! | `practice` | makes the page's boards for practice of techniques (see `practice`) |
//! | `data [name]` | writes the generated test data again (see `data`) |
//! | `bench [arguments]` | the benchmark program in release, with these arguments |
//!
//! Nothing here is published, and nothing published depends on it.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "a program for development"
)]

mod aarch64;
mod artifact;
mod book;
mod build;
mod clients;
mod data;
mod licenses;
mod miri;
mod npm;
mod package;
mod page;
mod pages;
mod photo;
mod practice;
mod program;
mod python;
mod readme;
mod spelling;
mod suite;
mod surface;
mod tidy;
mod tiers;
mod tools;
mod vectors;
mod verdict;
mod wasm;

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use tools::succeeds;
use verdict::{Outcome, exit_code, unless_skipped};

/// The options of `test`.
const TEST_OPTIONS: &[&str] = &["--keep-going", "--quick"];

const HELP: &str = "\
cargo xtask <command>

  test [--keep-going]   every check: format, tidy, lints, tests, docs, vectors, README, page, Python, packages
  test --quick          format, tidy, lints and unit tests; takes less than a minute after an edit
  step NAME             one step of the suite, such as `step browser`
  licenses              licenses and sources of dependencies, by cargo-deny
  tidy                  layers, cycles of imports, unsafe, dependencies, glossary, words, sizes
  readme [--bless]      run the shell sessions of README.md; --bless rewrites their outputs
  vectors               check that the release build of the library inlines every vector operation
  surface [--bless]     compare the public items of each library with its public-api.txt; --bless rewrites it
  package               build and test all files of a release, in target/package-release; nothing is published
  package --list        the published crates in the order in which they are published
  npm                   the packages for JavaScript in target/npm, from what `page` built
  book                  build the book in target/book and check its links
  spelling              the spelling of all text in English
  page [--program]      build the page with its WebAssembly, and the program that serves it
  wheel                 the Python package for this platform, in target/wheels
  python                the Python package, and its tests in a clean environment
  clients [N]           test the server with clients of other projects, with N requests per route
  aarch64               check that the library compiles for 64-bit Arm, if the target is installed
  miri                  fast tests of the 9x9 engines under Miri, if it is installed
  photo --train         train the network for photos; the same machine gives the same weights
  photo --folds         train without a fifth of the real photos each, for `bench photo`
  photo --render        render photos for `bench photo`
  practice              make the page's boards for practice of techniques
  data [name]           write generated test data; without a name, list it
  bench [arguments]     run the benchmark program in release, with these arguments
";

fn main() -> ExitCode {
    if build::is_documenting() {
        return exit_code(build::document());
    }
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let root = root();
    let outcome = match words.as_slice() {
        ["test", options @ ..] if options.iter().all(|option| TEST_OPTIONS.contains(option)) => {
            let given = |option| options.contains(&option);
            let options = suite::Options { keep_going: given("--keep-going"), quick: given("--quick") };
            suite::run(&root, options)
        }
        ["step", name] => suite::step(&root, name),
        ["licenses"] => licenses::run(&root),
        ["tidy"] => tidy::report(&root),
        ["readme"] => readme(&root, false),
        ["readme", "--bless"] => readme(&root, true),
        ["vectors"] => vectors::run(&root),
        ["aarch64"] => unless_skipped(aarch64::run(&root)),
        ["surface"] => surface::run(&root, false),
        ["surface", "--bless"] => surface::run(&root, true),
        ["package", "--list"] => package::list(&root),
        ["package"] => unless_skipped(package::run(&root)),
        ["miri"] => unless_skipped(miri::run(&root)),
        ["book"] => unless_skipped(book::command(&root)),
        ["spelling"] => unless_skipped(spelling::check(&root)),
        ["npm"] => unless_skipped(npm::run(&root)),
        ["page"] => page::run(&root, false),
        ["page", "--program"] => page::run(&root, true),
        ["wheel"] => python::wheel(&root).map(drop),
        ["python"] => python::test(&root),
        ["clients"] => clients::test(&root, clients::FEW),
        ["clients", examples] => clients::test(&root, examples),
        ["photo", "--train"] => photo::task(&root, photo::Task::Train),
        ["photo", "--folds"] => photo::task(&root, photo::Task::Folds),
        ["photo", "--render"] => photo::task(&root, photo::Task::Render),
        ["practice"] => practice::run(&root),
        ["data", rest @ ..] => data::run(&root, rest),
        ["bench", rest @ ..] => bench(&root, rest),
        ["help" | "-h" | "--help"] => {
            print!("{HELP}");
            Ok(())
        }
        _ => {
            eprint!("{HELP}");
            return ExitCode::from(2);
        }
    };
    exit_code(outcome)
}

/// Checks or blesses the pages with shell sessions, with the programs of the build that all steps of the suite share.
fn readme(root: &Path, bless: bool) -> Outcome {
    build::tools(root)?;
    build::run(root)?;
    readme::run(root, bless)
}

/// The root of the workspace: the folder above this package.
fn root() -> PathBuf {
    // Cargo sets the variable for `run` and `test`. The compiled-in value is for a program that is started directly.
    let package = env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    package.parent().map_or(package.clone(), Path::to_path_buf)
}

/// The Cargo that started this program, in the root of the workspace.
fn cargo(root: &Path) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root);
    command
}

/// Builds the program with `CaDiCaL` for the suite `large`. It is not part of the workspace, because it takes a
/// minute and needs a C++ compiler. If it cannot be built, the suite runs without it.
fn build_cadical(root: &Path) {
    let manifest = "bench/cadical/Cargo.toml";
    let mut build = cargo(root);
    build.args(["build", "--quiet", "--release", "--locked", "--manifest-path", manifest]);
    if !succeeds(build.args(["--target-dir", "target/cadical"])) {
        eprintln!("{manifest} cannot be built; continuing without it");
    }
}

fn bench(root: &Path, arguments: &[&str]) -> Outcome {
    if arguments.contains(&"large") && !arguments.contains(&"--alone") {
        build_cadical(root);
    }
    let mut run = cargo(root);
    tools::run(run.args(["run", "--quiet", "--release", "--package", "bench", "--"]).args(arguments))
}
