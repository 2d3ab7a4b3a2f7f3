//! Checks any proof files, and changed proofs of small puzzles.
#![no_main]

#[path = "../../crates/arcdoku/tests/suite/fuzz.rs"]
mod fuzz;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::proofs_hold(bytes));
