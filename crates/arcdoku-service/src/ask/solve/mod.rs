//! Solves puzzles: an answer to one question about each puzzle.

mod answer;
mod batch;

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use arcdoku::puzzle::{Limit, Outcome, Refutation, Solution};
use arcdoku::search::Stats;
use arcdoku::solve::{Answer, Count, Method, Question, Solver, contradiction};
use arcdoku_wire::question::{CountLimit, Directory, Prove, Solve};
use arcdoku_wire::{Fault, SolveReply};

use self::answer::{Answered, Kind, Layout, malformed_reply, reply};
use self::batch::BatchSolver;
use super::answer::Session;
use super::prove::write_proof;
use crate::IS_NATIVE;
use crate::cancel::{Bounds, Listener};
use crate::input::{Input, Item, Medium, Reading};
use crate::output::Output;
use crate::report::{Report, caught, unwound};
use crate::status::{Error, Status};
use crate::stream::{self, Batch, Stream};

pub(crate) use answer::push_solution;
pub use answer::{stats_line, strategy_text};

arcdoku::choices! {
    /// How answers are written.
    pub enum SolveFormat {
        /// Boxed boards
        Grid = "grid",
        /// One line per puzzle
        Line = "line",
        /// puzzle,solution,outcome and further columns
        Csv = "csv",
        /// JSON lines with outcome and statistics
        Json = "json",
    }
}

arcdoku_wire::choice_values!(SolveFormat);

/// The question about each puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ask {
    /// One solution.
    First,
    /// One solution, and whether there is another.
    Unique,
    /// The number of solutions, up to this maximum.
    Count(Option<u128>),
    /// Every solution.
    All,
}

impl Ask {
    fn of(question: &Solve) -> Self {
        match question.count {
            Some(limit) => Self::Count(limit.most()),
            None if question.all => Self::All,
            None if question.first => Self::First,
            None => Self::Unique,
        }
    }
}

/// The solver of a question.
fn solver(question: &Solve) -> Solver {
    question.search.chosen().map_or_else(Solver::new, Solver::with_strategy)
}

/// The proof to write for each answer, if requested.
fn proof(question: &Solve) -> Option<Prove> {
    let most = question.count.map_or(Some(1), CountLimit::most);
    let count = most.and_then(|most| u64::try_from(most).ok()).unwrap_or(u64::MAX);
    let (search, limits) = (question.search.clone(), question.limits.clone());
    question.proof.clone().map(|out| Prove { out, count, search, limits })
}

/// How answers are written.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "choices that are independent of each other")]
pub struct SolveStyle {
    /// The format. If `grid_if_alone` is set, `Line` replaces `Grid` for several puzzles.
    pub format: SolveFormat,
    /// Whether boards are drawn only if the input has a single puzzle.
    pub grid_if_alone: bool,
    /// Whether to write search statistics.
    pub stats: bool,
    /// Whether to use colors.
    pub colored: bool,
    /// Whether to write no answers.
    pub quiet: bool,
}

impl SolveStyle {
    /// The default style for an input: in the container of the input, otherwise in lines. If `on_terminal` is set, a
    /// single puzzle is drawn as a board.
    pub fn of(input: &Input, on_terminal: bool) -> Self {
        let alone = on_terminal && matches!(input.sources.as_slice(), [source] if !source.is_reader());
        let (format, grid_if_alone) = match input.container() {
            Some(Medium::Json) => (SolveFormat::Json, false),
            Some(Medium::Csv | Medium::Tsv) => (SolveFormat::Csv, false),
            _ if alone => (SolveFormat::Grid, true),
            _ => (SolveFormat::Line, false),
        };
        Self { format, grid_if_alone, stats: false, colored: false, quiet: false }
    }
}

/// The result of a run.
#[derive(Clone, Debug, Default)]
pub struct SolveSummary {
    /// How the run ended.
    pub status: Status,
    /// The methods that answered puzzles.
    pub methods: Vec<Method>,
}

/// The result of a batch.
#[derive(Default)]
struct SolveReport {
    report: Report,
    /// The methods that answered the puzzles.
    methods: Vec<Method>,
}

impl std::ops::Deref for SolveReport {
    type Target = Report;

    fn deref(&self) -> &Report {
        &self.report
    }
}

impl std::ops::DerefMut for SolveReport {
    fn deref_mut(&mut self) -> &mut Report {
        &mut self.report
    }
}

impl SolveReport {
    fn note_method(&mut self, method: Method) {
        if !self.methods.contains(&method) {
            self.methods.push(method);
        }
    }
}

/// The result of a batch.
enum Work {
    Report(SolveReport),
    /// There may be more solutions than memory holds, so they are found where they are written.
    Batch(Batch),
}

/// Answers all puzzles of an input.
///
/// # Errors
/// If the output cannot be written.
pub fn run(
    question: &Solve,
    bounds: Bounds,
    style: SolveStyle,
    input: Input,
    threads: usize,
    output: &mut dyn Output,
) -> Result<SolveSummary, Error> {
    let ask = Ask::of(question);
    let is_headed = input.sources.len() > 1 || !input.sources.iter().all(crate::input::Source::is_text);
    let is_count = matches!(ask, Ask::Count(_));
    let layout = Arc::new(Layout { style, is_count, is_headed, columns: OnceLock::new() });
    let threads = if ask == Ask::All { 1 } else { threads };
    let is_timed = style.stats || style.format == SolveFormat::Json;
    let bounds = Bounds { is_timed, ..bounds };
    let cancel = &bounds.cancel;
    let stream = Stream { settle: style.grid_if_alone, ..Stream::new(input, threads, cancel) };
    // Only puzzles that are answered one by one have their own times.
    let one_by_one =
        is_count || is_timed || bounds.time.is_some() || question.because || question.proof.is_some();
    if let Some(Directory(directory)) = &question.proof {
        std::fs::create_dir_all(directory).map_err(Error::at(directory.display()))?;
    }
    let mut summary = SolveSummary::default();
    let shared = (Arc::clone(&layout), question.clone(), bounds.clone());
    let worker = move || {
        let (layout, question, bounds) = shared.clone();
        let mut worker = Worker::new(&question, bounds);
        let mut many = BatchSolver::default();
        move |batch: Batch| {
            let question = match ask {
                Ask::All => return Work::Batch(batch),
                Ask::Unique => Question::Unique,
                _ => Question::First,
            };
            if !one_by_one {
                let limits = worker.bounds.limits();
                let solver = worker.solver.get_or_insert_with(|| Box::new(solver(&worker.question)));
                let all = unwound(|| many.report(solver, question, &batch, &layout, &limits));
                if let Ok(report) = all {
                    return Work::Report(report);
                }
                (worker, many) = (worker.fresh(), BatchSolver::default());
            }
            Work::Report(worker.report(batch, &layout))
        }
    };
    stream.run(worker, output, |output, work| {
        let report = match work {
            Work::Report(report) => report,
            Work::Batch(batch) => all(batch, &layout, question, &bounds, output)?,
        };
        summary.status.note(report.status);
        for method in &report.methods {
            if !summary.methods.contains(method) {
                summary.methods.push(*method);
            }
        }
        report.write(output)
    })?;
    summary.status.note(stream::end(cancel));
    Ok(summary)
}

/// Answers puzzles one by one.
pub struct Worker {
    question: Solve,
    bounds: Bounds,
    /// `None` after a panic.
    solver: Option<Box<Solver>>,
    /// The requested proofs, and the session that writes them.
    proof: Option<Box<(Prove, Session)>>,
}

thread_local! {
    /// A solver without a named strategy. Its memory takes longer to create than an answer.
    static SPARE: Cell<Option<Box<Solver>>> = const { Cell::new(None) };
}

impl Drop for Worker {
    fn drop(&mut self) {
        if self.question.search.strategy.is_none() {
            // If the thread is ending, there is no place for it.
            let _ = SPARE.try_with(|spare| spare.set(self.solver.take()));
        }
    }
}

impl Worker {
    /// A worker with its own solver: the one of an earlier worker on this thread, if it has no named strategy.
    pub fn new(question: &Solve, bounds: Bounds) -> Self {
        let proof = proof(question).map(|proof| Box::new((proof, Session::new(&bounds.cancel))));
        let spare = if question.search.strategy.is_none() { SPARE.take() } else { None };
        let solver = spare.unwrap_or_else(|| Box::new(solver(question)));
        Self { solver: Some(solver), question: question.clone(), bounds, proof }
    }

    /// The same worker with new memory, after a panic.
    fn fresh(&mut self) -> Self {
        self.solver = None;
        Self::new(&self.question, self.bounds.clone())
    }

    /// The answer to one puzzle. If all solutions are requested, it is their number.
    pub fn reply(&mut self, number: u64, reading: &Reading) -> SolveReply {
        self.reply_with(number, reading, &|_| {})
    }

    /// Like [`reply`](Self::reply). Also reports nodes, unless a fast engine searches.
    pub fn reply_with(&mut self, number: u64, reading: &Reading, listener: Listener<'_>) -> SolveReply {
        match reading {
            Ok(item) => reply(number, item, &self.answer(item, listener, &mut SolveReport::default())),
            Err(rejected) => malformed_reply(number, rejected),
        }
    }

    fn report(&mut self, batch: Batch, layout: &Layout) -> SolveReport {
        let mut report = SolveReport::default();
        layout.begin(&batch, &mut report.text);
        let (alone, cancel) = (batch.is_alone, self.bounds.cancel.clone());
        for (index, reading) in batch.readings() {
            let Some(item) = readable(index, alone, &reading, layout, &mut report) else { continue };
            let answered = report.caught(&reading, |report| self.answer(item, cancel.listener(), report));
            let Some(answered) = answered else {
                *self = self.fresh();
                continue;
            };
            report.note_method(answered.method);
            if is_cancelled(&answered.kind) {
                report.is_cut = true;
                break;
            }
            report.status.note(status_of(Ask::of(&self.question), &answered.kind));
            layout.answer(index, alone, item, &answered, &mut report.text);
            if IS_NATIVE && let Some((proof, session)) = self.proof.as_deref_mut() {
                write_proof(proof, session, index, &reading, &mut report);
                if report.is_cut {
                    break;
                }
            }
        }
        report
    }

    fn answer(&mut self, item: &Item, listener: Listener<'_>, report: &mut Report) -> Answered {
        let puzzle = &item.record.puzzle;
        let limits = self.bounds.limits().with_listener(listener);
        let solver = self.solver.get_or_insert_with(|| Box::new(solver(&self.question)));
        let method = solver.method_for(puzzle);
        let question = match Ask::of(&self.question) {
            Ask::First => Ok(Question::First),
            Ask::Unique => Ok(Question::Unique),
            Ask::Count(most) => Err(most),
            Ask::All => Err(None),
        };
        let most = match question {
            Ok(question) => {
                let answer = solver.ask(question, puzzle, &limits);
                let fails = matches!(answer.outcome, Outcome::Unsatisfiable(_));
                let mut answered = outcome(item, answer, method, report);
                if self.question.because && fails {
                    answered.because = contradiction(solver, puzzle, &limits);
                }
                return answered;
            }
            Err(most) => most,
        };
        let count = solver.count(puzzle, most, &limits);
        let stats = count.stats;
        let conflict = if count.solutions == 0 { conflict(item, report) } else { None };
        let none = count.exact && count.solutions == 0;
        let kind = Kind::Count(count, none.then(|| refutation(conflict.is_some(), &stats)));
        let agrees = agrees(item, None, report);
        Answered { kind, stats, method, conflict, agrees, because: None }
    }
}

/// The puzzle; `None` if its fault was reported.
fn readable<'a>(
    index: u64,
    alone: bool,
    reading: &'a Reading,
    layout: &Layout,
    report: &mut SolveReport,
) -> Option<&'a Item> {
    match reading {
        Ok(item) => Some(item),
        Err(rejected) => {
            report.error(Status::Malformed, rejected.message());
            if !rejected.whole {
                layout.rejected(index, alone, rejected, &mut report.text);
            }
            None
        }
    }
}

/// Converts the solver's answer into the service's answer, and checks the expected solution.
fn outcome(item: &Item, answer: Answer, method: Method, report: &mut Report) -> Answered {
    let Answer { outcome, stats, .. } = answer;
    // If there is a solution, clues do not conflict.
    let conflict = if outcome.solution().is_none() { conflict(item, report) } else { None };
    let only = if let Outcome::Unique(solution) = &outcome { Some(solution) } else { None };
    let agrees = agrees(item, only, report);
    Answered { kind: Kind::Outcome(outcome), stats, method, conflict, agrees, because: None }
}

/// Reports clues that conflict.
fn conflict(item: &Item, report: &mut Report) -> Option<Fault> {
    let conflict = item.conflict()?;
    report.error(Status::Malformed, &conflict);
    Some(conflict)
}

/// Checks the solution that came with the puzzle, and reports a wrong one.
fn agrees(item: &Item, only: Option<&Solution>, report: &mut Report) -> Option<bool> {
    let fault = match item.expected()? {
        Err(fault) => fault,
        Ok(expected) if only.is_some_and(|only| *only != expected) => item.wrong_solution(),
        Ok(_) => return Some(true),
    };
    report.error(Status::Not, fault);
    Some(false)
}

fn refutation(conflict: bool, stats: &Stats) -> Refutation {
    if conflict {
        Refutation::Clues
    } else if stats.without_search() {
        Refutation::Propagation
    } else {
        Refutation::Search
    }
}

fn is_cancelled(kind: &Kind) -> bool {
    let limit = match kind {
        Kind::Outcome(Outcome::Unknown { limit, .. }) => Some(*limit),
        Kind::Outcome(_) => None,
        Kind::Count(count, _) => count.limit,
    };
    limit == Some(Limit::Cancelled)
}

fn status_of(ask: Ask, kind: &Kind) -> Status {
    match kind {
        Kind::Outcome(Outcome::Unknown { .. }) | Kind::Count(Count { limit: Some(_), .. }, _) => {
            Status::Limit
        }
        Kind::Outcome(Outcome::Unsatisfiable(_)) | Kind::Count(_, Some(_)) => Status::Not,
        Kind::Outcome(Outcome::Multiple(..)) if ask == Ask::Unique => Status::Not,
        _ => Status::Fine,
    }
}

/// Finds and writes every solution of every puzzle of a batch.
fn all(
    batch: Batch,
    layout: &Layout,
    question: &Solve,
    bounds: &Bounds,
    output: &mut dyn Output,
) -> Result<SolveReport, Error> {
    let limits = bounds.limits();
    let mut solver = solver(question);
    let mut report = SolveReport::default();
    layout.begin(&batch, &mut report.text);
    let alone = batch.is_alone;
    for (index, reading) in batch.readings() {
        let Some(item) = readable(index, alone, &reading, layout, &mut report) else { continue };
        let method = solver.method_for(&item.record.puzzle);
        report.note_method(method);
        let conflict = conflict(item, &mut report);
        let (mut found, mut failed) = (0, None);
        layout.heading(index, alone, item, &mut report.text);
        let text = &mut report.text;
        let mut write = |solution| {
            found += 1;
            layout.solution((index, alone), found, item, &solution, text);
            let written = output.write(text);
            text.clear();
            match written {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    failed = Some(error);
                    ControlFlow::Break(())
                }
            }
        };
        let searched = caught(&reading, || solver.solutions(&item.record.puzzle, &limits, &mut write));
        if let Some(error) = failed {
            return Err(error.into());
        }
        let (end, stats) = match searched {
            Ok(searched) => searched,
            Err(panic) => {
                report.error(Status::Panicked, panic);
                solver = self::solver(question);
                continue;
            }
        };
        let count = Count::of(end, stats);
        if count.limit == Some(Limit::Cancelled) {
            report.is_cut = true;
            break;
        }
        let none = count.exact && count.solutions == 0;
        let kind = Kind::Count(count, none.then(|| refutation(conflict.is_some(), &stats)));
        report.status.note(status_of(Ask::All, &kind));
        let agrees = agrees(item, None, &mut report);
        let answered = Answered { kind, stats, method, conflict, agrees, because: None };
        layout.end_of_all(index, alone, item, &answered, &mut report.text);
        output.write(&report.text)?;
        report.text.clear();
    }
    Ok(report)
}
