//! `arcdoku-sql cluster`, and the start and end of servers.

use std::io::{BufRead as _, BufReader};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::net::Net;
use crate::{Home, PROGRAM, checksum, failure, run};

/// A cluster that was started by one command.
pub(crate) struct Local {
    child: Child,
    address: String,
}

impl Local {
    pub(crate) fn start(home: &Home, executors: &str) -> Self {
        let address = Net::Loopback.address(0);
        let mut command = Command::new(PROGRAM);
        command.args(["cluster", "--executors", executors, "--bind", &address]);
        command.args(["--root", &home.text(""), "--work", &home.text("work")]);
        let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let mut local = Self { child: child.unwrap(), address };
        let mut line = String::new();
        BufReader::new(local.child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        assert!(line.contains(&local.address), "{line}");
        local
    }

    /// The port for the rows of an executor, from its output.
    pub(crate) fn port_of_an_executor(&mut self) -> u16 {
        let mut lines = BufReader::new(self.child.stderr.as_mut().unwrap()).lines().map_while(Result::ok);
        let line = lines.find(|line| line.starts_with("executor at ")).unwrap();
        let address = line.trim_start_matches("executor at ").split(',').next().unwrap();
        address.rsplit(':').next().unwrap().parse().unwrap()
    }

    /// The process of the command and the processes that it has started.
    fn processes(&self) -> Vec<String> {
        let own = self.child.id().to_string();
        let output = Command::new("pgrep").args(["-P", &own]).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines().map(str::to_owned).chain([own]).collect()
    }

    fn signal(&self, name: &str) {
        run(Command::new("kill").args([&format!("-{name}"), &self.child.id().to_string()]));
    }

    /// Stops the cluster and returns its output.
    fn end(mut self) -> Output {
        let limit = Instant::now() + Duration::from_mins(1);
        while self.child.try_wait().unwrap().is_none() {
            assert!(Instant::now() < limit, "the cluster does not end");
            std::thread::sleep(Duration::from_millis(20));
        }
        let errors = BufReader::new(self.child.stderr.take().unwrap()).lines().map_while(Result::ok);
        let stderr = errors.map(|line| line + "\n").collect::<String>().into_bytes();
        Output { status: self.child.wait().unwrap(), stdout: Vec::new(), stderr }
    }
}

impl Drop for Local {
    fn drop(&mut self) {
        // Its processes end with it, even when it is killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits until no process listens at an address.
fn closed(address: &str) {
    let limit = Instant::now() + Duration::from_mins(1);
    while TcpStream::connect(address).is_ok() {
        assert!(Instant::now() < limit, "{address} is still in use");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Waits until a folder has no entries.
fn emptied(home: &Home, name: &str) {
    let limit = Instant::now() + Duration::from_mins(1);
    while std::fs::read_dir(home.path(name)).unwrap().next().is_some() {
        assert!(Instant::now() < limit, "{name} is not empty");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn one_command_is_a_cluster() {
    let home = Home::new("local");
    let local = Local::start(&home, "2");
    let sql = "SELECT sudoku_key(sudoku_generate(i)) AS k, count(*) FROM (SELECT unnest(range(0, 40)) AS i) GROUP BY k";
    let mut query = Command::new(PROGRAM);
    query.args(["query", sql, "--checksum"]);
    let here = checksum(&run(&mut query));
    let there = checksum(&run(query.args(["--cluster", &local.address])));
    assert_eq!(here, there);
    // A scheduler has one port and an executor has two. All ports are at the loopback address.
    match Command::new("ss").args(["-Hltnp"]).output() {
        Ok(output) => {
            let all = String::from_utf8(output.stdout).unwrap();
            let own = local.processes();
            let is_own = |line: &str| own.iter().any(|id| line.contains(&format!("pid={id},")));
            let ports: Vec<&str> = all.lines().filter(|line| is_own(line)).collect();
            assert_eq!(ports.len(), 5, "{ports:?}");
            let is_loopback =
                |line: &&str| line.split_whitespace().nth(3).is_some_and(|it| it.starts_with("127.0.0.1:"));
            assert!(ports.iter().all(is_loopback), "{ports:?}");
        }
        Err(error) => println!("skipped: the ports of processes (ss: {error})"),
    }
    let address = local.address.clone();
    local.signal("TERM");
    let output = local.end();
    assert!(output.status.success(), "{output:?}");
    closed(&address);
    emptied(&home, "work");
}

#[test]
fn a_cluster_reports_the_process_that_ended() {
    let home = Home::new("named");
    let local = Local::start(&home, "2");
    let address = local.address.clone();
    // The scheduler was started first, and the second executor last.
    run(Command::new("kill").args(["-KILL", &local.processes()[2]]));
    let output = local.end();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(error.contains("arcdoku-sql: executor 2 at 127.0.0.1:"), "{error}");
    closed(&address);
}

#[test]
fn processes_end_with_a_cluster_that_is_killed() {
    let home = Home::new("orphans");
    let local = Local::start(&home, "1");
    let address = local.address.clone();
    drop(local);
    closed(&address);
    emptied(&home, "work");
}

#[test]
fn servers_that_cannot_start_report_the_reason() {
    let home = Home::new("begin");
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    std::fs::write(home.path("file"), "").unwrap();
    let (work, file) = (home.text("work"), home.text("file/work"));
    let cases: [(&[&str], &str); 9] = [
        (&["scheduler", "--bind", &address], "in use"),
        (&["executor", "--bind", &address, "--work", &work], "in use"),
        (&["cluster", "--bind", &address], "in use"),
        (&["scheduler", "--root", "/none"], "--root /none: "),
        (&["scheduler", "--bind", "0.0.0.0:50050"], "expected an address that others can reach"),
        (&["executor", "--work", &file], "file/work: "),
        (&["executor", "--memory", "18446744073709551615", "--work", &work], "too large"),
        (&["executor", "--scheduler", "nowhere", "--work", &work], "expected HOST:PORT"),
        (&["cluster", "--bind", "10.0.0.1:50050"], "expected a loopback address"),
    ];
    for (arguments, expected) in cases {
        let error = failure(Command::new(PROGRAM).args(arguments));
        let messages: Vec<&str> = error.lines().filter(|line| line.starts_with("arcdoku-sql: ")).collect();
        assert!(!messages.is_empty() && error.contains(expected), "{arguments:?}: {error}");
        assert!(!error.contains("panicked"), "{error}");
    }
}
