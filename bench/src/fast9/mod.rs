//! The suite of the 9x9 engines: beside the peers, on every tier, all that they are asked, and as a program.

mod check;
mod counting;
mod enumerate;
mod figures;
mod instructions;
mod minimize;
mod program;
mod solver;
mod tdoku;
mod tiers;

use std::path::Path;

use arcdoku::fast9::Engine as Fast9;

use crate::engine::{Engine, PEER};
use crate::engines::engines;
use crate::fast9_engines::{LANES, LATENCY};
use crate::measure::{Row, Timed, measure_what, question_name};
use crate::record::Report;
use crate::set::Data;
use crate::suite::{Plan, SETS, say_rows, say_whole, word};
use crate::table::{Table, grouped};
use figures::{Goal, goal};
use tdoku::TDOKU;

pub(crate) use check::suite as check;
pub(crate) use instructions::once;
pub(crate) use tdoku::Driver;

/// The sections.
const SECTIONS: [&str; 8] =
    ["sets", "tiers", "solver", "count", "enumerate", "minimize", "instructions", "program"];

/// Options of the suite.
pub(crate) struct Run {
    pub(crate) only: Vec<String>,
    pub(crate) tdoku: Option<Driver>,
}

/// Measures all targets of the engines.
pub(crate) fn suite(
    plan: &Plan<'_>,
    root: &Path,
    data: &Data,
    run: &Run,
    report: &mut Report,
) -> Result<(), String> {
    if !plan.engines.is_empty() {
        return Err("the suite has its own engines: name files to measure others".into());
    }
    if !plan.targets.is_empty() {
        return Err("the suite has its own targets: name files to judge others".into());
    }
    if let Some(name) = run.only.iter().find(|name| !SECTIONS.contains(&name.as_str())) {
        return Err(format!("{name:?} is none of the sections {}", SECTIONS.join(", ")));
    }
    say_whole(plan, report);
    match &run.tdoku {
        Some(driver) => report.say(&format!("tdoku: {}.", driver.version()?)),
        None => report.say("Without tdoku (`--tdoku`): the only peer is the crate `sudoku`."),
    }
    if data.note().is_none() {
        report.say(figures::SOURCE);
    }
    for section in
        SECTIONS.into_iter().filter(|&name| run.only.is_empty() || run.only.iter().any(|it| it == name))
    {
        match section {
            "sets" => sets(plan, data, run, report)?,
            "tiers" => tiers::section(plan, data, report)?,
            "solver" => solver::section(plan, data, report)?,
            "count" => counting::section(plan, data, run, report)?,
            "enumerate" => enumerate::section(plan, data, run, report)?,
            "minimize" => minimize::section(plan, data, run, report)?,
            "instructions" => instructions::section(plan, data, report)?,
            _ => program::section(plan, root, data, report)?,
        }
    }
    Ok(())
}

/// Measures both engines and the peers on all sets, in turns.
fn sets(plan: &Plan<'_>, data: &Data, run: &Run, report: &mut Report) -> Result<(), String> {
    let rounds = plan.rounds(5);
    let mut all = engines(&[LATENCY, LANES, PEER], plan.limits)?;
    if let Some(driver) = &run.tdoku {
        all.push(Box::new(driver.start()?) as Box<dyn Engine>);
    }
    let mut rows = Vec::new();
    for set in data.sets(SETS, plan.limit)? {
        rows.extend(measure_what(Timed::Text, &set, &mut all, &plan.questions, rounds)?);
    }
    report.say(&format!(
        "Nanoseconds a puzzle, from 81 characters to 81 characters. `{LATENCY}` answers puzzle by puzzle, `{LANES}` many \
         at once, both on the tier {}. `{PEER}` is built like them, for any machine of the architecture; tdoku as it says \
         above.",
        Fast9::new().tier()
    ));
    report.say(&overview(&rows).render());
    if data.note().is_none() {
        report.say("Targets:");
        report.say(&verdicts(&rows).render());
    }
    if run.tdoku.is_some() {
        report.say("Guesses a puzzle, beside those of tdoku, on average:");
        report.say(&all_guesses(&rows).render());
    }
    report.say("All that was measured for these tables:");
    say_rows(report, rounds, &rows);
    Ok(())
}

/// Every question of every set with the rows of some engines, in their order.
fn questions<'a, const N: usize>(rows: &'a [Row], names: [&str; N]) -> Vec<[&'a Row; N]> {
    let first = rows.iter().filter(|row| row.engine == names[0]);
    let others = first.filter_map(|first| {
        let found: Vec<&Row> = names.iter().filter_map(|name| same(rows, first, name)).collect();
        found.try_into().ok()
    });
    others.collect()
}

/// The row of another engine.
fn same<'a>(rows: &'a [Row], row: &Row, engine: &str) -> Option<&'a Row> {
    let mut same = rows.iter().filter(|other| other.set == row.set && other.question == row.question);
    same.find(|row| row.engine == engine)
}

/// Nanoseconds a puzzle, from text to text.
fn best(row: &Row) -> f64 {
    row.text_best().map_or(f64::NAN, |pass| row.per_puzzle(pass))
}

/// Those of the faster peer.
fn best_peer(rows: &[Row], row: &Row) -> f64 {
    [PEER, TDOKU].iter().filter_map(|peer| same(rows, row, peer)).map(best).fold(f64::NAN, f64::min)
}

/// A ratio.
fn times(ratio: f64) -> String {
    grouped(ratio, 2)
}

/// How the time of an engine is judged: by the speed beside the best peer, and by the time.
const JUDGED: [&str; 6] = ["x best peer", "target", "verdict", "ns", "target, ns", "verdict"];

/// The cells of [`JUDGED`].
fn judged(own: f64, peer: f64, goal: Option<Goal>) -> [String; 6] {
    let dash = || "-".to_owned();
    let verdict = |met: bool, known: f64| if known.is_finite() { word(met) } else { dash() };
    [
        times(peer / own),
        goal.map_or_else(dash, |goal| format!(">= {}", times(goal.ratio()))),
        goal.map_or_else(dash, |goal| verdict(peer / own >= goal.ratio(), peer)),
        grouped(own, usize::from(own < 100.0)),
        goal.map_or_else(dash, |goal| format!("<= {}", grouped(goal.most, 0))),
        goal.map_or_else(dash, |goal| verdict(own <= goal.most, own)),
    ]
}

fn overview(rows: &[Row]) -> Table {
    let head =
        ["set", "question", "tdoku", "sudoku", "fast9", "fast9-lanes", "x best, fast9", "x best, lanes"];
    let mut table = Table::new(2, &head);
    for [peer, latency, lanes] in questions(rows, [PEER, LATENCY, LANES]) {
        let mut cells = vec![peer.set.clone(), question_name(peer.question).into()];
        cells.push(same(rows, peer, TDOKU).map_or_else(|| "-".into(), |row| grouped(best(row), 0)));
        cells.extend([peer, latency, lanes].map(|row| grouped(best(row), 0)));
        cells.extend([latency, lanes].map(|row| times(best_peer(rows, row) / best(row))));
        table.row(cells);
    }
    table
}

/// Guesses per puzzle.
fn mean_guesses(row: &Row) -> Option<f64> {
    row.counts.map(|counts| counts.nodes as f64 / row.puzzles.max(1) as f64)
}

/// Guesses of both engines, or one figure if they are equal.
fn guesses(latency: &Row, lanes: &Row) -> String {
    let text = |row: &Row| mean_guesses(row).map_or("-".into(), |mean| grouped(mean, 2));
    let (one, other) = (text(latency), text(lanes));
    if one == other { one } else { format!("{one}, lanes {other}") }
}

fn all_guesses(rows: &[Row]) -> Table {
    let mut table = Table::new(
        2,
        &["set", "question", "tdoku", "fast9", "fast9 / tdoku", "no guess, tdoku", "no guess, fast9"],
    );
    for [tdoku, latency, lanes] in questions(rows, [TDOKU, LATENCY, LANES]) {
        let ratio =
            mean_guesses(latency).zip(mean_guesses(tdoku)).map_or(f64::NAN, |(own, other)| own / other);
        let share = |row: &Row| {
            let counts = row.counts.unwrap_or_default();
            crate::table::percent(counts.without_search as f64 / row.puzzles.max(1) as f64)
        };
        table.row(vec![
            tdoku.set.clone(),
            question_name(tdoku.question).into(),
            mean_guesses(tdoku).map_or("-".into(), |mean| grouped(mean, 2)),
            guesses(latency, lanes),
            times(ratio),
            share(tdoku),
            share(latency),
        ]);
    }
    table
}

/// Both engines compared with their targets.
fn verdicts(rows: &[Row]) -> Table {
    let mut head = vec!["set", "question", "engine"];
    head.extend(JUDGED);
    let mut table = Table::new(3, &head);
    for [latency, lanes] in questions(rows, [LATENCY, LANES]) {
        for (row, in_lanes) in [(latency, false), (lanes, true)] {
            let Some(goal) = goal(&row.set, row.question, in_lanes) else { continue };
            // A puzzle without an answer misses the target.
            let own = if row.unknown == 0 { best(row) } else { f64::INFINITY };
            let mut cells = vec![row.set.clone(), question_name(row.question).into(), row.engine.clone()];
            cells.extend(judged(own, best_peer(rows, row), Some(goal)));
            table.row(cells);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::{LANES, LATENCY, TDOKU, all_guesses, guesses, overview, verdicts};
    use crate::engine::{Counts, PEER};
    use crate::measure::Row;
    use arcdoku::Question;
    use std::time::Duration;

    pub(super) fn row(set: &str, engine: &str, ns: u64) -> Row {
        let nodes = if engine == PEER { None } else { Some(5) };
        Row {
            set: set.into(),
            puzzles: 2,
            engine: engine.into(),
            question: Question::Unique,
            passes: Vec::new(),
            text_passes: vec![Duration::from_nanos(2 * ns)],
            counts: nodes.map(|nodes| Counts { nodes, ..Counts::default() }),
            unknown: 0,
        }
    }

    #[test]
    fn engines_are_judged_beside_the_faster_peer_and_by_their_time() {
        let mut rows = vec![row("easy", LATENCY, 300), row("easy", LANES, 160), row("easy", PEER, 1500)];
        rows.extend([row("easy", TDOKU, 900), row("top95", PEER, 900)]);
        let text = verdicts(&rows).render();
        let lines: Vec<&str> = text.lines().skip(2).collect();
        assert_eq!(lines.len(), 2, "{text}");
        // 900 / 300 is less than 1,234 / 350, though 300 ns is less than 350.
        assert!(lines[0].contains("3.00") && lines[0].contains(">= 3.53"), "{text}");
        assert!(lines[0].contains("not met") && lines[0].trim_end().ends_with(" met |"), "{text}");
        rows[3] = row("easy", TDOKU, 1400);
        let text = verdicts(&rows).render();
        assert!(!text.contains("not met") && text.contains("4.67") && text.contains("8.75"), "{text}");
    }

    #[test]
    fn what_was_given_up_is_not_met() {
        let mut rows = [row("easy", LATENCY, 1), row("easy", LANES, 1), row("easy", PEER, 900)];
        rows[1].unknown = 1;
        let text = verdicts(&rows).render();
        assert_eq!(text.lines().last().unwrap().matches(" met").count(), 1, "{text}");
    }

    #[test]
    fn the_overview_has_sets_without_targets_and_runs_without_tdoku() {
        let rows = [row("top95", LATENCY, 300), row("top95", LANES, 100), row("top95", PEER, 900)];
        let text = overview(&rows).render();
        let line = text.lines().nth(2).unwrap();
        assert!(line.contains("9.00") && line.contains("3.00") && line.contains(" - |"), "{text}");
        let mut other = row("top95", LANES, 100);
        other.counts = Some(Counts { nodes: 8, ..Counts::default() });
        assert_eq!(guesses(&rows[0], &other), "2.50, lanes 4.00");
        assert!(all_guesses(&rows).render().lines().count() == 2);
    }
}
