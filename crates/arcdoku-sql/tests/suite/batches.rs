//! A row has the same answer in every batch: alone, among others, in any order.

use crate::{PUZZLE, SOLVED, error, values};

const CALLS: &[&str] = &[
    "sudoku_solve(p, 100)",
    "sudoku_outcome(p, 100)",
    "sudoku_fault(p)",
    "sudoku_solutions(p, 70, 100)",
    "sudoku_guesses(p, 100)",
    "sudoku_clues(p)",
    "sudoku_is_minimal(p, 200)",
    "sudoku_backdoor_size(p, 100)",
    "sudoku_rate(p, 'hodoku', 60000, 100)",
    "sudoku_canon(p)",
    "encode(sudoku_key(p), 'hex')",
    "sudoku_augment(p, 7)",
    "sudoku_minimize(p, 7, 1000)",
    "sudoku_convert(p, 'sdm')",
];

#[tokio::test]
async fn answers_do_not_depend_on_other_rows() {
    let mut rows: Vec<String> = [PUZZLE, SOLVED, "", "bad", "1...............", "11.............."]
        .map(|text| format!("'{text}'"))
        .to_vec();
    rows.push("NULL".to_owned());
    rows.extend([36, 81, 256].map(|cells| format!("'{}'", ".".repeat(cells))));
    rows.extend((0..20).map(|seed| format!("sudoku_generate({seed})")));
    for call in CALLS {
        let mut alone = Vec::new();
        for row in &rows {
            alone.extend(values(&format!("SELECT {call} FROM (VALUES ({row})) AS t(p)")).await);
        }
        // The first order puts rows of different sizes next to each other, and the second one is its reverse.
        for step in [11, rows.len() - 1] {
            let places: Vec<usize> = (0..rows.len()).map(|place| place * step % rows.len()).collect();
            let all: Vec<String> =
                places.iter().enumerate().map(|(at, &place)| format!("({at}, {})", rows[place])).collect();
            let sql = format!("SELECT {call} FROM (VALUES {}) AS t(i, p) ORDER BY i", all.join(", "));
            let expected: Vec<&String> = places.iter().map(|&place| &alone[place]).collect();
            assert_eq!(values(&sql).await.iter().collect::<Vec<_>>(), expected, "{call}");
        }
    }
}

#[tokio::test]
async fn batches_without_rows_have_no_answers() {
    for call in CALLS {
        let sql =
            format!("SELECT count(a) FROM (SELECT {call} AS a FROM (VALUES ('x')) AS t(p) WHERE p = 'y')");
        assert_eq!(values(&sql).await, ["0"], "{call}");
    }
}

#[tokio::test]
async fn wrong_types_and_values_are_errors() {
    for to in ["Binary", "BinaryView"] {
        let error = error(&format!("SELECT sudoku_solve(arrow_cast('{PUZZLE}', '{to}'))")).await;
        assert!(error.contains("expected text, FixedSizeBinary"), "{error}");
    }
    let bytes = format!("arrow_cast(arrow_cast('{PUZZLE}', 'Binary'), 'FixedSizeBinary(81)')");
    assert_eq!(values(&format!("SELECT sudoku_solve({bytes})")).await, [SOLVED]);
    for call in [
        "sudoku_convert('1...............', 'no notation')",
        "sudoku_grid(1, 'no shape')",
        "sudoku_vicinity('1', -1, 1)",
        "sudoku_rate('1', 'se', -1)",
        "sudoku_is_minimal('1', -1)",
        "sudoku_seed(-1, 1)",
        "sudoku_share('key')",
    ] {
        let error = error(&format!("SELECT {call}")).await;
        let name = call.split('(').next().unwrap();
        assert!(
            error.contains(&format!("{name}: ")) || error.contains(&format!("{name}(")),
            "{call}: {error}"
        );
        assert!(!error.contains("panic"), "{call}: {error}");
    }
    for call in ["sudoku_rate('1', NULL)", "sudoku_solve('1', NULL)", "sudoku_convert('1', NULL)"] {
        assert_eq!(values(&format!("SELECT {call}")).await, ["NULL"], "{call}");
    }
}
