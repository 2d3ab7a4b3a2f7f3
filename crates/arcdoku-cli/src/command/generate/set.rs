//! Where rows go: in the order of their numbers, each class once, into one file or two.
//!
//! ```text
//!   set.csv             all rows                     --split:  set.train.csv, set.test.csv
//!   set.csv.progress    the seed, the next number,   --split:  set.train.csv.progress
//!                       how many rows there are, and how long the files were then
//! ```
//!
//! To go on is to cut the files to the lengths that were noted, and to make the next number: what was cut off is
//! made again, the same.

use std::collections::HashSet;
use std::io::{BufRead as _, Write as _};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context as _;
use arcdoku::canon::{Canonizer, Clues};
use arcdoku::generate::GaveUp;
use serde::Deserialize;

use super::crew::{Entry, Report};
use super::row::Layout;
use crate::cli::{Generate, SetFormat};
use crate::output::growing::{Beside, Growing, Mark};
use crate::output::{Out, note};
use crate::status::usage;

/// So many repeated puzzles in a row, and so many times as many as there are classes, show that there are no others.
const REPEATS: u64 = 10_000;
const REPEATS_EACH: u64 = 10;

/// What is said of a file beside that says something else.
const FOREIGN: &str = "is not what `generate --out` writes: remove it and the set to begin anew";

/// What the file beside says.
const NAMES: [&str; 7] = ["seed", "next", "rows", "given-up", "repeats", "bytes", "test-bytes"];

/// A set of rows that grows.
pub(super) struct Set {
    files: Option<Files>,
    layout: Arc<Layout>,
    /// What is known of each class: half of its key, which is enough. Should two of a billion classes have the
    /// same half, one of them is left out.
    known: Option<HashSet<u64>>,
    /// Classes whose other half is below are for tests.
    share: Option<u64>,
    wanted: u64,
    at: Place,
    /// How many rows of this run have clues that may be redundant, and how many such clues there are.
    undecided: (u64, u64),
    /// Whether the seed is one that nobody knows yet.
    drawn: bool,
}

struct Files {
    rows: Growing,
    /// Those for tests.
    test: Option<Growing>,
    beside: Beside<7>,
    signature: String,
}

/// How far a set is.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    seed: u64,
    /// The next number.
    next: u64,
    rows: u64,
    gave_up: u64,
    /// How many puzzles in a row were repeated.
    repeats: u64,
}

impl Set {
    /// Opens the files of a set, and goes to where an earlier run ended. Nothing is changed yet.
    pub(super) fn open(
        options: &Generate,
        layout: &Arc<Layout>,
        signature: String,
        draw: impl FnOnce() -> u64,
    ) -> anyhow::Result<Self> {
        let mut set = Self {
            files: None,
            layout: Arc::clone(layout),
            known: options.dedupe.then(HashSet::new),
            share: options.split.map(|share| (share * 2f64.powi(64)) as u64),
            wanted: options.count,
            at: Place::default(),
            undecided: (0, 0),
            drawn: false,
        };
        if let Some(out) = &options.out {
            set.files = Some(Files::open(out, options.split.is_some(), signature)?);
        }
        match set.go_on(options) {
            Ok(true) => {}
            Ok(false) => {
                set.at.seed = options.seed.unwrap_or_else(draw);
                set.drawn = options.seed.is_none();
            }
            Err(error) => {
                if let Some(Files { rows, test, .. }) = set.files {
                    std::iter::once(rows).chain(test).for_each(Growing::leave);
                }
                return Err(error);
            }
        }
        Ok(set)
    }

    /// Goes to where an earlier run ended, if there is one to go on with.
    fn go_on(&mut self, options: &Generate) -> anyhow::Result<bool> {
        let Some(files) = &mut self.files else { return Ok(false) };
        let both = || std::iter::once(&files.rows).chain(&files.test);
        if !options.resume {
            return match both().find(|file| !file.is_empty()) {
                Some(file) => Err(file.taken()),
                None => Ok(false),
            };
        }
        if both().all(Growing::is_new) {
            return Ok(false);
        }
        let shown = files.rows.shown();
        let Some(mark) = files.beside.read(FOREIGN)? else {
            return match both().find(|file| !file.is_empty()) {
                None => Ok(false),
                Some(file) => {
                    let lack = "no file beside it says how it was made";
                    Err(usage(format!("{}: {lack}: remove it to begin anew", file.shown())))
                }
            };
        };
        mark.expect(&files.signature, &shown)?;
        let [seed, next, rows, gave_up, repeats, bytes, test_bytes] = mark.numbers;
        if let Some(other) = options.seed.filter(|&other| other != seed) {
            return Err(usage(format!(
                "{shown}: was written with --seed {seed}, and this run is with {other}"
            )));
        }
        if rows + gave_up > options.count {
            return Err(usage(format!("{shown}: is of -n {} already", rows + gave_up)));
        }
        self.at = Place { seed, next, rows, gave_up, repeats };
        let lengths = [bytes, test_bytes];
        let short = both().zip(lengths).find(|(file, length)| file.bytes() < *length);
        let [bytes, test_bytes] = match short {
            None => lengths,
            Some((file, _)) => {
                note(&format!("{}: has lost rows: the set is made anew", file.shown()));
                self.at = Place { seed, ..Place::default() };
                [0, 0]
            }
        };
        files.rows.cut(bytes);
        if let Some(test) = &mut files.test {
            test.cut(test_bytes);
        }
        if let Some(known) = &mut self.known {
            for file in std::iter::once(&files.rows).chain(&files.test) {
                read_classes(file, &self.layout, known).with_context(|| file.shown())?;
            }
        }
        Ok(true)
    }

    /// Begins to write.
    pub(super) fn begin(&mut self, out: &mut Out) -> anyhow::Result<()> {
        let header = self.layout.header();
        let Some(files) = &mut self.files else { return Ok(out.write_all(header.as_bytes())?) };
        // Before the first row it must be known how to go on.
        files.beside.save(&files.mark(&self.at))?;
        for file in std::iter::once(&mut files.rows).chain(&mut files.test) {
            file.begin()?;
            if file.bytes() == 0 && !header.is_empty() {
                file.write(&header)?;
            }
        }
        Ok(())
    }

    /// Takes the next batch, up to the last row that is wanted.
    pub(super) fn take(
        &mut self,
        report: &Report,
        out: &mut Out,
        gave_up: &mut dyn FnMut(GaveUp),
    ) -> anyhow::Result<ControlFlow<()>> {
        let mut start = 0;
        let (mut rows, mut test) = (String::with_capacity(report.text.len()), String::new());
        for (number, entry) in (report.first..).zip(&report.entries) {
            if self.is_done() {
                break;
            }
            self.at.next = number + 1;
            match *entry {
                Entry::GaveUp(failure) => {
                    self.at.gave_up += 1;
                    gave_up(failure);
                }
                Entry::Row { end, key, undecided } => {
                    let text = &report.text[std::mem::replace(&mut start, end)..end];
                    if let Some(known) = &mut self.known
                        && !known.insert((key >> 64) as u64)
                    {
                        self.at.repeats += 1;
                        if self.is_exhausted() {
                            break;
                        }
                        continue;
                    }
                    self.at.repeats = 0;
                    self.at.rows += 1;
                    self.undecided.0 += u64::from(undecided > 0);
                    self.undecided.1 += undecided as u64;
                    let for_tests = self.share.is_some_and(|share| (key as u64) < share);
                    if for_tests { &mut test } else { &mut rows }.push_str(text);
                }
            }
        }
        match &mut self.files {
            None => out.write_all(rows.as_bytes())?,
            Some(files) => {
                files.rows.write(&rows)?;
                if let Some(file) = &mut files.test {
                    file.write(&test)?;
                }
                let mark = files.mark(&self.at);
                files.beside.keep(|| mark)?;
            }
        }
        let over = self.is_done() || self.is_exhausted();
        Ok(if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// Ends the run.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        let Some(mut files) = self.files else { return Ok(()) };
        let mark = files.mark(&self.at);
        files.beside.save(&mark)
    }

    pub(super) fn seed(&self) -> u64 {
        self.at.seed
    }

    /// Whether the seed is one that nobody knows yet.
    pub(super) fn is_drawn(&self) -> bool {
        self.drawn
    }

    /// The next number.
    pub(super) fn next(&self) -> u64 {
        self.at.next
    }

    pub(super) fn rows(&self) -> u64 {
        self.at.rows
    }

    /// How many puzzles were given up, in all runs.
    pub(super) fn gave_up(&self) -> u64 {
        self.at.gave_up
    }

    /// How many rows of this run have clues that may be redundant, and how many such clues there are.
    pub(super) fn undecided(&self) -> (u64, u64) {
        self.undecided
    }

    /// How many of the wanted puzzles are there or given up.
    pub(super) fn done(&self) -> u64 {
        self.at.rows + self.at.gave_up
    }

    pub(super) fn is_done(&self) -> bool {
        self.done() >= self.wanted
    }

    /// How many puzzles in a row were repeated.
    pub(super) fn repeats(&self) -> u64 {
        self.at.repeats
    }

    /// Whether no new class is to be expected.
    pub(super) fn is_exhausted(&self) -> bool {
        self.at.repeats >= REPEATS.max(self.at.rows.saturating_mul(REPEATS_EACH))
    }
}

impl Files {
    /// Opens the file of a set, or the two that it is split into. What says how far they are is beside the first of
    /// them, so that a set that is split and one that is not may have the same name.
    fn open(out: &Path, split: bool, signature: String) -> anyhow::Result<Self> {
        let path = if split { part(out, "train") } else { out.to_owned() };
        let rows = Growing::open(&path, "puzzles")?;
        let test = match split.then(|| Growing::open(&part(out, "test"), "puzzles")).transpose() {
            Ok(test) => test,
            Err(error) => {
                rows.leave();
                return Err(error);
            }
        };
        let headline = "arcdoku generate: how far the set of this name was made";
        Ok(Self { beside: Beside::of(&path, headline, NAMES), rows, test, signature })
    }

    fn mark(&self, at: &Place) -> Mark<7> {
        let test_bytes = self.test.as_ref().map_or(0, Growing::bytes);
        let Place { seed, next, rows, gave_up, repeats } = *at;
        Mark {
            numbers: [seed, next, rows, gave_up, repeats, self.rows.bytes(), test_bytes],
            signature: self.signature.clone(),
        }
    }
}

/// `set.csv` and `train`: `set.train.csv`.
fn part(path: &Path, name: &str) -> PathBuf {
    match path.extension() {
        Some(ending) => {
            let mut end = std::ffi::OsString::from(name);
            end.push(".");
            end.push(ending);
            path.with_extension(end)
        }
        None => path.with_extension(name),
    }
}

/// Reads the classes of the rows of a file.
fn read_classes(file: &Growing, layout: &Layout, known: &mut HashSet<u64>) -> anyhow::Result<()> {
    #[derive(Deserialize)]
    struct Line {
        puzzle: String,
    }
    let mut canonizer = Canonizer::new();
    let mut lines = file.lines()?;
    let mut text = String::new();
    let (mut row, mut header) = (0, !layout.header().is_empty());
    loop {
        text.clear();
        row += 1;
        if lines.read_line(&mut text)? == 0 {
            return Ok(());
        }
        if std::mem::take(&mut header) {
            continue;
        }
        let line = text.trim_end();
        let clues = match layout.format {
            SetFormat::Jsonl => serde_json::from_str(line).ok().and_then(|Line { puzzle }| clues(&puzzle)),
            SetFormat::Csv => clues(line.split(',').next().unwrap_or_default()),
            _ => clues(line.split('\t').next().unwrap_or_default()),
        };
        let Some(clues) = clues else {
            return Err(usage(format!("row {row}: found no puzzle of such a run")));
        };
        known.insert(canonizer.canonize(&clues).key64());
    }
}

/// The clues of a line of 81 characters.
fn clues(text: &str) -> Option<Clues> {
    let cells: &[u8; 81] = text.as_bytes().try_into().ok()?;
    Clues::from_numbers(&cells.map(|byte| if byte == b'.' { 0 } else { byte.wrapping_sub(b'0') }))
}
