//! The choice of the next cell.

use crate::compact::board::{Board, Cause};
use crate::compact::problem::Problem;
use crate::grid::Bits;

/// The smallest domain over the weight of the cell. Each contradiction adds to the weights of the cells of its cause,
/// and to the weight of the cell whose digit failed. A cell whose digit failed is chosen again, until one of its digits
/// holds (Lecoutre, Sais, Tabary and Vidal, "Reasoning from last conflict(s) in constraint programming", Artificial
/// Intelligence 173, 2009).
#[derive(Debug)]
pub(super) struct CellOrder {
    weights: Vec<f64>,
    /// The weight that the next contradiction adds. It grows, so old contradictions count less.
    step: f64,
    last: Option<u8>,
}

impl CellOrder {
    const GROWTH: f64 = 1.0005;
    /// The step at which all weights are scaled down.
    const MOST: f64 = 1e100;

    /// The weights are the numbers of houses and rules at the beginning.
    pub(super) fn new(problem: &Problem) -> Self {
        let links = &problem.links;
        let degree = |cell: usize| {
            let rules: u32 = links.rules[cell].iter().map(|word| word.count_ones()).sum();
            let houses = (links.full[cell] | links.partial[cell]).count_ones();
            f64::from(rules + houses) + links.images[cell].len() as f64
        };
        let weights = (0..problem.initial.len()).map(|cell| degree(cell).max(1.0)).collect();
        Self { weights, step: 1.0, last: None }
    }

    /// The cell to decide.
    pub(super) fn choose(&self, board: &Board<'_>) -> u8 {
        let open = board.state.open;
        if let Some(cell) = self.last.filter(|cell| open >> cell & 1 == 1) {
            return cell;
        }
        let (mut best, mut least) = (0, f64::MAX);
        for cell in Bits(open) {
            let cell = cell as u8;
            let score = f64::from(board.domain(cell).count_ones()) / self.weights[usize::from(cell)];
            if score < least {
                (best, least) = (cell, score);
            }
        }
        best
    }

    /// A decision was propagated, with or without a contradiction.
    pub(super) fn tried(&mut self, cell: u8, is_consistent: bool) {
        if !is_consistent {
            self.last = self.last.or(Some(cell));
            self.weights[usize::from(cell)] += self.step;
        } else if self.last == Some(cell) {
            self.last = None;
        }
    }

    /// A contradiction was found.
    pub(super) fn failed(&mut self, problem: &Problem, cause: Cause) {
        self.step *= Self::GROWTH;
        let pair;
        let cells = match cause {
            Cause::Cells(one, other) => {
                pair = [one, other];
                &pair
            }
            Cause::House(house) => &*problem.houses[usize::from(house)].cells,
            Cause::Rule(rule) => problem.rules[usize::from(rule)].cells(),
        };
        cells.iter().for_each(|&cell| self.weights[usize::from(cell)] += self.step);
        if self.step > Self::MOST {
            // A weight of zero would make a score infinite.
            let least = 1.0 / Self::MOST;
            self.weights.iter_mut().for_each(|weight| *weight = (*weight / self.step).max(least));
            self.step = 1.0;
        }
    }
}
