//! Puzzles from inputs: text in any notation, rows of a table, JSON lines.
//!
//! ```text
//!   Source ──ReadBuffer──> Records or Table ──> Given: an Item, a Rejected, or many plain Lines
//! ```
//!
//! Sources are read in constant memory. A [`Plan`] selects the notation, and adds rules to the puzzles.

mod board;
mod bounded;
mod buffer;
mod document;
mod exchange;
mod file;
mod item;
mod json;
mod lines;
mod plan;
mod records;
mod scale;
mod shape;
mod source;
mod table;

pub use arcdoku_wire::Medium;
pub use board::Board;
pub(crate) use buffer::ReadBuffer;
pub(crate) use exchange::{AUTHOR, DOCUMENT, RULES, document, import, remarks, text_of};
#[cfg(feature = "photo")]
pub(crate) use file::read_up_to;
pub use file::{LARGEST_OPTION_FILE, read_option_file};
pub use item::{Column, Expected, Fields, Item, Reading, Rejected, passed};
pub(crate) use item::{head, other};
pub use lines::{Given, Lines};
pub use plan::Plan;
pub use scale::scale_value;
pub use shape::ShapeParts;
pub(crate) use source::container_of;
pub use source::{Input, Source, read_one};
pub(crate) use table::{RULES_COLUMN, rules_field};
