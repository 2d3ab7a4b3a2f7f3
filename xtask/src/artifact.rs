//! Files of a release. Each file is built, and then tested in the way in which users would use it.

use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::verdict::{Outcome, Stop};

/// A file of a release.
#[derive(Debug)]
pub(crate) struct Artifact {
    pub(crate) path: PathBuf,
    /// The command that tested it.
    pub(crate) tried: String,
}

/// The files of a part of a release. The error is the verdict of a part that failed or was skipped; its reason has
/// been printed.
pub(crate) type Built = Outcome<Vec<Artifact>>;

/// The version of all packages, which is the version of the workspace and of this program.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A puzzle with one solution, for tests of programs and packages.
pub(crate) const PUZZLE: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
const SOLUTION: &str = "417369825632158947958724316825437169791586432346912758289643571573291684164875293";

/// Prints why a part failed.
pub(crate) fn failed(why: impl Display) -> Stop {
    println!("{why}");
    Stop::Failed
}

/// Turns an error about a file or folder into a verdict, and prints it with the path.
pub(crate) fn at<E: Display>(path: &Path) -> impl FnOnce(E) -> Stop {
    move |error| failed(format_args!("{}: {error}", path.display()))
}

/// Makes an empty folder, and removes an earlier one.
pub(crate) fn empty(folder: &Path) -> Outcome {
    let removed = if folder.exists() { fs::remove_dir_all(folder) } else { Ok(()) };
    removed.and_then(|()| fs::create_dir_all(folder)).map_err(at(folder))
}

/// Copies a file, and makes the folders above the copy.
pub(crate) fn copy(from: &Path, to: &Path) -> Outcome {
    to.parent().map_or(Ok(()), fs::create_dir_all).map_err(at(to))?;
    fs::copy(from, to).map_err(at(from))?;
    Ok(())
}

/// Runs a command and returns its standard output. If the command fails, prints the command and what it wrote.
pub(crate) fn output(command: &mut Command) -> Outcome<String> {
    let text = shell(command);
    match command.output() {
        Ok(output) if output.status.success() => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        Ok(output) => {
            for stream in [output.stdout, output.stderr] {
                print!("{}", String::from_utf8_lossy(&stream));
            }
            Err(failed(format_args!("`{text}` failed: {}", output.status)))
        }
        Err(error) => Err(failed(format_args!("`{text}` cannot be started: {error}"))),
    }
}

/// The command in the syntax of a shell, without variables.
pub(crate) fn shell(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let quoted = words.map(|word| {
        let word = word.to_string_lossy();
        let is_plain = |letter: char| letter.is_alphanumeric() || "_-+=./:@,~".contains(letter);
        if word.chars().all(is_plain) { word.into_owned() } else { format!("'{word}'") }
    });
    quoted.collect::<Vec<_>>().join(" ")
}

/// Solves a puzzle with a program `arcdoku` and compares the solution. Returns the command.
pub(crate) fn solves(program: &Path) -> Outcome<String> {
    let mut solve = Command::new(program);
    solve.args(["solve", PUZZLE]);
    let (answer, text) = (output(&mut solve)?, shell(&solve));
    if answer.contains(SOLUTION) {
        Ok(text)
    } else {
        Err(failed(format_args!("`{text}` printed `{}`, not `{SOLUTION}`", answer.trim())))
    }
}
