//! Named runs, which measure the figures that the project promises.

use std::time::{Duration, Instant};

use arcdoku::search::NAMED;
use arcdoku::solve::FASTEST;
use arcdoku::{Limits, Question, Solver, Strategy};

use crate::engine::PEER;
use crate::engines::engines;
use crate::measure::{Row, measure};
use crate::observer;
use crate::record::Report;
use crate::set::{Data, Set};
use crate::table::{LEGEND, Table, grouped, measured};
use crate::target::{Target, judged};

/// The suites, with a summary.
pub(crate) const SUITES: &[(&str, &str)] = &[
    (
        "fast9",
        "the 9x9 engines beside the peers (`--tdoku`) on all sets, tiers, counts, the program, with targets; sections \
         by `--only`; or random puzzles, answers compared (`--check`)",
    ),
    ("csp", "the fastest csp strategy beside the peer on all sets, `hybrid` on euler50, with targets"),
    ("canon", "canonical forms of puzzles and full grids, with targets"),
    ("generate", "random puzzles and full grids, wishes, other shapes, with targets"),
    ("houses", "9x9 with diagonals, windows, groups, anti-knight, anti-king, jigsaw regions, with targets"),
    (
        "labelling",
        "cheapest labellings, sums and marginals beside toulbar2 and pgmpy (`--python`), with targets; sections by `--only`",
    ),
    ("large", "12x12 to 64x64 beside CaDiCaL, with targets; or random puzzles, answers compared (`--check`)"),
    ("proofs", "how long proofs are, and how long it takes to write and to check them, with targets"),
    ("rate", "ratings of the HoDoKu scale and of that of the Sudoku Explainer, with targets"),
    ("se", "the second half of rate alone"),
    ("sql", "`arcdoku-sql` beside `arcdoku`, on clusters, with targets; sections by `--only`"),
    ("simulate", "a job on up to 1,000 executors, from the figures of the newest record of sql"),
    ("edits", "true candidates after a clue or a rule is added to variants, with targets"),
    (
        "variants",
        "puzzles with other rules, by several engines, beside a checkout of ISS (`--peer`), with targets",
    ),
    ("observer", "what watching a search costs; the observer `()` must cost nothing"),
    ("compare", "every named strategy on euler50; all of it within 60 s"),
];

/// The sets of 9x9 lines, from the easiest.
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

/// The bounds of the csp suite for the fastest strategy.
const CSP_TARGETS: &[&str] = &["seventeen_clue>=40000/s", "hardest_11plus>=3000/s"];

/// The bounds for `hybrid`.
const HYBRID_TARGETS: &[&str] = &["euler50<5ms"];

/// The bound for all strategies together on euler50.
const COMPARE_TARGET: Duration = Duration::from_mins(1);

/// Options of a run from the command line.
pub(crate) struct Plan<'a> {
    pub(crate) engines: Vec<&'a str>,
    pub(crate) questions: Vec<Question>,
    pub(crate) rounds: Option<usize>,
    /// Maximum number of puzzles of each set.
    pub(crate) limit: Option<usize>,
    pub(crate) limits: Limits<'static>,
    pub(crate) targets: Vec<Target>,
}

impl Plan<'_> {
    /// Number of rounds, given the default.
    pub(crate) fn rounds(&self, usual: usize) -> usize {
        self.rounds.unwrap_or(usual)
    }

    fn targets(&self, usual: &[&str]) -> Result<Vec<Target>, String> {
        let mut targets = usual.iter().map(|text| text.parse()).collect::<Result<Vec<Target>, _>>()?;
        targets.extend(self.targets.iter().cloned());
        Ok(targets)
    }
}

/// Any engines over any files.
pub(crate) fn files(plan: &Plan<'_>, data: &Data, names: &[&str], report: &mut Report) -> Result<(), String> {
    let lists = if plan.engines.is_empty() { vec!["fastest", PEER] } else { plan.engines.clone() };
    let mut engines = engines(&lists, plan.limits)?;
    let mut rows = Vec::new();
    for name in names {
        let set = data.set(name, plan.limit)?;
        rows.extend(measure(&set, &mut engines, &plan.questions, plan.rounds(5))?);
    }
    say_rows(report, plan.rounds(5), &rows);
    if !plan.targets.is_empty() {
        for engine in &engines {
            report.say(&judged(&plan.targets, &rows, engine.name()).render());
        }
    }
    Ok(())
}

/// The table of all measurements.
pub(crate) fn say_rows(report: &mut Report, rounds: usize, rows: &[Row]) {
    report.say(&measured(rows).render());
    report.say(&format!("Rounds: {rounds}; engines took turns; every answer was checked. {LEGEND}"));
}

/// Adds a note if only a part of the puzzles was measured, as targets are for whole sets.
pub(crate) fn say_whole(plan: &Plan<'_>, report: &mut Report) {
    if plan.limit.is_some() {
        report.say("Only a part of each set was measured (`--limit`).");
    }
}

/// The fastest strategy and the peer on all sets, then `hybrid` on euler50.
pub(crate) fn csp(plan: &Plan<'_>, data: &Data, report: &mut Report) -> Result<(), String> {
    let rounds = plan.rounds(5);
    let lists = if plan.engines.is_empty() { vec!["fastest", PEER] } else { plan.engines.clone() };
    let mut all = engines(&lists, plan.limits)?;
    let mut rows = Vec::new();
    for set in data.sets(SETS, plan.limit)? {
        rows.extend(measure(&set, &mut all, &plan.questions, rounds)?);
    }
    say_whole(plan, report);
    say_rows(report, rounds, &rows);

    let mut euler_rows = Vec::new();
    let mut fresh =
        Table::new(3, &["set", "engine", "question", "first use, ms in all", "best of", "target"]);
    let mut all = engines(&["hybrid", "fastest", PEER], plan.limits)?;
    for set in data.sets(&[EULER], plan.limit)? {
        euler_rows.extend(measure(&set, &mut all, &plan.questions, rounds)?);
        for &question in &plan.questions {
            let time = first_use("hybrid", &set, question, rounds)?;
            fresh.row(vec![
                set.name.clone(),
                "hybrid".into(),
                crate::measure::question_name(question).into(),
                format!("{:.3}", time.as_secs_f64() * 1e3),
                rounds.to_string(),
                if data.note().is_none() { word(time < Duration::from_millis(5)) } else { "-".into() },
            ]);
        }
    }
    report.say(&measured(&euler_rows).render());
    report.say("Hybrid again, with a new solver for every pass, so that compiling the model counts:");
    report.say(&fresh.render());
    if data.note().is_none() {
        report.say("Targets:");
        report.say(&judged(&plan.targets(CSP_TARGETS)?, &rows, FASTEST).render());
        report.say(&judged(&plan.targets(HYBRID_TARGETS)?, &euler_rows, "hybrid").render());
    }
    Ok(())
}

/// A verdict.
pub(crate) fn word(met: bool) -> String {
    if met { "met" } else { "not met" }.to_owned()
}

/// The best time of a pass by a new solver.
fn first_use(strategy: &str, set: &Set, question: Question, rounds: usize) -> Result<Duration, String> {
    let strategy: Strategy = strategy.parse().map_err(|error| format!("{error}"))?;
    let pass = || {
        let start = Instant::now();
        let mut solver = Solver::with_strategy(strategy);
        for puzzle in &set.puzzles {
            std::hint::black_box(solver.ask(question, puzzle, &Limits::NONE));
        }
        start.elapsed()
    };
    Ok((0..rounds).map(|_| pass()).min().unwrap_or_default())
}

/// The observer pair, on an easy and a hard set.
pub(crate) fn observers(plan: &Plan<'_>, data: &Data, report: &mut Report) -> Result<(), String> {
    let rounds = plan.rounds(41);
    let text = plan.engines.first().copied().unwrap_or(FASTEST);
    let text = if text == "fastest" { FASTEST } else { text };
    let strategy: Strategy = text.parse().map_err(|error| format!("{error}"))?;
    // A pass is longer than a clock tick, and short enough for many rounds.
    for (name, limit) in [("seventeen_clue", 1000), ("hardest_1106", 100)] {
        let limit = plan.limit.unwrap_or(limit);
        for set in data.sets(&[name], Some(limit))? {
            let table = observer::compare(&set, &strategy, rounds)?;
            report.say(&format!("{}, {} puzzles, uniqueness, {text}:", set.name, set.puzzles.len()));
            report.say(&table.render());
            if data.note().is_none() {
                match observer::instructions(&set, name, text) {
                    Some(table) => report.say(&table.render()),
                    None => report.say("Instructions were not counted: valgrind is not here."),
                }
            }
        }
        if data.note().is_some() {
            break;
        }
    }
    report.say(&format!(
        "Rounds: {rounds}; the observers took turns; a ratio is to `()` in the same round. `idle` watches \
         nothing (`WATCHES = false`) and is compiled apart from `()`; `deaf` has empty methods with \
         `WATCHES = true`; `counting` counts every event."
    ));
    Ok(())
}

/// One pass of one observer, under the program that counts instructions.
pub(crate) fn observe_once(
    plan: &Plan<'_>,
    data: &Data,
    names: &[&str],
    observer: &str,
) -> Result<(), String> {
    let strategy: Strategy =
        plan.engines.first().unwrap_or(&FASTEST).parse().map_err(|error| format!("{error}"))?;
    names.iter().try_for_each(|name| observer::once(observer, &data.set(name, plan.limit)?, &strategy))
}

/// Every named strategy on euler50.
pub(crate) fn compare(plan: &Plan<'_>, data: &Data, report: &mut Report) -> Result<(), String> {
    let rounds = plan.rounds(3);
    let names: Vec<&str> = NAMED.iter().map(|named| named.name).collect();
    let lists = if plan.engines.is_empty() { names } else { plan.engines.clone() };
    let mut all = engines(&lists, plan.limits)?;
    let start = Instant::now();
    let mut rows = Vec::new();
    for set in data.sets(&[EULER], plan.limit)? {
        rows.extend(measure(&set, &mut all, &plan.questions, rounds)?);
    }
    let wall = start.elapsed();
    say_whole(plan, report);
    say_rows(report, rounds, &rows);
    let mut table = Table::new(1, &["question", "all strategies, one pass, s", "nodes in all"]);
    let mut sum = Duration::ZERO;
    for &question in &plan.questions {
        let asked = || rows.iter().filter(|row| row.question == question);
        let time: Duration = asked().map(Row::best).sum();
        let nodes: u64 = asked().filter_map(|row| row.counts).map(|counts| counts.nodes).sum();
        sum += time;
        table.row(vec![
            crate::measure::question_name(question).into(),
            format!("{:.3}", time.as_secs_f64()),
            grouped(nodes as f64, 0),
        ]);
    }
    report.say(&table.render());
    let judgment =
        if data.note().is_none() { format!(": {}", word(sum < COMPARE_TARGET)) } else { String::new() };
    report.say(&format!(
        "All questions in all: {:.3} s, target < {} s{judgment}. The whole run with warm-up, checks and text took {:.1} s.",
        sum.as_secs_f64(),
        COMPARE_TARGET.as_secs(),
        wall.as_secs_f64()
    ));
    Ok(())
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
