//! Options of `arcdoku rules`.

use std::path::PathBuf;

use arcdoku::puzzle::{Rule, RuleKind};
use arcdoku_service::ask::rules::SYNTAX;
use clap::Args;

use super::{LineFormat, choice};

#[derive(Debug, Args)]
#[command(after_long_help = help())]
pub(crate) struct RuleList {
    /// Show this rule: its name, the first word of its text
    #[arg(value_name = "NAME", value_parser = named)]
    pub(crate) name: Option<&'static RuleKind>,
    /// Print a drawing of the rule's example as SVG
    #[arg(long, help_heading = "Output", requires = "name", group = "form")]
    pub(crate) svg: bool,
    /// Format of the list
    #[arg(long, default_value = "text", help_heading = "Output", conflicts_with_all = ["name", "docs"])]
    #[arg(value_parser = choice::<LineFormat>())]
    pub(crate) format: LineFormat,
    /// Write a page with all rules and their drawings into this directory
    #[arg(long, value_name = "DIR", help_heading = "Output", conflicts_with = "name", group = "form")]
    pub(crate) docs: Option<PathBuf>,
}

const HELP: &str = "\
Prints each rule with an example of its text and its meaning. --rule and the list 'rules' in JSON
take such texts.

Examples:
  arcdoku rules
  arcdoku rules renban
  arcdoku rules little-killer --svg > little-killer.svg
  arcdoku solve --rule 'renban: r1c1 r2c1 r3c1' --rule anti-knight ................
";

fn help() -> String {
    format!("{HELP}\nTexts:\n{SYNTAX}")
}

/// Finds a kind of rule by its name, or by the text of a rule of this kind.
fn named(text: &str) -> Result<&'static RuleKind, String> {
    let of_name = |name: &str| Rule::kinds().iter().find(|kind| kind.name == name);
    let by_text = || {
        let rule = text.parse::<Rule>().map_err(|error| error.to_string())?;
        of_name(rule.name()).ok_or_else(|| "`arcdoku rules` lists the names".to_owned())
    };
    of_name(text).map_or_else(by_text, Ok)
}
