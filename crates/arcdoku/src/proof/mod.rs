//! Proofs for independent checkers.
//!
//! A proof is a file in `VeriPB` format, together with the formula of its puzzle as an OPB file. To prove that a
//! puzzle has exactly one solution, it shows that the puzzle contradicts a row that excludes the solution.
//! `docs/proofs.md` describes the files.
//!
//! ```text
//!   Puzzle ──Formula──> rows in the puzzle's order            Units: their consequences by unit propagation
//!                            |                                  |
//!   search ──Observer──> ProofWriter ── clauses (rup), sums of rows (pol), case splits if neither suffices
//! ```
//!
//! S. Gocht and J. Nordström, "Certifying Parity Reasoning Efficiently Using Pseudo-Boolean Proofs" (AAAI 2021); J.
//! Elffers, S. Gocht, C. `McCreesh` and J. Nordström, "Justifying All Differences Using Pseudo-Boolean Reasoning" (AAAI
//! 2020).

mod areas;
mod bound;
mod build;
mod files;
mod formula;
mod hitting;
mod implied;
mod layers;
mod learned;
mod refute;
mod relations;
mod steps;
mod sum;
#[cfg(test)]
mod tests;
mod units;
mod writer;

pub use build::Unfit;
pub use files::{write_end, write_head, write_puzzle, write_solutions};
pub use formula::Formula;
pub use hitting::{BoundProof, prove_bound};
pub use refute::{Proof, Unproven, prove};
pub use steps::{PathProof, StepError};
pub use writer::{LineLabel, ProofError, ProofWriter};
