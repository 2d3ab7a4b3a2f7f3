//! One module per question.

pub mod answer;
mod backdoors;
mod candidates;
pub mod canon;
mod check;
pub mod compare;
pub mod convert;
pub mod count;
mod difference;
pub mod draw;
mod equal;
mod estimate;
pub mod explain;
pub mod generate;
pub mod hint;
#[cfg(feature = "native")]
pub mod json;
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
pub mod rules;
#[cfg(feature = "photo")]
pub mod scan;
#[cfg(feature = "photo")]
mod scan_picture;
#[cfg(feature = "print")]
pub mod sheet;
pub mod solve;
mod state;
pub mod steps;
pub mod strategies;
pub mod study;
pub mod techniques;
pub mod trace;
mod unavoidable;
mod verify;
pub mod vicinity;

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
