//! `hint`, `steps`, `explain`, `rate`, `regress`: what a person could do.

use crate::common::{
    EASY, EASY_SOLVED, GUESSES, HARD, data, directory, file, json, run, run_with, runs_all_cases,
};
use arcdoku_wire::{
    ExplainEvent, ExplainLine, HintReply, MistakeReply, RateReply, RatingParts, StepRow, Tenths, WeightParts,
};

const SEVERAL: &str = ".....6....59.....82....8....45........3........6..3.54...325..6..................";

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
    let ran = run(&["rate", EASY]);
    assert_eq!(ran.out, "<argument>:1  Easy       204  51 steps, hardest: Naked Single\n");
    assert!(run(&["rate", "-q", "--stats", EASY]).err.contains("1 Easy"));
}

#[test]
fn puzzles_without_a_rating_are_reported() {
    let ran = run(&["rate", "--format", "tsv", &data("mixed.txt")]);
    assert_eq!(ran.code, Some(3));
    let words: Vec<&str> = ran.out.lines().filter_map(|line| line.split('\t').nth(1)).collect();
    assert_eq!(words, ["Easy", "multiple", "unsatisfiable", "unsatisfiable", "Medium"]);
    assert!(ran.err.contains("mixed.txt:5:81: found 80 characters, expected 81 for a 9x9 grid\n"));
    assert!(ran.err.contains("mixed.txt:6:2: found second 5 in row 1"), "{}", ran.err);
    assert_eq!(ran.err.lines().count(), 2);
    let ran = run(&["rate", SEVERAL]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.contains("multiple solutions"), "{}", ran.out);
    let ran = run(&["rate", "--format", "tsv", EASY, "--rules", "diagonals"]);
    assert!(ran.code == Some(1) && ran.out.ends_with("\tunsatisfiable\t\n"), "{} {}", ran.out, ran.err);
}

#[test]
fn ratings_for_programs() {
    let input = format!("{{\"puzzle\":\"{HARD}\",\"id\":7,\"level\":3}}\n{{\"puzzle\":\"12\"}}\n");
    let ran = run_with(&["rate", "--format", "json"], input.as_bytes());
    assert_eq!(ran.code, Some(3));
    let rows: Vec<RateReply> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect("a rating")).collect();
    let [rated, malformed] = &rows[..] else { panic!("{}", ran.out) };
    assert_eq!((rated.outcome.as_str(), rated.rating.score), ("rated", Some(696)));
    assert_eq!(rated.techniques.values().copied().sum::<u32>(), rated.steps.expect("steps"));
    assert_eq!((&rated.other["id"], &rated.other["input_level"]), (&7.into(), &3.into()));
    assert!(malformed.outcome == "malformed" && malformed.fault.is_some());
    assert_eq!(json(&ran.out)[0]["scale"], "hodoku");
}

#[test]
fn scales_and_options_can_be_chosen() {
    let place = directory("scales");
    let scale = file(&place, "singles.tsv", "step\teasy\t1\tyes\tyes\tnaked-single\n");
    let ran = run(&["rate", "--scale", &scale, "--format", "tsv", EASY, HARD]);
    assert_eq!((ran.code, ran.out), (Some(1), format!("{EASY}\tEasy\t51\n{HARD}\tunsolved\t\n")));
    let broken = file(&place, "broken.tsv", "limit\teasy\t800\nstep\teasy\t1\tmaybe\tyes\tnaked-single\n");
    let ran = run(&["rate", "--scale", &broken, EASY]);
    assert_eq!(ran.code, Some(3));
    assert!(
        ran.err.contains("broken.tsv: line 2, field 4: found \"maybe\", expected yes or no"),
        "{}",
        ran.err
    );
    assert_eq!(run(&["rate", "--scale", "no-such-scale", EASY]).code, Some(3));
    assert_eq!(run(&["rate", "--set", "fish_size=3", "--set", "siamese=yes", EASY]).code, Some(0));
    for (wrong, says) in [
        ("fish_size", "expected NAME=VALUE"),
        ("fish_size=99", "expected a value from 2 to 7"),
        ("fish_size=x", "expected a number"),
        ("color=1", "expected one of fish_size "),
    ] {
        let ran = run(&["rate", "--set", wrong, EASY]);
        assert!(ran.code == Some(2) && ran.err.contains(says), "{wrong}: {}", ran.err);
    }
    assert!(run(&["rate", "--help"]).out.contains("  fish_size=4 (2 to 7)\n"));
}

/// A case that passes.
const CASE: &str =
    ":0003:5:+4+3...729.8....6....69..3.1.1....8.6..2....9.8....6..3..9.....4.....4.6..71.....25:113::513:";

#[test]
fn regression_libraries() {
    let ran = run_with(&["regress"], format!("# a remark\n{CASE}\n").as_bytes());
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), "1 passed, 0 failed\n"));
    let wrong = CASE.replace("::513:", "::514:");
    let none = CASE.replace(":0003:5:", ":0003-x:5:");
    let unknown = CASE.replace(":0003:", ":9999:");
    let input = format!("{CASE}\n{wrong}\n:0003:5:12:\n{none}\n{unknown}\n");
    let ran = run_with(&["regress"], input.as_bytes());
    assert_eq!(ran.code, Some(3));
    assert_eq!(ran.err, "error: <stdin>:3:11: found 2 cells, expected 81 for a 9x9 grid\n");
    let expected = "\
<stdin>:2: 0003 Naked Single: failed
  expected digits 5: r1c4=5
  found    digits 5: r1c3=5
<stdin>:4: 0003-x Naked Single: failed
  expected nothing
  found    digits 5: r1c3=5
<stdin>:5: 9999 no technique has this code: failed
  expected digits 5: r1c3=5
1 passed, 3 failed
";
    assert_eq!(ran.out, expected);
    let ran = run_with(&["regress", "--codes", "01,0003-x", "-q"], input.as_bytes());
    assert_eq!(ran.out, "0 passed, 1 failed\n");
    assert_eq!(run_with(&["regress", "-q"], format!("{wrong}\n").as_bytes()).code, Some(1));
    let ran = run(&["regress", "no-such-file.txt"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(3), "0 passed, 0 failed\n"));
}

fn hint(arguments: &[&str], input: &str) -> (Option<i32>, HintReply) {
    let ran = run_with(&[&["hint", "--json"], arguments].concat(), input.as_bytes());
    (ran.code, serde_json::from_str(&ran.out).expect("a hint"))
}

/// A state of [`EASY`] as a library line, with these digits placed.
fn state(placed: &[(usize, u8)], deleted: &str) -> String {
    let mut cells: Vec<String> = EASY.chars().map(String::from).collect();
    for &(cell, digit) in placed {
        cells[cell] = format!("+{digit}");
    }
    format!(":0000:x:{}:{deleted}:::", cells.concat())
}

#[test]
fn hints_of_three_grades() {
    let (code, vague) = hint(&[], HARD);
    assert_eq!((code, vague.outcome.as_str(), vague.solutions.as_deref()), (Some(0), "hint", Some("one")));
    assert_eq!(vague.technique.as_deref(), Some("hidden-single"));
    assert!(vague.step.is_none() && !vague.text.concat().contains("r8c6"), "{vague:?}");
    let (_, concrete) = hint(&["--grade", "concrete"], HARD);
    assert!(concrete.step.is_none() && concrete.text.concat().contains("box 8"), "{concrete:?}");
    assert_eq!((vague.places.as_slice(), concrete.places.as_slice()), (&[][..], &["b8".to_owned()][..]));
    let (_, full) = hint(&["--grade", "full"], HARD);
    let step = full.step.expect("a step");
    assert_eq!((step.placements[0].cell.as_str(), step.placements[0].digit), ("r8c6", 1));
    assert!(full.text.len() > 2 && full.text.concat().contains("r8c6"));
    let ran = run(&["hint", "--grade", "full", "--language", "de", "--coordinates", "chess", HARD]);
    assert!(ran.out.contains("Versteckter Einer") && ran.out.contains("H6"), "{}", ran.out);
    assert!(ran.out.lines().any(|line| line == "Versteckter Einer: H6=1 (box 8)"), "{}", ran.out);
    let (_, german) = hint(&["--grade", "full", "--language", "de"], HARD);
    assert_eq!(german.step.expect("a step").name, "Versteckter Einer");
    assert_eq!(german.notation.as_deref(), Some("Versteckter Einer: r8c6=1 (b8)"));
    assert_eq!(run(&["hint", "--language", "xx", HARD]).code, Some(2));
    let place = directory("hints");
    let picture = place.join("step.svg");
    let ran = run(&["hint", "--picture", picture.to_str().expect("UTF-8"), HARD]);
    let drawn = std::fs::read_to_string(&picture).expect("a drawing");
    assert!(ran.code == Some(0) && drawn.starts_with("<svg"), "{}", ran.err);
    // The order of a profile says what comes first.
    let place = directory("profiles");
    let naked = file(&place, "naked.tsv", "step\teasy\t1\tyes\tyes\tnaked-single\n");
    let (code, reply) = hint(&["--profile", &naked], EASY);
    assert_eq!((code, reply.technique.as_deref()), (Some(0), Some("naked-single")));
    let (code, reply) = hint(&["--profile", &naked], HARD);
    assert_eq!((code, reply.outcome.as_str()), (Some(1), "stuck"));
    assert!(reply.progress.is_none(), "a profile that does not solve knows no progress: {reply:?}");
}

#[test]
fn mistakes_come_before_hints() {
    // The solution has 4 and 6 there.
    assert_eq!(&EASY_SOLVED[2..4], "46");
    let (code, right) = hint(&["--grade", "full"], &state(&[(2, 4), (3, 6)], "111"));
    assert_eq!((code, right.outcome.as_str()), (Some(0), "hint"));
    let progress = right.progress.expect("progress");
    assert!(progress.percent > 0 && progress.left < progress.whole, "{progress:?}");
    let ran = run_with(&["hint"], state(&[(2, 4), (3, 6)], "111").as_bytes());
    assert!(ran.out.contains(&format!("\n{} percent done: ", progress.percent)), "{}", ran.out);
    // A wrong digit that also takes the right ones of its neighbors is one mistake.
    let wrong = state(&[(2, 4), (3, 2)], "");
    let (code, reply) = hint(&["--grade", "full"], &wrong);
    assert_eq!((code, reply.outcome.as_str(), reply.step.is_none()), (Some(1), "mistakes", true));
    assert!(matches!(&reply.mistakes[..], [MistakeReply::Wrong(at)] if at.cell == "r1c4" && at.digit == 2));
    let (_, vague) = hint(&[], &wrong);
    assert!(vague.mistakes.is_empty() && !vague.text.concat().contains("r1c4"), "{vague:?}");
    let rated = run_with(&["rate", "--format", "tsv"], wrong.as_bytes());
    assert!(rated.code == Some(1) && rated.out.ends_with("\tmistakes\t\n"), "{}", rated.out);
    // One that a neighbor has is a mistake as well, not a malformed puzzle.
    let (code, reply) = hint(&["--grade", "concrete"], &state(&[(2, 5)], ""));
    assert_eq!((code, reply.outcome.as_str()), (Some(1), "mistakes"));
    assert!(reply.text.concat().contains("r1c3"), "{reply:?}");
    assert_eq!(reply.places, ["r1c3"]);
    // A cell without any mark lacks the right one.
    let (code, reply) = hint(&["--grade", "full"], &state(&[], "113 213 313 413 513 613 713 813 913"));
    assert_eq!((code, reply.mistakes.len()), (Some(1), 1));
    // So is a mark that is missing: 4 of r1c3.
    let (code, reply) = hint(&["--grade", "full"], &state(&[], "413 113"));
    assert_eq!(code, Some(1));
    assert!(matches!(&reply.mistakes[..], [MistakeReply::Missing(at)] if at.cell == "r1c3" && at.digit == 4));
}

#[test]
fn states_are_described() {
    let (code, reply) = hint(&["--grade", "full"], SEVERAL);
    assert_eq!((code, reply.solutions.as_deref()), (Some(1), Some("several")));
    assert!(reply.text[0].contains("several solutions"), "{reply:?}");
    let none =
        run(&["hint", "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3.."]);
    assert_eq!((none.code, none.out.contains("There is no solution.")), (Some(1), true));
    let (code, reply) = hint(&[], EASY_SOLVED);
    assert_eq!((code, reply.outcome.as_str()), (Some(0), "solved"));
    let ran = run(&["hint", &data("sixteen.txt")]);
    assert!(ran.code == Some(0) && ran.out.contains("Look for this: "), "{} {}", ran.out, ran.err);
    let ran = run(&["hint", &data("mixed.txt")]);
    assert_eq!((ran.code, ran.out.matches("puzzle ").count()), (Some(3), 5));
    assert!(ran.err.contains("mixed.txt:5:81: "), "{}", ran.err);
}

#[test]
fn pencil_marks_are_a_state() {
    let marks = run(&["convert", "--to", "pencilmarks", HARD]).out;
    let (code, reply) = hint(&["--grade", "full"], &marks);
    assert_eq!((code, reply.outcome.as_str()), (Some(0), "hint"));
    let line = run_with(&["convert", "--to", "library"], marks.as_bytes());
    assert_eq!(line.out, format!(":0000:x:{HARD}::::\n"), "{}", line.err);
    // A mark that is gone is written, and read again.
    let line =
        run_with(&["convert", "--to", "library"], marks.replacen("123456789", "12345679", 1).as_bytes());
    let (code, again) = hint(&["--grade", "full"], &line.out);
    assert_eq!((code, again.step), (Some(0), reply.step), "{}", line.out);
}

#[test]
fn steps_by_ease() {
    let ran = run(&["steps", "--json", HARD]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let rows: Vec<StepRow> = ran.out.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    assert_eq!(rows[0].step.technique, "hidden-single");
    assert!(rows.iter().zip(1..).all(|(row, index)| row.index == index && row.direct <= row.singles));
    let ran = run(&["steps", "--tsv", "--technique", "pointing,0101", HARD]);
    let lines: Vec<Vec<&str>> = ran.out.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(
        lines[0],
        ["puzzle", "technique", "level", "score", "placed", "gone", "direct", "singles", "step"]
    );
    assert!(lines.len() > 2 && lines[1..].iter().all(|row| ["pointing", "claiming"].contains(&row[1])));
    let ran = run(&["steps", "--family", "locked", HARD]);
    assert!(ran.code == Some(0) && ran.out.contains("pointing "), "{}", ran.out);
    let most = run(&["steps", "--family", "locked", "--most", "1", HARD]).out;
    assert!(most.contains("pointing ") && !most.contains("claiming "), "{most}");
    assert_eq!(run(&["steps", "--technique", "nonsense", HARD]).code, Some(2));
    assert_eq!(run(&["steps", "--family", "nonsense", HARD]).code, Some(2));
    assert_eq!(run(&["steps", "--family", "single-digit", EASY_SOLVED]).code, Some(1));
    let ran = run_with(&["steps"], state(&[(2, 5)], "").as_bytes());
    assert!(ran.code == Some(1) && ran.err.contains("contradicts the solution: r1c3"), "{}", ran.err);
}

#[test]
fn paths_are_explained() {
    let ran = run(&["explain", HARD]);
    assert_eq!(ran.code, Some(0));
    assert!(ran.out.starts_with("puzzle 1\n 1. Hidden Single\n"), "{}", ran.out);
    assert!(ran.out.ends_with("Solved. (Medium, 696, 71 steps)\n"), "{}", ran.out);
    let german = run(&["explain", "--language", "de", HARD]).out;
    assert!(german.starts_with("Rätsel 1\n"), "{german}");
    assert!(german.ends_with("Gelöst. (Mittel, 696, 71 Schritte)\n"), "{german}");
    let short = run(&["explain", "--notation", "short", "--coordinates", "chess", HARD]);
    assert!(short.out.contains(" 1. Hidden Single: H6=1"), "{}", short.out);
    let summary = run(&["explain", "--summary", HARD]).out;
    assert!(summary.contains("Full House") && summary.contains("   19     4     76\n"), "{summary}");
    let markdown = run(&["explain", "--markdown", HARD]).out;
    assert!(markdown.starts_with("# puzzle 1\n") && markdown.contains("\n## 71. "), "{markdown}");
    let ran = run(&["explain", SEVERAL]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("several solutions"), "{}", ran.err);
    assert_eq!(run(&["explain", "--number", "2", EASY]).code, Some(2));
    let ran = run(&["explain", "--number", "3", &data("mixed.txt")]);
    assert!(ran.code == Some(1) && ran.err.contains("mixed.txt:4: there is no solution"), "{}", ran.err);
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
        let ExplainEvent::Step { weight: WeightParts { score, .. }, library, premises, conclusion, .. } =
            &line.event
        else {
            panic!("{line:?}")
        };
        assert!(!premises.is_empty() && !conclusion.is_empty());
        sum += score.expect("a score");
        cases += &(library.clone() + "\n");
    }
    let ExplainEvent::End { outcome, rating, .. } = &end.event else { panic!("{end:?}") };
    assert_eq!(
        (outcome.as_str(), rating.score, rating.level.as_deref()),
        ("solved", Some(sum), Some("Medium"))
    );
    // Every state is a case in which its step is found again. Where other instances are found as well, it
    // fails as a case.
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
    // A board for each of two puzzles, and one for each step.
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

/// The path of the Explainer: each step with its rating, in every form.
#[test]
fn paths_of_the_explainer() {
    let se = |arguments: &[&str]| run(&[&["explain", "--scale", "se"], arguments, &[HARD]].concat());
    let ran = se(&[]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert!(ran.out.starts_with("puzzle 1\n 1. Hidden Single (1.2)\n"), "{}", ran.out);
    assert!(ran.out.contains(". Locked Candidates Type 1 (Pointing) (2.6)\n"), "{}", ran.out);
    assert!(ran.out.ends_with("Solved. (ER 2.6, EP 1.2, ED 1.2, 69 steps)\n"), "{}", ran.out);
    let german = se(&["--language", "de"]).out;
    assert!(german.ends_with("Gelöst. (ER 2.6, EP 1.2, ED 1.2, 69 Schritte)\n"), "{german}");
    let short = se(&["--notation", "short"]).out;
    assert!(short.contains(" 1. Hidden Single: r6c2=4 (b4) (1.2)\n"), "{short}");
    let markdown = se(&["--markdown"]).out;
    assert!(markdown.contains("\n## 69. Full House (1.0)\n"), "{markdown}");
    let summary = se(&["--summary"]).out;
    assert!(summary.contains("Hidden Single                           41   1.2  1.5\n"), "{summary}");
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
            premises,
            ..
        } = &line.event
        else {
            panic!("{line:?}")
        };
        assert!(!premises.is_empty(), "{line:?}");
        most = most.max(*rating);
    }
    let ExplainEvent::End {
        outcome, rating: RatingParts { er, ep, ed, level: None, score: None, .. }, ..
    } = &end.event
    else {
        panic!("{end:?}")
    };
    assert_eq!((outcome.as_str(), *er), ("solved", Some(most)));
    assert_eq!((er, ep, ed), (&Some(Tenths(107)), &Some(Tenths(107)), &Some(Tenths(97))));
}

#[test]
fn hints_of_the_explainer() {
    let (code, reply) = hint(&["--profile", "se", "--grade", "full"], HARD);
    assert_eq!((code, reply.outcome.as_str(), reply.weight.rating), (Some(0), "hint", Some(Tenths(12))));
    assert!(
        reply.weight.level.is_none() && reply.weight.score.is_none() && reply.progress.is_none(),
        "{reply:?}"
    );
    assert_eq!(reply.step.expect("a step").placements[0].cell, "r6c2");
    let (_, reply) = hint(&["--profile", "se"], GUESSES);
    assert_eq!(reply.weight.rating, Some(Tenths(97)));
    // With several solutions, no technique is used that assumes a single one.
    let (code, reply) = hint(&["--profile", "se"], SEVERAL);
    assert_eq!((code, reply.solutions.as_deref()), (Some(1), Some("several")));
    let (code, reply) = hint(&["--profile", "se"], EASY_SOLVED);
    assert_eq!((code, reply.outcome.as_str()), (Some(0), "solved"));
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
    let ran = ask(&["explain", "--language", "de"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains("Die Ziffern steigen darauf von r3c1 bis r4c3 an."), "{}", ran.out);
    let ran = ask(&["hint", "--grade", "full", "--without", "combination"]);
    assert!(ran.code == Some(0) && ran.out.contains("r4c2 is from 2 to 3."), "{}", ran.out);
    let ran = ask(&["rate", "--format", "json"]);
    let reply: RateReply = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((reply.scale.as_str(), reply.rating.hardest_step.map(|step| step.0)), ("logic", Some(18)));
    assert_eq!(reply.hardest.as_deref(), Some("combination"));
    assert!(ask(&["rate", "--format", "tsv"]).out.ends_with("\t1.8\t253\n"));
    let ran = ask(&["rate", "--scale", "se", "--max", "1.7"]);
    assert!(ran.code == Some(0) && ran.out.is_empty(), "{}", ran.out);
    let ran = ask(&["steps", "--technique", "line,pair"]);
    assert!(ran.out.contains("line ") && !ran.out.contains("combination "), "{}", ran.out);
    let ran = ask(&["explain", "--html"]);
    assert!(ran.out.contains("thermo") && ran.out.matches("<svg").count() == 21, "{}", ran.out.len());
    let ran = run(&["hint", "--without", "no-such-technique", EASY]);
    assert!(ran.code == Some(2) && ran.err.contains("the help list the names"), "{}", ran.err);
    // Techniques of the classic grid are left out as well.
    // The scale has few techniques, because the progress of a hint needs a whole path.
    let rows = ["naked-single", "hidden-single", "pointing"]
        .map(|name| format!("step\teasy\t1\tyes\tyes\t{name}\n"));
    let scale = file(&directory("without"), "few.tsv", rows.concat());
    let few = |without: &[&str]| run(&[&["hint", "--profile", &scale], without, &[EASY]].concat());
    assert!(few(&[]).out.contains("Single"));
    let without = ["--without", "full-house,naked-single,hidden-single"];
    let ran = few(&without);
    assert!(ran.code == Some(0) && !ran.out.contains("Single"), "{}", ran.out);
    if runs_all_cases() {
        let ran = run(&[&["hint"], &without[..], &[EASY]].concat());
        assert!(ran.code == Some(0) && !ran.out.contains("Single"), "{}", ran.out);
    }
}
