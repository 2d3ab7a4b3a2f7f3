//! Objects with two neighbors or fewer: folded into a function of these.
//!
//! The cheapest label for each combination of the neighbors' labels makes a function of the neighbors; the object is gone, and
//! gets its label when these have theirs (J. Larrosa, "Boosting search with variable elimination", 2000). One cheapest
//! labelling is kept.

use std::rc::Rc;

use super::assignment::{NONE, Refuted};
use super::relax::{Agenda, GONE, Pair, RelaxState, Relaxation, reaches, sum, transposed};
use super::weight::Weight;

/// An object with more combinations of labels with its neighbors' is not folded.
const MOST: usize = 1 << 17;

impl<W: Weight> Relaxation<W> {
    /// Folds an object, if it has few neighbors and no other functions.
    pub(super) fn fold(
        &self,
        state: &mut RelaxState<W>,
        agenda: &mut Agenda<W>,
        object: usize,
    ) -> Result<(), Refuted> {
        let is_bound = !self.folds
            || state.near[object].len() > 2
            || state.labels[object] != NONE
            || !self.sets_of[object].is_empty()
            || self.others_of[object].iter().any(|&number| self.binds(state, number as usize));
        if is_bound {
            return Ok(());
        }
        let left = |object: usize| state.left[object] as usize;
        let pairs = state.near[object].clone();
        let views: Vec<_> = pairs.iter().map(|&number| self.view(state, number as usize, object)).collect();
        let size = views.iter().fold(left(object), |size, view| size.saturating_mul(left(view.source)));
        if size > MOST {
            return Ok(());
        }
        let own = self.range(object);
        let labels: Vec<(usize, W)> = (0..own.len())
            .map(|label| (label, state.costs[own.start + label]))
            .filter(|entry| !entry.1.forbids())
            .collect();
        let both = |state: &RelaxState<W>, place: usize, label: usize, theirs: usize| {
            Self::cost_of(state, pairs[place] as usize, views[place], label, theirs)
        };
        let is_left = |state: &RelaxState<W>, object: usize, label: usize| {
            !state.costs[self.starts[object] + label].forbids()
        };
        state.labels[object] = GONE;
        let numbers = [pairs.first(), pairs.get(1)].map(|number| number.copied().unwrap_or(NONE));
        state.folded.push((object as u32, numbers));
        state.near[object].clear();
        for (view, &number) in views.iter().zip(&pairs) {
            Self::part(state, agenda, view.source, number);
        }
        match views[..] {
            [view] => {
                agenda.blamed = [object as u32, view.source as u32];
                let mut has_risen = false;
                for theirs in 0..self.range(view.source).len() {
                    if !is_left(state, view.source, theirs) {
                        continue;
                    }
                    let costs = labels.iter().map(|&(label, cost)| sum(cost, both(state, 0, label, theirs)));
                    let least = costs.fold(W::FORBIDDEN, W::least);
                    let at = self.starts[view.source] + theirs;
                    if least.forbids() || reaches(state.constant + state.costs[at] + least, agenda.bound) {
                        self.exclude(state, agenda, view.source, theirs)?;
                    } else if least > W::ZERO {
                        state.costs[at] = state.costs[at] + least;
                        has_risen = true;
                    }
                }
                if has_risen {
                    self.touch(agenda, view.source, false);
                }
            }
            [first, second] => {
                agenda.blamed = [first.source as u32, second.source as u32];
                let columns = self.range(second.source).len();
                let mut costs = vec![W::FORBIDDEN; self.range(first.source).len() * columns];
                let mut rest = Vec::with_capacity(labels.len());
                for a in 0..self.range(first.source).len() {
                    if !is_left(state, first.source, a) {
                        continue;
                    }
                    rest.clear();
                    for &(label, cost) in &labels {
                        let cost = sum(cost, both(state, 0, label, a));
                        if !cost.forbids() {
                            rest.push((label, cost));
                        }
                    }
                    for b in 0..columns {
                        if is_left(state, second.source, b) {
                            let costs_of =
                                rest.iter().map(|&(label, cost)| sum(cost, both(state, 1, label, b)));
                            costs[a * columns + b] = costs_of.fold(W::FORBIDDEN, W::least);
                        }
                    }
                }
                self.join(state, agenda, [first.source as u32, second.source as u32], costs);
            }
            _ => {}
        }
        Ok(())
    }

    /// Adds a function of two objects to the pair that they have, if any.
    pub(super) fn join(
        &self,
        state: &mut RelaxState<W>,
        agenda: &mut Agenda<W>,
        mut objects: [u32; 2],
        mut costs: Vec<W>,
    ) {
        let sizes = objects.map(|object| self.range(object as usize).len());
        if objects[1] < objects[0] {
            costs = transposed(&costs, sizes[0], sizes[1]);
            objects.swap(0, 1);
        }
        let [first, second] = objects.map(|object| object as usize);
        let known =
            state.near[first].iter().copied().find(|&number| state.pairs[number as usize].objects == objects);
        if let Some(known) = known {
            let pair = &mut state.pairs[known as usize];
            pair.costs = pair.costs.iter().zip(&costs).map(|(&a, &b)| sum(a, b)).collect();
        } else {
            let number = state.pairs.len() as u32;
            let at = state.moved.len();
            let size = self.range(first).len();
            state.moved.resize(at + size + self.range(second).len(), W::ZERO);
            state.near[first].push(number);
            state.near[second].push(number);
            state.pairs.push(Pair { objects, costs: Rc::from(costs), moved: [at, at + size] });
        }
        for object in [first, second] {
            self.touch(agenda, object, true);
            if state.near[object].len() <= 2 {
                agenda.thin.add(object as u32);
            }
        }
    }

    /// The label that each object has left; folded objects get the cheapest for those of their neighbors.
    pub(super) fn labels(&self, state: &RelaxState<W>) -> Vec<usize> {
        let first = |object| state.costs[self.range(object)].iter().position(|cost| !cost.forbids());
        let mut labels: Vec<usize> = (0..state.left.len()).map(|object| first(object).unwrap_or(0)).collect();
        for &(object, pairs) in state.folded.iter().rev() {
            let object = object as usize;
            let cost = |label: usize| {
                let pairs = pairs.iter().filter(|&&number| number != NONE);
                pairs.fold(state.costs[self.starts[object] + label], |cost, &number| {
                    let view = self.view(state, number as usize, object);
                    sum(cost, Self::cost_of(state, number as usize, view, label, labels[view.source]))
                })
            };
            let (mut least, mut best) = (W::FORBIDDEN, 0);
            for label in 0..self.range(object).len() {
                let cost = cost(label);
                if cost < least {
                    (least, best) = (cost, label);
                }
            }
            labels[object] = best;
        }
        labels
    }
}
