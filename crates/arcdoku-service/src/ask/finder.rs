//! Questions that have one answer for each puzzle with a single solution.

use arcdoku::solve::Solver;
use serde::Serialize;

use super::ReplyFormat;
use crate::cancel::Cancel;
use crate::input::{Input, Reading};
use crate::output::Output;
use crate::report::{Refusal, Report, is_whole};
use crate::status::{Error, Status};
use crate::stream;
use crate::text::json_line;

/// What is asked of each puzzle.
pub trait Question: Clone + Send + Sync + 'static {
    /// The answer to a puzzle.
    type Answer<'a>;
    /// The answer as a reply.
    type Reply: Serialize;

    /// The answer to a puzzle; why there is none is reported.
    fn find<'a>(
        &self,
        solver: &mut Solver,
        reading: &'a Reading,
        report: &mut Report,
    ) -> Result<Self::Answer<'a>, Box<Refusal>>;

    /// Appends an answer as lines.
    fn text(number: u64, found: &Self::Answer<'_>, out: &mut String);

    /// Appends an answer as lines of fields separated by tabs.
    fn tsv(number: u64, found: &Self::Answer<'_>, out: &mut String);

    /// The reply to a puzzle.
    fn reply(
        &self,
        number: u64,
        reading: &Reading,
        found: Result<Self::Answer<'_>, Box<Refusal>>,
    ) -> Self::Reply;

    /// The flag that ends the run.
    fn cancel(&self) -> &Cancel;
}

/// Answers a question about puzzles one by one.
pub struct Finder<Q> {
    question: Q,
    solver: Solver,
}

impl<Q: Question> Finder<Q> {
    /// A finder with a solver of its own.
    pub fn new(question: &Q) -> Self {
        Self { question: question.clone(), solver: Solver::new() }
    }

    /// The reply to one puzzle.
    pub fn reply(&mut self, number: u64, reading: &Reading) -> Q::Reply {
        let found = self.question.find(&mut self.solver, reading, &mut Report::default());
        self.question.reply(number, reading, found)
    }

    fn report(&mut self, format: ReplyFormat, number: u64, reading: &Reading, report: &mut Report) {
        let found = self.question.find(&mut self.solver, reading, report);
        if report.is_cut {
            return;
        }
        match (&found, format) {
            (Ok(found), ReplyFormat::Text) => Q::text(number, found, &mut report.text),
            (Ok(found), ReplyFormat::Tsv) => Q::tsv(number, found, &mut report.text),
            (_, ReplyFormat::Json) if !is_whole(reading) => {
                json_line(&self.question.reply(number, reading, found), &mut report.text);
            }
            _ => {}
        }
    }
}

/// Answers a question about all puzzles of an input.
pub(super) fn run<Q: Question>(
    question: &Q,
    format: ReplyFormat,
    input: Input,
    threads: usize,
    output: &mut dyn Output,
) -> Result<Status, Error> {
    let shared = question.clone();
    stream::reports(input, threads, question.cancel(), output, move || {
        let mut finder = Finder::new(&shared);
        move |number, reading: &Reading, report: &mut Report| finder.report(format, number, reading, report)
    })
}
