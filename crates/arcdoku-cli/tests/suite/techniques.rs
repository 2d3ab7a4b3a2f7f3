//! `techniques` and `rules`: the registries, and their pages.

use crate::common::{directory, run};
use arcdoku::deduction::Technique;
use arcdoku::puzzle::Rule;
use arcdoku_wire::{RuleRow, TechniqueRow, Tenths};

#[test]
fn the_registry_in_three_forms() {
    let ran = run(&["techniques", "--format", "tsv"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let rows: Vec<Vec<&str>> = ran.out.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(rows.len(), Technique::ALL.len() + 1);
    assert_eq!(rows[0], ["name", "title", "family", "level", "score", "single", "code"]);
    assert!(rows.contains(&vec!["x-wing", "X-Wing", "fish", "hard", "140", "no", "0300"]), "{}", ran.out);
    let bug = ["bug-plus-one", "Bivalue Universal Grave + 1", "bug", "hard", "100", "yes", "0610"];
    assert!(rows.contains(&bug.to_vec()), "{}", ran.out);
    assert!(rows.iter().any(|row| row[0] == "junior-exocet" && row[3..5] == ["-", "-"] && row[6] == "-"));
    let ran = run(&["techniques", "--format", "json"]);
    let lines: Vec<TechniqueRow> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), Technique::ALL.len());
    assert!(lines.iter().all(|row| !row.definition.is_empty()));
    assert_eq!(run(&["techniques"]).out.lines().next().unwrap().split_whitespace().next(), Some("name"));
}

#[test]
fn the_scale_of_the_explainer() {
    let ran = run(&["techniques", "--scale", "se", "--format", "tsv"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let rows: Vec<Vec<&str>> = ran.out.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(rows[0], ["row", "name", "title", "rating", "single", "which", "adds"]);
    assert!(rows.contains(&vec!["8", "x-wing", "X-Wing", "3.2", "no", "-", "-"]), "{}", ran.out);
    let places: std::collections::BTreeSet<u32> =
        rows[1..].iter().map(|row| row[0].parse().unwrap()).collect();
    assert!(places.into_iter().eq(1..=32));
    let ran = run(&["techniques", "--scale", "se", "--format", "json"]);
    let first: TechniqueRow = serde_json::from_str(ran.out.lines().next().unwrap()).unwrap();
    assert_eq!((first.place, first.rating), (Some(1), Some(Tenths(10))));
    let ran = run(&["techniques", "--scale", "se", "hidden-single"]);
    assert!(ran.out.contains(": 1.2, 1.5\n") && !ran.out.contains("Score: "), "{}", ran.out);
    let place = directory("pages-se");
    assert_eq!(run(&["techniques", "--scale", "se", "--docs", place.to_str().unwrap()]).code, Some(2));
}

#[test]
fn a_technique_has_a_page() {
    for name in ["x-wing", "X-Wing", "0300"] {
        let ran = run(&["techniques", name]);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        assert!(ran.out.starts_with("X-Wing\n\n") && ran.out.contains("X-Wing: "), "{}", ran.out);
    }
    let ran = run(&["techniques", "swordfish", "--language", "de", "--coordinates", "chess"]);
    assert!(ran.out.starts_with("Schwertfisch\n"), "{}", ran.out);
    let ran = run(&["techniques", "x-fish"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("lists the names"), "{}", ran.err);
}

#[test]
fn pages_are_written_into_a_directory() {
    let directory = directory("pages").join("new");
    let ran = run(&["techniques", "--docs", directory.to_str().unwrap()]);
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (Some(0), "", ""));
    let index = std::fs::read_to_string(directory.join("README.md")).unwrap();
    for technique in Technique::ALL {
        let page = format!("{}.md", technique.slug());
        assert!(index.contains(&format!("({page})")), "{page}");
        assert!(std::fs::read_to_string(directory.join(page)).unwrap().contains("\n## "));
    }
}

#[test]
fn rules_are_listed_and_drawn() {
    let ran = run(&["rules", "--json"]);
    let rows: Vec<RuleRow> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((ran.code, rows.len()), (Some(0), Rule::kinds().len()));
    let list = run(&["rules"]).out;
    assert!(rows.iter().all(|row| list.contains(&row.example) && list.contains(&row.family)));
    let svg = run(&["rules", "thermo", "--svg"]).out;
    assert!(svg.starts_with("<svg") && svg.contains("class=\"thermo\""), "{svg}");
    let ran = run(&["rules", "thermometer"]);
    assert!(ran.code == Some(2) && ran.err.contains("lists the names"), "{}", ran.err);
    let puzzle = ".".repeat(81);
    let ran =
        run(&["convert", "--to", "svg", "--rule", "renban: r1c1 r1c2 v1", "--extra-cells", "1", &puzzle]);
    assert!(ran.code == Some(0) && ran.out.contains("renban:") && ran.out.contains(">v1<"), "{}", ran.err);
}
