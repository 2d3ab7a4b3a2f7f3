//! Characters and numbers of cells, and the tokens of a line.

use crate::grid::{Digit, DigitSet};
use crate::puzzle::error::{ParseError, ParseErrorKind, quoted, up_to};

/// The largest N for which each digit has a character.
pub(super) const LARGEST: usize = 36;

/// The value of a character in a grid of `n` digits: 0 for a blank, `None` if it is neither a digit nor a blank.
pub(super) fn value(c: char, n: usize) -> Option<u8> {
    let value = match c {
        '.' | '*' | '_' => return Some(0),
        '0' => return Some(if n == LARGEST { 36 } else { 0 }),
        'x' | 'X' if n <= 32 => return Some(0),
        '1'..='9' => c as u8 - b'0',
        'A'..='Z' => c as u8 - b'A' + 10,
        'a'..='z' => c as u8 - b'a' + 10,
        _ => return None,
    };
    (usize::from(value) <= n).then_some(value)
}

/// The character of a digit; only the digits up to 36 have one.
pub(super) fn glyph(digit: Digit) -> char {
    const GLYPHS: &[u8; LARGEST] = b"123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ0";
    GLYPHS.get(digit.index()).map_or('?', |&byte| char::from(byte))
}

/// The valid characters of a grid of `n` digits, for messages.
pub(super) fn expected_symbol(n: usize) -> String {
    match n {
        0..=9 => format!("{} or a blank (. 0 * _ x)", up_to(n)),
        10 => "1 to 9, A or a blank (. 0 * _ x)".into(),
        36.. => "1 to 9, A to Z, 0 for 36 or a blank (. * _)".into(),
        _ => {
            let last = char::from(b'A' + (n - 10) as u8);
            format!("1 to 9, A to {last} or a blank (. 0 * _{})", if n <= 32 { " x" } else { "" })
        }
    }
}

/// The contents of one cell of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellSymbol {
    Blank,
    Given(Digit),
    Set(DigitSet),
}

/// Detects grids that use `0` as a digit although this crate reads it as a blank.
///
/// From 10 digits on, some programs write the digits as 0 to F. A grid with zeros and another blank is such a grid.
#[derive(Default)]
pub(super) struct ZeroUse {
    zero: bool,
    other: bool,
}

impl ZeroUse {
    /// The mark of a character, or the error at its position.
    pub(super) fn mark(&mut self, c: char, n: usize, at: (usize, usize)) -> Result<CellSymbol, ParseError> {
        let Some(value) = value(c, n) else {
            let found = quoted(c.encode_utf8(&mut [0; 4]));
            return Err(ParseError::new(ParseErrorKind::Symbol, at, found, expected_symbol(n)));
        };
        if value == 0 && n > 9 {
            if c == '0' {
                self.zero = true;
            } else {
                self.other = true;
            }
            if self.zero && self.other {
                let (one, two) = if c == '0' { ("'0'", "another blank") } else { ("a blank", "'0'") };
                let expected = format!("one kind of blank; the digits are {}", digits(n));
                return Err(ParseError::new(
                    ParseErrorKind::Symbol,
                    at,
                    format!("{one} together with {two}"),
                    expected,
                ));
            }
        }
        Ok(Digit::new(value).map_or(CellSymbol::Blank, CellSymbol::Given))
    }
}

fn digits(n: usize) -> String {
    let text = expected_symbol(n);
    text.split_once(" or a blank").map_or(text.clone(), |(digits, _)| digits.to_owned())
}

/// The mark of a separated cell: a character, a number, or several candidates.
pub(super) fn mark_of_token(text: &str, n: usize, sets: bool) -> Option<CellSymbol> {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        // The number 0 is a blank even if the character 0 is a digit. An empty field is also a blank.
        (None, _) | (Some('0'), None) => return Some(CellSymbol::Blank),
        (Some('!'), None) if sets => return Some(CellSymbol::Set(DigitSet::EMPTY)),
        (Some(c), None) => {
            return Some(Digit::new(value(c, n)?).map_or(CellSymbol::Blank, CellSymbol::Given));
        }
        _ => {}
    }
    if sets && text.contains(',') {
        let numbers = text.split(',').map(|number| number_of(number, n).filter(|&value| value > 0));
        return set_of(numbers).map(CellSymbol::Set);
    }
    if sets && n <= 9 {
        let digits = text.bytes().map(|b| (b.is_ascii_digit() && b != b'0').then(|| b - b'0'));
        let digits = digits.map(|value| value.filter(|&value| usize::from(value) <= n));
        return set_of(digits).map(CellSymbol::Set);
    }
    Some(Digit::new(number_of(text, n)?).map_or(CellSymbol::Blank, CellSymbol::Given))
}

fn set_of(values: impl Iterator<Item = Option<u8>>) -> Option<DigitSet> {
    let mut set = DigitSet::EMPTY;
    for value in values {
        let digit = Digit::new(value?)?;
        if set.contains(digit) {
            return None;
        }
        set.insert(digit);
    }
    Some(set)
}

fn number_of(text: &str, n: usize) -> Option<u8> {
    if text.is_empty() || text.len() > 4 || !text.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let value: usize = text.parse().ok()?;
    (value <= n).then_some(value as u8)
}

/// One or more cells of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    /// The column of its first character, from 1.
    pub(super) column: usize,
    /// The number of bars before it.
    pub(super) bars: usize,
}

/// Whether a character separates the boxes of a drawn grid.
pub(super) fn is_bar(c: char) -> bool {
    matches!(c, '|' | '¦' | '\u{2500}'..='\u{257f}')
}

/// Whether a line is a drawn rule: it has a horizontal stroke and nothing that occurs only in rows. Some programs
/// draw corners with `.` and `*`.
pub(super) fn is_rule(text: &str) -> bool {
    let mut stroke = false;
    for c in text.chars() {
        match c {
            '-' | '=' | '–' | '—' | '─' | '━' | '═' | '┄' | '┅' | '┈' | '┉' | '╌' | '╍' =>
            {
                stroke = true;
            }
            '+' | ':' | '\'' | '`' | ',' | '.' | '*' => {}
            _ if c.is_whitespace() || is_bar(c) => {}
            _ => return false,
        }
    }
    stroke
}

/// The part of a line before a comment, and the comment.
pub(super) fn split_comment(text: &str) -> (&str, Option<&str>) {
    match text.find(['#', ';']) {
        Some(at) => (&text[..at], nonempty(&text[at..])),
        None => (text, None),
    }
}

/// A comment without its mark and surrounding space.
pub(super) fn nonempty(comment: &str) -> Option<&str> {
    let text =
        comment.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '#' | ';' | ',')).trim_end();
    (!text.is_empty()).then_some(text)
}

/// The tokens of a line. Bars and white space separate tokens. Commas do, too, unless they separate the candidates of
/// a cell (`1,5,16 3 2,4`).
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let text = text.trim_end();
    let mut words = text.split(|c: char| c.is_whitespace() || is_bar(c)).filter(|word| !word.is_empty());
    let bound = text.contains(',')
        && words.clone().nth(1).is_some()
        && words.all(|word| !word.starts_with(',') && !word.ends_with(','));
    let commas = !bound && text.contains(',');
    // An empty field between commas is a blank cell, as spreadsheets write it. If commas are followed by spaces, a
    // comma at the end of the line is ignored.
    let text = if commas && text.contains(", ") { text.strip_suffix(',').unwrap_or(text) } else { text };
    let mut tokens = Vec::new();
    let mut start = None;
    let mut bars = 0;
    let mut column = 0;
    let mut pending_field = commas;
    for (at, c) in text.char_indices() {
        column += 1;
        let comma = commas && c == ',';
        if !(comma || c.is_whitespace() || is_bar(c)) {
            start.get_or_insert((at, column));
            continue;
        }
        if let Some((from, column)) = start.take() {
            tokens.push(Token { text: &text[from..at], column, bars });
            pending_field = false;
        }
        if comma {
            if pending_field {
                tokens.push(Token { text: "", column, bars });
            }
            pending_field = true;
        }
        bars += usize::from(is_bar(c));
    }
    if let Some((from, column)) = start {
        tokens.push(Token { text: &text[from..], column, bars });
    } else if commas && pending_field {
        tokens.push(Token { text: "", column: column + 1, bars });
    }
    tokens
}

/// The `n` from 1 to 64 with `n * n == count`, if any.
pub(super) fn square_root(count: usize) -> Option<usize> {
    (1..=64).find(|n| n * n == count)
}
