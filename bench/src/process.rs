//! Programs as processes: scratch folders, wall and processor time.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::time::Duration;

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
        // If it cannot be removed, the system cleans up temporary folders.
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}

/// A clock of the time that this thread had on a processor.
pub(crate) fn clock() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

/// The processor time of all finished child processes, including that of
/// the system for them. Linux reports it in a file; elsewhere it would take foreign calls, so it is `None`.
pub(crate) fn children() -> Option<[Duration; 2]> {
    ticks(&fs::read_to_string("/proc/self/stat").ok()?, 16)
}

/// The processor time of a process that runs, including that of the system for it.
pub(crate) fn running(id: u32) -> Option<Duration> {
    let [user, system] = ticks(&fs::read_to_string(format!("/proc/{id}/stat")).ok()?, 14)?;
    Some(user + system)
}

/// What all processors have done since the machine started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Processors {
    pub(crate) all: Duration,
    pub(crate) busy: Duration,
    /// What the host gave to other machines.
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
    use super::{Folder, running, ticks, total, write_file};
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
    fn a_folder_goes_with_its_files() {
        let folder = Folder::new("test").unwrap();
        let path = folder.path("x");
        write_file(&path, b"x").unwrap();
        assert!(path.exists());
        drop(folder);
        assert!(!path.exists() && !path.parent().unwrap().exists());
    }
}
