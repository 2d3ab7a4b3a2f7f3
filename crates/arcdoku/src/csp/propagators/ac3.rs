//! AC-3, as published, over the binary not-equal constraints of all houses.
//!
//! A. K. Mackworth, "Consistency in networks of relations", Artificial Intelligence 8 (1977):
//! a queue of arcs (i, j), each at most once; REVISE(i, j) deletes the values of i that no value of
//! j supports; if it deleted any, the arcs (k, i) of all other neighbors k go back on the queue.

use std::collections::VecDeque;

use crate::csp::domain::{Change, Var};
use crate::csp::propagator::{Conflict, Context, Cost, Propagator, Status};
use crate::csp::reader::Reader;
use crate::csp::trace::{Reason, Trace};

/// Arc consistency of a network of not-equal constraints.
///
/// One propagator holds all arcs, so there is one queue, as published, and its revisions can be counted.
#[derive(Debug)]
pub(in crate::csp) struct Ac3 {
    reader: Reader,
    vars: Box<[Var]>,
    /// The arcs into variable i start at the variables `arcs[starts[i]..starts[i + 1]]`.
    starts: Vec<u32>,
    arcs: Vec<Var>,
    queue: VecDeque<u32>,
    queued: Vec<bool>,
    /// The first variable of each arc.
    heads: Vec<Var>,
    log: Vec<Change>,
}

impl Ac3 {
    /// Creates the network in which variable i must differ from each variable of the i-th list.
    pub(in crate::csp) fn new<'a>(
        reader: Reader,
        neighbors: impl ExactSizeIterator<Item = &'a [Var]>,
    ) -> Self {
        let vars = (0..neighbors.len()).map(Var::new).collect();
        let (mut starts, mut arcs, mut heads) = (vec![0], Vec::new(), Vec::new());
        for (i, list) in neighbors.enumerate() {
            arcs.extend_from_slice(list);
            heads.resize(arcs.len(), Var::new(i));
            starts.push(arcs.len() as u32);
        }
        let queued = vec![false; arcs.len()];
        Self { reader, vars, starts, arcs, queue: VecDeque::new(), queued, heads, log: Vec::new() }
    }

    /// Queues the arcs (k, var) for all neighbors k of `var` except `except`.
    fn enqueue(&mut self, var: Var, except: Option<Var>) {
        let range = self.starts[var.index()] as usize..self.starts[var.index() + 1] as usize;
        for k in range {
            let neighbor = self.arcs[k];
            if Some(neighbor) == except {
                continue;
            }
            // The arc (neighbor, var) is in the neighbor's list, which is sorted.
            let start = self.starts[neighbor.index()] as usize;
            let end = self.starts[neighbor.index() + 1] as usize;
            if let Ok(at) = self.arcs[start..end].binary_search(&var)
                && !std::mem::replace(&mut self.queued[start + at], true)
            {
                self.queue.push_back((start + at) as u32);
            }
        }
    }

    fn run<T: Trace>(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        let mut log = std::mem::take(&mut self.log);
        cx.take_removed(&self.reader, &mut log);
        // The log contains the changes of all variables, but not all of them are in the network.
        let known = self.vars.len();
        for (var, _) in log.drain(..).filter(|(var, _)| var.index() < known) {
            self.enqueue(var, None);
        }
        self.log = log;
        while let Some(arc) = self.queue.pop_front() {
            let arc = arc as usize;
            self.queued[arc] = false;
            let (i, j) = (self.heads[arc], self.arcs[arc]);
            cx.count_revision();
            // Every value of i has a support in j, unless j has this value and no other.
            let support = cx.domain(j);
            if support.is_single() && !(cx.domain(i) & support).is_empty() {
                cx.within_common(i, j);
                cx.exclude(i, support, Reason::Arc(j))?;
                self.enqueue(i, Some(j));
            }
        }
        cx.skip(&self.reader);
        Ok(Status::Fixpoint)
    }
}

impl<T: Trace> Propagator<T> for Ac3 {
    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn reset(&mut self) {
        // AC-3 starts with every arc of the network.
        self.queue.clear();
        self.queue.extend(0..self.arcs.len() as u32);
        self.queued.fill(true);
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        self.run(cx).inspect_err(|Conflict| {
            cx.skip(&self.reader);
            for arc in self.queue.drain(..) {
                self.queued[arc as usize] = false;
            }
        })
    }
}
