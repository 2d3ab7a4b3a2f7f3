//! The cheapest labellings: branch and bound, depth first.
//!
//! Each node is settled by [`Relaxation`]; a label whose bound reaches the k-th best known cost is left out. The object to
//! decide is the one whose second cheapest label costs most, and its cheapest labels come first, so that the first labellings
//! are good and the rest is refuted early.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::time::Duration;

use super::LabelError;
use super::assignment::Refuted;
use super::model::LabelModel;
use super::relax::{Agenda, RelaxState, Relaxation, reaches};
use super::weight::Weight;
use crate::puzzle::{Budget, Limit, Limits};

/// The most bytes of states.
const MOST_BYTES: f64 = 4e9;

/// The most bytes of decisions that wait.
const MOST_WAITING: f64 = 5e8;

/// An object with more labels is decided by halves.
const FEW: usize = 10;

/// Refuted states of a depth-first search before the decisions with the least bounds take turns.
const PATIENCE: usize = 50;

/// A labelling and its cost.
#[derive(Clone, PartialEq, Debug)]
pub struct Labelling<W> {
    /// The cost.
    pub cost: W,
    /// The number of the label of each object.
    pub labels: Vec<usize>,
}

/// The bounds of the least cost at a moment of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BoundPoint<W> {
    /// The expanded nodes.
    pub nodes: u64,
    /// The time since the start, if it is measured.
    pub time: Option<Duration>,
    /// No labelling costs less.
    pub lower: W,
    /// A known labelling costs as much.
    pub upper: W,
}

/// The cheapest labellings.
#[derive(Clone, Debug)]
pub struct Cheapest<W> {
    /// The labellings, cheapest first: as many as were asked for, or all, unless a limit was reached.
    pub best: Vec<Labelling<W>>,
    /// The course of the bounds of the least cost: a point for each labelling that was among the cheapest, and one at the end.
    pub trace: Vec<BoundPoint<W>>,
    /// The number of expanded nodes.
    pub nodes: u64,
    /// The limit that ended the search, if one did. Then cheaper labellings may exist.
    pub limit: Option<Limit>,
}

/// Finds the `k` cheapest labellings, of equal ones any. Those that reach the bound of the model do not count. Costs that
/// differ by rounding alone count as equal.
///
/// ```
/// use arcdoku::labelling::{LabelModel, cheapest};
/// use arcdoku::{Limits, Puzzle, Shape};
///
/// let mut model = LabelModel::<i64>::of_puzzle(&Puzzle::new(Shape::boxes(2, 2).unwrap()));
/// for cell in 0..16 {
///     model.add_cost(cell, 0, cell as i64).unwrap();
/// }
/// let answer = cheapest(&model, 1, &Limits::NONE).unwrap();
/// assert_eq!(answer.best[0].cost, 30);
/// ```
///
/// # Errors
/// If sums of costs may be too large for their type, or the states of all decisions would take more than 4 GB: there are as many
/// as objects, each with the costs of all labels.
pub fn cheapest<W: Weight>(
    model: &LabelModel<W>,
    k: usize,
    limits: &Limits<'_>,
) -> Result<Cheapest<W>, LabelError> {
    let found = Cheapest { best: Vec::new(), trace: Vec::new(), nodes: 0, limit: None };
    if model.constant().forbids() {
        return Ok(found);
    }
    let relaxation = Relaxation::new(model, k <= 1)?;
    let bytes = relaxation.bytes() * model.objects() as f64;
    if bytes > MOST_BYTES {
        return Err(LabelError::TooWide { width: model.objects(), bytes });
    }
    let agenda = relaxation.agenda(model.bound());
    let mut search = Search {
        model,
        budget: limits.start(),
        k: k.max(1),
        relaxation: &relaxation,
        agenda,
        found,
        open: Vec::new(),
        waiting: BinaryHeap::new(),
        bytes: 0.0,
        last: None,
        spare: Vec::new(),
    };
    let mut first = relaxation.first();
    if relaxation.settle_both_ways(&mut first, &mut search.agenda, |_| true).is_ok() {
        search.found.limit = search.run(first).err();
        if search.found.limit.is_none()
            && let Some(best) = search.found.best.first()
        {
            search.note(best.cost);
        }
    }
    Ok(search.found)
}

struct Search<'a, W> {
    model: &'a LabelModel<W>,
    budget: Budget<'a>,
    k: usize,
    relaxation: &'a Relaxation<W>,
    agenda: Agenda<W>,
    found: Cheapest<W>,
    /// The open decisions of the present depth-first search, and those that wait.
    open: Vec<Decision<W>>,
    waiting: BinaryHeap<Decision<W>>,
    /// The bytes of those that wait.
    bytes: f64,
    /// The object of the last refuted decision.
    last: Option<usize>,
    /// States of no use at present.
    spare: Vec<RelaxState<W>>,
}

/// An open decision.
struct Decision<W> {
    /// The state, from which the labels are excluded next.
    state: RelaxState<W>,
    object: usize,
    labels: Vec<usize>,
    /// What labellings without the labels cost at least.
    lower: W,
}

impl<W: Weight> Ord for Decision<W> {
    /// The one with the least bound is the greatest; of several, one with few objects left.
    fn cmp(&self, other: &Self) -> Ordering {
        other.lower.partial_cmp(&self.lower).unwrap_or(Ordering::Equal)
    }
}

impl<W: Weight> PartialOrd for Decision<W> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<W: Weight> PartialEq for Decision<W> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<W: Weight> Eq for Decision<W> {}

impl<W: Weight> Search<'_, W> {
    /// Searches below a settled state: an object has its cheapest label, and then not.
    fn run(&mut self, state: RelaxState<W>) -> Result<(), Limit> {
        let mut next = Some(state);
        let mut refuted = 0;
        loop {
            if let Some(state) = next.take() {
                let Some((object, labels)) = self.choose(&state) else {
                    self.complete(&state);
                    self.spare.push(state);
                    continue;
                };
                self.budget.spend(&mut self.found.nodes)?;
                let mut child = RelaxState::copy_of(&state, &mut self.spare);
                // Without the labels, the object costs at least this much.
                let costs = state.costs[self.relaxation.range(object)].iter().enumerate();
                let rest = costs.filter(|(label, _)| !labels.contains(label));
                let rest = rest.fold(W::FORBIDDEN, |least, (_, &cost)| least.least(cost));
                let lower = if rest.forbids() { rest } else { state.constant + rest };
                let settled = self
                    .relaxation
                    .take(&mut child, &mut self.agenda, object, &labels)
                    .and_then(|()| self.relaxation.settle(&mut child, &mut self.agenda));
                self.open.push(Decision { state, object, labels, lower });
                match settled {
                    Ok(()) => next = Some(child),
                    Err(Refuted) => {
                        refuted += 1;
                        self.last = Some(object);
                        self.spare.push(child);
                    }
                }
                continue;
            }
            if refuted >= PATIENCE && self.bytes < MOST_WAITING {
                refuted = 0;
                self.bytes += self.open.iter().map(|decision| self.bytes_of(decision)).sum::<f64>();
                self.waiting.append(&mut std::mem::take(&mut self.open).into());
            }
            let decision = self.open.pop().or_else(|| {
                let decision = self.waiting.pop()?;
                self.bytes -= self.bytes_of(&decision);
                Some(decision)
            });
            let Some(decision) = decision else { return Ok(()) };
            let Decision { mut state, object, labels, lower } = decision;
            if lower.forbids() || reaches(lower, self.agenda.bound) {
                self.spare.push(state);
                continue;
            }
            let settled = labels
                .iter()
                .try_for_each(|&label| self.relaxation.exclude(&mut state, &mut self.agenda, object, label))
                .and_then(|()| self.relaxation.settle(&mut state, &mut self.agenda));
            match settled {
                Ok(()) => next = Some(state),
                Err(Refuted) => self.spare.push(state),
            }
        }
    }

    /// The object to decide, and its label: the object of the last refuted decision, if it is undecided again (C. Lecoutre,
    /// L. Sais, S. Tabary and V. Vidal, "Reasoning from last conflict(s) in constraint programming", 2009).
    fn choose(&self, state: &RelaxState<W>) -> Option<(usize, Vec<usize>)> {
        let last = self.last.filter(|&object| Relaxation::is_open(state, object));
        let object = last.or_else(|| self.relaxation.choose(state, &self.agenda))?;
        let preferred = self.found.best.first().map(|best| best.labels[object]);
        let label = self.relaxation.cheapest_label(state, &self.agenda, object, preferred)?;
        let left = state.left[object] as usize;
        if left <= FEW || !state.mates.is_empty() {
            return Some((object, vec![label]));
        }
        let costs = &state.costs[self.relaxation.range(object)];
        let mut labels: Vec<usize> = (0..costs.len()).filter(|&label| !costs[label].forbids()).collect();
        // The half with the label: neighbors in number are often alike.
        let upper = labels.split_off(left / 2);
        if upper.contains(&label) {
            labels = upper;
        }
        Some((object, labels))
    }

    /// The bytes that a decision takes at most.
    fn bytes_of(&self, decision: &Decision<W>) -> f64 {
        self.relaxation.bytes() + (decision.state.made * size_of::<W>()) as f64
    }

    /// All objects have one label.
    fn complete(&mut self, state: &RelaxState<W>) {
        let labels = self.relaxation.labels(state);
        // Without what rounding has added.
        let Some(cost) = self.model.cost(&labels).filter(|cost| !cost.forbids()) else { return };
        let best = &mut self.found.best;
        let place = best.partition_point(|known| known.cost <= cost);
        best.insert(place, Labelling { cost, labels });
        best.truncate(self.k);
        if best.len() == self.k {
            self.agenda.bound = self.agenda.bound.least(best[self.k - 1].cost);
        }
        let upper = best[0].cost;
        self.note(upper);
    }

    /// Adds a point to the course of the bounds.
    fn note(&mut self, upper: W) {
        let open = self.open.iter().chain(self.waiting.peek());
        let lower = open.map(|decision| decision.lower).fold(upper, W::least);
        let point = BoundPoint { nodes: self.found.nodes, time: self.budget.elapsed(), lower, upper };
        self.found.trace.push(point);
    }
}
