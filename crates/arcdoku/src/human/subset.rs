//! Naked and hidden pairs, triples and quadruples; locked pairs and triples, which are naked in both a line and a
//! box.

use std::ops::ControlFlow;

use crate::deduction::houses::{CELLS, HOUSES, HOUSES_OF, House};
use crate::deduction::{
    Candidate, Candidates, Extent, Pattern, Sink, Step, StepQuery, Technique, Techniques,
};
use crate::grid::{Cell, CellSet, DigitSet};
use crate::human::Search;

/// Boxes, rows, columns: the order in which subsets are searched for.
const ORDER: [std::ops::Range<usize>; 3] = [18..27, 0..9, 9..18];

pub(crate) fn find(search: &mut Search<'_>, query: StepQuery, out: Sink<'_>) -> ControlFlow<()> {
    let StepQuery { wanted, extent } = query;
    let state = search.state;
    for (size, locked, naked, hidden) in [
        (2, Some(Technique::LockedPair), Technique::NakedPair, Technique::HiddenPair),
        (3, Some(Technique::LockedTriple), Technique::NakedTriple, Technique::HiddenTriple),
        (4, None, Technique::NakedQuadruple, Technique::HiddenQuadruple),
    ] {
        let kinds = SubsetTechniques { naked, locked, wanted };
        let locked = locked.is_some_and(|technique| wanted.contains(technique));
        if locked || wanted.contains(naked) {
            // All locked subsets are found in boxes.
            let houses = if wanted.contains(naked) { 3 } else { 1 };
            let mut seen = Vec::new();
            for house in ORDER.into_iter().take(houses).flatten() {
                naked_subsets(state, house, size, kinds, &mut |step| {
                    // A subset in a line and a box is found twice, once in each.
                    if extent == Extent::All {
                        let Pattern::Subset { cells, .. } = step.pattern else {
                            return ControlFlow::Continue(());
                        };
                        if seen.contains(&cells) {
                            return ControlFlow::Continue(());
                        }
                        seen.push(cells);
                    }
                    out(step)
                })?;
            }
        }
        if wanted.contains(hidden) {
            let mut seen = Vec::new();
            for house in ORDER.into_iter().flatten() {
                hidden_subsets(state, house, size, hidden, &mut |step| {
                    if extent == Extent::All {
                        if seen.contains(&step.eliminations) {
                            return ControlFlow::Continue(());
                        }
                        seen.push(step.eliminations.clone());
                    }
                    out(step)
                })?;
            }
        }
    }
    ControlFlow::Continue(())
}

#[derive(Clone, Copy)]
struct SubsetTechniques {
    naked: Technique,
    locked: Option<Technique>,
    wanted: Techniques,
}

/// Calls `each` with every choice of `size` of `items`, in lexicographic order, whose union has at most `size` bits.
/// The choice is given as positions and the union.
fn choices(
    items: &[u16],
    size: usize,
    each: &mut dyn FnMut(&[usize], u16) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut chosen = [0; 4];
    let mut unions = [0; 5];
    let mut depth = 0;
    let mut next = 0;
    loop {
        if next + size - depth > items.len() {
            if depth == 0 {
                return ControlFlow::Continue(());
            }
            depth -= 1;
            next = chosen[depth] + 1;
            continue;
        }
        let union = unions[depth] | items[next];
        if union.count_ones() as usize > size {
            next += 1;
            continue;
        }
        chosen[depth] = next;
        if depth + 1 == size {
            if union.count_ones() as usize == size {
                each(&chosen[..size], union)?;
            }
            next += 1;
        } else {
            depth += 1;
            unions[depth] = union;
            next += 1;
        }
    }
}

fn naked_subsets(
    state: &Candidates,
    house: usize,
    size: usize,
    kinds: SubsetTechniques,
    out: Sink<'_>,
) -> ControlFlow<()> {
    let (mut cells, mut items, mut count) = ([0; 9], [0; 9], 0);
    for cell in CELLS[house] {
        let digits = state.cells[usize::from(cell)];
        if digits != 0 && digits.count_ones() as usize <= size {
            (cells[count], items[count]) = (cell, digits);
            count += 1;
        }
    }
    if count < size {
        return ControlFlow::Continue(());
    }
    choices(&items[..count], size, &mut |chosen, digits| {
        let set: CellSet = chosen.iter().map(|&i| Cell::new(cells[i].into())).collect();
        match naked_subset(state, set, digits, kinds) {
            Some(step) if kinds.wanted.contains(step.technique) => out(step),
            _ => ControlFlow::Continue(()),
        }
    })
}

fn naked_subset(state: &Candidates, cells: CellSet, digits: u16, kinds: SubsetTechniques) -> Option<Step> {
    let first = cells.first()?.index();
    let mut gone = Vec::new();
    let mut houses = Vec::new();
    // A subset is locked if it is in a box and a line, and each of the two loses a candidate that the other does not
    // lose.
    let in_box = cells.is_subset(HOUSES[usize::from(HOUSES_OF[first][2])]);
    let mut places = 0;
    for (kind, house) in HOUSES_OF[first].into_iter().enumerate() {
        let house = usize::from(house);
        if !cells.is_subset(HOUSES[house]) {
            continue;
        }
        houses.push(House::new(house));
        let box_cells = HOUSES[usize::from(HOUSES_OF[first][2])];
        let mut counts = false;
        for cell in (state.empty & HOUSES[house]).minus(cells) {
            let lost = state.cells[cell.index()] & digits;
            counts |= lost != 0 && (kind == 2 || !box_cells.contains(cell));
            gone.extend(DigitSet::from_bits(lost.into()).iter().map(|digit| Candidate { cell, digit }));
        }
        places += usize::from(counts);
    }
    if gone.is_empty() {
        return None;
    }
    let is_locked = in_box && places > 1;
    let technique = kinds.locked.filter(|_| is_locked).unwrap_or(kinds.naked);
    let digits = DigitSet::from_bits(digits.into());
    let pattern = Pattern::Subset { digits, cells, houses, hidden: false };
    Some(Step::eliminating(technique, digits, gone, pattern))
}

fn hidden_subsets(
    state: &Candidates,
    house: usize,
    size: usize,
    technique: Technique,
    out: Sink<'_>,
) -> ControlFlow<()> {
    // A hidden subset is in a house with further empty cells.
    if (state.empty & HOUSES[house]).len() <= size {
        return ControlFlow::Continue(());
    }
    let (mut digits, mut items, mut count) = ([0; 9], [0; 9], 0);
    for digit in 0..9 {
        let places = usize::from(state.counts[house][digit]);
        if places != 0 && places <= size {
            digits[count] = digit;
            count += 1;
        }
    }
    if count < size {
        return ControlFlow::Continue(());
    }
    for (item, &digit) in items.iter_mut().zip(&digits[..count]) {
        for (at, &cell) in CELLS[house].iter().enumerate() {
            *item |= (state.cells[usize::from(cell)] >> digit & 1) << at;
        }
    }
    choices(&items[..count], size, &mut |chosen, at| {
        let set: u16 = chosen.iter().fold(0, |set, &i| set | 1 << digits[i]);
        let cells = (0..9).filter(|i| at >> i & 1 == 1).map(|i| usize::from(CELLS[house][i]));
        let mut gone = Vec::new();
        for cell in cells.clone() {
            let lost = DigitSet::from_bits((state.cells[cell] & !set).into());
            gone.extend(lost.iter().map(|digit| Candidate { cell: Cell::new(cell), digit }));
        }
        if gone.is_empty() {
            return ControlFlow::Continue(());
        }
        let digits = DigitSet::from_bits(set.into());
        let cells = cells.map(Cell::new).collect();
        let pattern = Pattern::Subset { digits, cells, houses: vec![House::new(house)], hidden: true };
        out(Step::eliminating(technique, digits, gone, pattern))
    })
}
