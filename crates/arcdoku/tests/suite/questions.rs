//! Questions other than solving, compared with all solutions of small puzzles.

use std::collections::BTreeSet;
use std::ops::{ControlFlow, RangeInclusive};

use arcdoku::grid::{Cell, Digit, DigitSet, Shape};
use arcdoku::puzzle::{Puzzle, Rule, Solution, Violation};
use arcdoku::search::SearchEnd;
use arcdoku::solve::{
    Necessity, Restriction, TrueCandidates, contradiction, equal_cells, estimate, fastest_chronological,
    necessities, restricts,
};
use arcdoku::testing::instances::{full_grid, with_holes};
use arcdoku::testing::neutral::shared;
use arcdoku::{Limits, Outcome, Solver};
use fastrand::Rng;

const RULES: [&str; 14] = [
    "thermo: r1c1 r2c1 r3c1",
    "cage 5: r1c1 r1c2",
    "cage 6: r3c3 r4c3",
    "white-dot: r2c2 r2c3",
    "black-dot: r1c4 r2c4",
    "arrow: r4c4 r3c4 r3c3",
    "anti-knight",
    "diagonals",
    "whisper 2: r1c1 r2c2 r3c3",
    "palindrome: r1c2 r2c3 r3c2",
    "sandwich 5: r2c1 r2c2 r2c3 r2c4",
    "or [one-of 1 2: r4c1] [one-of 3: r1c4]",
    "all-different: r1c1 r2c3 r4c4",
    "x-sum 7: r1c1 r1c2 r1c3 r1c4",
];

fn small() -> Puzzle {
    Puzzle::new(Shape::boxes(2, 2).unwrap())
}

fn ruled(rules: &[&str]) -> Puzzle {
    rules.iter().fold(small(), |puzzle, text| puzzle.with_rule(text.parse::<Rule>().unwrap()))
}

fn given(mut puzzle: Puzzle, clues: &[(usize, u8)]) -> Puzzle {
    clues.iter().for_each(|&(cell, digit)| puzzle.set(Cell::new(cell), Digit::new(digit)));
    puzzle
}

/// A random puzzle with up to three rules and up to three clues.
fn random(rng: &mut Rng) -> Puzzle {
    let mut texts: Vec<&str> = RULES.to_vec();
    rng.shuffle(&mut texts);
    let clues: Vec<(usize, u8)> = (0..rng.usize(0..4)).map(|_| (rng.usize(0..16), rng.u8(1..=4))).collect();
    given(ruled(&texts[..rng.usize(0..4)]), &clues)
}

fn all_solutions(puzzle: &Puzzle) -> Vec<Solution> {
    let mut all = Vec::new();
    Solver::new().solutions(puzzle, &Limits::NONE, |solution| {
        all.push(solution);
        ControlFlow::Continue(())
    });
    all
}

#[test]
fn true_candidates_of_edited_puzzles() {
    let mut rng = Rng::with_seed(1);
    let mut candidates = TrueCandidates::new();
    let mut puzzle = small();
    for round in 0..150 {
        match rng.u8(0..8) {
            0 => puzzle = random(&mut rng),
            1..=3 => {
                let text = RULES[rng.usize(0..RULES.len())];
                puzzle = puzzle.with_rule(text.parse::<Rule>().unwrap());
            }
            4..=6 => puzzle.set(Cell::new(rng.usize(0..16)), Digit::new(rng.u8(1..=4))),
            _ => puzzle.set(Cell::new(rng.usize(0..16)), None),
        }
        let most = if round % 3 == 0 { 70 } else { 3 };
        let found = candidates.ask(&puzzle, most, &Limits::NONE);
        let all = all_solutions(&puzzle);
        for cell in (0..16).map(Cell::new) {
            for digit in DigitSet::all(4) {
                let count = all.iter().filter(|solution| solution.at(cell) == digit).count() as u64;
                assert_eq!(found.counts[cell.index()][digit.index()], count.min(most), "{puzzle:?}");
            }
        }
        assert!(found.limit.is_none() && found.unknown.iter().all(|set| set.is_empty()));
        assert!(!found.complete || found.solutions == all.len() as u64);
    }
}

#[test]
fn true_candidates_of_larger_grids() {
    let mut candidates = TrueCandidates::new();
    for (puzzle, cells) in [
        (Puzzle::new(Shape::CLASSIC), 81),
        (Puzzle::new(Shape::CLASSIC).with_rule(Rule::AntiKnight), 81),
        (Puzzle::new(Shape::boxes(2, 3).unwrap()), 36),
    ] {
        let found = candidates.ask(&puzzle, 1, &Limits::NONE);
        assert!(
            (0..cells).all(|cell| found.digits(Cell::new(cell)) == DigitSet::all(puzzle.shape().digits()))
        );
        assert!(found.searches < 200 || puzzle.is_plain(), "a solution shows many candidates");
        // The second answer needs only the first one.
        let again = candidates.ask(&puzzle, 1, &Limits::NONE);
        assert_eq!((again.searches, again.limit), (0, None));
    }
    let hard = Puzzle::new(Shape::CLASSIC).with_rule("sum = 9: r1c1 r1c2 r2c3".parse::<Rule>().unwrap());
    let cut = candidates.ask(&hard, 1, &Limits::NONE.with_nodes(0));
    assert!(cut.limit.is_some() && cut.unknown.iter().any(|set| !set.is_empty()));
}

#[test]
fn equal_cells_are_equal_in_all_solutions() {
    let mut rng = Rng::with_seed(2);
    for _ in 0..60 {
        let puzzle = random(&mut rng);
        let all = all_solutions(&puzzle);
        let found = equal_cells(&puzzle, &Limits::NONE);
        assert_eq!((found.solved, found.unknown.len(), found.limit), (!all.is_empty(), 0, None));
        let is_open = |cell: Cell| all.iter().any(|solution| solution.at(cell) != all[0].at(cell));
        let equal = |a: Cell, b: Cell| all.iter().all(|solution| solution.at(a) == solution.at(b));
        for a in (0..16).map(Cell::new) {
            for b in (a.index() + 1..16).map(Cell::new) {
                let together = found.groups.iter().any(|group| group.contains(&a) && group.contains(&b));
                assert_eq!(together, is_open(a) && equal(a, b), "{a:?} {b:?} {puzzle:?}");
            }
        }
    }
}

/// Two puzzles with 16 digits, with all their solutions, which were found without learning. Searches with learning
/// answer questions about such puzzles. The first puzzle has few solutions, and the second has more than such a search
/// finds.
fn of_16_digits() -> Vec<(Puzzle, BTreeSet<Solution>)> {
    let shape = Shape::boxes(4, 4).unwrap();
    let mut solver = Solver::with_strategy(fastest_chronological(&Puzzle::new(shape)));
    let mut rng = Rng::with_seed(3);
    let mut drawn = |wanted: RangeInclusive<usize>| loop {
        let puzzle = with_holes(&Puzzle::new(shape), &full_grid(shape, &mut rng), 140, &mut rng);
        let mut all = BTreeSet::new();
        let limits = Limits::NONE.with_nodes(100_000);
        let (end, _) = solver.solutions(&puzzle, &limits, |solution| {
            all.insert(solution);
            ControlFlow::Continue(())
        });
        if end == SearchEnd::Complete && wanted.contains(&all.len()) {
            return (puzzle, all);
        }
    };
    vec![drawn(4..=200), drawn(1_100..=5_000)]
}

/// A full 16x16 grid without the cells of `count` rectangles. Each has two solutions, independently of the others.
fn rectangles(count: usize) -> Puzzle {
    let shape = Shape::boxes(4, 4).unwrap();
    let value = |row: usize, column: usize| (4 * (row % 4) + row / 4 + column) % 16;
    let digits: Vec<Digit> = (0..256).map(|cell| Digit::from_index(value(cell / 16, cell % 16))).collect();
    let givens: Vec<Option<Digit>> = digits.into_iter().map(Some).collect();
    let mut puzzle = Puzzle::try_with_givens(shape, &givens).unwrap();
    let mut left = count;
    // Two rows of a band and two columns of different stacks, or the other way round, with the same two digits.
    for top in 0..16 {
        for below in top + 1..16 {
            for left_column in 0..16 {
                for right in left_column + 1..16 {
                    let corners = [(top, left_column), (top, right), (below, left_column), (below, right)];
                    let [a, b, c, d] = corners.map(|(row, column)| value(row, column));
                    let boxes = usize::from(top / 4 != below / 4) + usize::from(left_column / 4 != right / 4);
                    let is_given =
                        |&(row, column): &(usize, usize)| puzzle.givens()[row * 16 + column].is_some();
                    if left > 0 && a == d && b == c && boxes == 1 && corners.iter().all(is_given) {
                        corners
                            .iter()
                            .for_each(|&(row, column)| puzzle.set(Cell::new(row * 16 + column), None));
                        left -= 1;
                    }
                }
            }
        }
    }
    assert_eq!(left, 0);
    puzzle
}

fn all_of(puzzle: &Puzzle) -> BTreeSet<Solution> {
    let mut all = BTreeSet::new();
    let (end, _) =
        Solver::with_strategy(fastest_chronological(puzzle)).solutions(puzzle, &Limits::NONE, |solution| {
            all.insert(solution);
            ControlFlow::Continue(())
        });
    assert_eq!(end, SearchEnd::Complete);
    all
}

#[test]
fn the_last_solutions_are_found_once_and_limits_lose_none() {
    for count in [1, 2, 6, 7] {
        let puzzle = rectangles(count);
        let all = all_of(&puzzle);
        assert_eq!(all.len(), 1 << count);
        let half = 1 << (count - 1);
        let digits_of = |cell: Cell| all.iter().map(|solution| solution.at(cell)).collect::<DigitSet>();
        for nodes in [Some(0), Some(1), Some(2), Some(5), None] {
            for most in [1, half - 1, half, half + 1, 2 * half - 1, 2 * half] {
                let most = most.max(1);
                let found = TrueCandidates::new().ask(&puzzle, most, &Limits::NONE.with_nodes(nodes));
                assert!(nodes.is_some() || found.limit.is_none());
                for cell in (0..256).map(Cell::new) {
                    for digit in DigitSet::all(16) {
                        let exact = all.iter().filter(|solution| solution.at(cell) == digit).count() as u64;
                        let counted = found.counts[cell.index()][digit.index()];
                        let is_known = !found.unknown[cell.index()].contains(digit);
                        let expected = exact.min(most);
                        assert!(
                            if is_known { counted == expected } else { counted <= expected },
                            "{count} rectangles, {nodes:?} nodes, up to {most}: {counted} {expected}"
                        );
                    }
                    assert!(nodes.is_some() || found.digits(cell) == digits_of(cell));
                }
            }
        }
        let equal = equal_cells(&puzzle, &Limits::NONE);
        assert!(equal.unknown.is_empty() && equal.groups.iter().map(Vec::len).sum::<usize>() == 4 * count);
    }
}

#[test]
fn searches_that_learn_give_the_same_answers() {
    for (puzzle, all) in of_16_digits() {
        let mut solver = Solver::new();
        let mut found = BTreeSet::new();
        let (end, stats) = solver.solutions(&puzzle, &Limits::NONE, |solution| {
            assert!(found.insert(solution), "twice");
            ControlFlow::Continue(())
        });
        assert_eq!((end, stats.solutions, &found), (SearchEnd::Complete, all.len() as u128, &all));
        let counted = solver.count(&puzzle, None, &Limits::NONE);
        assert_eq!((counted.solutions, counted.exact), (all.len() as u128, true));
        let most = all.len() as u128 - 1;
        let counted = solver.count(&puzzle, Some(most), &Limits::NONE);
        assert_eq!((counted.solutions, counted.exact), (most, false));

        // Edits: one more clue, and back again.
        let open = (0..256).map(Cell::new).find(|cell| puzzle.givens()[cell.index()].is_none()).unwrap();
        let mut edited = puzzle.clone();
        edited.set(open, Some(all.first().unwrap().at(open)));
        for most in [1, 7, 10_000] {
            let mut candidates = TrueCandidates::new();
            for current in [&puzzle, &edited, &puzzle] {
                let found = candidates.ask(current, most, &Limits::NONE);
                let left = || {
                    all.iter().filter(|solution| {
                        current.givens()[open.index()].is_none_or(|digit| solution.at(open) == digit)
                    })
                };
                for cell in (0..256).map(Cell::new) {
                    let mut counts = vec![0_u64; 16];
                    left().for_each(|solution| counts[solution.at(cell).index()] += 1);
                    let expected: Vec<u64> = counts.into_iter().map(|count| count.min(most)).collect();
                    assert_eq!(found.counts[cell.index()], expected, "{cell:?}, up to {most}");
                }
                assert!(found.limit.is_none() && found.unknown.iter().all(|set| set.is_empty()));
            }
        }

        let equal = equal_cells(&puzzle, &Limits::NONE);
        assert!(equal.solved && equal.unknown.is_empty());
        let is_open =
            |cell: Cell| all.iter().any(|solution| solution.at(cell) != all.first().unwrap().at(cell));
        let open: Vec<Cell> = (0..256).map(Cell::new).filter(|&cell| is_open(cell)).collect();
        for (place, &a) in open.iter().enumerate() {
            for &b in &open[place + 1..] {
                let together = equal.groups.iter().any(|group| group.contains(&a) && group.contains(&b));
                assert_eq!(
                    together,
                    all.iter().all(|solution| solution.at(a) == solution.at(b)),
                    "{a:?} {b:?}"
                );
            }
        }
    }
}

#[test]
fn estimates_of_known_numbers() {
    let small = estimate(&small(), 10, 1, &Limits::NONE);
    assert_eq!((small.exact, small.samples), (Some(288), 0));
    for (shape, known, samples) in
        [(Shape::boxes(2, 3).unwrap(), 28_200_960.0_f64, 2_000), (Shape::CLASSIC, 6.670_903_752e21, 1_000)]
    {
        let found = estimate(&Puzzle::new(shape), samples, 3, &Limits::NONE);
        assert!(found.exact.is_none() && found.samples == samples && found.limit.is_none());
        let [low, high] = found.interval;
        assert!(low <= known.log10() && known.log10() <= high, "{shape}: {found:?}");
        assert!(found.error < 0.2 && (found.log10 - known.log10()).abs() < 0.1, "{shape}: {found:?}");
        assert_eq!(found, estimate(&Puzzle::new(shape), samples, 3, &Limits::NONE));
    }
    // Tests results beyond the range of floats, branches without a solution, and limits that are reached.
    let huge = estimate(&Puzzle::new(Shape::latin(32).unwrap()), 5, 1, &Limits::NONE);
    assert!(huge.log10 > 308.0 && huge.log10.is_finite());
    let none = estimate(&given(Puzzle::new(Shape::CLASSIC), &[(0, 1), (1, 1)]), 5, 1, &Limits::NONE);
    assert_eq!(none.exact, Some(0));
    let late =
        estimate(&Puzzle::new(Shape::CLASSIC), 5, 1, &Limits::NONE.with_time(std::time::Duration::ZERO));
    assert_eq!((late.samples, late.log10), (0, f64::NEG_INFINITY));
}

#[test]
fn parts_that_are_necessary() {
    let mut solver = Solver::new();
    let puzzle: Puzzle = "1.....3..4.....2".parse().unwrap();
    let Outcome::Unique(solution) = solver.solve(&puzzle, &Limits::NONE).outcome else {
        panic!("one solution");
    };
    let sum: u8 = solution.digits()[..2].iter().map(|digit| digit.get()).sum();
    let puzzle = puzzle.with_rule(format!("cage {sum}: r1c1 r1c2").parse::<Rule>().unwrap());
    let found = necessities(&mut solver, &puzzle, &solution, &Limits::NONE);
    assert_eq!(found.len(), puzzle.rules().len() + puzzle.clues());
    for (part, necessity) in found {
        let rules = puzzle.rules().iter().enumerate().filter(|&(index, _)| part.rule() != Some(index));
        let mut less =
            rules.fold(Puzzle::bare(puzzle.shape()), |less, (_, rule)| less.with_rule(rule.clone()));
        less.set_givens(puzzle.givens());
        if let Some(cell) = part.clue() {
            less.set(cell, None);
        }
        let count = solver.count(&less, Some(2), &Limits::NONE).solutions;
        match necessity {
            Necessity::Necessary(other) => {
                assert!(count == 2 && other != solution && less.is_solved_by(&other), "{part}");
            }
            other => assert_eq!((other, count), (Necessity::Unnecessary, 1), "{part}"),
        }
    }
}

#[test]
fn contradictions_name_the_nearest_houses() {
    let cages = ["cage 3: r1c8 r1c9", "cage 4: r2c8 r2c9"];
    let palindrome = ["palindrome: r9c4 r8c5 r7c6 r6c7"];
    for (rules, house) in [(&cages[..], "box 3"), (&palindrome, "box 8")] {
        let puzzle = rules.iter().fold(Puzzle::new(Shape::CLASSIC), |puzzle, text| {
            puzzle.with_rule(Rule::parse(text, Shape::CLASSIC).unwrap())
        });
        let found = contradiction(&mut Solver::new(), &puzzle, &Limits::NONE).unwrap();
        let parts: Vec<String> = found.parts.iter().map(ToString::to_string).collect();
        assert_eq!(parts, [&[house], rules].concat());
    }
}

#[test]
fn contradictions_are_minimal() {
    let mut rng = Rng::with_seed(4);
    let mut solver = Solver::new();
    let mut seen = 0;
    for _ in 0..200 {
        let puzzle = random(&mut rng);
        let found = contradiction(&mut solver, &puzzle, &Limits::NONE);
        assert_eq!(found.is_none(), !all_solutions(&puzzle).is_empty());
        let Some(found) = found else { continue };
        seen += 1;
        assert!(found.minimal && !found.parts.is_empty());
        // The parts contradict each other. If any one of them is left out, there is a solution.
        let solutions = |parts: &[arcdoku::solve::Part]| {
            let mut made = Puzzle::bare(puzzle.shape());
            for part in parts {
                made = match (part.clue(), part.rule()) {
                    (Some(cell), _) => {
                        made.set(cell, puzzle.givens()[cell.index()]);
                        made
                    }
                    (None, Some(rule)) if part.to_string() == puzzle.rules()[rule].to_string() => {
                        made.with_rule(puzzle.rules()[rule].clone())
                    }
                    _ => {
                        let shape = puzzle.shape();
                        made.with_rule(Rule::all_different(shape, part.cells()).unwrap())
                    }
                };
            }
            Solver::new().count(&made, Some(1), &Limits::NONE).solutions
        };
        assert_eq!(solutions(&found.parts), 0);
        for out in 0..found.parts.len() {
            let mut less = found.parts.clone();
            less.remove(out);
            assert_eq!(solutions(&less), 1, "{:?}", found.parts);
        }
    }
    assert!(seen > 20);
    let puzzle = given(small(), &[(0, 1), (1, 1)]);
    let limits = Limits::NONE.with_time(std::time::Duration::ZERO);
    // If there is no time, no part is left out.
    let found = contradiction(&mut solver, &puzzle, &limits).unwrap();
    assert_eq!((found.parts.len(), found.minimal), (14, false));
    let found = contradiction(&mut solver, &puzzle, &Limits::NONE).unwrap();
    let texts: Vec<String> = found.parts.iter().map(ToString::to_string).collect();
    assert_eq!(texts, ["row 1", "r1c1=1", "r1c2=1"]);
}

#[test]
fn restrictions() {
    let mut rng = Rng::with_seed(5);
    let mut solver = Solver::new();
    for _ in 0..150 {
        let (puzzle, other) = (random(&mut rng), random(&mut rng));
        let other = if rng.bool() { other } else { given(small(), &[(rng.usize(0..16), 2)]) };
        let found = restricts(&mut solver, &puzzle, &other, &Limits::NONE);
        let broken = all_solutions(&puzzle).into_iter().find(|solution| !other.is_solved_by(solution));
        match found {
            Restriction::Yes => assert_eq!(broken, None),
            Restriction::No(solution) => {
                assert!(puzzle.is_solved_by(&solution) && !other.is_solved_by(&solution));
            }
            other => panic!("{other:?}"),
        }
    }
    // There are more solutions than the solver enumerates, so it negates rules instead.
    let usual = Puzzle::new(Shape::CLASSIC);
    let with = |rule: &str| usual.clone().with_rule(rule.parse::<Rule>().unwrap());
    let mut ask = |puzzle: &Puzzle, other: &Puzzle| restricts(&mut solver, puzzle, other, &Limits::NONE);
    assert_eq!(ask(&with("thermo: r1c1 r1c2 r1c3"), &with("thermo: r1c1 r1c3")), Restriction::Yes);
    assert!(matches!(ask(&with("thermo: r1c1 r1c3"), &with("thermo: r1c1 r1c2 r1c3")), Restriction::No(_)));
    assert_eq!(ask(&with("cage 3: r1c1 r1c2"), &with("one-of 1 2: r1c1")), Restriction::Yes);
    assert_eq!(ask(&given(usual.clone(), &[(3, 7)]), &usual), Restriction::Yes);
    assert!(matches!(ask(&usual, &given(usual.clone(), &[(3, 7)])), Restriction::No(_)));
    assert_eq!(ask(&usual, &small()), Restriction::OtherShape);
}

#[test]
fn violations_of_grids() {
    let puzzle = given(ruled(&["thermo: r1c1 r2c1 r3c1", "cage 5: r1c1 r1c2"]), &[(15, 2)]);
    let mut grid = vec![None; 16];
    assert!(puzzle.violations(&grid).is_empty());
    for (cell, digit) in [(0, 3), (4, 1), (3, 3), (1, 4), (15, 1)] {
        grid[cell] = Digit::new(digit);
    }
    let texts: Vec<String> = puzzle
        .violations(&grid)
        .iter()
        .map(|violation| match violation {
            Violation::Constraint { rule, constraint, cells } => {
                let cells: Vec<usize> = cells.iter().map(|cell| cell.index()).collect();
                format!("{rule} {constraint} {cells:?}")
            }
            other => format!("{other:?}"),
        })
        .collect();
    let expected = [
        format!("{:?}", Violation::Clue(Cell::new(15))),
        "0 row 1 [0, 3]".to_owned(),
        "3 thermo: r1c1 r2c1 r3c1 [0, 4]".to_owned(),
        "4 cage 5: r1c1 r1c2 [0, 1]".to_owned(),
    ];
    assert_eq!(texts, expected);
}

/// The published layouts of a peer, each with whether it has a filling.
fn layouts() -> Vec<(Puzzle, bool)> {
    let Some(text) = shared("variants/iss_layouts.jsonl") else { return Vec::new() };
    let field = |line: &str, name: &str| {
        let rest = line.split_once(&format!("\"{name}\":\"")).map(|(_, rest)| rest.to_owned());
        rest.and_then(|rest| rest.split_once('"').map(|(value, _)| value.to_owned())).unwrap_or_default()
    };
    let puzzle = |line: &str| {
        let mut names: Vec<char> = Vec::new();
        let map = field(line, "input");
        let regions: Vec<u8> = map
            .trim_start_matches(".Jigsaw~")
            .chars()
            .map(|symbol| {
                let known = names.iter().position(|&name| name == symbol);
                known.unwrap_or_else(|| {
                    names.push(symbol);
                    names.len() - 1
                }) as u8
            })
            .collect();
        let shape = Shape::latin(regions.len().isqrt()).unwrap();
        let puzzle = Puzzle::new(shape).with_rule(Rule::regions(shape, &regions).unwrap());
        // Digits are interchangeable, so the digits of the first row are in order.
        let row: Vec<(usize, u8)> = (0..shape.columns()).map(|col| (col, col as u8 + 1)).collect();
        let puzzle = given(puzzle, &row);
        (puzzle, field(line, "expect") == "some")
    };
    let lines = text.lines().filter(|line| !line.contains(".Shape~"));
    lines.map(puzzle).collect()
}

#[test]
fn layouts_of_a_peer_have_fillings_or_none() {
    let limits = Limits::NONE.with_nodes(2_000);
    let mut solver = Solver::new();
    let mut decided = 0;
    for (puzzle, expected) in layouts().into_iter().step_by(64) {
        match solver.first(&puzzle, &limits).outcome {
            Outcome::Unsatisfiable(_) => assert!(!expected),
            Outcome::Unknown { found: None, .. } => continue,
            _ => assert!(expected),
        }
        decided += 1;
    }
    println!("{decided} layouts");
}

#[test]
#[ignore = "minutes"]
fn all_layouts_of_a_peer_are_decided() {
    let mut solver = Solver::new();
    let wrong: Vec<usize> = layouts()
        .iter()
        .enumerate()
        .filter(|(_, (puzzle, expected))| {
            solver.first(puzzle, &Limits::NONE).outcome.solution().is_some() != *expected
        })
        .map(|(place, _)| place)
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}
