//! The file of classes, which a later run can continue.
//!
//! Its lines do not contain the puzzles that they come from. Therefore the progress file records the number of
//! finished puzzles in the input, the number of finished parts of the search around the next one, and two hashes: of
//! the finished puzzles, and of these puzzles with the next one. The hashes detect a different input. Without the
//! progress file, everything is searched again, and classes that the file already has are not written again.

use std::collections::HashSet;

use std::sync::{Arc, Mutex, PoisonError};

use arcdoku::canon::{Canonizer, Clues};
use arcdoku_wire::{Fault, puzzle_text};

use super::search::Part;
use super::{ClassStore, Start, Vicinity};
use crate::input::Reading;
use crate::resumable::{Mark, NO_HASH, OutFile, ProgressFile, ResumableFile, hash_after};
use crate::status::{Error, Status};
use crate::stream::{Done, Earlier};

/// Opens the file, and reads the progress of an earlier run. Nothing is changed before the first class is written.
pub(super) fn start(question: &Vicinity, out: &OutFile) -> Result<Start, Error> {
    let file = ClassFile::open(question, out)?;
    let known = file.known()?;
    let earlier = file.comparison.as_ref().map(|comparison| Box::new(comparison.clone()) as Box<dyn Earlier>);
    let (skip, status) = (file.extent.parts, file.extent.status);
    Ok(Start { store: Some(Box::new(file)), earlier, skip, status, known })
}

/// A file of classes.
struct ClassFile {
    file: ResumableFile,
    progress: ProgressFile<6>,
    /// The options of the search.
    signature: String,
    comparison: Option<Comparison>,
    extent: Extent,
}

/// The progress of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Extent {
    /// The number of finished puzzles, and of finished parts of the next one.
    puzzles: u64,
    parts: u64,
    /// The hash of these puzzles, and the hash with the next one if it has begun.
    hash: Hash,
    next: Hash,
    status: Status,
}

impl ClassFile {
    fn open(question: &Vicinity, OutFile { path, resume }: &OutFile) -> Result<Self, Error> {
        let signature = format!("--minus {} --plus {}", question.minus, question.plus);
        let file = ResumableFile::open(path, "classes")?;
        let headline = "arcdoku vicinity: progress of the search for the classes in the file of this name";
        let names = ["puzzles", "parts", "bytes", "hash", "next", "status"];
        let progress = ProgressFile::of(path, headline, names);
        let mut opened = Self { file, progress, signature, comparison: None, extent: Extent::default() };
        let file = &opened.file;
        if file.is_new() || file.is_empty() && !resume {
            opened.progress.save(&opened.mark())?;
            return Ok(opened);
        }
        if !resume {
            return Err(file.taken());
        }
        let mark = opened
            .progress
            .read("is not what `vicinity --out` writes: remove it to continue without a record")?;
        if let Some(mark) = &mark {
            mark.expect(&opened.signature, &file.shown())?;
        }
        if mark.is_none() && file.bytes() == 0 && !file.is_empty() {
            return Err(Error::usage(format!(
                "{}: has no complete line; remove it to start over",
                file.shown()
            )));
        }
        // The mark of a longer file is ignored, and everything is searched again.
        let numbers = mark.map(|mark| mark.numbers).filter(|&[_, _, bytes, ..]| bytes <= file.bytes());
        if let Some([puzzles, parts, _, hash, next, status]) = numbers {
            let status = Status::of_code(status);
            opened.extent = Extent { puzzles, parts, hash: Hash(hash), next: Hash(next), status };
        }
        opened.comparison = Some(Comparison::with(opened.extent));
        Ok(opened)
    }

    fn mark(&self) -> Mark<6> {
        let Extent { puzzles, parts, hash, next, status } = self.extent;
        let numbers = [puzzles, parts, self.file.bytes(), hash.0, next.0, status.code().into()];
        Mark { numbers, signature: self.signature.clone() }
    }

    /// The keys of the classes in the file.
    fn known(&self) -> Result<HashSet<u128>, Error> {
        let mut known = HashSet::new();
        let mut canonizer = Canonizer::new();
        for (line, row) in self.file.lines()?.zip(1..) {
            let line = line?;
            let canonical = clues(&line).map(|clues| canonizer.canonize(&clues));
            let canonical = canonical.filter(|canonical| canonical.form.line() == *line.as_bytes());
            let Some(canonical) = canonical else {
                let why = format!("found {}, which no such run writes", Fault::quoted(&line));
                return Err(foreign(&format!("{}:{row}", self.file.shown()), &why));
            };
            known.insert(canonical.key());
        }
        Ok(known)
    }
}

impl ClassStore for ClassFile {
    fn append(&mut self, lines: &str) -> Result<(), Error> {
        self.file.write(lines)
    }

    fn record(&mut self, part: &Part, status: Status) -> Result<(), Error> {
        let center = &part.center;
        if self.extent.parts == 0 {
            self.extent.next = self.extent.hash.with(&center.reading);
        }
        if part.is_last() {
            let hash = self.extent.next;
            self.extent = Extent { puzzles: center.number, parts: 0, hash, next: hash, status };
        } else {
            self.extent = Extent { parts: part.index + 1, status, ..self.extent };
        }
        let mark = self.mark();
        self.progress.keep(|| mark)
    }

    fn finish(mut self: Box<Self>, all: bool) -> Result<(), Error> {
        if self.comparison.as_ref().is_some_and(|comparison| comparison.has_failed(all)) {
            return Err(foreign(&self.file.shown(), "was written for another input"));
        }
        self.file.begin()?;
        let mark = self.mark();
        self.progress.save(&mark)
    }
}

/// The error for the file of a different search.
fn foreign(shown: &str, why: &str) -> Error {
    Error::usage(format!("{shown}: {why}; it was left unchanged, and nothing was searched"))
}

/// The clues of a line of 81 characters.
fn clues(line: &str) -> Option<Clues> {
    let cells: &[u8; 81] = line.as_bytes().try_into().ok()?;
    let is_cell = |cell: &u8| matches!(cell, b'.' | b'1'..=b'9');
    cells.iter().all(is_cell).then_some(())?;
    Clues::from_numbers(&cells.map(|cell| if cell == b'.' { 0 } else { cell - b'0' }))
}

/// The hash of readings, which detects a different input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Hash(u64);

impl Default for Hash {
    fn default() -> Self {
        Self(NO_HASH)
    }
}

impl Hash {
    /// The hash with one more reading.
    fn with(self, reading: &Reading) -> Self {
        let text = reading.as_ref().map_or_else(|_| String::new(), |item| puzzle_text(&item.record.puzzle));
        Self(hash_after(self.0, text.bytes().chain([b'\n'])))
    }
}

/// Compares the input with the input of the earlier run while it is read.
#[derive(Clone)]
struct Comparison(Arc<Mutex<Compared>>);

struct Compared {
    wanted: Extent,
    puzzles: u64,
    hash: Hash,
    is_other: bool,
}

impl Comparison {
    fn with(wanted: Extent) -> Self {
        let compared = Compared { wanted, puzzles: 0, hash: Hash::default(), is_other: false };
        Self(Arc::new(Mutex::new(compared)))
    }

    /// Whether the input differs. `all` is set if all of it was read.
    fn has_failed(&self, all: bool) -> bool {
        let compared = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        compared.is_other || all && !compared.is_complete()
    }
}

impl Compared {
    /// Whether the input contains all finished puzzles.
    fn is_complete(&self) -> bool {
        self.puzzles > self.wanted.puzzles
            || self.puzzles == self.wanted.puzzles && self.hash == self.wanted.hash && self.wanted.parts == 0
    }
}

impl Earlier for Comparison {
    fn ask(&mut self, _: u64, reading: &Reading) -> Done {
        let mut compared = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new = compared.puzzles == compared.wanted.puzzles;
        let hash = compared.hash.with(reading);
        if is_new
            && (compared.hash != compared.wanted.hash
                || compared.wanted.parts > 0 && hash != compared.wanted.next)
        {
            compared.is_other = true;
            return Done::Foreign;
        }
        compared.hash = hash;
        compared.puzzles += 1;
        if is_new { Done::No } else { Done::Yes }
    }
}
