//! The propagation loop: cheap work first.

use crate::compact::board::{Board, Cause, Empty};
use crate::compact::houses;
use crate::compact::problem::{CompactRule, Problem};
use crate::csp::propagators::Lattice;
use crate::grid::Bits;

/// A board that is propagated.
#[derive(Debug)]
pub(super) struct Propagation<'a> {
    pub(super) problem: &'a Problem,
    pub(super) board: Board<'a>,
    /// The passes of the exact rules, in the order of these rules.
    passes: Vec<Lattice>,
}

impl<'a> Propagation<'a> {
    /// The problem with these domains, before any propagation.
    pub(super) fn new(problem: &'a Problem, domains: &[u16]) -> Self {
        let Problem { links, rules, digits, .. } = problem;
        let board = Board::new(links, domains, *digits, rules.len());
        let passes = rules.iter().filter_map(|rule| match rule {
            CompactRule::Exact(exact) => Some(exact.passes()),
            _ => None,
        });
        Self { problem, board, passes: passes.collect() }
    }

    /// Propagates to the fixpoint. The queue is empty afterwards, even after a contradiction.
    pub(super) fn propagate(&mut self) -> Result<(), Cause> {
        let found = self.run();
        if found.is_err() {
            self.board.queue.clear();
        }
        found
    }

    fn run(&mut self) -> Result<(), Cause> {
        let problem = self.problem;
        loop {
            let Self { board, .. } = self;
            if let Some(cell) = pop(&mut board.queue.decided) {
                board.exclude_from_neighbors(cell)?;
            } else if let Some(cell) = pop(&mut board.queue.changed) {
                board.relate(cell)?;
            } else if let Some((digit, houses)) = board.queue.lost.pop() {
                board.queue.runs += 1;
                for house in Bits(houses) {
                    let found = houses::settle(board, digit, house);
                    found.map_err(|Empty| Cause::House(house as u8))?;
                }
            } else if let Some(house) = pop(&mut board.queue.partial) {
                board.queue.runs += 1;
                let found = houses::singles(board, &problem.houses[usize::from(house)]);
                found.map_err(|Empty| Cause::House(house))?;
            } else if let Some(number) = self.pop_rule(false) {
                self.run_rule(number)?;
            } else if let Some((digit, houses)) = self.board.queue.few.pop() {
                self.board.queue.runs += 1;
                for house in Bits(houses) {
                    let found = self.board.point(digit, problem.links.cells[house]);
                    found.map_err(|Empty| Cause::House(house as u8))?;
                }
            } else if let Some(house) = pop(&mut self.board.queue.locked) {
                self.board.queue.runs += 1;
                let found = houses::locked(&mut self.board, &problem.houses[usize::from(house)]);
                found.map_err(|Empty| Cause::House(house))?;
            } else if let Some(number) = self.pop_rule(true) {
                self.run_rule(number)?;
            } else {
                return Ok(());
            }
        }
    }

    /// Takes the first rule of the queue. The exact rules, which are the last ones, run when nothing else is queued.
    #[inline]
    fn pop_rule(&mut self, exact: bool) -> Option<usize> {
        for (i, word) in self.board.queue.rules.iter_mut().enumerate() {
            if *word != 0 {
                let number = i * 64 + word.trailing_zeros() as usize;
                if !exact && number >= self.problem.exact {
                    return None;
                }
                *word &= *word - 1;
                return Some(number);
            }
        }
        None
    }

    #[inline]
    fn run_rule(&mut self, number: usize) -> Result<(), Cause> {
        let problem = self.problem;
        self.board.queue.runs += 1;
        let found = match &problem.rules[number] {
            CompactRule::Sets(sets) => sets.propagate(&mut self.board),
            CompactRule::Sum(sum) => sum.propagate(&mut self.board),
            CompactRule::Same(cells) => houses::equalize(&mut self.board, cells),
            CompactRule::Exact(exact) => {
                exact.propagate(&mut self.board, &mut self.passes[number - problem.exact])
            }
        };
        found.map_err(|Empty| Cause::Rule(number as u16))
    }
}

/// Takes the first member of a set.
#[inline]
fn pop(set: &mut u128) -> Option<u8> {
    let mut bits = Bits(*set);
    let first = bits.next()? as u8;
    *set = bits.0;
    Some(first)
}
