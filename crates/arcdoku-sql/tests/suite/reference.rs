//! Answers agree with the reference solver and with the neutral data for the tests of all engines.

use arcdoku::grid::{Digit, Shape};
use arcdoku::testing::{neutral, reference};
use arcdoku::{Puzzle, Rule};
use fastrand::Rng;

use crate::answers::line;
use crate::{query, session, values, words};

#[tokio::test]
async fn neutral_data_has_its_counts_and_solutions() {
    const CAP: u128 = 300;
    let session = session();
    let mut cases = 0;
    for name in ["agreement/shapes.txt", "agreement/rules.txt", "agreement/variants.txt"] {
        for case in neutral::read(name) {
            // Functions derive the shape from the number of cells.
            let shape = case.puzzle.shape();
            if shape.digits() < 4 || Shape::usual(shape.digits()) != Some(shape) {
                continue;
            }
            let text = line(&Puzzle::with_givens(shape, case.puzzle.givens()));
            let rules: Vec<String> = case.puzzle.rules().iter().map(ToString::to_string).collect();
            let rules = rules.join("; ").replace('\'', "''");
            let sql = format!(
                "SELECT sudoku_solutions('{text}', {CAP}, '{rules}'), sudoku_solve('{text}', '{rules}'), \
                 sudoku_outcome('{text}', '{rules}')"
            );
            let row = query(&session, &sql).await.unwrap_or_else(|error| panic!("{}: {error}", case.place));
            let found: Vec<String> = row.columns().iter().flat_map(words).collect();
            let outcome = ["unsatisfiable", "unique", "multiple"][case.count.min(2) as usize];
            let solution = case.solution.as_ref().map_or_else(
                || "NULL".to_owned(),
                |solution| {
                    let givens: Vec<_> = solution.digits().iter().copied().map(Some).collect();
                    line(&Puzzle::with_givens(shape, &givens))
                },
            );
            let expected = [case.count.min(CAP).to_string(), solution, outcome.to_owned()];
            assert_eq!(found, expected, "{}", case.place);
            cases += 1;
        }
    }
    assert!(cases > 100, "{cases}");
}

#[tokio::test]
async fn small_boards_have_the_answers_of_the_reference() {
    let mut rng = Rng::with_seed(17);
    let shape = Shape::boxes(2, 2).unwrap();
    for (rules, empty) in
        [("", Puzzle::new(shape)), ("diagonals", Puzzle::new(shape).with_rule(Rule::Diagonals))]
    {
        let boards: Vec<Vec<Option<Digit>>> = (0..200)
            .map(|_| (0..16).map(|_| Digit::new(if rng.u8(..4) == 0 { rng.u8(1..=4) } else { 0 })).collect())
            .collect();
        let with = |givens: &[Option<Digit>]| {
            let mut puzzle = empty.clone();
            puzzle.set_givens(givens);
            puzzle
        };
        let rows: Vec<String> = boards
            .iter()
            .enumerate()
            .map(|(row, givens)| format!("({row}, '{}')", line(&Puzzle::with_givens(shape, givens))))
            .collect();
        let rows = rows.join(", ");
        let column = async |call: &str| {
            values(&format!("SELECT {call} FROM (VALUES {rows}) AS t(row, p) ORDER BY row")).await
        };
        let counts = column(&format!("sudoku_solutions(p, 3, '{rules}')")).await;
        let minimal = column(&format!("sudoku_is_minimal(p, '{rules}')")).await;
        for (row, givens) in boards.iter().enumerate() {
            let count = reference::solutions(&with(givens), 3).len();
            assert_eq!(counts[row], count.to_string(), "{givens:?}");
            let is_needed = |cell: usize| {
                let mut fewer = givens.clone();
                fewer[cell] = None;
                reference::solutions(&with(&fewer), 2).len() == 2
            };
            let is_minimal = count == 1 && (0..16).filter(|&cell| givens[cell].is_some()).all(is_needed);
            assert_eq!(minimal[row], is_minimal.to_string(), "{givens:?}");
        }
    }
}
