//! Options of `arcdoku rate`.

use std::path::PathBuf;
use std::time::Duration;

use arcdoku::Choice as _;
use arcdoku::rate::{Form, Scale};
use arcdoku_service::ask::rate::{Filter, RateFormat, hardness};
use arcdoku_service::status::Error;
use clap::Args;

use super::human::{TechniqueArgs, below};
use super::{InputArgs, JobArgs, choice, duration};
use crate::status;

#[derive(Debug, Args)]
#[command(after_long_help = below(HELP, status::RATE), after_help = status::RATE)]
#[expect(clippy::struct_excessive_bools, reason = "flags are independent of each other")]
pub(crate) struct Rate {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// The scale: hodoku, relaxed, se, logic, or a file in the format of the first two
    #[arg(long, alias = "profile", value_name = "NAME|FILE", default_value = "hodoku")]
    #[arg(help_heading = "Techniques")]
    pub(crate) scale: String,
    #[command(flatten)]
    pub(crate) techniques: TechniqueArgs,
    /// Maximum time per puzzle: 10 (seconds), 1.5s, 200ms [default: no limit]. With --resume, puzzles
    /// that exceeded it are not tried again
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = "Techniques")]
    pub(crate) time: Option<Duration>,
    /// Minimum hardness: an ER such as 7.1 on the scale se, else a score
    #[arg(long, value_name = "HARDNESS", help_heading = "Filters")]
    min: Option<String>,
    /// Maximum hardness; the rating of a puzzle ends as soon as it is exceeded
    #[arg(long, value_name = "HARDNESS", help_heading = "Filters")]
    max: Option<String>,
    /// Only pearls: no step is harder than those up to the first placed digit (EP = ER; scale se)
    #[arg(long, help_heading = "Filters")]
    pearl: bool,
    /// Only diamonds: no step is harder than the first (ED = ER; scale se)
    #[arg(long, help_heading = "Filters")]
    diamond: bool,
    #[command(flatten)]
    pub(crate) jobs: JobArgs,
    /// Output format [default: text; tsv with --out]
    #[arg(long, help_heading = "Output", value_parser = choice::<RateFormat>())]
    format: Option<RateFormat>,
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

const HELP: &str = "\
Solves each puzzle as a person would, at each step with the simplest technique that applies. Placed
digits and eliminated candidates of the input count as done: only the rest is rated. Only puzzles
with a single solution are rated.

On a scale that is a table of techniques, the score is the sum of the scores of the steps; the level
is that of the hardest step, raised if the score exceeds the limit of the level. On the scale se, ER
is the rating of the hardest step, EP that of the hardest up to the first that places a digit, ED
that of the first step; ER is 20.0 if no technique applies.

Output formats:
  text  position, rating (ER on the scale se), number of steps and hardest technique
  tsv   puzzle and rating, separated by tabs, in the order of the input: puzzle, level, score; on
        the scale se puzzle, ER/EP/ED. A puzzle without a rating has a word instead: multiple,
        unsatisfiable, mistakes (contradicts the solution), unsolved (not on se), or unknown (--time
        was exceeded). Puzzles with further rules have the hardest step on the scale logic, and the
        sum of all in tenths where there are two columns
  json  one line per puzzle, with the number of steps of each technique and the fields of the input

With a filter, only puzzles in the range are printed; puzzles that could not be rated are reported
on standard error.

A file that --out writes consists of whole lines in the order of the input, however the run ends;
FILE.progress records how much of the input was read. With --resume, the puzzles in FILE are
compared with the input, an incomplete last line is dropped, and the rest is rated. A FILE of
another input, or with another scale, format or filter, is refused and left unchanged; if there is
no FILE, --resume starts from the beginning. The exit code covers the puzzles of this run only.

Examples:
  arcdoku rate --format tsv puzzles.txt
  arcdoku rate --no-uniqueness --stats -q puzzles.txt
  arcdoku rate --scale se --min 7.1 --max 8.9 --format tsv puzzles.txt
  arcdoku rate --scale se --out ratings.tsv --resume puzzles.txt
  arcdoku rate -q --plot ratings.svg puzzles.txt
";

impl Rate {
    /// The scale, to which all options apply.
    pub(crate) fn scale(&self) -> Result<Scale, Error> {
        let scale = self.techniques.scale(&self.scale)?;
        let flags = [("ep", self.ep), ("ed", self.ed), ("pearl", self.pearl), ("diamond", self.diamond)];
        if let Some((flag, _)) = flags.iter().find(|(_, set)| *set && scale.form() != Form::Explainer) {
            return Err(Error::usage(format!(
                "--{flag}: the ratings of the scale {} have no such part",
                self.scale
            )));
        }
        Ok(scale)
    }

    /// Which ratings are wanted.
    pub(crate) fn filter(&self, scale: &Scale) -> Result<Filter, Error> {
        let (min, max) = hardness(scale, [("min", &self.min), ("max", &self.max)])?;
        Ok(Filter { min, max, pearl: self.pearl, diamond: self.diamond })
    }

    /// How ratings are written.
    pub(crate) fn format(&self) -> Result<RateFormat, Error> {
        match (self.format, &self.out) {
            (Some(RateFormat::Text), Some(_)) => {
                Err(Error::usage("--out: the format text does not contain the puzzles; expected tsv or json"))
            }
            (Some(format), _) => Ok(format),
            (None, Some(_)) => Ok(RateFormat::Tsv),
            (None, None) => Ok(RateFormat::Text),
        }
    }

    /// All options that determine the lines: another run with the same signature writes the same.
    pub(crate) fn signature(&self, format: RateFormat) -> String {
        let format = format.name();
        let mut words = vec![format!("--scale {} --format {format}", self.scale)];
        let range = [("min", &self.min), ("max", &self.max)];
        words.extend(range.iter().filter_map(|(name, bound)| Some(format!("--{name} {}", bound.as_ref()?))));
        let flags = [("pearl", self.pearl), ("diamond", self.diamond)];
        words.extend(flags.iter().filter(|(_, set)| *set).map(|(name, _)| format!("--{name}")));
        words.push(self.techniques.signature());
        words.retain(|word| !word.is_empty());
        words.join(" ")
    }
}
