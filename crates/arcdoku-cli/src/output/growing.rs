//! Files that a run can go on with, however the one before ended.
//!
//! ```text
//!   FILE            whole lines; a killed run may leave a torn one at the end, which the next run drops
//!   FILE.progress   how far the work was, how long FILE was then, and what the work was
//! ```
//!
//! FILE is written as the work goes on; the file beside it is replaced as a whole, every second. What is in
//! FILE beyond the length that was noted is work of the last second: a command compares it, or does it again.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufReader, Read as _, Seek as _, SeekFrom, Take, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context as _;

use crate::status::usage;

/// How often the file beside is replaced: so much work is done twice at most.
const SAVE: Duration = Duration::from_secs(1);

/// A file of whole lines that grows.
pub(crate) struct Growing {
    path: PathBuf,
    file: File,
    /// Whether there was none.
    new: bool,
    /// Its length as it was found.
    found: u64,
    /// The length of its whole lines.
    bytes: u64,
    begun: bool,
}

impl Growing {
    /// Opens the file and keeps other runs out of it. Nothing is changed before the first line. `what` says what
    /// the lines are, for messages.
    pub(crate) fn open(path: &Path, what: &str) -> anyhow::Result<Self> {
        let shown = path.display().to_string();
        let new = !path.exists();
        let file = File::options().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = file.with_context(|| shown.clone())?;
        // Where files cannot be locked, nobody is kept out.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(usage(format!("{shown}: another run is writing it")));
        }
        let data = file.metadata().with_context(|| shown.clone())?;
        if !data.is_file() {
            return Err(usage(format!("{shown}: expected a file; without --out, {what} are printed")));
        }
        let found = data.len();
        let bytes = whole_lines(&mut file, found).with_context(|| shown.clone())?;
        Ok(Self { path: path.to_owned(), file, new, found, bytes, begun: false })
    }

    /// Whether there was nothing to go on with.
    pub(crate) fn is_new(&self) -> bool {
        self.new
    }

    /// Whether there was nothing in it.
    pub(crate) fn is_empty(&self) -> bool {
        self.found == 0
    }

    /// Removes it again if there was none: for runs that are refused.
    pub(crate) fn leave(self) {
        if self.new && !self.begun {
            // What is left over is empty, and harms nobody. The file is locked until it is gone.
            let _ = fs::remove_file(&self.path);
        }
    }

    /// That there is something already, for runs that should begin.
    pub(crate) fn taken(&self) -> anyhow::Error {
        let how = "--resume goes on with it; remove it to begin anew";
        usage(format!("{}: is there already: {how}", self.shown()))
    }

    /// How long its whole lines are.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Its whole lines, from the beginning.
    pub(crate) fn lines(&self) -> anyhow::Result<BufReader<Take<File>>> {
        let file = File::open(&self.path).with_context(|| self.shown())?;
        Ok(BufReader::new(file.take(self.bytes)))
    }

    /// Drops what is beyond this length, which is one of whole lines.
    pub(crate) fn cut(&mut self, bytes: u64) {
        self.bytes = self.bytes.min(bytes);
        self.begun = false;
    }

    /// Appends whole lines.
    pub(crate) fn write(&mut self, lines: &str) -> anyhow::Result<()> {
        self.begin()?;
        self.file.write_all(lines.as_bytes()).with_context(|| self.shown())?;
        self.bytes += lines.len() as u64;
        Ok(())
    }

    /// Cuts off what is torn or was dropped.
    pub(crate) fn begin(&mut self) -> anyhow::Result<()> {
        if !self.begun {
            self.begun = true;
            let cut =
                self.file.set_len(self.bytes).and_then(|()| self.file.seek(SeekFrom::Start(self.bytes)));
            cut.with_context(|| self.shown())?;
        }
        Ok(())
    }

    /// Its name.
    pub(crate) fn shown(&self) -> String {
        self.path.display().to_string()
    }
}

/// How many bytes of a file are whole lines.
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

/// The file beside another: some numbers, and what the work is.
pub(crate) struct Beside<const N: usize> {
    path: PathBuf,
    /// Its first line, for people.
    headline: &'static str,
    /// What the numbers are called, a word each.
    names: [&'static str; N],
    saved: Instant,
}

/// What the file beside says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mark<const N: usize> {
    /// Numbers, in the order of their names.
    pub(crate) numbers: [u64; N],
    /// The options that decide what the lines are; one line.
    pub(crate) signature: String,
}

impl<const N: usize> Mark<N> {
    /// Refuses to go on with work that is another.
    pub(crate) fn expect(&self, signature: &str, shown: &str) -> anyhow::Result<()> {
        if self.signature == signature {
            return Ok(());
        }
        let was = &self.signature;
        Err(usage(format!("{shown}: was written with {was}, and this run is with {signature}")))
    }
}

impl<const N: usize> Beside<N> {
    /// The file beside `path`.
    pub(crate) fn of(path: &Path, headline: &'static str, names: [&'static str; N]) -> Self {
        Self { path: named(path, ".progress"), headline, names, saved: Instant::now() }
    }

    /// What it says; nothing if it is not there, or if the machine failed before it was filled.
    ///
    /// # Errors
    /// If it cannot be read, or is not what such runs write; `otherwise` says what to do then.
    pub(crate) fn read(&self, otherwise: &str) -> anyhow::Result<Option<Mark<N>>> {
        let shown = self.path.display();
        let text = match fs::read_to_string(&self.path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).with_context(|| shown.to_string()),
        };
        if text.chars().all(|c| c == '\0') {
            return Ok(None);
        }
        let field = |name: &str| {
            text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ').map(str::to_owned))
        };
        let mut numbers = [0; N];
        let mut known = true;
        for (number, name) in numbers.iter_mut().zip(self.names) {
            match field(name).and_then(|value| value.parse().ok()) {
                Some(value) => *number = value,
                None => known = false,
            }
        }
        match field("of").filter(|_| known) {
            Some(signature) => Ok(Some(Mark { numbers, signature })),
            None => Err(usage(format!("{shown}: {otherwise}"))),
        }
    }

    /// Replaces it, if that is due.
    pub(crate) fn keep(&mut self, mark: impl FnOnce() -> Mark<N>) -> anyhow::Result<()> {
        if self.saved.elapsed() >= SAVE { self.save(&mark()) } else { Ok(()) }
    }

    /// Replaces it.
    pub(crate) fn save(&mut self, mark: &Mark<N>) -> anyhow::Result<()> {
        let numbers = self.names.iter().zip(mark.numbers).map(|(name, number)| format!("{name} {number}\n"));
        let text = format!("{}\n{}of {}\n", self.headline, numbers.collect::<String>(), mark.signature);
        let new = named(&self.path, ".new");
        let saved = fs::write(&new, text).and_then(|()| fs::rename(&new, &self.path));
        saved.with_context(|| self.path.display().to_string())?;
        self.saved = Instant::now();
        Ok(())
    }
}

fn named(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}
