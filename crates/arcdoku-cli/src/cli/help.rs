//! The layout of help: commands in groups, and at most a screen or two per command. [Topics](super::topics) hold the lists
//! that many commands share.

use std::fmt::Write as _;

use clap::Arg;
use clap::builder::{PossibleValue, StyledStr};

use super::topics::TOPICS;

/// The commands by group, in the order of the help.
pub(super) const GROUPS: [(&str, &[&str]); 5] = [
    ("Solve", &["solve", "check", "candidates", "estimate", "verify", "prove", "label"]),
    ("Learn", &["hint", "steps", "explain", "rate", "trace", "techniques", "rules", "strategies"]),
    ("Make", &["generate", "minimize", "vicinity", "layouts", "convert", "scan", "sheet"]),
    (
        "Explore",
        &[
            "compare",
            "canon",
            "difference",
            "restricts",
            "equal",
            "necessary",
            "backdoors",
            "unavoidable",
            "study",
        ],
    ),
    ("Tools", &["serve", "mcp", "regress", "schema", "completions", "man", "help"]),
];

/// The options about rules that each command shows; the topic `rules` lists the others.
const COMMON_RULES: [&str; 3] = ["boxes", "rule", "regions"];

/// The most values of an option that are listed with their descriptions.
const MOST_LISTED: usize = 5;

/// The names of all commands and topics, for completions.
pub(super) fn names() -> Vec<(&'static str, &'static str)> {
    let commands = GROUPS.iter().flat_map(|(_, names)| *names).map(|name| (*name, "a command"));
    commands.chain(TOPICS.iter().map(|topic| (topic.name, topic.about))).collect()
}

/// The command line with its commands in groups.
pub(super) fn in_groups(command: clap::Command) -> clap::Command {
    let order = |name: &str| GROUPS.iter().flat_map(|(_, names)| *names).position(|known| *known == name);
    let command = command.mut_subcommands(|command| {
        let place = order(command.get_name());
        command.display_order(place.unwrap_or(usize::MAX))
    });
    let about = |name: &str| command.find_subcommand(name).and_then(clap::Command::get_about);
    let (header, literal) = (command.get_styles().get_header(), command.get_styles().get_literal());
    let mut text = "{about}\n\n{usage-heading} {usage}\n".to_owned();
    let mut list = |heading: &str, rows: Vec<(&str, String)>| {
        let _ = writeln!(text, "\n{header}{heading}:{header:#}");
        for (name, about) in rows {
            let _ = writeln!(text, "  {literal}{name:<11}{literal:#}  {about}");
        }
    };
    for (group, names) in GROUPS {
        let about = |name: &&'static str| (*name, about(name).map(ToString::to_string).unwrap_or_default());
        list(group, names.iter().map(about).collect());
    }
    list(
        "Topics of `arcdoku help`",
        TOPICS.iter().map(|topic| (topic.name, topic.about.to_owned())).collect(),
    );
    let _ = write!(text, "\n{header}Options:{header:#}\n{{options}}");
    command.help_template(StyledStr::from(text))
}

/// The command with its help laid out: options in two columns, and the examples; if `long`, also the descriptions of values,
/// the details and the exit codes.
pub(super) fn laid_out(command: clap::Command, long: bool) -> clap::Command {
    let text = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
    let shown = if long { text } else { short(&text) };
    let command = if shown.is_empty() { command } else { command.after_help(shown) };
    let command = command.after_long_help(None::<&str>);
    let command = command.mut_args(|argument| described(argument, long));
    command.mut_subcommands(|command| laid_out(command, long))
}

/// The command line, whose general options are left out of the help of each command.
pub(super) fn without_general(command: clap::Command) -> clap::Command {
    command.mut_args(|argument| {
        let is_general = argument.get_help_heading() == Some("General");
        argument.hide(is_general)
    })
}

/// The examples of a long text.
fn short(text: &str) -> String {
    let examples = text.split("\n\n").find(|block| block.starts_with("Examples:"));
    examples.map(|block| format!("{}\n\n--help shows more.", block.trim_end())).unwrap_or_default()
}

/// An argument with a description of its values, unless its help already names all values, or the topic that lists
/// them.
fn described(argument: Arg, long: bool) -> Arg {
    let heading = argument.get_help_heading().unwrap_or_default().to_owned();
    let is_hidden = heading == "Rules" && !COMMON_RULES.contains(&argument.get_id().as_str());
    let topic = TOPICS.iter().find(|topic| heading.eq_ignore_ascii_case(topic.name));
    let argument = match topic {
        Some(topic) => argument.help_heading(format!("{heading} (see `arcdoku help {}`)", topic.name)),
        None => argument,
    };
    let argument = if is_hidden { argument.hide(true) } else { argument };
    let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
    let values = argument.get_possible_values();
    if values.is_empty() || !argument.get_action().takes_values() {
        return argument;
    }
    let words: Vec<&str> = help.split(|c: char| !c.is_alphanumeric() && c != '-').collect();
    let is_named = |value: &PossibleValue| words.contains(&value.get_name());
    if help.contains("`arcdoku help ") || values.iter().all(is_named) {
        return argument.hide_possible_values(true);
    }
    let is_short = values.len() <= MOST_LISTED && argument.get_id() != "format";
    if !long || !is_short {
        return argument;
    }
    let default = argument.get_default_values().first();
    let default = default.map(|value| format!(" [default: {}]", value.display())).unwrap_or_default();
    let width = values.iter().map(|value| value.get_name().len()).max().unwrap_or_default();
    let rows = values.iter().map(|value| {
        let about = value.get_help().map(ToString::to_string).unwrap_or_default();
        format!("\n  {:width$}  {about}", value.get_name())
    });
    let text = help + &default + &rows.collect::<String>();
    argument.help(text).hide_possible_values(true).hide_default_value(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::{command, command_with_help};

    /// The widest line of a help text.
    const WIDTH: usize = 100;

    /// The most lines of the help of a command.
    const MOST_LINES: usize = 66;

    /// All commands, and commands of commands.
    fn all(command: &clap::Command) -> Vec<&clap::Command> {
        command.get_subcommands().flat_map(|one| std::iter::once(one).chain(all(one))).collect()
    }

    #[test]
    fn groups_have_every_command_once() {
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        grouped.sort_unstable();
        let command = command();
        let mut names: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        names.sort_unstable();
        assert_eq!(grouped, names);
    }

    #[test]
    fn help_fits_a_screen_or_two() {
        let check = |name: &str, text: &str| {
            for line in text.lines() {
                assert!(line.chars().count() <= WIDTH, "{name}: {line}");
            }
            text.lines().count()
        };
        let laid_out = |long| {
            let mut root = laid_out(without_general(command()), long);
            root.build();
            root
        };
        let whole = command_with_help(false);
        let about = whole.get_about().map(ToString::to_string).unwrap_or_default();
        assert_eq!(about, "Sudoku of any size and with any rules: solve, learn, make and explore puzzles");
        let (short, long) = (laid_out(false), laid_out(true));
        for command in std::iter::once(&whole).chain(all(&short)).chain(all(&long)) {
            let lines = check(command.get_name(), &command.clone().render_help().to_string());
            assert!(lines <= MOST_LINES, "{}: {lines} lines", command.get_name());
        }
        for topic in &TOPICS {
            assert!(check(topic.name, &(topic.text)()) > 10, "{}", topic.name);
        }
        // Text laid out by hand is not wrapped, because wrapping would break its layout.
        let root = command();
        for command in all(&root) {
            let text = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
            check(command.get_name(), &text);
        }
    }

    #[test]
    fn every_command_has_examples() {
        let root = command();
        for command in all(&root) {
            let text = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
            let short = short(&text);
            let examples: Vec<&str> =
                short.lines().filter_map(|line| line.strip_prefix("  arcdoku ")).collect();
            assert!((2..=4).contains(&examples.len()), "{}: {examples:?}", command.get_name());
        }
    }
}
