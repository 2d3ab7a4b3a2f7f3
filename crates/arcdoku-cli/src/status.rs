//! Exit codes.

use arcdoku_wire::question::QuestionRow;

use crate::fill::filled;

/// The help on the exit codes that only one command has.
pub(crate) fn codes(rows: &[(u8, &str)]) -> String {
    let row = |&(code, what): &(u8, &str)| format!("  {code}  {}\n", filled(what.split(' '), "     "));
    let rows: String = rows.iter().map(row).collect();
    format!("Exit codes (`arcdoku help exit-codes` lists all):\n{}", rows.trim_end())
}

/// The exit codes of a question.
pub(crate) fn question(row: &QuestionRow) -> String {
    /// Questions that answer puzzles whose clues break a rule.
    const TAKE_CONFLICTS: [&str; 8] =
        ["vicinity", "prove", "canon", "difference", "label", "compare", "convert", "sheet"];
    let has = |name: &str| row.options().any(|option| option.name == name);
    let unreadable = match row.name {
        "generate" => "a file that an option names is unreadable",
        name if TAKE_CONFLICTS.contains(&name) => "some input was malformed or unreadable",
        _ => "some input was malformed or unreadable, or clues conflict",
    };
    let limit = match row.name {
        "generate" => "a limit was reached on some puzzle, or no new class was found",
        "label" => "a limit of nodes, time or memory was reached on some problem, or a number was too large",
        "compare" => "a limit was reached by some strategy on some puzzle",
        _ if has("steps") => "a limit or --steps ended some search",
        _ => "a limit was reached on some puzzle",
    };
    let mut rows = vec![(1, row.fails), (3, unreadable), (4, limit)];
    rows.retain(|&(code, what)| !what.is_empty() && (code != 4 || has("time")));
    codes(&rows)
}

/// The exit codes of the program as a whole, and the environment.
pub(crate) const HELP: &str = "\
Exit codes:
  0    success
  1    a negative answer: not exactly one solution, a failed check, strategies that disagree, a
       notation that cannot express a puzzle (see the help of each command)
  2    the command line is wrong
  3    some input was malformed or unreadable
  4    a limit was reached on some puzzle
  5    the output could not be written
  101  an internal error
  130  interrupted
If several apply: 5 before 130 before 101 before 3 before 4 before 1.

Environment:
  ARCDOKU_TIER  vector instructions of the engine for 9x9 puzzles: avx512, avx2, neon or portable
                [default: the fastest on this machine; --version --verbose lists them]
  NO_COLOR      turns colors off, unless --color is given
";
