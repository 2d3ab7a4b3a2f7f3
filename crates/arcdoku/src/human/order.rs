//! The order of the steps of one search, where a search collects all before one is taken.

/// The weight of what a step takes away: cell indices and digit indices, by digit and then by cell.
///
/// Of steps with as many eliminations the lightest comes first. Later ones weigh more, so that different
/// eliminations seldom weigh the same (B. Hobiger's "index sum").
pub(super) fn weight(gone: impl IntoIterator<Item = (usize, usize)>) -> usize {
    gone.into_iter().enumerate().map(|(at, (cell, digit))| (1 + 80 * at) * cell + digit + 1).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_candidates_weigh_more() {
        assert_eq!(weight([(8, 1), (1, 7)]), 8 + 2 + 81 + 8);
        assert!(weight([(8, 1), (1, 7)]) < weight([(1, 7), (2, 7)]));
        assert_eq!(weight([]), 0);
    }
}
