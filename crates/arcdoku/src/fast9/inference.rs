//! The inference of a pass, shared by both engines.
//!
//! A vector holds the same band of many digits (`latency`) or of many puzzles (`lanes`); no operation here combines
//! lanes. See `board` for the layout of a word.
//!
//! For each digit separately, naked singles are placed. Then every mini-row and mini-column that is in no permutation
//! of its band or stack is removed, which covers all locked candidates of both kinds. A hidden single of a row or
//! column is then the only place of its box as well, so hidden singles are looked for only in boxes. Inference between
//! digits (cells with one candidate, cells that a digit claims) is left to the engines, which hold the digits.

use std::hint::black_box;

use super::arch::vector::Vector;
use super::board::{ALL, fields};

/// The three bands of a digit.
pub(super) type Bands<V> = [V; 3];

/// Constants of the bit logic, all in the layout of a band.
#[derive(Clone, Copy)]
pub(super) struct Masks<V> {
    /// In every box: the bits of the mini-rows of band 0, 1 and 2, after they are packed into one word.
    rows: [V; 3],
    /// In every box: its row 0; its rows 0 and 1.
    top: [V; 2],
    /// In every box: its row 2; its rows 1 and 2.
    bottom: [V; 2],
    /// The bits of the mini-rows of band 0 in box 0, after they are packed. As a factor, it makes three copies, three
    /// bits apart.
    corner: V,
    /// Factors that make two copies, three bits apart, and three adjacent copies.
    two: V,
    side: V,
    /// The nine cells of every box.
    pub(super) all: V,
    /// The spare bit of every box.
    pub(super) spare: V,
}

/// The words of [`Masks`].
static WORDS: [u32; 12] = [
    fields(0o111),
    fields(0o222),
    fields(0o444),
    fields(0o007),
    fields(0o077),
    fields(0o700),
    fields(0o770),
    0o111,
    0o011,
    0o007,
    ALL,
    fields(0o1000),
];

impl<V: Vector> Masks<V> {
    #[inline(always)]
    pub(super) fn new(proof: V::Proof) -> Self {
        // If the compiler knew the words, it would split a selection by one of them, or a product, into more
        // operations than it needs for an unknown word.
        let [r0, r1, r2, t1, t2, b1, b2, corner, two, side, all, spare] = *black_box(&WORDS);
        Self {
            rows: [V::splat(proof, r0), V::splat(proof, r1), V::splat(proof, r2)],
            top: [V::splat(proof, t1), V::splat(proof, t2)],
            bottom: [V::splat(proof, b1), V::splat(proof, b2)],
            corner: V::splat(proof, corner),
            two: V::splat(proof, two),
            side: V::splat(proof, side),
            all: V::splat(proof, all),
            spare: V::splat(proof, spare),
        }
    }

    /// The box rotated by one row: row r + 1 becomes row r.
    #[inline(always)]
    fn turn(&self, x: V) -> V {
        x.shr::<3>().and(self.top[1]).or(x.shl::<6>().and(self.bottom[0]))
    }

    /// The box rotated by two rows.
    #[inline(always)]
    fn turn_back(&self, x: V) -> V {
        x.shr::<6>().and(self.top[0]).or(x.shl::<3>().and(self.bottom[1]))
    }

    /// In each box: its nine bits as a number, minus one. The spare bit is set unless the box was empty.
    #[inline(always)]
    fn less(&self, x: V) -> V {
        x.add(self.all)
    }

    /// All nine cells of each box that was empty, from the result of [`less`](Self::less).
    #[inline(always)]
    fn vacant(&self, less: V) -> V {
        let bit = self.spare.minus(less);
        bit.sub(bit.shr::<9>())
    }

    /// Naked singles: if a box has a cell of `naked`, its other cells are cleared. If it has two such cells, only the
    /// first is kept. The other cell is left without a candidate; nothing else would detect this contradiction so
    /// early.
    #[inline(always)]
    pub(super) fn place(&self, x: V, naked: V) -> V {
        let placed = x.and(naked);
        let less = self.less(placed);
        x.and(self.vacant(less)).or(placed.minus(less))
    }

    /// Locked candidates of a digit, of both kinds: removes the places that are in no permutation of the mini-rows,
    /// and then the places that are in no permutation of the mini-columns. A band or stack without any permutation
    /// becomes empty.
    #[inline(always)]
    pub(super) fn lock(&self, [x, y, z]: Bands<V>) -> Bands<V> {
        let [a, b, c] = self.open_rows([x, y, z]);
        let [x, y, z] = [x.and(a), y.and(b), z.and(c)];
        let [p, q, r] = self.open_columns([x, y, z]);
        [x.and(p), y.and(q), z.and(r)]
    }

    /// The cells of the mini-rows that are in a permutation.
    #[inline(always)]
    fn open_rows(&self, [x, y, z]: Bands<V>) -> Bands<V> {
        let [p, q, r] = self.rows;
        // A mini-row is one bit: at its cell 0 for band 0, at cell 1 for band 1, at cell 2 for band 2.
        let first = x.or3(x.shr::<1>(), x.shr::<2>());
        let second = y.or3(y.shl::<1>(), y.shr::<1>());
        let third = z.or3(z.shl::<1>(), z.shl::<2>());
        let packed = p.select(first, q.select(second, r.and(third)));
        // The matrix of a band: rows of the box against boxes, which lie ten bits apart. The rotation of boxes comes
        // last, because it then needs no mask: bits that are shifted too far are outside of the boxes.
        let (below, above) = (self.turn(packed), self.turn_back(packed));
        let falling = next_box(below).and(last_box(above));
        let rising = next_box(above).and(last_box(below));
        let open = packed.and(falling.or(rising));
        let (a, b, c) = (open.and(p), open.and(q), open.and(r));
        if V::ABREAST && V::MULTIPLIES {
            return [a.mul(self.side), b.shr::<1>().mul(self.side), c.shr::<2>().mul(self.side)];
        }
        [a.shl::<3>().sub(a), b.shl::<2>().sub(b.shr::<1>()), c.shl::<1>().sub(c.shr::<2>())]
    }

    /// The cells of the mini-columns that are in a permutation.
    ///
    /// The matrix of a stack has the bands as rows and the columns of a box as columns, so a rotation of the bands only
    /// takes the words in another order. In these words a mini-column is a bit in row 0 of its box. A rotation of these
    /// three bits needs no mask, because the other rows are empty. Packing the three bands into one word took a seventh
    /// more operations and a longer chain of them.
    #[inline(always)]
    fn open_columns(&self, [x, y, z]: Bands<V>) -> Bands<V> {
        let (x, y, z) = (self.fold(x), self.fold(y), self.fold(z));
        let ([a, d], [b, e], [c, f]) = (self.rotations(x), self.rotations(y), self.rotations(z));
        [
            self.unfold(x.and(b.and(f).or(e.and(c)))),
            self.unfold(y.and(c.and(d).or(f.and(a)))),
            self.unfold(z.and(a.and(e).or(d.and(b)))),
        ]
    }

    /// In row 0 of each box: the mini-columns that have a place.
    #[inline(always)]
    fn fold(&self, x: V) -> V {
        x.or3(x.shr::<3>(), x.shr::<6>()).and(self.top[0])
    }

    /// The reverse of [`fold`](Self::fold): all three cells of each mini-column.
    #[inline(always)]
    fn unfold(&self, x: V) -> V {
        if V::ABREAST && V::MULTIPLIES { x.mul(self.corner) } else { x.or3(x.shl::<3>(), x.shl::<6>()) }
    }

    /// In row 0 of each box, where the other rows are empty: the rotations by one column, where column c + 1 becomes
    /// column c, and by two.
    #[inline(always)]
    fn rotations(&self, x: V) -> [V; 2] {
        if V::ABREAST {
            let two = if V::MULTIPLIES { x.mul(self.two) } else { x.or(x.shl::<3>()) };
            return [two.shr::<1>(), two.shr::<2>()];
        }
        [x.shr::<1>().or(x.shl::<2>()), x.shr::<2>().or(x.shl::<1>())]
    }

    /// Hidden singles: the first vector has the remaining place of each box that has only one for the digit. In the
    /// second vector, the spare bit of each box that has any place is set.
    #[inline(always)]
    pub(super) fn lone(&self, x: V) -> (V, V) {
        let less = self.less(x);
        (x.and(self.vacant(self.less(x.and(less)))), less)
    }

    /// Not zero if the digit has several places in a box, or none in a row or column. A grid whose cells are all
    /// decided is then not a solution.
    #[inline(always)]
    pub(super) fn wrong(&self, bands: Bands<V>) -> V {
        let (top, left) = (self.top[0], self.corner);
        let mut wrong = left.minus(left);
        let mut columns = wrong;
        for b in 0..3 {
            let x = bands[b];
            columns = columns.or(x);
            let line = x.or3(x.shr::<10>(), x.shr::<20>());
            let rows = line.or3(line.shr::<1>(), line.shr::<2>());
            wrong = wrong.or3(x.and(self.less(x)), left.minus(rows));
        }
        wrong.or(top.minus(columns.or3(columns.shr::<3>(), columns.shr::<6>())))
    }
}

/// The boxes rotated by one: box j + 1 becomes box j.
#[inline(always)]
fn next_box<V: Vector>(x: V) -> V {
    x.shr::<10>().or(x.shl::<20>())
}

/// The boxes rotated by two.
#[inline(always)]
fn last_box<V: Vector>(x: V) -> V {
    x.shr::<20>().or(x.shl::<10>())
}
