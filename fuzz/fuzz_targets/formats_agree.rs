//! Reads any bytes in the formats of other programs, and writes small puzzles in them.
#![no_main]

#[path = "../../crates/arcdoku-exchange/tests/suite/fuzz.rs"]
mod fuzz;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::formats_agree(bytes));
