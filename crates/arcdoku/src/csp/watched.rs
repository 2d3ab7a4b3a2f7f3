//! A single trace type for listeners of any type.

use std::cell::RefCell;
use std::rc::Rc;

use crate::csp::constraint::Constraint;
use crate::csp::domain::Var;
use crate::csp::space::Space;
use crate::csp::trace::{Failure, Implications, Literal, Step, Trace};
use crate::grid::{Digit, DigitSet};

/// A listener to propagation and to a search, of any type.
pub(crate) trait Listener {
    /// Receives [`Trace::narrowed`].
    fn narrowed(&mut self, step: &Step<'_>);

    /// Receives [`Trace::failed`].
    fn failed(&mut self, failure: &Failure<'_>);

    /// Receives all other events of a search.
    fn hear(&mut self, _event: &SearchEvent<'_>) {}

    /// Whether the listener receives explanations; see [`Trace::explains`].
    fn explains(&self) -> bool {
        false
    }

    /// Whether the listener needs no further events, so the search may end.
    fn is_over(&self) -> bool {
        false
    }
}

/// An event of a search for its observer.
pub(crate) enum SearchEvent<'a> {
    Node { depth: usize, var: Var, candidates: DigitSet, space: &'a Space },
    Trying { depth: usize, var: Var, digit: Digit },
    Excluding { depth: usize, var: Var, digit: Digit },
    Backtrack { depth: usize, var: Var, digit: Digit, space: &'a Space },
    Fixpoint { depth: usize, space: &'a Space },
    Solution { depth: usize, space: &'a Space },
    Restart,
    Explained { literal: Option<Literal>, because: &'a [Literal] },
    Conflict { clause: &'a [Literal], graph: &'a dyn Implications },
    Deduced { clause: &'a [Literal], constraint: Option<&'a Constraint> },
    Learned(&'a [Literal]),
    Forgotten(&'a [Literal]),
}

/// A trace for any listener: propagators are compiled only once for all listeners.
#[derive(Clone)]
pub(crate) struct Watched<'a>(Rc<RefCell<dyn Listener + 'a>>);

impl<'a> Watched<'a> {
    pub(crate) fn new(listener: Rc<RefCell<dyn Listener + 'a>>) -> Self {
        Self(listener)
    }

    pub(crate) fn hear(&self, event: &SearchEvent<'_>) {
        self.0.borrow_mut().hear(event);
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.0.borrow().is_over()
    }
}

impl Trace for Watched<'_> {
    fn narrowed(&mut self, step: &Step<'_>) {
        self.0.borrow_mut().narrowed(step);
    }

    fn failed(&mut self, failure: &Failure<'_>) {
        self.0.borrow_mut().failed(failure);
    }

    fn explains(&self) -> bool {
        self.0.borrow().explains()
    }

    fn explained(&mut self, literal: Option<Literal>, because: &[Literal]) {
        self.hear(&SearchEvent::Explained { literal, because });
    }
}
