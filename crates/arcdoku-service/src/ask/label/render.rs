//! Replies as text and columns.
//!
//! ```text
//! scores.csv:1  min-cost: 21.3512 (search, 1 node)
//!   21.3512  534678912672195348...
//!   r1c1  5 .97  3 .02
//! ```

use std::fmt::Write as _;

use arcdoku::grid::{Digit, DigitSet};
use arcdoku::puzzle::Puzzle;
use arcdoku_wire::{LabelReply, LabellingReply, NoAnswer, PuzzleInput, escaped};

use super::{LabelMethod, LabelProblem, is_bound};
use crate::text::{number, pencilmarks, plural};
use arcdoku::Choice as _;

/// The minimum share that is printed.
const LEAST_SHARE: f64 = 0.005;

/// Appends a reply as lines.
pub(super) fn text(problem: &LabelProblem, reply: &LabelReply, out: &mut String) {
    boards(problem, reply, out);
    let (Some(value), Ok(content)) = (&reply.value, &problem.content) else { return };
    let model = &content.model;
    let is_bound = reply.method.as_deref().and_then(LabelMethod::from_name).is_some_and(is_bound);
    let is_cost = reply.semiring == "min-cost" || reply.semiring.starts_with("k-best");
    let about = match (reply.exact, is_bound, &reply.limit) {
        (true, ..) => "",
        (_, true, _) => "at least ",
        // If a limit ended the search, the known value is no better than the best one.
        (_, _, Some(_)) if is_cost => "at most ",
        (_, _, Some(_)) => "at least ",
        _ => "about ",
    };
    let mut how: Vec<String> = reply.method.iter().cloned().collect();
    how.extend(reply.nodes.map(|nodes| plural(nodes.into(), "node")));
    if let (Some(width), Some("eliminate")) = (reply.width, reply.method.as_deref()) {
        how.push(format!("width {width}"));
    }
    if reply.converged == Some(false) {
        how.push("not converged".to_owned());
    }
    if let Some(limit) = &reply.limit {
        how.push(format!("ended by {limit}"));
    }
    if let (Some(low), Some(high)) = (&reply.low, &reply.high) {
        how.push(format!("95 %: {} to {}", short(low), short(high)));
    }
    let count = reply.count.as_ref();
    let count = count.map_or(String::new(), |count| format!(", {} labellings", grouped(count)));
    let shown = if reply.semiring == "count" { grouped(value) } else { short(value) };
    // Writing to a string cannot fail.
    let _ =
        writeln!(out, "{}  {}: {about}{shown}{count} ({})", problem.place, reply.semiring, how.join(", "));
    for labelling in &reply.labellings {
        let _ = writeln!(out, "  {}  {}", short(&labelling.cost.to_string()), labels(reply, labelling));
    }
    for (object, support) in reply.support.iter().enumerate() {
        let _ = writeln!(out, "  {}  {}", escaped(&model.shown_name(object)), escaped(&support.join(" ")));
    }
    // Values if they were requested, otherwise the shares of labels.
    let is_value =
        is_cost || matches!(reply.semiring.as_str(), "max-gain" | "cost-and-count" | "expectation");
    if is_value && !reply.marginals.is_empty() {
        for (object, values) in reply.marginals.iter().enumerate() {
            let _ = write!(out, "  {}", escaped(&model.shown_name(object)));
            let values = values.iter().enumerate().filter(|(_, value)| !is_none(value));
            for (label, value) in values {
                let _ = write!(out, "  {} {}", escaped(&model.label_name(object, label)), short(value));
            }
            out.push('\n');
        }
    } else {
        for (object, shares) in reply.shares.iter().enumerate() {
            let mut shares: Vec<(usize, f64)> =
                shares.iter().map(|share| share.as_f64().unwrap_or(0.0)).enumerate().collect();
            shares.retain(|&(_, share)| share >= LEAST_SHARE);
            shares.sort_by(|a, b| b.1.total_cmp(&a.1));
            let _ = write!(out, "  {}", escaped(&model.shown_name(object)));
            for (label, share) in shares {
                let _ = write!(out, "  {} {share:.2}", escaped(&model.label_name(object, label)));
            }
            out.push('\n');
        }
    }
}

/// Appends the boards of arc consistency.
fn boards(problem: &LabelProblem, reply: &LabelReply, out: &mut String) {
    let puzzle = problem
        .content
        .as_ref()
        .ok()
        .and_then(|content| content.item.as_ref())
        .map(|item| &item.record.puzzle);
    for (round, board) in reply.boards.iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = match round {
            0 => writeln!(out, "{}  before arc consistency", problem.place),
            _ => writeln!(out, "round {round}: without {}", plural(board.removed.into(), "label")),
        };
        if let Some(puzzle) = puzzle {
            let shape = puzzle.shape();
            let digits = DigitSet::all(shape.digits());
            let set = |names: &Vec<String>| {
                digits.iter().filter(|&digit| names.contains(&shape.value(digit).to_string())).collect()
            };
            let sets: Vec<DigitSet> = board.labels.iter().map(set).collect();
            // Clues have one label, like all decided cells.
            pencilmarks(&Puzzle::new(shape), &sets, |_| None, out);
        } else {
            for (object, labels) in reply.objects.iter().zip(&board.labels) {
                let _ = writeln!(out, "  {}: {}", escaped(object), escaped(&labels.join(" ")));
            }
        }
    }
}

/// Appends a reply as lines of fields separated by tabs, one for each labelling.
pub(super) fn tsv(problem: &LabelProblem, reply: &LabelReply, out: &mut String) {
    let Some(value) = &reply.value else { return };
    let kind = if reply.exact { "exact" } else { "about" };
    let front = format!("{}\t{}\t{}\t{value}\t{kind}", reply.head.number, problem.place, reply.semiring);
    if reply.labellings.is_empty() {
        let _ = writeln!(out, "{front}\t\t\t");
    }
    for (rank, labelling) in reply.labellings.iter().enumerate() {
        let _ = writeln!(out, "{front}\t{}\t{}\t{}", rank + 1, labelling.cost, labels(reply, labelling));
    }
}

/// Why a problem has no answer, in one line.
pub(super) fn failure(problem: &LabelProblem, reply: &LabelReply) -> Option<String> {
    if let Err(rejected) = &problem.content {
        return Some(rejected.message());
    }
    let place = &problem.place;
    let why = match (reply.outcome, reply.limit) {
        (Some(NoAnswer::Unsatisfiable), _) => {
            let mut why = "there is no labelling".to_owned();
            if !reply.ran_out.is_empty() {
                why += &format!(": no label is left for {}", reply.ran_out.join(", "));
            } else if !reply.because.is_empty() {
                why += &format!(": {} contradict each other", reply.because.join("; "));
            }
            why
        }
        (Some(NoAnswer::TooWide), _) => {
            let bytes = reply.bytes.as_ref().and_then(serde_json::Number::as_f64).unwrap_or(f64::INFINITY);
            let width = reply.width.unwrap_or_default();
            let size = if bytes < 1e15 { number(bytes.ceil() as u128) } else { format!("{bytes:.1e}") };
            format!("tables of {} would take {size} bytes, more than allowed", plural(width.into(), "object"))
        }
        (Some(_), _) => "a number is too large for its type".to_owned(),
        (None, Some(limit)) => format!("given up ({limit})"),
        (None, None) => return None,
    };
    Some(format!("{place}: {}", escaped(&why)))
}

/// A labelling as one word for a puzzle, otherwise as the labels of all objects with names.
fn labels(reply: &LabelReply, labelling: &LabellingReply) -> String {
    if let Some(solution) = &labelling.solution {
        return solution.clone();
    }
    let pairs = reply.objects.iter().zip(&labelling.labels);
    escaped(&pairs.map(|(object, label)| format!("{object}={label}")).collect::<Vec<_>>().join(" "))
}

/// Whether the value of a label means that no labelling has it.
fn is_none(value: &str) -> bool {
    matches!(value, "inf" | "-inf" | "-") || value.starts_with("inf x")
}

/// A number with six digits, unless it is an integer.
fn short(value: &str) -> String {
    match value.parse::<f64>() {
        Ok(parsed) if value.contains(['.', 'e']) && parsed.is_finite() => {
            let size = parsed.abs();
            if size != 0.0 && !(1e-4..1e9).contains(&size) {
                format!("{parsed:.5e}")
            } else {
                format!("{parsed:.6}")
            }
        }
        _ => value.to_owned(),
    }
}

/// A whole number with commas.
fn grouped(value: &str) -> String {
    value.parse().map_or_else(|_| value.to_owned(), number)
}

/// The digits of a solution as text.
pub(super) fn digits(puzzle: &Puzzle, text: &str) -> Vec<Option<Digit>> {
    let solution = PuzzleInput::expected(text, puzzle);
    solution.map(|solution| solution.digits().iter().copied().map(Some).collect()).unwrap_or_default()
}
