//! The problem: a puzzle in the form that the engine needs.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::compact::board::{CELLS, DIGITS, Image, Links, WORDS, word};
use crate::compact::combine::{combined, is_tight};
use crate::compact::exact::Exact;
use crate::compact::houses::House;
use crate::compact::sets::Sets;
use crate::compact::sums::Sum;
use crate::csp::implied::{self, Equation};
use crate::csp::{Differ, Var, differs, equation};
use crate::grid::DigitSet;
use crate::puzzle::Puzzle;
use crate::puzzle::relation::{Comparison, PairTable, Relation};

/// The largest number of cells of an implied sum, and of one that is near its bounds.
const LONGEST_SUM: usize = 7;
const LONGEST_TIGHT: usize = 14;

/// The largest number of cells in a list of leftovers.
const LONGEST_LEFTOVER: usize = 6;

/// The largest numbers of rules and of houses: sets of them are bits of some words.
const MOST_RULES: usize = WORDS * 64;
const MOST_HOUSES: usize = 128;

/// The least number of cells of a cage for which it is worth finding exactly the digits that fit.
const LARGE: usize = 6;

/// What never changes during a search.
#[derive(Debug)]
pub(super) struct Problem {
    pub(super) digits: usize,
    /// The domains before any clue.
    pub(super) initial: Vec<u16>,
    pub(super) links: Links,
    /// The houses with more than two cells.
    pub(super) houses: Vec<House>,
    pub(super) rules: Vec<CompactRule>,
    /// The number of the first exact rule. The others are ordered by cost.
    pub(super) exact: usize,
}

/// A rule.
#[derive(Debug)]
pub(super) enum CompactRule {
    Sets(Sets),
    Sum(Sum),
    /// The first half of the cells has the same digits as the second half.
    Same(Box<[u8]>),
    Exact(Exact),
}

impl CompactRule {
    pub(super) fn cells(&self) -> &[u8] {
        match self {
            Self::Sets(sets) => sets.cells(),
            Self::Sum(sum) => sum.cells(),
            Self::Same(cells) => cells,
            Self::Exact(exact) => exact.cells(),
        }
    }
}

/// The cells in the order of the rule.
fn indices(vars: &[Var]) -> Box<[u8]> {
    vars.iter().map(|var| var.index() as u8).collect()
}

fn set_bits(set: DigitSet) -> u16 {
    set.bits() as u16
}

impl Problem {
    /// The problem of a puzzle without its clues; `None` if its shape or one of its rules is not supported.
    pub(super) fn new(puzzle: &Puzzle) -> Option<Self> {
        let shape = puzzle.shape();
        let (cells, digits) = (shape.cells(), shape.digits());
        if cells > CELLS || digits > DIGITS {
            return None;
        }
        let constraints = puzzle.constraints();
        let all = || constraints.iter().map(|(_, constraint)| constraint.relation());
        // `search` is faster if there are only pairs, because it weights each of them.
        if !all().all(is_supported) || !all().any(has_sum) {
            return None;
        }
        let relations: Vec<(&Relation, Vec<Var>)> = constraints
            .iter()
            .map(|(_, constraint)| {
                (constraint.relation(), constraint.cells().iter().copied().map(Var::from).collect())
            })
            .collect();
        let initial = vec![set_bits(DigitSet::all(digits)); cells];
        let mut differ = Differ::new(cells);
        let different = relations.iter().filter(|(relation, vars)| differs(relation, vars, digits));
        different.for_each(|(_, vars)| differ.add(vars));
        let links = Links {
            peers: (0..cells)
                .map(|cell| differ.of(Var::new(cell)).fold(0, |word, var| word | 1 << var.index()))
                .collect(),
            full: vec![0; cells],
            partial: vec![0; cells],
            images: vec![Vec::new(); cells],
            rules: vec![[0; WORDS]; cells],
            ..Links::default()
        };
        let problem = Self { digits, initial, links, houses: Vec::new(), rules: Vec::new(), exact: 0 };
        problem.with_rules(&relations, &differ)
    }

    fn with_rules(mut self, relations: &[(&Relation, Vec<Var>)], differ: &Differ) -> Option<Self> {
        let mut tables: FxHashMap<*const PairTable, [u16; 2]> = FxHashMap::default();
        let mut increasing = None;
        let mut equations = Vec::new();
        let mut full: Vec<&[Var]> = Vec::new();
        for (relation, vars) in relations {
            equations.extend(equation(relation, vars).filter(|found| !found.terms.is_empty()));
            match relation {
                Relation::AllDifferent => full.extend(self.add_house(vars).then_some(&**vars)),
                Relation::Cage { sum } if vars.len() == self.digits && i64::from(*sum) == self.total() => {
                    full.extend(self.add_house(vars).then_some(&**vars));
                }
                Relation::Cage { sum } => self.add_sets(Sets::cage(indices(vars), *sum, self.digits)?),
                Relation::Combinations(sets) => {
                    let sets = sets.iter().filter(|set| set.len() == vars.len()).copied().map(set_bits);
                    self.add_sets(Sets::new(indices(vars), sets.collect())?);
                }
                Relation::Increasing => {
                    if increasing.is_none() {
                        increasing =
                            Some(self.add_table(&PairTable::new(self.digits, |one, next| one < next))?);
                    }
                    let numbers = increasing?;
                    vars.windows(2).for_each(|pair| self.add_pair(pair[0], pair[1], numbers));
                }
                Relation::Among(set) => {
                    vars.iter().for_each(|var| self.initial[var.index()] &= set_bits(*set));
                }
                Relation::Pair(table) => {
                    let &[first, second] = &**vars else { return None };
                    let numbers = match tables.get(&Arc::as_ptr(table)) {
                        Some(&known) => known,
                        None => *tables.entry(Arc::as_ptr(table)).or_insert(self.add_table(table)?),
                    };
                    self.add_pair(first, second, numbers);
                }
                Relation::Linear(linear) => {
                    let terms: Vec<(Var, i32)> =
                        vars.iter().copied().zip(linear.coefficients.iter().copied()).collect();
                    let equal = linear.comparison == Comparison::Equal;
                    let sign = if linear.comparison == Comparison::AtLeast { -1 } else { 1 };
                    self.add_sum(&terms, sign, linear.constant, equal, differ)?;
                }
                _ => return None,
            }
        }
        if self.rules.len() > MOST_RULES || self.houses.len() > MOST_HOUSES {
            return None;
        }
        self.imply(&full, &equations, differ);
        // Rules that follow from others are not needed.
        self.rules.truncate(MOST_RULES);
        let size = |rule: &CompactRule| (matches!(rule, CompactRule::Sum(_)), rule.cells().len());
        self.rules.sort_by_key(size);
        self.exact = self.rules.len();
        self.add_exact(&equations, differ);
        self.rules.truncate(MOST_RULES);
        for (number, rule) in self.rules.iter().enumerate() {
            for &cell in rule.cells() {
                self.links.rules[usize::from(cell)][number / 64] |= 1 << (number % 64);
            }
        }
        for (number, house) in self.houses.iter().enumerate() {
            let of_cell = if house.is_full { &mut self.links.full } else { &mut self.links.partial };
            house.cells.iter().for_each(|&cell| of_cell[usize::from(cell)] |= 1 << number);
            self.links.cells.push(word(&house.cells));
        }
        for (cell, images) in self.links.images.iter().enumerate() {
            self.links.related |= u128::from(!images.is_empty()) << cell;
        }
        Some(self)
    }

    /// The sum of all digits.
    fn total(&self) -> i64 {
        (self.digits * (self.digits + 1) / 2) as i64
    }

    /// Adds the constraints that follow from the houses with every digit.
    fn imply(&mut self, full: &[&[Var]], equations: &[Equation], differ: &Differ) {
        if !equations.is_empty() {
            for found in implied::sums(full, self.total(), equations, LONGEST_TIGHT) {
                let is_short = found.sum.terms.len() <= LONGEST_SUM;
                if !is_short && !is_tight(&found.sum, differ, self.digits) {
                    continue;
                }
                // A sum that is not supported follows from others anyway.
                let _ = self.add_sum(&found.sum.terms, 1, found.sum.constant, true, differ);
            }
            for found in combined(equations, &self.links.peers, differ, self.digits) {
                let _ = self.add_sum(&found.terms, 1, found.constant, true, differ);
            }
        }
        for found in implied::leftovers(full, LONGEST_LEFTOVER) {
            self.rules.push(CompactRule::Same(indices(&found.lists.concat())));
        }
    }

    /// Adds exact rules for large cages, and for houses with cages inside.
    fn add_exact(&mut self, equations: &[Equation], differ: &Differ) {
        let mut cages: Vec<(Box<[u8]>, u32)> = Vec::new();
        for Equation { terms, constant } in equations {
            if let (Some(vars), Ok(sum)) = (cage(terms, differ), u32::try_from(*constant)) {
                cages.push((indices(&vars), sum));
            }
        }
        let large = cages.iter().filter(|(cells, _)| (LARGE..self.digits).contains(&cells.len()));
        let mut found: Vec<Exact> =
            large.filter_map(|(cells, sum)| Exact::new(&[(cells, *sum)], &[], self.digits)).collect();
        for house in self.houses.iter().filter(|house| house.is_full) {
            let mut others = house.cells.to_vec();
            let mut parts: Vec<(&[u8], u32)> = Vec::new();
            for (cells, sum) in &cages {
                if cells.len() < self.digits && cells.iter().all(|cell| others.contains(cell)) {
                    others.retain(|cell| !cells.contains(cell));
                    parts.push((cells, *sum));
                }
            }
            if parts.len() > 1 {
                found.extend(Exact::new(&parts, &others, self.digits));
            }
        }
        self.rules.extend(found.into_iter().map(CompactRule::Exact));
    }

    /// Adds a house. Returns whether it is new and has every digit.
    fn add_house(&mut self, vars: &[Var]) -> bool {
        let cells = indices(vars);
        let is_known = self.houses.iter().any(|known| {
            known.cells.len() == cells.len() && cells.iter().all(|cell| known.cells.contains(cell))
        });
        if is_known || cells.len() < 3 {
            return false;
        }
        let is_full = cells.len() == self.digits;
        self.houses.push(House { cells, is_full });
        is_full
    }

    fn add_sets(&mut self, sets: Sets) {
        self.rules.push(CompactRule::Sets(sets));
    }

    /// Adds an equation, or the inequality that the sum is at most the constant.
    fn add_sum(
        &mut self,
        terms: &[(Var, i32)],
        sign: i32,
        constant: i64,
        is_equation: bool,
        differ: &Differ,
    ) -> Option<()> {
        let terms: Vec<(Var, i32)> = terms.iter().map(|&(var, by)| (var, by.saturating_mul(sign))).collect();
        if let Some(vars) = cage(&terms, differ).filter(|_| is_equation) {
            let sum = u32::try_from(constant).unwrap_or(u32::MAX);
            self.add_sets(Sets::cage(indices(&vars), sum, self.digits)?);
            return Some(());
        }
        let target = i32::try_from(constant * i64::from(sign)).ok()?;
        self.rules.push(CompactRule::Sum(Sum::new(&terms, target, is_equation, self.digits, differ)?));
        Some(())
    }

    /// Adds a table in both directions, and returns their numbers; `None` if there are too many.
    fn add_table(&mut self, table: &PairTable) -> Option<[u16; 2]> {
        let first = u16::try_from(self.links.tables.len()).ok()?;
        for rows in [table.rows(), table.transposed().rows()] {
            let rows: Vec<u16> = rows[..self.digits].iter().copied().map(set_bits).collect();
            self.links.tables.push(Image::new(&rows));
        }
        Some([first, first.checked_add(1)?])
    }

    fn add_pair(&mut self, first: Var, second: Var, [forth, back]: [u16; 2]) {
        self.links.images[first.index()].push((second.index() as u8, forth));
        self.links.images[second.index()].push((first.index() as u8, back));
    }
}

/// The variables of a sum, if they all differ and have the coefficient 1.
fn cage(terms: &[(Var, i32)], differ: &Differ) -> Option<Vec<Var>> {
    let vars: Vec<Var> = terms.iter().map(|term| term.0).collect();
    let is_cage = vars.len() > 1 && terms.iter().all(|term| term.1 == 1) && differ.is_clique(&vars);
    is_cage.then_some(vars)
}

/// Whether the engine has a form for the relation.
fn is_supported(relation: &Relation) -> bool {
    match relation {
        Relation::AllDifferent
        | Relation::Cage { .. }
        | Relation::Combinations(_)
        | Relation::Increasing
        | Relation::Among(_)
        | Relation::Pair(_) => true,
        Relation::Linear(linear) => linear.comparison != Comparison::Different,
        _ => false,
    }
}

/// Whether the relation is about a sum or a set of digits.
fn has_sum(relation: &Relation) -> bool {
    !matches!(
        relation,
        Relation::AllDifferent | Relation::Increasing | Relation::Among(_) | Relation::Pair(_)
    )
}
