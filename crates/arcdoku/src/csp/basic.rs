//! The propagators of relations that need no other variables or tables: those of the rules that every build knows.

use crate::csp::domain::Var;
use crate::csp::level::Level;
use crate::csp::propagator::Propagator;
use crate::csp::propagators::{AllDifferent, AllDifferentGac, Cage, Increasing};
use crate::csp::trace::Trace;
use crate::puzzle::relation::Relation;

/// Returns the propagator of a relation that the rules with a variant of their own have.
pub(super) fn basic<T: Trace>(
    relation: &Relation,
    digits: usize,
    vars: &[Var],
    level: Level,
) -> Option<Box<dyn Propagator<T>>> {
    match relation {
        Relation::AllDifferent => Some(all_different(vars.into(), level)),
        Relation::Cage { sum } => Some(Box::new(Cage::new(vars.into(), *sum as usize, digits))),
        Relation::Increasing => Some(Box::new(Increasing::new(vars.into()))),
        _ => None,
    }
}

/// Returns the propagator of one all-different set, at a level that has one propagator per set.
pub(super) fn all_different<T: Trace>(vars: Box<[Var]>, level: Level) -> Box<dyn Propagator<T>> {
    match level {
        Level::Check => Box::new(AllDifferent::check(vars)),
        Level::Gac => Box::new(AllDifferentGac::new(vars)),
        _ => Box::new(AllDifferent::eliminate(vars)),
    }
}
