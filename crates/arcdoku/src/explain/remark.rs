//! Remarks other than steps: on mistakes, and on states as a whole.

use super::narrator::{Grade, Narrator};
use super::phrases::Phrases;
use super::words::Phrase;
use crate::deduction::Tenths;
use crate::grid::{Cell, Shape};
use crate::rate::Rating;
use crate::rate::hint::{Mistake, Progress};

/// A remark on a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Remark {
    /// All cells are filled.
    Solved,
    /// No technique applies.
    Stuck,
    /// A limit was reached.
    Stopped,
    /// There are several solutions.
    Several,
    /// There is no solution.
    Unsolvable,
}

impl Remark {
    /// All remarks.
    pub const ALL: [Self; 5] = [Self::Solved, Self::Stuck, Self::Stopped, Self::Several, Self::Unsolvable];

    const fn key(self) -> &'static str {
        match self {
            Self::Solved => "remark.solved",
            Self::Stuck => "remark.stuck",
            Self::Stopped => "remark.stopped",
            Self::Several => "remark.several",
            Self::Unsolvable => "remark.unsolvable",
        }
    }
}

impl Narrator {
    /// Puts a remark into words.
    pub fn remark(&self, remark: Remark) -> String {
        self.phrases.words.filled(remark.key(), &[])
    }

    /// The heading of the puzzle with this number in the input.
    pub fn puzzle(&self, number: u64) -> String {
        self.phrases.words.filled("remark.puzzle", &[("number", Phrase::one(number.to_string()))])
    }

    /// A summary of a path: its rating and its number of steps. The level is shown only if the path solves the
    /// puzzle.
    pub fn path(&self, rating: &Rating, solves: bool, count: usize) -> String {
        let steps = ("steps", Phrase::new(count.to_string(), count));
        match rating {
            Rating::Score { level, score } => {
                let level = if solves { self.level(*level) } else { "-".to_owned() };
                let score = score.to_string();
                self.phrases.words.filled(
                    "remark.path",
                    &[("level", Phrase::one(level)), ("score", Phrase::one(score)), steps],
                )
            }
            Rating::Explainer(rating) => {
                let part = |name, tenths: Tenths| (name, Phrase::one(tenths.to_string()));
                let parts = [part("er", rating.er), part("ep", rating.ep), part("ed", rating.ed)];
                self.phrases.words.filled("remark.path-se", &[&parts[..], &[steps]].concat())
            }
            Rating::Logic(_) if count == 0 => self.phrases.words.filled("logic.path.none", &[steps]),
            Rating::Logic(rating) => {
                let total = format!("{}.{}", rating.total / 10, rating.total % 10);
                let hardest = ("hardest", Phrase::one(rating.hardest.to_string()));
                self.phrases.words.filled("logic.path", &[hardest, steps, ("total", Phrase::one(total))])
            }
        }
    }

    /// The progress of a state.
    pub fn progress(&self, progress: Progress) -> String {
        let number = |number: u32| Phrase::new(number.to_string(), number as usize);
        let holes = [
            ("percent", number(progress.percent())),
            ("left", number(progress.left)),
            ("whole", number(progress.whole)),
        ];
        self.phrases.words.filled("remark.progress", &holes)
    }

    /// Mistakes in a grid of this shape, by the grade: how many there are, where to look, or exactly what is wrong.
    pub fn mistakes(&self, mistakes: &[Mistake], shape: Shape, grade: Grade) -> Vec<String> {
        let phrases = Phrases { shape, ..self.phrases };
        let mut lines = Vec::new();
        for (kind, wrong) in [("wrong", true), ("missing", false)] {
            let here = |mistake: &&Mistake| matches!(mistake, Mistake::Wrong(_)) == wrong;
            let of_kind: Vec<&Mistake> = mistakes.iter().filter(here).collect();
            if of_kind.is_empty() {
                continue;
            }
            let mut cells: Vec<Cell> = of_kind.iter().map(|mistake| mistake.cell()).collect();
            cells.sort_unstable();
            cells.dedup();
            let count = Phrase::new(of_kind.len().to_string(), of_kind.len());
            match grade {
                Grade::Vague => {
                    lines.push(phrases.phrase(&format!("mistake.vague.{kind}"), &[("count", count)]));
                }
                Grade::Concrete => {
                    let cells = phrases.cells(cells);
                    lines.push(phrases.phrase(&format!("mistake.concrete.{kind}"), &[("cells", cells)]));
                }
                Grade::Full => lines.extend(of_kind.iter().map(|mistake| {
                    let (Mistake::Wrong(at) | Mistake::Missing(at)) = mistake;
                    let holes = [("cell", phrases.cell(at.cell)), ("digit", phrases.digit(at.digit))];
                    phrases.phrase(&format!("mistake.full.{kind}"), &holes)
                })),
            }
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use crate::choice::Choice as _;

    use super::*;
    use crate::deduction::Candidate;
    use crate::explain::{Coordinates, Language};
    use crate::explainer;
    use crate::rate::Level;

    #[test]
    fn mistakes_are_described_by_grade() {
        let at = Candidate::at;
        let mistakes = [Mistake::Wrong(at(3, 1)), Mistake::Missing(at(8, 1)), Mistake::Missing(at(10, 8))];
        let narrator = Narrator::new(Language::English, Coordinates::RowColumn);
        assert_eq!(narrator.mistakes(&mistakes, Shape::CLASSIC, Grade::Vague).len(), 2);
        let concrete = narrator.mistakes(&mistakes, Shape::CLASSIC, Grade::Concrete);
        assert!(concrete[0].contains("r1c4") && concrete[1].contains("r1c9"), "{concrete:?}");
        let full = narrator.mistakes(&mistakes, Shape::CLASSIC, Grade::Full);
        assert!(full.len() == 3 && full[0].contains("2 in r1c4"), "{full:?}");
        for language in Language::all() {
            let narrator = Narrator::new(language, Coordinates::Chess);
            for grade in [Grade::Vague, Grade::Concrete, Grade::Full] {
                assert!(
                    narrator
                        .mistakes(&mistakes, Shape::CLASSIC, grade)
                        .iter()
                        .all(|line| line.ends_with('.'))
                );
            }
            let progress = Progress { level: Level::Easy, left: 30, whole: 40 };
            assert!(narrator.progress(progress).starts_with("25 "));
            let rating = Rating::Score { level: Level::Easy, score: 4 };
            assert_ne!(narrator.path(&rating, false, 1), narrator.path(&rating, true, 1));
            let rating =
                Rating::Explainer(explainer::Rating { er: Tenths(71), ..explainer::Rating::default() });
            assert!(narrator.path(&rating, true, 12).starts_with("ER 7.1, EP 0.0, ED 0.0, 12 "));
            assert!(narrator.puzzle(7).ends_with(" 7"));
            assert!(Remark::ALL.into_iter().all(|remark| narrator.remark(remark).ends_with('.')));
        }
    }
}
