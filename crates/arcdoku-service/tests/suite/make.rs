//! Questions about minimal puzzles, sets, forms and generated puzzles, without a process.

use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;

use arcdoku::generate::SinglesKind;
use arcdoku::grid::Shape;
use arcdoku_service::ask::ReplyFormat;
use arcdoku_service::ask::answer::{self, Answer as _, ReplyStyle, Session};
use arcdoku_service::ask::canon;
use arcdoku_service::ask::generate::{self, GenerateSummary, SetFile, SetFormat, SetStyle};
use arcdoku_service::ask::study::{self, GridOptions};
use arcdoku_service::ask::vicinity;
use arcdoku_service::cancel::{Bounds, Cancel};
use arcdoku_service::input::{Input, Plan, Reading, read_one};
use arcdoku_service::output::Transcript;
use arcdoku_service::resumable::OutFile;
use arcdoku_service::status::{Error, Status};
use arcdoku_wire::NoAnswer;
use arcdoku_wire::ReplyHead;
use arcdoku_wire::question::{
    Backdoors, Canon, Difference, Generate, Minimize, MinimizeReply, PuzzleText, Question as _, Unavoidable,
    Vicinity,
};
use serde_json::{Map, Value, json};

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// A minimal puzzle, and the same puzzle under a symmetry.
const PUZZLE: &str = "...9...18..5.......7..1.9..2...573........5....3.4....8...24.9..2.8.9..4..9..3...";
const TURNED: &str = "...3..9..4..9.8.2..9.42...8....4.3....5........375...2..9.1..7.......5..81...9...";

/// A minimal puzzle of a different class.
const MINIMAL: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

/// A line that is too short, and the error for it.
const SHORT: &str = "123";
const SHORT_ERROR: &str = "<argument>:1:4: found '123' (3 characters)";

fn input(text: &str) -> Input {
    Input::text(text, Plan::default())
}

fn reading(text: &str) -> Reading {
    read_one(text, &Plan::default())
}

fn temporary(name: &str) -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).expect("a directory");
    directory
}

/// Asserts that a run reported the place of [`SHORT`] and the expected text, and continued.
fn assert_located(errors: &[String]) {
    assert!(errors[0].starts_with(SHORT_ERROR), "{errors:?}");
    assert!(errors[0].contains(", expected "), "{errors:?}");
}

#[test]
fn canon_writes_each_form_once() {
    let text = format!("{SHORT}\n\n{PUZZLE}\n{EASY}\n{TURNED}\n");
    let options = Canon { dedupe: true, key: true, ..Canon::default() };
    let mut out = Transcript::default();
    assert_eq!(
        canon::run(
            &options,
            ReplyStyle::plain(ReplyFormat::Text),
            input(&text),
            2,
            &Cancel::default(),
            &mut out
        )
        .unwrap(),
        Status::Malformed
    );
    let lines: Vec<&str> = out.text.lines().collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines.iter().all(|line| line.len() == 81 + 1 + 32));
    assert_located(&out.errors);
}

#[test]
fn minimal_puzzles_come_one_by_one() {
    let clues = SOLVED.bytes().zip(EASY.bytes()).enumerate();
    let extra: String = clues.map(|(i, (all, given))| char::from(if i < 3 { all } else { given })).collect();
    let mut session = Session::new(&Cancel::default());
    let all = Minimize { all: true, ..Minimize::default() };
    let mut replies = Vec::new();
    let read = reading(&extra);
    let item = read.as_ref().unwrap();
    let begun =
        MinimizeReply { head: ReplyHead { number: 4, ..ReplyHead::default() }, ..MinimizeReply::default() };
    all.answers(&mut session, item, &|_| {}, begun, &mut |reply| {
        replies.push(reply);
        if replies.len() == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
    .unwrap();
    let indices: Vec<_> = replies.iter().map(|reply| (reply.head.number, reply.index)).collect();
    assert_eq!(indices, [(4, Some(1)), (4, Some(2)), (4, Some(3))]);
    let reply = all.reply(&mut session, 1, &reading(SHORT), &|_| {});
    let fault = reply.fault.expect("a fault");
    assert_eq!((reply.outcome, fault.line, fault.column), (Some(NoAnswer::Malformed), 1, 4));

    // A puzzle whose work was cancelled has no reply.
    let cancel = Cancel::default();
    cancel.cancel();
    let options = Map::from_iter([("all".to_owned(), true.into())]);
    let question = answer::question("minimize", &options, ReplyFormat::Json).unwrap().unwrap();
    assert_eq!(answer::json(&*question, &mut Session::new(&cancel), &read, &|_| {}), "");

    // With and without a maximum, on any number of threads.
    let text = format!("{extra}\n{EASY}\n\n{SHORT}\n");
    let mut texts = Vec::new();
    for (most, threads) in [(None, 1), (None, 2), (Some(10_000_u64), 2), (Some(10_000), 0)] {
        let options = Map::from_iter([("all".to_owned(), true.into()), ("limit".to_owned(), most.into())]);
        let question = answer::question("minimize", &options, ReplyFormat::Json).unwrap().unwrap();
        let (cancel, mut out) = (Cancel::default(), Transcript::default());
        let status = answer::run(
            &question,
            ReplyStyle::plain(ReplyFormat::Json),
            input(&text),
            threads,
            &cancel,
            &mut out,
        )
        .unwrap();
        assert_eq!((status, out.errors.len()), (Status::Malformed, 1), "{:?}", out.errors);
        texts.push(out.text);
    }
    assert!(texts[0].lines().count() > 5 && texts.iter().all(|text| *text == texts[0]));
}

#[test]
fn backdoors_of_a_puzzle() {
    let mut session = Session::new(&Cancel::default());
    let reply = Backdoors::default().reply(&mut session, 2, &reading(EASY), &|_| {});
    assert_eq!((reply.head.number, reply.size, reply.singles.as_str()), (2, Some(0), "both"));
    let naked = Backdoors { singles: SinglesKind::Naked, ..Backdoors::default() };
    assert!(naked.reply(&mut session, 1, &reading(PUZZLE), &|_| {}).size != Some(0));
    let mut out = Transcript::default();
    let text = format!("{SHORT}\n\n{EASY}\n");
    let question = answer::question("backdoors", &Map::new(), ReplyFormat::Text).unwrap().unwrap();
    let cancel = Cancel::default();
    let status =
        answer::run(&question, ReplyStyle::plain(ReplyFormat::Text), input(&text), 1, &cancel, &mut out)
            .unwrap();
    assert_eq!((status, out.text.as_str()), (Status::Malformed, "<argument>:3  singles finish it\n"));
    assert_located(&out.errors);
}

#[test]
fn differences_of_puzzles() {
    let mut session = Session::new(&Cancel::default());
    let mut reply = |here: &str, there: &str| {
        let question = Difference { other: PuzzleText(there.to_owned()) };
        question.reply(&mut session, 1, &reading(here), &|_| {})
    };
    let same = reply(PUZZLE, PUZZLE);
    assert!(same.equal && same.cells.is_empty() && same.equivalent == Some(true));
    let turned = reply(PUZZLE, TURNED);
    assert!(!turned.equal && turned.equivalent == Some(true) && !turned.cells.is_empty());
    assert!(turned.symmetry.unwrap().contains("rows="));
    let other = reply(EASY, SOLVED);
    assert_eq!((other.equivalent, other.symmetry, other.cells.len()), (Some(false), None, 51));
    let cell = &other.cells[0];
    assert_eq!((cell.cell.as_str(), cell.here, cell.there), ("r1c3", None, Some(4)));
    let rows = r#"{"puzzle": "................", "rules": ["diagonals"]}"#;
    let ruled = reply(rows, "................");
    assert_eq!((ruled.rules_here, ruled.rules_there.len()), (vec!["diagonals".to_owned()], 0));
    assert!(!ruled.equal && ruled.equivalent.is_none());
    assert_eq!(reply(EASY, "................").outcome, Some(NoAnswer::OtherShape));
}

#[test]
fn unavoidable_sets_of_a_grid() {
    let mut session = Session::new(&Cancel::default());
    let question = Unavoidable { largest: 4, ..Unavoidable::default() };
    let mut reply = |text: &str| question.reply(&mut session, 1, &reading(text), &|_| {});
    let (grid, puzzle) = (reply(SOLVED), reply(EASY));
    assert!(!grid.sets.is_empty() && grid.sets.iter().all(|set| set.len() == 4));
    assert_eq!((&grid.sets, puzzle.solution.as_deref()), (&puzzle.sets, Some(SOLVED)));
    assert_eq!(reply("1...............").outcome, Some(NoAnswer::Unfit));
    let bound = Unavoidable { bound: true, ..Unavoidable::default() };
    assert_eq!(bound.check(ReplyFormat::Tsv).unwrap_err().option, "bound");
    bound.check(ReplyFormat::Json).unwrap();
}

#[test]
fn vicinity_does_not_depend_on_threads() {
    let text = format!("{SHORT}\n\n{PUZZLE}\n{TURNED}\n1...............\n");
    let mut transcripts = Vec::new();
    for threads in [0, 1, 3] {
        let mut out = Transcript::default();
        let summary =
            vicinity::run(&Vicinity::default(), None, input(&text), threads, &Cancel::default(), &mut out)
                .unwrap();
        assert_eq!(summary.status, Status::Malformed);
        assert_eq!(summary.classes, out.text.lines().count() as u64);
        assert_located(&out.errors);
        assert_eq!(out.errors[1], "<argument>:5: expected a plain 9x9 puzzle");
        transcripts.push(out);
    }
    assert!(transcripts.iter().all(|out| *out == transcripts[0]));
}

#[test]
fn vicinity_continues_a_file() {
    let path = temporary("service-vicinity").join("around.txt");
    let file = OutFile { path: path.clone(), resume: true };
    let run = |text: &str| {
        let (question, cancel) = (Vicinity::default(), Cancel::default());
        vicinity::run(&question, Some(&file), input(text), 2, &cancel, &mut Transcript::default())
    };
    let whole = run(&format!("{PUZZLE}\n{MINIMAL}\n")).unwrap();
    let lines = fs::read_to_string(&path).unwrap();
    fs::remove_file(&path).unwrap();
    assert!(run(&format!("{PUZZLE}\n")).unwrap().classes < whole.classes);
    assert_eq!(run(&format!("{PUZZLE}\n{MINIMAL}\n")).unwrap(), whole);
    assert_eq!(fs::read_to_string(&path).unwrap(), lines);
    let error = run(&format!("{MINIMAL}\n{PUZZLE}\n")).unwrap_err();
    assert_eq!(error.status(), Status::Usage);
    assert!(error.to_string().contains("was written for another input"), "{error}");
}

#[test]
fn small_grids_are_counted() {
    let mut out = Transcript::default();
    let shape = Shape::boxes(2, 2).expect("4x4");
    assert_eq!(study::small_grids(shape, &Cancel::default(), &mut out).unwrap(), Status::Fine);
    assert_eq!(out.text, "288 grids\n");
}

#[test]
fn a_cancelled_count_reports_its_progress() {
    let cancel = Cancel::default();
    cancel.cancel();
    let path = temporary("service-study").join("classes.tsv");
    let options = GridOptions { out: Some(path.clone()), cancel, ..GridOptions::default() };
    let mut out = Transcript::default();
    assert_eq!(study::grids(&options, 2, &mut out).unwrap(), Status::Interrupted);
    assert_eq!((out.text.as_str(), out.notes), ("", vec!["0 of 416 classes are counted".to_owned()]));
    fs::write(&path, "1\tx\n").unwrap();
    let options = GridOptions { resume: true, ..options };
    let error = study::grids(&options, 2, &mut Transcript::default()).unwrap_err().to_string();
    let start = format!("{}:1: found \"1\\tx\", expected \"1\\t", path.display());
    assert!(error.starts_with(&start), "{error}");
}

/// The question with these options.
fn made(options: &Value) -> Generate {
    Generate::from_options(options.as_object().expect("an object")).expect("options")
}

fn generate(
    question: &Generate,
    style: &SetStyle,
    threads: usize,
    out: &mut Transcript,
) -> Result<GenerateSummary, Error> {
    generate::run(question, style, Bounds::default(), threads, out)
}

fn sets(question: &Generate, format: SetFormat, threads: usize) -> (String, Status) {
    let mut out = Transcript::default();
    let summary = generate(question, &format.into(), threads, &mut out).expect("a set");
    (out.text, summary.status)
}

#[test]
fn generated_rows_depend_on_the_seed_alone() {
    let question = made(&json!({ "count": 20, "seed": 7, "rate": ["hodoku"], "key": true }));
    let (rows, status) = sets(&question, SetFormat::Csv, 0);
    assert_eq!((rows.lines().count(), status), (21, Status::Fine));
    assert!(rows.starts_with("puzzle,solution,clues,seed,hodoku_level,"), "{rows}");
    assert_eq!(sets(&question, SetFormat::Csv, 1).0, rows);
    assert_eq!(sets(&question, SetFormat::Csv, 3).0, rows);
    let mut out = Transcript::default();
    generate(&Generate::default(), &SetFormat::Line.into(), 1, &mut out).unwrap();
    assert!(out.notes[0].starts_with("seed: "), "{:?}", out.notes);
}

#[test]
fn a_set_is_continued() {
    let path = temporary("service-generate").join("set.jsonl");
    let set = |count: u64, clues: &str| {
        let file = OutFile { path: path.clone(), resume: true };
        let style = SetStyle { out: Some(SetFile { file, split: None }), ..SetFormat::Jsonl.into() };
        let question = made(&json!({ "count": count, "seed": 3, "dedupe": true, "clues": clues }));
        generate(&question, &style, 2, &mut Transcript::default())
    };
    set(30, "..40").unwrap();
    let rows = fs::read_to_string(&path).unwrap();
    fs::remove_file(&path).unwrap();
    set(10, "..40").unwrap();
    set(30, "..40").unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), rows);
    let error = set(40, "..30").unwrap_err();
    assert_eq!(error.status(), Status::Usage);
    let error = error.to_string();
    assert!(error.contains("was written with --shape 3x3 --clues 0..40 --dedupe"), "{error}");
    assert!(error.contains("and this run has --shape 3x3 --clues 0..30 --dedupe"), "{error}");
}

#[test]
fn impossible_requests_are_refused() {
    let refused = |options: Value| {
        let style = SetFormat::Line.into();
        generate(&made(&options), &style, 1, &mut Transcript::default()).unwrap_err().to_string()
    };
    let error = refused(json!({ "clues": "10..12" }));
    assert!(error.starts_with("--clues: "), "{error}");
    let error = refused(json!({ "shape": "2x2", "key": true }));
    assert!(error.starts_with("--key: only 9x9"), "{error}");
    assert_eq!(refused(json!({ "mask": "x.x" })), "--mask: found 3 cells, expected 81, or a file with them");
    let error = refused(json!({ "grid": EASY }));
    assert_eq!(error, "--grid: found 30 digits, expected a full grid of 81");
    let question = made(&json!({ "clues": 18, "count": 2, "seed": 1, "tries": 1 }));
    let mut out = Transcript::default();
    let summary = generate(&question, &SetFormat::Line.into(), 1, &mut out).unwrap();
    assert_eq!(summary.status, Status::Limit);
    assert_eq!(out.errors.len(), 2);
    assert!(out.errors[0].ends_with(": given up after 1 try (tries)"), "{:?}", out.errors);
}

#[test]
fn rows_of_variants_are_read_back() {
    let sudoku_x = json!({ "rules": ["diagonals", "windoku"], "count": 2, "seed": 5 });
    let small = json!({ "shape": "2x2", "cages": "2..3", "count": 2, "seed": 5 });
    for (options, rules) in [(sudoku_x, "diagonals; windoku"), (small, "cage ")] {
        let question = made(&options);
        for format in [SetFormat::Csv, SetFormat::Tsv, SetFormat::Jsonl] {
            let (rows, status) = sets(&question, format, 1);
            assert_eq!(status, Status::Fine);
            assert!(format == SetFormat::Jsonl || rows.lines().nth(1).unwrap().contains(rules), "{rows}");
            let mut out = Transcript::default();
            let status = crate::check(input(&rows), &mut out);
            assert_eq!((status, out.errors), (Status::Fine, vec![]), "{rows}");
            assert_eq!(out.text.matches("\"unique\":true,\"minimal\":true").count(), 2, "{}", out.text);
        }
    }
    let table = format!("puzzle,rule\n{EASY},diagonals; cage x: r1c1\n");
    let mut out = Transcript::default();
    let status = crate::check(input(&table), &mut out);
    assert_eq!(status, Status::Malformed);
    assert!(out.errors[0].starts_with("<argument>:2:9"), "{:?}", out.errors);
}
