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

/// The shape and the rules of the puzzles of a column. Rows can have [further rules](Self::with_row_rules) of their own.
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
    /// Where rows have rules of their own, those of each row from `from` on.
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

    /// The kind of a puzzle, whose clues do not matter.
    ///
    /// # Errors
    /// If its shape is not plain: a row of a column has a number from 1 to N for each cell of a square.
    pub fn of(puzzle: Puzzle) -> Result<Self, Failure> {
        let mut empty = puzzle;
        if !empty.shape().is_plain() {
            return Err(Failure::Unfit("columns have square grids with the digits from 1 to N"));
        }
        empty.set_givens(&vec![None; empty.shape().cells()]);
        let is_classic = empty.shape() == Shape::CLASSIC && empty.is_plain();
        Ok(Self { empty, rows: None, from: 0, is_classic })
    }

    /// Puzzles of this many cells, N * N, in the usual shape of N digits.
    ///
    /// # Errors
    /// If the number is not the square of a number from 1 to 64.
    pub fn of_cells(cells: usize) -> Result<Self, Failure> {
        let shape = Shape::usual(cells.isqrt()).filter(|shape| shape.cells() == cells);
        Self::of(Puzzle::new(shape.ok_or(Failure::Cells(cells))?))
    }

    /// This kind with a rule, a line of text.
    ///
    /// # Errors
    /// Why it is no rule of this kind.
    pub fn with_rule(mut self, text: &str) -> Result<Self, String> {
        self.empty = with_rule(self.empty, text)?;
        self.is_classic &= self.empty.is_plain();
        Ok(self)
    }

    /// This kind with further rules in each row, which are lines of text. A row whose rules cannot be read, or for which
    /// there are none, is malformed.
    ///
    /// ```
    /// use arcdoku_arrow::{Column, Kind, Reason, Work, count};
    ///
    /// let rules = [vec!["diagonals".to_owned()], vec![], vec!["no rule".to_owned()]];
    /// let kind = Kind::of_cells(16)?.with_row_rules(&rules);
    /// let (puzzles, mut counts) = (["................"; 4], [0; 4]);
    /// count(Column::of_texts(&puzzles), &kind, 1000, None, &Work::new(), &mut counts)?;
    /// assert_eq!(counts, [48, 288, 0, 0]);
    /// assert!(kind.tell(2, Reason::Rules).starts_with("rules: 'no rule': "));
    /// # Ok::<(), arcdoku_arrow::Failure>(())
    /// ```
    #[must_use]
    pub fn with_row_rules<T: AsRef<[String]>>(self, rows: &[T]) -> Self {
        if rows.iter().all(|rules| rules.as_ref().is_empty()) {
            return self;
        }
        // Puzzles of the same rules are one.
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

    /// The kind of the rows after this many.
    #[must_use]
    pub fn skip_rows(&self, rows: usize) -> Self {
        Self { from: self.from + rows, ..self.clone() }
    }

    /// Whether rows have rules of their own.
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

    /// What is wrong with a row, in words.
    pub fn tell(&self, row: usize, reason: Reason) -> String {
        let rules = self.rows.as_deref().unwrap_or_default().get(self.from + row);
        match (reason, rules) {
            (Reason::Rules, Some(Err(error))) => error.as_ref().to_owned(),
            _ => reason.to_string(),
        }
    }

    /// An empty puzzle of this kind, without the rules of single rows.
    pub fn empty(&self) -> &Puzzle {
        &self.empty
    }

    /// The shape.
    pub fn shape(&self) -> Shape {
        self.empty.shape()
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.shape().cells()
    }

    /// Number of digits.
    pub fn digits(&self) -> usize {
        self.shape().digits()
    }

    /// Whether these are 9x9 puzzles with 3x3 boxes and no other rule, for which there are special kernels.
    pub fn is_classic(&self) -> bool {
        self.is_classic
    }
}

impl Default for Kind {
    fn default() -> Self {
        Self::classic()
    }
}

/// A puzzle with a rule, which it may have already.
fn with_rule(puzzle: Puzzle, text: &str) -> Result<Puzzle, String> {
    let wrong = |error: &dyn fmt::Display| format!("rules: '{text}': {error}");
    let rule = Rule::parse(text, puzzle.shape()).map_err(|error| wrong(&error))?;
    puzzle.try_with_rule(rule).map_err(|error| wrong(&error))
}
