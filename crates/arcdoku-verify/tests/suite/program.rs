//! The output and the exit codes of the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::accept::{HALL, PAIR, PUZZLES};
use crate::prover::Case;

/// Writes the files of a proof.
fn write(folder: &Path, name: &str, case: &Case) {
    let texts =
        [("sudoku", &case.puzzle), ("opb", &case.formula), ("pbp", &case.proof), ("sol", &case.solutions)];
    for (ending, text) in texts.iter().filter(|(_, text)| !text.is_empty()) {
        fs::write(folder.join(format!("{name}.{ending}")), text).expect("a file");
    }
}

fn run(paths: &[PathBuf]) -> (Option<i32>, String) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_arcdoku-verify")).args(paths).output().expect("the program");
    (output.status.code(), String::from_utf8(output.stdout).expect("text"))
}

#[test]
fn lines_and_exit_codes() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("program");
    fs::create_dir_all(&folder).expect("a folder");
    write(&folder, "a", &Case::prove(PUZZLES[1].0, 1));
    write(&folder, "b", &Case::steps(PAIR, HALL, "conclusion NONE ;"));
    let (a, b) = (folder.join("a"), folder.join("b"));
    let (code, lines) = run(std::slice::from_ref(&folder));
    assert_eq!((code, lines), (Some(0), format!("{}: unique\n{}: steps only\n", a.display(), b.display())));
    let (code, lines) = run(&[a.clone(), folder.join("b.pbp")]);
    assert_eq!((code, lines.lines().count()), (Some(0), 2));
    // The argument can be any file of a proof.
    for ending in ["opb", "sudoku", "sol", "pbp"] {
        let (code, line) = run(&[folder.join(format!("a.{ending}"))]);
        assert_eq!((code, line), (Some(0), format!("{}: unique\n", a.display())), "{ending}");
    }
    // The error has the name of a missing file.
    fs::write(folder.join("c.opb"), "").expect("a file");
    let (code, line) = run(&[folder.join("c.opb")]);
    let missing = folder.join("c.sudoku");
    assert_eq!((code, line), (Some(3), format!("{}: no such file\n", missing.display())));
    fs::remove_file(folder.join("c.opb")).expect("it was written");
    let empty = Path::new(env!("CARGO_TARGET_TMPDIR")).join("program-empty");
    fs::create_dir_all(&empty).expect("a folder");
    let (code, line) = run(std::slice::from_ref(&empty));
    assert_eq!((code, line), (Some(3), format!("{}: no proof in this folder\n", empty.display())));

    let other = Path::new(env!("CARGO_TARGET_TMPDIR")).join("program-refused");
    fs::create_dir_all(&other).expect("a folder");
    write(&other, "c", &Case::steps(PAIR, &HALL.replace("@k1_1m", "@k1_2m"), "conclusion NONE ;"));
    let (code, lines) = run(&[other.clone(), a]);
    assert_eq!(code, Some(1));
    assert!(lines.contains("c.pbp:5: not equal") && lines.contains("a: unique"), "{lines}");

    // Names and quotes of a file cannot control a terminal.
    for ending in ["sudoku", "opb"] {
        write(&other, "d\u{1b}[31m", &Case::prove(PUZZLES[1].0, 1));
        let name = other.join(format!("d\u{1b}[31m.{ending}"));
        let text = fs::read_to_string(&name).expect("a file");
        let mut lines: Vec<&str> = text.lines().collect();
        lines.insert(1, "\u{1b}[32m\u{7}");
        fs::write(&name, lines.join("\n")).expect("a file");
        let (code, line) = run(&[name]);
        assert_eq!((code, line.lines().count()), (Some(1), 1), "{line}");
        assert!(line.contains("d\\u{1b}[31m") && line.contains("\\u{1b}[32m\\u{7}"), "{line:?}");
        assert!(!line.contains(['\u{1b}', '\u{7}']), "{line:?}");
    }

    assert_eq!(run(&[other.join("none")]).0, Some(3));
    assert_eq!(run(&[]).0, Some(2));
    assert_eq!(run(&["--fast".into()]).0, Some(2));
    assert_eq!(run(&["--help".into()]).0, Some(0));
}

/// Output that cannot be written is an error. If the reader closes the pipe, the exit code is still the result.
#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_error() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("program-full");
    fs::create_dir_all(&folder).expect("a folder");
    write(&folder, "a", &Case::prove(PUZZLES[1].0, 1));
    let program = || Command::new(env!("CARGO_BIN_EXE_arcdoku-verify"));
    for arguments in [&[folder.as_path()][..], &[Path::new("--help")], &[]] {
        let full = fs::File::options().write(true).open("/dev/full").expect("a device");
        let status = program().args(arguments).stdout(full).status().expect("the program");
        assert_eq!(status.code(), Some(5), "{arguments:?}");
    }
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    assert_eq!(program().arg(&folder).stdout(writer).status().expect("the program").code(), Some(0));
}
