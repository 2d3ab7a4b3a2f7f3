//! The output of a run, and its dated record.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The output of a run, which is printed immediately and stored for the record.
pub(crate) struct Report {
    name: String,
    text: String,
}

impl Report {
    pub(crate) fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), text: String::new() }
    }

    /// Adds a paragraph or a table.
    pub(crate) fn add_block(&mut self, block: &str) {
        println!("{}\n", block.trim_end());
        self.text.push_str(block.trim_end());
        self.text.push_str("\n\n");
    }

    /// Writes the record into `bench/record` and prints its path. A record is never overwritten.
    pub(crate) fn record(&self, root: &Path, command: &str) -> io::Result<PathBuf> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let date = date(now);
        let folder = root.join("bench/record");
        fs::create_dir_all(&folder)?;
        let path = free(&folder, &format!("{date}-{}", self.name));
        let facts = facts(root, command);
        let text = format!("# {}, {date}\n\n{facts}\n{}\n", self.name, self.text.trim_end());
        fs::write(&path, text)?;
        Ok(path)
    }
}

/// The first of `stem.md`, `stem-2.md`, `stem-3.md` ... that does not exist.
fn free(folder: &Path, stem: &str) -> PathBuf {
    let mut path = folder.join(format!("{stem}.md"));
    let mut number = 2;
    while path.exists() {
        path = folder.join(format!("{stem}-{number}.md"));
        number += 1;
    }
    path
}

/// Machine and build of the measurement, as a list.
fn facts(root: &Path, command: &str) -> String {
    let (model, cores) = machine(&fs::read_to_string("/proc/cpuinfo").unwrap_or_default());
    let profile = profile(&fs::read_to_string(root.join("Cargo.toml")).unwrap_or_default());
    let lines = [
        ("machine", format!("{model}, {cores} cores; the benchmark uses one core, unless stated otherwise")),
        ("compiler", env!("BENCH_RUSTC").to_owned()),
        ("target", format!("{}, features {}", env!("BENCH_TARGET"), env!("BENCH_FEATURES"))),
        ("waiting", waiting(&fs::read_to_string("/proc/self/schedstat").unwrap_or_default())),
        ("profile", format!("{} ({profile}), RUSTFLAGS {}", env!("BENCH_PROFILE"), env!("BENCH_RUSTFLAGS"))),
        ("commit", commit(root)),
        ("command", format!("`{command}`")),
    ];
    lines.map(|(what, is)| format!("- {what}: {is}\n")).concat()
}

/// The processor and its number of cores, from the text of `/proc/cpuinfo`.
fn machine(cpuinfo: &str) -> (String, usize) {
    let value = |line: &str| line.split_once(':').map(|(_, value)| value.trim().to_owned());
    let field = |name: &str| cpuinfo.lines().find(|line| line.starts_with(name)).and_then(value);
    let name = field("model name").unwrap_or_else(|| "unknown processor".into());
    // Virtual machines may hide the name of the processor, but family and model still identify its generation.
    let name = match (field("cpu family"), field("model\t")) {
        (Some(family), Some(model)) => format!("{name} (family {family}, model {model})"),
        _ => name,
    };
    let counted = cpuinfo.lines().filter(|line| line.starts_with("processor")).count();
    let cores = if counted > 0 {
        counted
    } else {
        std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
    };
    (name, cores)
}

/// The time that this process waited for a busy processor, from the text of `/proc/self/schedstat`: nanoseconds of
/// running, then of waiting. Times on a busy machine are not meaningful.
fn waiting(schedstat: &str) -> String {
    let mut fields = schedstat.split_whitespace().map_while(|field| field.parse::<u64>().ok());
    match (fields.next(), fields.next()) {
        (Some(run), Some(wait)) if run > 0 => {
            let share = wait as f64 / (run + wait) as f64;
            format!("{:.1} % of the run waiting for a processor that others used", share * 100.0)
        }
        _ => "unknown share of the run in which others used the processor".into(),
    }
}

/// The release profile of a manifest, on one line.
fn profile(manifest: &str) -> String {
    let lines = manifest.lines().skip_while(|line| line.trim() != "[profile.release]").skip(1);
    let settings: Vec<&str> = lines
        .map(str::trim)
        .take_while(|line| !line.starts_with('['))
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    if settings.is_empty() { "Cargo's default".into() } else { settings.join(", ") }
}

fn commit(root: &Path) -> String {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).current_dir(root).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let Some(commit) = git(&["rev-parse", "--short=12", "HEAD"]) else { return "unknown".into() };
    // Only changes to files that affect the program matter, not changes to records and documents.
    match git(&["status", "--porcelain", "--", "crates", "bench/src", "Cargo.toml", "Cargo.lock"]) {
        Some(changes) if !changes.is_empty() => format!("{commit} with changes that are not committed"),
        _ => commit,
    }
}

/// The date (UTC) of a time since 1970, as YYYY-MM-DD. This is Howard Hinnant's algorithm
/// `civil_from_days`: in years that begin in March, the leap day is the last day.
fn date(since_1970: Duration) -> String {
    let days = since_1970.as_secs() / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::{date, free, machine, profile, waiting};
    use std::fs;
    use std::time::Duration;

    #[test]
    fn dates_of_days() {
        for (seconds, expected) in [
            (0, "1970-01-01"),
            (86_399, "1970-01-01"),
            (951_782_400, "2000-02-29"),
            (951_868_800, "2000-03-01"),
            (1_767_225_599, "2025-12-31"),
            (4_107_542_400, "2100-03-01"),
        ] {
            assert_eq!(date(Duration::from_secs(seconds)), expected);
        }
    }

    #[test]
    fn machines_and_profiles_are_read() {
        let text =
            "processor\t: 0\ncpu family\t: 6\nmodel\t\t: 143\nmodel name\t: Some CPU\nprocessor\t: 1\n";
        assert_eq!(machine(text), ("Some CPU (family 6, model 143)".into(), 2));
        assert_eq!(machine("").0, "unknown processor");
        let manifest =
            "[package]\n[profile.release]\nlto = \"fat\"\n# why\ncodegen-units = 1\n\n[x]\ny = 1\n";
        assert_eq!(profile(manifest), "lto = \"fat\", codegen-units = 1");
        assert_eq!(profile("[package]"), "Cargo's default");
        assert!(waiting("300 100 7\n").starts_with("25.0 % of the run"));
        assert!(waiting("").starts_with("unknown"));
    }

    #[test]
    fn a_record_is_never_overwritten() {
        let folder = std::env::temp_dir().join(format!("bench-record-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for expected in ["a.md", "a-2.md", "a-3.md"] {
            let path = free(&folder, "a");
            assert_eq!(path.file_name().unwrap(), expected);
            fs::write(path, "").unwrap();
        }
        fs::remove_dir_all(folder).unwrap();
    }
}
