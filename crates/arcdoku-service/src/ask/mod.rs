//! One module a question.

pub mod check;
pub mod solve;
