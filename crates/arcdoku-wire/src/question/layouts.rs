//! Whether a layout of regions has a filling.

use serde::{Deserialize, Serialize};

use super::{LimitOptions, answer, question};

question! {
    /// Find a solution grid of each layout of jigsaw regions
    ///
    /// Examples:
    ///   arcdoku layouts layouts.txt
    ///   arcdoku layouts --format tsv layouts.txt
    Layouts = "layouts" -> LayoutReply, fails "a layout has no filling" about Layouts {} with { limits: LimitOptions, }
}

answer! {
    /// Whether a layout of regions has a filling.
    ///
    /// Outcomes: `unsatisfiable` (clues break a rule) or `malformed`.
    LayoutReply {
        /// Whether the layout has a filling; absent if unknown.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        filled: Option<bool>,
        /// A filling.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        solution: Option<String>,
    }
}
