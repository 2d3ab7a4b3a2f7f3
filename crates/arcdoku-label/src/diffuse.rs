//! Max-sum diffusion: the costs of an object's labels are distributed equally over its functions, object after
//! object.
//!
//! For each label, the least cost according to each function is replaced by the mean over all functions and the
//! label's own cost. This never lowers the bound: the least of a sum is at least the sum of the least (V. A.
//! Kovalevsky and V. K. Koval, about 1975, unpublished; T. Werner, "A linear programming approach to max-sum problem:
//! a review", 2007).

use crate::LabelError;
use crate::clock::StepClock;
use crate::tables::Tables;
use crate::weight::Weight;

/// The largest number of rounds over all objects.
const DIFFUSION_ROUNDS: usize = 2000;

/// Number of rounds over which the rise of the bound is measured. `LEAST_RISE` is the share of the largest cost by
/// which the bound must rise in these rounds.
const ROUNDS_PER_LOOK: usize = 20;
const LEAST_RISE: f64 = 1e-6;

/// Diffuses until the bound hardly rises, or for `most_steps` steps.
pub(super) fn run(
    tables: &mut Tables,
    most_steps: u64,
    course: &mut Vec<f64>,
    clock: &mut StepClock<'_>,
) -> Result<(), LabelError> {
    let functions_of = tables.functions_of(|_| true);
    let work: usize = tables.functions.iter().map(|table| 2 * table.costs.len() * table.scope.len()).sum();
    let least_rise = tables.most() * LEAST_RISE;
    let mut least = Vec::new();
    for round in 1..=DIFFUSION_ROUNDS {
        for (object, functions) in functions_of.iter().enumerate() {
            // First, the least costs of all functions are moved to the label.
            for &(number, place) in functions {
                let table = &mut tables.functions[number];
                table.least(place, &mut least);
                for (known, least) in tables.costs[object].iter_mut().zip(&mut least) {
                    *known += *least;
                    // A combination that contains a forbidden label is forbidden.
                    *least = if known.forbids() { f64::FORBIDDEN } else { -*least };
                }
                table.add(place, &least);
            }
            let share = 1.0 / (functions.len() + 1) as f64;
            let mean: Vec<f64> = tables.costs[object]
                .iter()
                .map(|&cost| if cost.forbids() { 0.0 } else { cost * share })
                .collect();
            for &(number, place) in functions {
                tables.functions[number].add(place, &mean);
            }
            for (cost, mean) in tables.costs[object].iter_mut().zip(&mean) {
                if !cost.forbids() {
                    *cost = *mean;
                }
            }
        }
        let bound = tables.bound();
        let before = course.len().checked_sub(ROUNDS_PER_LOOK).map(|at| course[at]);
        course.push(bound);
        clock.tick(work as u64)?;
        if round > ROUNDS_PER_LOOK && before.is_some_and(|before| bound - before <= least_rise) {
            break;
        }
        if bound.forbids() || clock.steps() > most_steps {
            break;
        }
    }
    Ok(())
}
