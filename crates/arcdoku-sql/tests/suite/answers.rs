//! Answers agree with the library for any number of rows.

use arcdoku::canon::{Canonizer, Clues};
use arcdoku::generate::{Maker, PuzzleRequest, seed_of};
use arcdoku::puzzle::format::{Notation, write};
use arcdoku::rate::Scale;
use arcdoku::{Limits, Puzzle};

use crate::{PUZZLE, values};

pub(crate) fn line(puzzle: &Puzzle) -> String {
    let mut text = String::new();
    write(Notation::Line, puzzle, &mut text).unwrap();
    text.trim_end().to_owned()
}

#[tokio::test]
async fn generated_puzzles_equal_those_of_a_run() {
    let found =
        values("SELECT sudoku_generate(sudoku_seed(42, i)) FROM range(0, 100) AS t(i) ORDER BY i").await;
    let mut maker = Maker::new(PuzzleRequest::default()).unwrap();
    for (number, text) in found.iter().enumerate() {
        let made = maker.make(seed_of(42, number as u64), &Limits::NONE).unwrap();
        assert_eq!(*text, line(&made.puzzle), "{number}");
    }
}

#[tokio::test]
async fn ratings_and_keys_equal_those_of_the_library() {
    let puzzles = values("SELECT sudoku_generate(i) FROM range(0, 20) AS t(i) ORDER BY i").await;
    let mut found = Vec::new();
    for column in [
        "sudoku_rate(p, 'hodoku')['hardness']",
        "sudoku_rate(p, 'se')['hardness']",
        "encode(sudoku_key(p), 'hex')",
    ] {
        let made = "SELECT i, sudoku_generate(i) AS p FROM range(0, 20) AS t(i)";
        found.push(values(&format!("SELECT {column} FROM ({made}) ORDER BY i")).await);
    }
    let mut canonizer = Canonizer::new();
    for (row, text) in puzzles.iter().enumerate() {
        let puzzle: Puzzle = text.parse().unwrap();
        for (scale, column, unit) in [("hodoku", 0, 1.0), ("se", 1, 10.0)] {
            let rating = Scale::by_name(scale).unwrap().rate(&puzzle, &Limits::NONE).unwrap();
            assert_eq!(found[column][row], format!("{:?}", f64::from(rating.hardness()) / unit), "{text}");
        }
        let key = canonizer.canonize(&Clues::of(&puzzle).unwrap()).key();
        assert_eq!(found[2][row], format!("{key:032x}"), "{text}");
    }
}

#[tokio::test]
async fn images_have_the_same_class() {
    let sql = format!(
        "SELECT count(DISTINCT sudoku_key(a)), count(DISTINCT a) FROM \
         (SELECT sudoku_augment('{PUZZLE}', i) AS a FROM range(0, 50) AS t(i))"
    );
    assert_eq!(values(&sql).await, ["1"]);
    assert_eq!(values(&sql.replace("count(DISTINCT sudoku_key(a)), ", "")).await, ["50"]);
}

#[tokio::test]
async fn minimal_puzzles_are_minimal() {
    let sql =
        "SELECT DISTINCT sudoku_is_minimal(sudoku_minimize(sudoku_grid(i), i)) FROM range(0, 50) AS t(i)";
    assert_eq!(values(sql).await, ["true"]);
}

#[tokio::test]
async fn a_vicinity_has_minimal_puzzles_of_other_classes() {
    let puzzle = "...9...18..5.......7..1.9..2...573........5....3.4....8...24.9..2.8.9..4..9..3...";
    let sql = format!(
        "SELECT bool_and(sudoku_is_minimal(v)) AND bool_and(sudoku_canon(v) = v) AND \
         bool_and(v <> sudoku_canon('{puzzle}')) FROM (SELECT unnest(sudoku_vicinity('{puzzle}', 1, 1)) AS v)"
    );
    assert_eq!(values(&sql).await, ["true"]);
}

/// Tests many rows in one query.
#[tokio::test]
async fn many_rows_are_computed_like_single_rows() {
    let sql = "SELECT count(*) FROM (SELECT i, sudoku_solve(sudoku_generate(i)) AS s FROM range(0, 10000) AS t(i)) \
               WHERE s IS NULL OR sudoku_outcome(s) <> 'unique'";
    assert_eq!(values(sql).await, ["0"]);
}
