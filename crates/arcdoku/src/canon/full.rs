//! Full grids that obey the rules: how the second row permutes the first.
//!
//! The first row of the form reads 123456789, whichever row it is, so digits are named after the columns. The second
//! row then reads as a permutation: the digit in a column of the second row occurs in some column of the first row,
//! and this column is read. So each of the 36 ordered pairs of rows of a band, or columns of a stack, has a
//! permutation `onto` of the nine columns. The algorithm searches for the arrangement of columns in which it reads
//! smallest. The digits of a box of the second row come from
//!
//! - one box of the first row, for all three boxes (a *pure* pair): it reads `456789` and then `123`, `132` or `231`,
//!   depending on the cycles of `onto` applied three times, which maps each box to itself; or
//! - two digits of one box and one of the other, for all three boxes (a *mixed* pair): it reads `457`, then the only
//!   digit of the first box in the second box as 1, 2 or 3 if it can come next, otherwise 8.
//!
//! A pure pair reads smaller than a mixed one. Once the box on the left and the first of its columns are chosen,
//! everything else is determined, except for a few ties. Few arrangements remain when third rows are compared, and
//! hardly any afterwards: the other rows are sorted by their first cells.

use super::clues::Clues;
use super::transform::Transform;

/// The stack of a column.
const STACK: [u8; 9] = [0, 0, 0, 1, 1, 1, 2, 2, 2];

/// The other columns of the stack of a column.
const OTHERS: [[u8; 2]; 9] = [[1, 2], [0, 2], [0, 1], [4, 5], [3, 5], [3, 4], [7, 8], [6, 8], [6, 7]];

/// Orders of three things.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// A grid in its original orientation, or transposed.
#[derive(Clone, Copy)]
struct GridSide {
    rows: [[u8; 9]; 9],
    /// The column of each digit in each row.
    cols: [[u8; 10]; 9],
}

/// Two rows of a band.
#[derive(Clone, Copy)]
struct RowPair {
    side: u8,
    first: u8,
    second: u8,
    /// For each column, the column in which its digit of the second row occurs in the first.
    onto: [u8; 9],
}

/// An order of the columns, with the first two rows.
#[derive(Clone, Copy)]
struct Arrangement {
    side: u8,
    first: u8,
    second: u8,
    cols: [u8; 9],
}

/// The memory of the search, reused for every grid.
#[derive(Clone, Default)]
pub(super) struct FullGridSearch {
    arrangements: Vec<Arrangement>,
}

impl GridSide {
    fn of(rows: [[u8; 9]; 9]) -> Self {
        let mut cols = [[0; 10]; 9];
        for (row, cols) in rows.iter().zip(&mut cols) {
            for (col, &digit) in row.iter().enumerate() {
                cols[usize::from(digit)] = col as u8;
            }
        }
        Self { rows, cols }
    }
}

/// Whether this is a full grid that obeys the rules.
fn is_solved(rows: &[[u8; 9]; 9]) -> bool {
    let (mut cols, mut sound) = ([0u16; 9], true);
    for band in rows.as_chunks::<3>().0 {
        let mut boxes = [0u16; 3];
        for row in band {
            let mut all = 0;
            for (col, &digit) in row.iter().enumerate() {
                let bit = 1 << digit;
                all |= bit;
                cols[col] |= bit;
                boxes[col / 3] |= bit;
            }
            sound &= all == 0x3fe;
        }
        sound &= boxes == [0x3fe; 3];
    }
    sound && cols == [0x3fe; 9]
}

impl FullGridSearch {
    /// The smallest text, one transformation that yields it, and the number of such transformations; `None` unless
    /// the grid is full and obeys the rules.
    pub(super) fn canonize(&mut self, clues: &Clues) -> Option<(Clues, Transform, u64)> {
        let numbers = clues.numbers();
        if numbers.contains(&0) {
            return None;
        }
        let rows = std::array::from_fn(|row| std::array::from_fn(|col| numbers[9 * row + col]));
        if !is_solved(&rows) {
            return None;
        }
        let cols = std::array::from_fn(|col| std::array::from_fn(|row| numbers[9 * row + col]));
        let sides = [GridSide::of(rows), GridSide::of(cols)];
        let mut pairs = [RowPair { side: 0, first: 0, second: 0, onto: [0; 9] }; 36];
        let orders = sides.iter().enumerate().flat_map(|(number, side)| {
            (0..18).map(move |order| {
                let (band, order) = (order / 6, ORDERS[order % 6]);
                (number as u8, side, 3 * band + order[0], 3 * band + order[1])
            })
        });
        let mut pure = false;
        for (pair, (number, side, first, second)) in pairs.iter_mut().zip(orders) {
            let onto = side.rows[second].map(|digit| side.cols[first][usize::from(digit)]);
            *pair = RowPair { side: number, first: first as u8, second: second as u8, onto };
            pure |= pair.is_pure();
        }
        self.arrangements.clear();
        if pure {
            self.pure(&pairs);
        } else {
            self.mixed(&pairs);
        }
        self.third_row(&sides);
        self.finish(&sides)
    }

    /// Collects the arrangements that read smallest if there is a pure pair.
    fn pure(&mut self, pairs: &[RowPair; 36]) {
        let mut best = 0;
        for pair in pairs.iter().filter(|pair| pair.is_pure()) {
            let onto = |col: u8| pair.onto[usize::from(col)];
            let round = |col: u8| onto(onto(onto(col)));
            // Three columns, one or none keep their places.
            let stay = (0..3).filter(|&col| round(col) == col).count();
            if best > stay + 1 {
                continue;
            }
            if best < stay + 1 {
                best = stay + 1;
                self.arrangements.clear();
            }
            for (stack, order) in (0..3).flat_map(|stack| ORDERS.map(|order| (stack, order))) {
                let [a, b, c] = order.map(|col| 3 * stack + col as u8);
                let smallest = match stay {
                    3 => true,
                    1 => round(a) == a,
                    _ => round(a) == b,
                };
                if smallest {
                    let next = [a, b, c].map(onto);
                    let [[a, b, c], [d, e, f], [g, h, i]] = [[a, b, c], next, next.map(onto)];
                    self.arrangements.push(pair.arranged([a, b, c, d, e, f, g, h, i]));
                }
            }
        }
    }

    /// Collects the arrangements that read smallest if all pairs are mixed.
    fn mixed(&mut self, pairs: &[RowPair; 36]) {
        let mut best = u64::MAX;
        for pair in pairs {
            let onto = |col: u8| pair.onto[usize::from(col)];
            // For each stack: the column whose digit comes from another box than the digits of its other two columns.
            let lone: [u8; 3] = std::array::from_fn(|stack| {
                let [a, b, c] = [0, 1, 2].map(|i| STACK[usize::from(pair.onto[3 * stack + i])]);
                3 * stack as u8 + 2 * u8::from(a == b) + u8::from(a == c)
            });
            for last in lone {
                let [one, other] = OTHERS[usize::from(last)];
                // The column of the second stack whose digit comes from the first stack. It can be the fourth column if
                // a digit of one of the two columns is in it.
                let back = lone[usize::from(STACK[usize::from(onto(one))])];
                let (hit, other_hit) = (onto(one) == back, onto(other) == back);
                let (a, b) = if other_hit { (other, one) } else { (one, other) };
                let name = 3 - 2 * u64::from(onto(back) == a) - u64::from(onto(back) == b);
                let fourth = if hit || other_hit { name } else { 8 };
                if fourth > best >> 20 & 15 {
                    continue;
                }
                // If it is not determined which column comes fourth, both orders remain.
                let orders = [[a, b, last], [b, a, last]];
                for &order in &orders[..=usize::from(fourth == 8)] {
                    let (text, cols) = pair.read(order);
                    debug_assert_eq!(text >> 20 & 15, fourth, "the fourth cell is known already");
                    if text < best {
                        best = text;
                        self.arrangements.clear();
                    }
                    if text == best {
                        self.arrangements.push(pair.arranged(cols));
                    }
                }
            }
        }
    }

    /// Keeps the arrangements that read smallest in their third row.
    fn third_row(&mut self, sides: &[GridSide; 2]) {
        let mut best = u64::MAX;
        let mut kept = 0;
        for at in 0..self.arrangements.len() {
            let arrangement = self.arrangements[at];
            let side = &sides[usize::from(arrangement.side)];
            let text = arrangement.text(side, &arrangement.names(side), arrangement.third());
            if text < best {
                best = text;
                kept = 0;
            }
            if text == best {
                self.arrangements[kept] = arrangement;
                kept += 1;
            }
        }
        self.arrangements.truncate(kept);
    }

    /// Compares the remaining arrangements row by row.
    fn finish(&self, sides: &[GridSide; 2]) -> Option<(Clues, Transform, u64)> {
        let mut best = [u64::MAX; 6];
        let mut found = None;
        let mut count = 0;
        for arrangement in &self.arrangements {
            let side = &sides[usize::from(arrangement.side)];
            let names = arrangement.names(side);
            let rows = arrangement.rows(side, &names);
            let mut smaller = false;
            let as_small = rows[3..].iter().zip(&mut best).all(|(&row, best)| {
                let text = arrangement.text(side, &names, row);
                smaller |= text < *best;
                if smaller {
                    *best = text;
                }
                text == *best
            });
            if smaller {
                (found, count) = (Some((arrangement, rows, names)), 0);
            }
            count += u64::from(as_small);
        }
        let (arrangement, rows, digits) = found?;
        let side = &sides[usize::from(arrangement.side)];
        let mut cells = [0; 81];
        for (to, &row) in cells.as_chunks_mut::<9>().0.iter_mut().zip(&rows) {
            for (cell, &col) in to.iter_mut().zip(&arrangement.cols) {
                *cell = digits[usize::from(side.rows[usize::from(row)][usize::from(col)])];
            }
        }
        let transform = Transform { transpose: arrangement.side == 1, rows, cols: arrangement.cols, digits };
        Some((Clues::made(cells), transform, count))
    }
}

impl RowPair {
    fn is_pure(&self) -> bool {
        let [a, b, c] = [0, 1, 2].map(|col| STACK[usize::from(self.onto[col])]);
        a == b && b == c
    }

    fn arranged(&self, cols: [u8; 9]) -> Arrangement {
        Arrangement { side: self.side, first: self.first, second: self.second, cols }
    }

    /// The text of the second row of a mixed pair, four bits per cell, and the order of the columns, given the
    /// columns on the left. Two of the columns map to one stack, and the third maps to the other stack.
    fn read(&self, [a, b, c]: [u8; 3]) -> (u64, [u8; 9]) {
        let onto = |col: u8| self.onto[usize::from(col)];
        let (d, e, g) = (onto(a), onto(b), onto(c));
        // The columns of a stack add up to 3, 12 or 21.
        let f = 9 * STACK[usize::from(d)] + 3 - d - e;
        let stack = STACK[usize::from(a)];
        // Two columns of the second stack map to the third, and are read in their order.
        let [first, second] = [d, e].map(|col| STACK[usize::from(onto(col))] == stack);
        let h = onto(if first { e } else { d });
        let i = onto(if first | second { f } else { e });
        let cols = [a, b, c, d, e, f, g, h, i];
        let mut names = [0; 9];
        for (name, &col) in (1..).zip(&cols) {
            names[usize::from(col)] = name;
        }
        (cols.iter().fold(0, |text, &col| text << 4 | names[usize::from(onto(col))]), cols)
    }
}

impl Arrangement {
    /// The new names of digits.
    fn names(&self, side: &GridSide) -> [u8; 10] {
        let mut names = [0; 10];
        let first = &side.rows[usize::from(self.first)];
        for (name, &col) in (1..).zip(&self.cols) {
            names[usize::from(first[usize::from(col)])] = name;
        }
        names
    }

    /// The text of a row, four bits per cell.
    fn text(&self, side: &GridSide, names: &[u8; 10], row: u8) -> u64 {
        let row = &side.rows[usize::from(row)];
        self.cols
            .iter()
            .fold(0, |text, &col| text << 4 | u64::from(names[usize::from(row[usize::from(col)])]))
    }

    /// The third row of the band.
    fn third(&self) -> u8 {
        9 * (self.first / 3) + 3 - self.first - self.second
    }

    /// All rows in order, sorted by the first cell within bands and among bands.
    fn rows(&self, side: &GridSide, names: &[u8; 10]) -> [u8; 9] {
        let band = self.first / 3;
        let mut others = [0, 1, 2].map(|band| {
            let mut rows = [0, 1, 2].map(|row| {
                let row = 3 * band + row;
                let digit = side.rows[usize::from(row)][usize::from(self.cols[0])];
                (names[usize::from(digit)], row)
            });
            rows.sort_unstable();
            rows
        });
        others[usize::from(band)] = [(0, self.first), (0, self.second), (0, self.third())];
        others.sort_by_key(|rows| rows[0].0);
        let [[a, b, c], [d, e, f], [g, h, i]] = others;
        [a, b, c, d, e, f, g, h, i].map(|(_, row)| row)
    }
}
