//! Options of `arcdoku minimize`.

use arcdoku_service::ask::ReplyFormat;
use clap::Args;

use super::{InputArgs, JobArgs, TimeArgs, choice};
use crate::status;

/// The limit, the threads and the format of a command of this file.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct ExploreArgs {
    #[command(flatten, next_help_heading = "Search")]
    pub(crate) time: TimeArgs,
    #[command(flatten)]
    pub(crate) jobs: JobArgs,
    /// Output format
    #[arg(long, default_value = "text", help_heading = "Output", value_parser = choice::<ReplyFormat>())]
    pub(crate) format: ReplyFormat,
}

#[derive(Debug, Args)]
#[command(after_long_help = format!("{MINIMIZE_HELP}{}", status::EXPLORE), after_help = status::EXPLORE)]
pub(crate) struct Minimize {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Find all minimal puzzles instead of one
    #[arg(long, help_heading = "Search", conflicts_with = "seed")]
    pub(crate) all: bool,
    /// Maximum number of minimal puzzles per puzzle
    #[arg(long, value_name = "N", help_heading = "Search", requires = "all")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) limit: Option<u64>,
    /// Seed of the random order in which clues are tried, different for each puzzle of the input
    /// [default: reading order]
    #[arg(long, value_name = "SEED", help_heading = "Search")]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) explore: ExploreArgs,
}

const MINIMIZE_HELP: &str = "\
Removes clues as long as the solution is unique. Each clue is tried once, in reading order or in
that of --seed, and removed if possible: the result is minimal. With --all, every minimal puzzle
that can result is printed once. A puzzle with twenty redundant clues may have thousands of them,
and one with forty far too many to list; they are printed as they are found. Without --limit, or
with a limit above 10000, puzzles are processed one after the other.

Output formats:
  text  the minimal puzzle
  tsv   number of the puzzle in the input, minimal puzzle, number of clues, separated by tabs
  json  one line per minimal puzzle, with the cells whose clues were removed and the fields of the
        input

Examples:
  arcdoku minimize puzzles.txt
  arcdoku minimize --seed 7 puzzles.txt
  arcdoku minimize --all --limit 1000 --format tsv puzzles.txt

";
