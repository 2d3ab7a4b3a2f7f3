//! Options of `arcdoku prove`.

use std::path::PathBuf;

use arcdoku_service::ask::ReplyFormat;
use clap::Args;

use super::{InputArgs, JobArgs, LimitArgs, StrategyArgs, choice};
use crate::status;

/// Limits, threads and format.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct QuestionArgs {
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) jobs: JobArgs,
    /// Output format
    #[arg(long, default_value = "text", help_heading = "Output", value_parser = choice::<ReplyFormat>())]
    pub(crate) format: ReplyFormat,
}

#[derive(Debug, Args)]
#[command(after_long_help = format!("{PROVE_HELP}{}", status::PROVE), after_help = status::PROVE)]
pub(crate) struct Prove {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Directory of the files: puzzle1.pbp and so on, by the numbers of the puzzles
    #[arg(long, value_name = "DIR", default_value = "proofs", help_heading = "Output")]
    pub(crate) out: PathBuf,
    /// Enumerate up to N solutions, and prove that there are no more
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Search")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) count: u32,
    #[command(flatten)]
    pub(crate) strategy: StrategyArgs,
    #[command(flatten)]
    pub(crate) question: QuestionArgs,
}

const PROVE_HELP: &str = "\
A proof is four files: the puzzle (.sudoku), its formula (.opb), the proof (.pbp) and the solutions
that it excludes (.sol). It shows that formula and excluded solutions contradict each other, in the
format of VeriPB, which checks it: cargo install veripb; veripb puzzle1.opb puzzle1.pbp.

Examples:
  arcdoku prove puzzles.txt
  arcdoku prove --count 100 --out proofs several.txt

";
