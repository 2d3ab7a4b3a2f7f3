//! wip
pub mod grid;
pub mod puzzle;
