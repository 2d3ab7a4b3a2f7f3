//! Candidate restrictions ("pencilmark" or "sukaku" puzzles).

use std::fmt;
use std::fmt::Write as _;
use std::ops::Deref;

use super::constraint::Constraint;
use super::definition::{Arguments, Definition, RuleError};
use super::text::{RuleText, error};
use crate::grid::{Digit, DigitSet, Shape};
use crate::puzzle::error::{ParseError, ParseErrorKind};

/// Every cell holds a digit of its set. Dereferences to one set per cell, row-major, followed by the sets of the
/// extra cells.
///
/// The text has one word per cell: its digits (separated by commas if some are above 9), `.` for all digits, or `-`
/// for none. Unless there are N * N cells with the digits 1 to N, the digits of the grid come first, as in
/// `candidates 0-5 13 . 5 -`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CandidateSets {
    sets: Box<[DigitSet]>,
    values: Values,
}

/// The values of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Values {
    /// The value of the first digit, 0 or 1.
    least: u8,
    /// The number of digits.
    digits: u8,
}

impl Values {
    fn of(shape: Shape) -> Self {
        Self { least: shape.least() as u8, digits: shape.digits() as u8 }
    }

    /// The values of a plain grid with this number of cells.
    fn usual(cells: usize) -> Option<Self> {
        let n = cells.isqrt();
        (n * n == cells && (1..=64).contains(&n)).then_some(Self { least: 1, digits: n as u8 })
    }

    /// Reads `0-8`.
    fn read(word: &str) -> Option<Self> {
        let (least, most) = word.split_once('-')?;
        let (least, most): (u8, u8) = (least.parse().ok()?, most.parse().ok()?);
        let digits = most.checked_sub(least)?.checked_add(1)?;
        (least <= 1 && digits <= Digit::MAX).then_some(Self { least, digits })
    }

    fn most(self) -> u8 {
        self.digits - 1 + self.least
    }

    fn all(self) -> DigitSet {
        DigitSet::all(self.digits.into())
    }

    /// The digit with a value.
    fn digit(self, value: u8) -> Option<Digit> {
        let digit = Digit::new(value.checked_sub(self.least)?.checked_add(1)?)?;
        self.all().contains(digit).then_some(digit)
    }

    /// The value of a digit.
    fn value(self, digit: Digit) -> u8 {
        digit.get() - 1 + self.least
    }

    /// Whether every digit is written as one character.
    fn is_short(self) -> bool {
        self.most() <= 9
    }
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.least, self.most())
    }
}

impl From<Vec<DigitSet>> for CandidateSets {
    /// The candidates of a plain grid.
    fn from(sets: Vec<DigitSet>) -> Self {
        let values = Values::usual(sets.len()).unwrap_or(Values { least: 1, digits: Digit::MAX });
        Self { sets: sets.into(), values }
    }
}

impl CandidateSets {
    /// The candidates of a grid of any shape.
    pub fn new(shape: Shape, sets: impl Into<Box<[DigitSet]>>) -> Self {
        Self { sets: sets.into(), values: Values::of(shape) }
    }
}

impl Deref for CandidateSets {
    type Target = [DigitSet];

    fn deref(&self) -> &[DigitSet] {
        &self.sets
    }
}

impl Definition for CandidateSets {
    fn check(&self, shape: Shape) -> Result<(), RuleError> {
        let cells = shape.cells();
        if self.len() != cells {
            let found = format!("candidates of {} cells", self.len());
            return Err(RuleError::new(Some(self.len().min(cells)), found, format!("{cells} cells")));
        }
        let values = Values::of(shape);
        if self.values != values {
            let found = format!("candidates from {}", self.values);
            return Err(RuleError::new(
                Some(0),
                found,
                format!("digits from {values}, as in a grid of {shape}"),
            ));
        }
        match self.iter().position(|set| !set.is_subset(values.all())) {
            None => Ok(()),
            Some(cell) => {
                let found = format!("candidates above {}", values.most());
                let expected = format!("digits from {} to {}", values.least, values.most());
                Err(RuleError::new(Some(cell), found, expected))
            }
        }
    }

    fn constraints(&self, _shape: Shape) -> Vec<Constraint> {
        Vec::new()
    }

    fn holds(&self, _shape: Shape, grid: &[Option<Digit>]) -> bool {
        grid.iter().zip(&*self.sets).all(|(digit, set)| digit.is_none_or(|digit| set.contains(digit)))
    }
}

impl Arguments for CandidateSets {
    fn read(text: &mut RuleText<'_>) -> Result<Self, ParseError> {
        let mut words = Vec::new();
        while let Some(word) = text.item() {
            words.push(word);
        }
        let given = words.first().and_then(|&(_, word)| Values::read(word));
        if given.is_some() {
            words.remove(0);
        }
        let Some(values) = given.or_else(|| Values::usual(words.len())) else {
            let found = format!("{} words", words.len());
            let column = text.column_of(Some(words.len()));
            return Err(ParseError::new(
                ParseErrorKind::Rule,
                (1, column),
                found,
                "one word per cell: its digits, '.' for all or '-' for none",
            ));
        };
        let sets = words.into_iter().map(|(column, word)| read_set(column, word, values));
        Ok(Self { sets: sets.collect::<Result<_, _>>()?, values })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if Values::usual(self.len()) != Some(self.values) {
            write!(f, " {}", self.values)?;
        }
        for set in &*self.sets {
            f.write_char(' ')?;
            if set.is_empty() {
                f.write_char('-')?;
            } else if *set == self.values.all() {
                f.write_char('.')?;
            } else {
                for (i, digit) in set.iter().enumerate() {
                    let comma = if i > 0 && !self.values.is_short() { "," } else { "" };
                    write!(f, "{comma}{}", self.values.value(digit))?;
                }
            }
        }
        Ok(())
    }
}

/// Reads the candidates of a cell in a grid with these values.
fn read_set(column: usize, word: &str, values: Values) -> Result<DigitSet, ParseError> {
    let digit = |text: &str| text.parse().ok().and_then(|value| values.digit(value));
    let set = match word {
        "." => Some(values.all()),
        "-" => Some(DigitSet::EMPTY),
        _ if !values.is_short() || word.contains(',') => word.split(',').map(digit).collect(),
        _ => word.chars().map(|c| digit(c.encode_utf8(&mut [0; 4]))).collect(),
    };
    set.ok_or_else(|| {
        let commas = if values.is_short() { "" } else { " with commas between" };
        let (least, most) = (values.least, values.most());
        error(column, word, format!("digits from {least} to {most}{commas}, '.' for all or '-' for none"))
    })
}
