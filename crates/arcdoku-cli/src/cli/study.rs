//! Options of `arcdoku study`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::JobArgs;

#[derive(Debug, Args)]
#[command(after_long_help = "Examples:\n  arcdoku study grids\n  arcdoku study grids --box 2x3")]
pub(crate) struct Study {
    #[command(subcommand)]
    pub(crate) subject: Subject,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Subject {
    /// Count all 9x9 solution grids by classes of bands, or those of a smaller shape
    Grids(Grids),
}

#[derive(Debug, Args)]
#[command(after_long_help = GRIDS_HELP)]
pub(crate) struct Grids {
    /// Count the grids with boxes of R rows and C columns instead, one by one (up to 6 digits)
    #[arg(long = "box", value_name = "RxC", conflicts_with_all = ["out", "resume"])]
    pub(crate) boxes: Option<String>,
    /// Write a line for each class to this file: its number, its smallest band, the number of its bands
    /// (of 36288 normalized ones), and the number of ways to fill the rows below
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Continue the file of an earlier run
    #[arg(long, requires = "out")]
    pub(crate) resume: bool,
    #[command(flatten)]
    pub(crate) jobs: JobArgs,
}

const GRIDS_HELP: &str = "\
A band is three rows of a grid. Bands are equivalent if relabeling, and permuting rows, columns and
boxes, maps one to the other. There are 416 classes. For one band of each class, the ways to fill
the rows below are counted. Their sum, weighted by the sizes of the classes, is the number of grids.
This takes about a minute.

Examples:
  arcdoku study grids
  arcdoku study grids --out classes.tsv --resume
  arcdoku study grids --box 2x3
";
