//! Contents of texts, other notations, solutions, candidates, checks.

use std::cell::RefCell;
use std::ops::ControlFlow;

use arcdoku::explain::Narrator;
use arcdoku::search::SearchEnd;
use arcdoku::solve::Solver;
use arcdoku_exchange::Policy;
use arcdoku_service::ask::convert::{Converter, Unwritable};
use arcdoku_service::ask::mistakes::{MistakeFinder, broken};
use arcdoku_service::ask::read as text;
use arcdoku_service::ask::solve::Worker;
use arcdoku_service::cancel::Bounds;
use arcdoku_service::input::Board;
pub(crate) use arcdoku_wire::question::Solve;
use arcdoku_wire::question::{Convert, LimitOptions, StrategyOptions, WordOptions, question};
use arcdoku_wire::{Fault, MistakesReply, ReadReply, SolveReply, WhyReply, solution_text};
use serde::Serialize;

use crate::env::bounds;
use crate::error::AskError;
use crate::progress::{ProgressSink, Reporter};

/// The maximum number of puzzles that are counted in a text.
const COUNTED: u64 = 1_000_000;

thread_local! {
    /// Finds mistakes, and keeps the solution of the last puzzle.
    static FINDER: RefCell<MistakeFinder> = RefCell::new(MistakeFinder::default());
}

question! {
    /// The content of a text: its first puzzle in full, and the number of puzzles
    Read = "read" -> ReadReply, fails "" {
        /// The text: any notation, a table, JSON lines, a text of another program, or a puzzle among other words
        text: String,
        /// Accept puzzles of other programs with parts that are not understood
        partial: bool,
        /// Add the rules that a drawing and its words suggest
        guess: bool,
    }
}

/// A puzzle in another notation.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConvertReply {
    /// The text; absent if it cannot be written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The reason why the notation cannot express the puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// The part that the notation cannot express, such as a rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lacks: Option<String>,
    /// A notation that can express the puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instead: Option<String>,
    /// What is wrong with a malformed puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

question! {
    /// The solutions. Digits on the board count as clues, marks are ignored
    Solutions = "solutions" -> SolutionsReply, fails "" {
        /// The maximum number of solutions
        most: u64 = 1000,
    } with { search: StrategyOptions, limits: LimitOptions, }
}

/// The solutions of a puzzle.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SolutionsReply {
    /// The solutions, one line each.
    pub solutions: Vec<String>,
    /// Whether there are no other solutions.
    pub complete: bool,
    /// What is wrong with a malformed puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

question! {
    /// The mistakes on a board: broken rules, and digits and marks that contradict the solution
    Mistakes = "mistakes" -> MistakesReply, fails "" {} with { limits: LimitOptions, }
}

question! {
    /// Why a digit on the board cannot be there: by a conflict, or by a contradiction to which it leads. Without a cell,
    /// the wrong digit with the shortest explanation
    Why = "why" -> WhyReply, fails "" {
        /// The cell of the digit: `r2c3`
        cell: Option<String>,
    } with { words: WordOptions, limits: LimitOptions, }
}

question! {
    /// The rules that the digits on a board break, without its solution: fast enough for every edit
    Conflicts = "conflicts" -> MistakesReply, fails "" {}
}

/// Reads the content of a text.
pub(crate) fn read(question: Read, _: ProgressSink<'_>) -> Result<ReadReply, AskError> {
    let policy = Policy { partial: question.partial, guess: question.guess, ..Policy::default() };
    Ok(text::reply(&question.text, COUNTED, policy))
}

/// Converts a puzzle to another notation or container.
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

/// Finds the solution, or the number of solutions. Its progress counts the nodes of a long search.
pub(crate) fn solve(question: Solve, board: Board, sink: ProgressSink<'_>) -> Result<SolveReply, AskError> {
    question.check_single()?;
    let bounds = Bounds { is_timed: true, ..bounds(&question.limits) };
    let reporter = Reporter::new(sink);
    Ok(Worker::new(&question, bounds).reply_with(1, &board.as_clues(), &|progress| reporter.work(progress)))
}

/// Finds several solutions.
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

/// Finds the mistakes on a board.
pub(crate) fn mistakes(
    question: Mistakes,
    board: Board,
    _: ProgressSink<'_>,
) -> Result<MistakesReply, AskError> {
    let (board, bounds) = (board.in_progress(), bounds(&question.limits));
    Ok(FINDER.with_borrow_mut(|finder| finder.reply(&board, &bounds)))
}

/// Explains a mistake.
pub(crate) fn why(question: Why, board: Board, _: ProgressSink<'_>) -> Result<WhyReply, AskError> {
    let (board, bounds) = (board.in_progress(), bounds(&question.limits));
    let narrator = Narrator::new(question.words.language, question.words.coordinates);
    Ok(FINDER.with_borrow_mut(|finder| finder.why(&board, question.cell.as_deref(), &narrator, &bounds)))
}

/// Finds the rules that the digits on a board break.
pub(crate) fn conflicts(_: Conflicts, board: Board, _: ProgressSink<'_>) -> Result<MistakesReply, AskError> {
    Ok(broken(&board.in_progress()))
}
