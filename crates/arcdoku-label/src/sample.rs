//! Approximate marginals by sampling: a Markov chain over labellings.
//!
//! The chain starts from a labelling, and makes moves that preserve a distribution: the probability of a labelling is
//! its weight, e to the power of its negative cost, divided by the sum of all weights.
//!
//! - an object takes a label at random, by the weights of its labels given the labels of the other objects (S. Geman
//!   and D. Geman, "Stochastic relaxation, Gibbs distributions, and the Bayesian restoration of images", 1984);
//! - two labels are exchanged in a *Kempe chain*: all objects with one of the labels that are connected, two by two,
//!   by sets of different objects. All sets therefore remain different. The same exchange leads back and is proposed
//!   equally often, so it is accepted with the ratio of the weights, if that is less than 1 (N. Metropolis et al.,
//!   "Equation of state calculations by fast computing machines", 1953; for Latin squares, M. T. Jacobson and P.
//!   Matthews, "Generating uniformly distributed random Latin squares", 1996, have other moves).
//!
//! It depends on the model whether these moves lead from each labelling to every other one. For empty 9x9 grids, this
//! is not proven. With clues, the moves often do not reach all labellings, because clues are never exchanged. The
//! shares are then the shares of the labellings that can be reached from the first one.

use fastrand::Rng;

use crate::LabelError;
use crate::minimize::cheapest;
use crate::model::LabelModel;
use crate::weight::Weight;
use arcdoku::puzzle::{Budget, Limit, Limits};

/// Number of batches of samples, used to estimate errors.
const BATCHES: u64 = 32;

/// The node limit of the search for a cheap first labelling. The best labelling found within this limit is cheap
/// enough.
const START: u64 = 10_000;

/// Options of the sampling.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SampleOptions {
    /// The number of samples. Between two samples there is on average one move for each object that can have several
    /// labels.
    pub samples: u64,
    /// The number of samples at the start that are not counted.
    pub burn_in: u64,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The first labelling; `None` to search for a cheap one.
    pub start: Option<Vec<usize>>,
}

impl Default for SampleOptions {
    fn default() -> Self {
        Self { samples: 10_000, burn_in: 1_000, seed: 0, start: None }
    }
}

/// Approximate marginals, estimated from samples.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct SampledMarginals {
    /// For each object and label, the share of the samples with the label.
    pub of_labels: Vec<Vec<f64>>,
    /// The standard error of each share, from the means of 32 batches of samples; infinity if there were too few
    /// samples. It is too small if samples of different batches still depend on each other, and it is meaningless for
    /// a label that was never or always seen.
    pub errors: Vec<Vec<f64>>,
    /// The number of samples.
    pub samples: u64,
    /// The number of exchanges of labels that were proposed, including the samples that are not counted.
    pub exchanges: u64,
    /// The number of accepted exchanges.
    pub accepted: u64,
    /// The last labelling: a random labelling by weight, if the chain has converged. Another run can start from it.
    pub last: Vec<usize>,
    /// The limit that ended the work, if any.
    pub limit: Option<Limit>,
}

/// Estimates the share of the weight of all labellings that labellings with each label have. `None` if there is no
/// labelling.
///
/// The answer depends only on the seed. The node limit applies to the nodes of the search for a first labelling, and
/// then to samples. The bound of the model is ignored.
///
/// ```
/// use arcdoku_label::{LabelModel, SampleOptions, sample_marginals};
/// use arcdoku::{Limits, Puzzle, Shape};
///
/// let model = LabelModel::<f64>::of_puzzle(&Puzzle::new(Shape::boxes(2, 2).unwrap()));
/// let found = sample_marginals(&model, &SampleOptions::default(), &Limits::NONE).unwrap().unwrap();
/// assert!((found.of_labels[0][0] - 0.25).abs() < 0.03);
/// ```
///
/// # Errors
/// If the first labelling does not fit, a sum of costs may be too large for its type, or a limit ends the search for
/// a first labelling.
pub fn sample_marginals<W: Weight>(
    model: &LabelModel<W>,
    options: &SampleOptions,
    limits: &Limits<'_>,
) -> Result<Option<SampledMarginals>, LabelError> {
    let budget = limits.start();
    let Some(start) = first_labelling(model, options, limits, &budget)? else { return Ok(None) };
    let mut chain = LabelChain::new(model, start, options.seed);
    let mut tally = Tally::new(model, options.samples);
    let mut nodes = 0;
    let budget = budget.rest().with_nodes(limits.nodes()).start();
    let mut limit = None;
    while limit.is_none() && tally.samples < options.samples {
        limit = budget.spend(&mut nodes).err();
        if limit.is_none() {
            (0..chain.movable.len()).for_each(|_| chain.step());
            if nodes > options.burn_in {
                tally.add(&chain.labels);
            }
        }
    }
    let (of_labels, errors) = tally.figures();
    let LabelChain { labels, exchanges, accepted, .. } = chain;
    let samples = tally.samples;
    Ok(Some(SampledMarginals { of_labels, errors, samples, exchanges, accepted, last: labels, limit }))
}

fn first_labelling<W: Weight>(
    model: &LabelModel<W>,
    options: &SampleOptions,
    limits: &Limits<'_>,
    budget: &Budget<'_>,
) -> Result<Option<Vec<usize>>, LabelError> {
    if let Some(start) = &options.start {
        let fits = start.len() == model.objects()
            && start.iter().enumerate().all(|(object, &label)| label < model.labels(object))
            && model.cost(start).is_some_and(|cost| !cost.forbids());
        return if fits { Ok(Some(start.clone())) } else { Err(LabelError::Start) };
    }
    let model = model.without_bound();
    let few = limits.nodes().map_or(START, |nodes| nodes.min(START));
    let mut found = cheapest(&model, 1, &budget.rest().with_nodes(few))?;
    if found.best.is_empty() && found.limit == Some(Limit::Nodes) {
        found = cheapest(&model, 1, &budget.rest().with_nodes(limits.nodes()))?;
    }
    match (found.best.pop(), found.limit) {
        (None, Some(limit)) => Err(LabelError::Limit(limit)),
        (best, _) => Ok(best.map(|best| best.labels)),
    }
}

/// The objects that share a set of different objects with each object.
pub(super) fn different_objects<W: Weight>(model: &LabelModel<W>) -> Vec<Vec<usize>> {
    let mut different = vec![Vec::new(); model.objects()];
    for function in model.functions().iter().filter(|function| function.is_all_different()) {
        for &object in function.scope() {
            different[object].extend(function.scope().iter().copied().filter(|&other| other != object));
        }
    }
    for others in &mut different {
        others.sort_unstable();
        others.dedup();
    }
    different
}

/// Draws a place by weights, whose sum must be positive.
pub(super) fn draw(rng: &mut Rng, weights: &[f64]) -> usize {
    let mut rest = rng.f64() * weights.iter().sum::<f64>();
    let mut drawn = 0;
    for (place, &weight) in weights.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
        drawn = place;
        rest -= weight;
        if rest < 0.0 {
            break;
        }
    }
    drawn
}

/// The state of the Markov chain: a labelling that changes at random.
struct LabelChain<'a, W> {
    model: &'a LabelModel<W>,
    rng: Rng,
    labels: Vec<usize>,
    /// The labels of each object whose own cost does not forbid them.
    allowed: Vec<Vec<usize>>,
    /// The objects with several such labels.
    movable: Vec<usize>,
    different: Vec<Vec<usize>>,
    functions: Vec<Vec<usize>>,
    exchanges: u64,
    accepted: u64,
}

impl<'a, W: Weight> LabelChain<'a, W> {
    fn new(model: &'a LabelModel<W>, labels: Vec<usize>, seed: u64) -> Self {
        let allowed: Vec<Vec<usize>> =
            (0..model.objects()).map(|object| model.allowed(object).collect()).collect();
        Self {
            model,
            rng: Rng::with_seed(seed),
            labels,
            movable: (0..allowed.len()).filter(|&object| allowed[object].len() > 1).collect(),
            allowed,
            different: different_objects(model),
            functions: model.functions_of(|function| !function.is_all_different()),
            exchanges: 0,
            accepted: 0,
        }
    }

    /// Makes a move of a random object that can have several labels.
    fn step(&mut self) {
        let object = self.movable[self.rng.usize(..self.movable.len())];
        if self.rng.bool() {
            self.resample(object);
        } else {
            // Each object of the chain would propose the reverse exchange with the same probability.
            let others = self.allowed[object].iter().copied().filter(|&label| label != self.labels[object]);
            if let Some(label) = others.clone().nth(self.rng.usize(..self.allowed[object].len() - 1)) {
                self.exchange(object, label);
            }
        }
    }

    /// The cost of these functions.
    fn cost_of(&self, functions: &[usize]) -> f64 {
        let cost = |&number: &usize| {
            let function = &self.model.functions()[number];
            let own: Vec<usize> = function.scope().iter().map(|&object| self.labels[object]).collect();
            function.cost(&own).to_f64()
        };
        functions.iter().map(cost).sum()
    }

    fn resample(&mut self, object: usize) {
        let before = self.labels[object];
        let mut costs = vec![f64::INFINITY; self.allowed[object].len()];
        for (place, cost) in costs.iter_mut().enumerate() {
            let label = self.allowed[object][place];
            if self.different[object].iter().all(|&other| self.labels[other] != label) {
                self.labels[object] = label;
                *cost = self.model.costs(object)[label].to_f64() + self.cost_of(&self.functions[object]);
            }
        }
        let least = costs.iter().copied().fold(f64::INFINITY, f64::min);
        let weights: Vec<f64> = costs.iter().map(|cost| (least - cost).exp()).collect();
        // If costs are too large for floating-point numbers, all weights are rounded to 0.
        let is_known = weights.iter().sum::<f64>() > 0.0;
        self.labels[object] =
            if is_known { self.allowed[object][draw(&mut self.rng, &weights)] } else { before };
    }

    /// Exchanges the label of an object with another in the Kempe chain of the object, or leaves the labelling
    /// unchanged.
    fn exchange(&mut self, object: usize, label: usize) {
        self.exchanges += 1;
        let pair = [self.labels[object], label];
        let mut connected = vec![object];
        let mut next = 0;
        while let Some(&one) = connected.get(next) {
            next += 1;
            // Only objects with the other label are connected, because objects of a set have different labels.
            let other_label = if self.labels[one] == pair[0] { pair[1] } else { pair[0] };
            if self.allowed[one].binary_search(&other_label).is_err() {
                return;
            }
            for &other in &self.different[one] {
                if self.labels[other] == other_label && !connected.contains(&other) {
                    connected.push(other);
                }
            }
        }
        let mut functions: Vec<usize> =
            connected.iter().flat_map(|&one| self.functions[one].clone()).collect();
        functions.sort_unstable();
        functions.dedup();
        let cost = |chain: &Self| {
            let of_labels = connected.iter().map(|&one| chain.model.costs(one)[chain.labels[one]].to_f64());
            of_labels.sum::<f64>() + chain.cost_of(&functions)
        };
        let swap = |labels: &mut [usize]| {
            connected.iter().for_each(|&one| labels[one] = pair[usize::from(labels[one] == pair[0])]);
        };
        let before = cost(self);
        swap(&mut self.labels);
        let after = cost(self);
        if self.rng.f64() < (before - after).exp() {
            self.accepted += 1;
        } else {
            swap(&mut self.labels);
        }
    }
}

/// Counts of labels, in all samples and in batches.
struct Tally {
    samples: u64,
    /// The number of samples of a batch.
    length: u64,
    batches: u64,
    labels: Vec<Vec<LabelTally>>,
}

#[derive(Clone, Default)]
struct LabelTally {
    all: u64,
    /// The number of samples in the current batch.
    batch: u64,
    /// For each object and label: the sum of its shares in the batches. `second` has the sum of their squares.
    first: f64,
    second: f64,
}

impl Tally {
    fn new<W: Weight>(model: &LabelModel<W>, samples: u64) -> Self {
        let labels = model.per_label(&LabelTally::default());
        Self { samples: 0, length: (samples / BATCHES).max(1), batches: 0, labels }
    }

    fn add(&mut self, labels: &[usize]) {
        self.samples += 1;
        for (tallies, &label) in self.labels.iter_mut().zip(labels) {
            tallies[label].all += 1;
            tallies[label].batch += 1;
        }
        if self.samples.is_multiple_of(self.length) {
            self.batches += 1;
            for tally in self.labels.iter_mut().flatten() {
                let share = tally.batch as f64 / self.length as f64;
                tally.batch = 0;
                tally.first += share;
                tally.second += share * share;
            }
        }
    }

    /// The shares and their errors.
    fn figures(&self) -> (Vec<Vec<f64>>, Vec<Vec<f64>>) {
        let batches = self.batches as f64;
        let share = |tally: &LabelTally| tally.all as f64 / self.samples.max(1) as f64;
        let error = |tally: &LabelTally| {
            let spread = (tally.second - tally.first * tally.first / batches).max(0.0);
            if self.batches < 2 { f64::INFINITY } else { (spread / (batches - 1.0) / batches).sqrt() }
        };
        let of_labels = self.labels.iter().map(|tallies| tallies.iter().map(share).collect()).collect();
        (of_labels, self.labels.iter().map(|tallies| tallies.iter().map(error).collect()).collect())
    }
}
