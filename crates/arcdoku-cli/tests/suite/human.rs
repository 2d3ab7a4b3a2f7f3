//! `hint`, `explain`, `rate` and `regress`: the solving techniques of people.

use crate::common::{EASY, GUESSES, HARD, SEVERAL, data, directory, json, run, run_with, runs_all_cases};
use arcdoku_wire::{
    ExplainEvent, ExplainLine, HintReply, RateReply, RatingParts, StepRow, Tenths, WeightParts,
};

#[test]
fn ratings_in_the_order_of_the_input() {
    let input = format!("{HARD}\n{EASY}\n").repeat(40);
    let one = run_with(&["rate", "--format", "tsv", "-j", "1"], input.as_bytes());
    assert_eq!((one.code, one.err.as_str()), (Some(0), ""));
    let lines: Vec<Vec<&str>> = one.out.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(lines.len(), 80);
    assert_eq!(lines[0], [HARD, "Medium", "696"]);
    assert_eq!(lines[1], [EASY, "Easy", "204"]);
    let many = run_with(&["rate", "--format", "tsv", "-j", "4"], input.as_bytes());
    assert_eq!(many.out, one.out);
}

#[test]
fn a_regression_library_continues_after_a_malformed_case() {
    let case = ":0003:5:+4+3...729.8....6....69..3.1.1....8.6..2....9.8....6..3..9.....4.....4.6..71.....25:113::513:";
    let input = format!("{case}\n{}\n:0003:5:12:\n{case}\n", case.replace("::513:", "::514:"));
    let ran = run_with(&["regress"], input.as_bytes());
    assert_eq!(ran.code, Some(3));
    assert_eq!(ran.err, "error: <stdin>:3:11: found 2 cells, expected 81 for a 9x9 grid\n");
    assert!(ran.out.starts_with("<stdin>:2: 0003 Naked Single: failed\n"), "{}", ran.out);
    assert!(ran.out.ends_with("2 passed, 1 failed\n"), "{}", ran.out);
}

#[test]
fn puzzles_without_a_rating_are_reported() {
    for (scale, easy, hard) in [("hodoku", "Easy", "Medium"), ("se", "1.2/1.2/1.2", "2.6/1.2/1.2")] {
        let ran = run(&["rate", "--scale", scale, "--format", "tsv", &data("mixed.txt")]);
        assert_eq!(ran.code, Some(3));
        let words: Vec<&str> = ran.out.lines().filter_map(|line| line.split('\t').nth(1)).collect();
        assert_eq!(words, [easy, "multiple", "unsatisfiable", "unsatisfiable", hard]);
        assert!(ran.err.contains("mixed.txt:5:81: found 80 characters, expected 81 for a 9x9 grid\n"));
        assert!(ran.err.contains("mixed.txt:6:2: found second 5 in row 1"), "{}", ran.err);
        assert_eq!(ran.err.lines().count(), 2);
    }
}

fn hint(arguments: &[&str], input: &str) -> (Option<i32>, HintReply) {
    let ran = run_with(&[&["hint", "--json"], arguments].concat(), input.as_bytes());
    (ran.code, serde_json::from_str(&ran.out).expect("a hint"))
}

#[test]
fn pictures_names_and_steps() {
    let ran = run(&["hint", "--grade", "full", "--language", "de", "--coordinates", "chess", HARD]);
    assert!(ran.out.lines().any(|line| line == "Versteckter Einer: H6=1 (box 8)"), "{}", ran.out);
    let ran = run(&["steps", "--json", HARD]);
    let rows: Vec<StepRow> = ran.out.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    assert_eq!((ran.code, ran.err.as_str(), &*rows[0].step.technique), (Some(0), "", "hidden-single"));
    assert!(rows.iter().zip(1..).all(|(row, index)| row.index == index && row.direct <= row.singles));
    let ran = run(&["rate", SEVERAL]);
    assert!(ran.code == Some(1) && ran.out.contains("multiple solutions"), "{ran:?}");
    let ran = run(&["rate", "--format", "json", HARD]);
    let reply: RateReply = serde_json::from_str(&ran.out).expect("a reply");
    assert_eq!((&*reply.outcome.to_string(), reply.rating.score), ("rated", Some(696)));
    let place = directory("hints");
    let picture = place.join("step.svg");
    let ran = run(&["hint", "--picture", picture.to_str().expect("UTF-8"), HARD]);
    let drawn = std::fs::read_to_string(&picture).expect("a drawing");
    assert!(ran.code == Some(0) && drawn.starts_with("<svg"), "{}", ran.err);
}

#[test]
fn a_batch_of_hints_continues() {
    let ran = run(&["hint", &data("mixed.txt")]);
    assert_eq!((ran.code, ran.out.matches("puzzle ").count()), (Some(3), 5));
    assert!(ran.err.contains("mixed.txt:5:81: "), "{}", ran.err);
}

#[test]
fn pencil_marks_are_a_state() {
    let marks = run(&["convert", "--to", "pencilmarks", HARD]).out;
    let (code, reply) = hint(&["--grade", "full"], &marks);
    assert_eq!((code, &*reply.outcome.to_string()), (Some(0), "hint"));
    let line = run_with(&["convert", "--to", "library"], marks.as_bytes());
    assert_eq!(line.out, format!(":0000:x:{HARD}::::\n"), "{}", line.err);
    // A removed mark is written and read back.
    let line =
        run_with(&["convert", "--to", "library"], marks.replacen("123456789", "12345679", 1).as_bytes());
    let (code, again) = hint(&["--grade", "full"], &line.out);
    assert_eq!((code, again.step), (Some(0), reply.step), "{}", line.out);
}

#[test]
fn paths_for_programs() {
    let ran = run(&["explain", "--json", HARD]);
    let lines: Vec<ExplainLine> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    let [ExplainLine { event: ExplainEvent::Start { puzzle, .. }, .. }, steps @ .., end] = &lines[..] else {
        panic!("{}", ran.out)
    };
    assert_eq!((puzzle.as_str(), steps.len()), (HARD, 71));
    let mut sum = 0;
    let mut cases = String::new();
    for line in steps {
        let ExplainEvent::Step { weight: WeightParts { score, .. }, library, words, .. } = &line.event else {
            panic!("{line:?}")
        };
        assert!(!words.premises.is_empty() && !words.conclusion.is_empty());
        sum += score.expect("a score");
        cases += &(library.clone() + "\n");
    }
    let ExplainEvent::End { outcome, rating, .. } = &end.event else { panic!("{end:?}") };
    assert_eq!(
        (&*outcome.to_string(), rating.score, rating.level.as_deref()),
        ("solved", Some(sum), Some("Medium"))
    );
    // Every state is a case in which its step is found again. A case fails if other instances are found, too.
    let ran = run_with(&["regress"], cases.as_bytes());
    assert!(ran.err.is_empty() && ran.out.contains(" passed, "), "{}", ran.err);
    let mut failed = ran.out.split("<stdin>:");
    assert_eq!(failed.next(), Some(""));
    for case in failed {
        let expected = case.lines().find_map(|line| line.strip_prefix("  expected ")).expect(case);
        assert!(case.contains(&format!("  found    {expected}\n")), "{case}");
    }
}

#[test]
fn paths_are_drawn() {
    let page = run(&["explain", "--html", "--language", "de", HARD, EASY]);
    assert_eq!(page.code, Some(0));
    assert!(page.out.starts_with("<!DOCTYPE html>\n<html lang=\"de\">"), "{}", &page.out[..200]);
    assert!(page.out.trim_end().ends_with("</html>"));
    // One board for each of two puzzles, and one for each step.
    assert_eq!(page.out.matches("<svg").count(), 2 + 71 + 51);
    let drawn = run(&["explain", "--svg", "4", HARD]);
    let document = roxmltree::Document::parse(&drawn.out).expect("well-formed XML");
    assert_eq!(document.root_element().tag_name().name(), "svg");
    assert!(drawn.out.contains("Locked Triple"));
    for wrong in ["0", "72"] {
        let ran = run(&["explain", "--svg", wrong, HARD]);
        assert!(ran.code == Some(2) && ran.err.contains("has 71 steps"), "{}", ran.err);
    }
}

/// The path of the Explainer: each step with its rating, in every format.
#[test]
fn paths_of_the_explainer() {
    let se = |arguments: &[&str]| run(&[&["explain", "--scale", "se"], arguments, &[HARD]].concat());
    let page = se(&["--html"]).out;
    assert!(page.contains("<h2>69. Full House (1.0)</h2>") && page.matches("<svg").count() == 70);
    let ran = se(&["--svg", "69"]);
    assert!(ran.code == Some(0) && roxmltree::Document::parse(&ran.out).is_ok());

    let ran = run(&["explain", "--scale", "se", "--json", GUESSES]);
    let lines: Vec<ExplainLine> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    let [_, steps @ .., end] = &lines[..] else { panic!("{}", ran.out) };
    let mut most = Tenths(0);
    for line in steps {
        let ExplainEvent::Step {
            weight: WeightParts { rating: Some(rating), level: None, score: None, .. },
            words,
            ..
        } = &line.event
        else {
            panic!("{line:?}")
        };
        assert!(!words.premises.is_empty(), "{line:?}");
        most = most.max(*rating);
    }
    let ExplainEvent::End {
        outcome, rating: RatingParts { er, ep, ed, level: None, score: None, .. }, ..
    } = &end.event
    else {
        panic!("{end:?}")
    };
    assert_eq!((&*outcome.to_string(), *er), ("solved", Some(most)));
    assert_eq!((er, ep, ed), (&Some(Tenths(107)), &Some(Tenths(107)), &Some(Tenths(97))));
}

/// Four rules that leave one solution of an empty grid of 4x4.
const RULES: [&str; 8] = [
    "--rule",
    "cage 3: r1c1 r1c2",
    "--rule",
    "cage 6: r1c4 r2c4",
    "--rule",
    "thermo: r3c1 r4c2 r4c3",
    "--rule",
    "white-dot: r2c3 r3c3",
];

#[test]
fn puzzles_with_rules_have_steps_hints_and_a_rating() {
    let ask = |arguments: &[&str]| run(&[arguments, &RULES, &["................"]].concat());
    let ran = ask(&["explain", "--html"]);
    assert!(ran.out.contains("thermo") && ran.out.matches("<svg").count() == 21, "{}", ran.out.len());
    assert!(ask(&["rate", "--format", "tsv"]).out.ends_with("\t1.8\t253\n"));
    // `hint.md` tests `--without` with a short scale, because the progress of a hint needs a complete path.
    if runs_all_cases() {
        let ran = run(&["hint", "--without", "full-house,naked-single,hidden-single", EASY]);
        assert!(ran.code == Some(0) && !ran.out.contains("Single"), "{}", ran.out);
    }
}

#[test]
fn limits_of_steps_are_reported() {
    for arguments in [&["hint", "--nodes", "0"][..], &["steps", "--time", "0"], &["explain", "--nodes", "0"]]
    {
        let ran = run(&[arguments, &[HARD]].concat());
        assert_eq!(ran.code, Some(4), "{arguments:?}: {ran:?}");
        assert!(ran.err.contains("gave up") || ran.out.contains("was stopped"), "{arguments:?}: {ran:?}");
        assert!(!ran.out.contains("no step"), "{arguments:?}: {ran:?}");
    }
    let reply = json(&run(&["hint", "--nodes", "0", "--format", "json", HARD]).out).remove(0);
    assert_eq!((&reply["outcome"], &reply["limit"]), (&"unknown".into(), &"nodes".into()));
}
