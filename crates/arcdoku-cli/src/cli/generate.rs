//! The options of `generate` that exist only on the command line.

use std::fmt::Write as _;

use arcdoku::generate::DrawnRules;
use arcdoku_service::ask::generate::SetFormat;
use clap::Args;

use super::{FileArgs, JobArgs, choice};

/// How `generate` works, and where and how it writes.
#[derive(Debug, Args)]
pub(crate) struct GenerateArgs {
    #[command(flatten)]
    pub(crate) jobs: JobArgs,
    /// Output format [default: grid for a single one on a terminal; by the extension of --out; jsonl with rules; else line]
    #[arg(long, help_heading = "Output", value_parser = choice::<SetFormat>())]
    pub(crate) format: Option<SetFormat>,
    #[command(flatten)]
    pub(crate) file: FileArgs,
    /// Write this share of the classes to a separate test set: FILE.test.csv, and the rest to FILE.train.csv
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
        .mut_arg("draw", |draw| draw.long_help(draw_help()))
        .mut_arg("cages", |cages| cages.require_equals(false))
        .mut_arg("out", |out| {
            out.help("Write to this file, which must not exist, instead of standard output")
        })
}

/// The kinds of `--draw`.
fn draw_help() -> String {
    let mut help = "Draw rules of a kind over the solution (repeatable), as 'KIND [NUMBER] [of CELLS]',\n\
                    such as kropki, 'thermo 4' or 'thermo 3..5 of 4..6'. Those that are not needed are\n\
                    left out, after the clues. Kinds:"
        .to_owned();
    let mut room = 0;
    for name in DrawnRules::names() {
        if room < name.len() + 2 {
            help += "\n ";
            room = 84;
        }
        room -= name.len() + 2;
        let _ = write!(help, " {name},");
    }
    help.pop();
    help + "\n'kropki' and 'xv' draw all dots and letters of the solution, and rule out any others.\n\
            The text of a rule with '?' for its number, such as 'cage ?: r1c1 r1c2', places that\n\
            rule and takes the number from the solution."
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse::<f64>().ok().filter(|share| *share > 0.0 && *share < 1.0);
    share.ok_or_else(|| "expected a share between 0 and 1, such as 0.1".to_owned())
}
