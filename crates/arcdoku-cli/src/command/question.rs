//! The questions of the table.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

use arcdoku_service::ask::ReplyFormat;
use arcdoku_service::ask::answer::{self, ReplyStyle};
use arcdoku_service::ask::layouts;
use arcdoku_service::input::{Input, Medium, Plan, Source, read_one, read_option_file, scale_value};
use arcdoku_service::status::{Error, Status};
use arcdoku_wire::question::{OptionError, OptionKind, OptionRow, Question, QuestionRow, Subject};
use arcdoku_wire::{PuzzleInput, Ruleset};
use clap::ArgMatches;
use serde_json::{Map, Value};

use crate::cli::{InputArgs, LayoutArgs, RunArgs, flag, is_split, read};
use crate::terminal::Terminal;
use crate::{interrupt, output};

/// Answers the question of a row.
pub(crate) fn run(row: &QuestionRow, matches: &ArgMatches) -> Result<Status, Error> {
    let RunArgs { jobs, format, quiet } = read(matches);
    let question = answer::question(row.name, &options(row, matches)?, format);
    let question = question.ok_or_else(|| Error::usage("no such question"))?;
    let question = question.map_err(|error| wrong(row, &error))?;
    let input = if row.subject == Subject::Layouts { layout_input(&read(matches))? } else { input(matches)? };
    let mut terminal = Terminal::of(&input, quiet).of_text(format == ReplyFormat::Text);
    let style = ReplyStyle { format, colored: output::is_colored(), quiet };
    answer::run(&question, style, input, jobs.threads(), interrupt::cancel(), &mut terminal)
}

/// The question of the arguments, if its options are valid together.
pub(super) fn question<Q: Question>(
    matches: &ArgMatches,
    check: impl FnOnce(&Q) -> Result<(), OptionError>,
) -> Result<Q, Error> {
    answerer(matches, |question| check(question).map(|()| question.clone()))
}

/// Creates the answerer for the question of the arguments.
pub(super) fn answerer<Q: Question, T>(
    matches: &ArgMatches,
    make: impl FnOnce(&Q) -> Result<T, OptionError>,
) -> Result<T, Error> {
    answerer_of(&options(&Q::ROW, matches)?, make)
}

/// Creates the answerer for a question with these options.
pub(super) fn answerer_of<Q: Question, T>(
    options: &Map<String, Value>,
    make: impl FnOnce(&Q) -> Result<T, OptionError>,
) -> Result<T, Error> {
    Q::from_options(options).and_then(|question| make(&question)).map_err(|error| wrong(&Q::ROW, &error))
}

/// The error of a question whose options are invalid.
fn wrong(row: &QuestionRow, error: &OptionError) -> Error {
    let message = format!("--{}: {}", flag(&error.option), error.message);
    let is_input =
        |option: &OptionRow| option.name == error.option && matches!(option.kind, OptionKind::Puzzle);
    if row.options().any(is_input) { Error::unreadable(message) } else { Error::usage(message) }
}

fn input(matches: &ArgMatches) -> Result<Input, Error> {
    read::<InputArgs>(matches).input()
}

/// The given options.
pub(super) fn options(row: &QuestionRow, matches: &ArgMatches) -> Result<Map<String, Value>, Error> {
    let mut options = Map::new();
    let has_input = row.options().any(|option| matches!(option.kind, OptionKind::Puzzle))
        && row.subject == Subject::Puzzles;
    let from = if has_input { read::<InputArgs>(matches).from } else { None };
    for option in row.options() {
        let value = match option.kind {
            OptionKind::Flag => Some(matches.get_flag(option.name).into()),
            kind if matches!(kind, OptionKind::Lines) || is_split(kind) => {
                matches.get_many::<String>(option.name).map(|texts| texts.map(String::as_str).collect())
            }
            kind => match matches.get_one::<String>(option.name) {
                Some(name) if matches!(kind, OptionKind::Puzzle) && Path::new(name).is_file() => {
                    Some(in_notation(option.name, content(option.name, name)?, from)?.into())
                }
                Some(text) if matches!(kind, OptionKind::Puzzle) => {
                    Some(in_notation(option.name, text.clone(), from)?.into())
                }
                Some(name) if matches!(kind, OptionKind::Scale(_)) => {
                    Some(scale_value(name).map_err(Error::unreadable)?)
                }
                Some(name) if matches!(kind, OptionKind::Content) && Path::new(name).is_file() => {
                    Some(content(option.name, name)?.into())
                }
                text => text.map(|text| text.as_str().into()),
            },
        };
        options.extend(value.map(|value| (option.name.to_owned(), value)));
    }
    Ok(options)
}

/// The text of a file that an option names.
fn content(option: &str, name: &str) -> Result<String, Error> {
    let wrong = |error| Error::unreadable(format!("--{} {name}: {error}", flag(option)));
    read_option_file(name).map_err(wrong)
}

/// The text of a puzzle. A text in the notation of `--from` is converted to a notation that is recognized.
fn in_notation(option: &str, text: String, from: Option<Medium>) -> Result<String, Error> {
    if from.is_none() {
        return Ok(text);
    }
    let item = read_one(&text, &Plan::new(from, Ruleset::default())?)
        .map_err(|rejected| Error::unreadable(format!("--{}: {}", flag(option), rejected.message())))?;
    let input = PuzzleInput::from(&item.record.puzzle);
    serde_json::to_string(&input).map_err(|error| Error::unreadable(error.to_string()))
}

fn layout_input(arguments: &LayoutArgs) -> Result<Input, Error> {
    let plan = Plan::new(Medium::from_name("json"), Ruleset::default())?;
    let standard = [Path::new("-").to_owned()];
    let files = if arguments.files.is_empty() { &standard[..] } else { &arguments.files[..] };
    let mut sources = Vec::new();
    for file in files {
        sources.push(if file.as_os_str() == "-" {
            Source::reader("<stdin>", layouts::puzzles(io::stdin()))
        } else {
            let name = file.display().to_string();
            let opened = File::open(file).map_err(|error| Error::unreadable(format!("{name}: {error}")))?;
            Source::reader(&name, layouts::puzzles(opened))
        });
    }
    Ok(Input { sources, plan: Arc::new(plan) })
}
