//! Explanations of steps in words.

use arcdoku::explain::Explanation;
use serde::{Deserialize, Serialize};

/// The explanation of a step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StepWords {
    /// The premises, one or two sentences each.
    pub premises: Vec<String>,
    /// The indentation of each premise, if any is indented. Nodes of a long net have a line each, and the steps that
    /// they follow from are below it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub depths: Vec<u8>,
    /// Why the conclusion follows.
    pub why: String,
    /// The conclusion.
    pub conclusion: String,
}

impl From<Explanation> for StepWords {
    fn from(explanation: Explanation) -> Self {
        let Explanation { premises, why, conclusion, .. } = explanation;
        let is_indented = premises.iter().any(|line| line.depth > 0);
        let depths = premises.iter().filter(|_| is_indented).map(|line| line.depth).collect();
        Self { depths, premises: premises.into_iter().map(|line| line.text).collect(), why, conclusion }
    }
}
