//! `arcdoku study`: known facts, worked out anew.

use std::io::{BufRead as _, Write as _};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use anyhow::Context as _;
use arcdoku::generate::{BandClass, band_classes, completions, count_grids};
use arcdoku::grid::Shape;
use arcdoku::puzzle::Limits;
use arcdoku::solve::Solver;

use crate::cli::{Grids, Study, Subject};
use crate::interrupt;
use crate::output::growing::Growing;
use crate::output::{self, note, number};
use crate::progress::{Progress, Total};
use crate::status::{Status, usage};

pub(crate) fn run(options: &Study) -> anyhow::Result<Status> {
    match &options.subject {
        Subject::Grids(options) => match &options.boxes {
            None => grids(options),
            Some(boxes) => small(boxes),
        },
    }
}

/// Counts the grids of a small shape.
fn small(boxes: &str) -> anyhow::Result<Status> {
    let number_of = |text: &str| text.parse::<usize>().ok();
    let sizes = boxes.split_once('x').and_then(|(rows, cols)| Some((number_of(rows)?, number_of(cols)?)));
    let shape = sizes.and_then(|(rows, cols)| Shape::boxes(rows, cols));
    let wrong = || usage(format!("--box {boxes}: expected rows and columns of a box, such as 2x3"));
    let shape = shape.ok_or_else(wrong)?;
    let limits = Limits::NONE.with_cancel(interrupt::flag());
    let Ok(count) = count_grids(&mut Solver::new(), shape, &limits) else { return Ok(Status::Interrupted) };
    let mut out = output::stdout();
    match count {
        Some(count) => writeln!(out, "{} grids", number(count))?,
        None => writeln!(out, "more grids than can be said")?,
    }
    out.flush()?;
    Ok(Status::Fine)
}

/// Counts class by class; classes that a file has are not counted again.
fn grids(options: &Grids) -> anyhow::Result<Status> {
    let classes = band_classes();
    let mut counts: Vec<u64> = Vec::new();
    let open = |path| Growing::open(path, "only the totals");
    let mut file = options.out.as_deref().map(open).transpose()?;
    if let Some(file) = &mut file {
        if !options.resume && !file.is_empty() {
            return Err(file.taken());
        }
        counts = earlier(file, &classes)?;
        file.begin()?;
    }
    let known = counts.len();
    let mut progress = Progress::new(Total::Steps(classes.len() as u64), false).of("classes");
    progress.resume(known as u64);
    let next = AtomicUsize::new(known);
    std::thread::scope(|scope| -> anyhow::Result<()> {
        let (send, receive) = mpsc::channel();
        for _ in 0..options.jobs.threads() {
            let (send, next, classes) = (send.clone(), &next, &classes);
            scope.spawn(move || {
                while !interrupt::asked() {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(class) = classes.get(index) else { break };
                    if send.send((index, completions(&class.band))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        // Counts arrive as they are made and are written in order.
        let mut waiting = vec![None; classes.len()];
        for (index, count) in receive {
            waiting[index] = Some(count);
            while let Some(count) = waiting.get_mut(counts.len()).and_then(Option::take) {
                if let Some(file) = &mut file {
                    file.write(&(row(counts.len(), &classes[counts.len()], count) + "\n"))?;
                }
                counts.push(count);
                progress.advance(1, 1);
            }
        }
        Ok(())
    })?;
    progress.finish();
    if counts.len() < classes.len() {
        note(&format!("{} of {} classes are counted", counts.len(), classes.len()));
        return Ok(Status::Interrupted);
    }
    let mut out = output::stdout();
    let fillings: u64 = classes.iter().map(BandClass::fillings).sum();
    let sum = |(class, &count): (&BandClass, &u64)| u128::from(class.fillings()) * u128::from(count);
    let grids: u128 = classes.iter().zip(&counts).map(sum).sum();
    writeln!(out, "{} classes of bands", classes.len())?;
    writeln!(out, "{} bands", number(fillings.into()))?;
    writeln!(out, "{} grids", number(grids))?;
    out.flush()?;
    Ok(Status::Fine)
}

/// The line of a class.
fn row(index: usize, class: &BandClass, count: u64) -> String {
    let band: String = class.band.iter().flatten().map(|&digit| char::from(b'1' + digit)).collect();
    format!("{}\t{band}\t{}\t{count}", index + 1, class.bands)
}

/// The counts of the whole lines of a file.
fn earlier(file: &Growing, classes: &[BandClass]) -> anyhow::Result<Vec<u64>> {
    let mut counts = Vec::new();
    for (line, number) in file.lines()?.lines().zip(1..) {
        let line = line.with_context(|| file.shown())?;
        let count = line.rsplit('\t').next().and_then(|count| count.parse().ok());
        let class = classes.get(counts.len());
        match (count, class) {
            (Some(count), Some(class)) if row(counts.len(), class, count) == line => counts.push(count),
            _ => {
                let expected = class.map_or("the end".to_owned(), |class| row(counts.len(), class, 0));
                let expected = expected.trim_end_matches('0').trim_end();
                return Err(usage(format!(
                    "{}:{number}: found {line:?}, expected {expected:?} and a count",
                    file.shown()
                )));
            }
        }
    }
    Ok(counts)
}
