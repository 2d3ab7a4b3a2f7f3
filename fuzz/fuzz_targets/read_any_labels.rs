//! Reads any bytes as a labelling problem: see [`arcdoku_label::formats::fuzz::read_any_labels`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| arcdoku_label::formats::fuzz::read_any_labels(bytes));
