//! The body of the fuzz target for questions.

use arcdoku::Shape;
use arcdoku::testing::fuzz::small_puzzle;
use arcdoku_wasm::{ProgressSink, answer, rows};
use arcdoku_wire::question::{OptionKind, OptionRow};
use serde_json::{Map, Value, json};

/// Lines of puzzles. Some of them cannot be read.
const PUZZLES: [&str; 8] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "1..............2",
    "1.....3..4.....2",
    "11..............",
    "................",
    "12345678.",
    "",
];

/// Texts that several options accept or reject.
const TEXTS: [&str; 16] = [
    "",
    "1",
    "0",
    "-1",
    "2..3",
    "..",
    "1e999",
    "x-wing",
    "hodoku",
    "de",
    "svg",
    "json",
    "k-best=3",
    "min-cost",
    "var=mrv,value=random",
    "anti-knight",
];

/// Answers a question with options from the bytes, about a small puzzle with random rules or a puzzle of a list. The
/// bytes may also be a text with the question and its options: `NAME OPTIONS`.
///
/// # Panics
/// If an answer is not JSON.
pub(crate) fn questions_are_answered(bytes: &[u8]) {
    let Some((&kind, bytes)) = bytes.split_first() else { return };
    if kind.is_multiple_of(4) {
        let Ok(text) = std::str::from_utf8(bytes) else { return };
        let (name, options) = text.split_once(' ').unwrap_or((text, "{}"));
        let Ok(Value::Object(options)) = serde_json::from_str(options) else {
            assert!(answer(name, options, ProgressSink::nothing()).is_err());
            return;
        };
        ask(name, options);
        return;
    }
    let mut bytes = bytes.iter().copied();
    let mut next = move || bytes.next().map_or(0, usize::from);
    let rows: Vec<_> = rows().collect();
    let row = rows[next() % rows.len()];
    let text = if kind % 4 == 1 {
        PUZZLES[next() % PUZZLES.len()].to_owned()
    } else {
        let puzzle = small_puzzle(&mut next);
        let shape = puzzle.shape();
        let rules = puzzle.rules().iter().map(ToString::to_string);
        let rules: Vec<String> = std::iter::once(shape.text()).chain(rules).collect();
        let value =
            |given: &Option<arcdoku::Digit>| given.map_or(".".into(), |digit| shape.value(digit).to_string());
        let cells: Vec<String> = puzzle.givens().iter().map(value).collect();
        json!({ "puzzle": cells.join(" "), "rules": rules }).to_string()
    };
    let mut options = Map::new();
    for option in row.options() {
        if option.name == "puzzle" {
            options.insert(option.name.to_owned(), text.clone().into());
        } else if option.is_required || next().is_multiple_of(3) {
            options.insert(option.name.to_owned(), value(option, option.kind, &text, &mut next));
        }
    }
    ask(row.question.name, options);
}

/// A value for an option, usually of the right type.
fn value(option: &OptionRow, kind: OptionKind, text: &str, next: &mut impl FnMut() -> usize) -> Value {
    let choice = next();
    if choice >= 248 {
        return [
            json!(null),
            json!(-1),
            json!([]),
            json!({}),
            json!(1e300),
            json!("x"),
            json!([1]),
            json!(true),
        ][choice % 8]
            .clone();
    }
    match kind {
        OptionKind::Flag => (choice.is_multiple_of(2)).into(),
        OptionKind::Whole => {
            let (least, most) = option.range.unwrap_or((0, u64::MAX));
            match choice % 16 {
                0 => most.into(),
                1 => least.saturating_sub(1).into(),
                some => (least + some as u64).into(),
            }
        }
        OptionKind::Puzzle => text.into(),
        OptionKind::Choice(names) => {
            let names = names();
            names[choice % names.len()].0.into()
        }
        OptionKind::Scale(names) => {
            let names = names();
            names[choice % names.len()].into()
        }
        OptionKind::Range => ["1", "2..5", "..3", "20..", "5..2", "x"][choice % 6].into(),
        OptionKind::List(kind) => (0..choice % 3).map(|_| value(option, *kind, text, next)).collect(),
        OptionKind::Lines => (0..choice % 3).map(|_| TEXTS[next() % TEXTS.len()]).collect(),
        _ if choice.is_multiple_of(4) => text.into(),
        _ if choice % 4 == 1 => choice.into(),
        _ => TEXTS[next() % TEXTS.len()].into(),
    }
}

/// Answers a question with a limit. Without a clock, it is a limit on nodes.
fn ask(name: &str, mut options: Map<String, Value>) {
    let has = |name: &str, option: &str| {
        rows().any(|row| row.question.name == name && row.options().any(|row| row.name == option))
    };
    if has(name, "nodes") && options.get("nodes").and_then(Value::as_u64).is_none_or(|nodes| nodes > 300) {
        options.insert("nodes".to_owned(), 300.into());
    }
    if has(name, "tries") && options.get("tries").and_then(Value::as_u64).is_none_or(|tries| tries > 20) {
        options.insert("tries".to_owned(), 20.into());
    }
    // Puzzles of large shapes take minutes, and so can one try for a 9x9 puzzle with rules.
    let is_ruled =
        has(name, "cages") && ["rules", "cages", "draw"].iter().any(|&rules| options.contains_key(rules));
    match options.get("shape").and_then(Value::as_str).map(str::parse::<Shape>) {
        None if is_ruled => drop(options.insert("shape".to_owned(), "4x4".into())),
        Some(Ok(shape)) if is_ruled && shape.digits() > 6 => {
            options.insert("shape".to_owned(), "4x4".into());
        }
        Some(Ok(shape)) if shape.digits() > 9 => drop(options.remove("shape")),
        _ => {}
    }
    for bounded in ["count", "most", "limit"] {
        if has(name, bounded)
            && options.get(bounded).and_then(Value::as_u64).is_some_and(|number| number > 20)
        {
            options.insert(bounded.to_owned(), 20.into());
        }
    }
    let options = Value::Object(options).to_string();
    match answer(name, &options, ProgressSink::nothing()) {
        Ok(reply) => {
            let value = serde_json::from_str::<Value>(&reply);
            assert!(value.is_ok(), "{name} {options}: {reply}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

#[test]
fn inputs() {
    arcdoku::testing::fuzz::each_input("questions_are_answered", 300, questions_are_answered);
}
