//! The cost of observers: the same search with several observers.
//!
//! | observer | purpose |
//! |---|---|
//! | `()` | the search without an observer |
//! | idle | another type with `WATCHES = false`: must have the same cost as `()` |
//! | deaf | empty methods, but `WATCHES = true`: the cost of preparing events |
//! | counting | counts every event: the cost of preparing and handling events |
//!
//! `()` and idle are compiled separately, so equal times also bound the effect of code placement in
//! memory. Times drift and instruction counts do not, so instruction counts are added if valgrind is installed.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Duration;

use arcdoku::csp::{Failure, Space, Step, Trace, Var};
use arcdoku::search::{Node, Observer, SearchScratch, search};
use arcdoku::{Digit, Limits, Stats, Strategy};

use crate::pass::{least, quantile, timed, turns};
use crate::probe::counted_region;
use crate::process;
use crate::record::Report;
use crate::set::Set;
use crate::table::{Table, grouped};

/// An observer with `WATCHES = false` and the empty default methods.
struct Idle;

impl Trace for Idle {
    const WATCHES: bool = false;
}

impl Observer for Idle {}

/// An observer that gets every event and ignores it.
struct Deaf;

impl Trace for Deaf {}

impl Observer for Deaf {}

/// An observer that counts every event.
#[derive(Default)]
struct Counting {
    events: u64,
    removed: u64,
}

impl Trace for Counting {
    fn narrowed(&mut self, step: &Step<'_>) {
        self.events += 1;
        self.removed += step.removed.len() as u64;
    }

    fn failed(&mut self, _: &Failure<'_>) {
        self.events += 1;
    }
}

impl Observer for Counting {
    fn node(&mut self, _: &Node<'_>) {
        self.events += 1;
    }

    fn trying(&mut self, _: usize, _: Var, _: Digit) {
        self.events += 1;
    }

    fn backtrack(&mut self, _: usize, _: Var, _: Digit, _: &Space) {
        self.events += 1;
    }

    fn fixpoint(&mut self, _: usize, _: &Space) {
        self.events += 1;
    }

    fn solution(&mut self, _: usize, _: &Space) {
        self.events += 1;
    }

    fn restart(&mut self) {
        self.events += 1;
    }
}

/// An observer, with the memory of its searches.
struct Watched<T: Observer> {
    observer: T,
    scratch: SearchScratch<T>,
}

/// A pass over a set, for any type of observer.
trait Pass {
    fn pass(&mut self, set: &Set, strategy: &Strategy) -> Stats;
}

impl<T: Observer> Pass for Watched<T> {
    /// Proves uniqueness of every puzzle, and returns the sum of the counters.
    fn pass(&mut self, set: &Set, strategy: &Strategy) -> Stats {
        let mut sum = Stats::default();
        for puzzle in &set.puzzles {
            let mut left = 2;
            let mut sink = |space: &Space| {
                black_box(space.domains());
                left -= 1;
                if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let (scratch, observer) = (&mut self.scratch, &mut self.observer);
            let (_, stats) = search(black_box(puzzle), strategy, &Limits::NONE, scratch, observer, &mut sink);
            sum.nodes += stats.nodes;
            sum.backtracks += stats.backtracks;
            sum.eliminations += stats.eliminations;
            sum.solutions += stats.solutions;
        }
        sum
    }
}

fn watched<T: Observer + 'static>(observer: T) -> Box<dyn Pass> {
    Box::new(Watched { observer, scratch: SearchScratch::default() })
}

/// The names of the observers, `()` first.
const NAMES: [&str; 4] = ["()", "idle", "deaf", "counting"];

fn make(name: &str) -> Option<Box<dyn Pass>> {
    Some(match name {
        "()" => watched(()),
        "idle" => watched(Idle),
        "deaf" => watched(Deaf),
        "counting" => watched(Counting::default()),
        _ => return None,
    })
}

/// The times of each observer, round by round. The observers take turns.
pub(crate) fn compare(set: &Set, strategy: &Strategy, rounds: usize) -> Result<Table, String> {
    let mut all: Vec<Box<dyn Pass>> = NAMES.iter().filter_map(|name| make(name)).collect();
    // The warm-up checks that no observer changes the search.
    let sums: Vec<Stats> = all.iter_mut().map(|pass| pass.pass(set, strategy)).collect();
    if let Some(place) = sums.iter().position(|sum| *sum != sums[0]) {
        return Err(format!("{}: the search changes with the observer {}", set.name, NAMES[place]));
    }
    let times = turns(&format!("{}: observers", set.name), rounds, all.len(), |place| {
        Ok(timed(|| {
            black_box(all[place].pass(set, strategy));
        }))
    })?;
    Ok(table(set, &times))
}

/// Best times, and the ratio to `()` in the same round: its median, middle half and whole range.
fn table(set: &Set, times: &[Vec<Duration>]) -> Table {
    let head = "set | observer | ns/puzzle, best | ratio of bests | ratio, median | middle half | range";
    let mut table = Table::new(2, head);
    let best = |times: &[Duration]| least(times).as_secs_f64();
    for (name, own) in NAMES.iter().zip(times) {
        let mut ratios: Vec<f64> =
            own.iter().zip(&times[0]).map(|(own, unit)| own.as_secs_f64() / unit.as_secs_f64()).collect();
        let mut at = |share| format!("{:.3}", quantile(&mut ratios, share));
        table.row(vec![
            set.name.clone(),
            (*name).to_owned(),
            grouped(best(own) * 1e9 / set.puzzles.len().max(1) as f64, 0),
            format!("{:.3}", best(own) / best(&times[0])),
            at(0.5),
            format!("{} to {}", at(0.25), at(0.75)),
            format!("{} to {}", at(0.0), at(1.0)),
        ]);
    }
    table
}

/// A single pass with the observer of a name, for [`instructions`].
pub(crate) fn once(name: &str, set: &Set, strategy: &Strategy) -> Result<(), String> {
    let mut pass = make(name).ok_or_else(|| format!("unknown observer {name:?}"))?;
    counted_region(&mut || {
        black_box(pass.pass(set, strategy));
    });
    Ok(())
}

/// Adds the instructions per puzzle of each observer.
pub(crate) fn instructions(set: &Set, file: &str, strategy: &str, report: &mut Report) -> Result<(), String> {
    let limit = set.puzzles.len().to_string();
    let mut table = Table::new(2, "set | observer | instructions/puzzle | ratio");
    let mut unit = None;
    for name in NAMES {
        eprintln!("{}: counting the instructions of {name}", set.name);
        let arguments = [file, "--limit", &limit, "--engines", strategy, "--once", name];
        let Some(counted) = process::instructions(Some("counted_region"), &arguments)? else {
            report.add_block("Instructions were not counted, because valgrind is not installed.");
            return Ok(());
        };
        let own = counted as f64 / set.puzzles.len().max(1) as f64;
        let unit = *unit.get_or_insert(own);
        table.row(vec![set.name.clone(), name.into(), grouped(own, 1), format!("{:.5}", own / unit)]);
    }
    report.add_block(&table.render());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{NAMES, compare, make, once, table};
    use crate::set::Set;
    use arcdoku::{Puzzle, Strategy};
    use std::time::Duration;

    fn set() -> Set {
        let line = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
        Set::new("one", vec![line.parse::<Puzzle>().unwrap()], None)
    }

    #[test]
    fn every_observer_sees_the_same_search() {
        let strategy = Strategy::named("singles-mrv").unwrap();
        let text = compare(&set(), &strategy, 2).unwrap().render();
        assert_eq!(text.lines().count(), 2 + NAMES.len());
        assert!(make("nobody").is_none() && once("nobody", &set(), &strategy).is_err());
        assert!(once("()", &set(), &strategy).is_ok());
    }

    #[test]
    fn ratios_are_taken_round_by_round() {
        let times = [[10, 20], [11, 22], [20, 40], [10, 40]];
        let times: Vec<Vec<Duration>> =
            times.iter().map(|pair| pair.map(Duration::from_micros).to_vec()).collect();
        let text = table(&set(), &times).render();
        let counting = text.lines().last().unwrap();
        assert!(counting.contains("| 1.500 |") || counting.contains(" 1.500 |"), "{text}");
        assert!(counting.contains("1.000 to 2.000"));
    }
}
