//! Limits of long loops.

use crate::LabelError;
use arcdoku::puzzle::{Budget, Limits, WorkProgress};

/// Number of steps between checks of the limits.
const STEPS_PER_LOOK: u64 = 1 << 12;

/// Counts the steps of a loop. From time to time, it checks the limits of the loop and reports the progress.
pub(super) struct StepClock<'a> {
    budget: Budget<'a>,
    steps: u64,
    next_look: u64,
}

impl<'a> StepClock<'a> {
    pub(super) fn new(limits: &Limits<'a>) -> Self {
        Self { budget: limits.start(), steps: 0, next_look: STEPS_PER_LOOK }
    }

    /// The number of steps so far.
    pub(super) fn steps(&self) -> u64 {
        self.steps
    }

    /// Counts more steps. Returns whether the limits were checked.
    #[inline]
    pub(super) fn tick(&mut self, steps: u64) -> Result<bool, LabelError> {
        self.steps += steps;
        if self.steps < self.next_look {
            return Ok(false);
        }
        self.next_look = self.steps + STEPS_PER_LOOK;
        self.budget.check(self.steps).map_err(LabelError::Limit)?;
        self.budget.report(WorkProgress::Nodes(self.steps));
        Ok(true)
    }
}
