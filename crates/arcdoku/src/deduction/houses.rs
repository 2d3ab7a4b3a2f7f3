//! The 27 houses of the classic grid, as constant tables.

use std::fmt;

use crate::grid::{Cell, CellSet};

/// One of the 27 houses of the classic grid: rows 0 to 8, columns 9 to 17, boxes 18 to 26.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct House(u8);

impl House {
    /// The house with this index.
    ///
    /// # Panics
    /// If `index >= 27`.
    #[inline]
    pub const fn new(index: usize) -> Self {
        assert!(index < 27, "there are 27 houses");
        Self(index as u8)
    }

    /// The index, 0 to 26.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The cells of the house.
    #[inline]
    pub const fn cells(self) -> CellSet {
        HOUSES[self.0 as usize]
    }

    /// Whether it is a row.
    pub const fn is_row(self) -> bool {
        self.0 < 9
    }

    /// Whether it is a column.
    pub const fn is_column(self) -> bool {
        9 <= self.0 && self.0 < 18
    }

    /// Whether it is a box.
    pub const fn is_box(self) -> bool {
        self.0 >= 18
    }

    /// All 27 houses, in order.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        (0..27).map(Self::new)
    }

    /// The houses that contain all of these cells, at most three. If there are no cells, no house is returned.
    pub fn common(cells: CellSet) -> impl Iterator<Item = Self> {
        Self::all().filter(move |house| !cells.is_empty() && cells.is_subset(house.cells()))
    }
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", ['r', 'c', 'b'][self.index() / 9], self.0 % 9 + 1)
    }
}

impl fmt::Debug for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The cells of each house, in reading order.
pub(crate) const CELLS: [[u8; 9]; 27] = {
    let mut cells = [[0; 9]; 27];
    let mut house = 0;
    while house < 9 {
        let mut at = 0;
        while at < 9 {
            cells[house][at] = (9 * house + at) as u8;
            cells[9 + house][at] = (9 * at + house) as u8;
            cells[18 + house][at] = (27 * (house / 3) + 3 * (house % 3) + 9 * (at / 3) + at % 3) as u8;
            at += 1;
        }
        house += 1;
    }
    cells
};

/// Row, column and box of each cell.
pub(crate) const HOUSES_OF: [[u8; 3]; 81] = {
    let mut houses = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        houses[cell] = [row as u8, 9 + column as u8, (18 + row / 3 * 3 + column / 3) as u8];
        cell += 1;
    }
    houses
};

/// The cells of each house.
pub(crate) const HOUSES: [CellSet; 27] = {
    let mut houses = [CellSet::EMPTY; 27];
    let mut house = 0;
    while house < 27 {
        let mut at = 0;
        while at < 9 {
            houses[house].insert(Cell::new(CELLS[house][at] as usize));
            at += 1;
        }
        house += 1;
    }
    houses
};

/// The 20 neighbors of each cell.
pub(crate) const NEIGHBORS: [CellSet; 81] = {
    let mut neighbors = [CellSet::EMPTY; 81];
    let mut cell = 0;
    while cell < 81 {
        let [row, column, box_] = HOUSES_OF[cell];
        neighbors[cell] = HOUSES[row as usize].or(HOUSES[column as usize]).or(HOUSES[box_ as usize]);
        neighbors[cell].remove(Cell::new(cell));
        cell += 1;
    }
    neighbors
};

/// The cells that see every one of `cells`; all cells for none.
#[inline]
pub(crate) fn seen_by_all(cells: CellSet) -> CellSet {
    cells.iter().fold(CellSet::all(81), |seen, cell| seen & NEIGHBORS[cell.index()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn houses_and_neighbors_agree() {
        for cell in (0..81).map(Cell::new) {
            let of: Vec<House> = House::common(CellSet::single(cell)).collect();
            assert_eq!(of.iter().map(|h| h.index() as u8).collect::<Vec<_>>(), HOUSES_OF[cell.index()]);
            assert_eq!(NEIGHBORS[cell.index()].len(), 20);
            assert!(!NEIGHBORS[cell.index()].contains(cell));
        }
        assert!(House::all().all(|house| house.cells().len() == 9));
        assert_eq!(seen_by_all(HOUSES[0]), CellSet::EMPTY);
    }
}
