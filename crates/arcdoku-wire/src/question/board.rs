//! A board as a person fills it: options of interfaces that have no input of puzzles.

use serde_json::Value;

use super::{OptionKind, OptionValue, PuzzleText, options};

/// For each cell its remaining candidates, as numbers from 1. An empty list means that all candidates remain.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Marks(pub Vec<Vec<u8>>);

impl OptionValue for Marks {
    const KIND: OptionKind = OptionKind::Other(
        "a list of lists of digits",
        r#"{ "type": "array", "items": { "type": ["array", "null"], "items": { "type": "integer" } } }"#,
    );
    const IS_REQUIRED: bool = false;

    fn read(value: &Value) -> Result<Self, Option<String>> {
        let digit = |value: &Value| value.as_u64().and_then(|digit| u8::try_from(digit).ok()).ok_or(None);
        let cell = |value: &Value| match value {
            Value::Null => Ok(Vec::new()),
            Value::Array(digits) => digits.iter().map(digit).collect(),
            _ => Err(None),
        };
        match value {
            Value::Null => Ok(Self::default()),
            Value::Array(cells) => Ok(Self(cells.iter().map(cell).collect::<Result<_, _>>()?)),
            _ => Err(None),
        }
    }

    fn write(&self) -> Value {
        self.0.iter().map(|digits| digits.iter().copied().collect::<Value>()).collect()
    }
}

options! {
    /// A board as a person fills it.
    BoardOptions {
        /// The puzzle in any notation, or as a row of JSON lines
        puzzle: PuzzleText,
        /// The digits on the board: one character per cell, or numbers separated by spaces; '.' for an empty cell.
        /// Clues may be repeated
        digits: Option<String>,
        /// For each cell the remaining candidates, as numbers from 1; all of them, if there are none
        marks: Marks,
    }
}
