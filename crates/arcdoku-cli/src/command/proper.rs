//! What commands have in common that look at puzzles one by one: from the input to the only solution, and from what
//! is found to the output.

use std::io::Write as _;
use std::ops::ControlFlow;
use std::sync::Arc;

use arcdoku::puzzle::{Limit, Limits, Outcome, Solution};
use arcdoku::solve::Solver;
use arcdoku_wire::Fault;
use serde::Serialize;

use crate::cli::{InputArgs, JobArgs};
use crate::input::{Entry, Item, Reading};
use crate::interrupt;
use crate::output::{self, Out, error_line};
use crate::pipeline::{self, Batch, Run};
use crate::progress::Progress;
use crate::status::Status;

/// What a batch gave.
#[derive(Default)]
pub(crate) struct Report {
    pub(crate) out: String,
    pub(crate) errors: Vec<String>,
    pub(crate) status: Status,
    /// Whether Ctrl-C came.
    pub(crate) cut: bool,
}

/// Why there is no answer, as JSON says it. Standard error has it already.
#[derive(Default)]
pub(crate) struct Refusal {
    pub(crate) outcome: Option<String>,
    pub(crate) limit: Option<String>,
    pub(crate) fault: Option<Fault>,
}

/// Hands all puzzles to workers and writes what they report, in order. `quiet`: without progress.
pub(crate) fn stream<W>(
    input: &InputArgs,
    jobs: JobArgs,
    quiet: bool,
    worker: impl Fn() -> W + Send + Sync + 'static,
) -> anyhow::Result<Status>
where
    W: FnMut(u64, &Reading, &mut Report),
{
    let plan = Arc::new(input.plan()?);
    let entries = input.entries(&plan)?;
    let mut progress = Progress::of_batch(entries.iter().map(Entry::size).sum(), quiet);
    let worker = move || {
        let mut work = worker();
        move |batch: Batch| {
            let mut report = Report::default();
            for (number, reading) in batch.readings() {
                work(number, &reading, &mut report);
                if report.cut {
                    break;
                }
            }
            report
        }
    };
    let mut status = Status::Fine;
    let write = |out: &mut Out, progress: &mut Progress, report: Report| {
        for line in &report.errors {
            progress.line(line);
        }
        status.note(report.status);
        out.write_all(report.out.as_bytes())?;
        Ok(if report.cut { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    };
    let work = Run::new(entries, plan, jobs.threads());
    pipeline::run(work, worker, &mut progress, &mut output::stdout(), write)?;
    if interrupt::asked() {
        status.note(Status::Interrupted);
    }
    Ok(status)
}

impl Report {
    /// The puzzle and its only solution, or what is in the way.
    pub(crate) fn look<'a>(
        &mut self,
        solver: &mut Solver,
        reading: &'a Reading,
        limits: &Limits<'_>,
    ) -> Result<(&'a Item, Solution), Box<Refusal>> {
        let item = match reading {
            Ok(item) => item,
            Err(rejected) => {
                self.errors.push(error_line(&rejected.message()));
                self.status.note(Status::Malformed);
                let fault = Some(rejected.fault.clone());
                return Err(Box::new(Refusal { outcome: Some("malformed".to_owned()), limit: None, fault }));
            }
        };
        if let Some(conflict) = item.conflict() {
            self.errors.push(error_line(&conflict.to_string()));
            self.status.note(Status::Malformed);
            let outcome = Some("unsatisfiable".to_owned());
            return Err(Box::new(Refusal { outcome, limit: None, fault: Some(conflict) }));
        }
        let outcome = solver.solve(&item.record.puzzle, limits).outcome;
        let name = outcome.name();
        let what = match outcome {
            Outcome::Unique(solution) | Outcome::Solved(solution) => return Ok((item, solution)),
            Outcome::Multiple(..) => "there are several solutions",
            Outcome::Unsatisfiable(_) => "there is no solution",
            Outcome::Unknown { limit, .. } => return Err(self.given_up(item, limit)),
        };
        Err(self.refuse(item, name, what))
    }

    /// Says why a puzzle has no answer.
    pub(crate) fn refuse(&mut self, item: &Item, outcome: &str, what: &str) -> Box<Refusal> {
        self.errors.push(error_line(&format!("{}:{}: {what}", item.source, item.line())));
        self.status.note(Status::Not);
        Box::new(Refusal { outcome: Some(outcome.to_owned()), ..Refusal::default() })
    }

    /// Says that a limit was reached.
    pub(crate) fn given_up(&mut self, item: &Item, limit: Limit) -> Box<Refusal> {
        if limit == Limit::Cancelled {
            self.cut = true;
        } else {
            let place = format!("{}:{}", item.source, item.line());
            self.errors.push(error_line(&format!("{place}: given up ({})", limit.name())));
            self.status.note(Status::Limit);
        }
        Box::new(Refusal { limit: Some(limit.name().to_owned()), ..Refusal::default() })
    }
}

/// Appends a JSON line.
pub(crate) fn json(reply: &impl Serialize, out: &mut String) {
    if let Ok(line) = serde_json::to_string(reply) {
        out.push_str(&line);
        out.push('\n');
    }
}

/// Whether a reading is an input as a whole that cannot be read: there is no puzzle to answer for.
pub(crate) fn is_whole(reading: &Reading) -> bool {
    reading.as_ref().is_err_and(|rejected| rejected.whole)
}
