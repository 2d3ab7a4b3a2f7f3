//! The minimal puzzles around a puzzle: {-N+M} search, as used to find low-clue and hard puzzles.
//!
//! ```text
//!  puzzle --remove N clues--> many solutions --add up to M clues--> one solution, no clue redundant?
//! ```
//!
//! A last clue leaves one solution only if it occurs in exactly one of the solutions without it. Therefore up to a
//! few hundred solutions are first counted by cell and digit. Only clues that occur in none or one of the counted
//! solutions are tried.

use std::ops::{ControlFlow, Range};

use crate::grid::{Cell, Digit, Shape};
use crate::puzzle::{Budget, Limit, Limits, Outcome, Puzzle, Rule};
use crate::solve::{Count, Question, Solver};

/// Number of solutions that are counted before last clues are tried.
const SAMPLE: usize = 256;

/// Maximum number of decisions of the search for these solutions. No search that was measured needed nearly as many.
const SAMPLE_NODES: u64 = 1 << 20;

/// A search around puzzles that removes `minus` clues and adds up to `plus` others.
pub struct Vicinity {
    solver: Solver,
    minus: usize,
    plus: usize,
}

/// The search around one puzzle.
struct VicinitySearch<'h> {
    solver: &'h mut Solver,
    budget: Budget<'h>,
    original: &'h Puzzle,
    /// The puzzle without the removed clues, and with the clues added so far.
    puzzle: Puzzle,
    plus: usize,
    tried: u64,
    each: &'h mut dyn FnMut(&Puzzle) -> ControlFlow<()>,
}

/// The reason why a search ended early.
enum VicinityStop {
    Enough,
    Limit(Limit),
}

impl Vicinity {
    /// Creates a search that removes `minus` clues and adds up to `plus` clues.
    pub fn new(minus: usize, plus: usize) -> Self {
        Self { solver: Solver::new(), minus, plus }
    }

    /// Passes every minimal puzzle with one solution in the vicinity to `each`, except the puzzle itself. Some are
    /// passed several times, unchanged (if the puzzle has a redundant clue) or as equivalent puzzles, which canonical
    /// forms identify. `each` may break.
    ///
    /// Returns `false` if the puzzle is not a plain 9x9 puzzle.
    ///
    /// # Errors
    /// The limit that was reached. The node limit applies to the number of tried puzzles.
    pub fn of(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits<'_>,
        each: &mut dyn FnMut(&Puzzle) -> ControlFlow<()>,
    ) -> Result<bool, Limit> {
        self.parts_of(puzzle, 0..self.parts(puzzle), limits, each)
    }

    /// Number of independent parts of the search around a puzzle: one for each choice of clues to remove. If three or
    /// more clues are added, there is one for each such choice and each cell of the first added clue. Saturates at
    /// the largest number. Returns 0 if the puzzle is not a plain 9x9 puzzle.
    pub fn parts(&self, puzzle: &Puzzle) -> u64 {
        if !is_classic(puzzle) {
            return 0;
        }
        choices(puzzle.clues(), self.minus).saturating_mul(self.firsts())
    }

    /// Number of parts per choice of clues to remove, by the cell of the first added clue. Each part repeats their
    /// common beginning, which is worthwhile only if much work follows.
    fn firsts(&self) -> u64 {
        if self.plus >= 3 { 81 } else { 1 }
    }

    /// Like [`of`](Self::of), for some of the [`parts`](Self::parts), counted from 0. Parts that do not exist are
    /// empty.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn parts_of(
        &mut self,
        puzzle: &Puzzle,
        parts: Range<u64>,
        limits: &Limits<'_>,
        each: &mut dyn FnMut(&Puzzle) -> ControlFlow<()>,
    ) -> Result<bool, Limit> {
        if !is_classic(puzzle) {
            return Ok(false);
        }
        let (clues, firsts) = (clues(puzzle), self.firsts());
        let mut around = VicinitySearch {
            solver: &mut self.solver,
            budget: limits.start(),
            original: puzzle,
            puzzle: puzzle.clone(),
            plus: self.plus,
            tried: 0,
            each,
        };
        for part in parts.start..parts.end.min(choices(clues.len(), self.minus).saturating_mul(firsts)) {
            let first = (part % firsts) as usize;
            let cells = if firsts == 1 { 0..81 } else { first..first + 1 };
            match around.part(&clues, self.minus, part / firsts, cells) {
                Ok(()) => {}
                Err(VicinityStop::Enough) => break,
                Err(VicinityStop::Limit(limit)) => return Err(limit),
            }
        }
        Ok(true)
    }
}

/// Whether a puzzle is 9x9 with rows, columns, boxes and possibly restricted candidates.
fn is_classic(puzzle: &Puzzle) -> bool {
    let fits = |rule: &Rule| matches!(rule, Rule::Rows | Rule::Columns | Rule::Boxes | Rule::Candidates(_));
    puzzle.shape() == Shape::CLASSIC && puzzle.rules().iter().all(fits)
}

/// The number of ways to choose `count` of `all` items; saturates at the largest number.
fn choices(all: usize, count: usize) -> u64 {
    if count > all {
        return 0;
    }
    let mut ways = 1_u128;
    for at in 0..count.min(all - count) {
        // The division is exact: a product of consecutive numbers is a multiple of the factorial of their count.
        ways = ways * (all - at) as u128 / (at + 1) as u128;
        if ways > u64::MAX.into() {
            return u64::MAX;
        }
    }
    ways as u64
}

impl std::fmt::Debug for Vicinity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{{-{}+{}}}", self.minus, self.plus)
    }
}

fn clues(puzzle: &Puzzle) -> Vec<(Cell, Digit)> {
    let cells = (0..).zip(puzzle.givens());
    cells.filter_map(|(cell, clue)| clue.map(|digit| (Cell::new(cell), digit))).collect()
}

impl VicinitySearch<'_> {
    /// Removes `count` of these clues in one of the possible ways, which are numbered from 0 in the order of their
    /// cells. Then adds other clues, the first of them in one of these cells.
    fn part(
        &mut self,
        clues: &[(Cell, Digit)],
        count: usize,
        mut way: u64,
        cells: Range<usize>,
    ) -> Result<(), VicinityStop> {
        let mut missing = count;
        for (at, &(cell, _)) in clues.iter().enumerate() {
            if missing == 0 {
                break;
            }
            let with_this = choices(clues.len() - at - 1, missing - 1);
            if way < with_this {
                self.puzzle.set(cell, None);
                missing -= 1;
            } else {
                way -= with_this;
            }
        }
        let done = self.add(cells, self.plus);
        self.puzzle.set_givens(self.original.givens());
        done
    }

    /// Adds `count` clues, or fewer if these are enough, in all ways: the first in one of these cells, and the others
    /// after it. A puzzle that needs no added clue is passed only by the part of the first cell.
    fn add(&mut self, cells: Range<usize>, count: usize) -> Result<(), VicinityStop> {
        self.budget.check(self.tried).map_err(VicinityStop::Limit)?;
        let sample = self.sample();
        if sample.is_complete && sample.solutions == 1 {
            // The puzzle already has one solution, so any further clue would be redundant.
            let is_mine = count < self.plus || cells.start == 0;
            return if is_mine { self.judge(&self.puzzle.clone()) } else { Ok(()) };
        }
        if count == 0 || sample.is_complete && sample.solutions == 0 {
            return Ok(());
        }
        let mut last = Vec::new();
        let taken = SeenDigits::of(&self.puzzle);
        for cell in cells.map(Cell::new) {
            if self.puzzle.givens()[cell.index()].is_some() {
                continue;
            }
            for digit in self.puzzle.admissible(cell).iter().filter(|&digit| !taken.sees(cell, digit)) {
                let seen = sample.counts[cell.index()][digit.index()];
                if sample.is_complete && seen == 0 || count == 1 && seen > 1 {
                    continue;
                }
                if count == 1 {
                    let mut puzzle = self.puzzle.clone();
                    puzzle.set(cell, Some(digit));
                    last.push(puzzle);
                    continue;
                }
                self.puzzle.set(cell, Some(digit));
                let done = self.add(cell.index() + 1..81, count - 1);
                self.puzzle.set(cell, None);
                done?;
            }
        }
        for (puzzle, unique) in self.unique(last) {
            if unique {
                self.judge(&puzzle)?;
            }
        }
        Ok(())
    }

    /// Passes on a puzzle with one solution, if every clue of it is needed.
    fn judge(&mut self, puzzle: &Puzzle) -> Result<(), VicinityStop> {
        if puzzle.givens() == self.original.givens() {
            return Ok(());
        }
        let without = |(cell, _): (Cell, Digit)| {
            let mut less = puzzle.clone();
            less.set(cell, None);
            less
        };
        let less = clues(puzzle).into_iter().map(without).collect();
        if self.unique(less).iter().any(|&(_, unique)| unique) {
            return Ok(());
        }
        if (self.each)(puzzle).is_break() { Err(VicinityStop::Enough) } else { Ok(()) }
    }

    /// Returns each puzzle together with whether it has one solution.
    fn unique(&mut self, puzzles: Vec<Puzzle>) -> Vec<(Puzzle, bool)> {
        self.tried += puzzles.len() as u64;
        let mut unique = Vec::with_capacity(puzzles.len());
        self.solver.ask_all(Question::Unique, &puzzles, &Limits::NONE, |answer| {
            unique.push(matches!(answer.outcome, Outcome::Unique(_)));
        });
        puzzles.into_iter().zip(unique).collect()
    }

    /// Counts some solutions of the current puzzle.
    fn sample(&mut self) -> SolutionSample {
        self.tried += 1;
        let mut sample = SolutionSample { solutions: 0, is_complete: true, counts: [[0; 9]; 81] };
        // With a node limit, the first solutions are the same on every machine.
        let limits = Limits::NONE.with_nodes(SAMPLE_NODES);
        let (end, stats) = self.solver.solutions(&self.puzzle, &limits, |solution| {
            if sample.solutions == SAMPLE {
                return ControlFlow::Break(());
            }
            sample.solutions += 1;
            for (cell, counts) in sample.counts.iter_mut().enumerate() {
                counts[solution.at(Cell::new(cell)).index()] += 1;
            }
            ControlFlow::Continue(())
        });
        sample.is_complete = Count::of(end, stats).exact;
        sample
    }
}

/// The digits of the clues in each row, column and box.
struct SeenDigits([[u16; 9]; 3]);

impl SeenDigits {
    fn of(puzzle: &Puzzle) -> Self {
        let mut taken = [[0; 9]; 3];
        for (cell, digit) in clues(puzzle) {
            for (kind, house) in houses(cell).into_iter().enumerate() {
                taken[kind][house] |= 1 << digit.index();
            }
        }
        Self(taken)
    }

    fn sees(&self, cell: Cell, digit: Digit) -> bool {
        let of_cell = houses(cell).into_iter().zip(&self.0).map(|(house, digits)| digits[house]);
        of_cell.fold(0, |all, digits| all | digits) >> digit.index() & 1 == 1
    }
}

/// Row, column and box of a cell.
fn houses(cell: Cell) -> [usize; 3] {
    let (row, column) = (cell.index() / 9, cell.index() % 9);
    [row, column, row / 3 * 3 + column / 3]
}

/// Solutions counted by cell and digit.
struct SolutionSample {
    solutions: usize,
    /// Whether all solutions were counted.
    is_complete: bool,
    counts: [[u16; 9]; 81],
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// A minimal puzzle generated by this program.
    const PUZZLE: &str = "...9...18..5.......7..1.9..2...573........5....3.4....8...24.9..2.8.9..4..9..3...";

    fn lines(minus: usize, plus: usize, puzzle: &str) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let puzzle: Puzzle = puzzle.parse().expect("a puzzle");
        let taken = Vicinity::new(minus, plus).of(&puzzle, &Limits::NONE, &mut |puzzle| {
            assert!(found.insert(line(puzzle)), "each puzzle occurs once");
            ControlFlow::Continue(())
        });
        assert_eq!(taken, Ok(true));
        found
    }

    fn line(puzzle: &Puzzle) -> String {
        let cells = puzzle.givens().iter();
        cells.map(|clue| clue.map_or(".".to_owned(), |digit| digit.to_string())).collect()
    }

    fn is_minimal(puzzle: &Puzzle, solver: &mut Solver) -> bool {
        let mut count = |puzzle: &Puzzle| solver.count(puzzle, Some(2), &Limits::NONE).solutions;
        count(puzzle) == 1
            && clues(puzzle).into_iter().all(|(cell, _)| {
                let mut less = puzzle.clone();
                less.set(cell, None);
                count(&less) == 2
            })
    }

    #[test]
    fn exactly_the_minimal_puzzles_one_clue_away() {
        let puzzle: Puzzle = PUZZLE.parse().expect("a puzzle");
        let mut solver = Solver::new();
        assert!(is_minimal(&puzzle, &mut solver));
        let mut expected = BTreeSet::new();
        for (cell, _) in clues(&puzzle) {
            for other in (0..81).map(Cell::new) {
                for digit in (0..9).map(Digit::from_index) {
                    let mut moved = puzzle.clone();
                    moved.set(cell, None);
                    if moved.givens()[other.index()].is_none() && moved.admissible(other).contains(digit) {
                        moved.set(other, Some(digit));
                        if moved.clue_conflict().is_none()
                            && moved != puzzle
                            && is_minimal(&moved, &mut solver)
                        {
                            expected.insert(line(&moved));
                        }
                    }
                }
            }
        }
        assert!(!expected.is_empty());
        assert_eq!(lines(1, 1, PUZZLE), expected);
    }

    #[test]
    fn only_removing_or_only_adding() {
        // A minimal puzzle contains no other minimal puzzle, and is contained in none.
        assert_eq!(lines(1, 0, PUZZLE), BTreeSet::new());
        assert_eq!(lines(0, 1, PUZZLE), BTreeSet::new());
        assert_eq!(lines(0, 0, PUZZLE), BTreeSet::new());
        // If a redundant clue is added, removing it again gives the original puzzle.
        let mut more: Puzzle = PUZZLE.parse().expect("a puzzle");
        let outcome = Solver::new().solve(&more, &Limits::NONE).outcome;
        let Outcome::Unique(solution) = outcome else { panic!("a proper puzzle") };
        more.set(Cell::new(0), Some(solution.at(Cell::new(0))));
        assert!(lines(1, 0, &line(&more)).contains(PUZZLE));
    }

    #[test]
    fn a_puzzle_that_the_engines_do_not_support() {
        let puzzle: Puzzle = "1...............".parse().expect("a puzzle");
        assert_eq!(
            Vicinity::new(1, 1).of(&puzzle, &Limits::NONE, &mut |_| ControlFlow::Continue(())),
            Ok(false)
        );
    }
}
