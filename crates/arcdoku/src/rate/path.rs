//! The path of a puzzle: repeated application of the simplest step.

use std::cell::Cell;
use std::ops::ControlFlow;

use super::profile::{Entry, Level, Profile};
use super::search::RateScratch;
use crate::deduction::{
    self, Candidate, Candidates, Family, Next, Options, PathEnd, Pattern, Search, Step, Technique,
};
use crate::puzzle::{Budget, Limit, Limits, Solution, WorkProgress};

/// A step with its score.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PathStep {
    /// The step.
    pub step: Step,
    /// The level of the technique.
    pub level: Level,
    /// The score of the technique.
    pub score: u32,
}

/// A path from a state, with its rating.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Path {
    /// The steps, in order.
    pub steps: Vec<PathStep>,
    /// The level of the hardest step, raised while the score is above the limit of the level; the level is extreme for
    /// a path that does not solve the puzzle.
    pub level: Level,
    /// The sum of the scores of all steps.
    pub score: u32,
    /// The reason why the path ended.
    pub end: PathEnd,
}

impl Path {
    /// The state before each step.
    pub fn states(&self, start: &Candidates) -> impl Iterator<Item = (Candidates, &PathStep)> {
        let mut state = start.clone();
        self.steps.iter().map(move |step| {
            let before = state.clone();
            step.step.apply(&mut state);
            (before, step)
        })
    }
}

/// Applies the simplest step until the puzzle is solved or no technique applies.
///
/// With the `solution`, a path that is stuck gets the digit of a cell (the "brute force" of the scale) and continues.
pub fn solve(
    start: &Candidates,
    profile: &Profile,
    options: &Options,
    solution: Option<&Solution>,
    limits: &Limits<'_>,
) -> Path {
    let mut steps = Vec::new();
    let mut scratch = RateScratch::default();
    let (level, score, end) =
        solve_with(start.clone(), profile, options, solution, limits, &mut scratch, &mut |_, step| {
            steps.push(step.clone());
            ControlFlow::Continue(())
        });
    Path { steps, level, score, end }
}

/// Like [`solve`], but passes each step, with the state before it, to `each` instead of collecting all steps. The
/// caller may end the path ([`PathEnd::Enough`]); level and score are then the level and score of the steps so far.
pub fn solve_with(
    mut state: Candidates,
    profile: &Profile,
    options: &Options,
    solution: Option<&Solution>,
    limits: &Limits<'_>,
    scratch: &mut RateScratch,
    each: &mut dyn FnMut(&Candidates, &PathStep) -> ControlFlow<()>,
) -> (Level, u32, PathEnd) {
    let (mut level, mut score) = (Level::Easy, 0);
    let all = profile.entries.iter().filter(|entry| entry.enabled).count();
    let end = deduction::walk(
        scratch,
        &mut state,
        limits,
        |state| state.empty().len(),
        |scratch, state, budget, count| {
            if state.is_full() {
                return Ok(Next::Solved);
            }
            budget.check(count)?;
            let tried = Cell::new(0);
            let wanted = |entry: &Entry| {
                budget.report(WorkProgress::Techniques { done: tried.get(), all });
                tried.set(tried.get() + usize::from(entry.enabled));
                entry.enabled
            };
            Ok(match next_step(state, profile, options, solution, scratch, budget, wanted)? {
                Some((step, entry)) => Next::Step(PathStep { step, level: entry.level, score: entry.score }),
                None if state.is_broken() => Next::Broken,
                None => Next::Stuck,
            })
        },
        |_, state, step| {
            level = level.max(step.level);
            score += step.score;
            each(state, &step)?;
            step.step.apply(state);
            ControlFlow::Continue(())
        },
    );
    let level = match end {
        PathEnd::Solved | PathEnd::Enough => profile.raised(level, score),
        _ => Level::Extreme,
    };
    (level, score, end)
}

/// The simplest step of a state, and its row in the profile.
pub(crate) fn next_step<'p>(
    state: &Candidates,
    profile: &'p Profile,
    options: &Options,
    solution: Option<&Solution>,
    scratch: &mut RateScratch,
    budget: &Budget<'_>,
    wanted: impl Fn(&Entry) -> bool,
) -> Result<Option<(Step, &'p Entry)>, Limit> {
    let mut search = Search::new(state, options, scratch, budget);
    for entry in profile.entries.iter().filter(|entry| wanted(entry)) {
        if entry.family == Family::Reveal {
            if let Some(step) = solution.and_then(|solution| reveal(state, solution)) {
                return Ok(Some((step, entry)));
            }
            continue;
        }
        if let Some(step) = search.first(entry.family, entry.techniques) {
            return Ok(Some((step, entry)));
        }
    }
    budget.check(0)?;
    Ok(None)
}

/// Reveals the digit of the middle one of the empty cells.
fn reveal(state: &Candidates, solution: &Solution) -> Option<Step> {
    let empty = state.empty();
    let cell = empty.iter().nth(empty.len() / 2)?;
    let at = Candidate { cell, digit: solution.at(cell) };
    Some(Step::placing(Technique::Reveal, at, Pattern::Revealed))
}
