//! The command `cluster`: a scheduler and executors on this machine, for trials.

use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::Done;
use crate::cli::Cluster;
use crate::stop::{stop_signal, temporary_folder};

/// The time between checks of the processes.
const LOOK: Duration = Duration::from_millis(100);

/// The number of checks after which a process that does not stop is killed.
const LOOKS_BEFORE_KILL: usize = 20;

/// Runs a cluster until a signal stops it, or one of its processes ends.
pub(crate) async fn cluster(arguments: Cluster) -> Done {
    if !arguments.bind.ip().is_loopback() {
        return Err(format!(
            "--bind {}: expected a loopback address; for other addresses, use the commands scheduler and executor",
            arguments.bind
        )
        .into());
    }
    let work = WorkFolder::create(arguments.work.clone())?;
    let mut members = Members(Vec::new());
    let bind = arguments.bind.to_string();
    let mut scheduler = vec!["scheduler".to_owned(), "--bind".to_owned(), bind.clone()];
    scheduler.extend(roots(&arguments));
    members.start(format!("the scheduler at {bind}"), &scheduler)?;
    // The ports of all processes are found together, so no two processes get the same port.
    let ports = free_ports(arguments.bind.ip(), arguments.executors.max(1))?;
    for (number, &port) in (1..).zip(&ports) {
        let address = SocketAddr::new(arguments.bind.ip(), port).to_string();
        let mut executor: Vec<String> =
            ["executor", "--scheduler", &bind, "--bind", &address, "--cores", "1", "--work"]
                .map(str::to_owned)
                .to_vec();
        executor.push(work.0.display().to_string());
        executor.extend(roots(&arguments));
        members.start(format!("executor {number} at {address}"), &executor)?;
    }
    let mut awaited: Vec<SocketAddr> = vec![arguments.bind];
    awaited.extend(ports.iter().map(|port| SocketAddr::new(arguments.bind.ip(), port + 1)));
    let mut signal = std::pin::pin!(stop_signal(false));
    loop {
        if let Some(ended) = members.ended()? {
            return Err(format!("{ended}; the other processes were stopped").into());
        }
        if !awaited.is_empty() {
            awaited.retain(|address| TcpStream::connect_timeout(address, LOOK).is_err());
            if awaited.is_empty() {
                println!(
                    "A cluster of {} executors at {bind} until Ctrl-C. In another terminal:\n  \
                     arcdoku-sql job dataset count=100000 --out set --cluster {bind} --parallel {}",
                    ports.len(),
                    ports.len()
                );
            }
        }
        tokio::select! {
            () = tokio::time::sleep(LOOK) => (),
            () = &mut signal => return Ok(()),
        }
    }
}

fn roots(arguments: &Cluster) -> Vec<String> {
    arguments.root.iter().flat_map(|root| ["--root".to_owned(), root.display().to_string()]).collect()
}

/// Finds free ports whose next port is also free.
fn free_ports(ip: IpAddr, count: usize) -> Done<Vec<u16>> {
    let mut held = Vec::new();
    let mut ports = Vec::new();
    // More ports are tried than needed, because for some of them the next port is not free.
    for _ in 0..10 * count {
        let first = TcpListener::bind((ip, 0))?;
        let port = first.local_addr()?.port();
        let second = port.checked_add(1).and_then(|next| TcpListener::bind((ip, next)).ok());
        if second.is_some() {
            ports.push(port);
        }
        held.push((first, second));
        if ports.len() == count {
            return Ok(ports);
        }
    }
    Err("there are no free ports".into())
}

/// The processes of a cluster. Their standard input is a pipe from this process, so they end with it in any case.
struct Members(Vec<(String, Child)>);

impl Members {
    fn start(&mut self, name: String, arguments: &[String]) -> Done {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(arguments).arg("--attached").stdin(Stdio::piped()).stdout(Stdio::null());
        // Only this process gets Ctrl-C in a terminal, and it stops the others.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let child = command.spawn().map_err(|error| format!("{name}: {error}"))?;
        self.0.push((name, child));
        Ok(())
    }

    /// The message for a process that has ended, if any.
    fn ended(&mut self) -> Done<Option<String>> {
        for (name, child) in &mut self.0 {
            if let Some(status) = child.try_wait()? {
                return Ok(Some(format!("{name} ended ({status})")));
            }
        }
        Ok(None)
    }
}

impl Drop for Members {
    fn drop(&mut self) {
        for (_, child) in &mut self.0 {
            drop(child.stdin.take());
        }
        for _ in 0..LOOKS_BEFORE_KILL {
            if self.0.iter_mut().all(|(_, child)| child.try_wait().is_ok_and(|status| status.is_some())) {
                return;
            }
            std::thread::sleep(LOOK);
        }
        for (_, child) in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// The folder of intermediate results: a given one, or one that is removed at the end.
struct WorkFolder(PathBuf, bool);

impl WorkFolder {
    fn create(given: Option<PathBuf>) -> Done<Self> {
        if let Some(path) = given {
            std::fs::create_dir_all(&path).map_err(|error| format!("--work {}: {error}", path.display()))?;
            return Ok(Self(path, false));
        }
        let path = temporary_folder().map_err(|error| format!("{error}; choose a folder with --work"))?;
        Ok(Self(path, true))
    }
}

impl Drop for WorkFolder {
    fn drop(&mut self) {
        if self.1 {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }
}
