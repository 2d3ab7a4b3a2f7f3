//! Text notations for puzzles: reading and writing.
//!
//! | Notation | Looks like | Sizes | Remarks |
//! |---|---|---|---|
//! | [`Line`](Notation::Line) | `53..7....6..195...` | N <= 36 | N*N characters, optionally a comment |
//! | [`Candidates`](Notation::Candidates) | `12345678.1...` | N <= 36 | N*N*N characters: position k of a cell is the digit k or a blank |
//! | [`Integers`](Notation::Integers) | `0 14 0 24 3 ...` | any | N*N numbers per line, or N lines of N numbers; separated by blanks or commas |
//! | [`Grid`](Notation::Grid) | `\| 5 3 . \| . 7 . \|` | any | N lines, with or without `\|`, `-`, `+` or box-drawing characters |
//! | [`Euler`](Notation::Euler) | `Grid 01` and N lines | N <= 36 | blocks of Project Euler's problem 96 |
//! | [`Sdk`](Notation::Sdk) | `[Puzzle]` and N lines | N <= 36 | one puzzle with `#` metadata, optionally `[State]` |
//! | [`Sdm`](Notation::Sdm) | as `Line` | N <= 36 | a collection, one puzzle per line |
//! | [`Ss`](Notation::Ss) | `53.\|.7.\|...` | N <= 36 | N lines with `\|` and rules of `-` |
//! | [`Library`](Notation::Library) | `:0000:1:+3.7...:512:...` | N <= 9 | a regression case: grid with placed digits, deleted candidates, expected step |
//! | [`Pencilmarks`](Notation::Pencilmarks) | `\| 12 3 456 \| ...` | any | every cell with all its candidates; above N = 9 with commas in the cell |
//!
//! # Symbols
//! `1` to `9`, then `A` (10) to `Z` (35) in either case. `.`, `*` and `_` are blanks everywhere.
//! `0` is a blank up to N = 35; a 36x36 grid needs a 36th symbol, and there `0` is the digit 36.
//! `x` and `X` are blanks up to N = 32, where the letter X has no value; above, X is the digit 33. In a line of
//! exactly N*N characters, spaces are blanks as well. For N = 10 to 35, a grid that uses both `0` and another blank
//! is refused. It is probably written with the digits 0 to F, and reading its zeros as blanks would silently yield
//! another puzzle. Among numbers, `0` is always a blank.
//!
//! # Grids that are not plain
//! Rectangles, grids with digits other than 1 to N and grids with extra cells are read if [`ReadOptions`] have the
//! shape. `Line`, `Integers`, `Grid` and `Pencilmarks` then have the cells of this shape instead of N*N. On one line,
//! the extra cells come last, and may be left out. Below a grid, they are on lines that begin with the name of their
//! first cell, such as `v1: 3 . 5`. Characters and numbers are values: if the first digit is 0, `0` is a clue. `/` is
//! a cell that is not part of the puzzle.
//!
//! # Containers
//! CSV, TSV and JSON lines are containers for these notations. `arcdoku-service` reads them.
//!
//! # Reading
//! [`Reader`] iterates over any buffered input, one [`Record`] or [`ParseError`] at a time, in constant memory. It
//! detects the notation of each record, so a batch may be mixed and a broken record does not affect the others;
//! [`ReadOptions`] override the detection. N lines of N numbers or symbols could also be N puzzles of a smaller size:
//! nine lines of nine characters are one 9x9 grid or nine 3x3 puzzles. They are read as one grid if a digit appears
//! that the smaller size does not have. From 16 lines on, lines with such digits and lines without clues must also
//! outnumber the others.
//!
//! Lines end with a line feed, or with a carriage return and a line feed. A line that begins JSON, a link or a string
//! of constraints of another program is in no notation. It is an error of the kind
//! [`Foreign`](ParseErrorKind::Foreign), and [`Reader::next_line`] returns it to callers that can read it. A section
//! other than `[Puzzle]` and the `[State]` after it is an error, too, at its header.
//!
//! A grid ends with its last row, and grids may follow each other without a separator. The line right after a full
//! grid (without a blank line, comment, rule or header between them) may begin another puzzle. The line begins a puzzle
//! in two cases: it is the first row of a grid that has the same size, is larger, or is at least 9x9; or it is a line
//! of 16 or more cells that is itself a puzzle. Anything else is a surplus row: a tenth row, or a part of one, must not
//! silently become a 3x3 puzzle. All surplus rows up to the next separator are one error.
//!
//! A single candidate of a cell in `Candidates` and `Pencilmarks` is read as a clue, because these
//! notations do not distinguish clues from decided cells. The other cells become one
//! [`Rule::Candidates`](crate::puzzle::Rule::Candidates), unless all of them have all candidates.
//!
//! # Writing
//! [`write()`] and [`Writer`] write puzzles; [`write_board`] and [`write_pencilmarks`] draw the state of a
//! solver or a trace; [`write_puzzle_board`] and [`write_puzzle_pencilmarks`] add the borders of jigsaw
//! regions.

mod block;
mod case;
mod general;
mod library;
mod line;
mod plain;
mod reader;
mod record;
mod regions;
mod source;
mod symbol;
mod write;

use std::fmt;
use std::str::FromStr;

pub use crate::puzzle::error::{ParseError, ParseErrorKind};
pub use case::LibraryCase;
pub use plain::{PlainLines, push_plain_line};
pub use reader::{ReadOptions, Reader, parse_one};
pub use record::Record;
pub use regions::parse_regions;
pub use write::{
    WriteError, Writer, write, write_board, write_case, write_pencilmarks, write_puzzle_board,
    write_puzzle_pencilmarks,
};

use crate::grid::Shape;

/// A text notation for puzzles. The [module documentation](self) has a table of all notations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Notation {
    /// One puzzle per line, one character per cell.
    Line,
    /// One puzzle per line, N characters per cell: its candidates.
    Candidates,
    /// Numbers separated by blanks or commas.
    Integers,
    /// N lines, drawn or bare.
    Grid,
    /// `Grid NN` blocks.
    Euler,
    /// `[Puzzle]` sections with metadata.
    Sdk,
    /// A collection of lines.
    Sdm,
    /// N lines with `|` and `-`.
    Ss,
    /// Colon-separated regression cases.
    Library,
    /// All candidates of all cells.
    Pencilmarks,
}

impl Notation {
    /// All notations, in the order of the table.
    pub const ALL: [Self; 10] = [
        Self::Line,
        Self::Candidates,
        Self::Integers,
        Self::Grid,
        Self::Euler,
        Self::Sdk,
        Self::Sdm,
        Self::Ss,
        Self::Library,
        Self::Pencilmarks,
    ];

    /// The name in options and tables, one lower-case word.
    pub fn name(self) -> &'static str {
        self.row().0
    }

    /// One line for help texts that shows what the notation looks like.
    pub fn description(self) -> &'static str {
        self.row().1
    }

    /// The largest N of the notation.
    pub fn largest(self) -> usize {
        self.row().2
    }

    /// Whether puzzles of this shape can be written in the notation.
    pub fn fits(self, shape: Shape) -> bool {
        match self {
            _ if shape.is_plain() => shape.digits() <= self.largest(),
            Self::Line | Self::Sdm => general::has_glyphs(shape),
            Self::Integers | Self::Grid | Self::Pencilmarks => true,
            _ => false,
        }
    }

    /// Name, description and largest N: one row per notation.
    fn row(self) -> (&'static str, &'static str, usize) {
        match self {
            Self::Line => ("line", "N x N characters per line: 1-9 A-Z; blanks are . 0 * _ x", 36),
            Self::Candidates => {
                ("candidates", "N x N x N characters per line: the candidates of each cell", 36)
            }
            Self::Integers => {
                ("integers", "N x N numbers per line, or N lines of N numbers; blanks are 0 and .", 64)
            }
            Self::Grid => ("grid", "N lines, boxed with | - + or box-drawing characters, or bare", 64),
            Self::Euler => ("euler", "Project Euler's blocks: a line 'Grid NN', then N lines", 36),
            Self::Sdk => ("sdk", "SadMan: # metadata, [Puzzle], N lines, an optional [State]", 36),
            Self::Sdm => ("sdm", "a collection, one puzzle per line", 36),
            Self::Ss => ("ss", "Simple Sudoku: N lines with | and rules of -", 36),
            Self::Library => {
                ("library", "HoDoKu: :code:digits:grid:deleted:eliminations:placements:extra", 9)
            }
            Self::Pencilmarks => ("pencilmarks", "a grid with the candidates of every cell", 64),
        }
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a name that is not a notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownNotation(String);

impl fmt::Display for UnknownNotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found {}, expected one of", crate::puzzle::error::quoted(&self.0))?;
        Notation::ALL.iter().try_for_each(|notation| write!(f, " {notation}"))
    }
}

impl std::error::Error for UnknownNotation {}

impl FromStr for Notation {
    type Err = UnknownNotation;

    fn from_str(name: &str) -> Result<Self, UnknownNotation> {
        let mut all = Self::ALL.into_iter();
        all.find(|notation| notation.name() == name).ok_or_else(|| UnknownNotation(name.to_owned()))
    }
}
