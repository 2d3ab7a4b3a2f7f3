//! The traits that the file of a rule implements.

use std::fmt;

use super::constraint::Constraint;
use super::text::RuleText;
use crate::grid::{CellName, Digit, Shape};
use crate::puzzle::error::{ParseError, ParseErrorKind};

/// A rule: the shapes that it fits, and its meaning for a shape.
pub(super) trait Definition {
    /// Returns an error if the rule does not fit a shape. The methods below are called only if it fits.
    fn check(&self, _shape: Shape) -> Result<(), RuleError> {
        Ok(())
    }

    /// The constraints of the rule. A rule that restricts each cell separately has none.
    fn constraints(&self, shape: Shape) -> Vec<Constraint>;

    /// The meaning of the rule: whether the filled cells of `grid` (one entry per cell, row-major) obey it. For a
    /// partly filled grid, whether nothing is violated yet.
    ///
    /// By default, the rule is obeyed if all its constraints hold.
    fn holds(&self, shape: Shape, grid: &[Option<Digit>]) -> bool {
        self.constraints(shape).iter().all(|constraint| constraint.holds(shape.digits(), grid))
    }
}

/// Reads and writes the text of a rule after its name.
pub(super) trait Arguments: Sized {
    /// Reads the text after the name.
    fn read(text: &mut RuleText<'_>) -> Result<Self, ParseError>;

    /// Writes the text after the name, including the blank or colon that separates it.
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// The whole text of a rule with this name.
    fn text(&self, name: &str) -> String {
        let arguments = fmt::from_fn(|f| self.write(f));
        format!("{name}{arguments}")
    }
}

/// The error of a rule that does not fit a shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleError {
    /// The item with the error: the number of a cell, set or symbol in the text of the rule.
    pub(super) item: Option<usize>,
    /// The offset from the beginning of the item, in characters.
    pub(super) further: usize,
    pub(super) found: String,
    pub(super) expected: String,
    /// Whether the text is valid, but no digits obey the rule. As a branch of `or`, such a rule fails.
    pub(super) impossible: bool,
}

impl RuleError {
    pub(super) fn new(item: Option<usize>, found: impl Into<String>, expected: impl Into<String>) -> Self {
        let (found, expected) = (found.into(), expected.into());
        Self { item, further: 0, found, expected, impossible: false }
    }

    /// The same error, marked as the error of a rule that fits the text but that no digits obey.
    pub(super) fn impossible(self) -> Self {
        Self { impossible: true, ..self }
    }

    /// The error as a parse error of a text whose items have these columns.
    pub(super) fn located(self, column_of: impl Fn(Option<usize>) -> usize) -> ParseError {
        let kind = if self.impossible { ParseErrorKind::Impossible } else { ParseErrorKind::Rule };
        ParseError::new(kind, (1, column_of(self.item) + self.further), self.found, self.expected)
    }

    /// The same error, placed `further` characters after the beginning of its item.
    pub(super) fn further(self, further: usize) -> Self {
        Self { further, ..self }
    }

    /// What does not fit.
    pub fn found(&self) -> &str {
        &self.found
    }

    /// What would fit.
    pub fn expected(&self) -> &str {
        &self.expected
    }
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found {}, expected {}", self.found, self.expected)
    }
}

impl std::error::Error for RuleError {}

/// Checks a set of cells that hold different digits: at least one cell and at most N, all in the grid, without
/// repetitions. The first cell is the item `first` of the rule's text.
pub(super) fn check_distinct(cells: &[CellName], first: usize, shape: Shape) -> Result<(), RuleError> {
    if cells.is_empty() {
        return Err(RuleError::new(Some(first), "no cells", "at least one cell"));
    }
    let most = shape.digits();
    for (i, &cell) in cells.iter().enumerate() {
        if shape.cell_named(cell).is_none() {
            return Err(RuleError::new(
                Some(first + i),
                format!("{cell} in a grid of {shape}"),
                "a cell of the grid",
            ));
        }
        if cells[..i].contains(&cell) {
            return Err(RuleError::new(Some(first + i), format!("{cell} again"), "each cell once"));
        }
    }
    if cells.len() > most {
        let found = format!("a set of {} cells", cells.len());
        let expected = format!("at most {most} cells that hold different digits");
        return Err(RuleError::new(Some(first + most), found, expected).impossible());
    }
    Ok(())
}

/// Returns an error for a shape without boxes. Returns the rows and columns of a box.
pub(super) fn check_boxes(rule: &str, shape: Shape) -> Result<(usize, usize), RuleError> {
    let refused = || RuleError::new(None, format!("{rule} in a grid of {shape}"), "a grid with boxes");
    shape.box_size().ok_or_else(refused)
}

/// Returns an error for houses of `size` cells if there are fewer digits.
pub(super) fn check_size(houses: &str, size: usize, shape: Shape) -> Result<(), RuleError> {
    if size <= shape.digits() {
        return Ok(());
    }
    let found = format!("{houses} of {size} cells in a grid of {shape}");
    Err(RuleError::new(None, found, format!("at most {} cells that hold different digits", shape.digits())))
}
