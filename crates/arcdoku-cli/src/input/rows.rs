//! Bounded lines, and JSON lines in them.

use std::io::{BufRead, Read as _};
use std::sync::Arc;

use arcdoku_wire::{Fault, PuzzleInput};

use super::{Fields, Plan, Reading, Rejected, Tap};

/// The longest row that is held; anything longer is skipped.
pub(super) const LONGEST: usize = 1 << 20;

/// The lines of an input, none of them held beyond [`LONGEST`].
pub(super) struct Lines {
    input: Tap,
    number: usize,
    failed: bool,
}

impl Lines {
    pub(super) fn new(input: Tap) -> Self {
        Self { input, number: 0, failed: false }
    }

    /// Appends the next line, with its end, to `text`; says its number. `None` at the end.
    pub(super) fn next(&mut self, text: &mut String) -> Option<Result<usize, Fault>> {
        if self.failed {
            return None;
        }
        self.number += 1;
        let at = (self.number, 1);
        let mut bytes = Vec::new();
        match (&mut self.input).take(LONGEST as u64 + 1).read_until(b'\n', &mut bytes) {
            Err(error) => {
                self.failed = true;
                return Some(Err(Fault::new(at, format!("an input error ({error})"), "readable input")));
            }
            Ok(0) => return None,
            Ok(_) => {}
        }
        if bytes.len() > LONGEST || text.len() + bytes.len() > LONGEST {
            while bytes.last() != Some(&b'\n') {
                bytes.clear();
                match (&mut self.input).take(LONGEST as u64).read_until(b'\n', &mut bytes) {
                    Ok(0) | Err(_) => break,
                    Ok(_) => {}
                }
            }
            let found = format!("a row of more than {LONGEST} bytes");
            return Some(Err(Fault::new(at, found, "a shorter row")));
        }
        let bytes =
            if self.number == 1 { bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes) } else { &bytes };
        match std::str::from_utf8(bytes) {
            Ok(line) => {
                text.push_str(line);
                Some(Ok(self.number))
            }
            Err(error) => {
                let (valid, rest) = bytes.split_at(error.valid_up_to());
                let column = String::from_utf8_lossy(valid).chars().count() + 1;
                let found = format!("byte 0x{:02X}", rest[0]);
                Some(Err(Fault::new((self.number, column), found, "UTF-8 text")))
            }
        }
    }
}

/// One puzzle a line, each an object.
pub(super) struct JsonLines<'a> {
    lines: Lines,
    source: Arc<str>,
    plan: &'a Plan,
    any: bool,
}

impl<'a> JsonLines<'a> {
    pub(super) fn new(input: Tap, source: Arc<str>, plan: &'a Plan) -> Self {
        Self { lines: Lines::new(input), source, plan, any: false }
    }

    fn row(&self, line: usize, text: &str) -> Reading {
        let input: PuzzleInput = serde_json::from_str(text).map_err(|error| {
            let what = error.to_string();
            let what = what.split(" at line ").next().unwrap_or_default().to_owned();
            let fault = Fault::new((line, error.column().max(1)), what, "an object with a field \"puzzle\"");
            Box::<Rejected>::from(fault.in_file(&self.source))
        })?;
        let other: Fields =
            input.other.iter().map(|(name, value)| (name.as_str().into(), value.clone())).collect();
        let (at, expected_at) =
            ((line, value_column(text, "puzzle")), (line, value_column(text, "solution")));
        self.plan.item(&self.source, input, at, expected_at, other)
    }
}

/// The column where the text of a string field begins; 1 if it cannot be told.
fn value_column(line: &str, field: &str) -> usize {
    let after = |from: usize, c: char| line[from..].find(c).map(|at| from + at + 1);
    let key = format!("\"{field}\"");
    let start = line.find(&key).and_then(|at| after(after(at + key.len(), ':')?, '"'));
    start.map_or(1, |start| line[..start].chars().count() + 1)
}

impl Iterator for JsonLines<'_> {
    type Item = Reading;

    fn next(&mut self) -> Option<Reading> {
        let mut text = String::new();
        loop {
            text.clear();
            match self.lines.next(&mut text) {
                None if self.any => return None,
                None => {
                    self.any = true;
                    let fault = Fault::new((1, 1), "no puzzle", "at least one").in_file(&self.source);
                    return Some(Err(Rejected::whole(fault)));
                }
                Some(Err(fault)) => {
                    self.any = true;
                    return Some(Err(fault.in_file(&self.source).into()));
                }
                Some(Ok(_)) if text.trim().is_empty() => {}
                Some(Ok(line)) => {
                    self.any = true;
                    return Some(self.row(line, text.trim_end()));
                }
            }
        }
    }
}
