//! Deductions as data, on the grid of candidates that a person sees.
//!
//! - [`Candidates`]: filled cells, and the candidates of the others.
//! - [`Technique`], [`Family`]: the names of all techniques.
//! - [`Step`]: a deduction: its [`Pattern`] and what follows. Data, never prose.
//! - [`Options`]: the choices of the techniques; [`Proper`]: that a puzzle has one solution.
//!
//! Only for the classic 9x9 grid, with any restriction of candidates. `human` and `explainer` find steps; `rate`
//! queries both; `explain` puts steps into words.

mod candidates;
mod end;
pub(crate) mod houses;
pub(crate) mod library;
mod options;
mod outline;
mod search;
mod step;
mod technique;

pub use crate::puzzle::Proper;
pub(crate) use candidates::SinglesQueue;
pub use candidates::{Candidate, Candidates, CandidatesError};
pub use end::PathEnd;
pub use houses::House;
pub use options::{OptionError, OptionRow, Options};
pub use outline::{Focus, Group, GroupRole, HouseRole, Link, LinkEnd, LinkKind, Outline, Role};
pub use search::{Extent, Sink};
pub(crate) use search::{Finder, Finders, Search, StepQuery};
pub use step::{Als, Chain, Fish, Net, Node, Pattern, Premise, Step};
pub use technique::{Family, Technique, Techniques};
