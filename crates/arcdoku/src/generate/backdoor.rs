//! Backdoors: cells whose digits, once known, leave nothing but singles to be seen.

use crate::grid::{Cell, DigitSet};
use crate::puzzle::{Budget, Limit, Limits, Puzzle, Solution};

/// The smallest sets of empty cells whose digits make singles finish a puzzle: naked singles in every cell and
/// hidden singles in every house that has a cell for each digit. All sets of the smallest size, which is 0, 1 or 2; none
/// if more cells are needed.
///
/// What this says of a puzzle was studied by C. Gomes, B. Selman and others ("Backdoors to Typical Case Complexity", 2003).
/// Rules that are not made of houses count only as far as they restrict candidates.
///
/// ```
/// use arcdoku::generate::backdoors;
/// use arcdoku::{Limits, Puzzle, Solver};
///
/// let puzzle: Puzzle =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let outcome = Solver::new().solve(&puzzle, &Limits::NONE).outcome;
/// let sets = backdoors(&puzzle, outcome.solution().unwrap(), &Limits::NONE).unwrap();
/// assert_eq!(sets, [vec![]], "singles alone finish it");
/// # Ok::<(), arcdoku::ParseError>(())
/// ```
///
/// # Errors
/// The limit of time that was reached, or that of nodes: of sets tried.
///
/// # Panics
/// If the solution has another number of cells than the puzzle.
pub fn backdoors(puzzle: &Puzzle, solution: &Solution, limits: &Limits<'_>) -> Result<Vec<Vec<Cell>>, Limit> {
    assert_eq!(solution.digits().len(), puzzle.shape().cells(), "one digit a cell");
    let budget = limits.start();
    let singles = Singles::new(puzzle);
    let mut begin = Singles::state(puzzle);
    if singles.finish(&mut begin) {
        return Ok(vec![Vec::new()]);
    }
    let open: Vec<Cell> =
        (0..puzzle.shape().cells()).map(Cell::new).filter(|cell| !begin[cell.index()].is_single()).collect();
    let mut found = Vec::new();
    let mut after = Vec::with_capacity(open.len());
    for (count, &cell) in open.iter().enumerate() {
        budget.check(count as u64)?;
        let mut state = begin.clone();
        state[cell.index()] = DigitSet::single(solution.at(cell));
        if singles.finish(&mut state) {
            found.push(vec![cell]);
        }
        after.push(state);
    }
    if found.is_empty() {
        pairs(&singles, &open, &after, solution, &budget, &mut found)?;
    }
    Ok(found)
}

/// The same for two cells; `after` is the state in which each of the `open` cells led.
fn pairs(
    singles: &Singles,
    open: &[Cell],
    after: &[Vec<DigitSet>],
    solution: &Solution,
    budget: &Budget<'_>,
    found: &mut Vec<Vec<Cell>>,
) -> Result<(), Limit> {
    let mut count = open.len() as u64;
    for (first, &one) in open.iter().enumerate() {
        for &other in &open[first + 1..] {
            count += 1;
            budget.check(count)?;
            if after[first][other.index()].is_single() {
                // Singles had found it: two cells tell no more than one.
                continue;
            }
            let mut state = after[first].clone();
            state[other.index()] = DigitSet::single(solution.at(other));
            if singles.finish(&mut state) {
                found.push(vec![one, other]);
            }
        }
    }
    Ok(())
}

/// The houses of a puzzle.
struct Singles {
    /// Those with a cell for each digit.
    whole: Vec<Box<[Cell]>>,
    /// For each cell: the cells that must differ from it.
    neighbors: Vec<Vec<Cell>>,
}

impl Singles {
    fn new(puzzle: &Puzzle) -> Self {
        let (digits, cells) = (puzzle.shape().digits(), puzzle.shape().cells());
        let mut neighbors = vec![Vec::new(); cells];
        let mut whole = Vec::new();
        for house in puzzle.houses() {
            for &cell in &house.cells {
                neighbors[cell.index()].extend(house.cells.iter().copied().filter(|&other| other != cell));
            }
            if house.cells.len() == digits {
                whole.push(house.cells);
            }
        }
        for cells in &mut neighbors {
            cells.sort_unstable_by_key(|cell| cell.index());
            cells.dedup();
        }
        Self { whole, neighbors }
    }

    /// The candidates before anything is concluded.
    fn state(puzzle: &Puzzle) -> Vec<DigitSet> {
        (0..puzzle.shape().cells()).map(|cell| puzzle.admissible(Cell::new(cell))).collect()
    }

    /// Applies singles as long as there are any; whether all cells are filled.
    fn finish(&self, state: &mut [DigitSet]) -> bool {
        let mut placed = vec![false; state.len()];
        loop {
            let mut news = false;
            for cell in 0..state.len() {
                if !placed[cell] && state[cell].is_single() {
                    placed[cell] = true;
                    news = true;
                    for other in &self.neighbors[cell] {
                        state[other.index()] = state[other.index()].minus(state[cell]);
                    }
                }
            }
            for house in &self.whole {
                let (mut once, mut twice) = (DigitSet::EMPTY, DigitSet::EMPTY);
                for cell in house {
                    twice = twice | once & state[cell.index()];
                    once = once | state[cell.index()];
                }
                let lone = once.minus(twice);
                for cell in house {
                    let here = state[cell.index()] & lone;
                    if here.is_single() && !state[cell.index()].is_single() {
                        state[cell.index()] = here;
                        news = true;
                    }
                }
            }
            if !news {
                return placed.iter().all(|&placed| placed);
            }
        }
    }
}
