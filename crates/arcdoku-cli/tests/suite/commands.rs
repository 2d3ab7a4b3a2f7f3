//! Plots, traces and pictures, `convert`, `completions`, `man` and help.

use crate::common::{EASY, GUESSES, HARD, data, directory, json, run, run_with};
use arcdoku_wire::{CompareReport, TraceEvent, TraceLine};

#[test]
fn compare_tables() {
    let ran = run(&["compare", EASY, HARD, "--strategies", "hybrid,gac-mrv", "--unique", "--json"]);
    let report: CompareReport = serde_json::from_str(&ran.out).expect("a report");
    assert_eq!((report.puzzles, report.strategies.len(), report.disagreements.len()), (2, 2, 0));
    let ran = run(&["compare", EASY, "--strategies", "gac-mrv"]);
    assert!(!ran.out.contains("revisions"), "{}", ran.out);
    // Propagation alone solves one of them. Only AC-3 revises arcs.
    let ran = run(&["compare", EASY, HARD, "--strategies", "gac-mrv,singles-mrv", "--json"]);
    let report: CompareReport = serde_json::from_str(&ran.out).expect("a report");
    let facts: Vec<_> = report.strategies.iter().map(|row| (row.no_search, row.revisions)).collect();
    assert_eq!(facts, [(2, 0), (1, 0)]);
    let ran = run(&["compare", GUESSES, "--strategies", "singles-mrv,learning", "--unique", "--json"]);
    let report: CompareReport = serde_json::from_str(&ran.out).expect("a report");
    let [chronological, learning] = &report.strategies[..] else { panic!("two strategies") };
    assert_eq!((chronological.conflicts, chronological.learned, chronological.restarts), (0, 0, 0));
    assert!(learning.conflicts >= learning.learned && learning.learned > 0);
    let rows = json(&run(&["strategies", "--json"]).out);
    assert!(rows.iter().all(|row| row["parts"].as_str().is_some_and(|parts| parts.starts_with("var="))));
}

#[test]
fn steps_that_are_not_shown_are_counted() {
    let all = run(&["trace", EASY, "--boards", "none"]);
    let steps = all.out.lines().count() - 3;
    for shown in [1, 5, 30] {
        let limit = shown.to_string();
        let ran = run(&["trace", EASY, "--boards", "none", "--steps", &limit]);
        let rest = format!("... {} further steps not shown (--steps)", steps - shown);
        let lines: Vec<&str> = ran.out.lines().collect();
        assert_eq!((ran.code, lines[shown + 1], lines[shown + 2]), (Some(0), &*rest, "Solved."));
        assert_eq!(lines[..=shown], all.out.lines().take(shown + 1).collect::<Vec<_>>());
    }
    let ran = run(&["trace", EASY, "--strategy", "ac3-mrv", "--json"]);
    assert!(json(&ran.out).iter().filter(|row| row["reason"] == "arc").all(|row| row["house"].is_string()));
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
    for word in [
        "Expanded nodes",
        "Wall time",
        "nodes per puzzle (log scale)",
        "time per puzzle (log scale)",
        "hybrid",
    ] {
        assert!(text.contains(word), "{word}");
    }
    let file = std::io::BufReader::new(std::fs::File::open(png).expect("a picture"));
    let mut reader = png::Decoder::new(file).read_info().expect("a header");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut pixels).expect("pixels");
    assert_eq!((info.width, info.color_type), (1200, png::ColorType::Rgb));
    // Names are to the left of the boxes. Dark pixels there show that the font was found.
    let row = info.width as usize * 3;
    let names = pixels.chunks(row).flat_map(|row| &row[..100 * 3]).filter(|&&value| value < 100).count();
    assert!(names > 100, "{names} dark values where the names should be");
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
        (&*outcome.to_string(), count("node"), count("backtrack")),
        ("solved", stats.nodes, stats.backtracks)
    );
    assert_eq!((count("solution"), count("end")), (1, 1));
    assert!(count("guess") > 0 && count("contradiction") > 0 && count("board") > 0 && count("narrowed") > 0);
    assert!(ran.out.contains("\"candidates\":\""), "boards carry candidates");
}

#[test]
fn dead_ends_are_reported() {
    // Inference at the level `filter` leaves empty domains to the choice of the next cell.
    for strategy in ["csp", "csp-mrv-frequent"] {
        let ran = run(&["trace", HARD, "--strategy", strategy, "--steps", "400", "--boards", "none"]);
        let lines: Vec<&str> = ran.out.lines().map(str::trim).collect();
        let dead = |line: &str| line.starts_with("dead end: no candidate is left for r");
        assert!(lines.iter().any(|line| dead(line)), "{strategy}: {}", ran.out);
        let follows = |pair: &[&str]| pair[1].starts_with("take ") || pair[1].starts_with("Ended by");
        assert!(lines.windows(2).filter(|pair| dead(pair[0])).all(follows), "{strategy}: {}", ran.out);
    }
    // r1c4 sees four digits. The choice of the next cell finds that, before any guess.
    let ran = run(&["trace", "123....4........", "--strategy", "csp-mrv-frequent", "--json"]);
    let rows = json(&ran.out);
    let found: Vec<_> = rows.iter().filter(|row| row["event"] == "contradiction").collect();
    assert_eq!((ran.code, found.len()), (Some(1), 1), "{}", ran.out);
    assert_eq!((&found[0]["kind"], &found[0]["cell"]), (&"empty-domain".into(), &"r1c4".into()));
    let ran = run(&["trace", HARD, "--strategy", "csp-mrv-frequent", "--json"]);
    let rows = json(&ran.out);
    let dead = |row: &serde_json::Value| row["event"] == "contradiction" && row["kind"] == "empty-domain";
    assert!(rows.windows(2).any(|pair| dead(&pair[0]) && pair[1]["event"] == "backtrack"));
}

#[test]
fn jigsaws_are_drawn_with_their_regions() {
    let regions = ["--regions", "aabb aacb dccb dddc"];
    let puzzle = "1...............";
    let ran = run(&[&["solve", "--first", "--format", "grid", puzzle], &regions[..]].concat());
    let back = run_with(&[&["check", "-"], &regions[..]].concat(), ran.out.as_bytes());
    assert_eq!(back.code, Some(0), "{}", back.err);
    let colored =
        run(&[&["--color", "always", "solve", "--first", "--format", "grid", puzzle], &regions[..]].concat());
    assert_eq!(colored.out.matches("\u{1b}[1m").count(), 15, "all but the clue: {}", colored.out);
}

#[test]
fn pictures_show_every_digit() {
    let place = directory("pictures");
    let path = place.join("trace.svg");
    let picture = path.to_str().expect("UTF-8");
    // The numbers of drawn digits and of clues among them.
    let drawn = || {
        let text = std::fs::read_to_string(&path).expect("a picture");
        let document = roxmltree::Document::parse(&text).expect("well-formed XML");
        let root = document.root_element();
        assert_eq!(
            (root.tag_name().name(), root.tag_name().namespace()),
            ("svg", Some("http://www.w3.org/2000/svg"))
        );
        let texts = root.descendants().filter(|node| {
            matches!(node.attribute("class"), Some("given" | "naked" | "hidden" | "guess" | "filled"))
        });
        let digits: Vec<_> =
            texts.filter(|node| node.text().is_some_and(|text| text.parse::<u8>().is_ok())).collect();
        let clues = digits.iter().filter(|node| node.attribute("class") == Some("given")).count();
        (digits.len(), clues)
    };
    for (puzzle, clues) in [(EASY, 30), (HARD, 17)] {
        for strategy in
            ["hybrid", "csp-mrv-frequent", "singles-mrv", "dom-wdeg", "singles-mrv,restarts=2", "learning"]
        {
            let ran =
                run(&["trace", puzzle, "--picture", picture, "--strategy", strategy, "--boards", "none"]);
            assert_eq!((ran.code, drawn()), (Some(0), (81, clues)), "{strategy}: {}", ran.err);
        }
    }
    // A trace that is cut short does not cut the picture.
    let ran = run(&["trace", HARD, "--picture", picture, "--steps", "3"]);
    assert_eq!((ran.code, drawn()), (Some(4), (81, 17)), "{}", ran.err);
    // Without a solution there is a picture of what was decided.
    let impossible = "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..";
    let ran = run(&["trace", impossible, "--picture", picture]);
    let clues = impossible.bytes().filter(u8::is_ascii_digit).count();
    let (digits, bold) = drawn();
    assert!(ran.code == Some(1) && bold == clues && (clues..=81).contains(&digits), "{digits}: {}", ran.err);
    let ran = run(&["trace", "11..............", "--picture", picture]);
    assert_eq!((ran.code, drawn()), (Some(3), (2, 2)), "{}", ran.err);
    let ran = run(&["trace", "1...............", "--regions", "aabb aacb dccb dddc", "--picture", picture]);
    assert_eq!((ran.code, drawn()), (Some(0), (16, 1)), "{}", ran.err);
    let ran = run(&["trace", EASY, "--picture", place.join("none/x.svg").to_str().expect("UTF-8")]);
    assert!(ran.code != Some(0) && ran.err.contains("x.svg"), "{}", ran.err);
}

#[test]
fn pictures_of_searches() {
    let place = directory("searches");
    let path = |name: &str| place.join(name).to_str().expect("UTF-8").to_owned();
    let (tree, animation, implications) = (path("tree.svg"), path("animation.svg"), path("implications.svg"));
    let all = ["--tree", &tree, "--animation", &animation, "--implications", &implications];
    let text = run(&["trace", GUESSES, "--strategy", "learning", "--boards", "none"]);
    let ran = run(&[&["trace", GUESSES, "--boards", "none"], &all[..]].concat());
    let without_time = |text: &str| text.rsplit_once(',').map(|(steps, _)| steps.to_owned());
    assert_eq!((ran.code, without_time(&ran.out)), (Some(0), without_time(&text.out)), "{}", ran.err);
    let drawn = |path: &str| std::fs::read_to_string(path).expect("a picture");
    for (picture, title) in [
        (drawn(&tree), "<title>Search tree with "),
        (drawn(&animation), "<title>Animation of a search. "),
        (drawn(&implications), "<title>Implication graph of a conflict, with "),
    ] {
        roxmltree::Document::parse(&picture).expect("well-formed XML");
        assert!(picture.contains(title) && picture.contains("role=\"img\""), "{picture}");
    }
    // Without a conflict there is no picture, and the other ones are written all the same.
    [&tree, &implications].iter().for_each(|path| std::fs::remove_file(path).expect("it was there"));
    let ran = run(&[&["trace", EASY, "--boards", "none"], &all[..]].concat());
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.starts_with("error: the search met no conflict that depends on a guess"), "{}", ran.err);
    assert!(place.join("tree.svg").exists() && !place.join("implications.svg").exists());
    let ran = run(&["trace", GUESSES, "--implications", &implications, "--strategy", "fc-mrv"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("--strategy: the implication graph of a conflict requires the"), "{}", ran.err);
    let ran =
        run(&["trace", GUESSES, "--implications", &implications, "--strategy", "learning,inference=singles"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    // The puzzle cannot be read, so nothing is reported about a search.
    let ran = run(&["trace", "12345", "--implications", &implications]);
    assert!(ran.code == Some(3) && !ran.err.contains("conflict"), "{}", ran.err);
    let ran = run(&["trace", GUESSES, "--tree", "tree.png"]);
    assert_eq!((ran.code, ran.out.len()), (Some(2), 0), "{}", ran.err);
    assert!(ran.err.contains("expected a file that ends in .svg"), "{}", ran.err);
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
    assert_eq!(run(&["convert", "--to", "library", &data("mixed.txt")]).code, Some(3));
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
    for (command, words) in [
        ("solve", "(with --first, --count or --all: has none)"),
        ("check", "is not minimal (with --minimal)"),
        ("compare", "strategies disagree"),
        ("trace", "a limit or --steps ended some search"),
        ("convert", "cannot be written in the target notation"),
        ("canon", "has no canonical form"),
        ("hint", "some state has mistakes"),
        ("steps", "has mistakes, or has no step"),
        ("explain", "or is not solved by the"),
        ("rate", "is not solved by"),
        ("regress", "some case failed"),
    ] {
        let ran = run(&[command, "--help"]);
        assert!(ran.out.contains(words), "{command}: {}", ran.out);
        assert!(
            ran.out.contains("\n  1  ") && ran.out.contains("`arcdoku help exit-codes` lists all"),
            "{command}"
        );
    }
    assert_eq!(run(&[]).code, Some(2));
}

#[test]
fn former_flags_of_formats_are_read() {
    let same = |former: &[&str], now: &[&str]| {
        let [former, now] = [former, now].map(run);
        assert_eq!((former.code, former.out), (now.code, now.out));
    };
    same(&["check", EASY, "--json"], &["check", EASY, "--format", "json"]);
    same(&["rules", "--json"], &["rules", "--format", "json"]);
    same(&["steps", "--tsv", EASY], &["steps", "--format", "tsv", EASY]);
    same(&["explain", "--html", EASY], &["explain", "--format", "html", EASY]);
    // It is a puzzle here.
    assert!(run(&["check", "--", "--json"]).err.contains("--json:"));
}
