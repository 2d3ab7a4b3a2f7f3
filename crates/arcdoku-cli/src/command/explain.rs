//! `arcdoku explain`: how a person solves a puzzle, step by step.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::sync::Arc;

use arcdoku::deduction::{Candidates, Step, Technique, Techniques};
use arcdoku::explain::{Line, Narrator, Remark, eureka, short};
use arcdoku::explainer::Tenths;
use arcdoku::puzzle::{Limit, Limits};
use arcdoku::rate::{End, Profile, Rater, Rating, Scale, Weight};
use arcdoku::solve::Solver;
use arcdoku_wire::{ExplainEvent, ExplainLine, StepReply, VERSION};

use super::human::{self, Situation};
use crate::cli::{Explain, StepNotation};
use crate::input::Item;
use crate::interrupt;
use crate::output::drawing::step_svg;
use crate::output::lines;
use crate::output::page::Page;
use crate::output::table::Table;
use crate::output::{self, BAD, FOUND, HEAD, Out, paint, plural};
use crate::pipeline;
use crate::status::{Status, usage};

/// What is told of a puzzle.
struct Told {
    /// The steps, each with the state before it and what it counts.
    steps: Vec<(Candidates, Step, Weight)>,
    rating: Rating,
    end: End,
    /// Whether there is a single solution.
    single: bool,
}

/// Tells one puzzle after the other.
struct Teller<'a> {
    options: &'a Explain,
    scale: Scale,
    rater: Rater,
    narrator: Narrator,
    solver: Solver,
    colored: bool,
    /// The page with all puzzles so far, where one is wanted.
    page: Option<Page>,
}

pub(crate) fn run(options: &Explain) -> anyhow::Result<Status> {
    let plan = Arc::new(options.input.plan()?);
    let scale = options.techniques.scale(&options.profile)?;
    let mut teller = Teller {
        options,
        rater: scale.rater(),
        scale,
        narrator: Narrator::new(options.tell.language, options.tell.coordinates),
        solver: Solver::new(),
        colored: output::is_colored(),
        page: None,
    };
    let entries = options.input.entries(&plan)?;
    let (mut out, mut first) = (output::stdout(), true);
    let status = pipeline::one_by_one(entries, plan, options.number, &mut out, |out, number, item| {
        teller.tell(number, item, std::mem::take(&mut first), out)
    })?;
    if let Some(page) = teller.page.take() {
        out.write_all(page.finish().as_bytes())?;
        out.flush()?;
    }
    Ok(status)
}

impl Teller<'_> {
    fn tell(&mut self, number: u64, item: &Item, first: bool, out: &mut Out) -> anyhow::Result<Status> {
        let limits = Limits::NONE.with_time(self.options.time).with_cancel(interrupt::flag());
        let situation = human::look(&mut self.solver, item, &limits);
        if self.options.json {
            let puzzle = human::state_text(&item.record);
            line(number, ExplainEvent::Start { puzzle, profile: self.options.profile.clone() }, out)?;
        }
        let Situation::Open { state, solution, proper } = situation else {
            if self.options.json {
                line(number, end(situation.outcome(), None), out)?;
            }
            return Ok(human::refuse(item, &situation));
        };
        if solution.is_none() {
            human::several(item);
        }
        let options = human::sound(&self.options.techniques.options(), proper);
        let mut steps = Vec::new();
        let each = &mut |state: &Candidates, step: &Step, weight| {
            steps.push((state.clone(), step.clone(), weight));
            ControlFlow::Continue(())
        };
        let (rating, end_of_path) = self.rater.walk(state, &options, solution.as_ref(), &limits, each);
        let told = Told { steps, rating, end: end_of_path, single: solution.is_some() };
        let name = item.record.name.as_deref().map(|name| format!(" ({name})")).unwrap_or_default();
        let title = self.narrator.puzzle(number) + &name;
        if self.options.json {
            self.lines(number, &told, out)?;
        } else if let Some(wanted) = self.options.svg {
            let Some((state, step, _)) = wanted.checked_sub(1).and_then(|place| told.steps.get(place)) else {
                let steps = plural(told.steps.len() as u128, "step");
                return Err(usage(format!("--svg {wanted}: the path of {title} has {steps}")));
            };
            out.write_all(step_svg(state, Some(step), &self.narrator).as_bytes())?;
        } else if self.options.html {
            self.chapter(&title, &told);
        } else {
            let text = match (self.options.summary, self.options.markdown) {
                (true, _) => self.summary(&title, &told),
                (_, true) => self.markdown(&title, item, &told),
                _ => self.text(&title, &told),
            };
            out.write_all(if first { b"" } else { b"\n" })?;
            out.write_all(text.as_bytes())?;
        }
        Ok(match told.end {
            End::Stopped(Limit::Cancelled) => Status::Fine,
            End::Stopped(_) => Status::Limit,
            End::Solved if told.single => Status::Fine,
            _ => Status::Not,
        })
    }

    /// Puts a puzzle on the page.
    fn chapter(&mut self, title: &str, told: &Told) {
        let ending = self.ending(told).1;
        let language = self.options.tell.language.slug();
        let page = self.page.get_or_insert_with(|| Page::new("arcdoku", language));
        page.paragraph(title);
        if let Some((state, ..)) = told.steps.first() {
            page.board(state, &self.narrator);
        }
        for (index, (state, step, weight)) in (1..).zip(&told.steps) {
            let name = self.narrator.name(step.technique);
            page.step(&format!("{index}. {name}{}", rated(*weight)), state, step, &self.narrator);
        }
        page.paragraph(&ending);
    }

    /// One line for a step.
    fn notation(&self, step: &Step) -> String {
        let coordinates = self.options.tell.coordinates;
        match self.options.notation {
            StepNotation::Short => short(step, coordinates),
            _ => eureka(step, coordinates),
        }
    }

    /// The sentence at the end, and what it all counts.
    fn ending(&self, told: &Told) -> (bool, String) {
        let solved = told.end == End::Solved;
        let remark = self.narrator.remark(match told.end {
            End::Solved => Remark::Solved,
            End::Stopped(_) => Remark::Stopped,
            _ => Remark::Stuck,
        });
        let path = self.narrator.path(&told.rating, solved, told.steps.len());
        (solved, format!("{remark} ({path})"))
    }

    fn text(&self, title: &str, told: &Told) -> String {
        let mut text = paint(self.colored, HEAD, title) + "\n";
        let width = told.steps.len().to_string().len();
        for (index, (state, step, weight)) in (1..).zip(&told.steps) {
            let rated = rated(*weight);
            // A string takes everything.
            let _ = if self.options.notation == StepNotation::Words {
                let words = self.narrator.explain(step, state);
                let title = paint(self.colored, HEAD, &words.title) + &rated;
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
        let (solved, ending) = self.ending(told);
        text + &paint(self.colored, if solved { FOUND } else { BAD }, &ending) + "\n"
    }

    fn markdown(&self, title: &str, item: &Item, told: &Told) -> String {
        let mut board = String::new();
        output::board(
            &item.record.puzzle,
            |cell| item.record.puzzle.givens()[cell.index()],
            |_| None,
            &mut board,
        );
        let mut text = format!("# {title}\n\n```text\n{board}```\n");
        for (index, (state, step, weight)) in (1..).zip(&told.steps) {
            let rated = rated(*weight);
            // A string takes everything.
            let _ = if self.options.notation == StepNotation::Words {
                let words = self.narrator.explain(step, state);
                let mut lines = words.premises;
                lines.push(Line { depth: 0, text: words.why });
                let lines = lines::markdown(&lines, str::to_owned);
                let notation = self.notation(step);
                writeln!(
                    text,
                    "\n## {index}. {}{rated}\n\n{lines}\n**{}**\n\n`{notation}`",
                    words.title, words.conclusion
                )
            } else {
                writeln!(text, "\n{index}. `{}`{rated}", self.notation(step))
            };
        }
        text + &format!("\n{}\n", self.ending(told).1)
    }

    /// Techniques with how often they are used, and what they count.
    fn summary(&self, title: &str, told: &Told) -> String {
        let table = match self.scale.profile() {
            Some(profile) => self.scores(told, profile),
            None => self.ratings(told),
        };
        format!("{}\n{}{}\n", paint(self.colored, HEAD, title), table.text(self.colored), self.ending(told).1)
    }

    fn scores(&self, told: &Told, profile: &Profile) -> Table {
        let mut table = Table::new(&["technique", "level", "steps", "each", "score"], &[0, 1]);
        let mut used: Vec<_> = counts(told).into_iter().collect();
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

    /// Techniques in the order of the scale, with their easiest and their hardest step.
    fn ratings(&self, told: &Told) -> Table {
        let mut table = Table::new(&["technique", "steps", "from", "to"], &[0]);
        let mut order: Vec<Technique> = self.scale.kinds().iter().map(|kind| kind.technique).collect();
        let mut seen = Techniques::NONE;
        order.retain(|&technique| {
            let new = !seen.contains(technique);
            seen = seen | Techniques::only(technique);
            new
        });
        for technique in order {
            let of = told.steps.iter().filter(|(_, step, _)| step.technique == technique);
            let ratings: Vec<Tenths> = of.filter_map(|(_, _, weight)| tenths(*weight)).collect();
            if let (Some(least), Some(most)) = (ratings.iter().min(), ratings.iter().max()) {
                let name = self.narrator.name(technique).to_owned();
                table.row(vec![name, ratings.len().to_string(), least.to_string(), most.to_string()]);
            }
        }
        table
    }

    fn lines(&self, number: u64, told: &Told, out: &mut Out) -> anyhow::Result<()> {
        for (index, (state, step, weight)) in (1..).zip(&told.steps) {
            let words = self.narrator.explain(step, state);
            let (level, score) = match weight {
                Weight::Score { level, score } => (Some(level.name().to_owned()), Some(*score)),
                Weight::Explainer(_) => (None, None),
            };
            let event = ExplainEvent::Step {
                index,
                step: StepReply::new(step, state),
                level,
                score,
                rating: tenths(*weight).map(Into::into),
                depths: depths(&words.premises),
                premises: words.premises.into_iter().map(|line| line.text).collect(),
                why: words.why,
                conclusion: words.conclusion,
                notation: self.notation(step),
                library: state.library_line(Some(step)),
            };
            line(number, event, out)?;
        }
        let outcome = match (told.end, told.single) {
            (End::Solved, _) => "solved",
            (End::Stopped(_), _) => "unknown",
            (_, true) => "stuck",
            (_, false) => "multiple",
        };
        line(number, end(outcome, Some(told)), out)
    }
}

/// How far lines are indented; nothing if none is.
fn depths(lines: &[Line]) -> Vec<u8> {
    let depths: Vec<u8> = lines.iter().map(|line| line.depth).collect();
    if depths.iter().any(|&depth| depth > 0) { depths } else { Vec::new() }
}

/// The rating of a step, where it has one of its own.
fn tenths(weight: Weight) -> Option<Tenths> {
    match weight {
        Weight::Explainer(tenths) => Some(tenths),
        Weight::Score { .. } => None,
    }
}

/// The same to be shown after the name of the step.
fn rated(weight: Weight) -> String {
    tenths(weight).map_or(String::new(), |tenths| format!(" ({tenths})"))
}

fn counts(told: &Told) -> BTreeMap<Technique, u32> {
    let mut counts = BTreeMap::new();
    for (_, step, _) in &told.steps {
        *counts.entry(step.technique).or_default() += 1;
    }
    counts
}

fn end(outcome: &str, told: Option<&Told>) -> ExplainEvent {
    let counts = told.map(counts).unwrap_or_default().into_iter();
    let (mut level, mut score, mut parts) = (None, None, None);
    match told.map(|told| (told.rating, told.end)) {
        Some((Rating::Score { level: of, score: sum }, end)) => {
            level = (end == End::Solved).then(|| of.name().to_owned());
            score = Some(sum);
        }
        Some((Rating::Explainer(rating), _)) => parts = Some(rating),
        None => {}
    }
    ExplainEvent::End {
        outcome: outcome.to_owned(),
        level,
        score,
        er: parts.map(|rating| rating.er.into()),
        ep: parts.map(|rating| rating.ep.into()),
        ed: parts.map(|rating| rating.ed.into()),
        steps: told.map_or(0, |told| told.steps.len() as u32),
        techniques: counts.map(|(technique, count)| (technique.slug().to_owned(), count)).collect(),
    }
}

fn line(number: u64, event: ExplainEvent, out: &mut Out) -> anyhow::Result<()> {
    human::json_line(&ExplainLine { version: VERSION, number, event }, out)?;
    Ok(())
}
