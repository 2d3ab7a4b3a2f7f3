//! Bounded lines, and JSON lines in them.

use std::io::{BufRead, Read as _};
use std::sync::Arc;

use arcdoku_wire::{Fault, FaultCode, PuzzleInput};
use serde_json::Value;

use super::buffer::ReadBuffer;
use super::item::{Fields, Reading, Rejected};
use super::plan::{Places, Plan};

/// The longest row that is held; anything longer is skipped.
pub(super) const LONGEST: usize = 1 << 20;

/// The lines of an input, none of them held beyond [`LONGEST`].
pub(super) struct Lines<'a> {
    input: ReadBuffer<'a>,
    number: usize,
    failed: bool,
}

impl<'a> Lines<'a> {
    pub(super) fn new(input: ReadBuffer<'a>) -> Self {
        Self { input, number: 0, failed: false }
    }

    /// Appends the next line, with its end, to `text` and returns its number; `None` at the end.
    pub(super) fn next(&mut self, text: &mut String) -> Option<Result<usize, Fault>> {
        if self.failed {
            return None;
        }
        self.number += 1;
        let at = (self.number, 1);
        let mut bytes = Vec::new();
        match (&mut self.input).take(LONGEST as u64 + 1).read_until(b'\n', &mut bytes) {
            Err(error) => {
                self.failed = true;
                return Some(Err(Fault::new(
                    FaultCode::Io,
                    at,
                    format!("an input error ({error})"),
                    "readable input",
                )));
            }
            Ok(0) => return None,
            Ok(_) => {}
        }
        if bytes.len() > LONGEST || text.len() + bytes.len() > LONGEST {
            while bytes.last() != Some(&b'\n') {
                bytes.clear();
                match (&mut self.input).take(LONGEST as u64).read_until(b'\n', &mut bytes) {
                    Ok(0) | Err(_) => break,
                    Ok(_) => {}
                }
            }
            let found = format!("a row of more than {LONGEST} bytes");
            return Some(Err(Fault::new(FaultCode::LineTooLong, at, found, "a shorter row")));
        }
        let bytes =
            if self.number == 1 { bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes) } else { &bytes };
        match std::str::from_utf8(bytes) {
            Ok(line) => {
                text.push_str(line);
                Some(Ok(self.number))
            }
            Err(error) => {
                let (valid, rest) = bytes.split_at(error.valid_up_to());
                let column = String::from_utf8_lossy(valid).chars().count() + 1;
                let found = format!("byte 0x{:02X}", rest[0]);
                Some(Err(Fault::new(FaultCode::Utf8, (self.number, column), found, "UTF-8 text")))
            }
        }
    }
}

/// One puzzle per line, each an object.
pub(super) struct JsonLines<'a> {
    lines: Lines<'a>,
    source: Arc<str>,
    plan: &'a Plan,
    any: bool,
}

impl<'a> JsonLines<'a> {
    pub(super) fn new(input: ReadBuffer<'a>, source: Arc<str>, plan: &'a Plan) -> Self {
        Self { lines: Lines::new(input), source, plan, any: false }
    }

    fn row(&self, line: usize, text: &str) -> Reading {
        let input: PuzzleInput = serde_json::from_str(text).map_err(|error| {
            let (column, found, expected) = explain(text, &error);
            Box::<Rejected>::from(
                Fault::new(FaultCode::Structure, (line, column), found, expected).in_file(&self.source),
            )
        })?;
        let other: Fields =
            input.other.iter().map(|(name, value)| (name.as_str().into(), value.clone())).collect();
        let place = |field: &str, index: usize| (line, string_column(text, field, index));
        let places = Places { puzzle: place("puzzle", 0), solution: place("solution", 0), ruleset: &place };
        self.plan.item(&self.source, input, &places, other)
    }
}

/// Describes a line that is not a puzzle: the column, what was found and what was expected.
fn explain(text: &str, error: &serde_json::Error) -> (usize, String, String) {
    const OBJECT: &str = "an object with a field \"puzzle\"";
    let value = match serde_json::from_str::<Value>(text) {
        Ok(value) => value,
        Err(error) if error.is_eof() => {
            return (
                text.chars().count() + 1,
                "the end of the line within JSON".to_owned(),
                OBJECT.to_owned(),
            );
        }
        Err(error) => {
            // The parser's column counts bytes, and is that of the offending byte.
            let byte = text.floor_char_boundary(error.column().saturating_sub(1));
            let rest: String = text[byte..].chars().take(1).collect();
            let column = text[..byte].chars().count() + 1;
            return (column, format!("{}, which is not JSON", Fault::quoted(&rest)), OBJECT.to_owned());
        }
    };
    let Value::Object(fields) = &value else {
        return (1, kind(&value).to_owned(), OBJECT.to_owned());
    };
    let strings = |value: &Value| value.as_array().is_some_and(|list| list.iter().all(Value::is_string));
    for (name, value) in fields {
        let expected = match name.as_str() {
            "puzzle" if !value.is_string() => "a string",
            "solution" | "name" | "shape" | "regions" if !value.is_string() && !value.is_null() => "a string",
            "rules" if !strings(value) => "a list of strings",
            "extra" if !value.as_array().is_some_and(|list| list.iter().all(strings)) => {
                "a list of lists of names such as \"r1c1\""
            }
            _ => continue,
        };
        let column = key_column(text, name);
        return (column, format!("{} in the field \"{name}\"", kind(value)), expected.to_owned());
    }
    if !fields.contains_key("puzzle") {
        return (1, "an object without a field \"puzzle\"".to_owned(), OBJECT.to_owned());
    }
    let words = error.to_string();
    match words.strip_prefix("duplicate field `").and_then(|rest| rest.split('`').next()) {
        Some(name) => (key_column(text, name), format!("the field \"{name}\" twice"), "it once".to_owned()),
        None => (1, "an object that is not a puzzle".to_owned(), OBJECT.to_owned()),
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

/// The column of a field's name; 1 if it is unknown.
fn key_column(line: &str, field: &str) -> usize {
    line.find(&format!("\"{field}\"")).map_or(1, |start| line[..start].chars().count() + 1)
}

/// The column where a string begins, by its index among those in the value of a field; 1 if it is unknown.
fn string_column(line: &str, field: &str, index: usize) -> usize {
    let key = format!("\"{field}\"");
    let Some(after) = line.find(&key).map(|at| at + key.len()) else { return 1 };
    let (mut strings, mut is_inside, mut is_escaped) = (0, false, false);
    for (i, c) in line[after..].char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' if is_inside => is_inside = false,
            '"' if strings == index => return line[..=after + i].chars().count() + 1,
            '"' => (strings, is_inside) = (strings + 1, true),
            _ => {}
        }
    }
    1
}

impl Iterator for JsonLines<'_> {
    type Item = Reading;

    fn next(&mut self) -> Option<Reading> {
        let mut text = String::new();
        loop {
            text.clear();
            match self.lines.next(&mut text) {
                None if self.any => return None,
                None => {
                    self.any = true;
                    let fault = Fault::new(FaultCode::Empty, (1, 1), "no puzzle", "at least one")
                        .in_file(&self.source);
                    return Some(Err(Rejected::whole(fault)));
                }
                Some(Err(fault)) => {
                    self.any = true;
                    return Some(Err(fault.in_file(&self.source).into()));
                }
                Some(Ok(_)) if text.trim().is_empty() => {}
                Some(Ok(line)) => {
                    self.any = true;
                    return Some(self.row(line, text.trim_end()));
                }
            }
        }
    }
}
