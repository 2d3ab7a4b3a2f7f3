//! Words that may stand only in some places: `unsafe`, printing, unfinished code, clock reads.

use proc_macro2::{Delimiter, TokenTree};

use super::source::{LIBRARY, Place, Tree, is_colons, is_punct, line, word};
use super::{Finding, Source};

/// The only home of `unsafe`.
const UNSAFE_HOME: &str = "crates/arcdoku/src/fast9/arch";

/// Macros that print: not in the library, except in its tests, which say so when they skip.
const PRINTING: &[&str] = &["print", "println", "eprint", "eprintln"];

/// Macros that mark unfinished work: nowhere in the library.
const UNFINISHED: &[&str] = &["dbg", "todo", "unimplemented"];

/// Modules whose only clock is the deadline in `Limits`.
const WITHOUT_CLOCK: &[&str] = &["csp", "search"];

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.rust() {
        let library = file.path.starts_with(LIBRARY);
        let module = if library { file.module().first().cloned().unwrap_or_default() } else { String::new() };
        let test = tree.is_test(file) || module == "testing";
        file.walk(test, &mut |place| {
            let message = match word(place.list, place.index).as_str() {
                "unsafe" => misplaced_unsafe(file, place),
                name if library => in_library(name, &module, place),
                _ => None,
            };
            if let Some(message) = message {
                findings.push(Finding::new(&*file.path, line(&place.list[place.index]), message));
            }
        });
    }
    findings
}

fn in_library(name: &str, module: &str, place: &Place<'_>) -> Option<String> {
    let Place { list, index, test, .. } = *place;
    let called = is_punct(list.get(index + 1), '!');
    if called && UNFINISHED.contains(&name) {
        return Some(format!("`{name}!` marks unfinished work"));
    }
    if called && PRINTING.contains(&name) && !test {
        return Some(format!("the library prints nothing: no `{name}!`"));
    }
    let now = name == "Instant" && is_colons(list, index + 1) && word(list, index + 3) == "now";
    if (now || name == "SystemTime") && WITHOUT_CLOCK.contains(&module) && !test {
        return Some(format!("`{module}` reads no clock: a deadline is a limit in `Limits`"));
    }
    None
}

fn misplaced_unsafe(file: &Source, place: &Place<'_>) -> Option<String> {
    let home = file.path.strip_prefix(UNSAFE_HOME).is_some_and(|rest| rest.starts_with('/') || rest == ".rs");
    if !home {
        return Some(format!("`unsafe` outside of {UNSAFE_HOME}"));
    }
    let discharges = match place.list.get(place.index + 1) {
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Brace,
        Some(TokenTree::Ident(ident)) => ident == "impl",
        _ => false,
    };
    let at = line(&place.list[place.index]);
    (discharges && !has_safety(&file.text, at))
        .then(|| "no `// SAFETY:` comment directly above this `unsafe`".to_owned())
}

/// Whether the line, or the comment and attribute lines directly above it, say `SAFETY:`.
fn has_safety(text: &str, line: usize) -> bool {
    let lines: Vec<&str> = text.lines().take(line).collect();
    let Some((own, above)) = lines.split_last() else { return false };
    let beside = own.split_once("//").is_some_and(|(_, comment)| comment.contains("SAFETY:"));
    let leading = above.iter().rev().map(|line| line.trim_start());
    beside
        || leading
            .take_while(|line| line.starts_with("//") || line.starts_with("#["))
            .any(|line| line.contains("SAFETY:"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(path: &str, text: &str) -> Vec<String> {
        let tree = Tree::new(vec![Source::new(path, text)]);
        check(&tree).iter().map(|finding| format!("{}: {}", finding.line, finding.message)).collect()
    }

    fn assert_one(path: &str, text: &str, expected: &str) {
        let found = findings(path, text);
        assert!(found.len() == 1 && found[0].contains(expected), "{text}: {found:?}, expected {expected}");
    }

    #[test]
    fn unsafe_has_one_home_and_gives_its_reason() {
        let arch = "crates/arcdoku/src/fast9/arch/x86_avx2.rs";
        assert_one("crates/arcdoku/src/fast9/lanes.rs", "\nfn f() { unsafe { g() } }", "2: `unsafe` outside");
        assert_one("crates/arcdoku-cli/src/main.rs", "unsafe fn f() {}", "outside");
        assert_one("crates/arcdoku/src/fast9/archive.rs", "unsafe fn f() {}", "outside");
        assert_one(arch, "fn f() {\n    unsafe { g() }\n}", "2: no `// SAFETY:`");
        assert_one(arch, "// SAFETY: far away.\nfn f() {\n    unsafe { g() }\n}", "3: no `// SAFETY:`");
        assert_eq!(
            findings(arch, "fn f() {\n    // SAFETY: AVX2 is here.\n    // Always.\n    unsafe { g() }\n}"),
            [""; 0]
        );
        assert_eq!(findings(arch, "unsafe fn f() {} // `unsafe` in a comment"), [""; 0]);
        // What a macro is given, and what it is made of, counts as well.
        assert_one(arch, "kernels!(avx2, 2,\n    unsafe { Proof::assume() }\n);", "2: no `// SAFETY:`");
        assert_one(arch, "macro_rules! m { () => { unsafe { f() } } }", "no `// SAFETY:`");
        assert_one(arch, "unsafe impl Send for Words {}", "no `// SAFETY:`");
        assert_eq!(
            findings(arch, "kernels!(avx2, 2,\n    // SAFETY: found.\n    unsafe { Proof::assume() }\n);"),
            [""; 0]
        );
        assert_eq!(findings(arch, "struct Kernels { lanes: unsafe fn(&mut u8) -> u8 }"), [""; 0]);
        assert_eq!(
            findings("crates/arcdoku/src/grid/set.rs", "// unsafe\nconst A: &str = \"unsafe\";"),
            [""; 0]
        );
    }

    #[test]
    fn the_library_neither_prints_nor_stubs() {
        let path = "crates/arcdoku/src/puzzle/mod.rs";
        assert_one(path, "fn f() { println!(\"x\") }", "no `println!`");
        assert_one(path, "fn f() { todo!() }", "unfinished");
        assert_one(path, "#[test] fn f() { unimplemented!() }", "unfinished");
        assert_eq!(findings(path, "#[cfg(test)] mod tests { fn f() { eprintln!(\"skipped\") } }"), [""; 0]);
        assert_eq!(findings(path, "/// `println!(\"x\")`\nfn todo() { println() }"), [""; 0]);
        assert_eq!(findings("crates/arcdoku-cli/src/main.rs", "fn f() { println!(\"x\") }"), [""; 0]);
    }

    #[test]
    fn propagation_and_search_read_no_clock() {
        assert_one(
            "crates/arcdoku/src/search/dfs.rs",
            "let t = std::time::Instant::now();",
            "`search` reads no clock",
        );
        assert_one("crates/arcdoku/src/csp/mod.rs", "use std::time::SystemTime;", "`csp` reads no clock");
        assert_eq!(findings("crates/arcdoku/src/puzzle/limits.rs", "let t = Instant::now();"), [""; 0]);
        assert_eq!(findings("crates/arcdoku/src/search/dfs.rs", "fn f(deadline: Instant) {}"), [""; 0]);
    }
}
