//! Lines of a regression library: a grid with some digits placed, and the expected step.

use super::Notation;
use super::case::LibraryCase;
use super::record::{Positions, Record};
use super::source::Line;
use super::symbol::{self, expected_symbol, square_root};
use crate::grid::{Cell, Digit, DigitSet, Shape};
use crate::puzzle::error::{ParseError, ParseErrorKind, counted, quoted, up_to};
use crate::puzzle::{Puzzle, Rule};

/// A field and its position.
struct LibraryField<'a> {
    text: &'a str,
    line: usize,
    column: usize,
}

impl LibraryField<'_> {
    fn error(&self, offset: usize, found: &str, expected: impl Into<String>) -> ParseError {
        let at = (self.line, self.column + offset);
        ParseError::new(ParseErrorKind::Structure, at, quoted(found), expected)
    }

    /// Reads candidates as triples of digit, row and column.
    fn triples(&self, shape: Shape) -> Result<Vec<(Cell, Digit)>, ParseError> {
        let n = shape.digits();
        let mut triples = Vec::new();
        let mut column = 0;
        for word in self.text.split(' ') {
            let number =
                |b: u8| (b.is_ascii_digit() && b != b'0').then(|| usize::from(b - b'1')).filter(|&i| i < n);
            match word.as_bytes() {
                [] => {}
                &[digit, row, col]
                    if let (Some(d), Some(r), Some(c)) = (number(digit), number(row), number(col)) =>
                {
                    triples.push((shape.cell(r, c), Digit::from_index(d)));
                }
                _ => {
                    return Err(self.error(
                        column,
                        word,
                        format!("digit, row and column, each {}", up_to(n)),
                    ));
                }
            }
            column += word.chars().count() + 1;
        }
        Ok(triples)
    }
}

/// Reads a line `:code:digits:grid:deleted:eliminations:placements:extra`; the last four fields may be
/// missing.
pub(super) fn parse_library(line: &Line, forced: Option<Shape>) -> Result<Record, ParseError> {
    let text = line.text.trim();
    let mut column = line.text.chars().take_while(|c| c.is_whitespace()).count() + 1;
    let Some(text) = text.strip_prefix(':') else {
        let at = (line.number, column);
        return Err(ParseError::new(
            ParseErrorKind::Structure,
            at,
            quoted(text),
            "a line that starts with ':'",
        ));
    };
    column += 1;
    let fields: Vec<LibraryField<'_>> = text
        .splitn(7, ':')
        .map(|text| {
            let field = LibraryField { text, line: line.number, column };
            column += text.chars().count() + 1;
            field
        })
        .collect();
    let [code, digits, grid, rest @ ..] = &fields[..] else {
        let found = counted(fields.len(), "field");
        let at = (line.number, column - 1);
        return Err(ParseError::new(
            ParseErrorKind::Structure,
            at,
            found,
            "a code, digits and a grid, each after ':'",
        ));
    };
    if code.text.is_empty() || !code.text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-') {
        return Err(code.error(0, code.text, "a technique code such as 0300 or 0707-1"));
    }
    if digits.text != "x" && !digits.text.bytes().all(|b| b.is_ascii_digit()) {
        return Err(digits.error(0, digits.text, "digits, x or nothing"));
    }
    let (mut puzzle, placed, positions) = parse_grid(grid, forced)?;
    let shape = puzzle.shape();
    let triples = |i: usize| rest.get(i).map_or(Ok(Vec::new()), |field| field.triples(shape));
    let case = LibraryCase {
        code: code.text.to_owned(),
        digits: digits.text.to_owned(),
        deleted: triples(0)?,
        eliminations: triples(1)?,
        placements: triples(2)?,
        extra: rest.get(3).map_or(String::new(), |field| field.text.to_owned()),
    };
    if !case.deleted.is_empty() {
        let mut sets = vec![DigitSet::all(shape.digits()); shape.cells()];
        for &(cell, digit) in &case.deleted {
            sets[cell.index()].remove(digit);
        }
        puzzle = puzzle.with_rule(Rule::Candidates(sets.into()));
    }
    let mut record = Record::new(puzzle, Notation::Library, line.number, Positions::Each(positions.into()));
    record.placed = placed;
    record.library = Some(Box::new(case));
    Ok(record)
}

fn placed_digit(n: usize) -> String {
    if n == 1 { "the digit 1 after '+'".into() } else { format!("a digit from 1 to {n} after '+'") }
}

type LibraryGrid = (Puzzle, Vec<(Cell, Digit)>, Vec<(u32, u32)>);

/// Reads the grid of a library line: a digit is a clue, a digit after `+` was placed.
fn parse_grid(field: &LibraryField<'_>, forced: Option<Shape>) -> Result<LibraryGrid, ParseError> {
    let count = field.text.chars().filter(|&c| c != '+').count();
    let n = square_root(count).filter(|&n| n <= 9);
    let shape = n.and_then(|n| forced.or_else(|| Shape::usual(n)).filter(|shape| shape.digits() == n));
    let Some(shape) = shape else {
        let n = forced.map_or(9, Shape::digits);
        let at = (field.line, field.column + field.text.chars().count());
        let expected = format!("{} for a {n}x{n} grid", n * n);
        return Err(ParseError::new(ParseErrorKind::Length, at, counted(count, "cell"), expected));
    };
    let n = shape.digits();
    let mut puzzle = Puzzle::new(shape);
    let mut placed = Vec::new();
    let mut positions = Vec::with_capacity(count);
    let mut plus = false;
    for (offset, c) in field.text.chars().enumerate() {
        let column = field.column + offset;
        if c == '+' && !plus {
            plus = true;
            continue;
        }
        let value = symbol::value(c, n).filter(|&value| value > 0 || !plus);
        let Some(value) = value else {
            let expected = if plus { placed_digit(n) } else { expected_symbol(n) };
            let found = quoted(c.encode_utf8(&mut [0; 4]));
            return Err(ParseError::new(ParseErrorKind::Symbol, (field.line, column), found, expected));
        };
        let cell = Cell::new(positions.len());
        positions.push((field.line as u32, column as u32));
        match Digit::new(value) {
            Some(digit) if plus => placed.push((cell, digit)),
            digit => puzzle.set(cell, digit),
        }
        plus = false;
    }
    if plus {
        return Err(field.error(field.text.chars().count() - 1, "+", placed_digit(n)));
    }
    Ok((puzzle, placed, positions))
}
