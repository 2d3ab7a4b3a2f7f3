//! Simple colors and multi-colors: cells of a digit, joined by strong links and colored with two colors. Exactly one
//! of the two colors is true.
//!
//! - Trap: candidates that see both colors are eliminated.
//! - Wrap: two cells of one color see each other; that color is false.
//! - Multi-colors 2: a color sees both colors of another pair; it is false.
//! - Multi-colors 1: a color sees one color of another pair, so one of the two other colors is true; candidates that
//!   see both of these are eliminated.

use std::ops::ControlFlow;

use super::links::{bits, candidates, only, seen_by_any};
use crate::deduction::houses::{HOUSES, HOUSES_OF};
use crate::deduction::{Candidates, Pattern, Sink, Step, StepQuery, Technique, Techniques};
use crate::grid::{Cell, CellSet, Digit};
use crate::human::Search;

const SIMPLE: Techniques = Techniques::of(&[Technique::SimpleColorsTrap, Technique::SimpleColorsWrap]);
const MULTI: Techniques = Techniques::of(&[Technique::MultiColors1, Technique::MultiColors2]);

pub(crate) fn find(search: &mut Search<'_>, query: StepQuery, out: Sink<'_>) -> ControlFlow<()> {
    let wanted = query.wanted;
    let state = search.state;
    let strong = search.scratch.links.strong(state);
    if wanted.meets(SIMPLE) {
        for (digit, &strong) in strong.iter().enumerate().filter(|(_, strong)| **strong != 0) {
            simple_colors(&DigitColoring::of(state, digit, strong), wanted, out)?;
        }
    }
    if wanted.meets(MULTI) {
        for (digit, &strong) in strong.iter().enumerate().filter(|(_, strong)| **strong != 0) {
            multi_colors(&DigitColoring::of(state, digit, strong), wanted, out)?;
        }
    }
    ControlFlow::Continue(())
}

/// Two colors of cells, and the cells that each sees.
#[derive(Clone, Copy, Default)]
struct ColorPair {
    colors: [CellSet; 2],
    seen: [CellSet; 2],
}

/// The places of a digit, the houses in which it has two, and the colors of these places.
struct DigitColoring {
    digit: usize,
    places: CellSet,
    strong: u32,
    pairs: [ColorPair; Self::MOST],
    count: usize,
}

impl DigitColoring {
    /// The largest number of pairs: each pair has its own house.
    const MOST: usize = 27;

    /// Colors cells, starting from the first one, each after the cell that it is linked to: by row, by column, by
    /// box. If links form an odd cycle, the colors depend on this order.
    fn of(state: &Candidates, digit: usize, strong: u32) -> Self {
        let places = state.places[digit];
        let pairs = [ColorPair::default(); Self::MOST];
        let mut colors = Self { digit, places, strong, pairs, count: 0 };
        let linked = bits(strong).fold(CellSet::EMPTY, |linked, house| linked | HOUSES[house]);
        let mut left = places & linked;
        while let Some(cell) = left.first() {
            let mut pair = [CellSet::EMPTY; 2];
            colors.color(cell, 0, &mut left, &mut pair);
            if colors.count < Self::MOST {
                colors.pairs[colors.count] = ColorPair { colors: pair, seen: pair.map(seen_by_any) };
                colors.count += 1;
            }
        }
        colors
    }

    fn color(&self, cell: Cell, color: usize, left: &mut CellSet, pair: &mut [CellSet; 2]) {
        left.remove(cell);
        pair[color].insert(cell);
        for house in HOUSES_OF[cell.index()].map(usize::from) {
            if self.strong >> house & 1 == 1 {
                let other = (self.places & HOUSES[house]).minus(CellSet::single(cell));
                if let Some(other) = (other & *left).first() {
                    self.color(other, 1 - color, left, pair);
                }
            }
        }
    }

    fn pairs(&self) -> &[ColorPair] {
        &self.pairs[..self.count]
    }

    /// Pushes a step if one of the sets of eliminations is not empty. The pairs are in the order of the step.
    fn push_step(
        &self,
        technique: Technique,
        gone: impl Iterator<Item = CellSet>,
        pairs: &[ColorPair],
        out: Sink<'_>,
    ) -> ControlFlow<()> {
        let gone: Vec<_> = gone.flat_map(|cells| candidates(cells & self.places, self.digit)).collect();
        if gone.is_empty() {
            return ControlFlow::Continue(());
        }
        let pairs = pairs.iter().map(|pair| pair.colors).collect();
        let pattern = Pattern::Coloring { digit: Digit::from_index(self.digit), pairs };
        out(Step::eliminating(technique, only(self.digit), gone, pattern))
    }
}

fn simple_colors(colors: &DigitColoring, wanted: Techniques, out: Sink<'_>) -> ControlFlow<()> {
    for pair in colors.pairs() {
        if wanted.contains(Technique::SimpleColorsWrap) {
            let wraps = |color: &usize| !pair.colors[*color].is_disjoint(pair.seen[*color]);
            let gone = (0..2).filter(wraps).map(|color| pair.colors[color]);
            colors.push_step(Technique::SimpleColorsWrap, gone, &[*pair], out)?;
        }
        if wanted.contains(Technique::SimpleColorsTrap) {
            let gone = std::iter::once(pair.seen[0] & pair.seen[1]);
            colors.push_step(Technique::SimpleColorsTrap, gone, &[*pair], out)?;
        }
    }
    ControlFlow::Continue(())
}

fn multi_colors(colors: &DigitColoring, wanted: Techniques, out: Sink<'_>) -> ControlFlow<()> {
    for (i, one) in colors.pairs().iter().enumerate() {
        for (j, two) in colors.pairs().iter().enumerate() {
            if i == j {
                continue;
            }
            let sees = |a: usize, b: usize| !one.seen[a].is_disjoint(two.colors[b]);
            if wanted.contains(Technique::MultiColors2) {
                let both = |color: &usize| sees(*color, 0) && sees(*color, 1);
                let gone = (0..2).filter(both).map(|color| one.colors[color]);
                colors.push_step(Technique::MultiColors2, gone, &[*one, *two], out)?;
            }
            if wanted.contains(Technique::MultiColors1) {
                let joined = [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().filter(|&(a, b)| sees(a, b));
                let gone = joined.map(|(a, b)| one.seen[1 - a] & two.seen[1 - b]);
                colors.push_step(Technique::MultiColors1, gone, &[*one, *two], out)?;
            }
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::super::links::states::{first, with_places};
    use super::*;

    #[test]
    fn trap_excludes_cells_that_see_both_colors() {
        // r1c1, r8c5 and r1c5, r8c2.
        let state = with_places(&[0, 13, 7], &[11, 15, 85, 82]);
        assert_eq!(first(&state, Technique::SimpleColorsTrap), [122, 132, 171, 191]);
        assert!(first(&state, Technique::SimpleColorsWrap).is_empty());
    }

    #[test]
    fn wrap_excludes_a_color_that_sees_itself() {
        let state = with_places(&[0, 13, 7, 10], &[11, 15, 85, 82, 32]);
        assert_eq!(first(&state, Technique::SimpleColorsWrap), [111, 132, 185]);
    }

    #[test]
    fn two_pairs_of_colors() {
        let state = with_places(&[0, 4], &[11, 15, 51, 56]);
        assert_eq!(first(&state, Technique::MultiColors1), [126, 136, 145, 165]);
        assert!(first(&state, Technique::MultiColors2).is_empty());
        // r1c1 sees r2c2 and r9c1, which have different colors.
        let state = with_places(&[0, 1, 17, 8], &[11, 15, 22, 29, 99, 91]);
        assert_eq!(first(&state, Technique::MultiColors2), [111]);
    }
}
