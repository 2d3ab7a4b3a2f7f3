//! `arcdoku` and `arcdoku-sql` as processes.

use std::env;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::process::children;

/// Where the programs are.
pub(super) struct Programs {
    pub(super) arcdoku: PathBuf,
    pub(super) sql: PathBuf,
}

/// What a process took, in seconds.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cost {
    pub(super) wall: f64,
    pub(super) processor: f64,
}

impl Programs {
    /// The programs in a folder, or beside this one. Without a folder, `arcdoku-sql` is where its profile puts it.
    pub(super) fn find(given: Option<&Path>) -> Result<Self, String> {
        let own = env::current_exe().map_err(|error| error.to_string())?;
        let own = own.parent().unwrap_or(Path::new("."));
        let folder = given.unwrap_or(own);
        let of_profile = folder.join("../sql");
        let folders = if given.is_some() { [folder, &of_profile] } else { [&of_profile, folder] };
        let program = |name: &str, folders: &[&Path]| {
            let name = format!("{name}{}", env::consts::EXE_SUFFIX);
            let found = folders.iter().map(|folder| folder.join(&name)).find(|path| path.exists());
            found.ok_or_else(|| format!("{name}: not in {}; {BUILD}", folder.display()))
        };
        Ok(Self { arcdoku: program("arcdoku", &[folder])?, sql: program("arcdoku-sql", &folders)? })
    }
}

const BUILD: &str = "they are made by `cargo build --release -p arcdoku-cli` and `cargo build --profile sql -p \
                     arcdoku-cluster`";

/// A program on some cores only, where the system has `taskset`; on all of them for `None`.
pub(super) fn on(program: &Path, cores: Option<usize>) -> Command {
    let Some(core) = cores.filter(|_| can_pin()) else { return Command::new(program) };
    // The process becomes the program, so its id stays.
    let mut command = Command::new("taskset");
    command.args(["-c", &core.to_string()]).arg(program);
    command
}

/// Whether processes can be bound to a core.
pub(super) fn can_pin() -> bool {
    let mut command = Command::new("taskset");
    command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Runs a program to its end. Returns its cost, what it writes on standard output if that is a pipe, and on standard
/// error.
fn finish(command: &mut Command) -> Result<(Cost, String, String), String> {
    let before = children();
    let started = Instant::now();
    let output = command
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .and_then(Child::wait_with_output)
        .map_err(|error| format!("{command:?}: {error}"))?;
    let wall = started.elapsed().as_secs_f64();
    let sum = |times: [Duration; 2]| times.iter().sum::<Duration>().as_secs_f64();
    let processor = children().zip(before).map_or(0.0, |(after, before)| sum(after) - sum(before));
    let [out, error] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    if !output.status.success() {
        return Err(format!("{command:?} ended with {}: {error}", output.status));
    }
    Ok((Cost { wall, processor }, out, error))
}

/// Runs a program. Returns its cost, and what it writes on standard error.
pub(super) fn run(command: &mut Command) -> Result<(Cost, String), String> {
    finish(command.stdout(Stdio::null())).map(|(cost, _, error)| (cost, error))
}

/// Runs a program with its output in a file.
pub(super) fn run_to(command: &mut Command, out: &Path) -> Result<Cost, String> {
    let file = File::create(out).map_err(|error| format!("{}: {error}", out.display()))?;
    finish(command.stdout(file)).map(|(cost, _, _)| cost)
}

/// Runs a program. Returns its cost, and its output.
pub(super) fn text(command: &mut Command) -> Result<(Cost, String), String> {
    finish(command.stdout(Stdio::piped())).map(|(cost, out, _)| (cost, out))
}
