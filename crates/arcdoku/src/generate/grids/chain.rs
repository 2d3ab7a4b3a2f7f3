//! Random grids of any shape: a random walk over grids with symmetric moves.

use fastrand::Rng;

use super::super::seed;
use crate::grid::{Digit, Shape, Symmetry};

/// Number of moves of each kind per house; there are N houses of each kind.
const ROUNDS: usize = 40;

/// Draws a grid: digit indices from 0, row-major.
///
/// The walk starts from the pattern grid under a random symmetry. In the pattern, each row is the row above shifted
/// by a box, and each band is the band above shifted by a cell. A move chooses two digits, or two rows of a band, or
/// two columns of a stack, and a random cell of one of them. It exchanges the two in this cell, and in every other cell
/// where that becomes necessary. These cells are a connected component. The same move leads back, so all reachable
/// grids become equally likely (a Markov chain with symmetric moves; the moves of two digits are the exchanges of A.
/// Kempe). Only for 4x4 is it proven that all grids can be reached. Tests against known figures of 4x4, 6x6 and 9x9
/// show that the walk is long enough.
pub(super) fn walk(shape: Shape, rng: &mut Rng) -> Vec<u8> {
    let n = shape.digits();
    let (box_rows, box_cols) = shape.box_size().unwrap_or((n, 1));
    let pattern: Vec<Option<Digit>> = (0..shape.cells())
        .map(|cell| (cell / n, cell % n))
        .map(|(row, col)| Digit::from_index((box_cols * (row % box_rows) + row / box_rows + col) % n))
        .map(Some)
        .collect();
    let begin = Symmetry::random(shape, |below| seed::below(rng, below)).apply(&pattern);
    let grid = begin.into_iter().map(|digit| digit.map_or(0, |digit| digit.index() as u8)).collect();
    let mut walk = ExchangeChain { shape, grid, queue: Vec::new(), seen: vec![false; shape.cells()] };
    for _ in 0..ROUNDS * n {
        walk.digits(rng);
        walk.lines(rng, false);
        walk.lines(rng, true);
    }
    walk.grid
}

struct ExchangeChain {
    shape: Shape,
    grid: Vec<u8>,
    /// The cells of a component, and whether a cell is in it.
    queue: Vec<usize>,
    seen: Vec<bool>,
}

impl ExchangeChain {
    /// Exchanges two digits in a component.
    fn digits(&mut self, rng: &mut Rng) {
        let n = self.shape.digits();
        if n < 2 {
            return;
        }
        let (one, other) = (seed::below(rng, n), seed::below(rng, n - 1));
        let (one, other) = (one as u8, (other + usize::from(other >= one)) as u8);
        // A random cell with one of the two digits.
        let row = seed::below(rng, n);
        let wanted = if rng.bool() { one } else { other };
        let Some(col) = (0..n).find(|&col| self.grid[row * n + col] == wanted) else { return };
        self.queue.clear();
        self.queue.push(row * n + col);
        self.seen[row * n + col] = true;
        let mut next = 0;
        while let Some(&cell) = self.queue.get(next) {
            next += 1;
            let partner = if self.grid[cell] == one { other } else { one };
            for house in 0..3 {
                let found = self.house(house, cell).find(|&cell| self.grid[cell] == partner);
                if let Some(found) = found.filter(|&found| !self.seen[found]) {
                    self.seen[found] = true;
                    self.queue.push(found);
                }
            }
        }
        for &cell in &self.queue {
            self.grid[cell] ^= one ^ other;
            self.seen[cell] = false;
        }
    }

    /// The cells of the row, the column or the box of a cell.
    fn house(&self, kind: usize, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let n = self.shape.digits();
        let (row, col) = (cell / n, cell % n);
        let (rows, cols) = match (kind, self.shape.box_size()) {
            (1, _) => (0..n, col..col + 1),
            (0, _) | (_, None) => (row..row + 1, 0..n),
            (_, Some((high, wide))) => {
                let (top, left) = (row / high * high, col / wide * wide);
                (top..top + high, left..left + wide)
            }
        };
        rows.flat_map(move |row| cols.clone().map(move |col| row * n + col))
    }

    /// Exchanges two rows of a band in a component of columns; or two columns of a stack in a component of
    /// rows.
    fn lines(&mut self, rng: &mut Rng, columns: bool) {
        let n = self.shape.digits();
        // If the boxes have only one row, there is nothing to exchange. Without boxes, all rows belong to one band.
        let (high, wide) = self.shape.box_size().unwrap_or((n, n));
        let size = if columns { wide } else { high };
        if size < 2 {
            return;
        }
        let (one, other) = (seed::below(rng, n), seed::below(rng, size - 1));
        let first = one / size * size;
        let other = first + other + usize::from(first + other >= one);
        let at = |line: usize, across: usize| if columns { across * n + line } else { line * n + across };
        // Where each digit was in the first line.
        let mut places = [0; 64];
        for across in 0..n {
            places[usize::from(self.grid[at(one, across)])] = across;
        }
        let begin = seed::below(rng, n);
        let mut across = begin;
        loop {
            let (a, b) = (at(one, across), at(other, across));
            let arrives = self.grid[b];
            self.grid.swap(a, b);
            // The line now holds this digit twice, unless the cycle is closed.
            across = places[usize::from(arrives)];
            if across == begin {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Puzzle, Solution};

    #[test]
    fn every_shape_has_grids() {
        let mut rng = Rng::with_seed(3);
        for n in (1..=16).chain([25]) {
            let latin = Shape::latin(n);
            let boxes = (1..=n).filter(|rows| n % rows == 0).map(|rows| Shape::boxes(rows, n / rows));
            for shape in boxes.chain([latin]).flatten() {
                let grid = walk(shape, &mut rng).into_iter().map(|index| Digit::from_index(index.into()));
                let grid = Solution::new(grid.collect::<Vec<_>>());
                assert!(Puzzle::new(shape).is_solved_by(&grid), "{shape}");
            }
        }
    }
}
