//! Solves any small puzzle with rules of any kind: see [`arcdoku::testing::fuzz::rules_agree`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| arcdoku::testing::fuzz::rules_agree(bytes));
