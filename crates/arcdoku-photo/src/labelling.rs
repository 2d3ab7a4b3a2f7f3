//! The cheapest labelling of cells whose clues are a proper puzzle.
//!
//! Each cell has a cost for each label: the negative logarithm of its probability. The labellings are enumerated by
//! cost. If two clues of a labelling break a rule, one of them must be replaced, so only these two cells branch.

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

/// The labels of a cell with their costs, cheapest first.
pub(crate) type Choices = Vec<(f32, Label)>;

/// A proper puzzle, and its cost.
#[derive(Clone, Debug)]
pub(crate) struct Labelling {
    pub(crate) labels: Vec<Label>,
    pub(crate) solution: Solution,
    pub(crate) cost: f32,
}

/// The cheapest labellings.
#[derive(Clone, Debug)]
pub(crate) struct Cheapest {
    pub(crate) best: Labelling,
    /// The cheapest labelling with other clues, if one was found.
    pub(crate) second: Option<Labelling>,
    /// The cost of all other labellings with one solution is at least this.
    pub(crate) bound: f32,
}

/// The maximum numbers of labellings, for 81 cells and for more.
const MOST_LABELLINGS: [usize; 2] = [4000, 60];

/// The maximum numbers of nodes for one labelling.
const MOST_NODES: [u64; 2] = [2000, 3000];

/// The number of cells that a labelling without a conflict branches on.
const BRANCHES: usize = 24;

/// The cost above the best labelling at which a second one is irrelevant.
const IRRELEVANT_COST: f32 = 9.0;

/// A labelling: the cells without their cheapest label, with the index of their label.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Selection(Vec<(u16, u8)>);

impl Selection {
    fn rank(&self, cell: usize) -> usize {
        self.0.iter().find(|(at, _)| usize::from(*at) == cell).map_or(0, |(_, rank)| usize::from(*rank))
    }

    /// The labelling with the next label in a cell, and the additional cost.
    fn next(&self, cell: usize, choices: &[Choices]) -> Option<(f32, Self)> {
        let rank = self.rank(cell);
        let (before, after) = (choices[cell][rank].0, choices[cell].get(rank + 1)?.0);
        let mut next: Vec<_> = self.0.iter().copied().filter(|(at, _)| usize::from(*at) != cell).collect();
        next.push((cell as u16, rank as u8 + 1));
        next.sort_unstable();
        Some((after - before, Self(next)))
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

/// The cheapest labelling whose clues are a proper puzzle, if one is found before `cancel` is true.
pub(crate) fn cheapest(
    shape: Shape,
    choices: &[Choices],
    checker: &mut Checker,
    cancel: &AtomicBool,
) -> Option<Cheapest> {
    let is_large = usize::from(shape.digits() > 9);
    let limits = Limits::default().with_nodes(MOST_NODES[is_large]).with_cancel(cancel);
    let mut queue =
        BinaryHeap::from([Reverse((Cost(choices.iter().map(|one| one[0].0).sum()), Selection(Vec::new())))]);
    let mut seen = HashSet::from([Selection(Vec::new())]);
    let mut found: Vec<Labelling> = Vec::new();
    // The smallest cost of a labelling that is not enumerated.
    let mut skipped = f32::INFINITY;
    for _ in 0..MOST_LABELLINGS[is_large] {
        if cancel.load(Ordering::Relaxed) {
            return None;
        }
        let Some(Reverse((Cost(cost), state))) = queue.pop() else { break };
        if found.first().is_some_and(|best| cost > best.cost + IRRELEVANT_COST) {
            skipped = skipped.min(cost);
            break;
        }
        let labels: Vec<Label> =
            choices.iter().enumerate().map(|(cell, all)| all[state.rank(cell)].1).collect();
        let clues: Vec<Option<Digit>> = labels.iter().map(|label| label.clue()).collect();
        let cells: Vec<usize> = if let Some((one, two)) = conflict(shape, &clues) {
            vec![one, two]
        } else {
            if clues.iter().flatten().count() >= least_clues(shape.digits()) {
                let differs =
                    |known: &Labelling| known.labels.iter().zip(&labels).any(|(a, b)| a.clue() != b.clue());
                match checker.check(shape, &clues, &limits) {
                    Uniqueness::Proper(solution) if found.iter().all(differs) => {
                        found.push(Labelling { labels, solution, cost });
                    }
                    // It may be a proper puzzle.
                    Uniqueness::Unknown => skipped = skipped.min(cost),
                    Uniqueness::Proper(_) | Uniqueness::Improper => {}
                }
            }
            (0..choices.len()).collect()
        };
        if found.len() == 2 {
            skipped = skipped.min(cost);
            break;
        }
        let mut next: Vec<_> = cells.into_iter().filter_map(|cell| state.next(cell, choices)).collect();
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
    let mut found = found.into_iter();
    Some(Cheapest { best: found.next()?, second: found.next(), bound: skipped.min(rest) })
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

    /// Certain labels of a puzzle, except for the given cells.
    fn choices(others: &[(usize, &[(f32, Label)])]) -> Vec<Choices> {
        let label = |byte: u8| Digit::new(byte.wrapping_sub(b'0')).map_or(Label::Blank, Label::Clue);
        let mut choices: Vec<Choices> = PUZZLE.bytes().map(|byte| vec![(0.0, label(byte))]).collect();
        others.iter().for_each(|(cell, labels)| choices[*cell] = labels.to_vec());
        choices
    }

    fn clue(digit: u8) -> Label {
        Digit::new(digit).map_or(Label::Blank, Label::Clue)
    }

    fn cheapest_of(choices: &[Choices]) -> Option<Cheapest> {
        cheapest(Shape::boxes(3, 3)?, choices, &mut Checker::new(), &AtomicBool::new(false))
    }

    #[test]
    fn a_repeated_digit_is_corrected() {
        // The first cell looks like the 3 of its neighbor, and more like 6 than like 5.
        let choices = choices(&[(0, &[(0.1, clue(3)), (2.5, clue(6)), (3.0, clue(5))])]);
        let found = cheapest_of(&choices).expect("a labelling");
        assert_eq!(found.best.labels[0], clue(5));
        assert!((found.best.cost - 3.0).abs() < 1e-6);
        assert!(found.second.is_none());
    }

    #[test]
    fn a_missing_clue_is_found_and_the_second_labelling_has_its_cost() {
        // Without the clue there are several solutions. With the digit of the solution in an empty cell, the puzzle is
        // still proper.
        let missing = [(0.2, Label::Blank), (1.7, clue(8))];
        let choices = choices(&[(20, &missing), (3, &[(0.0, Label::Blank), (4.0, clue(6))])]);
        let found = cheapest_of(&choices).expect("a labelling");
        assert_eq!(found.best.labels[20], clue(8));
        let second = found.second.expect("another labelling");
        assert_eq!(second.labels[3], clue(6));
        assert!((second.cost - found.best.cost - 4.0).abs() < 1e-5);
    }

    #[test]
    fn labels_that_allow_no_puzzle_have_no_labelling() {
        assert!(cheapest_of(&choices(&[(0, &[(0.1, clue(3)), (2.0, clue(8))])])).is_none());
        let blank: Vec<Choices> = vec![vec![(0.0, Label::Blank)]; 81];
        assert!(cheapest_of(&blank).is_none());
    }
}
