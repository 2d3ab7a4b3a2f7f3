//! Lower bounds by equivalent transformations, with the labels that they exclude.
//!
//! A transformation moves costs between functions and leaves the cost of every labelling unchanged. Costs that can be
//! moved into the constant are a lower bound of all labellings (M. I. Schlesinger, "Syntactic analysis of
//! two-dimensional visual signals in noisy conditions", 1976; M. Cooper and T. Schiex, "Arc consistency for soft
//! constraints", 2004):
//!
//! ```text
//!   here      labels of an object       the least cost of its labels           -> constant
//!   arcs      two objects               the least cost of a label with         -> label
//!                                       the labels of the other object
//!   wide      more objects              the same with the labels of all others -> label
//!   prices    n different of n labels   the dual prices of an assignment       -> constant
//!   fold      an object of two others   its cheapest label for theirs          -> the two others
//! ```
//!
//! A label is excluded if its cost plus the constant reaches the best known cost.

use std::cmp::Ordering;
use std::rc::Rc;

use crate::agenda::{Agenda, WorkQueue, WorkSet};
use crate::assignment::{Assignment, NONE, Refuted};
use crate::model::{LabelFunction, RuleCosts};
use crate::weight::{Weight, least_of};

/// Functions with more combinations than this are not stored as a table.
pub(super) const TABLE_ENTRIES: usize = 1 << 20;

/// The largest number of visits to sets when one state is settled, per set.
const VISITS_PER_SET: usize = 50;

/// The largest number of times that the neighbors of an object raise the bound together when one state is settled,
/// per object.
const RAISES_PER_OBJECT: usize = 50;

/// The largest number of times that the two orders of objects alternate before the search.
const ORDER_TURNS: usize = 5;

/// Stored in place of a label if the object was folded into others.
pub(super) const ELIMINATED: u32 = u32::MAX - 1;

/// The functions of a model, by kind, which never change.
#[derive(Debug)]
pub(super) struct Relaxation<W> {
    /// The costs of object i are at the positions `starts[i]..starts[i + 1]`.
    pub(super) starts: Vec<usize>,
    pub(super) sets: Vec<Set>,
    pub(super) others: Vec<Other<W>>,
    /// The numbers of each object's sets and of its other functions.
    pub(super) sets_of: Vec<Vec<u32>>,
    pub(super) others_of: Vec<Vec<u32>>,
    /// Whether there are functions of two objects, or tables of more objects.
    pub(super) is_soft: bool,
    /// Whether objects may be folded into others, which preserves only one cheapest labelling.
    pub(super) folds: bool,
    /// Costs up to this much are due to rounding.
    pub(super) slack: W,
    /// Every labelling without a forbidden part costs less than this.
    pub(super) top: W,
    /// The state before all decisions.
    pub(super) first: RelaxState<W>,
}

/// Objects with different labels.
#[derive(Debug)]
pub(super) struct Set {
    pub(super) scope: Box<[u32]>,
    /// The number of labels, if it equals the number of objects. In this case every label is taken.
    pub(super) full: Option<usize>,
    /// The position of the labels of its matching.
    pub(super) mates: usize,
}

/// A function of two objects: `costs[label of first * size of second + label of second]`.
#[derive(Clone, Debug)]
pub(super) struct Pair<W> {
    pub(super) objects: [u32; 2],
    pub(super) costs: Rc<[W]>,
    /// The positions of the amounts that were moved to the labels of each object.
    pub(super) moved: [usize; 2],
}

/// A function of more than two objects, or a rule.
#[derive(Debug)]
pub(super) struct Other<W> {
    pub(super) scope: Box<[u32]>,
    pub(super) sizes: Box<[usize]>,
    pub(super) content: Content<W>,
}

#[derive(Debug)]
pub(super) enum Content<W> {
    /// The costs minus the least one, and the positions of the amounts that were moved to the labels of each object.
    Table(Box<[W]>, Box<[usize]>),
    Rule(RuleCosts),
    /// A function that is too large for a table, and its least cost.
    Function(LabelFunction<W>, W),
}

/// The data that changes in a search.
#[derive(Clone, Debug)]
pub(super) struct RelaxState<W> {
    /// The lower bound.
    pub(super) constant: W,
    /// The cost of each label in addition to the bound; excluded labels are forbidden.
    pub(super) costs: Vec<W>,
    /// The number of remaining labels of each object.
    pub(super) left: Vec<u32>,
    /// The only label of each object, once it was propagated, or `ELIMINATED`.
    pub(super) labels: Vec<u32>,
    /// The functions of two objects. They are kept when their objects are decided or folded.
    pub(super) pairs: Vec<Pair<W>>,
    /// The numbers of each object's pairs with undecided objects.
    pub(super) near: Vec<Vec<u32>>,
    /// The amounts that were moved from pairs and tables to labels.
    pub(super) moved: Vec<W>,
    /// The label of each object of each full set in a matching without cost.
    pub(super) mates: Vec<u32>,
    /// The folded objects, in order, each with its last pairs.
    pub(super) folded: Vec<(u32, [u32; 2])>,
    /// Folded objects with their tables.
    pub(super) folded_wide: Vec<(u32, u32)>,
    /// The number of entries of tables that were created in this state or earlier ones.
    pub(super) made: usize,
}

impl<W: Weight> RelaxState<W> {
    /// A copy, in the memory of a spare state, if any.
    pub(super) fn copy_of(other: &Self, spare: &mut Vec<Self>) -> Self {
        let Some(mut state) = spare.pop() else { return other.clone() };
        state.constant = other.constant;
        state.costs.clone_from(&other.costs);
        state.left.clone_from(&other.left);
        state.labels.clone_from(&other.labels);
        if !other.pairs.is_empty() || !state.pairs.is_empty() {
            state.pairs.clone_from(&other.pairs);
            state.near.clone_from(&other.near);
        }
        state.moved.clone_from(&other.moved);
        state.mates.clone_from(&other.mates);
        state.made = other.made;
        state.folded.clone_from(&other.folded);
        state.folded_wide.clone_from(&other.folded_wide);
        state
    }
}

impl<W: Weight> Relaxation<W> {
    /// The same relaxation for costs that are multiplied by a number. Fractions of costs that are too small are
    /// ignored.
    pub(super) fn with_grain(mut self, grain: f64) -> Self {
        if grain > 1.0 {
            self.slack = W::of_f64((grain / 64.0).floor());
        }
        self
    }

    /// The bytes of a state.
    pub(super) fn bytes(&self) -> f64 {
        let RelaxState { costs, left, moved, mates, pairs, near, .. } = &self.first;
        let words = 2 * left.len() + mates.len() + 2 * pairs.len();
        let lists = size_of_val(&near[..]) + size_of_val(&pairs[..]);
        (lists + (costs.len() + moved.len()) * size_of::<W>() + words * size_of::<u32>()) as f64
    }

    /// An agenda with all work to do.
    pub(super) fn agenda(&self, bound: W) -> Agenda<W> {
        let labels = self.sets.iter().filter_map(|set| set.full).max().unwrap_or(0);
        let count = self.first.left.len();
        let soft = if self.is_soft { count } else { 0 };
        let mut agenda = Agenda {
            objects: WorkQueue::of(count),
            removed: WorkSet::of(soft),
            raised: WorkSet::of(soft),
            together: WorkSet::of(soft),
            replaced: WorkSet::of(soft),
            is_reversed: false,
            substitutes: self.is_soft,
            wide: WorkSet::of(self.others.len()),
            wide_raised: WorkSet::of(self.others.len()),
            thin: WorkSet::of(soft),
            sets: WorkQueue::of(self.sets.len()),
            bound: if self.is_soft { bound.least(self.top) } else { bound },
            assignment: Assignment::new(labels),
            supports: Vec::new(),
            free: vec![0; soft],
            movers: [NONE; 2],
            weights: vec![1.0; count],
            live: Vec::new(),
            takes: Vec::new(),
            refused: Vec::new(),
        };
        for object in (0..count as u32).rev() {
            self.touch(&mut agenda, object as usize, true);
            agenda.objects.add(object);
            if self.is_soft {
                agenda.thin.add(object);
            }
        }
        for (number, set) in self.sets.iter().enumerate().rev() {
            if set.full.is_some() {
                agenda.sets.add(number as u32);
            }
        }
        agenda
    }

    /// The positions of an object's costs.
    #[inline]
    pub(super) fn range(&self, object: usize) -> std::ops::Range<usize> {
        self.starts[object]..self.starts[object + 1]
    }

    /// The object to decide, if any is undecided. For assignments, it is the object whose second cheapest label costs
    /// most. If there are several such objects, one with the fewest labels is chosen. Otherwise it is the object with
    /// the fewest labels in relation to the number of refuted states in which it had a part (F. Boussemart, F. Hemery,
    /// C. Lecoutre and L. Sais, "Boosting systematic search by weighting constraints", 2004).
    pub(super) fn choose(&self, state: &RelaxState<W>, agenda: &Agenda<W>) -> Option<usize> {
        if self.is_soft && state.mates.is_empty() {
            return self.choose_weighted(state, agenda);
        }
        let mut best: Option<(W, u32, usize)> = None;
        for object in (0..state.left.len()).filter(|&object| Self::is_open(state, object)) {
            let left = state.left[object];
            let (least, second) = self.cheapest_two(state, object);
            debug_assert!(!least.forbids());
            let is_better = best.is_none_or(|(known, count, _)| {
                second > known + W::TOLERANCE || second + W::TOLERANCE >= known && left < count
            });
            if is_better {
                best = Some((second, left, object));
            }
        }
        best.map(|(_, _, object)| object)
    }

    fn choose_weighted(&self, state: &RelaxState<W>, agenda: &Agenda<W>) -> Option<usize> {
        let mut best: Option<(f64, usize)> = None;
        let gap = agenda.bound.to_f64() - state.constant.to_f64();
        for object in (0..state.left.len()).filter(|&object| Self::is_open(state, object)) {
            let left = state.left[object];
            let costs = state.costs[self.range(object)].iter().filter(|cost| !cost.forbids());
            let most = costs.fold(W::ZERO, |most, &cost| if most < cost { cost } else { most });
            // Costs break ties between otherwise equal objects.
            let weight =
                agenda.weights[object] + state.near[object].len() as f64 + most.to_f64() / gap * 1e-3;
            let value = f64::from(left) / weight;
            if best.is_none_or(|(known, _)| value < known) {
                best = Some((value, object));
            }
        }
        best.map(|(_, object)| object)
    }

    /// Whether an object can be decided.
    pub(super) fn is_open(state: &RelaxState<W>, object: usize) -> bool {
        state.left[object] > 1 && state.labels[object] != ELIMINATED
    }

    /// The costs of an object's two cheapest labels.
    pub(super) fn cheapest_two(&self, state: &RelaxState<W>, object: usize) -> (W, W) {
        let (mut least, mut second) = (W::FORBIDDEN, W::FORBIDDEN);
        for &cost in &state.costs[self.range(object)] {
            if cost < least {
                (least, second) = (cost, least);
            } else if cost < second {
                second = cost;
            }
        }
        (least, second)
    }

    /// A cheapest remaining label of an object. If the preferred label is one of the cheapest, it is returned.
    pub(super) fn cheapest_label(
        &self,
        state: &RelaxState<W>,
        agenda: &Agenda<W>,
        object: usize,
        preferred: Option<usize>,
    ) -> Option<usize> {
        let costs = &state.costs[self.range(object)];
        let least = least_of(costs.iter().copied());
        let is_cheapest = |&label: &usize| costs.get(label).is_some_and(|&cost| cost <= least + self.slack);
        if least.forbids() {
            return None;
        }
        let free = agenda.free.get(object).map(|&label| label as usize);
        let known = preferred.filter(is_cheapest).or(free.filter(is_cheapest));
        known.or_else(|| costs.iter().position(|&cost| cost.partial_cmp(&least) == Some(Ordering::Equal)))
    }

    /// Excludes a label.
    pub(super) fn exclude(
        &self,
        state: &mut RelaxState<W>,
        agenda: &mut Agenda<W>,
        object: usize,
        label: usize,
    ) -> Result<(), Refuted> {
        let cost = &mut state.costs[self.starts[object] + label];
        if cost.forbids() {
            return Ok(());
        }
        *cost = W::FORBIDDEN;
        state.left[object] -= 1;
        if state.left[object] == 0 {
            return Err(Refuted);
        }
        self.touch(agenda, object, true);
        Ok(())
    }

    /// Excludes all labels of an object except these.
    pub(super) fn take(
        &self,
        state: &mut RelaxState<W>,
        agenda: &mut Agenda<W>,
        object: usize,
        labels: &[usize],
    ) -> Result<(), Refuted> {
        (0..self.range(object).len())
            .filter(|label| !labels.contains(label))
            .try_for_each(|other| self.exclude(state, agenda, object, other))
    }

    /// Adds the work that follows from rising costs of an object, or from removed labels.
    pub(super) fn touch(&self, agenda: &mut Agenda<W>, object: usize, is_removed: bool) {
        let number = object as u32;
        agenda.objects.add(number);
        if self.is_soft {
            agenda.raised.add(number);
            if is_removed {
                agenda.removed.add(number);
            }
        }
        for &set in &self.sets_of[object] {
            if self.sets[set as usize].full.is_some() {
                agenda.sets.add(set);
            }
        }
    }

    /// Adds an object whose costs changed to the work for pairs.
    pub(super) fn raise(&self, agenda: &mut Agenda<W>, object: u32) {
        if self.is_soft {
            agenda.raised.add(object);
        }
    }

    /// Transforms until nothing changes, or changes are too small.
    pub(super) fn settle(&self, state: &mut RelaxState<W>, agenda: &mut Agenda<W>) -> Result<(), Refuted> {
        agenda.movers = [NONE; 2];
        let settled = self.settle_all(state, agenda);
        if settled.is_err() {
            agenda.clear();
            for object in agenda.movers {
                if let Some(weight) = agenda.weights.get_mut(object as usize) {
                    *weight += 1.0;
                }
            }
        }
        settled
    }

    fn settle_all(&self, state: &mut RelaxState<W>, agenda: &mut Agenda<W>) -> Result<(), Refuted> {
        let mut visits = VISITS_PER_SET * self.sets.len();
        let mut raises = RAISES_PER_OBJECT * state.left.len();
        let mut misses = state.left.len() / 4;
        // If there are no tables, labels are examined only after the bound has risen.
        let mut pruned_at = (!self.is_soft).then_some(state.constant);
        if reaches(state.constant, agenda.bound) {
            return Err(Refuted);
        }
        loop {
            if let Some(object) = agenda.objects.pop() {
                self.object(state, agenda, object as usize)?;
            } else if let Some(object) = agenda.removed.pop(!agenda.is_reversed) {
                self.arcs(state, agenda, object as usize, false)?;
            } else if let Some(number) = agenda.wide.pop_least() {
                self.wide(state, agenda, number as usize)?;
            } else if let Some(object) = agenda.raised.pop(agenda.is_reversed) {
                self.arcs(state, agenda, object as usize, true)?;
            } else if let Some(number) = agenda.wide_raised.pop_greatest() {
                self.wide_down(state, agenda, number as usize)?;
            } else if let Some(object) = agenda.together.pop(!agenda.is_reversed) {
                if raises > 0 && misses > 0 {
                    match self.together(state, agenda, object as usize)? {
                        Some(true) => raises -= 1,
                        Some(false) => misses -= 1,
                        None => {}
                    }
                }
            } else if visits > 0
                && let Some(set) = agenda.sets.pop_first()
            {
                // The waiting sets take turns.
                visits -= 1;
                self.raise_by_prices(state, agenda, set as usize)?;
            } else if pruned_at.is_none_or(|at| at < state.constant) {
                pruned_at = Some(state.constant);
                agenda.sets.clear();
                self.prune(state, agenda)?;
            } else if let Some(object) = agenda.replaced.pop_least() {
                self.replace(state, agenda, object as usize)?;
            } else if let Some(object) = agenda.thin.pop_least() {
                self.fold(state, agenda, object as usize)?;
            } else {
                agenda.sets.clear();
                return Ok(());
            }
            if reaches(state.constant, agenda.bound) {
                return Err(Refuted);
            }
        }
    }

    /// Settles the first state, and then again with the opposite and the usual order of objects in turns, as long as
    /// that raises the bound and `go_on` returns true. `go_on` is called for each turn.
    pub(super) fn settle_both_ways(
        &self,
        state: &mut RelaxState<W>,
        agenda: &mut Agenda<W>,
        mut go_on: impl FnMut(&RelaxState<W>) -> bool,
    ) -> Result<(), Refuted> {
        let settled = self.settle(state, agenda);
        // In the following turns, searching for substitutes is not worthwhile.
        agenda.substitutes = false;
        settled?;
        for _ in 0..ORDER_TURNS {
            let before = state.constant;
            if !go_on(state) {
                break;
            }
            for is_reversed in [true, false] {
                agenda.is_reversed = is_reversed;
                for object in (0..state.near.len()).filter(|&object| !state.near[object].is_empty()) {
                    self.touch(agenda, object, true);
                }
                let settled = self.settle(state, agenda);
                agenda.is_reversed = false;
                settled?;
            }
            if state.constant <= before + self.slack {
                break;
            }
        }
        Ok(())
    }

    /// Adds an object and its neighbors to the objects that may raise the bound together.
    pub(super) fn wake(&self, state: &RelaxState<W>, agenda: &mut Agenda<W>, object: usize) {
        agenda.together.add(object as u32);
        agenda.replaced.add(object as u32);
        for &number in &state.near[object] {
            let last = state.pairs[number as usize].objects[agenda.last()];
            agenda.together.add(last);
        }
        for &number in &self.others_of[object] {
            self.others[number as usize].scope.iter().for_each(|&other| agenda.together.add(other));
        }
    }

    /// Excludes the labels whose cost reaches the bound.
    fn prune(&self, state: &mut RelaxState<W>, agenda: &mut Agenda<W>) -> Result<(), Refuted> {
        if agenda.bound.forbids() {
            return Ok(());
        }
        for object in 0..state.left.len() {
            if !Self::is_open(state, object) {
                continue;
            }
            for label in 0..self.range(object).len() {
                let cost = state.costs[self.starts[object] + label];
                if !cost.forbids() && reaches(state.constant + cost, agenda.bound) {
                    self.exclude(state, agenda, object, label)?;
                }
            }
        }
        Ok(())
    }

    /// Moves the least cost of an object into the constant; if one label is left, updates its functions.
    fn object(
        &self,
        state: &mut RelaxState<W>,
        agenda: &mut Agenda<W>,
        object: usize,
    ) -> Result<(), Refuted> {
        let costs = &mut state.costs[self.range(object)];
        state.constant = state.constant + take_least(costs);
        if state.left[object] > 1 || state.labels[object] != NONE {
            return Ok(());
        }
        let label = costs.iter().position(|cost| !cost.forbids()).ok_or(Refuted)?;
        state.labels[object] = label as u32;
        for &set in &self.sets_of[object] {
            for &other in &self.sets[set as usize].scope {
                if other as usize != object && label < self.range(other as usize).len() {
                    self.exclude(state, agenda, other as usize, label)?;
                }
            }
        }
        if self.is_soft {
            self.move_pair_costs(state, agenda, object)?;
        }
        for &other in &self.others_of[object] {
            self.other(state, agenda, other as usize)?;
            if self.is_soft {
                self.others[other as usize].scope.iter().for_each(|&object| agenda.thin.add(object));
            }
        }
        Ok(())
    }
}

/// Subtracts the least cost from all costs that do not forbid, and returns it; returns zero if all forbid.
pub(super) fn take_least<W: Weight>(costs: &mut [W]) -> W {
    let least = least_of(costs.iter().copied());
    if least.forbids() || least == W::ZERO {
        return W::ZERO;
    }
    costs.iter_mut().filter(|cost| !cost.forbids()).for_each(|cost| *cost = *cost - least);
    least
}

/// Whether a cost reaches a bound, up to rounding.
#[inline]
pub(super) fn reaches<W: Weight>(cost: W, bound: W) -> bool {
    !bound.forbids() && cost + W::TOLERANCE >= bound
}

/// The sum of two costs.
#[inline]
pub(super) fn sum<W: Weight>(a: W, b: W) -> W {
    if a.forbids() || b.forbids() { W::FORBIDDEN } else { a + b }
}

/// Transposes a table with these numbers of rows and columns.
pub(super) fn transposed<W: Weight>(costs: &[W], rows: usize, columns: usize) -> Vec<W> {
    (0..rows * columns).map(|at| costs[at % rows * columns + at / rows]).collect()
}
