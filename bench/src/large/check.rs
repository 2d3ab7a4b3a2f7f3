//! Random puzzles of 4x4 to 16x16, with boxes and with jigsaw regions, with and without solutions. The answers of the
//! engines are compared with each other and with `CaDiCaL`.

use std::ops::RangeInclusive;
use std::time::Duration;

use arcdoku::grid::Shape;
use arcdoku::puzzle::format::{Notation, write};
use arcdoku::testing::instances::{full_grid, with_holes, with_wrong_clue};
use arcdoku::{Limits, Puzzle, Question, Rule, Solution, Solver, Strategy};
use fastrand::Rng;

use super::engine::{Engine, Reply, Wanted, differ, fault};
use crate::engines::Choice;
use crate::houses::layout;
use crate::options::Run;
use crate::record::Report;
use crate::table::{Table, grouped};

/// Seed of the puzzles.
const SEED: u64 = 18;

/// The number up to which solutions are counted and compared.
const COUNTED: usize = 5;

/// The time limit of an engine. If it is reached, the puzzle is not compared.
const LONGEST: Duration = Duration::from_secs(10);

/// The number of jigsaw layouts of each size.
const LAYOUTS: usize = 40;

/// A kind of puzzle.
struct Kind {
    digits: usize,
    is_jigsaw: bool,
    /// Its share, in percent.
    share: usize,
    /// The percentage of empty cells. Near the low end of the range, most puzzles have one solution; near the high end,
    /// most have several.
    holes: RangeInclusive<usize>,
}

const fn kind(digits: usize, is_jigsaw: bool, share: usize, holes: RangeInclusive<usize>) -> Kind {
    Kind { digits, is_jigsaw, share, holes }
}

const KINDS: [Kind; 12] = [
    kind(4, false, 20, 50..=95),
    kind(6, false, 15, 40..=75),
    kind(8, false, 10, 40..=65),
    kind(9, false, 20, 40..=66),
    kind(10, false, 5, 40..=60),
    kind(12, false, 4, 40..=57),
    kind(16, false, 3, 40..=54),
    kind(4, true, 5, 50..=95),
    kind(5, true, 5, 45..=85),
    kind(7, true, 5, 45..=75),
    kind(9, true, 6, 45..=75),
    kind(12, true, 2, 45..=66),
];

/// Empty grids of a kind, each with a solution.
fn grids(kind: &Kind, rng: &mut Rng) -> Result<Vec<(Puzzle, Solution)>, String> {
    let Kind { digits, is_jigsaw, .. } = *kind;
    if !is_jigsaw {
        let shape = Shape::usual(digits).ok_or("no such shape")?;
        return Ok(vec![(Puzzle::new(shape), full_grid(shape, rng))]);
    }
    let shape = Shape::latin(digits).ok_or("no such shape")?;
    let mut grids = Vec::new();
    // Some layouts have no solution.
    while grids.len() < LAYOUTS {
        let rule = Rule::regions(shape, &layout(digits, rng)).map_err(|error| error.to_string())?;
        let puzzle = Puzzle::new(shape).with_rule(rule);
        let strategy = format!("singles-mrv-md,value=random,restarts=20,seed={}", rng.u32(..));
        let strategy: Strategy = strategy.parse().map_err(|error| format!("{error}"))?;
        let answer = Solver::with_strategy(strategy).first(&puzzle, &Limits::NONE.with_nodes(10_000));
        grids.extend(answer.outcome.solution().map(|solution| (puzzle, solution.clone())));
    }
    Ok(grids)
}

/// A puzzle of one of the grids: clues of a random solution. In half of the puzzles, one clue is replaced by a
/// different digit that does not directly contradict another clue.
fn puzzle(kind: &Kind, grids: &[(Puzzle, Solution)], rng: &mut Rng) -> Puzzle {
    let (empty, solution) = &grids[rng.usize(..grids.len())];
    let solution = if kind.is_jigsaw { solution.clone() } else { full_grid(empty.shape(), rng) };
    let holes = empty.shape().cells() * rng.usize(kind.holes.clone()) / 100;
    let puzzle = with_holes(empty, &solution, holes, rng);
    if rng.bool() { with_wrong_clue(&puzzle, &solution, rng).unwrap_or(puzzle) } else { puzzle }
}

/// Compares the answers of an engine to all questions with each other and with the known solutions.
fn ask(engine: &mut Engine, puzzle: &Puzzle, known: Option<&Reply>) -> Result<Reply, String> {
    let all = engine.ask(puzzle, Wanted::UpTo(COUNTED), LONGEST)?;
    let name = engine.name().to_owned();
    let wrong = |why: &str| Err(format!("{name}: {why}\n{}", show(puzzle)));
    if let Some(why) = fault(puzzle, &all, COUNTED) {
        return wrong(why);
    }
    if known.is_some_and(|known| differ(&all, known, COUNTED)) {
        return wrong("other solutions");
    }
    if matches!(engine, Engine::Ours(_)) {
        for question in [Question::First, Question::Unique] {
            let wanted = Wanted::Question(question);
            let reply = engine.ask(puzzle, wanted, LONGEST)?;
            if let Some(why) = fault(puzzle, &reply, wanted.count()) {
                return wrong(why);
            }
            // If there are several solutions, an engine may find any of them first.
            if all.is_complete
                && reply.is_complete
                && reply.solutions.len() != all.solutions.len().min(wanted.count())
            {
                return wrong("the number of solutions depends on the question");
            }
        }
    }
    Ok(all)
}

/// The puzzle as text: its rules, and its clues.
fn show(puzzle: &Puzzle) -> String {
    let mut text: String = puzzle.rules().iter().map(|rule| format!("{rule}\n")).collect();
    // Every shape can be written in this form.
    let _ = write(Notation::Integers, puzzle, &mut text);
    text
}

/// The numbers of puzzles of a kind, by their numbers of solutions.
#[derive(Clone, Default)]
struct Counts {
    none: usize,
    one: usize,
    several: usize,
    undone: usize,
}

pub(super) fn suite(run: &Run, count: usize, report: &mut Report) -> Result<(), String> {
    let mut engines = super::engines(run)?;
    if engines.len() < 2 {
        engines.push(Engine::Ours(Choice::named("singles-mrv")?));
    }
    // The peer comes first, because the others are compared with it.
    engines.reverse();
    let mut rng = Rng::with_seed(SEED);
    let grids = KINDS.iter().map(|kind| grids(kind, &mut rng)).collect::<Result<Vec<_>, _>>()?;
    let mut counts = vec![Counts::default(); KINDS.len()];
    let mut spent = vec![0.0; engines.len()];
    for number in 0..count {
        if number % 5000 == 0 {
            eprintln!("{number} of {count}");
        }
        // A puzzle depends only on its number.
        let mut rng = Rng::with_seed(SEED << 32 | number as u64);
        let mut drawn = rng.usize(..100);
        let place = KINDS.iter().position(|kind| {
            let is_it = drawn < kind.share;
            drawn = drawn.saturating_sub(kind.share);
            is_it
        });
        let place = place.unwrap_or_default();
        let puzzle = puzzle(&KINDS[place], &grids[place], &mut rng);
        let mut known: Option<Reply> = None;
        let mut is_done = true;
        for (engine, spent) in engines.iter_mut().zip(&mut spent) {
            let reply =
                ask(engine, &puzzle, known.as_ref()).map_err(|error| format!("puzzle {number}: {error}"))?;
            *spent += reply.seconds;
            is_done &= reply.is_complete;
            if known.as_ref().is_none_or(|known| !known.is_complete) {
                known = Some(reply);
            }
        }
        let found = known.map_or(0, |known| known.solutions.len());
        let counts = &mut counts[place];
        match found {
            _ if !is_done => counts.undone += 1,
            0 => counts.none += 1,
            1 => counts.one += 1,
            _ => counts.several += 1,
        }
    }
    let mut table = Table::new(1, "kind | puzzles | no solution | one | several | undone");
    for (kind, counts) in KINDS.iter().zip(&counts) {
        let Counts { none, one, several, undone } = *counts;
        let name = format!("{0}x{0}{1}", kind.digits, if kind.is_jigsaw { ", jigsaw" } else { "" });
        let numbers = [none + one + several + undone, none, one, several, undone];
        table.row([name].into_iter().chain(numbers.map(|number| grouped(number as f64, 0))).collect());
    }
    report.add_block(&table.render());
    let names: Vec<String> = engines
        .iter()
        .zip(&spent)
        .map(|(engine, spent)| format!("{} ({spent:.1} s)", engine.name()))
        .collect();
    report.add_block(&format!(
        "Random puzzles: clues of a random solution, half of them with a clue of another digit. All engines have the \
         same solutions if there are fewer than {COUNTED}, and the same number otherwise; each solution was checked. \
         Processor time for the solutions, in seconds: {}.",
        names.join(", ")
    ));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Choice, KINDS, ask, grids, puzzle};
    use crate::large::engine::Engine;
    use fastrand::Rng;

    #[test]
    fn shares_have_the_sum_of_a_hundred() {
        assert_eq!(KINDS.iter().map(|kind| kind.share).sum::<usize>(), 100);
    }

    #[test]
    fn strategies_agree_on_random_puzzles() {
        let mut rng = Rng::with_seed(1);
        let mut found = [0; 3];
        for kind in KINDS.iter().filter(|kind| kind.digits <= 7) {
            let grids = grids(kind, &mut rng).unwrap();
            for _ in 0..20 {
                let puzzle = puzzle(kind, &grids, &mut rng);
                let one = ask(&mut Engine::Ours(Choice::named("default").unwrap()), &puzzle, None).unwrap();
                ask(&mut Engine::Ours(Choice::named("fc-mrv").unwrap()), &puzzle, Some(&one)).unwrap();
                found[one.solutions.len().min(2)] += 1;
            }
        }
        assert!(found.iter().all(|&count| count > 5), "{found:?}");
    }
}
