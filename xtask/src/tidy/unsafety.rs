//! `unsafe` is allowed in one folder, and each block has a reason.
//!
//! Clippy's `undocumented_unsafe_blocks` checks neither code of other targets nor arguments of macros, so this rule
//! also checks the reasons. Clippy's lints check printing, unfinished code and clock reads.

use proc_macro2::{Delimiter, TokenTree};

use super::source::{Place, Tree, line, word};
use super::{Finding, Source};

/// The only folder with `unsafe`.
const UNSAFE_HOME: &str = "crates/arcdoku/src/fast9/arch";

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.rust() {
        file.walk(tree.is_test(file), &mut |place| {
            if word(place.list, place.index) == "unsafe"
                && let Some(message) = misplaced_unsafe(file, place)
            {
                findings.push(Finding::new(&*file.path, line(&place.list[place.index]), message));
            }
        });
    }
    findings
}

fn misplaced_unsafe(file: &Source, place: &Place<'_>) -> Option<String> {
    let home = file.path.strip_prefix(UNSAFE_HOME).is_some_and(|rest| rest.starts_with('/') || rest == ".rs");
    if !home {
        return Some(format!("`unsafe` outside {UNSAFE_HOME}"));
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

/// Whether the line, or the comment and attribute lines directly above it, contain `SAFETY:`.
fn has_safety(text: &str, line: usize) -> bool {
    let lines: Vec<&str> = text.lines().take(line).collect();
    let Some((own, above)) = lines.split_last() else { return false };
    let has_comment = own.split_once("//").is_some_and(|(_, comment)| comment.contains("SAFETY:"));
    let leading = above.iter().rev().map(|line| line.trim_start());
    has_comment
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
    fn unsafe_is_in_one_folder_and_has_a_reason() {
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
        // Arguments and bodies of macros are also checked.
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
}
