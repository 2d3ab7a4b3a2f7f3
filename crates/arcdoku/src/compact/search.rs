//! The search: a decision copies the state; a failed digit is removed from its cell.

use crate::compact::CompactReport;
use crate::compact::board::{Board, BoardState};
use crate::compact::order::CellOrder;
use crate::compact::problem::Problem;
use crate::compact::propagate::Propagation;
use crate::grid::{Bits, Digit};
use crate::puzzle::{Budget, Limit, Limits, Solution, WorkProgress};

/// An open decision: the state before it, and the cell with its digit.
#[derive(Debug)]
struct Frame {
    state: BoardState,
    cell: u8,
    digit: u16,
}

/// The number of nodes after which the clock and the cancellation flag are checked, because a node is faster than
/// reading the clock.
const CHECKED: u64 = 16;

/// Searches for up to `wanted` solutions with these domains. `budget` belongs to `limits`.
pub(super) fn run(
    problem: &Problem,
    domains: &[u16],
    wanted: usize,
    limits: &Limits<'_>,
    budget: &Budget<'_>,
) -> CompactReport {
    let mut report = CompactReport::default();
    if domains.contains(&0) {
        return report;
    }
    let mut propagation = Propagation::new(problem, domains);
    let mut order = CellOrder::new(problem);
    let mut frames: Vec<Frame> = Vec::new();
    // The cell of a decision that was not propagated yet.
    let mut tried = None;
    loop {
        let found = propagation.propagate();
        let board = &mut propagation.board;
        if let Some(cell) = tried.take() {
            order.tried(cell, found.is_ok());
        }
        match found {
            Err(cause) => order.failed(problem, cause),
            Ok(()) if board.state.open == 0 => {
                report.solutions.push(solution(board, domains.len()));
                if report.solutions.len() >= wanted {
                    break;
                }
            }
            Ok(()) => {
                report.limit = limit(budget, limits, report.nodes);
                if report.limit.is_some() {
                    break;
                }
                report.nodes += 1;
                let cell = order.choose(board);
                // Large digits decide more about sums than small ones.
                let digit = 1 << board.domain(cell).ilog2();
                frames.push(Frame { state: board.state, cell, digit });
                report.max_depth = report.max_depth.max(frames.len() as u32);
                // One digit remains, so this cannot fail.
                let _ = board.narrow(cell, digit);
                tried = Some(cell);
                continue;
            }
        }
        let Some(Frame { state, cell, digit }) = frames.pop() else { break };
        report.backtracks += 1;
        board.state = state;
        // The cell had several digits, so this cannot fail.
        let _ = board.narrow(cell, board.domain(cell) & !digit);
    }
    report.propagations = propagation.board.queue.runs;
    report
}

/// The limit that forbids one more node, if any.
fn limit(budget: &Budget<'_>, limits: &Limits<'_>, nodes: u64) -> Option<Limit> {
    if nodes.is_multiple_of(CHECKED) {
        budget.report(WorkProgress::Nodes(nodes));
        return budget.check(nodes).err();
    }
    limits.nodes().filter(|&most| nodes >= most).map(|_| Limit::Nodes)
}

/// The digits of all cells.
fn solution(board: &Board<'_>, cells: usize) -> Solution {
    let domains = board.state.domains[..cells].iter();
    let digits = domains.filter_map(|&domain| Bits(u64::from(domain)).next().map(Digit::from_index));
    Solution::new(digits.collect::<Vec<Digit>>())
}
