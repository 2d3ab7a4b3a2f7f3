//! No technique contradicts the solution, in states reached along solving paths of puzzles of all levels.

use arcdoku::deduction::{Candidates, Extent, Family, Step, Technique, Techniques};
use arcdoku::grid::{Cell, Shape};
use arcdoku::rate::{Profile, RateScratch, Search};
use arcdoku::testing::{self, neutral, techniques};
use arcdoku::{Limits, Outcome, Puzzle, Solution, Solver};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// The number of parallel walks, each over separate puzzles.
const PARTS: usize = 4;

/// Families for which all instances are searched in only one of this many states. In the other states, only the first
/// instance is searched, because a state can have thousands of instances, which take long to find.
const COSTLY: &[(Family, usize)] = &[
    (Family::Fish, 20),
    (Family::Kraken, 400),
    (Family::Loop, 10),
    (Family::Als, 10),
    (Family::Forcing, 50),
    (Family::MultiSector, 200),
    (Family::Implication, 400),
];

/// Puzzles of all levels from the shared sets; empty if they are missing.
fn shared_puzzles() -> Vec<String> {
    let mut lines = Vec::new();
    for (name, count) in [
        ("easy", 60),
        ("random_minimal", 300),
        ("seventeen_clue", 200),
        ("magictour_top1465", 200),
        ("hardest_11plus", 80),
        ("hardest_1106", 20),
    ] {
        let Some(text) = neutral::shared(&format!("puzzles/{name}.txt")) else { continue };
        let all: Vec<&str> = text.lines().filter(|line| line.len() >= 81 && !line.starts_with('#')).collect();
        let count = testing::cases(count);
        lines.extend(
            all.iter().step_by((all.len() / count).max(1)).take(count).map(|line| line[..81].to_owned()),
        );
    }
    lines
}

/// Puzzles of this project, of all levels.
fn own_puzzles() -> Vec<String> {
    let text = std::fs::read_to_string(neutral::workspace().join("testdata/human/rated.tsv")).unwrap();
    text.lines().filter(|line| !line.starts_with('#')).map(|line| line[..81].to_owned()).collect()
}

/// The proper puzzles of these lines, with their solutions.
fn solved(lines: &[String]) -> Vec<(Puzzle, Solution)> {
    let puzzles = lines.iter().map(|line| line.parse::<Puzzle>().unwrap());
    puzzles.filter_map(|puzzle| solution(&puzzle).map(|solution| (puzzle, solution))).collect()
}

fn solution(puzzle: &Puzzle) -> Option<Solution> {
    match Solver::new().solve(puzzle, &Limits::NONE).outcome {
        Outcome::Unique(solution) => Some(solution),
        _ => None,
    }
}

/// The error in a step, if any.
fn fault(step: &Step, state: &Candidates, solution: &Solution) -> Option<String> {
    let placed = step.placements.iter().find(|at| solution.at(at.cell) != at.digit);
    let gone = step.eliminations.iter().find(|at| solution.at(at.cell) == at.digit);
    if let Some(at) = placed.or(gone) {
        return Some(format!("contradicts the solution at {at:?}"));
    }
    let absent = step.placements.iter().chain(&step.eliminations).find(|&&at| !state.contains(at));
    if let Some(at) = absent {
        return Some(format!("contains {at:?}, which is not a candidate"));
    }
    (!step.is_effective(state)).then(|| "does nothing".to_owned())
}

/// How often each technique was found.
type TechniqueCounts = BTreeMap<&'static str, usize>;

/// Walks from the puzzles, in turns, until this number of states was visited. Checks every step found there.
fn walk(puzzles: &[&(Puzzle, Solution)], states: usize, seed: u64) -> TechniqueCounts {
    let mut options = testing::proper_options();
    options.als_in_chains = false;
    let mut families: Vec<Family> = Technique::ALL.iter().map(|technique| technique.family()).collect();
    families.dedup();
    let profile = Profile::hodoku();
    let mut random = fastrand::Rng::with_seed(seed);
    let mut scratch = RateScratch::default();
    let (mut seen, mut found) = (0, TechniqueCounts::new());
    for (puzzle, solution) in puzzles.iter().cycle() {
        let mut state = Candidates::of(puzzle).unwrap();
        while !state.is_full() {
            // The steps of the state. The path continues with one of them, usually a simple one.
            let mut steps: Vec<Step> = Vec::new();
            seen += 1;
            let mut search = Search::new(&state, &options, &mut scratch, &Limits::NONE);
            for &family in &families {
                let costly = COSTLY.iter().find(|(costly, _)| *costly == family);
                let all = costly.is_none_or(|&(_, every)| random.usize(..every) == 0);
                let extent = if all { Extent::All } else { Extent::First };
                let found = search.find(family, Techniques::family(family), extent, &mut |step| {
                    if let Some(fault) = fault(&step, &state, solution) {
                        panic!("{puzzle:?}: {} {fault}: {step:?} in {state:?}", step.technique);
                    }
                    *found.entry(step.technique.name()).or_default() += 1;
                    steps.push(step);
                    if all { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                });
                assert_eq!(found, Ok(()));
            }
            if seen >= states {
                return found;
            }
            let simplest = steps.iter().min_by_key(|step| profile.rank(step.technique));
            let Some(simplest) = simplest else { break };
            let step = if random.usize(..4) > 0 { simplest } else { &steps[random.usize(..steps.len())] };
            step.apply(&mut state);
        }
    }
    found
}

/// Walks from the puzzles, in parts, until this number of states was visited. Returns the number of found techniques.
fn walk_all(puzzles: &[(Puzzle, Solution)], states: usize) -> usize {
    assert!(puzzles.len() >= PARTS);
    let found = std::thread::scope(|scope| {
        let walks: Vec<_> = (0..PARTS)
            .map(|part| {
                let own: Vec<_> = puzzles.iter().skip(part).step_by(PARTS).collect();
                scope.spawn(move || walk(&own, states / PARTS, part as u64))
            })
            .collect();
        let mut all = TechniqueCounts::new();
        for walk in walks {
            for (name, count) in walk.join().unwrap() {
                *all.entry(name).or_default() += count;
            }
        }
        all
    });
    for (name, count) in &found {
        println!("{count:>9} {name}");
    }
    found.len()
}

/// The number of techniques that walks must find at least. It is smaller if not all cases run.
fn most_techniques() -> usize {
    if testing::runs_all_cases() { 75 } else { 50 }
}

#[test]
fn no_step_contradicts_the_solution() {
    let found = walk_all(&solved(&own_puzzles()), testing::cases(12_000) / 2);
    assert!(found >= most_techniques(), "only {found} techniques were met");
}

#[test]
fn no_step_contradicts_the_solution_of_a_shared_puzzle() {
    let puzzles = shared_puzzles();
    if puzzles.is_empty() {
        return;
    }
    let found = walk_all(&solved(&puzzles), testing::cases(12_000) / 2);
    assert!(found >= most_techniques(), "only {found} techniques were met");
}

/// Walks do not find every technique, so the recorded example of each technique is checked as well.
#[test]
fn no_example_contradicts_the_solution() {
    let mut scratch = RateScratch::default();
    for (technique, line) in techniques::known() {
        let state = techniques::state_of(&line);
        let mut puzzle = Puzzle::new(Shape::CLASSIC);
        for cell in (0..81).map(Cell::new) {
            puzzle.set(cell, state.value(cell));
        }
        let solution = solution(&puzzle).expect("an example has one solution");
        let step = techniques::first(&state, technique, &mut scratch).expect("it is found");
        assert_eq!(fault(&step, &state, &solution), None, "{line}");
    }
}
