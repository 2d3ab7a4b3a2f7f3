//! Questions about Sudoku as a typed JavaScript API, compiled to WebAssembly.
//!
//! Every question is a function that takes one object and returns one: `solve({ puzzle: "53..7..." })`. Their types
//! are declared in TypeScript from the types of this crate and of `arcdoku-wire`. A puzzle that cannot be read is an
//! answer with a `fault`; options that make no sense throw an `AskError`. Long questions take a function that is called
//! with their progress; nothing else runs in between, so call them in a worker, which can be terminated.
//!
//! | Module | Questions |
//! |---|---|
//! | [`solver`] | what a text contains, other notations, solutions, candidates, checks |
//! | [`batch`] | the answers to many puzzles |
//! | [`help`] | hints, steps, paths, ratings, techniques, drawings |
//! | [`search`] | strategies, traces, comparisons |
//! | [`make`] | generated puzzles |
//! | [`label`] | labelling problems: costs of digits, marginals |
//! | [`links`] | puzzles for other programs |
//! | [`progress`] | how far long questions are |
//!
//! Each is plain Rust with a wrapper for JavaScript beside it, so that all of them are tested without a browser.

#![allow(clippy::needless_pass_by_value, clippy::unnecessary_wraps, reason = "all questions have one form")]

// **Invariant:** types of questions, and calls of the service: nothing is worked out here.

mod ask;
pub mod batch;
mod error;
mod fields;
pub mod help;
mod js;
pub mod label;
mod lines;
pub mod links;
pub mod make;
mod order;
pub mod progress;
pub mod search;
pub mod solver;
mod words;

pub use ask::{Limited, OnBoard, Searched};
pub use error::AskError;
pub use order::{Order, Ordered};
pub use words::Worded;
