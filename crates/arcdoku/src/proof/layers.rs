//! Automata for words of one length, in a form that depends only on the words.
//!
//! Two automata that accept the same words have the same rows, whatever their states are. A checker can therefore
//! describe a rule by states of another kind.

use rustc_hash::FxHashMap;

use crate::grid::DigitSet;
use crate::puzzle::relation::Automaton;

/// For each cell that is read, the targets of each state before it, by digit. The states of a layer are numbered in
/// the order in which the states before them, and then the digits, lead to them. No two states of a layer accept the
/// same suffixes, and all lead to acceptance.
pub(super) struct Layers(Vec<Vec<Targets>>);

/// The target state for each digit, or [`NONE`].
type Targets = Box<[u32]>;

/// No target.
pub(super) const NONE: u32 = u32::MAX;

/// The largest number of states of all layers together, before equivalent states are merged.
const MOST_STATES: usize = 1 << 16;

impl Layers {
    /// The layers for the words of an automaton, or for all other words if `accepts` is false. `None` if there are too
    /// many states.
    pub(super) fn new(automaton: &Automaton, digits: usize, length: usize, accepts: bool) -> Option<Self> {
        let all = DigitSet::all(digits);
        // The states from which an accepting state is reached at the end.
        let mut lives: Vec<Vec<bool>> = vec![Vec::new(); length + 1];
        lives[length] = (0..automaton.states()).map(|state| automaton.is_accepting(state)).collect();
        for at in (0..length).rev() {
            let leads =
                |&(read, to): &(DigitSet, u32)| lives[at + 1][to as usize] && !(read & all).is_empty();
            lives[at] =
                (0..automaton.states()).map(|state| automaton.transitions(state).iter().any(leads)).collect();
        }
        // The sets of states after each digit, which make the automaton deterministic.
        let mut sets: Vec<Vec<u32>> = vec![if lives[0][0] { vec![0] } else { Vec::new() }];
        let (mut layers, mut count) = (Vec::new(), 0);
        for lives in &lives[1..] {
            let mut known: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
            let mut next: Vec<Vec<u32>> = Vec::new();
            let mut layer: Vec<Targets> = Vec::new();
            for set in &sets {
                let mut targets: Vec<Vec<u32>> = vec![Vec::new(); digits];
                let arrows = set.iter().flat_map(|&state| automaton.transitions(state as usize));
                for &(read, to) in arrows.filter(|&&(_, to)| lives[to as usize]) {
                    (read & all).iter().for_each(|digit| targets[digit.index()].push(to));
                }
                let mut number = |mut set: Vec<u32>| {
                    set.sort_unstable();
                    set.dedup();
                    if accepts && set.is_empty() {
                        return NONE;
                    }
                    *known.entry(set).or_insert_with_key(|set| {
                        next.push(set.clone());
                        next.len() as u32 - 1
                    })
                };
                layer.push(targets.into_iter().map(&mut number).collect());
            }
            count += next.len();
            if count > MOST_STATES {
                return None;
            }
            layers.push(layer);
            sets = next;
        }
        let ends = sets.iter().map(|set| if set.is_empty() == accepts { NONE } else { 0 }).collect();
        Some(Self::merged(layers, ends))
    }

    /// Merges the states of a layer with equal targets, from the last layer on. `classes` contains the new numbers of
    /// the states of the layer behind.
    fn merged(mut layers: Vec<Vec<Targets>>, mut classes: Vec<u32>) -> Self {
        for layer in layers.iter_mut().rev() {
            let mut known: FxHashMap<Targets, u32> = FxHashMap::default();
            let mut merged: Vec<Targets> = Vec::new();
            let class = |mut targets: Targets| {
                targets.iter_mut().filter(|to| **to != NONE).for_each(|to| *to = classes[*to as usize]);
                if targets.iter().all(|&to| to == NONE) {
                    return NONE;
                }
                *known.entry(targets).or_insert_with_key(|targets| {
                    merged.push(targets.clone());
                    merged.len() as u32 - 1
                })
            };
            classes = layer.drain(..).map(class).collect();
            *layer = merged;
        }
        if classes[0] == NONE {
            layers.push(Vec::new());
        }
        Self(layers)
    }

    /// The layers; one of them is empty if there are no words.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[Targets]> {
        self.0.iter().map(Vec::as_slice)
    }

    /// Whether there are words.
    pub(super) fn is_possible(&self) -> bool {
        self.iter().all(|layer| !layer.is_empty())
    }
}
