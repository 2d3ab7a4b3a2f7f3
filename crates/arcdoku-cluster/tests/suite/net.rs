//! The network of processes: separate network namespaces, or ports of the loopback address.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::PROGRAM;

/// The network of a test.
pub(crate) enum Net {
    Loopback,
    /// Namespaces with this prefix, connected by a bridge in the first one.
    Spaces {
        prefix: String,
        subnet: u32,
    },
}

fn ip(arguments: &str) -> bool {
    let mut command = Command::new("ip");
    command.args(arguments.split(' ')).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

impl Net {
    /// A network of a client (place 0) and other places.
    pub(crate) fn new(places: usize) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        static ONCE: Once = Once::new();
        ONCE.call_once(remove_stale);
        let subnet = COUNT.fetch_add(1, Ordering::Relaxed);
        let prefix = format!("ad{}n{subnet}", std::process::id());
        let net = Self::Spaces { prefix: prefix.clone(), subnet };
        let hub = format!("{prefix}x");
        let mut is_made = ip(&format!("netns add {hub}"))
            && ip(&format!("-n {hub} link add br0 type bridge"))
            && ip(&format!("-n {hub} link set br0 up"));
        for place in 0..places {
            let space = format!("{prefix}p{place}");
            is_made = is_made
                && ip(&format!("netns add {space}"))
                && ip(&format!("-n {space} link set lo up"))
                && ip(&format!("-n {space} link add eth0 type veth peer name v{place} netns {hub}"))
                && ip(&format!("-n {space} addr add 10.77.{subnet}.{}/24 dev eth0", place + 1))
                && ip(&format!("-n {space} link set eth0 up"))
                && ip(&format!("-n {hub} link set v{place} master br0"))
                && ip(&format!("-n {hub} link set v{place} up"));
        }
        if is_made {
            return net;
        }
        drop(net);
        println!(
            "skipped: network namespaces (needs root and `ip netns`); ports of the loopback address instead"
        );
        Self::Loopback
    }

    /// The command that starts the program at the place with this number.
    pub(crate) fn program(&self, place: usize) -> Command {
        match self {
            Self::Loopback => Command::new(PROGRAM),
            Self::Spaces { prefix, .. } => {
                let mut command = Command::new("ip");
                // No shell is started, so the process is the program itself.
                command.args(["netns", "exec", &format!("{prefix}p{place}"), PROGRAM]);
                command
            }
        }
    }

    /// An address at a place with two free ports.
    pub(crate) fn address(&self, place: usize) -> String {
        match self {
            Self::Loopback => loop {
                let first = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
                if first < u16::MAX && TcpListener::bind(("127.0.0.1", first + 1)).is_ok() {
                    return format!("127.0.0.1:{first}");
                }
            },
            Self::Spaces { subnet, .. } => format!("10.77.{subnet}.{}:50050", place + 1),
        }
    }

    /// Connects or disconnects a place. Returns false if this is not possible.
    pub(crate) fn link(&self, place: usize, is_up: bool) -> bool {
        match self {
            Self::Loopback => false,
            Self::Spaces { prefix, .. } => {
                let state = if is_up { "up" } else { "down" };
                ip(&format!("-n {prefix}x link set v{place} {state}"))
            }
        }
    }
}

impl Drop for Net {
    fn drop(&mut self) {
        if let Self::Spaces { prefix, .. } = self {
            for place in 0..9 {
                ip(&format!("netns del {prefix}p{place}"));
            }
            ip(&format!("netns del {prefix}x"));
        }
    }
}

/// Removes namespaces of test programs that were killed.
fn remove_stale() {
    let Ok(output) = Command::new("ip").args(["netns", "list"]).output() else { return };
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let name = line.split(' ').next().unwrap_or_default();
        let id = name.strip_prefix("ad").and_then(|rest| rest.split_once('n')).map(|(id, _)| id);
        if id.is_some_and(|id| id.parse::<u32>().is_ok() && !Path::new("/proc").join(id).exists()) {
            ip(&format!("netns del {name}"));
        }
    }
}

/// A small disk.
pub(crate) struct Disk(PathBuf);

impl Disk {
    /// A disk of `size` KiB at a folder, if this process can mount one.
    pub(crate) fn mount(folder: PathBuf, size: u32) -> Option<Self> {
        std::fs::create_dir_all(&folder).unwrap();
        let mut command = Command::new("mount");
        command.args(["-t", "tmpfs", "-o", &format!("size={size}k"), "none"]).arg(&folder);
        let is_made = command.stderr(Stdio::null()).status().is_ok_and(|status| status.success());
        if !is_made {
            println!("skipped: a full disk (needs root)");
        }
        is_made.then_some(Self(folder))
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // Unmounts lazily, because a process may still be using it.
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}
