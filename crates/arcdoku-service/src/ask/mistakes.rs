//! Mistakes on a board of any shape and with any rules.

use arcdoku::grid::{Cell, Digit};
use arcdoku::puzzle::{Outcome, Puzzle, Violation};
use arcdoku::rate::hint::mistakes;
use arcdoku::solve::Solver;
use arcdoku_wire::{ConflictReply, MistakeReply, MistakesOutcome, MistakesReply, VERSION};

use super::state::without_marks;
use crate::cancel::Bounds;
use crate::input::{Item, Reading};

/// Compares a board with the rules and with the only solution of its clues.
pub fn reply(solver: &mut Solver, reading: &Reading, bounds: &Bounds) -> MistakesReply {
    let mut reply = MistakesReply { version: VERSION, ..MistakesReply::default() };
    let outcome = match reading {
        Ok(item) => answer(solver, item, bounds, &mut reply),
        Err(rejected) => {
            reply.fault = Some(rejected.fault.clone());
            MistakesOutcome::Malformed
        }
    };
    reply.outcome = outcome;
    reply
}

/// Compares a board with the rules only. This is fast because nothing is solved. The outcome `solved` means that all
/// cells are filled and no rule is broken.
pub fn broken(reading: &Reading) -> MistakesReply {
    let mut reply = MistakesReply { version: VERSION, ..MistakesReply::default() };
    let outcome = match reading {
        Ok(item) => {
            let (mut conflicts, excluded) = conflicts(&item.record.puzzle, &grid(item));
            conflicts.extend(excluded);
            reply.conflicts = conflicts;
            match (reply.conflicts.is_empty(), is_full(item)) {
                (false, _) => MistakesOutcome::Conflicts,
                (true, true) => MistakesOutcome::Solved,
                (true, false) => MistakesOutcome::Fine,
            }
        }
        Err(rejected) => {
            reply.fault = Some(rejected.fault.clone());
            MistakesOutcome::Malformed
        }
    };
    reply.outcome = outcome;
    reply
}

fn answer(solver: &mut Solver, item: &Item, bounds: &Bounds, reply: &mut MistakesReply) -> MistakesOutcome {
    let record = &item.record;
    reply.conflicts = conflicts(&record.puzzle, &grid(item)).0;
    let bare = without_marks(&record.puzzle);
    let clues = bare.as_ref().unwrap_or(&record.puzzle);
    let solution = match solver.solve(clues, &bounds.limits()).outcome {
        Outcome::Unique(solution) | Outcome::Solved(solution) => solution,
        Outcome::Unsatisfiable(_) => return MistakesOutcome::Unsatisfiable,
        Outcome::Unknown { limit, .. } => {
            reply.limit = Some(limit.into());
            return if reply.conflicts.is_empty() {
                MistakesOutcome::Unknown
            } else {
                MistakesOutcome::Conflicts
            };
        }
        _ if reply.conflicts.is_empty() => return MistakesOutcome::Multiple,
        _ => return MistakesOutcome::Conflicts,
    };
    let wrong = mistakes(&record.puzzle, &record.placed, &solution).into_iter();
    reply.mistakes = wrong.map(|one| MistakeReply::of(one, record.puzzle.shape())).collect();
    match (reply.mistakes.is_empty(), is_full(item)) {
        (false, _) => MistakesOutcome::Mistakes,
        (true, true) => MistakesOutcome::Solved,
        (true, false) => MistakesOutcome::Fine,
    }
}

/// Whether all cells have a digit.
fn is_full(item: &Item) -> bool {
    grid(item).iter().all(Option::is_some)
}

/// The board with the digits that were placed later. Void cells have the first digit, as in solutions.
fn grid(item: &Item) -> Vec<Option<Digit>> {
    let puzzle = &item.record.puzzle;
    let mut grid = puzzle.givens().to_vec();
    for cell in (0..grid.len()).map(Cell::new).filter(|&cell| puzzle.is_void(cell)) {
        grid[cell.index()] = Some(Digit::from_index(0));
    }
    for (cell, digit) in &item.record.placed {
        grid[cell.index()] = Some(*digit);
    }
    grid
}

/// The constraints that a board breaks, and the cells whose digits are not among the candidates of the puzzle.
fn conflicts(puzzle: &Puzzle, grid: &[Option<Digit>]) -> (Vec<ConflictReply>, Option<ConflictReply>) {
    let names = |cells: &[Cell]| cells.iter().map(|&cell| puzzle.shape().name(cell).to_string()).collect();
    let (mut conflicts, mut excluded) = (Vec::new(), Vec::new());
    for violation in puzzle.violations(grid) {
        match violation {
            Violation::Constraint { constraint, cells, .. } if !cells.is_empty() => {
                conflicts.push(ConflictReply { constraint: constraint.to_string(), cells: names(&cells) });
            }
            Violation::Candidate(cell) => excluded.push(cell),
            _ => {}
        }
    }
    let constraint = "candidates".to_owned();
    let excluded = (!excluded.is_empty()).then(|| ConflictReply { constraint, cells: names(&excluded) });
    (conflicts, excluded)
}

#[cfg(test)]
mod tests {
    use arcdoku_wire::Mark;

    use super::*;
    use crate::input::Board;

    const PUZZLE: &str = "{\"puzzle\": \"1...............\", \"rules\": [\"cage 3: r3c1 r3c2\"]}";

    fn ask(digits: &str, marks: &[(usize, &[u8])]) -> MistakesReply {
        let mut all = vec![Vec::new(); 16];
        for (cell, digits) in marks {
            all[*cell] = digits.to_vec();
        }
        let board = Board { puzzle: PUZZLE.to_owned(), digits: Some(digits.to_owned()), marks: all };
        reply(&mut Solver::new(), &board.in_progress(), &Bounds::default())
    }

    #[test]
    fn boards_are_compared_with_rules_and_solution() {
        assert_eq!(ask("1...............", &[]).outcome, MistakesOutcome::Multiple);
        let broken = ask("11..............", &[]);
        let names: Vec<&str> = broken.conflicts.iter().map(|row| row.constraint.as_str()).collect();
        assert_eq!(names, ["row 1", "box 1"]);
        assert_eq!(broken.conflicts[0].cells, ["r1c1", "r1c2"]);
        let broken = ask("1.......4.......", &[]);
        assert!(broken.conflicts.iter().any(|row| row.constraint == "cage 3: r3c1 r3c2"));
        assert_eq!(ask("2...............", &[]).outcome, MistakesOutcome::Malformed);
    }

    #[test]
    fn boards_are_compared_with_rules_only() {
        let broken = |puzzle: &str, digits: &str| {
            let board =
                Board { puzzle: puzzle.to_owned(), digits: Some(digits.to_owned()), ..Board::default() };
            broken(&board.in_progress())
        };
        // It is not a mistake if the puzzle has several solutions.
        assert_eq!(broken(PUZZLE, "1...............").outcome, MistakesOutcome::Fine);
        assert_eq!(broken(PUZZLE, "1.......4.......").conflicts[0].cells, ["r3c1"]);
        assert_eq!(broken("1234341221434321", "................").outcome, MistakesOutcome::Solved);
        let void = "{\"puzzle\": \"......\", \"shape\": \"grid 2x3\", \"rules\": [\"void: r2c3\"]}";
        assert_eq!(
            (broken(void, "12323.").outcome, broken(void, "12331.").outcome),
            (MistakesOutcome::Solved, MistakesOutcome::Conflicts)
        );
        let found = broken("{\"puzzle\": \"....\", \"rules\": [\"candidates 1 12 12 12\"]}", "2...");
        assert_eq!(
            (found.conflicts[0].constraint.as_str(), found.conflicts[0].cells.len()),
            ("candidates", 1)
        );
    }

    #[test]
    fn wrong_digits_and_missing_marks_are_mistakes() {
        let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let digits = puzzle.replacen("53.", "531", 1);
        let mut marks = vec![Vec::new(); 81];
        marks[3] = vec![1, 2];
        marks[5] = vec![8, 9];
        let board = Board { puzzle: puzzle.to_owned(), digits: Some(digits), marks };
        let reply = reply(&mut Solver::new(), &board.in_progress(), &Bounds::default());
        assert_eq!(reply.outcome, MistakesOutcome::Mistakes);
        let mark = |cell: &str, digit| Mark { cell: cell.to_owned(), digit };
        assert_eq!(
            reply.mistakes,
            [MistakeReply::Wrong(mark("r1c3", 1)), MistakeReply::Missing(mark("r1c4", 6))]
        );
    }
}
