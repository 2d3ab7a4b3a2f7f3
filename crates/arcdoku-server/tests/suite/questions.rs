//! Single questions, and the description of all routes.

use arcdoku_service::ask::json::rows;
use arcdoku_wire::question::Subject;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::common::{JSON, PHOTO, PUZZLE, start};

/// The options that a question needs.
fn needed(name: &str) -> Value {
    match name {
        "convert" => json!({ "to": "grid" }),
        "difference" => json!({ "other": PUZZLE }),
        "restricts" => json!({ "of": PUZZLE }),
        "verify" => json!({ "grid": "1".repeat(81) }),
        "vicinity" => json!({ "minus": 1, "plus": 1, "time": "1s" }),
        "label" => json!({ "semiring": "boolean" }),
        "compare" => json!({ "strategies": ["singles-mrv"] }),
        _ => json!({}),
    }
}

#[test]
fn every_question_of_the_table_has_a_reply_and_a_description() {
    let server = start(|_| ());
    let description = server.ask("GET", "/api/openapi.json", "", "").json();
    let page = server.ask("GET", "/api", "", "").body;
    for row in rows() {
        let mut options = needed(row.name);
        for option in row.options().filter(|option| option.is_required) {
            assert!(!options[option.name].is_null(), "{}: {}", row.name, option.name);
        }
        match row.subject {
            Subject::Nothing => {}
            Subject::Images => options["image"] = STANDARD.encode(PHOTO).into(),
            Subject::Layouts => options["puzzle"] = "1122112233443344".into(),
            Subject::Puzzles | Subject::Set => options["puzzle"] = PUZZLE.into(),
        }
        let reply = server.reply(row.name, &options.to_string());
        assert_eq!(reply.is_array(), row.is_list, "{}: {reply}", row.name);
        assert_eq!(reply.is_string(), row.is_text() && !row.is_list, "{}: {reply}", row.name);
        let path = &description["paths"][format!("/api/v1/{}", row.name)]["post"];
        let schema = &path["requestBody"]["content"]["application/json"]["schema"];
        for option in row.options() {
            let is_described = !schema["properties"][option.name].is_null();
            let is_file = matches!(option.kind, arcdoku_wire::question::OptionKind::Directory);
            assert_eq!(is_described, !is_file, "{}: {}", row.name, option.name);
            let parameters = path["parameters"].as_array().expect("a list");
            let is_parameter = parameters.iter().any(|parameter| parameter["name"] == option.name);
            assert_eq!(is_parameter, !is_file && !option.is_required, "{}: {}", row.name, option.name);
        }
        assert!(page.contains(&format!("<h2 id=\"{}\">", row.name)), "{}", row.name);
    }
}

#[test]
fn options_may_be_in_the_query() {
    let server = start(|_| ());
    let body = json!({ "puzzle": "................", "time": "5s" }).to_string();
    let reply = server.ask("POST", "/api/v1/solve?count=all", JSON, &body).json();
    assert_eq!(reply["count"], "288", "{reply}");
    let refusal = server.ask("POST", "/api/v1/solve?count=all&time=1s", JSON, &body);
    assert_eq!((refusal.status, &refusal.json()["error"]["option"]), (422, &"time".into()));
}

#[test]
fn all_references_of_the_description_have_targets() {
    fn targets<'a>(value: &'a Value, out: &mut Vec<&'a str>) {
        match value {
            Value::Object(object) => object.iter().for_each(|(name, value)| match value {
                Value::String(target) if name == "$ref" => out.push(target),
                value => targets(value, out),
            }),
            Value::Array(values) => values.iter().for_each(|value| targets(value, out)),
            _ => {}
        }
    }
    let server = start(|config| config.token = Some("secret".to_owned()));
    let description = server.ask("GET", "/api/openapi.json", "", "").json();
    assert_eq!(description["openapi"], "3.1.0");
    let mut all = Vec::new();
    targets(&description, &mut all);
    assert!(all.len() > 50, "{}", all.len());
    for target in all {
        let target = target.strip_prefix('#').expect("a reference within the document");
        assert!(description.pointer(target).is_some(), "{target}");
    }
}

#[test]
fn replies_are_those_of_the_library() {
    let server = start(|_| ());
    let solved = server.reply("solve", &json!({ "puzzle": PUZZLE }).to_string());
    assert_eq!(solved["outcome"], "unique");
    let solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    assert_eq!(solved["solution"], solution);
    let killer = json!({
        "puzzle": { "puzzle": "................", "rules": ["cage 3: r1c1 r1c2"] },
        "count": "all",
    });
    let counted = server.reply("solve", &killer.to_string());
    assert_eq!(counted["outcome"], "counted");
    assert_ne!(counted["count"], "288");
    let malformed = server.reply("check", r#"{"puzzle":"12x"}"#);
    assert_eq!(malformed["fault"]["column"], 4, "{malformed}");
    let hint = server.reply("hint", &json!({ "puzzle": PUZZLE, "language": "de" }).to_string());
    assert_eq!(hint["outcome"], "hint", "{hint}");
    let two = json!({ "count": 2, "seed": 1 }).to_string();
    assert_eq!(server.reply("generate", &two), server.reply("generate", &two));
    let forms = [PUZZLE, "1..............."];
    let replies = forms.map(|form| server.reply("canon", &json!({ "puzzle": form }).to_string()));
    assert!(replies[0]["key"].is_string() && replies[1]["key"].is_null(), "{replies:?}");
}

#[test]
fn wrong_requests_are_refused_with_reasons() {
    let server = start(|_| ());
    let plain = json!({ "puzzle": PUZZLE });
    let with = |name: &str, value: Value| {
        let mut body = plain.clone();
        body[name] = value;
        body.to_string()
    };
    for (path, headers, body, status, code) in [
        ("/api/v1/solve", JSON, "{".to_owned(), 400, "malformed"),
        ("/api/v1/solve", JSON, "[]".to_owned(), 400, "malformed"),
        ("/api/v1/solve", JSON, "{}".to_owned(), 422, "option"),
        ("/api/v1/solve", JSON, with("puzzle", 5.into()), 422, "option"),
        ("/api/v1/solve", JSON, with("nothing", 5.into()), 422, "option"),
        ("/api/v1/solve", JSON, with("proof", "/tmp".into()), 422, "option"),
        ("/api/v1/solve", JSON, with("time", "soon".into()), 422, "option"),
        ("/api/v1/solve", JSON, with("puzzle", "".into()), 422, "input"),
        ("/api/v1/solve", JSON, with("puzzle", format!("{PUZZLE}\n{PUZZLE}").into()), 422, "input"),
        ("/api/v1/solve?frist=true", JSON, plain.to_string(), 422, "option"),
        ("/api/v1/solve?first=maybe", "content-type: text/plain\r\n", String::new(), 422, "option"),
        ("/api/v1/solve?frist", "content-type: text/plain\r\n", String::new(), 422, "option"),
        ("/api/v1/solve?first&first", "content-type: text/plain\r\n", String::new(), 422, "option"),
        ("/api/v1/solve", "", plain.to_string(), 415, "media-type"),
        ("/api/v1/solve", "content-type: image/png\r\n", plain.to_string(), 415, "media-type"),
        ("/api/v1/prove", JSON, plain.to_string(), 404, "question"),
        ("/api/v1/nothing", JSON, plain.to_string(), 404, "question"),
        ("/api/v1/draw", JSON, "{}".to_owned(), 422, "option"),
        ("/api/v1/draw", JSON, with("puzzle", "12x".into()), 422, "input"),
        ("/api/v1/draw", JSON, with("size", 4.into()), 422, "option"),
        ("/api/v1/generate", JSON, with("count", 2.into()), 422, "option"),
    ] {
        let response = server.ask("POST", path, headers, &body);
        assert_eq!(response.status, status, "{path} {body}: {}", response.body);
        assert_eq!(response.json()["error"]["code"], code, "{path} {body}: {}", response.body);
        assert!(response.head.contains("\r\ncontent-type: application/json"), "{}", response.head);
    }
    assert_eq!(server.ask("GET", "/api/v1/solve", "", "").status, 405);
    assert_eq!(server.ask("POST", "/nothing", "", "").status, 405);
    assert_eq!(server.ask("GET", "/nothing", "", "").status, 404);
}

#[test]
fn documents_have_the_type_that_the_client_accepts() {
    let server = start(|_| ());
    let body = json!({ "puzzle": PUZZLE }).to_string();
    for (path, accepted, kind, beginning) in [
        ("/api/v1/draw", "", "image/svg+xml", "<svg"),
        ("/api/v1/draw", "accept: image/png\r\n", "image/png", "\u{fffd}PNG"),
        ("/api/v1/sheet", "", "application/pdf", "%PDF"),
        ("/api/v1/sheet", "accept: text/html;q=0.9, */*\r\n", "text/html", "<!doctype html>"),
    ] {
        let response = server.ask("POST", path, &format!("{JSON}{accepted}"), &body);
        assert_eq!(response.status, 200, "{}", response.body);
        assert!(response.head.contains(&format!("content-type: {kind}")), "{}", response.head);
        assert!(response.body.to_lowercase().starts_with(&beginning.to_lowercase()), "{path} {kind}");
    }
    let drawn =
        json!({ "puzzle": PUZZLE, "digits": PUZZLE.replace('.', "1"), "candidates": true, "side": 20 });
    let refused = server.ask("POST", "/api/v1/draw", JSON, &drawn.to_string());
    assert_eq!(refused.status, 200, "{}", refused.body);
}
