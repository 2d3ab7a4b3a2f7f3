//! Questions that are not about a single puzzle: tables, layouts, libraries, boards for practice, known facts.

use std::sync::Arc;

use arcdoku::deduction::Technique;
use arcdoku::explain::Narrator;
use arcdoku::generate::seed_of;
use arcdoku::grid::Shape;
use arcdoku::puzzle::Rule;
use arcdoku::puzzle::format::Notation;
use arcdoku_service::ask::answer::{self, ReplyStyle};
use arcdoku_service::ask::layouts;
use arcdoku_service::ask::practice::Practice as Boards;
use arcdoku_service::ask::regress::{self, RegressOptions};
use arcdoku_service::ask::study::{self, GridOptions};
use arcdoku_service::ask::{ReplyFormat, rules, strategies, techniques};
use arcdoku_service::cancel::{Bounds, Cancel};
use arcdoku_service::input::{Input, Medium, Plan, Source};
use arcdoku_service::output::Transcript;
use arcdoku_service::status::Status;
use arcdoku_wire::question::{AnyScale, LimitOptions, WordOptions, question};
use arcdoku_wire::{Ruleset, schema};
use pyo3::prelude::*;

use crate::ask_options::{self, Options, json, message, read, take_threads};
use crate::puzzle::{plain, value_error};
use crate::work::detached;

/// Answers a question that is not about a single puzzle; `text` is its subject, `options` a JSON object.
#[pyfunction]
pub(crate) fn run(py: Python<'_>, question: &str, text: &str, options: &str) -> PyResult<String> {
    let mut options = ask_options::options(options).map_err(value_error)?;
    let (question, text) = (question.to_owned(), text.to_owned());
    let work = move |cancel: &Cancel| answer(&question, &text, &mut options, cancel);
    detached(py, work)?.map_err(|message| value_error(plain(&message)))
}

question! {
    /// The techniques
    Techniques = "techniques" -> String, fails "" {
        /// The scale of levels, scores and ratings
        scale: AnyScale = AnyScale::default(),
    } with { words: WordOptions, }
}

question! {
    /// Whether each technique finds its expected steps
    Regress = "regress" -> String, fails "" {
        /// Only cases whose code starts with one of these
        codes: Vec<String>,
    }
}

question! {
    /// Boards on which a technique is the next step
    Practice = "practice" -> String, fails "" {
        /// The number of boards
        count: u64 = 1,
        /// The first seed
        seed: u64 = 1,
        /// The number of puzzles after which the search ends
        tries: u64 = 10_000,
    } with { limits: LimitOptions, }
}

fn answer(question: &str, text: &str, options: &mut Options, cancel: &Cancel) -> Result<String, String> {
    let threads = take_threads(options)?;
    match question {
        "schema" => schema::document((!text.is_empty()).then_some(text))
            .map(|document| document.to_string())
            .map_err(|message| format!("question: {message}")),
        "strategies" => Ok(strategies::list(true, false)),
        "parts" => Ok(strategies::parts(true, false)),
        "rules" => Ok(rules::list(true, false)),
        "rule" => {
            let names = || Rule::kinds().iter().map(|kind| kind.name).collect::<Vec<_>>().join(", ");
            let kind = Rule::kinds().iter().find(|kind| kind.name == text);
            let kind = kind.ok_or_else(|| format!("name: found '{text}', expected one of {}", names()))?;
            Ok(rules::picture(kind, true).unwrap_or_default())
        }
        "techniques" => {
            let Techniques { scale, words } = read(options)?;
            let narrator = Narrator::new(words.language, words.coordinates);
            if scale == AnyScale::Logic {
                return Ok(techniques::rule_list(ReplyFormat::Json, &narrator, false));
            }
            Ok(techniques::list(ReplyFormat::Json, &scale.scale(), &narrator, false))
        }
        "technique" => technique(text, &read(options)?),
        "layouts" => {
            let plan = Plan::new(Medium::from_name("json"), Ruleset::default()).map_err(message)?;
            let sources = vec![Source::reader(
                "layouts",
                layouts::puzzles(std::io::Cursor::new(text.as_bytes().to_vec())),
            )];
            let input = Input { sources, plan: Arc::new(plan) };
            let request = answer::question_without_files("layouts", options)
                .ok_or_else(|| unknown("question", question))?
                .map_err(message)?;
            let output = &mut Transcript::default();
            let style = ReplyStyle::plain(ReplyFormat::Json);
            answer::run(&request, style, input, threads, cancel, output).map_err(message)?;
            Ok(std::mem::take(&mut output.text))
        }
        "regress" => {
            let library = Medium::Notation(Notation::Library);
            let plan = Plan::new(Some(library), Ruleset::default()).map_err(message)?;
            let input = Input { sources: vec![Source::text("library", text)], plan: Arc::new(plan) };
            let Regress { codes } = read(options)?;
            let request = RegressOptions { codes, quiet: false, colored: false };
            let output = &mut Transcript::default();
            let status = regress::run(&request, input, threads, cancel, output).map_err(message)?;
            let is_fine = status == Status::Fine;
            json(&serde_json::json!({"passed": is_fine, "text": output.text, "errors": output.errors}))
        }
        "practice" => practice(text, &read(options)?, cancel),
        "study" => {
            let output = &mut Transcript::default();
            if text.is_empty() {
                let request = GridOptions { cancel: cancel.clone(), ..GridOptions::default() };
                study::grids(&request, threads, output).map_err(message)?;
            } else {
                let sizes = text.split_once('x').and_then(|(rows, columns)| {
                    Shape::boxes(rows.trim().parse().ok()?, columns.trim().parse().ok()?)
                });
                let expected = "rows and columns of a box, such as 2x3";
                let shape = sizes.ok_or_else(|| format!("box: found '{text}', expected {expected}"))?;
                study::small_grids(shape, cancel, output).map_err(message)?;
            }
            Ok(std::mem::take(&mut output.text))
        }
        _ => Err(format!("question: found '{question}', expected a question of the package")),
    }
}

/// A technique of the classic grid by its name or code.
fn classic(name: &str) -> Option<Technique> {
    Technique::by_name(name)
}

/// The description of a technique.
fn technique(name: &str, Techniques { scale, words }: &Techniques) -> Result<String, String> {
    let narrator = Narrator::new(words.language, words.coordinates);
    if let Some(technique) = classic(name) {
        return json(&techniques::reply(technique, &scale.scale(), &narrator));
    }
    let row = techniques::rule_rows(&narrator).into_iter().find(|row| row.name == name);
    json(&row.ok_or_else(|| unknown("name", name))?)
}

fn unknown(option: &str, name: &str) -> String {
    let all = Technique::ALL.iter().map(|one| one.slug());
    format!("{option}: found '{name}', expected one of {}", all.collect::<Vec<_>>().join(", "))
}

/// Boards on which a technique is the next step, one per line.
fn practice(name: &str, request: &Practice, cancel: &Cancel) -> Result<String, String> {
    let technique = classic(name).ok_or_else(|| unknown("technique", name))?;
    let bounds = Bounds::of(&request.limits, cancel);
    let mut practice = Boards::new(technique);
    let (mut text, mut found) = (String::new(), 0);
    for number in 0..request.tries {
        if found >= request.count || cancel.is_cancelled() {
            break;
        }
        // If a puzzle takes too long, it yields no board, and the search continues.
        if let Ok(Some(row)) = practice.board(seed_of(request.seed, number), &bounds.limits()) {
            text += &json(&row)?;
            text.push('\n');
            found += 1;
        }
    }
    Ok(text)
}
