//! Many questions about almost the same grid, as needed for generating and minimizing puzzles.

use crate::fast9::{Board, Engine, EngineReport};
use crate::grid::{Cell, Digit, DigitSet, Shape};
use crate::puzzle::{Limit, Limits, Outcome, Puzzle, Rule, Solution};
use crate::solve::{Question, Solver, answer};

/// The strategy of random solutions. The puzzle of a seed depends on it, so it must never change.
const RANDOM_ORDER: &str = "singles-mrv,tie=random,value=random";

/// Answers questions about [`ProbeGrid`]s of any shape and rules. Between questions, only cells that change are
/// written.
///
/// A prober keeps its memory: use one for many questions, and one per thread.
///
/// ```
/// use arcdoku::solve::Prober;
/// use arcdoku::{Cell, Digit, Limits, Puzzle, Shape};
///
/// let mut prober = Prober::new();
/// let mut grid = prober.grid(&Puzzle::new(Shape::CLASSIC));
/// let digits = *b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// grid.set_clues(&digits.map(|digit| digit - b'0'));
/// // Do the other cells determine the 5 of the first one?
/// grid.exclude(Cell::new(0), Digit::from_index(4));
/// assert_eq!(prober.probe(&mut grid, 1, &Limits::NONE).grids().count(), 0);
/// ```
#[derive(Default, Debug)]
pub struct Prober {
    solver: Solver,
}

/// The clues of a grid between the questions of a [`Prober`], with at most one excluded digit.
#[derive(Clone, Debug)]
pub struct ProbeGrid(ProbeGridKind);

#[derive(Clone, Debug)]
enum ProbeGridKind {
    /// A plain 9x9 grid, for the specialized engines.
    Fast9(Board),
    /// Any other grid, for search: the clues, and the digit that an empty cell must not take.
    Search(Puzzle, Option<(Cell, Digit)>),
}

/// The result of a [`Prober`] for a grid.
#[derive(Clone, Debug)]
pub struct ProbeAnswer(ProbeAnswerKind);

#[derive(Clone, Debug)]
enum ProbeAnswerKind {
    Fast9(EngineReport),
    Search(Vec<Vec<u8>>, Option<Limit>),
}

impl Prober {
    /// Creates a prober with the fastest engines.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a prober with a given engine for 9x9 grids. All engines give the same answers.
    pub fn with_engine(engine: Engine) -> Self {
        Self { solver: Solver { engine: Some(engine), ..Solver::new() } }
    }

    /// The solver behind the prober.
    pub fn solver(&mut self) -> &mut Solver {
        &mut self.solver
    }

    /// Whether the grid of a puzzle is [fast](ProbeGrid::is_fast).
    pub(crate) fn is_fast(puzzle: &Puzzle) -> bool {
        puzzle.shape() == Shape::CLASSIC && puzzle.is_plain()
    }

    /// Returns a grid with the clues and rules of a puzzle.
    pub fn grid(&self, puzzle: &Puzzle) -> ProbeGrid {
        if Self::is_fast(puzzle) {
            let mut grid = ProbeGrid(ProbeGridKind::Fast9(Board::OPEN));
            let clues: Vec<u8> = puzzle.givens().iter().map(|given| given.map_or(0, Digit::get)).collect();
            grid.set_clues(&clues);
            grid
        } else {
            ProbeGrid(ProbeGridKind::Search(puzzle.clone(), None))
        }
    }

    /// Searches for up to `wanted` solutions of a grid, and returns the first two.
    ///
    /// A fast grid (see [`ProbeGrid::is_fast`]) is answered regardless of the limits. For other grids, the node limit
    /// applies to each digit that replaces the excluded one. If a limit is reached for a digit, the other digits are
    /// still tried.
    pub fn probe(&mut self, grid: &mut ProbeGrid, wanted: u64, limits: &Limits<'_>) -> ProbeAnswer {
        match &mut grid.0 {
            ProbeGridKind::Fast9(board) => {
                let engine = self.solver.engine.get_or_insert_default();
                ProbeAnswer(ProbeAnswerKind::Fast9(engine.probe(board, wanted)))
            }
            ProbeGridKind::Search(puzzle, excluded) => {
                let mut found =
                    SearchProbe { solver: &mut self.solver, wanted, grids: Vec::new(), limit: None };
                match *excluded {
                    None => found.ask(puzzle, limits),
                    Some((cell, excluded)) => found.ask_each(puzzle, cell, excluded, limits),
                }
                ProbeAnswer(ProbeAnswerKind::Search(found.grids, found.limit))
            }
        }
    }

    /// Returns a solution of a puzzle, found by a search in a random order that depends on the seed; `None` if there
    /// is none. Solutions are not equally likely.
    ///
    /// # Errors
    /// The limit that was reached before a solution was found.
    pub fn random_solution(
        &mut self,
        puzzle: &Puzzle,
        seed: u64,
        limits: &Limits<'_>,
    ) -> Result<Option<Solution>, Limit> {
        let Ok(strategy) = format!("{RANDOM_ORDER},seed={seed}").parse() else { return Ok(None) };
        let scratch = &mut self.solver.scratch;
        match answer(Question::First, puzzle, &strategy, limits, scratch, &mut ()).outcome {
            Outcome::Unknown { limit, .. } => Err(limit),
            outcome => Ok(outcome.solution().cloned()),
        }
    }

    /// The same as [`probe`](Self::probe) for many grids, in order. Fast grids are processed in parallel lanes.
    pub fn probe_all<'a>(
        &mut self,
        grids: impl IntoIterator<Item = &'a mut ProbeGrid>,
        wanted: u64,
        limits: &Limits<'_>,
        mut each: impl FnMut(ProbeAnswer),
    ) {
        let mut grids: Vec<&mut ProbeGrid> = grids.into_iter().collect();
        if !grids.iter().all(|grid| grid.is_fast()) {
            for grid in grids {
                each(self.probe(grid, wanted, limits));
            }
            return;
        }
        let boards = grids.iter_mut().filter_map(|grid| match &grid.0 {
            ProbeGridKind::Fast9(board) => Some(board),
            ProbeGridKind::Search(..) => None,
        });
        let engine = self.solver.engine.get_or_insert_default();
        engine.answer_all(boards, wanted, &Limits::NONE, |report| {
            each(ProbeAnswer(ProbeAnswerKind::Fast9(report.clone())));
        });
    }
}

impl ProbeGrid {
    /// Whether every question about the grid is answered within microseconds, because it is a plain 9x9 grid.
    pub fn is_fast(&self) -> bool {
        matches!(self.0, ProbeGridKind::Fast9(_))
    }

    /// Replaces all clues, row-major: digits from 1, and 0 for an empty cell. Clears the excluded digit. Missing
    /// numbers and numbers above the number of digits stand for empty cells.
    pub fn set_clues(&mut self, clues: &[u8]) {
        match &mut self.0 {
            ProbeGridKind::Fast9(board) => {
                *board = match <&[u8; 81]>::try_from(clues) {
                    Ok(clues) => Board::new(clues),
                    Err(_) => Board::OPEN,
                };
            }
            ProbeGridKind::Search(puzzle, excluded) => {
                *excluded = None;
                let digits = puzzle.shape().digits();
                for cell in 0..puzzle.shape().cells() {
                    let digit = clues.get(cell).and_then(|&digit| Digit::new(digit));
                    puzzle.set(Cell::new(cell), digit.filter(|digit| digit.index() < digits));
                }
            }
        }
    }

    /// Sets the digit of a cell.
    ///
    /// # Panics
    /// If the grid does not have the cell or the digit.
    #[inline]
    pub fn give(&mut self, cell: Cell, digit: Digit) {
        match &mut self.0 {
            ProbeGridKind::Fast9(board) => board.set(cell, DigitSet::single(digit)),
            ProbeGridKind::Search(puzzle, excluded) => {
                *excluded = excluded.filter(|&(other, _)| other != cell);
                puzzle.set(cell, Some(digit));
            }
        }
    }

    /// Empties a cell.
    ///
    /// # Panics
    /// If the grid does not have the cell.
    #[inline]
    pub fn open(&mut self, cell: Cell) {
        match &mut self.0 {
            ProbeGridKind::Fast9(board) => board.set(cell, DigitSet::all(9)),
            ProbeGridKind::Search(puzzle, excluded) => {
                *excluded = excluded.filter(|&(other, _)| other != cell);
                puzzle.set(cell, None);
            }
        }
    }

    /// Empties a cell that must not take this digit. Only one digit can be excluded at a time: set or open the cell
    /// before another digit is excluded.
    ///
    /// # Panics
    /// If the grid does not have the cell.
    #[inline]
    pub fn exclude(&mut self, cell: Cell, digit: Digit) {
        match &mut self.0 {
            ProbeGridKind::Fast9(board) => board.set(cell, DigitSet::all(9).minus(DigitSet::single(digit))),
            ProbeGridKind::Search(puzzle, excluded) => {
                *excluded = Some((cell, digit));
                puzzle.set(cell, None);
            }
        }
    }
}

impl ProbeAnswer {
    /// The solutions found, at most two: digits from 1, row-major.
    pub fn grids(&self) -> impl Iterator<Item = &[u8]> {
        (0..2).map_while(|at| match &self.0 {
            ProbeAnswerKind::Fast9(report) if at < report.solutions => Some(&report.grids[at as usize][..]),
            ProbeAnswerKind::Fast9(_) => None,
            ProbeAnswerKind::Search(grids, _) => grids.get(at as usize).map(Vec::as_slice),
        })
    }

    /// The limit that was reached, if any: solutions may be missing.
    pub fn limit(&self) -> Option<Limit> {
        match &self.0 {
            ProbeAnswerKind::Fast9(_) => None,
            ProbeAnswerKind::Search(_, limit) => *limit,
        }
    }
}

/// A probe by search.
struct SearchProbe<'s> {
    solver: &'s mut Solver,
    wanted: u64,
    grids: Vec<Vec<u8>>,
    limit: Option<Limit>,
}

impl SearchProbe<'_> {
    /// Searches for solutions of a puzzle.
    fn ask(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) {
        let question = match self.wanted - self.grids.len() as u64 {
            0 => return,
            1 => Question::First,
            _ => Question::Unique,
        };
        match self.solver.ask(question, puzzle, limits).outcome {
            Outcome::Unsatisfiable(_) => {}
            Outcome::Unique(one) | Outcome::Solved(one) => self.push(&one),
            Outcome::Multiple(one, two) => {
                self.push(&one);
                self.push(&two);
            }
            Outcome::Unknown { limit, found } => {
                if let Some(one) = found {
                    self.push(&one);
                }
                self.limit = Some(limit);
            }
        }
    }

    /// Searches for solutions with each digit except `excluded` in a cell, until there are enough.
    fn ask_each(&mut self, puzzle: &mut Puzzle, cell: Cell, excluded: Digit, limits: &Limits<'_>) {
        let budget = limits.with_nodes(None).start();
        for digit in (0..puzzle.shape().digits()).map(Digit::from_index) {
            if digit == excluded || is_seen(puzzle, cell, digit) {
                continue;
            }
            // The clock is checked here, because searches that end by propagation alone do not check it.
            if let Err(limit) = budget.check(0) {
                self.limit = Some(limit);
                break;
            }
            puzzle.set(cell, Some(digit));
            self.ask(puzzle, &limits.with_time(budget.remaining()));
            if self.grids.len() as u64 >= self.wanted {
                self.limit = None;
                break;
            }
            if self.limit.is_some_and(|limit| limit != Limit::Nodes) {
                break;
            }
        }
        puzzle.set(cell, None);
    }

    fn push(&mut self, solution: &Solution) {
        self.grids.push(solution.digits().iter().map(|digit| digit.get()).collect());
    }
}

/// Whether a clue in the same row, column or box as a cell has a digit, if rows, columns and boxes are rules.
fn is_seen(puzzle: &Puzzle, cell: Cell, digit: Digit) -> bool {
    let shape = puzzle.shape();
    // This shortcut is only for plain grids of N x N cells, because the houses of other grids have different cells.
    if !shape.is_plain() {
        return false;
    }
    let n = shape.digits();
    let is_rule = |rule: Rule| puzzle.rules().contains(&rule);
    let has = |at: Cell| at != cell && puzzle.givens()[at.index()] == Some(digit);
    let (row, col) = (shape.row(cell), shape.col(cell));
    (0..n).any(|at| has(shape.cell(row, at))) && is_rule(Rule::Rows)
        || (0..n).any(|at| has(shape.cell(at, col))) && is_rule(Rule::Columns)
        || shape.box_of(cell).is_some_and(|index| shape.box_cells(index).any(has)) && is_rule(Rule::Boxes)
}
