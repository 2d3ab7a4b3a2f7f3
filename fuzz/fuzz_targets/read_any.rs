//! Reads any bytes in any notation: see [`arcdoku_fuzz::read_any`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| arcdoku_fuzz::read_any(bytes));
