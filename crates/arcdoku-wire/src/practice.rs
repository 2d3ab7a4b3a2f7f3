//! Boards to practice techniques on.

use serde::{Deserialize, Serialize};

/// A board on which a technique can be practiced.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PracticeRow {
    /// [`VERSION`](crate::VERSION).
    pub version: u32,
    /// The technique, as on the command line.
    pub technique: String,
    /// The state, with the step, as a line of a regression library.
    pub library: String,
    /// The scale on which the technique is the next step of the state; absent if the state has easier steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<String>,
    /// The seed of the puzzle. A string, because some readers of JSON keep fewer than 64 bits of a number.
    pub seed: String,
}
