//! A file of classes that a run can go on with.
//!
//! The lines say nothing of the puzzles that they come from. So the file beside says how many puzzles of the input are
//! done, how many parts of the search around the next, and two hashes, of what was done and of the puzzle after
//! it, by which another input is told. Without that file everything is looked around again, and no class
//! that the lines have is written again.

use std::collections::HashSet;
use std::io::BufRead as _;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context as _;
use arcdoku::canon::{Canonizer, Clues};
use arcdoku_wire::{Fault, puzzle_text};

use super::foreign;
use crate::cli::Vicinity;
use crate::input::Reading;
use crate::output::growing::{Beside, Growing, Mark};
use crate::pipeline::{Before, Done};
use crate::status::{Status, usage};

/// A file of classes that grows.
pub(super) struct Kept {
    file: Growing,
    beside: Beside<6>,
    /// Which search it is.
    signature: String,
    earlier: Option<Earlier>,
    now: State,
}

/// How far a run is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct State {
    /// So many puzzles are done, and so many parts of the next.
    puzzles: u64,
    parts: u64,
    /// The hash of these puzzles, and with the next one if it is begun.
    hash: Hash,
    next: Hash,
    /// What became of them.
    status: Status,
}

/// What is done with a part: up to which puzzle and part of it, and whether that was its last.
#[derive(Clone, Copy)]
pub(super) struct Through {
    pub(super) number: u64,
    pub(super) parts: u64,
    pub(super) all: bool,
}

impl Kept {
    pub(super) fn open(path: &Path, options: &Vicinity) -> anyhow::Result<Self> {
        let signature = format!("--minus {} --plus {}", options.minus, options.plus);
        let file = Growing::open(path, "classes")?;
        let headline = "arcdoku vicinity: how far the search for the classes in the file of this name came";
        let beside = Beside::of(path, headline, ["puzzles", "parts", "bytes", "hash", "next", "status"]);
        let mut kept = Self { file, beside, signature, earlier: None, now: State::default() };
        let file = &kept.file;
        if file.is_new() || file.is_empty() && !options.resume {
            kept.beside.save(&kept.mark())?;
            return Ok(kept);
        }
        if !options.resume {
            return Err(file.taken());
        }
        let mark = kept.beside.read("is not what `vicinity --out` writes: remove it to do without")?;
        if let Some(mark) = &mark {
            mark.expect(&kept.signature, &file.shown())?;
        }
        if mark.is_none() && file.bytes() == 0 && !file.is_empty() {
            return Err(usage(format!("{}: has no whole line: remove it to begin anew", file.shown())));
        }
        // A mark of a longer file is passed over: everything is looked around again.
        let numbers = mark.map(|mark| mark.numbers).filter(|&[_, _, bytes, ..]| bytes <= file.bytes());
        if let Some([puzzles, parts, _, hash, next, status]) = numbers {
            let status = Status::of_code(status);
            kept.now = State { puzzles, parts, hash: Hash(hash), next: Hash(next), status };
        }
        let met = Met { wanted: kept.now, puzzles: 0, hash: Hash::default(), is_other: false };
        kept.earlier = Some(Earlier(Arc::new(Mutex::new(met))));
        Ok(kept)
    }

    fn mark(&self) -> Mark<6> {
        let State { puzzles, parts, hash, next, status } = self.now;
        let numbers = [puzzles, parts, self.file.bytes(), hash.0, next.0, status.code().into()];
        Mark { numbers, signature: self.signature.clone() }
    }

    /// Compares the input with that of the earlier run.
    pub(super) fn before(&self) -> Option<Box<dyn Before>> {
        self.earlier.as_ref().map(|earlier| Box::new(Earlier(Arc::clone(&earlier.0))) as Box<dyn Before>)
    }

    /// How many parts of the first new puzzle are done.
    pub(super) fn parts(&self) -> u64 {
        self.now.parts
    }

    /// What became of the puzzles that are done.
    pub(super) fn status(&self) -> Status {
        self.now.status
    }

    /// The keys of the classes that are written.
    pub(super) fn known(&self) -> anyhow::Result<HashSet<u128>> {
        let mut known = HashSet::new();
        let mut canonizer = Canonizer::new();
        for (line, row) in self.file.lines()?.lines().zip(1..) {
            let line = line.with_context(|| self.file.shown())?;
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

    pub(super) fn append(&mut self, lines: &str) -> anyhow::Result<()> {
        self.file.write(lines)
    }

    /// A part is done, and its classes are written; `status` is that of all so far.
    pub(super) fn note(&mut self, through: Through, reading: &Reading, status: Status) -> anyhow::Result<()> {
        if self.now.parts == 0 {
            self.now.next = self.now.hash.with(reading);
        }
        if through.all {
            let hash = self.now.next;
            self.now = State { puzzles: through.number, parts: 0, hash, next: hash, status };
        } else {
            self.now = State { parts: through.parts, status, ..self.now };
        }
        let mark = self.mark();
        self.beside.keep(|| mark)
    }

    /// Ends the run; `all` says whether all of the input was read.
    pub(super) fn finish(mut self, all: bool) -> anyhow::Result<()> {
        if let Some(Earlier(met)) = &self.earlier {
            let met = met.lock().unwrap_or_else(PoisonError::into_inner);
            if met.is_other || all && !met.is_whole() {
                return Err(foreign(&self.file.shown(), "was written for another input"));
            }
        }
        self.file.begin()?;
        let mark = self.mark();
        self.beside.save(&mark)
    }
}

/// The clues of a line of 81 characters.
fn clues(line: &str) -> Option<Clues> {
    let cells: &[u8; 81] = line.as_bytes().try_into().ok()?;
    let is_cell = |cell: &u8| matches!(cell, b'.' | b'1'..=b'9');
    cells.iter().all(is_cell).then_some(())?;
    Clues::from_numbers(&cells.map(|cell| if cell == b'.' { 0 } else { cell - b'0' }))
}

/// The hash of readings (64-bit FNV-1a): it tells another input, nothing more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Hash(u64);

impl Default for Hash {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    /// With one more reading.
    fn with(self, reading: &Reading) -> Self {
        let text = reading.as_ref().map_or_else(|_| String::new(), |item| puzzle_text(&item.record.puzzle));
        let bytes = text.bytes().chain([b'\n']);
        Self(bytes.fold(self.0, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)))
    }
}

/// Where an earlier run came to, held against the input as it is read.
struct Earlier(Arc<Mutex<Met>>);

struct Met {
    wanted: State,
    puzzles: u64,
    hash: Hash,
    is_other: bool,
}

impl Met {
    /// Whether all that was done was met again.
    fn is_whole(&self) -> bool {
        self.puzzles > self.wanted.puzzles
            || self.puzzles == self.wanted.puzzles && self.hash == self.wanted.hash && self.wanted.parts == 0
    }
}

impl Before for Earlier {
    fn ask(&mut self, _: u64, reading: &Reading) -> Done {
        let mut met = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = met.puzzles == met.wanted.puzzles;
        let hash = met.hash.with(reading);
        if known && (met.hash != met.wanted.hash || met.wanted.parts > 0 && hash != met.wanted.next) {
            met.is_other = true;
            return Done::Foreign;
        }
        met.hash = hash;
        met.puzzles += 1;
        if known { Done::No } else { Done::Yes }
    }
}
