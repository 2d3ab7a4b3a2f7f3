//! Options of the questions of setters: `arcdoku candidates`, `estimate`, `necessary`, `equal`, `verify`, `restricts`
//! and `layouts`.

use std::path::PathBuf;

use arcdoku_service::ask::ReplyFormat;
use clap::Args;

use super::{InputArgs, JobArgs, LimitArgs, StrategyArgs, choice};
use crate::status;

/// The limits, the threads and the format of a command of this file.
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
#[command(after_long_help = format!("{CANDIDATES_HELP}{}", status::QUESTION), after_help = status::QUESTION)]
pub(crate) struct Candidates {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Count the solutions with each digit in each cell, up to N
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Search")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) most: u64,
    #[command(flatten)]
    pub(crate) question: QuestionArgs,
}

const CANDIDATES_HELP: &str = "\
The true candidates of a cell are the digits that it has in some solution. They are printed row by
row, with their counts if --most is above 1 (1:4,2:1). A cell with ? may have more, because a limit
was reached; --nodes is the limit for each digit of a cell.

Examples:
  arcdoku candidates puzzles.txt
  arcdoku candidates --rule 'thermo: r1c1 r1c2 r1c3' --most 100 --format json puzzle.txt

";

#[derive(Debug, Args)]
#[command(after_long_help = format!("{ESTIMATE_HELP}{}", status::QUESTION), after_help = status::QUESTION)]
pub(crate) struct Estimate {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Number of random branches
    #[arg(long, value_name = "N", default_value_t = 10_000, help_heading = "Search")]
    #[arg(value_parser = clap::value_parser!(u64).range(2..))]
    pub(crate) samples: u64,
    /// Seed of the branches
    #[arg(long, value_name = "SEED", default_value_t = 0, help_heading = "Search")]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) question: QuestionArgs,
}

const ESTIMATE_HELP: &str = "\
Follows random branches of the search tree, and multiplies the numbers of choices on the way: on
average the product is the number of solutions (Knuth 1975). Few solutions are counted instead. The
interval has 95 % confidence if the error is below some 10 %; with a larger one, rare branches with
large products may be missing, and the number is rather too small.

Examples:
  arcdoku estimate --box 2x3 ....................................
  arcdoku estimate --samples 100000 --rule anti-knight puzzle.txt

";

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

#[derive(Debug, Args)]
#[command(after_help = status::QUESTION)]
pub(crate) struct Necessary {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) question: QuestionArgs,
}

#[derive(Debug, Args)]
#[command(after_help = status::QUESTION)]
pub(crate) struct Equal {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) question: QuestionArgs,
}

#[derive(Debug, Args)]
#[command(after_help = status::QUESTION)]
pub(crate) struct Verify {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// The grid: a character a cell, or numbers with spaces between; '.' for an empty cell
    #[arg(long, value_name = "GRID", help_heading = "Question")]
    pub(crate) grid: String,
    #[command(flatten)]
    pub(crate) question: QuestionArgs,
}

#[derive(Debug, Args)]
#[command(after_help = status::QUESTION)]
pub(crate) struct Restricts {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// The other puzzle, read as the input is but without the rules of the command line
    #[arg(long, value_name = "FILE|PUZZLE", help_heading = "Question")]
    pub(crate) of: String,
    #[command(flatten)]
    pub(crate) question: QuestionArgs,
}

#[derive(Debug, Args)]
#[command(after_help = status::QUESTION)]
pub(crate) struct Layouts {
    /// Files with a layout a line, one character a cell, equal ones for equal regions; '-' for
    /// standard input [default: standard input]
    #[arg(value_name = "FILE|-", help_heading = "Input")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) question: QuestionArgs,
}
