//! Sequences that an automaton accepts, domain consistent.
//!
//! The automaton is unrolled over the sequence: one layer of states before each variable and one after the
//! last, and edges from layer to layer, each with the digits that it reads. A digit has a support exactly if it is
//! on an edge from a state that is reached from the start to a state from which acceptance is reached (G. Pesant,
//! "A regular language membership constraint for finite sequences of variables", CP 2004). States that
//! are not on such a path with the initial domains are left out, and states of a layer with equal edges are merged,
//! last layer first, which makes a deterministic automaton minimal for this length.
//!
//! Nothing is trailed: the states reached before a variable depend on the domains before it only, and those that reach
//! acceptance on the domains after it. Both are kept with the domains they were computed for, and
//! computed again from the first, or the last, that is different now.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use crate::csp::domain::Var;
use crate::csp::propagator::{Conflict, Context, Cost, Propagator, Status, Strength};
use crate::csp::trace::Trace;
use crate::grid::{Digit, DigitSet};

/// The most edges of an unrolled automaton.
const MOST_EDGES: usize = 1 << 20;

/// A nondeterministic automaton over digits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Nfa {
    /// The number of states; they are numbered from 0.
    pub states: usize,
    /// The states in which it may start.
    pub start: Vec<u32>,
    /// The states in which it accepts.
    pub accept: Vec<u32>,
    /// Transitions: from a state, by one of the digits, to a state.
    pub edges: Vec<(u32, DigitSet, u32)>,
}

/// An automaton unrolled over a sequence of some length, without useless states.
#[derive(Debug, PartialEq, Eq)]
pub struct Layers {
    /// The edges that leave each layer but the last.
    edges: Box<[Box<[Edge]>]>,
    /// The number of states of each layer.
    states: Box<[u32]>,
    /// The start of each layer in a row of bits of all states, in words.
    places: Box<[u32]>,
}

/// An edge from a state of one layer to a state of the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Edge {
    digits: DigitSet,
    from: u32,
    to: u32,
}

impl Layers {
    /// Unrolls an automaton over a sequence with these initial domains. `None` if it has too many edges.
    /// Transitions from or to states that do not exist are ignored.
    pub fn of_nfa(nfa: &Nfa, domains: &[DigitSet]) -> Option<Arc<Self>> {
        let exists = |state: &u32| (*state as usize) < nfa.states;
        let mut leaving: Vec<Vec<(DigitSet, u32)>> = vec![Vec::new(); nfa.states];
        for &(from, digits, to) in nfa.edges.iter().filter(|edge| exists(&edge.0) && exists(&edge.2)) {
            leaving[from as usize].push((digits, to));
        }
        let mut states: Vec<u32> = nfa.start.iter().copied().filter(exists).collect();
        states.sort_unstable();
        states.dedup();
        let mut raw = Vec::with_capacity(domains.len());
        let mut place = vec![u32::MAX; nfa.states];
        let mut total = 0;
        for &domain in domains {
            let (mut edges, mut next) = (Vec::new(), Vec::new());
            for (from, &state) in (0..).zip(&states) {
                for &(digits, to) in &leaving[state as usize] {
                    let digits = digits & domain;
                    if digits.is_empty() {
                        continue;
                    }
                    if place[to as usize] == u32::MAX {
                        place[to as usize] = next.len() as u32;
                        next.push(to);
                    }
                    edges.push(Edge { digits, from, to: place[to as usize] });
                }
            }
            for &state in &next {
                place[state as usize] = u32::MAX;
            }
            total += edges.len();
            if total > MOST_EDGES {
                return None;
            }
            raw.push((states.len(), edges));
            states = next;
        }
        let accepted: Vec<bool> = states.iter().map(|state| nfa.accept.contains(state)).collect();
        Some(Arc::new(Self::reduced(raw, &accepted)))
    }

    /// Unrolls a deterministic machine. `step` returns the state after the variable at a position takes a digit, or
    /// `None` if the digit is refused there; `accepts` tells whether a state may be the last one. `None` if there
    /// are too many edges.
    pub fn explore<S: Clone + Eq + Hash>(
        domains: &[DigitSet],
        start: S,
        mut step: impl FnMut(usize, &S, Digit) -> Option<S>,
        mut accepts: impl FnMut(&S) -> bool,
    ) -> Option<Arc<Self>> {
        let mut states = vec![start];
        let mut raw = Vec::with_capacity(domains.len());
        let mut total = 0;
        for (position, &domain) in domains.iter().enumerate() {
            let (mut edges, mut next): (Vec<Edge>, Vec<S>) = (Vec::new(), Vec::new());
            let mut place: HashMap<S, u32> = HashMap::new();
            for (from, state) in (0..).zip(&states) {
                let begin = edges.len();
                for digit in domain {
                    let Some(after) = step(position, state, digit) else { continue };
                    let to = *place.entry(after).or_insert_with_key(|after| {
                        next.push(after.clone());
                        next.len() as u32 - 1
                    });
                    let digits = DigitSet::single(digit);
                    match edges[begin..].iter_mut().find(|edge| edge.to == to) {
                        Some(edge) => edge.digits |= digits,
                        None => edges.push(Edge { digits, from, to }),
                    }
                }
            }
            total += edges.len();
            if total > MOST_EDGES {
                return None;
            }
            raw.push((states.len(), edges));
            states = next;
        }
        let accepted: Vec<bool> = states.iter().map(&mut accepts).collect();
        Some(Arc::new(Self::reduced(raw, &accepted)))
    }

    /// Drops the states that do not reach acceptance, and merges those of a layer that have equal edges.
    fn reduced(raw: Vec<(usize, Vec<Edge>)>, accepted: &[bool]) -> Self {
        const DEAD: u32 = u32::MAX;
        let mut layers: Vec<Box<[Edge]>> = Vec::with_capacity(raw.len());
        // All accepting states are one.
        let mut name: Vec<u32> = accepted.iter().map(|&accepts| if accepts { 0 } else { DEAD }).collect();
        let mut states = vec![u32::from(accepted.contains(&true))];
        for (count, mut edges) in raw.into_iter().rev() {
            // Edges are in the order of the states that they leave.
            edges.retain_mut(|edge| {
                edge.to = name[edge.to as usize];
                edge.to != DEAD
            });
            let mut known: HashMap<Vec<(u32, DigitSet)>, u32> = HashMap::new();
            let mut merged: Vec<Edge> = Vec::new();
            name = vec![DEAD; count];
            for group in edges.chunk_by(|a, b| a.from == b.from) {
                let mut leaving: Vec<(u32, DigitSet)> =
                    group.iter().map(|edge| (edge.to, edge.digits)).collect();
                leaving.sort_unstable();
                // Edges between the same states become one.
                leaving.dedup_by(|later, earlier| {
                    let same = later.0 == earlier.0;
                    if same {
                        earlier.1 |= later.1;
                    }
                    same
                });
                let next = known.len() as u32;
                name[group[0].from as usize] = *known.entry(leaving).or_insert_with_key(|leaving| {
                    merged.extend(leaving.iter().map(|&(to, digits)| Edge { digits, from: next, to }));
                    next
                });
            }
            states.push(known.len() as u32);
            layers.push(merged.into());
        }
        layers.reverse();
        states.reverse();
        let mut layers = Self { edges: layers.into(), states: states.into(), places: Box::default() };
        layers.drop_unreached(&name);
        let mut place = 0;
        let next = |&states: &u32| {
            let here = place;
            place += states.div_ceil(64).max(1);
            here
        };
        let mut places: Vec<u32> = layers.states.iter().map(next).collect();
        places.push(place);
        layers.places = places.into();
        layers
    }

    /// Drops the states that only unreached ones lead to. All states of an exploration are reached, but
    /// some of them by edges of states that have been dropped since.
    fn drop_unreached(&mut self, start: &[u32]) {
        let mut alive = vec![false; self.states[0] as usize];
        for &state in start {
            if let Some(alive) = alive.get_mut(state as usize) {
                *alive = true;
            }
        }
        for layer in 0..self.states.len() {
            let mut names = Vec::with_capacity(alive.len());
            let mut count = 0;
            for &alive in &alive {
                names.push(count);
                count += u32::from(alive);
            }
            self.states[layer] = count;
            if layer > 0 {
                for edge in &mut self.edges[layer - 1] {
                    edge.to = names[edge.to as usize];
                }
            }
            let Some(edges) = self.edges.get_mut(layer) else { break };
            let kept = edges.iter().filter(|edge| alive[edge.from as usize]);
            *edges = kept.map(|edge| Edge { from: names[edge.from as usize], ..*edge }).collect();
            let mut next = vec![false; self.states[layer + 1] as usize];
            for edge in &**edges {
                next[edge.to as usize] = true;
            }
            alive = next;
        }
    }

    /// The length of the sequence.
    pub fn len(&self) -> usize {
        self.edges.len()
    }

    /// Whether the sequence is empty.
    pub fn is_empty(&self) -> bool {
        self.edges.is_empty()
    }

    /// Whether it accepts nothing.
    pub fn is_void(&self) -> bool {
        self.states.contains(&0)
    }

    /// The number of edges: what a run costs at most.
    pub fn edges(&self) -> usize {
        self.edges.iter().map(|edges| edges.len()).sum()
    }

    /// Whether it accepts these digits.
    pub fn accepts(&self, digits: &[Digit]) -> bool {
        let mut now = vec![true; self.states[0] as usize];
        for (i, edges) in self.edges.iter().enumerate() {
            let mut next = vec![false; self.states[i + 1] as usize];
            for edge in &**edges {
                next[edge.to as usize] |= now[edge.from as usize]
                    && digits.get(i).is_some_and(|&digit| edge.digits.contains(digit));
            }
            now = next;
        }
        digits.len() == self.len() && now.contains(&true)
    }

    /// The words of a layer in a row of bits of all states.
    fn words(&self, layer: usize) -> std::ops::Range<usize> {
        self.places[layer] as usize..self.places[layer + 1] as usize
    }
}

/// The digits of a sequence of variables, in their order, are accepted by an automaton.
#[derive(Debug)]
pub struct Automaton {
    vars: Box<[Var]>,
    layers: Arc<Layers>,
    /// Whether a variable occurs more than once.
    repeats: bool,
    /// Whether the states below were computed for the domains below.
    is_known: bool,
    domains: Box<[DigitSet]>,
    /// What of each domain has a support.
    kept: Box<[DigitSet]>,
    /// The states of each layer that are reached, and those that reach acceptance, by whatever was before.
    reached: Box<[u64]>,
    reaching: Box<[u64]>,
}

impl Automaton {
    /// The sequence `vars`, which has the length of `layers` and whose initial domains are those that it was unrolled
    /// for. A shorter sequence is accepted by nothing.
    pub fn new(vars: Box<[Var]>, layers: Arc<Layers>) -> Self {
        let words = layers.places.last().map_or(0, |&end| end as usize);
        let repeats = vars.iter().enumerate().any(|(i, var)| vars[..i].contains(var));
        let domains: Box<[DigitSet]> = vec![DigitSet::EMPTY; layers.len()].into();
        let kept = domains.clone();
        let (reached, reaching) = (vec![0; words].into(), vec![0; words].into());
        Self { vars, layers, repeats, is_known: false, domains, kept, reached, reaching }
    }

    fn run<T: Trace>(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        let Self { vars, layers, domains, kept, reached, reaching, is_known, .. } = self;
        let length = layers.len();
        if vars.len() != length || layers.is_void() {
            return Err(cx.fail_because(|space| space.lost(vars.iter().copied())));
        }
        let known = std::mem::replace(is_known, true);
        if !known {
            set_all(&mut reached[layers.words(0)], layers.states[0]);
            set_all(&mut reaching[layers.words(length)], layers.states[length]);
        }
        let changed = |x: &usize| !known || cx.domain(vars[*x]) != domains[*x];
        if let Some(first) = (0..length).find(changed) {
            let last = (0..length).rev().find(changed).unwrap_or(first);
            // Forward: the layers after the first changed variable, until nothing is different behind the last.
            let mut ahead = length;
            for x in first..length {
                let (from, to) = (layers.words(x), layers.words(x + 1));
                let (before, after) = reached.split_at_mut(to.start);
                let (before, after) = (&before[from], &mut after[..to.end - to.start]);
                if !forward(&layers.edges[x], cx.domain(vars[x]), before, after) && x >= last && known {
                    ahead = x + 1;
                    break;
                }
            }
            // Backward: the layers before the last changed variable, until nothing is different before the first.
            let mut behind = 0;
            for x in (0..=last).rev() {
                let (from, to) = (layers.words(x), layers.words(x + 1));
                let (before, after) = reaching.split_at_mut(to.start);
                let (before, after) = (&mut before[from], &after[..to.end - to.start]);
                if !backward(&layers.edges[x], cx.domain(vars[x]), after, before) && x <= first && known {
                    behind = x;
                    break;
                }
            }
            for x in behind..ahead {
                let (from, to) = (layers.words(x), layers.words(x + 1));
                domains[x] = cx.domain(vars[x]);
                kept[x] = supported(&layers.edges[x], domains[x], &reached[from], &reaching[to]);
            }
        }
        // `domains` stays what the states were computed for: if what is removed here comes back by undoing, then so does
        // the need to remove it.
        let mut narrowed = false;
        for (&var, &kept) in vars.iter().zip(&**kept) {
            if !cx.domain(var).is_subset(kept) {
                let others = vars.iter().copied().filter(|&other| other != var);
                cx.exclude_because(var, !kept, |space| space.lost(others))?;
                narrowed = true;
            }
        }
        if self.repeats && narrowed {
            return Ok(Status::NotAtFixpoint);
        }
        let open = narrowed || vars.iter().any(|&var| !cx.domain(var).is_single());
        Ok(if open { Status::Fixpoint } else { Status::Entailed })
    }
}

fn set_all(words: &mut [u64], states: u32) {
    let mut left = states;
    for word in words {
        *word = if left >= 64 { u64::MAX } else { (1 << left) - 1 };
        left = left.saturating_sub(64);
    }
}

/// Computes the states that edges with these digits reach. Returns whether they are others than before.
#[inline]
fn forward(edges: &[Edge], digits: DigitSet, before: &[u64], after: &mut [u64]) -> bool {
    if let ([before], [after]) = (before, &mut *after) {
        let mut next = 0;
        for edge in edges {
            let live = before >> edge.from & u64::from(!edge.digits.is_disjoint(digits));
            next |= (live & 1) << edge.to;
        }
        return std::mem::replace(after, next) != next;
    }
    let mut next = [0; 16];
    let mut spill;
    let next: &mut [u64] = if after.len() <= next.len() {
        &mut next[..after.len()]
    } else {
        spill = vec![0; after.len()];
        &mut spill
    };
    for edge in edges {
        let live = before[edge.from as usize / 64] >> (edge.from % 64);
        let live = live & u64::from(!edge.digits.is_disjoint(digits));
        next[edge.to as usize / 64] |= (live & 1) << (edge.to % 64);
    }
    let same = *after == *next;
    after.copy_from_slice(next);
    !same
}

/// Computes the states that edges with these digits leave towards acceptance. Returns whether they are others than
/// before.
#[inline]
fn backward(edges: &[Edge], digits: DigitSet, after: &[u64], before: &mut [u64]) -> bool {
    if let ([before], [after]) = (&mut *before, after) {
        let mut next = 0;
        for edge in edges {
            let live = after >> edge.to & u64::from(!edge.digits.is_disjoint(digits));
            next |= (live & 1) << edge.from;
        }
        return std::mem::replace(before, next) != next;
    }
    let mut next = [0; 16];
    let mut spill;
    let next: &mut [u64] = if before.len() <= next.len() {
        &mut next[..before.len()]
    } else {
        spill = vec![0; before.len()];
        &mut spill
    };
    for edge in edges {
        let live = after[edge.to as usize / 64] >> (edge.to % 64);
        let live = live & u64::from(!edge.digits.is_disjoint(digits));
        next[edge.from as usize / 64] |= (live & 1) << (edge.from % 64);
    }
    let same = *before == *next;
    before.copy_from_slice(next);
    !same
}

/// The digits of a domain on edges between states that are reached and states that reach acceptance.
#[inline]
fn supported(edges: &[Edge], domain: DigitSet, reached: &[u64], reaching: &[u64]) -> DigitSet {
    let mut keep = DigitSet::EMPTY;
    for edge in edges {
        let from = reached[edge.from as usize / 64] >> (edge.from % 64);
        let to = reaching[edge.to as usize / 64] >> (edge.to % 64);
        if from & to & 1 == 1 {
            keep |= edge.digits & domain;
            if keep == domain {
                break;
            }
        }
    }
    keep
}

impl<T: Trace> Propagator<T> for Automaton {
    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn strength(&self) -> Strength {
        if self.repeats { Strength::Check } else { Strength::Domain }
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Status {
        let status = self.run(cx).unwrap_or(Status::Failed);
        // A run that failed has not computed everything for the domains that it has seen.
        self.is_known &= status != Status::Failed;
        status
    }
}
