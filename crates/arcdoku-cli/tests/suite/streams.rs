//! Pipes, signals and colors.

#![cfg(unix)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use crate::common::{EASY, EASY_SOLVED, HARD, data, program, run, signal};

/// Plain backtracking takes many seconds for this puzzle.
const SLOW: &str = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";

fn piped(arguments: &[&str]) -> Child {
    program()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

fn interrupt(child: &Child) {
    signal(child, "INT");
}

#[test]
fn an_interactive_pipe_is_answered_immediately() {
    let mut child = piped(&["solve", "-"]);
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    for _ in 0..3 {
        writeln!(input, "{EASY}").expect("the program reads");
        let mut line = String::new();
        output.read_line(&mut line).expect("an answer before the next puzzle");
        assert_eq!(line.trim(), EASY_SOLVED);
    }
    drop(input);
    assert_eq!(child.wait().expect("the program ends").code(), Some(0));
}

#[test]
fn a_pipe_is_read_once() {
    let puzzles = format!("{EASY}\n{HARD}\n").repeat(60);
    let file = std::env::temp_dir().join(format!("arcdoku-pipe-{}.txt", std::process::id()));
    std::fs::write(&file, &puzzles).expect("a file");
    let name = file.display().to_string();
    let commands: [&[&str]; 18] = [
        &["solve"],
        &["solve", "--count"],
        &["check", "--minimal", "never"],
        &["candidates"],
        &["estimate", "--samples", "2"],
        &["equal"],
        &["verify", "--grid", EASY_SOLVED],
        &["restricts", "--of", EASY],
        &["difference", "--other", EASY],
        &["canon"],
        &["convert", "--to", "candidates"],
        &["rate", "--format", "tsv"],
        &["hint", "--grade", "vague"],
        &["steps", "--limit", "1"],
        &["explain", "--format", "notation"],
        &["trace", "--number", "120", "--steps", "1"],
        &["label"],
        &["compare", "--strategies", "dom-wdeg", "--csv"],
    ];
    for arguments in commands {
        let own = |text: String, name: &str| text.replace(name, "FILE");
        let of_file = run(&[arguments, &[name.as_str()]].concat());
        let mut child = program()
            .args(arguments)
            .arg("/dev/stdin")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut input = child.stdin.take().expect("a pipe");
        let puzzles = puzzles.clone();
        let writer = std::thread::spawn(move || input.write_all(puzzles.as_bytes()));
        let of_pipe: crate::common::Ran = child.wait_with_output().expect("the program ends").into();
        // A program that ends earlier closes the pipe.
        let _ = writer.join().expect("the thread ends");
        assert_eq!(of_pipe.code, of_file.code, "{arguments:?}: {of_pipe:?}");
        assert_eq!(own(of_pipe.err, "/dev/stdin"), own(of_file.err, &name), "{arguments:?}");
        // The output of the other commands contains times.
        if !["compare", "trace"].contains(&arguments[0]) {
            assert_eq!(own(of_pipe.out, "/dev/stdin"), own(of_file.out, &name), "{arguments:?}");
        }
    }
    std::fs::remove_file(file).expect("it was written");
}

#[test]
fn a_closed_pipe_is_success() {
    let mut child = piped(&["solve", "--all", &".".repeat(81)]);
    let mut line = String::new();
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    output.read_line(&mut line).expect("a solution");
    assert_eq!(line.trim().len(), 81);
    drop(output);
    assert_eq!(child.wait().expect("the program ends").code(), Some(0));
    let mut child = piped(&["trace", HARD]);
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("the program ends").code(), Some(0));
}

#[test]
fn unreadable_messages_are_harmless() {
    let runs: [(&[&str], i32); 6] = [
        (&["solve", "missing"], 3),
        (&["solve", EASY, "--stats"], 0),
        (&["solve", "--no-such-option"], 2),
        (&["solve", "--extra", "x", EASY], 2),
        (&["check", &data("mixed.txt")], 3),
        (&["trace", "11.............."], 3),
    ];
    for (arguments, code) in runs {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = program().args(arguments).stderr(writer).output().expect("the program starts");
        assert_eq!(output.status.code(), Some(code), "a closed pipe: {arguments:?}");
        // Not every system has a device that is always full.
        let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") else { continue };
        let output = program().args(arguments).stderr(full).output().expect("the program starts");
        assert_eq!(output.status.code(), Some(code), "a full device: {arguments:?}");
    }
}

#[test]
fn output_that_cannot_be_written_has_a_code() {
    let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") else { return };
    for arguments in [&["solve", EASY][..], &["trace", EASY], &["compare", EASY, "--csv"], &["man"]] {
        let full = full.try_clone().expect("a file");
        let output = program().args(arguments).stdout(full).output().expect("the program starts");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(5), "{arguments:?}: {message}");
        assert!(message.starts_with("error: cannot write: No space left"), "{message}");
    }
}

#[test]
fn ctrl_c_keeps_what_is_done() {
    // One puzzle arrives, and then nothing, so the program waits for input.
    let mut child = piped(&["solve", "-"]);
    let mut input = child.stdin.take().expect("a pipe");
    writeln!(input, "{EASY}").expect("the program reads");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    output.read_line(&mut line).expect("an answer");
    interrupt(&child);
    assert_eq!(child.wait().expect("the program ends").code(), Some(130));
    assert_eq!(line.trim(), EASY_SOLVED);
}

#[test]
fn ctrl_c_ends_an_endless_batch() {
    let mut child = piped(&["solve", "-"]);
    let mut input = child.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || {
        let lines = format!("{EASY}\n").repeat(1000);
        while input.write_all(lines.as_bytes()).is_ok() {}
    });
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    output.read_line(&mut line).expect("an answer");
    interrupt(&child);
    let mut rest = String::new();
    output.read_to_string(&mut rest).expect("UTF-8");
    assert_eq!(child.wait().expect("the program ends").code(), Some(130));
    assert!(line.lines().chain(rest.lines()).all(|line| line == EASY_SOLVED), "whole lines only");
    writer.join().expect("the writer ends");
}

#[test]
fn ctrl_c_ends_a_long_search() {
    for arguments in [
        &["solve", "--count", "-"][..],
        &["solve", "--all", "-q", "-"],
        &["label", "--semiring", "count", "-"],
        &["label", "--semiring", "count", "--method", "decompose", "-"],
        &[
            "compare",
            "--strategies",
            "backtracking",
            "--unique",
            "--nodes",
            "1000000000000",
            "--time",
            "1h",
            "-",
        ],
    ] {
        let mut child = piped(arguments);
        let mut input = child.stdin.take().expect("a pipe");
        let puzzle = match arguments[0] {
            "compare" => SLOW.to_owned(),
            // Even computing the elimination order takes seconds.
            "label" => ".".repeat(625),
            _ => ".".repeat(81),
        };
        // The remarks do not fit into a pipe, so the program has begun when it has read some of them.
        let remarks = "# a remark\n".repeat(20_000);
        writeln!(input, "{remarks}{puzzle}").expect("the program reads");
        drop(input);
        std::thread::sleep(Duration::from_millis(100));
        let start = Instant::now();
        interrupt(&child);
        assert_eq!(child.wait().expect("the program ends").code(), Some(130), "{arguments:?}");
        assert!(start.elapsed() < Duration::from_secs(5));
        let mut text = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut text).expect("UTF-8");
        assert!(!text.contains("panicked"), "{text}");
    }
}

#[test]
fn colors_are_only_on_terminals_or_on_demand() {
    let grid = ["solve", "--format", "grid", EASY];
    assert!(!run(&grid).out.contains('\u{1b}'), "a pipe is no terminal");
    let always = ["--color", "always", "solve", "--format", "grid", EASY];
    assert!(run(&always).out.contains('\u{1b}'));
    let with = |name: &str, value: &str| {
        let output = program().args(grid).env(name, value).output().expect("the program starts");
        output.stdout.contains(&0x1b)
    };
    assert!(with("CLICOLOR_FORCE", "1"));
    assert!(!with("NO_COLOR", "1"));
    let output = program().args(always).args(["--color", "never"]).output();
    assert!(output.is_ok());
    let ran = run(&["--color", "never", "check", &data("mixed.txt")]);
    assert!(!ran.out.contains('\u{1b}') && !ran.err.contains('\u{1b}'));
}
