//! Probes for `bench/compare.sh`: each subject does a fixed amount of work.
//!
//! Each subject does its work once inside [`counted_region`], where callgrind counts instructions,
//! and prints a line of results that must be the same in every build: nodes, guesses, scores, or a checksum of the
//! results.

use std::hint::black_box;
use std::ops::ControlFlow;

use arcdoku::canon::{Canonizer, Clues};
use arcdoku::deduction::{Candidates, Options};
use arcdoku::explainer;
use arcdoku::fast9::Engine as Fast9;
use arcdoku::generate::{ClueSymmetry, Difficulty, GeneratedPuzzle, Grids, Maker, PuzzleRequest, seed_of};
use arcdoku::rate::{Level, PathStep, Profile, RateScratch, Scale, solve_with};
use arcdoku::search::NAMED;
use arcdoku::{Cell, Limits, Puzzle, Question, Shape, Solution, Solver};

use crate::engine::Engine;
use crate::engines::engines;
use crate::set::{Data, Set};

/// The subjects, in the order in which they run. Strategies follow, by name.
const SUBJECTS: &[(&str, Probe)] = &[
    ("fast9", |data| fast9(data, "fast9")),
    ("fast9-portable", |data| fast9(data, "fast9@portable")),
    ("fast9-lanes", |data| fast9(data, "fast9-lanes")),
    ("fast9-lanes-portable", |data| fast9(data, "fast9-lanes@portable")),
    ("fast9-count", |data| loose(data, true)),
    ("fast9-list", |data| loose(data, false)),
    ("several", |data| several(data, "arcdoku")),
    ("several-many", |data| several(data, "arcdoku-many")),
    ("canon", canon),
    ("canon-grids", canon_grids),
    ("generate", |_| generate(&PuzzleRequest::default(), 200, false)),
    ("generate-many", |_| generate(&PuzzleRequest::default(), 400, true)),
    ("generate-half-turn", |_| {
        generate(&PuzzleRequest::default().with_symmetry(ClueSymmetry::HalfTurn), 100, false)
    }),
    ("generate-unfair", |_| generate(&unfair()?, 2, false)),
    ("generate-6x6", |_| generate(&PuzzleRequest::of(usual(6)?), 20, false)),
    ("generate-12x12", |_| generate(&PuzzleRequest::of(usual(12)?), 1, false)),
    ("grids", |_| Ok(grids(Shape::CLASSIC, 1000))),
    ("grids-16x16", |_| Ok(grids(usual(16)?, 10))),
    ("rate-hodoku", |data| hodoku(&data.set("random_minimal", Some(150))?)),
    ("rate-hodoku-hard", |data| hodoku(&data.set("magictour_top1465", Some(10))?)),
    ("rate-se", |data| explainer(&data.set("random_minimal", Some(60))?)),
    ("rate-se-hard", |data| explainer(&data.set("magictour_top1465", Some(4))?)),
];

/// Does the work of a subject, and returns its line of results.
type Probe = fn(&Data) -> Result<String, String>;

/// The number of puzzles of euler50 that each strategy solves, and its limit on nodes.
const STRATEGY_WORK: (usize, u64) = (8, 400);

/// Runs one subject, or lists all.
pub(crate) fn run(data: &Data, subject: Option<&str>) -> Result<(), String> {
    let Some(subject) = subject else {
        for (name, _) in SUBJECTS {
            println!("{name}");
        }
        for named in NAMED {
            println!("{}", named.name);
        }
        return Ok(());
    };
    let result = match SUBJECTS.iter().find(|(name, _)| *name == subject) {
        Some((_, probe)) => probe(data)?,
        None => strategy(data, subject)?,
    };
    println!("{subject}: {result}");
    Ok(())
}

/// Runs the counted work. `bench/compare.sh` uses the name of this function.
#[inline(never)]
pub(crate) fn counted_region(work: &mut dyn FnMut()) {
    work();
    // This keeps the call above from being a tail call, which would leave the region before the work is done.
    black_box(());
}

/// An order-sensitive checksum (FNV-1a).
struct Checksum(u64);

impl Checksum {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, bytes: impl IntoIterator<Item = u8>) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn puzzle(&mut self, puzzle: &Puzzle) {
        self.add(puzzle.givens().iter().map(|clue| clue.map_or(0, arcdoku::Digit::get)));
    }

    fn solution(&mut self, solution: &Solution) {
        self.add(solution.digits().iter().map(|digit| digit.get()));
    }
}

fn usual(digits: usize) -> Result<Shape, String> {
    Shape::usual(digits).ok_or_else(|| format!("no usual shape of {digits} digits"))
}

/// Runs one pass of an engine, and returns its nodes and a checksum of its solutions.
fn passes(engine: &mut dyn Engine, question: Question, set: &Set) -> Result<String, String> {
    if !engine.prepare(set) {
        return Err(format!("{} cannot read {}", engine.name(), set.name));
    }
    let verdicts = engine.answers(question, set);
    let mut sum = Checksum::new();
    verdicts.each.iter().flat_map(|verdict| &verdict.solutions).for_each(|solution| sum.solution(solution));
    counted_region(&mut || {
        engine.pass(question, set, &mut |found| {
            black_box(found);
        });
    });
    let counts = verdicts.counts.unwrap_or_default();
    Ok(format!("{} {} nodes {} backtracks {:016x}", set.name, counts.nodes, counts.backtracks, sum.0))
}

fn fast9(data: &Data, name: &str) -> Result<String, String> {
    let mut engine = engines(&[name], Limits::NONE)?.remove(0);
    let sets = [("random_minimal", 2000), ("seventeen_clue", 2000), ("hardest_11plus", 200)];
    let results = sets.map(|(set, limit)| {
        let set = data.set(set, Some(limit))?;
        passes(&mut *engine, Question::Unique, &set)
    });
    Ok(results.into_iter().collect::<Result<Vec<_>, _>>()?.join(", "))
}

/// Counts or lists the solutions of puzzles with many solutions, up to a limit.
fn loose(data: &Data, counts: bool) -> Result<String, String> {
    let mut puzzles = data.set("seventeen_clue", Some(8))?.puzzles;
    for puzzle in &mut puzzles {
        let clues = (0..81).filter(|&cell| puzzle.givens()[cell].is_some());
        clues.take(3).collect::<Vec<_>>().into_iter().for_each(|cell| puzzle.set(Cell::new(cell), None));
    }
    let mut engine = Fast9::new();
    let (mut solutions, mut guesses) = (0, 0);
    counted_region(&mut || {
        for puzzle in &puzzles {
            let mut left = 20_000;
            let found = if counts {
                engine.count(puzzle, left, &Limits::NONE)
            } else {
                engine.solutions(puzzle, &Limits::NONE, |_| {
                    left -= 1;
                    if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                })
            };
            let found = found.expect("a plain 9x9 puzzle");
            (solutions, guesses) = (solutions + found.solutions, guesses + found.guesses);
        }
    });
    Ok(format!("{} puzzles {solutions} solutions {guesses} guesses", puzzles.len()))
}

/// Answers puzzles with several solutions.
fn several(data: &Data, name: &str) -> Result<String, String> {
    let mut engine = engines(&[name], Limits::NONE)?.remove(0);
    passes(&mut *engine, Question::Unique, &data.set("multi_solution", Some(1000))?)
}

fn strategy(data: &Data, name: &str) -> Result<String, String> {
    let (puzzles, nodes) = STRATEGY_WORK;
    let mut engine = engines(&[name], Limits::NONE.with_nodes(nodes))?.remove(0);
    let set = data.set("euler50", Some(puzzles))?;
    let results = [Question::First, Question::Unique].map(|question| passes(&mut *engine, question, &set));
    Ok(results.into_iter().collect::<Result<Vec<_>, _>>()?.join(", "))
}

/// Canonical forms and keys of clues.
fn forms(clues: &[Clues]) -> String {
    let mut canonizer = Canonizer::new();
    let mut sum = Checksum::new();
    counted_region(&mut || {
        for clues in clues {
            let found = canonizer.canonize(black_box(clues));
            sum.add(found.key().to_string().bytes());
            sum.add(found.automorphisms.to_le_bytes());
        }
    });
    format!("{} forms {:016x}", clues.len(), sum.0)
}

fn canon(data: &Data) -> Result<String, String> {
    let mut clues = Vec::new();
    for name in ["seventeen_clue", "random_minimal"] {
        for puzzle in &data.set(name, Some(3000))?.puzzles {
            clues.push(Clues::of(puzzle).map_err(|error| error.to_string())?);
        }
    }
    Ok(forms(&clues))
}

fn canon_grids(_: &Data) -> Result<String, String> {
    let grids = Grids::of(Shape::CLASSIC).unwrap();
    let clues = (0..1000).map(|number| {
        let cells: Vec<_> = grids.grid(seed_of(729, number)).digits().iter().copied().map(Some).collect();
        Clues::from_cells(&cells).ok_or("a grid that is not 9x9")
    });
    Ok(forms(&clues.collect::<Result<Vec<_>, _>>()?))
}

fn unfair() -> Result<PuzzleRequest, String> {
    let scale = Scale::by_name("hodoku").ok_or("no scale hodoku")?;
    let difficulty = Difficulty::on(scale).with_levels(Level::Unfair..=Level::Unfair);
    Ok(PuzzleRequest::default().with_difficulty(difficulty))
}

fn generate(request: &PuzzleRequest, count: u64, many: bool) -> Result<String, String> {
    let mut maker = Maker::new(request.clone()).map_err(|error| error.to_string())?;
    let mut sum = Checksum::new();
    let mut add = |made: &GeneratedPuzzle| {
        sum.puzzle(&made.puzzle);
        sum.solution(&made.solution);
        sum.add(made.seed.to_le_bytes());
    };
    counted_region(&mut || {
        if many {
            maker.make_all(729, 0..count, &Limits::NONE, |_, made| {
                made.iter().for_each(&mut add);
                ControlFlow::Continue(())
            });
        } else {
            (0..count).for_each(|number| {
                maker.make(seed_of(729, number), &Limits::NONE).iter().for_each(&mut add);
            });
        }
    });
    Ok(format!("{count} puzzles {:016x}", sum.0))
}

fn grids(shape: Shape, count: u64) -> String {
    let grids = Grids::of(shape).unwrap();
    let mut sum = Checksum::new();
    counted_region(&mut || (0..count).for_each(|number| sum.solution(&grids.grid(seed_of(729, number)))));
    format!("{count} grids {:016x}", sum.0)
}

fn hodoku(set: &Set) -> Result<String, String> {
    let mut solver = Solver::new();
    let ready = set.puzzles.iter().map(|puzzle| {
        let answer = solver.solve(puzzle, &Limits::NONE);
        let solution = answer.outcome.solution().cloned().ok_or("no solution")?;
        let options = Options::default().with_proper(answer.proper());
        Ok((Candidates::of(puzzle).map_err(|error| error.to_string())?, solution, options))
    });
    let ready = ready.collect::<Result<Vec<_>, String>>()?;
    let (profile, mut scratch) = (Profile::hodoku(), RateScratch::default());
    let (mut steps, mut total, mut sum) = (0_u64, 0_u64, Checksum::new());
    counted_region(&mut || {
        for (state, solution, options) in &ready {
            let each = &mut |_: &_, step: &PathStep| {
                steps += 1;
                sum.add(step.step.technique.name().bytes());
                ControlFlow::Continue(())
            };
            let (level, score, _) = solve_with(
                state.clone(),
                &profile,
                options,
                Some(solution),
                &Limits::NONE,
                &mut scratch,
                each,
            );
            total += u64::from(score);
            sum.add([level as u8]);
        }
    });
    Ok(format!("{} puzzles {steps} steps {total} points {:016x}", ready.len(), sum.0))
}

fn explainer(set: &Set) -> Result<String, String> {
    let mut solver = Solver::new();
    let ready = set.puzzles.iter().map(|puzzle| {
        let proper = solver.solve(puzzle, &Limits::NONE).proper();
        Ok((Candidates::of(puzzle).map_err(|error| error.to_string())?, proper))
    });
    let ready = ready.collect::<Result<Vec<_>, String>>()?;
    let mut scratch = explainer::ExplainerScratch::default();
    let mut ratings = Vec::new();
    counted_region(&mut || {
        for &(ref state, proper) in &ready {
            let each = &mut |_, _, _: &explainer::Rating| ControlFlow::Continue(());
            ratings.push(explainer::rate(state, proper, &Limits::NONE, &mut scratch, each).0);
        }
    });
    let mut sum = Checksum::new();
    for rating in &ratings {
        sum.add(rating.to_string().bytes());
    }
    Ok(format!("{} puzzles {:016x}", ready.len(), sum.0))
}

#[cfg(test)]
mod tests {
    use super::{Checksum, generate, run};
    use crate::set::Data;
    use arcdoku::generate::PuzzleRequest;
    use std::path::Path;

    #[test]
    fn a_subject_gives_the_same_line_every_time() {
        let lines = [(); 2].map(|()| generate(&PuzzleRequest::default(), 2, false).unwrap());
        assert_eq!(lines[0], lines[1]);
        assert!(lines[0].starts_with("2 puzzles "), "{}", lines[0]);
        let many = generate(&PuzzleRequest::default(), 2, true).unwrap();
        assert_eq!(lines[0], many, "the same puzzles, made together");
    }

    #[test]
    fn subjects_are_known_by_name() {
        let data = Data::Small(Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata"));
        assert!(run(&data, Some("grids")).is_ok());
        assert!(run(&data, Some("nonsense")).is_err());
    }

    #[test]
    fn a_checksum_depends_on_order() {
        let of = |bytes: [u8; 2]| {
            let mut sum = Checksum::new();
            sum.add(bytes);
            sum.0
        };
        assert_ne!(of([1, 2]), of([2, 1]));
    }
}
