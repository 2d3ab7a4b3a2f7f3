//! Runs of plain lines: what files of millions of puzzles are made of.

use super::Notation;
use super::line::{classic_record, classic_whole};
use super::record::Record;
use crate::grid::{Digit, Shape};

/// Consecutive lines of an input, each of them a 9x9 puzzle of 81 characters and nothing else. They are held
/// without a [`Record`] each, which is made when it is asked for.
#[derive(Clone, Debug)]
pub struct PlainLines {
    /// The number of the first line, from 1.
    line: usize,
    shape: Shape,
    notation: Notation,
    cells: Vec<[Option<Digit>; 81]>,
}

impl PlainLines {
    /// The plain lines at the start of `bytes`, at most `most`, and how many bytes they take.
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

    /// The same from this line on.
    pub(super) fn at(self, line: usize) -> Self {
        Self { line, ..self }
    }

    /// How many they are: at least one.
    #[expect(clippy::len_without_is_empty, reason = "there is always a line")]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// The shape of all of them, whose rules they have.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The clues of a puzzle, row-major.
    ///
    /// # Panics
    /// If there are not so many lines.
    #[inline]
    pub fn givens(&self, index: usize) -> &[Option<Digit>; 81] {
        &self.cells[index]
    }

    /// The record that [`Reader::next`](super::Reader) would have given for a line.
    ///
    /// # Panics
    /// If there are not so many lines.
    pub fn record(&self, index: usize) -> Record {
        let mut record = classic_record(&self.cells[index], self.shape, self.line + index);
        record.notation = self.notation;
        record
    }
}
