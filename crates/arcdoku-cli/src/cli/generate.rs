//! The options of `generate` that exist only on the command line.

use arcdoku_service::ask::generate::SetFormat;
use clap::Args;

use super::{FileArgs, JobArgs, choice};

/// How `generate` works, and where and how it writes.
#[derive(Debug, Args)]
pub(crate) struct GenerateArgs {
    #[command(flatten)]
    pub(crate) jobs: JobArgs,
    /// Output format [default: by --out; grid for one puzzle on a terminal; jsonl with rules; otherwise line]
    #[arg(long, help_heading = "Output", value_parser = choice::<SetFormat>())]
    pub(crate) format: Option<SetFormat>,
    #[command(flatten)]
    pub(crate) file: FileArgs,
    /// Write this share of the classes to FILE.test.csv, the others to FILE.train.csv
    #[arg(long, value_name = "SHARE", value_parser = share, help_heading = "Output", requires = "out")]
    pub(crate) split: Option<f64>,
    /// Print a summary on standard error
    #[arg(long, help_heading = "Output")]
    pub(crate) stats: bool,
}

/// Adds the arguments, and the help that options have only on the command line.
pub(super) fn augment(command: clap::Command) -> clap::Command {
    GenerateArgs::augment_args(command.next_help_heading(None))
        .mut_arg("count", |count| count.short('n'))
        .mut_arg("cages", |cages| cages.require_equals(false))
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse::<f64>().ok().filter(|share| *share > 0.0 && *share < 1.0);
    share.ok_or_else(|| "expected a share between 0 and 1, such as 0.1".to_owned())
}
