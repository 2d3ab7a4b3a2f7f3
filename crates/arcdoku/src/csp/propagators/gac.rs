//! All-different, generalized arc consistent.
//!
//! J.-C. Regin, "A filtering algorithm for constraints of difference in CSPs", AAAI 1994: find a matching that
//! assigns a different digit to every variable, and orient the edges of the variable-digit graph by it. An edge that
//! is neither in the matching, nor on an even alternating path from a free digit, nor inside a strongly connected
//! component is in no matching, so its digit is removed.
//!
//! ```text
//!   variable --matched--> its digit           Contracted to variables: x -> y where y's matched
//!   digit --possible--> other variables       digit is in x's domain, and one more node "free"
//!                                             that stands for all unmatched digits.
//! ```
//!
//! Every removal is explained by a *Hall set*: variables that together have exactly as many digits as there are
//! variables (P. Hall 1935). The trace contains this set.

use crate::csp::domain::Var;
use crate::csp::propagator::{Conflict, Context, Cost, Propagator, Status, Strength};
use crate::csp::trace::{FailureKind, Reason, Trace};
use crate::grid::{Bits, Digit, DigitSet};

/// The variables of a house take different digits. Every digit that is not part of a full assignment of the house is
/// removed.
#[derive(Debug)]
pub struct AllDifferentGac {
    vars: Box<[Var]>,
    /// The matching of the last run, from position to digit index. It is only a hint: pairs that do not fit the current
    /// domains are matched again, so the matching need not be restored when the search backtracks.
    matched: Vec<Option<u8>>,
    /// The edges of the contracted graph in the current run: one row of bits per position, and the last row for the
    /// free node. This is scratch memory, kept because allocating it in every run is slower.
    successors: Box<[u128; 65]>,
}

/// The node of the contracted graph that represents all unmatched digits.
const FREE: u128 = 1 << 64;

impl AllDifferentGac {
    /// All-different over `vars`. More than 64 variables have no solution, because there are at most 64 digits.
    pub fn new(vars: Box<[Var]>) -> Self {
        let matched = vec![None; vars.len()];
        Self { vars, matched, successors: Box::new([0; 65]) }
    }

    /// Repairs the matching to fit the domains. Returns the position that each digit is matched to, or
    /// `None` if there is no matching.
    fn rematch<T: Trace>(&mut self, cx: &Context<'_, T>) -> Option<[Option<u8>; 64]> {
        let mut owner = [None; 64];
        for (x, &var) in self.vars.iter().enumerate() {
            match self.matched[x] {
                Some(d) if cx.domain(var).contains(Digit::from_index(d.into())) => {
                    owner[d as usize] = Some(x as u8);
                }
                _ => self.matched[x] = None,
            }
        }
        for x in 0..self.vars.len() {
            if self.matched[x].is_none() && !self.augment(x, cx, &mut owner) {
                return None;
            }
        }
        Some(owner)
    }

    /// Searches for an augmenting path from the unmatched position `start`, breadth first.
    fn augment<T: Trace>(&mut self, start: usize, cx: &Context<'_, T>, owner: &mut [Option<u8>; 64]) -> bool {
        let mut reached = DigitSet::EMPTY;
        // For each reached digit, the position from which it was reached.
        let mut from = [0_u8; 64];
        let mut queue = [0_u8; 65];
        queue[0] = start as u8;
        let (mut head, mut tail) = (0, 1);
        while head < tail {
            let x = queue[head];
            head += 1;
            for digit in cx.domain(self.vars[x as usize]).minus(reached) {
                reached.insert(digit);
                from[digit.index()] = x;
                if let Some(y) = owner[digit.index()] {
                    queue[tail] = y;
                    tail += 1;
                    continue;
                }
                // Exchange matched and unmatched edges along the path, back to its start.
                let mut digit = digit.index();
                loop {
                    let x = from[digit] as usize;
                    owner[digit] = Some(x as u8);
                    match self.matched[x].replace(digit as u8) {
                        Some(previous) if x != start => digit = previous as usize,
                        _ => return true,
                    }
                }
            }
        }
        false
    }

    /// Fills `successors`.
    fn connect<T: Trace>(&mut self, cx: &Context<'_, T>, owner: &[Option<u8>; 64]) {
        for (row, &var) in self.successors.iter_mut().zip(&self.vars) {
            *row = cx
                .domain(var)
                .iter()
                .fold(0, |row, digit| row | owner[digit.index()].map_or(FREE, |y| 1 << y));
        }
        let all = if self.vars.len() == 64 { u64::MAX } else { (1 << self.vars.len()) - 1 };
        self.successors[64] = all.into();
    }
}

/// The strongly connected component of `seed` among `positions`: the nodes that it reaches and that reach it.
fn component(seed: usize, positions: usize, successors: &[u128; 65]) -> u128 {
    let forward = reach(1 << seed, successors);
    let mut backward = 1_u128 << seed;
    loop {
        let before = backward;
        for (x, &row) in successors.iter().enumerate().take(positions) {
            if row & backward != 0 {
                backward |= 1 << x;
            }
        }
        if successors[64] & backward != 0 {
            backward |= FREE;
        }
        if backward == before {
            return forward & backward;
        }
    }
}

/// The positions that use up the digits `gone`: all positions that the owners of these digits reach.
fn hall_set(gone: DigitSet, owner: &[Option<u8>; 64], successors: &[u128; 65]) -> u64 {
    let owners = gone.iter().filter_map(|digit| owner[digit.index()]).fold(0_u128, |set, x| set | 1 << x);
    reach(owners, successors) as u64
}

/// Everything that `start` reaches, including itself.
fn reach(start: u128, successors: &[u128; 65]) -> u128 {
    let (mut reached, mut fresh) = (start, start);
    while fresh != 0 {
        let mut next = 0;
        while fresh != 0 {
            next |= successors[fresh.trailing_zeros() as usize];
            fresh &= fresh - 1;
        }
        fresh = next & !reached;
        reached |= next;
    }
    reached
}

/// Returns the digits of the variables with one digit. Fails if two of them have the same.
fn decided<T: Trace>(vars: &[Var], cx: &mut Context<'_, T>) -> Result<DigitSet, Conflict> {
    let mut taken = DigitSet::EMPTY;
    for &var in vars {
        let set = cx.domain(var);
        if set.is_single() {
            if !(taken & set).is_empty() {
                return Err(cx.fail(FailureKind::Clash));
            }
            taken |= set;
        }
    }
    Ok(taken)
}

impl<T: Trace> Propagator<T> for AllDifferentGac {
    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn strength(&self) -> Strength {
        Strength::Domain
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        if self.vars.len() > 64 {
            // Positions are bits of a word in the code below.
            return Err(cx.fail(FailureKind::Pigeonhole));
        }
        // The cheap and frequent case: other variables still have the digit of a decided variable.
        let taken = decided(&self.vars, cx)?;
        for &var in &self.vars {
            if !cx.domain(var).is_single() {
                cx.exclude(var, taken, Reason::Taken)?;
            }
        }
        let Some(owner) = self.rematch(cx) else { return Err(cx.fail(FailureKind::Pigeonhole)) };
        self.connect(cx, &owner);
        let successors = &self.successors;
        let mut open = 0_u128;
        for (x, &var) in self.vars.iter().enumerate() {
            if !cx.domain(var).is_single() {
                open |= 1 << x;
            }
        }
        if open == 0 {
            return Ok(Status::Entailed);
        }
        // x keeps the digits that are matched inside its component, and loses the others.
        let mut rest = open;
        while rest != 0 {
            let seed = rest.trailing_zeros() as usize;
            let component = component(seed, self.vars.len(), successors);
            for x in Bits((component & open) as u64) {
                let var = self.vars[x];
                let keep: DigitSet = cx
                    .domain(var)
                    .iter()
                    .filter(|digit| match owner[digit.index()] {
                        Some(y) => component >> y & 1 == 1,
                        None => component & FREE != 0,
                    })
                    .collect();
                if keep != cx.domain(var) {
                    let gone = cx.domain(var).minus(keep);
                    let hall = if T::WATCHES { hall_set(gone, &owner, successors) } else { 0 };
                    cx.narrow(var, keep, Reason::HallSet(hall))?;
                }
            }
            rest &= !(component | 1 << seed);
        }
        Ok(Status::Fixpoint)
    }
}
