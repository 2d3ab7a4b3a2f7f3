//! Labelling problems.

use std::fs;

use crate::common::{directory, file, json, run, run_with};

/// A table of scores of a 4x4 grid: the digits of the grid cost 0, the others 2 or 3.
fn scores() -> String {
    let row = |digit: char| {
        let score = |d: char| {
            if d == digit {
                "-0.0"
            } else if d == '1' {
                "-2.0"
            } else {
                "-3.0"
            }
        };
        "1234".chars().map(score).collect::<Vec<_>>().join(",") + "\n"
    };
    "1234341221434321".chars().map(row).collect()
}

#[test]
fn scores_have_a_most_probable_grid_and_marginals() {
    let folder = directory("label");
    let table = file(&folder, "scores.csv", scores());
    let table = table.as_str();
    let ran = run(&["label", "--semiring", "k-best=2", "--format", "tsv", table]);
    let fields: Vec<&str> = ran.out.lines().next().unwrap_or_default().split('\t').collect();
    assert_eq!(
        (ran.code, fields[4], fields[5], fields[7]),
        (Some(0), "exact", "1", "1234341221434321"),
        "{}",
        ran.err
    );
    assert_eq!(ran.out.lines().count(), 2);
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
    let ran = run(&["label", "--plot", "bounds.pdf", table]);
    assert!(ran.code == Some(2) && ran.err.contains(".svg or .png"), "{}", ran.err);
}

#[test]
fn models_of_other_programs_are_read_and_written() {
    let ran =
        run_with(&["label", "--form", "uai", "--semiring", "log-sum"], b"MARKOV 2 2 2 1 2 0 1 4 1 2 3 4");
    assert_eq!(ran.out, "<stdin>  log-sum: 2.302585 (eliminate, width 2)\n", "{}", ran.err);
    let written = run(&["label", "--to", "cfn", "1.....3..4.....2"]);
    let ran = run_with(&["label", "--semiring", "count"], written.out.as_bytes());
    assert_eq!((ran.code, ran.out.contains("count: 1 ")), (Some(0), true), "{} {}", ran.out, ran.err);
    let ran = run_with(&["label", "--form", "wcsp"], b"x 2 2");
    assert!(ran.code == Some(3) && ran.err.starts_with("error: <stdin>:1:"), "{}", ran.err);
    assert_eq!(run(&["label", "--semiring", "tropical", "1.....3..4.....2"]).code, Some(2));
    let ran =
        run(&["label", "--memory", "1M", "--method", "eliminate", "--semiring", "count", "1.....3..4.....2"]);
    assert!(ran.code == Some(4) && ran.err.contains("10 objects would take 50,681,152 bytes"), "{}", ran.err);
    let ran = run(&["label", "--semiring", "count", "--format", "json", "11.............."]);
    assert_eq!(
        (ran.code, json(&ran.out)[0]["outcome"].as_str()),
        (Some(1), Some("unsatisfiable")),
        "{}",
        ran.err
    );
}
