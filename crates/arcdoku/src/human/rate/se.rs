//! The scale of the Sudoku Explainer 1.2.1 (N. Juillerat): the hardest step of the path that it takes.

use std::fmt;
use std::ops::ControlFlow;

use super::super::Proper;
use super::super::candidates::Candidates;
use super::super::step::Step;
use super::super::technique::se;
use super::path::End;
use crate::puzzle::Limits;

/// A rating of the scale in tenths: 10 to 119 and more, 200 where no technique goes on, 0 for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tenths(pub u8);

impl Tenths {
    /// What no technique solves.
    pub const BEYOND: Self = Self(200);
}

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}

/// ER, EP and ED of a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rating {
    /// The hardest step of the whole path.
    pub er: Tenths,
    /// The hardest step up to the first that fills a cell.
    pub ep: Tenths,
    /// The first step.
    pub ed: Tenths,
}

impl Rating {
    /// Whether no step is harder than those up to the first filled cell.
    pub fn is_pearl(&self) -> bool {
        self.ep == self.er
    }

    /// Whether no step is harder than the first.
    pub fn is_diamond(&self) -> bool {
        self.ed == self.er
    }

    /// Counts a step.
    fn count(&mut self, tenths: Tenths, places: bool) {
        self.er = self.er.max(tenths);
        if self.ep == Tenths(0) {
            if self.ed == Tenths(0) {
                self.ed = self.er;
            }
            if places {
                self.ep = self.er;
            }
        }
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.er, self.ep, self.ed)
    }
}

/// Memory for one rating after another.
#[derive(Debug, Default)]
pub struct Scratch(se::Scratch);

/// Rates a state. After each step `go_on` sees the rating so far, and may say enough
/// ([`End::Enough`]).
pub fn rate(
    state: &Candidates,
    proper: Proper,
    limits: &Limits<'_>,
    scratch: &mut Scratch,
    go_on: &mut dyn FnMut(&Rating) -> ControlFlow<()>,
) -> (Rating, End) {
    let (budget, mut rating, mut board) = (limits.start(), Rating::default(), se::Board::of(state));
    let mut count = 0;
    let end = loop {
        if board.is_full() {
            break End::Solved;
        }
        let found = match budget.check(count).and_then(|()| se::next(&board, proper, &mut scratch.0, &budget))
        {
            Err(limit) => break End::Stopped(limit),
            Ok(None) => {
                rating.er = Tenths::BEYOND;
                break End::Stuck;
            }
            Ok(Some(found)) => found,
        };
        count += 1;
        rating.count(Tenths(found.tenths()), found.places());
        found.apply(&mut board);
        if go_on(&rating).is_break() {
            break End::Enough;
        }
    };
    (rating, end)
}

/// The path of a state: each step, told with the state before it, and its rating.
pub fn solve_with(
    mut state: Candidates,
    proper: Proper,
    limits: &Limits<'_>,
    scratch: &mut Scratch,
    each: &mut dyn FnMut(&Candidates, &Step, Tenths) -> ControlFlow<()>,
) -> (Rating, End) {
    let (budget, mut rating, mut board) = (limits.start(), Rating::default(), se::Board::of(&state));
    let mut count = 0;
    let end = loop {
        if board.is_full() {
            break End::Solved;
        }
        let found = match budget.check(count).and_then(|()| se::next(&board, proper, &mut scratch.0, &budget))
        {
            Err(limit) => break End::Stopped(limit),
            Ok(None) => {
                rating.er = Tenths::BEYOND;
                break End::Stuck;
            }
            Ok(Some(found)) => found,
        };
        count += 1;
        let tenths = Tenths(found.tenths());
        rating.count(tenths, found.places());
        let before = board.clone();
        found.apply(&mut board);
        let step = se::told(&before, found, &mut scratch.0);
        if each(&state, &step, tenths).is_break() {
            break End::Enough;
        }
        step.apply(&mut state);
    };
    (rating, end)
}
