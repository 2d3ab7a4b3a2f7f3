//! Length: a module that is much larger than others should be divided, and each of the two loops must fit on one
//! screen. Files have no limit.

use proc_macro2::{Delimiter, TokenTree};

use std::collections::BTreeMap;

use super::source::{LIBRARY, Tree, is_punct, line, word};
use super::{Finding, Source};

/// The folders of the page.
const PAGE: &str = "page/src/";

const ARCHITECTURE: &str = "ARCHITECTURE.md";
const ARCHITECTURE_LINES: usize = 200;
/// A limit on lines alone would lead to longer lines.
const ARCHITECTURE_CHARACTERS: usize = 20_000;
const LOOP_LINES: usize = 60;

/// The maximum share of all lines of source that one module may have, in percent: a module of the library or the
/// page, or another crate.
const MODULE_PERCENT: usize = 15;

/// The two loops: their file, the name of their function, and a description.
const LOOPS: &[(&str, &str, &str)] = &[
    ("crates/arcdoku/src/csp/propagate.rs", "propagate", "the fixpoint loop"),
    ("crates/arcdoku/src/search/dfs.rs", "run", "the search loop"),
];

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    match tree.file(ARCHITECTURE) {
        None => {
            findings.push(Finding::new(
                ARCHITECTURE,
                1,
                "missing: overview, layers, the two loops, glossary",
            ));
        }
        Some(file) => {
            let lines = file.text.lines().count();
            if lines >= ARCHITECTURE_LINES {
                let message = format!("{lines} lines, expected less than {ARCHITECTURE_LINES}");
                findings.push(Finding::new(ARCHITECTURE, ARCHITECTURE_LINES, message));
            }
            let characters = file.text.chars().count();
            if characters >= ARCHITECTURE_CHARACTERS {
                let message =
                    format!("{characters} characters, expected less than {ARCHITECTURE_CHARACTERS}");
                findings.push(Finding::new(ARCHITECTURE, lines, message));
            }
        }
    }
    for &(path, name, what) in LOOPS {
        match tree.file(path) {
            None => {
                findings.push(Finding::new(path, 1, format!("missing: {what}, `fn {name}`, must be here")));
            }
            Some(file) => loops(file, name, what, &mut findings),
        }
    }
    findings
}

/// Modules with too large a share of the source.
pub(crate) fn modules(tree: &Tree) -> Vec<Finding> {
    let mut lines: BTreeMap<&str, usize> = BTreeMap::new();
    for file in tree.files.iter().filter(|file| file.is("rs") || file.is("ts")) {
        if let Some(module) = module(&file.path) {
            *lines.entry(module).or_default() += file.text.lines().count();
        }
    }
    let all: usize = lines.values().sum();
    let large = lines.iter().filter(|(_, own)| **own * 100 > all * MODULE_PERCENT);
    large
        .map(|(module, own)| {
            let percent = own * 100 / all;
            let message =
                format!("the module has {own} of {all} lines, {percent} %: at most {MODULE_PERCENT} %");
            Finding::new(*module, 1, message)
        })
        .collect()
}

/// The module of a source file: a folder of the library or the page, or another crate. Tests belong to no module.
fn module(path: &str) -> Option<&str> {
    let divided = [LIBRARY, PAGE].into_iter().find(|folder| path.starts_with(folder));
    let folder = divided.map_or_else(|| path.find("/src/"), |folder| Some(folder.len()))?;
    let end = path[folder..].find('/').map_or(folder, |slash| folder + slash);
    Some(path[..end].trim_end_matches('/'))
}

fn loops(file: &Source, name: &str, what: &str, findings: &mut Vec<Finding>) {
    let mut any = false;
    file.walk(false, &mut |place| {
        if let Some((first, last)) = function(place.list, place.index, name) {
            any = true;
            let lines = last - first + 1;
            if lines > LOOP_LINES {
                let message = format!(
                    "{what}, `fn {name}`, has {lines} lines, expected at most {LOOP_LINES}, one screen"
                );
                findings.push(Finding::new(&*file.path, first, message));
            }
        }
    });
    if !any {
        findings.push(Finding::new(&*file.path, 1, format!("no `fn {name}` here: {what} is expected")));
    }
}

/// The first and last line of the function of this name whose `fn` is at this index, if it has a body.
fn function(list: &[TokenTree], index: usize, name: &str) -> Option<(usize, usize)> {
    if word(list, index) != "fn" || word(list, index + 1) != name {
        return None;
    }
    let body = list[index..].iter().find_map(|token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(Some(group)),
        _ if is_punct(Some(token), ';') => Some(None),
        _ => None,
    })??;
    Some((line(&list[index]), body.span_close().end().line))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(files: Vec<Source>) -> Vec<String> {
        check(&Tree::new(files)).iter().map(ToString::to_string).collect()
    }

    fn body(name: &str, lines: usize) -> String {
        format!("impl A {{\n    fn {name}(&self) -> [u8; 2] {{{}    }}\n}}\n", "\n".repeat(lines - 1))
    }

    fn good() -> Vec<Source> {
        vec![
            Source::new(ARCHITECTURE, "# Title\n".repeat(199)),
            Source::new(LOOPS[0].0, body("propagate", 60)),
            Source::new(LOOPS[1].0, body("run", 2)),
        ]
    }

    #[test]
    fn long_loops_are_caught() {
        let mut files = good();
        assert_eq!(messages(good()), [""; 0]);
        files[0] = Source::new(ARCHITECTURE, "# Title\n".repeat(200));
        files[1] = Source::new(LOOPS[0].0, body("propagate", 61));
        let found = messages(files);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].starts_with("ARCHITECTURE.md:200: 200 lines"));
        assert!(found[1].starts_with("crates/arcdoku/src/csp/propagate.rs:2: the fixpoint loop"));
    }

    #[test]
    fn a_module_that_is_too_large_is_caught() {
        let file = |path: &str, lines: usize| Source::new(path, "//\n".repeat(lines));
        let modules = ["grid", "puzzle", "csp", "search", "solve", "canon", "human", "rate"];
        let mut files: Vec<Source> =
            modules.iter().map(|module| file(&format!("{LIBRARY}{module}/mod.rs"), 100)).collect();
        files.push(file("crates/arcdoku/tests/suite/main.rs", 700));
        files.push(file("bench/src/main.rs", 100));
        assert_eq!(super::modules(&Tree::new(files)), []);
        let mut files: Vec<Source> =
            modules.iter().map(|module| file(&format!("{LIBRARY}{module}/mod.rs"), 100)).collect();
        files.push(file(&format!("{LIBRARY}csp/space.rs"), 100));
        files.push(file("bench/src/main.rs", 100));
        let found = super::modules(&Tree::new(files));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].to_string().starts_with("crates/arcdoku/src/csp:1: the module has 200 of 1000"));
    }

    #[test]
    fn missing_files_and_functions_are_reported() {
        assert_eq!(messages(Vec::new()).len(), 3);
        let mut files = good();
        files[2] = Source::new(LOOPS[1].0, "trait Run { fn run(&self); }");
        assert_eq!(
            messages(files),
            ["crates/arcdoku/src/search/dfs.rs:1: no `fn run` here: the search loop is expected"]
        );
    }
}
