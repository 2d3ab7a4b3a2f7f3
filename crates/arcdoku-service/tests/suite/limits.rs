//! Reports about limits that end the work.

use arcdoku_service::ask::ReplyFormat;
use arcdoku_service::ask::answer::{self, ReplyStyle};
use arcdoku_service::cancel::Cancel;
use arcdoku_service::input::{Input, Plan};
use arcdoku_service::output::Transcript;
use arcdoku_service::status::Status;
use serde_json::{Value, json};

/// Runs a question with these options about a puzzle.
fn ask(name: &str, options: &Value, format: ReplyFormat, text: &str) -> (Status, Transcript) {
    let question = answer::question(name, options.as_object().unwrap(), format).unwrap().unwrap();
    let mut out = Transcript::default();
    let input = Input::text(text, Plan::default());
    let style = ReplyStyle::plain(format);
    let status = answer::run(&question, style, input, 1, &Cancel::default(), &mut out).unwrap();
    (status, out)
}

/// 13 cells that differ in pairs, and 12 digits. There is no solution, but a search of a few nodes does not find this
/// out.
fn pigeons() -> String {
    let pairs = (1..=13).flat_map(|one| (one + 1..=13).map(move |other| (one, other)));
    let rules: Vec<String> = pairs.map(|(one, other)| format!("pairs a!=b: r1c{one} r1c{other}")).collect();
    let puzzle = ["0"; 13].join(" ");
    json!({ "puzzle": puzzle, "shape": "grid 1x13 digits 1-12 bare", "rules": rules }).to_string()
}

#[test]
fn branches_without_a_solution_give_no_estimate() {
    let options = json!({ "samples": 20 });
    let (status, out) = ask("estimate", &options, ReplyFormat::Text, &pigeons());
    assert_eq!((status, out.text.as_str()), (Status::Limit, ""));
    assert_eq!(out.errors, ["<argument>:1: none of 20 branches led to a solution"]);
    let (_, out) = ask("estimate", &options, ReplyFormat::Tsv, &pigeons());
    assert_eq!(out.text, "");
    let (_, out) = ask("estimate", &options, ReplyFormat::Json, &pigeons());
    let reply: Value = serde_json::from_str(&out.text).unwrap();
    assert_eq!(
        (&reply["limit"], &reply["samples"], &reply["hits"]),
        (&json!("samples"), &json!(20), &json!(0))
    );
    assert_eq!((reply.get("solutions"), &reply["exact"]), (None, &json!(false)));
}

#[test]
fn a_limit_is_not_a_proof() {
    // A search proves that no cells are forced to be equal, but not within one node.
    let (status, out) = ask("equal", &json!({ "nodes": 1 }), ReplyFormat::Text, &".".repeat(16));
    assert_eq!((status, out.text.trim()), (Status::Limit, "<argument>:1  unknown"));
    assert!(out.errors[0].contains("given up (nodes)"), "{:?}", out.errors);
    let (status, out) = ask("equal", &json!({}), ReplyFormat::Text, &".".repeat(16));
    assert_eq!((status, out.text.trim()), (Status::Fine, "<argument>:1  no cells are forced to be equal"));
}
