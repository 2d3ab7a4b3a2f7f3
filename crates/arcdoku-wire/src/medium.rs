//! The medium of puzzles: a notation of the library, or a container around puzzles in any of them.

use arcdoku::puzzle::format::Notation;
use arcdoku_exchange::Format;

/// A notation of the library, or a container around puzzles in any of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Medium {
    /// A table with commas (or semicolons).
    Csv,
    /// A table with tabs.
    Tsv,
    /// One JSON object per line.
    Json,
    /// Text.
    Notation(Notation),
    /// A format of another program.
    Exchange(Format),
}

/// The number of formats of other programs.
const FORMATS: usize = Format::ALL.len();

impl Medium {
    /// All of them: notations, containers, formats of other programs.
    pub const ALL: [Self; 13 + FORMATS] = {
        let mut all = [Self::Csv; 13 + FORMATS];
        let mut i = 0;
        while i < Notation::ALL.len() {
            all[i] = Self::Notation(Notation::ALL[i]);
            i += 1;
        }
        all[i + 1] = Self::Tsv;
        all[i + 2] = Self::Json;
        let mut format = 0;
        while format < FORMATS {
            all[i + 3 + format] = Self::Exchange(Format::ALL[format]);
            format += 1;
        }
        all
    };

    /// The name, as in options.
    pub fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Tsv => "tsv",
            Self::Json => "json",
            Self::Notation(notation) => notation.name(),
            Self::Exchange(format) => format.name(),
        }
    }

    /// A one-line summary.
    pub fn summary(self) -> &'static str {
        match self {
            Self::Csv => "a table with a header and a column 'puzzle'",
            Self::Tsv => "the same, separated by tabs",
            Self::Json => "JSON lines: {\"puzzle\": ..., \"rules\": [...]}",
            Self::Notation(notation) => notation.description(),
            Self::Exchange(format) => format.summary(),
        }
    }

    /// The names of all, each with its summary.
    pub fn names() -> Vec<(&'static str, &'static str)> {
        Self::ALL.iter().map(|medium| (medium.name(), medium.summary())).collect()
    }

    /// The medium with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|medium| medium.name() == name)
    }
}
