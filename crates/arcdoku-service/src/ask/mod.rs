//! One module per question.

pub mod backdoors;
pub mod candidates;
pub mod canon;
pub mod check;
pub mod compare;
#[cfg_attr(not(feature = "tables"), allow(dead_code, reason = "nothing writes tables"))]
pub mod convert;
pub mod count;
pub mod explain;
pub mod finder;
pub mod generate;
pub mod hint;
pub mod minimize;
pub mod mistakes;
pub mod practice;
pub mod rate;
pub mod read;
pub mod regress;
#[cfg(feature = "plot")]
pub mod rules;
pub mod solve;
mod state;
pub mod steps;
pub mod strategies;
pub mod study;
pub mod techniques;
pub mod trace;
pub mod unavoidable;
pub mod vicinity;

use crate::choice::choices;

choices! {
    /// How replies about single puzzles are written.
    ReplyFormat {
        /// Text
        Text = "text",
        /// Columns separated by tabs
        Tsv = "tsv",
        /// JSON lines
        Json = "json",
    }
}
