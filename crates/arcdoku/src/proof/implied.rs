//! Implications of houses and sums together, as sums of rows: innies and outies, and leftovers of overlapping houses.
//!
//! Propagators use these constraints, but the formula does not contain them. They are derived when they are used.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::bound::{Chain, LinearRow};
use super::formula::{Atom, Formula, Label};
use super::sum::Sum;
use super::units::Units;
use crate::csp::implied::{Equation, leftovers, sums};
use crate::csp::{Var, equation};
use crate::grid::{Cell, Digit, DigitSet};
use crate::puzzle::Puzzle;

/// The largest number of variables of implied constraints; not less than the limit of propagators.
const MOST: usize = 64;

/// The constraints that are derived when they are used, by their cells in ascending order.
#[derive(Debug, Default)]
pub(super) struct Implied {
    of_cells: FxHashMap<Vec<Cell>, Vec<Origin>>,
    equations: Vec<(u32, Equation)>,
    /// For each set of different cells: the written sums of rows for the least and the greatest sum of its numbers.
    of_set: FxHashMap<usize, [Sum; 2]>,
    /// The sums of cells that are rows of the formula, or that were written as lines.
    linear: Vec<LinearRow>,
    /// The chains that were written.
    chains: FxHashSet<Chain>,
    /// For each constraint with auxiliary variables, by its cells: sets of these variables. One variable of each set is
    /// true. The sets of an automaton are its layers, in order.
    choices: FxHashMap<Vec<Cell>, Arc<Vec<Vec<Atom>>>>,
}

#[derive(Clone, Debug)]
enum Origin {
    /// The sets whose sums are known, minus the equations.
    Sum { sets: Vec<usize>, equations: Vec<usize> },
    /// The first half of the sets minus the other half.
    Leftovers { sets: Vec<usize> },
}

impl Implied {
    pub(super) fn new(puzzle: &Puzzle, formula: &Formula) -> Self {
        let mut implied = Self::default();
        if formula.is_plain() {
            return implied;
        }
        implied.read(puzzle, formula);
        let digits = formula.digits() as i64;
        let mut known = Vec::new();
        let full: Vec<(usize, Vec<Var>)> = formula
            .sets()
            .iter()
            .enumerate()
            .filter(|(_, set)| set.is_full && set.is_plain)
            .filter(|(_, set)| {
                let mut cells = set.cells.to_vec();
                cells.sort_unstable();
                let is_new = !known.contains(&cells);
                known.push(cells);
                is_new
            })
            .map(|(index, set)| (index, set.cells.iter().map(|&cell| cell.into()).collect()))
            .collect();
        let houses: Vec<&[Var]> = full.iter().map(|(_, vars)| vars.as_slice()).collect();
        let sets_of = |houses: &[usize]| houses.iter().map(|&house| full[house].0).collect::<Vec<_>>();
        for (number, (_, constraint)) in (1..).zip(puzzle.constraints()) {
            let vars: Vec<Var> = constraint.cells().iter().map(|&cell| cell.into()).collect();
            if let Some(equation) = equation(constraint.relation(), &vars) {
                implied.equations.push((number, equation));
            }
        }
        if !implied.equations.is_empty() {
            let equations: Vec<Equation> =
                implied.equations.iter().map(|(_, equation)| equation.clone()).collect();
            for found in sums(&houses, digits * (digits + 1) / 2, &equations, MOST) {
                let vars = found.sum.terms.iter().map(|term| term.0);
                let origin = Origin::Sum { sets: sets_of(&found.houses), equations: found.equations };
                implied.insert(vars, origin);
            }
        }
        for found in leftovers(&houses, MOST) {
            let origin = Origin::Leftovers { sets: sets_of(&found.houses) };
            implied.insert(found.lists.iter().flatten().copied(), origin);
        }
        implied
    }

    /// Reads the meaning of the rows of relations.
    fn read(&mut self, puzzle: &Puzzle, formula: &Formula) {
        let constraints = puzzle.constraints();
        for row in formula.rows() {
            let Label::Related(number, _) = row.label else { continue };
            let terms = formula.terms(row);
            if row.degree == 1
                && terms.len() > 1
                && terms.iter().all(|term| term.atom.holds() && formula.is_auxiliary(term.atom))
            {
                let Some((_, constraint)) = constraints.get(number as usize - 1) else { continue };
                let mut cells = constraint.cells().to_vec();
                cells.sort_unstable();
                cells.dedup();
                let atoms = terms.iter().map(|term| term.atom).collect();
                Arc::make_mut(self.choices.entry(cells).or_default()).push(atoms);
            } else {
                let mut sum = Sum::default();
                let terms: Vec<(Atom, i64)> =
                    terms.iter().map(|term| (term.atom, i64::from(term.weight))).collect();
                sum.add_terms(String::new(), &terms, row.degree as i64);
                self.linear.extend(LinearRow::new(formula, formula.label(row.label), sum));
            }
        }
    }

    /// The sets of auxiliary variables of a constraint of these cells, one of which is true.
    pub(super) fn choices(&self, cells: &[Cell]) -> Arc<Vec<Vec<Atom>>> {
        self.choices.get(cells).cloned().unwrap_or_default()
    }

    /// Sums of rows which show that a sum of some of these cells cannot be reached, if any. The last sum is
    /// violated.
    pub(super) fn violated(
        &mut self,
        cells: &[Cell],
        formula: &Formula,
        units: &Units,
    ) -> Vec<(Option<String>, Sum)> {
        let mut chains = Vec::new();
        let mut rows = self.linear.iter().filter(|row| row.is_within(cells));
        let found = rows.find_map(|row| {
            chains.clear();
            row.violated(formula, units, &mut chains)
        });
        let Some(sum) = found else { return Vec::new() };
        chains.retain(|&chain| self.chains.insert(chain));
        let named_sums = chains.into_iter().map(|chain| (Some(chain.name(formula)), chain.sum(formula)));
        named_sums.chain([(None, sum)]).collect()
    }

    fn insert(&mut self, vars: impl Iterator<Item = Var>, origin: Origin) {
        let mut cells: Vec<Cell> = vars.map(Var::cell).collect();
        cells.sort_unstable();
        cells.dedup();
        self.of_cells.entry(cells).or_default().push(origin);
    }

    /// The sums for the implied constraints of exactly these cells, each once. A sum that is used in other sums has a
    /// name.
    pub(super) fn sums_of(&mut self, cells: &[Cell], formula: &Formula) -> Vec<(Option<String>, Sum)> {
        let mut named_sums = Vec::new();
        for origin in self.of_cells.remove(cells).unwrap_or_default() {
            match origin {
                Origin::Sum { sets, equations } => self.sum(&sets, &equations, formula, &mut named_sums),
                Origin::Leftovers { sets } => {
                    let (first, second) = sets.split_at(sets.len() / 2);
                    for digit in DigitSet::all(formula.digits()) {
                        for (least, most) in [(first, second), (second, first)] {
                            let mut sum = Sum::default();
                            least.iter().for_each(|&set| sum.set_least(formula, set, digit));
                            most.iter().for_each(|&set| sum.set_most(formula, set, digit));
                            named_sums.push((None, sum));
                        }
                    }
                }
            }
        }
        named_sums
    }

    fn sum(
        &mut self,
        sets: &[usize],
        equations: &[usize],
        formula: &Formula,
        named_sums: &mut Vec<(Option<String>, Sum)>,
    ) {
        for &set in sets {
            self.of_set.entry(set).or_insert_with(|| {
                let totals = [true, false].map(|is_least| total(set, is_least, formula));
                for (is_least, sum) in [true, false].into_iter().zip(&totals) {
                    named_sums.push((Some(name_of(set, is_least, formula)), sum.clone()));
                }
                totals
            });
        }
        'directions: for is_least in [true, false] {
            let mut sum = Sum::default();
            for &set in sets {
                sum.append(name_of(set, is_least, formula), &self.of_set[&set][usize::from(!is_least)]);
            }
            for &index in equations {
                let (number, equation) = &self.equations[index];
                // If a row is subtracted, the row of the opposite direction is needed.
                let Some((label, row)) = row_of(formula, *number, equation, !is_least) else {
                    continue 'directions;
                };
                sum.append(formula.label(label), &row);
            }
            let name = format!("@i{}", self.linear.len() + 1);
            self.linear.extend(LinearRow::new(formula, name.clone(), sum.clone()));
            named_sums.push((Some(name), sum));
        }
    }
}

/// The name of the sum of a set's numbers.
fn name_of(set: usize, is_least: bool, formula: &Formula) -> String {
    format!("@t{}{}", formula.sets()[set].number, if is_least { "" } else { "m" })
}

/// The sum of the numbers of a full set is the sum of all digits, in order variables.
fn total(set: usize, is_least: bool, formula: &Formula) -> Sum {
    let (digits, mut sum) = (formula.digits(), Sum::default());
    for (index, digit) in DigitSet::all(digits).iter().enumerate() {
        let times = if is_least { digits - 1 - index } else { index };
        if times == 0 {
            continue;
        }
        for &cell in &formula.sets()[set].cells {
            let (label, atoms) = formula.order_row(cell, digit);
            sum.add_times(formula.label(label), &atoms, 1, times as i64);
        }
        let (label, atoms, others) = most_of(formula, set, digit);
        sum.add_times(formula.label(label), &atoms, others, times as i64);
    }
    sum
}

/// The row "a set has a digit at most once": label, literals and degree.
fn most_of(formula: &Formula, set: usize, digit: Digit) -> (Label, Vec<Atom>, i64) {
    let set = &formula.sets()[set];
    let atoms: Vec<Atom> = set.cells.iter().map(|&cell| !formula.is(cell, digit)).collect();
    let others = atoms.len() as i64 - 1;
    (Label::SetMost(set.number, u32::from(digit.get())), atoms, others)
}

/// An equation is two rows of the formula, "at least" and "at most". Returns the row of a constraint for one of them.
fn row_of(formula: &Formula, number: u32, equation: &Equation, is_least: bool) -> Option<(Label, Sum)> {
    let mut wanted = Sum::default();
    let sign = if is_least { 1 } else { -1 };
    let mut terms = Vec::new();
    let mut least = 0;
    for &(var, by) in &equation.terms {
        least += i64::from(by);
        for d in 2..=formula.digits() {
            terms.push((formula.at_least(var.cell(), d), sign * i64::from(by)));
        }
    }
    wanted.add_terms(String::new(), &terms, sign * (equation.constant - least));
    let key = wanted.sorted();
    let rows = formula.rows().iter();
    let mut own = rows.filter(|row| matches!(row.label, Label::Related(of, _) if of == number));
    own.find_map(|row| {
        let mut sum = Sum::default();
        let terms: Vec<(Atom, i64)> =
            formula.terms(row).iter().map(|term| (term.atom, i64::from(term.weight))).collect();
        sum.add_terms(String::new(), &terms, row.degree as i64);
        (sum.sorted() == key).then_some((row.label, sum))
    })
}
