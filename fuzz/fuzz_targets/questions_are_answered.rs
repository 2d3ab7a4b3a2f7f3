//! Answers any question about any small puzzle.
#![no_main]

#[path = "../../crates/arcdoku-wasm/tests/suite/fuzz.rs"]
mod fuzz;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::questions_are_answered(bytes));
