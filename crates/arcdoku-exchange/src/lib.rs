//! Sudoku and its variants in the formats of other programs.
//!
//! A text is read in two stages: decoding, which depends on the format but not on rules, and mapping to the rules of
//! arcdoku, by their texts. Every part of a text is listed in the [`Report`] of its [`Import`] with one of three
//! [`Standing`]s: enforced, decoration, or not understood. A puzzle with a part that is not understood is rejected,
//! unless the [`Policy`] accepts it.
//!
//! ```
//! use arcdoku_exchange::{Format, Policy, Standing};
//!
//! let text = ".Whisper~5~R1C1~R1C2~R2C2.Cage~10~R5C5~R5C6.~R9C9_4";
//! let import = Format::Iss.read(text, &Policy::default()).unwrap();
//! assert_eq!(import.puzzle.clues(), 1);
//! assert_eq!(import.report.to_string(), "enforced: Whisper, Cage");
//!
//! let link = Format::FPuzzles.write(&import.puzzle, &import.about).unwrap();
//! assert_eq!(Format::detect(&link), Some(Format::FPuzzles));
//! let again = Format::FPuzzles.read(&link, &Policy::default()).unwrap();
//! assert!(again.report.of(Standing::NotUnderstood).next().is_none());
//! ```
//!
//! | Format | read | written |
//! |---|---|---|
//! | [`Format::Iss`] | strings, links, killers and grids as text | strings |
//! | [`Format::FPuzzles`] | links with the puzzle in them, JSON | links |
//! | [`Format::SudokuPad`] | `scl`, `ctc`, `fpuz`, `scf` | `fpuz` |
//! | [`Format::SudokuMaker`] | links | links |
//! | [`Format::Penpa`], [`Format::Lisudoku`] | links | |
//! | [`Format::SudokuWiki`] | links | links |
//! | [`Format::Ipuz`] | documents | documents |
//! | [`Format::Rangsk`] | options of the console | the option `-f` |
//!
//! Links that contain only the number of a puzzle on a server are rejected, because this crate does not use the
//! network.

#![allow(
    clippy::too_many_lines,
    reason = "the table of the constraints of a format is easier to read as a whole"
)]

mod automaton;
mod codec;
mod draft;
mod drawing;
mod error;
mod format;
pub mod fpuzzles;
mod guess;
mod import;
mod ipuz;
pub mod iss;
mod lisudoku;
mod pairs;
mod penpa;
mod rangsk;
mod rewrite;
mod scf;
mod search;
mod spelled;
mod sudokumaker;
mod sudokupad;
mod sudokuwiki;
mod text;
mod zipped;

pub use drawing::{Drawing, DrawnShape, DrawnText, SIDE, Turn};
pub use error::{ReadError, WriteError};
pub use format::Format;
pub use import::{About, Entered, Import, ImportError, Kind, Part, Policy, Report, Standing};
pub use search::find;
