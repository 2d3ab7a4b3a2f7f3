//! Searches for loops and aligned cells by their description, without shortcuts.

use super::super::super::board::{Board, bits};
use super::super::sizes::count;
use super::*;
use crate::deduction::Candidate;
use crate::deduction::houses::{HOUSES_OF, NEIGHBORS};
use crate::grid::Cell;
use crate::testing::runs_all_cases;

fn sees(a: usize, b: usize) -> bool {
    NEIGHBORS[a].bits() >> b & 1 == 1
}

/// The candidates of aligned cells that are in no remaining way.
fn excluded(board: &Board, cells: &[usize], excluders: &[usize]) -> Vec<Candidate> {
    let mut ways = vec![Vec::new()];
    for &cell in cells {
        let longer = |way: &Vec<usize>| -> Vec<Vec<usize>> {
            bits(board.cells[cell]).map(|digit| [way.as_slice(), &[digit]].concat()).collect()
        };
        ways = ways.iter().flat_map(longer).collect();
    }
    ways.retain(|way| {
        let set = way.iter().fold(0, |set, digit| set | 1 << digit);
        let same = (1..cells.len()).any(|i| (0..i).any(|j| way[i] == way[j] && sees(cells[i], cells[j])));
        !same && excluders.iter().all(|&cell| board.cells[cell] & !set != 0)
    });
    let has_no_way = |&(i, at): &(usize, Candidate)| ways.iter().all(|way| way[i] != at.digit.index());
    let of = |(i, &cell): (usize, &usize)| -> Vec<_> {
        bits(board.cells[cell]).map(|digit| (i, Candidate::at(cell, digit))).collect()
    };
    cells.iter().enumerate().flat_map(of).filter(has_no_way).map(|(_, at)| at).collect()
}

/// The eliminations of the first aligned pair or triple.
fn aligned(board: &Board, size: usize) -> Option<Vec<Candidate>> {
    let excluders = |cell: usize| -> Vec<usize> {
        let near = NEIGHBORS[cell].iter().map(Cell::index);
        near.filter(|&cell| (2..=size as u8).contains(&count(board.cells[cell]))).collect()
    };
    let usable = |&cell: &usize| {
        let near = NEIGHBORS[cell].iter().map(Cell::index);
        count(board.cells[cell]) >= 2
            && near.into_iter().all(|cell| count(board.cells[cell]) != 1)
            && !excluders(cell).is_empty()
    };
    let list: Vec<usize> = (0..81).filter(usable).collect();
    for (second, &b) in list.iter().enumerate() {
        for &a in &list[..second] {
            let both: Vec<usize> = excluders(a).into_iter().filter(|&cell| sees(b, cell)).collect();
            let mut third = excluders(a);
            third.extend(excluders(b).into_iter().filter(|cell| !excluders(a).contains(cell)));
            third.retain(|cell| list.contains(cell) && ![a, b].contains(cell));
            let choices: Vec<Vec<usize>> =
                if size == 2 { vec![vec![a, b]] } else { third.into_iter().map(|c| vec![a, b, c]).collect() };
            for cells in choices {
                let common: Vec<usize> = both
                    .iter()
                    .copied()
                    .filter(|&cell| cells.iter().all(|&other| sees(other, cell)))
                    .collect();
                let gone = if common.len() < 2 { Vec::new() } else { excluded(board, &cells, &common) };
                if !gone.is_empty() {
                    return Some(gone);
                }
            }
        }
    }
    None
}

/// All valid loops. A loop that is found repeatedly is listed repeatedly.
fn loops(board: &Board) -> Vec<(u16, Vec<usize>)> {
    let mut found = Vec::new();
    for start in (0..81).filter(|&cell| count(board.cells[cell]) == 2) {
        let mut recorded = Vec::new();
        let pair = board.cells[start];
        visit(board, pair, &mut Vec::new(), &mut recorded, (start, 2, 0, 3));
        found.extend(recorded.into_iter().filter(|path| is_valid(path)).map(|path| (pair, path)));
    }
    found
}

fn visit(
    board: &Board,
    pair: u16,
    path: &mut Vec<usize>,
    recorded: &mut Vec<Vec<usize>>,
    (cell, allowed, mut extra, last): (usize, i32, u16, usize),
) {
    path.push(cell);
    for kind in [2, 0, 1].into_iter().filter(|&kind| kind != last) {
        let house = usize::from(HOUSES_OF[cell][kind]);
        for next in crate::deduction::houses::CELLS[house].map(usize::from) {
            if next == path[0] && path.len() >= 4 {
                recorded.push(path.clone());
            } else if !path.contains(&next) && board.cells[next] & pair == pair {
                extra |= board.cells[next] & !pair;
                let plain = count(board.cells[next]) == 2;
                if plain || count(extra) == 1 || allowed > 0 {
                    visit(board, pair, path, recorded, (next, allowed - i32::from(!plain), extra, kind));
                }
            }
        }
    }
    path.pop();
}

fn is_valid(path: &[usize]) -> bool {
    let mut marks = [0_u32; 2];
    for (step, &cell) in path.iter().enumerate() {
        for house in HOUSES_OF[cell] {
            if marks[step % 2] >> house & 1 == 1 {
                return false;
            }
            marks[step % 2] |= 1 << house;
        }
    }
    marks[0] == marks[1]
}

fn gone(found: Option<RatedStep>) -> Option<Vec<Candidate>> {
    found.map(|(_, step)| step.eliminations)
}

#[test]
fn aligned_cells_match_the_description() {
    let mut counts = [0; 2];
    // There are three kinds of seeds.
    let step = if runs_all_cases() { 1 } else { 4 };
    for seed in (0..450).step_by(step) {
        let board = &Board::of(&state(seed));
        let sizes = &CellsBySize::of(board);
        let found = [first(|out| aligned::pairs(board, sizes, out)), aligned_triple(board)].map(gone);
        for (i, found) in found.into_iter().enumerate() {
            counts[i] += usize::from(found.is_some());
            assert_eq!(found, aligned(board, i + 2), "seed {seed}, {} cells", i + 2);
        }
    }
    assert!(counts.iter().all(|&count| count > 10 / step), "{counts:?}");
}

#[test]
fn loops_match_the_description() {
    let mut total = 0;
    for seed in (0..1500).filter(|seed| seed % 3 != 2) {
        let board = &Board::of(&state(seed));
        let mut walked = Vec::new();
        unique_loop::walk::each(board, &CellsBySize::of(board), &mut |pair, path| {
            walked.push((pair, path.iter().map(|&cell| cell.into()).collect::<Vec<usize>>()));
        });
        total += walked.len();
        assert_eq!(walked, loops(board), "seed {seed}");
    }
    assert!(total > 100, "{total}");
}
