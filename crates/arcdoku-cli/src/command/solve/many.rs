//! A batch that is answered as a whole: the fast engine works on many puzzles at a time.

use arcdoku::Shape;
use arcdoku::puzzle::{Limits, Outcome, Puzzle};
use arcdoku::solve::{Answer, Method, Question, Solver};

use super::{Ask, Report, is_cancelled, outcome, readable, status_of};
use crate::cli::Format;
use crate::input::{Given, Item, Lines, Reading};
use crate::output::answer::{Layout, outcome_line};
use crate::pipeline::Batch;

/// Memory for the puzzles of plain lines, from batch to batch.
#[derive(Default)]
pub(super) struct Desk {
    puzzles: Vec<Puzzle>,
}

/// A puzzle in its place.
enum Place<'a> {
    Readable(&'a Item, Method),
    Line(&'a Lines, usize, Method),
    Rejected(&'a Reading),
}

/// What holds for all puzzles of a batch.
struct Sheet<'a> {
    question: Question,
    layout: &'a Layout,
    alone: bool,
    quiet: bool,
}

impl Desk {
    /// Answers the puzzles of a batch together. What it says is what their answers one by one say, but for
    /// the time that each took.
    pub(super) fn report(
        &mut self,
        solver: &mut Solver,
        question: Question,
        batch: &Batch,
        layout: &Layout,
        limits: &Limits<'_>,
        quiet: bool,
    ) -> Report {
        let mut report = Report::default();
        let sheet = Sheet { question, layout, alone: batch.alone, quiet };
        if !quiet {
            layout.begin(batch, &mut report.out);
            report.out.reserve(if layout.format == Format::Line { batch.len() * 82 } else { 0 });
        }
        self.lay_out(batch);
        let mut lines = self.puzzles.iter();
        let (mut places, mut puzzles) = (Vec::with_capacity(batch.len()), Vec::with_capacity(batch.len()));
        for (number, given) in &batch.parts {
            match given {
                Given::One(Ok(item)) => {
                    let puzzle = &item.record.puzzle;
                    places.push((*number, Place::Readable(item, solver.method_for(puzzle))));
                    puzzles.push(puzzle);
                }
                Given::One(rejected) => places.push((*number, Place::Rejected(rejected))),
                Given::Lines(all) => {
                    let first = puzzles.len();
                    puzzles.extend(lines.by_ref().take(all.len()));
                    // They differ in their clues only.
                    let method = solver.method_for(puzzles[first]);
                    let place = |i| Place::Line(all, i, method);
                    places.extend((*number..).zip((0..all.len()).map(place)));
                }
            }
        }
        let mut places = places.into_iter();
        solver.ask_all(question, &puzzles, limits, |answer| {
            // What could not be read before this puzzle is reported before it.
            while let (false, Some((number, place))) = (report.cut, places.next()) {
                match place {
                    Place::Rejected(reading) => sheet.reject(number, reading, &mut report),
                    Place::Readable(item, method) => {
                        return sheet.answer(number, item, answer, method, &mut report);
                    }
                    Place::Line(lines, i, method) => {
                        return sheet.line(number, (lines, i), answer, method, &mut report);
                    }
                }
            }
        });
        for (number, place) in places {
            if let (false, Place::Rejected(reading)) = (report.cut, place) {
                sheet.reject(number, reading, &mut report);
            }
        }
        report
    }

    /// Puzzles of the plain lines of a batch, in the memory of those before.
    fn lay_out(&mut self, batch: &Batch) {
        let lines = batch.parts.iter().filter_map(|(_, given)| match given {
            Given::Lines(lines) => Some(lines),
            Given::One(_) => None,
        });
        for (i, givens) in lines.flat_map(Lines::givens).enumerate() {
            match self.puzzles.get_mut(i) {
                Some(puzzle) => puzzle.set_givens(givens),
                None => self.puzzles.push(Puzzle::with_givens(Shape::CLASSIC, givens)),
            }
        }
    }
}

impl Sheet<'_> {
    fn reject(&self, number: u64, reading: &Reading, report: &mut Report) {
        let _ = readable(number, self.alone, reading, self.layout, self.quiet, report);
    }

    fn answer(&self, number: u64, item: &Item, answer: Answer, method: Method, report: &mut Report) {
        let answered = outcome(item, answer, method, report);
        if is_cancelled(&answered.kind) {
            report.cut = true;
            return;
        }
        report.status.note(status_of(Ask::Question(self.question), &answered.kind));
        if !self.quiet {
            self.layout.answer(number, self.alone, item, &answered, &mut report.out);
        }
    }

    /// A plain line needs no item if its solution is all there is to say.
    fn line(
        &self,
        number: u64,
        (lines, i): (&Lines, usize),
        answer: Answer,
        method: Method,
        report: &mut Report,
    ) {
        match &answer.outcome {
            solved @ (Outcome::Unique(_) | Outcome::Solved(_))
                if self.quiet || self.layout.is_line(self.alone) =>
            {
                if !self.quiet {
                    outcome_line(Shape::CLASSIC, solved, &mut report.out);
                }
            }
            _ => self.answer(number, &lines.item(i), answer, method, report),
        }
    }
}
