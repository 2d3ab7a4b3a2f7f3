//! Bounds of sums of different cells, as sums of rows.
//!
//! The largest sum of different cells with their current domains is an assignment problem. The dual prices of cells
//! and digits are the weights with which at-most-one rows are added to the row of the sum. The resulting row is
//! violated under unit propagation if the sum cannot be reached.

use super::formula::{Atom, Formula, Label};
use super::sum::Sum;
use super::units::Units;
use crate::grid::{Cell, Digit, DigitSet};

/// The cost of a digit that a cell cannot have.
const NEVER: i64 = 1 << 40;

/// A sum of weighted numbers that is at least a constant: a row in order variables.
#[derive(Debug)]
pub(super) struct LinearRow {
    /// The label.
    name: String,
    row: Sum,
    /// The cells, with their weights.
    cells: Vec<(Cell, i64)>,
    /// The cells of each set of different cells, with the set. Each cell is in one group. The groups of other cells
    /// have no set.
    groups: Vec<(Option<usize>, Vec<usize>)>,
}

impl LinearRow {
    /// The sum that a row represents, if it consists only of order variables.
    pub(super) fn new(formula: &Formula, name: String, row: Sum) -> Option<Self> {
        let mut cells: Vec<(Cell, i64)> = Vec::new();
        let mut count = 0;
        for (atom, weight) in row.sorted().0 {
            let cell = formula.ordered_cell(atom)?;
            count += 1;
            match cells.iter().find(|(known, _)| *known == cell) {
                Some((_, known)) if *known == weight => {}
                Some(_) => return None,
                None => cells.push((cell, weight)),
            }
        }
        if cells.is_empty() || count != cells.len() * (formula.digits() - 1) {
            return None;
        }
        let mut groups = Vec::new();
        let mut open: Vec<usize> = (0..cells.len()).collect();
        while !open.is_empty() {
            let within = |set: usize| -> Vec<usize> {
                let members = &formula.sets()[set].cells;
                open.iter().copied().filter(|&at| members.contains(&cells[at].0)).collect()
            };
            let sets = (0..formula.sets().len()).map(|set| (set, within(set)));
            let best = sets.max_by_key(|(set, inside)| (inside.len(), std::cmp::Reverse(*set)));
            let (set, members) = match best {
                Some((set, members)) if members.len() > 1 => (Some(set), members),
                _ => (None, vec![open[0]]),
            };
            open.retain(|at| !members.contains(at));
            groups.push((set, members));
        }
        Some(Self { name, row, cells, groups })
    }

    /// Whether all cells of the sum are in `cells`, which are in ascending order.
    pub(super) fn is_within(&self, cells: &[Cell]) -> bool {
        self.cells.iter().all(|(cell, _)| cells.binary_search(cell).is_ok())
    }

    /// A sum of rows that is violated in the current state, if the bound shows it. The chains of cells that it uses
    /// are added to `chains`.
    pub(super) fn violated(&self, formula: &Formula, units: &Units, chains: &mut Vec<Chain>) -> Option<Sum> {
        let digits = formula.digits();
        let mut bound: i64 = self.cells.iter().map(|&(_, weight)| weight.min(0) * (digits as i64 - 1)).sum();
        let mut of_groups = Vec::with_capacity(self.groups.len());
        for (set, members) in &self.groups {
            let costs: Vec<Vec<i64>> = members.iter().map(|&at| self.costs(at, formula, units)).collect();
            let (of_cells, of_digits) = if set.is_some() {
                prices(&costs)?
            } else {
                let least = costs[0].iter().copied().min().filter(|&cost| cost < NEVER)?;
                (vec![-least], vec![0; digits])
            };
            bound += of_cells.iter().sum::<i64>() + of_digits.iter().sum::<i64>();
            of_groups.push((of_cells, of_digits));
        }
        if bound >= self.row.degree() {
            return None;
        }
        let mut sum = Sum::default();
        sum.append(self.name.clone(), &self.row);
        for &(cell, weight) in &self.cells {
            let chain = Chain { cell, is_upper: weight > 0 };
            sum.append_times(chain.name(formula), &chain.sum(formula), weight.abs());
            chains.push(chain);
        }
        for ((set, members), (of_cells, of_digits)) in self.groups.iter().zip(&of_groups) {
            for (&at, &price) in members.iter().zip(of_cells) {
                self.add_cell(at, price, formula, &mut sum);
            }
            let Some(set) = set.map(|set| &formula.sets()[set]) else { continue };
            for (digit, &price) in DigitSet::all(digits).iter().zip(of_digits) {
                if price > 0 {
                    let atoms: Vec<Atom> = set.cells.iter().map(|&cell| !formula.is(cell, digit)).collect();
                    let name = formula.label(Label::SetMost(set.number, u32::from(digit.get())));
                    sum.add_times(name, &atoms, atoms.len() as i64 - 1, price);
                }
            }
        }
        Some(sum)
    }

    /// The costs of the digits of a cell: its part of the sum, negated.
    fn costs(&self, at: usize, formula: &Formula, units: &Units) -> Vec<i64> {
        let (cell, weight) = self.cells[at];
        let digits = formula.digits();
        let cost = |digit: usize| {
            if units.is_true(!formula.is(cell, Digit::from_index(digit))) {
                NEVER
            } else if weight > 0 {
                -weight * digit as i64
            } else {
                weight * (digits - 1 - digit) as i64
            }
        };
        (0..digits).map(cost).collect()
    }

    /// Adds the row of a cell, multiplied by its price.
    fn add_cell(&self, at: usize, price: i64, formula: &Formula, sum: &mut Sum) {
        let (cell, digits) = (self.cells[at].0, formula.digits());
        let atoms = DigitSet::all(digits).iter().map(|digit| formula.is(cell, digit));
        if price > 0 {
            let negated: Vec<Atom> = atoms.map(|atom| !atom).collect();
            let name = formula.label(Label::Most(cell.index() as u32));
            sum.add_times(name, &negated, digits as i64 - 1, price);
        } else if price < 0 {
            let name = formula.label(Label::Least(cell.index() as u32));
            sum.add_times(name, &atoms.collect::<Vec<_>>(), 1, -price);
        }
    }
}

/// A bound of the number of a cell by its digits: an upper or a lower bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Chain {
    cell: Cell,
    is_upper: bool,
}

impl Chain {
    /// The label of its line.
    pub(super) fn name(self, formula: &Formula) -> String {
        format!("@{}_{}", if self.is_upper { "u" } else { "l" }, formula.shape().name(self.cell))
    }

    /// The sum of the chain.
    pub(super) fn sum(self, formula: &Formula) -> Sum {
        let (digits, mut sum) = (formula.digits(), Sum::default());
        for (index, digit) in DigitSet::all(digits).iter().enumerate() {
            let times = if self.is_upper { index } else { digits - 1 - index };
            if times > 0 {
                let (label, atoms) = formula.order_row(self.cell, digit);
                sum.add_times(formula.label(label), &atoms, 1, times as i64);
            }
        }
        sum
    }
}

/// Negated prices of rows and columns of the cheapest assignment (the Hungarian method). Their sum is the negated
/// cost, each price of a column is at least 0, and no entry of the table is below its negated prices. `None` if there
/// is no assignment.
fn prices(costs: &[Vec<i64>]) -> Option<(Vec<i64>, Vec<i64>)> {
    let (rows, columns) = (costs.len(), costs[0].len());
    if rows > columns {
        return None;
    }
    // Rows and columns are counted from 1; 0 is a virtual starting point.
    let (mut u, mut v) = (vec![0_i64; rows + 1], vec![0_i64; columns + 1]);
    let (mut owner, mut way) = (vec![0; columns + 1], vec![0; columns + 1]);
    for row in 1..=rows {
        owner[0] = row;
        let mut column = 0;
        let mut least = vec![i64::MAX; columns + 1];
        let mut used = vec![false; columns + 1];
        loop {
            used[column] = true;
            let (now, mut delta, mut next) = (owner[column], i64::MAX, 0);
            for other in 1..=columns {
                if used[other] {
                    continue;
                }
                let cost = costs[now - 1][other - 1] - u[now] - v[other];
                if cost < least[other] {
                    (least[other], way[other]) = (cost, column);
                }
                if least[other] < delta {
                    (delta, next) = (least[other], other);
                }
            }
            for other in 0..=columns {
                if used[other] {
                    u[owner[other]] += delta;
                    v[other] -= delta;
                } else if other > 0 {
                    least[other] -= delta;
                }
            }
            column = next;
            if owner[column] == 0 {
                break;
            }
        }
        while column != 0 {
            let before = way[column];
            owner[column] = owner[before];
            column = before;
        }
    }
    let is_real =
        (1..=columns).all(|column| owner[column] == 0 || costs[owner[column] - 1][column - 1] < NEVER);
    is_real.then(|| {
        let negated = |prices: &[i64]| prices[1..].iter().map(|&price| -price).collect();
        (negated(&u), negated(&v))
    })
}
