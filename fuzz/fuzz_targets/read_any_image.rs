//! Reads any bytes as an image with puzzles.
#![no_main]

#[path = "../../crates/arcdoku-service/tests/suite/fuzz.rs"]
mod fuzz;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::read_any_image(bytes));
