//! Finders of steps: their input, and queries to a set of finders.

use std::ops::ControlFlow;

use super::candidates::Candidates;
use super::options::Options;
use super::step::Step;
use super::technique::{Family, Technique, Techniques};
use crate::puzzle::{Budget, Limit, Proper};

/// The instances of a technique that a search reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The step that a solver applies.
    First,
    /// Every instance.
    All,
}

/// The request to a finder.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepQuery {
    /// Techniques of one family.
    pub(crate) wanted: Techniques,
    pub(crate) extent: Extent,
}

/// Receiver of steps; it ends the search with [`ControlFlow::Break`].
pub type Sink<'s> = &'s mut dyn FnMut(Step) -> ControlFlow<()>;

/// A search for steps in one state, with the memory `S` that its finders keep from state to state.
#[derive(Debug)]
pub(crate) struct Search<'a, S> {
    pub(crate) state: &'a Candidates,
    pub(crate) options: &'a Options,
    pub(crate) scratch: &'a mut S,
    /// The budget is borrowed, because searches are passed from one set of finders to another.
    pub(crate) budget: &'a Budget<'a>,
}

/// Breaks if a limit was reached. Finders that may take longer than some milliseconds without a step call it.
#[inline]
pub(crate) fn go_on(budget: &Budget<'_>) -> ControlFlow<()> {
    if budget.check(0).is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

/// The finder of a family.
pub(crate) enum Finder<S> {
    /// For techniques that are valid in every puzzle.
    Sound(fn(&mut Search<'_, S>, StepQuery, Sink<'_>) -> ControlFlow<()>),
    /// For techniques that assume a unique solution.
    Uniqueness(fn(&mut Search<'_, S>, Proper, StepQuery, Sink<'_>) -> ControlFlow<()>),
}

/// The memory of a set of finders, and the finders.
pub(crate) trait Finders: Sized {
    /// The finder of a family, if the set has one.
    fn finder(family: Family) -> Option<Finder<Self>>;

    /// Drops the data of the last state.
    fn forget(&mut self);

    /// Pushes steps of techniques of one family into `out` until `out` returns `Break`.
    fn find(
        search: &mut Search<'_, Self>,
        family: Family,
        query: StepQuery,
        out: Sink<'_>,
    ) -> ControlFlow<()> {
        match Self::finder(family) {
            Some(Finder::Sound(find)) => find(search, query, out),
            Some(Finder::Uniqueness(find)) => match search.options.evidence() {
                Some(proper) => find(search, proper, query, out),
                None => ControlFlow::Continue(()),
            },
            None => ControlFlow::Continue(()),
        }
    }
}

impl<'a, S: Finders> Search<'a, S> {
    pub(crate) fn new(
        state: &'a Candidates,
        options: &'a Options,
        scratch: &'a mut S,
        budget: &'a Budget<'a>,
    ) -> Self {
        scratch.forget();
        Self { state, options, scratch, budget }
    }

    /// The step that a solver applies, for techniques of one family. `None` if no step is found, or if a limit was
    /// reached, which the budget then reports.
    #[inline]
    pub(crate) fn first(&mut self, family: Family, wanted: Techniques) -> Option<Step> {
        let mut found = None;
        // The result can be ignored, because the budget still reports a limit that was reached. Steps are large, so a
        // step is stored directly instead of being returned.
        let _ = self.find(family, wanted, Extent::First, &mut |step| {
            found = Some(step);
            ControlFlow::Break(())
        });
        found
    }

    /// Every instance of these techniques, family by family.
    pub(crate) fn all(&mut self, wanted: Techniques) -> Result<Vec<Step>, Limit> {
        let mut steps = Vec::new();
        self.each(wanted, &mut |step| {
            steps.push(step);
            ControlFlow::Continue(())
        })?;
        Ok(steps)
    }

    /// Pushes every instance of these techniques into `out`, family by family, until `out` returns `Break` or a limit
    /// is reached.
    pub(crate) fn each(&mut self, wanted: Techniques, out: Sink<'_>) -> Result<(), Limit> {
        let mut families: Vec<Family> = wanted.iter().map(Technique::family).collect();
        families.dedup();
        let mut flow = ControlFlow::Continue(());
        for family in families {
            self.find(family, wanted & Techniques::family(family), Extent::All, &mut |step| {
                flow = out(step);
                flow
            })?;
            if flow.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Pushes steps of techniques of one family into `out` until `out` returns `Break` or a limit is reached.
    #[inline]
    pub(crate) fn find(
        &mut self,
        family: Family,
        wanted: Techniques,
        extent: Extent,
        out: Sink<'_>,
    ) -> Result<(), Limit> {
        self.budget.check(0)?;
        let query = StepQuery { wanted, extent };
        let flow = match extent {
            Extent::First => S::find(self, family, query, out),
            Extent::All => {
                let budget = self.budget;
                S::find(self, family, query, &mut |step| {
                    out(step)?;
                    go_on(budget)
                })
            }
        };
        if flow.is_break() { self.budget.check(0) } else { Ok(()) }
    }
}
