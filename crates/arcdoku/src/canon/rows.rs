//! Row by row: the canonical form of clues that do not repeat in a row or column.
//!
//! A partial transformation has placed some rows; all that are carried on side by side read the same so far,
//! and that is the smallest text there is. A round tries every row that may come next for each of them and
//! keeps those that read smallest, so that nothing is ever taken back. After nine rounds what is left are
//! the transformations that give the form.
//!
//! **Columns are placed when they are seen.** A column that was empty in all placed rows looks like every other
//! such column of its stack, and so does a stack without any seen column: they have no place yet, but it is
//! known where they go. Empty cells are smallest, so the unseen columns stand on the left of their stack, and
//! the unseen stacks on the left of the grid:
//!
//! ```text
//!   row 1   . . . | . . . | . . 1      one stack seen, one of its columns
//!   row 2   . . . | . . 2 | . 3 .      a stack is seen, and another column of the first
//!           ? ? ? | ? ? x | ? x x      ?: any order
//! ```
//!
//! **Digits are named when they are placed.** Within a row, the cells of columns that come into sight are
//! sorted: named digits in ascending order, then new ones. The order of new ones among themselves is free, and
//! so is that of stacks with as many new digits and nothing else: each order is a partial transformation of
//! its own, because the rows to come may tell them apart.
//!
//! **Empty rows** of a band are placed in one order, and so are empty bands; columns that were never seen need
//! no order. The number of these orders is the same for all transformations, and multiplied in at the end.

use super::Order;
use super::clues::Clues;
use super::transform::Transform;

/// More partial transformations than this are not carried on side by side: other means must do. Puzzles need
/// a few; a grid that lacks one clue has 288 for its first row.
const MOST: usize = 1 << 14;

/// What a digit without a name reads like: larger than all names.
const NEW: u64 = 15;

/// How a row reads at best that is the first with clues: ranks of the sorted numbers of clues in its three
/// mini-rows, by the set of its columns. Empty is 0.
const RANKS: [u8; 512] = ranks();

/// How many of three bits are set. (Without a population count instruction a table is faster.)
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
        // More clues in a mini-row begin further left, and the first mini-row counts most.
        ranks[mask] = a << 4 | b << 2 | c;
        mask += 1;
    }
    ranks
}

/// The clues as they are, or transposed.
#[derive(Clone)]
struct Side {
    /// The columns of the clues of each row.
    masks: [u16; 9],
    /// Their digits, bit `d` for digit `d`.
    digits: [u16; 9],
    /// Four times the digit of each cell; only where there is a clue.
    shifts: [u8; 81],
    /// The empty rows.
    empty: u16,
    /// The rows of empty bands.
    empty_bands: u16,
}

/// A partial transformation.
#[derive(Clone, Copy)]
struct Partial {
    /// For each column that is seen, six bits: four times its distance from the right.
    places: u64,
    /// For each digit, four bits: its name, or [`NEW`].
    names: u64,
    /// The rows placed, four bits each, the first lowest.
    rows: u64,
    /// The columns that are seen.
    seen: u16,
    /// The rows that are left.
    left: u16,
    /// The digits that are named, bit `d` for digit `d`.
    known: u16,
    named: u8,
    /// For each stack that is seen, the shift of its rightmost cell: 0, 12 or 24.
    stacks: [u8; 3],
    /// How many stacks are not seen.
    unseen: u8,
    side: u8,
    /// Where stacks that come into sight together stand, before how they read counts.
    ranks: [u8; 3],
}

/// The memory of the search, used again for every puzzle.
#[derive(Clone, Default)]
pub(super) struct Scratch {
    now: Vec<Partial>,
    next: Vec<Partial>,
    /// Which partial transformations go on with which row.
    winners: Vec<(u32, u8)>,
}

/// The clues of one mini-row whose columns come into sight.
#[derive(Clone, Copy, Default)]
struct Piece {
    /// Column and four times the digit, in the order of the names, new digits last.
    cells: [(u8, u8); 3],
    len: usize,
    /// How many of the digits are new.
    new: usize,
    /// How it reads, four bits a cell.
    text: u64,
}

impl Piece {
    fn of(side: &Side, row: usize, names: u64, stack: usize, mask: u16) -> Self {
        let mut piece = Self::default();
        for col in 3 * stack..3 * stack + 3 {
            if mask >> col & 1 == 0 {
                continue;
            }
            let shift = side.shifts[9 * row + col];
            let name = names >> shift & 15;
            // Insertion from the right.
            let mut at = piece.len;
            while at > 0 && names >> piece.cells[at - 1].1 & 15 > name {
                piece.cells[at] = piece.cells[at - 1];
                at -= 1;
            }
            piece.cells[at] = (col as u8, shift);
            piece.len += 1;
            piece.new += usize::from(name == NEW);
        }
        piece.text =
            piece.cells[..piece.len].iter().fold(0, |text, &(_, shift)| text << 4 | names >> shift & 15);
        piece
    }

    /// The cells that hold new digits.
    fn new_cells(&self) -> &[(u8, u8)] {
        &self.cells[self.len - self.new..self.len]
    }
}

/// How three cells of one mini-row read when sorted by their names.
#[inline]
fn sorted_text(side: &Side, row: usize, names: u64, stack: usize, mask: u16) -> u64 {
    let name = |col: usize| names >> side.shifts[9 * row + 3 * stack + col] & 15;
    let pair = |a: u64, b: u64| if a < b { a << 4 | b } else { b << 4 | a };
    match mask {
        1 => name(0),
        2 => name(1),
        4 => name(2),
        3 => pair(name(0), name(1)),
        5 => pair(name(0), name(2)),
        6 => pair(name(1), name(2)),
        _ => {
            let (a, b, c) = (name(0), name(1), name(2));
            let (low, high) = if a < b { (a, b) } else { (b, a) };
            let (least, middle) = if c < low { (c, low) } else { (low, c) };
            let (middle, most) = if middle < high { (middle, high) } else { (high, middle) };
            least << 8 | middle << 4 | most
        }
    }
}

impl Partial {
    /// How a row reads at best, four bits a cell, the first cell highest, new digits as [`NEW`]: an order of
    /// the texts of rows that may come next to the same rows.
    #[inline]
    fn text(&self, side: &Side, row: usize) -> u64 {
        let mask = side.masks[row];
        let mut text = 0;
        let mut settled = mask & self.seen;
        while settled != 0 {
            let col = settled.trailing_zeros() as usize;
            settled &= settled - 1;
            text |= (self.names >> side.shifts[9 * row + col] & 15) << (self.places >> (6 * col) & 63);
        }
        let fresh = mask & !self.seen;
        if fresh == 0 { text } else { text | self.fresh_text(side, row, fresh) }
    }

    /// The part of the columns that come into sight.
    fn fresh_text(&self, side: &Side, row: usize, fresh: u16) -> u64 {
        let mut text = 0;
        let mut loose = [0; 3];
        for stack in 0..3 {
            let mask = fresh >> (3 * stack) & 7;
            if mask == 0 {
                continue;
            }
            let piece = sorted_text(side, row, self.names, stack, mask);
            let seen = COUNT[usize::from(self.seen >> (3 * stack) & 7)];
            if seen == 0 {
                loose[stack] = piece | u64::from(self.ranks[stack]) << 12;
            } else {
                text |= piece << (self.stacks[stack] + 4 * seen);
            }
        }
        if loose == [0; 3] {
            return text;
        }
        let [a, b, c] = loose;
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        let (least, middle) = if c < low { (c, low) } else { (low, c) };
        let (middle, most) = if middle < high { (middle, high) } else { (high, middle) };
        // Stacks that are seen have nothing here, so what is too far left is zero.
        text | ((least & 0xfff) << 24 | (middle & 0xfff) << 12 | most & 0xfff) << (12 * (3 - self.unseen))
    }

    /// Places a row: adds to `next` all partial transformations by which it reads as [`text`](Self::text) says.
    #[inline]
    fn place(&self, side: &Side, row: usize, depth: usize, next: &mut Vec<Self>) {
        let mut placed = *self;
        placed.rows |= (row as u64) << (4 * depth);
        placed.left &= !(1 << row);
        if side.masks[row] & !self.seen == 0 && side.digits[row] & !self.known == 0 {
            next.push(placed);
        } else {
            placed.refine(side, row, next);
        }
    }

    fn refine(mut self, side: &Side, row: usize, next: &mut Vec<Self>) {
        // For each place, by its distance from the right, four times the new digit there.
        let mut new_digits = [0; 9];
        let mut new_places = 0u16;
        let mut settled = side.masks[row] & self.seen;
        while settled != 0 {
            let col = settled.trailing_zeros() as usize;
            settled &= settled - 1;
            let shift = side.shifts[9 * row + col];
            if self.names >> shift & 15 == NEW {
                let place = (self.places >> (6 * col) & 63) as usize / 4;
                new_digits[place] = shift;
                new_places |= 1 << place;
            }
        }
        let fresh = side.masks[row] & !self.seen;
        let pieces: [Piece; 3] =
            std::array::from_fn(|stack| Piece::of(side, row, self.names, stack, fresh & 7 << (3 * stack)));
        // The stacks that come into sight by how they read, the largest first: it goes to the right.
        let mut loose = [0; 3];
        let mut count = 0;
        for stack in 0..3 {
            if pieces[stack].len > 0 && self.seen >> (3 * stack) & 7 == 0 {
                let mut at = count;
                let standing = |stack: usize| (self.ranks[stack], pieces[stack].text);
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
            self.stacks[stack] = 12 * (3 - self.unseen);
            self.unseen -= 1;
        }
        for (stack, piece) in pieces.iter().enumerate() {
            let mut place = self.stacks[stack] + 4 * COUNT[usize::from(self.seen >> (3 * stack) & 7)];
            for &(col, shift) in piece.cells[..piece.len].iter().rev() {
                self.places |= u64::from(place) << (6 * col);
                if self.names >> shift & 15 == NEW {
                    new_digits[usize::from(place / 4)] = shift;
                    new_places |= 1 << (place / 4);
                }
                place += 4;
            }
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
        spread(&pieces, loose, self.ranks, first, next);
    }

    /// Exchanges the places of two columns and the names of the new digits in them.
    fn exchange(&mut self, (col, digit): (u8, u8), (other_col, other_digit): (u8, u8)) {
        let places = (self.places >> (6 * col) ^ self.places >> (6 * other_col)) & 63;
        self.places ^= places << (6 * col) | places << (6 * other_col);
        let names = (self.names >> digit ^ self.names >> other_digit) & 15;
        self.names ^= names << digit | names << other_digit;
    }

    /// Exchanges two stacks that came into sight with new digits only.
    fn exchange_stacks(&mut self, pieces: &[Piece; 3], stack: usize, other: usize) {
        self.stacks.swap(stack, other);
        for (&cell, &other_cell) in pieces[stack].new_cells().iter().zip(pieces[other].new_cells()) {
            self.exchange(cell, other_cell);
        }
    }
}

/// Adds what the last row does not tell apart: the orders of new digits in a stack, and of stacks.
///
/// All orders of three things are those of the first two, and each of them with the third exchanged for one of
/// the first two.
fn spread(pieces: &[Piece; 3], loose: &[usize], ranks: [u8; 3], first: usize, next: &mut Vec<Partial>) {
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

/// Adds to each item from `first` on the `count` others that `exchange` makes of it.
fn multiply(first: usize, next: &mut Vec<Partial>, count: usize, exchange: impl Fn(&mut Partial, usize)) {
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

/// The two sides of clues, ready for the search.
#[derive(Clone)]
pub(super) struct Sides([Side; 2]);

impl Sides {
    /// Reads the clues; `None` if a digit repeats in a row or column.
    pub(super) fn of(clues: &Clues) -> Option<Self> {
        let side = Side { masks: [0; 9], digits: [0; 9], shifts: [0; 81], empty: 0, empty_bands: 0 };
        let mut sides = [side.clone(), side];
        let mut repeated = 0;
        for (word, chunk) in clues.numbers().chunks(8).enumerate() {
            let mut bytes = [0; 8];
            bytes[..chunk.len()].copy_from_slice(chunk);
            // The top bit of each byte that is not 0, then these bits side by side.
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
                    side.shifts[9 * row + col] = 4 * digit;
                }
            }
        }
        for side in &mut sides {
            side.note_empty();
        }
        (repeated == 0).then_some(Self(sides))
    }
}

impl Side {
    fn note_empty(&mut self) {
        for row in 0..9 {
            self.empty |= u16::from(self.masks[row] == 0) << row;
        }
        let bands = self.empty & self.empty >> 1 & self.empty >> 2 & 0o111;
        self.empty_bands = bands * 7;
    }

    /// The rows that come before an empty row, because they look the same: empty rows above it in its band,
    /// and, of an empty band, all empty bands above.
    fn before(&self, row: usize) -> u16 {
        let band = 7 << (row / 3 * 3);
        let above = (1 << row) - 1;
        let bands = if self.empty_bands & band == 0 { 0 } else { self.empty_bands };
        (self.empty & band | bands) & above
    }

    /// The clues in the mini-rows of a band with this order of rows, two bits each, row by row, with the stacks
    /// in the order that makes the number smallest; and the places of the stacks in that order.
    fn counts(&self, rows: [usize; 3]) -> (u32, [u8; 3]) {
        let stacks: [u32; 3] = std::array::from_fn(|stack| {
            rows.iter().fold(0, |counts, &row| {
                counts << 6 | u32::from(COUNT[usize::from(self.masks[row] >> (3 * stack) & 7)])
            })
        });
        let [a, b, c] = stacks;
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        let (least, middle) = if c < low { (c, low) } else { (low, c) };
        let (middle, most) = if middle < high { (middle, high) } else { (high, middle) };
        let rank = |counts: u32| u8::from(counts > least) + u8::from(counts > middle);
        (least << 4 | middle << 2 | most, stacks.map(rank))
    }

    /// In how many orders empty rows and bands can be placed.
    fn empty_orders(&self) -> u64 {
        let factorial = |n: u8| [1, 1, 2, 6][usize::from(n)];
        let count = |mask: u16| COUNT[usize::from(mask & 7)];
        let bands = self.empty_bands & 1 | self.empty_bands >> 2 & 2 | self.empty_bands >> 4 & 4;
        let rows = [0, 3, 6].map(|band| factorial(count(self.empty >> band)));
        rows.iter().product::<u64>() * factorial(count(bands))
    }
}

impl Scratch {
    /// The smallest text, one transformation that gives it, and how many do, renamings of digits that do not
    /// occur apart. `None` if that takes too much memory.
    pub(super) fn canonize(&mut self, sides: &Sides, order: Order) -> Option<(Clues, Transform, u64)> {
        let sides = &sides.0;
        self.first_row(sides, order);
        for depth in 1..9 {
            if !self.round(sides, depth, order) {
                return None;
            }
        }
        let found = self.now.first()?;
        let transform = found.transform();
        let side = &sides[usize::from(found.side)];
        let count = self.now.len() as u64 * sides[0].empty_orders() * sides[1].empty_orders();
        Some((found.form(side, &transform), transform, count))
    }

    /// The first bands: places the first row, and settles the others of its band where the order does.
    fn first_row(&mut self, sides: &[Side; 2], order: Order) {
        self.now.clear();
        self.winners.clear();
        let ranks = sides.each_ref().map(|side| side.masks.map(|mask| RANKS[usize::from(mask)]));
        let least = ranks.iter().flatten().fold(u8::MAX, |least, &rank| least.min(rank));
        let mut least_counts = u32::MAX;
        for (number, side) in sides.iter().enumerate() {
            let start = Partial {
                places: 0,
                names: u64::MAX,
                rows: 0,
                seen: 0,
                left: 0x1ff,
                known: 0,
                named: 0,
                stacks: [0; 3],
                unseen: 3,
                side: number as u8,
                ranks: [0; 3],
            };
            for row in (0..9).filter(|&row| ranks[number][row] == least) {
                if least == 0 && side.before(row) != 0 {
                    continue;
                }
                if order == Order::Text {
                    start.place(side, row, 0, &mut self.now);
                    continue;
                }
                let band = row / 3 * 3;
                for (second, third) in [(band + (row + 1) % 3, band + (row + 2) % 3), (band + (row + 2) % 3, band + (row + 1) % 3)] {
                    if side.before(second) & !(1 << row) & (7 << band) != 0 {
                        continue;
                    }
                    let (counts, ranks) = side.counts([row, second, third]);
                    if counts > least_counts {
                        continue;
                    }
                    if counts < least_counts {
                        least_counts = counts;
                        self.now.clear();
                    }
                    let rows = (second as u64) << 4 | (third as u64) << 8;
                    Partial { rows, ranks, ..start }.place(side, row, 0, &mut self.now);
                }
            }
        }
    }

    /// Places one row more; false if too many partial transformations read the same.
    fn round(&mut self, sides: &[Side; 2], depth: usize, order: Order) -> bool {
        let mut least = u64::MAX;
        self.winners.clear();
        for (index, partial) in self.now.iter().enumerate() {
            let side = &sides[usize::from(partial.side)];
            let mut choice = if depth % 3 == 0 {
                partial.left
            } else if depth < 3 && order == Order::Counts {
                1 << (partial.rows >> (4 * depth) & 15)
            } else {
                partial.left & 7 << ((partial.rows >> (4 * (depth - 1)) & 15) / 3 * 3)
            };
            while choice != 0 {
                let row = choice.trailing_zeros() as usize;
                choice &= choice - 1;
                let text = partial.text(side, row);
                if text > least {
                    continue;
                }
                if text < least {
                    least = text;
                    self.winners.clear();
                }
                if text > 0 || side.before(row) & partial.left == 0 {
                    self.winners.push((index as u32, row as u8));
                }
            }
        }
        self.next.clear();
        for &(index, row) in &self.winners {
            let partial = &self.now[index as usize];
            partial.place(&sides[usize::from(partial.side)], usize::from(row), depth, &mut self.next);
            if self.next.len() > MOST {
                return false;
            }
        }
        std::mem::swap(&mut self.now, &mut self.next);
        true
    }
}

impl Partial {
    /// The clues as the complete transformation has them.
    fn form(&self, side: &Side, transform: &Transform) -> Clues {
        let mut cells = [0; 81];
        for (to, &row) in cells.as_chunks_mut::<9>().0.iter_mut().zip(&transform.rows) {
            let mut mask = side.masks[usize::from(row)];
            while mask != 0 {
                let col = mask.trailing_zeros() as usize;
                mask &= mask - 1;
                let place = 8 - (self.places >> (6 * col) & 63) / 4;
                to[place as usize] = (self.names >> side.shifts[9 * usize::from(row) + col] & 15) as u8;
            }
        }
        Clues::made(cells)
    }

    /// The transformation, complete: columns that were never seen stand where they were known to go.
    fn transform(&self) -> Transform {
        let mut cols = [0; 9];
        let mut unseen = self.unseen;
        for stack in 0..3u8 {
            let mut place = 8 - self.stacks[usize::from(stack)] / 4;
            if self.seen >> (3 * stack) & 7 == 0 {
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
        let mut digits = std::array::from_fn(|digit| {
            let name = self.names >> (4 * digit) & 15;
            if digit == 0 || name == NEW { 0 } else { name as u8 }
        });
        digits[0] = 0;
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
