//! The suite of labelling: answers compared with toulbar2 and pgmpy, and times compared with toulbar2.

mod families;
mod noisy;
mod oracles;
mod peer;
mod sums;

use std::time::Duration;

use arcdoku::Limits;
use arcdoku::puzzle::Clock;

use crate::options::Run;
use crate::pass::quantile;
use crate::process::clock;
use crate::record::Report;
use crate::table::grouped;
use peer::Peers;

/// The sections.
pub(crate) const SECTIONS: &[&str] = &["oracles", "noisy", "families", "sums"];

/// The maximum difference due to rounding, relative for numbers above 1.
const TOLERANCE: f64 = 1e-9;

pub(crate) fn suite(run: &Run, report: &mut Report) -> Result<(), String> {
    let peers = run.options.python.as_ref().map(|python| Peers::new(&run.root, python));
    let peers = peers.as_ref();
    match peers {
        Some(peers) => report.add_block(&format!("Peers: {}.", peers.start()?.versions()?)),
        None => report.add_block("Without `--python`, nothing is compared with toulbar2 and pgmpy."),
    }
    if let Some(peers) = peers.filter(|_| run.is_wanted("oracles")) {
        oracles::section(run, peers, report)?;
    }
    if run.is_wanted("noisy") {
        noisy::section(run, peers, report)?;
    }
    if let Some(folder) = run.options.families.as_ref().filter(|_| run.is_wanted("families")) {
        families::section(run, peers, folder, report)?;
    }
    if run.is_wanted("sums") {
        sums::section(run, peers, report)?;
    }
    Ok(())
}

/// Limits on processor time.
fn limits(longest: Duration) -> Limits<'static> {
    Limits::NONE.with_time(longest).with_clock(clock as Clock)
}

/// The result of a function, and its processor time in seconds.
fn timed<R>(work: impl FnOnce() -> R) -> (R, f64) {
    let start = clock();
    let result = work();
    (result, clock().saturating_sub(start).as_secs_f64())
}

/// Whether two numbers are equal except for rounding.
fn is_close(a: f64, b: f64) -> bool {
    if a.is_finite() && b.is_finite() {
        (a - b).abs() <= TOLERANCE * a.abs().max(b.abs()).max(1.0)
    } else {
        a.total_cmp(&b).is_eq()
    }
}

/// A quantile of times as milliseconds, with three digits after a leading zero.
fn milliseconds(times: &[f64], share: f64) -> String {
    let time = 1e3 * quantile(&mut times.to_vec(), share);
    grouped(time, if time < 10.0 { 3 } else { 1 })
}

/// A ratio as text.
fn times(number: f64) -> String {
    grouped(number, if number < 10.0 { 2 } else { 1 })
}

#[cfg(test)]
mod tests {
    use super::is_close;

    #[test]
    fn numbers_are_close() {
        let (none, some) = (f64::NEG_INFINITY, 1e12);
        assert!(is_close(0.0, 1e-10) && is_close(some, some + 1.0) && is_close(none, none));
        assert!(!is_close(0.0, 1e-8) && !is_close(some, some + 1e4));
        assert!(
            !is_close(none, some)
                && !is_close(some, none)
                && !is_close(none, -none)
                && !is_close(f64::NAN, 0.0)
        );
    }
}
