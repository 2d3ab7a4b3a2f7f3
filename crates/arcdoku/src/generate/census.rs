//! The number of solution grids, counted by classes of bands (B. Felgenhauer and F. Jarvis, "Enumerating possible
//! Sudoku grids", 2005).
//!
//! ```text
//!  band      3 x 9 digits: the first three rows of a grid
//!  class     bands that are equal up to relabeling and permutations of rows, of columns in boxes, and of boxes: 416
//!  grids     sum over classes of: bands in the class * ways to fill the rows below
//! ```
//!
//! Only the sets of digits in the columns of a band matter for the rows below it. Each column has six digits left,
//! three for each band below, and a stack can divide them in 56 ways such that both of its boxes contain all digits.
//! For each of the 56^3 combinations of three stacks, the ways to order the digits within the columns are counted
//! separately for both bands. The rows of two boxes determine the rows of the third, which are looked up among the
//! possible rows of that box.

use std::collections::BTreeMap;

/// The digits of a band, 0 to 8: three rows of nine.
pub type Band = [[u8; 9]; 3];

/// A class of bands.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BandClass {
    /// The smallest of the normal bands of the class.
    pub band: Band,
    /// Number of normal bands in the class. In a normal band the first box reads 123/456/789, the columns of
    /// the other boxes ascend by their first digit, and the smaller of these first digits is in the second
    /// box.
    pub bands: u64,
}

/// Number of bands for each normal band: relabelings, orders of the columns of two boxes, and orders of these boxes.
const OF_NORMAL: u64 = 362_880 * 36 * 2;

impl BandClass {
    /// Number of bands in the class.
    pub fn fillings(&self) -> u64 {
        self.bands * OF_NORMAL
    }
}

/// All nine digits.
const ALL: u16 = 0x1ff;

/// The orders of three items.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The 416 classes of bands, smallest first.
pub fn band_classes() -> Vec<BandClass> {
    let mut classes: BTreeMap<Band, u64> = BTreeMap::new();
    normal_bands(&mut |band| *classes.entry(smallest(&band)).or_default() += 1);
    classes.into_iter().map(|(band, bands)| BandClass { band, bands }).collect()
}

/// All normal bands.
fn normal_bands(each: &mut dyn FnMut(Band)) {
    // The digits that a row of box 2 takes from the rows of box 1.
    let row = |row: usize| 0b111_u16 << (3 * row);
    let triples: Vec<u16> = (0..512_u16).filter(|set| set.count_ones() == 3).collect();
    for &a in triples.iter().filter(|&&set| set & row(0) == 0) {
        for &b in triples.iter().filter(|&&set| set & (row(1) | a) == 0) {
            let c = ALL & !(a | b);
            if c & row(2) != 0 {
                continue;
            }
            let second = [a, b, c];
            let third: [u16; 3] = std::array::from_fn(|r| ALL & !row(r) & !second[r]);
            boxes(second, &mut |two| {
                boxes(third, &mut |three| {
                    if two[0][0] < three[0][0] {
                        let mut band = [[0; 9]; 3];
                        for (r, line) in band.iter_mut().enumerate() {
                            for c in 0..3 {
                                line[c] = (3 * r + c) as u8;
                                line[3 + c] = two[r][c];
                                line[6 + c] = three[r][c];
                            }
                        }
                        each(band);
                    }
                });
            });
        }
    }
}

/// The boxes with these digits in their rows, the first row ascending.
fn boxes(rows: [u16; 3], each: &mut dyn FnMut([[u8; 3]; 3])) {
    let digits = |set: u16| -> [u8; 3] {
        let mut digits = [0; 3];
        (0..9).filter(|&digit| set >> digit & 1 == 1).enumerate().for_each(|(at, digit)| digits[at] = digit);
        digits
    };
    let [first, second, third] = rows.map(digits);
    for order in ORDERS {
        for other in ORDERS {
            each([first, order.map(|at| second[at]), other.map(|at| third[at])]);
        }
    }
}

/// The smallest normal band that is equivalent to a band.
pub(super) fn smallest(band: &Band) -> Band {
    let mut best = [[u8::MAX; 9]; 3];
    for first in 0..3 {
        let others = [(first + 1) % 3, (first + 2) % 3];
        for rows in ORDERS {
            for columns in ORDERS {
                let mut label = [0_u8; 9];
                for (r, &row) in rows.iter().enumerate() {
                    for (c, &column) in columns.iter().enumerate() {
                        label[usize::from(band[row][3 * first + column])] = (3 * r + c) as u8;
                    }
                }
                let mut sides = others.map(|side| {
                    let mut lines: [[u8; 3]; 3] = std::array::from_fn(|c| {
                        std::array::from_fn(|r| label[usize::from(band[rows[r]][3 * side + c])])
                    });
                    lines.sort_unstable();
                    lines
                });
                sides.sort_unstable();
                let made: Band = std::array::from_fn(|r| {
                    std::array::from_fn(
                        |c| if c < 3 { (3 * r + c) as u8 } else { sides[c / 3 - 1][c % 3][r] },
                    )
                });
                best = best.min(made);
            }
        }
    }
    best
}

/// The digits of each column of a band.
fn columns(band: &Band) -> [u16; 9] {
    std::array::from_fn(|c| band.iter().fold(0, |set, row| set | 1 << row[c]))
}

/// Number of ways to fill the six rows below a band.
///
/// The digits must be 0 to 8, each once in every row and box of the band; otherwise the count is meaningless.
pub fn completions(band: &Band) -> u64 {
    let top = columns(band);
    let stacks: [Vec<ColumnSplit>; 3] =
        std::array::from_fn(|stack| shares([top[3 * stack], top[3 * stack + 1], top[3 * stack + 2]]));
    let mut sum = 0;
    for first in &stacks[0] {
        for second in &stacks[1] {
            let pairs = [
                RowDigitPairs::of(&first.upper, &second.upper),
                RowDigitPairs::of(&first.lower, &second.lower),
            ];
            for third in &stacks[2] {
                sum += pairs[0].with(&third.upper) * pairs[1].with(&third.lower);
            }
        }
    }
    sum
}

/// One way to divide the remaining digits of a stack's columns between two bands.
struct ColumnSplit {
    upper: BoxOrders,
    lower: BoxOrders,
}

/// All ways to put the columns of a box in order, as the digits of its first and second row.
struct BoxOrders {
    ways: Vec<(u16, u16)>,
    /// The same ways as a set of bits. The first row and the second row give the position.
    set: Vec<u64>,
}

fn shares(top: [u16; 3]) -> Vec<ColumnSplit> {
    let triples: Vec<u16> = (0..512_u16).filter(|set| set.count_ones() == 3).collect();
    let mut shares = Vec::new();
    for &a in triples.iter().filter(|&&set| set & top[0] == 0) {
        for &b in triples.iter().filter(|&&set| set & (top[1] | a) == 0) {
            let c = ALL & !(a | b);
            if c & top[2] == 0 {
                let upper = [a, b, c];
                let lower = std::array::from_fn(|at| ALL & !top[at] & !upper[at]);
                shares.push(ColumnSplit { upper: BoxOrders::of(upper), lower: BoxOrders::of(lower) });
            }
        }
    }
    shares
}

impl BoxOrders {
    fn of(columns: [u16; 3]) -> Self {
        let digits = |set: u16| -> [u16; 3] {
            let mut digits = [0; 3];
            (0..9)
                .map(|digit| 1 << digit)
                .filter(|digit| set & digit != 0)
                .enumerate()
                .for_each(|(at, d)| digits[at] = d);
            digits
        };
        let [a, b, c] = columns.map(digits);
        let mut ways = Vec::new();
        let mut set = vec![0; 512 * 8];
        for x in ORDERS {
            for y in ORDERS {
                for z in ORDERS {
                    let row = |at: usize| a[x[at]] | b[y[at]] | c[z[at]];
                    ways.push((row(0), row(1)));
                    set[usize::from(row(0)) * 8 + usize::from(row(1)) / 64] |= 1 << (row(1) % 64);
                }
            }
        }
        Self { ways, set }
    }
}

/// The digits that two boxes of a band leave for the first two rows of the third box.
struct RowDigitPairs(Vec<(u16, u16)>);

impl RowDigitPairs {
    fn of(one: &BoxOrders, two: &BoxOrders) -> Self {
        let mut left = Vec::new();
        // The order of the rows is free, so the first column of the first box is fixed.
        for &(a, b) in &one.ways[..36] {
            for &(c, d) in &two.ways {
                // No row contains a digit twice: the first rows, the second rows, the third rows.
                if a & c == 0 && b & d == 0 && !(a | b) & !(c | d) & ALL == 0 {
                    left.push((ALL & !(a | c), ALL & !(b | d)));
                }
            }
        }
        Self(left)
    }

    fn with(&self, three: &BoxOrders) -> u64 {
        let fits = |&&(first, second): &&(u16, u16)| {
            three.set[usize::from(first) * 8 + usize::from(second) / 64] >> (second % 64) & 1 == 1
        };
        6 * self.0.iter().filter(fits).count() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_of_bands() {
        let classes = band_classes();
        assert_eq!(classes.len(), 416);
        assert_eq!(classes.iter().map(|class| class.bands).sum::<u64>(), 36_288);
        assert_eq!(classes.iter().map(BandClass::fillings).sum::<u64>(), 948_109_639_680);
        let [first, .., last] = &classes[..] else { panic!("416 classes") };
        assert!(first.band < last.band);
        assert_eq!(
            first.band,
            [[0, 1, 2, 3, 4, 5, 6, 7, 8], [3, 4, 5, 6, 7, 8, 0, 1, 2], [6, 7, 8, 0, 1, 2, 3, 4, 5]]
        );
    }

    #[test]
    fn completions_do_not_depend_on_the_order() {
        let band = band_classes()[200].band;
        let count = completions(&band);
        let turned: Band =
            std::array::from_fn(|r| std::array::from_fn(|c| (band[(r + 1) % 3][(c + 3) % 9] + 4) % 9));
        assert_eq!(completions(&turned), count);
    }

    /// Takes half a minute or more; `arcdoku study grids` does the same with a progress bar.
    #[test]
    #[ignore = "long"]
    fn all_grids() {
        let count = |class: &BandClass| u128::from(class.fillings()) * u128::from(completions(&class.band));
        assert_eq!(band_classes().iter().map(count).sum::<u128>(), 6_670_903_752_021_072_936_960);
    }
}
