//! Plain puzzles that are kept together until they are answered.

use std::ops::Range;
use std::sync::Arc;

use arcdoku::Digit;
use arcdoku::puzzle::format::PlainLines;

use super::item::{Fields, Item, Reading};

/// The next part of an input.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "lists of many hold the large one: a box each would cost more")]
pub enum Given {
    /// A puzzle, or its fault.
    One(Reading),
    /// Puzzles without other fields.
    Lines(Lines),
}

impl Given {
    /// The number of puzzles.
    #[expect(clippy::len_without_is_empty, reason = "what an input gives is never empty")]
    pub fn len(&self) -> usize {
        match self {
            Self::One(_) => 1,
            Self::Lines(lines) => lines.range.len(),
        }
    }

    /// The puzzles one by one, numbered from `number`.
    pub fn readings(self, number: u64) -> impl Iterator<Item = (u64, Reading)> {
        let (one, lines) = match self {
            Self::One(reading) => (Some(reading), None),
            Self::Lines(lines) => (None, Some(lines)),
        };
        let lines = lines.into_iter().flat_map(|lines| (0..lines.len()).map(move |i| Ok(lines.item(i))));
        (number..).zip(one.into_iter().chain(lines))
    }
}

/// Consecutive 81-character lines of a source. Creating an [`Item`] for each would take longer than solving most of
/// them, so items are created only when they are needed.
#[derive(Debug)]
pub struct Lines {
    source: Arc<str>,
    all: Arc<PlainLines>,
    range: Range<usize>,
}

impl Lines {
    pub(super) fn new(source: Arc<str>, lines: PlainLines) -> Self {
        Self { source, range: 0..lines.len(), all: Arc::new(lines) }
    }

    /// The number of puzzles.
    pub fn len(&self) -> usize {
        self.range.len()
    }

    /// Whether there are no puzzles.
    pub fn is_empty(&self) -> bool {
        self.range.is_empty()
    }

    /// Removes and returns the first `count` puzzles, or all if there are fewer.
    pub fn split_front(&mut self, count: usize) -> Self {
        let middle = self.range.end.min(self.range.start + count);
        let front = Self {
            source: Arc::clone(&self.source),
            all: Arc::clone(&self.all),
            range: self.range.start..middle,
        };
        self.range.start = middle;
        front
    }

    /// The clues of each puzzle.
    pub fn givens(&self) -> impl Iterator<Item = &[Option<Digit>; 81]> {
        self.range.clone().map(|i| self.all.givens(i))
    }

    /// The item of a puzzle, by its index.
    pub fn item(&self, place: usize) -> Item {
        Item {
            source: Arc::clone(&self.source),
            record: self.all.record(self.range.start + place),
            at: (1, 1),
            expected: None,
            other: Fields::new(),
            in_ruled_table: false,
        }
    }
}
