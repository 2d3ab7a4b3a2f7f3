//! Lower bounds by equivalent transformations, with the values that they exclude.
//!
//! A transformation moves costs between functions and leaves the cost of every labelling as it is. What can be moved into the
//! constant is a lower bound of all labellings (M. I. Schlesinger, "Syntactic analysis of two-dimensional visual signals in
//! noisy conditions", 1976; M. Cooper and T. Schiex, "Arc consistency for soft constraints", 2004):
//!
//! ```text
//!   labels of an object       the least cost of its labels           -> constant
//!   two objects               what a label costs at least with       -> label
//!                             the labels of the other object
//!   n different of n labels   the dual prices of an assignment       -> constant
//! ```
//!
//! A label whose cost and the constant reach the best known cost is excluded.
//!
//! For sets of as many objects as labels, prices are those of the Hungarian method: a labelling takes one number of each row
//! and column of the table of costs, so that a price for a row or column can be taken from all of it (H. W. Kuhn, "The Hungarian
//! method for the assignment problem", 1955; for all-different constraints F. Focacci, A. Lodi and M. Milano, "Cost-based
//! domain filtering", 1999). Sets are visited until none raises the bound.

use std::cmp::Ordering;
use std::collections::VecDeque;

use super::LabelError;
use super::assignment::{Matching, NONE, Refuted};
use super::model::{LabelCosts, LabelFunction, LabelModel, RuleCosts};
use super::weight::Weight;

/// Functions of more combinations than this are not read into a table.
const TABLE: usize = 1 << 20;

/// Rounds over all sets, at most, while each raises the bound by enough.
const ROUNDS: usize = 50;

/// What never changes: the functions of a model, by kind.
#[derive(Debug)]
pub(super) struct Relaxation<W> {
    /// The costs of object i: `starts[i]..starts[i + 1]`.
    starts: Vec<usize>,
    sets: Vec<Set>,
    pairs: Vec<Pair<W>>,
    others: Vec<Other<W>>,
    /// The numbers of each object's sets, pairs and other functions.
    sets_of: Vec<Vec<u32>>,
    pairs_of: Vec<Vec<u32>>,
    others_of: Vec<Vec<u32>>,
    first: RelaxState<W>,
}

/// Objects with different labels.
#[derive(Debug)]
struct Set {
    scope: Box<[u32]>,
    /// The number of labels, if there are as many as objects, so that each is taken.
    full: Option<usize>,
    /// Where the labels of its matching are.
    mates: usize,
}

/// A function of two objects: `costs[label of first * size of second + label of second]`.
#[derive(Debug)]
struct Pair<W> {
    objects: [u32; 2],
    costs: Box<[W]>,
    /// Where what was moved from the labels of the first object is, and after that of the second.
    moved: [usize; 2],
}

/// A function of more objects, or a rule.
#[derive(Debug)]
struct Other<W> {
    scope: Box<[u32]>,
    sizes: Box<[usize]>,
    content: Content<W>,
}

#[derive(Debug)]
enum Content<W> {
    /// The costs beyond the least one.
    Table(Box<[W]>),
    Rule(RuleCosts),
    /// A function that is too large for a table, and its least cost.
    Function(LabelFunction<W>, W),
}

/// What changes in a search.
#[derive(Clone, Debug)]
pub(super) struct RelaxState<W> {
    /// The lower bound.
    pub(super) constant: W,
    /// The cost of each label beyond it; what is excluded is forbidden.
    pub(super) costs: Vec<W>,
    /// How many labels of each object are left.
    pub(super) left: Vec<u32>,
    /// The only label of each object, once it was propagated.
    pub(super) labels: Vec<u32>,
    /// What was moved from each pair's labels.
    moved: Vec<W>,
    /// The label of each object of each full set in a matching of no cost.
    mates: Vec<u32>,
}

impl<W: Weight> RelaxState<W> {
    /// A copy, in the memory of a spare state, if there is one.
    pub(super) fn copy_of(other: &Self, spare: &mut Vec<Self>) -> Self {
        let Some(mut state) = spare.pop() else { return other.clone() };
        state.constant = other.constant;
        state.costs.clone_from(&other.costs);
        state.left.clone_from(&other.left);
        state.labels.clone_from(&other.labels);
        state.moved.clone_from(&other.moved);
        state.mates.clone_from(&other.mates);
        state
    }
}

/// Work that is left to do.
#[derive(Debug)]
pub(super) struct Agenda<W> {
    /// Objects whose costs changed.
    objects: Marks,
    /// Objects that changed, for pairs.
    arcs: Marks,
    /// Sets whose costs changed.
    sets: Marks,
    /// The best known cost: labellings that reach it do not count.
    pub(super) bound: W,
    matching: Matching<W>,
}

/// A list of numbers, each at most once.
#[derive(Debug, Default)]
struct Marks {
    list: VecDeque<u32>,
    is_in: Vec<bool>,
}

impl Marks {
    fn of(count: usize) -> Self {
        Self { list: VecDeque::with_capacity(count), is_in: vec![false; count] }
    }

    fn add(&mut self, number: u32) {
        if !std::mem::replace(&mut self.is_in[number as usize], true) {
            self.list.push_back(number);
        }
    }

    /// Takes the newest.
    fn pop(&mut self) -> Option<u32> {
        let number = self.list.pop_back()?;
        self.is_in[number as usize] = false;
        Some(number)
    }

    /// Takes the oldest.
    fn pop_first(&mut self) -> Option<u32> {
        let number = self.list.pop_front()?;
        self.is_in[number as usize] = false;
        Some(number)
    }

    fn clear(&mut self) {
        while self.pop().is_some() {}
    }
}

impl<W: Weight> Relaxation<W> {
    /// The functions of a model. Its constant and least costs must be small enough to be added up.
    ///
    /// # Errors
    /// If sums of costs may be too large for the type.
    pub(super) fn new(model: &LabelModel<W>) -> Result<Self, LabelError> {
        check_sizes(model)?;
        let count = model.objects();
        let mut starts = vec![0];
        let mut costs = Vec::new();
        for object in 0..count {
            costs.extend_from_slice(model.costs(object));
            starts.push(costs.len());
        }
        let mut relaxation = Self {
            starts,
            sets: Vec::new(),
            pairs: Vec::new(),
            others: Vec::new(),
            sets_of: vec![Vec::new(); count],
            pairs_of: vec![Vec::new(); count],
            others_of: vec![Vec::new(); count],
            first: RelaxState {
                constant: model.constant(),
                left: (0..count).map(|object| left_of(model.costs(object))).collect(),
                costs,
                labels: vec![NONE; count],
                moved: Vec::new(),
                mates: Vec::new(),
            },
        };
        for number in 0..model.functions().len() {
            relaxation.add(model, number);
        }
        // From here on no cost is negative, so that the constant is a lower bound.
        for object in 0..count {
            let range = relaxation.range(object);
            relaxation.first.constant =
                relaxation.first.constant + take_least(&mut relaxation.first.costs[range]);
        }
        Ok(relaxation)
    }

    fn add(&mut self, model: &LabelModel<W>, number: usize) {
        let function = &model.functions()[number];
        let scope: Box<[u32]> = function.scope().iter().map(|&object| object as u32).collect();
        let sizes: Box<[usize]> = function.scope().iter().map(|&object| model.labels(object)).collect();
        let is_small = model.combinations(function.scope()).is_some_and(|count| count <= TABLE);
        match function.costs() {
            LabelCosts::AllDifferent => {
                let labels = sizes.iter().copied().max().unwrap_or(0);
                let is_full = labels == scope.len() && sizes.iter().all(|&size| size == labels);
                let number = self.sets.len() as u32;
                scope.iter().for_each(|&object| self.sets_of[object as usize].push(number));
                self.sets.push(Set { full: is_full.then_some(labels), mates: self.first.mates.len(), scope });
                if is_full {
                    self.first.mates.resize(self.first.mates.len() + labels, NONE);
                }
            }
            LabelCosts::Rule(rule) => self.add_other(scope, sizes, Content::Rule(rule.clone())),
            _ if scope.len() == 2 && is_small => {
                let number = self.pairs.len() as u32;
                scope.iter().for_each(|&object| self.pairs_of[object as usize].push(number));
                let at = self.first.moved.len();
                let moved = [at, at + sizes[0]];
                self.first.moved.resize(at + sizes[0] + sizes[1], W::ZERO);
                let objects = [scope[0], scope[1]];
                let mut costs: Box<[W]> = function.dense().collect();
                self.first.constant = self.first.constant + take_least(&mut costs);
                self.pairs.push(Pair { objects, costs, moved });
            }
            _ if is_small => {
                let mut costs: Box<[W]> = function.dense().collect();
                self.first.constant = self.first.constant + take_least(&mut costs);
                self.add_other(scope, sizes, Content::Table(costs));
            }
            LabelCosts::Sparse { others, listed } => {
                let least = listed.iter().map(|entry| entry.1).fold(*others, W::least);
                self.add_large(function, scope, sizes, least);
            }
            LabelCosts::Dense(costs) => {
                let least = costs.iter().copied().fold(W::FORBIDDEN, W::least);
                self.add_large(function, scope, sizes, least);
            }
        }
    }

    /// Adds a function that is too large for a table. One that forbids all is found when it is complete.
    fn add_large(&mut self, function: &LabelFunction<W>, scope: Box<[u32]>, sizes: Box<[usize]>, least: W) {
        let least = if least.forbids() { W::ZERO } else { least };
        self.first.constant = self.first.constant + least;
        self.add_other(scope, sizes, Content::Function(function.clone(), least));
    }

    fn add_other(&mut self, scope: Box<[u32]>, sizes: Box<[usize]>, content: Content<W>) {
        let number = self.others.len() as u32;
        scope.iter().for_each(|&object| self.others_of[object as usize].push(number));
        self.others.push(Other { scope, sizes, content });
    }

    /// The bytes of a state.
    pub(super) fn bytes(&self) -> f64 {
        let RelaxState { costs, left, moved, mates, .. } = &self.first;
        let words = 2 * left.len() + mates.len();
        ((costs.len() + moved.len()) * size_of::<W>() + words * size_of::<u32>()) as f64
    }

    /// The state before all decisions, with all work to do.
    pub(super) fn first(&self) -> RelaxState<W> {
        self.first.clone()
    }

    /// An agenda with all work to do.
    pub(super) fn agenda(&self, bound: W) -> Agenda<W> {
        let labels = self.sets.iter().filter_map(|set| set.full).max().unwrap_or(0);
        let mut agenda = Agenda {
            objects: Marks::of(self.left().len()),
            arcs: Marks::of(self.left().len()),
            sets: Marks::of(self.sets.len()),
            bound,
            matching: Matching::new(labels),
        };
        for object in (0..self.left().len() as u32).rev() {
            agenda.objects.add(object);
            agenda.arcs.add(object);
        }
        for (number, set) in self.sets.iter().enumerate().rev() {
            if set.full.is_some() {
                agenda.sets.add(number as u32);
            }
        }
        agenda
    }

    fn left(&self) -> &[u32] {
        &self.first.left
    }

    /// The numbers of an object's costs.
    #[inline]
    pub(super) fn range(&self, object: usize) -> std::ops::Range<usize> {
        self.starts[object]..self.starts[object + 1]
    }

    /// The undecided object whose second cheapest label costs most; of several, one with the fewest labels.
    pub(super) fn choose(&self, state: &RelaxState<W>) -> Option<usize> {
        let mut best: Option<(W, u32, usize)> = None;
        for object in 0..state.left.len() {
            let left = state.left[object];
            if left < 2 {
                continue;
            }
            let (mut least, mut second) = (W::FORBIDDEN, W::FORBIDDEN);
            for &cost in &state.costs[self.range(object)] {
                if cost < least {
                    (least, second) = (cost, least);
                } else if cost < second {
                    second = cost;
                }
            }
            let is_better = best.is_none_or(|(known, count, _)| {
                second > known + W::TOLERANCE || second + W::TOLERANCE >= known && left < count
            });
            if is_better {
                best = Some((second, left, object));
            }
        }
        best.map(|(_, _, object)| object)
    }

    /// The labels that an object has left, cheapest first.
    pub(super) fn labels_by_cost(&self, state: &RelaxState<W>, object: usize) -> Vec<usize> {
        let costs = &state.costs[self.range(object)];
        let mut labels: Vec<usize> = (0..costs.len()).filter(|&label| !costs[label].forbids()).collect();
        labels.sort_by(|&a, &b| costs[a].partial_cmp(&costs[b]).unwrap_or(Ordering::Equal));
        labels
    }

    /// The first label that each object has left.
    pub(super) fn labels(&self, state: &RelaxState<W>) -> Vec<usize> {
        let first = |object| state.costs[self.range(object)].iter().position(|cost| !cost.forbids());
        (0..state.left.len()).map(|object| first(object).unwrap_or(0)).collect()
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
        self.touch(agenda, object);
        Ok(())
    }

    /// Excludes all labels of an object but one.
    pub(super) fn take(
        &self,
        state: &mut RelaxState<W>,
        agenda: &mut Agenda<W>,
        object: usize,
        label: usize,
    ) -> Result<(), Refuted> {
        (0..self.range(object).len())
            .filter(|&other| other != label)
            .try_for_each(|other| self.exclude(state, agenda, object, other))
    }

    fn touch(&self, agenda: &mut Agenda<W>, object: usize) {
        agenda.objects.add(object as u32);
        if !self.pairs_of[object].is_empty() {
            agenda.arcs.add(object as u32);
        }
        for &set in &self.sets_of[object] {
            if self.sets[set as usize].full.is_some() {
                agenda.sets.add(set);
            }
        }
    }

    /// Transforms until nothing changes, or too little.
    pub(super) fn settle(&self, state: &mut RelaxState<W>, agenda: &mut Agenda<W>) -> Result<(), Refuted> {
        let settled = self.settle_all(state, agenda);
        if settled.is_err() {
            agenda.objects.clear();
            agenda.arcs.clear();
            agenda.sets.clear();
        }
        settled
    }

    fn settle_all(&self, state: &mut RelaxState<W>, agenda: &mut Agenda<W>) -> Result<(), Refuted> {
        let mut visits = ROUNDS * self.sets.len();
        let mut pruned_at = state.constant;
        if reaches(state.constant, agenda.bound) {
            return Err(Refuted);
        }
        loop {
            if let Some(object) = agenda.objects.pop() {
                self.object(state, agenda, object as usize)?;
            } else if let Some(object) = agenda.arcs.pop() {
                self.arcs(state, agenda, object as usize)?;
            } else if visits > 0
                && let Some(set) = agenda.sets.pop_first()
            {
                // All that are waiting, in turn.
                visits -= 1;
                self.matching(state, agenda, set as usize)?;
            } else if pruned_at < state.constant {
                pruned_at = state.constant;
                agenda.sets.clear();
                self.prune(state, agenda)?;
            } else {
                agenda.sets.clear();
                return Ok(());
            }
            if reaches(state.constant, agenda.bound) {
                return Err(Refuted);
            }
        }
    }

    /// Excludes the labels whose cost reaches the bound.
    fn prune(&self, state: &mut RelaxState<W>, agenda: &mut Agenda<W>) -> Result<(), Refuted> {
        if agenda.bound.forbids() {
            return Ok(());
        }
        for object in 0..state.left.len() {
            if state.left[object] < 2 {
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

    /// Moves the least cost of an object into the constant; if one label is left, tells its functions.
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
        for &other in &self.others_of[object] {
            self.other(state, agenda, other as usize)?;
        }
        Ok(())
    }

    /// A function of several objects, of which one more is decided.
    fn other(&self, state: &mut RelaxState<W>, agenda: &mut Agenda<W>, number: usize) -> Result<(), Refuted> {
        let other = &self.others[number];
        let mut open =
            other.scope.iter().enumerate().filter(|&(_, &object)| state.labels[object as usize] == NONE);
        let (first, second) = (open.next(), open.next());
        let label_at = |state: &RelaxState<W>, place: usize| {
            let label = state.labels[other.scope[place] as usize];
            (label != NONE).then_some(label as usize)
        };
        match (&other.content, first, second) {
            (Content::Rule(rule), ..) => {
                let undecided: Vec<usize> = (0..other.scope.len())
                    .filter(|&place| state.labels[other.scope[place] as usize] == NONE)
                    .collect();
                if undecided.is_empty() {
                    return if rule.allows(|place| label_at(state, place)) { Ok(()) } else { Err(Refuted) };
                }
                for place in undecided {
                    let object = other.scope[place] as usize;
                    for label in 0..other.sizes[place] {
                        if state.costs[self.starts[object] + label].forbids() {
                            continue;
                        }
                        let is_allowed =
                            rule.allows(|at| if at == place { Some(label) } else { label_at(state, at) });
                        if !is_allowed {
                            self.exclude(state, agenda, object, label)?;
                        }
                    }
                }
                Ok(())
            }
            (_, Some((place, &object)), None) => {
                let object = object as usize;
                for label in 0..other.sizes[place] {
                    let cost = other.cost(|at| if at == place { Some(label) } else { label_at(state, at) });
                    if cost.forbids() {
                        self.exclude(state, agenda, object, label)?;
                    } else if cost != W::ZERO {
                        let known = &mut state.costs[self.starts[object] + label];
                        if !known.forbids() {
                            *known = *known + cost;
                            self.touch(agenda, object);
                        }
                    }
                }
                Ok(())
            }
            // Objects are decided one by one: the last one had the costs before.
            _ => Ok(()),
        }
    }

    /// Moves what labels of an object's neighbors cost at least with its labels: from the costs of both together, and, to
    /// objects of a lower number, from the costs of its labels.
    fn arcs(&self, state: &mut RelaxState<W>, agenda: &mut Agenda<W>, object: usize) -> Result<(), Refuted> {
        let own = self.range(object);
        for &number in &self.pairs_of[object] {
            let pair = &self.pairs[number as usize];
            let side = usize::from(pair.objects[1] as usize == object);
            let other = pair.objects[1 - side] as usize;
            let theirs = self.range(other);
            let (mine, yours) = (pair.moved[side], pair.moved[1 - side]);
            let columns = if side == 0 { theirs.len() } else { own.len() };
            let base =
                |a: usize, b: usize| pair.costs[if side == 0 { a * columns + b } else { b * columns + a }];
            let mut gives: Vec<W> = vec![W::ZERO; if other < object { own.len() } else { 0 }];
            let mut takes: Vec<W> = Vec::with_capacity(theirs.len());
            for b in 0..theirs.len() {
                let known = state.costs[theirs.start + b];
                if known.forbids() {
                    takes.push(W::ZERO);
                    continue;
                }
                let mut least = W::FORBIDDEN;
                for a in 0..own.len() {
                    let (label, both) = (state.costs[own.start + a], base(a, b));
                    if label.forbids() || both.forbids() {
                        continue;
                    }
                    let both = both - state.moved[mine + a] - state.moved[yours + b];
                    least = least.least(if other < object { both + label } else { both });
                }
                if !least.forbids() && reaches(state.constant + known + least, agenda.bound) {
                    least = W::FORBIDDEN;
                }
                takes.push(least);
            }
            for (b, &take) in takes.iter().enumerate() {
                if take.forbids() {
                    self.exclude(state, agenda, other, b)?;
                    continue;
                }
                if take == W::ZERO || other > object {
                    continue;
                }
                for (a, give) in gives.iter_mut().enumerate() {
                    let (label, both) = (state.costs[own.start + a], base(a, b));
                    if !label.forbids() && !both.forbids() {
                        let needed = take - (both - state.moved[mine + a] - state.moved[yours + b]);
                        if *give < needed {
                            *give = needed;
                        }
                    }
                }
            }
            for (a, &give) in gives.iter().enumerate() {
                if give > W::ZERO {
                    state.moved[mine + a] = state.moved[mine + a] - give;
                    let cost = &mut state.costs[own.start + a];
                    *cost = *cost - give;
                }
            }
            let mut has_moved = false;
            for (b, &take) in takes.iter().enumerate() {
                let cost = &mut state.costs[theirs.start + b];
                if take.forbids() || cost.forbids() || take == W::ZERO {
                    continue;
                }
                state.moved[yours + b] = state.moved[yours + b] + take;
                *cost = *cost + take;
                has_moved |= take > W::TOLERANCE;
            }
            if has_moved {
                self.touch(agenda, other);
            }
        }
        Ok(())
    }

    /// Raises the bound by the prices of a set's assignment problem, until its matching costs nothing.
    fn matching(
        &self,
        state: &mut RelaxState<W>,
        agenda: &mut Agenda<W>,
        number: usize,
    ) -> Result<(), Refuted> {
        let set = &self.sets[number];
        let Some(count) = set.full else { return Ok(()) };
        let matching = &mut agenda.matching;
        let starts: &[u32] = &set.scope;
        let cost_of = |state: &RelaxState<W>, position: usize, label: usize| {
            state.costs[self.starts[starts[position] as usize] + label]
        };
        matching.owner[..count].fill(NONE);
        matching.free.clear();
        for position in 0..count {
            let mate = state.mates[set.mates + position];
            let is_kept = mate != NONE
                && matching.owner[mate as usize] == NONE
                && cost_of(state, position, mate as usize) <= W::TOLERANCE;
            if is_kept {
                matching.owner[mate as usize] = position as u32;
            } else {
                matching.free.push(position as u32);
            }
        }
        let mut has_changed = false;
        while let Some(start) = matching.free.pop() {
            let (end, rise) =
                matching.path(start, count, |position, label| cost_of(state, position, label))?;
            if rise > W::ZERO {
                has_changed = true;
                matching.set_prices(start, rise, count);
                for (&object, &mine) in set.scope.iter().zip(&matching.price_of) {
                    let costs = &mut state.costs[self.range(object as usize)];
                    for (cost, &theirs) in costs.iter_mut().zip(&matching.price) {
                        if !cost.forbids() {
                            let changed = *cost + theirs - mine;
                            // Rounding may leave less than nothing.
                            *cost = if changed < W::ZERO { W::ZERO } else { changed };
                        }
                    }
                }
                state.constant = state.constant + rise;
            }
            matching.augment(start, end, &mut state.mates[set.mates..set.mates + count]);
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
                if !self.pairs_of[object as usize].is_empty() {
                    agenda.arcs.add(object);
                }
            }
        }
        Ok(())
    }
}

impl<W: Weight> Other<W> {
    /// The cost beyond the least one of labels; `label` tells that of a place of the scope.
    fn cost(&self, label: impl Fn(usize) -> Option<usize>) -> W {
        let label = |place: usize| label(place).unwrap_or(0);
        match &self.content {
            Content::Table(costs) => {
                costs[self.sizes.iter().enumerate().fold(0, |at, (place, size)| at * size + label(place))]
            }
            Content::Function(function, least) => {
                let labels: Vec<usize> = (0..self.sizes.len()).map(label).collect();
                let cost = function.cost(&labels);
                if cost.forbids() { cost } else { cost - *least }
            }
            Content::Rule(_) => W::ZERO,
        }
    }
}

/// Takes the least cost from all costs that do not forbid, and returns it; nothing if all forbid.
fn take_least<W: Weight>(costs: &mut [W]) -> W {
    let least = costs.iter().copied().fold(W::FORBIDDEN, W::least);
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

fn left_of<W: Weight>(costs: &[W]) -> u32 {
    costs.iter().filter(|cost| !cost.forbids()).count() as u32
}

/// Whether sums and differences of all costs stay within the type.
fn check_sizes<W: Weight>(model: &LabelModel<W>) -> Result<(), LabelError> {
    let mut sum = W::ZERO;
    let mut add = |cost: W| -> Result<(), LabelError> {
        let size = if cost < W::ZERO { W::ZERO.minus(cost).ok_or(LabelError::Overflow)? } else { cost };
        // Four times, as costs move back and forth.
        for _ in 0..4 {
            sum = sum.plus(size).ok_or(LabelError::Overflow)?;
        }
        Ok(())
    };
    add(model.constant())?;
    let mut add_extremes = |costs: &mut dyn Iterator<Item = W>| {
        let (mut low, mut high) = (W::ZERO, W::ZERO);
        for cost in costs.filter(|cost| !cost.forbids()) {
            low = low.least(cost);
            high = if high < cost { cost } else { high };
        }
        add(low)?;
        add(high)
    };
    for object in 0..model.objects() {
        add_extremes(&mut model.costs(object).iter().copied())?;
    }
    for function in model.functions() {
        match function.costs() {
            LabelCosts::Dense(costs) => add_extremes(&mut costs.iter().copied())?,
            LabelCosts::Sparse { others, listed } => {
                add_extremes(&mut listed.iter().map(|entry| entry.1).chain([*others]))?;
            }
            LabelCosts::AllDifferent | LabelCosts::Rule(_) => {}
        }
    }
    Ok(())
}
