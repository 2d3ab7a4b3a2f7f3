//! Checks any files of a proof, and proofs about small puzzles that were changed.
#![no_main]

#[path = "../../crates/arcdoku/tests/suite/fuzz.rs"]
mod fuzz;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::proofs_hold(bytes));
