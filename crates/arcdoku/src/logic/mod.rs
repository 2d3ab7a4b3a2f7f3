//! Steps of a person for puzzles with any rules, in grids of any shape.
//!
//! ```text
//!  Puzzle ──Logic::new──> Logic ──start──> Board ──next──> Step ──apply──> Board ...
//! ```
//!
//! - [`Board`]: filled cells, and the candidates of the others.
//! - [`ROWS`]: what is looked for, in the order of difficulty.
//! - [`Logic`]: finds the simplest step of a board, and walks whole paths.
//! - [`Rating`]: the hardest step of a path, and the sum of all.
//!
//! The finders know rules by their relations: pairs by their tables, cages by their combinations, every other relation by
//! its propagator alone. Sums that houses imply are those of `csp::implied`. What they do not see is found by
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
