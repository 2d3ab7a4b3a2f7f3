//! The program `arcdoku-verify`: checks proofs in files and folders, and prints one line for each.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use arcdoku_verify::{Files, verify};

const USAGE: &str = "\
Usage: arcdoku-verify FILE|FOLDER...

FILE is NAME.pbp or NAME. Also reads NAME.sudoku, NAME.opb and NAME.sol. In a FOLDER, checks all proofs.
Prints what is proven (unique, no solution, exactly N solutions, steps only), or the first defect.
Exit codes: 0 all proofs are accepted, 1 a proof is rejected, 2 usage error, 3 a file cannot be read, 5 the output cannot be written.";

fn main() -> ExitCode {
    let paths: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let option = paths.iter().find(|path| path.to_string_lossy().starts_with('-'));
    if paths.is_empty() || option.is_some() {
        let is_help = option.is_some_and(|option| option == Path::new("--help"));
        let code = if is_help { 0 } else { 2 };
        return ExitCode::from(if print(USAGE) { code } else { 5 });
    }
    let mut worst = 0;
    for path in paths {
        let proofs = if path.is_dir() { proofs_in(&path) } else { Ok(vec![path.clone()]) };
        let checked = match proofs {
            Ok(proofs) => proofs.iter().map(|proof| check(proof)).collect(),
            Err(error) => vec![Err(format!("{}: {error}", path.display()))],
        };
        for proof in checked {
            let (code, line) = proof.unwrap_or_else(|error| (3, error));
            if !print(&shown(&line)) {
                return ExitCode::from(5);
            }
            worst = worst.max(code);
        }
    }
    ExitCode::from(worst)
}

/// Prints a line and returns whether it could be written. A closed pipe is not an error, because the exit code still
/// reports the result.
fn print(line: &str) -> bool {
    let mut out = io::stdout().lock();
    match writeln!(out, "{line}").and_then(|()| out.flush()) {
        Ok(()) => true,
        Err(error) => error.kind() == io::ErrorKind::BrokenPipe,
    }
}

/// Escapes control characters, invisible characters, and characters that change the direction of text. A line can
/// contain file names and quotes of a proof.
fn shown(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let hidden = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    for c in line.chars() {
        if hidden(c) { out.extend(c.escape_default()) } else { out.push(c) }
    }
    out
}

/// The proofs of a folder, ordered by name.
fn proofs_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "pbp"));
    paths.sort_unstable();
    if paths.is_empty() { Err(io::Error::other("no proof in this folder")) } else { Ok(paths) }
}

/// Checks one proof and returns the exit code with the line to print. The path may be the path of any file of the
/// proof.
///
/// # Errors
/// The file that cannot be read, and the reason.
fn check(path: &Path) -> Result<(u8, String), String> {
    let is_file = |ending: &&str| path.extension().is_some_and(|own| own == *ending);
    let base = if ["pbp", "opb", "sudoku", "sol"].iter().any(is_file) {
        path.with_extension("")
    } else {
        path.to_owned()
    };
    let base = base.display();
    let read = |ending| {
        let file = format!("{base}.{ending}");
        match fs::read(&file) {
            Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(format!("{file}: {error}")),
        }
    };
    let needed = |ending| read(ending)?.ok_or_else(|| format!("{base}.{ending}: no such file"));
    let (puzzle, formula, proof) = (&needed("sudoku")?, &needed("opb")?, &needed("pbp")?);
    let solutions = &read("sol")?.unwrap_or_default();
    Ok(match verify(Files { puzzle, formula, proof, solutions }) {
        Ok(proven) => (0, format!("{base}: {proven}")),
        Err(defect) => (1, format!("{base}{defect}")),
    })
}
