//! Approximate sums and marginals: belief propagation.
//!
//! Functions send messages to their objects in rounds: one number for each label, computed from the messages of all
//! other functions (J. Pearl, "Probabilistic reasoning in intelligent systems", 1988). If the functions form no
//! cycle, the result is exact. Otherwise it is an approximation of unknown error, and it may not converge: on a
//! Sudoku with few clues the shares are far too near 0 and 1. A set of different objects is one function. Its
//! messages are the minors of the permanent of its table, summed over the sets of labels that the first objects take.

use crate::LabelError;
use crate::model::{LabelModel, advance};
use crate::weight::{Weight, least_of};
use arcdoku::puzzle::{Budget, Limit, Limits};

/// The largest number of labels in a set of different objects.
const BELIEF_LABELS: usize = 16;

/// The largest number of combinations of labels of a function that is not a set of different objects.
const BELIEF_TABLE_ENTRIES: usize = 1 << 16;

/// Options of belief propagation, including the criteria for its end.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BeliefOptions {
    /// The maximum number of rounds.
    pub rounds: u32,
    /// The messages have converged if no marginal changes by more than this in a round.
    pub tolerance: f64,
    /// The share of a message that is kept from the previous round, 0 to 1.
    pub damping: f64,
}

impl Default for BeliefOptions {
    fn default() -> Self {
        Self { rounds: 200, tolerance: 1e-9, damping: 0.0 }
    }
}

/// Approximate answers.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Beliefs {
    /// For each object and label, the approximate share of the weight of all labellings that labellings with the
    /// label have.
    pub of_labels: Vec<Vec<f64>>,
    /// The approximate logarithm of the sum of all weights (Bethe's approximation). It is negative infinity if there
    /// is no labelling, or if weights of messages are below the smallest positive number; it is not a number if a
    /// limit ended the work.
    pub log_sum: f64,
    /// The number of rounds.
    pub rounds: u32,
    /// Whether the marginals converged.
    pub converged: bool,
    /// The limit that ended the work, if any.
    pub limit: Option<Limit>,
}

/// Approximates the sum of the weights of all labellings, each e to the power of its negative cost, and the share of
/// each label. The node limit applies to the number of functions that sent their messages.
///
/// # Errors
/// If a function has too many combinations: more than 16 labels in a set of different objects, or a table of more
/// than 65,536 entries.
pub fn beliefs<W: Weight>(
    model: &LabelModel<W>,
    options: &BeliefOptions,
    limits: &Limits<'_>,
) -> Result<Beliefs, LabelError> {
    let mut network = Network::new(model)?;
    let budget = limits.start();
    let mut nodes = 0;
    let mut answer = Beliefs {
        of_labels: network.marginals(),
        log_sum: f64::NAN,
        rounds: 0,
        converged: false,
        limit: None,
    };
    while answer.rounds < options.rounds && !answer.converged {
        for factor in 0..network.factors.len() {
            if let Err(limit) = budget.spend(&mut nodes) {
                answer.limit = Some(limit);
                return Ok(answer);
            }
            if !network.send(factor, options.damping) {
                answer.log_sum = f64::NEG_INFINITY;
                answer.of_labels.iter_mut().for_each(|shares| shares.fill(0.0));
                answer.converged = true;
                return Ok(answer);
            }
        }
        answer.rounds += 1;
        let next = network.marginals();
        let pairs = answer.of_labels.iter().flatten().zip(next.iter().flatten());
        let change = pairs.map(|(old, new)| (old - new).abs()).fold(0.0, f64::max);
        answer.converged = change <= options.tolerance;
        answer.of_labels = next;
    }
    match network.bethe(model.constant(), &budget) {
        Ok(log_sum) => answer.log_sum = log_sum,
        Err(limit) => answer.limit = Some(limit),
    }
    if answer.log_sum == f64::NEG_INFINITY {
        answer.of_labels.iter_mut().for_each(|shares| shares.fill(0.0));
    }
    Ok(answer)
}

/// The messages between objects and functions.
struct Network {
    /// The weight of each label, scaled so that the greatest weight of an object is 1, and the logarithm of the
    /// removed factors.
    weights: Vec<Vec<f64>>,
    unit: f64,
    factors: Vec<Factor>,
    /// The messages that each object receives: the number of the function, and the place of the object in its scope.
    received: Vec<Vec<(usize, usize)>>,
}

struct Factor {
    scope: Box<[usize]>,
    sizes: Box<[usize]>,
    /// The weight of each combination; `None` if the function requires different labels.
    table: Option<Box<[f64]>>,
    /// The last message to each object; its numbers add up to 1.
    messages: Vec<Vec<f64>>,
}

impl Factor {
    /// The sum over all combinations, weighted by the beliefs of the objects; and this sum for each object and label,
    /// without the label's own belief.
    fn sums(&self, incoming: &[Vec<f64>]) -> (f64, Vec<Vec<f64>>) {
        match &self.table {
            Some(table) => sums(table, &self.sizes, incoming),
            None => different(incoming),
        }
    }
}

/// Scales numbers so that they add up to 1. Returns their original sum.
fn normalize(numbers: &mut [f64]) -> f64 {
    let sum: f64 = numbers.iter().sum();
    if sum > 0.0 {
        numbers.iter_mut().for_each(|number| *number /= sum);
    }
    sum
}

impl Network {
    fn new<W: Weight>(model: &LabelModel<W>) -> Result<Self, LabelError> {
        let mut unit = 0.0;
        let weights = (0..model.objects()).map(|object| {
            let costs = model.costs(object);
            let least = least_of(costs.iter().copied()).to_f64();
            if least.is_infinite() {
                return vec![0.0; costs.len()];
            }
            unit -= least;
            costs.iter().map(|cost| (least - cost.to_f64()).exp()).collect()
        });
        let weights = weights.collect();
        let mut network =
            Self { weights, unit, factors: Vec::new(), received: vec![Vec::new(); model.objects()] };
        for function in model.functions() {
            let scope: Box<[usize]> = function.scope().into();
            let sizes: Box<[usize]> = scope.iter().map(|&object| model.labels(object)).collect();
            let table = if function.is_all_different() {
                if sizes.iter().any(|&size| size > BELIEF_LABELS) {
                    let bytes = sizes.iter().map(|&size| (size as f64).exp2()).fold(0.0, f64::max) * 16.0;
                    return Err(LabelError::TooWide { width: scope.len(), bytes });
                }
                None
            } else {
                let count = sizes.iter().map(|&size| size as f64).product::<f64>();
                if count > BELIEF_TABLE_ENTRIES as f64 {
                    return Err(LabelError::TooWide { width: scope.len(), bytes: 8.0 * count });
                }
                let costs: Vec<f64> = function.dense().map(Weight::to_f64).collect();
                let least = least_of(costs.iter().copied());
                let least = if least.is_infinite() { 0.0 } else { least };
                network.unit -= least;
                Some(costs.into_iter().map(|cost| (least - cost).exp()).collect())
            };
            for (place, &object) in scope.iter().enumerate() {
                network.received[object].push((network.factors.len(), place));
            }
            let messages = sizes.iter().map(|&size| vec![1.0 / size as f64; size]).collect();
            network.factors.push(Factor { scope, sizes, table, messages });
        }
        Ok(network)
    }

    /// The belief of an object without the message of one function.
    fn belief(&self, object: usize, but: usize) -> Vec<f64> {
        let mut belief = self.weights[object].clone();
        for &(factor, place) in self.received[object].iter().filter(|from| from.0 != but) {
            let message = &self.factors[factor].messages[place];
            belief.iter_mut().zip(message).for_each(|(belief, share)| *belief *= share);
            // Without this, products of many messages would vanish.
            normalize(&mut belief);
        }
        normalize(&mut belief);
        belief
    }

    fn marginals(&self) -> Vec<Vec<f64>> {
        (0..self.weights.len()).map(|object| self.belief(object, usize::MAX)).collect()
    }

    /// The beliefs of a function's objects without its own messages.
    fn incoming(&self, factor: usize) -> Vec<Vec<f64>> {
        self.factors[factor].scope.iter().map(|&object| self.belief(object, factor)).collect()
    }

    /// Sends the messages of a function. Returns false if one of them excludes all labels.
    fn send(&mut self, factor: usize, damping: f64) -> bool {
        let incoming = self.incoming(factor);
        let factor = &mut self.factors[factor];
        let (_, outgoing) = factor.sums(&incoming);
        for (message, mut next) in factor.messages.iter_mut().zip(outgoing) {
            if normalize(&mut next) == 0.0 {
                return false;
            }
            for (old, new) in message.iter_mut().zip(next) {
                *old = damping * *old + (1.0 - damping) * new;
            }
        }
        true
    }

    /// Bethe's approximation of the logarithm of the sum, which takes as long as a round. No nodes are counted.
    fn bethe<W: Weight>(&self, constant: W, budget: &Budget<'_>) -> Result<f64, Limit> {
        let mut sum = self.unit - constant.to_f64();
        for object in 0..self.weights.len() {
            let mut belief = self.weights[object].clone();
            for &(factor, place) in &self.received[object] {
                let message = &self.factors[factor].messages[place];
                belief.iter_mut().zip(message).for_each(|(belief, share)| *belief *= share);
                sum += normalize(&mut belief).ln();
            }
            sum += belief.iter().sum::<f64>().ln();
        }
        for (number, factor) in self.factors.iter().enumerate() {
            budget.check(0)?;
            let incoming = self.incoming(number);
            sum += factor.sums(&incoming).0.ln();
            for (message, belief) in factor.messages.iter().zip(&incoming) {
                sum -= message.iter().zip(belief).map(|(a, b)| a * b).sum::<f64>().ln();
            }
        }
        Ok(if sum.is_nan() { f64::NEG_INFINITY } else { sum })
    }
}

/// [`Factor::sums`] of a table.
fn sums(table: &[f64], sizes: &[usize], incoming: &[Vec<f64>]) -> (f64, Vec<Vec<f64>>) {
    let mut outgoing: Vec<Vec<f64>> = sizes.iter().map(|&size| vec![0.0; size]).collect();
    let mut labels = vec![0; sizes.len()];
    let mut all = 0.0;
    let mut after = vec![1.0; sizes.len() + 1];
    for &weight in table {
        if weight > 0.0 {
            for place in (0..sizes.len()).rev() {
                after[place] = after[place + 1] * incoming[place][labels[place]];
            }
            let mut before = weight;
            for place in 0..sizes.len() {
                outgoing[place][labels[place]] += before * after[place + 1];
                before *= incoming[place][labels[place]];
            }
            all += before;
        }
        advance(&mut labels, sizes);
    }
    (all, outgoing)
}

/// [`Factor::sums`] of objects with different labels: by the sets of labels that the first objects take, forward and
/// backward.
fn different(incoming: &[Vec<f64>]) -> (f64, Vec<Vec<f64>>) {
    let count = incoming.len();
    let labels = incoming.iter().map(Vec::len).max().unwrap_or(0);
    let mut outgoing: Vec<Vec<f64>> = incoming.iter().map(|beliefs| vec![0.0; beliefs.len()]).collect();
    let mut before = vec![0.0; 1 << labels];
    let mut after = vec![0.0; 1 << labels];
    before[0] = 1.0;
    for taken in 0..before.len() {
        let place = taken.count_ones() as usize;
        if place >= count || before[taken] == 0.0 {
            continue;
        }
        for (label, belief) in incoming[place].iter().enumerate().filter(|(label, _)| taken >> label & 1 == 0)
        {
            before[taken | 1 << label] += before[taken] * belief;
        }
    }
    let mut all = 0.0;
    for taken in (0..after.len()).rev() {
        let place = taken.count_ones() as usize;
        if place == count {
            after[taken] = 1.0;
            all += before[taken];
        } else if place < count {
            for (label, belief) in
                incoming[place].iter().enumerate().filter(|(label, _)| taken >> label & 1 == 0)
            {
                let beyond = after[taken | 1 << label];
                after[taken] += belief * beyond;
                outgoing[place][label] += before[taken] * beyond;
            }
        }
    }
    (all, outgoing)
}
