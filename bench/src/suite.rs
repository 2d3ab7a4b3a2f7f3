//! Engines on sets: given files, and the suites `csp`, `compare` and `observer`.

use std::time::Duration;

use arcdoku::Strategy;
use arcdoku::search::NAMED;
use arcdoku::solve::FASTEST;

use crate::engine::PEER;
use crate::engines::engines;
use crate::measure::{Row, Timed, measure_all, question_name};
use crate::observer;
use crate::options::Run;
use crate::record::Report;
use crate::set::Set;
use crate::table::{LEGEND, Table, grouped, measured, word};
use crate::target::{Target, judged};

/// The sets of 9x9 lines, easiest first.
pub(crate) const SETS: &[&str] = &[
    "easy",
    "random_minimal",
    "seventeen_clue",
    "top95",
    "magictour_top1465",
    "hardest_11plus",
    "hardest_1106",
    "multi_solution",
];

const EULER: &str = "euler50";

/// The bounds of the suite `csp` for the fastest strategy.
const CSP_TARGETS: &[&str] = &["seventeen_clue>=40000/s", "hardest_11plus>=3000/s"];

/// The bounds for `hybrid`.
const HYBRID_TARGETS: &[&str] = &["euler50<5ms"];

/// The bound for all strategies together on euler50.
const COMPARE_TARGET: Duration = Duration::from_mins(1);

/// Measures engines on some of the suites' sets, and adds the table. Targets are judged if the sets are available.
fn sets(
    run: &Run,
    names: &[&str],
    lists: &[&str],
    rounds: usize,
    (engine, targets): (&str, &[&str]),
    report: &mut Report,
) -> Result<Vec<Row>, String> {
    let mut all = engines(lists, run.limits())?;
    let sets = run.data.sets(names, run.options.limit)?;
    let rows = measure_all(Timed::Both, &sets, &mut all, &run.options.questions, rounds)?;
    report_rows(report, rounds, &rows);
    if run.is_full() {
        let mut judge = targets.iter().map(|text| text.parse()).collect::<Result<Vec<Target>, _>>()?;
        judge.extend(run.options.targets.iter().cloned());
        report.add_block(&judged(&judge, &rows, engine).render());
    }
    Ok(rows)
}

/// Any engines on any files.
pub(crate) fn files(run: &Run, report: &mut Report) -> Result<(), String> {
    let mut engines = engines(&run.engines(&["fastest", PEER]), run.limits())?;
    let (names, rounds) = (&run.options.names, run.rounds(5));
    let sets: Vec<Set> =
        names.iter().map(|name| run.data.set(name, run.options.limit)).collect::<Result<_, _>>()?;
    let rows = measure_all(Timed::Both, &sets, &mut engines, &run.options.questions, rounds)?;
    report_rows(report, rounds, &rows);
    for engine in engines.iter().filter(|_| !run.options.targets.is_empty()) {
        report.add_block(&judged(&run.options.targets, &rows, engine.name()).render());
    }
    Ok(())
}

/// The table of all measurements.
pub(crate) fn report_rows(report: &mut Report, rounds: usize, rows: &[Row]) {
    report.add_block(&measured(rows).render());
    report.add_block(&format!("Rounds: {rounds}; engines took turns; every answer was checked. {LEGEND}"));
}

/// The fastest strategy and the peer on all sets, then `hybrid` on euler50.
pub(crate) fn csp(run: &Run, report: &mut Report) -> Result<(), String> {
    let lists = run.engines(&["fastest", PEER]);
    sets(run, SETS, &lists, run.rounds(5), (FASTEST, CSP_TARGETS), report)?;
    let lists = ["hybrid", "fastest", PEER];
    sets(run, &[EULER], &lists, run.rounds(5), ("hybrid", HYBRID_TARGETS), report)?;
    Ok(())
}

/// Every named strategy on euler50.
pub(crate) fn compare(run: &Run, report: &mut Report) -> Result<(), String> {
    let names: Vec<&str> = NAMED.iter().map(|named| named.name).collect();
    let rows = sets(run, &[EULER], &run.engines(&names), run.rounds(3), ("", &[]), report)?;
    let mut table = Table::new(1, "question | all strategies, one pass, s | total nodes");
    for &question in &run.options.questions {
        let of_question = || rows.iter().filter(|row| row.question == question);
        let time: Duration = of_question().map(Row::best).sum();
        let nodes: u64 = of_question().filter_map(|row| row.counts).map(|counts| counts.nodes).sum();
        let seconds = format!("{:.3}", time.as_secs_f64());
        table.row(vec![question_name(question).into(), seconds, grouped(nodes as f64, 0)]);
    }
    report.add_block(&table.render());
    let sum: Duration = rows.iter().map(Row::best).sum();
    let judgment = if run.is_full() { format!(": {}", word(sum < COMPARE_TARGET)) } else { String::new() };
    report.add_block(&format!(
        "Total of all questions: {:.3} s, target < {} s{judgment}.",
        sum.as_secs_f64(),
        COMPARE_TARGET.as_secs()
    ));
    Ok(())
}

/// The observers, on an easy and a hard set.
pub(crate) fn observers(run: &Run, report: &mut Report) -> Result<(), String> {
    let rounds = run.rounds(41);
    let text = match run.engines(&[FASTEST])[0] {
        "fastest" => FASTEST,
        text => text,
    };
    let strategy: Strategy = text.parse().map_err(|error| format!("{error}"))?;
    // With these limits, a pass takes longer than a tick of the clock, but is short enough for many rounds.
    for (name, limit) in [("seventeen_clue", 1000), ("hardest_1106", 100)] {
        let limit = run.options.limit.unwrap_or(limit);
        for set in run.data.sets(&[name], Some(limit))? {
            report.add_block(&format!("{}, {} puzzles, uniqueness, {text}:", set.name, set.puzzles.len()));
            report.add_block(&observer::compare(&set, &strategy, rounds)?.render());
            if run.is_full() {
                observer::instructions(&set, name, text, report)?;
            }
        }
    }
    report.add_block(&format!(
        "Rounds: {rounds}; the observers took turns; ratios are relative to `()` in the same round. `idle` observes \
         nothing (`WATCHES = false`) and is compiled separately from `()`; `deaf` has empty methods with `WATCHES = \
         true`; `counting` counts every event."
    ));
    Ok(())
}

/// One pass of one observer, for the program that counts instructions.
pub(crate) fn observe_once(run: &Run, observer: &str) -> Result<(), String> {
    let text = run.engines(&[FASTEST])[0];
    let strategy: Strategy = text.parse().map_err(|error| format!("{error}"))?;
    let names = &run.options.names;
    names
        .iter()
        .try_for_each(|name| observer::once(observer, &run.data.set(name, run.options.limit)?, &strategy))
}

#[cfg(test)]
mod tests {
    use super::{CSP_TARGETS, EULER, HYBRID_TARGETS, SETS, Target};

    #[test]
    fn the_targets_of_the_suites_can_be_read() {
        for text in CSP_TARGETS.iter().chain(HYBRID_TARGETS) {
            assert!(text.parse::<Target>().is_ok(), "{text}");
            assert!(SETS.iter().chain(&[EULER]).any(|set| text.starts_with(set)));
        }
    }
}
