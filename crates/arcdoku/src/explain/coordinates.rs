//! Compact names of cells and houses, in the two usual systems of coordinates.

use crate::deduction::Candidate;
use crate::deduction::houses::House;
use crate::grid::{Bits, Cell, CellSet, DigitSet, Shape};
use crate::puzzle;

crate::choice::choices! {
    /// A system of coordinates.
    pub enum Coordinates: RowColumn {
        /// Row and column: `r1c2`, `r12c3` for several cells
        RowColumn = "rc",
        /// A letter for the row, without I, and the number of the column: `A2`, `AB3` for several cells; rows after
        /// the 25th have two letters: AA, AB, ...
        Chess = "chess",
    }
}

/// Letters of rows. I is omitted, because it is easily mistaken for 1.
const LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

impl Coordinates {
    /// The name of a cell in a grid of this shape.
    pub fn cell(self, shape: Shape, cell: Cell) -> String {
        match shape.name(cell).position() {
            Some((row, col)) => self.product(1 << row, 1 << col),
            None => shape.name(cell).to_string(),
        }
    }

    /// The names of cells in a grid of this shape, with commas between them. Up to 9x9, cells of equal rows or
    /// columns share a name: `r12c3`.
    pub fn cells(self, shape: Shape, cells: impl IntoIterator<Item = Cell>) -> String {
        self.parts(shape, cells).join(",")
    }

    /// The number of a house within its kind: `3`, or the letter of a row.
    pub(super) fn number(self, house: puzzle::House) -> String {
        match self {
            Self::Chess if house.kind == puzzle::HouseKind::Row => row_letters(house.index),
            _ => (house.index + 1).to_string(),
        }
    }

    /// The short name of houses of the classic grid: `r16c37b2`, or `AFc37 box 2`.
    pub fn houses(self, houses: &[House]) -> String {
        let kinds = [House::is_row, House::is_column, House::is_box];
        let mut parts: Vec<String> = Vec::new();
        for (is_kind, letter) in kinds.into_iter().zip(["r", "c", "b"]) {
            let of_kind = houses.iter().filter(|house| is_kind(**house));
            let numbers: Vec<String> = of_kind.map(|&house| self.number(named(house))).collect();
            if !numbers.is_empty() {
                let kind = match (self, letter) {
                    (Self::Chess, "r") => "",
                    // In chess coordinates `B3` is a cell, so boxes have the word `box`.
                    (Self::Chess, "b") if parts.is_empty() => "box ",
                    (Self::Chess, "b") => " box ",
                    _ => letter,
                };
                parts.push(format!("{kind}{}", numbers.concat()));
            }
        }
        parts.concat()
    }

    /// The names of cells: as few products of rows and columns as possible, or each cell separately if numbers may
    /// have two digits.
    pub(super) fn parts(self, shape: Shape, cells: impl IntoIterator<Item = Cell>) -> Vec<String> {
        let cells: Vec<Cell> = cells.into_iter().collect();
        let is_extra = |cell: &Cell| cell.index() >= shape.grid_cells();
        if shape.rows().max(shape.columns()) > 9 || cells.iter().any(is_extra) {
            return cells.into_iter().map(|cell| self.cell(shape, cell)).collect();
        }
        let by_rows = products(&cells, |cell| (shape.row(cell), shape.col(cell)));
        let by_columns = products(&cells, |cell| (shape.col(cell), shape.row(cell)));
        if by_rows.len() <= by_columns.len() {
            by_rows.into_iter().map(|(rows, columns)| self.product(rows, columns)).collect()
        } else {
            by_columns.into_iter().map(|(columns, rows)| self.product(rows, columns)).collect()
        }
    }

    /// The name of a product of rows and columns, which are given as bits.
    fn product(self, rows: u64, columns: u64) -> String {
        let columns: String = Bits(columns).map(|column| (column + 1).to_string()).collect();
        match self {
            Self::RowColumn => {
                let rows: String = Bits(rows).map(|row| (row + 1).to_string()).collect();
                format!("r{rows}c{columns}")
            }
            Self::Chess => {
                let rows: String = Bits(rows).map(row_letters).collect();
                format!("{rows}{columns}")
            }
        }
    }
}

/// A, B, ..., Z, AA, AB, ...
fn row_letters(row: usize) -> String {
    let letter = |at: usize| char::from(LETTERS[at % LETTERS.len()]);
    match row.checked_sub(LETTERS.len()) {
        None => letter(row).to_string(),
        Some(rest) => [letter(rest / LETTERS.len()), letter(rest)].into_iter().collect(),
    }
}

/// The kind and number of a house of the classic grid, as puzzles name it.
pub(super) fn named(house: House) -> puzzle::House {
    let kinds = [puzzle::HouseKind::Row, puzzle::HouseKind::Column, puzzle::HouseKind::Box];
    puzzle::House { kind: kinds[house.index() / 9], index: house.index() % 9 }
}

/// Groups lines whose cells have the same positions. Returns the lines and the positions of each group as bits, in
/// order of the first line of each group.
fn products(cells: &[Cell], split: impl Fn(Cell) -> (usize, usize)) -> Vec<(u64, u64)> {
    let mut lines = [0_u64; 64];
    for &cell in cells {
        let (line, at) = split(cell);
        lines[line] |= 1 << at;
    }
    let mut products: Vec<(u64, u64)> = Vec::new();
    for (line, at) in lines.into_iter().enumerate().filter(|&(_, at)| at != 0) {
        match products.iter_mut().find(|(_, other)| *other == at) {
            Some((lines, _)) => *lines |= 1 << line,
            None => products.push((1 << line, at)),
        }
    }
    products
}

/// Candidates of the classic grid grouped into cells with the same digits, or digits with the same cells, whichever is
/// shorter.
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
    let by_cell = by_cell(candidates);
    if by_cell.len() < by_digit.len() {
        by_cell.into_iter().map(|(cells, digits)| (cells.into_iter().collect(), digits)).collect()
    } else {
        by_digit
    }
}

/// Candidates grouped into cells with the same digits.
pub(super) fn by_cell(candidates: &[Candidate]) -> Vec<(Vec<Cell>, DigitSet)> {
    let mut groups: Vec<(Vec<Cell>, DigitSet)> = Vec::new();
    for &Candidate { cell, .. } in candidates {
        let digits = candidates.iter().filter(|at| at.cell == cell).map(|at| at.digit).collect();
        match groups.iter_mut().find(|(_, other)| *other == digits) {
            Some((cells, _)) if cells.contains(&cell) => {}
            Some((cells, _)) => cells.push(cell),
            None => groups.push((vec![cell], digits)),
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use crate::choice::Choice as _;

    use super::*;

    #[test]
    fn cells_are_named_compactly() {
        let name = |cells: &[usize]| {
            let cells = || cells.iter().map(|&cell| Cell::new(cell));
            Coordinates::all().map(|way| way.cells(Shape::CLASSIC, cells())).collect::<Vec<_>>()
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
    fn cells_of_other_shapes_are_named() {
        let six = Shape::boxes(2, 3).unwrap();
        let cells = |list: &[usize]| list.iter().map(|&cell| Cell::new(cell)).collect::<Vec<_>>();
        assert_eq!(Coordinates::RowColumn.cells(six, cells(&[0, 1, 6, 7])), "r12c12");
        assert_eq!(Coordinates::Chess.cell(six, Cell::new(35)), "F6");
        // r1c12 is one cell.
        let large = Shape::boxes(4, 4).unwrap();
        assert_eq!(Coordinates::RowColumn.cells(large, cells(&[0, 1, 11])), "r1c1,r1c2,r1c12");
        assert_eq!(Coordinates::Chess.cell(large, Cell::new(255)), "Q16");
        assert_eq!(Coordinates::Chess.cell(Shape::boxes(8, 8).unwrap(), Cell::new(4095)), "BO64");
    }

    #[test]
    fn houses_are_named_compactly() {
        let houses = [House::new(0), House::new(5), House::new(11), House::new(26)];
        assert_eq!(Coordinates::RowColumn.houses(&houses), "r16c3b9");
        assert_eq!(Coordinates::Chess.houses(&houses), "AFc3 box 9");
    }
}
