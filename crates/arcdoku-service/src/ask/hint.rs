//! Hints at the next step, or at mistakes.

use std::ops::ControlFlow;

use arcdoku::Choice as _;
use arcdoku::deduction::{Candidates, Family, GridState, Next, Options as TechniqueOptions, Step, Technique};
use arcdoku::explain::{self, Coordinates, Grade, Language, Narrator, Remark};
use arcdoku::puzzle::{Limit, Limits, Puzzle, Solution};
use arcdoku::rate::hint::{self, Guide, Mistake};
use arcdoku::rate::{Entry, Profile, Rater, Scale, Weight};
use arcdoku::solve::Solver;
use arcdoku_wire::{HintOutcome, HintReply, MistakeReply, ProgressReply, SolutionCount};

use super::state::{self, Ruled, Situation, Standing};
use crate::cancel::{Bounds, Listener};
use crate::input::{self, Input, Item, Reading};
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
    /// The last step, with its puzzle and the state before it.
    last: Option<(Puzzle, Box<dyn GridState>, Step)>,
}

/// The next step and its weight, or why there is none.
type NextFound = Result<Next<(Step, Weight)>, Limit>;

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
        }
    }

    /// The picture of the last step, if there was one.
    pub fn picture(&self) -> Option<String> {
        let (puzzle, state, step) = self.last.as_ref()?;
        Some(state::figure(puzzle, &**state, Some(step), &self.narrator))
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
        match state::look(&mut self.solver, item, &self.options.techniques, &bounds.limits()) {
            Situation::Classic { state, solution: Some(solution), proper } => {
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
        let bounds = self.options.bounds.clone();
        let limits = &bounds.limits().with_listener(listener);
        let mut situation = state::look(&mut self.solver, item, &self.options.techniques, limits);
        let mut count = None;
        if let Situation::Ruled(_) = situation {
            match state::standing_of_rules(&mut self.solver, item, limits) {
                Standing::Known { solution, .. } => count = Some(solution.is_some()),
                Standing::Mistaken(mistakes) => situation = Situation::Mistaken(mistakes),
                Standing::Unsolvable => situation = Situation::Unsolvable(None),
                Standing::Unknown(Limit::Cancelled) => situation = Situation::Unknown(Limit::Cancelled),
                // A step is true however many solutions there are.
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
                let options = self.options.techniques.with_proper(proper);
                let found = self.classic_step(&state, &options, solution.as_ref(), limits);
                reply.progress = self.progress.map(Into::into);
                self.tell(item, &*state, found, &mut report.status, &mut reply);
            }
            Situation::Ruled(ruled) => {
                let Ruled { mut logic, board, mut wanted } = *ruled;
                if self.options.quick {
                    wanted = wanted.without(Technique::Contradiction).without(Technique::DeepContradiction);
                }
                let found = logic
                    .next(&board, wanted, limits)
                    .map(|next| next.map(|(step, tenths)| (step, Weight::Tenths(tenths))));
                self.tell(item, &board, found, &mut report.status, &mut reply);
            }
            Situation::Mistaken(mistakes) => {
                let (shape, grade) = (item.record.puzzle.shape(), self.options.grade);
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
            Situation::Unknown(_) => reply.outcome = HintOutcome::Unknown,
        }
        reply
    }

    /// The next step of a state of the classic grid, whose progress is noted.
    fn classic_step(
        &mut self,
        state: &Candidates,
        options: &TechniqueOptions,
        solution: Option<&Solution>,
        limits: &Limits<'_>,
    ) -> NextFound {
        if solution.is_some() && self.options.progress {
            self.progress = self.progress(state, options, solution);
        }
        if state.is_full() {
            return Ok(Next::Solved);
        }
        let Some(rater) = &mut self.rater else { return Ok(Next::Stuck) };
        Ok(rater.next(state, options, solution, limits)?.map_or(Next::Stuck, Next::Step))
    }

    /// Describes the next step.
    fn tell(
        &mut self,
        item: &Item,
        state: &dyn GridState,
        found: NextFound,
        status: &mut Status,
        reply: &mut HintReply,
    ) {
        let is_cut = self.is_cut || state.classic().is_none() && self.options.quick;
        let (outcome, remark, worst) = match found {
            Ok(Next::Step((step, weight))) => {
                reply.outcome = HintOutcome::Hint;
                reply.technique = Some(step.technique.slug().to_owned());
                reply.weight = weight.into();
                if self.options.grade == Grade::Concrete {
                    reply.places = explain::look_at(&step);
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
                self.last = Some((item.record.puzzle.clone(), state.boxed(), step));
                return;
            }
            Ok(Next::Solved) => (HintOutcome::Solved, Some(Remark::Solved), Status::Fine),
            Ok(Next::Broken) => (HintOutcome::Unsatisfiable, Some(Remark::Unsolvable), Status::Not),
            Ok(_) if is_cut => (HintOutcome::Long, None, Status::Fine),
            Ok(_) => (HintOutcome::Stuck, Some(Remark::Stuck), Status::Not),
            Err(Limit::Cancelled) => (HintOutcome::Unknown, Some(Remark::Stopped), Status::Fine),
            Err(_) => (HintOutcome::Unknown, Some(Remark::Stopped), Status::Limit),
        };
        reply.outcome = outcome;
        reply.text.extend(remark.map(|remark| self.narrator.remark(remark)));
        status.note(worst);
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
