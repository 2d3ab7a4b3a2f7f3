//! The search: a decision copies the state; a failed digit is removed from its cell.

use crate::compact::CompactReport;
use crate::compact::board::{Board, BoardState};
use crate::compact::order::CellOrder;
use crate::compact::problem::Problem;
use crate::compact::propagate::Propagation;
use crate::grid::{Bits, Digit};
use crate::puzzle::{Budget, Limit, Solution, WorkProgress};

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

/// Searches for up to `wanted` solutions with these domains.
pub(super) fn run(problem: &Problem, domains: &[u16], wanted: usize, budget: &Budget<'_>) -> CompactReport {
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
                if let Err(limit) = spend(budget, report.nodes) {
                    report.limit = Some(limit);
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

/// Checks whether one more node may be expanded, and reports the progress now and then.
fn spend(budget: &Budget<'_>, nodes: u64) -> Result<(), Limit> {
    if nodes.is_multiple_of(CHECKED) {
        budget.report(WorkProgress::Nodes(nodes));
        budget.check(nodes)
    } else {
        budget.check_nodes(nodes)
    }
}

/// The digits of all cells.
fn solution(board: &Board<'_>, cells: usize) -> Solution {
    let domains = board.state.domains[..cells].iter();
    let digits = domains.filter_map(|&domain| Bits(u64::from(domain)).next().map(Digit::from_index));
    Solution::new(digits.collect::<Vec<Digit>>())
}
