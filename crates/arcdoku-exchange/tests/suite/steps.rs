//! Paths of the puzzles of the data: no step removes a digit of the solution.

use std::ops::ControlFlow;

use arcdoku::Limits;
use arcdoku::deduction::{GridState as _, PathEnd, Technique, Techniques};
use arcdoku::logic::{Logic, TECHNIQUES};
use arcdoku_exchange::{Format, Policy};
use serde_json::Value;

use crate::data::{rows, text};

/// Walks the paths of every `nth` puzzle with a known solution; returns the number of paths that ended with it, and
/// the number of all paths.
fn walk(file: &str, field: &str, format: Format, nth: usize, wanted: Techniques) -> (usize, usize) {
    let (mut solved, mut all) = (0, 0);
    for row in rows(file).iter().step_by(nth) {
        let is_proper = row["expect"].as_str() == Some("unique")
            || row["solutions"].as_u64() == Some(1) && row["complete"].as_bool() == Some(true);
        let known = ["solution_cells", "solution"].iter().find_map(|field| row[*field].as_array());
        let known: Option<Vec<i64>> = known.map(|cells| cells.iter().filter_map(Value::as_i64).collect());
        let (true, Some(known)) = (is_proper, known) else { continue };
        let Ok(import) = format.read(text(row, field), &Policy::default()) else { continue };
        let shape = import.puzzle.shape();
        let mut logic = Logic::new(&import.puzzle);
        let board = logic.start(&[]).expect("clues that fit");
        let (board, _, end) = logic.walk(board, wanted, &Limits::NONE, &mut |board, step, _, _| {
            assert!(step.is_effective(board));
            // Cells outside of the grid are not part of the known solution.
            for at in step.eliminations.iter().filter(|at| at.cell.index() < known.len()) {
                let value = i64::from(shape.value(at.digit));
                assert_ne!(known[at.cell.index()], value, "{}: {step:?}", text(row, "id"));
            }
            ControlFlow::Continue(())
        });
        all += 1;
        assert!(matches!(end, PathEnd::Solved | PathEnd::Stuck), "{}: {end:?}", text(row, "id"));
        if end == PathEnd::Solved {
            solved += 1;
            let cells = (0..known.len()).map(arcdoku::Cell::new);
            let found: Vec<i64> = cells
                .map(|cell| board.value(cell).map_or(0, |digit| i64::from(shape.value(digit))))
                .collect();
            assert_eq!(found, known, "{}", text(row, "id"));
        }
    }
    println!("{file}: {solved} of {all} solved by steps");
    (solved, all)
}

#[test]
fn steps_keep_the_solutions_of_the_data() {
    let wanted = TECHNIQUES.without(Technique::Contradiction).without(Technique::DeepContradiction);
    walk("fpuzzles.jsonl", "fpuzzles", Format::FPuzzles, 1, wanted);
    walk("iss.jsonl", "input", Format::Iss, 5, wanted);
    walk("ctc.jsonl", "iss", Format::Iss, 5, wanted);
}

#[test]
#[ignore = "minutes: contradictions of hard puzzles"]
fn all_steps_keep_the_solutions_of_the_data() {
    for (file, field, format) in [
        ("fpuzzles.jsonl", "fpuzzles", Format::FPuzzles),
        ("iss.jsonl", "input", Format::Iss),
        ("ctc.jsonl", "iss", Format::Iss),
    ] {
        let (solved, all) = walk(file, field, format, 1, TECHNIQUES);
        assert!(2 * solved >= all);
    }
}
