//! `arcdoku help`.

use arcdoku_service::status::{Error, Status};
use arcdoku_wire::question::unknown_name;

use crate::cli::{Help, TOPICS, command_with_help};
use crate::output;
use crate::terminal::print;

pub(crate) fn run(options: &Help) -> Result<Status, Error> {
    let mut root = command_with_help(!options.of.is_empty());
    root.build();
    if let [name] = options.of.as_slice()
        && let Some(topic) = TOPICS.iter().find(|topic| topic.name == name)
    {
        let command = root.find_subcommand(name);
        let other = command.map(|_| format!("\n`arcdoku {name} --help` is the help of the command.\n"));
        return print(&((topic.text)() + &other.unwrap_or_default()));
    }
    let mut command = &root;
    for (at, name) in options.of.iter().enumerate() {
        command = command.find_subcommand(name).ok_or_else(|| unknown(name, command, at == 0))?;
    }
    let help = command.clone().render_help();
    print(&if output::is_colored() { help.ansi().to_string() } else { help.to_string() })
}

/// The error of a name that is neither a command nor a topic. It suggests the nearest names; topics are suggested only
/// at the root.
fn unknown(name: &str, command: &clap::Command, is_root: bool) -> Error {
    let topics = TOPICS.iter().filter(|_| is_root).map(|topic| topic.name.to_owned());
    let names = command.get_subcommands().map(|one| one.get_name().to_owned()).chain(topics);
    let expected = if is_root { "a command or a topic" } else { "a command" };
    Error::usage(unknown_name(name, names, expected, None))
}
