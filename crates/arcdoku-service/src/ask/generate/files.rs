//! The files of a set.
//!
//! ```text
//!   set.csv             all rows                     --split:  set.train.csv, set.test.csv
//!   set.csv.progress    the seed, the next number,   --split:  set.train.csv.progress
//!                       the number of rows, and the lengths of the files at that time
//! ```
//!
//! To continue, the files are truncated to the recorded lengths, and generation starts with the next number. Rows
//! that were cut off are generated again, identically.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use arcdoku::canon::{Canonizer, Clues};
use serde::Deserialize;

use super::layout::Layout;
use super::store::{Extent, RowStore, Start};
use super::{Generate, SetFile, SetFormat};
use crate::output::Output;
use crate::resumable::{Mark, OutFile, ProgressFile, ResumableFile};
use crate::status::Error;

/// The end of the message about a progress file with unexpected content.
const FOREIGN: &str = "is not what `generate --out` writes: remove it and the set to start over";

/// The names of the numbers of the progress file.
const NAMES: [&str; 7] = ["seed", "next", "rows", "given-up", "repeats", "bytes", "test-bytes"];

/// Opens the files, and seeks to the end of an earlier run. Nothing is changed yet.
pub(super) fn start(
    question: &Generate,
    out: &SetFile,
    signature: String,
    layout: &Layout,
    output: &mut dyn Output,
) -> Result<Start, Error> {
    let mut files = SetFiles::open(out, signature)?;
    match files.resume(question, out, layout, output) {
        Ok((extent, known)) => Ok(Start { store: Some(Box::new(files)), extent, known }),
        Err(error) => {
            std::iter::once(files.rows).chain(files.test).for_each(ResumableFile::discard);
            Err(error)
        }
    }
}

struct SetFiles {
    rows: ResumableFile,
    /// The rows of the test set.
    test: Option<ResumableFile>,
    progress: ProgressFile<7>,
    signature: String,
}

impl SetFiles {
    /// Opens the file of a set, or the two files of a split set. The progress file belongs to the first file, so a
    /// split set and an undivided set may have the same name.
    fn open(out: &SetFile, signature: String) -> Result<Self, Error> {
        let SetFile { file: OutFile { path, .. }, split } = out;
        let first = if split.is_some() { part(path, "train") } else { path.clone() };
        let rows = ResumableFile::open(&first, "puzzles")?;
        let test = match split.map(|_| ResumableFile::open(&part(path, "test"), "puzzles")).transpose() {
            Ok(test) => test,
            Err(error) => {
                rows.discard();
                return Err(error);
            }
        };
        let headline = "arcdoku generate: progress of the data set of this name";
        let progress = ProgressFile::of(&first, headline, NAMES);
        Ok(Self { rows, test, progress, signature })
    }

    /// Seeks to the end of an earlier run, if any, and reads the classes that it wrote.
    fn resume(
        &mut self,
        question: &Generate,
        out: &SetFile,
        layout: &Layout,
        output: &mut dyn Output,
    ) -> Result<(Option<Extent>, HashSet<u64>), Error> {
        let nothing = || Ok((None, HashSet::new()));
        let both = || std::iter::once(&self.rows).chain(&self.test);
        if !out.file.resume {
            return match both().find(|file| !file.is_empty()) {
                Some(file) => Err(file.taken()),
                None => nothing(),
            };
        }
        if both().all(ResumableFile::is_new) {
            return nothing();
        }
        let shown = self.rows.shown();
        let Some(mark) = self.progress.read(FOREIGN)? else {
            return match both().find(|file| !file.is_empty()) {
                None => nothing(),
                Some(file) => {
                    let lack = "the record of its options, FILE.progress, is missing";
                    Err(Error::usage(format!("{}: {lack}; remove it to start over", file.shown())))
                }
            };
        };
        mark.expect(&self.signature, &shown)?;
        let [seed, next, rows, gave_up, repeats, bytes, test_bytes] = mark.numbers;
        if let Some(other) = question.seed.filter(|&other| other != seed) {
            return Err(Error::usage(format!(
                "{shown}: was written with --seed {seed}, and this run has --seed {other}"
            )));
        }
        if rows + gave_up > question.count {
            return Err(Error::usage(format!("{shown}: already has -n {}", rows + gave_up)));
        }
        let mut extent = Extent { seed, next, rows, gave_up, repeats };
        let mut lengths = [bytes, test_bytes];
        if let Some((file, _)) = both().zip(lengths).find(|(file, length)| file.bytes() < *length) {
            output.note(&format!("{}: rows are missing; the run starts from the beginning", file.shown()));
            extent = Extent { seed, ..Extent::default() };
            lengths = [0, 0];
        }
        let mut known = HashSet::new();
        for (file, length) in std::iter::once(&mut self.rows).chain(&mut self.test).zip(lengths) {
            file.cut(length);
            if question.columns.dedupe {
                read_classes(file, layout, &mut known)?;
            }
        }
        Ok((Some(extent), known))
    }

    fn mark(&self, extent: &Extent) -> Mark<7> {
        let test_bytes = self.test.as_ref().map_or(0, ResumableFile::bytes);
        let Extent { seed, next, rows, gave_up, repeats } = *extent;
        let numbers = [seed, next, rows, gave_up, repeats, self.rows.bytes(), test_bytes];
        Mark { numbers, signature: self.signature.clone() }
    }
}

impl RowStore for SetFiles {
    fn begin(&mut self, header: &str, extent: &Extent) -> Result<(), Error> {
        // The progress file exists before the first row, so every file with rows can be continued.
        self.progress.save(&self.mark(extent))?;
        for file in std::iter::once(&mut self.rows).chain(&mut self.test) {
            file.begin()?;
            if file.bytes() == 0 && !header.is_empty() {
                file.write(header)?;
            }
        }
        Ok(())
    }

    fn append(&mut self, rows: &str, test: &str, extent: &Extent) -> Result<(), Error> {
        self.rows.write(rows)?;
        if let Some(file) = &mut self.test {
            file.write(test)?;
        }
        let mark = self.mark(extent);
        self.progress.keep(|| mark)
    }

    fn finish(mut self: Box<Self>, extent: &Extent) -> Result<(), Error> {
        let mark = self.mark(extent);
        self.progress.save(&mark)
    }
}

/// The path of a part of a split set: `set.train.csv` for `set.csv` and `train`.
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

/// Reads the classes of the rows in a file.
fn read_classes(file: &ResumableFile, layout: &Layout, known: &mut HashSet<u64>) -> Result<(), Error> {
    #[derive(Deserialize)]
    struct Line {
        puzzle: String,
    }
    let mut canonizer = Canonizer::new();
    let has_header = !layout.header().is_empty();
    for (row, line) in (1..).zip(file.lines()?).skip(usize::from(has_header)) {
        let line = line?;
        let line = line.trim_end();
        let clues = match layout.format {
            SetFormat::Jsonl => serde_json::from_str(line).ok().and_then(|Line { puzzle }| clues(&puzzle)),
            SetFormat::Csv => clues(line.split(',').next().unwrap_or_default()),
            _ => clues(line.split('\t').next().unwrap_or_default()),
        };
        let Some(clues) = clues else {
            let shown = file.shown();
            return Err(Error::usage(format!("{shown}: row {row}: is not a puzzle of this run")));
        };
        known.insert(canonizer.canonize(&clues).key64());
    }
    Ok(())
}

/// The clues of a line of 81 characters.
fn clues(text: &str) -> Option<Clues> {
    let cells: &[u8; 81] = text.as_bytes().try_into().ok()?;
    Clues::from_numbers(&cells.map(|byte| if byte == b'.' { 0 } else { byte.wrapping_sub(b'0') }))
}
