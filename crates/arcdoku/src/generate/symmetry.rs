//! Patterns of clues that are invariant under a symmetry of the square.

use std::fmt;
use std::str::FromStr;

use crate::grid::{Cell, Shape};

/// A symmetry of the pattern of clues: all cells of an orbit have clues, or none has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ClueSymmetry {
    /// No symmetry: every cell is independent.
    #[default]
    None,
    /// Rotation by 180 degrees.
    HalfTurn,
    /// Rotation by 90 degrees.
    QuarterTurn,
    /// Columns in reverse order.
    LeftRight,
    /// Rows in reverse order.
    TopBottom,
    /// Rows and columns exchanged.
    Diagonal,
    /// Rows and columns exchanged across the other diagonal.
    Antidiagonal,
    /// Columns in reverse order, and rows in reverse order.
    Mirrors,
    /// Reflection across both diagonals.
    Diagonals,
    /// All symmetries of the square.
    Full,
}

/// A map of cells. The arguments are the row, the column, and the index of the last row; the result is the row and the
/// column of the image.
type CellMap = fn(usize, usize, usize) -> (usize, usize);

const HALF: CellMap = |r, c, last| (last - r, last - c);
const QUARTER: CellMap = |r, c, last| (c, last - r);
const LEFT_RIGHT: CellMap = |r, c, last| (r, last - c);
const TOP_BOTTOM: CellMap = |r, c, last| (last - r, c);
const DIAGONAL: CellMap = |r, c, _| (c, r);
const ANTIDIAGONAL: CellMap = |r, c, last| (last - c, last - r);

/// Name, summary, and maps that generate all maps of the symmetry.
type SymmetryRow = (ClueSymmetry, &'static str, &'static str, &'static [CellMap]);

const ROWS: &[SymmetryRow] = &[
    (ClueSymmetry::None, "none", "every cell separately", &[]),
    (ClueSymmetry::HalfTurn, "half-turn", "turned by 180 degrees", &[HALF]),
    (ClueSymmetry::QuarterTurn, "quarter-turn", "turned by 90 degrees", &[QUARTER]),
    (ClueSymmetry::LeftRight, "left-right", "mirrored, columns from right to left", &[LEFT_RIGHT]),
    (ClueSymmetry::TopBottom, "top-bottom", "mirrored, rows from bottom to top", &[TOP_BOTTOM]),
    (ClueSymmetry::Diagonal, "diagonal", "mirrored, rows and columns exchanged", &[DIAGONAL]),
    (ClueSymmetry::Antidiagonal, "antidiagonal", "mirrored across the other diagonal", &[ANTIDIAGONAL]),
    (ClueSymmetry::Mirrors, "mirrors", "left-right and top-bottom", &[LEFT_RIGHT, TOP_BOTTOM]),
    (ClueSymmetry::Diagonals, "diagonals", "diagonal and antidiagonal", &[DIAGONAL, ANTIDIAGONAL]),
    (ClueSymmetry::Full, "full", "all symmetries of the square", &[QUARTER, DIAGONAL]),
];

impl ClueSymmetry {
    /// All symmetries.
    pub fn all() -> impl Iterator<Item = Self> {
        ROWS.iter().map(|row| row.0)
    }

    fn row(self) -> &'static SymmetryRow {
        &ROWS[self as usize]
    }

    /// The name in options and tables.
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// A short description.
    pub fn summary(self) -> &'static str {
        self.row().2
    }

    /// The orbits, ordered by their first cells; the cells of an orbit are in ascending order. Extra cells form
    /// orbits of one cell, and so do all cells of a grid that is not square.
    pub fn orbits(self, shape: Shape) -> Vec<Vec<Cell>> {
        let square = shape.rows() == shape.columns();
        let last = shape.rows() - 1;
        let mut seen = vec![false; shape.cells()];
        let mut orbits = Vec::new();
        for first in (0..shape.cells()).map(Cell::new) {
            if seen[first.index()] {
                continue;
            }
            seen[first.index()] = true;
            let mut orbit = vec![first];
            let mut next = 0;
            while let Some(&cell) = orbit.get(next) {
                next += 1;
                if !square || cell.index() >= shape.grid_cells() {
                    continue;
                }
                for map in self.row().3 {
                    let (row, col) = map(shape.row(cell), shape.col(cell), last);
                    let image = shape.cell(row, col);
                    if !seen[image.index()] {
                        seen[image.index()] = true;
                        orbit.push(image);
                    }
                }
            }
            orbit.sort_by_key(|cell| cell.index());
            orbits.push(orbit);
        }
        orbits
    }

    /// Whether a set of cells consists of whole orbits; `has` returns whether a cell is in it.
    pub fn keeps(self, shape: Shape, has: impl Fn(Cell) -> bool) -> bool {
        self.orbits(shape).iter().all(|orbit| orbit.iter().all(|&cell| has(cell) == has(orbit[0])))
    }
}

impl fmt::Display for ClueSymmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is not the name of a [`ClueSymmetry`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSymmetry(String);

impl fmt::Display for UnknownSymmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = ROWS.iter().map(|row| row.1).collect();
        write!(f, "found the symmetry {:?}, expected one of {}", self.0, names.join(", "))
    }
}

impl std::error::Error for UnknownSymmetry {}

impl FromStr for ClueSymmetry {
    type Err = UnknownSymmetry;

    fn from_str(name: &str) -> Result<Self, UnknownSymmetry> {
        Self::all().find(|symmetry| symmetry.name() == name).ok_or_else(|| UnknownSymmetry(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order() {
        for (index, row) in ROWS.iter().enumerate() {
            assert_eq!(row.0 as usize, index);
            assert_eq!(row.1.parse(), Ok(row.0));
        }
        assert!(
            "spiral".parse::<ClueSymmetry>().unwrap_err().to_string().contains("half-turn, quarter-turn")
        );
    }

    /// Compares numbers of orbits on 9x9 with counts by Burnside's lemma or by hand.
    #[test]
    fn orbits_are_counted() {
        let counts: Vec<usize> = ClueSymmetry::all().map(|kind| kind.orbits(Shape::CLASSIC).len()).collect();
        assert_eq!(counts, [81, 41, 21, 45, 45, 45, 45, 25, 25, 15]);
        for symmetry in ClueSymmetry::all() {
            for n in 1..=16 {
                let Some(shape) = Shape::usual(n) else { continue };
                let orbits = symmetry.orbits(shape);
                let mut cells: Vec<usize> = orbits.iter().flatten().map(|cell| cell.index()).collect();
                cells.sort_unstable();
                assert!(cells.iter().copied().eq(0..n * n), "{symmetry}");
                assert!(symmetry.keeps(shape, |cell| orbits[0].contains(&cell)));
            }
        }
    }
}
