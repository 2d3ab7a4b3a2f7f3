//! Ratings, hints, steps and paths.

use std::collections::BTreeMap;

use arcdoku::deduction::{self, Candidate, Candidates, Chain, GridState, Net, Pattern, Step};
use arcdoku::explain::picture;
use arcdoku::explainer;
use arcdoku::grid::Shape;
use arcdoku::rate::hint::{Mistake, Progress};
use arcdoku::rate::{Rating, Weight};
use serde::{Deserialize, Serialize};

use crate::head::{named, reply};
use crate::input::Ruleset;
use crate::outcome::{HintOutcome, Limit, RateOutcome, SolutionCount, StepsOutcome};
use crate::picture::{Mark, PictureReply, cells};
use crate::words::StepWords;

/// A rating of the Sudoku Explainer, in tenths. In JSON, it is a number such as `7.1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "f64", into = "f64")]
pub struct Tenths(pub u8);

impl From<f64> for Tenths {
    fn from(number: f64) -> Self {
        // A cast saturates.
        Self((number * 10.0).round() as u8)
    }
}

impl From<Tenths> for f64 {
    fn from(tenths: Tenths) -> Self {
        Self::from(tenths.0) / 10.0
    }
}

impl From<deduction::Tenths> for Tenths {
    fn from(tenths: deduction::Tenths) -> Self {
        Self(tenths.0)
    }
}

/// A deduction: its technique and its conclusion.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StepReply {
    /// The technique, as on the command line: `x-wing`.
    pub technique: String,
    /// Its name.
    pub name: String,
    /// Its four digits in regression libraries, if it has a code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The digits of the pattern; for chains and almost locked sets, the eliminated digits.
    pub digits: Vec<u8>,
    /// Digits to place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub placements: Vec<Mark>,
    /// Candidates to eliminate.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub eliminations: Vec<Mark>,
    /// Its drawing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<PictureReply>,
    /// Its chains or nets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<NetReply>,
    /// The steps that nodes of the nets follow from, each once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nested: Vec<StepReply>,
}

/// Nodes that follow from each other: a chain, or a branch of forcing chains or nets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NetReply {
    /// The nodes; the first is the assumption, and each comes after its causes.
    pub nodes: Vec<NodeReply>,
    /// Whether the last node implies the first.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub closed: bool,
}

/// A node of a net. Either one of the cells has the digit, or none of them has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NodeReply {
    /// The cells.
    pub cells: Vec<String>,
    /// The digit.
    pub digit: u8,
    /// Whether one of the cells has the digit. Otherwise, none has it.
    pub on: bool,
    /// The indexes, from 0, of the nodes that imply it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub causes: Vec<u16>,
    /// The cells of the almost locked set that implies it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub als: Vec<String>,
    /// The index, from 0, of the nested step that implies it. That step is valid in the state without the candidates
    /// that earlier nodes exclude.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<u32>,
}

impl StepReply {
    /// A step that was found in a state.
    pub fn new(step: &Step, state: &dyn GridState) -> Self {
        Self { picture: Some((&picture(step, state)).into()), ..Self::undrawn(step, state) }
    }

    /// The step without its picture. Nested steps that are not chains have pictures.
    fn undrawn(step: &Step, state: &dyn GridState) -> Self {
        let shape = state.shape();
        let of_rules = matches!(step.pattern, Pattern::OfRules(..));
        let code = Some(step.technique.code()).filter(|code| !code.is_empty() && !of_rules);
        let (branches, nested) = state.classic().map(|state| nets(step, state)).unwrap_or_default();
        let marks = |list: &[Candidate]| list.iter().map(|&at| Mark::of(at, shape)).collect();
        Self {
            technique: step.technique.slug().to_owned(),
            name: step.technique.name().to_owned(),
            code: code.map(str::to_owned),
            digits: step.digits.iter().filter_map(|digit| u8::try_from(shape.value(digit)).ok()).collect(),
            placements: marks(&step.placements),
            eliminations: marks(&step.eliminations),
            picture: None,
            branches,
            nested,
        }
    }
}

/// The nets of a step, and the steps within them.
fn nets(step: &Step, state: &Candidates) -> (Vec<NetReply>, Vec<StepReply>) {
    let chain = |chain: &Chain| {
        let net = net(&chain.clone().into_net(), &mut |_| None);
        NetReply { closed: chain.closed, ..net }
    };
    let outline = step.pattern.outline();
    let mut replies: Vec<NetReply> = outline.chains.into_iter().map(chain).collect();
    let mut known: Vec<&Step> = Vec::new();
    let mut nested = Vec::new();
    for branch in outline.nets {
        replies.push(net(branch, &mut |node| {
            let (at, step) = branch.nested.iter().find(|(at, _)| usize::from(*at) == node)?;
            let place = known.iter().position(|other| *other == step).unwrap_or_else(|| {
                let state = branch.state_before(*at, state);
                let inner = step.pattern.outline();
                nested.push(if inner.chains.is_empty() && inner.nets.is_empty() {
                    StepReply::new(step, &state)
                } else {
                    StepReply::undrawn(step, &state)
                });
                known.push(step);
                known.len() - 1
            });
            Some(place as u32)
        }));
    }
    (replies, nested)
}

fn net(net: &Net, step: &mut dyn FnMut(usize) -> Option<u32>) -> NetReply {
    let nodes = net.nodes.iter().enumerate().map(|(i, node)| NodeReply {
        cells: cells(node.cells),
        digit: node.digit.get(),
        on: node.on,
        causes: net.causes.get(i).cloned().unwrap_or_default(),
        als: node.als.map(|als| cells(als.cells)).unwrap_or_default(),
        step: step(i),
    });
    NetReply { nodes: nodes.collect(), closed: false }
}

named! {
    /// The parts of a rating. Each scale has some of them.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub struct RatingParts {
        /// `Easy`, `Medium`, `Hard`, `Unfair` or `Extreme`; absent on the `se` scale, which has no score either.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        level: Option<String>,
        /// The sum of the scores of all steps.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        score: Option<u32>,
        /// On the scale `se`: the hardest step; 20 if the scale does not solve the puzzle.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        er: Option<Tenths>,
        /// On the scale `se`: the hardest step up to the first that fills a cell.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ep: Option<Tenths>,
        /// On the scale `se`: the first step.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ed: Option<Tenths>,
        /// On the scale `logic`: the hardest step. There, `score` is the sum of all steps in tenths.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hardest_step: Option<Tenths>,
    }
}

impl From<Rating> for RatingParts {
    fn from(rating: Rating) -> Self {
        match rating {
            Rating::Score { level, score } => {
                Self { level: Some(level.name().to_owned()), score: Some(score), ..Self::default() }
            }
            Rating::Explainer(explainer::Rating { er, ep, ed, .. }) => {
                Self { er: Some(er.into()), ep: Some(ep.into()), ed: Some(ed.into()), ..Self::default() }
            }
            Rating::Logic(rating) => Self {
                score: Some(rating.total),
                hardest_step: Some(rating.hardest.into()),
                ..Self::default()
            },
            _ => Self::default(),
        }
    }
}

reply! {
    /// The rating of a puzzle.
    RateReply {
        /// `rated`, `unsolved` (the techniques of the scale do not solve it), `multiple`, `mistakes`,
        /// `unsatisfiable`, `unknown` (a limit was reached first), or `malformed`.
        outcome: RateOutcome,
        /// The scale: a name or a file; `logic` for puzzles that have additional rules or are not 9x9.
        scale: String,
    } with
        /// The rating.
        rating: RatingParts {
        /// The number of steps.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        steps: Option<u32>,
        /// The technique of the hardest step: the last one in the order of the scale. On the scale `se`, the
        /// technique of the first step with the highest rating.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hardest: Option<String>,
        /// The number of steps of each technique.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        techniques: BTreeMap<String, u32>,
        /// The limit that ended the work.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<Limit>,
    }
}

/// A mistake: something that contradicts the solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum MistakeReply {
    /// The cell has this digit, but another is correct.
    Wrong(Mark),
    /// The correct digit of an empty cell is missing from its pencil marks.
    Missing(Mark),
}

impl MistakeReply {
    /// A mistake in a grid of this shape.
    pub fn of(mistake: Mistake, shape: Shape) -> Self {
        match mistake {
            Mistake::Wrong(at) => Self::Wrong(Mark::of(at, shape)),
            Mistake::Missing(at) => Self::Missing(Mark::of(at, shape)),
        }
    }
}

/// The progress of a state from the clues to the solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProgressReply {
    /// The percentage of the score that is done.
    pub percent: u32,
    /// The level of the remaining steps.
    pub level: String,
    /// The score of the remaining steps.
    pub left: u32,
    /// The score of the whole path from the clues.
    pub whole: u32,
}

impl From<Progress> for ProgressReply {
    fn from(progress: Progress) -> Self {
        let Progress { level, left, whole, .. } = progress;
        Self { percent: progress.percent(), level: level.name().to_owned(), left, whole }
    }
}

named! {
    /// The weight of a step. Each scale has some of its parts.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub struct WeightParts {
        /// The level of the technique; absent in the order `se`, which has no score either.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        level: Option<String>,
        /// The score of the step.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        score: Option<u32>,
        /// The rating of the step in the order `se` or on the scale `logic`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rating: Option<Tenths>,
    }
}

impl From<Weight> for WeightParts {
    fn from(weight: Weight) -> Self {
        match weight {
            Weight::Score { level, score } => {
                Self { level: Some(level.name().to_owned()), score: Some(score), rating: None }
            }
            Weight::Tenths(tenths) => Self { rating: Some(tenths.into()), ..Self::default() },
            _ => Self::default(),
        }
    }
}

reply! {
    /// A hint for one puzzle.
    HintReply {
        /// `hint`, `mistakes`, `solved`, `stuck` (no technique of the profile finds more), `unsatisfiable`, `unknown`
        /// (interrupted) or `malformed`. A request for a quick hint may also give `long` (only slow techniques may
        /// find more).
        outcome: HintOutcome,
        /// The number of solutions of the state: `one` or `several`; absent if it may have none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        solutions: Option<SolutionCount>,
        /// `vague`, `concrete` or `full`.
        grade: String,
        /// The hint, line by line.
        text: Vec<String>,
        /// The first line of `text`, if it is about the state and not about the step: that the state has several
        /// solutions.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        remark: Option<String>,
        /// The technique of the next step.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        technique: Option<String>,
    } with
        /// The level, score or rating of the step.
        weight: WeightParts {
        /// The step, at the grade `full`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        step: Option<StepReply>,
        /// Its words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        words: Option<StepWords>,
        /// The step in Eureka or short notation, at the grade `full`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        notation: Option<String>,
        /// The mistakes, at the grade `full`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        mistakes: Vec<MistakeReply>,
        /// Where to look, at the grade `concrete`: houses (`r1`, `c1`, `b1`), or cells with mistakes.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        places: Vec<String>,
        /// The limit that ended the work.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<Limit>,
        /// The progress of the state.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        progress: Option<ProgressReply>,
    }
}

/// One of the steps of a state.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StepRow {
    /// [`VERSION`](crate::VERSION).
    pub version: u32,
    /// The number of the puzzle in the input, from 1.
    pub number: u64,
    /// The place of the step among the steps of the state, from 1, easiest first.
    pub index: u64,
    /// The step.
    #[serde(flatten)]
    pub step: StepReply,
    /// The level of the technique, if the profile has levels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// The score of the step, if the profile has scores.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<u32>,
    /// The number of singles that follow before another technique is needed.
    pub direct: u32,
    /// The total number of singles that follow with the quick techniques of the profile.
    pub singles: u32,
    /// Whether these singles solve the puzzle.
    pub solves: bool,
    /// The step in Eureka or short notation.
    pub notation: String,
}

/// One line of an explanation: an event with the version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExplainLine {
    /// [`VERSION`](crate::VERSION).
    pub version: u32,
    /// The number of the puzzle in the input, from 1.
    pub number: u64,
    /// The event.
    #[serde(flatten)]
    pub event: ExplainEvent,
}

/// An event of an explanation, named by the field `event`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "event", rename_all = "kebab-case")]
#[non_exhaustive]
#[expect(clippy::large_enum_variant, reason = "most lines are of the large one")]
pub enum ExplainEvent {
    /// The explanation of a puzzle begins.
    Start {
        /// The state: a line of a regression library if digits were filled in.
        puzzle: String,
        /// The shape and rules that the text of the puzzle does not contain, as in [`SolveReply`](crate::SolveReply).
        #[serde(flatten)]
        ruleset: Ruleset,
        /// The name of the puzzle, if it has one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The order of techniques: a name or a file.
        profile: String,
    },
    /// A step.
    Step {
        /// Its place on the path, from 1.
        index: u32,
        /// The step.
        #[serde(flatten)]
        step: StepReply,
        /// Its level, score or rating.
        #[serde(flatten)]
        weight: WeightParts,
        /// Its words.
        #[serde(flatten)]
        words: StepWords,
        /// The step in Eureka or short notation.
        notation: String,
        /// The state before the step, and the step, as a line of a regression library.
        library: String,
    },
    /// The explanation of a puzzle ends.
    End {
        /// `solved`, `stuck` (no technique of the profile finds more), `multiple` (several solutions, and
        /// no technique finds more), `mistakes`, `unsatisfiable` or `unknown` (interrupted).
        outcome: StepsOutcome,
        /// The rating: the level of a solved puzzle, and the score so far.
        #[serde(flatten)]
        rating: RatingParts,
        /// The number of steps.
        steps: u32,
        /// The number of steps of each technique.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        techniques: BTreeMap<String, u32>,
    },
}
