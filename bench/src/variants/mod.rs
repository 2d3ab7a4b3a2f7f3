//! The suite of variants: puzzles with other rules, read from strings and solved with a proof of uniqueness,
//! including compilation, on one core. They are compared with the Interactive Sudoku Solver if a checkout of it is
//! given.
//!
//! Times are processor times, because other programs disturb them less than wall times.

pub(crate) mod edits;
mod peer;

use std::time::Duration;

use arcdoku::puzzle::Clock;
use arcdoku::{Limits, Outcome, Question};
use arcdoku_exchange::{Format, Policy};
use serde_json::Value;

use self::peer::PeerRow;
use crate::engines::Choice;
use crate::options::Run;
use crate::pass::{median, milli, quantile, shortest_in_turns};
use crate::process::clock;
use crate::record::Report;
use crate::set::Data;
use crate::table::{Table, dash, word};

/// The number of slowest puzzles of a set that are listed.
const SHOWN: usize = 10;

/// The target for the speed of another engine, relative to the first engine, on slow puzzles.
const GAIN: f64 = 10.0;

/// A set: its file, the field with the text, its format, and the bounds of the project in milliseconds.
struct Source {
    file: &'static str,
    field: &'static str,
    format: Format,
    /// Median, 90 %, 95 %, and the maximum number of undone puzzles.
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

/// What is known about the number of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SolutionCount {
    None,
    One,
    Several,
    Unknown,
}

/// The result for a puzzle.
struct Row {
    id: String,
    time: Duration,
    found: SolutionCount,
    nodes: u64,
    /// The values of the first solution in the grid.
    values: Vec<i32>,
    /// The reason why the puzzle could not be read.
    fault: Option<String>,
}

/// The rows of the shared file; `None` if it is missing.
pub(crate) fn read(data: &Data, name: &str) -> Option<Vec<Value>> {
    let Data::Full(folder) = data else { return None };
    let text = std::fs::read_to_string(folder.join("../variants").join(format!("{name}.jsonl"))).ok()?;
    text.lines().map(|line| serde_json::from_str(line).ok()).collect()
}

/// Reads and answers a puzzle once.
fn answer(source: &Source, row: &Value, engine: &Choice, longest: Duration) -> Row {
    let id = row["id"].as_str().unwrap_or_default().to_owned();
    let text = row[source.field].as_str().unwrap_or_default();
    let limits = Limits::NONE.with_time(longest).with_clock(clock as Clock);
    let start = clock();
    let puzzle = match source.format.read(text, &Policy::default()) {
        Ok(import) => import.puzzle,
        Err(error) => {
            let fault = Some(error.to_string());
            return Row {
                id,
                time: longest,
                found: SolutionCount::Unknown,
                nodes: 0,
                values: Vec::new(),
                fault,
            };
        }
    };
    let answer = engine.solver().ask(Question::Unique, &puzzle, &limits);
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
    Row { id, time, found, nodes: answer.stats.nodes, values, fault: None }
}

/// The best answers of all engines to a puzzle. The engines take turns. `None` if the first takes at most `slow`.
fn answers(
    source: &Source,
    row: &Value,
    engines: &[Choice],
    rounds: usize,
    longest: Duration,
    slow: Option<Duration>,
) -> Option<Vec<Row>> {
    let mut first = Some(answer(source, row, &engines[0], longest));
    if slow.is_some_and(|slow| first.as_ref().is_some_and(|row| row.time <= slow)) {
        return None;
    }
    let seconds = |row: &Row| row.time.as_secs_f64();
    let ask = |engine: usize, _: &[Option<Row>]| {
        let first = first.take().filter(|_| engine == 0);
        Ok(first.unwrap_or_else(|| answer(source, row, &engines[engine], longest)))
    };
    shortest_in_turns(rounds, engines.len(), seconds, ask).ok()
}

/// Puzzles with several solutions that are unique in the data. For iss-244, the peer finds only one solution, but it
/// accepts the other one if all its digits are given:
/// 125436807086751423473280561348105276607324185251678034532047618810563742764812350.
const NOT_UNIQUE: [&str; 1] = ["iss-244"];

/// The known number of solutions.
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

/// Whether an answer contradicts the known number or solution.
fn is_wrong(row: &Row, expected: SolutionCount, solution: &Value) -> bool {
    let known: Option<Vec<i32>> = solution
        .as_array()
        .map(|cells| cells.iter().map(|cell| cell.as_i64().unwrap_or(-1) as i32).collect());
    let differs =
        row.found != SolutionCount::Unknown && expected != SolutionCount::Unknown && row.found != expected;
    let other = row.found == SolutionCount::One && known.is_some_and(|known| known != row.values);
    differs || other || row.values == [-1]
}

/// Quantiles of times. Undone puzzles count as the limit.
fn figures(times: &mut [f64]) -> [f64; 3] {
    [0.5, 0.9, 0.95].map(|share| quantile(times, share))
}

fn milliseconds(time: f64, longest: Duration) -> String {
    if time >= milli(longest) { dash() } else { format!("{time:.2}") }
}

fn is_undone(row: &Row) -> bool {
    row.found == SolutionCount::Unknown
}

/// Milliseconds; undone puzzles count as the limit.
fn spent(row: &Row, longest: Duration) -> f64 {
    if is_undone(row) { milli(longest) } else { milli(row.time) }
}

/// Whether an answer contradicts the data, the peer, or the answer of another engine.
fn contradicts(best: &Row, data: &Value, peer: Option<&PeerRow>, first: &Row) -> bool {
    let solution =
        ["solution_cells", "solution"].iter().map(|field| &data[*field]).find(|cells| cells.is_array());
    let mut is_bad = is_wrong(best, expected(data), solution.unwrap_or(&Value::Null));
    let is_contested = NOT_UNIQUE.contains(&best.id.as_str());
    if let Some(peer) = peer.filter(|_| !is_contested) {
        let both = peer.complete && !is_undone(best);
        is_bad |= both && peer.found() != best.found;
        is_bad |= both && best.found == SolutionCount::One && peer.values[..best.values.len()] != best.values;
    }
    let both = !is_undone(best) && !is_undone(first);
    is_bad |= both && best.found != first.found;
    is_bad || (both && best.found == SolutionCount::One && best.values != first.values)
}

/// The results for a set: for each puzzle that was not left out, its place and a row of each engine.
struct Measured {
    results: Vec<(usize, Vec<Row>)>,
    peers: Vec<PeerRow>,
    wrong: Vec<(usize, String)>,
}

fn measure(
    source: &Source,
    rows: &[Value],
    engines: &[Choice],
    peers: Vec<PeerRow>,
    run: &Run,
    rounds: usize,
) -> Measured {
    let longest = run.longest(20);
    let mut measured = Measured { results: Vec::new(), peers, wrong: Vec::new() };
    for (place, data) in rows.iter().enumerate() {
        eprint!("{}: {} of {}", source.file, place + 1, rows.len());
        let Some(answers) = answers(source, data, engines, rounds, longest, run.options.slow) else {
            eprintln!("  not slow");
            continue;
        };
        for (engine, best) in answers.iter().enumerate() {
            if contradicts(best, data, measured.peers.get(place), &answers[0]) {
                measured.wrong.push((engine, best.id.clone()));
            }
            let name = &engines[engine].name;
            eprint!("  {} {name} {:?} {:.2} ms, {} nodes", best.id, best.found, milli(best.time), best.nodes);
        }
        eprintln!();
        measured.results.push((place, answers));
    }
    measured
}

impl Measured {
    /// The rows of an engine.
    fn of(&self, engine: usize) -> impl Iterator<Item = &Row> {
        self.results.iter().map(move |(_, rows)| &rows[engine])
    }

    /// The peer's rows of the measured puzzles.
    fn peers(&self) -> Vec<&PeerRow> {
        self.results.iter().filter_map(|(place, _)| self.peers.get(*place)).collect()
    }

    /// The time of the first engine divided by the time of another: the median of the puzzles.
    fn gain(&self, engine: usize, longest: Duration) -> f64 {
        let quotient =
            |(_, rows): &(usize, Vec<Row>)| spent(&rows[0], longest) / spent(&rows[engine], longest);
        median(self.results.iter().map(quotient))
    }

    fn undone(&self, engine: usize) -> usize {
        self.of(engine).filter(|row| is_undone(row)).count()
    }

    /// Median, 90 % and 95 % of the milliseconds of an engine.
    fn figures(&self, engine: usize, longest: Duration) -> [f64; 3] {
        figures(&mut self.of(engine).map(|row| spent(row, longest)).collect::<Vec<f64>>())
    }

    /// Adds the row of each engine and of the peer.
    fn add_rows(&self, source: &Source, engines: &[Choice], longest: Duration, table: &mut Table) {
        let shown = |time: f64| milliseconds(time, longest);
        let count = self.results.len().to_string();
        for (engine, Choice { name, .. }) in engines.iter().enumerate() {
            let read = self.of(engine).filter(|row| row.fault.is_none()).count();
            let wrong = self.wrong.iter().filter(|(at, _)| *at == engine).count();
            let mut line = vec![source.file.to_owned(), name.clone(), count.clone(), read.to_string()];
            line.extend(self.figures(engine, longest).map(shown));
            line.extend([self.undone(engine).to_string(), wrong.to_string()]);
            line.push(format!("{:.2}", self.gain(engine, longest)));
            table.row(line);
        }
        let peers = self.peers();
        if !peers.is_empty() {
            let spent = |row: &&PeerRow| if row.complete { row.ms } else { milli(longest) };
            let undone = peers.iter().filter(|row| !row.complete).count();
            let mut line = vec![source.file.to_owned(), "ISS".to_owned(), count.clone(), count];
            line.extend(figures(&mut peers.iter().map(spent).collect::<Vec<f64>>()).map(shown));
            line.extend([undone.to_string(), "-".to_owned(), "-".to_owned()]);
            table.row(line);
        }
    }

    /// Adds the targets: for the first engine on the whole set, or for the others on slow puzzles.
    fn judge(&self, source: &Source, engines: &[Choice], run: &Run, verdicts: &mut Table) {
        let mut add_verdict = |engine: usize, target: String, measured: String, met: bool| {
            verdicts.row(vec![source.file.into(), engines[engine].name.clone(), target, measured, word(met)]);
        };
        let longest = run.longest(20);
        if run.options.slow.is_some() {
            for engine in 1..engines.len() {
                let (gain, undone) = (self.gain(engine, longest), self.undone(engine));
                add_verdict(
                    engine,
                    format!(">= {GAIN} times as fast as the first"),
                    format!("{gain:.2}"),
                    gain >= GAIN,
                );
                add_verdict(engine, "undone <= 0".into(), undone.to_string(), undone == 0);
            }
        } else if let Some((bounds, most)) = source.targets {
            let measured = self.figures(0, longest);
            for ((bound, figure), name) in bounds.into_iter().zip(measured).zip(["median", "90 %", "95 %"]) {
                if let Some(bound) = bound {
                    let shown = milliseconds(figure, longest);
                    add_verdict(0, format!("{name} < {bound} ms"), shown, figure < bound);
                }
            }
            let undone = self.undone(0);
            add_verdict(0, format!("undone <= {most}"), undone.to_string(), undone <= most);
        }
    }

    /// Adds the puzzles that take the first engine longest.
    fn slowest(&self, source: &Source, most: usize, longest: Duration, slow: &mut Table) {
        let mut order: Vec<&(usize, Vec<Row>)> = self.results.iter().collect();
        order.sort_by_key(|(_, rows)| std::cmp::Reverse(rows[0].time));
        for (place, rows) in order.into_iter().take(most) {
            let peer = self
                .peers
                .get(*place)
                .map_or_else(dash, |row| milliseconds(if row.complete { row.ms } else { f64::MAX }, longest));
            let mut line = vec![source.file.into(), rows[0].id.clone(), peer];
            for row in rows {
                line.push(if is_undone(row) { "undone".into() } else { format!("{:.2}", milli(row.time)) });
                line.push(row.nodes.to_string());
            }
            slow.row(line);
        }
    }
}

pub(crate) fn suite(run: &Run, report: &mut Report) -> Result<(), String> {
    let (rounds, longest) = (run.rounds(2), run.longest(20));
    let engines = Choice::all(&run.engines(&[]))?;
    let head = format!(
        "set | engine | puzzles | read | median ms | 90 % ms | 95 % ms | undone in {} s | wrong | x first",
        longest.as_secs()
    );
    let mut table = Table::new(2, &head);
    let mut verdicts = Table::new(3, "set | engine | target | measured | verdict");
    let columns: Vec<String> =
        engines.iter().map(|Choice { name, .. }| format!(" | {name} ms | nodes")).collect();
    let mut slow = Table::new(2, &format!("set | puzzle | peer ms{}", columns.concat()));
    let mut notes = Vec::new();
    for source in &SOURCES {
        let Some(mut rows) = read(&run.data, source.file) else {
            report.add_block(&format!("The set {} is missing.", source.file));
            continue;
        };
        rows.retain(|row| run.is_wanted(row["id"].as_str().unwrap_or_default()));
        rows.truncate(run.options.limit.unwrap_or(usize::MAX));
        if rows.is_empty() {
            continue;
        }
        let peers = match run.options.peer.as_deref().filter(|_| source.format == Format::Iss) {
            Some(checkout) => peer::answers(&run.root, checkout, source.field, &rows, longest, rounds)?,
            None => Vec::new(),
        };
        let measured = measure(source, &rows, &engines, peers, run, rounds);
        if measured.results.is_empty() {
            continue;
        }
        measured.add_rows(source, &engines, longest, &mut table);
        measured.judge(source, &engines, run, &mut verdicts);
        for row in measured.of(0).filter(|row| row.fault.is_some()) {
            notes.push(format!("{}: {}", row.id, row.fault.as_deref().unwrap_or_default()));
        }
        let wrong = measured.wrong.iter();
        notes.extend(wrong.map(|(engine, id)| format!("{id}: a wrong answer of {}", engines[*engine].name)));
        measured.slowest(
            source,
            if run.options.slow.is_some() { usize::MAX } else { SHOWN },
            longest,
            &mut slow,
        );
    }
    report.add_block(&table.render());
    report.add_block(&format!(
        "Reading, compilation, solution and proof of uniqueness of each puzzle, as processor time on one core; the \
         best of {rounds} rounds, in which the engines take turns. Undone puzzles count as {} s. `x first`: the \
         speed relative to the first engine, as the median of the puzzles.",
        longest.as_secs()
    ));
    if let Some(slow) = run.options.slow {
        report.add_block(&format!(
            "Only puzzles that take the first engine more than {} s.",
            slow.as_secs_f64()
        ));
    }
    report.add_block(&verdicts.render());
    report.add_block(if run.options.slow.is_some() {
        "All of them:"
    } else {
        "The slowest ten of each set:"
    });
    report.add_block(&slow.render());
    if !notes.is_empty() {
        report.add_block(&notes.join("\n"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Measured, Row, SolutionCount, contradicts, spent};
    use serde_json::json;
    use std::time::Duration;

    const LONGEST: Duration = Duration::from_secs(20);

    fn row(seconds: u64, found: SolutionCount) -> Row {
        let time = Duration::from_secs(seconds);
        Row { id: "a".into(), time, found, nodes: 0, values: vec![1, 2], fault: None }
    }

    #[test]
    fn undone_puzzles_count_as_the_limit() {
        let (one, unknown) = (SolutionCount::One, SolutionCount::Unknown);
        let results = vec![
            (0, vec![row(2, one), row(1, one)]),
            (1, vec![row(21, unknown), row(2, one)]),
            (2, vec![row(9, one), row(1, one)]),
        ];
        let measured = Measured { results, peers: Vec::new(), wrong: Vec::new() };
        assert_eq!([measured.undone(0), measured.undone(1)], [1, 0]);
        assert!((measured.gain(1, LONGEST) - 9.0).abs() < 1e-9);
        assert!((spent(&row(21, unknown), LONGEST) - 20_000.0).abs() < 1e-9);
    }

    #[test]
    fn engines_must_agree_with_each_other_and_with_the_data() {
        let one = row(1, SolutionCount::One);
        let unknown = row(20, SolutionCount::Unknown);
        let data = json!({"id": "a", "expect": "unique"});
        assert!(!contradicts(&one, &data, None, &one) && !contradicts(&one, &data, None, &unknown));
        assert!(contradicts(&row(1, SolutionCount::Several), &data, None, &unknown));
        assert!(contradicts(&row(1, SolutionCount::None), &json!({}), None, &one));
        let other = Row { values: vec![2, 1], ..row(1, SolutionCount::One) };
        assert!(contradicts(&other, &data, None, &one));
        assert!(contradicts(&one, &json!({"expect": "unique", "solution": [2, 1]}), None, &one));
    }
}
