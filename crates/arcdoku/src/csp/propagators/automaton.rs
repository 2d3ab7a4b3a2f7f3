//! Sequences that an automaton accepts, domain consistent.
//!
//! The automaton is unrolled over the sequence: one layer of states before each variable and one after the
//! last, and edges from layer to layer, each with the digits that it reads. A digit has a support exactly if it is
//! on an edge from a state that is reached from the start to a state from which acceptance is reached (G. Pesant,
//! "A regular language membership constraint for finite sequences of variables", CP 2004). States that
//! are not on such a path with the initial domains are left out, and states of a layer with equal edges are merged,
//! last layer first, which makes a deterministic automaton minimal for this length.
//!
//! What is left of each layer, its live states, shrinks with the domains. A run passes only over live states, forward from
//! the first domain that changed and back to where nothing is different. Old live states are kept on a stack of their
//! own: as long as a domain has a digit that the live states were not computed for, the last run is taken back. So undoing
//! needs no notice, and live states survive a new start with equal domains.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use crate::csp::domain::Var;
use crate::csp::propagator::{Conflict, Context, Cost, Propagator, Status, Strength};
use crate::csp::trace::Trace;
use crate::grid::{Bits, Digit, DigitSet};

/// The most edges of an unrolled automaton.
const MOST_EDGES: usize = 1 << 20;

/// The largest number of digits of which states know those that were read, and the most edges of such an automaton.
const MOST_DIFFERENT: usize = 10;
const MOST_DIFFERENT_EDGES: usize = 1 << 16;

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
    /// The number of states of each layer.
    states: Box<[u32]>,
    /// The first word of each layer in a row of bits of all states, and the number of words.
    places: Box<[u32]>,
    /// The start of the edges of each bit of that row.
    starts: Box<[u32]>,
    /// What each edge reads, and the bit of the state that it leads to.
    edges: Box<[(DigitSet, u32)]>,
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

    /// The same sequences, as far as all of their digits are different: a state knows which digits were read. At most ten
    /// digits. `None` if there are too many edges.
    pub fn different(&self, domains: &[DigitSet]) -> Option<Arc<Self>> {
        let union = domains.iter().fold(DigitSet::EMPTY, |union, &domain| union | domain);
        let width = 1 << union.last().map_or(0, |digit| digit.index() + 1);
        if width > 1 << MOST_DIFFERENT {
            return None;
        }
        let mut now: Vec<(usize, usize)> = (0..self.states[0] as usize).map(|state| (state, 0)).collect();
        let mut raw = Vec::with_capacity(self.len());
        let mut total = 0;
        for (x, &domain) in domains.iter().enumerate().take(self.len()) {
            let base = self.places[x + 1] as usize * 64;
            let mut place = vec![u32::MAX; self.states[x + 1] as usize * width];
            let (mut edges, mut next): (Vec<Edge>, Vec<(usize, usize)>) = (Vec::new(), Vec::new());
            for (from, &(state, read)) in (0..).zip(&now) {
                for &(digits, to) in self.leaving(self.places[x] as usize * 64 + state) {
                    for digit in (digits & domain).minus(DigitSet::from_bits(read as u64)) {
                        let after = (to as usize - base, read | 1 << digit.index());
                        let place = &mut place[after.0 * width + after.1];
                        if *place == u32::MAX {
                            *place = next.len() as u32;
                            next.push(after);
                        }
                        edges.push(Edge { digits: DigitSet::single(digit), from, to: *place });
                    }
                }
                if total + edges.len() > MOST_DIFFERENT_EDGES {
                    return None;
                }
            }
            total += edges.len();
            raw.push((now.len(), edges));
            now = next;
        }
        Some(Arc::new(Self::reduced(raw, &vec![true; now.len()])))
    }

    /// Drops the states that do not reach acceptance, and merges those of a layer that have equal edges.
    fn reduced(raw: Vec<(usize, Vec<Edge>)>, accepted: &[bool]) -> Self {
        const DEAD: u32 = u32::MAX;
        let mut layers: Vec<Box<[Edge]>> = Vec::with_capacity(raw.len());
        // All accepting states are one.
        let mut name: Vec<u32> = accepted.iter().map(|&accepts| if accepts { 0 } else { DEAD }).collect();
        let mut states = vec![u32::from(accepted.contains(&true))];
        let mut leaving: Vec<(u32, DigitSet)> = Vec::new();
        for (count, mut edges) in raw.into_iter().rev() {
            // Edges are in the order of the states that they leave.
            edges.retain_mut(|edge| {
                edge.to = name[edge.to as usize];
                edge.to != DEAD
            });
            let mut known = Known::new(count);
            name = vec![DEAD; count];
            for group in edges.chunk_by(|a, b| a.from == b.from) {
                leaving.clear();
                leaving.extend(group.iter().map(|edge| (edge.to, edge.digits)));
                leaving.sort_unstable();
                // Edges between the same states become one.
                leaving.dedup_by(|later, earlier| {
                    let same = later.0 == earlier.0;
                    if same {
                        earlier.1 |= later.1;
                    }
                    same
                });
                name[group[0].from as usize] = known.number(&leaving);
            }
            states.push(known.starts.len() as u32 - 1);
            let merged: Vec<Edge> = (0_u32..)
                .zip(known.starts.windows(2))
                .flat_map(|(from, ends)| known.edges[ends[0]..ends[1]].iter().map(move |edge| (from, edge)))
                .map(|(from, &(to, digits))| Edge { digits, from, to })
                .collect();
            layers.push(merged.into());
        }
        layers.reverse();
        states.reverse();
        drop_unreached(&mut layers, &mut states, &name);
        Self::packed(&layers, states)
    }

    /// Lays states out in words, and edges by the state that they leave.
    fn packed(layers: &[Box<[Edge]>], states: Vec<u32>) -> Self {
        let mut places = Vec::with_capacity(states.len() + 1);
        let mut place = 0;
        for &states in &states {
            places.push(place);
            place += states.div_ceil(64).max(1);
        }
        places.push(place);
        let mut starts = Vec::with_capacity(place as usize * 64 + 1);
        let mut edges = Vec::new();
        for (x, layer) in layers.iter().enumerate() {
            let (here, there) = (places[x] * 64, places[x + 1] * 64);
            // Edges are in the order of the states that they leave.
            for edge in layer {
                while starts.len() <= (here + edge.from) as usize {
                    starts.push(edges.len() as u32);
                }
                edges.push((edge.digits, there + edge.to));
            }
        }
        starts.resize(place as usize * 64 + 1, edges.len() as u32);
        Self { states: states.into(), places: places.into(), starts: starts.into(), edges: edges.into() }
    }

    /// The length of the sequence.
    pub fn len(&self) -> usize {
        self.states.len() - 1
    }

    /// Whether the sequence is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether it accepts nothing.
    pub fn is_void(&self) -> bool {
        self.states.contains(&0)
    }

    /// The number of edges: what a run costs at most.
    pub fn edges(&self) -> usize {
        self.edges.len()
    }

    /// Whether it accepts these digits.
    pub fn accepts(&self, digits: &[Digit]) -> bool {
        let mut now = self.all_states();
        for (x, &digit) in digits.iter().enumerate().take(self.len()) {
            let mut next = vec![0; self.words(x + 1).len()];
            self.step(x, DigitSet::single(digit), &now, &mut next);
            now[self.words(x + 1)].copy_from_slice(&next);
        }
        digits.len() == self.len() && now[self.words(self.len())].iter().any(|&word| word != 0)
    }

    /// The words of a layer in a row of bits of all states.
    #[inline]
    fn words(&self, layer: usize) -> std::ops::Range<usize> {
        self.places[layer] as usize..self.places[layer + 1] as usize
    }

    /// A row of bits with all states.
    fn all_states(&self) -> Vec<u64> {
        let mut row = vec![0; self.places.last().map_or(0, |&end| end as usize)];
        for (layer, &states) in self.states.iter().enumerate() {
            let mut left = states;
            for word in &mut row[self.words(layer)] {
                *word = if left >= 64 { u64::MAX } else { (1 << left) - 1 };
                left = left.saturating_sub(64);
            }
        }
        row
    }

    /// The edges that leave a state, by its bit.
    #[inline]
    fn leaving(&self, state: usize) -> &[(DigitSet, u32)] {
        &self.edges[self.starts[state] as usize..self.starts[state + 1] as usize]
    }

    /// Adds to the words of the next layer the states that live states of a layer lead to by a digit of a set.
    #[inline]
    fn step(&self, layer: usize, digits: DigitSet, live: &[u64], next: &mut [u64]) {
        let base = self.places[layer + 1] as usize;
        for word in self.words(layer) {
            for bit in Bits(live[word]) {
                for &(read, to) in self.leaving(word * 64 + bit) {
                    let goes = u64::from(!read.is_disjoint(digits));
                    next[to as usize / 64 - base] |= goes << (to % 64);
                }
            }
        }
    }
}

/// The states of a layer by the edges that leave them: a hash table with linear probing.
struct Known {
    /// Numbers of states, counted from 1; 0 is free. More than twice as many as states.
    table: Vec<u32>,
    /// The edges of each state begin at its start and end at the next one.
    starts: Vec<usize>,
    edges: Vec<(u32, DigitSet)>,
}

impl Known {
    fn new(most: usize) -> Self {
        Self { table: vec![0; (most * 2 + 2).next_power_of_two()], starts: vec![0], edges: Vec::new() }
    }

    /// The number of the state with these edges, counted from 0.
    fn number(&mut self, leaving: &[(u32, DigitSet)]) -> u32 {
        let mix = |hash: u64, word: u64| (hash.rotate_left(5) ^ word).wrapping_mul(0x517C_C1B7_2722_0A95);
        let hash = leaving.iter().fold(0, |hash, &(to, digits)| mix(mix(hash, to.into()), digits.bits()));
        let mut slot = (hash >> 32) as usize & (self.table.len() - 1);
        while let Some(number) = self.table[slot].checked_sub(1) {
            let at = number as usize;
            if self.edges[self.starts[at]..self.starts[at + 1]] == *leaving {
                return number;
            }
            slot = (slot + 1) & (self.table.len() - 1);
        }
        self.edges.extend_from_slice(leaving);
        self.starts.push(self.edges.len());
        self.table[slot] = self.starts.len() as u32 - 1;
        self.table[slot] - 1
    }
}

/// Drops the states that only unreached ones lead to. All states of an exploration are reached, but
/// some of them by edges of states that have been dropped since.
fn drop_unreached(layers: &mut [Box<[Edge]>], states: &mut [u32], start: &[u32]) {
    let mut alive = vec![false; states[0] as usize];
    for &state in start {
        if let Some(alive) = alive.get_mut(state as usize) {
            *alive = true;
        }
    }
    for layer in 0..states.len() {
        let mut names = Vec::with_capacity(alive.len());
        let mut count = 0;
        for &alive in &alive {
            names.push(count);
            count += u32::from(alive);
        }
        states[layer] = count;
        if layer > 0 {
            for edge in &mut layers[layer - 1] {
                edge.to = names[edge.to as usize];
            }
        }
        let Some(edges) = layers.get_mut(layer) else { break };
        let kept = edges.iter().filter(|edge| alive[edge.from as usize]);
        *edges = kept.map(|edge| Edge { from: names[edge.from as usize], ..*edge }).collect();
        let mut next = vec![false; states[layer + 1] as usize];
        for edge in &**edges {
            next[edge.to as usize] = true;
        }
        alive = next;
    }
}

/// The digits of a sequence of variables, in their order, are accepted by an automaton.
#[derive(Debug)]
pub struct Automaton {
    vars: Box<[Var]>,
    layers: Arc<Layers>,
    /// Whether a variable occurs more than once.
    repeats: bool,
    /// Whether more is removed than the relation alone shows.
    is_stronger: bool,
    state: LiveStates,
    /// Memory for the states of a layer.
    next: Box<[u64]>,
    /// The domains before a run: it may narrow a variable that occurs again.
    read: Box<[DigitSet]>,
}

/// The states that are on a path from the start to acceptance, and the domains for which they are.
#[derive(Debug)]
struct LiveStates {
    live: Box<[u64]>,
    domains: Box<[DigitSet]>,
    /// Places and old values of `live`, and behind them of `domains`.
    trail: Vec<(u32, u64)>,
    /// The length of the trail before each run.
    runs: Vec<u32>,
}

impl LiveStates {
    #[inline]
    fn set_live(&mut self, word: usize, value: u64) {
        self.trail.push((word as u32, self.live[word]));
        self.live[word] = value;
    }

    #[inline]
    fn set_domain(&mut self, x: usize, domain: DigitSet) {
        self.trail.push(((self.live.len() + x) as u32, self.domains[x].bits()));
        self.domains[x] = domain;
    }

    /// Takes the last run back. Returns false if there is none.
    fn take_back(&mut self) -> bool {
        let Some(start) = self.runs.pop() else { return false };
        for (place, value) in self.trail.drain(start as usize..).rev() {
            match (place as usize).checked_sub(self.live.len()) {
                None => self.live[place as usize] = value,
                Some(x) => self.domains[x] = DigitSet::from_bits(value),
            }
        }
        true
    }
}

impl Automaton {
    /// The sequence `vars`, which has the length of `layers` and whose initial domains are those that it was unrolled
    /// for. A shorter sequence is accepted by nothing.
    pub fn new(vars: Box<[Var]>, layers: Arc<Layers>) -> Self {
        let repeats = vars.iter().enumerate().any(|(i, var)| vars[..i].contains(var));
        let state = LiveStates {
            live: layers.all_states().into(),
            domains: vec![!DigitSet::EMPTY; layers.len()].into(),
            trail: Vec::new(),
            runs: Vec::new(),
        };
        let most = (0..=layers.len()).map(|layer| layers.words(layer).len()).max().unwrap_or(0);
        let read = vec![DigitSet::EMPTY; layers.len()].into();
        Self { vars, layers, repeats, is_stronger: false, state, next: vec![0; most].into(), read }
    }

    /// The same for layers that accept less than the relation, because of what is known of the variables.
    #[must_use]
    pub fn stronger(self) -> Self {
        Self { is_stronger: true, ..self }
    }

    fn run<T: Trace>(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        let Self { vars, layers, state, .. } = &mut *self;
        let length = layers.len();
        if vars.len() != length || layers.is_void() {
            return Err(cx.fail_because(|space| space.lost(vars.iter().copied())));
        }
        while !vars.iter().zip(&state.domains).all(|(&var, known)| cx.domain(var).is_subset(*known)) {
            if !state.take_back() {
                break;
            }
        }
        let changed = |&x: &usize| cx.domain(vars[x]) != state.domains[x];
        if let Some(first) = (0..length).find(changed) {
            let last = (0..length).rev().find(changed).unwrap_or(first);
            state.runs.push(state.trail.len() as u32);
            let before = cx.space().eliminations();
            if let Err(conflict) = self.pass(first, last, cx) {
                // An unfinished run is of no use.
                self.state.take_back();
                return Err(conflict);
            }
            if self.repeats && cx.space().eliminations() != before {
                return Ok(Status::NotAtFixpoint);
            }
        }
        let open = self.vars.iter().any(|&var| !cx.domain(var).is_single());
        Ok(if open { Status::Fixpoint } else { Status::Entailed })
    }

    /// Brings the live states up to date, where the domains from `first` to `last` have changed, and narrows domains.
    fn pass<T: Trace>(&mut self, first: usize, last: usize, cx: &mut Context<'_, T>) -> Result<(), Conflict> {
        let Self { vars, layers, state, next, read, .. } = self;
        let length = layers.len();
        read.iter_mut().zip(&**vars).for_each(|(read, &var)| *read = cx.domain(var));
        // Forward: the layers after the first changed variable, until nothing is different behind the last.
        let mut ahead = length;
        for x in first..length {
            let place = layers.places[x + 1] as usize;
            let next = &mut next[..layers.words(x + 1).len()];
            next.fill(0);
            layers.step(x, read[x], &state.live, next);
            let (mut same, mut any) = (true, false);
            for (i, &reached) in next.iter().enumerate() {
                let old = state.live[place + i];
                let new = old & reached;
                any |= new != 0;
                if new != old {
                    same = false;
                    state.set_live(place + i, new);
                }
            }
            if !any {
                return Err(cx.fail_because(|space| space.lost(vars.iter().copied())));
            }
            if same && x >= last {
                ahead = x + 1;
                break;
            }
        }
        // Backward: the layers before that, until nothing is different before the first.
        for x in (0..ahead).rev() {
            let (var, domain) = (vars[x], read[x]);
            let mut kept = DigitSet::EMPTY;
            let mut same = true;
            for word in layers.words(x) {
                let old = state.live[word];
                let mut new = old;
                for bit in Bits(old) {
                    let mut leads = false;
                    for &(read, to) in layers.leaving(word * 64 + bit) {
                        let read = read & domain;
                        if state.live[to as usize / 64] >> (to % 64) & 1 == 1 && !read.is_empty() {
                            leads = true;
                            kept |= read;
                        }
                    }
                    if !leads {
                        new &= !(1 << bit);
                    }
                }
                if new != old {
                    same = false;
                    state.set_live(word, new);
                }
            }
            if kept != state.domains[x] {
                state.set_domain(x, kept);
            }
            let others = vars.iter().copied().filter(|&other| other != var);
            cx.exclude_because(var, !kept, |space| space.lost(others))?;
            if same && x <= first {
                break;
            }
        }
        Ok(())
    }
}

impl<T: Trace> Propagator<T> for Automaton {
    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn strength(&self) -> Strength {
        if self.repeats || self.is_stronger { Strength::Check } else { Strength::Domain }
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Status {
        self.run(cx).unwrap_or(Status::Failed)
    }
}
