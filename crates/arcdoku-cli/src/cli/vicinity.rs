//! Options of `arcdoku vicinity`.

use std::path::PathBuf;

use clap::Args;

use super::{InputArgs, JobArgs, TimeArgs};
use crate::status;

#[derive(Debug, Args)]
#[command(after_long_help = format!("{VICINITY_HELP}{}", status::HELP), after_help = status::HELP)]
pub(crate) struct Vicinity {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Number of clues to remove
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Search")]
    pub(crate) minus: usize,
    /// Maximum number of clues to add
    #[arg(long, value_name = "M", default_value_t = 1, help_heading = "Search")]
    pub(crate) plus: usize,
    #[command(flatten)]
    pub(crate) jobs: JobArgs,
    #[command(flatten, next_help_heading = "Search")]
    pub(crate) time: TimeArgs,
    /// Write the classes into this new file instead of printing them
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) out: Option<PathBuf>,
    /// Continue an earlier run of the same command with --out, however it ended
    #[arg(long, help_heading = "Output", requires = "out")]
    pub(crate) resume: bool,
    /// Print the number of classes on standard error
    #[arg(long, help_heading = "Output")]
    pub(crate) stats: bool,
}

const VICINITY_HELP: &str = "\
Removes N clues of each puzzle and adds up to M others, in all ways, and prints the minimal puzzles
among the results as canonical forms, each class once. The threads share the search around each
puzzle; the output does not depend on their number, unless --time ends the search.

A file that --out writes consists of whole lines, however the run ends; FILE.progress records the
progress of the search. With --resume, an incomplete last line is dropped, finished work is skipped,
and no class of FILE is written again. A FILE of another input, or with other --minus and --plus, is
refused and left unchanged; without FILE.progress the search starts from the beginning and adds the
classes that FILE does not have. Puzzles that exceeded --time are not tried again; the exit code
includes them, and inputs that are not puzzles.

Examples:
  arcdoku vicinity seventeen.txt
  arcdoku vicinity --minus 2 --plus 1 puzzles.txt
  arcdoku vicinity --minus 1 --plus 2 -j 2 --stats hard.txt > around.txt
  arcdoku vicinity --minus 2 --plus 2 --out around.txt --resume hard.txt

";
