//! Rows that take long end at their limit, on every machine in the same way.

use crate::{PUZZLE, values};

/// A minimal puzzle that takes several guesses.
const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

#[tokio::test]
async fn every_search_has_a_limit() {
    let (nine, sixteen) = (".".repeat(81), ".".repeat(256));
    for call in [
        format!("sudoku_solve('{HARD}', 2)"),
        format!("sudoku_solutions('{nine}', 1000000000000, 1000)"),
        format!("sudoku_solutions('{nine}', 1000000000000, 'anti-knight', 1000)"),
        format!("sudoku_solutions('{sixteen}', 1000000000000, 1000)"),
        format!("sudoku_is_minimal('{HARD}', 2)"),
        // One search is within the limit, but all searches together are not.
        format!("sudoku_is_minimal('{HARD}', sudoku_guesses('{HARD}') + 1)"),
        format!("sudoku_is_minimal('{sixteen}', 3)"),
        format!("sudoku_is_minimal('{nine}', 'anti-knight', 3)"),
        format!("sudoku_backdoor_size('{HARD}', 2)"),
        "sudoku_minimize(sudoku_grid(1), 1, 1)".to_owned(),
        "sudoku_generate(1, 'clues 17', 3)".to_owned(),
        format!("sudoku_vicinity('{PUZZLE}', 3, 3, 1000)"),
    ] {
        assert_eq!(values(&format!("SELECT {call}")).await, ["NULL"], "{call}");
    }
    for (text, rules) in [(&*nine, ""), (&sixteen, ""), (&nine, "'anti-knight', ")] {
        let sql = format!("SELECT sudoku_outcome('{text}', {rules} 3)");
        assert_eq!(values(&sql).await, ["unknown"], "{sql}");
    }
    let rated = format!("SELECT sudoku_rate('{HARD}', 'se', 60000, 2)['fault']");
    assert_eq!(values(&rated).await, ["stopped by the limit: nodes"]);
    let rated = format!("SELECT sudoku_rate('{sixteen}', 'logic', 60000, 3)['fault']");
    assert_eq!(values(&rated).await, ["stopped by the limit: nodes"]);
}

/// A row that does not reach the limit has the same answer as without a limit, regardless of other rows.
#[tokio::test]
async fn a_limit_affects_only_rows_that_reach_it() {
    let empty = ".".repeat(81);
    let rows = format!("('{empty}'), ('{PUZZLE}'), ('{HARD}'), ('bad'), (NULL), ('{empty}'), ('{PUZZLE}')");
    for (call, expected) in [
        ("sudoku_solutions(p, 1000000000, 500)", ["NULL", "1", "1", "NULL", "NULL", "NULL", "1"]),
        ("sudoku_is_minimal(p, 30)", ["NULL", "false", "NULL", "NULL", "NULL", "NULL", "false"]),
        ("sudoku_is_minimal(p, 100000)", ["false", "false", "true", "NULL", "NULL", "false", "false"]),
    ] {
        let sql = format!("SELECT {call} FROM (VALUES {rows}) AS t(p)");
        assert_eq!(values(&sql).await, expected, "{sql}");
    }
}

/// Limits can have 64 bits.
#[tokio::test]
async fn the_largest_limit_is_not_reached() {
    let most = i64::MAX;
    let sql = format!("SELECT sudoku_solutions('................', {most}, {most})");
    assert_eq!(values(&sql).await, ["288"]);
    let sql = format!("SELECT sudoku_is_minimal('{HARD}', {most})");
    assert_eq!(values(&sql).await, ["true"]);
}
