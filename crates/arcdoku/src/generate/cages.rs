//! Killer cages drawn over a solution, until no other solution remains.
//!
//! ```text
//!   a random layout ──> other solutions? ──yes──> split a cage that one of them changes
//!                              │ no
//!                              └──> join neighboring cages, as long as the solution stays unique
//! ```
//!
//! The sum of a cage comes from the grid. Two sums carry more information than their total, so splitting a cage
//! excludes solutions, and joining cages may admit others.

use std::ops::RangeInclusive;

use fastrand::Rng;

use super::drawn::around;
use super::seed;
use crate::grid::{Cell, Shape};
use crate::puzzle::{Cage, Limit, Limits, Outcome, Puzzle, Rule, Solution};
use crate::solve::Solver;

/// The node limit for deciding whether a layout leaves one solution.
const NODES: u64 = 2000;

/// The maximum number of cells in a cage of a random layout.
pub const LARGEST_CAGE: usize = 12;

/// A layout of cages over a grid.
struct CageLayout<'g> {
    shape: Shape,
    /// Digits from 1, row-major.
    grid: &'g [u8],
    sizes: &'g RangeInclusive<usize>,
    cages: Vec<Vec<Cell>>,
    /// The number of each cell's cage.
    owner: Vec<usize>,
}

/// The answer of a solver to the question whether a layout has one solution.
enum LayoutCheck {
    /// The grid is the only solution.
    Proper,
    /// There is another solution, included if it was found, or the question was not answered.
    Loose(Option<Solution>),
}

/// Draws cages of these sizes over a grid, and returns their rules; `None` if this attempt failed.
///
/// # Errors
/// The limit that was reached, unless it is the limit of a single question.
pub(super) fn draw(
    solver: &mut Solver,
    empty: &Puzzle,
    grid: &[u8],
    sizes: &RangeInclusive<usize>,
    rng: &mut Rng,
    limits: &Limits<'_>,
) -> Result<Option<Vec<Rule>>, Limit> {
    let Some(mut layout) = CageLayout::random(empty.shape(), grid, sizes, rng) else { return Ok(None) };
    let budget = limits.start();
    let mut ask = |layout: &CageLayout<'_>| layout.judge(solver, empty, &budget.rest().with_nodes(NODES));
    while let LayoutCheck::Loose(other) = ask(&layout)? {
        if !layout.split(other.as_ref(), rng) {
            return Ok(None);
        }
    }
    let mut pairs = layout.neighbors();
    seed::shuffle(rng, &mut pairs);
    for (one, other) in pairs {
        let before = layout.cages.clone();
        if layout.join(one, other) && matches!(ask(&layout)?, LayoutCheck::Loose(_)) {
            layout.set(before);
        }
    }
    Ok(Some(layout.rules()))
}

impl<'g> CageLayout<'g> {
    /// A random layout: cages grow cell by cell as long as their digits differ. `None` if a cell is left over.
    fn random(shape: Shape, grid: &'g [u8], sizes: &'g RangeInclusive<usize>, rng: &mut Rng) -> Option<Self> {
        let none = usize::MAX;
        let mut layout = Self { shape, grid, sizes, cages: Vec::new(), owner: vec![none; shape.cells()] };
        let mut order: Vec<Cell> = (0..shape.cells()).map(Cell::new).collect();
        seed::shuffle(rng, &mut order);
        for first in order {
            if layout.owner[first.index()] != none {
                continue;
            }
            let size = sizes.start() + seed::below(rng, sizes.end() - sizes.start() + 1);
            let mut cage = vec![first];
            layout.owner[first.index()] = layout.cages.len();
            while cage.len() < size {
                let mut next: Vec<Cell> = cage.iter().flat_map(|&cell| around(shape, cell, false)).collect();
                next.retain(|&cell| layout.owner[cell.index()] == none && layout.differs(&cage, cell));
                if next.is_empty() {
                    break;
                }
                let cell = next[seed::below(rng, next.len())];
                layout.owner[cell.index()] = layout.cages.len();
                cage.push(cell);
            }
            layout.cages.push(cage);
        }
        // Cages that could not grow join a neighbor.
        while let Some(small) = layout.cages.iter().position(|cage| cage.len() < *sizes.start()) {
            let mut others: Vec<usize> = layout.cages[small]
                .iter()
                .flat_map(|&cell| around(shape, cell, false))
                .map(|cell| layout.owner[cell.index()])
                .filter(|&other| other != small)
                .collect();
            seed::shuffle(rng, &mut others);
            if !others.into_iter().any(|other| layout.join_cages(small, other)) {
                return None;
            }
        }
        Some(layout)
    }

    /// Whether `cell` has a digit that no cell of the cage has.
    fn differs(&self, cage: &[Cell], cell: Cell) -> bool {
        cage.iter().all(|&own| self.grid[own.index()] != self.grid[cell.index()])
    }

    /// Replaces all cages.
    fn set(&mut self, cages: Vec<Vec<Cell>>) {
        for (number, cage) in cages.iter().enumerate() {
            for cell in cage {
                self.owner[cell.index()] = number;
            }
        }
        self.cages = cages;
    }

    /// Pairs of neighboring cells in different cages.
    fn neighbors(&self) -> Vec<(Cell, Cell)> {
        let cells = (0..self.shape.cells()).map(Cell::new);
        let pairs = cells
            .flat_map(|cell| around(self.shape, cell, false).into_iter().map(move |other| (cell, other)));
        pairs
            .filter(|&(one, other)| one < other && self.owner[one.index()] != self.owner[other.index()])
            .collect()
    }

    /// Joins the cages of two cells, if they are different and may be joined.
    fn join(&mut self, one: Cell, other: Cell) -> bool {
        let [a, b] = [one, other].map(|cell| self.owner[cell.index()]);
        a != b && self.join_cages(a, b)
    }

    /// Joins two cages, if they do not have too many cells, and all their digits differ.
    fn join_cages(&mut self, one: usize, other: usize) -> bool {
        let fits = self.cages[one].len() + self.cages[other].len() <= *self.sizes.end()
            && self.cages[other].iter().all(|&cell| self.differs(&self.cages[one], cell));
        if fits {
            let mut cages = self.cages.clone();
            let moved = std::mem::take(&mut cages[other]);
            cages[one].extend(moved);
            cages.swap_remove(other);
            self.set(cages);
        }
        fits
    }

    /// Splits a cage into two cages that are both large enough. If another solution is known, only cages that this
    /// solution changes are split. Returns `false` if there is no such cage.
    fn split(&mut self, other: Option<&Solution>, rng: &mut Rng) -> bool {
        let changes = |cell: Cell| other.is_none_or(|other| other.at(cell).get() != self.grid[cell.index()]);
        let mut splits = Vec::new();
        for (number, cage) in self.cages.iter().enumerate() {
            if cage.iter().any(|&cell| changes(cell)) {
                splits.extend(self.parts(cage).into_iter().map(|parts| (number, parts)));
            }
        }
        // If the other solution changes the sum of a part, the split excludes this solution.
        let sum = |cells: &[Cell]| -> i32 {
            let moved = |cell: &Cell| other.map_or(1, |other| i32::from(other.at(*cell).get()));
            cells.iter().map(|cell| moved(cell) - i32::from(self.grid[cell.index()])).sum()
        };
        if splits.iter().any(|(_, (part, _))| sum(part) != 0) {
            splits.retain(|(_, (part, _))| sum(part) != 0);
        }
        if splits.is_empty() {
            return false;
        }
        let (number, (one, two)) = splits.swap_remove(seed::below(rng, splits.len()));
        let mut cages = std::mem::take(&mut self.cages);
        cages[number] = one;
        cages.push(two);
        self.set(cages);
        true
    }

    /// All ways to split a cage into two connected cages of allowed sizes.
    fn parts(&self, cage: &[Cell]) -> Vec<(Vec<Cell>, Vec<Cell>)> {
        let is_connected = |cells: &[Cell]| {
            let mut reached = vec![cells[0]];
            let mut next = 0;
            while let Some(&cell) = reached.get(next) {
                next += 1;
                for other in around(self.shape, cell, false) {
                    if cells.contains(&other) && !reached.contains(&other) {
                        reached.push(other);
                    }
                }
            }
            reached.len() == cells.len()
        };
        let least = *self.sizes.start();
        // The first cell is always in the first part, so no way to split the cage occurs twice.
        let ways = 0..1_u32 << (cage.len() - 1);
        let parts = ways.map(|way| {
            let in_first = |at: &usize| *at == 0 || way >> (at - 1) & 1 == 1;
            let (one, two): (Vec<usize>, Vec<usize>) = (0..cage.len()).partition(in_first);
            let cells = |places: Vec<usize>| -> Vec<Cell> { places.into_iter().map(|at| cage[at]).collect() };
            (cells(one), cells(two))
        });
        let fits = |cells: &[Cell]| cells.len() >= least && !cells.is_empty() && is_connected(cells);
        parts.filter(|(one, two)| fits(one) && fits(two)).collect()
    }

    /// The cages as rules, in the order of their first cells.
    fn rules(&self) -> Vec<Rule> {
        let mut cages = self.cages.clone();
        for cage in &mut cages {
            cage.sort_unstable();
        }
        cages.sort_unstable();
        let rule = |cage: Vec<Cell>| {
            let sum = cage.iter().map(|cell| u16::from(self.grid[cell.index()])).sum();
            let cells: Vec<_> = cage.into_iter().map(|cell| self.shape.name(cell)).collect();
            Rule::from(Cage::new(sum, &cells))
        };
        cages.into_iter().map(rule).collect()
    }

    /// Checks whether the grid is the only solution.
    fn judge(&self, solver: &mut Solver, empty: &Puzzle, limits: &Limits<'_>) -> Result<LayoutCheck, Limit> {
        let puzzle = self.rules().into_iter().fold(empty.clone(), Puzzle::with_rule);
        let is_other =
            |found: &Solution| found.digits().iter().map(|digit| digit.get()).ne(self.grid.iter().copied());
        Ok(match solver.solve(&puzzle, limits).outcome {
            Outcome::Unique(_) => LayoutCheck::Proper,
            Outcome::Multiple(one, two) => LayoutCheck::Loose([one, two].into_iter().find(is_other)),
            Outcome::Unknown { limit: Limit::Nodes, found, .. } => LayoutCheck::Loose(found.filter(is_other)),
            Outcome::Unknown { limit, .. } => return Err(limit),
            _ => LayoutCheck::Loose(None),
        })
    }
}
