//! The description of the routes: as `OpenAPI` 3.1 for programs, and as a document for people.

use std::fmt::Write as _;
use std::sync::{Arc, OnceLock};

use arcdoku_service::ask::json;
use arcdoku_service::draw::escape;
use arcdoku_wire::question::{OptionKind, OptionRow, QuestionRow, Subject};
use arcdoku_wire::schema;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};

use crate::answer::{IMAGE, PUZZLE, writes_errors};
use crate::document::DocumentKind;
use crate::state::{self, App, json_response};

/// The description as JSON.
pub(crate) async fn json(State(app): State<Arc<App>>) -> Response {
    static DOCUMENT: OnceLock<[String; 2]> = OnceLock::new();
    let has_token = app.config.token.is_some();
    let document = DOCUMENT.get_or_init(|| [false, true].map(|has_token| document(has_token).to_string()));
    json_response(document[usize::from(has_token)].clone())
}

/// The schema of the object with a question: its options and its subject.
pub(crate) fn body_schema<'a>(
    options: impl Iterator<Item = &'a OptionRow>,
    subject: Subject,
) -> Map<String, Value> {
    let mut schema = schema::of_options(options);
    if let Some((name, described)) = subject_schema(subject) {
        schema["properties"][name] = described;
        if let Some(required) = schema["required"].as_array_mut() {
            required.insert(0, name.into());
        }
    }
    match schema {
        Value::Object(schema) => schema,
        _ => Map::new(),
    }
}

/// The name and the schema of the field with the subject of a question.
fn subject_schema(subject: Subject) -> Option<(&'static str, Value)> {
    let what = match subject {
        Subject::Nothing => return None,
        Subject::Images => {
            let what = "The photo: a JPEG, PNG or WebP file in base64, or as a data URL";
            let image = json!({ "type": "string", "contentEncoding": "base64", "description": what });
            return Some((IMAGE, image));
        }
        Subject::Layouts => {
            "The layout: one character per cell, the same one for each cell of a region; or a puzzle with regions as an \
             object"
        }
        Subject::Puzzles | Subject::Set => {
            "The puzzle: one character per cell, row by row, with dots or zeros for empty cells (81 characters for \
             9x9); or another notation, such as a grid or a link; or an object with such a line and with rules, such as \
             {\"puzzle\": \"4...............\", \"rules\": [\"cage 5: r1c2 r2c2\", \"thermo: r2c1 r3c1\"]}"
        }
    };
    let object = json!({
        "type": "object",
        "properties": {
            "puzzle": { "type": "string" },
            "shape": { "type": "string", "description": "The size of boxes, such as 2x3 for 6x6" },
            "rules": { "type": "array", "items": { "type": "string" } },
            "regions": { "type": "string", "description": "Jigsaw regions, one character per cell" },
        },
        "required": ["puzzle"],
    });
    Some((PUZZLE, json!({ "description": what, "anyOf": [{ "type": "string" }, object] })))
}

/// The schema of a line with an error among replies.
pub(crate) fn error_line() -> Value {
    json!({
        "description": "Why a puzzle has no reply.",
        "type": "object",
        "properties": { "version": { "type": "integer" }, "error": { "type": "string" } },
        "required": ["version", "error"],
    })
}

/// The description of all routes.
fn document(has_token: bool) -> Value {
    let mut generator = schema::generator();
    let mut paths = Map::new();
    for row in json::rows() {
        let reply = (row.schema)(&mut generator).to_value();
        let reply = match (row.is_list, writes_errors(row)) {
            (false, _) => reply,
            (true, false) => json!({ "type": "array", "items": reply }),
            (true, true) => {
                let error = json!({ "$ref": "#/$defs/ErrorLine" });
                json!({ "type": "array", "items": { "anyOf": [reply, error] } })
            }
        };
        let line = if row.is_text() { "text/plain" } else { "application/x-ndjson" };
        let mut content = json!({ "application/json": { "schema": reply } });
        let lines = Some(line).filter(|_| row.subject != Subject::Images);
        for kind in lines.into_iter().chain(["text/event-stream"]) {
            content[kind] = json!({ "schema": { "type": "string" } });
        }
        let body = body_schema(row.options(), row.subject);
        paths.insert(format!("/api/v1/{}", row.name), post(row, &details(row), &body, &content, true));
    }
    for kind in DocumentKind::ALL {
        let row = kind.row();
        let body = body_schema(row.options(), row.subject);
        let binary = |kind: &&str| ((*kind).to_owned(), json!({ "schema": {} }));
        let content: Value = kind.types().iter().map(binary).collect::<Map<_, _>>().into();
        paths.insert(format!("/api/v1/{}", row.name), post(row, &row.summary(), &body, &content, false));
    }
    let types = generator.take_definitions(true);
    let mut document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "arcdoku",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Questions about Sudoku of any size and with any rules.",
        },
        "paths": paths,
        "components": { "schemas": {} },
    });
    document["components"]["schemas"] = types.into_iter().collect::<Map<_, _>>().into();
    document["components"]["schemas"]["ErrorLine"] = error_line();
    document["components"]["schemas"]["Refusal"] = json!({
        "description": "Why a request has no answer.",
        "type": "object",
        "properties": {
            "error": {
                "type": "object",
                "properties": {
                    "code": { "type": "string" },
                    "message": { "type": "string" },
                    "option": { "type": "string" },
                },
                "required": ["code", "message"],
            },
        },
        "required": ["error"],
    });
    if has_token {
        document["components"]["securitySchemes"] =
            json!({ "token": { "type": "http", "scheme": "bearer" } });
        document["security"] = json!([{ "token": [] }]);
    }
    moved(&mut document);
    document
}

/// The details of a question, without its examples on the command line.
fn details(row: &QuestionRow) -> String {
    let details = row.details();
    let details = details.split("Examples:").next().unwrap_or_default().trim();
    if details.is_empty() { row.summary() } else { format!("{}\n\n{details}", row.summary()) }
}

fn post(
    row: &QuestionRow,
    description: &str,
    body: &Map<String, Value>,
    content: &Value,
    has_streams: bool,
) -> Value {
    let parameter = |option: &OptionRow| {
        let schema = body["properties"].get(option.name)?;
        let value = match option.kind {
            OptionKind::Other(..) | OptionKind::Scale(_) => {
                json!({ "content": { "application/json": { "schema": schema } } })
            }
            OptionKind::Lines | OptionKind::List(OptionKind::Strategy) => json!({ "schema": schema }),
            _ => json!({ "explode": false, "schema": schema }),
        };
        let mut parameter = json!({ "name": option.name, "in": "query" });
        parameter.as_object_mut()?.extend(value.as_object()?.clone());
        Some(parameter)
    };
    let parameters: Vec<Value> =
        row.options().filter(|option| !option.is_required).filter_map(parameter).collect();
    let mut bodies = Map::from_iter([("application/json".to_owned(), json!({ "schema": body }))]);
    if has_streams {
        let text = json!({ "schema": { "type": "string" } });
        let schema = if row.subject == Subject::Images { json!({ "schema": {} }) } else { text };
        bodies.extend(state::bodies(row.subject).iter().map(|kind| ((*kind).to_owned(), schema.clone())));
    }
    let refusal = json!({ "application/json": { "schema": { "$ref": "#/$defs/Refusal" } } });
    let mut responses = json!({ "200": { "description": "The reply", "content": content } });
    for (status, description) in [
        ("400", "The body is not an object of JSON, or the request has several hosts"),
        ("401", "The token is missing or wrong"),
        ("403", "Pages of this origin may not use the server"),
        ("408", "The body did not arrive in time"),
        ("413", "The body is too large"),
        ("415", "The body has another type"),
        ("421", "The server does not have this name"),
        ("422", "An option, or the puzzle, cannot be used, or a limit was reached"),
        ("429", "Too many requests are being answered"),
    ] {
        responses[status] = json!({ "description": description, "content": refusal });
    }
    responses["429"]["headers"] = json!({
        "Retry-After": { "description": "Seconds until the request can be repeated", "schema": { "type": "integer" } },
    });
    let summary = description.lines().next().unwrap_or_default();
    json!({
        "post": {
            "operationId": row.name,
            "summary": summary,
            "description": description,
            "parameters": parameters,
            "requestBody": { "required": true, "content": bodies },
            "responses": responses,
        },
    })
}

/// Moves references to types to the place that `OpenAPI` has for them.
fn moved(value: &mut Value) {
    match value {
        Value::Object(object) => {
            for (name, value) in object {
                match value {
                    Value::String(target) if name == "$ref" => {
                        *target = target.replace("#/$defs/", "#/components/schemas/");
                    }
                    value => moved(value),
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(moved),
        _ => {}
    }
}

/// The description for people.
pub(crate) async fn html() -> impl IntoResponse {
    static PAGE: OnceLock<String> = OnceLock::new();
    let policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy)),
    ];
    (headers, PAGE.get_or_init(page).as_str())
}

const STYLE: &str = "\
body{max-width:52rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif;color:#1b1f24;background:#fff}
code,pre{font-size:.9em;background:#eef1f4;border-radius:4px}code{padding:.1em .3em}pre{padding:.8em;overflow:auto}
table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;padding:.3em .6em .3em 0;border-top:1px solid #d5dae0}
h2{margin-top:2.5rem;border-top:2px solid #1b1f24;padding-top:.5rem}
@media (prefers-color-scheme:dark){body{color:#f0f3f6;background:#12161b}code,pre{background:#262c33}td,th{border-color:#3a424b}h2{border-color:#f0f3f6}a{color:#8ab4f8}}
";

fn page() -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\"><title>arcdoku: HTTP API</title><style>{STYLE}</style></head><body>\n\
         <h1>arcdoku: HTTP API</h1>\n\
         <p>Each question is a route. A body of the type <code>application/json</code> is one question: an object with \
         its options and the puzzle. A body of the type <code>application/x-ndjson</code> or <code>text/plain</code> \
         has many puzzles, one per line, and the options are in the query; the replies are lines, too. Questions \
         about photos take an image as the body, such as <code>image/jpeg</code>. With <code>Accept: \
         text/event-stream</code>, a single question also reports its progress. <a \
         href=\"/api/openapi.json\">OpenAPI 3.1</a></p>\n\
         <pre>curl localhost:7314/api/v1/solve --json '{{\"puzzle\": \"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\"}}'\n\
         curl 'localhost:7314/api/v1/rate?scale=se' -H 'content-type: text/plain' --data-binary @puzzles.txt</pre>\n<p>"
    );
    let names = || json::rows().map(|row| row.name).chain(DocumentKind::ALL.map(|kind| kind.row().name));
    let links: Vec<String> = names().map(|name| format!("<a href=\"#{name}\">{name}</a>")).collect();
    page += &links.join(" · ");
    page += "</p>\n";
    for row in json::rows() {
        chapter(&mut page, row, &details(row), row.reply);
    }
    for kind in DocumentKind::ALL {
        chapter(&mut page, kind.row(), &kind.row().summary(), &kind.types().join(", "));
    }
    page + "</body></html>\n"
}

fn chapter(page: &mut String, row: &QuestionRow, details: &str, reply: &str) {
    let name = row.name;
    let (summary, rest) = details.split_once("\n\n").unwrap_or((details, ""));
    // Writing to a string cannot fail.
    let _ =
        write!(page, "<h2 id=\"{name}\"><code>POST /api/v1/{name}</code></h2>\n<p>{}</p>\n", escape(summary));
    if !rest.is_empty() {
        let _ = writeln!(page, "<pre>{}</pre>", escape(rest));
    }
    let _ = writeln!(page, "<p>Reply: <code>{}</code></p>", escape(reply));
    if row.options().next().is_none() {
        return;
    }
    *page += "<table><tr><th>Option</th><th>Value</th><th>Default</th><th>Meaning</th></tr>\n";
    for option in row.options() {
        let default = (option.default)();
        let default = if default.is_null() { String::new() } else { default.to_string() };
        let [value, default, help] = [option.expected(), default, option.help()].map(|text| escape(&text));
        let _ = writeln!(
            page,
            "<tr><td><code>{}</code></td><td>{value}</td><td>{default}</td><td>{help}</td></tr>",
            option.name
        );
    }
    *page += "</table>\n";
}
