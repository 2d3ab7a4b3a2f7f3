//! The puzzles of a text in a notation of the library.

use std::sync::Arc;

use arcdoku::grid::Shape;
use arcdoku::puzzle::format::{Notation, ParseError, ParseErrorKind, Reader, Record};
use arcdoku_wire::Fault;

use super::buffer::ReadBuffer;
use super::item::{Fields, Item, Reading, Rejected};
use super::lines::{Given, Lines};
use super::plan::Plan;

/// The puzzles of a text in a notation of the library.
pub(super) struct Records<'a> {
    reader: Reader<ReadBuffer<'a>>,
    source: Arc<str>,
    plan: &'a Plan,
    /// Whether plain lines have no further rules.
    plain: bool,
}

impl<'a> Records<'a> {
    pub(super) fn new(
        input: ReadBuffer<'a>,
        notation: Option<Notation>,
        source: Arc<str>,
        plan: &'a Plan,
    ) -> Self {
        let frame = &plan.frame;
        let plain = frame.adds_nothing() && frame.shape().is_none_or(|shape| shape == Shape::CLASSIC);
        let reader = Reader::with_options(input, frame.read_options(notation));
        Self { reader, source, plan, plain }
    }

    fn reading(&self, result: Result<Record, ParseError>) -> Reading {
        let mut record = result.map_err(|error| {
            let whole = matches!(error.kind(), ParseErrorKind::Empty | ParseErrorKind::Io);
            let fault = Fault::from(error).in_file(&self.source);
            if whole { Rejected::whole(fault) } else { fault.into() }
        })?;
        self.plan.frame.apply(&mut record).map_err(|wrong| {
            let fault = Fault { line: record.line, ..wrong.fault }.in_file(&self.source);
            Box::new(Rejected { option: Some(wrong.option), ..*Box::<Rejected>::from(fault) })
        })?;
        let source = Arc::clone(&self.source);
        Ok(Item { source, record, at: (1, 1), expected: None, other: Fields::new() })
    }
}

impl Iterator for Records<'_> {
    type Item = Given;

    fn next(&mut self) -> Option<Given> {
        if self.plain
            && let Some(lines) = self.reader.plain_lines(usize::MAX)
        {
            return Some(Given::Lines(Lines::new(Arc::clone(&self.source), lines)));
        }
        let result = self.reader.next()?;
        Some(Given::One(self.reading(result)))
    }
}
