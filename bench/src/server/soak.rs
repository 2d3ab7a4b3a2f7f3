//! Hostile and ordinary clients together, for a long time.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use super::body;
use super::client::{Connection, Program};
use crate::options::Run;
use crate::record::Report;
use crate::table::{Table, grouped, verdict};

/// The usual duration.
const MINUTES: u64 = 20;

/// The number of sockets that send nothing.
const SILENT: usize = 1000;

/// A client, with its number among the clients of its kind.
type Client = fn(&Shared, usize);

/// The time between two requests of an ordinary client.
const PAUSE: Duration = Duration::from_millis(10);

/// State that all clients share.
struct Shared {
    address: SocketAddr,
    puzzles: Arc<Vec<String>>,
    is_over: AtomicBool,
    /// The times of ordinary requests, in microseconds.
    times: Mutex<Vec<u32>>,
    /// The number of ordinary requests without the expected reply.
    lost: AtomicU64,
    /// The requests of hostile clients, and how many of them were refused.
    hostile: AtomicU64,
    refused: AtomicU64,
}

impl Shared {
    fn is_running(&self) -> bool {
        !self.is_over.load(Ordering::Relaxed)
    }

    fn note(&self, status: u16) {
        self.hostile.fetch_add(1, Ordering::Relaxed);
        if status >= 400 {
            self.refused.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Runs all clients, and judges the times of the ordinary ones.
pub(super) fn section(
    program: &Path,
    run: &Run,
    puzzles: &Arc<Vec<String>>,
    report: &mut Report,
) -> Result<(), String> {
    let duration = Duration::from_secs(MINUTES * 60 / run.options.quick.unwrap_or(1).max(1) as u64);
    let server = Program::start(program)?;
    // The first requests allocate memory that later requests reuse.
    let mut connection = Connection::open(server.address).map_err(|error| error.to_string())?;
    for puzzle in puzzles.iter().take(100) {
        let _ = connection.ask("POST", "/api/v1/solve", "application/json", &body(puzzle));
    }
    drop(connection);
    thread::sleep(Duration::from_millis(500));
    let files = server.files();
    let shared = Arc::new(Shared {
        address: server.address,
        puzzles: Arc::clone(puzzles),
        is_over: AtomicBool::new(false),
        times: Mutex::default(),
        lost: AtomicU64::new(0),
        hostile: AtomicU64::new(0),
        refused: AtomicU64::new(0),
    });
    let kinds: [(usize, Client); 6] =
        [(4, ordinary), (4, slow_reader), (2, cutter), (1, silent), (1, large), (8, long)];
    let clients: Vec<_> = kinds
        .into_iter()
        .flat_map(|(count, client)| (0..count).map(move |number| (number, client)))
        .map(|(number, client)| {
            let shared = Arc::clone(&shared);
            thread::spawn(move || client(&shared, number))
        })
        .collect();
    let (start, mut memory) = (Instant::now(), Vec::new());
    while start.elapsed() < duration {
        thread::sleep((duration / 40).min(Duration::from_secs(15)));
        memory.push(server.memory());
    }
    shared.is_over.store(true, Ordering::Relaxed);
    clients.into_iter().for_each(|client| drop(client.join()));
    let active = wait_until_idle(&server);
    // The last connection is closed.
    thread::sleep(Duration::from_secs(1));
    let left = server.files();
    add(report, &shared, &memory, (files, left), active, duration);
    Ok(())
}

/// Waits for the end of all work and of silent connections. Returns the number of requests that are still active.
fn wait_until_idle(server: &Program) -> i64 {
    let start = Instant::now();
    loop {
        let active = server.active().unwrap_or(-1);
        if active == 0 && start.elapsed() > Duration::from_secs(20)
            || start.elapsed() > Duration::from_mins(1)
        {
            return active;
        }
        thread::sleep(Duration::from_millis(500));
    }
}

fn add(
    report: &mut Report,
    shared: &Shared,
    memory: &[u64],
    (before, after): (usize, usize),
    active: i64,
    duration: Duration,
) {
    let mut times = std::mem::take(&mut *shared.times.lock().unwrap_or_else(PoisonError::into_inner));
    times.sort_unstable();
    let at = |share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or(0);
    let percentile = f64::from(at(0.99)) / 1e3;
    // The first quarter fills caches.
    let later = &memory[memory.len() / 4..];
    let half = later.len() / 2;
    let most = |part: &[u64]| part.iter().copied().max().unwrap_or(0);
    let growth = most(&later[half..]) as f64 / most(&later[..half]).max(1) as f64;
    let (lost, hostile) = (shared.lost.load(Ordering::Relaxed), shared.hostile.load(Ordering::Relaxed));
    let mut table = Table::new(1, "figure | measured | target | verdict");
    let mut row = |what: &str, measured: String, target: &str, met: bool| {
        table.row(vec![what.to_owned(), measured, target.to_owned(), verdict(Some(met))]);
    };
    row("99th percentile of ordinary clients", format!("{percentile:.1} ms"), "50 ms", percentile < 50.0);
    row("ordinary requests without the right reply", lost.to_string(), "0", lost == 0);
    row("largest memory, later by earlier half", format!("{growth:.2}"), "1.10", growth < 1.1);
    row("open files, before and after", format!("{before}, {after}"), "equal", after <= before);
    row("active requests at the end", active.to_string(), "0", active == 0);
    report.add_block(&format!(
        "{:.0} minutes of ordinary clients (4 connections, {} requests, median {:.1} ms, longest {:.0} ms) with hostile \
         ones: 4 slow readers of streams, 2 that cut connections, {SILENT} silent sockets, 1 that sends the largest \
         bodies, and 8 with puzzles that take the whole time limit. The hostile clients sent {} requests, of which {} \
         were refused. Largest memory of the server: {} MiB.\n\n{}",
        duration.as_secs_f64() / 60.0,
        grouped(times.len() as f64, 0),
        f64::from(at(0.5)) / 1e3,
        f64::from(times.last().copied().unwrap_or(0)) / 1e3,
        grouped(hostile as f64, 0),
        grouped(shared.refused.load(Ordering::Relaxed) as f64, 0),
        most(memory) >> 10,
        table.render(),
    ));
}

/// Sends plain puzzles at fixed times, and checks the replies.
fn ordinary(shared: &Shared, number: usize) {
    let mut connection = Connection::open(shared.address).ok();
    let mut due = Instant::now();
    for puzzle in shared.puzzles.iter().cycle().skip(number * 97) {
        if !shared.is_running() {
            return;
        }
        // A time begins when the request is due, so a wait also delays the next requests.
        due += PAUSE;
        thread::sleep(due.saturating_duration_since(Instant::now()));
        let reply = connection.as_mut().and_then(|connection| {
            connection.ask("POST", "/api/v1/solve", "application/json", &body(puzzle)).ok()
        });
        let time = due.elapsed();
        if reply.is_some_and(|(status, reply)| status == 200 && reply.contains("\"outcome\":\"unique\"")) {
            shared.times.lock().unwrap_or_else(PoisonError::into_inner).push(time.as_micros() as u32);
        } else {
            shared.lost.fetch_add(1, Ordering::Relaxed);
            connection = Connection::open(shared.address).ok();
        }
    }
}

/// Sends many puzzles, and reads the replies slowly.
fn slow_reader(shared: &Shared, _: usize) {
    let puzzles = shared.puzzles.join("\n");
    while shared.is_running() {
        let Ok(mut connection) = Connection::open(shared.address) else { continue };
        let sent = connection.send("POST", "/api/v1/rate", "text/plain", &puzzles);
        shared.note(if sent.is_ok() { 200 } else { 500 });
        for _ in 0..100 {
            if !shared.is_running() || !connection.read_some(1000).unwrap_or(false) {
                break;
            }
            thread::sleep(Duration::from_millis(100));
        }
    }
}

/// Closes connections during the work.
fn cutter(shared: &Shared, number: usize) {
    let endless = json!({ "puzzle": ".".repeat(81), "count": "all" }).to_string();
    let mut pause = 1 + number as u64;
    while shared.is_running() {
        if let Ok(mut connection) = Connection::open(shared.address) {
            let sent = connection.send("POST", "/api/v1/solve", "application/json", &endless);
            shared.note(if sent.is_ok() { 200 } else { 500 });
            thread::sleep(Duration::from_millis(pause % 50));
        }
        pause = pause * 7 + 3;
    }
}

/// Keeps sockets open that send nothing.
fn silent(shared: &Shared, _: usize) {
    while shared.is_running() {
        let open: Vec<_> = (0..SILENT).filter_map(|_| Connection::open(shared.address).ok()).collect();
        let start = Instant::now();
        // The server closes them after 15 seconds.
        while shared.is_running() && start.elapsed() < Duration::from_secs(16) {
            thread::sleep(Duration::from_millis(200));
        }
        drop(open);
    }
}

/// Sends bodies of the largest size.
fn large(shared: &Shared, _: usize) {
    let text = body(&"1 ".repeat((1 << 19) - 20));
    while shared.is_running() {
        if let Ok(mut connection) = Connection::open(shared.address) {
            let status = connection
                .ask("POST", "/api/v1/solve", "application/json", &text)
                .map_or(500, |reply| reply.0);
            shared.note(status);
        }
        thread::sleep(Duration::from_millis(50));
    }
}

/// Sends puzzles that take the whole time limit, again when they are refused.
fn long(shared: &Shared, _: usize) {
    let endless = json!({ "puzzle": ".".repeat(81), "count": "all" }).to_string();
    while shared.is_running() {
        let Ok(mut connection) = Connection::open(shared.address) else { continue };
        let reply = connection.ask("POST", "/api/v1/solve", "application/json", &endless);
        let status = reply.map_or(500, |reply| reply.0);
        shared.note(status);
        if status == 429 {
            thread::sleep(Duration::from_secs(1));
        }
    }
}
