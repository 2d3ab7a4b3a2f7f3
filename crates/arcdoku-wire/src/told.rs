//! Steps with their words, for programs that show them.

use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use crate::human::{StepReply, StepRow};
use crate::outcome::{Limit, SolutionCount, StepsOutcome};
use crate::technique::TechniqueRow;
use crate::words::StepWords;

/// One of the steps of a state, with its words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ToldStep {
    /// The step.
    #[serde(flatten)]
    pub row: StepRow,
    /// Its words.
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
    /// The number of solutions of the state: `one` or `several`; absent if it is not known to have any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solutions: Option<SolutionCount>,
    /// The steps.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<ToldStep>,
    /// The limit that ended the search; there may be more steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<Limit>,
    /// What is wrong with a malformed puzzle, or which clues conflict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

/// All there is to say about a technique.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TechniqueReply {
    /// Its row among all techniques.
    #[serde(flatten)]
    pub row: TechniqueRow,
    /// Its ratings on the scale `se`, whatever the scale.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub se: Option<String>,
    /// How to look for it.
    pub seeing: String,
    /// Where it comes from.
    pub origin: String,
    /// The techniques to know before it.
    pub prerequisites: Vec<TechniqueName>,
    /// Related techniques.
    pub related: Vec<TechniqueName>,
    /// A state with a step of it, where there is one.
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
    /// Its words.
    pub words: StepWords,
    /// The step in Eureka or short notation.
    pub notation: String,
}
