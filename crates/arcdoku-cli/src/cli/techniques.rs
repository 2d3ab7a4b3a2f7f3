//! Options of `arcdoku techniques`.

use std::path::PathBuf;

use arcdoku::deduction::Technique;
use arcdoku::logic::{LogicRow, ROWS};
use arcdoku_service::ask::ReplyFormat;
use arcdoku_wire::question::no_technique;
use clap::Args;

use super::{LanguageArgs, choice};

#[derive(Debug, Args)]
#[command(after_long_help = HELP)]
pub(crate) struct TechniqueList {
    /// Show the page of this technique, by its name or code in the list
    #[arg(value_name = "NAME", value_parser = named, conflicts_with_all = ["format", "docs"])]
    pub(crate) name: Option<Shown>,
    /// Scale: hodoku, relaxed, se, logic, or a file; see `arcdoku help techniques`
    #[arg(long, alias = "profile", value_name = "NAME|FILE", default_value = "hodoku")]
    pub(crate) scale: String,
    /// Format of the list
    #[arg(long, default_value = "text", help_heading = "Output", value_parser = choice::<ReplyFormat>())]
    pub(crate) format: ReplyFormat,
    #[command(flatten)]
    pub(crate) words: LanguageArgs,
    /// Write a page with a drawing of each technique into this directory
    #[arg(long, value_name = "DIR", help_heading = "Output", conflicts_with = "format")]
    pub(crate) docs: Option<PathBuf>,
}

const HELP: &str = "\
Columns:
  name    the name on the command line
  title   the name in explanations
  family  techniques that share a search
  level   minimum level of a puzzle that needs the technique; '-' if the scale does not have it
  score   score of a step
  single  whether the technique assumes that the puzzle has a single solution
  code    the code in regression libraries; '-' if there is none
Columns of the scale se, in its order:
  row     1 to 32; techniques of the same row are tried together
  rating  minimum rating of a step
  which   kind of steps, if the technique has several kinds
  adds    what increases the rating
The scale logic has name, title, least difficulty of a step, and a definition.

Examples:
  arcdoku techniques x-wing
  arcdoku techniques xy-chain --language de
  arcdoku techniques --format tsv
  arcdoku techniques --scale se
";

/// A technique of the classic grid, or a technique that exists only for puzzles with rules.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shown {
    Classic(Technique),
    Ruled(&'static LogicRow),
}

/// Finds a technique by its name on the command line, its title or its code.
fn named(text: &str) -> Result<Shown, String> {
    let ruled = || LogicRow::by_slug(&text.to_ascii_lowercase()).map(Shown::Ruled);
    let all = Technique::ALL.iter().copied().chain(ROWS.iter().map(|row| row.technique));
    let wrong = || no_technique(text, all.map(|one| one.slug().to_owned()), "a technique");
    Technique::by_name(text).map(Shown::Classic).or_else(ruled).ok_or_else(wrong)
}
