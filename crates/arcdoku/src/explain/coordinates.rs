//! Names of cells and houses, compactly, in the two ways that people write them.

use crate::deduction::Candidate;
use crate::deduction::houses::House;
use crate::grid::{Cell, CellSet, DigitSet};

/// How cells are named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Coordinates {
    /// `r1c2`: row and column; `r12c3` for several cells.
    #[default]
    RowColumn,
    /// `A2`: rows A to J without I, columns 1 to 9; `AB3` for several cells.
    Chess,
}

impl Coordinates {
    /// All ways.
    pub const ALL: [Self; 2] = [Self::RowColumn, Self::Chess];

    /// Its name in lower case.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::RowColumn => "rc",
            Self::Chess => "chess",
        }
    }

    /// The way with this name.
    pub fn by_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|coordinates| coordinates.slug() == slug)
    }

    /// The name of a cell.
    pub fn cell(self, cell: Cell) -> String {
        self.product(1 << (cell.index() / 9), 1 << (cell.index() % 9))
    }

    /// The names of cells, with commas between; those of equal rows or columns together.
    pub fn cells(self, cells: CellSet) -> String {
        self.parts(cells).join(",")
    }

    /// The name of a house within its kind: `3`, or the letter of a row.
    pub(super) fn number(self, house: House) -> String {
        let index = house.index() % 9;
        match self {
            Self::Chess if house.is_row() => ROWS[index].to_string(),
            _ => (index + 1).to_string(),
        }
    }

    /// The short name of houses: `r16c37b2`, or `AFc37 box 2`.
    pub fn houses(self, houses: &[House]) -> String {
        let kinds = [House::is_row, House::is_column, House::is_box];
        let mut parts = Vec::new();
        for (kind, letter) in kinds.into_iter().zip(["r", "c", "b"]) {
            let numbers: Vec<String> =
                houses.iter().filter(|house| kind(**house)).map(|&house| self.number(house)).collect();
            if !numbers.is_empty() {
                let kind = match (self, letter) {
                    (Self::Chess, "r") => "",
                    // B3 is a cell.
                    (Self::Chess, "b") if parts.is_empty() => "box ",
                    (Self::Chess, "b") => " box ",
                    _ => letter,
                };
                parts.push(format!("{kind}{}", numbers.concat()));
            }
        }
        parts.join("")
    }

    /// Cells as few products of rows and columns.
    pub(super) fn parts(self, cells: CellSet) -> Vec<String> {
        let by_rows = products(cells, |cell| (cell / 9, cell % 9));
        let by_columns = products(cells, |cell| (cell % 9, cell / 9));
        if by_rows.len() <= by_columns.len() {
            by_rows.into_iter().map(|(rows, columns)| self.product(rows, columns)).collect()
        } else {
            by_columns.into_iter().map(|(columns, rows)| self.product(rows, columns)).collect()
        }
    }

    fn product(self, rows: u16, columns: u16) -> String {
        let bits = |bits: u16| (0..9).filter(move |i| bits >> i & 1 == 1);
        let columns: String = bits(columns).map(|i| DIGITS[i]).collect();
        match self {
            Self::RowColumn => {
                let rows: String = bits(rows).map(|i| DIGITS[i]).collect();
                format!("r{rows}c{columns}")
            }
            Self::Chess => {
                let rows: String = bits(rows).map(|i| ROWS[i]).collect();
                format!("{rows}{columns}")
            }
        }
    }
}

const DIGITS: [char; 9] = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
/// As people write them: no I, which is taken for a 1.
const ROWS: [char; 9] = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'J'];

/// Lines of one way with the same places in them, in order of the first line of each.
fn products(cells: CellSet, split: impl Fn(usize) -> (usize, usize)) -> Vec<(u16, u16)> {
    let mut lines = [0_u16; 9];
    for cell in cells {
        let (line, at) = split(cell.index());
        lines[line] |= 1 << at;
    }
    let mut products: Vec<(u16, u16)> = Vec::new();
    for (line, at) in lines.into_iter().enumerate().filter(|&(_, at)| at != 0) {
        match products.iter_mut().find(|(_, other)| *other == at) {
            Some((lines, _)) => *lines |= 1 << line,
            None => products.push((1 << line, at)),
        }
    }
    products
}

/// Candidates as cells that have the same digits, or digits that have the same cells, whichever is shorter.
pub(super) fn grouped(candidates: &[Candidate]) -> Vec<(CellSet, DigitSet)> {
    let mut by_digit: Vec<(CellSet, DigitSet)> = Vec::new();
    for digit in DigitSet::all(9) {
        let cells: CellSet = candidates.iter().filter(|at| at.digit == digit).map(|at| at.cell).collect();
        if !cells.is_empty() {
            match by_digit.iter_mut().find(|(other, _)| *other == cells) {
                Some((_, digits)) => digits.insert(digit),
                None => by_digit.push((cells, DigitSet::single(digit))),
            }
        }
    }
    let mut by_cell: Vec<(CellSet, DigitSet)> = Vec::new();
    for candidate in candidates {
        let digits = candidates.iter().filter(|at| at.cell == candidate.cell).map(|at| at.digit).collect();
        match by_cell.iter_mut().find(|(_, other)| *other == digits) {
            Some((cells, _)) => cells.insert(candidate.cell),
            None => by_cell.push((CellSet::single(candidate.cell), digits)),
        }
    }
    if by_cell.len() < by_digit.len() { by_cell } else { by_digit }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(cells: &[usize]) -> CellSet {
        cells.iter().map(|&cell| Cell::new(cell)).collect()
    }

    #[test]
    fn cells_are_named_compactly() {
        let name = |cells: &[usize]| {
            [Coordinates::RowColumn.cells(set(cells)), Coordinates::Chess.cells(set(cells))]
        };
        assert_eq!(name(&[1]), ["r1c2", "A2"]);
        assert_eq!(name(&[80]), ["r9c9", "J9"]);
        assert_eq!(name(&[0, 1]), ["r1c12", "A12"]);
        assert_eq!(name(&[2, 11]), ["r12c3", "AB3"]);
        assert_eq!(name(&[2, 6, 47, 51]), ["r16c37", "AF37"]);
        assert_eq!(name(&[0, 2, 9]), ["r1c13,r2c1", "A13,B1"]);
        assert_eq!(name(&[0, 9, 20]), ["r12c1,r3c3", "AB1,C3"]);
        assert_eq!(name(&[]), ["", ""]);
    }

    #[test]
    fn houses_are_named_compactly() {
        let houses = [House::new(0), House::new(5), House::new(11), House::new(26)];
        assert_eq!(Coordinates::RowColumn.houses(&houses), "r16c3b9");
        assert_eq!(Coordinates::Chess.houses(&houses), "AFc3 box 9");
    }
}
