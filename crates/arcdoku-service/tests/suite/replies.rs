//! Content of replies and messages: heads, positions, constraints.

use arcdoku::search::Strategy;
use arcdoku_service::ask::answer::{Answer as _, Session};
use arcdoku_service::ask::compare;
use arcdoku_service::ask::explain::{self, ExplainFormat, ExplainStyle, Explainer};
use arcdoku_service::ask::hint::Helper;
use arcdoku_service::ask::solve::{self, SolveFormat, SolveStyle};
use arcdoku_service::ask::trace::{self, TraceStyle};
use arcdoku_service::cancel::{Bounds, Cancel};
use arcdoku_service::input::{Input, Plan, read_one};
use arcdoku_service::output::Transcript;
use arcdoku_service::status::Status;
use arcdoku_wire::question::{
    Boards, Compare, Explain, Hint, Minimize, Question as _, Solve, StrategyOptions, Trace, Unavoidable,
};
use arcdoku_wire::{ExplainEvent, ExplainLine, NoAnswer, ReplyHead, TraceEvent, TraceLine};

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// A 4x4 grid with two rules that are not houses: a cage, which contains neither 3 nor 4, and a thermometer.
const VARIANT: &str = r#"{"puzzle": "................", "name": "v", "rules": ["cage 3: r1c1 r1c2", "thermo: r2c3 r3c3 r4c3"]}"#;

fn input(text: &str) -> Input {
    Input::text(text, Plan::default())
}

#[test]
fn faults_of_rules_are_located_in_their_row() {
    let message = |text: &str| read_one(text, &Plan::default()).expect_err(text).message();
    for (row, expected) in [
        (
            r#"{"puzzle": "1...............", "rules": ["diagonals", "cage x: r1c1"]}"#,
            "1:61: found 'x' in the rule 'cage x: r1c1', expected a sum",
        ),
        (
            r#"{"rules": ["a\"b"], "puzzle": "1..............."}"#,
            "1:13: found 'a\"b', expected the name of a rule, such as",
        ),
        (
            r#"{"puzzle": "1...............", "rules": ["diagonals", "cage 3: r1c1 r1c9"]}"#,
            "1:69: found r1c9 in a grid of 4x4",
        ),
        (
            r#"{"puzzle": "1...............", "extra": [["r1c1"], ["r2c2", "r9c9"]]}"#,
            "1:62: found cell r9c9 in a grid of 4x4",
        ),
        (r#"{"puzzle": "1...............", "shape": "9x9"}"#, "1:42: found '9x9', expected boxes"),
        (r#"{"puzzle": "1...............", "regions": "aaab"}"#, "1:46: found a cell beyond the 2 of region"),
        ("puzzle,rule\n1...............,diagonals; cage 3: r1c1 r9c1", "2:42: found r9c1 in a grid of 4x4"),
    ] {
        let message = message(row);
        assert!(message.starts_with(&format!("<argument>:{expected}")), "{row}: {message}");
    }
}

#[test]
fn replies_have_the_whole_head() {
    let item = read_one(VARIANT, &Plan::default());
    let is_whole = |head: &ReplyHead| {
        assert_eq!((head.puzzle.as_deref(), head.name.as_deref()), (Some("................"), Some("v")));
        assert_eq!(head.ruleset.rules, ["cage 3: r1c1 r1c2", "thermo: r2c3 r3c3 r4c3"]);
    };
    let mut helper = Helper::new(&Hint::default(), Bounds::default()).unwrap();
    is_whole(&helper.reply(1, &item, &|_| {}).head);
    let mut session = Session::new(&Cancel::default());
    is_whole(&Unavoidable::default().reply(&mut session, 1, &item, &|_| {}).head);
    let reply = Minimize::default().reply(&mut session, 1, &item, &|_| {});
    assert_eq!(reply.outcome, Some(NoAnswer::Multiple));
    is_whole(&reply.head);
    let style = ExplainStyle { format: ExplainFormat::Json, ..ExplainStyle::default() };
    let mut explainer = Explainer::new(&Explain::default(), Bounds::default(), style).unwrap();
    let mut out = Transcript::default();
    explain::run(&mut explainer, input(VARIANT), None, &mut out).unwrap();
    let first: ExplainLine = serde_json::from_str(out.text.lines().next().expect("a line")).unwrap();
    let ExplainEvent::Start { puzzle, ruleset, name, .. } = first.event else { panic!("{first:?}") };
    is_whole(&ReplyHead { puzzle: Some(puzzle), ruleset, name, ..ReplyHead::default() });
}

#[test]
fn traces_of_learning_have_conflicts_clauses_and_jumps() {
    let trace = |json: bool| {
        let strategy = "learning,seed=5026".parse::<Strategy>().ok();
        let search = StrategyOptions { strategy, ..StrategyOptions::default() };
        let question = Trace { search, ..Trace::default() };
        let mut out = Transcript::default();
        let style = TraceStyle { json, colored: false };
        trace::run(&question, &Bounds::default(), style, input("......3..4......"), None, &[], &mut out)
            .unwrap();
        out.text
    };
    let lines = trace(true);
    let events: Vec<TraceEvent> =
        lines.lines().map(|line| serde_json::from_str::<TraceLine>(line).unwrap().event).collect();
    let at =
        events.iter().position(|event| matches!(event, TraceEvent::Conflict { .. })).expect("a conflict");
    let [
        TraceEvent::Conflict { depth, literals },
        TraceEvent::Learned { clause },
        TraceEvent::Jump { depth: back },
    ] = &events[at..at + 3]
    else {
        panic!("{:?}", &events[at..at + 3])
    };
    assert!(back < depth && literals.len() > 1 && !clause.is_empty(), "{:?}", &events[at..at + 3]);
    // The board shows the propagation before each guess.
    for (at, event) in events.iter().enumerate() {
        if matches!(event, TraceEvent::Node { .. }) {
            assert!(matches!(events[at - 1], TraceEvent::Board { .. }), "{event:?}");
        }
    }
    let text = trace(false);
    for part in [" conflict: r", " cannot all hold\n", " learned: r", "\n      back to depth 3\n"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn traces_name_rules_that_are_not_houses() {
    let trace = |json: bool, text: &str| {
        let style = TraceStyle { json, colored: false };
        let question = Trace { boards: Boards::None, ..Trace::default() };
        let mut out = Transcript::default();
        trace::run(&question, &Bounds::default(), style, input(text), None, &[], &mut out).unwrap();
        out.text
    };
    let text = trace(true, VARIANT);
    let events: Vec<TraceEvent> =
        text.lines().map(|line| serde_json::from_str::<TraceLine>(line).unwrap().event).collect();
    assert!(matches!(&events[0], TraceEvent::Start { name: Some(name), .. } if name == "v"));
    let (mut houses, mut rules) = (0, 0);
    for event in &events {
        let TraceEvent::Narrowed { reason, house, constraint, .. } = event else { continue };
        if reason == "constraint" {
            let text = constraint.as_deref().expect("the text of a rule");
            // Consequences of a row and a cage have a name with both.
            assert!(house.is_none() && (text.contains("cage 3:") || text.starts_with("thermo:")), "{text}");
            rules += 1;
        } else if house.is_some() {
            assert!(constraint.is_none(), "{event:?}");
            houses += 1;
        }
    }
    assert!(houses > 0 && rules > 0, "{text}");
    // For digits that a rule excludes, the trace contains the literals that are the reason.
    let text = trace(false, VARIANT);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.contains(&"r1c1 is not 3 or 4: cage 3: r1c1 r1c2 has no combination with them"), "{text}");
    let because = "has no combination with them, because r1c1 is not 3 or 4";
    assert!(lines.iter().any(|line| line.ends_with(because)), "{text}");
    let text = trace(false, &VARIANT.replace("\"................", "\"4..............."));
    let violated = "contradiction: cage 3: r1c1 r1c2 cannot hold, because r1c1 is 4";
    assert!(text.contains(violated), "{text}");
}

#[test]
fn compare_takes_any_rule() {
    // Strategies agree on cages and thermometers, although every level enforces them in its own way.
    let options = serde_json::json!({ "strategies": "csp;singles-mrv;gac-mrv;backtracking", "unique": true });
    let question = Compare::from_options(options.as_object().unwrap()).unwrap();
    let proper = r#"{"puzzle": "................", "rules": ["cage 9: r1c1 r1c2 r1c3", "cage 6: r1c4 r2c4 r3c4", "cage 8: r2c1 r3c1 r4c1", "cage 5: r2c2 r2c3", "cage 5: r3c2 r4c2", "cage 7: r3c3 r4c3 r4c4"]}"#;
    let none = r#"{"puzzle": "1...............", "rules": ["thermo: r2c1 r2c2 r1c1"]}"#;
    let text = format!("{VARIANT}\n{proper}\n{none}\n");
    let mut out = Transcript::default();
    let (items, status) = compare::read(input(&text), &Cancel::default(), &mut out).unwrap();
    assert_eq!((items.len(), status), (3, Status::Fine));
    let (report, status) = compare::run(&question, Bounds::default(), items, 1, &mut out).unwrap();
    assert_eq!((report.puzzles, status), (3, Status::Fine), "{report:?}");
    assert!(report.disagreements.is_empty() && report.strategies.iter().all(|row| row.solved == 3));
    let nodes = |name: &str| report.strategies.iter().find(|row| row.name == name).map(|row| row.nodes);
    assert!(nodes("gac-mrv") < nodes("backtracking"), "{report:?}");
}

#[test]
fn all_solutions_continue_after_a_malformed_row() {
    let text = format!("puzzle,id\n{EASY},a\n12,b\n1...............,c,d\n{EASY},e\n");
    let run = |format| {
        let question = Solve { all: true, ..Solve::default() };
        let style = SolveStyle { format, ..SolveStyle::of(&input(&text), false) };
        let mut out = Transcript::default();
        let summary = solve::run(&question, Bounds::default(), style, input(&text), 2, &mut out).unwrap();
        assert_eq!((summary.status, out.errors.len()), (Status::Malformed, 2), "{:?}", out.errors);
        out.text
    };
    let csv = run(SolveFormat::Csv);
    let rows: Vec<&str> = csv.lines().collect();
    let ends = [",solution,a", ",malformed,b", ",malformed,", ",solution,e"];
    assert_eq!((rows[0], rows.len()), ("puzzle,solution,outcome,id", 5), "{csv}");
    assert!(rows[1..].iter().zip(ends).all(|(row, end)| row.ends_with(end)), "{csv}");
    let json = run(SolveFormat::Json);
    let numbers: Vec<(u64, bool)> = json
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .map(|row| (row["number"].as_u64().unwrap(), row["outcome"] == "malformed"))
        .collect();
    assert_eq!(numbers, [(1, false), (1, false), (2, true), (3, true), (4, false), (4, false)], "{json}");
    let line = run(SolveFormat::Line);
    assert_eq!(line.matches("# malformed\n").count(), 2, "{line}");
}

#[test]
fn rules_of_the_command_line_are_at_fault() {
    // The rules of the command line are at fault if the row has no rules.
    let rules = arcdoku_wire::Ruleset { rules: vec!["windoku".into()], ..Default::default() };
    let plan = || Plan::new(None, rules.clone()).unwrap();
    let text = format!("{{\"puzzle\": \"{}\"}}", ".".repeat(36));
    let mut out = Transcript::default();
    crate::check(Input::text(&*text, plan()), &mut out);
    assert!(out.errors[0].starts_with("--rules: found windoku in a grid of 6x6"), "{:?}", out.errors);
    let own = text.replace('}', ", \"rules\": [\"diagonals\"]}");
    out.errors.clear();
    crate::check(Input::text(own, plan()), &mut out);
    assert!(out.errors[0].starts_with("--rules: found windoku in a grid of 6x6"), "{:?}", out.errors);
}
