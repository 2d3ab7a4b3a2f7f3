//! Deductions as data, on the grid of candidates as a person sees it.
//!
//! - [`GridState`]: filled cells, and the candidates of the others; [`Candidates`] is the state of the classic grid.
//! - [`Technique`], [`Family`]: the names of all techniques.
//! - [`Step`]: a deduction: its [`Pattern`] and its consequences, as data without prose. Patterns of puzzles with
//!   rules, or of other shapes, are in [`rules`].
//! - [`Options`]: the choices of the techniques; [`Proper`]: evidence that a puzzle has one solution.
//!
//! `human` and `explainer` find steps in the classic 9x9 grid, with any restriction of candidates; `logic` finds
//! steps in puzzles with any rules, in any shape. `rate` uses all finders; `explain` describes steps in words.

mod candidates;
pub(crate) mod houses;
pub(crate) mod library;
mod options;
mod outline;
mod path;
pub mod rules;
mod search;
mod state;
mod step;
mod technique;

pub use crate::puzzle::Proper;
pub(crate) use candidates::SinglesQueue;
pub use candidates::{Candidate, Candidates, CandidatesError};
pub use houses::House;
pub use options::{OptionError, OptionRow, Options};
pub use outline::{Focus, Group, GroupRole, HouseRole, Link, LinkEnd, LinkKind, Outline, Role};
pub(crate) use path::walk;
pub use path::{Next, PathEnd};
pub use search::{Extent, Sink};
pub(crate) use search::{Finder, Finders, Search, StepQuery, go_on};
pub use state::GridState;
pub use step::{Als, Chain, Fish, Net, Node, Pattern, Premise, Step};
pub use technique::{Family, Technique, Techniques, Tenths};
