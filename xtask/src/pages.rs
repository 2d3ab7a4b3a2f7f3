//! Folders of pages, and the links in them.

use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// All files below a folder, sorted.
pub(crate) fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(self::files(&path)?);
        } else {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Whether a file is Markdown.
pub(crate) fn is_markdown(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "md")
}

/// A link or a picture of a Markdown text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Link {
    /// Its line, from 1.
    pub(crate) line: usize,
    /// The bytes of the linked file, without the anchor.
    pub(crate) file: Range<usize>,
}

/// The links of a Markdown text outside of fenced blocks, in order. Links within the page have an empty file.
pub(crate) fn links(text: &str) -> Vec<Link> {
    let (mut links, mut start, mut is_code) = (Vec::new(), 0, false);
    for (index, line) in text.split_inclusive('\n').enumerate() {
        is_code ^= line.trim_start().starts_with("```");
        for (at, mark) in line.match_indices("](").filter(|_| !is_code) {
            let from = at + mark.len();
            let length = line[from..].find([')', '#', ' ', '\n']).unwrap_or(line.len() - from);
            links.push(Link { line: index + 1, file: start + from..start + from + length });
        }
        start += line.len();
    }
    links
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_outside_of_code() {
        let text = "[a](b.md#x) ![c](d/e.svg)\n```text\n[f](g)\n```\n[h](#i)\n";
        let found: Vec<(usize, &str)> =
            links(text).into_iter().map(|link| (link.line, &text[link.file])).collect();
        assert_eq!(found, [(1, "b.md"), (1, "d/e.svg"), (5, "")]);
    }

    #[test]
    fn files_are_listed_with_those_of_folders() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let files = files(&root.join("src")).expect("the sources");
        assert!(files.is_sorted());
        assert!(["main.rs", "tidy/mod.rs"].iter().all(|name| files.contains(&root.join("src").join(name))));
    }
}
