//! The inference of a pass for rules with more houses than rows, columns and boxes, or with other regions.
//!
//! ```text
//!   place    each newly decided cell: its digit is removed from all neighbors, of any kind
//!   fields   hidden singles of the nine houses that are the fields of the board
//!   lock     if the fields are boxes: locked candidates of rows and columns, as in `inference`
//!   spots    if the cells at the same spot of all fields are a house: hidden singles of all nine
//!   folds    hidden singles of every other house, one after the other, folded into one word
//! ```
//!
//! When a guess is needed, the search continues with templates (`overlay`), if there are few enough. Otherwise,
//! `narrow_more` runs whenever a pass decides nothing. It compares houses that share cells. But if other rules than
//! houses make more cells neighbors, or if there are no boxes, it instead removes a digit from every cell that is a
//! neighbor of all places of the digit in a house.

use super::arch::Four;
use super::arch::vector::{Digits, Vector};
use super::choose::Peers;
use super::inference::Masks;
use super::latency::{self, Band, BoardRegisters, Exit, LatencySearch, Narrowed, Rules, Stage, digits};
use super::overlay::Overlay;
use super::tables::HouseTables;

/// The words with one bit set.
static SINGLE: [u32; 32] = {
    let mut words = [0; 32];
    let mut bit = 0;
    while bit < 32 {
        words[bit] = 1 << bit;
        bit += 1;
    }
    words
};

/// The rules of [`HouseTables`].
pub(super) struct Houses<'a, V: Vector, const G: usize> {
    proof: V::Proof,
    tables: &'a HouseTables,
    masks: Masks<V>,
    /// All bits set in the lanes of the digits.
    digits: Band<V, G>,
    /// The cells of the first field.
    field: V,
    ones: V,
    /// Whether the search ends when a guess is needed.
    stops: bool,
}

impl<'a, V: Vector, const G: usize> Houses<'a, V, G> {
    #[inline(always)]
    pub(super) fn new(proof: V::Proof, tables: &'a HouseTables, stops: bool) -> Self {
        Self {
            proof,
            tables,
            masks: Masks::new(proof),
            digits: digits(proof),
            field: V::splat(proof, 0o777),
            ones: V::splat(proof, u32::MAX),
            stops,
        }
    }

    /// Three vectors: each has one of the words in all its lanes.
    #[inline(always)]
    fn splat(&self, words: &[u32; 3]) -> [V; 3] {
        [V::splat(self.proof, words[0]), V::splat(self.proof, words[1]), V::splat(self.proof, words[2])]
    }

    /// Removes the digits of newly decided cells from their neighbors.
    #[inline(always)]
    fn place(&self, state: &mut BoardRegisters<V, G>) {
        let mut seen = [[self.masks.all.minus(self.masks.all); G]; 3];
        for b in 0..3 {
            let decided = state.singles[b].word();
            let mut new = decided & !state.placed[b];
            state.placed[b] = decided;
            while new != 0 {
                let bit = new.trailing_zeros() as usize & 31;
                new &= new - 1;
                let cell = V::splat(self.proof, 1 << bit);
                let [p, q, r, _] = self.tables.peers[32 * b + bit];
                let peers = self.splat(&[p, q, r]);
                for g in 0..G {
                    let without = state.x[b][g].and(cell).empty();
                    for i in 0..3 {
                        seen[i][g] = seen[i][g].or(peers[i].minus(without));
                    }
                }
            }
        }
        for b in 0..3 {
            for g in 0..G {
                state.x[b][g] = state.x[b][g].minus(seen[b][g]);
            }
        }
    }

    /// Hidden singles of the houses of cells at the same spot of all fields. The second vector is not zero if such a
    /// house has no place for a digit.
    #[inline(always)]
    fn spots(&self, y: [V; 3]) -> ([V; 3], V) {
        let (mut one, mut two) = (self.field.minus(self.field), self.field.minus(self.field));
        for b in 0..3 {
            let [p, q, r] =
                [y[b].and(self.field), y[b].shr::<10>().and(self.field), y[b].shr::<20>().and(self.field)];
            let (ones, twos) = (p.or3(q, r), p.and(q).or(r.and(p.or(q))));
            two = two.or3(twos, one.and(ones));
            one = one.or(ones);
        }
        let only = one.minus(two);
        let spread = only.or3(only.shl::<10>(), only.shl::<20>());
        ([y[0].and(spread), y[1].and(spread), y[2].and(spread)], self.field.minus(one))
    }
}

impl<V: Vector, const G: usize> Rules<V, G> for Houses<'_, V, G> {
    const REMEMBERS: bool = true;

    #[inline(always)]
    fn peers(&self) -> &Peers {
        &self.tables.peers
    }

    #[inline(always)]
    fn all(&self) -> V {
        self.masks.all
    }

    #[inline(always)]
    fn stops(&self) -> bool {
        self.stops
    }

    #[inline(always)]
    fn narrow(&self, state: &mut BoardRegisters<V, G>, into: &mut Narrowed<V, G>) {
        let Self { masks, digits, tables, .. } = self;
        self.place(state);
        let zero = masks.all.minus(masks.all);
        let mut missing = zero;
        for g in 0..G {
            let mut bands = [state.x[0][g], state.x[1][g], state.x[2][g]];
            if tables.are_boxes {
                bands = masks.lock(bands);
            }
            let mut lacks = zero;
            let mut single = [zero; 3];
            for b in 0..3 {
                let (only, places) = masks.lone(bands[b]);
                single[b] = only;
                lacks = lacks.or(masks.spare.minus(places));
            }
            if tables.are_spots {
                let (only, none) = self.spots(bands);
                lacks = lacks.or(none);
                for b in 0..3 {
                    single[b] = single[b].or(only[b]);
                }
            }
            for fold in &tables.folds {
                let cells = self.splat(&fold.cells);
                let places = [bands[0].and(cells[0]), bands[1].and(cells[1]), bands[2].and(cells[2])];
                let folded = places[0].or3(places[1].rotate(fold.turns[0]), places[2].rotate(fold.turns[1]));
                let at_most_one = folded.and(folded.add(self.ones)).empty();
                lacks = lacks.or(folded.empty());
                for b in 0..3 {
                    single[b] = single[b].or(places[b].and(at_most_one));
                }
            }
            missing = missing.or(lacks.and(digits[g]));
            for b in 0..3 {
                into.bands[b][g] = bands[b];
                into.lone[b][g] = single[b];
            }
        }
        into.missing = missing;
    }

    #[inline(always)]
    fn narrow_more(&self, state: &mut BoardRegisters<V, G>) -> bool {
        if self.stops && (self.tables.are_boxes || self.tables.leftovers.is_empty()) {
            return false;
        }
        let mut seen = [[self.ones; G]; 3];
        let mut removed = self.ones.minus(self.ones);
        let (mut open, mut rows) = ([0; 3], [[0; 16]; 3]);
        for b in 0..3 {
            open[b] = !state.singles[b].word();
            for g in 0..G {
                state.x[b][g].store(&mut rows[b][g * V::LANES..]);
            }
        }
        for g in 0..G {
            let mut left = [state.x[0][g], state.x[1][g], state.x[2][g]];
            let houses = if self.tables.sees && !self.stops { &self.tables.houses[..] } else { &[] };
            for house in houses {
                let [p, q, r] = house.words;
                if p & open[0] | q & open[1] | r & open[2] == 0 {
                    continue;
                }
                // The cells that are neighbors of all places. The loop has no branch, so visiting all cells takes no
                // longer than visiting only the open cells.
                let mut seen = [self.ones; 3];
                for k in 0..9 {
                    let place = usize::from(house.places[k]);
                    let [p, q, r, _] = self.tables.peers[place];
                    let peers = self.splat(&[p, q, r]);
                    let x = V::load(self.proof, &rows[place / 32][g * V::LANES..]);
                    let without = x.and(V::splat(self.proof, SINGLE[place % 32])).empty();
                    for i in 0..3 {
                        seen[i] = seen[i].and(peers[i].or(without));
                    }
                }
                for b in 0..3 {
                    left[b] = left[b].minus(seen[b]);
                }
            }
            for leftover in &self.tables.leftovers {
                let (own, others) = (self.splat(&leftover.cells), self.splat(&leftover.others));
                let none = own[0].and(left[0]).or3(own[1].and(left[1]), own[2].and(left[2])).empty();
                for b in 0..3 {
                    left[b] = left[b].minus(others[b].and(none));
                }
            }
            for b in 0..3 {
                removed = removed.or(state.x[b][g].minus(left[b]));
                seen[b][g] = left[b];
            }
        }
        state.x = seen;
        removed.nonzero() != 0
    }
}

/// Like [`latency::run`]: passes until a guess is needed, then templates, or guesses if there are too many templates.
#[inline(always)]
pub(super) fn run<V: Digits, const G: usize>(
    proof: V::Proof,
    tables: &HouseTables,
    search: &mut LatencySearch,
    wanted: u64,
    most: u64,
    pause: u64,
) -> Exit {
    if search.stage == Stage::Passes {
        let rules = Houses::<V, G>::new(proof, tables, true);
        let exit = latency::run(proof, &rules, search, wanted, most, pause);
        if exit != Exit::Stuck {
            return exit;
        }
        let overlay = search.overlay.get_or_insert_with(|| Box::new(Overlay::new()));
        search.stage = Stage::Guesses;
        if let Some(templates) = tables.templates()
            && overlay.begin::<V>(proof, templates, &search.board)
        {
            search.stage = Stage::Templates;
        }
    }
    if search.stage == Stage::Templates {
        return run_templates::<V, G>(proof, tables, search, wanted, most, pause);
    }
    let rules = Houses::<V, G>::new(proof, tables, false);
    latency::run(proof, &rules, search, wanted, most, pause)
}

/// Like [`latency::run`], but searches over the templates with which the search began.
#[inline(always)]
fn run_templates<V: Vector, const G: usize>(
    proof: V::Proof,
    tables: &HouseTables,
    search: &mut LatencySearch,
    wanted: u64,
    most: u64,
    pause: u64,
) -> Exit {
    let masks = Masks::<Four>::new(());
    let LatencySearch { board, depth, guesses, solutions, fresh, overlay, .. } = search;
    let Some(overlay) = overlay else { return Exit::Exhausted };
    loop {
        if !*fresh {
            if *depth == 0 {
                return Exit::Exhausted;
            }
            *depth -= 1;
            overlay.take(*depth);
        }
        *fresh = false;
        while let Some([two, three]) = overlay.settle::<V>(proof, &masks) {
            if two.nonzero() == 0 {
                overlay.keep(board);
                *solutions += 1;
                if *solutions >= wanted {
                    return Exit::Enough;
                }
                break;
            }
            if *guesses >= most {
                return Exit::Full;
            }
            *guesses += 1;
            let choice = overlay.choose::<V, G>(proof, &masks, &tables.peers, [two, three]);
            overlay.branch(*depth, choice);
            *depth += 1;
            if *guesses >= pause {
                *fresh = true;
                return Exit::Paused;
            }
        }
    }
}
