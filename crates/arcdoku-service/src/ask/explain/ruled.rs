//! The path of a puzzle with rules, or of another shape.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::ControlFlow;

use arcdoku::Choice as _;
use arcdoku::deduction::PathEnd;
use arcdoku::explain::{Line, Remark, RuleNarrator};
use arcdoku::logic::{Board, Rating, Step, Technique};
use arcdoku::puzzle::{Limit, Limits};
use arcdoku_wire::{ExplainEvent, RatingParts, StepsOutcome};

use super::{ExplainFormat, Explainer, StepNotation, line, start_of};
use crate::ask::ruled::{self, Standing};
use crate::draw::Page;
use crate::input::Item;
use crate::output::Output;
use crate::status::{Error, Status};
use crate::text::table::Table;
use crate::text::{self, BAD, FOUND, HEAD, lines, paint, plural};

/// The path of a puzzle, with the board before each step.
struct Path {
    steps: Vec<(Board, Step)>,
    rating: Rating,
    end: PathEnd,
    /// What is known of the solutions, if the path does not tell.
    standing: Option<Standing>,
}

impl Path {
    fn outcome(&self) -> StepsOutcome {
        match (self.end, &self.standing) {
            (PathEnd::Solved, _) => StepsOutcome::Solved,
            (PathEnd::Stopped(_), _) => StepsOutcome::Unknown,
            (_, Some(Standing::Mistaken(_))) => StepsOutcome::Mistakes,
            (_, Some(Standing::Unsolvable)) | (PathEnd::Broken, _) => StepsOutcome::Unsatisfiable,
            (_, Some(Standing::Known(None))) => StepsOutcome::Multiple,
            _ => StepsOutcome::Stuck,
        }
    }
}

impl Explainer {
    /// Writes the path of one puzzle.
    pub(super) fn explain_ruled(
        &mut self,
        number: u64,
        item: &Item,
        limits: &Limits<'_>,
        output: &mut dyn Output,
    ) -> Result<Status, Error> {
        let gap = if std::mem::replace(&mut self.is_begun, true) { "\n" } else { "" };
        let is_json = self.format == ExplainFormat::Json;
        if is_json {
            output.write(&line(number, start_of(item, ruled::SCALE)))?;
        }
        let (mut logic, board) = match ruled::start(item) {
            Ok(start) => start,
            Err(fault) => {
                if is_json {
                    output.write(&line(number, end(StepsOutcome::Unsatisfiable, None)))?;
                }
                output.error(&fault.to_string());
                return Ok(Status::Malformed);
            }
        };
        let narrator = RuleNarrator::new(self.options.language, self.options.coordinates);
        let wanted = ruled::wanted(&self.options.techniques);
        let mut steps = Vec::new();
        let (_, rating, end) = logic.walk(board, wanted, limits, &mut |board, step, _| {
            steps.push((board.clone(), step.clone()));
            ControlFlow::Continue(())
        });
        // A path to the end is its own proof that there is one solution.
        let open = matches!(end, PathEnd::Stuck | PathEnd::Broken);
        let standing = open.then(|| ruled::standing(&mut self.solver, item, limits));
        let path = Path { steps, rating, end, standing };
        if path.outcome() == StepsOutcome::Multiple {
            output.error(&format!("{}: several solutions", item.place()));
        }
        let name = item.record.name.as_deref().map(|name| format!(" ({name})")).unwrap_or_default();
        let title = self.narrator.puzzle(number) + &name;
        let figure =
            |board: &Board, step: Option<&Step>| ruled::figure(&item.record.puzzle, board, step, &narrator);
        let text = match self.format {
            ExplainFormat::Json => ruled_lines(number, &path, &narrator),
            ExplainFormat::Svg(wanted) => {
                let Some((board, step)) = wanted.checked_sub(1).and_then(|place| path.steps.get(place))
                else {
                    let steps = plural(path.steps.len() as u128, "step");
                    return Err(Error::usage(format!("--svg {wanted}: the path of {title} has {steps}")));
                };
                figure(board, Some(step))
            }
            ExplainFormat::Html => {
                let page =
                    self.page.get_or_insert_with(|| Page::new("arcdoku", self.options.language.name()));
                page.paragraph(&title);
                if let Some((board, _)) = path.steps.first() {
                    page.drawing(&figure(board, None));
                }
                for (index, (board, step)) in (1..).zip(&path.steps) {
                    let words = narrator.explain(step, board);
                    let heading = format!("{index}. {} ({})", words.title, step.difficulty);
                    page.told(&heading, &figure(board, Some(step)), &words, &narrator.short(step, board));
                }
                let ending = self.ruled_ending(&path, &narrator).1;
                if let Some(page) = &mut self.page {
                    page.paragraph(&ending);
                }
                String::new()
            }
            ExplainFormat::Summary => gap.to_owned() + &self.ruled_summary(&title, &path, &narrator),
            ExplainFormat::Markdown => gap.to_owned() + &self.ruled_markdown(&title, item, &path, &narrator),
            ExplainFormat::Text => gap.to_owned() + &self.ruled_text(&title, &path, &narrator),
        };
        output.write(&text)?;
        Ok(match (path.end, path.outcome()) {
            (PathEnd::Stopped(Limit::Cancelled), _) | (_, StepsOutcome::Solved) => Status::Fine,
            (PathEnd::Stopped(_), _) => Status::Limit,
            _ => Status::Not,
        })
    }

    /// Whether the puzzle is solved, and the sentence at the end.
    fn ruled_ending(&self, path: &Path, narrator: &RuleNarrator) -> (bool, String) {
        let remark = match path.outcome() {
            StepsOutcome::Solved => Remark::Solved,
            StepsOutcome::Unknown => Remark::Stopped,
            StepsOutcome::Unsatisfiable => Remark::Unsolvable,
            _ => Remark::Stuck,
        };
        let counts = narrator.path(&path.rating, path.steps.len());
        (remark == Remark::Solved, format!("{} ({counts})", self.narrator.remark(remark)))
    }

    fn ruled_text(&self, title: &str, path: &Path, narrator: &RuleNarrator) -> String {
        let mut text = paint(self.colored, HEAD, title) + "\n";
        let width = path.steps.len().to_string().len();
        for (index, (board, step)) in (1..).zip(&path.steps) {
            let rated = step.difficulty;
            // Writing to a string cannot fail.
            let _ = if self.options.notation == StepNotation::Words {
                let words = narrator.explain(step, board);
                let title = paint(self.colored, HEAD, &words.title);
                let fill = " ".repeat(width + 2);
                let premises = lines::text(&words.premises, &fill);
                writeln!(
                    text,
                    "{index:width$}. {title} ({rated})\n{premises}{fill}{}\n{fill}{}",
                    words.why, words.conclusion
                )
            } else {
                writeln!(text, "{index:width$}. {} ({rated})", narrator.short(step, board))
            };
        }
        let (solved, ending) = self.ruled_ending(path, narrator);
        text + &paint(self.colored, if solved { FOUND } else { BAD }, &ending) + "\n"
    }

    fn ruled_markdown(&self, title: &str, item: &Item, path: &Path, narrator: &RuleNarrator) -> String {
        let mut board = String::new();
        let puzzle = &item.record.puzzle;
        text::board(puzzle, |cell| puzzle.givens()[cell.index()], |_| None, &mut board);
        let mut text = format!("# {title}\n\n```text\n{board}```\n");
        for (index, (board, step)) in (1..).zip(&path.steps) {
            let (rated, notation) = (step.difficulty, narrator.short(step, board));
            // Writing to a string cannot fail.
            let _ = if self.options.notation == StepNotation::Words {
                let words = narrator.explain(step, board);
                let mut told = words.premises;
                told.push(Line { depth: 0, text: words.why });
                let told = lines::markdown(&told, str::to_owned);
                writeln!(
                    text,
                    "\n## {index}. {} ({rated})\n\n{told}\n**{}**\n\n`{notation}`",
                    words.title, words.conclusion
                )
            } else {
                writeln!(text, "\n{index}. `{notation}` ({rated})")
            };
        }
        text + &format!("\n{}\n", self.ruled_ending(path, narrator).1)
    }

    /// Techniques in their order, with their easiest and their hardest step.
    fn ruled_summary(&self, title: &str, path: &Path, narrator: &RuleNarrator) -> String {
        let mut table = Table::new(&["technique", "steps", "from", "to"], &[0]);
        for &technique in Technique::ALL {
            let of = path.steps.iter().filter(|(_, step)| step.technique == technique);
            let rated: Vec<_> = of.map(|(_, step)| step.difficulty).collect();
            if let (Some(least), Some(most)) = (rated.iter().min(), rated.iter().max()) {
                let name = narrator.name(technique).to_owned();
                table.row(vec![name, rated.len().to_string(), least.to_string(), most.to_string()]);
            }
        }
        let ending = self.ruled_ending(path, narrator).1;
        format!("{}\n{}{ending}\n", paint(self.colored, HEAD, title), table.text(self.colored))
    }
}

/// The events of a path.
fn ruled_lines(number: u64, path: &Path, narrator: &RuleNarrator) -> String {
    let mut text = String::new();
    for (index, (board, step)) in (1..).zip(&path.steps) {
        let event = ExplainEvent::Step {
            index,
            step: ruled::step_reply(step, board, narrator),
            weight: ruled::weight(step),
            words: narrator.explain(step, board).into(),
            notation: narrator.short(step, board),
            library: String::new(),
        };
        text += &line(number, event);
    }
    text + &line(number, end(path.outcome(), Some(path)))
}

fn end(outcome: StepsOutcome, path: Option<&Path>) -> ExplainEvent {
    let mut techniques = BTreeMap::new();
    for (_, step) in path.iter().flat_map(|path| &path.steps) {
        *techniques.entry(step.technique.slug().to_owned()).or_default() += 1;
    }
    let rating = path.map(|path| RatingParts {
        score: Some(path.rating.total),
        hardest_step: Some(ruled::tenths(path.rating.hardest)),
        ..RatingParts::default()
    });
    ExplainEvent::End {
        outcome,
        rating: rating.unwrap_or_default(),
        steps: path.map_or(0, |path| path.steps.len() as u32),
        techniques,
    }
}
