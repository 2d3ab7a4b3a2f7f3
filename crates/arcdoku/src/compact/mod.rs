//! A search for puzzles whose rules are houses, sums, sets of digits and pairs, such as killers.
//!
//! ```text
//!   Problem      what never changes: neighbors, houses, pairs, rules           problem.rs
//!   BoardState   a domain per cell, 16 bits each; copied at every decision     board.rs
//!   WorkQueue    what has work to do: cells, houses and rules, as bits         board.rs
//! ```
//!
//! The engine supports fewer rules than `csp` and is faster: a domain is a 16-bit word, a set of cells is a 128-bit
//! word, and a decision copies all domains instead of keeping a trail. Rules without a form here, and questions that
//! need reasons or single steps, are left to `csp` and `search`.

mod board;
mod exact;
mod houses;
mod order;
mod problem;
mod propagate;
mod search;
mod sets;
mod sums;

use crate::puzzle::{Limit, Limits, Puzzle, Solution};

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
    /// The number of runs of houses and rules.
    pub(crate) propagations: u64,
    /// The largest number of open decisions.
    pub(crate) max_depth: u32,
}

/// Whether the engine supports the shape and the rules of a puzzle.
pub(crate) fn takes(puzzle: &Puzzle) -> bool {
    Problem::new(puzzle).is_some()
}

/// Searches for up to `wanted` solutions. `None` if the engine does not support the puzzle.
pub(crate) fn solve(puzzle: &Puzzle, wanted: usize, limits: &Limits<'_>) -> Option<CompactReport> {
    Problem::new(puzzle).map(|problem| search::run(&problem, wanted, limits))
}

#[cfg(test)]
mod tests {
    use super::{solve, takes};
    use crate::puzzle::{Limit, Limits, Puzzle, Rule};
    use crate::testing::neutral::read;
    use crate::testing::reference;

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
    fn limits_end_the_search() {
        let puzzle: Puzzle = ".".repeat(81).parse().unwrap();
        assert!(!takes(&puzzle), "a puzzle without sums is left to other engines");
        let puzzle = puzzle.with_rule("cage 15: r1c1 r1c2 r2c2".parse::<Rule>().unwrap());
        for most in [0, 1, 20] {
            let report = solve(&puzzle, 1000, &Limits::NONE.with_nodes(most)).unwrap();
            assert_eq!((report.nodes, report.limit), (most, Some(Limit::Nodes)));
        }
        assert_eq!(solve(&puzzle, 3, &Limits::NONE).unwrap().solutions.len(), 3);
    }
}
