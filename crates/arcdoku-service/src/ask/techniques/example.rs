//! The examples of the pages: constructed states, and the steps that a search finds first in them.

use arcdoku::deduction::{Candidates, Options, Step, Technique, Techniques};
use arcdoku::puzzle::format::{ReadOptions, parse_one};
use arcdoku::rate::{RateScratch, Search};
use arcdoku::{Limits, Solver};

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
    /// The example of a technique, if there is one.
    pub(super) fn of(technique: Technique) -> Option<Self> {
        let keys = [technique.code(), technique.slug()];
        let is_its = |line: &&str| {
            let code = line.strip_prefix(':').and_then(|rest| rest.split(':').next());
            code.is_some_and(|code| !code.is_empty() && keys.contains(&code))
        };
        let line = LINES.lines().find(is_its)?;
        let record = parse_one(line, &ReadOptions::default()).ok()?;
        let state = Candidates::with_filled(&record.puzzle, &record.placed).ok()?;
        let answer = Solver::new().solve(&record.puzzle, &Limits::NONE);
        let mut options = Options::default().with_proper(answer.proper());
        options.dual = matches!(technique, Technique::DualTwoStringKite | Technique::DualEmptyRectangle);
        options.fish_size = 7;
        let mut scratch = RateScratch::default();
        let mut search = Search::new(&state, &options, &mut scratch, &Limits::NONE);
        let step = search.first(technique.family(), Techniques::only(technique)).ok()??;
        Some(Self { line, state, step })
    }
}
