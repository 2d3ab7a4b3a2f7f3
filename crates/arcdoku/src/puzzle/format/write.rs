//! Writers: puzzles in every notation, and boards.

use std::borrow::Cow;
use std::fmt;
use std::fmt::Write as _;

use super::Notation;
use super::case::LibraryCase;
use super::general::{glyph_in, has_glyphs, write_extra};
use super::record::Record;
use super::symbol::{self, glyph};
use crate::grid::{Cell, Digit, DigitSet, Shape};
use crate::puzzle::{Puzzle, Rule, Solution};

/// Why a puzzle could not be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WriteError {
    /// The notation has too few symbols for the digits.
    TooLarge {
        /// The notation.
        notation: Notation,
        /// N of the puzzle.
        digits: usize,
    },
    /// The notation cannot represent such grids.
    Shape {
        /// The notation.
        notation: Notation,
        /// The shape of the puzzle.
        shape: Shape,
    },
    /// Writing to the sink failed.
    Sink,
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { notation, digits } => {
                let most = notation.largest();
                write!(
                    f,
                    "found a {digits}x{digits} grid, expected at most {most}x{most} in the notation {notation}"
                )
            }
            Self::Shape { notation, shape } => {
                write!(f, "found a grid of {shape}, expected one that the notation {notation} has")
            }
            Self::Sink => f.write_str("the text could not be written"),
        }
    }
}

impl std::error::Error for WriteError {}

impl WriteError {
    /// The error for a puzzle that the notation cannot represent.
    fn unfit(notation: Notation, shape: Shape) -> Self {
        if shape.is_plain() {
            Self::TooLarge { notation, digits: shape.digits() }
        } else {
            Self::Shape { notation, shape }
        }
    }
}

impl From<fmt::Error> for WriteError {
    fn from(_: fmt::Error) -> Self {
        Self::Sink
    }
}

/// Writes one puzzle. The text ends with a line end and no blank line. Rules that are not rules of the shape are not
/// written, except candidate restrictions in notations that have them.
///
/// A [`Pencilmarks`](Notation::Pencilmarks) grid shows the candidates that clues of the same house do not exclude.
///
/// ```
/// use arcdoku::puzzle::Puzzle;
/// use arcdoku::puzzle::format::{Notation, write};
///
/// let puzzle: Puzzle = "1...\n..3.\n...4\n.2..".parse().unwrap();
/// let mut text = String::new();
/// write(Notation::Grid, &puzzle, &mut text).unwrap();
/// assert_eq!(text, "\
/// +-----+-----+
/// | 1 . | . . |
/// | . . | 3 . |
/// +-----+-----+
/// | . . | . 4 |
/// | . 2 | . . |
/// +-----+-----+
/// ");
/// ```
pub fn write(notation: Notation, puzzle: &Puzzle, out: &mut impl fmt::Write) -> Result<(), WriteError> {
    Writer::new(notation).puzzle(puzzle, out)
}

impl fmt::Display for Puzzle {
    /// The clues on one line: one character per cell up to N = 36, numbers above.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_cells(self.shape(), self.givens().iter().copied(), f)
    }
}

impl fmt::Display for Solution {
    /// The digits on one line, as in a plain grid: one character per cell up to N = 36, numbers above. Other grids
    /// may have other values; [`write_board`] draws them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape = Shape::usual(self.digits().len().isqrt()).unwrap_or(Shape::CLASSIC);
        write_cells(shape, self.digits().iter().copied().map(Some), f)
    }
}

fn write_cells(
    shape: Shape,
    cells: impl Iterator<Item = Option<Digit>>,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    for (i, digit) in cells.enumerate() {
        if has_glyphs(shape) {
            f.write_char(digit.map_or('.', |digit| glyph_in(shape, digit)))?;
        } else {
            let blank = if i > 0 { " " } else { "" };
            f.write_str(blank)?;
            number(shape, digit, f)?;
        }
    }
    Ok(())
}

/// Writes a case of a regression library: a puzzle, the digits that were placed in it, and the fields of the case.
/// Restrictions of the puzzle are ignored: the deleted candidates are those listed in the case.
///
/// ```
/// use arcdoku::grid::{Cell, Digit};
/// use arcdoku::puzzle::Puzzle;
/// use arcdoku::puzzle::format::{LibraryCase, write_case};
///
/// let puzzle: Puzzle = "1.....3..4.....2".parse().unwrap();
/// let placed = [(Cell::new(1), Digit::new(3).unwrap())];
/// let case = LibraryCase { code: "0003".into(), digits: "4".into(), ..LibraryCase::default() };
/// let mut line = String::new();
/// write_case(&puzzle, &placed, &case, &mut line).unwrap();
/// assert_eq!(line, ":0003:4:1+3....3..4.....2::::\n");
/// ```
pub fn write_case(
    puzzle: &Puzzle,
    placed: &[(Cell, Digit)],
    case: &LibraryCase,
    out: &mut impl fmt::Write,
) -> Result<(), WriteError> {
    let (notation, shape) = (Notation::Library, puzzle.shape());
    if !notation.fits(shape) {
        return Err(WriteError::unfit(notation, shape));
    }
    library(puzzle, placed, case, out)?;
    Ok(())
}

/// Writes a sequence of puzzles, with blank lines between grids and numbered headers.
#[derive(Clone, Debug)]
pub struct Writer {
    notation: Notation,
    written: usize,
}

/// The parts of a record other than the puzzle.
#[derive(Clone, Copy, Default)]
struct RecordParts<'a> {
    name: Option<&'a str>,
    comment: Option<&'a str>,
    placed: &'a [(Cell, Digit)],
    library: Option<&'a LibraryCase>,
}

impl Writer {
    /// A writer at the start of a text.
    pub fn new(notation: Notation) -> Self {
        Self { notation, written: 0 }
    }

    /// Writes a puzzle.
    pub fn puzzle(&mut self, puzzle: &Puzzle, out: &mut impl fmt::Write) -> Result<(), WriteError> {
        self.emit(puzzle, RecordParts::default(), out)
    }

    /// Writes a puzzle, with its name, comment, placed digits and library fields as far as the notation supports them.
    pub fn record(&mut self, record: &Record, out: &mut impl fmt::Write) -> Result<(), WriteError> {
        let parts = RecordParts {
            name: record.name.as_deref(),
            comment: record.comment.as_deref(),
            placed: &record.placed,
            library: record.library.as_deref(),
        };
        self.emit(&record.puzzle, parts, out)
    }

    fn emit(
        &mut self,
        puzzle: &Puzzle,
        parts: RecordParts<'_>,
        out: &mut impl fmt::Write,
    ) -> Result<(), WriteError> {
        let (notation, shape) = (self.notation, puzzle.shape());
        if !notation.fits(shape) {
            return Err(WriteError::unfit(notation, shape));
        }
        let given = |cell: Cell| puzzle.givens()[cell.index()];
        let spaced =
            matches!(notation, Notation::Grid | Notation::Ss | Notation::Pencilmarks | Notation::Sdk);
        if spaced && self.written > 0 {
            out.write_char('\n')?;
        }
        self.written += 1;
        match notation {
            Notation::Line | Notation::Sdm => {
                characters(shape, puzzle.givens(), out)?;
                end_of_line(parts.comment, out)?;
            }
            Notation::Candidates => {
                for cell in (0..shape.cells()).map(Cell::new) {
                    let set = puzzle.admissible(cell);
                    for digit in DigitSet::all(shape.digits()) {
                        out.write_char(if set.contains(digit) { glyph(digit) } else { '.' })?;
                    }
                }
                end_of_line(parts.comment, out)?;
            }
            Notation::Integers => {
                for (i, digit) in puzzle.givens().iter().enumerate() {
                    let space = if i == 0 { "" } else { " " };
                    out.write_str(space)?;
                    number(shape, *digit, out)?;
                }
                end_of_line(parts.comment, out)?;
            }
            Notation::Grid => {
                notes("# ", parts.comment, out)?;
                write_board(shape, given, out)?;
            }
            Notation::Euler => {
                match parts.name {
                    Some(name) if super::block::euler_header(name) => writeln!(out, "{name}")?,
                    _ => writeln!(out, "Grid {:02}", self.written)?,
                }
                rows(shape, puzzle.givens(), '0', out)?;
            }
            Notation::Sdk => {
                notes("#", parts.comment, out)?;
                out.write_str("[Puzzle]\n")?;
                rows(shape, puzzle.givens(), '.', out)?;
                if !parts.placed.is_empty() {
                    let mut state = puzzle.givens().to_vec();
                    for &(cell, digit) in parts.placed {
                        state[cell.index()] = Some(digit);
                    }
                    out.write_str("[State]\n")?;
                    rows(shape, &state, '.', out)?;
                }
            }
            Notation::Ss => simple(shape, puzzle.givens(), out)?,
            Notation::Library => {
                let bare = || LibraryCase {
                    code: "0000".into(),
                    digits: "x".into(),
                    deleted: deleted(puzzle, parts.placed),
                    ..LibraryCase::default()
                };
                let case = parts.library.map_or_else(|| Cow::Owned(bare()), Cow::Borrowed);
                library(puzzle, parts.placed, &case, out)?;
            }
            Notation::Pencilmarks => {
                notes("# ", parts.comment, out)?;
                write_pencilmarks(shape, &noted(puzzle), out)?;
            }
        }
        Ok(())
    }
}

fn characters(shape: Shape, cells: &[Option<Digit>], out: &mut impl fmt::Write) -> fmt::Result {
    cells.iter().try_for_each(|digit| out.write_char(digit.map_or('.', |digit| glyph_in(shape, digit))))
}

/// Writes a value; a blank is 0, or a dot where 0 is a value.
fn number(shape: Shape, digit: Option<Digit>, out: &mut impl fmt::Write) -> fmt::Result {
    match digit {
        Some(digit) => write!(out, "{}", shape.value(digit)),
        None => out.write_char(if shape.least() == 0 { '.' } else { '0' }),
    }
}

/// Writes a comment on the rest of a line.
fn end_of_line(comment: Option<&str>, out: &mut impl fmt::Write) -> fmt::Result {
    if let Some(comment) = comment {
        out.write_str(" # ")?;
        comment.chars().try_for_each(|c| out.write_char(if c.is_control() { ' ' } else { c }))?;
    }
    out.write_char('\n')
}

/// Writes a comment on separate lines.
fn notes(mark: &str, comment: Option<&str>, out: &mut impl fmt::Write) -> fmt::Result {
    comment.into_iter().flat_map(str::lines).try_for_each(|line| writeln!(out, "{mark}{line}"))
}

/// Writes N lines of N characters. The only blank of a 36x36 grid is `.`.
fn rows(shape: Shape, cells: &[Option<Digit>], blank: char, out: &mut impl fmt::Write) -> fmt::Result {
    let blank = if shape.digits() < symbol::LARGEST { blank } else { '.' };
    cells.chunks_exact(shape.columns()).try_for_each(|row| {
        row.iter().try_for_each(|digit| out.write_char(digit.map_or(blank, glyph)))?;
        out.write_char('\n')
    })
}

fn simple(shape: Shape, cells: &[Option<Digit>], out: &mut impl fmt::Write) -> fmt::Result {
    let n = shape.columns();
    let (height, width) = shape.box_size().unwrap_or((shape.rows(), n));
    for (r, row) in cells.chunks_exact(n).enumerate() {
        if r > 0 && r % height == 0 {
            writeln!(out, "{}", "-".repeat(n + n / width - 1))?;
        }
        for (c, digit) in row.iter().enumerate() {
            if c > 0 && c % width == 0 {
                out.write_char('|')?;
            }
            out.write_char(digit.map_or('.', glyph))?;
        }
        out.write_char('\n')?;
    }
    Ok(())
}

fn library(
    puzzle: &Puzzle,
    placed: &[(Cell, Digit)],
    case: &LibraryCase,
    out: &mut impl fmt::Write,
) -> fmt::Result {
    let shape = puzzle.shape();
    let mut cells: Vec<(bool, Option<Digit>)> = puzzle.givens().iter().map(|&digit| (false, digit)).collect();
    for &(cell, digit) in placed {
        cells[cell.index()] = (true, Some(digit));
    }
    write!(out, ":{}:{}:", case.code, case.digits)?;
    for (placed, digit) in cells {
        if placed {
            out.write_char('+')?;
        }
        out.write_char(digit.map_or('.', glyph))?;
    }
    for triples in [&case.deleted, &case.eliminations, &case.placements] {
        out.write_char(':')?;
        for (i, &(cell, digit)) in triples.iter().enumerate() {
            let space = if i == 0 { "" } else { " " };
            write!(out, "{space}{digit}{}{}", shape.row(cell) + 1, shape.col(cell) + 1)?;
        }
    }
    writeln!(out, ":{}", case.extra)
}

/// The candidates that restrictions remove from empty cells, except candidates that filled cells already exclude.
fn deleted(puzzle: &Puzzle, placed: &[(Cell, Digit)]) -> Vec<(Cell, Digit)> {
    if puzzle.rules().iter().all(|rule| !matches!(rule, Rule::Candidates(_))) {
        return Vec::new();
    }
    let mut filled = puzzle.givens().to_vec();
    for &(cell, digit) in placed {
        filled[cell.index()] = Some(digit);
    }
    let mut sets = vec![DigitSet::all(puzzle.shape().digits()); filled.len()];
    for set in puzzle.all_different() {
        let taken: DigitSet = set.cells().iter().filter_map(|cell| filled[cell.index()]).collect();
        for cell in set.cells() {
            sets[cell.index()] = sets[cell.index()].minus(taken);
        }
    }
    let empty = (0..filled.len()).map(Cell::new).filter(|cell| filled[cell.index()].is_none());
    empty
        .flat_map(|cell| {
            let gone = sets[cell.index()].minus(puzzle.admissible(cell));
            gone.iter().map(move |digit| (cell, digit))
        })
        .collect()
}

/// The candidates that clues of the same house do not exclude. A clue keeps its digit, even if an equal one is in its
/// house.
fn noted(puzzle: &Puzzle) -> Vec<DigitSet> {
    let givens = puzzle.givens();
    let mut sets: Vec<DigitSet> = (0..givens.len()).map(|i| puzzle.admissible(Cell::new(i))).collect();
    for set in puzzle.all_different() {
        let taken: DigitSet = set.cells().iter().filter_map(|cell| givens[cell.index()]).collect();
        for cell in set.cells().iter().filter(|cell| givens[cell.index()].is_none()) {
            sets[cell.index()] = sets[cell.index()].minus(taken);
        }
    }
    sets
}

/// Draws a board with its boxes; empty cells are dots. A shape without boxes has only a frame. Extra cells are on
/// lines below, such as `v1: 3 . 5`.
///
/// `digit` returns the digit of a cell, for example a clue, or the digit of a solution or of a search state.
pub fn write_board(
    shape: Shape,
    digit: impl Fn(Cell) -> Option<Digit>,
    out: &mut impl fmt::Write,
) -> fmt::Result {
    let width = digit_width(shape);
    boxed(shape, &vec![width; shape.columns()], out, |cell, out| one_digit(shape, digit(cell), width, out))?;
    write_extra(shape, out, |cell, out| one_digit(shape, digit(cell), 1, out))
}

/// Draws a board as [`write_board`] does, with additional borders around jigsaw regions.
///
/// [`Reader`](super::Reader) reads the drawing as a grid of its size, but not the regions: add them as a rule, and
/// use a shape without boxes in the [`ReadOptions`](super::ReadOptions).
///
/// ```
/// use arcdoku::grid::Shape;
/// use arcdoku::puzzle::format::{parse_regions, write_puzzle_board};
/// use arcdoku::puzzle::Puzzle;
///
/// let shape = Shape::latin(4).unwrap();
/// let puzzle = Puzzle::new(shape).with_rule(parse_regions("aabb aacb dccb dddc", shape).unwrap());
/// let mut text = String::new();
/// write_puzzle_board(&puzzle, |_| None, &mut text).unwrap();
/// assert_eq!(text, "\
/// +-------+-------+
/// | .   . | .   . |
/// |       +---+   |
/// | .   . | . | . |
/// +---+---+   |   |
/// | . | .   . | . |
/// |   +-------+---+
/// | .   .   . | . |
/// +-----------+---+
/// ");
/// ```
pub fn write_puzzle_board(
    puzzle: &Puzzle,
    digit: impl Fn(Cell) -> Option<Digit>,
    out: &mut impl fmt::Write,
) -> fmt::Result {
    let shape = puzzle.shape();
    let Some(areas) = puzzle.areas() else { return write_board(shape, digit, out) };
    let width = digit_width(shape);
    let widths = vec![width; shape.columns()];
    bordered(shape, &areas, &widths, out, |cell, out| {
        let is_void = areas.get(cell.index()).is_some_and(Option::is_none);
        if is_void { write!(out, "{VOID:>width$}") } else { one_digit(shape, digit(cell), width, out) }
    })?;
    write_extra(shape, out, |cell, out| one_digit(shape, digit(cell), 1, out))
}

/// A cell that is not part of the puzzle.
const VOID: char = '/';

fn digit_width(shape: Shape) -> usize {
    if shape.greatest() > 9 { 2 } else { 1 }
}

fn one_digit(shape: Shape, digit: Option<Digit>, width: usize, out: &mut impl fmt::Write) -> fmt::Result {
    match digit {
        Some(digit) => write!(out, "{:>width$}", shape.value(digit)),
        None => write!(out, "{:>width$}", '.'),
    }
}

/// Draws the candidates of all cells, one set per cell. Above N = 9, commas separate the digits of a cell. A cell
/// without candidates is drawn as `!`.
pub fn write_pencilmarks(shape: Shape, candidates: &[DigitSet], out: &mut impl fmt::Write) -> fmt::Result {
    let (texts, widths) = marks(shape, candidates);
    boxed(shape, &widths, out, |cell, out| one_mark(shape, &texts, &widths, cell, out))?;
    write_extra(shape, out, |cell, out| out.write_str(&texts[cell.index()]))
}

/// Draws candidates as [`write_pencilmarks`] does, with borders as [`write_puzzle_board`] draws them.
pub fn write_puzzle_pencilmarks(
    puzzle: &Puzzle,
    candidates: &[DigitSet],
    out: &mut impl fmt::Write,
) -> fmt::Result {
    let shape = puzzle.shape();
    let Some(areas) = puzzle.areas() else { return write_pencilmarks(shape, candidates, out) };
    let (texts, widths) = marks(shape, candidates);
    bordered(shape, &areas, &widths, out, |cell, out| match areas.get(cell.index()) {
        Some(None) => write!(out, "{VOID:<width$}", width = widths[shape.col(cell)]),
        _ => one_mark(shape, &texts, &widths, cell, out),
    })?;
    write_extra(shape, out, |cell, out| out.write_str(&texts[cell.index()]))
}

/// The candidates of each cell as text, and the width of each column.
fn marks(shape: Shape, candidates: &[DigitSet]) -> (Vec<String>, Vec<usize>) {
    let n = shape.columns();
    let text = |cell: Cell| {
        let set = candidates.get(cell.index()).copied().unwrap_or_default();
        if set.is_empty() {
            return "!".to_owned();
        }
        let digits: Vec<String> = set.iter().map(|digit| shape.value(digit).to_string()).collect();
        digits.join(if shape.greatest() > 9 { "," } else { "" })
    };
    let texts: Vec<String> = (0..shape.cells()).map(|i| text(Cell::new(i))).collect();
    let grid = &texts[..shape.grid_cells()];
    let width = |c: usize| grid.iter().skip(c).step_by(n).map(String::len).max().unwrap_or(1);
    let widths = (0..n).map(width).collect();
    (texts, widths)
}

fn one_mark(
    shape: Shape,
    texts: &[String],
    widths: &[usize],
    cell: Cell,
    out: &mut impl fmt::Write,
) -> fmt::Result {
    write!(out, "{:<1$}", texts[cell.index()], widths[shape.col(cell)])
}

/// Draws cells with one width per column, and borders around the areas.
fn bordered<W: fmt::Write>(
    shape: Shape,
    areas: &[Option<usize>],
    widths: &[usize],
    out: &mut W,
    mut cell: impl FnMut(Cell, &mut W) -> fmt::Result,
) -> fmt::Result {
    let (rows, n) = (shape.rows(), shape.columns());
    // The area at a one-based position; `None` outside of the grid.
    let region = |r: usize, c: usize| {
        let inside = (1..=rows).contains(&r) && (1..=n).contains(&c);
        if inside { areas[(r - 1) * n + c - 1] } else { None }
    };
    for r in 0..=rows {
        // Below row r (one-based): a stroke where the region changes, and corners where strokes meet.
        let stroke = |c: usize| region(r, c) != region(r + 1, c);
        if (1..=n).any(stroke) {
            let mut line = String::new();
            for c in 0..=n {
                if c > 0 {
                    line.push_str(&(if stroke(c) { "-" } else { " " }).repeat(widths[c - 1] + 2));
                }
                let up = region(r, c) != region(r, c + 1);
                let down = region(r + 1, c) != region(r + 1, c + 1);
                line.push(match (up || down, stroke(c) || stroke(c + 1)) {
                    (false, false) => ' ',
                    (false, true) => '-',
                    (true, false) => '|',
                    (true, true) => '+',
                });
            }
            writeln!(out, "{}", line.trim_end())?;
        }
        if r < rows {
            for c in 0..n {
                out.write_str(if region(r + 1, c) == region(r + 1, c + 1) { "  " } else { "| " })?;
                cell(shape.cell(r, c), out)?;
                if c + 1 < n {
                    out.write_char(' ')?;
                }
            }
            out.write_str(if region(r + 1, n).is_some() { " |\n" } else { "\n" })?;
        }
    }
    Ok(())
}

/// Draws cells with one width per column, and rules around the boxes.
fn boxed<W: fmt::Write>(
    shape: Shape,
    widths: &[usize],
    out: &mut W,
    mut cell: impl FnMut(Cell, &mut W) -> fmt::Result,
) -> fmt::Result {
    let (rows, n) = (shape.rows(), shape.columns());
    let (box_rows, box_cols) = shape.box_size().unwrap_or((rows, n));
    let mut rule = String::from("+");
    for stack in widths.chunks(box_cols) {
        // The stroke has the width of the cells, with one space before each cell and one before the bar.
        rule.push_str(&"-".repeat(stack.iter().sum::<usize>() + stack.len() + 1));
        rule.push('+');
    }
    for r in 0..rows {
        if r % box_rows == 0 {
            writeln!(out, "{rule}")?;
        }
        for c in 0..n {
            out.write_str(if c > 0 && c % box_cols == 0 {
                " | "
            } else if c == 0 {
                "| "
            } else {
                " "
            })?;
            cell(shape.cell(r, c), out)?;
        }
        out.write_str(" |\n")?;
    }
    writeln!(out, "{rule}")
}
