//! Strings of the Interactive Sudoku Solver (ISS): `.Class~argument~cell.Class...`.
//!
//! ```text
//!   text --tokens--> Tree (composites, cells by index) --map--> rules
//! ```

mod class;
mod layout;
pub(crate) mod map;
mod plain;
mod tree;
mod write;

pub use crate::automaton::Automaton;
pub use class::Class;
pub use layout::{Group, Layout};
pub use tree::{Clause, Tokens, Tree};
pub(crate) use write::write;

use crate::error::{ReadError, quoted};
use crate::import::{Import, ImportError, Policy};

/// Reads a string, or a grid or killer as a line of text.
pub(crate) fn read(text: &str, policy: &Policy) -> Result<Import, ImportError> {
    let tokens = match plain::read(text) {
        Some(tokens) => tokens?,
        None if text.trim_start().starts_with('.') => Tokens::read(text)?,
        None => {
            let expected = "a string such as .Cage~10~R1C1~R1C2, or a grid";
            return Err(ReadError::whole(quoted(text.trim()), expected).into());
        }
    };
    map::import(&tokens, policy)
}
