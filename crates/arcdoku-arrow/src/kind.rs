//! The shape and the rules of the puzzles of a column.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use arcdoku::grid::Shape;
use arcdoku::{Puzzle, Rule};

use crate::failure::Failure;
use crate::reason::Reason;

/// The empty puzzle with the rules of a row, or the reason why they cannot be read.
type RowRules = Result<Arc<Puzzle>, Arc<str>>;

/// The shape and the rules of the puzzles of a column. Each row can have [further rules](Self::with_row_rules).
///
/// ```
/// use arcdoku::{Puzzle, Rule, Shape};
/// use arcdoku_arrow::Kind;
///
/// assert!(Kind::classic().is_classic());
/// let diagonals = Kind::of(Puzzle::new(Shape::CLASSIC).with_rule(Rule::Diagonals))?;
/// assert!(!diagonals.is_classic());
/// assert_eq!(Kind::of_cells(256)?.digits(), 16);
/// # Ok::<(), arcdoku_arrow::Failure>(())
/// ```
#[derive(Clone)]
pub struct Kind {
    /// An empty puzzle of this kind.
    empty: Puzzle,
    /// The rules of each row from `from` on, if rows have their own rules.
    rows: Option<Arc<[RowRules]>>,
    from: usize,
    is_classic: bool,
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kind")
            .field("shape", &self.shape())
            .field("rules", &self.empty.rules())
            .finish_non_exhaustive()
    }
}

impl Kind {
    /// 9x9 with 3x3 boxes and no other rule.
    pub fn classic() -> Self {
        Self { empty: Puzzle::new(Shape::CLASSIC), rows: None, from: 0, is_classic: true }
    }

    /// The kind of a puzzle. Its clues are ignored.
    ///
    /// # Errors
    /// If its shape is not plain: cells of rows are numbers from 1 to N in a square grid.
    pub fn of(puzzle: Puzzle) -> Result<Self, Failure> {
        let mut empty = puzzle;
        if !empty.shape().is_plain() {
            return Err(Failure::Unfit("columns have square grids with the digits from 1 to N"));
        }
        empty.set_givens(&vec![None; empty.shape().cells()]);
        let is_classic = empty.shape() == Shape::CLASSIC && empty.is_plain();
        Ok(Self { empty, rows: None, from: 0, is_classic })
    }

    /// The kind of puzzles with N * N cells, in the usual shape of N digits.
    ///
    /// # Errors
    /// If the number of cells is not the square of a number from 1 to 64.
    pub fn of_cells(cells: usize) -> Result<Self, Failure> {
        let shape = Shape::usual(cells.isqrt()).filter(|shape| shape.cells() == cells);
        Self::of(Puzzle::new(shape.ok_or(Failure::Cells(cells))?))
    }

    /// This kind with a rule, a line of text.
    ///
    /// # Errors
    /// The reason why the text is not a rule of this kind.
    pub fn with_rule(mut self, text: &str) -> Result<Self, String> {
        self.empty = with_rule(self.empty, text)?;
        self.is_classic &= self.empty.is_plain();
        Ok(self)
    }

    /// This kind with further rules for each row, which are lines of text. A row is malformed if its rules cannot be
    /// read or are missing.
    ///
    /// ```
    /// use arcdoku_arrow::{Column, Kind, Reason, Work, count};
    ///
    /// let rules = [vec!["diagonals".to_owned()], vec![], vec!["no rule".to_owned()]];
    /// let kind = Kind::of_cells(16)?.with_row_rules(&rules);
    /// let (puzzles, mut counts) = (["................"; 4], [0; 4]);
    /// count(Column::of_texts(&puzzles), &kind, 1000, None, &Work::new(), &mut counts)?;
    /// assert_eq!(counts, [48, 288, 0, 0]);
    /// assert!(kind.describe(2, Reason::Rules).starts_with("rules: 'no rule': "));
    /// # Ok::<(), arcdoku_arrow::Failure>(())
    /// ```
    #[must_use]
    pub fn with_row_rules<T: AsRef<[String]>>(self, rows: &[T]) -> Self {
        if rows.iter().all(|rules| rules.as_ref().is_empty()) {
            return self;
        }
        // Rows with the same rules share a puzzle.
        let mut known: HashMap<&[String], RowRules> = HashMap::new();
        let puzzle = |rules: &[String]| match rules
            .iter()
            .try_fold(self.empty.clone(), |puzzle, text| with_rule(puzzle, text))
        {
            Ok(puzzle) => Ok(Arc::new(puzzle)),
            Err(error) => Err(error.into()),
        };
        let rows = rows.iter().map(|rules| {
            let rules = rules.as_ref();
            known.entry(rules).or_insert_with(|| puzzle(rules)).clone()
        });
        Self { rows: Some(rows.collect()), is_classic: false, ..self }
    }

    /// The kind of the rows after the first `rows` rows.
    #[must_use]
    pub fn skip_rows(&self, rows: usize) -> Self {
        Self { from: self.from + rows, ..self.clone() }
    }

    /// Whether rows have their own rules.
    pub fn has_row_rules(&self) -> bool {
        self.rows.is_some()
    }

    /// The empty puzzle of a row.
    ///
    /// # Errors
    /// If its rules cannot be read.
    #[inline]
    pub fn row(&self, row: usize) -> Result<&Puzzle, Reason> {
        match &self.rows {
            None => Ok(&self.empty),
            Some(rows) => {
                rows.get(self.from + row).and_then(|found| found.as_deref().ok()).ok_or(Reason::Rules)
            }
        }
    }

    /// The text of a reason why a row is malformed.
    pub fn describe(&self, row: usize, reason: Reason) -> String {
        let rules = self.rows.as_deref().unwrap_or_default().get(self.from + row);
        match (reason, rules) {
            (Reason::Rules, Some(Err(error))) => error.as_ref().to_owned(),
            _ => reason.to_string(),
        }
    }

    /// An empty puzzle of this kind, without the rules of rows.
    pub fn empty(&self) -> &Puzzle {
        &self.empty
    }

    /// The shape.
    pub fn shape(&self) -> Shape {
        self.empty.shape()
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.shape().cells()
    }

    /// The number of digits.
    pub fn digits(&self) -> usize {
        self.shape().digits()
    }

    /// Whether this is the kind of 9x9 puzzles with 3x3 boxes and no other rule, which have special kernels.
    pub fn is_classic(&self) -> bool {
        self.is_classic
    }
}

impl Default for Kind {
    fn default() -> Self {
        Self::classic()
    }
}

/// Adds a rule to a puzzle, unless the puzzle has it already.
fn with_rule(puzzle: Puzzle, text: &str) -> Result<Puzzle, String> {
    let wrong = |error: &dyn fmt::Display| format!("rules: '{text}': {error}");
    let rule = Rule::parse(text, puzzle.shape()).map_err(|error| wrong(&error))?;
    puzzle.try_with_rule(rule).map_err(|error| wrong(&error))
}
