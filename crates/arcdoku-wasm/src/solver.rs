//! What a text contains, other notations, solutions, candidates, checks.

use std::cell::RefCell;
use std::ops::ControlFlow;

use arcdoku::Choice as _;
use arcdoku::Solver;
use arcdoku_service::ask::answer::{Answer as _, Session};
use arcdoku_service::ask::convert::Converter;
use arcdoku_service::ask::solve::{Ask, SolveOptions, Worker};
use arcdoku_service::ask::{candidates as left, mistakes as wrong, read as text};
use arcdoku_service::cancel::Cancel;
use arcdoku_service::input::Medium;
use arcdoku_wire::question::{Check, LimitOptions, When};
use arcdoku_wire::solution_text;
use arcdoku_wire::{CandidatesReply, CheckReply, Fault, MistakesReply, ReadReply, SolveReply};
use serde::Serialize;
use tsify::Tsify;

use crate::ask::{Limited, OnBoard, Searched, ask};
use crate::error::AskError;
use crate::js::{CLOCK, questions};
use crate::progress::{Say, Teller};

/// The number of puzzles of a text that are counted.
const COUNTED: u64 = 1_000_000;

thread_local! {
    /// The solver of all questions: it keeps its memory.
    static SOLVER: RefCell<Solver> = RefCell::new(Solver::new());
}

fn with_solver<T>(work: impl FnOnce(&mut Solver) -> T) -> T {
    SOLVER.with_borrow_mut(work)
}

ask! {
    /// What does a text contain?
    ReadAsk: {
        /// The text: any notation, a table, or JSON lines.
        pub text: String,
    }
}

ask! {
    /// The same puzzle in another notation or container.
    ConvertAsk: board {
        /// The notation or container: `line`, `grid`, `pencilmarks`, `sdk`, `json`, `csv`.
        pub to: String,
    }
}

/// A puzzle in another notation.
#[derive(Clone, Debug, Default, Serialize, Tsify)]
pub struct ConvertReply {
    /// The text; absent if it cannot be written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Why the notation cannot say what the puzzle has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// What is wrong with a malformed puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

ask! {
    /// What is the solution? Digits on the board count as clues, marks are ignored.
    SolveAsk: board limits strategy {
        /// What is asked: `unique` (one solution, and whether it is the only one; default), `first` or `count`.
        #[tsify(optional, type = "\"unique\" | \"first\" | \"count\"")]
        pub want: Option<String>,
        /// The number up to which solutions are counted; without it, all are.
        #[tsify(optional)]
        pub most: Option<u64>,
    }
}

ask! {
    /// Which solutions are there? Digits on the board count as clues, marks are ignored.
    SolutionsAsk: board limits strategy {
        /// The maximum number of solutions (default: 1,000).
        #[tsify(optional)]
        pub most: Option<u64>,
    }
}

/// The solutions of a puzzle.
#[derive(Clone, Debug, Default, Serialize, Tsify)]
pub struct SolutionsReply {
    /// The solutions, a line each.
    pub solutions: Vec<String>,
    /// Whether there are no others.
    pub complete: bool,
    /// What is wrong with a malformed puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

ask! {
    /// Which digits are left in solutions? Digits on the board count as clues, marks are ignored.
    CandidatesAsk: board limits {
        /// The number up to which the solutions with a digit in a cell are counted (default: 1).
        #[tsify(optional)]
        pub most: Option<u64>,
    }
}

ask! {
    /// Is the puzzle valid, unique and minimal? Digits on the board count as clues, marks are ignored.
    CheckAsk: board limits {
        /// Whether redundant clues are looked for: `auto` (up to 9x9; default), `always` or `never`.
        #[tsify(optional, type = "\"auto\" | \"always\" | \"never\"")]
        pub minimal: Option<String>,
    }
}

ask! {
    /// What is wrong on the board, of any shape and with any rules?
    MistakesAsk: board limits {}
}

ask! {
    /// Which rules does a board break as it is?
    ConflictsAsk: board {}
}

/// What a text contains.
pub fn read(ask: ReadAsk) -> Result<ReadReply, AskError> {
    Ok(text::reply(&ask.text, COUNTED))
}

/// The same puzzle in another notation or container.
pub fn convert(ask: ConvertAsk) -> Result<ConvertReply, AskError> {
    let names = Medium::ALL.map(Medium::name);
    let to = Medium::from_name(&ask.to).ok_or_else(|| AskError::unknown("to", &ask.to, names))?;
    let item = match ask.board().in_progress() {
        Ok(item) => item,
        Err(rejected) => return Ok(ConvertReply { fault: Some(rejected.fault), ..ConvertReply::default() }),
    };
    let mut text = String::new();
    Ok(match Converter::new(to).write(&item, &mut text) {
        Ok(()) => ConvertReply { text: Some(text), ..ConvertReply::default() },
        Err(refused) => ConvertReply { refused: Some(refused), ..ConvertReply::default() },
    })
}

/// The solution, or the number of solutions. Its progress counts nodes, where a search takes long.
pub fn solve(ask: SolveAsk, say: Say<'_>) -> Result<SolveReply, AskError> {
    let wanted = match ask.want.as_deref() {
        None | Some("unique") => Ask::Unique,
        Some("first") => Ask::First,
        Some("count") => Ask::Count(ask.most.map(u128::from)),
        Some(other) => return Err(AskError::unknown("want", other, ["unique", "first", "count"])),
    };
    let bounds = arcdoku_service::cancel::Bounds { is_timed: true, ..ask.bounds() };
    let options =
        SolveOptions { ask: wanted, because: false, strategy: ask.strategy()?, bounds, proofs: None };
    let teller = Teller::new(say);
    Ok(Worker::new(&options).reply_with(1, &ask.board().as_clues(), &|progress| teller.work(progress)))
}

/// Several solutions.
pub fn solutions(ask: SolutionsAsk) -> Result<SolutionsReply, AskError> {
    let item = match ask.board().as_clues() {
        Ok(item) => item,
        Err(rejected) => {
            return Ok(SolutionsReply { fault: Some(rejected.fault), ..SolutionsReply::default() });
        }
    };
    let most = ask.most.unwrap_or(1000) as usize;
    let mut solver = ask.strategy()?.map_or_else(Solver::new, Solver::with_strategy);
    let puzzle = &item.record.puzzle;
    let (mut solutions, mut is_cut) = (Vec::new(), false);
    let (end, _) = solver.solutions(puzzle, &ask.bounds().limits(), |solution| {
        is_cut = solutions.len() >= most;
        if is_cut {
            return ControlFlow::Break(());
        }
        solutions.push(solution_text(puzzle.shape(), &solution));
        ControlFlow::Continue(())
    });
    let complete = !is_cut && end == arcdoku::search::SearchEnd::Complete;
    Ok(SolutionsReply { solutions, complete, fault: item.conflict() })
}

/// The digits that are left in solutions. The parts of its progress are candidates.
pub fn candidates(ask: CandidatesAsk, say: Say<'_>) -> Result<CandidatesReply, AskError> {
    let (board, most) = (ask.board().as_clues(), ask.most.unwrap_or(1).max(1));
    let teller = Teller::new(say);
    let listener = |progress| teller.work(progress);
    Ok(with_solver(|solver| left::reply(solver, &board, most, &ask.bounds(), &listener)))
}

/// Whether a puzzle is valid, unique and minimal. The parts of its progress are clues.
pub fn check(ask: CheckAsk, say: Say<'_>) -> Result<CheckReply, AskError> {
    let minimal = match &ask.minimal {
        None => When::Auto,
        Some(name) => When::from_name(name)
            .ok_or_else(|| AskError::unknown("minimal", name, When::all().map(When::name)))?,
    };
    let bounds = ask.bounds();
    let limits = LimitOptions { nodes: bounds.nodes, time: bounds.time };
    let question = Check { minimal, limits, ..Check::default() };
    let (board, teller) = (ask.board().as_clues(), Teller::new(say));
    // Nothing cancels it.
    let mut session = Session::new(&Cancel::default());
    session.clock = CLOCK;
    Ok(question.reply(&mut session, 1, &board, &|progress| teller.work(progress)))
}

/// What is wrong on a board.
pub fn mistakes(ask: MistakesAsk) -> Result<MistakesReply, AskError> {
    let board = ask.board().in_progress();
    Ok(with_solver(|solver| wrong::reply(solver, &board, &ask.bounds())))
}

/// Which rules a board breaks as it is.
pub fn conflicts(ask: ConflictsAsk) -> Result<MistakesReply, AskError> {
    Ok(wrong::broken(&ask.board().in_progress()))
}

questions! {
    "What does a text contain? Its first puzzle in full, and how many there are."
    read(ReadAsk, "ReadAsk") -> "ReadReply";
    "Writes a puzzle in another notation or container."
    convert(ConvertAsk, "ConvertAsk") -> "ConvertReply";
    "Finds the solution, or counts solutions."
    solve(SolveAsk, "SolveAsk") -> "SolveReply" with "JobProgress" "(progress: JobProgress) => void";
    "Lists solutions."
    solutions(SolutionsAsk, "SolutionsAsk") -> "SolutionsReply";
    "Finds the digits that are left in solutions, with the number of solutions that have them."
    candidates(CandidatesAsk, "CandidatesAsk") -> "CandidatesReply" with "JobProgress" "(progress: JobProgress) => void";
    "Checks whether a puzzle is valid, unique and minimal."
    check(CheckAsk, "CheckAsk") -> "CheckReply" with "JobProgress" "(progress: JobProgress) => void";
    "Finds what is wrong on a board: broken rules, and digits and marks that are not as in the solution."
    mistakes(MistakesAsk, "MistakesAsk") -> "MistakesReply";
    "Finds the rules that a board breaks as it is, without its solution: quick enough for every edit."
    conflicts(ConflictsAsk, "ConflictsAsk") -> "MistakesReply";
}
