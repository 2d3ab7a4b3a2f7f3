//! Loading a model with clues or domains.

use crate::csp::domain::Var;
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

    /// Starts again with the clues of `puzzle`: all counters are zero, every propagator is on the
    /// agenda. A model that does not [fit](Self::fits) the puzzle is compiled for it first.
    pub fn load(&mut self, puzzle: &Puzzle) {
        if !self.fits(puzzle) {
            *self = Self::compile(puzzle, self.level);
        }
        self.start();
        for (i, given) in puzzle.givens().iter().enumerate() {
            if let Some(digit) = given {
                self.restrict(Var::new(i), DigitSet::single(*digit));
            }
        }
    }

    /// Starts again with the given domains for the first variables, each intersected with its initial
    /// domain; the other variables keep their initial domains. A domain of one digit decides its
    /// variable, at any level.
    pub fn load_domains(&mut self, domains: &[DigitSet]) {
        self.start();
        let variables = self.space.initial.len();
        for (i, &set) in domains.iter().enumerate().take(variables) {
            self.restrict(Var::new(i), set);
        }
    }

    /// Starts again with the initial domains: all counters are zero, every propagator is on the agenda.
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

    /// Narrows a domain before propagation, and decides the variable if one digit is left. The change
    /// is recorded on the trail, so that readers see it.
    fn restrict(&mut self, var: Var, set: DigitSet) {
        let Space { domains, initial, .. } = &mut self.space;
        let left = initial[var.index()] & set;
        if left != initial[var.index()] {
            domains.narrow(var, left);
        }
        if left.is_single() {
            domains.mark_decided(var);
        }
    }
}
