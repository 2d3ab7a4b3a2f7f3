//! The reader: from buffered input to records, one at a time.

use std::io::BufRead;
use std::iter::FusedIterator;
use std::str::FromStr;

use super::Notation;
use super::block::{
    CompleteGrid, GridBlock, amount, euler_header, is_boundary, is_foreign, lone_row, rows_follow,
};
use super::general;
use super::library::parse_library;
use super::line::{
    classic, classic_record, classic_whole, first_word, is_candidates, is_classic, parse_candidates,
    parse_integers, parse_line,
};
use super::plain::PlainLines;
use super::record::Record;
use super::source::{Line, Source};
use super::symbol::{self, is_bar, is_rule, split_comment, square_root, tokens};
use crate::grid::{Cell, Digit, Shape};
use crate::puzzle::Puzzle;
use crate::puzzle::error::{ParseError, ParseErrorKind, quoted};

/// Options for reading a text. By default, the notation is detected. The shape is [`Shape::usual`] for the size, or
/// has the boxes that a grid draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The only notation to read.
    pub notation: Option<Notation>,
    /// The only shape to read, such as a Latin square or boxes of 2x5.
    pub shape: Option<Shape>,
}

/// Reads puzzles from a text, one at a time and in constant memory.
///
/// After an error the next item is the next record. An input without puzzles yields one error.
///
/// ```
/// use arcdoku::puzzle::format::Reader;
///
/// let text = "1...\n..3.\n...4\n.2..\n\n12345\n";
/// let mut reader = Reader::new(text.as_bytes());
/// let record = reader.next().unwrap().unwrap();
/// assert_eq!((record.puzzle.shape().digits(), record.puzzle.clues(), record.line), (4, 4, 1));
/// let error = reader.next().unwrap().unwrap_err().in_file("batch.txt");
/// assert_eq!(error.to_string(), "batch.txt:6:6: found '12345' (5 characters), expected 81 for a 9x9 grid, or 5 rows");
/// assert!(reader.next().is_none());
/// ```
pub struct Reader<R> {
    source: Source<R>,
    options: ReadOptions,
    /// Whether any item was returned.
    any: bool,
    /// The N of the last line that was a whole puzzle. It helps to decide whether an ambiguous line is a row.
    last: Option<usize>,
    /// `#` lines before a grid.
    note: String,
    /// Whether the last record was a framed grid. Some programs write a signature after it.
    framed: bool,
    /// The last grid, if it has all its rows.
    full: Option<CompleteGrid>,
    /// The line of the last error, if it is in no notation.
    foreign: Option<Line>,
}

/// Length limit of the `#` lines that are kept, in bytes.
const LONGEST_NOTE: usize = 4096;

/// The notation that a line begins.
#[derive(Clone, Copy)]
enum LineForm {
    Line,
    Candidates,
    Integers,
    Block,
    Euler,
    Sdk,
    Library,
    /// N*N symbols: a puzzle, or a row of a grid of N*N.
    LineOrRow(usize),
    /// The same as numbers.
    IntegersOrRow(usize),
}

impl<R: BufRead> Reader<R> {
    /// A reader that detects the notation of each record.
    pub fn new(input: R) -> Self {
        Self::with_options(input, ReadOptions::default())
    }

    /// A reader for a known notation or shape.
    pub fn with_options(input: R, options: ReadOptions) -> Self {
        let source = Source::new(input);
        Self {
            source,
            options,
            any: false,
            last: None,
            note: String::new(),
            framed: false,
            full: None,
            foreign: None,
        }
    }

    /// The shape and notation of 81-character lines, if the options allow such puzzles.
    #[inline]
    fn classic_kind(&self) -> Option<(Shape, Notation)> {
        let ReadOptions { notation: None | Some(Notation::Line | Notation::Sdm), shape } = self.options
        else {
            return None;
        };
        let shape = shape.unwrap_or(Shape::CLASSIC);
        (shape.digits() == 9 && shape.is_plain())
            .then(|| (shape, self.options.notation.unwrap_or(Notation::Line)))
    }

    /// Reads an 81-character line, the common case, in place from the buffer of the input.
    #[inline]
    fn classic(&mut self) -> Option<Record> {
        let (shape, notation) = self.classic_kind()?;
        let take = |bytes: &[u8]| classic_whole(bytes).map(|(cells, used)| (cells, used, 1));
        let cells = self.source.take_buffered(take)?;
        self.last = Some(9);
        let mut record = classic_record(&cells, shape, self.source.number());
        record.notation = notation;
        Some(record)
    }

    /// Takes the plain lines that come next and are in the buffer of the input, at most `most` (at least one). `None`
    /// if something else comes next; the iterator returns that item. If the buffer is empty, the method waits for
    /// input as [`next`](Iterator::next) does. It never waits after it has taken a line.
    ///
    /// ```
    /// use arcdoku::puzzle::format::Reader;
    ///
    /// let text = format!("{0}1\n{0}2\n{0}\n", ".".repeat(80));
    /// let mut reader = Reader::new(text.as_bytes());
    /// let lines = reader.plain_lines(10).unwrap();
    /// assert_eq!((lines.len(), lines.record(1).line), (2, 2));
    /// assert!(reader.plain_lines(10).is_none());
    /// assert!(reader.next().unwrap().is_err(), "a cell is missing");
    /// ```
    pub fn plain_lines(&mut self, most: usize) -> Option<PlainLines> {
        let kind = self.classic_kind()?;
        let lines = self.source.take_buffered(|bytes| {
            let (lines, used) = PlainLines::take(bytes, most, kind)?;
            let count = lines.len();
            Some((lines, used, count))
        })?;
        self.last = Some(9);
        self.any = true;
        let first = self.source.number() + 1 - lines.len();
        Some(lines.at(first))
    }

    /// The next line, unchanged, with its number, for callers that read records in no notation. If the last item was
    /// an error of the kind [`Foreign`](ParseErrorKind::Foreign), this is the line of the error.
    pub fn next_line(&mut self) -> Option<Result<(usize, String), ParseError>> {
        let line = self.foreign.take().map(Ok).or_else(|| self.source.next())?;
        Some(line.map(|line| (line.number, line.text)))
    }

    /// Puts back a line of [`next_line`](Self::next_line), which becomes the next line again.
    pub fn give_back(&mut self, line: Result<(usize, String), ParseError>) {
        self.source.give_back(line.map(|(number, text)| Line { number, text }));
    }

    fn record(&mut self) -> Option<Result<Record, ParseError>> {
        self.foreign = None;
        loop {
            let line = match self.source.next()? {
                Ok(line) => line,
                Err(error) => return Some(Err(error)),
            };
            let text = line.text.trim();
            let signature =
                self.framed && (text.starts_with("Simple Sudoku") || text.starts_with("Version "));
            // Files of old programs may end with a control-Z.
            if text.is_empty() || text.starts_with(';') || is_rule(text) || signature || text == "\u{1a}" {
                self.source.recycle(line);
                continue;
            }
            self.framed = false;
            if let Some(note) = text.strip_prefix('#') {
                if self.note.len() + note.len() < LONGEST_NOTE {
                    if !self.note.is_empty() {
                        self.note.push('\n');
                    }
                    self.note.push_str(note.trim());
                }
                self.source.recycle(line);
                continue;
            }
            if self.options.notation.is_none() && is_foreign(text) {
                let (at, found) = ((line.number, 1), quoted(text));
                (self.foreign, self.full) = (Some(line), None);
                let expected = "a puzzle in a notation";
                return Some(Err(ParseError::new(ParseErrorKind::Foreign, at, found, expected)));
            }
            if let Some(shape) = self.options.shape.filter(|shape| !shape.is_plain()) {
                let note = std::mem::take(&mut self.note);
                return Some(general::read(&mut self.source, line, shape, self.options.notation).map(
                    |mut record| {
                        record.comment =
                            record.comment.or_else(|| Some(note).filter(|note| !note.is_empty()));
                        record
                    },
                ));
            }
            let form = self.form(&line.text);
            if let Some(error) = self.surplus(&line, form) {
                return Some(Err(error));
            }
            let result = self.read(line, form);
            self.note.clear();
            return Some(result);
        }
    }

    /// The error for the rows that begin with this line, if they are surplus rows of the grid that ended on the line
    /// before.
    fn surplus(&mut self, line: &Line, form: LineForm) -> Option<ParseError> {
        let full = self.full.take()?;
        let row = match form {
            LineForm::Block | LineForm::LineOrRow(_) | LineForm::Integers | LineForm::IntegersOrRow(_) => {
                true
            }
            LineForm::Euler => !euler_header(line.text.trim()),
            _ => false,
        };
        if row { full.surplus(&mut self.source, line, self.options.shape) } else { None }
    }

    /// The notation that the line begins, given the options.
    fn form(&self, text: &str) -> LineForm {
        let integers = |text: &str| match detect(text, self.options.shape) {
            form @ (LineForm::IntegersOrRow(_) | LineForm::Block) => form,
            LineForm::LineOrRow(1) => LineForm::IntegersOrRow(1),
            _ => LineForm::Integers,
        };
        match self.options.notation {
            None => detect(text, self.options.shape),
            Some(Notation::Line | Notation::Sdm) => LineForm::Line,
            Some(Notation::Candidates) => LineForm::Candidates,
            Some(Notation::Integers) => integers(text),
            Some(Notation::Euler) => LineForm::Euler,
            Some(Notation::Sdk) if text.starts_with('[') => LineForm::Sdk,
            Some(Notation::Grid | Notation::Ss | Notation::Pencilmarks | Notation::Sdk) => LineForm::Block,
            Some(Notation::Library) => LineForm::Library,
        }
    }

    fn read(&mut self, line: Line, form: LineForm) -> Result<Record, ParseError> {
        let shape = self.options.shape;
        let last = self.last.unwrap_or(9);
        let form = match form {
            LineForm::LineOrRow(n) => {
                if self.is_grid(&line, n, false) {
                    LineForm::Block
                } else {
                    LineForm::Line
                }
            }
            LineForm::IntegersOrRow(n) => {
                if self.is_grid(&line, n, true) {
                    LineForm::Block
                } else {
                    LineForm::Integers
                }
            }
            form => form,
        };
        let result = match form {
            LineForm::Line | LineForm::LineOrRow(_) => parse_line(&line, shape, last),
            LineForm::Candidates => parse_candidates(&line, shape),
            LineForm::Integers | LineForm::IntegersOrRow(_) => parse_integers(&line, shape, last),
            LineForm::Library => parse_library(&line, shape),
            LineForm::Euler => return self.euler(&line),
            LineForm::Sdk => return self.sdk(line),
            LineForm::Block => {
                self.last = None;
                return self.grid(Some(line), self.options.notation);
            }
        };
        self.source.recycle(line);
        let mut record = result?;
        if matches!(form, LineForm::Line | LineForm::Integers) {
            self.last = Some(record.puzzle.shape().digits());
        }
        record.notation = self.options.notation.unwrap_or(record.notation);
        Ok(record)
    }

    /// Whether a line that could be a puzzle of `n` digits is the first row of a grid of `n * n`.
    fn is_grid(&mut self, first: &Line, n: usize, numbers: bool) -> bool {
        if let Some(shape) = self.options.shape {
            return shape.digits() == n * n && n > 1;
        }
        if self.last == Some(n) {
            return false;
        }
        rows_follow(&mut self.source, first, n, numbers)
    }

    fn grid(&mut self, first: Option<Line>, notation: Option<Notation>) -> Result<Record, ParseError> {
        let block = GridBlock::gather(&mut self.source, first, self.options.shape);
        self.framed = block.is_framed();
        self.full = block.full(self.options.shape);
        let mut record = block.read(self.options.shape, notation)?;
        record.comment = Some(std::mem::take(&mut self.note)).filter(|note| !note.is_empty());
        Ok(record)
    }

    fn euler(&mut self, header: &Line) -> Result<Record, ParseError> {
        let name = header.text.trim();
        if !euler_header(name) {
            let found = quoted(name);
            let expected = "a header such as 'Grid 01'";
            return Err(ParseError::new(ParseErrorKind::Structure, (header.number, 1), found, expected));
        }
        self.last = None;
        let first = self.first_row();
        let mut record = self.grid(first, Some(Notation::Euler))?;
        record.line = header.number;
        record.name = Some(name.to_owned());
        Ok(record)
    }

    /// The line after a header. `None` if that is another header, so the grid has no rows.
    fn first_row(&mut self) -> Option<Line> {
        match self.source.next()? {
            Ok(line) if !is_boundary(line.text.trim()) => Some(line),
            other => {
                self.source.give_back(other);
                None
            }
        }
    }

    fn sdk(&mut self, section: Line) -> Result<Record, ParseError> {
        self.last = None;
        let (number, header) = (section.number, section.text.trim().to_owned());
        if !header.eq_ignore_ascii_case("[puzzle]") {
            // The section is an error, but the lines after its header are read as usual.
            let expected = "the section [Puzzle]";
            return Err(ParseError::new(ParseErrorKind::Structure, (number, 1), quoted(&header), expected));
        }
        self.source.recycle(section);
        let first = self.first_row();
        let record = self.grid(first, Some(Notation::Sdk));
        if !self.takes_state() {
            return record.map(|record| Record { line: number, ..record });
        }
        // The state of the game belongs to the puzzle, even if the puzzle cannot be read.
        let first = self.first_row();
        let shape = record.as_ref().ok().map(|record| record.puzzle.shape());
        let state = GridBlock::gather(&mut self.source, first, shape);
        self.full = state.full(shape);
        let mut record = record?;
        record.line = number;
        let state = state.read(shape, None)?;
        let both = record.puzzle.givens().iter().zip(state.puzzle.givens()).enumerate();
        let placed = both.filter(|(_, (clue, _))| clue.is_none());
        record.placed = placed.filter_map(|(i, (_, digit))| Some((Cell::new(i), (*digit)?))).collect();
        Ok(record)
    }

    /// Takes the header of the game state, if that is the next line.
    fn takes_state(&mut self) -> bool {
        loop {
            match self.source.next() {
                None => return false,
                Some(Ok(line)) if line.text.trim().is_empty() => {}
                Some(Ok(line)) if line.text.trim().eq_ignore_ascii_case("[state]") => return true,
                Some(next) => {
                    self.source.give_back(next);
                    return false;
                }
            }
        }
    }
}

/// The notation of a text, detected from its first line alone.
fn detect(raw: &str, forced: Option<Shape>) -> LineForm {
    if forced.is_none() && is_classic(raw) {
        return LineForm::Line;
    }
    let text = raw.trim();
    match text.chars().next() {
        Some(':') => return LineForm::Library,
        Some('[') => return LineForm::Sdk,
        _ if euler_header(text) => return LineForm::Euler,
        _ => {}
    }
    let spaced = |n: usize| {
        let mut chars = raw.chars();
        text.contains(' ') && chars.all(|c| c == ' ' || symbol::value(c, n).is_some())
    };
    let whole = raw.chars().count();
    if whole == 81 && forced.is_none_or(|shape| shape.digits() == 9) && spaced(9) {
        return LineForm::Line;
    }
    let (word, _, _) = first_word(raw);
    let length = word.chars().count();
    let (body, _) = split_comment(text);
    if word.contains(is_bar) || length <= symbol::LARGEST && body.contains(is_bar) {
        return LineForm::Block;
    }
    let cube =
        forced.map_or_else(|| (2..=symbol::LARGEST).find(|n| n * n * n == length), |s| Some(s.digits()));
    let cube = cube.filter(|n| n * n * n == length);
    // A row that is one word has at most as many characters as there are symbols.
    if length > symbol::LARGEST {
        let square = square_root(length).filter(|&n| forced.is_none_or(|shape| shape.digits() == n));
        return match cube {
            Some(n) if square.is_none() || is_candidates(word, n) => LineForm::Candidates,
            _ => LineForm::Line,
        };
    }
    let words = tokens(body);
    if words.len() <= 1 {
        return match square_root(length) {
            _ if forced.is_some() && cube.is_some_and(|n| n > 1) => LineForm::Candidates,
            Some(n) => LineForm::LineOrRow(n),
            None => LineForm::Block,
        };
    }
    let even = words.iter().all(|word| word.text.chars().count() == length);
    if !even && length >= 16 && square_root(length).is_some() {
        return LineForm::Line;
    }
    if words.iter().all(|word| symbol::mark_of_token(word.text, 64, false).is_some()) {
        let exact = forced.filter(|shape| shape.cells() == whole && words.len() != shape.digits());
        return match square_root(words.len()) {
            Some(n) if n <= 8 => LineForm::IntegersOrRow(n),
            None if exact.is_some_and(|shape| spaced(shape.digits())) => LineForm::Line,
            None if words.len() <= 64 => LineForm::Block,
            _ => LineForm::Integers,
        };
    }
    let cells = length * words.len();
    if even && length > 1 && cells > symbol::LARGEST && square_root(cells).is_some() {
        return LineForm::Line;
    }
    match square_root(whole) {
        Some(n) if whole >= 16 && !even && spaced(n) => LineForm::Line,
        _ => LineForm::Block,
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Record, ParseError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(record) = self.classic() {
            self.any = true;
            return Some(Ok(record));
        }
        match self.record() {
            Some(result) => {
                self.any = true;
                Some(result)
            }
            None if self.any => None,
            None => {
                self.any = true;
                let at = (self.source.number().max(1), 1);
                Some(Err(ParseError::new(ParseErrorKind::Empty, at, "no puzzle", "at least one")))
            }
        }
    }
}

impl<R: BufRead> FusedIterator for Reader<R> {}

impl<R> std::fmt::Debug for Reader<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reader").field("options", &self.options).finish_non_exhaustive()
    }
}

/// The cells of a text of exactly 81 characters, the common case, which needs no reader.
#[inline]
fn only_cells(text: &str) -> Option<[Option<Digit>; 81]> {
    if text.len() == 81 { classic(text.as_bytes()) } else { None }
}

/// Reads the only puzzle of a text.
pub fn parse_one(text: &str, options: &ReadOptions) -> Result<Record, ParseError> {
    if *options == ReadOptions::default()
        && let Some(cells) = only_cells(text)
    {
        return Ok(classic_record(&cells, Shape::CLASSIC, 1));
    }
    let mut reader = Reader::with_options(text.as_bytes(), *options);
    let record = reader
        .next()
        .unwrap_or_else(|| Err(ParseError::new(ParseErrorKind::Empty, (1, 1), "no puzzle", "at least one")));
    let record = record.map_err(|error| too_short(text, *options, &error).unwrap_or(error))?;
    match reader.next() {
        None => Ok(record),
        Some(Ok(second)) => {
            let at = (second.line, 1);
            Err(ParseError::new(ParseErrorKind::Trailing, at, "a second puzzle", "the end of the text"))
        }
        Some(Err(error)) => Err(error),
    }
}

/// The error of a one-line text that was read as the first row of a grid, although it is a line of the wrong length.
fn too_short(text: &str, options: ReadOptions, error: &ParseError) -> Option<ParseError> {
    if options.shape.is_some_and(|shape| !shape.is_plain()) {
        return None;
    }
    let text = text.trim_end();
    let form = detect(text, options.shape);
    let row = matches!(form, LineForm::Block | LineForm::LineOrRow(_) | LineForm::IntegersOrRow(_));
    if options.notation.is_some() || text.contains('\n') || !row {
        return None;
    }
    let (count, side) = (amount(text).0, options.shape.map(Shape::digits));
    let fault = match error.kind() {
        ParseErrorKind::Truncated => true,
        ParseErrorKind::Symbol => side.map_or(square_root(count).is_none(), |n| count != n * n),
        ParseErrorKind::Length => side.is_some_and(|n| count != n * n),
        _ => false,
    };
    fault.then(|| lone_row(1, text, options.shape))
}

impl FromStr for Puzzle {
    type Err = ParseError;

    /// Reads the only puzzle of a text in any notation. Contradicting clues are not an error: such a puzzle is
    /// readable and has no solution.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        if let Some(cells) = only_cells(text) {
            return Ok(Self::classic(cells));
        }
        parse_one(text, &ReadOptions::default()).map(|record| record.puzzle)
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    /// The whole record as text.
    fn all(record: &Record) -> String {
        format!("{record:?}")
    }

    #[test]
    fn lines_are_the_records_of_the_reader() {
        let classic = format!("{}9", "1.0*_xX38".repeat(9).split_at(80).0);
        let ends = ["\n", "\r\n", "1\n", " a remark\n", "\n# a comment\n", "\n\n1.....3..4.....2\n", "?\n"];
        let text: String = (0..70).flat_map(|i| [classic.as_str(), ends[i * i % 13 % ends.len()]]).collect();
        let text = format!("{text}{classic}");
        for options in [
            ReadOptions::default(),
            ReadOptions { notation: Some(Notation::Sdm), shape: None },
            ReadOptions { notation: None, shape: Shape::latin(9) },
            ReadOptions { notation: None, shape: Shape::latin(4) },
        ] {
            for (capacity, most) in [(1 << 16, usize::MAX), (1 << 16, 1), (300, 2), (1000, 7), (81, 5)] {
                let input = || BufReader::with_capacity(capacity, text.as_bytes());
                let expected: Vec<_> =
                    Reader::with_options(input(), options).map(|r| r.map(|r| all(&r))).collect();
                let mut reader = Reader::with_options(input(), options);
                let mut found = Vec::new();
                loop {
                    if let Some(lines) = reader.plain_lines(most) {
                        assert!((1..=most).contains(&lines.len()));
                        found.extend((0..lines.len()).map(|i| Ok(all(&lines.record(i)))));
                    } else if let Some(result) = reader.next() {
                        found.push(result.map(|record| all(&record)));
                    } else {
                        break;
                    }
                }
                assert_eq!(found, expected, "{options:?}, {capacity}, {most}");
            }
        }
    }
}
