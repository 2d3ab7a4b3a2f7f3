//! Options of `arcdoku label`.

use std::path::PathBuf;

use arcdoku::Choice as _;
use arcdoku_label::formats::LabelFormat;
use arcdoku_service::ask::ReplyFormat;
use arcdoku_service::ask::label::{LabelMethod, LabelOptions, LabelSemiring, ModelForm, ScoreKind};
use clap::Args;

use super::{InputArgs, LimitArgs, choice, named};
use crate::status;

#[derive(Debug, Args)]
#[command(after_long_help = format!("{}{LABEL_HELP}{}", semirings(), status::LABEL), after_help = status::LABEL)]
pub(crate) struct Label {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// What files with models are [default: detected from the name and the beginning]
    #[arg(long, value_name = "FORM", help_heading = "Input")]
    #[arg(value_parser = named(ModelForm::all(), ModelForm::name, ModelForm::summary))]
    pub(crate) form: Option<ModelForm>,
    /// What the numbers of a table of scores are
    #[arg(long, value_name = "KIND", default_value = "log-prob", help_heading = "Input")]
    #[arg(value_parser = choice::<ScoreKind>())]
    pub(crate) scores: ScoreKind,
    /// What is asked: a semiring, such as count or k-best=5 (listed in --help)
    #[arg(long, value_name = "SEMIRING", default_value = "min-cost", help_heading = "Question")]
    #[arg(value_parser = semiring)]
    pub(crate) semiring: (LabelSemiring, usize),
    /// Also the value of each label: the sum over the labellings with it
    #[arg(long, help_heading = "Question")]
    pub(crate) marginals: bool,
    /// Where there is no labelling, tell why: the boards of arc consistency, step by step, or functions that contradict
    /// each other
    #[arg(long, help_heading = "Question")]
    pub(crate) why: bool,
    /// How the answer is found
    #[arg(long, default_value = "auto", help_heading = "Search", value_parser = choice::<LabelMethod>())]
    pub(crate) method: LabelMethod,
    /// Maximum memory of tables and states: 500M, 2G
    #[arg(long, value_name = "BYTES", default_value = "2G", help_heading = "Search", value_parser = memory)]
    pub(crate) memory: f64,
    /// Maximum number of objects in a table of mini-buckets
    #[arg(long, value_name = "N", default_value_t = 4, help_heading = "Search")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=64))]
    pub(crate) width: u64,
    /// Number of samples
    #[arg(long, value_name = "N", default_value_t = 10_000, help_heading = "Search")]
    #[arg(value_parser = clap::value_parser!(u64).range(2..))]
    pub(crate) samples: u64,
    /// Seed of the samples
    #[arg(long, value_name = "SEED", default_value_t = 0, help_heading = "Search")]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// Output format
    #[arg(long, default_value = "text", help_heading = "Output", value_parser = choice::<ReplyFormat>())]
    pub(crate) format: ReplyFormat,
    /// Draw the course of the bounds into this file (.svg or .png); of the second problem into NAME-2.svg
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) plot: Option<PathBuf>,
    /// Draw puzzles into this file (.svg), with marginals as shades; the second puzzle into NAME-2.svg
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) picture: Option<PathBuf>,
    /// Print the models in this format instead of answering
    #[arg(long, value_name = "FORMAT", help_heading = "Output", conflicts_with_all = TOLD)]
    #[arg(value_parser = named(LabelFormat::ALL.to_vec(), LabelFormat::name, LabelFormat::summary))]
    pub(crate) to: Option<LabelFormat>,
}

/// Options about answers, of which `--to` gives none.
const TOLD: [&str; 10] =
    ["semiring", "marginals", "why", "memory", "width", "samples", "seed", "format", "plot", "picture"];

/// `count`, `k-best=5`.
fn semiring(text: &str) -> Result<(LabelSemiring, usize), String> {
    let mut options = LabelOptions::default();
    options.ask(text).map(|()| (options.semiring, options.k))
}

/// `2G`, as a number of bytes.
fn memory(text: &str) -> Result<f64, String> {
    let wrong = || "expected a number of bytes, such as 500M or 2G".to_owned();
    let units = [('k', 1e3), ('m', 1e6), ('g', 1e9), ('t', 1e12)];
    let last = text.chars().last().map(|last| last.to_ascii_lowercase());
    let unit = units.into_iter().find(|&(letter, _)| Some(letter) == last);
    let (digits, scale) = unit.map_or((text, 1.0), |(_, scale)| (&text[..text.len() - 1], scale));
    let number: f64 = digits.parse().map_err(|_| wrong())?;
    if number.is_finite() && number > 0.0 { Ok(number * scale) } else { Err(wrong()) }
}

/// The list of semirings.
fn semirings() -> String {
    let rows = LabelSemiring::TABLE.iter().map(|(semiring, name, help)| {
        let name = if *semiring == LabelSemiring::KBest { "k-best=K" } else { name };
        format!("  {name:<15}{help}\n")
    });
    format!("Semirings:\n{}\n", rows.collect::<String>())
}

const LABEL_HELP: &str = "\
A labelling gives each object a label: each cell a digit. Functions of labels have costs, and what
is forbidden costs infinitely much. The answer is a sum over all labellings, in the semiring that is
asked for (docs/labelling.md). A weight or probability is e to the power of the negative cost.

Input:
  puzzles      in any notation; in JSON lines and tables the field 'costs' is a list with a list of
               costs for each cell, null for what is forbidden: [[.5,null,...],...]
  scores       a table of N x N rows with N numbers: a score for each digit of each cell, as
               a reader of images has it (--scores); rules as for an empty grid (--box, --rule)
  uai          Markov and Bayesian networks; costs are negative logarithms of probabilities
  wcsp, cfn    weighted constraint problems and cost function networks of toulbar2

Problems are answered one after the other, as each may take all of --memory. Without --method,
best labellings are found by search, and other sums by the exact method that takes least memory;
where none fits, log-sum is approximated ('about') by the 100 best labellings, or by beliefs if
these find more weight, count is left to search, and anything else is refused with the memory that
it would take.

With --marginals, each label of each object has a value: the sum over the labellings with it. For
count and log-sum, shares of all labellings are printed; for costs, the least cost with the label.

Output formats:
  text  the value, the method, labellings and marginals
  tsv   number, place, semiring, value, 'exact' or 'about', rank, cost and labelling, separated by
        tabs; a line for each labelling
  json  one line per problem, with the course of the bounds and the fields of the input

Examples:
  arcdoku label --semiring count --box 2x3 ....................................
  arcdoku label scores.csv
  arcdoku label --semiring log-sum --marginals --picture cells.svg scores.csv
  arcdoku label --semiring k-best=5 --plot bounds.svg problem.wcsp
  arcdoku label --to wcsp puzzle.txt

";
