//! Sequences that an automaton accepts, domain consistent.
//!
//! The automaton is unrolled over the sequence: one layer of states before each variable and one after the last, and
//! edges from layer to layer, each with the digits that it reads. A digit has a support if and only if it is on an
//! edge from a state that is reachable from the start to a state from which acceptance is reachable (G. Pesant, "A
//! regular language membership constraint for finite sequences of variables", CP 2004). States that are not on such a
//! path with the initial domains are left out. States of a layer with equal edges are merged, last layer first, which
//! makes a deterministic automaton minimal for this length.
//!
//! The live states of each layer shrink with the domains. A run visits only live states: forward from the first domain
//! that changed, then backward, in both directions until a layer does not change. The previous live states are kept on
//! a separate stack. A run first undoes earlier runs, as long as some domain has a digit that the live states were not
//! computed for. The propagator therefore need not be notified of backtracking, and its live states remain valid after
//! a restart with equal domains.

mod explain;

use std::hash::{BuildHasher as _, Hash};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::csp::domain::Var;
use crate::csp::propagator::{Conflict, Context, Cost, Past, Propagator, Status, Strength, learns};
use crate::csp::trace::{Literal, Trace};
use crate::grid::{Bits, Digit, DigitSet};
use crate::puzzle::relation;

/// The largest number of edges of an unrolled automaton.
const MOST_EDGES: usize = 1 << 20;

/// The limits for automata whose states record the digits that were read: the largest numbers of digits and of edges.
const MOST_DIFFERENT: usize = 10;
const MOST_DIFFERENT_EDGES: usize = 1 << 16;

/// A nondeterministic automaton over digits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Nfa {
    /// The number of states; they are numbered from 0.
    pub states: usize,
    /// The start states.
    pub start: Vec<u32>,
    /// The accepting states.
    pub accept: Vec<u32>,
    /// The transitions: the source state, the digits that it may read, and the target state.
    pub edges: Vec<(u32, DigitSet, u32)>,
}

/// An automaton unrolled over a sequence of some length, without useless states.
#[derive(Debug, PartialEq, Eq)]
pub struct Layers {
    /// The number of states of each layer.
    states: Box<[u32]>,
    /// A row of bits has one bit per state, and each layer starts a new word: the first word of each layer, and finally
    /// the total number of words.
    places: Box<[u32]>,
    /// For each bit of such a row, the index of its first edge in `edges`.
    starts: Box<[u32]>,
    /// The digits that each edge reads, and the bit of its target state.
    edges: Box<[(DigitSet, u32)]>,
}

/// An edge from a state of one layer to a state of the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Edge {
    digits: DigitSet,
    from: u32,
    to: u32,
}

/// The layers of an exploration, before useless states are left out.
#[derive(Debug, Default)]
struct Explored {
    /// All edges, ordered by layer and then by source state.
    edges: Vec<Edge>,
    /// For each layer except the last, its number of states and the index of its first edge.
    layers: Vec<(usize, usize)>,
}

impl Explored {
    /// Starts the next layer, which has `states` states.
    fn begin(&mut self, states: usize) {
        self.layers.push((states, self.edges.len()));
    }

    /// Adds an edge that reads `digits`.
    fn lead(&mut self, from: u32, digits: DigitSet, to: u32) {
        let begin = self.layers.last().map_or(0, |layer| layer.1);
        let same = self.edges[begin..].iter_mut().rev().take_while(|edge| edge.from == from);
        match same.into_iter().find(|edge| edge.to == to) {
            Some(edge) => edge.digits |= digits,
            None => self.edges.push(Edge { digits, from, to }),
        }
    }
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
        let mut start: Vec<u32> = nfa.start.iter().copied().filter(exists).collect();
        start.sort_unstable();
        start.dedup();
        let accepts = |state: u32| nfa.accept.contains(&state);
        Self::unrolled(nfa.states, start, |state| &leaving[state as usize], accepts, domains)
    }

    /// Unrolls the automaton of a relation, as [`of_nfa`](Self::of_nfa) does.
    pub fn of_relation(automaton: &relation::Automaton, domains: &[DigitSet]) -> Option<Arc<Self>> {
        let leaving = |state: u32| automaton.transitions(state as usize);
        let accepts = |state: u32| automaton.is_accepting(state as usize);
        Self::unrolled(automaton.states(), vec![0], leaving, accepts, domains)
    }

    fn unrolled<'a>(
        count: usize,
        mut states: Vec<u32>,
        leaving: impl Fn(u32) -> &'a [(DigitSet, u32)],
        accepts: impl Fn(u32) -> bool,
        domains: &[DigitSet],
    ) -> Option<Arc<Self>> {
        let mut explored = Explored::default();
        let mut place = vec![u32::MAX; count];
        for &domain in domains {
            explored.begin(states.len());
            let mut next = Vec::new();
            for (from, &state) in (0..).zip(&states) {
                for &(digits, to) in leaving(state) {
                    let digits = digits & domain;
                    if digits.is_empty() {
                        continue;
                    }
                    if place[to as usize] == u32::MAX {
                        place[to as usize] = next.len() as u32;
                        next.push(to);
                    }
                    explored.edges.push(Edge { digits, from, to: place[to as usize] });
                }
            }
            for &state in &next {
                place[state as usize] = u32::MAX;
            }
            if explored.edges.len() > MOST_EDGES {
                return None;
            }
            states = next;
        }
        let accepted: Vec<bool> = states.iter().map(|&state| accepts(state)).collect();
        Some(Arc::new(Self::reduced(&explored, &accepted)))
    }

    /// Unrolls a deterministic machine. `step` returns the state after the variable at a position takes a digit, or
    /// `None` if the digit is not allowed there. `accepts` returns whether a state may be the last one. `None` if
    /// there are too many edges.
    pub fn explore<S: Clone + Eq + Hash>(
        domains: &[DigitSet],
        start: S,
        mut step: impl FnMut(usize, &S, Digit) -> Option<S>,
        mut accepts: impl FnMut(&S) -> bool,
    ) -> Option<Arc<Self>> {
        let mut states = vec![start];
        let mut explored = Explored::default();
        for (position, &domain) in domains.iter().enumerate() {
            explored.begin(states.len());
            let mut next: Vec<S> = Vec::new();
            let mut place: FxHashMap<S, u32> = FxHashMap::default();
            for (from, state) in (0..).zip(&states) {
                for digit in domain {
                    let Some(after) = step(position, state, digit) else { continue };
                    let to = *place.entry(after).or_insert_with_key(|after| {
                        next.push(after.clone());
                        next.len() as u32 - 1
                    });
                    explored.lead(from, DigitSet::single(digit), to);
                }
            }
            if explored.edges.len() > MOST_EDGES {
                return None;
            }
            states = next;
        }
        let accepted: Vec<bool> = states.iter().map(&mut accepts).collect();
        Some(Arc::new(Self::reduced(&explored, &accepted)))
    }

    /// Layers that accept the same sequences, but only if all digits differ: each state also records which digits were
    /// read. There may be at most ten digits. `None` if there are too many edges.
    fn different(&self, domains: &[DigitSet]) -> Option<Arc<Self>> {
        let union = domains.iter().fold(DigitSet::EMPTY, |union, &domain| union | domain);
        let width = 1 << union.last().map_or(0, |digit| digit.index() + 1);
        if width > 1 << MOST_DIFFERENT {
            return None;
        }
        let live = self.live(domains);
        let mut now: Vec<(u32, u32)> = (0..self.states[0]).map(|state| (state, 0)).collect();
        let mut explored = Explored::default();
        // For each pair of a state and a set of digits already read: the number of its new state, counted from 1, or 0
        // if it has none yet.
        let most = self.states.iter().max().map_or(0, |&states| states as usize);
        let mut place = vec![0_u32; most * width];
        for (x, &domain) in domains.iter().enumerate().take(self.len()) {
            explored.begin(now.len());
            let base = self.places[x + 1] * 64;
            let mut next: Vec<(u32, u32)> = Vec::new();
            for (from, &(state, read)) in (0..).zip(&now) {
                for &(digits, to) in self.leaving((self.places[x] * 64 + state) as usize) {
                    if live[to as usize / 64] >> (to % 64) & 1 == 0 {
                        continue;
                    }
                    for digit in (digits & domain).minus(DigitSet::from_bits(read.into())) {
                        let after = (to - base, read | 1 << digit.index());
                        let place = &mut place[after.0 as usize * width + after.1 as usize];
                        if *place == 0 {
                            next.push(after);
                            *place = next.len() as u32;
                        }
                        explored.edges.push(Edge { digits: DigitSet::single(digit), from, to: *place - 1 });
                    }
                }
                if explored.edges.len() > MOST_DIFFERENT_EDGES {
                    return None;
                }
            }
            for &(state, read) in &next {
                place[state as usize * width + read as usize] = 0;
            }
            now = next;
        }
        Some(Arc::new(Self::reduced(&explored, &vec![true; now.len()])))
    }

    /// The states from which digits of these domains lead to acceptance, as a row of bits.
    fn live(&self, domains: &[DigitSet]) -> Vec<u64> {
        let mut live = self.all_states();
        for (x, &domain) in domains.iter().enumerate().take(self.len()).rev() {
            for word in self.words(x) {
                let leads = |&(digits, to): &(DigitSet, u32)| {
                    !digits.is_disjoint(domain) && live[to as usize / 64] >> (to % 64) & 1 == 1
                };
                let kept = Bits(live[word]).filter(|bit| self.leaving(word * 64 + bit).iter().any(leads));
                live[word] = kept.fold(0, |kept, bit| kept | 1 << bit);
            }
        }
        live
    }

    /// Drops the states that do not reach acceptance, and merges states of a layer that have equal edges.
    fn reduced(explored: &Explored, accepted: &[bool]) -> Self {
        const DEAD: u32 = u32::MAX;
        let mut layers: Vec<Known> = Vec::with_capacity(explored.layers.len());
        // All accepting states are merged.
        let mut name: Vec<u32> = accepted.iter().map(|&accepts| if accepts { 0 } else { DEAD }).collect();
        let mut leaving: Vec<(u32, DigitSet)> = Vec::new();
        let mut table = Vec::new();
        let mut end = explored.edges.len();
        for &(count, begin) in explored.layers.iter().rev() {
            let mut known = Known::new(count, end - begin, &mut table);
            let mut named = vec![DEAD; count];
            for group in explored.edges[begin..end].chunk_by(|a, b| a.from == b.from) {
                leaving.clear();
                for edge in group {
                    let to = name[edge.to as usize];
                    if to == DEAD {
                        continue;
                    }
                    // Edges between the same states are merged.
                    match leaving.iter_mut().find(|other| other.0 == to) {
                        Some(other) => other.1 |= edge.digits,
                        None => leaving.push((to, edge.digits)),
                    }
                }
                if leaving.is_empty() {
                    continue;
                }
                leaving.sort_by_key(|edge| edge.0);
                named[group[0].from as usize] = known.number(&leaving, &mut table);
            }
            name = named;
            layers.push(known);
            end = begin;
        }
        layers.reverse();
        let last = u32::from(accepted.contains(&true));
        let mut alive = vec![false; layers.first().map_or(last as usize, Known::states)];
        for &start in &name {
            if let Some(alive) = alive.get_mut(start as usize) {
                *alive = true;
            }
        }
        Self::packed(&layers, alive, last as usize)
    }

    /// Lays states out in words, and edges by their source state. Also drops states that can be reached only through
    /// dropped states. The exploration reached every state, but possibly only through a state that was dropped
    /// afterwards.
    fn packed(layers: &[Known], mut alive: Vec<bool>, last: usize) -> Self {
        let mut states = Vec::with_capacity(layers.len() + 1);
        let mut places = Vec::with_capacity(layers.len() + 2);
        let (mut starts, mut edges) = (Vec::new(), Vec::new());
        let mut place = 0;
        for x in 0..=layers.len() {
            let count = alive.iter().filter(|&&alive| alive).count() as u32;
            states.push(count);
            places.push(place);
            place += count.div_ceil(64).max(1);
            let Some(layer) = layers.get(x) else { break };
            let leaving = |state: usize| &layer.edges[layer.starts[state]..layer.starts[state + 1]];
            let mut next = vec![false; layers.get(x + 1).map_or(last, Known::states)];
            let kept = || (0..alive.len()).filter(|&state| alive[state]);
            for &(to, _) in kept().flat_map(leaving) {
                next[to as usize] = true;
            }
            let mut bit = place * 64;
            let bits: Vec<u32> = next
                .iter()
                .map(|&alive| {
                    bit += u32::from(alive);
                    bit - u32::from(alive)
                })
                .collect();
            for state in kept() {
                starts.push(edges.len() as u32);
                edges.extend(leaving(state).iter().map(|&(to, digits)| (digits, bits[to as usize])));
            }
            starts.resize(place as usize * 64, edges.len() as u32);
            alive = next;
        }
        places.push(place);
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

    /// Whether the layers accept no sequence at all.
    pub fn is_void(&self) -> bool {
        self.states.contains(&0)
    }

    /// The number of edges. A run takes at most this many steps.
    pub fn edges(&self) -> usize {
        self.edges.len()
    }

    /// Whether the layers accept this sequence of digits.
    pub fn accepts(&self, digits: &[Digit]) -> bool {
        let mut now = self.all_states();
        for (x, &digit) in digits.iter().enumerate().take(self.len()) {
            let mut next = vec![0; self.words(x + 1).len()];
            self.step(x, DigitSet::single(digit), &now, &mut next);
            now[self.words(x + 1)].copy_from_slice(&next);
        }
        digits.len() == self.len() && now[self.words(self.len())].iter().any(|&word| word != 0)
    }

    /// The words of a layer in a row of bits for all states.
    #[inline]
    fn words(&self, layer: usize) -> std::ops::Range<usize> {
        self.places[layer] as usize..self.places[layer + 1] as usize
    }

    /// The number of words of the largest layer.
    fn widest(&self) -> usize {
        (0..=self.len()).map(|layer| self.words(layer).len()).max().unwrap_or(0)
    }

    /// A row of bits in which every state is set.
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

    /// Sets in `next`, the words of the next layer, the states that the live states of a layer reach with one of these
    /// digits.
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

/// The distinct states of a layer, found by their outgoing edges. All layers use the same hash table with linear
/// probing. It contains numbers of states, counted from 1, and 0 in free places.
#[derive(Debug)]
struct Known {
    /// The edges of a state begin at its start and end at the start of the next state.
    starts: Vec<usize>,
    edges: Vec<(u32, DigitSet)>,
}

impl Known {
    /// Allocates memory for at most this many states and edges.
    fn new(states: usize, edges: usize, table: &mut Vec<u32>) -> Self {
        table.clear();
        table.resize((states * 2 + 2).next_power_of_two(), 0);
        let mut starts = Vec::with_capacity(states.min(256) + 1);
        starts.push(0);
        Self { starts, edges: Vec::with_capacity(edges.min(1024)) }
    }

    fn states(&self) -> usize {
        self.starts.len() - 1
    }

    /// The number of the state with these edges, counted from 0.
    fn number(&mut self, leaving: &[(u32, DigitSet)], table: &mut [u32]) -> u32 {
        let mut slot = FxBuildHasher.hash_one(leaving) as usize & (table.len() - 1);
        while let Some(number) = table[slot].checked_sub(1) {
            let at = number as usize;
            if self.edges[self.starts[at]..self.starts[at + 1]] == *leaving {
                return number;
            }
            slot = (slot + 1) & (table.len() - 1);
        }
        self.edges.extend_from_slice(leaving);
        self.starts.push(self.edges.len());
        table[slot] = self.starts.len() as u32 - 1;
        table[slot] - 1
    }
}

/// An automaton accepts the digits of a sequence of variables, in their order.
#[derive(Debug)]
pub struct Automaton {
    vars: Box<[Var]>,
    layers: Arc<Layers>,
    /// Whether a variable occurs more than once.
    repeats: bool,
    /// Layers for different digits, after they are built.
    product: Option<ProductLayers>,
    state: LiveStates,
    /// Scratch memory for the states of a layer.
    next: Box<[u64]>,
    /// The domains at the start of a run. A run may narrow a variable that also occurs later in the sequence.
    read: Box<[DigitSet]>,
}

/// The layers for different digits, in the form that a propagator uses.
#[derive(Debug)]
struct ProductLayers {
    made: Arc<BuiltLayers>,
    /// The version of the layers in use; 0 for none.
    version: u32,
    layers: Arc<Layers>,
    base: Box<[DigitSet]>,
    /// The layers for any digits.
    plain: Arc<Layers>,
    /// Whether `plain` is in use, because the product layers are not valid for the current domains.
    is_plain: bool,
}

/// Layers, and the domains that they were built for.
type Based = (Arc<Layers>, Box<[DigitSet]>);

/// Layers for different digits, after they are built.
#[derive(Debug, Default)]
struct BuiltLayers {
    /// A number that changes whenever new layers are built.
    version: AtomicU32,
    layers: Mutex<Option<Based>>,
}

/// Layers that are built when first needed; the inner `None` means that they have too many edges.
pub type SharedLayers = Arc<OnceLock<Option<Arc<Layers>>>>;

/// Builds the layers for different digits of an [`Automaton`].
///
/// A state records which digits were read, so there can be very many states. The layers are therefore built for the
/// domains that remain after all other propagators have run. They are built again only if later domains, from other
/// clues, are not subsets of these.
#[derive(Debug)]
pub struct Different {
    vars: Box<[Var]>,
    plain: Arc<Layers>,
    initial: Box<[DigitSet]>,
    /// The layers for the initial domains, shared by all sequences with the same automaton and domains.
    shared: SharedLayers,
    made: Arc<BuiltLayers>,
    /// The last domains for which the layers had too many edges; empty at first.
    excess: Box<[DigitSet]>,
}

impl Different {
    /// Layers that were built for these domains or for supersets of them.
    fn layers(&mut self, now: &[DigitSet], is_first: bool) -> Option<Based> {
        // Sequences with the same initial domains share their layers.
        let is_shared = Arc::strong_count(&self.shared) > 1 && *now == *self.initial;
        if !is_first || is_shared {
            let all = self.shared.get_or_init(|| self.plain.different(&self.initial));
            if let Some(layers) = all {
                return Some((Arc::clone(layers), self.initial.clone()));
            }
        }
        if !self.excess.is_empty() && are_part(self.excess.iter().copied(), now) {
            return None;
        }
        let made = self.plain.different(now);
        if made.is_none() {
            self.excess = now.into();
        }
        Some((made?, now.into()))
    }
}

impl<T: Trace> Propagator<T> for Different {
    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn cost(&self) -> Cost {
        Cost::Redundant
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        let now: Vec<DigitSet> = self.vars.iter().map(|&var| cx.domain(var)).collect();
        let made = Arc::clone(&self.made);
        let mut known = made.layers.lock().unwrap_or_else(PoisonError::into_inner);
        let is_known = known.as_ref().is_some_and(|(_, base)| are_part(now.iter().copied(), base));
        if !is_known && let Some((layers, base)) = self.layers(&now, known.is_none()) {
            *known = Some((Arc::clone(&layers), base));
            made.version.fetch_add(1, Ordering::Relaxed);
            drop(known);
            Automaton::new(self.vars.clone(), layers).propagate(cx)?;
        }
        // The automaton propagator enforces everything else.
        Ok(Status::Entailed)
    }
}

/// Whether each set is a subset of the set at the same position of `of`.
fn are_part(sets: impl Iterator<Item = DigitSet>, of: &[DigitSet]) -> bool {
    sets.zip(of).all(|(set, of)| set.is_subset(*of))
}

/// The states on a path from the start to acceptance, and the domains that they were computed for.
#[derive(Debug)]
struct LiveStates {
    live: Box<[u64]>,
    domains: Box<[DigitSet]>,
    /// For each run: the changed positions of `live` with their old values, then the changed positions of `domains`
    /// with theirs.
    trail: Vec<(u32, u64)>,
    /// The length of the trail before each run.
    runs: Vec<u32>,
}

impl LiveStates {
    fn new(layers: &Layers) -> Self {
        Self {
            live: layers.all_states().into(),
            domains: vec![!DigitSet::EMPTY; layers.len()].into(),
            trail: Vec::new(),
            runs: Vec::new(),
        }
    }

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

    /// Undoes the last run. Returns false if there is none.
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
    /// Posts `layers` on the sequence `vars`, whose initial domains must be the domains that `layers` was unrolled for.
    /// If the lengths differ, no sequence is accepted.
    pub fn new(vars: Box<[Var]>, layers: Arc<Layers>) -> Self {
        let repeats = vars.iter().enumerate().any(|(i, var)| vars[..i].contains(var));
        let state = LiveStates::new(&layers);
        let next = vec![0; layers.widest()].into();
        let read = vec![DigitSet::EMPTY; layers.len()].into();
        Self { vars, layers, repeats, product: None, state, next, read }
    }

    /// The sequence `vars` of different variables, with their initial domains, for which `plain` is unrolled. The
    /// second propagator, which must also be posted, builds the layers in which all digits are different. All
    /// sequences with the same automaton and domains use the same `shared`.
    pub fn of_different(
        vars: Box<[Var]>,
        plain: Arc<Layers>,
        initial: Box<[DigitSet]>,
        shared: SharedLayers,
    ) -> (Self, Different) {
        let made = Arc::new(BuiltLayers::default());
        let product = ProductLayers {
            made: Arc::clone(&made),
            version: 0,
            layers: Arc::clone(&plain),
            base: Box::default(),
            plain: Arc::clone(&plain),
            is_plain: true,
        };
        let excess = Box::default();
        let different =
            Different { vars: vars.clone(), plain: Arc::clone(&plain), initial, shared, made, excess };
        (Self { product: Some(product), ..Self::new(vars, plain) }, different)
    }

    /// Switches to the strongest layers that cover the current domains.
    fn choose<T: Trace>(&mut self, cx: &Context<'_, T>) {
        let Some(product) = &mut self.product else { return };
        let version = product.made.version.load(Ordering::Relaxed);
        let is_new = version != product.version;
        if is_new
            && let Some((layers, base)) = &*product.made.layers.lock().unwrap_or_else(PoisonError::into_inner)
        {
            product.version = version;
            product.layers = Arc::clone(layers);
            product.base.clone_from(base);
        }
        let is_plain =
            product.version == 0 || !are_part(self.vars.iter().map(|&var| cx.domain(var)), &product.base);
        if is_plain != product.is_plain || is_new && !is_plain {
            product.is_plain = is_plain;
            self.layers = Arc::clone(if is_plain { &product.plain } else { &product.layers });
            self.state = LiveStates::new(&self.layers);
            self.next = vec![0; self.layers.widest()].into();
        }
    }

    /// Updates the live states after changes of the domains from `first` to `last`, and narrows domains.
    fn pass<T: Trace>(&mut self, first: usize, last: usize, cx: &mut Context<'_, T>) -> Result<(), Conflict> {
        let Self { vars, layers, state, next, read, .. } = self;
        let length = layers.len();
        read.iter_mut().zip(&**vars).for_each(|(read, &var)| *read = cx.domain(var));
        // Forward: the layers after the first changed variable, until nothing differs after the last one.
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
        // Backward: the layers before that one, until nothing differs before the first changed variable.
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
        if self.repeats || self.product.is_some() { Strength::Check } else { Strength::Domain }
    }

    fn explain(&self, literal: Option<Literal>, past: &dyn Past, because: &mut Vec<Literal>) {
        if !learns::<T>() {
            return;
        }
        self.reasons(literal, past, because);
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        self.choose(cx);
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
                // A run that did not finish leaves no valid live states.
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
}
