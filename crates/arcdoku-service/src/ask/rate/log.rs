//! A file of ratings that a later run can continue, even if the previous run crashed.
//!
//! FILE has complete lines, in the order of the input. FILE.progress (see `resumable`) records the number of finished
//! puzzles in the input. FILE alone is enough to continue: its lines are compared with the puzzles in the input, and
//! all puzzles after the last line are rated. The second file adds the position in the input where a filter left no
//! lines, the basis of the ratings, and a hash of the puzzles with their rules.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Take};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arcdoku::rate::Form;
use serde::Deserialize;

use crate::ask::{ReplyFormat, state};
use crate::input::Reading;
use crate::resumable::{Mark, NO_HASH, ProgressFile, ResumableFile, hash_after};
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
    /// The number of finished puzzles in the input, the length of the file at that time, and the hash of these
    /// puzzles.
    progress: ProgressFile<3>,
    signature: String,
    /// The number of the last finished puzzle, and the hash of the puzzles that this run rated.
    through: u64,
    hash: u64,
    earlier: Option<EarlierRatings>,
}

/// The hash of a puzzle with its number. The hash of several puzzles is the sum.
pub(super) fn hash_of(number: u64, reading: &Reading) -> u64 {
    let hash = hash_after(NO_HASH, number.to_le_bytes());
    let Ok(item) = reading else { return hash };
    let hash = hash_after(hash, state::state_text(&item.record).bytes());
    let rules = item.record.puzzle.rules().iter();
    rules.fold(hash, |hash, rule| hash_after(hash, format!("\n{rule}").into_bytes()))
}

impl RatingsLog {
    /// Opens the file and reads the ratings of an earlier run. Nothing is changed before the first rating.
    pub(super) fn open(path: &Path, resume: bool, wanted: Wanted) -> Result<Self, Error> {
        let file = ResumableFile::open(path, "ratings")?;
        let shown = file.shown();
        let headline = "arcdoku rate: progress of the ratings in the file of this name";
        let progress = ProgressFile::of(path, headline, ["puzzles", "bytes", "hash"]);
        let signature = wanted.signature.clone();
        let mut log = Self { file, progress, signature, through: 0, hash: 0, earlier: None };
        let file = &log.file;
        // The file may be empty because no puzzle has passed the filter yet.
        if file.is_new() || file.is_empty() && !resume {
            log.progress.save(&log.mark())?;
            return Ok(log);
        }
        if !resume {
            return Err(file.taken());
        }
        let mark =
            log.progress.read("is not what `rate --out` writes: remove it to continue without a record")?;
        if let Some(mark) = &mark {
            mark.expect(&wanted.signature, &shown)?;
        }
        let whole = file.bytes();
        if mark.is_none() && whole == 0 && !file.is_empty() {
            return Err(Error::usage(format!("{shown}: has no complete line; remove it to start over")));
        }
        // A mark beyond the end was written for a longer file. It is ignored, because the lines are sufficient.
        let known = mark.map(|mark| mark.numbers).filter(|&[_, bytes, _]| bytes <= whole).unwrap_or_default();
        let lines = Lines::new(file.reader()?, wanted, known, shown);
        log.through = known[0];
        log.earlier = Some(EarlierRatings(Arc::new(Mutex::new(lines))));
        Ok(log)
    }

    /// The ratings of the earlier run, for the reader of the input.
    pub(super) fn earlier(&self) -> Option<Box<dyn Earlier>> {
        let EarlierRatings(lines) = self.earlier.as_ref()?;
        Some(Box::new(EarlierRatings(Arc::clone(lines))))
    }

    /// Appends the lines of puzzles up to this number. `hash` is the hash of these puzzles.
    pub(super) fn write(&mut self, lines: &str, through: u64, hash: u64) -> Result<(), Error> {
        if through == 0 {
            // The batch was cancelled before its first puzzle was finished.
            return Ok(());
        }
        self.file.write(lines)?;
        self.through = self.through.max(through);
        self.hash = self.hash.wrapping_add(hash);
        let mark = self.mark();
        self.progress.keep(|| mark)
    }

    /// Ends the run. `all` is set if all of the input was read.
    pub(super) fn finish(mut self, all: bool) -> Result<(), Error> {
        if let Some(earlier) = &self.earlier {
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

    /// The content of the progress file. If the machine fails and the file of ratings ends up shorter than recorded,
    /// its lines are enough to continue.
    fn mark(&self) -> Mark<3> {
        // All puzzles of the earlier run are read before the first puzzle of this run is rated.
        let hash = self.earlier.as_ref().map_or(0, |earlier| earlier.lock().hash).wrapping_add(self.hash);
        Mark { numbers: [self.through, self.file.bytes(), hash], signature: self.signature.clone() }
    }
}

/// The ratings of an earlier run. The reader of the input compares them with the puzzles.
struct EarlierRatings(Arc<Mutex<Lines>>);

impl EarlierRatings {
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
    /// The number of the puzzle, if the format has it.
    number: Option<u64>,
    puzzle: Option<String>,
}

/// The lines of an earlier run, one after another.
struct Lines {
    input: BufReader<Take<File>>,
    wanted: Wanted,
    /// The number of finished puzzles, the length of the file at that time, and the hash of these puzzles.
    known: [u64; 3],
    shown: String,
    /// The next line, its number, and the number of bytes before it.
    line: Option<Line>,
    row: u64,
    at: u64,
    next: u64,
    /// The last finished puzzle, and the hash of all finished puzzles.
    done: u64,
    hash: u64,
    /// Why the file does not belong to this input.
    foreign: Option<String>,
    /// A fault of the input, which may be the reason why the file does not belong to it.
    fault: Option<String>,
}

impl Lines {
    fn new(input: BufReader<Take<File>>, wanted: Wanted, known: [u64; 3], shown: String) -> Self {
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
            hash: 0,
            foreign: None,
            fault: None,
        };
        lines.advance();
        lines
    }

    /// Reads the next line.
    fn advance(&mut self) {
        let mut bytes = Vec::new();
        self.row += 1;
        self.at = self.next;
        self.line = match self.input.read_until(b'\n', &mut bytes) {
            Ok(0) => None,
            Ok(count) => {
                self.next += count as u64;
                let text = String::from_utf8_lossy(&bytes);
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
                self.hash = self.hash.wrapping_add(hash_of(number, reading));
                done
            }
            _ => done,
        }
    }

    fn compare(&mut self, number: u64, reading: &Reading) -> Done {
        let [puzzles, bytes, _] = self.known;
        if number == puzzles + 1
            && let Some(why) = self.other_input()
        {
            self.foreign = Some(why);
            return Done::Foreign;
        }
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
        // A puzzle may have no line if it was filtered or could not be read.
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

    /// The error if the input does not begin with the finished puzzles. Call it after reading as many puzzles of the
    /// input.
    fn other_input(&self) -> Option<String> {
        let Self { known: [puzzles, _, hash], shown, .. } = self;
        let why =
            format!("the first {puzzles} puzzles of the input, or their rules, differ from the rated ones");
        (*hash != self.hash).then(|| format!("{shown}: {why}; it was left unchanged, and nothing was rated"))
    }

    /// An error if the file does not belong to the input. `all` is set if all of the input was read.
    fn complaint(&self, all: bool) -> Option<String> {
        let left = || {
            let Self { shown, row, .. } = self;
            let puzzle = self.line.as_ref()?.puzzle.as_deref().unwrap_or("a puzzle");
            let why = format!("found {puzzle}, which the input does not have after those before it");
            Some(format!("{shown}:{row}: {why}; it was left unchanged, and nothing was rated"))
        };
        let other = || (self.done <= self.known[0]).then(|| self.other_input()).flatten();
        let complaint = self.foreign.clone().or_else(|| if all { left().or_else(other) } else { None })?;
        Some(match &self.fault {
            Some(fault) => format!("{fault}; {complaint}"),
            None => complaint,
        })
    }
}

impl Wanted {
    /// Parses a line of a run with this content.
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
