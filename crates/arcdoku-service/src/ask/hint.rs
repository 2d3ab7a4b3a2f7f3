//! Hints at the next step, or at mistakes.

use std::ops::ControlFlow;

use arcdoku::Choice as _;
use arcdoku::deduction::{Candidates, Family, GridState, Next, Options, Step, Technique};
use arcdoku::explain::{self, Grade, Narrator, Remark};
use arcdoku::puzzle::{Limit, Limits, Puzzle, Solution};
use arcdoku::rate::hint::{self, Guide, Mistake};
use arcdoku::rate::{Entry, Profile, Rater, Scale, Weight};
use arcdoku::solve::Solver;
use arcdoku_wire::question::{Hint, OptionError};
use arcdoku_wire::{HintOutcome, HintReply, MistakeReply, ProgressReply, SolutionCount};

use super::ReplyFormat;
use super::answer::ReplyStyle;
use super::state::{self, Ruled, Situation, Standing};
use crate::cancel::{Bounds, Listener};
use crate::input::{self, Input, Item, Reading};
use crate::output::Output;
use crate::report::{Report, caught, is_whole};
use crate::status::{Error, Status};
use crate::stream;
use crate::text::{self, FAINT, HEAD, json_line, paint};

/// The part of an order of techniques that is quick to search; `None` if that is the whole order.
fn quick(profile: &Profile) -> Option<Profile> {
    let is_long = |entry: &Entry| {
        entry.enabled && matches!(entry.family, Family::Forcing | Family::Implication | Family::Template)
    };
    let cut = profile.entries.iter().position(is_long)?;
    let mut profile = profile.clone();
    profile.entries.truncate(cut);
    Some(profile)
}

/// Writes hints for all states of an input.
///
/// # Errors
/// If the output cannot be written.
pub fn run(
    helper: &mut Helper,
    style: ReplyStyle,
    input: Input,
    output: &mut dyn Output,
) -> Result<Status, Error> {
    let cancel = &helper.bounds.cancel.clone();
    stream::readings(input, cancel, output, |output, number, reading| {
        let mut report = Report::default();
        let reply = match caught(&reading, || helper.hint(number, &reading, cancel.listener(), &mut report)) {
            Ok(reply) => reply,
            Err(panic) => {
                // The options were checked when the helper was created.
                if let Ok(fresh) = Helper::new(&helper.question, helper.bounds.clone()) {
                    *helper = fresh;
                }
                output.error(&panic);
                return Ok(ControlFlow::Continue(Status::Panicked));
            }
        };
        if cancel.is_cancelled() {
            return Ok(ControlFlow::Break(report.status));
        }
        match style.format {
            ReplyFormat::Json if !is_whole(&reading) => json_line(&reply, &mut report.text),
            ReplyFormat::Text if reading.is_ok() => helper.write(&reply, style.colored, &mut report.text),
            _ => {}
        }
        let _ = report.write(output)?;
        Ok(ControlFlow::Continue(report.status))
    })
}

/// Gives hints for one state after the other.
pub struct Helper {
    question: Hint,
    scale: Scale,
    techniques: Options,
    bounds: Bounds,
    narrator: Narrator,
    solver: Solver,
    /// Finds the next step; `None` if all techniques are slow.
    rater: Option<Rater>,
    /// Whether slow techniques are left out.
    is_cut: bool,
    /// Whether to report the progress of each state from its clues. This requires two complete paths.
    has_progress: bool,
    /// The progress of the last state, if it is known.
    progress: Option<hint::Progress>,
    /// The last step, with its puzzle and the state before it.
    last: Option<(Puzzle, Box<dyn GridState>, Step)>,
}

/// The next step and its weight, or why there is none.
type NextFound = Result<Next<(Step, Weight)>, Limit>;

impl Helper {
    /// A helper with its own solver, and limits for each state.
    ///
    /// # Errors
    /// The first invalid option.
    pub fn new(question: &Hint, bounds: Bounds) -> Result<Self, OptionError> {
        let scale = question.allowed.scale(&question.scale)?;
        let whole = (Some(scale.rater()), false);
        let (rater, is_cut) = match (question.quick, scale.profile()) {
            (false, _) => whole,
            (true, None) => (None, true),
            (true, Some(profile)) => quick(profile)
                .map_or(whole, |part| (Some(Scale::of_profile(scale.name().to_owned(), part).rater()), true)),
        };
        Ok(Self {
            techniques: question.allowed.options(&question.scale),
            narrator: Narrator::new(question.words.language, question.words.coordinates),
            question: question.clone(),
            scale,
            bounds,
            solver: Solver::new(),
            rater,
            is_cut,
            has_progress: false,
            progress: None,
            last: None,
        })
    }

    /// The same helper, which also reports the progress of each state from its clues.
    #[must_use]
    pub fn with_progress(self) -> Self {
        Self { has_progress: true, ..self }
    }

    /// The picture of the last step, if there was one.
    pub fn picture(&self) -> Option<String> {
        let (puzzle, state, step) = self.last.as_ref()?;
        Some(state::figure(puzzle, &**state, Some(step), &self.narrator))
    }

    /// A hint for one state. Reports the number of techniques that were tried.
    pub fn reply(&mut self, number: u64, reading: &Reading, listener: Listener<'_>) -> HintReply {
        self.hint(number, reading, listener, &mut Report::default())
    }

    /// The progress of a state from its clues; `None` if it has no path, or if a limit was reached first.
    pub fn progress_of(&mut self, reading: &Reading) -> Option<ProgressReply> {
        let item = reading.as_ref().ok()?;
        let bounds = self.bounds.clone();
        let limits = &bounds.limits().running();
        match state::look(&mut self.solver, item, &self.techniques, limits) {
            Situation::Classic { state, solution: Some(solution), proper } => {
                let options = self.techniques.with_proper(proper);
                self.progress(&state, &options, Some(&solution), limits).map(Into::into)
            }
            _ => None,
        }
    }

    /// Appends the reply as text.
    fn write(&self, reply: &HintReply, colored: bool, out: &mut String) {
        let narrator = &self.narrator;
        let name = text::in_brackets(reply.head.name.as_deref());
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
            grade: self.question.grade.name().to_owned(),
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
        let bounds = self.bounds.clone();
        let limits = &bounds.limits().running().with_listener(listener);
        let mut situation = state::look(&mut self.solver, item, &self.techniques, limits);
        let mut count = None;
        if let Situation::Ruled(_) = situation {
            // Half of the time is left for finding the step.
            let half = limits.with_time(limits.time().map(|time| time / 2));
            match state::standing_of_rules(&mut self.solver, item, &half) {
                Standing::Known { solution, .. } => count = Some(solution.is_some()),
                Standing::Mistaken(mistakes) => situation = Situation::Mistaken(mistakes),
                Standing::Unsolvable => situation = Situation::Unsolvable(None),
                Standing::Unknown(Limit::Cancelled) => situation = Situation::Unknown(Limit::Cancelled),
                // Even if the number of solutions is unknown, a step is valid.
                Standing::Unknown(_) => {}
            }
        }
        if let Situation::Classic { solution, .. } = &situation {
            count = Some(solution.is_some());
        }
        reply.solutions = count.map(|one| if one { SolutionCount::One } else { SolutionCount::Several });
        if count == Some(false) {
            report.status.note(Status::Not);
        }
        match situation {
            Situation::Classic { state, solution, proper } => {
                if solution.is_none() {
                    let remark = self.narrator.remark(Remark::Several);
                    reply.text.push(remark.clone());
                    reply.remark = Some(remark);
                }
                let options = self.techniques.with_proper(proper);
                let found = self.classic_step(&state, &options, solution.as_ref(), limits);
                reply.progress = self.progress.map(Into::into);
                self.describe_step(item, &*state, found, &mut report.status, &mut reply);
            }
            Situation::Ruled(ruled) => {
                let Ruled { mut logic, board, mut wanted } = *ruled;
                if self.question.quick {
                    wanted = wanted.without(Technique::Contradiction).without(Technique::DeepContradiction);
                }
                let found = logic
                    .next(&board, wanted, limits)
                    .map(|next| next.map(|(step, tenths)| (step, Weight::Tenths(tenths))));
                self.describe_step(item, &board, found, &mut report.status, &mut reply);
            }
            Situation::Mistaken(mistakes) => {
                let (shape, grade) = (item.record.puzzle.shape(), self.question.grade);
                report.status.note(Status::Not);
                reply.outcome = HintOutcome::Mistakes;
                reply.text = self.narrator.mistakes(&mistakes, shape, grade);
                if grade == Grade::Concrete {
                    let cell = |mistake: &Mistake| shape.name(mistake.cell()).to_string();
                    reply.places = mistakes.iter().map(cell).collect();
                }
                if grade == Grade::Full {
                    reply.mistakes = mistakes.into_iter().map(|one| MistakeReply::of(one, shape)).collect();
                }
            }
            Situation::Unsolvable(fault) => {
                reply.outcome = HintOutcome::Unsatisfiable;
                reply.text.push(self.narrator.remark(Remark::Unsolvable));
                match &fault {
                    Some(fault) => report.error(Status::Malformed, fault),
                    None => report.status.note(Status::Not),
                }
                reply.fault = fault;
            }
            Situation::Unknown(limit) => self.stop(limit, &mut report.status, &mut reply),
        }
        reply
    }

    /// The next step of a state of the classic grid. Stores the progress of the state.
    fn classic_step(
        &mut self,
        state: &Candidates,
        options: &Options,
        solution: Option<&Solution>,
        limits: &Limits<'_>,
    ) -> NextFound {
        let found = match &mut self.rater {
            _ if state.is_full() => Next::Solved,
            Some(rater) => rater.next(state, options, solution, limits)?.map_or(Next::Stuck, Next::Step),
            None => Next::Stuck,
        };
        if solution.is_some() && self.has_progress {
            self.progress = self.progress(state, options, solution, limits);
        }
        Ok(found)
    }

    /// Describes the next step.
    fn describe_step(
        &mut self,
        item: &Item,
        state: &dyn GridState,
        found: NextFound,
        status: &mut Status,
        reply: &mut HintReply,
    ) {
        let is_cut = self.is_cut || state.classic().is_none() && self.question.quick;
        let (outcome, remark, worst) = match found {
            Ok(Next::Step((step, weight))) => {
                reply.outcome = HintOutcome::Hint;
                reply.technique = Some(step.technique.slug().to_owned());
                reply.weight = weight.into();
                if self.question.grade == Grade::Concrete {
                    reply.places = explain::look_at(&step);
                }
                if self.question.grade == Grade::Full {
                    let explanation = self.narrator.explain(&step, state);
                    reply.text.extend(explanation.lines());
                    reply.words = Some(explanation.into());
                    reply.step = Some(state::step_reply(&step, state, &self.narrator));
                    reply.notation = Some(self.narrator.eureka(&step));
                } else {
                    reply.text.extend(self.narrator.hint(&step, state, self.question.grade));
                }
                self.last = Some((item.record.puzzle.clone(), state.boxed(), step));
                return;
            }
            Ok(Next::Solved) => (HintOutcome::Solved, Some(Remark::Solved), Status::Fine),
            Ok(Next::Broken) => (HintOutcome::Unsatisfiable, Some(Remark::Unsolvable), Status::Not),
            Ok(_) if is_cut => (HintOutcome::Long, None, Status::Fine),
            Ok(_) => (HintOutcome::Stuck, Some(Remark::Stuck), Status::Not),
            Err(limit) => return self.stop(limit, status, reply),
        };
        reply.outcome = outcome;
        reply.text.extend(remark.map(|remark| self.narrator.remark(remark)));
        status.note(worst);
    }

    /// Reports that a limit ended the work.
    fn stop(&self, limit: Limit, status: &mut Status, reply: &mut HintReply) {
        (reply.outcome, reply.limit) = (HintOutcome::Unknown, Some(limit.into()));
        reply.text.push(self.narrator.remark(Remark::Stopped));
        status.note(if limit == Limit::Cancelled { Status::Fine } else { Status::Limit });
    }

    /// The progress of a state from its clues, on a scale with scores.
    fn progress(
        &self,
        state: &Candidates,
        options: &Options,
        solution: Option<&Solution>,
        limits: &Limits<'_>,
    ) -> Option<hint::Progress> {
        let mut guide = Guide::new(self.scale.profile()?, options, solution);
        let clues = Candidates::of(&state.puzzle()).ok()?;
        guide.progress(&clues, state, limits).ok().flatten()
    }
}
