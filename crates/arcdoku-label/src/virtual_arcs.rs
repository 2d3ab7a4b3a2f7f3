//! Virtual arc consistency for functions of two objects.
//!
//! The combinations without cost, or with a cost below a threshold, form a constraint satisfaction problem. If arc
//! consistency refutes this problem, the refutation determines through which functions costs have to be moved until
//! every label of some object has a cost, and how often each cost is needed. The largest amount that all of these costs
//! can supply is moved, which raises the bound. The threshold is lowered when nothing is refuted (M. Cooper, S. de
//! Givry, M. Sanchez, T. Schiex, M. Zytnicki and T. Werner, "Soft arc consistency revisited", 2010).

use std::collections::VecDeque;

use crate::LabelError;
use crate::clock::StepClock;
use crate::tables::{Table, Tables};
use crate::weight::Weight;

/// The largest number of moves of costs.
const MOST_MOVES: usize = 20_000;

/// The smallest threshold, relative to the largest cost.
const LEAST_THRESHOLD: f64 = 1e-8;

/// The reason why a label is deleted.
#[derive(Clone, Copy, PartialEq)]
enum Reason {
    /// It is not deleted.
    Left,
    /// Its cost is too high.
    Cost,
    /// It has no support in this table.
    Table(usize),
}

/// The state of a round.
struct Round {
    /// For each label of each object, the reason why it is deleted.
    reasons: Vec<Vec<Reason>>,
    /// The labels that tables deleted, in order.
    deleted: Vec<(usize, usize)>,
    /// The number of times that each label's cost is needed. `is_marked` is true if other labels have to supply the
    /// cost.
    demand: Vec<Vec<f64>>,
    is_marked: Vec<Vec<bool>>,
    /// The part of `demand` that each table needs: for each table and place, one number per label.
    demand_by: Vec<[Vec<f64>; 2]>,
    /// The number of times that each table's costs are needed; empty if none is.
    table_demand: Vec<Vec<f64>>,
}

/// Moves costs until arc consistency refutes nothing, or for `most_steps` steps.
pub(super) fn run(
    tables: &mut Tables,
    most_steps: u64,
    course: &mut Vec<f64>,
    clock: &mut StepClock<'_>,
) -> Result<(), LabelError> {
    let near = tables.functions_of(|table| table.scope.len() == 2);
    let most = tables.most();
    let mut threshold = most / 2.0;
    for _ in 0..MOST_MOVES {
        if clock.steps() > most_steps {
            break;
        }
        let mut round = Round::new(tables);
        let refuted = round.refute(tables, &near, threshold, clock)?;
        let amount = refuted.map_or(0.0, |object| round.trace(tables, object, threshold));
        if let Some(object) = refuted.filter(|_| amount > most * LEAST_THRESHOLD * LEAST_THRESHOLD) {
            if amount.forbids() {
                tables.constant = f64::FORBIDDEN;
                course.push(f64::FORBIDDEN);
                return Ok(());
            }
            round.shift(tables, object, amount);
            course.push(tables.bound());
        } else if threshold > most * LEAST_THRESHOLD {
            threshold /= 2.0;
        } else {
            break;
        }
    }
    Ok(())
}

impl Round {
    fn new(tables: &Tables) -> Self {
        let of_table = |table: &Table| {
            let is_pair = table.scope.len() == 2;
            [0, 1].map(|place| if is_pair { vec![0.0; table.sizes[place]] } else { Vec::new() })
        };
        Self {
            reasons: tables.per_label(&Reason::Left),
            deleted: Vec::new(),
            demand: tables.per_label(&0.0),
            is_marked: tables.per_label(&false),
            demand_by: tables.functions.iter().map(of_table).collect(),
            table_demand: vec![Vec::new(); tables.functions.len()],
        }
    }

    /// Deletes labels that cost at least the threshold, and labels without support. Returns an object without labels,
    /// if there is one.
    fn refute(
        &mut self,
        tables: &Tables,
        near: &[Vec<(usize, usize)>],
        threshold: f64,
        clock: &mut StepClock<'_>,
    ) -> Result<Option<usize>, LabelError> {
        let mut queue: VecDeque<usize> = (0..tables.costs.len()).collect();
        let mut is_queued = vec![true; tables.costs.len()];
        for (object, costs) in tables.costs.iter().enumerate() {
            for (reason, &cost) in self.reasons[object].iter_mut().zip(costs) {
                if cost >= threshold {
                    *reason = Reason::Cost;
                }
            }
            if !self.reasons[object].contains(&Reason::Left) {
                return Ok(Some(object));
            }
        }
        while let Some(source) = queue.pop_front() {
            is_queued[source] = false;
            for &(number, _) in &near[source] {
                let table = &tables.functions[number];
                let place = usize::from(table.scope[0] == source);
                let target = table.scope[place];
                let (step, stride) = (table.strides[place], table.strides[1 - place]);
                clock.tick(table.sizes[place] as u64)?;
                let mut has_changed = false;
                for label in 0..table.sizes[place] {
                    if self.reasons[target][label] != Reason::Left {
                        continue;
                    }
                    let mut theirs = self.reasons[source].iter().enumerate();
                    let is_supported = theirs.any(|(other, &reason)| {
                        reason == Reason::Left && table.costs[label * step + other * stride] < threshold
                    });
                    if !is_supported {
                        self.reasons[target][label] = Reason::Table(number);
                        self.deleted.push((target, label));
                        has_changed = true;
                    }
                }
                if has_changed {
                    if !self.reasons[target].contains(&Reason::Left) {
                        return Ok(Some(target));
                    }
                    if !std::mem::replace(&mut is_queued[target], true) {
                        queue.push_back(target);
                    }
                }
            }
        }
        Ok(None)
    }

    /// Finds the costs that the refutation needs. Returns the amount that can be moved.
    fn trace(&mut self, tables: &Tables, refuted: usize, threshold: f64) -> f64 {
        let mut amount = f64::FORBIDDEN;
        for label in 0..tables.costs[refuted].len() {
            self.demand[refuted][label] = 1.0;
            if self.reasons[refuted][label] == Reason::Cost {
                amount = amount.least(tables.costs[refuted][label]);
            } else {
                self.is_marked[refuted][label] = true;
            }
        }
        let deleted = std::mem::take(&mut self.deleted);
        for &(target, label) in deleted.iter().rev() {
            let Reason::Table(number) = self.reasons[target][label] else { continue };
            if !self.is_marked[target][label] {
                continue;
            }
            let wanted = self.demand[target][label];
            self.deleted.push((target, label));
            let table = &tables.functions[number];
            let place = usize::from(table.scope[1] == target);
            let source = table.scope[1 - place];
            for other in 0..table.sizes[1 - place] {
                let at = label * table.strides[place] + other * table.strides[1 - place];
                let cost = table.costs[at];
                if cost >= threshold {
                    // A label of the other object may need the same cost.
                    let demand = &mut self.table_demand[number];
                    demand.resize(table.costs.len(), 0.0);
                    demand[at] += wanted;
                    amount = amount.least(cost / demand[at]);
                    continue;
                }
                let known = &mut self.demand_by[number][1 - place][other];
                if *known >= wanted {
                    continue;
                }
                let more = wanted - *known;
                *known = wanted;
                self.demand[source][other] += more;
                if self.reasons[source][other] == Reason::Cost {
                    amount = amount.least(tables.costs[source][other] / self.demand[source][other]);
                } else {
                    self.is_marked[source][other] = true;
                }
            }
        }
        amount
    }

    /// Moves the costs, in reverse order of the deletions.
    fn shift(&mut self, tables: &mut Tables, refuted: usize, amount: f64) {
        let deleted = std::mem::take(&mut self.deleted);
        for &(target, label) in deleted.iter().rev() {
            let Reason::Table(number) = self.reasons[target][label] else { continue };
            let place = usize::from(tables.functions[number].scope[1] == target);
            let source = tables.functions[number].scope[1 - place];
            let table = &mut tables.functions[number];
            for (other, demand) in self.demand_by[number][1 - place].iter_mut().enumerate() {
                let give = std::mem::take(demand) * amount;
                if give > 0.0 {
                    table.moved[1 - place][other] -= give;
                    tables.costs[source][other] -= give;
                    let (step, stride) = (table.strides[1 - place], table.strides[place]);
                    for mine in 0..table.sizes[place] {
                        table.costs[other * step + mine * stride] += give;
                    }
                }
            }
            let take = self.demand[target][label] * amount;
            tables.costs[target][label] += take;
            table.moved[place][label] += take;
            let (step, stride) = (table.strides[place], table.strides[1 - place]);
            for other in 0..table.sizes[1 - place] {
                table.costs[label * step + other * stride] -= take;
            }
        }
        tables.constant += amount;
        tables.costs[refuted].iter_mut().for_each(|cost| *cost -= amount);
    }
}
