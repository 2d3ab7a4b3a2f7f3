//! Search over templates: for each digit, the list of all remaining ways to place it.
//!
//! ```text
//!   digit 1   t t t t t t t ...    sift     stale lists, whose digits have lost candidates, keep the templates
//!   within
//!   digit 2   t t t                         them; the union of a list is the set of remaining candidates
//!     ...                          claim    a cell in all templates of a digit is lost to the others; a cell with one
//!   digit 9   t t t t t                     candidate is in all templates of its digit
//! ```
//!
//! The lists find everything that follows for each digit separately. A list is never changed: its remaining templates
//! are appended to the store. The end of the store is part of a node, so the next branch restores it.

use super::arch::Four;
use super::arch::vector::Vector;
use super::board::{ALL, Board, DEEPEST, Row, fields};
use super::choose::{Peers, holders};
use super::inference::Masks;
use super::templates::{Grouped, MOST, PAD, Templates};

/// The spare bits of a band.
const SPARE: u32 = fields(0o1000);

/// The longest list of templates that are marked in place.
const SHORT: usize = 16;

/// The candidates of a digit, by band, and an unused word.
type Bands = [u32; 4];

/// The remaining templates of a digit: their start in the store, and their number.
#[derive(Clone, Copy, Debug, Default)]
struct List {
    start: u32,
    count: u32,
}

/// A node of the tree.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The candidates of each digit.
    x: [Bands; 9],
    /// The templates of each digit.
    lists: [List; 9],
    /// The remaining templates of a short list, as bits.
    alive: [u32; 9],
    /// The digits that have lost candidates since their templates were compared with them.
    stale: u32,
    /// The end of the used part of the store.
    end: u32,
}

impl Node {
    const EMPTY: Self =
        Self { x: [[0; 4]; 9], lists: [List { start: 0, count: 0 }; 9], alive: [0; 9], stale: 0, end: 0 };
}

/// The templates of a group that lie within the candidates of a digit.
#[derive(Clone, Copy, Debug, Default)]
struct Match {
    /// The number of the first compared template.
    from: u32,
    /// The part that the templates have in common.
    word: u32,
    /// The templates that match, as bits.
    keep: u32,
}

/// The memory of a search over templates.
pub(super) struct Overlay {
    /// The words of all lists, by band.
    store: [Vec<u32>; 3],
    /// The matches of a digit when a search begins.
    matches: Box<[Match]>,
    /// Open branches.
    open: Box<[Node]>,
    node: Node,
}

impl Overlay {
    pub(super) fn new() -> Self {
        let store = [(); 3].map(|()| vec![0; 2 * MOST]);
        Self {
            store,
            matches: vec![Match::default(); MOST].into(),
            open: vec![Node::EMPTY; DEEPEST].into(),
            node: Node::EMPTY,
        }
    }

    /// Makes room for `count` words at the end of the store.
    #[inline(always)]
    fn reserve(&mut self, count: usize) {
        let needed = self.node.end as usize + count + PAD;
        if needed > self.store[0].len() {
            self.grow(needed);
        }
    }

    #[cold]
    fn grow(&mut self, needed: usize) {
        self.store.iter_mut().for_each(|words| words.resize(2 * needed, 0));
    }

    /// Ends a list of `count` entries at the end of the store, and returns it.
    #[inline(always)]
    fn close(&mut self, count: usize) -> List {
        let start = self.node.end;
        self.node.end += count as u32;
        List { start, count: count as u32 }
    }

    /// Begins with the candidates of a board. Returns whether there are few enough templates.
    #[inline(always)]
    pub(super) fn begin<V: Vector>(&mut self, proof: V::Proof, templates: &Templates, board: &Board) -> bool {
        self.node = Node::EMPTY;
        for digit in 0..9 {
            let x = [board.0[0][digit], board.0[1][digit], board.0[2][digit], 0];
            // The band with the fewest combinations of candidates.
            let (mut band, mut fewest) = (0, u32::MAX);
            for b in 0..3 {
                let [p, q, r] = [x[b] & 0x1FF, x[b] & 0x1FF << 10, x[b] & 0x1FF << 20];
                let count = p.count_ones() * q.count_ones() * r.count_ones();
                (band, fewest) = if count < fewest { (b, count) } else { (band, fewest) };
            }
            let Grouped { starts, words } = &templates[band];
            let bands = [band, (band + 1) % 3, (band + 2) % 3];
            let within = [V::splat(proof, x[bands[1]]), V::splat(proof, x[bands[2]])];
            let mut matches = 0;
            let mut first = x[band] & 0x1FF;
            while first != 0 {
                let mut second = x[band] >> 10 & 0x1FF;
                while second != 0 {
                    let mut third = x[band] >> 20 & 0x1FF;
                    while third != 0 {
                        let (a, b, c) =
                            (first.trailing_zeros(), second.trailing_zeros(), third.trailing_zeros());
                        third &= third - 1;
                        let number = (81 * a + 9 * b + c) as usize;
                        let (mut from, end) = (starts[number] as usize, starts[number + 1] as usize);
                        let word = 1 << a | 1 << (10 + b) | 1 << (20 + c);
                        while from < end {
                            let few = (end - from).min(V::LANES);
                            let one = V::load(proof, &words[0][from..]).minus(within[0]);
                            let two = V::load(proof, &words[1][from..]).minus(within[1]);
                            let keep = one.or(two).zeros() & (u32::MAX >> (32 - few));
                            // The match is always written, because a branch would often be mispredicted.
                            self.matches[matches] = Match { from: from as u32, word, keep };
                            matches += usize::from(keep != 0);
                            from += V::LANES;
                        }
                    }
                    second &= second - 1;
                }
                first &= first - 1;
            }
            let start = self.node.end as usize;
            self.reserve(MOST);
            let mut to = start;
            let mut own = 0;
            let mut others = [V::splat(proof, 0); 2];
            for &Match { from, word, keep } in &self.matches[..matches] {
                own |= word;
                V::splat(proof, word).store(&mut self.store[bands[0]][to..]);
                for i in 0..2 {
                    let kept = V::load(proof, &words[i][from as usize..]).compress(proof, keep);
                    kept.store(&mut self.store[bands[i + 1]][to..]);
                    others[i] = others[i].or(kept);
                }
                to += keep.count_ones() as usize;
            }
            if to > MOST {
                return false;
            }
            self.node.lists[digit] = self.close(to - start);
            let mut union = [0; 4];
            V::unite([others[0], others[1], others[1]], &mut union);
            self.node.x[digit][bands[0]] = own;
            self.node.x[digit][bands[1]] = union[0];
            self.node.x[digit][bands[2]] = union[1];
            self.node.alive[digit] = first_bits((to - start) as u32);
        }
        true
    }

    /// Keeps the templates of a digit that lie within its candidates, and the candidates that are in a template.
    #[inline(always)]
    fn sift<V: Vector>(&mut self, proof: V::Proof, digit: usize) {
        let List { start, count } = self.node.lists[digit];
        let (start, count) = (start as usize, count as usize);
        if count > SHORT {
            return self.rewrite::<V>(proof, digit);
        }
        let x = &mut self.node.x[digit];
        let within = [V::splat(proof, x[0]), V::splat(proof, x[1]), V::splat(proof, x[2])];
        let mut union = [V::splat(proof, 0); 3];
        let (alive, mut left) = (self.node.alive[digit], 0);
        let mut at = 0;
        while at < count {
            let mut words = union;
            for b in 0..3 {
                words[b] = V::load(proof, &self.store[b][start + at..]);
            }
            let [p, q, r] = words;
            let outside = p.minus(within[0]).or3(q.minus(within[1]), r.minus(within[2]));
            let keep = outside.zeros() & alive >> at;
            for b in 0..3 {
                union[b] = union[b].or(words[b].keep(proof, keep));
            }
            left |= keep << at;
            at += V::LANES;
        }
        V::unite(union, x);
        self.node.alive[digit] = left;
        if count > V::LANES && 2 * left.count_ones() as usize <= count {
            self.rewrite::<V>(proof, digit);
        }
    }

    /// Like [`sift`](Self::sift), but writes a new list.
    #[inline(always)]
    fn rewrite<V: Vector>(&mut self, proof: V::Proof, digit: usize) {
        let List { start, count } = self.node.lists[digit];
        self.reserve(count as usize);
        let x = &mut self.node.x[digit];
        let within = [V::splat(proof, x[0]), V::splat(proof, x[1]), V::splat(proof, x[2])];
        let mut union = [V::splat(proof, 0); 3];
        let [first, second, third] = &mut self.store;
        let (start, count, end) = (start as usize, count as usize, self.node.end as usize);
        let (mut from, mut to) = (start, end);
        while from < start + count {
            let words = [
                V::load(proof, &first[from..]),
                V::load(proof, &second[from..]),
                V::load(proof, &third[from..]),
            ];
            let [p, q, r] = words;
            let outside = p.minus(within[0]).or3(q.minus(within[1]), r.minus(within[2]));
            let few = (start + count - from).min(V::LANES);
            let keep = outside.zeros() & (u32::MAX >> (32 - few));
            let kept = [p.compress(proof, keep), q.compress(proof, keep), r.compress(proof, keep)];
            kept[0].store(&mut first[to..]);
            kept[1].store(&mut second[to..]);
            kept[2].store(&mut third[to..]);
            for b in 0..3 {
                union[b] = union[b].or(kept[b]);
            }
            to += keep.count_ones() as usize;
            from += V::LANES;
        }
        V::unite(union, x);
        let kept = to - end;
        self.node.lists[digit] = self.close(kept);
        self.node.alive[digit] = first_bits(kept as u32);
    }

    /// Repeats rounds until no list is stale. Returns the cells with several candidates, or `None` at a
    /// contradiction.
    #[inline(always)]
    pub(super) fn settle<V: Vector>(&mut self, proof: V::Proof, masks: &Masks<Four>) -> Option<[Four; 2]> {
        let zero = masks.all.minus(masks.all);
        let all = Four::load((), &[ALL, ALL, ALL, 0]);
        let spare = Four::load((), &[SPARE, SPARE, SPARE, 0]);
        loop {
            let mut stale = self.node.stale;
            while stale != 0 {
                let digit = stale.trailing_zeros() as usize & 15;
                stale &= stale - 1;
                self.sift::<V>(proof, digit);
            }
            let (mut one, mut two, mut three) = (zero, zero, zero);
            let (mut claims, mut both) = (zero, zero);
            let mut full = masks.spare;
            let mut sure = [zero; 9];
            for digit in 0..9 {
                let x = Four::load((), &self.node.x[digit]);
                three = three.or(two.and(x));
                two = two.or(one.and(x));
                one = one.or(x);
                let (only, filled) = masks.lone(x);
                full = full.and(filled);
                both = both.or(claims.and(only));
                claims = claims.or(only);
                sure[digit] = only;
            }
            if both.or3(all.minus(one), spare.minus(full)).nonzero() != 0 {
                return None;
            }
            let naked = one.minus(two);
            // The last digit comes first, so the bits are shifted into place.
            for digit in (0..9).rev() {
                let x = Four::load((), &self.node.x[digit]);
                let left = masks.place(x.minus(claims.minus(sure[digit])), naked);
                left.store(&mut self.node.x[digit]);
                stale = 2 * stale + u32::from(x.minus(left).nonzero() != 0);
            }
            self.node.stale = stale;
            if stale == 0 {
                return Some([two, three]);
            }
        }
    }

    /// Chooses the cell to branch on, and the digit to try. It prefers a cell with two candidates: of these, the one
    /// whose digits remove the most candidates from its neighbors. If no cell has two candidates, a place of a digit
    /// with two places in a field is chosen. If there is no such digit, a cell with the fewest candidates is chosen.
    #[inline(always)]
    pub(super) fn choose<V: Vector, const G: usize>(
        &self,
        proof: V::Proof,
        masks: &Masks<Four>,
        peers: &Peers,
        [two, three]: [Four; 2],
    ) -> (usize, usize) {
        let x = &self.node.x;
        let (mut several, mut pairs) = ([0; 4], [0; 4]);
        two.store(&mut several);
        two.minus(three).store(&mut pairs);
        let mut best = 0;
        for b in 0..3 {
            if pairs[b] == 0 {
                continue;
            }
            let row = self.row(b);
            let mut left = pairs[b];
            while left != 0 {
                let bit = left.trailing_zeros() & 31;
                left &= left - 1;
                let holders = holders::<V, G>(proof, &row, 1 << bit);
                let one = holders.trailing_zeros() & 7;
                let other = (holders | 1).ilog2() & 15;
                let place = 32 * b as u32 + bit;
                let peers = &peers[place as usize];
                let score =
                    near(&x[one as usize], peers, &pairs) + near(&x[other.min(8) as usize], peers, &pairs);
                best = best.max((score + 1) << 12 | place << 4 | one);
            }
        }
        if best == 0 {
            // A digit with two places in a field.
            for digit in 0..9 {
                let x = Four::load((), &self.node.x[digit]);
                let (only, _) = masks.lone(x.and(x.add(masks.all)));
                let mut second = [0; 4];
                only.store(&mut second);
                for b in 0..3 {
                    let mut left = second[b];
                    while left != 0 {
                        let bit = left.trailing_zeros();
                        left &= left - 1;
                        let field = 0x1FF << (bit / 10 * 10);
                        let first = (self.node.x[digit][b] & field).trailing_zeros();
                        let places = [32 * b + first as usize, 32 * b + bit as usize];
                        let score = near(&self.node.x[digit], &peers[places[0] % 96], &pairs)
                            + near(&self.node.x[digit], &peers[places[1] % 96], &pairs);
                        best = best.max((score + 1) << 12 | (places[0] << 4 | digit) as u32);
                    }
                }
            }
        }
        if best == 0 {
            for b in 0..3 {
                let row = self.row(b);
                let mut left = several[b];
                while left != 0 {
                    let bit = left.trailing_zeros() & 31;
                    left &= left - 1;
                    let holders = holders::<V, G>(proof, &row, 1 << bit);
                    let place = 32 * b as u32 + bit;
                    let one = holders.trailing_zeros() & 7;
                    let score = 64 * (16 - holders.count_ones())
                        + near(&x[one as usize], &peers[place as usize], &pairs);
                    best = best.max(score << 12 | place << 4 | one);
                }
            }
        }
        ((best >> 4 & 127) as usize, (best & 15) as usize)
    }

    /// Branches on a candidate: the digit is placed, and the branch without the candidate is stored as number `open` of
    /// the open branches.
    #[inline(always)]
    pub(super) fn branch(&mut self, open: usize, (place, digit): (usize, usize)) {
        let (b, bit) = (place / 32 % 3, 1 << (place % 32));
        let node = &mut self.node;
        let rest = &mut self.open[open];
        *rest = *node;
        rest.x[digit][b] &= !bit;
        rest.stale = 1 << digit;
        let mut cell = [0; 4];
        cell[b] = bit;
        let cell = Four::load((), &cell);
        let mut stale = 0;
        for other in 0..9 {
            let x = Four::load((), &node.x[other]);
            stale |= u32::from(x.and(cell).nonzero() != 0) << other;
            x.minus(cell).store(&mut node.x[other]);
        }
        let field = [0x1FF, 0x1FF << 10, 0x1FF << 20][(place % 32 / 10).min(2)];
        node.x[digit][b] = node.x[digit][b] & !field | bit;
        node.stale = stale | 1 << digit;
    }

    /// Continues with an open branch.
    #[inline(always)]
    pub(super) fn take(&mut self, open: usize) {
        self.node = self.open[open];
    }

    /// Writes the candidates to a board.
    #[inline(always)]
    pub(super) fn keep(&self, board: &mut Board) {
        for (digit, x) in self.node.x.iter().enumerate() {
            for b in 0..3 {
                board.0[b][digit] = x[b];
            }
        }
    }

    /// The candidates of all digits in a band.
    #[inline(always)]
    fn row(&self, b: usize) -> Row {
        let mut row = [0; 16];
        for digit in 0..9 {
            row[digit] = self.node.x[digit][b];
        }
        row
    }
}

/// The first `count` bits, or all bits.
#[inline(always)]
fn first_bits(count: u32) -> u32 {
    if count < 32 { (1 << count) - 1 } else { u32::MAX }
}

/// The number of candidates that the neighbors of a cell lose if it gets a digit.
#[inline(always)]
fn near(x: &Bands, peers: &Bands, pairs: &Bands) -> u32 {
    let ([a, b], [p, q], [c, d]) = (halves(x), halves(peers), halves(pairs));
    (a & p).count_ones() + (b & q).count_ones() + 2 * ((a & p & c).count_ones() + (b & q & d).count_ones())
}

/// The first four words as two words of twice the width.
#[inline(always)]
fn halves([a, b, c, d]: &Bands) -> [u64; 2] {
    [u64::from(*a) | u64::from(*b) << 32, u64::from(*c) | u64::from(*d) << 32]
}
