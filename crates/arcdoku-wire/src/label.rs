//! Answers about labelling problems: values over semirings, cheapest labellings, marginals, bounds.

use serde::{Deserialize, Serialize};
use serde_json::Number;

use crate::head::reply;
use crate::outcome::{Limit, NoAnswer};

reply! {
    /// The answer to a question about a labelling problem: a puzzle, each digit of a cell with a cost, or a model of another
    /// program. Values of semirings are strings, because they may exceed what JSON readers hold in a number.
    LabelReply {
        /// The semiring: `count`, `min-cost`, ...
        semiring: String,
        /// How the answer was found: `fast9`, `search`, `sweep`, `eliminate`, ...
        #[serde(default, skip_serializing_if = "Option::is_none")]
        method: Option<String>,
        /// The sum over all labellings; absent if there is none, or a limit was reached.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<String>,
        /// Whether the value is exact, but for rounding.
        exact: bool,
        /// Whether the messages of `beliefs` converged.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        converged: Option<bool>,
        /// How many labellings have the best value, where that was asked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        count: Option<String>,
        /// The lower end of the interval with 95 % confidence, of an estimate.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        low: Option<String>,
        /// The upper end of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        high: Option<String>,
        /// The best labellings, best first.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        labellings: Vec<LabellingReply>,
        /// The names of the objects; absent for a puzzle, whose objects are its cells, row-major.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        objects: Vec<String>,
        /// The names of each object's labels; absent for a puzzle, whose labels are its digits.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        labels: Vec<Vec<String>>,
        /// For each object and label the sum over the labellings with it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        marginals: Vec<Vec<String>>,
        /// For each object and label the share of all labellings that have it, by weight, 0 to 1.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        shares: Vec<Vec<Number>>,
        /// The course of the bounds of the least cost.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        bounds: Vec<BoundReply>,
        /// The number of expanded nodes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nodes: Option<u64>,
        /// The number of objects of the largest table that elimination has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        width: Option<u64>,
        /// About how many bytes its tables take.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bytes: Option<Number>,
        /// For each object the names of the labels that occur in any labelling, where these were asked for.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        support: Vec<Vec<String>>,
        /// The objects whose labels ran out, where there is no labelling and arc consistency shows it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        ran_out: Vec<String>,
        /// The functions that contradict each other, where arc consistency does not show that there is no labelling.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        because: Vec<String>,
        /// The boards of arc consistency, round by round: on the last one the objects of `ran_out` have no labels.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        boards: Vec<LabelBoard>,
        /// Why there is no answer: `unsatisfiable`, `too-wide`, `overflow` or `malformed`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<NoAnswer>,
        /// The limit that ended the work.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<Limit>,
    }
}

/// A labelling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LabellingReply {
    /// Its cost.
    pub cost: Number,
    /// The solution of the puzzle, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// The name of each object's label; absent for a puzzle.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<String>,
}

/// The bounds of the least cost at a moment of a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoundReply {
    /// The expanded nodes, or the rounds of a method without nodes.
    pub nodes: u64,
    /// The time since the start in microseconds, if there is a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_us: Option<u64>,
    /// No labelling costs less.
    pub lower: Number,
    /// A known labelling costs as much; absent if none is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upper: Option<Number>,
}

/// The labels that are left after a round of arc consistency.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LabelBoard {
    /// The number of labels that the round removed.
    pub removed: u64,
    /// The names of the labels that each object has left.
    pub labels: Vec<Vec<String>>,
}
