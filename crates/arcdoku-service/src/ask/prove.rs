//! Proofs of how many solutions puzzles have, as files that other programs check.

use std::fmt::Write as _;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use arcdoku::proof::{Formula, Proof, Unproven, prove, write_puzzle, write_solutions};
use arcdoku::puzzle::{Puzzle, Solution};
use arcdoku::search::Strategy;
use arcdoku::solve::fastest;
use arcdoku_wire::{NoAnswer, ProveReply};

use super::ReplyFormat;
use crate::cancel::Bounds;
use crate::input::{self, Input, Item, Reading};
use crate::output::Output;
use crate::report::{Refusal, Report, is_whole};
use crate::status::{Error, Status};
use crate::stream;
use crate::text::{json_line, plural};
use arcdoku_wire::solution_text;

/// What is proven of each puzzle, and where.
#[derive(Clone, Debug)]
pub struct ProveOptions {
    /// The directory of the files.
    pub directory: PathBuf,
    /// The most solutions that are enumerated.
    pub most: usize,
    /// The strategy to search with; without one, the fastest.
    pub strategy: Option<Strategy>,
    /// Limits for each puzzle.
    pub bounds: Bounds,
}

impl Default for ProveOptions {
    fn default() -> Self {
        let directory = PathBuf::from("proofs");
        Self { directory, most: 1, strategy: None, bounds: Bounds::default() }
    }
}

/// A proof that was written.
pub struct ProofFound<'a> {
    item: &'a Item,
    proof: Proof,
    /// The files, without the ends of their names.
    base: PathBuf,
    /// The bytes of the proof.
    bytes: usize,
}

/// Proves how many solutions the puzzles of an input have, and writes the files.
///
/// # Errors
/// If the directory cannot be made, or the output cannot be written.
pub fn run(
    options: &ProveOptions,
    format: ReplyFormat,
    input: Input,
    threads: usize,
    output: &mut dyn Output,
) -> Result<Status, Error> {
    let directory = &options.directory;
    std::fs::create_dir_all(directory).map_err(Error::at(directory.display()))?;
    let shared = options.clone();
    stream::reports(input, threads, &options.bounds.cancel, output, move || {
        let options = shared.clone();
        move |number, reading: &Reading, report: &mut Report| {
            let found = options.find(number, reading, report);
            if report.is_cut {
                return;
            }
            match (&found, format) {
                (Ok(found), ReplyFormat::Text) => found.text(&mut report.text),
                (Ok(found), ReplyFormat::Tsv) => found.tsv(number, &mut report.text),
                (_, ReplyFormat::Json) if !is_whole(reading) => {
                    json_line(&reply(number, reading, found), &mut report.text);
                }
                _ => {}
            }
        }
    })
}

/// Proves how many solutions a puzzle has, and writes the files. Why there is no proof is reported.
pub(super) fn write_proof(options: &ProveOptions, number: u64, reading: &Reading, report: &mut Report) {
    // What it found is in the files.
    let _ = options.find(number, reading, report);
}

impl ProveOptions {
    /// Proves how many solutions a puzzle has, and writes the files.
    fn find<'a>(
        &self,
        number: u64,
        reading: &'a Reading,
        report: &mut Report,
    ) -> Result<ProofFound<'a>, Refusal> {
        let base = self.directory.join(format!("puzzle{number}"));
        let cleared = clear(&base);
        // Clues that break a rule are a puzzle without solution, which has a proof.
        let item = match reading {
            Ok(item) => item,
            Err(_) => report.read(reading)?,
        };
        if let Err(error) = cleared {
            return Err(unwritten(item, &error, report));
        }
        let puzzle = &item.record.puzzle;
        let strategy = self.strategy.unwrap_or_else(|| fastest(puzzle));
        let proof = match prove(puzzle, &strategy, self.most, &self.bounds.limits()) {
            Ok(proof) => proof,
            Err(Unproven::Limit(limit)) => return Err(report.given_up(item, limit)),
            Err(why) => return Err(report.refuse(item, outcome_of(&why), &format!("no proof: {why}"))),
        };
        match write(puzzle, &proof, &base) {
            Ok(bytes) => Ok(ProofFound { item, proof, base, bytes }),
            Err(error) => Err(unwritten(item, &error, report)),
        }
    }
}

/// Reports that the files of a puzzle could not be written.
fn unwritten(item: &Item, error: &Error, report: &mut Report) -> Refusal {
    report.status.note(Status::Output);
    report.refuse(item, NoAnswer::Unwritten, &error.to_string())
}

/// The reply to a puzzle.
fn reply(number: u64, reading: &Reading, found: Result<ProofFound<'_>, Refusal>) -> ProveReply {
    let mut reply = ProveReply {
        head: input::head(number, reading),
        other: input::other(reading, ProveReply::FIELDS),
        ..ProveReply::default()
    };
    match found {
        Ok(ProofFound { item, proof, base, bytes }) => {
            let shape = item.record.puzzle.shape();
            let texts = proof.solutions.iter().map(|solution| solution_text(shape, solution));
            reply.solutions = Some(texts.collect());
            reply.lines = Some(proof.lines);
            reply.bytes = Some(bytes as u64);
            reply.files = Some(base.display().to_string());
        }
        Err(refusal) => (reply.outcome, reply.limit, reply.fault) = refusal.parts(),
    }
    reply
}

impl ProofFound<'_> {
    fn text(&self, out: &mut String) {
        let Self { item, proof, base, bytes } = self;
        let what = match proof.solutions.len() {
            0 => "no solution".to_owned(),
            1 => "one solution".to_owned(),
            count => format!("{count} solutions"),
        };
        let lines = plural(proof.lines.into(), "line");
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{}  {what}  {lines}, {bytes} bytes  {}.pbp", item.place(), base.display());
    }

    fn tsv(&self, number: u64, out: &mut String) {
        let Self { proof, base, bytes, .. } = self;
        let (count, lines) = (proof.solutions.len(), proof.lines);
        let _ = writeln!(out, "{number}\t{count}\t{lines}\t{bytes}\t{}.pbp", base.display());
    }
}

fn outcome_of(why: &Unproven) -> NoAnswer {
    match why {
        Unproven::More(_) => NoAnswer::Multiple,
        Unproven::Unfit(_) => NoAnswer::Unfit,
        _ => NoAnswer::Unproven,
    }
}

/// Writes the files of a proof; returns the bytes of the proof itself.
fn write(puzzle: &Puzzle, proof: &Proof, base: &Path) -> Result<usize, Error> {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = proof.write(&mut text);
    save(puzzle, &proof.formula, &proof.solutions, &text, base)?;
    Ok(text.len())
}

/// The ends of the names of a proof's files.
const ENDS: [&str; 4] = ["sudoku", "opb", "sol", "pbp"];

/// Removes the files of an earlier proof, so that none is left where there is no proof now.
pub(super) fn clear(base: &Path) -> Result<(), Error> {
    for end in ENDS {
        let path = base.with_extension(end);
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(Error::at(path.display())(error));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Writes the four files of a proof.
pub(super) fn save(
    puzzle: &Puzzle,
    formula: &Formula,
    solutions: &[Solution],
    proof: &str,
    base: &Path,
) -> Result<(), Error> {
    let save = |end: &str, text: &str| {
        let path = base.with_extension(end);
        std::fs::write(&path, text).map_err(Error::at(path.display()))
    };
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_puzzle(puzzle, &mut text);
    save("sudoku", &text)?;
    text.clear();
    let _ = formula.write(&mut text);
    save("opb", &text)?;
    text.clear();
    let _ = write_solutions(formula, solutions, &mut text);
    save("sol", &text)?;
    save("pbp", proof)
}
