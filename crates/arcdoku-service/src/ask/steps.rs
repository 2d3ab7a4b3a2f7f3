//! All steps of a state, easiest first.

use std::convert::Infallible;
use std::ops::ControlFlow;

use arcdoku::deduction::{GridState, Options, Technique, Techniques};
use arcdoku::explain::{Narrator, Remark};
use arcdoku::puzzle::{Limit, Limits, WorkProgress};
use arcdoku::rate::Profile;
use arcdoku::rate::hint::{Guide, Ranked, steps_of_rules};
use arcdoku::solve::Solver;
use arcdoku_wire::question::{OptionError, Steps, TechniqueOptions, TechniqueSet};
use arcdoku_wire::{ExplainedStep, SolutionCount, StepRow, StepsOutcome, StepsReply, VERSION};

use super::ReplyFormat;
use super::answer::ReplyStyle;
use super::state::{self, Ruled, Situation};
use crate::cancel::{Bounds, Listener};
use crate::input::{Input, Item, Reading};
use crate::output::Output;
use crate::report::caught;
use crate::status::{Error, Status};
use crate::stream;
use crate::text::table::Table;
use crate::text::{self, HEAD, Row, json_line, paint};

const HEADER: [&str; 8] = ["technique", "level", "score", "placed", "gone", "direct", "singles", "step"];

/// Lists the steps of one state after the other.
pub struct Lister {
    /// The order of techniques.
    profile: Profile,
    /// The techniques that are searched.
    wanted: Techniques,
    techniques: Options,
    /// The number of steps after which no further technique is searched.
    most: usize,
    /// Limits for each state.
    bounds: Bounds,
    narrator: Narrator,
    solver: Solver,
}

/// Lists the steps of all states of an input.
///
/// # Errors
/// If the output cannot be written.
pub fn run(
    lister: &mut Lister,
    style: ReplyStyle,
    input: Input,
    output: &mut dyn Output,
) -> Result<Status, Error> {
    let cancel = &lister.bounds.cancel.clone();
    let mut is_first = true;
    stream::readings(input, cancel, output, |output, number, reading| {
        if style.format == ReplyFormat::Tsv && std::mem::take(&mut is_first) {
            tabbed(["puzzle"].into_iter().chain(HEADER), output)?;
        }
        let status = match &reading {
            Ok(item) => match caught(&reading, || lister.list(style, number, item, output)) {
                Ok(status) => status?,
                Err(panic) => {
                    lister.solver = Solver::new();
                    output.error(&panic);
                    Status::Panicked
                }
            },
            Err(rejected) => {
                output.error(&rejected.message());
                Status::Malformed
            }
        };
        Ok(ControlFlow::Continue(status))
    })
}

impl Lister {
    /// A lister with its own solver, and limits for each state.
    ///
    /// # Errors
    /// The first invalid option.
    pub fn new(question: &Steps, bounds: Bounds) -> Result<Self, OptionError> {
        let Steps { scale, all, most, allowed, words, .. } = question;
        // The places of steps refer to the whole order.
        let order = TechniqueOptions { techniques: None, ..allowed.clone() }.scale(scale)?;
        let Some(profile) = order.profile().cloned() else {
            let expected = "an order that is a table of techniques";
            return Err(OptionError::new("scale", format!("found '{}', expected {expected}", scale.name())));
        };
        let is_wanted = |technique: &Technique| match allowed.techniques {
            Some(TechniqueSet(named)) => named.contains(*technique),
            None => *all || profile.entry(*technique).is_some_and(|entry| entry.enabled),
        };
        Ok(Self {
            wanted: Technique::ALL.iter().copied().filter(is_wanted).collect(),
            techniques: allowed.options(scale),
            most: most.map_or(usize::MAX, |most| usize::try_from(most).unwrap_or(usize::MAX)),
            profile,
            bounds,
            narrator: Narrator::new(words.language, words.coordinates),
            solver: Solver::new(),
        })
    }

    fn list(
        &mut self,
        style: ReplyStyle,
        number: u64,
        item: &Item,
        output: &mut dyn Output,
    ) -> Result<Status, Error> {
        let is_table = style.format == ReplyFormat::Text;
        if is_table {
            let gap = if number > 1 { "\n" } else { "" };
            let name = text::in_brackets(item.record.name.as_deref());
            let heading = paint(style.colored, HEAD, &(self.narrator.puzzle(number) + &name));
            output.write(&format!("{gap}{heading}\n"))?;
        }
        let cancel = self.bounds.cancel.clone();
        let limits = &self.bounds.limits().running().with_listener(cancel.listener());
        let mut situation = state::look(&mut self.solver, item, &self.techniques, limits);
        let mut status = Status::Fine;
        if let Situation::Classic { solution: None, .. } = situation {
            state::several(item, &self.narrator, output);
            status.note(Status::Not);
        }
        let mut table = Table::new(&HEADER.map(|english| self.narrator.word(english)), &[0, 1, 7]);
        let mut count = 0;
        let limit = self.each(&mut situation, limits, &mut |state, ranked| {
            count += 1;
            let mut row = row(&self.narrator, state, number, count, &ranked);
            if style.format == ReplyFormat::Json {
                let mut line = String::new();
                json_line(&row, &mut line);
                output.write(&line)?;
            } else {
                if is_table {
                    row.level = ranked.level.map(|level| self.narrator.level(level));
                }
                let fields = fields(row);
                if style.format == ReplyFormat::Tsv {
                    let number = number.to_string();
                    tabbed(
                        std::iter::once(number.as_str()).chain(fields.iter().map(String::as_str)),
                        output,
                    )?;
                } else {
                    table.row(fields);
                }
            }
            Ok::<_, Error>(())
        })?;
        match situation {
            Situation::Classic { .. } | Situation::Ruled(_) => {}
            other => return Ok(state::refuse(item, &other, &self.narrator, output)),
        }
        if is_table && count > 0 {
            output.write(&table.text(style.colored))?;
        }
        if let Some(limit) = limit {
            status.note(state::refuse(item, &Situation::Unknown(limit), &self.narrator, output));
        } else if count == 0 && !self.bounds.cancel.is_cancelled() {
            status.note(Status::Not);
            if is_table {
                output.write(&(self.narrator.remark(Remark::Stuck) + "\n"))?;
            }
        }
        Ok(status)
    }

    /// Passes all steps of a state to `take`, if there is something to solve. Returns the limit that ended the
    /// search, if there was one.
    fn each<E>(
        &self,
        situation: &mut Situation,
        limits: &Limits<'_>,
        take: &mut dyn FnMut(&dyn GridState, Ranked) -> Result<(), E>,
    ) -> Result<Option<Limit>, E> {
        let (state, solution, proper) = match situation {
            Situation::Classic { state, solution, proper } => (state, solution, *proper),
            Situation::Ruled(ruled) => {
                let Ruled { logic, board, wanted } = &mut **ruled;
                let found = match steps_of_rules(logic, board, *wanted, limits) {
                    Ok(found) => found.into_iter(),
                    Err(limit) => return Ok(Some(limit)),
                };
                found.take(self.most).try_for_each(|ranked| take(&*board, ranked))?;
                return Ok(None);
            }
            _ => return Ok(None),
        };
        let settings = self.techniques.with_proper(proper);
        let mut guide = Guide::new(&self.profile, &settings, solution.as_ref());
        let (profile, wanted) = (&self.profile, self.wanted);
        // One row at a time, so the first steps are available early.
        let rows = profile.entries.iter().map(|entry| entry.techniques & wanted);
        let known = profile.entries.iter().fold(Techniques::NONE, |all, entry| all | entry.techniques);
        let rest = wanted.minus(known);
        let budget = limits.start();
        let mut count = 0;
        for techniques in rows.chain([rest]).filter(|techniques| !techniques.is_empty()) {
            let listener = |progress| {
                if let WorkProgress::Steps(found) = progress {
                    limits.report(WorkProgress::Steps(count + found));
                }
            };
            let (steps, limit) = guide.steps(state, techniques, &budget.rest().with_listener(&listener));
            count += steps.len();
            steps.into_iter().try_for_each(|ranked| take(&**state, ranked))?;
            if limit.is_some() {
                return Ok(limit);
            }
            if count >= self.most {
                break;
            }
        }
        Ok(None)
    }

    /// All steps of a state with explanations in words. Reports the number of steps that were found.
    pub fn reply(&mut self, reading: &Reading, listener: Listener<'_>) -> StepsReply {
        let mut reply = StepsReply { version: VERSION, ..StepsReply::default() };
        let item = match reading {
            Ok(item) => item,
            Err(rejected) => {
                reply.outcome = StepsOutcome::Malformed;
                reply.fault = Some(rejected.fault.clone());
                return reply;
            }
        };
        let limits = &self.bounds.limits().running().with_listener(listener);
        let mut situation = state::look(&mut self.solver, item, &self.techniques, limits);
        reply.outcome = situation.outcome();
        let take = &mut |state: &dyn GridState, ranked: Ranked| {
            let row = row(&self.narrator, state, 1, reply.steps.len() as u64 + 1, &ranked);
            reply.steps.push(ExplainedStep { row, words: self.narrator.explain(&ranked.step, state).into() });
            Ok::<_, Infallible>(())
        };
        let Ok(limit) = self.each(&mut situation, limits, take);
        reply.limit = limit.map(Into::into);
        match situation {
            Situation::Classic { solution, .. } => {
                reply.solutions =
                    Some(if solution.is_some() { SolutionCount::One } else { SolutionCount::Several });
            }
            Situation::Unknown(limit) => reply.limit = Some(limit.into()),
            Situation::Unsolvable(fault) => reply.fault = fault,
            Situation::Ruled(_) | Situation::Mistaken(_) => {}
        }
        reply
    }
}

fn row(narrator: &Narrator, state: &dyn GridState, number: u64, index: u64, ranked: &Ranked) -> StepRow {
    StepRow {
        version: VERSION,
        number,
        index,
        step: state::step_reply(&ranked.step, state, narrator),
        level: ranked.level.map(|level| level.name().to_owned()),
        score: ranked.score,
        direct: ranked.unlocked.direct,
        singles: ranked.unlocked.singles,
        solves: ranked.unlocked.solves,
        notation: narrator.eureka(&ranked.step),
    }
}

fn fields(row: StepRow) -> Vec<String> {
    vec![
        row.step.technique,
        row.level.unwrap_or_default(),
        row.score.map_or(String::new(), |score| score.to_string()),
        row.step.placements.len().to_string(),
        row.step.eliminations.len().to_string(),
        row.direct.to_string(),
        row.singles.to_string(),
        row.notation,
    ]
}

fn tabbed<'a>(fields: impl IntoIterator<Item = &'a str>, output: &mut dyn Output) -> Result<(), Error> {
    let mut text = String::new();
    let mut row = Row::new('\t');
    row.fields(fields);
    row.end(&mut text);
    Ok(output.write(&text)?)
}
