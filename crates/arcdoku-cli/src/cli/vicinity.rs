//! Options of `arcdoku vicinity`.

use std::path::PathBuf;
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
    /// How many clues are added, at most
    #[arg(long, value_name = "M", default_value_t = 1, help_heading = "Search")]
    pub(crate) plus: usize,
    /// Give a puzzle up after so much time: 10 (seconds), 1.5s, 200ms [default: no limit]
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = "Search")]
    pub(crate) time: Option<Duration>,
    /// Write the classes into this file, which must be new, instead of printing them
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) out: Option<PathBuf>,
    /// Go on where an earlier run of the same command with --out ended, however it ended
    #[arg(long, help_heading = "Output", requires = "out")]
    pub(crate) resume: bool,
    /// Say on standard error how many classes were found
    #[arg(long, help_heading = "Output")]
    pub(crate) stats: bool,
    #[command(flatten)]
    pub(crate) jobs: JobArgs,
}

const VICINITY_HELP: &str = "\
From each puzzle N clues are taken away and up to M others added, in all ways. Whatever then has one
solution and no clue too many is printed as its canonical form, each class once. The threads share
the search around each puzzle; the output is the same for any number of them, unless --time ends it.

A file that --out writes has whole lines, whatever ends the run; FILE.progress beside it says how far
the search has come. With --resume, a torn last line is dropped, what is done is left out, and no
class that FILE has is written again. A FILE of another input, or with other --minus and --plus, is
refused and left as it is; without FILE.progress the search begins anew and adds the classes that
FILE does not have. Puzzles that were given up after --time are not tried again; the exit code tells
of them, and of what was no puzzle, all the same.

Examples:
  arcdoku vicinity seventeen.txt
  arcdoku vicinity --minus 2 --plus 1 puzzles.txt
  arcdoku vicinity --minus 1 --plus 2 -j 2 --stats hard.txt > around.txt
  arcdoku vicinity --minus 2 --plus 2 --out around.txt --resume hard.txt

";
