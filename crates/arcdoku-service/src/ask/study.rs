//! Known facts about Sudoku, computed again.

use std::ops::ControlFlow;
use std::path::PathBuf;

use arcdoku::generate::{Band, BandClass, band_classes, completions, count_grids};
use arcdoku::grid::Shape;
use arcdoku::solve::Solver;

use crate::cancel::{Bounds, Cancel};
use crate::output::Output;
use crate::pool::{Event, Feed, Pool};
use crate::resumable::ResumableFile;
use crate::status::{Error, Status};
use crate::text::number;

/// Writes the number of solution grids of a small shape.
///
/// # Errors
/// If the output cannot be written.
pub fn small_grids(shape: Shape, cancel: &Cancel, output: &mut dyn Output) -> Result<Status, Error> {
    let bounds = Bounds::only(cancel);
    let Ok(count) = count_grids(&mut Solver::new(), shape, &bounds.limits()) else {
        return Ok(Status::Interrupted);
    };
    output.write(&match count {
        Some(count) => format!("{} grids\n", number(count)),
        None => "more grids than can be counted\n".to_owned(),
    })?;
    output.flush()?;
    Ok(Status::Fine)
}

/// The number of classes of bands of 9x9 grids.
pub const BAND_CLASSES: u64 = 416;

/// Options for counting the 9x9 solution grids.
#[derive(Clone, Debug, Default)]
pub struct GridOptions {
    /// The file for the count of each class. Without a file, only the totals are written.
    pub out: Option<PathBuf>,
    /// Whether to continue that file.
    pub resume: bool,
    /// The flag that ends the run.
    pub cancel: Cancel,
}

/// Counts the 9x9 solution grids, one class of bands after the other. Classes in the file are not counted again.
///
/// # Errors
/// If the file cannot be used, or the output cannot be written.
pub fn grids(options: &GridOptions, threads: usize, output: &mut dyn Output) -> Result<Status, Error> {
    let mut count = GridCount { classes: band_classes(), counts: Vec::new() };
    let mut file = count.open(options)?;
    let keep = |line: &str| file.as_mut().map_or(Ok(()), |file| file.write(line));
    count.run(threads, &options.cancel, output, keep)
}

/// The classes of bands, and the number of ways to complete each class counted so far.
struct GridCount {
    classes: Vec<BandClass>,
    counts: Vec<u64>,
}

impl GridCount {
    /// Opens the file, and reads the counts that it has.
    fn open(&mut self, options: &GridOptions) -> Result<Option<ResumableFile>, Error> {
        let Some(path) = &options.out else { return Ok(None) };
        let mut file = ResumableFile::open(path, "only the totals")?;
        if !options.resume && !file.is_empty() {
            return Err(file.taken());
        }
        for (text, number) in file.lines()?.zip(1..) {
            let text = text?;
            let count = text.rsplit('\t').next().and_then(|count| count.parse().ok());
            let index = self.counts.len();
            match (count, self.classes.get(index)) {
                (Some(count), Some(class)) if line(index, class, count) == text => self.counts.push(count),
                (_, class) => {
                    let expected = class.map_or("the end".to_owned(), |class| line(index, class, 0));
                    let expected = expected.trim_end_matches('0').trim_end();
                    let shown = file.shown();
                    return Err(Error::usage(format!(
                        "{shown}:{number}: found {text:?}, expected {expected:?} and a count"
                    )));
                }
            }
        }
        file.begin()?;
        Ok(Some(file))
    }

    /// Counts the remaining classes, and writes the totals. `keep` receives the line of each class.
    fn run(
        &mut self,
        threads: usize,
        cancel: &Cancel,
        output: &mut dyn Output,
        mut keep: impl FnMut(&str) -> Result<(), Error>,
    ) -> Result<Status, Error> {
        let known = self.counts.len();
        output.resume(known as u64);
        let bands: Vec<Band> = self.classes.iter().map(|class| class.band).collect();
        let feed = move |mut feed: Feed<'_, (usize, Band)>| {
            for job in bands.into_iter().enumerate().skip(known) {
                if feed.send(job, 1).is_break() {
                    return;
                }
            }
        };
        let flag = cancel.clone();
        let worker = move || {
            let cancel = flag.clone();
            move |(index, band), emit: &mut dyn FnMut((usize, u64)) -> ControlFlow<()>| {
                if !cancel.is_cancelled() {
                    let _ = emit((index, completions(&band)));
                }
            }
        };
        Pool::new(threads.max(1), cancel).run(feed, worker, |event| {
            match event {
                // After a cancellation, one may be missing.
                Event::Result((index, count)) if index == self.counts.len() => {
                    keep(&(line(index, &self.classes[index], count) + "\n"))?;
                    self.counts.push(count);
                    output.advance(1, 1);
                }
                Event::Result(_) | Event::Idle => {}
                Event::Tick => output.tick(),
            }
            Ok::<_, Error>(ControlFlow::Continue(()))
        })?;
        output.finish();
        let (counted, classes) = (self.counts.len(), self.classes.len());
        if counted < classes {
            output.note(&format!("{counted} of {classes} classes are counted"));
            return Ok(Status::Interrupted);
        }
        output.write(&self.totals())?;
        output.flush()?;
        Ok(Status::Fine)
    }

    fn totals(&self) -> String {
        let bands: u64 = self.classes.iter().map(BandClass::fillings).sum();
        let sum = |(class, &count): (&BandClass, &u64)| u128::from(class.fillings()) * u128::from(count);
        let grids: u128 = self.classes.iter().zip(&self.counts).map(sum).sum();
        let classes = self.classes.len();
        format!("{classes} classes of bands\n{} bands\n{} grids\n", number(bands.into()), number(grids))
    }
}

/// The line of a class.
fn line(index: usize, class: &BandClass, count: u64) -> String {
    let band: String = class.band.iter().flatten().map(|&digit| char::from(b'1' + digit)).collect();
    format!("{}\t{band}\t{}\t{count}", index + 1, class.bands)
}
