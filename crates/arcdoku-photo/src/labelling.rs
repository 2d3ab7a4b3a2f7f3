//! The cheapest clues that are a proper puzzle.
//!
//! Each cell has a cost for each clue and for none: the negative logarithm of its probability. The labellings are
//! enumerated by cost. If two clues of a labelling break a rule, one of them must be replaced, so only these two cells
//! branch.
//!
//! The cells with clues of most published 9x9 puzzles are symmetric by a half-turn. Labellings of 9x9 without this
//! symmetry have an additional cost, and the symmetric ones are also enumerated alone. Then pairs of opposite cells
//! branch together.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};

use arcdoku::puzzle::{Limits, Solution};
use arcdoku::{Digit, Shape};

use crate::proper::{Checker, Uniqueness};

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Label {
    /// Nothing.
    Blank,
    /// A printed digit.
    Clue(Digit),
    /// A handwritten digit.
    Entry(Digit),
}

impl Label {
    /// The clue, if it is one.
    pub fn clue(self) -> Option<Digit> {
        if let Self::Clue(digit) = self { Some(digit) } else { None }
    }
}

/// The clues that a cell may have, or none, with their costs, cheapest first.
pub(crate) type Choices = Vec<(f32, Option<Digit>)>;

/// A proper puzzle, and its cost.
#[derive(Clone, Debug)]
pub(crate) struct Labelling {
    pub(crate) clues: Vec<Option<Digit>>,
    pub(crate) solution: Solution,
    /// The sum of the costs of all cells. In [`Cheapest`], it includes the cost of asymmetry.
    pub(crate) cost: f32,
}

/// The cheapest labellings.
#[derive(Clone, Debug)]
pub(crate) struct Cheapest {
    pub(crate) best: Labelling,
    /// The cheapest one with other clues, if one was found.
    pub(crate) second: Option<Labelling>,
    /// The cost of all other labellings with one solution is at least this.
    pub(crate) bound: f32,
}

/// The maximum numbers of labellings of an enumeration, for at most 81 cells and for more.
const MOST_LABELLINGS: [usize; 2] = [1500, 40];

/// The maximum numbers of nodes for one labelling.
const MOST_NODES: [u64; 2] = [2000, 3000];

/// The maximum number of units that a labelling without a conflict branches on.
const BRANCHES: usize = 24;

/// The cost above the best labelling at which a second one is irrelevant.
const IRRELEVANT_COST: f32 = 9.0;

/// The cost above the cheapest labelling at which a puzzle is implausible. Otherwise an empty grid would have one, too.
const IMPLAUSIBLE_COST: f32 = 20.0;

/// The additional cost of 9x9 labellings without symmetry. The clues of 50 of 66 photos of newspapers are symmetric.
/// Only one photo has clues that are symmetric except for a few cells, which an error would also cause. The ratio is
/// 50, and its logarithm is 3.9.
const ASYMMETRIC_COST: f32 = 4.0;

/// Cells that are labelled together.
struct Unit {
    cells: Vec<usize>,
    /// The clues of the cells with their cost, cheapest first.
    choices: Vec<(f32, Vec<Option<Digit>>)>,
}

impl Unit {
    /// One cell.
    fn one(cell: usize, choices: &[Choices]) -> Self {
        let choices = choices[cell].iter().map(|(cost, clue)| (*cost, vec![*clue])).collect();
        Self { cells: vec![cell], choices }
    }

    /// A cell and the opposite one, where both or neither have clues; `None` if this is impossible.
    fn pair(cell: usize, choices: &[Choices]) -> Option<Self> {
        let other = choices.len() - 1 - cell;
        if other == cell {
            return Some(Self::one(cell, choices));
        }
        let mut pairs: Vec<(f32, Vec<Option<Digit>>)> = Vec::new();
        for (cost, one) in &choices[cell] {
            let same = choices[other].iter().filter(|(_, two)| one.is_some() == two.is_some());
            pairs.extend(same.map(|(more, two)| (cost + more, vec![*one, *two])));
        }
        pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
        (!pairs.is_empty()).then_some(Self { cells: vec![cell, other], choices: pairs })
    }
}

/// A labelling: the units without their cheapest clues, with the index of their clues.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Selection(Vec<(u16, u16)>);

impl Selection {
    fn rank(&self, unit: usize) -> usize {
        self.0.iter().find(|(at, _)| usize::from(*at) == unit).map_or(0, |(_, rank)| usize::from(*rank))
    }

    /// The labelling with the next clues in a unit, and the additional cost.
    fn next(&self, unit: usize, units: &[Unit]) -> Option<(f32, Self)> {
        let (rank, choices) = (self.rank(unit), &units[unit].choices);
        let (before, after) = (choices[rank].0, choices.get(rank + 1)?.0);
        let mut next: Vec<_> = self.0.iter().copied().filter(|(at, _)| usize::from(*at) != unit).collect();
        next.push((unit as u16, rank as u16 + 1));
        next.sort_unstable();
        Some((after - before, Self(next)))
    }

    /// The clues of all cells.
    fn clues(&self, units: &[Unit], cells: usize) -> Vec<Option<Digit>> {
        let mut clues = vec![None; cells];
        for (index, unit) in units.iter().enumerate() {
            let chosen = &unit.choices[self.rank(index)].1;
            unit.cells.iter().zip(chosen).for_each(|(cell, clue)| clues[*cell] = *clue);
        }
        clues
    }
}

/// The cost of a labelling, as a key of the queue.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Cost(f32);

impl Eq for Cost {}

impl PartialOrd for Cost {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Cost {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// The cheapest clues that are a proper puzzle, if some are found before `cancel` is true. Otherwise, the least cost of
/// a puzzle that was not found.
pub(crate) fn cheapest(
    shape: Shape,
    choices: &[Choices],
    checker: &mut Checker,
    cancel: &AtomicBool,
) -> Result<Cheapest, f32> {
    let cells: Vec<Unit> = (0..choices.len()).map(|cell| Unit::one(cell, choices)).collect();
    let most = choices.iter().map(|cell| cell[0].0).sum::<f32>() + IMPLAUSIBLE_COST;
    let mut all = enumerate(shape, &cells, most, checker, cancel);
    if shape.digits() == 9 {
        for labelling in all.proper.iter_mut().filter(|labelling| !has_symmetry(&labelling.clues)) {
            labelling.cost += ASYMMETRIC_COST;
        }
        // Symmetric labellings that were not enumerated are enumerated here.
        all.bound += ASYMMETRIC_COST;
        let pairs = (0..choices.len().div_ceil(2)).map(|cell| Unit::pair(cell, choices));
        if let Some(pairs) = pairs.collect::<Option<Vec<_>>>() {
            let most = all.proper.first().map_or(most, |best| most.min(best.cost + IRRELEVANT_COST));
            let symmetric = enumerate(shape, &pairs, most, checker, cancel);
            all.proper.extend(symmetric.proper);
            all.bound = all.bound.min(symmetric.bound);
        }
        all.proper.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    }
    let mut proper = all.proper.into_iter();
    let best = proper.next().ok_or(all.bound)?;
    let second = proper.find(|other| best.clues != other.clues);
    Ok(Cheapest { best, second, bound: all.bound })
}

/// Whether each cell with a clue is opposite to a cell with a clue.
pub(crate) fn has_symmetry(clues: &[Option<Digit>]) -> bool {
    clues.iter().zip(clues.iter().rev()).all(|(one, two)| one.is_some() == two.is_some())
}

/// Labellings by cost.
struct Enumerated {
    /// At most two proper puzzles.
    proper: Vec<Labelling>,
    /// The cost of all other labellings with one solution is at least this.
    bound: f32,
}

/// Enumerates labellings until the cost is larger than `most`, two are proper, `MOST_LABELLINGS` were enumerated, none
/// is left, or `cancel` is true. After the first proper one, `most` decreases to a cost at which others are irrelevant.
fn enumerate(
    shape: Shape,
    units: &[Unit],
    mut most: f32,
    checker: &mut Checker,
    cancel: &AtomicBool,
) -> Enumerated {
    let cells = shape.rows() * shape.columns();
    let mut unit_of = vec![0; cells];
    for (index, unit) in units.iter().enumerate() {
        unit.cells.iter().for_each(|cell| unit_of[*cell] = index);
    }
    let is_large = usize::from(shape.digits() > 9);
    let limits = Limits::default().with_nodes(MOST_NODES[is_large]).with_cancel(cancel);
    let least = Cost(units.iter().map(|unit| unit.choices[0].0).sum());
    let mut queue = BinaryHeap::from([Reverse((least, Selection(Vec::new())))]);
    let mut seen = HashSet::from([Selection(Vec::new())]);
    let mut proper: Vec<Labelling> = Vec::new();
    // The smallest cost of a labelling that is not enumerated.
    let mut skipped = f32::INFINITY;
    for _ in 0..MOST_LABELLINGS[is_large] {
        let Some(Reverse((Cost(cost), state))) = queue.pop() else { break };
        if cost > most || cancel.load(Ordering::Relaxed) {
            skipped = skipped.min(cost);
            break;
        }
        let clues = state.clues(units, cells);
        let branches: Vec<usize> = if let Some((one, two)) = conflict(shape, &clues) {
            let (one, two) = (unit_of[one], unit_of[two]);
            if one == two { vec![one] } else { vec![one, two] }
        } else {
            if clues.iter().flatten().count() >= least_clues(shape.digits()) {
                match checker.check(shape, &clues, &limits) {
                    Uniqueness::Proper(solution) => {
                        proper.push(Labelling { clues, solution, cost });
                        most = most.min(cost + IRRELEVANT_COST);
                    }
                    // It may be a proper puzzle.
                    Uniqueness::Unknown => skipped = skipped.min(cost),
                    Uniqueness::Improper => {}
                }
            }
            (0..units.len()).collect()
        };
        if proper.len() == 2 {
            skipped = skipped.min(cost);
            break;
        }
        let mut next: Vec<_> = branches.into_iter().filter_map(|unit| state.next(unit, units)).collect();
        next.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (index, (more, state)) in next.into_iter().enumerate() {
            if index >= BRANCHES {
                skipped = skipped.min(cost + more);
                break;
            }
            if seen.insert(state.clone()) {
                queue.push(Reverse((Cost(cost + more), state)));
            }
        }
    }
    let rest = queue.peek().map_or(f32::INFINITY, |Reverse((Cost(cost), _))| *cost);
    Enumerated { proper, bound: skipped.min(rest) }
}

/// The smallest number of clues of a puzzle with one solution (9x9: G. McGuire, B. Tugemann, G. Civario, 2014; 16x16:
/// the smallest known number).
fn least_clues(size: usize) -> usize {
    match size {
        4 => 4,
        6 => 8,
        16 => 55,
        _ => 17,
    }
}

/// Two cells of a row, a column or a box with the same clue.
fn conflict(shape: Shape, clues: &[Option<Digit>]) -> Option<(usize, usize)> {
    // The largest grid has 16 rows.
    let (n, mut places) = (shape.columns(), [[[None; 16]; 16]; 3]);
    for (cell, digit) in clues.iter().enumerate().filter_map(|(cell, clue)| Some((cell, (*clue)?))) {
        let position = shape.cell(cell / n, cell % n);
        let houses = [Some(cell / n), Some(cell % n), shape.box_of(position)];
        for (kind, house) in houses.into_iter().enumerate() {
            let place: &mut Option<u16> = &mut places[kind][house?][digit.index()];
            if let Some(other) = *place {
                return Some((usize::from(other), cell));
            }
            *place = Some(cell as u16);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    /// The clues of a puzzle, except for the given cells.
    fn choices(others: &[(usize, Choices)]) -> Vec<Choices> {
        let mut choices: Vec<Choices> =
            PUZZLE.bytes().map(|byte| vec![(0.0, Digit::new(byte.wrapping_sub(b'0')))]).collect();
        others.iter().for_each(|(cell, clues)| choices[*cell].clone_from(clues));
        choices
    }

    fn clue(digit: u8) -> Option<Digit> {
        Digit::new(digit)
    }

    fn cheapest_of(choices: &[Choices]) -> Option<Cheapest> {
        cheapest(Shape::boxes(3, 3)?, choices, &mut Checker::new(), &AtomicBool::new(false)).ok()
    }

    #[test]
    fn a_repeated_digit_is_corrected() {
        // The first cell looks like the 3 of its neighbor, and more like 6 than like 5.
        let choices = choices(&[(0, vec![(0.1, clue(3)), (2.5, clue(6)), (3.0, clue(5))])]);
        let found = cheapest_of(&choices).expect("a labelling");
        assert_eq!(found.best.clues[0], clue(5));
        assert!((found.best.cost - 3.0).abs() < 1e-6);
        assert!(found.second.is_none());
    }

    #[test]
    fn a_missing_clue_is_found_and_the_second_labelling_has_its_cost() {
        // Without the clue there are several solutions. With the digit of the solution in an empty cell, the puzzle is
        // still proper.
        let missing = vec![(0.2, None), (1.7, clue(8))];
        let choices = choices(&[(20, missing), (3, vec![(0.0, None), (4.0, clue(6))])]);
        let found = cheapest_of(&choices).expect("a labelling");
        assert_eq!(found.best.clues[20], clue(8));
        let second = found.second.expect("another labelling");
        assert_eq!(second.clues[3], clue(6));
        assert!((second.cost - found.best.cost - 4.0 - ASYMMETRIC_COST).abs() < 1e-5);
    }

    #[test]
    fn symmetric_clues_are_preferred() {
        // The clues are symmetric, and a further one has the digit of the solution.
        for (cost, expected) in [(3.0, None), (5.0, clue(6))] {
            let found =
                cheapest_of(&choices(&[(3, vec![(0.0, clue(6)), (cost, None)])])).expect("a labelling");
            assert_eq!(found.best.clues[3], expected);
            let margin = found.second.expect("another labelling").cost - found.best.cost;
            assert!((margin - (cost - ASYMMETRIC_COST).abs()).abs() < 1e-5);
        }
        // Two opposite clues.
        let further = vec![(0.0, clue(6)), (2.5, None)];
        let found = cheapest_of(&choices(&[(3, further.clone()), (77, further)])).expect("a labelling");
        assert_eq!((found.best.clues[3], found.best.clues[77]), (clue(6), clue(6)));
        let second = found.second.expect("another labelling");
        assert!((second.cost - 5.0).abs() < 1e-5);
        assert!(has_symmetry(&second.clues));
    }

    #[test]
    fn labels_that_allow_no_puzzle_have_no_labelling() {
        assert!(cheapest_of(&choices(&[(0, vec![(0.1, clue(3)), (2.0, clue(8))])])).is_none());
        let blank: Vec<Choices> = vec![vec![(0.0, None)]; 81];
        assert!(cheapest_of(&blank).is_none());
    }
}
