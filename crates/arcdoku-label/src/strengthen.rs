//! An equivalent model with a better bound, for a search that does not end soon.
//!
//! The method is virtual arc consistency, with diffusion if there are tables of more than two objects. Both move
//! fractions of costs. Integer costs are therefore multiplied by a power of two, and moved amounts are rounded, which
//! is valid because a move of any amount preserves the cost of each labelling.

use crate::clock::StepClock;
use crate::diffuse;
use crate::model::{LabelCosts, LabelModel};
use crate::tables::Tables;
use crate::transform::transform;
use crate::virtual_arcs;
use crate::weight::Weight;
use arcdoku::puzzle::Limits;

/// Integers up to this number are exact as floating-point numbers.
const EXACT: f64 = 4_503_599_627_370_496.0;

/// The greatest factor by which integer costs are multiplied.
const MOST_GRAIN: f64 = 1024.0;

/// The largest number of steps.
const STRENGTHENING_STEPS: u64 = 20_000_000;

/// A model that is equivalent to the original one, except that its costs are multiplied by a factor.
pub(super) struct Strengthened<W> {
    pub(super) model: LabelModel<W>,
    /// The factor by which each cost is multiplied.
    pub(super) grain: f64,
}

/// Computes a model with a better first bound; `None` if no better bound is found, or if costs are too large. All costs
/// must be less than `top`.
pub(super) fn strengthen<W: Weight>(
    model: &LabelModel<W>,
    top: W,
    limits: &Limits<'_>,
) -> Option<Strengthened<W>> {
    let has_fractions = W::TOLERANCE > W::ZERO;
    let mut grain = 1.0;
    while !has_fractions && grain < MOST_GRAIN && top.to_f64() * grain * 2.0 < EXACT {
        grain *= 2.0;
    }
    if !has_fractions && top.to_f64() * grain >= EXACT {
        return None;
    }
    let found = transform(model, limits).ok()?;
    let mut tables = Tables::new(&found.model.map(W::to_f64).ok()?);
    let mut clock = StepClock::new(limits);
    // If a limit is reached, the moves that were made before remain valid.
    let _ = virtual_arcs::run(&mut tables, STRENGTHENING_STEPS, &mut Vec::new(), &mut clock);
    if tables.functions.iter().any(|table| table.scope.len() > 2) {
        let _ = diffuse::run(&mut tables, STRENGTHENING_STEPS, &mut Vec::new(), &mut clock);
    }
    let least_rise = if has_fractions { tables.most() * 1e-6 } else { 0.5 };
    if tables.bound() <= found.bound.to_f64() + least_rise || tables.bound().forbids() {
        return None;
    }
    let scaled = |cost: W| if cost.forbids() { cost } else { W::of_f64(cost.to_f64() * grain) };
    let moved = |cost: f64| W::of_f64(cost * grain);
    let scaled_model = found.model.map(scaled).ok()?;
    let mut costs: Vec<Vec<W>> =
        (0..model.objects()).map(|object| scaled_model.costs(object).to_vec()).collect();
    let mut functions = Vec::new();
    let mut tables = tables.functions.into_iter();
    for function in scaled_model.functions() {
        let mut function_costs = function.costs().clone();
        if let LabelCosts::Dense(entries) = &mut function_costs {
            let table = tables.next()?;
            for (at, cost) in entries.iter_mut().enumerate() {
                for (place, moves) in table.moved.iter().enumerate() {
                    *cost = cost.minus(moved(moves[table.label(at, place)]))?;
                }
            }
            for (&object, moves) in function.scope().iter().zip(&table.moved) {
                for (cost, &more) in costs[object].iter_mut().zip(moves) {
                    *cost = cost.plus(moved(more))?;
                }
            }
        }
        functions.push((function.scope().to_vec(), function_costs));
    }
    let constant = scaled_model.constant();
    let mut stronger = model.with_costs(constant, |object| costs[object].clone(), functions).ok()?;
    stronger.set_bound(W::FORBIDDEN).ok()?;
    Some(Strengthened { model: stronger, grain })
}
