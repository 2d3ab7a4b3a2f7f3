//! Questions as plain Rust, in one program.

mod faults;
mod fuzz;
mod progress;
