//! Every type can be written as JSON and read back, with the expected fields.

use std::fmt::Debug;

use arcdoku::deduction::{Candidate, Candidates, House, Net, Node, Pattern, Premise, Step, Technique};
use arcdoku::explain::{Link, LinkEnd, LinkKind, Picture};
use arcdoku::grid::{Cell, CellSet, DigitSet, Shape};
use arcdoku::puzzle::format::parse_regions;
use arcdoku::{Limits, Puzzle, Rule, Solver};
use arcdoku_wire::{
    BackdoorReply, CheckReply, CompareReport, Counters, Distribution, ExplainEvent, ExplainLine, Fault,
    FaultCode, FoundSolution, HintReply, Limit, Mark, MinimizeReply, MistakeReply, NoAnswer, ProgressReply,
    PuzzleInput, RateReply, RatingParts, Refutation, ReplyHead, RuleRow, Ruleset, SolutionCount,
    SolveOutcome, SolveReply, StepReply, StepRow, StepWords, StepsOutcome, StrategyReport, StrategyRow,
    TechniqueRow, Tenths, TraceEvent, TraceLine, TraceLiteral, UnavoidableReply, VERSION, WeightParts,
    cell_from_name,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;

fn survives<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> String {
    let text = serde_json::to_string(value).expect("it can be written");
    assert!(!text.contains('\n') && !text.contains("null"), "{text}");
    assert_eq!(&serde_json::from_str::<T>(&text).expect(&text), value);
    text
}

/// A net with a nested step: 1 in r1c1, so not in r1c2, and then by locked candidates not in r9c9.
fn nested() -> Step {
    let digit = arcdoku::Digit::from_index(0);
    let node = |cell: usize, on: bool| Node { cells: CellSet::single(Cell::new(cell)), digit, on, als: None };
    let step = |technique, cell: usize, pattern| Step {
        technique,
        digits: DigitSet::single(digit),
        placements: Vec::new(),
        eliminations: vec![Candidate { cell: Cell::new(cell), digit }],
        pattern,
    };
    let locked = Pattern::Locked {
        digits: DigitSet::single(digit),
        cells: CellSet::single(Cell::new(2)),
        from: House::new(18),
        to: House::new(11),
    };
    let net = Net {
        nodes: vec![node(0, true), node(1, false), node(80, false)],
        causes: vec![vec![], vec![0], vec![1]],
        nested: vec![(2, step(Technique::Pointing, 80, locked))],
    };
    let premise = Premise::Candidate(Candidate { cell: Cell::new(0), digit });
    let pattern = Pattern::Forcing { branches: vec![net], premise };
    step(Technique::DynamicForcingChainsPlus, 80, pattern)
}

#[test]
fn replies() {
    let puzzle: Puzzle = "1...\n..3.\n...4\n.2..".parse().expect("a puzzle");
    let answer = Solver::new().solve(&puzzle, &Limits::NONE);
    let puzzle = Some("1.....3....4.2..".into());
    let reply = SolveReply {
        head: ReplyHead { number: 1, puzzle, ..ReplyHead::default() },
        outcome: (&answer.outcome).into(),
        count: Some(u128::MAX.to_string()),
        stats: Some(Counters::from(&answer.stats)),
        fault: Some(Fault::new(FaultCode::Symbol, (1, 2), "x", "y").in_file("a")),
        other: json!({"level": 3}).as_object().cloned().expect("an object"),
        ..SolveReply::default()
    };
    assert!(
        survives(&reply).starts_with(r#"{"version":1,"number":1,"puzzle":"1.....3....4.2..","outcome":"#)
    );
    survives(&SolveReply::default());
    survives(&FoundSolution { version: VERSION, number: 1, index: 2, solution: "1".into() });
    survives(&CheckReply { redundant: vec!["r1c1".into()], minimal: Some(false), ..CheckReply::default() });
}

#[test]
fn field_lists_of_explore_replies_are_complete() {
    let text = || Some("x".to_owned());
    let ruleset = Ruleset {
        shape: Some("latin".into()),
        rules: vec!["diagonals".into()],
        regions: Some("1".into()),
        extra: vec![vec!["r1c1".into()]],
    };
    let head = ReplyHead { puzzle: text(), ruleset, name: text(), ..ReplyHead::default() };
    let cells = || vec!["r1c1".to_owned()];
    let minimize = MinimizeReply {
        head: head.clone(),
        index: Some(1),
        clues: Some(17),
        removed: cells(),
        outcome: Some(NoAnswer::Multiple),
        limit: Some(Limit::Time),
        fault: Some(Fault::new(FaultCode::Symbol, (1, 1), "x", "y")),
        ..MinimizeReply::default()
    };
    let backdoor = BackdoorReply {
        head: head.clone(),
        size: Some(1),
        sets: vec![cells()],
        outcome: Some(NoAnswer::Multiple),
        limit: Some(Limit::Time),
        fault: minimize.fault.clone(),
        ..BackdoorReply::default()
    };
    let unavoidable = UnavoidableReply {
        head: head.clone(),
        solution: text(),
        sets: vec![cells()],
        bound: Some(16),
        hit: cells(),
        proof: text(),
        bytes: Some(1),
        outcome: Some(NoAnswer::Multiple),
        limit: Some(Limit::Time),
        fault: minimize.fault.clone(),
        ..UnavoidableReply::default()
    };
    survives(&minimize);
    survives(&backdoor);
    survives(&unavoidable);
    let names = |value: serde_json::Value| -> Vec<String> {
        value.as_object().expect("an object").keys().cloned().collect()
    };
    assert_eq!(names(json!(minimize)), MinimizeReply::FIELDS);
    assert_eq!(names(json!(backdoor)), BackdoorReply::FIELDS);
    assert_eq!(names(json!(unavoidable)), UnavoidableReply::FIELDS);
}

#[test]
fn field_lists_are_complete() {
    let (text, ruleset) = (
        || Some("x".to_owned()),
        Ruleset {
            shape: Some("latin".into()),
            rules: vec!["diagonals".into()],
            regions: Some("1".into()),
            extra: vec![vec!["r1c1".into()]],
        },
    );
    let head = ReplyHead { puzzle: text(), ruleset: ruleset.clone(), name: text(), ..ReplyHead::default() };
    let fault = Some(Fault::new(FaultCode::Symbol, (1, 1), "x", "y"));
    let solve = SolveReply {
        head: head.clone(),
        strategy: text(),
        solution: text(),
        second: text(),
        refutation: Some(Refutation::Clues),
        because: vec!["row 1".into()],
        smallest: Some(true),
        limit: Some(Limit::Time),
        count: text(),
        exact: Some(true),
        agrees: Some(true),
        stats: Some(Counters::default()),
        fault: fault.clone(),
        ..SolveReply::default()
    };
    let check = CheckReply {
        head: head.clone(),
        valid: Some(true),
        unique: Some(true),
        minimal: Some(true),
        redundant: vec!["r1c1".into()],
        agrees: Some(true),
        refutation: Some(Refutation::Clues),
        because: vec!["row 1".into()],
        smallest: Some(true),
        outcome: Some(NoAnswer::Multiple),
        limit: Some(Limit::Time),
        fault,
        ..CheckReply::default()
    };
    let rate = RateReply {
        head: head.clone(),
        rating: RatingParts {
            level: text(),
            score: Some(4),
            er: Some(Tenths(71)),
            ep: Some(Tenths(12)),
            ed: Some(Tenths(12)),
            hardest_step: Some(Tenths(12)),
        },
        steps: Some(1),
        hardest: text(),
        techniques: [("x-wing".to_owned(), 1)].into(),
        limit: Some(Limit::Time),
        fault: check.fault.clone(),
        ..RateReply::default()
    };
    let hint = HintReply {
        head: head.clone(),
        solutions: Some(SolutionCount::Several),
        remark: text(),
        words: Some(StepWords::default()),
        technique: text(),
        weight: WeightParts { level: text(), score: Some(4), rating: Some(Tenths(71)) },
        step: Some(StepReply::default()),
        notation: text(),
        mistakes: vec![MistakeReply::Wrong(Mark { cell: "r1c1".into(), digit: 1 })],
        places: vec!["b1".into()],
        progress: Some(ProgressReply { percent: 0, level: "Easy".into(), left: 4, whole: 4 }),
        limit: Some(Limit::Nodes),
        fault: check.fault.clone(),
        ..HintReply::default()
    };
    let input = PuzzleInput { solution: text(), name: text(), ruleset, ..PuzzleInput::default() };
    let names = |value: serde_json::Value| -> Vec<String> {
        value.as_object().expect("an object").keys().cloned().collect()
    };
    assert_eq!(names(json!(solve)), SolveReply::FIELDS);
    assert_eq!(names(json!(check)), CheckReply::FIELDS);
    assert_eq!(names(json!(rate)), RateReply::FIELDS);
    assert_eq!(names(json!(hint)), HintReply::FIELDS);
    assert_eq!(names(json!(input)), PuzzleInput::FIELDS);
}

#[test]
fn traces() {
    let literal = TraceLiteral { cell: "r1c2".into(), digit: 4, holds: false };
    let events = [
        TraceEvent::Start {
            number: 1,
            name: None,
            puzzle: "1".into(),
            ruleset: Ruleset::default(),
            strategy: "var=mrv".into(),
        },
        TraceEvent::Start {
            number: 2,
            name: Some("x".into()),
            puzzle: "1".into(),
            ruleset: Ruleset {
                shape: Some("latin".into()),
                rules: vec!["diagonals".into()],
                regions: Some("1".into()),
                extra: vec![vec!["r1c1".into()]],
            },
            strategy: "var=mrv".into(),
        },
        TraceEvent::Node { depth: 0, cell: "r1c1".into(), candidates: vec![4, 7] },
        TraceEvent::Guess { depth: 0, cell: "r1c1".into(), digit: 4 },
        TraceEvent::Exclude { depth: 1, cell: "r1c2".into(), digit: 4 },
        TraceEvent::Conflict { depth: 2, literals: vec![literal.clone()] },
        TraceEvent::Learned { clause: vec![literal] },
        TraceEvent::Jump { depth: 0 },
        TraceEvent::Narrowed {
            cell: "r1c1".into(),
            removed: vec![1],
            left: vec![2],
            decides: true,
            reason: "taken".into(),
            house: Some("row 1".into()),
            constraint: None,
            because: vec!["r1c2".into()],
        },
        TraceEvent::Contradiction {
            kind: "violated".into(),
            house: None,
            constraint: Some("cage 3: r1c1 r1c2".into()),
            cell: None,
        },
        TraceEvent::Backtrack { depth: 0, cell: "r1c1".into(), digit: 4 },
        TraceEvent::Board { depth: 1, board: "1".into(), candidates: None },
        TraceEvent::Solution { depth: 1, solution: "1".into() },
        TraceEvent::Restart,
        TraceEvent::End {
            outcome: SolveOutcome::Unique,
            refutation: None,
            limit: None,
            stats: Counters::default(),
        },
    ];
    for event in events {
        let text = survives(&TraceLine { version: VERSION, event });
        assert!(text.starts_with(r#"{"version":1,"event":""#), "{text}");
    }
}

#[test]
fn reports() {
    let mut values: Vec<f64> = (1..=100).rev().map(f64::from).collect();
    let each = Distribution::of(&mut values);
    assert_eq!(
        (each.min, each.q1, each.median, each.q3, each.p95, each.max),
        (1.0, 25.0, 50.0, 75.0, 95.0, 100.0)
    );
    assert_eq!(Distribution::of(&mut []), Distribution::default());
    let strategies = vec![StrategyReport { nodes_each: each, ..StrategyReport::default() }];
    survives(&CompareReport { version: VERSION, strategies, ..CompareReport::default() });
    let text = || "x".to_owned();
    survives(&RuleRow {
        version: VERSION,
        name: text(),
        family: text(),
        example: text(),
        summary: text(),
        style: text(),
    });
    survives(&StrategyRow { version: VERSION, name: text(), parts: text(), source: text(), summary: text() });
    survives(&TechniqueRow { level: Some(text()), score: Some(1), ..TechniqueRow::default() });
}

#[test]
fn puzzles_with_all_rules() {
    let shape = Shape::boxes(3, 2).expect("a shape");
    let extra = Rule::all_different(shape, &[Cell::new(0), Cell::new(7)]).expect("a set");
    let jigsaw = Shape::latin(4).expect("a shape");
    let regions = parse_regions("aabb aacb dccb dddc", jigsaw).expect("regions");
    let restricted: Puzzle = format!("12{}", ".".repeat(62)).parse().expect("candidates");
    let large = Puzzle::new(Shape::boxes(7, 7).expect("a shape"));
    let nine = Puzzle::new(Shape::CLASSIC);
    for puzzle in [
        Puzzle::new(shape).with_rule(Rule::Diagonals).with_rule(extra),
        Puzzle::new(jigsaw).with_rule(regions),
        Puzzle::new(Shape::latin(9).expect("a shape")),
        nine.with_rule(Rule::Windoku).with_rule(Rule::DisjointGroups),
        restricted,
        large,
    ] {
        let input = PuzzleInput::from(&puzzle);
        survives(&input);
        assert_eq!(input.record().expect("it can be read").puzzle, puzzle);
    }
}

#[test]
fn misfits_are_faults() {
    let read = |text: &str| serde_json::from_str::<PuzzleInput>(text).expect(text).record();
    for (text, expected) in [
        (r#"{"puzzle": "12"}"#, "1:3: found '12' (2 characters)"),
        (r#"{"puzzle": "1", "shape": "9x9"}"#, "1:1: found '9x9', expected boxes"),
        (
            r#"{"puzzle": "................", "rules": ["nonsense"]}"#,
            "found 'nonsense', expected the name of a rule, such as",
        ),
        (r#"{"puzzle": "................", "extra": [["r5c1"]]}"#, "found cell r5c1"),
        (
            r#"{"puzzle": "................", "extra": [["r1c1", "R1C1"]]}"#,
            "found r1c1 twice in an extra set",
        ),
        (r#"{"puzzle": "................", "extra": [["a1"]]}"#, "found 'a1', expected a cell such as r1c9"),
        (r#"{"puzzle": "................", "regions": "aaab"}"#, "region 'a'"),
        (
            r#"{"puzzle": "....................................", "rules": ["windoku"]}"#,
            "found windoku in a grid of 6x6 in boxes of 2x3, expected a grid with square boxes",
        ),
    ] {
        let fault = read(text).expect_err(text).to_string();
        assert!(fault.contains(expected), "{fault}");
    }
    assert_eq!(cell_from_name(" R10c2 "), Ok((10, 2)));
    assert_eq!(
        Fault::new(FaultCode::Symbol, (1, 3), "a", "b").within((4, 10)).to_string(),
        "4:12: found a, expected b"
    );
    assert_eq!(
        Fault::new(FaultCode::Symbol, (2, 3), "a", "b").within((4, 10)).to_string(),
        "5:3: found a, expected b"
    );
    assert_eq!(Fault::quoted("a\nb"), "'a\\nb'");
}

#[test]
fn puzzles_of_every_shape_are_read_back() {
    let solver = |puzzle: &Puzzle| Solver::new().first(puzzle, &Limits::NONE).outcome;
    for (text, rules) in [
        ("grid 4x6 boxes 2x3", &["cage 5: r1c1 r1c2", "all-different: r1c1 r2c4"][..]),
        ("grid 2x3 digits 0-4 extra 2", &["all-different: v1 v2", "candidates 0-4 12 . . . . 4 - 03"]),
        ("grid 4x4 digits 1-6", &["regions 1122 1122 3344 3344"]),
        ("grid 1x40", &["thermo: r1c1 r1c40"]),
        ("grid 4x4 boxes 2x2 bare", &["rows", "boxes"]),
        ("grid 6x6 digits 1-4", &["grid at r1c1 4x4 boxes 2x2", "grid at r3c3 4x4", "void: r1-2c5-6"]),
    ] {
        let bare = text.strip_suffix(" bare");
        let shape: Shape = bare.unwrap_or(text).parse().expect(text);
        let empty = if bare.is_some() { Puzzle::bare(shape) } else { Puzzle::new(shape) };
        let mut puzzle =
            rules.iter().fold(empty, |puzzle, rule| puzzle.with_rule(Rule::parse(rule, shape).expect(rule)));
        if let Some(solution) = solver(&puzzle).solution() {
            puzzle.set(Cell::new(1), Some(solution.at(Cell::new(1))));
        }
        let mut input = PuzzleInput::from(&puzzle);
        assert_eq!(input.ruleset.shape.as_deref(), Some(text));
        if let Some(solution) = solver(&puzzle).solution() {
            input = input.with_solution(shape, solution);
            let again = PuzzleInput::expected(input.solution.as_deref().unwrap_or_default(), &puzzle);
            assert_eq!(again.as_ref(), Ok(solution), "{text}");
        }
        let json = serde_json::to_string(&input).expect("JSON");
        let read: PuzzleInput = serde_json::from_str(&json).expect("JSON");
        let read = read.record().unwrap_or_else(|fault| panic!("{json}: {fault}")).puzzle;
        let sorted = |puzzle: &Puzzle| {
            let mut rules: Vec<String> = puzzle.rules().iter().map(ToString::to_string).collect();
            rules.sort();
            rules
        };
        assert_eq!(
            (read.shape(), read.givens(), sorted(&read)),
            (shape, puzzle.givens(), sorted(&puzzle)),
            "{json}"
        );
    }
    let read = |shape: &str| {
        let input = PuzzleInput { puzzle: "1...............".into(), ..PuzzleInput::default() };
        let ruleset = Ruleset { shape: Some(shape.into()), ..Ruleset::default() };
        PuzzleInput { ruleset, ..input }.record()
    };
    assert_eq!(read("bare").map(|record| record.puzzle.rules().len()), Ok(0));
    let fault = read("grid 4x4 digits 2-5").expect_err("no such digits").to_string();
    assert_eq!(fault, "1:17: found '2-5', expected at most 64 digits from 0 or 1 on, such as 0-8");
    let fault = read("grid 4x5").expect_err("a cell is missing").to_string();
    assert!(
        fault.starts_with("1:17: found 16 cells in a row, expected 5 in a row of a grid of 4x5"),
        "{fault}"
    );
}

#[test]
fn steps_of_people() {
    let mark = || Mark { cell: "r1c1".into(), digit: 1 };
    let step = StepReply {
        technique: "x-wing".into(),
        name: "X-Wing".into(),
        code: Some("0300".into()),
        digits: vec![1],
        eliminations: vec![mark()],
        ..StepReply::default()
    };
    let row = StepRow { version: VERSION, number: 1, index: 2, step: step.clone(), ..StepRow::default() };
    let text = survives(&row);
    assert!(text.contains(r#""technique":"x-wing","name":"X-Wing","code":"0300","digits":[1]"#), "{text}");
    let state = Candidates::of(&Puzzle::new(Shape::CLASSIC)).expect("a classic grid");
    let end =
        LinkEnd { cells: state.places(arcdoku::Digit::from_index(0)), digit: arcdoku::Digit::from_index(0) };
    let picture = Picture {
        links: vec![Link { from: end, to: end, kind: LinkKind::Strong, chain: 1 }],
        ..Picture::default()
    };
    let text = survives(&StepReply { picture: Some((&picture).into()), ..StepReply::default() });
    assert!(text.contains(r#""picture":{"links":[{"from":{"cells":["r1c1","r1c2""#), "{text}");
    assert!(text.contains(r#""strong":true,"chain":1"#), "{text}");
    let text = survives(&StepReply::new(&nested(), &state));
    assert!(text.contains(r#""on":false,"causes":[1],"step":0}"#), "{text}");
    assert!(text.contains(r#""nested":[{"technique":"pointing""#), "{text}");
    assert!(text.contains(r#""strong":false,"step":true,"chain":1"#), "{text}");
    assert_eq!(survives(&MistakeReply::Missing(mark())), r#"{"kind":"missing","cell":"r1c1","digit":1}"#);
    let events = [
        ExplainEvent::Start {
            puzzle: "1".into(),
            ruleset: Ruleset { rules: vec!["diagonals".into()], ..Ruleset::default() },
            name: Some("x".into()),
            profile: "hodoku".into(),
        },
        ExplainEvent::Step {
            index: 1,
            step,
            weight: WeightParts { level: Some("Hard".into()), score: Some(140), rating: None },
            words: StepWords {
                premises: vec!["a".into(), "b".into()],
                depths: vec![0, 1],
                why: "b".into(),
                conclusion: "c".into(),
            },
            notation: "d".into(),
            library: ":0300:1:".into(),
        },
        ExplainEvent::End {
            outcome: StepsOutcome::Solved,
            rating: RatingParts { level: Some("Hard".into()), score: Some(140), ..RatingParts::default() },
            steps: 1,
            techniques: [("x-wing".to_owned(), 1)].into(),
        },
    ];
    for event in events {
        let text = survives(&ExplainLine { version: VERSION, number: 1, event });
        assert!(text.starts_with(r#"{"version":1,"number":1,"event":""#), "{text}");
    }
}

#[test]
fn ratings_are_numbers() {
    let parts = RatingParts { er: Some(Tenths(71)), ep: Some(Tenths(12)), ..RatingParts::default() };
    let rating = RateReply { rating: parts, ..RateReply::default() };
    assert!(survives(&rating).contains(r#""er":7.1,"ep":1.2"#));
    for tenths in 0..=u8::MAX {
        let text = serde_json::to_string(&Tenths(tenths)).expect("a number");
        assert_eq!(serde_json::from_str::<Tenths>(&text).expect(&text), Tenths(tenths));
    }
    assert_eq!(serde_json::from_str::<Tenths>("11").expect("a whole number"), Tenths(110));
}

#[test]
fn rules_that_do_not_fit_have_a_column() {
    let at = |rule: &str| {
        let ruleset = Ruleset { rules: vec![rule.to_owned()], ..Ruleset::default() };
        let input = PuzzleInput { puzzle: ".".repeat(16), ruleset, ..PuzzleInput::default() };
        let fault = input.record().unwrap_err();
        assert_eq!(fault.line, 1);
        (fault.code, fault.column)
    };
    assert_eq!(at("thermo:  r1c1 r9c9"), (FaultCode::Rule, 15));
    assert_eq!(at("cage 99: r1c1 r1c2"), (FaultCode::Impossible, 6));
    assert_eq!(at("disjoint-group"), (FaultCode::Rule, 1));
}
