//! `arcdoku regress`: does each technique find what a library expects?

use std::fmt::Write as _;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::sync::Arc;

use arcdoku::deduction::{Candidate, Step, Technique};
use arcdoku::puzzle::format::LibraryCase;
use arcdoku::rate::Scratch;
use arcdoku::rate::regress::{Verdict, check};

use super::human;
use crate::cli::Regress;
use crate::input::{Entry, Item};
use crate::interrupt;
use crate::output::{self, BAD, HEAD, Out, error_line, paint};
use crate::pipeline::{self, Batch, Run};
use crate::progress::Progress;
use crate::status::Status;

/// What a batch gave.
#[derive(Default)]
struct Report {
    out: String,
    errors: Vec<String>,
    passed: u64,
    failed: u64,
}

pub(crate) fn run(options: &Regress) -> anyhow::Result<Status> {
    let input = options.input();
    let plan = Arc::new(input.plan()?);
    let entries = input.entries(&plan)?;
    let mut progress = Progress::of_batch(entries.iter().map(Entry::size).sum(), options.quiet);
    let codes: Arc<[String]> = options.codes.clone().into();
    let (quiet, colored) = (options.quiet, output::is_colored());
    let worker = move || {
        let (mut scratch, codes) = (Scratch::default(), Arc::clone(&codes));
        move |batch: Batch| {
            let mut report = Report::default();
            for (_, reading) in batch.readings() {
                match reading {
                    Ok(item) if is_wanted(&item, &codes) => {
                        judge(&item, &mut scratch, quiet, colored, &mut report);
                    }
                    Ok(_) => {}
                    Err(rejected) => report.errors.push(error_line(&rejected.message())),
                }
                if interrupt::asked() {
                    break;
                }
            }
            report
        }
    };
    let (mut passed, mut failed, mut status) = (0, 0, Status::Fine);
    let write = |out: &mut Out, progress: &mut Progress, report: Report| {
        for line in &report.errors {
            status.note(Status::Malformed);
            progress.line(line);
        }
        passed += report.passed;
        failed += report.failed;
        out.write_all(report.out.as_bytes())?;
        Ok(if interrupt::asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    };
    let work = Run::new(entries, plan, options.jobs.threads());
    let mut out = output::stdout();
    pipeline::run(work, worker, &mut progress, &mut out, write)?;
    if interrupt::asked() {
        status.note(Status::Interrupted);
    }
    if failed > 0 {
        status.note(Status::Not);
    }
    writeln!(out, "{passed} passed, {failed} failed")?;
    out.flush()?;
    Ok(status)
}

fn is_wanted(item: &Item, codes: &[String]) -> bool {
    let code = item.record.library.as_deref().map_or("", |case| &case.code);
    codes.is_empty() || codes.iter().any(|wanted| code.starts_with(wanted.as_str()))
}

fn judge(item: &Item, scratch: &mut Scratch, quiet: bool, colored: bool, report: &mut Report) {
    let found = match check(&item.record, scratch) {
        Ok(Verdict::Passed) => {
            report.passed += 1;
            return;
        }
        Ok(Verdict::Failed(found)) => Some(found),
        Ok(Verdict::Unknown) => None,
        Err(unfit) => {
            report.errors.push(error_line(&human::misfit(item, unfit).to_string()));
            return;
        }
    };
    report.failed += 1;
    let Some(case) = item.record.library.as_deref() else { return };
    if quiet {
        return;
    }
    let known = case.technique().get(..4).and_then(Technique::by_code);
    let name = known.map_or("no technique has this code", Technique::name);
    let out = &mut report.out;
    // A string takes everything.
    let _ = writeln!(
        out,
        "{}:{}: {} {name}: {}",
        item.source,
        item.line(),
        paint(colored, HEAD, &case.code),
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
