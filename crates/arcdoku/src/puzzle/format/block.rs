//! Grids on several lines: all lines are collected before they are parsed.

use std::io::BufRead;

use super::Notation;
use super::line::expected_number;
use super::record::{Positions, Record, puzzle_of};
use super::source::{Line, Source};
use super::symbol::{
    self, CellSymbol, Token, ZeroUse, is_rule, mark_of_token, split_comment, square_root, tokens,
};
use crate::grid::{DigitSet, Shape};
use crate::puzzle::Rule;
use crate::puzzle::error::{ParseError, ParseErrorKind, counted, quoted};

/// Length limit of a row in bytes: room for 64 cells with all 64 candidates and wide spacing.
const LONGEST_ROW: usize = 1 << 15;

/// The lines of one grid.
pub(super) struct GridBlock {
    rows: Vec<Line>,
    /// The number of rows before each drawn rule.
    rules: Vec<usize>,
    /// The error of the first unreadable line, which counts as a row.
    error: Option<ParseError>,
    /// Whether blank lines separated the bands.
    spaced: bool,
    /// What was found where a row was expected, and on which line.
    end: Option<(&'static str, usize)>,
    unreadable: usize,
}

/// Whether a line is in no notation but looks like the beginning of JSON, a link, a rule, or constraints or options
/// of another program.
pub(super) fn is_foreign(text: &str) -> bool {
    let begins =
        |prefix: &str| text.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix));
    let is_link_or_option = match text.as_bytes() {
        [b'{', ..] | [b'-', b'a'..=b'z', ..] | [b'-', b'-', b'a'..=b'z', ..] => true,
        [b'.', b'A'..=b'Z' | b'~', ..] => text.contains('~'),
        [b'h' | b'H', ..] => begins("http://") || begins("https://"),
        // Payloads of links: base64 text, whose characters include some that are not symbols of a grid.
        [b'N', ..] => text.starts_with("N4Ig"),
        [b'f' | b's' | b'c' | b'F' | b'S' | b'C', ..] => {
            text.len() >= 16
                && ["fpuz", "scl", "ctc", "scf"].into_iter().any(begins)
                && !text.contains([' ', '.', '|', ','])
                && square_root(text.len()).is_none()
        }
        _ => false,
    };
    is_link_or_option || Rule::is_named_in(text)
}

/// Whether a line begins something other than the next row of a grid.
pub(super) fn is_boundary(text: &str) -> bool {
    !is_rule(text)
        && (text.starts_with('[')
            || is_foreign(text)
            || text.starts_with(':')
            || euler_header(text)
            || text.len() > 64
                && !text.contains(|c: char| c.is_whitespace() || c == ',' || symbol::is_bar(c)))
}

/// Whether a line is a header `Grid NN`.
pub(super) fn euler_header(text: &str) -> bool {
    let Some((word, number)) = text.split_once(char::is_whitespace) else { return false };
    let number = number.trim().trim_end_matches(':');
    word.eq_ignore_ascii_case("grid") && !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())
}

impl GridBlock {
    /// Takes the lines of one grid from the source. The grid ends when it has as many rows as most of its rows have
    /// cells, at the end of the file, or before a line that begins something else. It also ends at a blank line, unless
    /// blank lines separate all bands.
    pub(super) fn gather<R: BufRead>(
        source: &mut Source<R>,
        first: Option<Line>,
        forced: Option<Shape>,
    ) -> Self {
        let mut block = Self {
            rows: Vec::new(),
            rules: Vec::new(),
            error: None,
            spaced: false,
            end: None,
            unreadable: 0,
        };
        let mut sides = [0u8; 65];
        let mut side = forced.map_or(64, Shape::digits);
        let mut spaces: Vec<usize> = Vec::new();
        let mut next = first.map(Ok);
        if next.is_none()
            && let Some(other) = source.next()
        {
            block.end =
                Some(("another record", other.as_ref().map_or_else(ParseError::line, |line| line.number)));
            source.give_back(other);
            return block;
        }
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
                    block.spaced = true;
                }
            } else if is_rule(text) {
                // Two consecutive rules are the bottom of one frame and the top of the next.
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
                let guess = side_of_row(text);
                let is_other = any && guess != side && !block.has_rows();
                if is_other && is_puzzle(source, &line, guess, forced) {
                    block.end = Some(("another record", line.number));
                    source.give_back(Ok(line));
                    break;
                }
                any = true;
                if forced.is_none() {
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

    /// Whether there are several lines, and one of them is a row with as many cells as there are lines.
    fn has_rows(&self) -> bool {
        let is_row = |row: &Line| {
            let side = side_of_row(&row.text);
            is_row_of(&row.text, side, side)
        };
        self.rows.len() > 1 && self.rows.iter().any(is_row)
    }

    /// The record of this grid, or the first error in its rows.
    pub(super) fn read(
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
            let row = self.rows.iter().find(|row| side_of_row(&row.text) == n);
            let at = (row.unwrap_or(first).number, 1);
            return Err(ParseError::new(ParseErrorKind::Length, at, found, "at most 64 cells per row"));
        };
        let mut grid = BlockCells {
            n,
            marks: Vec::with_capacity(n * n),
            positions: Vec::with_capacity(n * n),
            zeros: ZeroUse::default(),
        };
        let mut plain = self.rules.is_empty();
        for row in &self.rows {
            let words = grid.row(row)?;
            plain &= words;
        }
        if self.rows.len() < n {
            if self.rows.len() == 1 && self.rules.is_empty() && notation.is_none() {
                return Err(lone_row(first.number, &first.text, forced));
            }
            let (what, line) = self.end.unwrap_or(("nothing", first.number));
            // At the end of a file, the error points at the last line.
            let column = if what == "the end of the file" {
                self.rows.last().filter(|row| row.number == line)
            } else {
                None
            };
            let at = (line, column.map_or(1, |row| row.text.trim_end().chars().count() + 1));
            let found = format!("{what} after {}", counted(self.rows.len(), "row"));
            return Err(ParseError::new(ParseErrorKind::Truncated, at, found, format!("{n} rows")));
        }
        // If rows have different lengths, `gather` may not have noticed that the grid was full.
        if let Some(row) = self.rows.get(n) {
            let found = format!("{} after {}", quoted(row.text.trim()), counted(n, "row"));
            let expected = format!("{n} rows");
            return Err(ParseError::new(ParseErrorKind::Length, (row.number, 1), found, expected));
        }
        let shape = if forced.is_some() { usual } else { self.drawn_shape(n).unwrap_or(usual) };
        let several = grid.marks.iter().any(|mark| matches!(mark, CellSymbol::Set(_)));
        let notation = notation.unwrap_or(match (several, plain) {
            (true, _) => Notation::Pencilmarks,
            (false, true) => Notation::Integers,
            (false, false) => Notation::Grid,
        });
        let puzzle = puzzle_of(shape, &grid.marks);
        Ok(Record::new(puzzle, notation, first.number, Positions::Each(grid.positions.into())))
    }

    /// The completed grid, if the rows ended because the grid was full.
    pub(super) fn full(&self, forced: Option<Shape>) -> Option<CompleteGrid> {
        let line = self.rows.last().filter(|_| self.end.is_none())?.number;
        let n = Some(self.side(forced)).filter(|n| (1..=64).contains(n))?;
        Some(CompleteGrid { n, line, rules: !self.rules.is_empty(), spaced: self.spaced })
    }

    /// Whether lines are drawn around the rows.
    pub(super) fn is_framed(&self) -> bool {
        !self.rules.is_empty()
    }

    /// The N of the grid: the most frequent number of cells of a row. If several numbers are equally frequent, it is
    /// the largest of them.
    fn side(&self, forced: Option<Shape>) -> usize {
        let sides: Vec<usize> = self.rows.iter().map(|row| side_of_row(&row.text)).collect();
        let votes = |n: usize| sides.iter().filter(|&&side| side == n).count();
        let most = sides.iter().copied().max_by_key(|&n| (votes(n), n));
        forced.map(Shape::digits).or(most).unwrap_or(1)
    }

    /// The shape of the boxes that bars and rules draw, if there are such boxes.
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

/// A grid that has all its rows. Text on the line immediately after it is a surplus row unless it begins another
/// puzzle.
#[derive(Clone, Copy)]
pub(super) struct CompleteGrid {
    n: usize,
    /// The number of its last line.
    line: usize,
    /// Whether lines were drawn in the grid. If so, a similar grid after it has lines, too. `spaced` is true if there
    /// were blank lines between the bands of the grid.
    rules: bool,
    spaced: bool,
}

impl CompleteGrid {
    /// Takes all surplus rows up to the next record separator, if this line is the first surplus row.
    pub(super) fn surplus<R: BufRead>(
        self,
        source: &mut Source<R>,
        first: &Line,
        forced: Option<Shape>,
    ) -> Option<ParseError> {
        let n = self.n;
        let side = side_of_row(&first.text);
        // For grids of 4x4 and larger, a line of N*N cells is a separate puzzle.
        let shaped = forced.is_some_and(|shape| shape.cells() == side && side > n);
        let whole = shaped || side >= 16 && side > n && square_root(side).is_some();
        if first.number != self.line + 1 || side > 64 || whole || self.continues(source, side) {
            return None;
        }
        let mut last = first.number;
        while let Some(next) = source.next() {
            match next {
                Ok(line) if is_row(&line.text) => last = line.number,
                next => {
                    source.give_back(next);
                    break;
                }
            }
        }
        let column = first.text.chars().take_while(|c| c.is_whitespace()).count() + 1;
        let at = (first.number, column);
        let (found, expected) = if side == n {
            (format!("row {}", n + 1), counted(n, "row"))
        } else {
            let found = format!("{} after a grid of {}", quoted(first.text.trim()), counted(n, "row"));
            (found, "a blank line or another grid".to_owned())
        };
        // The error covers each line that is not part of a puzzle.
        let found = if last > first.number { format!("{found}, up to line {last}") } else { found };
        Some(ParseError::new(ParseErrorKind::Length, at, found, expected))
    }

    /// Whether another grid follows immediately: one of the same size, or one too large to be part of a row. It may
    /// have a broken row.
    fn continues<R: BufRead>(self, source: &mut Source<R>, side: usize) -> bool {
        let n = self.n;
        let most = n.max(side);
        let mut sides = vec![side];
        let mut seen = Vec::new();
        // Rules and blank lines occur between bands only.
        while sides.len() < most && seen.len() < 3 * most {
            let Some(next) = source.next() else { break };
            let within = match &next {
                Ok(line) if is_row(&line.text) => {
                    sides.push(side_of_row(&line.text));
                    true
                }
                Ok(line) if line.text.trim().is_empty() => self.spaced,
                Ok(line) => self.rules && is_rule(line.text.trim()),
                Err(_) => {
                    sides.push(0);
                    true
                }
            };
            seen.push(next);
            if !within {
                break;
            }
        }
        for line in seen.into_iter().rev() {
            source.give_back(line);
        }
        let grid = |size: usize| {
            let rows = sides.get(..size);
            rows.is_some_and(|rows| rows.iter().filter(|&&side| side == size).count() * 2 > size)
        };
        grid(n) || side >= n.min(9) && grid(side)
    }
}

/// Whether a line counts as a row if it follows another row.
fn is_row(text: &str) -> bool {
    let text = text.trim();
    !(text.is_empty() || text.starts_with(['#', ';', '\u{1a}']) || is_rule(text) || is_boundary(text))
}

/// The error of a line that is neither a whole puzzle nor followed by further rows.
pub(super) fn lone_row(line: usize, text: &str, forced: Option<Shape>) -> ParseError {
    let text = text.trim_end();
    let (count, found) = amount(text);
    let side = forced.map_or(9, Shape::digits);
    let is_row = forced.is_none() || count == side;
    let rows = if is_row { format!(", or {}", counted(count, "row")) } else { String::new() };
    let expected = format!("{} for a {side}x{side} grid{rows}", side * side);
    // The column of the first surplus character, or of the end of the line.
    let surplus = forced.map_or(0, |_| count.saturating_sub(side * side));
    let surplus = if text.trim_start().chars().count() == count { surplus } else { 0 };
    let at = (line, text.chars().count() + 1 - surplus);
    ParseError::new(ParseErrorKind::Length, at, found, expected)
}

/// The size of a puzzle in a one-line text, for messages.
pub(super) fn amount(text: &str) -> (usize, String) {
    let words = tokens(split_comment(text).0);
    if let [word] = words[..] {
        let length = word.text.chars().count();
        let found = counted(length, "character");
        return (length, if length < 16 { format!("{} ({found})", quoted(word.text)) } else { found });
    }
    let cells = side_of_row(text);
    (cells, counted(cells, "cell"))
}

/// The N that a row suggests: its number of words, if each of them is a cell of a grid of this size; otherwise its
/// number of characters.
fn side_of_row(text: &str) -> usize {
    let words = tokens(split_comment(text).0);
    let characters: usize = words.iter().map(|word| word.text.chars().count()).sum();
    let count = words.len();
    let cells = count <= 64 && words.iter().all(|word| is_cell(word.text, count));
    if cells || characters == 0 { count } else { characters }
}

/// Whether a word is a cell of a grid of `n` digits. Candidates without commas must ascend, so `2143` is four cells
/// and not one.
fn is_cell(text: &str, n: usize) -> bool {
    match mark_of_token(text, n, true) {
        Some(CellSymbol::Set(_)) => text.contains(',') || text.as_bytes().is_sorted_by(|a, b| a < b),
        Some(_) => true,
        None => false,
    }
}

/// Whether a line is a complete puzzle, either of at least 4x4 cells or of the forced shape.
fn is_puzzle<R: BufRead>(source: &mut Source<R>, line: &Line, cells: usize, forced: Option<Shape>) -> bool {
    let n = match forced {
        Some(shape) => Some(shape.digits()).filter(|_| cells == shape.cells()),
        None => square_root(cells).filter(|_| cells >= 16),
    };
    let Some(n) = n.filter(|&n| is_row_of(&line.text, n, cells)) else { return false };
    let numbers = tokens(split_comment(&line.text).0).len() > 1;
    // A line of more than 64 cells cannot be a row of a grid.
    forced.is_some() || cells > 64 || !rows_follow(source, line, n, numbers)
}

/// Whether a line consists of `cells` characters, or of `cells` words that are cells of a grid of `n` digits, and has
/// a clue.
fn is_row_of(text: &str, n: usize, cells: usize) -> bool {
    let words = tokens(split_comment(text).0);
    let mark = |word: &Token<'_>| mark_of_token(word.text, n, false);
    if words.len() == cells && cells > 1 {
        let is_clue = |mark: &CellSymbol| *mark != CellSymbol::Blank;
        let marks: Option<Vec<CellSymbol>> = words.iter().map(mark).collect();
        return marks.is_some_and(|marks| marks.iter().any(is_clue));
    }
    let values: Option<Vec<u8>> =
        words.iter().flat_map(|word| word.text.chars()).map(|c| symbol::value(c, n)).collect();
    values.is_some_and(|values| values.len() == cells && values.iter().any(|&value| value > 0))
}

/// Whether a line of `n * n` cells and similar lines after it are rows of a grid with `n * n` rows. This is so if some
/// of them have a digit that only the larger grid has. From `n` = 4 on, such rows and rows without a clue must also
/// outnumber the others. It is also so if there are `n * n` rows and none has a clue.
pub(super) fn rows_follow<R: BufRead>(source: &mut Source<R>, first: &Line, n: usize, numbers: bool) -> bool {
    let count = n * n;
    let mut look = RowContents::default();
    look.row(&first.text, n, numbers);
    let mut seen = Vec::new();
    let is_decided =
        |look: &RowContents| look.beyond > 0 && (n < 4 || 2 * (look.beyond + look.blank) > count);
    while seen.len() + 1 < count && !is_decided(&look) {
        let Some(next) = source.next() else { break };
        let alike = next.as_ref().is_ok_and(|line| {
            let text = split_comment(&line.text).0.trim();
            let words = if numbers { tokens(text).len() } else { text.chars().count() };
            words == count && !is_rule(text)
        });
        if alike && let Ok(line) = &next {
            look.row(&line.text, n, numbers);
        }
        seen.push(next);
        if !alike {
            break;
        }
    }
    for line in seen.into_iter().rev() {
        source.give_back(line);
    }
    let is_larger = look.beyond > 0 && (n < 4 || look.beyond + look.blank > look.within);
    n > 1 && (is_larger || look.blank == count)
}

/// The numbers of rows of a possible grid, by content.
#[derive(Default)]
struct RowContents {
    /// Rows with a digit that only the larger grid has.
    beyond: usize,
    /// Rows with other clues.
    within: usize,
    /// Rows without clues.
    blank: usize,
}

impl RowContents {
    fn row(&mut self, text: &str, n: usize, numbers: bool) {
        let body = split_comment(text).0;
        let most = if numbers {
            // A word that is not a number is a letter.
            let value = |text: &str| text.parse().unwrap_or_else(|_| letter(text));
            tokens(body).iter().map(|word| value(word.text)).max()
        } else {
            body.trim().chars().map(|c| usize::from(symbol::value(c, 32).unwrap_or(0))).max()
        };
        *match most.unwrap_or(0) {
            0 => &mut self.blank,
            value if value > n => &mut self.beyond,
            _ => &mut self.within,
        } += 1;
    }
}

fn letter(text: &str) -> usize {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) => usize::from(symbol::value(c, 32).unwrap_or(0)),
        _ => 0,
    }
}

/// The cells of the rows read so far.
struct BlockCells {
    n: usize,
    marks: Vec<CellSymbol>,
    positions: Vec<(u32, u32)>,
    zeros: ZeroUse,
}

impl BlockCells {
    /// Reads a row. Returns whether it consists of words without bars, as rows of numbers do.
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
                    let found = quoted(word.text);
                    let at = (row.number, word.column);
                    let expected = if n <= 9 { expected_cell(n) } else { expected_number(n) };
                    ParseError::new(ParseErrorKind::Symbol, at, found, expected)
                })?;
                // A set of all digits is a blank.
                self.marks.push(if mark == CellSymbol::Set(DigitSet::all(n)) {
                    CellSymbol::Blank
                } else {
                    mark
                });
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
        if characters == n {
            let found = format!("{} in a row", counted(n, "character"));
            let expected = format!("at most {}; larger grids are written as numbers", symbol::LARGEST);
            return ParseError::new(ParseErrorKind::Length, (row.number, 1), found, expected);
        }
        // Each word is a cell if the number of words is closer to N than the number of characters.
        let by_words = words.len().abs_diff(n) < characters.abs_diff(n);
        let count = if by_words { words.len() } else { characters };
        let end = words.last().map_or(1, |word| word.column + word.text.chars().count());
        let surplus = if by_words {
            words.get(n).map(|word| word.column)
        } else {
            words.iter().flat_map(|word| (0..word.text.chars().count()).map(|i| word.column + i)).nth(n)
        };
        let at = (row.number, surplus.unwrap_or(end));
        let found = format!("{} in a row", counted(count, "cell"));
        ParseError::new(ParseErrorKind::Length, at, found, n.to_string())
    }
}

fn expected_cell(n: usize) -> String {
    if n == 1 {
        return "the digit 1, candidates or a blank (. 0 * _ x)".into();
    }
    format!("a digit from 1 to {n}, candidates or a blank (. 0 * _ x)")
}
