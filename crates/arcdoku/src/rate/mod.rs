//! Ratings by techniques: orders of techniques, scores of steps, and paths.
//!
//! [`Scale`] is the table of all scales; [`Profile`] and [`explainer`](crate::explainer) implement them.

pub mod hint;
mod path;
mod profile;
mod puzzle;
pub mod regress;
mod scale;
mod search;

pub use crate::deduction::PathEnd;
pub use path::{Path, PathStep, solve, solve_with};
pub use profile::{Entry, Level, Profile, ProfileError};
pub use puzzle::RateError;
pub use scale::{Form, Hardest, Rater, Rating, Scale, ScaleRow, StepKind, Weight};
pub use search::{RateScratch, Search};
