//! Any 81 cells: all arrangements of columns, with rows placed greedily.
//!
//! This is slow (up to some milliseconds) and has no preconditions: digits may repeat in rows, columns and boxes. It
//! handles the inputs that the fast algorithms do not support, and the fast algorithms are tested against it.
//!
//! For a fixed arrangement of columns, the smallest text is found row by row. Among the rows that may come next, only
//! the smallest ones with the digits named so far are kept. A new digit takes the next name. Some columns of a
//! stack, stacks, rows of a band, or bands may be equal cell by cell. They are tried in only one order, and the
//! result is multiplied by the number of the other orders. So at most 2 * 1296 arrangements with at most 1296 orders
//! of rows each are examined, each until it reads larger than the best.

use super::Order;
use super::clues::Clues;
use super::transform::Transform;

/// Orders of three things.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The rows of the grid, or its columns if it is transposed.
type GridLines = [[u8; 9]; 9];

/// A partial order of rows for an arrangement of columns.
#[derive(Clone, Copy)]
struct RowOrder {
    /// The new names of digits, 0 for digits without a name.
    names: [u8; 10],
    named: u8,
    rows: [u8; 9],
    /// The remaining rows, one bit each.
    left: u16,
    /// The rows of the first band in order, if it is fixed.
    planned: [u8; 3],
}

/// Equal lines and groups.
struct EqualLines {
    /// For each line, the equal ones before it in its group (band or stack).
    lines: [u16; 9],
    /// For each group, the equal groups before it.
    groups: [u8; 3],
    /// The number of exchanges of equal lines and groups that change nothing.
    factor: u64,
}

impl EqualLines {
    fn of(lines: &GridLines) -> Self {
        let mut twins = Self { lines: [0; 9], groups: [0; 3], factor: 1 };
        let sorted: [[[u8; 9]; 3]; 3] = std::array::from_fn(|group| {
            let mut members = [lines[3 * group], lines[3 * group + 1], lines[3 * group + 2]];
            members.sort_unstable();
            members
        });
        for line in 0..9 {
            for before in line / 3 * 3..line {
                twins.lines[line] |= u16::from(lines[before] == lines[line]) << before;
            }
            twins.factor *= u64::from(twins.lines[line].count_ones()) + 1;
        }
        for group in 0..3 {
            for before in 0..group {
                twins.groups[group] |= u8::from(sorted[before] == sorted[group]) << before;
            }
            twins.factor *= u64::from(twins.groups[group].count_ones()) + 1;
        }
        twins
    }

    /// The orders of all lines in which equal lines and groups keep their order.
    fn orders(&self) -> impl Iterator<Item = [u8; 9]> + '_ {
        let all = (0..6 * 216).map(|number| {
            let groups = ORDERS[number / 216];
            let inner = [number / 36 % 6, number / 6 % 6, number % 6];
            std::array::from_fn(|at| (3 * groups[at / 3] + ORDERS[inner[at / 3]][at % 3]) as u8)
        });
        all.filter(|order: &[u8; 9]| {
            let (mut lines, mut groups) = (0u16, 0u8);
            order.iter().all(|&line| {
                let line = usize::from(line);
                let sound = self.lines[line] & !lines == 0 && self.groups[line / 3] & !groups == 0;
                lines |= 1 << line;
                groups |= 1 << (line / 3);
                sound
            })
        })
    }

    /// Whether `row` may come next if `left` are left: all equal rows before it must have come.
    fn next(&self, row: usize, left: u16) -> bool {
        let begun = |band: usize| left >> (3 * band) & 7 != 7;
        self.lines[row] & left == 0
            && (0..row / 3).all(|band| self.groups[row / 3] >> band & 1 == 0 || begun(band))
    }
}

/// The smallest text, one transformation that yields it, and the number of such transformations without renamings of
/// digits that do not occur.
pub(super) fn canonize(clues: &Clues, by: Order) -> (Clues, Transform, u64) {
    let numbers = clues.numbers();
    let rows: GridLines = std::array::from_fn(|r| std::array::from_fn(|c| numbers[9 * r + c]));
    let cols: GridLines = std::array::from_fn(|c| std::array::from_fn(|r| numbers[9 * r + c]));
    let (row_twins, col_twins) = (EqualLines::of(&rows), EqualLines::of(&cols));
    let mut best = SmallestText { counts: u32::MAX, texts: [u64::MAX; 9], found: None, count: 0 };
    let (mut now, mut next) = (Vec::new(), Vec::new());
    for transpose in [false, true] {
        let (lines, down, across) =
            if transpose { (&cols, &col_twins, &row_twins) } else { (&rows, &row_twins, &col_twins) };
        for order in across.orders() {
            let arranged: GridLines = lines.map(|line| order.map(|col| line[usize::from(col)]));
            now.clear();
            match by {
                Order::Text => now.push(RowOrder::EMPTY),
                Order::Counts => best.bands(&arranged, down, &mut now),
            }
            if best.rows(&arranged, down, &mut now, &mut next) {
                best.count += now.len() as u64;
                if let (None, Some(start)) = (best.found, now.first()) {
                    best.found = Some((transpose, order, *start));
                }
            }
        }
    }
    let mut transform = Transform { transpose: false, rows: [0; 9], cols: [0; 9], digits: [0; 10] };
    if let Some((transpose, cols, start)) = best.found {
        transform = Transform { transpose, rows: start.rows, cols, digits: start.names };
    }
    transform.name_the_rest();
    (transform.apply(clues), transform, best.count * row_twins.factor * col_twins.factor)
}

/// The smallest text so far.
struct SmallestText {
    /// The numbers of clues in the mini-rows of the first band, two bits each, if they are compared first.
    counts: u32,
    /// The rows, four bits per cell.
    texts: [u64; 9],
    /// The arrangement that yields the text: whether transposed, the order of columns, and the order of rows. `None`
    /// after a smaller text is found.
    found: Option<(bool, [u8; 9], RowOrder)>,
    count: u64,
}

impl SmallestText {
    /// Finds the orders of the rows of the first band by the numbers of clues in their mini-rows.
    fn bands(&mut self, lines: &GridLines, twins: &EqualLines, now: &mut Vec<RowOrder>) {
        for (band, order) in (0..3).flat_map(|band| ORDERS.iter().map(move |order| (band, order))) {
            let rows = order.map(|row| 3 * band + row);
            let mut left = 0x1ff;
            let sound = rows.iter().all(|&row| {
                let sound = twins.next(row, left);
                left &= !(1 << row);
                sound
            });
            let mini_rows = rows.iter().flat_map(|&row| lines[row].as_chunks::<3>().0);
            let counts = mini_rows.fold(0, |counts, mini_row| {
                counts << 2 | mini_row.iter().map(|&digit| u32::from(digit != 0)).sum::<u32>()
            });
            if !sound || counts > self.counts {
                continue;
            }
            if counts < self.counts {
                *self = Self { counts, texts: [u64::MAX; 9], found: None, count: 0 };
                now.clear();
            }
            now.push(RowOrder { planned: rows.map(|row| row as u8), ..RowOrder::EMPTY });
        }
    }

    /// Orders the rows. Returns whether the text is as small as the best; then `now` contains the orders.
    fn rows(
        &mut self,
        lines: &GridLines,
        twins: &EqualLines,
        now: &mut Vec<RowOrder>,
        next: &mut Vec<RowOrder>,
    ) -> bool {
        for depth in 0..9 {
            if now.is_empty() {
                return false;
            }
            let mut smallest = self.texts[depth];
            let mut smaller = false;
            next.clear();
            for start in &*now {
                let choice = start.choice(depth);
                for row in (0..9).filter(|&row| choice >> row & 1 == 1 && twins.next(row, start.left)) {
                    let mut start = *start;
                    let text = start.place(&lines[row]);
                    if text < smallest {
                        (smallest, smaller) = (text, true);
                        next.clear();
                    }
                    if text == smallest {
                        start.rows[depth] = row as u8;
                        start.left &= !(1 << row);
                        next.push(start);
                    }
                }
            }
            if smaller {
                self.texts[depth] = smallest;
                self.texts[depth + 1..].fill(u64::MAX);
                (self.found, self.count) = (None, 0);
            }
            std::mem::swap(now, next);
        }
        !now.is_empty()
    }
}

impl RowOrder {
    const EMPTY: Self = Self { names: [0; 10], named: 0, rows: [0; 9], left: 0x1ff, planned: [0; 3] };

    /// The rows that may come next, one bit each.
    fn choice(&self, depth: usize) -> u16 {
        if depth < 3 && self.planned != [0; 3] {
            1 << self.planned[depth]
        } else if depth.is_multiple_of(3) {
            self.left
        } else {
            // A band that was begun must be completed first.
            self.left & 7 << (self.rows[depth - 1] / 3 * 3)
        }
    }

    /// The text of a row, four bits per cell, the first cell highest. New digits get names.
    fn place(&mut self, line: &[u8; 9]) -> u64 {
        line.iter().fold(0, |text, &digit| {
            let name = &mut self.names[usize::from(digit)];
            if digit != 0 && *name == 0 {
                self.named += 1;
                *name = self.named;
            }
            text << 4 | u64::from(*name)
        })
    }
}
