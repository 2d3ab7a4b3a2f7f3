//! Prints the types of all questions for TypeScript, from the tables of their options. `cargo xtask page` appends them to
//! the declarations of the module.

#![expect(clippy::print_stdout, reason = "it is a program")]

use arcdoku_wasm::{Row, rows};
use arcdoku_wire::question::{OptionKind, OptionRow};

fn main() {
    let mut questions = Vec::new();
    for row in rows() {
        let Row { question, progress, .. } = row;
        let ask = format!("{}Ask", upper_camel(question.name));
        println!("/** {}. */\nexport interface {ask} {{", question.summary());
        for option in row.options().filter(|option| !matches!(option.kind, OptionKind::Directory)) {
            let (optional, nothing) = if option.is_required { ("", "") } else { ("?", " | undefined") };
            println!("    /** {}. */", help(option));
            println!("    {}{optional}: {}{nothing};", option.name, kind(option.kind));
        }
        println!("}}\n");
        let list = if question.is_list { "[]" } else { "" };
        let reply = format!("{}{list}", question.reply);
        questions
            .push(format!("    {}: {{ ask: {ask}; reply: {reply}; progress: {progress} }};", question.name));
    }
    println!(
        "/** All questions by their names. */\nexport interface Questions {{\n{}\n}}\n",
        questions.join("\n")
    );
    println!(
        "/** Answers a question; `progress` receives how far it is. */\n\
         export function ask<Q extends keyof Questions>(\n    question: Q,\n    options: Questions[Q][\"ask\"],\n    \
         progress?: (progress: Questions[Q][\"progress\"]) => void,\n): Questions[Q][\"reply\"];"
    );
}

/// The help of an option with its default.
fn help(option: &OptionRow) -> String {
    let help = option.help();
    let help = help.split(" [default: ").next().unwrap_or_default().to_owned();
    let range = option.range.map_or_else(String::new, |_| format!(", {}", option.expected()));
    match (option.default)() {
        serde_json::Value::Null | serde_json::Value::Bool(_) => help + &range,
        default => format!("{help}{range} (default: {})", default.to_string().replace('"', "`")),
    }
}

/// The type of the values of an option.
fn kind(kind: OptionKind) -> String {
    match kind {
        OptionKind::Flag => "boolean".to_owned(),
        // Numbers that are too large for a number are text.
        OptionKind::Whole | OptionKind::Time => "number | string".to_owned(),
        OptionKind::Choice(names) => {
            names().iter().map(|(name, _)| format!("\"{name}\"")).collect::<Vec<_>>().join(" | ")
        }
        OptionKind::List(of) => format!("readonly ({})[]", self::kind(*of)),
        OptionKind::Other(_, typescript) => typescript.to_owned(),
        OptionKind::Text | OptionKind::Puzzle | OptionKind::Directory | OptionKind::Strategy => {
            "string".to_owned()
        }
    }
}

/// `vague-hint` as `VagueHint`.
fn upper_camel(name: &str) -> String {
    let part = |part: &str| part[..1].to_uppercase() + &part[1..];
    name.split('-').map(part).collect()
}
