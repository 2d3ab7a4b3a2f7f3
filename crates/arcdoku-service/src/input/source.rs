//! Sources of puzzles: texts, readers and files.

use std::fs::File;
use std::io::{self, BufRead as _, Read};
use std::path::Path;
use std::sync::Arc;

use arcdoku_wire::{Fault, FaultCode};

use super::Medium;
use super::buffer::ReadBuffer;
use super::file::read_up_to;
use super::item::{Reading, Rejected};
use super::lines::Given;
use super::plan::Plan;
use super::records::Records;
use super::table;
use super::table::Table;

/// The sources of a run, and how they are read.
#[derive(Debug)]
pub struct Input {
    /// The sources, in order.
    pub sources: Vec<Source>,
    /// How they are read.
    pub plan: Arc<Plan>,
}

/// A source of puzzles.
#[derive(Debug)]
pub struct Source {
    /// Its name in messages.
    name: Arc<str>,
    origin: Origin,
}

enum Origin {
    Reader(Box<dyn Read + Send>),
    File,
    Text(String),
}

impl std::fmt::Debug for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Reader(_) => "Reader",
            Self::File => "File",
            Self::Text(_) => "Text",
        })
    }
}

impl Input {
    /// A text, named `<argument>` in messages.
    pub fn text(text: impl Into<String>, plan: Plan) -> Self {
        Self { sources: vec![Source::text("<argument>", text)], plan: Arc::new(plan) }
    }

    /// The size of all sources in bytes, if it is known before reading.
    pub fn size(&self) -> Option<u64> {
        self.sources.iter().map(Source::size).sum()
    }

    /// The number of threads for reading: one for input that arrives during the work.
    pub(crate) fn reading_threads(&self) -> usize {
        usize::from(!self.sources.iter().all(Source::is_text))
    }

    /// The container of the first source, detected from its first bytes; `None` if it is in no container, and for
    /// readers and pipes, because reading them might have to wait.
    pub fn container(&self) -> Option<Medium> {
        self.sources.first().and_then(|source| source.container(&self.plan))
    }
}

impl Source {
    /// A text.
    pub fn text(name: &str, text: impl Into<String>) -> Self {
        Self { name: name.into(), origin: Origin::Text(text.into()) }
    }

    /// A reader.
    pub fn reader(name: &str, reader: impl Read + Send + 'static) -> Self {
        Self { name: name.into(), origin: Origin::Reader(Box::new(reader)) }
    }

    /// A file, or a puzzle if there is no such file and the argument can be a puzzle.
    pub fn argument(argument: &str, plan: &Plan) -> Self {
        if !Path::new(argument).exists()
            && let Some(text) = plan.text_of(argument)
        {
            return Self::text("<argument>", text);
        }
        Self { name: argument.into(), origin: Origin::File }
    }

    /// Whether this is a text.
    pub fn is_text(&self) -> bool {
        matches!(self.origin, Origin::Text(_))
    }

    /// Whether this is a reader.
    pub fn is_reader(&self) -> bool {
        matches!(self.origin, Origin::Reader(_))
    }

    /// Whether reading may have to wait, as for everything except texts and regular files.
    pub(crate) fn may_wait(&self) -> bool {
        match &self.origin {
            Origin::Reader(_) => true,
            Origin::File => std::fs::metadata(&*self.name).map_or(true, |data| !data.is_file()),
            Origin::Text(_) => false,
        }
    }

    /// The size in bytes, if it is known before reading.
    fn size(&self) -> Option<u64> {
        match &self.origin {
            Origin::Reader(_) => None,
            // A file without metadata adds nothing. Its error is reported when it is opened.
            Origin::File => Some(std::fs::metadata(&*self.name).map_or(0, |data| data.len())),
            Origin::Text(text) => Some(text.len() as u64),
        }
    }

    /// Reads the first `count` bytes, or all if there are fewer. Returns the name, these bytes, and the source with
    /// all bytes.
    pub(crate) fn peek(self, count: u64) -> Result<(Arc<str>, Vec<u8>, Self), Box<Rejected>> {
        let name = self.name;
        let failed = |found| unreadable_whole(&name, found);
        let mut rest: Box<dyn Read + Send> = match self.origin {
            Origin::Text(text) => Box::new(io::Cursor::new(text.into_bytes())),
            Origin::Reader(reader) => reader,
            Origin::File => Box::new(open(&name).map_err(|error| failed(unreadable(&error)))?),
        };
        let mut start = Vec::new();
        let read = (&mut rest).take(count).read_to_end(&mut start);
        read.map_err(|error| failed(format!("an input error ({error})")))?;
        let all = Self::reader(&name, io::Cursor::new(start.clone()).chain(rest));
        Ok((name, start, all))
    }

    /// Reads the complete source, of at most `most` bytes. Returns its name and its bytes.
    pub(crate) fn bytes(self, most: u64) -> (Arc<str>, io::Result<Vec<u8>>) {
        let name = self.name;
        let bytes = match self.origin {
            Origin::Text(text) => read_up_to(text.as_bytes(), most),
            Origin::Reader(reader) => read_up_to(reader, most),
            Origin::File => open(&name).and_then(|file| read_up_to(file, most)),
        };
        (name, bytes)
    }

    /// Reads the complete source as text of at most `most` bytes, for problems that are not read line by line.
    pub(crate) fn load(self, most: u64) -> Result<String, Box<Rejected>> {
        let (name, bytes) = self.bytes(most);
        let bytes = bytes.map_err(|error| unreadable_whole(&name, unreadable(&error)))?;
        String::from_utf8(bytes).map_err(|error| {
            let valid = String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]);
            let line = valid.matches('\n').count() + 1;
            let column = valid.chars().rev().take_while(|&c| c != '\n').count() + 1;
            Rejected::whole(
                Fault::new(FaultCode::Utf8, (line, column), "a byte that is not UTF-8", "UTF-8 text")
                    .in_file(&name),
            )
        })
    }

    fn container(&self, plan: &Plan) -> Option<Medium> {
        match plan.medium {
            Some(Medium::Notation(_)) => None,
            Some(medium) => Some(medium),
            None => self.detected(),
        }
    }

    fn detected(&self) -> Option<Medium> {
        // Bytes that are read from a pipe here would be missing when it is opened again.
        if !matches!(self.origin, Origin::File) || self.may_wait() {
            return None;
        }
        let mut start = Vec::new();
        File::open(&*self.name).ok()?.take(4096).read_to_end(&mut start).ok()?;
        table::container(&start)
    }

    /// Reads the puzzles. `buffer` wraps the raw input.
    pub(crate) fn read<'a>(
        self,
        plan: &'a Plan,
        buffer: impl FnOnce(Box<dyn Read>) -> ReadBuffer<'a>,
    ) -> Box<dyn Iterator<Item = Given> + 'a> {
        let name = self.name;
        let size = if let Origin::Text(text) = &self.origin { text.len() } else { usize::MAX };
        let raw: Box<dyn Read> = match self.origin {
            Origin::Reader(reader) => reader,
            Origin::Text(text) => Box::new(io::Cursor::new(text.into_bytes())),
            Origin::File => match open(&name) {
                Ok(file) => Box::new(file),
                Err(error) => {
                    // There is no line number.
                    let fault = Fault::new(
                        FaultCode::Io,
                        (0, 0),
                        unreadable(&error),
                        "a file with puzzles, or a puzzle",
                    );
                    let fault = Rejected::whole(fault.in_file(&name));
                    return Box::new(std::iter::once(Given::One(Err(fault))));
                }
            },
        };
        let mut input = buffer(raw).of_size(size);
        // An input error occurs again, with its position, when the reader continues.
        let begins = match plan.medium {
            None => table::container(input.fill_buf().unwrap_or_default()),
            Some(_) => None,
        };
        match plan.medium.or(begins) {
            Some(Medium::Csv) => Box::new(Table::new(input, false, name, plan).map(Given::One)),
            Some(Medium::Tsv) => Box::new(Table::new(input, true, name, plan).map(Given::One)),
            _ => Box::new(Records::new(input, plan.medium, begins, name, plan)),
        }
    }
}

/// The container of a text, detected from its beginning.
pub(crate) fn container_of(text: &str) -> Option<Medium> {
    table::container(text.as_bytes())
}

/// Reads the first puzzle of a text, for questions about one puzzle.
pub fn read_one(text: &str, plan: &Plan) -> Reading {
    let buffer = |raw| ReadBuffer::new(raw, std::rc::Rc::default(), Box::new(|| ()));
    let mut given = Source::text("<argument>", text).read(plan, buffer);
    match given.next().map(|given| given.readings(1).next()) {
        Some(Some((_, reading))) => reading,
        _ => Err(Rejected::whole(Fault::new(FaultCode::Empty, (1, 1), "no puzzle", "at least one"))),
    }
}

fn open(name: &str) -> io::Result<File> {
    let file = File::open(name)?;
    if file.metadata()?.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    Ok(file)
}

/// The fault of a source that cannot be read.
fn unreadable_whole(name: &str, found: String) -> Box<Rejected> {
    let fault = Fault::new(FaultCode::Io, (0, 0), found, "a file with puzzles or models, or a puzzle");
    Rejected::whole(fault.in_file(name))
}

/// The reason why a file cannot be read, without the number of the system error.
fn unreadable(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file".to_owned(),
        io::ErrorKind::IsADirectory => "is a directory".to_owned(),
        io::ErrorKind::PermissionDenied => "may not be read".to_owned(),
        io::ErrorKind::FileTooLarge => format!("a file {error}"),
        _ => error.to_string(),
    }
}
