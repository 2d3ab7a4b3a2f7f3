//! Types, nulls, options, and errors of arguments.

use crate::{PUZZLE, SOLVED, error, values};

#[tokio::test]
async fn the_result_of_null_is_null() {
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
    let faults = format!("SELECT sudoku_rate(p)['fault'] FROM (VALUES ('{PUZZLE}'), (NULL), ('x')) AS t(p)");
    assert_eq!(values(&faults).await, ["NULL", "NULL", "found 1 cells, expected 81"]);
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
    let request = error("SELECT sudoku_generate(1, 'clues many')").await;
    assert!(request.contains("clues many: expected a value such as 22..26"), "{request}");
    let request = error("SELECT sudoku_generate(1, 'color red')").await;
    assert!(request.contains("color: expected one of shape, rule"), "{request}");
    for rules in ["thermo: r1c1 r99c99", "termo: r1c1 r2c2", "diagonals; thermo: r1c1 r1c1"] {
        let wrong = error(&format!("SELECT sudoku_solve('................', '{rules}')")).await;
        assert!(wrong.contains("sudoku_solve(rules"), "{wrong}");
    }
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
async fn parts_of_a_request_that_do_not_apply_are_named() {
    for (request, expected) in [
        ("rule diagonals; scale se", "scale se: expected logic"),
        ("shape 2x2; level hard", "level hard: only for 9x9 puzzles without rules"),
        ("draw kropki; hardest x-wing", "hardest x-wing: only for 9x9 puzzles without rules"),
        ("level", "level: expected a value such as hard..unfair"),
        ("level ..", "level ..: expected one of easy"),
        ("clues ..=", "clues ..=: expected a value such as 22..26"),
        ("rule", "rule: expected a value such as diagonals"),
        ("clues 24; clues 25", "clues: given twice"),
    ] {
        let found = error(&format!("SELECT sudoku_generate(1, '{request}')")).await;
        assert!(found.contains(expected), "{request}: {found}");
    }
}

/// Values are written as for `arcdoku generate`.
#[tokio::test]
async fn a_value_of_a_request_has_several_spellings() {
    for (one, other) in [
        ("clues 24..26", "clues  24 ..=26"),
        ("shape 2x2", "shape 2X2"),
        ("shape 2x2", "shape 2 x 2"),
        ("level easy..medium", "level Easy .. medium"),
    ] {
        let sql = format!("SELECT sudoku_generate(1, '{one}') = sudoku_generate(1, '{other}')");
        assert_eq!(values(&sql).await, ["true"], "{other}");
    }
    assert_eq!(values("SELECT sudoku_grid(1, '2X2') = sudoku_grid(1, '2x2')").await, ["true"]);
}

#[tokio::test]
async fn a_number_after_a_puzzle_limits_the_search() {
    let empty = ".".repeat(81);
    assert_eq!(values(&format!("SELECT sudoku_outcome('{empty}', 0)")).await, ["unknown"]);
    let rated = values(&format!("SELECT sudoku_rate('{PUZZLE}', 'se', 0)['fault']")).await;
    assert_eq!(rated, ["stopped by the limit: time"]);
}

/// Signed and unsigned columns use the whole range of 64 bits.
#[tokio::test]
async fn seeds_are_signed_or_not() {
    let sql = "SELECT sudoku_generate(-1) = sudoku_generate(CAST(18446744073709551615 AS BIGINT UNSIGNED))";
    assert_eq!(values(sql).await, ["true"]);
}

/// The length of a row determines its shape, regardless of other rows.
#[tokio::test]
async fn each_row_has_its_own_shape() {
    let rows = format!("('abcdefghi'), ('{PUZZLE}'), ('1...............'), (NULL), ('1'), ('{PUZZLE}')");
    let outcomes = values(&format!("SELECT sudoku_outcome(p) FROM (VALUES {rows}) AS t(p)")).await;
    assert_eq!(outcomes, ["malformed", "unique", "multiple", "NULL", "malformed", "unique"]);
    let keys = values(&format!("SELECT sudoku_key(p) IS NULL FROM (VALUES {rows}) AS t(p)")).await;
    assert_eq!(keys, ["true", "false", "true", "true", "true", "false"]);
}

/// Rules that do not fit the shape of a row make it malformed, in a batch and alone.
#[tokio::test]
async fn rules_of_another_shape_do_not_end_a_query() {
    let rows = format!("(1, '{PUZZLE}'), (2, '1...............'), (3, 'bad'), (4, NULL), (5, '{SOLVED}')");
    let column = async |call: &str| {
        values(&format!("SELECT {call} FROM (VALUES {rows}) AS t(row, p) ORDER BY row")).await
    };
    // These cells are 3 and 4 in the solution.
    let rules = "thermo: r1c2 r1c3";
    assert_eq!(
        column(&format!("sudoku_outcome(p, '{rules}')")).await,
        ["unique", "multiple", "malformed", "NULL", "unique"]
    );
    let rules = "thermo: r1c2 r1c3; cage 16: r9c8 r9c9";
    let outcomes = column(&format!("sudoku_outcome(p, '{rules}')")).await;
    assert_eq!(outcomes[1..4], ["malformed", "malformed", "NULL"]);
    let faults = column(&format!("sudoku_fault(p, '{rules}')")).await;
    let malformed = "row 1, column 1: found 'b', expected 1 to 9 or . for an empty cell";
    assert_eq!(faults[1..4], ["found 16 cells, expected 81", malformed, "NULL"]);
    for call in ["solve(p", "solutions(p, 9", "guesses(p", "is_minimal(p", "minimize(p, 1"] {
        let found = column(&format!("sudoku_{call}, '{rules}')")).await;
        assert_eq!(found[1..4], ["NULL", "NULL", "NULL"], "{call}");
    }
    let rated = column(&format!("sudoku_rate(p, 'logic', '{rules}')['fault']")).await;
    assert_eq!(rated[1..3], faults[1..3]);
    // The rules do not fit 9x9. The rows have 81 cells or no shape.
    let rules = "thermo: r1c10 r10c10";
    let rows = format!("('{}'), ('{PUZZLE}'), ('123')", ".".repeat(100));
    let faults = values(&format!("SELECT sudoku_fault(p, '{rules}') FROM (VALUES {rows}) AS t(p)")).await;
    assert_eq!(faults, ["NULL", "found 81 cells, expected 100", "found 3 cells, expected 100"]);
}

/// Tests that a column of numbers has the same answers as the column of text with the same puzzles.
#[tokio::test]
async fn numbers_and_text_have_the_same_answers() {
    let digits = PUZZLE.replace('.', "0");
    let bytes: String = digits.chars().map(|digit| format!("0{digit}")).collect();
    let text = format!("(SELECT p FROM (VALUES ('{PUZZLE}'), (NULL), ('{PUZZLE}')) AS t(p))");
    let numbers = format!(
        "(SELECT arrow_cast(b, 'FixedSizeBinary(81)') AS p FROM (VALUES (X'{bytes}'), (NULL), (X'{bytes}')) AS t(b))"
    );
    for call in [
        "sudoku_convert(p, 'line')",
        "sudoku_convert(p, 'grid')",
        "sudoku_augment(p, 7)",
        "sudoku_vicinity(p, 1, 0)",
        "sudoku_canon(p)",
        "sudoku_clues(p)",
    ] {
        let of_text = values(&format!("SELECT {call} FROM {text}")).await;
        let of_numbers = values(&format!("SELECT {call} FROM {numbers}")).await;
        assert_eq!(of_numbers, of_text, "{call}");
        assert_eq!((of_text[0] == "NULL", of_text[1].as_str()), (false, "NULL"), "{call}");
    }
    let short = "SELECT sudoku_convert(arrow_cast(X'0102', 'FixedSizeBinary(2)'), 'line')";
    assert_eq!(values(short).await, ["NULL"]);
}

#[tokio::test]
async fn only_9x9_puzzles_have_a_vicinity() {
    assert_eq!(values("SELECT sudoku_vicinity('1...............', 1, 1)").await, ["NULL"]);
}
