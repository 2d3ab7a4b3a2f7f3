//! The text of a rule: `NAME`, `NAME ARGUMENTS` or `NAME ARGUMENTS: CELLS`, on one line.

use std::collections::BTreeSet;
use std::fmt;

use crate::grid::CellName;
use crate::puzzle::error::{ParseError, ParseErrorKind, quoted};

/// The text of a rule while it is parsed, with the position up to which it was read.
#[derive(Debug)]
pub(super) struct RuleText<'a> {
    text: &'a str,
    /// The byte up to which the text was read.
    at: usize,
    /// The last byte position whose column was computed, and the number of characters before it.
    counted: (usize, usize),
    /// The columns of the items read so far: numbers, cells, candidate sets, regions.
    items: Vec<usize>,
}

impl<'a> RuleText<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0, counted: (0, 0), items: Vec::new() }
    }

    /// The column of the next character, counted from 1.
    fn column(&mut self) -> usize {
        let (byte, characters) = self.counted;
        self.counted = (self.at, characters + self.text[byte..self.at].chars().count());
        self.counted.1 + 1
    }

    /// The column of an item. If there are fewer items, the column of the end; for `None`, the first column.
    pub(super) fn column_of(&self, item: Option<usize>) -> usize {
        let end = || self.text[..self.at].chars().count() + 1;
        item.map_or(1, |item| self.items.get(item).copied().unwrap_or_else(end))
    }

    fn skip(&mut self, skipped: impl Fn(char) -> bool) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start_matches(skipped).len();
    }

    /// The next word, up to a blank or a colon; empty at a colon or the end.
    fn word(&mut self) -> (usize, &'a str) {
        self.until(|c| c.is_whitespace() || c == ':')
    }

    /// Skips blanks and returns the next word, up to a character that `ends` accepts, with its column.
    fn until(&mut self, ends: impl Fn(char) -> bool) -> (usize, &'a str) {
        self.skip(char::is_whitespace);
        let column = self.column();
        let rest = &self.text[self.at..];
        let word = &rest[..rest.find(ends).unwrap_or(rest.len())];
        self.at += word.len();
        (column, word)
    }

    /// The name of the rule, with its column.
    pub(super) fn name(&mut self) -> (usize, &'a str) {
        self.word()
    }

    /// A number of at most `most`. It counts as an item.
    pub(super) fn number(&mut self, what: &str, most: usize) -> Result<usize, ParseError> {
        let (column, word) = self.word();
        self.items.push(column);
        word.parse()
            .ok()
            .filter(|number| *number <= most && word.starts_with(|c: char| c.is_ascii_digit()))
            .ok_or_else(|| error(column, word, format!("{what}, at most {most}")))
    }

    /// The next blank-separated word of the arguments, with its column; `None` at the end. It counts as an item.
    pub(super) fn item(&mut self) -> Option<(usize, &'a str)> {
        let (column, word) = self.until(char::is_whitespace);
        self.items.push(column);
        (!word.is_empty()).then_some((column, word))
    }

    /// The next character of the arguments that is not blank, with its column; `None` at the end. It
    /// counts as an item.
    pub(super) fn symbol(&mut self) -> Option<char> {
        self.skip(char::is_whitespace);
        let symbol = self.text[self.at..].chars().next()?;
        let column = self.column();
        self.items.push(column);
        self.at += symbol.len_utf8();
        Some(symbol)
    }

    /// A colon, and at least one cell such as `r1c1` or rectangle of cells, separated by blanks or commas.
    pub(super) fn cells(&mut self) -> Result<Box<[CellName]>, ParseError> {
        self.skip(char::is_whitespace);
        if !self.text[self.at..].starts_with(':') {
            let (column, word) = self.word();
            return Err(error(column, word, "a colon and cells such as r1c1 r1c2"));
        }
        self.at += 1;
        let mut cells = Vec::new();
        loop {
            self.skip(char::is_whitespace);
            if !cells.is_empty() {
                self.skip(|c| c == ',');
            }
            let (column, word) = self.until(|c| c.is_whitespace() || c == ',');
            if word.is_empty() && !cells.is_empty() && self.at == self.text.len() {
                return Ok(cells.into());
            }
            for cell in rectangle(word).ok_or_else(|| error(column, word, "a cell such as r1c9"))? {
                if cells.contains(&cell) {
                    return Err(error(column, word, "each cell once"));
                }
                cells.push(cell);
                self.items.push(column);
            }
        }
    }

    /// A colon, and at least one cell or rectangle of cells such as `r1-6c10-12`, separated by blanks or commas.
    pub(super) fn rectangles(&mut self) -> Result<Vec<CellName>, ParseError> {
        const EXPECTED: &str = "a cell such as r1c9 or a rectangle such as r1-6c10-12";
        if !self.has_colon() {
            let (column, word) = self.word();
            return Err(error(column, word, format!("a colon and {EXPECTED}")));
        }
        self.at += 1;
        let (mut cells, mut seen) = (Vec::new(), BTreeSet::new());
        loop {
            self.skip(|c| c.is_whitespace() || c == ',');
            let (column, word) = self.until(|c| c.is_whitespace() || c == ',');
            if word.is_empty() && !cells.is_empty() {
                return Ok(cells);
            }
            for cell in rectangle(word).ok_or_else(|| error(column, word, EXPECTED))? {
                if !seen.insert(cell) {
                    return Err(error(column, word, format!("each cell once, not {cell} again")));
                }
                cells.push(cell);
            }
        }
    }

    /// The words up to a colon or the end. Blanks and colons inside of brackets are part of a word. Each word is an
    /// item.
    pub(super) fn words(&mut self) -> Vec<&'a str> {
        let mut words = Vec::new();
        loop {
            self.skip(char::is_whitespace);
            let column = self.column();
            let rest = &self.text[self.at..];
            let mut depth = 0_usize;
            let end = rest.find(|c: char| {
                match c {
                    '[' | '(' => depth += 1,
                    ']' | ')' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                depth == 0 && (c.is_whitespace() || c == ':')
            });
            let word = &rest[..end.unwrap_or(rest.len())];
            if word.is_empty() {
                return words;
            }
            self.at += word.len();
            self.items.push(column);
            words.push(word);
        }
    }

    /// Whether a colon follows.
    pub(super) fn has_colon(&mut self) -> bool {
        self.skip(char::is_whitespace);
        self.text[self.at..].starts_with(':')
    }

    /// A colon, and lists of cells, separated by `/`. Cells may have a sign and a factor, and may be repeated. A list
    /// has at least one cell; with `may_be_empty`, only one of the lists must have a cell.
    pub(super) fn lists(&mut self, may_be_empty: bool) -> Result<Vec<Vec<RuleTerm>>, ParseError> {
        self.at += 1;
        let mut lists = vec![Vec::new()];
        loop {
            self.skip(|c| c.is_whitespace() || c == ',');
            let separator = self.text[self.at..].starts_with(['/', '|']);
            let ended = self.at == self.text.len();
            let has_cells = lists.iter().any(|list| !list.is_empty());
            let Some(list) = lists.last_mut() else { return Ok(lists) };
            let is_missing = if may_be_empty { ended && !has_cells } else { list.is_empty() };
            if (separator || ended) && is_missing {
                let (column, word) = self.word();
                return Err(error(column, word, "a cell such as r1c9"));
            }
            if ended {
                return Ok(lists);
            }
            if separator {
                self.at += 1;
                lists.push(Vec::new());
                continue;
            }
            let (column, word) = self.until(|c| c.is_whitespace() || matches!(c, ',' | '/' | '|'));
            let terms = terms(word).ok_or_else(|| error(column, word, "a cell such as r1c9"))?;
            self.items.extend(terms.iter().map(|_| column));
            list.extend(terms);
        }
    }

    /// Returns an error if there is more text.
    pub(super) fn end(&mut self) -> Result<(), ParseError> {
        self.skip(char::is_whitespace);
        let rest = &self.text[self.at..];
        if rest.is_empty() { Ok(()) } else { Err(error(self.column(), rest, "nothing more")) }
    }
}

/// The most cells that a word may stand for: all cells of the largest grid.
const MOST_CELLS: usize = 4096;

/// The cells of `r1c9`, `v3`, `r1-6c10-12` or `v1-81`. Rectangles are read row by row. Each span runs from its first
/// number to its last, and the last may be smaller.
fn rectangle(word: &str) -> Option<Vec<CellName>> {
    if let Ok(cell) = word.parse() {
        return Some(vec![cell]);
    }
    let span = |text: &str| {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let number =
            |text: &str| text.parse::<usize>().ok().filter(|number| (1..=MOST_CELLS).contains(number));
        let (first, last) = (number(first)?, number(last)?);
        let count = first.abs_diff(last) + 1;
        Some((0..count).map(move |i| if first <= last { first + i - 1 } else { first - i - 1 }))
    };
    if let Some(numbers) = word.strip_prefix(['v', 'V']) {
        return span(numbers)?.map(CellName::new_extra).collect();
    }
    let (rows, columns) = word.strip_prefix(['r', 'R'])?.split_once(['c', 'C'])?;
    let (rows, columns) = (span(rows)?, span(columns)?);
    rows.flat_map(|row| columns.clone().map(move |col| CellName::new(row, col))).collect()
}

/// Cells with a factor: `r1c1`, `-r1c1`, `2*r1c1`, `2*r1c1-9`.
fn terms(word: &str) -> Option<Vec<RuleTerm>> {
    let (coefficient, cells) = match word.split_once('*') {
        Some((factor, cells)) => {
            (factor.parse().ok().filter(|&factor: &i32| factor.abs() <= 1_000_000)?, cells)
        }
        None => word.strip_prefix('-').map_or((1, word), |cells| (-1, cells)),
    };
    Some(rectangle(cells)?.into_iter().map(|cell| RuleTerm { coefficient, cell }).collect())
}

/// A cell of a list, with its coefficient, which is 1 for most rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RuleTerm {
    /// The factor; -1 for a minus sign without a number.
    pub coefficient: i32,
    /// The cell.
    pub cell: CellName,
}

/// The parsed text of a rule after its name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RulePieces {
    /// The words up to the colon. Text in brackets belongs to one word.
    pub words: Vec<String>,
    /// The lists of cells after the colon.
    pub lists: Vec<Vec<RuleTerm>>,
}

impl RulePieces {
    /// The pieces of the whole text of a rule.
    pub(super) fn of(text: &str) -> Self {
        let mut text = RuleText::new(text);
        text.name();
        let words = text.words().into_iter().map(str::to_owned).collect();
        let lists = if text.has_colon() { text.lists(true).unwrap_or_default() } else { Vec::new() };
        Self { words, lists }
    }
}

/// An error at a column of a rule's text; `found` is quoted.
pub(super) fn error(column: usize, found: &str, expected: impl Into<String>) -> ParseError {
    let found = if found.is_empty() { "nothing".to_owned() } else { quoted(found) };
    ParseError::new(ParseErrorKind::Rule, (1, column), found, expected)
}

/// Writes a colon and the cells.
pub(super) fn write_cells(f: &mut fmt::Formatter<'_>, cells: &[CellName]) -> fmt::Result {
    f.write_str(":")?;
    cells.iter().try_for_each(|cell| write!(f, " {cell}"))
}
