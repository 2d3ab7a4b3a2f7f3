//! Tests on a cluster with a scheduler and three executors.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, OpenOptions};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use datafusion::arrow::array::{ArrayRef, Int64Array, RecordBatch};
use datafusion::arrow::ipc::writer::StreamWriter;

use crate::net::Net;
use crate::{Home, QUERIES, checksum, embedded, failure, input, run, steps};

/// A cluster whose processes have places: the client is 0, the scheduler 1, executors follow.
pub(crate) struct Cluster {
    pub(crate) net: Net,
    pub(crate) address: String,
    pub(crate) scheduler: Child,
    pub(crate) executors: Vec<Child>,
    /// The addresses of the started executors, by place.
    addresses: RefCell<BTreeMap<usize, String>>,
    home: String,
    timeout: u32,
}

/// The time in seconds without a heartbeat after which an executor is lost, for tests without losses.
const NEVER: u32 = 60;

impl Cluster {
    pub(crate) fn start(home: &Home, executors: usize) -> Self {
        Self::losing(home, executors, NEVER)
    }

    /// Starts a cluster in which an executor is lost after `timeout` seconds without a heartbeat.
    pub(crate) fn losing(home: &Home, executors: usize, timeout: u32) -> Self {
        let net = Net::new(executors + 2);
        let address = net.address(1);
        let home = home.text("");
        let scheduler = Self::scheduler(&net, &address, &home, timeout);
        let mut cluster = Self {
            net,
            address,
            scheduler,
            executors: Vec::new(),
            addresses: RefCell::default(),
            home,
            timeout,
        };
        for place in 2..executors + 2 {
            cluster.executors.push(cluster.executor(place));
        }
        cluster.wait(0);
        cluster
    }

    fn scheduler(net: &Net, address: &str, home: &str, timeout: u32) -> Child {
        let mut command = net.program(1);
        command.args(["scheduler", "--bind", address, "--root", home, "--heartbeat", "1"]);
        command.args(["--executor-timeout", &timeout.to_string()]);
        attached(&mut command, &format!("{home}/log-1"))
    }

    /// Starts an executor.
    pub(crate) fn executor(&self, place: usize) -> Child {
        let work = format!("{}/work-{place}", self.home);
        let bind = self.net.address(place);
        let mut command = self.net.program(place);
        command.args(["executor", "--scheduler", &self.address, "--bind", &bind]);
        command.args(["--root", &self.home, "--work", &work, "--cores", "1", "--heartbeat", "1"]);
        self.addresses.borrow_mut().insert(place, bind);
        attached(&mut command, &format!("{}/log-{place}", self.home))
    }

    /// The address of the last executor at a place.
    pub(crate) fn executor_address(&self, place: usize) -> String {
        self.addresses.borrow()[&place].clone()
    }

    /// The output of the process at a place.
    pub(crate) fn log(&self, place: usize) -> String {
        fs::read_to_string(format!("{}/log-{place}", self.home)).unwrap()
    }

    /// Starts the scheduler again.
    pub(crate) fn restart_scheduler(&mut self) {
        let before = self.log(1).len();
        self.scheduler = Self::scheduler(&self.net, &self.address, &self.home, self.timeout);
        self.wait(before);
    }

    /// Waits until the scheduler has registered all executors, in its output after the given number of bytes, and the
    /// cluster answers a query.
    fn wait(&self, before: usize) {
        let limit = Instant::now() + Duration::from_mins(1);
        loop {
            let log = self.log(1);
            // An executor can be registered more than once.
            let registered: BTreeSet<&str> =
                log[before..].lines().filter(|line| line.ends_with(" is registered")).collect();
            if registered.len() >= self.executors.len() {
                let output = self.query("SELECT sudoku_clues('1...............')").output().unwrap();
                if output.status.success() {
                    return;
                }
            }
            assert!(Instant::now() < limit, "the cluster does not answer:\n{log}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The command for the program at the place of the client.
    pub(crate) fn program(&self) -> Command {
        self.net.program(0)
    }

    pub(crate) fn query(&self, sql: &str) -> Command {
        let mut command = self.program();
        command.args(["query", sql, "--cluster", &self.address]);
        command
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for child in self.executors.iter_mut().chain([&mut self.scheduler]) {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Starts a server that ends whenever this process ends.
fn attached(command: &mut Command, log: &str) -> Child {
    let log = OpenOptions::new().create(true).append(true).open(log).unwrap();
    command.arg("--attached").stdin(Stdio::piped()).stdout(Stdio::null()).stderr(log).spawn().unwrap()
}

/// A puzzle of 17 clues, which has few neighbors.
const SEVENTEEN: &str = "000000010400000000020000000000050407008000300001090000300400200050100000000806000";

#[test]
fn a_cluster_has_the_rows_of_one_process() {
    let home = Home::new("cluster");
    // The name of the folder is not a pattern.
    let folder = home.text("set[1].v2");
    fs::create_dir(&folder).unwrap();
    fs::rename(input(&home), format!("{folder}/a.parquet")).unwrap();
    let table = format!("input={folder}");
    let cluster = Cluster::start(&home, 3);
    for sql in QUERIES {
        let there = checksum(&run(cluster.query(sql).args(["--checksum", "--table", &table])));
        let here = checksum(&run(cluster.program().args(["query", sql, "--checksum", "--table", &table])));
        assert_eq!(there, here, "{sql}");
    }
    let (here, there) = (home.text("here"), home.text("there"));
    run(cluster.program().args(embedded::dataset(&here)));
    run(cluster.program().args(embedded::dataset(&there)).args([
        "--cluster",
        &cluster.address,
        "--parallel",
        "3",
    ]));
    assert_eq!(steps(&home.path("there")), steps(&home.path("here")));
    fs::write(home.path("near.txt"), format!("{SEVENTEEN}\n\"no puzzle\n")).unwrap();
    let near = format!("input={}", home.text("near.txt"));
    let (train, test) = (format!("train={here}/train"), format!("test={here}/test"));
    let recipes: [&[&str]; 4] = [
        &["rate", "part=100", "--table", &table],
        &["census", "part=100", "--table", &table],
        &["vicinity", "most=17", "--table", &near],
        &["audit", "sample=50", "--table", &train, "--table", &test],
    ];
    for recipe in recipes {
        let (here, there) = (format!("{}-here", recipe[0]), format!("{}-there", recipe[0]));
        let job = |out: &str| {
            let mut command = cluster.program();
            command.arg("job").args(recipe).args(["--out", &home.text(out)]);
            command
        };
        run(&mut job(&here));
        run(job(&there).args(["--cluster", &cluster.address, "--parallel", "3"]));
        assert_eq!(steps(&home.path(&there)), steps(&home.path(&here)), "{recipe:?}");
    }
}

#[test]
fn queries_read_given_folders_only() {
    let home = Home::new("outside");
    let inside = Home::new("inside");
    let outside = input(&home);
    let cluster = Cluster::start(&inside, 1);
    let error = failure(cluster.query("SELECT * FROM t").args(["--table", &format!("t={outside}")]));
    assert_eq!(error, format!("arcdoku-sql: {outside}: not in a folder of --root of the scheduler\n"));
    for name in ["copied.parquet", "copied.csv"] {
        failure(&mut cluster.query(&format!("COPY (SELECT 1 AS a) TO '{}'", inside.text(name))));
        assert!(!inside.path(name).exists());
    }
    for location in ["s3://bucket/a.csv", "http://127.0.0.1:1/a.csv"] {
        let sql = format!("CREATE EXTERNAL TABLE t STORED AS CSV LOCATION '{location}'; SELECT * FROM t");
        let error = failure(&mut cluster.query(&sql));
        assert!(error.contains("No suitable object store"), "{error}");
    }
}

/// Writes rows in the format for other executors.
fn write_rows(path: &Path) {
    let batch = RecordBatch::try_from_iter([("a", Arc::new(Int64Array::from(vec![1])) as ArrayRef)]).unwrap();
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let mut writer = StreamWriter::try_new(fs::File::create(path).unwrap(), &batch.schema()).unwrap();
    writer.write(&batch).unwrap();
    writer.finish().unwrap();
}

/// Tests which files a process can get from an executor without a scheduler. Ballista does not reject `..` in the
/// name of a job, but the end of the path is fixed, as described in docs/scale.md.
#[tokio::test]
async fn executors_send_no_other_files() {
    use ballista_core::client::BallistaClient;
    use ballista_core::serde::scheduler::{PartitionId, ShuffleLayout};
    use futures::StreamExt as _;

    let home = Home::new("rows");
    write_rows(&home.path("rows/0/0/data.arrow"));
    // Tries other names of files, and folders without numbers.
    write_rows(&home.path("secret/0/0/secret.arrow"));
    write_rows(&home.path("secret/data.arrow"));
    write_rows(&home.path("secret.arrow"));
    let (rows, secret) = (home.text("rows"), home.text("secret.arrow"));
    let mut local = crate::local::Local::start(&home, "1");
    let port = local.port_of_an_executor();
    // The cluster waits only until the other port is open.
    let limit = Instant::now() + Duration::from_mins(1);
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(Instant::now() < limit, "port {port} is not open");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    for (name, is_sent) in [
        ("../../rows", true),
        (rows.as_str(), true),
        ("../../secret", false),
        ("../../secret/0/0/secret.arrow", false),
        ("../../secret.arrow", false),
        (secret.as_str(), false),
        ("/etc/passwd", false),
        ("../../../../../../../../etc/passwd", false),
    ] {
        for is_flight in [false, true] {
            let mut client =
                BallistaClient::try_new("127.0.0.1", port, 1 << 20, false, None, 1, 0, 1 << 16, 1 << 16)
                    .await
                    .unwrap();
            let part = PartitionId::new(&name.to_owned().into(), 0, 0);
            let rows = client.fetch_partition("", &part, None, ShuffleLayout::Passthrough, is_flight).await;
            let has_rows = match rows {
                Ok(mut rows) => matches!(rows.next().await, Some(Ok(_))),
                Err(_) => false,
            };
            assert_eq!(has_rows, is_sent, "{name}");
        }
    }
}

#[test]
fn errors_of_executors_are_one_line() {
    let home = Home::new("errors");
    let cluster = Cluster::start(&home, 1);
    for (sql, expected) in [
        ("SELECT 1 / (i - 3) FROM (SELECT unnest(range(0, 5)) AS i)", "at an executor: DivideByZero"),
        (
            "SELECT sudoku_generate(i, 'clues x') FROM (SELECT unnest(range(0, 5)) AS i)",
            "at an executor: sudoku_generate(clues x): clues x: expected a value such as 22..26",
        ),
        ("SELECT a FROM b", "Error during planning: table 'datafusion.public.b' not found"),
    ] {
        assert_eq!(failure(&mut cluster.query(sql)), format!("arcdoku-sql: {expected}\n"));
    }
}

#[test]
fn servers_listen_on_loopback_by_default() {
    for (server, port) in [("scheduler", 50050), ("executor", 50051)] {
        let output = run(Command::new(crate::PROGRAM).args([server, "--help"]));
        let help = String::from_utf8(output.stdout).unwrap();
        let words: Vec<&str> = help.split_whitespace().collect();
        assert!(words.join(" ").contains(&format!("[default: 127.0.0.1:{port}]")), "{help}");
    }
}

#[test]
fn a_client_without_a_scheduler_reports_it() {
    let net = Net::Loopback;
    // This port is not used by servers of other tests, which run at the same time.
    let address = "127.0.0.1:1";
    let began = Instant::now();
    let error = failure(net.program(0).args(["query", "SELECT sudoku_grid(1)", "--cluster", address]));
    assert!(began.elapsed() < Duration::from_secs(30), "{error}");
    assert!(error.starts_with(&format!("arcdoku-sql: --cluster {address}: ")), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
}
