//! What this program and that of `bench/cadical` send each other: lines of JSON. Both compile this file.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A puzzle whose rules are that cells differ, and how many solutions are wanted.
#[derive(Serialize, Deserialize)]
pub(crate) struct Request {
    pub(crate) wanted: usize,
    /// The time on the processor after which it gives up.
    pub(crate) longest: Duration,
    pub(crate) digits: usize,
    /// The digit of each cell, from 1; 0 is empty.
    pub(crate) givens: Vec<usize>,
    /// Cells that differ from each other. As many cells as digits hold all digits.
    pub(crate) houses: Vec<Vec<usize>>,
}

/// What came of a [`Request`].
#[derive(Serialize, Deserialize)]
pub(crate) struct Response {
    /// Whether there are as many solutions as wanted, or no more than these.
    pub(crate) is_complete: bool,
    /// On the processor and on the clock, encoding included.
    pub(crate) times: [Duration; 2],
    pub(crate) conflicts: usize,
    pub(crate) solutions: Vec<Vec<usize>>,
}
