//! An approximate sum of all weights by sampling: sequential importance sampling.
//!
//! Objects are labelled at random, one after the other. The weight of a labelling is divided by the probability with
//! which it was drawn. On average, this ratio is the sum of all weights, if dead ends count as 0 (D. E. Knuth,
//! "Estimating the efficiency of backtrack programs", 1975). The closer the probabilities are to the weights, the less
//! these ratios differ. A label is therefore drawn by its weight given the labels so far, multiplied by the share of
//! the weight of other objects that it leaves. This share is estimated for one object and function at a time.

use fastrand::Rng;

use crate::labelled::LabelWeights;
use crate::model::{LabelCosts, LabelFunction, LabelModel};
use crate::sample::{different_objects, draw};
use crate::weight::Weight;
use arcdoku::puzzle::{Limit, Limits};
use arcdoku::search::LogMean;

/// The share of the probability that is distributed equally over all labels. Labels whose weight is
/// underestimated are then drawn from time to time, and a sample with such a label does not get too great a weight.
const EVEN: f64 = 0.02;

/// An approximate sum of all weights, estimated from samples.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct SampledSum {
    /// The logarithm of the mean of the samples; negative infinity if none of them is a labelling. The mean is
    /// unbiased, but its logarithm is not.
    pub log_sum: f64,
    /// The standard error of the mean, relative to the mean; infinity with fewer than two samples or without a
    /// labelling.
    pub error: f64,
    /// The logarithms of the ends of the interval with 95 % confidence; infinite if the error is infinite.
    ///
    /// It assumes that the mean is distributed log-normally. If a few samples dominate the mean, the interval tends
    /// to be too narrow, and the true sum is more often above it than below: see [`effective`](Self::effective).
    pub interval: [f64; 2],
    /// The number of samples of equal weight that would have the same spread; if it is far below the number of hits,
    /// more samples are needed.
    pub effective: f64,
    /// For each object and label, the share of the weight of all samples that have the label; 0 without a labelling.
    pub of_labels: Vec<Vec<f64>>,
    /// The number of samples.
    pub samples: u64,
    /// The number of samples that are labellings.
    pub hits: u64,
    /// The limit that ended the work, if any.
    pub limit: Option<Limit>,
}

/// Estimates the sum of the weights of all labellings from a number of samples with a seed. The weight of a labelling
/// is e to the power of its negative cost; without costs, the sum is the number of labellings. The shares of labels
/// are the shares in the samples, by weight. The node limit applies to the number of samples. The bound of the model
/// is ignored.
///
/// ```
/// use arcdoku_label::{LabelModel, sample_sum};
/// use arcdoku::{Limits, Puzzle, Shape};
///
/// let model = LabelModel::<f64>::of_puzzle(&Puzzle::new(Shape::boxes(2, 2).unwrap()));
/// let found = sample_sum(&model, 1000, 1, &Limits::NONE);
/// assert!((found.log_sum - 288_f64.ln()).abs() < 0.1);
/// ```
pub fn sample_sum<W: Weight>(
    model: &LabelModel<W>,
    samples: u64,
    seed: u64,
    limits: &Limits<'_>,
) -> SampledSum {
    let budget = limits.start();
    let mut walk = WeightedWalk::new(model);
    let mut rng = Rng::with_seed(seed);
    let mut mean = LogMean::default();
    let mut weights = LabelWeights::new(model);
    let mut limit = None;
    while limit.is_none() && mean.count < samples {
        let mut nodes = mean.count;
        limit = budget.spend(&mut nodes).err();
        if limit.is_none() {
            let weight = walk.sample(&mut rng);
            mean.add(weight);
            if let Some(weight) = weight {
                weights.add(weight, walk.labels.iter().copied().flatten());
            }
        }
    }
    SampledSum {
        log_sum: mean.log(),
        error: mean.error(),
        interval: mean.interval(),
        effective: mean.effective(),
        of_labels: weights.shares(),
        samples: mean.count,
        hits: mean.hits,
        limit,
    }
}

/// Memory of random labellings.
struct WeightedWalk<'a, W> {
    model: &'a LabelModel<W>,
    different: Vec<Vec<usize>>,
    functions: Vec<Vec<usize>>,
    /// The labels so far.
    labels: Vec<Option<usize>>,
    /// The number of objects of each function without a label.
    open: Vec<usize>,
    beliefs: Vec<LocalBelief>,
}

/// The weights of the labels of an object without a label.
#[derive(Clone)]
struct LocalBelief {
    /// The logarithm of the weight of each label, given the labels so far.
    logs: Vec<f64>,
    /// The same weights, divided by their sum.
    shares: Vec<f64>,
    /// The number of possible labels.
    left: usize,
}

impl LocalBelief {
    fn new(logs: Vec<f64>) -> Self {
        let mut belief = Self { shares: vec![0.0; logs.len()], logs, left: 0 };
        belief.refresh();
        belief
    }

    /// Computes the shares.
    fn refresh(&mut self) {
        let most = self.logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        self.left = self.logs.iter().filter(|&&log| log > f64::NEG_INFINITY).count();
        if self.left == 0 {
            self.shares.fill(0.0);
            return;
        }
        self.shares.iter_mut().zip(&self.logs).for_each(|(share, log)| *share = (log - most).exp());
        let sum: f64 = self.shares.iter().sum();
        self.shares.iter_mut().for_each(|share| *share /= sum);
    }

    /// The logarithm of the share of the weight that remains after multiplying with factors, which are given by their
    /// logarithms; negative infinity only if no label is left.
    fn log_share(&self, factor: impl Fn(usize) -> f64) -> f64 {
        let part = |label: usize| factor(label) + self.logs[label];
        let most = (0..self.logs.len()).map(part).fold(f64::NEG_INFINITY, f64::max);
        let all = self.logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if most == f64::NEG_INFINITY || all == f64::NEG_INFINITY {
            return f64::NEG_INFINITY;
        }
        let parts: f64 = (0..self.logs.len()).map(|label| (part(label) - most).exp()).sum();
        let whole: f64 = self.logs.iter().map(|log| (log - all).exp()).sum();
        most - all + (parts / whole).ln()
    }

    /// The logarithm of the share of the weight without a label.
    fn log_share_without(&self, label: usize) -> f64 {
        match self.shares.get(label) {
            None => 0.0,
            // This is accurate, because the share is not close to 1.
            Some(&share) if share < 0.9 => (-share).ln_1p(),
            _ => self.log_share(|other| if other == label { f64::NEG_INFINITY } else { 0.0 }),
        }
    }
}

impl<'a, W: Weight> WeightedWalk<'a, W> {
    fn new(model: &'a LabelModel<W>) -> Self {
        Self {
            model,
            different: different_objects(model),
            functions: model.functions_of(|function| !function.is_all_different()),
            labels: Vec::new(),
            open: Vec::new(),
            beliefs: Vec::new(),
        }
    }

    /// The logarithm of the weight of a random labelling divided by its probability; `None` at a dead end.
    fn sample(&mut self, rng: &mut Rng) -> Option<f64> {
        let model = self.model;
        if model.constant().forbids() {
            return None;
        }
        let logs = |object| model.costs(object).iter().map(|cost| -cost.to_f64()).collect();
        self.labels = vec![None; model.objects()];
        self.open = model.functions().iter().map(|function| function.scope().len()).collect();
        self.beliefs = (0..model.objects()).map(|object| LocalBelief::new(logs(object))).collect();
        let mut weight = -model.constant().to_f64();
        for _ in 0..model.objects() {
            let open = (0..model.objects()).filter(|&object| self.labels[object].is_none());
            // Objects with few labels come first, so dead ends are found early.
            let object = open.min_by_key(|&object| self.beliefs[object].left)?;
            let scores: Vec<f64> = (0..model.labels(object)).map(|label| self.score(object, label)).collect();
            let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            if most == f64::NEG_INFINITY {
                return None;
            }
            let mut weights: Vec<f64> = scores.iter().map(|score| (score - most).exp()).collect();
            let even = EVEN * weights.iter().sum::<f64>() / self.beliefs[object].left as f64;
            for (weight, _) in
                weights.iter_mut().zip(&scores).filter(|(_, score)| **score > f64::NEG_INFINITY)
            {
                *weight += even;
            }
            let label = draw(rng, &weights);
            let probability = weights[label] / weights.iter().sum::<f64>();
            weight += self.beliefs[object].logs[label] - probability.ln();
            self.take(object, label);
        }
        Some(weight)
    }

    /// The logarithm of the weight with which a label is drawn; negative infinity only if no labelling has the label
    /// together with the labels so far.
    fn score(&mut self, object: usize, label: usize) -> f64 {
        let mut score = self.beliefs[object].logs[label];
        if score == f64::NEG_INFINITY {
            return score;
        }
        self.labels[object] = Some(label);
        // The product of the functions that have only one other object without a label, for each such object.
        let mut factors: Vec<(usize, Vec<f64>)> = Vec::new();
        for &number in &self.functions[object] {
            let function = &self.model.functions()[number];
            if self.open[number] == 2 {
                let Some(other) = self.open_object(function) else { continue };
                let own = self.factors(function, other);
                match factors.iter_mut().find(|known| known.0 == other) {
                    Some((_, known)) => known.iter_mut().zip(own).for_each(|(known, own)| *known += own),
                    None => factors.push((other, own)),
                }
            } else if let LabelCosts::Rule(rule) = function.costs()
                && !rule.allows(|place| self.labels[function.scope()[place]])
            {
                score = f64::NEG_INFINITY;
            }
        }
        for &other in self.different[object].iter().filter(|&&other| self.labels[other].is_none()) {
            match factors.iter_mut().find(|known| known.0 == other) {
                Some((_, known)) => {
                    known.iter_mut().skip(label).take(1).for_each(|log| *log = f64::NEG_INFINITY);
                }
                None => score += self.beliefs[other].log_share_without(label),
            }
        }
        for (other, factors) in factors {
            score += self.beliefs[other].log_share(|label| factors[label]);
        }
        self.labels[object] = None;
        score
    }

    /// The first object of a function without a label.
    fn open_object(&self, function: &LabelFunction<W>) -> Option<usize> {
        function.scope().iter().copied().find(|&object| self.labels[object].is_none())
    }

    /// The logarithms of the weights of a function for the labels of the only object that has none.
    fn factors(&self, function: &LabelFunction<W>, open: usize) -> Vec<f64> {
        let weight = |label: usize| {
            let own = function.scope().iter();
            let own: Vec<usize> = own
                .map(|&object| if object == open { label } else { self.labels[object].unwrap_or(0) })
                .collect();
            -function.cost(&own).to_f64()
        };
        (0..self.model.labels(open)).map(weight).collect()
    }

    /// Assigns a label to an object, and updates the other objects.
    fn take(&mut self, object: usize, label: usize) {
        self.labels[object] = Some(label);
        for &other in self.different[object].iter().filter(|&&other| self.labels[other].is_none()) {
            let belief = &mut self.beliefs[other];
            if belief.logs.get(label).is_some_and(|&log| log > f64::NEG_INFINITY) {
                belief.logs[label] = f64::NEG_INFINITY;
                belief.refresh();
            }
        }
        for &number in &self.functions[object] {
            self.open[number] -= 1;
            if self.open[number] == 1 {
                let function = &self.model.functions()[number];
                let Some(other) = self.open_object(function) else { continue };
                let factors = self.factors(function, other);
                let belief = &mut self.beliefs[other];
                belief.logs.iter_mut().zip(factors).for_each(|(log, factor)| *log += factor);
                belief.refresh();
            }
        }
    }
}
