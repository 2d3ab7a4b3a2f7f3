//! The program `arcdoku`: Sudoku of any size on the command line.
//!
//! `main` converts results into exit codes. Questions about one puzzle come from the table of `arcdoku_wire`. The
//! options of all other commands are declared in `cli`, and each command has a module in `command`. `terminal` writes
//! the answers.

#![allow(clippy::disallowed_methods, reason = "a program may read the clock")]

mod cli;
mod command;
mod fill;
mod interrupt;
mod output;
mod progress;
mod status;
mod terminal;
mod tier;

use std::io::Write as _;
use std::process::ExitCode;

use arcdoku_service::status::{Error, Status};
use arcdoku_wire::escaped;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::output::Message;

fn main() -> ExitCode {
    let arguments = cli::arguments(std::env::args_os());
    let matches = match cli::matches(&arguments) {
        Ok(matches) => matches,
        Err(error) => return print_clap_error(error),
    };
    interrupt::install();
    match command::run(&matches) {
        Ok(status) => status.code().into(),
        Err(error) => failure(&error),
    }
}

/// Prints help, a version, or why the arguments cannot be read.
fn print_clap_error(mut error: clap::Error) -> ExitCode {
    if error.kind() == ErrorKind::InvalidSubcommand && error.get(ContextKind::SuggestedSubcommand).is_none() {
        let tip = StyledStr::from("`arcdoku solve FILE|PUZZLE` solves puzzles");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    }
    // Quoted arguments are shortened and escaped. The nearest name is the last one in clap's list.
    let quoted = error.context().filter_map(|(kind, value)| match (kind, value) {
        (_, ContextValue::String(text)) => Some((kind, ContextValue::String(quotable(text)))),
        (_, ContextValue::Strings(texts)) => {
            Some((kind, ContextValue::Strings(texts.iter().rev().map(|text| quotable(text)).collect())))
        }
        (ContextKind::Suggested, ContextValue::StyledStrs(tips)) => {
            let plain = |tip: &StyledStr| quotable(&tip.to_string()).into();
            Some((kind, ContextValue::StyledStrs(tips.iter().map(plain).collect())))
        }
        _ => None,
    });
    for (kind, value) in quoted.collect::<Vec<_>>() {
        error.insert(kind, value);
    }
    let printed = error.print().and_then(|()| std::io::stdout().flush());
    match printed {
        Err(broken) if !error.use_stderr() => failure(&broken.into()),
        _ => ExitCode::from(error.exit_code() as u8),
    }
}

/// A text of the command line for a message.
fn quotable(text: &str) -> String {
    const LONGEST: usize = 200;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => escaped(&text[..end]) + "...",
        None => escaped(text),
    }
}

/// Reports an error.
fn failure(error: &Error) -> ExitCode {
    if error.is_closed_pipe() {
        return Status::Fine.code().into();
    }
    let what = if error.status() == Status::Output { "cannot write: " } else { "" };
    output::report(Message::Error(&format!("{what}{error}")));
    error.status().code().into()
}
