//! Hints at the next step, or at mistakes.

mod ruled;

use std::ops::ControlFlow;

use arcdoku::Choice as _;
use arcdoku::deduction::{Candidates, Family, Options as TechniqueOptions, Proper, Step};
use arcdoku::explain::{self, Coordinates, Grade, Language, Narrator, Remark};
use arcdoku::grid::Shape;
use arcdoku::puzzle::{Limit, Limits, Solution};
use arcdoku::rate::hint::{self, Guide, Mistake};
use arcdoku::rate::{Entry, Profile, Rater, Scale};
use arcdoku::solve::Solver;
use arcdoku_wire::{HintOutcome, HintReply, ProgressReply, SolutionCount};

use super::state::{self, Situation};
use crate::cancel::{Bounds, Listener};
use crate::draw::step_svg;
use crate::input::{self, Input, Reading};
use crate::output::Output;
use crate::report::{Report, is_whole};
use crate::status::{Error, Status};
use crate::stream;
use crate::text::{FAINT, HEAD, json_line, paint};

/// How hints are given.
#[derive(Clone, Debug)]
pub struct HintOptions {
    /// The order of techniques.
    pub scale: Scale,
    /// The options of the techniques.
    pub techniques: TechniqueOptions,
    /// The amount of help.
    pub grade: Grade,
    /// The language of explanations.
    pub language: Language,
    /// How cells are named.
    pub coordinates: Coordinates,
    /// Whether to tell how far the state is from the clues, which walks two whole paths.
    pub progress: bool,
    /// Whether to try only techniques that are found at once: those that come before chains and nets of assumptions.
    pub quick: bool,
    /// Limits for each state.
    pub bounds: Bounds,
}

impl Default for HintOptions {
    fn default() -> Self {
        Self {
            scale: Scale::default(),
            techniques: TechniqueOptions::default(),
            grade: Grade::Full,
            language: Language::default(),
            coordinates: Coordinates::default(),
            progress: false,
            quick: false,
            bounds: Bounds::default(),
        }
    }
}

/// The part of an order of techniques that is searched at once; none if that is all of it.
fn quick(profile: &Profile) -> Option<Profile> {
    let is_long = |entry: &Entry| {
        entry.enabled && matches!(entry.family, Family::Forcing | Family::Implication | Family::Template)
    };
    let cut = profile.entries.iter().position(is_long)?;
    let mut profile = profile.clone();
    profile.entries.truncate(cut);
    Some(profile)
}

/// How hints are written.
#[derive(Clone, Copy, Debug, Default)]
pub struct HintStyle {
    /// Whether to write JSON lines.
    pub json: bool,
    /// Whether to use colors.
    pub colored: bool,
}

/// Helps with all states of an input; returns also the picture of the last step, if there was one.
///
/// # Errors
/// If the output cannot be written.
pub fn run(
    options: &HintOptions,
    style: HintStyle,
    input: Input,
    output: &mut dyn Output,
) -> Result<(Status, Option<String>), Error> {
    let mut helper = Helper::new(options);
    let cancel = &options.bounds.cancel;
    let status = stream::readings(input, cancel, output, |output, number, reading| {
        let mut report = Report::default();
        let reply = helper.hint(number, &reading, &|_| {}, &mut report);
        if cancel.is_cancelled() {
            return Ok(ControlFlow::Break(report.status));
        }
        if !style.json && reading.is_ok() {
            helper.write(&reply, style.colored, &mut report.text);
        } else if style.json && !is_whole(&reading) {
            json_line(&reply, &mut report.text);
        }
        let _ = report.write(output)?;
        Ok(ControlFlow::Continue(report.status))
    })?;
    Ok((status, helper.picture()))
}

/// Helps with one state after the other.
pub struct Helper {
    options: HintOptions,
    narrator: Narrator,
    solver: Solver,
    /// Finds the next step; none if all techniques take long.
    rater: Option<Rater>,
    /// Whether techniques that take long are left out.
    is_cut: bool,
    /// The progress of the last state, where it is known.
    progress: Option<hint::Progress>,
    /// The last step, with the state before it.
    last: Option<(Candidates, Step)>,
    /// The same of a puzzle with rules, if that was later.
    last_ruled: Option<ruled::Last>,
}

impl Helper {
    /// A helper with a solver of its own.
    pub fn new(options: &HintOptions) -> Self {
        let scale = &options.scale;
        let whole = (Some(scale.rater()), false);
        let (rater, is_cut) = match (options.quick, scale.profile()) {
            (false, _) => whole,
            (true, None) => (None, true),
            (true, Some(profile)) => quick(profile)
                .map_or(whole, |part| (Some(Scale::of_profile(scale.name().to_owned(), part).rater()), true)),
        };
        Self {
            narrator: Narrator::new(options.language, options.coordinates),
            rater,
            is_cut,
            options: options.clone(),
            solver: Solver::new(),
            progress: None,
            last: None,
            last_ruled: None,
        }
    }

    /// The picture of the last step, if there was one.
    pub fn picture(&self) -> Option<String> {
        if let Some(last) = &self.last_ruled {
            return Some(last.picture(&self.rule_narrator()));
        }
        self.last.as_ref().map(|(state, step)| step_svg(state, Some(step), &self.narrator))
    }

    /// Helps with one state.
    pub fn reply(&mut self, number: u64, reading: &Reading) -> HintReply {
        self.reply_with(number, reading, &|_| {})
    }

    /// As [`reply`](Self::reply), and tells how many techniques were tried.
    pub fn reply_with(&mut self, number: u64, reading: &Reading, listener: Listener<'_>) -> HintReply {
        self.hint(number, reading, listener, &mut Report::default())
    }

    /// How far a state is from its clues; nothing if that has no answer, or if a limit came first.
    pub fn progress_of(&mut self, reading: &Reading) -> Option<ProgressReply> {
        let item = reading.as_ref().ok()?;
        let bounds = self.options.bounds.clone();
        match state::look(&mut self.solver, item, &bounds.limits()) {
            Situation::Open { state, solution: Some(solution), proper } => {
                let options = self.options.techniques.with_proper(proper);
                self.progress(&state, &options, Some(&solution)).map(Into::into)
            }
            _ => None,
        }
    }

    /// Appends the reply as text.
    fn write(&self, reply: &HintReply, colored: bool, out: &mut String) {
        let narrator = &self.narrator;
        let name = reply.head.name.as_deref().map_or(String::new(), |name| format!(" ({name})"));
        out.push_str(if reply.head.number > 1 { "\n" } else { "" });
        let mut line = |line: &str| {
            out.push_str(line);
            out.push('\n');
        };
        line(&paint(colored, HEAD, &(narrator.puzzle(reply.head.number) + &name)));
        reply.text.iter().for_each(|text| line(text));
        if let Some(progress) = self.progress.filter(|progress| progress.percent() > 0) {
            line(&paint(colored, FAINT, &narrator.progress(progress)));
        }
        if let Some(notation) = &reply.notation {
            line(&paint(colored, FAINT, notation));
        }
    }

    fn hint(
        &mut self,
        number: u64,
        reading: &Reading,
        listener: Listener<'_>,
        report: &mut Report,
    ) -> HintReply {
        self.progress = None;
        let mut reply = HintReply {
            head: input::head(number, reading),
            grade: self.options.grade.name().to_owned(),
            other: input::other(reading, HintReply::FIELDS),
            ..HintReply::default()
        };
        let item = match reading {
            Ok(item) => item,
            Err(rejected) => {
                report.error(Status::Malformed, rejected.message());
                reply.outcome = HintOutcome::Malformed;
                reply.fault = Some(rejected.fault.clone());
                return reply;
            }
        };
        reply.head.puzzle = Some(state::state_text(&item.record));
        if super::ruled::applies(item, &self.options.techniques) {
            let bounds = self.options.bounds.clone();
            self.hint_ruled(item, &bounds.limits().with_listener(listener), report, &mut reply);
            return reply;
        }
        let narrator = &self.narrator;
        let say = |reply: &mut HintReply, outcome: HintOutcome, remark: Option<Remark>| {
            reply.outcome = outcome;
            reply.text.extend(remark.map(|remark| narrator.remark(remark)));
        };
        let bounds = self.options.bounds.clone();
        let limits = &bounds.limits().with_listener(listener);
        match state::look(&mut self.solver, item, limits) {
            Situation::Open { state, solution, proper } => {
                reply.solutions =
                    Some(if solution.is_some() { SolutionCount::One } else { SolutionCount::Several });
                if solution.is_none() {
                    report.status.note(Status::Not);
                    let remark = narrator.remark(Remark::Several);
                    reply.text.push(remark.clone());
                    reply.remark = Some(remark);
                }
                let known = (solution.as_ref(), proper);
                self.step(&state, known, limits, &mut report.status, &mut reply);
            }
            Situation::Mistaken(mistakes) => {
                report.status.note(Status::Not);
                say(&mut reply, HintOutcome::Mistakes, None);
                reply.text = narrator.mistakes(&mistakes, self.options.grade);
                if self.options.grade == Grade::Concrete {
                    let cell = |mistake: &Mistake| Shape::CLASSIC.name(mistake.cell()).to_string();
                    reply.places = mistakes.iter().map(cell).collect();
                }
                if self.options.grade == Grade::Full {
                    reply.mistakes = mistakes.into_iter().map(Into::into).collect();
                }
            }
            Situation::Unsolvable(fault) => {
                say(&mut reply, HintOutcome::Unsatisfiable, Some(Remark::Unsolvable));
                match &fault {
                    Some(fault) => report.error(Status::Malformed, fault),
                    None => report.status.note(Status::Not),
                }
                reply.fault = fault;
            }
            Situation::Unfit(fault) => {
                say(&mut reply, HintOutcome::Unfit, Some(Remark::Unfit));
                report.error(Status::Not, &fault);
                reply.fault = Some(fault);
            }
            Situation::Unknown(_) => say(&mut reply, HintOutcome::Unknown, None),
        }
        reply
    }

    /// Describes the next step.
    fn step(
        &mut self,
        state: &Candidates,
        (solution, proper): (Option<&Solution>, Option<Proper>),
        limits: &Limits<'_>,
        status: &mut Status,
        reply: &mut HintReply,
    ) {
        let options = self.options.techniques.with_proper(proper);
        if solution.is_some() {
            if self.options.progress {
                self.progress = self.progress(state, &options, solution);
                reply.progress = self.progress.map(Into::into);
            }
            if state.is_full() {
                reply.outcome = HintOutcome::Solved;
                reply.text.push(self.narrator.remark(Remark::Solved));
                return;
            }
        }
        let next =
            self.rater.as_mut().map_or(Ok(None), |rater| rater.next(state, &options, solution, limits));
        let (step, weight) = match next {
            Ok(Some(next)) => next,
            Ok(None) if self.is_cut => {
                reply.outcome = HintOutcome::Long;
                return;
            }
            Ok(None) => {
                status.note(Status::Not);
                reply.outcome = HintOutcome::Stuck;
                reply.text.push(self.narrator.remark(Remark::Stuck));
                return;
            }
            Err(limit) => {
                if limit != Limit::Cancelled {
                    status.note(Status::Limit);
                }
                reply.outcome = HintOutcome::Unknown;
                reply.text.push(self.narrator.remark(Remark::Stopped));
                return;
            }
        };
        reply.outcome = HintOutcome::Hint;
        reply.technique = Some(step.technique.slug().to_owned());
        reply.weight = weight.into();
        if self.options.grade == Grade::Concrete {
            reply.places = explain::look_at(&step).iter().map(ToString::to_string).collect();
        }
        if self.options.grade == Grade::Full {
            let explanation = self.narrator.explain(&step, state);
            reply.text.extend(explanation.lines());
            reply.words = Some(explanation.into());
            reply.step = Some(state::step_reply(&step, state, &self.narrator));
            reply.notation = Some(self.narrator.eureka(&step));
        } else {
            reply.text.extend(self.narrator.hint(&step, state, self.options.grade));
        }
        self.last = Some((state.clone(), step));
        {
            self.last_ruled = None;
        }
    }

    /// The progress of a state from its clues, on a scale with scores.
    fn progress(
        &self,
        state: &Candidates,
        options: &TechniqueOptions,
        solution: Option<&Solution>,
    ) -> Option<hint::Progress> {
        let mut guide = Guide::new(self.options.scale.profile()?, options, solution);
        let clues = Candidates::of(&state.puzzle()).ok()?;
        guide.progress(&clues, state, &self.options.bounds.limits()).ok().flatten()
    }
}
