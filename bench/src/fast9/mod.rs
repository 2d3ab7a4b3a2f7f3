//! The suite of the 9x9 engines: compared with the peer, on every tier, counting, and as a program.

mod counting;
pub(crate) mod engines;
mod figures;
mod program;

use std::path::Path;

use arcdoku::Question;
use arcdoku::fast9::{Engine as Fast9, Tier};

use crate::engine::PEER;
use crate::engines::engines;
use crate::measure::{Row, measure, question_name};
use crate::record::Report;
use crate::set::Data;
use crate::suite::{Plan, SETS, say_rows, say_whole, word};
use crate::table::{Table, grouped};
use engines::{LANES, LATENCY, on_tier};
use figures::{Goal, PORTABLE_FACTOR, published};

/// The sets on which all tiers are measured: with no search, a little, and a lot.
const TIER_SETS: &[&str] = &["easy", "seventeen_clue", "hardest_11plus"];

/// Measures all targets of the engines.
pub(crate) fn suite(plan: &Plan<'_>, root: &Path, data: &Data, report: &mut Report) -> Result<(), String> {
    if !plan.engines.is_empty() {
        return Err("the suite has its own engines: name files to measure others".into());
    }
    if !plan.targets.is_empty() {
        return Err("the suite has its own targets: name files to judge others".into());
    }
    say_whole(plan, report);
    let rows = beside(plan, data, report)?;
    tiers(plan, data, report)?;
    counting::suite(plan, data, report)?;
    program::suite(plan, root, data, &rows, report)
}

/// Measures both engines and the peer on all sets, in turns.
fn beside(plan: &Plan<'_>, data: &Data, report: &mut Report) -> Result<Vec<Row>, String> {
    let rounds = plan.rounds(5);
    let mut all = engines(&[LATENCY, LANES, PEER], plan.limits)?;
    let mut rows = Vec::new();
    for set in data.sets(SETS, plan.limit)? {
        rows.extend(measure(&set, &mut all, &plan.questions, rounds)?);
    }
    report.say(&format!(
        "`{LATENCY}` answers puzzle by puzzle, `{LANES}` the whole set at once, both on the tier {}. `{PEER}` \
         is built like them, for any machine of the architecture. Nanoseconds a puzzle; `guesses` are nodes a \
         puzzle.",
        Fast9::new().tier()
    ));
    report.say(&overview(&rows).render());
    report.say(figures::SOURCE);
    if data.note().is_none() {
        report.say(
            "Targets, for puzzles that are parsed already. `x peer`: speed relative to the peer in this run, and the \
             required value: the promised lead over the faster of the published solvers, converted by their \
             published figures. `ns`: the required time on any machine.",
        );
        report.say(&verdicts(&rows, false).render());
        report.say("The same from a line of text to a line of text:");
        report.say(&verdicts(&rows, true).render());
    }
    report.say("All that was measured in this run:");
    say_rows(report, rounds, &rows);
    Ok(rows)
}

/// Every question of every set with the rows of some engines, in their order.
fn questions<'a, const N: usize>(rows: &'a [Row], names: [&str; N]) -> Vec<[&'a Row; N]> {
    let first = rows.iter().filter(|row| row.engine == names[0]);
    let others = first.filter_map(|first| {
        let same = |name| {
            let mut same = rows.iter().filter(|row| row.set == first.set && row.question == first.question);
            same.find(|row| row.engine == name)
        };
        let found: Vec<&Row> = names.iter().filter_map(|&name| same(name)).collect();
        found.try_into().ok()
    });
    others.collect()
}

fn best(row: &Row) -> f64 {
    row.per_puzzle(row.best())
}

fn times(ratio: f64) -> String {
    format!("{ratio:.2}")
}

/// The published table, with the measured times.
fn overview(rows: &[Row]) -> Table {
    let mut table = Table::new(
        2,
        &[
            "set",
            "question",
            "published: tdoku",
            "published: sudoku",
            "here: sudoku",
            "fast9",
            "fast9-lanes",
            "x peer, fast9",
            "x peer, lanes",
            "guesses",
        ],
    );
    for [peer, latency, lanes] in questions(rows, [PEER, LATENCY, LANES]) {
        let published = published(&peer.set, peer.question);
        let mut cells = vec![peer.set.clone(), question_name(peer.question).into()];
        cells.extend((0..2).map(|column| published.map_or("-".into(), |row| grouped(row[column], 0))));
        cells.extend([peer, latency, lanes].map(|row| grouped(best(row), 0)));
        cells.extend([latency, lanes].map(|row| times(best(peer) / best(row))));
        cells.push(guesses(latency, lanes));
        table.row(cells);
    }
    table
}

/// Guesses per puzzle. Both engines walk the same tree; if they do not, both figures are shown.
fn guesses(latency: &Row, lanes: &Row) -> String {
    let mean = |row: &Row| row.counts.map(|counts| counts.nodes as f64 / row.puzzles.max(1) as f64);
    let text = |row: &Row| mean(row).map_or("-".into(), |mean| grouped(mean, 2));
    let (one, other) = (text(latency), text(lanes));
    if one == other { one } else { format!("{one}, lanes {other}") }
}

/// Both engines compared with their targets, with or without text.
fn verdicts(rows: &[Row], text: bool) -> Table {
    let mut table = Table::new(
        3,
        &["set", "question", "engine", "x peer", "target", "verdict", "ns", "target, ns", "verdict"],
    );
    let time = |row: &Row| {
        let pass = if text { row.text_best() } else { Some(row.best()) };
        pass.map(|pass| row.per_puzzle(pass))
    };
    for [peer, latency, lanes] in questions(rows, [PEER, LATENCY, LANES]) {
        for (row, many) in [(latency, false), (lanes, true)] {
            let Some(goal) = Goal::of(&row.set, row.question, many) else { continue };
            let (Some(peer), Some(own)) = (time(peer), time(row)) else { continue };
            // A puzzle without an answer misses the target.
            let verdict = |met: bool| word(met && row.unknown == 0);
            table.row(vec![
                row.set.clone(),
                question_name(row.question).into(),
                row.engine.clone(),
                times(peer / own),
                format!(">= {}", times(goal.ratio())),
                verdict(peer / own >= goal.ratio()),
                grouped(own, 0),
                format!("<= {}", grouped(goal.nanoseconds(), 0)),
                verdict(own <= goal.nanoseconds()),
            ]);
        }
    }
    table
}

/// All tiers on some sets, and the portable one on all.
fn tiers(plan: &Plan<'_>, data: &Data, report: &mut Report) -> Result<(), String> {
    let here: Vec<Tier> = Tier::available().collect();
    let away = Tier::ALL.into_iter().filter(|tier| !here.contains(tier)).map(Tier::name);
    let away = match away.collect::<Vec<&str>>() {
        none if none.is_empty() => "none".to_owned(),
        some => some.join(", "),
    };
    let names: Vec<String> =
        here.iter().flat_map(|&tier| [on_tier(LATENCY, tier), on_tier(LANES, tier)]).collect();
    let rounds = plan.rounds(5);
    let mut all: Vec<&str> = names.iter().map(String::as_str).collect();
    all.push(PEER);
    // The portable tier is the last, followed by the peer.
    let mut few = engines(&all[all.len() - 3..], plan.limits)?;
    let mut all = engines(&all, plan.limits)?;
    let mut rows = Vec::new();
    for mut set in data.sets(SETS, plan.limit)? {
        // Reading and writing are the same on every tier.
        set.text = None;
        for &question in &plan.questions {
            let every =
                question == Question::Unique && (TIER_SETS.contains(&&*set.name) || data.note().is_some());
            rows.extend(measure(&set, if every { &mut all } else { &mut few }, &[question], rounds)?);
        }
    }
    report.say(&format!("Tiers, uniqueness, nanoseconds a puzzle. Not on this machine: {away}."));
    report.say(&by_tier(&rows, &here).render());
    report.say(&format!(
        "The portable tier, which may take {PORTABLE_FACTOR} times the peer's time puzzle by puzzle:"
    ));
    report.say(&portable(&rows, data.note().is_none()).render());
    Ok(())
}

fn by_tier(rows: &[Row], here: &[Tier]) -> Table {
    let mut table = Table::new(
        2,
        &["set", "tier", "sudoku", "fast9", "x peer, fast9", "fast9-lanes", "x peer, lanes", "guesses"],
    );
    let unique: Vec<Row> = rows.iter().filter(|row| row.question == Question::Unique).cloned().collect();
    let mut sets: Vec<&str> = unique.iter().map(|row| row.set.as_str()).collect();
    sets.dedup();
    for set in sets {
        let of_set: Vec<Row> = unique.iter().filter(|row| row.set == set).cloned().collect();
        if !here.iter().all(|&tier| of_set.iter().any(|row| row.engine == on_tier(LANES, tier))) {
            continue;
        }
        for &tier in here {
            let names = [PEER.to_owned(), on_tier(LATENCY, tier), on_tier(LANES, tier)];
            for [peer, latency, lanes] in questions(&of_set, names.each_ref().map(String::as_str)) {
                table.row(vec![
                    set.into(),
                    tier.to_string(),
                    grouped(best(peer), 0),
                    grouped(best(latency), 0),
                    times(best(peer) / best(latency)),
                    grouped(best(lanes), 0),
                    times(best(peer) / best(lanes)),
                    guesses(latency, lanes),
                ]);
            }
        }
    }
    table
}

fn portable(rows: &[Row], judge: bool) -> Table {
    let mut table = Table::new(
        2,
        &[
            "set",
            "question",
            "sudoku",
            "fast9",
            "peer's time x",
            "target",
            "verdict",
            "lanes",
            "peer's time x",
        ],
    );
    let names = [PEER.to_owned(), on_tier(LATENCY, Tier::Portable), on_tier(LANES, Tier::Portable)];
    for [peer, latency, lanes] in questions(rows, names.each_ref().map(String::as_str)) {
        let ratio = best(latency) / best(peer);
        let met = ratio <= PORTABLE_FACTOR && latency.unknown == 0;
        table.row(vec![
            peer.set.clone(),
            question_name(peer.question).into(),
            grouped(best(peer), 0),
            grouped(best(latency), 0),
            times(ratio),
            format!("<= {PORTABLE_FACTOR}"),
            if judge { word(met) } else { "-".into() },
            grouped(best(lanes), 0),
            times(best(lanes) / best(peer)),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::{LANES, LATENCY, Tier, by_tier, guesses, on_tier, overview, portable, verdicts};
    use crate::engine::{Counts, PEER};
    use crate::measure::Row;
    use arcdoku::Question;
    use std::time::Duration;

    fn row(set: &str, engine: &str, ns: u64) -> Row {
        let nodes = if engine == PEER { None } else { Some(5) };
        Row {
            set: set.into(),
            puzzles: 2,
            engine: engine.into(),
            question: Question::Unique,
            passes: vec![Duration::from_nanos(2 * ns)],
            text_passes: vec![Duration::from_nanos(4 * ns)],
            counts: nodes.map(|nodes| Counts { nodes, ..Counts::default() }),
            unknown: 0,
        }
    }

    #[test]
    fn engines_are_judged_by_the_ratio_and_by_the_bound() {
        let mut rows = vec![row("easy", LATENCY, 500), row("easy", LANES, 250), row("easy", PEER, 900)];
        rows.push(row("top95", PEER, 900));
        let text = verdicts(&rows, false).render();
        let lines: Vec<&str> = text.lines().skip(2).collect();
        assert_eq!(lines.len(), 2, "{text}");
        // 900 / 500 is more than 1.5, and 500 ns less than 1,427 / 1.5.
        assert_eq!(lines[0].matches("| met ").count() + lines[0].matches("|     met ").count(), 2, "{text}");
        // 900 / 250 is less than 4, though 250 ns is less than 1,427 / 4.
        assert!(lines[1].contains("not met") && lines[1].trim_end().ends_with(" met |"), "{text}");
        let text = verdicts(&rows, true).render();
        assert!(text.contains("1,000") && text.contains("1.80"), "{text}");
    }

    #[test]
    fn what_was_given_up_is_not_met() {
        let mut rows = [row("easy", LATENCY, 1), row("easy", LANES, 1), row("easy", PEER, 900)];
        rows[1].unknown = 1;
        let text = verdicts(&rows, false).render();
        assert_eq!(text.matches("not met").count(), 2, "{text}");
    }

    #[test]
    fn the_overview_has_sets_without_published_figures() {
        let rows = [row("top95", LATENCY, 300), row("top95", LANES, 100), row("top95", PEER, 900)];
        let text = overview(&rows).render();
        let line = text.lines().nth(2).unwrap();
        assert!(line.contains("9.00") && line.contains("3.00") && line.contains("2.50"), "{text}");
        let mut other = row("top95", LANES, 100);
        other.counts = Some(Counts { nodes: 8, ..Counts::default() });
        assert_eq!(guesses(&rows[0], &other), "2.50, lanes 4.00");
    }

    #[test]
    fn only_sets_with_all_tiers_are_in_their_table() {
        let tiers = [Tier::Avx2, Tier::Portable];
        let mut rows = vec![row("easy", PEER, 900), row("top95", PEER, 900)];
        for tier in tiers {
            rows.extend([row("easy", &on_tier(LATENCY, tier), 300), row("easy", &on_tier(LANES, tier), 90)]);
        }
        let plain = Tier::Portable;
        rows.extend([row("top95", &on_tier(LATENCY, plain), 1500), row("top95", &on_tier(LANES, plain), 1)]);
        rows.sort_by(|one, other| one.set.cmp(&other.set));
        let text = by_tier(&rows, &tiers).render();
        assert_eq!(text.lines().count(), 4, "{text}");
        let text = portable(&rows, true).render();
        assert!(text.contains("1.67") && text.contains("not met"), "{text}");
        assert_eq!(text.matches("met").count(), 2, "{text}");
    }
}
