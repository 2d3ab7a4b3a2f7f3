//! Lists in which every digit occurs equally often.
//!
//! For each digit, the largest certain count of a list and the smallest possible count of a list bound the count in
//! all lists. This is domain consistent for lists of one variable, and weaker otherwise. The bounds on occurrences
//! are the bounds of cardinality constraints (J.-C. Régin 1996), without the flow.

use crate::csp::domain::Var;
use crate::csp::propagator::{Conflict, Context, Past, Propagator, Status, Strength, all_lost, learns};
use crate::csp::propagators::contain::keep_needed;
use crate::csp::propagators::relaxed::Seen;
use crate::csp::trace::{Literal, Trace};
use crate::grid::{Bits, Digit, DigitSet};

/// Every digit occurs equally often in all lists.
#[derive(Debug)]
pub struct SameValues {
    lists: Box<[Box<[Var]>]>,
    vars: Box<[Var]>,
    /// Scratch memory: the bounds of each list.
    bounds: Box<[Bounds]>,
}

/// For each digit, the certain and the possible number of its occurrences in a list.
#[derive(Clone, Debug)]
struct Bounds {
    certain: [u16; 64],
    possible: [u16; 64],
}

impl SameValues {
    /// Lists of equal length. For lists of different lengths, the propagator always fails.
    pub fn new(lists: Vec<Box<[Var]>>) -> Self {
        let mut vars: Vec<Var> = lists.concat();
        vars.sort_unstable();
        vars.dedup();
        let bounds = vec![Bounds { certain: [0; 64], possible: [0; 64] }; lists.len()].into();
        Self { lists: lists.into(), vars: vars.into(), bounds }
    }
}

impl<T: Trace> Propagator<T> for SameValues {
    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn strength(&self) -> Strength {
        if self.lists.iter().all(|list| list.len() == 1) { Strength::Domain } else { Strength::Check }
    }

    /// Explains the literal by a digit that one list has more often than another list can have it.
    fn explain(&self, literal: Option<Literal>, past: &dyn Past, because: &mut Vec<Literal>) {
        if !learns::<T>() {
            return;
        }
        let seen =
            |list: &[Var]| -> Vec<Seen> { list.iter().map(|&var| Seen::new(var, literal, past)).collect() };
        let lists: Vec<Vec<Seen>> = self.lists.iter().map(|list| seen(list)).collect();
        let all = lists.iter().flatten().fold(DigitSet::EMPTY, |all, seen| all | seen.now | seen.initial);
        for digit in all {
            let single = DigitSet::single(digit);
            let certain = |list: &Vec<Seen>| list.iter().filter(|seen| seen.now == single).count();
            let possible = |list: &Vec<Seen>| list.iter().filter(|seen| seen.now.contains(digit)).count();
            let (Some(most), Some(least)) = (
                lists.iter().max_by_key(|list| certain(list)),
                lists.iter().min_by_key(|list| possible(list)),
            ) else {
                continue;
            };
            let enough = possible(least) + 1;
            if certain(most) >= enough {
                for seen in most.iter().filter(|seen| seen.now == single).take(enough) {
                    seen.explain(single, past, because);
                }
                for seen in least.iter().filter(|seen| !seen.now.contains(digit)) {
                    seen.explain(!single, past, because);
                }
                return;
            }
        }
        all_lost(&self.vars, literal, past, because);
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        if self.lists.windows(2).any(|pair| pair[0].len() != pair[1].len()) {
            return Err(cx.fail_because(|space| space.lost(self.vars.iter().copied())));
        }
        let before = cx.space().eliminations();
        let open = self.vars.iter().any(|&var| !cx.domain(var).is_single());
        // For each digit: the largest certain count in a list, and the smallest possible count in a list.
        let (mut least, mut most) = ([0_u16; 64], [u16::MAX; 64]);
        for (list, bounds) in self.lists.iter().zip(&mut self.bounds) {
            *bounds = Bounds { certain: [0; 64], possible: [0; 64] };
            for &var in &**list {
                let domain = cx.domain(var);
                for digit in Bits(domain.bits()) {
                    bounds.possible[digit] += 1;
                }
                if let Some(digit) = domain.only() {
                    bounds.certain[digit.index()] += 1;
                }
            }
            for digit in 0..64 {
                least[digit] = least[digit].max(bounds.certain[digit]);
                most[digit] = most[digit].min(bounds.possible[digit]);
            }
        }
        if least.iter().zip(&most).any(|(least, most)| least > most) {
            return Err(cx.fail_because(|space| space.lost(self.vars.iter().copied())));
        }
        for (list, bounds) in self.lists.iter().zip(&self.bounds) {
            // The digits that already occur often enough in this list, and the digits that need all their places in it.
            let (mut full, mut needed) = (DigitSet::EMPTY, DigitSet::EMPTY);
            for digit in 0..64 {
                let (certain, possible) = (bounds.certain[digit], bounds.possible[digit]);
                if certain < possible {
                    let single = DigitSet::single(Digit::from_index(digit));
                    if certain == most[digit] {
                        full |= single;
                    } else if possible == least[digit] {
                        needed |= single;
                    }
                }
            }
            keep_needed(list, full, needed, &self.vars, cx)?;
        }
        if cx.space().eliminations() != before {
            return Ok(Status::NotAtFixpoint);
        }
        Ok(if open { Status::Fixpoint } else { Status::Entailed })
    }
}
