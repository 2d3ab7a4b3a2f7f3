//! Questions about Sudoku in, wire replies out: what every arcdoku program shares.
//!
//! A program turns its arguments into an [`Input`](input::Input), the options of a question and an
//! [`Output`](output::Output), and calls the question's function in [`ask`]. Single puzzles need less:
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
//! | [`ask`] | one module per question; `ask::answer` has the runner of those that are defined in `arcdoku_wire::question` |
//! | [`pool`], [`stream`] | one pool of workers, and batches of puzzles that run through it in order |
//! | [`resumable`], [`whole_file`] | files that a run can continue; files that are replaced as a whole |
//! | [`output`], [`text`], [`draw`] | where answers go; tables, boards, lines; pictures, pages, plots (a crate of its own) |
//! | `tier` | the vector instructions that the environment names |
//!
//! Features: `native` (workers on threads of their own, times and paces), `plot` (statistics as plots in SVG and PNG). Without
//! `native`, nothing reads a clock, starts a thread or writes a proof, and questions of the table are answered in JSON alone, as on
//! `wasm32-unknown-unknown`, where files cannot be opened either.

// **Invariant:** no process: no arguments, no standard streams, no exit codes, no signals.

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

/// Whether there are files and terminals: without them, proofs and replies as text are left out of the module for pages.
const IS_NATIVE: bool = cfg!(feature = "native");
