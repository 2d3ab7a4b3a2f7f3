//! One module per question.

pub mod check;
pub mod compare;
pub mod convert;
pub mod explain;
pub mod hint;
pub mod rate;
pub mod regress;
pub mod solve;
mod state;
pub mod steps;
pub mod strategies;
pub mod techniques;
pub mod trace;
