//! Other programs: runs them, and installs them if this works without questions.

use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::artifact::failed;
use crate::verdict::{Outcome, passed};

/// The time that apt-get waits while another program installs packages.
const WAIT: &str = "DPkg::Lock::Timeout=300";

/// The number of attempts to update the lists of packages, and the time between them. Another program may be updating
/// the lists, and apt-get does not wait for it.
const UPDATES: (usize, Duration) = (6, Duration::from_secs(10));

/// npm, which is a script on Windows.
pub(crate) const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

/// Whether the command ran and succeeded.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command.status().is_ok_and(|status| status.success())
}

/// Runs a command. The step fails unless the command succeeds.
pub(crate) fn run(command: &mut Command) -> Outcome {
    passed(succeeds(command))
}

/// Installs Debian's packages if this program runs as root. Otherwise, does nothing. Fails with a message if the
/// packages cannot be installed.
pub(crate) fn install(packages: &[&str]) -> Outcome {
    let is_root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n");
    if !is_root || !has("apt-get") {
        return Ok(());
    }
    let names = packages.join(" ");
    println!("installing Debian's {names}");
    let apt = |words: &[&str]| {
        let mut apt = Command::new("apt-get");
        apt.args(["--quiet=2", "-o", WAIT]).args(words).stdout(Stdio::null());
        succeeds(apt.env("DEBIAN_FRONTEND", "noninteractive"))
    };
    let install = || apt(&[&["install", "--yes", "--no-install-recommends"], packages].concat());
    let update = || {
        (0..UPDATES.0).any(|attempt| {
            if attempt > 0 {
                thread::sleep(UPDATES.1);
            }
            apt(&["update"])
        })
    };
    if install() || update() && install() {
        return Ok(());
    }
    Err(failed(format_args!(
        "Debian's {names} could not be installed; run `apt-get update && apt-get install {names}`, or install these \
         tools in another way and try again"
    )))
}

/// Whether a command can be run.
pub(crate) fn has(command: &str) -> bool {
    succeeds(Command::new(command).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()))
}
