//! Questions about Sudoku as a typed JavaScript API, compiled to WebAssembly.
//!
//! There is one function: `ask('solve', { puzzle: '53..7...' })`. A question takes an object and returns an object.
//! Their TypeScript types are generated from the tables of questions and the types of replies. A puzzle that cannot
//! be read is an answer with a `fault`; invalid options throw an `AskError`. Long questions take a function that is
//! called with their progress. They block, so call them in a worker, which can be terminated.
//!
//! [`answer`] is the same function for Rust, with JSON as text, so all questions are tested without a browser;
//! [`rows`] lists the questions. The questions of `arcdoku_wire::question::TABLE` need no code here.

#![allow(
    clippy::needless_pass_by_value,
    clippy::unnecessary_wraps,
    reason = "all questions share one signature"
)]

// **Invariant:** only types of questions and calls of the service, no Sudoku logic.

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

/// The Rust examples of documents. They are tested here because a published crate has no files outside of its folder.
#[cfg(doctest)]
#[allow(rustdoc::invalid_codeblock_attributes, reason = "`norun` is read by `cargo xtask readme`")]
mod documents {
    #[doc = include_str!("../../../README.md")]
    struct Readme;
    #[doc = include_str!("../../../docs/guide/embed.md")]
    struct Embed;
    #[doc = include_str!("../../../docs/labelling.md")]
    struct Labelling;
    #[doc = include_str!("../../arcdoku/README.md")]
    struct Library;
    #[doc = include_str!("../../arcdoku-label/README.md")]
    struct Label;
}
