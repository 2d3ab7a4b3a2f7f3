//! The state of a model: domains, trail, agenda, log and counters.

use crate::csp::domain::{Domains, Var};
use crate::csp::trace::{Failure, FailureKind, Reason, Scope, Step, Trace};
use crate::grid::{Bits, DigitSet};

/// Everything of a model but its propagators: what a heuristic looks at.
#[derive(Debug, Default)]
pub struct Space {
    pub(super) domains: Domains,
    pub(super) agenda: Agenda,
    /// The propagators that rest, newest last.
    pub(super) entailed: Vec<u32>,
    /// Whether a domain of one digit decides its variable.
    pub(super) eager: bool,
    /// Whether an empty domain is left for the search to find.
    pub(super) lenient: bool,
    pub(super) log: Log,
    /// Whether there is one propagator only: it need not be told of what it does itself.
    pub(super) alone: bool,
    pub(super) scopes: Vec<Scope>,
    /// The numbers of the scopes of each variable.
    pub(super) scopes_of: Lists<u32>,
    /// The variables that share a scope with each variable: a row of bits each.
    pub(super) neighbors: Vec<u64>,
    pub(super) runs: u64,
    pub(super) eliminations: u64,
    pub(super) revisions: u64,
    /// The scope in which the last contradiction was found.
    pub(super) failed_scope: Option<usize>,
}

/// What happened to domains, for a propagator that keeps a state of its own.
#[derive(Debug, Default)]
pub(super) struct Log {
    /// Whether anybody asks.
    pub(super) kept: bool,
    pub(super) removed: Vec<(Var, DigitSet)>,
    pub(super) restored: Vec<(Var, DigitSet)>,
}

/// Lists, one after the other in one allocation.
#[derive(Debug)]
pub(super) struct Lists<T> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self { starts: Vec::new(), items: Vec::new() }
    }
}

impl<T: Clone> Lists<T> {
    pub(super) fn new(lists: &[Vec<T>]) -> Self {
        let ends = lists.iter().scan(0, |sum, list| {
            *sum += list.len() as u32;
            Some(*sum)
        });
        Self { starts: std::iter::once(0).chain(ends).collect(), items: lists.concat() }
    }
}

impl<T> Lists<T> {
    #[inline]
    pub(super) fn get(&self, index: usize) -> &[T] {
        &self.items[self.starts[index] as usize..self.starts[index + 1] as usize]
    }
}

/// Which propagators have work to do: one bit each. Propagators of equal cost share a range of
/// words, cheaper ranges come first.
#[derive(Debug, Default)]
pub(super) struct Agenda {
    pub(super) pending: Vec<u64>,
    pub(super) resting: Vec<u64>,
    pub(super) classes: Vec<Class>,
    /// For each variable, the bits to set when it changes and when it is decided.
    pub(super) wakes: Lists<WakeWord>,
}

/// The words of the propagators of one cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Class {
    pub(super) start: u32,
    pub(super) end: u32,
    /// The bit, counted over all words, at which the next look begins.
    pub(super) next: u32,
}

/// Bits to set in one word of the agenda.
#[derive(Clone, Copy, Debug)]
pub(super) struct WakeWord {
    pub(super) word: u32,
    pub(super) changed: u64,
    pub(super) decided: u64,
}

impl Agenda {
    #[inline]
    fn wake(&mut self, var: Var, decided: bool) {
        for wake in self.wakes.get(var.index()) {
            self.pending[wake.word as usize] |=
                if decided { wake.changed | wake.decided } else { wake.changed };
        }
    }

    /// Takes the next propagator: of the cheapest cost with any, the next in turn. Taking turns
    /// keeps the first houses from being run again and again before the last ones are looked at.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<usize> {
        for class in &mut self.classes {
            let (first, offset) = (class.next / 64, class.next % 64);
            let words = class.end - class.start;
            for step in 0..=words {
                let mut word = first + step;
                if word >= class.end {
                    word -= words;
                }
                let mut bits = self.pending[word as usize] & !self.resting[word as usize];
                if step == 0 {
                    bits &= u64::MAX << offset;
                }
                if bits != 0 {
                    let bit = bits.trailing_zeros();
                    self.pending[word as usize] &= !(1 << bit);
                    class.next = word * 64 + bit;
                    return Some((word * 64 + bit) as usize);
                }
            }
        }
        None
    }

    pub(super) fn set(bits: &mut [u64], index: usize, value: bool) {
        let mask = 1 << (index % 64);
        if value {
            bits[index / 64] |= mask;
        } else {
            bits[index / 64] &= !mask;
        }
    }
}

impl Space {
    /// The domain of a variable.
    #[inline]
    pub fn domain(&self, var: Var) -> DigitSet {
        self.domains.sets[var.index()]
    }

    /// All domains, by variable index.
    #[inline]
    pub fn domains(&self) -> &[DigitSet] {
        &self.domains.sets
    }

    /// Whether a variable is decided.
    #[inline]
    pub fn is_decided(&self, var: Var) -> bool {
        self.domains.is_decided(var)
    }

    /// The undecided variables in index order.
    #[inline]
    pub fn undecided(&self) -> impl Iterator<Item = Var> {
        self.undecided_words()
            .iter()
            .enumerate()
            .flat_map(|(i, &word)| Bits(word).map(move |bit| Var::new(i * 64 + bit)))
    }

    /// The undecided variables as bits, 64 a word.
    #[inline]
    pub fn undecided_words(&self) -> &[u64] {
        &self.domains.undecided
    }

    /// Whether every variable is decided.
    pub fn is_complete(&self) -> bool {
        self.domains.undecided.iter().all(|&word| word == 0)
    }

    /// Whether a domain of one digit decides its variable at this level.
    #[inline]
    pub fn is_eager(&self) -> bool {
        self.eager
    }

    /// The undecided variables that share a constraint with `var`, each once.
    pub fn undecided_neighbors(&self, var: Var) -> impl Iterator<Item = Var> {
        let words = self.neighbors(var).iter().zip(self.undecided_words()).enumerate();
        words.flat_map(|(i, (&row, &word))| Bits(row & word).map(move |bit| Var::new(i * 64 + bit)))
    }

    /// The degree of a variable: how many of its neighbors are undecided.
    #[inline]
    pub fn degree(&self, var: Var) -> usize {
        let words = self.neighbors(var).iter().zip(self.undecided_words());
        words.map(|(&row, &word)| (row & word).count_ones() as usize).sum()
    }

    /// The variables that share a constraint with `var` as bits, 64 a word.
    #[inline]
    fn neighbors(&self, var: Var) -> &[u64] {
        let words = self.undecided_words().len();
        &self.neighbors[var.index() * words..(var.index() + 1) * words]
    }

    /// The scopes of the rules, by number.
    pub fn scopes(&self) -> &[Scope] {
        &self.scopes
    }

    /// The numbers of the scopes that `var` is in.
    pub fn scopes_of(&self, var: Var) -> &[u32] {
        self.scopes_of.get(var.index())
    }

    /// The number of the scope in which the last contradiction was found, if it has one.
    pub fn failed_scope(&self) -> Option<usize> {
        self.failed_scope
    }

    /// Propagator runs since the model was loaded.
    pub fn runs(&self) -> u64 {
        self.runs
    }

    /// Digits removed by propagators since the model was loaded. What the search chooses or
    /// forbids is not counted.
    pub fn eliminations(&self) -> u64 {
        self.eliminations
    }

    /// Arcs revised since the model was loaded (AC-3 only).
    pub fn revisions(&self) -> u64 {
        self.revisions
    }

    /// Narrows a domain and wakes whom it concerns; says whether that decided the variable. A
    /// propagator that is alone need not be told of what it does itself (`own`).
    #[inline]
    pub(super) fn change(&mut self, var: Var, left: DigitSet, own: bool) -> bool {
        self.domains.replace(var, left);
        let decides = self.eager && left.is_single();
        if decides {
            self.domains.mark_decided(var);
        }
        if !(own && self.alone) {
            self.wake(var);
        }
        decides
    }

    /// Puts the propagators that the last change concerns, one of `var`, on the agenda.
    #[inline]
    pub(super) fn wake(&mut self, var: Var) {
        self.agenda.wake(var, self.domains.is_decided(var));
        if self.log.kept
            && let Some(&(_, old)) = self.domains.trail.last()
        {
            self.log.removed.push((var, old.minus(self.domain(var))));
        }
    }

    #[cold]
    pub(super) fn report_step<T: Trace>(
        &self,
        scope: Option<usize>,
        var: Var,
        decides: bool,
        reason: Reason,
        trace: &mut T,
    ) {
        let left = self.domain(var);
        let removed = self.domains.trail.last().map_or(DigitSet::EMPTY, |(_, old)| old.minus(left));
        let scope = scope.map(|index| &self.scopes[index]);
        trace.narrowed(&Step { var, removed, left, decides, reason, scope, domains: self.domains() });
    }

    #[cold]
    pub(super) fn report_failure<T: Trace>(&self, scope: Option<usize>, kind: FailureKind, trace: &mut T) {
        let scope = scope.map(|index| &self.scopes[index]);
        trace.failed(&Failure { kind, scope, domains: self.domains() });
    }
}
