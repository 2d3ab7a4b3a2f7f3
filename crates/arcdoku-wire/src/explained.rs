//! Steps with explanations in words, for programs that show them.

use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use crate::human::{StepReply, StepRow};
use crate::outcome::{Limit, SolutionCount, StepsOutcome};
use crate::technique::TechniqueRow;
use crate::words::StepWords;

/// A step of a state, explained in words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExplainedStep {
    /// The step.
    #[serde(flatten)]
    pub row: StepRow,
    /// The explanation.
    #[serde(flatten)]
    pub words: StepWords,
}

/// All steps of a state, easiest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StepsReply {
    /// [`VERSION`](crate::VERSION).
    pub version: u32,
    /// `open`, `mistakes`, `unsatisfiable`, `unknown` or `malformed`.
    pub outcome: StepsOutcome,
    /// The number of solutions of the state: `one` or `several`; absent if it may have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solutions: Option<SolutionCount>,
    /// The steps.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<ExplainedStep>,
    /// The limit that ended the search; there may be more steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<Limit>,
    /// The fault of a malformed puzzle, or the conflict of its clues.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

/// Everything about a technique: its row, how to find it, its origin, an example.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TechniqueReply {
    /// Its row among all techniques.
    #[serde(flatten)]
    pub row: TechniqueRow,
    /// Its ratings on the `se` scale, independent of the requested scale.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub se: Option<String>,
    /// How to find it on a board.
    pub seeing: String,
    /// Its origin.
    pub origin: String,
    /// The techniques to learn first.
    pub prerequisites: Vec<TechniqueName>,
    /// Related techniques.
    pub related: Vec<TechniqueName>,
    /// A state with a step of the technique, if there is an example.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub example: Option<ExampleReply>,
}

/// A technique by its names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TechniqueName {
    /// The name, as on the command line.
    pub name: String,
    /// The name in explanations.
    pub title: String,
}

/// An example of a technique.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExampleReply {
    /// The state, as a line of a regression library.
    pub library: String,
    /// The step.
    pub step: StepReply,
    /// The explanation of the step.
    pub words: StepWords,
    /// The step in Eureka or short notation.
    pub notation: String,
}
