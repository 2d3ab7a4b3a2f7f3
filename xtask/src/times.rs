//! How long tests took, from all steps, so that the summary can show the slowest.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::Path;

/// The times of this run: seconds, tab, name of the test.
const FILE: &str = "target/suite/times.tsv";

/// Appends the times of some tests, in seconds. Two steps may do so at a time, so each call is one write.
pub(crate) fn note(root: &Path, times: &[(f64, String)]) {
    let text: String = times.iter().map(|(seconds, name)| format!("{seconds:.3}\t{name}\n")).collect();
    let file = OpenOptions::new().create(true).append(true).open(root.join(FILE));
    // Without the file, the summary shows fewer tests.
    let _ = file.and_then(|mut file| file.write_all(text.as_bytes()));
}

/// The slowest tests, slowest first.
pub(crate) fn slowest(root: &Path, count: usize) -> Vec<(f64, String)> {
    let text = fs::read_to_string(root.join(FILE)).unwrap_or_default();
    let times = text.lines().filter_map(|line| line.split_once('\t'));
    let mut times: Vec<(f64, String)> =
        times.filter_map(|(seconds, name)| Some((seconds.parse().ok()?, name.to_owned()))).collect();
    times.sort_by(|a, b| b.0.total_cmp(&a.0));
    times.truncate(count);
    times
}
