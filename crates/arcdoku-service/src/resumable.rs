//! Files that a later run can continue, even if the previous run crashed.
//!
//! ```text
//!   FILE            whole lines; a killed run may leave a partial one at the end, which the next run drops
//!   FILE.progress   the progress of the work, the length of FILE at that time, and the options of the work
//! ```
//!
//! FILE is written during the work, and FILE.progress is replaced atomically once a second. Lines of FILE beyond the
//! recorded length belong to the work of the last second. A question compares these lines, or repeats the work.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom, Take, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::clock::Interval;
use crate::status::Error;
use crate::whole_file::{sibling, write_whole};

/// The hash of no bytes.
pub const NO_HASH: u64 = 0xcbf2_9ce4_8422_2325;

/// The hash (64-bit FNV-1a) of bytes after the bytes of another hash. It detects different content, and is the same
/// on every platform.
pub fn hash_after(hash: u64, bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(hash, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// The interval at which the progress file is replaced. At most this much work is repeated.
const SAVE: Duration = Duration::from_secs(1);

/// A file that a run writes.
#[derive(Clone, Debug)]
pub struct OutFile {
    /// Its name.
    pub path: PathBuf,
    /// Whether to continue the output of an earlier run.
    pub resume: bool,
}

/// A file of whole lines, to which runs append lines.
#[derive(Debug)]
pub struct ResumableFile {
    path: PathBuf,
    file: File,
    /// Whether this run created it.
    is_new: bool,
    /// Its length when it was opened.
    initial: u64,
    /// The length of its whole lines.
    bytes: u64,
    has_begun: bool,
}

impl ResumableFile {
    /// Opens or creates the file, and locks it. Nothing is changed before the first line is written. `what` names the
    /// lines in messages ("puzzles").
    ///
    /// # Errors
    /// If it is not a regular file, cannot be opened, or is locked by another run.
    pub fn open(path: &Path, what: &str) -> Result<Self, Error> {
        let shown = path.display();
        let is_new = !path.exists();
        let file = File::options().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = file.map_err(Error::at(&shown))?;
        // Locks are optional: some file systems do not support them.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(Error::usage(format!("{shown}: another run is writing it")));
        }
        let data = file.metadata().map_err(Error::at(&shown))?;
        if !data.is_file() {
            return Err(Error::usage(format!("{shown}: expected a file; without --out, {what} are printed")));
        }
        let initial = data.len();
        let bytes = whole_lines(&mut file, initial).map_err(Error::at(&shown))?;
        Ok(Self { path: path.to_owned(), file, is_new, initial, bytes, has_begun: false })
    }

    /// Whether this run created the file.
    pub fn is_new(&self) -> bool {
        self.is_new
    }

    /// Whether the file was empty when it was opened.
    pub fn is_empty(&self) -> bool {
        self.initial == 0
    }

    /// Closes the file, and removes it if this run created it and wrote nothing.
    pub fn discard(self) {
        if self.is_new && !self.has_begun {
            // A file that cannot be removed is empty. The lock is held until the file is removed.
            let _ = fs::remove_file(&self.path);
        }
    }

    /// The error for a file that has content, although the run should not continue it.
    pub fn taken(&self) -> Error {
        let how = "--resume continues it; remove it to start over";
        Error::usage(format!("{}: already exists: {how}", self.shown()))
    }

    /// The length of the complete lines in bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// A reader of the complete lines from the beginning.
    ///
    /// # Errors
    /// If the file cannot be opened.
    pub fn reader(&self) -> Result<BufReader<Take<File>>, Error> {
        let unreadable = |error| Error::unreadable(format!("{}: {error}", self.shown()));
        Ok(BufReader::new(File::open(&self.path).map_err(unreadable)?.take(self.bytes)))
    }

    /// The complete lines from the beginning, without line ends. Bytes that are not UTF-8 are replaced, so such a
    /// line is different from all lines that a run writes.
    ///
    /// # Errors
    /// If the file cannot be opened or read.
    pub fn lines(&self) -> Result<impl Iterator<Item = Result<String, Error>>, Error> {
        let unreadable = |error| Error::unreadable(format!("{}: {error}", self.shown()));
        let text =
            |line: Vec<u8>| String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(&line)).into_owned();
        Ok(self.reader()?.split(b'\n').map(move |line| line.map(text).map_err(unreadable)))
    }

    /// Drops all content beyond this length, which must be the end of a line.
    pub fn cut(&mut self, bytes: u64) {
        self.bytes = self.bytes.min(bytes);
        self.has_begun = false;
    }

    /// Appends complete lines.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&mut self, lines: &str) -> Result<(), Error> {
        self.begin()?;
        self.file.write_all(lines.as_bytes()).map_err(Error::at(self.path.display()))?;
        self.bytes += lines.len() as u64;
        Ok(())
    }

    /// Truncates the file to its complete lines, without the dropped ones.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn begin(&mut self) -> Result<(), Error> {
        if !self.has_begun {
            self.has_begun = true;
            let truncated =
                self.file.set_len(self.bytes).and_then(|()| self.file.seek(SeekFrom::Start(self.bytes)));
            truncated.map_err(Error::at(self.path.display()))?;
        }
        Ok(())
    }

    /// The name of the file.
    pub fn shown(&self) -> String {
        self.path.display().to_string()
    }
}

/// The length of a file up to the end of its last complete line.
fn whole_lines(file: &mut File, length: u64) -> io::Result<u64> {
    const BLOCK: u64 = 1 << 16;
    let mut end = length;
    let mut block = Vec::new();
    while end > 0 {
        let start = end.saturating_sub(BLOCK);
        file.seek(SeekFrom::Start(start))?;
        block.clear();
        file.take(end - start).read_to_end(&mut block)?;
        if let Some(place) = block.iter().rposition(|&byte| byte == b'\n') {
            return Ok(start + place as u64 + 1);
        }
        end = start;
    }
    Ok(0)
}

/// The file that records the progress of another file: `N` numbers, and the options of the work.
#[derive(Debug)]
pub struct ProgressFile<const N: usize> {
    path: PathBuf,
    /// Its first line, a comment.
    headline: &'static str,
    /// The names of the numbers, one word each.
    names: [&'static str; N],
    due: Interval,
}

/// The content of a progress file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark<const N: usize> {
    /// Numbers, in the order of their names.
    pub numbers: [u64; N],
    /// The options that determine the lines, as one line.
    pub signature: String,
}

impl<const N: usize> Mark<N> {
    /// Checks that the work has this signature. `shown` is the name of its file.
    ///
    /// # Errors
    /// If it has a different signature.
    pub fn expect(&self, signature: &str, shown: &str) -> Result<(), Error> {
        if self.signature == signature {
            return Ok(());
        }
        let was = &self.signature;
        Err(Error::usage(format!("{shown}: was written with {was}, and this run has {signature}")))
    }
}

impl<const N: usize> ProgressFile<N> {
    /// The progress file of `path`, which is `path` with `.progress` appended.
    pub fn of(path: &Path, headline: &'static str, names: [&'static str; N]) -> Self {
        Self { path: sibling(path, ".progress"), headline, names, due: Interval::new(SAVE) }
    }

    /// Reads the file; `None` if it does not exist, or if a crash of the machine left it empty.
    ///
    /// # Errors
    /// If it cannot be read, or is not a progress file. `otherwise` is advice for that case.
    pub fn read(&self, otherwise: &str) -> Result<Option<Mark<N>>, Error> {
        let shown = self.path.display();
        let text = match fs::read(&self.path) {
            // Bytes that are not UTF-8 are replaced, so the field is refused below.
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Error::unreadable(format!("{shown}: {error}"))),
        };
        if text.chars().all(|c| c == '\0') {
            return Ok(None);
        }
        let field = |name: &str| {
            text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ').map(str::to_owned))
        };
        let mut numbers = [0; N];
        let mut is_complete = true;
        for (number, name) in numbers.iter_mut().zip(self.names) {
            match field(name).and_then(|value| value.parse().ok()) {
                Some(value) => *number = value,
                None => is_complete = false,
            }
        }
        match field("of").filter(|_| is_complete) {
            Some(signature) => Ok(Some(Mark { numbers, signature })),
            None => Err(Error::usage(format!("{shown}: {otherwise}"))),
        }
    }

    /// Replaces the file if a second has passed since the last time.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep(&mut self, mark: impl FnOnce() -> Mark<N>) -> Result<(), Error> {
        if self.due.is_over() { self.save(&mark()) } else { Ok(()) }
    }

    /// Replaces the file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&mut self, mark: &Mark<N>) -> Result<(), Error> {
        let numbers = self.names.iter().zip(mark.numbers).map(|(name, number)| format!("{name} {number}\n"));
        let text = format!("{}\n{}of {}\n", self.headline, numbers.collect::<String>(), mark.signature);
        write_whole(&self.path, text)?;
        self.due.restart();
        Ok(())
    }
}
