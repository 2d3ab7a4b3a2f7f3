//! The options of `label` that exist only on the command line.

use std::path::PathBuf;

use arcdoku::Choice as _;
use arcdoku_label::formats::LabelFormat;
use arcdoku_service::ask::ReplyFormat;
use arcdoku_wire::question::LabelSemiring;
use clap::Args;

use super::{choice, named, svg_file};

/// What `label` writes.
#[derive(Debug, Args)]
pub(crate) struct LabelArgs {
    /// Output format
    #[arg(long, default_value = "text", help_heading = "Output", value_parser = choice::<ReplyFormat>())]
    pub(crate) format: ReplyFormat,
    /// Draw the course of the bounds into this file (.svg or .png); of the second problem into NAME-2.svg
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) plot: Option<PathBuf>,
    /// Draw puzzles into this file (.svg), with marginals as shades; the second puzzle into NAME-2.svg
    #[arg(long, value_name = "FILE.svg", help_heading = "Output", value_parser = svg_file())]
    pub(crate) picture: Option<PathBuf>,
    /// Print the models in this format instead of answering
    #[arg(long, value_name = "FORMAT", help_heading = "Output", conflicts_with_all = TOLD)]
    #[arg(value_parser = named(LabelFormat::ALL.to_vec(), LabelFormat::name, LabelFormat::summary))]
    pub(crate) to: Option<LabelFormat>,
}

/// Options about answers. They conflict with `--to`, which gives no answers.
const TOLD: [&str; 10] =
    ["semiring", "marginals", "why", "memory", "width", "samples", "seed", "format", "plot", "picture"];

/// The list of semirings.
pub(super) fn semirings() -> String {
    let rows = LabelSemiring::TABLE.iter().map(|(semiring, name, help)| {
        let name = if *semiring == LabelSemiring::KBest { "k-best=K" } else { name };
        format!("  {name:<15}{help}\n")
    });
    format!("Semirings:\n{}\n", rows.collect::<String>())
}
