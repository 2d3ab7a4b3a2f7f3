//! Every question, answered without a process.

use std::num::NonZeroU128;
use std::ops::ControlFlow;

use arcdoku::explain::{Coordinates, Grade, Language, Narrator};
use arcdoku::rate::Scale;
use arcdoku_exchange::Policy;
use arcdoku_service::ask::answer::{Answer as _, ReplyStyle, Session};
use arcdoku_service::ask::explain::{ExplainFormat, ExplainStyle, Explainer};
use arcdoku_service::ask::hint::Helper;
use arcdoku_service::ask::rate::{Judge, RateStyle};
use arcdoku_service::ask::regress::RegressOptions;
use arcdoku_service::ask::solve::{SolveFormat, SolveStyle, Worker};
use arcdoku_service::ask::steps::Lister;
use arcdoku_service::ask::trace::{SearchPicture, TraceStyle};
use arcdoku_service::ask::{
    ReplyFormat, compare, convert, explain, rate, regress, solve, steps, strategies, techniques, trace,
};
use arcdoku_service::cancel::{Bounds, Cancel};
use arcdoku_service::input::{Input, Medium, Plan, read_one};
use arcdoku_service::output::Transcript;
use arcdoku_service::pool::{Event, Feed, Pool};
use arcdoku_service::status::{Error, Status};
use arcdoku_wire::question::{
    Boards, Check, Compare, Convert, CountLimit, Explain, Goal, Hint, Question, Solve, StepNotation, Steps,
    Trace,
};
use arcdoku_wire::{HintOutcome, RateOutcome, Ruleset, SolutionCount, SolveOutcome};
use serde_json::{Value, json};

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn input(text: &str) -> Input {
    Input::text(text, Plan::default())
}

fn reading(text: &str) -> arcdoku_service::input::Reading {
    read_one(text, &Plan::default())
}

/// A question with these options.
fn question_with<Q: Question>(options: &Value) -> Q {
    Q::from_options(options.as_object().unwrap()).unwrap()
}

fn helper(question: &Hint) -> Helper {
    Helper::new(question, Bounds::default()).unwrap()
}

fn scale(name: &str) -> Scale {
    Scale::by_name(name).expect("a scale of the library")
}

#[test]
fn solve_answers_one_puzzle_and_many() {
    let mut worker = Worker::new(&Solve::default(), Bounds::default());
    let reply = worker.reply(7, &reading(EASY));
    assert_eq!((reply.head.number, reply.outcome), (7, SolveOutcome::Unique));
    assert_eq!(reply.solution.as_deref(), Some(SOLVED));
    let count = Solve { count: NonZeroU128::new(2).map(CountLimit::Most), ..Solve::default() };
    let several = reading(&format!("{}{}", &EASY[..27], ".".repeat(54)));
    assert_eq!(Worker::new(&count, Bounds::default()).reply(1, &several).count.as_deref(), Some("2"));

    let text = format!("{EASY}\n").repeat(500);
    let style = SolveStyle::of(&input(&text), false);
    let mut answers = Vec::new();
    for threads in [0, 1, 3] {
        let mut out = Transcript::default();
        let summary =
            solve::run(&Solve::default(), Bounds::default(), style, input(&text), threads, &mut out).unwrap();
        assert_eq!(summary.status, Status::Fine);
        assert_eq!(out.puzzles, 500);
        answers.push(out.text);
    }
    assert_eq!(answers[0], format!("{SOLVED}\n").repeat(500));
    assert!(answers.iter().all(|answer| *answer == answers[0]));
}

#[test]
fn bad_input_is_located() {
    let mut worker = Worker::new(&Solve::default(), Bounds::default());
    let reply = worker.reply(1, &reading(&EASY[..80]));
    assert_eq!(reply.outcome, SolveOutcome::Malformed);
    let fault = reply.fault.expect("what is wrong");
    assert_eq!((fault.line, fault.column), (1, 81));
    assert!(fault.found.contains("80 characters"), "{fault}");

    // The second row of a table, and the field of a JSON line.
    let table = format!("id,puzzle\n1,{EASY}\n2,{}\n", &EASY[1..]);
    let mut out = Transcript::default();
    let status = crate::check(input(&table), &mut out);
    assert_eq!(status, Status::Malformed);
    let error = &out.errors[0];
    assert!(error.starts_with("<argument>:3:83: found") && error.contains("80 characters"), "{error}");
    let fault = reading(r#"{"puzzle": 1}"#).expect_err("a number").message();
    assert_eq!(fault, "<argument>:1:2: found a number in the field \"puzzle\", expected a string");
}

#[test]
fn rules_are_text() {
    let rule = "all-different: r1c1 r2c2 r3c3";
    let rules = |text: &str| Ruleset { rules: vec![text.to_owned()], ..Ruleset::default() };
    let plan = Plan::new(None, rules(rule)).unwrap();
    let reply = Worker::new(&Solve::default(), Bounds::default()).reply(1, &read_one(EASY, &plan));
    // 5, 7 and 8 differ.
    assert_eq!((reply.outcome, reply.head.ruleset.extra.len()), (SolveOutcome::Unique, 1));
    let error = Plan::new(None, rules("all-similar: r1c1")).unwrap_err();
    assert_eq!(error.status(), Status::Usage);
    assert!(error.to_string().contains("found 'all-similar'"), "{error}");
}

#[test]
fn check_finds_redundant_clues() {
    let mut session = Session::new(&Cancel::default());
    let reply = Check::default().reply(&mut session, 1, &reading(&format!("{}.", &SOLVED[..80])), &|_| {});
    assert_eq!((reply.valid, reply.unique, reply.minimal), (Some(true), Some(true), Some(false)));
    assert_eq!(reply.redundant.len(), 80);
}

#[test]
fn convert_writes_another_notation() {
    let mut out = Transcript::default();
    let cancel = Cancel::default();
    convert::run(&Convert { to: Goal::Medium(Medium::Json) }, input(EASY), &cancel, &mut out).unwrap();
    assert_eq!(out.text, format!("{{\"puzzle\":\"{EASY}\"}}\n"));
    let plan =
        Plan::new(None, Ruleset { rules: vec!["diagonals".to_owned()], ..Ruleset::default() }).unwrap();
    let question = Convert { to: Goal::Medium(Medium::from_name("line").unwrap()) };
    let status = convert::run(&question, Input::text(EASY, plan), &cancel, &mut out).unwrap();
    assert_eq!(status, Status::Not);
    assert!(out.errors[0].contains("it has diagonals"), "{:?}", out.errors);
}

#[test]
fn compare_counts_the_work_of_strategies() {
    let mut out = Transcript::default();
    let cancel = Cancel::default();
    let options = serde_json::json!({ "strategies": "csp,singles-mrv" });
    let question = Compare::from_options(options.as_object().unwrap()).unwrap();
    let (items, status) = compare::read(input(&format!("{EASY}\n{EASY}")), &cancel, &mut out).unwrap();
    assert_eq!((items.len(), status), (2, Status::Fine));
    let (report, status) = compare::run(&question, Bounds::only(&cancel), items, 2, &mut out).unwrap();
    assert_eq!((report.puzzles, report.strategies.len(), status), (2, 2, Status::Fine));
    assert!(report.strategies.iter().all(|row| row.solved == 2));
    assert!(compare::table(&report, true, false).starts_with("strategy,solved,no_search,"));
    assert!(strategies::rows().any(|row| row.name == "csp"));
    assert!(strategies::parts(true, false).lines().count() > 3);
}

#[test]
fn trace_writes_each_step() {
    let mut out = Transcript::default();
    let style = TraceStyle { json: true, colored: false };
    let question = Trace { boards: Boards::None, ..Trace::default() };
    let (status, pictures) = trace::run(
        &question,
        &Bounds::default(),
        style,
        input(&format!("1...............\n{EASY}")),
        None,
        &[SearchPicture::Solution],
        &mut out,
    )
    .unwrap();
    assert_eq!(status, Status::Fine);
    assert!(out.text.starts_with(r#"{"version":1,"event":"start","number":1,"#), "{}", out.text);
    assert!(out.text.lines().last().unwrap().contains(r#""event":"end","outcome":"solved""#));
    let [Some(picture)] = &pictures[..] else { panic!("one picture of the last puzzle") };
    assert!(picture.starts_with("<svg") && picture.contains("<title>Sudoku of 9x9 "), "{picture}");
}

#[test]
fn implication_graphs_require_a_search_that_learns() {
    let prepare =
        |picture: SearchPicture, options: Value| SearchPicture::prepare(&[picture], question_with(&options));
    let strategy = |options: Value| {
        let question = prepare(SearchPicture::Implications, options).map_err(|error| error.to_string())?;
        Ok(question.search.strategy.expect("one is implied").to_string())
    };
    let refused = "strategy: the implication graph of a conflict requires the strategy learning".to_owned();
    assert_eq!(strategy(json!({ "strategy": "fc-mrv" })), Err(refused));
    assert!(strategy(json!({})).is_ok_and(|strategy| strategy.contains("branch=learn")));
    assert!(strategy(json!({ "seed": 7 })).is_ok());
    assert!(prepare(SearchPicture::Tree, json!({ "strategy": "fc-mrv" })).is_ok());
    assert!(prepare(SearchPicture::Tree, json!({ "seed": 7 })).is_err(), "a seed requires a strategy");
}

#[test]
fn hint_shows_the_next_step() {
    let mut helper = helper(&Hint { grade: Grade::Full, ..Hint::default() });
    let reply = helper.reply(1, &reading(EASY), &|_| {});
    assert_eq!((reply.outcome, reply.solutions), (HintOutcome::Hint, Some(SolutionCount::One)));
    assert!(reply.step.is_some_and(|step| !step.placements.is_empty()));
    let reply = helper.reply(1, &reading("1"), &|_| {});
    assert_eq!(reply.outcome, HintOutcome::Solved, "a grid of one cell");
}

#[test]
fn steps_are_listed() {
    let question: Steps = question_with(&json!({ "scale": "hodoku", "techniques": ["naked-single"] }));
    let style = ReplyStyle::plain(ReplyFormat::Tsv);
    let mut out = Transcript::default();
    let mut lister = Lister::new(&question, Bounds::default()).unwrap();
    assert_eq!(steps::run(&mut lister, style, input(EASY), &mut out).unwrap(), Status::Fine);
    assert!(out.text.starts_with("puzzle\ttechnique\tlevel\t") && out.text.contains("\n1\tnaked-single\t"));
}

#[test]
fn explain_writes_a_path_in_every_format() {
    let question: Explain = question_with(&json!({ "language": "de", "coordinates": "chess" }));
    let explain = |format, step, out: &mut Transcript| {
        let style = ExplainStyle { format, step, colored: false };
        let mut explainer = Explainer::new(&question, Bounds::default(), style).unwrap();
        explain::run(&mut explainer, input(EASY), None, out)
    };
    let path = |format| {
        let mut out = Transcript::default();
        assert_eq!(explain(format, 1, &mut out).unwrap(), Status::Fine);
        out.text
    };
    assert!(path(ExplainFormat::Html).ends_with("</html>\n"));
    assert!(path(ExplainFormat::Svg).contains("<svg"));
    assert!(path(ExplainFormat::Json).lines().count() > 50);
    assert!(path(ExplainFormat::Markdown).starts_with("# "));
    assert!(!path(ExplainFormat::Summary).is_empty() && !path(ExplainFormat::Text).is_empty());
    let wrong = explain(ExplainFormat::Svg, 1000, &mut Transcript::default());
    assert!(wrong.unwrap_err().to_string().starts_with("--svg 1000: the path of"));
}

/// Sixteen cells without clues, and rules that leave one solution.
const RULED: &str = r#"{"puzzle": "................", "name": "small", "rules": ["cage 3: r1c1 r1c2", "cage 6: r1c4 r2c4",
    "thermo: r3c1 r4c2 r4c3", "arrow: r1c4 r2c3 r3c4", "white-dot: r2c3 r3c3"]}"#;

fn ruled() -> String {
    RULED.replace('\n', "")
}

/// Puzzles that the classic techniques refuse are answered on the scale for puzzles with rules.
#[test]
fn puzzles_with_rules_are_explained_hinted_and_rated() {
    let path = |format, notation| {
        let mut out = Transcript::default();
        let style = ExplainStyle { format, step: 1, colored: false };
        let question = Explain { notation, ..Explain::default() };
        let mut explainer = Explainer::new(&question, Bounds::default(), style).unwrap();
        let status = explain::run(&mut explainer, input(&ruled()), None, &mut out).unwrap();
        (status, out.text)
    };
    let words = |format| path(format, StepNotation::Words).1;
    assert!(words(ExplainFormat::Text).contains("Its digits are different, and their sum is 3."));
    assert!(words(ExplainFormat::Html).contains("<svg") && words(ExplainFormat::Svg).starts_with("<svg"));
    assert!(words(ExplainFormat::Markdown).starts_with("# puzzle 1 (small)"));
    assert!(words(ExplainFormat::Summary).contains("Combination"));
    assert!(path(ExplainFormat::Text, StepNotation::Short).1.contains("=> r1c12<>3 4"));
    let (status, lines) = path(ExplainFormat::Json, StepNotation::Words);
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let end = lines.last().unwrap();
    let is_solved = end["outcome"] == "solved";
    assert_eq!(is_solved, status == Status::Fine, "{end}");
    assert!(lines[0]["profile"] == "logic" && end["hardest_step"].as_f64() > Some(1.5));
    assert!(lines[1]["picture"]["areas"][0]["cells"].is_array() && lines[1]["rating"].is_f64());

    let mut helper = helper(&Hint { grade: Grade::Full, ..Hint::default() });
    let reply = helper.reply(1, &reading(&ruled()), &|_| {});
    let step = reply.step.expect("a step");
    assert_eq!((reply.outcome, step.technique.as_str()), (HintOutcome::Hint, "combination"));
    assert_eq!((step.eliminations[0].cell.as_str(), step.eliminations[0].digit), ("r1c1", 3));

    let mut judge = Judge::new(&question_with(&json!({ "scale": "se" })), Bounds::default()).unwrap();
    let reply = judge.reply(1, &reading(&ruled()), &|_| {});
    assert_eq!((reply.scale.as_str(), reply.outcome == RateOutcome::Rated), ("logic", is_solved));

    let question: Steps = question_with(&json!({ "most": 3, "language": "de", "coordinates": "chess" }));
    let reply = Lister::new(&question, Bounds::default()).unwrap().reply(&reading(&ruled()), &|_| {});
    assert!(reply.steps.len() == 3 && reply.steps[0].words.conclusion.starts_with("Streiche"));
}

#[test]
fn techniques_for_rules_are_left_out() {
    let mut helper = helper(&question_with(&json!({ "techniques": ["naked-single"] })));
    let reply = helper.reply(1, &reading(&ruled()), &|_| {});
    assert_eq!(reply.outcome, HintOutcome::Stuck);
    // Clues that conflict are not a state, but a wrong candidate is a mistake.
    let wrong = r#"{"puzzle": "1...1...........", "rules": ["cage 3: r1c1 r1c2"]}"#;
    assert_eq!(helper.reply(1, &reading(wrong), &|_| {}).outcome, HintOutcome::Unsatisfiable);
}

#[test]
fn rate_gives_the_hardness() {
    let mut judge = Judge::new(&question_with(&json!({ "scale": "se" })), Bounds::default()).unwrap();
    let reply = judge.reply(1, &reading(EASY), &|_| {});
    assert_eq!((reply.outcome, reply.rating.er.map(|er| er.0)), (RateOutcome::Rated, Some(12)));
    let style = RateStyle {
        format: ReplyFormat::Tsv,
        ep: false,
        ed: false,
        quiet: false,
        spread: true,
        colored: false,
    };
    let mut out = Transcript::default();
    let summary = rate::run(&judge, style, input(EASY), 2, &mut out).unwrap();
    assert_eq!(out.text, format!("{EASY}\t1.2/1.2/1.2\n"));
    assert_eq!((summary.spread.len(), summary.tally.text(judge.scale().form())), (1, "1 ER 1".to_owned()));
}

#[test]
fn techniques_are_listed_and_checked() {
    let narrator = Narrator::new(Language::English, Coordinates::RowColumn);
    let rows = techniques::rows(&scale("hodoku"), &narrator);
    assert!(rows.iter().any(|row| row.name == "x-wing" && row.code.as_deref() == Some("0300")));
    assert!(techniques::list(ReplyFormat::Json, &scale("se"), &narrator, false).lines().count() > 30);
    let library = include_str!("../../src/ask/techniques/examples.txt");
    let line = library.lines().find(|line| line.starts_with(":0300:")).expect("an X-Wing");
    let mut out = Transcript::default();
    let options = RegressOptions::default();
    let status = regress::run(&options, input(line), 1, &Cancel::default(), &mut out).unwrap();
    assert_eq!((out.text.as_str(), status), ("1 passed, 0 failed\n", Status::Fine));
}

#[test]
fn json_is_json_in_every_style() {
    let mut out = Transcript::default();
    let style = SolveStyle { format: SolveFormat::Json, ..SolveStyle::of(&input(EASY), false) };
    solve::run(&Solve::default(), Bounds::default(), style, input(EASY), 1, &mut out).unwrap();
    let reply: arcdoku_wire::SolveReply = serde_json::from_str(&out.text).unwrap();
    assert_eq!(reply.solution.as_deref(), Some(SOLVED));
}

/// A feed of the numbers below `count`.
fn numbers(count: u64) -> impl FnOnce(Feed<'_, u64>) + Send + 'static {
    move |mut feed| {
        let _ = (0..count).try_for_each(|number| feed.send(number, 1));
    }
}

/// A worker that sends its number twice, and yields before some of them.
fn echo() -> impl FnMut(u64, &mut dyn FnMut(u64) -> ControlFlow<()>) {
    |number, emit| {
        if number % 7 == 0 {
            std::thread::yield_now();
        }
        if emit(number).is_continue() {
            let _ = emit(number);
        }
    }
}

#[test]
fn a_pool_keeps_the_order_of_its_jobs() {
    for threads in [0, 1, 4] {
        let mut results = Vec::new();
        let take = |event| {
            if let Event::Result(result) = event {
                results.push(result);
            }
            Ok::<_, Error>(ControlFlow::Continue(()))
        };
        Pool::new(threads, &Cancel::default()).run(numbers(1000), echo, take).unwrap();
        let expected: Vec<u64> = (0..1000).flat_map(|number| [number, number]).collect();
        assert_eq!(results, expected, "{threads} threads");
    }
}

#[test]
fn a_pool_ends_early() {
    for threads in [0, 1, 4] {
        // The run is ended by the receiver, by an error, and by the flag.
        let mut taken = 0;
        let take = |event| {
            taken += u64::from(matches!(event, Event::Result(_)));
            Ok::<_, Error>(if taken == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        };
        Pool::new(threads, &Cancel::default()).run(numbers(u64::MAX), echo, take).unwrap();
        assert_eq!(taken, 5);
        let fail = |event| match event {
            Event::Result(_) => Err("enough"),
            _ => Ok(ControlFlow::Continue(())),
        };
        assert_eq!(Pool::new(threads, &Cancel::default()).run(numbers(u64::MAX), echo, fail), Err("enough"));
        let cancel = Cancel::default();
        let flag = cancel.clone();
        let take = move |_: Event<u64>| {
            flag.cancel();
            Ok::<_, Error>(ControlFlow::Continue(()))
        };
        Pool::new(threads, &cancel).run(numbers(u64::MAX), echo, take).unwrap();
        assert!(cancel.is_cancelled());
    }
}

#[test]
fn a_pool_bounds_unfinished_jobs() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    let done = Arc::new(AtomicU64::new(0));
    let (count, mut taken, mut ahead) = (Arc::clone(&done), 0, 0);
    let worker = move || {
        let count = Arc::clone(&count);
        move |number: u64, emit: &mut dyn FnMut(u64) -> ControlFlow<()>| {
            // The first job is the slowest, so all other jobs would pile up behind it.
            if number == 0 {
                std::thread::sleep(std::time::Duration::from_millis(100));
            }
            count.fetch_add(1, Ordering::SeqCst);
            let _ = emit(number);
        }
    };
    let take = |event| {
        if matches!(event, Event::Result(_)) {
            ahead = ahead.max(done.load(Ordering::SeqCst) - taken);
            taken += 1;
        }
        Ok::<_, Error>(ControlFlow::Continue(()))
    };
    Pool::new(2, &Cancel::default()).with_bound(5).run(numbers(200), worker, take).unwrap();
    assert_eq!(taken, 200);
    assert!(ahead <= 7, "{ahead} jobs were done ahead");
}

#[test]
fn formats_of_other_programs_come_with_a_report() {
    let cancel = Cancel::default();
    let convert = |text: &str, to: &str, policy: Policy| {
        let plan = Plan::new(None, Ruleset::default()).unwrap().with_policy(policy);
        let mut out = Transcript::default();
        let to = Medium::from_name(to).unwrap();
        let status =
            convert::run(&Convert { to: Goal::Medium(to) }, Input::text(text, plan), &cancel, &mut out)
                .unwrap();
        (status, out)
    };
    let text = ".Whisper~5~R1C1~R1C2~R2C2.Cage~10~R5C5~R5C6.~R9C9_4\n.Cage~3~R1C1~R1C2\n";
    let (status, out) = convert(text, "json", Policy::default());
    assert_eq!(status, Status::Fine, "{out:?}");
    let rows: Vec<Value> = out.text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[0]["rules"][0], "whisper 5: r1c1 r1c2 r2c2");
    assert_eq!(rows[0]["import"]["enforced"][1]["what"], "Cage");
    assert_eq!(out.notes[0], "<argument>:1: enforced: Whisper, Cage");

    let (_, link) = convert(text, "f-puzzles", Policy::default());
    assert!(link.text.starts_with("https://www.f-puzzles.com/?load="), "{link:?}");
    let (_, back) = convert(&link.text, "iss", Policy::default());
    assert_eq!(back.text.lines().nth(1), Some(".Cage~3~R1C1~R1C2"));

    // An unknown key is refused, unless the caller allows partial puzzles.
    let text = r#"{"size": 4, "grid": [[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{"value": 2}]], "novelty": [{}]}"#;
    let plan =
        |policy| Plan::new(Medium::from_name("f-puzzles"), Ruleset::default()).unwrap().with_policy(policy);
    let run = |policy| {
        let mut out = Transcript::default();
        let to = Medium::from_name("line").unwrap();
        let status = convert::run(
            &Convert { to: Goal::Medium(to) },
            Input::text(text, plan(policy)),
            &cancel,
            &mut out,
        )
        .unwrap();
        (status, out)
    };
    let (status, out) = run(Policy::default());
    assert_eq!(status, Status::Malformed);
    assert!(out.errors[0].contains("novelty"), "{out:?}");
    let (status, out) = run(Policy { partial: true, marks: true, ..Policy::default() });
    assert_eq!((status, out.text.as_str()), (Status::Fine, "...............2\n"));
    assert!(out.notes.iter().any(|note| note.contains("not understood: novelty")), "{out:?}");
}
