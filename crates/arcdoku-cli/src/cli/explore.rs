//! Options of `arcdoku minimize`, `arcdoku backdoors` and `arcdoku unavoidable`.

use std::time::Duration;

use arcdoku::generate::{LARGEST_UNAVOIDABLE, SinglesKind, UnavoidableKind};
use arcdoku_service::ask::ReplyFormat;
use arcdoku_service::cancel::Bounds;
use clap::Args;

use super::{InputArgs, JobArgs, choice, duration, named};
use crate::interrupt;
use crate::status;

/// How long a puzzle may be looked at.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Search")]
pub(crate) struct TimeArgs {
    /// Give a puzzle up after so much time: 10 (seconds), 1.5s, 200ms [default: no limit]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,
}

impl TimeArgs {
    /// The limit, and Ctrl-C.
    pub(crate) fn bounds(self) -> Bounds {
        Bounds { time: self.time, ..Bounds::only(interrupt::cancel()) }
    }
}

#[derive(Debug, Args)]
#[command(after_long_help = format!("{MINIMIZE_HELP}{}", status::EXPLORE), after_help = status::EXPLORE)]
pub(crate) struct Minimize {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Find all minimal puzzles that are left, not one
    #[arg(long, help_heading = "Search", conflicts_with = "seed")]
    pub(crate) all: bool,
    /// At most so many of each puzzle
    #[arg(long, value_name = "N", help_heading = "Search", requires = "all")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) limit: Option<u64>,
    /// Try clues in a random order that this number decides, another for each puzzle of the input
    /// [default: in reading order]
    #[arg(long, value_name = "SEED", help_heading = "Search")]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) time: TimeArgs,
    #[command(flatten)]
    pub(crate) jobs: JobArgs,
    /// How to print
    #[arg(long, default_value = "text", help_heading = "Output", value_parser = choice::<ReplyFormat>())]
    pub(crate) format: ReplyFormat,
}

const MINIMIZE_HELP: &str = "\
Clues are taken away as long as the solution stays the only one. Each clue is tried once, in reading
order or in that of --seed, and goes if it can: what is left is minimal. With --all every minimal
puzzle that can be left is printed, each once. A puzzle with twenty redundant clues may have
thousands, and one with forty more than anybody can wait for: they are printed as they are found.
Without --limit, or with one above 10000, puzzles are then taken one after the other.

Output formats:
  text  the minimal puzzle
  tsv   number of the puzzle in the input, minimal puzzle, number of clues, with tabs between
  json  one line a minimal puzzle, with the cells that lost their clue and the fields of the input

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
    /// Which singles go on by themselves
    #[arg(long, value_name = "WHICH", default_value = "both", help_heading = "Search")]
    #[arg(value_parser = named(SinglesKind::ALL.to_vec(), SinglesKind::name, SinglesKind::summary))]
    pub(crate) singles: SinglesKind,
    #[command(flatten)]
    pub(crate) time: TimeArgs,
    #[command(flatten)]
    pub(crate) jobs: JobArgs,
    /// How to print
    #[arg(long, default_value = "text", help_heading = "Output", value_parser = choice::<ReplyFormat>())]
    pub(crate) format: ReplyFormat,
}

const BACKDOORS_HELP: &str = "\
A backdoor is a set of cells whose digits, once known, leave nothing but singles to be seen. All of
the smallest size are printed, which is 0 (singles finish the puzzle), 1 or 2; larger ones are not
looked for.

Output formats:
  text  place, size and sets: r1c2 r5c5 of one cell each, r1c2+r5c5 of two
  tsv   puzzle, size ('-' if larger than 2), number of sets, sets, with tabs between
  json  one line a puzzle, with the fields of the input

Examples:
  arcdoku backdoors puzzles.txt
  arcdoku backdoors --singles naked --format tsv puzzles.txt

";

#[derive(Debug, Args)]
#[command(after_long_help = format!("{UNAVOIDABLE_HELP}{}", status::EXPLORE), after_help = status::EXPLORE)]
pub(crate) struct Unavoidable {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Where to look
    #[arg(long, value_name = "KIND", default_value = "any", help_heading = "Search")]
    #[arg(value_parser = named(UnavoidableKind::ALL.to_vec(), UnavoidableKind::name, UnavoidableKind::summary))]
    pub(crate) kind: UnavoidableKind,
    /// The most cells of a set, 4 to 12
    #[arg(long, value_name = "N", default_value_t = LARGEST_UNAVOIDABLE as u64, help_heading = "Search")]
    #[arg(value_parser = clap::value_parser!(u64).range(4..=LARGEST_UNAVOIDABLE as u64))]
    pub(crate) size: u64,
    /// Work out how few clues a puzzle with this solution needs at least, as far as the sets tell
    #[arg(long, help_heading = "Search")]
    pub(crate) bound: bool,
    #[command(flatten)]
    pub(crate) time: TimeArgs,
    #[command(flatten)]
    pub(crate) jobs: JobArgs,
    /// How to print
    #[arg(long, default_value = "text", help_heading = "Output", value_parser = choice::<ReplyFormat>())]
    pub(crate) format: ReplyFormat,
}

const UNAVOIDABLE_HELP: &str = "\
An unavoidable set is a set of cells of a grid whose digits can be exchanged among them, so that
every puzzle with this grid as its only solution has a clue in it. The minimal ones are found: none
of them holds another. The input is grids, or puzzles with one solution, whose grids are looked at.

With --bound, the smallest number of cells that hit all sets is worked out. That takes seconds for
most grids, and may take hours for very regular ones. With --time, what was proven until then is
printed: 'at least 13 clues (given up)'.

Output formats:
  text  place, and how many sets there are of each size
  tsv   a line a set: number of the puzzle in the input, size, cells, with tabs between
  json  one line a grid, with all sets and the fields of the input

Examples:
  arcdoku unavoidable grids.txt
  arcdoku unavoidable --bound --time 10 puzzles.txt
  arcdoku unavoidable --kind two-digits --size 8 --format tsv grids.txt

";
