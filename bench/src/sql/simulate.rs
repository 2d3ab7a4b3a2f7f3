//! A job on up to a thousand executors, simulated with measured times.
//!
//! ```text
//!  client --query--> scheduler --task--> executor --rows, after a latency--> client writes the file
//! ```
//!
//! The scheduler does one thing at a time, the client does one thing per core, and an executor runs one task at a time.
//! The number of parts in progress is limited. An executor that fails loses its task. The failure is detected after
//! some time, and later the executor is replaced. Times are whole nanoseconds, so a run depends only on its seed.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use fastrand::Rng;

use super::Figures;
use super::chart::{Line, shares};
use crate::record::Report;
use crate::table::{Table, grouped, percent};

const SECOND: f64 = 1e9;
const SEED: u64 = 17;

/// The job of the table: the number of puzzles that are made, solved and rated.
const PUZZLES: f64 = 1e9;

/// The numbers of executors in the table, and the work of a part in seconds.
const EXECUTORS: [usize; 8] = [1, 2, 3, 10, 30, 100, 300, 1000];
const SIZES: [f64; 3] = [1.0, 10.0, 60.0];

/// The cores of the client's machine: a usual number, and a single core for comparison.
const CLIENTS: [usize; 2] = [16, 1];

/// The time until the scheduler detects a lost executor, and the time until it is replaced, in seconds.
const DETECTION: f64 = 15.0;
const REPLACEMENT: f64 = 120.0;

/// The mean time between failures of an executor in the runs with faults, in hours.
const HOURS: f64 = 10.0;

/// The times of a cluster, in nanoseconds.
#[derive(Clone, Debug, Default)]
struct Model {
    executors: usize,
    /// The number of cores of the client.
    clients: usize,
    /// The number of parts that may be in progress at a time.
    parallel: usize,
    /// The times for a part: of the client before its query, of the scheduler, and of the client for its rows.
    submit: u64,
    schedule: u64,
    write: u64,
    /// The time in which nothing works on a part.
    latency: u64,
    /// The mean time between failures of an executor; 0 for no failures.
    failure: u64,
    detection: u64,
    replacement: u64,
}

/// The result of a simulated job.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Outcome {
    /// The time of the job.
    time: u64,
    /// The time in which client, scheduler and executors did useful work.
    client: u64,
    scheduler: u64,
    useful: u64,
    failures: u64,
}

impl Outcome {
    /// The share of all executors' time that was used for parts that were not lost.
    fn efficiency(&self, executors: usize) -> f64 {
        self.useful as f64 / (self.time.max(1) as f64 * executors as f64)
    }

    /// The bottleneck of the job.
    fn limit(&self, executors: usize, clients: usize) -> &'static str {
        let share = |busy: u64| busy as f64 / self.time.max(1) as f64;
        if share(self.client) > 0.9 * clients as f64 {
            "client"
        } else if share(self.scheduler) > 0.9 {
            "scheduler"
        } else if self.efficiency(executors) > 0.9 {
            "executors"
        } else {
            "number of parts, waiting"
        }
    }
}

/// An event of the simulation. Events with equal times are handled in the order of this list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    Submitted(usize),
    Scheduled(usize),
    Ran {
        part: usize,
        executor: usize,
    },
    Arrived(usize),
    Written,
    /// An executor fails in the middle of a part.
    Failed {
        part: usize,
        executor: usize,
    },
    Noticed(usize),
    Replaced(usize),
}

/// Cores that each do one thing at a time, in the order of requests.
struct Cores {
    free: BinaryHeap<Reverse<u64>>,
    busy: u64,
}

impl Cores {
    fn new(count: usize) -> Self {
        Self { free: vec![Reverse(0); count.max(1)].into(), busy: 0 }
    }

    /// The end time of work that is requested now.
    fn take(&mut self, now: u64, cost: u64) -> u64 {
        let free = self.free.pop().map_or(0, |Reverse(free)| free);
        let done = free.max(now) + cost;
        self.free.push(Reverse(done));
        self.busy += cost;
        done
    }
}

/// Runs all parts.
fn run(parts: &[u64], model: &Model, rng: &mut Rng) -> Outcome {
    let mut events = BinaryHeap::new();
    let (mut client, mut scheduler) = (Cores::new(model.clients), Cores::new(1));
    let mut idle: Vec<usize> = (0..model.executors).rev().collect();
    let mut waiting: VecDeque<usize> = VecDeque::new();
    let mut next = 0;
    let mut outcome = Outcome::default();
    let mut submit = |now: u64, client: &mut Cores, events: &mut BinaryHeap<Reverse<(u64, Event)>>| {
        if next < parts.len() {
            events.push(Reverse((client.take(now, model.submit), Event::Submitted(next))));
            next += 1;
        }
    };
    for _ in 0..model.parallel.max(1) {
        submit(0, &mut client, &mut events);
    }
    while let Some(Reverse((now, event))) = events.pop() {
        match event {
            Event::Submitted(part) | Event::Noticed(part) => {
                events.push(Reverse((scheduler.take(now, model.schedule), Event::Scheduled(part))));
            }
            Event::Scheduled(part) => waiting.push_back(part),
            Event::Ran { part, executor } => {
                outcome.useful += parts[part];
                idle.push(executor);
                events.push(Reverse((now + model.latency, Event::Arrived(part))));
            }
            Event::Arrived(_) => {
                events.push(Reverse((client.take(now, model.write), Event::Written)));
            }
            Event::Written => {
                outcome.time = now;
                submit(now, &mut client, &mut events);
            }
            Event::Failed { part, executor } => {
                outcome.failures += 1;
                events.push(Reverse((now + model.detection, Event::Noticed(part))));
                events.push(Reverse((now + model.replacement, Event::Replaced(executor))));
            }
            Event::Replaced(executor) => idle.push(executor),
        }
        while !waiting.is_empty()
            && let Some(executor) = idle.pop()
            && let Some(part) = waiting.pop_front()
        {
            // The time to the next failure does not depend on the past, so it can be drawn for each part separately.
            let until = match model.failure {
                0 => u64::MAX,
                mean => (-(1.0 - rng.f64()).ln() * mean as f64) as u64,
            };
            let service = parts[part];
            events.push(Reverse(if until < service {
                (now + until, Event::Failed { part, executor })
            } else {
                (now + service, Event::Ran { part, executor })
            }));
        }
    }
    outcome.client = client.busy;
    outcome.scheduler = scheduler.busy;
    outcome
}

fn nanoseconds(seconds: f64) -> u64 {
    (seconds * SECOND).round() as u64
}

impl Figures {
    fn mean(&self) -> f64 {
        self.services.iter().sum::<f64>() / self.services.len().max(1) as f64
    }

    /// Parts whose work has a mean of `seconds` and the measured variation.
    fn parts(&self, count: usize, seconds: f64, rng: &mut Rng) -> Vec<u64> {
        let mean = self.mean();
        let draws = ((seconds / mean).round() as usize).clamp(1, 64);
        let mut draw = || self.services[rng.usize(0..self.services.len())];
        let each = seconds / (draws as f64 * mean);
        (0..count).map(|_| nanoseconds((0..draws).map(|_| draw()).sum::<f64>() * each)).collect()
    }

    /// A cluster with parts whose rows take `rows` seconds to write.
    fn model(&self, executors: usize, clients: usize, rows: f64) -> Model {
        Model {
            executors,
            clients,
            parallel: 2 * executors,
            submit: nanoseconds(self.client / 2.0),
            schedule: nanoseconds(self.scheduler),
            write: nanoseconds(self.client / 2.0 + rows),
            // The measured time includes the work of the client and of the scheduler, so this work is subtracted.
            latency: nanoseconds((self.latency - self.client - self.scheduler).max(0.0)),
            failure: 0,
            detection: nanoseconds(DETECTION),
            replacement: nanoseconds(REPLACEMENT),
        }
    }

    /// The job of the table, with parts of `seconds` seconds.
    fn job(&self, executors: usize, clients: usize, seconds: f64, hours: f64) -> (usize, Outcome) {
        let count = (PUZZLES * self.puzzle / seconds).ceil() as usize;
        let mut rng = Rng::with_seed(SEED);
        let parts = self.parts(count, seconds, &mut rng);
        let mut model = self.model(executors, clients, seconds / self.puzzle * self.set_row);
        model.failure = nanoseconds(hours * 3600.0);
        (count, run(&parts, &model, &mut rng))
    }

    /// The predicted time of a measured point, in seconds.
    fn predicted(&self, executors: usize) -> f64 {
        let mut rng = Rng::with_seed(SEED);
        let model = self.model(executors, self.cores as usize, self.part * self.row);
        let serial = (model.submit + model.write + model.schedule) as f64 / SECOND;
        // All processes share the cores.
        let mean = self.mean();
        let wanted = executors as f64 * (1.0 + serial / mean);
        let stretch = (wanted / self.cores).max(1.0);
        let parts = self.parts(self.parts, mean * stretch, &mut rng);
        run(&parts, &model, &mut rng).time as f64 / SECOND + self.start
    }
}

/// The tables.
pub(super) fn report(figures: &Figures, report: &mut Report) {
    let mut check = Table::new(1, "executors | measured, s | simulated, s | difference");
    for &(executors, measured) in &figures.points {
        let simulated = figures.predicted(executors);
        check.row(vec![
            executors.to_string(),
            format!("{measured:.1}"),
            format!("{simulated:.1}"),
            percent(simulated / measured - 1.0),
        ]);
    }
    report.add_block(&format!(
        "Simulated and measured times: the {} parts of rating, on {} cores that all processes share.",
        figures.parts, figures.cores
    ));
    report.add_block(&check.render());
    let mut table = Table::new(
        1,
        "work of a part | parts | executors | time | efficiency | limit | with failures | failures",
    );
    for size in SIZES {
        for executors in EXECUTORS {
            let [many, one] = CLIENTS;
            let (count, outcome) = figures.job(executors, many, size, 0.0);
            let (_, failing) = figures.job(executors, many, size, HOURS);
            let (_, single) = figures.job(executors, one, size, 0.0);
            let time = outcome.time as f64 / SECOND;
            table.row(vec![
                format!("{size} s"),
                grouped(count as f64, 0),
                grouped(executors as f64, 0),
                if time < 3600.0 { format!("{time:.0} s") } else { format!("{:.2} h", time / 3600.0) },
                percent(outcome.efficiency(executors)),
                outcome.limit(executors, many).to_owned(),
                percent(failing.efficiency(executors)),
                failing.failures.to_string(),
                percent(single.efficiency(executors)),
            ]);
        }
    }
    report.add_block(&format!(
        "Simulated: a data set of {} puzzles on `hodoku`. All work is done in parts, on executors with one core \
         each. Scheduler and client are on separate machines; the client has {} cores.",
        grouped(PUZZLES, 0),
        CLIENTS[0]
    ));
    report.add_block(&table.render());
    report.add_block(&format!(
        "Efficiency: the share of the executors' time that was used for parts; the last column is without failures. \
         A puzzle takes {:.3} ms. A task takes {:.2} ms of the scheduler and {:.2} ms of the client. A puzzle takes \
         {:.2} us of the client, which writes all steps. For {:.0} ms, nothing works on a part. Twice as many parts \
         run at a time as there are executors. With failures, each executor fails every {HOURS} h on average. The \
         loss is detected after {DETECTION} s, and the executor is replaced after {REPLACEMENT} s. Seed {SEED}.",
        figures.puzzle * 1e3,
        figures.scheduler * 1e3,
        figures.client * 1e3,
        figures.set_row * 1e6,
        (figures.latency - figures.client - figures.scheduler).max(0.0) * 1e3,
    ));
}

/// Efficiency over executors.
pub(super) fn picture(figures: &Figures) -> String {
    let mut lines = Vec::new();
    for (color, size) in SIZES.into_iter().enumerate() {
        for hours in [0.0, HOURS] {
            let points = EXECUTORS.iter().map(|&executors| {
                let outcome = figures.job(executors, CLIENTS[0], size, hours).1;
                (executors as f64, outcome.efficiency(executors))
            });
            let faults = if hours > 0.0 { ", failures" } else { "" };
            let is_dashed = hours > 0.0;
            lines.push(Line {
                name: format!("parts of {size} s{faults}"),
                points: points.collect(),
                is_dashed,
                color,
            });
        }
    }
    let points = EXECUTORS.iter().map(|&executors| {
        (executors as f64, figures.job(executors, CLIENTS[1], SIZES[1], 0.0).1.efficiency(executors))
    });
    let name = format!("parts of {} s, client with one core", SIZES[1]);
    lines.push(Line { name, points: points.collect(), is_dashed: false, color: SIZES.len() });
    let title = "10^9 puzzles made and rated: share of the executors' time that is used (simulated)";
    shares(title, "executors of one core", &[1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0], &lines)
}

#[cfg(test)]
mod tests {
    use super::{Figures, Model, Outcome, run};
    use fastrand::Rng;

    fn free(executors: usize) -> Model {
        Model { executors, clients: 1, parallel: 2 * executors, ..Model::default() }
    }

    fn outcome(parts: &[u64], model: &Model) -> Outcome {
        run(parts, model, &mut Rng::with_seed(1))
    }

    #[test]
    fn without_overhead_equal_parts_are_packed() {
        for (parts, executors) in [(1, 1), (7, 2), (100, 3), (5, 9), (1000, 1000)] {
            let found = outcome(&vec![10; parts], &free(executors));
            assert_eq!(found.time, 10 * parts.div_ceil(executors) as u64);
            let bound = parts as f64 / (parts.div_ceil(executors) * executors) as f64;
            assert!((found.efficiency(executors) - bound).abs() < 1e-12);
        }
        assert_eq!(outcome(&[], &free(3)), Outcome::default());
    }

    #[test]
    fn one_executor_takes_the_sum() {
        let parts = [5, 80, 1, 14];
        assert_eq!(outcome(&parts, &free(1)).time, 100);
        // With one part at a time, the total is the sum of all times.
        let model = Model { parallel: 1, submit: 1, schedule: 2, write: 3, latency: 4, ..free(1) };
        assert_eq!(outcome(&parts, &model).time, 100 + 4 * 10);
    }

    #[test]
    fn scheduler_and_client_limit_the_rate() {
        let model = Model { schedule: 50, ..free(100) };
        let found = outcome(&[10; 1000], &model);
        assert_eq!((found.time, found.limit(100, 1)), (50 * 1000 + 10, "scheduler"));
        let model = Model { write: 50, ..free(100) };
        let found = outcome(&[10; 1000], &model);
        // New work of the client waits for earlier work.
        assert!((50_010..50_100).contains(&found.time) && found.limit(100, 1) == "client", "{found:?}");
        // A second core halves this time.
        let found = outcome(&[10; 1000], &Model { clients: 2, ..model });
        assert!((25_010..25_100).contains(&found.time) && found.limit(100, 2) == "client", "{found:?}");
    }

    #[test]
    fn lost_parts_are_repeated() {
        let model = Model { failure: 100, detection: 15, replacement: 60, ..free(4) };
        let found = outcome(&[20; 200], &model);
        assert!(found.failures > 0);
        assert_eq!(found.useful, 20 * 200);
        assert!(found.time > 20 * 200 / 4, "{found:?}");
        assert_eq!(found, outcome(&[20; 200], &model));
    }

    #[test]
    fn parts_have_the_measured_mean() {
        let figures = Figures { services: vec![1.0, 3.0], ..Figures::default() };
        for seconds in [0.5, 2.0, 60.0, 600.0] {
            let parts = figures.parts(2000, seconds, &mut Rng::with_seed(3));
            let mean = parts.iter().sum::<u64>() as f64 / 2000e9;
            assert!((mean / seconds - 1.0).abs() < 0.05, "{mean} {seconds}");
        }
    }

    #[test]
    fn one_core_for_all_is_shared() {
        let figures = Figures {
            services: vec![1.0],
            part: 1000.0,
            client: 0.1,
            cores: 2.0,
            parts: 100,
            ..Figures::default()
        };
        assert!((figures.predicted(1) - 100.1).abs() < 0.2, "{}", figures.predicted(1));
        // Two executors need 2.2 cores, and three need 3.3.
        assert!((figures.predicted(2) - 55.0).abs() < 1.0, "{}", figures.predicted(2));
        assert!((figures.predicted(3) - 55.0).abs() < 2.0, "{}", figures.predicted(3));
    }
}
