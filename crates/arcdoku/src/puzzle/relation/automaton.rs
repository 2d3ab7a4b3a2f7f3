//! Automata that read the digits of a line.

use std::hash::{BuildHasher as _, Hash};

use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::grid::{Digit, DigitSet};

/// A finite automaton, deterministic or not. The words that it accepts are the digits that a list of cells may hold.
///
/// State 0 is the start. Several start states are written as one state with the transitions of all of them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Automaton {
    states: Box<[Transitions]>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Transitions {
    accepts: bool,
    /// Targets, each once, with the digits that lead there.
    next: Box<[(DigitSet, u32)]>,
}

impl Automaton {
    /// The largest number of states.
    pub const MOST: usize = 1 << 17;

    /// The automaton with these states, the first of which is the start. Each state has a flag that is set if it
    /// accepts, and its transitions. `None` if a transition leads to a state that does not exist, there is no state,
    /// or there are more than [`MOST`](Self::MOST).
    pub fn new(states: impl IntoIterator<Item = (bool, Vec<(DigitSet, u32)>)>) -> Option<Self> {
        let states: Box<[Transitions]> =
            states.into_iter().map(|(accepts, next)| Transitions { accepts, next: merged(next) }).collect();
        let known = |state: &Transitions| state.next.iter().all(|&(_, to)| (to as usize) < states.len());
        (!states.is_empty() && states.len() <= Self::MOST && states.iter().all(known))
            .then_some(Self { states })
    }

    /// The deterministic automaton whose states are the states that `step` reaches from `start` in at most `length`
    /// steps. `None` if there are more than [`MOST`](Self::MOST).
    pub fn from_steps<S: Eq + Hash>(
        digits: usize,
        length: usize,
        start: S,
        mut step: impl FnMut(&S, Digit) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Option<Self> {
        Self::from_branches(
            digits,
            length,
            start,
            |state, digit, reached| reached.extend(step(state, digit)),
            accepts,
        )
    }

    /// The same as [`from_steps`](Self::from_steps), for steps that lead to any number of states. `step` adds them to
    /// a list.
    pub fn from_branches<S: Eq + Hash>(
        digits: usize,
        length: usize,
        start: S,
        step: impl FnMut(&S, Digit, &mut Vec<S>),
        accepts: impl Fn(&S) -> bool,
    ) -> Option<Self> {
        let mut known = Known {
            states: vec![start],
            latest: FxHashMap::default(),
            before: vec![NONE],
            reached: Vec::new(),
            step,
            accepts,
        };
        known.latest.insert(hash(&known.states[0]), 0);
        Self::explored(digits, length, &mut known)
    }

    /// The automaton of numbered states, if there are not too many.
    fn explored(digits: usize, length: usize, known: &mut dyn Branches) -> Option<Self> {
        let mut states = Vec::new();
        let mut targets = Vec::new();
        let mut end = 1;
        for depth in 0..=length {
            while states.len() < end {
                let mut next: Vec<(DigitSet, u32)> = Vec::new();
                for digit in DigitSet::all(digits).iter().filter(|_| depth < length) {
                    known.step(states.len(), digit, &mut targets);
                    for number in targets.drain(..) {
                        // Often the digit leads to the same state as the previous digit.
                        match next.last_mut() {
                            Some((set, to)) if *to == number => set.insert(digit),
                            _ => next.push((DigitSet::single(digit), number)),
                        }
                    }
                    if known.count() > Self::MOST {
                        return None;
                    }
                }
                states.push((known.accepts(states.len()), next));
            }
            end = known.count();
        }
        Self::new(states)
    }

    /// The number of states; state 0 is the start.
    pub fn states(&self) -> usize {
        self.states.len()
    }

    /// Whether the state is accepting: a word may end in it.
    ///
    /// # Panics
    /// If there is no such state.
    pub fn is_accepting(&self, state: usize) -> bool {
        self.states[state].accepts
    }

    /// The transitions of a state: sets of digits, each with its target state.
    ///
    /// # Panics
    /// If there is no such state.
    pub fn transitions(&self, state: usize) -> &[(DigitSet, u32)] {
        &self.states[state].next
    }

    /// Whether some word of the first `digits` digits that agrees with `cells` is accepted.
    pub(super) fn accepts(&self, digits: usize, cells: &[Option<Digit>]) -> bool {
        let (mut now, mut next) = (vec![0], Vec::new());
        let mut marked = vec![usize::MAX; self.states.len()];
        for (at, cell) in cells.iter().enumerate() {
            let read = cell.map_or(DigitSet::all(digits), DigitSet::single);
            next.clear();
            for &state in &now {
                for &(set, to) in &self.states[state as usize].next {
                    if !(set & read).is_empty() && marked[to as usize] != at {
                        marked[to as usize] = at;
                        next.push(to);
                    }
                }
            }
            std::mem::swap(&mut now, &mut next);
        }
        now.iter().any(|&state| self.states[state as usize].accepts)
    }
}

/// States by their numbers. With this trait, code that does not depend on the type of the states is compiled only once.
trait Branches {
    /// Appends the numbers of the states that a digit leads to.
    fn step(&mut self, state: usize, digit: Digit, targets: &mut Vec<u32>);

    fn accepts(&self, state: usize) -> bool;

    /// The number of all states so far.
    fn count(&self) -> usize;
}

/// No state.
const NONE: u32 = u32::MAX;

/// The states found so far.
struct Known<S, F, A> {
    states: Vec<S>,
    /// The last state of each hash.
    latest: FxHashMap<u64, u32>,
    /// For each state, the previous state with the same hash.
    before: Vec<u32>,
    reached: Vec<S>,
    step: F,
    accepts: A,
}

fn hash<S: Hash>(state: &S) -> u64 {
    FxBuildHasher.hash_one(state)
}

impl<S: Eq + Hash, F: FnMut(&S, Digit, &mut Vec<S>), A: Fn(&S) -> bool> Branches for Known<S, F, A> {
    fn step(&mut self, state: usize, digit: Digit, targets: &mut Vec<u32>) {
        (self.step)(&self.states[state], digit, &mut self.reached);
        for target in self.reached.drain(..) {
            let hash = hash(&target);
            let latest = self.latest.get(&hash).copied().unwrap_or(NONE);
            let mut number = latest;
            while number != NONE && self.states[number as usize] != target {
                number = self.before[number as usize];
            }
            if number == NONE {
                number = self.states.len() as u32;
                self.states.push(target);
                self.before.push(latest);
                self.latest.insert(hash, number);
            }
            targets.push(number);
        }
    }

    fn accepts(&self, state: usize) -> bool {
        (self.accepts)(&self.states[state])
    }

    fn count(&self) -> usize {
        self.states.len()
    }
}

/// The transitions, with each target once.
fn merged(mut next: Vec<(DigitSet, u32)>) -> Box<[(DigitSet, u32)]> {
    next.retain(|(set, _)| !set.is_empty());
    next.sort_by_key(|&(_, to)| to);
    next.dedup_by(|later, kept| {
        let same = later.1 == kept.1;
        if same {
            kept.0 |= later.0;
        }
        same
    });
    next.into()
}
