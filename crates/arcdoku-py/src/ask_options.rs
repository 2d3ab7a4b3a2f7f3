//! The options of questions, and replies as JSON.

use std::fmt::Display;

use arcdoku::Choice;
use arcdoku::search::Strategy;
use arcdoku_service::cancel::{Bounds, Cancel};
use serde::{Deserialize, Serialize};

use crate::work::duration;

/// The options of all questions, as the command line names them. The Python methods say which of them a question has.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "flags are independent of each other")]
pub(crate) struct Options {
    // Limits.
    pub(crate) nodes: Option<u64>,
    pub(crate) time: Option<f64>,
    // Search.
    pub(crate) strategy: Option<String>,
    pub(crate) seed: Option<u64>,
    pub(crate) unique: bool,
    pub(crate) most: Option<u64>,
    pub(crate) steps: Option<u64>,
    pub(crate) all: bool,
    pub(crate) limit: Option<u64>,
    pub(crate) jobs: Option<usize>,
    // Techniques.
    pub(crate) scale: Option<String>,
    pub(crate) set: Vec<(String, u32)>,
    pub(crate) no_uniqueness: bool,
    pub(crate) without: Vec<String>,
    pub(crate) technique: Vec<String>,
    pub(crate) family: Vec<String>,
    pub(crate) grade: Option<String>,
    pub(crate) quick: bool,
    pub(crate) min: Option<String>,
    pub(crate) max: Option<String>,
    pub(crate) pearl: bool,
    pub(crate) diamond: bool,
    // Words.
    pub(crate) language: Option<String>,
    pub(crate) coordinates: Option<String>,
    pub(crate) notation: Option<String>,
    pub(crate) format: Option<String>,
    pub(crate) step: Option<usize>,
    // Writing.
    pub(crate) order: Option<String>,
    pub(crate) legend: Option<bool>,
    pub(crate) candidates: bool,
    pub(crate) boards: Option<String>,
    pub(crate) digits: Option<String>,
    pub(crate) shares: Vec<Vec<f32>>,
    pub(crate) side: Option<f32>,
}

impl Options {
    /// The limits, with the flag that Ctrl-C sets.
    pub(crate) fn bounds(&self, cancel: &Cancel) -> Bounds {
        Bounds { nodes: self.nodes, time: duration(self.time), ..Bounds::only(cancel) }
    }

    /// The strategy, with its seed.
    pub(crate) fn strategy(&self) -> Result<Option<Strategy>, String> {
        let Some(text) = &self.strategy else {
            return self.seed.map_or(Ok(None), |_| Err("seed: requires a strategy".to_owned()));
        };
        let strategy: Strategy = text.parse().map_err(|error| format!("strategy: {error}"))?;
        Ok(Some(strategy.with_seed(self.seed.unwrap_or(strategy.seed))))
    }

    /// The number of threads.
    pub(crate) fn threads(&self) -> usize {
        threads(self.jobs)
    }
}

/// The number of threads: all, unless another number is given.
pub(crate) fn threads(jobs: Option<usize>) -> usize {
    let all = || std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
    jobs.filter(|&jobs| jobs > 0).unwrap_or_else(all)
}

/// A value by its name.
pub(crate) fn named<T>(
    option: &str,
    found: Option<&str>,
    default: T,
    all: impl IntoIterator<Item = (T, impl Display)>,
) -> Result<T, String> {
    let Some(found) = found else { return Ok(default) };
    let mut names = Vec::new();
    for (value, name) in all {
        let name = name.to_string();
        if name == found {
            return Ok(value);
        }
        names.push(name);
    }
    Err(format!("{option}: found '{found}', expected one of {}", names.join(", ")))
}

/// A value of a table by its name.
pub(crate) fn chosen<T: Choice>(option: &str, found: Option<&str>, default: T) -> Result<T, String> {
    named(option, found, default, T::TABLE.iter().map(|&(value, name, _)| (value, name)))
}

/// A reply as JSON.
pub(crate) fn json(reply: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(reply).map_err(|error| error.to_string())
}
