//! A board that a person fills in, with all entries since the clues.

use arcdoku::grid::{Cell, Digit, DigitSet};
use arcdoku::puzzle::Rule;
use arcdoku::puzzle::format::{ReadOptions, parse_one};
use arcdoku_wire::{Fault, FaultCode};

use super::item::{Item, Reading};
use super::plan::Plan;
use super::source::read_one;

/// A board that a person fills in.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// The puzzle in any notation, or as a row of JSON lines.
    pub puzzle: String,
    /// The digits on the board, as one line of the notations `line` or `integers`. Clues may be repeated.
    pub digits: Option<String>,
    /// The remaining candidates of each cell; all candidates if the list is empty.
    pub marks: Vec<Vec<u8>>,
}

impl Board {
    /// The puzzle, with the entries as digits placed later and as restricted candidates. This is for questions about
    /// a person's next step.
    pub fn in_progress(&self) -> Reading {
        let mut item = read_one(&self.puzzle, &Plan::default())?;
        self.place(&mut item)?;
        self.mark(&mut item)?;
        Ok(item)
    }

    /// The puzzle, with all digits as clues and without marks. This is for questions about solutions.
    pub fn as_clues(&self) -> Reading {
        let mut item = read_one(&self.puzzle, &Plan::default())?;
        self.place(&mut item)?;
        for (cell, digit) in std::mem::take(&mut item.record.placed) {
            item.record.puzzle.set(cell, Some(digit));
        }
        Ok(item)
    }

    fn place(&self, item: &mut Item) -> Result<(), Fault> {
        let Some(text) = &self.digits else { return Ok(()) };
        let record = &mut item.record;
        let shape = record.puzzle.shape();
        let options = ReadOptions { shape: Some(shape), ..ReadOptions::default() };
        let entered = parse_one(text, &options).map_err(|error| Fault::from(error).in_file("digits"))?;
        record.placed.clear();
        for (index, digit) in entered.puzzle.givens().iter().enumerate() {
            let cell = Cell::new(index);
            match (record.puzzle.givens()[index], digit) {
                (_, None) => {}
                (None, Some(digit)) => record.placed.push((cell, *digit)),
                (Some(clue), Some(digit)) if clue == *digit => {}
                (Some(clue), Some(digit)) => {
                    let (found, expected) =
                        (format!("{digit} in {}", shape.name(cell)), format!("its clue {clue}"));
                    return Err(Fault::new(FaultCode::ClueConflict, entered.position(cell), found, expected)
                        .in_file("digits"));
                }
            }
        }
        Ok(())
    }

    fn mark(&self, item: &mut Item) -> Result<(), Fault> {
        if self.marks.is_empty() {
            return Ok(());
        }
        let record = &mut item.record;
        let shape = record.puzzle.shape();
        let wrong = |found: String, expected: String| {
            Fault::new(FaultCode::Symbol, (1, 1), found, expected).in_file("marks")
        };
        if self.marks.len() != shape.cells() {
            let expected = format!("{} for this grid", shape.cells());
            return Err(wrong(format!("marks of {} cells", self.marks.len()), expected));
        }
        let mut sets = Vec::with_capacity(shape.cells());
        for (index, marks) in self.marks.iter().enumerate() {
            let mut set = DigitSet::EMPTY;
            for &mark in marks {
                let digit = Digit::new(mark).filter(|digit| digit.index() < shape.digits());
                let expected = || format!("digits from 1 to {}", shape.digits());
                set.insert(digit.ok_or_else(|| wrong(format!("the mark {mark}"), expected()))?);
            }
            let is_filled = record.puzzle.givens()[index].is_some()
                || record.placed.iter().any(|(cell, _)| cell.index() == index);
            sets.push(if is_filled || set.is_empty() { DigitSet::all(shape.digits()) } else { set });
        }
        let puzzle = &mut record.puzzle;
        let whole = std::mem::replace(puzzle, arcdoku::Puzzle::new(shape));
        let rule = Rule::candidates(shape, &sets).and_then(|rule| whole.try_with_rule(rule));
        *puzzle = rule.map_err(|error| wrong(error.found().to_owned(), error.expected().to_owned()))?;
        Ok(())
    }
}
