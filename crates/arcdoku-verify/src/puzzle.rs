//! Puzzles as text: the shape, the rules, the clues.

use std::rc::Rc;

use crate::constraint::{ensure, short};
use crate::relation::Constraint;
use crate::rule;
use crate::shape::{Digits, Shape};

/// A puzzle.
pub(crate) struct Puzzle {
    pub(crate) shape: Shape,
    /// The constraints of all rules in order, with the texts of the rules.
    pub(crate) constraints: Vec<(Rc<str>, Constraint)>,
    /// The size of all constraints.
    size: usize,
    /// The clue of each cell.
    clues: Vec<Option<usize>>,
    /// The digits that the candidates allow in each cell.
    allowed: Vec<Digits>,
    /// The cells and digits that the candidates exclude, without repetitions.
    pub(crate) excluded: Vec<(usize, usize)>,
}

impl Puzzle {
    /// Reads a puzzle in either form: one line of cells, or lines that begin with `grid`. A defect is a line with the
    /// reason.
    pub(crate) fn read(text: &str) -> Result<Self, (usize, String)> {
        let lines = (1..).zip(text.lines()).map(|(number, line)| (number, line.trim()));
        let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let (mut number, mut line) = lines.next().ok_or_else(|| (1, "the file has no puzzle".into()))?;
        let fault = |number| move |reason: String| (number, reason);
        let is_grid = line.starts_with("grid ");
        let read = || Shape::read(line).ok_or("found no shape such as 'grid 9x9 boxes 3x3'".into());
        let shape = if is_grid { read() } else { Shape::of_line(line) }.map_err(fault(number))?;
        let (allowed, excluded) = (vec![shape.all(); shape.cells()], Vec::new());
        let mut puzzle =
            Self { shape, constraints: Vec::new(), size: 0, clues: Vec::new(), allowed, excluded };
        if !is_grid {
            puzzle.clues = puzzle.cells(&shape.values_of_line(line), true).map_err(fault(number))?;
            for rule in ["rows", "columns", "boxes"].iter().take(if shape.boxes.is_some() { 3 } else { 2 }) {
                puzzle.add(rule).map_err(fault(number))?;
            }
        }
        while puzzle.clues.is_empty() {
            (number, line) = lines.next().ok_or_else(|| (number, "the puzzle has no line 'clues'".into()))?;
            match line.split_once(' ').unwrap_or((line, "")) {
                ("clues", clues) => puzzle.clues = puzzle.cells(clues, true).map_err(fault(number))?,
                ("rule", rule) => puzzle.add(rule).map_err(fault(number))?,
                _ => return Err((number, format!("found '{}', expected a rule", short(line)))),
            }
        }
        let rest = lines.next().map(|(number, line)| (number, format!("found '{}' after it", short(line))));
        rest.map_or(Ok(puzzle), Err)
    }

    /// Adds a rule.
    fn add(&mut self, text: &str) -> Result<(), String> {
        if let Some(words) = text.strip_prefix("candidates ") {
            for (cell, set) in rule::candidates(self.shape, words)?.into_iter().enumerate() {
                let gone = self.allowed[cell] & !set;
                let new = (0..self.shape.digits).filter(|digit| gone >> digit & 1 == 1);
                self.excluded.extend(new.map(|digit| (cell, digit)));
                self.allowed[cell] &= set;
            }
            return Ok(());
        }
        let constraints = Constraint::limited(rule::constraints(self.shape, text)?, &mut self.size)?;
        let text: Rc<str> = text.into();
        self.constraints.extend(constraints.into_iter().map(|constraint| (text.clone(), constraint)));
        Ok(())
    }

    /// Reads one word per cell: its value, or `.` for a blank if blanks are allowed.
    fn cells(&self, line: &str, blanks: bool) -> Result<Vec<Option<usize>>, String> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let (count, most) = (words.len(), self.shape.cells());
        ensure(count == most, || format!("found {count} values, expected {most}: one per cell"))?;
        let read = |(cell, word): (usize, &&str)| {
            let digit = word.parse().ok().and_then(|value| self.shape.digit(value));
            let fits = digit.is_some() || *word == "." && blanks;
            let refused = || format!("found '{}' as value of {}", short(word), self.shape.name(cell));
            ensure(fits, refused).map(|()| digit)
        };
        words.iter().enumerate().map(read).collect()
    }

    /// The cells with clues, and their digits.
    pub(crate) fn clues(&self) -> impl Iterator<Item = (usize, usize)> {
        (0..).zip(&self.clues).filter_map(|(cell, clue)| Some((cell, (*clue)?)))
    }

    /// Reads the values of all cells and checks against the meaning of the rules that they are a solution.
    pub(crate) fn solution(&self, line: &str) -> Result<Vec<usize>, String> {
        let digits: Vec<usize> = self.cells(line, false)?.into_iter().flatten().collect();
        let name = |cell: &usize| self.shape.name(*cell);
        let (clue, none) = ("no solution: another digit than the clue in", "no solution: no candidate of");
        let wrong = self.clues().find(|&(cell, digit)| digits[cell] != digit);
        wrong.map_or(Ok(()), |(cell, _)| Err(format!("{clue} {}", name(&cell))))?;
        let wrong = (0..digits.len()).find(|&cell| self.allowed[cell] >> digits[cell] & 1 == 0);
        wrong.map_or(Ok(()), |cell| Err(format!("{none} {}", name(&cell))))?;
        let broken = self.constraints.iter().find(|(_, part)| !part.holds(self.shape, &digits));
        broken.map_or(Ok(digits), |(rule, part)| {
            let cells: Vec<String> = part.cells.iter().take(9).map(name).collect();
            Err(format!("no solution: the rule '{}' in {} is broken", short(rule), cells.join(" ")))
        })
    }
}
