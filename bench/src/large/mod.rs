//! The suite of large puzzles: 12x12 to 64x64, one by one, on one core, including the encoding, compared with
//! `CaDiCaL` in the same run. Every answer is checked.
//!
//! `CaDiCaL` is in a separate program (`bench/cadical`), which `cargo xtask bench large` builds, so lints and tests
//! of the project do not wait for its compilation.

mod check;
mod engine;
#[cfg(test)]
mod formula;
mod message;
mod set;

use std::time::Duration;

use arcdoku::Question;

use self::engine::{Engine, PEER, Peer, Reply, Wanted, differ, fault};
use self::set::Range;
pub(crate) use self::set::ranges;
use crate::engines::Choice;
use crate::options::Run;
use crate::pass::{LONG, mean_ratio, quantile, shortest_in_turns};
use crate::record::Report;
use crate::table::{Table, grouped, word};

/// The limit in seconds that the targets assume.
const LIMIT: u64 = 60;

/// A figure of some puzzles, in seconds of processor time.
#[derive(Clone, Copy, Debug)]
enum Figure {
    Median,
    /// 90 %.
    High,
    Longest,
    /// The share of puzzles that are not solved after [`LIMIT`].
    Undone,
}

/// A target: ranges of puzzles, with upper bounds on the figures of all puzzles in these ranges together.
struct Goal {
    ranges: &'static [&'static str],
    bounds: &'static [(Figure, f64)],
}

/// The targets of the project.
const GOALS: &[Goal] = {
    use Figure::{High, Longest, Median, Undone};
    &[
        Goal { ranges: &["proper16"], bounds: &[(Median, 0.001), (Longest, 0.01)] },
        Goal { ranges: &["proper25"], bounds: &[(Median, 0.1), (High, 0.3)] },
        Goal { ranges: &["n5_h53", "n5_h56", "n5_h60"], bounds: &[(Median, 0.01), (High, 0.05)] },
        Goal { ranges: &["n6_h47", "n6_h50"], bounds: &[(Median, 1.5), (Undone, 0.0)] },
        Goal { ranges: &["n6_h54", "n6_h58"], bounds: &[(Median, 0.4)] },
        Goal { ranges: &["n7_h46", "n7_h52"], bounds: &[(Undone, 0.5)] },
        Goal { ranges: &["n8_h38"], bounds: &[(Median, 0.01)] },
        Goal { ranges: &["n8_h39"], bounds: &[(Median, 0.4)] },
        Goal { ranges: &["n8_h70", "n8_h80"], bounds: &[(Median, 4.0)] },
    ]
};

/// An engine's answer to a puzzle, from the shortest round.
struct Row {
    range: String,
    engine: usize,
    reply: Reply,
}

/// The figures of some puzzles.
struct Figures {
    count: usize,
    undone: usize,
    /// Median, 90 % and maximum of the processor time in seconds. Undone puzzles count as the limit.
    seconds: [f64; 3],
    wall: f64,
    effort: f64,
}

impl Figures {
    fn of<'a>(replies: impl Iterator<Item = &'a Reply> + Clone, longest: f64) -> Self {
        let spent = |reply: &Reply| if reply.is_complete { reply.seconds } else { longest };
        let mut times: Vec<f64> = replies.clone().map(spent).collect();
        let mut walls: Vec<f64> = replies.clone().map(|reply| reply.wall).collect();
        let mut efforts: Vec<f64> = replies.clone().map(|reply| reply.effort as f64).collect();
        Self {
            count: times.len(),
            undone: replies.filter(|reply| !reply.is_complete).count(),
            seconds: [0.5, 0.9, 1.0].map(|share| quantile(&mut times, share)),
            wall: quantile(&mut walls, 0.5),
            effort: quantile(&mut efforts, 0.5),
        }
    }

    /// A figure as text, and whether it is within a bound.
    fn judge(&self, figure: Figure, bound: f64) -> (String, String, bool) {
        let (name, value) = match figure {
            Figure::Median => ("median", self.seconds[0]),
            Figure::High => ("90 %", self.seconds[1]),
            Figure::Longest => ("longest", self.seconds[2]),
            Figure::Undone => {
                let share = self.undone as f64 / self.count as f64;
                let target = format!("undone <= {:.0} %", bound * 100.0);
                return (target, format!("{} of {}", self.undone, self.count), share <= bound);
            }
        };
        (format!("{name} <= {bound} s"), seconds(value), value <= bound)
    }
}

/// Seconds as text, with as many decimals as are significant.
fn seconds(time: f64) -> String {
    match time {
        time if time < 0.01 => format!("{time:.5}"),
        time if time < 0.1 => format!("{time:.4}"),
        time if time < 10.0 => format!("{time:.3}"),
        time => format!("{time:.1}"),
    }
}

/// The speed of the engine relative to the peer: the quotient of the median times, and the geometric mean of the
/// quotients for puzzles that both have solved.
fn ratios(ours: &[&Reply], peers: &[&Reply], longest: f64) -> [f64; 2] {
    let median = |replies: &[&Reply]| Figures::of(replies.iter().copied(), longest).seconds[0];
    let pairs = ours.iter().zip(peers).filter(|(one, two)| one.is_complete && two.is_complete);
    [median(peers) / median(ours), mean_ratio(pairs.map(|(one, two)| (two.seconds, one.seconds)))]
}

/// The engines of the list, or the default, with the peer unless it is disabled or not built.
fn engines(run: &Run) -> Result<Vec<Engine>, String> {
    let mut engines: Vec<Engine> = Choice::all(&run.engines(&[]))?.into_iter().map(Engine::Ours).collect();
    if !run.options.alone {
        match Peer::start(&run.root)? {
            Some(peer) => engines.push(Engine::Peer(peer)),
            None => eprintln!("note: {PEER} is not built; `cargo xtask bench large` builds it"),
        }
    }
    Ok(engines)
}

/// The answers of all engines to a puzzle, each from its shortest round. The engines take turns. Fails for a wrong
/// answer.
fn answers(
    engines: &mut [Engine],
    range: &Range,
    place: usize,
    rounds: usize,
    longest: Duration,
) -> Result<Vec<Reply>, String> {
    let (number, puzzle) = &range.puzzles[place];
    let wanted = Wanted::Question(range.question);
    let seconds = |reply: &Reply| reply.seconds;
    shortest_in_turns(rounds, engines.len(), seconds, |engine, known| {
        let reply = engines[engine].ask(puzzle, wanted, longest)?;
        let wrong =
            |why: &str| Err(format!("{}, line {number} of {}: {why}", engines[engine].name(), range.name));
        if let Some(why) = fault(puzzle, &reply, wanted.count()) {
            return wrong(why);
        }
        // Every puzzle of these sets has a solution, and if a proof of uniqueness is requested, it has exactly one.
        if reply.is_complete && reply.solutions.len() != 1 {
            return wrong(&format!("{} solutions", reply.solutions.len()));
        }
        let is_proof = range.question != Question::First;
        if is_proof && known.iter().flatten().any(|other| differ(&reply, other, 2)) {
            return wrong("the answer differs from another");
        }
        Ok(reply)
    })
}

pub(crate) fn suite(run: &Run, report: &mut Report) -> Result<(), String> {
    if let Some(count) = run.checked(100_000) {
        return check::suite(run, count, report);
    }
    let (rounds, longest) = (run.rounds(3), run.longest(60));
    let ranges = ranges(&run.data, &run.options.only, run.options.limit)?;
    let mut engines = engines(run)?;
    let mut rows: Vec<Row> = Vec::new();
    for range in &ranges {
        for (place, (number, _)) in range.puzzles.iter().enumerate() {
            eprint!("{} {number}:", range.name);
            let replies = answers(&mut engines, range, place, rounds, longest)?;
            for (engine, reply) in replies.into_iter().enumerate() {
                let (name, undone) = (engines[engine].name(), if reply.is_complete { "" } else { " undone" });
                eprint!("  {name}{undone} {} s, {}", seconds(reply.seconds), reply.effort);
                rows.push(Row { range: range.name.clone(), engine, reply });
            }
            eprintln!();
        }
    }
    let names: Vec<&str> = engines.iter().map(Engine::name).collect();
    report_ranges(&names, &ranges, &rows, longest, rounds, report);
    Ok(())
}

/// The replies of an engine to the puzzles of some ranges.
fn replies<'a>(rows: &'a [Row], engine: usize, ranges: &[&str]) -> Vec<&'a Reply> {
    let is_of = |row: &&Row| row.engine == engine && ranges.contains(&row.range.as_str());
    rows.iter().filter(is_of).map(|row| &row.reply).collect()
}

fn report_ranges(
    names: &[&str],
    ranges: &[Range],
    rows: &[Row],
    longest: Duration,
    rounds: usize,
    report: &mut Report,
) {
    let is_judged = longest.as_secs() == LIMIT;
    let longest = longest.as_secs_f64();
    let head = format!(
        "range | engine | puzzles | undone in {longest} s | median s | 90 % s | longest s | median wall s | median conflicts | \
         x peer | x peer, paired"
    );
    let mut table = Table::new(2, &head);
    let mut verdicts = Table::new(3, "ranges | engine | target | measured | verdict");
    let peer = names.iter().position(|&name| name == PEER);
    let line = |label: &str, ranges: &[&str], table: &mut Table| {
        for (engine, &name) in names.iter().enumerate() {
            let ours = replies(rows, engine, ranges);
            let figures = Figures::of(ours.iter().copied(), longest);
            let times = peer
                .filter(|&peer| peer != engine)
                .map_or([f64::NAN; 2], |peer| ratios(&ours, &replies(rows, peer, ranges), longest));
            let mut cells = vec![label.to_owned(), name.to_owned()];
            cells.extend([figures.count, figures.undone].map(|count| count.to_string()));
            cells.extend(figures.seconds.map(seconds));
            cells.extend([seconds(figures.wall), grouped(figures.effort, 0)]);
            cells.extend(times.map(|times| grouped(times, 2)));
            table.row(cells);
        }
    };
    for range in ranges {
        line(&range.name, &[&range.name], &mut table);
    }
    let is_here = |name: &&str| ranges.iter().any(|range| range.name == **name);
    for Goal { ranges: wanted, bounds } in GOALS.iter().filter(|goal| goal.ranges.iter().all(is_here)) {
        let label = wanted.join(" ");
        if wanted.len() > 1 {
            line(&label, wanted, &mut table);
        }
        for (engine, &name) in names.iter().enumerate() {
            let ours = replies(rows, engine, wanted);
            let figures = Figures::of(ours.iter().copied(), longest);
            for &(figure, bound) in *bounds {
                let (target, measured, met) = figures.judge(figure, bound);
                verdicts.row(vec![label.clone(), name.to_owned(), target, measured, word(met)]);
            }
        }
    }
    report.add_block(&table.render());
    report.add_block(&format!(
        "Each puzzle alone, with a new solver, from the puzzle in memory to the answer, including the encoding: a \
         proof of uniqueness for the proper sets, a first solution for the others. Seconds are processor time of the \
         thread, except for `wall`: the shortest of {rounds} rounds in which the engines took turns, or the only one \
         if it took more than {LONG} s. Undone puzzles count as {longest} s. Conflicts are nodes for strategies \
         without learning, and learned clauses for {PEER} (1.9.5, direct encoding with pairs, after the clues' \
         eliminations). `x peer`: speed relative to {PEER}, by the medians; paired: the geometric mean over the \
         puzzles that both have done. Every solution was checked, and all answers agree."
    ));
    if is_judged {
        report.add_block(&verdicts.render());
    }
}

#[cfg(test)]
mod tests {
    use super::{Figure, Figures, GOALS, Reply, ratios, seconds};

    fn reply(seconds: f64, is_complete: bool) -> Reply {
        Reply { is_complete, solutions: Vec::new(), seconds, wall: 2.0 * seconds, effort: 7 }
    }

    #[test]
    fn undone_puzzles_count_as_the_limit() {
        let replies = [reply(1.0, true), reply(2.0, true), reply(9.9, false)];
        let figures = Figures::of(replies.iter(), 10.0);
        assert_eq!((figures.count, figures.undone), (3, 1));
        assert_eq!(figures.seconds.map(|time| time as u64), [2, 8, 10]);
        assert_eq!([figures.wall, figures.effort].map(|figure| figure as u64), [4, 7]);
        let (target, measured, met) = figures.judge(Figure::Undone, 0.5);
        assert_eq!((target.as_str(), measured.as_str(), met), ("undone <= 50 %", "1 of 3", true));
        assert!(!figures.judge(Figure::Median, 1.9).2 && figures.judge(Figure::Longest, 10.0).2);
    }

    #[test]
    fn ratios_use_medians_and_completed_pairs() {
        let ours = [reply(1.0, true), reply(1.0, true), reply(4.0, true)];
        let peers = [reply(2.0, true), reply(8.0, true), reply(10.0, false)];
        let [medians, paired] =
            ratios(&ours.iter().collect::<Vec<_>>(), &peers.iter().collect::<Vec<_>>(), 10.0);
        assert!((medians - 8.0).abs() < 1e-9 && (paired - 4.0).abs() < 1e-9);
    }

    #[test]
    fn seconds_are_short() {
        assert_eq!([0.00123, 0.0456, 0.5, 12.34].map(seconds), ["0.00123", "0.0456", "0.500", "12.3"]);
        assert!(GOALS.iter().all(|goal| !goal.ranges.is_empty() && !goal.bounds.is_empty()));
    }
}
