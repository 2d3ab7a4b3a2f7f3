//! The inference of a pass, written once for both engines.
//!
//! A vector holds the same band of many digits (`latency`) or of many puzzles (`lanes`); nothing here
//! looks across lanes. See `board` for the layout of a word.
//!
//! For each digit by itself: naked singles are placed; then every mini-row and mini-column that is in no
//! permutation of its band or stack is removed, which covers all locked candidates both ways and, with the
//! boxes that have one place left, all hidden singles. Inference between digits (cells with one candidate,
//! cells that one digit claims) is left to the engines, which hold the digits.

use std::hint::black_box;

use super::arch::vector::Vector;
use super::board::{ALL, fields};

/// The three bands of a digit.
pub(super) type Bands<V> = [V; 3];

/// Constants of the bit logic, all in the layout of a band.
#[derive(Clone, Copy)]
pub(super) struct Masks<V> {
    /// In every box: the places of the mini-rows of band 0, 1, 2, once packed.
    rows: [V; 3],
    /// In every box: the places of the mini-columns of band 0, 1, 2, once packed.
    columns: [V; 3],
    /// In every box: its rows 0 and 1; its row 0.
    turned: [V; 2],
    /// In every triple: its places 0 and 1; its place 0.
    twisted: [V; 2],
    /// The places of the mini-rows of band 0 in box 0, once packed.
    corner: V,
    /// The nine cells of every box.
    pub(super) all: V,
    /// The spare bit of every box.
    pub(super) spare: V,
}

/// The words of [`Masks`].
static WORDS: [u32; 13] = [
    fields(0o111),
    fields(0o222),
    fields(0o444),
    fields(0o007),
    fields(0o070),
    fields(0o700),
    fields(0o077),
    fields(0o007),
    fields(0o333),
    fields(0o111),
    0o111,
    ALL,
    fields(0o1000),
];

impl<V: Vector> Masks<V> {
    #[inline(always)]
    pub(super) fn new(proof: V::Proof) -> Self {
        // If the compiler knew the words, it would split a selection by them into more operations than the
        // one that selects by an unknown word.
        let [r0, r1, r2, c0, c1, c2, t0, t1, w0, w1, corner, all, spare] = *black_box(&WORDS);
        Self {
            rows: [V::splat(proof, r0), V::splat(proof, r1), V::splat(proof, r2)],
            columns: [V::splat(proof, c0), V::splat(proof, c1), V::splat(proof, c2)],
            turned: [V::splat(proof, t0), V::splat(proof, t1)],
            twisted: [V::splat(proof, w0), V::splat(proof, w1)],
            corner: V::splat(proof, corner),
            all: V::splat(proof, all),
            spare: V::splat(proof, spare),
        }
    }

    /// The box rotated by one row: row r + 1 becomes row r.
    #[inline(always)]
    fn turn(&self, x: V) -> V {
        self.turned[0].select(x.shr::<3>(), x.shl::<6>())
    }

    /// The box rotated by two rows.
    #[inline(always)]
    fn turn_back(&self, x: V) -> V {
        self.turned[1].select(x.shr::<6>(), x.shl::<3>())
    }

    /// Every triple rotated by one position.
    #[inline(always)]
    fn twist(&self, x: V) -> V {
        self.twisted[0].select(x.shr::<1>(), x.shl::<2>())
    }

    /// Every triple rotated by two positions.
    #[inline(always)]
    fn twist_back(&self, x: V) -> V {
        self.twisted[1].select(x.shr::<2>(), x.shl::<1>())
    }

    /// In each box: one less, and the spare bit unless it was empty.
    #[inline(always)]
    fn less(&self, x: V) -> V {
        x.add(self.all)
    }

    /// All nine cells of the boxes that were empty, from the result of [`less`](Self::less).
    #[inline(always)]
    fn vacant(&self, less: V) -> V {
        let bit = self.spare.minus(less);
        bit.sub(bit.shr::<9>())
    }

    /// Naked singles: where a box holds one of `naked`, nothing else of the box is kept, and of two the
    /// first. The other cell is left without a candidate: nothing else would detect the contradiction so
    /// early.
    #[inline(always)]
    pub(super) fn place(&self, x: V, naked: V) -> V {
        let placed = x.and(naked);
        let less = self.less(placed);
        x.and(self.vacant(less)).or(placed.minus(less))
    }

    /// Locked candidates of a digit, both ways: removes what is in no permutation of its mini-rows, or of its
    /// mini-columns. A band or stack without any permutation becomes empty.
    ///
    /// Both are computed from the same candidates, side by side. Tried: columns after rows, a tenth fewer
    /// passes, each of which takes a quarter longer.
    #[inline(always)]
    pub(super) fn lock(&self, [x, y, z]: Bands<V>) -> Bands<V> {
        let [a, b, c] = self.open_rows([x, y, z]);
        let [x, y, z] = [x.and(a), y.and(b), z.and(c)];
        let [p, q, r] = self.open_columns([x, y, z]);
        [x.and(p), y.and(q), z.and(r)]
    }

    /// The cells of the mini-rows that are in some permutation.
    #[inline(always)]
    fn open_rows(&self, [x, y, z]: Bands<V>) -> Bands<V> {
        let [p, q, r] = self.rows;
        // A mini-row is a bit, at its place 0 for band 0, at 1 for band 1, at 2 for band 2.
        let first = x.or3(x.shr::<1>(), x.shr::<2>());
        let second = y.or3(y.shl::<1>(), y.shr::<1>());
        let third = z.or3(z.shl::<1>(), z.shl::<2>());
        let packed = p.select(first, q.select(second, r.and(third)));
        // The matrix of a band: rows of the box against boxes, which lie ten bits apart.
        let next = packed.shr::<10>().or(packed.shl::<20>());
        let last = packed.shr::<20>().or(packed.shl::<10>());
        let falling = self.turn(next).and(self.turn_back(last));
        let rising = self.turn_back(next).and(self.turn(last));
        let open = packed.and(falling.or(rising));
        let (a, b, c) = (open.and(p), open.and(q), open.and(r));
        [a.shl::<3>().sub(a), b.shl::<2>().sub(b.shr::<1>()), c.shl::<1>().sub(c.shr::<2>())]
    }

    /// The cells of the mini-columns that are in some permutation.
    #[inline(always)]
    fn open_columns(&self, [x, y, z]: Bands<V>) -> Bands<V> {
        let [a, b, c] = self.columns;
        // The mini-columns of band 0 go to row 0 of the box, of band 1 to row 1, of band 2 to row 2.
        let first = x.or3(x.shr::<3>(), x.shr::<6>());
        let second = y.or3(y.shl::<3>(), y.shr::<3>());
        let third = z.or3(z.shl::<3>(), z.shl::<6>());
        let packed = a.select(first, b.select(second, c.and(third)));
        // The matrix of a stack: bands against the columns of a box.
        let (next, last) = (self.turn(packed), self.turn_back(packed));
        let falling = self.twist(next).and(self.twist_back(last));
        let rising = self.twist_back(next).and(self.twist(last));
        let open = packed.and(falling.or(rising));
        let (p, q, r) = (open.and(a), open.and(b), open.and(c));
        [
            p.or3(p.shl::<3>(), p.shl::<6>()),
            q.or3(q.shl::<3>(), q.shr::<3>()),
            r.or3(r.shr::<3>(), r.shr::<6>()),
        ]
    }

    /// Hidden singles: the cells of boxes with one place left for the digit. The second vector has
    /// the spare bit of every box that has a place at all.
    #[inline(always)]
    pub(super) fn lone(&self, x: V) -> (V, V) {
        let less = self.less(x);
        (x.and(self.vacant(self.less(x.and(less)))), less)
    }

    /// Not zero if a digit has several places in a box, or none in a row or column. If all cells are decided, that is
    /// where the grid is no solution.
    #[inline(always)]
    pub(super) fn wrong(&self, bands: Bands<V>) -> V {
        let (top, left) = (self.columns[0], self.corner);
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
