//! Grids over several lines: gathered first, then judged as a whole.

use std::io::BufRead;

use super::Notation;
use super::error::{ParseError, ParseErrorKind};
use super::line::expected_number;
use super::record::{Positions, Record, puzzle_of};
use super::source::{Line, Source};
use super::symbol::{self, Mark, Token, Zeros, is_rule, mark_of_token, split_comment, tokens};
use crate::grid::{DigitSet, Shape};

/// The longest row of a grid: 64 cells with all 64 candidates and much space between.
const LONGEST_ROW: usize = 1 << 15;

/// The lines of one grid.
pub(super) struct Block {
    rows: Vec<Line>,
    /// How many rows stood before each drawn rule.
    rules: Vec<usize>,
    /// The first line that could not be read at all; it counts as a row.
    error: Option<ParseError>,
    /// What came where a row was expected, and where.
    end: Option<(&'static str, usize)>,
    unreadable: usize,
}

/// Whether a line begins something else than the next row of a grid.
pub(super) fn is_boundary(text: &str) -> bool {
    text.starts_with('[')
        || text.starts_with(':') && !is_rule(text)
        || euler_header(text)
        || text.len() > 64 && !text.contains(|c: char| c.is_whitespace() || c == ',' || symbol::is_bar(c))
}

/// Whether a line is a header `Grid NN`.
pub(super) fn euler_header(text: &str) -> bool {
    let Some((word, number)) = text.split_once(char::is_whitespace) else { return false };
    let number = number.trim().trim_end_matches(':');
    word.eq_ignore_ascii_case("grid") && !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())
}

impl Block {
    /// Takes the lines of one grid from the source. It ends when it has as many rows as cells in
    /// most of its rows, at the end of the file, before a line that begins something else, and at a
    /// blank line, unless blank lines stand between all bands.
    pub(super) fn gather<R: BufRead>(
        source: &mut Source<R>,
        first: Option<Line>,
        forced: Option<Shape>,
    ) -> Self {
        let mut block = Self { rows: Vec::new(), rules: Vec::new(), error: None, end: None, unreadable: 0 };
        let mut sides = [0u8; 65];
        let mut side = forced.map_or(64, Shape::digits);
        let mut spaces: Vec<usize> = Vec::new();
        let mut next = first.map(Ok).or_else(|| source.next());
        let mut any = false;
        loop {
            let count = block.rows.len() + block.unreadable;
            let line = match next {
                None => {
                    block.end = Some(("the end of the file", source.number()));
                    break;
                }
                Some(Err(error)) => {
                    block.error.get_or_insert(error);
                    block.unreadable += 1;
                    any = true;
                    if count + 1 >= side {
                        break;
                    }
                    next = source.next();
                    continue;
                }
                Some(Ok(line)) => line,
            };
            let text = line.text.trim();
            if text.is_empty() {
                let band =
                    forced.or_else(|| Shape::usual(side)).and_then(Shape::box_size).map_or(64, |size| size.0);
                let between = count.is_multiple_of(band) && spaces.len() + 1 >= count / band;
                if any && !between {
                    block.end = Some(("a blank line", line.number));
                    break;
                }
                if any && spaces.last() != Some(&count) {
                    spaces.push(count);
                }
            } else if is_rule(text) {
                // Two rules together are the foot of one frame and the head of the next.
                if any && block.rules.last() == Some(&count) {
                    block.end = Some(("another frame", line.number));
                    source.give_back(Ok(line));
                    break;
                }
                block.rules.push(count);
            } else if any && is_boundary(text) {
                block.end = Some(("another record", line.number));
                source.give_back(Ok(line));
                break;
            } else if !text.starts_with('#') {
                any = true;
                if forced.is_none() {
                    let guess = side_of_row(text);
                    if guess > 64 {
                        block.rows.push(line);
                        break;
                    }
                    sides[guess] += 1;
                    side = (1..=64).max_by_key(|&n| (sides[n], n)).unwrap_or(side);
                }
                block.rows.push(line);
                if count + 1 >= side {
                    break;
                }
            }
            next = source.next();
        }
        block
    }

    /// The record of this grid, or the first fault of its rows.
    pub(super) fn judge(
        self,
        forced: Option<Shape>,
        notation: Option<Notation>,
    ) -> Result<Record, ParseError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let at_end = self.end.map_or((1, 1), |(_, line)| (line.max(1), 1));
        let Some(first) = self.rows.first() else {
            let found = self.end.map_or("nothing", |(what, _)| what);
            return Err(ParseError::new(ParseErrorKind::Truncated, at_end, found, "the rows of a grid"));
        };
        let n = self.side(forced);
        let Some(usual) = forced.or_else(|| Shape::usual(n)) else {
            let found = format!("a row of {n} cells");
            let at = (first.number, 1);
            return Err(ParseError::new(ParseErrorKind::Length, at, found, "at most 64 cells a row"));
        };
        let mut grid = Cells {
            n,
            marks: Vec::with_capacity(n * n),
            positions: Vec::with_capacity(n * n),
            zeros: Zeros::default(),
        };
        let mut plain = self.rules.is_empty();
        for row in &self.rows {
            let words = grid.row(row)?;
            plain &= words;
        }
        if self.rows.len() < n {
            let (what, line) = self.end.unwrap_or(("nothing", first.number));
            // At the end of a file the last line is what there is to point at.
            let column = if what == "the end of the file" {
                self.rows.last().filter(|row| row.number == line)
            } else {
                None
            };
            let at = (line, column.map_or(1, |row| row.text.trim_end().chars().count() + 1));
            let rows = if self.rows.len() == 1 { "row" } else { "rows" };
            let found = format!("{what} after {} {rows}", self.rows.len());
            return Err(ParseError::new(ParseErrorKind::Truncated, at, found, format!("{n} rows")));
        }
        let shape = if forced.is_some() { usual } else { self.drawn_shape(n).unwrap_or(usual) };
        let several = grid.marks.iter().any(|mark| matches!(mark, Mark::Set(_)));
        let notation = notation.unwrap_or(match (several, plain) {
            (true, _) => Notation::Pencilmarks,
            (false, true) => Notation::Integers,
            (false, false) => Notation::Grid,
        });
        let puzzle = puzzle_of(shape, &grid.marks);
        Ok(Record::new(puzzle, notation, first.number, Positions::Each(grid.positions.into())))
    }

    /// Whether rules were drawn around the rows.
    pub(super) fn is_framed(&self) -> bool {
        !self.rules.is_empty()
    }

    /// N: what most rows have; the most among equals.
    fn side(&self, forced: Option<Shape>) -> usize {
        let sides: Vec<usize> = self.rows.iter().map(|row| side_of_row(&row.text)).collect();
        let votes = |n: usize| sides.iter().filter(|&&side| side == n).count();
        let most = sides.iter().copied().max_by_key(|&n| (votes(n), n));
        forced.map(Shape::digits).or(most).unwrap_or(1)
    }

    /// The shape that bars and rules draw, if they draw boxes.
    fn drawn_shape(&self, n: usize) -> Option<Shape> {
        let words = tokens(split_comment(&self.rows.first()?.text).0);
        let cells = |word: &Token<'_>| if words.len() == n { 1 } else { word.text.chars().count() };
        let mut widths: Vec<usize> = Vec::new();
        let mut bars = None;
        for word in &words {
            if bars != Some(word.bars) {
                widths.push(0);
                bars = Some(word.bars);
            }
            *widths.last_mut()? += cells(word);
        }
        let width = *widths.first()?;
        let boxed =
            width > 1 && width < n && widths.iter().all(|&other| other == width) && width * widths.len() == n;
        if !boxed || !n.is_multiple_of(width) {
            return None;
        }
        let height = n / width;
        let fits = self.rules.iter().all(|rows| rows.is_multiple_of(height));
        if fits { Shape::boxes(height, width) } else { None }
    }
}

/// The N that a row suggests: its words, if each is a cell of such a grid, else its characters.
fn side_of_row(text: &str) -> usize {
    let words = tokens(split_comment(text).0);
    let characters: usize = words.iter().map(|word| word.text.chars().count()).sum();
    let count = words.len();
    let cells = count <= 64 && words.iter().all(|word| is_cell(word.text, count));
    if cells || characters == 0 { count } else { characters }
}

/// Whether a word is a cell of a grid of `n` digits. Candidates without commas must ascend, so that
/// `2143` is four cells and not one.
fn is_cell(text: &str, n: usize) -> bool {
    match mark_of_token(text, n, true) {
        Some(Mark::Set(_)) => text.contains(',') || text.as_bytes().is_sorted_by(|a, b| a < b),
        Some(_) => true,
        None => false,
    }
}

/// The cells of the rows read so far.
struct Cells {
    n: usize,
    marks: Vec<Mark>,
    positions: Vec<(u32, u32)>,
    zeros: Zeros,
}

impl Cells {
    /// Reads a row; says whether it consists of words without bars, as rows of numbers do.
    fn row(&mut self, row: &Line) -> Result<bool, ParseError> {
        let n = self.n;
        if row.text.len() > LONGEST_ROW {
            let found = format!("a row of {} bytes", row.text.len());
            return Err(ParseError::new(
                ParseErrorKind::LineTooLong,
                (row.number, 1),
                found,
                "a shorter row",
            ));
        }
        let body = split_comment(&row.text).0;
        let words = tokens(body);
        let characters: usize = words.iter().map(|word| word.text.chars().count()).sum();
        if words.len() == n {
            for word in &words {
                let mark = mark_of_token(word.text, n, true).ok_or_else(|| {
                    let found = super::error::quoted(word.text);
                    let at = (row.number, word.column);
                    let expected = if n <= 9 { expected_cell(n) } else { expected_number(n) };
                    ParseError::new(ParseErrorKind::Symbol, at, found, expected)
                })?;
                // Whatever a set of all digits says, a blank says it as well.
                self.marks.push(if mark == Mark::Set(DigitSet::all(n)) { Mark::Blank } else { mark });
                self.positions.push((row.number as u32, word.column as u32));
            }
            return Ok(n > 1 && words.last().is_some_and(|word| word.bars == 0));
        }
        if characters != n || n > symbol::LARGEST {
            return Err(self.wrong_length(row, &words, characters));
        }
        for word in &words {
            for (i, c) in word.text.chars().enumerate() {
                let column = word.column + i;
                self.marks.push(self.zeros.mark(c, n, (row.number, column))?);
                self.positions.push((row.number as u32, column as u32));
            }
        }
        Ok(false)
    }

    fn wrong_length(&self, row: &Line, words: &[Token<'_>], characters: usize) -> ParseError {
        let n = self.n;
        // Words are cells where they are nearer to N than characters are.
        let by_words = words.len().abs_diff(n) < characters.abs_diff(n);
        let count = if by_words { words.len() } else { characters };
        let end = words.last().map_or(1, |word| word.column + word.text.chars().count());
        let surplus = if by_words {
            words.get(n).map(|word| word.column)
        } else {
            words.iter().flat_map(|word| (0..word.text.chars().count()).map(|i| word.column + i)).nth(n)
        };
        let at = (row.number, surplus.unwrap_or(end));
        let cells = if count == 1 { "cell" } else { "cells" };
        let found = format!("{count} {cells} in a row");
        ParseError::new(ParseErrorKind::Length, at, found, n.to_string())
    }
}

fn expected_cell(n: usize) -> String {
    format!("a digit from 1 to {n}, candidates or a blank (. 0 * _ x)")
}
