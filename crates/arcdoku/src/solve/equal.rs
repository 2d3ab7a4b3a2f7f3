//! Cells that hold equal digits in every solution.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use crate::grid::{Cell, Digit};
use crate::puzzle::{Limit, Limits, Puzzle, Solution, WorkProgress};
use crate::search::SearchEnd;
use crate::solve::candidates::TrueCandidates;
use crate::solve::session::Session;

/// Cells that are forced to be equal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct EqualCells {
    /// Groups of at least two cells that hold equal digits in every solution, but not the same digit in all
    /// solutions. Cells with one true candidate are in no group.
    pub groups: Vec<Vec<Cell>>,
    /// Groups of cells whose equality is not known because a limit was reached.
    pub unknown: Vec<Vec<Cell>>,
    /// Whether a solution was found.
    pub solved: bool,
    /// The limit that was reached, if any.
    pub limit: Option<Limit>,
}

/// The number of solutions with each candidate that are collected before pairs of cells are tested. Two cells that
/// differ in one of these solutions are not forced to be equal.
const EACH: u64 = 4;

/// Finds the cells that are forced to be equal. The node limit applies to each search, and the time limit to all
/// searches together.
pub fn equal_cells(puzzle: &Puzzle, limits: &Limits<'_>) -> EqualCells {
    let budget = limits.with_nodes(None).start();
    let mut candidates = TrueCandidates::new();
    let found = candidates.ask(puzzle, EACH, limits);
    let mut equal = EqualCells { limit: found.limit, solved: found.solutions > 0, ..EqualCells::default() };
    let cells = (0..puzzle.shape().cells()).map(Cell::new);
    let open: Vec<Cell> = cells.filter(|&cell| found.digits(cell).len() > 1).collect();
    // The session is created only when it is needed, because compiling a large puzzle takes a while.
    let mut session = None;
    let mut proved: Vec<(Cell, Cell)> = Vec::new();
    let mut undecided: Vec<(Cell, Cell)> = Vec::new();
    // A solution in which two cells of a group differ splits groups, which are then tested again.
    'again: loop {
        let groups = groups(&open, candidates.solutions());
        let pairs: Vec<(Cell, Cell)> =
            groups.iter().flat_map(|group| group[1..].iter().map(|&other| (group[0], other))).collect();
        for (done, &(first, other)) in pairs.iter().enumerate() {
            if found.complete || proved.contains(&(first, other)) || undecided.contains(&(first, other)) {
                continue;
            }
            limits.report(WorkProgress::Parts { done, all: pairs.len() });
            let rest = budget.rest().with_nodes(limits.nodes());
            let answer = budget.check(0).and_then(|()| {
                let session = session.get_or_insert_with(|| Session::new(puzzle));
                differ(session, first, other, &rest)
            });
            match answer {
                Ok(None) => proved.push((first, other)),
                Ok(Some(solution)) => {
                    candidates.remember(solution);
                    continue 'again;
                }
                Err(limit) => {
                    equal.limit = Some(limit);
                    undecided.push((first, other));
                }
            }
        }
        for group in groups {
            let is_open = |other: &Cell| undecided.contains(&(group[0], *other));
            let (mut unsure, sure): (Vec<Cell>, Vec<Cell>) = group.iter().copied().partition(is_open);
            if sure.len() > 1 {
                equal.groups.push(sure);
            }
            if !unsure.is_empty() {
                unsure.insert(0, group[0]);
                equal.unknown.push(unsure);
            }
        }
        return equal;
    }
}

/// The groups of at least two cells that have equal digits in all of these solutions.
fn groups<'a>(cells: &[Cell], solutions: impl Iterator<Item = &'a Solution>) -> Vec<Vec<Cell>> {
    let mut digits: Vec<Vec<Digit>> = vec![Vec::new(); cells.len()];
    for solution in solutions {
        digits.iter_mut().zip(cells).for_each(|(digits, &cell)| digits.push(solution.at(cell)));
    }
    let mut groups: BTreeMap<Vec<Digit>, Vec<Cell>> = BTreeMap::new();
    for (digits, &cell) in digits.into_iter().zip(cells) {
        groups.entry(digits).or_default().push(cell);
    }
    let mut groups: Vec<Vec<Cell>> = groups.into_values().filter(|group| group.len() > 1).collect();
    groups.sort_unstable();
    groups
}

/// A solution in which two cells differ, if any.
fn differ(
    session: &mut Session,
    first: Cell,
    other: Cell,
    limits: &Limits<'_>,
) -> Result<Option<Solution>, Limit> {
    for digit in session.domain(first) {
        let mut found = None;
        let each = |solution| {
            found = Some(solution);
            ControlFlow::Break(())
        };
        let (end, _) = session.search(Some((first, digit)), Some((other, digit)), limits, each);
        if let SearchEnd::Limit(limit) = end {
            return Err(limit);
        }
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}
