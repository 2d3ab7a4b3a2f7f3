//! `solve`: batches, tables, and inputs with any bytes.

use crate::common::{EASY, EASY_SOLVED, HARD, HARD_SOLVED, data, directory, file, json, run, run_with};
use arcdoku_wire::CheckReply;

#[test]
fn a_batch_continues_after_malformed_puzzles() {
    let mixed = data("mixed.txt");
    let ran = run(&["solve", &mixed]);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(ran.code, Some(3));
    assert_eq!(lines.len(), 6, "a line a puzzle: {}", ran.out);
    assert_eq!((lines[0], lines[5]), (EASY_SOLVED, HARD_SOLVED));
    assert!(lines[1].ends_with(" # multiple"));
    assert_eq!(lines[2..5], ["# unsatisfiable (propagation)", "# malformed", "# unsatisfiable (clues)"]);
    let errors: Vec<&str> = ran.err.lines().collect();
    assert_eq!(errors.len(), 2, "{}", ran.err);
    assert!(errors[0].ends_with("mixed.txt:5:81: found 80 characters, expected 81 for a 9x9 grid"));
    assert!(errors[1].contains("mixed.txt:6:2: found second 5 in row 1"), "{}", errors[1]);
    // The output can be read again, because marks are comments.
    let again = run_with(&["solve", "-q"], ran.out.as_bytes());
    assert_eq!((again.code, again.err.as_str()), (Some(0), ""));
}

#[test]
fn arguments_strategies_and_lines_in_json() {
    let ran = run(&["solve", "--size=2x4", "--digits=0-3", "0.2.\n.3.1"]);
    assert_eq!((ran.code, ran.out.trim()), (Some(0), "01232301"), "{ran:?}");
    let ran = run(&["solve", "--digits=2-4", "1"]);
    let error = "expected at most 64 digits from 0 or 1 on";
    assert!(ran.code == Some(2) && ran.err.contains(error), "{ran:?}");
    let ran = run(&["solve", "--strategy", "hybrid", "--seed", "7", HARD]);
    assert_eq!((ran.code, ran.out.trim()), (Some(0), HARD_SOLVED), "{ran:?}");
    let lines = b"{\"puzzle\": \"................\"}\n{\"puzzle\": \"12345678..\"}\n";
    let ran = run_with(&["solve", "--count", "--format", "json"], lines);
    let rows = json(&ran.out);
    assert_eq!((ran.code, &rows[0]["count"]), (Some(3), &"288".into()));
    assert_eq!((&rows[1]["outcome"], &rows[1]["fault"]["line"]), (&"malformed".into(), &2.into()));
    let ran = run(&["check", "--json", EASY]);
    let reply: CheckReply = serde_json::from_str(&ran.out).expect("a reply");
    assert_eq!(reply.head.number, 1);
}

#[test]
fn unreadable_input_is_located() {
    let open = format!("puzzle\n\"{}", format!("{EASY}\n").repeat(20_000));
    let ran = run_with(&["solve", "-q"], open.as_bytes());
    assert!(ran.err.starts_with("error: <stdin>:2:1: found a quote that is not closed"), "{}", ran.err);
}

#[test]
fn nothing_panics_on_any_bytes() {
    let mut state = 1u64;
    let alphabet = b"123456789.0|-+{}\"puzzle,:[]\n\n\n\t ;#\xff\x00";
    for length in [1, 10, 100, 1000, 5000] {
        let bytes: Vec<u8> = (0..length)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                alphabet[(state >> 33) as usize % alphabet.len()]
            })
            .collect();
        for start in ["", "puzzle,solution\n", "{\"puzzle\": \""] {
            let input = [start.as_bytes(), &bytes].concat();
            let ran = run_with(&["solve", "--nodes", "10", "--format", "json"], &input);
            assert!(matches!(ran.code, Some(0..=4)), "{ran:?} on {input:?}");
            assert!(!ran.err.contains("panicked"), "{}", ran.err);
        }
    }
}

#[test]
fn tables_pass_their_columns_through() {
    let place = directory("tables");
    let text = format!(
        "id,puzzle,solution,note\n1,{EASY},{EASY_SOLVED},\"a, \"\"b\"\"\"\n2,{HARD},,\"two\nlines\"\n3,{EASY},{HARD_SOLVED},wrong\n4,{EASY}\n"
    );
    let table = file(&place, "table.csv", &text);
    let ran = run(&["solve", &table]);
    assert_eq!(ran.code, Some(3));
    let expected = format!(
        "puzzle,solution,outcome,id,note\n{EASY},{EASY_SOLVED},unique,1,\"a, \"\"b\"\"\"\n\
         {HARD},{HARD_SOLVED},unique,2,\"two\nlines\"\n{EASY},{EASY_SOLVED},unique,3,wrong\n,,malformed,,\n"
    );
    assert_eq!(ran.out, expected);
    let errors: Vec<&str> = ran.err.lines().collect();
    assert!(
        errors[0].ends_with(
            "table.csv:5:85: found a solution that does not solve the puzzle, expected its solution"
        ),
        "{}",
        errors[0]
    );
    assert!(errors[1].ends_with("table.csv:6:1: found 2 fields, expected 4 fields, as in the header"));
    // Converting to JSON and back gives the same table.
    let there = run(&["convert", "--to", "json", &table]);
    assert_eq!(json(&there.out)[0]["note"], "a, \"b\"");
    let back = run_with(&["convert", "--to", "csv"], there.out.as_bytes());
    assert!(
        back.out.starts_with(&format!("puzzle,solution,id,note\n{EASY},{EASY_SOLVED},1,\"a, \"\"b\"\"\"\n")),
        "{}",
        back.out
    );
    let tabs = run(&["convert", "--to", "tsv", &table]);
    assert!(tabs.out.starts_with("puzzle\tsolution\tid\tnote\n"));
    assert_eq!(
        run_with(&["solve", "--format", "line"], tabs.out.as_bytes()).out.lines().next(),
        Some(EASY_SOLVED)
    );
}
