//! An example of each technique: the lines of `examples.txt` of `arcdoku-service`, which its technique pages show.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::deduction::{Candidates, Step, Technique, Techniques};
use crate::explain::{Coordinates, Language, explain};
use crate::puzzle::Limits;
use crate::puzzle::format::{ReadOptions, parse_one};
use crate::rate::{RateScratch, Search};
use crate::testing::{neutral, proper_options};

/// The path of the file.
pub fn path() -> PathBuf {
    neutral::workspace().join("crates/arcdoku-service/src/ask/techniques/examples.txt")
}

/// The lines of the file, by technique; empty if the file is missing.
///
/// # Panics
/// If a line names no technique.
pub fn known() -> BTreeMap<Technique, String> {
    let text = std::fs::read_to_string(path()).unwrap_or_default();
    let lines = text.lines().filter(|line| line.starts_with(':'));
    let technique = |line: &str| {
        let code = line[1..].split(':').next().unwrap_or_default();
        Technique::by_code(code).or(Technique::by_slug(code)).unwrap_or_else(|| panic!("{line}"))
    };
    lines.map(|line| (technique(line), line.to_owned())).collect()
}

/// The state of a line.
///
/// # Panics
/// If the line is malformed.
pub fn state_of(line: &str) -> Candidates {
    let record = parse_one(line, &ReadOptions::default()).unwrap_or_else(|error| panic!("{line}: {error}"));
    Candidates::with_filled(&record.puzzle, &record.placed).unwrap_or_else(|error| panic!("{line}: {error}"))
}

/// The first step that a search for only this technique finds, with the options that it needs.
pub fn first(state: &Candidates, technique: Technique, scratch: &mut RateScratch) -> Option<Step> {
    let mut options = proper_options();
    options.dual = matches!(technique, Technique::DualTwoStringKite | Technique::DualEmptyRectangle);
    options.fish_size = 7;
    let mut search = Search::new(state, &options, scratch, &Limits::NONE);
    let step = search.first(technique.family(), Techniques::only(technique)).ok()?;
    step.filter(|step| step.technique == technique && step.is_effective(state))
}

/// Whether a link has no reason that can be named.
pub fn is_vague(step: &Step, state: &Candidates) -> bool {
    let text = explain(step, state, Language::English, Coordinates::RowColumn);
    text.premises.iter().any(|line| line.text.contains("steps before"))
}
