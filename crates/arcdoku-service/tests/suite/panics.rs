//! Panics, which are faults of the program, are no end of the input.

use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use arcdoku_service::input::{Input, Source};
use arcdoku_service::output::Transcript;

use crate::check;

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";

/// A reader that panics after some text.
struct Broken<'a>(&'a [u8]);

impl Read for Broken<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        assert!(!self.0.is_empty(), "a broken reader");
        self.0.read(buffer)
    }
}

#[test]
fn a_panic_of_the_reader_is_no_end_of_the_input() {
    let text: &[u8] = EASY.repeat(3).leak().as_bytes();
    let input = Input { sources: vec![Source::reader("broken", Broken(text))], plan: Arc::default() };
    let mut out = Transcript::default();
    let panic = catch_unwind(AssertUnwindSafe(|| check(input, &mut out))).unwrap_err();
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"a broken reader"));
}
