//! Questions about Sudoku as a typed JavaScript API, compiled to WebAssembly.
//!
//! There is one function: `ask('solve', { puzzle: '53..7...' })`. A question takes an object and returns one; their types are
//! declared in TypeScript from the tables of questions and the types of replies. A puzzle that cannot be read is an answer
//! with a `fault`; options that make no sense throw an `AskError`. Long questions take a function that is called with their
//! progress; nothing else runs in between, so call them in a worker, which can be terminated.
//!
//! [`answer`] is the same function for Rust, with JSON as text, so all questions are tested without a browser; [`rows`] lists
//! the questions. Those of `arcdoku_wire::question::TABLE` need nothing here.

#![allow(clippy::needless_pass_by_value, clippy::unnecessary_wraps, reason = "all questions have one form")]

// **Invariant:** types of questions, and calls of the service: nothing is worked out here.

mod ask;
pub mod batch;
mod env;
mod error;
pub mod help;
pub mod js;
mod label;
mod lines;
pub mod links;
pub mod make;
pub mod progress;
pub mod search;
pub mod solver;

pub use ask::{Row, answer, rows};
pub use error::AskError;
pub use progress::ProgressSink;
