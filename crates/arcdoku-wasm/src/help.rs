//! Hints, steps, paths, ratings, techniques, drawings.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use arcdoku::deduction::{Options, Technique, Techniques};
use arcdoku::explain::{Grade, RuleNarrator};
use arcdoku::generate::seed_of;
use arcdoku::logic;
use arcdoku::puzzle::WorkProgress;
use arcdoku::rate::{Profile, Scale};
use arcdoku::solve::Solver;
use arcdoku_service::ask::explain::{ExplainFormat, ExplainOptions, Explainer, StepNotation};
use arcdoku_service::ask::hint::{Helper, HintOptions};
use arcdoku_service::ask::practice::Practice;
use arcdoku_service::ask::rate::{Filter, Judge, RateOptions};
use arcdoku_service::ask::steps::{self as service, StepsOptions};
use arcdoku_service::ask::techniques as registry;
use arcdoku_service::output::Transcript;
use arcdoku_wire::{
    Fault, HintReply, PracticeRow, ProgressReply, RateReply, StepsReply, TechniqueReply, TechniqueRow,
};
use serde::Serialize;
use serde_json::value::RawValue;
use tsify::Tsify;

use crate::ask::{Limited, OnBoard, ask, seed};
use crate::error::AskError;
use crate::js::{Pace, questions};
use crate::lines::Lines;
use crate::order::{Ordered, scale};
use crate::progress::{JobProgress, Say, Teller};
use crate::words::Worded;

/// The scale of helps that name none: all of its steps are quick to find.
const SCALE: &str = "relaxed";

ask! {
    /// What is the next step, or a mistake?
    HintAsk: board limits words order {
        /// The amount of help: `vague`, `concrete` or `full` (default).
        #[tsify(optional, type = "\"vague\" | \"concrete\" | \"full\"")]
        pub grade: Option<String>,
        /// Whether to try only techniques that are found at once; if none of them helps, the outcome is `long`.
        #[tsify(optional)]
        pub quick: Option<bool>,
    }
}

ask! {
    /// Which steps are there?
    StepsAsk: board limits words order {
        /// The number of steps after which no further technique is searched (default: 100).
        #[tsify(optional)]
        pub most: Option<usize>,
    }
}

ask! {
    /// How does a person solve it?
    PathAsk: board limits words order {}
}

ask! {
    /// How far is a state from its clues?
    ProgressAsk: board limits order {}
}

/// How far a state is from its clues, by the scores of both paths.
#[derive(Clone, Debug, Default, Serialize, Tsify)]
pub struct StateProgressReply {
    /// The progress; absent if there is no single solution, or the scale has no scores.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub progress: Option<ProgressReply>,
}

/// A whole path: the events of an explanation, from its start to its end.
#[derive(Debug, Default, Serialize, Tsify)]
pub struct PathReply {
    /// A start, steps, an end; none if the puzzle cannot be read.
    #[tsify(type = "ExplainLine[]")]
    pub events: Vec<Box<RawValue>>,
    /// Remarks: several solutions, an unfit puzzle.
    pub errors: Vec<String>,
    /// What is wrong with a malformed puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

ask! {
    /// How hard is it?
    RateAsk: board limits {
        /// The scales (default: `hodoku` and `se`).
        #[tsify(optional)]
        pub scales: Option<Vec<String>>,
    }
}

/// The ratings of a puzzle.
#[derive(Clone, Debug, Default, Serialize, Tsify)]
pub struct RatingsReply {
    /// A rating for each scale, in the order of the question.
    pub ratings: Vec<RateReply>,
}

ask! {
    /// The drawing of a step.
    PictureAsk: board limits words {
        /// The order of techniques: `relaxed` (default), `hodoku` or `se`.
        #[tsify(optional)]
        pub scale: Option<String>,
        /// The place of the step on the path, from 1 (default: 1).
        #[tsify(optional)]
        pub step: Option<usize>,
    }
}

/// A drawing.
#[derive(Clone, Debug, Default, Serialize, Tsify)]
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

ask! {
    /// Which techniques are there?
    TechniquesAsk: words {
        /// The scale of levels and scores, or of ratings: `hodoku` (default), `relaxed` or `se`.
        #[tsify(optional)]
        pub scale: Option<String>,
    }
}

/// The techniques.
#[derive(Clone, Debug, Default, Serialize, Tsify)]
pub struct TechniquesReply {
    /// The techniques, as the scale has them.
    pub techniques: Vec<TechniqueRow>,
    /// The names of all scales.
    pub scales: Vec<String>,
    /// The techniques for puzzles with rules, in their order.
    pub for_rules: Vec<RuledTechnique>,
}

/// A technique for puzzles with rules.
#[derive(Clone, Debug, Default, Serialize, Tsify)]
pub struct RuledTechnique {
    /// Its name, as in options.
    pub name: String,
    /// Its name in the language of the question.
    pub title: String,
    /// The difficulty of its easiest step.
    pub least: f64,
}

ask! {
    /// What is there to say about a technique?
    TechniqueAsk: words {
        /// Its name: `x-wing`.
        pub technique: String,
        /// The scale of its level and score (default: `hodoku`).
        #[tsify(optional)]
        pub scale: Option<String>,
    }
}

ask! {
    /// Which boards stand one step before a technique? The limits are for each puzzle that is tried.
    PracticeAsk: limits {
        /// The technique, by its name: `x-wing`.
        pub technique: String,
        /// The number of boards (default: 1).
        #[tsify(optional)]
        pub count: Option<usize>,
        /// The first seed, a number as text; without one, a random seed.
        #[tsify(optional)]
        pub seed: Option<String>,
        /// The number of puzzles after which the search ends (default: 10,000).
        #[tsify(optional)]
        pub tries: Option<u64>,
    }
}

/// The progress of the search for boards to practice on.
#[derive(Clone, Debug, Default, Serialize, Tsify)]
pub struct PracticeProgress {
    /// The number of puzzles that were tried.
    pub tried: u64,
    /// The boards that were found since the last report.
    pub rows: Vec<PracticeRow>,
}

/// Boards to practice on.
#[derive(Clone, Debug, Default, Serialize, Tsify)]
pub struct PracticeReply {
    /// The number of puzzles that were tried.
    pub tried: u64,
    /// The boards.
    pub rows: Vec<PracticeRow>,
}

thread_local! {
    /// The helper of the last hint, with the options that it is for.
    static HELPER: RefCell<Option<(String, Helper)>> = const { RefCell::new(None) };
}

/// The next step, or mistakes. The parts of its progress are techniques.
pub fn hint(ask: HintAsk, say: Say<'_>) -> Result<HintReply, AskError> {
    let grade = match ask.grade.as_deref() {
        Some("vague") => Grade::Vague,
        Some("concrete") => Grade::Concrete,
        None | Some("full") => Grade::Full,
        Some(other) => return Err(AskError::unknown("grade", other, ["vague", "concrete", "full"])),
    };
    let (language, coordinates) = ask.spoken()?;
    let key = format!(
        "{grade:?} {language:?} {coordinates:?} {:?} {:?} {:?} {:?}",
        ask.quick,
        ask.order(),
        ask.nodes,
        ask.milliseconds
    );
    let board = ask.board().in_progress();
    let teller = Teller::new(say);
    let listener = |progress| match progress {
        WorkProgress::Techniques { done, all } => teller.tell(&|known| {
            (known.done, known.all) = (done as u64, all as u64);
        }),
        other => teller.work(other),
    };
    HELPER.with_borrow_mut(|kept| {
        let helper = match kept.take().filter(|(known, _)| *known == key) {
            Some((_, helper)) => helper,
            None => Helper::new(&HintOptions {
                scale: ask.order().scale(SCALE)?,
                techniques: ask.order().options()?,
                grade,
                language,
                coordinates,
                progress: false,
                quick: ask.quick.unwrap_or(false),
                bounds: ask.bounds(),
            }),
        };
        let (_, helper) = kept.insert((key, helper));
        Ok(helper.reply_with(1, &board, &listener))
    })
}

/// How far a state is from its clues.
pub fn progress(ask: ProgressAsk) -> Result<StateProgressReply, AskError> {
    let mut helper = Helper::new(&HintOptions {
        scale: ask.order().scale(SCALE)?,
        techniques: ask.order().options()?,
        bounds: ask.bounds(),
        ..HintOptions::default()
    });
    Ok(StateProgressReply { progress: helper.progress_of(&ask.board().in_progress()) })
}

/// All steps of a state. Its progress counts those that are found.
pub fn steps(ask: StepsAsk, say: Say<'_>) -> Result<StepsReply, AskError> {
    let scale = ask.order().scale(SCALE)?;
    let Some(profile) = scale.profile().cloned() else {
        return Err(AskError::new("scale: steps are listed in an order that is a table: relaxed or hodoku"));
    };
    let enabled = |profile: &Profile| {
        let entries = profile.entries.iter().filter(|entry| entry.enabled);
        entries.fold(Techniques::NONE, |all, entry| all | entry.techniques)
    };
    let wanted = ask.order().wanted()?.unwrap_or_else(|| enabled(&profile));
    let options = StepsOptions {
        profile,
        wanted,
        techniques: ask.order().options()?,
        most: Some(ask.most.unwrap_or(100)),
        bounds: ask.bounds(),
    };
    let (narrator, board, teller) = (ask.narrator()?, ask.board().in_progress(), Teller::new(say));
    let listener = |progress| {
        if let WorkProgress::Steps(found) = progress {
            teller.tell(&|known| known.count = found as u64);
        }
    };
    Ok(service::reply(&options, &narrator, &mut Solver::new(), &board, &listener))
}

/// The whole path. The parts of its progress are cells, and steps are counted.
pub fn path(ask: PathAsk, say: Say<'_>) -> Result<PathReply, AskError> {
    let (language, coordinates) = ask.spoken()?;
    let options = ExplainOptions {
        scale: ask.order().scale("hodoku")?,
        techniques: ask.order().options()?,
        language,
        coordinates,
        notation: StepNotation::Eureka,
        bounds: ask.bounds(),
    };
    let item = match ask.board().in_progress() {
        Ok(item) => item,
        Err(rejected) => return Ok(PathReply { fault: Some(rejected.fault), ..PathReply::default() }),
    };
    let keep = &mut |_, _: &mut Vec<Box<RawValue>>| ();
    let mut lines = Lines::new(usize::MAX, keep);
    let teller = Teller::new(say);
    let walk = Walk::default();
    let listener = |progress| {
        if let Some((done, all)) = walk.hear(progress) {
            teller.tell(&|known| *known = JobProgress { done, all, count: walk.steps.get() });
        }
    };
    Explainer::new(&options, ExplainFormat::Json, false).explain(1, &item, &listener, &mut lines)?;
    Ok(PathReply { events: lines.rows, errors: lines.errors, fault: None })
}

/// The cells of a path that are filled.
#[derive(Default)]
struct Walk {
    /// The number of cells that were open at the start.
    open: Cell<Option<usize>>,
    /// The number of steps so far.
    steps: Cell<u64>,
}

impl Walk {
    /// The number of cells that were filled, of all, at a step.
    fn hear(&self, progress: WorkProgress) -> Option<(u64, u64)> {
        let WorkProgress::CellsLeft(left) = progress else { return None };
        let open = self.open.get();
        self.steps.set(if open.is_some() { self.steps.get() + 1 } else { 0 });
        let all = open.unwrap_or(left);
        self.open.set(Some(all));
        Some((all.saturating_sub(left) as u64, all as u64))
    }
}

/// The ratings on several scales. The parts of its progress are cells, on each of the scales.
pub fn rate(ask: RateAsk, say: Say<'_>) -> Result<RatingsReply, AskError> {
    let board = ask.board().in_progress();
    let names = ask.scales.clone().unwrap_or_else(|| ["hodoku", "se"].map(str::to_owned).to_vec());
    let (teller, scales) = (Teller::new(say), names.len() as u64);
    let rate = |(before, name): (u64, &String)| {
        let options = RateOptions {
            scale: scale(Some(name), SCALE)?,
            techniques: Options::default(),
            filter: Filter::default(),
            bounds: ask.bounds(),
        };
        let walk = Walk::default();
        let listener = |progress| {
            if let Some((done, all)) = walk.hear(progress) {
                let done = before * all + done;
                teller
                    .tell(&|known| *known = JobProgress { done, all: scales * all, count: known.count + 1 });
            }
        };
        Ok(Judge::new(&Arc::new(options)).reply_with(1, &board, &listener))
    };
    Ok(RatingsReply { ratings: (0..).zip(&names).map(rate).collect::<Result<_, AskError>>()? })
}

/// The drawing of a step.
pub fn picture(ask: PictureAsk) -> Result<DrawingReply, AskError> {
    let (language, coordinates) = ask.spoken()?;
    let options = ExplainOptions {
        scale: scale(ask.scale.as_deref(), SCALE)?,
        techniques: Options::default(),
        language,
        coordinates,
        notation: StepNotation::Words,
        bounds: ask.bounds(),
    };
    let item = match ask.board().in_progress() {
        Ok(item) => item,
        Err(rejected) => return Ok(DrawingReply { fault: Some(rejected.fault), ..DrawingReply::default() }),
    };
    let mut output = Transcript::default();
    let format = ExplainFormat::Svg(ask.step.unwrap_or(1));
    if let Err(error) = Explainer::new(&options, format, false).explain(1, &item, &|_| {}, &mut output) {
        output.errors.push(error.to_string());
    }
    let svg = (!output.text.is_empty()).then_some(output.text);
    Ok(DrawingReply { svg, errors: output.errors, fault: None })
}

/// All techniques.
pub fn techniques(ask: TechniquesAsk) -> Result<TechniquesReply, AskError> {
    let scale = scale(ask.scale.as_deref(), "hodoku")?;
    let (language, coordinates) = ask.spoken()?;
    let narrator = RuleNarrator::new(language, coordinates);
    let ruled = |&technique: &logic::Technique| RuledTechnique {
        name: technique.slug().to_owned(),
        title: narrator.name(technique).to_owned(),
        least: f64::from(technique.least().0) / 10.0,
    };
    Ok(TechniquesReply {
        for_rules: logic::Technique::ALL.iter().map(ruled).collect(),
        techniques: registry::rows(&scale, &ask.narrator()?),
        scales: Scale::ALL.iter().map(|row| row.name.to_owned()).collect(),
    })
}

/// One technique in full.
pub fn technique(ask: TechniqueAsk) -> Result<TechniqueReply, AskError> {
    let technique = known(&ask.technique)?;
    let scale = scale(ask.scale.as_deref(), "hodoku")?;
    Ok(registry::reply(technique, &scale, &ask.narrator()?))
}

/// The technique with this name.
fn known(name: &str) -> Result<Technique, AskError> {
    Technique::by_slug(name)
        .ok_or_else(|| AskError::new(format!("technique: found '{name}', expected a name such as x-wing")))
}

/// Boards that stand one step before a technique.
pub fn practice(
    ask: PracticeAsk,
    say: &mut dyn FnMut(&PracticeProgress) -> bool,
) -> Result<PracticeReply, AskError> {
    let first = seed(ask.seed.as_deref())?.unwrap_or(1);
    let (count, bounds) = (ask.count.unwrap_or(1), ask.bounds());
    let mut practice = Practice::new(known(&ask.technique)?);
    let mut reply = PracticeReply::default();
    let mut progress = PracticeProgress::default();
    let mut pace = Pace::default();
    for number in 0..ask.tries.unwrap_or(10_000) {
        if reply.rows.len() >= count {
            break;
        }
        // A puzzle that takes too long is one without a board.
        let row = practice.board(seed_of(first, number), &bounds.limits()).unwrap_or_default();
        reply.tried += 1;
        progress.rows.extend(row.clone());
        reply.rows.extend(row);
        progress.tried = reply.tried;
        if !progress.rows.is_empty() || pace.is_due() {
            say(&progress);
            progress.rows.clear();
        }
    }
    Ok(reply)
}

questions! {
    "Helps with the next step, or names mistakes."
    hint(HintAsk, "HintAsk") -> "HintReply" with "JobProgress" "(progress: JobProgress) => void";
    "Tells how far a state is from its clues."
    progress(ProgressAsk, "ProgressAsk") -> "StateProgressReply";
    "Lists all steps of a state, easiest first."
    steps(StepsAsk, "StepsAsk") -> "StepsReply" with "JobProgress" "(progress: JobProgress) => void";
    "Explains the whole path, step by step."
    path(PathAsk, "PathAsk") -> "PathReply" with "JobProgress" "(progress: JobProgress) => void";
    "Rates a puzzle, or a state, on several scales."
    rate(RateAsk, "RateAsk") -> "RatingsReply" with "JobProgress" "(progress: JobProgress) => void";
    "Draws a step of the path as SVG."
    picture(PictureAsk, "PictureAsk") -> "DrawingReply";
    "Lists all techniques."
    techniques(TechniquesAsk, "TechniquesAsk") -> "TechniquesReply";
    "Describes a technique, with an example."
    technique(TechniqueAsk, "TechniqueAsk") -> "TechniqueReply";
    "Makes boards that stand one step before a technique."
    practice(PracticeAsk, "PracticeAsk") -> "PracticeReply" with "PracticeProgress" "(progress: PracticeProgress) => void";
}
