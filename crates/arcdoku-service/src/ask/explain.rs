//! How a person solves a puzzle, step by step.

mod proof;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::path::PathBuf;

use arcdoku::Choice as _;
use arcdoku::deduction::{Candidates, GridState, Options, Proper, Step, Technique, Techniques, Tenths};
use arcdoku::explain::{Language, Line, Narrator, Remark};
use arcdoku::logic::ROWS;
use arcdoku::puzzle::{Limit, Limits, Puzzle, Solution};
use arcdoku::rate::{PathEnd, Profile, Rater, Rating, Scale, Weight};
use arcdoku::solve::Solver;
use arcdoku_wire::question::{Explain, OptionError, StepNotation};
use arcdoku_wire::{ExplainEvent, ExplainLine, RatingParts, StepsOutcome, VERSION};

use self::proof::ProofPlace;
use super::state::{self, Ruled, Situation, Standing};
use super::techniques::LOGIC;
use crate::IS_NATIVE;
use crate::cancel::{Bounds, Listener};
use crate::draw::{Page, step_figure};
use crate::input::{Input, Item};
use crate::output::Output;
use crate::status::{Error, Status};
use crate::stream;
use crate::text::table::Table;
use crate::text::{self, BAD, FOUND, HEAD, json_line, lines, paint, plural};

arcdoku::choices! {
    /// How paths are written.
    pub enum ExplainFormat: Text {
        /// Text
        Text = "text",
        /// Markdown
        Markdown = "markdown",
        /// A page of HTML with a drawing of each step
        Html = "html",
        /// The number of steps of each technique, and their scores
        Summary = "summary",
        /// JSON lines, one per step
        Json = "json",
        /// The drawing of one step
        Svg = "svg",
    }
}

arcdoku_wire::choice_values!(ExplainFormat);

/// How paths are written.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExplainStyle {
    /// The format.
    pub format: ExplainFormat,
    /// The number of the step that is drawn, from 1.
    pub step: usize,
    /// Whether to use colors.
    pub colored: bool,
}

/// The path of a puzzle.
struct Path {
    /// The steps, each with the state before it and its weight.
    steps: Vec<(Box<dyn GridState>, Step, Weight)>,
    rating: Rating,
    end: PathEnd,
    outcome: StepsOutcome,
}

/// Explains puzzles one after the other.
pub struct Explainer {
    scale: Scale,
    techniques: Options,
    notation: StepNotation,
    language: Language,
    bounds: Bounds,
    style: ExplainStyle,
    rater: Rater,
    narrator: Narrator,
    solver: Solver,
    /// The page with all puzzles so far, for HTML.
    page: Option<Page>,
    /// Whether a puzzle was written before.
    is_begun: bool,
    /// The directory for proofs of the paths, if requested.
    proofs: Option<PathBuf>,
}

/// Explains all puzzles of an input, or the puzzle with the given number.
///
/// # Errors
/// If the output cannot be written, or the input or the path has no puzzle or step with the requested number.
pub fn run(
    explainer: &mut Explainer,
    input: Input,
    number: Option<u64>,
    output: &mut dyn Output,
) -> Result<Status, Error> {
    let cancel = &explainer.bounds.cancel.clone();
    let mut is_busy = false;
    let status = stream::one_by_one(input, number, cancel, output, |output, number, item| {
        // After a panic, the state of the solver is unknown, so it is created again.
        if std::mem::replace(&mut is_busy, true) {
            explainer.solver = Solver::new();
        }
        let status = explainer.explain(number, item, cancel.listener(), output);
        is_busy = false;
        status
    })?;
    if let Some(page) = explainer.page() {
        output.write(&page)?;
        output.flush()?;
    }
    Ok(status)
}

impl Explainer {
    /// An explainer with its own solver, and limits for each puzzle.
    ///
    /// # Errors
    /// The first invalid option.
    pub fn new(question: &Explain, bounds: Bounds, style: ExplainStyle) -> Result<Self, OptionError> {
        let Explain { scale, notation, allowed, words, .. } = question;
        let (techniques, scale) = (allowed.options(scale), allowed.scale(scale)?);
        Ok(Self {
            techniques,
            rater: scale.rater(),
            scale,
            notation: *notation,
            language: words.language,
            bounds,
            style,
            narrator: Narrator::new(words.language, words.coordinates),
            solver: Solver::new(),
            page: None,
            is_begun: false,
            proofs: None,
        })
    }

    /// The same explainer, which also writes a proof of each path to a directory. Its paths do not use techniques
    /// that assume a single solution, because this is what a proof shows.
    ///
    /// # Errors
    /// If the directory cannot be created.
    pub fn with_proofs(mut self, directory: PathBuf) -> Result<Self, Error> {
        std::fs::create_dir_all(&directory).map_err(Error::at(directory.display()))?;
        self.techniques.uniqueness = false;
        self.proofs = Some(directory);
        Ok(self)
    }

    /// Writes the path of one puzzle. Reports the number of empty cells before each step.
    ///
    /// # Errors
    /// If the output cannot be written, or the path has no step with the number that was requested.
    pub fn explain(
        &mut self,
        number: u64,
        item: &Item,
        listener: Listener<'_>,
        output: &mut dyn Output,
    ) -> Result<Status, Error> {
        let (is_json, bounds) = (self.style.format == ExplainFormat::Json, self.bounds.clone());
        let limits = bounds.limits().running().with_listener(listener);
        let gap = if std::mem::replace(&mut self.is_begun, true) { "\n" } else { "" };
        let mut situation = state::look(&mut self.solver, item, &self.techniques, &limits);
        if is_json {
            let is_ruled = state::is_for_rules(item, &self.techniques);
            let scale = if is_ruled { LOGIC } else { self.scale.name() };
            output.write(&line(number, start_of(item, scale)))?;
        }
        let mut proven = Status::Fine;
        let path = match &mut situation {
            Situation::Classic { state, solution, proper } => {
                if solution.is_none() {
                    state::several(item, &self.narrator, output);
                }
                let path = self.path(state, solution.as_ref(), *proper, &limits);
                if IS_NATIVE && let Some(directory) = &self.proofs {
                    let place = ProofPlace { number, item, solution: solution.as_ref(), directory };
                    proven = proof::prove_path(self, &path, &place, output);
                }
                path
            }
            Situation::Ruled(ruled) => {
                if self.proofs.is_some() {
                    let why = self.narrator.word("no proof: only paths through plain 9x9 puzzles have one");
                    output.error(&format!("{}: {why}", item.place()));
                    proven = Status::Not;
                }
                let path = self.path_of_rules(item, ruled, &limits);
                if path.outcome == StepsOutcome::Multiple {
                    output.error(&format!("{}: {}", item.place(), self.narrator.word("several solutions")));
                }
                path
            }
            _ => {
                if is_json {
                    output.write(&line(number, end(situation.outcome(), None)))?;
                }
                return Ok(state::refuse(item, &situation, &self.narrator, output));
            }
        };
        let name = text::in_brackets(item.record.name.as_deref());
        let title = self.narrator.puzzle(number) + &name;
        let puzzle = &item.record.puzzle;
        let text = match self.style.format {
            ExplainFormat::Json => self.lines(number, &path),
            // Two SVG documents one after the other are not a valid file.
            ExplainFormat::Svg if !gap.is_empty() => {
                let what = "an SVG file has one drawing, of the first puzzle; --number chooses another";
                output.error(&format!("{}: {what}", item.place()));
                return Ok(Status::Not);
            }
            ExplainFormat::Svg => {
                let wanted = self.style.step;
                let Some((state, step, _)) = wanted.checked_sub(1).and_then(|place| path.steps.get(place))
                else {
                    let steps = plural(path.steps.len() as u128, "step");
                    return Err(Error::usage(format!(
                        "--svg {wanted}: the path of puzzle {number} has {steps}"
                    )));
                };
                state::figure(puzzle, &**state, Some(step), &self.narrator)
            }
            ExplainFormat::Html => {
                self.chapter(&title, puzzle, &path);
                String::new()
            }
            ExplainFormat::Summary => gap.to_owned() + &self.summary(&title, &path),
            ExplainFormat::Markdown => gap.to_owned() + &self.markdown(&title, puzzle, &path),
            ExplainFormat::Text => gap.to_owned() + &self.text(&title, &path),
        };
        output.write(&text)?;
        Ok(proven.max(match path.end {
            PathEnd::Stopped(Limit::Cancelled) | PathEnd::Solved => Status::Fine,
            PathEnd::Stopped(_) => Status::Limit,
            _ => Status::Not,
        }))
    }

    /// The path of a puzzle in the classic grid.
    fn path(
        &mut self,
        state: &Candidates,
        solution: Option<&Solution>,
        proper: Option<Proper>,
        limits: &Limits<'_>,
    ) -> Path {
        let options = self.techniques.with_proper(proper);
        let mut steps = Vec::new();
        let each = &mut |state: &Candidates, step: &Step, weight| {
            steps.push((state.boxed(), step.clone(), weight));
            ControlFlow::Continue(())
        };
        let (rating, end) = self.rater.walk(state.clone(), &options, solution, limits, each);
        let outcome = match end {
            PathEnd::Solved => StepsOutcome::Solved,
            PathEnd::Stopped(_) => StepsOutcome::Unknown,
            _ if solution.is_none() => StepsOutcome::Multiple,
            _ => StepsOutcome::Stuck,
        };
        Path { steps, rating, end, outcome }
    }

    /// The path of a puzzle with rules. A path to the solution is itself a proof that there is only one.
    fn path_of_rules(&mut self, item: &Item, ruled: &mut Ruled, limits: &Limits<'_>) -> Path {
        let mut steps = Vec::new();
        let board = ruled.board.clone();
        let (_, rating, end) =
            ruled.logic.walk(board, ruled.wanted, limits, &mut |board, step, tenths, _| {
                steps.push((board.boxed(), step.clone(), Weight::Tenths(tenths)));
                ControlFlow::Continue(())
            });
        let outcome = match end {
            PathEnd::Solved => StepsOutcome::Solved,
            PathEnd::Stopped(_) => StepsOutcome::Unknown,
            _ => match state::standing_of_rules(&mut self.solver, item, limits) {
                Standing::Mistaken(_) => StepsOutcome::Mistakes,
                Standing::Unsolvable => StepsOutcome::Unsatisfiable,
                _ if end == PathEnd::Broken => StepsOutcome::Unsatisfiable,
                Standing::Known { solution: None, .. } => StepsOutcome::Multiple,
                Standing::Known { .. } | Standing::Unknown(_) => StepsOutcome::Stuck,
            },
        };
        Path { steps, rating: Rating::Logic(rating), end, outcome }
    }

    /// The page with the paths of all puzzles so far; `None` unless the format is HTML.
    pub fn page(&mut self) -> Option<String> {
        self.page.take().map(Page::finish)
    }

    /// Adds a puzzle to the page.
    fn chapter(&mut self, title: &str, puzzle: &Puzzle, path: &Path) {
        let ending = self.ending(path).1;
        let (narrator, language) = (&self.narrator, self.language.name());
        let figure = |state: &dyn GridState, step: Option<&Step>| match state.classic() {
            Some(state) => step_figure(state, step, narrator),
            None => state::figure(puzzle, state, step, narrator),
        };
        let page = self.page.get_or_insert_with(|| Page::new("arcdoku", language));
        page.paragraph(title);
        if let Some((state, ..)) = path.steps.first() {
            page.drawing(&figure(&**state, None));
        }
        for (index, (state, step, weight)) in (1..).zip(&path.steps) {
            let words = narrator.explain(step, &**state);
            let heading = format!("{index}. {}{}", words.title, rated(*weight));
            page.step(&heading, &figure(&**state, Some(step)), &words, &narrator.eureka(step));
        }
        page.paragraph(&ending);
    }

    /// One line for a step.
    fn notation(&self, step: &Step) -> String {
        match self.notation {
            StepNotation::Short => self.narrator.short(step),
            _ => self.narrator.eureka(step),
        }
    }

    /// Whether the puzzle is solved, and the last sentence.
    fn ending(&self, path: &Path) -> (bool, String) {
        let solved = path.end == PathEnd::Solved;
        let remark = self.narrator.remark(match path.outcome {
            StepsOutcome::Solved => Remark::Solved,
            StepsOutcome::Unknown => Remark::Stopped,
            StepsOutcome::Unsatisfiable => Remark::Unsolvable,
            _ => Remark::Stuck,
        });
        let counts = self.narrator.path(&path.rating, solved, path.steps.len());
        (solved, format!("{remark} ({counts})"))
    }

    fn text(&self, title: &str, path: &Path) -> String {
        let mut text = paint(self.style.colored, HEAD, title) + "\n";
        let width = path.steps.len().to_string().len();
        for (index, (state, step, weight)) in (1..).zip(&path.steps) {
            let rated = rated(*weight);
            // Writing to a string cannot fail.
            let _ = if self.notation == StepNotation::Words {
                let words = self.narrator.explain(step, &**state);
                let title = paint(self.style.colored, HEAD, &words.title) + &rated;
                let fill = " ".repeat(width + 2);
                let premises = lines::text(&words.premises, &fill);
                writeln!(
                    text,
                    "{index:width$}. {title}\n{premises}{fill}{}\n{fill}{}",
                    words.why, words.conclusion
                )
            } else {
                writeln!(text, "{index:width$}. {}{rated}", self.notation(step))
            };
        }
        let (solved, ending) = self.ending(path);
        text + &paint(self.style.colored, if solved { FOUND } else { BAD }, &ending) + "\n"
    }

    fn markdown(&self, title: &str, puzzle: &Puzzle, path: &Path) -> String {
        let mut board = String::new();
        text::board(puzzle, |cell| puzzle.givens()[cell.index()], |_| None, &mut board);
        let mut text = format!("# {}\n\n```text\n{board}```\n", text::for_markdown(title));
        for (index, (state, step, weight)) in (1..).zip(&path.steps) {
            let rated = rated(*weight);
            // Writing to a string cannot fail.
            let _ = if self.notation == StepNotation::Words {
                let words = self.narrator.explain(step, &**state);
                let mut lines = words.premises;
                lines.push(Line { depth: 0, text: words.why });
                let lines = lines::markdown(&lines, text::for_markdown);
                let notation = self.notation(step);
                writeln!(
                    text,
                    "\n## {index}. {}{rated}\n\n{lines}\n**{}**\n\n`{notation}`",
                    text::for_markdown(&words.title),
                    text::for_markdown(&words.conclusion)
                )
            } else {
                writeln!(text, "\n{index}. `{}`{rated}", self.notation(step))
            };
        }
        text + &format!("\n{}\n", self.ending(path).1)
    }

    /// A table of techniques, with the numbers of their steps and their scores.
    fn summary(&self, title: &str, path: &Path) -> String {
        let table = match (path.rating, self.scale.profile()) {
            (Rating::Logic(_), _) => self.ratings(path, ROWS.iter().map(|row| row.technique)),
            (_, Some(profile)) => self.scores(path, profile),
            (_, None) => self.ratings(path, self.scale.kinds().iter().map(|kind| kind.technique)),
        };
        format!(
            "{}\n{}{}\n",
            paint(self.style.colored, HEAD, title),
            table.text(self.style.colored),
            self.ending(path).1
        )
    }

    fn scores(&self, path: &Path, profile: &Profile) -> Table {
        let word = |english| self.narrator.word(english);
        let mut table = Table::new(&["technique", "level", "steps", "each", "score"].map(word), &[0, 1]);
        let mut used: Vec<_> = counts(path).into_iter().collect();
        used.sort_by_key(|&(technique, _)| (profile.rank(technique), technique));
        for (technique, count) in used {
            let entry = profile.entry(technique);
            let each = entry.map_or(0, |entry| entry.score);
            table.row(vec![
                self.narrator.name(technique).to_owned(),
                entry.map_or_else(String::new, |entry| self.narrator.level(entry.level)),
                count.to_string(),
                each.to_string(),
                (each * count).to_string(),
            ]);
        }
        table
    }

    /// A table of techniques in the order of the scale, with their easiest and hardest steps.
    fn ratings(&self, path: &Path, order: impl Iterator<Item = Technique>) -> Table {
        let word = |english| self.narrator.word(english);
        let mut table = Table::new(&["technique", "steps", "from", "to"].map(word), &[0]);
        let mut seen = Techniques::NONE;
        for technique in order {
            if seen.contains(technique) {
                continue;
            }
            seen = seen | Techniques::only(technique);
            let of = path.steps.iter().filter(|(_, step, _)| step.technique == technique);
            let ratings: Vec<Tenths> = of.filter_map(|(_, _, weight)| tenths(*weight)).collect();
            if let (Some(least), Some(most)) = (ratings.iter().min(), ratings.iter().max()) {
                let name = self.narrator.name(technique).to_owned();
                table.row(vec![name, ratings.len().to_string(), least.to_string(), most.to_string()]);
            }
        }
        table
    }

    fn lines(&self, number: u64, path: &Path) -> String {
        let mut text = String::new();
        for (index, (state, step, weight)) in (1..).zip(&path.steps) {
            let event = ExplainEvent::Step {
                index,
                step: state::step_reply(step, &**state, &self.narrator),
                weight: (*weight).into(),
                words: self.narrator.explain(step, &**state).into(),
                notation: self.notation(step),
                library: state.classic().map_or(String::new(), |state| state.library_line(Some(step))),
            };
            text += &line(number, event);
        }
        text + &line(number, end(path.outcome, Some(path)))
    }
}

/// The rating of a step, if it has its own.
fn tenths(weight: Weight) -> Option<Tenths> {
    match weight {
        Weight::Tenths(tenths) => Some(tenths),
        _ => None,
    }
}

/// The rating as text after the name of a step.
fn rated(weight: Weight) -> String {
    tenths(weight).map_or(String::new(), |tenths| format!(" ({tenths})"))
}

/// The event at the start of an explanation.
fn start_of(item: &Item, scale: &str) -> ExplainEvent {
    ExplainEvent::Start {
        puzzle: state::state_text(&item.record),
        ruleset: (&item.record.puzzle).into(),
        name: item.record.name.clone(),
        profile: scale.to_owned(),
    }
}

fn counts(path: &Path) -> BTreeMap<Technique, u32> {
    let mut counts = BTreeMap::new();
    for (_, step, _) in &path.steps {
        *counts.entry(step.technique).or_default() += 1;
    }
    counts
}

fn end(outcome: StepsOutcome, path: Option<&Path>) -> ExplainEvent {
    let counts = path.map(counts).unwrap_or_default().into_iter();
    let mut rating: RatingParts = path.map(|path| path.rating.into()).unwrap_or_default();
    if path.is_some_and(|path| path.end != PathEnd::Solved) {
        rating.level = None;
    }
    ExplainEvent::End {
        outcome,
        rating,
        steps: path.map_or(0, |path| path.steps.len() as u32),
        techniques: counts.map(|(technique, count)| (technique.slug().to_owned(), count)).collect(),
    }
}

fn line(number: u64, event: ExplainEvent) -> String {
    let mut line = String::new();
    json_line(&ExplainLine { version: VERSION, number, event }, &mut line);
    line
}
