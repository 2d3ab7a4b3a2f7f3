//! Proofs and layouts.

use crate::common::{EASY, json, run, run_with};

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

#[test]
fn malformed_layouts_do_not_affect_others() {
    let lines = "1122112233443344\n1111222233334444\n1112122233343444\n112\n1112111122223333\n";
    let ran = run_with(&["layouts", "--format", "tsv", "-"], lines.as_bytes());
    let words: Vec<&str> = ran.out.lines().filter_map(|line| line.split('\t').nth(2)).collect();
    assert_eq!(words, ["some", "some", "some"], "{} {}", ran.out, ran.err);
    assert!(ran.code == Some(3) && ran.err.contains(":4:") && ran.err.contains(":5:"), "{}", ran.err);
}
