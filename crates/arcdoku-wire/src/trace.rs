//! The events of a search.

use serde::{Deserialize, Serialize};

use crate::input::Ruleset;
use crate::outcome::{Limit, Refutation, SolveOutcome};
use crate::reply::Counters;

/// One line of a trace: an event with the version.
///
/// ```
/// use arcdoku_wire::{TraceEvent, TraceLine, VERSION};
///
/// let event = TraceEvent::Backtrack { depth: 1, cell: "r1c1".into(), digit: 4 };
/// let line = serde_json::to_string(&TraceLine { version: VERSION, event }).unwrap();
/// assert_eq!(line, r#"{"version":1,"event":"backtrack","depth":1,"cell":"r1c1","digit":4}"#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TraceLine {
    /// [`VERSION`](crate::VERSION).
    pub version: u32,
    /// The event.
    #[serde(flatten)]
    pub event: TraceEvent,
}

/// A statement about one digit of one cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TraceLiteral {
    /// The cell.
    pub cell: String,
    /// The digit.
    pub digit: u8,
    /// Whether the cell has the digit; if not, the digit is not a candidate of the cell.
    pub holds: bool,
}

/// An event of a search, named by the field `event`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "event", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum TraceEvent {
    /// The trace of a puzzle begins.
    Start {
        /// The number of the puzzle in the input, from 1.
        number: u64,
        /// The name of the puzzle, if it has one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The puzzle.
        puzzle: String,
        /// The shape and rules that the text of the puzzle does not contain, as in [`SolveReply`](crate::SolveReply).
        #[serde(flatten)]
        ruleset: Ruleset,
        /// The strategy in parts.
        strategy: String,
    },
    /// A variable was chosen to branch on.
    Node {
        /// The number of open guesses.
        depth: usize,
        /// The cell.
        cell: String,
        /// Its candidates.
        candidates: Vec<u8>,
    },
    /// A value is tried.
    Guess {
        /// The number of open guesses before this one.
        depth: usize,
        /// The cell.
        cell: String,
        /// The value.
        digit: u8,
    },
    /// A search that learns assumes that a cell does not have a digit.
    Exclude {
        /// The number of open guesses before this one.
        depth: usize,
        /// The cell.
        cell: String,
        /// The digit.
        digit: u8,
    },
    /// A search that learns met a contradiction that follows from guesses.
    Conflict {
        /// The number of open guesses from which it follows.
        depth: usize,
        /// The literals that hold and contradict each other.
        literals: Vec<TraceLiteral>,
    },
    /// A clause was learned: one of its literals holds.
    Learned {
        /// The clause, with the literal first that follows after the [`Jump`](Self::Jump). An empty clause means that
        /// there are no more solutions.
        clause: Vec<TraceLiteral>,
    },
    /// The search returned to earlier guesses because of the learned clause.
    Jump {
        /// The number of open guesses after it.
        depth: usize,
    },
    /// A cell lost candidates.
    Narrowed {
        /// The cell.
        cell: String,
        /// The digits that were removed.
        removed: Vec<u8>,
        /// The remaining digits.
        left: Vec<u8>,
        /// Whether the cell is now decided.
        decides: bool,
        /// `taken`, `hidden-single`, `hall-set`, `arc` (the arc to the cell in `because` was revised), `constraint`
        /// (the rule excludes the digits), `restricted` (the puzzle does not allow the digits there), `choice` or
        /// `refuted`.
        reason: String,
        /// The house whose propagator removed them, such as `row 3`; absent for `restricted`, `choice` and `refuted`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        house: Option<String>,
        /// The text of the rule whose propagator removed them, such as `cage 12: r1c1 r1c2`, if it is not a house.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        constraint: Option<String>,
        /// The cells that are the reason.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        because: Vec<String>,
    },
    /// A contradiction was found.
    Contradiction {
        /// `clash`, `pigeonhole`, `empty-domain`, `violated`, or `not-allowed` (the cell is decided, and the puzzle
        /// does not allow its digit there).
        kind: String,
        /// The house in which it was found.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        house: Option<String>,
        /// The text of the rule in which it was found, if it is not a house.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        constraint: Option<String>,
        /// The cell in which it was found, for `empty-domain` and `not-allowed`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cell: Option<String>,
    },
    /// A tried value was retracted.
    Backtrack {
        /// The number of open guesses after retracting it.
        depth: usize,
        /// The cell.
        cell: String,
        /// The value.
        digit: u8,
    },
    /// Propagation ended. The board has the decided cells.
    Board {
        /// The number of open guesses.
        depth: usize,
        /// The decided digits.
        board: String,
        /// The candidates of all cells, if requested.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        candidates: Option<String>,
    },
    /// Every cell is decided.
    Solution {
        /// The number of open guesses.
        depth: usize,
        /// The solution.
        solution: String,
    },
    /// The search restarts from the root.
    Restart,
    /// The trace of a puzzle ends.
    End {
        /// The outcome, as in [`SolveReply`](crate::SolveReply).
        outcome: SolveOutcome,
        /// How the absence of a solution was shown.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        refutation: Option<Refutation>,
        /// The limit that ended the search: `nodes`, `time` or `cancelled`. `steps` if there were more steps than
        /// requested: the last ones are missing, and the outcome may still be known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<Limit>,
        /// Search statistics.
        stats: Counters,
    },
}
