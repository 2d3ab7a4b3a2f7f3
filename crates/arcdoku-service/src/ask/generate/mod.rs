//! Generates puzzles and full grids: one, or a data set of millions.
//!
//! ```text
//!   numbers ──batches──> RowMaker: generate, rate, canonize, write ──rows──> DataSet: in order, no repeats, to files
//! ```
//!
//! A row depends only on its number and the options. Rows are checked for repetition and assigned to a file in the
//! order of their numbers. Therefore threads, batches and interruptions do not change a data set.

mod files;
mod layout;
mod request;
mod rows;
mod set;
mod store;

use std::hash::{BuildHasher as _, RandomState};
use std::ops::{ControlFlow, Range};
use std::sync::{Arc, Mutex, PoisonError};

use arcdoku::generate::{GaveUp, Maker, Method, Minimality, PuzzleRequest};
use arcdoku::grid::Shape;
use arcdoku::puzzle::format::Notation;
use arcdoku::puzzle::{Limit, Puzzle};
use arcdoku::solve::Prober;
use arcdoku_wire::question::{ColumnOptions, Generate, TryOptions};

use self::layout::Layout;
use self::rows::{RowMaker, RowWork};
use self::set::DataSet;
use crate::ask::convert::shape_remark;
use crate::cancel::Bounds;
use crate::clock::Stopwatch;
use crate::output::Output;
use crate::pool::{Event, Feed, Pool};
use crate::resumable::OutFile;
use crate::status::{Error, Status};
use crate::text::{number, plural};

pub use request::{refused, request};

/// The time that a batch should take, in nanoseconds. It is enough for puzzles that are generated several at a time.
const TARGET: u64 = 30_000_000;

/// The maximum number of puzzles of a batch.
const MOST: u64 = 4096;

/// The maximum number of abandoned puzzles that are reported individually.
const NAMED: u64 = 10;

arcdoku::choices! {
    /// How puzzles are written.
    pub enum SetFormat {
        /// One line a puzzle
        Line = "line",
        /// A table with commas
        Csv = "csv",
        /// A table with tabs
        Tsv = "tsv",
        /// JSON lines
        Jsonl = "jsonl",
        /// Boxed boards
        Grid = "grid",
    }
}

/// How rows are written.
#[derive(Clone, Debug)]
pub struct SetStyle {
    /// The format.
    pub format: SetFormat,
    /// Whether boards are colored.
    pub colored: bool,
    /// The file for the rows.
    pub out: Option<SetFile>,
}

impl From<SetFormat> for SetStyle {
    fn from(format: SetFormat) -> Self {
        Self { format, colored: false, out: None }
    }
}

/// A file of rows.
#[derive(Clone, Debug)]
pub struct SetFile {
    /// The file.
    pub file: OutFile,
    /// The share of the classes that is written to a test set in a separate file.
    pub split: Option<f64>,
}

/// Whether canonical forms are needed.
fn canonizes(question: &Generate, request: &PuzzleRequest, split: Option<f64>) -> Result<bool, Error> {
    let ColumnOptions { key, dedupe, .. } = question.columns;
    let wanted = [("key", key), ("dedupe", dedupe), ("split", split.is_some())];
    let Some((option, _)) = wanted.iter().find(|(_, wanted)| *wanted) else { return Ok(false) };
    if request.shape == Shape::CLASSIC && request.is_plain() {
        return Ok(true);
    }
    Err(Error::usage(format!("--{option}: only 9x9 puzzles and grids have a canonical form")))
}

/// What a run did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GenerateSummary {
    /// How the run ended.
    pub status: Status,
    /// The number of rows that were omitted as repeated, in all runs.
    pub left_out: u64,
    /// The number of abandoned puzzles, in all runs.
    pub gave_up: u64,
    /// The first abandoned puzzle of this run.
    pub given_up: Option<GaveUp>,
    /// Whether the run ended early because only repeated puzzles were found.
    pub is_exhausted: bool,
}

/// The generator of the puzzles; `None` for full grids. Each thread forks it.
fn maker(
    question: &Generate,
    request: &PuzzleRequest,
    bounds: &Bounds,
) -> Result<Option<Mutex<Maker>>, Error> {
    if !question.full {
        let maker = Maker::within(request.clone(), Prober::new(), &bounds.limits());
        return Ok(Some(Mutex::new(maker.map_err(refused)?)));
    }
    if request.shape.is_plain() {
        return Ok(None);
    }
    let expected = "a square one with the digits 1 to N";
    Err(Error::usage(format!("--full: found a grid of another shape, expected {expected}")))
}

/// A note about a shape that the format cannot express.
fn unwritten_shape(request: &PuzzleRequest, format: SetFormat) -> Option<String> {
    let notation = match format {
        SetFormat::Jsonl => return None,
        SetFormat::Grid => Notation::Grid,
        SetFormat::Line | SetFormat::Csv | SetFormat::Tsv => Notation::Line,
    };
    let basis = if request.bare { Puzzle::bare(request.shape) } else { Puzzle::new(request.shape) };
    shape_remark(&basis, notation)
}

/// Generates puzzles or grids, and writes them. The steps of its progress are rows.
///
/// # Errors
/// If no puzzle can meet the request, a file cannot be used, or the output cannot be written.
pub fn run(
    question: &Generate,
    style: &SetStyle,
    bounds: Bounds,
    threads: usize,
    output: &mut dyn Output,
) -> Result<GenerateSummary, Error> {
    let TryOptions { tries, time } = question.limits;
    let bounds = Bounds { nodes: tries, time, ..bounds };
    let request = request(question)?;
    let layout = Arc::new(Layout {
        format: style.format,
        shape: request.shape,
        scales: request::rating_scales(&request, question)?,
        logic: request.logic.is_some(),
        rules: request.has_rules(),
        full: question.full,
        weight: request.method == Method::ControlledBias,
        undecided: request.minimality != Minimality::Any,
        key: question.columns.key,
        colored: style.colored,
    });
    let watch = Stopwatch::start();
    // An impossible request is refused before any file is changed.
    let maker = maker(question, &request, &bounds)?;
    let split = style.out.as_ref().and_then(|out| out.split);
    let canonizes = canonizes(question, &request, split)?;
    let signature = || request::signature(question, &request, split, style.format);
    let out = style.out.as_ref().map(|out| (out, signature()));
    let mut set = DataSet::open(question, out, &layout, output)?;
    let seed = set.seed();
    if set.is_drawn() {
        output.note(&format!("seed: {seed}; --seed {seed} repeats this run"));
    }
    if let Some(remark) = unwritten_shape(&request, style.format) {
        output.note(&remark);
    }
    output.resume(set.done());
    // Puzzles that an earlier run abandoned are still missing from the set.
    let earlier = set.gave_up();
    let mut status = if earlier > 0 { Status::Limit } else { Status::Fine };
    set.begin(output)?;
    let (mut gave_up, mut given_up) = (0, None);
    if !set.is_done() && !set.is_exhausted() {
        let numbers = set.next()..if question.columns.dedupe { u64::MAX } else { question.count };
        let (limits, first, spent) = (bounds.clone(), numbers.start, watch.elapsed());
        let worker = move || {
            let fork = |maker: &Mutex<Maker>| maker.lock().unwrap_or_else(PoisonError::into_inner).fork();
            let maker = RowMaker::new(maker.as_ref().map(fork), &layout, canonizes, &limits, seed);
            let mut maker = maker.after(first, spent);
            move |numbers, emit: &mut dyn FnMut(RowWork) -> ControlFlow<()>| {
                let report = maker.report(numbers, &mut |drawn| {
                    // The result is ignored, because a run that is over ends through its flag.
                    let _ = emit(RowWork::Drawn(drawn));
                });
                let _ = emit(RowWork::Rows(report));
            }
        };
        let feed = move |feed: Feed<'_, Range<u64>>| send(feed, numbers);
        Pool::new(threads, &bounds.cancel).run(feed, worker, |event| {
            let report = match event {
                Event::Result(RowWork::Rows(report)) => report,
                Event::Result(RowWork::Drawn(puzzles)) => {
                    output.draw(puzzles);
                    return Ok(ControlFlow::Continue(()));
                }
                Event::Idle => return output.flush().map(ControlFlow::Continue).map_err(Error::from),
                Event::Tick => {
                    output.tick();
                    return Ok(ControlFlow::Continue(()));
                }
            };
            let before = (set.done(), set.rows());
            let outcome = set.take(&report, output, &mut |output, failure| {
                status.note(Status::Limit);
                gave_up += 1;
                given_up.get_or_insert(failure);
                if gave_up <= NAMED {
                    output.error(&message(&failure));
                }
            })?;
            output.advance(set.done() - before.0, set.rows() - before.1);
            Ok(if report.is_cut { ControlFlow::Break(()) } else { outcome })
        })?;
        output.finish();
    }
    if gave_up > NAMED || earlier > 0 {
        let (all, were) = (set.gave_up(), if set.gave_up() == 1 { "was" } else { "were" });
        output.error(&format!("{} {were} given up in total", plural(all.into(), "puzzle")));
    }
    if set.is_exhausted() {
        status.note(Status::Limit);
        note_exhausted(set.rows(), set.repeats(), output);
    }
    note_undecided(set.undecided(), &request, output);
    let mut summary = GenerateSummary {
        status,
        left_out: set.next() - set.done(),
        gave_up: set.gave_up(),
        given_up,
        is_exhausted: set.is_exhausted(),
    };
    set.finish()?;
    output.flush()?;
    if bounds.cancel.is_cancelled() {
        summary.status.note(Status::Interrupted);
    }
    Ok(summary)
}

/// Reports that the last puzzles repeated the classes of earlier rows.
fn note_exhausted(rows: u64, repeats: u64, output: &mut dyn Output) {
    let noun = if rows == 1 { "class" } else { "classes" };
    let (rows, repeats) = (number(rows.into()), number(repeats.into()));
    output.error(&format!("{rows} {noun} in total; the last {repeats} puzzles repeated them"));
}

/// Notes the number of clues and rules that may be redundant, and the number of puzzles with them.
fn note_undecided((puzzles, clues): (u64, u64), request: &PuzzleRequest, output: &mut dyn Output) {
    if puzzles == 0 {
        return;
    }
    let puzzles = plural(puzzles.into(), "puzzle");
    let clues = if request.drawn.is_empty() {
        plural(clues.into(), "clue")
    } else {
        format!("{} of the clues and rules", number(clues.into()))
    };
    output.note(&format!("in {puzzles}, {clues} may be redundant: the check took too long"));
}

/// A random seed that is short enough to be read aloud, and exact in every JSON reader.
fn draw_seed() -> u64 {
    RandomState::new().hash_one(()) >> 16
}

/// Sends the numbers in batches.
fn send(mut feed: Feed<'_, Range<u64>>, mut numbers: Range<u64>) {
    while !numbers.is_empty() {
        let end = numbers.start.saturating_add(feed.units_in(TARGET).min(MOST)).min(numbers.end);
        if feed.send(numbers.start..end, end - numbers.start).is_break() {
            return;
        }
        numbers.start = end;
    }
}

fn message(failure: &GaveUp) -> String {
    let GaveUp { seed, tries, limit, .. } = failure;
    let tries = if *tries == 1 { "1 try".to_owned() } else { format!("{} tries", number((*tries).into())) };
    let limit = if *limit == Limit::Nodes { "tries" } else { limit.name() };
    format!("the puzzle of seed {seed}: given up after {tries} ({limit})")
}
