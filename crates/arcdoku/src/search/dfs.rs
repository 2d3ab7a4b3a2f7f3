//! The search loop: depth first, with an explicit stack.
//!
//! ```text
//!   stack   [ variable, value, values not yet tried, mark ]   one frame per open decision
//!   state   the domains of the model: the root's fixpoint narrowed by the decisions on the stack
//! ```
//!
//! One loop implements every strategy. A 64x64 puzzle needs no more machine stack than a 4x4 puzzle.

use std::ops::ControlFlow;

use crate::choice::choices;
use crate::csp::{Mark, Model, Space, Var};
use crate::grid::{Digit, DigitSet};
use crate::puzzle::{Budget, Limit};
use crate::search::observe::{Node, Observer};
use crate::search::select::{Heuristics, TieBreak, ValueOrder, VariableOrder, choose};
use crate::search::stats::Stats;

choices! {
    /// How the search continues after a value failed.
    ///
    /// Refutation is 2-way branching. A search that learns jumps back to the level at which only one literal of the
    /// learned clause can still be true. WebAssembly modules search with `dom-wdeg` instead.
    #[non_exhaustive]
    pub enum Branching {
        /// try the next value of the same variable
        DWay = "d-way",
        /// forbid the failed value, propagate, and choose again
        Refute = "refute",
        /// learn a clause and jump back; literals are chosen by activity, inference is singles or gac
        Learn = "learn",
    }
}

/// Receives solutions as they are found.
pub trait Sink {
    /// Receives a solution: every variable that is [shown](Space::shown) has one digit in its domain.
    /// `Break` ends the search.
    fn solution(&mut self, space: &Space) -> ControlFlow<()>;
}

impl<F: FnMut(&Space) -> ControlFlow<()>> Sink for F {
    fn solution(&mut self, space: &Space) -> ControlFlow<()> {
        self(space)
    }
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchEnd {
    /// The whole tree was searched, and every solution was found.
    Complete,
    /// The sink ended the search.
    Stopped,
    /// A limit was reached.
    Limit(Limit),
}

/// One open decision.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    mark: Mark,
    var: Var,
    digit: Digit,
    /// The values of the variable that have not been tried yet.
    rest: DigitSet,
}

/// The parts of a strategy that the loop uses.
pub(super) struct Parts<'a, V, K, W> {
    pub(super) heuristics: &'a mut Heuristics<V, K, W>,
    pub(super) branching: Branching,
    /// Backtracks until the first restart; `None` means no restarts.
    pub(super) restart_unit: Option<u64>,
}

/// Searches the tree below the current state of `model`. The contents of `stack` are discarded.
pub(super) fn run<T: Observer, V: VariableOrder, K: TieBreak, W: ValueOrder>(
    model: &mut Model<T>,
    stack: &mut Vec<Frame>,
    parts: &mut Parts<'_, V, K, W>,
    budget: &Budget<'_>,
    observer: &mut T,
    sink: &mut dyn Sink,
    stats: &mut Stats,
) -> SearchEnd {
    stack.clear();
    let mut restarts = Restarts::new(parts.restart_unit);
    let mut consistent = settle(model, 0, &mut parts.heuristics.variable, observer);
    let root = model.mark();
    loop {
        let chosen = if consistent {
            choose(&mut parts.heuristics.variable, &mut parts.heuristics.tie, model.space())
        } else {
            None
        };
        // Down: expand a node. A chosen variable with an empty domain, which is possible at the level `filter`, is a
        // dead end.
        if let Some((var, place)) = chosen.filter(|&(var, _)| !model.space().domain(var).is_empty()) {
            if let Err(end) = spend(budget, &mut stats.nodes, observer) {
                return end;
            }
            let candidates = model.space().domain(var);
            observer.node(&Node { depth: stack.len(), var, candidates, space: model.space() });
            let digit = place.unwrap_or_else(|| parts.heuristics.value.pick(model.space(), var, candidates));
            let mut rest = candidates;
            rest.remove(digit);
            stack.push(Frame { mark: model.mark(), var, digit, rest });
            stats.max_depth = stats.max_depth.max(stack.len() as u32);
            consistent = attempt(model, stack.len(), var, digit, &mut parts.heuristics.variable, observer);
            continue;
        }
        if consistent && chosen.is_none() {
            stats.solutions += 1;
            restarts.stop();
            observer.solution(stack.len(), model.space());
            if sink.solution(model.space()).is_break() {
                return SearchEnd::Stopped;
            }
            leave_auxiliaries(model, stack, observer, stats);
        }
        // Up: undo the last decision and continue without its value.
        let Some(&Frame { mark, var, digit, .. }) = stack.last() else { return SearchEnd::Complete };
        stats.backtracks += 1;
        model.undo(mark);
        observer.backtrack(stack.len() - 1, var, digit, model.space());
        if restarts.due(stats.backtracks) {
            model.undo(root);
            stack.clear();
            stats.restarts += 1;
            observer.restart();
            consistent = true;
            continue;
        }
        consistent = step_aside(model, stack, parts, observer);
    }
}

/// Counts one more node, unless a limit or the observer ends the search.
#[inline]
pub(super) fn spend(budget: &Budget<'_>, nodes: &mut u64, observer: &impl Observer) -> Result<(), SearchEnd> {
    budget.spend(nodes).map_err(SearchEnd::Limit)?;
    if observer.is_over() { Err(SearchEnd::Stopped) } else { Ok(()) }
}

/// After a solution, undoes the decisions on auxiliary variables, which are on top of the stack. Other values of these
/// variables would only repeat the same solution.
fn leave_auxiliaries<T: Observer>(
    model: &mut Model<T>,
    stack: &mut Vec<Frame>,
    observer: &mut T,
    stats: &mut Stats,
) {
    while let Some(frame) = stack.pop_if(|frame| model.space().is_auxiliary(frame.var)) {
        stats.backtracks += 1;
        model.undo(frame.mark);
        observer.backtrack(stack.len(), frame.var, frame.digit, model.space());
    }
}

/// Continues after a value failed and was undone: tries the next value of the variable or forbids the failed one,
/// depending on the branching. Returns whether the domains are consistent.
fn step_aside<T: Observer, V: VariableOrder, K: TieBreak, W: ValueOrder>(
    model: &mut Model<T>,
    stack: &mut Vec<Frame>,
    parts: &mut Parts<'_, V, K, W>,
    observer: &mut T,
) -> bool {
    let depth = stack.len();
    let Some(frame) = stack.last_mut() else { return false };
    match parts.branching {
        Branching::DWay if frame.rest.is_empty() => {
            stack.pop();
            false
        }
        Branching::DWay => {
            let digit = parts.heuristics.value.pick(model.space(), frame.var, frame.rest);
            frame.rest.remove(digit);
            frame.digit = digit;
            let var = frame.var;
            attempt(model, depth, var, digit, &mut parts.heuristics.variable, observer)
        }
        Branching::Refute | Branching::Learn => {
            let (var, digit) = (frame.var, frame.digit);
            stack.pop();
            model.forbid(var, digit, observer).is_ok()
                && settle(model, depth - 1, &mut parts.heuristics.variable, observer)
        }
    }
}

/// Decides a variable and propagates. Returns whether the domains are consistent.
#[inline(always)]
#[allow(clippy::inline_always, reason = "as of settle, below")]
fn attempt<T: Observer>(
    model: &mut Model<T>,
    depth: usize,
    var: Var,
    digit: Digit,
    order: &mut impl VariableOrder,
    observer: &mut T,
) -> bool {
    observer.trying(depth - 1, var, digit);
    model.decide(var, digit, observer);
    let consistent = settle(model, depth, order, observer);
    order.tried(var, consistent);
    consistent
}

/// Propagates. Returns whether the domains are consistent, and reports a failure to the variable order.
#[inline(always)]
#[allow(
    clippy::inline_always,
    reason = "a call at each node is a hundredth of the work of the cheapest strategies"
)]
fn settle<T: Observer>(
    model: &mut Model<T>,
    depth: usize,
    order: &mut impl VariableOrder,
    observer: &mut T,
) -> bool {
    let consistent = model.propagate(observer) == Ok(());
    if consistent {
        observer.fixpoint(depth, model.space());
    } else if let Some(constraint) = model.space().failed_constraint() {
        order.failed(constraint);
    }
    consistent
}

/// The schedule of restarts: after 1, 1, 2, 1, 1, 2, 4, ... units of backtracks (M. Luby, A. Sinclair and D.
/// Zuckerman, "Optimal speedup of Las Vegas algorithms", 1993). The sequence is unbounded, so the search stays
/// complete. After the first solution the search does not restart, so no solution is found twice.
struct Restarts {
    unit: Option<u64>,
    round: u64,
    at: u64,
}

impl Restarts {
    fn new(unit: Option<u64>) -> Self {
        // With a unit of 0, the search would restart forever.
        let unit = unit.filter(|&unit| unit != 0);
        Self { unit, round: 1, at: unit.unwrap_or(u64::MAX) }
    }

    fn stop(&mut self) {
        self.unit = None;
    }

    #[inline]
    fn due(&mut self, backtracks: u64) -> bool {
        let Some(unit) = self.unit else { return false };
        if backtracks < self.at {
            return false;
        }
        self.round += 1;
        self.at = backtracks + unit.saturating_mul(luby(self.round));
        true
    }
}

/// The i-th term of Luby's sequence, i >= 1.
pub(super) fn luby(mut i: u64) -> u64 {
    loop {
        let size = (i + 1).next_power_of_two();
        if size == i + 1 {
            return size / 2;
        }
        i -= size / 2 - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::{Restarts, luby};

    #[test]
    fn a_unit_of_zero_never_restarts() {
        assert!(Restarts::new(Some(1)).due(1));
        assert!(!Restarts::new(Some(0)).due(1) && !Restarts::new(None).due(1));
    }

    #[test]
    fn luby_sequence() {
        let terms: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(terms, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
