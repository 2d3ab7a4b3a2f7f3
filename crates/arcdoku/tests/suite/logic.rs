//! Steps for puzzles with rules: none removes a solution, each is explained, and the hardest one is the rating.

use std::ops::ControlFlow;

use arcdoku::Choice as _;
use arcdoku::deduction::{Next, PathEnd, Step, Technique, Techniques, Tenths};
use arcdoku::explain::{Coordinates, Grade, Language, Narrator, picture};
use arcdoku::grid::{Cell, Digit, Shape};
use arcdoku::logic::{Logic, LogicRow, Rating, TECHNIQUES};
use arcdoku::puzzle::{Limit, Puzzle, Rule, Solution};
use arcdoku::testing::instances::with_holes;
use arcdoku::{Limits, Solver};
use fastrand::Rng;

use crate::families::{small, solution_of};

fn puzzle(shape: Shape, clues: &str, rules: &[&str]) -> Puzzle {
    let mut puzzle = Puzzle::new(shape);
    for (index, symbol) in clues.chars().enumerate() {
        puzzle.set(Cell::new(index), symbol.to_digit(10).and_then(|digit| Digit::new(digit as u8)));
    }
    rules.iter().fold(puzzle, |puzzle, text| puzzle.with_rule(Rule::parse(text, shape).expect(text)))
}

fn narrators() -> Vec<Narrator> {
    let each = |language| Coordinates::all().map(move |coordinates| Narrator::new(language, coordinates));
    Language::all().flat_map(each).collect()
}

/// Walks the path of a puzzle, which must keep a solution, and explains every step.
fn walk(puzzle: &Puzzle, wanted: Techniques, solution: &Solution) -> (Vec<(Step, Tenths)>, Rating, PathEnd) {
    let narrators = narrators();
    let mut logic = Logic::new(puzzle);
    let board = logic.start(&[]).expect("clues fit");
    let first = logic.next(&board, wanted, &Limits::NONE).expect("no limit");
    let mut steps: Vec<(Step, Tenths)> = Vec::new();
    let mut known = Rating::default();
    let (_, rating, end) = logic.walk(board, wanted, &Limits::NONE, &mut |board, step, tenths, rating| {
        assert!(step.is_effective(board), "{step:?}");
        let row = LogicRow::by_slug(step.technique.slug()).expect("a row of the scale");
        assert!(wanted.contains(step.technique) && row.least <= tenths);
        for at in &step.eliminations {
            assert_ne!(solution.digits()[at.cell.index()], at.digit, "{:?} {step:?}", puzzle.rules());
        }
        for at in &step.placements {
            assert_eq!(solution.digits()[at.cell.index()], at.digit, "{:?} {step:?}", puzzle.rules());
        }
        assert!(known <= rating && known.hardest <= rating.hardest);
        known = rating;
        for narrator in &narrators {
            let words = narrator.explain(step, board);
            assert!(!words.conclusion.is_empty() && !words.why.is_empty(), "{step:?}");
            assert!(narrator.short(step).contains("=>"));
            for grade in [Grade::Vague, Grade::Concrete, Grade::Full] {
                assert!(!narrator.hint(step, board, grade).is_empty());
            }
        }
        assert!(!picture(step, board).marks.is_empty());
        steps.push((step.clone(), tenths));
        ControlFlow::Continue(())
    });
    assert_eq!(rating, known);
    match (first, steps.first()) {
        (Next::Step(next), Some(step)) => assert_eq!(next, *step),
        (next, step) => assert!(!matches!(next, Next::Step(_)) && step.is_none()),
    }
    (steps, rating, end)
}

#[test]
fn no_step_of_any_kind_of_rule_removes_a_solution() {
    let mut rng = Rng::with_seed(11);
    let mut solved = 0;
    for kind in Rule::kinds() {
        if matches!(
            kind.name,
            "cage" | "regions" | "candidates" | "rows" | "columns" | "boxes" | "grid" | "void"
        ) {
            continue;
        }
        let shape = small(kind.example);
        let bare = Puzzle::new(shape).with_rule(Rule::parse(kind.example, shape).expect(kind.example));
        let Some(solution) = solution_of(&bare, &mut rng) else { continue };
        for holes in [10, 14] {
            let puzzle = with_holes(&bare, &solution, holes, &mut rng);
            let (_, _, end) = walk(&puzzle, TECHNIQUES, &solution);
            assert!(matches!(end, PathEnd::Solved | PathEnd::Stuck), "{kind:?} {end:?}");
            solved += usize::from(end == PathEnd::Solved);
        }
    }
    assert!(solved > 50, "{solved}");
}

/// The solution, and the steps of the path that finds it.
fn solved(puzzle: &Puzzle) -> (Vec<(Step, Tenths)>, Rating) {
    let answer = Solver::new().solve(puzzle, &Limits::NONE).outcome;
    let solution = answer.solution().expect("a solution").clone();
    let (steps, rating, end) = walk(puzzle, TECHNIQUES, &solution);
    assert_eq!(end, PathEnd::Solved);
    (steps, rating)
}

/// The clock counts the tests of the limits. They must be frequent, even within nested contradictions.
#[test]
fn limits_are_tested_between_contradictions() {
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
    use std::time::Duration;

    static READS: AtomicU32 = AtomicU32::new(0);
    fn clock() -> Duration {
        Duration::from_secs(READS.fetch_add(1, Relaxed).into())
    }

    let puzzle: Puzzle =
        ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....".parse().unwrap();
    let mut logic = Logic::new(&puzzle);
    let board = logic.start(&[]).unwrap();
    let wanted = Techniques::of(&[Technique::DeepContradiction]);
    for tests in [1, 5, 25] {
        READS.store(0, Relaxed);
        let limits = Limits::NONE.with_time(Duration::from_secs(tests)).with_clock(clock);
        assert_eq!(logic.next(&board, wanted, &limits).err(), Some(Limit::Time));
        assert_eq!(READS.load(Relaxed), tests as u32 + 1);
    }
}

/// The explanation of the first step of a technique.
fn explained(puzzle: &Puzzle, technique: Technique) -> Vec<String> {
    let mut logic = Logic::new(puzzle);
    let board = logic.start(&[]).expect("clues fit");
    let steps = logic.steps(&board, [technique].into_iter().collect(), &Limits::NONE).expect("no limit");
    let (step, _) = steps.first().unwrap_or_else(|| panic!("no {technique}"));
    let narrator = Narrator::new(Language::English, Coordinates::RowColumn);
    let words = narrator.explain(step, &board);
    let mut lines: Vec<String> = words.premises.into_iter().map(|line| line.text).collect();
    lines.extend([words.why, words.conclusion, narrator.short(step)]);
    lines
}

const SIX: Shape = match Shape::boxes(2, 3) {
    Some(shape) => shape,
    None => panic!(),
};

#[test]
fn combinations_are_named() {
    let killer = puzzle(SIX, "", &["cage 6: r1c1 r1c2 r2c1", "cage 10: r1c5 r1c6"]);
    let lines = explained(&killer, Technique::Combination);
    assert_eq!(
        lines,
        [
            "Look at `cage 10: r1c5 r1c6`.",
            "Its digits are different, and their sum is 10.",
            "With the candidates left, r1c56 hold 4 and 6.",
            "Otherwise `cage 10: r1c5 r1c6` would be broken.",
            "Remove 1, 2, 3 and 5 from r1c56.",
            "Combination: cage 10: r1c5 r1c6 => r1c56<>1 2 3 5",
        ]
    );
}

#[test]
fn lines_have_bounds() {
    let thermo = puzzle(SIX, "", &["thermo: r1c1 r2c1 r3c1"]);
    let lines = explained(&thermo, Technique::Line);
    assert_eq!(lines[1], "Digits increase along it, from r1c1 to r3c1.");
    assert_eq!(lines[2..5], ["r1c1 is at most 4.", "r2c1 is from 2 to 5.", "r3c1 is at least 3."]);
    let whisper = puzzle(SIX, "3", &["whisper 3: r1c1 r1c2 r1c3"]);
    let lines = explained(&whisper, Technique::Pair);
    assert_eq!(lines[1], "Neighbors on it differ by at least 3.");
    assert_eq!(lines[2], "r1c1 is 3, which does not go with 1, 2, 4 or 5 in r1c2.");
    let arrow = puzzle(SIX, "", &["arrow: r1c1 r2c2 r3c3 r4c4"]);
    let lines = explained(&arrow, Technique::Sum);
    assert_eq!(lines[1], "The digits along the arrow add up to that in the circle, r1c1.");
    assert_eq!(lines[2], "r1c1 is at least 3.");
}

#[test]
fn innies_name_houses_and_sums() {
    let rules = ["cage 9: r1c1 r1c2 r1c3", "cage 7: r1c4 r1c5"];
    let lines = explained(&puzzle(SIX, "", &rules), Technique::Innies);
    assert_eq!(lines[0], "Row 1 takes every digit, which adds up to 21.");
    assert_eq!(lines[1], "The sums of `cage 9: r1c1 r1c2 r1c3` and `cage 7: r1c4 r1c5` are known.");
    assert_eq!(lines[2], "This leaves r1c6 = 5.");
    assert_eq!(lines[4], "Remove 1, 2, 3, 4 and 6 from r1c6.");
}

#[test]
fn locked_digits_of_cages_and_subsets() {
    // The only combination of the cage is 4, 5 and 6.
    let lines = explained(&puzzle(SIX, "", &["cage 15: r1c1 r1c2 r1c3"]), Technique::Locked);
    assert!(lines[0].ends_with("needs the digit 4, which can only go in r1c123."), "{lines:?}");
    let candidates = "candidates 12 12 123456 123456 123456 123456".to_owned() + &" 123456".repeat(30);
    let lines = explained(&puzzle(SIX, "", &[&candidates]), Technique::NakedPair);
    assert_eq!(lines[0], "In row 1, the two cells r1c12 have no candidates but 1 and 2.");
}

/// Values from 0, more digits than columns, and cells outside of the grid.
#[test]
fn grids_of_other_shapes() {
    let shape = Shape::latin(4).unwrap().with_values(0, 4).unwrap();
    let zero = puzzle(shape, "", &["cage 1: r1c1 r1c2", "cage 5: r1c3 r2c3"]);
    let lines = explained(&zero, Technique::Combination);
    assert_eq!(lines[2], "With the candidates left, r1c12 hold 0 and 1.");
    let wide = Shape::rectangle(2, 3).unwrap().with_values(1, 5).unwrap().with_extra(1).unwrap();
    let sum = puzzle(wide, "", &["sum = 9: r1c1 r1c2", "renban: r2c1 r2c2 r2c3", "arrow: v1 r1c1 r1c3"]);
    let Some(solution) = solution_of(&sum, &mut Rng::with_seed(1)) else { return };
    walk(&sum, TECHNIQUES, &solution);
}

/// Without contradictions, the path of a hard puzzle is stuck, which is a valid result.
#[test]
fn techniques_can_be_switched_off() {
    let rules = ["thermo: r1c1 r2c2 r3c3", "thermo: r6c6 r5c5 r4c4", "cage 11: r1c5 r1c6 r2c6"];
    let mut rng = Rng::with_seed(5);
    let bare = puzzle(SIX, "", &rules);
    let solution = solution_of(&bare, &mut rng).expect("a solution");
    let mut harder = 0;
    for holes in 20..34 {
        let puzzle = with_holes(&bare, &solution, holes, &mut rng);
        let (steps, rating, end) = walk(&puzzle, TECHNIQUES, &solution);
        let some = TECHNIQUES
            .without(Technique::Contradiction)
            .without(Technique::DeepContradiction)
            .without(Technique::NakedPair);
        let (fewer, less, other) = walk(&puzzle, some, &solution);
        if steps.iter().any(|(step, _)| step.technique == Technique::Contradiction) {
            assert!(other == PathEnd::Stuck && less.hardest < rating.hardest && fewer.len() < steps.len());
            harder += 1;
        } else if end == PathEnd::Solved {
            assert!(rating.hardest <= less.hardest || other == PathEnd::Stuck);
        }
    }
    assert!(harder > 0);
}

#[test]
fn a_contradiction_is_followed_to_its_end() {
    let clues = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let hard = puzzle(Shape::CLASSIC, clues, &[]);
    let (steps, rating) = solved(&hard);
    let (step, tenths) =
        steps.iter().find(|(step, _)| step.technique == Technique::Contradiction).expect("a hard puzzle");
    assert!(rating.hardest >= *tenths && step.placements.is_empty());
    let wrong = puzzle(Shape::CLASSIC, "11", &[]);
    assert!(Logic::new(&wrong).start(&[]).is_err());
}

#[test]
fn limits_end_a_path() {
    let board = |logic: &Logic| logic.start(&[]).expect("no clue");
    let empty = puzzle(SIX, "", &["thermo: r1c1 r2c1 r3c1"]);
    let mut logic = Logic::new(&empty);
    let start = board(&logic);
    let limits = Limits::NONE.with_time(std::time::Duration::ZERO);
    let (_, _, end) = logic.walk(start, TECHNIQUES, &limits, &mut |_, _, _, _| ControlFlow::Continue(()));
    assert!(matches!(end, PathEnd::Stopped(_)));
}
