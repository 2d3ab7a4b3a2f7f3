//! The options of questions, and replies as JSON.

use std::path::Path;

use arcdoku_service::input::scale_value;
use arcdoku_service::pool::{MOST_THREADS, default_threads};
use arcdoku_wire::question::{OptionValue as _, Question};
use serde::Serialize;
use serde_json::{Map, Value};

/// Options by their names.
pub(crate) type Options = Map<String, Value>;

/// Options from a JSON object. A scale may be the name of a file.
pub(crate) fn options(text: &str) -> Result<Options, String> {
    let mut options: Options = serde_json::from_str(text).map_err(message)?;
    if let Some(Value::String(name)) = options.get("scale")
        && Path::new(name).is_file()
    {
        let table = scale_value(name).map_err(|error| format!("scale: {error}"))?;
        options.insert("scale".to_owned(), table);
    }
    Ok(options)
}

/// Reads a question from its options.
pub(crate) fn read<Q: Question>(options: &Options) -> Result<Q, String> {
    Q::from_options(options).map_err(message)
}

/// Removes the number of threads from the options. By default one per core.
pub(crate) fn take_threads(options: &mut Options) -> Result<usize, String> {
    let Some(jobs) = options.remove("jobs").filter(|jobs| !jobs.is_null()) else {
        return Ok(default_threads());
    };
    let number = u64::read(&jobs).ok().and_then(|jobs| usize::try_from(jobs).ok());
    let number = number.filter(|jobs| (1..=MOST_THREADS).contains(jobs));
    number.ok_or_else(|| format!("jobs: found {jobs}, expected a whole number from 1 to {MOST_THREADS}"))
}

/// The message of an error.
#[expect(clippy::needless_pass_by_value, reason = "passed as a function to map_err")]
pub(crate) fn message(error: impl ToString) -> String {
    error.to_string()
}

/// A reply as JSON.
pub(crate) fn json(reply: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(reply).map_err(|error| error.to_string())
}
