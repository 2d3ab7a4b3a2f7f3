//! Rating by techniques: orders of techniques, what steps count, and the paths along which they lead.
//!
//! [`Scale`] is the table of all scales; [`Profile`] and [`se`] are how they are made.

mod path;
mod profile;
mod scale;
pub mod se;

pub(in crate::human) use path::next_step;
pub use path::{End, Path, PathStep, solve, solve_with};
pub use profile::{Entry, Level, Profile, ProfileError};
pub use scale::{Form, Kind, Rater, Rating, Scale, ScaleRow, Weight};
