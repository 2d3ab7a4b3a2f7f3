//! Singles, locked candidates, subsets and templates.

use crate::deduction::Technique;
use crate::deduction::houses::{HOUSES_OF, House, NEIGHBORS};
use crate::deduction::{Pattern, Step};
use crate::explain::argument::Argument;
use crate::explain::speech::Speech;
use crate::grid::{Cell, CellSet, Digit, DigitSet};

pub(super) fn single(speech: &Speech<'_>, step: &Step, house: Option<House>) -> Argument {
    let Some(&at) = step.placements.first() else { return Argument::default() };
    let (cell, digit) = (("cell", speech.cell(at.cell)), ("digit", speech.digit(at.digit)));
    let Some(house) = house else {
        let mut premises = vec![speech.phrase("naked-single.premise", &[cell.clone(), digit.clone()])];
        premises.extend(seen_digits(speech, at.cell, at.digit));
        return Argument::of(premises, speech.phrase("naked-single.why", &[cell, digit]));
    };
    let holes = [cell, digit, ("house", speech.house(house))];
    let key = match step.technique {
        Technique::FullHouse => "full-house",
        Technique::LastDigit => "last-digit",
        _ => "hidden-single",
    };
    let mut premises = vec![speech.phrase(&format!("{key}.premise"), &holes)];
    if step.technique != Technique::FullHouse {
        premises.extend(blocked_cells(speech, house, at.cell, at.digit));
    }
    Argument::of(premises, speech.phrase(&format!("{key}.why"), &holes))
}

/// Reasons why a cell has no other candidate: digits of its row, column and box, and earlier eliminations.
fn seen_digits(speech: &Speech<'_>, cell: Cell, digit: Digit) -> Vec<String> {
    let state = speech.state;
    let mut rest = DigitSet::all(9);
    rest.remove(digit);
    let mut premises = Vec::new();
    let mut houses: Vec<(House, DigitSet)> = HOUSES_OF[cell.index()]
        .into_iter()
        .map(|house| {
            let house = House::new(house.into());
            (house, house.cells().iter().filter_map(|other| state.value(other)).collect())
        })
        .collect();
    while let Some(best) = houses.iter().map(|(_, digits)| (*digits & rest).len()).max().filter(|&n| n > 0) {
        let Some(place) = houses.iter().position(|(_, digits)| (*digits & rest).len() == best) else { break };
        let (house, digits) = houses.remove(place);
        let digits = digits & rest;
        rest = rest.minus(digits);
        let holes = [("house", speech.house(house)), ("digits", speech.digits(digits))];
        premises.push(speech.phrase("single.seen", &holes));
    }
    if !rest.is_empty() {
        premises.push(speech.phrase("single.gone", &[("digits", speech.digits(rest))]));
    }
    premises
}

/// Reasons why no other cell of a house can hold a digit.
fn blocked_cells(speech: &Speech<'_>, house: House, cell: Cell, digit: Digit) -> Vec<String> {
    let state = speech.state;
    let mut rest = house.cells() & state.empty();
    rest.remove(cell);
    let filled: CellSet = (0..81).map(Cell::new).filter(|&other| state.value(other) == Some(digit)).collect();
    let mut blockers = CellSet::EMPTY;
    let mut blocked = CellSet::EMPTY;
    loop {
        let reach = |blocker: &Cell| (NEIGHBORS[blocker.index()] & rest.minus(blocked)).len();
        // If several blockers are equally good, the first one is used, so that texts do not vary.
        let best = filled.iter().map(|blocker| reach(&blocker)).max().unwrap_or(0);
        let Some(blocker) = filled.iter().find(|blocker| best > 0 && reach(blocker) == best) else { break };
        blockers.insert(blocker);
        blocked |= NEIGHBORS[blocker.index()] & rest;
    }
    let mut premises = Vec::new();
    if !blockers.is_empty() {
        let holes = [
            ("digit", speech.digit(digit)),
            ("name", speech.digit_noun(digit, blockers.len())),
            ("blockers", speech.cells(blockers)),
            ("cells", speech.cells(blocked)),
            ("house", speech.house(house)),
        ];
        premises.push(speech.phrase("single.blocked", &holes));
    }
    let gone = rest.minus(blocked);
    if !gone.is_empty() {
        premises.push(
            speech.phrase(
                "single.gone.cells",
                &[("digit", speech.digit(digit)), ("cells", speech.cells(gone))],
            ),
        );
    }
    premises
}

pub(super) fn locked(
    speech: &Speech<'_>,
    digits: DigitSet,
    cells: CellSet,
    from: House,
    to: House,
) -> Argument {
    let holes = [
        ("digits", speech.digits(digits)),
        ("cells", speech.cells(cells)),
        ("from", speech.house(from)),
        ("to", speech.house(to)),
    ];
    Argument::of(vec![speech.phrase("locked.premise", &holes)], speech.phrase("locked.why", &holes))
}

pub(super) fn subset(
    speech: &Speech<'_>,
    digits: DigitSet,
    cells: CellSet,
    houses: &[House],
    hidden: bool,
) -> Argument {
    let holes = [
        ("digits", speech.digits(digits)),
        ("cells", speech.cells(cells)),
        ("houses", speech.houses(houses)),
        ("any", speech.any_house(houses)),
        ("n", speech.number(cells.len())),
    ];
    let key = if hidden { "hidden-subset" } else { "naked-subset" };
    let premises = vec![speech.phrase(&format!("{key}.premise"), &holes)];
    Argument::of(premises, speech.phrase(&format!("{key}.why"), &holes))
}

/// A hidden single that a pattern leaves.
pub(super) fn direct(speech: &Speech<'_>, step: &Step, through: &Pattern, house: House) -> Argument {
    let Some(&at) = step.placements.first() else { return Argument::default() };
    let seen = Step { pattern: through.clone(), ..step.clone() };
    let mut argument = (speech.argument_of)(speech, &seen);
    let mut gone = speech.state.places(at.digit) & house.cells();
    gone.remove(at.cell);
    let holes = [
        ("cell", speech.cell(at.cell)),
        ("digit", speech.digit(at.digit)),
        ("house", speech.house(house)),
        ("gone", speech.cells(gone)),
    ];
    argument.premises.push(speech.phrase("direct.left", &holes).into());
    argument.why = speech.phrase("hidden-single.why", &holes);
    argument
}

pub(super) fn template(speech: &Speech<'_>, step: &Step, digit: Digit, ways: u32) -> Argument {
    let ways = speech.number(ways as usize);
    let holes = [("digit", speech.digit(digit)), ("name", speech.digit_noun(digit, 2)), ("ways", ways)];
    let key = if step.placements.is_empty() { "template.delete.why" } else { "template.set.why" };
    Argument::of(vec![speech.phrase("template.premise", &holes)], speech.phrase(key, &holes))
}
