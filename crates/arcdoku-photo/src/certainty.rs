//! Whether a reading is certain.
//!
//! All bounds were chosen on rendered and real photos, so that no wrong reading of these photos is certain
//! (`docs/photo.md`).

use arcdoku::puzzle::Solution;
use arcdoku::{Digit, Shape};

use crate::labelling::{Choices, Label, Labelling, has_symmetry};
use crate::lattice::Lattice;

/// The least probability of the puzzle.
const CERTAIN: f32 = 0.992;

/// The least probability of a puzzle without handwriting that costs at most [`MOST_COST_OF_PRINT`]. It is not used for
/// grids with fewer than 9 digits, because their puzzles more often stay proper after an error.
const CERTAIN_PRINT: f32 = 0.98;

/// The largest cost of a puzzle for which [`CERTAIN_PRINT`] is sufficient.
const MOST_COST_OF_PRINT: f32 = 1.5;

/// The largest cost of the puzzle, the largest part of it that is due to corrections, and the largest cost of a cell
/// without a clue.
const MOST_COST: f32 = 6.0;
const MOST_CORRECTIONS: f32 = 0.7;
const MOST_OPEN_COST: f32 = 0.22;

/// The least mean additional cost per clue if all clues with one digit had the missing digit instead: for grids with at
/// least 9 digits, and for smaller grids, whose digits 1 to 6 look less alike.
const LEAST_RENAMING_COST: [f32; 2] = [8.0, 5.0];

/// The sharpest bend of lines, in cells, if the border is clear and if it is not, and the clarity of a clear border.
const MOST_BENT: [f32; 2] = [0.2, 0.12];
const CLEAR_BORDER: f32 = 0.45;

/// The largest number of handwritten digits that differ from the solution. If more differ, the solution is probably
/// wrong.
const MOST_WRONG_ENTRIES: usize = 3;

/// What is known about a reading.
pub(crate) struct Evidence<'a> {
    pub(crate) shape: Shape,
    pub(crate) lattice: &'a Lattice,
    pub(crate) choices: &'a [Choices],
    pub(crate) puzzle: &'a Labelling,
    /// The contents of all cells.
    pub(crate) labels: &'a [Label],
    /// The probability of the puzzle compared with the most probable other one.
    pub(crate) probability: f32,
}

impl Evidence<'_> {
    pub(crate) fn is_certain(&self) -> bool {
        let clues = &self.puzzle.clues;
        let costs: Vec<f32> =
            clues.iter().zip(self.choices).map(|(clue, choices)| cost_of(choices, *clue)).collect();
        let cost: f32 = costs.iter().sum();
        let least: f32 = self.choices.iter().map(|cell| cell[0].0).sum();
        let has_entries = self.labels.iter().any(|label| matches!(label, Label::Entry(_)));
        let is_small = usize::from(self.shape.digits() < 9);
        let is_clear_print = !has_entries && cost <= MOST_COST_OF_PRINT && is_small == 0;
        let is_faint = usize::from(self.lattice.border < CLEAR_BORDER);
        self.probability >= if is_clear_print { CERTAIN_PRINT } else { CERTAIN }
            && cost <= MOST_COST
            && cost - least <= MOST_CORRECTIONS
            && costs.iter().zip(clues).all(|(cost, clue)| clue.is_some() || *cost <= MOST_OPEN_COST)
            && renaming_cost(clues, self.choices, self.shape) >= LEAST_RENAMING_COST[is_small]
            && self.lattice.sharpest_bend() <= MOST_BENT[is_faint]
            && self.has_plausible_entries()
    }

    /// Whether no handwritten digit differs from the solution. A digit that differs may be a misread clue. A few may
    /// differ if the clues of a 9x9 grid are symmetric, because they rarely stay symmetric without one of them.
    fn has_plausible_entries(&self) -> bool {
        let wrong: Vec<usize> = wrong_entries(self.labels, &self.puzzle.solution).collect();
        let entries = self.labels.iter().filter(|label| matches!(label, Label::Entry(_))).count();
        // The middle cell is opposite to itself.
        let has_wrong_opposite = |cell: &usize| wrong.contains(&(self.labels.len() - 1 - cell));
        wrong.is_empty()
            || self.shape.digits() == 9
                && has_symmetry(&self.puzzle.clues)
                && wrong.len() <= MOST_WRONG_ENTRIES
                && 2 * wrong.len() < entries
                && !wrong.iter().any(has_wrong_opposite)
    }
}

/// The cells whose handwritten digits differ from the solution.
pub(crate) fn wrong_entries(labels: &[Label], solution: &Solution) -> impl Iterator<Item = usize> {
    let cells = labels.iter().zip(solution.digits()).enumerate();
    cells.filter_map(|(cell, (label, digit))| {
        matches!(label, Label::Entry(entry) if entry != digit).then_some(cell)
    })
}

/// The cost of a clue of a cell, or of none.
fn cost_of(choices: &Choices, clue: Option<Digit>) -> f32 {
    choices.iter().find(|(_, other)| *other == clue).map_or(f32::INFINITY, |(cost, _)| *cost)
}

/// If a digit has no clue, all clues with another digit may have it instead, and the puzzle stays proper. Returns the
/// smallest mean additional cost per clue.
fn renaming_cost(clues: &[Option<Digit>], choices: &[Choices], shape: Shape) -> f32 {
    let digits = || (0..shape.digits()).map(Digit::from_index);
    // With two missing digits there would be two solutions.
    let Some(missing) = digits().find(|digit| !clues.contains(&Some(*digit))) else { return f32::INFINITY };
    let cost = |digit: Digit| {
        let cells = clues.iter().zip(choices).filter(|(clue, _)| **clue == Some(digit));
        let costs = cells.map(|(_, cell)| cost_of(cell, Some(missing)) - cost_of(cell, Some(digit)));
        let (sum, count) = costs.fold((0.0, 0.0), |(sum, count), cost| (sum + cost, count + 1.0));
        sum / count
    };
    digits().filter(|digit| *digit != missing).map(cost).fold(f32::INFINITY, f32::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digit(value: u8) -> Digit {
        Digit::new(value).expect("a digit")
    }

    #[test]
    fn a_missing_digit_may_replace_all_clues_with_another_one() {
        let shape = Shape::boxes(2, 2).expect("boxes");
        let choices: Vec<Choices> = [1, 2, 3, 1]
            .into_iter()
            .map(|value| vec![(0.1, Some(digit(value))), (2.1, Some(digit(4))), (5.0, None)])
            .collect();
        let clues: Vec<Option<Digit>> = choices.iter().map(|cell| cell[0].1).collect();
        assert!((renaming_cost(&clues, &choices, shape) - 2.0).abs() < 1e-6);
        let all = [&clues[..3], &[Some(digit(4))]].concat();
        assert!(renaming_cost(&all, &choices, shape).is_infinite());
    }
}
