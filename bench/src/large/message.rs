//! Messages between this program and the program of `bench/cadical`, as lines of JSON. Both compile this file.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A puzzle whose rules require that cells differ, and the requested number of solutions.
#[derive(Serialize, Deserialize)]
pub(crate) struct Request {
    pub(crate) wanted: usize,
    /// The limit on processor time.
    pub(crate) longest: Duration,
    pub(crate) digits: usize,
    /// The digit of each cell, from 1; 0 is empty.
    pub(crate) givens: Vec<usize>,
    /// Cells that differ from each other. A house with as many cells as digits contains all digits.
    pub(crate) houses: Vec<Vec<usize>>,
}

/// The reply to a [`Request`].
#[derive(Serialize, Deserialize)]
pub(crate) struct Response {
    /// Whether the answer is complete: the requested number of solutions was found, or there are no other solutions.
    pub(crate) is_complete: bool,
    /// Processor time and wall time, including the encoding.
    pub(crate) times: [Duration; 2],
    pub(crate) conflicts: usize,
    pub(crate) solutions: Vec<Vec<usize>>,
}
