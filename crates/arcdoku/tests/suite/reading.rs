//! Shared code of the tests of formats.

use arcdoku::grid::Shape;
use arcdoku::puzzle::format::{Notation, ParseError, ReadOptions, Record, parse_one};

pub(crate) fn read_as(text: &str, notation: Notation) -> Result<Record, ParseError> {
    parse_one(text, &ReadOptions { notation: Some(notation), shape: None })
}

pub(crate) fn read_shaped(text: &str, shape: Shape) -> Result<Record, ParseError> {
    parse_one(text, &ReadOptions { notation: None, shape: Some(shape) })
}

pub(crate) fn message(text: &str) -> String {
    parse_one(text, &ReadOptions::default()).unwrap_err().in_file("f").to_string()
}
