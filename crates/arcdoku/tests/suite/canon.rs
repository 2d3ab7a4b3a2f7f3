//! Canonical forms compared with the oracle, with all transformations, and with each other.

use std::fs;

use arcdoku::canon::{Canonizer, Clues, Order};
use arcdoku::grid::Symmetry;
use arcdoku::testing::{self, instances, neutral};
use arcdoku::{Puzzle, Shape, Solution};
use fastrand::Rng;

const ORDERS: [Order; 2] = [Order::Counts, Order::Text];

/// A full grid with 648 automorphisms, the largest number for a full grid.
const MOST_REGULAR: &str =
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

fn read(line: &str) -> Clues {
    let mut numbers = [0; 81];
    for (number, byte) in numbers.iter_mut().zip(line.bytes()) {
        *number = if byte.is_ascii_digit() { byte - b'0' } else { 0 };
    }
    Clues::from_numbers(&numbers).unwrap()
}

fn solution(rng: &mut Rng) -> Solution {
    instances::full_grid(Shape::CLASSIC, rng)
}

fn grid(rng: &mut Rng) -> Clues {
    let cells: Vec<_> = solution(rng).digits().iter().copied().map(Some).collect();
    Clues::from_cells(&cells).unwrap()
}

/// A grid with some cells emptied.
fn thinned(rng: &mut Rng, clues: usize) -> Clues {
    let puzzle = Puzzle::new(Shape::CLASSIC);
    Clues::of(&instances::with_holes(&puzzle, &solution(rng), 81 - clues, rng)).unwrap()
}

/// Other clues of the same class.
fn shuffled(clues: &Clues, rng: &mut Rng) -> Clues {
    let symmetry = Symmetry::random(Shape::CLASSIC, |n| rng.usize(..n));
    Clues::from_cells(&symmetry.apply(&clues.cells())).unwrap()
}

#[test]
fn forms_agree_with_the_oracle() {
    let mut canonizer = Canonizer::new();
    for name in ["seventeen_clue", "minimal", "easy", "grid"] {
        let Some(text) = neutral::shared(&format!("canon/{name}.tsv")) else { return };
        for line in text.lines() {
            let (clues, form) = line.split_once('\t').unwrap();
            assert_eq!(canonizer.canonize(&read(clues)).form.to_string(), form, "{name}: {clues}");
        }
        println!("{name}: {} forms agree", text.lines().count());
    }
}

/// Compares generated clues with their recorded forms, automorphisms and keys. None may change, because keys are stored
/// in files.
#[test]
fn forms_and_keys_are_unchanged() {
    let text = fs::read_to_string(neutral::workspace().join("testdata/canon/forms.tsv")).unwrap();
    let mut wrong = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let now = testing::canon::line(&read(line));
        if now != line {
            println!("{line}\nis now {now}");
            wrong += 1;
        }
    }
    assert_eq!(wrong, 0);
}

#[test]
fn a_class_has_one_form() {
    let mut rng = Rng::with_seed(9);
    for order in ORDERS {
        let mut canonizer = Canonizer::with_order(order);
        for round in 0..600 {
            let clues = match round % 6 {
                0 => grid(&mut rng),
                1 => read(MOST_REGULAR),
                2 => Clues::from_numbers(&std::array::from_fn(|_| rng.u8(0..10))).unwrap(),
                _ => thinned(&mut rng, round % 81),
            };
            let found = canonizer.canonize(&clues);
            let other = canonizer.canonize(&shuffled(&clues, &mut rng));
            assert_eq!(other.form, found.form, "{clues}");
            assert_eq!(other.automorphisms, found.automorphisms, "{clues}");
            assert_eq!(other.key(), found.key(), "{clues}");
            assert_eq!(found.symmetry().apply(&clues.cells()), found.form.cells(), "{clues}");
            assert_eq!(found.symmetry().inverse().apply(&found.form.cells()), clues.cells(), "{clues}");
            assert_eq!(canonizer.canonize(&found.form).form, found.form, "a form is its own form: {clues}");
            assert!(order == Order::Counts || found.form <= clues);
        }
    }
}

#[test]
fn different_classes_have_different_keys() {
    let mut rng = Rng::with_seed(7);
    let mut canonizer = Canonizer::new();
    let mut forms = Vec::new();
    for round in 0..3000 {
        forms.push(canonizer.canonize(&thinned(&mut rng, round % 30)));
    }
    let distinct = |keys: Vec<u128>| keys.into_iter().collect::<std::collections::BTreeSet<_>>().len();
    let classes = forms.iter().map(|found| found.form).collect::<std::collections::BTreeSet<_>>().len();
    assert_eq!(distinct(forms.iter().map(arcdoku::canon::Canonical::key).collect()), classes);
    assert_eq!(distinct(forms.iter().map(|found| u128::from(found.key64())).collect()), classes);
    let low = forms.iter().map(|found| u128::from(found.key() as u64)).collect();
    assert_eq!(distinct(low), classes);
}

#[test]
fn automorphisms_of_regular_clues() {
    let automorphisms =
        |clues: &Clues| ORDERS.map(|order| Canonizer::with_order(order).canonize(clues).automorphisms);
    let all = 2 * 6u64.pow(8) * 362_880;
    assert_eq!(automorphisms(&Clues::EMPTY), [all; 2]);
    let mut cells = [0; 81];
    cells[40] = 5;
    // The class has one member for each of the 81 cells and each of the nine digits.
    assert_eq!(automorphisms(&Clues::from_numbers(&cells).unwrap()), [all / 81 / 9; 2]);
    let regular = read(MOST_REGULAR);
    assert_eq!(automorphisms(&regular), [648; 2]);
    for at in 1..81 {
        cells[at] = regular.numbers()[at];
        cells[0] = regular.numbers()[0];
        let found = automorphisms(&Clues::from_numbers(&cells).unwrap());
        // The automorphisms are a subgroup of the symmetries, so their number divides the number of symmetries.
        assert!(found[0] == found[1] && all.is_multiple_of(found[0]), "{at}");
    }
}

#[test]
fn other_puzzles_are_refused() {
    assert!(Clues::of(&Puzzle::new(Shape::boxes(4, 4).unwrap())).is_err());
    assert!(Clues::of(&instances::windoku(Puzzle::new(Shape::CLASSIC))).is_err());
    assert_eq!(Clues::of(&Puzzle::new(Shape::CLASSIC)), Ok(Clues::EMPTY));
    assert_eq!(Clues::from_numbers(&[10; 81]), None);
    assert_eq!(Clues::from_cells(&[None; 80]), None);
    let clues = thinned(&mut Rng::with_seed(3), 30);
    assert_eq!(Clues::of(&clues.puzzle()), Ok(clues));
    assert_eq!((clues.len(), read(&clues.to_string())), (30, clues));
}

/// Tries all 2 * 6^8 geometric transformations, with digits named in order of appearance. Compares the smallest text,
/// and the number of transformations that yield it, in both orders.
#[test]
fn forms_agree_with_all_transformations() {
    let mut rng = Rng::with_seed(5);
    let mut trials = vec![thinned(&mut rng, 24), thinned(&mut rng, 40), grid(&mut rng), read(MOST_REGULAR)];
    // A member of a class with several automorphisms and with empty rows and columns.
    let mut cells = *read(MOST_REGULAR).numbers();
    cells[..18].fill(0);
    (0..81).filter(|at| at % 9 > 5).for_each(|at| cells[at] = 0);
    trials.push(Clues::from_numbers(&cells).unwrap());
    // Repeated digits.
    trials.push(Clues::from_numbers(&std::array::from_fn(|_| rng.u8(0..3))).unwrap());
    for (number, clues) in trials.into_iter().enumerate() {
        // Trying all transformations takes a second.
        let orders = if testing::runs_all_cases() { &ORDERS[..] } else { &ORDERS[number % 2..][..1] };
        for &order in orders {
            let found = Canonizer::with_order(order).canonize(&clues);
            let (form, count) = by_hand(&clues, order);
            assert_eq!(found.form, form, "{clues} {order:?}");
            let named = (1..=9).filter(|digit| clues.numbers().contains(digit)).count() as u64;
            let renamings: u64 = (1..=9 - named).product();
            assert_eq!(found.automorphisms, count * renamings, "{clues} {order:?}");
        }
    }
}

fn by_hand(clues: &Clues, order: Order) -> (Clues, u64) {
    let mut lines: Vec<[usize; 9]> = Vec::new();
    let threes = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    for number in 0..1296 {
        let [groups, a, b, c] = [216, 36, 6, 1].map(|unit| threes[number / unit % 6]);
        lines.push(std::array::from_fn(|at| 3 * groups[at / 3] + [a, b, c][at / 3][at % 3]));
    }
    let mut best = ([9; 9], [9; 81]);
    let mut count = 0;
    for transpose in [false, true] {
        for cols in &lines {
            for rows in &lines {
                let at = |row: usize, col: usize| {
                    let (row, col) = (rows[row], cols[col]);
                    clues.numbers()[if transpose { 9 * col + row } else { 9 * row + col }]
                };
                let counts: [u8; 9] = if order == Order::Counts {
                    std::array::from_fn(|i| (0..3).map(|j| u8::from(at(i / 3, 3 * (i % 3) + j) != 0)).sum())
                } else {
                    [0; 9]
                };
                if counts > best.0 {
                    continue;
                }
                let mut smaller = counts < best.0;
                let mut names = [0; 10];
                let mut named = 0;
                let mut text = [9; 81];
                let as_small = (0..81).all(|i| {
                    let digit = usize::from(at(i / 9, i % 9));
                    if digit > 0 && names[digit] == 0 {
                        named += 1;
                        names[digit] = named;
                    }
                    text[i] = names[digit];
                    smaller |= text[i] < best.1[i];
                    smaller || text[i] == best.1[i]
                });
                if smaller {
                    (best, count) = ((counts, text), 0);
                }
                count += u64::from(as_small);
            }
        }
    }
    (Clues::from_numbers(&best.1).unwrap(), count)
}
