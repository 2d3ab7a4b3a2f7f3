//! Puzzles of third parties.

use arcdoku::testing::neutral;
use serde_json::Value;

/// The text of a file of the shared folder; `None`, with a printed line, if it is absent.
pub(crate) fn shared(name: &str) -> Option<String> {
    neutral::shared(&format!("variants/{name}"))
}

/// The rows of a file of JSON lines; none if it is absent.
pub(crate) fn rows(name: &str) -> Vec<Value> {
    let text = shared(name).unwrap_or_default();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A field that is a text.
pub(crate) fn text<'a>(row: &'a Value, field: &str) -> &'a str {
    row[field].as_str().unwrap_or_default()
}
