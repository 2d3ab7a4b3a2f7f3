//! Solutions and counts of solutions.

use arcdoku::fast9::{Board, Engine, EngineReport};
use arcdoku::grid::Digit;
use arcdoku::puzzle::{Limit, Limits};
use arcdoku::solve::Question;
use arcdoku::{Outcome as Found, Puzzle, Solver};

use crate::column::Column;
use crate::failure::Failure;
use crate::kind::Kind;
use crate::outcome::Outcome;
use crate::work::{Slots, Work};

/// The number of rows that a thread processes at a time.
const CHUNK: usize = 4096;

/// The number of rows that the engine solves together.
const BLOCK: usize = 1024;

/// The number of puzzles that a search solves together.
const SMALL: usize = 64;

/// The number of solutions up to which puzzles are counted together.
const FEW: u64 = 64;

/// The outputs of [`solve`].
#[derive(Debug)]
pub struct SolveOutputs<'o> {
    /// The first solution found, one number per cell, or zeros.
    pub grids: &'o mut [u8],
    /// The [`Outcome`] of each row.
    pub outcome: &'o mut [u8],
    /// The number of decisions of the search.
    pub guesses: &'o mut [u32],
}

/// Solves puzzles and finds whether each has no solution, one or several. With `nodes`, a puzzle that takes more
/// decisions is [`Outcome::Unknown`].
///
/// ```
/// use arcdoku_arrow::{Column, Kind, Outcome, SolveOutputs, Work, solve};
///
/// let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let (mut grids, mut outcome, mut guesses) = ([0; 81], [0], [0]);
/// let out = SolveOutputs { grids: &mut grids, outcome: &mut outcome, guesses: &mut guesses };
/// solve(Column::of_texts(&[text]), &Kind::classic(), None, &Work::new(), out)?;
/// assert_eq!((&grids[..9], outcome), (&[5, 3, 4, 6, 7, 8, 9, 1, 2][..], [Outcome::Unique as u8]));
/// # Ok::<(), arcdoku_arrow::Failure>(())
/// ```
///
/// # Errors
/// If an output does not have the rows of the column, the work was cancelled, or a worker panicked.
pub fn solve(
    column: Column<'_>,
    kind: &Kind,
    nodes: Option<u64>,
    work: &Work<'_>,
    out: SolveOutputs<'_>,
) -> Result<(), Failure> {
    let (rows, cells) = (column.len(), kind.cells());
    let outputs = (
        Slots::new(out.grids, cells, rows)?,
        Slots::new(out.outcome, 1, rows)?,
        Slots::new(out.guesses, 1, rows)?,
    );
    if !kind.is_classic() {
        return work.run(rows, SMALL, outputs, || {
            let (mut many, limits) = (Many::new(kind), work.limits().with_nodes(nodes));
            move |rows, (mut grids, outcome, guesses)| {
                let from = rows.start;
                let each = |row: usize, answer: Option<&arcdoku::solve::Answer>| {
                    let Some(answer) = answer else {
                        grids.row(row - from).fill(0);
                        outcome.values[row - from] = Outcome::Malformed as u8;
                        guesses.values[row - from] = 0;
                        return;
                    };
                    if let Found::Unknown { limit: Limit::Cancelled, .. } = answer.outcome {
                        return;
                    }
                    let grid = grids.row(row - from);
                    match answer.outcome.solution() {
                        Some(solution) => {
                            grid.iter_mut()
                                .zip(solution.digits())
                                .for_each(|(cell, digit)| *cell = digit.get());
                        }
                        None => grid.fill(0),
                    }
                    outcome.values[row - from] = Outcome::of(&answer.outcome) as u8;
                    guesses.values[row - from] = u32::try_from(answer.stats.nodes).unwrap_or(u32::MAX);
                };
                many.answer(column, kind, rows, &limits, each);
            }
        });
    }
    work.run(rows, CHUNK, outputs, || {
        let (mut boards, limits) = (Boards::new(), work.limits().with_nodes(nodes));
        move |rows, (mut grids, outcome, guesses)| {
            let from = rows.start;
            boards.answer(column, kind, rows, 2, &limits, |row, found| {
                let row = row - from;
                let (grid, code, decisions) = match found {
                    None => (None, Outcome::Malformed, 0),
                    Some(EngineReport { limit: Some(Limit::Cancelled), .. }) => return,
                    Some(found) => {
                        let code = match (found.solutions, found.limit) {
                            (2.., _) => Outcome::Several,
                            (_, Some(_)) => Outcome::Unknown,
                            (1, None) => Outcome::Unique,
                            (0, None) => Outcome::None,
                        };
                        let grid = (found.solutions > 0).then_some(&found.grids[0]);
                        (grid, code, u32::try_from(found.guesses).unwrap_or(u32::MAX))
                    }
                };
                if let Some(slots) = grids.row(row).as_mut_array::<81>() {
                    *slots = grid.copied().unwrap_or([0; 81]);
                }
                outcome.values[row] = code as u8;
                guesses.values[row] = decisions;
            });
        }
    })
}

/// The value that [`count`] writes for a puzzle that was given up.
pub const UNCOUNTED: u64 = u64::MAX;

/// Counts the solutions of puzzles, up to `up_to`. Writes 0 for malformed rows. With `nodes`, writes [`UNCOUNTED`]
/// for a puzzle that takes more decisions.
///
/// # Errors
/// If the output does not have the rows of the column, the work was cancelled, or a worker panicked.
pub fn count(
    column: Column<'_>,
    kind: &Kind,
    up_to: u64,
    nodes: Option<u64>,
    work: &Work<'_>,
    counts: &mut [u64],
) -> Result<(), Failure> {
    let rows = column.len();
    let outputs = Slots::new(counts, 1, rows)?;
    if !kind.is_classic() {
        return work.run(rows, 1, outputs, || {
            let (mut solver, mut reader) = (Solver::new(), PuzzleReader::new(kind));
            let limits = work.limits().with_nodes(nodes);
            move |rows, counts| {
                for (row, slot) in rows.zip(counts.values) {
                    *slot = match reader.read(column, kind, row) {
                        None => 0,
                        Some(puzzle) => {
                            let found = solver.count(puzzle, Some(up_to.into()), &limits);
                            match found.limit {
                                Some(Limit::Cancelled) => return,
                                Some(_) => UNCOUNTED,
                                None => u64::try_from(found.solutions).unwrap_or(UNCOUNTED),
                            }
                        }
                    };
                }
            }
        });
    }
    work.run(rows, BLOCK, outputs, || {
        let (mut boards, mut reader) = (Boards::new(), PuzzleReader::new(kind));
        let (mut engine, limits) = (Engine::new(), work.limits().with_nodes(nodes));
        // If lanes share a puzzle, the order of solutions depends on the machine. It then also depends on the machine
        // whether a limit is reached before `up_to` solutions are found.
        let together = if nodes.is_some() { up_to } else { up_to.min(FEW) };
        move |rows, counts| {
            let from = rows.start;
            let mut more = Vec::new();
            boards.answer(column, kind, rows, together, &limits, |row, found| match found {
                None => counts.values[row - from] = 0,
                Some(EngineReport { limit: Some(Limit::Cancelled), .. }) => {}
                Some(found) if found.solutions == together && up_to > together => more.push(row),
                Some(found) if found.limit.is_some() => counts.values[row - from] = UNCOUNTED,
                Some(found) => counts.values[row - from] = found.solutions,
            });
            // Each puzzle with many solutions uses all lanes of the engine.
            for row in more {
                let puzzle = reader.read(column, kind, row);
                let found = puzzle.and_then(|puzzle| engine.count(puzzle, up_to, &limits));
                if let Some(found) = found.filter(|found| found.limit.is_none()) {
                    counts.values[row - from] = found.solutions;
                }
            }
        }
    })
}

/// Solves classic rows together.
pub(crate) struct Boards {
    pub(crate) engine: Engine,
    loaded: Vec<Board>,
    rows: Vec<usize>,
}

impl Boards {
    pub(crate) fn new() -> Self {
        Self { engine: Engine::new(), loaded: Vec::with_capacity(BLOCK), rows: Vec::with_capacity(BLOCK) }
    }

    /// Passes each row to `each`, with the report of the engine, or `None` if the row is malformed.
    #[inline]
    pub(crate) fn answer(
        &mut self,
        column: Column<'_>,
        kind: &Kind,
        rows: std::ops::Range<usize>,
        wanted: u64,
        limits: &Limits<'_>,
        mut each: impl FnMut(usize, Option<&EngineReport>),
    ) {
        let mut from = rows.start;
        while from < rows.end {
            let to = rows.end.min(from + BLOCK);
            self.loaded.clear();
            self.rows.clear();
            for row in from..to {
                let mut numbers = [0; 81];
                match column.read(row, kind, &mut numbers) {
                    Ok(()) => {
                        self.loaded.push(self.engine.load(&numbers));
                        self.rows.push(row);
                    }
                    Err(_) => each(row, None),
                }
            }
            let mut answered = self.rows.iter();
            self.engine.answer_all(&self.loaded, wanted, limits, |found| {
                if let Some(&row) = answered.next() {
                    each(row, Some(found));
                }
            });
            from = to;
        }
    }
}

/// Reads rows as puzzles, one at a time.
pub(crate) struct PuzzleReader {
    puzzle: Puzzle,
    numbers: Vec<u8>,
    givens: Vec<Option<Digit>>,
}

impl PuzzleReader {
    pub(crate) fn new(kind: &Kind) -> Self {
        let cells = kind.cells();
        Self { puzzle: kind.empty().clone(), numbers: vec![0; cells], givens: vec![None; cells] }
    }

    /// The puzzle of a row, unless it is malformed.
    pub(crate) fn read(&mut self, column: Column<'_>, kind: &Kind, row: usize) -> Option<&Puzzle> {
        column.read(row, kind, &mut self.numbers).ok()?;
        if kind.has_row_rules() {
            self.puzzle.clone_from(kind.row(row).ok()?);
        }
        self.givens.iter_mut().zip(&self.numbers).for_each(|(given, &number)| *given = Digit::new(number));
        self.puzzle.set_givens(&self.givens);
        Some(&self.puzzle)
    }
}

/// Solves rows of any kind together.
struct Many {
    solver: Solver,
    reader: PuzzleReader,
    puzzles: Vec<Puzzle>,
    rows: Vec<usize>,
}

impl Many {
    fn new(kind: &Kind) -> Self {
        let (puzzles, rows) = (Vec::new(), Vec::with_capacity(SMALL));
        Self { solver: Solver::new(), reader: PuzzleReader::new(kind), puzzles, rows }
    }

    fn answer(
        &mut self,
        column: Column<'_>,
        kind: &Kind,
        rows: std::ops::Range<usize>,
        limits: &Limits<'_>,
        mut each: impl FnMut(usize, Option<&arcdoku::solve::Answer>),
    ) {
        self.rows.clear();
        for row in rows {
            let Some(puzzle) = self.reader.read(column, kind, row) else {
                each(row, None);
                continue;
            };
            // Puzzles are reused, because each owns a list of rules.
            match self.puzzles.get_mut(self.rows.len()) {
                Some(kept) if kind.has_row_rules() => kept.clone_from(puzzle),
                Some(kept) => kept.set_givens(puzzle.givens()),
                None => self.puzzles.push(puzzle.clone()),
            }
            self.rows.push(row);
        }
        let mut answered = self.rows.iter();
        let puzzles = &self.puzzles[..self.rows.len()];
        self.solver.ask_all(Question::Unique, puzzles, limits, |answer| {
            if let Some(&row) = answered.next() {
                each(row, Some(&answer));
            }
        });
    }
}
