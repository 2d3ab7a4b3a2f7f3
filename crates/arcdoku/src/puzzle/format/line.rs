//! Notations with one puzzle per line: characters, candidates, numbers.

use super::Notation;
use super::record::{Positions, Record, puzzle_of};
use super::source::Line;
use super::symbol::{self, CellSymbol, ZeroUse, nonempty, split_comment, square_root, tokens};
use crate::grid::{Digit, DigitSet, Shape};
use crate::puzzle::Puzzle;
use crate::puzzle::error::{ParseError, ParseErrorKind, counted, quoted};

/// The cells of a 9x9 line at the start of `bytes`. This is the common case. The function has no branches, so it
/// compiles to vector code.
#[inline]
pub(super) fn classic(bytes: &[u8]) -> Option<[Option<Digit>; 81]> {
    let bytes: &[u8; 81] = bytes.first_chunk()?;
    let mut values = [0; 81];
    let mut foreign = false;
    for (value, &byte) in values.iter_mut().zip(bytes) {
        let digit = byte.wrapping_sub(b'0');
        let is_digit = digit <= 9;
        let is_blank = matches!(byte, b'.' | b'*' | b'_' | b'x' | b'X');
        foreign |= !(is_digit | is_blank);
        *value = if is_digit { digit } else { 0 };
    }
    if foreign { None } else { Some(values.map(Digit::new)) }
}

/// Whether a line is a 9x9 puzzle, with or without a comment after it.
pub(super) fn is_classic(text: &str) -> bool {
    // Only ASCII is taken, so the 81st byte ends a character.
    classic(text.as_bytes()).is_some() && (text.len() == 81 || text[81..].starts_with(ends_cells))
}

/// The cells of a classic line with nothing after it, and its number of bytes.
pub(super) fn classic_whole(bytes: &[u8]) -> Option<([Option<Digit>; 81], usize)> {
    let used = match bytes.get(81)? {
        b'\n' => 82,
        b'\r' if bytes.get(82) == Some(&b'\n') => 83,
        _ => return None,
    };
    Some((classic(bytes)?, used))
}

#[inline]
pub(super) fn classic_record(cells: &[Option<Digit>; 81], shape: Shape, line: usize) -> Record {
    let puzzle = Puzzle::with_givens(shape, cells);
    Record::new(puzzle, Notation::Line, line, Positions::Run { column: 1, stride: 1 })
}

/// Whether a character ends the cells of a line and begins a comment.
fn ends_cells(c: char) -> bool {
    c.is_whitespace() || matches!(c, '#' | ';' | ',')
}

/// The first word of a line, the column where it starts, and the rest.
pub(super) fn first_word(text: &str) -> (&str, usize, &str) {
    let start = text.trim_start();
    let column = text[..text.len() - start.len()].chars().count() + 1;
    let (word, rest) = start.split_at(start.find(ends_cells).unwrap_or(start.len()));
    (word, column, rest)
}

fn shape_of(n: usize, forced: Option<Shape>) -> Option<Shape> {
    forced.or_else(|| Shape::usual(n)).filter(|shape| shape.digits() == n)
}

fn comment_of(rest: &str) -> Option<String> {
    nonempty(rest).map(str::to_owned)
}

/// Reads N*N characters. `last` is the N of the previous line, the best guess of the expected N.
pub(super) fn parse_line(line: &Line, forced: Option<Shape>, last: usize) -> Result<Record, ParseError> {
    let text = &line.text;
    if let Some(shape) = shape_of(9, forced)
        && let Some(cells) = classic(text.as_bytes())
    {
        // The table takes only ASCII, so the 81st byte ends a character.
        let rest = &text[81..];
        if rest.is_empty() || rest.starts_with(ends_cells) {
            let mut record = classic_record(&cells, shape, line.number);
            record.comment = comment_of(rest);
            return Ok(record);
        }
    }
    let (word, column, rest) = first_word(text);
    let length = word.chars().count();
    let whole = text.chars().count();
    let side = |count: usize| square_root(count).filter(|&n| forced.is_none_or(|shape| shape.digits() == n));
    let fits = side(length).filter(|_| forced.is_some() || length >= 16 || rest.trim().is_empty());
    let spaced = side(whole).filter(|&n| {
        let mut chars = text.chars();
        text.contains(' ')
            && (whole == 81 || fits.is_none())
            && chars.all(|c| c == ' ' || symbol::value(c, n).is_some())
    });
    if let Some(n) = spaced {
        let cells = text.chars().enumerate().map(|(i, c)| (i + 1, if c == ' ' { '.' } else { c }));
        return run(line, n, forced, cells, Positions::Run { column: 1, stride: 1 });
    }
    if let Some(n) = fits {
        let cells = word.chars().enumerate().map(|(i, c)| (column + i, c));
        let mut record = run(line, n, forced, cells, Positions::Run { column, stride: 1 })?;
        record.comment = comment_of(rest);
        return Ok(record);
    }
    if let Some((n, cells, rest)) = groups(text, &side) {
        let positions = cells.iter().map(|&(column, _)| (line.number as u32, column as u32)).collect();
        let mut record = run(line, n, forced, cells.into_iter(), Positions::Each(positions))?;
        record.comment = comment_of(rest);
        return Ok(record);
    }
    let n = forced.map_or_else(|| nearest(length, last), Shape::digits);
    let mut found = counted(length, "character");
    if length < 16 {
        found = format!("{} ({found})", quoted(word));
    }
    let at = (line.number, column + length.min(n * n));
    Err(ParseError::new(ParseErrorKind::Length, at, found, format!("{} for a {n}x{n} grid", n * n)))
}

/// N, the cells with their columns, and the text after them.
type CellGroups<'a> = (usize, Vec<(usize, char)>, &'a str);

/// Cells in words of one length, such as nine groups of nine.
fn groups<'a>(text: &'a str, side: &dyn Fn(usize) -> Option<usize>) -> Option<CellGroups<'a>> {
    let (body, _) = split_comment(text);
    let words = tokens(body);
    let width = words.first()?.text.chars().count();
    if width < 2 || words.iter().any(|word| word.text.chars().count() != width) {
        return None;
    }
    let n = side(width * words.len())?;
    let cells =
        words.iter().flat_map(|word| word.text.chars().enumerate().map(|(i, c)| (word.column + i, c)));
    Some((n, cells.collect(), &text[body.len()..]))
}

/// The likely N of a line that has a wrong length: the N of the previous line, if its length is close.
fn nearest(length: usize, last: usize) -> usize {
    if length.abs_diff(last * last) <= 2 * last {
        return last;
    }
    (1..=symbol::LARGEST).min_by_key(|n| (n * n).abs_diff(length)).unwrap_or(last)
}

fn run(
    line: &Line,
    n: usize,
    forced: Option<Shape>,
    cells: impl Iterator<Item = (usize, char)>,
    positions: Positions,
) -> Result<Record, ParseError> {
    let Some(shape) = shape_of(n, forced).filter(|_| n <= symbol::LARGEST) else {
        let found = format!("a {n}x{n} grid in characters");
        let expected = "at most 36x36; larger grids are written as numbers";
        return Err(ParseError::new(ParseErrorKind::Length, (line.number, 1), found, expected));
    };
    let mut zeros = ZeroUse::default();
    let mut marks = Vec::with_capacity(n * n);
    for (column, c) in cells {
        marks.push(zeros.mark(c, n, (line.number, column))?);
    }
    Ok(Record::new(puzzle_of(shape, &marks), Notation::Line, line.number, positions))
}

/// Whether every character of a line of N*N*N is a blank or the candidate of its position, and at least one is a
/// candidate.
pub(super) fn is_candidates(word: &str, n: usize) -> bool {
    let mut any = false;
    word.chars().enumerate().all(|(i, c)| match symbol::value(c, n) {
        Some(0) => true,
        Some(value) => {
            any = true;
            usize::from(value) == i % n + 1
        }
        None => false,
    }) && any
}

/// Reads N*N*N characters: for each cell its N candidates, with blanks for excluded candidates.
pub(super) fn parse_candidates(line: &Line, forced: Option<Shape>) -> Result<Record, ParseError> {
    let (word, column, rest) = first_word(&line.text);
    let length = word.chars().count();
    let side = (1..=symbol::LARGEST).find(|n| n * n * n == length);
    let Some((n, shape)) = side.and_then(|n| Some((n, shape_of(n, forced)?))) else {
        let n = forced.map_or_else(
            || (2..=symbol::LARGEST).min_by_key(|n| (n * n * n).abs_diff(length)).unwrap_or(9),
            Shape::digits,
        );
        let cells = n * n * n;
        let at = (line.number, column + length.min(cells));
        let expected = format!("{cells} for the candidates of a {n}x{n} grid");
        return Err(ParseError::new(ParseErrorKind::Length, at, counted(length, "character"), expected));
    };
    let mut sets = vec![DigitSet::EMPTY; n * n];
    for (i, c) in word.chars().enumerate() {
        let place = Digit::from_index(i % n);
        match symbol::value(c, n) {
            Some(0) => {}
            Some(value) if value == place.get() => sets[i / n].insert(place),
            _ => {
                let found = quoted(c.encode_utf8(&mut [0; 4]));
                let expected = format!("'{}' or a blank in this place", symbol::glyph(place));
                let at = (line.number, column + i);
                return Err(ParseError::new(ParseErrorKind::Symbol, at, found, expected));
            }
        }
    }
    let marks: Vec<CellSymbol> = sets.into_iter().map(CellSymbol::Set).collect();
    let positions = Positions::Run { column, stride: n };
    let mut record = Record::new(puzzle_of(shape, &marks), Notation::Candidates, line.number, positions);
    record.comment = comment_of(rest);
    Ok(record)
}

/// The numbers that a cell may hold, for messages.
pub(super) fn expected_number(n: usize) -> String {
    if n == 1 {
        return "the number 1 or a blank (0 or .)".into();
    }
    format!("a number from 1 to {n} or a blank (0 or .)")
}

/// Reads N*N numbers on one line.
pub(super) fn parse_integers(line: &Line, forced: Option<Shape>, last: usize) -> Result<Record, ParseError> {
    let (body, comment) = split_comment(&line.text);
    let words = tokens(body);
    let side = square_root(words.len());
    let Some((n, shape)) = side.and_then(|n| Some((n, shape_of(n, forced)?))) else {
        let near = || {
            let sides = (1..=64_usize).min_by_key(|n| (n * n).abs_diff(words.len()));
            if words.len().abs_diff(last * last) <= 2 * last { last } else { sides.unwrap_or(last) }
        };
        let n = forced.map_or_else(near, Shape::digits);
        let end = words.last().map_or(1, |word| word.column + word.text.chars().count());
        let at = (line.number, words.get(n * n).map_or(end, |word| word.column));
        let expected = format!("{} for a {n}x{n} grid", n * n);
        return Err(ParseError::new(ParseErrorKind::Length, at, counted(words.len(), "number"), expected));
    };
    let mut marks = Vec::with_capacity(words.len());
    for word in &words {
        marks.push(symbol::mark_of_token(word.text, n, false).ok_or_else(|| {
            let at = (line.number, word.column);
            ParseError::new(ParseErrorKind::Symbol, at, quoted(word.text), expected_number(n))
        })?);
    }
    let positions = words.iter().map(|word| (line.number as u32, word.column as u32)).collect();
    let puzzle = puzzle_of(shape, &marks);
    let mut record = Record::new(puzzle, Notation::Integers, line.number, Positions::Each(positions));
    record.comment = comment.map(str::to_owned);
    Ok(record)
}
