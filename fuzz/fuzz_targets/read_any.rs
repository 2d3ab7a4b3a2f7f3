//! Reads any bytes in any notation: see [`arcdoku::testing::fuzz::read_any`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| arcdoku::testing::fuzz::read_any(bytes));
