//! Questions that are about no single puzzle: tables, layouts, libraries, boards to practice on, known facts.

use std::sync::Arc;

use arcdoku::deduction::Technique;
use arcdoku::explain::Narrator;
use arcdoku::generate::seed_of;
use arcdoku::grid::Shape;
use arcdoku::puzzle::Rule;
use arcdoku::puzzle::format::Notation;
use arcdoku_service::ask::answer::{self, ReplyStyle};
use arcdoku_service::ask::layouts;
use arcdoku_service::ask::practice::Practice;
use arcdoku_service::ask::regress::{self, RegressOptions};
use arcdoku_service::ask::study::{self, GridOptions};
use arcdoku_service::ask::techniques::{self, LOGIC, ListFormat};
use arcdoku_service::ask::{ReplyFormat, rules, strategies};
use arcdoku_service::cancel::Cancel;
use arcdoku_service::input::{Input, Medium, Plan, Source};
use arcdoku_service::output::Transcript;
use arcdoku_service::status::{Error, Status};
use arcdoku_wire::{Ruleset, schema};
use pyo3::prelude::*;
use serde_json::Map;

use crate::ask_options::{Options, json};
use crate::ask_person::{classic, scale, spoken};
use crate::puzzle::{plain, value_error};
use crate::work::detached;

/// Answers a question that is about no single puzzle; `text` is what it is about, `options` a JSON object.
#[pyfunction]
pub(crate) fn run(py: Python<'_>, question: &str, text: &str, options: &str) -> PyResult<String> {
    let options: Options = serde_json::from_str(options).map_err(value_error)?;
    let (question, text) = (question.to_owned(), text.to_owned());
    let work = move |cancel: &Cancel| answer(&question, &text, &options, cancel);
    detached(py, work)?.map_err(|message| value_error(plain(&message)))
}

fn answer(question: &str, text: &str, options: &Options, cancel: &Cancel) -> Result<String, String> {
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
            let (language, coordinates) = spoken(options)?;
            let name = options.scale.as_deref().unwrap_or("hodoku");
            if name == LOGIC {
                return Ok(techniques::rule_list(ListFormat::Json, false));
            }
            let narrator = Narrator::new(language, coordinates);
            Ok(techniques::list(ListFormat::Json, &scale(name)?, &narrator, false))
        }
        "technique" => technique(text, options),
        "layouts" => {
            let plan = Plan::new(Medium::from_name("json"), Ruleset::default()).map_err(message)?;
            let sources = vec![Source::text("layouts", layouts::puzzles(text))];
            let input = Input { sources, plan: Arc::new(plan) };
            let mut limits = Map::new();
            limits.insert("nodes".to_owned(), options.nodes.into());
            limits.insert("time".to_owned(), options.time.into());
            let asked = answer::question_without_files("layouts", &limits)
                .ok_or_else(|| unknown("question", question))?
                .map_err(|error| error.to_string())?;
            let output = &mut Transcript::default();
            answer::run(
                &asked,
                ReplyStyle::plain(ReplyFormat::Json),
                input,
                options.threads(),
                cancel,
                output,
            )
            .map_err(message)?;
            Ok(std::mem::take(&mut output.text))
        }
        "regress" => {
            let library = Medium::Notation(Notation::Library);
            let plan = Plan::new(Some(library), Ruleset::default()).map_err(message)?;
            let input = Input { sources: vec![Source::text("library", text)], plan: Arc::new(plan) };
            let asked = RegressOptions { codes: options.technique.clone(), quiet: false, colored: false };
            let output = &mut Transcript::default();
            let status = regress::run(&asked, input, options.threads(), cancel, output).map_err(message)?;
            let is_fine = status == Status::Fine;
            json(&serde_json::json!({"passed": is_fine, "text": output.text, "errors": output.errors}))
        }
        "practice" => practice(text, options, cancel),
        "study" => {
            let output = &mut Transcript::default();
            if text.is_empty() {
                let asked = GridOptions { cancel: cancel.clone(), ..GridOptions::default() };
                study::grids(&asked, options.threads(), output).map_err(message)?;
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
        _ => Err(format!("question: found '{question}', expected one of those of the package")),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "passed as a function to map_err")]
fn message(error: Error) -> String {
    error.to_string()
}

/// All there is to say about a technique.
fn technique(name: &str, options: &Options) -> Result<String, String> {
    let (language, coordinates) = spoken(options)?;
    if let Some(technique) = classic(name) {
        let scale = scale(options.scale.as_deref().unwrap_or("hodoku"))?;
        return json(&techniques::reply(technique, &scale, &Narrator::new(language, coordinates)));
    }
    let row = techniques::rule_rows().into_iter().find(|row| row.name == name);
    json(&row.ok_or_else(|| unknown("name", name))?)
}

fn unknown(option: &str, name: &str) -> String {
    let all = Technique::ALL.iter().map(|one| one.slug());
    format!("{option}: found '{name}', expected one of {}", all.collect::<Vec<_>>().join(", "))
}

/// Boards that stand one step before a technique, a line each.
fn practice(name: &str, options: &Options, cancel: &Cancel) -> Result<String, String> {
    let technique = classic(name).ok_or_else(|| unknown("technique", name))?;
    let (bounds, first) = (options.bounds(cancel), options.seed.unwrap_or(1));
    let (count, tries) = (options.limit.unwrap_or(1), options.steps.unwrap_or(10_000));
    let mut practice = Practice::new(technique);
    let (mut text, mut found) = (String::new(), 0);
    for number in 0..tries {
        if found >= count || cancel.is_cancelled() {
            break;
        }
        // A puzzle that takes too long is one without a board.
        if let Ok(Some(row)) = practice.board(seed_of(first, number), &bounds.limits()) {
            text += &json(&row)?;
            text.push('\n');
            found += 1;
        }
    }
    Ok(text)
}
