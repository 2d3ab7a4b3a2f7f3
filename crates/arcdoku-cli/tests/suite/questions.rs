//! The questions of setters.

use crate::common::{json, run, run_with};

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

#[test]
fn candidates_and_their_counts() {
    let ran = run(&["candidates", "--format", "tsv", "1.....3..4.....2"]);
    assert_eq!(
        (ran.code, ran.out.split('\t').nth(2).unwrap().split(' ').count()),
        (Some(0), 16),
        "{}",
        ran.err
    );
    let ran = run(&["candidates", "--most", "9", "--rule", "thermo: r1c1 r1c2 r1c3", "................"]);
    assert!(ran.out.starts_with("<argument>:1  1:9,2:9 2:9,3:9 3:9,4:9 "), "{}", ran.out);
    let ran = run(&["candidates", "--format", "json", "11.............."]);
    assert!(ran.code == Some(3) && ran.out.contains("\"outcome\":\"unsatisfiable\""), "{}", ran.out);
    let ran = run(&[
        "candidates",
        "--rule",
        "cage 3: r1c1 r1c2",
        "--rule",
        "cage 3: r1c1 r2c1",
        "1...............",
    ]);
    assert_eq!((ran.code, ran.err.contains("no solution")), (Some(1), true), "{}", ran.err);
}

#[test]
fn estimates_have_an_interval() {
    let ran = run(&["estimate", "................"]);
    assert_eq!(ran.out, "<argument>:1  288 (exact)\n");
    let ran = run(&["estimate", "--samples", "200", "--seed", "3", &".".repeat(36)]);
    assert!(ran.out.starts_with("<argument>:1  about 2.") && ran.out.contains("e7 (95 %: "), "{}", ran.out);
    let ran = run(&["estimate", "--samples", "20", "--format", "json", &".".repeat(81)]);
    assert!(ran.out.contains("\"exact\":false,\"low\":\""), "{}", ran.out);
}

#[test]
fn parts_and_contradictions() {
    let ran = run(&["necessary", "--rule", "diagonals", "1.....3..4.....2"]);
    let no = run(&["necessary", EASY]);
    assert!(
        no.out.contains("  unnecessary  r1c1=5\n") && no.out.contains("  necessary    r3c3=8\n"),
        "{}",
        no.out
    );
    assert!(ran.code == Some(0) || ran.err.contains("no solution"), "{}", ran.err);
    let rules = ["--rule", "thermo: r1c1 r1c2 r1c3", "--rule", "cage 3: r1c2 r1c3", "--minimal=never"];
    let grid = "................";
    let ran = run(&[&["check", "--because"], &rules[..], &[grid]].concat());
    let because = "because of: thermo: r1c1 r1c2 r1c3; cage 3: r1c2 r1c3";
    assert!(ran.code == Some(1) && ran.out.trim_end().ends_with(because), "{}", ran.out);
    let ran = run(&[&["solve", "--because", "--format", "grid"], &rules[..4], &[grid]].concat());
    assert!(
        ran.out.contains("There is no solution, because these contradict each other: thermo: r1c1"),
        "{}",
        ran.out
    );
    let ran = run(&[&["solve", "--because"], &rules[..4], &[grid]].concat());
    assert_eq!(ran.out, format!("# unsatisfiable (propagation) {because}\n"));
}

#[test]
fn grids_are_verified() {
    assert_eq!(run(&["verify", "--grid", SOLVED, EASY]).out, "<argument>:1  a solution\n");
    let wrong = SOLVED.replacen("34", "43", 1);
    let ran = run(&["verify", "--grid", &wrong, EASY]);
    assert!(ran.code == Some(1) && ran.out.contains("violates clue (r1c2); column 2 ("), "{}", ran.out);
    let partial = format!("{}1{}", &EASY[..2], &EASY[3..]);
    let ran = run(&["verify", "--grid", &partial, EASY]);
    assert!(ran.code == Some(1) && ran.out.contains("cannot be completed, because of: "), "{}", ran.out);
    let ran = run(&["verify", "--grid", EASY, "--format", "json", EASY]);
    assert!(ran.code == Some(0) && ran.out.contains("\"holds\":true,\"full\":false"), "{}", ran.out);
    assert_eq!(run(&["verify", "--grid", "123", EASY]).code, Some(3));
}

#[test]
fn equal_cells_and_restrictions() {
    let ran = run(&["equal", "--rule", "palindrome: r1c1 r2c3 r3c4", "................"]);
    assert!(ran.out.contains("  r1c1=r2c3=r3c4=r4c2  "), "{}", ran.out);
    let ran = run(&["restricts", "--of", "................", "1.....3..4.....2"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), "<argument>:1  yes\n"));
    let ran = run(&["restricts", "--of", "1.....3..4.....2", "................"]);
    assert!(ran.code == Some(1) && ran.out.starts_with("<argument>:1  no: "), "{}", ran.out);
    assert_eq!(run(&["restricts", "--of", "123456", EASY]).code, Some(3));
}

#[test]
fn layouts_have_fillings_or_none() {
    let lines = "1122112233443344\n1111222233334444\n1112122233343444\n112\n1112111122223333\n";
    let ran = run_with(&["layouts", "--format", "tsv", "-"], lines.as_bytes());
    let words: Vec<&str> = ran.out.lines().filter_map(|line| line.split('\t').nth(2)).collect();
    assert_eq!(words, ["some", "some", "some"], "{} {}", ran.out, ran.err);
    assert!(ran.code == Some(3) && ran.err.contains(":4:") && ran.err.contains(":5:"), "{}", ran.err);
}

#[test]
fn proofs_are_files() {
    let directory = format!("{}/proofs", env!("CARGO_TARGET_TMPDIR"));
    let _ = std::fs::remove_dir_all(&directory);
    let ran = run(&["prove", "--out", &directory, EASY, "nonsense", "1234............"]);
    assert!(
        ran.code == Some(3) && ran.err.contains("no proof: there are more solutions than 1"),
        "{}",
        ran.err
    );
    assert!(ran.out.starts_with("<argument>:1  one solution  "), "{}", ran.out);
    let read = |name: &str| std::fs::read_to_string(format!("{directory}/{name}")).unwrap();
    assert!(read("puzzle1.sudoku").starts_with("grid 9x9 boxes 3x3\nrule rows\n"));
    assert!(read("puzzle1.opb").starts_with("* #variable= 729 #constraint= "));
    assert!(read("puzzle1.pbp").ends_with("end pseudo-Boolean proof ;\n"));
    assert_eq!(read("puzzle1.sol").split_whitespace().count(), 81);
    let ran = run(&["prove", "--count", "12", "--format", "json", "--out", &directory, "1234............"]);
    let reply = &json(&ran.out)[0];
    assert_eq!(reply["solutions"].as_array().map(Vec::len), Some(12));
    let ran = run(&["solve", "--proof", &directory, "--count", "1234............"]);
    assert!(ran.code == Some(0) && ran.out.contains("12"), "{}{}", ran.out, ran.err);
    assert_eq!(read("puzzle1.sol").lines().count(), 12);
    let ran = run(&["prove", "--out", &directory, "1234............"]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    let is_there = |end: &str| std::path::Path::new(&format!("{directory}/puzzle1.{end}")).exists();
    assert!(
        !["sudoku", "opb", "sol", "pbp"].into_iter().any(is_there),
        "the files of the first run are gone"
    );
    assert_eq!(run(&["prove", "--count", "0", "--out", &directory, EASY]).code, Some(2));
    let ran = run(&["explain", "--proof", &directory, "--summary", EASY]);
    assert!(ran.code == Some(0) && read("puzzle1.pbp").contains("% 1. "), "{}", ran.err);
    let ran = run(&["explain", "--proof", &directory, "--rule", "diagonals", "1.....3..4.....2"]);
    assert!(ran.err.contains("no proof: only paths through plain 9x9 puzzles have one"), "{}", ran.err);
    let placed = format!(":0000:x:53+4+6{}::::", &EASY[4..]);
    let ran = run(&["explain", "--proof", &directory, "--summary", &placed]);
    assert!(ran.err.contains("no proof: the formula has the clues only"), "{}", ran.err);
    assert!(ran.code == Some(1) && !is_there("pbp"), "{}", ran.err);
}
