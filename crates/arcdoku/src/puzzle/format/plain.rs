//! Runs of plain lines, which make up most of a file with millions of puzzles.

use super::Notation;
use super::line::{classic_record, classic_whole};
use super::record::Record;
use crate::grid::{Digit, Shape};

/// Consecutive lines of an input, each with a 9x9 puzzle of 81 characters and nothing else. The [`Record`] of a line
/// is created on demand.
#[derive(Clone, Debug)]
pub struct PlainLines {
    /// The number of the first line, from 1.
    line: usize,
    shape: Shape,
    notation: Notation,
    cells: Vec<[Option<Digit>; 81]>,
}

/// Appends a solution of a plain 9x9 puzzle as a line of 81 digits.
pub fn push_plain_line(grid: &[u8; 81], out: &mut String) {
    let mut line = [b'\n'; 82];
    line.iter_mut().zip(grid).for_each(|(byte, digit)| *byte = b'0' + digit);
    // Digits are always valid UTF-8.
    out.push_str(std::str::from_utf8(&line).unwrap_or_default());
}

impl PlainLines {
    /// The plain lines at the start of `bytes`, at most `most`, and their number of bytes.
    pub(super) fn take(
        bytes: &[u8],
        most: usize,
        (shape, notation): (Shape, Notation),
    ) -> Option<(Self, usize)> {
        let mut used = 0;
        let (first, length) = classic_whole(bytes)?;
        let mut cells = Vec::with_capacity(most.min(bytes.len() / length));
        let mut next = Some((first, length));
        while let Some((line, length)) = next {
            cells.push(line);
            used += length;
            next = if cells.len() < most { classic_whole(&bytes[used..]) } else { None };
        }
        Some((Self { line: 0, shape, notation, cells }, used))
    }

    /// The same lines, numbered from `line`.
    pub(super) fn at(self, line: usize) -> Self {
        Self { line, ..self }
    }

    /// The number of lines, at least one.
    #[expect(clippy::len_without_is_empty, reason = "there is always a line")]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// The shape of all puzzles. The puzzles have the rules of this shape.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The clues of a puzzle, row-major.
    ///
    /// # Panics
    /// If `index` is not below the number of lines.
    #[inline]
    pub fn givens(&self, index: usize) -> &[Option<Digit>; 81] {
        &self.cells[index]
    }

    /// The record of a line, as [`Reader`](super::Reader) returns it.
    ///
    /// # Panics
    /// If `index` is not below the number of lines.
    pub fn record(&self, index: usize) -> Record {
        let mut record = classic_record(&self.cells[index], self.shape, self.line + index);
        record.notation = self.notation;
        record
    }
}
