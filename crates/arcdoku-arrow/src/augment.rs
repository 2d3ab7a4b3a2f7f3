//! Random images of boards under the symmetries of Sudoku.
//!
//! A 9x9 grid has 9! x 6^8 x 2 = 362,880 x 3,359,232 = 1,218,998,108,160 symmetries: digits are renamed, bands and
//! stacks are permuted, rows in bands and columns in stacks are permuted, and the grid may be transposed. Each symmetry
//! is a unique combination of one choice for each of these parts. If the parts are drawn independently and uniformly,
//! the symmetry is therefore uniform over the group.
//!
//! Image `j` of board `i` is drawn from numbers that depend only on the seed, `i` and `j`. Threads and batches have
//! no influence, and another call with the same plan transforms a solution like its board.

use arcdoku::Shape;
use arcdoku::generate::seed_of;

use crate::failure::Failure;
use crate::work::{Slots, Work};

/// The number of images that a thread makes at a time.
const CHUNK: usize = 1024;

/// The parts of the symmetry group from which images of a board are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "parts of a group that are independent of each other")]
pub struct Parts {
    /// Whether digits are renamed.
    pub digits: bool,
    /// Whether bands are permuted.
    pub bands: bool,
    /// Whether stacks are permuted.
    pub stacks: bool,
    /// Whether rows are permuted inside their bands.
    pub rows: bool,
    /// Whether columns are permuted inside their stacks.
    pub columns: bool,
    /// Whether the grid may be transposed, if it has square boxes or no boxes.
    pub transpose: bool,
}

impl Parts {
    /// The whole group.
    pub const ALL: Self =
        Self { digits: true, bands: true, stacks: true, rows: true, columns: true, transpose: true };
}

/// A plan for drawing images.
#[derive(Clone, Copy, Debug)]
pub struct Augmentation {
    /// The shape of the boards: a square plain grid.
    pub shape: Shape,
    /// The parts of the group.
    pub parts: Parts,
    /// The seed.
    pub seed: u64,
    /// The number of images of each board.
    pub images: usize,
    /// Whether image 0 of each board is the board itself.
    pub keep: bool,
    /// The number of the first board. Images depend on the number of their board, so batches can continue a sequence.
    pub first: u64,
}

impl Augmentation {
    /// Writes the images of boards of numbers. The images of the first board come first. A number above N keeps its
    /// value and moves with its cell.
    ///
    /// # Errors
    /// If `boards` is not a whole number of boards, `out` does not have room for exactly their images, the work was
    /// cancelled, or a worker panicked.
    pub fn run(&self, boards: &[u8], work: &Work<'_>, out: &mut [u8]) -> Result<(), Failure> {
        let cells = self.shape.grid_cells();
        let rows = boards.len() / cells;
        if boards.len() != rows * cells {
            return Err(Failure::Length { found: boards.len(), expected: rows * cells });
        }
        let count = rows * self.images;
        work.run(count, CHUNK, Slots::new(out, cells, count)?, || {
            let mut image = Image::new(self.shape);
            move |numbers, mut out| {
                for (place, number) in numbers.enumerate() {
                    let (row, which) = (number / self.images, number % self.images);
                    let (board, out) = (&boards[row * cells..(row + 1) * cells], out.row(place));
                    if which == 0 && self.keep {
                        out.copy_from_slice(board);
                    } else {
                        let row = self.first.wrapping_add(row as u64);
                        image.draw(self.parts, &mut Random::new(self.seed, row, which as u64));
                        image.apply(board, out);
                    }
                }
            }
        })
    }
}

/// A symmetry as tables.
struct Image {
    n: usize,
    band: usize,
    stack: usize,
    has_transpose: bool,
    /// The digit that replaces each digit. Other numbers stay the same.
    digits: [u8; 256],
    /// The rows of the source, or of its transpose, in the order of the result.
    rows: [u8; 64],
    columns: [u8; 64],
    is_transposed: bool,
}

impl Image {
    fn new(shape: Shape) -> Self {
        let (band, stack) = shape.box_size().unwrap_or((1, 1));
        Self {
            n: shape.rows(),
            band,
            stack,
            has_transpose: shape.box_size().is_none_or(|(rows, columns)| rows == columns),
            digits: std::array::from_fn(|digit| digit as u8),
            rows: std::array::from_fn(|row| row as u8),
            columns: std::array::from_fn(|column| column as u8),
            is_transposed: false,
        }
    }

    fn draw(&mut self, parts: Parts, random: &mut Random) {
        let n = self.n;
        if parts.digits {
            let digits = &mut self.digits[1..=n];
            digits.iter_mut().zip(1..).for_each(|(digit, own)| *digit = own);
            random.shuffle(digits);
        }
        lines(&mut self.rows[..n], self.band, parts.bands, parts.rows, random);
        lines(&mut self.columns[..n], self.stack, parts.stacks, parts.columns, random);
        self.is_transposed = parts.transpose && self.has_transpose && random.below(2) == 1;
    }

    fn apply(&self, board: &[u8], out: &mut [u8]) {
        let n = self.n;
        let (down, across) = if self.is_transposed { (1, n) } else { (n, 1) };
        for (&row, out) in self.rows[..n].iter().zip(out.chunks_exact_mut(n)) {
            for (&column, out) in self.columns[..n].iter().zip(out) {
                let digit = board[usize::from(row) * down + usize::from(column) * across];
                *out = self.digits[usize::from(digit)];
            }
        }
    }
}

/// Draws an order of lines: of groups of `size`, and of lines in each group.
fn lines(order: &mut [u8], size: usize, groups: bool, inside: bool, random: &mut Random) {
    let mut starts: [u8; 64] = std::array::from_fn(|group| (group * size) as u8);
    let starts = &mut starts[..order.len() / size];
    if groups {
        random.shuffle(starts);
    }
    for (&start, order) in starts.iter().zip(order.chunks_exact_mut(size)) {
        order.iter_mut().zip(start..).for_each(|(line, own)| *line = own);
        if inside {
            random.shuffle(order);
        }
    }
}

/// The generator `SplitMix64` (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014):
/// A seed gives the same numbers in every version.
struct Random {
    seed: u64,
    /// The number of numbers that were drawn.
    drawn: u64,
}

impl Random {
    /// The generator of one image.
    fn new(seed: u64, board: u64, image: u64) -> Self {
        let mut seed = seed_of(seed, 1);
        for number in [board, image] {
            seed = seed_of(seed ^ number, 1);
        }
        Self { seed, drawn: 0 }
    }

    fn next(&mut self) -> u64 {
        self.drawn += 1;
        seed_of(self.seed, self.drawn)
    }

    /// A uniform number less than `n` (Lemire, "Fast random integer generation in an interval", ACM TOMACS 29, 2019).
    fn below(&mut self, n: u64) -> u64 {
        let mut product = u128::from(self.next()) * u128::from(n);
        if (product as u64) < n {
            let least = n.wrapping_neg() % n;
            while (product as u64) < least {
                product = u128::from(self.next()) * u128::from(n);
            }
        }
        (product >> 64) as u64
    }

    /// The shuffle of R. Fisher and F. Yates.
    fn shuffle(&mut self, items: &mut [u8]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u64 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use arcdoku::Shape;

    use super::{Augmentation, Parts};
    use crate::work::Work;

    fn images(plan: Augmentation, boards: &[u8], threads: usize) -> Vec<u8> {
        let mut out = vec![0; boards.len() * plan.images];
        plan.run(boards, &Work::new().with_threads(threads), &mut out).unwrap();
        out
    }

    /// A 4x4 grid has 288 different images under the whole group, all equally likely.
    #[test]
    fn images_are_uniform() {
        let shape = Shape::boxes(2, 2).unwrap();
        let plan =
            Augmentation { shape, parts: Parts::ALL, seed: 16, images: 7_680 * 2, keep: false, first: 0 };
        // All cells differ and none is a digit, so each symmetry of the cells has a different image.
        let cells: Vec<u8> = (100..116).collect();
        let mut counts: HashMap<Vec<u8>, u32> = HashMap::new();
        for image in images(plan, &cells, 1).chunks(16) {
            *counts.entry(image.to_vec()).or_default() += 1;
        }
        // The cells have 2 * 2^6 symmetries, and each of the resulting images is expected 120 times. Chi-square with
        // 127 degrees of freedom has mean 127 and standard deviation 16.
        assert_eq!(counts.len(), 128);
        let chi: f64 = counts.values().map(|&count| (f64::from(count) - 120.0).powi(2) / 120.0).sum();
        assert!((127.0 - 64.0..127.0 + 64.0).contains(&chi), "{chi}");
    }

    #[test]
    fn threads_and_batches_do_not_matter() {
        let shape = Shape::CLASSIC;
        let boards: Vec<u8> = (0..81 * 1000_u32).map(|at| (at * 7 % 10) as u8).collect();
        let plan = Augmentation { shape, parts: Parts::ALL, seed: 1, images: 3, keep: true, first: 5 };
        let whole = images(plan, &boards, 1);
        assert_eq!(whole, images(plan, &boards, 3));
        let (front, back) = boards.split_at(81 * 333);
        let rest = Augmentation { first: 5 + 333, ..plan };
        assert_eq!(whole, [images(plan, front, 2), images(rest, back, 1)].concat());
        assert_eq!(whole[..81], boards[..81]);
    }

    #[test]
    fn parts_are_left_out() {
        let shape = Shape::CLASSIC;
        let board: Vec<u8> = (0..81).map(|cell| cell + 100).collect();
        let none = Parts {
            digits: true,
            bands: false,
            stacks: false,
            rows: false,
            columns: false,
            transpose: false,
        };
        let plan = Augmentation { shape, parts: none, seed: 1, images: 8, keep: false, first: 0 };
        assert!(images(plan, &board, 1).chunks(81).all(|image| image == board));
        let transposed = Parts { transpose: true, ..none };
        let plan = Augmentation { parts: transposed, ..plan };
        let other: Vec<u8> = (0..81).map(|cell| board[cell % 9 * 9 + cell / 9]).collect();
        let made = images(plan, &board, 1);
        let is_other = |image: &&[u8]| *image == other;
        let count = made.chunks(81).filter(is_other).count();
        assert!(count > 0 && count < 8 && made.chunks(81).all(|image| image == board || image == other));
    }
}
