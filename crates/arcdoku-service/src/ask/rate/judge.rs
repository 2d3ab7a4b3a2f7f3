//! The rating of one puzzle, and its representations.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::sync::Arc;

use arcdoku::Choice as _;
use arcdoku::deduction::{Candidates, Options, Proper, Technique};
use arcdoku::puzzle::{Limit, Limits, Solution};
use arcdoku::rate::{Form, Hardest, PathEnd, Rater, Rating, Scale, Weight};
use arcdoku::solve::Solver;
use arcdoku_wire::question::{OptionError, Rate};
use arcdoku_wire::{Fault, RateOutcome, RateReply, ReplyHead};

use super::RateStyle;
use super::filter::Filter;
use crate::ask::state::{self, Ruled, Situation, Standing};
use crate::ask::techniques::LOGIC;
use crate::cancel::{Bounds, Listener};
use crate::input::{self, Item, Reading};
use crate::text::{BAD, FAINT, HEAD, paint, plural};

/// Rates puzzles on one thread.
pub struct Judge {
    pub(super) terms: Arc<Terms>,
    solver: Solver,
    rater: Rater,
}

/// How puzzles are rated.
pub(super) struct Terms {
    pub(super) scale: Scale,
    /// The options of the techniques.
    techniques: Options,
    /// The filter.
    pub(super) filter: Filter,
    /// Limits for each puzzle.
    pub(super) bounds: Bounds,
}

/// The rating of a puzzle.
pub(super) struct RatedPath {
    pub(super) rating: Rating,
    /// Whether the techniques of the scale solve the puzzle.
    pub(super) is_solved: bool,
    /// The number of steps of each technique.
    counts: BTreeMap<Technique, u32>,
    /// The technique of the hardest step.
    hardest: Option<Technique>,
}

/// The result for a puzzle.
pub(super) enum Verdict {
    Rated(RatedPath),
    /// The filter excludes it.
    Outside,
    Several,
    /// A placed digit or a candidate contradicts the solution.
    Mistaken,
    None(Option<Fault>),
    Stopped(Limit),
    /// A bug in this program.
    Panicked,
    Malformed(Fault),
}

impl Judge {
    /// A judge with its own solver, and limits for each puzzle.
    ///
    /// # Errors
    /// The first invalid option.
    pub fn new(question: &Rate, bounds: Bounds) -> Result<Self, OptionError> {
        let scale = question.allowed.scale(&question.scale)?;
        if question.allowed.no_uniqueness && scale.profile().is_none() {
            let message = format!("the scale {} has no options", scale.name());
            return Err(OptionError::new("no_uniqueness", message));
        }
        let filter = Filter::of(&question.filter, &scale, question.scale.name())?;
        let techniques = question.allowed.options(&question.scale);
        Ok(Self::of(&Arc::new(Terms { scale, techniques, filter, bounds })))
    }

    pub(super) fn of(terms: &Arc<Terms>) -> Self {
        Self { solver: Solver::new(), rater: terms.scale.rater(), terms: Arc::clone(terms) }
    }

    /// The scale for classic puzzles.
    pub fn scale(&self) -> &Scale {
        &self.terms.scale
    }

    /// The rating of one puzzle. The outcome is `outside` if the filter excludes it. Reports the number of empty
    /// cells before each step.
    pub fn reply(&mut self, number: u64, reading: &Reading, listener: Listener<'_>) -> RateReply {
        let verdict = match reading {
            Ok(item) => self.verdict(item, listener),
            Err(rejected) => Verdict::Malformed(rejected.fault.clone()),
        };
        self.reply_of(number, reading, verdict)
    }

    pub(super) fn verdict(&mut self, item: &Item, listener: Listener<'_>) -> Verdict {
        let terms = Arc::clone(&self.terms);
        let limits = &terms.bounds.limits().running().with_listener(listener);
        match state::look(&mut self.solver, item, &terms.techniques, limits) {
            Situation::Classic { state, solution: Some(solution), proper } => {
                self.classic_verdict(&state, &solution, proper, limits)
            }
            Situation::Classic { solution: None, .. } => Verdict::Several,
            Situation::Ruled(ruled) => self.ruled_verdict(item, *ruled, limits),
            Situation::Mistaken(_) => Verdict::Mistaken,
            Situation::Unsolvable(fault) => Verdict::None(fault),
            Situation::Unknown(limit) => Verdict::Stopped(limit),
        }
    }

    fn classic_verdict(
        &mut self,
        state: &Candidates,
        solution: &Solution,
        proper: Option<Proper>,
        limits: &Limits<'_>,
    ) -> Verdict {
        let terms = Arc::clone(&self.terms);
        // A scale without options rates only proper puzzles.
        if proper.is_none() && terms.scale.profile().is_none() {
            return Verdict::Several;
        }
        let techniques = terms.techniques.with_proper(proper);
        let filter = terms.filter;
        let mut counts = BTreeMap::new();
        let mut hardest = Hardest::default();
        let go_on = &mut |technique: Technique, weight, so_far: &Rating| {
            *counts.entry(technique).or_default() += 1;
            hardest.note(technique, weight, || 0);
            if filter.may_take(*so_far) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let (rating, end) = self.rater.rate(state, &techniques, Some(solution), limits, go_on);
        let is_solved = match end {
            PathEnd::Stopped(limit) => return Verdict::Stopped(limit),
            PathEnd::Enough => return Verdict::Outside,
            end => end == PathEnd::Solved,
        };
        let hardest = match terms.scale.profile() {
            // Ranks each technique once, not each step.
            Some(profile) => counts.keys().copied().max_by_key(|&technique| profile.rank(technique)),
            None => hardest.technique(),
        };
        let rated = RatedPath { rating, is_solved, counts, hardest };
        if rated.has_rating() && !filter.takes(rating) { Verdict::Outside } else { Verdict::Rated(rated) }
    }

    /// The rating of a puzzle with rules.
    fn ruled_verdict(&mut self, item: &Item, ruled: Ruled, limits: &Limits<'_>) -> Verdict {
        let Ruled { mut logic, board, wanted } = ruled;
        let Filter { min, max, .. } = self.terms.filter;
        // The bounds of a range refer to the requested scale, so they are hardest steps or sums.
        let is_sum = self.terms.scale.form() == Form::Score;
        let hardness = |rating: &arcdoku::logic::Rating| {
            if is_sum { rating.total } else { rating.hardest.0.into() }
        };
        let mut counts = BTreeMap::new();
        let mut hardest = Hardest::default();
        let (_, rating, end) = logic.walk(board, wanted, limits, &mut |_, step, tenths, rating| {
            *counts.entry(step.technique).or_default() += 1;
            hardest.note(step.technique, Weight::Tenths(tenths), || 0);
            if max.is_none_or(|max| hardness(&rating) <= max) {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        let is_solved = match end {
            PathEnd::Stopped(limit) => return Verdict::Stopped(limit),
            PathEnd::Enough => return Verdict::Outside,
            // The path proves that there is only one solution.
            PathEnd::Solved => true,
            _ => match state::standing_of_rules(&mut self.solver, item, limits) {
                Standing::Known { solution: Some(_), .. } => false,
                Standing::Known { solution: None, .. } => return Verdict::Several,
                Standing::Mistaken(_) => return Verdict::Mistaken,
                Standing::Unsolvable => return Verdict::None(None),
                Standing::Unknown(limit) => return Verdict::Stopped(limit),
            },
        };
        if is_solved && min.is_some_and(|min| hardness(&rating) < min) {
            return Verdict::Outside;
        }
        let hardest = hardest.technique();
        Verdict::Rated(RatedPath { rating: Rating::Logic(rating), is_solved, counts, hardest })
    }

    /// The columns of a table after the puzzle.
    pub(super) fn columns(&self, verdict: &Verdict, out: &mut String) {
        let is_score = self.terms.scale.form() == Form::Score;
        // Writing to a string cannot fail.
        let _ = match verdict {
            Verdict::Rated(rated) if rated.has_rating() => match rated.rating {
                Rating::Score { level, score } => write!(out, "{level}\t{score}"),
                Rating::Logic(rating) if is_score => write!(out, "{rating}\t{}", rating.total),
                rating => write!(out, "{rating}"),
            },
            _ if is_score => write!(out, "{}\t", verdict.outcome()),
            _ => write!(out, "{}", verdict.outcome()),
        };
    }

    /// The line of a puzzle for programs.
    pub(super) fn reply_of(&self, number: u64, reading: &Reading, verdict: Verdict) -> RateReply {
        let scale = self.terms.scale.name().to_owned();
        let outcome = verdict.outcome();
        let head = match reading {
            Ok(item) => ReplyHead { puzzle: Some(state::state_text(&item.record)), ..item.head(number) },
            Err(_) => input::head(number, reading),
        };
        let other = input::other(reading, RateReply::FIELDS);
        let mut reply = RateReply { head, outcome, scale, other, ..RateReply::default() };
        match verdict {
            Verdict::Rated(rated) => {
                if let Rating::Logic(_) = rated.rating {
                    LOGIC.clone_into(&mut reply.scale);
                }
                if rated.has_rating() {
                    reply.rating = rated.rating.into();
                }
                reply.steps = Some(rated.steps());
                reply.hardest = rated.hardest.map(|technique| technique.slug().to_owned());
                let used = rated.counts.iter();
                reply.techniques = used.map(|(used, &count)| (used.slug().to_owned(), count)).collect();
            }
            Verdict::Stopped(limit) => reply.limit = Some(limit.into()),
            Verdict::Malformed(fault) => reply.fault = Some(fault),
            Verdict::None(fault) => reply.fault = fault,
            Verdict::Several | Verdict::Mistaken | Verdict::Outside | Verdict::Panicked => {}
        }
        reply
    }
}

impl RatedPath {
    /// Whether there is a rating to show. The scale `se` also rates unsolved puzzles.
    pub(super) fn has_rating(&self) -> bool {
        self.is_solved || matches!(self.rating, Rating::Explainer(_))
    }

    fn steps(&self) -> u32 {
        self.counts.values().sum()
    }
}

impl Verdict {
    /// The text line of a puzzle, after its position.
    pub(super) fn line(&self, style: RateStyle) -> String {
        match self {
            Self::Rated(rated) if rated.has_rating() => {
                let steps = plural(rated.steps().into(), "step");
                let hardest = rated.hardest.map_or(String::new(), |name| format!(", hardest: {name}"));
                match rated.rating {
                    Rating::Score { level, score } => {
                        let level = paint(style.colored, HEAD, &format!("{level:<7}"));
                        format!("{level}  {score:>5}  {steps}{hardest}")
                    }
                    Rating::Explainer(rating) => {
                        let column = |name, tenths: &dyn std::fmt::Display, wanted| {
                            if wanted { format!("  {name} {:>4}", tenths.to_string()) } else { String::new() }
                        };
                        let er = paint(style.colored, HEAD, &format!("ER {:>4}", rating.er.to_string()));
                        let (ep, ed) =
                            (column("EP", &rating.ep, style.ep), column("ED", &rating.ed, style.ed));
                        format!("{er}{ep}{ed}  {steps}{hardest}")
                    }
                    Rating::Logic(rating) => {
                        let hardest_step = rating.to_string();
                        let shown = paint(style.colored, HEAD, &format!("logic {hardest_step:>4}"));
                        format!("{shown}  {:>5}  {steps}{hardest}", rating.total)
                    }
                    other => format!("{other}  {steps}{hardest}"),
                }
            }
            // The first word of the remark is the outcome.
            other => {
                let remark = other.remark().unwrap_or_else(|| other.outcome().to_string());
                let (word, rest) = remark.split_at(other.outcome().name().len().min(remark.len()));
                let shade = if matches!(other, Self::Stopped(_)) { FAINT } else { BAD };
                paint(style.colored, shade, word) + rest
            }
        }
    }

    /// Why a puzzle has no rating, in a few words. The first word is the outcome. `None` if it is reported as an
    /// error.
    pub(super) fn remark(&self) -> Option<String> {
        match self {
            Self::Rated(rated) if !rated.has_rating() => {
                let steps = plural(rated.steps().into(), "step");
                Some(format!("unsolved by the techniques of the scale after {steps}"))
            }
            Self::Rated(_) | Self::Outside | Self::Panicked | Self::Malformed(_) => None,
            Self::Several => Some("multiple solutions: only proper puzzles are rated".to_owned()),
            Self::Mistaken => Some("mistakes: contradicts the solution; see `arcdoku hint`".to_owned()),
            Self::None(_) => Some("unsatisfiable: there is no solution".to_owned()),
            Self::Stopped(limit) => Some(format!("unknown ({})", limit.name())),
        }
    }

    pub(super) fn outcome(&self) -> RateOutcome {
        match self {
            Self::Rated(rated) if rated.is_solved => RateOutcome::Rated,
            Self::Rated(_) => RateOutcome::Unsolved,
            Self::Outside => RateOutcome::Outside,
            Self::Several => RateOutcome::Multiple,
            Self::Mistaken => RateOutcome::Mistakes,
            Self::None(_) => RateOutcome::Unsatisfiable,
            Self::Stopped(_) | Self::Panicked => RateOutcome::Unknown,
            Self::Malformed(_) => RateOutcome::Malformed,
        }
    }
}
