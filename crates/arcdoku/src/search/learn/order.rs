//! The choice of literals: activities in a heap, and remembered signs.
//!
//! Activities follow EVSIDS (M. W. Moskewicz and others, "Chaff", 2001; N. Een and N. Sorensson, "An extensible
//! SAT-solver", 2003): candidates of recent conflicts come first. A candidate gets the sign that it had last or, in the
//! stable mode, its sign in the longest assignment without a conflict (A. Biere and M. Fleury, "Chasing target phases",
//! 2020).

use fastrand::Rng;

use crate::search::learn::state::Lit;

/// Stands for a candidate that has had no sign yet.
const UNKNOWN: u8 = 2;

#[derive(Debug)]
pub(super) struct Order {
    activity: Vec<f64>,
    increment: f64,
    heap: Vec<u32>,
    /// The place of each candidate in the heap, or `OUT`.
    place: Vec<u32>,
    /// The last sign of each candidate: 0, 1 or unknown.
    last: Vec<u8>,
    target: Vec<u8>,
    best: Vec<u8>,
    target_length: usize,
    best_length: usize,
    rng: Rng,
}

const OUT: u32 = u32::MAX;

/// If an activity exceeds this limit, all activities are scaled down.
const LARGEST: f64 = 1e100;

impl Order {
    /// An order of `count` candidates. `weight` returns the initial activity of a candidate, between 0 and 1; a seed
    /// other than 0 adds a random part.
    pub(super) fn new(count: usize, seed: u64, weight: impl Fn(usize) -> f64) -> Self {
        let mut rng = Rng::with_seed(seed);
        let mut random = |_| if seed == 0 { 0.0 } else { rng.f64() * 1e-3 };
        let activity = (0..count).map(|candidate| weight(candidate) * 1e-3 + random(candidate)).collect();
        let mut order = Self {
            activity,
            increment: 1.0,
            heap: Vec::with_capacity(count),
            place: vec![OUT; count],
            last: vec![UNKNOWN; count],
            target: vec![UNKNOWN; count],
            best: vec![UNKNOWN; count],
            target_length: 0,
            best_length: 0,
            rng,
        };
        (0..count as u32).for_each(|candidate| order.insert(candidate));
        order
    }

    pub(super) fn insert(&mut self, candidate: u32) {
        if self.place[candidate as usize] == OUT {
            self.place[candidate as usize] = self.heap.len() as u32;
            self.heap.push(candidate);
            self.up(self.heap.len() - 1);
        }
    }

    fn up(&mut self, mut at: usize) {
        let candidate = self.heap[at];
        let activity = self.activity[candidate as usize];
        while at > 0 {
            let parent = (at - 1) / 2;
            let other = self.heap[parent];
            if self.activity[other as usize] >= activity {
                break;
            }
            self.heap[at] = other;
            self.place[other as usize] = at as u32;
            at = parent;
        }
        self.heap[at] = candidate;
        self.place[candidate as usize] = at as u32;
    }

    fn down(&mut self, mut at: usize) {
        let candidate = self.heap[at];
        let activity = self.activity[candidate as usize];
        loop {
            let mut child = 2 * at + 1;
            if child >= self.heap.len() {
                break;
            }
            let of = |place: usize| self.activity[self.heap[place] as usize];
            if child + 1 < self.heap.len() && of(child + 1) > of(child) {
                child += 1;
            }
            if of(child) <= activity {
                break;
            }
            let other = self.heap[child];
            self.heap[at] = other;
            self.place[other as usize] = at as u32;
            at = child;
        }
        self.heap[at] = candidate;
        self.place[candidate as usize] = at as u32;
    }

    /// Takes the most active candidate.
    pub(super) fn pop(&mut self) -> Option<u32> {
        let first = *self.heap.first()?;
        let last = self.heap.pop()?;
        self.place[first as usize] = OUT;
        if last != first {
            self.heap[0] = last;
            self.place[last as usize] = 0;
            self.down(0);
        }
        Some(first)
    }

    /// The activity of the most active candidate in the heap.
    pub(super) fn highest(&self) -> f64 {
        self.heap.first().map_or(0.0, |&candidate| self.activity[candidate as usize])
    }

    pub(super) fn activity(&self, lit: Lit) -> f64 {
        self.activity[lit.candidate()]
    }

    /// Records that the candidate was part of a conflict.
    pub(super) fn bump(&mut self, candidate: usize) {
        self.activity[candidate] += self.increment;
        if self.activity[candidate] > LARGEST {
            self.activity.iter_mut().for_each(|activity| *activity /= LARGEST);
            self.increment /= LARGEST;
        }
        if self.place[candidate] != OUT {
            self.up(self.place[candidate] as usize);
        }
    }

    /// Reduces the weight of all current activities.
    pub(super) fn decay(&mut self, factor: f64) {
        self.increment /= factor;
    }

    /// Puts a candidate that is open again back into the heap, and remembers its sign.
    pub(super) fn reopen(&mut self, lit: Lit) {
        self.last[lit.candidate()] = u8::from(lit.holds());
        self.insert(lit.candidate() as u32);
    }

    /// The next time that the candidate is chosen, it gets the positive sign.
    pub(super) fn prefer(&mut self, candidate: u32) {
        self.last[candidate as usize] = 1;
        self.target[candidate as usize] = 1;
    }

    /// The literal of a candidate with the sign that it gets.
    pub(super) fn sign(&self, candidate: u32, stable: bool) -> Lit {
        let at = candidate as usize;
        let known = [if stable { self.target[at] } else { UNKNOWN }, self.last[at]];
        let takes = known.into_iter().find(|&sign| sign != UNKNOWN).is_none_or(|sign| sign == 1);
        if takes { Lit::is(candidate) } else { Lit::is_not(candidate) }
    }

    /// Stores the signs of an assignment without a conflict, if it is the longest so far.
    pub(super) fn aim(&mut self, trail: &[Lit]) {
        let remember = |signs: &mut [u8]| {
            trail.iter().for_each(|lit| signs[lit.candidate()] = u8::from(lit.holds()));
        };
        if trail.len() > self.target_length {
            self.target_length = trail.len();
            remember(&mut self.target);
        }
        if trail.len() > self.best_length {
            self.best_length = trail.len();
            remember(&mut self.best);
        }
    }

    pub(super) fn forget_lengths(&mut self) {
        (self.target_length, self.best_length) = (0, 0);
    }

    /// Replaces the stored signs. Rounds are counted from 0. Every other round restores the signs of the best
    /// assignment; the other rounds set all signs to true, to false or at random.
    pub(super) fn rephase(&mut self, round: u64) {
        match round % 6 {
            0 => self.last.fill(1),
            2 => self.last.fill(0),
            4 => self.last.iter_mut().for_each(|sign| *sign = u8::from(self.rng.bool())),
            _ => {
                let known = self.last.iter_mut().zip(&self.best).filter(|(_, best)| **best != UNKNOWN);
                known.for_each(|(last, best)| *last = *best);
                self.best_length = 0;
            }
        }
        self.target.fill(UNKNOWN);
        self.target_length = 0;
    }
}
