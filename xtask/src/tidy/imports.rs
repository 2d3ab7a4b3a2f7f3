//! Imports between the modules of a crate, which must not form a cycle.
//!
//! A file imports another if it uses an item that the other defines: in a `use`, or by a path in its code. A
//! re-exported name (`pub use`) counts for the file that defines it. If two modules have the same parent, only one of
//! them may import the other. A module includes all files inside it. Imports between a file and its own submodules
//! are ignored. Test code is also ignored and may import anything.

use std::collections::{BTreeMap, BTreeSet};

use super::source::{Place, Tree, word};
use super::{Finding, Source, paths};

/// Imports from one file to another: the names, and the line of the first name.
type Arrows = BTreeMap<(usize, usize), (usize, BTreeSet<String>)>;

/// Maximum length of a chain of re-exports.
const PASSES: usize = 8;

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let mut crates: BTreeMap<&str, Vec<&Source>> = BTreeMap::new();
    for file in tree.rust().filter(|file| !tree.is_test(file)) {
        if let Some((root, _)) = file.path.split_once("/src/") {
            crates.entry(root).or_default().push(file);
        }
    }
    crates.values().flat_map(|files| cycles(files)).collect()
}

/// The cycles among the modules of a crate. If a file imports another file, the import connects two modules with the
/// same parent: one contains the first file, the other one contains the second.
fn cycles(files: &[&Source]) -> Vec<Finding> {
    let arrows = arrows(files);
    let mut modules: Vec<Vec<String>> = Vec::new();
    let mut sides = BTreeMap::new();
    for &(from, to) in arrows.keys() {
        let (one, other) = (files[from].module(), files[to].module());
        let shared = one.iter().zip(&other).take_while(|(one, other)| one == other).count();
        let side = [one, other].map(|path| {
            let module = path[..=shared].to_vec();
            modules.iter().position(|known| *known == module).unwrap_or_else(|| {
                modules.push(module);
                modules.len() - 1
            })
        });
        sides.insert((from, to), side);
    }
    let graph: BTreeSet<(usize, usize)> = sides.values().map(|&[from, to]| (from, to)).collect();
    let mut findings = Vec::new();
    for cycle in components(modules.len(), &graph) {
        let inside = arrows.iter().filter(|(arrow, _)| sides[arrow].iter().all(|side| cycle.contains(side)));
        let mut first = None;
        let text: Vec<String> = inside
            .map(|((from, to), (line, names))| {
                first.get_or_insert(*from);
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                format!("{}:{line} imports {} from {}", files[*from].path, names.join(", "), files[*to].path)
            })
            .collect();
        let message = format!("{} modules import each other in a cycle: {}", cycle.len(), text.join("; "));
        findings.push(Finding::new(&*files[first.unwrap_or_default()].path, 1, message));
    }
    findings
}

/// All imports among the files of a crate.
fn arrows(files: &[&Source]) -> Arrows {
    let modules: BTreeMap<Vec<String>, usize> =
        files.iter().enumerate().map(|(number, file)| (file.module(), number)).collect();
    let mut passed_on: Vec<BTreeMap<String, Vec<String>>> = Vec::new();
    let mut taken: Vec<Vec<(Vec<String>, usize)>> = Vec::new();
    for file in files {
        let (mut names, mut paths) = (BTreeMap::new(), Vec::new());
        let own = file.module();
        file.walk(false, &mut |place| {
            for path in paths::paths_at(place).into_iter().chain(paths::child_paths_at(place, &modules)) {
                if path.is_import
                    && place.module == own
                    && let Some(name) = path.name()
                {
                    names.insert(name, path.segments.clone());
                }
                // A re-export from inside the module is not an import.
                if !(place.test || passes_on(place) && path.segments.starts_with(&own)) {
                    paths.push((path.segments, path.line));
                }
            }
        });
        passed_on.push(names);
        taken.push(paths);
    }
    let mut arrows = Arrows::new();
    for (from, paths) in taken.into_iter().enumerate() {
        for (path, line) in paths {
            if let Some((to, name)) = definition(&path, &modules, &passed_on)
                && !is_around(&files[from].module(), &files[to].module())
            {
                arrows.entry((from, to)).or_insert((line, BTreeSet::new())).1.insert(name);
            }
        }
    }
    arrows
}

/// Whether one module equals or contains the other.
fn is_around(one: &[String], other: &[String]) -> bool {
    one.starts_with(other) || other.starts_with(one)
}

/// Whether this path begins a `pub use`, which re-exports a name.
fn passes_on(place: &Place<'_>) -> bool {
    let Place { list, index, .. } = *place;
    if index == 0 || word(list, index - 1) != "use" {
        return false;
    }
    // The tokens before `use` are `pub`, or `pub` and a group such as `(crate)`.
    index >= 2 && (word(list, index - 2) == "pub" || index >= 3 && word(list, index - 3) == "pub")
}

/// The file that defines the item of an absolute path, and the name of the item.
fn definition(
    path: &[String],
    modules: &BTreeMap<Vec<String>, usize>,
    passed_on: &[BTreeMap<String, Vec<String>>],
) -> Option<(usize, String)> {
    let mut path = path.to_vec();
    for _ in 0..PASSES {
        let length = (0..=path.len()).rev().find(|&length| modules.contains_key(&path[..length]))?;
        let file = modules[&path[..length]];
        let Some(name) = path.get(length) else {
            return Some((file, path.last().cloned().unwrap_or_default()));
        };
        match passed_on[file].get(name) {
            Some(target) if *target != path[..=length] => {
                path = target.iter().chain(&path[length + 1..]).cloned().collect();
            }
            _ => return Some((file, name.clone())),
        }
    }
    None
}

/// The groups of two or more modules that all reach each other.
fn components(modules: usize, graph: &BTreeSet<(usize, usize)>) -> Vec<BTreeSet<usize>> {
    let reached: Vec<BTreeSet<usize>> = (0..modules)
        .map(|start| {
            let (mut reached, mut open) = (BTreeSet::new(), vec![start]);
            while let Some(from) = open.pop() {
                for &(_, to) in graph.range((from, 0)..(from + 1, 0)) {
                    if reached.insert(to) {
                        open.push(to);
                    }
                }
            }
            reached
        })
        .collect();
    let mut cycles: Vec<BTreeSet<usize>> = Vec::new();
    for module in (0..modules).filter(|&module| reached[module].contains(&module)) {
        let cycle: BTreeSet<usize> =
            reached[module].iter().copied().filter(|&other| reached[other].contains(&module)).collect();
        if cycle.len() > 1 && !cycles.contains(&cycle) {
            cycles.push(cycle);
        }
    }
    cycles
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(files: &[(&str, &str)]) -> Vec<String> {
        let files =
            files.iter().map(|(path, text)| Source::new(format!("bench/src/{path}"), *text)).collect();
        check(&Tree::new(files)).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_cycle_of_two_files_is_reported() {
        let found = findings(&[
            ("main.rs", "mod a; mod b; fn main() { a::f() }"),
            ("a.rs", "use crate::b::g;\npub fn f() { g() }"),
            ("b.rs", "pub fn g() {}\npub fn h() { crate::a::f() }"),
        ]);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains("a.rs:1 imports g from bench/src/b.rs"), "{found:?}");
        assert!(found[0].contains("b.rs:2 imports f from bench/src/a.rs"), "{found:?}");
    }

    #[test]
    fn cycles_of_folders_and_relative_paths_are_found() {
        let found = findings(&[
            ("main.rs", "mod room; mod other; fn main() {}"),
            ("room/mod.rs", "mod a; mod b; use a::f; pub fn top() { f() }"),
            ("room/a.rs", "pub fn f() { super::b::g() }"),
            ("room/b.rs", "use crate::other::h; pub fn g() { h() }"),
            ("other.rs", "pub fn h() { crate::room::a::f() }"),
        ]);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains("2 modules"), "{found:?}");
    }

    #[test]
    fn a_module_includes_its_files() {
        let files = [
            ("main.rs", "mod room; pub const N: u8 = 1; fn main() { room::top() }"),
            ("room/mod.rs", "mod a; use a::f; pub fn top() { f() } pub struct Item;"),
            ("room/a.rs", "use super::Item; pub fn f() { Item; crate::N; }"),
        ];
        assert_eq!(findings(&files), [""; 0]);
    }

    #[test]
    fn re_exported_names_count_for_their_file() {
        let files = [
            ("main.rs", "mod room; fn main() {}"),
            ("room/mod.rs", "mod a; mod b; pub use a::f; pub(crate) use b::{g as h};"),
            ("room/a.rs", "pub fn f() {}"),
            ("room/b.rs", "use super::f; pub fn g() { f() }"),
        ];
        assert_eq!(findings(&files), [""; 0]);
        let mut cycle = files;
        cycle[2].1 = "pub fn f() { crate::room::h() }";
        assert!(findings(&cycle)[0].contains("a.rs:1 imports g from bench/src/room/b.rs"));
    }

    #[test]
    fn tests_may_import_everything() {
        let files = [
            ("main.rs", "mod a; mod b; fn main() {}"),
            ("a.rs", "use crate::b::g;"),
            ("b.rs", "pub fn g() {} #[cfg(test)] mod tests { use crate::a::f; }"),
        ];
        assert_eq!(findings(&files), [""; 0]);
    }
}
