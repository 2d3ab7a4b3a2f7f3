//! The options of `label` that exist only on the command line.

use std::path::PathBuf;

use arcdoku_label::formats::LabelFormat;
use arcdoku_service::ask::ReplyFormat;
use clap::Args;

use super::{choice, named, svg_file};

/// What `label` writes.
#[derive(Debug, Args)]
pub(crate) struct LabelArgs {
    /// Output format
    #[arg(long, default_value = "text", help_heading = "Output", value_parser = choice::<ReplyFormat>())]
    pub(crate) format: ReplyFormat,
    /// Plot the bounds over time into this file, and into FILE-2 and so on
    #[arg(long, value_name = "FILE.svg|.png", help_heading = "Output")]
    pub(crate) plot: Option<PathBuf>,
    /// Draw the puzzle with marginals as shades into this file, and into FILE-2 and so on
    #[arg(long, value_name = "FILE.svg", help_heading = "Output", value_parser = svg_file())]
    pub(crate) picture: Option<PathBuf>,
    /// Print the models in this format instead; see `arcdoku help labelling`
    #[arg(long, value_name = "FORMAT", help_heading = "Output", conflicts_with_all = ANSWER_OPTIONS)]
    #[arg(value_parser = named(LabelFormat::ALL.to_vec(), LabelFormat::name, LabelFormat::summary))]
    pub(crate) to: Option<LabelFormat>,
}

/// Options about answers. They conflict with `--to`, which gives no answers.
const ANSWER_OPTIONS: [&str; 10] =
    ["semiring", "marginals", "why", "memory", "width", "samples", "seed", "format", "plot", "picture"];
