//! Requests for generated puzzles, and checks whether they can be met.

use std::ops::RangeInclusive;

use super::bias::MOST;
use super::cages::LARGEST_CAGE;
use super::difficulty::{Difficulty, LogicDifficulty};
use super::drawn::DrawnRules;
use super::error::RequestError;
use super::symmetry::ClueSymmetry;
use crate::choice::choices;
use crate::grid::{Cell, Shape};
use crate::puzzle::{Puzzle, Rule, Solution};

/// The required properties of generated puzzles. The default is any minimal 9x9 puzzle.
///
/// ```
/// use arcdoku::generate::{ClueSymmetry, Maker, PuzzleRequest};
/// use arcdoku::{Limits, Rule};
///
/// let request = PuzzleRequest::default().with_symmetry(ClueSymmetry::Diagonal).with_rule(Rule::Diagonals);
/// let made = Maker::new(request)?.make(3, &Limits::NONE).expect("no limit");
/// assert!(made.puzzle.rules().contains(&Rule::Diagonals));
/// # Ok::<(), arcdoku::generate::RequestError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PuzzleRequest {
    /// The shape.
    pub shape: Shape,
    /// Whether puzzles lack the rules of the shape, such as puzzles that consist of several grids with their own
    /// rules.
    pub bare: bool,
    /// The rules in addition to the rules of the shape.
    pub rules: Vec<Rule>,
    /// The number of clues.
    pub clues: RangeInclusive<usize>,
    /// The symmetry of the pattern of clues.
    pub symmetry: ClueSymmetry,
    /// The only cells that may have a clue: a mask. Orbits that are not completely in the mask have no clues.
    pub cells: Option<Vec<Cell>>,
    /// The solution; without one, every puzzle gets its own grid.
    pub grid: Option<Solution>,
    /// The clues that must be needed.
    pub minimality: Minimality,
    /// The difficulty of the puzzles, for plain 9x9 puzzles.
    pub difficulty: Option<Difficulty>,
    /// The difficulty of puzzles with rules, or of other shapes.
    pub logic: Option<LogicDifficulty>,
    /// How puzzles are drawn.
    pub method: Method,
    /// The sizes of killer cages, for puzzles without clues. Cages are drawn over a random grid, split until the grid
    /// is the only solution, and joined as long as it stays the only one. The puzzle of a seed then depends on which
    /// solutions the solver finds first, and therefore on its strategy.
    pub cages: Option<RangeInclusive<usize>>,
    /// Rules that are drawn at random over the solution, in addition to the clues. First clues and then rules that are
    /// not needed are left out, unless [any](Minimality::Any) may stay. The puzzle of a seed then depends on the
    /// solver's strategy.
    pub drawn: Vec<DrawnRules>,
}

impl Default for PuzzleRequest {
    fn default() -> Self {
        Self::of(Shape::CLASSIC)
    }
}

impl PuzzleRequest {
    /// Any minimal puzzle of a shape.
    pub fn of(shape: Shape) -> Self {
        Self {
            shape,
            bare: false,
            rules: Vec::new(),
            clues: 0..=shape.cells(),
            symmetry: ClueSymmetry::None,
            cells: None,
            grid: None,
            minimality: Minimality::Orbits,
            difficulty: None,
            logic: None,
            method: Method::TopDown,
            cages: None,
            drawn: Vec::new(),
        }
    }

    /// The same request with the named rules only, without the [rules of the shape](Self::bare).
    #[must_use]
    pub fn with_bare(self, bare: bool) -> Self {
        Self { bare, ..self }
    }

    /// The same request with one more [rule](Self::rules).
    #[must_use]
    pub fn with_rule(mut self, rule: Rule) -> Self {
        self.rules.push(rule);
        self
    }

    /// The same request with this number of [clues](Self::clues).
    #[must_use]
    pub fn with_clues(self, clues: RangeInclusive<usize>) -> Self {
        Self { clues, ..self }
    }

    /// The same request with this [symmetry](Self::symmetry).
    #[must_use]
    pub fn with_symmetry(self, symmetry: ClueSymmetry) -> Self {
        Self { symmetry, ..self }
    }

    /// The same request with clues in these [cells](Self::cells) only.
    #[must_use]
    pub fn with_cells(self, cells: impl Into<Option<Vec<Cell>>>) -> Self {
        Self { cells: cells.into(), ..self }
    }

    /// The same request with this [solution](Self::grid).
    #[must_use]
    pub fn with_grid(self, grid: impl Into<Option<Solution>>) -> Self {
        Self { grid: grid.into(), ..self }
    }

    /// The same request with this [minimality](Self::minimality).
    #[must_use]
    pub fn with_minimality(self, minimality: Minimality) -> Self {
        Self { minimality, ..self }
    }

    /// The same request with this [difficulty](Self::difficulty).
    #[must_use]
    pub fn with_difficulty(self, difficulty: impl Into<Option<Difficulty>>) -> Self {
        Self { difficulty: difficulty.into(), ..self }
    }

    /// The same request with this [difficulty](Self::logic) by rules.
    #[must_use]
    pub fn with_logic(self, logic: impl Into<Option<LogicDifficulty>>) -> Self {
        Self { logic: logic.into(), ..self }
    }

    /// The same request with this [method](Self::method).
    #[must_use]
    pub fn with_method(self, method: Method) -> Self {
        Self { method, ..self }
    }

    /// The same request with [cages](Self::cages) of these sizes, and no clues.
    #[must_use]
    pub fn with_cages(self, sizes: impl Into<Option<RangeInclusive<usize>>>) -> Self {
        Self { cages: sizes.into(), ..self }
    }

    /// The same request with more rules that are [drawn](Self::drawn).
    #[must_use]
    pub fn with_drawn(mut self, rules: DrawnRules) -> Self {
        self.drawn.push(rules);
        self
    }

    /// Whether the puzzles have only the rules of their shape, and the usual digits.
    pub fn is_plain(&self) -> bool {
        self.shape.is_plain() && !self.has_rules()
    }

    /// Whether the puzzles have rules in addition to the rules of the shape.
    pub fn has_rules(&self) -> bool {
        self.bare || !self.rules.is_empty() || self.cages.is_some() || !self.drawn.is_empty()
    }

    /// The puzzle with all rules and without clues.
    pub(super) fn empty(&self) -> Puzzle {
        let basis = if self.bare { Puzzle::bare(self.shape) } else { Puzzle::new(self.shape) };
        self.rules.iter().cloned().fold(basis, Puzzle::with_rule)
    }

    /// The orbits that may have clues.
    pub(super) fn orbits(&self) -> Vec<Vec<Cell>> {
        let mut orbits = self.symmetry.orbits(self.shape);
        if let Some(cells) = &self.cells {
            orbits.retain(|orbit| orbit.iter().all(|cell| cells.contains(cell)));
        }
        if self.rules.iter().any(|rule| matches!(rule, Rule::Void(_))) {
            let empty = self.empty();
            orbits.iter_mut().for_each(|orbit| orbit.retain(|&cell| !empty.is_void(cell)));
            orbits.retain(|orbit| !orbit.is_empty());
        }
        orbits
    }

    /// Lower bound on the number of clues of a proper puzzle. It is 17 for plain 9x9 puzzles (G. McGuire, B. Tugemann
    /// and G. Civario, "There Is No 16-Clue Sudoku", 2012), and 0 with additional rules. For other plain puzzles it
    /// is the number of digits minus one, because two digits without a clue could be exchanged.
    pub fn fewest(&self) -> usize {
        match self.shape {
            _ if !self.is_plain() => 0,
            Shape::CLASSIC => 17,
            shape => shape.digits() - 1,
        }
    }

    /// An upper bound on the number of clues of a minimal puzzle. In a completely given row or column that contains
    /// every digit, each clue is redundant. If exactly one cell of an orbit is in such a line, the whole orbit is
    /// redundant, because the symmetry maps the line to other full lines.
    fn most(&self) -> usize {
        let orbits = self.orbits();
        let cells = orbits.iter().map(Vec::len).sum();
        if self.bare || self.minimality == Minimality::Any {
            return cells;
        }
        let bound = |lines: usize, length: usize, line: &dyn Fn(Cell) -> usize| -> usize {
            // For each line, the number of cells, and whether an orbit has exactly one cell in it.
            let mut found = vec![(0, self.minimality == Minimality::Clues); lines];
            for orbit in &orbits {
                let mut of_orbit = vec![0; lines];
                orbit.iter().for_each(|&cell| of_orbit[line(cell)] += 1);
                for ((cells, has_single), count) in found.iter_mut().zip(of_orbit) {
                    *cells += count;
                    *has_single |= count == 1;
                }
            }
            let is_full = |&&(cells, has_single): &&(usize, bool)| has_single && cells == length;
            cells - found.iter().filter(is_full).count()
        };
        let shape = self.shape;
        let rows = bound(shape.rows(), shape.digits(), &|cell| shape.row(cell));
        rows.min(bound(shape.columns(), shape.digits(), &|cell| shape.col(cell)))
    }

    /// Whether two rows of a band, or two columns of a stack, can never have a clue. They could always be exchanged, so
    /// no puzzle would have a unique solution.
    fn has_twins(&self) -> bool {
        let n = self.shape.digits();
        let (high, wide) = self.shape.box_size().unwrap_or((n, n));
        let (mut rows, mut columns) = (vec![true; n], vec![true; n]);
        for cell in self.orbits().into_iter().flatten() {
            (rows[self.shape.row(cell)], columns[self.shape.col(cell)]) = (false, false);
        }
        let twins = |lines: &[bool], size| {
            lines.chunks(size).any(|lines| lines.iter().filter(|&&bare| bare).count() > 1)
        };
        twins(&rows, high) || twins(&columns, wide)
    }

    /// Returns an error if no puzzle can meet the request and this can be decided without generating puzzles.
    pub(super) fn check(&self) -> Result<(), RequestError> {
        if self.shape.extra() > 0 {
            return Err(RequestError::Shape);
        }
        if self.rules.iter().any(|rule| rule.check(self.shape).is_err()) {
            return Err(RequestError::Rule);
        }
        if self.drawn.iter().any(|drawn| drawn.check(self.shape).is_err()) {
            return Err(RequestError::Drawn);
        }
        if let Some(sizes) = &self.cages {
            let most = self.shape.digits().min(LARGEST_CAGE);
            if let Some(&found) =
                [sizes.start(), sizes.end()].into_iter().find(|size| !(1..=most).contains(*size))
            {
                return Err(RequestError::CageSize { found, most });
            }
            if sizes.is_empty() {
                return Err(RequestError::CageSizes);
            }
            let alone = *self.clues.start() == 0
                && self.symmetry == ClueSymmetry::None
                && self.cells.is_none()
                && self.difficulty.is_none()
                && self.logic.is_none()
                && self.drawn.is_empty()
                && self.shape.is_plain()
                && self.method == Method::TopDown;
            if !alone {
                return Err(RequestError::Cages);
            }
        }
        let plain = self.is_plain();
        if self.clues.is_empty()
            || *self.clues.start() > self.shape.cells()
            || *self.clues.end() < self.fewest()
        {
            return Err(RequestError::Clues);
        }
        if let Some(cells) = &self.cells {
            if cells.iter().any(|cell| cell.index() >= self.shape.cells()) {
                return Err(RequestError::Cells);
            }
            let most: usize = self.orbits().iter().map(Vec::len).sum();
            if most < self.fewest().max(*self.clues.start()) {
                return Err(RequestError::Mask);
            }
            if plain && self.has_twins() {
                return Err(RequestError::Twins);
            }
        }
        if *self.clues.start() > self.most() {
            return Err(RequestError::Clues);
        }
        if let Some(grid) = &self.grid
            && (grid.digits().len() != self.shape.cells() || !self.empty().is_solved_by(grid))
        {
            return Err(RequestError::Grid);
        }
        if let Some(difficulty) = &self.difficulty {
            if self.shape != Shape::CLASSIC || !plain {
                return Err(RequestError::Rating);
            }
            difficulty.check()?;
        }
        if let Some(logic) = &self.logic {
            if self.shape == Shape::CLASSIC && plain {
                return Err(RequestError::Logic);
            }
            logic.check()?;
        }
        if self.method == Method::ControlledBias {
            let plain = self.shape == Shape::CLASSIC
                && plain
                && self.symmetry == ClueSymmetry::None
                && self.cells.is_none()
                && *self.clues.start() <= MOST
                && self.minimality != Minimality::Any;
            if !plain {
                return Err(RequestError::Bias);
            }
        }
        Ok(())
    }
}

choices! {
    /// The clues of a puzzle that must be needed for a unique solution.
    ///
    /// By default at least one clue of each orbit of the symmetry is needed: no orbit can be removed. If every single
    /// clue must be needed, puzzles are drawn until one meets this. The share of symmetric puzzles that do is between
    /// one in three (mirrors and half turns) and one in thousands (all symmetries). If any clue may be redundant, the
    /// number of clues is drawn from the requested range, and that many clues are left if the solution stays unique.
    #[non_exhaustive]
    pub enum Minimality: Orbits {
        /// All orbits of clues under the symmetry, and drawn rules
        Orbits = "orbits",
        /// All clues, and drawn rules
        Clues = "clues",
        /// Any clues and rules may be redundant
        Any = "any",
    }
}

choices! {
    /// How puzzles are drawn.
    ///
    /// The top-down method visits the clues of a full grid in a random order, and removes each redundant clue. That
    /// is fast but biased: puzzles with few clues are far more likely than puzzles with many, because every removable
    /// clue is removed. These puzzles have 24.4 clues on average; all minimal puzzles have 26.6.
    ///
    /// D. Berthier's controlled-bias generator ("Unbiased Statistics of a CSP - A Controlled-Bias Generator", 2009)
    /// removes clues from a full grid in a random order as long as the solution stays unique. The result counts only
    /// if no further clue can be removed; otherwise another grid and order are drawn. All puzzles with n clues are
    /// then equally likely, with a known likelihood proportional to 1 / C(81, n).
    /// [`GeneratedPuzzle::weight`](super::GeneratedPuzzle::weight) corrects this: averages with these weights are
    /// averages over all minimal puzzles. Puzzles with more than 33 clues, one in ten million, are left out.
    #[non_exhaustive]
    pub enum Method: TopDown {
        /// Remove clues from a full grid; fast, favors few clues
        TopDown = "top-down",
        /// Generate minimal puzzles with a known bias; slower
        ControlledBias = "controlled-bias",
    }
}
