//! The table of named strategies, and their parts.

use std::fmt::Write as _;

use arcdoku::search::{NAMED, PARTS};
use arcdoku::solve::{FASTEST, FASTEST_LARGE, FASTEST_RULES};
use arcdoku_wire::{StrategyRow, VERSION};

use crate::text::table::Table;
use crate::text::{HEAD, json_line, paint};

/// The named strategies.
pub fn rows() -> impl Iterator<Item = StrategyRow> {
    NAMED.iter().map(|named| StrategyRow {
        version: VERSION,
        name: named.name.to_owned(),
        parts: named.strategy.to_string(),
        source: named.source.to_owned(),
        summary: named.summary.to_owned(),
    })
}

/// The named strategies as text: tables, or JSON lines.
pub fn list(json: bool, colored: bool) -> String {
    let mut text = String::new();
    if json {
        rows().for_each(|row| json_line(&row, &mut text));
        return text;
    }
    let mut table = Table::new(&["name", "what it does", "source"], &[0, 1, 2]);
    rows().for_each(|row| table.row(vec![row.name, row.summary, row.source]));
    text += &table.text(colored);
    text.push('\n');
    let mut table = Table::new(&["name", "parts"], &[0, 1]);
    rows().for_each(|row| table.row(vec![row.name, row.parts]));
    text += &table.text(colored);
    text.push('\n');
    text + &usage()
}

/// Which strategies commands use, and how one is named.
pub fn usage() -> String {
    format!(
        "\
`solve` and `check` use the engine fast9 for 9x9 puzzles of houses, unless --strategy is given. For
other puzzles, the default is {FASTEST}; {FASTEST_LARGE} from 16 digits on; and {FASTEST_RULES}
for rules other than houses. --strategy takes a name, parts, or a name and the parts that differ,
such as singles-mrv,value=random,seed=7.
"
    )
}

/// The parts of strategies as text: a list, or JSON lines.
pub fn parts(json: bool, colored: bool) -> String {
    let mut text = String::new();
    for part in PARTS {
        if json {
            let choices: serde_json::Map<String, serde_json::Value> =
                part.choices.iter().map(|&(name, what)| (name.to_owned(), what.into())).collect();
            let row = serde_json::json!({
                "version": VERSION, "part": part.key, "summary": part.summary, "default": part.default,
                "choices": choices,
            });
            json_line(&row, &mut text);
            continue;
        }
        let heading = paint(colored, HEAD, part.key);
        let _ = writeln!(text, "{heading}: {} [default: {}]", part.summary, part.default);
        for (name, what) in part.choices {
            let _ = writeln!(text, "  {name:10}  {what}");
        }
        if part.choices.is_empty() {
            let _ = writeln!(text, "  a whole number");
        }
    }
    text
}
