//! `arcdoku vicinity`: canonical forms of the minimal puzzles around.

use std::collections::BTreeSet;
use std::fs;

use crate::common::{self, directory, file, program, run, run_with};

/// A minimal puzzle made here, and the same under a symmetry.
const PUZZLE: &str = "...9...18..5.......7..1.9..2...573........5....3.4....8...24.9..2.8.9..4..9..3...";
const TURNED: &str = "...3..9..4..9.8.2..9.42...8....4.3....5........375...2..9.1..7.......5..81...9...";

#[test]
fn classes_around_a_puzzle() {
    let ran = run(&["vicinity", "--stats", PUZZLE]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let found: Vec<&str> = ran.out.lines().collect();
    assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), found.len());
    assert_eq!(ran.err, format!("{} classes\n", found.len()));
    // All are canonical and minimal.
    let canon = run_with(&["canon"], ran.out.as_bytes());
    assert_eq!(canon.out, ran.out);
    let check = run_with(&["check", "--minimal", "--quiet"], ran.out.as_bytes());
    assert_eq!(check.code, Some(0), "{}", check.err);
    // A puzzle that is essentially the same adds nothing.
    assert_eq!(run(&["vicinity", PUZZLE, TURNED]).out, ran.out);
}

#[test]
fn unfit_puzzles_are_reported_and_skipped() {
    let input = format!("123\n{PUZZLE}\n");
    let ran = run_with(&["vicinity", "--minus", "1", "--plus", "0"], input.as_bytes());
    assert_eq!((ran.code, ran.out.as_str()), (Some(3), ""));
    assert!(ran.err.contains(":1:"), "{}", ran.err);
    let clash = format!("99{}", &PUZZLE[2..]);
    let ran = run(&["vicinity", &clash, PUZZLE]);
    assert_eq!((ran.code, ran.err.lines().count()), (Some(3), 1), "{}", ran.err);
    assert!(ran.err.contains(":1:2: ") && ran.err.contains("second 9 in row 1"), "{}", ran.err);
    assert_eq!(ran.out, run(&["vicinity", PUZZLE]).out);
}

/// The first without a clue: with it, there are many ways.
const LOOSE: &str = ".......18..5.......7..1.9..2...573........5....3.4....8...24.9..2.8.9..4..9..3...";

/// Puzzles made here, one of them twice in disguise, and one that is none.
fn several() -> String {
    let more = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    format!("{PUZZLE}\n{more}\n12345\n{TURNED}\n")
}

#[test]
fn output_does_not_depend_on_threads() {
    let input = several();
    let minus = if common::runs_all_cases() { "2" } else { "1" };
    let one = run_with(&["vicinity", "-j", "1", "--minus", minus, "--plus", "1"], input.as_bytes());
    assert_eq!(one.code, Some(3), "{}", one.err);
    assert!(one.out.lines().count() > 5);
    for jobs in ["2", "5"] {
        let many = run_with(&["vicinity", "-j", jobs, "--minus", minus, "--plus", "1"], input.as_bytes());
        assert_eq!((many.out, many.err), (one.out.clone(), one.err.clone()));
    }
}

#[test]
fn a_file_is_continued_wherever_it_was_cut() {
    let directory = directory("vicinity-resume");
    let puzzles = file(&directory, "puzzles.txt", several());
    let path = directory.join("out.txt");
    let out = path.to_str().expect("a plain path");
    let minus = if common::runs_all_cases() { "2" } else { "1" };
    let search = ["vicinity", "--minus", minus, "--plus", "1", "--out", out, &puzzles];
    let first = run(&search);
    assert_eq!((first.code, first.out.as_str()), (Some(3), ""), "{}", first.err);
    let whole = fs::read_to_string(&path).expect("the file");
    assert_eq!(whole, run(&["vicinity", "--minus", minus, "--plus", "1", &puzzles]).out);
    // It is not written over.
    let again = run(&search);
    assert_eq!(again.code, Some(2), "{}", again.err);
    assert!(again.err.contains("already exists: --resume continues it"), "{}", again.err);
    let resume = [&search[..], &["--resume"]].concat();
    let beside = directory.join("out.txt.progress");
    let done = fs::read_to_string(&beside).expect("the file beside");
    assert!(done.contains("\npuzzles 4\n"), "{done}");
    // Nothing is left to do, and what was no puzzle is still none.
    assert_eq!(run(&resume).code, Some(3));
    assert_eq!(fs::read_to_string(&path).expect("the file"), whole);
    // Cut anywhere, with a mark that says less, more or nothing: the same comes of it.
    for cut in [0, 1, 82, 82 * 3 + 40, whole.len() - 1, whole.len()] {
        for mark in [Some(done.as_str()), None] {
            fs::write(&path, &whole[..cut]).expect("written");
            match mark {
                Some(mark) => fs::write(&beside, mark).expect("written"),
                None => drop(fs::remove_file(&beside)),
            }
            let ran = run(&resume);
            if cut == 1 && mark.is_none() {
                // Whatever that is, it is nothing that such a run wrote.
                assert!(ran.err.contains("has no whole line"), "{}", ran.err);
                continue;
            }
            assert!(matches!(ran.code, Some(0 | 3)), "{}", ran.err);
            assert_eq!(fs::read_to_string(&path).expect("the file"), whole, "cut at {cut}, {mark:?}");
        }
    }
}

#[test]
fn a_killed_search_resumes_in_the_middle_of_a_puzzle() {
    let directory = directory("vicinity-killed");
    // With a clue too many there are fewer ways.
    let puzzles = file(&directory, "puzzles.txt", format!("{}7\n", &PUZZLE[..80]));
    let path = directory.join("out.txt");
    let out = path.to_str().expect("a plain path");
    // The file beside is replaced every second. A process that is stopped for that long need not search for it.
    let can_stop = cfg!(unix) && !common::runs_all_cases();
    let minus = if can_stop { "1" } else { "2" };
    let search = ["vicinity", "--minus", minus, "--plus", "2", "--out", out, "--resume", &puzzles];
    let mut child = program().args(search).args(["-j", "1"]).spawn().expect("it starts");
    let beside = directory.join("out.txt.progress");
    #[cfg(unix)]
    if can_stop {
        assert!(common::runs_until(&mut child, || beside.exists()), "it is still running");
        common::signal(&child, "STOP");
        std::thread::sleep(std::time::Duration::from_millis(1100));
        common::signal(&child, "CONT");
    }
    let begun = || fs::read_to_string(&beside).is_ok_and(|text| !text.contains("\nparts 0\n"));
    assert!(common::runs_until(&mut child, begun), "it is still running");
    child.kill().expect("killed");
    child.wait().expect("ended");
    let part = fs::read_to_string(&path).expect("the file");
    assert!(part.ends_with('\n'));
    // With other puzzles, or another search, it is left unchanged.
    for other in [
        ["vicinity", "--minus", minus, "--plus", "2", "--out", out, "--resume", PUZZLE],
        ["vicinity", "--minus", minus, "--plus", "1", "--out", out, "--resume", &puzzles],
    ] {
        let ran = run(&other);
        assert_eq!(ran.code, Some(2), "{}", ran.err);
        assert_eq!(fs::read_to_string(&path).expect("the file"), part);
    }
    assert_eq!(run(&search).code, Some(0));
    let whole = fs::read_to_string(&path).expect("the file");
    assert!(whole.starts_with(&part) && whole.len() > part.len());
    assert!(whole == run(&["vicinity", "--minus", minus, "--plus", "2", &puzzles]).out);
}

#[test]
fn other_files_are_left_unchanged() {
    let directory = directory("vicinity-foreign");
    for text in ["abc\n", &format!("{PUZZLE}\n"), "1.......\n"] {
        let path = file(&directory, "out.txt", text);
        let ran = run(&["vicinity", "--out", &path, "--resume", PUZZLE]);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{}", ran.err);
        assert!(ran.err.contains(":1: found"), "{}", ran.err);
        assert_eq!(fs::read_to_string(&path).expect("the file"), text);
    }
}

#[test]
fn a_puzzle_is_given_up_after_its_time() {
    let ran = run(&["vicinity", "--minus", "3", "--plus", "3", "--time", "10ms", PUZZLE]);
    assert_eq!(ran.code, Some(4), "{}", ran.err);
    assert_eq!(ran.err, "error: <argument>:1: given up (time)\n");
    // The parts that were not begun are passed over, even where there are more than anybody waits for, and it is
    // the same if some are ended and the last is not: there, a clue that is redundant goes.
    let redundant = format!("{}7", &PUZZLE[..80]);
    for (minus, plus, jobs) in [("12", "3", "2"), ("12", "0", "2"), ("1", "2", "40"), ("0", "4", "2")] {
        let arguments = ["vicinity", "--minus", minus, "--plus", plus, "--time", "10ms", "-j", jobs];
        let puzzle = if minus == "0" { LOOSE } else { redundant.as_str() };
        let ran = run(&[&arguments[..], &[puzzle]].concat());
        assert_eq!(ran.code, Some(4), "-{minus}+{plus}: {}", ran.err);
        assert_eq!(ran.err, "error: <argument>:1: given up (time)\n");
    }
}

#[test]
fn classes_found_before_the_time_limit_are_kept() {
    let directory = directory("vicinity-time");
    let path = directory.join("out.txt");
    let out = path.to_str().expect("a plain path");
    let search = |time| {
        run(&["vicinity", "--minus", "0", "--plus", "3", "--time", time, "--out", out, "--resume", LOOSE])
    };
    // One part for each first cell: this one takes longer, and has much to find. A busy machine needs more time.
    let (time, found) = ["500ms", "2s", "8s", "32s"]
        .into_iter()
        .find_map(|time| {
            for name in ["out.txt", "out.txt.progress"] {
                let _ = fs::remove_file(directory.join(name));
            }
            let ran = search(time);
            assert_eq!(ran.code, Some(4), "{}", ran.err);
            let found = fs::read_to_string(&path).expect("the file");
            (found.lines().count() > 10).then_some((time, found))
        })
        .expect("more than 10 classes");
    // The puzzle is done, and the exit code still tells of it.
    let again = search(time);
    assert_eq!((again.code, again.err.as_str()), (Some(4), ""));
    assert_eq!(fs::read_to_string(&path).expect("the file"), found);
}

/// The hash of the file beside (64-bit FNV-1a) over lines.
fn hash(lines: &[&str]) -> u64 {
    let bytes = lines.iter().flat_map(|line| line.bytes().chain([b'\n']));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

#[test]
fn parts_of_a_puzzle_are_not_searched_twice() {
    let directory = directory("vicinity-parts");
    let path = directory.join("out.txt");
    let out = path.to_str().expect("a plain path");
    let whole = run(&["vicinity", "--minus", "2", "--plus", "1", PUZZLE]).out;
    let clues = PUZZLE.bytes().filter(u8::is_ascii_digit).count();
    let parts = clues * (clues - 1) / 2;
    let resume = |skip: usize, next: u64, input: &str| {
        let mark = format!(
            "x\npuzzles 0\nparts {skip}\nbytes 0\nhash {}\nnext {next}\nstatus 0\nof --minus 2 --plus 1\n",
            hash(&[])
        );
        fs::write(&path, "").expect("written");
        fs::write(directory.join("out.txt.progress"), mark).expect("written");
        let ran = run(&["vicinity", "--minus", "2", "--plus", "1", "--out", out, "--resume", input]);
        (ran.code, fs::read_to_string(&path).expect("the file"))
    };
    let mut before = whole.clone();
    for skip in [0, parts / 3, parts / 2, parts - 1] {
        let (code, left) = resume(skip, hash(&[PUZZLE]), PUZZLE);
        assert_eq!(code, Some(0));
        assert!(left.lines().all(|line| before.contains(line)), "{skip}");
        before = left;
    }
    assert!(before.len() < whole.len());
    // Another puzzle is another search.
    assert_eq!(resume(5, hash(&[PUZZLE]), TURNED), (Some(2), String::new()));
    assert_eq!(resume(5, hash(&[TURNED]), TURNED).0, Some(0));
}
