//! Folding: an object with at most two neighbors is replaced by a function of these neighbors.
//!
//! The costs of the cheapest label for each combination of the neighbors' labels form a function of the neighbors.
//! The object is removed, and it gets its label after the neighbors have theirs (J. Larrosa, "Boosting search with
//! variable elimination", 2000). One cheapest labelling is kept.

use std::rc::Rc;

use crate::agenda::Agenda;
use crate::assignment::{NONE, Refuted};
use crate::relax::{Content, ELIMINATED, Pair, RelaxState, Relaxation, reaches, sum, transposed};
use crate::weight::Weight;

/// An object is not folded if it and its neighbors have more combinations of labels than this.
const MOST_FOLDED: usize = 1 << 17;

impl<W: Weight> Relaxation<W> {
    /// Folds an object, if it has few neighbors and no other functions.
    pub(super) fn fold(
        &self,
        state: &mut RelaxState<W>,
        agenda: &mut Agenda<W>,
        object: usize,
    ) -> Result<(), Refuted> {
        if self.substitute(state, agenda, object)? {
            return Ok(());
        }
        let Some((neighbors, tables)) = self.neighborhood(state, object) else { return Ok(()) };
        let pairs = state.near[object].clone();
        let views: Vec<_> = pairs.iter().map(|&number| self.view(state, number as usize, object)).collect();
        let left_of = |state: &RelaxState<W>, object: usize| -> Vec<(usize, W)> {
            let costs = state.costs[self.range(object)].iter().copied().enumerate();
            costs.filter(|entry| !entry.1.forbids()).collect()
        };
        let labels = left_of(state, object);
        // Buffer for the labels with which the cost of a combination is computed.
        let mut both = state.labels.clone();
        let mut least_of = |state: &RelaxState<W>, theirs: &[usize]| {
            for (&neighbor, &label) in neighbors.iter().zip(theirs) {
                both[neighbor] = label as u32;
            }
            let mut least = W::FORBIDDEN;
            for &(label, cost) in &labels {
                let mut cost = cost;
                for (place, &number) in pairs.iter().enumerate() {
                    cost =
                        sum(cost, Self::cost_of(state, number as usize, views[place], label, theirs[place]));
                }
                both[object] = label as u32;
                for &number in &tables {
                    let other = &self.others[number as usize];
                    cost = sum(cost, other.cost(state, |place| both[other.scope[place] as usize] as usize));
                }
                least = least.least(cost);
            }
            least
        };
        match neighbors[..] {
            [other] => {
                let found: Vec<_> = left_of(state, other)
                    .into_iter()
                    .map(|(theirs, cost)| (theirs, cost, least_of(state, &[theirs])))
                    .collect();
                self.leave(state, agenda, object, &pairs, &tables);
                agenda.movers = [object as u32, other as u32];
                let mut has_risen = false;
                for (theirs, cost, least) in found {
                    if least.forbids() || reaches(state.constant + cost + least, agenda.bound) {
                        self.exclude(state, agenda, other, theirs)?;
                    } else if least > W::ZERO {
                        state.costs[self.starts[other] + theirs] = cost + least;
                        has_risen = true;
                    }
                }
                if has_risen {
                    self.touch(agenda, other, false);
                }
            }
            [first, second] => {
                let columns = self.range(second).len();
                let mut costs = vec![W::FORBIDDEN; self.range(first).len() * columns];
                let others = left_of(state, second);
                for (a, _) in left_of(state, first) {
                    for &(b, _) in &others {
                        costs[a * columns + b] = least_of(state, &[a, b]);
                    }
                }
                self.leave(state, agenda, object, &pairs, &tables);
                agenda.movers = [first as u32, second as u32];
                self.join(state, agenda, [first as u32, second as u32], costs);
            }
            _ => self.leave(state, agenda, object, &pairs, &tables),
        }
        for &neighbor in &neighbors {
            if state.labels[neighbor] == NONE {
                agenda.thin.add(neighbor as u32);
            }
        }
        Ok(())
    }

    /// The neighbors of an object that can be folded, the neighbors of its pairs first, and the tables that it has
    /// with them.
    fn neighborhood(&self, state: &RelaxState<W>, object: usize) -> Option<(Vec<usize>, Vec<u32>)> {
        let is_kept = !self.folds
            || state.near[object].len() > 2
            || state.labels[object] != NONE
            || !self.sets_of[object].is_empty();
        if is_kept {
            return None;
        }
        let sources =
            state.near[object].iter().map(|&number| self.view(state, number as usize, object).source);
        let mut neighbors: Vec<usize> = sources.collect();
        let mut tables = Vec::new();
        for &number in &self.others_of[object] {
            if !self.binds(state, number as usize) {
                continue;
            }
            let other = &self.others[number as usize];
            if !matches!(other.content, Content::Table(..)) {
                return None;
            }
            tables.push(number);
            for other in other.scope.iter().map(|&other| other as usize) {
                if other != object && state.labels[other] == NONE && !neighbors.contains(&other) {
                    neighbors.push(other);
                }
            }
        }
        let left = |object: usize| state.left[object] as usize;
        let size = neighbors.iter().fold(left(object), |size, &other| size.saturating_mul(left(other)));
        (neighbors.len() <= 2 && size <= MOST_FOLDED).then_some((neighbors, tables))
    }

    /// Replaces an object by another one, if each label of the other object allows only one label of this object.
    /// Returns whether the object was replaced.
    fn substitute(
        &self,
        state: &mut RelaxState<W>,
        agenda: &mut Agenda<W>,
        object: usize,
    ) -> Result<bool, Refuted> {
        if !agenda.substitutes || state.labels[object] != NONE || self.is_bound(state, object) {
            return Ok(false);
        }
        let own = self.range(object);
        for place in 0..state.near[object].len() {
            let number = state.near[object][place];
            let view = self.view(state, number as usize, object);
            let theirs = self.range(view.source);
            // For each label of the other object, the label that it allows.
            let mut only = vec![NONE; theirs.len()];
            let is_function = only.iter_mut().enumerate().all(|(label, only)| {
                let is_left = |&mine: &usize| {
                    !state.costs[own.start + mine].forbids()
                        && !Self::cost_of(state, number as usize, view, mine, label).forbids()
                };
                let mut allowed = (0..own.len()).filter(is_left);
                *only = allowed.next().map_or(NONE, |label| label as u32);
                state.costs[theirs.start + label].forbids() || allowed.next().is_none()
            });
            if !is_function {
                continue;
            }
            let pairs = state.near[object].clone();
            let other = view.source;
            // The costs of the object's label with each label of the other object, including its own cost.
            let mut costs = vec![W::FORBIDDEN; theirs.len()];
            for (label, &only) in only.iter().enumerate().filter(|entry| *entry.1 != NONE) {
                let cost = Self::cost_of(state, number as usize, view, only as usize, label);
                costs[label] = sum(cost, state.costs[own.start + only as usize]);
            }
            let mut joined = Vec::new();
            for &pair in pairs.iter().filter(|&&pair| pair != number) {
                let view = self.view(state, pair as usize, object);
                let columns = self.range(view.source).len();
                let mut both = vec![W::FORBIDDEN; theirs.len() * columns];
                for (label, &only) in only.iter().enumerate().filter(|entry| *entry.1 != NONE) {
                    for column in 0..columns {
                        both[label * columns + column] =
                            Self::cost_of(state, pair as usize, view, only as usize, column);
                    }
                }
                joined.push(([other as u32, view.source as u32], both));
            }
            self.leave(state, agenda, object, &pairs, &[]);
            state.folded.pop();
            state.folded.push((object as u32, [number, NONE]));
            for (objects, costs) in joined {
                self.join(state, agenda, objects, costs);
            }
            for (label, cost) in costs.into_iter().enumerate() {
                if cost.forbids() {
                    self.exclude(state, agenda, other, label)?;
                } else if !state.costs[theirs.start + label].forbids() {
                    state.costs[theirs.start + label] = state.costs[theirs.start + label] + cost;
                }
            }
            self.touch(agenda, other, true);
            return Ok(true);
        }
        Ok(false)
    }

    /// Removes an object from the model.
    fn leave(
        &self,
        state: &mut RelaxState<W>,
        agenda: &mut Agenda<W>,
        object: usize,
        pairs: &[u32],
        tables: &[u32],
    ) {
        state.labels[object] = ELIMINATED;
        let numbers = [pairs.first(), pairs.get(1)].map(|number| number.copied().unwrap_or(NONE));
        state.folded.push((object as u32, numbers));
        state.folded_wide.extend(tables.iter().map(|&table| (object as u32, table)));
        state.near[object].clear();
        for &number in pairs {
            let other = self.view(state, number as usize, object).source;
            Self::part(state, agenda, other, number);
        }
    }

    /// Whether an object has functions other than pairs.
    pub(super) fn is_bound(&self, state: &RelaxState<W>, object: usize) -> bool {
        !self.sets_of[object].is_empty()
            || self.others_of[object].iter().any(|&number| self.binds(state, number as usize))
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
        state.made += costs.len();
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

    /// The remaining label of each object. Folded objects get the cheapest label for the labels of their neighbors.
    pub(super) fn labels(&self, state: &RelaxState<W>) -> Vec<usize> {
        let first = |object| state.costs[self.range(object)].iter().position(|cost| !cost.forbids());
        let mut labels: Vec<usize> = (0..state.left.len()).map(|object| first(object).unwrap_or(0)).collect();
        for &(object, pairs) in state.folded.iter().rev() {
            let number = object;
            let object = object as usize;
            let mut cost = |label: usize| {
                labels[object] = label;
                let mut cost = state.costs[self.starts[object] + label];
                for pair in pairs.into_iter().filter(|&pair| pair != NONE) {
                    let view = self.view(state, pair as usize, object);
                    cost = sum(cost, Self::cost_of(state, pair as usize, view, label, labels[view.source]));
                }
                for &(_, table) in state.folded_wide.iter().filter(|entry| entry.0 == number) {
                    let other = &self.others[table as usize];
                    cost = sum(cost, other.cost(state, |place| labels[other.scope[place] as usize]));
                }
                cost
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
