//! `arcdoku` and `arcdoku-sql` as processes.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The paths of the programs.
pub(super) struct Programs {
    pub(super) arcdoku: PathBuf,
    pub(super) sql: PathBuf,
}

impl Programs {
    /// The programs in a folder, or next to this one. Without a folder, `arcdoku-sql` is in the folder of its
    /// profile.
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

const BUILD: &str = "build them with `cargo build --release -p arcdoku-cli` and `cargo build --profile sql -p \
                     arcdoku-cluster`";

/// A program on a limited number of cores, if the system has `taskset`; on all cores for `None`.
pub(super) fn on(program: &Path, cores: Option<usize>) -> Command {
    let Some(core) = cores.filter(|_| can_pin()) else { return Command::new(program) };
    // `taskset` replaces itself by the program, so the id of the process stays the same.
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
