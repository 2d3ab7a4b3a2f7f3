//! Which digits are left in the solutions of a puzzle, and in how many of them.

use std::ops::ControlFlow;

use arcdoku::grid::Cell;
use arcdoku::puzzle::{Limit, Limits, Puzzle, WorkProgress};
use arcdoku::solve::Solver;
use arcdoku_wire::{CandidatesReply, SolveOutcome, VERSION};

use crate::cancel::{Bounds, Listener};
use crate::input::Reading;

/// Solutions that are found in one go before digits are tried one by one: most digits are in one of them.
const SAMPLE: u64 = 64;

/// Counts the solutions with each digit in each cell, up to `most`. The listener is told of nodes, and of the
/// candidates that are decided.
pub fn reply(
    solver: &mut Solver,
    reading: &Reading,
    most: u64,
    bounds: &Bounds,
    listener: Listener<'_>,
) -> CandidatesReply {
    let mut reply = CandidatesReply { version: VERSION, most, ..CandidatesReply::default() };
    let item = match reading {
        Ok(item) => item,
        Err(rejected) => {
            reply.outcome = SolveOutcome::Malformed;
            reply.fault = Some(rejected.fault.clone());
            return reply;
        }
    };
    let counted = count(solver, &item.record.puzzle, most.max(1), &bounds.limits().with_listener(listener));
    let outcome = match (counted.solutions, counted.limit) {
        (0, None) => {
            reply.fault = item.conflict();
            SolveOutcome::Unsatisfiable
        }
        (0 | 1, Some(_)) => SolveOutcome::Unknown,
        (1, None) => SolveOutcome::Unique,
        _ => SolveOutcome::Multiple,
    };
    reply.outcome = outcome;
    reply.limit = counted.limit.map(Into::into);
    reply.counts = counted.counts;
    reply
}

struct Counted {
    counts: Vec<Vec<u64>>,
    /// The number of solutions that are known.
    solutions: u64,
    limit: Option<Limit>,
}

fn count(solver: &mut Solver, puzzle: &Puzzle, most: u64, limits: &Limits<'_>) -> Counted {
    let shape = puzzle.shape();
    let budget = limits.start();
    let mut counts = vec![vec![0; shape.digits()]; shape.cells()];
    let (mut solutions, sample) = (0, most.max(SAMPLE));
    let count = solver.solutions(puzzle, &budget.rest().with_nodes(limits.nodes()), |solution| {
        for (counts, digit) in counts.iter_mut().zip(solution.digits()) {
            counts[digit.index()] += 1;
        }
        solutions += 1;
        if solutions > sample { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let mut limit = arcdoku::solve::Count::of(count.0, count.1).limit;
    if solutions > sample && limit.is_none() {
        let mut tried = puzzle.clone();
        let empty = (0..shape.cells()).filter(|&index| puzzle.givens()[index].is_none());
        let all = empty.map(|index| puzzle.admissible(Cell::new(index)).len()).sum();
        let mut decided = 0;
        'cells: for (index, counts) in counts.iter_mut().enumerate() {
            let cell = Cell::new(index);
            if puzzle.givens()[index].is_some() {
                continue;
            }
            for digit in puzzle.admissible(cell) {
                decided += 1;
                if counts[digit.index()] >= most {
                    continue;
                }
                limits.tell(WorkProgress::Parts { done: decided - 1, all });
                if let Err(reached) = budget.check(0) {
                    limit = Some(reached);
                    break 'cells;
                }
                tried.set(cell, Some(digit));
                let limits = budget.rest().with_nodes(limits.nodes());
                let found = solver.count(&tried, Some(most.into()), &limits);
                limit = limit.or(found.limit);
                counts[digit.index()] = counts[digit.index()].max(found.solutions as u64);
            }
            tried.set(cell, None);
        }
    }
    for counts in &mut counts {
        for count in counts {
            *count = (*count).min(most);
        }
    }
    Counted { counts, solutions, limit }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use arcdoku::grid::Digit;

    use super::*;
    use crate::input::{Plan, read_one};

    /// The digits of a cell that are in some solution.
    fn left(reply: &CandidatesReply, cell: usize) -> Vec<Digit> {
        let counts = reply.counts[cell].iter().enumerate();
        counts.filter(|(_, count)| **count > 0).map(|(digit, _)| Digit::from_index(digit)).collect()
    }

    fn ask(text: &str, most: u64) -> CandidatesReply {
        ask_telling(text, most, &|_| {})
    }

    fn ask_telling(text: &str, most: u64, listener: Listener<'_>) -> CandidatesReply {
        reply(&mut Solver::new(), &read_one(text, &Plan::default()), most, &Bounds::default(), listener)
    }

    #[test]
    fn the_share_of_digits_grows() {
        let told = RefCell::new(Vec::new());
        // More solutions than the sample has: digits are tried one by one.
        ask_telling(&".".repeat(81), 70, &|progress| {
            if let WorkProgress::Parts { done, all } = progress {
                told.borrow_mut().push((done, all));
            }
        });
        let told = told.into_inner();
        assert!(told.len() > 100 && told.is_sorted());
        assert!(told.iter().all(|&(done, all)| all == 729 && done < all));
    }

    #[test]
    fn digits_of_no_solution_are_not_left() {
        let unique =
            ask("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", 5);
        assert_eq!(unique.outcome, SolveOutcome::Unique);
        assert!((0..81).all(|cell| left(&unique, cell).len() == 1));
        // Without one clue: every digit that is left is in a solution, and the others in none.
        let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....4.9..5....8..79";
        let several = ask(text, 3);
        let puzzle: Puzzle = text.parse().unwrap();
        for cell in 0..81 {
            for digit in (0..9).map(Digit::from_index) {
                let mut tried = puzzle.clone();
                tried.set(Cell::new(cell), Some(digit));
                let is_open = puzzle.givens()[cell].is_none_or(|given| given == digit);
                let count = Solver::new().count(&tried, Some(3), &Limits::NONE).solutions as u64;
                assert_eq!(several.counts[cell][digit.index()], if is_open { count } else { 0 });
            }
        }
    }

    #[test]
    fn an_empty_grid_of_any_size_leaves_everything() {
        for cells in [16, 36, 81] {
            let reply = ask(&".".repeat(cells), 1);
            assert_eq!(reply.outcome, SolveOutcome::Multiple);
            assert!(reply.counts.iter().flatten().all(|&count| count == 1));
        }
        assert_eq!(ask("11..............", 1).outcome, SolveOutcome::Unsatisfiable);
        assert_eq!(ask("12", 1).outcome, SolveOutcome::Malformed);
    }
}
