//! The examples of the pages: constructed states, and the steps that a search finds first in them.

use arcdoku::deduction::{Candidates, Step, Technique};
use arcdoku::puzzle::format::{ReadOptions, parse_one};
use arcdoku::rate::RateScratch;
use arcdoku::{Limits, Solver};

use crate::ask::practice::first;

/// Lines of a regression library. Techniques without a code are listed by name. A test of the library checks the
/// lines.
const LINES: &str = include_str!("examples.txt");

/// A state and a step of it.
pub(super) struct Example {
    pub(super) line: &'static str,
    pub(super) state: Candidates,
    pub(super) step: Step,
}

impl Example {
    /// The example of a technique, if any.
    pub(super) fn of(technique: Technique) -> Option<Self> {
        let keys = [technique.code(), technique.slug()];
        let is_its = |line: &&str| {
            let code = line.strip_prefix(':').and_then(|rest| rest.split(':').next());
            code.is_some_and(|code| !code.is_empty() && keys.contains(&code))
        };
        let line = LINES.lines().find(is_its)?;
        let record = parse_one(line, &ReadOptions::default()).ok()?;
        let state = Candidates::with_filled(&record.puzzle, &record.placed).ok()?;
        let proper = Solver::new().solve(&record.puzzle, &Limits::NONE).proper();
        let step = first(&state, technique, proper, &mut RateScratch::default(), &Limits::NONE)?;
        Some(Self { line, state, step })
    }
}
