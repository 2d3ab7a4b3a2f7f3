//! The number of solutions of a puzzle, with progress.
//!
//! A part of the search that takes too long is split by the digits of a cell with few candidates. Each part counts as a
//! share of the whole search. The progress is the sum of the finished shares.

use arcdoku::grid::{Cell, Digit};
use arcdoku::puzzle::{Limit, Puzzle};
use arcdoku::solve::Solver;
use arcdoku_wire::{CountReply, VERSION};

use crate::cancel::Bounds;
use crate::input::Reading;

/// The maximum number of nodes of a part before it is split: about 20 milliseconds.
const SLICE: u64 = 100_000;

/// Counts solutions, up to `most` of them. Reports the finished share and the number of solutions so far.
pub fn reply(
    solver: &mut Solver,
    reading: &Reading,
    most: Option<u128>,
    bounds: &Bounds,
    progress: &mut dyn FnMut(f64, u128),
) -> CountReply {
    let mut reply = CountReply { version: VERSION, count: "0".to_owned(), ..CountReply::default() };
    let item = match reading {
        Ok(item) => item,
        Err(rejected) => {
            reply.fault = Some(rejected.fault.clone());
            return reply;
        }
    };
    let limits = bounds.limits();
    let budget = limits.start();
    let (mut count, mut share, mut nodes) = (0, 0.0, 0);
    let mut parts = vec![(item.record.puzzle.clone(), 1.0)];
    let mut limit = None;
    while let Some((part, weight)) = parts.pop() {
        let left = most.map(|most| most.saturating_sub(count));
        if left == Some(0) {
            parts.push((part, weight));
            break;
        }
        if let Err(reached) = budget.check(nodes) {
            limit = Some(reached);
            break;
        }
        let slice = limits.nodes().map_or(SLICE, |most| SLICE.min(most - nodes));
        let found = solver.count(&part, left, &budget.rest().with_nodes(slice));
        nodes += found.stats.nodes;
        match found.limit {
            Some(Limit::Nodes) => {
                let children = split(&part);
                let each = weight / children.len().max(1) as f64;
                parts.extend(children.into_iter().map(|child| (child, each)));
            }
            None => {
                count += found.solutions;
                share += weight;
                progress(share, count);
            }
            other => {
                limit = other;
                break;
            }
        }
    }
    let is_cut = most.is_some_and(|most| count >= most);
    reply.exact = limit.is_none() && !is_cut;
    reply.count = count.to_string();
    reply.limit = limit.map(Into::into);
    reply.fault = item.conflict().filter(|_| count == 0);
    reply
}

/// Copies of the puzzle with each digit of an empty cell that has the fewest candidates, the smallest digit last.
fn split(puzzle: &Puzzle) -> Vec<Puzzle> {
    let givens = puzzle.givens();
    let empty = (0..givens.len()).filter(|&index| givens[index].is_none());
    let mut open: Vec<_> = (0..givens.len()).map(|index| puzzle.admissible(Cell::new(index))).collect();
    for constraint in puzzle.all_different() {
        for cell in constraint.cells() {
            let Some(digit) = givens[cell.index()] else { continue };
            for other in constraint.cells().iter().filter(|other| *other != cell) {
                open[other.index()].remove(digit);
            }
        }
    }
    let Some(index) = empty.min_by_key(|&index| open[index].len()) else { return Vec::new() };
    let mut digits: Vec<Digit> = open[index].iter().collect();
    digits.reverse();
    let with = |digit| {
        let mut part = puzzle.clone();
        part.set(Cell::new(index), Some(digit));
        part
    };
    digits.into_iter().map(with).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::{Plan, read_one};

    fn count(text: &str, most: Option<u128>, bounds: &Bounds) -> (CountReply, Vec<f64>) {
        let mut shares = Vec::new();
        let reading = read_one(text, &Plan::default());
        let reply = reply(&mut Solver::new(), &reading, most, bounds, &mut |share, _| shares.push(share));
        (reply, shares)
    }

    #[test]
    fn parts_add_up() {
        let (all, shares) = count(&".".repeat(16), None, &Bounds::default());
        assert_eq!((all.count.as_str(), all.exact), ("288", true));
        assert!(shares.last().is_some_and(|share| (share - 1.0).abs() < 1e-9));
        // There are enough solutions that the search is split. The second count has a maximum.
        let (some, _) = count(&".".repeat(36), None, &Bounds { nodes: Some(1_000_000), ..Bounds::default() });
        assert_eq!(some.limit, Some(arcdoku_wire::Limit::Nodes));
        let (some, shares) = count(&".".repeat(36), Some(200_000), &Bounds::default());
        assert_eq!((some.count.as_str(), some.exact), ("200000", false));
        assert!(shares.is_sorted());
    }

    #[test]
    fn a_split_loses_no_solution() {
        let puzzle: Puzzle = "1..............4".parse().unwrap();
        let mut solver = Solver::new();
        let mut number = |puzzle: &Puzzle| solver.count(puzzle, None, &arcdoku::Limits::NONE).solutions;
        let parts: u128 = split(&puzzle).iter().map(&mut number).sum();
        assert_eq!(parts, number(&puzzle));
    }
}
