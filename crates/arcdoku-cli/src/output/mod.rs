//! What goes out: colors, boards, tables, and the answers in every format.

pub(crate) mod answer;
pub(crate) mod growing;

use std::fmt::{self, Write as _};
use std::io::{self, BufWriter, StdoutLock, Write as _};
use std::sync::OnceLock;

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use arcdoku::grid::{Cell, Digit, DigitSet};
use arcdoku::puzzle::Puzzle;
use arcdoku::puzzle::format::{write_puzzle_board, write_puzzle_pencilmarks};

use crate::cli::Color;

static COLOR: OnceLock<Color> = OnceLock::new();

/// Digits that were found, not given.
pub(crate) const FOUND: Style = AnsiColor::Green.on_default().bold();
/// What went wrong.
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
/// Guesses.
pub(crate) const GUESS: Style = AnsiColor::Yellow.on_default().bold();
/// Headings.
pub(crate) const HEAD: Style = Style::new().bold();
/// What can be skipped.
pub(crate) const FAINT: Style = Style::new().dimmed();

/// Remembers the choice of the command line. To be called once, before anything is printed.
pub(crate) fn set_color(color: Color) {
    let _ = COLOR.set(color);
}

fn chosen(auto: impl FnOnce() -> ColorChoice) -> bool {
    match COLOR.get() {
        Some(Color::Always) => true,
        Some(Color::Never) => false,
        _ => !matches!(auto(), ColorChoice::Never),
    }
}

/// Whether standard output takes colors.
pub(crate) fn is_colored() -> bool {
    chosen(|| AutoStream::choice(&io::stdout()))
}

/// Standard output, buffered.
pub(crate) type Out = BufWriter<StdoutLock<'static>>;

/// Standard output, buffered. There should be one at a time.
pub(crate) fn stdout() -> Out {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// Prints a line on standard error. Whoever closed it, or let it fill up, does not want to read it; the
/// exit code says enough.
pub(crate) fn note(line: &str) {
    // One write, so that lines of several programs do not mix.
    let _ = io::stderr().write_all(format!("{line}\n").as_bytes());
}

/// Prints one line `error: ...` on standard error.
pub(crate) fn error(message: fmt::Arguments<'_>) {
    note(&error_line(&message.to_string()));
}

/// The line `error: ...`, colored if standard error is.
pub(crate) fn error_line(message: &str) -> String {
    let colored = chosen(|| AutoStream::choice(&io::stderr()));
    format!("{} {message}", paint(colored, BAD, "error:"))
}

/// The text in a style, if `colored`.
pub(crate) fn paint(colored: bool, style: Style, text: &str) -> String {
    if colored { format!("{style}{text}{style:#}") } else { text.to_owned() }
}

/// Draws a board of a puzzle, with the cells that `style` says in color.
pub(crate) fn board(
    puzzle: &Puzzle,
    digit: impl Fn(Cell) -> Option<Digit>,
    style: impl Fn(Cell) -> Option<Style>,
    out: &mut String,
) {
    let mut plain = String::new();
    // A string takes everything.
    let _ = write_puzzle_board(puzzle, digit, &mut plain);
    styled(&plain, style, out);
}

/// Draws all candidates.
pub(crate) fn pencilmarks(
    puzzle: &Puzzle,
    sets: &[DigitSet],
    style: impl Fn(Cell) -> Option<Style>,
    out: &mut String,
) {
    let mut plain = String::new();
    let _ = write_puzzle_pencilmarks(puzzle, sets, &mut plain);
    styled(&plain, style, out);
}

/// Copies a drawn board and styles its words, one a cell in reading order. Borders are no words.
fn styled(plain: &str, style: impl Fn(Cell) -> Option<Style>, out: &mut String) {
    let is_border = |c: char| matches!(c, ' ' | '|' | '+' | '-' | '\n');
    let mut cell = 0;
    let mut rest = plain;
    while !rest.is_empty() {
        let (border, after) = rest.split_at(rest.find(|c| !is_border(c)).unwrap_or(rest.len()));
        let (word, after) = after.split_at(after.find(is_border).unwrap_or(after.len()));
        out.push_str(border);
        if !word.is_empty() {
            match style(Cell::new(cell)) {
                Some(style) => {
                    let _ = write!(out, "{style}{word}{style:#}");
                }
                None => out.push_str(word),
            }
            cell += 1;
        }
        rest = after;
    }
}

/// A time for people: three digits and a unit.
pub(crate) fn time(microseconds: f64) -> String {
    let (value, unit) = match microseconds {
        us if us < 1e3 => (us, "us"),
        us if us < 1e6 => (us / 1e3, "ms"),
        us => (us / 1e6, "s"),
    };
    let digits = if value >= 100.0 || unit == "us" && value.fract() == 0.0 {
        0
    } else if value >= 10.0 {
        1
    } else {
        2
    };
    format!("{value:.digits$} {unit}")
}

/// A whole number with commas between thousands.
pub(crate) fn number(value: u128) -> String {
    let digits = value.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

/// `1 node`, `2 nodes`.
pub(crate) fn plural(count: u128, noun: &str) -> String {
    format!("{} {noun}{}", number(count), if count == 1 { "" } else { "s" })
}

/// A row of a table with separators, with quotes where a field needs them.
pub(crate) struct Row {
    writer: csv_core::Writer,
    bytes: Vec<u8>,
    fields: usize,
}

impl Row {
    pub(crate) fn new(separator: char) -> Self {
        let writer = csv_core::WriterBuilder::new().delimiter(separator as u8).build();
        Self { writer, bytes: Vec::with_capacity(256), fields: 0 }
    }

    /// Appends what `write` puts into a buffer of `size` bytes; says how many.
    fn append(&mut self, size: usize, write: impl FnOnce(&mut csv_core::Writer, &mut [u8]) -> usize) {
        let known = self.bytes.len();
        self.bytes.resize(known + size, 0);
        let written = write(&mut self.writer, &mut self.bytes[known..]);
        self.bytes.truncate(known + written);
    }

    pub(crate) fn field(&mut self, text: &str) {
        if self.fields > 0 {
            self.append(2, |writer, out| writer.delimiter(out).1);
        }
        self.fields += 1;
        // Two quotes around it, and each byte a quote at worst.
        self.append(2 * text.len() + 2, |writer, out| writer.field(text.as_bytes(), out).2);
    }

    pub(crate) fn fields<T: AsRef<str>>(&mut self, texts: impl IntoIterator<Item = T>) {
        for text in texts {
            self.field(text.as_ref());
        }
    }

    /// Ends the row.
    pub(crate) fn end(mut self, out: &mut String) {
        self.append(4, |writer, out| writer.terminator(out).1);
        out.push_str(&String::from_utf8_lossy(&self.bytes));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_times() {
        assert_eq!(
            [number(0), number(999), number(1000), number(1_234_567)],
            ["0", "999", "1,000", "1,234,567"]
        );
        assert_eq!(
            [time(5.0), time(1500.0), time(12_345.0), time(2e6)],
            ["5 us", "1.50 ms", "12.3 ms", "2.00 s"]
        );
    }

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        let mut out = String::new();
        for fields in [&["a", "", "b c"][..], &["a,b", "\"", "ä\n"], &["x\ty"]] {
            let mut row = Row::new(',');
            row.fields(fields);
            row.end(&mut out);
        }
        let mut row = Row::new('\t');
        row.field("a,b");
        row.field("x\ty");
        row.end(&mut out);
        assert_eq!(out, "a,,b c\n\"a,b\",\"\"\"\",\"ä\n\"\nx\ty\na,b\t\"x\ty\"\n");
    }
}
