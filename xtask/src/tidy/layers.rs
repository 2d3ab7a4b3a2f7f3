//! The layers of the library: a module may use only modules of lower layers.
//!
//! Every path that begins with `crate`, `super` or `self` is compared with the table: in `use`, inline, in macros, in
//! links of doc comments, and in test code. A layer must compile with its tests if higher layers are removed. Only
//! `testing` is outside the layers. It may use any module, and test code may use it.

use super::paths::{links_at, paths_at};
use super::source::{LIBRARY, Tree, attribute, inside, line, word};
use super::{Finding, Source};

/// A module of the library, its layer, and its allowed imports.
struct Row {
    module: &'static str,
    layer: u8,
    imports: &'static [&'static str],
}

const fn on(layer: u8, module: &'static str, imports: &'static [&'static str]) -> Row {
    Row { module, layer, imports }
}

/// The table of modules, in the order of `lib.rs`. A new module needs a row here.
const LAYERS: &[Row] = &[
    on(0, "choice", &[]),
    on(0, "grid", &[]),
    on(1, "puzzle", &["choice", "grid"]),
    on(2, "csp", &["choice", "grid", "puzzle"]),
    on(2, "fast9", &["grid", "puzzle"]),
    on(2, "deduction", &["grid", "puzzle"]),
    on(2, "canon", &["grid", "puzzle"]),
    on(3, "search", &["choice", "grid", "puzzle", "csp"]),
    on(3, "compact", &["grid", "puzzle", "csp"]),
    on(3, "human", &["grid", "puzzle", "deduction"]),
    on(3, "explainer", &["grid", "puzzle", "deduction"]),
    on(3, "logic", &["grid", "puzzle", "csp", "deduction"]),
    on(4, "solve", &["grid", "puzzle", "csp", "fast9", "search", "compact"]),
    on(4, "proof", &["grid", "puzzle", "csp", "deduction", "search"]),
    on(5, "rate", &["grid", "puzzle", "deduction", "human", "explainer", "logic", "solve"]),
    on(6, "generate", &["choice", "grid", "puzzle", "deduction", "logic", "rate", "canon", "solve"]),
    on(
        7,
        "explain",
        &["choice", "grid", "puzzle", "csp", "search", "deduction", "explainer", "logic", "rate"],
    ),
];

const ARCHITECTURE: &str = "ARCHITECTURE.md";

/// Outside the layers: reference solver, harness, generators, for tests.
const TESTING: &str = "testing";

/// The mark of the line with the invariant of a module.
const INVARIANT: &str = "**Invariant";

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.library() {
        if file.path.strip_prefix(LIBRARY) == Some("lib.rs") {
            root_file(file, &mut findings);
        } else {
            module_file(file, tree.is_test(file), &mut findings);
        }
    }
    if tree.file(&format!("{LIBRARY}lib.rs")).is_none() {
        findings.push(Finding::new(
            format!("{LIBRARY}lib.rs"),
            1,
            "missing: the documentation of the library",
        ));
    }
    for file in tree
        .files
        .iter()
        .filter(|file| file.path == ARCHITECTURE || file.path.ends_with("arcdoku/src/lib.rs"))
    {
        findings.extend(diagram(file));
    }
    findings
}

/// Checks the diagram of the layers in a file. The diagram is a text block. Each of its lines has the number of a
/// layer, the modules of the layer in the order of the table, and a description. A file that does not mention layers
/// needs no diagram.
fn diagram(file: &Source) -> Option<Finding> {
    if !file.text.contains("layers") {
        return None;
    }
    let rows = file.text.lines().enumerate().filter_map(|(at, line)| {
        let mut words = line.trim_start_matches("//!").split_whitespace();
        Some((at + 1, words.next()?.parse().ok()?, words.collect::<Vec<&str>>()))
    });
    let rows: Vec<(usize, u8, Vec<&str>)> = rows.collect();
    for layer in (0..=LAYERS.last()?.layer).rev() {
        let modules: Vec<&str> =
            LAYERS.iter().filter(|row| row.layer == layer).map(|row| row.module).collect();
        if !rows.iter().any(|(_, number, words)| *number == layer && words.starts_with(&modules)) {
            let at = rows.iter().find(|row| row.1 == layer).map_or(1, |row| row.0);
            let message = format!("the diagram of the layers has no line `{layer}  {}`", modules.join("  "));
            return Some(Finding::new(&*file.path, at, message));
        }
    }
    None
}

fn module_file(file: &Source, test: bool, findings: &mut Vec<Finding>) {
    let module = file.module();
    let from = module.first().map_or("", String::as_str);
    if from == TESTING {
        return;
    }
    let Some(row) = LAYERS.iter().find(|row| row.module == from) else {
        findings.push(Finding::new(&*file.path, 1, format!("module `{from}` has no row in the layer table")));
        return;
    };
    file.walk(test, &mut |place| {
        if let Some((path, _)) = attribute(place.list, place.index)
            && word(&inside(path), 0) == "path"
        {
            let at = line(&place.list[place.index]);
            findings.push(Finding::new(
                &*file.path,
                at,
                "the path of a module must match its name: no `#[path]`",
            ));
        }
        let named = paths_at(place).into_iter().map(|path| (path.segments.into_iter().next(), path.line));
        let linked = links_at(place).into_iter().map(|(module, line)| (Some(module), line));
        for (target, at) in named.chain(linked) {
            let message = match target {
                None => Some("uses the root of the crate: use the module".to_owned()),
                Some(to) => forbidden(row, &to, place.test),
            };
            if let Some(message) = message {
                findings.push(Finding::new(&*file.path, at, message));
            }
        }
    });
}

/// The reason why `row` may not use the top-level item `to`, if it may not.
fn forbidden(row: &Row, to: &str, test: bool) -> Option<String> {
    let from = row.module;
    if to == from || row.imports.contains(&to) || (to == TESTING && test) {
        return None;
    }
    Some(match LAYERS.iter().find(|other| other.module == to) {
        Some(other) if other.layer > row.layer => {
            format!("`{from}` (layer {}) uses the higher `{to}` (layer {})", row.layer, other.layer)
        }
        Some(other) if other.layer == row.layer => {
            format!("`{from}` uses `{to}` in its own layer {}", row.layer)
        }
        Some(_) => format!("`{from}` may import {}, not `{to}`", row.imports.join(", ")),
        None if to == TESTING => format!("`{from}` uses `{TESTING}` outside test code"),
        None => format!("`crate::{to}` is not a module: use an item by its module, not by its re-export"),
    })
}

/// `lib.rs`: documentation, `mod` lines in layer order with their invariant, re-exports, and nothing else.
fn root_file(file: &Source, findings: &mut Vec<Finding>) {
    let mut highest = (0, "");
    // The end of an attribute or re-export with several lines.
    let mut open = None;
    for (at, line) in (1..).zip(file.text.lines()) {
        let code = line.trim();
        let mut report = |message: String| findings.push(Finding::new(&*file.path, at, message));
        if code.is_empty() || code.starts_with("//") {
            continue;
        }
        let end = match open {
            Some(end) => Some(end),
            None if code.starts_with('#') => Some(']'),
            None => code.starts_with("pub use ").then_some(';'),
        };
        if end.is_some() {
            open = end.filter(|end| !code.ends_with(*end));
            continue;
        }
        let name = code.strip_prefix("pub ").unwrap_or(code).strip_prefix("mod ");
        let Some(name) = name.and_then(|name| name.strip_suffix(';')) else {
            report("`lib.rs` contains only documentation, `mod` lines and re-exports, no code".to_owned());
            continue;
        };
        let layer = LAYERS.iter().find(|row| row.module == name).map(|row| row.layer);
        match layer.or((name == TESTING).then_some(u8::MAX)) {
            None => report(format!("module `{name}` has no row in the layer table")),
            Some(layer) if layer < highest.0 => {
                // rustfmt sorts adjacent `mod` lines by name.
                let hint = "layer order, with an empty line between for rustfmt";
                report(format!("`mod {name}` comes after `mod {}`, which is above it: {hint}", highest.1));
            }
            Some(layer) => highest = (layer, name),
        }
        if !has_invariant(&file.text, at, name) {
            report(format!(
                "`mod {name}` has no **Invariant**, in the comment above it or in its item of the `//!` list"
            ));
        }
    }
}

/// Whether `lib.rs` has the invariant of a module: in the comment directly above `mod`, or in the item or paragraph
/// of the crate's documentation that has the module in backticks.
///
/// A `///` line above `mod` becomes the beginning of the module's page, and its links are resolved in `lib.rs`. A
/// plain comment or the list does not have this effect.
fn has_invariant(text: &str, line: usize, name: &str) -> bool {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let above =
        lines[..line - 1].iter().rev().take_while(|line| line.starts_with("//") || line.starts_with("#["));
    let mut comment = above.filter(|line| !line.starts_with("//!"));
    if comment.any(|line| line.contains(INVARIANT)) {
        return true;
    }
    let mut items = vec![String::new()];
    for line in lines.iter().filter_map(|line| line.strip_prefix("//!")) {
        let line = line.trim();
        if line.is_empty() || line.starts_with(['-', '*', '|']) && !line.starts_with("**") {
            items.push(String::new());
        }
        if let Some(item) = items.last_mut() {
            *item += line;
        }
    }
    items.iter().any(|item| item.contains(&format!("`{name}`")) && item.contains(INVARIANT))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(path: &str, text: &str) -> Vec<String> {
        let file = Source::new(format!("{LIBRARY}{path}"), text);
        let lib = Source::new(format!("{LIBRARY}lib.rs"), "//! Nothing.");
        let tree = if path == "lib.rs" { Tree::new(vec![file]) } else { Tree::new(vec![lib, file]) };
        let mut found = check(&tree);
        found.dedup();
        found.iter().map(|finding| format!("{}: {}", finding.line, finding.message)).collect()
    }

    fn assert_one(path: &str, text: &str, expected: &str) {
        let found = findings(path, text);
        assert!(found.len() == 1 && found[0].contains(expected), "{text}: {found:?}, expected {expected}");
    }

    #[test]
    fn the_table_has_imports_of_lower_layers_only() {
        for row in LAYERS {
            for import in row.imports {
                let lower = LAYERS.iter().find(|other| other.module == *import);
                assert!(
                    lower.is_some_and(|lower| lower.layer < row.layer),
                    "{} imports {import}",
                    row.module
                );
            }
        }
        assert!(LAYERS.is_sorted_by_key(|row| row.layer));
    }

    #[test]
    fn the_diagram_agrees_with_the_table() {
        let line = |layer: u8| {
            let modules = LAYERS.iter().filter(|row| row.layer == layer).map(|row| row.module);
            format!("//! {layer}  {}   what they do\n", modules.collect::<Vec<_>>().join("   "))
        };
        let good: String = (0..8).rev().map(line).collect();
        assert_eq!(findings("lib.rs", &format!("//! In layers:\n{good}")), [""; 0]);
        let missing = "the diagram of the layers has no line `2  csp  fast9  deduction  canon`";
        assert_one("lib.rs", &format!("//! In layers:\n{}", good.replace("fast9", "")), missing);
        assert_one("lib.rs", &format!("//! In layers:\n{}", good.replace(" 2 ", " 9 ")), missing);
    }

    #[test]
    fn paths_down_are_allowed() {
        let down = "use crate::{grid::{Cell, Shape}, puzzle};\nuse super::domain::Domain;\n\
                    pub(crate) fn f(&self) { self.g::<crate::grid::Cell>(); Self::h() }\npub(in crate::csp) fn k() {}\n\
                    mod inner { use super::super::domain; use self::deep::X; }";
        assert_eq!(findings("csp/propagate.rs", down), [""; 0]);
    }

    #[test]
    fn paths_up_and_sideways_are_caught() {
        assert_one(
            "grid/set.rs",
            "\nuse crate::puzzle::Puzzle;",
            "2: `grid` (layer 0) uses the higher `puzzle`",
        );
        assert_one("csp/mod.rs", "fn f() { crate::search::run() }", "uses the higher `search` (layer 3)");
        assert_one("csp/mod.rs", "use crate::fast9::Engine;", "uses `fast9` in its own layer");
        assert_one(
            "search/dfs.rs",
            "use crate::fast9::Engine;",
            "may import choice, grid, puzzle, csp, not `fast9`",
        );
        assert_one("generate/mod.rs", "use crate::search::run;", "not `search`");
    }

    #[test]
    fn groups_macros_and_supers_do_not_hide_a_path() {
        assert_one(
            "csp/mod.rs",
            "use crate::{\n grid::Cell,\n search::{self, run}};",
            "3: `csp` (layer 2) uses the higher",
        );
        assert_one("csp/mod.rs", "use {std::fmt, crate::search};", "uses the higher");
        assert_one("csp/propagate.rs", "use super::super::search::run;", "uses the higher `search`");
        assert_one("csp/propagate.rs", "use super::super::{search::run};", "uses the higher `search`");
        assert_one("csp/mod.rs", "use self::super::search;", "uses the higher `search`");
        assert_one("csp/mod.rs", "fn f() { assert!(crate::solve::x()) }", "uses the higher `solve`");
        assert_one(
            "csp/mod.rs",
            "macro_rules! m { () => { $crate::solve::x() } }",
            "uses the higher `solve`",
        );
        assert_one(
            "csp/mod.rs",
            "mod a { mod b { use super::super::super::solve; } }",
            "uses the higher `solve`",
        );
        assert_one(
            "grid/mod.rs",
            "/// See [`solve`](crate::solve::solve).\nfn f() {}",
            "uses the higher `solve`",
        );
        assert_one("csp/mod.rs", "#[path = \"../search/dfs.rs\"] mod dfs;", "#[path]");
    }

    #[test]
    fn the_root_is_not_a_way_around() {
        assert_one("csp/mod.rs", "use crate::*;", "uses the root");
        assert_one("csp/mod.rs", "use crate as root;", "uses the root");
        assert_one("csp/mod.rs", "use super::*;", "uses the root");
        assert_one("csp/mod.rs", "use crate::{self as root};", "uses the root");
        assert_one("csp/mod.rs", "use crate::Solver;", "by its module");
        assert_one("helpers.rs", "", "module `helpers` has no row");
    }

    #[test]
    fn only_tests_use_testing() {
        assert_one("csp/mod.rs", "use crate::testing::reference;", "outside test code");
        assert_eq!(
            findings("csp/mod.rs", "#[cfg(test)] mod tests { use crate::testing::reference; }"),
            [""; 0]
        );
        assert_one(
            "csp/mod.rs",
            "#[cfg(test)] mod tests { use crate::search::run; }",
            "uses the higher `search`",
        );
        assert_eq!(findings("testing/mod.rs", "use crate::search::run;"), [""; 0]);
    }

    #[test]
    fn lib_contains_documentation_modules_and_reexports() {
        let good = "//! The library.\n#![warn(x)]\n/// Cells.\n///\n/// **Invariant:** no IO.\npub mod grid;\n\
                    /// **Invariant**: no solver.\npub mod puzzle;\n#[cfg(test)]\n/// **Invariant:** tests.\nmod testing;\n\
                    pub use grid::{Cell, Shape};\npub use puzzle::Puzzle;";
        assert_eq!(findings("lib.rs", good), [""; 0]);
        let list = "//! - [`grid`]: cells.\n//!   **Invariant:** no IO.\n//! - [`puzzle`]: more.\n\npub mod grid;\n\n";
        assert_eq!(findings("lib.rs", list), [""; 0]);
        assert_one("lib.rs", &format!("{list}pub mod puzzle;"), "`mod puzzle` has no **Invariant**");
        assert_eq!(findings("lib.rs", "// **Invariant:** no IO.\npub mod grid;"), [""; 0]);
        assert_one("lib.rs", "// **Invariant:** no IO.\n\npub mod grid;", "`mod grid` has no **Invariant**");
        assert_one("lib.rs", "pub mod grid;", "no **Invariant**");
        assert_one("lib.rs", "pub(crate) use grid::Cell;", "no code");
        assert_one(
            "lib.rs",
            "/// **Invariant** a\npub mod puzzle;\n/// **Invariant** b\npub mod grid;",
            "4: `mod grid` comes after",
        );
        assert_one("lib.rs", "/// **Invariant** a\npub mod helpers;", "no row");
        assert_one("lib.rs", "pub fn f() { g() }", "no code");
        assert_one("lib.rs", "use std::fmt;", "no code");
        assert_one("lib.rs", "/// **Invariant** a\nmod grid { fn f() {} }", "no code");
    }
}
