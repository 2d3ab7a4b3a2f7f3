//! Links of Markdown files to other files of the repository. `cargo xtask book` checks the links of the book again,
//! with their anchors.

use std::path::Path;

use super::source::Tree;
use super::{Finding, Source};

/// Targets that are not files of the repository: the page, which is published above the book, and the page of
/// commands, which is generated with the book.
const ELSEWHERE: [&str; 2] = ["index.html", "commands.md"];

pub(crate) fn check(root: &Path, tree: &Tree) -> Vec<Finding> {
    tree.files.iter().filter(|file| file.is("md")).flat_map(|file| of_file(root, file)).collect()
}

fn of_file(root: &Path, file: &Source) -> Vec<Finding> {
    let folder = root.join(&file.path).parent().unwrap_or(root).to_owned();
    let mut findings = Vec::new();
    let mut is_code = false;
    for (number, line) in file.text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        }
        for (start, mark) in line.match_indices("](").filter(|_| !is_code) {
            let link = line[start + mark.len()..].split([')', '#', ' ']).next().unwrap_or_default();
            let is_elsewhere = link.contains(':') || ELSEWHERE.iter().any(|name| link.ends_with(name));
            if !link.is_empty() && !is_elsewhere && !folder.join(link).exists() {
                findings.push(Finding::new(&*file.path, number + 1, format!("`{link}` does not exist")));
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_missing_files_are_found() {
        let text = "[a](mod.rs) [b](gone.md#x)\n```text\n[c](gone)\n```\n[d](#top) [e](https://a.b/c) [f](../index.html#/p)\n";
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let findings = of_file(root, &Source::new("src/tidy/a.md", text));
        assert_eq!(findings, [Finding::new("src/tidy/a.md", 1, "`gone.md` does not exist")]);
    }
}
