//! Tests of the formats, in one program. Tests that read third-party puzzles print a line if these are absent.

#![allow(clippy::print_stdout, reason = "tests report what they skip")]

mod answers;
mod data;
mod drawings;
mod formats;
mod fuzz;
mod imports;
mod kinds;
mod limits;
mod own_text;
mod steps;
mod strings;
