//! What the facade costs beside the engines: `Solver` with parsed puzzles, one by one and many at a time.

use super::figures::FACADE;
use super::{best, questions, times};
use crate::engines::{FACADE_BATCH, FACADE_ONE, engines};
use crate::fast9_engines::{LANES, LATENCY};
use crate::measure::{Row, measure, question_name};
use crate::record::Report;
use crate::set::Data;
use crate::suite::{Plan, word};
use crate::table::{Table, grouped};

/// The set whose puzzles take the least time, so that the rest counts most; it is judged. And one whose puzzles have several
/// solutions, which `ask_all` finds as `ask` does: by another search.
const FACADE_SETS: [&str; 2] = ["easy", "multi_solution"];

pub(super) fn section(plan: &Plan<'_>, data: &Data, report: &mut Report) -> Result<(), String> {
    let rounds = plan.rounds(5);
    let mut all = engines(&[LATENCY, FACADE_ONE, LANES, FACADE_BATCH], plan.limits)?;
    let mut rows = Vec::new();
    for set in data.sets(&FACADE_SETS, plan.limit)? {
        rows.extend(measure(&set, &mut all, &plan.questions, rounds)?);
    }
    report.say(&format!(
        "The facade, nanoseconds a puzzle: `Solver` with parsed puzzles and the answers that callers get, by `ask` and by \
         `ask_all`, beside the engine from characters to characters, and with the same parsed puzzles. On {} it may take \
         {FACADE} times as long as the engine from characters. Of several solutions `ask_all` shows the two that `ask` \
         shows, which the engine in lanes (`answer_all`) does not look for. Rounds: {rounds}.",
        FACADE_SETS[0]
    ));
    report.say(&table(&rows, data.note().is_none()).render());
    Ok(())
}

fn table(rows: &[Row], judge: bool) -> Table {
    let head =
        ["set", "question", "how", "engine", "engine, parsed", "Solver", "x engine", "target", "verdict"];
    let mut table = Table::new(3, &head);
    for (how, names) in [("alone", [LATENCY, FACADE_ONE]), ("many at a time", [LANES, FACADE_BATCH])] {
        for [engine, solver] in questions(rows, names) {
            let parsed = |row: &Row| row.per_puzzle(row.best());
            let ratio = parsed(solver) / best(engine);
            let met = ratio <= FACADE && solver.unknown == 0;
            let judge = judge && engine.set == FACADE_SETS[0];
            table.row(vec![
                engine.set.clone(),
                question_name(engine.question).into(),
                how.into(),
                grouped(best(engine), 0),
                grouped(parsed(engine), 0),
                grouped(parsed(solver), 0),
                times(ratio),
                if judge { format!("<= {FACADE}") } else { "-".into() },
                if judge { word(met) } else { "-".into() },
            ]);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::super::tests::row;
    use super::{FACADE_ONE, LATENCY, table};
    use std::time::Duration;

    #[test]
    fn the_facade_is_judged_beside_the_engine_from_characters() {
        let mut rows = [row("easy", LATENCY, 400), row("easy", FACADE_ONE, 900)];
        rows[0].passes = vec![Duration::from_nanos(2 * 350)];
        rows[1].passes = vec![Duration::from_nanos(2 * 460)];
        let text = table(&rows, true).render();
        assert!(text.contains("1.15") && text.lines().last().unwrap().ends_with(" met |"), "{text}");
        rows[1].passes = vec![Duration::from_micros(1)];
        assert!(table(&rows, true).render().contains("not met"));
        assert!(!table(&rows, false).render().contains("met"));
    }
}
