//! Grids that are not plain: rectangles, digits other than 1 to N, extra cells. They are read only if the shape is
//! known.
//!
//! A record is one of these, with `#` comments:
//! - one line of characters or words, one per cell;
//! - one line per row, of characters or words, with or without drawn bars and rules.
//!
//! On one line, the values of the extra cells follow the values of the grid, and may be left out. After rows, they
//! are on lines such as `v1: 3 . 5`, which begin with the name of their first cell.
//!
//! Characters and numbers are values: if the first digit is 0, `0` is a clue. `.`, `*` and `_` are blanks, and `/` is
//! a void cell, which is also a blank. A word may list several candidates: `1,3`, or `13` if no value is above 9.

use std::borrow::Cow;
use std::fmt;
use std::io::BufRead;

use super::Notation;
use super::block::is_boundary;
use super::record::{Positions, Record, puzzle_of};
use super::source::{Line, Source};
use super::symbol::{self, CellSymbol, Token, glyph, is_bar, is_rule, nonempty, split_comment, tokens};
use crate::grid::{CellName, Digit, DigitSet, Shape};
use crate::puzzle::error::{ParseError, ParseErrorKind, counted, quoted};

/// The largest value that has a character.
const LARGEST: i32 = 35;

/// Whether every digit of a shape has a character.
pub(super) fn has_glyphs(shape: Shape) -> bool {
    shape.greatest() <= LARGEST || shape.least() == 1 && shape.digits() == symbol::LARGEST
}

/// The character of a digit.
pub(super) fn glyph_in(shape: Shape, digit: Digit) -> char {
    match shape.value(digit) {
        0 => '0',
        value => u8::try_from(value).ok().and_then(Digit::new).map_or('?', glyph),
    }
}

/// The contents of a cell written as a character; `None` if it is neither a digit nor a blank.
fn mark_of_char(c: char, shape: Shape) -> Option<CellSymbol> {
    match c {
        '.' | '*' | '_' | '/' => return Some(CellSymbol::Blank),
        '0' if shape.least() == 0 => return shape.digit_of(0).map(CellSymbol::Given),
        _ => {}
    }
    let n = shape.greatest().clamp(1, symbol::LARGEST as i32) as usize;
    let value = symbol::value(c, n)?;
    if value == 0 {
        return Some(CellSymbol::Blank);
    }
    shape.digit_of(value.into()).map(CellSymbol::Given)
}

/// The contents of a cell written as a word.
fn mark_of_word(word: &str, shape: Shape) -> Option<CellSymbol> {
    let mut chars = word.chars();
    match (chars.next(), chars.next()) {
        (None, _) => return Some(CellSymbol::Blank),
        // The number 0 is a blank even if the character 0 is a digit.
        (Some('0'), None) if shape.least() == 1 => return Some(CellSymbol::Blank),
        (Some('!'), None) => return Some(CellSymbol::Set(DigitSet::EMPTY)),
        (Some(c), None) => return mark_of_char(c, shape),
        _ => {}
    }
    let digit = |text: &str| {
        let is_number = text.len() <= 4 && text.bytes().all(|byte| byte.is_ascii_digit());
        shape.digit_of(text.parse().ok().filter(|_| is_number)?)
    };
    let set: Option<Vec<Digit>> = if word.contains(',') {
        word.split(',').map(digit).collect()
    } else if shape.greatest() <= 9 {
        word.chars().map(|c| digit(c.encode_utf8(&mut [0; 4]))).collect()
    } else {
        return digit(word).map(CellSymbol::Given);
    };
    let digits = set?;
    let set: DigitSet = digits.iter().copied().collect();
    (set.len() == digits.len()).then_some(CellSymbol::Set(set))
}

/// The contents that a cell may have, for messages.
fn expected(shape: Shape) -> String {
    let blanks = if shape.least() == 0 { ". * _" } else { ". 0 * _" };
    format!("a digit from {} to {} or a blank ({blanks})", shape.least(), shape.greatest())
}

/// The cells that were read so far.
struct Cells {
    shape: Shape,
    marks: Vec<CellSymbol>,
    positions: Vec<(u32, u32)>,
    several: bool,
}

impl Cells {
    fn add(&mut self, mark: Option<CellSymbol>, text: &str, at: (usize, usize)) -> Result<(), ParseError> {
        let mark = mark
            .ok_or_else(|| ParseError::new(ParseErrorKind::Symbol, at, quoted(text), expected(self.shape)))?;
        self.several |= matches!(mark, CellSymbol::Set(_));
        // A set of all digits is a blank.
        let all = CellSymbol::Set(DigitSet::all(self.shape.digits()));
        self.marks.push(if mark == all { CellSymbol::Blank } else { mark });
        self.positions.push((at.0 as u32, at.1 as u32));
        Ok(())
    }

    fn words(&mut self, words: &[Token<'_>], line: usize) -> Result<(), ParseError> {
        words.iter().try_for_each(|word| {
            self.add(mark_of_word(word.text, self.shape), word.text, (line, word.column))
        })
    }

    fn characters(&mut self, words: &[Token<'_>], line: usize) -> Result<(), ParseError> {
        let characters =
            words.iter().flat_map(|word| word.text.chars().enumerate().map(|(i, c)| (word.column + i, c)));
        for (column, c) in characters {
            self.add(mark_of_char(c, self.shape), c.encode_utf8(&mut [0; 4]), (line, column))?;
        }
        Ok(())
    }

    fn record(mut self, notation: Notation, line: usize) -> Record {
        self.marks.resize(self.shape.cells(), CellSymbol::Blank);
        let puzzle = puzzle_of(self.shape, &self.marks);
        Record::new(puzzle, notation, line, Positions::Each(self.positions.into()))
    }
}

/// Splits a line into words. Commas separate the candidates of a cell if the line has bars or `bound` is set.
fn split(text: &str, bound: bool) -> Vec<Token<'_>> {
    if !bound && !text.contains(is_bar) {
        return tokens(text);
    }
    let is_between = |c: char| c.is_whitespace() || is_bar(c);
    let mut words = Vec::new();
    let (mut start, mut column, mut bars) = (None, 0, 0);
    for (at, c) in text.char_indices() {
        column += 1;
        if !is_between(c) {
            start.get_or_insert((at, column));
            continue;
        }
        if let Some((from, column)) = start.take() {
            words.push(Token { text: &text[from..at], column, bars });
        }
        bars += usize::from(is_bar(c));
    }
    if let Some((from, column)) = start {
        words.push(Token { text: &text[from..], column, bars });
    }
    words
}

fn count_characters(words: &[Token<'_>]) -> usize {
    words.iter().map(|word| word.text.chars().count()).sum()
}

/// Reads the record that begins with this line. After an error, the rest of the record is skipped.
pub(super) fn read<R: BufRead>(
    source: &mut Source<R>,
    first: Line,
    shape: Shape,
    notation: Option<Notation>,
) -> Result<Record, ParseError> {
    let words = split(split_comment(&first.text).0, shape.columns() == 1);
    // If a line is too long for a row, it is probably one of many one-line puzzles.
    let is_row = words.len().min(count_characters(&words)) <= shape.columns() && words.len() != 1
        || count_characters(&words) <= shape.columns();
    let number = first.number;
    let result = record(source, &first, shape, notation);
    source.recycle(first);
    if result.is_err() && is_row {
        // Skips the other rows of the grid, up to a line that is not a row.
        for _ in source.number() - number + 1..shape.rows() {
            match source.next() {
                Some(Ok(line)) if line.text.trim().is_empty() => break,
                Some(Ok(line)) if !is_boundary(line.text.trim()) => source.recycle(line),
                Some(next) => {
                    source.give_back(next);
                    break;
                }
                None => break,
            }
        }
    }
    result
}

fn record<R: BufRead>(
    source: &mut Source<R>,
    first: &Line,
    shape: Shape,
    notation: Option<Notation>,
) -> Result<Record, ParseError> {
    let mut cells = Cells { shape, marks: Vec::new(), positions: Vec::new(), several: false };
    let (body, comment) = split_comment(&first.text);
    let words = split(body, shape.columns() == 1);
    // A line with bars is a row, and lines of extra cells may follow the only row of a grid.
    let has_bars = body.contains(is_bar);
    let is_whole = |count: usize| {
        !has_bars && (count == shape.cells() || count == shape.grid_cells() && shape.rows() > 1)
    };
    let number = first.number;
    let is_line = is_whole(count_characters(&words)) && (words.len() == 1 || words.len() != shape.columns());
    if is_line || words.len() > 1 && is_whole(words.len()) {
        let found = if is_line && !is_whole(words.len()) {
            cells.characters(&words, number)?;
            Notation::Line
        } else {
            cells.words(&words, number)?;
            if cells.several { Notation::Pencilmarks } else { Notation::Integers }
        };
        let mut record = cells.record(notation.unwrap_or(found), number);
        record.comment = comment.and_then(nonempty).map(str::to_owned);
        return Ok(record);
    }
    row(&mut cells, first, &words)?;
    let mut last = number;
    while cells.marks.len() < shape.grid_cells() {
        let rows = cells.marks.len() / shape.columns();
        let truncated = |what: &str, line: usize| {
            let found = format!("{what} after {}", counted(rows, "row"));
            ParseError::new(ParseErrorKind::Truncated, (line, 1), found, counted(shape.rows(), "row"))
        };
        let line = source.next().ok_or_else(|| truncated("the end of the file", last))??;
        last = line.number;
        if line.text.trim().is_empty() {
            source.give_back(Ok(line));
            return Err(truncated("a blank line", last));
        }
        if is_boundary(line.text.trim()) {
            source.give_back(Ok(line));
            return Err(truncated("another record", last));
        }
        if !is_rule(&line.text) && !line.text.trim_start().starts_with('#') {
            row(&mut cells, &line, &split(split_comment(&line.text).0, shape.columns() == 1))?;
        }
        source.recycle(line);
    }
    extra(source, &mut cells)?;
    let found = if cells.several { Notation::Pencilmarks } else { Notation::Grid };
    Ok(cells.record(notation.unwrap_or(found), number))
}

/// Reads a row of the grid.
fn row(cells: &mut Cells, line: &Line, words: &[Token<'_>]) -> Result<(), ParseError> {
    let columns = cells.shape.columns();
    let characters = count_characters(words);
    if words.len() == columns {
        return cells.words(words, line.number);
    }
    if characters == columns {
        return cells.characters(words, line.number);
    }
    let by_words = words.len() > 1 && words.len().abs_diff(columns) < characters.abs_diff(columns);
    let count = if by_words { words.len() } else { characters };
    let end = words.last().map_or(1, |word| word.column + word.text.chars().count());
    let shape = cells.shape;
    let found = format!("{} in a row", counted(count, "cell"));
    let expected = format!("{columns} in a row of a grid of {shape}");
    Err(ParseError::new(ParseErrorKind::Length, (line.number, end), found, expected))
}

/// Reads the lines of extra cells after the rows.
fn extra<R: BufRead>(source: &mut Source<R>, cells: &mut Cells) -> Result<(), ParseError> {
    let shape = cells.shape;
    while let Some(next) = source.next() {
        let line = match next {
            Ok(line) if is_rule(&line.text) => {
                source.recycle(line);
                continue;
            }
            Ok(line) => line,
            Err(error) => {
                source.give_back(Err(error));
                break;
            }
        };
        let name = line.text.split_once(':').and_then(|(name, _)| name.trim().parse::<CellName>().ok());
        let Some(number) = name.and_then(CellName::extra) else {
            source.give_back(Ok(line));
            break;
        };
        let known = cells.marks.len() - shape.grid_cells();
        let (body, _) = split_comment(&line.text);
        // The name is replaced by blanks, so the columns of the words are columns of the line.
        let blanked: String = {
            let colon = body.find(':').unwrap_or(0);
            body.char_indices().map(|(at, c)| if at <= colon { ' ' } else { c }).collect()
        };
        let words = split(&blanked, true);
        let end = line.text.trim_end().chars().count() + 1;
        if number != known {
            let name = shape_name(known);
            let found = quoted(line.text.trim());
            let expected = format!("a line that begins with '{name}:'");
            return Err(ParseError::new(ParseErrorKind::Structure, (line.number, 1), found, expected));
        }
        let left = shape.extra() - known;
        if words.len() > left {
            let at = (line.number, words.get(left).map_or(end, |word| word.column));
            let found = counted(known + words.len(), "extra cell");
            return Err(ParseError::new(
                ParseErrorKind::Length,
                at,
                found,
                format!("at most {}", shape.extra()),
            ));
        }
        cells.words(&words, line.number)?;
        source.recycle(line);
    }
    Ok(())
}

/// The name of the extra cell with this number.
fn shape_name(number: usize) -> Cow<'static, str> {
    CellName::new_extra(number).map_or(Cow::Borrowed("the end"), |name| Cow::Owned(name.to_string()))
}

/// Writes the extra cells of a shape below its grid, one line for as many cells as a row has. Writes nothing if all
/// extra cells are empty.
pub(super) fn write_extra<W: fmt::Write>(
    shape: Shape,
    out: &mut W,
    mut cell: impl FnMut(crate::grid::Cell, &mut W) -> fmt::Result,
) -> fmt::Result {
    for number in 0..shape.extra() {
        if number % shape.columns() == 0 {
            let end = if number > 0 { "\n" } else { "" };
            write!(out, "{end}{}:", shape_name(number))?;
        }
        out.write_char(' ')?;
        cell(shape.extra_cell(number), out)?;
    }
    if shape.extra() > 0 { out.write_char('\n') } else { Ok(()) }
}
