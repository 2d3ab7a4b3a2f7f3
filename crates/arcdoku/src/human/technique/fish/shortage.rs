//! The [`targets`](super::targets) of franken fish, in nine bits a row.
//!
//! Rows and boxes are base sets, columns and boxes cover sets (columns are rows of the grid mirrored in its
//! diagonal). A box covers what three rows have in a stack; a base box needs columns.

use super::basic::Lines;

/// The columns of each stack.
const STACKS: [u16; 3] = [0b111, 0b111_000, 0b111_000_000];

/// What rows and boxes are left with once the digit is put somewhere.
pub(super) struct Rest {
    /// The columns that each row is left with.
    rows: [u16; 9],
    /// Base sets that few enough cover sets could cover: rows 0 to 8, boxes 9 to 17.
    bases: [u8; 18],
    count: usize,
    /// The most cover sets.
    most: u32,
}

/// Base sets chosen so far, and cover sets that they need.
#[derive(Clone, Copy, Default)]
struct Choice {
    bases: u32,
    covers: u32,
    columns: u16,
    /// By band: the columns that chosen rows have.
    rows: [u16; 3],
    /// By band: the stacks of boxes that are base sets.
    base: [u16; 3],
    /// By band: the stacks of boxes that are cover sets.
    cover: [u16; 3],
}

/// Whether the digit, put in this line and cross line, leaves `size` base sets or fewer with too few cover sets.
pub(super) fn is_there(lines: &Lines, row: usize, column: usize, size: usize) -> bool {
    let mut rest = Rest { rows: lines.lines, bases: [0; 18], count: 0, most: size as u32 - 1 };
    let stack = STACKS[column / 3];
    for (at, left) in rest.rows.iter_mut().enumerate() {
        *left &= !(1 << column);
        if at / 3 == row / 3 {
            *left &= !stack;
        }
    }
    rest.rows[row] = 0;
    for (at, &left) in rest.rows.iter().enumerate() {
        if at == row || lines.lines[at] == 0 {
            continue;
        }
        if left == 0 {
            return true;
        }
        // A box in each stack covers a row.
        if STACKS.iter().filter(|&&stack| left & stack != 0).count() as u32 <= rest.most {
            rest.bases[rest.count] = at as u8;
            rest.count += 1;
        }
    }
    for band in 0..3 {
        let whole = lines.lines[3 * band] | lines.lines[3 * band + 1] | lines.lines[3 * band + 2];
        for (stack, columns) in STACKS.into_iter().enumerate() {
            if whole & columns == 0 || (band, stack) == (row / 3, column / 3) {
                continue;
            }
            let left = rest.band(band) & columns;
            if left == 0 {
                return true;
            }
            if left.count_ones() <= rest.most {
                rest.bases[rest.count] = (9 + 3 * band + stack) as u8;
                rest.count += 1;
            }
        }
    }
    rest.adds(&Choice::default(), 0)
}

impl Rest {
    fn band(&self, band: usize) -> u16 {
        self.rows[3 * band] | self.rows[3 * band + 1] | self.rows[3 * band + 2]
    }

    /// Whether base sets from the one at `from` on make the choice one with too few cover sets.
    fn adds(&self, choice: &Choice, from: usize) -> bool {
        let missing = (choice.covers + 1 - choice.bases) as usize;
        for i in from..(self.count + 1).saturating_sub(missing) {
            let house = usize::from(self.bases[i]);
            let mut next = Choice { bases: choice.bases + 1, ..*choice };
            if house < 9 {
                let (band, left) = (house / 3, self.rows[house]);
                if left & choice.base[band] != 0 {
                    continue;
                }
                next.rows[band] |= left;
                if self.covers_row(&next, band, left, i + 1) {
                    return true;
                }
            } else {
                let (band, stack) = ((house - 9) / 3, STACKS[house % 3]);
                if (choice.rows[band] | choice.cover[band]) & stack != 0 {
                    continue;
                }
                next.base[band] |= stack;
                next.columns |= self.band(band) & stack;
                next.covers += (next.columns & !choice.columns).count_ones();
                if next.covers <= self.most && self.goes_on(&next, i + 1) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether a way to cover a row leads to a shortage.
    fn covers_row(&self, choice: &Choice, band: usize, row: u16, from: usize) -> bool {
        let open = row & !choice.columns & !choice.cover[band];
        if open == 0 {
            return self.goes_on(choice, from);
        }
        if choice.covers == self.most {
            return false;
        }
        let mut next = Choice { covers: choice.covers + 1, ..*choice };
        let stack = STACKS[open.trailing_zeros() as usize / 3];
        next.cover[band] |= stack;
        if self.covers_row(&next, band, row, from) {
            return true;
        }
        next.cover[band] = choice.cover[band];
        next.columns |= open & open.wrapping_neg();
        self.covers_row(&next, band, row, from)
    }

    fn goes_on(&self, choice: &Choice, from: usize) -> bool {
        choice.bases > choice.covers || self.adds(choice, from)
    }
}
