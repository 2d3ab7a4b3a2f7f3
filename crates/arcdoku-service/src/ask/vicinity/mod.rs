//! Minimal puzzles that differ from given puzzles by a few clues, as canonical forms.
//!
//! The search around one puzzle may take hours, and the search around another a moment. Therefore workers share parts
//! of searches, not puzzles. The results of the parts are written in order.

mod file;
mod search;

use std::collections::HashSet;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use arcdoku::canon::Clues;
use arcdoku::puzzle::Limit;
use arcdoku_wire::question::Vicinity;

use self::search::{Center, Part, PartFound, PartSearch};
use crate::cancel::Cancel;
use crate::input::{Input, Reading};
use crate::output::Output;
use crate::report::caught;
use crate::resumable::OutFile;
use crate::status::{Error, Status};
use crate::stream::{Batch, Earlier, Stream};

/// The maximum number of finished parts that wait for an earlier part.
const MOST_WAITING: usize = 1 << 14;

/// Minimum time between flushes of the output.
const FLUSH: Duration = Duration::from_secs(1);

/// The result of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VicinitySummary {
    /// How the run ended.
    pub status: Status,
    /// The number of classes, including classes of an earlier run.
    pub classes: u64,
}

/// Stores classes, so a later run can continue.
trait ClassStore {
    fn append(&mut self, lines: &str) -> Result<(), Error>;

    /// Records that a part is finished and its classes are written. `status` is the status of all parts so far.
    fn record(&mut self, part: &Part, status: Status) -> Result<(), Error>;

    /// Ends the run. `all` is set if all of the input was read.
    fn finish(self: Box<Self>, all: bool) -> Result<(), Error>;
}

/// The start of a run: after the earlier run, if there was one.
#[derive(Default)]
struct Start {
    store: Option<Box<dyn ClassStore>>,
    earlier: Option<Box<dyn Earlier>>,
    /// The number of finished parts of the first new puzzle.
    skip: u64,
    /// The status of the finished parts.
    status: Status,
    /// The keys of the written classes.
    known: HashSet<u128>,
}

/// Writes the classes of minimal puzzles around all puzzles of an input, each class once.
///
/// # Errors
/// If the file cannot be used or belongs to another input, or the output cannot be written.
pub fn run(
    question: &Vicinity,
    file: Option<&OutFile>,
    input: Input,
    threads: usize,
    cancel: &Cancel,
    output: &mut dyn Output,
) -> Result<VicinitySummary, Error> {
    let (minus, plus, time) = (question.minus as usize, question.plus as usize, question.limits.time);
    let Start { store, earlier, mut skip, status, known } =
        file.map_or_else(|| Ok(Start::default()), |file| file::start(question, file))?;
    let stream = Stream {
        most: 1,
        earlier,
        bound: Some(MOST_WAITING),
        flush_interval: Some(FLUSH),
        ..Stream::new(input, threads, cancel)
    };
    let split = move |batch: Batch, send: &mut dyn FnMut(Part) -> ControlFlow<()>| {
        for (number, reading) in batch.readings() {
            let center = Arc::new(Center::new(number, reading, minus, plus));
            let last = center.parts - 1;
            let mut index = std::mem::take(&mut skip).min(last);
            loop {
                if center.is_given_up() {
                    index = last;
                }
                send(Part { center: Arc::clone(&center), index })?;
                if index == last {
                    break;
                }
                index += 1;
            }
        }
        ControlFlow::Continue(())
    };
    let flag = cancel.clone();
    let worker = move || {
        let flag = flag.clone();
        let mut search = PartSearch::new(minus, plus, time, &flag);
        move |part: Part, emit: &mut dyn FnMut((Part, Result<PartFound, String>)) -> ControlFlow<()>| {
            // If a limit ended a part, only the last part of the puzzle is still needed.
            if part.is_last() || !part.center.is_given_up() {
                let found = caught(&part.center.reading, || search.run(&part));
                if found.is_err() {
                    // The other parts of this puzzle would probably panic as well, so they are left out.
                    part.center.give_up();
                    search = PartSearch::new(minus, plus, time, &flag);
                }
                let _ = emit((part, found));
            }
        }
    };
    let mut classes = Classes { known, store, status, limit: None, panicked: None };
    stream.run_jobs(split, worker, output, |output, (part, found)| classes.take(output, &part, found))?;
    let Classes { known, store, mut status, .. } = classes;
    if let Some(store) = store {
        store.finish(!cancel.is_cancelled())?;
    }
    if cancel.is_cancelled() {
        status.note(Status::Interrupted);
    }
    Ok(VicinitySummary { status, classes: known.len() as u64 })
}

/// The classes found so far.
struct Classes {
    /// The keys of all classes that were written.
    known: HashSet<u128>,
    store: Option<Box<dyn ClassStore>>,
    /// The status of this run, and of the run that it continues.
    status: Status,
    /// The limit that ended a part of the puzzle that is being written.
    limit: Option<Limit>,
    /// The number of the last puzzle whose search panicked, which is reported once.
    panicked: Option<u64>,
}

impl Classes {
    /// Writes the classes of a part. Parts arrive in order.
    fn take(
        &mut self,
        output: &mut dyn Output,
        part: &Part,
        found: Result<PartFound, String>,
    ) -> Result<ControlFlow<()>, Error> {
        let reading = &part.center.reading;
        let found = found.unwrap_or_else(|panic| {
            if self.panicked.replace(part.center.number) != Some(part.center.number) {
                output.error(&panic);
            }
            self.status.note(Status::Panicked);
            PartFound { forms: Some(Vec::new()), limit: None }
        });
        match found.forms {
            None => self.refuse(output, reading),
            Some(forms) => self.write(output, forms)?,
        }
        if found.limit == Some(Limit::Cancelled) {
            return Ok(ControlFlow::Break(()));
        }
        self.limit = self.limit.or(found.limit);
        let is_given_up = self.limit.is_some();
        if let Some(limit) = self.limit.take_if(|_| part.is_last()) {
            if let Ok(item) = reading {
                output.error(&format!("{}: given up ({})", item.place(), limit.name()));
            }
            self.status.note(Status::Limit);
        }
        // If a limit ended a part, the puzzle is recorded only after its last part. A run that continues before that
        // repeats its parts.
        if let Some(store) = &mut self.store
            && (part.is_last() || !is_given_up)
        {
            store.record(part, self.status)?;
        }
        output.within((part.index + 1) as f64 / part.center.parts as f64);
        output.tick();
        Ok(ControlFlow::Continue(()))
    }

    /// Reports a reading that is not a plain 9x9 puzzle.
    fn refuse(&mut self, output: &mut dyn Output, reading: &Reading) {
        let (status, message) = match reading {
            Ok(item) => match item.conflict() {
                Some(conflict) => (Status::Malformed, conflict.to_string()),
                None => (Status::Not, format!("{}: expected a plain 9x9 puzzle", item.place())),
            },
            Err(rejected) => (Status::Malformed, rejected.message()),
        };
        output.error(&message);
        self.status.note(status);
    }

    fn write(&mut self, output: &mut dyn Output, forms: Vec<(u128, Clues)>) -> Result<(), Error> {
        let mut lines = String::new();
        for (key, form) in forms {
            if self.known.insert(key) {
                // Writing to a string cannot fail.
                let _ = writeln!(lines, "{form}");
            }
        }
        match &mut self.store {
            Some(store) if !lines.is_empty() => store.append(&lines),
            Some(_) => Ok(()),
            None => Ok(output.write(&lines)?),
        }
    }
}
