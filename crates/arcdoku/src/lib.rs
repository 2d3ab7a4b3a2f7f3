//! Sudoku as a constraint satisfaction problem: textbook search, fast solvers, ratings, proofs and generation.
//!
//! The modules form layers; a module imports modules of lower layers only.
//!
//! ```text
//!  7  explain                                steps as sentences, notation and pictures
//!  6  generate                               generation and counting of puzzles
//!  5  rate                                   ratings, paths and hints
//!  4  solve   proof                          answers; proofs for independent checkers
//!  3  search   compact   human   explainer   logic   search; sums; techniques of HoDoKu, the Explainer, for rules
//!  2  csp   fast9   deduction   canon        propagation; 9x9 engines; steps as data; canonical forms
//!  1  puzzle                                 puzzles, rules, notations, outcomes
//!  0  choice   grid                          cells, digits, shapes, symmetries; enums with names
//! ```
//!
//! Solves a puzzle and prints the number of search nodes:
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
//! The two main loops are [`csp::Model::propagate`], which runs propagators to their fixpoint, and
//! [`search::search`], which walks the tree with any [`Strategy`].

#![deny(missing_debug_implementations)]

// **Invariant:** only names of values.
pub mod choice;

// **Invariant:** value types only: no input, output, rules or random generators.
pub mod grid;

// **Invariant:** a puzzle is read, written and checked without a solver; no serde.
pub mod puzzle;

// **Invariant:** propagation does not depend on the search.
pub mod csp;

// **Invariant:** 9x9 only; no csp, no search, no threads. All `unsafe` code of the library is in `fast9::arch`.
pub mod fast9;

// **Invariant:** data only: no search and no prose.
pub mod deduction;

// **Invariant:** no solver and no randomness: a form depends only on the clues.
pub mod canon;

// **Invariant:** all strategies share one search; the only clock is the one in `Limits`.
pub mod search;

// **Invariant:** only rules that are houses, sums, sets and pairs; no observer, no clock except the one in `Limits`.
mod compact;

// **Invariant:** no guessing: every step is a deduction that a person can follow; no prose in steps.
mod human;

// **Invariant:** the same steps in the same order as the Sudoku Explainer 1.2.1; no technique of `human`.
pub mod explainer;

// **Invariant:** rules are seen only as relations, never by their names; no prose in steps.
pub mod logic;

// **Invariant:** the only place that chooses an engine; no human techniques here.
pub mod solve;

// **Invariant:** nothing is assumed: every line follows from earlier lines by rules that a checker implements.
pub mod proof;

// **Invariant:** no search here: uniqueness and solutions come from `solve` or the caller; no prose.
pub mod rate;

// **Invariant:** a seed gives the same puzzle on every machine; all random generators are seeded.
pub mod generate;

// **Invariant:** describes given steps and finds none. All prose about steps is here.
pub mod explain;

// **Invariant:** evaluates rules only through `holds`; only tests import it.
#[cfg(any(test, feature = "testing"))]
pub mod testing;

pub use choice::Choice;
pub use grid::{Cell, Digit, DigitSet, Shape};
pub use puzzle::format::ParseError;
pub use puzzle::{Limits, Outcome, Puzzle, Rule, Solution};
pub use search::{Stats, Strategy};
pub use solve::{Answer, Question, Solver};
