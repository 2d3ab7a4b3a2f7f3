//! Searches for steps in one state, with the techniques of all modules.

use std::ops::ControlFlow;

use crate::deduction::{
    self, Candidates, Extent, Family, Finder, Finders, Options, Sink, Step, StepQuery, Techniques,
};
use crate::puzzle::{Budget, Limit, Limits};
use crate::{explainer, human};

/// Memory that searches keep between states.
#[derive(Debug, Default)]
pub struct RateScratch {
    human: human::HumanScratch,
    explainer: explainer::ExplainerScratch,
}

impl Finders for RateScratch {
    fn finder(_: Family) -> Option<Finder<Self>> {
        None
    }

    fn forget(&mut self) {
        self.human.forget();
        self.explainer.forget();
    }

    fn find(
        search: &mut deduction::Search<'_, Self>,
        family: Family,
        query: StepQuery,
        out: Sink<'_>,
    ) -> ControlFlow<()> {
        let deduction::Search { state, options, budget, .. } = *search;
        let RateScratch { human, explainer } = &mut *search.scratch;
        Finders::find(&mut human::Search { state, options, scratch: human, budget }, family, query, out)?;
        Finders::find(
            &mut explainer::Search { state, options, scratch: explainer, budget },
            family,
            query,
            out,
        )
    }
}

/// A search for steps in one state.
#[derive(Debug)]
pub struct Search<'a> {
    state: &'a Candidates,
    options: &'a Options,
    scratch: &'a mut RateScratch,
    budget: Budget<'a>,
}

impl<'a> Search<'a> {
    /// Starts a search in a state. Clears the data of the previous state.
    pub fn new(
        state: &'a Candidates,
        options: &'a Options,
        scratch: &'a mut RateScratch,
        limits: &Limits<'a>,
    ) -> Self {
        scratch.forget();
        Self { state, options, scratch, budget: limits.start() }
    }

    fn inner(&mut self) -> deduction::Search<'_, RateScratch> {
        let Self { state, options, scratch, budget } = self;
        deduction::Search { state, options, scratch, budget }
    }

    /// The step that a solver applies, for techniques of one family.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn first(&mut self, family: Family, wanted: Techniques) -> Result<Option<Step>, Limit> {
        let found = self.inner().first(family, wanted);
        if found.is_none() {
            self.budget.check(0)?;
        }
        Ok(found)
    }

    /// Every instance of these techniques, family by family.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn all(&mut self, wanted: Techniques) -> Result<Vec<Step>, Limit> {
        self.inner().all(wanted)
    }

    /// Pushes steps of techniques of one family into `out` until `out` returns `Break`.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn find(
        &mut self,
        family: Family,
        wanted: Techniques,
        extent: Extent,
        out: Sink<'_>,
    ) -> Result<(), Limit> {
        self.inner().find(family, wanted, extent, out)
    }
}
