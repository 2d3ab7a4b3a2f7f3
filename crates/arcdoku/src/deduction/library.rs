//! States and steps as lines of a regression library, which the readers of `puzzle::format` read.

use super::candidates::{Candidate, Candidates};
use super::step::{Chain, Fish, Pattern, Step};
use crate::grid::{Cell, Digit, DigitSet, Shape};
use crate::puzzle::Puzzle;
use crate::puzzle::format::{LibraryCase, write_case};

impl Candidates {
    /// The given puzzle.
    pub fn puzzle(&self) -> Puzzle {
        let cells = (0..81).map(Cell::new);
        let given = |cell| if self.givens().contains(cell) { self.value(cell) } else { None };
        Puzzle::with_givens(Shape::CLASSIC, &cells.map(given).collect::<Vec<_>>())
    }

    /// The cells that were filled in addition to the givens, with their digits.
    pub fn filled(&self) -> Vec<(Cell, Digit)> {
        let cells = (0..81).map(Cell::new).filter(|&cell| !self.givens().contains(cell));
        cells.filter_map(|cell| Some((cell, self.value(cell)?))).collect()
    }

    /// The candidates that were removed from empty cells although no neighbor has the digit.
    fn deleted(&self) -> Vec<(Cell, Digit)> {
        let gone = |cell: Cell| {
            let taken: DigitSet = super::houses::NEIGHBORS[cell.index()]
                .iter()
                .filter_map(|neighbor| self.value(neighbor))
                .collect();
            DigitSet::all(9).minus(self.candidates(cell)).minus(taken)
        };
        let empty = self.empty();
        empty.iter().flat_map(|cell| gone(cell).iter().map(move |digit| (cell, digit))).collect()
    }

    /// The state as a line of a regression library, with the step that is expected in it.
    ///
    /// A technique without a code is written by its name. Without a step the code is `0000`, and the fields of the
    /// step are empty.
    ///
    /// ```
    /// use arcdoku::deduction::Candidates;
    /// use arcdoku::puzzle::format::{ReadOptions, parse_one};
    ///
    /// let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let state = Candidates::of(&text.parse()?).unwrap();
    /// let line = state.library_line(None);
    /// let record = parse_one(&line, &ReadOptions::default())?;
    /// assert_eq!(Candidates::with_filled(&record.puzzle, &record.placed).unwrap(), state);
    /// # Ok::<(), arcdoku::ParseError>(())
    /// ```
    pub fn library_line(&self, step: Option<&Step>) -> String {
        let pairs =
            |list: &[Candidate]| list.iter().map(|&Candidate { cell, digit }| (cell, digit)).collect();
        let case = LibraryCase {
            code: step.map_or_else(|| "0000".to_owned(), code),
            digits: step.map_or_else(|| "x".to_owned(), digits),
            deleted: self.deleted(),
            eliminations: step.map_or_else(Vec::new, |step| pairs(&step.eliminations)),
            placements: step.map_or_else(Vec::new, |step| pairs(&step.placements)),
            extra: step.and_then(links).map_or_else(String::new, |links| links.to_string()),
        };
        let mut line = String::with_capacity(160);
        // A 9x9 grid fits, and writing to a string cannot fail.
        let _ = write_case(&self.puzzle(), &self.filled(), &case, &mut line);
        line.truncate(line.trim_end().len());
        line
    }
}

fn code(step: &Step) -> String {
    let technique = step.technique;
    let siamese = matches!(&step.pattern, Pattern::Fish(Fish { twin, .. }) if !twin.is_empty());
    match (technique.code(), siamese) {
        ("", _) => technique.slug().to_owned(),
        (code, true) => format!("{code}1"),
        (code, false) => code.to_owned(),
    }
}

fn digits(step: &Step) -> String {
    step.digits.iter().map(|digit| digit.to_string()).collect()
}

/// The number of links of a chain, if the test cases of its technique state it.
pub(crate) fn links(step: &Step) -> Option<usize> {
    let Pattern::Chain(chains) = &step.pattern else { return None };
    let of = |Chain { nodes, closed }: &Chain| (nodes.len() + usize::from(*closed)).saturating_sub(1);
    step.technique.code().starts_with("07").then(|| chains.iter().map(of).max().unwrap_or(0))
}
