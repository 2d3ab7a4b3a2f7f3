//! Questions about 9x9 grids that differ in few cells: what generation asks, thousands of times a millisecond.

use crate::fast9::{Engine, Found, State};
use crate::puzzle::Limits;

/// Answers questions about [`State`]s: a clue is taken away or a candidate forbidden, and what has changed is asked
/// again, without reading a puzzle anew.
///
/// ```
/// use arcdoku::solve::{Prober, State};
/// use arcdoku::{Cell, Digit, DigitSet};
///
/// let grid = *b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// let mut state = State::new(&grid.map(|digit| digit - b'0'));
/// // Is the 5 of the first cell determined by the others?
/// state.set(Cell::new(0), DigitSet::all(9).minus(DigitSet::single(Digit::from_index(4))));
/// assert_eq!(Prober::new().probe(&state, 1).solutions, 0);
/// ```
#[derive(Default)]
pub struct Prober {
    engine: Engine,
}

impl Prober {
    /// One with the fastest engine.
    pub fn new() -> Self {
        Self::default()
    }

    /// One with an engine of somebody's choice, which changes nothing but the time it takes.
    pub fn with_engine(engine: Engine) -> Self {
        Self { engine }
    }

    /// The solutions of a state, up to so many; digits of the first two.
    pub fn probe(&mut self, state: &State, wanted: u64) -> Found {
        self.engine.answer(state, wanted, &Limits::NONE)
    }

    /// The same for many states, in their order; they are answered side by side.
    pub fn probe_all<'a>(
        &mut self,
        states: impl IntoIterator<Item = &'a State>,
        wanted: u64,
        each: impl FnMut(&Found),
    ) {
        self.engine.answer_all(states, wanted, &Limits::NONE, each);
    }
}
