//! How a solution is reached.

use super::{LimitOptions, StrategyOptions, question};
use crate::trace::TraceLine;

arcdoku::choices! {
    /// When boards are drawn.
    pub enum Boards: Nodes {
        /// Never
        None = "none",
        /// The puzzle, and the final board
        End = "end",
        /// Also after each round of propagation
        Nodes = "nodes",
        /// Also after every step
        Every = "every",
    }
}

crate::choice_values!(Boards);

question! {
    /// Show the steps of a search: propagation, guesses and dead ends
    ///
    /// Examples:
    ///   arcdoku trace puzzle.txt
    ///   arcdoku trace --strategy csp --candidates puzzle.txt
    ///   arcdoku trace --boards end --picture search.svg puzzle.txt
    Trace = "trace" -> [TraceLine], fails "some puzzle has no solution (with --unique: not exactly one), or no conflict to draw" {
        /// Continue after the first solution, until it is proved to be the only one
        unique: bool,
        /// End the search after this many steps [default: no limit]
        steps: Option<u64>,
        /// When to draw the board
        boards: Boards = Boards::Nodes,
        /// Draw all candidates, not only decided digits
        candidates: bool,
    } with { search: StrategyOptions, limits: LimitOptions, }
}
