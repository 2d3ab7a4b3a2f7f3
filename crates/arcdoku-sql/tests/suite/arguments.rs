//! Types, nulls, options, and errors of arguments.

use crate::{PUZZLE, SOLVED, error, values};

#[tokio::test]
async fn null_has_the_answer_null() {
    for call in [
        "sudoku_solve(NULL)",
        "sudoku_outcome(NULL)",
        "sudoku_fault(NULL)",
        "sudoku_rate(NULL)",
        "sudoku_key(NULL)",
        "sudoku_seed(NULL, 1)",
        "sudoku_generate(NULL)",
        "sudoku_generate(1, NULL)",
        "sudoku_augment('1...............', NULL)",
        "sudoku_vicinity(NULL, 1, 1)",
    ] {
        assert_eq!(values(&format!("SELECT {call}")).await, ["NULL"], "{call}");
    }
    let mixed = format!("SELECT sudoku_solve(p) FROM (VALUES ('{PUZZLE}'), (NULL), ('bad')) AS t(p)");
    assert_eq!(values(&mixed).await, [SOLVED, "NULL", "NULL"]);
}

#[tokio::test]
async fn a_bad_row_does_not_end_a_query() {
    let bad = format!("VALUES ('{PUZZLE}'), (''), ('x'), ('{}'), ('{}Z')", &PUZZLE[1..], &PUZZLE[1..]);
    let faults = values(&format!("SELECT sudoku_fault(p) FROM ({bad}) AS t(p)")).await;
    assert_eq!(faults[0], "NULL");
    assert_eq!(faults[1..3], ["found 0 cells, expected 81", "found 1 cells, expected 81"]);
    assert_eq!(faults[3], "found 80 cells, expected 81");
    assert!(faults[4].starts_with("row 9, column 9: found 'Z'"), "{faults:?}");
    let rated = values(&format!("SELECT sudoku_rate(p)['fault'] FROM ({bad}) AS t(p)")).await;
    assert_eq!(rated[1..], faults[1..]);
    let outcomes = values(&format!("SELECT sudoku_outcome(p) FROM ({bad}) AS t(p)")).await;
    assert_eq!(outcomes, ["unique", "malformed", "malformed", "malformed", "malformed"]);
}

#[tokio::test]
async fn text_of_all_types_is_read() {
    for cast in ["VARCHAR", "TEXT"] {
        let sql = format!("SELECT sudoku_solve(CAST(p AS {cast})) FROM (VALUES ('{PUZZLE}')) AS t(p)");
        assert_eq!(values(&sql).await, [SOLVED]);
    }
    for to in ["LargeUtf8", "Utf8View", "Utf8", "Dictionary(Int32, Utf8)"] {
        let sql = format!("SELECT sudoku_solve(arrow_cast(p, '{to}')) FROM (VALUES ('{PUZZLE}')) AS t(p)");
        assert_eq!(values(&sql).await, [SOLVED], "{to}");
    }
}

#[tokio::test]
async fn options_may_change_from_row_to_row() {
    let sql =
        "SELECT sudoku_solutions('................', cap) FROM (VALUES (5), (5), (7), (1000)) AS t(cap)";
    assert_eq!(values(sql).await, ["5", "5", "7", "288"]);
    let sql = "SELECT sudoku_solutions(p, 1000, r) FROM (VALUES ('................', ''), \
               ('................', 'diagonals'), (NULL, 'diagonals'), ('1...............', 'diagonals')) AS t(p, r)";
    assert_eq!(values(sql).await, ["288", "48", "NULL", "12"]);
}

#[tokio::test]
async fn wrong_arguments_are_named() {
    let unknown = error("SELECT sudoku_rate('1...............', 'hard')").await;
    assert!(unknown.contains("sudoku_rate(hard): expected one of hodoku, relaxed, se, logic"), "{unknown}");
    let wish = error("SELECT sudoku_generate(1, 'clues many')").await;
    assert!(wish.contains("clues many: expected a value such as 22..26"), "{wish}");
    let wish = error("SELECT sudoku_generate(1, 'color red')").await;
    assert!(wish.contains("color: expected one of shape, rule"), "{wish}");
    let rules = error("SELECT sudoku_solve('................', 'thermo: r1c1 r9c9')").await;
    assert!(rules.contains("sudoku_solve(rules"), "{rules}");
    let few = error("SELECT sudoku_solutions('................')").await;
    assert!(few.contains("the argument cap is missing"), "{few}");
    let many = error("SELECT sudoku_clues('................', 1)").await;
    assert!(many.contains("expected 1 at most"), "{many}");
    let kind = error("SELECT sudoku_generate('one')").await;
    assert!(kind.contains("argument 1 is Utf8, expected a whole number"), "{kind}");
    let negative = error("SELECT sudoku_solutions('................', -1)").await;
    assert!(negative.contains("found -1, expected 0 or more"), "{negative}");
}

#[tokio::test]
async fn a_number_after_a_puzzle_limits_the_search() {
    let empty = ".".repeat(81);
    assert_eq!(values(&format!("SELECT sudoku_outcome('{empty}', 0)")).await, ["unknown"]);
    let rated = values(&format!("SELECT sudoku_rate('{PUZZLE}', 'se', 0)['fault']")).await;
    assert_eq!(rated, ["stopped by the limit: time"]);
}

/// The whole range of 64 bits is used, whichever sign a column has.
#[tokio::test]
async fn seeds_are_signed_or_not() {
    let sql = "SELECT sudoku_generate(-1) = sudoku_generate(CAST(18446744073709551615 AS BIGINT UNSIGNED))";
    assert_eq!(values(sql).await, ["true"]);
}

/// A row has the shape of its own length, whatever the rows beside it have.
#[tokio::test]
async fn shapes_are_those_of_each_row() {
    let rows = format!("('abcdefghi'), ('{PUZZLE}'), ('1...............'), (NULL), ('1'), ('{PUZZLE}')");
    let outcomes = values(&format!("SELECT sudoku_outcome(p) FROM (VALUES {rows}) AS t(p)")).await;
    assert_eq!(outcomes, ["malformed", "unique", "multiple", "NULL", "malformed", "unique"]);
    let keys = values(&format!("SELECT sudoku_key(p) IS NULL FROM (VALUES {rows}) AS t(p)")).await;
    assert_eq!(keys, ["true", "false", "true", "true", "true", "false"]);
}
