//! Exact facts: the node counts of the textbook methods.

use arcdoku::grid::{Digit, Shape};
use arcdoku::search::{NAMED, Strategy};
use arcdoku::testing::cases;
use arcdoku::testing::neutral::{grid, shared};
use arcdoku::{Limits, Outcome, Puzzle, Solution, Solver};

/// Node counts above this limit are not in the oracle file.
const ORACLE_LIMIT: u64 = 400_000;

fn strategy(name: &str) -> Strategy {
    Strategy::named(name).expect("a name of the table")
}

fn puzzle(text: &str) -> Puzzle {
    Puzzle::with_givens(Shape::CLASSIC, &grid(text, Shape::CLASSIC).expect("81 symbols"))
}

fn solution(text: &str) -> Solution {
    let cells = grid(text, Shape::CLASSIC).expect("81 symbols");
    Solution::new(cells.into_iter().collect::<Option<Vec<Digit>>>().expect("a full grid"))
}

/// The puzzles of Project Euler's problem 96: blocks of a title and nine lines.
fn euler() -> Option<Vec<Puzzle>> {
    let text = shared("puzzles/euler50.txt")?;
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("Grid")).map(str::trim).collect();
    Some(lines.chunks(9).map(|nine| puzzle(&nine.concat())).collect())
}

#[test]
fn backtracking_on_the_empty_grid() {
    let mut solver = Solver::with_strategy(strategy("backtracking"));
    let answer = solver.first(&Puzzle::new(Shape::CLASSIC), &Limits::NONE);
    let expected = "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
    assert_eq!(answer.outcome, Outcome::Solved(solution(expected)));
    assert_eq!(answer.stats.nodes, 391);
}

#[test]
fn node_counts_of_our_own_puzzles() {
    // These puzzles are counted by `textbook` below, which follows the course literally, so counts are checked even if
    // the oracle file is missing.
    for text in OWN {
        let puzzle = puzzle(text);
        let (plain, improved) = (textbook(&puzzle, false), textbook(&puzzle, true));
        let nodes = |name| {
            let answer = Solver::with_strategy(strategy(name)).first(&puzzle, &Limits::NONE);
            (answer.stats.nodes, answer.outcome.solution().cloned())
        };
        assert_eq!(nodes("backtracking"), plain, "{text}");
        assert_eq!(nodes("csp-mrv-frequent"), improved, "{text}");
    }
}

/// Three puzzles: an easy one, a medium one, and one that is nearly empty.
const OWN: &[&str] = &[
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    ".....729.8....6....69..3.1.1....8.6..2....9.8....6..3..9.....4.....4.6..71.....25",
    "................................................................................1",
    "1.......2.......3.......4.......5.......6.......7.......8.......9................",
];

/// The course's two programs, as in the slides: the number of nodes and the first solution.
fn textbook(puzzle: &Puzzle, improved: bool) -> (u64, Option<Solution>) {
    fn allowed(board: &[u8], cell: usize) -> Vec<u8> {
        let sees = |other: usize| {
            let (r, c, s, d) = (cell / 9, cell % 9, other / 9, other % 9);
            r == s || c == d || (r / 3 == s / 3 && c / 3 == d / 3)
        };
        let taken = |value| (0..81).any(|other| sees(other) && board[other] == value);
        (1..=9).filter(|&value| !taken(value)).collect()
    }
    fn solve(board: &mut [u8], improved: bool, nodes: &mut u64) -> bool {
        let empty: Vec<usize> = (0..81).filter(|&cell| board[cell] == 0).collect();
        let chosen = if improved {
            empty.into_iter().min_by_key(|&cell| allowed(board, cell).len())
        } else {
            empty.first().copied()
        };
        let Some(cell) = chosen else { return true };
        let mut values = allowed(board, cell);
        if improved {
            if values.is_empty() {
                return false;
            }
            let often = |value: u8| (0..81).filter(|&other| board[other] == value).count();
            values.sort_by_key(|&value| std::cmp::Reverse(often(value)));
        }
        *nodes += 1;
        for value in values {
            board[cell] = value;
            if solve(board, improved, nodes) {
                return true;
            }
            board[cell] = 0;
        }
        false
    }
    let mut board: Vec<u8> = puzzle.givens().iter().map(|given| given.map_or(0, Digit::get)).collect();
    let mut nodes = 0;
    let solved = solve(&mut board, improved, &mut nodes);
    let digits: Option<Vec<Digit>> = board.into_iter().map(Digit::new).collect();
    (nodes, digits.filter(|_| solved).map(Solution::new))
}

#[test]
fn node_counts_of_project_euler() {
    let (Some(puzzles), Some(oracle)) = (euler(), shared("oracles/textbook_nodes.tsv")) else { return };
    let rows: Vec<Vec<&str>> =
        oracle.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect()).collect();
    assert_eq!((puzzles.len(), rows.len()), (50, 50));
    let (mut plain_total, mut improved_total) = (0, 0);
    for (puzzle, row) in puzzles.iter().zip(&rows) {
        let nodes = |name| {
            let answer = Solver::with_strategy(strategy(name)).first(puzzle, &Limits::NONE);
            assert_eq!(answer.outcome, Outcome::Solved(solution(row[3])), "grid {} by {name}", row[0]);
            answer.stats.nodes
        };
        let (plain, improved) = (nodes("backtracking"), nodes("csp-mrv-frequent"));
        for (nodes, expected) in [(plain, row[1]), (improved, row[2])] {
            match expected {
                "-" => assert!(nodes > ORACLE_LIMIT, "grid {}", row[0]),
                _ => assert_eq!(nodes.to_string(), expected, "grid {}", row[0]),
            }
        }
        plain_total += plain;
        improved_total += improved;
    }
    assert_eq!((plain_total, improved_total), (1_224_237, 8_022));
}

#[test]
fn every_strategy_solves_project_euler() {
    let (Some(puzzles), Some(oracle)) = (euler(), shared("oracles/textbook_nodes.tsv")) else { return };
    let limits = Limits::NONE.with_nodes(ORACLE_LIMIT);
    for named in NAMED {
        let mut solver = Solver::with_strategy(named.strategy);
        let rows = oracle.lines().filter(|line| !line.starts_with('#'));
        for (puzzle, row) in puzzles.iter().zip(rows) {
            let expected = solution(row.rsplit('\t').next().expect("a last column"));
            let first = solver.first(puzzle, &limits).outcome;
            assert_eq!(first, Outcome::Solved(expected.clone()), "{} {row}", named.name);
            // The complete tree of the plain strategies is too large.
            if !matches!(named.name, "backtracking" | "csp") {
                assert_eq!(
                    solver.solve(puzzle, &limits).outcome,
                    Outcome::Unique(expected),
                    "{}",
                    named.name
                );
            }
        }
    }
}

/// Every `step`-th puzzle of a third-party file with one puzzle per line, or fewer if not all cases run.
fn sample(name: &str, step: usize) -> Vec<Puzzle> {
    let text = shared(&format!("puzzles/{name}.txt")).unwrap_or_default();
    let lines: Vec<&str> = text.lines().filter(|line| line.len() >= 81).collect();
    let wanted = cases(lines.len() / step).max(1);
    lines.iter().step_by((lines.len() / wanted).max(1)).map(|line| puzzle(&line[..81])).collect()
}

#[test]
fn fast_strategies_on_samples_of_all_collections() {
    let fast = ["singles-first", "singles-mrv", "singles-mrv-md", "gac-mrv", "dom-wdeg", "ac3-mrv", "hybrid"];
    let collections = [
        ("easy", 400),
        ("hardest_1106", 12),
        ("hardest_11plus", 500),
        ("magictour_top1465", 25),
        ("random_minimal", 400),
        ("seventeen_clue", 600),
        ("top95", 4),
    ];
    for (name, step) in collections {
        for puzzle in sample(name, step) {
            let mut known: Option<Solution> = None;
            for strategy_name in fast {
                let mut solver = Solver::with_strategy(strategy(strategy_name));
                let Outcome::Unique(found) = solver.solve(&puzzle, &Limits::NONE).outcome else {
                    panic!("{name}: {strategy_name} does not prove {:?}", puzzle.givens());
                };
                assert!(puzzle.is_solved_by(&found), "{name}: {strategy_name}");
                assert_eq!(known.get_or_insert_with(|| found.clone()), &found, "{name}: {strategy_name}");
            }
        }
    }
}

#[test]
fn puzzles_with_several_solutions() {
    for puzzle in sample("multi_solution", 100) {
        let counts: Vec<u128> = ["singles-mrv", "gac-mrv", "dom-wdeg"]
            .into_iter()
            .map(|name| {
                let mut solver = Solver::with_strategy(strategy(name));
                let outcome = solver.solve(&puzzle, &Limits::NONE).outcome;
                let Outcome::Multiple(one, other) = outcome else { panic!("{name}: {outcome:?}") };
                assert!(one != other && puzzle.is_solved_by(&one) && puzzle.is_solved_by(&other), "{name}");
                solver.count(&puzzle, Some(500), &Limits::NONE).solutions
            })
            .collect();
        assert!(counts[0] >= 2 && counts.iter().all(|count| *count == counts[0]), "{counts:?}");
    }
}

/// A seed determines a search. If the random number generator changes, the counts change.
#[test]
fn seeds() {
    let puzzle = puzzle(OWN[1]);
    let nodes = |text: &str| {
        let mut solver = Solver::with_strategy(text.parse().expect("parts"));
        let runs: Vec<u64> = (0..2).map(|_| solver.solve(&puzzle, &Limits::NONE).stats.nodes).collect();
        assert_eq!(runs[0], runs[1], "{text}: the generator is seeded anew for every search");
        runs[0]
    };
    let all = "var=random,tie=random,value=random,inference=naked";
    let pinned = [
        nodes(&format!("{all},seed=1")),
        nodes(&format!("{all},seed=2,branch=refute")),
        nodes("csp-mrv-frequent,tie=random,seed=7"),
    ];
    assert_eq!(pinned, [162, 864, 158]);
    let differ: std::collections::BTreeSet<u64> =
        (0..8).map(|seed| nodes(&format!("{all},seed={seed}"))).collect();
    assert!(differ.len() > 4, "eight seeds and only {differ:?}");
}
