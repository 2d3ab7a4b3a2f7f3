//! The output options of the commands about human techniques, and their help.

use std::path::PathBuf;

use arcdoku::explain::{Coordinates, Language};
use arcdoku::puzzle::format::Notation;
use arcdoku::rate::Scale;
use arcdoku_service::ask::ReplyFormat;
use arcdoku_service::ask::explain::ExplainFormat;
use arcdoku_service::input::{Medium, scale_value};
use arcdoku_service::status::Error;
use arcdoku_wire::question::{AnyScale, OptionValue as _};
use clap::Args;

use super::{InputArgs, JobArgs, LineFormat, RuleArgs, choice, svg_file};
use crate::status;

/// What `hint` writes.
#[derive(Debug, Args)]
pub(crate) struct HintArgs {
    /// Also draw the last step into this SVG file, whatever the grade
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
    /// Also write a proof of each path to this directory; techniques that assume a unique solution are not used
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
    /// Also print EP (scale se, format text)
    #[arg(long, help_heading = "Output")]
    pub(crate) ep: bool,
    /// Also print ED (scale se, format text)
    #[arg(long, help_heading = "Output")]
    pub(crate) ed: bool,
    /// Write to this new file; see `arcdoku help data-sets`
    #[arg(long, value_name = "FILE", help_heading = "Output", conflicts_with = "quiet")]
    pub(crate) out: Option<PathBuf>,
    /// Continue an earlier run of the same command with --out
    #[arg(long, help_heading = "Output", requires = "out")]
    pub(crate) resume: bool,
    /// Print a summary on standard error
    #[arg(long, help_heading = "Output")]
    pub(crate) stats: bool,
    /// Also plot the distributions of clue counts and ratings into this file
    #[arg(long, value_name = "FILE.svg|.png", help_heading = "Output", conflicts_with = "resume")]
    pub(crate) plot: Option<PathBuf>,
    /// Print only errors
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
pub(crate) struct LanguageArgs {
    /// Language of explanations: en (English) or de (German)
    #[arg(long, value_name = "CODE", default_value = "en", value_parser = choice::<Language>())]
    pub(crate) language: Language,
    /// Cell names: rc (r2c5) or chess (B5)
    #[arg(long, value_name = "KIND", default_value = "rc", value_parser = choice::<Coordinates>())]
    pub(crate) coordinates: Coordinates,
}

#[derive(Debug, Args)]
#[command(after_long_help = format!("{REGRESS_HELP}\n{}", status::codes(&REGRESS_CODES)))]
pub(crate) struct Regress {
    /// Libraries, or '-' for standard input [default: standard input]
    #[arg(value_name = "FILE|-")]
    pub(crate) inputs: Vec<String>,
    /// Only cases whose codes start with one of these, separated by commas, such as 03,0706-1
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

const REGRESS_CODES: [(u8, &str); 2] =
    [(1, "some case failed"), (3, "some line was malformed or unreadable")];

const REGRESS_HELP: &str = "\
A regression library has one case per line: a partly solved grid, and the effect of a technique.

  :code-variant:digits:grid:deleted:eliminations:placements:extra

`arcdoku techniques` lists the codes. A case passes if the technique finds an instance with these
digits, and if every such instance has exactly the expected eliminations and placements. A case of
the variant x passes if the technique finds no instance. Each case that fails is printed with the
instances that were found. The last line is 'N passed, N failed'.

Examples:
  arcdoku regress library.txt
  arcdoku regress --codes 03,0400 library.txt
";
