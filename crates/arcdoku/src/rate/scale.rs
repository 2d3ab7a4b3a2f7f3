//! The table of scales, with one row each. All scales are selected by name and have results of the same form.
//!
//! ```text
//!  Scale::by_name --rater--> Rater --rate--> Rating, PathEnd   the difficulty of a state
//!                              |---walk----> each step with its weight, then the same result
//!                              '---next----> the first step
//! ```
//!
//! A new scale is a row of [`Scale::ALL`] and a table of techniques, or a module such as `explainer`.

use std::borrow::Cow;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::path::{self, PathStep};
use super::profile::{Level, Profile};
use super::search;
use crate::deduction::{Candidates, Options, PathEnd, Step, Technique, Tenths};
use crate::puzzle::{Limit, Limits, Solution};
use crate::{explainer, logic};

/// A scale: an order of techniques, and a way to rate paths.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use arcdoku::rate::Scale;
/// use arcdoku::deduction::{Candidates, Options};
/// use arcdoku::{Limits, Puzzle};
///
/// let puzzle: Puzzle =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let state = Candidates::of(&puzzle).unwrap();
/// for (name, rating) in [("hodoku", "Easy 204"), ("se", "1.2/1.2/1.2")] {
///     let mut rater = Scale::by_name(name).unwrap().rater();
///     let go_on = &mut |_, _, _: &_| ControlFlow::Continue(());
///     let (rated, _) = rater.rate(&state, &Options::default(), None, &Limits::NONE, go_on);
///     assert_eq!(rated.to_string(), rating);
/// }
/// # Ok::<(), arcdoku::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scale {
    name: Cow<'static, str>,
    summary: &'static str,
    order: Order,
}

/// A row of the table of scales.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ScaleRow {
    /// The name.
    pub name: &'static str,
    /// The description, in one line.
    pub summary: &'static str,
    /// The form of the ratings.
    pub form: Form,
    order: fn() -> Order,
}

/// How a scale orders techniques.
#[derive(Clone, Debug)]
enum Order {
    Table(Arc<Profile>),
    Explainer,
}

/// Form of the ratings of a scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// A level, and a score that is the sum over all steps.
    Score,
    /// ER, EP and ED: the hardest step of all, the hardest step up to the first filled cell, and the first step.
    Explainer,
}

impl Form {
    /// The names of the parts of a rating.
    pub fn parts(self) -> &'static [&'static str] {
        match self {
            Self::Score => &["level", "score"],
            Self::Explainer => &["er", "ep", "ed"],
        }
    }

    /// Parses a [hardness](Rating::hardness): a score such as `696`, or an ER such as `7.1` or `11`.
    pub fn read_hardness(self, text: &str) -> Option<u32> {
        let number = |digits: &str| {
            let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse::<u32>().ok().filter(|_| plain)
        };
        match (self, text.split_once('.')) {
            (Self::Score, _) => number(text),
            (Self::Explainer, None) => number(text)?.checked_mul(10),
            (Self::Explainer, Some((whole, tenth))) if tenth.len() == 1 => {
                number(whole)?.checked_mul(10)?.checked_add(number(tenth)?)
            }
            (Self::Explainer, Some(_)) => None,
        }
    }
}

/// Rating of a state on a scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rating {
    /// A rating of [`Form::Score`].
    Score {
        /// The level of the hardest step, raised while the score is above the limit of the level.
        level: Level,
        /// The sum of the scores of all steps.
        score: u32,
    },
    /// A rating of [`Form::Explainer`].
    Explainer(explainer::Rating),
    /// A rating of a puzzle with rules, or of a shape other than the classic grid.
    Logic(logic::Rating),
}

impl Rating {
    /// A number that compares ratings of a scale: the score, or the hardest step (ER) in tenths. It never decreases
    /// along a path, so a search for easier puzzles may stop as soon as the number is too high.
    pub fn hardness(&self) -> u32 {
        match self {
            Self::Score { score, .. } => *score,
            Self::Explainer(rating) => rating.er.0.into(),
            Self::Logic(rating) => rating.hardest.0.into(),
        }
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Score { level, score } => write!(f, "{level} {score}"),
            Self::Explainer(rating) => rating.fmt(f),
            Self::Logic(rating) => rating.fmt(f),
        }
    }
}

/// The weight of a step on a scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Weight {
    /// A weight of [`Form::Score`].
    Score {
        /// The level of the technique.
        level: Level,
        /// The addition to the score.
        score: u32,
    },
    /// The rating of the step, for [`Form::Explainer`] and for puzzles with rules.
    Tenths(Tenths),
}

impl Weight {
    /// The weight as one column of a table: the score, or the rating.
    pub fn short(&self) -> String {
        match self {
            Self::Score { score, .. } => score.to_string(),
            Self::Tenths(tenths) => tenths.to_string(),
        }
    }
}

/// The hardest step of a path so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hardest(Option<(u32, Technique)>);

impl Hardest {
    /// Compares the next step. On scales of [`Form::Score`], steps are compared by the `place` of their technique in
    /// the order; of techniques with the same place, the last one in the registry is kept. Otherwise steps are
    /// compared by rating, and the first of equal steps is kept.
    pub fn note(&mut self, technique: Technique, weight: Weight, place: impl FnOnce() -> u32) {
        let new = match weight {
            Weight::Score { .. } => (place(), technique),
            Weight::Tenths(tenths) => (tenths.0.into(), technique),
        };
        let is_harder = self.0.is_none_or(|known| match weight {
            Weight::Score { .. } => known < new,
            Weight::Tenths(_) => known.0 < new.0,
        });
        if is_harder {
            self.0 = Some(new);
        }
    }

    /// The technique of the hardest step.
    pub fn technique(self) -> Option<Technique> {
        self.0.map(|(_, technique)| technique)
    }

    /// The place or rating of the hardest step; 0 without a step.
    pub(crate) fn rank(self) -> u32 {
        self.0.map_or(0, |(rank, _)| rank)
    }
}

/// Steps of a technique that have the same weight on a scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StepKind {
    /// The rank in the order, from 1. Kinds with the same rank are found by one search.
    pub place: usize,
    /// The technique.
    pub technique: Technique,
    /// A description of these steps in a few words; empty if they are all steps of the technique.
    pub which: &'static str,
    /// The minimum weight of such a step.
    pub weight: Weight,
    /// Additions to the weight, in a few words; empty if there are none.
    pub adds: &'static str,
}

impl Default for Scale {
    /// The scale of HoDoKu.
    fn default() -> Self {
        Self::of_row(&Self::ALL[0])
    }
}

impl Scale {
    /// All scales that have a name.
    pub const ALL: &'static [ScaleRow] = &[
        ScaleRow {
            name: "hodoku",
            summary: "HoDoKu 2.2 (B. Hobiger): a level, and the sum of the scores of all steps",
            form: Form::Score,
            order: || Order::Table(Arc::new(Profile::hodoku())),
        },
        ScaleRow {
            name: "relaxed",
            summary: "the techniques and scores of HoDoKu in an order for hints: short and easily visible steps first",
            form: Form::Score,
            order: || Order::Table(Arc::new(Profile::relaxed())),
        },
        ScaleRow {
            name: "se",
            summary: "Sudoku Explainer 1.2.1 (N. Juillerat): ER/EP/ED, the hardest steps, from 1.0 to 11.9",
            form: Form::Explainer,
            order: || Order::Explainer,
        },
    ];

    /// The scale with this name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|row| row.name == name).map(Self::of_row)
    }

    /// The scale of the Sudoku Explainer.
    pub fn explainer() -> Self {
        Self::of_row(&Self::ALL[2])
    }

    fn of_row(row: &ScaleRow) -> Self {
        Self { name: row.name.into(), summary: row.summary, order: (row.order)() }
    }

    /// A scale that uses a profile, with a name for display.
    pub fn of_profile(name: String, profile: Profile) -> Self {
        let summary = "a table of techniques: a level, and the sum of the scores of all steps";
        Self { name: name.into(), summary, order: Order::Table(Arc::new(profile)) }
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The description, in one line.
    pub fn summary(&self) -> &str {
        self.summary
    }

    /// The form of the ratings.
    pub fn form(&self) -> Form {
        match self.order {
            Order::Table(_) => Form::Score,
            Order::Explainer => Form::Explainer,
        }
    }

    /// The table of techniques, if the scale consists of nothing else.
    pub fn profile(&self) -> Option<&Profile> {
        match &self.order {
            Order::Table(profile) => Some(profile),
            Order::Explainer => None,
        }
    }

    /// The kinds of steps, in order.
    pub fn kinds(&self) -> Vec<StepKind> {
        match &self.order {
            Order::Table(profile) => {
                let entries = (1..).zip(&profile.entries).filter(|(_, entry)| entry.enabled);
                let kinds = entries.flat_map(|(place, entry)| {
                    let weight = Weight::Score { level: entry.level, score: entry.score };
                    let techniques = entry.techniques.iter();
                    techniques.map(move |technique| StepKind {
                        place,
                        technique,
                        which: "",
                        weight,
                        adds: "",
                    })
                });
                kinds.collect()
            }
            Order::Explainer => explainer_kinds().collect(),
        }
    }

    /// A rater on this scale.
    pub fn rater(&self) -> Rater {
        Rater(match &self.order {
            Order::Table(profile) => RaterKind::Table(Arc::clone(profile), Box::default()),
            Order::Explainer => RaterKind::Explainer(Box::default()),
        })
    }
}

/// The kinds of steps of the Explainer's scale, in order.
fn explainer_kinds() -> impl Iterator<Item = StepKind> {
    explainer::ROWS.iter().flat_map(|row| {
        row.kinds.iter().map(|kind| StepKind {
            place: row.number.into(),
            technique: kind.technique,
            which: kind.which,
            weight: Weight::Tenths(Tenths(kind.tenths)),
            adds: kind.adds,
        })
    })
}

/// Rates states, reusing memory. Created by [`Scale::rater`].
///
/// The `options` determine whether the puzzle counts as proper; all other options are for scales that have a
/// [`Profile`]. So is the `solution`, which provides a digit when no technique applies.
#[derive(Debug)]
pub struct Rater(RaterKind);

#[derive(Debug)]
enum RaterKind {
    Table(Arc<Profile>, Box<search::RateScratch>),
    Explainer(Box<explainer::ExplainerScratch>),
}

impl Rater {
    /// Rates a state.
    ///
    /// After each step, `go_on` receives its technique, its weight and the rating so far, and may end the path
    /// ([`PathEnd::Enough`]). The result is the rating of the state if the path ended with [`PathEnd::Solved`] or
    /// [`PathEnd::Stuck`], otherwise the rating of the steps so far.
    pub fn rate(
        &mut self,
        state: &Candidates,
        options: &Options,
        solution: Option<&Solution>,
        limits: &Limits<'_>,
        go_on: &mut dyn FnMut(Technique, Weight, &Rating) -> ControlFlow<()>,
    ) -> (Rating, PathEnd) {
        match &mut self.0 {
            RaterKind::Table(profile, scratch) => {
                let (mut level, mut score) = (Level::Easy, 0);
                let each = &mut |_: &Candidates, step: &PathStep| {
                    level = level.max(step.level);
                    score += step.score;
                    let rating = Rating::Score { level: profile.raised(level, score), score };
                    let weight = Weight::Score { level: step.level, score: step.score };
                    go_on(step.step.technique, weight, &rating)
                };
                let (level, score, end) =
                    path::solve_with(state.clone(), profile, options, solution, limits, scratch, each);
                (Rating::Score { level, score }, end)
            }
            RaterKind::Explainer(scratch) => {
                let each = &mut |technique, tenths, rating: &explainer::Rating| {
                    go_on(technique, Weight::Tenths(tenths), &Rating::Explainer(*rating))
                };
                let (rating, end) = explainer::rate(state, options.evidence(), limits, scratch, each);
                (Rating::Explainer(rating), end)
            }
        }
    }

    /// The path of a state: calls `each` for each step with the state before it and its weight, and returns the
    /// rating.
    pub fn walk(
        &mut self,
        state: Candidates,
        options: &Options,
        solution: Option<&Solution>,
        limits: &Limits<'_>,
        each: &mut dyn FnMut(&Candidates, &Step, Weight) -> ControlFlow<()>,
    ) -> (Rating, PathEnd) {
        match &mut self.0 {
            RaterKind::Table(profile, scratch) => {
                let each = &mut |state: &Candidates, step: &PathStep| {
                    each(state, &step.step, Weight::Score { level: step.level, score: step.score })
                };
                let (level, score, end) =
                    path::solve_with(state, profile, options, solution, limits, scratch, each);
                (Rating::Score { level, score }, end)
            }
            RaterKind::Explainer(scratch) => {
                let each =
                    &mut |state: &Candidates, step: &Step, tenths| each(state, step, Weight::Tenths(tenths));
                let (rating, end) = explainer::solve_with(state, options.evidence(), limits, scratch, each);
                (Rating::Explainer(rating), end)
            }
        }
    }

    /// The first step and its weight; `None` if the state is solved or no technique applies.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn next(
        &mut self,
        state: &Candidates,
        options: &Options,
        solution: Option<&Solution>,
        limits: &Limits<'_>,
    ) -> Result<Option<(Step, Weight)>, Limit> {
        let mut first = None;
        let each = &mut |_: &Candidates, step: &Step, weight| {
            first = Some((step.clone(), weight));
            ControlFlow::Break(())
        };
        match self.walk(state.clone(), options, solution, limits, each).1 {
            PathEnd::Stopped(limit) => Err(limit),
            _ => Ok(first),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_are_found_by_name() {
        for row in Scale::ALL {
            let scale = Scale::by_name(row.name).unwrap();
            assert_eq!((scale.name(), scale.summary(), scale.form()), (row.name, row.summary, row.form));
            assert_eq!(scale.profile().is_some(), row.form == Form::Score);
            let kinds = scale.kinds();
            assert!(kinds.len() > 30 && kinds.is_sorted_by_key(|kind| kind.place));
        }
        assert_eq!(Scale::explainer().name(), "se");
        assert!(Scale::by_name("no-such-scale").is_none());
    }

    #[test]
    fn hardness_is_parsed() {
        let (score, explainer) = (Form::Score, Form::Explainer);
        assert_eq!(
            ["696", "7.1", "-1", "+1", ""].map(|text| score.read_hardness(text).unwrap_or(0)),
            [696, 0, 0, 0, 0]
        );
        let read = ["7.1", "11", "0.0", "7.15", "7.", ".5", "x", "7.+", "99999999999"];
        assert_eq!(
            read.map(|text| explainer.read_hardness(text)),
            [Some(71), Some(110), Some(0), None, None, None, None, None, None]
        );
        let rating = explainer::Rating { er: Tenths(71), ..explainer::Rating::default() };
        assert_eq!(Rating::Explainer(rating).hardness(), 71);
    }

    /// A path that the caller ends early has the rating so far; the next step is the first step of the path.
    #[test]
    fn a_path_ends_where_the_caller_breaks() {
        let text = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
        let state = Candidates::of(&text.parse().unwrap()).unwrap();
        let options = Options::proven();
        for row in Scale::ALL {
            let mut rater = Scale::by_name(row.name).unwrap().rater();
            let mut steps = Vec::new();
            let each = &mut |_: &Candidates, step: &Step, weight| {
                steps.push((step.clone(), weight));
                ControlFlow::Continue(())
            };
            let (whole, end) = rater.walk(state.clone(), &options, None, &Limits::NONE, each);
            assert_eq!(end, PathEnd::Solved);
            let next = rater.next(&state, &options, None, &Limits::NONE).unwrap();
            assert_eq!(next.as_ref(), steps.first());
            let mut taken = Vec::new();
            let mut last = None;
            let go_on = &mut |technique, weight, rating: &Rating| {
                assert!(last.is_none_or(|last: Rating| last.hardness() <= rating.hardness()));
                last = Some(*rating);
                taken.push((technique, weight));
                ControlFlow::Continue(())
            };
            let (rated, end) = rater.rate(&state, &options, None, &Limits::NONE, go_on);
            assert_eq!((rated, end, last), (whole, PathEnd::Solved, Some(whole)));
            let walked = steps.iter().map(|(step, weight)| (step.technique, *weight));
            assert!(walked.eq(taken));
            let (rated, end) =
                rater.rate(&state, &options, None, &Limits::NONE, &mut |_, _, _| ControlFlow::Break(()));
            assert!(end == PathEnd::Enough && rated.hardness() <= whole.hardness());
        }
    }
}
