//! Questions about labelling problems: puzzles with costs of digits, models of other programs.

use std::sync::Arc;

use arcdoku_service::ask::label::{check, reply_to_only};
use arcdoku_service::cancel::{Bounds, Cancel};
use arcdoku_service::input::{Input, Plan, Source};
use arcdoku_wire::question::{Label, OptionError, Question as _};
use pyo3::prelude::*;
use serde_json::{Map, Value};

use crate::ask_options::json;
use crate::puzzle::{plain, value_error};
use crate::work::detached;

/// Answers a question about the only labelling problem of a text. Messages use `name` for the text; `options` is a
/// JSON object. Ctrl-C ends the work.
#[pyfunction]
pub(crate) fn label(py: Python<'_>, name: &str, text: String, options: &str) -> PyResult<String> {
    let options: Map<String, Value> = serde_json::from_str(options).map_err(value_error)?;
    let name = name.to_owned();
    let work = move |cancel: &Cancel| {
        let question = Label::from_options(&options).and_then(|question| check(&question).map(|()| question));
        let question = question.map_err(|error: OptionError| error.to_string())?;
        let bounds = Bounds::of(&question.limits, cancel);
        let input = Input { sources: vec![Source::text(&name, text)], plan: Arc::new(Plan::default()) };
        let reply = reply_to_only(&question, &bounds, input)
            .map_err(|found| format!("{name}: found {found}, expected one"))?;
        match &reply.fault {
            Some(fault) => Err(fault.to_string()),
            None => json(&reply),
        }
    };
    detached(py, work)?.map_err(|message| value_error(plain(&message)))
}
