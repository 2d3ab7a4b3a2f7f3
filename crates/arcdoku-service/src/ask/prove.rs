//! Proofs of the number of solutions, as files that other programs check.

use std::fmt::Write as _;
use std::io::ErrorKind;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use arcdoku::proof::{Formula, Proof, ProofError, Unproven, prove, write_puzzle, write_solutions};
use arcdoku::puzzle::{Puzzle, Solution};
use arcdoku::solve::fastest;
use arcdoku_wire::question::{OptionError, Prove, ProveReply};
use arcdoku_wire::{NoAnswer, solution_text};

use super::ReplyFormat;
use super::answer::{Answer, Render, Session, replies};
use crate::cancel::Listener;
use crate::input::{Item, Reading};
use crate::report::{Refusal, Report};
use crate::status::{Error, Status};
use crate::text::plural;
use crate::whole_file::write_whole;

impl Answer for Prove {
    // A puzzle whose clues break a rule has no solution, and a proof of it.
    const TAKES_CONFLICTS: bool = true;

    fn prepare(&self, number: u64) {
        // If removing the files fails here, the answer will report the same failure.
        let _ = clear(&base(self, number));
    }

    fn answer(
        &self,
        session: &mut Session,
        item: &Item,
        progress: Listener<'_>,
        reply: &mut ProveReply,
    ) -> Result<(), Refusal> {
        let files = base(self, reply.head.number);
        let directory = &self.out.0;
        let made = std::fs::create_dir_all(directory).map_err(Error::at(directory.display()));
        made.and_then(|()| clear(&files)).map_err(|error| unwritten(session, item, &error))?;
        let puzzle = &item.record.puzzle;
        let strategy = self.search.chosen().unwrap_or_else(|| fastest(puzzle));
        let bounds = session.bounds(&self.limits);
        let limits = bounds.limits().running().with_listener(progress);
        let most = usize::try_from(self.count).unwrap_or(usize::MAX);
        let proof = match prove(puzzle, &strategy, most, &limits) {
            Ok(proof) => proof,
            Err(Unproven::Limit(limit)) => return Err(session.report.given_up(item, limit)),
            Err(Unproven::Failed(why @ ProofError::TooLarge(_))) => {
                session.report.status.note(Status::Limit);
                return session.refuse(item, NoAnswer::TooWide, &why.to_string());
            }
            Err(why) => return session.refuse(item, outcome_of(&why), &format!("no proof: {why}")),
        };
        let bytes = write(puzzle, &proof, &files).map_err(|error| unwritten(session, item, &error))?;
        let texts = proof.solutions.iter().map(|solution| solution_text(puzzle.shape(), solution));
        reply.solutions = Some(texts.collect());
        reply.lines = Some(proof.lines);
        reply.bytes = Some(bytes as u64);
        reply.files = Some(files.display().to_string());
        Ok(())
    }

    fn check(&self, _: ReplyFormat) -> Result<(), OptionError> {
        self.search.check()
    }
}

/// Proves the number of solutions of a puzzle, and writes the files. Reports the reason if there is no proof.
pub(super) fn write_proof(
    question: &Prove,
    session: &mut Session,
    number: u64,
    reading: &Reading,
    report: &mut Report,
) {
    // The results are in the files.
    replies(question, session, number, reading, &|_| {}, &mut |_, _| ControlFlow::Continue(()));
    report.add(std::mem::take(&mut session.report), "");
}

/// The paths of the files of a puzzle, without the endings of their names.
fn base(question: &Prove, number: u64) -> PathBuf {
    question.out.0.join(format!("puzzle{number}"))
}

/// Reports that the files of a puzzle could not be written.
fn unwritten(session: &mut Session, item: &Item, error: &Error) -> Refusal {
    session.report.status.note(Status::Output);
    session.report.refuse(item, NoAnswer::Unwritten, &error.to_string())
}

impl Render for ProveReply {
    fn text(&self, item: &Item, _: bool, out: &mut String) {
        let what = match self.solutions.as_ref().map_or(0, Vec::len) {
            0 => "no solution".to_owned(),
            1 => "one solution".to_owned(),
            count => format!("{count} solutions"),
        };
        let lines = plural(self.lines.unwrap_or_default().into(), "line");
        let (bytes, files) = (self.bytes.unwrap_or_default(), self.files.as_deref().unwrap_or_default());
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{}  {what}  {lines}, {bytes} bytes  {files}.pbp", item.place());
    }

    fn tsv(&self, _: &Item, out: &mut String) {
        let (number, count) = (self.head.number, self.solutions.as_ref().map_or(0, Vec::len));
        let (lines, bytes) = (self.lines.unwrap_or_default(), self.bytes.unwrap_or_default());
        let files = self.files.as_deref().unwrap_or_default();
        let _ = writeln!(out, "{number}\t{count}\t{lines}\t{bytes}\t{files}.pbp");
    }
}

fn outcome_of(why: &Unproven) -> NoAnswer {
    match why {
        Unproven::More(_) => NoAnswer::Multiple,
        Unproven::Unfit(_) => NoAnswer::Unfit,
        _ => NoAnswer::Unproven,
    }
}

/// Writes the files of a proof. Returns the number of bytes of the proof itself.
fn write(puzzle: &Puzzle, proof: &Proof, base: &Path) -> Result<usize, Error> {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = proof.write(&mut text);
    save(puzzle, &proof.formula, &proof.solutions, &text, base)?;
    Ok(text.len())
}

/// The endings of the names of a proof's files.
const ENDS: [&str; 4] = ["sudoku", "opb", "sol", "pbp"];

/// Removes the files of an earlier proof, so no old file remains if there is no new proof.
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
        write_whole(&path, text)
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
