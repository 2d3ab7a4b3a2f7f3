//! Tests of the program `arcdoku` as a process, in one test program, because linking takes longer than most tests.
//!
//! `cargo test -p arcdoku-cli --test suite solve::` runs the tests of one module.

#![allow(clippy::print_stdout, clippy::disallowed_methods, reason = "tests print what they skip, and wait")]

mod batch;
mod canon;
mod commands;
mod common;
mod explore;
mod faults;
mod generate;
mod help;
mod human;
mod kills;
mod label;
mod limits;
mod questions;
mod rate;
mod serve;
mod sheet;
mod solve;
mod streams;
mod study;
mod techniques;
mod tier;
mod transcripts;
mod vicinity;
