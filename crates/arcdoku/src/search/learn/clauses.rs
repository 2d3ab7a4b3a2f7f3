//! Clauses: one arena, two watched literals each, and the reduction of learned ones.
//!
//! ```text
//!   arena   length | lbd, use, is deleted | literals ...     one after the other; a clause is its offset
//!   watches for each literal the clauses to visit when it becomes false, with a literal that may satisfy them
//! ```
//!
//! Watched literals are due to M. W. Moskewicz and others ("Chaff", 2001). The LBD of a clause is the number of levels
//! of its literals (G. Audemard and L. Simon, "Predicting learnt clauses quality in modern SAT solvers", 2009). Clauses
//! with a low LBD are kept.

use crate::search::learn::state::{Clash, LearnState, Lit, Why};

/// The number of words of a clause before its literals.
const HEADER: usize = 2;

/// Clauses with an LBD up to `KEPT` are always kept. Unused clauses with an LBD up to `MIDDLE` are kept for one more
/// round.
const KEPT: u32 = 2;
const MIDDLE: u32 = 6;

/// The LBD of a clause that is never reduced.
pub(super) const ALWAYS: u32 = 0;

const DELETED: u32 = 1 << 31;
const USED_SHIFT: u32 = 24;
const LBD_MASK: u32 = (1 << USED_SHIFT) - 1;

#[derive(Clone, Copy, Debug)]
struct Watch {
    clause: u32,
    /// A literal of the clause. While this literal is true, the clause need not be visited.
    blocker: Lit,
}

#[derive(Debug, Default)]
pub(super) struct Clauses {
    arena: Vec<u32>,
    watches: Vec<Vec<Watch>>,
    learned: Vec<u32>,
}

impl Clauses {
    pub(super) fn new(candidates: usize) -> Self {
        Self { arena: Vec::new(), watches: vec![Vec::new(); 2 * candidates], learned: Vec::new() }
    }

    fn length(&self, clause: u32) -> usize {
        self.arena[clause as usize] as usize
    }

    pub(super) fn literals(&self, clause: u32) -> impl Iterator<Item = Lit> + '_ {
        let start = clause as usize + HEADER;
        self.arena[start..start + self.length(clause)].iter().map(|&lit| Lit(lit))
    }

    /// Adds a clause of two literals or more; the first two are watched.
    pub(super) fn add(&mut self, literals: &[Lit], lbd: u32) -> u32 {
        let clause = self.arena.len() as u32;
        self.arena.push(literals.len() as u32);
        self.arena.push(lbd.min(LBD_MASK) | 2 << USED_SHIFT);
        self.arena.extend(literals.iter().map(|lit| lit.0));
        self.watches[literals[0].index()].push(Watch { clause, blocker: literals[1] });
        self.watches[literals[1].index()].push(Watch { clause, blocker: literals[0] });
        if lbd != ALWAYS {
            self.learned.push(clause);
        }
        clause
    }

    /// Visits the clauses that watch a literal after it has become false.
    #[inline]
    pub(super) fn visit(&mut self, state: &mut LearnState, falsified: Lit) -> Result<(), Clash> {
        let mut watches = std::mem::take(&mut self.watches[falsified.index()]);
        let (mut from, mut to) = (0, 0);
        let mut result = Ok(());
        'next: while from < watches.len() {
            let watch = watches[from];
            from += 1;
            if state.value(watch.blocker) == 1 {
                watches[to] = watch;
                to += 1;
                continue;
            }
            let start = watch.clause as usize + HEADER;
            let length = self.arena[watch.clause as usize] as usize;
            let literals = &mut self.arena[start..start + length];
            if literals[0] == falsified.0 {
                literals.swap(0, 1);
            }
            let first = Lit(literals[0]);
            let kept = Watch { clause: watch.clause, blocker: first };
            if first != watch.blocker && state.value(first) == 1 {
                watches[to] = kept;
                to += 1;
                continue;
            }
            for other in 2..length {
                if state.value(Lit(literals[other])) != -1 {
                    literals.swap(1, other);
                    self.watches[literals[1] as usize].push(kept);
                    continue 'next;
                }
            }
            watches[to] = kept;
            to += 1;
            if state.value(first) == -1 {
                result = Err(Clash::Clause(watch.clause));
                break;
            }
            state.assign(first, Why::Clause(watch.clause));
        }
        watches.copy_within(from.., to);
        watches.truncate(to + watches.len() - from);
        self.watches[falsified.index()] = watches;
        result
    }

    /// Records that the clause took part in a conflict. Its LBD may have decreased.
    pub(super) fn touch(&mut self, clause: u32, lbd: impl FnOnce(&mut dyn Iterator<Item = Lit>) -> u32) {
        let meta = self.arena[clause as usize + 1];
        let old = meta & LBD_MASK;
        if old <= KEPT {
            return;
        }
        let lbd = lbd(&mut self.literals(clause)).clamp(1, old);
        let used = if lbd <= MIDDLE { 2 } else { 1 };
        self.arena[clause as usize + 1] = lbd | used << USED_SHIFT;
    }

    /// Deletes three quarters of the learned clauses that were not used recently, the highest LBD first, and passes
    /// each to `deleted`.
    pub(super) fn reduce(
        &mut self,
        state: &mut LearnState,
        mut deleted: impl FnMut(&LearnState, &mut dyn Iterator<Item = Lit>),
    ) {
        let mut unused: Vec<(u32, u32, u32)> = Vec::new();
        let mut kept = Vec::new();
        for clause in std::mem::take(&mut self.learned) {
            let meta = self.arena[clause as usize + 1];
            let (lbd, used) = (meta & LBD_MASK, meta >> USED_SHIFT);
            let first = Lit(self.arena[clause as usize + HEADER]);
            let is_reason = state.value(first) == 1 && state.why(first) == Why::Clause(clause);
            if lbd <= KEPT || is_reason {
                kept.push(clause);
            } else if used > 0 {
                self.arena[clause as usize + 1] = lbd | (used - 1) << USED_SHIFT;
                kept.push(clause);
            } else {
                unused.push((lbd, self.length(clause) as u32, clause));
            }
        }
        unused.sort_unstable_by(|a, b| b.cmp(a));
        let (gone, rest) = unused.split_at(unused.len() * 3 / 4);
        kept.extend(rest.iter().map(|&(.., clause)| clause));
        kept.sort_unstable();
        for &(.., clause) in gone {
            deleted(state, &mut self.literals(clause));
            self.arena[clause as usize + 1] |= DELETED;
        }
        self.learned = kept;
        self.compact(state);
    }

    /// Closes the gaps that deleted clauses left in the arena.
    fn compact(&mut self, state: &mut LearnState) {
        let old = std::mem::take(&mut self.arena);
        let mut moved = vec![0_u32; old.len()];
        self.arena.reserve(old.len());
        let mut at = 0;
        while at < old.len() {
            let size = HEADER + old[at] as usize;
            if old[at + 1] & DELETED == 0 {
                moved[at] = self.arena.len() as u32;
                self.arena.extend_from_slice(&old[at..at + size]);
            } else {
                moved[at] = u32::MAX;
            }
            at += size;
        }
        for watches in &mut self.watches {
            watches.retain_mut(|watch| {
                watch.clause = moved[watch.clause as usize];
                watch.clause != u32::MAX
            });
        }
        for i in 0..state.trail.len() {
            if let Why::Clause(clause) = &mut state.whys[state.trail[i].candidate()] {
                *clause = moved[*clause as usize];
            }
        }
        self.learned.iter_mut().for_each(|clause| *clause = moved[*clause as usize]);
    }
}
