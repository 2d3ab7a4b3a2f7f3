//! Lower bounds by equivalent transformations, with the values that they exclude.
//!
//! A transformation moves costs between functions and leaves the cost of every labelling as it is. What can be moved into the
//! constant is a lower bound of all labellings (M. I. Schlesinger, "Syntactic analysis of two-dimensional visual signals in
//! noisy conditions", 1976; M. Cooper and T. Schiex, "Arc consistency for soft constraints", 2004):
//!
//! ```text
//!   here      labels of an object       the least cost of its labels           -> constant
//!   arcs      two objects               what a label costs at least with       -> label
//!                                       the labels of the other object
//!   wide      more objects              the same with those of all others      -> label
//!   prices    n different of n labels   the dual prices of an assignment       -> constant
//!   fold      an object of two others   its cheapest label for theirs          -> the two others
//! ```
//!
//! A label whose cost and the constant reach the best known cost is excluded.

use std::cmp::Ordering;
use std::collections::VecDeque;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::LabelError;
use super::assignment::{Matching, NONE, Refuted};
use super::model::{LabelCosts, LabelFunction, LabelModel, RuleCosts};
use super::weight::Weight;

/// Functions of more combinations than this are not read into a table.
pub(super) const TABLE: usize = 1 << 20;

/// Rounds over all sets, at most, while each raises the bound by enough.
const ROUNDS: usize = 50;

/// How often, at most, an object's neighbors raise the bound together, for each object and settled state.
const RAISES: usize = 50;

/// How often, at most, both orders of objects take turns before the search.
const TURNS: usize = 5;

/// Tables of more objects are not projected on pairs.
const MOST_PROJECTED: usize = 10;

/// Instead of a label: the object is folded into others.
pub(super) const GONE: u32 = u32::MAX - 1;

/// What never changes: the functions of a model, by kind.
#[derive(Debug)]
pub(super) struct Relaxation<W> {
    /// The costs of object i: `starts[i]..starts[i + 1]`.
    pub(super) starts: Vec<usize>,
    pub(super) sets: Vec<Set>,
    pub(super) others: Vec<Other<W>>,
    /// The numbers of each object's sets and of its other functions.
    pub(super) sets_of: Vec<Vec<u32>>,
    pub(super) others_of: Vec<Vec<u32>>,
    /// Whether there are functions of two objects, or tables of more.
    is_soft: bool,
    /// Whether objects may be folded into others, which loses all labellings but a cheapest one.
    pub(super) folds: bool,
    /// Costs up to this much are due to rounding.
    pub(super) slack: W,
    /// Every labelling that nothing forbids costs less.
    top: W,
    first: RelaxState<W>,
}

/// Objects with different labels.
#[derive(Debug)]
pub(super) struct Set {
    pub(super) scope: Box<[u32]>,
    /// The number of labels, if there are as many as objects, so that each is taken.
    pub(super) full: Option<usize>,
    /// Where the labels of its matching are.
    pub(super) mates: usize,
}

/// A function of two objects: `costs[label of first * size of second + label of second]`.
#[derive(Clone, Debug)]
pub(super) struct Pair<W> {
    pub(super) objects: [u32; 2],
    pub(super) costs: Rc<[W]>,
    /// Where what was moved from the labels of each object is.
    pub(super) moved: [usize; 2],
}

/// A function of more objects, or a rule.
#[derive(Debug)]
pub(super) struct Other<W> {
    pub(super) scope: Box<[u32]>,
    pub(super) sizes: Box<[usize]>,
    pub(super) content: Content<W>,
}

#[derive(Debug)]
pub(super) enum Content<W> {
    /// The costs beyond the least one, and where what was moved from the labels of each object is.
    Table(Box<[W]>, Box<[usize]>),
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
    /// The only label of each object, once it was propagated, or `GONE`.
    pub(super) labels: Vec<u32>,
    /// The functions of two objects. They stay when their objects are decided or folded.
    pub(super) pairs: Vec<Pair<W>>,
    /// The numbers of each object's pairs with undecided objects.
    pub(super) near: Vec<Vec<u32>>,
    /// What was moved from the labels of pairs and tables.
    pub(super) moved: Vec<W>,
    /// The label of each object of each full set in a matching of no cost.
    pub(super) mates: Vec<u32>,
    /// The folded objects, in order, each with its last pairs.
    pub(super) folded: Vec<(u32, [u32; 2])>,
    /// Folded objects with their tables.
    pub(super) folded_wide: Vec<(u32, u32)>,
    /// The entries of tables that this state or those before it have made.
    pub(super) made: usize,
}

impl<W: Weight> RelaxState<W> {
    /// A copy, in the memory of a spare state, if there is one.
    pub(super) fn copy_of(other: &Self, spare: &mut Vec<Self>) -> Self {
        let Some(mut state) = spare.pop() else { return other.clone() };
        state.constant = other.constant;
        state.costs.clone_from(&other.costs);
        state.left.clone_from(&other.left);
        state.labels.clone_from(&other.labels);
        state.pairs.clone_from(&other.pairs);
        state.near.clone_from(&other.near);
        state.moved.clone_from(&other.moved);
        state.mates.clone_from(&other.mates);
        state.made = other.made;
        state.folded.clone_from(&other.folded);
        state.folded_wide.clone_from(&other.folded_wide);
        state
    }
}

/// Work that is left to do, and what is worth to remember between states.
#[derive(Debug)]
pub(super) struct Agenda<W> {
    /// Objects whose costs changed.
    objects: Marks,
    /// Objects that have lost labels, for pairs with objects of a higher number.
    removed: Numbers,
    /// Objects whose costs rose, for pairs with objects of a lower number.
    raised: Numbers,
    /// Objects whose neighbors may raise the bound together.
    together: Numbers,
    /// Objects of which labels may be replaced by others.
    replaced: Numbers,
    /// Objects are replaced by others that decide their label.
    pub(super) substitutes: bool,
    /// Costs move to objects of a higher number instead of a lower one.
    is_reversed: bool,
    /// Tables of more objects: one has lost labels; costs of one rose.
    pub(super) wide: Numbers,
    pub(super) wide_raised: Numbers,
    /// Objects that may be folded.
    pub(super) thin: Numbers,
    /// Sets whose costs changed.
    pub(super) sets: Marks,
    /// The best known cost: labellings that reach it do not count.
    pub(super) bound: W,
    pub(super) matching: Matching<W>,
    /// For what was moved from a label: where it cost nothing last, which may be outdated.
    pub(super) supports: Vec<u32>,
    /// For each object the label that cost nothing with all neighbors last.
    pub(super) free: Vec<u32>,
    /// The objects whose function is worked on, and how often each was found in a refuted state.
    pub(super) blamed: [u32; 2],
    weights: Vec<f64>,
    /// Memory.
    pub(super) live: Vec<(u32, W)>,
    pub(super) takes: Vec<(u32, W)>,
    pub(super) refused: Vec<u32>,
}

impl<W> Agenda<W> {
    /// Which object of a pair the costs move away from.
    #[inline]
    pub(super) fn last(&self) -> usize {
        usize::from(!self.is_reversed)
    }
}

/// A set of numbers.
#[derive(Debug)]
pub(super) struct Numbers {
    words: Vec<u64>,
    count: usize,
}

impl Numbers {
    fn of(count: usize) -> Self {
        Self { words: vec![0; count.div_ceil(64)], count: 0 }
    }

    #[inline]
    pub(super) fn add(&mut self, number: u32) {
        let (word, bit) = (&mut self.words[number as usize / 64], 1 << (number % 64));
        self.count += usize::from(*word & bit == 0);
        *word |= bit;
    }

    fn take(&mut self, place: usize, bit: u32) -> u32 {
        self.words[place] &= !(1 << bit);
        self.count -= 1;
        place as u32 * 64 + bit
    }

    /// Takes the least or the greatest.
    fn pop(&mut self, is_least: bool) -> Option<u32> {
        if is_least { self.pop_least() } else { self.pop_greatest() }
    }

    fn pop_least(&mut self) -> Option<u32> {
        if self.count == 0 {
            return None;
        }
        let place = self.words.iter().position(|&word| word != 0)?;
        Some(self.take(place, self.words[place].trailing_zeros()))
    }

    fn pop_greatest(&mut self) -> Option<u32> {
        if self.count == 0 {
            return None;
        }
        let place = self.words.iter().rposition(|&word| word != 0)?;
        Some(self.take(place, 63 - self.words[place].leading_zeros()))
    }

    fn clear(&mut self) {
        if self.count > 0 {
            self.words.fill(0);
            self.count = 0;
        }
    }
}

/// A list of numbers, each at most once.
#[derive(Debug, Default)]
pub(super) struct Marks {
    list: VecDeque<u32>,
    is_in: Vec<bool>,
}

impl Marks {
    fn of(count: usize) -> Self {
        Self { list: VecDeque::with_capacity(count), is_in: vec![false; count] }
    }

    pub(super) fn add(&mut self, number: u32) {
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
    /// The functions of a model. Its constant and least costs must be small enough to be added up. `folds` says whether one
    /// cheapest labelling is enough.
    ///
    /// # Errors
    /// If sums of costs may be too large for the type.
    pub(super) fn new(model: &LabelModel<W>, folds: bool) -> Result<Self, LabelError> {
        let top = check_sizes(model)?;
        let count = model.objects();
        let mut starts = vec![0];
        let mut costs = Vec::new();
        for object in 0..count {
            costs.extend_from_slice(model.costs(object));
            starts.push(costs.len());
        }
        let mut slack = W::TOLERANCE;
        while slack > W::ZERO && slack.to_f64() < top.to_f64() * 1e-14 {
            slack = slack + slack;
        }
        let mut relaxation = Self {
            starts,
            sets: Vec::new(),
            others: Vec::new(),
            sets_of: vec![Vec::new(); count],
            others_of: vec![Vec::new(); count],
            is_soft: false,
            folds,
            slack,
            top,
            first: RelaxState {
                constant: model.constant(),
                left: (0..count).map(|object| left_of(model.costs(object))).collect(),
                costs,
                labels: vec![NONE; count],
                pairs: Vec::new(),
                near: vec![Vec::new(); count],
                moved: Vec::new(),
                mates: Vec::new(),
                folded: Vec::new(),
                folded_wide: Vec::new(),
                made: 0,
            },
        };
        let mut pairs = FxHashMap::default();
        for number in 0..model.functions().len() {
            relaxation.add(model, number, &mut pairs);
        }
        // From here on no cost is negative, so that the constant is a lower bound.
        for object in 0..count {
            let range = relaxation.range(object);
            relaxation.first.constant =
                relaxation.first.constant + take_least(&mut relaxation.first.costs[range]);
        }
        Ok(relaxation)
    }

    fn add(&mut self, model: &LabelModel<W>, number: usize, pairs: &mut FxHashMap<[u32; 2], usize>) {
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
                let mut costs: Vec<W> = function.dense().collect();
                self.first.constant = self.first.constant + take_least(&mut costs);
                let mut objects = [scope[0], scope[1]];
                if objects[1] < objects[0] {
                    objects.swap(0, 1);
                    costs = transposed(&costs, sizes[0], sizes[1]);
                }
                self.add_pair(objects, costs, pairs);
            }
            _ if is_small => {
                let mut costs: Box<[W]> = function.dense().collect();
                self.first.constant = self.first.constant + take_least(&mut costs);
                if self.project(&mut costs, &scope, &sizes, pairs) {
                    return;
                }
                let mut at = self.first.moved.len();
                let mut moved = Vec::with_capacity(sizes.len());
                for size in &sizes {
                    moved.push(at);
                    at += size;
                }
                self.first.moved.resize(at, W::ZERO);
                self.is_soft = true;
                self.add_other(scope, sizes, Content::Table(costs, moved.into()));
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

    /// Moves what labels of two objects cost at least with those of all others to functions of two objects. Returns whether
    /// these say all.
    fn project(
        &mut self,
        all: &mut [W],
        scope: &[u32],
        sizes: &[usize],
        pairs: &mut FxHashMap<[u32; 2], usize>,
    ) -> bool {
        let count = scope.len();
        if count > MOST_PROJECTED || all.len() * count * count > TABLE {
            return false;
        }
        let mut costs = all.to_vec();
        let mut found = Vec::new();
        let mut is_told = vec![false; costs.len()];
        let strides: Vec<usize> = (0..count).map(|place| sizes[place + 1..].iter().product()).collect();
        for first in 0..count {
            for second in 0..count {
                if scope[first] >= scope[second] {
                    continue;
                }
                let of = |at: usize| {
                    let row = at / strides[first] % sizes[first];
                    row * sizes[second] + at / strides[second] % sizes[second]
                };
                let mut least = vec![W::FORBIDDEN; sizes[first] * sizes[second]];
                for (at, &cost) in costs.iter().enumerate() {
                    least[of(at)] = least[of(at)].least(cost);
                }
                if least.iter().all(|&cost| cost == W::ZERO) {
                    continue;
                }
                for (at, cost) in costs.iter_mut().enumerate() {
                    if !cost.forbids() {
                        *cost = *cost - least[of(at)];
                    } else if least[of(at)].forbids() {
                        is_told[at] = true;
                    }
                }
                found.push(([scope[first], scope[second]], least));
            }
        }
        let is_all = costs.iter().zip(is_told).all(|(&cost, is_told)| is_told || cost == W::ZERO);
        if is_all || !all.iter().any(|cost| cost.forbids()) {
            all.copy_from_slice(&costs);
            for (objects, costs) in found {
                self.add_pair(objects, costs, pairs);
            }
        }
        is_all
    }

    /// Adds a function of two objects to the one that they have, if any.
    fn add_pair(&mut self, objects: [u32; 2], costs: Vec<W>, pairs: &mut FxHashMap<[u32; 2], usize>) {
        self.is_soft = true;
        if let Some(&known) = pairs.get(&objects) {
            let pair = &mut self.first.pairs[known];
            pair.costs = pair.costs.iter().zip(&costs).map(|(&a, &b)| sum(a, b)).collect();
            return;
        }
        let number = self.first.pairs.len();
        pairs.insert(objects, number);
        let [first, second] = objects.map(|object| self.range(object as usize).len());
        let at = self.first.moved.len();
        self.first.moved.resize(at + first + second, W::ZERO);
        objects.iter().for_each(|&object| self.first.near[object as usize].push(number as u32));
        self.first.pairs.push(Pair { objects, costs: costs.into(), moved: [at, at + first] });
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
        let RelaxState { costs, left, moved, mates, pairs, near, .. } = &self.first;
        let words = 2 * left.len() + mates.len() + 2 * pairs.len();
        let lists = size_of_val(&near[..]) + size_of_val(&pairs[..]);
        (lists + (costs.len() + moved.len()) * size_of::<W>() + words * size_of::<u32>()) as f64
    }

    /// The state before all decisions, with all work to do.
    pub(super) fn first(&self) -> RelaxState<W> {
        self.first.clone()
    }

    /// An agenda with all work to do.
    pub(super) fn agenda(&self, bound: W) -> Agenda<W> {
        let labels = self.sets.iter().filter_map(|set| set.full).max().unwrap_or(0);
        let count = self.first.left.len();
        let soft = if self.is_soft { count } else { 0 };
        let mut agenda = Agenda {
            objects: Marks::of(count),
            removed: Numbers::of(soft),
            raised: Numbers::of(soft),
            together: Numbers::of(soft),
            replaced: Numbers::of(soft),
            is_reversed: false,
            substitutes: self.is_soft,
            wide: Numbers::of(self.others.len()),
            wide_raised: Numbers::of(self.others.len()),
            thin: Numbers::of(soft),
            sets: Marks::of(self.sets.len()),
            bound: if self.is_soft { bound.least(self.top) } else { bound },
            matching: Matching::new(labels),
            supports: Vec::new(),
            free: vec![0; soft],
            blamed: [NONE; 2],
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

    /// The numbers of an object's costs.
    #[inline]
    pub(super) fn range(&self, object: usize) -> std::ops::Range<usize> {
        self.starts[object]..self.starts[object + 1]
    }

    /// The object to decide, if any is undecided: for assignments the one whose second cheapest label costs most; of several,
    /// one with the fewest labels. Else the one with the fewest labels for the refuted states that it had a part in
    /// (F. Boussemart, F. Hemery, C. Lecoutre and L. Sais, "Boosting systematic search by weighting constraints", 2004).
    pub(super) fn choose(&self, state: &RelaxState<W>, agenda: &Agenda<W>) -> Option<usize> {
        if self.is_soft && state.mates.is_empty() {
            return self.choose_weighted(state, agenda);
        }
        let mut best: Option<(W, u32, usize)> = None;
        for object in 0..state.left.len() {
            let left = state.left[object];
            if left < 2 || state.labels[object] == GONE {
                continue;
            }
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
        for object in 0..state.left.len() {
            let left = state.left[object];
            if left < 2 || state.labels[object] == GONE {
                continue;
            }
            let costs = state.costs[self.range(object)].iter().filter(|cost| !cost.forbids());
            let most = costs.fold(W::ZERO, |most, &cost| if most < cost { cost } else { most });
            // The costs decide between objects that are alike otherwise.
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
        state.left[object] > 1 && state.labels[object] != GONE
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

    /// A cheapest label that an object has left: the preferred one if it is cheapest, too.
    pub(super) fn cheapest_label(
        &self,
        state: &RelaxState<W>,
        agenda: &Agenda<W>,
        object: usize,
        preferred: Option<usize>,
    ) -> Option<usize> {
        let costs = &state.costs[self.range(object)];
        let least = costs.iter().copied().fold(W::FORBIDDEN, W::least);
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

    /// Excludes all labels of an object but some.
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

    /// Adds the work that comes with rising costs of an object, or with fewer labels.
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

    /// Transforms until nothing changes, or too little.
    pub(super) fn settle(&self, state: &mut RelaxState<W>, agenda: &mut Agenda<W>) -> Result<(), Refuted> {
        agenda.blamed = [NONE; 2];
        let settled = self.settle_all(state, agenda);
        if settled.is_err() {
            agenda.objects.clear();
            agenda.removed.clear();
            agenda.raised.clear();
            agenda.together.clear();
            agenda.replaced.clear();
            agenda.wide.clear();
            agenda.wide_raised.clear();
            agenda.thin.clear();
            agenda.sets.clear();
            for object in agenda.blamed {
                if let Some(weight) = agenda.weights.get_mut(object as usize) {
                    *weight += 1.0;
                }
            }
        }
        settled
    }

    fn settle_all(&self, state: &mut RelaxState<W>, agenda: &mut Agenda<W>) -> Result<(), Refuted> {
        let mut visits = ROUNDS * self.sets.len();
        let mut raises = RAISES * state.left.len();
        let mut misses = state.left.len() / 4;
        let mut pruned_at = None;
        if reaches(state.constant, agenda.bound) {
            return Err(Refuted);
        }
        loop {
            if let Some(object) = agenda.objects.pop() {
                self.object(state, agenda, object as usize)?;
            } else if let Some(object) = agenda.removed.pop(!agenda.is_reversed) {
                self.arcs_up(state, agenda, object as usize)?;
            } else if let Some(number) = agenda.wide.pop_least() {
                self.wide(state, agenda, number as usize)?;
            } else if let Some(object) = agenda.raised.pop(agenda.is_reversed) {
                self.arcs_down(state, agenda, object as usize)?;
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
                // All that are waiting, in turn.
                visits -= 1;
                self.matching(state, agenda, set as usize)?;
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

    /// Settles the first state; then with the opposite order of objects and with the usual one in turns, while that raises
    /// the bound and `go_on` agrees, which is told of each turn.
    pub(super) fn settle_both_ways(
        &self,
        state: &mut RelaxState<W>,
        agenda: &mut Agenda<W>,
        mut go_on: impl FnMut(&RelaxState<W>) -> bool,
    ) -> Result<(), Refuted> {
        let settled = self.settle(state, agenda);
        // Later it is not worth to look for them.
        agenda.substitutes = false;
        settled?;
        for _ in 0..TURNS {
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

    /// Adds an object and its neighbors to those that may raise the bound together.
    pub(super) fn stir(&self, state: &RelaxState<W>, agenda: &mut Agenda<W>, object: usize) {
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
        if self.is_soft {
            self.tell_pairs(state, agenda, object)?;
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

/// Takes the least cost from all costs that do not forbid, and returns it; nothing if all forbid.
pub(super) fn take_least<W: Weight>(costs: &mut [W]) -> W {
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

/// The sum of two costs.
#[inline]
pub(super) fn sum<W: Weight>(a: W, b: W) -> W {
    if a.forbids() || b.forbids() { W::FORBIDDEN } else { a + b }
}

/// A table of so many rows and columns with columns first.
pub(super) fn transposed<W: Weight>(costs: &[W], rows: usize, columns: usize) -> Vec<W> {
    (0..rows * columns).map(|at| costs[at % rows * columns + at / rows]).collect()
}

fn left_of<W: Weight>(costs: &[W]) -> u32 {
    costs.iter().filter(|cost| !cost.forbids()).count() as u32
}

/// Whether sums and differences of all costs stay within the type. Returns a cost that is above all labellings'.
fn check_sizes<W: Weight>(model: &LabelModel<W>) -> Result<W, LabelError> {
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
    Ok(if sum.to_f64() < 1e-6 { W::FORBIDDEN } else { sum })
}
