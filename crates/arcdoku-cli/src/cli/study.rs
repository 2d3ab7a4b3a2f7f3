//! Options of `arcdoku study`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::JobArgs;
use crate::status;

#[derive(Debug, Args)]
pub(crate) struct Study {
    #[command(subcommand)]
    pub(crate) subject: Subject,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Subject {
    /// How many solution grids of 9x9 there are, by classes of bands; or of a smaller shape
    Grids(Grids),
}

#[derive(Debug, Args)]
#[command(after_long_help = format!("{GRIDS_HELP}{}", status::HELP), after_help = status::HELP)]
pub(crate) struct Grids {
    /// Count the grids of this shape instead, one by one: boxes of R rows and C columns. Up to 6
    /// digits take a moment, more take longer than anybody waits
    #[arg(long = "box", value_name = "RxC", conflicts_with_all = ["out", "resume"])]
    pub(crate) boxes: Option<String>,
    /// Write a line for each class of bands to this file: its number, its smallest band, how many
    /// bands it has (of 36288 normal ones), and in how many ways the rows below can be filled
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Go on with what the file has
    #[arg(long, requires = "out")]
    pub(crate) resume: bool,
    #[command(flatten)]
    pub(crate) jobs: JobArgs,
}

const GRIDS_HELP: &str = "\
A band is three rows of a grid. Relabeling, and permuting rows, columns and boxes, make 416 classes
of bands. For one band of each, the ways to fill the rows below are counted; the sum over all, each
as often as its class has bands, is the number of grids. It takes about a minute.

Examples:
  arcdoku study grids
  arcdoku study grids --out classes.tsv --resume
  arcdoku study grids --box 2x3

";
