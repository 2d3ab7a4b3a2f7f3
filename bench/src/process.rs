//! Programs as processes: scratch folders, peers that answer lines, wall and processor time.

use std::env;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{self, Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// A temporary folder that is removed on drop.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Result<Self, String> {
        let path = env::temp_dir().join(format!("arcdoku-bench-{name}-{}", process::id()));
        fs::create_dir_all(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Self(path))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // If the folder cannot be removed, the system will clean it up with other temporary folders.
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}

/// The processor time of this thread, as a clock.
pub(crate) fn clock() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

/// The processor time of all finished child processes, including system time. Linux reports this time in a file. Other
/// systems require foreign function calls, so the result there is `None`.
pub(crate) fn children() -> Option<[Duration; 2]> {
    ticks(&fs::read_to_string("/proc/self/stat").ok()?, 16)
}

/// A process that answers lines, which runs until this is dropped.
pub(crate) struct LineServer {
    child: Child,
    /// `None` after it is closed, which ends the program.
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl LineServer {
    pub(crate) fn start(command: &mut Command) -> Result<Self, String> {
        let started = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = started.map_err(|error| format!("{command:?}: {error}"))?;
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().ok_or("a process without an output")?);
        Ok(Self { child, input, output })
    }

    /// The lines of a reply.
    pub(crate) fn ask(&mut self, question: &str, lines: usize) -> Result<Vec<String>, String> {
        let ended = |error: std::io::Error| format!("the process of the peer ended: {error}");
        let input = self.input.as_mut().ok_or("the peer has no input")?;
        writeln!(input, "{question}").map_err(ended)?;
        let mut reply = Vec::with_capacity(lines);
        for _ in 0..lines {
            let mut line = String::new();
            if self.output.read_line(&mut line).map_err(ended)? == 0 {
                return Err("the process of the peer ended".into());
            }
            reply.push(line.trim_end().to_owned());
        }
        Ok(reply)
    }
}

impl Drop for LineServer {
    fn drop(&mut self) {
        // The program ends at the end of its input. If it does not, the error is ignored, because nothing else can be
        // done here.
        self.input = None;
        let _ = self.child.wait();
    }
}

/// The cost of a process, in seconds.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cost {
    pub(crate) wall: f64,
    /// User time and system time of the process; zero if unknown.
    pub(crate) user: f64,
    pub(crate) system: f64,
}

impl Cost {
    pub(crate) fn processor(&self) -> f64 {
        self.user + self.system
    }
}

/// Runs a program to its end. Returns its cost, its standard output if that is a pipe, and its standard error.
fn finish(command: &mut Command) -> Result<(Cost, Vec<u8>, String), String> {
    let before = children();
    let started = Instant::now();
    let spawned = command.stderr(Stdio::piped()).spawn();
    let output =
        spawned.and_then(Child::wait_with_output).map_err(|error| format!("{command:?}: {error}"))?;
    let wall = started.elapsed().as_secs_f64();
    let [user, system] = children().zip(before).map_or([0.0; 2], |(after, before)| {
        [0, 1].map(|of: usize| after[of].saturating_sub(before[of]).as_secs_f64())
    });
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    if !output.status.success() {
        return Err(format!("{command:?} ended with {}: {error}", output.status));
    }
    Ok((Cost { wall, user, system }, output.stdout, error))
}

/// Runs a program. Returns its cost and its standard error.
pub(crate) fn run(command: &mut Command) -> Result<(Cost, String), String> {
    let (cost, _, error) = finish(command.stdin(Stdio::null()).stdout(Stdio::null()))?;
    Ok((cost, error))
}

/// Runs a program with its output in a file.
pub(crate) fn run_to(command: &mut Command, out: &Path) -> Result<Cost, String> {
    let file = File::create(out).map_err(|error| format!("{}: {error}", out.display()))?;
    Ok(finish(command.stdin(Stdio::null()).stdout(file))?.0)
}

/// Runs a program that reads a file through a pipe. Returns its cost, and its output.
pub(crate) fn piped(command: &mut Command, input: &Path) -> Result<(Cost, Vec<u8>), String> {
    let fault = |error: std::io::Error| format!("{}: {error}", input.display());
    let mut cat = Command::new("cat").arg(input).stdout(Stdio::piped()).spawn().map_err(fault)?;
    let pipe = cat.stdout.take().ok_or("cat has no output")?;
    let (cost, out, _) = finish(command.stdin(pipe).stdout(Stdio::piped()))?;
    cat.wait().map_err(fault)?;
    Ok((cost, out))
}

/// Runs a program. Returns its cost, and its output.
pub(crate) fn text(command: &mut Command) -> Result<(Cost, String), String> {
    let (cost, out, _) = finish(command.stdin(Stdio::null()).stdout(Stdio::piped()))?;
    Ok((cost, String::from_utf8_lossy(&out).into_owned()))
}

/// The instructions of this program with some arguments, counted by valgrind; `None` if valgrind is not installed.
/// With a function, counts only the instructions inside it.
pub(crate) fn instructions(function: Option<&str>, arguments: &[&str]) -> Result<Option<u64>, String> {
    let program = env::current_exe().map_err(|error| error.to_string())?;
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
    valgrind.args(function.map(|name| format!("--toggle-collect=*{name}*")));
    let Ok(output) = valgrind.arg(program).args(arguments).output() else { return Ok(None) };
    let messages = String::from_utf8_lossy(&output.stderr);
    let counted = collected(&messages).filter(|_| output.status.success());
    counted.map(Some).ok_or_else(|| format!("{arguments:?} under valgrind: {messages}"))
}

/// The count in the output of callgrind: `==1== Collected : 123456`.
fn collected(text: &str) -> Option<u64> {
    let line = text.lines().find(|line| line.contains("Collected"))?;
    line.split_once(':')?.1.trim().parse().ok()
}

/// The processor time of a running process, including system time.
pub(crate) fn running(id: u32) -> Option<Duration> {
    let [user, system] = ticks(&fs::read_to_string(format!("/proc/{id}/stat")).ok()?, 14)?;
    Some(user + system)
}

/// The sums of the times of all processors since the machine started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Processors {
    pub(crate) all: Duration,
    pub(crate) busy: Duration,
    /// The time that the host of a virtual machine gave to other machines.
    pub(crate) stolen: Duration,
}

/// The time of all processors, which Linux reports.
pub(crate) fn processors() -> Option<Processors> {
    total(&fs::read_to_string("/proc/stat").ok()?)
}

/// The first line of `/proc/stat`: user, nice, system, idle, waiting for disks, interrupts of two kinds, stolen.
fn total(stat: &str) -> Option<Processors> {
    let fields = stat.lines().next()?.strip_prefix("cpu ")?.split_whitespace().take(8);
    let ticks: Vec<u64> = fields.map_while(|field| field.parse().ok()).collect();
    let time = |places: &[usize]| {
        Some(Duration::from_millis(10 * places.iter().map(|&place| ticks.get(place)).sum::<Option<u64>>()?))
    };
    Some(Processors {
        all: time(&[0, 1, 2, 3, 4, 5, 6, 7])?,
        busy: time(&[0, 1, 2, 5, 6])?,
        stolen: time(&[7])?,
    })
}

/// A field of `/proc/PID/stat`, from 1, and the next, in ticks of a hundredth of a second. The second
/// field, a name in parentheses, may contain spaces.
fn ticks(stat: &str, field: usize) -> Option<[Duration; 2]> {
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(field - 3).map_while(|field| field.parse::<u64>().ok());
    Some([fields.next()?, fields.next()?].map(|ticks| Duration::from_millis(10 * ticks)))
}

#[cfg(test)]
mod tests {
    use super::{Folder, collected, running, ticks, total, write_file};
    use std::time::Duration;

    #[test]
    fn the_file_of_a_process_is_read() {
        let stat = "7 (a b) c) S 1 7 7 0 -1 4194304 1 2 3 4 50 60 123 45 20 0 1";
        assert_eq!(ticks(stat, 16), Some([Duration::from_millis(1230), Duration::from_millis(450)]));
        assert_eq!(ticks(stat, 14), Some([Duration::from_millis(500), Duration::from_millis(600)]));
        assert_eq!(ticks("7 (a) S 1", 16), None);
        assert_eq!(running(u32::MAX), None);
        let total = total("cpu  1 2 3 4 5 6 7 8 9 10\ncpu0 1\n").unwrap();
        assert_eq!([total.all, total.busy, total.stolen], [360, 190, 80].map(Duration::from_millis));
    }

    #[test]
    fn the_count_is_found_in_the_output() {
        let text = "==7== Events    : Ir\n==7== Collected : 123456\n==7==\n";
        assert_eq!(collected(text), Some(123_456));
        assert_eq!(collected("==7== killed"), None);
    }

    #[test]
    fn a_folder_is_removed_with_its_files() {
        let folder = Folder::new("test").unwrap();
        let path = folder.path("x");
        write_file(&path, b"x").unwrap();
        assert!(path.exists());
        drop(folder);
        assert!(!path.exists() && !path.parent().unwrap().exists());
    }
}
