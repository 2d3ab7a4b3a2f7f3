//! The output options of the commands about human techniques, and their help.

use std::fmt::Write as _;
use std::path::PathBuf;

use arcdoku::deduction::Options;
use arcdoku::explain::{Coordinates, Language};
use arcdoku::logic;
use arcdoku::puzzle::format::Notation;
use arcdoku::rate::{Form, Scale, ScaleRow};
use arcdoku_service::ask::ReplyFormat;
use arcdoku_service::ask::explain::ExplainFormat;
use arcdoku_service::input::{Medium, scale_value};
use arcdoku_service::status::Error;
use arcdoku_wire::question::{AnyScale, OptionValue as _, QuestionRow};
use clap::Args;

use super::{InputArgs, JobArgs, LineFormat, RuleArgs, choice, svg_file};
use crate::status;

/// What `hint` writes.
#[derive(Debug, Args)]
pub(crate) struct HintArgs {
    /// Also write a drawing of the last step to this SVG file, whatever the grade
    #[arg(long, value_name = "FILE.svg", help_heading = "Output", value_parser = svg_file())]
    pub(crate) picture: Option<PathBuf>,
    /// Output format
    #[arg(long, default_value = "text", help_heading = "Output", value_parser = choice::<LineFormat>())]
    pub(crate) format: LineFormat,
}

/// What `steps` writes.
#[derive(Debug, Args)]
pub(crate) struct StepsArgs {
    /// Output format
    #[arg(long, default_value = "text", help_heading = "Output", value_parser = choice::<ReplyFormat>())]
    pub(crate) format: ReplyFormat,
}

/// What `explain` reads and writes.
#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// Explain only the puzzle with this number in the input, from 1 [default: all]
    #[arg(long, value_name = "K", help_heading = "Input")]
    pub(crate) number: Option<u64>,
    /// Output format
    #[arg(long, default_value = "text", help_heading = "Output", value_parser = choice::<ExplainFormat>())]
    pub(crate) format: ExplainFormat,
    /// Print a drawing of the step with this number, from 1, as SVG
    #[arg(long, value_name = "STEP", help_heading = "Output", conflicts_with = "format")]
    pub(crate) svg: Option<usize>,
    /// Also write a proof of each path to this directory: every elimination is a line. Techniques that assume
    /// one solution are left out, as a proof may not assume what it shows, so the path may differ from that
    /// without --proof
    #[arg(long, help_heading = "Output", value_name = "DIR")]
    pub(crate) proof: Option<PathBuf>,
}

/// What `rate` writes.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "flags are independent of each other")]
pub(crate) struct RateArgs {
    #[command(flatten)]
    pub(crate) jobs: JobArgs,
    /// Output format [default: text; tsv with --out]
    #[arg(long, help_heading = "Output", value_parser = choice::<ReplyFormat>())]
    format: Option<ReplyFormat>,
    /// Print EP too (scale se, format text; the other formats always have it)
    #[arg(long, help_heading = "Output")]
    pub(crate) ep: bool,
    /// Print ED too (scale se, format text; the other formats always have it)
    #[arg(long, help_heading = "Output")]
    pub(crate) ed: bool,
    /// Write the ratings into this new file instead of printing them
    #[arg(long, value_name = "FILE", help_heading = "Output", conflicts_with = "quiet")]
    pub(crate) out: Option<PathBuf>,
    /// Continue an earlier run of the same command with --out, however it ended
    #[arg(long, help_heading = "Output", requires = "out")]
    pub(crate) resume: bool,
    /// Print a summary on standard error
    #[arg(long, help_heading = "Output")]
    pub(crate) stats: bool,
    /// Also plot the distributions of clue counts and ratings, as SVG or PNG
    #[arg(long, value_name = "FILE.svg|.png", help_heading = "Output", conflicts_with = "resume")]
    pub(crate) plot: Option<PathBuf>,
    /// Print no ratings, only errors
    #[arg(short, long, help_heading = "Output")]
    pub(crate) quiet: bool,
}

impl RateArgs {
    /// The format of ratings.
    pub(crate) fn format(&self) -> Result<ReplyFormat, Error> {
        match (self.format, &self.out) {
            (Some(ReplyFormat::Text), Some(_)) => {
                Err(Error::usage("--out: the format text does not contain the puzzles; expected tsv or json"))
            }
            (Some(format), _) => Ok(format),
            (None, Some(_)) => Ok(ReplyFormat::Tsv),
            (None, None) => Ok(ReplyFormat::Text),
        }
    }
}

/// The tables of scales and of the options of techniques, for the help of questions with such options.
pub(super) fn tables(row: &QuestionRow) -> String {
    let has_settings = row.options().any(|option| option.name == "set");
    if has_settings { format!("\n{}\n{}", scales_help(row), settings_help()) } else { String::new() }
}

/// The table of options for the help.
fn settings_help() -> String {
    let mut help = "Options of the techniques, with their defaults (the scale se has none):\n".to_owned();
    for row in Options::TABLE {
        let (value, range) = match (row.range, row.default) {
            ((0, 1), 0) => ("no".to_owned(), "no or yes".to_owned()),
            ((0, 1), _) => ("yes".to_owned(), "no or yes".to_owned()),
            ((least, most), value) => (value.to_string(), format!("{least} to {most}")),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(help, "  {}={value} ({range})\n      {}", row.name, row.sentence);
    }
    help
}

/// The table of scales for the help.
fn scales_help(row: &QuestionRow) -> String {
    let mut help = "Scales:\n".to_owned();
    // Steps are listed in the order of a table of techniques.
    let is_taken = |scale: &&ScaleRow| row.name != "steps" || scale.form == Form::Score;
    for row in Scale::ALL.iter().filter(is_taken) {
        // Writing to a string cannot fail.
        let _ = writeln!(help, "  {:<7}  {}", row.name, row.summary);
    }
    help + &rules_help()
}

/// The techniques for puzzles with rules, for the help.
fn rules_help() -> String {
    let mut help = "\
Puzzles with further rules or of other shapes have a scale of their own, logic, which classic
puzzles can have too: the difficulty of the hardest step, and the sum of all. Its techniques,
for --without, with their least difficulty:
"
    .to_owned();
    let mut line = String::new();
    for row in logic::ROWS {
        let item = format!("  {} {}", row.technique.slug(), row.least);
        if line.len() + item.len() > 96 {
            help += &line;
            help.push('\n');
            line.clear();
        }
        line += &item;
    }
    help + &line + "\n"
}

/// A scale of classic puzzles, from its name or from a file of techniques.
pub(crate) fn scale(name: &str) -> Result<Scale, Error> {
    match AnyScale::read(&scale_value(name).map_err(Error::unreadable)?) {
        Ok(scale) if scale != AnyScale::Logic => Ok(scale.scale()),
        _ => Err(Error::unreadable(format!("{name}: expected the scale of a classic puzzle"))),
    }
}

/// How steps are described.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct TellArgs {
    /// The language of explanations: en (English) or de (German)
    #[arg(long, value_name = "CODE", default_value = "en", value_parser = choice::<Language>())]
    pub(crate) language: Language,
    /// Cell names: rc (r2c5: row 2, column 5) or chess (B5: rows A to J)
    #[arg(long, value_name = "KIND", default_value = "rc", value_parser = choice::<Coordinates>())]
    pub(crate) coordinates: Coordinates,
}

#[derive(Debug, Args)]
#[command(after_long_help = format!("{REGRESS_HELP}\n{}", status::REGRESS), after_help = status::REGRESS)]
pub(crate) struct Regress {
    /// Libraries, or '-' for standard input [default: standard input]
    #[arg(value_name = "FILE|-")]
    pub(crate) inputs: Vec<String>,
    /// Only cases whose code starts with one of these, separated by commas: 03,0706-1
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    pub(crate) codes: Vec<String>,
    #[command(flatten)]
    pub(crate) jobs: JobArgs,
    /// Print only the last line
    #[arg(short, long, help_heading = "Output")]
    pub(crate) quiet: bool,
}

impl Regress {
    /// The libraries as input. Nothing else is read.
    pub(crate) fn input(&self) -> InputArgs {
        let from = Some(Medium::Notation(Notation::Library));
        InputArgs {
            inputs: self.inputs.clone(),
            from,
            marks: false,
            partial: false,
            rules: RuleArgs::default(),
        }
    }
}

const REGRESS_HELP: &str = "\
A regression library has one case per line: a partly solved grid, and the effect of a technique on
it.

  :code-variant:digits:grid:deleted:eliminations:placements:extra

Codes are those of `arcdoku techniques`. A case passes if the technique finds at least one
instance with these digits, and every such instance has exactly the expected eliminations and
placements; or, for the variant x, if it finds none. Each case that fails is printed with what
was found instead; the last line is 'N passed, N failed'.

Examples:
  arcdoku regress library.txt
  arcdoku regress --codes 03,0400 library.txt
";
