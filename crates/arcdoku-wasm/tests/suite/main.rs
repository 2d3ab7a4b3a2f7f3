//! Tests of questions as plain Rust.

mod faults;
mod fuzz;
mod progress;
