//! Functions of two objects: existential directional arc consistency.
//!
//! The least cost of a label with the labels of another object moves to the label. If the object has the lower number
//! of the two, the costs of the other object's own labels move to it as well, so the costs of a tree gather at its
//! first object (M. Cooper and T. Schiex, "Arc consistency for soft constraints", 2004). Finally, if no label of an
//! object is free of costs with all neighbors together, the neighbors' costs move to it and raise the bound (S. de
//! Givry, F. Heras, M. Zytnicki and J. Larrosa, "Existential arc consistency: getting closer to full arc consistency in
//! weighted CSPs", 2005).

use crate::agenda::Agenda;
use crate::assignment::{NONE, Refuted};
use crate::relax::{ELIMINATED, RelaxState, Relaxation, reaches};
use crate::weight::Weight;

/// A function of two objects, seen from one of them.
#[derive(Clone, Copy)]
pub(super) struct View {
    /// The object, and the other object.
    pub(super) target: usize,
    pub(super) source: usize,
    /// The positions of the amounts that were moved to the labels of the two objects.
    pub(super) mine: usize,
    pub(super) theirs: usize,
    /// The distances between consecutive labels of the two objects in the table.
    pub(super) step: usize,
    pub(super) stride: usize,
}

impl<W: Weight> Relaxation<W> {
    /// A pair as seen from one of its objects.
    pub(super) fn view(&self, state: &RelaxState<W>, number: usize, object: usize) -> View {
        let pair = &state.pairs[number];
        let [first, second] = pair.objects.map(|object| object as usize);
        let columns = self.range(second).len();
        let [mine, theirs] = pair.moved;
        if object == first {
            View { target: first, source: second, mine, theirs, step: columns, stride: 1 }
        } else {
            View { target: second, source: first, mine: theirs, theirs: mine, step: 1, stride: columns }
        }
    }

    /// The cost of two labels minus the amounts that were moved.
    #[inline]
    pub(super) fn cost_of(state: &RelaxState<W>, number: usize, view: View, mine: usize, theirs: usize) -> W {
        let cost = state.pairs[number].costs[mine * view.step + theirs * view.stride];
        if cost.forbids() {
            cost
        } else {
            cost - state.moved[view.mine + mine] - state.moved[view.theirs + theirs]
        }
    }

    /// Revises the pairs of an object that has lost labels, so labels of neighbors with a higher number may cost more.
    /// If `is_full`, its costs rose instead, which affects neighbors with a lower number.
    pub(super) fn arcs(
        &self,
        state: &mut RelaxState<W>,
        agenda: &mut Agenda<W>,
        object: usize,
        is_full: bool,
    ) -> Result<(), Refuted> {
        let side = if is_full { 1 - agenda.last() } else { agenda.last() };
        for place in 0..state.near[object].len() {
            let number = state.near[object][place] as usize;
            let other = state.pairs[number].objects[side] as usize;
            if other != object {
                self.revise(state, agenda, number, other, is_full)?;
            }
        }
        let wide = if is_full { &mut agenda.wide_raised } else { &mut agenda.wide };
        self.others_of[object].iter().for_each(|&number| wide.add(number));
        self.wake(state, agenda, object);
        Ok(())
    }

    /// Moves the neighbors' costs to an object if this may raise the bound. Returns whether the bound can rise;
    /// `None` if a label is free of costs.
    pub(super) fn together(
        &self,
        state: &mut RelaxState<W>,
        agenda: &mut Agenda<W>,
        object: usize,
    ) -> Result<Option<bool>, Refuted> {
        if state.labels[object] != NONE {
            return Ok(None);
        }
        let known = agenda.free[object] as usize;
        let own = self.range(object);
        for label in [known].into_iter().chain((0..own.len()).filter(|&label| label != known)) {
            if state.costs[own.start + label] <= self.slack
                && self.is_free(state, agenda, object, label)
                && self.is_free_wide(state, agenda, object, label)
            {
                agenda.free[object] = label as u32;
                return Ok(None);
            }
        }
        for place in 0..state.near[object].len() {
            let number = state.near[object][place] as usize;
            if state.pairs[number].objects[1 - agenda.last()] as usize != object {
                self.revise(state, agenda, number, object, true)?;
            }
        }
        self.together_wide(state, agenda, object)?;
        Ok(Some(self.cheapest_two(state, object).0 > self.slack))
    }

    /// Whether a label costs nothing with some label of each neighbor of a lower number.
    fn is_free(&self, state: &RelaxState<W>, agenda: &mut Agenda<W>, object: usize, label: usize) -> bool {
        state.near[object].iter().all(|&number| {
            let number = number as usize;
            if state.pairs[number].objects[1 - agenda.last()] as usize == object {
                return true;
            }
            let view = self.view(state, number, object);
            self.has_support(state, agenda, number, view, label, true)
                || (0..self.range(view.source).len()).any(|theirs| {
                    let found = self.supports(state, number, view, label, theirs, true);
                    if found {
                        agenda.remember(view.mine + label, &[theirs as u32]);
                    }
                    found
                })
        })
    }

    /// Whether the stored support of a label is still valid.
    #[inline]
    fn has_support(
        &self,
        state: &RelaxState<W>,
        agenda: &Agenda<W>,
        number: usize,
        view: View,
        label: usize,
        is_full: bool,
    ) -> bool {
        let support = agenda.support(view.mine + label);
        support < self.range(view.source).len() && self.supports(state, number, view, label, support, is_full)
    }

    /// Whether a label costs nothing together with some label of the other object. If `is_full`, the cost of the other
    /// label itself counts as well.
    #[inline]
    fn supports(
        &self,
        state: &RelaxState<W>,
        number: usize,
        view: View,
        label: usize,
        theirs: usize,
        is_full: bool,
    ) -> bool {
        let cost = state.costs[self.starts[view.source] + theirs];
        if cost.forbids() || is_full && cost > self.slack {
            return false;
        }
        let both = Self::cost_of(state, number, view, label, theirs);
        !both.forbids() && (if is_full { both + cost } else { both }) <= self.slack
    }

    /// Moves to each label of an object its least cost with a label of another object. If `is_full`, the costs of the
    /// other labels themselves are included.
    fn revise(
        &self,
        state: &mut RelaxState<W>,
        agenda: &mut Agenda<W>,
        number: usize,
        object: usize,
        is_full: bool,
    ) -> Result<(), Refuted> {
        let view = self.view(state, number, object);
        let own = self.range(object);
        let has_cost = |state: &RelaxState<W>, label: usize| {
            let cost = state.costs[own.start + label];
            !cost.forbids()
        };
        let first = (0..own.len()).find(|&label| {
            has_cost(state, label) && !self.has_support(state, agenda, number, view, label, is_full)
        });
        let Some(first) = first else { return Ok(()) };
        agenda.movers = [view.target as u32, view.source as u32];
        let mut live = std::mem::take(&mut agenda.live);
        let mut takes = std::mem::take(&mut agenda.takes);
        let mut refused = std::mem::take(&mut agenda.refused);
        live.clear();
        takes.clear();
        refused.clear();
        let theirs = self.range(view.source);
        for (label, &cost) in state.costs[theirs.clone()].iter().enumerate() {
            if !cost.forbids() {
                let moved = state.moved[view.theirs + label];
                live.push((label as u32, if is_full { cost - moved } else { W::ZERO - moved }));
            }
        }
        for label in first..own.len() {
            let known = state.costs[own.start + label];
            if known.forbids() || self.has_support(state, agenda, number, view, label, is_full) {
                continue;
            }
            let costs = &state.pairs[number].costs[label * view.step..];
            let (mut least, mut support) = (W::FORBIDDEN, 0);
            for &(other, rest) in &live {
                let cost = costs[other as usize * view.stride];
                if !cost.forbids() && cost + rest < least {
                    (least, support) = (cost + rest, other);
                }
            }
            agenda.remember(view.mine + label, &[support]);
            if !least.forbids() {
                least = least - state.moved[view.mine + label];
            }
            if least.forbids() || reaches(state.constant + known + least, agenda.bound) {
                refused.push(label as u32);
            } else if least > self.slack {
                takes.push((label as u32, least));
            }
        }
        if is_full && !takes.is_empty() {
            for &(other, _) in &live {
                let at = theirs.start + other as usize;
                if state.costs[at] <= W::ZERO {
                    continue;
                }
                let mut give = W::ZERO;
                for &(label, least) in &takes {
                    let both = Self::cost_of(state, number, view, label as usize, other as usize);
                    if !both.forbids() && give < least - both {
                        give = least - both;
                    }
                }
                if give > W::ZERO {
                    let at_moved = view.theirs + other as usize;
                    state.moved[at_moved] = state.moved[at_moved] - give;
                    let rest = state.costs[at] - give;
                    state.costs[at] = if rest < W::ZERO { W::ZERO } else { rest };
                }
            }
        }
        for &(label, least) in &takes {
            let at = view.mine + label as usize;
            state.moved[at] = state.moved[at] + least;
            let cost = &mut state.costs[own.start + label as usize];
            *cost = *cost + least;
        }
        if !takes.is_empty() {
            self.touch(agenda, object, false);
        }
        let refuted =
            refused.iter().try_for_each(|&label| self.exclude(state, agenda, object, label as usize));
        agenda.live = live;
        agenda.takes = takes;
        agenda.refused = refused;
        refuted
    }

    /// Excludes labels of an object that another label can replace at no cost, for all labels of the neighbors (J.
    /// Desmet, M. De Maeyer, B. Hazes and I. Lasters, "The dead-end elimination theorem and its use in protein
    /// side-chain positioning", 1992). One cheapest labelling is kept.
    pub(super) fn replace(
        &self,
        state: &mut RelaxState<W>,
        agenda: &mut Agenda<W>,
        object: usize,
    ) -> Result<(), Refuted> {
        if !self.folds || state.labels[object] != NONE || self.is_bound(state, object) {
            return Ok(());
        }
        let own = self.range(object);
        let best = agenda.free[object] as usize;
        if state.costs[own.start + best].forbids() {
            return Ok(());
        }
        for label in (0..own.len()).filter(|&label| label != best) {
            let cost = state.costs[own.start + label];
            if !cost.forbids() && self.is_replaced(state, object, label, best, cost) {
                self.exclude(state, agenda, object, label)?;
            }
        }
        Ok(())
    }

    /// Whether a label of this cost is at least as expensive as the best one, for all labels of the neighbors.
    fn is_replaced(&self, state: &RelaxState<W>, object: usize, label: usize, best: usize, cost: W) -> bool {
        let mut rest = cost - state.costs[self.starts[object] + best];
        if rest < W::ZERO {
            return false;
        }
        for &number in &state.near[object] {
            let view = self.view(state, number as usize, object);
            let table = &state.pairs[number as usize].costs;
            let moved = state.moved[view.mine + best] - state.moved[view.mine + label];
            let mut most: Option<W> = None;
            for (theirs, known) in state.costs[self.range(view.source)].iter().enumerate() {
                if known.forbids() {
                    continue;
                }
                let at = theirs * view.stride;
                let (mine, other) = (table[best * view.step + at], table[label * view.step + at]);
                if other.forbids() {
                    continue;
                }
                if mine.forbids() {
                    return false;
                }
                let more = mine - other - moved;
                if most.is_none_or(|most| most < more) {
                    if rest < more {
                        // A later neighbor might compensate for this cost, but this is not examined.
                        return false;
                    }
                    most = Some(more);
                }
            }
            let Some(most) = most else { return true };
            rest = rest - most;
        }
        rest >= W::ZERO
    }

    /// Moves the costs that the label of a decided object has with the labels of other objects to the latter labels.
    pub(super) fn move_pair_costs(
        &self,
        state: &mut RelaxState<W>,
        agenda: &mut Agenda<W>,
        object: usize,
    ) -> Result<(), Refuted> {
        let label = state.labels[object] as usize;
        let near = std::mem::take(&mut state.near[object]);
        for &number in &near {
            let view = self.view(state, number as usize, object);
            let other = view.source;
            Self::part(state, agenda, other, number);
            agenda.movers = [object as u32, other as u32];
            let mut has_risen = false;
            for theirs in 0..self.range(other).len() {
                let at = self.starts[other] + theirs;
                let cost = state.costs[at];
                if cost.forbids() {
                    continue;
                }
                let both = Self::cost_of(state, number as usize, view, label, theirs);
                if both.forbids() || reaches(state.constant + cost + both, agenda.bound) {
                    self.exclude(state, agenda, other, theirs)?;
                } else if both > W::ZERO {
                    state.costs[at] = cost + both;
                    has_risen = true;
                }
            }
            if has_risen {
                self.touch(agenda, other, false);
            }
        }
        Ok(())
    }

    /// Removes a pair from the pairs of an object.
    pub(super) fn part(state: &mut RelaxState<W>, agenda: &mut Agenda<W>, object: usize, number: u32) {
        let near = &mut state.near[object];
        if let Some(place) = near.iter().position(|&other| other == number) {
            near.swap_remove(place);
        }
        if near.len() <= 2 && state.labels[object] != ELIMINATED {
            agenda.thin.add(object as u32);
        }
    }
}
