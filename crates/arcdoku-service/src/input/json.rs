//! Rows of JSON lines.

use std::sync::Arc;

use arcdoku_wire::{Fault, FaultCode, PuzzleInput};
use serde_json::Value;

use super::item::{Fields, Reading, Rejected};
use super::plan::{Places, Plan};

/// The puzzle of an object. The object begins at this line.
pub(super) fn row(line: usize, text: &str, source: &Arc<str>, plan: &Plan) -> Reading {
    let within = |(row, column): (usize, usize)| (line + row, column);
    let input: PuzzleInput = serde_json::from_str(text).map_err(|error| {
        let (at, found, expected) = explain(text, &error);
        let fault = Fault::new(FaultCode::Structure, within(at), found, expected);
        Box::<Rejected>::from(fault.in_file(source))
    })?;
    let other: Fields =
        input.other.iter().map(|(name, value)| (name.as_str().into(), value.clone())).collect();
    let place = |field: &str, index: usize| within(string_place(text, field, index));
    let places = Places { puzzle: place("puzzle", 0), solution: place("solution", 0), ruleset: &place };
    plan.item(source, input, &places, other)
}

/// The line of a byte, counted from 0, and its column, counted from 1.
fn place(text: &str, byte: usize) -> (usize, usize) {
    let before = &text[..byte];
    let begin = before.rfind('\n').map_or(0, |end| end + 1);
    (before.matches('\n').count(), before[begin..].chars().count() + 1)
}

/// Describes a text that is not a puzzle: its place, what was found and what was expected.
fn explain(text: &str, error: &serde_json::Error) -> ((usize, usize), String, String) {
    const OBJECT: &str = "an object with a field \"puzzle\"";
    let value = match serde_json::from_str::<Value>(text) {
        Ok(value) => value,
        Err(error) if error.is_eof() => {
            return (
                place(text, text.len()),
                "the end of the line within JSON".to_owned(),
                OBJECT.to_owned(),
            );
        }
        Err(error) => {
            // The parser's column counts bytes, and refers to the invalid byte.
            let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1));
            let begin: usize = lines.map(str::len).sum();
            let byte = text.floor_char_boundary(begin + error.column().saturating_sub(1));
            let rest: String = text[byte..].chars().take(1).collect();
            return (
                place(text, byte),
                format!("{}, which is not JSON", Fault::quoted(&rest)),
                OBJECT.to_owned(),
            );
        }
    };
    let Value::Object(fields) = &value else {
        return ((0, 1), kind(&value).to_owned(), OBJECT.to_owned());
    };
    let strings = |value: &Value| value.as_array().is_some_and(|list| list.iter().all(Value::is_string));
    for (name, value) in fields {
        let expected = match name.as_str() {
            "puzzle" if !value.is_string() => "a string",
            "solution" | "name" | "shape" | "regions" if !value.is_string() && !value.is_null() => "a string",
            "rules" | "rule" if !strings(value) => "a list of strings",
            "extra" if !value.as_array().is_some_and(|list| list.iter().all(strings)) => {
                "a list of lists of names such as \"r1c1\""
            }
            _ => continue,
        };
        return (
            key_place(text, name),
            format!("{} in the field \"{name}\"", kind(value)),
            expected.to_owned(),
        );
    }
    if !fields.contains_key("puzzle") {
        return ((0, 1), "an object without a field \"puzzle\"".to_owned(), OBJECT.to_owned());
    }
    let words = error.to_string();
    match words.strip_prefix("duplicate field `").and_then(|rest| rest.split('`').next()) {
        Some(name) => (key_place(text, name), format!("the field \"{name}\" twice"), "it once".to_owned()),
        None => ((0, 1), "an object that is not a puzzle".to_owned(), OBJECT.to_owned()),
    }
}

/// The kind of a value, in words.
fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

/// The place of a field's name; the first one if it is unknown.
fn key_place(text: &str, field: &str) -> (usize, usize) {
    place(text, text.find(&format!("\"{field}\"")).unwrap_or(0))
}

/// The place where a string begins, from its index among the strings of a field's value; the first place if it is
/// unknown.
fn string_place(text: &str, field: &str, index: usize) -> (usize, usize) {
    let key = format!("\"{field}\"");
    let Some(after) = text.find(&key).map(|at| at + key.len()) else { return (0, 1) };
    let (mut strings, mut is_inside, mut is_escaped) = (0, false, false);
    for (i, c) in text[after..].char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' if is_inside => is_inside = false,
            '"' if strings == index => return place(text, after + i + 1),
            '"' => (strings, is_inside) = (strings + 1, true),
            _ => {}
        }
    }
    (0, 1)
}
