//! The tools: one per question, described by its row.

use std::sync::{Arc, OnceLock};

use arcdoku_service::ask::json;
use arcdoku_wire::question::{OptionKind, QuestionRow, Subject};
use arcdoku_wire::schema;
use rmcp::model::{Tool, ToolAnnotations};
use serde_json::{Map, Value, json};

use crate::answer::{IMAGE, PUZZLE, writes_errors};
use crate::document::DocumentKind;
use crate::openapi::{body_schema, error_line};

/// The option of a document with its format.
pub(super) const FORMAT: &str = "format";

/// The puzzle of examples.
const EXAMPLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The layout of examples.
const EXAMPLE_LAYOUT: &str = "1122112233443344";

/// The image of examples: one white pixel as PNG.
const EXAMPLE_IMAGE: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mP4DwABAQEAHLCMmQAAAABJRU5ErkJggg==";

/// All tools.
pub(super) fn all() -> &'static [Tool] {
    static ALL: OnceLock<Vec<Tool>> = OnceLock::new();
    ALL.get_or_init(|| json::rows().map(question).chain(DocumentKind::ALL.map(document)).collect())
}

/// The tool of a question.
fn question(row: &QuestionRow) -> Tool {
    let input = body_schema(row.options(), row.subject);
    let mut text = sentence(&row.summary());
    let details = row.details();
    for paragraph in details.split("\n\n").filter(|text| !is_for_terminals(text)) {
        text = text + "\n\n" + &paragraph.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    }
    let output = output_schema(row);
    tool(row, &text, input).with_raw_output_schema(Arc::new(output))
}

/// The tool of a document.
fn document(kind: DocumentKind) -> Tool {
    let row = kind.row();
    let mut input = body_schema(row.options(), row.subject);
    let formats: Vec<&str> = formats(kind).map(|(name, _)| name).collect();
    input["properties"][FORMAT] = json!({
        "description": "The format of the result",
        "enum": formats,
        "default": formats[0],
    });
    let what = match kind {
        DocumentKind::Drawing => "The result is an image, or the text of a drawing in SVG.",
        DocumentKind::Sheet => {
            "`puzzle` may consist of several puzzles, one per line. The result is a document."
        }
    };
    tool(row, &format!("{}\n\n{what}", sentence(&row.summary())), input)
}

/// The formats of a document and their types; the first is the default.
pub(super) fn formats(kind: DocumentKind) -> impl Iterator<Item = (&'static str, &'static str)> {
    let mut types = kind.types().to_vec();
    // Agents see images, but no drawings.
    types.sort_by_key(|media| *media != "image/png" && *media != "application/pdf");
    types.into_iter().map(|media| {
        let (_, name) = media.split_once('/').unwrap_or_default();
        (name.trim_end_matches("+xml"), media)
    })
}

fn tool(row: &QuestionRow, text: &str, input: Map<String, Value>) -> Tool {
    let text = format!("{}\n\nExample: {}", for_agents(text), Value::Object(example(row)));
    let mut input = Value::Object(input);
    adapt(&mut input);
    let input = if let Value::Object(input) = input { input } else { Map::new() };
    let annotations =
        ToolAnnotations::new().read_only(true).destructive(false).idempotent(true).open_world(false);
    Tool::new(row.name, text, input).with_annotations(annotations)
}

/// The arguments of an example: the subject, and all options without which there is no answer.
fn example(row: &QuestionRow) -> Map<String, Value> {
    let mut arguments = Map::new();
    let subject = match row.subject {
        Subject::Puzzles | Subject::Set => Some((PUZZLE, EXAMPLE)),
        Subject::Layouts => Some((PUZZLE, EXAMPLE_LAYOUT)),
        Subject::Images => Some((IMAGE, EXAMPLE_IMAGE)),
        Subject::Nothing => None,
    };
    arguments.extend(subject.map(|(name, value)| (name.to_owned(), value.into())));
    for option in row.options().filter(|option| option.is_required) {
        let value = match option.kind {
            OptionKind::Choice(names) => names().first().map_or("", |(name, _)| *name),
            // The other options are puzzles and grids.
            _ => EXAMPLE,
        };
        arguments.insert(option.name.to_owned(), value.into());
    }
    arguments
}

/// Whether a paragraph of a row describes the command: its examples, and its formats.
fn is_for_terminals(paragraph: &str) -> bool {
    ["Examples:", "Output formats:", "Columns:"].iter().any(|heading| paragraph.starts_with(heading))
}

fn sentence(text: &str) -> String {
    if text.ends_with('.') { text.to_owned() } else { format!("{text}.") }
}

/// Adapts a schema to agents: rewrites the texts of options, and removes what JSON Schema validators do not support.
fn adapt(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            // Types of Rust, and bounds that are not exact in JavaScript.
            object.retain(|name, value| !(name == "format" && value.is_string()));
            object.retain(|name, value| !(name == "maximum" && value.as_u64() == Some(u64::MAX)));
            for (name, value) in object {
                match value {
                    Value::String(text) if name == "description" => *text = for_agents(text),
                    value => adapt(value),
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(adapt),
        _ => {}
    }
}

/// The topics of the command's help that are also resources, and the topics that agents cannot read.
const SHARED: [&str; 3] = ["techniques", "rules", "strategies"];
const UNSHARED: [&str; 3] = ["labelling", "formats", "data-sets"];

/// A text about a command as a text about a tool: `--fish-size` becomes `fish_size`, and help becomes a resource.
fn for_agents(text: &str) -> String {
    let mut text = text.to_owned();
    for topic in UNSHARED {
        text = text.replace(&format!("; see `arcdoku help {topic}`"), "");
        if let Some(start) = text.find(&format!("`arcdoku help {topic}` ")) {
            let end = text[start..].find('.').map_or(text.len(), |end| start + end + 1);
            text.replace_range(start..end, "");
        }
    }
    let parts = text.trim_end().split('`').enumerate().map(|(index, part)| {
        if index % 2 == 0 {
            return options(part, "`");
        }
        let command = part.strip_prefix("arcdoku ").unwrap_or(part);
        match command.strip_prefix("help ").unwrap_or(command) {
            topic if command != part && SHARED.contains(&topic) => format!("arcdoku://{topic}"),
            _ => format!("`{}`", options(command, "")),
        }
    });
    parts.collect()
}

/// Replaces names of options on the command line.
fn options(text: &str, quote: &str) -> String {
    let mut parts = text.split("--");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c: char| !c.is_ascii_lowercase() && c != '-').unwrap_or(part.len());
        out += &match part.split_at(end) {
            ("", rest) => format!("--{rest}"),
            (name, rest) => format!("{quote}{}{quote}{rest}", name.replace('-', "_")),
        };
    }
    out
}

/// The schema of the results of a question. Results are objects, so lists and texts are in a field.
fn output_schema(row: &QuestionRow) -> Map<String, Value> {
    let mut generator = schema::generator();
    let reply = (row.schema)(&mut generator).to_value();
    let mut types: Map<String, Value> = generator.take_definitions(true).into_iter().collect();
    let field = |name: &str, schema: Value| json!({ "type": "object", "properties": { name: schema }, "required": [name] });
    let schema = if row.is_list {
        let reply = if writes_errors(row) { json!({ "anyOf": [reply, error_line()] }) } else { reply };
        field(REPLIES, json!({ "type": "array", "items": reply }))
    } else if row.is_text() {
        field(TEXT, reply)
    } else {
        // The root has to be an object, not a reference to one.
        let target =
            reply["$ref"].as_str().and_then(|target| target.strip_prefix("#/$defs/")).map(str::to_owned);
        target.and_then(|name| types.shift_remove(&name)).unwrap_or(reply)
    };
    let mut schema = schema;
    schema["type"] = "object".into();
    if !types.is_empty() {
        schema["$defs"] = types.into();
    }
    adapt(&mut schema);
    if let Value::Object(schema) = schema { schema } else { Map::new() }
}

/// The field of a result with a list of replies, and the field with a text.
pub(super) const REPLIES: &str = "replies";
pub(super) const TEXT: &str = "text";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_about_commands_become_texts_about_tools() {
        let text =
            "With --no-legend or --count=N -- as `canon --all`, see `arcdoku help rules` and `arcdoku page`";
        let expected = "With `no_legend` or `count`=N -- as `canon all`, see arcdoku://rules and `page`";
        assert_eq!(for_agents(text), expected);
    }
}
