//! The command line: options of questions come from their table, and all others are declared here. Help, manual and
//! completions follow from both.

mod generate;
mod human;
mod label;
mod rules;
mod study;
mod table;
mod techniques;

use std::ffi::OsString;
use std::io::{self, IsTerminal as _};
use std::path::PathBuf;
use std::sync::Arc;

use arcdoku::Choice;
use arcdoku::puzzle::Rule;
use arcdoku_exchange::Policy;
use arcdoku_service::ask::solve::SolveFormat;
use arcdoku_service::input::{Input, Medium, Plan, ShapeParts, Source, read_option_file};
use arcdoku_service::pool::{MOST_THREADS, default_threads};
use arcdoku_service::resumable::OutFile;
use arcdoku_service::status::Error;
use arcdoku_wire::Ruleset;
use clap::builder::{PathBufValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory as _, Parser, Subcommand, ValueEnum};

use crate::status;

pub(crate) use generate::GenerateArgs;
pub(crate) use human::{ExplainArgs, HintArgs, RateArgs, Regress, StepsArgs, TellArgs, scale};
pub(crate) use label::LabelArgs;
pub(crate) use rules::RuleList;
pub(crate) use study::{Grids, Study, Subject};
pub(crate) use table::{LAYOUTS, LayoutArgs, RunArgs, flag, is_split, read, row};
pub(crate) use techniques::{Shown, TechniqueList};

/// Sudoku of any size as a constraint satisfaction problem: solve, explain, rate, make, explore.
#[derive(Debug, Parser)]
#[command(name = "arcdoku", version, disable_version_flag = true, arg_required_else_help = true)]
#[command(after_help = status::HELP, max_term_width = 100)]
pub(crate) struct Cli {
    /// Print the version
    #[arg(short = 'V', long)]
    pub(crate) version: bool,
    /// With --version: also the vector instructions that the fast engine uses
    #[arg(long, requires = "version")]
    pub(crate) verbose: bool,
    /// Color the output.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", hide_default_value = true)]
    #[arg(help = "Color: auto (on terminals, unless NO_COLOR is set), always or never")]
    pub(crate) color: Color,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the strategies
    Strategies(Strategies),
    /// List the rules that puzzles can have, or show one with its picture
    Rules(RuleList),
    /// Run a regression library: does each technique find what it should?
    Regress(Regress),
    /// List the techniques, or show the page of one
    Techniques(TechniqueList),
    /// Recompute known facts about Sudoku
    Study(Study),
    /// Open the page in a browser: play, get help, watch the search
    Page(Page),
    /// Print the JSON Schema of questions: their options and replies
    Schema(Schema),
    /// Print a completion script for a shell
    Completions(Completions),
    /// Print the manual, or write a page for each command
    Man(Man),
}

/// The command line: the questions of the table, and then the commands declared here.
pub(crate) fn command() -> clap::Command {
    let mut place = 0;
    let mut next = || {
        place += 1;
        place
    };
    let questions: Vec<_> = table::rows().map(|row| table::command(row).display_order(next())).collect();
    let declared = Cli::command().mut_subcommands(|command| command.display_order(next()));
    declared.subcommands(questions)
}

/// The arguments, with `--format json` for the former `--json`, and the like: help does not list these.
pub(crate) fn arguments(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    const FORMER: [&str; 6] = ["--csv", "--html", "--json", "--markdown", "--summary", "--tsv"];
    let mut are_options = true;
    let now = |argument: OsString| {
        are_options &= argument != "--";
        match argument.to_str().filter(|text| are_options && FORMER.contains(text)) {
            Some(flag) => flag.replacen("--", "--format=", 1).into(),
            None => argument,
        }
    };
    arguments.map(now).collect()
}

/// The command line as far as these arguments need it: only one question if the first argument is its name, and none if it
/// is a declared command, so a program that solves one puzzle starts quickly.
pub(crate) fn command_for(arguments: &[OsString]) -> clap::Command {
    let declared = Cli::command();
    let Some(first) = arguments.get(1) else { return command() };
    match first.to_str().and_then(row) {
        Some(row) => declared.subcommand(table::command(row)),
        None if declared.find_subcommand(first).is_some() => declared,
        None => command(),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On terminals, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Where puzzles come from.
#[derive(Debug, Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct InputArgs {
    /// Files, '-' for standard input, or puzzles [default: standard input]
    #[arg(value_name = "FILE|-|PUZZLE")]
    pub(crate) inputs: Vec<String>,
    /// Read this notation or container instead of detecting it
    #[arg(long, value_name = "NOTATION", value_parser = medium())]
    pub(crate) from: Option<Medium>,
    /// In formats of other programs, take digits and marks that a player entered as clues
    #[arg(long)]
    pub(crate) marks: bool,
    /// Accept puzzles of other programs with parts that are not understood, and do without these
    #[arg(long)]
    pub(crate) partial: bool,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
}

impl InputArgs {
    /// The puzzles of the run. Without an argument, those of standard input.
    pub(crate) fn input(&self) -> Result<Input, Error> {
        let policy = Policy { marks: self.marks, partial: self.partial };
        let plan = Plan::new(self.from, self.rules.ruleset()?)?.with_policy(policy);
        if self.inputs.is_empty() && io::stdin().is_terminal() {
            return Err(Error::usage("no puzzle given; name a file or a puzzle, or '-' to type one"));
        }
        let source = |argument: &str| match argument {
            "-" => Source::reader("<stdin>", io::stdin()),
            _ => Source::argument(argument, &plan),
        };
        let sources = match self.inputs.as_slice() {
            [] => vec![source("-")],
            arguments => arguments.iter().map(|argument| source(argument)).collect(),
        };
        Ok(Input { sources, plan: Arc::new(plan) })
    }
}

/// Shape and rules of all puzzles of a run.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Rules")]
pub(crate) struct RuleArgs {
    /// Boxes of R rows and C columns, R*C at most 64 [default: as square as possible]
    #[arg(long = "box", value_name = "RxC", conflicts_with_all = ["latin", "regions"])]
    boxes: Option<String>,
    /// No boxes: rows and columns only
    #[arg(long, conflicts_with = "regions")]
    latin: bool,
    /// Rows and columns of a grid that is not N x N for the digits 1 to N, such as 6x9; its boxes are as square as
    /// possible [default: seen from the puzzle]
    #[arg(long, value_name = "RxC")]
    size: Option<String>,
    /// The digits of the grid, from 0 or 1 on, such as 0-8 [default: from 1 to the longer side]
    #[arg(long, value_name = "A-B")]
    digits: Option<String>,
    /// Number of extra cells: variables v1, v2, ... outside of the grid, with the same digits
    #[arg(long, value_name = "COUNT")]
    extra_cells: Option<usize>,
    /// No rule but those that are named: no rows, columns and boxes
    #[arg(long, conflicts_with = "latin")]
    bare: bool,
    /// Further rules, separated by commas: diagonals, windoku, disjoint
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = rule_names(), hide_possible_values = true)]
    rules: Vec<String>,
    /// A further rule as a line of text (repeatable), such as 'cage 12: r1c1 r1c2'; `arcdoku rules` lists them
    #[arg(long = "rule", value_name = "TEXT", value_parser = rule)]
    rule: Vec<String>,
    /// Jigsaw regions instead of boxes: one character a cell, equal ones for equal regions
    #[arg(long, value_name = "MAP|@FILE")]
    regions: Option<String>,
    /// A further set of cells that must differ (repeatable), such as r1c1,r2c2,r3c3
    #[arg(long, value_name = "CELLS")]
    extra: Vec<String>,
}

/// The rules that have a name of their own, without arguments.
fn rule_names() -> PossibleValuesParser {
    let disjoint = PossibleValue::new("disjoint").alias("disjoint-groups");
    PossibleValuesParser::new([PossibleValue::new("diagonals"), PossibleValue::new("windoku"), disjoint])
}

/// A rule as text; whether it fits is known when the puzzle is.
fn rule(text: &str) -> Result<String, String> {
    text.parse::<Rule>().map(|_| text.to_owned()).map_err(|error| error.to_string())
}

impl RuleArgs {
    /// The rules as the wire knows them.
    pub(crate) fn ruleset(&self) -> Result<Ruleset, Error> {
        let regions = match self.regions.as_deref() {
            Some(text) => Some(match text.strip_prefix('@') {
                Some(path) => read_option_file(path)
                    .map_err(|error| Error::unreadable(format!("--regions {text}: {error}")))?,
                None => text.to_owned(),
            }),
            None => None,
        };
        let parts = ShapeParts {
            boxes: self.boxes.as_deref(),
            latin: self.latin,
            bare: self.bare,
            size: self.size.as_deref(),
            digits: self.digits.as_deref(),
            extra_cells: self.extra_cells,
            has_regions: self.regions.is_some(),
        };
        let shape = parts.text();
        let shape =
            shape.map_err(|error| Error::usage(format!("--{}: {}", flag(&error.option), error.message)))?;
        let cells = |set: &String| set.split(',').map(|name| name.trim().to_owned()).collect();
        Ok(Ruleset {
            shape,
            rules: self.rules.iter().chain(&self.rule).cloned().collect(),
            regions,
            extra: self.extra.iter().map(cells).collect(),
        })
    }
}

/// The number of threads.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct JobArgs {
    /// Number of threads, 1 to 1024; the output keeps the order of the input [default: one per core]
    #[arg(short, long, value_name = "N", value_parser = threads)]
    jobs: Option<usize>,
}

/// A number of threads.
fn threads(text: &str) -> Result<usize, String> {
    let number = text.trim().parse().ok().filter(|number| (1..=MOST_THREADS).contains(number));
    number.ok_or_else(|| format!("expected a whole number from 1 to {MOST_THREADS}"))
}

/// The name of a file for a drawing.
fn svg_file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        let is_svg = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("svg"));
        if is_svg { Ok(path) } else { Err("expected a file that ends in .svg") }
    })
}

impl JobArgs {
    /// The number of threads.
    pub(crate) fn threads(self) -> usize {
        self.jobs.unwrap_or_else(default_threads)
    }
}

/// What `solve` writes, and how.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) jobs: JobArgs,
    /// Output format [default: grid for a single puzzle on a terminal; csv or json for input in that
    /// format; else line]
    #[arg(long, help_heading = "Output", value_parser = choice::<SolveFormat>())]
    pub(crate) format: Option<SolveFormat>,
    /// Print search statistics, and a summary on standard error
    #[arg(long, help_heading = "Output")]
    pub(crate) stats: bool,
    /// Print no answers, only errors
    #[arg(short, long, help_heading = "Output")]
    pub(crate) quiet: bool,
}

/// How `compare` works, and what it writes.
#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    /// Find one solution, as textbooks do (the default)
    #[arg(long, help_heading = "Question", conflicts_with = "unique")]
    first: bool,
    /// Number of threads, 1 to 1024; more than one distorts the times
    #[arg(short, long, value_name = "N", default_value = "1", value_parser = threads)]
    pub(crate) jobs: usize,
    /// Plot nodes and times by strategy into this file, .svg or .png (repeatable)
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) plot: Vec<PathBuf>,
    /// Output format
    #[arg(long, default_value = "text", help_heading = "Output", value_parser = choice::<TableFormat>())]
    pub(crate) format: TableFormat,
}

arcdoku::choices! {
    /// How `compare` writes its table.
    pub(crate) enum TableFormat {
        /// A table of text
        Text = "text",
        /// CSV
        Csv = "csv",
        /// A JSON document
        Json = "json",
    }
}

arcdoku::choices! {
    /// How what has no table is written.
    pub(crate) enum LineFormat {
        /// Text
        Text = "text",
        /// JSON lines
        Json = "json",
    }
}

/// Where `vicinity` writes.
#[derive(Debug, Args)]
pub(crate) struct VicinityArgs {
    #[command(flatten)]
    pub(crate) jobs: JobArgs,
    #[command(flatten)]
    pub(crate) file: FileArgs,
    /// Print the number of classes on standard error
    #[arg(long, help_heading = "Output")]
    pub(crate) stats: bool,
}

/// A file that a run writes, and that a later one may continue.
#[derive(Debug, Args)]
pub(crate) struct FileArgs {
    /// Write the classes into this new file instead of printing them
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    out: Option<PathBuf>,
    /// Continue an earlier run of the same command with --out, however it ended
    #[arg(long, help_heading = "Output", requires = "out")]
    resume: bool,
}

impl FileArgs {
    /// The file, if there is one.
    pub(crate) fn file(self) -> Option<OutFile> {
        let Self { out, resume } = self;
        out.map(|path| OutFile { path, resume })
    }
}

/// What `trace` reads and writes.
#[derive(Debug, Args)]
pub(crate) struct TraceArgs {
    /// Trace only the puzzle with this number in the input, from 1 [default: all]
    #[arg(long, value_name = "K", help_heading = "Input")]
    pub(crate) number: Option<u64>,
    /// Output format; as JSON lines, one event per line
    #[arg(long, default_value = "text", help_heading = "Output", value_parser = choice::<LineFormat>())]
    pub(crate) format: LineFormat,
    /// Also write a drawing of the last puzzle to this SVG file: how and in which order its digits were
    /// found
    #[arg(long, value_name = "FILE.svg", help_heading = "Output", value_parser = svg_file())]
    pub(crate) picture: Option<PathBuf>,
    /// Also write the tree of the last search to this SVG file: nodes in the order of visits, contradictions,
    /// solutions
    #[arg(long, value_name = "FILE.svg", help_heading = "Output", value_parser = svg_file())]
    pub(crate) tree: Option<PathBuf>,
    /// Also write the last search to this SVG file as an animation of ten seconds
    #[arg(long, value_name = "FILE.svg", help_heading = "Output", value_parser = svg_file())]
    pub(crate) animation: Option<PathBuf>,
    /// Also write the implication graph of the first conflict of the last search to this SVG file, with the learned
    /// clause. Implies --strategy learning
    #[arg(long, value_name = "FILE.svg", help_heading = "Output", value_parser = svg_file())]
    pub(crate) implications: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct Strategies {
    /// List the parts of strategies
    #[arg(long)]
    pub(crate) parts: bool,
    /// Output format
    #[arg(long, default_value = "text", value_parser = choice::<LineFormat>())]
    pub(crate) format: LineFormat,
}

#[derive(Debug, Args)]
#[command(after_help = status::PAGE)]
pub(crate) struct Page {
    /// The port on this computer, 0 for a free one [default: 7314, or a free one if that is taken].
    /// Browsers keep games for each port
    #[arg(long, value_name = "PORT")]
    pub(crate) port: Option<u16>,
    /// Print the address without opening a browser
    #[arg(long)]
    pub(crate) no_open: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Schema {
    /// The name of a question, such as check [default: all]
    pub(crate) question: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub(crate) struct Man {
    /// Write one page per command into this directory instead
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

/// A parser of the values of a [`Choice`], with their help.
pub(crate) fn choice<T: Choice + Send + Sync>() -> impl TypedValueParser<Value = T> {
    let values = T::TABLE.iter().map(|(_, name, help)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(values)
        .try_map(|name| T::from_name(&name).ok_or("a name that the table does not have"))
}

/// A parser of values that the library names.
pub(crate) fn named<T: Copy + Send + Sync + 'static>(
    all: Vec<T>,
    name: fn(T) -> &'static str,
    summary: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let values = all.iter().map(|&value| PossibleValue::new(name(value)).help(summary(value)));
    PossibleValuesParser::new(values.collect::<Vec<_>>()).try_map(move |text| {
        all.iter().copied().find(|&value| name(value) == text).ok_or("a name that the table does not have")
    })
}

/// A parser of notations and containers.
pub(crate) fn medium() -> impl TypedValueParser<Value = Medium> {
    let values = Medium::ALL.iter().map(|medium| PossibleValue::new(medium.name()).help(medium.summary()));
    PossibleValuesParser::new(values)
        .try_map(|name| Medium::from_name(&name).ok_or("a name that the table does not have"))
}

#[cfg(test)]
mod tests {
    /// The widest line of a help text.
    const WIDTH: usize = 100;

    /// Asserts that no line that is laid out by hand is too wide: clap would break it anywhere.
    fn check(command: &clap::Command) {
        let name = command.get_name();
        let below = [command.get_after_help(), command.get_after_long_help()].into_iter().flatten();
        let mut blocks: Vec<(String, usize)> = below.map(|text| (text.to_string(), WIDTH)).collect();
        // The help of an argument is indented by ten columns; a text without line breaks is wrapped.
        let arguments = command.get_arguments().filter_map(|argument| argument.get_long_help());
        blocks.extend(
            arguments.map(|text| (text.to_string(), WIDTH - 10)).filter(|(text, _)| text.contains('\n')),
        );
        for (text, width) in blocks {
            for line in text.lines() {
                assert!(line.chars().count() <= width, "{name}: {line}");
            }
        }
        for line in command.clone().render_long_help().to_string().lines() {
            assert!(line.chars().count() <= WIDTH, "{name}: {line}");
        }
        command.get_subcommands().for_each(check);
    }

    #[test]
    fn help_fits_its_width() {
        let mut command = super::command();
        command.build();
        check(&command);
    }
}
