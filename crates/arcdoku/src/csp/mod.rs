//! Floor 2: the puzzle as variables, domains and propagators, and the loop that runs them.
//!
//! ```text
//!  Model ── Space ── domains  one set of digits a variable       ┐ undone together,
//!    │        │      trail    what each domain was before        ┘ newest first
//!    │        └───── agenda   propagators that have work to do, cheapest first
//!    └── propagators          each knows its scope and narrows the domains in it
//! ```
//!
//! [`Model::compile`] turns a puzzle into a model at an inference [`Level`]; [`Model::propagate`]
//! is the fixpoint loop. Whoever searches decides variables, propagates, and undoes to a [`Mark`].
//!
//! A [`Trace`] sees every elimination and assignment with its reason; the trace `()` costs nothing.

mod agenda;
mod builder;
mod compile;
mod constraint;
mod domain;
mod level;
mod load;
mod propagate;
mod propagator;
pub mod propagators;
mod reader;
mod space;
mod trace;
mod words;

pub use builder::{Auxiliary, BuildError, Builder};
pub use constraint::Constraint;
pub use domain::{Change, Var};
pub use level::Level;
pub use propagate::{Mark, Model};
pub use propagator::{Conflict, Context, Cost, Propagator, Status, Strength, Wake};
pub use reader::Reader;
pub use space::Space;
pub use trace::{Failure, FailureKind, Literal, Reason, Step, Trace};
pub use words::Word;
