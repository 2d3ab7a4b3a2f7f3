//! Hints, steps, paths, ratings, techniques, drawings.

use std::cell::RefCell;
use std::sync::Arc;

use arcdoku::deduction::{Options, Technique, Techniques as TechniqueBits};
use arcdoku::explain::{Grade, Narrator};
use arcdoku::generate::seed_of;
use arcdoku::logic;
use arcdoku::puzzle::WorkProgress;
use arcdoku::rate::{Profile, Scale};
use arcdoku::solve::Solver;
use arcdoku_service::ask::explain::{ExplainFormat, ExplainOptions, Explainer, StepNotation};
use arcdoku_service::ask::hint::{Helper, HintOptions};
use arcdoku_service::ask::practice::Practice as Source;
use arcdoku_service::ask::rate::{Filter, Judge, RateOptions};
use arcdoku_service::ask::steps::{self as service, StepsOptions};
use arcdoku_service::ask::techniques as registry;
use arcdoku_service::input::Board;
use arcdoku_service::output::Transcript;
use arcdoku_wire::question::{LimitOptions, ScaleName, TechniqueOptions, WordOptions, question};
use arcdoku_wire::{
    Fault, HintReply, PracticeRow, ProgressReply, RateReply, StepsReply, TechniqueReply, TechniqueRow,
};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::env::{Pace, amount, bounds, random};
use crate::error::AskError;
use crate::lines::Lines;
use crate::progress::{ProgressSink, Reporter};

/// The scale of helps that name none: all of its steps are quick to find.
const SCALE: &str = "relaxed";

question! {
    /// What the next step is, or a mistake
    Hint = "hint" -> HintReply, fails "" {
        /// The amount of help
        grade: Grade = Grade::Full,
        /// Try only techniques that are found at once; if none of them helps, the outcome is `long`
        quick: bool,
    } with { order: TechniqueOptions, words: WordOptions, limits: LimitOptions, }
}

question! {
    /// All steps of a state, easiest first
    Steps = "steps" -> StepsReply, fails "" {
        /// The number of steps after which no further technique is searched
        most: u64 = 100,
    } with { order: TechniqueOptions, words: WordOptions, limits: LimitOptions, }
}

question! {
    /// How a person solves it: the whole path, step by step
    Path = "path" -> PathReply, fails "" {}
    with { order: TechniqueOptions, words: WordOptions, limits: LimitOptions, }
}

question! {
    /// How far a state is from its clues
    Progress = "progress" -> StateProgressReply, fails "" {}
    with { order: TechniqueOptions, limits: LimitOptions, }
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
    Rate = "rate" -> RatingsReply, fails "" {
        /// The scales; without any, `hodoku` and `se`
        scales: Vec<ScaleName>,
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
        /// The order of techniques; without one, `relaxed`
        scale: Option<ScaleName>,
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
    /// The techniques, as the scale has them.
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
    /// What there is to say about a technique, with an example
    TechniquePage = "technique" -> TechniqueReply, fails "" {
        /// Its name: `x-wing`
        technique: String,
        /// The scale of its level and score
        scale: ScaleName = ScaleName::default(),
    } with { words: WordOptions, }
}

question! {
    /// Boards that stand one step before a technique. The limits are for each puzzle that is tried
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
pub(crate) fn hint(question: Hint, board: Board, say: ProgressSink<'_>) -> Result<HintReply, AskError> {
    let (board, reporter) = (board.in_progress(), Reporter::new(say));
    HELPER.with_borrow_mut(|kept| {
        let helper = match kept.take().filter(|(known, _)| *known == question) {
            Some((_, helper)) => helper,
            None => Helper::new(&HintOptions {
                scale: question.order.scale(SCALE)?,
                techniques: question.order.options(),
                grade: question.grade,
                language: question.words.language,
                coordinates: question.words.coordinates,
                progress: false,
                quick: question.quick,
                bounds: bounds(&question.limits),
            }),
        };
        let (_, helper) = kept.insert((question, helper));
        Ok(helper.reply_with(1, &board, &|progress| {
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
    let mut helper = Helper::new(&HintOptions {
        scale: question.order.scale(SCALE)?,
        techniques: question.order.options(),
        bounds: bounds(&question.limits),
        ..HintOptions::default()
    });
    Ok(StateProgressReply { progress: helper.progress_of(&board.in_progress()) })
}

/// All steps of a state. Its progress counts those that are found.
pub(crate) fn steps(question: Steps, board: Board, say: ProgressSink<'_>) -> Result<StepsReply, AskError> {
    let scale = question.order.scale(SCALE)?;
    let Some(profile) = scale.profile().cloned() else {
        return Err(AskError::new("scale: steps are listed in an order that is a table: relaxed or hodoku"));
    };
    let enabled = |profile: &Profile| {
        let entries = profile.entries.iter().filter(|entry| entry.enabled);
        entries.fold(TechniqueBits::NONE, |all, entry| all | entry.techniques)
    };
    let wanted = question.order.techniques.map(|set| set.0);
    let options = StepsOptions {
        wanted: wanted.unwrap_or_else(|| enabled(&profile)),
        profile,
        techniques: question.order.options(),
        most: Some(amount(question.most)),
        bounds: bounds(&question.limits),
    };
    let narrator = Narrator::new(question.words.language, question.words.coordinates);
    let (board, reporter) = (board.in_progress(), Reporter::new(say));
    let listener = |progress| {
        if matches!(progress, WorkProgress::Steps(_)) {
            reporter.work(progress);
        }
    };
    Ok(service::reply(&options, &narrator, &mut Solver::new(), &board, &listener))
}

/// The whole path. The parts of its progress are cells, and steps are counted.
pub(crate) fn path(question: Path, board: Board, say: ProgressSink<'_>) -> Result<PathReply, AskError> {
    let options = ExplainOptions {
        scale: question.order.scale("hodoku")?,
        techniques: question.order.options(),
        language: question.words.language,
        coordinates: question.words.coordinates,
        notation: StepNotation::Eureka,
        bounds: bounds(&question.limits),
    };
    let item = match board.in_progress() {
        Ok(item) => item,
        Err(rejected) => return Ok(PathReply { fault: Some(rejected.fault), ..PathReply::default() }),
    };
    let keep = &mut |_, _: &mut Vec<Box<RawValue>>| ();
    let mut lines = Lines::new(usize::MAX, keep);
    let reporter = Reporter::new(say);
    let listener = |progress| reporter.cells(progress);
    Explainer::new(&options, ExplainFormat::Json, false).explain(1, &item, &listener, &mut lines)?;
    Ok(PathReply { events: lines.rows, errors: lines.errors, fault: None })
}

/// The ratings on several scales. The parts of its progress are cells, on each of the scales.
pub(crate) fn rate(question: Rate, board: Board, say: ProgressSink<'_>) -> Result<RatingsReply, AskError> {
    let board = board.in_progress();
    let scales: Vec<Scale> = match question.scales.as_slice() {
        [] => ["hodoku", "se"].into_iter().filter_map(Scale::by_name).collect(),
        names => names.iter().map(|name| name.scale()).collect(),
    };
    let reporter = Reporter::of_paths(scales.len() as u64, say);
    let rate = |scale: Scale| {
        let (techniques, filter) = (Options::default(), Filter::default());
        let options = RateOptions { scale, techniques, filter, bounds: bounds(&question.limits) };
        let reply =
            Judge::new(&Arc::new(options)).reply_with(1, &board, &|progress| reporter.cells(progress));
        reporter.next_path();
        reply
    };
    Ok(RatingsReply { ratings: scales.into_iter().map(rate).collect() })
}

/// The drawing of a step.
pub(crate) fn picture(
    question: Picture,
    board: Board,
    _: ProgressSink<'_>,
) -> Result<DrawingReply, AskError> {
    let order = TechniqueOptions { scale: question.scale, ..TechniqueOptions::default() };
    let options = ExplainOptions {
        scale: order.scale(SCALE)?,
        techniques: Options::default(),
        language: question.words.language,
        coordinates: question.words.coordinates,
        notation: StepNotation::Words,
        bounds: bounds(&question.limits),
    };
    let item = match board.in_progress() {
        Ok(item) => item,
        Err(rejected) => return Ok(DrawingReply { fault: Some(rejected.fault), ..DrawingReply::default() }),
    };
    let mut output = Transcript::default();
    let format = ExplainFormat::Svg(amount(question.step));
    if let Err(error) = Explainer::new(&options, format, false).explain(1, &item, &|_| {}, &mut output) {
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

/// Boards that stand one step before a technique.
pub(crate) fn practice(question: Practice, mut say: ProgressSink<'_>) -> Result<PracticeReply, AskError> {
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
            say.report(&progress);
            progress.rows.clear();
        }
    }
    Ok(reply)
}
