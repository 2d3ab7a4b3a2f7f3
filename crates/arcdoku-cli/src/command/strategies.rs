//! `arcdoku strategies`: the table of named strategies, and their parts.

use std::fmt::Write as _;
use std::io::Write as _;

use arcdoku::search::{NAMED, PARTS};
use arcdoku::solve::{FASTEST, FASTEST_LARGE};
use arcdoku_wire::{StrategyRow, VERSION};

use crate::cli::Strategies;
use crate::output::table::Table;
use crate::output::{self, HEAD, paint};
use crate::status::Status;

pub(crate) fn run(options: &Strategies) -> anyhow::Result<Status> {
    let colored = output::is_colored();
    let mut text = String::new();
    if options.parts {
        parts(colored, options.json, &mut text)?;
    } else if options.json {
        for named in NAMED {
            let row = StrategyRow {
                version: VERSION,
                name: named.name.to_owned(),
                parts: named.strategy.to_string(),
                source: named.source.to_owned(),
                summary: named.summary.to_owned(),
            };
            writeln!(text, "{}", serde_json::to_string(&row)?)?;
        }
    } else {
        let mut table = Table::new(&["name", "what it does", "source"], &[0, 1, 2]);
        for named in NAMED {
            table.row(vec![named.name.to_owned(), named.summary.to_owned(), named.source.to_owned()]);
        }
        text += &table.text(colored);
        text.push('\n');
        let mut table = Table::new(&["name", "parts"], &[0, 1]);
        for named in NAMED {
            table.row(vec![named.name.to_owned(), named.strategy.to_string()]);
        }
        text += &table.text(colored);
        writeln!(
            text,
            "\n`solve` and `check` answer plain 9x9 puzzles with fast9, an engine of its own, unless --strategy is given.\n\
             Otherwise they use {FASTEST}, and {FASTEST_LARGE} from 16 digits on. --strategy takes a name,\n\
             parts (see --parts), or a name and parts that differ: --strategy singles-mrv,value=random,seed=7"
        )?;
    }
    let mut out = output::stdout();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(Status::Fine)
}

fn parts(colored: bool, json: bool, text: &mut String) -> anyhow::Result<()> {
    for part in PARTS {
        if json {
            let choices: serde_json::Map<String, serde_json::Value> =
                part.choices.iter().map(|&(name, what)| (name.to_owned(), what.into())).collect();
            let row = serde_json::json!({
                "version": VERSION, "part": part.key, "summary": part.summary, "default": part.default,
                "choices": choices,
            });
            writeln!(text, "{row}")?;
            continue;
        }
        let heading = paint(colored, HEAD, part.key);
        writeln!(text, "{heading}: {} [default: {}]", part.summary, part.default)?;
        for (name, what) in part.choices {
            writeln!(text, "  {name:10}  {what}")?;
        }
        if part.choices.is_empty() {
            writeln!(text, "  a whole number")?;
        }
    }
    Ok(())
}
