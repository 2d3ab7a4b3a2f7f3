//! The mean of samples that may exceed the range of floating-point numbers.

/// The mean of weights whose logarithms are known, with its error.
///
/// The weight of a random branch is the product of its numbers of choices, or 0 at a dead end. On average, it is the
/// number of leaves (D. E. Knuth, "Estimating the efficiency of backtrack programs", 1975).
#[derive(Clone, Copy, Default, Debug)]
pub struct LogMean {
    /// The number of samples.
    pub count: u64,
    /// The number of samples that are not 0.
    pub hits: u64,
    /// The logarithm of the largest weight.
    largest: f64,
    /// The sum of all weights, each divided by the largest one. `second` is the sum of the squares of these quotients.
    first: f64,
    second: f64,
}

impl LogMean {
    /// Adds a sample, given by its natural logarithm; `None` is the sample 0.
    pub fn add(&mut self, weight: Option<f64>) {
        self.count += 1;
        let Some(weight) = weight else { return };
        self.hits += 1;
        if self.hits == 1 || weight > self.largest {
            let factor = if self.hits == 1 { 0.0 } else { (self.largest - weight).exp() };
            self.first *= factor;
            self.second *= factor * factor;
            self.largest = weight;
        }
        let part = (weight - self.largest).exp();
        self.first += part;
        self.second += part * part;
    }

    /// The natural logarithm of the mean; negative infinity without hits.
    pub fn log(&self) -> f64 {
        (self.first / self.count.max(1) as f64).ln() + self.largest
    }

    /// The relative standard error of the mean; infinite with fewer than two samples or without hits.
    pub fn error(&self) -> f64 {
        if self.count < 2 || self.hits == 0 {
            return f64::INFINITY;
        }
        let count = self.count as f64;
        let mean = self.first / count;
        let spread = (self.second / count - mean * mean).max(0.0);
        (spread / (count - 1.0)).sqrt() / mean
    }

    /// The natural logarithms of the ends of the 95 % confidence interval, if the mean is distributed log-normally;
    /// infinite if the error is infinite.
    pub fn interval(&self) -> [f64; 2] {
        let error = self.error();
        if !error.is_finite() {
            return [f64::NEG_INFINITY, f64::INFINITY];
        }
        // A log-normal distribution with this mean and error.
        let sigma = error.mul_add(error, 1.0).ln().sqrt();
        let center = self.log() - sigma * sigma / 2.0;
        [-1.96, 1.96].map(|times: f64| times.mul_add(sigma, center))
    }

    /// The number of samples of equal weight that would have the same spread.
    pub fn effective(&self) -> f64 {
        if self.hits == 0 { 0.0 } else { self.first * self.first / self.second }
    }
}
