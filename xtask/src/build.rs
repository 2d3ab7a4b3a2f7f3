//! The build that all steps of the suite share.
//!
//! `clippy-driver` replaces the compiler. It lints the members of the workspace while it compiles them, so each of
//! the 600 crates is compiled once: for lints, tests, documentation, the page's tests and the Python package.

use std::env;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::artifact::{at, failed, output};
use crate::tools::succeeds;
use crate::verdict::Outcome;
use crate::{cargo, tools};

/// The file with Cargo's messages about the shared build, as JSON lines.
pub(crate) const MESSAGES: &str = "target/suite/build.jsonl";

/// The packages and features to compile. All commands use one list, because other features would compile the library
/// again.
const ALL: &[&str] = &["--workspace", "--all-features"];

/// Set while this program replaces rustdoc to run doc tests and to write the documentation.
const DOCUMENTING: &str = "ARCDOKU_DOCUMENTS";

/// Cargo with the compiler that lints. Warnings are errors.
fn linting(root: &Path) -> Command {
    let mut command = cargo(root);
    command.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver");
    // `clippy-driver` splits the variable into arguments at this word.
    command.env("CLIPPY_ARGS", "-Dwarnings__CLIPPY_HACKERY__");
    // The Python module gets its symbols from the interpreter that loads it, as in wheels. On macOS, the linker would
    // need options that maturin sets, so the module is linked to Python there.
    if !cfg!(target_os = "macos") {
        command.env("PYO3_BUILD_EXTENSION_MODULE", "1");
    }
    command
}

pub(crate) fn format(root: &Path) -> Outcome {
    tools::run(cargo(root).args(["fmt", "--all", "--check"]))
}

/// Compiles and lints everything that is not up to date.
pub(crate) fn run(root: &Path) -> Outcome {
    compile(root, "build", "--all-targets")
}

/// Compiles and lints the libraries with their unit tests.
pub(crate) fn unit_tests(root: &Path) -> Outcome {
    compile(root, "test", "--lib")
}

fn compile(root: &Path, command: &str, targets: &str) -> Outcome {
    // In this profile, the program reads the files of the page at run time, but only if their folder existed when the
    // program was compiled.
    let page = root.join("page/dist");
    fs::create_dir_all(&page).map_err(at(&page))?;
    // Another step may be reading the messages of the build before.
    let path = root.join(MESSAGES);
    let new = path.with_extension(std::process::id().to_string());
    path.parent().map_or(Ok(()), fs::create_dir_all).map_err(at(&path))?;
    let mut build = linting(root);
    build.args([command, "--quiet", "--message-format=json-render-diagnostics", targets]).args(ALL);
    if command == "test" {
        build.arg("--no-run");
    }
    tools::run(build.stdout(File::create(&new).map_err(at(&new))?))?;
    fs::rename(&new, &path).map_err(at(&path))
}

/// Runs the doc tests, and writes the documentation of the same crates.
///
/// `cargo doc` would compile all dependencies again, without code. Doc tests use the built dependencies. This program
/// therefore replaces rustdoc and runs it twice.
pub(crate) fn documentation(root: &Path) -> Outcome {
    let program = env::current_exe().map_err(|_| failed("this program has no path"))?;
    let mut command = linting(root);
    command.env("RUSTDOC", program).env(DOCUMENTING, root.join("target/doc"));
    tools::run(command.args(["test", "--quiet", "--doc"]).args(ALL))
}

/// Whether this program is called instead of rustdoc.
pub(crate) fn is_documenting() -> bool {
    env::var_os(DOCUMENTING).is_some()
}

/// Runs rustdoc twice: with the arguments of this process for the doc tests, and then without the arguments of doc
/// tests for the documentation.
pub(crate) fn document() -> Outcome {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let folder = env::var_os(DOCUMENTING).unwrap_or_default();
    let rustdoc = || Command::new("rustdoc");
    tools::run(rustdoc().args(&arguments))?;
    if !arguments.iter().any(|argument| argument == "--test") {
        return Ok(());
    }
    tools::run(rustdoc().args(for_documents(&arguments)).args(["-Dwarnings", "--out-dir"]).arg(folder))
}

/// Arguments of rustdoc without those of doc tests.
fn for_documents(arguments: &[String]) -> Vec<&str> {
    let mut kept = Vec::new();
    let mut arguments = arguments.iter().map(String::as_str);
    while let Some(argument) = arguments.next() {
        match argument {
            "--test" | "--no-run" | "--nocapture" => {}
            "--test-run-directory"
            | "--test-args"
            | "--test-runtool"
            | "--test-runtool-arg"
            | "--test-builder" => {
                arguments.next();
            }
            other if other.starts_with("--test-") => {}
            other => kept.push(other),
        }
    }
    kept
}

/// Installs rustfmt and clippy with rustup, if they are missing.
pub(crate) fn tools(root: &Path) -> Outcome {
    for (tool, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        let mut version = cargo(root);
        if !succeeds(version.args([tool, "--version"]).stdout(Stdio::null()).stderr(Stdio::null())) {
            println!("installing {component}: rustup component add {component}");
            output(Command::new("rustup").args(["component", "add", component]).current_dir(root))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::for_documents;

    #[test]
    fn arguments_of_doc_tests_are_removed() {
        let arguments =
            "--edition=2024 --test src/lib.rs --test-run-directory /x -L dependency=/y --no-run --cfg z";
        let arguments: Vec<String> = arguments.split(' ').map(str::to_owned).collect();
        assert_eq!(for_documents(&arguments).join(" "), "--edition=2024 src/lib.rs -L dependency=/y --cfg z");
    }
}
