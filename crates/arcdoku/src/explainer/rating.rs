//! The scale of the Sudoku Explainer 1.2.1 (N. Juillerat): rates a puzzle by the hardest step of its path.

use std::fmt;
use std::ops::ControlFlow;

use super::{Board, ExplainerScratch, NextStep, next, step_of};
use crate::deduction::{self, Candidates, Next, PathEnd, Proper, Step, Technique, Tenths};
use crate::puzzle::{Budget, Limit, Limits};

/// The ratings ER, EP and ED of a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Rating {
    /// The hardest step of the whole path.
    pub er: Tenths,
    /// The hardest step up to and including the first one that fills a cell; 0 before a cell is filled.
    pub ep: Tenths,
    /// The first step.
    pub ed: Tenths,
}

impl Rating {
    /// Whether no step so far is harder than the steps up to the first filled cell. At the end of a path this is
    /// whether the puzzle is a pearl (EP = ER).
    pub fn may_be_pearl(&self) -> bool {
        self.ep == self.er || self.ep == Tenths(0) && self.er != Tenths::BEYOND
    }

    /// Whether no step so far is harder than the first step. At the end of a path this is whether the puzzle is a
    /// diamond (ED = ER).
    pub fn may_be_diamond(&self) -> bool {
        self.ed == self.er
    }

    /// Adds a step to the rating.
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

/// Rates a state, whether it has one solution or not.
///
/// After each step, `go_on` receives its technique, its rating and the rating so far, and may end the path
/// ([`PathEnd::Enough`]). Without a [`Proper`], techniques that assume a single solution are skipped, and the rating
/// differs from the scale.
pub fn rate(
    state: &Candidates,
    proper: Option<Proper>,
    limits: &Limits<'_>,
    scratch: &mut ExplainerScratch,
    go_on: &mut dyn FnMut(Technique, Tenths, &Rating) -> ControlFlow<()>,
) -> (Rating, PathEnd) {
    let mut board = Board::of(state);
    run(
        &mut board,
        proper,
        limits,
        scratch,
        |_, _, _| Ok(()),
        |found, (), rating| go_on(found.technique(), Tenths(found.tenths()), rating),
    )
}

/// Like [`rate`], and passes each step to `each`, with its rating and the state before the step.
pub fn solve_with(
    mut state: Candidates,
    proper: Option<Proper>,
    limits: &Limits<'_>,
    scratch: &mut ExplainerScratch,
    each: &mut dyn FnMut(&Candidates, &Step, Tenths) -> ControlFlow<()>,
) -> (Rating, PathEnd) {
    let mut board = Board::of(&state);
    run(&mut board, proper, limits, scratch, step_of, |found, step, _| {
        let flow = each(&state, &step, Tenths(found.tenths()));
        step.apply(&mut state);
        flow
    })
}

/// The main loop of the scale: applies the first step in its order, again and again. `take` receives each step with the
/// result of `describe`.
fn run<S>(
    board: &mut Board,
    proper: Option<Proper>,
    limits: &Limits<'_>,
    scratch: &mut ExplainerScratch,
    describe: impl Fn(&NextStep, &mut ExplainerScratch, &Budget<'_>) -> Result<S, Limit>,
    mut take: impl FnMut(&NextStep, S, &Rating) -> ControlFlow<()>,
) -> (Rating, PathEnd) {
    let mut rating = Rating::default();
    let end = deduction::walk(
        scratch,
        board,
        limits,
        Board::open,
        |scratch, board, budget, count| {
            if board.is_full() {
                return Ok(Next::Solved);
            }
            budget.check(count)?;
            let Some(found) = next(board, proper, scratch, budget)? else { return Ok(Next::Stuck) };
            let described = describe(&found, scratch, budget)?;
            Ok(Next::Step((found, described)))
        },
        |_, board, (found, described)| {
            rating.count(Tenths(found.tenths()), found.places());
            found.apply(board);
            take(&found, described, &rating)
        },
    );
    if end == PathEnd::Stuck {
        rating.er = Tenths::BEYOND;
    }
    (rating, end)
}
