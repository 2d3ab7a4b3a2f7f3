//! Unique loops and graves, which a puzzle with one solution cannot contain.

use crate::deduction::Technique;
use crate::deduction::houses::{HOUSES_OF, House};
use crate::deduction::{Candidate, Candidates, Pattern, Step};
use crate::explain::argument::Argument;
use crate::explain::speech::Speech;
use crate::grid::{CellSet, DigitSet};

pub(super) fn unique_loop(speech: &Speech<'_>, step: &Step) -> Argument {
    let Pattern::UniqueLoop { digits, cells, roof, extra, subset, locked } = &step.pattern else {
        return Argument::default();
    };
    let all: CellSet = cells.iter().copied().collect();
    let gone: DigitSet = step.eliminations.iter().map(|at| at.digit).collect();
    let (house, others, of_subset, hidden) = subset
        .map_or((None, CellSet::EMPTY, *extra, false), |(house, others, digits, hidden)| {
            (Some(house), others, digits, hidden)
        });
    let kept = locked.map_or(digits.minus(gone), |(_, digit)| DigitSet::single(digit));
    let houses: Vec<House> = house.or(locked.map(|(house, _)| house)).into_iter().collect();
    let names: Vec<String> = cells.iter().map(|&cell| speech.cell_name(cell)).collect();
    let holes = [
        ("digits", speech.digits(*digits)),
        ("corners", speech.cells(all)),
        ("in_order", speech.and(&names)),
        ("count", speech.number(cells.len())),
        ("floor", speech.cells(all.minus(*roof))),
        ("roof", speech.cells(*roof)),
        ("extra", speech.digits(of_subset)),
        ("own", speech.digits(*extra)),
        ("cells", speech.cells(others)),
        ("houses", speech.houses(&houses)),
        ("any", speech.any_house(&houses)),
        ("gone", speech.digits(digits.minus(kept))),
        ("kept", speech.digits(kept)),
        ("n", speech.number(of_subset.len())),
    ];
    let is_loop = cells.len() > 4;
    let [shape, deadly] =
        if is_loop { ["loop.cells", "loop.deadly"] } else { ["rectangle.corners", "rectangle.deadly"] };
    let [premise, why] = match step.technique {
        Technique::UniqueLoop1 => ["rectangle.1.premise", "rectangle.1.why"],
        Technique::UniqueLoop3 if hidden => ["loop.3.hidden.premise", "loop.3.hidden.why"],
        Technique::UniqueLoop3 => ["rectangle.3.premise", "rectangle.3.why"],
        Technique::UniqueLoop4 if is_loop => ["rectangle.4.premise", "loop.4.why"],
        Technique::UniqueLoop4 => ["rectangle.4.premise", "rectangle.4.why"],
        _ if is_loop => ["loop.2.premise", "rectangle.2.why"],
        _ => ["rectangle.2.premise", "rectangle.2.why"],
    };
    let premises = vec![speech.phrase(shape, &holes), speech.phrase(premise, &holes)];
    let why = [speech.phrase(deadly, &holes), speech.phrase(why, &holes)];
    Argument::of(premises, why.join(" "))
}

/// The candidates without which there would be a grave: in some house, only this cell of those with three or
/// more candidates has the digit, and the house has not just two places for it.
fn further(state: &Candidates, cells: CellSet, extra: DigitSet) -> Vec<Candidate> {
    let large: CellSet = state.empty().iter().filter(|&cell| state.candidates(cell).len() > 2).collect();
    let is_further = |at: &Candidate| {
        HOUSES_OF[at.cell.index()].iter().any(|&house| {
            let places = state.places(at.digit) & House::new(house.into()).cells();
            places.len() != 2 && places & large == CellSet::single(at.cell)
        })
    };
    let all = cells.iter().flat_map(|cell| extra.iter().map(move |digit| Candidate { cell, digit }));
    let all: Vec<Candidate> = all.filter(|&at| state.contains(at)).collect();
    let further: Vec<Candidate> = all.iter().copied().filter(is_further).collect();
    if further.is_empty() { all } else { further }
}

pub(super) fn grave(speech: &Speech<'_>, step: &Step) -> Argument {
    let Pattern::Grave { cells, extra, house, others, digits } = &step.pattern else {
        return Argument::default();
    };
    let houses: Vec<House> = house.iter().copied().collect();
    let holes = [
        ("further", speech.candidates(&further(speech.state, *cells, *extra), "grave.item")),
        ("cells", speech.cells(*cells)),
        ("extra", speech.digits_or(*extra)),
        ("house", speech.houses(&houses)),
        ("others", speech.cells(*others)),
        ("digits", speech.digits(*digits)),
        ("n", speech.number(digits.len())),
    ];
    let mut premises = vec![speech.phrase("grave.premise", &holes)];
    let why = match step.technique {
        Technique::Grave3 => {
            premises.push(speech.phrase("grave.3.premise", &holes));
            "grave.3.why"
        }
        Technique::Grave4 => {
            premises.push(speech.phrase("grave.4.premise", &holes));
            "grave.4.why"
        }
        Technique::Grave1 => "grave.1.why",
        _ => "grave.2.why",
    };
    Argument::of(premises, [speech.phrase("grave.deadly", &holes), speech.phrase(why, &holes)].join(" "))
}
