//! Questions about labelling problems: puzzles with costs of digits, models of other programs.

use std::sync::Arc;

use arcdoku_service::ask::label::{LabelOptions, ModelForm, reply_to_only};
use arcdoku_service::cancel::{Bounds, Cancel};
use arcdoku_service::input::{Input, Plan, Source};
use pyo3::prelude::*;
use serde::Deserialize;

use crate::ask_options::{chosen, json, named};
use crate::puzzle::{plain, value_error};
use crate::work::{detached, duration};

/// The options of the command line. Python has checked the numbers.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LabelQuestion {
    semiring: String,
    method: String,
    marginals: bool,
    why: bool,
    memory: f64,
    width: usize,
    samples: u64,
    seed: u64,
    form: Option<String>,
    scores: Option<String>,
    nodes: Option<u64>,
    time: Option<f64>,
}

impl LabelQuestion {
    fn options(&self, cancel: &Cancel) -> Result<LabelOptions, String> {
        let usual = LabelOptions::default();
        let forms = ModelForm::all().into_iter().map(|form| (Some(form), form.name()));
        let mut options = LabelOptions {
            method: chosen("method", Some(&self.method), usual.method)?,
            marginals: self.marginals,
            why: self.why,
            memory: self.memory,
            width: self.width,
            samples: self.samples,
            seed: self.seed,
            form: named("form", self.form.as_deref(), usual.form, forms)?,
            scores: chosen("scores", self.scores.as_deref(), usual.scores)?,
            bounds: Bounds { nodes: self.nodes, time: duration(self.time), ..Bounds::only(cancel) },
            ..usual
        };
        options.ask(&self.semiring).map_err(|message| format!("semiring: {message}"))?;
        options.check().map_err(|message| format!("method: {message}"))?;
        Ok(options)
    }
}

/// Answers a question about the only labelling problem of a text, which has this name in messages; `options` is a JSON
/// object. Ctrl-C ends it.
#[pyfunction]
pub(crate) fn label(py: Python<'_>, name: &str, text: String, options: &str) -> PyResult<String> {
    let question: LabelQuestion = serde_json::from_str(options).map_err(value_error)?;
    let name = name.to_owned();
    let work = move |cancel: &Cancel| {
        let options = question.options(cancel)?;
        let input = Input { sources: vec![Source::text(&name, text)], plan: Arc::new(Plan::default()) };
        let reply =
            reply_to_only(&options, input).map_err(|found| format!("{name}: found {found}, expected one"))?;
        match &reply.fault {
            Some(fault) => Err(fault.to_string()),
            None => json(&reply),
        }
    };
    detached(py, work)?.map_err(|message| value_error(plain(&message)))
}
