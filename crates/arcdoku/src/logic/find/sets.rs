//! Sets of different digits: locked candidates, subsets, fish.
//!
//! The difficulty of locked candidates is 2.6, plus 0.2 for a cage that needs the digit, plus 0.2 if the cells
//! that lose the digit are in no set with all of its places. Subsets and fish have one difficulty each.

use super::{Halt, Hunt, candidates, open, seen, taken};
use crate::deduction::rules::{Pattern, Scope};
use crate::deduction::{Candidate, GridState as _, Technique};
use crate::grid::{Cell, Digit, DigitSet};
use crate::logic::combinations;
use crate::logic::scale::raised;
use crate::logic::system::{Set, System};

/// The addition to the difficulty if a cage needs the digit.
const CAGE: usize = 2;
/// The addition to the difficulty if the cells have no common set.
const SCATTERED: usize = 2;

/// The digits that a set must still have, and the cells that can have them.
fn needed(system: &System, hunt: &Hunt<'_>, set: &Set) -> Result<(Vec<Cell>, DigitSet), Halt> {
    let (board, digits) = (hunt.board, DigitSet::all(system.shape.digits()));
    let (cells, known) = (open(board, &set.cells), taken(board, &set.cells));
    if set.is_full {
        return Ok((cells, digits.minus(known)));
    }
    if cells.len() < 2 || set.sum.is_none() && set.listed.is_none() {
        return Ok((cells, DigitSet::EMPTY));
    }
    let Some(all) = combinations(board, &set.cells, set.sum, set.listed.as_deref()) else {
        return Ok((cells, DigitSet::EMPTY));
    };
    let common = all.iter().copied().reduce(|common, set| common & set).ok_or(Halt::Broken)?;
    Ok((cells, common.minus(known)))
}

pub(in crate::logic) fn locked(system: &System, hunt: &mut Hunt<'_>) -> Result<(), Halt> {
    let board = hunt.board;
    for set in &system.sets {
        let by = if set.is_full { 0 } else { CAGE };
        if !hunt.needs(Technique::Locked, raised(Technique::Locked, by)) {
            continue;
        }
        hunt.check()?;
        let (cells, digits) = needed(system, hunt, set)?;
        for digit in digits {
            let is_place = |&&cell: &&Cell| board.left(cell).contains(digit);
            let places: Vec<Cell> = cells.iter().filter(is_place).copied().collect();
            if places.len() < 2 {
                continue;
            }
            let gone: Vec<Candidate> = seen(system, board, &places, digit).collect();
            if gone.is_empty() {
                continue;
            }
            let holds = |other: &&Set| {
                let all = places.iter().chain(gone.iter().map(|at| &at.cell));
                !std::ptr::eq(*other, set) && all.into_iter().all(|cell| other.cells.contains(cell))
            };
            let to = system.sets.iter().find(holds).map(|other| other.scope.clone());
            let by = by + if to.is_some() { 0 } else { SCATTERED };
            let pattern = || Pattern::Locked { digit, cells: places.clone(), set: set.scope.clone(), to };
            hunt.eliminate(Technique::Locked, raised(Technique::Locked, by), gone, pattern);
        }
    }
    Ok(())
}

const NAKED: [Technique; 3] = [Technique::NakedPair, Technique::NakedTriple, Technique::NakedQuadruple];
const HIDDEN: [Technique; 3] = [Technique::HiddenPair, Technique::HiddenTriple, Technique::HiddenQuadruple];

pub(in crate::logic) fn subsets(system: &System, hunt: &mut Hunt<'_>) -> Result<(), Halt> {
    for size in 2..=4 {
        for set in &system.sets {
            let open = open(hunt.board, &set.cells);
            if open.len() > size {
                naked(system, hunt, set, &open, size)?;
            }
        }
        for set in system.sets.iter().filter(|set| set.is_full) {
            let open = open(hunt.board, &set.cells);
            if open.len() > size {
                hidden(system, hunt, set, &open, size)?;
            }
        }
    }
    Ok(())
}

fn naked(system: &System, hunt: &mut Hunt<'_>, set: &Set, open: &[Cell], size: usize) -> Result<(), Halt> {
    let (board, technique) = (hunt.board, NAKED[size - 2]);
    if !hunt.needs(technique, raised(technique, 0)) {
        return Ok(());
    }
    hunt.check()?;
    let small: Vec<DigitSet> = open.iter().map(|&cell| board.left(cell)).collect();
    let mut result = Ok(());
    unions(&small, size, &mut |places, digits| {
        if digits.len() < size {
            result = Err(Halt::Broken);
        } else if digits.len() == size {
            let cells: Vec<Cell> = places.iter().map(|&place| open[place]).collect();
            let others = open.iter().filter(|cell| !cells.contains(cell));
            let mut gone: Vec<Candidate> = others.flat_map(|&cell| candidates(board, cell, digits)).collect();
            // Only cells outside of the set that see all of these places can lose the digit.
            let is_new = |at: &Candidate| !open.contains(&at.cell);
            for digit in digits {
                let places: Vec<Cell> =
                    cells.iter().copied().filter(|&cell| board.left(cell).contains(digit)).collect();
                gone.extend(seen(system, board, &places, digit).filter(is_new));
            }
            gone.sort_unstable();
            let scope = set.scope.clone();
            let pattern = || Pattern::Subset { digits, cells, set: scope, hidden: false };
            hunt.eliminate(technique, raised(technique, 0), gone, pattern);
        }
    });
    result
}

fn hidden(system: &System, hunt: &mut Hunt<'_>, set: &Set, open: &[Cell], size: usize) -> Result<(), Halt> {
    let (board, technique) = (hunt.board, HIDDEN[size - 2]);
    if !hunt.needs(technique, raised(technique, 0)) {
        return Ok(());
    }
    hunt.check()?;
    let left = DigitSet::all(system.shape.digits()).minus(taken(board, &set.cells));
    let digits: Vec<Digit> = left.iter().collect();
    // The places of each digit, as a set of positions.
    let places: Vec<DigitSet> = digits
        .iter()
        .map(|&digit| {
            let at = |(place, &cell): (usize, &Cell)| {
                board.left(cell).contains(digit).then(|| Digit::from_index(place))
            };
            open.iter().enumerate().filter_map(at).collect()
        })
        .collect();
    let mut result = Ok(());
    unions(&places, size, &mut |chosen, at| {
        if at.len() < size {
            result = Err(Halt::Broken);
        } else if at.len() == size {
            let digits: DigitSet = chosen.iter().map(|&one| digits[one]).collect();
            let cells: Vec<Cell> = at.iter().map(|place| open[place.index()]).collect();
            let gone = cells.iter().flat_map(|&cell| candidates(board, cell, !digits)).collect();
            let scope = set.scope.clone();
            let pattern = || Pattern::Subset { digits, cells, set: scope, hidden: true };
            hunt.eliminate(technique, raised(technique, 0), gone, pattern);
        }
    });
    result
}

/// Calls `each` with the positions of `size` of these sets and their union, for all choices whose union has at most
/// `size` members.
fn unions(sets: &[DigitSet], size: usize, each: &mut dyn FnMut(&[usize], DigitSet)) {
    fn choose(
        sets: &[DigitSet],
        size: usize,
        from: usize,
        union: DigitSet,
        chosen: &mut Vec<usize>,
        each: &mut dyn FnMut(&[usize], DigitSet),
    ) {
        if chosen.len() == size {
            return each(chosen, union);
        }
        for at in from..sets.len() {
            let union = union | sets[at];
            if union.len() <= size {
                chosen.push(at);
                choose(sets, size, at + 1, union, chosen, each);
                chosen.pop();
            }
        }
    }
    choose(sets, size, 0, DigitSet::EMPTY, &mut Vec::new(), each);
}

pub(in crate::logic) fn fish(system: &System, hunt: &mut Hunt<'_>) -> Result<(), Halt> {
    let board = hunt.board;
    for (size, technique) in [(2, Technique::XWing), (3, Technique::Swordfish), (4, Technique::Jellyfish)] {
        if !hunt.needs(technique, raised(technique, 0)) {
            continue;
        }
        for by_row in [true, false] {
            let lines = |is_row| {
                let is_line = move |set: &&Set| set.line == Some(is_row) && set.is_full;
                system.sets.iter().filter(is_line).collect::<Vec<_>>()
            };
            let (base, cover) = (lines(by_row), lines(!by_row));
            for digit in DigitSet::all(system.shape.digits()) {
                hunt.check()?;
                one_fish(hunt, &base, &cover, (digit, size, technique), board);
            }
        }
    }
    Ok(())
}

fn one_fish(
    hunt: &mut Hunt<'_>,
    base: &[&Set],
    cover: &[&Set],
    (digit, size, technique): (Digit, usize, Technique),
    board: &crate::logic::Board,
) {
    let is_place = |&&cell: &&Cell| !board.is_filled(cell) && board.left(cell).contains(digit);
    let of = |set: &Set| set.cells.iter().filter(is_place).copied().collect::<Vec<Cell>>();
    // Base sets with few places, and their cover sets as positions.
    let rows: Vec<(usize, Vec<Cell>)> =
        base.iter().map(|set| of(set)).enumerate().filter(|(_, of)| (2..=size).contains(&of.len())).collect();
    let covers: Option<Vec<DigitSet>> = rows
        .iter()
        .map(|(_, cells)| {
            let at = |cell: &Cell| cover.iter().position(|set| set.cells.contains(cell));
            cells.iter().map(|cell| at(cell).filter(|&at| at < 64).map(Digit::from_index)).collect()
        })
        .collect();
    let Some(covers) = covers else { return };
    unions(&covers, size, &mut |chosen, union| {
        if union.len() != size {
            return;
        }
        let cells: Vec<Cell> = chosen.iter().flat_map(|&row| rows[row].1.iter().copied()).collect();
        let columns: Vec<&Set> = union.iter().map(|at| cover[at.index()]).collect();
        let outside = columns.iter().flat_map(|set| of(set)).filter(|cell| !cells.contains(cell));
        let mut gone: Vec<Candidate> = outside.map(|cell| Candidate { cell, digit }).collect();
        gone.sort_unstable();
        let names = |sets: &[&Set]| sets.iter().map(|set| set.scope.clone()).collect::<Vec<Scope>>();
        let own: Vec<&Set> = chosen.iter().map(|&row| base[rows[row].0]).collect();
        let pattern = || Pattern::Fish { digit, base: names(&own), cover: names(&columns), cells };
        hunt.eliminate(technique, raised(technique, 0), gone, pattern);
    });
}
