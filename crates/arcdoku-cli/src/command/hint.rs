//! `arcdoku hint`: help with the next step, or with what went wrong.

use std::io::Write as _;
use std::ops::ControlFlow;
use std::sync::Arc;

use anyhow::Context as _;
use arcdoku::deduction::{Candidates, Options};
use arcdoku::explain::{Grade, Narrator, Remark, eureka};
use arcdoku::puzzle::{Limit, Limits, Solution};
use arcdoku::rate::hint::{self, Guide};
use arcdoku::rate::{Rater, Scale, Weight};
use arcdoku::solve::Solver;
use arcdoku_wire::{HintReply, StepReply, VERSION};

use super::human::{self, Situation};
use crate::cli::{Hint, TellArgs};
use crate::input::{Reading, passed};
use crate::interrupt;
use crate::output::drawing::step_svg;
use crate::output::{self, FAINT, HEAD, Out, paint};
use crate::pipeline::{self, Batch, Run};
use crate::progress::{Progress, Total};
use crate::status::Status;

/// Helps with one puzzle after the other.
struct Helper<'a> {
    solver: Solver,
    narrator: Narrator,
    scale: Scale,
    rater: Rater,
    options: Options,
    limits: Limits<'static>,
    grade: Grade,
    tell: &'a TellArgs,
    /// How far the last state is, where that is known.
    progress: Option<hint::Progress>,
    /// The drawing of the last step, where one is wanted.
    drawn: Option<String>,
}

pub(crate) fn run(options: &Hint) -> anyhow::Result<Status> {
    let scale = options.techniques.scale(&options.profile)?;
    let mut helper = Helper {
        solver: Solver::new(),
        narrator: Narrator::new(options.tell.language, options.tell.coordinates),
        rater: scale.rater(),
        scale,
        options: options.techniques.options(),
        limits: Limits::NONE.with_time(options.time).with_cancel(interrupt::flag()),
        grade: options.grade.into(),
        tell: &options.tell,
        progress: None,
        drawn: options.picture.is_some().then(String::new),
    };
    let plan = Arc::new(options.input.plan()?);
    let entries = options.input.entries(&plan)?;
    let colored = output::is_colored();
    let mut status = Status::Fine;
    let write = |out: &mut Out, _: &mut Progress, batch: Batch| {
        for (number, reading) in batch.readings() {
            let reply = helper.reply(number, &reading, &mut status);
            if interrupt::asked() {
                return Ok(ControlFlow::Break(()));
            }
            if options.json {
                if reading.as_ref().is_err_and(|rejected| rejected.whole) {
                    continue;
                }
                human::json_line(&reply, out)?;
            } else if reading.is_ok() {
                let heading = reply.name.as_deref().map_or(String::new(), |name| format!(" ({name})"));
                let heading = paint(colored, HEAD, &(helper.narrator.puzzle(number) + &heading));
                let gap = if number > 1 { "\n" } else { "" };
                writeln!(out, "{gap}{heading}")?;
                for line in &reply.text {
                    writeln!(out, "{line}")?;
                }
                if let Some(progress) = helper.progress.filter(|progress| progress.percent() > 0) {
                    writeln!(out, "{}", paint(colored, FAINT, &helper.narrator.progress(progress)))?;
                }
                if let Some(notation) = &reply.notation {
                    writeln!(out, "{}", paint(colored, FAINT, notation))?;
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    };
    let work = Run::new(entries, plan, 1);
    let mut progress = Progress::new(Total::Bytes(None), true);
    pipeline::run(work, || |batch: Batch| batch, &mut progress, &mut output::stdout(), write)?;
    if let (Some(path), Some(drawn)) = (&options.picture, helper.drawn.filter(|drawn| !drawn.is_empty())) {
        std::fs::write(path, drawn).with_context(|| path.display().to_string())?;
    }
    if interrupt::asked() {
        status.note(Status::Interrupted);
    }
    Ok(status)
}

impl Helper<'_> {
    fn reply(&mut self, number: u64, reading: &Reading, status: &mut Status) -> HintReply {
        let grade = match self.grade {
            Grade::Vague => "vague",
            Grade::Concrete => "concrete",
            Grade::Full => "full",
        };
        self.progress = None;
        let mut reply =
            HintReply { version: VERSION, number, grade: grade.to_owned(), ..HintReply::default() };
        let item = match reading {
            Ok(item) => item,
            Err(rejected) => {
                output::error(format_args!("{}", rejected.message()));
                status.note(Status::Malformed);
                "malformed".clone_into(&mut reply.outcome);
                reply.puzzle.clone_from(&rejected.text);
                reply.fault = Some(rejected.fault.clone());
                reply.other = passed(&rejected.other, HintReply::FIELDS);
                return reply;
            }
        };
        reply.puzzle = Some(human::state_text(&item.record));
        reply.name.clone_from(&item.record.name);
        reply.other = passed(&item.other, HintReply::FIELDS);
        let narrator = &self.narrator;
        let say = |reply: &mut HintReply, outcome: &str, remark: Option<Remark>| {
            outcome.clone_into(&mut reply.outcome);
            reply.text.extend(remark.map(|remark| narrator.remark(remark)));
        };
        match human::look(&mut self.solver, item, &self.limits) {
            Situation::Open { state, solution, proper } => {
                reply.solutions = Some(if solution.is_some() { "one" } else { "several" }.to_owned());
                if solution.is_none() {
                    status.note(Status::Not);
                    reply.text.push(self.narrator.remark(Remark::Several));
                }
                self.step(&state, solution.as_ref(), proper, status, &mut reply);
            }
            Situation::Mistaken(mistakes) => {
                status.note(Status::Not);
                say(&mut reply, "mistakes", None);
                reply.text = self.narrator.mistakes(&mistakes, self.grade);
                if self.grade == Grade::Full {
                    reply.mistakes = mistakes.into_iter().map(Into::into).collect();
                }
            }
            Situation::Unsolvable(fault) => {
                say(&mut reply, "unsatisfiable", Some(Remark::Unsolvable));
                status.note(if fault.is_some() { Status::Malformed } else { Status::Not });
                if let Some(fault) = &fault {
                    output::error(format_args!("{fault}"));
                }
                reply.fault = fault;
            }
            Situation::Unfit(fault) => {
                status.note(Status::Not);
                say(&mut reply, "unfit", Some(Remark::Unfit));
                output::error(format_args!("{fault}"));
                reply.fault = Some(fault);
            }
            Situation::Unknown(_) => say(&mut reply, "unknown", None),
        }
        reply
    }

    /// Tells the next step.
    fn step(
        &mut self,
        state: &Candidates,
        solution: Option<&Solution>,
        proper: bool,
        status: &mut Status,
        reply: &mut HintReply,
    ) {
        let options = human::sound(&self.options, proper);
        if solution.is_some() {
            self.progress = self.progress(state, &options, solution);
            reply.progress = self.progress.map(Into::into);
            if state.is_full() {
                "solved".clone_into(&mut reply.outcome);
                reply.text.push(self.narrator.remark(Remark::Solved));
                return;
            }
        }
        let (step, weight) = match self.rater.next(state, &options, solution, &self.limits) {
            Ok(Some(next)) => next,
            Ok(None) => {
                status.note(Status::Not);
                "stuck".clone_into(&mut reply.outcome);
                reply.text.push(self.narrator.remark(Remark::Stuck));
                return;
            }
            Err(limit) => {
                if limit != Limit::Cancelled {
                    status.note(Status::Limit);
                }
                "unknown".clone_into(&mut reply.outcome);
                reply.text.push(self.narrator.remark(Remark::Stopped));
                return;
            }
        };
        "hint".clone_into(&mut reply.outcome);
        if let Some(drawn) = &mut self.drawn {
            *drawn = step_svg(state, Some(&step), &self.narrator);
        }
        reply.text.extend(self.narrator.hint(&step, state, self.grade));
        reply.technique = Some(step.technique.slug().to_owned());
        match weight {
            Weight::Score { level, score } => {
                reply.level = Some(level.name().to_owned());
                reply.score = Some(score);
            }
            Weight::Explainer(tenths) => reply.rating = Some(tenths.into()),
        }
        if self.grade == Grade::Full {
            reply.step = Some(StepReply::new(&step, state));
            reply.notation = Some(eureka(&step, self.tell.coordinates));
        }
    }

    /// How far a state is from its clues, on a scale with sums.
    fn progress(
        &self,
        state: &Candidates,
        options: &Options,
        solution: Option<&Solution>,
    ) -> Option<hint::Progress> {
        let mut guide = Guide::new(self.scale.profile()?, options, solution);
        let clues = Candidates::of(&state.puzzle()).ok()?;
        guide.progress(&clues, state, &self.limits).ok().flatten()
    }
}
