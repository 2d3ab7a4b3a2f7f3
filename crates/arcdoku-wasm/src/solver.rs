//! What a text contains, other notations, solutions, candidates, checks.

use std::cell::RefCell;
use std::ops::ControlFlow;

use arcdoku::search::SearchEnd;
use arcdoku::solve::Solver;
use arcdoku_service::ask::convert::{Converter, Unwritable};
use arcdoku_service::ask::solve::Worker;
use arcdoku_service::ask::{mistakes as wrong, read as text};
use arcdoku_service::cancel::Bounds;
use arcdoku_service::input::Board;
pub(crate) use arcdoku_wire::question::Solve;
use arcdoku_wire::question::{Convert, LimitOptions, StrategyOptions, question};
use arcdoku_wire::{Fault, MistakesReply, ReadReply, SolveReply, solution_text};
use serde::Serialize;

use crate::env::bounds;
use crate::error::AskError;
use crate::progress::{ProgressSink, Reporter};

/// The number of puzzles of a text that are counted.
const COUNTED: u64 = 1_000_000;

thread_local! {
    /// The solver of questions about mistakes: it keeps its memory.
    static SOLVER: RefCell<Solver> = RefCell::new(Solver::new());
}

question! {
    /// What a text contains: its first puzzle in full, and how many there are
    Read = "read" -> ReadReply, fails "" {
        /// The text: any notation, a table, or JSON lines
        text: String,
    }
}

/// A puzzle in another notation.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConvertReply {
    /// The text; absent if it cannot be written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Why the notation cannot say what the puzzle has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// What the notation cannot express, such as a rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lacks: Option<String>,
    /// A notation that can.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instead: Option<String>,
    /// What is wrong with a malformed puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

question! {
    /// Which solutions there are. Digits on the board count as clues, marks are ignored
    Solutions = "solutions" -> SolutionsReply, fails "" {
        /// The maximum number of solutions
        most: u64 = 1000,
    } with { search: StrategyOptions, limits: LimitOptions, }
}

/// The solutions of a puzzle.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SolutionsReply {
    /// The solutions, a line each.
    pub solutions: Vec<String>,
    /// Whether there are no others.
    pub complete: bool,
    /// What is wrong with a malformed puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

question! {
    /// What is wrong on a board: broken rules, and digits and marks that are not as in the solution
    Mistakes = "mistakes" -> MistakesReply, fails "" {} with { limits: LimitOptions, }
}

question! {
    /// Which rules a board breaks as it is, without its solution: quick enough for every edit
    Conflicts = "conflicts" -> MistakesReply, fails "" {}
}

/// What a text contains.
pub(crate) fn read(question: Read, _: ProgressSink<'_>) -> Result<ReadReply, AskError> {
    Ok(text::reply(&question.text, COUNTED))
}

/// The same puzzle in another notation or container.
pub(crate) fn convert(
    question: Convert,
    board: Board,
    _: ProgressSink<'_>,
) -> Result<ConvertReply, AskError> {
    let item = match board.in_progress() {
        Ok(item) => item,
        Err(rejected) => return Ok(ConvertReply { fault: Some(rejected.fault), ..ConvertReply::default() }),
    };
    let mut text = String::new();
    Ok(match Converter::to(question.to).write(&item, &mut text) {
        Ok(()) => ConvertReply { text: Some(text), ..ConvertReply::default() },
        Err(refused) => {
            let reply = ConvertReply { refused: Some(refused.to_string()), ..ConvertReply::default() };
            match refused {
                Unwritable::Lacks { found, remedy, .. } => {
                    ConvertReply { lacks: Some(found), instead: Some(remedy.to_owned()), ..reply }
                }
                Unwritable::OnlyRead { .. } => reply,
            }
        }
    })
}

/// The solution, or the number of solutions. Its progress counts nodes, where a search takes long.
pub(crate) fn solve(question: Solve, board: Board, say: ProgressSink<'_>) -> Result<SolveReply, AskError> {
    question.check_single()?;
    let bounds = Bounds { is_timed: true, ..bounds(&question.limits) };
    let reporter = Reporter::new(say);
    Ok(Worker::new(&question, bounds).reply_with(1, &board.as_clues(), &|progress| reporter.work(progress)))
}

/// Several solutions.
pub(crate) fn solutions(
    question: Solutions,
    board: Board,
    _: ProgressSink<'_>,
) -> Result<SolutionsReply, AskError> {
    question.search.check()?;
    let item = match board.as_clues() {
        Ok(item) => item,
        Err(rejected) => {
            return Ok(SolutionsReply { fault: Some(rejected.fault), ..SolutionsReply::default() });
        }
    };
    let mut solver = question.search.chosen().map_or_else(Solver::new, Solver::with_strategy);
    let puzzle = &item.record.puzzle;
    let (mut solutions, mut is_cut) = (Vec::new(), false);
    let (end, _) = solver.solutions(puzzle, &bounds(&question.limits).limits(), |solution| {
        is_cut = solutions.len() as u64 >= question.most;
        if is_cut {
            return ControlFlow::Break(());
        }
        solutions.push(solution_text(puzzle.shape(), &solution));
        ControlFlow::Continue(())
    });
    let complete = !is_cut && end == SearchEnd::Complete;
    Ok(SolutionsReply { solutions, complete, fault: item.conflict() })
}

/// What is wrong on a board.
pub(crate) fn mistakes(
    question: Mistakes,
    board: Board,
    _: ProgressSink<'_>,
) -> Result<MistakesReply, AskError> {
    let (board, bounds) = (board.in_progress(), bounds(&question.limits));
    Ok(SOLVER.with_borrow_mut(|solver| wrong::reply(solver, &board, &bounds)))
}

/// Which rules a board breaks as it is.
pub(crate) fn conflicts(_: Conflicts, board: Board, _: ProgressSink<'_>) -> Result<MistakesReply, AskError> {
    Ok(wrong::broken(&board.in_progress()))
}
