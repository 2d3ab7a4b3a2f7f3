//! States and steps as lines of a regression library, and so back through the readers of `puzzle::format`.

use super::candidates::{Candidate, Candidates};
use super::step::{Chain, Fish, Pattern, Step};
use crate::grid::{Cell, Digit, DigitSet, Shape};
use crate::puzzle::Puzzle;
use crate::puzzle::format::{LibraryCase, write_case};

impl Candidates {
    /// The puzzle that was given.
    pub fn puzzle(&self) -> Puzzle {
        let cells = (0..81).map(Cell::new);
        let given = |cell| if self.givens().contains(cell) { self.value(cell) } else { None };
        Puzzle::with_givens(Shape::CLASSIC, &cells.map(given).collect::<Vec<_>>())
    }

    /// The cells that were filled since, with their digits.
    pub fn filled(&self) -> Vec<(Cell, Digit)> {
        let cells = (0..81).map(Cell::new).filter(|&cell| !self.givens().contains(cell));
        cells.filter_map(|cell| Some((cell, self.value(cell)?))).collect()
    }

    /// The candidates that are gone from empty cells though no neighbor has the digit.
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

    /// The state as a line of a regression library, with the step that is expected there.
    ///
    /// A technique without a code is written by its name; without a step the code is `0000`, and the fields
    /// of the step are empty.
    ///
    /// ```
    /// use arcdoku::human::Candidates;
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
        // A 9x9 grid fits, and a string takes everything.
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

/// How many links a chain has, where its cases say so.
fn links(step: &Step) -> Option<usize> {
    let Pattern::Chain(chains) = &step.pattern else { return None };
    let of = |Chain { nodes, closed }: &Chain| (nodes.len() + usize::from(*closed)).saturating_sub(1);
    step.technique.code().starts_with("07").then(|| chains.iter().map(of).max().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::human::rate::{Profile, solve};
    use crate::human::regress::{Verdict, check};
    use crate::human::{Options, Scratch};
    use crate::puzzle::Limits;
    use crate::puzzle::format::{ReadOptions, parse_one};
    use crate::testing::neutral;

    /// Every state of a path, with its step, is the same after it was written and read.
    #[test]
    fn lines_are_read_as_they_were_written() {
        for text in [
            "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        ] {
            let start = Candidates::of(&text.parse().unwrap()).unwrap();
            let path = solve(&start, &Profile::hodoku(), &Options::default(), None, &Limits::NONE);
            assert!(path.steps.len() > 5);
            for (state, step) in path.states(&start) {
                let line = state.library_line(Some(&step.step));
                let record = parse_one(&line, &ReadOptions::default()).unwrap();
                let back = Candidates::with_filled(&record.puzzle, &record.placed).unwrap();
                assert_eq!(
                    (back.values, back.cells, back.givens()),
                    (state.values, state.cells, state.givens()),
                    "{line}"
                );
                let case = record.library.as_deref().unwrap();
                let pairs =
                    |list: &[Candidate]| list.iter().map(|at| (at.cell, at.digit)).collect::<Vec<_>>();
                assert_eq!(case.eliminations, pairs(&step.step.eliminations));
                assert_eq!(case.placements, pairs(&step.step.placements));
                assert_eq!(case.digit_set(), step.step.digits);
                assert_eq!(back.library_line(Some(&step.step)), line);
            }
        }
    }

    /// What is found in the cases of the shared library is written as the cases are, links included.
    #[test]
    fn links_are_counted_as_in_the_library() {
        let Some(text) = neutral::shared("hodoku/reglib_dev.txt") else { return };
        let mut scratch = Scratch::default();
        let (mut same, mut other) = (0, 0);
        for line in text.lines().filter(|line| line.starts_with(":07")) {
            let mut record = parse_one(line, &ReadOptions::default()).unwrap();
            let case = record.library.as_mut().unwrap();
            // No instance is as expected now, so that all are told.
            case.eliminations.clear();
            let wanted = case.extra.clone();
            let Ok(Verdict::Failed(found)) = check(&record, &mut scratch) else { continue };
            for step in found {
                let links = links(&step).unwrap().to_string();
                if links == wanted {
                    same += 1;
                } else {
                    other += 1;
                    println!("{line}\n    {links} links: {:?}", step.pattern);
                }
            }
        }
        println!("{same} with as many links, {other} with another number");
        assert!(same >= other);
    }
}
