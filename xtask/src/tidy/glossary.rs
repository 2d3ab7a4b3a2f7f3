//! One word per concept. The glossary of ARCHITECTURE.md lists the terms and their banned synonyms.
//!
//! The section `## Glossary` has a table `| term | meaning | not |`. The third column lists banned words or phrases,
//! separated by commas. This rule searches for them in every Markdown file and in the comments and identifiers of
//! `crates/`, as whole words in any case and with a plural ending. `badWord`, `bad_word` and "bad word" are the same
//! phrase. Strings and the shell sessions of Markdown are ignored.
//!
//! To quote a banned word, `tidy: allow(word)` in a comment on the line or the line above allows
//! it there, and `tidy: allow-file(word)` in the whole file.

use super::source::{Tree, without_strings};
use super::{Finding, Source};

const HOME: &str = "ARCHITECTURE.md";

/// A row of the table.
#[derive(Debug, PartialEq, Eq)]
struct Term {
    name: String,
    line: usize,
    banned: Vec<String>,
}

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    // `sizes` reports that it is missing.
    let Some(home) = tree.file(HOME) else { return Vec::new() };
    let (terms, section) = match terms(&home.text) {
        Ok(found) => found,
        Err(message) => return vec![Finding::new(HOME, 1, message)],
    };
    let mut findings = Vec::new();
    for term in &terms {
        for word in &term.banned {
            if let Some(other) = terms.iter().find(|other| words(&other.name) == words(word)) {
                let message = format!("`{word}` is banned here and is itself a term in line {}", other.line);
                findings.push(Finding::new(HOME, term.line, message));
            }
        }
    }
    for file in &tree.files {
        if file.is("md") || (file.is("rs") && file.path.starts_with("crates/")) {
            let skip = if file.path == HOME { section.clone() } else { 0..0 };
            search(file, &terms, |line| skip.contains(&line), &mut findings);
        }
    }
    findings
}

/// The rows of the table, and the lines (from 1) of its section.
fn terms(text: &str) -> Result<(Vec<Term>, std::ops::Range<usize>), String> {
    let lines: Vec<&str> = text.lines().collect();
    let begin =
        lines.iter().position(|line| line.trim() == "## Glossary").ok_or("no section `## Glossary`")?;
    let length = lines[begin + 1..].iter().position(|line| line.starts_with("# ") || line.starts_with("## "));
    let end = length.map_or(lines.len(), |length| begin + 1 + length);
    let cells = |line: &str| -> Vec<String> {
        let row = line.trim().trim_start_matches('|').trim_end_matches('|');
        row.split('|').map(|cell| cell.replace(['`', '*'], "").trim().to_owned()).collect()
    };
    let header = (begin..end)
        .find(|&i| cells(lines[i]).iter().map(|cell| cell.to_lowercase()).eq(["term", "meaning", "not"]))
        .ok_or("the section `## Glossary` has no table `| term | meaning | not |`")?;
    let mut terms = Vec::new();
    for i in (header + 2..end).take_while(|&i| lines[i].trim_start().starts_with('|')) {
        let [name, _, not] = <[String; 3]>::try_from(cells(lines[i]))
            .map_err(|cells| format!("line {} has {} cells, the glossary has three", i + 1, cells.len()))?;
        let banned = not.split(',').map(str::trim).filter(|word| !words(word).is_empty());
        terms.push(Term { name, line: i + 1, banned: banned.map(str::to_owned).collect() });
    }
    if terms.is_empty() {
        return Err("the glossary is empty".to_owned());
    }
    Ok((terms, begin + 1..end + 1))
}

fn search(file: &Source, terms: &[Term], skip: impl Fn(usize) -> bool, findings: &mut Vec<Finding>) {
    let searched = if file.is("rs") { without_strings(&file.text) } else { without_sessions(&file.text) };
    let original: Vec<&str> = file.text.lines().collect();
    for (index, line) in searched.lines().enumerate().filter(|(index, _)| !skip(index + 1)) {
        let line = words(line);
        for term in terms {
            for banned in term.banned.iter().filter(|banned| contains(&line, &words(banned))) {
                let mark = format!("tidy: allow({banned})");
                let above = original[index.saturating_sub(1)..=index].iter().any(|line| line.contains(&mark));
                if !above && !file.text.contains(&format!("tidy: allow-file({banned})")) {
                    let message = format!("`{banned}`: the glossary's word is `{}`", term.name);
                    findings.push(Finding::new(&*file.path, index + 1, message));
                }
            }
        }
    }
}

/// The words of a text in lower case. Identifiers are split at `_` and between `aB`.
pub(super) fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut previous = ' ';
    for c in text.chars() {
        let hump = previous.is_lowercase() && c.is_uppercase();
        if !c.is_alphanumeric() || hump {
            words.push(String::new());
        }
        if c.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(c.to_lowercase());
        }
        previous = c;
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Whether the words contain the phrase. Its last word may be in the plural.
pub(super) fn contains(words: &[String], phrase: &[String]) -> bool {
    let Some((last, first)) = phrase.split_last() else { return false };
    words.windows(phrase.len()).any(|window| {
        let end = window[first.len()].strip_prefix(last.as_str());
        window.starts_with(first) && matches!(end, Some("" | "s" | "es"))
    })
}

/// Markdown with empty lines in place of its shell sessions, because the output of programs is not prose.
fn without_sessions(text: &str) -> String {
    let mut fence = None;
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let marks = line.trim_start().starts_with("```");
        match fence {
            None if marks => fence = Some(line.contains("console")),
            Some(_) if marks => fence = None,
            _ => {}
        }
        if fence != Some(true) {
            out += line;
        }
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const GLOSSARY: &str = "# Architecture\nA square here.\n\n## Glossary\n| term | meaning | not |\n|---|---|---|\n\
                            | **cell** | one place | square, grid field |\n| house | a set | - |\n\n## Next\n";

    fn findings(path: &str, text: &str) -> Vec<String> {
        let home = Source::new(HOME, GLOSSARY.replace("A square here.", ""));
        let tree = Tree::new(vec![home, Source::new(path, text)]);
        check(&tree).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_table_is_read() {
        let (terms, section) = terms(GLOSSARY).expect("a glossary");
        assert_eq!(section, 4..10);
        assert_eq!(
            terms[0],
            Term {
                name: "cell".to_owned(),
                line: 7,
                banned: vec!["square".to_owned(), "grid field".to_owned()]
            }
        );
        assert_eq!(terms[1].banned, [""; 0]);
        for broken in ["# A\n", "## Glossary\ntext\n", "## Glossary\n| term | meaning | not |\n|-|-|-|\n"] {
            assert!(super::terms(broken).is_err(), "{broken}");
        }
    }

    #[test]
    fn banned_words_are_found_in_text_comments_and_identifiers() {
        let a = "crates/arcdoku/src/a.rs";
        let expected = |line: usize| format!("{a}:{line}: `square`: the glossary's word is `cell`");
        assert_eq!(findings(a, "//! One Square.\n"), [expected(1)]);
        assert_eq!(findings(a, "\nfn next_square() {}\n"), [expected(2)]);
        assert_eq!(findings(a, "struct SquareSet;\nlet x = minSquares;"), [expected(1), expected(2)]);
        assert_eq!(findings(a, "/// Each grid field.\nstruct GridFields;").len(), 2);
        assert_eq!(findings("docs/a.md", "Two `squares`.").len(), 1);
        let home = Tree::new(vec![Source::new(HOME, GLOSSARY)]);
        assert_eq!(check(&home).len(), 1);
    }

    #[test]
    fn strings_other_words_sessions_and_marked_lines_pass() {
        let a = "crates/arcdoku/src/a.rs";
        assert_eq!(findings(a, "let s = \"square\"; // squared, field, gridfield"), [""; 0]);
        assert_eq!(findings(a, "// tidy: allow(square)\nfn square() {}"), [""; 0]);
        assert_eq!(findings(a, "// tidy: allow(square)\n\nfn square() {}").len(), 1);
        assert_eq!(findings(a, "// tidy: allow-file(square)\n\nfn square() {}"), [""; 0]);
        assert_eq!(findings("README.md", "```console\n$ a\nsquare\n```\n"), [""; 0]);
        assert_eq!(findings("README.md", "```rust\nsquare\n```\n").len(), 1);
        assert_eq!(findings("xtask/src/a.rs", "// square"), [""; 0]);
    }

    #[test]
    fn a_term_cannot_be_banned() {
        let home = GLOSSARY.replace("A square here.", "").replace("a set | -", "a set | cell");
        let tree = Tree::new(vec![Source::new(HOME, home)]);
        assert!(check(&tree)[0].to_string().contains("is itself a term in line 7"));
    }
}
