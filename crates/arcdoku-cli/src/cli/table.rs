//! Commands of questions, generated from their table.

use std::path::PathBuf;

use arcdoku_service::ask::ReplyFormat;
use arcdoku_wire::question::{OptionKind, OptionRow, QuestionRow, STREAMS, Subject, TABLE};
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, ArgAction, Args};

use super::human::{ExplainArgs, HintArgs, RateArgs, StepsArgs};
use super::{
    CompareArgs, InputArgs, JobArgs, LabelArgs, ScanArgs, SheetArgs, SolveArgs, TraceArgs, VicinityArgs,
    choice, generate,
};
use crate::status;

/// Where layouts come from.
#[derive(Debug, Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct LayoutArgs {
    /// Files with one layout per line: one character per cell, the same one for each cell of a region; '-'
    /// for standard input [default: standard input]
    #[arg(value_name = "FILE|-")]
    pub(crate) files: Vec<PathBuf>,
}

/// The threads and the format of a question.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) jobs: JobArgs,
    /// Output format
    #[arg(long, default_value = "text", help_heading = "Output", value_parser = choice::<ReplyFormat>())]
    pub(crate) format: ReplyFormat,
    /// Print only errors
    #[arg(short, long, help_heading = "Output")]
    pub(crate) quiet: bool,
}

/// All questions.
pub(super) fn rows() -> impl Iterator<Item = &'static QuestionRow> {
    STREAMS.iter().chain(TABLE)
}

/// The question with this name.
pub(crate) fn row(name: &str) -> Option<&'static QuestionRow> {
    rows().find(|row| row.name == name)
}

/// The command of a question.
pub(super) fn command(row: &'static QuestionRow) -> clap::Command {
    let command = clap::Command::new(row.name);
    let command = match row.subject {
        Subject::Nothing | Subject::Images => command,
        Subject::Layouts => LayoutArgs::augment_args(command),
        Subject::Puzzles | Subject::Set => InputArgs::augment_args(command),
    };
    let command = command.args(row.options().map(argument));
    let command = command.next_help_heading("Search");
    let command = match row.name {
        "solve" => SolveArgs::augment_args(command),
        "trace" => TraceArgs::augment_args(command),
        "hint" => HintArgs::augment_args(command),
        "steps" => StepsArgs::augment_args(command),
        "explain" => ExplainArgs::augment_args(command),
        "rate" => RateArgs::augment_args(command),
        "label" => LabelArgs::augment_args(command),
        "compare" => CompareArgs::augment_args(command),
        "convert" => command,
        "scan" => ScanArgs::augment_args(command),
        "sheet" => SheetArgs::augment_args(command),
        "vicinity" => VicinityArgs::augment_args(command),
        "generate" => generate::augment(command),
        _ => RunArgs::augment_args(command),
    };
    // The arguments of a struct replace the description by the struct's documentation.
    command.about(row.summary()).long_about(None::<&str>)
}

/// The command of a question, with the long part of its help.
pub(super) fn documented(row: &'static QuestionRow) -> clap::Command {
    command(row).after_long_help(format!("{}\n{}", row.details(), status::question(row)))
}

/// Builds the argument of an option.
fn argument(row: &'static OptionRow) -> Arg {
    let argument = Arg::new(row.name)
        .long(flag(row.name))
        .help(help(row))
        .help_heading((!row.group.is_empty()).then_some(row.group))
        .required(row.is_required);
    let (value_name, names) = match row.kind {
        OptionKind::Flag => return argument.action(ArgAction::SetTrue),
        OptionKind::Whole | OptionKind::Other(..) => ("N", Vec::new()),
        OptionKind::Text | OptionKind::Lines => ("TEXT", Vec::new()),
        OptionKind::List(_) => ("LIST", Vec::new()),
        OptionKind::Puzzle => ("FILE|PUZZLE", Vec::new()),
        OptionKind::Directory => ("DIR", Vec::new()),
        OptionKind::Time => ("TIME", Vec::new()),
        OptionKind::Bytes => ("BYTES", Vec::new()),
        OptionKind::Strategy => ("NAME|PARTS", Vec::new()),
        OptionKind::Scale(_) => ("NAME|FILE", Vec::new()),
        OptionKind::Range => ("RANGE", Vec::new()),
        OptionKind::Content => ("TEXT|FILE", Vec::new()),
        OptionKind::Choice(names) => ("NAME", names()),
    };
    let value_name = row.value_name.unwrap_or(value_name);
    let argument = argument.value_name(value_name).value_parser(Named(names)).aliases(former_names(row.name));
    let argument = match row.kind {
        kind if is_split(kind) => argument.action(ArgAction::Append).value_delimiter(','),
        OptionKind::Lines => argument.action(ArgAction::Append),
        OptionKind::Content => argument.allow_hyphen_values(true),
        _ => argument,
    };
    let argument = match row.bare {
        None => argument,
        Some(bare) => argument.num_args(0..=1).require_equals(true).default_missing_value(bare),
    };
    match (row.default)() {
        serde_json::Value::Null | serde_json::Value::Array(_) => argument,
        serde_json::Value::Number(seconds) if matches!(row.kind, OptionKind::Time) => {
            argument.default_value(format!("{}s", seconds.as_f64().unwrap_or_default()))
        }
        serde_json::Value::String(text) => argument.default_value(text),
        value => argument.default_value(value.to_string()),
    }
}

/// Whether values are separated by commas. Parts of strategies are separated by commas, too, so lists of strategies
/// have another separator.
pub(crate) fn is_split(kind: OptionKind) -> bool {
    matches!(kind, OptionKind::List(of) if !matches!(of, OptionKind::Strategy))
}

/// Other names of an option, which are not in the help.
fn former_names(name: &str) -> &'static [&'static str] {
    match name {
        RULES => &[RULES],
        "scale" => &["profile"],
        "shape" => &["box"],
        "techniques" => &["technique", "family"],
        _ => &[],
    }
}

/// The help of an option, including its range.
fn help(row: &OptionRow) -> String {
    let more = match row.range {
        None if is_split(row.kind) => ", separated by commas".to_owned(),
        None => String::new(),
        Some((least, u64::MAX)) => format!(", at least {least}"),
        Some((least, most)) => format!(", {least} to {most}"),
    };
    let help = row.help();
    // If the help names the default in words, it does so at the end.
    let end = help.find(" [default: ").unwrap_or(help.len());
    format!("{}{more}{}", &help[..end], &help[end..])
}

/// The option with a list of rules. The command line takes rules one by one.
const RULES: &str = "rules";

/// The name of an option on the command line.
pub(crate) fn flag(name: &str) -> String {
    if name == RULES { "rule".to_owned() } else { name.replace('_', "-") }
}

/// A parser that accepts any text and lists names in the help. Errors come from the table of questions, as in all
/// programs.
#[derive(Clone)]
pub(super) struct Named(pub(super) Vec<(&'static str, &'static str)>);

impl TypedValueParser for Named {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<String, clap::Error> {
        clap::builder::StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        if self.0.is_empty() {
            return None;
        }
        Some(Box::new(self.0.iter().map(|&(name, help)| PossibleValue::new(name).help(help))))
    }
}

/// Reads arguments that are declared as a struct.
pub(crate) fn read<T: Args>(matches: &clap::ArgMatches) -> T {
    // The command was built with these arguments, so they are all present.
    T::from_arg_matches(matches).unwrap_or_else(|error| error.exit())
}
