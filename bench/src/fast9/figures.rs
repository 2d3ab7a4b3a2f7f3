//! The targets of the issue "fast9, second edition", as times and as ratios to the best peer.

use arcdoku::Question;

/// The explanation of the [`Goal`]s in a report.
pub(super) const SOURCE: &str = "\
The issue has targets for one core of an AMD Zen 4. `target, ns`: the target time. `x best peer`: the speed relative \
to the fastest peer in this run. Its target is the issue's time of the faster of tdoku and the crate `sudoku`, \
divided by the target time, so it also applies to other machines.";

/// The maximum time of an engine, relative to Schoku: the target of a later issue.
pub(super) const SCHOKU_SHARE: f64 = 0.5;

/// A target time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Goal {
    /// The target time, in nanoseconds.
    pub(super) most: f64,
    /// The time of the best peer on the machine for which the target was set.
    pub(super) peer: f64,
}

impl Goal {
    /// The speed of the target relative to the best peer.
    pub(super) fn ratio(&self) -> f64 {
        self.peer / self.most
    }
}

/// The targets for a set. Each pair has the target for a first solution, then the target for uniqueness.
struct Bound {
    set: &'static str,
    peer: [f64; 2],
    /// One puzzle at a time.
    alone: [f64; 2],
    lanes: [f64; 2],
}

const fn bound(set: &'static str, peer: [f64; 2], alone: [f64; 2], lanes: [f64; 2]) -> Bound {
    Bound { set, peer, alone, lanes }
}

/// Nanoseconds per puzzle, from 81 characters to 81 characters. There are no targets for `top95`.
const BOUNDS: &[Bound] = &[
    bound("easy", [1445.0, 1234.0], [350.0, 350.0], [170.0, 170.0]),
    bound("random_minimal", [1923.0, 2009.0], [640.0, 640.0], [260.0, 300.0]),
    bound("seventeen_clue", [2463.0, 2683.0], [900.0, 1000.0], [400.0, 430.0]),
    bound("magictour_top1465", [6000.0, 8607.0], [2700.0, 4300.0], [1200.0, 2150.0]),
    bound("hardest_11plus", [25_400.0, 46_200.0], [12_700.0, 23_000.0], [5100.0, 9200.0]),
    bound("hardest_1106", [38_950.0, 73_500.0], [19_500.0, 36_700.0], [7800.0, 14_700.0]),
    bound("multi_solution", [1764.0, 2124.0], [880.0, 1060.0], [440.0, 530.0]),
];

/// The target for writing all solutions, per solution.
pub(super) const ENUMERATING: Goal = Goal { most: 100.0, peer: 300.0 };

/// The target for counting solutions, per solution.
pub(super) const COUNTING: Goal = Goal { most: 90.0, peer: 277.0 };

/// The target for making a minimal puzzle from a grid.
pub(super) const MINIMIZING: Goal = Goal { most: 25_000.0, peer: 115_000.0 };

/// The maximum time of the facade, relative to the engine.
pub(super) const FACADE: f64 = 1.15;

/// The maximum time of the program from file to file, per core, relative to the lanes.
pub(super) const PROGRAM: f64 = 1.20;

/// The maximum time of the lanes on the tier `avx2`, relative to the tier `avx512`.
pub(super) const AVX2: f64 = 1.5;

/// The maximum time of the portable tier, one puzzle at a time, relative to the crate `sudoku`, which is built in the
/// same way. This is the target of the first edition.
pub(super) const PORTABLE: f64 = 1.6;

/// The target for a set, if any.
pub(super) fn goal(set: &str, question: Question, in_lanes: bool) -> Option<Goal> {
    let bound = BOUNDS.iter().find(|bound| bound.set == set)?;
    let of = usize::from(question != Question::First);
    let most = if in_lanes { bound.lanes } else { bound.alone };
    Some(Goal { most: most[of], peer: bound.peer[of] })
}

#[cfg(test)]
mod tests {
    use super::{BOUNDS, ENUMERATING, goal};
    use crate::suite::SETS;
    use arcdoku::Question;

    #[test]
    fn a_target_is_a_time_and_a_ratio() {
        let alone = goal("hardest_1106", Question::Unique, false).unwrap();
        assert!((alone.most - 36_700.0).abs() < 1e-9 && (alone.ratio() - 2.003).abs() < 1e-3);
        let lanes = goal("easy", Question::First, true).unwrap();
        assert!((lanes.ratio() - 8.5).abs() < 1e-9 && (ENUMERATING.ratio() - 3.0).abs() < 1e-9);
    }

    #[test]
    fn every_bound_has_a_set_and_lanes_have_higher_targets() {
        for bound in BOUNDS {
            assert!(SETS.contains(&bound.set));
            for of in 0..2 {
                assert!(bound.lanes[of] < bound.alone[of] && bound.alone[of] < bound.peer[of]);
            }
        }
        assert_eq!(goal("top95", Question::First, false), None);
    }
}
