//! Options of `arcdoku vicinity`.

use std::time::Duration;

use clap::Args;

use super::{InputArgs, JobArgs, duration};
use crate::status;

#[derive(Debug, Args)]
#[command(after_long_help = format!("{VICINITY_HELP}{}", status::HELP), after_help = status::HELP)]
pub(crate) struct Vicinity {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// How many clues are taken away
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Search")]
    pub(crate) minus: usize,
    /// How many clues are added
    #[arg(long, value_name = "M", default_value_t = 1, help_heading = "Search")]
    pub(crate) plus: usize,
    /// Give a puzzle up after so much time: 10 (seconds), 1.5s, 200ms [default: no limit]
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = "Search")]
    pub(crate) time: Option<Duration>,
    /// Say on standard error how many classes were found
    #[arg(long, help_heading = "Output")]
    pub(crate) stats: bool,
    #[command(flatten)]
    pub(crate) jobs: JobArgs,
}

const VICINITY_HELP: &str = "\
From each puzzle N clues are taken away and M others added, in all ways. Whatever then has one solution and no
clue too many is printed as its canonical form, each class once.

Examples:
  arcdoku vicinity seventeen.txt
  arcdoku vicinity --minus 2 --plus 1 puzzles.txt
  arcdoku vicinity --minus 1 --plus 2 -j 2 --stats hard.txt > around.txt

";
