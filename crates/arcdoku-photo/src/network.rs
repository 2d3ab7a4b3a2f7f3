//! The network that classifies cells.
//!
//! ```text
//!   cell, 32 x 32 -> convolution 3 x 3 -> 16 x 16 x 16 -> 8 x 8 x 32 -> 4 x 4 x 48, and 4 places -> 80 -> 27 classes
//!   grid, for each cell: 80 values, their means over printed and over handwritten cells, deviations of its traits from
//!     those of both, correlations with cells of the same symbol in both, similarities -> 48 -> 2
//!   grid, for each cell and printed symbol: the correlation with cells of this symbol and four more values -> 16 -> 1
//! ```
//!
//! Each convolution is followed by the maximum with 0 and by the maximum of squares of 2 x 2. The other networks compare
//! the cells of a grid, because a grid has one printed font: the second one changes the scores of handwriting and of
//! blank cells, and the third one the scores of printed symbols. `train/train.py` trains the weights, which are bytes
//! with a scale per output.

use crate::patches::{Ink, PLACES, Picture, Reduced, TRAITS};

/// The number of classes: blank, printed digits 1 to 9, printed 0, printed letters A to G, handwritten digits 1 to 9.
pub(crate) const CLASSES: usize = 27;

/// The first class of handwritten digits.
pub(crate) const HANDWRITTEN: usize = 18;

/// The number of hidden values of a cell.
const HIDDEN: usize = 80;

/// How often the cells of a grid are compared, and the number of similar cells that matter.
const ROUNDS: usize = 2;
const SIMILAR: usize = 4;

/// The numbers of inputs and hidden values of the comparison of cells, and of the comparison of a cell with a symbol.
const COMPARISON_INPUTS: usize = 3 * HIDDEN + 5 + 4 * TRAITS + 6 + SIMILAR;
const COMPARISON_HIDDEN: usize = 48;
const SYMBOL_INPUTS: usize = 5;
const SYMBOL_HIDDEN: usize = 16;

/// The sizes of the layers: inputs and outputs.
const LAYERS: [(usize, usize); 9] = [
    (9, 16),
    (9 * 16, 32),
    (9 * 32, 48),
    (16 * 48 + PLACES, HIDDEN),
    (HIDDEN, CLASSES),
    (COMPARISON_INPUTS, COMPARISON_HIDDEN),
    (COMPARISON_HIDDEN, 2),
    (SYMBOL_INPUTS, SYMBOL_HIDDEN),
    (SYMBOL_HIDDEN, 1),
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
    /// Reads the scales, the biases and the weights of a layer, and moves `bytes` behind them; `None` if bytes are
    /// missing or a value is not finite.
    fn read(bytes: &mut &[u8], inputs: usize) -> Option<Self> {
        let (floats, weights) = (bytes.split_off(..OUT * 8)?, bytes.split_off(..inputs * OUT)?);
        let float = |i: usize| {
            f32::from_le_bytes([floats[4 * i], floats[4 * i + 1], floats[4 * i + 2], floats[4 * i + 3]])
        };
        let row = |row: &[u8]| std::array::from_fn(|i| f32::from(row[i] as i8) * float(i));
        let biases: [f32; OUT] = std::array::from_fn(|i| float(OUT + i));
        let weights: Vec<[f32; OUT]> = weights.chunks(OUT).map(row).collect();
        let is_finite = biases.iter().chain(weights.iter().flatten()).all(|value| value.is_finite());
        is_finite.then_some(Self { biases, weights })
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
    comparison_hidden: Layer<COMPARISON_HIDDEN>,
    added: Layer<2>,
    symbol_hidden: Layer<SYMBOL_HIDDEN>,
    symbol_added: Layer<1>,
}

impl Network {
    /// Reads a file of weights; `None` if it has the wrong size or a value that is not finite.
    pub(crate) fn new(bytes: &[u8]) -> Option<Self> {
        if bytes.len() != BYTES {
            return None;
        }
        let mut rest = bytes;
        Some(Self {
            first: Layer::read(&mut rest, LAYERS[0].0)?,
            second: Layer::read(&mut rest, LAYERS[1].0)?,
            third: Layer::read(&mut rest, LAYERS[2].0)?,
            hidden: Layer::read(&mut rest, LAYERS[3].0)?,
            last: Layer::read(&mut rest, LAYERS[4].0)?,
            comparison_hidden: Layer::read(&mut rest, LAYERS[5].0)?,
            added: Layer::read(&mut rest, LAYERS[6].0)?,
            symbol_hidden: Layer::read(&mut rest, LAYERS[7].0)?,
            symbol_added: Layer::read(&mut rest, LAYERS[8].0)?,
        })
    }

    /// The scores of all classes for the cells of a grid: logarithms of probabilities, up to a constant for each cell.
    pub(crate) fn scores(&self, cells: &[Ink]) -> Vec<[f32; CLASSES]> {
        let cells: Vec<Features> = cells.iter().map(|cell| self.features(cell)).collect();
        let pairs = Pair::all(&cells);
        let added = self.comparison(&cells, &pairs);
        let divided = |(cell, [by_hand, _]): (&Features, &[f32; 2])| {
            let mut scores = cell.scores;
            scores[HANDWRITTEN..].iter_mut().for_each(|score| *score += by_hand);
            keep_sum(&mut scores[1..], &cell.scores[1..]);
            scores
        };
        // Print and handwriting divide the probability of ink. Then printed symbols divide the probability of print.
        let mut scores: Vec<_> = cells.iter().zip(&added).map(divided).collect();
        self.match_symbols(&mut scores, &pairs);
        scores.iter_mut().zip(added).for_each(|(scores, [_, blank])| scores[0] += blank);
        scores
    }

    /// The scores of all classes for a cell, without a comparison.
    pub(crate) fn scores_alone(&self, cell: &Ink) -> [f32; CLASSES] {
        self.last.connected(self.values(&Picture::new(cell)).into_iter())
    }

    /// The hidden values of a cell.
    fn values(&self, picture: &Picture) -> [f32; HIDDEN] {
        let (pixels, _) = picture.ink.as_chunks::<1>();
        let first = self.first.convolved(pixels, 32);
        let second = self.second.convolved(&first, 16);
        let third = self.third.convolved(&second, 8);
        let inputs = third.iter().flatten().chain(&picture.traits[..PLACES]).copied();
        self.hidden.connected(inputs).map(|value| value.max(0.0))
    }

    /// The features of a cell that are compared.
    fn features(&self, cell: &Ink) -> Features {
        let picture = Picture::new(cell);
        let values = self.values(&picture);
        let mut scores = self.last.connected(values.iter().copied());
        let all = log_sum(&scores);
        scores.iter_mut().for_each(|score| *score -= all);
        let (print, by_hand) = (log_sum(&scores[1..HANDWRITTEN]), log_sum(&scores[HANDWRITTEN..]));
        let length = (product(&values, &values) + 1e-6).sqrt();
        Features {
            scores,
            unit: values.map(|value| value / length),
            ink: 1.0 - scores[0].exp(),
            inked: log_sum(&scores[1..]) - scores[0],
            margin: by_hand - print,
            symbols: std::array::from_fn(|i| {
                scores[1 + i].exp() + scores.get(HANDWRITTEN + i).map_or(0.0, |score| score.exp())
            }),
            traits: picture.traits,
            reduced: picture.reduced(),
        }
    }

    /// The corrections of the scores of handwriting and of a blank cell, for each cell.
    fn comparison(&self, cells: &[Features], pairs: &[Vec<Pair>]) -> Vec<[f32; 2]> {
        let similar = |cell: usize| -> [f32; SIMILAR] {
            let pairs = pairs[cell].iter().enumerate().filter(|(other, _)| *other != cell);
            let mut all: Vec<f32> = pairs.map(|(_, pair)| pair.similarity).collect();
            all.sort_by(|a, b| b.total_cmp(a));
            std::array::from_fn(|i| all[i])
        };
        let similar: Vec<_> = (0..cells.len()).map(similar).collect();
        let mut added = vec![[0.0; 2]; cells.len()];
        for _ in 0..ROUNDS {
            let by_hand =
                |(cell, [added, _]): (&Features, &[f32; 2])| cell.ink / (1.0 + (-cell.margin - added).exp());
            let handwritten: Vec<f32> = cells.iter().zip(&added).map(by_hand).collect();
            let printed: Vec<f32> =
                cells.iter().zip(&handwritten).map(|(cell, by_hand)| cell.ink - by_hand).collect();
            let groups = [Group::new(cells, printed), Group::new(cells, handwritten)];
            let (prints, entries) = (groups[0].sum, groups[1].sum);
            let sums = [
                entries / cells.len() as f32,
                prints / cells.len() as f32,
                entries / (prints + entries + 0.5),
            ];
            let next = |index: usize| {
                let cell = &cells[index];
                let own =
                    cell.unit.iter().map(|value| UNIT * value).chain(groups[0].mean).chain(groups[1].mean);
                let own = own.chain([(cell.margin / 4.0).tanh(), (cell.inked / 4.0).tanh()]).chain(sums);
                let own = own.chain(groups.iter().flat_map(|group| group.deviations(cell, index)));
                let own = own.chain(groups.iter().flat_map(|group| group.correlations(&pairs[index])));
                let values = self.comparison_hidden.connected(own.chain(similar[index]));
                let [by_hand, blank] = self.added.connected(values.into_iter().map(|value| value.max(0.0)));
                // The training has no grids without print, so their blank cells are not corrected.
                [by_hand, blank * prints.min(1.0)]
            };
            added = (0..cells.len()).map(next).collect();
        }
        added
    }

    /// Corrects the scores of printed symbols, because equal symbols of a grid look alike. Keeps the probability of print.
    fn match_symbols(&self, scores: &mut [[f32; CLASSES]], pairs: &[Vec<Pair>]) {
        let likely =
            |scores: &[f32; CLASSES]| -> [f32; SYMBOLS] { std::array::from_fn(|i| scores[1 + i].exp()) };
        let likely: Vec<_> = scores.iter().map(likely).collect();
        let totals: [f32; SYMBOLS] = std::array::from_fn(|i| likely.iter().map(|cell| cell[i]).sum());
        let (mut same, mut usual) = (0.1, 0.0);
        for (one, pairs) in pairs.iter().enumerate() {
            for (two, pair) in pairs.iter().enumerate().filter(|(two, _)| *two != one) {
                let product = product(&likely[one], &likely[two]);
                same += product;
                usual += product * pair.correlation;
            }
        }
        for (cell, scores) in scores.iter_mut().enumerate() {
            let mut means = [0f32; SYMBOLS];
            for (other, pair) in likely.iter().zip(&pairs[cell]) {
                (0..SYMBOLS).for_each(|i| means[i] += pair.correlation * other[i]);
            }
            let counts: [f32; SYMBOLS] = std::array::from_fn(|i| totals[i] - likely[cell][i]);
            means.iter_mut().zip(counts).for_each(|(mean, count)| *mean /= count + 0.1);
            let mut sorted = means;
            sorted.sort_by(|a, b| b.total_cmp(a));
            let before = *scores;
            let most = before[1..HANDWRITTEN].iter().copied().fold(f32::MIN, f32::max);
            for (i, score) in scores[1..HANDWRITTEN].iter_mut().enumerate() {
                let rival = sorted[usize::from(means[i] >= sorted[0])];
                let inputs = [
                    means[i],
                    4.0 * (means[i] - rival),
                    counts[i] / (counts[i] + 1.0),
                    usual / same,
                    ((*score - most) / 8.0).tanh(),
                ];
                let values = self.symbol_hidden.connected(inputs.into_iter());
                *score += self.symbol_added.connected(values.into_iter().map(|value| value.max(0.0)))[0];
            }
            keep_sum(&mut scores[1..HANDWRITTEN], &before[1..HANDWRITTEN]);
        }
    }
}

/// Adds a constant to scores, so that their exponentials have the same sum as the exponentials of `others`.
fn keep_sum(scores: &mut [f32], others: &[f32]) {
    let change = log_sum(others) - log_sum(scores);
    scores.iter_mut().for_each(|score| *score += change);
}

/// The logarithm of the sum of exponentials.
pub(crate) fn log_sum(scores: &[f32]) -> f32 {
    let most = scores.iter().copied().fold(f32::MIN, f32::max);
    most + scores.iter().map(|score| (score - most).exp()).sum::<f32>().ln()
}

/// The length of the hidden values of a cell in a comparison.
const UNIT: f32 = 8.0;

/// The number of symbols, printed or handwritten.
const SYMBOLS: usize = HANDWRITTEN - 1;

/// The features of a cell that are compared.
struct Features {
    /// The logarithms of probabilities.
    scores: [f32; CLASSES],
    /// The hidden values, with length 1.
    unit: [f32; HIDDEN],
    /// The probability that the cell is not blank, and the logarithm of its ratio to the probability that it is.
    ink: f32,
    inked: f32,
    /// The logarithm of the ratio of the probabilities of handwriting and print.
    margin: f32,
    /// The probability of each symbol.
    symbols: [f32; SYMBOLS],
    traits: [f32; TRAITS],
    reduced: Reduced,
}

/// Two cells of a grid. Its values are 0 for a cell and itself.
#[derive(Clone, Copy, Default)]
struct Pair {
    /// The scalar product of the unit vectors, times both probabilities of ink.
    similarity: f32,
    /// The probability that they have the same symbol.
    same: f32,
    /// The correlation of their pictures.
    correlation: f32,
}

impl Pair {
    /// The pairs of all cells with all others.
    fn all(cells: &[Features]) -> Vec<Vec<Self>> {
        let mut pairs = vec![vec![Self::default(); cells.len()]; cells.len()];
        for one in 0..cells.len() {
            for two in 0..one {
                let pair = Self::new(&cells[one], &cells[two]);
                (pairs[one][two], pairs[two][one]) = (pair, pair);
            }
        }
        pairs
    }

    fn new(one: &Features, two: &Features) -> Self {
        Self {
            similarity: product(&one.unit, &two.unit) * one.ink * two.ink,
            same: product(&one.symbols, &two.symbols),
            correlation: product(&one.reduced, &two.reduced),
        }
    }
}

/// The printed or the handwritten cells of a grid.
struct Group {
    /// The probability that a cell belongs to the group, and the sum over all cells.
    shares: Vec<f32>,
    sum: f32,
    /// The mean of the hidden values.
    mean: [f32; HIDDEN],
    /// The sums of the traits and of their squares, weighted by the shares.
    trait_sums: [f32; TRAITS],
    square_sums: [f32; TRAITS],
}

impl Group {
    fn new(cells: &[Features], shares: Vec<f32>) -> Self {
        let sum: f32 = shares.iter().sum();
        let weighted = |value: &dyn Fn(&Features) -> f32| -> f32 {
            cells.iter().zip(&shares).map(|(cell, share)| share * value(cell)).sum()
        };
        let mean = std::array::from_fn(|i| UNIT * weighted(&|cell| cell.unit[i]) / (sum + 0.5));
        let trait_sums = std::array::from_fn(|i| weighted(&|cell| cell.traits[i]));
        let square_sums = std::array::from_fn(|i| weighted(&|cell| cell.traits[i] * cell.traits[i]));
        Self { shares, sum, mean, trait_sums, square_sums }
    }

    /// How the traits of a cell differ from those of the other cells of the group.
    fn deviations(&self, cell: &Features, index: usize) -> impl Iterator<Item = f32> {
        let share = self.shares[index];
        let others = self.sum - share + 0.5;
        let deviations: [f32; TRAITS] = std::array::from_fn(|i| {
            let own = cell.traits[i];
            let mean = (self.trait_sums[i] - share * own) / others;
            let square = (self.square_sums[i] - share * own * own) / others;
            (own - mean) / (((square - mean * mean).max(0.0) + 4e-4).sqrt() + 0.03)
        });
        let squares = deviations.map(|deviation| (deviation * deviation / 12.0).tanh());
        deviations.map(|deviation| (deviation / 3.0).tanh()).into_iter().chain(squares)
    }

    /// The mean and the maximum of the correlations of a cell with the cells of the group that have the same symbol, and
    /// their number `n` as `n / (n + 1)`.
    fn correlations(&self, pairs: &[Pair]) -> [f32; 3] {
        let (mut sum, mut total, mut most) = (0f32, 0f32, 0f32);
        for (pair, share) in pairs.iter().zip(&self.shares) {
            let near = pair.same * share;
            sum += near * pair.correlation;
            total += near;
            most = most.max((2.0 * near).min(1.0) * pair.correlation);
        }
        [sum / (total + 0.1), most, total / (total + 1.0)]
    }
}

/// The scalar product. Separate sums let the compiler use vectors.
fn product(one: &[f32], two: &[f32]) -> f32 {
    let ((chunks, rest), (others, other_rest)) = (one.as_chunks::<8>(), two.as_chunks::<8>());
    let mut sums = [0f32; 8];
    for (a, b) in chunks.iter().zip(others) {
        (0..8).for_each(|i| sums[i] += a[i] * b[i]);
    }
    sums.iter().sum::<f32>() + rest.iter().zip(other_rest).map(|(a, b)| a * b).sum::<f32>()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cells of a grid, 1,024 values from 0 to 255 in hexadecimal each, with 27 logits of `train.py --check`.
    const CHECKED: &str = include_str!("../tests/network.txt");

    /// The cells of the grid, and their logits.
    fn checked() -> (Vec<Ink>, Vec<Vec<f32>>) {
        let line = |line: &str| {
            let (cell, logits) = line.split_once(' ').expect("a cell and its logits");
            let value = |i: usize| u8::from_str_radix(&cell[2 * i..2 * i + 2], 16).expect("two digits");
            let cell: Ink = std::array::from_fn(|i| f32::from(value(i)) / 255.0);
            (cell, logits.split(' ').map(|value| value.parse().expect("a number")).collect())
        };
        CHECKED.lines().map(line).unzip()
    }

    #[test]
    fn a_comparison_keeps_the_ratios_of_handwritten_digits() {
        let network = Network::new(include_bytes!("../weights.bin")).expect("weights");
        let (cells, _) = checked();
        // The numbers of cells of the smallest and of the largest grid.
        for cells in [cells.clone(), cells.repeat(16)] {
            for (cell, scores) in cells.iter().zip(network.scores(&cells)) {
                let ratios = |scores: &[f32; CLASSES]| -> [f32; CLASSES - HANDWRITTEN] {
                    std::array::from_fn(|i| scores[HANDWRITTEN + i] - scores[HANDWRITTEN])
                };
                let pairs = ratios(&scores).into_iter().zip(ratios(&network.scores_alone(cell)));
                pairs.for_each(|(one, two)| assert!((one - two).abs() < 1e-4, "{one} {two}"));
            }
        }
    }

    #[test]
    fn scores_equal_the_logits_of_the_training_program() {
        let network = Network::new(include_bytes!("../weights.bin")).expect("weights");
        let (cells, logits) = checked();
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
