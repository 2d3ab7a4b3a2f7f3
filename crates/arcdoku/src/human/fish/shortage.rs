//! The [`targets`](super::targets) of franken fish, with nine bits per row.
//!
//! Rows and boxes are base sets, columns and boxes are cover sets (columns are rows of the transposed grid). A cover
//! box covers the places of its three rows in its stack; a base box can be covered only by columns.

use super::basic::width;

/// The columns of each stack.
const STACKS: [u16; 3] = [0b111, 0b111_000, 0b111_000_000];

/// A base set: a row or a box of a band, and its remaining columns.
#[derive(Clone, Copy, Default)]
struct RemainingBase {
    columns: u16,
    band: u8,
    is_box: bool,
}

/// The remaining rows and boxes after the digit is placed.
struct RemainingSets {
    /// The base sets that the allowed number of cover sets could cover.
    bases: [RemainingBase; 18],
    count: usize,
    /// The largest number of cover sets.
    most: u32,
}

/// Base sets chosen so far, and the cover sets that they need.
#[derive(Clone, Copy, Default)]
struct ShortageChoice {
    bases: u32,
    covers: u32,
    columns: u16,
    /// For each band, the columns used by the chosen rows.
    rows: [u16; 3],
    /// For each band, the stacks of boxes that are base sets.
    boxes: [u16; 3],
    /// For each band, the stacks of boxes that are cover sets.
    cover: [u16; 3],
}

/// Whether placing the digit in this line and cross line leaves at most `size` base sets with too few cover sets.
pub(super) fn is_there(lines: &[u16; 9], row: usize, column: usize, size: usize) -> bool {
    let mut rest = RemainingSets { bases: [RemainingBase::default(); 18], count: 0, most: size as u32 - 1 };
    for band in 0..3 {
        let gone = 1 << column | if band == row / 3 { STACKS[column / 3] } else { 0 };
        let (mut before, mut after) = (0, 0);
        for (at, &line) in lines.iter().enumerate().skip(3 * band).take(3) {
            before |= line;
            if at == row || line == 0 {
                continue;
            }
            let columns = line & !gone;
            after |= columns;
            if columns == 0 {
                return true;
            }
            // A row can be covered by a box in each stack.
            let covers = STACKS.iter().filter(|&&stack| columns & stack != 0).count() as u32;
            rest.push(RemainingBase { columns, band: band as u8, is_box: false }, covers);
        }
        for (stack, there) in STACKS.into_iter().enumerate() {
            if before & there == 0 || (band, stack) == (row / 3, column / 3) {
                continue;
            }
            let columns = after & there;
            if columns == 0 {
                return true;
            }
            rest.push(RemainingBase { columns, band: band as u8, is_box: true }, width(columns));
        }
    }
    rest.adds(&ShortageChoice::default(), 0)
}

impl RemainingSets {
    fn push(&mut self, base: RemainingBase, covers: u32) {
        if covers <= self.most {
            self.bases[self.count] = base;
            self.count += 1;
        }
    }

    /// Whether adding base sets, starting with the one at `from`, leads to a choice with too few cover sets.
    fn adds(&self, choice: &ShortageChoice, from: usize) -> bool {
        let missing = (choice.covers + 1 - choice.bases) as usize;
        for i in from..(self.count + 1).saturating_sub(missing) {
            let RemainingBase { columns, band, is_box } = self.bases[i];
            let band = usize::from(band);
            if is_box {
                let stack = STACKS[columns.trailing_zeros() as usize / 3];
                let covers = choice.covers + width(columns & !choice.columns);
                if covers > self.most || (choice.rows[band] | choice.cover[band]) & stack != 0 {
                    continue;
                }
                let mut next = ShortageChoice { bases: choice.bases + 1, covers, ..*choice };
                next.boxes[band] |= stack;
                next.columns |= columns;
                if self.goes_on(&next, i + 1) {
                    return true;
                }
            } else {
                let open = columns & !choice.columns & !choice.cover[band];
                if columns & choice.boxes[band] != 0 || open != 0 && choice.covers == self.most {
                    continue;
                }
                let mut next = ShortageChoice { bases: choice.bases + 1, ..*choice };
                next.rows[band] |= columns;
                if self.covers_row(&next, band, open, i + 1) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether a way to cover the uncovered columns of a row leads to a shortage.
    fn covers_row(&self, choice: &ShortageChoice, band: usize, open: u16, from: usize) -> bool {
        if open == 0 {
            return self.goes_on(choice, from);
        }
        if choice.covers == self.most {
            return false;
        }
        let mut next = ShortageChoice { covers: choice.covers + 1, ..*choice };
        let stack = STACKS[open.trailing_zeros() as usize / 3];
        next.cover[band] |= stack;
        if self.covers_row(&next, band, open & !stack, from) {
            return true;
        }
        let column = open & open.wrapping_neg();
        next.cover[band] = choice.cover[band];
        next.columns |= column;
        self.covers_row(&next, band, open & !column, from)
    }

    fn goes_on(&self, choice: &ShortageChoice, from: usize) -> bool {
        choice.bases > choice.covers || self.adds(choice, from)
    }
}
