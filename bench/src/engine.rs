//! Engines: each answers a question for every puzzle of a set.

use std::fmt::Write as _;
use std::hint::black_box;
use std::str;
use std::time::Duration;

use arcdoku::fast9::EngineReport;
use arcdoku::{Answer, Digit, Outcome, Puzzle, Question, Solution};

use crate::pass::timed;
use crate::set::{Set, Text};

/// The name of the peer from crates.io.
pub(crate) const PEER: &str = "sudoku";

/// What is known about the number of solutions of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// There is no solution.
    None,
    /// There is at least one solution, and the question did not require more.
    Some,
    /// There is exactly one solution.
    One,
    /// There are at least two solutions.
    Many,
    /// A limit ended the search.
    Unknown,
}

impl Class {
    fn symbol(self) -> char {
        match self {
            Self::None => '0',
            Self::Some => '+',
            Self::One => '1',
            Self::Many => '2',
            Self::Unknown => '?',
        }
    }

    /// The class of a puzzle with `found` solutions, if the search was allowed to stop at the number that answers
    /// `question`.
    pub(crate) fn of(question: Question, found: usize) -> Self {
        match (found, question) {
            (0, _) => Self::None,
            (_, Question::First) => Self::Some,
            (1, _) => Self::One,
            _ => Self::Many,
        }
    }
}

/// Sums of the counters over the searches of a set.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) nodes: u64,
    pub(crate) backtracks: u64,
    /// Puzzles that needed no search.
    pub(crate) without_search: usize,
}

/// An answer, with all its parts that can be checked.
pub(crate) struct Verdict {
    pub(crate) class: Class,
    pub(crate) solutions: Vec<Solution>,
}

/// The answers of an engine to a set.
pub(crate) struct Verdicts {
    pub(crate) each: Vec<Verdict>,
    /// `None` if the engine does not count.
    pub(crate) counts: Option<Counts>,
}

/// The result of an engine for a puzzle, in the engine's own form.
pub(crate) enum EngineAnswer<'a> {
    Answer(&'a Answer),
    Report(&'a EngineReport),
    /// The number of solutions found, limited by the question, and the solutions.
    Grids(usize, &'a [[u8; 81]; 2]),
    /// An answer that was read from another program, and its number of guesses.
    Read(&'a Verdict, u64),
}

impl EngineAnswer<'_> {
    fn class(&self, question: Question) -> Class {
        match self {
            Self::Answer(answer) => match answer.outcome {
                // A search that exhausted the tree has found out more than the question requires.
                Outcome::Unique(_) if question == Question::First => Class::Some,
                Outcome::Unique(_) => Class::One,
                Outcome::Multiple(..) => Class::Many,
                Outcome::Solved(_) => Class::Some,
                Outcome::Unsatisfiable(_) => Class::None,
                _ => Class::Unknown,
            },
            Self::Report(found) if found.limit.is_some() => Class::Unknown,
            Self::Report(found) => Class::of(question, found.solutions as usize),
            Self::Grids(count, _) => Class::of(question, *count),
            Self::Read(verdict, _) => verdict.class,
        }
    }

    fn solutions(&self) -> Vec<Solution> {
        match self {
            Self::Answer(answer) => match &answer.outcome {
                Outcome::Multiple(first, second) => vec![first.clone(), second.clone()],
                outcome => outcome.solution().cloned().into_iter().collect(),
            },
            Self::Report(found) => found.first().into_iter().chain(found.second()).collect(),
            Self::Grids(count, grids) => grids[..*count].iter().map(|grid| solution(grid)).collect(),
            Self::Read(verdict, _) => verdict.solutions.clone(),
        }
    }

    /// Nodes, backtracks, and whether there was no search; `None` if the engine does not count.
    fn effort(&self) -> Option<(u64, u64, bool)> {
        match self {
            Self::Answer(Answer { stats, .. }) => {
                Some((stats.nodes, stats.backtracks, stats.without_search()))
            }
            Self::Report(found) => Some((found.guesses, found.backtracks, found.guesses == 0)),
            Self::Grids(..) => None,
            Self::Read(_, guesses) => Some((*guesses, 0, *guesses == 0)),
        }
    }

    /// Writes a line of output: the class, then the digits of the first solution if there is one.
    #[inline]
    pub(crate) fn write(&self, question: Question, out: &mut String) {
        let class = self.class(question);
        match self {
            Self::Answer(answer) => {
                write_line(out, class, answer.outcome.solution().map(Solution::digits));
            }
            Self::Report(found) => {
                write_grid(out, class, (found.solutions > 0).then_some(&found.grids[0]));
            }
            Self::Grids(count, grids) => write_grid(out, class, (*count > 0).then_some(&grids[0])),
            Self::Read(verdict, _) => {
                write_line(out, class, verdict.solutions.first().map(Solution::digits));
            }
        }
    }
}

/// The solution of 81 digits from 1 to 9. A grid that is not full becomes an empty solution, which fails the check.
pub(crate) fn solution(grid: &[u8]) -> Solution {
    let digits: Option<Vec<Digit>> = grid.iter().map(|&digit| Digit::new(digit)).collect();
    Solution::new(digits.unwrap_or_default())
}

/// The digits of the clues; 0 for an empty cell.
pub(crate) fn bytes(puzzle: &Puzzle) -> [u8; 81] {
    let mut cells = [0; 81];
    for (cell, given) in cells.iter_mut().zip(puzzle.givens()) {
        *cell = given.map_or(0, Digit::get);
    }
    cells
}

/// An engine that answers questions about puzzles. A pass covers a whole set, so an engine can work on many puzzles
/// together.
pub(crate) trait Engine {
    /// The name in tables.
    fn name(&self) -> &str;

    /// Whether the engine can read a set. It may convert the puzzles to its own form here.
    fn prepare(&mut self, set: &Set) -> bool;

    /// Answers all puzzles in order. The puzzles are already in the engine's own form.
    fn pass(&mut self, question: Question, set: &Set, each: &mut dyn FnMut(&EngineAnswer<'_>));

    /// Like [`pass`](Self::pass), but reads each puzzle from the text.
    fn text_pass(&mut self, question: Question, text: &Text, each: &mut dyn FnMut(&EngineAnswer<'_>));

    /// All answers, for checks, from the same calls as in a pass. They are not timed.
    fn answers(&mut self, question: Question, set: &Set) -> Verdicts {
        let (mut counts, mut each) = (Some(Counts::default()), Vec::with_capacity(set.puzzles.len()));
        self.pass(question, set, &mut |found| {
            counts = counts.zip(found.effort()).map(|(counts, (nodes, backtracks, is_plain))| Counts {
                nodes: counts.nodes + nodes,
                backtracks: counts.backtracks + backtracks,
                without_search: counts.without_search + usize::from(is_plain),
            });
            each.push(Verdict { class: found.class(question), solutions: found.solutions() });
        });
        Verdicts { each, counts }
    }

    /// The time of a pass. An engine in another process measures it there.
    fn time(&mut self, question: Question, set: &Set) -> Result<Duration, String> {
        Ok(timed(|| {
            self.pass(question, set, &mut |found| {
                black_box(found);
            });
        }))
    }

    /// The time from text to text, with one line per puzzle.
    fn text_time(&mut self, question: Question, text: &Text, out: &mut String) -> Result<Duration, String> {
        Ok(timed(|| {
            out.clear();
            self.text_pass(question, text, &mut |found| found.write(question, out));
        }))
    }
}

/// One line of output: the class, and the digits of a solution if there is one.
pub(crate) fn write_line(out: &mut String, class: Class, solution: Option<&[Digit]>) {
    out.push(class.symbol());
    let Some(digits) = solution else {
        out.push('\n');
        return;
    };
    if digits.len() <= 81 {
        out.extend(digits.iter().map(|digit| char::from(b'0' + digit.get())));
    } else {
        for digit in digits {
            // Writing to a string cannot fail.
            let _ = write!(out, " {}", digit.get());
        }
    }
    out.push('\n');
}

/// Like [`write_line`], for an engine whose solutions are bytes from 1 to 9.
#[inline]
fn write_grid(out: &mut String, class: Class, grid: Option<&[u8; 81]>) {
    out.push(class.symbol());
    if let Some(grid) = grid {
        let text = grid.map(|digit| b'0' + digit);
        // The digits 1 to 9 are always text. An invalid grid makes the line too short, so the check fails.
        out.push_str(str::from_utf8(&text).unwrap_or_default());
    }
    out.push('\n');
}

/// The number of solutions that answer a question.
pub(crate) fn wanted(question: Question) -> usize {
    match question {
        Question::First => 1,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::{Class, write_grid, write_line};
    use arcdoku::{Digit, Question};

    #[test]
    fn a_line_has_a_class_and_a_solution() {
        let mut out = String::new();
        let digits = [Digit::from_index(0), Digit::from_index(8)];
        write_line(&mut out, Class::One, Some(&digits));
        write_line(&mut out, Class::None, None);
        assert_eq!(out, "119\n0\n");
        out.clear();
        write_grid(&mut out, Class::Many, Some(&[7; 81]));
        write_grid(&mut out, Class::None, None);
        assert_eq!(out, format!("2{}\n0\n", "7".repeat(81)));
    }

    #[test]
    fn classes_of_counts() {
        assert_eq!(Class::of(Question::First, 1), Class::Some);
        assert_eq!(Class::of(Question::Unique, 1), Class::One);
        assert_eq!(Class::of(Question::Unique, 2), Class::Many);
        assert_eq!(Class::of(Question::First, 0), Class::None);
    }
}
