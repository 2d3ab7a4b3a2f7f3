//! Lines whose ends determine the digits between them.

use crate::grid::{Digit, DigitSet};

/// For each pair of digits of the first two cells, the digits that all other cells may hold.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ends {
    digits: usize,
    allowed: Box<[Option<DigitSet>]>,
}

impl Ends {
    /// Calls `allowed` for each pair of the first `digits` digits. It returns the digits that the other cells may hold,
    /// or `None` if no line may have these ends.
    pub fn new(digits: usize, mut allowed: impl FnMut(Digit, Digit) -> Option<DigitSet>) -> Self {
        let all = DigitSet::all(digits);
        let pairs = all.iter().flat_map(|first| all.iter().map(move |second| (first, second)));
        Self { digits, allowed: pairs.map(|(first, second)| allowed(first, second)).collect() }
    }

    /// The digits between these ends; `None` if no line has them.
    pub fn between(&self, first: Digit, second: Digit) -> Option<DigitSet> {
        self.allowed.get(first.index() * self.digits + second.index()).copied().flatten()
    }

    pub(super) fn holds(&self, digits: usize, cells: &[Option<Digit>]) -> bool {
        let [first, second, inner @ ..] = cells else { return true };
        let set = |end: &Option<Digit>| end.map_or(DigitSet::all(digits), DigitSet::single);
        let taken: DigitSet = inner.iter().flatten().copied().collect();
        let fits = |allowed: DigitSet| taken.is_subset(allowed) && (inner.is_empty() || !allowed.is_empty());
        set(first).iter().any(|a| set(second).iter().any(|b| self.between(a, b).is_some_and(fits)))
    }
}
