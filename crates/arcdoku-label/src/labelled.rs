//! Sums of the weights of labellings that are added one by one.

use crate::model::LabelModel;
use crate::weight::Weight;

/// The sum of the weights of some labellings, and for each object and label, the part of the sum with the label. All
/// weights are divided by the greatest so far, so none is too large.
#[derive(Clone, PartialEq, Debug)]
pub struct LabelWeights {
    /// The logarithm of the greatest weight; negative infinity without labellings.
    largest: f64,
    sum: f64,
    of_labels: Vec<Vec<f64>>,
}

impl LabelWeights {
    /// Creates a sum over no labellings.
    pub fn new<W: Weight>(model: &LabelModel<W>) -> Self {
        Self { largest: f64::NEG_INFINITY, sum: 0.0, of_labels: model.per_label(&0.0) }
    }

    /// Adds a labelling by the logarithm of its weight. A labelling without weight adds nothing.
    ///
    /// # Panics
    /// If the model has no such label.
    pub fn add(&mut self, log_weight: f64, labels: impl IntoIterator<Item = usize>) {
        if log_weight == f64::NEG_INFINITY {
            return;
        }
        if log_weight > self.largest {
            let factor = (self.largest - log_weight).exp();
            self.sum *= factor;
            self.of_labels.iter_mut().flatten().for_each(|part| *part *= factor);
            self.largest = log_weight;
        }
        let weight = (log_weight - self.largest).exp();
        self.sum += weight;
        self.of_labels.iter_mut().zip(labels).for_each(|(parts, label)| parts[label] += weight);
    }

    /// The logarithm of the sum; `None` without labellings.
    pub fn log_sum(&self) -> Option<f64> {
        (self.sum > 0.0).then(|| self.sum.ln() + self.largest)
    }

    /// For each object and label, the share of the weight with the label; 0 without labellings.
    pub fn shares(&self) -> Vec<Vec<f64>> {
        let share = |part: &f64| if self.sum > 0.0 { part / self.sum } else { 0.0 };
        self.of_labels.iter().map(|parts| parts.iter().map(share).collect()).collect()
    }
}
