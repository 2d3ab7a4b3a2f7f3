//! Engines: each answers a question for every puzzle of a set.

use std::fmt::Write as _;
use std::str;
use std::time::Duration;

use arcdoku::{Digit, Question, Solution};

use crate::pass::timed;
use crate::set::{Set, Text};

/// The name of the peer from crates.io.
pub(crate) const PEER: &str = "sudoku";

/// What is known about the solutions of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// There is none.
    None,
    /// There is at least one; the question did not ask for more.
    Some,
    /// There is exactly one.
    One,
    /// There are at least two.
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

    /// The class of `found` solutions where the search stopped at `question`'s number of them.
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

/// An answer, with everything about it that can be checked.
pub(crate) struct Verdict {
    pub(crate) class: Class,
    pub(crate) solutions: Vec<Solution>,
}

/// The answers of an engine to a set.
pub(crate) struct Verdicts {
    pub(crate) each: Vec<Verdict>,
    /// `None` where the engine does not count.
    pub(crate) counts: Option<Counts>,
}

/// An engine that answers questions about puzzles. A pass covers a whole set, so that an engine
/// can work on many puzzles at once.
pub(crate) trait Engine {
    /// The name in tables.
    fn name(&self) -> &str;

    /// Whether the engine can read these puzzles. It may convert them into its own form here.
    fn prepare(&mut self, set: &Set) -> bool;

    /// All answers, by the same calls as `pass`, to be checked. Not timed.
    fn answers(&mut self, question: Question, set: &Set) -> Verdicts;

    /// Answers all puzzles, which are already in the engine's form. Timed.
    fn pass(&mut self, question: Question, set: &Set);

    /// From text to text: reads each puzzle, answers, and writes a line as [`write_line`] does. Timed.
    fn text_pass(&mut self, question: Question, text: &Text, out: &mut String);

    /// The time of a pass. An engine in a process of its own takes it there.
    fn time(&mut self, question: Question, set: &Set) -> Result<Duration, String> {
        Ok(timed(|| self.pass(question, set)))
    }

    /// The time from text to text.
    fn text_time(&mut self, question: Question, text: &Text, out: &mut String) -> Result<Duration, String> {
        Ok(timed(|| {
            out.clear();
            self.text_pass(question, text, out);
        }))
    }
}

/// One line of output: the class, then the digits of a solution if there is one.
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
pub(crate) fn write_grid(out: &mut String, class: Class, grid: Option<&[u8; 81]>) {
    out.push(class.symbol());
    if let Some(grid) = grid {
        let text = grid.map(|digit| b'0' + digit);
        // Digits are text. An invalid grid leaves the line short, which fails the check.
        out.push_str(str::from_utf8(&text).unwrap_or_default());
    }
    out.push('\n');
}

/// How many solutions answer a question.
#[inline]
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
