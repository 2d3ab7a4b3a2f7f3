//! The versioned JSON types that arcdoku's programs exchange.
//!
//! The command line writes them (`--format json`), and reads [`PuzzleInput`]. Programs that use the command line need
//! nothing else. The library's own types are not serialized: this crate converts them to text and back.
//!
//! | Type | Written by | One JSON document is |
//! |---|---|---|
//! | [`PuzzleInput`] | `convert --to json`, people | a line: one puzzle |
//! | [`SolveReply`] | `solve --format json` | a line: the answer to one puzzle |
//! | [`FoundSolution`] | `solve --all --format json` | a line: one of the solutions, before the reply |
//! | [`CheckReply`] | `check --format json` | a line: what is wrong with one puzzle, if anything |
//! | [`TraceLine`] | `trace --format json` | a line: one event |
//! | [`CompareReport`] | `compare --format json` | the output: one row per strategy |
//! | [`RuleRow`] | `rules --format json` | a line: one kind of rule |
//! | [`StrategyRow`] | `strategies --format json` | a line: one strategy |
//! | [`HintReply`] | `hint --format json` | a line: help with one puzzle |
//! | [`StepRow`] | `steps --format json` | a line: one step of a state |
//! | [`ExplainLine`] | `explain --format json` | a line: one step of a path |
//! | [`RateReply`] | `rate --format json` | a line: the rating of one puzzle |
//! | [`MinimizeReply`] | `minimize --format json` | a line: a minimal sub-puzzle of one puzzle |
//! | [`BackdoorReply`] | `backdoors --format json` | a line: the smallest backdoors of one puzzle |
//! | [`UnavoidableReply`] | `unavoidable --format json` | a line: the small unavoidable sets of one grid |
//! | [`TrueCandidatesReply`] | `candidates --format json` | a line: the digits of solutions of one puzzle |
//! | [`EstimateReply`] | `estimate --format json` | a line: an estimate of the number of solutions of one puzzle |
//! | [`NecessaryReply`] | `necessary --format json` | a line: which clues and rules one puzzle needs |
//! | [`EqualReply`] | `equal --format json` | a line: the cells of one puzzle that are forced to be equal |
//! | [`VerifyReply`] | `verify --format json` | a line: what a grid violates |
//! | [`ProveReply`] | `prove --format json` | a line: the proof of the number of solutions of one puzzle |
//! | [`RestrictionReply`] | `restricts --format json` | a line: whether one puzzle restricts another |
//! | [`LayoutReply`] | `layouts --format json` | a line: whether a layout of regions has a filling |
//! | [`LabelReply`] | `label --format json` | a line: the answer to one labelling problem |
//! | [`GenerateRow`] | `generate --format jsonl` | a line: a generated puzzle |
//! | [`TechniqueRow`] | `techniques --format json` | a line: one technique |
//!
//! [`ReadReply`] and [`MistakesReply`] are answers for programs that draw boards.
//!
//! Cells are named `r1c1`, one-based. Grids are text: one character per cell up to 36 digits, numbers separated by
//! spaces above that. Times are in microseconds. Fields that do not apply are absent, not null. Fields that came with
//! a puzzle are kept; if a name is already used, it gets the prefix `input_` (`input_outcome`). A reader should
//! ignore unknown fields, because new fields do not change [`VERSION`].

// **Invariant:** types and their conversions only: no input or output, no solving.

mod board;
mod compare;
mod explained;
mod fault;
mod generate;
mod head;
mod human;
mod input;
mod medium;
mod other;
mod outcome;
mod picture;
mod practice;
mod progress;
pub mod question;
mod reply;
#[cfg(feature = "schema")]
pub mod schema;
mod technique;
mod text;
mod trace;
mod words;

pub use board::{
    ConflictReply, ConstraintRow, CountReply, DrawnShape, EnteredReply, ImportReply, Misfit, MistakesReply,
    PartReply, ReadReply, ShapeRow, WhyReply,
};
pub use compare::{CompareReport, Distribution, RuleRow, RunRow, StrategyReport, StrategyRow};
pub use explained::{ExampleReply, ExplainedStep, StepsReply, TechniqueName, TechniqueReply};
pub use fault::{Fault, escaped};
pub use generate::{GenerateRow, RatingReply};
pub use head::ReplyHead;
pub use human::{
    ExplainEvent, ExplainLine, HintReply, MistakeReply, NetReply, NodeReply, ProgressReply, RateReply,
    RatingParts, StepReply, StepRow, Tenths, WeightParts,
};
pub use input::{Frame, PuzzleInput, Ruleset, RulesetFault, cell_from_name};
pub use medium::Medium;
pub use other::{PassedFields, passed_fields, passed_names};
pub use outcome::{
    FaultCode, HintOutcome, Limit, MistakesOutcome, NoAnswer, RateOutcome, Refutation, SolutionCount,
    SolveOutcome, StepsOutcome,
};
pub use picture::{
    AreaReply, GroupReply, HouseReply, LinkEndReply, LinkReply, Mark, MarkReply, PictureReply,
};
pub use practice::PracticeRow;
pub use progress::JobProgress;
pub use question::{
    BackdoorReply, BoundReply, CheckReply, EqualReply, EstimateReply, LabelBoard, LabelReply, LabellingReply,
    LayoutReply, MinimizeReply, NecessaryReply, OptionError, ProveReply, PuzzleReply, Question, QuestionRow,
    RestrictionReply, TrueCandidatesReply, UnavoidableReply, VerifyReply, ViolationReply,
};
pub use reply::{Counters, FoundSolution, SolveReply};
pub use technique::TechniqueRow;
pub use text::{grid_text, puzzle_text, solution_text};
pub use trace::{TraceEvent, TraceLine, TraceLiteral};
pub use words::StepWords;

/// The version of the format, in the field `version` of every document that a program writes. It changes when a field
/// changes its meaning or is removed.
pub const VERSION: u32 = 1;
