//! Sudoku as a constraint satisfaction problem, from the textbook to the record.
//!
//! The modules form layers; a module imports modules of lower layers only.
//!
//! ```text
//!  7  explain                                steps in words, notation and pictures
//!  6  generate                               makes puzzles, and counts what exists
//!  5  rate                                   ratings, paths and hints
//!  4  solve   proof                          answers; proofs that others can check
//!  3  search   human   explainer   logic     walks the tree; techniques of HoDoKu, of the Sudoku Explainer, for rules
//!  2  csp   fast9   deduction   canon        propagation; 9x9 engines; steps as data; canonical forms
//!  1  puzzle                                 the question, and the shape of the answer
//!  0  choice   grid                          cells, digits, shapes, symmetries; enums with names
//! ```
//!
//! Solve a puzzle and see what it took:
//!
//! ```
//! use arcdoku::{Limits, Outcome, Puzzle, Solver};
//!
//! let puzzle: Puzzle =
//!     "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
//! let answer = Solver::new().solve(&puzzle, &Limits::NONE);
//! let Outcome::Unique(solution) = answer.outcome else { panic!("a proper puzzle") };
//! assert!(puzzle.is_solved_by(&solution));
//! println!("{} expanded nodes", answer.stats.nodes);
//! # Ok::<(), arcdoku::ParseError>(())
//! ```
//!
//! The two loops: [`csp::Model::propagate`] runs propagators to their fixpoint, and
//! [`search::search`] walks the tree with any [`Strategy`].

#![deny(missing_debug_implementations)]

// **Invariant:** names of values, and nothing else.
pub mod choice;

// **Invariant:** value types only: no input or output, no rules, no randomness of its own.
pub mod grid;

// **Invariant:** a puzzle is read, described and judged without a solver; no serde.
pub mod puzzle;

// **Invariant:** propagation does not know that it is being searched.
pub mod csp;

// **Invariant:** 9x9 alone; no csp, no search, no threads. All `unsafe` code of the library is in `fast9::arch`.
pub mod fast9;

// **Invariant:** data alone: nothing is searched for, and nothing is put into words.
pub mod deduction;

// **Invariant:** no solver and no randomness: a form is a property of the clues alone.
pub mod canon;

// **Invariant:** no strategy has a search of its own; no clock but the one in `Limits`.
pub mod search;

// **Invariant:** no guessing: every step is a deduction that a person can follow; no prose in steps.
mod human;

// **Invariant:** the same steps in the same order as the Sudoku Explainer 1.2.1; no technique of `human`.
pub mod explainer;

// **Invariant:** knows rules by their relations: no name of a rule decides what is found; no prose in steps.
pub mod logic;

// **Invariant:** the only place that chooses an engine; nothing here explains like a person.
pub mod solve;

// **Invariant:** nothing is proven by assertion: every line follows from those before it by rules that a checker knows.
pub mod proof;

// **Invariant:** no search of its own: uniqueness and solutions come from `solve` or the caller; no prose.
pub mod rate;

// **Invariant:** one seed, one puzzle, on every machine; no random generator but those that are begun from a seed.
pub mod generate;

// **Invariant:** finds nothing: it describes the steps it is given. All prose about steps is here.
pub mod explain;

// **Invariant:** knows rules through `holds` alone; nothing but tests imports it.
#[cfg(any(test, feature = "testing"))]
pub mod testing;

pub use choice::Choice;
pub use grid::{Cell, Digit, DigitSet, Shape};
pub use puzzle::format::ParseError;
pub use puzzle::{Limits, Outcome, Puzzle, Rule, Solution};
pub use search::{Stats, Strategy};
pub use solve::{Answer, Question, Solver};
