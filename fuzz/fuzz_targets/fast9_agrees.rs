//! Runs the fast engines on any 9x9 puzzle: see [`arcdoku::testing::fuzz::fast9_agrees`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| arcdoku::testing::fuzz::fast9_agrees(bytes));
