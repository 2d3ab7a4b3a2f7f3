//! Almost locked sets, and Sue de Coq.

use crate::deduction::houses::House;
use crate::deduction::{Als, Candidate, Step};
use crate::explain::argument::Argument;
use crate::explain::speech::Speech;
use crate::explain::words::Phrase;
use crate::grid::{Cell, CellSet, Digit, DigitSet};

/// The sentence that introduces a set.
fn introduce(speech: &Speech<'_>, index: usize, als: &Als) -> String {
    let houses: Vec<House> = House::common(als.cells).take(1).collect();
    let holes = [
        ("name", speech.letter(index)),
        ("cells", speech.cells(als.cells)),
        ("houses", speech.houses(&houses)),
        ("n", speech.number(als.cells.len())),
        ("m", speech.number(als.digits.len())),
        ("digits", speech.digits(als.digits)),
    ];
    speech.phrase("als.set", &holes)
}

pub(super) fn als(
    speech: &Speech<'_>,
    step: &Step,
    sets: &[Als],
    commons: &[(u8, u8, Digit)],
    stem: Option<Cell>,
) -> Argument {
    let mut premises: Vec<String> =
        sets.iter().enumerate().map(|(index, als)| introduce(speech, index, als)).collect();
    let gone: DigitSet = step.eliminations.iter().map(|at| at.digit).collect();
    if let Some(stem) = stem {
        for &(set, _, digit) in commons {
            let holes = [
                ("stem", speech.cell(stem)),
                ("digit", speech.digit(digit)),
                ("set", speech.letter(set.into())),
            ];
            premises.push(speech.phrase("blossom.petal", &holes));
        }
        let holes = [
            ("stem", speech.cell(stem)),
            ("digits", speech.digits_or(speech.state.candidates(stem))),
            ("z", speech.digits(gone)),
        ];
        return Argument::of(premises, speech.phrase("blossom.why", &holes));
    }
    for &(a, b, digit) in commons {
        let holes =
            [("digit", speech.digit(digit)), ("a", speech.letter(a.into())), ("b", speech.letter(b.into()))];
        premises.push(speech.phrase("als.common", &holes));
    }
    let joined = |one: usize, other: usize| {
        commons.iter().any(|&(a, b, _)| (usize::from(a), usize::from(b)) == (one, other))
            || commons.iter().any(|&(a, b, _)| (usize::from(b), usize::from(a)) == (one, other))
    };
    let degree = |set: usize| (0..sets.len()).filter(|&other| joined(set, other)).count();
    let is_ring = sets.len() == 2 && commons.len() > 1;
    let ends: Vec<usize> = (0..sets.len()).filter(|&set| degree(set) == 1 && !is_ring).collect();
    let why = match (ends.as_slice(), sets.len()) {
        (&[first, last], 2) => {
            let common = commons.first().map(|common| common.2);
            let holes = [
                ("x", common.map_or_else(|| Phrase::one(""), |digit| speech.digit(digit))),
                ("a", speech.letter(first)),
                ("b", speech.letter(last)),
                ("z", speech.digits(gone)),
            ];
            speech.phrase("als.why.xz", &holes)
        }
        (&[first, last], _) => {
            let mut rest = gone;
            let mut holes =
                vec![("a", speech.letter(first)), ("b", speech.letter(last)), ("z", speech.digits(gone))];
            match gone.first().filter(|_| gone.len() > 1) {
                None => speech.phrase("als.why.chain", &holes),
                Some(digit) => {
                    rest.remove(digit);
                    holes.extend([("first", speech.digit(digit)), ("rest", speech.digits(rest))]);
                    speech.phrase("als.why.chain.several", &holes)
                }
            }
        }
        _ => {
            let shared = commons.iter().map(|common| common.2).collect();
            speech.phrase("als.why.double", &[("shared", speech.digits(shared))])
        }
    };
    Argument::of(premises, why)
}

pub(super) fn sue_de_coq(
    speech: &Speech<'_>,
    step: &Step,
    intersection: &Als,
    line: &Als,
    in_box: &Als,
    houses: [House; 2],
) -> Argument {
    let cells = intersection.cells | line.cells | in_box.cells;
    let digits = intersection.digits | line.digits | in_box.digits;
    let free = intersection.digits.minus(line.digits | in_box.digits);
    let set = |cells: CellSet, digits: DigitSet, house: House| {
        let holes = [
            ("cells", speech.cells(cells)),
            ("digits", speech.digits(digits)),
            ("house", speech.house(house)),
        ];
        speech.phrase("sue-de-coq.set", &holes)
    };
    let both = [
        ("line", speech.house(houses[0])),
        ("box", speech.house(houses[1])),
        ("cells", speech.cells(intersection.cells)),
        ("digits", speech.digits(intersection.digits)),
        ("n", speech.number(cells.len())),
        ("all", speech.digits(digits)),
        ("in_line", speech.digits(line.digits | free)),
        ("in_box", speech.digits(in_box.digits | free)),
    ];
    let mut premises = vec![
        speech.phrase("sue-de-coq.premise", &both),
        set(line.cells, line.digits, houses[0]),
        set(in_box.cells, in_box.digits, houses[1]),
    ];
    // A digit that both outer sets hold is not a digit of the intersection; it counts twice.
    let shared = line.digits & in_box.digits;
    premises.push(if shared.is_empty() {
        speech.phrase("sue-de-coq.count", &both)
    } else {
        speech.phrase("sue-de-coq.count.shared", &[&both[..], &[("shared", speech.digits(shared))]].concat())
    });
    let of_pattern =
        |at: &&Candidate| shared.contains(at.digit) && (line.cells | in_box.cells).contains(at.cell);
    let inner: Vec<&Candidate> = step.eliminations.iter().filter(of_pattern).collect();
    if !inner.is_empty() {
        let holes = [
            ("shared", speech.digits(inner.iter().map(|at| at.digit).collect())),
            ("at", speech.cells(inner.iter().map(|at| at.cell).collect::<CellSet>())),
        ];
        premises.push(speech.phrase("sue-de-coq.both", &holes));
    }
    Argument::of(premises, speech.phrase("sue-de-coq.why", &both))
}
