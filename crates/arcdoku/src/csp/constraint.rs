//! The constraints of a model: named sets of variables.

use std::fmt;

use crate::csp::domain::Var;
use crate::puzzle::relation::Relation;
use crate::puzzle::{self, House};

/// A named set of variables that are connected by one relation.
///
/// All constraints are used by the heuristics (degree, weighted degree, neighbors) and the trace. The propagators
/// that enforce a constraint are posted separately, see [`Builder`](crate::csp::Builder).
#[derive(Clone, Debug)]
pub struct Constraint {
    name: Name,
    rule: Option<usize>,
    part: Option<House>,
    vars: Box<[Var]>,
}

#[derive(Clone, Debug)]
enum Name {
    Text(Box<str>),
    /// The name of a constraint of a puzzle, which is formatted only when it is needed.
    Of(puzzle::Constraint),
}

impl Constraint {
    /// A constraint that does not belong to a rule of a puzzle. `name` is its name in traces.
    pub fn new(name: &str, vars: impl IntoIterator<Item = Var>) -> Self {
        Self { name: Name::Text(name.into()), rule: None, part: None, vars: vars.into_iter().collect() }
    }

    /// The relation, if this is a constraint of a puzzle.
    pub(crate) fn relation(&self) -> Option<&Relation> {
        match &self.name {
            Name::Of(constraint) => Some(constraint.relation()),
            Name::Text(_) => None,
        }
    }

    /// A constraint of the rule with the index `rule`.
    pub(super) fn of_rule(rule: usize, constraint: &puzzle::Constraint) -> Self {
        let vars = constraint.cells().iter().copied().map(Var::from).collect();
        let name = Name::Of(constraint.clone());
        Self { name, rule: Some(rule), part: constraint.part(), vars }
    }

    /// The index of its rule among the rules of the puzzle; `None` if a caller posted it.
    pub fn rule(&self) -> Option<usize> {
        self.rule
    }

    /// The house, if the constraint is a house.
    pub fn part(&self) -> Option<House> {
        self.part
    }

    /// The variables, in the order of the rule.
    #[inline]
    pub fn vars(&self) -> &[Var] {
        &self.vars
    }
}

impl fmt::Display for Constraint {
    /// The name: `row 3` for a house, otherwise the text of the rule.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Name::Text(name) => f.pad(name),
            Name::Of(constraint) => constraint.fmt(f),
        }
    }
}
