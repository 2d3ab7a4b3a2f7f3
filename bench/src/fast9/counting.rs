//! Counting solutions of puzzles with few clues, made from 17-clue puzzles.

use std::hint::black_box;
use std::time::Duration;

use arcdoku::fast9::Engine as Fast9;
use arcdoku::solve::FASTEST;
use arcdoku::{Cell, Limits, Puzzle, Solver, Strategy};
use fastrand::Rng;
use sudoku::Sudoku;

use super::figures::COUNTING;
use super::tdoku::{TDOKU, Tdoku};
use super::{JUDGED, Run, judged};
use crate::engine::PEER;
use crate::engines::bytes;
use crate::fast9_engines::{LANES, LATENCY};
use crate::pass::timed;
use crate::record::Report;
use crate::set::Data;
use crate::suite::Plan;
use crate::table::{Table, grouped};

/// The set from which the puzzles are made.
const SET: &str = "seventeen_clue";

/// Seed for choosing the clues that are removed.
const SEED: u64 = 17;

/// One of this many puzzles of the set is taken, starting with the first.
const STEP: usize = 500;

/// Number of clues removed from each puzzle.
const REMOVED: usize = 3;

/// Maximum number of solutions counted.
const LIMIT: u64 = 1_000_000;

/// Number of puzzles for the strategy, which is many times slower.
const STRATEGY_PUZZLES: usize = 2;

/// Number of rounds, of which the best counts. Few, as a pass takes seconds.
const ROUNDS: usize = 3;

/// An engine that counts.
enum Counter {
    Lanes(Fast9),
    Latency(Fast9),
    Peer,
    Tdoku(Box<Tdoku>),
    Strategy(Box<Solver>),
}

impl Counter {
    fn name(&self) -> &'static str {
        match self {
            Self::Lanes(_) => LANES,
            Self::Latency(_) => LATENCY,
            Self::Peer => PEER,
            Self::Tdoku(_) => TDOKU,
            Self::Strategy(_) => FASTEST,
        }
    }

    /// Number of puzzles it counts.
    fn most(&self) -> usize {
        if matches!(self, Self::Strategy(_)) { STRATEGY_PUZZLES } else { usize::MAX }
    }

    /// The number of solutions, at most [`LIMIT`].
    fn count(&mut self, loose: &Loose) -> Result<u64, String> {
        Ok(match self {
            Self::Lanes(engine) => {
                engine.count(&loose.puzzle, LIMIT, &Limits::NONE).map_or(0, |found| found.solutions)
            }
            Self::Latency(engine) => {
                engine.solve(&loose.puzzle, LIMIT, &Limits::NONE).map_or(0, |found| found.solutions)
            }
            Self::Peer => loose.peer.solutions_count_up_to(LIMIT as usize) as u64,
            Self::Tdoku(tdoku) => {
                tdoku.load(loose.lines())?;
                tdoku.count(LIMIT)?.solutions
            }
            Self::Strategy(solver) => {
                solver.count(&loose.puzzle, Some(LIMIT.into()), &Limits::NONE).solutions as u64
            }
        })
    }

    /// The time to count the solutions of all of them.
    fn time(&mut self, loose: &[Loose]) -> Result<Duration, String> {
        if let Self::Tdoku(tdoku) = self {
            tdoku.load(Loose::lines_of(loose))?;
            return Ok(tdoku.count(LIMIT)?.time);
        }
        let mut fault = Ok(());
        let time = timed(|| {
            for loose in loose {
                match self.count(black_box(loose)) {
                    Ok(count) => drop(black_box(count)),
                    Err(error) => fault = Err(error),
                }
            }
        });
        fault.map(|()| time)
    }
}

/// A puzzle with many solutions, in the forms of all engines.
pub(super) struct Loose {
    pub(super) puzzle: Puzzle,
    pub(super) peer: Sudoku,
    /// 81 characters.
    line: String,
}

impl Loose {
    /// The line of this puzzle.
    pub(super) fn lines(&self) -> impl ExactSizeIterator<Item = &str> {
        Self::lines_of(std::slice::from_ref(self))
    }

    /// The lines of some puzzles.
    pub(super) fn lines_of(loose: &[Self]) -> impl ExactSizeIterator<Item = &str> {
        loose.iter().map(|loose| loose.line.as_str())
    }
}

/// The puzzles with many solutions, and what they are.
pub(super) fn many(plan: &Plan<'_>, data: &Data) -> Result<(Vec<Loose>, String), String> {
    let puzzles = data.in_order(SET)?;
    // The substitute has few puzzles, so all are taken.
    let (name, step) = if data.note().is_none() { (SET, STEP) } else { ("testdata", 1) };
    let mut loose = loosen(&puzzles, step)?;
    // A limit is meant for sets of thousands; these puzzles have up to a million solutions each.
    let most = plan.limit.map_or(usize::MAX, |limit| limit.div_ceil(STEP).max(2));
    loose.truncate(most);
    let what = format!(
        "one of every {step} puzzles of {name} in the order of the file, without {REMOVED} of its clues (seed {SEED}), \
         {} in all",
        loose.len()
    );
    Ok((loose, what))
}

/// Measurements of a counter.
struct Counted {
    name: &'static str,
    puzzles: usize,
    solutions: u64,
    passes: Vec<Duration>,
}

impl Counted {
    /// Nanoseconds per solution in the best round.
    fn each(&self) -> f64 {
        let best = self.passes.iter().min().copied().unwrap_or_default();
        best.as_nanos() as f64 / self.solutions.max(1) as f64
    }
}

/// Every [`STEP`]th puzzle without some of its clues.
pub(super) fn loosen(puzzles: &[Puzzle], step: usize) -> Result<Vec<Loose>, String> {
    let mut rng = Rng::with_seed(SEED);
    let puzzles = puzzles.iter().step_by(step).map(|puzzle| {
        let mut clues: Vec<usize> = (0..81).filter(|&cell| puzzle.givens()[cell].is_some()).collect();
        rng.shuffle(&mut clues);
        let mut puzzle = puzzle.clone();
        for &cell in clues.iter().take(REMOVED) {
            puzzle.set(Cell::new(cell), None);
        }
        let peer = Sudoku::from_bytes(bytes(&puzzle)).map_err(|error| error.to_string())?;
        Ok(Loose { puzzle, peer, line: peer.to_str_line().to_string() })
    });
    puzzles.collect()
}

/// Checks the counts of all engines, then times the engines in turns.
fn measure(loose: &[Loose], counters: &mut [Counter], rounds: usize) -> Result<Vec<Counted>, String> {
    let mut known: Vec<Option<u64>> = vec![None; loose.len()];
    let mut all: Vec<Counted> = Vec::new();
    for counter in counters.iter_mut() {
        let name = counter.name();
        eprintln!("counting: {name}, warm-up");
        let mut solutions = 0;
        let puzzles = loose.len().min(counter.most());
        for (place, loose) in loose.iter().enumerate().take(puzzles) {
            let count = counter.count(loose)?;
            let before = *known[place].get_or_insert(count);
            if count != before {
                return Err(format!(
                    "{name} counts {count} solutions, {} counted {before}: {}",
                    all.first().map_or("-", |first| first.name),
                    loose.peer.to_str_line()
                ));
            }
            solutions += count;
        }
        all.push(Counted { name, puzzles, solutions, passes: Vec::new() });
    }
    for round in 0..rounds {
        eprintln!("counting: round {} of {rounds}", round + 1);
        for turn in 0..counters.len() {
            let place = (turn + round) % counters.len();
            let (counter, counted) = (&mut counters[place], &mut all[place]);
            counted.passes.push(counter.time(&loose[..counted.puzzles])?);
        }
    }
    Ok(all)
}

pub(super) fn section(plan: &Plan<'_>, data: &Data, run: &Run, report: &mut Report) -> Result<(), String> {
    let (loose, what) = many(plan, data)?;
    let rounds = plan.rounds(ROUNDS).min(ROUNDS);
    let strategy: Strategy = FASTEST.parse().map_err(|error| format!("{error}"))?;
    let mut counters = vec![Counter::Lanes(Fast9::new()), Counter::Latency(Fast9::new()), Counter::Peer];
    if let Some(driver) = &run.tdoku {
        counters.push(Counter::Tdoku(Box::new(driver.start()?)));
    }
    counters.push(Counter::Strategy(Box::new(Solver::with_strategy(strategy))));
    let all = measure(&loose, &mut counters, rounds)?;
    report.say(&format!(
        "Counting, nanoseconds a solution, at most {} solutions a puzzle: {what}. `{LANES}` is `Engine::count`; \
         `{LATENCY}` is `Engine::solve`, which finds each solution, in lanes if that takes long. {FASTEST} counts the first \
         {STRATEGY_PUZZLES} only. All counts were equal. Rounds: {rounds}.",
        grouped(LIMIT as f64, 0),
    ));
    report.say(&table(&all, data.note().is_none()).render());
    Ok(())
}

fn table(all: &[Counted], judge: bool) -> Table {
    let mut head = vec!["engine", "puzzles", "solutions"];
    head.extend(JUDGED);
    let mut table = Table::new(1, &head);
    let peers = || all.iter().filter(|counted| [PEER, TDOKU].contains(&counted.name));
    for counted in all {
        let goal = (judge && counted.name == LANES).then_some(COUNTING);
        // Engines that count fewer puzzles are not compared.
        let same = peers().filter(|peer| peer.puzzles == counted.puzzles);
        let best = same.map(Counted::each).fold(f64::NAN, f64::min);
        let mut cells =
            vec![counted.name.into(), counted.puzzles.to_string(), grouped(counted.solutions as f64, 0)];
        cells.extend(judged(counted.each(), best, goal));
        table.row(cells);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::{Counted, Counter, Fast9, LANES, Loose, PEER, REMOVED, TDOKU, loosen, measure, table};
    use arcdoku::Puzzle;
    use std::time::Duration;

    const LINE: &str = ".....729.8....6....69..3.1.1....8.6..2....9.8....6..3..9.....4.....4.6..71.....25";

    fn loose() -> Vec<Loose> {
        loosen(&vec![LINE.parse::<Puzzle>().unwrap(); 5], 2).unwrap()
    }

    #[test]
    fn the_same_clues_are_removed_every_time() {
        let (one, other) = (loose(), loose());
        assert_eq!(one.len(), 3);
        assert!(one.iter().zip(&other).all(|(one, other)| one.puzzle == other.puzzle));
        let clues = LINE.bytes().filter(u8::is_ascii_digit).count();
        assert!(one.iter().all(|loose| loose.puzzle.clues() == clues - REMOVED));
        assert!(one[0].puzzle != one[1].puzzle, "each puzzle loses clues of its own");
    }

    #[test]
    fn all_count_the_same() {
        let mut counters = [Counter::Lanes(Fast9::new()), Counter::Latency(Fast9::new()), Counter::Peer];
        let all = measure(&loose(), &mut counters, 1).unwrap();
        assert!(all.iter().all(|counted| counted.solutions == all[0].solutions && counted.solutions >= 3));
    }

    #[test]
    fn counting_is_judged_by_its_time() {
        let counted = |name, ns: u64| Counted {
            name,
            puzzles: 1,
            solutions: 10,
            passes: vec![Duration::from_nanos(10 * ns), Duration::from_nanos(20 * ns)],
        };
        let text = table(&[counted(LANES, 85), counted(PEER, 200)], true).render();
        let line = text.lines().nth(2).unwrap();
        assert!(line.contains("85.0") && line.contains("2.35") && line.contains("<= 90"), "{text}");
        // Less than 3.08 times as fast as the peer, but fast enough.
        assert!(line.contains("not met") && text.matches("met").count() == 2, "{text}");
        let text = table(&[counted(LANES, 85), counted(PEER, 300), counted(TDOKU, 270)], true).render();
        assert!(text.contains("3.18") && !text.contains("not met"), "{text}");
        assert!(table(&[counted(LANES, 91)], true).render().contains("not met"));
        assert!(!table(&[counted(LANES, 85), counted(PEER, 200)], false).render().contains("met"));
    }
}
