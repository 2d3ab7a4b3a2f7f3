//! toulbar2 and pgmpy, in a Python process. A question and its reply are one line each.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::process::LineServer;

/// A process of `bench/python/labels.py`, which runs until this is dropped.
pub(super) struct Peer(LineServer);

/// The command that starts such processes.
pub(super) struct Peers {
    script: PathBuf,
    python: PathBuf,
}

/// The result of a search of toulbar2.
pub(super) struct SearchReply {
    /// The least known cost, if there is a labelling below the bound.
    pub(super) cost: Option<f64>,
    pub(super) labels: Vec<usize>,
    pub(super) is_proven: bool,
    /// Seconds on the processor to read or build the model, and to solve it.
    pub(super) reading: f64,
    pub(super) solving: f64,
}

impl Peers {
    pub(super) fn new(root: &Path, python: &Path) -> Self {
        Self { script: root.join("bench/python/labels.py"), python: python.to_path_buf() }
    }

    pub(super) fn start(&self) -> Result<Peer, String> {
        let mut command = Command::new(&self.python);
        // The output of the libraries is ignored.
        command.arg(&self.script).stderr(Stdio::null());
        LineServer::start(&mut command).map(Peer)
    }
}

impl Peer {
    /// The reply to a question. Fails if the peer rejects the model, or if its process has ended.
    pub(super) fn ask(&mut self, question: &Value) -> Result<Value, String> {
        let line = self.0.ask(&question.to_string(), 1)?.concat();
        let reply: Value = serde_json::from_str(&line).map_err(|error| format!("the peer: {error}"))?;
        match reply["error"].as_str() {
            Some(error) => Err(error.lines().next().unwrap_or_default().to_owned()),
            None => Ok(reply),
        }
    }

    /// Like [`ask`](Self::ask), for a file.
    pub(super) fn ask_file(&mut self, ask: &str, file: &Path, most: u64) -> Result<Value, String> {
        let reply = self.ask(&json!({ "ask": ask, "file": file, "seconds": most, "best": most }));
        reply.map_err(|error| format!("{}: {ask}: {error}", file.display()))
    }

    /// The versions of the packages, as text.
    pub(super) fn versions(&mut self) -> Result<String, String> {
        let reply = self.ask(&json!({ "ask": "versions" }))?;
        let name = |name: &str| format!("{name} {}", reply[name].as_str().unwrap_or("-"));
        Ok(format!("{}, {}", name("pytoulbar2"), name("pgmpy")))
    }
}

impl SearchReply {
    pub(super) fn of(reply: &Value) -> Self {
        let seconds = |name: &str| reply[name].as_f64().unwrap_or(f64::NAN);
        Self {
            cost: reply["cost"].as_f64(),
            labels: labels(&reply["labels"]),
            is_proven: reply["proven"].as_bool().unwrap_or(false),
            reading: seconds("reading"),
            solving: seconds("solving"),
        }
    }
}

/// Labels, one per object.
pub(super) fn labels(value: &Value) -> Vec<usize> {
    let all = value.as_array().map_or(&[][..], Vec::as_slice);
    all.iter().filter_map(Value::as_u64).map(|label| label as usize).collect()
}

/// Numbers.
pub(super) fn numbers(value: &Value) -> Vec<f64> {
    let all = value.as_array().map_or(&[][..], Vec::as_slice);
    all.iter().filter_map(Value::as_f64).collect()
}
