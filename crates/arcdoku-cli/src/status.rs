//! Exit codes.

use arcdoku_wire::question::QuestionRow;

/// The help on exit codes. Codes from 2 have the same meaning for every command, and each command has its own meaning
/// of 1.
macro_rules! exit_codes {
    ($one:literal, $three:literal, $four:literal, $order:literal) => {
        concat!(
            "Exit codes:\n  0    success\n",
            $one,
            "  2    the command line is wrong\n  3    ",
            $three,
            "\n",
            $four,
            "  5    the output could not be written\n  101  an internal error\n  \
             130  interrupted\nIf several apply: 5 before 130 before 101 before ",
            $order,
            "."
        )
    };
}

/// The exit codes of `generate`.
const GENERATE: &str = exit_codes!(
    "",
    "a file that an option names is unreadable",
    "  4    a limit was reached on some puzzle, or no new class was found\n",
    "3 before 4"
);

/// The exit codes of `regress`.
pub(crate) const REGRESS: &str =
    exit_codes!("  1    some case failed\n", "some line was malformed or unreadable", "", "3 before 1");

/// The exit codes of a question.
pub(crate) fn question(row: &QuestionRow) -> String {
    const WIDTH: usize = 93;
    /// Questions that answer puzzles whose clues break a rule.
    const TAKE_CONFLICTS: [&str; 6] = ["prove", "canon", "difference", "label", "compare", "convert"];
    match row.name {
        "vicinity" => return HELP.to_owned(),
        "generate" => return GENERATE.to_owned(),
        _ => {}
    }
    let mut lines = vec![String::new()];
    for word in row.fails.split(' ') {
        let last = lines.last_mut().filter(|line| line.len() + word.len() < WIDTH);
        match last {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) => *line += &format!(" {word}"),
            None => lines.push(word.to_owned()),
        }
    }
    let has = |name: &str| row.options().any(|option| option.name == name);
    let (limit, order) = match (has("time"), has("steps")) {
        (false, _) => ("", "3 before 1"),
        _ if row.name == "label" => (
            "  4    a limit was reached on some problem, of memory too, or a number was too large\n",
            "3 before 4 before 1",
        ),
        _ if row.name == "compare" => {
            ("  4    a limit was reached by some strategy on some puzzle\n", "3 before 4 before 1")
        }
        (true, false) => ("  4    a limit was reached on some puzzle\n", "3 before 4 before 1"),
        (true, true) => ("  4    a limit or --steps ended some search\n", "3 before 4 before 1"),
    };
    let conflict = if TAKE_CONFLICTS.contains(&row.name) { "" } else { ", or clues conflict" };
    QUESTION
        .replace("{fails}", &lines.join("\n       "))
        .replace("{conflict}", conflict)
        .replace("{limit}", limit)
        .replace("{order}", order)
}

const QUESTION: &str =
    exit_codes!("  1    {fails}\n", "some input was malformed or unreadable{conflict}", "{limit}", "{order}");

/// The exit codes of `page`.
pub(crate) const PAGE: &str = "\
All work is done in the browser. The program sends the files of the page, to this computer only,
until Ctrl-C.

Exit codes:
  0    ended by Ctrl-C
  2    the command line is wrong, or this program was built without the page
  5    the port cannot be used";

/// The exit codes of the whole program.
pub(crate) const HELP: &str = concat!(
    exit_codes!(
        "  1    a negative answer: not exactly one solution, a failed check, strategies that disagree, a\n       \
     target notation that cannot express a puzzle (see the help of each command)\n",
        "some input was malformed or unreadable",
        "  4    a limit was reached on some puzzle\n",
        "3 before 4 before 1"
    ),
    "\n\nEnvironment:\n  ARCDOKU_TIER  vector instructions of the engine for 9x9 puzzles: avx512, avx2, neon or\n                \
     portable [default: the fastest on this machine; --version --verbose lists them]"
);
