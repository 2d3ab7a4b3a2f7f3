//! What a page would ask, without threads, clock and files: `cargo xtask wasm` runs it as WebAssembly.
//!
//! Every question is asked without a time limit, so nothing may read a clock; on `wasm32-unknown-unknown` that
//! panics, and ends the program with a trap.

use std::process::ExitCode;

use arcdoku::generate::{Maker, Wish, seed_of};
use arcdoku::search::NAMED;
use arcdoku::{Limits, Outcome, Puzzle, Solver};
use arcdoku_service::ask::solve::{SolveOptions, Worker};
use arcdoku_service::input::{Plan, read_one};

const LINE: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

fn main() -> ExitCode {
    if is_right() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Whether every answer is as it should be.
fn is_right() -> bool {
    let Ok(puzzle) = LINE.parse::<Puzzle>() else { return false };
    let answer = Solver::new().solve(&puzzle, &Limits::NONE);
    let Outcome::Unique(solution) = answer.outcome else { return false };
    let strategies = NAMED.iter().filter(|named| named.name != "backtracking" && named.name != "csp");
    let agree = strategies.map(|named| Solver::with_strategy(named.strategy).first(&puzzle, &Limits::NONE));
    if !agree.into_iter().all(|answer| answer.outcome.solution() == Some(&solution)) {
        return false;
    }
    let reading = read_one(LINE, &Plan::default());
    let reply = Worker::new(&SolveOptions::default()).reply(1, &reading);
    if reply.outcome != "unique" {
        return false;
    }
    let Ok(mut maker) = Maker::new(Wish::default()) else { return false };
    let Ok(made) = maker.make(seed_of(1, 0), &Limits::NONE) else { return false };
    made.puzzle.is_solved_by(&made.solution)
}
