//! Max-sum diffusion: all functions of an object get the same costs of its labels, object after object.
//!
//! For a label, what each function says that it costs at least is replaced by the mean of all, the label's own cost among
//! them. That never lowers the bound: the least of a sum is at least the sum of the least (V. A. Kovalevsky and V. K. Koval, about
//! 1975, unpublished; T. Werner, "A linear programming approach to max-sum problem: a review", 2007).

use crate::LabelError;
use crate::clock::StepClock;
use crate::tables::Tables;
use crate::weight::Weight;

/// Rounds over all objects, at most.
const DIFFUSION_ROUNDS: usize = 2000;

/// Rounds between two looks at whether the bound still rises, and the share of the largest cost that it has to rise by.
const ROUNDS_PER_LOOK: usize = 20;
const LEAST_RISE: f64 = 1e-6;

/// Diffuses until the bound hardly rises, or for so many steps.
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
            // All that is known of each label, first moved to the label itself.
            for &(number, place) in functions {
                let table = &mut tables.functions[number];
                table.least(place, &mut least);
                for (known, least) in tables.costs[object].iter_mut().zip(&mut least) {
                    *known += *least;
                    // Combinations with labels that are forbidden are forbidden.
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
