//! Other programs: running them, and installing them where that needs no question.

use std::process::{Command, Stdio};

/// Whether the command ran and succeeded.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command.status().is_ok_and(|status| status.success())
}

/// Installs Debian's packages where that works without asking: as root.
pub(crate) fn install(packages: &[&str]) {
    let is_root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n");
    if !is_root || !has("apt-get") {
        return;
    }
    println!("installing Debian's {}", packages.join(", "));
    let mut apt = Command::new("apt-get");
    apt.args(["install", "--yes", "--quiet=2", "--no-install-recommends"])
        .args(packages)
        .stdout(Stdio::null());
    apt.env("DEBIAN_FRONTEND", "noninteractive");
    let update = || succeeds(Command::new("apt-get").args(["update", "--quiet=2"]));
    let installed = succeeds(&mut apt) || update() && succeeds(&mut apt);
    if !installed {
        println!("apt-get failed");
    }
}

/// Whether a command can be run.
pub(crate) fn has(command: &str) -> bool {
    succeeds(Command::new(command).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()))
}
