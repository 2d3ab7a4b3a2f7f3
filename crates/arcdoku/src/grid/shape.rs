//! The shape of a grid: the number of digits, and the shape of its boxes.

use std::fmt;
use std::str::FromStr;

/// A cell by its row-major index, 0 to `N * N - 1`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u16);

impl Cell {
    /// Creates the cell with this row-major index.
    ///
    /// # Panics
    /// If `index >= 4096`, the number of cells of the largest grid.
    #[inline]
    pub const fn new(index: usize) -> Self {
        assert!(index < 4096, "a grid has at most 4096 cells");
        Self(index as u16)
    }

    /// The row-major index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// A square grid of N x N cells for N digits, 1 <= N <= 64, cut into boxes or not at all.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shape {
    digits: u8,
    /// Rows and columns of a box; both 0 for a Latin square.
    box_rows: u8,
    box_cols: u8,
}

impl Shape {
    /// The classic 9x9 grid with 3x3 boxes.
    pub const CLASSIC: Self = Self { digits: 9, box_rows: 3, box_cols: 3 };

    /// A grid whose boxes have `rows` x `cols` cells, or `None` unless `1 <= rows * cols <= 64`.
    pub const fn boxes(rows: usize, cols: usize) -> Option<Self> {
        if rows == 0 || cols == 0 || rows > 64 || cols > 64 || rows * cols > 64 {
            return None;
        }
        Some(Self { digits: (rows * cols) as u8, box_rows: rows as u8, box_cols: cols as u8 })
    }

    /// A grid of `n` digits without boxes, or `None` unless `1 <= n <= 64`.
    pub const fn latin(n: usize) -> Option<Self> {
        if n == 0 || n > 64 {
            return None;
        }
        Some(Self { digits: n as u8, box_rows: 0, box_cols: 0 })
    }

    /// The usual grid of `n` digits: boxes as square as possible, not taller than wide (6 is 2 rows x 3
    /// columns, 12 is 3 x 4); a prime above 3 has no boxes. `None` unless `1 <= n <= 64`.
    pub const fn usual(n: usize) -> Option<Self> {
        if n == 0 || n > 64 {
            return None;
        }
        let mut rows = 1;
        let mut r = 1;
        while r * r <= n {
            if n.is_multiple_of(r) {
                rows = r;
            }
            r += 1;
        }
        if rows == 1 && n > 1 { Self::latin(n) } else { Self::boxes(rows, n / rows) }
    }

    /// N: the number of digits, rows and columns.
    #[inline]
    pub const fn digits(self) -> usize {
        self.digits as usize
    }

    /// N * N: the number of cells.
    #[inline]
    pub const fn cells(self) -> usize {
        self.digits() * self.digits()
    }

    /// Whether the grid is cut into boxes; a Latin square is not.
    #[inline]
    pub const fn has_boxes(self) -> bool {
        self.box_rows != 0
    }

    /// Rows and columns of a box, or `None` for a Latin square.
    #[inline]
    pub const fn box_size(self) -> Option<(usize, usize)> {
        if self.has_boxes() { Some((self.box_rows as usize, self.box_cols as usize)) } else { None }
    }

    /// The cell at zero-based `row` and `col`.
    ///
    /// # Panics
    /// If either is N or more.
    #[inline]
    pub const fn cell(self, row: usize, col: usize) -> Cell {
        assert!(row < self.digits() && col < self.digits(), "row and column are below N");
        Cell::new(row * self.digits() + col)
    }

    /// The zero-based row of a cell.
    #[inline]
    pub const fn row(self, cell: Cell) -> usize {
        cell.index() / self.digits()
    }

    /// The zero-based column of a cell.
    #[inline]
    pub const fn col(self, cell: Cell) -> usize {
        cell.index() % self.digits()
    }

    /// The zero-based box of a cell of the grid, in reading order, or `None` for a Latin square.
    pub const fn box_of(self, cell: Cell) -> Option<usize> {
        match self.box_size() {
            None => None,
            Some((rows, cols)) => {
                Some(self.row(cell) / rows * (self.digits() / cols) + self.col(cell) / cols)
            }
        }
    }

    /// The cells of box `index`, 0 to N - 1, in reading order; empty for a Latin square.
    ///
    /// # Panics
    /// If the index is N or more.
    pub fn box_cells(self, index: usize) -> impl Iterator<Item = Cell> {
        let (rows, cols) = self.box_size().unwrap_or((0, 1));
        let stacks = self.digits() / cols;
        let (top, left) = (index / stacks * rows, index % stacks * cols);
        (0..rows).flat_map(move |r| (0..cols).map(move |c| self.cell(top + r, left + c)))
    }

    /// The name of a cell of the grid, such as `r1c1`.
    pub const fn name(self, cell: Cell) -> CellName {
        CellName { row: self.row(cell) as u8, col: self.col(cell) as u8 }
    }

    /// The cell with this name, or `None` if it lies outside the grid.
    pub const fn cell_named(self, name: CellName) -> Option<Cell> {
        if name.row() < self.digits() && name.col() < self.digits() {
            Some(self.cell(name.row(), name.col()))
        } else {
            None
        }
    }
}

/// The name of a cell by row and column, such as `r1c1`. It means the same in grids of all sizes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellName {
    row: u8,
    col: u8,
}

impl CellName {
    /// The name of the cell at zero-based `row` and `col`, or `None` if either is 64 or more.
    pub const fn new(row: usize, col: usize) -> Option<Self> {
        if row < 64 && col < 64 { Some(Self { row: row as u8, col: col as u8 }) } else { None }
    }

    /// The zero-based row, 0 to 63.
    #[inline]
    pub const fn row(self) -> usize {
        self.row as usize
    }

    /// The zero-based column, 0 to 63.
    #[inline]
    pub const fn col(self) -> usize {
        self.col as usize
    }
}

impl fmt::Display for CellName {
    /// `r1c1`, one-based.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row + 1, self.col + 1)
    }
}

impl fmt::Debug for CellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not the name of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidCellName;

impl fmt::Display for InvalidCellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not the name of a cell, such as r1c9")
    }
}

impl std::error::Error for InvalidCellName {}

impl FromStr for CellName {
    type Err = InvalidCellName;

    /// Reads `r1c9`, in either case. Row and column are 1 to 64.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (row, col) = text
            .strip_prefix(['r', 'R'])
            .and_then(|rest| rest.split_once(['c', 'C']))
            .ok_or(InvalidCellName)?;
        let index = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
        match (index(row), index(col)) {
            (Some(row), Some(col)) => Self::new(row, col).ok_or(InvalidCellName),
            _ => Err(InvalidCellName),
        }
    }
}

impl fmt::Display for Shape {
    /// `9x9 in boxes of 3x3`, `7x7 without boxes`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = self.digits;
        match self.box_size() {
            Some((rows, cols)) => write!(f, "{n}x{n} in boxes of {rows}x{cols}"),
            None => write!(f, "{n}x{n} without boxes"),
        }
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
