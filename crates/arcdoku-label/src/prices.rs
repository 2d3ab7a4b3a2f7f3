//! Full sets of different objects: the dual prices of their assignment problems.
//!
//! For a set with the same number of objects and labels, prices are computed by the Hungarian method. A labelling
//! takes one number of each row and column of the table of costs, so a price for a row or column can be subtracted
//! from all of it (H. W. Kuhn, "The Hungarian method for the assignment problem", 1955; for all-different constraints
//! F. Focacci, A. Lodi and M. Milano, "Cost-based domain filtering", 1999). Sets are visited until no set raises the
//! bound.

use crate::agenda::Agenda;
use crate::assignment::{NONE, Refuted};
use crate::relax::{RelaxState, Relaxation, reaches};
use crate::weight::Weight;

impl<W: Weight> Relaxation<W> {
    /// Raises the bound by the prices of a set's assignment problem, until its assignment costs nothing.
    pub(super) fn raise_by_prices(
        &self,
        state: &mut RelaxState<W>,
        agenda: &mut Agenda<W>,
        number: usize,
    ) -> Result<(), Refuted> {
        let set = &self.sets[number];
        let Some(count) = set.full else { return Ok(()) };
        let assignment = &mut agenda.assignment;
        let starts: &[u32] = &set.scope;
        let cost_of = |state: &RelaxState<W>, position: usize, label: usize| {
            state.costs[self.starts[starts[position] as usize] + label]
        };
        assignment.owner[..count].fill(NONE);
        assignment.free.clear();
        for position in 0..count {
            let mate = state.mates[set.mates + position];
            let is_kept = mate != NONE
                && assignment.owner[mate as usize] == NONE
                && cost_of(state, position, mate as usize) <= W::TOLERANCE;
            if is_kept {
                assignment.owner[mate as usize] = position as u32;
            } else {
                assignment.free.push(position as u32);
            }
        }
        let mut has_changed = false;
        while let Some(start) = assignment.free.pop() {
            let (end, rise) =
                assignment.path(start, count, |position, label| cost_of(state, position, label))?;
            if rise > W::ZERO {
                has_changed = true;
                assignment.set_prices(start, rise, count);
                for (&object, &mine) in set.scope.iter().zip(&assignment.price_of) {
                    let costs = &mut state.costs[self.range(object as usize)];
                    for (cost, &theirs) in costs.iter_mut().zip(&assignment.price) {
                        if !cost.forbids() {
                            let changed = *cost + theirs - mine;
                            // Rounding may make the cost slightly negative.
                            *cost = if changed < W::ZERO { W::ZERO } else { changed };
                        }
                    }
                }
                state.constant = state.constant + rise;
            }
            assignment.augment(start, end, &mut state.mates[set.mates..set.mates + count]);
            if reaches(state.constant, agenda.bound) {
                return Err(Refuted);
            }
        }
        if has_changed {
            for &object in &set.scope {
                for &other in &self.sets_of[object as usize] {
                    if other as usize != number && self.sets[other as usize].full.is_some() {
                        agenda.sets.add(other);
                    }
                }
                self.raise(agenda, object);
            }
        }
        Ok(())
    }
}
