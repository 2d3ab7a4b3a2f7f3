//! Sue de Coq: two or three cells of a line and a box, and sets of cells in the rest of each. Together they contain
//! all their digits.
//!
//! ```text
//!   line    . N . | I I . | . . .      V: the digits of I, at least two more than cells
//!                 | . . B |            N takes some of V, B some others, and I must have the rest:
//!                 | . . . |            each digit of I, N and B is placed within them.
//! ```
//!
//! N and B may have digits outside of V if they have an additional cell for each (an extension by B. Hobiger). Such a
//! digit may be in both.
//!
//! Source: the user Sue de Coq of the players' forum, "Two-Sector Disjoint Subsets". The order of the search follows
//! `HoDoKu` 2.2: rows before columns, boxes, I in reading order (a pair before its triples), then N and B in
//! preorder.

use std::ops::ControlFlow;

use crate::deduction::houses::{HOUSES, House};
use crate::deduction::{Als, Candidate, Candidates, Pattern, Sink, Step, StepQuery, Technique};
use crate::grid::{Cell, CellSet, DigitSet};
use crate::human::Search;

pub(crate) fn find(search: &mut Search<'_>, _: StepQuery, out: Sink<'_>) -> ControlFlow<()> {
    let state = search.state;
    for (line, &in_line) in HOUSES[..18].iter().enumerate() {
        for (number, &in_box) in HOUSES[18..].iter().enumerate() {
            let both = in_line & in_box & state.empty;
            if both.len() >= 2 {
                intersections(state, [line, 18 + number], both, out)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Tries two cells of the intersection, then all three.
fn intersections(state: &Candidates, houses: [usize; 2], both: CellSet, out: Sink<'_>) -> ControlFlow<()> {
    let digits = |cells: CellSet| cells.iter().fold(0, |set, cell| set | state.cells[cell.index()]);
    let try_cells = |cells: CellSet, out: Sink<'_>| {
        let digits = digits(cells);
        let more = (digits.count_ones() as usize).saturating_sub(cells.len());
        if more < 2 {
            return ControlFlow::Continue(());
        }
        let rest = houses.map(|house| CellsOutside::new(state, (HOUSES[house] & state.empty).minus(cells)));
        let shared = std::array::from_fn(|at| {
            let same = |&other: &usize| at < rest[1].len && rest[0].cells[other] == rest[1].cells[at];
            (0..rest[0].len).find(same).map_or(0, |other| 1 << other)
        });
        LineBoxIntersection { state, houses, cells, digits, more, rest, shared }.search(out)
    };
    // The pairs lack the third, the second or the first cell.
    if both.len() == 2 {
        return try_cells(both, out);
    }
    let mut pairs = [CellSet::EMPTY; 3];
    for (pair, cell) in pairs.iter_mut().rev().zip(both) {
        *pair = both.minus(CellSet::single(cell));
    }
    try_cells(pairs[0], out)?;
    try_cells(both, out)?;
    try_cells(pairs[1], out)?;
    try_cells(pairs[2], out)
}

/// Empty cells of a house outside the intersection.
#[derive(Clone, Copy)]
struct CellsOutside {
    cells: [u8; 9],
    digits: [u16; 9],
    len: usize,
}

impl CellsOutside {
    fn new(state: &Candidates, of: CellSet) -> Self {
        let mut rest = Self { cells: [0; 9], digits: [0; 9], len: 0 };
        for cell in of {
            rest.push(cell.index() as u8, state.cells[cell.index()]);
        }
        rest
    }

    fn push(&mut self, cell: u8, digits: u16) {
        (self.cells[self.len], self.digits[self.len]) = (cell, digits);
        self.len += 1;
    }

    /// The cells at positions that are bits of `chosen`.
    fn chosen(&self, chosen: u16) -> CellSet {
        (0..self.len).filter(|at| chosen >> at & 1 == 1).map(|at| Cell::new(self.cells[at].into())).collect()
    }

    /// Calls `each` with choices of cells in preorder: positions as bits, and their digits. Omits choices that have
    /// all digits of `v`, and choices with at least as many digits outside of `v` as cells.
    #[inline]
    fn choices(&self, v: u16, mut each: impl FnMut(u16, u16, usize) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut stack = [(0_u8, 0_u16, 0_u16); 10];
        let (mut depth, mut next) = (0, 0);
        loop {
            if next == self.len {
                if depth == 0 {
                    return ControlFlow::Continue(());
                }
                next = usize::from(stack[depth].0) + 1;
                depth -= 1;
                continue;
            }
            let (_, chosen, digits) = stack[depth];
            let (chosen, digits) = (chosen | 1 << next, digits | self.digits[next]);
            let beyond = (digits & !v).count_ones() as usize;
            let size = depth + 1;
            // If this is false, adding cells does not help: all of V is used, or there are too many digits outside of
            // V.
            let open = digits & v != v && beyond < size + self.len - next - 1;
            if digits & v != v && digits & v != 0 && beyond < size {
                each(chosen, digits, size - beyond)?;
            }
            if open {
                depth = size;
                stack[depth] = (next as u8, chosen, digits);
            }
            next += 1;
        }
    }
}

/// An intersection of a line and a box, with the number `more` by which its digits exceed its cells.
struct LineBoxIntersection<'a> {
    state: &'a Candidates,
    houses: [usize; 2],
    cells: CellSet,
    digits: u16,
    more: usize,
    /// The rest of the line, and the rest of the box.
    rest: [CellsOutside; 2],
    /// For each cell of the rest of the box: its position in the rest of the line, as a bit, or 0 if it is not in the
    /// line.
    shared: [u16; 9],
}

impl LineBoxIntersection<'_> {
    fn search(&self, out: Sink<'_>) -> ControlFlow<()> {
        let [line, in_box] = &self.rest;
        line.choices(self.digits, |chosen, digits, takes| {
            if takes >= self.more {
                return ControlFlow::Continue(());
            }
            // Digits of V that the line uses must not be used again.
            let taken = digits & self.digits;
            let (mut left, mut union) = (CellsOutside { cells: [0; 9], digits: [0; 9], len: 0 }, 0);
            for (at, &digits) in in_box.digits[..in_box.len].iter().enumerate() {
                if digits & taken == 0 && self.shared[at] & chosen == 0 {
                    left.push(in_box.cells[at], digits);
                    union |= digits & self.digits;
                }
            }
            let wanted = self.more - takes;
            if left.len < wanted || (union.count_ones() as usize) < wanted {
                return ControlFlow::Continue(());
            }
            let cells = line.chosen(chosen);
            left.choices(self.digits, |box_chosen, box_digits, box_takes| {
                if box_takes != wanted {
                    return ControlFlow::Continue(());
                }
                match self.step([(cells, digits), (left.chosen(box_chosen), box_digits)]) {
                    Some(step) => out(step),
                    None => ControlFlow::Continue(()),
                }
            })
        })
    }

    /// The step with these cells and digits in the line and in the box, if it eliminates anything.
    fn step(&self, sets: [(CellSet, u16); 2]) -> Option<Step> {
        let mut gone = Vec::new();
        let mut gone_digits = 0;
        for (this, other) in [(1, 0), (0, 1)] {
            let ((cells, digits), (_, others)) = (sets[this], sets[other]);
            // Digits of the other set are placed in the other house; digits of both sets outside of V are placed in
            // both houses.
            let digits = (self.digits | digits) & !others | digits & others;
            let outside = (HOUSES[self.houses[this]] & self.state.empty).minus(cells).minus(self.cells);
            for cell in outside {
                let lost = self.state.cells[cell.index()] & digits;
                gone_digits |= lost;
                let lost = DigitSet::from_bits(lost.into());
                gone.extend(lost.iter().map(|digit| Candidate { cell, digit }));
            }
        }
        if gone.is_empty() {
            return None;
        }
        let als = |(cells, digits): (CellSet, u16)| Als { cells, digits: DigitSet::from_bits(digits.into()) };
        let pattern = Pattern::SueDeCoq {
            intersection: als((self.cells, self.digits)),
            line: als(sets[0]),
            in_box: als(sets[1]),
            houses: self.houses.map(House::new),
        };
        Some(Step::eliminating(Technique::SueDeCoq, DigitSet::from_bits(gone_digits.into()), gone, pattern))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deduction::{Family, Options, Techniques};
    use crate::human::HumanScratch;
    use crate::testing::states::puzzles;
    use std::collections::BTreeSet;

    type Eliminations = BTreeSet<Candidate>;

    /// Calls `each` with all choices of cells in preorder.
    fn choices(cells: &[usize], chosen: &[usize], each: &mut dyn FnMut(&[usize])) {
        for (at, &cell) in cells.iter().enumerate() {
            let mut chosen = chosen.to_vec();
            chosen.push(cell);
            each(&chosen);
            choices(&cells[at + 1..], &chosen, each);
        }
    }

    /// Finds the eliminations by the definition alone.
    fn plain(state: &Candidates) -> Vec<Eliminations> {
        let digits = |cells: &[usize]| cells.iter().fold(0, |set, &cell| set | state.cells[cell]);
        let count = |set: u16| set.count_ones() as usize;
        let list = |set: CellSet| set.iter().map(Cell::index).collect::<Vec<usize>>();
        let mut found = Vec::new();
        for (line, in_box) in (0..18).flat_map(|line| (18..27).map(move |in_box| (line, in_box))) {
            let both = list(HOUSES[line] & HOUSES[in_box] & state.empty);
            choices(&both, &[], &mut |cells| {
                let v = digits(cells);
                if cells.len() < 2 || count(v) < cells.len() + 2 {
                    return;
                }
                let outside = |house: usize, but: &[&[usize]]| {
                    let mut rest = list(HOUSES[house] & state.empty);
                    rest.retain(|cell| but.iter().all(|but| !but.contains(cell)));
                    rest
                };
                choices(&outside(line, &[cells]), &[], &mut |in_line| {
                    let n = digits(in_line);
                    let takes = in_line.len().saturating_sub(count(n & !v));
                    if n & v == 0 || takes < 1 {
                        return;
                    }
                    choices(&outside(in_box, &[cells, in_line]), &[], &mut |others| {
                        let b = digits(others);
                        let more = others.len().saturating_sub(count(b & !v));
                        let all = count(v) - cells.len();
                        if b & v == 0 || b & n & v != 0 || more < 1 || takes + more != all {
                            return;
                        }
                        let mut gone = Eliminations::new();
                        for (house, here, not) in [(line, (in_line, n), b), (in_box, (others, b), n)] {
                            for cell in outside(house, &[cells, here.0]) {
                                let lost = (0..9)
                                    .filter(|digit| state.cells[cell] >> digit & 1 == 1)
                                    .filter(|digit| (v | here.1) >> digit & 1 == 1)
                                    .filter(|digit| not >> digit & 1 == 0 || v >> digit & 1 == 0);
                                gone.extend(lost.map(|digit| Candidate::at(cell, digit)));
                            }
                        }
                        if !gone.is_empty() {
                            found.push(gone);
                        }
                    });
                });
            });
        }
        found
    }

    #[test]
    fn all_steps_and_the_first_match_the_definition() {
        let (mut scratch, options) = (HumanScratch::default(), Options::proven());
        let wanted = Techniques::only(Technique::SueDeCoq);
        let mut count = 0;
        for mut state in puzzles() {
            loop {
                let mut search = Search::new(&state, &options, &mut scratch, &crate::puzzle::Budget::NONE);
                let simpler = [Family::Single, Family::Locked, Family::Subset]
                    .into_iter()
                    .find_map(|family| search.first(family, Techniques::family(family)));
                let step = if let Some(step) = simpler {
                    step
                } else {
                    let expected = plain(&state);
                    let gone = |step: &Step| step.eliminations.iter().copied().collect::<Eliminations>();
                    let found: Vec<Eliminations> = search.all(wanted).unwrap().iter().map(gone).collect();
                    assert_eq!(found, expected, "{state:?}");
                    let step = search.first(Family::SueDeCoq, wanted);
                    assert_eq!(step.as_ref().map(gone).as_ref(), expected.first());
                    count += usize::from(step.is_some());
                    let other = || search.first(Family::Als, Techniques::family(Family::Als));
                    let Some(step) = step.or_else(other) else { break };
                    step
                };
                step.apply(&mut state);
            }
        }
        assert!(count > 5, "{count}");
    }
}
