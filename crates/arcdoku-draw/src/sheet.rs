//! The geometry of a board of any shape, and its lines: several grids, void cells, jigsaws, extra cells below.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use arcdoku::grid::{Cell, Shape};
use arcdoku::puzzle::Puzzle;

/// Side of a cell.
pub(crate) const SIDE: f32 = 60.0;
/// Space around the board.
const MARGIN: f32 = 14.0;
/// Space between the grid and the extra cells below it.
const GAP: f32 = 22.0;

pub(crate) type Point = (f32, f32);

/// Writes a number without trailing zeros.
pub(crate) fn number(value: f32) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// Writes two coordinates, as in paths.
pub(crate) fn pair((x, y): Point) -> String {
    format!("{} {}", number(x), number(y))
}

/// The positions of the cells of a puzzle. `left`, `top`, `right` and `bottom` are the space for clues outside.
pub(crate) struct Sheet<'a> {
    pub(crate) puzzle: &'a Puzzle,
    pub(crate) shape: Shape,
    areas: Option<Vec<Option<usize>>>,
    left: f32,
    top: f32,
    right: f32,
    bottom: f32,
}

impl<'a> Sheet<'a> {
    /// A board with this space for clues at its left, top, right and bottom.
    pub(crate) fn new(puzzle: &'a Puzzle, [left, top, right, bottom]: [f32; 4]) -> Self {
        let (left, top, right, bottom) = (left + MARGIN, top + MARGIN, right + MARGIN, bottom + MARGIN);
        Self { puzzle, shape: puzzle.shape(), areas: puzzle.areas(), left, top, right, bottom }
    }

    /// The width of the board with the space around it.
    pub(crate) fn width(&self) -> f32 {
        self.left + self.shape.columns() as f32 * SIDE + self.right
    }

    /// The height of the board with the space around it and its extra cells.
    pub(crate) fn height(&self) -> f32 {
        let extra = self.shape.extra().div_ceil(self.shape.columns());
        let below = if extra > 0 { GAP + extra as f32 * SIDE } else { 0.0 };
        self.top + self.shape.rows() as f32 * SIDE + self.bottom + below
    }

    /// The row and column of a cell; extra cells are in separate rows, not directly below the grid.
    pub(crate) fn place(&self, cell: Cell) -> (usize, usize) {
        let below = usize::from(cell.index() >= self.shape.grid_cells());
        (self.shape.row(cell) + below, self.shape.col(cell))
    }

    /// The upper left corner of a cell.
    pub(crate) fn corner(&self, cell: Cell) -> Point {
        let (row, col) = (self.shape.row(cell), self.shape.col(cell));
        let gap = if cell.index() < self.shape.grid_cells() { 0.0 } else { GAP + self.bottom - MARGIN };
        (self.left + col as f32 * SIDE, self.top + row as f32 * SIDE + gap)
    }

    /// The middle of a cell.
    pub(crate) fn middle(&self, cell: Cell) -> Point {
        let (x, y) = self.corner(cell);
        (x + SIDE / 2.0, y + SIDE / 2.0)
    }

    /// Whether a cell of the grid is in this row and column, and part of the puzzle.
    pub(crate) fn has(&self, row: isize, col: isize) -> bool {
        let at = |value: isize, most: usize| usize::try_from(value).ok().filter(|&value| value < most);
        at(row, self.shape.rows()).zip(at(col, self.shape.columns())).is_some_and(|(row, col)| {
            let cell = self.shape.cell(row, col);
            self.areas.as_ref().is_none_or(|areas| areas[cell.index()].is_some())
        })
    }

    /// The edge of a set of cells, `inset` inside of it, as the data of a path.
    pub(crate) fn outline(&self, cells: &[Cell], inset: f32) -> String {
        let places: BTreeSet<(isize, isize)> = cells.iter().map(|&cell| self.signed(cell)).collect();
        let has = |row, col| places.contains(&(row, col));
        let mut seen = BTreeSet::new();
        let mut path = String::new();
        // An edge ends at the adjacent edge, continues to the next cell, or reaches into it if the edge turns
        // outward.
        let reach = |sideways: bool, beyond: bool| match (sideways, beyond) {
            (false, _) => inset,
            (true, true) => -inset,
            (true, false) => 0.0,
        };
        for &cell in cells {
            let (row, col) = self.signed(cell);
            if !seen.insert((row, col)) {
                continue;
            }
            let (x, y) = self.corner(cell);
            let (far_x, far_y) = (x + SIDE, y + SIDE);
            for side in [-1, 1] {
                if !has(row + side, col) {
                    let at = if side < 0 { y + inset } else { far_y - inset };
                    let from = x + reach(has(row, col - 1), has(row + side, col - 1));
                    let to = far_x - reach(has(row, col + 1), has(row + side, col + 1));
                    let _ = write!(path, "M{} {}H{}", number(from), number(at), number(to));
                }
                if !has(row, col + side) {
                    let at = if side < 0 { x + inset } else { far_x - inset };
                    let from = y + reach(has(row - 1, col), has(row - 1, col + side));
                    let to = far_y - reach(has(row + 1, col), has(row + 1, col + side));
                    let _ = write!(path, "M{} {}V{}", number(at), number(from), number(to));
                }
            }
        }
        path
    }

    /// The edges between cells of different numbers, and the edge of the grid, as the data of two paths.
    pub(crate) fn borders(&self, numbers: &[usize]) -> (String, String) {
        let (high, wide) = (self.shape.rows(), self.shape.columns());
        let mut path = String::new();
        for (at, &cage) in numbers.iter().enumerate() {
            let (row, col) = (at / wide, at % wide);
            let (x, y) = self.corner(Cell::new(at));
            if col > 0 && numbers[at - 1] != cage {
                let _ = write!(path, "M{}v{SIDE}", pair((x, y)));
            }
            if row > 0 && numbers[at - wide] != cage {
                let _ = write!(path, "M{}h{SIDE}", pair((x, y)));
            }
        }
        let (width, height) = (number(wide as f32 * SIDE), number(high as f32 * SIDE));
        (path, format!("M{}h{width}v{height}h-{width}z", pair((self.left, self.top))))
    }

    fn signed(&self, cell: Cell) -> (isize, isize) {
        let (row, col) = self.place(cell);
        (row as isize, col as isize)
    }

    /// Draws the lines of the grid, heavy between boxes or other areas, and the extra cells with their names.
    pub(crate) fn lines(&self, out: &mut String) {
        let (mut thin, mut thick) = (String::new(), String::new());
        let shape = self.shape;
        let (high, wide) = (shape.rows(), shape.columns());
        if self.areas.as_ref().is_some_and(|areas| areas.contains(&None)) {
            self.broken_lines(&mut thin, &mut thick);
        } else {
            let (rows, cols) = match self.areas {
                None => shape.box_size().unwrap_or((high, wide)),
                Some(_) => (high, wide),
            };
            let (right, bottom) = (self.left + wide as f32 * SIDE, self.top + high as f32 * SIDE);
            let (left, top) = (number(self.left), number(self.top));
            let (right, bottom) = (number(right), number(bottom));
            for row in 0..=high {
                let path = if row.is_multiple_of(rows) { &mut thick } else { &mut thin };
                let _ = write!(path, "M{left} {}H{right}", number(self.top + row as f32 * SIDE));
            }
            for col in 0..=wide {
                let path = if col.is_multiple_of(cols) { &mut thick } else { &mut thin };
                let _ = write!(path, "M{} {top}V{bottom}", number(self.left + col as f32 * SIDE));
            }
            if self.areas.is_some() {
                self.broken_lines(&mut String::new(), &mut thick);
            }
        }
        for (class, path) in [("thin", thin), ("thick", thick)] {
            if !path.is_empty() {
                let _ = writeln!(out, "<path class=\"{class}\" d=\"{path}\"/>");
            }
        }
        self.extra_cells(out);
    }

    /// Draws the lines around each cell separately, with thick lines between areas.
    fn broken_lines(&self, thin: &mut String, thick: &mut String) {
        let (high, wide) = (self.shape.rows(), self.shape.columns());
        let Some(areas) = &self.areas else { return };
        let area =
            |row: usize, col: usize| if row < high && col < wide { areas[row * wide + col] } else { None };
        for (row, col) in (0..=high).flat_map(|row| (0..=wide).map(move |col| (row, col))) {
            let at = (self.left + col as f32 * SIDE, self.top + row as f32 * SIDE);
            let here = area(row, col);
            let above = row.checked_sub(1).and_then(|row| area(row, col));
            let left = col.checked_sub(1).and_then(|col| area(row, col));
            for (other, way) in [(above, 'h'), (left, 'v')] {
                let path = if here == other { &mut *thin } else { &mut *thick };
                if here != other || here.is_some() {
                    let _ = write!(path, "M{}{way}{SIDE}", pair(at));
                }
            }
        }
    }

    fn extra_cells(&self, out: &mut String) {
        let mut boxes = String::new();
        for cell in (0..self.shape.extra()).map(|number| self.shape.extra_cell(number)) {
            let (x, y) = self.corner(cell);
            let _ = write!(boxes, "M{}h{SIDE}v{SIDE}h-{SIDE}z", pair((x, y)));
        }
        if boxes.is_empty() {
            return;
        }
        let _ = writeln!(out, "<path class=\"thin\" d=\"{boxes}\"/>\n<g class=\"name\">");
        for cell in (0..self.shape.extra()).map(|number| self.shape.extra_cell(number)) {
            let (x, y) = self.corner(cell);
            let (x, y) = (number(x + SIDE - 4.0), number(y + SIDE - 5.0));
            let _ = writeln!(out, "<text x=\"{x}\" y=\"{y}\">{}</text>", self.shape.name(cell));
        }
        out.push_str("</g>\n");
    }
}
