//! Labelling problems over semirings: puzzles with costs of digits, tables of scores, models of other programs.
//!
//! ```text
//!   mod      what is asked; a run over an input, one problem after the other: tables may take all memory
//!   problem  the input as models, with their places and names
//!   answer   the algorithms: from a model to a reply
//!   tell     replies as text and columns
//! ```

mod answer;
mod problem;
mod tell;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use arcdoku_label::formats::{AnyLabelModel, LabelFormat, write_labels};
use arcdoku_label::{LabelModel, TransformMethod, Weight};
use arcdoku_wire::{LabelReply, NoAnswer};

use super::ReplyFormat;
use crate::cancel::Bounds;
use crate::draw::{Overlay, puzzle_svg};
use crate::input::{Input, Item, Reading};
use crate::output::{Output, Transcript};
use crate::status::{Error, Status};
use crate::text::json_line;
use arcdoku::Choice;

pub use problem::{LabelProblem, ModelForm};

/// Whether all questions are answered: a module of WebAssembly, whose size is limited, has those about costs and log Z, and
/// no models of other programs. What a constant condition excludes is not compiled.
const ALL: bool = !cfg!(target_family = "wasm");

arcdoku::choices! {
    /// What is asked: the semiring whose sum over all labellings is the answer.
    pub enum LabelSemiring {
        /// Whether there is a labelling
        Boolean = "boolean",
        /// How many labellings there are
        Count = "count",
        /// The least cost, with a labelling of it
        MinCost = "min-cost",
        /// The K least costs, with their labellings
        KBest = "k-best",
        /// The greatest gain, which is the negative cost, with a labelling of it
        MaxGain = "max-gain",
        /// The greatest weight (e to the power of the negative cost), with a labelling of it
        MaxProb = "max-prob",
        /// The logarithm of the sum of all weights: log Z
        LogSum = "log-sum",
        /// The least cost, and how many labellings have it
        CostAndCount = "cost-and-count",
        /// The expected cost of a labelling that is drawn by its weight
        Expectation = "expectation",
        /// The labels that occur in any labelling
        Provenance = "provenance",
    }
}

arcdoku::choices! {
    /// How the answer is found.
    pub enum LabelMethod {
        /// Search for costs; for sums the exact method that takes least memory
        Auto = "auto",
        /// Branch and bound for costs; the 100 best labellings for log-sum; the engines for count
        Search = "search",
        /// One object after the other, over the states of what the rest must know
        Sweep = "sweep",
        /// Tables, one object eliminated after the other
        Eliminate = "eliminate",
        /// Search over a tree decomposition, which keeps the sums of parts it has met
        Decompose = "decompose",
        /// Messages between functions and objects: approximate, for log-sum
        Beliefs = "beliefs",
        /// Random labellings: approximate, with an interval of 95 % confidence
        Sample = "sample",
        /// Tables of at most --width objects: a lower bound, for min-cost
        MiniBuckets = "mini-buckets",
        /// Soft arc consistency: a lower bound, for min-cost; with --to the equivalent model
        Arcs = "arcs",
        /// Max-sum diffusion after arc consistency: as arcs
        Diffusion = "diffusion",
        /// Virtual arc consistency after arc consistency: as arcs
        Virtual = "virtual",
    }
}

impl LabelMethod {
    /// Whether its answer is a lower bound only.
    pub(crate) fn is_bound(self) -> bool {
        self == Self::MiniBuckets || self.transformation().is_some()
    }

    /// How it makes an equivalent model, if it does.
    fn transformation(self) -> Option<TransformMethod> {
        match self {
            Self::Arcs => Some(TransformMethod::Arcs),
            Self::Diffusion => Some(TransformMethod::Diffusion),
            Self::Virtual => Some(TransformMethod::Virtual),
            _ => None,
        }
    }
}

arcdoku::choices! {
    /// What the numbers of a table of scores are.
    pub enum ScoreKind {
        /// Logarithms of probabilities, or other scores of which the greatest is best
        Log = "log-prob",
        /// Probabilities, or weights: 0 or more
        Prob = "prob",
        /// Costs, of which the least is best
        Cost = "cost",
    }
}

arcdoku_wire::choice_values!(LabelSemiring, LabelMethod, ScoreKind);

/// What is asked of each problem.
#[derive(Clone, Debug)]
pub struct LabelOptions {
    /// The semiring.
    pub semiring: LabelSemiring,
    /// The number of labellings of [`LabelSemiring::KBest`].
    pub k: usize,
    /// How the answer is found.
    pub method: LabelMethod,
    /// Whether the value of each label is asked for.
    pub marginals: bool,
    /// Whether it is asked why, where there is no labelling: for the boards of arc consistency, or functions that contradict
    /// each other.
    pub why: bool,
    /// The most bytes of tables.
    pub memory: f64,
    /// The most objects of a table of mini-buckets.
    pub width: usize,
    /// The number of samples.
    pub samples: u64,
    /// The seed of the samples.
    pub seed: u64,
    /// How files with models are read; detected if absent.
    pub form: Option<ModelForm>,
    /// What the numbers of tables are.
    pub scores: ScoreKind,
    /// Limits for each problem.
    pub bounds: Bounds,
}

impl Default for LabelOptions {
    fn default() -> Self {
        Self {
            semiring: LabelSemiring::MinCost,
            k: 1,
            method: LabelMethod::Auto,
            marginals: false,
            why: false,
            memory: 2e9,
            width: 4,
            samples: 10_000,
            seed: 0,
            form: None,
            scores: ScoreKind::Log,
            bounds: Bounds::default(),
        }
    }
}

impl LabelOptions {
    /// Sets the semiring by its name, such as `count` or `k-best=5`.
    ///
    /// # Errors
    /// If there is none of this name: what was expected.
    pub fn ask(&mut self, name: &str) -> Result<(), String> {
        let (name, k) = name.split_once('=').map_or((name, None), |(name, k)| (name, Some(k)));
        let semiring = LabelSemiring::from_name(name).ok_or_else(|| {
            let names: Vec<&str> = LabelSemiring::TABLE.iter().map(|row| row.1).collect();
            format!("found '{name}', expected one of {}", names.join(", "))
        })?;
        match (semiring, k) {
            (LabelSemiring::KBest, Some(k)) => {
                let number = k.parse().ok().filter(|k| (1..=1_000_000).contains(k));
                self.k = number.ok_or_else(|| format!("found '{k}', expected a number from 1 to 1000000"))?;
            }
            (LabelSemiring::KBest, None) => return Err("found 'k-best', expected k-best=K".to_owned()),
            (_, Some(_)) => return Err(format!("found '{name}=', expected '{name}'")),
            (_, None) => self.k = 1,
        }
        self.semiring = semiring;
        Ok(())
    }

    /// Whether the semiring and the method are in this build, and the method and the marginals exist for the semiring.
    ///
    /// # Errors
    /// If not: what does not fit.
    pub fn check(&self) -> Result<(), String> {
        use LabelMethod::{Auto, Beliefs, Eliminate, Search, Sweep};
        use LabelSemiring::{Boolean, Count, KBest, LogSum, MaxGain, MaxProb, MinCost, Provenance};
        let is_cost = matches!(self.semiring, Boolean | KBest | MaxGain | MaxProb | MinCost);
        let is_small = match self.method {
            Auto | Search => is_cost || self.semiring == LogSum,
            Beliefs | Eliminate | Sweep => self.semiring == LogSum,
            _ => false,
        };
        if !ALL && !is_small {
            return Err(format!("{} by {} is not in this build", self.semiring_name(), self.method.name()));
        }
        let fits = match self.method {
            Search => {
                matches!(self.semiring, Boolean | Count | MinCost | KBest | MaxGain | MaxProb | LogSum)
            }
            Beliefs | LabelMethod::Sample => self.semiring == LogSum,
            LabelMethod::MiniBuckets | LabelMethod::Arcs | LabelMethod::Diffusion | LabelMethod::Virtual => {
                self.semiring == MinCost
            }
            _ => true,
        };
        if !fits {
            return Err(format!(
                "the method {} does not answer {}",
                self.method.name(),
                self.semiring_name()
            ));
        }
        let is_single = self.method == LabelMethod::Decompose
            || self.method.is_bound()
            || self.semiring == Count && self.method == Search
            || matches!(self.semiring, KBest | Provenance);
        if self.marginals && is_single {
            return Err(format!("{} by {} has no marginals", self.semiring_name(), self.method.name()));
        }
        Ok(())
    }

    /// The name of the semiring, as [`ask`](Self::ask) takes it.
    pub fn semiring_name(&self) -> String {
        match self.semiring {
            LabelSemiring::KBest => format!("k-best={}", self.k),
            other => other.name().to_owned(),
        }
    }
}

/// Receives each problem with its answer, beside what is written.
pub type LabelSink<'a> = &'a mut dyn FnMut(&LabelProblem, &LabelReply) -> Result<(), Error>;

/// Answers a question about all problems of an input, one after the other.
///
/// # Errors
/// If the output cannot be written, or `sink` fails.
pub fn run(
    options: &LabelOptions,
    format: ReplyFormat,
    input: Input,
    output: &mut dyn Output,
    sink: LabelSink<'_>,
) -> Result<Status, Error> {
    let mut number = 0;
    problem::each(options, input, output, &mut |output, problem| {
        number += 1;
        let reply = reply(options, number, &problem, output);
        if reply.limit == Some(arcdoku_wire::Limit::Cancelled) {
            return Ok(ControlFlow::Break(Status::Interrupted));
        }
        let mut text = String::new();
        match format {
            ReplyFormat::Text => tell::text(&problem, &reply, &mut text),
            ReplyFormat::Tsv => tell::tsv(&problem, &reply, &mut text),
            ReplyFormat::Json => json_line(&reply, &mut text),
        }
        if let Some(message) = tell::failure(&problem, &reply) {
            output.error(&message);
        }
        output.write(&text)?;
        sink(&problem, &reply)?;
        Ok(ControlFlow::Continue(status(&reply)))
    })
}

/// Writes all problems of an input as models of another program; with a method that transforms, equivalent ones whose
/// constant is a lower bound.
///
/// # Errors
/// If the output cannot be written.
pub fn convert(
    options: &LabelOptions,
    format: LabelFormat,
    input: Input,
    output: &mut dyn Output,
) -> Result<Status, Error> {
    problem::each(options, input, output, &mut |output, problem| {
        let written = match &problem.content {
            Ok(content) => answer::transformed(options, &content.model)
                .and_then(|model| write_labels(&model, format).map_err(|error| error.to_string())),
            Err(rejected) => {
                output.error(&rejected.message());
                return Ok(ControlFlow::Continue(Status::Malformed));
            }
        };
        match written {
            Ok(text) => {
                output.write(&text)?;
                Ok(ControlFlow::Continue(Status::Fine))
            }
            Err(message) => {
                output.error(&format!("{}: {message}", problem.place));
                Ok(ControlFlow::Continue(Status::Not))
            }
        }
    })
}

/// The reply to a puzzle that was read, or to what is wrong with it.
pub fn reply_to_reading(options: &LabelOptions, reading: Reading) -> LabelReply {
    reply(options, 1, &LabelProblem::of_reading(reading), &mut Transcript::default())
}

/// The reply to the first problem of a text: for programs that ask about one.
pub fn reply_to(options: &LabelOptions, input: Input) -> LabelReply {
    let first = problems(options, input, 1).pop();
    first.map_or_else(LabelReply::default, |problem| reply(options, 1, &problem, &mut Transcript::default()))
}

/// The reply to the only problem of an input.
///
/// # Errors
/// If there is none, or more than one: what was found.
pub fn reply_to_only(options: &LabelOptions, input: Input) -> Result<LabelReply, &'static str> {
    match &problems(options, input, 2)[..] {
        [] => Err("no problem"),
        [problem] => Ok(reply(options, 1, problem, &mut Transcript::default())),
        _ => Err("several problems"),
    }
}

/// The first problems of an input.
fn problems(options: &LabelOptions, input: Input, most: usize) -> Vec<LabelProblem> {
    let mut problems = Vec::new();
    // Nothing is written, so nothing fails.
    let _ = problem::each(options, input, &mut Transcript::default(), &mut |_, problem| {
        problems.push(problem);
        let is_last = problems.len() == most;
        Ok(if is_last { ControlFlow::Break(Status::Fine) } else { ControlFlow::Continue(Status::Fine) })
    });
    problems
}

/// The reply to one problem.
fn reply(options: &LabelOptions, number: u64, problem: &LabelProblem, output: &mut dyn Output) -> LabelReply {
    let head = problem.head(number);
    let base = LabelReply {
        head,
        semiring: options.semiring_name(),
        other: problem.other(LabelReply::FIELDS),
        ..LabelReply::default()
    };
    match &problem.content {
        Err(rejected) => {
            LabelReply { outcome: Some(NoAnswer::Malformed), fault: Some(rejected.fault.clone()), ..base }
        }
        Ok(content) => {
            let item: Option<&Item> = content.item.as_deref();
            match &content.model {
                AnyLabelModel::Exact(model) if ALL => answer::answer(options, model, item, base, output),
                AnyLabelModel::Real(model) => answer::answer(options, model, item, base, output),
                // All algorithms are compiled for each kind of costs.
                AnyLabelModel::Exact(model) => match model.map(Weight::to_f64) {
                    Ok(model) => answer::answer(options, &model, item, base, output),
                    Err(_) => LabelReply { outcome: Some(NoAnswer::Overflow), ..base },
                },
            }
        }
    }
}

/// The status that a reply stands for.
fn status(reply: &LabelReply) -> Status {
    match (reply.outcome, reply.limit) {
        (Some(NoAnswer::Malformed), _) => Status::Malformed,
        (Some(NoAnswer::TooWide | NoAnswer::Overflow), _) | (_, Some(_)) => Status::Limit,
        (Some(_), _) => Status::Not,
        (None, None) => Status::Fine,
    }
}

/// The course of the bounds of a reply, to be drawn; `None` if it has none.
#[cfg(feature = "plot")]
pub fn course(reply: &LabelReply) -> Option<crate::draw::BoundCourse> {
    let number = |number: &serde_json::Number| number.as_f64();
    let unit = if reply.nodes.is_some() { "expanded nodes" } else { "rounds" };
    let points = reply.bounds.iter().filter_map(|point| {
        Some((point.nodes as f64, number(&point.lower)?, point.upper.as_ref().and_then(number)))
    });
    let points: Vec<_> = points.collect();
    (!points.is_empty()).then(|| crate::draw::BoundCourse::new(&reply.semiring, unit, points))
}

/// The picture of a puzzle with the shares of its digits as shades, and the digits of the best labelling, if there is one;
/// `None` if the problem is not a puzzle.
pub fn picture(problem: &LabelProblem, reply: &LabelReply) -> Option<String> {
    let item = problem.content.as_ref().ok()?.item.as_deref()?;
    let puzzle = &item.record.puzzle;
    let shares: Vec<Vec<f32>> = reply
        .shares
        .iter()
        .map(|of_cell| of_cell.iter().map(|share| share.as_f64().unwrap_or(0.0) as f32).collect())
        .collect();
    let best = reply.labellings.first().and_then(|labelling| labelling.solution.as_deref());
    let digits = match best {
        Some(text) if shares.is_empty() => tell::digits(puzzle, text),
        _ => Vec::new(),
    };
    Some(puzzle_svg(
        puzzle,
        &Overlay { digits: &digits, shares: &shares, legend: false, ..Overlay::default() },
    ))
}

/// The model of a puzzle without costs.
fn plain(item: &Item) -> LabelModel<i64> {
    LabelModel::of_puzzle(&item.record.puzzle)
}
