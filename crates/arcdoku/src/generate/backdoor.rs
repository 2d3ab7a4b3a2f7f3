//! Backdoors: cells whose digits, once placed, let singles finish a puzzle.

use crate::grid::{Cell, DigitSet};
use crate::puzzle::{Budget, Limit, Limits, Puzzle, Solution};

crate::choice::choices! {
    /// The singles that propagation places.
    #[non_exhaustive]
    pub enum SinglesKind: Both {
        /// Naked and hidden singles
        Both = "both",
        /// Cells with one candidate
        Naked = "naked",
        /// Digits with one place in a house
        Hidden = "hidden",
    }
}

/// Finds the smallest sets of cells whose digits, once placed, let singles finish a puzzle. Returns all sets of the
/// smallest size, which is 0, 1 or 2, in reading order. Returns no set if more cells are needed.
///
/// Backdoors were introduced by R. Williams, C. Gomes and B. Selman ("Backdoors to Typical Case Complexity", 2003).
/// Rules that are not made of houses are ignored, except restrictions of candidates.
///
/// ```
/// use arcdoku::generate::{SinglesKind, backdoors};
/// use arcdoku::{Limits, Puzzle, Solver};
///
/// let puzzle: Puzzle =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let outcome = Solver::new().solve(&puzzle, &Limits::NONE).outcome;
/// let solution = outcome.solution().expect("a proper puzzle");
/// let sets = backdoors(&puzzle, solution, SinglesKind::Both, &Limits::NONE).unwrap();
/// assert_eq!(sets, [vec![]], "singles alone finish it");
/// # Ok::<(), arcdoku::ParseError>(())
/// ```
///
/// # Errors
/// The limit that was reached. The node limit applies to the number of tried sets.
///
/// # Panics
/// If the solution does not have as many cells as the puzzle.
pub fn backdoors(
    puzzle: &Puzzle,
    solution: &Solution,
    singles: SinglesKind,
    limits: &Limits<'_>,
) -> Result<Vec<Vec<Cell>>, Limit> {
    assert_eq!(solution.digits().len(), puzzle.shape().cells(), "one digit per cell");
    let budget = limits.start();
    let rules = SinglesRules::new(puzzle, singles);
    let begin = rules.begin(puzzle);
    if begin.left == 0 {
        return Ok(vec![Vec::new()]);
    }
    let open: Vec<Cell> =
        (0..puzzle.shape().cells()).map(Cell::new).filter(|cell| !begin.placed[cell.index()]).collect();
    let mut found = Vec::new();
    let mut after = Vec::with_capacity(open.len());
    for (count, &cell) in open.iter().enumerate() {
        budget.check(count as u64)?;
        let mut state = begin.clone();
        if rules.assume(&mut state, cell, solution) {
            found.push(vec![cell]);
        }
        after.push(state);
    }
    if found.is_empty() {
        pairs(&rules, &open, &after, solution, &budget, &mut found)?;
    }
    Ok(found)
}

/// The sets of two cells; `after` is the state reached from each of the `open` cells.
fn pairs(
    rules: &SinglesRules,
    open: &[Cell],
    after: &[SinglesState],
    solution: &Solution,
    budget: &Budget<'_>,
    found: &mut Vec<Vec<Cell>>,
) -> Result<(), Limit> {
    let mut count = open.len() as u64;
    let Some(mut state) = after.first().cloned() else { return Ok(()) };
    for (first, &one) in open.iter().enumerate() {
        for &other in &open[first + 1..] {
            count += 1;
            budget.check(count)?;
            if after[first].placed[other.index()] {
                // Singles have already placed the second cell, so placing both cells leads no further than placing the
                // first.
                continue;
            }
            state.clone_from(&after[first]);
            if rules.assume(&mut state, other, solution) {
                found.push(vec![one, other]);
            }
        }
    }
    Ok(())
}

/// The state of propagation.
struct SinglesState {
    candidates: Vec<DigitSet>,
    /// The cells whose digit is placed, and the number of cells whose digit is not placed.
    placed: Vec<bool>,
    left: usize,
    /// Placed cells whose neighbors are not updated yet.
    new: Vec<Cell>,
}

impl Clone for SinglesState {
    fn clone(&self) -> Self {
        let Self { candidates, placed, left, new } = self;
        Self { candidates: candidates.clone(), placed: placed.clone(), left: *left, new: new.clone() }
    }

    /// Unlike the derived method, this reuses the memory.
    fn clone_from(&mut self, source: &Self) {
        self.candidates.clone_from(&source.candidates);
        self.placed.clone_from(&source.placed);
        self.left = source.left;
        self.new.clone_from(&source.new);
    }
}

impl SinglesState {
    fn place(&mut self, cell: Cell, digit: DigitSet) {
        self.candidates[cell.index()] = digit;
        self.placed[cell.index()] = true;
        self.left -= 1;
        self.new.push(cell);
    }
}

/// The constraints that propagation uses.
struct SinglesRules {
    singles: SinglesKind,
    /// The houses with a cell for each digit.
    whole: Vec<Box<[Cell]>>,
    /// For each cell: the cells that must differ from it.
    neighbors: Vec<Vec<Cell>>,
}

impl SinglesRules {
    fn new(puzzle: &Puzzle, singles: SinglesKind) -> Self {
        let (digits, cells) = (puzzle.shape().digits(), puzzle.shape().cells());
        let mut neighbors = vec![Vec::new(); cells];
        let mut whole = Vec::new();
        for set in puzzle.all_different() {
            for &cell in set.cells() {
                neighbors[cell.index()].extend(set.cells().iter().copied().filter(|&other| other != cell));
            }
            if set.cells().len() == digits {
                whole.push(set.cells().into());
            }
        }
        for cells in &mut neighbors {
            cells.sort_by_key(|cell| cell.index());
            cells.dedup();
        }
        Self { singles, whole, neighbors }
    }

    /// The state after placing the clues and all singles.
    fn begin(&self, puzzle: &Puzzle) -> SinglesState {
        let cells = puzzle.shape().cells();
        let candidates: Vec<DigitSet> = (0..cells).map(|cell| puzzle.admissible(Cell::new(cell))).collect();
        let mut state = SinglesState { candidates, placed: vec![false; cells], left: cells, new: Vec::new() };
        for cell in (0..cells).map(Cell::new) {
            let candidates = state.candidates[cell.index()];
            let is_clue = puzzle.givens()[cell.index()].is_some();
            if candidates.is_single() && (is_clue || self.singles != SinglesKind::Hidden) {
                state.place(cell, candidates);
            }
        }
        self.finish(&mut state);
        state
    }

    /// Places the digit of a cell that is not placed. Returns whether singles then fill all cells.
    fn assume(&self, state: &mut SinglesState, cell: Cell, solution: &Solution) -> bool {
        state.place(cell, DigitSet::single(solution.at(cell)));
        self.finish(state);
        state.left == 0
    }

    /// Applies singles until there are none.
    fn finish(&self, state: &mut SinglesState) {
        loop {
            while let Some(cell) = state.new.pop() {
                let digit = state.candidates[cell.index()];
                for &other in &self.neighbors[cell.index()] {
                    let before = state.candidates[other.index()];
                    let now = before.minus(digit);
                    if now == before || state.placed[other.index()] {
                        continue;
                    }
                    state.candidates[other.index()] = now;
                    if now.is_single() && self.singles != SinglesKind::Hidden {
                        state.place(other, now);
                    }
                }
            }
            if self.singles == SinglesKind::Naked || state.left == 0 {
                return;
            }
            for house in &self.whole {
                let (mut once, mut twice) = (DigitSet::EMPTY, DigitSet::EMPTY);
                for cell in house {
                    twice |= once & state.candidates[cell.index()];
                    once |= state.candidates[cell.index()];
                }
                let lone = once.minus(twice);
                for &cell in house {
                    let here = state.candidates[cell.index()] & lone;
                    if here.is_single() && !state.placed[cell.index()] {
                        state.place(cell, here);
                    }
                }
            }
            if state.new.is_empty() {
                return;
            }
        }
    }
}
