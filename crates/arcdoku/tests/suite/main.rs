//! Tests of the library through its public interface, in one program, because linking took longer than most tests.
//!
//! `cargo test -p arcdoku --test suite canon::` runs the tests of one module.

#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "tests print what they skip, and measure limits"
)]

mod agreement;
mod boards;
mod canon;
mod explore;
mod facts;
mod families;
mod fast9;
mod fast9_houses;
mod fast9_limits;
mod fast9_properties;
mod fast9_state;
mod format;
mod format_refusals;
mod fuzz;
mod generate;
mod human;
mod human_soundness;
mod kernel;
mod large;
mod learning;
mod logic;
mod minimize;
mod observer;
mod outcomes;
mod proofs;
mod propagators;
mod properties;
mod questions;
mod reading;
mod relations;
mod rules;
mod se;
mod send;
mod shapes;
mod technique_examples;
mod variants;
mod verified;
