//! Explanations for areas that cannot have the required form.

use crate::csp::domain::Var;
use crate::csp::propagator::{Past, all_lost};
use crate::csp::propagators::connected::{Areas, ChaosRegions, Connected, Extent, Graph, Mask};
use crate::csp::propagators::relaxed::{Seen, drop_most};
use crate::csp::trace::Literal;
use crate::grid::{Digit, DigitSet};

impl Connected {
    /// Explains the literal as [`Propagator::explain`](crate::csp::Propagator::explain) does.
    pub(super) fn reasons(&self, literal: Option<Literal>, past: &dyn Past, because: &mut Vec<Literal>) {
        let seen: Vec<Seen> = self.vars.iter().map(|&var| Seen::new(var, literal, past)).collect();
        if !self.areas.explain(&seen, &[self.values], self.size, past, because) {
            all_lost(&self.vars, literal, past, because);
        }
    }
}

impl ChaosRegions {
    /// Explains the literal as [`Propagator::explain`](crate::csp::Propagator::explain) does.
    pub(super) fn reasons(&self, literal: Option<Literal>, past: &dyn Past, because: &mut Vec<Literal>) {
        let seen: Vec<Seen> = self.vars.iter().map(|&var| Seen::new(var, literal, past)).collect();
        let at = literal.and_then(|literal| self.vars.iter().position(|&var| var == literal.var));
        if let (Some(at), Some(literal)) = (at, literal)
            && (self.precede(at, literal.digit, &seen, past, because) || self.cross(at, &seen, past, because))
        {
            return;
        }
        if !self.areas.explain(&seen, &self.labels, Some(self.size), past, because) {
            all_lost(&self.vars, literal, past, because);
        }
    }

    /// A label occurs before the next smaller label.
    fn precede(
        &self,
        at: usize,
        label: Digit,
        seen: &[Seen],
        past: &dyn Past,
        because: &mut Vec<Literal>,
    ) -> bool {
        let Some(below) = label.index().checked_sub(1) else { return false };
        let below = Digit::from_index(below);
        let before = || self.order.iter().copied().take_while(|&other| other != at);
        if before().any(|at| seen[at].now.contains(below)) {
            return false;
        }
        for at in before() {
            past.lost(self.vars[at], DigitSet::single(below), because);
        }
        true
    }

    /// Two labels alternate around a square or along the edge.
    fn cross(&self, at: usize, seen: &[Seen], past: &dyn Past, because: &mut Vec<Literal>) -> bool {
        let label = seen[at].now;
        let squares = self.squares.iter().map(|square| &square[..]);
        for cycle in squares.chain(std::iter::once(&*self.edge)) {
            let Some(place) = cycle.iter().position(|&x| x == at) else { continue };
            // In cyclic order from `place`: another label, then the label at `place`, and then the other label again.
            let around = || cycle[place + 1..].iter().chain(&cycle[..place]).map(|&x| &seen[x]);
            for (i, other) in around().enumerate() {
                if !other.now.is_single() || other.now == label {
                    continue;
                }
                let mut rest = around().skip(i + 1);
                let Some(same) = rest.find(|seen| seen.now == label) else { continue };
                let Some(again) = rest.find(|seen| seen.now == other.now) else { continue };
                for seen in [other, same, again] {
                    seen.explain(seen.now, past, because);
                }
                return true;
            }
        }
        false
    }
}

impl Areas {
    /// Appends literals that explain why one of the areas is impossible. Returns false if none is found to be
    /// impossible.
    fn explain(
        &self,
        seen: &[Seen],
        sets: &[DigitSet],
        size: Option<usize>,
        past: &dyn Past,
        because: &mut Vec<Literal>,
    ) -> bool {
        match self {
            Self::Small(graph) => graph.explain(seen, sets, size, past, because),
            Self::Medium(graph) => graph.explain(seen, sets, size, past, because),
            Self::Large(graph) => graph.explain(seen, sets, size, past, because),
            Self::TooLarge => false,
        }
    }
}

impl<const W: usize> Graph<W> {
    fn explain(
        &self,
        seen: &[Seen],
        sets: &[DigitSet],
        size: Option<usize>,
        past: &dyn Past,
        because: &mut Vec<Literal>,
    ) -> bool {
        let mut graph = Self {
            neighbors: self.neighbors.clone(),
            extents: Box::default(),
            found: self.found.clone(),
            low: self.low.clone(),
            stack: Vec::new(),
        };
        for &set in sets {
            let mut extent = Extent { certain: Mask::EMPTY, possible: Mask::EMPTY };
            // The facts since the first decision: variables in the area, and variables outside of it.
            let mut facts: Vec<(u32, usize, bool)> = Vec::new();
            for (x, seen) in seen.iter().enumerate() {
                let (is_in, is_out) = (seen.now.is_subset(set), seen.now.is_disjoint(set));
                if !is_out {
                    extent.possible.insert(x);
                }
                if is_in && !is_out {
                    extent.certain.insert(x);
                }
                if is_in && !seen.initial.is_subset(set) || is_out && !seen.initial.is_disjoint(set) {
                    facts.push((seen.since, x, is_in));
                }
            }
            // In most cases, the contradiction is found without articulation points, which takes far less time.
            let is_far = graph.within_reach(extent, size).is_none();
            if !is_far && graph.narrow(extent, size).is_some() {
                continue;
            }
            facts.sort_unstable_by_key(|fact| std::cmp::Reverse(fact.0));
            drop_most(&mut facts, |dropped| {
                let mut extent = extent;
                for &(_, x, is_in) in dropped {
                    if is_in {
                        extent.certain.remove(x);
                    } else {
                        extent.possible.insert(x);
                    }
                }
                if is_far {
                    graph.within_reach(extent, size).is_none()
                } else {
                    graph.narrow(extent, size).is_none()
                }
            });
            for (_, x, is_in) in facts {
                let var: Var = seen[x].var;
                past.lost(var, if is_in { !set } else { set }, because);
            }
            return true;
        }
        false
    }
}
