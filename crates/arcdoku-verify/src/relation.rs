//! Constraints of rules: rows over the variables of cells, alternatives, and automata.

use std::collections::BTreeSet;

use crate::constraint::Literal;
use crate::shape::{Digits, Shape};

/// A sum of literals with factors, and its lower bound.
pub(crate) type Row = (Vec<(i64, Literal)>, i64);

/// The states of an automaton, each with whether it accepts and with its transitions. The first state is the start.
pub(crate) type States = Vec<(bool, Vec<(Digits, usize)>)>;

/// A constraint on some cells.
pub(crate) struct Constraint {
    pub(crate) cells: Vec<usize>,
    /// Whether the cells differ.
    pub(crate) differ: bool,
    /// Whether no part is obviously impossible.
    pub(crate) possible: bool,
    pub(crate) relation: Relation,
}

pub(crate) enum Relation {
    /// All rows hold.
    Rows(Vec<Row>),
    /// All constraints of one of the branches hold.
    Any(Vec<Vec<Constraint>>),
    /// The automaton reads the digits of the cells.
    Automaton(States),
}

impl Constraint {
    /// A constraint of rows.
    pub(crate) fn rows(cells: Vec<usize>, rows: Vec<Row>) -> Self {
        Self { cells, differ: false, possible: true, relation: Relation::Rows(rows) }
    }

    /// Whether the digits of all cells of the grid satisfy it.
    pub(crate) fn holds(&self, shape: Shape, grid: &[usize]) -> bool {
        let own = self.cells.iter().map(|&cell| grid[cell]);
        let set = own.clone().fold(0, |set: Digits, digit| set | 1 << digit);
        let is_true = |term: &&(i64, Literal)| (term.1 & 1 == 0) == shape.is_true(term.1 >> 1, grid);
        let sum = |terms: &[(i64, Literal)]| terms.iter().filter(is_true).map(|term| term.0).sum::<i64>();
        (!self.differ || set.count_ones() as usize == self.cells.len())
            && match &self.relation {
                Relation::Rows(rows) => rows.iter().all(|(terms, degree)| sum(terms) >= *degree),
                Relation::Any(branches) => {
                    branches.iter().any(|parts| parts.iter().all(|part| part.holds(shape, grid)))
                }
                Relation::Automaton(states) => {
                    layers(states, &own.map(|digit| 1 << digit).collect::<Vec<_>>())[0] == [0]
                }
            }
    }
}

/// The states of an automaton that can be reached after 0, 1, ... digits from the sets, and from which the remaining
/// digits can lead to an accepting state; in ascending order.
pub(crate) fn layers(states: &States, sets: &[Digits]) -> Vec<Vec<usize>> {
    let targets = |state: usize, set: Digits| {
        states[state].1.iter().filter(move |arrow| arrow.0 & set != 0).map(|arrow| arrow.1)
    };
    let mut layers = vec![BTreeSet::from([0])];
    for (at, &set) in sets.iter().enumerate() {
        layers.push(layers[at].iter().flat_map(|&state| targets(state, set)).collect());
    }
    layers[sets.len()].retain(|&state| states[state].0);
    for (at, &set) in sets.iter().enumerate().rev() {
        let next = layers[at + 1].clone();
        layers[at].retain(|&state| targets(state, set).any(|to| next.contains(&to)));
    }
    layers.into_iter().map(|layer| layer.into_iter().collect()).collect()
}
