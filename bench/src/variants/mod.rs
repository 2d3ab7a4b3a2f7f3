//! The suite of variants: puzzles with other rules, read from strings and solved with a proof of uniqueness, compiling
//! included, on one core; beside the Interactive Sudoku Solver where a checkout of it is given.
//!
//! Times are those on the processor, so that other programs disturb less.

pub(crate) mod edits;
mod peer;

use std::path::{Path, PathBuf};
use std::time::Duration;

use arcdoku::puzzle::Clock;
use arcdoku::{Limits, Outcome, Puzzle, Question, Solver, Strategy};
use arcdoku_exchange::{Format, Policy};
use serde_json::Value;

use crate::measure::quantile;
use crate::record::Report;
use crate::set::Data;
use crate::suite::{Plan, say_whole, word};
use crate::table::Table;

/// Options of the suite alone.
pub(crate) struct Run {
    /// The folder of a checkout of the peer.
    pub(crate) checkout: Option<PathBuf>,
    /// Where a puzzle counts as undone.
    pub(crate) longest: Duration,
    /// The ids of the puzzles to answer; all if there are none.
    pub(crate) only: Vec<String>,
}

/// A puzzle that took longer is not measured again.
const LONG: Duration = Duration::from_secs(2);

/// A set: its file, the field with the text, its format, and the bounds of the project in milliseconds.
struct Source {
    file: &'static str,
    field: &'static str,
    format: Format,
    /// Median, 90 %, 95 %, and the most that may be undone.
    targets: Option<([Option<f64>; 3], usize)>,
}

const SOURCES: [Source; 3] = [
    Source {
        file: "iss",
        field: "input",
        format: Format::Iss,
        targets: Some(([Some(1.0), None, Some(200.0)], 0)),
    },
    Source {
        file: "ctc",
        field: "iss",
        format: Format::Iss,
        // At most 3 of 253 in both halves.
        targets: Some(([Some(4.0), Some(100.0), Some(1000.0)], 1)),
    },
    Source { file: "fpuzzles", field: "fpuzzles", format: Format::FPuzzles, targets: None },
];

/// How many solutions there are, as far as that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SolutionCount {
    None,
    One,
    Several,
    Unknown,
}

/// What came of a puzzle.
struct Row {
    id: String,
    time: Duration,
    found: SolutionCount,
    nodes: u64,
    /// The values of the first solution, in the grid.
    values: Vec<i32>,
    /// Why the puzzle could not be read.
    fault: Option<String>,
}

/// A clock of the time that this thread had on a processor.
fn clock() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

/// The rows of the shared file; `None` where it is absent.
fn read(data: &Data, name: &str) -> Option<Vec<Value>> {
    let Data::Full(folder) = data else { return None };
    let text = std::fs::read_to_string(folder.join("../variants").join(format!("{name}.jsonl"))).ok()?;
    text.lines().map(|line| serde_json::from_str(line).ok()).collect()
}

fn solver(plan: &Plan<'_>) -> Result<Solver, String> {
    match plan.engines[..] {
        [] => Ok(Solver::new()),
        [name] => {
            let strategy: Strategy = name.parse().map_err(|error| format!("{error}"))?;
            Ok(Solver::with_strategy(strategy))
        }
        _ => Err("the suite takes one strategy".into()),
    }
}

/// Reads and answers a puzzle once.
fn answer(
    source: &Source,
    row: &Value,
    plan: &Plan<'_>,
    longest: Duration,
) -> Result<(Row, Option<Puzzle>), String> {
    let id = row["id"].as_str().unwrap_or_default().to_owned();
    let text = row[source.field].as_str().unwrap_or_default();
    let limits = Limits::NONE.with_time(longest).with_clock(clock as Clock);
    let start = clock();
    let puzzle = match source.format.read(text, &Policy::default()) {
        Ok(import) => import.puzzle,
        Err(error) => {
            let fault = Some(error.to_string());
            let row =
                Row { id, time: longest, found: SolutionCount::Unknown, nodes: 0, values: Vec::new(), fault };
            return Ok((row, None));
        }
    };
    let answer = solver(plan)?.ask(Question::Unique, &puzzle, &limits);
    let time = clock().saturating_sub(start);
    let found = match &answer.outcome {
        Outcome::Unique(_) => SolutionCount::One,
        Outcome::Multiple(..) => SolutionCount::Several,
        Outcome::Unsatisfiable(_) => SolutionCount::None,
        _ => SolutionCount::Unknown,
    };
    let shape = puzzle.shape();
    let values = answer.outcome.solution().map_or_else(Vec::new, |solution| {
        if !puzzle.is_solved_by(solution) {
            return vec![-1];
        }
        solution.digits()[..shape.grid_cells()].iter().map(|&digit| shape.value(digit)).collect()
    });
    let row = Row { id, time, found, nodes: answer.stats.nodes, values, fault: None };
    Ok((row, Some(puzzle)))
}

/// Puzzles that have several solutions, although the data calls them unique. The peer finds one of iss-244, and accepts
/// the other where all its digits are given:
/// 125436807086751423473280561348105276607324185251678034532047618810563742764812350.
const NOT_UNIQUE: [&str; 1] = ["iss-244"];

/// What is known about the number of solutions.
fn expected(row: &Value) -> SolutionCount {
    if row["id"].as_str().is_some_and(|id| NOT_UNIQUE.contains(&id)) {
        return SolutionCount::Several;
    }
    match (row["expect"].as_str(), row["solutions"].as_u64(), row["complete"].as_bool()) {
        (Some("unique"), ..) => SolutionCount::One,
        (Some("multiple"), ..) | (_, Some(2), _) => SolutionCount::Several,
        (Some("none"), ..) => SolutionCount::None,
        (_, Some(1), Some(true)) => SolutionCount::One,
        _ => SolutionCount::Unknown,
    }
}

/// Whether an answer contradicts what is known.
fn is_wrong(row: &Row, expected: SolutionCount, solution: &Value) -> bool {
    let known: Option<Vec<i32>> = solution
        .as_array()
        .map(|cells| cells.iter().map(|cell| cell.as_i64().unwrap_or(-1) as i32).collect());
    let differs =
        row.found != SolutionCount::Unknown && expected != SolutionCount::Unknown && row.found != expected;
    let other = row.found == SolutionCount::One && known.is_some_and(|known| known != row.values);
    differs || other || row.values == [-1]
}

/// Quantiles of times, with the undone ones at the limit.
fn figures(times: &mut [f64]) -> [f64; 3] {
    [0.5, 0.9, 0.95].map(|share| quantile(times, share))
}

fn milliseconds(time: f64, longest: Duration) -> String {
    if time >= milli(longest) { "-".to_owned() } else { format!("{time:.2}") }
}

fn milli(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

#[expect(clippy::too_many_lines, reason = "a run reads from top to bottom")]
pub(crate) fn suite(
    plan: &Plan<'_>,
    root: &Path,
    data: &Data,
    run: &Run,
    report: &mut Report,
) -> Result<(), String> {
    say_whole(plan, report);
    let longest = run.longest;
    let shown = |time: f64| milliseconds(time, longest);
    let rounds = plan.rounds(2);
    let undone_in = format!("undone in {} s", longest.as_secs());
    let mut table = Table::new(
        2,
        &["set", "engine", "puzzles", "read", "median ms", "90 % ms", "95 % ms", &undone_in, "wrong"],
    );
    let mut verdicts = Table::new(2, &["set", "target", "measured", "verdict"]);
    let mut slow = Table::new(2, &["set", "puzzle", "ms", "nodes", "peer ms"]);
    let mut notes = Vec::new();
    for source in &SOURCES {
        let Some(mut rows) = read(data, source.file) else {
            report.say(&format!("The set {} is not here.", source.file));
            continue;
        };
        let is_wanted = |row: &Value| {
            run.only.is_empty() || run.only.iter().any(|id| row["id"].as_str() == Some(id.as_str()))
        };
        rows.retain(is_wanted);
        if rows.is_empty() {
            continue;
        }
        rows.truncate(plan.limit.unwrap_or(usize::MAX));
        let peers = match run.checkout.as_deref().filter(|_| source.format == Format::Iss) {
            Some(checkout) => peer::answers(root, checkout, source.field, &rows, longest, rounds)?,
            None => Vec::new(),
        };
        let mut answers = Vec::new();
        let mut wrong = Vec::new();
        for (place, row) in rows.iter().enumerate() {
            eprint!("{}: {} of {}", source.file, place + 1, rows.len());
            let (mut best, _) = answer(source, row, plan, longest)?;
            for _ in 1..rounds {
                if best.time > LONG {
                    break;
                }
                let (again, _) = answer(source, row, plan, longest)?;
                if again.time < best.time {
                    best = again;
                }
            }
            let solution = ["solution_cells", "solution"]
                .iter()
                .map(|field| &row[*field])
                .find(|cells| cells.is_array());
            let mut is_bad = is_wrong(&best, expected(row), solution.unwrap_or(&Value::Null));
            let is_contested = NOT_UNIQUE.contains(&best.id.as_str());
            if let Some(other) = peers.get(place).filter(|_| !is_contested) {
                let both = other.complete && best.found != SolutionCount::Unknown;
                is_bad |= both && other.found() != best.found;
                is_bad |= both
                    && best.found == SolutionCount::One
                    && other.values[..best.values.len()] != best.values;
            }
            eprintln!("  {} {:?} {:.2} ms, {} nodes", best.id, best.found, milli(best.time), best.nodes);
            if is_bad {
                wrong.push(best.id.clone());
            }
            answers.push(best);
        }
        let is_undone = |row: &Row| row.found == SolutionCount::Unknown;
        let mut times: Vec<f64> =
            answers.iter().map(|row| if is_undone(row) { milli(longest) } else { milli(row.time) }).collect();
        let undone = answers.iter().filter(|row| is_undone(row)).count();
        let measured = figures(&mut times);
        let read = answers.iter().filter(|row| row.fault.is_none()).count();
        let mut line =
            vec![source.file.to_owned(), "arcdoku".to_owned(), rows.len().to_string(), read.to_string()];
        line.extend(measured.map(shown));
        line.extend([undone.to_string(), wrong.len().to_string()]);
        table.row(line);
        if !peers.is_empty() {
            let mut times: Vec<f64> =
                peers.iter().map(|row| if row.complete { row.ms } else { milli(longest) }).collect();
            let undone = peers.iter().filter(|row| !row.complete).count();
            let mut line = vec![
                source.file.to_owned(),
                "ISS".to_owned(),
                rows.len().to_string(),
                rows.len().to_string(),
            ];
            line.extend(figures(&mut times).map(shown));
            line.extend([undone.to_string(), "-".to_owned()]);
            table.row(line);
        }
        if let Some((bounds, most)) = source.targets {
            for ((bound, figure), name) in bounds.into_iter().zip(measured).zip(["median", "90 %", "95 %"]) {
                if let Some(bound) = bound {
                    let target = format!("{name} < {bound} ms");
                    verdicts.row(vec![source.file.into(), target, shown(figure), word(figure < bound)]);
                }
            }
            verdicts.row(vec![
                source.file.into(),
                format!("undone <= {most}"),
                undone.to_string(),
                word(undone <= most),
            ]);
        }
        for row in answers.iter().filter(|row| row.fault.is_some()) {
            notes.push(format!("{}: {}", row.id, row.fault.as_deref().unwrap_or_default()));
        }
        notes.extend(wrong.iter().map(|id| format!("{id}: a wrong answer")));
        let mut order: Vec<usize> = (0..answers.len()).collect();
        order.sort_by_key(|&place| std::cmp::Reverse(answers[place].time));
        for &place in order.iter().take(10) {
            let row = &answers[place];
            let peer = peers
                .get(place)
                .map_or("-".to_owned(), |row| shown(if row.complete { row.ms } else { f64::MAX }));
            let time = if is_undone(row) { "undone".to_owned() } else { format!("{:.2}", milli(row.time)) };
            slow.row(vec![source.file.into(), row.id.clone(), time, row.nodes.to_string(), peer]);
        }
    }
    report.say(&table.render());
    report.say(&format!(
        "Reading, compiling, solution and proof of uniqueness of each puzzle, on one core, in time on the processor; the best of \
         {rounds} rounds. Undone ones count as {} s.",
        longest.as_secs()
    ));
    report.say(&verdicts.render());
    report.say("The slowest ten of each set:");
    report.say(&slow.render());
    if !notes.is_empty() {
        report.say(&notes.join("\n"));
    }
    Ok(())
}
