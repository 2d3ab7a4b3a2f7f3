//! A puzzle in the form that the finders use: sets of different digits, constraints of rules, implied sums, and the
//! cells that see each other.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::csp::implied::{self, Equation};
use crate::csp::{Alone, Differ, Var, equation};
use crate::deduction::rules::{RulePart, Scope};
use crate::grid::{Cell, DigitSet, Shape};
use crate::puzzle::relation::{Comparison, Linear, Relation};
use crate::puzzle::{HouseKind, Puzzle};

/// The largest number of cells in an implied sum.
const LONGEST_SUM: usize = 6;
/// The largest number of cells in a list of leftovers.
const LONGEST_LEFTOVER: usize = 5;
/// The largest number of cells in a rule whose pairs are reported together.
const MOST_TOGETHER: usize = 20;

/// A set of cells with different digits.
#[derive(Debug)]
pub(super) struct Set {
    pub(super) scope: Scope,
    pub(super) cells: Arc<[Cell]>,
    /// Whether the set contains every digit.
    pub(super) is_full: bool,
    /// `Some(true)` if the set is a row of the grid, `Some(false)` if it is a column.
    pub(super) line: Option<bool>,
    /// Whether the set is a box or a region.
    pub(super) is_box: bool,
    /// The sum of a cage, which determines its combinations.
    pub(super) sum: Option<u32>,
    /// A list of combinations, if the set is not a cage with a sum.
    pub(super) listed: Option<Arc<[DigitSet]>>,
}

/// A list of pairs of one rule.
#[derive(Debug)]
pub(super) struct Pairs {
    pub(super) parts: Vec<Arc<RulePart>>,
}

/// A constraint of a rule, or an implied constraint, with its propagator.
#[derive(Debug)]
pub(super) struct Posted {
    pub(super) kind: Kind,
    /// The number of listed cells.
    pub(super) size: usize,
    pub(super) alone: Alone,
}

/// The kind of a constraint.
#[derive(Debug)]
pub(super) enum Kind {
    Rule(Arc<RulePart>),
    Innies { houses: Vec<Scope>, rules: Vec<Scope>, terms: Vec<(Cell, i32)>, sum: i64 },
    Leftovers { houses: Vec<Scope>, others: Vec<Scope>, lists: [Vec<Cell>; 2] },
}

/// The puzzle in the form that the finders use.
#[derive(Debug)]
pub(super) struct System {
    pub(super) shape: Shape,
    pub(super) sets: Vec<Set>,
    pub(super) pairs: Vec<Pairs>,
    pub(super) posted: Vec<Posted>,
    /// For each cell, the cells that are in a set with it: one row of bits each.
    sees: Vec<u64>,
    words: usize,
}

impl System {
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        let shape = puzzle.shape();
        let digits = shape.digits();
        let constraints = puzzle.constraints();
        let mut system = Self {
            shape,
            sets: Vec::new(),
            pairs: Vec::new(),
            posted: Vec::new(),
            sees: vec![0; shape.cells() * shape.cells().div_ceil(64)],
            words: shape.cells().div_ceil(64),
        };
        let mut differ = Differ::new(shape.cells());
        let mut known = BTreeSet::new();
        for (_, constraint) in &constraints {
            let (sum, listed) = match constraint.relation() {
                Relation::AllDifferent => (None, None),
                Relation::Cage { sum } => (Some(*sum), None),
                Relation::Combinations(sets) => (None, Some(Arc::clone(sets))),
                _ => continue,
            };
            let scope = Scope::of(constraint);
            let cells = Arc::clone(&scope.cells);
            differ.add(&vars(&cells));
            system.note(&cells);
            let mut sorted = cells.to_vec();
            sorted.sort_unstable();
            let is_plain = sum.is_none() && listed.is_none();
            // A rule with a single cell, or a rule that repeats a house, adds nothing.
            if cells.len() < 2 || is_plain && (cells.len() < 3 || !known.insert(sorted)) {
                continue;
            }
            let kind = constraint.part().map(|house| house.kind);
            system.sets.push(Set {
                is_full: cells.len() == digits,
                scope,
                cells,
                line: kind.and_then(|kind| match kind {
                    HouseKind::Row => Some(true),
                    HouseKind::Column => Some(false),
                    _ => None,
                }),
                is_box: matches!(kind, Some(HouseKind::Box | HouseKind::Region)),
                sum,
                listed,
            });
        }
        for (_, constraint) in &constraints {
            match constraint.relation() {
                Relation::Increasing => differ.add(&vars(constraint.cells())),
                Relation::Pair(table) => {
                    let all = DigitSet::all(digits);
                    if let &[a, b] = constraint.cells()
                        && a != b
                        && !all.iter().any(|digit| table.contains(digit, digit))
                    {
                        differ.add(&vars(&[a, b]));
                    }
                }
                _ => {}
            }
        }
        system.rules(puzzle, &constraints, &differ);
        system.imply(&constraints, &differ);
        system
    }

    /// Adds the constraints of rules.
    fn rules(
        &mut self,
        puzzle: &Puzzle,
        constraints: &[(usize, crate::puzzle::Constraint)],
        differ: &Differ,
    ) {
        let digits = self.shape.digits();
        let mut last = None;
        let mut named: Option<(usize, Arc<str>)> = None;
        for (index, constraint) in constraints {
            if matches!(constraint.relation(), Relation::AllDifferent | Relation::Among(_)) {
                continue;
            }
            let cells = constraint.cells();
            let rule = &puzzle.rules()[*index];
            let text = match &named {
                Some((known, text)) if known == index => Arc::clone(text),
                _ => rule.to_string().into(),
            };
            named = Some((*index, Arc::clone(&text)));
            let part = Arc::new(RulePart { rule: rule.name(), text, constraint: constraint.clone() });
            if let (Relation::Pair(_), [_, _]) = (constraint.relation(), cells) {
                let of_rule = || constraints.iter().filter(|(other, _)| other == index);
                let together = || {
                    let all: BTreeSet<Cell> =
                        of_rule().flat_map(|(_, one)| one.cells().iter().copied()).collect();
                    all.len() <= MOST_TOGETHER
                };
                match self.pairs.last_mut() {
                    Some(pairs) if last == Some(*index) && together() => pairs.parts.push(part),
                    _ => self.pairs.push(Pairs { parts: vec![part] }),
                }
                last = Some(*index);
                continue;
            }
            let alone = Alone::new(digits, constraint.relation(), &vars(cells), differ);
            self.posted.push(Posted { kind: Kind::Rule(part), size: cells.len(), alone });
        }
    }

    /// Adds the constraints that follow from houses and sums together.
    fn imply(&mut self, constraints: &[(usize, crate::puzzle::Constraint)], differ: &Differ) {
        let digits = self.shape.digits();
        let full: Vec<(Scope, Vec<Var>)> = self
            .sets
            .iter()
            .filter(|set| set.is_full && set.sum.is_none())
            .map(|set| (set.scope.clone(), vars(&set.cells)))
            .collect();
        let houses: Vec<&[Var]> = full.iter().map(|(_, vars)| &**vars).collect();
        let named = |list: &[usize]| list.iter().map(|&house| full[house].0.clone()).collect::<Vec<_>>();
        let (mut equations, mut sources) = (Vec::new(), Vec::new());
        for (_, constraint) in constraints {
            if let Some(equation) = equation(constraint.relation(), &vars(constraint.cells())) {
                equations.push(equation);
                sources.push(Scope::of(constraint));
            }
        }
        let number = i64::try_from(digits).unwrap_or(0);
        let total = number * (number + 1) / 2;
        if !equations.is_empty() {
            for found in implied::sums(&houses, total, &equations, LONGEST_SUM) {
                let Equation { terms, constant } = found.sum;
                let own: Vec<Var> = terms.iter().map(|term| term.0).collect();
                let linear = Linear {
                    coefficients: terms.iter().map(|term| term.1).collect(),
                    comparison: Comparison::Equal,
                    constant,
                };
                let above = i64::from(self.shape.least() - 1);
                let sum = constant + above * terms.iter().map(|term| i64::from(term.1)).sum::<i64>();
                let kind = Kind::Innies {
                    houses: named(&found.houses),
                    rules: found.equations.iter().map(|&equation| sources[equation].clone()).collect(),
                    terms: terms.iter().map(|&(var, by)| (var.cell(), by)).collect(),
                    sum,
                };
                let alone = Alone::new(digits, &Relation::Linear(linear), &own, differ);
                self.posted.push(Posted { kind, size: own.len(), alone });
            }
        }
        for found in implied::leftovers(&houses, LONGEST_LEFTOVER) {
            let half = found.houses.len() / 2;
            let [first, second] = &found.lists;
            let own = [&**first, second].concat();
            let alone = Alone::new(digits, &Relation::SameDigits { lists: 2 }, &own, differ);
            let cells = |list: &[Var]| list.iter().map(|var| var.cell()).collect();
            let kind = Kind::Leftovers {
                houses: named(&found.houses[..half]),
                others: named(&found.houses[half..]),
                lists: [cells(first), cells(second)],
            };
            self.posted.push(Posted { kind, size: own.len(), alone });
        }
    }

    /// Records that these cells see each other.
    fn note(&mut self, cells: &[Cell]) {
        for &cell in cells {
            for other in cells.iter().filter(|&&other| other != cell) {
                self.sees[cell.index() * self.words + other.index() / 64] |= 1 << (other.index() % 64);
            }
        }
    }

    /// The cells that see all of these cells.
    pub(super) fn common(&self, cells: &[Cell]) -> impl Iterator<Item = Cell> {
        let word = |at: usize| {
            cells.iter().fold(u64::MAX, |word, cell| word & self.sees[cell.index() * self.words + at])
        };
        let words: Vec<u64> = if cells.is_empty() { Vec::new() } else { (0..self.words).map(word).collect() };
        words.into_iter().enumerate().flat_map(|(at, word)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| Cell::new(64 * at + bit))
        })
    }
}

fn vars(cells: &[Cell]) -> Vec<Var> {
    cells.iter().copied().map(Var::from).collect()
}
