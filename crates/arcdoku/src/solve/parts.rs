//! The parts of a puzzle: which parts are necessary, which contradict each other, and whether one puzzle restricts
//! another.

use std::cmp::Reverse;
use std::fmt;
use std::ops::ControlFlow;

use crate::grid::{Cell, CellName, DigitSet};
use crate::puzzle::{AllDifferent, Constraint, Limit, Limits, Outcome, Puzzle, Rule, Solution, WorkProgress};
use crate::search::SearchEnd;
use crate::solve::Solver;

/// A part of a puzzle. Its display is the text of the rule, the name of the house, or `r1c2=3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    kind: PartKind,
    text: Box<str>,
    cells: Vec<Cell>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum PartKind {
    Clue(Cell),
    Rule(usize),
    /// One of the houses that a rule consists of.
    House(usize),
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl Part {
    /// The cell, if the part is a clue.
    pub fn clue(&self) -> Option<Cell> {
        match self.kind {
            PartKind::Clue(cell) => Some(cell),
            _ => None,
        }
    }

    /// The index of the rule in the puzzle, unless the part is a clue.
    pub fn rule(&self) -> Option<usize> {
        match self.kind {
            PartKind::Clue(_) => None,
            PartKind::Rule(rule) | PartKind::House(rule) => Some(rule),
        }
    }

    /// The cells of the part; empty for a rule of the whole grid.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn clues_of(puzzle: &Puzzle) -> impl Iterator<Item = Self> {
        let shape = puzzle.shape();
        puzzle.givens().iter().enumerate().filter_map(move |(index, given)| {
            let cell = Cell::new(index);
            let text = format!("{}={}", shape.name(cell), shape.value((*given)?)).into();
            Some(Self { kind: PartKind::Clue(cell), text, cells: vec![cell] })
        })
    }

    fn rule_of(puzzle: &Puzzle, index: usize) -> Self {
        let rule = &puzzle.rules()[index];
        let constraints = rule.constraints(puzzle.shape());
        let cells = match &*constraints {
            [one] => one.cells().to_vec(),
            _ => Vec::new(),
        };
        Self { kind: PartKind::Rule(index), text: rule.to_string().into(), cells }
    }
}

/// The clues and rules of a puzzle. If `split` is set, rules that consist of houses are split into houses.
fn parts_of(puzzle: &Puzzle, split: bool) -> Vec<Part> {
    let mut parts = Vec::new();
    for (index, rule) in puzzle.rules().iter().enumerate() {
        let pieces = if split { rule.constraints(puzzle.shape()) } else { Vec::new() };
        if pieces.len() > 1 && pieces.iter().all(Constraint::is_all_different) {
            parts.extend(pieces.into_iter().map(|piece| Part {
                kind: PartKind::House(index),
                text: piece.to_string().into(),
                cells: piece.cells().to_vec(),
            }));
        } else {
            parts.push(Part::rule_of(puzzle, index));
        }
    }
    parts.extend(Part::clues_of(puzzle));
    parts
}

/// The puzzle with only these parts.
fn puzzle_of<'a>(puzzle: &Puzzle, parts: impl Iterator<Item = &'a Part>) -> Puzzle {
    let shape = puzzle.shape();
    let mut rules = Vec::new();
    let mut made = Puzzle::bare(shape);
    for part in parts {
        match part.kind {
            PartKind::Clue(cell) => made.set(cell, puzzle.givens()[cell.index()]),
            PartKind::Rule(rule) => rules.push((rule, puzzle.rules()[rule].clone())),
            PartKind::House(rule) => {
                let names: Vec<CellName> = part.cells.iter().map(|&cell| shape.name(cell)).collect();
                rules.push((rule, Rule::from(AllDifferent::from(names))));
            }
        }
    }
    rules.sort_by_key(|&(rule, _)| rule);
    rules.into_iter().fold(made, |made, (_, rule)| made.clone().try_with_rule(rule).unwrap_or(made))
}

/// Whether a puzzle with one solution needs a part: without it, the puzzle has several.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Necessity {
    /// The part is needed. Without it, there is this other solution.
    Necessary(Solution),
    /// The part is not needed: with all other parts, there is still only one solution.
    Unnecessary,
    /// A limit was reached.
    Unknown(Limit),
}

/// Determines, for each rule and each clue of a puzzle with one solution, whether it is necessary. Parts that are
/// individually unnecessary cannot always be left out together. The node limit applies to each part, and the time
/// limit to all parts together.
pub fn necessities(
    solver: &mut Solver,
    puzzle: &Puzzle,
    solution: &Solution,
    limits: &Limits<'_>,
) -> Vec<(Part, Necessity)> {
    let budget = limits.with_nodes(None).start();
    let parts = parts_of(puzzle, false);
    let all = parts.len();
    let ask = |(done, part): (usize, Part)| {
        limits.report(WorkProgress::Parts { done, all });
        // The limits are checked here because, with thousands of parts, creating the puzzle without each of them takes
        // seconds.
        if let Err(limit) = budget.check(0) {
            return (part, Necessity::Unknown(limit));
        }
        let less = match part.kind {
            PartKind::Clue(cell) => {
                let mut less = puzzle.clone();
                less.set(cell, None);
                less
            }
            _ => puzzle_of(puzzle, parts.iter().filter(|other| **other != part)),
        };
        let necessity = match solver.solve(&less, &budget.rest().with_nodes(limits.nodes())).outcome {
            Outcome::Multiple(first, second) => {
                Necessity::Necessary(if first == *solution { second } else { first })
            }
            Outcome::Unknown { limit, .. } => Necessity::Unknown(limit),
            _ => Necessity::Unnecessary,
        };
        (part, necessity)
    };
    parts.clone().into_iter().enumerate().map(ask).collect()
}

/// Parts of a puzzle that have no common solution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Contradiction {
    /// The parts, rules first.
    pub parts: Vec<Part>,
    /// Whether it is proven that none of the parts can be left out.
    pub minimal: bool,
}

/// The node limit for testing whether some parts have a common solution, if no limit is given.
const TRIAL: u64 = 5_000;

/// A minimal set of parts of a puzzle that contradict each other. `None` unless the puzzle is found to have no
/// solution within the limits. None of the parts can be left out, if the limits suffice to prove this. There may be
/// another set with fewer parts.
///
/// The method is QuickXplain (U. Junker, "QuickXplain: preferred explanations and relaxations for over-constrained
/// problems", AAAI 2004). The node limit applies to each trial, and the time limit to all trials together.
///
/// ```
/// use arcdoku::solve::contradiction;
/// use arcdoku::{Limits, Puzzle, Rule, Shape, Solver};
///
/// let shape = Shape::boxes(2, 2).unwrap();
/// let rules = ["cage 7: r1c1 r1c2", "thermo: r1c3 r1c4"];
/// let puzzle = rules.iter().fold(Puzzle::new(shape), |puzzle, rule| {
///     puzzle.with_rule(rule.parse::<Rule>().unwrap())
/// });
/// let mut puzzle = puzzle;
/// puzzle.set(arcdoku::Cell::new(3), arcdoku::Digit::new(1));
/// let found = contradiction(&mut Solver::new(), &puzzle, &Limits::NONE).unwrap();
/// let parts: Vec<String> = found.parts.iter().map(ToString::to_string).collect();
/// assert_eq!(parts, ["thermo: r1c3 r1c4", "r1c4=1"]);
/// assert!(found.minimal);
/// ```
pub fn contradiction(solver: &mut Solver, puzzle: &Puzzle, limits: &Limits<'_>) -> Option<Contradiction> {
    let parts = parts_of(puzzle, true);
    let mut trial = Trials {
        solver,
        puzzle,
        limits: Limits::with_nodes(limits.start().rest(), limits.nodes().or(Some(TRIAL))),
        budget: limits.start(),
        proved: true,
        done: 0,
    };
    let whole = trial.solver.first(puzzle, limits).outcome;
    if !matches!(whole, Outcome::Unsatisfiable(_)) {
        return None;
    }
    // Parts that come first are preferred: rules, then the houses that have most cells in common with them, then clues.
    let rules = parts.iter().filter_map(|part| match part.kind {
        PartKind::Rule(rule) => Some(&puzzle.rules()[rule]),
        _ => None,
    });
    let constraints = rules.flat_map(|rule| rule.constraints(puzzle.shape()));
    let ruled: Vec<Cell> = constraints.flat_map(|one| one.cells().to_vec()).collect();
    let mut all: Vec<&Part> = parts.iter().collect();
    all.sort_by_cached_key(|part| match part.kind {
        PartKind::Rule(_) => (0, Reverse(0)),
        PartKind::House(_) => (1, Reverse(ruled.iter().filter(|cell| part.cells.contains(cell)).count())),
        PartKind::Clue(_) => (2, Reverse(0)),
    });
    let mut chosen = trial.explain(&[], false, &all);
    chosen.sort_by_key(|part| parts.iter().position(|other| *other == **part));
    Some(Contradiction { parts: chosen.into_iter().cloned().collect(), minimal: trial.proved })
}

struct Trials<'a> {
    solver: &'a mut Solver,
    puzzle: &'a Puzzle,
    limits: Limits<'a>,
    budget: crate::puzzle::Budget<'a>,
    /// Whether no trial was ended by a limit.
    proved: bool,
    done: usize,
}

impl<'a> Trials<'a> {
    /// Whether these parts are known to contradict each other.
    fn contradict(&mut self, parts: &[&Part]) -> bool {
        self.limits.report(WorkProgress::Steps(self.done));
        self.done += 1;
        if self.budget.check(0).is_err() {
            self.proved = false;
            return false;
        }
        let puzzle = puzzle_of(self.puzzle, parts.iter().copied());
        let limits = self.limits.with_time(self.budget.remaining());
        match self.solver.first(&puzzle, &limits).outcome {
            Outcome::Unsatisfiable(_) => true,
            Outcome::Unknown { .. } => {
                self.proved = false;
                false
            }
            _ => false,
        }
    }

    /// The parts of `parts` that are needed in addition to `known` for a contradiction. `is_news` is set if parts were
    /// added to `known` after the last trial of `known` alone.
    fn explain(&mut self, known: &[&'a Part], is_news: bool, parts: &[&'a Part]) -> Vec<&'a Part> {
        if is_news && self.contradict(known) {
            return Vec::new();
        }
        if parts.len() <= 1 {
            return parts.to_vec();
        }
        let (first, second) = parts.split_at(parts.len() / 2);
        let mut needed = self.explain(&[known, first].concat(), true, second);
        let more = self.explain(&[known, &needed[..]].concat(), !needed.is_empty(), first);
        needed.extend(more);
        needed
    }
}

/// Whether every solution of a puzzle is a solution of another puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Restriction {
    /// Every solution is a solution of the other puzzle.
    Yes,
    /// This solution is not a solution of the other puzzle.
    No(Solution),
    /// The grids have different cells or digits, so solutions cannot be compared.
    OtherShape,
    /// A limit was reached.
    Unknown(Limit),
}

/// The number of solutions that are compared before rules are negated.
const COMPARED: usize = 1_000;

/// Whether a puzzle restricts another: every solution of `puzzle` is a solution of `other`. The node limit applies to
/// each search, and the time limit to all searches together.
///
/// First, some solutions are compared. If there are more solutions, the puzzle is searched for a solution that
/// violates a rule or a clue of `other` that is not part of `puzzle`.
pub fn restricts(solver: &mut Solver, puzzle: &Puzzle, other: &Puzzle, limits: &Limits<'_>) -> Restriction {
    let shape = puzzle.shape();
    let other_shape = other.shape();
    if shape.cells() != other_shape.cells()
        || shape.grid_cells() != other_shape.grid_cells()
        || (shape.rows(), shape.columns()) != (other_shape.rows(), other_shape.columns())
        || (shape.digits(), shape.least()) != (other_shape.digits(), other_shape.least())
    {
        return Restriction::OtherShape;
    }
    let budget = limits.start();
    let nodes = |most: u64| Some(limits.nodes().unwrap_or(most).min(most));
    let mut broken = None;
    let mut left = COMPARED;
    let (end, _) = solver.solutions(puzzle, &budget.rest().with_nodes(nodes(100_000)), |solution| {
        left -= 1;
        if !other.is_solved_by(&solution) {
            broken = Some(solution);
        }
        if broken.is_some() || left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match (broken, end) {
        (Some(solution), _) => return Restriction::No(solution),
        (None, SearchEnd::Complete) => return Restriction::Yes,
        _ => {}
    }
    // Each way to violate the other puzzle is tried as an additional rule.
    let mut unknown = None;
    let mut ways: Vec<Option<Rule>> = Vec::new();
    for cell in (0..shape.cells()).map(Cell::new) {
        let forbidden = puzzle.admissible(cell).minus(other.admissible(cell));
        if !forbidden.is_empty() {
            let mut sets = vec![DigitSet::all(shape.digits()); shape.cells()];
            sets[cell.index()] = forbidden;
            ways.push(Rule::candidates(shape, &sets).ok());
        }
    }
    let news = other.rules().iter().filter(|rule| !puzzle.rules().contains(rule));
    ways.extend(
        news.filter(|rule| !rule.constraints(other_shape).is_empty()).map(|rule| rule.negated(shape)),
    );
    for (done, way) in ways.iter().enumerate() {
        limits.report(WorkProgress::Parts { done, all: ways.len() });
        let broken = way.clone().and_then(|way| puzzle.clone().try_with_rule(way).ok());
        let Some(broken) = broken else {
            unknown = Some(Limit::Nodes);
            continue;
        };
        match solver.first(&broken, &budget.rest().with_nodes(limits.nodes())).outcome {
            Outcome::Unsatisfiable(_) => {}
            Outcome::Unknown { limit, .. } => unknown = Some(limit),
            found => {
                if let Some(solution) = found.solution() {
                    return Restriction::No(solution.clone());
                }
            }
        }
    }
    unknown.map_or(Restriction::Yes, Restriction::Unknown)
}
