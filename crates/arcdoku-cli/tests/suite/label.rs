//! Labelling problems.

use std::fs;

use crate::common::{directory, json, run, run_with};

#[test]
fn scores_have_a_most_probable_grid_and_marginals() {
    let folder = directory("label");
    let table = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/inputs/scores.csv");
    let (plot, picture) = (folder.join("bounds.png"), folder.join("cells.svg"));
    let (plot, picture) = (plot.to_str().unwrap(), picture.to_str().unwrap());
    let ran = run(&["label", "--plot", plot, "--picture", picture, table, table]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    for name in ["bounds.png", "bounds-2.png"] {
        assert!(fs::read(folder.join(name)).unwrap().starts_with(b"\x89PNG"), "{name}");
    }
    assert!(fs::read_to_string(picture).unwrap().contains(">4</text>"));
    let ran = run(&[
        "label",
        "--semiring",
        "log-sum",
        "--marginals",
        "--picture",
        picture,
        "--format",
        "json",
        table,
    ]);
    let reply = &json(&ran.out)[0];
    assert_eq!((reply["exact"].as_bool(), reply["shares"].as_array().map(Vec::len)), (Some(true), Some(16)));
    assert!(fs::read_to_string(picture).unwrap().contains("class=\"share\""));
}

#[test]
fn models_of_other_programs_are_read_and_written() {
    let written = run(&["label", "--to", "cfn", "1.....3..4.....2"]);
    let ran = run_with(&["label", "--semiring", "count"], written.out.as_bytes());
    assert_eq!((ran.code, ran.out.contains("count: 1 ")), (Some(0), true), "{} {}", ran.out, ran.err);
}
