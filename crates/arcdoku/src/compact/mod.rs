//! A search for puzzles whose rules are houses, sums, sets of digits and pairs, such as killers.
//!
//! ```text
//!   Problem      what never changes: neighbors, houses, pairs, rules           problem.rs
//!   BoardState   a domain per cell, 16 bits each; copied at every decision     board.rs
//!   WorkQueue    the cells, houses and rules to propagate, as bits             board.rs
//! ```
//!
//! The engine supports fewer rules than `csp` and is faster: a domain is a 16-bit word, a set of cells is a 128-bit
//! word, and a decision copies all domains instead of keeping a trail. Rules that it does not support, and questions that
//! need reasons or single steps, are left to `csp` and `search`.

mod board;
mod combine;
mod exact;
mod houses;
mod order;
mod problem;
mod propagate;
mod search;
mod sets;
mod sums;

use crate::grid::{Cell, Shape};
use crate::puzzle::{Budget, Limit, Puzzle, Rule, Solution};

use self::problem::Problem;

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub(crate) struct CompactReport {
    /// The solutions that were found.
    pub(crate) solutions: Vec<Solution>,
    /// The limit that ended the search, if any.
    pub(crate) limit: Option<Limit>,
    /// The number of decisions.
    pub(crate) nodes: u64,
    /// The number of decisions that were undone.
    pub(crate) backtracks: u64,
    /// The number of runs of rules, of houses, and of digits in houses.
    pub(crate) propagations: u64,
    /// The largest number of open decisions.
    pub(crate) max_depth: u32,
}

/// The engine. It keeps the problem of the last rules, because callers often solve one puzzle with different clues.
#[derive(Debug, Default)]
pub(crate) struct CompactEngine {
    /// A shape, its rules, and their problem; no problem if the engine does not support them.
    kept: Option<(Shape, Vec<Rule>, Option<Problem>)>,
}

impl CompactEngine {
    /// Whether the engine supports the shape and the rules of a puzzle.
    pub(crate) fn takes(puzzle: &Puzzle) -> bool {
        Problem::new(puzzle).is_some()
    }

    /// Searches for up to `wanted` solutions. `None` if the engine does not support the puzzle.
    pub(crate) fn solve(
        &mut self,
        puzzle: &Puzzle,
        wanted: usize,
        budget: &Budget<'_>,
    ) -> Option<CompactReport> {
        let fits = |(shape, rules, _): &(Shape, Vec<Rule>, Option<Problem>)| {
            *shape == puzzle.shape() && *rules == puzzle.rules()
        };
        if !self.kept.as_ref().is_some_and(fits) {
            self.kept = Some((puzzle.shape(), puzzle.rules().to_vec(), Problem::new(puzzle)));
        }
        let problem = self.kept.as_ref()?.2.as_ref()?;
        let admissible =
            |(cell, domain): (usize, &u16)| domain & puzzle.admissible(Cell::new(cell)).bits() as u16;
        let domains: Vec<u16> = problem.initial.iter().enumerate().map(admissible).collect();
        Some(search::run(problem, &domains, wanted, budget))
    }
}

#[cfg(test)]
mod tests {
    use super::{CompactEngine, CompactReport};
    use crate::grid::{DigitSet, Shape};
    use crate::puzzle::{Limit, Limits, Puzzle, Rule};
    use crate::testing::neutral::read;
    use crate::testing::reference;

    fn solve(puzzle: &Puzzle, wanted: usize, limits: &Limits<'_>) -> Option<CompactReport> {
        CompactEngine::default().solve(puzzle, wanted, &limits.start())
    }

    #[test]
    fn solutions_are_the_same_as_those_of_the_reference_solver() {
        let mut taken = 0;
        for file in ["agreement/shapes.txt", "agreement/rules.txt", "agreement/variants.txt"] {
            for case in read(file).into_iter().filter(|case| case.count <= 300) {
                let Some(report) = solve(&case.puzzle, 1000, &Limits::NONE) else { continue };
                taken += 1;
                let mut found = report.solutions;
                found.sort_unstable();
                assert_eq!(found, reference::solutions(&case.puzzle, 1000), "{}", case.place);
            }
        }
        assert!(taken > 20, "{taken} puzzles");
    }

    #[test]
    fn a_set_of_all_digits_is_possible() {
        let shape: Shape = "grid 2x16".parse().unwrap();
        let row: String = (1..=16).map(|column| format!(" r1c{column}")).collect();
        let rule = Rule::parse(&format!("renban:{row}"), shape).unwrap();
        let puzzle = Puzzle::new(shape).with_rule(rule);
        let report = solve(&puzzle, 1, &Limits::NONE.with_nodes(1000)).unwrap();
        assert!(puzzle.is_solved_by(&report.solutions[0]));
    }

    #[test]
    fn a_sum_between_the_possible_sums_is_impossible() {
        let rule: Rule = "sum = 700: 100*r1c1 100*r1c2 r2c3 r2c4".parse().unwrap();
        let sets: Vec<DigitSet> = (0..81)
            .map(|cell| if cell < 2 { DigitSet::from_bits(0b1_0000_0011) } else { DigitSet::all(9) })
            .collect();
        let candidates = Rule::candidates(Shape::CLASSIC, &sets).unwrap();
        let puzzle = Puzzle::new(Shape::CLASSIC).with_rule(candidates).with_rule(rule);
        let report = solve(&puzzle, 1, &Limits::NONE).unwrap();
        assert!(report.solutions.is_empty() && report.limit.is_none());
    }

    /// Each sum is possible. Together, the cells in a box all differ, so they are at most 165.
    #[test]
    fn parallel_sums_are_too_large_together() {
        let sums = [(60, 1), (57, 2), (49, 3)];
        let rule = |(sum, first): (i32, usize)| {
            let cells: String = (first..=9).map(|row| format!(" r{row}c{}", row + 1 - first)).collect();
            format!("sum = {sum}:{cells}").parse::<Rule>().unwrap()
        };
        let empty: Puzzle = ".".repeat(81).parse().unwrap();
        for left_out in 0..4 {
            let chosen = (0..3).filter(|&i| i != left_out).map(|i| rule(sums[i]));
            let puzzle = chosen.fold(empty.clone(), Puzzle::with_rule);
            let report = solve(&puzzle, 1, &Limits::NONE).unwrap();
            assert_eq!(report.solutions.len(), usize::from(left_out < 3));
            assert!(left_out < 3 || report.nodes == 0, "{} nodes", report.nodes);
        }
    }

    #[test]
    fn limits_end_the_search() {
        let puzzle: Puzzle = ".".repeat(81).parse().unwrap();
        assert!(!CompactEngine::takes(&puzzle), "a puzzle without sums is left to other engines");
        let puzzle = puzzle.with_rule("cage 15: r1c1 r1c2 r2c2".parse::<Rule>().unwrap());
        for most in [0, 1, 20] {
            let report = solve(&puzzle, 1000, &Limits::NONE.with_nodes(most)).unwrap();
            assert_eq!((report.nodes, report.limit), (most, Some(Limit::Nodes)));
        }
        assert_eq!(solve(&puzzle, 3, &Limits::NONE).unwrap().solutions.len(), 3);
    }
}
