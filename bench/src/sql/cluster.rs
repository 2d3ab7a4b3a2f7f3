//! A cluster on this machine, and jobs on it.

use std::collections::BTreeMap;
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde::Deserialize;

use super::Scene;
use super::programs::on;
use crate::process::{Cost, run, running};

/// The time between two samples of the executors.
const LOOK: Duration = Duration::from_millis(200);

/// A scheduler and executors, which are stopped on drop.
pub(super) struct Cluster {
    address: String,
    scheduler: Child,
    executors: Vec<Child>,
    work: Vec<PathBuf>,
}

/// A part of a job, from its manifest.
#[derive(Debug, Deserialize)]
pub(super) struct Part {
    pub(super) step: String,
    pub(super) rows: u64,
    pub(super) bytes: u64,
    checksum: String,
    pub(super) began: f64,
    pub(super) ended: f64,
}

/// The cost of a job.
#[derive(Debug, Default)]
pub(super) struct JobCost {
    /// The cost of the client.
    pub(super) client: Cost,
    /// The processor time of the scheduler, and of each executor, in seconds.
    pub(super) scheduler: f64,
    pub(super) executors: Vec<f64>,
    /// The processor time of each executor since the job began, at each sample.
    pub(super) looks: Vec<(f64, Vec<f64>)>,
    pub(super) parts: Vec<Part>,
}

impl JobCost {
    /// Rows, bytes and checksum of each step.
    pub(super) fn steps(&self) -> BTreeMap<&str, (u64, u64, u64)> {
        let mut steps = BTreeMap::new();
        for part in &self.parts {
            let step: &mut (u64, u64, u64) = steps.entry(part.step.as_str()).or_default();
            step.0 += part.rows;
            step.1 += part.bytes;
            step.2 = step.2.wrapping_add(u64::from_str_radix(&part.checksum, 16).unwrap_or_default());
        }
        steps
    }

    /// The rows and checksum of each step, which must not depend on the engine.
    pub(super) fn answer(&self) -> Vec<(String, u64, u64)> {
        self.steps().into_iter().map(|(step, (rows, _, sum))| (step.to_owned(), rows, sum)).collect()
    }

    /// The share of the time in which the executors had a processor.
    pub(super) fn busy(&self) -> f64 {
        self.executors.iter().sum::<f64>() / (self.client.wall * self.executors.len().max(1) as f64)
    }
}

/// Runs a job in one process or on a cluster. Its outputs are in a folder with the given name.
pub(super) fn job(
    scene: &Scene<'_>,
    cluster: Option<&Cluster>,
    recipe: &str,
    arguments: &[String],
    name: &str,
) -> Result<JobCost, String> {
    let out = scene.folder.path(name);
    let _ = fs::remove_dir_all(&out);
    let mut command = Command::new(&scene.programs.sql);
    command.args(["job", recipe]).args(arguments).arg("--out").arg(&out);
    if let Some(cluster) = cluster {
        command.args(["--cluster", &cluster.address]);
    }
    let times = |cluster: &Cluster| -> Vec<f64> {
        let children = [&cluster.scheduler].into_iter().chain(&cluster.executors);
        children.map(|child| running(child.id()).unwrap_or_default().as_secs_f64()).collect()
    };
    let since = |cluster: &Cluster, before: &[f64]| -> Vec<f64> {
        times(cluster).iter().zip(before).map(|(now, before)| now - before).collect()
    };
    let before = cluster.map(times).unwrap_or_default();
    let done = AtomicBool::new(false);
    let mut taken = JobCost::default();
    let began = Instant::now();
    let ran = thread::scope(|scope| {
        let watch = scope.spawn(|| {
            let mut looks = Vec::new();
            while let Some(cluster) = cluster.filter(|_| !done.load(Ordering::Relaxed)) {
                looks.push((began.elapsed().as_secs_f64(), since(cluster, &before).split_off(1)));
                thread::sleep(LOOK);
            }
            looks
        });
        let ran = run(&mut command);
        done.store(true, Ordering::Relaxed);
        taken.looks = watch.join().unwrap_or_default();
        ran
    });
    taken.client = ran?.0;
    if let Some(cluster) = cluster {
        let spent = since(cluster, &before);
        taken.scheduler = spent[0];
        taken.executors = spent[1..].to_vec();
    }
    let manifest = out.join("manifest.jsonl");
    let text = fs::read_to_string(&manifest).map_err(|error| format!("{}: {error}", manifest.display()))?;
    let parts = text.lines().skip(1).map(serde_json::from_str);
    taken.parts =
        parts.collect::<Result<_, _>>().map_err(|error| format!("{}: {error}", manifest.display()))?;
    Ok(taken)
}

impl Cluster {
    /// Starts a scheduler and executors with one task at a time. Each is bound to a core if there are enough cores.
    pub(super) fn start(scene: &Scene<'_>, executors: usize) -> Result<Self, String> {
        let address = address()?;
        let root = scene.folder.path("");
        let mut scheduler = Command::new(&scene.programs.sql);
        scheduler.args(["scheduler", "--bind", &address, "--root"]).arg(&root);
        let scheduler = spawn(&mut scheduler)?;
        let mut cluster = Self { address, scheduler, executors: Vec::new(), work: Vec::new() };
        for place in 0..executors {
            let work = scene.folder.path(&format!("work-{place}"));
            let mut executor = on(&scene.programs.sql, Some(place % scene.cores));
            executor.args(["executor", "--scheduler", &cluster.address, "--bind", &self::address()?]);
            executor.arg("--root").arg(&root).arg("--work").arg(&work);
            cluster.executors.push(spawn(&mut executor)?);
            cluster.work.push(work);
        }
        let limit = Instant::now() + Duration::from_mins(1);
        loop {
            let mut query = Command::new(&scene.programs.sql);
            query.args(["query", "SELECT sudoku_clues('1...............')", "--cluster", &cluster.address]);
            if run(&mut query).is_ok() {
                break;
            }
            if Instant::now() > limit {
                return Err("the cluster does not answer".into());
            }
            thread::sleep(LOOK);
        }
        // At this point, one executor answers. The other executors were started at the same time.
        thread::sleep(Duration::from_secs(2));
        Ok(cluster)
    }

    /// Rows, bytes and number of the files through which stages and clients get their rows.
    pub(super) fn exchanged(&self) -> Exchanged {
        let mut found = Exchanged::default();
        for work in &self.work {
            walk(work, &mut found);
        }
        found
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for child in self.executors.iter_mut().chain([&mut self.scheduler]) {
            let _ = child.kill();
            let _ = child.wait();
        }
        for work in &self.work {
            let _ = fs::remove_dir_all(work);
        }
    }
}

fn spawn(command: &mut Command) -> Result<Child, String> {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().map_err(|error| format!("{command:?}: {error}"))
}

/// An address with two free ports.
fn address() -> Result<String, String> {
    for _ in 0..100 {
        let listener = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let port = listener.map_err(|error| error.to_string())?.port();
        if port < u16::MAX && TcpListener::bind(("127.0.0.1", port + 1)).is_ok() {
            return Ok(format!("127.0.0.1:{port}"));
        }
    }
    Err("there are no two free ports".into())
}

/// The data that went through files of executors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Exchanged {
    pub(super) files: u64,
    pub(super) bytes: u64,
    pub(super) rows: u64,
}

impl Exchanged {
    /// The difference from an earlier state.
    pub(super) fn since(self, before: Self) -> Self {
        Self {
            files: self.files.saturating_sub(before.files),
            bytes: self.bytes.saturating_sub(before.bytes),
            rows: self.rows.saturating_sub(before.rows),
        }
    }
}

fn walk(folder: &Path, found: &mut Exchanged) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            walk(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "arrow")
            && let Ok(bytes) = fs::read(&path)
        {
            found.files += 1;
            found.bytes += bytes.len() as u64;
            found.rows += rows(&bytes);
        }
    }
}

/// The rows of the batches of a stream in Arrow's format. A message consists of a mark, the length of its head, the
/// head (a `FlatBuffers` table) and a body.
fn rows(bytes: &[u8]) -> u64 {
    let (mut place, mut rows) = (0, 0);
    while let Some(length) = int(bytes, place + 4).filter(|_| int(bytes, place) == Some(u32::MAX)) {
        place += 8;
        if length == 0 {
            // A head of length zero ends a stream. Another stream may follow.
            continue;
        }
        let Some(head) = bytes.get(place..place + length as usize) else { break };
        let Some((count, body)) = message(head) else { break };
        rows += count;
        place += length as usize + body as usize;
    }
    rows
}

fn int(bytes: &[u8], place: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(place..place + 4)?.try_into().ok()?))
}

fn long(bytes: &[u8], place: usize) -> Option<u64> {
    Some(u64::from_le_bytes(bytes.get(place..place + 8)?.try_into().ok()?))
}

/// The place of a field of a table; `None` if it has its default.
fn field(bytes: &[u8], table: usize, number: usize) -> Option<usize> {
    // A table begins with its distance from the list of its fields, which may be before or after the table.
    let list = usize::try_from(table as i64 - i64::from(int(bytes, table)? as i32)).ok()?;
    let entry = list + 4 + 2 * number;
    let end = list + usize::from(u16::from_le_bytes(bytes.get(list..list + 2)?.try_into().ok()?));
    let offset = u16::from_le_bytes(bytes.get(entry..entry + 2)?.try_into().ok()?);
    (entry < end && offset > 0).then_some(table + usize::from(offset))
}

/// The rows of a message, and the length of its body.
fn message(head: &[u8]) -> Option<(u64, u64)> {
    /// The kind of messages with a batch.
    const BATCH: u8 = 3;
    let root = int(head, 0)? as usize;
    let body = field(head, root, 3).map_or(Some(0), |place| long(head, place))?;
    let kind = field(head, root, 1).and_then(|place| head.get(place).copied());
    if kind != Some(BATCH) {
        return Some((0, body));
    }
    let link = field(head, root, 2)?;
    let batch = link + int(head, link)? as usize;
    Some((field(head, batch, 0).map_or(Some(0), |place| long(head, place))?, body))
}

#[cfg(test)]
mod tests {
    use super::{JobCost, Part, rows};

    /// A message with a head whose fields are at the given places: version, kind, link, length of the body.
    fn batch(count: u64, body: &[u8]) -> Vec<u8> {
        let mut head = Vec::new();
        head.extend(20_u32.to_le_bytes()); // root: the table at 20
        head.extend([12_u16, 24, 4, 6, 8, 16].map(u16::to_le_bytes).concat()); // list at 4: fields at 4, 6, 8, 16
        head.extend([0; 4]);
        head.extend(16_i32.to_le_bytes()); // table at 20: its list is 16 before
        head.extend([4, 0, 3, 0]); // version, kind
        head.extend(20_u32.to_le_bytes()); // link at 28: the batch at 48
        head.extend([0; 4]);
        head.extend((body.len() as u64).to_le_bytes()); // at 36
        head.extend([0; 4]);
        head.extend((-12_i32).to_le_bytes()); // batch at 48: its list is 12 after
        head.extend(count.to_le_bytes());
        head.extend([6_u16, 12, 4].map(u16::to_le_bytes).concat()); // list at 60
        head.extend([0; 6]);
        let mut bytes = u32::MAX.to_le_bytes().to_vec();
        bytes.extend((head.len() as u32).to_le_bytes());
        bytes.extend(head);
        bytes.extend(body);
        bytes
    }

    #[test]
    fn rows_of_a_stream_are_counted() {
        let end = [255, 255, 255, 255, 0, 0, 0, 0];
        let stream = [batch(7, b"12345678"), batch(5, b""), end.to_vec(), batch(1, b"12345678")].concat();
        assert_eq!(rows(&stream), 13);
        assert_eq!(rows(&stream[..40]), 0);
        assert_eq!((rows(b""), rows(b"no stream")), (0, 0));
    }

    #[test]
    fn steps_are_summed() {
        let part = |step: &str, rows, checksum: &str| Part {
            step: step.into(),
            rows,
            bytes: 10,
            checksum: checksum.into(),
            began: 0.0,
            ended: 1.0,
        };
        let taken = JobCost {
            parts: vec![
                part("a", 2, "ffffffffffffffff"),
                part("b", 1, "1"),
                part("a", 3, "0000000000000003"),
            ],
            ..JobCost::default()
        };
        assert_eq!(taken.answer(), [("a".into(), 5, 2), ("b".into(), 1, 1)]);
    }
}
