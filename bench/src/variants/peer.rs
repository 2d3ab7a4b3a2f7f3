//! The Interactive Sudoku Solver in Node: one process for a whole set.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use super::SolutionCount;

/// The answer of the peer to a puzzle.
pub(super) struct PeerRow {
    pub(super) ms: f64,
    solutions: u64,
    pub(super) complete: bool,
    pub(super) values: Vec<i32>,
}

impl PeerRow {
    pub(super) fn found(&self) -> SolutionCount {
        match self.solutions {
            _ if !self.complete => SolutionCount::Unknown,
            0 => SolutionCount::None,
            1 => SolutionCount::One,
            _ => SolutionCount::Several,
        }
    }
}

/// The answers to all rows, in order.
pub(super) fn answers(
    root: &Path,
    checkout: &Path,
    field: &str,
    rows: &[Value],
    longest: Duration,
    rounds: usize,
) -> Result<Vec<PeerRow>, String> {
    let fault = |error: std::io::Error| format!("node: {error}");
    eprintln!("the peer answers {} puzzles", rows.len());
    let mut node = Command::new("node")
        .arg(root.join("bench/src/variants/iss.mjs"))
        .arg(checkout)
        .arg(longest.as_secs().to_string())
        .arg(rounds.to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(fault)?;
    let mut input = String::new();
    for row in rows {
        input += &json!({"id": row["id"], "text": row[field]}).to_string();
        input.push('\n');
    }
    // The program reads its whole input before it writes any output, so writing all input first cannot block.
    node.stdin.take().ok_or("node: no input")?.write_all(input.as_bytes()).map_err(fault)?;
    let output = node.wait_with_output().map_err(fault)?;
    let text = String::from_utf8_lossy(&output.stdout);
    let answers: Vec<PeerRow> = text
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .map(|value: Value| row(&value))
        .collect();
    if !output.status.success() || answers.len() != rows.len() {
        return Err(format!("node: {} answers to {} puzzles", answers.len(), rows.len()));
    }
    Ok(answers)
}

fn row(value: &Value) -> PeerRow {
    let values = value["values"].as_array().map_or(&[][..], Vec::as_slice);
    PeerRow {
        ms: value["ms"].as_f64().unwrap_or(f64::MAX),
        solutions: value["solutions"].as_u64().unwrap_or(0),
        complete: value["complete"].as_bool().unwrap_or(false),
        values: values.iter().map(|value| value.as_i64().unwrap_or(-1) as i32).collect(),
    }
}
