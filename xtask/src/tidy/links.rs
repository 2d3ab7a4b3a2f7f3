//! Links of Markdown files to other files of the repository. `cargo xtask book` checks the links of the book again,
//! with their anchors.

use std::path::Path;

use super::source::Tree;
use super::{Finding, Source};
use crate::pages::{Link, links};

/// Targets that are not files of the repository: the page, which is published above the book, and the page of
/// commands, which is generated with the book.
const ELSEWHERE: [&str; 2] = ["index.html", "commands.md"];

pub(crate) fn check(root: &Path, tree: &Tree) -> Vec<Finding> {
    tree.files.iter().filter(|file| file.is("md")).flat_map(|file| of_file(root, file)).collect()
}

fn of_file(root: &Path, file: &Source) -> Vec<Finding> {
    let folder = root.join(&file.path).parent().unwrap_or(root).to_owned();
    let missing = |link: &Link| {
        let link = &file.text[link.file.clone()];
        let is_elsewhere = link.contains(':') || ELSEWHERE.iter().any(|name| link.ends_with(name));
        !link.is_empty() && !is_elsewhere && !folder.join(link).exists()
    };
    let finding = |Link { line, file: link }| {
        Finding::new(&*file.path, line, format!("`{}` does not exist", &file.text[link]))
    };
    links(&file.text).into_iter().filter(missing).map(finding).collect()
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
