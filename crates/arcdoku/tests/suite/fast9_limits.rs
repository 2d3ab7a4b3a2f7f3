//! Use of the fast engines: batches and their order, limits, flags, and reuse of engines.

use std::env;
use std::iter;
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use arcdoku::fast9::{Engine, EngineReport, TIER_VARIABLE, Tier};
use arcdoku::grid::{Cell, Digit, Shape};
use arcdoku::puzzle::Limit;
use arcdoku::testing::instances::{full_grid, is_unique, proper, with_holes};
use arcdoku::testing::runs_all_cases;
use arcdoku::testing::tiers::{Tiers, same};
use arcdoku::{Limits, Puzzle, Rule};
use fastrand::Rng;

const WIKIPEDIA: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SEVENTEEN: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
/// A puzzle that needs guesses.
const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
/// A puzzle that needs thousands of guesses.
const SEVERAL: &str = ".....6....59.....82....8....45........3........6..3.54...325..6..................";

fn empty() -> Puzzle {
    Puzzle::new(Shape::CLASSIC)
}

fn engines() -> impl Iterator<Item = Engine> {
    Tier::available().filter_map(Engine::with_tier)
}

fn nodes(limit: u64) -> Limits<'static> {
    Limits::NONE.with_nodes(limit)
}

fn batch(
    engine: &mut Engine,
    puzzles: &[Puzzle],
    wanted: u64,
    limits: &Limits<'_>,
) -> Vec<Option<EngineReport>> {
    let mut all = Vec::new();
    engine.batch(puzzles, wanted, limits, |found| all.push(found.cloned()));
    all
}

/// Whether all answers are [the same](same).
fn all_same(found: &[Option<EngineReport>], expected: &[Option<EngineReport>], wanted: u64) -> bool {
    let equal = |(found, expected): (&Option<EngineReport>, &Option<EngineReport>)| match (found, expected) {
        (Some(found), Some(expected)) => same(found, expected, wanted),
        (found, expected) => found.is_none() && expected.is_none(),
    };
    found.len() == expected.len() && found.iter().zip(expected).all(equal)
}

/// Puzzles of all kinds, including some that the engines do not support.
fn mixed(number: usize) -> Vec<Puzzle> {
    let mut rng = Rng::with_seed(11);
    (0..number)
        .map(|i| {
            let solution = full_grid(Shape::CLASSIC, &mut rng);
            match i % 7 {
                0 if i % 14 == 0 => Puzzle::new(Shape::boxes(2, 2).expect("a shape")),
                0 => empty().with_rule("cage 12: r1c1 r1c2".parse::<Rule>().expect("a rule")),
                1 => with_holes(&empty(), &solution, 81, &mut rng),
                2 => {
                    let mut wrong = with_holes(&empty(), &solution, 40, &mut rng);
                    wrong.set(Cell::new(i % 81), Digit::new(i as u8 % 9 + 1));
                    wrong
                }
                _ => with_holes(&empty(), &solution, rng.usize(0..62), &mut rng),
            }
        })
        .collect()
}

/// A batch may have more puzzles than one block. Answers come in order, with `None` in the right places.
#[test]
fn batches_keep_the_order() {
    let puzzles = mixed(if cfg!(miri) {
        20
    } else if runs_all_cases() {
        2_500
    } else {
        1_100
    });
    let expected: Vec<Option<EngineReport>> = {
        let mut engine = Engine::with_tier(Tier::Portable).expect("every machine has it");
        puzzles.iter().map(|puzzle| engine.solve(puzzle, 2, &Limits::NONE)).collect()
    };
    assert!(expected.iter().any(Option::is_none));
    for mut engine in engines() {
        for size in [0, 1, 3, 4, 5, 8, 15, 16, 17, 33, 1_023, 1_024, 1_025, puzzles.len()] {
            let size = size.min(puzzles.len());
            let found = batch(&mut engine, &puzzles[..size], 2, &Limits::NONE);
            assert!(all_same(&found, &expected[..size], 2), "{}: a batch of {size}", engine.tier());
        }
        // An iterator may own its puzzles, and a batch may have no supported puzzle.
        let mut found = Vec::new();
        engine.batch(puzzles.iter().cloned(), 2, &Limits::NONE, |one| found.push(one.cloned()));
        assert!(all_same(&found, &expected, 2), "{}", engine.tier());
        let cage: Rule = "cage 12: r1c1 r1c2".parse().expect("a rule");
        let others = vec![empty().with_rule(cage); 3];
        assert_eq!(batch(&mut engine, &others, 2, &Limits::NONE), [None, None, None]);
    }
}

#[test]
fn the_search_stops_at_the_wanted_number() {
    let mut rng = Rng::with_seed(12);
    let solution = full_grid(Shape::CLASSIC, &mut rng);
    let mut puzzles = vec![WIKIPEDIA.parse().unwrap(), empty(), SEVENTEEN.parse().unwrap()];
    puzzles.extend((50..60).map(|holes| with_holes(&empty(), &solution, holes, &mut rng)));
    let mut tiers = Tiers::available();
    let all: Vec<u64> = puzzles.iter().map(|puzzle| tiers.count(puzzle, 6, None).solutions).collect();
    for wanted in [0, 1, 2, 5] {
        for (puzzle, all) in puzzles.iter().zip(&all) {
            let found = tiers.solve(puzzle, wanted, None);
            assert_eq!((found.solutions, found.limit), (wanted.min(*all), None), "{wanted} wanted");
        }
        for engine in tiers.engines() {
            let found = batch(engine, &puzzles, wanted, &Limits::NONE);
            let numbers: Vec<u64> = found.iter().flatten().map(|found| found.solutions).collect();
            let expected: Vec<u64> = all.iter().map(|all| wanted.min(*all)).collect();
            assert_eq!(numbers, expected, "{}: {wanted} wanted", engine.tier());
        }
    }
}

#[test]
fn an_engine_keeps_no_state_between_puzzles() {
    let puzzles = mixed(if cfg!(miri) { 6 } else { 300 });
    for mut used in engines() {
        for (i, puzzle) in puzzles.iter().enumerate() {
            let wanted = [2, 1, 40][i % 3];
            // Unfinished work must not affect the next call.
            let limits = if i % 4 == 3 { nodes(i as u64 % 11) } else { Limits::NONE };
            let mut new = Engine::with_tier(used.tier()).expect("it is there");
            let place = format!("{}: puzzle {i}", used.tier());
            assert_eq!(used.solve(puzzle, wanted, &limits), new.solve(puzzle, wanted, &limits), "{place}");
            assert_eq!(used.count(puzzle, wanted, &limits), new.count(puzzle, wanted, &limits), "{place}");
            let one = std::slice::from_ref(puzzle);
            let many = batch(&mut used, one, wanted, &limits);
            let mut new = Engine::with_tier(used.tier()).expect("it is there");
            assert_eq!(many, batch(&mut new, one, wanted, &limits), "{place}");
            let again = new.solve(puzzle, wanted, &limits);
            assert!(limits.nodes().is_some() || all_same(&many, &[again], wanted), "{place}");
        }
    }
}

/// Stopping keeps the results so far, and the next question starts anew.
#[test]
fn a_solution_callback_may_stop_the_search() {
    for mut engine in engines() {
        for most in [1, 2, 30] {
            let mut seen = 0;
            let found = engine.solutions(&empty(), &Limits::NONE, |_| {
                seen += 1;
                if seen == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            let found = found.expect("a plain puzzle");
            assert_eq!((seen, found.solutions, found.limit), (most, most, None), "{}", engine.tier());
            assert_eq!(found.grids, [[0; 81]; 2]);
        }
        let found = engine.solve(&WIKIPEDIA.parse().unwrap(), 2, &Limits::NONE).expect("a plain puzzle");
        assert_eq!((found.solutions, found.guesses), (1, 0), "{}", engine.tier());
    }
}

#[test]
fn node_limits_are_exact() {
    let mut tiers = Tiers::available();
    for limit in [0, 1, 7, 64, if cfg!(miri) { 65 } else { 1_000 }] {
        let count = tiers.count(&empty(), u64::MAX, Some(limit));
        assert_eq!((count.guesses, count.limit), (limit, Some(Limit::Nodes)));
        let (_, found) = tiers.solutions(&empty(), usize::MAX, Some(limit));
        assert_eq!((found.guesses, found.limit), (limit, Some(Limit::Nodes)));
        let found = tiers.solve(&empty(), u64::MAX, Some(limit));
        assert_eq!((found.guesses, found.limit), (limit, Some(Limit::Nodes)));
    }
    // Puzzles that need no guess are answered without one.
    let easy = tiers.solve(&WIKIPEDIA.parse().unwrap(), 2, Some(0));
    assert_eq!((easy.solutions, easy.guesses, easy.limit), (1, 0, None));
    if cfg!(miri) {
        return;
    }
    // The nodes of the complete tree are exactly enough for a proof.
    let hard: Puzzle = HARD.parse().unwrap();
    let all = tiers.solve(&hard, 2, Some(10_000));
    assert!(all.solutions == 1 && all.guesses > 10, "{all:?}");
    assert_eq!(tiers.solve(&hard, 2, Some(all.guesses)), all);
    assert_eq!(tiers.count(&hard, 2, Some(all.guesses)).limit, None);
    for less in 0..all.guesses {
        let found = tiers.solve(&hard, 2, Some(less));
        assert_eq!((found.guesses, found.limit), (less, Some(Limit::Nodes)));
        let count = tiers.count(&hard, 2, Some(less));
        assert_eq!((count.guesses, count.limit), (less, Some(Limit::Nodes)));
    }
    // In a batch, the limit applies to each puzzle.
    for engine in tiers.engines() {
        let puzzles = [hard.clone(), WIKIPEDIA.parse().unwrap(), hard.clone()];
        let found = batch(engine, &puzzles, 2, &nodes(all.guesses / 2));
        let limits: Vec<Option<Limit>> = found.iter().flatten().map(|found| found.limit).collect();
        assert_eq!(limits, [Some(Limit::Nodes), None, Some(Limit::Nodes)], "{}", engine.tier());
    }
}

/// A search that ended before the flag was checked is not reported as cancelled. A cancelled search may have made all
/// its guesses, but then the last guesses were not refuted yet.
#[test]
fn a_finished_search_is_not_cancelled() {
    let set = AtomicBool::new(true);
    let limits = Limits::NONE.with_cancel(&set);
    let famous = include_str!("../../../../testdata/tour/famous.txt");
    let famous: Vec<Puzzle> = famous.lines().filter_map(|line| line.get(..81)?.parse().ok()).collect();
    let mut rng = Rng::with_seed(14);
    let open = iter::repeat_with(|| {
        let solution = full_grid(Shape::CLASSIC, &mut rng);
        with_holes(&empty(), &solution, rng.usize(50..58), &mut rng)
    });
    let puzzles: Vec<Puzzle> = famous.into_iter().chain(open.take(60)).collect();
    for mut engine in engines() {
        let tier = engine.tier();
        let (mut short, mut cancelled) = (0, 0);
        for puzzle in &puzzles {
            let whole = engine.solve(puzzle, 2, &Limits::NONE).expect("a plain puzzle");
            let found = engine.solve(puzzle, 2, &limits).expect("a plain puzzle");
            assert!(found == whole || found.limit == Some(Limit::Cancelled), "{tier}: {found:?}");
            assert!(
                found.solutions <= whole.solutions && found.guesses <= whole.guesses,
                "{tier}: {found:?}"
            );
            // A search with fewer than 16 guesses ends before the flag is checked for the first time, even if lanes
            // continue the search.
            if whole.guesses < 16 {
                assert_eq!(found, whole, "{tier}");
                short += 1;
            }
            cancelled += u32::from(found.limit.is_some());
        }
        assert!(short > 10 && cancelled > 0, "{tier}: {short} searches ended, {cancelled} were cancelled");
    }
}

/// If there is no time, only short work is done, and its answers are correct.
#[test]
#[cfg_attr(miri, ignore = "takes too long")]
fn zero_time_and_set_cancellation_flags() {
    let set = AtomicBool::new(true);
    let stopped = [
        (Limit::Time, Limits::NONE.with_time(Duration::ZERO)),
        (Limit::Cancelled, Limits::NONE.with_cancel(&set)),
    ];
    let many = vec![empty(); 3_000];
    let easy = vec![WIKIPEDIA.parse::<Puzzle>().unwrap(); 3_000];
    for mut engine in engines() {
        let tier = engine.tier();
        for (limit, limits) in stopped {
            for wanted in [1_000_000, u64::MAX] {
                assert_eq!(engine.solve(&empty(), wanted, &limits).unwrap().limit, Some(limit), "{tier}");
                assert_eq!(engine.count(&empty(), wanted, &limits).unwrap().limit, Some(limit), "{tier}");
            }
            let found = engine.solutions(&empty(), &limits, |_| ControlFlow::Continue(())).unwrap();
            assert_eq!(found.limit, Some(limit), "{tier}");
            // A block of easy puzzles takes few passes, but must still check the flag.
            for puzzles in [&many, &easy] {
                let found = batch(&mut engine, puzzles, 2, &limits);
                assert_eq!(found.len(), puzzles.len());
                assert_eq!(found.last().unwrap().as_ref().unwrap().limit, Some(limit), "{tier}");
                for found in found.iter().flatten() {
                    assert!(found.limit == Some(limit) || found.limit.is_none() && found.solutions > 0);
                }
            }
        }
    }
}

/// Time runs out while lanes are working, while they share the last puzzles, and while others wait for a lane.
#[test]
#[cfg_attr(miri, ignore = "takes too long")]
fn the_clock_ends_a_batch() {
    let limits = Limits::NONE.with_time(Duration::from_millis(20));
    let easy = [WIKIPEDIA, SEVENTEEN, HARD].map(|line| line.parse::<Puzzle>().unwrap());
    for mut engine in engines() {
        let tier = engine.tier();
        let expected = batch(&mut engine, &easy, 2, &Limits::NONE);
        assert!(expected.iter().flatten().all(|found| (found.solutions, found.limit) == (1, None)), "{tier}");
        for size in [40, 2, 1] {
            let found = batch(&mut engine, &vec![empty(); size], u64::MAX, &limits);
            let found: Vec<EngineReport> = found.into_iter().flatten().collect();
            let ended: Vec<Option<Limit>> = found.iter().map(|found| found.limit).collect();
            assert_eq!(ended, vec![Some(Limit::Time); size], "{tier}: a batch of {size}");
            assert!(found[0].solutions > 0, "{tier}: a batch of {size}");
            for solution in found.iter().filter_map(EngineReport::first) {
                assert!(empty().is_solved_by(&solution), "{tier}: a batch of {size}");
            }
            if size == 40 {
                let begun = &found[39];
                assert_eq!((begun.guesses, begun.solutions), (0, 0), "{tier}: more tasks than lanes");
            }
            // No state remains.
            let again = batch(&mut engine, &easy, 2, &Limits::NONE);
            assert!(again == expected, "{tier}: after a batch of {size}");
        }
    }
}

/// Checking the clock or the flag does not change the search.
#[test]
#[cfg_attr(miri, ignore = "takes too long")]
fn a_clock_changes_nothing() {
    // These puzzles were found by chance: an engine with an extra pass after each check decided different cells in the
    // last two, which have many solutions.
    let many = if runs_all_cases() { 4_000 } else { 1_000 };
    let cases = [
        (SEVERAL, 1),
        (SEVERAL, 2),
        ("24.1..65....9........67..............5........2.4.9..5........9...8......65....4.", many),
        (".9...5.3....2....78..3.....1.3......5........942.8.7.3...7.8.........8.17........", many),
    ]
    .map(|(line, wanted)| (line.parse::<Puzzle>().unwrap(), wanted));
    let unset = AtomicBool::new(false);
    let (flag, time) = (Limits::NONE.with_cancel(&unset), Duration::from_hours(1));
    let apart = [flag, Limits::NONE.with_time(time)];
    let looked_at = if runs_all_cases() { &apart[..] } else { &[flag.with_time(time)] };
    for mut engine in engines() {
        let tier = engine.tier();
        for (puzzle, wanted) in &cases {
            let expected = engine.solve(puzzle, *wanted, &Limits::NONE).unwrap();
            // Lanes read the clock whenever they have found solutions.
            assert!(expected.guesses > 100, "{tier}: {expected:?}");
            for limits in looked_at {
                let found = engine.solve(puzzle, *wanted, limits).unwrap();
                assert_eq!(found, expected, "{tier}: {wanted} wanted");
                let found = batch(&mut engine, &vec![puzzle.clone(); 2], *wanted, limits);
                let expected = vec![Some(expected.clone()); 2];
                assert!(all_same(&found, &expected, *wanted), "{tier}: {wanted} wanted of a batch");
            }
        }
    }
}

/// The answers of an engine if another thread sets the flag a moment after the start.
fn cancelled<T: Send>(engine: &mut Engine, ask: impl FnOnce(&mut Engine, &Limits<'_>) -> T + Send) -> T {
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        let worker = scope.spawn(|| ask(engine, &Limits::NONE.with_cancel(&stop)));
        thread::sleep(Duration::from_millis(30));
        stop.store(true, Ordering::Relaxed);
        worker.join().expect("no panic")
    })
}

#[test]
#[cfg_attr(miri, ignore = "takes too long")]
fn another_thread_cancels() {
    for mut engine in engines() {
        let tier = engine.tier();
        let count = cancelled(&mut engine, |engine, limits| engine.count(&empty(), u64::MAX, limits));
        let solve = cancelled(&mut engine, |engine, limits| engine.solve(&empty(), u64::MAX, limits));
        for found in [count.unwrap(), solve.unwrap()] {
            assert_eq!(found.limit, Some(Limit::Cancelled), "{tier}");
            assert!(found.solutions > 0, "{tier}");
        }
        // The batch of quick puzzles is endless, so the flag must be noticed within a few blocks.
        let last = cancelled(&mut engine, |engine, limits| {
            let stop = limits.cancel().expect("it is given");
            let (mut spare, mut last) = (4_096, None);
            let endless = iter::repeat_with(empty).take_while(|_| {
                spare -= u32::from(stop.load(Ordering::Relaxed));
                spare > 0
            });
            engine.batch(endless, 1, limits, |found| last = found.cloned());
            last
        });
        assert_eq!(last.expect("an answer").limit, Some(Limit::Cancelled), "{tier}");
        // The small batch has puzzles that take very long.
        let few =
            cancelled(&mut engine, |engine, limits| batch(engine, &vec![empty(); 40], u64::MAX, limits));
        let few: Vec<Option<Limit>> = few.iter().flatten().map(|found| found.limit).collect();
        assert_eq!(few, [Some(Limit::Cancelled); 40], "{tier}");
    }
}

/// A panic without a message, because the test expects the panic.
fn alarm() -> ! {
    panic::resume_unwind(Box::new("alarm"))
}

/// An engine can be used again after a callback has panicked.
#[test]
fn an_engine_survives_a_panic() {
    let puzzles = [WIKIPEDIA, SEVENTEEN].map(|line| line.parse::<Puzzle>().unwrap());
    for mut engine in engines() {
        let tier = engine.tier();
        let ask = |engine: &mut Engine| {
            let counted = engine.count(&empty(), 5, &Limits::NONE).map(|found| found.solutions);
            let batch = batch(engine, &puzzles, 2, &Limits::NONE);
            let many = engine.solve(&empty(), 1_000, &Limits::NONE);
            (batch, engine.solve(&empty(), 3, &Limits::NONE), many, counted)
        };
        let expected = ask(&mut engine);
        assert_eq!(expected.3, Some(5), "{tier}");
        assert!(expected.0.iter().flatten().all(|found| found.solutions == 1), "{tier}");
        for before in [0, 1, 30, 2_000] {
            let mut seen = 0;
            let caught = panic::catch_unwind(AssertUnwindSafe(|| {
                engine.solutions(&empty(), &Limits::NONE, |_| {
                    seen += 1;
                    if seen > before { alarm() } else { ControlFlow::Continue(()) }
                })
            }));
            assert!(caught.is_err() && seen == before + 1, "{tier}");
            assert!(ask(&mut engine) == expected, "{tier}: after solutions, {before} seen");
            let (mut seen, before) = (0, before.min(30));
            let caught = panic::catch_unwind(AssertUnwindSafe(|| {
                engine.batch(vec![empty(); 40], 2, &Limits::NONE, |_| {
                    seen += 1;
                    if seen > before {
                        alarm();
                    }
                });
            }));
            assert!(caught.is_err() && seen == before + 1, "{tier}");
            assert!(ask(&mut engine) == expected, "{tier}: after a batch, {before} seen");
        }
    }
}

/// Tests a puzzle of each kind with limits that grow by one node, so the search stops and starts again at every node.
#[test]
#[cfg_attr(miri, ignore = "takes too long")]
fn limits_leave_no_state_behind() {
    let mut rng = Rng::with_seed(13);
    for mut engine in engines() {
        for _ in 0..10 {
            let solution = full_grid(Shape::CLASSIC, &mut rng);
            let puzzle = proper(&empty(), &solution, 81, &mut rng, is_unique);
            let whole = engine.solve(&puzzle, 2, &Limits::NONE);
            for limit in 0..20 {
                engine.solve(&puzzle, 2, &nodes(limit));
                engine.count(&empty(), 100, &nodes(limit));
                assert_eq!(engine.solve(&puzzle, 2, &Limits::NONE), whole, "{}", engine.tier());
            }
        }
    }
}

/// The next test runs this test in a process in which the variable is set.
#[test]
#[ignore = "for `the_environment_names_the_tier`"]
fn tier_of_the_environment() {
    println!("tier: {}", Engine::new().tier());
}

#[test]
#[cfg_attr(miri, ignore = "starts a process")]
fn the_environment_names_the_tier() {
    let fastest = Tier::available().next().expect("every machine has a tier");
    // Unsupported and unknown tiers are ignored.
    for name in Tier::ALL.map(Tier::name).into_iter().chain(["", "nonsense", "AVX2"]) {
        let here = name.parse().ok().filter(|&tier| Tier::available().any(|here| here == tier));
        let output = Command::new(env::current_exe().expect("a path"))
            .args(["--exact", "fast9_limits::tier_of_the_environment", "--ignored", "--nocapture"])
            .env(TIER_VARIABLE, name)
            .output()
            .expect("it starts");
        let text = String::from_utf8_lossy(&output.stdout);
        let expected = format!("tier: {}", here.unwrap_or(fastest));
        assert!(text.contains(&expected), "{name:?}: {text}");
    }
}
