//! A worker's report on the puzzles of a batch.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

use arcdoku::puzzle::{Limit, Limits, Outcome, Solution};
use arcdoku::solve::Solver;
use arcdoku_wire::{Fault, NoAnswer, puzzle_text};

use crate::input::{Item, Reading};
use crate::output::Output;
use crate::status::{Error, Status};

/// The answers to the puzzles of a batch.
#[derive(Debug, Default)]
pub struct Report {
    /// The answers as text.
    pub text: String,
    /// The errors, one entry each.
    pub errors: Vec<String>,
    /// The status of these puzzles.
    pub status: Status,
    /// Whether the run was cancelled before the batch was done. If so, nothing after it is written.
    pub is_cut: bool,
}

/// The reason why there is no answer, as in replies. The errors of the report contain it, too.
#[derive(Debug, Default)]
pub struct Refusal {
    pub(crate) outcome: Option<NoAnswer>,
    pub(crate) limit: Option<arcdoku_wire::Limit>,
    pub(crate) fault: Option<Fault>,
}

impl Refusal {
    /// Outcome, limit and fault, as in replies.
    pub(crate) fn parts(self) -> (Option<NoAnswer>, Option<arcdoku_wire::Limit>, Option<Fault>) {
        (self.outcome, self.limit, self.fault)
    }
}

/// Does the work on a puzzle. A panic is a bug in this program. It is returned as a message that names the puzzle,
/// and the state that the work changed must be discarded.
pub(crate) fn caught<T>(reading: &Reading, work: impl FnOnce() -> T) -> Result<T, String> {
    let place = || reading.as_ref().map_or_else(|rejected| rejected.message(), Item::place);
    caught_at(reading.as_ref().ok(), place, work)
}

/// Like [`caught`], for a problem at a place, which may be a puzzle.
pub(crate) fn caught_at<T>(
    item: Option<&Item>,
    place: impl FnOnce() -> String,
    work: impl FnOnce() -> T,
) -> Result<T, String> {
    let work = || {
        if let (Some(named), Some(item)) = (provoked(), item) {
            assert!(*named != puzzle_text(&item.record.puzzle), "a test wants this");
        }
        work()
    };
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or_default();
        format!("{}: internal error: {}", place(), text.lines().next().unwrap_or_default())
    })
}

/// Does the work on several puzzles together. After a panic, the puzzles must be processed one by one.
pub(crate) fn unwound<T>(work: impl FnOnce() -> T) -> Result<T, ()> {
    let work = || {
        assert!(provoked().is_none(), "a test wants one of these");
        work()
    };
    catch_unwind(AssertUnwindSafe(work)).map_err(drop)
}

/// The puzzle on which the work panics on purpose, for tests; `None` in releases.
fn provoked() -> Option<&'static String> {
    static NAMED: OnceLock<Option<String>> = OnceLock::new();
    let named = || std::env::var("ARCDOKU_TEST_PANIC").ok();
    if cfg!(debug_assertions) { NAMED.get_or_init(named).as_ref() } else { None }
}

impl Report {
    /// Like [`caught`], with the report. After a panic, the report has only the error of the puzzle, and the result
    /// is `None`.
    pub(crate) fn caught<T>(&mut self, reading: &Reading, work: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let (text, errors) = (self.text.len(), self.errors.len());
        match caught(reading, || work(self)) {
            Ok(done) => Some(done),
            Err(panic) => {
                self.text.truncate(text);
                self.errors.truncate(errors);
                self.error(Status::Panicked, panic);
                None
            }
        }
    }

    /// Writes the report.
    pub(crate) fn write(&self, output: &mut dyn Output) -> Result<ControlFlow<()>, Error> {
        for message in &self.errors {
            output.error(message);
        }
        output.write(&self.text)?;
        Ok(self.flow())
    }

    /// Adds the report and the answers about a puzzle. If the work on it was cancelled, its answers are not written.
    pub(crate) fn add(&mut self, other: Self, text: &str) {
        self.errors.extend(other.errors);
        self.status.note(other.status);
        self.is_cut |= other.is_cut;
        if !other.is_cut {
            self.text.push_str(text);
        }
    }

    /// Whether the run continues.
    pub(crate) fn flow(&self) -> ControlFlow<()> {
        if self.is_cut { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Notes an error and its status for the run.
    #[expect(clippy::needless_pass_by_value, reason = "callers hand over errors and texts alike")]
    pub(crate) fn error(&mut self, status: Status, message: impl ToString) {
        self.errors.push(message.to_string());
        self.status.note(status);
    }

    /// The puzzle, if it could be read and its clues do not break a rule.
    pub(crate) fn read<'a>(&mut self, reading: &'a Reading) -> Result<&'a Item, Refusal> {
        let item = match reading {
            Ok(item) => item,
            Err(rejected) => {
                self.error(Status::Malformed, rejected.message());
                let fault = Some(rejected.fault.clone());
                return Err(Refusal { outcome: Some(NoAnswer::Malformed), limit: None, fault });
            }
        };
        let Some(conflict) = item.conflict() else { return Ok(item) };
        self.error(Status::Malformed, &conflict);
        let outcome = Some(NoAnswer::Unsatisfiable);
        Err(Refusal { outcome, limit: None, fault: Some(conflict) })
    }

    /// The only solution of a puzzle, or the reason why there is none.
    pub(crate) fn only_solution(
        &mut self,
        solver: &mut Solver,
        item: &Item,
        limits: &Limits<'_>,
    ) -> Result<Solution, Refusal> {
        Err(match solver.solve(&item.record.puzzle, limits).outcome {
            Outcome::Unique(solution) | Outcome::Solved(solution) => return Ok(solution),
            Outcome::Unsatisfiable(_) => self.refuse(item, NoAnswer::Unsatisfiable, "there is no solution"),
            Outcome::Unknown { limit, .. } => self.given_up(item, limit),
            _ => self.refuse(item, NoAnswer::Multiple, "there are several solutions"),
        })
    }

    /// Reports why a puzzle has no answer.
    pub(crate) fn refuse(&mut self, item: &Item, outcome: NoAnswer, what: &str) -> Refusal {
        self.error(Status::Not, format!("{}: {what}", item.place()));
        Refusal { outcome: Some(outcome), ..Refusal::default() }
    }

    /// Reports that a limit was reached.
    pub(crate) fn given_up(&mut self, item: &Item, limit: Limit) -> Refusal {
        if limit == Limit::Cancelled {
            self.is_cut = true;
        } else {
            self.error(Status::Limit, format!("{}: given up ({})", item.place(), limit.name()));
        }
        Refusal { limit: Some(limit.into()), ..Refusal::default() }
    }
}

/// Whether a reading is a fault of the whole input, so there is no puzzle to answer.
pub(crate) fn is_whole(reading: &Reading) -> bool {
    reading.as_ref().is_err_and(|rejected| rejected.whole)
}
