//! The result of an import: a puzzle, and a report on each part of the text.

use std::fmt;

use arcdoku::{Choice, Puzzle};

use crate::drawing::Drawing;
use crate::error::{ReadError, quoted};

/// Options for reading texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Policy {
    /// Whether digits and marks that a player entered count as clues. This is for setters of puzzles.
    pub marks: bool,
    /// Whether a puzzle is accepted even if some part is not understood. The puzzle then lacks this part.
    pub partial: bool,
    /// Whether rules that the drawing and the words of the author suggest are added to the puzzle. Otherwise, they are
    /// only reported, and count as parts that are not understood.
    pub guess: bool,
}

/// The result of reading a part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standing {
    /// The part is a rule or clue of the puzzle.
    Enforced,
    /// The part is known to be a decoration, or an instruction to a solver.
    Decoration,
    /// The part is a drawing or a sentence that probably is a rule. The puzzle lacks the rule.
    Guessed,
    /// The part is not understood. A puzzle without it may have other solutions.
    NotUnderstood,
}

impl Standing {
    /// All values.
    pub const ALL: [Self; 4] = [Self::Enforced, Self::Decoration, Self::Guessed, Self::NotUnderstood];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Enforced => "enforced",
            Self::Decoration => "decoration",
            Self::Guessed => "guessed",
            Self::NotUnderstood => "not understood",
        }
    }
}

arcdoku::choices! {
    /// The kind of a part that is not a rule.
    pub enum Kind: Other {
        /// another reason
        Other = "other",
        /// no known name
        Unknown = "unknown",
        /// no known form
        Form = "form",
        /// a setting
        Setting = "setting",
        /// a drawing
        Drawing = "drawing",
        /// a drawing whose meaning is in the rules in words
        DrawnRule = "drawn-rule",
        /// an outline whose meaning is in the rules in words
        Outline = "outline",
        /// a sentence of the rules in words
        Sentence = "sentence",
        /// fog, which hides cells from the player
        Fog = "fog",
        /// not read in a cell
        Unread = "unread",
        /// a digit that a player entered
        Entered = "entered",
        /// marks that a player made
        Marked = "marked",
    }
}

impl Kind {
    /// The kind in words.
    pub fn sentence(self) -> &'static str {
        Self::TABLE.iter().find(|(kind, ..)| *kind == self).map_or("", |(_, _, sentence)| sentence)
    }
}

/// A part of a text, and the result of reading it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The name of the part in its format.
    pub what: String,
    /// The result of reading the part.
    pub standing: Standing,
    /// The kind of the part, if it is not a rule.
    pub kind: Kind,
    /// What was found and what was expected, for a rule that does not fit the grid.
    pub misfit: Option<(String, String)>,
    /// The name of the rule, or the reason why the part is not a rule.
    pub detail: String,
}

/// The results of reading each part of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The parts, in the order of the text. Guessed rules and sentences come last.
    pub parts: Vec<Part>,
    /// The rules that a drawing states in words. They may say more than the parts do. In other formats, where each rule
    /// has a name, there are none.
    pub words: Option<String>,
}

impl Report {
    /// The parts with this result.
    pub fn of(&self, standing: Standing) -> impl Iterator<Item = &Part> {
        self.parts.iter().filter(move |part| part.standing == standing)
    }

    /// Describes the parts that are not understood: the first few, and how many there are.
    pub fn misunderstood(&self) -> String {
        const SHOWN: usize = 3;
        let parts = || self.of(Standing::NotUnderstood).chain(self.of(Standing::Guessed));
        let words: Vec<String> =
            parts().take(SHOWN).map(|part| format!("{} ({})", part.what, part.detail)).collect();
        let further = parts().count() - words.len();
        let more = if further > 0 { format!(" and {further} more") } else { String::new() };
        format!("parts that are not understood: {}{more}", words.join("; "))
    }

    /// Whether all of the text is understood.
    pub fn is_complete(&self) -> bool {
        self.of(Standing::NotUnderstood).chain(self.of(Standing::Guessed)).next().is_none()
    }
}

impl fmt::Display for Report {
    /// Writes one line per result, with the kinds of parts and the number of each.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = Vec::new();
        for standing in Standing::ALL {
            let mut kinds: Vec<(&str, usize)> = Vec::new();
            for part in self.of(standing) {
                match kinds.iter_mut().find(|(what, _)| *what == part.what) {
                    Some((_, count)) => *count += 1,
                    None => kinds.push((&part.what, 1)),
                }
            }
            let words = kinds.iter().map(|(what, count)| match count {
                1 => (*what).to_owned(),
                count => format!("{what} ({count})"),
            });
            if !kinds.is_empty() {
                lines.push(format!("{}: {}", standing.name(), words.collect::<Vec<_>>().join(", ")));
            }
        }
        f.write_str(&lines.join("\n"))
    }
}

/// Information about a puzzle in its text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The title.
    pub title: Option<String>,
    /// The author.
    pub author: Option<String>,
    /// The rules in words.
    pub rules: Option<String>,
    /// The text that is shown when the puzzle is solved.
    pub message: Option<String>,
    /// The values of the cells of the grid in the solution that is part of the text; `None` for cells that the
    /// solution leaves open.
    pub solution: Option<Vec<Option<i32>>>,
}

/// The entries of a player in a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entered {
    /// The value.
    pub value: Option<i32>,
    /// The values of marks at the border of the cell.
    pub corner: Vec<i32>,
    /// The values of marks in the middle of the cell.
    pub center: Vec<i32>,
}

/// A puzzle that was read from a text.
#[derive(Clone, Debug)]
pub struct Import {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The results of reading each part of the text.
    pub report: Report,
    /// The information about the puzzle in the text.
    pub about: About,
    /// The entries of a player, by cells in reading order. They are not part of the puzzle.
    pub entered: Vec<(usize, Entered)>,
    /// What the text draws on the board, except rules of the puzzle.
    pub drawing: Drawing,
}

/// The reason why a text was not read as a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ImportError {
    /// The text cannot be read.
    Unreadable(ReadError),
    /// Some part of the text is not understood.
    NotUnderstood(Box<Report>),
    /// The text is a link with the number or name of a puzzle on a server.
    Elsewhere(String),
}

impl From<ReadError> for ImportError {
    fn from(error: ReadError) -> Self {
        Self::Unreadable(error)
    }
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => error.fmt(f),
            Self::Elsewhere(id) => {
                write!(
                    f,
                    "1:1: found {}, expected a link with the puzzle in it: others need the network",
                    quoted(id)
                )
            }
            Self::NotUnderstood(report) => {
                write!(f, "1:1: found {}, expected known rules", report.misunderstood())
            }
        }
    }
}

impl std::error::Error for ImportError {}
