//! Puzzles that cannot be read.

use arcdoku_wasm::{ProgressSink, Row, answer, rows};
use serde_json::{Value, json};

#[test]
fn every_question_about_a_board_reports_its_fault() {
    let mut questions = 0;
    let has_board = |row: &Row| row.options().any(|option| option.name == "puzzle");
    // The progress of a player is a number or absent.
    for row in rows().filter(|row| has_board(row) && row.question.name != "progress") {
        for puzzle in ["", "12345", "{\"puzzle\": 3}"] {
            let options = json!({ "puzzle": puzzle, "of": "1...............", "other": "1..............." });
            let mut options: serde_json::Map<String, Value> = options.as_object().unwrap().clone();
            options.retain(|name, _| row.options().any(|option| option.name == name));
            let name = row.question.name;
            match answer(name, &Value::Object(options).to_string(), ProgressSink::nothing()) {
                Ok(reply) => {
                    let value: Value =
                        serde_json::from_str(&reply).unwrap_or_else(|error| panic!("{name}: {error}"));
                    let text = value.to_string();
                    assert!(text.contains("\"fault\"") || text.contains("\"errors\""), "{name}: {reply}");
                }
                Err(error) => assert!(!error.to_string().is_empty()),
            }
            questions += 1;
        }
    }
    assert!(questions > 50, "{questions}");
}
