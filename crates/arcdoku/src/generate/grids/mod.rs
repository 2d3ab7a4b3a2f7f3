//! Full grids.

mod chain;
#[cfg(test)]
mod tests;
mod uniform;

use fastrand::Rng;

use super::seed;
use crate::grid::{Digit, Shape};
use crate::puzzle::Solution;

/// Random full grids of a shape.
///
/// On 9x9 with boxes of 3x3 all grids are equally likely, exactly as far as the generator of numbers is: a grid is
/// drawn from ways of which each leads to one grid at most, and is drawn again where it leads to none (`uniform`).
/// A grid takes about a microsecond.
///
/// On other shapes grids are the end of a random walk whose moves lead back as likely as there (`chain`): the longer
/// the walk, the more nearly are all grids that it can reach equally likely. That it reaches all of them is known for
/// 4x4; what is known of 6x6 and of 9x9 shows no bias. A grid of 25x25 takes some milliseconds.
///
/// ```
/// use arcdoku::generate::Grids;
/// use arcdoku::{Puzzle, Shape};
///
/// let shape = Shape::boxes(2, 3).unwrap();
/// let grid = Grids::of(shape).grid(7);
/// assert!(Puzzle::new(shape).is_solved_by(&grid));
/// assert_eq!(grid, Grids::of(shape).grid(7));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grids {
    shape: Shape,
}

impl Grids {
    /// Those of a shape.
    pub fn of(shape: Shape) -> Self {
        Self { shape }
    }

    /// The grid of a seed.
    pub fn grid(&self, seed: u64) -> Solution {
        let mut grid = Vec::new();
        self.draw(&mut seed::rng(seed), &mut grid);
        let digits: Vec<Digit> = grid.iter().filter_map(|&digit| Digit::new(digit)).collect();
        Solution::new(digits)
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
