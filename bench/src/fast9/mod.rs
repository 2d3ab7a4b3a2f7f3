//! The suite of the 9x9 engines: compared with the peers, on every tier, for all questions, and as a program.

mod check;
mod contest;
mod figures;
mod instructions;
mod peer;
mod program;

use arcdoku::fast9::{Engine as Fast9, Tier};

use crate::engine::{Engine, PEER};
use crate::engines::{FACADE_BATCH, FACADE_ONE, engines};
use crate::fast9_engines::{LANES, LATENCY, on_tier};
use crate::measure::{Row, Timed, measure_all, question_name};
use crate::options::Run;
use crate::record::Report;
use crate::suite::{SETS, report_rows};
use crate::table::{Table, dash, grouped, verdict};
use figures::{AVX2, FACADE, Goal, PORTABLE, SCHOKU_SHARE, goal};
use peer::{PeerProgram, SCHOKU, TDOKU};

pub(crate) use instructions::once;

/// The sections.
pub(crate) const SECTIONS: &[&str] =
    &["sets", "tiers", "solver", "count", "enumerate", "minimize", "instructions", "program"];

/// The sets on which the facade is measured.
const FACADE_SETS: [&str; 2] = ["easy", "multi_solution"];

/// Measures all targets of the engines, or compares answers.
pub(crate) fn suite(run: &Run, report: &mut Report) -> Result<(), String> {
    if let Some(count) = run.checked(10_000_000) {
        return check::suite(count, run.options.seed, report);
    }
    let mut programs = peers(run)?;
    for peer in &mut programs {
        let version = peer.version()?;
        report.add_block(&format!("{}: {version}.", peer.name()));
    }
    if programs.is_empty() {
        report.add_block(
            "tdoku and Schoku are not measured (`--tdoku`, `--schoku`): the only peer is the crate `sudoku`.",
        );
    }
    if run.is_full() {
        report.add_block(figures::SOURCE);
    }
    for &section in SECTIONS.iter().filter(|name| run.is_wanted(name)) {
        match section {
            "sets" => sets(run, report)?,
            "tiers" => tiers(run, report)?,
            "solver" => facade(run, report)?,
            "count" => contest::count(run, report)?,
            "enumerate" => contest::enumerate(run, report)?,
            "minimize" => contest::minimize(run, report)?,
            "instructions" => instructions::section(run, report)?,
            _ => program::section(run, report)?,
        }
    }
    Ok(())
}

/// The peers whose programs are given.
fn peers(run: &Run) -> Result<Vec<PeerProgram>, String> {
    let given = [(TDOKU, &run.options.tdoku), (SCHOKU, &run.options.schoku)].into_iter();
    given.filter_map(|(name, program)| Some(PeerProgram::start(name, program.as_ref()?))).collect()
}

/// Measures engines on sets, in turns, and adds the table.
fn rows(
    run: &Run,
    what: Timed,
    names: &[&str],
    mut all: Vec<Box<dyn Engine>>,
    rounds: usize,
    report: &mut Report,
) -> Result<Vec<Row>, String> {
    let sets = run.data.sets(names, run.options.limit)?;
    let rows = measure_all(what, &sets, &mut all, &run.options.questions, rounds)?;
    report_rows(report, rounds, &rows);
    Ok(rows)
}

/// Measures both engines and the peers on all sets.
fn sets(run: &Run, report: &mut Report) -> Result<(), String> {
    let mut all = engines(&[LATENCY, LANES, PEER], run.limits())?;
    for peer in peers(run)? {
        all.push(Box::new(peer));
    }
    report.add_block(&format!(
        "From 81 characters to 81 characters. `{LATENCY}` answers one puzzle at a time, `{LANES}` many together, \
         both on the tier {}. `{PEER}` is built like them, for any machine of the architecture; the other peers are \
         built as described above. Nodes are guesses.",
        Fast9::new().tier()
    ));
    let rows = rows(run, Timed::Text, SETS, all, run.rounds(5), report)?;
    report.add_block(&verdicts(&rows, run.is_full()).render());
    if run.options.schoku.is_some() {
        report.add_block(&format!(
            "Compared with {SCHOKU} alone: both engines may take {SCHOKU_SHARE} times as long. {SCHOKU} answers one \
             puzzle at a time."
        ));
        let bounds = [LATENCY, LANES].map(|engine| (engine, SCHOKU, SCHOKU_SHARE));
        report.add_block(&ratios(&rows, &bounds, SETS, run.is_full()).render());
    }
    Ok(())
}

/// Measures all tiers of this machine, alone and in lanes, on all sets.
fn tiers(run: &Run, report: &mut Report) -> Result<(), String> {
    let here: Vec<Tier> = Tier::available().collect();
    let away: Vec<&str> = Tier::ALL.into_iter().filter(|tier| !here.contains(tier)).map(Tier::name).collect();
    let names: Vec<String> =
        here.iter().flat_map(|&tier| [on_tier(LATENCY, tier), on_tier(LANES, tier)]).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).chain([PEER]).collect();
    report.add_block(&format!(
        "Tiers, from characters to characters. Not available on this machine: {}. In lanes, `avx2` may take {AVX2} \
         times as long as `avx512`. Alone, the portable tier may take {PORTABLE} times as long as the crate \
         `sudoku`, which is built for the same machines.",
        if away.is_empty() { "none".into() } else { away.join(", ") }
    ));
    let all = engines(&names, run.limits())?;
    let rows = rows(run, Timed::Text, SETS, all, run.rounds(3), report)?;
    let [avx512, avx2] = [Tier::Avx512, Tier::Avx2].map(|tier| on_tier(LANES, tier));
    let portable = on_tier(LATENCY, Tier::Portable);
    let bounds = [(&*avx2, &*avx512, AVX2), (&*portable, PEER, PORTABLE)];
    report.add_block(&ratios(&rows, &bounds, SETS, run.is_full()).render());
    Ok(())
}

/// Measures the cost of the facade, relative to the engines: `Solver` with parsed puzzles, one by one and many
/// together.
///
/// The puzzles of the first set take the least time, so the overhead is largest, and this set is judged. The puzzles of
/// the other set have several solutions. `ask_all` finds the same solutions as `ask`, but by a different search.
fn facade(run: &Run, report: &mut Report) -> Result<(), String> {
    report.add_block(&format!(
        "The facade: `Solver` with parsed puzzles and the answers that callers get, by `ask` ({FACADE_ONE}) and by \
         `ask_all` ({FACADE_BATCH}). On {} it may take {FACADE} times as long as the engine from characters. For \
         several solutions, `ask_all` returns the same two solutions as `ask`, which the engine in lanes \
         (`answer_all`) does not search for.",
        FACADE_SETS[0]
    ));
    let all = engines(&[LATENCY, FACADE_ONE, LANES, FACADE_BATCH], run.limits())?;
    let rows = rows(run, Timed::Both, &FACADE_SETS, all, run.rounds(5), report)?;
    let bounds = [(FACADE_ONE, LATENCY, FACADE), (FACADE_BATCH, LANES, FACADE)];
    report.add_block(&ratios(&rows, &bounds, &FACADE_SETS[..1], run.is_full()).render());
    Ok(())
}

/// The times of engines relative to other engines. A bound consists of the engine, the other engine, and the maximum
/// ratio on the judged sets. The engine's time is for parsed puzzles if they were measured; the other time is from
/// characters.
fn ratios(rows: &[Row], bounds: &[(&str, &str, f64)], sets: &[&str], judge: bool) -> Table {
    let head = "set | question | engine | other | ns | ns of other | ratio | target | verdict";
    let mut table = Table::new(4, head);
    for &(engine, compared, most) in bounds {
        for row in rows.iter().filter(|row| row.engine == engine) {
            let Some(other) = same(rows, row, compared) else { continue };
            let own = if row.passes.is_empty() { row.text_ns() } else { row.per_puzzle(row.best()) };
            let ratio = own / other.text_ns();
            let is_judged = judge && sets.contains(&row.set.as_str());
            let mut cells = vec![row.set.clone(), question_name(row.question).into()];
            cells.extend([engine.to_owned(), compared.to_owned()]);
            cells.extend([grouped(own, 0), grouped(other.text_ns(), 0), grouped(ratio, 2)]);
            cells.push(if is_judged { format!("<= {most}") } else { dash() });
            cells.push(verdict(is_judged.then_some(ratio <= most && row.unknown == 0)));
            table.row(cells);
        }
    }
    table
}

/// The row of another engine.
fn same<'a>(rows: &'a [Row], row: &Row, engine: &str) -> Option<&'a Row> {
    let mut same = rows.iter().filter(|other| other.set == row.set && other.question == row.question);
    same.find(|row| row.engine == engine)
}

/// Nanoseconds per puzzle of the fastest peer, from text to text.
fn best_peer(rows: &[Row], row: &Row) -> f64 {
    [PEER, TDOKU, SCHOKU]
        .iter()
        .filter_map(|peer| same(rows, row, peer))
        .map(Row::text_ns)
        .fold(f64::NAN, f64::min)
}

/// The columns that judge the time of an engine: the speed relative to the best peer, and the time.
const JUDGED: &str = "x best peer | target | verdict | ns | target, ns | verdict";

/// The cells of [`JUDGED`].
fn judged(own: f64, peer: f64, goal: Option<Goal>) -> [String; 6] {
    let met = |met: fn(f64, f64, Goal) -> bool, known: f64| {
        verdict(goal.filter(|_| known.is_finite()).map(|goal| met(own, peer, goal)))
    };
    [
        grouped(peer / own, 2),
        goal.map_or_else(dash, |goal| format!(">= {}", grouped(goal.ratio(), 2))),
        met(|own, peer, goal| peer / own >= goal.ratio(), peer),
        grouped(own, usize::from(own < 100.0)),
        goal.map_or_else(dash, |goal| format!("<= {}", grouped(goal.most, 0))),
        met(|own, _, goal| own <= goal.most, own),
    ]
}

/// Both engines, compared with the best peer and with their targets.
fn verdicts(rows: &[Row], judge: bool) -> Table {
    let mut table = Table::new(3, &format!("set | question | engine | {JUDGED}"));
    for row in rows.iter().filter(|row| [LATENCY, LANES].contains(&row.engine.as_str())) {
        let goal = goal(&row.set, row.question, row.engine == LANES).filter(|_| judge);
        // An engine that left a puzzle without an answer misses the target.
        let own = if row.unknown == 0 { row.text_ns() } else { f64::INFINITY };
        let mut cells = vec![row.set.clone(), question_name(row.question).into(), row.engine.clone()];
        cells.extend(judged(own, best_peer(rows, row), goal));
        table.row(cells);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::{FACADE_ONE, LANES, LATENCY, SCHOKU, TDOKU, ratios, verdicts};
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
            passes: Vec::new(),
            text_passes: vec![Duration::from_nanos(2 * ns)],
            counts: nodes.map(|nodes| Counts { nodes, ..Counts::default() }),
            unknown: 0,
        }
    }

    #[test]
    fn engines_are_judged_by_the_fastest_peer_and_by_their_time() {
        let mut rows = vec![row("easy", LATENCY, 300), row("easy", LANES, 160), row("easy", PEER, 1500)];
        rows.extend([row("easy", TDOKU, 900), row("top95", PEER, 900)]);
        let text = verdicts(&rows, true).render();
        let lines: Vec<&str> = text.lines().skip(2).collect();
        assert_eq!(lines.len(), 2, "{text}");
        // 900 / 300 is less than 1,234 / 350, although 300 ns is less than 350 ns.
        assert!(lines[0].contains("3.00") && lines[0].contains(">= 3.53"), "{text}");
        assert!(lines[0].contains("not met") && lines[0].trim_end().ends_with(" met |"), "{text}");
        rows[3] = row("easy", TDOKU, 1400);
        let text = verdicts(&rows, true).render();
        assert!(!text.contains("not met") && text.contains("4.67") && text.contains("8.75"), "{text}");
        assert!(!verdicts(&rows, false).render().contains("met"));
        rows.push(row("easy", SCHOKU, 600));
        assert!(verdicts(&rows, true).render().contains("2.00"));
    }

    #[test]
    fn given_up_puzzles_miss_the_target() {
        let mut rows = [row("easy", LATENCY, 1), row("easy", LANES, 1), row("easy", PEER, 900)];
        rows[1].unknown = 1;
        let text = verdicts(&rows, true).render();
        assert_eq!(text.lines().last().unwrap().matches(" met").count(), 1, "{text}");
    }

    #[test]
    fn ratios_are_to_the_engine_from_characters() {
        let mut rows = [row("easy", LATENCY, 400), row("easy", FACADE_ONE, 900)];
        rows[0].passes = vec![Duration::from_nanos(2 * 350)];
        rows[1].passes = vec![Duration::from_nanos(2 * 460)];
        let bounds = [(FACADE_ONE, LATENCY, 1.15)];
        let text = ratios(&rows, &bounds, &["easy"], true).render();
        assert!(text.contains("1.15") && text.lines().last().unwrap().ends_with(" met |"), "{text}");
        rows[1].passes = vec![Duration::from_micros(1)];
        assert!(ratios(&rows, &bounds, &["easy"], true).render().contains("not met"));
        assert!(!ratios(&rows, &bounds, &["easy"], false).render().contains("met"));
        assert!(!ratios(&rows, &bounds, &["top95"], true).render().contains("met"));
    }
}
