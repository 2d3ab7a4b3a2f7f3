//! The propagators, one file per algorithm.

mod ac3;
mod all_different;
mod cage;
mod gac;
mod increasing;
mod restrict;
mod rule_check;
mod singles;

pub(super) use ac3::Ac3;
pub use all_different::AllDifferent;
pub use cage::Cage;
pub use gac::AllDifferentGac;
pub use increasing::Increasing;
pub use restrict::Restrict;
pub use rule_check::RuleCheck;
pub(super) use singles::Singles;
