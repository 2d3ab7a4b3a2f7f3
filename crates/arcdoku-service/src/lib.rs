//! Answers questions about Sudoku with replies from `arcdoku-wire`. All arcdoku programs share this crate.
//!
//! A program converts its arguments into an [`Input`](input::Input), the options of a question and an
//! [`Output`](output::Output), and calls the question's function in [`ask`]. A single puzzle needs less:
//!
//! ```
//! use arcdoku_service::ask::solve::Worker;
//! use arcdoku_service::cancel::Bounds;
//! use arcdoku_service::input::{Plan, read_one};
//! use arcdoku_wire::SolveOutcome;
//! use arcdoku_wire::question::Solve;
//!
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let reading = read_one(line, &Plan::default());
//! let reply = Worker::new(&Solve::default(), Bounds::default()).reply(1, &reading);
//! assert_eq!(reply.outcome, SolveOutcome::Unique);
//! ```
//!
//! | Module | Content |
//! |---|---|
//! | [`input`] | sources, notations and containers; one reading per puzzle |
//! | [`ask`] | one module per question; `ask::answer` runs the questions defined in `arcdoku_wire::question` |
//! | [`pool`], [`stream`] | one pool of workers, and batches of puzzles that run through it in order |
//! | [`resumable`], [`whole_file`] | files that a later run can continue; files that are replaced as a whole |
//! | [`output`], [`text`], [`draw`] | output; tables, boards, lines; pictures, pages, plots (a separate crate) |
//! | `tier` | the vector instructions selected by the environment |
//!
//! Features: `native` (workers on their own threads, times and rates), `plot` (statistics as plots in SVG and PNG),
//! `print` (puzzles on paper, as PDF).
//! Without `native`, nothing reads a clock, starts a thread or writes a proof, and the questions of the table are
//! answered only in JSON. This is the configuration for `wasm32-unknown-unknown`, where files cannot be opened
//! either.

// **Invariant:** independent of the process: no arguments, no standard streams, no exit codes, no signals.

pub mod ask;
pub mod cancel;
mod clock;
pub mod input;
pub mod output;
pub mod pool;
pub mod report;
pub mod resumable;
pub mod status;
pub mod stream;
pub mod text;
#[cfg(feature = "native")]
pub mod tier;
pub mod whole_file;

pub use arcdoku_draw as draw;

/// Whether there are files and terminals. Without them, the module for the page does not contain proofs and replies
/// as text.
const IS_NATIVE: bool = cfg!(feature = "native");
