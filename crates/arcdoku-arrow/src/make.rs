//! Puzzles and full grids from seeds.

use std::ops::ControlFlow;

use arcdoku::generate::{GaveUp, GeneratedPuzzle, Grids, Maker, PuzzleRequest, seed_of};
use arcdoku::grid::Digit;
use arcdoku::puzzle::Limit;

use crate::failure::Failure;
use crate::kind::Kind;
use crate::outcome::Outcome;
use crate::work::{Slots, Work};

/// The number of rows that a thread processes at a time.
const CHUNK: usize = 256;

/// The outputs of [`generate`].
#[derive(Debug)]
pub struct GenerateOutputs<'o> {
    /// The puzzles, with one number per cell; zeros for a puzzle that was given up.
    pub puzzles: &'o mut [u8],
    /// The solutions of the puzzles.
    pub solutions: &'o mut [u8],
    /// The seed of each puzzle. A run with this seed makes it as its first puzzle.
    pub seeds: &'o mut [u64],
    /// The number of puzzles drawn for each.
    pub tries: &'o mut [u64],
    /// The weight of each puzzle in averages over all minimal puzzles ([`GeneratedPuzzle::weight`]).
    pub weights: &'o mut [f64],
    /// [`Outcome::Unique`], or [`Outcome::Unknown`] for a puzzle that was given up; and the text of its rules, one
    /// per line, without those of its shape unless it is [bare](PuzzleRequest::bare).
    pub outcome: &'o mut [(u8, String)],
}

/// Makes the first puzzles of the run of a seed, one for each row of the outputs. They do not depend on the number of
/// threads. After `tries` draws without success, a puzzle is given up.
///
/// # Errors
/// If the request cannot be met, outputs have different numbers of rows, the work was cancelled, or a worker
/// panicked.
pub fn generate(
    request: &PuzzleRequest,
    seed: u64,
    tries: Option<u64>,
    work: &Work<'_>,
    out: GenerateOutputs<'_>,
) -> Result<(), Failure> {
    Maker::new(request.clone()).map_err(Failure::Request)?;
    let (rows, cells) = (out.seeds.len(), request.shape.cells());
    let outputs = (
        Slots::new(out.puzzles, cells, rows)?,
        Slots::new(out.solutions, cells, rows)?,
        Slots::new(out.seeds, 1, rows)?,
        Slots::new(out.tries, 1, rows)?,
        Slots::new(out.weights, 1, rows)?,
        Slots::new(out.outcome, 1, rows)?,
    );
    let own = if request.bare { Vec::new() } else { arcdoku::Puzzle::new(request.shape).rules().to_vec() };
    work.run(rows, CHUNK, outputs, || {
        // The request was checked above.
        let (mut maker, limits) = (Maker::new(request.clone()).ok(), work.limits().with_nodes(tries));
        let own = &own;
        move |rows, (mut puzzles, mut solutions, seeds, counts, weights, outcome)| {
            let Some(maker) = &mut maker else { return };
            let from = rows.start as u64;
            maker.make_all(seed, from..rows.end as u64, &limits, |number, made| {
                let at = (number - from) as usize;
                match made {
                    Ok(made) => {
                        let digits = puzzles.row(at).iter_mut().zip(made.puzzle.givens());
                        digits.for_each(|(slot, digit)| *slot = digit.map_or(0, Digit::get));
                        let digits = solutions.row(at).iter_mut().zip(made.solution.digits());
                        digits.for_each(|(slot, digit)| *slot = digit.get());
                        let GeneratedPuzzle { seed, tries, weight, .. } = made;
                        (seeds.values[at], counts.values[at], weights.values[at]) = (seed, tries, weight);
                        let rules = made.puzzle.rules().iter().filter(|rule| !own.contains(rule));
                        let rules: Vec<String> = rules.map(ToString::to_string).collect();
                        outcome.values[at] = (Outcome::Unique as u8, rules.join("\n"));
                    }
                    Err(GaveUp { seed, tries, limit: Limit::Nodes, .. }) => {
                        puzzles.row(at).fill(0);
                        solutions.row(at).fill(0);
                        (seeds.values[at], counts.values[at], weights.values[at]) = (seed, tries, 0.0);
                        outcome.values[at] = (Outcome::Unknown as u8, String::new());
                    }
                    Err(_) => return ControlFlow::Break(()),
                }
                if work.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
        }
    })
}

/// Writes the first random full grids of the run of a seed. 9x9 grids are uniform over all grids ([`Grids`]).
///
/// # Errors
/// If the kind has rules other than those of its shape, the last row of the output is not complete, the work was
/// cancelled, or a worker panicked.
pub fn grids(kind: &Kind, seed: u64, work: &Work<'_>, grids: &mut [u8]) -> Result<(), Failure> {
    let plain = Kind::of(arcdoku::Puzzle::new(kind.shape()))?;
    let source = Grids::of(kind.shape()).filter(|_| plain.empty().rules() == kind.empty().rules());
    let source = source.ok_or(Failure::Unfit("full grids are for shapes without further rules"))?;
    let cells = kind.cells();
    let rows = grids.len() / cells;
    let outputs = Slots::new(grids, cells, rows)?;
    work.run(rows, CHUNK, outputs, || {
        |rows, mut grids: Slots<'_, u8>| {
            for (at, row) in rows.enumerate() {
                if work.is_cancelled() {
                    return;
                }
                let grid = source.grid(seed_of(seed, row as u64));
                grids.row(at).iter_mut().zip(grid.digits()).for_each(|(slot, digit)| *slot = digit.get());
            }
        }
    })
}
