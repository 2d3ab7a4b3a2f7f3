//! Instructions a puzzle beside time, counted by valgrind's callgrind over this program.
//!
//! Counters of the processor would do, but virtual machines rarely have them. Valgrind hides AVX-512, so all of this is
//! of the next tier.

use std::env;
use std::hint::black_box;
use std::process::Command;

use arcdoku::fast9::Tier;
use arcdoku::{Question, Shape};

use super::best;
use crate::engine::PEER;
use crate::engines::engines;
use crate::fast9_engines::{LANES, LATENCY, on_tier};
use crate::measure::{Timed, measure_what, question_name};
use crate::observer::collected;
use crate::probe::counted_region;
use crate::record::Report;
use crate::set::{Data, Set};
use crate::suite::{Plan, SETS};
use crate::table::{Table, grouped};

/// Number of puzzles of each set: valgrind takes fifty times as long.
const PUZZLES: usize = 500;

/// One pass of the first engine over a file, from characters to characters.
pub(crate) fn once(plan: &Plan<'_>, data: &Data, names: &[&str]) -> Result<(), String> {
    let mut all = engines(&plan.engines, plan.limits)?;
    let engine = all.first_mut().ok_or("no engine")?;
    for name in names {
        let set = one(data, name, plan.limit)?;
        let text = set.text.as_ref().filter(|_| engine.prepare(&set)).ok_or("a set without text")?;
        for &question in &plan.questions {
            let mut out = String::with_capacity(text.lines.len() + 2 * set.puzzles.len());
            // Tables and memory of the first use are not counted.
            engine.text_pass(question, text, &mut out);
            out.clear();
            counted_region(&mut || engine.text_pass(question, text, black_box(&mut out)));
        }
    }
    Ok(())
}

/// A set by its name; without the full data the substitute.
fn one(data: &Data, name: &str, limit: Option<usize>) -> Result<Set, String> {
    if data.note().is_none() {
        return data.set(name, limit);
    }
    data.sets(&[name], limit)?.pop().ok_or_else(|| format!("{name}: no such set"))
}

/// The instructions of a pass, a puzzle; `None` if valgrind cannot be started.
fn count(engine: &str, question: Question, set: &str, puzzles: usize) -> Result<Option<f64>, String> {
    let program = env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=*counted_region*"])
        .arg(program)
        .args([set, "--engines", engine, "--questions", question_name(question), "--once", "text"])
        .args(["--limit", &puzzles.to_string()])
        .output();
    let Ok(output) = output else { return Ok(None) };
    let said = String::from_utf8_lossy(&output.stderr);
    let counted = collected(&said).filter(|_| output.status.success());
    let counted = counted.ok_or_else(|| format!("{engine} on {set} under valgrind: {said}"))?;
    Ok(Some(counted as f64 / puzzles.max(1) as f64))
}

pub(super) fn section(plan: &Plan<'_>, data: &Data, report: &mut Report) -> Result<(), String> {
    let Some(tier) = Tier::available().find(|&tier| tier != Tier::Avx512) else { return Ok(()) };
    let names = [on_tier(LATENCY, tier), on_tier(LANES, tier), PEER.to_owned()];
    let limit = plan.limit.map_or(PUZZLES, |limit| limit.min(PUZZLES));
    let mut all = engines(&names.each_ref().map(String::as_str), plan.limits)?;
    let mut table =
        Table::new(3, &["set", "question", "engine", "instructions/puzzle", "ns/puzzle", "instructions/ns"]);
    for name in if data.note().is_none() { SETS } else { &SETS[..1] } {
        let set = one(data, name, Some(limit))?;
        debug_assert!(set.puzzles.iter().all(|puzzle| puzzle.shape() == Shape::CLASSIC), "sets of 9x9");
        for row in measure_what(Timed::Text, &set, &mut all, &plan.questions, plan.rounds(3))? {
            eprintln!("{name}: counting the instructions of {}", row.engine);
            let Some(counted) = count(&row.engine, row.question, name, row.puzzles)? else {
                report.say("Instructions were not counted: valgrind is not here.");
                return Ok(());
            };
            table.row(vec![
                row.set.clone(),
                question_name(row.question).into(),
                row.engine.clone(),
                grouped(counted, 0),
                grouped(best(&row), 0),
                grouped(counted / best(&row), 2),
            ]);
        }
    }
    report.say(&format!(
        "Instructions a puzzle beside time, from characters to characters, the first {limit} puzzles of each set in the \
         shuffled order, counted by valgrind's callgrind, which hides AVX-512: all of it on the tier {tier}."
    ));
    report.say(&table.render());
    Ok(())
}
