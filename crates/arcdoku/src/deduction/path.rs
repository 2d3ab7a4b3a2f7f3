//! The path of a puzzle: repeated application of the simplest step, for all finders.

use std::ops::ControlFlow;

use crate::puzzle::{Budget, Limit, Limits, WorkProgress};

/// The next step in a state, or the reason why there is none. `S` is the form in which the finder represents steps.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Next<S> {
    /// The simplest step.
    Step(S),
    /// All cells are filled, and every rule is obeyed.
    Solved,
    /// No technique finds a step.
    Stuck,
    /// There is no solution.
    Broken,
}

impl<S> Next<S> {
    /// Converts the step to a different form.
    pub fn map<T>(self, map: impl FnOnce(S) -> T) -> Next<T> {
        match self {
            Self::Step(step) => Next::Step(map(step)),
            Self::Solved => Next::Solved,
            Self::Stuck => Next::Stuck,
            Self::Broken => Next::Broken,
        }
    }
}

/// The reason why a path ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PathEnd {
    /// All cells are filled.
    Solved,
    /// No technique applies.
    Stuck,
    /// A cell has no candidate, or a digit has no place.
    Broken,
    /// A limit was reached.
    Stopped(Limit),
    /// The caller ended the path.
    Enough,
}

/// Takes the `next` step of a state until there is none; the last argument of `next` is the number of steps so far.
/// `take` applies a step, and may end the path. Both use the same finders. The number of `open` cells is reported as
/// progress before each step.
pub(crate) fn walk<F, T, S>(
    finders: &mut F,
    state: &mut T,
    limits: &Limits<'_>,
    open: impl Fn(&T) -> usize,
    mut next: impl FnMut(&mut F, &T, &Budget<'_>, u64) -> Result<Next<S>, Limit>,
    mut take: impl FnMut(&mut F, &mut T, S) -> ControlFlow<()>,
) -> PathEnd {
    let (budget, mut count) = (limits.start(), 0);
    loop {
        let left = open(state);
        if left > 0 {
            budget.report(WorkProgress::CellsLeft(left));
        }
        match next(finders, state, &budget, count) {
            Ok(Next::Step(step)) => {
                count += 1;
                if take(finders, state, step).is_break() {
                    return PathEnd::Enough;
                }
            }
            Ok(Next::Solved) => return PathEnd::Solved,
            Ok(Next::Stuck) => return PathEnd::Stuck,
            Ok(Next::Broken) => return PathEnd::Broken,
            Err(limit) => return PathEnd::Stopped(limit),
        }
    }
}
