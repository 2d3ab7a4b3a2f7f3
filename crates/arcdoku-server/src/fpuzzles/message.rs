//! Requests and replies as JSON.

use serde_json::{Map, Number, Value, json};

use arcdoku::puzzle::Limit;
use arcdoku_wire::Fault;

/// What a request asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    TrueCandidates,
    Solve,
    Check,
    Count,
    Estimate,
    Path,
    Step,
}

impl Command {
    const TABLE: [(&str, Self); 7] = [
        ("truecandidates", Self::TrueCandidates),
        ("solve", Self::Solve),
        ("check", Self::Check),
        ("count", Self::Count),
        ("estimate", Self::Estimate),
        ("solvepath", Self::Path),
        ("step", Self::Step),
    ];

    /// Whether the digits and marks of the player are part of the question.
    pub(super) fn has_entries(self) -> bool {
        matches!(self, Self::Estimate | Self::Path | Self::Step)
    }

    /// Whether the limits of the server apply. The other commands run until the user cancels them.
    pub(super) fn is_limited(self) -> bool {
        !matches!(self, Self::Check | Self::Count | Self::Estimate)
    }
}

/// A request about a puzzle.
#[derive(Clone, Debug)]
pub(super) struct Request {
    pub(super) command: Command,
    /// The packed puzzle.
    pub(super) data: String,
}

/// A message of the script.
#[derive(Debug)]
pub(super) enum Message {
    Cancel,
    Request(Request),
    /// A message that cannot be answered, with the reason.
    Malformed(String),
}

/// Reads a message and its number. `None` if it has no number, because there is then no way to answer it.
pub(super) fn read(text: &str) -> Option<(Number, Message)> {
    let Ok(Value::Object(mut fields)) = serde_json::from_str(text) else { return None };
    let Some(Value::Number(nonce)) = fields.remove("nonce") else { return None };
    let mut take = |name: &str| match fields.remove(name) {
        Some(Value::String(text)) => Some(text),
        _ => None,
    };
    let (name, kind, data) = (take("command"), take("dataType"), take("data"));
    let name = name.unwrap_or_default();
    if name == "cancel" {
        return Some((nonce, Message::Cancel));
    }
    let command = Command::TABLE.iter().find(|(known, _)| *known == name).map(|(_, command)| *command);
    let message = match (command, data) {
        (None, _) => Message::Malformed(format!("There is no command {}.", Fault::quoted(&name))),
        (Some(command), Some(data)) if kind.as_deref() == Some("fpuzzles") => {
            Message::Request(Request { command, data })
        }
        _ => Message::Malformed("The request contains no puzzle of f-puzzles.".to_owned()),
    };
    Some((nonce, message))
}

/// Why a request was not answered within its limits.
pub(super) fn limited(limit: Limit) -> String {
    format!("The request was not answered: {limit}.")
}

/// A reply without the number of its request.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Reply {
    kind: &'static str,
    fields: Map<String, Value>,
}

impl Reply {
    fn new(kind: &'static str, fields: Value) -> Self {
        let fields = if let Value::Object(fields) = fields { fields } else { Map::new() };
        Self { kind, fields }
    }

    /// The request was cancelled.
    pub(super) fn canceled() -> Self {
        Self::new("canceled", json!({}))
    }

    /// The puzzle has no solution, or the request cannot be answered. Scripts write the message to their console.
    pub(super) fn invalid(message: &str) -> Self {
        Self::new("invalid", json!({ "message": message.replace('\n', " ") }))
    }

    /// The number of solutions with each digit in each cell.
    pub(super) fn candidates(counts: &[i64]) -> Self {
        Self::new("truecandidates", json!({ "solutionsPerCandidate": counts }))
    }

    /// A solution.
    pub(super) fn solved(values: &[i32]) -> Self {
        Self::new("solved", json!({ "solution": values }))
    }

    /// The number of solutions that were found so far, or of all.
    pub(super) fn count(count: u64, in_progress: bool) -> Self {
        Self::new("count", json!({ "count": count, "inProgress": in_progress }))
    }

    /// An estimate of the number of solutions from the mean of `samples`, with its standard error.
    pub(super) fn estimate(mean: f64, error: f64, samples: u64) -> Self {
        /// The half width of a 95 % confidence interval, in standard errors.
        const WIDTH: f64 = 1.96;
        let relative = if mean == 0.0 { 0.0 } else { 100.0 * WIDTH * error / mean };
        let fields = json!({
            "estimate": number(mean),
            "stderr": number(error),
            "iterations": samples,
            "ci95_lower": number(mean - WIDTH * error),
            "ci95_upper": number(mean + WIDTH * error),
            "relErrPercent": number(relative),
        });
        Self::new("estimate", fields)
    }

    /// The digit, or the candidates, of each cell, and a description of the steps that led there.
    pub(super) fn logical(cells: &[Value], lines: &[String], is_valid: bool) -> Self {
        let message: String = lines.iter().map(|line| format!("{line}\n")).collect();
        Self::new("logical", json!({ "cells": cells, "message": message, "isValid": is_valid }))
    }

    /// The reply as text, with the number of its request.
    pub(super) fn text(self, nonce: &Number) -> String {
        let Self { kind, mut fields } = self;
        fields.insert("nonce".to_owned(), nonce.clone().into());
        fields.insert("type".to_owned(), kind.into());
        Value::Object(fields).to_string()
    }
}

/// A number, or its name if JSON cannot express it.
fn number(value: f64) -> Value {
    match Number::from_f64(value) {
        Some(number) => number.into(),
        None if value.is_nan() => "NaN".into(),
        None if value < 0.0 => "-Infinity".into(),
        None => "Infinity".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_without_a_number_are_ignored() {
        for text in
            ["", "hello", "[]", "{}", r#"{"command":"cancel"}"#, r#"{"nonce":"1","command":"cancel"}"#]
        {
            assert!(read(text).is_none(), "{text}");
        }
    }

    #[test]
    fn other_bad_messages_have_a_reason() {
        for (text, expected) in [
            (r#"{"nonce":1}"#, "There is no command ''."),
            (r#"{"nonce":1,"command":"fly","dataType":"fpuzzles","data":""}"#, "There is no command 'fly'."),
            (r#"{"nonce":1,"command":"solve"}"#, "The request contains no puzzle of f-puzzles."),
            (
                r#"{"nonce":1,"command":"solve","dataType":"givens","data":""}"#,
                "The request contains no puzzle",
            ),
        ] {
            match read(text) {
                Some((_, Message::Malformed(reason))) => assert!(reason.starts_with(expected), "{reason}"),
                other => panic!("{text}: {other:?}"),
            }
        }
        assert!(matches!(read(r#"{"nonce":7,"command":"cancel"}"#), Some((_, Message::Cancel))));
    }

    #[test]
    fn numbers_of_requests_stay_numbers() {
        let nonce = Number::from(7);
        assert_eq!(Reply::canceled().text(&nonce), r#"{"nonce":7,"type":"canceled"}"#);
        assert_eq!(
            Reply::count(2, false).text(&nonce),
            r#"{"count":2,"inProgress":false,"nonce":7,"type":"count"}"#
        );
        let invalid = Reply::invalid("a\nb").text(&nonce);
        assert_eq!(invalid, r#"{"message":"a b","nonce":7,"type":"invalid"}"#);
    }

    #[test]
    fn estimates_may_be_infinite() {
        let Value::Object(fields) = Value::Object(Reply::estimate(4.0, f64::INFINITY, 1).fields) else {
            panic!()
        };
        assert_eq!(fields["stderr"], "Infinity");
        assert_eq!(fields["ci95_lower"], "-Infinity");
        assert_eq!(fields["relErrPercent"], "Infinity");
        let zero = Reply::estimate(0.0, 0.0, 0).fields;
        assert!(zero.values().all(|value| value.as_f64() == Some(0.0)), "{zero:?}");
    }
}
