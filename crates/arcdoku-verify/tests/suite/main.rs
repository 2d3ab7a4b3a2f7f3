//! The tests of the checker.

mod accept;
mod program;
mod prover;
mod published;
mod refuse;
mod variants;
