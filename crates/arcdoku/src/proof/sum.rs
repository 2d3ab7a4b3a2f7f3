//! Sums of rows, as in the cutting planes proof system.

use rustc_hash::FxHashMap;

use super::formula::{Atom, Formula, Term};
use crate::grid::{Cell, Digit, DigitSet};

/// A sum of rows of the formula and of lines.
#[derive(Clone, Debug, Default)]
pub(super) struct Sum {
    /// The names of the rows, each with its multiplicity.
    pub(super) names: Vec<(String, i64)>,
    terms: Vec<(Atom, i64)>,
    /// The positions of variables among the terms.
    places: FxHashMap<usize, usize>,
    degree: i64,
}

impl Sum {
    fn add(&mut self, name: String, atoms: impl Iterator<Item = Atom>, degree: usize) {
        self.names.push((name, 1));
        self.degree += degree as i64;
        atoms.for_each(|atom| self.add_term(atom, 1));
    }

    /// Adds a row with weights 1, `times` times.
    pub(super) fn add_times(&mut self, name: String, atoms: &[Atom], degree: i64, times: i64) {
        self.names.push((name, times));
        self.degree += degree * times;
        atoms.iter().for_each(|&atom| self.add_term(atom, times));
    }

    /// Adds a row.
    pub(super) fn add_terms(&mut self, name: String, terms: &[(Atom, i64)], degree: i64) {
        self.names.push((name, 1));
        self.degree += degree;
        terms.iter().for_each(|&(atom, weight)| self.add_term(atom, weight));
    }

    /// Adds another sum as a row.
    pub(super) fn append(&mut self, name: String, other: &Self) {
        self.add_terms(name, &other.terms, other.degree);
    }

    /// Adds another sum as a row, `times` times.
    pub(super) fn append_times(&mut self, name: String, other: &Self, times: i64) {
        self.names.push((name, times));
        self.degree += other.degree * times;
        other.terms.iter().for_each(|&(atom, weight)| self.add_term(atom, weight * times));
    }

    fn add_term(&mut self, atom: Atom, weight: i64) {
        // A literal and its negation add up to 1.
        let (variable, weight) = if atom.holds() { (atom, weight) } else { (!atom, -weight) };
        if !atom.holds() {
            self.degree += weight;
        }
        let place = *self.places.entry(variable.variable()).or_insert(self.terms.len());
        match self.terms.get_mut(place) {
            Some((_, sum)) => *sum += weight,
            None => self.terms.push((variable, weight)),
        }
    }

    /// The degree, for terms as in [`sorted`](Self::sorted).
    pub(super) fn degree(&self) -> i64 {
        self.degree
    }

    /// The terms in order, and the degree, for comparison.
    pub(super) fn sorted(&self) -> (Vec<(Atom, i64)>, i64) {
        let mut terms: Vec<(Atom, i64)> = self.terms.iter().copied().filter(|term| term.1 != 0).collect();
        terms.sort_unstable();
        (terms, self.degree)
    }

    /// Adds the row "the cell has a digit".
    pub(super) fn least(&mut self, formula: &Formula, cell: Cell) {
        let atoms = DigitSet::all(formula.digits()).iter().map(|digit| formula.is(cell, digit));
        self.add(format!("@{}", formula.shape().name(cell)), atoms, 1);
    }

    /// Adds the row "the cell does not have two digits".
    pub(super) fn most(&mut self, formula: &Formula, cell: Cell) {
        let atoms = DigitSet::all(formula.digits()).iter().map(|digit| !formula.is(cell, digit));
        self.add(format!("@{}m", formula.shape().name(cell)), atoms, formula.digits() - 1);
    }

    /// Adds the row "the set, which takes every digit, has this digit".
    pub(super) fn set_least(&mut self, formula: &Formula, set: usize, digit: Digit) {
        let set = &formula.sets()[set];
        debug_assert!(set.is_full);
        let atoms = set.cells.iter().map(|&cell| formula.is(cell, digit));
        self.add(format!("@k{}_{}", set.number, digit.get()), atoms, 1);
    }

    /// Adds the row "the set has the digit at most once".
    pub(super) fn set_most(&mut self, formula: &Formula, set: usize, digit: Digit) {
        let set = &formula.sets()[set];
        let atoms = set.cells.iter().map(|&cell| !formula.is(cell, digit));
        let others = set.cells.len().saturating_sub(1);
        self.add(format!("@k{}_{}m", set.number, digit.get()), atoms, others);
    }

    /// The sum as a row with positive weights.
    pub(super) fn result(&self) -> (Vec<Term>, u64) {
        let mut degree = self.degree;
        let mut terms = Vec::new();
        for &(atom, weight) in &self.terms {
            // `-w x` is `w ~x - w`.
            if weight < 0 {
                degree -= weight;
            }
            if weight != 0 {
                let atom = if weight < 0 { !atom } else { atom };
                terms.push(Term { weight: weight.unsigned_abs() as u32, atom });
            }
        }
        (terms, u64::try_from(degree).unwrap_or(0))
    }
}
