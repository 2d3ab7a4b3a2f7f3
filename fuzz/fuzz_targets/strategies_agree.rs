//! Solves any small puzzle with any strategy: see [`arcdoku_fuzz::strategies_agree`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| arcdoku_fuzz::strategies_agree(bytes));
