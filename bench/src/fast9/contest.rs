//! Counting, enumerating and minimizing, compared with the peers. First the results of all engines are compared; then
//! the engines are timed in turns.

use std::hint::black_box;
use std::iter::once;
use std::ops::ControlFlow;
use std::time::Duration;

use arcdoku::fast9::Engine as Fast9;
use arcdoku::generate::{Grids, Maker, Minimizer, PuzzleRequest, seed_of};
use arcdoku::solve::FASTEST;
use arcdoku::{Cell, Limits, Puzzle, Shape, Solution, Solver, Strategy};
use fastrand::Rng;
use sudoku::Sudoku;

use super::figures::{COUNTING, ENUMERATING, Goal, MINIMIZING};
use super::peer::{PeerProgram, TDOKU};
use super::{JUDGED, judged};
use crate::engine::{PEER, bytes, solution};
use crate::engines::peer;
use crate::fast9_engines::{LANES, LATENCY};
use crate::options::Run;
use crate::pass::{least, timed, turns};
use crate::record::Report;
use crate::table::{Table, grouped};

/// The set from which the puzzles with many solutions are made.
const SET: &str = "seventeen_clue";

/// Seed for choosing the clues that are removed.
const SEED: u64 = 17;

/// One in this many puzzles of the set is used, starting with the first.
const STEP: usize = 500;

/// Number of clues removed from each puzzle.
const REMOVED: usize = 3;

/// The maximum number of solutions of a puzzle that are counted. `MOST_WRITTEN` is the maximum number that are written;
/// it is lower because the crate `sudoku` keeps solutions in memory.
const MOST_COUNTED: u64 = 1_000_000;
const MOST_WRITTEN: usize = 100_000;

/// Number of puzzles for the strategy, which is many times slower.
const STRATEGY_PUZZLES: usize = 2;

/// The number of rounds, of which the best one counts. The number is small, because a pass takes seconds.
const ROUNDS: usize = 3;

/// Seed and number of the full grids that are minimized.
const RUN: u64 = 20;
const GRIDS: usize = 2000;

/// A puzzle with its number, in the forms of all engines, and with its solution if it is from a full grid.
struct Item {
    number: u64,
    puzzle: Puzzle,
    solution: Solution,
    peer: Sudoku,
    /// 81 characters.
    line: String,
}

impl Item {
    fn new(number: usize, puzzle: Puzzle) -> Result<Self, String> {
        let (solution, peer) = (solution(&bytes(&puzzle)), peer(&puzzle)?);
        Ok(Self { number: number as u64, puzzle, solution, peer, line: peer.to_str_line().to_string() })
    }
}

type Grid = [u8; 81];

/// Solves a puzzle and passes on the grids. Returns the number of results.
type Solve = Box<dyn FnMut(&Item, &mut dyn FnMut(&Grid)) -> u64>;

/// The implementation of an engine.
enum Worker {
    Here(Solve),
    /// tdoku, with functions for the loaded puzzles: the results, and their number with the time.
    Tdoku(
        PeerProgram,
        fn(&mut PeerProgram) -> Result<Vec<Grid>, String>,
        fn(&mut PeerProgram) -> Result<(u64, Duration), String>,
    ),
}

/// An engine in the comparison.
struct Contestant {
    name: &'static str,
    /// The number of puzzles that it gets.
    most: usize,
    worker: Worker,
}

impl Contestant {
    fn new(name: &'static str, solve: impl FnMut(&Item, &mut dyn FnMut(&Grid)) -> u64 + 'static) -> Self {
        Self { name, most: usize::MAX, worker: Worker::Here(Box::new(solve)) }
    }

    /// An engine that makes at most one grid from a puzzle.
    fn one(name: &'static str, mut make: impl FnMut(&Item) -> Option<Grid> + 'static) -> Self {
        Self::new(name, move |item, each| make(item).iter().map(each).count() as u64)
    }

    /// The number of results for a puzzle, and the grids.
    fn results(&mut self, item: &Item) -> Result<(u64, Vec<Grid>), String> {
        let mut grids = Vec::new();
        let count = match &mut self.worker {
            Worker::Here(solve) => solve(item, &mut |grid| grids.push(*grid)),
            Worker::Tdoku(tdoku, results, work) => {
                tdoku.load(once(item.line.as_str()))?;
                grids = results(tdoku)?;
                if grids.is_empty() { work(tdoku)?.0 } else { grids.len() as u64 }
            }
        };
        grids.sort_unstable();
        Ok((count, grids))
    }

    /// The time for some puzzles, with all grids written.
    fn time(&mut self, items: &[Item]) -> Result<Duration, String> {
        match &mut self.worker {
            Worker::Here(solve) => {
                let mut out = Out::new();
                Ok(timed(|| {
                    for item in items {
                        black_box(solve(black_box(item), &mut |grid| out.write(grid)));
                    }
                }))
            }
            Worker::Tdoku(tdoku, _, work) => {
                tdoku.load(items.iter().map(|item| item.line.as_str()))?;
                Ok(work(tdoku)?.1)
            }
        }
    }
}

/// A comparison of engines.
struct Contest {
    items: Vec<Item>,
    contestants: Vec<Contestant>,
    /// Whether the grids are correct for a puzzle.
    is_right: fn(&Item, &[Grid]) -> bool,
    /// Whether all engines must have the same grids.
    are_same: bool,
    /// The engine that is judged, and its target.
    own: &'static str,
    goal: Goal,
}

impl Contest {
    /// Checks and compares the results of all engines. Returns the number of results of each.
    fn check(&mut self) -> Result<Vec<u64>, String> {
        let mut known: Vec<Option<(u64, Vec<Grid>)>> = vec![None; self.items.len()];
        let mut sums = Vec::new();
        for one in &mut self.contestants {
            eprintln!("{}, warm-up", one.name);
            let mut sum = 0;
            for (item, known) in self.items.iter().zip(&mut known).take(one.most) {
                let (count, grids) = one.results(item)?;
                let fault = |what: &str| format!("{} {what}: {}", one.name, item.line);
                if !(self.is_right)(item, &grids) {
                    return Err(fault("has a wrong or repeated result"));
                }
                sum += count;
                let known = known.get_or_insert_with(|| (count, grids.clone()));
                // If a puzzle has more solutions than the limit, engines may find different ones.
                let may_differ = !self.are_same || grids.len() == MOST_WRITTEN;
                if known.0 != count || !may_differ && known.1 != grids {
                    return Err(fault("finds other solutions than the engines before it"));
                }
            }
            sums.push(sum);
        }
        Ok(sums)
    }

    fn time_all(mut self, what: &str, run: &Run, report: &mut Report) -> Result<(), String> {
        let sums = self.check()?;
        let rounds = run.rounds(ROUNDS).min(ROUNDS);
        let Self { items, contestants, .. } = &mut self;
        let times = turns(what, rounds, contestants.len(), |place| {
            let one = &mut contestants[place];
            one.time(&items[..items.len().min(one.most)])
        })?;
        let each: Vec<f64> = sums
            .iter()
            .zip(&times)
            .map(|(&sum, times)| least(times).as_nanos() as f64 / sum.max(1) as f64)
            .collect();
        report.add_block(&format!("{what} Rounds: {rounds}."));
        report.add_block(&self.table(&sums, &each, run.is_full()).render());
        Ok(())
    }

    fn table(&self, sums: &[u64], each: &[f64], judge: bool) -> Table {
        let mut table = Table::new(1, &format!("engine | puzzles | results | {JUDGED}"));
        for (one, (&sum, &own)) in self.contestants.iter().zip(sums.iter().zip(each)) {
            // Engines that get fewer puzzles are not compared.
            let all = self.contestants.iter().zip(each);
            let peers = all.filter(|(peer, _)| [PEER, TDOKU].contains(&peer.name) && peer.most == one.most);
            let best = peers.map(|(_, &peer)| peer).fold(f64::NAN, f64::min);
            let goal = (judge && one.name == self.own).then_some(self.goal);
            let puzzles = self.items.len().min(one.most).to_string();
            let mut cells = vec![one.name.into(), puzzles, grouped(sum as f64, 0)];
            cells.extend(judged(own, best, goal));
            table.row(cells);
        }
        table
    }
}

/// The puzzles with many solutions, and a description.
fn loose(run: &Run) -> Result<(Vec<Item>, String), String> {
    let puzzles = run.data.in_order(SET)?;
    // The substitute set has few puzzles, so all of them are used.
    let (name, step) = if run.is_full() { (SET, STEP) } else { ("testdata", 1) };
    let mut items = loosen(&puzzles, step)?;
    // `--limit` is meant for sets of thousands of puzzles. It is divided, because these puzzles have up to a million
    // solutions each.
    let most = run.options.limit.map_or(usize::MAX, |limit| limit.div_ceil(STEP).max(2));
    items.truncate(most);
    let what = format!(
        "one in {step} puzzles of {name} in the order of the file, without {REMOVED} of its clues (seed {SEED}), {} \
         puzzles in total",
        items.len()
    );
    Ok((items, what))
}

/// Every `step`th puzzle without some of its clues.
fn loosen(puzzles: &[Puzzle], step: usize) -> Result<Vec<Item>, String> {
    let mut rng = Rng::with_seed(SEED);
    let items = puzzles.iter().step_by(step).enumerate().map(|(number, puzzle)| {
        let mut clues: Vec<usize> = (0..81).filter(|&cell| puzzle.givens()[cell].is_some()).collect();
        rng.shuffle(&mut clues);
        let mut puzzle = puzzle.clone();
        for &cell in clues.iter().take(REMOVED) {
            puzzle.set(Cell::new(cell), None);
        }
        Item::new(number, puzzle)
    });
    items.collect()
}

/// Engines that count solutions.
fn counters() -> Result<Vec<Contestant>, String> {
    let strategy: Strategy = FASTEST.parse().map_err(|error| format!("{error}"))?;
    let (mut lanes, mut latency) = (Fast9::new(), Fast9::new());
    let mut solver = Solver::with_strategy(strategy);
    let none = &Limits::NONE;
    let by_strategy = Contestant::new(FASTEST, move |item, _| {
        solver.count(&item.puzzle, Some(MOST_COUNTED.into()), none).solutions as u64
    });
    Ok(vec![
        Contestant::new(LANES, move |item, _| {
            lanes.count(&item.puzzle, MOST_COUNTED, none).map_or(0, |found| found.solutions)
        }),
        Contestant::new(LATENCY, move |item, _| {
            latency.solve(&item.puzzle, MOST_COUNTED, none).map_or(0, |found| found.solutions)
        }),
        Contestant::new(PEER, |item, _| item.peer.solutions_count_up_to(MOST_COUNTED as usize) as u64),
        Contestant { most: STRATEGY_PUZZLES, ..by_strategy },
    ])
}

pub(super) fn count(run: &Run, report: &mut Report) -> Result<(), String> {
    let (items, what) = loose(run)?;
    let what = format!(
        "Counting, nanoseconds per solution, at most {MOST_COUNTED} solutions per puzzle: {what}. `{LANES}` is \
         `Engine::count`; `{LATENCY}` is `Engine::solve`, which finds each solution, in lanes if that takes long. \
         {FASTEST} counts only the first {STRATEGY_PUZZLES}. All counts were equal.",
    );
    let work = |tdoku: &mut PeerProgram| tdoku.find("count", MOST_COUNTED);
    let contestants = with_tdoku(run, counters()?, |_| Ok(Vec::new()), work)?;
    let (own, goal) = (LANES, COUNTING);
    Contest { items, contestants, is_right: are_solutions, are_same: true, own, goal }
        .time_all(&what, run, report)
}

/// Adds tdoku, if it is available. Schoku is not in these comparisons: it counts at most two solutions and does not
/// minimize.
fn with_tdoku(
    run: &Run,
    mut contestants: Vec<Contestant>,
    results: fn(&mut PeerProgram) -> Result<Vec<Grid>, String>,
    work: fn(&mut PeerProgram) -> Result<(u64, Duration), String>,
) -> Result<Vec<Contestant>, String> {
    if let Some(program) = &run.options.tdoku {
        let worker = Worker::Tdoku(PeerProgram::start(TDOKU, program)?, results, work);
        contestants.push(Contestant { name: TDOKU, most: usize::MAX, worker });
    }
    Ok(contestants)
}

/// The destination of solutions: a block of memory that stays in the cache, like the buffer of a writer.
struct Out {
    block: Vec<u8>,
    used: usize,
}

impl Out {
    /// The length of a written solution.
    const LINE: usize = 82;

    fn new() -> Self {
        Self { block: vec![b'\n'; 1024 * Self::LINE], used: 0 }
    }

    #[inline]
    fn write(&mut self, grid: &Grid) {
        if self.used == self.block.len() {
            black_box(&self.block);
            self.used = 0;
        }
        let place = &mut self.block[self.used..self.used + 81];
        for (symbol, digit) in place.iter_mut().zip(grid) {
            *symbol = digit + b'0';
        }
        self.used += Self::LINE;
    }
}

/// Engines that write all solutions out.
fn listers() -> Vec<Contestant> {
    let mut engine = Fast9::new();
    let mut room = vec![[0; 81]; MOST_WRITTEN];
    vec![
        Contestant::new(LATENCY, move |item, each| {
            let mut count = 0;
            engine.solutions(&item.puzzle, &Limits::NONE, |grid| {
                each(grid);
                count += 1;
                if count < MOST_WRITTEN { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            count as u64
        }),
        Contestant::new(PEER, move |item, each| {
            let count = item.peer.solutions_up_to_buffer(&mut room, MOST_WRITTEN);
            room[..count].iter().for_each(each);
            count as u64
        }),
    ]
}

pub(super) fn enumerate(run: &Run, report: &mut Report) -> Result<(), String> {
    let (items, what) = loose(run)?;
    let what = format!(
        "Enumerating, nanoseconds per solution, at most {MOST_WRITTEN} solutions per puzzle, each written as 81 \
         characters: {what}. `{LATENCY}` is `Engine::solutions`. Every solution was checked, and engines had the \
         same solutions of puzzles with fewer.",
    );
    let results = |tdoku: &mut PeerProgram| tdoku.solutions(MOST_WRITTEN as u64);
    let work = |tdoku: &mut PeerProgram| tdoku.find("enumerate", MOST_WRITTEN as u64);
    let contestants = with_tdoku(run, listers(), results, work)?;
    let (own, goal) = (LATENCY, ENUMERATING);
    Contest { items, contestants, is_right: are_solutions, are_same: true, own, goal }
        .time_all(&what, run, report)
}

/// Whether these grids, which are sorted, are all different, and all are solutions.
fn are_solutions(item: &Item, grids: &[Grid]) -> bool {
    grids.windows(2).all(|pair| pair[0] != pair[1])
        && grids.iter().all(|grid| item.puzzle.is_solved_by(&solution(grid)))
}

fn grids(count: usize) -> Result<Vec<Item>, String> {
    let makers = Grids::of(Shape::CLASSIC).ok_or("no grids of 9x9")?;
    let grids = (0..count).map(|number| {
        let mut puzzle = Puzzle::new(Shape::CLASSIC);
        let solution = makers.grid(seed_of(RUN, number as u64));
        puzzle.set_givens(&solution.digits().iter().copied().map(Some).collect::<Vec<_>>());
        Item::new(number, puzzle)
    });
    grids.collect()
}

/// The name of the minimizer: `Minimizer::one`, from all clues of the grid.
const MINIMIZER: &str = "Minimizer";

/// The engines that minimize.
fn minimizers() -> Vec<Contestant> {
    let mut minimizer = Minimizer::new();
    vec![
        Contestant::one(MINIMIZER, move |item| {
            let seed = Some(seed_of(RUN, item.number));
            minimizer.one(&item.puzzle, &item.solution, seed, &Limits::NONE).ok().as_ref().map(bytes)
        }),
        Contestant::one("Maker", |item| {
            let mut maker =
                Maker::new(PuzzleRequest::default().with_grid(Some(item.solution.clone()))).ok()?;
            let made = maker.make(seed_of(RUN, item.number), &Limits::NONE).ok()?;
            Some(bytes(&made.puzzle))
        }),
        Contestant::one(PEER, |item| Some(Sudoku::generate_from(item.peer).to_bytes())),
    ]
}

pub(super) fn minimize(run: &Run, report: &mut Report) -> Result<(), String> {
    let items = grids(run.count(GRIDS))?;
    let what = format!(
        "Minimizing, nanoseconds per grid: {} random full grids (seed {RUN}) become minimal puzzles, with clues \
         tried in random order. `{MINIMIZER}` is `Minimizer::one`, `Maker` is `Maker::make` with a request for the \
         grid. The peers have their own random numbers. Every puzzle was checked.",
        items.len()
    );
    let work = |tdoku: &mut PeerProgram| Ok((tdoku.puzzles() as u64, tdoku.minimize_time()?));
    let contestants = with_tdoku(run, minimizers(), PeerProgram::minimize, work)?;
    let (own, goal) = (MINIMIZER, MINIMIZING);
    Contest { items, contestants, is_right: is_minimal, are_same: false, own, goal }
        .time_all(&what, run, report)
}

/// Whether there is one result, and it is a minimal puzzle of the grid.
fn is_minimal(item: &Item, puzzles: &[Grid]) -> bool {
    let &[cells] = puzzles else { return false };
    let without = |place: usize| {
        let mut less = cells;
        less[place] = 0;
        Sudoku::from_bytes(less).is_ok_and(|less| !less.is_uniquely_solvable())
    };
    Sudoku::from_bytes(cells).is_ok_and(|puzzle| puzzle.solution() == Some(item.peer))
        && (0..81).filter(|&place| cells[place] != 0).all(without)
}

#[cfg(test)]
mod tests {
    use super::{
        Contest, Contestant, FASTEST, Goal, Item, LANES, LATENCY, MINIMIZER, PEER, REMOVED, TDOKU,
        are_solutions, counters, grids, is_minimal, listers, loosen, minimizers,
    };
    use arcdoku::Puzzle;

    const LINE: &str = ".....729.8....6....69..3.1.1....8.6..2....9.8....6..3..9.....4.....4.6..71.....25";

    fn loose() -> Vec<Item> {
        loosen(&vec![LINE.parse::<Puzzle>().unwrap(); 5], 2).unwrap()
    }

    fn contest(items: Vec<Item>, contestants: Vec<Contestant>, own: &'static str) -> Contest {
        let goal = Goal { most: 90.0, peer: 277.0 };
        Contest { items, contestants, is_right: are_solutions, are_same: true, own, goal }
    }

    #[test]
    fn the_same_clues_are_removed_every_time() {
        let (one, other) = (loose(), loose());
        assert_eq!(one.len(), 3);
        assert!(one.iter().zip(&other).all(|(one, other)| one.puzzle == other.puzzle));
        let clues = LINE.bytes().filter(u8::is_ascii_digit).count();
        assert!(one.iter().all(|item| item.puzzle.clues() == clues - REMOVED));
        assert!(one[0].puzzle != one[1].puzzle, "each puzzle loses different clues");
    }

    #[test]
    fn all_engines_have_the_same_results() {
        let counts = contest(loose(), counters().unwrap(), LANES).check().unwrap();
        assert!(counts[0] >= 3 && counts[..3].iter().all(|&count| count == counts[0]), "{counts:?}");
        assert!(counts[3] < counts[0], "the strategy counts fewer puzzles");
        assert_eq!(contest(loose(), listers(), LATENCY).check().unwrap(), [counts[0]; 2]);
    }

    #[test]
    fn wrong_grids_are_found() {
        let mut grids = listers()[1].results(&loose()[0]).unwrap().1;
        assert!(are_solutions(&loose()[0], &grids));
        grids.insert(0, grids[0]);
        assert!(!are_solutions(&loose()[0], &grids));
        assert!(!are_solutions(&loose()[0], &[[1; 81]]));
        let liar = Contestant::one("liar", move |_| Some(grids[0]));
        let mut all = listers();
        all.push(liar);
        assert!(contest(loose(), all, LATENCY).check().unwrap_err().contains("liar"));
    }

    #[test]
    fn all_engines_make_minimal_puzzles() {
        let items = grids(3).unwrap();
        for mut one in minimizers() {
            let made: Vec<_> = items.iter().map(|item| one.results(item).unwrap().1).collect();
            assert!(items.iter().zip(&made).all(|(item, made)| is_minimal(item, made)), "{}", one.name);
            assert!(!is_minimal(&items[0], &made[1]));
        }
        assert!(!is_minimal(&items[0], &[items[0].peer.to_bytes()]));
    }

    #[test]
    fn our_engine_is_judged_by_its_time_and_the_best_peer() {
        let named = |name| Contestant::one(name, |_| None);
        let of = |names: &[&'static str], own| {
            contest(loose(), names.iter().map(|&name| named(name)).collect(), own)
        };
        let two = of(&[LANES, PEER], LANES);
        let text = two.table(&[10; 2], &[85.0, 200.0], true).render();
        // The engine is less than 3.08 times as fast as the peer, but meets the target time.
        assert!(
            text.contains("2.35") && text.contains("not met") && text.matches("met").count() == 2,
            "{text}"
        );
        assert!(!two.table(&[10; 2], &[85.0, 200.0], false).render().contains("met"));
        let three = of(&[LANES, PEER, TDOKU], LANES);
        let text = three.table(&[10; 3], &[85.0, 300.0, 270.0], true).render();
        assert!(text.contains("3.18") && !text.contains("not met"), "{text}");
        let few = Contestant { most: 2, ..named(FASTEST) };
        let four = contest(loose(), vec![named(MINIMIZER), few], MINIMIZER);
        assert!(four.table(&[1; 2], &[91.0, 1.0], true).render().contains("not met"));
    }
}
