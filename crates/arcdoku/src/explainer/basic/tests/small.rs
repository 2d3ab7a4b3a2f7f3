//! One small state per technique, with all candidates except the ones that the pattern excludes.

use super::super::super::board::{Board, bits};
use super::*;
use crate::deduction::Pattern;
use crate::deduction::houses::HOUSES;
use crate::grid::{Cell, CellSet, Digit};

/// Starts with all candidates everywhere. `r12c3=45` leaves only these digits in the cells, `r1c23-45` removes them,
/// and `r1c1!5` fills a cell; `b1` and `r1` stand for all cells of a house.
fn board(text: &str) -> Board {
    let mut state = Candidates::new();
    for word in text.split_whitespace() {
        let at = word.find(['=', '-', '!']).unwrap();
        let (cells, digits) = (cells(&word[..at]), &word[at + 1..]);
        let digits = digits.bytes().fold(0_u16, |set, digit| set | 1 << (digit - b'1'));
        for cell in cells.iter().map(Cell::index) {
            match &word[at..=at] {
                "=" => bits(!digits & 0x1ff).for_each(|digit| state.remove(cell, digit)),
                "-" => bits(digits).for_each(|digit| state.remove(cell, digit)),
                _ => state.fill(cell, digits.trailing_zeros() as usize),
            }
        }
    }
    Board::of(&state)
}

fn cells(text: &str) -> CellSet {
    let sets = text.split(['r', 'c', 'b']).skip(1);
    let first = |kind: char| match kind {
        'r' => 0,
        'c' => 9,
        _ => 18,
    };
    let kinds = text.chars().filter(|c| !c.is_ascii_digit());
    kinds.zip(sets).fold(CellSet::all(81), |cells, (kind, digits)| {
        let houses = digits.bytes().map(|digit| HOUSES[first(kind) + usize::from(digit - b'1')]);
        cells & houses.fold(CellSet::EMPTY, CellSet::or)
    })
}

/// The rating, technique and effect of each step.
fn summary(found: impl IntoIterator<Item = RatedStep>) -> String {
    let mut lines = Vec::new();
    for (tenths, step) in found {
        let mut words = vec![format!("{}.{}", tenths / 10, tenths % 10), step.technique.slug().to_owned()];
        let hint = OracleHint::of(tenths, &step.placements, &step.eliminations);
        let name = |cell: Cell| format!("r{}c{}", cell.index() / 9 + 1, cell.index() % 9 + 1);
        words.extend(hint.placement.map(|at| format!("{}={}", name(at.cell), at.digit)));
        let mut last = None;
        for at in &hint.eliminations {
            if last == Some(at.cell) {
                words.last_mut().unwrap().push_str(&at.digit.to_string());
            } else {
                words.push(format!("{}-{}", name(at.cell), at.digit));
            }
            last = Some(at.cell);
        }
        lines.push(words.join(" "));
    }
    lines.join(", ")
}

/// The findings of a technique, named as in the file of states.
fn finds(name: &str, text: &str) -> String {
    summary(found(&board(text), name).unwrap())
}

#[test]
fn singles() {
    assert_eq!(
        finds("hs", "r1c1!1 r1c2!2 r1c3!3 r1c4!4 r1c5!5 r1c6!6 r1c7!7 r1c8!8"),
        "1.0 full-house r1c9=9"
    );
    assert_eq!(finds("hs", "r1c23-5 r23c123-5 r1c456789-5"), "1.2 hidden-single r1c1=5");
    // Columns come before rows.
    assert_eq!(finds("hs", "r5c12346789-5 r12346789c9-6"), "1.5 hidden-single r5c9=6");
    assert_eq!(finds("ns", "r9c9=1 r5c5=7"), "2.3 naked-single r5c5=7");
    assert_eq!(finds("hs", "r5c5=7"), "");
}

#[test]
fn locked_candidates() {
    let pointing = "r1c3-5 r23c123-5 r2c56-5 r3c456-5";
    assert_eq!(finds("dl", pointing), "1.7 direct-pointing r2c4=5");
    assert_eq!(finds("lk", pointing), "2.6 pointing r1c4-5 r1c5-5 r1c6-5 r1c7-5 r1c8-5 r1c9-5");
    let claiming = "r1c456789-5 r2c56789-5 r3c789-5";
    assert_eq!(finds("dl", claiming), "1.9 direct-claiming r2c4=5");
    assert_eq!(finds("lk", claiming), "2.8 claiming r2c1-5 r2c2-5 r2c3-5 r3c1-5 r3c2-5 r3c3-5");
}

#[test]
fn sets() {
    let pair = "r1c3-12 r23c123-12 r2c123-3 r3c12-3 r1c3-3";
    assert_eq!(finds("dh2", pair), "2.0 direct-hidden-pair r3c3=3");
    assert_eq!(finds("h2", pair), "3.4 hidden-pair r1c1-3456789 r1c2-3456789");
    let triple = "r23c123-123 r2c123-4 r3c12-4";
    assert_eq!(finds("dh2", triple), "");
    assert_eq!(finds("dh3", triple), "2.5 direct-hidden-triple r3c3=4");
    assert_eq!(finds("h3", triple), "4.0 hidden-triple r1c1-456789 r1c2-456789 r1c3-456789");
    // The pair is found only in the box, although it is also in the row.
    assert_eq!(
        finds("n2", "r1c12=12"),
        "3.0 naked-pair r1c3-12 r2c1-12 r2c2-12 r2c3-12 r3c1-12 r3c2-12 r3c3-12"
    );
    assert_eq!(finds("n3", "r1c1=12 r1c5=23 r1c9=13").split(' ').nth(1), Some("naked-triple"));
    assert_eq!(finds("n4", "r1c1=12 r1c5=23 r1c9=34 r1c7=14").split(' ').nth(1), Some("naked-quadruple"));
    assert_eq!(finds("h4", "r2345c5-1234 r6c5-1234").split(' ').nth(1), Some("hidden-quadruple"));
}

#[test]
fn fish() {
    let x_wing = "r2345678c1-5 r2345678c5-5 r1c346789-6";
    assert_eq!(
        finds("f2", x_wing),
        "3.2 x-wing r1c2-5 r1c3-5 r1c4-5 r1c6-5 r1c7-5 r1c8-5 r1c9-5 r9c2-5 r9c3-5 r9c4-5 r9c6-5 r9c7-5 r9c8-5 r9c9-5"
    );
    let rated = found(&board(x_wing), "f2").unwrap().remove(0);
    let Pattern::Fish(fish) = rated.1.pattern else { panic!("a fish") };
    assert!(fish.base.iter().all(|house| house.is_column()) && fish.cover.iter().all(|house| house.is_row()));
    assert_eq!((fish.body.len(), fish.fins.len()), (4, 0));
    assert_eq!(finds("f3", "r2c134679-5 r5c134679-5 r8c1345679-5").split(' ').nth(1), Some("swordfish"));
    assert_eq!(finds("f4", "r1258c13579-5").split(' ').nth(1), Some("jellyfish"));
}

#[test]
fn wings() {
    assert_eq!(finds("xy", "r1c1=12 r1c9=13 r9c1=23"), "4.2 xy-wing r9c9-3");
    assert_eq!(finds("xyz", "r1c1=123 r1c9=13 r2c2=23"), "4.4 xyz-wing r1c2-3 r1c3-3");
}

#[test]
fn unique_rectangles() {
    assert_eq!(finds("ul", "r14c1=12 r1c2=12 r4c2=123"), "4.5 unique-loop-1 r4c2-12");
    assert_eq!(
        finds("ul", "r1c12=12 r4c12=123"),
        "4.5 unique-loop-2 r4c3-3 r4c4-3 r4c5-3 r4c6-3 r4c7-3 r4c8-3 r4c9-3 r5c1-3 r5c2-3 r5c3-3 r6c1-3 r6c2-3 r6c3-3"
    );
    // Boxes come before rows, so the subset of the box is found first; then type 4.
    let naked = "r1c12=12 r4c1=123 r4c2=124 r6c3=34 r4c3456789-1";
    assert_eq!(
        finds("ul", naked),
        "4.5 unique-loop-4 r4c1-2 r4c2-2, 4.6 unique-loop-3 r4c3-34 r5c1-34 r5c2-34 r5c3-34 r6c1-34 r6c2-34"
    );
    let steps = found(&board(naked), "ul").unwrap();
    let Pattern::UniqueLoop { subset, roof, .. } = &steps[1].1.pattern else { panic!("a loop") };
    let (house, others, digits, hidden) = subset.unwrap();
    assert_eq!((house.to_string().as_str(), others, digits.len(), hidden), ("b4", cells("r6c3"), 2, false));
    assert_eq!(*roof, cells("r4c12"));
}

/// A state with all digits in two cells of each house: a full grid, overlaid with the same grid with each digit one
/// higher.
fn grave(more: &[(usize, usize)]) -> Board {
    let mut state = Candidates::new();
    for cell in 0..81 {
        let digit = (3 * (cell / 9 % 3) + cell / 27 + cell % 9) % 9;
        state.cells[cell] = 1 << digit | 1 << ((digit + 1) % 9);
    }
    for &(cell, digit) in more {
        state.cells[cell] |= 1 << digit;
    }
    Board::of(&state)
}

#[test]
fn graves() {
    let finds = |more: &[(usize, usize)]| summary(found(&grave(more), "bug").unwrap());
    assert_eq!(finds(&[]), "");
    // r1c1 is 1 or 2, r1c2 2 or 3, r1c3 3 or 4.
    assert_eq!(finds(&[(0, 4)]), "5.6 bug-type-1 r1c1-12");
    assert_eq!(
        finds(&[(0, 6), (1, 6)]),
        "5.7 bug-type-2 r1c6-7 r1c7-7 r2c3-7 r3c1-7, 5.7 bug-type-4 r1c1-1 r1c2-3, 5.7 bug-type-4 r1c1-1 r1c2-3"
    );
    let third = finds(&[(0, 6), (1, 7)]);
    let steps: Vec<&str> = third.split(", ").collect();
    assert_eq!(steps[..2], ["5.7 bug-type-4 r1c1-1 r1c2-3"; 2]);
    // r3c1 is 7 or 8, and so is one of the two cells.
    assert_eq!(steps[2], "5.8 bug-type-3 r2c3-7 r3c2-8");
}

#[test]
fn aligned_cells() {
    let pair = "r1c1=123 r1c3=13 r2c3=23";
    assert_eq!(finds("ape", pair), "6.2 aligned-pair-exclusion r1c2-3");
    let step = found(&board(pair), "ape").unwrap().remove(0).1;
    let Pattern::Aligned { cells, ways } = step.pattern else { panic!("aligned cells") };
    assert_eq!(cells, [0, 1].map(Cell::new));
    let [one, two, three] = [0, 1, 2].map(Digit::from_index);
    let emptied = [2, 11].map(|cell| Some(Cell::new(cell)));
    assert_eq!(
        ways,
        [(vec![one, three], emptied[0]), (vec![two, three], emptied[1]), (vec![three, three], None)]
    );
    let triple = "r1c1=12 r2c2=34 r1c2=135 r1c3=145 r2c1=235 r2c3=245";
    assert_eq!(finds("ape", triple), "");
    assert_eq!(finds("ate", triple), "7.5 aligned-triple-exclusion r3c1-5");
}
