//! The network that classifies cells.
//!
//! ```text
//!   cell, 32 x 32 -> convolution 3 x 3 -> 16 x 16 x 16 -> 8 x 8 x 32 -> 4 x 4 x 48, and 4 places -> 80 -> 27 classes
//!   grid, for each cell: 80 values, their means over printed and over handwritten cells, similarities -> 16 -> 1
//! ```
//!
//! Each convolution is followed by the maximum with 0 and by the maximum of squares of 2 x 2. The second network compares
//! the cells of a grid, because a grid has one printed font: it changes the scores of handwriting. `train/train.py`
//! trains the weights, which are bytes with a scale per output.

use crate::patches::{Ink, PLACES, Picture};

/// The number of classes: blank, printed digits 1 to 9, printed 0, printed letters A to G, handwritten digits 1 to 9.
pub(crate) const CLASSES: usize = 27;

/// The first class of handwritten digits.
pub(crate) const HANDWRITTEN: usize = 18;

/// The number of hidden values of a cell.
const HIDDEN: usize = 80;

/// How often the cells of a grid are compared, and the number of similar cells that matter.
const ROUNDS: usize = 2;
const SIMILAR: usize = 4;

/// The number of inputs of the comparison.
const COMPARED: usize = 3 * HIDDEN + 4 + SIMILAR;

/// The sizes of the layers: inputs and outputs.
const LAYERS: [(usize, usize); 7] = [
    (9, 16),
    (9 * 16, 32),
    (9 * 32, 48),
    (16 * 48 + PLACES, HIDDEN),
    (HIDDEN, CLASSES),
    (COMPARED, 16),
    (16, 1),
];

/// The size of a file of weights in bytes.
const BYTES: usize = {
    let (mut bytes, mut layer) = (0, 0);
    while layer < LAYERS.len() {
        let (inputs, outputs) = LAYERS[layer];
        bytes += outputs * 8 + inputs * outputs;
        layer += 1;
    }
    bytes
};

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
    first: Layer<16>,
    second: Layer<32>,
    third: Layer<48>,
    hidden: Layer<HIDDEN>,
    last: Layer<CLASSES>,
    compared: Layer<16>,
    added: Layer<1>,
}

impl Network {
    /// Reads a file of weights; `None` if it has the wrong size or a value that is not finite.
    pub(crate) fn new(bytes: &[u8]) -> Option<Self> {
        if bytes.len() != BYTES {
            return None;
        }
        let (first, rest) = Layer::read(bytes, LAYERS[0].0);
        let (second, rest) = Layer::read(rest, LAYERS[1].0);
        let (third, rest) = Layer::read(rest, LAYERS[2].0);
        let (hidden, rest) = Layer::read(rest, LAYERS[3].0);
        let (last, rest) = Layer::read(rest, LAYERS[4].0);
        let (compared, rest) = Layer::read(rest, LAYERS[5].0);
        let (added, _) = Layer::read(rest, LAYERS[6].0);
        let is_finite = first.is_finite() && second.is_finite() && third.is_finite() && hidden.is_finite();
        let is_finite = is_finite && last.is_finite() && compared.is_finite() && added.is_finite();
        is_finite.then_some(Self { first, second, third, hidden, last, compared, added })
    }

    /// The scores of all classes for the cells of a grid: logarithms of probabilities, up to a constant for each cell.
    pub(crate) fn scores(&self, cells: &[Ink]) -> Vec<[f32; CLASSES]> {
        let hidden: Vec<_> = cells.iter().map(|cell| self.values(cell)).collect();
        let mut scores: Vec<_> =
            hidden.iter().map(|values| self.last.connected(values.iter().copied())).collect();
        let added = self.comparison(&hidden, &scores);
        for (scores, added) in scores.iter_mut().zip(added) {
            scores[HANDWRITTEN..].iter_mut().for_each(|score| *score += added);
        }
        scores
    }

    /// The scores of all classes for a cell, without a comparison.
    pub(crate) fn scores_alone(&self, cell: &Ink) -> [f32; CLASSES] {
        self.last.connected(self.values(cell).into_iter())
    }

    /// The hidden values of a cell.
    fn values(&self, cell: &Ink) -> [f32; HIDDEN] {
        let picture = Picture::new(cell);
        let (pixels, _) = picture.ink.as_chunks::<1>();
        let first = self.first.convolved(pixels, 32);
        let second = self.second.convolved(&first, 16);
        let third = self.third.convolved(&second, 8);
        let inputs = third.iter().flatten().copied().chain(picture.place);
        self.hidden.connected(inputs).map(|value| value.max(0.0))
    }

    /// The correction of the scores of handwriting for each cell.
    fn comparison(&self, hidden: &[[f32; HIDDEN]], scores: &[[f32; CLASSES]]) -> Vec<f32> {
        let count = hidden.len();
        let cells: Vec<Compared> = scores.iter().map(Compared::new).collect();
        let units: Vec<[f32; HIDDEN]> = hidden
            .iter()
            .map(|values| {
                let length = (values.iter().map(|value| value * value).sum::<f32>() + 1e-6).sqrt();
                values.map(|value| value / length)
            })
            .collect();
        let similar: Vec<[f32; SIMILAR]> = (0..count)
            .map(|cell| {
                let similarity = |other: usize| {
                    let product: f32 = units[cell].iter().zip(&units[other]).map(|(a, b)| a * b).sum();
                    product * cells[cell].ink * cells[other].ink
                };
                let mut all: Vec<f32> = (0..count).filter(|other| *other != cell).map(similarity).collect();
                all.sort_by(|a, b| b.total_cmp(a));
                std::array::from_fn(|i| all[i])
            })
            .collect();
        let mut added = vec![0.0; count];
        for _ in 0..ROUNDS {
            let handwritten: Vec<f32> = cells
                .iter()
                .zip(&added)
                .map(|(cell, added)| cell.ink / (1.0 + (-cell.margin - added).exp()))
                .collect();
            let printed: Vec<f32> =
                cells.iter().zip(&handwritten).map(|(cell, by_hand)| cell.ink - by_hand).collect();
            let (prints, entries) = (printed.iter().sum::<f32>(), handwritten.iter().sum::<f32>());
            let mean = |weights: &[f32], sum: f32| -> [f32; HIDDEN] {
                std::array::from_fn(|i| {
                    let total: f32 = weights.iter().zip(&units).map(|(weight, unit)| weight * unit[i]).sum();
                    UNIT * total / (sum + 0.5)
                })
            };
            let (mean_print, mean_entry) = (mean(&printed, prints), mean(&handwritten, entries));
            let shares = [entries / count as f32, prints / count as f32, entries / (prints + entries + 0.5)];
            let next = |cell: usize| {
                let own = units[cell].iter().map(|value| UNIT * value).chain(mean_print).chain(mean_entry);
                let own = own.chain([(cells[cell].margin / 4.0).tanh()]).chain(shares).chain(similar[cell]);
                let values = self.compared.connected(own);
                self.added.connected(values.into_iter().map(|value| value.max(0.0)))[0]
            };
            added = (0..count).map(next).collect();
        }
        added
    }
}

/// The logarithm of the sum of exponentials.
pub(crate) fn log_sum(scores: &[f32]) -> f32 {
    let most = scores.iter().copied().fold(f32::MIN, f32::max);
    most + scores.iter().map(|score| (score - most).exp()).sum::<f32>().ln()
}

/// The length of the hidden values of a cell in a comparison.
const UNIT: f32 = 8.0;

/// A cell in a comparison.
struct Compared {
    /// The probability that the cell is not blank.
    ink: f32,
    /// The logarithm of the ratio of the probabilities of handwriting and print.
    margin: f32,
}

impl Compared {
    fn new(scores: &[f32; CLASSES]) -> Self {
        let (print, by_hand) = (log_sum(&scores[1..HANDWRITTEN]), log_sum(&scores[HANDWRITTEN..]));
        Self { ink: 1.0 - (scores[0] - log_sum(scores)).exp(), margin: by_hand - print }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cells of a grid, 1,024 values from 0 to 255 in hexadecimal each, with 27 logits of `train.py --check`.
    const CHECKED: &str = include_str!("../tests/network.txt");

    #[test]
    fn scores_equal_the_logits_of_the_training_program() {
        let network = Network::new(include_bytes!("../weights.bin")).expect("weights");
        let (cells, logits): (Vec<Ink>, Vec<Vec<f32>>) = CHECKED
            .lines()
            .map(|line| {
                let (cell, logits) = line.split_once(' ').expect("a cell and its logits");
                let value = |i: usize| u8::from_str_radix(&cell[2 * i..2 * i + 2], 16).expect("two digits");
                let cell = std::array::from_fn(|i| f32::from(value(i)) / 255.0);
                (cell, logits.split(' ').map(|value| value.parse().expect("a number")).collect())
            })
            .unzip();
        assert_eq!(cells.len(), 16);
        let scores = network.scores(&cells);
        for (score, logit) in scores.iter().flatten().zip(logits.iter().flatten()) {
            // The training program rounds centered cells to bytes.
            assert!((score - logit).abs() < 0.1, "{score} {logit}");
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
