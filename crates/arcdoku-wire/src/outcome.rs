//! Outcomes and limits of replies.

use arcdoku::puzzle::format::ParseErrorKind;
use arcdoku::{Choice as _, puzzle};
use serde::{Deserialize, Serialize};

/// Defines enums whose names are the kebab-case names of their values.
macro_rules! words {
    ($($(#[doc = $doc:literal])+ $type:ident: $default:ident {
        $($(#[doc = $help:literal])+ $value:ident = $name:literal,)+
    })+) => {$(
        arcdoku::choices! {
            $(#[doc = $doc])+
            #[derive(Serialize, Deserialize)]
            #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
            #[serde(rename_all = "kebab-case")]
            pub enum $type: $default {
                $($(#[doc = $help])+ $value = $name,)+
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }
    )+};
}

words! {
    /// What is known about the solutions of a puzzle.
    SolveOutcome: Unknown {
        /// A limit ended the search.
        Unknown = "unknown",
        /// There is exactly one solution.
        Unique = "unique",
        /// There are several solutions.
        Multiple = "multiple",
        /// There is a solution; the search did not look for a second one.
        Solved = "solved",
        /// There is no solution.
        Unsatisfiable = "unsatisfiable",
        /// The solutions were counted.
        Counted = "counted",
        /// The puzzle cannot be read.
        Malformed = "malformed",
    }

    /// Why a question has no answer.
    NoAnswer: Malformed {
        /// The puzzle cannot be read.
        Malformed = "malformed",
        /// There is no solution.
        Unsatisfiable = "unsatisfiable",
        /// There are several solutions, or more than a proof may list.
        Multiple = "multiple",
        /// The question does not apply to this kind of puzzle.
        Unfit = "unfit",
        /// The other puzzle has other cells or digits (`restricts`).
        OtherShape = "other-shape",
        /// No proof was found (`prove`).
        Unproven = "unproven",
        /// The files could not be written (`prove`).
        Unwritten = "unwritten",
        /// The work needs more memory than the limit (`label`, `prove`).
        TooWide = "too-wide",
        /// A number is too large (`label`).
        Overflow = "overflow",
    }

    /// Whether a puzzle has a rating.
    RateOutcome: Unknown {
        /// A limit ended the work.
        Unknown = "unknown",
        /// It has a rating.
        Rated = "rated",
        /// The techniques of the scale do not solve the puzzle.
        Unsolved = "unsolved",
        /// The rating is outside the range of the filter.
        Outside = "outside",
        /// There are several solutions.
        Multiple = "multiple",
        /// The state contradicts the solution.
        Mistakes = "mistakes",
        /// There is no solution.
        Unsatisfiable = "unsatisfiable",
        /// The puzzle cannot be read.
        Malformed = "malformed",
    }

    /// The subject of a hint.
    HintOutcome: Unknown {
        /// A limit ended the work.
        Unknown = "unknown",
        /// The next step was found.
        Hint = "hint",
        /// Something contradicts the solution.
        Mistakes = "mistakes",
        /// All cells are filled.
        Solved = "solved",
        /// No technique of the scale finds a step.
        Stuck = "stuck",
        /// Quick techniques find no step; slow ones were not tried.
        Long = "long",
        /// There is no solution.
        Unsatisfiable = "unsatisfiable",
        /// The puzzle cannot be read.
        Malformed = "malformed",
    }

    /// What is known about the steps of a state.
    StepsOutcome: Unknown {
        /// A limit ended the work.
        Unknown = "unknown",
        /// The state was searched for steps (`steps`).
        Open = "open",
        /// The path solves the puzzle (`explain`).
        Solved = "solved",
        /// No technique of the scale finds the next step (`explain`).
        Stuck = "stuck",
        /// No technique finds the next step, and there are several solutions (`explain`).
        Multiple = "multiple",
        /// Something contradicts the solution.
        Mistakes = "mistakes",
        /// There is no solution.
        Unsatisfiable = "unsatisfiable",
        /// The puzzle cannot be read.
        Malformed = "malformed",
    }

    /// The kinds of mistakes on a board.
    MistakesOutcome: Unknown {
        /// A limit ended the work.
        Unknown = "unknown",
        /// No mistakes in the filled cells.
        Fine = "fine",
        /// No mistakes, and all cells are filled.
        Solved = "solved",
        /// Something contradicts the only solution of the clues.
        Mistakes = "mistakes",
        /// The board breaks a rule.
        Conflicts = "conflicts",
        /// The clues have several solutions, and the board breaks no rule.
        Multiple = "multiple",
        /// The clues have no solution.
        Unsatisfiable = "unsatisfiable",
        /// The puzzle cannot be read.
        Malformed = "malformed",
    }

    /// What kind of fault an input has.
    FaultCode: Structure {
        /// Too few or too many cells.
        Length = "length",
        /// A symbol or number that is not valid in this grid.
        Symbol = "symbol",
        /// Clues that break a rule, or digits on a board that differ from clues.
        ClueConflict = "clue-conflict",
        /// A region that does not have as many cells as there are digits.
        RegionSize = "region-size",
        /// A shape that cannot be read, or a text for a different shape.
        Shape = "shape",
        /// The text ends in the middle of a grid.
        Truncated = "truncated",
        /// The text is not UTF-8.
        Utf8 = "utf8",
        /// There is no puzzle.
        Empty = "empty",
        /// There is text after the only puzzle that was expected.
        Trailing = "trailing",
        /// A rule or cell that cannot be read or does not fit the shape.
        Rule = "rule",
        /// A rule that no digits can satisfy.
        Impossible = "impossible",
        /// A row, block or document without the fields or the form that it must have.
        Structure = "structure",
        /// A line longer than the limit.
        LineTooLong = "line-too-long",
        /// The input could not be read.
        Io = "io",
        /// A text in the format of another program that cannot be read.
        Foreign = "foreign",
        /// A puzzle of another program with parts that are not understood.
        NotUnderstood = "not-understood",
        /// A link to a puzzle that is stored elsewhere.
        Elsewhere = "elsewhere",
        /// A solution that came with a puzzle is incomplete or wrong.
        Solution = "solution",
        /// A labelling problem with costs that cannot be read.
        Costs = "costs",
        /// The question does not apply to this kind of puzzle.
        Unfit = "unfit",
    }

    /// The limit that ended the work.
    Limit: Cancelled {
        /// The number of nodes.
        Nodes = "nodes",
        /// The time.
        Time = "time",
        /// The work was cancelled.
        Cancelled = "cancelled",
        /// The number of steps to show (`trace`).
        Steps = "steps",
        /// The number of samples (`label`).
        Samples = "samples",
    }

    /// How the absence of a solution was shown.
    Refutation: Search {
        /// The clues break a rule.
        Clues = "clues",
        /// A contradiction follows from the clues without any choice.
        Propagation = "propagation",
        /// Every choice leads to a contradiction.
        Search = "search",
    }

    /// The number of solutions of a state.
    SolutionCount: One {
        /// One.
        One = "one",
        /// More than one.
        Several = "several",
    }
}

impl From<&puzzle::Outcome> for SolveOutcome {
    fn from(outcome: &puzzle::Outcome) -> Self {
        match outcome {
            puzzle::Outcome::Unique(_) => Self::Unique,
            puzzle::Outcome::Multiple(..) => Self::Multiple,
            puzzle::Outcome::Solved(_) => Self::Solved,
            puzzle::Outcome::Unsatisfiable(_) => Self::Unsatisfiable,
            _ => Self::Unknown,
        }
    }
}

impl From<ParseErrorKind> for FaultCode {
    fn from(kind: ParseErrorKind) -> Self {
        match kind {
            ParseErrorKind::Length => Self::Length,
            ParseErrorKind::Symbol => Self::Symbol,
            ParseErrorKind::ClueConflict => Self::ClueConflict,
            ParseErrorKind::RegionSize => Self::RegionSize,
            ParseErrorKind::Shape => Self::Shape,
            ParseErrorKind::Truncated => Self::Truncated,
            ParseErrorKind::Utf8 => Self::Utf8,
            ParseErrorKind::Empty => Self::Empty,
            ParseErrorKind::Trailing => Self::Trailing,
            ParseErrorKind::Rule => Self::Rule,
            ParseErrorKind::Impossible => Self::Impossible,
            ParseErrorKind::Foreign => Self::Foreign,
            ParseErrorKind::LineTooLong => Self::LineTooLong,
            ParseErrorKind::Io => Self::Io,
            _ => Self::Structure,
        }
    }
}

impl From<puzzle::Limit> for Limit {
    fn from(limit: puzzle::Limit) -> Self {
        match limit {
            puzzle::Limit::Nodes => Self::Nodes,
            puzzle::Limit::Time => Self::Time,
            _ => Self::Cancelled,
        }
    }
}

impl From<puzzle::Refutation> for Refutation {
    fn from(refutation: puzzle::Refutation) -> Self {
        match refutation {
            puzzle::Refutation::Clues => Self::Clues,
            puzzle::Refutation::Propagation => Self::Propagation,
            _ => Self::Search,
        }
    }
}
