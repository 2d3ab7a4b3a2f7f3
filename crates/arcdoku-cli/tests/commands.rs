//! `compare`, `trace`, `strategies`, `convert`, `completions` and `man`.

mod common;

use arcdoku_wire::{CompareReport, TraceEvent, TraceLine};
use common::{EASY, EASY_SOLVED, HARD, data, directory, json, run, run_with};

#[test]
fn compare_tables() {
    let one = data("one.txt");
    let ran = run(&["compare", &one, "--nodes", "2000"]);
    assert!(ran.out.starts_with("strategy"), "{}", ran.out);
    assert!(ran.out.contains("\nsingles-mrv ") && ran.out.contains("1 puzzle; question: first solution"));
    let ran = run(&["compare", &one, HARD, "--strategies", "hybrid,gac-mrv", "--unique", "--json"]);
    assert_eq!(ran.code, Some(0));
    let report: CompareReport = serde_json::from_str(&ran.out).expect("a report");
    assert_eq!((report.puzzles, report.strategies.len(), report.disagreements.len()), (2, 2, 0));
    assert!(report.strategies[0].nodes > report.strategies[1].nodes);
    let ran = run(&["compare", &one, "--strategies", "var=mrv,value=lcv; hybrid", "--csv"]);
    assert!(ran.out.starts_with("strategy,solved,gave_up,nodes,"), "{}", ran.out);
    assert!(ran.out.contains("\n\"var=mrv,value=lcv\",1,0,"), "{}", ran.out);
    assert_eq!(run(&["compare", HARD, "--strategies", "backtracking", "--nodes", "10"]).code, Some(4));
    assert_eq!(run(&["compare", HARD, "--strategies", "nonsense"]).code, Some(2));
    assert_eq!(run(&["compare", HARD, "--plot", "plot.pdf"]).code, Some(2));
    assert_eq!(run(&["compare", "no-such-file.txt"]).code, Some(3));
}

#[test]
fn plots_can_be_opened() {
    let place = directory("plots");
    let (svg, png) = (place.join("plot.svg"), place.join("plot.png"));
    let paths = [svg.to_str().expect("UTF-8"), png.to_str().expect("UTF-8")];
    let ran = run(&[
        "compare",
        &data("one.txt"),
        HARD,
        "--strategies",
        "hybrid,fc-mrv",
        "--plot",
        paths[0],
        "--plot",
        paths[1],
    ]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let text = std::fs::read_to_string(svg).expect("a drawing");
    assert!(text.starts_with("<svg") && text.trim_end().ends_with("</svg>"));
    assert_eq!(text.matches("<text").count(), text.matches("</text>").count());
    for word in
        ["Expanded nodes", "Wall time", "nodes a puzzle (log scale)", "time a puzzle (log scale)", "hybrid"]
    {
        assert!(text.contains(word), "{word}");
    }
    let file = std::io::BufReader::new(std::fs::File::open(png).expect("a picture"));
    let mut reader = png::Decoder::new(file).read_info().expect("a header");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut pixels).expect("pixels");
    assert_eq!((info.width, info.color_type), (1200, png::ColorType::Rgb));
    // Names stand to the left of the boxes: dark pixels there say that the font was found.
    let row = info.width as usize * 3;
    let names = pixels.chunks(row).flat_map(|row| &row[..100 * 3]).filter(|&&value| value < 100).count();
    assert!(names > 100, "{names} dark values where the names should be");
}

#[test]
fn traces_for_people() {
    let ran = run(&["trace", HARD, "--boards", "end"]);
    assert_eq!(ran.code, Some(0));
    for part in [
        "puzzle 1, strategy ",
        "| 4 . . | . . . | 8 . 5 |",
        ": the only place for ",
        " lose 4: taken by r1c1 (row 1, column 1, box 1)",
        "try ",
        ", depth 0",
        "\n  ",
        "contradiction: ",
        "take ",
        "Solved.\n",
        "| 4 1 7 | 3 6 9 | 8 2 5 |",
        " nodes, ",
    ] {
        assert!(ran.out.contains(part), "{part:?} in {}", ran.out);
    }
    let ran = run(&["trace", "1...............", "--candidates", "--strategy", "fc-mrv"]);
    assert!(ran.out.contains("| 234 134 | 124 123 |"), "{}", ran.out);
    let boards = |when: &str| {
        run(&["trace", EASY, "--boards", when]).out.matches("+-------+-------+-------+\n").count() / 4
    };
    assert_eq!((boards("none"), boards("end")), (0, 2));
    assert!(boards("every") > 50);
    let ran = run(&["trace", HARD, "--steps", "20"]);
    assert!(ran.code == Some(4) && ran.out.contains("Ended by --steps."), "{}", ran.out);
    let ran = run(&["trace", &data("mixed.txt"), "--number", "3"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.contains("There is no solution: a contradiction follows"), "{}", ran.out);
    assert_eq!(run(&["trace", EASY, "--number", "3"]).code, Some(2));
}

#[test]
fn traces_for_programs() {
    let ran = run(&["trace", HARD, "--json", "--strategy", "fc-mrv", "--candidates"]);
    let lines: Vec<TraceLine> = ran.out.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    assert!(lines.iter().all(|line| line.version == 1));
    assert!(matches!(&lines[0].event, TraceEvent::Start { puzzle, .. } if puzzle == HARD));
    let count = |name: &str| ran.out.matches(&format!("\"event\":\"{name}\"")).count() as u64;
    let Some(TraceLine { event: TraceEvent::End { outcome, stats, .. }, .. }) = lines.last() else {
        panic!("the trace ends");
    };
    assert_eq!(
        (outcome.as_str(), count("node"), count("backtrack")),
        ("solved", stats.nodes, stats.backtracks)
    );
    assert_eq!((count("solution"), count("end")), (1, 1));
    assert!(count("guess") > 0 && count("contradiction") > 0 && count("board") > 0 && count("narrowed") > 0);
    assert!(ran.out.contains("\"candidates\":\""), "boards carry candidates");
}

#[test]
fn strategies_are_listed() {
    let ran = run(&["strategies"]);
    assert_eq!(ran.code, Some(0));
    for name in ["backtracking", "hybrid", "labelling", "dom-wdeg"] {
        assert!(ran.out.contains(&format!("\n{name} ")), "{name}");
    }
    assert!(run(&["strategies", "--parts"]).out.contains("mrv"));
    let rows = json(&run(&["strategies", "--json"]).out);
    assert!(rows.iter().all(|row| row["parts"].as_str().is_some_and(|parts| parts.starts_with("var="))));
    assert!(json(&run(&["strategies", "--parts", "--json"]).out).iter().any(|row| row["part"] == "value"));
}

#[test]
fn conversions_keep_the_puzzle() {
    let input = format!("{EASY}\n{HARD}\n");
    for notation in [
        "line",
        "candidates",
        "integers",
        "grid",
        "euler",
        "sdk",
        "sdm",
        "ss",
        "library",
        "csv",
        "tsv",
        "json",
    ] {
        let there = run_with(&["convert", "--to", notation], input.as_bytes());
        assert_eq!((there.code, there.err.as_str()), (Some(0), ""), "{notation}");
        let back = run_with(&["convert", "--to", "line"], there.out.as_bytes());
        let bare: Vec<&str> = back.out.lines().map(|line| &line[..81]).collect();
        assert_eq!(bare, [EASY, HARD], "{notation}: {}", there.out);
        let forced = run_with(&["solve", "-q", "--from", notation], there.out.as_bytes());
        assert_eq!((forced.code, forced.err.as_str()), (Some(0), ""), "--from {notation}");
    }
    let ran = run(&["convert", "--to", "line", "--rules", "diagonals", EASY]);
    assert!(
        ran.code == Some(3) && ran.err.contains("diagonals, which the notation line cannot say"),
        "{}",
        ran.err
    );
    let ran = run(&["convert", "--to", "library", &data("sixteen.txt")]);
    assert!(ran.code == Some(3) && ran.err.contains("16x16"), "{}", ran.err);
}

#[test]
fn completions_and_manual() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = run(&["completions", shell]);
        assert!(ran.code == Some(0) && ran.out.contains("arcdoku"), "{shell}");
    }
    assert!(run(&["man"]).out.contains(".TH arcdoku 1"));
    let place = directory("man");
    assert_eq!(run(&["man", "--out", place.to_str().expect("UTF-8")]).code, Some(0));
    let page = std::fs::read_to_string(place.join("arcdoku-solve.1")).expect("a page");
    assert!(page.contains("Exit codes") && page.contains("strategy"));
}

#[test]
fn help_documents_the_exit_codes() {
    for command in [
        &["--help"][..],
        &["solve", "--help"],
        &["check", "-h"],
        &["compare", "-h"],
        &["trace", "-h"],
        &["convert", "-h"],
    ] {
        let ran = run(command);
        assert!(ran.code == Some(0) && ran.out.contains("130  interrupted"), "{command:?}");
    }
    assert_eq!(run(&[]).code, Some(2));
    assert_eq!(run_with(&["solve"], EASY.as_bytes()).out.trim(), EASY_SOLVED);
}
