//! The formats, and the recognition of the format of a text.

use arcdoku::Puzzle;

use crate::codec;
use crate::error::WriteError;
use crate::import::{About, Import, ImportError, Policy};
use crate::{fpuzzles, ipuz, iss, lisudoku, penpa, rangsk, sudokumaker, sudokupad, sudokuwiki};

/// A format of another program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Strings of the Interactive Sudoku Solver.
    Iss,
    /// Links and JSON of f-puzzles.
    FPuzzles,
    /// Links of `SudokuPad`.
    SudokuPad,
    /// Links of `SudokuMaker`.
    SudokuMaker,
    /// Links of Penpa.
    Penpa,
    /// Links of lisudoku.
    Lisudoku,
    /// Links of sudokuwiki.org.
    SudokuWiki,
    /// Documents of ipuz.
    Ipuz,
    /// Options of rangsk's console.
    Rangsk,
}

impl Format {
    /// All formats.
    pub const ALL: &[Self] = &[
        Self::Iss,
        Self::FPuzzles,
        Self::SudokuPad,
        Self::SudokuMaker,
        Self::Penpa,
        Self::Lisudoku,
        Self::SudokuWiki,
        Self::Ipuz,
        Self::Rangsk,
    ];

    /// The name, as in options.
    pub fn name(self) -> &'static str {
        match self {
            Self::Iss => "iss",
            Self::FPuzzles => "f-puzzles",
            Self::SudokuPad => "sudokupad",
            Self::SudokuMaker => "sudokumaker",
            Self::Penpa => "penpa",
            Self::Lisudoku => "lisudoku",
            Self::SudokuWiki => "sudokuwiki",
            Self::Ipuz => "ipuz",
            Self::Rangsk => "rangsk",
        }
    }

    /// A description in one line.
    pub fn summary(self) -> &'static str {
        match self {
            Self::Iss => "strings and links of the Interactive Sudoku Solver",
            Self::FPuzzles => "links and JSON of f-puzzles",
            Self::SudokuPad => "links and JSON of SudokuPad: scl, ctc, fpuz, scf",
            Self::SudokuMaker => "links of SudokuMaker",
            Self::Penpa => "links of Penpa with a square grid (read only)",
            Self::Lisudoku => "links of lisudoku (read only)",
            Self::SudokuWiki => "links of sudokuwiki.org with bd=",
            Self::Ipuz => "Sudoku documents of ipuz",
            Self::Rangsk => "console options of rangsk's SudokuSolver",
        }
    }

    /// The format with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|format| format.name() == name)
    }

    /// Recognizes the format of a text, if the text clearly is a link or a string of constraints.
    pub fn detect(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Some((_, rest)) = text.split_once("://").filter(|(scheme, _)| is_web(scheme)) {
            let host = rest.split(['/', '?', '#', ':']).next().unwrap_or_default().to_ascii_lowercase();
            return match host {
                _ if host.ends_with("f-puzzles.com") => Some(Self::FPuzzles),
                _ if host.ends_with("sudokupad.app") || host.ends_with("crackingthecryptic.com") => {
                    Some(Self::SudokuPad)
                }
                _ if host.ends_with("sudokumaker.app") => Some(Self::SudokuMaker),
                _ if host.ends_with("lisudoku.xyz") => Some(Self::Lisudoku),
                _ if host.ends_with("sudokuwiki.org") => Some(Self::SudokuWiki),
                _ if text.contains("penpa") => Some(Self::Penpa),
                _ if text.contains("?q=") || text.contains("Interactive-Sudoku-Solver") => Some(Self::Iss),
                _ => None,
            };
        }
        if text.starts_with('{') {
            return Self::of_json(text);
        }
        if let Some(format) = Self::of_payload(text) {
            return Some(format);
        }
        if text.split([' ', '=']).next().is_some_and(rangsk::is_option) {
            return Some(Self::Rangsk);
        }
        let mut rest = text.strip_prefix('.')?.split(['~', '.']);
        let name = rest.next()?;
        let is_string = iss::Class::named(name).is_some() || (name.is_empty() && text[1..].starts_with('~'));
        is_string.then_some(Self::Iss)
    }

    /// The format of a JSON document, by its keys; rows of arcdoku have the key `puzzle`. Zipped JSON has no quotes.
    fn of_json(text: &str) -> Option<Self> {
        // For each occurrence of a key, the text after the key and its colon.
        let values = |name: &'static str| {
            text.match_indices(name).filter_map(move |(at, _)| {
                let before = text[..at].trim_end_matches('"').trim_end();
                let rest = text[at + name.len()..].trim_start_matches('"').trim_start();
                rest.strip_prefix(':').filter(|_| before.ends_with(['{', ','])).map(str::trim_start)
            })
        };
        let has_list = |name: &'static str| values(name).any(|value| value.starts_with('['));
        if text.contains("//ipuz.org/") && has_list("kind") {
            Some(Self::Ipuz)
        } else if values("puzzle").next().is_some() {
            None
        } else if has_list("grid") {
            Some(Self::FPuzzles)
        } else {
            (has_list("cells") || has_list("ce")).then_some(Self::SudokuPad)
        }
    }

    /// The format of the content of a link, without the link.
    fn of_payload(text: &str) -> Option<Self> {
        let is_packed = |c: char| c.is_ascii_alphanumeric() || "+/=%-_*".contains(c);
        if text.len() < 16 || !text.chars().all(is_packed) {
            return None;
        }
        if text.starts_with("N4Ig") {
            return Some(Self::FPuzzles);
        }
        sudokupad::prefixed(text).map(|_| Self::SudokuPad)
    }

    /// Reads a text in this format.
    ///
    /// # Errors
    /// If the text cannot be read, or if some part of it is not understood and the policy does not accept that.
    pub fn read(self, text: &str, policy: &Policy) -> Result<Import, ImportError> {
        let text = text.trim();
        match self {
            Self::Iss => {
                let query = codec::parameter(text, "q").map(|query| codec::unescape(&query));
                iss::read(query.as_deref().unwrap_or(text), policy)
            }
            Self::SudokuPad => sudokupad::read(text, policy),
            Self::SudokuMaker => sudokumaker::read(text, policy),
            Self::Penpa => penpa::read(text, policy),
            Self::Lisudoku => lisudoku::read(text, policy),
            Self::SudokuWiki => sudokuwiki::read(text, policy),
            Self::Ipuz => ipuz::read(text, policy),
            Self::Rangsk => rangsk::read(text, policy),
            Self::FPuzzles if text.starts_with('{') => fpuzzles::read(text, policy),
            Self::FPuzzles => match codec::parameter(text, "load") {
                None if text.contains("://") => Err(ImportError::Elsewhere(
                    codec::parameter(text, "id").unwrap_or_else(|| text.to_owned()),
                )),
                packed => fpuzzles::read(&fpuzzles::unpack(packed.as_deref().unwrap_or(text))?, policy),
            },
        }
    }

    /// Whether puzzles can be written in this format.
    pub fn is_written(self) -> bool {
        !matches!(self, Self::Penpa | Self::Lisudoku)
    }

    /// Writes a puzzle: a string of constraints, a link, or a document on one line.
    ///
    /// # Errors
    /// If the format cannot express the puzzle, or cannot be written.
    pub fn write(self, puzzle: &Puzzle, about: &About) -> Result<String, WriteError> {
        match self {
            Self::Iss => iss::write(puzzle),
            Self::FPuzzles | Self::SudokuPad | Self::Rangsk => {
                let json = fpuzzles::write(puzzle, about)?;
                link(self, &json).ok_or_else(|| WriteError::new("no writer"))
            }
            Self::SudokuWiki => sudokuwiki::write(puzzle),
            Self::Ipuz => ipuz::write(puzzle, about),
            Self::SudokuMaker => sudokumaker::write(puzzle, about),
            Self::Penpa | Self::Lisudoku => Err(WriteError::new("no writer")),
        }
    }
}

/// The JSON of a puzzle as text of a program that reads it.
pub(crate) fn link(program: Format, json: &str) -> Option<String> {
    let packed = codec::lz(json);
    match program {
        Format::FPuzzles => Some(format!("https://www.f-puzzles.com/?load={packed}")),
        Format::SudokuPad => Some(format!("https://sudokupad.app/fpuz{}", codec::escape(&packed))),
        Format::Rangsk => Some(format!("-f {packed}")),
        _ => None,
    }
}

fn is_web(scheme: &str) -> bool {
    scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https")
}
