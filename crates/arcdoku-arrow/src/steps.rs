//! Paths of puzzles as arrays: states, techniques and actions, step by step.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use arcdoku::canon::Clues;
use arcdoku::deduction::{Candidate, Candidates, Options, PathEnd, Step};
use arcdoku::puzzle::{Limits, Outcome};
use arcdoku::rate::{Rater, Scale, Weight};
use arcdoku::solve::Solver;
use arcdoku::{Cell, Digit};

use crate::failure::Failure;
use crate::work::Work;

/// The number of puzzles that a thread processes at a time.
const BATCH: usize = 16;

/// The end of a path. The first five numbers are the numbers of `Outcome`, except that `Solved` takes the place of
/// `Unique`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum End {
    /// The puzzle has no solution; there are no steps.
    None = 0,
    /// The path solves the puzzle.
    Solved = 1,
    /// The puzzle has several solutions; there are no steps.
    Several = 2,
    /// A limit was reached first.
    Unknown = 3,
    /// The row is not a puzzle, because a number is above 9; there are no steps.
    Malformed = 4,
    /// No technique of the scale applies to the last state.
    Stuck = 5,
}

/// Options of paths.
#[derive(Clone, Debug)]
pub struct StepsOptions {
    /// The scale.
    pub scale: Scale,
    /// The options of the techniques.
    pub techniques: Options,
    /// Whether a path on which no technique applies continues with a digit of the solution, if the scale has this
    /// step.
    pub reveals: bool,
    /// The maximum number of steps of a path.
    pub most: Option<u64>,
}

impl StepsOptions {
    /// Options of paths on a scale that end when no technique applies.
    pub fn new(scale: Scale) -> Self {
        Self { scale, techniques: Options::default(), reveals: false, most: None }
    }
}

/// The paths of puzzles. All steps of the first puzzle come first.
///
/// A state consists of 81 sets of candidates, with bit `d - 1` for digit `d`. A filled cell has only the bit of its
/// digit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paths {
    /// For each puzzle, and once more at the end, the number of steps before it.
    pub offsets: Vec<i64>,
    /// The [`End`] of each path.
    pub ends: Vec<u8>,
    /// The state in which each path ended, 81 sets per puzzle; empty sets without a path.
    pub last: Vec<u16>,
    /// The state before each step, 81 sets per step.
    pub candidates: Vec<u16>,
    /// The digits of filled cells before each step, 81 per step; 0 for an empty cell.
    pub values: Vec<u8>,
    /// The technique of each step: an index in [`Technique::ALL`](arcdoku::deduction::Technique::ALL).
    pub techniques: Vec<u8>,
    /// The weight of each step, which is its score, or its rating in tenths.
    pub weights: Vec<u32>,
    /// For each step, and once more at the end, the number of actions before it.
    pub action_offsets: Vec<i64>,
    /// The cell of each action.
    pub cells: Vec<u8>,
    /// The digit of each action.
    pub digits: Vec<u8>,
    /// Whether an action fills the cell (1) or eliminates the candidate (0).
    pub fills: Vec<u8>,
}

impl Paths {
    fn new() -> Self {
        Self { offsets: vec![0], action_offsets: vec![0], ..Self::default() }
    }

    fn append(&mut self, other: &Self) {
        let shift = |to: &mut Vec<i64>, from: &[i64]| {
            // Each list of offsets ends with its total, which is also the first offset of the next list, so it is
            // removed before the next list is appended.
            let start = to.pop().unwrap_or(0);
            to.extend(from.iter().map(|offset| offset + start));
        };
        shift(&mut self.offsets, &other.offsets);
        shift(&mut self.action_offsets, &other.action_offsets);
        self.ends.extend_from_slice(&other.ends);
        self.last.extend_from_slice(&other.last);
        self.candidates.extend_from_slice(&other.candidates);
        self.values.extend_from_slice(&other.values);
        self.techniques.extend_from_slice(&other.techniques);
        self.weights.extend_from_slice(&other.weights);
        self.cells.extend_from_slice(&other.cells);
        self.digits.extend_from_slice(&other.digits);
        self.fills.extend_from_slice(&other.fills);
    }

    fn step(&mut self, state: &Candidates, step: &Step, weight: Weight) {
        sets(state, &mut self.candidates);
        self.values.extend((0..81).map(|cell| state.value(Cell::new(cell)).map_or(0, Digit::get)));
        self.techniques.push(step.technique as u8);
        self.weights.push(match weight {
            Weight::Score { score, .. } => score,
            Weight::Tenths(tenths) => tenths.0.into(),
            _ => 0,
        });
        let fills = step.placements.iter().map(|&at| (at, 1));
        for (Candidate { cell, digit }, fills) in fills.chain(step.eliminations.iter().map(|&at| (at, 0))) {
            self.cells.push(cell.index() as u8);
            self.digits.push(digit.get());
            self.fills.push(fills);
        }
        self.action_offsets.push(self.cells.len() as i64);
    }
}

/// Appends the sets of a state.
fn sets(state: &Candidates, out: &mut Vec<u16>) {
    out.extend((0..81).map(|cell| {
        let cell = Cell::new(cell);
        state.value(cell).map_or(state.candidates(cell).bits() as u16, |digit| 1 << digit.index())
    }));
}

/// The paths of boards of 81 numbers each, 0 for an empty cell.
///
/// # Errors
/// If `boards` is not a whole number of boards, the work was cancelled, or a worker panicked.
pub fn steps(options: &StepsOptions, boards: &[u8], work: &Work<'_>) -> Result<Paths, Failure> {
    let (boards, rest) = boards.as_chunks::<81>();
    if !rest.is_empty() {
        return Err(Failure::Length { found: boards.len() * 81 + rest.len(), expected: boards.len() * 81 });
    }
    let batches = boards.len().div_ceil(BATCH);
    let joined = Mutex::new(Joined { all: Paths::new(), next: 0, early: BTreeMap::new() });
    work.run(batches, 1, (), || {
        let mut walker = Walker::new(options, work.limits());
        let joined = &joined;
        move |batches, ()| {
            for batch in batches {
                let mut paths = Paths::new();
                let end = boards.len().min((batch + 1) * BATCH);
                for board in &boards[batch * BATCH..end] {
                    if work.is_cancelled() {
                        return;
                    }
                    walker.walk(board, &mut paths);
                }
                joined.lock().unwrap_or_else(PoisonError::into_inner).add(batch, paths);
            }
        }
    })?;
    Ok(joined.into_inner().unwrap_or_else(PoisonError::into_inner).all)
}

/// Joins the paths of batches in order. A batch is appended as soon as all earlier batches were appended, so few
/// batches have to be kept.
struct Joined {
    all: Paths,
    /// The next batch to append.
    next: usize,
    /// Batches that were completed before the next one.
    early: BTreeMap<usize, Paths>,
}

impl Joined {
    fn add(&mut self, batch: usize, paths: Paths) {
        self.early.insert(batch, paths);
        while let Some(paths) = self.early.remove(&self.next) {
            self.all.append(&paths);
            self.next += 1;
        }
    }
}

/// Follows paths and reuses memory between them.
struct Walker<'a> {
    options: &'a StepsOptions,
    limits: Limits<'a>,
    rater: Rater,
    solver: Solver,
}

impl<'a> Walker<'a> {
    fn new(options: &'a StepsOptions, limits: Limits<'a>) -> Self {
        Self { options, limits, rater: options.scale.rater(), solver: Solver::new() }
    }

    /// Appends the path of a board.
    fn walk(&mut self, board: &[u8; 81], paths: &mut Paths) {
        let mut last = None;
        let end = self.follow(board, paths, &mut last);
        match last {
            Some(state) => sets(&state, &mut paths.last),
            None => paths.last.extend([0; 81]),
        }
        paths.ends.push(end as u8);
        paths.offsets.push(paths.techniques.len() as i64);
    }

    fn follow(&mut self, board: &[u8; 81], paths: &mut Paths, last: &mut Option<Candidates>) -> End {
        let Some(clues) = Clues::from_numbers(board) else { return End::Malformed };
        let (puzzle, limits) = (clues.puzzle(), self.limits);
        let answer = self.solver.solve(&puzzle, &limits);
        let solution = match &answer.outcome {
            Outcome::Unique(solution) => solution,
            Outcome::Unsatisfiable(_) => return End::None,
            Outcome::Unknown { .. } => return End::Unknown,
            _ => return End::Several,
        };
        let Ok(state) = Candidates::of(&puzzle) else { return End::None };
        let options = self.options.techniques.with_proper(answer.proper());
        let reveals = self.options.reveals.then_some(solution);
        let mut now = state.clone();
        let limits = limits.with_nodes(self.options.most);
        let (_, end) = self.rater.walk(state, &options, reveals, &limits, &mut |state, step, weight| {
            paths.step(state, step, weight);
            now.clone_from(state);
            step.apply(&mut now);
            ControlFlow::Continue(())
        });
        *last = Some(now);
        match end {
            PathEnd::Solved => End::Solved,
            PathEnd::Stopped(_) => End::Unknown,
            _ => End::Stuck,
        }
    }
}

#[cfg(test)]
mod tests {
    use arcdoku::deduction::Technique;
    use arcdoku::rate::Scale;

    use super::{End, Paths, StepsOptions, steps};
    use crate::work::Work;

    fn paths(lines: &[&str], scale: &str, threads: usize) -> Paths {
        let options = StepsOptions::new(Scale::by_name(scale).unwrap());
        let boards: Vec<u8> =
            lines.concat().bytes().map(|byte| if byte == b'.' { 0 } else { byte - b'0' }).collect();
        steps(&options, &boards, &Work::new().with_threads(threads)).unwrap()
    }

    const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn ends_are_reported() {
        let blank = ".".repeat(81);
        let twice = "11".to_owned() + &blank[2..];
        let high = ":".to_owned() + &blank[1..];
        let paths = paths(&[EASY, &blank, &twice, &high], "hodoku", 1);
        let ends = [End::Solved, End::Several, End::None, End::Malformed].map(|end| end as u8);
        assert_eq!(paths.ends, ends);
        let count = paths.techniques.len() as i64;
        assert_eq!(paths.offsets, [0, count, count, count, count]);
        assert!(paths.last[..81].iter().all(|set| set.is_power_of_two()));
        assert!(paths.last[81..].iter().all(|&set| set == 0));
        let singles = |&number: &u8| Technique::ALL[usize::from(number)].is_single();
        assert!(count >= 51 && paths.techniques.iter().all(singles));
        assert_eq!((paths.candidates.len(), paths.values.len()), (count as usize * 81, count as usize * 81));
        assert_eq!(paths.action_offsets.last(), Some(&(paths.cells.len() as i64)));
    }

    #[test]
    fn threads_do_not_matter() {
        let lines = [EASY; 50];
        for scale in ["hodoku", "se"] {
            assert_eq!(paths(&lines, scale, 1), paths(&lines, scale, 3));
        }
    }
}
