//! Variables, domains, constraints and propagators, and the loop that runs them.
//!
//! ```text
//!  Model ── Space ── domains      one set of values per variable           ┐ undone
//!    │        ├───── trail        values removed from domains, oldest first     │ together
//!    │        ├───── words        numbers of propagators, with a trail     ┘
//!    │        ├───── agenda       propagators that have work to do, cheapest first
//!    │        └───── constraints  named sets of variables
//!    └── propagators              each narrows the domains of its scope
//! ```
//!
//! [`Model::compile`] turns a puzzle into a model at an inference [`Level`]. It uses a [`Builder`], which creates a
//! model from any variables and constraints. [`Model::propagate`] is the fixpoint loop. A search decides variables,
//! propagates, and undoes changes back to a [`Mark`].
//!
//! A propagator keeps state that undoing restores in trailed [`Word`]s, or follows the changes of the domains with a
//! [`Reader`]. Undoing does not call propagators.
//!
//! A [`Trace`] receives every elimination and assignment with its reason. The trace `()` costs nothing.

mod agenda;
mod alone;
mod builder;
mod compile;
mod constraint;
mod differ;
mod domain;
pub mod implied;
mod learning;
mod level;
mod load;
mod planar;
mod post;
mod propagate;
mod propagator;
pub mod propagators;
mod reader;
mod space;
mod trace;
mod watched;
mod words;

pub(crate) use alone::Alone;
pub use builder::{Auxiliary, BuildError, Builder};
pub use constraint::Constraint;
pub use differ::Differ;
pub use domain::{Change, Var};
pub(crate) use learning::Run;
pub use level::Level;
pub(crate) use post::{differs, equation};
pub use propagate::{Mark, Model};
pub use propagator::{Conflict, Context, Cost, Past, Propagator, Status, Strength, Wake};
pub(crate) use propagator::{LEARNS, learns};
pub use reader::Reader;
pub(crate) use space::FullHouse;
pub use space::Space;
pub use trace::{Failure, FailureKind, Implications, Literal, Reason, Step, Trace};
pub(crate) use watched::{Listener, SearchEvent, Watched};
pub use words::Word;
