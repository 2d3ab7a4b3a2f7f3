//! Options of the commands about what a person could do.

use std::fmt::Write as _;
use std::time::Duration;

use arcdoku::human::rate::Profile;
use arcdoku::human::{OptionError, Options};
use arcdoku::puzzle::Limits;
use arcdoku::puzzle::format::Notation;
use clap::{Args, ValueEnum};

use super::{InputArgs, JobArgs, RuleArgs, duration};
use crate::input::Medium;
use crate::interrupt;
use crate::status;

/// Which techniques, and how.
#[derive(Debug, Args)]
#[command(next_help_heading = "Techniques")]
pub(crate) struct TechniqueArgs {
    /// Set an option of the techniques (repeatable); --help lists them
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    settings: Vec<(String, u32)>,
    /// Leave out the techniques that assume a single solution
    #[arg(long)]
    no_uniqueness: bool,
}

impl TechniqueArgs {
    /// The options of the techniques, for a puzzle that has one solution.
    pub(crate) fn options(&self) -> Options {
        let mut options = Options::default();
        for (name, value) in &self.settings {
            // The parser of the argument has tried it.
            let _ = options.set(name, *value);
        }
        if self.no_uniqueness {
            options.proper = None;
        }
        options
    }
}

/// `fish_size=3`, `siamese=yes`.
fn setting(text: &str) -> Result<(String, u32), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE, such as fish_size=3")?;
    let name = name.trim().replace('-', "_");
    let number = match value.trim() {
        "yes" => 1,
        "no" => 0,
        value => value.parse().map_err(|_| format!("expected a number, yes or no after '{name}='"))?,
    };
    match Options::default().set(&name, number) {
        Ok(()) => Ok((name, number)),
        Err(OptionError::Range(least, most)) => {
            Err(format!("expected a value from {least} to {most} for {name}"))
        }
        Err(OptionError::Unknown) => Err(format!("found option '{name}', expected one of {}", names())),
    }
}

fn names() -> String {
    Options::TABLE.iter().map(|row| row.name).collect::<Vec<_>>().join(" ")
}

/// The table of options, for the help.
fn settings_help() -> String {
    let mut help = "Options of the techniques, as they are unless --set changes them:\n".to_owned();
    for row in Options::TABLE {
        let (value, range) = match (row.range, row.default) {
            ((0, 1), 0) => ("no".to_owned(), "no or yes".to_owned()),
            ((0, 1), _) => ("yes".to_owned(), "no or yes".to_owned()),
            ((least, most), value) => (value.to_string(), format!("{least} to {most}")),
        };
        // A string takes everything.
        let _ = writeln!(help, "  {}={value} ({range})\n      {}", row.name, row.sentence);
    }
    help.push('\n');
    help
}

/// The help below the options of a command: what it has to say, the table of options, its exit codes.
fn below(text: &str, codes: &str) -> String {
    format!("{text}\n{}{codes}", settings_help())
}

/// An order of techniques by its name or as a file.
pub(crate) fn profile(name: &str) -> anyhow::Result<Profile> {
    match name {
        "hodoku" => Ok(Profile::hodoku()),
        "relaxed" => Ok(Profile::relaxed()),
        path => {
            let expected = "expected hodoku, relaxed or a file";
            let text = std::fs::read_to_string(path)
                .map_err(|error| status::unreadable(format!("{path}: {error}; {expected}")))?;
            text.parse().map_err(|error| status::unreadable(format!("{path}: {error}")))
        }
    }
}

#[derive(Debug, Args)]
#[command(after_long_help = below(RATE_HELP, status::RATE), after_help = status::RATE)]
pub(crate) struct Rate {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// The scale: hodoku, relaxed, or a file in their format
    #[arg(long, value_name = "NAME|FILE", default_value = "hodoku", help_heading = "Techniques")]
    pub(crate) scale: String,
    #[command(flatten)]
    pub(crate) techniques: TechniqueArgs,
    /// Give a puzzle up after so much time: 10 (seconds), 1.5s, 200ms [default: no limit]
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = "Techniques")]
    time: Option<Duration>,
    #[command(flatten)]
    pub(crate) jobs: JobArgs,
    /// How to print
    #[arg(long, default_value = "text", help_heading = "Output")]
    pub(crate) format: RateFormat,
    /// Print a summary on standard error
    #[arg(long, help_heading = "Output")]
    pub(crate) stats: bool,
    /// Print no ratings: errors and the exit code say enough
    #[arg(short, long, help_heading = "Output")]
    pub(crate) quiet: bool,
}

impl Rate {
    /// The limit of time, and Ctrl-C.
    pub(crate) fn limits(&self) -> Limits<'static> {
        Limits { nodes: None, time: self.time, cancel: Some(interrupt::flag()) }
    }
}

const RATE_HELP: &str = "\
A puzzle is solved as a person would: the simplest technique that finds something, again and
again. Its score is the sum of what the steps count; its level is that of the hardest step,
raised where the score is above what the level allows. Digits that were placed and candidates
that are gone count as done: what is rated is what is left to do.

Output formats:
  text  place, level, score, number of steps and hardest technique
  tsv   puzzle, level and score with tabs between, in the order of the input. A puzzle without a
        rating has one word in place of the level and no score: multiple, unsatisfiable, unfit
        (no 9x9 grid of rows, columns and boxes), unsolved or unknown
  json  one line a puzzle, with the number of steps of each technique and the fields of the input

Examples:
  arcdoku rate --format tsv puzzles.txt
  arcdoku rate --no-uniqueness --stats -q puzzles.txt
";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RateFormat {
    /// One line a puzzle, for people
    Text,
    /// Puzzle, level, score
    Tsv,
    /// JSON lines
    Json,
}

#[derive(Debug, Args)]
#[command(after_long_help = format!("{REGRESS_HELP}\n{}", status::REGRESS), after_help = status::REGRESS)]
pub(crate) struct Regress {
    /// Libraries, or '-' for standard input [default: standard input]
    #[arg(value_name = "FILE|-")]
    pub(crate) inputs: Vec<String>,
    /// Only cases whose code begins so, with commas between: 03,0706-1
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    pub(crate) codes: Vec<String>,
    #[command(flatten)]
    pub(crate) jobs: JobArgs,
    /// Print the last line only
    #[arg(short, long, help_heading = "Output")]
    pub(crate) quiet: bool,
}

impl Regress {
    /// The libraries as input: nothing else is read.
    pub(crate) fn input(&self) -> InputArgs {
        let from = Some(Medium::Notation(Notation::Library));
        InputArgs { inputs: self.inputs.clone(), from, rules: RuleArgs::default() }
    }
}

const REGRESS_HELP: &str = "\
A regression library has a case a line: a grid in the middle of its solution, and what a
technique gives there.

  :code-variant:digits:grid:deleted:eliminations:placements:extra

Codes are those of `arcdoku techniques`. A case passes if the technique finds at least one
instance with these digits, and every such instance gives exactly the expected eliminations and
placements; or, for the variant x, if it finds none. Each case that fails is printed with what
was found instead; the last line is 'N passed, N failed'.

Examples:
  arcdoku regress library.txt
  arcdoku regress --codes 03,0400 library.txt
";
