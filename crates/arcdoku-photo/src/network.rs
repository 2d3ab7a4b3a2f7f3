//! The network that classifies cells.
//!
//! ```text
//!   32 x 32 x 1 -> convolution 3 x 3 -> 16 x 16 x 12 -> 8 x 8 x 24 -> 4 x 4 x 48 -> 64 -> 27 classes
//! ```
//!
//! Each convolution is followed by the maximum with 0 and by the maximum of squares of 2 x 2. `train/train.py` trains
//! the weights, which are bytes with a scale per output.

use crate::patches::SIDE;

/// The number of classes: blank, printed digits 1 to 9, printed 0, printed letters A to G, handwritten digits 1 to 9.
pub(crate) const CLASSES: usize = 27;

/// The size of a file of weights in bytes.
const BYTES: usize = layer_bytes(9, 12)
    + layer_bytes(108, 24)
    + layer_bytes(216, 48)
    + layer_bytes(768, 64)
    + layer_bytes(64, CLASSES);

const fn layer_bytes(inputs: usize, outputs: usize) -> usize {
    outputs * 8 + inputs * outputs
}

/// The weights of a layer with this number of outputs: `weights[input]` has one weight per output.
struct Layer<const OUT: usize> {
    biases: [f32; OUT],
    weights: Vec<[f32; OUT]>,
}

impl<const OUT: usize> Layer<OUT> {
    /// Reads the scales, the biases and the weights of a layer, and returns the rest.
    fn read(bytes: &[u8], inputs: usize) -> (Self, &[u8]) {
        let (floats, rest) = bytes.split_at(OUT * 8);
        let (weights, rest) = rest.split_at(inputs * OUT);
        let float = |i: usize| {
            f32::from_le_bytes([floats[4 * i], floats[4 * i + 1], floats[4 * i + 2], floats[4 * i + 3]])
        };
        let row = |row: &[u8]| std::array::from_fn(|i| f32::from(row[i] as i8) * float(i));
        (
            Self {
                biases: std::array::from_fn(|i| float(OUT + i)),
                weights: weights.chunks(OUT).map(row).collect(),
            },
            rest,
        )
    }

    fn is_finite(&self) -> bool {
        self.biases.iter().chain(self.weights.iter().flatten()).all(|value| value.is_finite())
    }

    /// Adds the products of an input.
    fn add(&self, sums: &mut [f32; OUT], input: usize, value: f32) {
        sums.iter_mut().zip(&self.weights[input]).for_each(|(sum, weight)| *sum += value * weight);
    }

    fn connected(&self, inputs: impl Iterator<Item = f32>) -> [f32; OUT] {
        let mut sums = self.biases;
        inputs
            .enumerate()
            .filter(|(_, value)| *value != 0.0)
            .for_each(|(i, value)| self.add(&mut sums, i, value));
        sums
    }

    /// A convolution with the maximum with 0, and the maximum of squares of 2 x 2. The image is square.
    fn convolved<const IN: usize>(&self, image: &[[f32; IN]], side: usize) -> Vec<[f32; OUT]> {
        let mut pooled = vec![[0f32; OUT]; side * side / 4];
        for y in 0..side {
            for x in 0..side {
                let mut sums = self.biases;
                for dy in 0..3 {
                    for dx in 0..3 {
                        let (from_x, from_y) = (x + dx, y + dy);
                        if (1..=side).contains(&from_x) && (1..=side).contains(&from_y) {
                            let pixel = &image[(from_y - 1) * side + from_x - 1];
                            for (channel, value) in pixel.iter().enumerate() {
                                if *value != 0.0 {
                                    self.add(&mut sums, (dy * 3 + dx) * IN + channel, *value);
                                }
                            }
                        }
                    }
                }
                let place = &mut pooled[y / 2 * (side / 2) + x / 2];
                place.iter_mut().zip(sums).for_each(|(most, sum)| *most = most.max(sum));
            }
        }
        pooled
    }
}

/// A network with weights.
pub(crate) struct Network {
    first: Layer<12>,
    second: Layer<24>,
    third: Layer<48>,
    hidden: Layer<64>,
    last: Layer<CLASSES>,
}

impl Network {
    /// Reads a file of weights; `None` if it has the wrong size or a value that is not finite.
    pub(crate) fn new(bytes: &[u8]) -> Option<Self> {
        if bytes.len() != BYTES {
            return None;
        }
        let (first, rest) = Layer::read(bytes, 9);
        let (second, rest) = Layer::read(rest, 9 * 12);
        let (third, rest) = Layer::read(rest, 9 * 24);
        let (hidden, rest) = Layer::read(rest, 16 * 48);
        let (last, _) = Layer::read(rest, 64);
        let is_finite = first.is_finite() && second.is_finite() && third.is_finite();
        let is_finite = is_finite && hidden.is_finite() && last.is_finite();
        is_finite.then_some(Self { first, second, third, hidden, last })
    }

    /// The scores of all classes for the picture of a cell: logarithms of probabilities, up to a constant.
    pub(crate) fn scores(&self, cell: &[f32; SIDE * SIDE]) -> [f32; CLASSES] {
        let (pixels, _) = cell.as_chunks::<1>();
        let first = self.first.convolved(pixels, 32);
        let second = self.second.convolved(&first, 16);
        let third = self.third.convolved(&second, 8);
        let hidden = self.hidden.connected(third.iter().flatten().copied());
        self.last.connected(hidden.into_iter().map(|value| value.max(0.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cells with the logits that `train.py --check` printed for them: values from 0 to 255, then 27 logits.
    const CHECKED: &str = include_str!("../tests/network.txt");

    #[test]
    fn scores_equal_the_logits_of_the_training_program() {
        let network = Network::new(include_bytes!("../weights.bin")).expect("weights");
        let lines: Vec<Vec<f32>> = CHECKED
            .lines()
            .map(|line| line.split(' ').map(|value| value.parse().expect("a number")).collect())
            .collect();
        assert_eq!(lines.len(), 4);
        for pair in lines.chunks(2) {
            let cell = std::array::from_fn(|i| pair[0][i] / 255.0);
            let scores = network.scores(&cell);
            for (score, logit) in scores.iter().zip(&pair[1]) {
                // The values of the cell are rounded.
                assert!((score - logit).abs() < 0.1, "{score} {logit}");
            }
        }
    }

    #[test]
    fn weights_of_another_size_are_refused() {
        assert!(Network::new(&vec![0; BYTES - 1]).is_none());
        assert!(Network::new(&vec![0; BYTES]).is_some());
        // Scales that are not a number.
        assert!(Network::new(&vec![255; BYTES]).is_none());
    }
}
