//! The suite of ratings by techniques: HoDoKu levels and scores of puzzles per second, on one core.

pub(crate) mod se;

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use arcdoku::deduction::{Candidates, Options, Step};
use arcdoku::rate::RateScratch;
use arcdoku::rate::{Level, PathEnd, Profile, solve_with};
use arcdoku::{Limits, Puzzle, Solution, Solver};
use sudoku::Sudoku;
use sudoku::strategy::{Strategy, StrategySolver};

use crate::options::Run;
use crate::record::Report;
use crate::set::Set;
use crate::table::{Table, figure, grouped, percent, verdict};

/// The sets, with the target rate, and the rate of the Java original after warm-up.
const SETS: &[(&str, Option<f64>, Option<f64>)] = &[
    ("easy", None, None),
    ("random_minimal", Some(5000.0), Some(750.0)),
    ("seventeen_clue", Some(10_000.0), Some(1560.0)),
    ("magictour_top1465", Some(60.0), Some(6.7)),
];

/// The human techniques of the crate `sudoku`, in the order of that crate, without larger fish.
const PEER: &[Strategy] = &[
    Strategy::NakedSingles,
    Strategy::HiddenSingles,
    Strategy::LockedCandidates,
    Strategy::NakedPairs,
    Strategy::XWing,
    Strategy::HiddenPairs,
    Strategy::NakedTriples,
    Strategy::Swordfish,
    Strategy::HiddenTriples,
    Strategy::XyWing,
    Strategy::XyzWing,
    Strategy::NakedQuads,
    Strategy::Jellyfish,
    Strategy::HiddenQuads,
];

/// The result of a pass over a set.
#[derive(Clone, Default, PartialEq, Debug)]
struct Tally {
    levels: [usize; 5],
    score: u64,
    steps: u64,
    unsolved: u64,
}

/// Follows the path of a puzzle, which takes a digit of the solution if it is stuck.
fn walk(
    state: Candidates,
    (solution, options): &(Solution, Options),
    profile: &Profile,
    scratch: &mut RateScratch,
    each: &mut dyn FnMut(&Step),
) -> (Level, u32, PathEnd) {
    solve_with(state, profile, options, Some(solution), &Limits::NONE, scratch, &mut |_, step| {
        each(&step.step);
        ControlFlow::Continue(())
    })
}

/// A set whose puzzles are read and solved before the timing starts.
struct SolvedSet<'a> {
    puzzles: &'a [Puzzle],
    /// The solutions, with options that contain the proof of uniqueness.
    solutions: Vec<(Solution, Options)>,
    peer: Vec<Sudoku>,
}

impl<'a> SolvedSet<'a> {
    fn new(set: &'a Set) -> Result<Self, String> {
        let mut solver = Solver::new();
        let mut solutions = Vec::new();
        let mut peer = Vec::new();
        for (i, puzzle) in set.puzzles.iter().enumerate() {
            let answer = solver.solve(puzzle, &Limits::NONE);
            let solution =
                answer.outcome.solution().ok_or_else(|| format!("{}: no solution", set.show(i)))?;
            solutions.push((solution.clone(), Options::default().with_proper(answer.proper())));
            peer.push(Sudoku::from_str_line(&set.show(i)).map_err(|error| error.to_string())?);
        }
        Ok(Self { puzzles: &set.puzzles, solutions, peer })
    }

    /// Rates every puzzle.
    fn pass(&self, profile: &Profile, scratch: &mut RateScratch) -> (Tally, Duration) {
        let mut tally = Tally::default();
        let start = Instant::now();
        for (puzzle, known) in self.puzzles.iter().zip(&self.solutions) {
            let Ok(state) = Candidates::of(puzzle) else { continue };
            let mut steps = 0;
            let (level, score, end) = walk(state, known, profile, scratch, &mut |step| {
                steps += 1;
                black_box(step);
            });
            tally.levels[level as usize] += 1;
            tally.score += u64::from(score);
            tally.steps += steps;
            tally.unsolved += u64::from(end != PathEnd::Solved);
        }
        (tally, start.elapsed())
    }

    /// Checks that every path ends in the solution, and that no step contradicts it.
    fn check(&self, set: &Set, profile: &Profile, scratch: &mut RateScratch) -> Result<(), String> {
        for (i, (puzzle, known)) in self.puzzles.iter().zip(&self.solutions).enumerate() {
            let state = Candidates::of(puzzle).map_err(|unfit| format!("{}: {unfit}", set.show(i)))?;
            let mut wrong = None;
            let (_, _, end) = walk(state, known, profile, scratch, &mut |step| {
                let solution = &known.0;
                let bad = step.placements.iter().any(|at| solution.at(at.cell) != at.digit)
                    || step.eliminations.iter().any(|at| solution.at(at.cell) == at.digit);
                if bad && wrong.is_none() {
                    wrong = Some(step.technique);
                }
            });
            if let Some(technique) = wrong {
                return Err(format!("{}: {technique} contradicts the solution", set.show(i)));
            }
            if end != PathEnd::Solved {
                return Err(format!("{}: the path ends {end:?}", set.show(i)));
            }
        }
        Ok(())
    }

    /// The number of puzzles that the techniques of the peer solve completely.
    fn peer_pass(&self) -> (usize, Duration) {
        let start = Instant::now();
        let solved = self
            .peer
            .iter()
            .filter(|&&sudoku| black_box(StrategySolver::from_sudoku(sudoku).solve(PEER)).is_ok());
        (solved.count(), start.elapsed())
    }
}

/// Both scales.
pub(crate) fn suite(run: &Run, report: &mut Report) -> Result<(), String> {
    hodoku(run, report)?;
    se::suite(run, report)
}

fn hodoku(run: &Run, report: &mut Report) -> Result<(), String> {
    let profile = Profile::hodoku();
    let mut scratch = RateScratch::default();
    let rounds = run.rounds(3);
    let head =
        "set | puzzles | rated/s | target | verdict | original/s | steps | E/M/H/U/X | sudoku/s | it solves";
    let mut table = Table::new(1, head);
    let names: Vec<&str> = SETS.iter().map(|&(name, ..)| name).collect();
    for set in run.data.sets(&names, run.options.limit)? {
        let ready = SolvedSet::new(&set)?;
        ready.check(&set, &profile, &mut scratch)?;
        let (mut best, mut peer_best) = (Duration::MAX, Duration::MAX);
        let (mut tally, mut solved) = (Tally::default(), 0);
        for round in 0..rounds {
            let (this, time) = ready.pass(&profile, &mut scratch);
            if round > 0 && this != tally {
                return Err(format!("{}: two passes differ: {this:?} and {tally:?}", set.name));
            }
            (tally, best) = (this, best.min(time));
            let (count, time) = ready.peer_pass();
            (solved, peer_best) = (count, peer_best.min(time));
        }
        let count = set.puzzles.len() as f64;
        let rate = count / best.as_secs_f64();
        let row = SETS.iter().find(|&&(name, ..)| name == set.name);
        let (target, original) = row.map_or((None, None), |&(_, target, original)| (target, original));
        table.row(vec![
            set.name.clone(),
            grouped(count, 0),
            grouped(rate, 1),
            figure(target, 1),
            verdict(target.map(|target| rate >= target)),
            figure(original, 1),
            grouped(tally.steps as f64 / count, 1),
            tally.levels.map(|level| level.to_string()).join("/"),
            grouped(count / peer_best.as_secs_f64(), 1),
            percent(solved as f64 / count),
        ]);
    }
    report.add_block(
        "Ratings per second on one core: level and score on the HoDoKu scale in its default order, of puzzles that \
         are already parsed and solved. Before the measurement, every step of every path was compared with the \
         solution. `original/s`: the Java original, warmed up, as stated in the issue. `steps`: the average per \
         puzzle. `E/M/H/U/X`: the number of puzzles of each level. `sudoku/s`: the techniques of the crate `sudoku` \
         up to jellyfish (no chains, no almost locked sets, no rating), and the share of puzzles that they solve.",
    );
    report.add_block(&table.render());
    report.add_block(&format!("Rounds: {rounds}; the best counts; arcdoku and the peer took turns."));
    Ok(())
}
