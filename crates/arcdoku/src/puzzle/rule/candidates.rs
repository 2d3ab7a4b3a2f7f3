//! Candidate restrictions ("pencilmark" or "sukaku" puzzles).

use std::fmt;
use std::fmt::Write as _;
use std::ops::Deref;

use super::constraint::Constraint;
use super::definition::{Arguments, Definition, RuleError};
use super::text::{RuleText, error};
use crate::grid::{Digit, DigitSet, Shape};
use crate::puzzle::error::ParseError;

/// Every cell holds a digit of its set. Dereferences to one set a cell, row-major.
///
/// In text, one word a cell: its digits (with commas between them above N = 9), `.` for all digits, or
/// `-` for none.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CandidateSets(Box<[DigitSet]>);

impl From<Vec<DigitSet>> for CandidateSets {
    fn from(sets: Vec<DigitSet>) -> Self {
        Self(sets.into())
    }
}

impl Deref for CandidateSets {
    type Target = [DigitSet];

    fn deref(&self) -> &[DigitSet] {
        &self.0
    }
}

impl Definition for CandidateSets {
    fn check(&self, shape: Shape) -> Result<(), RuleError> {
        let cells = shape.cells();
        if self.len() != cells {
            let found = format!("candidates of {} cells", self.len());
            return Err(RuleError::new(Some(self.len().min(cells)), found, format!("{cells} cells")));
        }
        let all = DigitSet::all(shape.digits());
        match self.iter().position(|set| !set.is_subset(all)) {
            None => Ok(()),
            Some(cell) => {
                let found = format!("candidates above {}", shape.digits());
                Err(RuleError::new(Some(cell), found, format!("digits from 1 to {}", shape.digits())))
            }
        }
    }

    fn constraints(&self, _shape: Shape) -> Vec<Constraint> {
        Vec::new()
    }

    fn holds(&self, _shape: Shape, grid: &[Option<Digit>]) -> bool {
        grid.iter().zip(&*self.0).all(|(digit, set)| digit.is_none_or(|digit| set.contains(digit)))
    }
}

impl Arguments for CandidateSets {
    fn read(text: &mut RuleText<'_>) -> Result<Self, ParseError> {
        let mut words = Vec::new();
        while let Some(word) = text.item() {
            words.push(word);
        }
        let Some(n) = (1..=64).find(|n| n * n == words.len()) else {
            let found = format!("{} words", words.len());
            let column = text.column_of(Some(words.len()));
            return Err(ParseError::new(
                crate::puzzle::error::ParseErrorKind::Rule,
                (1, column),
                found,
                "one word a cell: its digits, '.' for all or '-' for none",
            ));
        };
        words.into_iter().map(|(column, word)| read_set(column, word, n)).collect::<Result<_, _>>().map(Self)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = self.len().isqrt();
        for set in &*self.0 {
            f.write_char(' ')?;
            if set.is_empty() {
                f.write_char('-')?;
            } else if *set == DigitSet::all(n) {
                f.write_char('.')?;
            } else {
                for (i, digit) in set.iter().enumerate() {
                    let comma = if i > 0 && n > 9 { "," } else { "" };
                    write!(f, "{comma}{digit}")?;
                }
            }
        }
        Ok(())
    }
}

/// Reads the candidates of a cell in a grid of `n` digits.
fn read_set(column: usize, word: &str, n: usize) -> Result<DigitSet, ParseError> {
    let digit = |text: &str| text.parse().ok().and_then(Digit::new).filter(|digit| digit.index() < n);
    let set = match word {
        "." => Some(DigitSet::all(n)),
        "-" => Some(DigitSet::EMPTY),
        _ if n > 9 || word.contains(',') => word.split(',').map(digit).collect(),
        _ => word.chars().map(|c| digit(c.encode_utf8(&mut [0; 4]))).collect(),
    };
    set.ok_or_else(|| {
        let commas = if n > 9 { " with commas between" } else { "" };
        error(column, word, format!("digits from 1 to {n}{commas}, '.' for all or '-' for none"))
    })
}
