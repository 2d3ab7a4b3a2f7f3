//! Writes that fail at every position, on standard output and in files. The message has one line, the exit code is
//! the one for output that could not be written, and no earlier file is damaged.

#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::{EASY, EASY_SOLVED, GUESSES, HARD, Ran, directory, program, run, runs_all_cases};

/// The number of bytes in a block of `ulimit -f`, as in POSIX.
const BLOCK: usize = 512;

/// Commands that write to standard output.
const PRINTED: &[&[&str]] = &[
    &["solve", EASY],
    &["solve", "--all", "1..............4"],
    &["solve", "--format", "json", EASY],
    &["check", EASY],
    &["candidates", EASY],
    &["estimate", EASY],
    &["equal", EASY],
    &["verify", "--grid", EASY_SOLVED, EASY],
    &["difference", "--other", HARD, EASY],
    &["restricts", "--of", EASY, EASY],
    &["necessary", "1..4....2.3....."],
    &["canon", EASY],
    &["convert", "--to", "grid", EASY],
    &["rate", EASY],
    &["hint", EASY],
    &["steps", EASY],
    &["explain", EASY],
    &["trace", EASY],
    &["label", EASY],
    &["compare", "--strategies", "dom-wdeg", EASY],
    &["minimize", EASY],
    &["backdoors", EASY],
    &["unavoidable", EASY],
    &["vicinity", HARD],
    &["generate", "-n", "20", "--seed", "1"],
    &["generate", "-n", "20", "--seed", "1", "--format", "csv"],
    &["rules"],
    &["strategies"],
    &["techniques"],
    &["study", "grids", "--box", "2x2"],
    &["schema"],
    &["completions", "bash"],
    &["man"],
    &["--version"],
];

/// Commands that write files, and the names of these files in their directory.
const FILED: &[(&[&str], &[&str])] = &[
    (&["rate", "--plot", "plot.svg", EASY], &["plot.svg"]),
    (&["rate", "--plot", "plot.png", EASY], &["plot.png"]),
    (&["compare", "--strategies", "dom-wdeg", "--plot", "plot.svg", EASY], &["plot.svg"]),
    (&["sheet", "--out", "sheet.pdf", EASY], &["sheet.pdf"]),
    (&["trace", "--picture", "picture.svg", EASY], &["picture.svg"]),
    (&["trace", "--tree", "tree.svg", "--animation", "animation.svg", EASY], &["tree.svg", "animation.svg"]),
    (&["trace", "--implications", "implications.svg", GUESSES], &["implications.svg"]),
    (&["hint", "--picture", "hint.svg", EASY], &["hint.svg"]),
    (&["prove", "--out", ".", EASY], &["puzzle1.sudoku", "puzzle1.opb", "puzzle1.sol", "puzzle1.pbp"]),
    (&["techniques", "--docs", "."], &["README.md"]),
    (&["rules", "--docs", "."], &["rules.md"]),
];

/// The program in a directory. Files cannot grow beyond this number of blocks, and the signal for this is ignored.
fn limited(place: &Path, arguments: &[&str], blocks: usize) -> Command {
    let mut command = Command::new("sh");
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
    command.args(["-c", &script, "sh", program().get_program().to_str().expect("UTF-8")]).args(arguments);
    command.current_dir(place).stdin(Stdio::null()).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command
}

/// Whether the run ended because its output could not be written.
fn is_refused(ran: &Ran) -> bool {
    let is_error = |line: &str| line.starts_with("error: ");
    ran.code == Some(5)
        && ran.err.lines().filter(|line| is_error(line)).count() == 1
        && ran.err.ends_with('\n')
}

/// Some of the numbers of blocks up to this many bytes, or all of them if all cases are run.
fn sizes(bytes: usize) -> Vec<usize> {
    let all = 0..bytes.div_ceil(BLOCK);
    if runs_all_cases() { all.collect() } else { all.clone().take(1).chain(all.skip(1).last()).collect() }
}

#[test]
fn standard_output_fails_at_every_position() {
    let place = directory("faults-printed");
    for arguments in PRINTED {
        let whole = run(arguments);
        assert!(whole.code.is_some_and(|code| code < 5) && !whole.out.is_empty(), "{arguments:?}: {whole:?}");
        for blocks in sizes(whole.out.len()) {
            let file = fs::File::create(place.join("out")).expect("a file");
            let ran: Ran = limited(&place, arguments, blocks).stdout(file).output().expect("a shell").into();
            assert!(is_refused(&ran), "{arguments:?}, {blocks} blocks: {ran:?}");
            let written = fs::read_to_string(place.join("out")).expect("the output");
            assert_eq!(written.len(), blocks * BLOCK, "{arguments:?}");
            // The output of the other commands contains times.
            if !["compare", "trace", "solve"].contains(&arguments[0]) {
                assert!(whole.out.starts_with(&written), "{arguments:?}, {blocks} blocks: {written}");
            }
        }
        // A device that is full, and a reader that does not read.
        if let Ok(full) = fs::OpenOptions::new().write(true).open("/dev/full") {
            let ran: Ran = program().args(*arguments).stdout(full).output().expect("a start").into();
            assert!(is_refused(&ran), "{arguments:?}: {ran:?}");
        }
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let ran: Ran = program().args(*arguments).stdout(writer).output().expect("a start").into();
        assert_eq!((ran.code, ran.err.contains("panicked")), (Some(0), false), "{arguments:?}: {ran:?}");
    }
}

#[test]
fn files_fail_at_every_position() {
    for (number, (arguments, names)) in FILED.iter().enumerate() {
        let place = directory(&format!("faults-filed-{number}"));
        let whole: Ran = program().current_dir(&place).args(*arguments).output().expect("a start").into();
        assert_eq!(whole.code, Some(0), "{arguments:?}: {}", whole.err);
        let read = |name: &str| fs::read(place.join(name)).expect(name);
        let wholes: Vec<Vec<u8>> = names.iter().map(|name| read(name)).collect();
        let most = wholes.iter().map(Vec::len).max().unwrap_or(0);
        // Standard output is a pipe, which is not limited.
        for blocks in sizes(most) {
            let earlier = b"an earlier file";
            for name in *names {
                fs::write(place.join(name), earlier).expect("an earlier file");
            }
            let ran: Ran = limited(&place, arguments, blocks).output().expect("a shell").into();
            assert!(is_refused(&ran), "{arguments:?}, {blocks} blocks: {ran:?}");
            for (name, whole) in names.iter().zip(&wholes) {
                // Proofs of an earlier run are removed first.
                let found =
                    fs::read(place.join(name)).ok().filter(|found| found != earlier && found != whole);
                assert_eq!(found, None, "{arguments:?}, {blocks} blocks: {name}");
            }
            let left = fs::read_dir(&place).expect("the folder").filter_map(Result::ok);
            let left: Vec<_> =
                left.filter(|file| file.file_name().to_string_lossy().ends_with(".new")).collect();
            assert!(left.is_empty(), "{arguments:?}: {left:?}");
        }
    }
}

/// The work on the second of three puzzles panics. The other puzzles are answered as usual.
#[test]
fn a_panic_costs_its_puzzle() {
    // Debug builds read the variable `ARCDOKU_TEST_PANIC`.
    let third = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
    let input = format!("{EASY}\n{HARD}\n{third}\n");
    let place = directory("faults-panics");
    let name = crate::common::file(&place, "puzzles.txt", input);
    let commands: [&[&str]; 29] = [
        &["solve"],
        &["solve", "--first"],
        &["solve", "--format", "line"],
        &["solve", "--count"],
        &["solve", "--all"],
        &["convert", "--to", "json"],
        &["explain"],
        &["trace"],
        &["solve", "--because"],
        &["check", "--minimal", "never"],
        &["candidates"],
        &["estimate", "--samples", "2"],
        &["equal"],
        &["necessary"],
        &["verify", "--grid", EASY_SOLVED],
        &["restricts", "--of", EASY],
        &["difference", "--other", EASY],
        &["canon"],
        &["canon", "--dedupe"],
        &["rate", "--format", "tsv"],
        &["rate", "--format", "json", "--scale", "se"],
        &["hint", "--grade", "vague"],
        &["steps", "--techniques", "naked-single,hidden-single"],
        &["minimize"],
        &["backdoors"],
        &["unavoidable"],
        &["prove", "--out", "."],
        &["label"],
        &["label", "--to", "wcsp"],
    ];
    for arguments in commands {
        let start = |panics: bool| -> Ran {
            let mut command = program();
            if panics {
                command.env("ARCDOKU_TEST_PANIC", HARD);
            }
            command.current_dir(&place).args(arguments).arg(&name).output().expect("a start").into()
        };
        let (whole, ran) = (start(false), start(true));
        let error = format!("error: {name}:2: internal error: a test wants this");
        assert!(ran.code == Some(101) && ran.err.contains(&error), "{arguments:?}: {ran:?}");
        // The lines of the puzzle are missing, or contain no result. All other lines are present, in their order. A
        // trace ends with its time, after the depth.
        let lines = |ran: &Ran| -> Vec<String> {
            ran.out.lines().map(|line| line.split(", depth").next().unwrap_or(line).to_owned()).collect()
        };
        let (lines, all) = (lines(&ran), lines(&whole));
        let known: Vec<&String> = lines.iter().filter(|line| !line.contains("unknown")).collect();
        let mut rest = all.iter();
        assert!(known.iter().all(|line| rest.any(|other| other == *line)), "{arguments:?}: {}", ran.out);
        assert!(!known.is_empty() && known.len() < all.len(), "{arguments:?}: {}", ran.out);
        assert_eq!((lines.first(), lines.last()), (all.first(), all.last()), "{arguments:?}");
    }
    // These commands answer all puzzles together. The answer is the same as for an input without the second puzzle.
    fs::write(place.join("others.txt"), format!("{EASY}\n{third}\n")).expect("an input");
    let together: [&[&str]; 2] =
        [&["compare", "--strategies", "fc-mrv"], &["vicinity", "--minus", "1", "--plus", "1"]];
    for arguments in together {
        let start = |file: &str| -> Ran {
            let mut command = program();
            command.env("ARCDOKU_TEST_PANIC", HARD).current_dir(&place);
            command.args(arguments).arg(file).output().expect("a start").into()
        };
        let (others, ran) = (start("others.txt"), start(&name));
        // The times differ.
        let known = |ran: &Ran| -> Vec<String> {
            ran.out.lines().map(|line| line.split_whitespace().take(7).collect()).collect()
        };
        assert_eq!((known(&ran), ran.code), (known(&others), Some(101)), "{ran:?}");
        let error = format!("error: {name}:2: internal error: a test wants this\n");
        assert_eq!(ran.err.matches(&error).count(), 1, "{arguments:?}: {}", ran.err);
    }
}

/// An error names files of a run that are not text, because no run writes such files.
#[test]
fn files_of_runs_may_contain_any_bytes() {
    const BYTES: &[u8] = b"\xff\xfe\x80\x00\n\xc3\n";
    let place = directory("faults-bytes");
    fs::write(place.join("puzzles.txt"), run(&["generate", "-n", "3", "--seed", "3"]).out).expect("an input");
    let runs: [(&[&str], &str); 6] = [
        (&["generate", "-n", "3", "--seed", "1", "--out", "a.csv"], "a.csv.progress"),
        (&["rate", "--out", "b", "--format", "tsv", "puzzles.txt"], "b.progress"),
        (&["vicinity", "--minus", "1", "--plus", "1", "--out", "c", HARD], "c.progress"),
        (&["generate", "-n", "3", "--seed", "1", "--dedupe", "--out", "d.csv"], "d.csv"),
        (&["rate", "--out", "e", "--format", "tsv", "puzzles.txt"], "e"),
        (&["vicinity", "--minus", "1", "--plus", "1", "--out", "f", HARD], "f"),
    ];
    for (arguments, name) in runs {
        let run = |more: &[&str]| -> Ran {
            program().current_dir(&place).args(arguments).args(more).output().expect("a start").into()
        };
        let ran = run(&[]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        // The file has as many bytes as before.
        let length = fs::read(place.join(name)).expect("a file").len();
        let bytes: Vec<u8> = BYTES.iter().copied().cycle().take(length - 1).chain([b'\n']).collect();
        fs::write(place.join(name), bytes).expect("a file");
        let ran = run(&["--resume"]);
        assert!(ran.code == Some(2) && ran.err.contains(name), "{arguments:?}: {ran:?}");
        let messages = ["is not what `", "no such run writes", "is not a puzzle of this run"];
        assert!(messages.iter().any(|message| ran.err.contains(message)), "{ran:?}");
    }
}

/// For files of runs that can be continued, the next run writes the part that could not be written.
#[test]
fn runs_continue_after_a_full_disk() {
    let puzzles = run(&["generate", "-n", "60", "--seed", "3"]).out;
    let runs: [&[&str]; 5] = [
        &["generate", "-n", "60", "--seed", "1", "--out", "out.csv"],
        &["generate", "-n", "60", "--seed", "1", "--split", "0.5", "--out", "out.jsonl"],
        &["rate", "--out", "out", "--format", "tsv", "puzzles.txt"],
        &["rate", "--scale", "se", "--out", "out", "--format", "json", "puzzles.txt"],
        &["vicinity", "--minus", "1", "--plus", "2", "--out", "out", HARD],
    ];
    for (number, arguments) in runs.into_iter().enumerate() {
        let place = directory(&format!("faults-resumed-{number}"));
        let prepare = || {
            let _ = fs::remove_dir_all(&place);
            fs::create_dir_all(&place).expect("a folder");
            fs::write(place.join("puzzles.txt"), &puzzles).expect("an input");
        };
        let files = || {
            let names = fs::read_dir(&place).expect("the folder").map(|file| file.expect("a file").path());
            let mut files: Vec<_> =
                names.map(|name| (name.clone(), fs::read(name).expect("a file"))).collect();
            files.sort();
            files
        };
        prepare();
        let ran: Ran = program().current_dir(&place).args(arguments).output().expect("a start").into();
        assert_eq!(ran.code, Some(0), "{arguments:?}: {}", ran.err);
        let whole = files();
        let most = whole.iter().filter(|(name, _)| !name.ends_with("puzzles.txt"));
        for blocks in sizes(most.map(|(_, bytes)| bytes.len()).max().unwrap_or(0)) {
            prepare();
            let ran: Ran = limited(&place, arguments, blocks).output().expect("a shell").into();
            assert!(is_refused(&ran), "{arguments:?}, {blocks} blocks: {ran:?}");
            let resumed = [arguments, &["--resume"]].concat();
            let ran: Ran = program().current_dir(&place).args(resumed).output().expect("a start").into();
            assert_eq!(ran.code, Some(0), "{arguments:?}, {blocks} blocks: {}", ran.err);
            assert_eq!(files(), whole, "{arguments:?}, {blocks} blocks");
        }
    }
}
