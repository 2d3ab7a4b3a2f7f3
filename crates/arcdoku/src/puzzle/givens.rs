//! Puzzles: a shape, clues and rules.

use std::borrow::Cow;
use std::fmt;

use rustc_hash::FxHashSet;

use crate::grid::{Cell, Digit, DigitSet, PerCell, Shape};
use crate::puzzle::outcome::Solution;
use crate::puzzle::rule::{Constraint, HouseKind, Rule, RuleError};

/// A puzzle: a shape, the clues, and the rules that a solution must obey.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Puzzle {
    shape: Shape,
    givens: PerCell<Option<Digit>>,
    rules: Cow<'static, [Rule]>,
}

/// The rules of a plain shape with boxes. A plain shape without boxes has only the first two.
static RULES: [Rule; 3] = [Rule::Rows, Rule::Columns, Rule::Boxes];

/// The error of clues that do not fit a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GivensError {
    /// The number of entries is not the number of cells.
    Length {
        /// The number of entries.
        found: usize,
        /// The number of cells.
        expected: usize,
    },
    /// The digit of this cell is above N.
    Digit(Cell),
}

impl fmt::Display for GivensError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { found, expected } => write!(f, "found {found} cells, expected {expected}"),
            Self::Digit(cell) => {
                write!(f, "found a digit above N in cell {}, expected at most N", cell.index())
            }
        }
    }
}

impl std::error::Error for GivensError {}

/// Panics unless there is one entry per cell, and no digit above N.
#[inline]
fn fit(shape: Shape, givens: &[Option<Digit>]) {
    assert_eq!(givens.len(), shape.cells(), "one entry per cell");
    // There is no branch per cell, because readers of millions of puzzles call this function.
    let largest = givens.iter().fold(0, |largest, digit| largest.max(digit.map_or(0, Digit::get)));
    assert!(usize::from(largest) <= shape.digits(), "a digit is at most N");
}

impl Puzzle {
    /// An empty puzzle with the rules of its shape: rows, columns, and boxes if it has them. If rows, columns or
    /// boxes have more cells than there are digits, their rule is left out.
    pub fn new(shape: Shape) -> Self {
        Self::of(shape, Self::no_givens(shape))
    }

    /// A puzzle with the rules of its shape. The list of rules is allocated only if the shape is not plain.
    #[inline]
    fn of(shape: Shape, givens: PerCell<Option<Digit>>) -> Self {
        Self { shape, givens, rules: Self::rules_of(shape) }
    }

    /// The rules of a shape.
    fn rules_of(shape: Shape) -> Cow<'static, [Rule]> {
        if !shape.is_plain() {
            Cow::Owned(Self::fitting_rules(shape))
        } else if shape.has_boxes() {
            Cow::Borrowed(&RULES[..])
        } else {
            Cow::Borrowed(&RULES[..2])
        }
    }

    fn no_givens(shape: Shape) -> PerCell<Option<Digit>> {
        PerCell::new(&vec![None; shape.cells()])
    }

    /// The rules of a shape that is not plain.
    #[cold]
    fn fitting_rules(shape: Shape) -> Vec<Rule> {
        RULES.iter().filter(|rule| rule.check(shape).is_ok()).cloned().collect()
    }

    /// An empty puzzle without any rule.
    pub fn bare(shape: Shape) -> Self {
        Self { shape, givens: Self::no_givens(shape), rules: Cow::Borrowed(&[]) }
    }

    /// Whether a rule of the shape is missing.
    pub fn is_bare(&self) -> bool {
        Self::rules_of(self.shape).iter().any(|rule| !self.rules.contains(rule))
    }

    /// A puzzle with these clues, row-major, and the rules of its shape.
    ///
    /// # Panics
    /// If the number of entries is not the number of cells, or a digit is above N. To read text from outside, use
    /// [`format`](crate::puzzle::format), which reports errors.
    pub fn with_givens(shape: Shape, givens: &[Option<Digit>]) -> Self {
        fit(shape, givens);
        Self::of(shape, PerCell::new(givens))
    }

    /// The same as [`with_givens`](Self::with_givens) for the classic shape and digits up to 9.
    #[inline]
    pub(crate) fn classic(givens: [Option<Digit>; 81]) -> Self {
        debug_assert!(givens.iter().flatten().all(|digit| digit.get() <= 9), "a digit is at most N");
        Self::of(Shape::CLASSIC, PerCell::full(givens))
    }

    /// The same as [`with_givens`](Self::with_givens), with an error instead of a panic.
    pub fn try_with_givens(shape: Shape, givens: &[Option<Digit>]) -> Result<Self, GivensError> {
        if givens.len() != shape.cells() {
            return Err(GivensError::Length { found: givens.len(), expected: shape.cells() });
        }
        let is_above = |digit: &Option<Digit>| digit.is_some_and(|digit| digit.index() >= shape.digits());
        match givens.iter().position(is_above) {
            Some(index) => Err(GivensError::Digit(Cell::new(index))),
            None => Ok(Self::of(shape, PerCell::new(givens))),
        }
    }

    /// Replaces all clues, row-major, in place. The rules do not change.
    ///
    /// # Panics
    /// If the number of entries is not the number of cells, or a digit is above N.
    #[inline]
    pub fn set_givens(&mut self, givens: &[Option<Digit>]) {
        fit(self.shape, givens);
        self.givens.copy_from_slice(givens);
    }

    /// The same puzzle with one more rule.
    ///
    /// # Panics
    /// If the rule is [unfit](Rule::check) for the shape. Use [`try_with_rule`](Self::try_with_rule) for rules that
    /// were not checked.
    #[must_use]
    pub fn with_rule(self, rule: impl Into<Rule>) -> Self {
        match self.try_with_rule(rule) {
            Ok(puzzle) => puzzle,
            Err(error) => panic!("a rule that does not fit the puzzle: {error}"),
        }
    }

    /// The same as [`with_rule`](Self::with_rule), with an error instead of a panic.
    pub fn try_with_rule(mut self, rule: impl Into<Rule>) -> Result<Self, RuleError> {
        let rule = rule.into();
        rule.check(self.shape)?;
        if !self.rules.contains(&rule) {
            self.rules.to_mut().push(rule);
        }
        Ok(self)
    }

    /// The same puzzle with more rules, without duplicates. It takes linear time for many rules.
    ///
    /// # Errors
    /// The first rule that is [unfit](Rule::check) for the shape.
    #[expect(clippy::mutable_key_type, reason = "the constraints that a rule keeps are no part of its hash")]
    pub fn try_with_rules(mut self, rules: impl IntoIterator<Item = Rule>) -> Result<Self, RuleError> {
        let mut known: FxHashSet<Rule> = self.rules.iter().cloned().collect();
        for rule in rules {
            rule.check(self.shape)?;
            if known.insert(rule.clone()) {
                self.rules.to_mut().push(rule);
            }
        }
        Ok(self)
    }

    /// Sets the clue of a cell, or removes it with `None`.
    ///
    /// # Panics
    /// If the cell is outside of the grid or the digit is above the number of digits.
    #[inline]
    pub fn set(&mut self, cell: Cell, digit: Option<Digit>) {
        assert!(digit.is_none_or(|d| d.index() < self.shape.digits()), "a digit is at most N");
        self.givens[cell.index()] = digit;
    }

    /// The shape of the grid.
    #[inline]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The clues, row-major, followed by the clues of the extra cells.
    #[inline]
    pub fn givens(&self) -> &[Option<Digit>] {
        &self.givens
    }

    /// The rules.
    #[inline]
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The number of clues.
    pub fn clues(&self) -> usize {
        self.givens.iter().flatten().count()
    }

    /// Whether this is a plain Sudoku: only the rules of its shape.
    pub fn is_plain(&self) -> bool {
        self.shape.has_boxes() && self.shape.is_plain() && *self.rules == RULES
    }

    /// The constraints of all rules, each with the index of its rule. Extra sets are numbered in their order.
    pub fn constraints(&self) -> Vec<(usize, Constraint)> {
        let mut extras = 0;
        let mut constraints = Vec::new();
        for (index, rule) in self.rules.iter().enumerate() {
            for mut constraint in rule.constraints(self.shape) {
                if constraint.part().is_some_and(|house| house.kind == HouseKind::Extra) {
                    constraint = constraint.numbered(extras);
                    extras += 1;
                }
                constraints.push((index, constraint));
            }
        }
        constraints
    }

    /// The constraints that only require different digits in their cells, such as houses.
    pub fn all_different(&self) -> impl Iterator<Item = Constraint> {
        self.constraints().into_iter().map(|(_, constraint)| constraint).filter(Constraint::is_all_different)
    }

    /// The digits that the clue of a cell and the candidate restrictions allow.
    pub fn admissible(&self, cell: Cell) -> DigitSet {
        let mut set = match self.givens[cell.index()] {
            Some(digit) => DigitSet::single(digit),
            None => DigitSet::all(self.shape.digits()),
        };
        for rule in &*self.rules {
            match rule {
                Rule::Candidates(sets) => set &= sets[cell.index()],
                Rule::Void(cells) if cells.contains(self.shape.name(cell)) => {
                    set &= DigitSet::single(Digit::from_index(0));
                }
                _ => {}
            }
        }
        set
    }

    /// Whether a cell is not part of the puzzle.
    pub fn is_void(&self, cell: Cell) -> bool {
        let name = self.shape.name(cell);
        self.rules.iter().any(|rule| matches!(rule, Rule::Void(cells) if cells.contains(name)))
    }

    /// The area of each cell of the grid, for drawing borders: its jigsaw region, or its box. A cell in several
    /// overlapping grids has the box of the first of them. `None` for void cells.
    pub fn areas(&self) -> Option<Vec<Option<usize>>> {
        if let Some(map) = self.rules.iter().find_map(|rule| match rule {
            Rule::Regions(map) => Some(map),
            _ => None,
        }) {
            return Some(map.iter().map(|&region| Some(region.into())).collect());
        }
        if !self.rules.iter().any(|rule| matches!(rule, Rule::Grid(_) | Rule::Void(_))) {
            return None;
        }
        let mut areas = vec![None; self.shape.grid_cells()];
        let mut count = 0;
        let mut add = |cells: &[Cell]| {
            count += 1;
            cells.iter().for_each(|cell| {
                areas[cell.index()].get_or_insert(count);
            });
        };
        for rule in &*self.rules {
            match rule {
                Rule::Grid(grid) => grid.boxes(self.shape).iter().for_each(|cells| add(cells)),
                Rule::Boxes => {
                    let boxes = 0..self.shape.box_count();
                    boxes.for_each(|index| add(&self.shape.box_cells(index).collect::<Vec<_>>()));
                }
                _ => {}
            }
        }
        // All remaining cells are one area.
        add(&(0..self.shape.grid_cells()).map(Cell::new).collect::<Vec<_>>());
        let names = (0..areas.len()).map(Cell::new);
        Some(names.zip(&areas).map(|(cell, area)| area.filter(|_| !self.is_void(cell))).collect())
    }

    /// The first conflict of the clues with a rule, if there is one.
    pub fn clue_conflict(&self) -> Option<ClueConflict> {
        self.constraints().into_iter().find_map(|(_, constraint)| self.violation(constraint)).or_else(|| {
            // No other rule can exclude all digits of a cell.
            let restricts = |rule: &Rule| matches!(rule, Rule::Candidates(_) | Rule::Void(_));
            let is_restricted = self.rules.iter().any(restricts);
            let mut cells = (0..self.shape.cells()).filter(|_| is_restricted).map(Cell::new);
            cells.find(|&cell| self.admissible(cell).is_empty()).map(ClueConflict::NoCandidate)
        })
    }

    /// The conflict of the clues with a constraint, if any.
    fn violation(&self, constraint: Constraint) -> Option<ClueConflict> {
        if constraint.is_all_different() {
            let (first, second) = constraint.repeated(&self.givens)?;
            let digit = self.givens[second.index()]?;
            return Some(ClueConflict::Repeated { digit, first, second, constraint });
        }
        let given = constraint.cells().iter().copied().filter(|cell| self.givens[cell.index()].is_some());
        let last = given.max();
        let broken = last.is_some() && !constraint.holds(self.shape.digits(), &self.givens);
        last.filter(|_| broken).map(|last| ClueConflict::Violated { last, constraint })
    }

    /// Returns what the filled cells of a grid (one entry per cell, row-major) violate: clues, candidate restrictions,
    /// and constraints with the indices of their rules. A grid without violations may still have no solution. A grid of
    /// a different size violates everything.
    pub fn violations(&self, grid: &[Option<Digit>]) -> Vec<Violation> {
        let mut all = Vec::new();
        for cell in (0..self.shape.cells()).map(Cell::new) {
            let digit = grid.get(cell.index()).copied().flatten();
            if digit.is_some_and(|digit| self.givens[cell.index()].is_some_and(|given| given != digit)) {
                all.push(Violation::Clue(cell));
            } else if digit.is_some_and(|digit| !self.admissible(cell).contains(digit)) {
                all.push(Violation::Candidate(cell));
            }
        }
        for (rule, constraint) in self.constraints() {
            if !constraint.holds(self.shape.digits(), grid) {
                let filled = |cell: &Cell| grid.get(cell.index()).is_some_and(Option::is_some);
                let mut cells: Vec<Cell> = constraint.cells().iter().copied().filter(filled).collect();
                if constraint.is_all_different() {
                    let same = |cell: &Cell, other: &&Cell| grid[cell.index()] == grid[other.index()];
                    let repeated = |cell: &Cell| cells.iter().filter(|other| same(cell, other)).count() > 1;
                    cells = cells.iter().copied().filter(repeated).collect();
                }
                all.push(Violation::Constraint { rule, constraint, cells });
            }
        }
        all
    }

    /// Whether a full grid agrees with every clue and obeys every rule.
    pub fn is_solved_by(&self, solution: &Solution) -> bool {
        if self.is_plain() {
            return self.is_plainly_solved_by(solution.digits());
        }
        let grid: Vec<Option<Digit>> = solution.digits().iter().copied().map(Some).collect();
        grid.len() == self.givens.len()
            && solution.digits().iter().all(|digit| digit.index() < self.shape.digits())
            && self.givens.iter().zip(&grid).all(|(given, digit)| given.is_none() || given == digit)
            && self.rules.iter().all(|rule| rule.holds(self.shape, &grid))
    }

    /// The same as [`is_solved_by`](Self::is_solved_by) for a plain Sudoku: every row, column and box contains all
    /// digits. Building the constraints would take longer than solving the puzzle.
    fn is_plainly_solved_by(&self, digits: &[Digit]) -> bool {
        let n = self.shape.digits();
        let agrees = |(given, digit): (&Option<Digit>, &Digit)| given.is_none_or(|given| given == *digit);
        if digits.len() != self.givens.len() || !self.givens.iter().zip(digits).all(agrees) {
            return false;
        }
        let (box_rows, box_cols) = self.shape.box_size().unwrap_or((1, n));
        let all = u64::MAX >> (64 - n);
        let (mut columns, mut boxes) = ([0_u64; 64], [0_u64; 64]);
        for (r, row) in digits.chunks_exact(n).enumerate() {
            let mut in_row = 0;
            let first_box = r / box_rows * (n / box_cols);
            let parts = row.chunks_exact(box_cols).zip(columns.chunks_exact_mut(box_cols));
            for ((part, columns), in_box) in parts.zip(&mut boxes[first_box..]) {
                for (digit, column) in part.iter().zip(columns) {
                    let bit = 1 << digit.index();
                    *column |= bit;
                    *in_box |= bit;
                    in_row |= bit;
                }
            }
            // If a digit is above N, some other digit is missing, so this test fails.
            if in_row != all {
                return false;
            }
        }
        columns[..n].iter().chain(&boxes[..n]).all(|&seen| seen == all)
    }
}

/// A violation in a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Violation {
    /// The cell differs from its clue.
    Clue(Cell),
    /// The cell has a digit that a candidate restriction excludes.
    Candidate(Cell),
    /// A constraint of a rule.
    Constraint {
        /// The index of the rule in the puzzle.
        rule: usize,
        /// The constraint.
        constraint: Constraint,
        /// The filled cells that violate the constraint. If the cells of the constraint must differ, these are the
        /// cells with a repeated digit.
        cells: Vec<Cell>,
    },
}

/// A conflict of clues with a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClueConflict {
    /// A digit is given twice in cells that must differ.
    Repeated {
        /// The digit.
        digit: Digit,
        /// The first cell with it.
        first: Cell,
        /// The second cell with it.
        second: Cell,
        /// The constraint that both cells are in.
        constraint: Constraint,
    },
    /// The clues in the cells of a constraint break it.
    Violated {
        /// The last of its cells that is given.
        last: Cell,
        /// The constraint.
        constraint: Constraint,
    },
    /// The clue and the candidate restrictions leave no digit for this cell.
    NoCandidate(Cell),
}
