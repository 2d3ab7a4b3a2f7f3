//! The order of steps, for searches that collect all steps before they choose one.

use std::collections::HashMap;

use crate::deduction::{Candidate, Step};

/// The weight of eliminations: cell indices and digit indices, by digit and then by cell.
///
/// Among steps with the same number of eliminations, the lightest comes first. Later candidates have a greater weight,
/// so different eliminations rarely have equal weights (B. Hobiger's "index sum").
pub(super) fn weight(gone: impl IntoIterator<Item = (usize, usize)>) -> usize {
    gone.into_iter().enumerate().map(|(at, (cell, digit))| (1 + 80 * at) * cell + digit + 1).sum()
}

/// Collects one step for each set of eliminations: the first step with the fewest cells.
#[derive(Debug, Default)]
pub(super) struct FewestCells {
    steps: Vec<(usize, Step)>,
    /// The position of the step with these eliminations.
    positions: HashMap<Vec<Candidate>, usize>,
}

impl FewestCells {
    pub(super) fn push(&mut self, cells: usize, step: Step) {
        let position = *self.positions.entry(step.eliminations.clone()).or_insert(self.steps.len());
        match self.steps.get_mut(position) {
            None => self.steps.push((cells, step)),
            Some(old) if cells < old.0 => *old = (cells, step),
            Some(_) => {}
        }
    }

    /// The steps, in the order in which their eliminations were found.
    pub(super) fn into_steps(self) -> impl Iterator<Item = Step> {
        self.steps.into_iter().map(|(_, step)| step)
    }
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
