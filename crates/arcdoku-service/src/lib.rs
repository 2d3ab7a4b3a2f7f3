//! Questions about Sudoku in, wire replies out: what every arcdoku program shares.
//!
//! A program turns its arguments into an [`Input`](input::Input), the options of a question and an
//! [`Output`](output::Output), and calls the question's function in [`ask`]. Single puzzles need less:
//!
//! ```
//! use arcdoku_service::ask::solve::{Ask, SolveOptions, Worker};
//! use arcdoku_service::input::{Plan, read_one};
//!
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let reading = read_one(line, &Plan::default());
//! let reply = Worker::new(&SolveOptions::default()).reply(1, &reading);
//! assert_eq!(reply.outcome, "unique");
//! ```
//!
//! | Module | Content |
//! |---|---|
//! | [`input`] | sources, notations and containers; one reading per puzzle |
//! | [`ask`] | one module per question: its options, its work on one puzzle, and its run over an input |
//! | [`pool`], [`stream`] | one pool of workers, and batches of puzzles that run through it in order |
//! | `resumable` | files that a run can continue (feature `files`) |
//! | [`output`], [`text`], [`draw`] | where answers go; tables, boards, lines; pictures, pages, plots (a crate of its own) |
//!
//! Features: `threads` (workers on threads of their own), `clock` (times and paces), `files` (files as inputs, outputs
//! that can be resumed), `plot` (plots as SVG and PNG, pictures of rules), `logic` (steps for puzzles with rules). Without
//! them the crate needs neither threads nor a clock nor files, and compiles for `wasm32-unknown-unknown`.

// **Invariant:** no process: no arguments, no standard streams, no exit codes, no signals.

pub mod ask;
pub mod cancel;
mod clock;
pub mod input;
pub mod output;
pub mod pool;
pub mod report;
#[cfg(feature = "files")]
pub mod resumable;
pub mod status;
pub mod stream;
pub mod text;

pub use arcdoku_draw as draw;
