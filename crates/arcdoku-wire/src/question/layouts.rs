//! Whether a layout of regions has a filling.

use serde::{Deserialize, Serialize};

use super::{LimitOptions, answer, question};

question! {
    /// Find which layouts of jigsaw regions have a filling
    Layouts = "layouts" -> LayoutReply {} with { limits: LimitOptions, }
}

answer! {
    /// Whether a layout of regions has a filling.
    ///
    /// Outcomes: `malformed`.
    LayoutReply {
        /// Whether it has; absent if that is not known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        filled: Option<bool>,
        /// A filling.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        solution: Option<String>,
    }
}
