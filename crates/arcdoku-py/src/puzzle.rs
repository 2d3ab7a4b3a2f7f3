//! Puzzles as the service reads them: any notation, any rule, any supported format of another program.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

use arcdoku::grid::Digit;
use arcdoku::puzzle::{Puzzle, Rule};
use arcdoku_exchange::Policy;
use arcdoku_service::ask::read;
use arcdoku_service::input::{Board, Item, Medium, Plan, Reading, ShapeParts, passed, read_one};
use arcdoku_wire::{PuzzleInput, Ruleset, grid_text, puzzle_text};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::Deserialize;

/// The options for reading a text, as on the command line.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "flags are independent of each other")]
struct ReadOptions {
    from: Option<String>,
    marks: bool,
    partial: bool,
    shape: Option<String>,
    r#box: Option<String>,
    latin: bool,
    bare: bool,
    size: Option<String>,
    digits: Option<String>,
    extra_cells: Option<usize>,
    rules: Vec<String>,
    regions: Option<String>,
    extra: Vec<String>,
    placed: Option<String>,
}

/// A puzzle that was read.
#[pyclass(frozen, module = "arcdoku._native")]
pub(crate) struct PuzzleData(pub(crate) Arc<ReadPuzzle>);

/// A puzzle that was read, which threads can share.
pub(crate) struct ReadPuzzle {
    /// Always a puzzle. Unreadable input raises an exception.
    pub(crate) reading: Reading,
    /// The puzzle with its rules as a row of JSON lines.
    pub(crate) json: String,
}

#[pymethods]
impl PuzzleData {
    /// Reads one puzzle. `options` is a JSON object.
    #[new]
    fn new(text: &str, options: &str) -> PyResult<Self> {
        let options: ReadOptions = serde_json::from_str(options).map_err(value_error)?;
        let read = ReadPuzzle::read(text, &options).map_err(PyValueError::new_err)?;
        Ok(Self(Arc::new(read)))
    }

    /// The puzzle as one string: its clues, or its candidates if they are restricted.
    #[getter]
    fn text(&self) -> String {
        puzzle_text(&self.0.item().record.puzzle)
    }

    /// The puzzle with its rules, name and solution as a row of JSON lines.
    #[getter]
    fn json(&self) -> &str {
        &self.0.json
    }

    /// The clues and the placed digits as one string, if any digit was placed.
    #[getter]
    fn placed(&self) -> Option<String> {
        let record = &self.0.item().record;
        let shape = record.puzzle.shape();
        (!record.placed.is_empty()).then(|| grid_text(shape, &self.0.digits()))
    }

    /// The clue of each cell as the number of its digit from 1; 0 for none. With `placed`, also placed digits.
    fn cells<'py>(&self, py: Python<'py>, placed: bool) -> Bound<'py, PyBytes> {
        let givens = self.0.item().record.puzzle.givens();
        let digits = if placed { self.0.digits() } else { givens.to_vec() };
        PyBytes::new(py, &numbers(&digits))
    }

    /// Rows, columns, digits, the value of the first digit, extra cells.
    #[getter]
    fn dimensions(&self) -> (usize, usize, usize, i32, usize) {
        let shape = self.0.item().record.puzzle.shape();
        (shape.rows(), shape.columns(), shape.digits(), shape.least(), shape.extra())
    }

    /// The shape in the form that `Kind` reads, and the rules other than those of the shape. Restricted candidates
    /// are also a rule.
    #[getter]
    fn kind(&self) -> (String, Vec<String>) {
        let puzzle = &self.0.item().record.puzzle;
        let shape = puzzle.shape();
        let own = Puzzle::new(shape);
        let is_bare = puzzle.is_bare();
        let rules = puzzle.rules().iter().filter(|rule| is_bare || !own.rules().contains(rule));
        let text = format!("{}{}", shape.text(), if is_bare { BARE } else { "" });
        (text, rules.map(ToString::to_string).collect())
    }

    /// The digits of a grid text of the same shape as numbers from 1.
    fn numbers<'py>(&self, py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyBytes>> {
        let digits = self.0.digits_of(text).map_err(value_error)?;
        Ok(PyBytes::new(py, &numbers(&digits)))
    }

    /// The data for drawing the puzzle, as JSON: its shape, clues and rules.
    fn board(&self) -> PyResult<String> {
        serde_json::to_string(&read::reply(&self.0.json, 1, Policy::default())).map_err(value_error)
    }

    fn __eq__(&self, other: &Self) -> bool {
        let (mine, theirs) = (&self.0.item().record, &other.0.item().record);
        mine.puzzle == theirs.puzzle && mine.placed == theirs.placed
    }

    fn __hash__(&self) -> u64 {
        let record = &self.0.item().record;
        let mut hasher = DefaultHasher::new();
        (&record.puzzle, &record.placed).hash(&mut hasher);
        hasher.finish()
    }
}

/// Digits as numbers from 1, 0 for none.
fn numbers(digits: &[Option<Digit>]) -> Vec<u8> {
    digits.iter().map(|digit| digit.map_or(0, Digit::get)).collect()
}

impl ReadPuzzle {
    pub(crate) fn item(&self) -> &Item {
        match &self.reading {
            Ok(item) => item,
            Err(_) => unreachable!("only puzzles that were read are kept"),
        }
    }

    /// The clues and the placed digits.
    pub(crate) fn digits(&self) -> Vec<Option<Digit>> {
        self.with_placed().givens().to_vec()
    }

    /// The digits of a grid text of the same shape.
    pub(crate) fn digits_of(&self, text: &str) -> Result<Vec<Option<Digit>>, String> {
        let board = Board { puzzle: self.json.clone(), digits: Some(text.to_owned()), marks: Vec::new() };
        let item = board.as_clues().map_err(|rejected| rejected.message())?;
        Ok(item.record.puzzle.givens().to_vec())
    }

    /// The puzzle with the placed digits as clues.
    pub(crate) fn with_placed(&self) -> Puzzle {
        let record = &self.item().record;
        let mut puzzle = record.puzzle.clone();
        for &(cell, digit) in &record.placed {
            puzzle.set(cell, Some(digit));
        }
        puzzle
    }

    fn read(text: &str, options: &ReadOptions) -> Result<Self, String> {
        let medium = options.from.as_deref().map(medium).transpose()?;
        let policy = Policy { marks: options.marks, partial: options.partial, ..Policy::default() };
        let plan = Plan::new(medium, options.ruleset()?).map_err(|error| plain(&error.to_string()))?;
        let item = read_one(text, &plan.with_policy(policy)).map_err(|fault| plain(&fault.message()))?;
        // Only texts with several lines can have several puzzles.
        if medium.is_none()
            && text.trim_end().contains('\n')
            && read::reply(text, 2, Policy::default()).puzzles > 1
        {
            return Err("puzzle: found several puzzles, expected one".to_owned());
        }
        Self::of(item, options.placed.as_deref())
    }

    /// The puzzle of an item, with placed digits.
    fn of(item: Item, placed: Option<&str>) -> Result<Self, String> {
        let mut input = PuzzleInput::from(&item.record.puzzle);
        input.name.clone_from(&item.record.name);
        input.solution = item.expected.as_ref().map(|expected| expected.text().to_owned());
        input.other = passed(&item.other, PuzzleInput::FIELDS);
        let json = serde_json::to_string(&input).map_err(|error| error.to_string())?;
        let Some(placed) = placed else { return Ok(Self { reading: Ok(item), json }) };
        let board = Board { puzzle: json.clone(), digits: Some(placed.to_owned()), marks: Vec::new() };
        let reading = board.in_progress();
        if let Err(rejected) = &reading {
            return Err(plain(&rejected.message()).replacen("digits:", "placed:", 1));
        }
        Ok(Self { reading, json })
    }
}

impl ReadOptions {
    fn ruleset(&self) -> Result<Ruleset, String> {
        let cells = |set: &String| set.split(',').map(|name| name.trim().to_owned()).collect();
        // The message for rules that cannot be read has their text.
        for (index, rule) in self.rules.iter().enumerate() {
            if let Err(error) = rule.parse::<Rule>() {
                return Err(format!("rules[{index}]: {error}"));
            }
        }
        Ok(Ruleset {
            shape: self.shape()?,
            rules: self.rules.clone(),
            regions: self.regions.clone(),
            extra: self.extra.iter().map(cells).collect(),
        })
    }

    /// The shape as text for the wire.
    fn shape(&self) -> Result<Option<String>, String> {
        let parts = [
            ("box", self.r#box.is_some()),
            ("latin", self.latin),
            ("size", self.size.is_some()),
            ("digits", self.digits.is_some()),
            ("extra_cells", self.extra_cells.is_some()),
            ("bare", self.bare),
        ];
        if let Some(shape) = &self.shape {
            return match parts.iter().find(|(_, is_given)| *is_given) {
                Some((name, _)) => Err(format!("{name}: found with shape, expected one of them")),
                None => Ok(Some(shape.clone())),
            };
        }
        if self.latin && (self.r#box.is_some() || self.regions.is_some()) {
            return Err("latin: found with box or regions, expected one of them".to_owned());
        }
        if self.r#box.is_some() && self.regions.is_some() {
            return Err("box: found with regions, expected one of them".to_owned());
        }
        let parts = ShapeParts {
            boxes: self.r#box.as_deref(),
            latin: self.latin,
            bare: self.bare,
            size: self.size.as_deref(),
            digits: self.digits.as_deref(),
            extra_cells: self.extra_cells,
            has_regions: self.regions.is_some(),
        };
        parts.text().map_err(|error| error.to_string())
    }
}

/// A notation or container by its name.
pub(crate) fn medium(name: &str) -> Result<Medium, String> {
    let names = || Medium::ALL.map(Medium::name).join(", ");
    Medium::from_name(name).ok_or_else(|| format!("from_: found '{name}', expected one of {}", names()))
}

/// The end of the text of a shape without the rules of rows, columns and boxes.
pub(crate) const BARE: &str = " bare";

/// A message of the service without the parts for the command line.
pub(crate) fn plain(message: &str) -> String {
    let (options, rest) = message.split_at(message.find(": ").unwrap_or(0));
    let message = if options.starts_with("--") {
        options.replace("--", "") + rest
    } else {
        message.strip_prefix("--").unwrap_or(message).to_owned()
    };
    match message.strip_prefix("<argument>:") {
        Some(rest) => format!("puzzle:{rest}"),
        None => message,
    }
}

/// A `ValueError` with a message of one line.
#[expect(clippy::needless_pass_by_value, reason = "for errors and texts")]
pub(crate) fn value_error(message: impl ToString) -> PyErr {
    PyValueError::new_err(message.to_string())
}
