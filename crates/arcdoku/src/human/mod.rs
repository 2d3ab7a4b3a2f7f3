//! Floor 2: how a person solves. Deductions as data on the candidate grid.
//!
//! ```text
//!  Puzzle --Candidates::of--> Candidates --Search--> Step --apply--> Candidates ...
//!                                           |          |
//!                                      Technique       '--explain--> words, notation, drawing
//! ```
//!
//! - [`Candidates`]: the filled cells and candidates that a person sees.
//! - [`Technique`], [`Family`]: the registry. One file a family in `technique/`; each finds all its
//!   instances, or the first.
//! - [`Step`]: a deduction: its [`Pattern`] and what follows. Data, never prose.
//! - [`rate`]: the order of techniques, levels and scores, as tables; the path of a puzzle.
//! - [`hint`]: the next step, all steps by ease, how far a state is, and mistakes.
//! - [`explain`]: steps in words, notation and pictures.
//! - [`regress`]: whether techniques find what a library expects; [`Candidates::library_line`] writes such lines.
//!
//! For the classic 9x9 grid alone, with candidates restricted at will.

mod candidates;
pub mod explain;
pub mod hint;
mod houses;
mod library;
mod options;
pub mod rate;
mod registry;
pub mod regress;
mod search;
mod step;
mod technique;

pub use candidates::{Candidate, Candidates, Unfit};
pub use houses::House;
pub use options::{OptionError, OptionRow, Options};
pub use registry::{Family, Technique, Techniques};
pub use search::{Extent, Scratch, Search, Sink};
pub use step::{Als, Chain, Fish, Net, Node, Pattern, Premise, Step};

/// Somebody's word that a puzzle has exactly one solution.
///
/// Techniques that assume so take one: without it they cannot be called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proper(());

impl Proper {
    /// The caller knows, or takes it upon himself.
    pub const fn assumed() -> Self {
        Self(())
    }
}
