//! Faults in the middle of a job. At the end, the job has the same rows as without faults, or its error is clear.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use crate::cluster::Cluster;
use crate::net::Disk;
use crate::{Home, checksum, failure, run, steps};

/// The time in seconds without a heartbeat after which an executor is lost. A busy machine does not delay a heartbeat
/// for this long.
const LOST: u32 = 3;

/// A job that takes a few seconds.
const JOB: [&str; 4] = ["job", "dataset", "count=900", "part=60"];

/// The command for this job on a cluster.
fn dataset(cluster: &Cluster, out: &str) -> Command {
    let mut command = cluster.program();
    command.args(JOB).args(["--out", out]);
    command.args(["--cluster", &cluster.address, "--parallel", "3", "--timeout", "30"]);
    command
}

/// Starts a job, and waits until some of its parts are complete.
fn begin(command: &mut Command, home: &Home, name: &str) -> Child {
    let mut job = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let manifest = home.path(&format!("{name}.unfinished/manifest.jsonl"));
    let limit = Instant::now() + Duration::from_mins(1);
    while fs::read_to_string(&manifest).map_or(0, |text| text.lines().count()) < 5 {
        assert!(job.try_wait().unwrap().is_none() && Instant::now() < limit, "the job does not begin");
        std::thread::sleep(Duration::from_millis(10));
    }
    job
}

fn end(job: Child) -> String {
    let output = job.wait_with_output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{error}");
    error
}

fn signal(child: &Child, name: &str) {
    run(Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]));
}

fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let limit = Instant::now() + Duration::from_mins(3);
    while !is_so() {
        assert!(Instant::now() < limit, "never: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Waits until the scheduler has removed the executor at a place.
fn wait_for_loss(cluster: &Cluster, place: usize) {
    let line = format!("the executor at {} is removed", cluster.executor_address(place));
    wait_until(&line, || cluster.log(1).contains(&line));
}

/// The steps of the job without faults.
fn expected() -> &'static [String] {
    static STEPS: OnceLock<Vec<String>> = OnceLock::new();
    STEPS.get_or_init(|| {
        let home = Home::new("expected");
        run(Command::new(crate::PROGRAM).args(JOB).args(["--out", &home.text("set")]));
        steps(&home.path("set"))
    })
}

#[test]
fn an_executor_is_killed() {
    let home = Home::new("killed");
    let mut cluster = Cluster::losing(&home, 3, LOST);
    let job = begin(&mut dataset(&cluster, &home.text("set")), &home, "set");
    cluster.executors[0].kill().unwrap();
    let error = end(job);
    assert_eq!(steps(&home.path("set")), expected(), "{error}");
}

/// The number of files in a folder that tasks have written for other tasks.
fn shuffled(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.map(|path| shuffled(&path) + usize::from(path.extension().is_some_and(|it| it == "arrow"))).sum()
}

/// Without a job, a query whose executor is lost may fail. It must not hang or return other rows, and later queries
/// must work.
#[test]
fn a_query_that_loses_an_executor_is_right_or_fails() {
    let home = Home::new("query");
    let mut cluster = Cluster::losing(&home, 3, LOST);
    // Most of the time is spent after the shuffle.
    let sql = "SELECT p, sudoku_rate(p, 'se')['hardness'] FROM (SELECT min(p) AS p FROM \
               (SELECT sudoku_generate(i) AS p FROM (SELECT unnest(range(0, 2000)) AS i)) GROUP BY sudoku_key(p))";
    let expected = checksum(&run(cluster.program().args(["query", sql, "--checksum", "--format", "csv"])));
    let mut query = cluster.query(sql);
    query.args(["--checksum", "--format", "csv"]).stdout(Stdio::null()).stderr(Stdio::piped());
    let before = shuffled(&home.path("work-2"));
    let mut child = query.spawn().unwrap();
    wait_until("rows are shuffled", || shuffled(&home.path("work-2")) > before);
    cluster.executors[0].kill().unwrap();
    wait_until("the query ends", || child.try_wait().unwrap().is_some());
    let output = child.wait_with_output().unwrap();
    if output.status.success() {
        assert_eq!(checksum(&output), expected);
    } else {
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains("at an executor: ") || error.contains("does not answer"), "{error}");
    }
    assert_eq!(checksum(&run(&mut query)), expected);
}

#[test]
fn an_executor_is_stopped_for_a_while() {
    let home = Home::new("stopped");
    let cluster = Cluster::losing(&home, 3, LOST);
    let job = begin(&mut dataset(&cluster, &home.text("set")), &home, "set");
    signal(&cluster.executors[0], "STOP");
    wait_for_loss(&cluster, 2);
    signal(&cluster.executors[0], "CONT");
    let error = end(job);
    assert_eq!(steps(&home.path("set")), expected(), "{error}");
}

#[test]
fn an_executor_is_cut_off() {
    let home = Home::new("cut");
    let cluster = Cluster::losing(&home, 3, LOST);
    let job = begin(&mut dataset(&cluster, &home.text("set")), &home, "set");
    if cluster.net.link(2, false) {
        wait_for_loss(&cluster, 2);
        assert!(cluster.net.link(2, true));
    } else {
        println!("skipped: a link that is down (needs network namespaces)");
    }
    let error = end(job);
    assert_eq!(steps(&home.path("set")), expected(), "{error}");
}

#[test]
fn the_scheduler_is_killed() {
    let home = Home::new("headless");
    let mut cluster = Cluster::losing(&home, 2, LOST);
    let mut job = begin(&mut dataset(&cluster, &home.text("set")), &home, "set");
    cluster.scheduler.kill().unwrap();
    cluster.scheduler.wait().unwrap();
    let began = Instant::now();
    assert!(!job.wait().unwrap().success());
    let took = began.elapsed();
    let error = String::from_utf8(job.wait_with_output().unwrap().stderr).unwrap();
    assert!(error.contains("does not answer; start it, and continue with --resume"), "{error}");
    assert!(took < Duration::from_secs(10), "the client reports it after {took:?}");
    assert!(!home.path("set").exists());
    let there = fs::read_to_string(home.path("set.unfinished/manifest.jsonl")).unwrap().lines().count();
    let error = failure(&mut dataset(&cluster, &home.text("set")));
    assert!(error.contains("--resume"), "{error}");
    // Ballista stops executors whose scheduler does not answer.
    for place in [2, 3] {
        wait_until("executors restart", || cluster.log(place).contains("scheduler; restarting"));
    }
    cluster.restart_scheduler();
    run(dataset(&cluster, &home.text("set")).arg("--resume"));
    let text = fs::read_to_string(home.path("set/manifest.jsonl")).unwrap();
    // Each part is in the manifest once, so complete parts were not computed again.
    let names: Vec<&str> = text.lines().skip(1).map(|line| line.split("\"rows\"").next().unwrap()).collect();
    let mut once = names.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), names.len());
    assert!(there > 1);
    assert_eq!(steps(&home.path("set")), expected());
}

#[test]
fn an_executor_comes_back() {
    let home = Home::new("back");
    let mut cluster = Cluster::losing(&home, 2, LOST);
    let job = begin(&mut dataset(&cluster, &home.text("set")), &home, "set");
    cluster.executors[0].kill().unwrap();
    cluster.executors[0].wait().unwrap();
    cluster.executors[0] = cluster.executor(2);
    // The folder of the earlier executor is removed, and new tasks have folders.
    let work = home.path("work-2");
    let error = end(job);
    let folders = fs::read_dir(work).unwrap().flatten().flat_map(|entry| fs::read_dir(entry.path()).unwrap());
    let tasks =
        folders.flatten().filter(|entry| !entry.file_name().to_string_lossy().starts_with("datafusion"));
    assert!(tasks.count() > 0, "it has no work: {error}");
    assert_eq!(steps(&home.path("set")), expected(), "{error}");
}

#[test]
fn an_executor_is_slow() {
    let home = Home::new("slow");
    let cluster = Cluster::losing(&home, 3, LOST);
    let mut job = begin(&mut dataset(&cluster, &home.text("set")), &home, "set");
    // The executor is allowed to run only a tenth of the time.
    let limit = Instant::now() + Duration::from_mins(3);
    while job.try_wait().unwrap().is_none() {
        assert!(Instant::now() < limit, "the job does not end");
        signal(&cluster.executors[0], "STOP");
        std::thread::sleep(Duration::from_millis(450));
        signal(&cluster.executors[0], "CONT");
        std::thread::sleep(Duration::from_millis(50));
    }
    let error = end(job);
    assert_eq!(steps(&home.path("set")), expected(), "{error}");
}

#[test]
fn the_disk_of_an_executor_is_full() {
    let home = Home::new("full");
    let Some(_disk) = Disk::mount(home.path("work-2"), 64) else { return };
    let mut cluster = Cluster::losing(&home, 3, LOST);
    let job = begin(&mut dataset(&cluster, &home.text("set")), &home, "set");
    let error = end(job);
    assert_eq!(steps(&home.path("set")), expected(), "{error}");
    assert_eq!(cluster.executors[0].wait().unwrap().code(), Some(1));
    let error = cluster.log(2);
    assert!(error.contains("arcdoku-sql: --work ") && error.contains("no space left on its disk"), "{error}");
}

#[test]
fn the_disk_of_the_only_executor_is_full() {
    let home = Home::new("only");
    let Some(_disk) = Disk::mount(home.path("work-2"), 64) else { return };
    let cluster = Cluster::losing(&home, 1, LOST);
    let error = failure(&mut dataset(&cluster, &home.text("set")));
    assert!(error.contains("all executors are lost"), "{error}");
    assert!(!home.path("set").exists());
    assert!(cluster.log(2).contains("no space left on its disk"));
}

#[test]
fn the_disk_of_the_output_is_full() {
    let home = Home::new("output");
    let Some(_disk) = Disk::mount(home.path("disk"), 512) else { return };
    let job = |out: &str| {
        let mut command = Command::new(crate::PROGRAM);
        command.args(["job", "dataset", "count=900", "part=60", "--out", out]);
        command
    };
    // There is space for a few parts only.
    fs::write(home.path("disk/other"), vec![1; 400 << 10]).unwrap();
    let out = home.text("disk/set");
    let error = failure(&mut job(&out));
    let last = error.lines().last().unwrap();
    assert!(last.contains("disk/set") && last.contains("continue with --resume"), "{error}");
    assert!(!home.path("disk/set").exists());
    // A full disk loses nothing.
    failure(job(&out).arg("--resume"));
    let there = fs::read_to_string(home.path("disk/set.unfinished/manifest.jsonl")).unwrap();
    assert!(there.lines().count() > 1, "{error}");
    fs::remove_file(home.path("disk/other")).unwrap();
    run(job(&out).arg("--resume"));
    run(&mut job(&home.text("whole")));
    assert_eq!(steps(&home.path("disk/set")), steps(&home.path("whole")));
}
