//! `sheet`: pages of puzzles and solutions as files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{EASY, EASY_SOLVED, HARD, HARD_SOLVED, SEVERAL, directory, run, run_with};

const KILLER: &str = r#"{"puzzle":"..343412214343..","name":"Small","rules":["cage 6: r1c1 r1c2 r2c1"]}"#;

/// The number of pages of a PDF.
fn pages(path: &Path) -> usize {
    let bytes = fs::read(path).unwrap();
    assert!(bytes.starts_with(b"%PDF-") && bytes.trim_ascii_end().ends_with(b"%%EOF"));
    let text = String::from_utf8_lossy(&bytes);
    text.matches("/Type/Page").count() - text.matches("/Type/Pages").count()
}

/// The texts of a page of SVG that have a class, or are in a group that has it.
fn texts(svg: &str, class: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(svg).unwrap();
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    let is_wanted = |node: &roxmltree::Node<'_, '_>| {
        node.ancestors()
            .any(|one| one.attribute("class").is_some_and(|all| all.split(' ').any(|one| one == class)))
    };
    texts.filter(is_wanted).filter_map(|node| node.text().map(str::to_owned)).collect()
}

fn sheet(out: &Path, options: &[&str], input: &str) -> crate::common::Ran {
    let out = out.to_str().unwrap();
    run_with(&[&["sheet", "--out", out], options].concat(), input.as_bytes())
}

/// The words of each page, if the program that extracts them is installed.
fn words(path: &Path) -> Option<Vec<String>> {
    let output = Command::new("pdftotext").arg("-layout").arg(path).arg("-").output().ok();
    let Some(output) = output.filter(|output| output.status.success()) else {
        println!("skipped: no pdftotext");
        return None;
    };
    let text = String::from_utf8(output.stdout).unwrap();
    Some(text.split_terminator('\x0c').map(str::to_owned).collect())
}

#[test]
fn a_pdf_has_all_puzzles_and_solutions() {
    let folder = directory("sheet-pdf");
    let (path, input) = (folder.join("a.pdf"), format!("{EASY}\n{HARD}\n{KILLER}\n"));
    for (options, count) in [
        (&["--per-page", "1"][..], 4),
        (&["--per-page", "1", "--solutions", "overleaf"], 6),
        (&["--per-page", "6", "--paper", "letter", "--large"], 2),
        (&["--per-page", "2", "--solutions", "none", "--link", "https://example.org/"], 2),
    ] {
        let ran = sheet(&path, &[&["--title", "Evening"], options].concat(), &input);
        assert_eq!((ran.code, ran.err.as_str(), ran.out.as_str()), (Some(0), "", ""), "{options:?}");
        assert_eq!(pages(&path), count, "{options:?}");
        let Some(words) = words(&path) else { continue };
        assert_eq!(words.len(), count);
        let all = words.concat();
        for wanted in ["Evening 1", "Evening 2", "3 · Small", "Killer cage"] {
            assert!(all.contains(wanted), "{options:?}: no {wanted}");
        }
        assert_eq!(all.contains("Solutions"), !options.contains(&"none"), "{options:?}");
    }
}

#[test]
fn a_page_has_the_digits_of_the_puzzle_and_of_its_solution() {
    let folder = directory("sheet-svg");
    let path = folder.join("page.svg");
    assert_eq!(sheet(&path, &["--solutions", "none", "--link", "https://example.org/"], HARD).code, Some(0));
    let svg = fs::read_to_string(&path).unwrap();
    let clues: String = HARD.chars().filter(char::is_ascii_digit).collect();
    assert_eq!(texts(&svg, "given").concat(), clues);
    assert_eq!(texts(&svg, "heading"), ["Sudoku 1"]);
    assert!(svg.contains("class=\"code\"") && svg.contains("width=\"210mm\"") && !svg.contains("@media"));

    let path = folder.join("pages.html");
    assert_eq!(sheet(&path, &[], &format!("{EASY}\n{HARD}\n")).code, Some(0));
    let html = fs::read_to_string(&path).unwrap();
    let pages: Vec<&str> = html.split("<svg xmlns").skip(1).collect();
    assert_eq!(pages.len(), 2);
    let solved = format!("<svg xmlns{}", pages[1].split("</body>").next().unwrap());
    let mut digits: Vec<String> = [texts(&solved, "given"), texts(&solved, "filled")].concat();
    digits.sort();
    let mut wanted: Vec<String> =
        format!("{EASY_SOLVED}{HARD_SOLVED}").chars().map(|digit| digit.to_string()).collect();
    wanted.sort();
    assert_eq!(digits, wanted);
}

#[test]
fn puzzles_without_one_solution_are_printed_and_reported() {
    let folder = directory("sheet-several");
    let path: PathBuf = folder.join("a.pdf");
    let ran = sheet(&path, &[], &format!("{EASY}\n{SEVERAL}\n"));
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("<stdin>:2: printed without a solution: several solutions"), "{}", ran.err);
    assert_eq!(pages(&path), 2);
}

#[test]
fn files_of_other_kinds_and_empty_inputs_are_refused() {
    let folder = directory("sheet-refused");
    let ran = run(&["sheet", "--out", folder.join("a.png").to_str().unwrap(), EASY]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("expected a file that ends in .pdf, .html or .svg"), "{}", ran.err);
    let svg = folder.join("a.svg");
    let ran = sheet(&svg, &[], EASY);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("the puzzles need 2 pages") && !svg.exists(), "{}", ran.err);
    let ran = sheet(&folder.join("a.pdf"), &[], "\n");
    assert_eq!(ran.code, Some(3));
}
