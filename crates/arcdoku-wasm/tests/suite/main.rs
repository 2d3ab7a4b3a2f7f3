//! Questions as plain Rust, in one program.

mod progress;
