//! `arcdoku compare`: strategies side by side on the same puzzles.
//!
//! The puzzles are held in memory, because their number makes the progress honest; the answers are
//! not, only what they count.

use std::collections::BTreeMap;
use std::io::{IsTerminal as _, Write as _};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use anyhow::Context as _;
use arcdoku::puzzle::{Limit, Limits, Outcome, Puzzle, Solution};
use arcdoku::search::{NAMED, Stats, Strategy};
use arcdoku::solve::{Question, Solver};
use arcdoku_wire::{CompareReport, Distribution, StrategyReport, VERSION};

use crate::cli::Compare;
use crate::input::{Entry, Item};
use crate::interrupt;
use crate::output::table::Table;
use crate::output::{self, number, plot, time};
use crate::pipeline::{self, Batch, Run};
use crate::progress::{Progress, Total};
use crate::status::{Status, usage};

/// Enough for every method on puzzles of its class, and few enough to wait for.
const NODES: u64 = 500_000;
const TIME: Duration = Duration::from_secs(1);

/// A strategy and how it is called.
struct Contender {
    name: String,
    strategy: Strategy,
}

/// What one strategy did on one puzzle.
struct Attempt {
    outcome: Outcome,
    stats: Stats,
}

pub(crate) fn run(options: &Compare) -> anyhow::Result<Status> {
    for path in &options.plot {
        plot::check(path)?;
    }
    let contenders = contenders(options)?;
    let question = if options.unique { Question::Unique } else { Question::First };
    let limits = Limits::NONE
        .with_nodes(options.nodes.unwrap_or(NODES))
        .with_time(options.time.unwrap_or(TIME))
        .with_cancel(interrupt::flag());
    let (items, mut status) = read(options)?;
    if items.is_empty() {
        status.note(Status::Malformed);
        return Ok(status);
    }
    let tallies = run_all(&items, &contenders, question, &limits, options.jobs.get());
    if interrupt::asked() {
        status.note(Status::Interrupted);
    }
    if !tallies.disagreements.is_empty() {
        status.note(Status::Not);
    }
    let report = CompareReport {
        version: VERSION,
        question: if options.unique { "unique" } else { "first" }.to_owned(),
        puzzles: tallies.done,
        node_limit: limits.nodes(),
        time_limit_us: limits.time().map(|time| time.as_micros() as u64),
        strategies: contenders.iter().zip(tallies.each).map(|(who, tally)| tally.report(who)).collect(),
        disagreements: tallies.disagreements,
    };
    if report.strategies.iter().any(|row| row.gave_up > 0) {
        status.note(Status::Limit);
    }
    for path in &options.plot {
        plot::draw(&report, path).with_context(|| path.display().to_string())?;
    }
    print(options, &report)?;
    for line in &report.disagreements {
        output::error(format_args!("{line}"));
    }
    Ok(status)
}

/// The strategies to compare: all named ones, or those of `--strategies`.
fn contenders(options: &Compare) -> anyhow::Result<Vec<Contender>> {
    let mut list: Vec<Contender> = match options.strategies.as_deref() {
        None => NAMED
            .iter()
            .map(|named| Contender { name: named.name.to_owned(), strategy: named.strategy })
            .collect(),
        Some(text) => {
            // Parts have commas of their own, so that a list of them needs semicolons.
            let separator = if text.contains([';', '=']) { ';' } else { ',' };
            let mut list = Vec::new();
            for text in text.split(separator).map(str::trim).filter(|text| !text.is_empty()) {
                let strategy = text.parse::<Strategy>().map_err(|error| usage(error.to_string()))?;
                list.push(Contender { name: text.to_owned(), strategy });
            }
            list
        }
    };
    if list.is_empty() {
        return Err(usage("no strategy given; see `arcdoku strategies`"));
    }
    if let Some(seed) = options.seed {
        for contender in &mut list {
            contender.strategy.seed = seed;
        }
    }
    Ok(list)
}

/// All puzzles that can be read.
fn read(options: &Compare) -> anyhow::Result<(Vec<Item>, Status)> {
    let plan = Arc::new(options.input.plan()?);
    let entries = options.input.entries(&plan)?;
    let mut progress = Progress::of_batch(entries.iter().map(Entry::size).sum(), true);
    let mut items = Vec::new();
    let mut status = Status::Fine;
    let take = |_: &mut _, progress: &mut Progress, batch: Batch| {
        for (_, reading) in batch.readings() {
            match reading {
                Ok(item) => items.push(item),
                Err(rejected) => {
                    progress.line(&output::error_line(&rejected.message()));
                    status.note(Status::Malformed);
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    };
    let work = Run::new(entries, plan, 1);
    pipeline::run(work, || |batch: Batch| batch, &mut progress, &mut output::stdout(), take)?;
    Ok((items, status))
}

/// What strategies did so far.
struct Tallies {
    each: Vec<Tally>,
    disagreements: Vec<String>,
    /// Puzzles that every strategy had its turn on.
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

/// Runs every strategy on every puzzle. Threads take one puzzle at a time; what they found is added
/// up in the order of the puzzles.
fn run_all(
    items: &[Item],
    contenders: &[Contender],
    question: Question,
    limits: &Limits<'_>,
    threads: usize,
) -> Tallies {
    let mut tallies = Tallies {
        each: contenders.iter().map(|_| Tally::default()).collect(),
        disagreements: Vec::new(),
        done: 0,
    };
    let mut progress = Progress::new(Total::Steps(items.len() as u64), !std::io::stderr().is_terminal());
    let next = AtomicUsize::new(0);
    let (done, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.min(items.len()) {
            let (done, next) = (done.clone(), &next);
            scope.spawn(move || {
                let mut solvers: Vec<Solver> =
                    contenders.iter().map(|contender| Solver::with_strategy(contender.strategy)).collect();
                while !interrupt::asked() {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(place) else { return };
                    let runs = runs(&mut solvers, &item.record.puzzle, question, limits);
                    if done.send((place, runs)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(done);
        let mut early = BTreeMap::new();
        let mut place = 0;
        loop {
            match results.recv_timeout(Duration::from_millis(100)) {
                Ok((place, runs)) => drop(early.insert(place, runs)),
                Err(mpsc::RecvTimeoutError::Timeout) => progress.tick(),
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
            }
            while let Some(runs) = early.remove(&place) {
                // A puzzle that Ctrl-C ended is no one's failure.
                if let Some(runs) = runs {
                    tallies.add(&items[place], contenders, runs);
                }
                place += 1;
                progress.advance(1, 1);
            }
        }
    });
    progress.finish();
    tallies
}

/// What every strategy did on a puzzle, or `None` if Ctrl-C came before the last had its turn.
fn runs(
    solvers: &mut [Solver],
    puzzle: &Puzzle,
    question: Question,
    limits: &Limits<'_>,
) -> Option<Vec<Attempt>> {
    let run = |solver: &mut Solver| {
        let answer = solver.ask(question, puzzle, limits);
        let cancelled = matches!(answer.outcome, Outcome::Unknown { limit: Limit::Cancelled, .. });
        (!cancelled).then_some(Attempt { outcome: answer.outcome, stats: answer.stats })
    };
    solvers.iter_mut().map(run).collect()
}

impl Tallies {
    fn add(&mut self, item: &Item, contenders: &[Contender], runs: Vec<Attempt>) {
        self.done += 1;
        let mut first: Option<(&Contender, &Outcome)> = None;
        for (contender, run) in contenders.iter().zip(&runs) {
            let mut report = |what: String| {
                self.disagreements.push(format!("{}:{}: {what}", item.source, item.line()));
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
                    "{} says {}, {} says {}",
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

/// Whether two answers can both be right. Where only one solution was asked for, strategies may find
/// different ones.
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
        self.total.time += stats.time;
        self.nodes.push(stats.nodes as f64);
        self.times.push(stats.time.as_secs_f64() * 1e6);
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
            time_us: self.total.time.as_micros() as u64,
            nodes_each: Distribution::of(&mut self.nodes),
            time_us_each: Distribution::of(&mut self.times),
        }
    }
}

fn print(options: &Compare, report: &CompareReport) -> anyhow::Result<()> {
    let mut out = output::stdout();
    if options.json {
        writeln!(out, "{}", serde_json::to_string_pretty(report)?)?;
        return Ok(out.flush()?);
    }
    let raw = options.csv;
    let big = |value: u64| if raw { value.to_string() } else { number(value.into()) };
    let long = |us: f64| if raw { format!("{us:.1}") } else { time(us) };
    let with_revisions = raw || report.strategies.iter().any(|row| row.revisions > 0);
    let mut header =
        vec!["strategy", "solved", "no search", "gave up", "nodes", "backtracks", "eliminations"];
    header.extend(with_revisions.then_some("revisions"));
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
        counts.extend(with_revisions.then_some(row.revisions));
        let times = [each.median, each.p95, each.max, row.time_us as f64];
        let mut fields = vec![row.name.clone()];
        fields.extend(counts.into_iter().map(big));
        fields.extend(times.map(long));
        table.row(fields);
    }
    if raw {
        out.write_all(table.csv().as_bytes())?;
    } else {
        out.write_all(table.text(output::is_colored()).as_bytes())?;
        let question = if options.unique { "uniqueness" } else { "first solution" };
        let limits = format!(
            "at most {} nodes and {} a puzzle",
            number(report.node_limit.unwrap_or_default().into()),
            time(report.time_limit_us.unwrap_or_default() as f64)
        );
        writeln!(
            out,
            "\n{}; question: {question}; {limits}",
            output::plural(report.puzzles.into(), "puzzle")
        )?;
    }
    Ok(out.flush()?)
}
