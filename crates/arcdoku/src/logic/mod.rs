//! The steps of a human solver for puzzles with any rules, in grids of any shape.
//!
//! ```text
//!  Puzzle ──Logic::new──> Logic ──start──> Board ──next──> Step ──apply──> Board ...
//! ```
//!
//! - [`Board`]: filled cells, and the candidates of the others.
//! - [`ROWS`]: the techniques, in the order of difficulty.
//! - [`Logic`]: finds the simplest step of a board, and walks whole paths.
//! - [`Rating`]: the hardest step of a path, and the sum of the ratings of all steps.
//!
//! The finders use the relations of rules: pairs by their tables, cages by their combinations, every other relation
//! by its propagator. Sums that houses imply come from `csp::implied`. All other deductions are found by
//! contradiction, by propagation of the whole puzzle.

mod board;
mod combinations;
mod contradiction;
mod find;
mod path;
mod scale;
mod system;

pub use board::Board;
pub(crate) use combinations::combinations;
pub use path::Logic;
pub use scale::{LogicRow, ROWS, Rating, TECHNIQUES};
