//! Basic fish: rows against columns, and columns against rows, with nine bits per line.
//!
//! A place that loses its digit is in a cover line but in no base line, so it can see a fin only if both are in one
//! box. Hence all fins are in one box, and
//!
//! ```text
//!  needed  cross lines of the base places outside the box: all of them are cover sets
//!  spare   cross lines through the box that have base places only inside it: some are cover sets, some have fins
//! ```

use std::ops::ControlFlow;

use super::{FishKind, FishLimits, FoundFish};
use crate::grid::{Cell, CellSet};

/// A digit's places by line: rows of columns, or columns of rows.
pub(super) struct PlacesByLine {
    pub(super) lines: [u16; 9],
    /// Whether the lines are columns.
    columns: bool,
}

impl PlacesByLine {
    pub(super) fn both(places: CellSet) -> [Self; 2] {
        let rows: [u16; 9] = std::array::from_fn(|row| (places.bits() >> (9 * row)) as u16 & 0x1ff);
        let mut columns = [0; 9];
        for (row, &set) in rows.iter().enumerate() {
            for column in bits(set) {
                columns[column] |= 1 << row;
            }
        }
        [Self { lines: rows, columns: false }, Self { lines: columns, columns: true }]
    }

    /// The places in these lines that are in these cross lines.
    fn cells(&self, lines: u16, cross: u16) -> CellSet {
        let mut cells = CellSet::EMPTY;
        for line in bits(lines) {
            for at in bits(self.lines[line] & cross) {
                cells.insert(Cell::new(if self.columns { 9 * at + line } else { 9 * line + at }));
            }
        }
        cells
    }

    fn catch(&self, digit: usize, base: u16, cover: u16, gone: CellSet) -> FoundFish {
        let shift = if self.columns { (9, 0) } else { (0, 9) };
        FoundFish {
            digit,
            base: u32::from(base) << shift.0,
            cover: u32::from(cover) << shift.1,
            places: self.cells(base, 0x1ff),
            fins: self.cells(base, !cover),
            endo_fins: CellSet::EMPTY,
            gone,
            cannibals: CellSet::EMPTY,
        }
    }
}

/// The number of bits of each set of lines, precomputed: counting bits takes noticeable time if there is no
/// instruction for it.
const COUNTS: [u8; 512] = {
    let mut counts = [0; 512];
    let mut set = 1;
    while set < 512 {
        counts[set] = counts[set / 2] + (set % 2) as u8;
        set += 1;
    }
    counts
};

#[inline]
pub(super) fn width(set: u16) -> u32 {
    COUNTS[usize::from(set & 0x1ff)].into()
}

#[inline]
fn bits(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(bit)
    })
}

/// Fish without fins.
pub(super) fn finless(
    digit: usize,
    places: CellSet,
    size: usize,
    visit: &mut dyn FnMut(&FoundFish) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for lines in PlacesByLine::both(places) {
        // A line with one place is a hidden single, not a fish.
        let (mut items, mut count) = ([0; 9], 0);
        for (line, set) in lines.lines.iter().enumerate() {
            if (2..=size).contains(&(width(*set) as usize)) {
                items[count] = line;
                count += 1;
            }
        }
        if count < size {
            continue;
        }
        let items = &items[..count];
        finless_from(&lines, items, size, 0, 0, &mut |base, cover| {
            let gone = lines.cells(!base & 0x1ff, cover);
            if gone.is_empty() {
                return ControlFlow::Continue(());
            }
            visit(&lines.catch(digit, base, cover, gone))
        })?;
    }
    ControlFlow::Continue(())
}

/// Adds every choice of `left` more lines of `items` to the base, as long as there are at most as many cross lines as
/// base lines.
fn finless_from(
    lines: &PlacesByLine,
    items: &[usize],
    left: usize,
    base: u16,
    cover: u16,
    visit: &mut dyn FnMut(u16, u16) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let size = left as u32 + width(base);
    for (i, &line) in items.iter().enumerate() {
        if items.len() - i < left {
            break;
        }
        let cover = cover | lines.lines[line];
        if width(cover) > size {
            continue;
        }
        let base = base | 1 << line;
        if left > 1 {
            finless_from(lines, &items[i + 1..], left - 1, base, cover, visit)?;
        } else if width(cover) == size {
            visit(base, cover)?;
        }
    }
    ControlFlow::Continue(())
}

/// Finned and sashimi fish.
pub(super) fn finned(
    digit: usize,
    places: CellSet,
    size: usize,
    limits: FishLimits,
    visit: &mut dyn FnMut(&FoundFish, FishKind) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for lines in PlacesByLine::both(places) {
        let (mut items, mut count) = ([(0, 0); 9], 0);
        for (line, &set) in lines.lines.iter().enumerate() {
            if set != 0 {
                items[count] = (line, OUTSIDE[line / 3] * u32::from(set));
                count += 1;
            }
        }
        // Eliminations are in a line other than the base lines.
        if count <= size {
            continue;
        }
        let mut walk = FinnedFishSearch { digit, size: size as u32, limits, lines: &lines, visit };
        walk.bases(&items[..count], size, 0, 0)?;
    }
    ControlFlow::Continue(())
}

/// Cross lines of base lines outside of each band: nine bits per band, ten bits apart. The contribution of a line of
/// each band is its nine bits times this number.
const OUTSIDE: [u32; 3] = [1 << 10 | 1 << 20, 1 | 1 << 20, 1 | 1 << 10];

#[inline]
fn outside_of(band: usize, outside: u32) -> u16 {
    (outside >> (10 * band)) as u16 & 0x1ff
}

struct FinnedFishSearch<'w> {
    digit: usize,
    size: u32,
    limits: FishLimits,
    lines: &'w PlacesByLine,
    visit: &'w mut dyn FnMut(&FoundFish, FishKind) -> ControlFlow<()>,
}

impl FinnedFishSearch<'_> {
    /// Adds `left` more lines of `items` to the base, as long as fins in some band are possible. All base places
    /// outside of this band must be covered, because there are no fins.
    fn bases(&mut self, items: &[(usize, u32)], left: usize, base: u16, outside: u32) -> ControlFlow<()> {
        for (i, &(line, adds)) in items.iter().enumerate() {
            if items.len() - i < left {
                break;
            }
            let outside = outside | adds;
            if (0..3).all(|band| width(outside_of(band, outside)) > self.size) {
                continue;
            }
            let base = base | 1 << line;
            if left > 1 {
                self.bases(&items[i + 1..], left - 1, base, outside)?;
            } else if width(outside_of(0, outside) | outside_of(1, outside)) > self.size {
                self.covers(base, outside)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Reports the fish on these base lines, in lexicographic order of their covers.
    fn covers(&mut self, base: u16, outside: u32) -> ControlFlow<()> {
        let (mut covers, mut count) = ([0; 27], 0);
        for band in 0..3 {
            let outside = outside_of(band, outside);
            let lines = &self.lines.lines[3 * band..3 * band + 3];
            let here = base >> (3 * band) & 7;
            if here == 0 || here == 7 || width(outside) > self.size {
                continue;
            }
            let [mut inside, mut targets] = [0; 2];
            for (at, &line) in lines.iter().enumerate() {
                *if here >> at & 1 == 1 { &mut inside } else { &mut targets } |= line;
            }
            for stack in [0b111, 0b111_000, 0b111_000_000] {
                if inside & stack == 0 || targets & stack == 0 {
                    continue;
                }
                let needed = outside | inside & !stack;
                let spare = inside & stack & !needed;
                let Some(more) = self.size.checked_sub(width(needed)) else { continue };
                // There are more cross lines than covers, so at least one spare line has fins.
                for cover in choices(spare, more).map(|chosen| needed | chosen) {
                    if cover & stack & targets != 0 {
                        covers[count] = cover;
                        count += 1;
                    }
                }
            }
        }
        let covers = &mut covers[..count];
        // Of two covers, the lexicographically first is the one with the lowest line that only one of them has.
        covers.sort_by_key(|cover| std::cmp::Reverse(cover.reverse_bits()));
        for &cover in &*covers {
            self.fish(base, cover)?;
        }
        ControlFlow::Continue(())
    }

    fn fish(&mut self, base: u16, cover: u16) -> ControlFlow<()> {
        let mut catch = self.lines.catch(self.digit, base, cover, CellSet::EMPTY);
        if catch.fins.len() > self.limits.fins as usize {
            return ControlFlow::Continue(());
        }
        let gone = self.lines.cells(!base & 0x1ff, cover);
        catch.gone = gone & crate::deduction::houses::seen_by_all(catch.fins);
        let thin = bits(base).any(|line| width(self.lines.lines[line] & cover) < 2);
        (self.visit)(&catch, if thin { FishKind::Sashimi } else { FishKind::Finned })
    }
}

/// Every choice of `number` bits from at most three bits.
fn choices(set: u16, number: u32) -> impl Iterator<Item = u16> {
    let low = set & set.wrapping_neg();
    let high = if set == 0 { 0 } else { 1 << set.ilog2() };
    let mid = set & !low & !high;
    let of = match number {
        0 => [0, u16::MAX, u16::MAX],
        1 => [low, mid, high],
        _ => [low | mid, low | high, mid | high],
    };
    of.into_iter().filter(move |chosen| width(*chosen) == number)
}
