//! `arcdoku study`: known totals, from the counts in a file or counted again.

use std::fs;
use std::path::Path;

use crate::common::{directory, run, runs_all_cases};

const TOTALS: &str = "416 classes of bands\n948,109,639,680 bands\n6,670,903,752,021,072,936,960 grids\n";

/// The output of `study grids --out`. Computing all counts took a minute.
fn counted() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/study/band_classes.tsv");
    fs::read_to_string(path).expect("the file")
}

#[test]
fn counting_continues_after_an_earlier_run() {
    let path = directory("study").join("classes.tsv");
    let name = path.to_str().expect("a plain path");
    let whole = counted();
    // One or two lines are missing, and one is incomplete. Each is counted again, which takes long.
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    let kept = if runs_all_cases() { 413 } else { 414 };
    let torn = lines[..kept].concat() + &lines[kept][..20];
    fs::write(&path, torn).expect("written");
    let ran = run(&["study", "grids", "--out", name, "--resume"]);
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (Some(0), TOTALS, ""));
    assert_eq!(fs::read_to_string(&path).expect("the file"), whole);
    // A complete file stays unchanged, except for a partial line at its end.
    for torn in ["", "417"] {
        fs::write(&path, format!("{whole}{torn}")).expect("written");
        let ran = run(&["study", "grids", "--out", name, "--resume"]);
        assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (Some(0), TOTALS, ""));
        assert_eq!(fs::read_to_string(&path).expect("the file"), whole);
    }
    // Two runs must not write the same file.
    let locked = fs::File::open(&path).expect("the file");
    locked.lock().expect("a lock");
    let ran = run(&["study", "grids", "--out", name, "--resume"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
    assert!(ran.err.contains("another run is writing it"), "{}", ran.err);
}

#[test]
fn files_of_other_runs_are_left_unchanged() {
    let path = directory("study-other").join("classes.tsv");
    let name = path.to_str().expect("a plain path");
    let other = "1\t123456789\t2\t3\n";
    fs::write(&path, other).expect("written");
    let ran = run(&["study", "grids", "--out", name, "--resume"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
    assert!(ran.err.contains(":1: found \"1\\t123456789\\t2\\t3\", expected"), "{}", ran.err);
    assert_eq!(fs::read_to_string(&path).expect("the file"), other);
    // The same without --resume.
    let ran = run(&["study", "grids", "--out", name]);
    assert_eq!(ran.code, Some(2), "{}", ran.err);
    assert_eq!(fs::read_to_string(&path).expect("the file"), other);
}

#[test]
fn grids_of_small_shapes_are_counted() {
    for wrong in ["2", "0x3", "9x9", "axb"] {
        let ran = run(&["study", "grids", "--box", wrong]);
        assert_eq!(ran.code, Some(2), "{}", ran.err);
        assert!(ran.err.contains("expected rows and columns of a box"), "{}", ran.err);
    }
}
