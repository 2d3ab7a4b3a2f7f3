//! Instructions and time per puzzle. Valgrind's callgrind counts the instructions of this program.
//!
//! Virtual machines rarely have the counters of the processor. Under Valgrind, AVX-512 is not available, so all figures
//! are for the next tier.

use std::hint::black_box;

use arcdoku::fast9::Tier;

use crate::engine::PEER;
use crate::engines::engines;
use crate::fast9_engines::{LANES, LATENCY, on_tier};
use crate::measure::{Timed, measure, question_name};
use crate::options::Run;
use crate::probe::counted_region;
use crate::process;
use crate::record::Report;
use crate::set::Set;
use crate::suite::SETS;
use crate::table::{Table, grouped};

/// The number of puzzles of each set. Under Valgrind, the program is fifty times as slow.
const PUZZLES: usize = 500;

/// One pass of the first engine over the files, from characters to characters.
pub(crate) fn once(run: &Run) -> Result<(), String> {
    let mut all = engines(&run.engines(&[]), run.limits())?;
    let engine = all.first_mut().ok_or("no engine")?;
    for name in &run.options.names {
        let set = one(run, name, run.options.limit)?;
        let text = set.text.as_ref().filter(|_| engine.prepare(&set)).ok_or("a set without text")?;
        for &question in &run.options.questions {
            let mut out = String::with_capacity(text.lines.len() + 2 * set.puzzles.len());
            // Tables and memory that are created at the first use are not counted.
            engine.text_pass(question, text, &mut |found| found.write(question, &mut out));
            out.clear();
            counted_region(&mut || {
                engine.text_pass(question, text, &mut |found| found.write(question, black_box(&mut out)));
            });
        }
    }
    Ok(())
}

/// A set by its name, or the substitute set without the full data.
fn one(run: &Run, name: &str, limit: Option<usize>) -> Result<Set, String> {
    if run.is_full() {
        return run.data.set(name, limit);
    }
    run.data.sets(&[name], limit)?.pop().ok_or_else(|| format!("{name}: no such set"))
}

pub(super) fn section(run: &Run, report: &mut Report) -> Result<(), String> {
    let Some(tier) = Tier::available().find(|&tier| tier != Tier::Avx512) else { return Ok(()) };
    let names = [on_tier(LATENCY, tier), on_tier(LANES, tier), PEER.to_owned()];
    let limit = run.count(PUZZLES);
    let mut all = engines(&names.each_ref().map(String::as_str), run.limits())?;
    let mut table =
        Table::new(3, "set | question | engine | instructions/puzzle | ns/puzzle | instructions/ns");
    for name in if run.is_full() { SETS } else { &SETS[..1] } {
        let set = one(run, name, Some(limit))?;
        for row in measure(Timed::Text, &set, &mut all, &run.options.questions, run.rounds(3))? {
            eprintln!("{name}: counting the instructions of {}", row.engine);
            let (question, puzzles) = (question_name(row.question), row.puzzles.to_string());
            let what = ["--questions", question, "--once", "text", "--limit", &puzzles];
            let arguments = [&[name, "--engines", &row.engine][..], &what].concat();
            let Some(counted) = process::instructions(Some("counted_region"), &arguments)? else {
                report.add_block("Instructions were not counted, because valgrind is not installed.");
                return Ok(());
            };
            let (each, ns) = (counted as f64 / row.puzzles.max(1) as f64, row.text_ns());
            let mut cells = vec![row.set.clone(), question.into(), row.engine.clone()];
            cells.extend([grouped(each, 0), grouped(ns, 0), grouped(each / ns, 2)]);
            table.row(cells);
        }
    }
    report.add_block(&format!(
        "Instructions and time per puzzle, from characters to characters, for the first {limit} puzzles of each set \
         in the shuffled order. Valgrind's callgrind counts the instructions. It hides AVX-512, so all figures are \
         for the tier {tier}."
    ));
    report.add_block(&table.render());
    Ok(())
}
