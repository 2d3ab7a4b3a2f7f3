//! Batches of puzzles. They have the same answers as single puzzles, in the order of the input.

use crate::common::{EASY, EASY_SOLVED, GUESSES, HARD, HARD_SOLVED, Ran, directory, file, run, run_with};

/// Small grids among large ones, and their solutions.
const SIX: &str = "1.....6.....5...2...3............4..";
const FOUR: &str = "1.....3..4.....2";
const FOUR_SOLVED: &str = "1324423124133142";

/// Lines of every kind: plain, in other notations and sizes, with remarks, without a solution, with several
/// solutions, and malformed.
fn kinds() -> Vec<String> {
    let zeros = EASY.replace('.', "0");
    let conflict = format!("55{}", &EASY[2..]);
    let impossible = "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..";
    let several = ".".repeat(81);
    let foreign = format!("{}?", &EASY[..80]);
    [
        EASY,
        HARD,
        &zeros,
        SIX,
        EASY,
        &EASY[..80],
        &conflict,
        HARD,
        impossible,
        &several,
        GUESSES,
        FOUR,
        &foreign,
        &format!("{HARD} a remark"),
        &format!("{EASY}1"),
        &format!("{EASY}\r"),
    ]
    .map(str::to_owned)
    .to_vec()
}

/// The kinds in changing order, with plain lines between them.
fn mixed(count: usize) -> Vec<String> {
    let kinds = kinds();
    (0..count)
        .map(|i| if i % 3 == 0 { EASY.to_owned() } else { kinds[(i * 7 + i / 50) % kinds.len()].clone() })
        .collect()
}

fn text(lines: &[String]) -> String {
    lines.iter().flat_map(|line| [line, "\n"]).collect()
}

fn parts(ran: &Ran) -> (Option<i32>, &str, &str) {
    (ran.code, &ran.out, &ran.err)
}

#[test]
fn a_line_has_the_same_answer_alone() {
    let lines = mixed(200);
    let together = run_with(&["solve"], text(&lines).as_bytes());
    let answers: Vec<&str> = together.out.lines().collect();
    assert_eq!((together.code, answers.len()), (Some(3), lines.len()), "{}", together.err);
    for line in kinds() {
        let alone = run_with(&["solve"], format!("{line}\n").as_bytes());
        let places = lines.iter().zip(&answers).filter(|(other, _)| **other == line);
        for (_, answer) in places {
            assert_eq!(*answer, alone.out.trim_end_matches('\n'), "{line}");
        }
    }
}

/// With a time limit, puzzles are answered one by one.
#[test]
fn together_and_one_by_one() {
    let place = directory("together");
    let input = file(&place, "mixed.txt", text(&mixed(2000)));
    for options in [
        &[][..],
        &["--first"],
        &["--nodes", "1"],
        &["--quiet"],
        &["--format", "csv"],
        &["--format", "grid"],
        &["--strategy", "singles-mrv"],
        &["--box", "3x3"],
        &["--from", "line"],
    ] {
        let with = |more: &[&str]| run(&[&["solve", &input], options, more].concat());
        let together = with(&["-j", "1"]);
        assert_eq!(parts(&together), parts(&with(&["-j", "1", "--time", "1h"])), "{options:?}");
        assert_eq!(parts(&together), parts(&with(&["-j", "2"])), "{options:?}: two threads");
        // Batches do not end at certain lines, so errors must name the line.
        let errors = together.err.lines().filter(|line| line.contains("mixed.txt:")).count();
        assert!(errors > 100, "{options:?}: {}", together.err);
    }
}

#[test]
fn answers_are_in_the_order_of_the_input() {
    let solved = [(EASY, EASY_SOLVED), (HARD, HARD_SOLVED), (FOUR, FOUR_SOLVED)];
    let pick = |i: usize| solved[(i * i + i / 7) % if i.is_multiple_of(100) { 3 } else { 2 }];
    let (lines, answers): (String, String) =
        (0..20_000).map(pick).map(|(line, answer)| (format!("{line}\n"), format!("{answer}\n"))).unzip();
    let place = directory("order");
    let input = file(&place, "lines.txt", &lines);
    for jobs in ["1", "2", "5"] {
        let ran = run(&["solve", "-j", jobs, &input]);
        assert!(ran.code == Some(0) && ran.out == answers, "{jobs} from a file");
        let ran = run_with(&["solve", "-j", jobs], lines.as_bytes());
        assert!(ran.code == Some(0) && ran.out == answers, "{jobs} from a pipe");
    }
}

#[test]
fn other_commands_see_every_line() {
    let lines = text(&mixed(60));
    let checked = run_with(&["check", "--minimal=never"], lines.as_bytes());
    assert_eq!(checked.out.lines().count(), 60, "{}", checked.out);
    assert!(
        checked.out.lines().enumerate().all(|(i, line)| line.starts_with(&format!("<stdin>:{}  ", i + 1)))
    );
    let plain = format!("{EASY}\n{HARD}\n").repeat(5000);
    let converted = run_with(&["convert", "--to", "line"], plain.as_bytes());
    assert!(converted.code == Some(0) && converted.out == plain);
}
