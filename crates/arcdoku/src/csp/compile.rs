//! From a puzzle to a model: the propagators that enforce its rules at an inference level.

use std::collections::BTreeSet;

use crate::csp::builder::Builder;
use crate::csp::constraint::Constraint;
use crate::csp::domain::Var;
use crate::csp::level::Level;
use crate::csp::propagate::Model;
use crate::csp::propagator::Propagator;
use crate::csp::propagators::{
    Ac3, AllDifferent, AllDifferentGac, Cage, Increasing, Restrict, RuleCheck, Singles,
};
use crate::csp::trace::Trace;
use crate::grid::{DigitSet, Shape};
use crate::puzzle::relation::Relation;
use crate::puzzle::{self, Puzzle, Rule};

impl<T: Trace> Model<T> {
    /// Returns a model with the rules of `puzzle` at `level`, without its clues:
    /// [`load`](Self::load) adds them.
    pub fn compile(puzzle: &Puzzle, level: Level) -> Self {
        let shape = puzzle.shape();
        let mut builder = Builder::new(level);
        for _ in 0..shape.cells() {
            builder.variable(DigitSet::all(shape.digits()));
        }
        let (houses, others): (Vec<_>, Vec<_>) =
            puzzle.constraints().into_iter().partition(|(_, constraint)| constraint.is_all_different());
        post_houses(&mut builder, shape, distinct(houses), level);
        for rule in puzzle.rules() {
            if let Rule::Candidates(sets) = rule {
                builder.add_shared(Restrict::new(sets));
            }
        }
        for (index, constraint) in others {
            let relation = constraint.relation().clone();
            let constraint = Constraint::of_rule(index, &constraint);
            let vars: Box<[Var]> = constraint.vars().into();
            let number = builder.constrain(constraint);
            let digits = shape.digits();
            // At these levels an empty domain is not yet a failure, which not every propagator supports.
            if matches!(level, Level::Check | Level::Filter) {
                builder.post(Some(number), Box::new(RuleCheck::new(relation, digits, vars)));
            } else {
                post_relation(&mut builder, number, relation, digits, vars);
            }
        }
        let mut model = builder.finish();
        model.source = Some((shape, puzzle.rules().to_vec()));
        model
    }
}

/// Posts the propagator of constraint `number`, at the levels that narrow domains. A relation without an arm is only
/// checked. An arm may take trailed words, readers and auxiliary variables from the builder.
fn post_relation<T: Trace>(
    builder: &mut Builder<T>,
    number: usize,
    relation: Relation,
    digits: usize,
    vars: Box<[Var]>,
) {
    let propagator: Box<dyn Propagator<T>> = match relation {
        Relation::Cage { sum } => Box::new(Cage::new(vars, sum as usize, digits)),
        Relation::Increasing => Box::new(Increasing::new(vars)),
        relation => Box::new(RuleCheck::new(relation, digits, vars)),
    };
    builder.post(Some(number), propagator);
}

/// Posts all houses, and the propagators that enforce them at `level`.
fn post_houses<T: Trace>(builder: &mut Builder<T>, shape: Shape, houses: Vec<Constraint>, level: Level) {
    let vars: Vec<Box<[Var]>> = houses.iter().map(|house| house.vars().into()).collect();
    for house in houses {
        builder.constrain(house);
    }
    match level {
        Level::Ac3 => {
            let neighbors = neighbors(shape, &vars);
            let reader = builder.trailed_reader();
            builder.add_shared(Ac3::new(reader, neighbors.iter().map(Vec::as_slice)));
        }
        Level::Singles => {
            let reader = builder.reader();
            let houses = vars.iter().map(|vars| &**vars);
            builder.add_shared(Singles::new(reader, shape.cells(), shape.digits(), houses));
        }
        Level::Check | Level::Filter | Level::Forward | Level::Naked | Level::Gac => {
            for (number, vars) in vars.into_iter().enumerate() {
                builder.post(Some(number), all_different(vars, level));
            }
        }
    }
}

/// Returns the propagator of one house, at a level that has one propagator per house.
fn all_different<T: Trace>(vars: Box<[Var]>, level: Level) -> Box<dyn Propagator<T>> {
    match level {
        Level::Check => Box::new(AllDifferent::check(vars)),
        Level::Gac => Box::new(AllDifferentGac::new(vars)),
        _ => Box::new(AllDifferent::eliminate(vars)),
    }
}

/// Returns all-different constraints, each set of cells once: a Latin square divided into 1 x N boxes would
/// otherwise enforce its rows twice.
fn distinct(constraints: Vec<(usize, puzzle::Constraint)>) -> Vec<Constraint> {
    // Most sets differ in their first cells, so comparing them costs less than hashing.
    let mut seen = BTreeSet::new();
    let new = constraints.into_iter().filter(|(_, constraint)| {
        let mut cells = constraint.cells().to_vec();
        cells.sort_unstable();
        seen.insert(cells)
    });
    new.map(|(rule, constraint)| Constraint::of_rule(rule, &constraint)).collect()
}

/// Returns for each cell the other cells that share a house with it, in ascending order.
fn neighbors(shape: Shape, houses: &[Box<[Var]>]) -> Vec<Vec<Var>> {
    let mut of: Vec<Vec<Var>> = vec![Vec::new(); shape.cells()];
    for vars in houses {
        for &var in vars {
            of[var.index()].extend(vars.iter().copied().filter(|&other| other != var));
        }
    }
    for list in &mut of {
        list.sort_unstable();
        list.dedup();
    }
    of
}
