//! Rating by techniques: an order of techniques with levels and scores, and the path it leads along.

mod path;
mod profile;
pub mod se;

pub(in crate::human) use path::next_step;
pub use path::{End, Path, PathStep, solve, solve_with};
pub use profile::{Entry, Level, Profile, ProfileError};
