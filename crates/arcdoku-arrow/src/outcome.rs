//! Outcomes as numbers.

use arcdoku::Outcome as Found;

/// The outcome of a row. Its number never changes between versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum Outcome {
    /// There is no solution.
    None = 0,
    /// There is exactly one solution.
    Unique = 1,
    /// There are several solutions.
    Several = 2,
    /// A limit was reached first.
    Unknown = 3,
    /// The row is not a puzzle.
    Malformed = 4,
}

impl Outcome {
    /// All outcomes, in the order of their numbers.
    pub const ALL: [Self; 5] = [Self::None, Self::Unique, Self::Several, Self::Unknown, Self::Malformed];

    /// The outcome of a check for a single solution.
    pub fn of(found: &Found) -> Self {
        match found {
            Found::Unique(_) => Self::Unique,
            Found::Multiple(..) => Self::Several,
            Found::Unsatisfiable(_) => Self::None,
            _ => Self::Unknown,
        }
    }

    /// The outcome as one word, equal to [`arcdoku::Outcome::name`] if that type has the outcome.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "unsatisfiable",
            Self::Unique => "unique",
            Self::Several => "multiple",
            Self::Unknown => "unknown",
            Self::Malformed => "malformed",
        }
    }
}
