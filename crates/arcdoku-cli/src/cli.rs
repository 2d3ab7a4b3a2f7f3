//! The command line. The table of questions has their options, and all other options are declared here. Help, manual
//! and completions are generated from both.

mod generate;
mod help;
mod human;
mod label;
mod rules;
mod serve;
mod study;
mod table;
mod techniques;
mod topics;

use std::ffi::OsString;
use std::io::{self, IsTerminal as _};
use std::path::PathBuf;
use std::sync::Arc;

use arcdoku::Choice;
use arcdoku::puzzle::Rule;
use arcdoku_exchange::Policy;
use arcdoku_service::ask::scan::ScanFormat;
use arcdoku_service::ask::solve::SolveFormat;
use arcdoku_service::input::{Input, Medium, Plan, ShapeParts, Source, read_option_file};
use arcdoku_service::pool::{MOST_THREADS, default_threads};
use arcdoku_service::resumable::OutFile;
use arcdoku_service::status::Error;
use arcdoku_wire::Ruleset;
use arcdoku_wire::question::QuestionRow;
use clap::builder::{PathBufValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{ArgAction, ArgMatches, Args, CommandFactory as _, Parser, Subcommand, ValueEnum};

pub(crate) use generate::GenerateArgs;
pub(crate) use human::{ExplainArgs, HintArgs, LanguageArgs, RateArgs, Regress, StepsArgs, scale};
pub(crate) use label::LabelArgs;
pub(crate) use rules::RuleList;
#[cfg(feature = "server")]
pub(crate) use serve::{LogFormat, ServeLimits};
pub(crate) use serve::{Mcp, Serve};
pub(crate) use study::{Grids, Study, Subject};
pub(crate) use table::{LayoutArgs, RunArgs, flag, is_split, read, row};
pub(crate) use techniques::{Shown, TechniqueList};
pub(crate) use topics::TOPICS;

/// Sudoku of any size and with any rules: solve, learn, make and explore puzzles.
#[derive(Debug, Parser)]
#[command(name = "arcdoku", version, arg_required_else_help = true, max_term_width = 100)]
#[command(disable_version_flag = true, disable_help_flag = true, disable_help_subcommand = true)]
pub(crate) struct Cli {
    /// Print the version
    #[arg(short = 'V', long)]
    pub(crate) version: bool,
    /// With --version: also print the vector instructions that the fast engine uses
    #[arg(long, requires = "version")]
    pub(crate) verbose: bool,
    /// Use colors: auto (on terminals), always or never
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", help_heading = "General")]
    pub(crate) color: Color,
    /// Print help (-h is shorter)
    #[arg(short, long, global = true, action = ArgAction::HelpShort, help_heading = "General")]
    help: Option<bool>,
}

impl Cli {
    /// The command line with the commands declared here.
    fn declared() -> clap::Command {
        Command::augment_subcommands(Self::command()).subcommand_required(false)
    }
}

// The commands that are not questions. A doc comment would replace the description of the program.

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the strategies
    Strategies(Strategies),
    /// List the rules that puzzles can have, or show one with its picture
    Rules(RuleList),
    /// Run a regression library: check the steps that each technique finds
    Regress(Regress),
    /// List the techniques, or show the page of one
    Techniques(TechniqueList),
    /// Recompute known facts about Sudoku
    Study(Study),
    /// Serve the page, an HTTP API, and tools for setters and agents
    Serve(Serve),
    /// Serve an agent over the Model Context Protocol
    Mcp(Mcp),
    /// Print the JSON Schema of the options and replies of commands
    Schema(Schema),
    /// Print a completion script for a shell
    Completions(Completions),
    /// Print the manual, or write a page for each command
    Man(Man),
    /// Print the help of a command, or a topic
    Help(Help),
}

/// The command line: the questions of the table, followed by the commands declared here.
pub(crate) fn command() -> clap::Command {
    help::in_groups(Cli::declared().subcommands(table::rows().map(table::documented)))
}

/// The command line with the long help: of one command if `is_one` is set, otherwise of all commands.
pub(crate) fn command_with_help(is_one: bool) -> clap::Command {
    let command = if is_one { help::without_general(command()) } else { command() };
    help::laid_out(command, true)
}

/// The arguments, with `--format json` in place of the former `--json`, and so on, and with `serve --open` in place of
/// the former `page`. The former words are not in the help.
pub(crate) fn arguments(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    const FORMER: [&str; 6] = ["--csv", "--html", "--json", "--markdown", "--summary", "--tsv"];
    let mut are_options = true;
    let mut arguments: Vec<OsString> = arguments.collect();
    if arguments.get(1).is_some_and(|first| first == "page") {
        let is_open = !arguments.iter().any(|argument| argument == "--no-open");
        arguments.retain(|argument| argument != "--no-open");
        arguments
            .splice(1..2, ["serve", "--open"].into_iter().take(1 + usize::from(is_open)).map(Into::into));
    }
    let now = |argument: OsString| {
        are_options &= argument != "--";
        match argument.to_str().filter(|text| are_options && FORMER.contains(text)) {
            Some(flag) => flag.replacen("--", "--format=", 1).into(),
            None => argument,
        }
    };
    arguments.into_iter().map(now).collect()
}

/// Parses arguments. Help is laid out only if it is printed, because that takes as long as solving many puzzles.
///
/// # Errors
/// Help, the version, or why the arguments cannot be parsed.
pub(crate) fn matches(arguments: &[OsString]) -> Result<ArgMatches, clap::Error> {
    let (command, _) = command_for(arguments, table::command);
    command.try_get_matches_from(arguments).or_else(|error| match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let (command, is_one) = command_for(arguments, table::documented);
            let command = if is_one { help::without_general(command) } else { command };
            let is_long = arguments.iter().any(|argument| argument == "--help");
            help::laid_out(command, is_long).try_get_matches_from(arguments)
        }
        _ => Err(error),
    })
}

/// The part of the command line that these arguments need, and whether they name a command. It has one command, built
/// by `build`, if the first argument is the name of a question, and no question if it is a declared command, so a
/// program that solves one puzzle starts quickly.
fn command_for(
    arguments: &[OsString],
    build: fn(&'static QuestionRow) -> clap::Command,
) -> (clap::Command, bool) {
    let first = arguments.get(1);
    if let Some(row) = first.and_then(|first| first.to_str()).and_then(row) {
        return (Cli::command().subcommand(build(row)), true);
    }
    let declared = Cli::declared();
    let is_declared = first.is_some_and(|first| declared.find_subcommand(first).is_some());
    if is_declared { (declared, true) } else { (command(), false) }
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
    /// Files, puzzles, or '-' for standard input [default: standard input]
    #[arg(value_name = "FILE|-|PUZZLE", display_order = 0)]
    pub(crate) inputs: Vec<String>,
    /// Format of the input, instead of detecting it; see `arcdoku help formats`
    #[arg(long, value_name = "FORMAT", display_order = 1, value_parser = medium())]
    pub(crate) from: Option<Medium>,
    /// Read the digits and marks that a player entered in another program as clues
    #[arg(long)]
    pub(crate) marks: bool,
    /// Ignore what is not understood in a puzzle of another program
    #[arg(long)]
    pub(crate) partial: bool,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
}

impl InputArgs {
    /// The puzzles of the run; standard input if there are no arguments.
    pub(crate) fn input(&self) -> Result<Input, Error> {
        let policy = Policy { marks: self.marks, partial: self.partial, ..Policy::default() };
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
    /// Boxes of R rows and C columns [default: as square as possible]
    #[arg(long = "box", value_name = "RxC", conflicts_with_all = ["latin", "regions"])]
    boxes: Option<String>,
    /// No boxes: only rows and columns
    #[arg(long, conflicts_with = "regions")]
    latin: bool,
    /// Rows and columns of a grid that is not N x N with the digits 1 to N, such as 6x9; its boxes are as square as
    /// possible [default: detected from the puzzle]
    #[arg(long, value_name = "RxC")]
    size: Option<String>,
    /// Digits of the grid, from 0 or 1, such as 0-8 [default: from 1 to the longer side]
    #[arg(long, value_name = "A-B")]
    digits: Option<String>,
    /// Number of extra cells outside the grid: variables v1, v2, ... with the same digits
    #[arg(long, value_name = "COUNT")]
    extra_cells: Option<usize>,
    /// Only the given rules: no rows, columns or boxes
    #[arg(long, conflicts_with = "latin")]
    bare: bool,
    /// Further rules, separated by commas: diagonals, windoku, disjoint-groups
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = rule_names(), hide_possible_values = true)]
    rules: Vec<String>,
    /// A further rule (repeatable), such as 'cage 12: r1c1 r1c2'
    #[arg(long = "rule", value_name = "TEXT", value_parser = rule)]
    rule: Vec<String>,
    /// Jigsaw regions instead of boxes: one character per cell
    #[arg(long, value_name = "MAP|@FILE")]
    regions: Option<String>,
    /// A further set of cells with different digits (repeatable), such as r1c1,r2c2,r3c3
    #[arg(long, value_name = "CELLS")]
    extra: Vec<String>,
}

/// The rules that have a name and take no arguments.
fn rule_names() -> PossibleValuesParser {
    let disjoint = PossibleValue::new("disjoint-groups").alias("disjoint");
    PossibleValuesParser::new([PossibleValue::new("diagonals"), PossibleValue::new("windoku"), disjoint])
}

/// Parses a rule as text. Whether it fits is checked when the puzzle is read.
fn rule(text: &str) -> Result<String, String> {
    text.parse::<Rule>().map(|_| text.to_owned()).map_err(|error| error.to_string())
}

impl RuleArgs {
    /// The rules as a [`Ruleset`].
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
    /// Number of threads, 1 to 1024 [default: one per core]
    #[arg(short, long, value_name = "N", value_parser = threads)]
    jobs: Option<usize>,
}

/// Parses a number of threads.
fn threads(text: &str) -> Result<usize, String> {
    let number = text.trim().parse().ok().filter(|number| (1..=MOST_THREADS).contains(number));
    number.ok_or_else(|| format!("expected a whole number from 1 to {MOST_THREADS}"))
}

/// A parser for the name of an SVG file.
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
    /// format; otherwise line]
    #[arg(long, help_heading = "Output", value_parser = choice::<SolveFormat>())]
    pub(crate) format: Option<SolveFormat>,
    /// Print search statistics, and a summary on standard error
    #[arg(long, help_heading = "Output")]
    pub(crate) stats: bool,
    /// Print only errors
    #[arg(short, long, help_heading = "Output")]
    pub(crate) quiet: bool,
}

/// How `compare` works, and what it writes.
#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    /// Find one solution, as in textbooks (the default)
    #[arg(long, help_heading = "Question", conflicts_with = "unique")]
    first: bool,
    /// Number of threads, 1 to 1024; more than one distorts times
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
    /// The format of output that is not a table.
    pub(crate) enum LineFormat {
        /// Text
        Text = "text",
        /// JSON lines
        Json = "json",
    }
}

/// The input and the output of `scan`.
#[derive(Debug, Args)]
pub(crate) struct ScanArgs {
    /// Photos: JPEG, PNG or WebP files
    #[arg(value_name = "IMAGE", required = true, help_heading = "Arguments")]
    pub(crate) images: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) jobs: JobArgs,
    /// Output format
    #[arg(long, default_value = "line", help_heading = "Output", value_parser = choice::<ScanFormat>())]
    pub(crate) format: ScanFormat,
    /// Draw the grid and the reading of a single photo into this PNG file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) explain: Option<PathBuf>,
}

/// Where `sheet` writes.
#[derive(Debug, Args)]
pub(crate) struct SheetArgs {
    /// Write to this file; its name ends in .pdf, .html or, for a single page, .svg
    #[arg(long, value_name = "FILE", help_heading = "Output", required = true)]
    pub(crate) out: PathBuf,
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
    /// Write to this new file; see `arcdoku help data-sets`
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    out: Option<PathBuf>,
    /// Continue an earlier run of the same command with --out
    #[arg(long, help_heading = "Output", requires = "out")]
    resume: bool,
}

impl FileArgs {
    /// The file, if one is requested.
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
    /// Output format; json has one event per line
    #[arg(long, default_value = "text", help_heading = "Output", value_parser = choice::<LineFormat>())]
    pub(crate) format: LineFormat,
    /// Also draw how and in which order the digits of the last puzzle were found, into this SVG file
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
#[command(after_long_help = "Examples:\n  arcdoku strategies\n  arcdoku strategies --parts")]
pub(crate) struct Strategies {
    /// Describe the parts of strategies
    #[arg(long)]
    pub(crate) parts: bool,
    /// Output format
    #[arg(long, default_value = "text", value_parser = choice::<LineFormat>())]
    pub(crate) format: LineFormat,
}

#[derive(Debug, Args)]
#[command(after_long_help = "Examples:\n  arcdoku schema > arcdoku.schema.json\n  arcdoku schema check")]
pub(crate) struct Schema {
    /// Name of a command, such as check [default: all]
    pub(crate) question: Option<String>,
}

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  arcdoku completions bash > ~/.local/share/bash-completion/completions/arcdoku
  arcdoku completions fish > ~/.config/fish/completions/arcdoku.fish")]
pub(crate) struct Completions {
    /// Shell
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
#[command(after_long_help = "Examples:\n  arcdoku man | man -l -\n  arcdoku man --out man1")]
pub(crate) struct Man {
    /// Write a page for each command into this directory instead
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  arcdoku help solve
  arcdoku help formats
  arcdoku help study grids")]
pub(crate) struct Help {
    /// A command or a topic [default: the list of both]
    #[arg(value_name = "COMMAND|TOPIC", value_parser = table::Named(help::names()), hide_possible_values = true)]
    pub(crate) of: Vec<String>,
}

/// A parser for the values of a [`Choice`], with their help.
pub(crate) fn choice<T: Choice + Send + Sync>() -> impl TypedValueParser<Value = T> {
    let values = T::TABLE.iter().map(|(_, name, help)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(values)
        .try_map(|name| T::from_name(&name).ok_or("a name that the table does not have"))
}

/// A parser for values whose names the library defines.
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

/// A parser for notations and containers.
pub(crate) fn medium() -> impl TypedValueParser<Value = Medium> {
    let values = Medium::ALL.iter().map(|medium| PossibleValue::new(medium.name()).help(medium.summary()));
    PossibleValuesParser::new(values)
        .try_map(|name| Medium::from_name(&name).ok_or("a name that the table does not have"))
}
