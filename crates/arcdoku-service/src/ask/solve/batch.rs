//! A batch that is answered as a whole: the fast engine works on many puzzles at a time.

use arcdoku::Shape;
use arcdoku::puzzle::{Limits, Outcome, Puzzle};
use arcdoku::solve::{Answer, Method, PlainAnswer, Question, Solver};

use super::answer::{Layout, outcome_line, plain_line};
use super::{Ask, SolveFormat, SolveReport, is_cancelled, outcome, readable, status_of};
use crate::input::{Given, Item, Lines, Reading};
use crate::stream::Batch;

/// Memory for the puzzles of plain lines, from batch to batch.
#[derive(Default)]
pub(super) struct BatchSolver {
    puzzles: Vec<Puzzle>,
}

/// A puzzle in its place.
enum Place<'a> {
    Readable(&'a Item, Method),
    Line(&'a Lines, usize, Method),
    Rejected(&'a Reading),
}

/// What the puzzles of a batch have in common.
struct BatchContext<'a> {
    ask: Ask,
    layout: &'a Layout,
    is_alone: bool,
}

impl BatchSolver {
    /// Answers the puzzles of a batch together. The result is the same as one by one, except for
    /// their times.
    pub(super) fn report(
        &mut self,
        solver: &mut Solver,
        question: Question,
        batch: &Batch,
        layout: &Layout,
        limits: &Limits<'_>,
    ) -> SolveReport {
        let mut report = SolveReport::default();
        let ask = if question == Question::Unique { Ask::Unique } else { Ask::First };
        let context = BatchContext { ask, layout, is_alone: batch.is_alone };
        layout.begin(batch, &mut report.text);
        if !layout.style.quiet && layout.style.format == SolveFormat::Line {
            report.text.reserve(batch.len() * 82);
        }
        if (layout.style.quiet || layout.is_line(batch.is_alone))
            && let Some(lines) = plain_lines(batch)
        {
            context.lines(solver, question, &lines, limits, &mut report);
            return report;
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
                    // They differ only in their clues.
                    let method = solver.method_for(puzzles[first]);
                    let place = |i| Place::Line(all, i, method);
                    places.extend((*number..).zip((0..all.len()).map(place)));
                }
            }
        }
        let mut places = places.into_iter();
        solver.ask_all(question, &puzzles, limits, |answer| {
            // Puzzles before this one that could not be read are reported first.
            while let (false, Some((number, place))) = (report.is_cut, places.next()) {
                match place {
                    Place::Rejected(reading) => context.reject(number, reading, &mut report),
                    Place::Readable(item, method) => {
                        return context.answer(number, item, answer, method, &mut report);
                    }
                    Place::Line(lines, i, method) => {
                        return context.line(number, (lines, i), answer, method, &mut report);
                    }
                }
            }
        });
        for (number, place) in places {
            if let (false, Place::Rejected(reading)) = (report.is_cut, place) {
                context.reject(number, reading, &mut report);
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

/// The lines of a batch that consists of nothing else, with the number of the first of each part.
fn plain_lines(batch: &Batch) -> Option<Vec<(u64, &Lines)>> {
    let lines = batch.parts.iter().map(|(number, given)| match given {
        Given::Lines(lines) => Some((*number, lines)),
        Given::One(_) => None,
    });
    lines.collect()
}

impl BatchContext<'_> {
    /// Answers plain lines by their clues: a puzzle, an answer and a solution of each would take a third of the time of
    /// solving it.
    fn lines(
        &self,
        solver: &mut Solver,
        question: Question,
        all: &[(u64, &Lines)],
        limits: &Limits<'_>,
        report: &mut SolveReport,
    ) {
        // They differ only in their clues.
        let Some(first) = all.iter().find_map(|(_, lines)| lines.givens().next()) else { return };
        let method = solver.method_for(&Puzzle::with_givens(Shape::CLASSIC, first));
        let mut places =
            all.iter().flat_map(|&(number, lines)| (number..).zip((0..lines.len()).map(move |i| (lines, i))));
        let clues = all.iter().flat_map(|(_, lines)| lines.givens());
        solver.ask_plain(question, clues, limits, |answer| {
            let Some((number, (lines, i))) = places.next().filter(|_| !report.is_cut) else { return };
            match answer {
                PlainAnswer::Solved(_) if self.layout.style.quiet => {}
                PlainAnswer::Solved(grid) => plain_line(grid, &mut report.text),
                PlainAnswer::Other(answer) => self.answer(number, &lines.item(i), *answer, method, report),
                _ => {}
            }
        });
    }

    fn reject(&self, number: u64, reading: &Reading, report: &mut SolveReport) {
        let _ = readable(number, self.is_alone, reading, self.layout, report);
    }

    fn answer(&self, number: u64, item: &Item, answer: Answer, method: Method, report: &mut SolveReport) {
        let answered = outcome(item, answer, method, report);
        if is_cancelled(&answered.kind) {
            report.is_cut = true;
            return;
        }
        report.status.note(status_of(self.ask, &answered.kind));
        self.layout.answer(number, self.is_alone, item, &answered, &mut report.text);
    }

    /// A plain line needs no item if its solution is all there is to say.
    fn line(
        &self,
        number: u64,
        (lines, i): (&Lines, usize),
        answer: Answer,
        method: Method,
        report: &mut SolveReport,
    ) {
        match &answer.outcome {
            solved @ (Outcome::Unique(_) | Outcome::Solved(_))
                if self.layout.style.quiet || self.layout.is_line(self.is_alone) =>
            {
                if !self.layout.style.quiet {
                    outcome_line(Shape::CLASSIC, solved, &mut report.text);
                }
            }
            _ => self.answer(number, &lines.item(i), answer, method, report),
        }
    }
}
