//! Digits that must occur among some variables, domain consistent.
//!
//! Each required digit needs a different variable, so the digits and their variables are a matching. A variable that
//! occurs in every matching keeps only the required digits that some matching assigns to it. If digits occur exactly as
//! often as required, a variable that has no other digit must be matched as well. A matching that covers these
//! variables and a matching that covers the digits can be combined to one that covers both (N. S. Mendelsohn and A. L.
//! Dulmage, "Some generalizations of the problem of distinct representatives", Canadian Journal of Mathematics 10,
//! 1958).

use crate::csp::domain::Var;
use crate::csp::propagator::{Conflict, Context, Cost, Propagator, Status, Strength};
use crate::csp::propagators::count::repeats;
use crate::csp::trace::Trace;
use crate::grid::{Bits, Digit, DigitSet, Matching};

/// The largest number of variables for which a matching is computed.
const MOST_MATCHED: usize = 16;

/// Each required digit occurs at least as often, or exactly as often, as required.
#[derive(Debug)]
pub struct Contain {
    vars: Box<[Var]>,
    /// The required digits in ascending order, repeated as often as they are required.
    items: Box<[Digit]>,
    listed: DigitSet,
    exactly: bool,
    repeats: bool,
}

impl Contain {
    /// Creates the constraint. A digit that is listed twice must occur twice.
    pub fn new(vars: Box<[Var]>, digits: &[Digit], exactly: bool) -> Self {
        let mut items: Box<[Digit]> = digits.into();
        items.sort_unstable();
        let repeats = repeats(&vars);
        Self { vars, listed: items.iter().copied().collect(), items, exactly, repeats }
    }

    /// Counts each digit separately. This is complete for a single required digit, and sufficient for many variables,
    /// among which digits rarely compete for places.
    fn count<T: Trace>(&self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        let Self { vars, items, exactly, .. } = self;
        let (mut certain, mut possible, mut open) = ([0_usize; 64], [0_usize; 64], false);
        for &var in vars {
            let domain = cx.domain(var);
            for digit in Bits((domain & self.listed).bits()) {
                possible[digit] += 1;
            }
            match domain.only() {
                Some(digit) => certain[digit.index()] += 1,
                None => open = true,
            }
        }
        let (mut full, mut needed, mut settled) = (DigitSet::EMPTY, DigitSet::EMPTY, true);
        for same in items.chunk_by(|a, b| a == b) {
            let (digit, wanted) = (same[0], same.len());
            let (certain, possible) = (certain[digit.index()], possible[digit.index()]);
            if possible < wanted || *exactly && certain > wanted {
                return Err(cx.fail_because(|space| space.lost(vars.iter().copied())));
            }
            settled &= certain >= wanted && (!*exactly || possible == wanted);
            if certain == possible {
                continue;
            }
            if *exactly && certain == wanted {
                full.insert(digit);
            } else if possible == wanted {
                needed.insert(digit);
            }
        }
        let before = cx.space().eliminations();
        keep_needed(vars, full, needed, vars, cx)?;
        if settled || !open {
            return Ok(Status::Entailed);
        }
        Ok(if cx.space().eliminations() == before { Status::Fixpoint } else { Status::NotAtFixpoint })
    }

    /// Whether each digit is counted separately, without a matching.
    fn is_counted(&self) -> bool {
        self.listed.is_single() || self.vars.len() > MOST_MATCHED
    }
}

/// A matching of all these items with accepted places in `places`, if any.
fn match_all(admitted: &[u64], items: u64, places: u64) -> Option<Matching> {
    let mut matching = Matching::new();
    Bits(items).all(|item| matching.add(item, |item| admitted[item] & places).is_ok()).then_some(matching)
}

/// Narrows the undecided variables of `vars`, because of the constraint on `scope`: removes digits that occur as often
/// as allowed, and keeps only the required digits in a variable that is needed for one of them.
pub(super) fn keep_needed<T: Trace>(
    vars: &[Var],
    full: DigitSet,
    needed: DigitSet,
    scope: &[Var],
    cx: &mut Context<'_, T>,
) -> Result<(), Conflict> {
    if full.is_empty() && needed.is_empty() {
        return Ok(());
    }
    for &var in vars {
        let domain = cx.domain(var);
        if domain.is_single() {
            continue;
        }
        let mut keep = domain.minus(full);
        if !(keep & needed).is_empty() {
            keep &= needed;
        }
        let others = scope.iter().copied().filter(|&other| other != var);
        cx.exclude_because(var, !keep, |space| space.lost(others))?;
    }
    Ok(())
}

impl<T: Trace> Propagator<T> for Contain {
    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn strength(&self) -> Strength {
        if self.repeats || self.is_counted() && !self.listed.is_single() {
            Strength::Check
        } else {
            Strength::Domain
        }
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        if self.is_counted() {
            return self.count(cx);
        }
        let Self { vars, items, listed, exactly, .. } = self;
        if items.len() > vars.len() {
            return Err(cx.fail_because(|space| space.lost(vars.iter().copied())));
        }
        // The possible positions of each item, and the possible items of each position.
        let (mut places, mut choices) = ([0_u64; MOST_MATCHED], [0_u64; MOST_MATCHED]);
        // The variables whose domains contain only required digits.
        let mut bound = 0_u64;
        for (x, &var) in vars.iter().enumerate() {
            let domain = cx.domain(var);
            bound |= u64::from(*exactly && domain.is_subset(*listed)) << x;
            for (i, &item) in items.iter().enumerate() {
                let is_possible = u64::from(domain.contains(item));
                places[i] |= is_possible << x;
                choices[x] |= is_possible << i;
            }
        }
        let all_items = u64::MAX.unbounded_shr(64 - items.len() as u32);
        let all = u64::MAX >> (64 - vars.len());
        // Whether all items and all bound positions can be matched.
        let is_matched = |items: u64, positions: u64| match_all(&places, items, positions).is_some();
        let is_covered = |positions: u64, items: u64| match_all(&choices, positions, items).is_some();
        let Some(matching) = match_all(&places, all_items, all).filter(|_| is_covered(bound, all_items))
        else {
            return Err(cx.fail_because(|space| space.lost(vars.iter().copied())));
        };
        let before = cx.space().eliminations();
        let mut open = false;
        for (x, &var) in vars.iter().enumerate() {
            let domain = cx.domain(var);
            if domain.is_single() {
                continue;
            }
            open = true;
            let (others, rest) = (all & !(1 << x), bound & !(1 << x));
            let is_unused = matching.owner(x).is_none();
            // Whether the variable may take a digit that is not required.
            let is_free = (is_unused || is_matched(all_items, others))
                && (rest == bound && is_unused || is_covered(rest, all_items));
            let mut keep = match (is_free, *exactly) {
                (true, false) => continue,
                (true, true) => domain.minus(*listed),
                (false, _) => DigitSet::EMPTY,
            };
            for (i, &item) in items.iter().enumerate() {
                let is_first = i == 0 || items[i - 1] != item;
                let other_items = all_items & !(1 << i);
                let fits = || is_matched(other_items, others) && is_covered(rest, other_items);
                if is_first && domain.contains(item) && fits() {
                    keep.insert(item);
                }
            }
            let other_vars = vars.iter().copied().filter(|&other| other != var);
            cx.exclude_because(var, !keep, |space| space.lost(other_vars))?;
        }
        if !open {
            return Ok(Status::Entailed);
        }
        // Lost places of a variable affect earlier variables only if it occurs twice.
        let changed = cx.space().eliminations() != before;
        Ok(if changed && self.repeats { Status::NotAtFixpoint } else { Status::Fixpoint })
    }
}
