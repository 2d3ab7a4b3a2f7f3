//! `arcdoku help`.

use arcdoku::choice::nearest;
use arcdoku_service::status::{Error, Status};
use arcdoku_wire::Fault;

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
    let mut command = &mut root;
    for name in &options.of {
        if command.find_subcommand(name).is_none() {
            return Err(unknown(name, command));
        }
        // It was found before.
        command = command.find_subcommand_mut(name).ok_or_else(|| Error::usage("no such command"))?;
    }
    let help = command.render_help();
    print(&if output::is_colored() { help.ansi().to_string() } else { help.to_string() })
}

/// Why a name is neither a command nor a topic, with the nearest of both.
fn unknown(name: &str, command: &clap::Command) -> Error {
    let names = command.get_subcommands().map(clap::Command::get_name);
    let names: Vec<&str> = names.chain(TOPICS.iter().map(|topic| topic.name)).collect();
    let near = nearest(name, names.into_iter().map(|name| (name, "")));
    let near = if near.is_empty() { String::new() } else { format!(", such as {}", near.join(" or ")) };
    Error::usage(format!("found {}, expected a command or a topic{near}", Fault::quoted(name)))
}
