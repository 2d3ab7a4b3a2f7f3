//! Sums over all labellings, object by object, over the states of the frontier.
//!
//! Objects are labelled one after the other. The state has all information that later objects need: the used labels of
//! each set of different objects that is not complete, and the label of each object on which a later function depends.
//! States are kept in a hash table, so only states that occur take memory. This is dynamic programming over a path
//! decomposition. For grids it is the transfer matrix of statistical physics.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use crate::clock::StepClock;
use crate::model::{LabelFunction, LabelModel};
use crate::semiring::{Reads, Semiring};
use crate::values::{FunctionValues, kept_bytes};
use crate::weight::Weight;
use crate::{LabelError, Marginals};
use arcdoku::grid::Bits;
use arcdoku::puzzle::{Limits, WorkProgress};

/// The number of bits of a state.
const WIDTH: u32 = u128::BITS;

/// The order of objects, and the layout of states.
#[derive(Clone, Debug)]
pub struct Sweep {
    steps: Vec<Step>,
    /// The largest possible number of states after a step.
    states: f64,
    /// The sum of the largest numbers of states over all steps.
    total: f64,
    /// The largest number of objects that a state depends on.
    width: usize,
}

/// A step, in which one object is labelled.
#[derive(Clone, Debug)]
struct Step {
    object: usize,
    /// For each set of different objects of this object: the first bit of its used labels in the state.
    masks: Vec<u32>,
    /// The first bit of the label, if later functions depend on it.
    keeps: Option<u32>,
    /// The functions that this step completes, with the slots of their objects' labels; `None` for the label of this
    /// step.
    functions: Vec<(usize, Vec<Option<Slot>>)>,
    /// The bits that later steps need.
    needed: u128,
}

/// A part of the state.
#[derive(Clone, Copy, Debug)]
struct Slot {
    bit: u32,
    width: u32,
}

impl Slot {
    fn bits(self) -> u128 {
        (u128::MAX >> (WIDTH - self.width)) << self.bit
    }
}

/// The number of bits for a label.
fn label_bits(labels: usize) -> u32 {
    (usize::BITS - (labels - 1).leading_zeros()).max(1)
}

impl Sweep {
    /// Plans a sweep in an order that keeps the number of possible states low: greedily, by the sets and functions
    /// that each object opens and closes.
    ///
    /// # Errors
    /// If states take more than 128 bits, or a set of different objects has more than 64 labels.
    pub fn new<W: Weight>(model: &LabelModel<W>) -> Result<Self, LabelError> {
        Plan::new(model).sweep()
    }

    /// An upper bound on the number of states that exist together. Often far fewer states occur.
    pub fn states(&self) -> f64 {
        self.states
    }

    /// An upper bound on the bytes of a sum. With marginals, the states of all steps are counted.
    pub fn bytes<S: Semiring>(&self, semiring: &S, with_marginals: bool) -> f64 {
        let states = if with_marginals { self.total } else { 2.0 * self.states };
        states * kept_bytes(semiring)
    }

    /// The sum over all labellings of a model. The node limit applies to the number of labels tried for states.
    ///
    /// ```
    /// use arcdoku::{Limits, Puzzle, Shape};
    /// use arcdoku_label::semiring::Counting;
    /// use arcdoku_label::{LabelModel, Sweep};
    ///
    /// let model = LabelModel::<i64>::of_puzzle(&Puzzle::new(Shape::boxes(2, 2).unwrap()));
    /// assert_eq!(Sweep::new(&model).unwrap().sum(&model, &Counting, 1e9, &Limits::NONE), Ok(288));
    /// ```
    ///
    /// # Errors
    /// If the states take more than `bytes` bytes, a number is too large, or a limit is reached.
    pub fn sum<W: Weight, S: Reads<W>>(
        &self,
        model: &LabelModel<W>,
        semiring: &S,
        bytes: f64,
        limits: &Limits<'_>,
    ) -> Result<S::Value, LabelError> {
        let mut run = Run::new(self, model, semiring, bytes, limits)?;
        let mut states = run.first(model)?;
        for (done, step) in self.steps.iter().enumerate() {
            limits.report(WorkProgress::Parts { done, all: self.steps.len() });
            states = run.step(step, &states, 1.0)?;
        }
        Ok(states.remove(&0).unwrap_or_else(|| semiring.zero()))
    }

    /// The sum, and for each object and label, the sum over the labellings in which the object has the label.
    ///
    /// # Errors
    /// The same as for [`sum`](Self::sum).
    pub fn marginals<W: Weight, S: Reads<W>>(
        &self,
        model: &LabelModel<W>,
        semiring: &S,
        bytes: f64,
        limits: &Limits<'_>,
    ) -> Result<Marginals<S::Value>, LabelError> {
        let mut run = Run::new(self, model, semiring, bytes, limits)?;
        let mut layers = vec![run.first(model)?];
        let mut before = 0;
        let all = 2 * self.steps.len();
        for (done, step) in self.steps.iter().enumerate() {
            limits.report(WorkProgress::Parts { done, all });
            let last = &layers[layers.len() - 1];
            let next = run.step(step, last, 1.0 + before as f64 / last.len().max(1) as f64)?;
            before += last.len();
            layers.push(next);
        }
        let total = layers[layers.len() - 1].get(&0).cloned().unwrap_or_else(|| semiring.zero());
        let mut marginals = model.per_label(&semiring.zero());
        // The value that the remaining objects contribute to each state.
        let mut after: FxHashMap<u128, S::Value> = [(0, semiring.one())].into_iter().collect();
        for (at, (step, layer)) in self.steps.iter().zip(&layers).enumerate().rev() {
            limits.report(WorkProgress::Parts { done: all - at - 1, all });
            let mut rest: FxHashMap<u128, S::Value> = FxHashMap::default();
            for (&state, value) in layer {
                let mut sum = semiring.zero();
                run.each(step, state, |label, next, factor| {
                    let Some(beyond) = after.get(&next) else { return Ok(()) };
                    let part = semiring.mul(factor, beyond)?;
                    let all = semiring.mul(value, &part)?;
                    let marginal = &mut marginals[step.object][label];
                    *marginal = semiring.add(marginal, &all)?;
                    sum = semiring.add(&sum, &part)?;
                    Ok(())
                })?;
                if !semiring.is_zero(&sum) {
                    rest.insert(state, sum);
                }
            }
            after = rest;
        }
        Ok(Marginals { sum: total, of_labels: marginals })
    }
}

/// The construction of the order.
struct Plan<'a, W> {
    model: &'a LabelModel<W>,
    /// The functions of each object.
    of_object: Vec<Vec<usize>>,
    /// The number of labelled objects of each function.
    labelled: Vec<usize>,
    is_done: Vec<bool>,
}

impl<'a, W: Weight> Plan<'a, W> {
    fn new(model: &'a LabelModel<W>) -> Self {
        let labelled = vec![0; model.functions().len()];
        let of_object = model.functions_of(|_| true);
        Self { model, of_object, labelled, is_done: vec![false; model.objects()] }
    }

    fn is_set(&self, function: usize) -> bool {
        self.model.functions()[function].is_all_different()
    }

    /// The number of labels in a set of different objects.
    fn labels_of(&self, function: &LabelFunction<W>) -> usize {
        function.scope().iter().map(|&object| self.model.labels(object)).max().unwrap_or(1)
    }

    /// The logarithm of the number of possible sets of used labels of a set of different objects.
    fn log_sets(&self, function: usize, used: usize) -> f64 {
        let function = &self.model.functions()[function];
        if used == function.scope().len() {
            return 0.0;
        }
        let labels = self.labels_of(function);
        (0..used.min(labels)).map(|i| ((labels - i) as f64 / (i + 1) as f64).ln()).sum()
    }

    /// The change of the logarithm of the number of states if this object is labelled next.
    fn growth(&self, object: usize) -> f64 {
        let mut growth = 0.0;
        let mut is_kept = false;
        for &function in &self.of_object[object] {
            let used = self.labelled[function];
            if self.is_set(function) {
                growth += self.log_sets(function, used + 1) - self.log_sets(function, used);
            } else if used + 1 < self.model.functions()[function].scope().len() {
                is_kept = true;
            } else {
                // Labels that only this function needed can be dropped from the state.
                for &other in self.model.functions()[function].scope() {
                    if other != object && !self.is_needed_later(other, function) {
                        growth -= (self.model.labels(other) as f64).ln();
                    }
                }
            }
        }
        growth + if is_kept { (self.model.labels(object) as f64).ln() } else { 0.0 }
    }

    /// Whether a function other than this one will need the label of an object.
    fn is_needed_later(&self, object: usize, but: usize) -> bool {
        self.of_object[object].iter().any(|&function| {
            function != but
                && !self.is_set(function)
                && self.labelled[function] < self.model.functions()[function].scope().len()
        })
    }

    fn sweep(mut self) -> Result<Sweep, LabelError> {
        let mut used = 0_u128;
        let mut sets: FxHashMap<usize, Slot> = FxHashMap::default();
        let mut kept: FxHashMap<usize, Slot> = FxHashMap::default();
        let mut steps = Vec::new();
        let (mut log_states, mut most, mut total, mut width) = (0.0_f64, 1.0_f64, 1.0, 0);
        for _ in 0..self.model.objects() {
            let open = (0..self.model.objects()).filter(|&object| !self.is_done[object]);
            let scored = open.map(|object| (self.growth(object), object));
            let Some((growth, object)) = scored.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))) else {
                break;
            };
            self.is_done[object] = true;
            log_states += growth;
            let mut step = Step { object, masks: Vec::new(), keeps: None, functions: Vec::new(), needed: 0 };
            let mut is_kept = false;
            let mut gone = Vec::new();
            for &function in &self.of_object[object] {
                let content = &self.model.functions()[function];
                self.labelled[function] += 1;
                let is_last = self.labelled[function] == content.scope().len();
                if self.is_set(function) {
                    let slot = if let Some(&slot) = sets.get(&function) {
                        slot
                    } else {
                        let width = self.labels_of(content) as u32;
                        let slot = place(&mut used, width, sets.len() + kept.len())?;
                        sets.insert(function, slot);
                        slot
                    };
                    step.masks.push(slot.bit);
                    if is_last {
                        sets.remove(&function);
                        gone.push(slot);
                    }
                } else if is_last {
                    let slot = |other: &usize| kept.get(other).copied().filter(|_| *other != object);
                    step.functions.push((function, content.scope().iter().map(slot).collect()));
                } else {
                    is_kept = true;
                }
            }
            if is_kept {
                let width = label_bits(self.model.labels(object));
                let slot = place(&mut used, width, sets.len() + kept.len())?;
                step.keeps = Some(slot.bit);
                kept.insert(object, slot);
            }
            let is_needed = |object: &usize| self.is_needed_later(*object, usize::MAX);
            gone.extend(kept.extract_if(|object, _| !is_needed(object)).map(|(_, slot)| slot));
            gone.iter().for_each(|slot| used &= !slot.bits());
            step.needed = used;
            steps.push(step);
            let states = log_states.exp();
            most = most.max(states);
            total += states;
            width = width.max(sets.len() + kept.len());
        }
        Ok(Sweep { steps, states: most, total, width })
    }
}

/// Finds free bits for a slot, given the number of other slots.
fn place(used: &mut u128, width: u32, others: usize) -> Result<Slot, LabelError> {
    let slots = (0..=WIDTH - width.min(WIDTH)).map(|bit| Slot { bit, width });
    // A label must fit into one word.
    let found = slots.take_while(|_| width <= 64).find(|slot| slot.bits() & *used == 0);
    let slot = found.ok_or(LabelError::TooWide { width: others + 1, bytes: f64::INFINITY })?;
    *used |= slot.bits();
    Ok(slot)
}

/// The values and limits of one sweep.
struct Run<'a, W, S: Semiring> {
    semiring: &'a S,
    clock: StepClock<'a>,
    /// The largest number of states that may exist together.
    most: f64,
    width: usize,
    /// The value of each label of each object.
    labels: Vec<Vec<S::Value>>,
    functions: FunctionValues<'a, W, S>,
}

impl<'a, W: Weight, S: Reads<W>> Run<'a, W, S> {
    fn new(
        sweep: &Sweep,
        model: &'a LabelModel<W>,
        semiring: &'a S,
        bytes: f64,
        limits: &Limits<'a>,
    ) -> Result<Self, LabelError> {
        let read = |object: usize| model.read_labels(object, semiring);
        Ok(Self {
            semiring,
            clock: StepClock::new(limits),
            most: bytes / kept_bytes(semiring),
            width: sweep.width,
            labels: (0..model.objects()).map(read).collect::<Result<_, _>>()?,
            functions: FunctionValues::new(model, semiring)?,
        })
    }

    fn first(&self, model: &LabelModel<W>) -> Result<FxHashMap<u128, S::Value>, LabelError> {
        Ok([(0, self.semiring.read(model.constant())?)].into_iter().collect())
    }

    /// Calls `each` with every label that an object can have in a state: the label, the next state, and the value.
    fn each(
        &self,
        step: &Step,
        state: u128,
        mut each: impl FnMut(usize, u128, &S::Value) -> Result<(), LabelError>,
    ) -> Result<(), LabelError> {
        let values = &self.labels[step.object];
        let used = step.masks.iter().fold(0, |used, &bit| used | (state >> bit) as u64);
        let mut places = Vec::new();
        let mut label_at = |label: usize| -> Result<(), LabelError> {
            let value = &values[label];
            if self.semiring.is_zero(value) {
                return Ok(());
            }
            let mut product = None;
            for (function, slots) in &step.functions {
                places.clear();
                places.extend(slots.iter().map(|slot| {
                    slot.map_or(label, |Slot { bit, width }| (state >> bit) as usize & ((1 << width) - 1))
                }));
                let factor = self.functions.get(*function, &places)?;
                let next = self.semiring.mul(product.as_ref().unwrap_or(value), &factor)?;
                if self.semiring.is_zero(&next) {
                    return Ok(());
                }
                product = Some(next);
            }
            let taken = step.masks.iter().fold(state, |state, &bit| state | 1 << (bit as usize + label));
            let kept = step.keeps.map_or(0, |bit| (label as u128) << bit);
            each(label, (taken | kept) & step.needed, product.as_ref().unwrap_or(value))
        };
        if step.masks.is_empty() {
            (0..values.len()).try_for_each(label_at)
        } else {
            let all = u64::MAX >> (64 - values.len().min(64));
            Bits(all & !used).try_for_each(&mut label_at)
        }
    }

    /// Computes the states after one more object. When memory is counted, the number of states of this layer is
    /// multiplied by `times`.
    fn step(
        &mut self,
        step: &Step,
        states: &FxHashMap<u128, S::Value>,
        times: f64,
    ) -> Result<FxHashMap<u128, S::Value>, LabelError> {
        let mut next: FxHashMap<u128, S::Value> = FxHashMap::default();
        for (&state, value) in states {
            let mut labels = 0;
            self.each(step, state, |_, state, factor| {
                labels += 1;
                let product = self.semiring.mul(value, factor)?;
                if self.semiring.is_zero(&product) {
                    return Ok(());
                }
                match next.entry(state) {
                    Entry::Occupied(mut known) => {
                        let sum = self.semiring.add(known.get(), &product)?;
                        known.insert(sum);
                    }
                    Entry::Vacant(free) => {
                        free.insert(product);
                    }
                }
                Ok(())
            })?;
            if self.clock.tick(labels)? {
                let all = next.len() as f64 + states.len() as f64 * times;
                if all > self.most {
                    let bytes = all * kept_bytes(self.semiring);
                    return Err(LabelError::TooWide { width: self.width, bytes });
                }
            }
        }
        Ok(next)
    }
}
