//! JSON Schema of questions and replies.
//!
//! The rows of options describe a question, and the serde attributes of a type describe a reply. The TypeScript types
//! are printed from the same document.

use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::fault::Fault;
use crate::question::{OptionKind, OptionRow, QuestionRow, STREAMS, TABLE};

/// The schemas of a question, or of all questions, by name, with the types of their replies under `$defs`.
///
/// # Errors
/// If there is no such question.
pub fn document(only: Option<&str>) -> Result<Value, String> {
    let mut generator = generator();
    let rows = || TABLE.iter().chain(STREAMS);
    let wanted = rows().filter(|row| only.is_none_or(|name| row.name == name));
    let questions: Map<String, Value> =
        wanted.map(|row| (row.name.to_owned(), question(row, row.options(), &mut generator))).collect();
    match only {
        Some(name) if questions.is_empty() => {
            let names = rows().map(|row| row.name).collect::<Vec<_>>().join(", ");
            Err(format!("found {}, expected one of {names}", Fault::quoted(name)))
        }
        _ => Ok(finish(&mut generator, &questions)),
    }
}

/// Generates schemas of written documents: fields that may be absent are not required, and are never null.
pub fn generator() -> SchemaGenerator {
    SchemaSettings::draft2020_12().for_serialize().with_transform(AsWritten).into_generator()
}

/// The schemas of a question with these options, and of its reply.
pub fn question<'a>(
    row: &QuestionRow,
    options: impl Iterator<Item = &'a OptionRow>,
    generator: &mut SchemaGenerator,
) -> Value {
    json!({
        "description": row.summary(),
        "options": of_options(options),
        "reply": (row.schema)(generator),
        "is_list": row.is_list,
    })
}

/// The document of these questions, with the types that the generator collected.
pub fn finish(generator: &mut SchemaGenerator, questions: &Map<String, Value>) -> Value {
    let types = generator.take_definitions(true);
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "questions": questions,
        "$defs": types,
    })
}

/// The schema of an object of options.
pub fn of_options<'a>(options: impl Iterator<Item = &'a OptionRow>) -> Value {
    let (mut properties, mut required) = (Map::new(), Vec::new());
    for row in options.filter(|row| !matches!(row.kind, OptionKind::Directory)) {
        let mut schema = of_kind(row.kind, row.range);
        schema.insert("description".to_owned(), row.help().into());
        if row.has_default() {
            schema.insert("default".to_owned(), (row.default)());
        }
        properties.insert(row.name.to_owned(), schema.into());
        if row.is_required {
            required.push(row.name);
        }
    }
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

/// The schema of the values of an option.
fn of_kind(kind: OptionKind, range: Option<(u64, u64)>) -> Map<String, Value> {
    let schema = match kind {
        OptionKind::Flag => json!({ "type": "boolean" }),
        // Numbers of more than 53 bits are written as text.
        OptionKind::Whole => {
            let (least, most) = range.unwrap_or((0, u64::MAX));
            let number = json!({ "type": "integer", "minimum": least, "maximum": most });
            json!({ "anyOf": [number, { "type": "string", "pattern": "^[0-9]+$" }] })
        }
        OptionKind::Time | OptionKind::Bytes | OptionKind::Range => json!({ "type": ["number", "string"] }),
        OptionKind::Choice(names) => {
            let name = |(name, help): (&str, &str)| json!({ "const": name, "description": help });
            json!({ "oneOf": names().into_iter().map(name).collect::<Vec<_>>() })
        }
        OptionKind::List(of) => json!({ "type": "array", "items": of_kind(*of, None) }),
        // The text is from a table.
        OptionKind::Other(_, schema) => serde_json::from_str(schema).unwrap_or_default(),
        OptionKind::Lines => json!({ "type": "array", "items": { "type": "string" } }),
        OptionKind::Scale(names) => {
            let table = json!({ "type": "string" });
            let table = json!({ "type": "object", "properties": { "name": table, "table": table }, "required": ["name", "table"] });
            json!({ "anyOf": [{ "enum": names() }, table] })
        }
        OptionKind::Text
        | OptionKind::Content
        | OptionKind::Puzzle
        | OptionKind::Directory
        | OptionKind::Strategy => {
            json!({ "type": "string" })
        }
    };
    match schema {
        Value::Object(schema) => schema,
        _ => Map::new(),
    }
}

/// Adapts schemas to written documents.
#[derive(Clone, Debug)]
struct AsWritten;

impl Transform for AsWritten {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        if let Some(Value::String(text)) = schema.get_mut("description") {
            *text = without_links(text.split("\n\n```").next().unwrap_or_default());
        }
        let required = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
        if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
            for (name, property) in properties {
                if !required.iter().any(|known| known == name) {
                    remove_null(property);
                }
            }
        }
    }
}

/// Removes `null` from the types of a schema.
fn remove_null(schema: &mut Value) {
    if let Some(kinds) = schema.get_mut("type")
        && let Some(list) = kinds.as_array_mut()
    {
        list.retain(|kind| kind != "null");
        if let [only] = list.as_slice() {
            *kinds = only.clone();
        }
    }
    let Some(object) = schema.as_object_mut() else { return };
    if let Some(Value::Array(mut parts)) = object.remove("anyOf") {
        parts.retain(|part| part["type"] != "null");
        match parts.as_slice() {
            [Value::Object(only)] => {
                object.extend(only.iter().map(|(name, value)| (name.clone(), value.clone())));
            }
            _ => {
                object.insert("anyOf".to_owned(), parts.into());
            }
        }
    }
}

/// Documentation without the targets of its links: [`X`](crate::X) becomes `X`.
fn without_links(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, (name, after))) =
        rest.split_once("[`").and_then(|(before, after)| Some((before, after.split_once("`]")?)))
    {
        out += &format!("{before}`{name}`");
        rest = match after.strip_prefix('(').and_then(|target| target.split_once(')')) {
            Some((_, after)) => after,
            None => after,
        };
    }
    out + rest
}
