//! Regression libraries: checks that each technique finds the expected steps.

use std::fmt::Write as _;
use std::sync::Arc;

use arcdoku::deduction::{Candidate, Step, Technique};
use arcdoku::puzzle::Limits;
use arcdoku::puzzle::format::LibraryCase;
use arcdoku::rate::RateScratch;
use arcdoku::rate::regress::{CaseOutcome, check};
use arcdoku_wire::escaped;

use super::state;
use crate::cancel::Cancel;
use crate::input::{Input, Item};
use crate::output::Output;
use crate::report::{Report, caught};
use crate::status::{Error, Status};
use crate::stream::{self, Batch, Stream};
use crate::text::{BAD, HEAD, paint};

/// The selection of cases, and the style of results.
#[derive(Clone, Debug, Default)]
pub struct RegressOptions {
    /// Prefixes of codes. All cases are checked if there are none.
    pub codes: Vec<String>,
    /// Whether to write only the last line.
    pub quiet: bool,
    /// Whether to use colors.
    pub colored: bool,
}

/// The result of a batch.
#[derive(Default)]
struct RegressReport {
    report: Report,
    passed: u64,
    failed: u64,
}

/// Checks all cases of an input.
///
/// # Errors
/// If the output cannot be written.
pub fn run(
    options: &RegressOptions,
    input: Input,
    threads: usize,
    cancel: &Cancel,
    output: &mut dyn Output,
) -> Result<Status, Error> {
    let (options, flag) = (Arc::new(options.clone()), cancel.clone());
    let worker = move || {
        let (mut scratch, options, flag) = (RateScratch::default(), Arc::clone(&options), flag.clone());
        move |batch: Batch| {
            let mut report = RegressReport::default();
            for (_, reading) in batch.readings() {
                match &reading {
                    Ok(item) if is_wanted(item, &options.codes) => {
                        let work = || judge(item, &mut scratch, &options, &flag, &mut report);
                        if let Err(panic) = caught(&reading, work) {
                            report.report.error(Status::Panicked, panic);
                            scratch = RateScratch::default();
                        }
                    }
                    Ok(_) => {}
                    Err(rejected) => report.report.error(Status::Malformed, rejected.message()),
                }
                if flag.is_cancelled() {
                    break;
                }
            }
            report
        }
    };
    let (mut passed, mut failed, mut status) = (0, 0, Status::Fine);
    Stream::new(input, threads, cancel).run(worker, output, |output, batch: RegressReport| {
        status.note(batch.report.status);
        passed += batch.passed;
        failed += batch.failed;
        let _ = batch.report.write(output)?;
        Ok(stream::flow_of(cancel))
    })?;
    status.note(stream::end(cancel));
    if failed > 0 {
        status.note(Status::Not);
    }
    output.write(&format!("{passed} passed, {failed} failed\n"))?;
    output.flush()?;
    Ok(status)
}

fn is_wanted(item: &Item, codes: &[String]) -> bool {
    let code = item.record.library.as_deref().map_or("", |case| &case.code);
    codes.is_empty() || codes.iter().any(|wanted| code.starts_with(wanted.as_str()))
}

fn judge(
    item: &Item,
    scratch: &mut RateScratch,
    options: &RegressOptions,
    cancel: &Cancel,
    report: &mut RegressReport,
) {
    let colored = options.colored;
    let found = match check(&item.record, scratch, &Limits::NONE.with_cancel(cancel.flag())) {
        Ok(CaseOutcome::Passed) => {
            report.passed += 1;
            return;
        }
        Ok(CaseOutcome::Failed(found)) => Some(found),
        Ok(CaseOutcome::Unknown) => None,
        Ok(CaseOutcome::Stopped(_)) => return,
        Err(unfit) => {
            report.report.error(Status::Malformed, state::misfit(item, unfit));
            return;
        }
    };
    report.failed += 1;
    let Some(case) = item.record.library.as_deref() else { return };
    if options.quiet {
        return;
    }
    let known = case.technique().get(..4).and_then(Technique::by_code);
    let name = known.map_or("no technique has this code", Technique::name);
    let out = &mut report.report.text;
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "{}: {} {name}: {}",
        item.place(),
        paint(colored, HEAD, &escaped(&case.code)),
        paint(colored, BAD, "failed")
    );
    let _ = writeln!(out, "  expected {}", expected(case));
    match found.as_deref() {
        None => {}
        Some([]) => out.push_str("  found    nothing\n"),
        Some(steps) => {
            for step in steps {
                let _ = writeln!(out, "  found    {}", given(step));
            }
        }
    }
}

fn expected(case: &LibraryCase) -> String {
    if case.variant() == Some("x") {
        return "nothing".to_owned();
    }
    let mark = |&(cell, digit): &(_, _)| Candidate { cell, digit };
    let digits = if case.digits.is_empty() { String::new() } else { format!("digits {}: ", case.digits) };
    digits
        + &effects(
            &case.placements.iter().map(mark).collect::<Vec<_>>(),
            &case.eliminations.iter().map(mark).collect::<Vec<_>>(),
        )
}

fn given(step: &Step) -> String {
    let digits: String = step.digits.iter().map(|digit| digit.to_string()).collect();
    format!("digits {digits}: {}", effects(&step.placements, &step.eliminations))
}

/// `r1c1=5, r2c3<>4`.
fn effects(placements: &[Candidate], eliminations: &[Candidate]) -> String {
    let word = |&Candidate { cell, digit }: &Candidate, sign: &str| {
        format!("r{}c{}{sign}{digit}", cell.index() / 9 + 1, cell.index() % 9 + 1)
    };
    let placed = placements.iter().map(|at| word(at, "="));
    let mut eliminations = eliminations.to_vec();
    eliminations.sort_unstable();
    let words: Vec<String> = placed.chain(eliminations.iter().map(|at| word(at, "<>"))).collect();
    if words.is_empty() { "no change".to_owned() } else { words.join(", ") }
}
