//! The propagators, one file an algorithm.

mod ac3;
mod all_different;
mod gac;
mod restrict;
mod singles;

pub use ac3::Ac3;
pub use all_different::AllDifferent;
pub use gac::AllDifferentGac;
pub use restrict::Restrict;
pub use singles::Singles;
