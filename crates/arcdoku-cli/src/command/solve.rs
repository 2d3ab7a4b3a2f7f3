//! `arcdoku solve`: answers, one a puzzle, in the order of the input.

mod many;

use std::io::{IsTerminal as _, Write};
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use arcdoku::puzzle::{Limit, Limits, Outcome, Refutation, Solution};
use arcdoku::search::{End, Stats};
use arcdoku::solve::{Answer, Count, Method, Question, Solver};

use crate::cli::{Format, Most, Solve, StrategyArgs};
use crate::input::{Entry, Item, Medium, Plan, Reading};
use crate::interrupt;
use crate::output::answer::{Answered, Kind, Layout, summary};
use crate::output::{self, Out, error_line};
use crate::pipeline::{self, Batch, Run};
use crate::progress::Progress;
use crate::status::{Status, usage};

use many::Desk;

/// What is asked.
#[derive(Clone, Copy)]
enum Ask {
    Question(Question),
    Count(Most),
    All,
}

/// What a batch gave: text for both streams, and the status.
#[derive(Default)]
struct Report {
    out: String,
    errors: Vec<String>,
    status: Status,
    /// How the puzzles were answered.
    methods: Vec<Method>,
    /// Ctrl-C came before the batch was done; what follows it is not written.
    cut: bool,
}

impl Report {
    fn note_method(&mut self, method: Method) {
        if !self.methods.contains(&method) {
            self.methods.push(method);
        }
    }
}

pub(crate) fn run(options: &Solve) -> anyhow::Result<Status> {
    hint(options)?;
    let plan = Arc::new(options.input.plan()?);
    let entries = options.input.entries(&plan)?;
    let ask = if options.first {
        Ask::Question(Question::First)
    } else if let Some(most) = options.count {
        Ask::Count(most)
    } else if options.all {
        Ask::All
    } else {
        Ask::Question(Question::Unique)
    };
    let layout = Arc::new(layout(options, ask, &entries, &plan));
    let mut progress = Progress::of_batch(entries.iter().map(Entry::size).sum(), options.quiet);
    // All solutions of a puzzle may be more than memory holds: they are found where they are written, and
    // threads only bring the puzzles.
    let threads = if matches!(ask, Ask::All) { 1 } else { options.jobs.threads() };
    let work = Run { settle: layout.grid_if_alone, ..Run::new(entries, plan, threads) };
    let (strategy, limits, quiet) = (options.strategy, options.limits.limits(), options.quiet);
    // A time of its own has only what is answered by itself.
    let timed = options.stats || layout.format == Format::Json || limits.time.is_some();
    let (mut status, mut methods) = (Status::Fine, Vec::new());
    let mut out = output::stdout();
    let shared = Arc::clone(&layout);
    let worker = move || {
        let layout = Arc::clone(&shared);
        let mut solver = strategy.solver();
        let mut desk = Desk::default();
        move |batch: Batch| match ask {
            Ask::All => Step::Batch(batch),
            Ask::Question(question) if !timed => {
                Step::Report(desk.report(&mut solver, question, &batch, &layout, &limits, quiet))
            }
            _ => Step::Report(report(&mut solver, ask, batch, &layout, &limits, quiet)),
        }
    };
    let write = |out: &mut Out, progress: &mut Progress, step| {
        let report = match step {
            Step::Report(report) => report,
            Step::Batch(batch) => all(batch, &layout, strategy, &limits, quiet, out)?,
        };
        for line in &report.errors {
            progress.line(line);
        }
        status.note(report.status);
        for method in report.methods {
            if !methods.contains(&method) {
                methods.push(method);
            }
        }
        out.write_all(report.out.as_bytes())?;
        Ok(if report.cut { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    };
    pipeline::run(work, worker, &mut progress, &mut out, write)?;
    if options.stats {
        let (puzzles, elapsed) = progress.sum();
        output::note(&summary(puzzles, elapsed, &methods));
    }
    if interrupt::asked() {
        status.note(Status::Interrupted);
    }
    Ok(status)
}

enum Step {
    Report(Report),
    Batch(Batch),
}

/// The layout: as asked, else as fits the input and where the output goes.
fn layout(options: &Solve, ask: Ask, entries: &[Entry], plan: &Plan) -> Layout {
    let container = entries.first().and_then(|entry| entry.container(plan));
    let terminal = std::io::stdout().is_terminal();
    let alone = entries.len() == 1 && !entries[0].is_stdin() && terminal;
    let (format, grid_if_alone) = match (options.format, container) {
        (Some(format), _) => (format, false),
        (None, Some(Medium::Json)) => (Format::Json, false),
        (None, Some(Medium::Csv | Medium::Tsv)) => (Format::Csv, false),
        (None, _) if alone => (Format::Grid, true),
        (None, _) => (Format::Line, false),
    };
    Layout {
        format,
        grid_if_alone,
        stats: options.stats,
        count: matches!(ask, Ask::Count(_)),
        colored: output::is_colored(),
        headed: entries.len() > 1 || !entries[0].is_text(),
        columns: OnceLock::new(),
    }
}

fn report(
    solver: &mut Solver,
    ask: Ask,
    batch: Batch,
    layout: &Layout,
    limits: &Limits<'_>,
    quiet: bool,
) -> Report {
    let mut report = Report::default();
    if !quiet {
        layout.begin(&batch, &mut report.out);
    }
    let alone = batch.alone;
    for (index, reading) in batch.readings() {
        let Some(item) = readable(index, alone, &reading, layout, quiet, &mut report) else { continue };
        let method = solver.method_for(&item.record.puzzle);
        report.note_method(method);
        let answered = answer(solver, method, ask, item, limits, &mut report);
        if is_cancelled(&answered.kind) {
            report.cut = true;
            break;
        }
        report.status.note(status_of(ask, &answered.kind));
        if !quiet {
            layout.answer(index, alone, item, &answered, &mut report.out);
        }
    }
    report
}

/// The puzzle, or `None` after its fault was reported.
fn readable<'a>(
    index: u64,
    alone: bool,
    reading: &'a Reading,
    layout: &Layout,
    quiet: bool,
    report: &mut Report,
) -> Option<&'a Item> {
    match reading {
        Ok(item) => Some(item),
        Err(rejected) => {
            report.errors.push(error_line(&rejected.message()));
            report.status.note(Status::Malformed);
            if !quiet && !rejected.whole {
                layout.rejected(index, alone, rejected, &mut report.out);
            }
            None
        }
    }
}

fn answer(
    solver: &mut Solver,
    method: Method,
    ask: Ask,
    item: &Item,
    limits: &Limits<'_>,
    report: &mut Report,
) -> Answered {
    let puzzle = &item.record.puzzle;
    match ask {
        Ask::Question(question) => outcome(item, solver.ask(question, puzzle, limits), method, report),
        Ask::Count(most) => {
            let count = solver.count(puzzle, most.0, limits);
            let stats = count.stats;
            let conflict = if count.solutions == 0 { conflict(item, report) } else { None };
            let none = count.exact && count.solutions == 0;
            let kind = Kind::Count(count, none.then(|| refutation(conflict.is_some(), &stats)));
            let agrees = agrees(item, None, report);
            Answered { kind, stats, method, conflict, agrees }
        }
        Ask::All => unreachable!("all solutions are found where they are written"),
    }
}

/// What the answer to a question says of a puzzle and of what came with it.
fn outcome(item: &Item, answer: Answer, method: Method, report: &mut Report) -> Answered {
    let Answer { outcome, stats } = answer;
    // Clues that a solution keeps do not conflict.
    let conflict = if outcome.solution().is_none() { conflict(item, report) } else { None };
    let only = if let Outcome::Unique(solution) = &outcome { Some(solution) } else { None };
    let agrees = agrees(item, only, report);
    Answered { kind: Kind::Outcome(outcome), stats, method, conflict, agrees }
}

/// Reports clues that conflict.
fn conflict(item: &Item, report: &mut Report) -> Option<arcdoku_wire::Fault> {
    let conflict = item.conflict()?;
    report.errors.push(error_line(&conflict.to_string()));
    report.status.note(Status::Malformed);
    Some(conflict)
}

/// Checks the solution that came with the puzzle, and reports a wrong one.
fn agrees(item: &Item, only: Option<&Solution>, report: &mut Report) -> Option<bool> {
    let fault = match item.expected()? {
        Err(fault) => fault,
        Ok(expected) if only.is_some_and(|only| *only != expected) => item.wrong_solution(),
        Ok(_) => return Some(true),
    };
    report.errors.push(error_line(&fault.to_string()));
    report.status.note(Status::Not);
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
        Kind::Outcome(Outcome::Multiple(..)) if matches!(ask, Ask::Question(Question::Unique)) => Status::Not,
        _ => Status::Fine,
    }
}

/// Finds and writes every solution of every puzzle of a batch.
fn all(
    batch: Batch,
    layout: &Layout,
    strategy: StrategyArgs,
    limits: &Limits<'_>,
    quiet: bool,
    out: &mut impl Write,
) -> anyhow::Result<Report> {
    let mut solver = strategy.solver();
    let mut report = Report::default();
    let mut text = String::new();
    if !quiet {
        layout.begin(&batch, &mut text);
    }
    let alone = batch.alone;
    for (index, reading) in batch.readings() {
        let Some(item) = readable(index, alone, &reading, layout, quiet, &mut report) else { continue };
        let method = solver.method_for(&item.record.puzzle);
        report.note_method(method);
        let conflict = conflict(item, &mut report);
        let (mut found, mut failed) = (0, None);
        if !quiet {
            layout.heading(index, alone, item, &mut text);
        }
        let (end, stats) = solver.solutions(&item.record.puzzle, limits, |solution| {
            found += 1;
            if quiet {
                return ControlFlow::Continue(());
            }
            layout.solution((index, alone), found, item, &solution, &mut text);
            match out.write_all(text.as_bytes()) {
                Ok(()) => {
                    text.clear();
                    ControlFlow::Continue(())
                }
                Err(error) => {
                    failed = Some(error);
                    ControlFlow::Break(())
                }
            }
        });
        if let Some(error) = failed {
            return Err(error.into());
        }
        let limit = if let End::Limit(limit) = end { Some(limit) } else { None };
        let count = Count { solutions: stats.solutions, exact: end == End::Complete, limit, stats };
        if limit == Some(Limit::Cancelled) {
            report.cut = true;
            break;
        }
        let none = count.exact && count.solutions == 0;
        let kind = Kind::Count(count, none.then(|| refutation(conflict.is_some(), &stats)));
        report.status.note(status_of(Ask::All, &kind));
        let agrees = agrees(item, None, &mut report);
        if !quiet {
            let answered = Answered { kind, stats, method, conflict, agrees };
            layout.end_of_all(index, alone, item, &answered, &mut text);
        }
        out.write_all(text.as_bytes())?;
        text.clear();
    }
    report.out = text;
    Ok(report)
}

/// `--count 5` asks for a file named 5: the number belongs behind an equals sign.
fn hint(options: &Solve) -> anyhow::Result<()> {
    match options.input.inputs.first() {
        Some(first)
            if options.count.is_some()
                && first.parse::<u64>().is_ok_and(|number| number < 1_000_000)
                && !std::path::Path::new(first).exists() =>
        {
            Err(usage(format!(
                "found {first:?} as a puzzle; to count at most that many, write --count={first}"
            )))
        }
        _ => Ok(()),
    }
}
