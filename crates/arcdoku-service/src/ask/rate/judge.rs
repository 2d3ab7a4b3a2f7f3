//! The rating of one puzzle, and its representations.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::sync::Arc;

use arcdoku::Choice as _;
use arcdoku::deduction::Technique;
use arcdoku::explainer::Tenths;
use arcdoku::puzzle::Limit;
use arcdoku::puzzle::Limits;
use arcdoku::rate::{Form, PathEnd, Rater, Rating, Weight};
use arcdoku::solve::Solver;
use arcdoku_wire::{Fault, RateReply, ReplyHead};
use arcdoku_wire::{RateOutcome, RatingParts};

use super::filter::Filter;
use super::{RateOptions, RateStyle};
use crate::ask::ruled::{self, Standing};
use crate::ask::state::{self, Situation};
use crate::cancel::Listener;
use crate::input::{self, Item, Reading};
use crate::text::{BAD, FAINT, HEAD, paint, plural};

/// Rates puzzles on one thread.
pub struct Judge {
    options: Arc<RateOptions>,
    solver: Solver,
    rater: Rater,
}

/// The rating of a puzzle.
pub(super) struct RatedPath {
    pub(super) rating: Rating,
    end: PathEnd,
    /// The number of steps of each technique, by its place in [`Technique::ALL`].
    counts: Vec<u32>,
    /// The hardest step's technique.
    hardest: Option<Technique>,
}

/// The rating of a puzzle with rules.
pub(super) struct RuledPath {
    rating: arcdoku::logic::Rating,
    /// Whether the techniques solve it.
    is_solved: bool,
    /// The number of steps of each technique.
    counts: BTreeMap<arcdoku::logic::Technique, u32>,
    /// The technique of the hardest step.
    hardest: Option<arcdoku::logic::Technique>,
}

/// The result for a puzzle.
pub(super) enum Verdict {
    Rated(RatedPath),
    /// A puzzle with rules, on the scale of these.
    Ruled(RuledPath),
    /// The filter does not take it.
    Outside,
    Several,
    /// A placed digit or a candidate contradicts the solution.
    Mistaken,
    None(Option<Fault>),
    Unfit(Fault),
    Stopped(Limit),
    Malformed(Fault),
}

impl Judge {
    /// A judge with a solver of its own.
    pub fn new(options: &Arc<RateOptions>) -> Self {
        Self { solver: Solver::new(), rater: options.scale.rater(), options: Arc::clone(options) }
    }

    /// The rating of one puzzle; the outcome is `outside` if the filter does not take it.
    pub fn reply(&mut self, number: u64, reading: &Reading) -> RateReply {
        self.reply_with(number, reading, &|_| {})
    }

    /// As [`reply`](Self::reply), and tells before each step how many cells are left.
    pub fn reply_with(&mut self, number: u64, reading: &Reading, listener: Listener<'_>) -> RateReply {
        let verdict = match reading {
            Ok(item) => self.verdict_with(item, listener),
            Err(rejected) => Verdict::Malformed(rejected.fault.clone()),
        };
        self.reply_of(number, reading, verdict)
    }

    pub(super) fn filter(&self) -> &Filter {
        &self.options.filter
    }

    pub(super) fn verdict(&mut self, item: &Item) -> Verdict {
        self.verdict_with(item, &|_| {})
    }

    fn verdict_with(&mut self, item: &Item, listener: Listener<'_>) -> Verdict {
        let options = Arc::clone(&self.options);
        let limits = &options.bounds.limits().with_listener(listener);
        if ruled::applies(item, &options.techniques) {
            return self.ruled_verdict(item, limits);
        }
        let (state, solution, proper) = match state::look(&mut self.solver, item, limits) {
            Situation::Open { state, solution: Some(solution), proper } => (state, solution, proper),
            Situation::Open { solution: None, .. } => return Verdict::Several,
            Situation::Mistaken(_) => return Verdict::Mistaken,
            Situation::Unsolvable(fault) => return Verdict::None(fault),
            Situation::Unfit(fault) => return Verdict::Unfit(fault),
            Situation::Unknown(limit) => return Verdict::Stopped(limit),
        };
        // A scale without options rates only proper puzzles.
        if proper.is_none() && self.options.scale.profile().is_none() {
            return Verdict::Several;
        }
        let techniques = options.techniques.with_proper(proper);
        let filter = options.filter;
        let mut counts = vec![0; Technique::ALL.len()];
        let mut hardest: Option<(Tenths, Technique)> = None;
        let go_on = &mut |technique: Technique, weight, so_far: &Rating| {
            counts[technique as usize] += 1;
            if let Weight::Explainer(tenths) = weight
                && hardest.is_none_or(|(known, _)| known < tenths)
            {
                hardest = Some((tenths, technique));
            }
            if filter.may_take(*so_far) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let (rating, end) = self.rater.rate(&state, &techniques, Some(&solution), limits, go_on);
        match end {
            PathEnd::Stopped(limit) => Verdict::Stopped(limit),
            PathEnd::Enough => Verdict::Outside,
            _ => {
                let mut rated = RatedPath { rating, end, counts, hardest: hardest.map(|(_, of)| of) };
                if rated.has_rating() && !filter.takes(rating) {
                    return Verdict::Outside;
                }
                if let Some(profile) = self.options.scale.profile() {
                    let used = rated.used().map(|(technique, _)| technique);
                    rated.hardest = used.max_by_key(|&technique| profile.rank(technique));
                }
                Verdict::Rated(rated)
            }
        }
    }

    /// The rating of a puzzle with rules.
    fn ruled_verdict(&mut self, item: &Item, limits: &Limits<'_>) -> Verdict {
        let (mut logic, board) = match ruled::start(item) {
            Ok(start) => start,
            Err(fault) => return Verdict::None(Some(*fault)),
        };
        let Filter { min, max, .. } = self.options.filter;
        // A range is one of the asked scale: of hardest steps, or of sums.
        let is_sum = self.options.scale.form() == Form::Score;
        let hardness = |rating: &arcdoku::logic::Rating| {
            if is_sum { rating.total } else { rating.hardest.0.into() }
        };
        let mut path = RuledPath {
            rating: arcdoku::logic::Rating::default(),
            is_solved: false,
            counts: BTreeMap::new(),
            hardest: None,
        };
        let (_, rating, end) =
            logic.walk(board, ruled::wanted(&self.options.techniques), limits, &mut |_, step, rating| {
                *path.counts.entry(step.technique).or_default() += 1;
                if path.hardest.is_none() || path.rating.hardest < rating.hardest {
                    path.hardest = Some(step.technique);
                }
                path.rating = rating;
                if max.is_none_or(|max| hardness(&rating) <= max) {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            });
        match end {
            PathEnd::Stopped(limit) => return Verdict::Stopped(limit),
            PathEnd::Enough => return Verdict::Outside,
            // The path is the proof that there is one solution.
            PathEnd::Solved => path.is_solved = true,
            _ => match ruled::standing(&mut self.solver, item, limits) {
                Standing::Known(Some(_)) => {}
                Standing::Known(None) => return Verdict::Several,
                Standing::Mistaken(_) => return Verdict::Mistaken,
                Standing::Unsolvable => return Verdict::None(None),
                Standing::Unknown(limit) => return Verdict::Stopped(limit),
            },
        }
        if path.is_solved && min.is_some_and(|min| hardness(&rating) < min) {
            return Verdict::Outside;
        }
        Verdict::Ruled(path)
    }

    /// The columns of a table after the puzzle.
    pub(super) fn columns(&self, verdict: &Verdict, out: &mut String) {
        // Writing to a string cannot fail.
        let _ = match verdict {
            Verdict::Rated(RatedPath {
                rating: Rating::Score { level, score },
                end: PathEnd::Solved,
                ..
            }) => {
                write!(out, "{level}\t{score}")
            }
            Verdict::Rated(RatedPath { rating: Rating::Explainer(rating), .. }) => write!(out, "{rating}"),
            Verdict::Ruled(path) if path.is_solved => {
                let total = format!("\t{}", path.rating.total);
                let total = if self.options.scale.form() == Form::Score { &*total } else { "" };
                write!(out, "{}{total}", path.rating.hardest)
            }
            _ if self.options.scale.form() == Form::Score => write!(out, "{}\t", verdict.outcome()),
            _ => write!(out, "{}", verdict.outcome()),
        };
    }

    /// The line of a puzzle for programs.
    pub(super) fn reply_of(&self, number: u64, reading: &Reading, verdict: Verdict) -> RateReply {
        let scale = self.options.scale.name().to_owned();
        let outcome = verdict.outcome();
        let head = match reading {
            Ok(item) => ReplyHead { puzzle: Some(state::state_text(&item.record)), ..item.head(number) },
            Err(_) => input::head(number, reading),
        };
        let other = input::other(reading, RateReply::FIELDS);
        let mut reply = RateReply { head, outcome, scale, other, ..RateReply::default() };
        match verdict {
            Verdict::Rated(rated) => {
                if rated.has_rating() {
                    reply.rating = rated.rating.into();
                }
                reply.steps = Some(rated.steps());
                reply.hardest = rated.hardest.map(|technique| technique.slug().to_owned());
                let used = rated.used().map(|(technique, count)| (technique.slug().to_owned(), count));
                reply.techniques = used.collect::<BTreeMap<_, _>>();
            }
            Verdict::Ruled(path) => {
                ruled::SCALE.clone_into(&mut reply.scale);
                if path.is_solved {
                    reply.rating = RatingParts {
                        score: Some(path.rating.total),
                        hardest_step: Some(ruled::tenths(path.rating.hardest)),
                        ..RatingParts::default()
                    };
                }
                reply.steps = Some(path.steps());
                reply.hardest = path.hardest.map(|technique| technique.slug().to_owned());
                let used = path.counts.iter();
                reply.techniques = used.map(|(used, &count)| (used.slug().to_owned(), count)).collect();
            }
            Verdict::Stopped(limit) => reply.limit = Some(limit.into()),
            Verdict::Unfit(fault) | Verdict::Malformed(fault) => reply.fault = Some(fault),
            Verdict::None(fault) => reply.fault = fault,
            Verdict::Several | Verdict::Mistaken | Verdict::Outside => {}
        }
        reply
    }
}

impl RatedPath {
    /// Whether the techniques of the scale solve the puzzle.
    pub(super) fn is_solved(&self) -> bool {
        self.end == PathEnd::Solved
    }

    /// Whether there is a rating to show: the scale se has one for unsolved puzzles too.
    pub(super) fn has_rating(&self) -> bool {
        self.is_solved() || self.rating.form() == Form::Explainer
    }

    fn used(&self) -> impl Iterator<Item = (Technique, u32)> {
        let counts = Technique::ALL.iter().copied().zip(self.counts.iter().copied());
        counts.filter(|&(_, count)| count > 0)
    }

    fn steps(&self) -> u32 {
        self.counts.iter().sum()
    }
}

impl RuledPath {
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
                    other => format!("{other}  {steps}{hardest}"),
                }
            }
            Self::Ruled(path) if path.is_solved => {
                let steps = plural(path.steps().into(), "step");
                let hardest = path.hardest.map_or(String::new(), |name| format!(", hardest: {name}"));
                let rating = paint(style.colored, HEAD, &format!("logic {:>4}", path.rating.to_string()));
                format!("{rating}  {:>5}  {steps}{hardest}", path.rating.total)
            }
            Self::Unfit(fault) => paint(style.colored, BAD, "unfit") + &format!(": {}", fault.found),
            // The first word is the outcome.
            other => {
                let remark = other.remark().unwrap_or_else(|| other.outcome().to_string());
                let (word, rest) = remark.split_at(other.outcome().name().len().min(remark.len()));
                let shade = if matches!(other, Self::Stopped(_)) { FAINT } else { BAD };
                paint(style.colored, shade, word) + rest
            }
        }
    }

    /// Why a puzzle has no rating, in a few words of which the first is the outcome; `None` if it is reported as an
    /// error.
    pub(super) fn remark(&self) -> Option<String> {
        match self {
            Self::Rated(rated) if !rated.has_rating() => {
                let steps = plural(rated.steps().into(), "step");
                Some(format!("unsolved by the techniques of the scale after {steps}"))
            }
            Self::Ruled(path) if !path.is_solved => {
                let steps = plural(path.steps().into(), "step");
                Some(format!("unsolved by the techniques of the scale after {steps}"))
            }
            Self::Ruled(_) | Self::Rated(_) | Self::Outside | Self::Malformed(_) | Self::Unfit(_) => None,
            Self::Several => Some("multiple solutions: only proper puzzles are rated".to_owned()),
            Self::Mistaken => Some("mistakes: contradicts the solution; see `arcdoku hint`".to_owned()),
            Self::None(_) => Some("unsatisfiable: there is no solution".to_owned()),
            Self::Stopped(limit) => Some(format!("unknown ({})", limit.name())),
        }
    }

    pub(super) fn outcome(&self) -> RateOutcome {
        match self {
            Self::Rated(rated) if rated.is_solved() => RateOutcome::Rated,
            Self::Ruled(path) if path.is_solved => RateOutcome::Rated,
            Self::Ruled(_) | Self::Rated(_) => RateOutcome::Unsolved,
            Self::Outside => RateOutcome::Outside,
            Self::Several => RateOutcome::Multiple,
            Self::Mistaken => RateOutcome::Mistakes,
            Self::None(_) => RateOutcome::Unsatisfiable,
            Self::Unfit(_) => RateOutcome::Unfit,
            Self::Stopped(_) => RateOutcome::Unknown,
            Self::Malformed(_) => RateOutcome::Malformed,
        }
    }
}
