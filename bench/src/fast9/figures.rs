//! Published figures, and the targets that follow from them for a run with only one of the published solvers.

use arcdoku::Question;

/// Times of two published solvers, in nanoseconds per puzzle.
struct Published {
    set: &'static str,
    /// tdoku and the crate `sudoku`, for a first solution.
    first: [f64; 2],
    /// The same for the proof of uniqueness.
    unique: [f64; 2],
    /// Target for the lanes: speed relative to the better of the two.
    lanes: f64,
}

/// Where [`PUBLISHED`] comes from.
pub(crate) const SOURCE: &str = "\
The figures of tdoku (AVX-512, clang -O3 -march=native) and of the crate `sudoku` 0.8 (target-cpu=native) \
are those of the issue that asks for the engines: measured in one run on one core of an AMD Zen 4, \
parsing and extraction of the solution included.";

/// The figures, by set. There are none for `top95`.
const PUBLISHED: &[Published] = &[
    row("easy", [1600.0, 1498.0], [1596.0, 1427.0], 4.0),
    row("random_minimal", [2319.0, 1840.0], [2412.0, 1856.0], 4.0),
    row("seventeen_clue", [3001.0, 2175.0], [3118.0, 2402.0], 4.0),
    row("magictour_top1465", [5953.0, 7380.0], [8648.0, 10_630.0], 2.0),
    row("hardest_11plus", [25_770.0, 30_784.0], [47_773.0, 60_575.0], 2.0),
    row("hardest_1106", [41_088.0, 37_560.0], [75_581.0, 110_603.0], 2.0),
    row("multi_solution", [1686.0, 2028.0], [1931.0, 2189.0], 4.0),
];

const fn row(set: &'static str, first: [f64; 2], unique: [f64; 2], lanes: f64) -> Published {
    Published { set, first, unique, lanes }
}

/// Target for one puzzle at a time: speed relative to the better solver.
const LATENCY_FACTOR: f64 = 1.5;

/// Target for the portable tier: maximum time relative to the crate `sudoku`, built the same way.
pub(crate) const PORTABLE_FACTOR: f64 = 1.6;

/// Target for counting, in nanoseconds per solution. The 274 published for the crate `sudoku` are for other puzzles,
/// so no ratio follows from them.
pub(crate) const COUNTING: f64 = 90.0;

/// Target for the program from file to file, in puzzles per second and core.
pub(crate) const PROGRAM_RATE: f64 = 1.2e6;

/// A target: a speed relative to the better of the published solvers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Goal {
    factor: f64,
    /// The time of the better solver.
    better: f64,
    /// The time of the peer, on the same machine.
    peer: f64,
}

impl Goal {
    /// The target of an engine, if there is one for the set.
    pub(crate) fn of(set: &str, question: Question, lanes: bool) -> Option<Self> {
        let [tdoku, peer] = published(set, question)?;
        let row = PUBLISHED.iter().find(|row| row.set == set)?;
        let factor = if lanes { row.lanes } else { LATENCY_FACTOR };
        Some(Self { factor, better: tdoku.min(peer), peer })
    }

    /// The speed relative to the peer that is needed to be `factor` times as fast as the better
    /// solver, if the ratio of the two is the same here as where they were measured.
    pub(crate) fn ratio(&self) -> f64 {
        self.factor * self.peer / self.better
    }

    /// The published time of the better solver, divided by `factor`.
    pub(crate) fn nanoseconds(&self) -> f64 {
        self.better / self.factor
    }
}

/// The published times of tdoku and the peer.
pub(crate) fn published(set: &str, question: Question) -> Option<[f64; 2]> {
    let row = PUBLISHED.iter().find(|row| row.set == set)?;
    Some(match question {
        Question::First => row.first,
        _ => row.unique,
    })
}

#[cfg(test)]
mod tests {
    use super::{Goal, PUBLISHED, published};
    use crate::suite::SETS;
    use arcdoku::Question;

    fn near(one: f64, other: f64) -> bool {
        (one - other).abs() < 0.5
    }

    /// The rounded bounds for a first solution, as they were first stated.
    #[test]
    fn the_bounds_are_those_that_the_issue_spells_out() {
        let rounded = [1000.0, 1230.0, 1450.0, 3970.0, 17_200.0, 25_000.0, 1120.0];
        for (row, expected) in PUBLISHED.iter().zip(rounded) {
            let goal = Goal::of(row.set, Question::First, false).unwrap();
            assert!((goal.nanoseconds() / expected - 1.0).abs() < 0.01, "{}", row.set);
        }
    }

    #[test]
    fn where_the_peer_is_the_better_one_the_ratio_is_the_factor() {
        let goal = Goal::of("easy", Question::Unique, true).unwrap();
        assert!((goal.ratio() - 4.0).abs() < 1e-12 && near(goal.nanoseconds(), 357.0));
    }

    #[test]
    fn where_tdoku_is_the_better_one_more_is_asked_beside_the_peer() {
        let goal = Goal::of("hardest_1106", Question::Unique, true).unwrap();
        assert!((goal.ratio() - 2.0 * 110_603.0 / 75_581.0).abs() < 1e-9);
        assert!(near(goal.nanoseconds(), 37_790.5));
        let goal = Goal::of("hardest_1106", Question::First, false).unwrap();
        assert!((goal.ratio() - 1.5).abs() < 1e-12);
    }

    #[test]
    fn every_row_is_of_a_set_and_top95_has_none() {
        assert!(PUBLISHED.iter().all(|row| SETS.contains(&row.set)));
        assert_eq!(published("top95", Question::First), None);
        assert_eq!(Goal::of("testdata", Question::First, true), None);
    }
}
