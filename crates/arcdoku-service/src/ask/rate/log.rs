//! A file of ratings that a run can continue, however the previous one ended.
//!
//! FILE has whole lines, in the order of the input; FILE.progress (see `resumable`) records how many puzzles of
//! the input are done. FILE alone is enough to continue: its lines are compared with the puzzles of the input, and
//! whatever comes after the last of them is rated. The second file adds two things: how far the input was
//! read where a filter left no lines, and what the ratings are based on.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Take};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arcdoku::rate::Form;
use serde::Deserialize;

use crate::ask::{ReplyFormat, state};
use crate::input::Reading;
use crate::resumable::{Mark, ProgressFile, ResumableFile};
use crate::status::Error;
use crate::stream::{Done, Earlier};

/// The expected content of the file.
pub(super) struct Wanted {
    pub(super) format: ReplyFormat,
    pub(super) form: Form,
    /// Whether some puzzles have no line.
    pub(super) is_filtered: bool,
    /// The options that determine the lines.
    pub(super) signature: String,
}

/// A file of ratings with its progress.
pub(super) struct RatingsLog {
    file: ResumableFile,
    /// The number of finished puzzles of the input, and the length of the file at that time.
    progress: ProgressFile<2>,
    signature: String,
    /// The number of the last puzzle that is done.
    through: u64,
}

impl RatingsLog {
    /// Opens the file and reads what an earlier run wrote. Nothing is changed before the first rating.
    pub(super) fn open(
        path: &Path,
        resume: bool,
        wanted: Wanted,
    ) -> Result<(Self, Option<EarlierRatings>), Error> {
        let file = ResumableFile::open(path, "ratings")?;
        let shown = file.shown();
        let headline = "arcdoku rate: how far the ratings in the file of this name were made";
        let progress = ProgressFile::of(path, headline, ["puzzles", "bytes"]);
        let mut log = Self { file, progress, signature: wanted.signature.clone(), through: 0 };
        let file = &log.file;
        // It may be empty because no puzzle has passed the filter yet.
        if file.is_new() || file.is_empty() && !resume {
            log.progress.save(&log.mark())?;
            return Ok((log, None));
        }
        if !resume {
            return Err(file.taken());
        }
        let mark = log.progress.read("is not what `rate --out` writes: remove it to do without")?;
        if let Some(mark) = &mark {
            mark.expect(&wanted.signature, &shown)?;
        }
        let whole = file.bytes();
        if mark.is_none() && whole == 0 && !file.is_empty() {
            return Err(Error::usage(format!("{shown}: has no whole line: remove it to start over")));
        }
        // A mark beyond the end is that of a longer file: the lines are enough.
        let known = mark.map(|mark| mark.numbers).filter(|&[_, bytes]| bytes <= whole).unwrap_or_default();
        let lines = Lines::new(file.lines()?, wanted, known.into(), shown);
        log.through = known[0];
        Ok((log, Some(EarlierRatings(Arc::new(Mutex::new(lines))))))
    }

    /// Appends the lines of puzzles up to the one with this number.
    pub(super) fn write(&mut self, lines: &str, through: u64) -> Result<(), Error> {
        if through == 0 {
            // The batch was cancelled before its first puzzle was finished.
            return Ok(());
        }
        self.file.write(lines)?;
        self.through = self.through.max(through);
        let (through, bytes) = (self.through, self.file.bytes());
        self.progress.keep(|| Mark { numbers: [through, bytes], signature: self.signature.clone() })
    }

    /// Ends the run; `all` says whether all of the input was read.
    pub(super) fn finish(mut self, earlier: Option<&EarlierRatings>, all: bool) -> Result<(), Error> {
        if let Some(earlier) = earlier {
            let lines = earlier.lock();
            if let Some(foreign) = lines.complaint(all) {
                return Err(Error::usage(foreign));
            }
            if lines.line.is_some() {
                // The run was cancelled before the first new puzzle.
                return Ok(());
            }
            self.through = self.through.max(lines.done);
        }
        self.file.begin()?;
        let mark = self.mark();
        self.progress.save(&mark)
    }

    /// What the progress file should say. Should the machine fail and less be left of the file than it says, the
    /// lines say enough.
    fn mark(&self) -> Mark<2> {
        Mark { numbers: [self.through, self.file.bytes()], signature: self.signature.clone() }
    }
}

/// The ratings of an earlier run; the reader of the input compares them with the puzzles.
pub(super) struct EarlierRatings(Arc<Mutex<Lines>>);

impl EarlierRatings {
    pub(super) fn reader(&self) -> Box<dyn Earlier> {
        Box::new(Self(Arc::clone(&self.0)))
    }

    fn lock(&self) -> MutexGuard<'_, Lines> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Earlier for EarlierRatings {
    fn ask(&mut self, number: u64, reading: &Reading) -> Done {
        self.lock().ask(number, reading)
    }
}

/// A line of an earlier run.
#[derive(Debug, PartialEq, Eq, Deserialize)]
struct Line {
    /// The number of the puzzle, where the format has it.
    number: Option<u64>,
    puzzle: Option<String>,
}

/// The lines of an earlier run, one after another.
struct Lines {
    input: BufReader<Take<File>>,
    wanted: Wanted,
    /// The number of finished puzzles, and the length of the file at that time.
    known: (u64, u64),
    shown: String,
    /// The next line, its number, and how many bytes come before it.
    line: Option<Line>,
    row: u64,
    at: u64,
    next: u64,
    /// The last puzzle that was done.
    done: u64,
    /// Why this is not the file of this input.
    foreign: Option<String>,
    /// What is wrong with the input, which may be the reason.
    fault: Option<String>,
}

impl Lines {
    fn new(input: BufReader<Take<File>>, wanted: Wanted, known: (u64, u64), shown: String) -> Self {
        let mut lines = Self {
            input,
            wanted,
            known,
            shown,
            line: None,
            row: 0,
            at: 0,
            next: 0,
            done: 0,
            foreign: None,
            fault: None,
        };
        lines.advance();
        lines
    }

    /// Reads the next line.
    fn advance(&mut self) {
        let mut text = String::new();
        self.row += 1;
        self.at = self.next;
        self.line = match self.input.read_line(&mut text) {
            Ok(0) => None,
            Ok(count) => {
                self.next += count as u64;
                let line = self.wanted.line(text.trim_end_matches('\n'));
                if line.is_none() {
                    self.refuse(&format!("found {}, which no such run writes", quoted(&text)));
                }
                line
            }
            Err(error) => {
                self.refuse(&error.to_string());
                None
            }
        };
    }

    fn refuse(&mut self, why: &str) {
        let Self { shown, row, .. } = self;
        self.foreign.get_or_insert_with(|| {
            format!("{shown}:{row}: {why}; it was left unchanged, and nothing was rated")
        });
    }

    fn ask(&mut self, number: u64, reading: &Reading) -> Done {
        let done = self.compare(number, reading);
        match done {
            _ if self.foreign.is_some() => Done::Foreign,
            Done::Yes => {
                self.done = number;
                done
            }
            _ => done,
        }
    }

    fn compare(&mut self, number: u64, reading: &Reading) -> Done {
        let (puzzles, bytes) = self.known;
        if let Err(rejected) = reading
            && rejected.whole
        {
            self.fault = Some(rejected.message());
        }
        if number > puzzles && self.at < bytes {
            self.refuse(&format!("found a puzzle that the first {puzzles} of the input do not have"));
            return Done::Foreign;
        }
        let Some(line) = &self.line else {
            return if number <= puzzles { Done::Yes } else { Done::No };
        };
        // The lines of the known puzzles end before this line.
        if number <= puzzles && self.at >= bytes {
            return Done::Yes;
        }
        let text = reading.as_ref().ok().map(|item| state::state_text(&item.record));
        let same = match (line.number, &text) {
            (Some(of), _) if of != number => false,
            (Some(_), None) => true,
            _ => line.puzzle == text,
        };
        // A puzzle may have no line: it was filtered, or could not be read.
        let json = self.wanted.format == ReplyFormat::Json;
        let lineless = reading.as_ref().is_err_and(|rejected| rejected.whole || !json);
        let past = line.number.is_some_and(|of| of <= number);
        if same {
            self.advance();
        } else if past || !(lineless || self.wanted.is_filtered) {
            let found = line.puzzle.clone().unwrap_or_else(|| "another puzzle".to_owned());
            let there = text.unwrap_or_else(|| "none".to_owned());
            self.refuse(&format!("found {found}, and puzzle {number} of the input is {there}"));
            return Done::Foreign;
        }
        Done::Yes
    }

    /// Why this is not the file of the input, if it is not; `all` says whether all of the input was read.
    fn complaint(&self, all: bool) -> Option<String> {
        let left = || {
            let Self { shown, row, .. } = self;
            let puzzle = self.line.as_ref()?.puzzle.as_deref().unwrap_or("a puzzle");
            let why = format!("found {puzzle}, which the input does not have after those before it");
            Some(format!("{shown}:{row}: {why}; it was left unchanged, and nothing was rated"))
        };
        let complaint = self.foreign.clone().or_else(|| if all { left() } else { None })?;
        Some(match &self.fault {
            Some(fault) => format!("{fault}; {complaint}"),
            None => complaint,
        })
    }
}

impl Wanted {
    /// Parses a line of such a run.
    fn line(&self, text: &str) -> Option<Line> {
        if self.format == ReplyFormat::Json {
            let line: Line = serde_json::from_str(text).ok()?;
            return line.number.is_some().then_some(line);
        }
        let (puzzle, rating) = text.split_once('\t')?;
        let parts = if self.form == Form::Score { 2 } else { 1 };
        (rating.split('\t').count() == parts).then(|| Line { number: None, puzzle: Some(puzzle.to_owned()) })
    }
}

fn quoted(text: &str) -> String {
    arcdoku_wire::Fault::quoted(text.trim_end())
}
