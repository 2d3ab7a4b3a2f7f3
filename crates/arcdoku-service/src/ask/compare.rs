//! Comparison of strategies on the same puzzles.
//!
//! The puzzles are held in memory, because their number is needed for the progress. Only counts of the answers are
//! held.

use std::ops::ControlFlow;
use std::sync::Arc;

use arcdoku::puzzle::{Limit, Limits, Outcome, Puzzle, Solution};
use arcdoku::search::{Stats, Strategy};
use arcdoku::solve::{Question, Solver};
use arcdoku_wire::question::{Compare, Contender, ContenderOptions};
use arcdoku_wire::{CompareReport, Distribution, RunRow, StrategyReport, VERSION};

use crate::cancel::{Bounds, Cancel};
use crate::input::{Input, Item};
use crate::output::Output;
use crate::pool::{Event, Feed, Pool};
use crate::report::caught_at;
use crate::status::{Error, Status};
use crate::stream;
use crate::text::table::Table;
use crate::text::{number, plural, time};

/// The strategies of a question, with its seed.
fn contenders(question: &Compare) -> Vec<Contender> {
    let mut contenders = question.search.strategies.clone().unwrap_or_default().0;
    if let Some(seed) = question.search.seed {
        contenders.iter_mut().for_each(|contender| contender.strategy.seed = seed);
    }
    contenders
}

/// The result of one strategy on one puzzle.
struct Attempt {
    outcome: Outcome,
    stats: Stats,
}

/// The results of all strategies on a puzzle, or `None` if the run was cancelled before the last one finished.
type Runs = Option<Vec<Attempt>>;

/// The maximum numbers of puzzles in memory, and of their cells in total.
#[derive(Clone, Copy)]
struct Capacity {
    puzzles: usize,
    cells: usize,
}

/// A puzzle takes a few hundred bytes.
const CAPACITY: Capacity = Capacity { puzzles: 1_000_000, cells: 100_000_000 };

/// All readable puzzles of an input; the others are reported. The maximum is 1,000,000 puzzles with 100,000,000 cells
/// in total.
///
/// # Errors
/// If the output cannot be written, or there are more puzzles.
pub fn read(input: Input, cancel: &Cancel, output: &mut dyn Output) -> Result<(Vec<Item>, Status), Error> {
    read_up_to(CAPACITY, input, cancel, output)
}

fn read_up_to(
    most: Capacity,
    input: Input,
    cancel: &Cancel,
    output: &mut dyn Output,
) -> Result<(Vec<Item>, Status), Error> {
    let (mut items, mut cells) = (Vec::new(), 0);
    let mut status = stream::readings(input, cancel, output, |output, _, reading| {
        match reading {
            Ok(item) => {
                cells += item.record.puzzle.shape().cells();
                if items.len() >= most.puzzles || cells > most.cells {
                    let [puzzles, cells] = [most.puzzles, most.cells].map(|most| number(most as u128));
                    let expected = format!("at most {puzzles}, of at most {cells} cells together");
                    let found = "found more puzzles";
                    return Err(Error::unreadable(format!("{}: {found}, expected {expected}", item.place())));
                }
                items.push(item);
            }
            Err(rejected) => {
                output.error(&rejected.message());
                return Ok(ControlFlow::Continue(Status::Malformed));
            }
        }
        Ok(ControlFlow::Continue(Status::Fine))
    })?;
    if items.is_empty() {
        status.note(Status::Malformed);
    }
    Ok((items, status))
}

/// Runs every strategy on every puzzle. Each thread takes one puzzle at a time; the counts are added in the order of
/// the puzzles.
///
/// # Errors
/// If the output cannot be written.
pub fn run(
    question: &Compare,
    bounds: Bounds,
    items: Vec<Item>,
    threads: usize,
    output: &mut dyn Output,
) -> Result<(CompareReport, Status), Error> {
    run_each(question, bounds, items, threads, output, |_, _| ())
}

/// Like [`run`]. Also passes the results of all strategies on each puzzle to `each`, in the order of the puzzles.
///
/// # Errors
/// If the output cannot be written.
pub fn run_each(
    question: &Compare,
    bounds: Bounds,
    items: Vec<Item>,
    threads: usize,
    output: &mut dyn Output,
    mut each: impl FnMut(&mut dyn Output, Vec<RunRow>),
) -> Result<(CompareReport, Status), Error> {
    let &ContenderOptions { nodes, time, .. } = &question.search;
    let bounds = Bounds { nodes: Some(nodes), time: Some(time), is_timed: true, ..bounds };
    let contenders = contenders(question);
    let wanted = if question.unique { Question::Unique } else { Question::First };
    let mut tallies = Tallies {
        each: contenders.iter().map(|_| Tally::default()).collect(),
        disagreements: Vec::new(),
        done: 0,
    };
    let items = Arc::new(items);
    let (count, puzzles, limits) = (items.len(), Arc::clone(&items), bounds.clone());
    let strategies: Vec<Strategy> = contenders.iter().map(|contender| contender.strategy).collect();
    let worker = move || {
        let (items, limits) = (Arc::clone(&puzzles), limits.clone());
        let strategies = strategies.clone();
        let solvers = move || -> Vec<Solver> {
            strategies.iter().map(|&strategy| Solver::with_strategy(strategy)).collect()
        };
        let mut current = solvers();
        move |place: usize, emit: &mut dyn FnMut(_) -> ControlFlow<()>| {
            let item = &items[place];
            let work = || runs(&mut current, &item.record.puzzle, wanted, &limits.limits());
            let runs = caught_at(Some(item), || item.place(), work);
            if runs.is_err() {
                current = solvers();
            }
            let _ = emit((place, runs));
        }
    };
    let feed = move |mut feed: Feed<'_, usize>| {
        let _ = (0..count).try_for_each(|place| feed.send(place, 1));
    };
    let mut status = Status::Fine;
    let take = |event: Event<(usize, Result<Runs, String>)>| {
        match event {
            Event::Result((place, runs)) => {
                match runs {
                    Ok(Some(runs)) => {
                        let item: &Item = &items[place];
                        each(output, rows(place, item, &runs));
                        tallies.add(item, &contenders, runs);
                    }
                    // If the work on a puzzle was cancelled, the puzzle is not counted.
                    Ok(None) => {}
                    Err(panic) => {
                        output.error(&panic);
                        status.note(Status::Panicked);
                    }
                }
                output.advance(1, 1);
            }
            Event::Idle => {}
            Event::Tick => output.tick(),
        }
        Ok::<_, Error>(ControlFlow::Continue(()))
    };
    Pool::new(threads.min(count), &bounds.cancel).run(feed, worker, take)?;
    output.finish();
    status.note(stream::end(&bounds.cancel));
    let report = tallies.report(question, &contenders);
    if !report.disagreements.is_empty() {
        status.note(Status::Not);
    }
    if report.strategies.iter().any(|row| row.gave_up > 0) {
        status.note(Status::Limit);
    }
    Ok((report, status))
}

/// The results of all strategies on a puzzle.
fn rows(place: usize, item: &Item, runs: &[Attempt]) -> Vec<RunRow> {
    let row = |(strategy, run): (usize, &Attempt)| RunRow {
        puzzle: place,
        clues: item.record.puzzle.clues(),
        strategy,
        outcome: (&run.outcome).into(),
        nodes: run.stats.nodes,
        backtracks: run.stats.backtracks,
        propagations: run.stats.propagations,
        eliminations: run.stats.eliminations,
        conflicts: run.stats.conflicts,
        learned: run.stats.learned,
        restarts: run.stats.restarts,
        time_us: run.stats.time.unwrap_or_default().as_secs_f64() * 1e6,
    };
    runs.iter().enumerate().map(row).collect()
}

/// The results of all strategies so far.
struct Tallies {
    each: Vec<Tally>,
    disagreements: Vec<String>,
    /// The number of puzzles that all strategies finished.
    done: u64,
}

#[derive(Default)]
struct Tally {
    solved: u64,
    no_search: u64,
    gave_up: u64,
    total: Stats,
    nodes: Vec<f64>,
    times: Vec<f64>,
}

/// The result of every strategy on a puzzle, or `None` if the run was cancelled before the last one finished.
fn runs(solvers: &mut [Solver], puzzle: &Puzzle, question: Question, limits: &Limits<'_>) -> Runs {
    let run = |solver: &mut Solver| {
        let answer = solver.ask(question, puzzle, limits);
        let cancelled = matches!(answer.outcome, Outcome::Unknown { limit: Limit::Cancelled, .. });
        (!cancelled).then_some(Attempt { outcome: answer.outcome, stats: answer.stats })
    };
    solvers.iter_mut().map(run).collect()
}

impl Tallies {
    fn report(self, question: &Compare, contenders: &[Contender]) -> CompareReport {
        let rows = contenders.iter().zip(self.each).map(|(who, tally)| tally.report(who));
        CompareReport {
            version: VERSION,
            question: if question.unique { "unique" } else { "first" }.to_owned(),
            puzzles: self.done,
            node_limit: Some(question.search.nodes),
            time_limit_us: Some(question.search.time.as_micros() as u64),
            strategies: rows.collect(),
            disagreements: self.disagreements,
        }
    }

    fn add(&mut self, item: &Item, contenders: &[Contender], runs: Vec<Attempt>) {
        self.done += 1;
        let mut first: Option<(&Contender, &Outcome)> = None;
        for (contender, run) in contenders.iter().zip(&runs) {
            let mut report = |what: String| {
                self.disagreements.push(format!("{}: {what}", item.place()));
            };
            let found = solutions(&run.outcome);
            if found.iter().any(|solution| !item.record.puzzle.is_solved_by(solution)) {
                report(format!("{} gave a solution that breaks a rule", contender.name));
            }
            if matches!(run.outcome, Outcome::Unknown { .. }) {
                continue;
            }
            match first {
                None => first = Some((contender, &run.outcome)),
                Some((other, outcome)) if !agree(outcome, &run.outcome) => report(format!(
                    "{} found {}, {} found {}",
                    other.name,
                    outcome.name(),
                    contender.name,
                    run.outcome.name()
                )),
                Some(_) => {}
            }
        }
        for (tally, run) in self.each.iter_mut().zip(runs) {
            tally.add(&run);
        }
    }
}

fn solutions(outcome: &Outcome) -> Vec<&Solution> {
    match outcome {
        Outcome::Multiple(first, second) => vec![first, second],
        outcome => outcome.solution().into_iter().collect(),
    }
}

/// Whether two answers can both be right. Strategies may find different solutions if only one is requested.
fn agree(one: &Outcome, other: &Outcome) -> bool {
    match (one, other) {
        (Outcome::Unsatisfiable(_), Outcome::Unsatisfiable(_)) => true,
        (Outcome::Unsatisfiable(_), _) | (_, Outcome::Unsatisfiable(_)) => false,
        (Outcome::Unique(only), other) | (other, Outcome::Unique(only)) => {
            solutions(other).iter().all(|solution| *solution == only)
                && !matches!(other, Outcome::Multiple(..))
        }
        _ => true,
    }
}

impl Tally {
    fn add(&mut self, run: &Attempt) {
        let gave_up = matches!(run.outcome, Outcome::Unknown { .. });
        *(if gave_up { &mut self.gave_up } else { &mut self.solved }) += 1;
        let stats = &run.stats;
        self.no_search += u64::from(!gave_up && stats.without_search());
        self.total.revisions += stats.revisions;
        self.total.nodes += stats.nodes;
        self.total.backtracks += stats.backtracks;
        self.total.propagations += stats.propagations;
        self.total.eliminations += stats.eliminations;
        self.total.conflicts += stats.conflicts;
        self.total.learned += stats.learned;
        self.total.restarts += stats.restarts;
        let time = stats.time.unwrap_or_default();
        self.total.time = Some(self.total.time.unwrap_or_default() + time);
        self.nodes.push(stats.nodes as f64);
        self.times.push(time.as_secs_f64() * 1e6);
    }

    fn report(mut self, contender: &Contender) -> StrategyReport {
        StrategyReport {
            name: contender.name.clone(),
            parts: contender.strategy.to_string(),
            solved: self.solved,
            no_search: self.no_search,
            gave_up: self.gave_up,
            nodes: self.total.nodes,
            backtracks: self.total.backtracks,
            propagations: self.total.propagations,
            eliminations: self.total.eliminations,
            revisions: self.total.revisions,
            conflicts: self.total.conflicts,
            learned: self.total.learned,
            restarts: self.total.restarts,
            time_us: self.total.time.unwrap_or_default().as_micros() as u64,
            nodes_each: Distribution::of(&mut self.nodes),
            time_us_each: Distribution::of(&mut self.times),
        }
    }
}

/// A counter of a report.
type Counter = fn(&StrategyReport) -> u64;

/// The report as a table.
///
/// With `csv`, numbers are written in full and commas separate the columns.
pub fn table(report: &CompareReport, csv: bool, colored: bool) -> String {
    let raw = csv;
    let big = |value: u64| if raw { value.to_string() } else { number(value.into()) };
    let long = |us: f64| if raw { format!("{us:.1}") } else { time(us) };
    // Counters that few strategies use.
    let rare: [(&str, Counter); 4] = [
        ("revisions", |row| row.revisions),
        ("conflicts", |row| row.conflicts),
        ("learned", |row| row.learned),
        ("restarts", |row| row.restarts),
    ];
    let is_shown = |count: Counter| raw || report.strategies.iter().any(|row| count(row) > 0);
    let rare = rare.into_iter().filter(|(_, count)| is_shown(*count)).collect::<Vec<_>>();
    let mut header =
        vec!["strategy", "solved", "no search", "gave up", "nodes", "backtracks", "eliminations"];
    header.extend(rare.iter().map(|(name, _)| name));
    header.extend(if raw {
        ["median us", "p95 us", "max us", "total us"]
    } else {
        ["median", "p95", "max", "total"]
    });
    let mut table = Table::new(&header, &[0]);
    for row in &report.strategies {
        let each = &row.time_us_each;
        let mut counts =
            vec![row.solved, row.no_search, row.gave_up, row.nodes, row.backtracks, row.eliminations];
        counts.extend(rare.iter().map(|(_, count)| count(row)));
        let times = [each.median, each.p95, each.max, row.time_us as f64];
        let mut fields = vec![row.name.clone()];
        fields.extend(counts.into_iter().map(big));
        fields.extend(times.map(long));
        table.row(fields);
    }
    if raw {
        return table.csv();
    }
    let question = if report.question == "unique" { "uniqueness" } else { "first solution" };
    format!(
        "{}\n{}; question: {question}; at most {} nodes and {} a puzzle\n",
        table.text(colored),
        plural(report.puzzles.into(), "puzzle"),
        number(report.node_limit.unwrap_or_default().into()),
        time(report.time_limit_us.unwrap_or_default() as f64)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Plan;
    use crate::output::Transcript;

    #[test]
    fn the_number_of_puzzles_in_memory_is_limited() {
        let read = |puzzles, cells| {
            let (text, mut out) = (format!("{}\n", ".".repeat(16)).repeat(5), Transcript::default());
            let capacity = Capacity { puzzles, cells };
            let found =
                read_up_to(capacity, Input::text(text, Plan::default()), &Cancel::default(), &mut out);
            found.map(|(items, _)| items.len()).map_err(|error| (error.status(), error.to_string()))
        };
        assert_eq!(read(5, 80), Ok(5));
        let expected = |place: usize, puzzles: usize, cells: usize| {
            let most = format!("at most {puzzles}, of at most {cells} cells together");
            Err((Status::Malformed, format!("<argument>:{place}: found more puzzles, expected {most}")))
        };
        assert_eq!(read(4, 80), expected(5, 4, 80));
        assert_eq!(read(5, 47), expected(3, 5, 47));
    }
}
