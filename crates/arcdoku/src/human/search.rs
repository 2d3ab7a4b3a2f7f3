//! Looking for steps in one state.

use std::ops::ControlFlow;

use super::candidates::Candidates;
use super::options::Options;
use super::registry::{Family, Finder, Technique, Techniques};
use super::step::Step;
use super::technique;

/// How much is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The step that a solver applies, and nothing else.
    First,
    /// Every instance.
    All,
}

/// Where steps go; it may say enough.
pub type Sink<'s> = &'s mut dyn FnMut(Step) -> ControlFlow<()>;

/// Memory that families keep from search to search. What they hold of a state is forgotten with it.
#[derive(Debug, Default)]
pub struct Scratch {
    pub(super) als: technique::als::Scratch,
    pub(super) chain: technique::chain::Scratch,
    pub(super) fish: technique::fish::Scratch,
    pub(super) forcing: technique::forcing::Scratch,
    pub(super) links: technique::links::Scratch,
    pub(super) rectangle: technique::rectangle::Scratch,
    pub(super) se: technique::se::Scratch,
}

/// A search for steps in one state.
pub struct Search<'a> {
    pub(super) state: &'a Candidates,
    pub(super) options: &'a Options,
    pub(super) scratch: &'a mut Scratch,
}

impl<'a> Search<'a> {
    /// A search in a state. It forgets what the scratch memory held of another.
    pub fn new(state: &'a Candidates, options: &'a Options, scratch: &'a mut Scratch) -> Self {
        scratch.als.forget();
        scratch.chain.forget();
        scratch.fish.forget();
        scratch.links.forget();
        scratch.rectangle.forget();
        Self { state, options, scratch }
    }

    /// The step that a solver applies, of techniques of one family.
    pub fn first(&mut self, family: Family, wanted: Techniques) -> Option<Step> {
        let mut found = None;
        let _ = self.find(family, wanted, Extent::First, &mut |step| {
            found = Some(step);
            ControlFlow::Break(())
        });
        found
    }

    /// Every instance of these techniques, family by family.
    pub fn all(&mut self, wanted: Techniques) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut families: Vec<Family> = wanted.iter().map(Technique::family).collect();
        families.dedup();
        for family in families {
            let _ = self.find(family, wanted & Techniques::family(family), Extent::All, &mut |step| {
                steps.push(step);
                ControlFlow::Continue(())
            });
        }
        steps
    }

    /// Pushes steps of techniques of one family into `out` until it says enough.
    pub fn find(
        &mut self,
        family: Family,
        wanted: Techniques,
        extent: Extent,
        out: Sink<'_>,
    ) -> ControlFlow<()> {
        match family.finder() {
            Finder::Sound(find) => find(self, wanted, extent, out),
            Finder::Uniqueness(find) => match self.options.proper {
                Some(proper) => find(self, proper, wanted, extent, out),
                None => ControlFlow::Continue(()),
            },
            Finder::None => ControlFlow::Continue(()),
        }
    }
}
