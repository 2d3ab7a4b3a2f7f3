//! A batch that is answered as a whole. The fast engine processes many puzzles at a time.

use arcdoku::puzzle::format::push_plain_line;
use arcdoku::puzzle::{Limits, Outcome, Puzzle};
use arcdoku::solve::{Answer, Method, PlainAnswer, Question, Solver};
use arcdoku::{Digit, Shape};

use super::answer::{Layout, outcome_line};
use super::{Ask, SolveFormat, SolveReport, is_cancelled, outcome, readable, status_of};
use crate::input::{Given, Item, Lines, Reading};
use crate::stream::Batch;

/// Memory for the puzzles of plain lines, reused from batch to batch.
#[derive(Default)]
pub(super) struct BatchSolver {
    puzzles: Vec<Puzzle>,
}

/// A puzzle at its place in the batch.
enum Place<'a> {
    Readable(&'a Item, Method),
    Line(&'a Lines, usize, Method),
    Rejected(&'a Reading),
}

/// The common properties of the puzzles of a batch.
struct BatchContext<'a> {
    ask: Ask,
    layout: &'a Layout,
    is_alone: bool,
}

impl BatchSolver {
    /// Answers the puzzles of a batch together. The results are the same as for puzzles that are answered one by one,
    /// except for the times, and for the choice of a solution if one of several is requested.
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
            && let Some(plain) = plain_places(batch)
        {
            context.plain(solver, question, &plain, limits, &mut report);
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
                    // They differ only in their clues, so one method applies to all.
                    let method = solver.method_for(puzzles[first]);
                    let place = |i| Place::Line(all, i, method);
                    places.extend((*number..).zip((0..all.len()).map(place)));
                }
            }
        }
        let mut places = places.into_iter();
        solver.ask_all(question, &puzzles, limits, |answer| {
            // Unreadable puzzles before this one are reported first.
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

    /// Stores the puzzles of the plain lines of a batch, in the memory of earlier puzzles.
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

/// A plain 9x9 puzzle at its place in the batch.
struct PlainPlace<'a> {
    number: u64,
    clues: &'a [Option<Digit>; 81],
    origin: PlainOrigin<'a>,
}

enum PlainOrigin<'a> {
    Line(&'a Lines, usize),
    Item(&'a Item),
}

/// The puzzles of a batch, if all of them are plain and without an expected solution. A line that was read in two
/// pieces is an item among lines.
fn plain_places(batch: &Batch) -> Option<Vec<PlainPlace<'_>>> {
    let mut places = Vec::with_capacity(batch.len());
    for (number, given) in &batch.parts {
        match given {
            Given::Lines(lines) => {
                places.extend((*number..).zip(lines.givens().enumerate()).map(|(number, (i, clues))| {
                    PlainPlace { number, clues, origin: PlainOrigin::Line(lines, i) }
                }));
            }
            Given::One(Ok(item)) if item.expected.is_none() => {
                let puzzle = &item.record.puzzle;
                let is_plain = puzzle.shape() == Shape::CLASSIC && puzzle.is_plain();
                let clues = puzzle.givens().try_into().ok().filter(|_| is_plain)?;
                places.push(PlainPlace { number: *number, clues, origin: PlainOrigin::Item(item) });
            }
            Given::One(_) => return None,
        }
    }
    Some(places)
}

impl BatchContext<'_> {
    /// Answers plain puzzles from their clues. Creating a puzzle, an answer and a solution for each would take a
    /// third of the solving time.
    fn plain(
        &self,
        solver: &mut Solver,
        question: Question,
        all: &[PlainPlace<'_>],
        limits: &Limits<'_>,
        report: &mut SolveReport,
    ) {
        let Some(first) = all.first() else { return };
        // They differ only in their clues, so one method applies to all.
        let method = solver.method_for(&Puzzle::with_givens(Shape::CLASSIC, first.clues));
        let mut places = all.iter();
        solver.ask_plain(question, all.iter().map(|place| place.clues), limits, |answer| {
            let Some(place) = places.next().filter(|_| !report.is_cut) else { return };
            match answer {
                PlainAnswer::Solved(_) if self.layout.style.quiet => {}
                PlainAnswer::Solved(grid) => push_plain_line(grid, &mut report.text),
                PlainAnswer::Other(answer) => match place.origin {
                    PlainOrigin::Line(lines, i) => {
                        self.answer(place.number, &lines.item(i), *answer, method, report);
                    }
                    PlainOrigin::Item(item) => self.answer(place.number, item, *answer, method, report),
                },
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

    /// A plain line needs no item if only its solution is written.
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
