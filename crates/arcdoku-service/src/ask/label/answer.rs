//! Answers to labelling problems: the choice of the algorithm, and its result.

use std::cell::RefCell;
use std::ops::ControlFlow;

use arcdoku::grid::{Cell, Digit};
use arcdoku::puzzle::{Budget, Limit, Limits, Puzzle, WorkProgress};
use arcdoku::search::SearchEnd;
use arcdoku::solve::{Method, Solver};
use arcdoku_label::formats::AnyLabelModel;
use arcdoku_label::semiring::{
    BigCounting, Boolean, Counting, Expectation, KBest, Lexicographic, LogSum, MinSum, Provenance, Reads,
};
use arcdoku_label::{
    BeliefOptions, Cheapest, Decomposition, Elimination, LabelError, LabelModel, LabelWeights, Labelling,
    Marginals, SampledSum, Sweep, TransformMethod, Weight, beliefs, cheapest, consistency, contradiction,
    mini_buckets, sample_sum, transform, transform_with,
};
use arcdoku_wire::{BoundReply, LabelBoard, LabelReply, LabellingReply, NoAnswer, grid_text};
use serde_json::Number;

use super::{ALL, Choice as _, Label, LabelMethod, LabelSemiring, MEMORY, transformation};
use crate::cancel::Bounds;
use crate::input::Item;
use crate::output::Output;

/// Elimination is preferred to a sweep if its tables take at most this many bytes.
const SMALL: f64 = 64e6;

/// A sweep is tried if all possible states take at most this many times the available memory, because only some of
/// the states occur.
const SWEEP_MEMORY_FACTOR: f64 = 1e8;

/// The number of best labellings that may stand for all labellings.
const BEST: usize = 100;

/// The maximum number of nodes of the search for the best labellings, unless `search` is the requested method.
const BEST_NODES: u64 = 50_000;

/// The best labellings stand for all if the last one has at most this share of their weight.
const LAST: f64 = 1e-4;

/// The maximum numbers of nodes to find all solutions, by the engine and by search: a second or less.
const FAST_NODES: u64 = 300_000;
const SEARCH_NODES: u64 = 100_000;

/// The maximum number of samples if sampling is one attempt among several.
const SAMPLES: u64 = 2_000;

/// The maximum work of sampling: 15,000 samples of 9x9, which take a second or two.
const SAMPLE_WORK: u64 = 100_000_000;

/// The sufficient effective number of samples: errors of shares are then at most 0.05.
const EFFECTIVE: f64 = 100.0;

/// Costs that can be written as JSON numbers.
pub(super) trait Cost: Weight {
    /// A lower bound from a floating-point number, reduced by the possible rounding error.
    fn of_bound(bound: f64) -> Self;

    /// The number; `None` if it is infinite.
    fn number(self) -> Option<Number>;
}

impl Cost for i64 {
    fn of_bound(bound: f64) -> Self {
        if bound == f64::INFINITY {
            return Self::FORBIDDEN;
        }
        // The cost of a labelling is an integer, so the bound is rounded up.
        (bound - 1e-6 * bound.abs().max(1.0)).ceil() as Self
    }

    fn number(self) -> Option<Number> {
        (!self.forbids()).then(|| self.into())
    }
}

impl Cost for f64 {
    fn of_bound(bound: f64) -> Self {
        bound
    }

    fn number(self) -> Option<Number> {
        // Adding zero removes the sign of a negative zero.
        Number::from_f64(self + 0.0)
    }
}

/// The answer to a question about a model. `base` contains the fields known before the search.
pub(super) fn answer<W: Cost>(
    question: &Label,
    bounds: &Bounds,
    model: &LabelModel<W>,
    item: Option<&Item>,
    base: LabelReply,
    output: &mut dyn Output,
) -> LabelReply {
    let output = RefCell::new(output);
    let listener = |progress| {
        if let WorkProgress::Parts { done, all } = progress {
            output.borrow_mut().within(done as f64 / all.max(1) as f64);
        }
        output.borrow_mut().tick();
    };
    let limits = bounds.limits();
    let limits = limits.with_listener(&listener);
    let mut run = LabelRun {
        question,
        bounds,
        model,
        puzzle: item.map(|item| &item.record.puzzle),
        budget: limits.start(),
        nodes: 0,
        reply: base,
    };
    if run.puzzle.is_none() {
        run.reply.objects = (0..model.objects()).map(|object| model.shown_name(object)).collect();
        let names = |object| (0..model.labels(object)).map(|label| model.label_name(object, label)).collect();
        run.reply.labels = (0..model.objects()).map(names).collect();
    }
    let found = run.find();
    if run.reply.outcome == Some(NoAnswer::Unsatisfiable) {
        run.why();
    }
    let mut reply = run.reply;
    if run.nodes > 0 && reply.nodes.is_some() {
        reply.nodes = Some(run.nodes);
    }
    match found {
        Ok(()) => {}
        Err(LabelError::Limit(limit)) => reply.limit = Some(limit.into()),
        Err(LabelError::TooWide { width, bytes }) => {
            reply.outcome = Some(NoAnswer::TooWide);
            (reply.width, reply.bytes) = (Some(width as u64), byte_count(bytes));
        }
        // Overflow is the only other error.
        Err(_) => reply.outcome = Some(NoAnswer::Overflow),
    }
    reply.exact &= reply.value.is_some();
    if !question.marginals {
        reply.shares.clear();
    }
    reply
}

/// `Err` if a limit ended the work.
fn limit_as_error(limit: Option<Limit>) -> Result<(), LabelError> {
    limit.map_or(Ok(()), |limit| Err(LabelError::Limit(limit)))
}

/// A number of bytes, which may be too large for an integer.
fn byte_count(bytes: f64) -> Option<Number> {
    if bytes < 2_f64.powi(53) { Some((bytes.ceil() as u64).into()) } else { Number::from_f64(bytes) }
}

/// A question about a model, and the answer so far.
struct LabelRun<'a, W> {
    question: &'a Label,
    bounds: &'a Bounds,
    model: &'a LabelModel<W>,
    puzzle: Option<&'a Puzzle>,
    /// The time limit of the whole answer, for all of its parts together.
    budget: Budget<'a>,
    /// The nodes expanded by all searches so far.
    nodes: u64,
    reply: LabelReply,
}

/// A sum, and if requested, the sum over the labellings with each label of each object.
struct Summed<V> {
    value: V,
    marginals: Option<Vec<Vec<V>>>,
}

impl<V> Summed<V> {
    fn only(value: V) -> Self {
        Self { value, marginals: None }
    }
}

impl<V> From<Marginals<V>> for Summed<V> {
    fn from(found: Marginals<V>) -> Self {
        Self { value: found.sum, marginals: Some(found.of_labels) }
    }
}

impl<'a, W: Cost> LabelRun<'a, W> {
    /// Sets the method of the answer, and clears the table sizes of other methods.
    fn by(&mut self, method: LabelMethod) {
        self.reply.method = Some(method.name().to_owned());
        (self.reply.width, self.reply.bytes) = (None, None);
    }

    /// The remaining time, and the remaining nodes of searches.
    fn limits(&self) -> Limits<'a> {
        let nodes = self.bounds.limits().nodes();
        self.budget.rest().with_nodes(nodes.map(|most| most.saturating_sub(self.nodes)))
    }

    /// The best labellings of a model, within the remaining limits.
    fn cheapest(
        &mut self,
        model: &LabelModel<W>,
        count: usize,
        limits: &Limits<'_>,
    ) -> Result<Cheapest<W>, LabelError> {
        let found = cheapest(model, count, limits)?;
        self.nodes += found.nodes;
        Ok(found)
    }

    fn find(&mut self) -> Result<(), LabelError> {
        use LabelMethod::{Auto, Beliefs, Eliminate, MiniBuckets, Sample, Search, Sweep};
        use LabelSemiring::{Boolean as Any, Count, KBest as Best, LogSum as Log, MaxGain, MaxProb, MinCost};
        let Self { question, .. } = *self;
        let is_searched = matches!(question.semiring.semiring, Any | MinCost | Best | MaxGain | MaxProb);
        match (question.by.method, question.semiring.semiring) {
            (Auto | Search, _) if is_searched => self.search(),
            (Beliefs, Log) => self.beliefs(),
            (Sample, Log) => self.sample(),
            (Search, Log) => {
                let found = self.cheapest(&self.model.without_bound(), BEST, &self.limits())?;
                if found.limit.is_none() && !stand_for_all(&found.best) && self.enumerate()? {
                    return Ok(());
                }
                self.best(&found)
            }
            (Auto | Sweep | Eliminate, Log) => self.log_sum(),
            // `check` refuses all other combinations.
            _ if !ALL => Ok(()),
            (Search, Count) => self.count_by_solver(),
            (MiniBuckets, MinCost) => self.mini_buckets(),
            (method, MinCost) if transformation(method).is_some() => self.transform(),
            _ => self.sum(),
        }
    }

    /// The value of a semiring, by an exact method.
    fn sum(&mut self) -> Result<(), LabelError> {
        self.reply.exact = true;
        match self.question.semiring.semiring {
            LabelSemiring::Boolean => {
                let found = self.summed(&Boolean)?;
                self.put(&found, bool::to_string, |_, part| Some(f64::from(u8::from(*part))));
                self.refuse_if(!found.value);
            }
            LabelSemiring::Count => return self.count(),
            LabelSemiring::KBest => {
                let mut found = self.summed(&KBest::<W>::new(self.question.semiring.k))?;
                found.value.retain(|&cost| !self.is_beyond(cost));
                let text = |costs: &Vec<W>| costs.iter().map(W::to_string).collect::<Vec<_>>().join(" ");
                self.put(&found, text, |_, _| None);
                self.refuse_if(found.value.is_empty());
            }
            LabelSemiring::MinCost | LabelSemiring::MaxGain | LabelSemiring::MaxProb => {
                let found = self.summed(&MinSum::<W>::default())?;
                if !found.value.forbids() {
                    self.value(found.value)?;
                }
                let semiring = self.question.semiring.semiring;
                self.put(&found, |cost| value_in(semiring, *cost), relative);
                self.refuse_if(self.is_beyond(found.value));
            }
            LabelSemiring::LogSum => return self.log_sum(),
            LabelSemiring::CostAndCount => {
                let found = self.summed(&Lexicographic(MinSum::<W>::default(), Counting))?;
                self.reply.count = Some(found.value.1.to_string());
                self.put(&found, |value| format!("{} x {}", shown(value.0), value.1), |_, _| None);
                self.reply.value = Some(found.value.0.to_string());
                // For costs that are not integers, rounding determines which costs are equal.
                self.reply.exact = W::TOLERANCE == W::ZERO;
                self.refuse_if(self.is_beyond(found.value.0));
            }
            LabelSemiring::Expectation => {
                let found = self.summed(&Expectation)?;
                let text = |&(log, mean): &(f64, f64)| {
                    if log == f64::NEG_INFINITY { "-".to_owned() } else { mean.to_string() }
                };
                self.put(&found, text, |all, part| Some((part.0 - all.0).exp()));
                self.refuse_if(found.value.0 == f64::NEG_INFINITY);
            }
            LabelSemiring::Provenance => {
                let found = self.summed(&Provenance)?.value;
                self.refuse_if(found.is_none());
                if let Some(found) = found {
                    self.reply.value = Some(found.len().to_string());
                    let mut support = vec![Vec::new(); self.model.objects()];
                    for (object, label) in found {
                        support[object].push(self.model.label_name(object, label));
                    }
                    self.reply.support = support;
                }
            }
        }
        Ok(())
    }

    fn log_sum(&mut self) -> Result<(), LabelError> {
        self.reply.exact = true;
        match self.summed(&LogSum) {
            Err(LabelError::TooWide { .. }) if self.question.by.method == LabelMethod::Auto => {
                self.approximate()
            }
            found => {
                let found = found?;
                self.put(&found, f64::to_string, |all, part| Some((part - all).exp()));
                self.refuse_if(found.value == f64::NEG_INFINITY);
                Ok(())
            }
        }
    }

    /// The sum over a semiring, by the requested method, or by the one with the lowest memory use.
    fn summed<S: Reads<W>>(&mut self, semiring: &S) -> Result<Summed<S::Value>, LabelError> {
        let Self { question, model, .. } = *self;
        let memory = question.by.memory.unwrap_or(MEMORY).0 as f64;
        if ALL && question.by.method == LabelMethod::Decompose {
            return self.decomposed(semiring);
        }
        let elimination = Elimination::new(model, &self.limits())?;
        let tables = elimination.bytes(semiring) * if question.marginals { 2.0 } else { 1.0 };
        let sweep = match question.by.method {
            LabelMethod::Sweep => Some(Sweep::new(model)?),
            LabelMethod::Auto if tables > SMALL => {
                let sweep = Sweep::new(model).ok();
                sweep.filter(|sweep| tables > memory || sweep.bytes(semiring, question.marginals) < tables)
            }
            _ => None,
        };
        let Some(sweep) = sweep else {
            self.by(LabelMethod::Eliminate);
            (self.reply.width, self.reply.bytes) = (Some(elimination.width() as u64), byte_count(tables));
            return if question.marginals {
                elimination.marginals(model, semiring, memory, &self.limits()).map(Summed::from)
            } else {
                elimination.sum(model, semiring, memory, &self.limits()).map(Summed::only)
            };
        };
        let states = sweep.bytes(semiring, question.marginals);
        if question.by.method == LabelMethod::Auto && states > memory * SWEEP_MEMORY_FACTOR {
            let bytes = states.min(tables);
            return Err(LabelError::TooWide { width: elimination.width(), bytes });
        }
        self.by(LabelMethod::Sweep);
        self.reply.bytes = byte_count(states);
        if question.marginals {
            sweep.marginals(model, semiring, memory, &self.limits()).map(Summed::from)
        } else {
            sweep.sum(model, semiring, memory, &self.limits()).map(Summed::only)
        }
    }

    /// The sum over a semiring, by a search that keeps the sums of subproblems.
    fn decomposed<S: Reads<W>>(&mut self, semiring: &S) -> Result<Summed<S::Value>, LabelError> {
        let plan = Decomposition::new(self.model, &self.limits())?;
        self.by(LabelMethod::Decompose);
        (self.reply.width, self.reply.bytes) = (Some(plan.width() as u64), byte_count(plan.bytes(semiring)));
        let found = plan.sum(
            self.model,
            semiring,
            self.question.by.memory.unwrap_or(MEMORY).0 as f64,
            &self.limits(),
        )?;
        self.reply.nodes = Some(found.nodes);
        Ok(Summed::only(found.sum))
    }

    /// Sets the value, and the values and shares of labels. `text` writes a value, and `share` returns the share of a
    /// part in the whole.
    fn put<V>(
        &mut self,
        found: &Summed<V>,
        text: impl Fn(&V) -> String,
        share: impl Fn(&V, &V) -> Option<f64>,
    ) {
        self.reply.value = Some(text(&found.value));
        let Some(marginals) = &found.marginals else { return };
        self.reply.marginals =
            marginals.iter().map(|of_labels| of_labels.iter().map(&text).collect()).collect();
        let share = |part: &V| share(&found.value, part).and_then(Number::from_f64);
        let shares: Option<Vec<Vec<Number>>> =
            marginals.iter().map(|of_labels| of_labels.iter().map(share).collect()).collect();
        self.reply.shares = shares.unwrap_or_default();
    }

    /// Sets the outcome if there is no labelling.
    fn refuse_if(&mut self, is_none: bool) {
        if is_none {
            self.reply.value = None;
            self.reply.shares.clear();
            self.reply.marginals.clear();
            self.reply.outcome = Some(NoAnswer::Unsatisfiable);
        }
    }

    fn count(&mut self) -> Result<(), LabelError> {
        let share = |all: &f64, part: &f64| Some(part / all);
        match self.summed(&Counting) {
            Err(LabelError::Overflow) => self.summed(&BigCounting).map(|found| self.put_count(&found, share)),
            // If the tables do not fit, a search counts the labellings.
            Err(LabelError::TooWide { .. })
                if self.question.by.method == LabelMethod::Auto && !self.question.marginals =>
            {
                self.count_by_solver()
            }
            found => found.map(|found| self.put_count(&found, share)),
        }
    }

    /// Counts over a tree decomposition, with numbers of any size.
    fn count_by_parts(&mut self) -> Result<(), LabelError> {
        let share = |_: &f64, _: &f64| None;
        match self.decomposed(&Counting) {
            Err(LabelError::Overflow) => {
                self.decomposed(&BigCounting).map(|found| self.put_count(&found, share))
            }
            found => found.map(|found| self.put_count(&found, share)),
        }
    }

    fn put_count<V: ToString>(&mut self, found: &Summed<V>, share: impl Fn(&f64, &f64) -> Option<f64>) {
        // Every number has a nearby floating-point number, or becomes infinite.
        let size = |value: &V| value.to_string().parse::<f64>().unwrap_or(f64::INFINITY);
        let all = size(&found.value);
        self.put(found, V::to_string, |_, part| share(&all, &size(part)));
        self.refuse_if(all == 0.0);
    }

    /// Whether no cost forbids a digit that the puzzle allows.
    fn is_plain(&self) -> bool {
        let Some(puzzle) = self.puzzle else { return false };
        (0..self.model.objects()).all(|object| {
            let allowed = puzzle.admissible(Cell::new(object));
            let mut costs = self.model.costs(object).iter().enumerate();
            costs.all(|(label, cost)| !cost.forbids() || !allowed.contains(Digit::from_index(label)))
        })
    }

    fn count_by_solver(&mut self) -> Result<(), LabelError> {
        let Some(puzzle) = self.puzzle.filter(|_| self.is_plain()) else {
            self.reply.exact = true;
            return self.count_by_parts();
        };
        let mut solver = Solver::new();
        self.by(LabelMethod::Search);
        if solver.method_for(puzzle) == Method::Fast9 {
            self.reply.method = Some(Method::Fast9.to_string());
        }
        let found = solver.count(puzzle, None, &self.limits());
        self.reply.exact = found.exact;
        self.reply.nodes = Some(found.stats.nodes);
        self.reply.value = Some(found.solutions.to_string());
        self.refuse_if(found.exact && found.solutions == 0);
        limit_as_error(found.limit)
    }

    /// Explains why there is no labelling: objects without remaining labels, or functions that contradict each other.
    fn why(&mut self) {
        let Self { question, model, .. } = *self;
        let found = consistency(model, &self.limits());
        let name = |object: usize| model.shown_name(object);
        self.reply.ran_out = found.ran_out.iter().map(|&object| name(object)).collect();
        if !question.why || found.limit.is_some() {
            return;
        }
        if found.ran_out.is_empty() {
            if let Some(Ok(Some(parts))) = ALL.then(|| contradiction(model, &self.limits())) {
                let constraints = self.puzzle.map(Puzzle::constraints).unwrap_or_default();
                let functions = parts.functions.iter().map(|&function| {
                    if let Some((_, constraint)) = constraints.get(function) {
                        return constraint.to_string();
                    }
                    let scope = model.functions()[function].scope().iter().map(|&object| name(object));
                    format!("a function of {}", scope.collect::<Vec<_>>().join(", "))
                });
                let objects = parts.objects.iter().map(|&object| {
                    let labels = model.costs(object).iter().enumerate().filter(|(_, cost)| !cost.forbids());
                    let labels: Vec<String> =
                        labels.map(|(label, _)| model.label_name(object, label)).collect();
                    format!("{}={}", name(object), labels.join("/"))
                });
                self.reply.because = functions.chain(objects).collect();
            }
            return;
        }
        let last = found.rounds.len();
        for round in 0..=last {
            let board = found.board(round).unwrap_or_default().into_iter().enumerate();
            let names = |(object, labels): (usize, Vec<usize>)| {
                labels.into_iter().map(|label| model.label_name(object, label)).collect()
            };
            let removed = round.checked_sub(1).map_or(0, |round| found.rounds[round].len() as u64);
            self.reply.boards.push(LabelBoard { removed, labels: board.map(names).collect() });
        }
    }

    /// The best labellings.
    fn search(&mut self) -> Result<(), LabelError> {
        let Self { question, model, .. } = *self;
        // The existence of a labelling does not depend on costs.
        let plain;
        let model = if question.semiring.semiring == LabelSemiring::Boolean {
            plain = model.map(|_| W::ZERO).map_err(|_| LabelError::Overflow)?.without_bound();
            &plain
        } else {
            model
        };
        let found = self.cheapest(model, question.semiring.k, &self.limits())?;
        self.by(LabelMethod::Search);
        self.reply.exact = found.limit.is_none();
        self.set_labellings(&found);
        let Some(best) = found.best.first() else {
            self.refuse_if(found.limit.is_none());
            return limit_as_error(found.limit);
        };
        self.reply.value = Some(self.value(best.cost)?);
        if question.marginals && found.limit.is_none() {
            self.search_marginals(model, &found)?;
        }
        limit_as_error(found.limit)
    }

    /// The value of a cost in the requested semiring. A weight that is too large is an error.
    fn value(&self, cost: W) -> Result<String, LabelError> {
        let is_weight = self.question.semiring.semiring == LabelSemiring::MaxProb;
        if is_weight && (-cost.to_f64()).exp().is_infinite() {
            return Err(LabelError::Overflow);
        }
        Ok(value_in(self.question.semiring.semiring, cost))
    }

    /// Whether labellings of this cost are not counted.
    fn is_beyond(&self, cost: W) -> bool {
        cost.forbids() || cost + W::TOLERANCE >= self.model.bound()
    }

    /// Sets the labellings, and the course of the bounds.
    fn set_labellings(&mut self, found: &Cheapest<W>) {
        let puzzle = self.puzzle;
        self.reply.nodes = Some(found.nodes);
        let labelling = |labels: &[usize]| {
            if let Some(puzzle) = puzzle {
                let digits: Vec<_> = labels.iter().map(|&label| Some(Digit::from_index(label))).collect();
                return (Some(grid_text(puzzle.shape(), &digits)), Vec::new());
            }
            let names = labels.iter().enumerate();
            (None, names.map(|(object, &label)| self.model.label_name(object, label)).collect())
        };
        let best = found.best.iter().filter_map(|best| {
            let (solution, labels) = labelling(&best.labels);
            Some(LabellingReply { cost: best.cost.number()?, solution, labels })
        });
        self.reply.labellings = best.collect();
        let bounds = found.trace.iter().filter_map(|point| {
            let time_us = point.time.map(|time| time.as_micros() as u64);
            Some(BoundReply {
                nodes: point.nodes,
                time_us,
                lower: point.lower.number()?,
                upper: point.upper.number(),
            })
        });
        self.reply.bounds = bounds.collect();
    }

    /// The lowest cost with each label. Each label needs a search.
    fn search_marginals(&mut self, model: &LabelModel<W>, found: &Cheapest<W>) -> Result<(), LabelError> {
        let best = &found.best[0];
        let all: usize = (0..model.objects()).map(|object| model.labels(object)).sum();
        let mut marginals = Vec::new();
        let mut done = 0;
        for object in 0..model.objects() {
            let mut of_labels = Vec::new();
            for label in 0..model.labels(object) {
                of_labels.push(if best.labels[object] == label {
                    best.cost
                } else if model.costs(object)[label].forbids() {
                    W::FORBIDDEN
                } else {
                    let mut fixed = model.clone();
                    for other in (0..model.labels(object)).filter(|&other| other != label) {
                        // Adding a forbidden cost never fails.
                        fixed.add_cost(object, other, W::FORBIDDEN).map_err(|_| LabelError::Overflow)?;
                    }
                    let found = self.cheapest(&fixed, 1, &self.limits())?;
                    limit_as_error(found.limit)?;
                    found.best.first().map_or(W::FORBIDDEN, |best| best.cost)
                });
                done += 1;
                self.budget.report(WorkProgress::Parts { done, all });
            }
            marginals.push(of_labels);
        }
        let semiring = self.question.semiring.semiring;
        let found = Summed { value: best.cost, marginals: Some(marginals) };
        self.put(&found, |cost| value_in(semiring, *cost), relative);
        Ok(())
    }

    /// Log Z and the share of each label, if no table fits. The result is exact if there are few labellings.
    /// Otherwise it is approximate: from the best labellings if the rest has almost no weight, from samples if there
    /// are enough, or from belief propagation.
    fn approximate(&mut self) -> Result<(), LabelError> {
        self.reply.exact = false;
        let limits = self.limits();
        // Half of the nodes are left for samples and beliefs.
        let limits = limits.with_nodes(limits.nodes().map_or(BEST_NODES, |most| BEST_NODES.min(most / 2)));
        let found = self.cheapest(&self.model.without_bound(), BEST, &limits)?;
        match found.limit {
            None if stand_for_all(&found.best) => return self.best(&found),
            Some(limit) if limit != Limit::Nodes => return Err(LabelError::Limit(limit)),
            _ => {}
        }
        if self.enumerate()? {
            return Ok(());
        }
        // If many labellings are equally good, the first ones are an arbitrary choice.
        let are_equal = found.best.first().is_some_and(|first| {
            found.best.last().is_some_and(|last| last.cost <= first.cost + W::TOLERANCE)
        });
        // The time of a sample is proportional to the number of objects, times the labels of each object and of its
        // neighbors.
        let labels = |object| (self.model.labels(object) as u64).pow(2);
        let length: u64 = (0..self.model.objects()).map(labels).sum();
        let most = self.question.by.samples.min(SAMPLE_WORK / length.max(1)).max(2);
        let mut sampled = self.samples(most.min(SAMPLES))?;
        if are_equal && sampled.effective < EFFECTIVE && most > SAMPLES {
            sampled = self.samples(most)?;
        }
        if sampled.effective >= EFFECTIVE || are_equal && sampled.hits > 0 {
            self.put_samples(sampled);
            return Ok(());
        }
        // The total weight of all labellings is at least the weight of the known ones.
        let known = self.weigh(&found.best);
        let estimated = self.beliefs();
        let about = self.reply.value.as_ref().and_then(|value| value.parse::<f64>().ok());
        let Some((weights, log_sum)) =
            known.filter(|(_, log_sum)| about.is_none_or(|about| about < *log_sum))
        else {
            return estimated;
        };
        if !are_equal {
            self.put_known(log_sum, &weights, found.nodes);
            return estimated
                .or_else(|error| if matches!(error, LabelError::Limit(_)) { Err(error) } else { Ok(()) });
        }
        (self.reply.value, self.reply.outcome) = (Some(log_sum.to_string()), None);
        estimated.or(Err(LabelError::Limit(Limit::Nodes)))
    }

    /// Sums the weights of all solutions of a puzzle. Returns whether they could all be enumerated.
    fn enumerate(&mut self) -> Result<bool, LabelError> {
        let Self { puzzle: Some(puzzle), model, .. } = *self else { return Ok(false) };
        let mut solver = Solver::new();
        let is_fast = solver.method_for(puzzle) == Method::Fast9;
        let most = if is_fast { FAST_NODES } else { SEARCH_NODES };
        let limits = self.limits();
        let limits = limits.with_nodes(limits.nodes().map_or(most, |nodes| most.min(nodes / 2)));
        let mut weights = LabelWeights::new(model);
        let (end, stats) = solver.solutions(puzzle, &limits, |solution| {
            let labels = || solution.digits().iter().map(|digit| digit.index());
            let costs = labels().enumerate().map(|(object, label)| model.costs(object)[label].to_f64());
            weights.add(-costs.fold(model.constant().to_f64(), |sum, cost| sum + cost), labels());
            ControlFlow::Continue(())
        });
        self.nodes += stats.nodes;
        match end {
            SearchEnd::Limit(Limit::Nodes) => return Ok(false),
            SearchEnd::Limit(limit) => return Err(LabelError::Limit(limit)),
            _ => {}
        }
        self.reply.exact = true;
        match weights.log_sum() {
            Some(log_sum) => self.put_known(log_sum, &weights, stats.nodes),
            None => self.refuse_if(true),
        }
        if is_fast {
            self.reply.method = Some(Method::Fast9.to_string());
        }
        Ok(true)
    }

    /// The sum of the weights of the best labellings, and the share of each label among them if the rest has almost
    /// no weight.
    fn best(&mut self, found: &Cheapest<W>) -> Result<(), LabelError> {
        limit_as_error(found.limit)?;
        let known = self.weigh(&found.best);
        self.refuse_if(known.is_none());
        if let Some((weights, log_sum)) = known {
            self.put_known(log_sum, &weights, found.nodes);
        }
        // If fewer were found than requested, these are all labellings.
        self.reply.exact = found.best.len() < BEST;
        if !self.reply.exact && !stand_for_all(&found.best) {
            self.reply.shares.clear();
        }
        Ok(())
    }

    /// The weights of some labellings, and the logarithm of their sum; `None` if there is no labelling.
    fn weigh(&self, best: &[Labelling<W>]) -> Option<(LabelWeights, f64)> {
        let mut weights = LabelWeights::new(self.model);
        for labelling in best {
            weights.add(-labelling.cost.to_f64(), labelling.labels.iter().copied());
        }
        let log_sum = weights.log_sum()?;
        Some((weights, log_sum))
    }

    /// Sets the total weight of known labellings.
    fn put_known(&mut self, log_sum: f64, weights: &LabelWeights, nodes: u64) {
        self.by(LabelMethod::Search);
        self.reply.nodes = Some(nodes);
        self.reply.value = Some(log_sum.to_string());
        self.reply.shares = numbers(weights.shares());
        (self.reply.outcome, self.reply.converged) = (None, None);
    }

    /// Estimates log Z and the share of each label from samples.
    fn sample(&mut self) -> Result<(), LabelError> {
        let found = self.samples(self.question.by.samples)?;
        self.put_samples(found);
        Ok(())
    }

    /// Draws this many samples, or as many as the node limit allows.
    fn samples(&self, samples: u64) -> Result<SampledSum, LabelError> {
        let found = sample_sum(self.model, samples, self.question.by.seed, &self.limits());
        match found.limit {
            Some(limit) if limit != Limit::Nodes => Err(LabelError::Limit(limit)),
            _ => Ok(found),
        }
    }

    /// Sets the results of sampling.
    fn put_samples(&mut self, found: SampledSum) {
        self.by(LabelMethod::Sample);
        self.reply.limit = found.limit.map(Into::into);
        if found.hits == 0 {
            // This does not prove that there is no labelling, because a rare one may not have been drawn.
            self.reply.limit.get_or_insert(arcdoku_wire::Limit::Samples);
            return;
        }
        self.reply.value = Some(found.log_sum.to_string());
        [self.reply.low, self.reply.high] =
            found.interval.map(|end| end.is_finite().then(|| end.to_string()));
        self.reply.shares = numbers(found.of_labels);
    }

    /// Estimates log Z and the share of each label by belief propagation.
    fn beliefs(&mut self) -> Result<(), LabelError> {
        let found = beliefs(self.model, &BeliefOptions::default(), &self.limits())?;
        self.by(LabelMethod::Beliefs);
        self.reply.exact = false;
        limit_as_error(found.limit)?;
        if found.log_sum == f64::NEG_INFINITY {
            // Messages vanish if there is no labelling, but also if weights are below the smallest number.
            let left = consistency(self.model, &self.limits());
            if left.ran_out.is_empty() {
                return Err(left.limit.map_or(LabelError::Overflow, LabelError::Limit));
            }
            self.refuse_if(true);
            return Ok(());
        }
        self.reply.value = Some(found.log_sum.to_string());
        self.reply.converged = Some(found.converged);
        self.reply.shares = numbers(found.of_labels);
        Ok(())
    }

    /// A lower bound, and its course.
    fn transform(&mut self) -> Result<(), LabelError> {
        let Self { question, model, .. } = *self;
        let Some(method) = transformation(question.by.method) else { return Ok(()) };
        self.by(question.by.method);
        let (bound, course, limit) = if method == TransformMethod::Arcs {
            let found = transform(model, &self.limits())?;
            (found.bound, found.course, found.limit)
        } else {
            let real = model.map(Weight::to_f64).map_err(|_| LabelError::Overflow)?;
            let found = transform_with(&real, method, &self.limits())?;
            let course = found.course.into_iter().map(W::of_bound).collect();
            (W::of_bound(found.bound), course, found.limit)
        };
        self.reply.value = Some(bound.to_string());
        let points = course.iter().enumerate().filter_map(|(round, bound)| {
            Some(BoundReply { nodes: round as u64, time_us: None, lower: bound.number()?, upper: None })
        });
        self.reply.bounds = points.collect();
        self.refuse_if(self.is_beyond(bound));
        limit_as_error(limit)
    }

    fn mini_buckets(&mut self) -> Result<(), LabelError> {
        let Self { question, model, .. } = *self;
        let bound = mini_buckets(
            model,
            &MinSum::<W>::default(),
            question.by.width as usize,
            question.by.memory.unwrap_or(MEMORY).0 as f64,
            &self.limits(),
        )?;
        self.by(LabelMethod::MiniBuckets);
        self.reply.value = Some(bound.to_string());
        self.refuse_if(self.is_beyond(bound));
        Ok(())
    }
}

/// The model that a method transforms a model into; the model itself if the method does not transform.
pub(super) fn transformed(
    question: &Label,
    bounds: &Bounds,
    model: &AnyLabelModel,
) -> Result<AnyLabelModel, String> {
    let limits = bounds.limits();
    let found = match (transformation(question.by.method), model) {
        (None, model) => return Ok(AnyLabelModel::clone(model)),
        (Some(TransformMethod::Arcs), AnyLabelModel::Exact(model)) => {
            transform(model, &limits).map(|found| AnyLabelModel::Exact(found.model))
        }
        (Some(method), AnyLabelModel::Exact(model)) => {
            let model = model.map(Weight::to_f64).map_err(|error| error.to_string())?;
            transform_with(&model, method, &limits).map(|found| AnyLabelModel::Real(found.model))
        }
        (Some(method), AnyLabelModel::Real(model)) => {
            transform_with(model, method, &limits).map(|found| AnyLabelModel::Real(found.model))
        }
    };
    found.map_err(|error| error.to_string())
}

/// Whether the best labellings can stand for all: there are fewer than the maximum, so these are all, or the last of
/// them has almost no weight.
fn stand_for_all<W: Weight>(best: &[Labelling<W>]) -> bool {
    let weights: Vec<f64> =
        best.iter().filter_map(|labelling| relative(&best[0].cost, &labelling.cost)).collect();
    weights.len() < BEST || weights.last().is_some_and(|last| *last <= LAST * weights.iter().sum::<f64>())
}

/// Shares as JSON numbers; none if one of them is not a JSON number.
fn numbers(shares: Vec<Vec<f64>>) -> Vec<Vec<Number>> {
    let row = |row: Vec<f64>| row.into_iter().map(Number::from_f64).collect::<Option<Vec<Number>>>();
    shares.into_iter().map(row).collect::<Option<_>>().unwrap_or_default()
}

/// The weight of the best labelling with a label, relative to the best labelling of all.
fn relative<W: Weight>(best: &W, cost: &W) -> Option<f64> {
    Some((best.to_f64() - cost.to_f64()).exp())
}

fn shown<W: Weight>(cost: W) -> String {
    if cost.forbids() { "inf".to_owned() } else { cost.to_string() }
}

/// The value of a cost in a semiring of costs.
fn value_in<W: Weight>(semiring: LabelSemiring, cost: W) -> String {
    match semiring {
        LabelSemiring::Boolean => (!cost.forbids()).to_string(),
        LabelSemiring::MaxGain => gain(cost),
        LabelSemiring::MaxProb => (-cost.to_f64()).exp().to_string(),
        _ => shown(cost),
    }
}

fn gain<W: Weight>(cost: W) -> String {
    if cost.forbids() {
        "-inf".to_owned()
    } else {
        W::ZERO.minus(cost).map_or_else(|| format!("-{cost}"), |gain| gain.to_string())
    }
}
