//! Kernels over Arrow arrays and byte slices, for millions of boards at a time.
//!
//! ```text
//!   bytes, texts, Arrow --Column--> row as numbers --kernel, on threads--> output slices, or Arrow arrays
//!                            '--> Reason, if a row is not a puzzle
//! ```
//!
//! A [`Column`] reads rows of any layout, and a [`Kind`] has the shape and rules of all of them. A kernel writes into
//! slices that the caller owns, on the threads of [`Work`]. The work can be cancelled; each row is then complete or
//! unchanged. [`arrays`] has the same kernels from Arrow arrays to Arrow arrays.

// **Invariant:** no Python, no files, no clock; a malformed row never ends a batch.

#![deny(missing_debug_implementations)]
// Outputs are passed by value, because the caller cannot use a struct of exclusive borrows while a kernel runs.
#![allow(clippy::needless_pass_by_value)]

pub mod arrays;
pub mod augment;
mod canon;
mod column;
mod failure;
mod kind;
mod make;
mod outcome;
mod rate;
mod reason;
mod solve;
pub mod steps;
mod verify;
mod work;

pub use canon::{SymmetryOutputs, SymmetryRows, canon, key, symmetries, transform};
pub use column::{Column, Texts, symbol_of};
pub use failure::Failure;
pub use kind::Kind;
pub use make::{GenerateOutputs, generate, grids};
pub use outcome::Outcome;
pub use rate::{ExplainerOutputs, ScoreOutputs, rate_hodoku, rate_se};
pub use reason::Reason;
pub use solve::{SolveOutputs, UNCOUNTED, count, solve};
pub use verify::{UNDECIDED, minimal, verify};
pub use work::{Slots, Split, Work};
