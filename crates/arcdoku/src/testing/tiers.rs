//! The fast engines of all tiers of this machine, compared with each other.

use std::ops::ControlFlow;

use crate::fast9::{Engine, EngineReport, Tier};
use crate::grid::Digit;
use crate::puzzle::{Limits, Puzzle, Solution};

/// The number of solutions up to which all engines make the same decisions. With more of them they
/// decide other cells, and the lanes find solutions in another order.
pub const FEW: u64 = 64;

/// One engine per tier. Each question is put to all of them in every form, with at most `nodes` nodes if
/// given. A call panics, naming the puzzle, if two answers differ or an answer is wrong.
#[derive(Debug)]
pub struct Tiers(Vec<Engine>);

impl Default for Tiers {
    fn default() -> Self {
        Self::available()
    }
}

impl Tiers {
    /// New engines for all tiers of this machine.
    pub fn available() -> Self {
        Self(Tier::available().filter_map(Engine::with_tier).collect())
    }

    /// The engines.
    pub fn engines(&mut self) -> &mut [Engine] {
        &mut self.0
    }

    /// The answer of [`Engine::solve`] and [`Engine::batch`], which walk the same tree: even their guesses
    /// are equal.
    ///
    /// # Panics
    /// If engines disagree, or an answer is wrong.
    pub fn solve(&mut self, puzzle: &Puzzle, wanted: u64, nodes: Option<u64>) -> EngineReport {
        let limits = Limits::NONE.with_nodes(nodes);
        let mut known: Option<EngineReport> = None;
        for engine in &mut self.0 {
            let tier = engine.tier();
            let one = engine.solve(puzzle, wanted, &limits).expect("a puzzle that the engines take");
            let mut many = Vec::new();
            engine.batch([puzzle], wanted, &limits, |found| many.extend(found.cloned()));
            let text = text(puzzle);
            assert_eq!(many, std::slice::from_ref(&one), "{tier}: one puzzle and a batch of one: {text}");
            let known = known.get_or_insert_with(|| one.clone());
            assert_eq!(&one, known, "{tier} and the fastest tier: {text}");
        }
        let found = known.expect("every machine has a tier");
        holds(puzzle, wanted, nodes, &found);
        found
    }

    /// The solutions in the order in which they are found, at most `most`, and the report of the engine.
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
            let known = known.get_or_insert_with(|| (grids.clone(), found.clone()));
            assert!(known.0 == grids, "{tier} and the fastest tier find other solutions: {text}");
            assert_eq!(found, known.1, "{tier} and the fastest tier: {text}");
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

    /// The answer of [`Engine::count`]. Its lanes share the branches, so the number of guesses depends on
    /// the tier, unless the whole tree is walked and there are at most [`FEW`] solutions.
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
            if nodes.is_none() {
                let pair = [&found, known].map(|found| (found.solutions, found.limit));
                assert_eq!(pair[0], pair[1], "{tier} and the fastest tier: {text}");
            }
            if whole && found.solutions <= FEW {
                assert_eq!(&found, known, "{tier} and the fastest tier: {text}");
            }
        }
        known.expect("every machine has a tier")
    }
}

/// Asserts what holds for every answer.
fn holds(puzzle: &Puzzle, wanted: u64, nodes: Option<u64>, found: &EngineReport) {
    let text = text(puzzle);
    assert!(found.solutions <= wanted, "{text}: {found:?}");
    assert!(nodes.is_none_or(|nodes| found.guesses <= nodes), "{text}: {found:?}");
    assert!(found.backtracks <= found.guesses, "{text}: {found:?}");
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
        assert_eq!(found.backtracks, found.guesses, "{text}: a whole tree has nothing left");
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
