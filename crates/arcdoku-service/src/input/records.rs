//! The puzzles in a text, one after the other: in notations of the library, as JSON, or in formats of other programs.

use std::sync::Arc;

use arcdoku::Rule;
use arcdoku::grid::Shape;
use arcdoku::puzzle::format::{Notation, ParseError, ParseErrorKind, Reader, Record};
use arcdoku_exchange::Format;
use arcdoku_wire::{Fault, FaultCode};

use super::Medium;
use super::bounded::Lookahead;
use super::buffer::ReadBuffer;
use super::document::{Brackets, Ending, is_whole};
use super::item::{Fields, Item, Reading, Rejected};
use super::lines::{Given, Lines};
use super::plan::Plan;
use super::{exchange, json};

/// The puzzles in a text. The kind of each record is detected unless `medium` is given.
pub(super) struct Records<'a> {
    reader: Reader<ReadBuffer<'a>>,
    /// The medium of all lines, if it is not a notation.
    foreign: Option<Medium>,
    /// Whether the text begins with JSON. If so, values of other kinds are faulty rows.
    is_json: bool,
    source: Arc<str>,
    plan: &'a Plan,
    /// Whether plain lines have no further rules.
    plain: bool,
    lookahead: Lookahead,
    any: bool,
}

impl<'a> Records<'a> {
    /// Records in a medium that is not a table, or in any medium for `None`. `begins` is the medium at the beginning
    /// of the text.
    pub(super) fn new(
        input: ReadBuffer<'a>,
        medium: Option<Medium>,
        begins: Option<Medium>,
        source: Arc<str>,
        plan: &'a Plan,
    ) -> Self {
        let frame = &plan.frame;
        let (notation, foreign): (Option<Notation>, _) = match medium {
            Some(Medium::Notation(notation)) => (Some(notation), None),
            medium => (None, medium),
        };
        let is_json = begins == Some(Medium::Json);
        let plain = foreign.is_none()
            && !is_json
            && frame.adds_nothing()
            && frame.shape().is_none_or(|shape| shape == Shape::CLASSIC);
        let reader = Reader::with_options(input, frame.read_options(notation));
        Self { reader, foreign, is_json, source, plan, plain, lookahead: Lookahead::default(), any: false }
    }

    fn reading(&self, result: Result<Record, ParseError>) -> Reading {
        let mut record = result.map_err(|error| self.rejected(error))?;
        self.plan.frame.apply(&mut record).map_err(|wrong| {
            let fault = Fault { line: record.line, ..wrong.fault }.in_file(&self.source);
            Box::new(Rejected { option: Some(wrong.option), ..*Box::<Rejected>::from(fault) })
        })?;
        let source = Arc::clone(&self.source);
        Ok(Item { source, record, at: (1, 1), expected: None, other: Fields::new(), in_ruled_table: false })
    }

    fn rejected(&self, error: ParseError) -> Box<Rejected> {
        let whole = matches!(error.kind(), ParseErrorKind::Empty | ParseErrorKind::Io);
        let fault = Fault::from(error).in_file(&self.source);
        if whole { Rejected::whole(fault) } else { fault.into() }
    }

    /// The next line, if the lines are in no notation, or if it is JSON in a JSON text. Otherwise, the line is not
    /// consumed.
    fn foreign_line(&mut self) -> Option<Result<(usize, String), ParseError>> {
        if self.foreign.is_none() && !self.is_json {
            return None;
        }
        loop {
            let (number, text) = match self.reader.next_line()? {
                Ok(line) => line,
                Err(error) => return Some(Err(error)),
            };
            let line = text.trim();
            let is_comment = line.starts_with('#') && self.foreign != Some(Medium::Json);
            if line.is_empty() || is_comment {
                continue;
            }
            if self.foreign.is_some() || line.starts_with(['{', '[', '"']) || Format::detect(line).is_some() {
                return Some(Ok((number, text)));
            }
            self.reader.give_back(Ok((number, text)));
            return None;
        }
    }

    /// The record that begins with this line, which is in no notation.
    fn foreign(&mut self, number: usize, line: String) -> Reading {
        let is_ipuz = self.foreign == Some(Medium::Exchange(Format::Ipuz));
        let text = if line.trim_start().starts_with('{') || is_ipuz { self.document(line) } else { line };
        let text = text.trim_end();
        let format = match self.foreign {
            Some(Medium::Exchange(format)) => Some(format),
            Some(_) => None,
            None => Format::detect(text),
        };
        match format {
            Some(format) => exchange::reading(format, number, text, &self.source, self.plan),
            None if self.foreign.is_some() || self.is_json || text.trim_start().starts_with('{') => {
                json::row(number, text, &self.source, self.plan)
            }
            None => {
                let expected = if Rule::is_named_in(text) {
                    "a puzzle (rules are options, or fields of JSON lines)"
                } else {
                    "a puzzle, or a link of a program that is known"
                };
                let fault = Fault::new(FaultCode::Foreign, (number, 1), Fault::quoted(text), expected);
                Err(fault.in_file(&self.source).into())
            }
        }
    }

    /// The document that begins with this line, or only this line if the document does not end.
    fn document(&mut self, first: String) -> String {
        let mut brackets = Brackets::default();
        if brackets.take(&first) != Ending::Open {
            return first;
        }
        self.lookahead.read(first.len());
        let most = self.lookahead.most();
        let mut size = first.len();
        let mut further: Vec<(usize, String)> = Vec::new();
        let stopped = loop {
            let next = match self.reader.next_line() {
                Some(Ok(next)) => next,
                other => break other,
            };
            size += next.1.len() + 1;
            // A line that is a complete row begins another record.
            let is_row =
                is_whole(&next.1) && (next.1.contains("\"puzzle\"") || Format::detect(&next.1).is_some());
            if is_row || size > most {
                break Some(Ok(next));
            }
            let ending = brackets.take(&next.1);
            further.push(next);
            match ending {
                Ending::Open => {}
                Ending::Broken => break None,
                Ending::Closed => {
                    self.lookahead.read(size);
                    let lines = further.into_iter().flat_map(|(_, line)| ["\n".to_owned(), line]);
                    return std::iter::once(first).chain(lines).collect();
                }
            }
        };
        self.lookahead.waste(size);
        stopped.into_iter().for_each(|line| self.reader.give_back(line));
        further.into_iter().rev().for_each(|line| self.reader.give_back(Ok(line)));
        first
    }

    fn one(&mut self) -> Option<Reading> {
        if let Some(line) = self.foreign_line() {
            return Some(match line {
                Ok((number, text)) => self.foreign(number, text),
                Err(error) => Err(self.rejected(error)),
            });
        }
        if self.foreign.is_some() {
            let fault = Fault::new(FaultCode::Empty, (1, 1), "no puzzle", "at least one");
            return (!self.any).then(|| Err(Rejected::whole(fault.in_file(&self.source))));
        }
        let result = self.reader.next()?;
        if let Err(error) = &result
            && error.kind() == ParseErrorKind::Foreign
            && let Some(Ok((number, text))) = self.reader.next_line()
        {
            return Some(self.foreign(number, text));
        }
        // If lines were read here, the input is not empty, so this error is not reported.
        if self.any && result.as_ref().is_err_and(|error| error.kind() == ParseErrorKind::Empty) {
            return None;
        }
        Some(self.reading(result))
    }
}

impl Iterator for Records<'_> {
    type Item = Given;

    fn next(&mut self) -> Option<Given> {
        if self.plain
            && let Some(lines) = self.reader.plain_lines(usize::MAX)
        {
            self.any = true;
            return Some(Given::Lines(Lines::new(Arc::clone(&self.source), lines)));
        }
        let reading = self.one()?;
        self.any = true;
        Some(Given::One(reading))
    }
}
