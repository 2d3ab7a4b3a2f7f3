//! Exactly uniform random 9x9 grids, without a search.
//!
//! ```text
//!            stack 0   stack 1   stack 2
//!  band 0   [ fixed ] [ drawn ] [ drawn ]    rows by a split of the rows of the first box
//!  band 1   [ drawn ] [ one   ] [ one   ]    columns of stacks 0 and 1 by a split of the columns above;
//!  band 2   [ drawn ] [ of 8  ] [ forced]    the remaining digits are checked against the columns above
//! ```
//!
//! The sets of digits of its rows and of its columns determine a box, because a cell has the digit that its row and its
//! column have in common. Given the first box of a band, the rows of the other two boxes are one of 56 splits of its
//! rows (B. Felgenhauer and F. Jarvis, "Mathematics of Sudoku I", 2006): two splits keep the digits of each row
//! together, and 54 exchange one digit of each row. A draw visits the boxes in a fixed order, and makes choices whose
//! number of cases is always the same:
//!
//! 1. the boxes of band 0: a split, and six orders for each mini-row,
//! 2. the columns of stacks 0 and 1: a split each,
//! 3. the left box of bands 1 and 2: six orders for each column,
//! 4. the middle box of these bands: each column avoids the rows in which the left box has its digits, in two ways,
//! 5. the right box of band 1, whose rows are given: each row avoids the columns in which the digits already are above
//!    it, in the same way.
//!
//! The last box has the remaining digits, by rows and by columns. It exists if each of its rows meets each of its
//! columns. Every grid whose first box is 1 to 9 results from exactly one way through the cases, and all ways are
//! equally likely; ways that end early or in no grid are drawn again from the start. All such grids are therefore
//! equally likely, and so are all grids once digits are renamed. There are 196 * 10^15 ways and
//! 6,670,903,752,021,072,936,960 / 9! grids: 10.6 draws per grid on average.

use fastrand::Rng;

use super::super::seed;

/// Three sets of three digits each (bit 0 is digit 1).
type Triple = [u32; 3];

/// Three such sets in one word, with ten bits each, of which one is spare.
type PackedTriple = u32;

/// All digits.
const ALL: u32 = 0o777;

/// As a factor, copies the digits of one set to all three sets of a word.
const THRICE: u32 = 1 | 1 << 10 | 1 << 20;

/// The places of the digits of a set in a word, the smallest digit first: one row for each order.
const ORDERS: [[u8; 3]; 6] = [[0, 10, 20], [0, 20, 10], [10, 0, 20], [10, 20, 0], [20, 0, 10], [20, 10, 0]];

/// The two orders in which no digit stays in place, by the places of the smallest digit (times 9), the next
/// (times 3) and the largest; 6 if all three are in one place.
const ELSEWHERE: [[u8; 2]; 27] = {
    let mut table = [[6; 2]; 27];
    let mut code = 0;
    while code < 27 {
        let at = [code / 9, code / 3 % 3, code % 3];
        let (mut order, mut count) = (0, 0);
        while order < 6 {
            let to = ORDERS[order];
            if to[0] as usize != 10 * at[0] && to[1] as usize != 10 * at[1] && to[2] as usize != 10 * at[2] {
                table[code][count] = order as u8;
                count += 1;
            }
            order += 1;
        }
        code += 1;
    }
    table
};

/// Number of ways through the cases of a draw.
const WAYS: u64 = 56 * 6_u64.pow(6) * 56 * 56 * (6_u64.pow(3) * 8) * (6_u64.pow(3) * 8) * 8;

/// The cases of a draw, extracted from one number.
struct DrawCases(u64);

impl DrawCases {
    #[inline]
    fn of<const N: u64>(&mut self) -> usize {
        let case = self.0 % N;
        self.0 /= N;
        case as usize
    }
}

/// A box: its digits by row and by column.
#[derive(Clone, Copy)]
struct BoxSets {
    rows: PackedTriple,
    columns: PackedTriple,
}

/// The sets of a word.
#[inline]
fn sets(word: PackedTriple) -> Triple {
    [word & ALL, word >> 10 & ALL, word >> 20]
}

/// The smallest digit of a set, the next, and the largest.
#[inline]
fn digits(set: u32) -> Triple {
    let first = set & set.wrapping_neg();
    let rest = set ^ first;
    let second = rest & rest.wrapping_neg();
    [first, second, rest ^ second]
}

/// Distributes the digits of a set: one in each set of a word.
#[inline]
fn spread(set: u32, order: usize) -> PackedTriple {
    let [a, b, c] = digits(set);
    let [x, y, z] = ORDERS[order];
    a << x | b << y | c << z
}

/// Like [`spread`], but puts no digit into a set in which it is `taken`; `None` if that is impossible.
#[inline]
fn spread_elsewhere(set: u32, taken: PackedTriple, case: usize) -> Option<PackedTriple> {
    let place =
        |digit: u32| usize::from(taken >> 10 & digit != 0) + 2 * usize::from(taken >> 20 & digit != 0);
    let [a, b, c] = digits(set);
    let order = usize::from(ELSEWHERE[9 * place(a) + 3 * place(b) + place(c)][case]);
    (order < 6).then(|| spread(set, order))
}

/// The digits outside of the three sets, split into two triples. In both triples, the i-th set is disjoint from the
/// i-th given set. There are 56 cases.
#[inline]
fn split([a, b, c]: Triple, case: usize) -> (Triple, Triple) {
    if case < 2 {
        let (one, other) = ([b, c, a], [c, a, b]);
        return if case == 0 { (one, other) } else { (other, one) };
    }
    let case = case - 2;
    let (x, y, z) = (digits(a)[case % 3], digits(b)[case / 3 % 3], digits(c)[case / 9 % 3]);
    let (one, other) = ([b ^ y | z, c ^ z | x, a ^ x | y], [c ^ z | y, a ^ x | z, b ^ y | x]);
    if case < 27 { (one, other) } else { (other, one) }
}

/// The nine boxes of a grid whose first box is 1 to 9, if this way leads to one.
#[inline]
fn follow(way: u64) -> Option<[BoxSets; 9]> {
    let mut cases = DrawCases(way);
    let first =
        BoxSets { rows: 0o007 | 0o070 << 10 | 0o700 << 20, columns: 0o111 | 0o222 << 10 | 0o444 << 20 };
    let (second_rows, third_rows) = split(sets(first.rows), cases.of::<56>());
    let mut band = |rows: Triple| BoxSets {
        rows: rows[0] | rows[1] << 10 | rows[2] << 20,
        columns: rows.iter().fold(0, |columns, &row| columns | spread(row, cases.of::<6>())),
    };
    let (second, third) = (band(second_rows), band(third_rows));
    let left = split(sets(first.columns), cases.of::<56>());
    let middle = split(sets(second.columns), cases.of::<56>());
    let mut pair = |left: Triple, middle: Triple| {
        let rows = left.iter().fold(0, |rows, &column| rows | spread(column, cases.of::<6>()));
        let mut others = 0;
        for column in middle {
            others |= spread_elsewhere(column, rows, cases.of::<2>())?;
        }
        let word = |[a, b, c]: Triple| a | b << 10 | c << 20;
        Some((BoxSets { rows, columns: word(left) }, BoxSets { rows: others, columns: word(middle) }))
    };
    let (fourth, fifth) = pair(left.0, middle.0)?;
    let (seventh, eighth) = pair(left.1, middle.1)?;
    let rest = |one: BoxSets, other: BoxSets| (ALL * THRICE) & !(one.rows | other.rows);
    let (rows, last_rows) = (rest(fourth, fifth), rest(seventh, eighth));
    let mut columns = 0;
    for row in sets(rows) {
        columns |= spread_elsewhere(row, third.columns, cases.of::<2>())?;
    }
    let last_columns = (ALL * THRICE) & !(third.columns | columns);
    for row in sets(last_rows) {
        // Adding all digits carries into the spare bit of each set that is not empty.
        if ((last_columns & (row * THRICE)) + ALL * THRICE) & ((ALL + 1) * THRICE) != (ALL + 1) * THRICE {
            return None;
        }
    }
    let (sixth, ninth) = (BoxSets { rows, columns }, BoxSets { rows: last_rows, columns: last_columns });
    Some([first, second, third, fourth, fifth, sixth, seventh, eighth, ninth])
}

/// Draws a grid: digits 1 to 9, row-major.
pub(super) fn draw(rng: &mut Rng) -> [u8; 81] {
    let squares = loop {
        if let Some(squares) = follow(rng.u64(..WAYS)) {
            break squares;
        }
    };
    let mut names = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    seed::shuffle(rng, &mut names);
    let mut grid = [0; 81];
    for (index, square) in squares.iter().enumerate() {
        let corner = 27 * (index / 3) + 3 * (index % 3);
        for (r, row) in sets(square.rows).into_iter().enumerate() {
            for (c, column) in sets(square.columns).into_iter().enumerate() {
                grid[corner + 9 * r + c] = names[(row & column).trailing_zeros() as usize % 9];
            }
        }
    }
    grid
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A split is disjoint from the sets that it splits, and no two of the 56 are the same.
    #[test]
    fn all_splits_are_listed() {
        let whole = [0o007, 0o070, 0o700];
        let mut all: Vec<(Triple, Triple)> = (0..56).map(|case| split(whole, case)).collect();
        for (one, other) in &all {
            for at in 0..3 {
                assert_eq!(one[at].count_ones(), 3);
                assert_eq!(
                    (whole[at] ^ one[at] ^ other[at], whole[at] & one[at], one[at] & other[at]),
                    (ALL, 0, 0)
                );
            }
            assert_eq!(one[0] | one[1] | one[2], ALL);
        }
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 56);
    }

    #[test]
    fn digits_go_elsewhere_in_two_ways() {
        for (code, orders) in ELSEWHERE.iter().enumerate() {
            let at = [code / 9, code / 3 % 3, code % 3];
            let together = at[0] == at[1] && at[1] == at[2];
            assert_eq!(orders.iter().filter(|&&order| order < 6).count(), if together { 0 } else { 2 });
            assert!(together || orders[0] != orders[1]);
        }
    }

    /// A random way leads to a grid with a probability of the number of grids divided by the number of ways.
    #[test]
    fn number_of_ways_equals_number_of_grids() {
        let mut rng = Rng::with_seed(4);
        let draws = 1_000_000;
        let grids = (0..draws).filter(|_| follow(rng.u64(..WAYS)).is_some()).count() as f64;
        let share = 6_670_903_752_021_072_936_960.0 / 362_880.0 / WAYS as f64;
        let deviation = (f64::from(draws) * share * (1.0 - share)).sqrt();
        assert!((grids - f64::from(draws) * share).abs() < 3.0 * deviation, "{grids}");
    }
}
