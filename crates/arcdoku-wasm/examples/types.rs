//! Prints the TypeScript types of all questions and replies, from their JSON Schema, and writes the table of rules to
//! the file that the argument names. `cargo xtask page` appends the types to the declarations of the module.

#![expect(clippy::print_stdout, reason = "this is a program")]

use arcdoku_service::ask::rules;
use arcdoku_wasm::rows;
use arcdoku_wire::schema;
use serde_json::{Map, Value};

fn main() {
    let path = std::env::args_os().nth(1).expect("the file for the table of rules");
    std::fs::write(path, rules::list(true, false)).expect("a file that can be written");
    let mut generator = schema::generator();
    let mut questions = Map::new();
    let mut signatures = Vec::new();
    for row in rows() {
        let question = row.question;
        let described = schema::question(&question, row.options(), &mut generator);
        questions.insert(question.name.to_owned(), described);
        let progress =
            row.progress.map_or("never".to_owned(), |schema| of(schema(&mut generator).as_value(), false));
        let list = if question.is_list { "[]" } else { "" };
        let (ask, reply) = (format!("{}Ask", upper_camel(question.name)), question.reply);
        signatures.push(format!(
            "    {}: {{ ask: {ask}; reply: {reply}{list}; progress: {progress} }};",
            question.name
        ));
    }
    let document = schema::finish(&mut generator, &questions);
    for (name, schema) in object(&document["$defs"]) {
        declare(name, schema, &schema["description"], false);
    }
    for (name, question) in object(&document["questions"]) {
        let about = format!("{}.", question["description"].as_str().unwrap_or_default());
        declare(&format!("{}Ask", upper_camel(name)), &question["options"], &about.into(), true);
    }
    println!(
        "/** All questions, by name. */\nexport interface Questions {{\n{}\n}}\n",
        signatures.join("\n")
    );
    println!(
        "/** Answers a question. `progress` is called with its progress. */\n\
         export function ask<Q extends keyof Questions>(\n    question: Q,\n    options: Questions[Q][\"ask\"],\n    \
         progress?: (progress: Questions[Q][\"progress\"]) => void,\n): Questions[Q][\"reply\"];"
    );
}

/// Prints the declaration of a type. A type that is only read accepts more values than a program writes.
fn declare(name: &str, schema: &Value, about: &Value, is_read: bool) {
    comment("", about);
    match parts(schema, is_read).as_slice() {
        [SchemaPart::Object(fields)] => {
            println!("export interface {name} {{");
            for SchemaField { name, schema, is_required } in fields {
                comment("    ", &with_default(schema));
                let mark = if *is_required { "" } else { "?" };
                let nothing = if is_read && !is_required { " | undefined" } else { "" };
                println!("    {name}{mark}: {}{nothing};", of(schema, is_read));
            }
            println!("}}\n");
        }
        _ => println!("export type {name} = {};\n", of(schema, is_read)),
    }
}

/// Prints a comment, if there is text.
fn comment(indent: &str, text: &Value) {
    if let Some(text) = text.as_str() {
        println!("{indent}/** {} */", text.replace('\n', &format!("\n{indent} * ")).replace(" \n", "\n"));
    }
}

/// The description of a field with its default.
fn with_default(schema: &Value) -> Value {
    match (&schema["description"], &schema["default"]) {
        (Value::String(help), Value::Null | Value::Bool(_)) => help.as_str().into(),
        (Value::String(help), default) => {
            format!("{help} (default: {})", default.to_string().replace('"', "`")).into()
        }
        _ => Value::Null,
    }
}

/// A field of an object.
struct SchemaField<'a> {
    name: &'a str,
    schema: &'a Value,
    is_required: bool,
}

/// A part of an intersection type.
enum SchemaPart<'a> {
    Object(Vec<SchemaField<'a>>),
    Other(String),
}

/// A part of an intersection type.
fn parts(schema: &Value, is_read: bool) -> Vec<SchemaPart<'_>> {
    let mut parts = Vec::new();
    let joined = |schemas: &Value, sign: &str| {
        list(schemas).iter().map(|one| of(one, is_read)).collect::<Vec<_>>().join(sign)
    };
    if let Some(name) = schema["$ref"].as_str() {
        parts.push(SchemaPart::Other(name.trim_start_matches("#/$defs/").to_owned()));
    }
    let names: Vec<String> = list(&schema["enum"]).iter().map(Value::to_string).collect();
    if !names.is_empty() {
        return vec![SchemaPart::Other(names.join(" | "))];
    }
    if !schema["const"].is_null() {
        return vec![SchemaPart::Other(schema["const"].to_string())];
    }
    for union in ["anyOf", "oneOf"] {
        if !schema[union].is_null() {
            parts.push(SchemaPart::Other(joined(&schema[union], " | ")));
        }
    }
    if !schema["allOf"].is_null() {
        parts.push(SchemaPart::Other(joined(&schema["allOf"], " & ")));
    }
    if schema["properties"].is_object() {
        let required = list(&schema["required"]);
        let field = |(name, schema)| {
            let is_required = required.iter().any(|known| known == name);
            SchemaField { name, schema, is_required }
        };
        parts.push(SchemaPart::Object(object(&schema["properties"]).map(field).collect()));
    } else if parts.is_empty() {
        let kinds = match &schema["type"] {
            Value::String(kind) => vec![kind.as_str()],
            kinds => list(kinds).iter().filter_map(Value::as_str).collect(),
        };
        let readonly = if is_read { "readonly " } else { "" };
        let kind = |kind: &str| match kind {
            "integer" => "number".to_owned(),
            "array" => format!("{readonly}{}[]", in_brackets(of(&schema["items"], is_read))),
            "object" => format!("Record<string, {}>", of(&schema["additionalProperties"], is_read)),
            other => other.to_owned(),
        };
        let kinds: Vec<String> = kinds.into_iter().map(kind).collect();
        parts.push(SchemaPart::Other(if kinds.is_empty() {
            "unknown".to_owned()
        } else {
            kinds.join(" | ")
        }));
    }
    parts
}

/// The TypeScript text of a type.
fn of(schema: &Value, is_read: bool) -> String {
    let parts: Vec<String> = parts(schema, is_read)
        .into_iter()
        .map(|part| match part {
            SchemaPart::Other(text) => text,
            SchemaPart::Object(fields) => {
                let field = |SchemaField { name, schema, is_required }: SchemaField<'_>| {
                    format!("{name}{}: {}", if is_required { "" } else { "?" }, of(schema, is_read))
                };
                format!("{{ {} }}", fields.into_iter().map(field).collect::<Vec<_>>().join("; "))
            }
        })
        .collect();
    match parts.as_slice() {
        [only] => only.clone(),
        _ => parts.into_iter().map(in_brackets).collect::<Vec<_>>().join(" & "),
    }
}

/// A type, in brackets if it has several parts.
fn in_brackets(text: String) -> String {
    let is_one = text.starts_with('{') && !text.contains("} | ") && !text.contains("} & ");
    if text.contains(' ') && !is_one { format!("({text})") } else { text }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn object(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    value.as_object().into_iter().flatten().map(|(name, value)| (name.as_str(), value))
}

/// Converts `vague-hint` to `VagueHint`.
fn upper_camel(name: &str) -> String {
    let part = |part: &str| part[..1].to_uppercase() + &part[1..];
    name.split('-').map(part).collect()
}
