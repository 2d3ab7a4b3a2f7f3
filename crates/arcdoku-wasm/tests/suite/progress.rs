//! The progress of long questions.

use arcdoku_wasm::{ProgressSink, answer};
use serde_json::{Value, json};

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// A state in which patterns and chains find no step.
const NETS: &str = concat!(
    ":0000:x:.5...2..38.+2....9.....8.2....1..9.3..6....1.....7.16..5...2.+9.19.6....4.4.7..5...:",
    "711 114 115 618 718 122 331 731 132 134 638 242 742 353 262 362 363 374 874 376 876 878 382 882 392 892 695 699:::"
);

/// The reply to a question, and its progress.
#[expect(clippy::needless_pass_by_value, reason = "callers write objects")]
fn listen(question: &str, options: Value) -> (Value, Vec<Value>) {
    let mut progress = Vec::new();
    let mut keep = |text: String| progress.push(serde_json::from_str(&text).unwrap());
    let reply = answer(question, &options.to_string(), ProgressSink::to(&mut keep)).unwrap();
    (serde_json::from_str(&reply).unwrap(), progress)
}

fn field(progress: &Value, name: &str) -> u64 {
    progress[name].as_u64().unwrap()
}

fn grows(progress: &[Value], name: &str) -> bool {
    progress.is_sorted_by_key(|one| field(one, name))
}

/// Whether the number of completed parts never decreases and never exceeds the number of all parts.
fn is_share(progress: &[Value], all: u64) -> bool {
    let is_part = |one: &Value| field(one, "done") <= field(one, "all") && field(one, "all") == all;
    grows(progress, "done") && progress.iter().all(is_part)
}

#[test]
fn clues_and_candidates_have_shares() {
    let (reply, progress) = listen("check", json!({ "puzzle": EASY }));
    assert_eq!(reply["minimal"], false);
    assert!(progress.len() == 30 && is_share(&progress, 30));
    let (_, progress) = listen("candidates", json!({ "puzzle": ".".repeat(81), "most": 70 }));
    let parts: Vec<_> = progress.into_iter().filter(|one| field(one, "all") > 0).collect();
    assert!(parts.len() > 100 && is_share(&parts, 729));
}

#[test]
fn a_search_counts_nodes() {
    let (_, progress) = listen("solve", json!({ "puzzle": EASY, "strategy": "backtracking" }));
    assert!(progress.len() > 10 && progress.iter().all(|one| field(one, "all") == 0));
    assert!(grows(&progress, "count") && field(&progress[0], "count") == 64);
}

#[test]
fn paths_report_their_cells_and_steps() {
    let (reply, progress) = listen("explain", json!({ "puzzle": EASY }));
    assert_eq!(reply["events"].as_array().unwrap().len(), 53);
    assert!(progress.len() == 51 && is_share(&progress, 51));
    let ends = (field(&progress[0], "done"), field(&progress[50], "done"), field(&progress[50], "count"));
    assert_eq!(ends, (0, 50, 50));
    let (reply, progress) = listen("ratings", json!({ "puzzle": EASY }));
    assert_eq!(reply["ratings"].as_array().unwrap().len(), 2);
    assert!(progress.len() == 102 && is_share(&progress, 102));
    assert_eq!(field(&progress[101], "done"), 101);
}

#[test]
fn steps_are_counted_as_they_are_found() {
    let (reply, progress) = listen("steps", json!({ "puzzle": EASY }));
    assert!(grows(&progress, "count"));
    let last = field(progress.last().unwrap(), "count");
    assert!(last >= reply["steps"].as_array().unwrap().len() as u64);
}

#[test]
fn a_quick_hint_leaves_long_techniques_to_another_question() {
    for scale in ["relaxed", "se"] {
        let ask = |quick| listen("hint", json!({ "puzzle": NETS, "scale": scale, "quick": quick }));
        let (reply, _) = ask(true);
        assert_eq!((&reply["outcome"], reply.get("technique")), (&json!("long"), None));
        let (reply, progress) = ask(false);
        assert_eq!(reply["outcome"], "hint", "{scale}");
        assert!(progress.iter().all(|one| field(one, "done") < field(one, "all")));
        let last = field(progress.last().unwrap(), "done");
        assert!(scale == "se" || last > 20 && is_share(&progress, field(&progress[0], "all")));
        assert!(reply.get("progress").is_none());
    }
    // The step that is found quickly is the same.
    let easy = |quick| listen("hint", json!({ "puzzle": EASY, "quick": quick })).0;
    assert_eq!(easy(true), easy(false));
    // Without slow techniques, none are left for later.
    let only = json!({ "puzzle": EASY, "quick": true, "techniques": ["full-house"] });
    assert_eq!(listen("hint", only).0["outcome"], "stuck");
}

#[test]
fn progress_of_a_state_is_a_separate_question() {
    let ask = |digits: &str| listen("progress", json!({ "puzzle": EASY, "digits": digits })).0;
    assert_eq!(ask(EASY)["progress"]["percent"], 0);
    assert!(ask(&EASY.replacen("53.", "534", 1))["progress"]["percent"].as_u64().unwrap() > 0);
    assert!(ask(&EASY.replacen("53.", "531", 1)).get("progress").is_none());
}

#[test]
fn puzzles_that_are_drawn_are_counted() {
    let ask = json!({ "seed": "1", "level": "extreme.." });
    let (reply, progress) = listen("generate", ask.clone());
    assert!(reply["rows"].as_array().unwrap().len() == 1 && reply.get("given_up").is_none());
    assert_eq!(reply["exhausted"], false);
    assert!(field(progress.last().unwrap(), "drawn") > 0);
    let mut limited = ask;
    limited["tries"] = 2.into();
    let (reply, _) = listen("generate", limited);
    assert_eq!(reply["given_up"], json!({ "count": 1, "drawn": 2, "limit": "nodes" }));
    assert_eq!(reply["rows"], json!([]));
}
