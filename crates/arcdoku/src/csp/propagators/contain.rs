//! Digits that must occur among some variables, domain consistent.
//!
//! Each required digit needs a variable of its own: a matching. A variable that all matchings use keeps only the
//! required digits that it has in one of them. If digits occur exactly as often as required, a variable that
//! has no other digit must be matched as well; a matching that covers the variables and one that covers the
//! digits give one that covers both (N. S. Mendelsohn and A. L. Dulmage, "Some generalizations of the problem of distinct
//! representatives", Canadian Journal of Mathematics 10, 1958).

use crate::csp::domain::Var;
use crate::csp::propagator::{Conflict, Context, Cost, Propagator, Status, Strength};
use crate::csp::propagators::count::repeats;
use crate::csp::trace::Trace;
use crate::grid::{Bits, Digit, DigitSet};

/// The number of variables up to which digits are matched to them.
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
    /// The variables that can take each item, as positions.
    places: Box<[u128]>,
}

impl Contain {
    /// A digit that is listed twice occurs twice.
    pub fn new(vars: Box<[Var]>, digits: &[Digit], exactly: bool) -> Self {
        let mut items: Box<[Digit]> = digits.into();
        items.sort_unstable();
        let places = vec![0; items.len()].into();
        let repeats = repeats(&vars);
        Self { vars, listed: items.iter().copied().collect(), items, exactly, repeats, places }
    }

    /// Each digit by itself: all that there is to know for a single one, and enough for many variables, among which
    /// digits rarely compete for places.
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

    /// Whether digits are counted one by one.
    fn is_counted(&self) -> bool {
        self.listed.is_single() || self.vars.len() > MOST_MATCHED
    }

    fn run<T: Trace>(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        if self.is_counted() {
            return self.count(cx);
        }
        let Self { vars, items, listed, exactly, places, .. } = self;
        if items.len() > vars.len() {
            return Err(cx.fail_because(|space| space.lost(vars.iter().copied())));
        }
        // Variables without a digit that is not listed.
        let mut bound = 0_u128;
        for place in &mut **places {
            *place = 0;
        }
        for (x, &var) in vars.iter().enumerate() {
            let domain = cx.domain(var);
            bound |= u128::from(*exactly && domain.is_subset(*listed)) << x;
            for (place, &item) in places.iter_mut().zip(&**items) {
                *place |= u128::from(domain.contains(item)) << x;
            }
        }
        let all = u128::MAX >> (128 - vars.len());
        let Some(owner) = matching(places, all, usize::MAX).filter(|_| covers(places, bound, usize::MAX))
        else {
            return Err(cx.fail_because(|space| space.lost(vars.iter().copied())));
        };
        let used = owner.iter().fold(0_u128, |used, &x| used | 1 << x);
        let before = cx.space().eliminations();
        let mut open = false;
        for (x, &var) in vars.iter().enumerate() {
            let domain = cx.domain(var);
            if domain.is_single() {
                continue;
            }
            open = true;
            let (bit, rest) = (1_u128 << x, bound & !(1 << x));
            // May it take a digit that fills no place?
            let is_free = (used & bit == 0 || matching(places, all & !bit, usize::MAX).is_some())
                && (rest == bound && used & bit == 0 || covers(places, rest, usize::MAX));
            let mut keep = match (is_free, *exactly) {
                (true, false) => continue,
                (true, true) => domain.minus(*listed),
                (false, _) => DigitSet::EMPTY,
            };
            for (i, &item) in items.iter().enumerate() {
                let is_first = i == 0 || items[i - 1] != item;
                let fits =
                    || matching(places, all & !bit, i).is_some() && (rest == 0 || covers(places, rest, i));
                if is_first && domain.contains(item) && fits() {
                    keep.insert(item);
                }
            }
            let others = vars.iter().copied().filter(|&other| other != var);
            cx.exclude_because(var, !keep, |space| space.lost(others))?;
        }
        if !open {
            return Ok(Status::Entailed);
        }
        // Places that a variable gave up may change what is left for those before it only if it occurs twice.
        let changed = cx.space().eliminations() != before;
        Ok(if changed && self.repeats { Status::NotAtFixpoint } else { Status::Fixpoint })
    }
}

/// Matches every item but `without` to one of `positions` of its own.
fn matching(places: &[u128], positions: u128, without: usize) -> Option<Vec<usize>> {
    let mut item_at = [usize::MAX; 128];
    for item in (0..places.len()).filter(|&item| item != without) {
        let mut tried = 0;
        if !augment(item, places, positions, &mut item_at, &mut tried) {
            return None;
        }
    }
    Some(Bits(positions).filter(|&x| item_at[x] != usize::MAX).collect())
}

fn augment(
    item: usize,
    places: &[u128],
    positions: u128,
    item_at: &mut [usize; 128],
    tried: &mut u128,
) -> bool {
    loop {
        let left = places[item] & positions & !*tried;
        if left == 0 {
            return false;
        }
        let x = left.trailing_zeros() as usize;
        *tried |= 1 << x;
        if item_at[x] == usize::MAX || augment(item_at[x], places, positions, item_at, tried) {
            item_at[x] = item;
            return true;
        }
    }
}

/// Whether each of these positions can be matched to an item of its own, other than `without`.
fn covers(places: &[u128], positions: u128, without: usize) -> bool {
    fn augment(x: usize, places: &[u128], taken: &mut [usize], tried: &mut [bool]) -> bool {
        for item in 0..places.len() {
            if places[item] >> x & 1 == 1 && !tried[item] {
                tried[item] = true;
                if taken[item] == usize::MAX || augment(taken[item], places, taken, tried) {
                    taken[item] = x;
                    return true;
                }
            }
        }
        false
    }
    if positions == 0 {
        return true;
    }
    let mut taken = vec![usize::MAX; places.len()];
    Bits(positions).all(|x| {
        let mut tried = vec![false; places.len()];
        if let Some(tried) = tried.get_mut(without) {
            *tried = true;
        }
        augment(x, places, &mut taken, &mut tried)
    })
}

/// Removes the digits that occur as often as they may, and leaves those that are needed wherever they are possible:
/// in the open ones of `vars`, because of `scope`.
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

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Status {
        self.run(cx).unwrap_or(Status::Failed)
    }
}
