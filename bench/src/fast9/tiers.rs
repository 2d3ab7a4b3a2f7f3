//! All tiers of this machine, alone and in lanes, on all sets.

use arcdoku::fast9::Tier;

use super::figures::{AVX2, PORTABLE};
use super::{best, guesses, questions, same, times};
use crate::engine::PEER;
use crate::engines::engines;
use crate::fast9_engines::{LANES, LATENCY, on_tier};
use crate::measure::{Row, Timed, measure_what, question_name};
use crate::record::Report;
use crate::set::Data;
use crate::suite::{Plan, SETS, word};
use crate::table::{Table, grouped};

pub(super) fn section(plan: &Plan<'_>, data: &Data, report: &mut Report) -> Result<(), String> {
    let here: Vec<Tier> = Tier::available().collect();
    let away = Tier::ALL.into_iter().filter(|tier| !here.contains(tier)).map(Tier::name);
    let away = match away.collect::<Vec<&str>>() {
        none if none.is_empty() => "none".to_owned(),
        some => some.join(", "),
    };
    let names: Vec<String> =
        here.iter().flat_map(|&tier| [on_tier(LATENCY, tier), on_tier(LANES, tier)]).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).chain([PEER]).collect();
    let mut all = engines(&names, plan.limits)?;
    let rounds = plan.rounds(3);
    let mut rows = Vec::new();
    for set in data.sets(SETS, plan.limit)? {
        rows.extend(measure_what(Timed::Text, &set, &mut all, &plan.questions, rounds)?);
    }
    report.say(&format!(
        "Tiers, nanoseconds a puzzle from characters to characters. Not on this machine: {away}. In lanes `avx2` may take \
         {AVX2} times as long as `avx512`; alone the portable tier may take {PORTABLE} times as long as the crate `sudoku`, \
         which is built for the same machines. Rounds: {rounds}."
    ));
    report.say(&table(&rows, &here, data.note().is_none()).render());
    Ok(())
}

fn table(rows: &[Row], here: &[Tier], judge: bool) -> Table {
    let head = [
        "set", "question", "tier", "sudoku", "fast9", "/ avx512", "/ sudoku", "lanes", "/ avx512",
        "/ sudoku", "guesses", "verdict",
    ];
    let mut table = Table::new(3, &head);
    for peer in rows.iter().filter(|row| row.engine == PEER) {
        for &tier in here {
            let pair = questions(rows, [&on_tier(LATENCY, tier), &on_tier(LANES, tier)]);
            let Some([latency, lanes]) =
                pair.into_iter().find(|[row, _]| row.set == peer.set && row.question == peer.question)
            else {
                continue;
            };
            let beside = |row: &Row, name: &str| {
                same(rows, row, &on_tier(name, Tier::Avx512))
                    .map_or(f64::NAN, |other| best(row) / best(other))
            };
            let met = match tier {
                Tier::Avx2 => {
                    Some(beside(lanes, LANES)).filter(|ratio| ratio.is_finite()).map(|ratio| ratio <= AVX2)
                }
                Tier::Portable => Some(best(latency) / best(peer) <= PORTABLE),
                _ => None,
            };
            let met = met.map(|met| met && latency.unknown + lanes.unknown == 0);
            table.row(vec![
                peer.set.clone(),
                question_name(peer.question).into(),
                tier.to_string(),
                grouped(best(peer), 0),
                grouped(best(latency), 0),
                times(beside(latency, LATENCY)),
                times(best(latency) / best(peer)),
                grouped(best(lanes), 0),
                times(beside(lanes, LANES)),
                times(best(lanes) / best(peer)),
                guesses(latency, lanes),
                met.filter(|_| judge).map_or_else(|| "-".into(), word),
            ]);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::super::tests::row;
    use super::{LANES, LATENCY, PEER, Tier, on_tier, table};

    #[test]
    fn tiers_are_compared_with_each_other_and_with_the_peer() {
        let mut rows = vec![row("easy", PEER, 900)];
        for (tier, alone, lanes) in
            [(Tier::Avx512, 300, 100), (Tier::Avx2, 400, 151), (Tier::Portable, 1440, 500)]
        {
            rows.extend([
                row("easy", &on_tier(LATENCY, tier), alone),
                row("easy", &on_tier(LANES, tier), lanes),
            ]);
        }
        let text = table(&rows, &[Tier::Avx512, Tier::Avx2, Tier::Portable], true).render();
        let lines: Vec<&str> = text.lines().skip(2).collect();
        assert_eq!(lines.len(), 3, "{text}");
        assert!(lines[0].trim_end().ends_with("- |"), "{text}");
        assert!(lines[1].contains("1.51") && lines[1].contains("not met"), "{text}");
        assert!(lines[2].contains("1.60") && lines[2].trim_end().ends_with(" met |"), "{text}");
        assert!(!table(&rows, &[Tier::Portable], false).render().contains("met"));
    }
}
