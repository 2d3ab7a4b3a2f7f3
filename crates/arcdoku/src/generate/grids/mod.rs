//! Full grids.

mod chain;
#[cfg(test)]
mod tests;
mod uniform;

use fastrand::Rng;

use super::seed;
use crate::grid::{Digit, Shape};
use crate::puzzle::Solution;

/// Random full grids of a plain shape.
///
/// Grids of 9x9 with boxes of 3x3 are exactly uniform if the random numbers are. The draw follows a random way through
/// cases, each of which leads to at most one grid, and starts again if it leads to none (`uniform`). A grid takes about
/// a microsecond.
///
/// Grids of other shapes are the end of a random walk with symmetric moves (`chain`). The longer the walk, the closer
/// the reachable grids are to being equally likely. Only for 4x4 is it proven that all grids can be reached; known
/// figures of 6x6 and 9x9 show no bias. A grid of 25x25 takes some milliseconds.
///
/// ```
/// use arcdoku::generate::Grids;
/// use arcdoku::{Puzzle, Shape};
///
/// let shape = Shape::boxes(2, 3).unwrap();
/// let grids = Grids::of(shape).unwrap();
/// let grid = grids.grid(7);
/// assert!(Puzzle::new(shape).is_solved_by(&grid));
/// assert_eq!(grid, grids.grid(7));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grids {
    shape: Shape,
}

impl Grids {
    /// Grids of a [plain](Shape::is_plain) shape; `None` for any other.
    pub fn of(shape: Shape) -> Option<Self> {
        shape.is_plain().then_some(Self { shape })
    }

    /// The random grid of a seed.
    pub fn grid(&self, seed: u64) -> Solution {
        let rng = &mut seed::rng(seed);
        if self.shape == Shape::CLASSIC {
            return solution(&uniform::draw(rng));
        }
        let mut grid = Vec::new();
        self.draw(rng, &mut grid);
        solution(&grid)
    }

    /// Draws the next grid: digits from 1, row-major.
    pub(super) fn draw(self, rng: &mut Rng, grid: &mut Vec<u8>) {
        grid.clear();
        if self.shape == Shape::CLASSIC {
            grid.extend(uniform::draw(rng));
        } else {
            grid.extend(chain::walk(self.shape, rng).iter().map(|&index| index + 1));
        }
    }
}

/// The solution with these digits, from 1.
pub(super) fn solution(grid: &[u8]) -> Solution {
    // The iterator has a known length, so there is one allocation, and no branch per cell.
    let digits: Vec<Digit> =
        grid.iter().map(|&digit| Digit::new(digit).unwrap_or(Digit::from_index(0))).collect();
    Solution::new(digits)
}
