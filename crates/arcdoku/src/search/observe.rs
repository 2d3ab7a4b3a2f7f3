//! Observers of a search.

use std::cell::RefCell;
use std::rc::Rc;

use crate::csp::{
    Constraint, Failure, Implications, Listener, Literal, SearchEvent, Space, Step, Trace, Var, Watched,
};
use crate::grid::{Digit, DigitSet};

/// A node of the search tree at the moment when it is expanded.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Node<'a> {
    /// The number of open decisions above it.
    pub depth: usize,
    /// The chosen variable.
    pub var: Var,
    /// Its candidates.
    pub candidates: DigitSet,
    /// The state of the model.
    pub space: &'a Space,
}

/// Observes a search, and its propagation through [`Trace`]. Every method has an empty default.
///
/// A conflict-driven search reports nodes, solutions, restarts, and derived clauses. It does not report backtracks,
/// and reports only the propagation of its propagators.
pub trait Observer: Trace {
    /// A variable was chosen.
    fn node(&mut self, _node: &Node<'_>) {}

    /// A value is about to be tried, while `depth` decisions are open.
    fn trying(&mut self, _depth: usize, _var: Var, _digit: Digit) {}

    /// A conflict-driven search is about to decide that a variable does not take a value; `depth` decisions are open.
    fn excluding(&mut self, _depth: usize, _var: Var, _digit: Digit) {}

    /// A tried value was undone; `space` has the state before the trial.
    fn backtrack(&mut self, _depth: usize, _var: Var, _digit: Digit, _space: &Space) {}

    /// Propagation reached a fixpoint without a contradiction.
    fn fixpoint(&mut self, _depth: usize, _space: &Space) {}

    /// Every variable of the solution is decided.
    fn solution(&mut self, _depth: usize, _space: &Space) {}

    /// The search restarts from the root. A search that learns may keep its first decisions.
    fn restart(&mut self) {}

    /// A conflict-driven search met a contradiction that follows from decisions. The clause is
    /// [learned](Self::learned) next: the search returns to the level of the second literal, the highest level of all
    /// literals except the first, and there the first literal follows. The negation of the first literal is the first
    /// unique implication point. The graph is read only if it is used.
    fn conflict(&mut self, _clause: &[Literal], _graph: &dyn Implications) {}

    /// A conflict-driven search uses an implication of the constraints: one of the literals holds. This is called only
    /// for inferences that are not singles, before the call for the [learned](Self::learned) clause that needs the
    /// implication. The constraint is given if a single constraint that is not a house implies it.
    fn deduced(&mut self, _clause: &[Literal], _constraint: Option<&Constraint>) {}

    /// A conflict-driven search learned that one of the literals holds. This follows by unit propagation from the
    /// constraints, the earlier deduced and learned clauses, and the exclusion of solutions that were already found.
    /// An empty clause means that there are no more solutions.
    fn learned(&mut self, _clause: &[Literal]) {}

    /// A conflict-driven search forgets a learned clause. The order of its literals may have changed.
    fn forgotten(&mut self, _clause: &[Literal]) {}

    /// Whether the search should end before the next node. A sink can end the search only at a solution; this method
    /// can end it at any node.
    #[inline]
    fn is_over(&self) -> bool {
        false
    }
}

impl Observer for () {}

/// Adapts an observer to a listener.
struct Observed<'a, T>(&'a mut T);

/// Wraps an observer in [`Watched`], so propagators and searches are compiled once for all observers.
pub(crate) fn watched<T: Observer>(observer: &mut T) -> Watched<'_> {
    Watched::new(Rc::new(RefCell::new(Observed(observer))))
}

impl<T: Observer> Listener for Observed<'_, T> {
    fn narrowed(&mut self, step: &Step<'_>) {
        self.0.narrowed(step);
    }

    fn failed(&mut self, failure: &Failure<'_>) {
        self.0.failed(failure);
    }

    fn hear(&mut self, event: &SearchEvent<'_>) {
        match *event {
            SearchEvent::Node { depth, var, candidates, space } => {
                self.0.node(&Node { depth, var, candidates, space });
            }
            SearchEvent::Trying { depth, var, digit } => self.0.trying(depth, var, digit),
            SearchEvent::Excluding { depth, var, digit } => self.0.excluding(depth, var, digit),
            SearchEvent::Backtrack { depth, var, digit, space } => self.0.backtrack(depth, var, digit, space),
            SearchEvent::Fixpoint { depth, space } => self.0.fixpoint(depth, space),
            SearchEvent::Solution { depth, space } => self.0.solution(depth, space),
            SearchEvent::Restart => self.0.restart(),
            SearchEvent::Explained { literal, because } => self.0.explained(literal, because),
            SearchEvent::Conflict { clause, graph } => self.0.conflict(clause, graph),
            SearchEvent::Deduced { clause, constraint } => self.0.deduced(clause, constraint),
            SearchEvent::Learned(clause) => self.0.learned(clause),
            SearchEvent::Forgotten(clause) => self.0.forgotten(clause),
        }
    }

    fn explains(&self) -> bool {
        self.0.explains()
    }

    fn is_over(&self) -> bool {
        self.0.is_over()
    }
}

impl Observer for Watched<'_> {
    fn node(&mut self, node: &Node<'_>) {
        let Node { depth, var, candidates, space } = *node;
        self.hear(&SearchEvent::Node { depth, var, candidates, space });
    }

    fn trying(&mut self, depth: usize, var: Var, digit: Digit) {
        self.hear(&SearchEvent::Trying { depth, var, digit });
    }

    fn excluding(&mut self, depth: usize, var: Var, digit: Digit) {
        self.hear(&SearchEvent::Excluding { depth, var, digit });
    }

    fn backtrack(&mut self, depth: usize, var: Var, digit: Digit, space: &Space) {
        self.hear(&SearchEvent::Backtrack { depth, var, digit, space });
    }

    fn fixpoint(&mut self, depth: usize, space: &Space) {
        self.hear(&SearchEvent::Fixpoint { depth, space });
    }

    fn solution(&mut self, depth: usize, space: &Space) {
        self.hear(&SearchEvent::Solution { depth, space });
    }

    fn restart(&mut self) {
        self.hear(&SearchEvent::Restart);
    }

    fn conflict(&mut self, clause: &[Literal], graph: &dyn Implications) {
        self.hear(&SearchEvent::Conflict { clause, graph });
    }

    fn deduced(&mut self, clause: &[Literal], constraint: Option<&Constraint>) {
        self.hear(&SearchEvent::Deduced { clause, constraint });
    }

    fn learned(&mut self, clause: &[Literal]) {
        self.hear(&SearchEvent::Learned(clause));
    }

    fn forgotten(&mut self, clause: &[Literal]) {
        self.hear(&SearchEvent::Forgotten(clause));
    }

    fn is_over(&self) -> bool {
        self.has_ended()
    }
}
