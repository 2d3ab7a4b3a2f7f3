//! Options of `arcdoku minimize`, `arcdoku backdoors` and `arcdoku unavoidable`.

use std::path::PathBuf;

use arcdoku::generate::{LARGEST_UNAVOIDABLE, SinglesKind, UnavoidableKind};
use arcdoku_service::ask::ReplyFormat;
use clap::Args;

use super::{InputArgs, JobArgs, TimeArgs, choice, named};
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

#[derive(Debug, Args)]
#[command(after_long_help = format!("{BACKDOORS_HELP}{}", status::EXPLORE), after_help = status::EXPLORE)]
pub(crate) struct Backdoors {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Singles that are placed automatically
    #[arg(long, value_name = "WHICH", default_value = "both", help_heading = "Search")]
    #[arg(value_parser = named(SinglesKind::ALL.to_vec(), SinglesKind::name, SinglesKind::summary))]
    pub(crate) singles: SinglesKind,
    #[command(flatten)]
    pub(crate) explore: ExploreArgs,
}

const BACKDOORS_HELP: &str = "\
A backdoor is a set of cells whose digits reduce the puzzle to singles. All backdoors of the
smallest size are printed: 0 (singles solve the puzzle), 1 or 2. Larger ones are not searched for.

Output formats:
  text  position, size and sets: r1c2 r5c5 of one cell each, r1c2+r5c5 of two
  tsv   puzzle, size ('-' if larger than 2), number of sets, sets, separated by tabs
  json  one line per puzzle, with the fields of the input

Examples:
  arcdoku backdoors puzzles.txt
  arcdoku backdoors --singles naked --format tsv puzzles.txt

";

#[derive(Debug, Args)]
#[command(after_long_help = format!("{UNAVOIDABLE_HELP}{}", status::UNAVOIDABLE), after_help = status::UNAVOIDABLE)]
pub(crate) struct Unavoidable {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Kind of sets
    #[arg(long, value_name = "KIND", default_value = "any", help_heading = "Search")]
    #[arg(value_parser = named(UnavoidableKind::ALL.to_vec(), UnavoidableKind::name, UnavoidableKind::summary))]
    pub(crate) kind: UnavoidableKind,
    /// Maximum number of cells in a set, 4 to 12
    #[arg(long, value_name = "N", default_value_t = LARGEST_UNAVOIDABLE as u64, help_heading = "Search")]
    #[arg(value_parser = clap::value_parser!(u64).range(4..=LARGEST_UNAVOIDABLE as u64))]
    pub(crate) largest: u64,
    /// Compute a lower bound on the clues of puzzles with this solution from the sets
    #[arg(long, help_heading = "Search")]
    pub(crate) bound: bool,
    /// Write a proof of each bound to this directory
    #[arg(long, value_name = "DIR", requires = "bound", help_heading = "Output")]
    pub(crate) proof: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) explore: ExploreArgs,
}

const UNAVOIDABLE_HELP: &str = "\
An unavoidable set is a set of cells of a grid whose digits can be exchanged among them, so that
every puzzle with this grid as its only solution has a clue in it. Only minimal sets are listed:
none contains another. The input consists of grids, or of puzzles with one solution.

With --bound, the smallest number of cells that hit all sets is computed. This takes seconds for
most grids, and may take hours for very regular ones. If --time ends it, the bound so far is
printed: 'at least 13 clues (given up)'.

Output formats:
  text  position, and the number of sets by size
  tsv   one line per set: number of the puzzle in the input, size, cells, separated by tabs
  json  one line per grid, with all sets and the fields of the input

Examples:
  arcdoku unavoidable grids.txt
  arcdoku unavoidable --bound --time 10 puzzles.txt
  arcdoku unavoidable --kind two-digits --largest 8 --format tsv grids.txt

";
