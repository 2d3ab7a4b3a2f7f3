//! Backdoors, unavoidable sets, bounds and vicinity search, each compared with its definition.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use arcdoku::Choice as _;
use arcdoku::canon::{Canonizer, Clues};
use arcdoku::generate::{
    Grids, Minimizer, SinglesKind, UnavoidableKind, Vicinity, backdoors, fewest_clues, unavoidable_sets,
};
use arcdoku::grid::{Cell, CellSet, Digit};
use arcdoku::testing::instances::{self, is_unique};
use arcdoku::testing::{self, neutral};
use arcdoku::{Limits, Outcome, Puzzle, Question, Shape, Solution, Solver};
use fastrand::Rng;

fn puzzle(line: &str) -> Puzzle {
    line.parse().unwrap()
}

fn solution(puzzle: &Puzzle) -> Solution {
    let Outcome::Unique(solution) = Solver::new().solve(puzzle, &Limits::NONE).outcome else {
        panic!("a proper puzzle")
    };
    solution
}

/// Whether singles solve a puzzle, computed slowly, without state between calls.
fn singles_finish(puzzle: &Puzzle, singles: SinglesKind) -> bool {
    let houses: Vec<_> = puzzle.all_different().collect();
    let mut grid = puzzle.clone();
    let candidates = |grid: &Puzzle, cell: Cell| {
        let seen = |digit: Digit| {
            houses.iter().any(|house| {
                house.cells().contains(&cell)
                    && house.cells().iter().any(|&c| c != cell && grid.givens()[c.index()] == Some(digit))
            })
        };
        grid.admissible(cell).iter().filter(|&digit| !seen(digit)).collect::<Vec<_>>()
    };
    'again: loop {
        let open: Vec<Cell> = (0..puzzle.shape().cells())
            .map(Cell::new)
            .filter(|c| grid.givens()[c.index()].is_none())
            .collect();
        for &cell in &open {
            let here = candidates(&grid, cell);
            if here.len() == 1 && singles != SinglesKind::Hidden {
                grid.set(cell, Some(here[0]));
                continue 'again;
            }
            for house in
                houses.iter().filter(|house| singles != SinglesKind::Naked && house.cells().contains(&cell))
            {
                let free = house.cells().iter().filter(|c| grid.givens()[c.index()].is_none() && **c != cell);
                let elsewhere: BTreeSet<Digit> = free.flat_map(|&c| candidates(&grid, c)).collect();
                if let Some(&only) = here.iter().find(|digit| !elsewhere.contains(digit)) {
                    grid.set(cell, Some(only));
                    continue 'again;
                }
            }
        }
        return open.is_empty();
    }
}

#[test]
fn backdoors_are_as_defined() {
    let mut rng = Rng::with_seed(3);
    let mut sizes = BTreeSet::new();
    for (rows, cols) in [(2, 2), (2, 4)].into_iter().chain([(2, 3); 12]) {
        let shape = Shape::boxes(rows, cols).unwrap();
        let empty = Puzzle::new(shape);
        let grid = instances::full_grid_of(&empty, &mut rng).unwrap();
        let full = instances::with_holes(&empty, &grid, 0, &mut rng);
        let made = Minimizer::new().one(&full, &grid, Some(rng.u64(..)), &Limits::NONE).unwrap();
        for singles in SinglesKind::all() {
            let found = backdoors(&made, &grid, singles, &Limits::NONE).unwrap();
            let finishes = |cells: &[Cell]| {
                let mut filled = made.clone();
                for &cell in cells {
                    filled.set(cell, Some(grid.at(cell)));
                }
                singles_finish(&filled, singles)
            };
            let open: Vec<Cell> =
                (0..shape.cells()).map(Cell::new).filter(|c| made.givens()[c.index()].is_none()).collect();
            let mut expected: Vec<Vec<Cell>> = Vec::new();
            if finishes(&[]) {
                expected.push(Vec::new());
            }
            if expected.is_empty() {
                expected.extend(open.iter().map(|&cell| vec![cell]).filter(|cells| finishes(cells)));
            }
            if expected.is_empty() {
                for (at, &one) in open.iter().enumerate() {
                    expected.extend(
                        open[at + 1..].iter().map(|&two| vec![one, two]).filter(|cells| finishes(cells)),
                    );
                }
            }
            assert_eq!(found, expected, "{made:?} {singles:?}");
            sizes.insert(found.first().map(Vec::len));
        }
    }
    assert!(sizes.contains(&Some(0)) && sizes.contains(&Some(1)), "{sizes:?}");
}

#[test]
fn backdoors_of_a_hard_puzzle() {
    // This puzzle was found by the project's generator. No single cell of it is a backdoor.
    let hard = puzzle("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");
    let grid = solution(&hard);
    let found = backdoors(&hard, &grid, SinglesKind::Both, &Limits::NONE).unwrap();
    assert!(!found.is_empty() && found.iter().all(|cells| cells.len() == 2));
    let open: Vec<Cell> =
        (0..81).map(Cell::new).filter(|cell| hard.givens()[cell.index()].is_none()).collect();
    let step = if testing::runs_all_cases() { 1 } else { 8 };
    for (at, &one) in open.iter().enumerate() {
        for (number, &two) in open[at + 1..].iter().enumerate() {
            if (at + number) % step != 0 && !found.contains(&vec![one, two]) {
                continue;
            }
            let mut filled = hard.clone();
            for cell in [one, two] {
                filled.set(cell, Some(grid.at(cell)));
            }
            assert_eq!(found.contains(&vec![one, two]), singles_finish(&filled, SinglesKind::Both));
        }
    }
    let limits = Limits::NONE.with_nodes(100);
    assert!(backdoors(&hard, &grid, SinglesKind::Both, &limits).is_err());
}

/// The minimal sets of cells, up to a size, in which another solution differs if these cells are emptied.
fn by_clearing(grid: &Solution, cells: CellSet, most: usize) -> BTreeSet<CellSet> {
    let cleared = instances::with_clues(&Puzzle::new(Shape::CLASSIC), grid, |cell| !cells.contains(cell));
    let mut sets = Vec::new();
    Solver::new().solutions(&cleared, &Limits::NONE, |other| {
        let set: CellSet = (0..81).map(Cell::new).filter(|&cell| other.at(cell) != grid.at(cell)).collect();
        if !set.is_empty() && set.len() <= most {
            sets.push(set);
        }
        ControlFlow::Continue(())
    });
    sets.sort_by_key(|set| set.len());
    let mut minimal = BTreeSet::new();
    for set in sets {
        if !minimal.iter().any(|part: &CellSet| part.is_subset(set)) {
            minimal.insert(set);
        }
    }
    minimal
}

fn cells(mut of: impl FnMut(usize) -> bool) -> CellSet {
    (0..81).filter(|&cell| of(cell)).map(Cell::new).collect()
}

#[test]
fn unavoidable_sets_are_as_defined() {
    for seed in 0..3 {
        let grid = Grids::of(Shape::CLASSIC).unwrap().grid(seed);
        for kind in UnavoidableKind::all() {
            for set in unavoidable_sets(&grid, kind, 12) {
                let without = |set: CellSet| {
                    instances::with_clues(&Puzzle::new(Shape::CLASSIC), &grid, |cell| !set.contains(cell))
                };
                assert!(!is_unique(&without(set)), "{set:?} is avoidable");
                for cell in set {
                    assert!(is_unique(&without(set.minus(CellSet::single(cell)))), "{set:?} is not minimal");
                }
            }
        }
    }
}

/// Empties two digits, two rows, a band, or another large region, and lists all solutions. Their differences are the
/// unavoidable sets of the region.
#[test]
fn no_unavoidable_set_is_missed() {
    let mut rng = Rng::with_seed(5);
    let mut checked = 0;
    for seed in 10..12 {
        let grid = Grids::of(Shape::CLASSIC).unwrap().grid(seed);
        let of_kind = |kind| unavoidable_sets(&grid, kind, 12).into_iter().collect::<BTreeSet<_>>();
        let any = of_kind(UnavoidableKind::Any);
        let mut two_digits = BTreeSet::new();
        for a in 0..9 {
            for b in 0..a {
                two_digits.extend(by_clearing(
                    &grid,
                    cells(|c| [a, b].contains(&grid.at(Cell::new(c)).index())),
                    12,
                ));
            }
        }
        assert_eq!(of_kind(UnavoidableKind::TwoDigits), two_digits);
        let mut two_lines = BTreeSet::new();
        for a in 0..9 {
            for b in (0..a).filter(|b| b / 3 == a / 3) {
                two_lines.extend(by_clearing(&grid, cells(|c| [a, b].contains(&(c / 9))), 12));
                two_lines.extend(by_clearing(&grid, cells(|c| [a, b].contains(&(c % 9))), 12));
            }
        }
        assert_eq!(of_kind(UnavoidableKind::TwoLines), two_lines);
        // Some regions lie in two bands or stacks, and others do not.
        let bands = of_kind(UnavoidableKind::TwoBands);
        for _ in 0..30 {
            let (a, b, c) = (rng.usize(..9), rng.usize(..9), rng.usize(..9));
            let band = rng.usize(..3);
            let regions = [
                cells(|cell| cell / 27 == band),
                cells(|cell| [a, b, c].contains(&grid.at(Cell::new(cell)).index())),
                cells(|cell| [a, b, c].contains(&(cell / 27 * 3 + cell % 9 / 3))),
                cells(|cell| cell / 27 != band && rng.usize(..3) == 0 || cell / 9 == a),
                cells(|_| rng.usize(..2) == 0),
            ];
            for region in regions {
                let inside = |sets: &BTreeSet<CellSet>| -> BTreeSet<CellSet> {
                    sets.iter().copied().filter(|set| set.is_subset(region)).collect()
                };
                let expected = by_clearing(&grid, region, 12);
                checked += expected.len();
                assert_eq!(inside(&any), expected, "{region:?}");
                let rows = (0..3).filter(|at| region.iter().any(|cell| cell.index() / 27 == *at)).count();
                if rows < 3 {
                    assert_eq!(inside(&bands), expected, "{region:?}");
                }
            }
        }
    }
    assert!(checked > 300, "{checked}");
}

#[test]
fn a_puzzle_has_no_fewer_clues_than_the_bound() {
    for seed in 0..3 {
        let grid = Grids::of(Shape::CLASSIC).unwrap().grid(seed);
        let full = instances::with_clues(&Puzzle::new(Shape::CLASSIC), &grid, |_| true);
        let made = Minimizer::new().one(&full, &grid, Some(seed), &Limits::NONE).unwrap();
        let sets = unavoidable_sets(&grid, UnavoidableKind::Any, 12);
        let bound = fewest_clues(&sets, &Limits::NONE.with_nodes(100_000));
        assert!(bound.clues > 7 && bound.clues <= made.clues(), "{bound:?}");
        // The clues of the puzzle hit all sets.
        let given = cells(|cell| made.givens()[cell].is_some());
        assert!(sets.iter().all(|set| !set.is_disjoint(given)));
        if let Some(hit) = bound.hit {
            assert!(hit.len() == bound.clues && sets.iter().all(|set| !set.is_disjoint(hit)));
        }
    }
}

/// All puzzles made by removing `minus` clues and adding up to `plus`, found by trial.
fn around_by_trying(puzzle: &Puzzle, minus: usize, plus: usize) -> BTreeSet<Vec<Option<Digit>>> {
    fn change(
        from: &Puzzle,
        first: usize,
        minus: usize,
        plus: usize,
        out: &mut BTreeSet<Vec<Option<Digit>>>,
    ) {
        if minus + plus == 0 {
            out.insert(from.givens().to_vec());
        }
        for cell in first..81 {
            let mut next = from.clone();
            if minus > 0 {
                if from.givens()[cell].is_some() {
                    next.set(Cell::new(cell), None);
                    let begin = if minus == 1 { 0 } else { cell + 1 };
                    change(&next, begin, minus - 1, plus, out);
                }
            } else if plus > 0 && from.givens()[cell].is_none() {
                for digit in (0..9).map(Digit::from_index) {
                    next.set(Cell::new(cell), Some(digit));
                    if next.clue_conflict().is_none() {
                        change(&next, cell + 1, 0, plus - 1, out);
                    }
                }
            }
        }
    }
    let mut all = BTreeSet::new();
    for plus in 0..=plus {
        change(puzzle, 0, minus, plus, &mut all);
    }
    let all: Vec<Puzzle> = all.iter().map(|givens| Puzzle::with_givens(Shape::CLASSIC, givens)).collect();
    let mut proper = Vec::new();
    Solver::new().ask_all(Question::Unique, &all, &Limits::NONE, |answer| {
        proper.push(matches!(answer.outcome, Outcome::Unique(_)));
    });
    let clues = |puzzle: &Puzzle| {
        (0..81).map(Cell::new).filter(|cell| puzzle.givens()[cell.index()].is_some()).collect::<Vec<_>>()
    };
    let is_minimal = |puzzle: &&Puzzle| {
        clues(puzzle).into_iter().all(|cell| {
            let mut less = (*puzzle).clone();
            less.set(cell, None);
            !is_unique(&less)
        })
    };
    let found = all.iter().zip(proper).filter(|(_, proper)| *proper).map(|(puzzle, _)| puzzle);
    found.filter(is_minimal).filter(|found| *found != puzzle).map(|puzzle| puzzle.givens().to_vec()).collect()
}

fn around(puzzle: &Puzzle, minus: usize, plus: usize) -> BTreeSet<Vec<Option<Digit>>> {
    let mut found = BTreeSet::new();
    let mut vicinity = Vicinity::new(minus, plus);
    let looked = vicinity.of(puzzle, &Limits::NONE, &mut |puzzle| {
        found.insert(puzzle.givens().to_vec());
        ControlFlow::Continue(())
    });
    assert_eq!(looked, Ok(true));
    // The union of the parts is the whole result.
    let mut parts = BTreeSet::new();
    for part in 0..vicinity.parts(puzzle) {
        let looked = vicinity.parts_of(puzzle, part..part + 1, &Limits::NONE, &mut |puzzle| {
            parts.insert(puzzle.givens().to_vec());
            ControlFlow::Continue(())
        });
        assert_eq!(looked, Ok(true));
    }
    assert_eq!(parts, found);
    found
}

/// A minimal puzzle of this project.
const PUZZLE: &str = "...9...18..5.......7..1.9..2...573........5....3.4....8...24.9..2.8.9..4..9..3...";

#[test]
fn vicinity_search_misses_nothing() {
    let minimal = puzzle(PUZZLE);
    let mut less = minimal.clone();
    less.set(Cell::new(3), None);
    let mut more = minimal.clone();
    let grid = solution(&minimal);
    for cell in [0, 40, 80].map(Cell::new) {
        more.set(cell, Some(grid.at(cell)));
    }
    let long: &[_] = if testing::runs_all_cases() { &[(&more, 3, 1)] } else { &[] };
    for &(puzzle, minus, plus) in
        [(&minimal, 2, 1), (&less, 0, 1), (&less, 0, 2), (&more, 2, 0), (&more, 3, 0)].iter().chain(long)
    {
        let expected = around_by_trying(puzzle, minus, plus);
        assert_eq!(around(puzzle, minus, plus), expected, "-{minus}+{plus}");
        println!("-{minus}+{plus}: {} puzzles", expected.len());
    }
    // Adding three clues must give the same puzzles as adding one clue and then two more, for every choice of the
    // first.
    let mut less = minimal.clone();
    less.set(Cell::new(61), None);
    let mut expected = around(&less, 0, 1);
    let one = expected.len();
    let mut firsts = Vec::new();
    for cell in (0..81).map(Cell::new).filter(|cell| less.givens()[cell.index()].is_none()) {
        for digit in less.admissible(cell) {
            let mut with = less.clone();
            with.set(cell, Some(digit));
            if with.clue_conflict().is_none() {
                firsts.push(with);
            }
        }
    }
    let step = firsts.len() / testing::cases(firsts.len());
    for with in firsts.iter().step_by(step) {
        expected.extend(around(with, 0, 2));
    }
    println!("-0+3: {} puzzles, {one} with one more clue", expected.len());
    assert!(expected.len() > one);
    let found = around(&less, 0, 3);
    assert!(expected.is_subset(&found));
    if step == 1 {
        assert_eq!(found.len(), expected.len());
    }
    let changed = |givens: &[Option<Digit>]| givens.iter().zip(less.givens()).filter(|(a, b)| a != b).count();
    for givens in found.iter().step_by(8 * step) {
        assert!((1..=3).contains(&changed(givens)));
        assert!(is_unique(&Puzzle::with_givens(Shape::CLASSIC, givens)));
    }
    assert_eq!(Vicinity::new(0, 3).parts(&less), 81);
    assert_eq!(Vicinity::new(0, 3).parts(&puzzle("1...............")), 0);
    assert_eq!(Vicinity::new(40, 0).parts(&minimal), 0);
    assert!(around(&minimal, 40, 0).is_empty());
}

/// An exchange of clues can be undone, so if one puzzle reaches another, the other reaches it, too. Around a puzzle
/// with 17 clues, all other puzzles are known, and half of them are in a file.
#[test]
fn seventeen_clue_puzzles_reach_each_other() {
    let Some(text) = neutral::shared("puzzles/seventeen_clue.txt") else { return };
    let mut canonizer = Canonizer::new();
    let mut form = |puzzle: &Puzzle| canonizer.canonize(&Clues::of(puzzle).unwrap()).form;
    let known: BTreeSet<Clues> = text.lines().map(|line| form(&puzzle(line))).collect();
    let mut vicinity = Vicinity::new(1, 1);
    let (mut found, mut here) = (0, 0);
    for from in known.iter().step_by(known.len() / testing::cases(60)) {
        let mut reached = BTreeSet::new();
        let each = &mut |puzzle: &Puzzle| {
            reached.insert(form(puzzle));
            ControlFlow::Continue(())
        };
        assert_eq!(vicinity.of(&from.puzzle(), &Limits::NONE, each), Ok(true));
        reached.remove(from);
        for to in &reached {
            assert_eq!(to.len(), 17);
            found += 1;
            here += usize::from(known.contains(to));
            let mut back = false;
            let each = &mut |puzzle: &Puzzle| {
                back |= form(puzzle) == *from;
                ControlFlow::Continue(())
            };
            assert_eq!(vicinity.of(&to.puzzle(), &Limits::NONE, each), Ok(true));
            assert!(back, "{from} reaches {to}");
        }
    }
    println!("{found} puzzles with 17 clues were found, {here} of them in the file of {}", known.len());
    assert!(found > testing::cases(20) && here * 3 > found);
}
