//! Requirements and their puzzles: every requirement is met, and a seed gives one puzzle, regardless of other
//! puzzles.

use std::cell::Cell as Count;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use arcdoku::deduction::{Candidates, Technique};
use arcdoku::fast9::{Engine, Tier};
use arcdoku::generate::{
    ClueSymmetry, Difficulty, GeneratedPuzzle, Grids, Maker, Method, Minimality, PuzzleRequest, RequestError,
    seed_of,
};
use arcdoku::grid::{Cell, Shape};
use arcdoku::puzzle::{Clock, Limit, WorkProgress};
use arcdoku::rate::{Level, Rating, Scale, Weight};
use arcdoku::solve::Prober;
use arcdoku::testing::{self, reference};
use arcdoku::{Limits, Outcome, Puzzle, Rule, Solver};

fn line(puzzle: &Puzzle) -> String {
    let text =
        |digit: Option<arcdoku::Digit>| digit.map_or_else(|| ".".to_owned(), |digit| digit.to_string());
    puzzle.givens().iter().map(|&digit| text(digit)).collect()
}

fn hodoku() -> Difficulty {
    Difficulty::on(Scale::by_name("hodoku").unwrap())
}

fn explainer(least: u32, most: u32) -> Difficulty {
    Difficulty::on(Scale::by_name("se").unwrap()).with_hardness(least..=most)
}

/// One named request of each kind.
fn requests() -> Vec<(&'static str, PuzzleRequest)> {
    let plain = PuzzleRequest::default;
    let cross: Vec<Cell> = (0..81).filter(|cell| cell / 9 != 4 && cell % 9 != 4).map(Cell::new).collect();
    let level = |levels| Some(hodoku().with_levels(levels));
    vec![
        ("plain", plain()),
        ("half-turn", plain().with_symmetry(ClueSymmetry::HalfTurn)),
        ("full", plain().with_symmetry(ClueSymmetry::Full)),
        ("each clue", plain().with_symmetry(ClueSymmetry::Diagonal).with_minimality(Minimality::Clues)),
        ("few clues", plain().with_clues(21..=22)),
        ("mask", plain().with_cells(cross)),
        ("grid", plain().with_grid(Grids::of(Shape::CLASSIC).unwrap().grid(1))),
        (
            "easy",
            plain()
                .with_symmetry(ClueSymmetry::HalfTurn)
                .with_clues(36..=36)
                .with_minimality(Minimality::Any)
                .with_difficulty(level(Level::Easy..=Level::Easy)),
        ),
        ("unfair", plain().with_difficulty(level(Level::Unfair..=Level::Extreme))),
        ("explainer", plain().with_difficulty(explainer(71, 75))),
        ("technique", plain().with_difficulty(hodoku().with_hardest(Technique::XyWing))),
    ]
}

fn make(maker: &mut Maker, seed: u64) -> GeneratedPuzzle {
    maker.make(seed, &Limits::NONE).expect("no limit")
}

/// Whether the given solution is the only one of the puzzle.
fn is_proper(solver: &mut Solver, puzzle: &Puzzle, made: &GeneratedPuzzle) -> bool {
    solver.solve(puzzle, &Limits::NONE).outcome == Outcome::Unique(made.solution.clone())
}

/// Checks a puzzle against its request, by definition.
fn check(name: &str, request: &PuzzleRequest, made: &GeneratedPuzzle) {
    let (mut solver, text) = (Solver::new(), line(&made.puzzle));
    let puzzle = &made.puzzle;
    assert!(is_proper(&mut solver, puzzle, made), "{name}: {text}");
    assert!(puzzle.is_solved_by(&made.solution), "{name}: {text}");
    assert!(request.clues.contains(&puzzle.clues()), "{name}: {text}");
    let has = |cell: Cell| puzzle.givens()[cell.index()].is_some();
    assert!(request.symmetry.keeps(request.shape, has), "{name}: {text}");
    if let Some(cells) = &request.cells {
        let outside =
            (0..request.shape.cells()).map(Cell::new).find(|cell| has(*cell) && !cells.contains(cell));
        assert_eq!(outside, None, "{name}: {text}");
    }
    if let Some(grid) = &request.grid {
        assert_eq!(&made.solution, grid, "{name}");
    }
    let singles = request.shape.cells();
    let parts = match request.minimality {
        Minimality::Orbits => request.symmetry.orbits(request.shape),
        Minimality::Clues => (0..singles).map(|cell| vec![Cell::new(cell)]).collect(),
        _ => Vec::new(),
    };
    for part in parts.iter().filter(|part| has(part[0])) {
        let mut less = puzzle.clone();
        for &cell in part {
            less.set(cell, None);
        }
        assert!(!is_proper(&mut solver, &less, made), "{name}: {text} can lose {part:?}");
    }
    if let Some(difficulty) = &request.difficulty {
        check_rating(name, difficulty, made);
    }
}

/// Rates a puzzle again.
fn check_rating(name: &str, difficulty: &Difficulty, made: &GeneratedPuzzle) {
    let rated = made.rated.expect("a rating");
    let state = Candidates::of(&made.puzzle).unwrap();
    let mut used = Vec::new();
    let go_on = &mut |technique, _, _: &Rating| {
        used.push(technique);
        ControlFlow::Continue(())
    };
    let options = testing::proper_options();
    let mut rater = difficulty.scale.rater();
    let (rating, _) = rater.rate(&state, &options, Some(&made.solution), &Limits::NONE, go_on);
    assert_eq!(rating, rated.rating, "{name}");
    assert!(difficulty.hardness.contains(&rating.hardness()), "{name}: {rating}");
    if let (Some(levels), Rating::Score { level, .. }) = (&difficulty.levels, rating) {
        assert!(levels.contains(&level), "{name}: {rating}");
    }
    if let Some(profile) = difficulty.scale.profile() {
        let hardest = used.iter().copied().max_by_key(|&technique| (profile.rank(technique), technique));
        assert_eq!(hardest, Some(rated.hardest), "{name}");
    }
    assert!(difficulty.hardest.is_none_or(|requested| requested == rated.hardest), "{name}");
}

#[test]
fn requests_are_fulfilled() {
    for (name, request) in requests() {
        let mut maker = Maker::new(request.clone()).unwrap();
        for number in 0..20 {
            check(name, &request, &make(&mut maker, seed_of(11, number)));
        }
    }
}

/// For many grids, a mask allows a second solution, which is detected as soon as the grid is drawn.
#[test]
fn loose_masks_are_drawn_again() {
    let cells: Vec<Cell> = (0..81).filter(|cell| cell % 2 == 0).map(Cell::new).collect();
    let request = PuzzleRequest::default().with_cells(cells);
    let (mut one, mut many) = (Maker::new(request.clone()).unwrap(), Maker::new(request.clone()).unwrap());
    let limits = Limits::NONE.with_nodes(10_000);
    let mut number = 0;
    many.make_all(15, 0..100, &limits, |at, made| {
        assert_eq!((at, &made), (number, &one.make(seed_of(15, number), &limits)));
        check("mask", &request, &made.expect("a puzzle"));
        number += 1;
        ControlFlow::Continue(())
    });
    assert_eq!(number, 100);
    // A limit ends requests that are never fulfilled, even if no puzzle is searched.
    let few = Limits::NONE.with_nodes(1);
    let mut given_up = 0;
    many.make_all(15, 0..100, &few, |_, made| {
        given_up += u32::from(made.is_err_and(|gave_up| (gave_up.tries, gave_up.limit) == (1, Limit::Nodes)));
        ControlFlow::Continue(())
    });
    assert!(given_up > 10, "{given_up}");
}

#[test]
fn impossible_requests_are_refused() {
    let cells =
        |keep: &dyn Fn(usize) -> bool| Some((0..81).filter(|&cell| keep(cell)).map(Cell::new).collect());
    let refused = |request| Maker::new(request).err();
    let plain = PuzzleRequest::default;
    assert_eq!(refused(plain().with_cells(cells(&|_| false))), Some(RequestError::Mask));
    assert_eq!(refused(plain().with_clues(0..=16)), Some(RequestError::Clues));
    let half = plain().with_cells(cells(&|cell| cell < 41)).with_symmetry(ClueSymmetry::HalfTurn);
    assert_eq!(refused(half), Some(RequestError::Mask));
    assert_eq!(refused(plain().with_cells(cells(&|cell| cell >= 18))), Some(RequestError::Twins));
    let bias = plain().with_method(Method::ControlledBias).with_clues(34..=40);
    assert_eq!(refused(bias), Some(RequestError::Bias));
    // In this grid, two cells in each of two rows hold the same two digits.
    let grid = Grids::of(Shape::CLASSIC).unwrap().grid(2);
    let sets = arcdoku::generate::unavoidable_sets(&grid, arcdoku::generate::UnavoidableKind::TwoLines, 4);
    let set = sets[0];
    let loose = plain().with_cells(cells(&|cell| !set.contains(Cell::new(cell)))).with_grid(grid);
    assert_eq!(refused(loose), Some(RequestError::Loose));
    let one = Shape::boxes(1, 1).unwrap();
    assert_eq!(refused(PuzzleRequest::of(one).with_clues(1..=1)), Some(RequestError::Clues));
    // A clue of a full row follows from the others, and so do the clues of an orbit with one cell in each of several
    // lines.
    let least = |clues: usize, shape: Shape| PuzzleRequest::of(shape).with_clues(clues..=shape.cells());
    for symmetry in ClueSymmetry::all() {
        let classic = |clues| least(clues, Shape::CLASSIC).with_symmetry(symmetry);
        assert_eq!(refused(classic(73)), Some(RequestError::Clues), "{symmetry}");
        assert_eq!(refused(classic(72)), None, "{symmetry}");
        assert_eq!(refused(classic(81).with_minimality(Minimality::Any)), None, "{symmetry}");
        assert_eq!(refused(classic(81).with_bare(true)), None, "{symmetry}");
        let all = classic(81).with_cells(cells(&|_| true));
        assert_eq!(refused(all), Some(RequestError::Clues), "{symmetry}");
    }
    // Orbits of this symmetry have two cells in each row and column of a grid of even size.
    let full = least(36, Shape::boxes(2, 3).unwrap()).with_symmetry(ClueSymmetry::Full);
    assert_eq!(refused(full.clone()), None);
    assert_eq!(refused(full.with_minimality(Minimality::Clues)), Some(RequestError::Clues));
    // Rows of six cells do not contain all eight digits, so a full row need not be redundant.
    let wide = Shape::rectangle(6, 6).unwrap().with_values(1, 8).unwrap();
    assert_eq!(refused(least(36, wide)), None);
    assert!(
        Maker::new(plain().with_difficulty(explainer(u32::MAX - 5, u32::MAX)))
            .is_ok_and(|mut maker| { maker.make(1, &Limits::NONE.with_nodes(3)).is_err() })
    );
}

#[test]
fn every_symmetry_is_kept() {
    for symmetry in ClueSymmetry::all() {
        let request = PuzzleRequest::default().with_symmetry(symmetry);
        let mut maker = Maker::new(request.clone()).unwrap();
        for number in 0..50 {
            check(symmetry.name(), &request, &make(&mut maker, seed_of(12, number)));
        }
    }
}

#[test]
fn other_shapes_are_made() {
    let boxes = |rows, cols| Shape::boxes(rows, cols).unwrap();
    let shapes = [
        (boxes(1, 1), 1),
        (boxes(2, 2), 40),
        (boxes(2, 3), 20),
        (boxes(3, 2), 20),
        (Shape::latin(5).unwrap(), 10),
        (boxes(1, 9), 2),
        (boxes(2, 4), 5),
        (boxes(2, 5), 3),
        (boxes(3, 4), 1),
    ];
    for (shape, count) in shapes {
        let plain = || PuzzleRequest::of(shape);
        let most = shape.cells() * 3 / 5;
        let all = [
            plain(),
            plain().with_symmetry(ClueSymmetry::HalfTurn),
            plain().with_minimality(Minimality::Any).with_clues(most..=most),
            plain().with_grid(Grids::of(shape).unwrap().grid(5)),
        ];
        for request in all {
            let mut maker = Maker::new(request.clone()).unwrap();
            for number in 0..count {
                let made = make(&mut maker, seed_of(13, number));
                assert_eq!(made.undecided, 0, "{shape}");
                check(&shape.to_string(), &request, &made);
            }
        }
    }
}

/// The reference solver shares no code with the generator.
#[test]
fn the_reference_solver_agrees() {
    for shape in [Shape::boxes(2, 2), Shape::boxes(2, 3), Shape::latin(4)].into_iter().flatten() {
        let mut maker = Maker::new(PuzzleRequest::of(shape)).unwrap();
        for number in 0..20 {
            let made = make(&mut maker, seed_of(14, number));
            assert_eq!(
                reference::solutions(&made.puzzle, 2),
                std::slice::from_ref(&made.solution),
                "{shape}"
            );
            for cell in (0..shape.cells()).map(Cell::new) {
                let mut less = made.puzzle.clone();
                less.set(cell, None);
                assert!(less == made.puzzle || reference::solutions(&less, 2).len() == 2, "{shape}");
            }
        }
    }
    let request = PuzzleRequest::default().with_minimality(Minimality::Any).with_clues(45..=45);
    let mut maker = Maker::new(request).unwrap();
    for seed in 0..5 {
        let made = make(&mut maker, seed);
        assert_eq!(reference::solutions(&made.puzzle, 2), [made.solution]);
    }
}

/// Fresh puzzles hardly ever have these numbers of clues, but changes reach them, for other shapes as well.
#[test]
fn rare_numbers_of_clues_are_found() {
    let request = PuzzleRequest::of(Shape::boxes(2, 3).unwrap()).with_clues(8..=8);
    let made = make(&mut Maker::new(request.clone()).unwrap(), 3);
    check("8 clues", &request, &made);
    let request = PuzzleRequest::default().with_clues(28..=81);
    let made = make(&mut Maker::new(request.clone()).unwrap(), 3);
    check("28 clues", &request, &made);
}

/// Single puzzles, batches of any size and all tiers give the same puzzles. Unless all cases run, each request has one
/// tier.
#[test]
fn one_seed_is_one_puzzle() {
    let all = testing::runs_all_cases();
    let count = if all { 12 } else { 4 };
    let parts = [0..count / 2 + 1, count / 2 + 1..count / 2 + 2, count / 2 + 2..count];
    for (number, (name, request)) in requests().into_iter().enumerate() {
        let mut maker = Maker::new(request.clone()).unwrap();
        let single: Vec<GeneratedPuzzle> =
            (0..count).map(|number| make(&mut maker, seed_of(15, number))).collect();
        let run = |maker: &mut Maker, range: std::ops::Range<u64>| {
            let mut made = Vec::new();
            maker.make_all(15, range, &Limits::NONE, |number, result| {
                made.push((number, result.expect("no limit")));
                ControlFlow::Continue(())
            });
            made
        };
        let tiers: Vec<Tier> = Tier::available().collect();
        for (_, &tier) in tiers.iter().enumerate().filter(|(at, _)| all || *at == number % tiers.len()) {
            let engine = Engine::with_tier(tier).expect("the machine has it");
            let mut maker = Maker::with_prober(request.clone(), Prober::with_engine(engine)).unwrap();
            let batch: Vec<_> = parts.iter().flat_map(|part| run(&mut maker, part.clone())).collect();
            assert!(batch.iter().map(|(number, _)| *number).eq(0..count), "{name}");
            assert!(batch.into_iter().map(|(_, made)| made).eq(single.iter().cloned()), "{name} on {tier:?}");
        }
    }
}

/// The puzzles of seeds never change, whatever the tier, the system or the version.
#[test]
fn puzzles_are_pinned() {
    let mut found = String::new();
    for (name, request) in requests() {
        let made = make(&mut Maker::new(request).unwrap(), 1);
        let _ = writeln!(found, "{name}\t{}", line(&made.puzzle));
    }
    for (rows, cols) in [(2, 2), (2, 3), (2, 4)] {
        let shape = Shape::boxes(rows, cols).unwrap();
        let made = make(&mut Maker::new(PuzzleRequest::of(shape)).unwrap(), 1);
        let _ = writeln!(found, "{shape}\t{}", line(&made.puzzle));
    }
    assert_eq!(found, include_str!("generate.tsv"));
}

#[test]
fn invalid_requests_are_refused() {
    let error = |request: PuzzleRequest| Maker::new(request).err();
    let rated = |difficulty| PuzzleRequest::default().with_difficulty(difficulty);
    let nothing = std::ops::RangeInclusive::new(2, 1);
    assert_eq!(
        error(PuzzleRequest::default().with_clues(std::ops::RangeInclusive::new(30, 20))),
        Some(RequestError::Clues)
    );
    assert_eq!(error(PuzzleRequest::default().with_cells(vec![Cell::new(81)])), Some(RequestError::Cells));
    let few = PuzzleRequest::default().with_cells(vec![Cell::new(0)]).with_clues(20..=30);
    assert_eq!(error(few), Some(RequestError::Mask));
    let other = Some(Grids::of(Shape::boxes(2, 2).unwrap()).unwrap().grid(1));
    assert_eq!(error(PuzzleRequest::default().with_grid(other)), Some(RequestError::Grid));
    assert_eq!(error(rated(hodoku().with_hardness(nothing))), Some(RequestError::Hardness));
    let levels = Some(Level::Easy..=Level::Hard);
    assert_eq!(error(rated(explainer(0, 200).with_levels(levels))), Some(RequestError::Level));
    let hardest = Some(Technique::DirectPointing);
    assert_eq!(error(rated(hodoku().with_hardest(hardest))), Some(RequestError::Technique));
    let small = PuzzleRequest::of(Shape::boxes(2, 2).unwrap()).with_difficulty(hodoku());
    assert_eq!(error(small), Some(RequestError::Rating));
    let biased =
        PuzzleRequest::default().with_method(Method::ControlledBias).with_symmetry(ClueSymmetry::Full);
    assert_eq!(error(biased), Some(RequestError::Bias));
}

/// Requests that the tables of a scale exclude are refused before anything is tried.
#[test]
fn impossible_difficulties_are_refused() {
    use Level::{Easy, Extreme, Hard, Medium, Unfair};
    let error = |wanted: Difficulty| Maker::new(PuzzleRequest::default().with_difficulty(wanted)).err();
    let excluded = |wanted: Difficulty| {
        let refusal = error(wanted.clone());
        assert!(matches!(refusal, None | Some(RequestError::Excluded)), "{refusal:?} {wanted:?}");
        refusal.is_some()
    };
    // A step is never easier than its technique.
    assert!(excluded(hodoku().with_hardest(Technique::XWing).with_levels(Easy..=Medium)));
    assert!(excluded(hodoku().with_hardest(Technique::XWing).with_hardness(0..=139)));
    assert!(!excluded(hodoku().with_hardest(Technique::XWing).with_levels(Easy..=Hard)));
    // Its score may raise the level, but a path has at most one single per cell.
    assert!(!excluded(hodoku().with_hardest(Technique::XWing).with_levels(Extreme..=Extreme)));
    assert!(!excluded(hodoku().with_hardest(Technique::HiddenSingle).with_levels(Medium..=Medium)));
    assert!(excluded(hodoku().with_hardest(Technique::HiddenSingle).with_levels(Hard..=Hard)));
    assert!(excluded(hodoku().with_hardest(Technique::NakedSingle).with_hardness(300..=u32::MAX)));
    // These scores are too high for a level, or too low for its steps.
    assert!(excluded(hodoku().with_levels(Easy..=Easy).with_hardness(801..=2000)));
    assert!(excluded(hodoku().with_levels(Unfair..=Extreme).with_hardness(0..=50)));
    assert!(!excluded(hodoku().with_levels(Easy..=Easy).with_hardness(800..=2000)));
    // The Explainer's fish of two lines is always 3.2; chains have additions without a bound.
    assert!(excluded(explainer(10, 31).with_hardest(Technique::XWing)));
    assert!(excluded(explainer(33, 200).with_hardest(Technique::XWing)));
    assert!(!excluded(explainer(32, 32).with_hardest(Technique::XWing)));
    // Nothing else is excluded: each technique of each scale can be requested with its level, and with its rating.
    for row in Scale::ALL {
        let scale = || Scale::by_name(row.name).unwrap();
        for kind in scale().kinds() {
            let wanted = Difficulty::on(scale()).with_hardest(kind.technique);
            let (own, harder) = match kind.weight {
                Weight::Score { level, .. } => (wanted.clone().with_levels(level..=level), wanted),
                Weight::Tenths(tenths) => {
                    let rating = u32::from(tenths.0);
                    (wanted.clone().with_hardness(rating..=rating), wanted)
                }
                _ => unreachable!("no other weight"),
            };
            assert!(!excluded(own) && !excluded(harder), "{} {:?}", row.name, kind.technique);
        }
    }
}

/// An impossible request ends at the limit of tries, and the next puzzle of the run is still tried.
#[test]
fn limits_end_generation() {
    for request in [
        PuzzleRequest::default().with_clues(17..=17),
        PuzzleRequest::of(Shape::boxes(2, 2).unwrap()).with_clues(3..=3),
    ] {
        let mut maker = Maker::new(request).unwrap();
        let limits = Limits::NONE.with_nodes(30);
        let gave_up = maker.make(4, &limits).unwrap_err();
        assert_eq!((gave_up.seed, gave_up.tries, gave_up.limit), (4, 30, Limit::Nodes));
        assert_eq!(gave_up.to_string(), "the puzzle of seed 4: given up after 30 tries (nodes)");
        let mut results = Vec::new();
        maker.make_all(4, 0..3, &limits, |_, result| {
            results.push(result.map_err(|gave_up| gave_up.tries));
            ControlFlow::Continue(())
        });
        assert_eq!(results, [Err(30), Err(30), Err(30)]);
        let limits = Limits::NONE.with_time(Duration::ZERO);
        let mut count = 0;
        maker.make_all(4, 0..3, &limits, |_, result| {
            assert_eq!(result.unwrap_err().limit, Limit::Time);
            count += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(count, 1);
    }
}

/// A grid of any other shape is drawn by a search. Here it takes a minute, so the limits must apply to it as well.
#[test]
fn limits_end_the_drawing_of_grids() {
    static MILLISECONDS: AtomicU64 = AtomicU64::new(0);
    const STEADY: Clock = || Duration::from_millis(MILLISECONDS.fetch_add(1, Ordering::Relaxed));

    let request = PuzzleRequest::of("grid 64x64 digits 0-63".parse().unwrap());
    let (cancel, most) = (AtomicBool::new(false), Count::new(0));
    let listener = |progress| {
        if let WorkProgress::Nodes(nodes) = progress {
            most.set(most.get().max(nodes));
        }
    };
    let limits = Limits::NONE.with_listener(&listener).with_clock(STEADY).with_cancel(&cancel);
    let mut maker = Maker::within(request, Prober::new(), &limits).unwrap();
    let gave_up = maker.make(1, &limits.with_time(Duration::from_millis(100))).unwrap_err();
    assert_eq!((gave_up.tries, gave_up.limit), (1, Limit::Time));
    assert!((1..=100).contains(&most.get()), "{} nodes", most.get());
    // After cancellation, nothing is drawn.
    cancel.store(true, Ordering::Relaxed);
    most.set(0);
    let mut count = 0;
    maker.fork().make_all(1, 0..3, &limits, |_, result| {
        assert_eq!(result.unwrap_err().limit, Limit::Cancelled);
        count += 1;
        ControlFlow::Continue(())
    });
    assert_eq!((count, most.get()), (1, 0));
}

/// Generated grids satisfy any additional rule, and every clue is needed although the rule adds information.
#[test]
fn requests_with_rules_hold() {
    let jigsaw = "regions 111222 111222 333444 333444 555666 555666";
    let six = Shape::latin(6).unwrap();
    let cases: [(Shape, &[&str]); 5] = [
        (Shape::CLASSIC, &["diagonals"]),
        (Shape::CLASSIC, &["windoku", "disjoint-groups"]),
        (Shape::boxes(2, 2).unwrap(), &["diagonals"]),
        (six, &[jigsaw]),
        (Shape::boxes(2, 3).unwrap(), &["all-different: r1c1 r2c2 r3c3 r4c4"]),
    ];
    for (shape, texts) in cases {
        let plain = PuzzleRequest::of(shape).with_symmetry(ClueSymmetry::HalfTurn);
        let request = texts.iter().fold(plain, |request, text| request.with_rule(text.parse().unwrap()));
        let mut maker = Maker::new(request.clone()).unwrap();
        let one: Vec<GeneratedPuzzle> = (0..3).map(|number| make(&mut maker, seed_of(21, number))).collect();
        for made in &one {
            assert_eq!(made.puzzle.rules().len(), Puzzle::new(shape).rules().len() + texts.len());
            check(texts[0], &request, made);
        }
        let mut many = Vec::new();
        maker.make_all(21, 0..3, &Limits::NONE, |_, made| {
            many.push(made.unwrap());
            ControlFlow::Continue(())
        });
        assert_eq!(many, one);
    }
    let misfit = PuzzleRequest::of(six).with_rule(Rule::Windoku);
    assert_eq!(Maker::new(misfit).err(), Some(RequestError::Rule));
    let twice = ["cage 3: r1c1 r1c2", "cage 3: r1c3 r1c4"].map(|text| text.parse::<Rule>().unwrap());
    let contradiction = twice.into_iter().fold(PuzzleRequest::default(), PuzzleRequest::with_rule);
    assert_eq!(Maker::new(contradiction).err(), Some(RequestError::Contradiction));
    let pair = "all-different: r1c1 r2c2".parse::<Rule>().unwrap();
    let none = PuzzleRequest::of(Shape::latin(2).unwrap()).with_rule(pair);
    assert_eq!(Maker::new(none).err(), Some(RequestError::Contradiction));
}

/// The rows, columns or boxes of these puzzles are not rules. Rules are drawn over the solution instead: all of them
/// hold, and neither a clue nor a rule can be left out.
#[test]
fn bare_requests_hold() {
    let (mut maker_seed, mut solver) = (0, Solver::new());
    for rules in [[Rule::Rows, Rule::Columns], [Rule::Rows, Rule::Boxes], [Rule::Columns, Rule::Boxes]] {
        let request = rules
            .into_iter()
            .fold(PuzzleRequest::of(Shape::boxes(2, 2).unwrap()).with_bare(true), PuzzleRequest::with_rule);
        let mut maker = Maker::new(request.clone()).unwrap();
        for _ in 0..20 {
            maker_seed += 1;
            let made = make(&mut maker, maker_seed);
            assert!(is_proper(&mut solver, &made.puzzle, &made), "{request:?}: {}", line(&made.puzzle));
        }
    }
}

/// Any clue may be redundant, but a full grid is a puzzle only if that many clues are requested.
#[test]
fn a_full_grid_is_not_a_puzzle() {
    let any = PuzzleRequest::of(Shape::boxes(2, 2).unwrap()).with_minimality(Minimality::Any);
    let clues = |made: &GeneratedPuzzle| made.puzzle.givens().iter().flatten().count();
    let mut maker = Maker::new(any.clone()).unwrap();
    assert!((0..200).all(|seed| clues(&make(&mut maker, seed)) < 16));
    let mut maker = Maker::new(any.with_clues(16..=16)).unwrap();
    assert_eq!(clues(&make(&mut maker, 1)), 16);
}

#[test]
fn requests_with_drawn_rules_hold() {
    let nine_by_six = "grid 6x9 digits 0-8".parse().unwrap();
    let six = "grid 6x6 boxes 2x3 digits 0-5".parse().unwrap();
    let cases: [(Shape, &[&str], ClueSymmetry); 6] = [
        (Shape::CLASSIC, &["thermo 2..4", "arrow 2"], ClueSymmetry::None),
        (Shape::CLASSIC, &["kropki"], ClueSymmetry::HalfTurn),
        (Shape::boxes(2, 3).unwrap(), &["x-sum", "cage of 2..3"], ClueSymmetry::None),
        (Shape::boxes(2, 2).unwrap(), &["sandwich", "quadruple 1"], ClueSymmetry::Diagonal),
        (nine_by_six, &["whisper 3 of 4"], ClueSymmetry::None),
        (six, &["cage ?: r1c1 r1c2 r2c1", "palindrome 2"], ClueSymmetry::HalfTurn),
    ];
    for (shape, texts, symmetry) in cases {
        let request = PuzzleRequest::of(shape).with_symmetry(symmetry);
        let request = texts.iter().fold(request, |request, text| request.with_drawn(text.parse().unwrap()));
        let mut maker = Maker::new(request.clone()).unwrap();
        for seed in 0..2 {
            let made = make(&mut maker, seed);
            assert_eq!(make(&mut maker, seed), made);
            check(texts[0], &request, &made);
            let bare: Vec<&Rule> = made.puzzle.rules().iter().collect();
            let own = Puzzle::new(shape).rules().len();
            let is_kept =
                |rule: &Rule| texts[0] == "kropki" || rule.to_string().starts_with("cage") && shape == six;
            for left_out in own..bare.len() {
                if made.undecided > 0 || is_kept(bare[left_out]) {
                    continue;
                }
                let mut less = Puzzle::new(shape);
                less.set_givens(made.puzzle.givens());
                let others = bare.iter().enumerate().skip(own).filter(|(at, _)| *at != left_out);
                let less = others.fold(less, |less, (_, rule)| less.with_rule((*rule).clone()));
                assert!(!is_proper(&mut Solver::new(), &less, &made), "{texts:?}: {}", bare[left_out]);
            }
        }
    }
    let all = PuzzleRequest::default().with_minimality(Minimality::Any).with_clues(20..=20);
    let made = make(&mut Maker::new(all.with_drawn("thermo 5".parse().unwrap())).unwrap(), 3);
    assert_eq!((made.puzzle.clues(), made.puzzle.rules().len()), (20, 3 + 5));
    let misfit = PuzzleRequest::default().with_drawn("cage ?: r1c1 r1c10".parse().unwrap());
    assert_eq!(Maker::new(misfit).err(), Some(RequestError::Drawn));
    let cages = PuzzleRequest::default().with_cages(2..=3).with_drawn("kropki".parse().unwrap());
    assert_eq!(Maker::new(cages).err(), Some(RequestError::Cages));
    let extra = PuzzleRequest::of("grid 4x4 extra 2".parse().unwrap());
    assert_eq!(Maker::new(extra).err(), Some(RequestError::Shape));
}

/// Cages are drawn until there is one solution, without clues.
#[test]
fn requests_with_cages_hold() {
    let mut solver = Solver::new();
    for (shape, sizes) in [
        (Shape::boxes(2, 2).unwrap(), 2..=3),
        (Shape::boxes(2, 3).unwrap(), 2..=4),
        (Shape::latin(5).unwrap(), 1..=5),
        (Shape::CLASSIC, 2..=4),
    ] {
        let request = PuzzleRequest::of(shape).with_cages(sizes.clone());
        let mut maker = Maker::new(request).unwrap();
        for seed in 0..2 {
            let made = make(&mut maker, seed);
            assert_eq!(make(&mut maker, seed), made);
            assert_eq!(made.puzzle.clues(), 0);
            assert!(made.puzzle.is_solved_by(&made.solution));
            assert!(is_proper(&mut solver, &made.puzzle, &made), "{:?}", made.puzzle);
            let cages = made.puzzle.rules().iter().filter_map(|rule| match rule {
                Rule::Cage(cage) => Some(cage.cells().len()),
                _ => None,
            });
            let cages: Vec<usize> = cages.collect();
            assert!(cages.iter().all(|size| sizes.contains(size)), "{cages:?}");
            assert_eq!(cages.iter().sum::<usize>(), shape.cells());
        }
    }
    let refused = |request| Maker::new(request).err();
    assert_eq!(
        refused(PuzzleRequest::default().with_cages(0..=3)),
        Some(RequestError::CageSize { found: 0, most: 9 })
    );
    let small = refused(PuzzleRequest::of(Shape::latin(4).unwrap()).with_cages(2..=5));
    assert_eq!(small, Some(RequestError::CageSize { found: 5, most: 4 }));
    let large = refused(PuzzleRequest::of(Shape::boxes(4, 4).unwrap()).with_cages(2..=13));
    assert_eq!(large, Some(RequestError::CageSize { found: 13, most: 12 }));
    let (least, most) = (4, 3);
    assert_eq!(refused(PuzzleRequest::default().with_cages(least..=most)), Some(RequestError::CageSizes));
    assert_eq!(
        refused(PuzzleRequest::default().with_cages(2..=5).with_clues(3..=5)),
        Some(RequestError::Cages)
    );
}
