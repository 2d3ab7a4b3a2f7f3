//! The canonical form, row by row, of clues that do not repeat in a row or column.
//!
//! A partial transformation has placed some rows. All kept partial transformations read the same so far, and this is
//! the smallest possible text. A round tries every possible next row for each of them and keeps the results that read
//! smallest, so nothing is ever undone. After nine rounds, the transformations that give the form remain. (On
//! average, a 17-clue puzzle has 12 partial transformations and tries 33 rows in all rounds together.)
//!
//! **Columns are placed when they are seen.** A column that was empty in all placed rows looks like every other such
//! column of its stack, and the same holds for a stack without any seen column. They have no place yet, but their
//! range is known. Empty cells are smallest, so the unseen columns are on the left of their stack, and the unseen
//! stacks are on the left of the grid:
//!
//! ```text
//!   row 1   . . . | . . . | . . 1      one stack is seen, one of its columns
//!   row 2   . . . | . . 2 | . 3 .      another stack is seen, and another column of the first
//!           ? ? ? | ? ? x | ? x x      ?: any order
//! ```
//!
//! **Digits are named when they are placed.** Within a row, the cells of newly seen columns are sorted: named digits
//! in ascending order, then new digits. The order among new digits is free, and so is the order of stacks that have
//! equally many new digits and nothing else. Each order is a separate partial transformation because later rows may
//! distinguish them.
//!
//! **The first band** is fixed first if the order starts with the numbers of clues. Then the three rows are
//! known, and so are the stacks except for stacks with the same numbers, so only few transformations start.
//!
//! **Empty rows** of a band are placed in one order, and so are empty bands. Columns that were never seen need no
//! order. The number of these orders is the same for all transformations, and the result is multiplied by it at the
//! end.

use super::Order;
use super::clues::Clues;
use super::transform::Transform;

/// The largest number of partial transformations to keep; `plain` is used if there are more. Puzzles need a few; a
/// grid that lacks one clue has 288 for its first row.
const MOST: usize = 1 << 14;

/// The value of a digit without a name: larger than all names.
const NEW: u64 = 15;

/// The rank of a row as the first row with clues: the sorted numbers of clues in its three mini-rows, by the set of
/// its columns. The rank of an empty row is 0.
const RANKS: [u8; 512] = ranks();

/// The number of set bits of three. A table, because not every machine has an instruction for it.
const COUNT: [u8; 8] = [0, 1, 1, 2, 1, 2, 2, 3];

const fn ranks() -> [u8; 512] {
    let mut ranks = [0; 512];
    let mut mask = 0;
    while mask < 512 {
        let (mut a, mut b, mut c) = (COUNT[mask & 7], COUNT[mask >> 3 & 7], COUNT[mask >> 6]);
        if a > b {
            (a, b) = (b, a);
        }
        if b > c {
            (b, c) = (c, b);
        }
        if a > b {
            (a, b) = (b, a);
        }
        // The more clues a mini-row has, the further left they begin, so the rank is greater. The first mini-row counts
        // most.
        ranks[mask] = a << 4 | b << 2 | c;
        mask += 1;
    }
    ranks
}

/// The clues in their original orientation, or transposed.
#[derive(Clone, Default)]
struct ClueSide {
    /// The columns of the clues of each row.
    masks: [u16; 9],
    /// The digits of each row, bit `d` for digit `d`.
    digits: [u16; 9],
    /// Four times the digit of each cell, 0 for an empty cell.
    shifts: [[u8; 16]; 9],
    /// The empty rows.
    empty: u16,
    /// The rows of empty bands.
    empty_bands: u16,
}

/// A partial transformation.
#[derive(Clone, Copy)]
struct PartialTransform {
    /// For each seen column, six bits: four times its distance from the right.
    places: u64,
    /// For each digit, four bits: its name, or [`NEW`].
    names: u64,
    /// The placed rows, four bits each, the first lowest; also the fixed rows of the first band.
    rows: u64,
    /// The seen columns.
    seen: u16,
    /// The remaining rows.
    left: u16,
    /// The named digits, bit `d` for digit `d`.
    known: u16,
    named: u8,
    /// For each seen stack, the shift of its rightmost cell: 0, 12 or 24.
    stacks: [u8; 3],
    /// The number of unseen stacks.
    unseen: u8,
    side: u8,
    /// The order of newly seen stacks, which comes before their text.
    ranks: [u8; 3],
}

/// The memory of the search, reused for every puzzle.
#[derive(Clone, Default)]
pub(super) struct RowSearch {
    sides: [ClueSide; 2],
    now: Vec<PartialTransform>,
    next: Vec<PartialTransform>,
    /// The partial transformations that continue, each with its next row.
    winners: Vec<(u32, u8)>,
}

/// The clues of one mini-row in newly seen columns.
#[derive(Clone, Copy, Default)]
struct MiniRowClues {
    /// Column and four times the digit, in the order of the names, new digits last.
    cells: [(u8, u8); 3],
    len: u8,
    /// The number of new digits.
    new: u8,
    /// The text of the mini-row, four bits per cell.
    text: u16,
}

impl MiniRowClues {
    /// The columns of `mask`, all of one stack.
    fn of(shifts: &[u8; 16], names: u64, mut mask: u16) -> Self {
        let mut piece = Self::default();
        while mask != 0 {
            let col = mask.trailing_zeros() as u8;
            mask &= mask - 1;
            let shift = shifts[usize::from(col & 15)];
            let name = names >> shift & 15;
            // Inserts from the right.
            let mut at = usize::from(piece.len);
            while at > 0 && names >> piece.cells[at - 1].1 & 15 > name {
                piece.cells[at] = piece.cells[at - 1];
                at -= 1;
            }
            piece.cells[at] = (col, shift);
            piece.len += 1;
            piece.new += u8::from(name == NEW);
        }
        piece.text =
            piece.cells().iter().fold(0, |text, &(_, shift)| text << 4 | (names >> shift & 15) as u16);
        piece
    }

    fn cells(&self) -> &[(u8, u8)] {
        &self.cells[..usize::from(self.len)]
    }

    /// The cells that hold new digits.
    fn new_cells(&self) -> &[(u8, u8)] {
        &self.cells()[usize::from(self.len - self.new)..]
    }
}

/// Three numbers in ascending order.
#[inline]
fn sorted<T: Ord + Copy>([a, b, c]: [T; 3]) -> [T; 3] {
    let (low, high) = (a.min(b), a.max(b));
    let (least, middle) = (c.min(low), c.max(low));
    [least, middle.min(high), middle.max(high)]
}

impl PartialTransform {
    /// The initial state, in the original orientation: no row is placed, and no digit has a name. Digit 0, an empty
    /// cell, has the name 0.
    const START: Self = Self {
        places: 0,
        names: u64::MAX - 15,
        rows: 0,
        seen: 0,
        left: 0x1ff,
        known: 0,
        named: 0,
        stacks: [0; 3],
        unseen: 3,
        side: 0,
        ranks: [0; 3],
    };

    /// The rows that may come next, one bit each.
    fn choice(&self, depth: usize, order: Order) -> u16 {
        if depth.is_multiple_of(3) {
            self.left
        } else if depth < 3 && order == Order::Counts {
            1 << (self.rows >> (4 * depth) & 15)
        } else {
            // A band that was begun must be completed first.
            self.left & 7 << ((self.rows >> (4 * (depth - 1)) & 15) / 3 * 3)
        }
    }

    /// The smallest possible text of a row, four bits per cell, the first cell highest, new digits as [`NEW`]. Rows
    /// that may follow the same rows are ordered by these texts.
    #[inline]
    fn text(&self, side: &ClueSide, row: usize) -> u64 {
        // There are no branches that depend on the clues, because they would often be mispredicted. An empty cell has
        // shift 0, and reads as 0.
        let shifts = &side.shifts[row];
        let mut text = 0;
        if side.masks[row] & !self.seen == 0 {
            for (col, &shift) in shifts[..9].iter().enumerate() {
                text |= (self.names >> shift & 15) << (self.places >> (6 * col) & 63);
            }
            return text;
        }
        let mut loose = [0; 3];
        for (stack, loose) in loose.iter_mut().enumerate() {
            let seen = usize::from(self.seen >> (3 * stack) & 7);
            let mut fresh = [0; 3];
            for (i, fresh) in fresh.iter_mut().enumerate() {
                let col = 3 * stack + i;
                let name = self.names >> shifts[col] & 15;
                let settled = 0u64.wrapping_sub(seen as u64 >> i & 1);
                text |= (name & settled) << (self.places >> (6 * col) & 63);
                *fresh = name & !settled;
            }
            let [a, b, c] = sorted(fresh);
            let piece = a << 8 | b << 4 | c;
            let in_sight = 0u64.wrapping_sub(u64::from(seen != 0));
            text |= (piece & in_sight) << (self.stacks[stack] + 4 * COUNT[seen]);
            *loose = (piece | u64::from(self.ranks[stack]) << 12) & !in_sight;
        }
        let [a, b, c] = sorted(loose).map(|piece| piece & 0xfff);
        // Seen stacks contribute nothing here, so the bits that are shifted out are zero.
        text | (a << 24 | b << 12 | c) << (12 * (3 - self.unseen))
    }

    /// Places a row: adds all partial transformations to `next` with which the row reads as [`text`](Self::text)
    /// returns.
    #[inline]
    fn place(&self, side: &ClueSide, row: usize, depth: usize, next: &mut Vec<Self>) {
        let mut placed = *self;
        placed.rows |= (row as u64) << (4 * depth);
        placed.left &= !(1 << row);
        if side.masks[row] & !self.seen == 0 && side.digits[row] & !self.known == 0 {
            next.push(placed);
        } else {
            placed.refine(side, row, next);
        }
    }

    fn refine(mut self, side: &ClueSide, row: usize, next: &mut Vec<Self>) {
        // For each place, by its distance from the right, four times its new digit.
        let mut new_digits = [0; 9];
        let mut new_places = 0u16;
        let shifts = &side.shifts[row];
        let mut settled = side.masks[row] & self.seen;
        while settled != 0 {
            let col = settled.trailing_zeros() as usize;
            settled &= settled - 1;
            let shift = shifts[col & 15];
            if self.names >> shift & 15 == NEW {
                let place = (self.places >> (6 * col) & 63) as usize / 4;
                new_digits[place] = shift;
                new_places |= 1 << place;
            }
        }
        let fresh = side.masks[row] & !self.seen;
        let mut pieces = [MiniRowClues::default(); 3];
        // The newly seen stacks by their text, largest first. The largest is placed on the right.
        let (mut loose, mut count) = ([0; 3], 0);
        let mut ties = false;
        for stack in 0..3 {
            let mask = fresh & 7 << (3 * stack);
            if mask == 0 {
                continue;
            }
            pieces[stack] = MiniRowClues::of(shifts, self.names, mask);
            ties |= pieces[stack].new > 1;
            let seen = COUNT[usize::from(self.seen >> (3 * stack) & 7)];
            if seen > 0 {
                let place = self.stacks[stack] + 4 * seen;
                new_places |= self.settle(&pieces[stack], place, &mut new_digits);
            } else {
                let standing = |stack: usize| (self.ranks[stack], pieces[stack].text);
                let mut at = count;
                while at > 0 && standing(loose[at - 1]) < standing(stack) {
                    loose[at] = loose[at - 1];
                    at -= 1;
                }
                loose[at] = stack;
                count += 1;
            }
        }
        let loose = &loose[..count];
        for &stack in loose {
            let place = 12 * (3 - self.unseen);
            self.stacks[stack] = place;
            self.unseen -= 1;
            new_places |= self.settle(&pieces[stack], place, &mut new_digits);
        }
        self.seen |= fresh;
        self.known |= side.digits[row];
        while new_places != 0 {
            let place = 15 - new_places.leading_zeros() as usize;
            new_places &= !(1 << place);
            self.named += 1;
            self.names ^= (NEW ^ u64::from(self.named)) << new_digits[place];
        }
        let first = next.len();
        next.push(self);
        if ties || loose.len() > 1 {
            spread(&pieces, loose, self.ranks, first, next);
        }
    }

    /// Places the columns of a piece from `place` to the left, records the new digits, and returns the set of their
    /// places.
    #[inline]
    fn settle(&mut self, piece: &MiniRowClues, mut place: u8, new_digits: &mut [u8; 9]) -> u16 {
        let mut new_places = 0;
        for &(col, shift) in piece.cells().iter().rev() {
            self.places |= u64::from(place) << (6 * col);
            if self.names >> shift & 15 == NEW {
                new_digits[usize::from(place / 4)] = shift;
                new_places |= 1 << (place / 4);
            }
            place += 4;
        }
        new_places
    }

    /// Exchanges the places of two columns and the names of the new digits in them.
    fn exchange(&mut self, (col, digit): (u8, u8), (other_col, other_digit): (u8, u8)) {
        let places = (self.places >> (6 * col) ^ self.places >> (6 * other_col)) & 63;
        self.places ^= places << (6 * col) | places << (6 * other_col);
        let names = (self.names >> digit ^ self.names >> other_digit) & 15;
        self.names ^= names << digit | names << other_digit;
    }

    /// Exchanges two newly seen stacks that have only new digits.
    fn exchange_stacks(&mut self, pieces: &[MiniRowClues; 3], stack: usize, other: usize) {
        self.stacks.swap(stack, other);
        for (&cell, &other_cell) in pieces[stack].new_cells().iter().zip(pieces[other].new_cells()) {
            self.exchange(cell, other_cell);
        }
    }
}

/// Adds the variants that the last row does not distinguish: the orders of new digits in a stack, and the orders of
/// stacks.
///
/// All orders of three items are the orders of the first two, and each of these with the third item exchanged with
/// one of the first two.
fn spread(
    pieces: &[MiniRowClues; 3],
    loose: &[usize],
    ranks: [u8; 3],
    first: usize,
    next: &mut Vec<PartialTransform>,
) {
    for piece in pieces {
        let cells = piece.new_cells();
        for last in 1..cells.len() {
            multiply(first, next, last, |partial, i| partial.exchange(cells[i], cells[last]));
        }
    }
    for last in 1..loose.len() {
        let standing = |stack: usize| (ranks[stack], pieces[stack].text);
        let equal = |stack: &&usize| standing(**stack) == standing(loose[last]);
        let tied = loose[..last].iter().rev().take_while(equal).count();
        multiply(first, next, tied, |partial, i| {
            partial.exchange_stacks(pieces, loose[last - 1 - i], loose[last]);
        });
    }
}

/// Adds, for each item from `first` on, the `count` variants that `exchange` makes from it.
fn multiply(
    first: usize,
    next: &mut Vec<PartialTransform>,
    count: usize,
    exchange: impl Fn(&mut PartialTransform, usize),
) {
    if count == 0 {
        return;
    }
    for at in first..next.len() {
        for i in 0..count {
            let mut other = next[at];
            exchange(&mut other, i);
            next.push(other);
        }
    }
}

impl ClueSide {
    fn note_empty(&mut self) {
        self.empty = 0;
        for row in 0..9 {
            self.empty |= u16::from(self.masks[row] == 0) << row;
        }
        let bands = self.empty & self.empty >> 1 & self.empty >> 2 & 0o111;
        self.empty_bands = bands * 7;
    }

    /// The rows that precede an empty row because they look the same: empty rows above it in its band and, for an
    /// empty band, all empty bands above.
    fn before(&self, row: usize) -> u16 {
        let band = 7 << (row / 3 * 3);
        let above = (1 << row) - 1;
        let bands = if self.empty_bands & band == 0 { 0 } else { self.empty_bands };
        (self.empty & band | bands) & above
    }

    /// The numbers of clues in the mini-rows of a band with this order of rows, two bits each, row by row, with the
    /// stacks in the order that makes the result smallest; and the places of the stacks in that order.
    fn counts(&self, rows: [usize; 3]) -> (u32, [u8; 3]) {
        let stacks: [u32; 3] = std::array::from_fn(|stack| {
            rows.iter().fold(0, |counts, &row| {
                counts << 6 | u32::from(COUNT[usize::from(self.masks[row] >> (3 * stack) & 7)])
            })
        });
        let [least, middle, most] = sorted(stacks);
        let rank = |counts: u32| u8::from(counts > least) + u8::from(counts > middle);
        (least << 4 | middle << 2 | most, stacks.map(rank))
    }

    /// The number of orders of empty rows and bands.
    fn empty_orders(&self) -> u64 {
        let factorial = |n: u8| [1, 1, 2, 6][usize::from(n)];
        let count = |mask: u16| COUNT[usize::from(mask & 7)];
        let bands = self.empty_bands & 1 | self.empty_bands >> 2 & 2 | self.empty_bands >> 4 & 4;
        let rows = [0, 3, 6].map(|band| factorial(count(self.empty >> band)));
        rows.iter().product::<u64>() * factorial(count(bands))
    }
}

impl RowSearch {
    /// Reads the clues; false if a digit repeats in a row or column.
    fn read(&mut self, clues: &Clues) -> bool {
        let sides = &mut self.sides;
        for side in &mut *sides {
            (side.masks, side.digits) = ([0; 9], [0; 9]);
            side.shifts = [[0; 16]; 9];
        }
        let mut repeated = 0;
        for (word, chunk) in clues.numbers().chunks(8).enumerate() {
            let mut bytes = [0; 8];
            bytes[..chunk.len()].copy_from_slice(chunk);
            // Sets the top bit of each byte that is not 0. These bits are then packed.
            let given = (u64::from_le_bytes(bytes) + 0x7f7f_7f7f_7f7f_7f7f) & 0x8080_8080_8080_8080;
            let mut given = (given >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
            while given != 0 {
                let at = given.trailing_zeros() as usize;
                given &= given - 1;
                let (row, col, digit) = ((8 * word + at) / 9, (8 * word + at) % 9, bytes[at]);
                for (side, (row, col)) in sides.iter_mut().zip([(row, col), (col, row)]) {
                    repeated |= side.digits[row] >> digit & 1;
                    side.digits[row] |= 1 << digit;
                    side.masks[row] |= 1 << col;
                    side.shifts[row][col] = 4 * digit;
                }
            }
        }
        for side in sides {
            side.note_empty();
        }
        repeated == 0
    }

    /// The smallest text, one transformation that yields it, and the number of such transformations without renamings
    /// of digits that do not occur. `None` if a digit repeats in a row or column, or if this takes too much memory.
    pub(super) fn canonize(&mut self, clues: &Clues, order: Order) -> Option<(Clues, Transform, u64)> {
        if !self.read(clues) {
            return None;
        }
        self.first_row(order);
        for depth in 1..9 {
            if !self.round(depth, order) {
                return None;
            }
        }
        let found = self.now.first()?;
        let transform = found.transform();
        let form = found.form(&self.sides[usize::from(found.side)], &transform);
        let orders = self.sides.each_ref().map(ClueSide::empty_orders);
        Some((form, transform, self.now.len() as u64 * orders[0] * orders[1]))
    }

    /// Places the first row. Rows differ only in the numbers of clues in their mini-rows. If the order compares the
    /// other rows of the band, they are fixed as well.
    fn first_row(&mut self, order: Order) {
        self.now.clear();
        let ranks = self.sides.each_ref().map(|side| side.masks.map(|mask| RANKS[usize::from(mask)]));
        let least_rank = ranks.iter().flatten().fold(u8::MAX, |least, &rank| least.min(rank));
        let mut least = u32::MAX;
        for (number, side) in self.sides.iter().enumerate() {
            let start = PartialTransform { side: number as u8, ..PartialTransform::START };
            for first in (0..9).filter(|&row| ranks[number][row] == least_rank) {
                if side.before(first) != 0 {
                    continue;
                }
                if order == Order::Text {
                    start.place(side, first, 0, &mut self.now);
                    continue;
                }
                let band = first / 3 * 3;
                let (one, other) = (band + (first + 1) % 3, band + (first + 2) % 3);
                for (second, third) in [(one, other), (other, one)] {
                    let (counts, ranks) = side.counts([first, second, third]);
                    if counts > least || side.before(second) & !(1 << first) != 0 {
                        continue;
                    }
                    if counts < least {
                        least = counts;
                        self.now.clear();
                    }
                    let rows = (second as u64) << 4 | (third as u64) << 8;
                    PartialTransform { rows, ranks, ..start }.place(side, first, 0, &mut self.now);
                }
            }
        }
    }

    /// Places one more row. Returns `false` if too many partial transformations read the same.
    fn round(&mut self, depth: usize, order: Order) -> bool {
        let mut least = u64::MAX;
        self.winners.clear();
        for (index, partial) in self.now.iter().enumerate() {
            let side = &self.sides[usize::from(partial.side)];
            let mut choice = partial.choice(depth, order);
            while choice != 0 {
                let row = choice.trailing_zeros() as usize;
                choice &= choice - 1;
                let text = partial.text(side, row);
                if text > least || text == 0 && side.before(row) & partial.left != 0 {
                    continue;
                }
                if text < least {
                    least = text;
                    self.winners.clear();
                }
                self.winners.push((index as u32, row as u8));
            }
        }
        self.next.clear();
        for &(index, row) in &self.winners {
            let partial = &self.now[index as usize];
            partial.place(&self.sides[usize::from(partial.side)], usize::from(row), depth, &mut self.next);
            if self.next.len() > MOST {
                return false;
            }
        }
        std::mem::swap(&mut self.now, &mut self.next);
        true
    }
}

impl PartialTransform {
    /// The clues under the complete transformation.
    fn form(&self, side: &ClueSide, transform: &Transform) -> Clues {
        let mut cells = [0; 81];
        for (to, &row) in cells.as_chunks_mut::<9>().0.iter_mut().zip(&transform.rows) {
            let mut mask = side.masks[usize::from(row)];
            while mask != 0 {
                let col = mask.trailing_zeros() as usize;
                mask &= mask - 1;
                let place = 8 - (self.places >> (6 * col) & 63) / 4;
                to[place as usize] = (self.names >> side.shifts[usize::from(row)][col] & 15) as u8;
            }
        }
        Clues::made(cells)
    }

    /// The complete transformation. Columns that were never seen take the remaining places.
    fn transform(&self) -> Transform {
        let mut cols = [0; 9];
        let mut unseen = self.unseen;
        for stack in 0..3u8 {
            let mut place = 8 - self.stacks[usize::from(stack)] / 4;
            if self.seen & 7 << (3 * stack) == 0 {
                unseen -= 1;
                place = 3 * unseen + 2;
            }
            let mut left = place - 2;
            for col in 3 * stack..3 * stack + 3 {
                let to = if self.seen >> col & 1 == 1 {
                    8 - (self.places >> (6 * col) & 63) as u8 / 4
                } else {
                    left += 1;
                    left - 1
                };
                cols[usize::from(to)] = col;
            }
        }
        let digits = std::array::from_fn(|digit| {
            let name = self.names >> (4 * digit) & 15;
            if name == NEW { 0 } else { name as u8 }
        });
        let mut transform = Transform {
            transpose: self.side == 1,
            rows: std::array::from_fn(|row| (self.rows >> (4 * row) & 15) as u8),
            cols,
            digits,
        };
        transform.name_the_rest();
        transform
    }
}
