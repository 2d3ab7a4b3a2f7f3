//! The formats, and how a text's format is recognized.

use arcdoku::Puzzle;

use crate::codec;
use crate::error::WriteError;
use crate::import::{About, Import, ImportError, Policy};
use crate::{fpuzzles, ipuz, iss, penpa, rangsk, sudokumaker, sudokupad, sudokuwiki};

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
            Self::SudokuWiki => "sudokuwiki",
            Self::Ipuz => "ipuz",
            Self::Rangsk => "rangsk",
        }
    }

    /// One line about it.
    pub fn summary(self) -> &'static str {
        match self {
            Self::Iss => "strings and links of the Interactive Sudoku Solver",
            Self::FPuzzles => "links and JSON of f-puzzles",
            Self::SudokuPad => "links of SudokuPad: scl, ctc, fpuz, scf",
            Self::SudokuMaker => "links of SudokuMaker, which are only read",
            Self::Penpa => "links of Penpa with a square grid, which are only read",
            Self::SudokuWiki => "links of sudokuwiki.org with bd=",
            Self::Ipuz => "Sudoku documents of ipuz",
            Self::Rangsk => "options of the console of rangsk's SudokuSolver",
        }
    }

    /// The format with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|format| format.name() == name)
    }

    /// The format of a text that is clearly one of these: a link, or a string of constraints.
    pub fn detect(text: &str) -> Option<Self> {
        let text = text.trim();
        let is_link = text.starts_with("http://") || text.starts_with("https://");
        if is_link {
            let host = text.split('/').nth(2).unwrap_or_default();
            return match host {
                _ if host.ends_with("f-puzzles.com") => Some(Self::FPuzzles),
                _ if host.ends_with("sudokupad.app") || host.ends_with("crackingthecryptic.com") => {
                    Some(Self::SudokuPad)
                }
                _ if host.ends_with("sudokumaker.app") => Some(Self::SudokuMaker),
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
        let mut rest = text.strip_prefix('.')?.split(['~', '.']);
        let name = rest.next()?;
        let is_string = iss::Class::named(name).is_some() || (name.is_empty() && text[1..].starts_with('~'));
        is_string.then_some(Self::Iss)
    }

    /// The format of a JSON document, by its keys; rows of arcdoku's own have a puzzle.
    fn of_json(text: &str) -> Option<Self> {
        let has = |name: &str, quoted: bool| {
            let name = if quoted { format!("\"{name}\"") } else { name.to_owned() };
            text.match_indices(&name).any(|(at, _)| {
                let is_whole = quoted || text[..at].ends_with(['{', ',']);
                let rest = text[at + name.len()..].trim_start().strip_prefix(':');
                is_whole && rest.is_some_and(|rest| rest.trim_start().starts_with('['))
            })
        };
        if text.contains("//ipuz.org/") && has("kind", true) {
            return Some(Self::Ipuz);
        }
        if text.contains("\"puzzle\"") {
            return None;
        }
        if has("grid", true) {
            return Some(Self::FPuzzles);
        }
        (has("cells", true) || has("ce", false)).then_some(Self::SudokuPad)
    }

    /// The format of what links have in them, without the link.
    fn of_payload(text: &str) -> Option<Self> {
        let is_packed =
            |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/=%-_*".contains(&byte));
        if !is_packed(text) || text.len() < 16 {
            return None;
        }
        if text.starts_with("N4Ig") {
            return Some(Self::FPuzzles);
        }
        ["fpuz", "scl", "scf", "ctc"].iter().any(|prefix| text.starts_with(prefix)).then_some(Self::SudokuPad)
    }

    /// Reads a text in this format.
    ///
    /// # Errors
    /// If the text cannot be read, or, unless the policy accepts that, some part of it is not understood.
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
            Self::SudokuWiki if text.starts_with("http") && codec::parameter(text, "bd").is_none() => {
                Err(ImportError::Elsewhere(text.rsplit('/').next().unwrap_or_default().to_owned()))
            }
            Self::SudokuWiki => sudokuwiki::read(text, policy),
            Self::Ipuz => ipuz::read(text, policy),
            Self::Rangsk => rangsk::read(text, policy),
            Self::FPuzzles if text.starts_with('{') => fpuzzles::read(text, policy),
            Self::FPuzzles => {
                if text.starts_with("http") && codec::parameter(text, "load").is_none() {
                    let id = codec::parameter(text, "id").unwrap_or_else(|| text.to_owned());
                    return Err(ImportError::Elsewhere(id));
                }
                let packed = codec::parameter(text, "load").unwrap_or_else(|| text.to_owned());
                fpuzzles::read(&fpuzzles::unpack(&packed)?, policy)
            }
        }
    }

    /// Whether puzzles can be written in this format.
    pub fn is_written(self) -> bool {
        !matches!(self, Self::SudokuMaker | Self::Penpa)
    }

    /// Writes a puzzle: a string of constraints, a link, or a document on one line.
    ///
    /// # Errors
    /// If the format cannot express the puzzle, or is not written.
    pub fn write(self, puzzle: &Puzzle, about: &About) -> Result<String, WriteError> {
        match self {
            Self::Iss => iss::write(puzzle),
            Self::FPuzzles => {
                let packed = fpuzzles::pack(&fpuzzles::write(puzzle, about)?);
                Ok(format!("https://www.f-puzzles.com/?load={packed}"))
            }
            Self::SudokuPad => {
                let packed = fpuzzles::pack(&fpuzzles::write(puzzle, about)?);
                Ok(format!("https://sudokupad.app/fpuz{}", codec::escape(&packed)))
            }
            Self::SudokuWiki => sudokuwiki::write(puzzle),
            Self::Ipuz => ipuz::write(puzzle, about),
            // The console reads puzzles of f-puzzles.
            Self::Rangsk => Ok(format!("-f {}", fpuzzles::pack(&fpuzzles::write(puzzle, about)?))),
            Self::SudokuMaker | Self::Penpa => Err(WriteError::new("no writer")),
        }
    }
}
