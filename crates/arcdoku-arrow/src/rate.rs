//! Ratings of classic rows.

use std::ops::ControlFlow;

use arcdoku::Outcome as Found;
use arcdoku::deduction::{Candidates, Options, PathEnd};
use arcdoku::rate::{Rating, Scale};
use arcdoku::solve::Solver;

use crate::column::Column;
use crate::failure::Failure;
use crate::kind::Kind;
use crate::outcome::Outcome;
use crate::solve::PuzzleReader;
use crate::work::{Slots, Split, Work};

/// The number of rows that a thread processes at a time. A rating takes microseconds to seconds.
const CHUNK: usize = 16;

/// The failure for rows of a different kind.
const CLASSIC: Failure = Failure::Unfit("only 9x9 puzzles without further rules have a rating");

/// The outputs of [`rate_se`].
#[derive(Debug)]
pub struct ExplainerOutputs<'o> {
    /// ER, EP and ED in tenths, three numbers per row; zeros for a row without a rating.
    pub tenths: &'o mut [u8],
    /// The [`Outcome`] of each row. Only proper puzzles have a rating.
    pub outcome: &'o mut [u8],
}

/// Rates puzzles on the scale of the Sudoku Explainer 1.2.1 (N. Juillerat).
///
/// # Errors
/// If the kind is not classic, an output does not have the rows of the column, the work was cancelled, or a worker
/// panicked.
pub fn rate_se(
    column: Column<'_>,
    kind: &Kind,
    work: &Work<'_>,
    out: ExplainerOutputs<'_>,
) -> Result<(), Failure> {
    let rows = column.len();
    let outputs = (Slots::new(out.tenths, 3, rows)?, Slots::new(out.outcome, 1, rows)?);
    rate(column, kind, &Scale::explainer(), work, outputs, |(tenths, outcomes), at, outcome, rating| {
        outcomes.values[at] = outcome as u8;
        let parts = match rating {
            Some(Rating::Explainer(rating)) => [rating.er.0, rating.ep.0, rating.ed.0],
            _ => [0; 3],
        };
        tenths.row(at).copy_from_slice(&parts);
    })
}

/// The outputs of [`rate_hodoku`].
#[derive(Debug)]
pub struct ScoreOutputs<'o> {
    /// The score; 0 for a row without a rating.
    pub score: &'o mut [u32],
    /// The level, from 0 (easy) to 4 (extreme); 255 for a row without a rating.
    pub level: &'o mut [u8],
    /// The [`Outcome`] of each row. Only proper puzzles have a rating.
    pub outcome: &'o mut [u8],
}

/// Rates puzzles on the scale of `HoDoKu` 2.2 (B. Hobiger).
///
/// # Errors
/// As for [`rate_se`].
pub fn rate_hodoku(
    column: Column<'_>,
    kind: &Kind,
    work: &Work<'_>,
    out: ScoreOutputs<'_>,
) -> Result<(), Failure> {
    let rows = column.len();
    let outputs =
        (Slots::new(out.score, 1, rows)?, Slots::new(out.level, 1, rows)?, Slots::new(out.outcome, 1, rows)?);
    rate(column, kind, &Scale::default(), work, outputs, |(scores, levels, outcomes), at, outcome, rating| {
        outcomes.values[at] = outcome as u8;
        (scores.values[at], levels.values[at]) = match rating {
            Some(Rating::Score { level, score }) => (score, level as u8),
            _ => (0, u8::MAX),
        };
    })
}

/// Rates rows. Passes each rating to `write` with the outputs and the index of the row in the outputs.
fn rate<O: Split>(
    column: Column<'_>,
    kind: &Kind,
    scale: &Scale,
    work: &Work<'_>,
    outputs: O,
    write: impl Fn(&mut O, usize, Outcome, Option<Rating>) + Sync,
) -> Result<(), Failure> {
    if !kind.is_classic() {
        return Err(CLASSIC);
    }
    let write = &write;
    work.run(column.len(), CHUNK, outputs, || {
        let (mut reader, mut solver, mut rater) = (PuzzleReader::new(kind), Solver::new(), scale.rater());
        let limits = work.limits();
        move |rows, mut outputs| {
            for (at, row) in rows.enumerate() {
                let Some(puzzle) = reader.read(column, kind, row) else {
                    write(&mut outputs, at, Outcome::Malformed, None);
                    continue;
                };
                let answer = solver.solve(puzzle, &limits);
                let solution = match &answer.outcome {
                    Found::Unique(solution) => solution,
                    Found::Unknown { .. } => return,
                    other => {
                        write(&mut outputs, at, Outcome::of(other), None);
                        continue;
                    }
                };
                let Ok(state) = Candidates::of(puzzle) else { continue };
                let options = Options::default().with_proper(answer.proper());
                let go_on = &mut |_, _, _: &Rating| ControlFlow::Continue(());
                let (rating, end) = rater.rate(&state, &options, Some(solution), &limits, go_on);
                if let PathEnd::Stopped(_) = end {
                    return;
                }
                write(&mut outputs, at, Outcome::Unique, Some(rating));
            }
        }
    })
}
