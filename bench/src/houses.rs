//! The suite of houses: 9x9 puzzles with houses other than rows, columns and boxes, or with cells that must differ.
//! Makes random minimal puzzles of each kind and solves them one by one, with a proof of uniqueness, on one core.

use std::collections::BTreeSet;
use std::time::Instant;

use arcdoku::grid::{Cell, Digit, Shape};
use arcdoku::solve::fastest;
use arcdoku::testing::instances::proper;
use arcdoku::{Limits, Outcome, Puzzle, Question, Rule, Solution, Solver};
use fastrand::Rng;

use crate::options::Run;
use crate::pass::quantile;
use crate::record::Report;
use crate::table::{Table, word};

/// Seed of the puzzles.
const SEED: u64 = 15;

/// The number of puzzles of each kind, unless `--limit` is lower, and of puzzles of each jigsaw layout.
const PUZZLES: usize = 1000;
const OF_LAYOUT: usize = 25;

/// The largest median, in microseconds.
const TARGET: f64 = 5.0;

/// The number of puzzles of each kind whose answers are compared with those of the general search.
const CHECKED: usize = 50;

/// The rules of each kind, other than those of its shape.
const KINDS: [(&str, &[&str]); 8] = [
    ("diagonals", &["diagonals"]),
    ("windoku", &["windoku"]),
    ("disjoint groups", &["disjoint-groups"]),
    ("anti-king", &["anti-king"]),
    ("anti-knight", &["anti-knight"]),
    ("anti-king and anti-knight", &["anti-king", "anti-knight"]),
    ("diagonals and windoku", &["diagonals", "windoku"]),
    ("jigsaw", &[]),
];

/// A random layout with one connected region per digit: boxes, or rows if there are no boxes, that have exchanged
/// cells at random.
pub(crate) fn layout(digits: usize, rng: &mut Rng) -> Vec<u8> {
    let shape = Shape::usual(digits).unwrap_or(Shape::CLASSIC);
    let region = |cell| shape.box_of(cell).unwrap_or(shape.row(cell)) as u8;
    let mut regions: Vec<u8> = (0..shape.cells()).map(|cell| region(Cell::new(cell))).collect();
    let mut swaps = 0;
    while swaps < 150 {
        let (a, b) = (rng.usize(..regions.len()), rng.usize(..regions.len()));
        let (first, second) = (regions[a], regions[b]);
        regions.swap(a, b);
        if first != second && is_connected(&regions, digits, first) && is_connected(&regions, digits, second)
        {
            swaps += 1;
        } else {
            regions.swap(a, b);
        }
    }
    regions
}

fn is_connected(regions: &[u8], digits: usize, region: u8) -> bool {
    let cells: Vec<usize> = (0..regions.len()).filter(|&cell| regions[cell] == region).collect();
    let mut seen = vec![cells[0]];
    let mut next = 0;
    while next < seen.len() {
        let cell = seen[next];
        next += 1;
        let near = |&&other: &&usize| {
            let (rows, columns) =
                ((other / digits).abs_diff(cell / digits), (other % digits).abs_diff(cell % digits));
            rows + columns == 1 && !seen.contains(&other)
        };
        let more: Vec<usize> = cells.iter().filter(near).copied().collect();
        seen.extend(more);
    }
    seen.len() == cells.len()
}

/// The empty grid of a kind. Every jigsaw has another layout.
fn empty(rules: &[&str], rng: &mut Rng) -> Result<Puzzle, String> {
    let read = |text: &str| text.parse::<Rule>().map_err(|error| error.to_string());
    if rules.is_empty() {
        let shape = Shape::latin(9).ok_or("no grid of 9x9")?;
        let regions = Rule::regions(shape, &layout(9, rng)).map_err(|error| error.to_string())?;
        return Ok(Puzzle::new(shape).with_rule(regions));
    }
    rules.iter().try_fold(Puzzle::new(Shape::CLASSIC), |puzzle, text| Ok(puzzle.with_rule(read(text)?)))
}

/// A random solution: the first solution of the grid with some random clues; `None` if the search takes too long.
fn solution(solver: &mut Solver, empty: &Puzzle, rng: &mut Rng) -> Option<Solution> {
    let limits = Limits::NONE.with_nodes(2_000);
    let mut puzzle = empty.clone();
    let mut cells: Vec<usize> = (0..81).collect();
    rng.shuffle(&mut cells);
    let mut found = None;
    for &cell in &cells[..20] {
        let mut digits: Vec<usize> = (0..9).collect();
        rng.shuffle(&mut digits);
        for digit in digits {
            puzzle.set(Cell::new(cell), Some(Digit::from_index(digit)));
            found = solver.first(&puzzle, &limits).outcome.solution().cloned();
            if found.is_some() {
                break;
            }
            puzzle.set(Cell::new(cell), None);
        }
    }
    found
}

fn puzzles(solver: &mut Solver, rules: &[&str], count: usize, rng: &mut Rng) -> Result<Vec<Puzzle>, String> {
    let mut made: Vec<Puzzle> = Vec::new();
    let mut grid = empty(rules, rng)?;
    while made.len() < count {
        if rules.is_empty() && made.len().is_multiple_of(OF_LAYOUT) {
            grid = empty(rules, rng)?;
        }
        // Some layouts have no solution.
        if let Some(solution) = solution(solver, &grid, rng) {
            let is_unique =
                |puzzle: &Puzzle| matches!(solver.solve(puzzle, &Limits::NONE).outcome, Outcome::Unique(_));
            made.push(proper(&grid, &solution, usize::MAX, rng, is_unique));
        }
    }
    Ok(made)
}

/// Compares answers with those of the general search.
fn check(solver: &mut Solver, puzzles: &[Puzzle]) -> Result<(), String> {
    for puzzle in puzzles {
        let mut other = Solver::with_strategy(fastest(puzzle));
        let [one, two] = [solver.solve(puzzle, &Limits::NONE), other.solve(puzzle, &Limits::NONE)];
        let is_unique = matches!(one.outcome, Outcome::Unique(_));
        if !is_unique || one.outcome != two.outcome {
            return Err(format!("{puzzle:?}: {:?} by {}", one.outcome, solver.method_for(puzzle)));
        }
    }
    Ok(())
}

pub(crate) fn suite(run: &Run, report: &mut Report) -> Result<(), String> {
    let rounds = run.rounds(9);
    let count = run.options.limit.unwrap_or(PUZZLES).min(PUZZLES);
    let head =
        "kind | method | puzzles | clues | median us | 95 % us | mean us | guesses | batch us | first us";
    let mut table = Table::new(2, head);
    let mut verdicts = Table::new(1, "kind | target | measured | verdict");
    for (name, rules) in KINDS {
        let mut rng = Rng::with_seed(SEED);
        let mut solver = Solver::new();
        let puzzles = puzzles(&mut solver, rules, count, &mut rng)?;
        check(&mut solver, &puzzles[..CHECKED.min(count)])?;
        let methods: BTreeSet<String> =
            puzzles.iter().map(|puzzle| solver.method_for(puzzle).to_string()).collect();
        let micro = |start: Instant| start.elapsed().as_secs_f64() * 1e6;
        let mut times = vec![f64::MAX; count];
        let mut guesses = vec![0.0; count];
        let (mut batch, mut first) = (f64::MAX, f64::MAX);
        for _ in 0..rounds {
            for (place, puzzle) in puzzles.iter().enumerate() {
                let start = Instant::now();
                let answer = solver.solve(puzzle, &Limits::NONE);
                times[place] = times[place].min(micro(start));
                guesses[place] = answer.stats.nodes as f64;
            }
            let start = Instant::now();
            let mut unique = 0;
            solver.ask_all(Question::Unique, &puzzles, &Limits::NONE, |answer| {
                unique += usize::from(matches!(answer.outcome, Outcome::Unique(_)));
            });
            batch = batch.min(micro(start) / count as f64);
            if unique != count {
                return Err(format!("{name}: {unique} of {count} puzzles have one solution in a batch"));
            }
            let start = Instant::now();
            Solver::new().solve(&puzzles[0], &Limits::NONE);
            first = first.min(micro(start));
        }
        let mean = times.iter().sum::<f64>() / count as f64;
        let clues = puzzles.iter().map(Puzzle::clues).sum::<usize>() as f64 / count as f64;
        let median = quantile(&mut times, 0.5);
        table.row(vec![
            name.into(),
            methods.into_iter().collect::<Vec<_>>().join(", "),
            count.to_string(),
            format!("{clues:.1}"),
            format!("{median:.2}"),
            format!("{:.2}", quantile(&mut times, 0.95)),
            format!("{mean:.2}"),
            format!("{:.0}", quantile(&mut guesses, 0.5)),
            format!("{batch:.2}"),
            format!("{first:.0}"),
        ]);
        let target = format!("median <= {TARGET:.0} us");
        verdicts.row(vec![name.into(), target, format!("{median:.2} us"), word(median <= TARGET)]);
    }
    report.add_block(&table.render());
    report.add_block(&format!(
        "Random minimal puzzles of each kind (clues removed from a random solution in a random order), from a fixed \
         seed; {OF_LAYOUT} of each jigsaw layout. Solution and proof of uniqueness one by one, by `Solver::solve`, \
         with the rules compiled once, as in a batch; for each puzzle, the best of {rounds} rounds. Guesses: the \
         median. Batch: all puzzles by `Solver::ask_all`, per puzzle. First: the first question to a new solver, \
         which compiles the rules. The answers to {} of each kind were compared with the general search.",
        CHECKED.min(count)
    ));
    report.add_block(&verdicts.render());
    Ok(())
}
