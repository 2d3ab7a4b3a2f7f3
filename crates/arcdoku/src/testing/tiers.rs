//! The fast engines of all tiers of this machine, compared with each other.

use std::ops::ControlFlow;

use crate::fast9::{Engine, EngineReport, Tier};
use crate::grid::Digit;
use crate::puzzle::{Limits, Puzzle, Solution};

/// One engine per tier. Each question is passed to all engines in every form, with at most `nodes` nodes if given. A
/// call panics if two answers differ or an answer is wrong; the message contains the puzzle.
#[derive(Debug)]
pub struct Tiers(Vec<Engine>);

impl Default for Tiers {
    fn default() -> Self {
        Self::available()
    }
}

impl Tiers {
    /// New engines for all tiers of this machine. Prints the names of the tiers for `cargo xtask test`.
    #[expect(clippy::print_stdout, reason = "tests report the tested tiers")]
    pub fn available() -> Self {
        let engines: Vec<Engine> = Tier::available().filter_map(Engine::with_tier).collect();
        let names: Vec<String> = engines.iter().map(|engine| engine.tier().to_string()).collect();
        println!("tiers tested: {}", names.join(", "));
        Self(engines)
    }

    /// The engines.
    pub fn engines(&mut self) -> &mut [Engine] {
        &mut self.0
    }

    /// The answer of [`Engine::solve`] of the fastest tier; the answers of [`Engine::batch`] are compared as well.
    /// Reports are the same on all tiers, except for shared searches that may end early: searches for one of several
    /// solutions, or for more than two.
    ///
    /// # Panics
    /// If engines disagree, or an answer is wrong.
    pub fn solve(&mut self, puzzle: &Puzzle, wanted: u64, nodes: Option<u64>) -> EngineReport {
        let limits = Limits::NONE.with_nodes(nodes);
        let mut known: Option<[EngineReport; 2]> = None;
        for engine in &mut self.0 {
            let tier = engine.tier();
            let one = engine.solve(puzzle, wanted, &limits).expect("a puzzle that the engines take");
            let mut many = Vec::new();
            engine.batch([puzzle], wanted, &limits, |found| many.extend(found.cloned()));
            let text = text(puzzle);
            let [many] = &many[..] else { panic!("{tier}: a batch of one has one answer: {text}") };
            let [known, known_of_many] = known.get_or_insert_with(|| [one.clone(), many.clone()]);
            for found in [&one, many] {
                holds(puzzle, wanted, nodes, found);
                // A node limit may end one search before another.
                assert!(nodes.is_some() || same(found, known, wanted), "{tier} and the fastest tier: {text}");
            }
            let may_end_early = nodes.is_none() && wanted != 2;
            assert!(may_end_early || many == known_of_many, "{tier} and the fastest tier, in lanes: {text}");
            assert!(may_end_early || one == *known, "{tier} and the fastest tier: {text}");
            if nodes.is_none() && wanted > 1 {
                assert_eq!(one.grids, known.grids, "{tier} and the fastest tier: {text}");
                assert_eq!(many.grids, one.grids, "{tier}, alone and in lanes: {text}");
            }
        }
        let [known, _] = known.expect("every machine has a tier");
        known
    }

    /// At most `most` solutions, in the order in which the fastest tier finds them, and the report of its engine.
    ///
    /// # Panics
    /// If engines disagree, or a solution is wrong or found twice.
    pub fn solutions(
        &mut self,
        puzzle: &Puzzle,
        most: usize,
        nodes: Option<u64>,
    ) -> (Vec<Solution>, EngineReport) {
        let limits = Limits::NONE.with_nodes(nodes);
        let mut known: Option<(Vec<[u8; 81]>, EngineReport)> = None;
        for engine in &mut self.0 {
            let tier = engine.tier();
            let mut grids = Vec::new();
            let found = engine.solutions(puzzle, &limits, |grid| {
                grids.push(*grid);
                if grids.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            let found = found.expect("a puzzle that the engines take");
            let text = text(puzzle);
            assert_eq!(found.solutions, grids.len() as u64, "{tier}: {text}");
            assert!(grids.iter().all(|grid| puzzle.is_solved_by(&solution(grid))), "{tier}: {text}");
            let (all, report) = known.get_or_insert_with(|| (grids.clone(), found.clone()));
            // With a node limit, lanes do not share the search.
            assert!(
                nodes.is_none() || (&grids, &found) == (all, report),
                "{tier} and the fastest tier: {text}"
            );
            let pair = [&found, report].map(|found| (found.solutions, found.limit));
            assert_eq!(pair[0], pair[1], "{tier}: {text}");
            if found.limit.is_none() && grids.len() < most {
                grids.sort_unstable();
                let mut all = all.clone();
                all.sort_unstable();
                assert!(all == grids, "{tier} and the fastest tier find other solutions: {text}");
            }
        }
        let (grids, found) = known.expect("every machine has a tier");
        let solutions: Vec<Solution> = grids.iter().map(solution).collect();
        assert!(solutions.iter().all(|solution| puzzle.is_solved_by(solution)), "{}", text(puzzle));
        let mut sorted: Vec<&Solution> = solutions.iter().collect();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), solutions.len(), "a solution is found twice: {}", text(puzzle));
        (solutions, found)
    }

    /// The answer of [`Engine::count`] of the fastest tier. Without a node limit, lanes share the branches, so the
    /// number of guesses depends on the tier.
    ///
    /// # Panics
    /// If engines disagree.
    pub fn count(&mut self, puzzle: &Puzzle, up_to: u64, nodes: Option<u64>) -> EngineReport {
        let limits = Limits::NONE.with_nodes(nodes);
        let mut known: Option<EngineReport> = None;
        for engine in &mut self.0 {
            let tier = engine.tier();
            let found = engine.count(puzzle, up_to, &limits).expect("a puzzle that the engines take");
            let text = text(puzzle);
            assert!(found.solutions <= up_to, "{tier}: {text}");
            assert!(nodes.is_none_or(|nodes| found.guesses <= nodes), "{tier}: {text}");
            assert!(found.backtracks <= found.guesses, "{tier}: {text}");
            let whole = found.limit.is_none() && found.solutions < up_to;
            assert!(!whole || found.backtracks == found.guesses, "{tier}: {text}: {found:?}");
            let known = known.get_or_insert_with(|| found.clone());
            let pair = [&found, known].map(|found| (found.solutions, found.limit));
            assert_eq!(pair[0], pair[1], "{tier} and the fastest tier: {text}");
            assert!(nodes.is_none() || found == *known, "{tier} and the fastest tier: {text}");
        }
        known.expect("every machine has a tier")
    }
}

/// Whether two engines give the same answer: the same number of solutions, and the same solution if it is unique.
pub fn same(one: &EngineReport, other: &EngineReport, wanted: u64) -> bool {
    let only = wanted > 1 && one.solutions == 1;
    (one.solutions, one.limit) == (other.solutions, other.limit) && (!only || one.grids == other.grids)
}

/// Asserts the properties of every answer.
fn holds(puzzle: &Puzzle, wanted: u64, nodes: Option<u64>, found: &EngineReport) {
    let text = text(puzzle);
    assert!(found.solutions <= wanted, "{text}: {found:?}");
    assert!(nodes.is_none_or(|nodes| found.guesses <= nodes), "{text}: {found:?}");
    assert!(found.backtracks <= found.guesses, "{text}: {found:?}");
    assert!(found.limit.is_none() || found.solutions < wanted, "{text}: {found:?}");
    let shown = [found.first(), found.second()];
    for (i, (grid, shown)) in found.grids.iter().zip(&shown).enumerate() {
        assert_eq!(shown.is_some(), found.solutions > i as u64, "{text}: {found:?}");
        match shown {
            Some(shown) => {
                assert!(puzzle.is_solved_by(shown) && *shown == solution(grid), "{text}: {found:?}");
            }
            None => assert_eq!(*grid, [0; 81], "{text}: {found:?}"),
        }
    }
    assert!(shown[1].is_none() || shown[0] != shown[1], "{text}: {found:?}");
    if found.limit.is_none() && found.solutions < wanted {
        assert_eq!(found.backtracks, found.guesses, "{text}: a complete tree has nothing left");
    }
}

fn solution(grid: &[u8; 81]) -> Solution {
    let digits = grid.iter().map(|&digit| Digit::new(digit).expect("a digit"));
    Solution::new(digits.collect::<Vec<Digit>>())
}

/// The puzzle as a line of neutral data.
fn text(puzzle: &Puzzle) -> String {
    super::neutral::line(puzzle, 0, None)
}
