//! Help for a person who solves a puzzle: all steps by ease, the progress, and mistakes.
//!
//! ```text
//!             .-- steps     all steps, easiest first, each with its effect
//!  state -----+
//!             '-- progress  the remaining score, compared with the score of the whole path
//!
//!  clues, filled cells, pencil marks -- mistakes   compared with the known solution
//! ```
//!
//! All results are data; `explain` describes them in words. The caller provides the solution, because this module
//! does not search for it.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::ControlFlow;

use super::path::{next_step, solve_with};
use super::profile::{Entry, Level, Profile};
use super::search::RateScratch;
use crate::deduction::{
    Candidate, Candidates, Next, Options, PathEnd, Search, Step, Technique, Techniques, Tenths,
};
use crate::grid::{Cell, Digit};
use crate::logic::{Board, Logic};
use crate::puzzle::{Budget, Limit, Limits, Puzzle, Solution, WorkProgress};

/// A difference from the solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mistake {
    /// A cell was filled with this digit, which is wrong.
    Wrong(Candidate),
    /// An empty cell lacks its right digit, this one, among its pencil marks.
    Missing(Candidate),
}

impl Mistake {
    /// The cell.
    pub fn cell(self) -> Cell {
        match self {
            Self::Wrong(at) | Self::Missing(at) => at.cell,
        }
    }
}

/// Differences from the solution: cells that were `filled` wrongly, then empty cells whose right digit is not among
/// the candidates that the puzzle leaves them.
///
/// Candidates that a filled cell removes from its neighbors are ignored, so one wrong digit is one mistake.
pub fn mistakes(puzzle: &Puzzle, filled: &[(Cell, Digit)], solution: &Solution) -> Vec<Mistake> {
    let wrong = filled.iter().filter(|&&(cell, digit)| solution.at(cell) != digit);
    let wrong = wrong.map(|&(cell, digit)| Mistake::Wrong(Candidate { cell, digit }));
    let is_empty = |cell: &Cell| {
        puzzle.givens()[cell.index()].is_none() && filled.iter().all(|(filled, _)| filled != cell)
    };
    let cells = (0..puzzle.givens().len()).map(Cell::new);
    let missing = cells.filter(is_empty).filter_map(|cell| {
        let digit = solution.at(cell);
        let there = puzzle.admissible(cell).contains(digit);
        (!there).then_some(Mistake::Missing(Candidate { cell, digit }))
    });
    wrong.chain(missing).collect()
}

/// The effect of a step: what the quick techniques of a profile then find. The column `progress` of the profile marks
/// these techniques.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Unlocked {
    /// The number of singles that follow before any other technique is needed.
    pub direct: u32,
    /// The total number of singles that follow.
    pub singles: u32,
    /// Whether these singles solve the puzzle.
    pub solves: bool,
}

/// A step of a state, with everything that determines its rank.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ranked {
    /// The step.
    pub step: Step,
    /// The rank of the technique in the order of the profile.
    pub rank: usize,
    /// The level of the technique, if the profile has one.
    pub level: Option<Level>,
    /// The score, if the profile has one.
    pub score: Option<u32>,
    /// The effect.
    pub unlocked: Unlocked,
}

/// The steps of a puzzle with rules, easiest first: the steps that need no assumption, otherwise the simplest
/// contradiction.
///
/// # Errors
/// The limit that was reached.
pub fn steps_of_rules(
    logic: &mut Logic,
    board: &Board,
    wanted: Techniques,
    limits: &Limits<'_>,
) -> Result<Vec<Ranked>, Limit> {
    const QUICK: Techniques =
        Techniques::of(&[Technique::FullHouse, Technique::HiddenSingle, Technique::NakedSingle]);
    let budget = limits.start();
    let mut steps = logic.steps(board, wanted, limits)?;
    if steps.is_empty()
        && let Next::Step(found) = logic.next(board, wanted, &budget.rest())?
    {
        steps.push(found);
    }
    let ranked = |(rank, (step, tenths)): (usize, (Step, Tenths))| {
        let mut board = board.clone();
        logic.apply(&step, &mut board);
        let mut unlocked = Unlocked::default();
        while let Next::Step((next, _)) = logic.next(&board, QUICK, &budget.rest())? {
            unlocked.singles += 1;
            logic.apply(&next, &mut board);
        }
        unlocked.direct = unlocked.singles;
        unlocked.solves = board.is_full();
        Ok(Ranked { step, rank, level: None, score: Some(tenths.0.into()), unlocked })
    };
    steps.into_iter().enumerate().map(ranked).collect()
}

/// Progress from the clues to the solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// The level of the remaining path.
    pub level: Level,
    /// The score of the remaining path.
    pub left: u32,
    /// The score of the whole path from the clues.
    pub whole: u32,
}

impl Progress {
    /// The completed part of the score in percent, rounded down: `100 - 100 * left / whole`.
    ///
    /// The remaining score is measured along the profile's path from the state, which may have a greater score than the
    /// rest of the path from the clues. The result is never below 0, and it is 100 only if the remaining score is 0.
    pub fn percent(self) -> u32 {
        let (left, whole) = (u64::from(self.left), u64::from(self.whole).max(1));
        100 - (100 * left).div_ceil(whole).min(100) as u32
    }
}

/// Answers the questions of a person who solves a puzzle.
#[derive(Debug)]
pub struct Guide<'a> {
    /// The order of techniques.
    pub profile: &'a Profile,
    /// The options of the techniques.
    pub options: &'a Options,
    /// The solution, to give a digit as a last resort.
    pub solution: Option<&'a Solution>,
    scratch: RateScratch,
    /// Memory for the states that steps lead to.
    ahead: RateScratch,
}

impl<'a> Guide<'a> {
    /// Creates a guide with this order of techniques.
    pub fn new(profile: &'a Profile, options: &'a Options, solution: Option<&'a Solution>) -> Self {
        Self { profile, options, solution, scratch: RateScratch::default(), ahead: RateScratch::default() }
    }

    /// Every step of these techniques, easiest first: in the order of the profile, and within a technique first the
    /// steps with more effect, then steps that unlock more, then steps with smaller patterns. A limit may end the
    /// search before all are found.
    pub fn steps(
        &mut self,
        state: &Candidates,
        wanted: Techniques,
        limits: &Limits<'_>,
    ) -> (Vec<Ranked>, Option<Limit>) {
        let budget = limits.start();
        let Self { profile, options, solution: _, scratch, ahead } = self;
        let mut seen = HashSet::new();
        let mut ranked: Vec<Ranked> = Vec::new();
        let mut search = Search::new(state, options, scratch, &budget);
        let end = search.each(wanted, &mut |step| {
            if !seen.insert(step.clone()) {
                return ControlFlow::Continue(());
            }
            // If a limit was reached here, the search will reach it as well.
            let Ok(unlocked) = unlocked(profile, options, ahead, &budget, state, &step) else {
                return ControlFlow::Break(());
            };
            let entry = profile.entry(step.technique);
            ranked.push(Ranked {
                rank: profile.rank(step.technique),
                level: entry.map(|entry| entry.level),
                score: entry.map(|entry| entry.score),
                unlocked,
                step,
            });
            budget.report(WorkProgress::Steps(ranked.len()));
            ControlFlow::Continue(())
        });
        ranked.sort_by_cached_key(|ranked| {
            let Step { technique, placements, eliminations, pattern, .. } = &ranked.step;
            let effect = Reverse((placements.len(), eliminations.len()));
            (ranked.rank, *technique, effect, Reverse(ranked.unlocked), pattern.outline().size)
        });
        (ranked, end.err())
    }

    /// The progress from the clues to a state; `None` if the profile does not solve both the puzzle and the state.
    ///
    /// # Errors
    /// If a limit ends one of the two paths.
    pub fn progress(
        &mut self,
        clues: &Candidates,
        state: &Candidates,
        limits: &Limits<'_>,
    ) -> Result<Option<Progress>, Limit> {
        let mut rate = |from: &Candidates| {
            let Self { profile, options, solution, scratch, ahead: _ } = self;
            let from = from.clone();
            let go_on = &mut |_: &_, _: &_| ControlFlow::Continue(());
            match solve_with(from, profile, options, *solution, limits, scratch, go_on) {
                (_, _, PathEnd::Stopped(limit)) => Err(limit),
                (level, score, PathEnd::Solved) => Ok(Some((level, score))),
                _ => Ok(None),
            }
        };
        let Some((_, whole)) = rate(clues)? else { return Ok(None) };
        Ok(rate(state)?.map(|(level, left)| Progress { level, left, whole }))
    }
}

/// The effect of a step with the quick techniques.
fn unlocked(
    profile: &Profile,
    options: &Options,
    scratch: &mut RateScratch,
    budget: &Budget<'_>,
    state: &Candidates,
    step: &Step,
) -> Result<Unlocked, Limit> {
    let mut state = state.clone();
    step.apply(&mut state);
    let (mut unlocked, mut direct) = (Unlocked::default(), true);
    let quick = |entry: &Entry| entry.progress && entry.enabled;
    while let Some((step, _)) = next_step(&state, profile, options, None, scratch, budget, quick)? {
        if step.technique.is_single() {
            unlocked.singles += 1;
            unlocked.direct += u32::from(direct);
        } else {
            direct = false;
        }
        step.apply(&mut state);
    }
    unlocked.solves = state.is_full();
    Ok(unlocked)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A puzzle that singles solve, and its solution.
    const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    /// A puzzle that needs other techniques.
    const HARD: &str = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";

    fn puzzle(text: &str) -> Puzzle {
        text.parse().unwrap()
    }

    fn solution(text: &str) -> Solution {
        let digits: Vec<Digit> = puzzle(text).givens().iter().copied().map(Option::unwrap).collect();
        Solution::new(digits)
    }

    fn at(row: usize, column: usize, digit: u8) -> Candidate {
        Candidate::at(9 * row + column - 10, usize::from(digit) - 1)
    }

    #[test]
    fn one_wrong_digit_is_one_mistake() {
        use crate::grid::DigitSet;
        use crate::puzzle::Rule;
        let solution = solution(SOLVED);
        let filled = [(Cell::new(2), Digit::new(4).unwrap()), (Cell::new(3), Digit::new(2).unwrap())];
        assert_eq!(mistakes(&puzzle(EASY), &filled[..1], &solution), []);
        assert_eq!(mistakes(&puzzle(EASY), &filled, &solution), [Mistake::Wrong(at(1, 4, 2))]);
        let mut sets = vec![DigitSet::all(9); 81];
        sets[8].remove(Digit::new(2).unwrap());
        sets[10].remove(Digit::new(9).unwrap());
        let marked = puzzle(EASY).with_rule(Rule::Candidates(sets.into()));
        assert_eq!(
            mistakes(&marked, &filled, &solution),
            [Mistake::Wrong(at(1, 4, 2)), Mistake::Missing(at(1, 9, 2))]
        );
    }

    #[test]
    fn progress_goes_from_0_to_100_percent() {
        let (profile, options) = (Profile::hodoku(), Options::proven());
        let (start, end) = (puzzle(EASY), solution(SOLVED));
        let mut guide = Guide::new(&profile, &options, Some(&end));
        let clues = Candidates::of(&start).unwrap();
        let mut state = clues.clone();
        let mut before = guide.progress(&clues, &state, &Limits::NONE).unwrap().unwrap();
        assert_eq!((before.percent(), before.left), (0, before.whole));
        let next = |state: &Candidates| {
            let (scratch, budget) = (&mut RateScratch::default(), Limits::NONE.start());
            next_step(state, &profile, &options, None, scratch, &budget, |entry| entry.enabled).unwrap()
        };
        while let Some((step, _)) = next(&state) {
            step.apply(&mut state);
            let now = guide.progress(&clues, &state, &Limits::NONE).unwrap().unwrap();
            assert!(now.percent() >= before.percent() && now.left < before.left);
            assert_eq!(now.percent() == 100, state.is_full());
            before = now;
        }
        assert!(state.is_full());
    }

    #[test]
    fn steps_are_ranked_and_list_what_they_unlock() {
        for (text, profile) in [(EASY, Profile::hodoku()), (HARD, Profile::relaxed())] {
            let options = Options { proper: None, ..Options::proven() };
            let state = Candidates::of(&puzzle(text)).unwrap();
            let mut guide = Guide::new(&profile, &options, None);
            let (scratch, budget) = (&mut RateScratch::default(), Limits::NONE.start());
            let first = next_step(&state, &profile, &options, None, scratch, &budget, |entry| entry.enabled);
            let (first, _) = first.unwrap().unwrap();
            let all = profile.entries.iter().filter(|entry| entry.score <= 300);
            let wanted = all.fold(Techniques::NONE, |all, entry| all | entry.techniques);
            let (steps, limit) = guide.steps(&state, wanted, &Limits::NONE);
            assert_eq!(limit, None);
            assert_eq!(steps[0].step.technique, first.technique);
            assert!(steps.is_sorted_by_key(|ranked| ranked.rank));
            assert_eq!(steps.iter().map(|ranked| &ranked.step).collect::<HashSet<_>>().len(), steps.len());
            for Ranked { unlocked, .. } in &steps {
                assert!(unlocked.direct <= unlocked.singles);
                assert_eq!(unlocked.solves, text == EASY);
            }
        }
    }

    /// The search for all nested forcing chains of this state checks its limits 5,000 times.
    #[test]
    fn a_search_ends_soon_after_its_flag_is_set() {
        use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
        use std::time::Duration;

        const TESTS: u32 = 500;
        static FLAG: AtomicBool = AtomicBool::new(false);
        static READS: AtomicU32 = AtomicU32::new(0);
        /// The limits read the clock in each check, so this clock counts the checks.
        fn clock() -> Duration {
            FLAG.store(READS.fetch_add(1, Relaxed) >= TESTS, Relaxed);
            Duration::ZERO
        }

        // Golden Nugget, by tarek.
        let text = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";
        let state = Candidates::of(&puzzle(text)).unwrap();
        let (profile, options) = (Profile::hodoku(), Options::proven());
        let limits = Limits::NONE.with_time(Duration::MAX).with_clock(clock).with_cancel(&FLAG);
        let wanted = Techniques::only(Technique::NestedDynamicForcingChains);
        let (found, end) = Guide::new(&profile, &options, None).steps(&state, wanted, &limits);
        assert_eq!((found.len(), end), (0, Some(Limit::Cancelled)));
        assert_eq!(READS.load(Relaxed), TESTS + 1);
    }
}
