//! Steps in words, in notation and as pictures: human techniques and propagation, in any grid under any rules.
//!
//! ```text
//!                          .-- Narrator: words of a language, in three grades (en.txt, de.txt)
//!  deduction::Step, state --- short, eureka: one line of notation
//!                          '-- picture: what to draw, as data
//!
//!  csp::Step, csp::Failure --- Narrator::propagation, Narrator::contradiction: a sentence
//!                          '-- propagation_picture, contradiction_picture
//! ```
//!
//! Other modules find steps: everything here is derived from a step and the state in which it was found.
//!
//! # A new pattern
//! A [`Pattern`] is matched in three places, and nowhere else in the library and its programs: `Pattern::outline`
//! (`deduction/outline.rs`: pictures, legends, hints and JSON are derived from it), `step_argument`
//! (`explain/sentences/mod.rs`: the sentences, whose words are in `en.txt` and `de.txt`) and `Notation::body`
//! (`explain/notation.rs`). Patterns of puzzles with rules are explained, noted and drawn in `explain/logic/`.
//!
//! [`Pattern`]: crate::deduction::Pattern

mod argument;
mod coordinates;
mod legend;
mod logic;
mod manner;
mod narrator;
mod notation;
mod phrases;
mod picture;
mod propagation;
mod remark;
mod sentences;
mod speech;
mod words;

pub use argument::Line;
pub use coordinates::Coordinates;
pub use legend::Heading;
pub use narrator::{Explanation, Grade, Narrator, explain};
pub use notation::{eureka, short};
pub use picture::{Area, Group, GroupRole, HouseRole, Link, LinkEnd, LinkKind, Mark, Picture, Role, picture};
pub use propagation::{contradiction_picture, propagation_picture};
pub use remark::Remark;
pub use speech::{focus, look_at};
pub use words::Language;

#[cfg(test)]
mod tests;
