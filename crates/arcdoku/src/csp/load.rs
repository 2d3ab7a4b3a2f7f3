//! Loading a model with clues or domains.

use crate::csp::propagate::Model;
use crate::csp::space::Space;
use crate::csp::trace::Trace;
use crate::grid::DigitSet;
use crate::puzzle::Puzzle;

impl<T: Trace> Model<T> {
    /// Whether the model was compiled for the shape and the rules of `puzzle`.
    pub fn fits(&self, puzzle: &Puzzle) -> bool {
        self.source.as_ref().is_some_and(|(shape, rules)| *shape == puzzle.shape() && rules == puzzle.rules())
    }

    /// Restarts with the clues of `puzzle`: all counters are zero, and every propagator is on the agenda. If the
    /// model does not [fit](Self::fits) the puzzle, it is compiled for the puzzle first.
    pub fn load(&mut self, puzzle: &Puzzle) {
        if !self.fits(puzzle) {
            *self = Self::compile(puzzle, self.level);
        }
        self.start();
        let clues = puzzle.givens().iter().map(|given| given.map(DigitSet::single));
        self.space.domains.restrict(clues);
    }

    /// Restarts with the given domains for the first variables, each intersected with its initial domain. The other
    /// variables keep their initial domains. A domain of one digit decides its variable, at any level.
    pub fn load_domains(&mut self, domains: &[DigitSet]) {
        self.start();
        self.space.domains.restrict(domains.iter().copied().map(Some));
    }

    /// Restarts with the initial domains: all counters are zero, and every propagator is on the agenda.
    pub fn start(&mut self) {
        let Space { domains, words, agenda, entailed, initial, undecided, .. } = &mut self.space;
        domains.reset(initial, undecided);
        words.reset();
        agenda.reset();
        entailed.clear();
        let space = &mut self.space;
        (space.runs, space.eliminations, space.revisions, space.failed_constraint) = (0, 0, 0, None);
        for posted in &mut self.propagators {
            posted.propagator.reset();
        }
    }
}
