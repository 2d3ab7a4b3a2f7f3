//! What a person could do: ratings, hints, steps and paths.

use std::collections::BTreeMap;

use arcdoku::human::{Candidate, Step};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::fault::Fault;
use crate::input::Ruleset;

/// A digit in a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// The cell.
    pub cell: String,
    /// The digit.
    pub digit: u8,
}

impl From<Candidate> for Mark {
    fn from(candidate: Candidate) -> Self {
        let at = candidate.cell.index();
        Self { cell: format!("r{}c{}", at / 9 + 1, at % 9 + 1), digit: candidate.digit.get() }
    }
}

/// A deduction: its technique and what follows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepReply {
    /// The technique, as on the command line: `x-wing`.
    pub technique: String,
    /// Its name.
    pub name: String,
    /// Its four digits in regression libraries, where it has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The digits of the pattern; of chains and almost locked sets, those that are eliminated.
    pub digits: Vec<u8>,
    /// Digits to fill in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub placements: Vec<Mark>,
    /// Candidates to take away.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub eliminations: Vec<Mark>,
}

impl From<&Step> for StepReply {
    fn from(step: &Step) -> Self {
        let code = step.technique.code();
        Self {
            technique: step.technique.slug().to_owned(),
            name: step.technique.name().to_owned(),
            code: (!code.is_empty()).then(|| code.to_owned()),
            digits: step.digits.iter().map(arcdoku::Digit::get).collect(),
            placements: step.placements.iter().map(|&at| at.into()).collect(),
            eliminations: step.eliminations.iter().map(|&at| at.into()).collect(),
        }
    }
}

/// How hard a puzzle is for a person.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RateReply {
    /// [`VERSION`](crate::VERSION).
    pub version: u32,
    /// The number of the puzzle in the input, from 1.
    pub number: u64,
    /// The puzzle; absent if it could not be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<String>,
    /// What the text of the puzzle does not say, so that a reply can be read as a
    /// [`PuzzleInput`](crate::PuzzleInput).
    #[serde(flatten)]
    pub ruleset: Ruleset,
    /// Its name, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// `rated`, `unsolved` (the techniques of the scale do not solve it), `multiple`, `unsatisfiable`,
    /// `unfit` (no 9x9 grid of rows, columns and boxes), `unknown` (a limit came first), or `malformed`.
    pub outcome: String,
    /// The scale: a name or a file.
    pub scale: String,
    /// `Easy`, `Medium`, `Hard`, `Unfair` or `Extreme`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// The sum of the scores of all steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<u32>,
    /// How many steps there are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<u32>,
    /// The technique among them that comes last in the order of the scale.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hardest: Option<String>,
    /// How many steps are of each technique.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub techniques: BTreeMap<String, u32>,
    /// The limit that ended the work: `time` or `cancelled`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
    /// What is wrong with a malformed puzzle, which clues conflict, or why a puzzle is unfit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
    /// Fields that came with the puzzle, named as by [`passed_names`](crate::passed_names).
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

impl RateReply {
    /// The names of its own fields, which no other field may have.
    pub const FIELDS: &'static [&'static str] = &[
        "version",
        "number",
        "puzzle",
        "shape",
        "rules",
        "regions",
        "extra",
        "name",
        "outcome",
        "scale",
        "level",
        "score",
        "steps",
        "hardest",
        "techniques",
        "limit",
        "fault",
    ];
}
