//! Solves any small puzzle with any strategy: see [`arcdoku::testing::fuzz::strategies_agree`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| arcdoku::testing::fuzz::strategies_agree(bytes));
