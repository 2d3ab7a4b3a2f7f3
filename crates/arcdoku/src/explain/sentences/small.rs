//! Colors, wings, rectangles and the bivalue universal grave.

use crate::deduction::Technique;
use crate::deduction::houses::{HOUSES_OF, House, NEIGHBORS};
use crate::deduction::{Pattern, Step};
use crate::explain::argument::Argument;
use crate::explain::speech::Speech;
use crate::explain::words::Phrase;
use crate::grid::{Cell, CellSet, Digit, DigitSet};

fn gone(step: &Step) -> CellSet {
    step.eliminations.iter().map(|at| at.cell).collect()
}

fn gone_digits(step: &Step) -> DigitSet {
    step.eliminations.iter().map(|at| at.digit).collect()
}

fn sees(a: CellSet, b: CellSet) -> bool {
    a.iter().any(|cell| !NEIGHBORS[cell.index()].is_disjoint(b))
}

fn seen_by_any(cells: CellSet) -> CellSet {
    cells.iter().fold(CellSet::EMPTY, |seen, cell| seen | NEIGHBORS[cell.index()])
}

pub(super) fn coloring(speech: &Speech<'_>, step: &Step, digit: Digit, pairs: &[[CellSet; 2]]) -> Argument {
    let digit = || ("digit", speech.digit(digit));
    let mut premises = vec![speech.phrase("colors.premise", &[digit()])];
    for (i, [one, two]) in pairs.iter().enumerate() {
        let holes = [
            digit(),
            ("a", speech.letter(2 * i)),
            ("b", speech.letter(2 * i + 1)),
            ("one", speech.cells(*one)),
            ("two", speech.cells(*two)),
        ];
        premises.push(speech.phrase("colors.pair", &holes));
    }
    let mut why = Vec::new();
    let gone = gone(step);
    match (step.technique, pairs) {
        (Technique::SimpleColorsWrap, [pair]) => {
            for (i, color) in pair.iter().enumerate().filter(|(_, color)| !color.is_disjoint(gone)) {
                let holes = [digit(), ("color", speech.letter(i)), ("cells", speech.cells(clash(*color)))];
                why.push(speech.phrase("colors.why.wrap", &holes));
            }
        }
        (Technique::MultiColors2, [one, _]) => {
            for (i, _) in one.iter().enumerate().filter(|(_, color)| !color.is_disjoint(gone)) {
                let holes =
                    [digit(), ("color", speech.letter(i)), ("c", speech.letter(2)), ("d", speech.letter(3))];
                why.push(speech.phrase("colors.why.multi.2", &holes));
            }
        }
        (Technique::MultiColors1, [one, two]) => {
            for (a, b) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                let removed = gone & seen_by_any(one[1 - a]) & seen_by_any(two[1 - b]);
                if sees(one[a], two[b]) && !removed.is_empty() {
                    let holes = [
                        digit(),
                        ("a", speech.letter(a)),
                        ("c", speech.letter(2 + b)),
                        ("b", speech.letter(1 - a)),
                        ("d", speech.letter(3 - b)),
                        ("cells", speech.cells(removed)),
                    ];
                    why.push(speech.phrase("colors.why.multi.1", &holes));
                }
            }
        }
        _ => {
            let holes = [digit(), ("a", speech.letter(0)), ("b", speech.letter(1))];
            why.push(speech.phrase("colors.why.trap", &holes));
        }
    }
    Argument::of(premises, why.join(" "))
}

/// Two cells of a color that see each other.
fn clash(color: CellSet) -> CellSet {
    for cell in color {
        if let Some(other) = (NEIGHBORS[cell.index()] & color).first() {
            return CellSet::single(cell) | CellSet::single(other);
        }
    }
    color
}

pub(super) fn wing(
    speech: &Speech<'_>,
    pivot: Option<Cell>,
    pincers: CellSet,
    digit: Digit,
    digits: DigitSet,
    link: Option<(House, Digit, CellSet)>,
) -> Argument {
    let z = ("digit", speech.digit(digit));
    let pair = ("digits", speech.digits(digits));
    if let Some((house, linked, places)) = link {
        let holes = [
            z,
            ("pincers", speech.cells(pincers)),
            pair,
            ("linked", speech.digit(linked)),
            ("house", speech.house(house)),
            ("places", speech.cells(places)),
        ];
        let premises = vec![speech.phrase("w-wing.premise", &holes), speech.phrase("w-wing.link", &holes)];
        return Argument::of(premises, speech.phrase("w-wing.why", &holes));
    }
    let of_pivot = pivot.map_or_else(DigitSet::default, |cell| speech.state.candidates(cell));
    let pivot_set: CellSet = pivot.into_iter().collect();
    let is_xy = pincers.len() == 2 && of_pivot.len() == 2 && !of_pivot.contains(digit);
    if let (Some(pivot), true) = (pivot, is_xy) {
        let holes = [("pivot", speech.cell(pivot)), ("digits", speech.digits_or(of_pivot)), z];
        let mut premises = vec![speech.phrase("xy-wing.premise", &holes)];
        for pincer in pincers {
            let shared = speech.state.candidates(pincer) & of_pivot;
            let holes = [
                ("pivot", speech.cell(pivot)),
                ("shared", speech.digits(shared)),
                ("pincer", speech.cell(pincer)),
                ("digit", speech.digit(digit)),
            ];
            premises.push(speech.phrase("xy-wing.pincer", &holes));
        }
        return Argument::of(premises, speech.phrase("xy-wing.why", &holes));
    }
    let cells = pincers | pivot_set;
    let mut others = digits;
    others.remove(digit);
    let holes = [
        ("cells", speech.cells(cells)),
        ("n", speech.number(cells.len())),
        ("digits", speech.digits(digits)),
        ("others", speech.digits(others)),
        ("m", speech.number(others.len())),
        z,
    ];
    let premises = vec![speech.phrase("xyz-wing.premise", &holes), speech.phrase("xyz-wing.once", &holes)];
    Argument::of(premises, speech.phrase("xyz-wing.why", &holes))
}

pub(super) fn rectangle(speech: &Speech<'_>, step: &Step) -> Argument {
    let Pattern::Rectangle { digits, corners, roof, extra, cells, houses } = &step.pattern else {
        return Argument::default();
    };
    let all: CellSet = corners.iter().copied().collect();
    let floor = all.minus(*roof);
    let gone_digits = gone_digits(step);
    let kept = digits.minus(gone_digits);
    let own =
        roof.iter().map(|cell| speech.state.candidates(cell)).fold(DigitSet::default(), |all, of| all | of);
    let holes = [
        ("digits", speech.digits(*digits)),
        ("corners", speech.cells(all)),
        ("floor", speech.cells(floor)),
        ("roof", speech.cells(*roof)),
        ("extra", speech.digits(*extra)),
        ("cells", speech.cells(*cells)),
        ("own", speech.digits(own.minus(*digits))),
        ("houses", speech.houses(houses)),
        ("any", speech.any_house(houses)),
        ("gone", speech.digits(gone_digits)),
        ("kept", speech.digits(kept)),
        ("at", speech.cells(gone(step))),
        ("n", speech.number(extra.len())),
    ];
    let key = match step.technique {
        Technique::UniquenessTest1 => "rectangle.1",
        Technique::UniquenessTest3 => "rectangle.3",
        Technique::UniquenessTest4 => "rectangle.4",
        Technique::UniquenessTest6 => "rectangle.6",
        Technique::HiddenRectangle => "rectangle.hidden",
        Technique::AvoidableRectangle1 => "rectangle.avoidable.1",
        Technique::AvoidableRectangle2 => "rectangle.avoidable.2",
        _ => "rectangle.2",
    };
    let premises =
        vec![speech.phrase("rectangle.corners", &holes), speech.phrase(&format!("{key}.premise"), &holes)];
    let deadly = if key.starts_with("rectangle.avoidable") { "avoidable.deadly" } else { "rectangle.deadly" };
    let why = [speech.phrase(deadly, &holes), speech.phrase(&format!("{key}.why"), &holes)];
    Argument::of(premises, why.join(" "))
}

pub(super) fn bug(speech: &Speech<'_>, step: &Step, cell: Cell) -> Argument {
    let state = speech.state;
    let more_than_two = |digit: &Digit| {
        let places = state.places(*digit);
        HOUSES_OF[cell.index()].iter().all(|&house| (places & House::new(house.into()).cells()).len() == 3)
    };
    let placed = || step.placements.first().map(|at| at.digit);
    let digit = state.candidates(cell).iter().find(more_than_two).or_else(placed);
    let digit = digit.map_or_else(|| Phrase::one(""), |digit| speech.digit(digit));
    let holes =
        [("cell", speech.cell(cell)), ("digit", digit), ("digits", speech.digits(state.candidates(cell)))];
    let premises = vec![speech.phrase("bug.premise", &holes), speech.phrase("bug.thrice", &holes)];
    Argument::of(premises, speech.phrase("bug.why", &holes))
}
