//! The cheapest labellings: branch and bound, depth first.
//!
//! Each node is settled by [`Relaxation`]. Labels whose bound reaches the cost of the k-th best known labelling are
//! excluded. A decision first gives an object its cheapest label, and later excludes this label. After some refuted
//! states, the open decisions are set aside, and the search continues with the decision that has the least bound (D.
//! Allouche, S. de Givry, G. Katsirelos, T. Schiex and M. Zytnicki, "Anytime hybrid best-first search with tree
//! decomposition for weighted CSP", 2015). A search that does not end soon starts again with a better bound.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::time::Duration;

use crate::LabelError;
use crate::agenda::Agenda;
use crate::assignment::{NONE, Refuted};
use crate::model::LabelModel;
use crate::relax::{RelaxState, Relaxation, Set, reaches};
use crate::strengthen::{Strengthened, strengthen};
use crate::weight::Weight;
use arcdoku::puzzle::{Budget, Limit, Limits};

/// The largest total size of states, in bytes.
const MOST_BYTES: f64 = 4e9;

/// The largest total size of waiting decisions, in bytes.
const MOST_WAITING: f64 = 5e8;

/// If an object has more labels than this, a decision first tries half of its labels, instead of a single one.
const FEW_LABELS: usize = 10;

/// Number of refuted states of a depth-first search after which the decision with the least bound is continued.
const REFUTED_PER_DIVE: usize = 50;

/// Number of nodes after which a better first bound is computed. It is smaller in tests, whose models are small.
const NODES_BEFORE_STRENGTHENING: u64 = if cfg!(test) { 2 } else { 300 };

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
    /// The lower bound: no labelling costs less.
    pub lower: W,
    /// The upper bound: the cost of a known labelling.
    pub upper: W,
}

/// The cheapest labellings.
#[derive(Clone, Debug)]
pub struct Cheapest<W> {
    /// The labellings, cheapest first: `k` labellings, or all if there are fewer, unless a limit was reached.
    pub best: Vec<Labelling<W>>,
    /// The course of the bounds of the least cost: a point for each labelling that was among the cheapest, and one at
    /// the end.
    pub trace: Vec<BoundPoint<W>>,
    /// The number of expanded nodes.
    pub nodes: u64,
    /// The limit that ended the search, if any. In that case, cheaper labellings may exist.
    pub limit: Option<Limit>,
}

/// Finds the `k` cheapest labellings. If several labellings have equal costs, any of them may be chosen. Labellings
/// that reach the bound of the model are discarded. Costs that differ only by rounding count as equal.
///
/// ```
/// use arcdoku_label::{LabelModel, cheapest};
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
/// If sums of costs may be too large for their type, or the states of all decisions would take more than 4 GB: there
/// is one state per object, each with the costs of all labels.
pub fn cheapest<W: Weight>(
    model: &LabelModel<W>,
    k: usize,
    limits: &Limits<'_>,
) -> Result<Cheapest<W>, LabelError> {
    let found = Cheapest { best: Vec::new(), trace: Vec::new(), nodes: 0, limit: None };
    if model.constant().forbids() {
        return Ok(found);
    }
    let budget = limits.start();
    let relaxation = Relaxation::new(model, k <= 1)?;
    let mut search = Search::new(model, k.max(1), &relaxation, 1.0, budget, found)?;
    if search.start(relaxation.is_soft.then_some(NODES_BEFORE_STRENGTHENING)) {
        return Ok(search.end());
    }
    // The search has become long enough to need a better bound. Steps of this computation are not nodes of the search,
    // so its progress is not reported.
    let stronger = strengthen(model, relaxation.top, &budget.rest().with_listener(&|_| {}));
    let Some(Strengthened { model: stronger, grain }) = stronger else {
        search.run(None, None);
        return Ok(search.end());
    };
    let relaxation = Relaxation::new(&stronger, k <= 1)?.with_grain(grain);
    let mut search = Search::new(model, k.max(1), &relaxation, grain, budget, search.found)?;
    search.start(None);
    Ok(search.end())
}

struct Search<'a, W> {
    model: &'a LabelModel<W>,
    budget: Budget<'a>,
    k: usize,
    relaxation: &'a Relaxation<W>,
    agenda: Agenda<W>,
    found: Cheapest<W>,
    /// The factor by which costs of the relaxation are multiplied.
    grain: f64,
    /// The open decisions of the current depth-first search; `waiting` contains the decisions that were set aside.
    open: Vec<Decision<W>>,
    waiting: BinaryHeap<Decision<W>>,
    /// The bytes of the waiting decisions.
    bytes: f64,
    /// The object of the last refuted decision.
    last: Option<usize>,
    /// States whose memory can be reused.
    spare: Vec<RelaxState<W>>,
}

/// An open decision.
struct Decision<W> {
    /// The state from which the labels are excluded next.
    state: RelaxState<W>,
    object: usize,
    labels: Vec<usize>,
    /// The least cost of labellings without the labels.
    lower: W,
}

impl<W: Weight> Ord for Decision<W> {
    /// The order of a max-heap: the decision with the least bound is the greatest.
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

impl<'a, W: Weight> Search<'a, W> {
    fn new(
        model: &'a LabelModel<W>,
        k: usize,
        relaxation: &'a Relaxation<W>,
        grain: f64,
        budget: Budget<'a>,
        found: Cheapest<W>,
    ) -> Result<Self, LabelError> {
        let bytes = relaxation.bytes() * model.objects() as f64;
        if bytes > MOST_BYTES {
            return Err(LabelError::TooWide { width: model.objects(), bytes });
        }
        let mut search = Self {
            model,
            budget,
            k,
            relaxation,
            agenda: relaxation.agenda(W::FORBIDDEN),
            found,
            grain,
            open: Vec::new(),
            waiting: BinaryHeap::new(),
            bytes: 0.0,
            last: None,
            spare: Vec::new(),
        };
        search.lower_bound_to(model.bound());
        if let Some(worst) = search.found.best.get(k - 1) {
            let cost = worst.cost;
            search.lower_bound_to(cost);
        }
        Ok(search)
    }

    /// Labellings of this cost or more are discarded from now on.
    fn lower_bound_to(&mut self, cost: W) {
        if cost.forbids() {
            return;
        }
        // All costs are multiples of the grain, so every cost above the next lower multiple is discarded.
        let bound = if self.grain > 1.0 { W::of_f64((cost.to_f64() - 1.0) * self.grain + 1.0) } else { cost };
        self.agenda.bound = self.agenda.bound.least(bound);
    }

    /// Searches the whole model, or stops after `most_nodes` nodes. Returns whether the search has ended.
    fn start(&mut self, most_nodes: Option<u64>) -> bool {
        let mut first = self.relaxation.first.clone();
        let settled = self.relaxation.settle_both_ways(&mut first, &mut self.agenda, |_| true);
        settled.is_err() || self.run(Some(first), most_nodes)
    }

    /// Searches below a settled state and open decisions. Returns whether the search has ended.
    fn run(&mut self, next: Option<RelaxState<W>>, most_nodes: Option<u64>) -> bool {
        match self.search(next, most_nodes) {
            Ok(has_ended) => has_ended,
            Err(limit) => {
                self.found.limit = Some(limit);
                true
            }
        }
    }

    /// Ends the search, and returns its findings.
    fn end(mut self) -> Cheapest<W> {
        if self.found.limit.is_none()
            && let Some(best) = self.found.best.first()
        {
            self.note(best.cost, W::FORBIDDEN);
        }
        self.found
    }

    /// The search loop: an object first gets its cheapest label, which is then excluded.
    fn search(&mut self, mut next: Option<RelaxState<W>>, most_nodes: Option<u64>) -> Result<bool, Limit> {
        let mut refuted = 0;
        loop {
            if next.is_none() && most_nodes.is_some_and(|most| self.found.nodes >= most) {
                return Ok(false);
            }
            if let Some(state) = next.take() {
                self.guess(&state);
                if reaches(state.constant, self.agenda.bound) {
                    self.spare.push(state);
                    continue;
                }
                let Some((object, labels)) = self.choose(&state) else {
                    self.complete(&state);
                    self.spare.push(state);
                    continue;
                };
                self.budget.spend(&mut self.found.nodes)?;
                let mut child = RelaxState::copy_of(&state, &mut self.spare);
                // If the labels are excluded, the object costs at least this much.
                let costs = state.costs[self.relaxation.range(object)].iter().enumerate();
                let rest = costs.filter(|(label, _)| !labels.contains(label));
                let rest = rest.fold(W::FORBIDDEN, |least, (_, &cost)| least.least(cost));
                let lower = if rest.forbids() { rest } else { state.constant + rest };
                let settled = self
                    .relaxation
                    .take(&mut child, &mut self.agenda, object, &labels)
                    .and_then(|()| self.relaxation.settle(&mut child, &mut self.agenda));
                self.open.push(Decision { state, object, labels, lower });
                if settled.is_ok() {
                    next = Some(child);
                } else {
                    refuted += 1;
                    self.last = Some(object);
                    self.spare.push(child);
                }
                continue;
            }
            if refuted >= REFUTED_PER_DIVE && self.bytes < MOST_WAITING {
                refuted = 0;
                self.bytes += self.open.iter().map(|decision| self.bytes_of(decision)).sum::<f64>();
                self.waiting.append(&mut std::mem::take(&mut self.open).into());
            }
            let decision = self.open.pop().or_else(|| {
                let decision = self.waiting.pop()?;
                self.bytes -= self.bytes_of(&decision);
                Some(decision)
            });
            let Some(decision) = decision else { return Ok(true) };
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

    /// The object to decide, and the labels to try first. The object of the last refuted decision is chosen if it is
    /// undecided again (C. Lecoutre, L. Sais, S. Tabary and V. Vidal, "Reasoning from last conflict(s) in constraint
    /// programming", 2009).
    fn choose(&self, state: &RelaxState<W>) -> Option<(usize, Vec<usize>)> {
        let last = self.last.filter(|&object| Relaxation::is_open(state, object));
        let object = last.or_else(|| self.relaxation.choose(state, &self.agenda))?;
        let preferred = self.found.best.first().map(|best| best.labels[object]);
        let label = self.relaxation.cheapest_label(state, &self.agenda, object, preferred)?;
        let left = state.left[object] as usize;
        if left <= FEW_LABELS || !state.mates.is_empty() {
            return Some((object, vec![label]));
        }
        let costs = &state.costs[self.relaxation.range(object)];
        let mut labels: Vec<usize> = (0..costs.len()).filter(|&label| !costs[label].forbids()).collect();
        // The half with the label is chosen, because labels with close numbers are often similar.
        let upper = labels.split_off(left / 2);
        if upper.contains(&label) {
            labels = upper;
        }
        Some((object, labels))
    }

    /// A lower bound in the units of the model: divided by the grain.
    fn plain(&self, lower: W) -> W {
        if self.grain > 1.0 && !lower.forbids() {
            W::of_f64((lower.to_f64() / self.grain).floor())
        } else {
            lower
        }
    }

    /// An upper bound on the number of bytes that a decision takes.
    fn bytes_of(&self, decision: &Decision<W>) -> f64 {
        self.relaxation.bytes() + (decision.state.made * size_of::<W>()) as f64
    }

    /// Tries the labels of the matchings, which cost nothing in addition to the bound. If the matchings of all sets
    /// agree, their labels form a cheapest labelling of the state.
    fn guess(&mut self, state: &RelaxState<W>) {
        if state.mates.is_empty() {
            return;
        }
        let mut labels = vec![usize::MAX; state.left.len()];
        for set in self.relaxation.sets.iter().filter(|set| set.full.is_some()) {
            for (&object, &mate) in set.scope.iter().zip(&state.mates[set.mates..]) {
                let label = &mut labels[object as usize];
                if *label == usize::MAX && mate != NONE {
                    *label = mate as usize;
                }
            }
        }
        // Most guesses fail at this test, so their costs are not computed before it.
        let differ = |set: &Set| {
            let mut seen = 0_u64;
            set.scope.iter().all(|&object| {
                let bit = 1_u64.checked_shl(labels[object as usize] as u32).unwrap_or(0);
                let is_new = bit != 0 && seen & bit == 0;
                seen |= bit;
                is_new
            })
        };
        if !labels.contains(&usize::MAX) && self.relaxation.sets.iter().all(differ) {
            self.add(labels, state.constant);
        }
    }

    /// Adds the labelling of a state in which all objects have one label.
    fn complete(&mut self, state: &RelaxState<W>) {
        self.add(self.relaxation.labels(state), W::FORBIDDEN);
    }

    /// Adds a labelling to the best ones, if it belongs to them. Other labellings of the current state cost at least
    /// `lower`.
    fn add(&mut self, labels: Vec<usize>, lower: W) {
        // The cost is computed from the model, without rounding errors of the relaxation.
        let Some(cost) = self.model.cost(&labels).filter(|cost| !cost.forbids()) else { return };
        if reaches(cost, self.model.bound()) || self.found.best.iter().any(|known| known.labels == labels) {
            // The labelling was already found by the first search, or by a guess.
            return;
        }
        let best = &mut self.found.best;
        let place = best.partition_point(|known| known.cost <= cost);
        if place == self.k {
            return;
        }
        best.insert(place, Labelling { cost, labels });
        best.truncate(self.k);
        if best.len() == self.k {
            let worst = best[self.k - 1].cost;
            self.lower_bound_to(worst);
        }
        let upper = self.found.best[0].cost;
        self.note(upper, lower);
    }

    /// Adds a point to the course of the bounds; labellings of the current state cost at least `lower`.
    fn note(&mut self, upper: W, lower: W) {
        let open = self.open.iter().chain(self.waiting.peek());
        let lowers = open.map(|decision| decision.lower).chain([lower]);
        let lower = lowers.map(|lower| self.plain(lower)).fold(upper, W::least);
        let point = BoundPoint { nodes: self.found.nodes, time: self.budget.elapsed(), lower, upper };
        self.found.trace.push(point);
    }
}
