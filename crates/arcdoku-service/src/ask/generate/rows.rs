//! Generates the rows of a set whose numbers are in a given range.

use std::cell::RefCell;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::time::Duration;

use arcdoku::canon::{Canonizer, Clues};
use arcdoku::deduction::{Candidates, Options};
use arcdoku::generate::{GaveUp, GeneratedPuzzle, Grids, Maker, seed_of};
use arcdoku::puzzle::{Limit, Limits, Puzzle, WorkProgress};
use arcdoku::rate::{Hardest, PathEnd, Rater, Rating, Scale};

use super::layout::{Layout, Ranked, Row};
use crate::cancel::Bounds;
use crate::clock::Interval;

/// The minimum time between two reports of drawn puzzles.
const PAUSE: Duration = Duration::from_millis(100);

/// What a maker reports.
pub(super) enum RowWork {
    /// The number of further puzzles that were drawn and do not meet the request.
    Drawn(u64),
    /// Rows are done.
    Rows(RowReport),
}

/// The rows of a range of numbers.
pub(super) struct RowReport {
    /// The first number.
    pub(super) first: u64,
    /// The rows, one after the other.
    pub(super) text: String,
    /// The result for each number, in order.
    pub(super) entries: Vec<Entry>,
    /// Whether the run was cancelled before the last number.
    pub(super) is_cut: bool,
}

/// The result for a number.
pub(super) enum Entry {
    /// A row: its end in the text, the key of its canonical form if there is one, and the number of clues that may be
    /// redundant although the request excludes this.
    Row { end: usize, key: u128, undecided: usize },
    /// No row.
    GaveUp(GaveUp),
}

/// Generates rows, on one thread.
pub(super) struct RowMaker {
    seed: u64,
    source: Source,
    bounds: Bounds,
    /// The first number of a run that continues another, and the time that the earlier run spent on it.
    first: (u64, Duration),
    writer: RowWriter,
}

/// The source of puzzles.
enum Source {
    Puzzles(Box<Maker>),
    Grids(Option<Grids>),
}

/// Rates and writes generated puzzles.
struct RowWriter {
    layout: Arc<Layout>,
    raters: Vec<Rater>,
    canonizer: Option<Canonizer>,
}

impl RowMaker {
    /// A row maker for the puzzles of `maker`, or for full grids.
    pub(super) fn new(
        maker: Option<Maker>,
        layout: &Arc<Layout>,
        canonizes: bool,
        bounds: &Bounds,
        seed: u64,
    ) -> Self {
        let source = match maker {
            Some(maker) => Source::Puzzles(Box::new(maker)),
            None => Source::Grids(Grids::of(layout.shape)),
        };
        let raters = layout.scales.iter().map(Scale::rater).collect();
        let canonizer = canonizes.then(Canonizer::new);
        let writer = RowWriter { layout: Arc::clone(layout), raters, canonizer };
        Self { seed, source, bounds: bounds.clone(), first: (0, Duration::ZERO), writer }
    }

    /// The same row maker with the time that was spent before the first number of the run. This time counts as work
    /// on that number.
    pub(super) fn after(self, first: u64, spent: Duration) -> Self {
        Self { first: (first, spent), ..self }
    }

    /// Generates the rows of these numbers. From time to time, `drawn` receives the number of further puzzles that
    /// were drawn and do not meet the request.
    pub(super) fn report(&mut self, numbers: Range<u64>, drawn: &mut dyn FnMut(u64)) -> RowReport {
        let mut report =
            RowReport { first: numbers.start, text: String::new(), entries: Vec::new(), is_cut: false };
        let Self { seed, source, bounds, first, writer } = self;
        let pending = RefCell::new((0, None::<Interval>, drawn));
        let listener = |progress| {
            let (count, pause, drawn) = &mut *pending.borrow_mut();
            if progress == WorkProgress::Drawn {
                *count += 1;
                if pause.is_none_or(|pause| pause.is_over()) {
                    *pause = Some(Interval::new(PAUSE));
                    drawn(std::mem::take(count));
                }
            }
        };
        let limits = &bounds.limits().with_listener(&listener);
        let mut each = |_: u64, made: Result<GeneratedPuzzle, GaveUp>| {
            match made {
                Ok(made) => report.is_cut = !writer.puzzle(&made, limits, &mut report),
                Err(gave_up) if gave_up.limit == Limit::Cancelled => report.is_cut = true,
                Err(gave_up) => report.entries.push(Entry::GaveUp(gave_up)),
            }
            if report.is_cut { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        match source {
            // The time limit applies to each puzzle.
            Source::Puzzles(maker) if limits.time().is_some() => {
                for number in numbers {
                    let spent = if number == first.0 { first.1 } else { Duration::ZERO };
                    let limits = limits.with_time(limits.time().map(|time| time.saturating_sub(spent)));
                    if each(number, maker.make(seed_of(*seed, number), &limits)).is_break() {
                        break;
                    }
                }
            }
            Source::Puzzles(maker) => maker.make_all(*seed, numbers, limits, each),
            Source::Grids(grids) => {
                let Some(grids) = grids else { return report };
                for number in numbers {
                    if limits.start().check(0).is_err() {
                        report.is_cut = true;
                        break;
                    }
                    let seed = seed_of(*seed, number);
                    let grid = grids.grid(seed);
                    let digits: Vec<_> = grid.digits().iter().copied().map(Some).collect();
                    let puzzle = Puzzle::with_givens(writer.layout.shape, &digits);
                    let row = Row { puzzle: &puzzle, solution: None, seed, weight: 1.0, logic: None };
                    writer.write(&row, &[], 0, &mut report);
                }
            }
        }
        report
    }
}

impl RowWriter {
    /// Rates a puzzle and writes its row; `false` if the rating was cancelled.
    fn puzzle(&mut self, made: &GeneratedPuzzle, limits: &Limits<'_>, report: &mut RowReport) -> bool {
        let limits = limits.with_nodes(None).with_time(None);
        let mut ranks = Vec::with_capacity(self.raters.len());
        for (at, (rater, scale)) in self.raters.iter_mut().zip(&self.layout.scales).enumerate() {
            // The first scale is the scale of the request.
            let ranked = match &made.rated {
                Some(rated) if at == 0 => Ranked { rating: Some(rated.rating), hardest: Some(rated.hardest) },
                _ => match rank(rater, scale, made, &limits) {
                    Some(ranked) => ranked,
                    None => return false,
                },
            };
            ranks.push(ranked);
        }
        let GeneratedPuzzle { puzzle, solution, seed, weight, .. } = made;
        let row = Row { puzzle, solution: Some(solution), seed: *seed, weight: *weight, logic: made.logic };
        let undecided = if self.layout.undecided { made.undecided } else { 0 };
        self.write(&row, &ranks, undecided, report);
        true
    }

    fn write(&mut self, row: &Row<'_>, ranks: &[Ranked], undecided: usize, report: &mut RowReport) {
        let key = match (&mut self.canonizer, Clues::of(row.puzzle)) {
            (Some(canonizer), Ok(clues)) => canonizer.canonize(&clues).key(),
            _ => 0,
        };
        self.layout.row(row, ranks, key, &mut report.text);
        report.entries.push(Entry::Row { end: report.text.len(), key, undecided });
    }
}

/// Rates a puzzle; `None` if the rating was cancelled.
fn rank(rater: &mut Rater, scale: &Scale, made: &GeneratedPuzzle, limits: &Limits<'_>) -> Option<Ranked> {
    let Ok(state) = Candidates::of(&made.puzzle) else { return Some(Ranked::default()) };
    let profile = scale.profile();
    let mut hardest = Hardest::default();
    let go_on = &mut |technique, weight, _: &Rating| {
        hardest.note(technique, weight, || profile.map_or(0, |profile| profile.rank(technique) as u32));
        ControlFlow::Continue(())
    };
    let (rating, end) = rater.rate(
        &state,
        &Options::default().with_proper(Some(made.proper())),
        Some(&made.solution),
        limits,
        go_on,
    );
    let rated = match (end, rating) {
        (PathEnd::Stopped(_), _) => return None,
        (PathEnd::Solved, _) | (_, Rating::Explainer(_)) => Some(rating),
        _ => None,
    };
    Some(Ranked { rating: rated, hardest: rated.and_then(|_| hardest.technique()) })
}
