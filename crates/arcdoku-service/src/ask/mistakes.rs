//! Mistakes on a board of any shape and with any rules.

use arcdoku::deduction::Candidate;
use arcdoku::explain::{Grade, Narrator};
use arcdoku::grid::{Cell, Digit};
use arcdoku::logic::Logic;
use arcdoku::puzzle::{Outcome, Puzzle, Violation};
use arcdoku::rate::hint::{Mistake, mistakes};
use arcdoku::solve::Solver;
use arcdoku_wire::{ConflictReply, MistakeReply, MistakesOutcome, MistakesReply, VERSION, WhyReply};

use super::state::{step_reply, without_marks};
use crate::cancel::Bounds;
use crate::input::{Item, Reading};

/// The maximum number of wrong digits among which the one with the shortest explanation is searched for.
const MOST_EXPLAINED: usize = 12;

/// Finds mistakes, on many boards of the same puzzle without solving it again.
#[derive(Debug, Default)]
pub struct MistakeFinder {
    solver: Solver,
    /// The last clues that were solved, with the outcome.
    last: Option<(Puzzle, Outcome)>,
}

impl MistakeFinder {
    /// Compares a board with the rules and with the only solution of its clues.
    pub fn reply(&mut self, reading: &Reading, bounds: &Bounds) -> MistakesReply {
        let mut reply = MistakesReply { version: VERSION, ..MistakesReply::default() };
        let outcome = match reading {
            Ok(item) => self.answer(item, bounds, &mut reply),
            Err(rejected) => {
                reply.fault = Some(rejected.fault.clone());
                MistakesOutcome::Malformed
            }
        };
        reply.outcome = outcome;
        reply
    }

    /// Why a wrong digit on the board cannot be there: the digit of this cell, or the digit with the shortest
    /// explanation.
    pub fn why(
        &mut self,
        reading: &Reading,
        cell: Option<&str>,
        narrator: &Narrator,
        bounds: &Bounds,
    ) -> WhyReply {
        let mut reply = WhyReply { version: VERSION, ..WhyReply::default() };
        let item = match reading {
            Ok(item) => item,
            Err(rejected) => {
                reply.fault = Some(rejected.fault.clone());
                return reply;
            }
        };
        let record = &item.record;
        let bare = without_marks(&record.puzzle);
        let clues = bare.as_ref().unwrap_or(&record.puzzle);
        let (Outcome::Unique(solution) | Outcome::Solved(solution)) = self.solve(clues, bounds) else {
            return reply;
        };
        let (right, wrong): (Vec<_>, Vec<_>) =
            record.placed.iter().copied().partition(|&(cell, digit)| solution.at(cell) == digit);
        let shape = record.puzzle.shape();
        let asked = |&(at, _): &(Cell, Digit)| cell.is_none_or(|cell| shape.name(at).to_string() == cell);
        let wrong: Vec<_> = wrong.into_iter().filter(asked).take(MOST_EXPLAINED).collect();
        let Some(&(cell, digit)) = wrong.first() else { return reply };
        let (logic, mut at) = (Logic::new(clues), Candidate { cell, digit });
        if let Ok(board) = logic.start(&right) {
            let steps = wrong.into_iter().filter_map(|(cell, digit)| {
                let wrong = Candidate { cell, digit };
                Some((logic.refutation(&board, wrong)?, wrong))
            });
            if let Some(((step, _), shortest)) = steps.min_by_key(|((_, length), _)| *length) {
                at = shortest;
                let words = narrator.explain(&step, &board);
                reply.step = Some(step_reply(&step, &board, narrator));
                reply.words = Some(words.into());
            }
        }
        let mistake = Mistake::Wrong(at);
        reply.text = narrator.mistakes(&[mistake], shape, Grade::Full);
        reply.mistake = Some(MistakeReply::of(mistake, shape));
        reply
    }

    /// The outcome of some clues.
    fn solve(&mut self, clues: &Puzzle, bounds: &Bounds) -> Outcome {
        if let Some((_, outcome)) = self.last.as_ref().filter(|(known, _)| known == clues) {
            return outcome.clone();
        }
        let outcome = self.solver.solve(clues, &bounds.limits()).outcome;
        let is_known = !matches!(outcome, Outcome::Unknown { .. });
        self.last = is_known.then(|| (clues.clone(), outcome.clone()));
        outcome
    }

    fn answer(&mut self, item: &Item, bounds: &Bounds, reply: &mut MistakesReply) -> MistakesOutcome {
        let record = &item.record;
        reply.conflicts = conflicts(&record.puzzle, &grid(item)).0;
        let bare = without_marks(&record.puzzle);
        let clues = bare.as_ref().unwrap_or(&record.puzzle);
        let solution = match self.solve(clues, bounds) {
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
    use arcdoku::explain::{Coordinates, Language};
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
        MistakeFinder::default().reply(&board.in_progress(), &Bounds::default())
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
        let reply = MistakeFinder::default().reply(&board.in_progress(), &Bounds::default());
        assert_eq!(reply.outcome, MistakesOutcome::Mistakes);
        let mark = |cell: &str, digit| Mark { cell: cell.to_owned(), digit };
        assert_eq!(
            reply.mistakes,
            [MistakeReply::Wrong(mark("r1c3", 1)), MistakeReply::Missing(mark("r1c4", 6))]
        );
    }

    /// The sentences that explain a wrong digit, and its cell.
    fn why(puzzle: &str, entered: &str, cell: Option<&str>) -> (String, Vec<String>) {
        let board = Board { puzzle: puzzle.to_owned(), digits: Some(entered.to_owned()), ..Board::default() };
        let narrator = Narrator::new(Language::English, Coordinates::RowColumn);
        let reply = MistakeFinder::default().why(&board.in_progress(), cell, &narrator, &Bounds::default());
        let Some(MistakeReply::Wrong(mark)) = reply.mistake else { return (String::new(), Vec::new()) };
        let words = reply.words.map(|words| [words.premises, vec![words.why]].concat());
        (mark.cell, words.unwrap_or_default())
    }

    #[test]
    fn a_wrong_digit_is_explained_by_a_conflict_or_a_contradiction() {
        let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let with = |at: usize, digit: &str| format!("{}{digit}{}", &puzzle[..at], &puzzle[at + 1..]);
        assert_eq!(why(puzzle, puzzle, None), (String::new(), Vec::new()));
        let taken = ("r1c3".to_owned(), vec!["r1c3 is not 3: row 1 already has 3 in r1c2.".to_owned()]);
        assert_eq!(why(puzzle, &with(2, "3"), None), taken);
        // No row, column or box has the digit.
        let (cell, lines) = why(puzzle, &with(2, "1"), Some("r1c3"));
        assert_eq!((cell.as_str(), lines[0].as_str()), ("r1c3", "Suppose r1c3 is 1."));
        assert!(lines.len() >= 3, "{lines:?}");
        // Of several wrong digits, the one with the shortest explanation is chosen.
        let both = with(2, "1").replacen("6..195", "6.3195", 1);
        assert_eq!(why(puzzle, &both, None).0, "r2c3");
    }
}
