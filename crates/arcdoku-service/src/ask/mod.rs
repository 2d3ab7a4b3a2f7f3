//! One module per question.

pub mod answer;
mod backdoors;
pub mod candidates;
pub mod canon;
pub mod check;
pub mod compare;
#[cfg_attr(not(feature = "tables"), allow(dead_code, reason = "nothing writes tables"))]
pub mod convert;
pub mod count;
mod difference;
mod equal;
mod estimate;
pub mod explain;
pub mod generate;
pub mod hint;
#[cfg(feature = "labels")]
pub mod label;
pub mod layouts;
mod minimize;
pub mod mistakes;
mod necessary;
pub mod practice;
pub mod prove;
pub mod rate;
pub mod read;
pub mod regress;
mod restricts;
#[cfg(feature = "logic")]
mod ruled;
#[cfg(feature = "plot")]
pub mod rules;
pub mod solve;
mod state;
pub mod steps;
pub mod strategies;
pub mod study;
pub mod techniques;
pub mod trace;
mod true_candidates;
mod unavoidable;
mod verify;
pub mod vicinity;

use arcdoku::puzzle::{Limits, Puzzle};
use arcdoku::solve::{Contradiction, Solver};

use crate::input::Reading;
use crate::report::Report;

/// Finds parts of a puzzle that contradict each other. A value, so that programs that never ask do without it.
pub type Because = fn(&mut Solver, &Puzzle, &Limits<'_>) -> Option<Contradiction>;

/// Writes the proof of an answer, and reports why there is none. A value, so that programs that never ask do without it.
pub type Prove = fn(&prove::ProveOptions, u64, &Reading, &mut Report);

arcdoku::choices! {
    /// How replies about single puzzles are written.
    pub enum ReplyFormat {
        /// Text
        Text = "text",
        /// Columns separated by tabs
        Tsv = "tsv",
        /// JSON lines
        Json = "json",
    }
}
