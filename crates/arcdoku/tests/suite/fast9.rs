//! The fast engines compared with the reference solver, with csp and with each other, on every tier of this machine.
//! `fast9_limits` tests valid questions and limits, and `fast9_properties` tests random puzzles.
//!
//! Under Miri, which has only the portable tier, sizes are smaller and long tests are skipped.

use std::collections::{BTreeSet, HashSet};
use std::ops::ControlFlow;

use arcdoku::fast9::{Board, Engine, EngineReport, Tier};
use arcdoku::grid::{Cell, Digit, DigitSet, Shape};
use arcdoku::search::Strategy;
use arcdoku::solve::{Method, PlainAnswer};
use arcdoku::testing::instances::{
    candidates_around, contradictory_row, full_grid, is_unique, proper, solutions_by, with_clue_conflict,
    with_clues, with_holes, with_wrong_clue,
};
use arcdoku::testing::neutral::{read, shared};
use arcdoku::testing::tiers::{Tiers, same};
use arcdoku::testing::{cases, reference, runs_all_cases};
use arcdoku::{Limits, Outcome, Puzzle, Question, Rule, Solution, Solver};
use fastrand::Rng;

const WIKIPEDIA: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const SEVENTEEN: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
const EMPTY: &str = ".................................................................................";

fn puzzle(line: &str) -> Puzzle {
    line.parse().expect("a line of 81 symbols")
}

fn empty() -> Puzzle {
    Puzzle::new(Shape::CLASSIC)
}

/// `line` with some cells replaced by these clues.
fn with(line: &str, clues: &[(usize, u8)]) -> Puzzle {
    let mut made = puzzle(line);
    for &(cell, digit) in clues {
        made.set(Cell::new(cell), Digit::new(digit));
    }
    made
}

/// The strategy of csp and search with which the engines are compared.
fn csp() -> Strategy {
    Strategy::named("singles-mrv-md").expect("in the table")
}

/// The number of solutions that csp counts, at most `up_to`.
fn counted(puzzle: &Puzzle, up_to: u64) -> u64 {
    let count = Solver::with_strategy(csp()).count(puzzle, Some(up_to.into()), &Limits::NONE);
    u64::try_from(count.solutions).expect("at most the requested number")
}

/// Whether the reference solver is fast enough for the puzzle. Plain backtracking, which visits the same tree and can
/// be stopped, decides this.
fn within_reach(puzzle: &Puzzle, nodes: u64) -> bool {
    let plain = Strategy::named("backtracking").expect("in the table");
    let limits = Limits::NONE.with_nodes(nodes);
    Solver::with_strategy(plain).count(puzzle, None, &limits).limit.is_none()
}

/// Tests all questions about a puzzle with these solutions, which are in lexicographic order.
fn agree(tiers: &mut Tiers, puzzle: &Puzzle, expected: &[Solution], place: &str) {
    let number = expected.len() as u64;
    let (mut found, all) = tiers.solutions(puzzle, usize::MAX, None);
    assert_eq!((all.solutions, all.backtracks), (number, all.guesses), "{place}");
    found.sort_unstable();
    assert!(found == expected, "{place}: found {}, expected {number}", found.len());
    let count = tiers.count(puzzle, u64::MAX, None);
    assert_eq!((count.solutions, count.limit), (number, None), "{place}");
    for wanted in [0, 1, 2, 5, number.max(1), number + 1] {
        let found = tiers.solve(puzzle, wanted, None);
        assert_eq!((found.solutions, found.limit), (wanted.min(number), None), "{place}: {wanted} wanted");
        let count = tiers.count(puzzle, wanted, None);
        assert_eq!((count.solutions, count.limit), (wanted.min(number), None), "{place}: {wanted} wanted");
    }
}

#[test]
fn every_tier_of_this_machine_runs() {
    let here: Vec<Tier> = Tier::available().collect();
    assert_eq!(here.last(), Some(&Tier::Portable), "every machine has this tier, and it is the slowest");
    for tier in Tier::ALL {
        assert_eq!(tier.to_string().parse(), Ok(tier));
        let engine = Engine::with_tier(tier);
        println!("{tier}: {}", if engine.is_some() { "runs" } else { "skipped, not of this machine" });
        assert_eq!(engine.map(|engine| engine.tier()), here.contains(&tier).then_some(tier));
    }
    assert!("AVX2".parse::<Tier>().is_err_and(|error| error.to_string().contains("\"AVX2\"")));
    assert_eq!(Tiers::available().engines().len(), here.len());
}

/// The tiers match the features that the machine reports, without missing or extra tiers.
#[test]
#[cfg(all(target_arch = "x86_64", not(miri)))]
fn the_tiers_match_the_machine() {
    use std::arch::is_x86_feature_detected as has;
    let avx2 = has!("avx2") && has!("bmi1") && has!("bmi2") && has!("popcnt") && has!("lzcnt");
    let avx512 = avx2 && has!("avx512f") && has!("avx512bw") && has!("avx512dq") && has!("avx512vl");
    let expected = [(avx512, Tier::Avx512), (avx2, Tier::Avx2), (true, Tier::Portable)];
    let expected: Vec<Tier> = expected.into_iter().filter_map(|(has, tier)| has.then_some(tier)).collect();
    assert_eq!(Tier::available().collect::<Vec<Tier>>(), expected);
}

/// Tests both engines on puzzles of every kind, few enough for `cargo xtask miri`.
#[test]
fn both_engines_on_a_few_puzzles() {
    let mut tiers = Tiers::available();
    let solution = reference::solutions(&puzzle(SOLVED), 1).remove(0);
    let mut rng = Rng::with_seed(7);
    let restricted = empty().with_rule(candidates_around(Shape::CLASSIC, &solution, 0.3, &mut rng));
    let cases = [(puzzle(WIKIPEDIA), 1), (with(WIKIPEDIA, &[(1, 5)]), 0), (empty(), 2), (restricted, 1)];
    for (puzzle, least) in &cases {
        assert!(tiers.solve(puzzle, 2, None).solutions >= *least);
    }
    assert_eq!(tiers.count(&empty(), 8, None).solutions, 8);
    for engine in tiers.engines() {
        let cage = empty().with_rule("cage 12: r1c1 r1c2".parse::<Rule>().expect("a rule"));
        let puzzles = [&cases[0].0, &cage, &cases[1].0, &cases[0].0];
        let mut found = Vec::new();
        engine.batch(puzzles, 2, &Limits::NONE, |one| found.push(one.map(|one| one.solutions)));
        assert_eq!(found, [Some(1), None, Some(0), Some(1)]);
    }
}

#[test]
fn known_answers() {
    let mut rng = Rng::with_seed(1);
    let contradictory = contradictory_row(Shape::CLASSIC).expect("room");
    let cases = [
        ("singles", puzzle(WIKIPEDIA), 1),
        ("seventeen clues", puzzle(SEVENTEEN), 1),
        ("full", puzzle(SOLVED), 1),
        ("one hole", with(SOLVED, &[(40, 0)]), 1),
        ("full, and two cells of a row are swapped", with(SOLVED, &[(0, 3), (1, 5)]), 0),
        ("full, and one cell is wrong", with(SOLVED, &[(80, 1)]), 0),
        ("all cells equal", puzzle(&EMPTY.replace('.', "7")), 0),
        ("one hole, which no digit fills", with(SOLVED, &[(40, 0), (44, 5)]), 0),
        ("equal clues in a row", with(WIKIPEDIA, &[(8, 5)]), 0),
        ("equal clues in a column", with(WIKIPEDIA, &[(72, 5)]), 0),
        ("equal clues in a box", with(WIKIPEDIA, &[(20, 5), (19, 0)]), 0),
        ("equal clues in a mini-row", with(WIKIPEDIA, &[(1, 5)]), 0),
        ("equal clues in a mini-column", with(WIKIPEDIA, &[(9, 5)]), 0),
        ("two equal clues in a row", with(EMPTY, &[(0, 1), (8, 1)]), 0),
        ("two equal clues in a column", with(EMPTY, &[(0, 1), (72, 1)]), 0),
        ("two equal clues in a box", with(EMPTY, &[(0, 1), (10, 1)]), 0),
        ("two equal clues in a mini-row", with(EMPTY, &[(0, 1), (1, 1)]), 0),
        ("two equal clues in a mini-column", with(EMPTY, &[(0, 1), (9, 1)]), 0),
        ("a row that lacks a digit and its place", contradictory, 0),
    ];
    let mut tiers = Tiers::available();
    for (name, puzzle, expected) in cases {
        println!("{name}");
        let found = tiers.solve(&puzzle, 2, None);
        assert_eq!((found.solutions, found.limit), (expected, None), "{name}");
        let solutions = tiers.solutions(&puzzle, 9, None).0;
        assert_eq!(solutions.len() as u64, expected, "{name}");
        assert_eq!(solutions.first(), found.first().as_ref(), "{name}");
        assert_eq!(tiers.count(&puzzle, 10, None).solutions, expected, "{name}");
    }
    assert_eq!(
        tiers.solve(&puzzle(WIKIPEDIA), 2, None).first(),
        tiers.solve(&puzzle(SOLVED), 1, None).first()
    );
    for _ in 0..if cfg!(miri) { 1 } else { 200 } {
        let clash = with_clue_conflict(&empty(), &mut rng).expect("houses");
        let clash = tiers.solve(&clash, 2, None);
        assert_eq!((clash.solutions, clash.guesses), (0, 0), "equal clues are found without a guess");
    }
}

#[test]
fn the_empty_grid() {
    let mut tiers = Tiers::available();
    let limits: &[u64] = if cfg!(miri) { &[1, 2, 50] } else { &[1, 2, 3, 1_000, 100_000] };
    for &limit in limits {
        let count = tiers.count(&empty(), limit, None);
        assert_eq!((count.solutions, count.limit), (limit, None));
        if limit <= 1_000 {
            assert_eq!(tiers.solve(&empty(), limit, None).solutions, limit);
            assert_eq!(tiers.solutions(&empty(), limit as usize, None).0.len() as u64, limit);
        }
    }
}

/// Tests puzzles with one clue fewer than the minimum of proper puzzles.
#[test]
fn sixteen_clues() {
    let mut tiers = Tiers::available();
    let most = if cfg!(miri) { 10 } else { 3_000 };
    let clues: Vec<usize> = (0..81).filter(|&cell| SEVENTEEN.as_bytes()[cell] != b'.').collect();
    assert_eq!(clues.len(), 17);
    for &cell in clues.iter().step_by(if cfg!(miri) { 9 } else { 1 }) {
        let puzzle = with(SEVENTEEN, &[(cell, 0)]);
        let expected = counted(&puzzle, most);
        assert!(expected > 1);
        assert_eq!(tiers.count(&puzzle, most, None).solutions, expected, "without the clue of cell {cell}");
        assert_eq!(tiers.solve(&puzzle, 2, None).solutions, 2, "without the clue of cell {cell}");
        assert_eq!(tiers.solutions(&puzzle, most as usize, None).0.len() as u64, expected);
    }
}

/// Tests candidate restrictions in all forms, with and without clues.
#[test]
fn restricted_candidates() {
    let mut tiers = Tiers::available();
    let solution = reference::solutions(&puzzle(SOLVED), 1).remove(0);
    let own = |cell: usize| DigitSet::single(solution.at(Cell::new(cell)));
    let all = DigitSet::all(9);
    let rule = |set: &dyn Fn(usize) -> DigitSet| {
        Rule::candidates(Shape::CLASSIC, &(0..81).map(set).collect::<Vec<_>>()).expect("digits of the shape")
    };
    let other = |cell: usize| if own(cell) == own(0) { own(1) } else { own(0) };
    let cases = [
        ("all candidates", rule(&|_| all), puzzle(WIKIPEDIA), 1),
        ("single candidates without clues", rule(&own), empty(), 1),
        ("single candidates with clues", rule(&own), puzzle(WIKIPEDIA), 1),
        ("single candidates, one wrong", rule(&|i| if i == 50 { other(i) } else { own(i) }), empty(), 0),
        ("no candidate in a cell", rule(&|i| if i == 80 { DigitSet::EMPTY } else { all }), empty(), 0),
        (
            "no candidate in a given cell",
            rule(&|i| if i == 0 { DigitSet::EMPTY } else { all }),
            puzzle(SOLVED),
            0,
        ),
        ("no candidate at all", rule(&|_| DigitSet::EMPTY), empty(), 0),
        (
            "a clue that is not allowed",
            rule(&|i| if i == 0 { all.minus(own(0)) } else { all }),
            puzzle(WIKIPEDIA),
            0,
        ),
        ("a digit without a cell", rule(&|_| all.minus(own(0))), empty(), 0),
        ("a digit that a row lacks", rule(&|i| if i < 9 { all.minus(own(0)) } else { all }), empty(), 0),
        (
            "the solution is not allowed",
            rule(&|i| if i == 2 { all.minus(own(2)) } else { all }),
            puzzle(WIKIPEDIA),
            0,
        ),
    ];
    for (name, rule, puzzle, expected) in cases {
        println!("{name}");
        let puzzle = puzzle.with_rule(rule);
        assert!(Engine::takes(&puzzle));
        assert_eq!(tiers.solve(&puzzle, 2, None).solutions, expected, "{name}");
        assert_eq!(tiers.solutions(&puzzle, 9, None).0.len() as u64, expected, "{name}");
        assert_eq!(tiers.count(&puzzle, 9, None).solutions, expected, "{name}");
    }
    if cfg!(miri) {
        return;
    }
    // If a puzzle has two restrictions, both apply.
    let (even, half) =
        (rule(&|i| if i % 2 == 0 { own(i) } else { all }), rule(&|i| if i < 60 { own(i) } else { all }));
    let both = empty().with_rule(even).with_rule(half);
    agree(&mut tiers, &both, &reference::solutions(&both, 1_000), "two restrictions");
}

/// Digits above 9 and rules that the engines do not support are refused.
#[test]
fn supported_puzzles() {
    let takes = [empty(), puzzle(WIKIPEDIA), puzzle(SOLVED)];
    assert!(takes.iter().all(Engine::takes) && takes.iter().all(Engine::takes_together));
    let boxes = |rows, cols| Puzzle::new(Shape::boxes(rows, cols).expect("a shape"));
    let not = [
        boxes(2, 2),
        boxes(1, 9),
        boxes(9, 1),
        boxes(4, 4),
        Puzzle::bare(Shape::CLASSIC),
        Puzzle::bare(Shape::CLASSIC).with_rule(Rule::Columns),
        Puzzle::bare(Shape::CLASSIC).with_rule(Rule::Columns).with_rule(Rule::Diagonals),
        empty().with_rule("cage 12: r1c1 r1c2".parse::<Rule>().expect("a rule")),
        empty().with_rule("thermo: r1c1 r1c2".parse::<Rule>().expect("a rule")),
        empty().with_rule("whisper 5: r1c1 r1c2".parse::<Rule>().expect("a rule")),
    ];
    let mut engine = Engine::new();
    for puzzle in not {
        assert!(!Engine::takes(&puzzle), "{puzzle:?}");
        for number in [0, 1, 2] {
            assert_eq!(engine.solve(&puzzle, number, &Limits::NONE), None, "{puzzle:?}");
            assert_eq!(engine.count(&puzzle, number, &Limits::NONE), None, "{puzzle:?}");
        }
        let found = engine.solutions(&puzzle, &Limits::NONE, |_| unreachable!("nothing is searched"));
        assert_eq!(found, None, "{puzzle:?}");
    }
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn neutral_data() {
    let mut tiers = Tiers::available();
    let cases: Vec<_> =
        ["agreement/shapes.txt", "agreement/rules.txt"].iter().flat_map(|file| read(file)).collect();
    let cases: Vec<_> = cases.iter().filter(|case| Engine::takes(&case.puzzle)).collect();
    assert!(cases.len() >= 6 && cases.iter().any(|case| !case.puzzle.is_plain()), "{} cases", cases.len());
    for case in cases {
        let expected = reference::solutions(&case.puzzle, 100_000);
        assert_eq!(expected.len() as u128, case.count, "{}", case.place);
        agree(&mut tiers, &case.puzzle, &expected, &case.place);
    }
}

/// Compares sets of solutions, not only counts, with the reference solver, up to some thousands of solutions.
#[test]
fn solution_sets() {
    let mut rng = Rng::with_seed(3);
    let mut tiers = Tiers::available();
    let (rounds, reach) = if cfg!(miri) { (1, 100) } else { (240, 20_000) };
    let (mut sizes, mut none) = (BTreeSet::new(), 0);
    for round in 0..rounds {
        let solution = full_grid(Shape::CLASSIC, &mut rng);
        // The kinds of puzzles: random holes, all cells of some digits emptied, and restricted candidates, each also
        // with a wrong clue.
        let mut puzzle = match round % 4 {
            0 => with_holes(&empty(), &solution, rng.usize(30..56), &mut rng),
            1 => {
                let gone = rng.u8(2..5);
                with_clues(&empty(), &solution, |cell| solution.at(cell).get() > gone)
            }
            2 => {
                let gone = rng.u8(3..5);
                let holes: BTreeSet<usize> = (0..7).map(|_| rng.usize(..81)).collect();
                with_clues(&empty(), &solution, |cell| {
                    solution.at(cell).get() > gone && !holes.contains(&cell.index())
                })
            }
            _ => empty().with_rule(candidates_around(Shape::CLASSIC, &solution, 0.25, &mut rng)),
        };
        let wrong = round % 5 == 4;
        if wrong {
            let cell = Cell::new(rng.usize(..81));
            puzzle.set(cell, Digit::new(solution.at(cell).get() % 9 + 1));
        }
        if !within_reach(&puzzle, reach) {
            continue;
        }
        let expected = reference::solutions(&puzzle, 10_000);
        assert!(wrong || expected.contains(&solution));
        none += usize::from(expected.is_empty());
        sizes.insert(expected.len());
        agree(&mut tiers, &puzzle, &expected, &format!("round {round}"));
    }
    println!("numbers of solutions: {sizes:?}, {none} times none");
    assert!(cfg!(miri) || sizes.len() > 15 && none > 20);
}

/// Compares puzzles with some thousands of solutions with the reference solver.
#[test]
#[cfg_attr(miri, ignore = "takes too long")]
fn large_solution_sets() {
    let mut rng = Rng::with_seed(8);
    let mut tiers = Tiers::available();
    let mut puzzles = std::iter::repeat_with(|| {
        let solution = full_grid(Shape::CLASSIC, &mut rng);
        with_clues(&empty(), &solution, |cell| solution.at(cell).get() > 4)
    });
    for _ in 0..3 {
        let fits = |puzzle: &Puzzle| {
            (1_000..5_000).contains(&counted(puzzle, 5_000)) && within_reach(puzzle, 50_000)
        };
        let puzzle = puzzles.find(fits).expect("there are many");
        let expected = reference::solutions(&puzzle, 10_000);
        println!("{} solutions", expected.len());
        agree(&mut tiers, &puzzle, &expected, "four digits are open");
    }
}

/// Counts that only csp can check.
#[test]
#[cfg_attr(miri, ignore = "takes too long")]
fn counts_of_loose_puzzles() {
    const MOST: u64 = 20_000;
    let mut rng = Rng::with_seed(4);
    let mut tiers = Tiers::available();
    let mut exact = 0;
    let rounds = if runs_all_cases() { 40 } else { 9 };
    for round in 0..rounds {
        let solution = full_grid(Shape::CLASSIC, &mut rng);
        let mut puzzle = proper(&empty(), &solution, 81, &mut rng, is_unique);
        let mut gone = 0;
        while gone < 2 + round % 3 {
            let cell = Cell::new(rng.usize(..81));
            gone += usize::from(puzzle.givens()[cell.index()].is_some());
            puzzle.set(cell, None);
        }
        let expected = counted(&puzzle, MOST);
        let found = tiers.count(&puzzle, MOST, None);
        assert_eq!((found.solutions, found.limit), (expected, None), "round {round}");
        if expected < MOST {
            exact += 1;
            let (solutions, all) = tiers.solutions(&puzzle, usize::MAX, None);
            assert_eq!((all.solutions, all.limit), (expected, None), "round {round}");
            let mut solutions = solutions;
            solutions.sort_unstable();
            let mut others = solutions_by(csp(), &puzzle, usize::MAX);
            others.sort_unstable();
            assert!(solutions == others, "round {round}: other solutions than csp's");
        }
    }
    assert!(exact > rounds / 2, "only {exact} counts are below the limit");
}

/// If there are more solutions than an engine keeps for copying, all are found, and each only once.
#[test]
#[cfg_attr(miri, ignore = "takes too long")]
fn long_lists_repeat_nothing() {
    const FEWEST: u64 = 60_000;
    let mut rng = Rng::with_seed(9);
    let mut puzzles = std::iter::repeat_with(|| {
        let solution = full_grid(Shape::CLASSIC, &mut rng);
        let first = Cell::new(40);
        with_clues(&empty(), &solution, |cell| solution.at(cell).get() > if cell < first { 5 } else { 4 })
    });
    let mut engine = Engine::new();
    let mut count =
        |puzzle: &Puzzle| engine.count(puzzle, 2 * FEWEST, &Limits::NONE).map(|found| found.solutions);
    let (puzzle, expected) = puzzles
        .find_map(|puzzle| {
            let solutions = count(&puzzle)?;
            (FEWEST..2 * FEWEST).contains(&solutions).then_some((puzzle, solutions))
        })
        .expect("there are many");
    for tier in Tier::available() {
        let mut engine = Engine::with_tier(tier).expect("the machine has it");
        // The search is interrupted after solutions were dropped, so the memory is in use.
        let mut left = 40_000;
        engine.solutions(&puzzle, &Limits::NONE, |_| {
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(left, 0, "{tier}");
        let mut seen = HashSet::new();
        let found = engine.solutions(&puzzle, &Limits::NONE, |grid| {
            let solution = Solution::new(grid.map(|digit| Digit::new(digit).expect("a digit")).to_vec());
            assert!(puzzle.is_solved_by(&solution), "{tier}: {grid:?}");
            assert!(seen.insert(*grid), "{tier}: twice {grid:?}");
            ControlFlow::Continue(())
        });
        let found = found.expect("a plain puzzle");
        assert_eq!((found.solutions, found.limit), (expected, None), "{tier}");
        assert_eq!(seen.len() as u64, expected, "{tier}");
        assert!(4 * found.guesses < expected, "{tier}: {} guesses, as if nothing were copied", found.guesses);
    }
}

/// A proper puzzle with additional clues is proper or contradictory.
#[test]
fn wrong_clues() {
    let mut rng = Rng::with_seed(5);
    let mut tiers = Tiers::available();
    let mut guessed = 0;
    for _ in 0..if cfg!(miri) { 1 } else { 100 } {
        let solution = full_grid(Shape::CLASSIC, &mut rng);
        let most = if cfg!(miri) { 30 } else { 81 };
        let puzzle = proper(&empty(), &solution, most, &mut rng, is_unique);
        assert_eq!(tiers.solve(&puzzle, 2, None).first(), Some(solution.clone()));
        let wrong = with_wrong_clue(&puzzle, &solution, &mut rng).expect("a wrong digit that fits");
        let found = tiers.solve(&wrong, 2, None);
        assert_eq!((found.solutions, found.limit), (0, None));
        assert_eq!(tiers.count(&wrong, 2, None).solutions, 0);
        guessed += u64::from(found.guesses > 0);
    }
    assert!(cfg!(miri) || guessed > 0, "every contradiction is found without a guess");
}

/// Tests lines of the third-party collections, if they are present.
#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn collections() {
    let collections = [
        ("easy", 1),
        ("random_minimal", 1),
        ("seventeen_clue", 1),
        ("magictour_top1465", 1),
        ("top95", 1),
        ("hardest_11plus", 1),
        ("hardest_1106", 1),
        ("multi_solution", 2),
    ];
    let mut tiers = Tiers::available();
    for (name, least) in collections {
        let Some(text) = shared(&format!("puzzles/{name}.txt")) else { continue };
        let lines: Vec<&str> = text.lines().filter(|line| line.len() >= 81).collect();
        let step = (lines.len() / cases(300)).max(1);
        let puzzles: Vec<Puzzle> = lines.iter().step_by(step).map(|line| puzzle(&line[..81])).collect();
        let mut guesses = 0;
        let mut found = Vec::new();
        for (i, puzzle) in puzzles.iter().enumerate() {
            let one = tiers.solve(puzzle, 2, None);
            assert_eq!((one.solutions, one.limit), (least, None), "{name}: {}", lines[i * step]);
            guesses += one.guesses;
            // Other engines are much slower, so a sample of the lines is enough.
            if i % 10 == 0 {
                let answer = Solver::with_strategy(csp()).solve(puzzle, &Limits::NONE);
                let only = if let Outcome::Unique(only) = answer.outcome { Some(only) } else { None };
                assert_eq!(only.is_some(), least == 1, "{name}: {}", lines[i * step]);
                assert!(only.is_none_or(|only| one.first() == Some(only)), "{name}: {}", lines[i * step]);
                let most = 500;
                assert_eq!(tiers.count(puzzle, most, None).solutions, counted(puzzle, most));
            }
            found.push(one);
        }
        println!("{name}: {} puzzles, {guesses} guesses", puzzles.len());
        // All puzzles are in one batch, so neighboring lanes hold different puzzles.
        for engine in tiers.engines() {
            let mut many = Vec::new();
            engine.batch(&puzzles, 2, &Limits::NONE, |found| many.extend(found.cloned()));
            let equal =
                many.len() == found.len() && many.iter().zip(&found).all(|(one, other)| same(one, other, 2));
            assert!(equal, "{}: {name}: a batch gives another answer", engine.tier());
        }
    }
}

/// The answer of the lanes for a puzzle depends neither on the tier nor on the other puzzles and their number. This
/// includes the number of guesses, and the two solutions that are returned if there are several. It holds although
/// lanes share the branches of the last puzzles.
#[test]
#[cfg_attr(miri, ignore = "takes too long")]
fn answers_do_not_depend_on_the_batch() {
    let famous = include_str!("../../../../testdata/tour/famous.txt");
    let mut rng = Rng::with_seed(20);
    let mut puzzles: Vec<Puzzle> =
        famous.lines().filter_map(|line| line.get(..81)?.parse().ok()).chain([puzzle(SEVENTEEN)]).collect();
    assert!(puzzles.len() > 3);
    for i in 0..60 {
        // Some hard puzzles without one or two of their clues, and other puzzles with few clues.
        let mut open = puzzles[i % 4].clone();
        for cell in 0..81 {
            if rng.u8(0..20) == 0 {
                open.set(Cell::new(cell), None);
            }
        }
        puzzles.push(open);
        let solution = full_grid(Shape::CLASSIC, &mut rng);
        puzzles.push(with_holes(&empty(), &solution, rng.usize(45..62), &mut rng));
    }
    let questions = [(2, None), (2, Some(5)), (2, Some(20)), (1, Some(12)), (30, Some(50))];
    let mut expected = vec![Vec::new(); questions.len()];
    for engine in Tiers::available().engines() {
        let boards: Vec<Board> = puzzles.iter().map(|puzzle| board(engine, puzzle)).collect();
        for (&(wanted, nodes), expected) in questions.iter().zip(&mut expected) {
            let limits = Limits::NONE.with_nodes(nodes);
            for size in [boards.len(), 1, 3, 13] {
                let mut found = Vec::new();
                for chunk in boards.chunks(size) {
                    engine.answer_all(chunk, wanted, &limits, |report| found.push(report.clone()));
                }
                if expected.is_empty() {
                    let several = |report: &&EngineReport| report.solutions > 1 && report.guesses > 8;
                    assert!(wanted == 1 || nodes.is_some() || found.iter().filter(several).count() > 3);
                    assert!(nodes.is_some() || found.iter().any(|report| report.guesses > 30));
                    assert!(nodes.is_none() || found.iter().any(|report| report.limit.is_some()));
                    expected.clone_from(&found);
                }
                let place = format!("{}: {wanted} wanted, nodes {nodes:?}, {size} at a time", engine.tier());
                assert!(found == *expected, "{place}");
                let is_answered = |report: &EngineReport| report.limit.is_none() || report.solutions < wanted;
                assert!(found.iter().all(is_answered), "{place}");
            }
        }
    }
}

/// A puzzle with several solutions yields the same two alone and in a batch, even if lanes find both together.
#[test]
fn lanes_that_find_both_solutions_together() {
    let puzzles = [
        "030000050000020000000010600080000000000900000600000107700000000206000000000500090",
        "040800020003000500100000009000720080000000000020406000500000300009000001060004070",
    ];
    for line in puzzles {
        let found = Tiers::available().solve(&puzzle(line), 2, None);
        assert_eq!(found.solutions, 2);
    }
}

/// If most puzzles of a batch have several solutions, the search works differently. The reports must be the same as
/// the reports of an engine that has solved no other puzzle.
#[test]
#[cfg_attr(miri, ignore = "takes too long")]
fn batches_of_puzzles_with_several_solutions() {
    let mut rng = Rng::with_seed(9);
    let puzzles: Vec<Puzzle> = (0..200)
        .map(|i| {
            let holes = if i % 5 == 0 { 35 } else { rng.usize(52..66) };
            with_holes(&empty(), &full_grid(Shape::CLASSIC, &mut rng), holes, &mut rng)
        })
        .collect();
    for engine in Tiers::available().engines() {
        let (mut expected, mut found) = (Vec::new(), Vec::new());
        for puzzle in &puzzles {
            let mut own = Engine::with_tier(engine.tier()).unwrap();
            own.batch([puzzle], 2, &Limits::NONE, |report| expected.push(report.cloned().unwrap()));
        }
        engine.batch(&puzzles, 2, &Limits::NONE, |report| found.push(report.cloned().unwrap()));
        let several = found.iter().filter(|report| report.solutions > 1).count();
        assert!((126..200).contains(&several), "{several}");
        assert!(found == expected, "{}", engine.tier());
    }
}

/// The board of a plain puzzle.
fn board(engine: &Engine, puzzle: &Puzzle) -> Board {
    let mut clues = [0; 81];
    clues.iter_mut().zip(puzzle.givens()).for_each(|(clue, given)| *clue = given.map_or(0, Digit::get));
    engine.load(&clues)
}

#[test]
#[should_panic(expected = "no digit 10")]
fn a_plain_line_has_no_digit_above_9() {
    let mut line = [None; 81];
    line[40] = Digit::new(10);
    Solver::new().ask_plain(Question::Unique, &[line], &Limits::NONE, |_| {});
}

/// Plain puzzles given by their clues have the same answers as puzzles, with the engines and with search.
#[test]
#[cfg_attr(miri, ignore = "takes too long")]
fn plain_lines_have_the_answers_of_their_puzzles() {
    let mut rng = Rng::with_seed(7);
    let mut puzzles = vec![puzzle(WIKIPEDIA), puzzle(SEVENTEEN), empty(), with(WIKIPEDIA, &[(8, 5)])];
    for _ in 0..60 {
        let solution = full_grid(Shape::CLASSIC, &mut rng);
        puzzles.push(with_holes(&empty(), &solution, rng.usize(40..60), &mut rng));
    }
    let lines: Vec<[Option<Digit>; 81]> =
        puzzles.iter().map(|puzzle| puzzle.givens().try_into().unwrap()).collect();
    for mut solver in [Solver::new(), Solver::with_strategy(csp())] {
        let is_fast = solver.method_for(&puzzles[0]) == Method::Fast9;
        for limits in [Limits::NONE, Limits::NONE.with_nodes(1)] {
            for question in [Question::First, Question::Unique] {
                let (mut expected, mut found) = (Vec::new(), Vec::new());
                solver.ask_all(question, &puzzles, &limits, |answer| expected.push(answer.outcome));
                solver.ask_plain(question, &lines, &limits, |answer| {
                    found.push(match answer {
                        PlainAnswer::Solved(grid) => {
                            assert!(is_fast);
                            let only = Solution::new(grid.map(|digit| Digit::new(digit).unwrap()));
                            if question == Question::First {
                                Outcome::Solved(only)
                            } else {
                                Outcome::Unique(only)
                            }
                        }
                        PlainAnswer::Other(answer) => {
                            let is_solved = matches!(answer.outcome, Outcome::Solved(_) | Outcome::Unique(_));
                            assert!(!is_fast || !is_solved);
                            answer.outcome
                        }
                        _ => unreachable!(),
                    });
                });
                assert_eq!(found, expected);
            }
        }
    }
}

/// The solver uses the engines, and agrees with csp.
#[test]
#[cfg_attr(miri, ignore = "takes too long")]
fn the_solver_agrees_with_the_engine() {
    let mut rng = Rng::with_seed(6);
    let mut puzzles = vec![puzzle(WIKIPEDIA), puzzle(SEVENTEEN), empty(), with(WIKIPEDIA, &[(8, 5)])];
    for _ in 0..60 {
        let solution = full_grid(Shape::CLASSIC, &mut rng);
        let mut made = with_holes(&empty(), &solution, rng.usize(40..60), &mut rng);
        if rng.u8(..4) == 0 {
            made = made.with_rule(candidates_around(Shape::CLASSIC, &solution, 0.6, &mut rng));
        }
        puzzles.push(made);
    }
    let (mut fast, mut slow) = (Solver::new(), Solver::with_strategy(csp()));
    let mut names = BTreeSet::new();
    for question in [Question::First, Question::Unique] {
        let mut all = Vec::new();
        fast.ask_all(question, &puzzles, &Limits::NONE, |answer| all.push(answer));
        assert_eq!(all.len(), puzzles.len());
        for (puzzle, many) in puzzles.iter().zip(all) {
            assert_eq!(fast.method_for(puzzle), Method::Fast9);
            let (one, other) =
                (fast.ask(question, puzzle, &Limits::NONE), slow.ask(question, puzzle, &Limits::NONE));
            assert_eq!(one.outcome.name(), many.outcome.name());
            assert_eq!(one.stats.solutions, many.stats.solutions);
            assert_eq!(one.outcome.name(), other.outcome.name());
            assert!(!matches!(one.outcome, Outcome::Unique(_)) || one.outcome == many.outcome);
            names.insert(one.outcome.name());
            if let Outcome::Unique(only) = &one.outcome {
                assert_eq!(other.outcome.solution(), Some(only));
            }
            for up_to in [Some(0), Some(1), Some(2), Some(300)] {
                let [one, other] =
                    [&mut fast, &mut slow].map(|solver| solver.count(puzzle, up_to, &Limits::NONE));
                let [one, other] = [one, other].map(|count| (count.solutions, count.exact, count.limit));
                assert_eq!(one, other, "{up_to:?}");
            }
        }
    }
    assert_eq!(names.len(), 4, "{names:?}");
}

/// The suite runs on each tier that the processor supports. No tier may be skipped unnoticed.
#[test]
#[cfg(target_arch = "x86_64")]
fn every_tier_of_the_processor_is_tested() {
    let has_avx2 = is_x86_feature_detected!("avx2");
    let has_avx512 = has_avx2 && is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vl");
    let expected =
        [("avx512", has_avx512), ("avx2", has_avx2), ("portable", true)].into_iter().filter(|(_, has)| *has);
    let expected: Vec<String> = expected.map(|(name, _)| name.to_owned()).collect();
    let tiers: Vec<String> = Tier::available()
        .filter(|&tier| Engine::with_tier(tier).is_some())
        .map(|tier| tier.to_string())
        .collect();
    assert_eq!(tiers, expected);
}
