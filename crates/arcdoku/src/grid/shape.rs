//! The shape of a grid: rows, columns, digits with their values, boxes, and the number of extra cells.

use std::fmt;
use std::fmt::Write as _;
use std::str::FromStr;

use super::Digit;

/// The largest number of cells, including extra cells.
const MOST_CELLS: usize = 4096;

/// A cell by its index: first the cells of the grid in row-major order, then the extra cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u16);

impl Cell {
    /// Creates the cell with this index.
    ///
    /// # Panics
    /// If `index >= 4096`; no grid has more cells.
    #[inline]
    pub const fn new(index: usize) -> Self {
        assert!(index < MOST_CELLS, "a grid has at most 4096 cells");
        Self(index as u16)
    }

    /// The index; row-major within the grid.
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

/// A grid of cells and the digits that they hold.
///
/// Most grids are *plain*: N x N cells for the digits 1 to N, divided into boxes of N cells or without boxes. In
/// general, a grid has 1 to 64 rows and columns, 1 to 64 digits, and boxes of any size that tile it. The first digit
/// has the value 0 or 1. Extra cells are variables outside of the grid, with the same digits, that are part of a
/// solution.
///
/// ```
/// use arcdoku::Shape;
///
/// // Six rows of nine cells for the values 0 to 8, with two extra cells.
/// let shape = Shape::rectangle(6, 9).and_then(|shape| shape.with_values(0, 9)?.with_boxes(3, 3)?.with_extra(2));
/// let shape = shape.unwrap();
/// assert_eq!((shape.rows(), shape.columns(), shape.digits()), (6, 9, 9));
/// assert_eq!((shape.grid_cells(), shape.cells()), (54, 56));
/// assert_eq!(shape.cell_named("v2".parse().unwrap()).unwrap().index(), 55);
/// assert!(!shape.is_plain() && Shape::CLASSIC.is_plain());
/// assert_eq!(shape.to_string(), "6x9 in boxes of 3x3, digits 0 to 8, 2 extra cells");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shape {
    rows: u8,
    columns: u8,
    digits: u8,
    /// The value of the first digit, 0 or 1.
    least: u8,
    /// Rows and columns of a box; both 0 without boxes.
    box_rows: u8,
    box_cols: u8,
    extra: u16,
}

impl Shape {
    /// The classic 9x9 grid with 3x3 boxes.
    pub const CLASSIC: Self = Self::square(9, 3, 3);

    const fn square(n: usize, box_rows: usize, box_cols: usize) -> Self {
        let n = n as u8;
        let (box_rows, box_cols) = (box_rows as u8, box_cols as u8);
        Self { rows: n, columns: n, digits: n, least: 1, box_rows, box_cols, extra: 0 }
    }

    /// A plain grid whose boxes have `rows` x `cols` cells, or `None` unless `1 <= rows * cols <= 64`.
    pub const fn boxes(rows: usize, cols: usize) -> Option<Self> {
        if rows == 0 || cols == 0 || rows > 64 || cols > 64 || rows * cols > 64 {
            return None;
        }
        Some(Self::square(rows * cols, rows, cols))
    }

    /// A plain grid of `n` digits without boxes, or `None` unless `1 <= n <= 64`.
    pub const fn latin(n: usize) -> Option<Self> {
        if n == 0 || n > 64 {
            return None;
        }
        Some(Self::square(n, 0, 0))
    }

    /// Parses a plain shape: `2x3` for boxes of 2 rows and 3 columns, or the number of digits of a
    /// [usual](Self::usual) shape.
    ///
    /// ```
    /// use arcdoku::Shape;
    ///
    /// assert_eq!(Shape::plain("2x3"), Shape::boxes(2, 3));
    /// assert_eq!(Shape::plain("16"), Shape::boxes(4, 4));
    /// assert_eq!(Shape::plain("grid 6x6"), None);
    /// ```
    pub fn plain(text: &str) -> Option<Self> {
        let number = |text: &str| text.trim().parse().ok();
        match text.split_once(['x', 'X']) {
            Some((rows, cols)) => Self::boxes(number(rows)?, number(cols)?),
            None => Self::usual(number(text)?),
        }
    }

    /// The usual grid of `n` digits. Its boxes are as square as possible and not taller than wide (2 rows x 3 columns
    /// for 6 digits, 3 x 4 for 12); a prime above 3 has no boxes. `None` unless `1 <= n <= 64`.
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

    /// A grid of `rows` x `columns` cells without boxes, for the digits from 1 to the length of its longer side.
    /// `None` unless both are from 1 to 64.
    pub const fn rectangle(rows: usize, columns: usize) -> Option<Self> {
        if rows == 0 || columns == 0 || rows > 64 || columns > 64 {
            return None;
        }
        let longer = if rows > columns { rows } else { columns };
        Some(Self { rows: rows as u8, columns: columns as u8, ..Self::square(longer, 0, 0) })
    }

    /// The same grid for `count` digits, the first with the value `least`. `None` unless `least` is 0 or 1 and
    /// `count` is from 1 to 64.
    pub const fn with_values(self, least: usize, count: usize) -> Option<Self> {
        if least > 1 || count == 0 || count > 64 {
            return None;
        }
        Some(Self { least: least as u8, digits: count as u8, ..self })
    }

    /// The same grid in boxes of `rows` x `cols` cells. `None` unless they tile the grid and have at most 64 cells.
    pub const fn with_boxes(self, rows: usize, cols: usize) -> Option<Self> {
        if rows == 0
            || cols == 0
            || rows > self.rows()
            || cols > self.columns()
            || rows * cols > 64
            || !self.rows().is_multiple_of(rows)
            || !self.columns().is_multiple_of(cols)
        {
            return None;
        }
        Some(Self { box_rows: rows as u8, box_cols: cols as u8, ..self })
    }

    /// The same grid without boxes.
    #[must_use]
    pub const fn without_boxes(self) -> Self {
        Self { box_rows: 0, box_cols: 0, ..self }
    }

    /// The same grid with the boxes of the [usual](Self::usual) shape of its longer side, or with these boxes turned
    /// if they do not tile the grid. It has no boxes if neither tiles it or if they have more cells than there are
    /// digits.
    #[must_use]
    pub const fn with_usual_boxes(self) -> Self {
        let longer = if self.rows > self.columns { self.rows } else { self.columns };
        let Some(usual) = Self::usual(longer as usize) else { return self.without_boxes() };
        let (rows, cols) = (usual.box_rows as usize, usual.box_cols as usize);
        if rows * cols > self.digits() {
            return self.without_boxes();
        }
        match (self.with_boxes(rows, cols), self.with_boxes(cols, rows)) {
            (Some(boxed), _) | (None, Some(boxed)) => boxed,
            (None, None) => self.without_boxes(),
        }
    }

    /// The same grid with `count` extra cells. `None` if it would have more than 4,096 cells.
    pub const fn with_extra(self, count: usize) -> Option<Self> {
        if count > MOST_CELLS - self.grid_cells() {
            return None;
        }
        Some(Self { extra: count as u16, ..self })
    }

    /// The number of rows.
    #[inline]
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// The number of columns.
    #[inline]
    pub const fn columns(self) -> usize {
        self.columns as usize
    }

    /// The number of digits. In a plain grid this is N, the number of rows and of columns.
    #[inline]
    pub const fn digits(self) -> usize {
        self.digits as usize
    }

    /// The number of cells of the grid.
    #[inline]
    pub const fn grid_cells(self) -> usize {
        self.rows() * self.columns()
    }

    /// The number of extra cells.
    #[inline]
    pub const fn extra(self) -> usize {
        self.extra as usize
    }

    /// The number of all cells: the cells of the grid and the extra cells.
    #[inline]
    pub const fn cells(self) -> usize {
        self.grid_cells() + self.extra()
    }

    /// The value of the first digit: 0 or 1.
    #[inline]
    pub const fn least(self) -> i32 {
        self.least as i32
    }

    /// The value of the last digit.
    #[inline]
    pub const fn greatest(self) -> i32 {
        self.digits as i32 - 1 + self.least()
    }

    /// The value of a digit: how it is written, and its contribution to a sum. Digits are numbered from 1 in all
    /// grids.
    #[inline]
    pub const fn value(self, digit: Digit) -> i32 {
        digit.index() as i32 + self.least()
    }

    /// The digit with this value, or `None` if the grid has none.
    #[inline]
    pub const fn digit_of(self, value: i32) -> Option<Digit> {
        if value < self.least() || value > self.greatest() {
            return None;
        }
        Some(Digit::from_index((value - self.least()) as usize))
    }

    /// Whether the grid is N x N for the digits 1 to N, with boxes of N cells or none, and without extra cells.
    #[inline]
    pub const fn is_plain(self) -> bool {
        let boxes = self.box_rows as usize * self.box_cols as usize;
        self.rows == self.columns
            && self.rows == self.digits
            && self.least == 1
            && self.extra == 0
            && (boxes == 0 || boxes == self.digits())
    }

    /// Whether the grid has boxes; a Latin square has none.
    #[inline]
    pub const fn has_boxes(self) -> bool {
        self.box_rows != 0
    }

    /// Rows and columns of a box, or `None` without boxes.
    #[inline]
    pub const fn box_size(self) -> Option<(usize, usize)> {
        if self.has_boxes() { Some((self.box_rows as usize, self.box_cols as usize)) } else { None }
    }

    /// The number of boxes.
    #[inline]
    pub const fn box_count(self) -> usize {
        match self.box_size() {
            None => 0,
            Some((rows, cols)) => self.rows() / rows * (self.columns() / cols),
        }
    }

    /// The cell at zero-based `row` and `col`.
    ///
    /// # Panics
    /// If the grid does not have the row or the column.
    #[inline]
    pub const fn cell(self, row: usize, col: usize) -> Cell {
        assert!(row < self.rows() && col < self.columns(), "the row and column are in the grid");
        Cell::new(row * self.columns() + col)
    }

    /// The extra cell with this zero-based number.
    ///
    /// # Panics
    /// If there are at most `number` extra cells.
    pub const fn extra_cell(self, number: usize) -> Cell {
        assert!(number < self.extra(), "the extra cell is in the shape");
        Cell::new(self.grid_cells() + number)
    }

    /// The zero-based row of a cell. Extra cells are laid out in rows below the grid.
    #[inline]
    pub const fn row(self, cell: Cell) -> usize {
        cell.index() / self.columns()
    }

    /// The zero-based column of a cell. Extra cells are laid out in rows below the grid.
    #[inline]
    pub const fn col(self, cell: Cell) -> usize {
        cell.index() % self.columns()
    }

    /// The zero-based box of a cell, in reading order, or `None` without boxes and for an extra cell.
    pub const fn box_of(self, cell: Cell) -> Option<usize> {
        match self.box_size() {
            Some((rows, cols)) if cell.index() < self.grid_cells() => {
                Some(self.row(cell) / rows * (self.columns() / cols) + self.col(cell) / cols)
            }
            _ => None,
        }
    }

    /// The cells of box `index` in reading order; empty without boxes.
    ///
    /// # Panics
    /// If there are boxes and `index` is not below their number.
    pub fn box_cells(self, index: usize) -> impl Iterator<Item = Cell> {
        let (rows, cols) = self.box_size().unwrap_or((0, 1));
        let stacks = self.columns() / cols;
        let (top, left) = (index / stacks * rows, index % stacks * cols);
        (0..rows).flat_map(move |r| (0..cols).map(move |c| self.cell(top + r, left + c)))
    }

    /// The name of a cell, such as `r1c1`, or `v1` for the first extra cell.
    pub const fn name(self, cell: Cell) -> CellName {
        if cell.index() < self.grid_cells() {
            CellName::at(self.row(cell), self.col(cell))
        } else {
            CellName::number(cell.index() - self.grid_cells())
        }
    }

    /// The cell with this name, or `None` if there is none.
    pub const fn cell_named(self, name: CellName) -> Option<Cell> {
        match (name.position(), name.extra()) {
            (Some((row, col)), _) if row < self.rows() && col < self.columns() => Some(self.cell(row, col)),
            (None, Some(number)) if number < self.extra() => Some(self.extra_cell(number)),
            _ => None,
        }
    }
}

/// The name of a cell: its row and column, such as `r1c1`, or `v1` for the first extra cell. A name means the same
/// cell in grids of all sizes.
// The order is the order of cells: row and column in six bits each, and then the extra cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellName(u16);

impl CellName {
    /// The name of the cell at zero-based `row` and `col`, or `None` if either is 64 or more.
    pub const fn new(row: usize, col: usize) -> Option<Self> {
        if row < 64 && col < 64 { Some(Self::at(row, col)) } else { None }
    }

    /// The name of the extra cell with this zero-based number, or `None` if it is 4,096 or more.
    pub const fn new_extra(number: usize) -> Option<Self> {
        if number < MOST_CELLS { Some(Self::number(number)) } else { None }
    }

    const fn at(row: usize, col: usize) -> Self {
        Self((row * 64 + col) as u16)
    }

    const fn number(number: usize) -> Self {
        Self((MOST_CELLS + number) as u16)
    }

    /// The zero-based row and column, each 0 to 63; `None` for an extra cell.
    #[inline]
    pub const fn position(self) -> Option<(usize, usize)> {
        let index = self.0 as usize;
        if index < MOST_CELLS { Some((index / 64, index % 64)) } else { None }
    }

    /// The zero-based number of an extra cell; `None` for a cell of the grid.
    #[inline]
    pub const fn extra(self) -> Option<usize> {
        (self.0 as usize).checked_sub(MOST_CELLS)
    }
}

impl fmt::Display for CellName {
    /// `r1c1` or `v1`, one-based.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.position() {
            Some((row, col)) => write!(f, "r{}c{}", row + 1, col + 1),
            None => write!(f, "v{}", usize::from(self.0) - MOST_CELLS + 1),
        }
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

    /// Reads `r1c9` or `v12`, in either case. Row and column are 1 to 64, the number of an extra cell is 1 to 4096.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let index = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
        let name = match text.strip_prefix(['v', 'V']) {
            Some(number) => index(number).and_then(Self::new_extra),
            None => text
                .strip_prefix(['r', 'R'])
                .and_then(|rest| rest.split_once(['c', 'C']))
                .and_then(|(row, col)| Self::new(index(row)?, index(col)?)),
        };
        name.ok_or(InvalidCellName)
    }
}

impl fmt::Display for Shape {
    /// `9x9 in boxes of 3x3`, `7x7 without boxes`, `6x9 without boxes, digits 0 to 8, 2 extra cells`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{} ", self.rows, self.columns)?;
        match self.box_size() {
            Some((rows, cols)) => write!(f, "in boxes of {rows}x{cols}")?,
            None => f.write_str("without boxes")?,
        }
        if self.least != 1 || self.digits != self.rows.max(self.columns) {
            write!(f, ", digits {} to {}", self.least(), self.greatest())?;
        }
        match self.extra {
            0 => Ok(()),
            1 => f.write_str(", 1 extra cell"),
            extra => write!(f, ", {extra} extra cells"),
        }
    }
}

impl Shape {
    /// The text that [`FromStr`] reads, such as `grid 6x9 boxes 2x3 digits 0-8 extra 12`. Parts are left out if they
    /// have their defaults: no boxes, no extra cells, and the digits from 1 to the length of the longer side.
    pub fn text(self) -> String {
        let mut text = format!("grid {}x{}", self.rows, self.columns);
        // Writing to a string cannot fail.
        let _ = match self.box_size() {
            Some((rows, cols)) => write!(text, " boxes {rows}x{cols}"),
            None => Ok(()),
        };
        if self.least != 1 || self.digits != self.rows.max(self.columns) {
            let _ = write!(text, " digits {}-{}", self.least(), self.greatest());
        }
        if self.extra > 0 {
            let _ = write!(text, " extra {}", self.extra);
        }
        text
    }
}

/// The error of a text that is not a shape: what was found, where, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidShape {
    /// The column, from 1.
    column: usize,
    found: String,
    expected: String,
}

impl InvalidShape {
    /// The column of what was found, from 1.
    pub fn column(&self) -> usize {
        self.column
    }

    /// The text that was found.
    pub fn found(&self) -> &str {
        &self.found
    }

    /// What was expected.
    pub fn expected(&self) -> &str {
        &self.expected
    }
}

impl fmt::Display for InvalidShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: found {:?}, expected {}", self.column, self.found, self.expected)
    }
}

impl std::error::Error for InvalidShape {}

impl FromStr for Shape {
    type Err = InvalidShape;

    /// Reads [`text`](Self::text). The parts after the size may come in any order.
    ///
    /// ```
    /// use arcdoku::Shape;
    ///
    /// let shape: Shape = "grid 6x9 digits 0-8 boxes 2x3".parse().unwrap();
    /// assert_eq!((shape.rows(), shape.columns(), shape.least(), shape.box_size()), (6, 9, 0, Some((2, 3))));
    /// assert_eq!(shape.text(), "grid 6x9 boxes 2x3 digits 0-8");
    /// let error = "grid 6x9 boxes 4x4".parse::<Shape>().unwrap_err();
    /// assert_eq!(error.to_string(), "16: found \"4x4\", expected boxes that tile the grid, such as 2x3");
    /// ```
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut words = words(text);
        let mut next = |expected: &str| match words.next() {
            Some(word) => Ok(word),
            None => Err(InvalidShape {
                column: text.chars().count() + 1,
                found: String::new(),
                expected: expected.to_owned(),
            }),
        };
        let wrong = |(column, word): (usize, &str), expected: &str| InvalidShape {
            column,
            found: word.to_owned(),
            expected: expected.to_owned(),
        };
        const SIZE: &str = "rows x columns, each at most 64, such as 6x9";
        const PARTS: &str = "boxes 2x3, digits 0-8 or extra 12";
        let word = next("grid 6x9")?;
        if word.1 != "grid" {
            return Err(wrong(word, "grid 6x9"));
        }
        let word = next(SIZE)?;
        let size = pair(word.1, ['x', 'X']).and_then(|(rows, columns)| Self::rectangle(rows, columns));
        let mut shape = size.ok_or_else(|| wrong(word, SIZE))?;
        let mut seen: Vec<&str> = Vec::new();
        while let Ok(part) = next("") {
            if seen.contains(&part.1) {
                return Err(wrong(part, "each part once"));
            }
            seen.push(part.1);
            shape = match part.1 {
                "boxes" => {
                    let expected = "boxes that tile the grid, such as 2x3";
                    let word = next(expected)?;
                    let size = pair(word.1, ['x', 'X']);
                    size.and_then(|(rows, cols)| shape.with_boxes(rows, cols))
                        .ok_or_else(|| wrong(word, expected))?
                }
                "digits" => {
                    let expected = "at most 64 digits from 0 or 1 on, such as 0-8";
                    let word = next(expected)?;
                    let ends = pair(word.1, ['-', '-']);
                    ends.and_then(|(least, most)| shape.with_values(least, (most + 1).checked_sub(least)?))
                        .ok_or_else(|| wrong(word, expected))?
                }
                "extra" => {
                    let expected = format!("at most {} cells", MOST_CELLS - shape.grid_cells());
                    let word = next(&expected)?;
                    let count = number(word.1).and_then(|count| shape.with_extra(count));
                    count.ok_or_else(|| wrong(word, &expected))?
                }
                _ => return Err(wrong(part, PARTS)),
            };
        }
        Ok(shape)
    }
}

/// The words of a text, with their columns from 1.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut column = 1;
    text.split_inclusive(char::is_whitespace).filter_map(move |piece| {
        let at = column;
        column += piece.chars().count();
        let word = piece.trim_end();
        (!word.is_empty()).then_some((at, word))
    })
}

/// A number of at most four digits.
fn number(text: &str) -> Option<usize> {
    if text.len() > 4 || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}

/// Two numbers separated by one of these characters.
fn pair(text: &str, between: [char; 2]) -> Option<(usize, usize)> {
    let (one, other) = text.split_once(between)?;
    Some((number(one)?, number(other)?))
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::{Cell, CellName, Shape};
    use crate::grid::Digit;

    /// A random shape; most are not plain.
    fn random(rng: &mut fastrand::Rng) -> Shape {
        let (rows, columns) = (rng.usize(1..=12), rng.usize(1..=64));
        let shape = Shape::rectangle(rows, columns).unwrap();
        let shape = shape.with_values(rng.usize(..2), rng.usize(1..=64)).unwrap();
        let shape = shape.with_extra(rng.usize(..40)).unwrap();
        shape.with_boxes(rng.usize(1..=rows), rng.usize(1..=columns)).unwrap_or(shape)
    }

    #[test]
    fn names_cells_boxes_and_values_come_back() {
        let mut rng = fastrand::Rng::with_seed(15);
        for _ in 0..300 {
            let shape = random(&mut rng);
            let cells: Vec<Cell> = (0..shape.cells()).map(Cell::new).collect();
            let names: Vec<CellName> = cells.iter().map(|&cell| shape.name(cell)).collect();
            assert!(names.is_sorted_by(|a, b| a < b), "{shape}");
            for (&cell, name) in cells.iter().zip(&names) {
                assert_eq!(shape.cell_named(*name), Some(cell), "{shape}");
                assert_eq!(name.to_string().parse(), Ok(*name));
                assert_eq!(name.to_string().to_uppercase().parse(), Ok(*name));
                if let Some((row, col)) = name.position() {
                    let place = (shape.cell(row, col), shape.row(cell), shape.col(cell));
                    assert_eq!(place, (cell, row, col));
                    let at = shape.box_of(cell).map(|index| shape.box_cells(index).any(|c| c == cell));
                    assert_eq!(at, shape.has_boxes().then_some(true));
                } else {
                    assert_eq!(name.extra().map(|number| shape.extra_cell(number)), Some(cell));
                    assert_eq!(shape.box_of(cell), None);
                }
            }
            let mut boxed: Vec<Cell> =
                (0..shape.box_count()).flat_map(|index| shape.box_cells(index)).collect();
            boxed.sort_unstable();
            assert_eq!(boxed, cells[..if shape.has_boxes() { shape.grid_cells() } else { 0 }]);
            assert_eq!(shape.text().parse(), Ok(shape));
            for digit in (0..shape.digits()).map(Digit::from_index) {
                assert_eq!(shape.digit_of(shape.value(digit)), Some(digit));
            }
            assert_eq!(
                (shape.digit_of(shape.least() - 1), shape.digit_of(shape.greatest() + 1)),
                (None, None)
            );
        }
    }

    #[test]
    fn plain_shapes() {
        let six = Shape::rectangle(6, 6).unwrap();
        assert_eq!(Some(six), Shape::latin(6));
        assert_eq!(six.with_boxes(2, 3), Shape::usual(6));
        assert!(six.is_plain() && six.with_boxes(2, 3).unwrap().is_plain());
        for other in [
            Shape::rectangle(6, 5),
            six.with_values(0, 6),
            six.with_values(1, 9),
            six.with_extra(1),
            six.with_boxes(2, 2),
        ] {
            assert!(!other.unwrap().is_plain(), "{other:?}");
        }
    }

    #[test]
    fn usual_boxes() {
        let boxes = |rows, columns, digits| {
            Shape::rectangle(rows, columns)
                .unwrap()
                .with_values(1, digits)
                .unwrap()
                .with_usual_boxes()
                .box_size()
        };
        assert_eq!((boxes(9, 9, 9), boxes(6, 6, 9), boxes(6, 6, 5)), (Some((3, 3)), Some((2, 3)), None));
        assert_eq!(
            (boxes(4, 6, 6), boxes(9, 6, 9), boxes(8, 6, 8)),
            (Some((2, 3)), Some((3, 3)), Some((4, 2)))
        );
        assert_eq!((boxes(7, 9, 9), boxes(7, 7, 9)), (None, None));
    }

    #[test]
    fn texts_of_no_shape() {
        for (text, column) in [
            ("", 1),
            ("6x9", 1),
            ("grid", 5),
            ("grid 6", 6),
            ("grid 65x1", 6),
            ("grid 6x9 boxes", 15),
            ("grid 6x9 digits 2-5", 17),
            ("grid 6x9 digits 0-64", 17),
            ("grid 6x9 digits 5-1", 17),
            ("grid 6x9 extra 4043", 16),
            ("grid 6x9 extra 1 extra 2", 18),
            ("grid 6x9 rows", 10),
        ] {
            assert_eq!(text.parse::<Shape>().map_err(|error| error.column()), Err(column), "{text}");
        }
    }

    #[test]
    fn impossible_shapes() {
        assert_eq!((Shape::rectangle(0, 4), Shape::rectangle(4, 65)), (None, None));
        let shape = Shape::rectangle(64, 64).unwrap();
        assert_eq!(
            (shape.with_values(2, 9), shape.with_values(0, 65), shape.with_values(0, 0)),
            (None, None, None)
        );
        assert_eq!(
            (shape.with_extra(1), shape.with_boxes(8, 16), shape.with_boxes(3, 3)),
            (None, None, None)
        );
        assert_eq!(Shape::rectangle(63, 65), None);
        assert_eq!(size_of::<Shape>(), 8);
        for text in ["v0", "v4097", "v", "v-1", "r0c1", "r1c65", "r1", "c1r1", ""] {
            assert!(text.parse::<CellName>().is_err(), "{text}");
        }
    }
}
