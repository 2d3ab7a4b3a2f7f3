//! `generate`: reproducible seeds, requests, formats, and data sets that a later run continues.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{self, EASY_SOLVED, Ran, directory, file, json, run, run_with};
use arcdoku::canon::{Canonizer, Clues};
use arcdoku::generate::ClueSymmetry;
use arcdoku::{Puzzle, Shape};
use arcdoku_wire::GenerateRow;

fn generate(arguments: &[&str]) -> Ran {
    run(&[&["generate"], arguments].concat())
}

/// The output of a run without any messages.
fn printed(arguments: &[&str]) -> String {
    let ran = generate(arguments);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{arguments:?}");
    ran.out
}

/// Asserts that every line is a minimal puzzle.
fn assert_minimal(lines: &str, shape: &[&str]) {
    let ran = run_with(&[&["check", "--minimal", "-q"], shape].concat(), lines.as_bytes());
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{lines}");
}

#[test]
fn one_seed_one_puzzle() {
    let lines = printed(&["-n", "300", "--seed", "7"]);
    assert_eq!(lines.lines().count(), 300);
    assert_minimal(&lines, &[]);
    assert_eq!(lines.lines().collect::<HashSet<_>>().len(), 300);
    for jobs in ["1", "2", "5"] {
        assert_eq!(printed(&["-n", "300", "--seed", "7", "-j", jobs]), lines);
    }
    let portable = common::program()
        .args(["generate", "-n", "300", "--seed", "7"])
        .env("ARCDOKU_TIER", "portable")
        .output()
        .expect("the program starts");
    assert_eq!(Ran::from(portable).out, lines);
    // A smaller number gives the first puzzles of these. Puzzles that are generated one by one are the same.
    assert_eq!(printed(&["-n", "3", "--seed", "7"]), lines.split_inclusive('\n').take(3).collect::<String>());
    assert_eq!(printed(&["-n", "300", "--seed", "7", "--time", "1h"]), lines);
    // The seed of a row gives this row alone.
    let table = printed(&["-n", "4", "--seed", "7", "--format", "csv"]);
    for row in table.lines().skip(1) {
        let fields: Vec<&str> = row.split(',').collect();
        assert_eq!(printed(&["--seed", fields[3]]).trim_end(), fields[0]);
    }
    // Without a seed, a random seed is used and printed.
    let drawn = generate(&["-n", "2"]);
    assert_eq!(drawn.code, Some(0));
    let seed = drawn.err.strip_prefix("seed: ").and_then(|rest| rest.split(';').next()).expect(&drawn.err);
    assert_eq!(printed(&["-n", "2", "--seed", seed]), drawn.out);
    assert_ne!(generate(&["-n", "2"]).out, drawn.out);
}

#[test]
fn formats_agree() {
    let options = ["-n", "5", "--seed", "3", "--rate", "hodoku,se", "--key"];
    let with = |format| printed(&[&options[..], &["--format", format]].concat());
    let (line, csv, tsv) = (with("line"), with("csv"), with("tsv"));
    assert_eq!(csv.replace(',', "\t"), tsv);
    let header = "puzzle,solution,clues,seed,hodoku_level,hodoku_score,hodoku_hardest,\
                  se_er,se_ep,se_ed,se_hardest,key";
    assert_eq!(csv.lines().next(), Some(header));
    let rows: Vec<Vec<&str>> = csv.lines().skip(1).map(|row| row.split(',').collect()).collect();
    let objects = with("jsonl");
    for ((row, line), value) in rows.iter().zip(line.lines()).zip(json(&objects)) {
        assert_eq!(line, [&[row[0]], &row[4..]].concat().join("\t"));
        let made: GenerateRow = serde_json::from_value(value).expect("a row");
        assert_eq!((made.puzzle.as_str(), made.seed.as_str()), (row[0], row[3]));
        assert_eq!(made.solution.as_deref(), Some(row[1]));
        assert_eq!(made.clues.map(|clues| clues.to_string()).as_deref(), Some(row[2]));
        assert_eq!(made.weight, None);
        assert_eq!(
            made.ratings["hodoku"].parts.score.map(|score| score.to_string()).as_deref(),
            Some(row[5])
        );
        assert_eq!(made.ratings["hodoku"].hardest.as_deref(), Some(row[6]));
        assert_eq!(
            made.ratings["se"].parts.er.map(|er| format!("{:.1}", f64::from(er))).as_deref(),
            Some(row[7])
        );
        assert_eq!(made.key.as_deref(), Some(row[11]));
    }
    // Other commands read the output and give the same results.
    for (table, format) in [(&csv, "csv"), (&objects, "json")] {
        let solved = run_with(&["solve", "--format", "line", "--from", format], table.as_bytes());
        let solutions: Vec<&str> = rows.iter().map(|row| row[1]).collect();
        assert_eq!((solved.code, solved.out.trim_end()), (Some(0), solutions.join("\n").as_str()));
    }
    let rated = run_with(&["rate", "--format", "tsv"], csv.as_bytes());
    let ratings: Vec<String> = rows.iter().map(|row| [row[0], row[4], row[5]].join("\t")).collect();
    assert_eq!(rated.out.trim_end(), ratings.join("\n"));
    let canon = run_with(&["canon", "--key"], csv.as_bytes());
    assert!(canon.out.lines().zip(&rows).all(|(line, row)| line.ends_with(row[11])), "{}", canon.out);
    assert!(with("grid").starts_with("+-------+"));
}

#[test]
fn patterns_hold() {
    for kind in ClueSymmetry::all().filter(|&kind| kind != ClueSymmetry::None) {
        let lines = printed(&["-n", "6", "--seed", "5", "--symmetry", kind.name()]);
        for line in lines.lines() {
            let puzzle: Puzzle = line.parse().expect(line);
            assert!(
                kind.keeps(Shape::CLASSIC, |cell| puzzle.givens()[cell.index()].is_some()),
                "{kind}: {line}"
            );
        }
        assert_eq!(run_with(&["check", "--minimal=never", "-q"], lines.as_bytes()).code, Some(0));
    }
    let needed = printed(&["-n", "6", "--seed", "5", "--symmetry", "half-turn", "--minimal", "clues"]);
    assert_minimal(&needed, &[]);
    let place = directory("masks");
    let mask = "xxx.xxx.x\nxx.xxx.xx\nx.xxx.xxx\n.xxx.xxx.\n".repeat(3);
    let mask: String = mask.split_inclusive('\n').take(9).collect();
    let path = file(&place, "mask.txt", &mask);
    for argument in [mask.replace('\n', ""), path] {
        let lines = printed(&["-n", "5", "--seed", "2", "--mask", &argument, "--key"]);
        for line in lines.lines() {
            assert!((0..81).all(|cell| cell % 4 != 3 || line.as_bytes()[cell] == b'.'), "{line}");
        }
    }
    for (range, least, most) in
        [("24", 24, 24), ("22..25", 22, 25), ("..23", 0, 23), ("26..=27", 26, 27), ("27..", 27, 81)]
    {
        let lines = printed(&["-n", "4", "--seed", "8", "--clues", range]);
        assert_minimal(&lines, &[]);
        for line in lines.lines() {
            let count = line.bytes().filter(|&byte| byte != b'.').count();
            assert!((least..=most).contains(&count), "{range}: {line}");
        }
    }
    let many = printed(&["-n", "4", "--seed", "8", "--clues", "40", "--minimal", "any"]);
    assert!(many.lines().all(|line| line.bytes().filter(|&byte| byte != b'.').count() == 40), "{many}");
    let table = printed(&["-n", "4", "--seed", "8", "--grid", EASY_SOLVED, "--format", "tsv"]);
    assert!(table.lines().skip(1).all(|row| row.split('\t').nth(1) == Some(EASY_SOLVED)), "{table}");
}

#[test]
fn difficulties_hold() {
    let rows = |arguments: &[&str]| {
        let table = printed(&[&["-n", "3", "--seed", "4", "--format", "tsv"], arguments].concat());
        let rows = table.lines().skip(1);
        rows.map(|row| row.split('\t').map(str::to_owned).collect::<Vec<_>>()).collect::<Vec<_>>()
    };
    for row in rows(&["--level", "medium..hard", "--max", "700"]) {
        assert!(
            ["Medium", "Hard"].contains(&row[4].as_str())
                && row[5].parse::<u32>().is_ok_and(|score| score <= 700),
            "{row:?}"
        );
    }
    for row in rows(&["--hardest", "x-wing", "--rate", "hodoku"]) {
        assert_eq!((row.len(), row[6].as_str()), (7, "x-wing"), "{row:?}");
    }
    for row in rows(&["--scale", "se", "--min", "3", "--max", "4.5", "--rate", "hodoku"]) {
        assert!(row[4].parse::<f64>().is_ok_and(|er| (3.0..=4.5).contains(&er)), "{row:?}");
        let rated = run(&["rate", "--scale", "se", "--format", "tsv", &row[0]]);
        assert_eq!(rated.out, format!("{}\t{}/{}/{}\n", row[0], row[4], row[5], row[6]));
    }
    // Puzzles that cannot be found soon are given up, and the others are generated.
    let ran = generate(&["-n", "20", "--seed", "1", "--clues", "22", "--tries", "3"]);
    assert_eq!(ran.code, Some(4));
    let made = ran.out.lines().count();
    let given_up = match ran.err.split_once(" puzzles were given up in total") {
        Some((before, _)) => before.rsplit(' ').next().and_then(|count| count.parse().ok()),
        None => Some(ran.err.lines().count()),
    };
    assert!(made > 0 && given_up == Some(20 - made), "{}", ran.err);
    assert!(ran.err.starts_with("error: the puzzle of seed "), "{}", ran.err);
}

#[test]
fn full_grids() {
    let lines = printed(&["--full", "-n", "50", "--seed", "3"]);
    assert!(lines.lines().all(|line| line.len() == 81 && !line.contains('.')), "{lines}");
    assert_eq!(run_with(&["check", "--minimal=never", "-q"], lines.as_bytes()).code, Some(0));
    assert_eq!(printed(&["--full", "-n", "50", "--seed", "3", "-j", "1"]), lines);
    for shape in ["2x2", "2x3", "4x4", "25"] {
        let lines = printed(&["--full", "-n", "2", "--seed", "3", "--shape", shape]);
        let ran = run_with(&["check", "--minimal=never", "-q"], lines.as_bytes());
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{shape}: {lines}");
    }
}

#[test]
fn impossible_requests_are_refused() {
    for (arguments, message) in [
        (&["--clues", "100"][..], "--clues: "),
        (&["--clues", "30..20"], "--clues: "),
        (&["--clues", "..16"], "--clues: these puzzles have at least 17 clues"),
        (&["--clues", "x"], "--clues: found 'x', expected a number or a range"),
        (&["--mask", "xx"], "--mask: found 2 cells, expected 81, or a file with them"),
        (&["--grid", "123"], "--grid: "),
        (&["--grid", &"1".repeat(81)], "--grid: the given grid is not a solution of this shape"),
        (&["--grid", common::EASY], "--grid: found 30 digits, expected a full grid of 81"),
        (&["--tries", "0"], "--tries: found '0', expected a whole number from 1"),
        (&["--symmetry", "spiral"], "half-turn, quarter-turn"),
        (&["--hardest", "guess"], "--hardest: found 'guess', expected a technique"),
        (&["--scale", "se", "--level", "hard"], "--level: "),
        (&["--level", "silly"], "expected one of easy, medium"),
        (&["--min", "9", "--max", "8"], "--min: is above max"),
        (&["--min", "7.1"], "--min: found '7.1', expected a score such as 696 on the scale hodoku"),
        (&["--method", "controlled-bias", "--symmetry", "full"], "--method: the controlled-bias method"),
        (&["--shape", "9x9"], "expected boxes such as 2x3"),
        (&["--shape", "2x3", "--full", "--dedupe"], "--dedupe: only 9x9"),
        (&["--rate", "x"], "--rate: found 'x', expected one of hodoku"),
        (&["--split", "0.1"], "--out"),
        (&["--out", "x", "--split", "1"], "expected a share between 0 and 1"),
        (&["--resume"], "--out"),
        (&["--full", "--clues", "20"], "cannot be used with"),
        (&["--out", "x", "--format", "grid"], "--out: the format grid has no rows"),
    ] {
        let ran = generate(arguments);
        assert!(ran.code == Some(2) && ran.err.contains(message), "{arguments:?}: {}", ran.err);
        assert_eq!(ran.out, "");
    }
    let nothing = ".".repeat(81);
    assert!(generate(&["--mask", &nothing]).err.contains("--mask: found 0 cells"));
    for mask in ["xxxxxxx..".repeat(9), "x".repeat(36) + &".".repeat(18) + &"x".repeat(27)] {
        let ran = generate(&["--mask", &mask]);
        assert!(
            ran.code == Some(2) && ran.err.contains("--mask: the mask leaves out two rows"),
            "{}",
            ran.err
        );
    }
    // The first two cells of rows 1 and 4 contain the same two digits in this grid.
    let grid = "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
    let mask = format!("..{}..{}", "x".repeat(25), "x".repeat(52));
    let ran = generate(&["--grid", grid, "--mask", &mask]);
    assert!(
        ran.code == Some(2)
            && ran.err.contains("--mask: even all cells of the mask do not determine the given grid"),
        "{}",
        ran.err
    );
}

/// A data set and its directory.
struct Outcome {
    place: PathBuf,
}

impl Outcome {
    fn new(name: &str) -> Self {
        Self { place: directory(&format!("generate-{name}")) }
    }

    fn path(&self, name: &str) -> String {
        self.place.join(name).to_str().expect("UTF-8").to_owned()
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.place.join(name)).expect(name)
    }

    fn make(&self, name: &str, arguments: &[&str]) -> Ran {
        generate(&[arguments, &["--out", &self.path(name)]].concat())
    }
}

/// The classes of the rows of a table.
fn classes(table: &str) -> Vec<u128> {
    let mut canonizer = Canonizer::new();
    let key = |row: &str| {
        let puzzle: Puzzle = row[..81].parse().expect(row);
        canonizer.canonize(&Clues::of(&puzzle).expect("9x9")).key()
    };
    table.lines().skip(1).map(key).collect()
}

#[test]
fn no_class_is_in_both_sets() {
    let outcome = Outcome::new("split");
    let split = ["-n", "3000", "--seed", "9", "--split", "0.2"];
    assert_eq!(outcome.make("set.csv", &split).code, Some(0));
    let (train, test) = (outcome.text("set.train.csv"), outcome.text("set.test.csv"));
    assert!(!outcome.place.join("set.csv").exists());
    let (in_train, in_test) = (classes(&train), classes(&test));
    assert_eq!(in_train.len() + in_test.len(), 3000);
    assert!((480..720).contains(&in_test.len()), "{}", in_test.len());
    let known: HashSet<u128> = in_train.into_iter().collect();
    assert!(in_test.iter().all(|class| !known.contains(class)));
    // The rows are the rows of an undivided set, each in its order.
    let whole = printed(&["-n", "3000", "--seed", "9", "--format", "csv"]);
    let for_tests: HashSet<&str> = test.lines().collect();
    let (tests, others): (Vec<&str>, Vec<&str>) =
        whole.lines().skip(1).partition(|row| for_tests.contains(row));
    assert!(test.lines().skip(1).eq(tests) && train.lines().skip(1).eq(others));
    // The part of a split depends only on the class. Classes that occur again in another run belong to the same part.
    assert_eq!(outcome.make("other.csv", &["-n", "3000", "--seed", "10", "--split", "0.2"]).code, Some(0));
    let mut both = known;
    both.extend(classes(&outcome.text("other.train.csv")));
    assert!(
        classes(&outcome.text("other.test.csv")).iter().chain(&in_test).all(|class| !both.contains(class))
    );
}

#[test]
fn each_class_once() {
    // All clues are in some cells of one grid. There are few such puzzles, and many are repeated.
    let outcome = Outcome::new("dedupe");
    let narrow = Narrow::new();
    let options =
        ["--seed", "1", "--grid", EASY_SOLVED, "--mask", &narrow.mask, "--dedupe", "--format", "csv"];
    let all = generate(&[&options[..], &["-n", "100000", "--stats"]].concat());
    assert_eq!(all.code, Some(4), "{}", all.err);
    assert!(all.err.contains(" classes in total; the last 10,000 puzzles repeated them"), "{}", all.err);
    let known = classes(&all.out);
    assert!(known.len() > 1 && known.iter().collect::<HashSet<_>>().len() == known.len(), "{}", known.len());
    // The run writes the requested number of rows, the first row of each class.
    let most = (known.len() / 2).to_string();
    let some = printed(&[&options[..], &["-n", &most]].concat());
    assert!(all.out.starts_with(&some) && some.lines().count() == known.len() / 2 + 1);
    assert_eq!(printed(&[&options[..], &["-n", &most, "-j", "1"]].concat()), some);
    // After all classes were found, the set does not change.
    let growing = [&options[..], &["-n", "100000", "--resume"]].concat();
    for _ in 0..2 {
        let ran = outcome.make("all.csv", &growing);
        assert!(ran.code == Some(4) && ran.err.contains(" classes in total; "), "{}", ran.err);
    }
    let progress = outcome.text("all.csv.progress");
    assert_eq!(outcome.make("all.csv", &growing).code, Some(4));
    assert_eq!((outcome.text("all.csv.progress"), outcome.text("all.csv")), (progress, all.out.clone()));
    // A set that grows has the same rows.
    let quarter = (known.len() / 4).max(1).to_string();
    assert_eq!(outcome.make("set.csv", &[&options[..], &["-n", &quarter]].concat()).code, Some(0));
    assert_eq!(outcome.make("set.csv", &[&options[..], &["-n", &most, "--resume"]].concat()).code, Some(0));
    assert_eq!(outcome.text("set.csv"), some);
}

/// A mask that leaves few puzzles of the easy grid.
struct Narrow {
    mask: String,
}

impl Narrow {
    fn new() -> Self {
        // The clues of a minimal puzzle of the grid, and five further cells.
        let first = printed(&["--seed", "2", "--grid", EASY_SOLVED]);
        let mut mask: Vec<u8> =
            first.trim_end().bytes().map(|byte| if byte == b'.' { b'.' } else { b'x' }).collect();
        let free: Vec<usize> = (0..81).filter(|&cell| mask[cell] == b'.').step_by(12).collect();
        for cell in free {
            mask[cell] = b'x';
        }
        Self { mask: String::from_utf8(mask).expect("ASCII") }
    }
}

#[test]
fn sets_are_continued() {
    let options = ["--seed", "5", "--rate", "hodoku", "--key"];
    for (name, extra) in [("set.csv", &[][..]), ("set.jsonl", &["--dedupe"]), ("set.txt", &["--dedupe"])] {
        let outcome = Outcome::new(&format!("resume-{name}"));
        let options = [&options[..], extra].concat();
        let whole = [&options[..], &["-n", "60"]].concat();
        assert_eq!(outcome.make(&format!("whole-{name}"), &whole).code, Some(0));
        let expected = outcome.text(&format!("whole-{name}"));
        // The set grows.
        for count in ["20", "21", "60", "60"] {
            let ran = outcome.make(name, &[&options[..], &["-n", count, "--resume"]].concat());
            assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{name}");
        }
        assert_eq!(outcome.text(name), expected, "{name}");
        // A partial line is dropped, and lost rows are generated again.
        fs::write(outcome.path(name), expected.clone() + "torn").expect("the set");
        let resume = [&whole[..], &["--resume"]].concat();
        assert_eq!(outcome.make(name, &resume).code, Some(0));
        assert_eq!(outcome.text(name), expected, "{name}");
        fs::write(outcome.path(name), &expected[..expected.len() / 2]).expect("the set");
        let ran = outcome.make(name, &resume);
        assert!(
            ran.code == Some(0) && ran.err.contains("rows are missing; the run starts from the beginning"),
            "{}",
            ran.err
        );
        assert_eq!(outcome.text(name), expected, "{name}");
        let refused = |arguments: &[&str], message: &str| {
            let ran = outcome.make(name, &[arguments, extra].concat());
            assert!(ran.code == Some(2) && ran.err.contains(message), "{arguments:?}: {}", ran.err);
            assert_eq!(outcome.text(name), expected);
        };
        refused(&["--seed", "5", "-n", "60"], "already exists: --resume continues it");
        refused(&["--resume", "--seed", "5", "-n", "60", "--key"], "was written with --shape 3x3");
        refused(
            &["--resume", "--seed", "6", "-n", "60", "--key", "--rate", "hodoku"],
            "was written with --seed 5",
        );
        refused(&["--resume", "--seed", "5", "-n", "59", "--key", "--rate", "hodoku"], "already has -n 60");
        // The file contains its seed.
        let unsaid: Vec<&str> =
            resume.iter().copied().filter(|word| !["--seed", "5"].contains(word)).collect();
        assert_eq!(outcome.make(name, &unsaid).err, "");
        let progress = outcome.path(&format!("{name}.progress"));
        let again = ["--resume", "--seed", "5", "-n", "60", "--key", "--rate", "hodoku"];
        fs::write(&progress, "silly").expect("a progress file");
        refused(&again, "remove it and the set to start over");
        fs::write(&progress, "").expect("a progress file");
        refused(&again, "FILE.progress, is missing");
        fs::remove_file(&progress).expect("a progress file");
        refused(&again, "FILE.progress, is missing");
    }
    let outcome = Outcome::new("resume-new");
    assert_eq!(outcome.make("set.csv", &["-n", "3", "--seed", "1", "--resume"]).code, Some(0));
    let ran = outcome.make("no/set.csv", &[]);
    assert!(ran.code == Some(5) && ran.err.contains("cannot write: "), "{}", ran.err);
}

#[test]
fn train_and_test_sets_are_disjoint() {
    let outcome = Outcome::new("names");
    let options = ["-n", "30", "--seed", "2"];
    let split = [&options[..], &["--split", "0.5"]].concat();
    assert_eq!(outcome.make("set.csv", &options).code, Some(0));
    assert_eq!(outcome.make("set.csv", &split).code, Some(0));
    for options in [&options[..], &split] {
        let ran = outcome.make("set.csv", &[options, &["--resume"]].concat());
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{options:?}");
    }
    // A refused run creates no file.
    fs::remove_file(outcome.path("set.test.csv")).expect("a set");
    let ran = outcome.make("set.csv", &split);
    assert!(ran.code == Some(2) && ran.err.contains("set.train.csv: already exists"), "{}", ran.err);
    assert!(!outcome.place.join("set.test.csv").exists());
    let ran = outcome.make("set.csv", &[&split[..], &["--resume"]].concat());
    assert!(ran.code == Some(0) && ran.err.contains("set.test.csv: rows are missing"), "{}", ran.err);
}

#[test]
fn given_up_puzzles_stay_given_up() {
    let outcome = Outcome::new("given-up");
    let options = ["-n", "20", "--seed", "1", "--clues", "22", "--tries", "3", "--resume"];
    assert_eq!(outcome.make("set.csv", &options).code, Some(4));
    let text = outcome.text("set.csv");
    let ran = outcome.make("set.csv", &options);
    assert!(ran.code == Some(4) && ran.err.contains(" given up in total"), "{}", ran.err);
    assert_eq!(outcome.text("set.csv"), text);
}

#[test]
fn a_scale_from_a_file() {
    let outcome = Outcome::new("scale");
    let table = include_str!("../../../arcdoku/src/rate/hodoku.tsv");
    let scale = file(&outcome.place, "mine.tsv", table);
    let options = ["-n", "2", "--seed", "1", "--scale", scale.as_str()];
    assert_eq!(outcome.make("set.csv", &options).code, Some(0));
    assert!(outcome.text("set.csv").starts_with("puzzle,solution,clues,seed,mine_level,"));
    assert_eq!(outcome.make("set.jsonl", &options).code, Some(0));
    let rows = json(&outcome.text("set.jsonl"));
    assert!(rows.iter().all(|row| row["ratings"]["mine"]["score"].is_u64()), "{rows:?}");
    // The content of the scale is part of the set's options.
    let resume = [&options[..], &["--resume"]].concat();
    assert_eq!(outcome.make("set.csv", &resume).code, Some(0));
    file(&outcome.place, "mine.tsv", format!("{table}# other\n"));
    let ran = outcome.make("set.csv", &resume);
    assert!(ran.code == Some(2) && ran.err.contains("was written with"), "{}", ran.err);
    let same = file(&outcome.place, "hodoku.tsv", table);
    let ran = generate(&["--scale", &same, "--rate", "hodoku"]);
    assert!(ran.code == Some(2) && ran.err.contains("have that name"), "{}", ran.err);
}

/// The files do not depend on the number of times that a run is killed or interrupted.
#[cfg(unix)]
#[test]
fn killed_runs_give_the_same_set() {
    use std::process::Stdio;

    let outcome = Outcome::new("killed");
    let (count, most) = if common::runs_all_cases() { ("12000", 12) } else { ("1000", 4) };
    let options = ["-n", count, "--seed", "77", "--rate", "hodoku", "--dedupe", "--split", "0.3", "-j", "2"];
    let plain = [&options[..9], &["-j", "1"]].concat();
    assert_eq!(outcome.make("plain.csv", &plain).code, Some(0));
    let whole = outcome.text("plain.train.csv").len() as u64;
    let resume = [&["generate"], &options[..], &["--resume", "--out"]].concat();
    let path = outcome.path("set.csv");
    let train = outcome.place.join("set.train.csv");
    let mut kills = 0_u64;
    loop {
        let mut child =
            common::program().args(&resume).arg(&path).stderr(Stdio::null()).spawn().expect("a start");
        // Each run is ended a bit later in the set, and the last one at its end.
        let size = whole * kills / most;
        let has_grown = || fs::metadata(&train).is_ok_and(|file| file.len() > size);
        if kills == most || !common::runs_until(&mut child, has_grown) {
            assert_eq!(child.wait().expect("a child").code(), Some(0));
            break;
        }
        if kills.is_multiple_of(3) {
            common::signal(&child, "INT");
        } else {
            child.kill().expect("it is ours");
        }
        kills += 1;
        child.wait().expect("a child");
        for name in ["set.train.csv", "set.test.csv"] {
            let text = fs::read_to_string(outcome.place.join(name)).unwrap_or_default();
            // A kill may cut off the last write.
            let rows = text.rsplit_once('\n').map_or("", |(rows, _)| rows);
            let whole = rows.lines().all(|row| row.split(',').count() == 7);
            assert!(whole, "{name} after {kills} kills");
        }
    }
    println!("killed {kills} times");
    assert!(kills > 0);
    for name in ["train", "test"] {
        assert_eq!(
            outcome.text(&format!("set.{name}.csv")),
            outcome.text(&format!("plain.{name}.csv")),
            "{name}"
        );
    }
    assert!(Path::new(&outcome.path("set.train.csv.progress")).exists());
}

#[test]
fn a_set_is_plotted() {
    let outcome = Outcome::new("plot");
    assert_eq!(outcome.make("set.csv", &["-n", "200", "--seed", "1"]).code, Some(0));
    for (scale, name, message) in
        [("se", "se.svg", "ER on the scale se"), ("hodoku", "hodoku.svg", "Extreme")]
    {
        let ran =
            run(&["rate", "-q", "--scale", scale, "--plot", &outcome.path(name), &outcome.path("set.csv")]);
        assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (Some(0), "", ""));
        let svg = outcome.text(name);
        let document = roxmltree::Document::parse(&svg).expect("SVG");
        let has_text =
            |text: &str| document.descendants().any(|node| node.text().is_some_and(|own| own.contains(text)));
        assert!(has_text("200 puzzles") && has_text("clues per puzzle") && has_text(message), "{svg}");
        assert!(document.descendants().filter(|node| node.has_tag_name("rect")).count() > 20);
    }
    let png = outcome.path("set.png");
    assert_eq!(run(&["rate", "-q", "--plot", &png, &outcome.path("set.csv")]).code, Some(0));
    assert!(fs::read(&png).expect("a picture").starts_with(b"\x89PNG"));
}

/// Drawn rules are written as JSON that other commands read.
#[test]
fn rules_are_drawn() {
    let made = printed(&["--seed", "4", "--draw", "thermo 3", "--draw", "cage ?: r1c1 r1c2"]);
    let ran = run_with(&["check", "--minimal", "-q"], made.as_bytes());
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{made}");
    let ran = run_with(
        &["rate", "--format", "json"],
        printed(&["--seed", "4", "--draw", "thermo", "--max", "3"]).as_bytes(),
    );
    assert!(ran.out.contains("\"outcome\":\"rated\""), "{}", ran.out);
}
