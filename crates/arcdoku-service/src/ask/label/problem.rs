//! Inputs as labelling problems.
//!
//! | input | the problem |
//! |---|---|
//! | a puzzle in any notation | its model without costs |
//! | JSON lines and tables with a field `costs` | the puzzle with a cost for each digit of each cell |
//! | a table of scores: N x N rows of N numbers | an empty grid with a cost for each digit of each cell, for all such rows |
//! | UAI, WCSP, CFN | the model |

use std::ops::ControlFlow;
use std::sync::Arc;

use arcdoku::Choice as _;
use arcdoku::grid::Cell;
use arcdoku_label::LabelModel;
use arcdoku_label::formats::{AnyLabelModel, LabelFormat, read_labels};
use arcdoku_wire::question::{Label, ModelForm, ScoreKind};
use arcdoku_wire::{Fault, FaultCode, PassedFields, ReplyHead};
use serde_json::Value;

use super::{ALL, plain};
use crate::cancel::Bounds;
use crate::input::{self, Input, Item, Plan, Reading, Rejected, Source, container_of, read_one};
use crate::output::Output;
use crate::report::caught_at;
use crate::status::{Error, Status};
use crate::stream;

/// The largest file with a model or with scores: 64 MiB.
const LARGEST: u64 = 1 << 26;

/// The number of bytes from which the content of a source is detected.
const BEGINNING: u64 = 1 << 16;

/// The name of the field of costs.
const COSTS: &str = "costs";

/// The exchange format of a form, for models of other programs.
pub(super) fn format(form: ModelForm) -> Option<LabelFormat> {
    LabelFormat::from_name(form.name())
}

/// The form of a text, detected from the name of its file and from its beginning.
fn form_of(name: &str, text: &str) -> ModelForm {
    let by_name = LabelFormat::of_path(name);
    // A table of numbers looks like a WCSP model without a name.
    let has_name = text.split_whitespace().next().is_some_and(|word| word.parse::<f64>().is_err());
    let by_text = || LabelFormat::detect(text).filter(|&format| format != LabelFormat::Wcsp || has_name);
    let format = by_name.or_else(by_text).and_then(|format| ModelForm::from_name(format.name()));
    if let Some(form) = format.filter(|_| ALL) {
        return form;
    }
    let mut rows = text.lines().filter(|line| is_row(line)).take(2).map(fields);
    let is_scored = |row: &Vec<&str>| {
        row.len() > 1
            && row.iter().all(|field| number(field).is_some())
            && row.iter().any(|field| field.contains('.'))
    };
    let first = rows.next().unwrap_or_default();
    // The first line may contain names.
    let mut after_names = || rows.next().is_some_and(|row| row.len() == first.len() && is_scored(&row));
    if container_of(text).is_none() && (is_scored(&first) || after_names()) {
        ModelForm::Scores
    } else {
        ModelForm::Puzzles
    }
}

/// A problem of an input.
pub struct LabelProblem {
    /// Its place in messages: `file:3`.
    pub place: String,
    pub(super) content: Result<LabelContent, Box<Rejected>>,
}

/// A problem that could be read.
pub(super) struct LabelContent {
    pub(super) model: AnyLabelModel,
    /// The puzzle of the problem.
    pub(super) item: Option<Box<Item>>,
}

impl LabelProblem {
    /// Does the work on the problem. A panic is returned as a message that names the problem.
    pub(super) fn caught<T>(&self, work: impl FnOnce() -> T) -> Result<T, String> {
        let item = self.content.as_ref().ok().and_then(|content| content.item.as_deref());
        caught_at(item, || self.place.clone(), work)
    }

    /// The first fields of a reply to the problem.
    pub(super) fn head(&self, number: u64) -> ReplyHead {
        let plain = ReplyHead { number, ..ReplyHead::default() };
        match &self.content {
            Ok(LabelContent { item: Some(item), .. }) => item.head(number),
            Ok(LabelContent { model, .. }) => {
                let name = model.name();
                ReplyHead { name: (!name.is_empty()).then(|| name.to_owned()), ..plain }
            }
            Err(rejected) => ReplyHead { puzzle: rejected.text.clone(), ..plain },
        }
    }

    /// The fields that came with the problem, without its costs.
    pub(super) fn other(&self, ours: &[&str]) -> PassedFields {
        let fields = match &self.content {
            Ok(content) => content.item.as_ref().map(|item| &item.other),
            Err(rejected) => Some(&rejected.other),
        };
        let mut fields = fields.map(|fields| input::passed(fields, ours)).unwrap_or_default();
        fields.shift_remove(COSTS);
        fields
    }

    fn of_item(item: Item, model: AnyLabelModel) -> Self {
        Self { place: item.place(), content: Ok(LabelContent { model, item: Some(Box::new(item)) }) }
    }

    fn rejected(rejected: Box<Rejected>) -> Self {
        Self { place: String::new(), content: Err(rejected) }
    }

    pub(super) fn of_reading(reading: Reading) -> Self {
        match reading {
            Ok(item) => match costs(&item) {
                Ok(model) => Self::of_item(item, model),
                Err(fault) => {
                    let mut rejected: Box<Rejected> = fault.in_file(&item.source).into();
                    rejected.text = item.head(0).puzzle;
                    Self::rejected(rejected)
                }
            },
            Err(rejected) => Self::rejected(rejected),
        }
    }
}

/// Notes the status of a problem. Returns whether it is the last one.
fn note(status: &mut Status, flow: ControlFlow<Status, Status>) -> bool {
    let (ControlFlow::Continue(next) | ControlFlow::Break(next)) = flow;
    status.note(next);
    flow.is_break()
}

/// Receives a problem.
pub(super) type ProblemSink<'a> =
    &'a mut dyn FnMut(&mut dyn Output, LabelProblem) -> Result<ControlFlow<Status, Status>, Error>;

/// Passes all problems of an input to `answer`, until it returns `Break`.
pub(super) fn each(
    question: &Label,
    bounds: &Bounds,
    input: Input,
    output: &mut dyn Output,
    answer: ProblemSink<'_>,
) -> Result<Status, Error> {
    let Input { sources, plan } = input;
    let cancel = &bounds.cancel;
    let mut status = Status::Fine;
    for source in sources {
        let flow = match read(question, source) {
            Err(rejected) => answer(output, LabelProblem::rejected(rejected))?,
            Ok(Content::Model(name, text, format)) => {
                output.enter(text.len() as u64);
                let flow = answer(output, model(&name, &text, format))?;
                output.advance(text.len() as u64, 1);
                flow
            }
            Ok(Content::Scores(name, text)) => {
                scores(question.problem.scores, &name, &text, &plan, output, answer)?
            }
            Ok(Content::Puzzles(source)) => {
                let input = Input { sources: vec![source], plan: Arc::clone(&plan) };
                let mut is_over = false;
                let end = stream::readings(input, cancel, output, |output, _, reading| {
                    let flow = answer(output, LabelProblem::of_reading(reading))?;
                    is_over |= flow.is_break();
                    Ok(flow)
                })?;
                if is_over { ControlFlow::Break(end) } else { ControlFlow::Continue(end) }
            }
        };
        if note(&mut status, flow) {
            break;
        }
        if cancel.is_cancelled() {
            status.note(Status::Interrupted);
            break;
        }
    }
    output.flush()?;
    output.finish();
    Ok(status)
}

/// The content of a source.
enum Content {
    /// The name and the text of a model.
    Model(Arc<str>, String, LabelFormat),
    /// The name and the text of a table of scores.
    Scores(Arc<str>, String),
    /// Puzzles, which are read one by one.
    Puzzles(Source),
}

/// Reads as much of a source as is needed to determine its content. Models and scores are read completely.
fn read(question: &Label, source: Source) -> Result<Content, Box<Rejected>> {
    let (name, start, source) = source.peek(BEGINNING)?;
    let form = question.problem.form.unwrap_or_else(|| {
        let text = String::from_utf8_lossy(&start);
        // The last line may be incomplete.
        let is_cut = start.len() as u64 == BEGINNING;
        let end = text.rfind('\n').filter(|_| is_cut).unwrap_or(text.len());
        form_of(&name, &text[..end])
    });
    Ok(match format(form).filter(|_| ALL) {
        Some(format) => Content::Model(name, source.load(LARGEST)?, format),
        None if form == ModelForm::Scores => Content::Scores(name, source.load(LARGEST)?),
        None => Content::Puzzles(source),
    })
}

fn model(name: &str, text: &str, format: LabelFormat) -> LabelProblem {
    let content =
        read_labels(text, format).map(|model| LabelContent { model, item: None }).map_err(|error| {
            Fault::new(FaultCode::Foreign, (error.line, error.column), error.found, error.expected)
                .in_file(name)
                .into()
        });
    LabelProblem { place: name.to_owned(), content }
}

/// Whether a line of a table of scores is a row.
fn is_row(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && !line.starts_with('#')
}

/// The fields of a line, separated by commas, semicolons or tabs if there are any, otherwise by spaces. Only the
/// first [`FIELDS`] fields are returned.
fn fields(line: &str) -> Vec<&str> {
    match [',', ';', '\t'].into_iter().find(|&separator| line.contains(separator)) {
        Some(separator) => line.split(separator).map(str::trim).take(FIELDS).collect(),
        None => line.split_whitespace().take(FIELDS).collect(),
    }
}

/// The maximum number of fields that are read from a line: one more than the maximum number of digits.
const FIELDS: usize = 65;

/// A number of fields in words.
fn counted(count: usize, noun: &str) -> String {
    if count < FIELDS { format!("{count} {noun}") } else { format!("more than {} {noun}", FIELDS - 1) }
}

/// A number, which may be infinite.
fn number(field: &str) -> Option<f64> {
    field.parse().ok().filter(|number: &f64| !number.is_nan())
}

/// Passes the grids of a table of scores to `answer`. Each grid has as many rows as cells.
fn scores(
    kind: ScoreKind,
    name: &str,
    text: &str,
    plan: &Plan,
    output: &mut dyn Output,
    answer: ProblemSink<'_>,
) -> Result<ControlFlow<Status, Status>, Error> {
    let mut rows: Vec<(usize, &str)> =
        text.lines().enumerate().filter(|(_, line)| is_row(line)).map(|(i, line)| (i + 1, line)).collect();
    if rows.first().is_some_and(|(_, line)| fields(line).iter().all(|field| number(field).is_none())) {
        // The first row has the names of the columns, so it is removed.
        rows.remove(0);
    }
    let digits = rows.first().map_or(0, |(_, line)| fields(line).len());
    let whole = |at, found: String, expected: &str| {
        LabelProblem::rejected(Fault::new(FaultCode::Costs, at, found, expected).in_file(name).into())
    };
    if rows.is_empty() {
        return answer(output, whole((1, 1), "no scores".to_owned(), "rows of numbers, one for each digit"));
    }
    let cells = digits * digits;
    let mut status = Status::Fine;
    for grid in rows.chunks(cells.max(1)) {
        let bytes = grid.iter().map(|(_, line)| line.len() as u64 + 1).sum();
        output.enter(bytes);
        let problem = if !(2..=64).contains(&digits) {
            whole((grid[0].0, 1), counted(digits, "columns"), "2 to 64 columns, one for each digit")
        } else if grid.len() < cells {
            let last = grid[grid.len() - 1];
            let found = format!("the end after {} rows of a grid", grid.len());
            whole((last.0, last.1.chars().count() + 1), found, &format!("{cells} rows of {digits} numbers"))
        } else {
            match table(kind, grid, digits, name, plan) {
                Ok((item, model)) => LabelProblem::of_item(item, model),
                Err(rejected) => LabelProblem::rejected(rejected),
            }
        };
        let flow = answer(output, problem)?;
        output.advance(bytes, 1);
        if note(&mut status, flow) {
            return Ok(ControlFlow::Break(status));
        }
    }
    Ok(ControlFlow::Continue(status))
}

/// An empty grid with costs from scores.
fn table(
    kind: ScoreKind,
    rows: &[(usize, &str)],
    digits: usize,
    name: &str,
    plan: &Plan,
) -> Result<(Item, AnyLabelModel), Box<Rejected>> {
    let mut item = read_one(&empty(rows.len(), digits), plan)?;
    item.source = name.into();
    item.record.line = rows[0].0;
    let mut model = LabelModel::<f64>::of_puzzle(&item.record.puzzle);
    let expected = match kind {
        ScoreKind::Log => "a number, or -inf",
        ScoreKind::Prob => "a number, 0 or more",
        ScoreKind::Cost => "a number, or inf",
    };
    for (cell, &(line, text)) in rows.iter().enumerate() {
        let row = fields(text);
        let wrong = |field: Option<&str>, found: String, expected: &str| {
            let start = field.map_or(text.len(), |field| field.as_ptr() as usize - text.as_ptr() as usize);
            let column = text[..start].chars().count() + 1;
            Box::<Rejected>::from(Fault::new(FaultCode::Costs, (line, column), found, expected).in_file(name))
        };
        if row.len() != digits {
            let extra = row.get(digits).copied();
            return Err(wrong(extra, counted(row.len(), "numbers"), &format!("{digits} numbers")));
        }
        for (digit, field) in row.into_iter().enumerate() {
            let cost = number(field).and_then(|score| match kind {
                ScoreKind::Log => Some(-score),
                ScoreKind::Prob if score >= 0.0 => Some(-score.ln()),
                ScoreKind::Prob => None,
                ScoreKind::Cost => Some(score),
            });
            // A cost that is not possible or too large is an error.
            cost.and_then(|cost| model.add_cost(cell, digit, cost).ok())
                .ok_or_else(|| wrong(Some(field), Fault::quoted(field), expected))?;
        }
    }
    Ok((item, AnyLabelModel::Real(model)))
}

/// A grid without clues as text.
fn empty(cells: usize, digits: usize) -> String {
    if digits <= 36 { ".".repeat(cells) } else { "0 ".repeat(cells) }
}

/// The model of a puzzle with the costs that came with it.
fn costs(item: &Item) -> Result<AnyLabelModel, Fault> {
    let Some((_, value)) = item.other.iter().find(|(name, _)| &**name == COSTS) else {
        return Ok(AnyLabelModel::Exact(plain(item)));
    };
    let at = (item.line(), 1);
    let shape = item.record.puzzle.shape();
    let (cells, digits) = (shape.cells(), shape.digits());
    let all = format!("a list of {cells} lists of {digits} costs");
    let parsed;
    let value = match value {
        // Columns of tables contain text.
        Value::String(text) => {
            parsed = serde_json::from_str(text).unwrap_or(Value::Null);
            &parsed
        }
        other => other,
    };
    let Some(rows) = value.as_array().filter(|rows| rows.len() == cells) else {
        let found = match value.as_array() {
            Some(rows) => format!("{} lists in the field \"{COSTS}\"", rows.len()),
            None => format!("no list in the field \"{COSTS}\""),
        };
        return Err(Fault::new(FaultCode::Costs, at, found, all));
    };
    let is_exact =
        rows.iter().filter_map(Value::as_array).flatten().all(|cost| cost.is_i64() || cost.is_null());
    let mut exact = plain(item);
    let mut real = LabelModel::<f64>::of_puzzle(&item.record.puzzle);
    for (cell, row) in rows.iter().enumerate() {
        if row.is_null() {
            continue;
        }
        let name = shape.name(Cell::new(cell));
        let Some(row) = row.as_array().filter(|row| row.len() == digits) else {
            let found = format!("{} as the costs of {name}", Fault::quoted(&row.to_string()));
            return Err(Fault::new(
                FaultCode::Costs,
                at,
                found,
                format!("a list of {digits} costs, or null"),
            ));
        };
        for (digit, cost) in row.iter().enumerate() {
            let added = if is_exact {
                exact.add_cost(cell, digit, cost.as_i64().unwrap_or(i64::MAX)).ok()
            } else if cost.is_null() {
                real.add_cost(cell, digit, f64::INFINITY).ok()
            } else {
                cost.as_f64().and_then(|cost| real.add_cost(cell, digit, cost).ok())
            };
            added.ok_or_else(|| {
                let found = format!("{} as a cost of {name}", Fault::quoted(&cost.to_string()));
                Fault::new(FaultCode::Costs, at, found, "a number, or null for what is forbidden")
            })?;
        }
    }
    Ok(if is_exact { AnyLabelModel::Exact(exact) } else { AnyLabelModel::Real(real) })
}
