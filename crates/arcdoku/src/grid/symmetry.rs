//! The symmetry group: the transformations that preserve every row, column and box rule.

use std::fmt;

use super::{Cell, Digit, Shape};

/// A symmetry of a shape. It renames digits and permutes bands, stacks, the rows within bands and the columns within
/// stacks. A grid with square boxes and a Latin square can also be transposed.
///
/// A 9x9 grid has 2 * 6^8 * 9! symmetries.
///
/// Its text, such as `upright rows=2,1,3,4 columns=1,2,4,3 digits=4,3,2,1`, counts from 1. Here the first row of the
/// result is row 2 of the source (of its transpose after `transposed`), and digit 1 becomes 4.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    shape: Shape,
    /// `digits[i]` is the new name of the digit with index `i`.
    digits: Vec<Digit>,
    /// Row `r` of the result is row `rows[r]` of the source (of its transpose, if transposed).
    rows: Vec<usize>,
    cols: Vec<usize>,
    transpose: bool,
}

impl Symmetry {
    /// The identity.
    pub fn identity(shape: Shape) -> Self {
        Self {
            shape,
            digits: (0..shape.digits()).map(Digit::from_index).collect(),
            rows: (0..shape.rows()).collect(),
            cols: (0..shape.columns()).collect(),
            transpose: false,
        }
    }

    /// Creates a symmetry from its parts: `digits[i]` is the new name of the digit with index `i`; row `r` of
    /// the result is row `rows[r]` of the source, and column `c` is column `cols[c]`, both of the transposed
    /// source if `transpose` is set.
    ///
    /// `None` unless each list is a permutation, rows stay together in bands and columns in stacks, and a
    /// transposed grid has square boxes.
    pub fn new(
        shape: Shape,
        digits: Vec<Digit>,
        rows: Vec<usize>,
        cols: Vec<usize>,
        transpose: bool,
    ) -> Option<Self> {
        let (box_rows, box_cols) = shape.box_size().unwrap_or((1, 1));
        let names: Vec<usize> = digits.iter().map(|digit| digit.index()).collect();
        let sound = is_order(shape.digits(), 1, &names)
            && is_order(shape.rows(), box_rows, &rows)
            && is_order(shape.columns(), box_cols, &cols)
            && (!transpose || has_transpose(shape));
        sound.then_some(Self { shape, digits, rows, cols, transpose })
    }

    /// The inverse symmetry.
    pub fn inverse(&self) -> Self {
        let mut digits = self.digits.clone();
        for (index, digit) in self.digits.iter().enumerate() {
            digits[digit.index()] = Digit::from_index(index);
        }
        let (rows, cols) = (places(&self.rows), places(&self.cols));
        // Rows of the result were columns of the source.
        let (rows, cols) = if self.transpose { (cols, rows) } else { (rows, cols) };
        Self { shape: self.shape, digits, rows, cols, transpose: self.transpose }
    }

    /// The symmetry that applies this one and then another one of the same shape.
    ///
    /// # Panics
    /// If the shapes differ.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        assert_eq!(self.shape, next.shape, "symmetries of one shape");
        // If the second symmetry transposes, the rows of the first become columns, and its columns become rows.
        let (rows, cols) = if next.transpose { (&self.cols, &self.rows) } else { (&self.rows, &self.cols) };
        Self {
            shape: self.shape,
            digits: self.digits.iter().map(|&digit| next.digit(digit)).collect(),
            rows: next.rows.iter().map(|&row| rows[row]).collect(),
            cols: next.cols.iter().map(|&col| cols[col]).collect(),
            transpose: self.transpose != next.transpose,
        }
    }

    /// Draws a symmetry; `below(n)` returns a random number less than `n`.
    ///
    /// The draw is uniform if `below` is. The random generator is an argument because this module has none.
    pub fn random(shape: Shape, mut below: impl FnMut(usize) -> usize) -> Self {
        let (box_rows, box_cols) = shape.box_size().unwrap_or((1, 1));
        let mut digits: Vec<Digit> = (0..shape.digits()).map(Digit::from_index).collect();
        shuffle(&mut digits, &mut below);
        let rows = lines(shape.rows(), box_rows, &mut below);
        let cols = lines(shape.columns(), box_cols, &mut below);
        let transpose = has_transpose(shape) && below(2) == 1;
        Self { shape, digits, rows, cols, transpose }
    }

    /// The new name of `digit`.
    ///
    /// # Panics
    /// If the digit is above N.
    pub fn digit(&self, digit: Digit) -> Digit {
        self.digits[digit.index()]
    }

    /// The source cell whose content is at `cell` in the result. Extra cells keep their places.
    ///
    /// # Panics
    /// If the cell is outside the grid.
    pub fn source(&self, cell: Cell) -> Cell {
        if cell.index() >= self.shape.grid_cells() {
            return cell;
        }
        let (r, c) = (self.rows[self.shape.row(cell)], self.cols[self.shape.col(cell)]);
        if self.transpose { self.shape.cell(c, r) } else { self.shape.cell(r, c) }
    }

    /// Transforms a grid with one entry per cell.
    ///
    /// # Panics
    /// If the number of entries is not the number of cells.
    pub fn apply(&self, grid: &[Option<Digit>]) -> Vec<Option<Digit>> {
        assert_eq!(grid.len(), self.shape.cells(), "one entry per cell");
        (0..grid.len()).map(|i| grid[self.source(Cell::new(i)).index()].map(|d| self.digit(d))).collect()
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, name: &str, of: &mut dyn Iterator<Item = usize>| {
            write!(f, " {name}=")?;
            of.enumerate().try_for_each(|(at, index)| {
                let comma = if at > 0 { "," } else { "" };
                write!(f, "{comma}{}", index + 1)
            })
        };
        f.write_str(if self.transpose { "transposed" } else { "upright" })?;
        list(f, "rows", &mut self.rows.iter().copied())?;
        list(f, "columns", &mut self.cols.iter().copied())?;
        list(f, "digits", &mut self.digits.iter().map(|digit| digit.index()))
    }
}

/// Whether rows and columns can be exchanged.
fn has_transpose(shape: Shape) -> bool {
    shape.rows() == shape.columns() && shape.box_size().is_none_or(|(rows, cols)| rows == cols)
}

/// Permutes the rows (or columns) within each band (stack), and the bands.
fn lines(n: usize, size: usize, below: &mut impl FnMut(usize) -> usize) -> Vec<usize> {
    let mut groups: Vec<usize> = (0..n / size).collect();
    shuffle(&mut groups, below);
    groups
        .into_iter()
        .flat_map(|group| {
            let mut members: Vec<usize> = (group * size..(group + 1) * size).collect();
            shuffle(&mut members, below);
            members
        })
        .collect()
}

/// Whether `order` is a permutation of `0..n` that keeps groups of `size` together.
fn is_order(n: usize, size: usize, order: &[usize]) -> bool {
    let mut sorted = order.to_vec();
    sorted.sort_unstable();
    sorted.into_iter().eq(0..n)
        && order.chunks(size).all(|group| group.iter().all(|line| line / size == group[0] / size))
}

/// The inverse of an order: the position of each of `0..n` in it.
fn places(order: &[usize]) -> Vec<usize> {
    let mut places = vec![0; order.len()];
    for (place, &line) in order.iter().enumerate() {
        places[line] = place;
    }
    places
}

/// Shuffles with the algorithm of R. Fisher and F. Yates.
fn shuffle<T>(items: &mut [T], below: &mut impl FnMut(usize) -> usize) {
    for i in (1..items.len()).rev() {
        items.swap(i, below(i + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::Symmetry;
    use crate::grid::{Cell, Digit, Shape};

    #[test]
    fn the_inverse_undoes_a_symmetry() {
        let mut rng = fastrand::Rng::with_seed(11);
        for shape in [Shape::CLASSIC, Shape::boxes(2, 2).unwrap(), Shape::latin(5).unwrap()] {
            for _ in 0..50 {
                let symmetry = Symmetry::random(shape, |n| rng.usize(..n));
                let cells: Vec<Option<Digit>> =
                    (0..shape.cells()).map(|_| Digit::new(rng.u8(0..=shape.digits() as u8))).collect();
                let inverse = symmetry.inverse();
                assert_eq!(inverse.apply(&symmetry.apply(&cells)), cells);
                assert_eq!(inverse.inverse(), symmetry);
                let next = Symmetry::random(shape, |n| rng.usize(..n));
                assert_eq!(symmetry.then(&next).apply(&cells), next.apply(&symmetry.apply(&cells)));
                let cell = Cell::new(rng.usize(..shape.cells()));
                assert_eq!(inverse.source(symmetry.source(cell)), cell);
            }
        }
    }

    #[test]
    fn parts_are_checked() {
        let digits: Vec<Digit> = (0..9).map(Digit::from_index).collect();
        let lines: Vec<usize> = (0..9).collect();
        let new = |digits: &[Digit], rows: &[usize], cols: &[usize]| {
            Symmetry::new(Shape::CLASSIC, digits.to_vec(), rows.to_vec(), cols.to_vec(), true)
        };
        assert!(new(&digits, &lines, &[5, 4, 3, 6, 8, 7, 0, 1, 2]).is_some());
        assert!(new(&digits, &lines, &[3, 1, 2, 0, 4, 5, 6, 7, 8]).is_none(), "stacks are split");
        assert!(new(&digits, &[0; 9], &lines).is_none());
        assert!(new(&digits, &lines[..8], &lines).is_none());
        assert!(new(&digits[..8], &lines, &lines).is_none());
        assert!(new(&[digits[0]; 9], &lines, &lines).is_none());
        let wide = Shape::boxes(2, 3).unwrap();
        let six: Vec<usize> = (0..6).collect();
        let make = |transpose| Symmetry::new(wide, digits[..6].to_vec(), six.clone(), six.clone(), transpose);
        assert!(make(false).is_some() && make(true).is_none());
        let text = new(&digits, &lines, &[5, 4, 3, 6, 8, 7, 0, 1, 2]).unwrap().to_string();
        let (rows, columns, names) = ("1,2,3,4,5,6,7,8,9", "6,5,4,7,9,8,1,2,3", "1,2,3,4,5,6,7,8,9");
        assert_eq!(text, format!("transposed rows={rows} columns={columns} digits={names}"));
    }
}
