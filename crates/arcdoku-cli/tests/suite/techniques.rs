//! `techniques` and `rules`: the registries, and their pages.

use crate::common::{directory, run};
use arcdoku::deduction::Technique;
use arcdoku::puzzle::Rule;
use arcdoku_wire::{RuleRow, TechniqueRow};

#[test]
fn the_registry_in_three_forms() {
    let ran = run(&["techniques", "--format", "tsv"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let rows: Vec<Vec<&str>> = ran.out.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(rows.len(), Technique::ALL.len() + 1);
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
    let places: std::collections::BTreeSet<u32> =
        rows[1..].iter().map(|row| row[0].parse().unwrap()).collect();
    assert!(places.into_iter().eq(1..=32));
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
}
