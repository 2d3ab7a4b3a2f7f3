//! Faults of inputs and outputs: an output that fails at each of its writes, and a reader that panics.

use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use arcdoku_service::ask::ReplyFormat;
use arcdoku_service::ask::answer::{self, ReplyStyle};
use arcdoku_service::cancel::Cancel;
use arcdoku_service::input::{Input, Plan, Source};
use arcdoku_service::output::{Output, Transcript};
use arcdoku_service::status::{Error, Status};
use arcdoku_wire::question::TABLE;
use serde_json::json;

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
fn a_panic_of_the_reader_is_not_an_end_of_input() {
    let text: &[u8] = EASY.repeat(3).leak().as_bytes();
    let input = Input { sources: vec![Source::reader("broken", Broken(text))], plan: Arc::default() };
    let mut out = Transcript::default();
    let panic = catch_unwind(AssertUnwindSafe(|| check(input, &mut out))).unwrap_err();
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"a broken reader"));
}

/// An output that fails after a number of writes and flushes.
struct Failing {
    left: usize,
    written: Transcript,
}

impl Failing {
    fn count(&mut self) -> io::Result<()> {
        self.left = self.left.checked_sub(1).ok_or(io::ErrorKind::StorageFull)?;
        Ok(())
    }
}

impl Output for Failing {
    fn write(&mut self, text: &str) -> io::Result<()> {
        self.count()?;
        self.written.write(text)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.count()
    }

    fn error(&mut self, message: &str) {
        self.written.error(message);
    }

    fn note(&mut self, message: &str) {
        self.written.note(message);
    }
}

#[test]
fn every_write_of_every_question_fails_once() {
    let hard = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
    let text = format!("{EASY}{hard}\n55\n{EASY}");
    let options = json!({ "grid": EASY.trim(), "other": hard, "of": hard, "samples": 2, "grade": "vague" });
    let mut questions = 0;
    for (row, format) in TABLE.iter().flat_map(|row| [(row, ReplyFormat::Text), (row, ReplyFormat::Json)]) {
        let is_option = |name: &str| row.options().any(|option| option.name == name);
        let given = options.as_object().unwrap().iter().filter(|(name, _)| is_option(name));
        let given = given.map(|(name, value)| (name.clone(), value.clone())).collect();
        let Some(Ok(question)) = answer::question(row.name, &given, format) else { continue };
        let run = |left: usize| -> (Result<Status, Error>, Failing) {
            let mut output = Failing { left, written: Transcript::default() };
            let input = Input::text(text.clone(), Plan::default());
            let style = ReplyStyle::plain(format);
            let ended = answer::run(&question, style, input, 1, &Cancel::default(), &mut output);
            (ended, output)
        };
        // Questions that write files are tested with the program.
        if row.name == "prove" {
            continue;
        }
        let (ended, whole) = run(usize::MAX);
        assert!(ended.is_ok() && !whole.written.text.is_empty(), "{}", row.name);
        questions += 1;
        // The number of writes depends on the time of each puzzle.
        for left in 0.. {
            let (ended, cut) = run(left);
            assert!(whole.written.text.starts_with(&cut.written.text), "{}, {left} writes", row.name);
            match ended {
                Ok(_) => {
                    assert_eq!(cut.written, whole.written, "{}, {left} writes", row.name);
                    break;
                }
                Err(error) => assert_eq!(error.status(), Status::Output, "{}, {left} writes", row.name),
            }
        }
    }
    assert!(questions > 20, "{questions} questions");
}
