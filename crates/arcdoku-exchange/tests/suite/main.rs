//! Tests of the formats, in one program. Those that read third-party puzzles print a line where these are absent.

#![allow(clippy::print_stdout, reason = "tests say what they skip")]

mod answers;
mod data;
mod formats;
mod fuzz;
mod imports;
mod kinds;
mod limits;
mod own_text;
mod steps;
mod strings;
