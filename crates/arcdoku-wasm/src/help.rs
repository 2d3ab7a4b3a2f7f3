//! Hints, steps, paths, ratings, techniques, drawings.

use std::cell::RefCell;

use arcdoku::deduction::Technique;
use arcdoku::explain::Narrator;
use arcdoku::generate::seed_of;
use arcdoku::logic;
use arcdoku::puzzle::WorkProgress;
use arcdoku::rate::Scale;
use arcdoku_service::ask::explain::{ExplainFormat, ExplainStyle, Explainer};
use arcdoku_service::ask::hint::Helper;
use arcdoku_service::ask::practice::Practice as Source;
use arcdoku_service::ask::rate::Judge;
use arcdoku_service::ask::steps::Lister;
use arcdoku_service::ask::techniques as registry;
use arcdoku_service::input::Board;
use arcdoku_service::output::Transcript;
use arcdoku_wire::question::{AnyScale, LimitOptions, ScaleName, TechniqueOptions, WordOptions, question};
pub(crate) use arcdoku_wire::question::{Explain, Hint, Rate, Steps};
use arcdoku_wire::{
    Fault, HintReply, PracticeRow, ProgressReply, RateReply, StepsReply, TechniqueReply, TechniqueRow,
};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::env::{Pace, amount, bounds, random};
use crate::error::AskError;
use crate::lines::Lines;
use crate::progress::{ProgressSink, Reporter};

question! {
    /// How far a state is from its clues
    Progress = "progress" -> StateProgressReply, fails "" {
        /// The order of techniques
        scale: AnyScale = AnyScale::relaxed(),
    } with { allowed: TechniqueOptions, limits: LimitOptions, }
}

/// How far a state is from its clues, by the scores of both paths.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StateProgressReply {
    /// The progress; absent if there is no single solution, or the scale has no scores.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub progress: Option<ProgressReply>,
}

/// A whole path: the events of an explanation, from its start to its end.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PathReply {
    /// A start, steps, an end; none if the puzzle cannot be read.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<arcdoku_wire::ExplainLine>"))]
    pub events: Vec<Box<RawValue>>,
    /// Remarks: several solutions, an unfit puzzle.
    pub errors: Vec<String>,
    /// What is wrong with a malformed puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

question! {
    /// How hard it is, on several scales
    Ratings = "ratings" -> RatingsReply, fails "" {
        /// The scales
        scales: Vec<AnyScale> = vec![AnyScale::default(), AnyScale::explainer()],
    } with { limits: LimitOptions, }
}

/// The ratings of a puzzle.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RatingsReply {
    /// A rating for each scale, in the order of the question.
    pub ratings: Vec<RateReply>,
}

question! {
    /// The drawing of a step
    Picture = "picture" -> DrawingReply, fails "" {
        /// The order of techniques
        scale: AnyScale = AnyScale::relaxed(),
        /// The place of the step on the path
        step: u64 [1 ..= u64::MAX] = 1,
    } with { words: WordOptions, limits: LimitOptions, }
}

/// A drawing.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DrawingReply {
    /// The drawing; absent if there is no such step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub svg: Option<String>,
    /// Why there is none.
    pub errors: Vec<String>,
    /// What is wrong with a malformed puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

question! {
    /// Which techniques there are
    Techniques = "techniques" -> TechniquesReply, fails "" {
        /// The scale of levels and scores, or of ratings
        scale: ScaleName = ScaleName::default(),
    } with { words: WordOptions, }
}

/// The techniques.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TechniquesReply {
    /// The techniques in the order of the scale.
    pub techniques: Vec<TechniqueRow>,
    /// The names of all scales.
    pub scales: Vec<String>,
    /// The techniques for puzzles with rules, in their order.
    pub for_rules: Vec<RuledTechnique>,
}

/// A technique for puzzles with rules.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RuledTechnique {
    /// Its name, as in options.
    pub name: String,
    /// Its name in the language of the question.
    pub title: String,
    /// The difficulty of its easiest step.
    pub least: f64,
}

question! {
    /// The description of a technique, with an example
    TechniquePage = "technique" -> TechniqueReply, fails "" {
        /// Its name: `x-wing`
        technique: String,
        /// The scale of its level and score
        scale: ScaleName = ScaleName::default(),
    } with { words: WordOptions, }
}

question! {
    /// Boards with a step of a technique. The limits are for each puzzle that is tried
    Practice = "practice" -> PracticeReply, fails "" {
        /// The technique, by its name: `x-wing`
        technique: String,
        /// The number of boards
        count: u64 = 1,
        /// The first seed; without one, a random seed
        seed: Option<u64>,
        /// The number of puzzles after which the search ends
        tries: u64 = 10_000,
    } with { limits: LimitOptions, }
}

/// The progress of the search for boards to practice on.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PracticeProgress {
    /// The number of puzzles that were tried.
    pub tried: u64,
    /// The boards that were found since the last report.
    pub rows: Vec<PracticeRow>,
}

/// Boards to practice on.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PracticeReply {
    /// The number of puzzles that were tried.
    pub tried: u64,
    /// The boards.
    pub rows: Vec<PracticeRow>,
}

thread_local! {
    /// The helper of the last hint, with the question that it answers.
    static HELPER: RefCell<Option<(Hint, Helper)>> = const { RefCell::new(None) };
}

/// The next step, or mistakes. The parts of its progress are techniques.
pub(crate) fn hint(question: Hint, board: Board, sink: ProgressSink<'_>) -> Result<HintReply, AskError> {
    let (board, reporter) = (board.in_progress(), Reporter::new(sink));
    HELPER.with_borrow_mut(|kept| {
        let helper = match kept.take().filter(|(known, _)| *known == question) {
            Some((_, helper)) => helper,
            None => Helper::new(&question, bounds(&question.limits))?,
        };
        let (_, helper) = kept.insert((question, helper));
        Ok(helper.reply(1, &board, &|progress| {
            if !matches!(progress, WorkProgress::CellsLeft(_) | WorkProgress::Steps(_)) {
                reporter.work(progress);
            }
        }))
    })
}

/// How far a state is from its clues.
pub(crate) fn progress(
    question: Progress,
    board: Board,
    _: ProgressSink<'_>,
) -> Result<StateProgressReply, AskError> {
    let hint = Hint { scale: question.scale, allowed: question.allowed, ..Hint::default() };
    let mut helper = Helper::new(&hint, bounds(&question.limits))?;
    Ok(StateProgressReply { progress: helper.progress_of(&board.in_progress()) })
}

/// All steps of a state. Its progress is the number of steps found.
pub(crate) fn steps(question: Steps, board: Board, sink: ProgressSink<'_>) -> Result<StepsReply, AskError> {
    let (board, reporter) = (board.in_progress(), Reporter::new(sink));
    let listener = |progress| {
        if matches!(progress, WorkProgress::Steps(_)) {
            reporter.work(progress);
        }
    };
    Ok(Lister::new(&question, bounds(&question.limits))?.reply(&board, &listener))
}

/// The whole path. The parts of its progress are cells, and steps are counted.
pub(crate) fn explain(
    question: Explain,
    board: Board,
    sink: ProgressSink<'_>,
) -> Result<PathReply, AskError> {
    let style = ExplainStyle { format: ExplainFormat::Json, ..ExplainStyle::default() };
    let mut explainer = Explainer::new(&question, bounds(&question.limits), style)?;
    let item = match board.in_progress() {
        Ok(item) => item,
        Err(rejected) => return Ok(PathReply { fault: Some(rejected.fault), ..PathReply::default() }),
    };
    let keep = &mut |_, _: &mut Vec<Box<RawValue>>| ();
    let mut lines = Lines::new(usize::MAX, keep);
    let reporter = Reporter::new(sink);
    explainer.explain(1, &item, &|progress| reporter.cells(progress), &mut lines)?;
    Ok(PathReply { events: lines.rows, errors: lines.errors, fault: None })
}

/// The rating. The parts of its progress are cells.
pub(crate) fn rate(question: Rate, board: Board, sink: ProgressSink<'_>) -> Result<RateReply, AskError> {
    let reporter = Reporter::new(sink);
    let mut judge = Judge::new(&question, bounds(&question.limits))?;
    Ok(judge.reply(1, &board.in_progress(), &|progress| reporter.cells(progress)))
}

/// The ratings on several scales. The parts of its progress are cells, on each of the scales.
pub(crate) fn ratings(
    question: Ratings,
    board: Board,
    sink: ProgressSink<'_>,
) -> Result<RatingsReply, AskError> {
    let board = board.in_progress();
    let reporter = Reporter::of_paths(question.scales.len() as u64, sink);
    let mut reply = RatingsReply::default();
    for scale in question.scales {
        let mut judge = Judge::new(&Rate { scale, ..Rate::default() }, bounds(&question.limits))?;
        reply.ratings.push(judge.reply(1, &board, &|progress| reporter.cells(progress)));
        reporter.next_path();
    }
    Ok(reply)
}

/// The drawing of a step.
pub(crate) fn picture(
    question: Picture,
    board: Board,
    _: ProgressSink<'_>,
) -> Result<DrawingReply, AskError> {
    let step = amount(question.step);
    let style = ExplainStyle { format: ExplainFormat::Svg, step, ..ExplainStyle::default() };
    let path = Explain { scale: question.scale, words: question.words, ..Explain::default() };
    let mut explainer = Explainer::new(&path, bounds(&question.limits), style)?;
    let item = match board.in_progress() {
        Ok(item) => item,
        Err(rejected) => return Ok(DrawingReply { fault: Some(rejected.fault), ..DrawingReply::default() }),
    };
    let mut output = Transcript::default();
    if let Err(error) = explainer.explain(1, &item, &|_| {}, &mut output) {
        output.errors.push(error.to_string());
    }
    let svg = (!output.text.is_empty()).then_some(output.text);
    Ok(DrawingReply { svg, errors: output.errors, fault: None })
}

/// All techniques.
pub(crate) fn techniques(question: Techniques, _: ProgressSink<'_>) -> Result<TechniquesReply, AskError> {
    let narrator = Narrator::new(question.words.language, question.words.coordinates);
    let ruled = |row: &logic::LogicRow| RuledTechnique {
        name: row.technique.slug().to_owned(),
        title: narrator.name(row.technique).to_owned(),
        least: f64::from(row.least.0) / 10.0,
    };
    Ok(TechniquesReply {
        for_rules: logic::ROWS.iter().map(ruled).collect(),
        techniques: registry::rows(&question.scale.scale(), &narrator),
        scales: Scale::ALL.iter().map(|row| row.name.to_owned()).collect(),
    })
}

/// One technique in full.
pub(crate) fn technique(question: TechniquePage, _: ProgressSink<'_>) -> Result<TechniqueReply, AskError> {
    let narrator = Narrator::new(question.words.language, question.words.coordinates);
    Ok(registry::reply(known(&question.technique)?, &question.scale.scale(), &narrator))
}

/// The technique with this name.
fn known(name: &str) -> Result<Technique, AskError> {
    Technique::by_slug(name)
        .ok_or_else(|| AskError::new(format!("technique: found '{name}', expected a name such as x-wing")))
}

/// Boards with a step of a technique.
pub(crate) fn practice(question: Practice, mut sink: ProgressSink<'_>) -> Result<PracticeReply, AskError> {
    let first = question.seed.or_else(random).unwrap_or(1);
    let bounds = bounds(&question.limits);
    let mut source = Source::new(known(&question.technique)?);
    let mut reply = PracticeReply::default();
    let mut progress = PracticeProgress::default();
    let mut pace = Pace::default();
    for number in 0..question.tries {
        if reply.rows.len() as u64 >= question.count {
            break;
        }
        // A puzzle that takes too long is one without a board.
        let row = source.board(seed_of(first, number), &bounds.limits()).unwrap_or_default();
        reply.tried += 1;
        progress.rows.extend(row.clone());
        reply.rows.extend(row);
        progress.tried = reply.tried;
        if !progress.rows.is_empty() || pace.is_due() {
            sink.report(&progress);
            progress.rows.clear();
        }
    }
    Ok(reply)
}
