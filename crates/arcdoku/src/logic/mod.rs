//! Floor 3: steps of a person for puzzles with any rules, in grids of any shape.
//!
//! ```text
//!  Puzzle ──Logic::new──> Logic ──start──> Board ──next──> Step ──apply──> Board ...
//! ```
//!
//! - [`Board`]: filled cells, and the candidates of the others.
//! - [`Technique`], [`Techniques`]: what is looked for, in the order of difficulty.
//! - [`Logic`]: finds the simplest [`Step`] of a board, and walks whole paths.
//! - [`Rating`]: the hardest step of a path, and the sum of all.
//!
//! The finders know rules by their relations: pairs by their tables, cages by their combinations, every other relation by
//! its propagator alone. Sums that houses imply are those of `csp::implied`. What they do not see is found by
//! contradiction, by propagation of the whole puzzle. Without the feature `variants` there are names and ratings alone.

#[cfg(feature = "variants")]
mod board;
#[cfg(feature = "variants")]
mod combinations;
#[cfg(feature = "variants")]
mod contradiction;
#[cfg(feature = "variants")]
mod find;
#[cfg(feature = "variants")]
mod path;
#[cfg(feature = "variants")]
mod step;
#[cfg(feature = "variants")]
mod system;
mod technique;

#[cfg(feature = "variants")]
pub use board::Board;
#[cfg(feature = "variants")]
pub(crate) use combinations::combinations;
#[cfg(feature = "variants")]
pub use path::{Logic, Next};
#[cfg(feature = "variants")]
pub use step::{End, Link, Name, Pattern, Reason, RulePart, Scope, Step};
pub use technique::{Difficulty, Rating, Technique, Techniques};
