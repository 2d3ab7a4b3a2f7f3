//! `cargo xtask vectors`: checks that every vector operation in the library's release build is inlined.
//!
//! An intrinsic is a function of `core::arch` with a target feature. If it is called from code without that feature,
//! it is not inlined, and each operation becomes a call. The answers stay correct, but the engines are many times
//! slower. An intrinsic that was not inlined is compiled as part of the library, so it is a symbol of the library's
//! object code. There is no optimization at link time, so programs have the same code.

use std::fs;
use std::path::{Path, PathBuf};

use object::read::archive::ArchiveFile;
use object::{Object as _, ObjectSymbol};

use crate::artifact::{at, failed};
use crate::program::target;
use crate::verdict::{Outcome, passed};
use crate::{cargo, tools};

/// A text that the mangled name of every intrinsic contains.
const INTRINSIC: &str = "core_arch";

/// A part of the name of a function that must exist. Otherwise, the build has no symbols.
const WITNESS: &str = "fast9";

/// Builds the library in release, checks it, and prints the findings. Features are off, because none of them uses
/// vectors.
pub(crate) fn run(root: &Path) -> Outcome {
    let build = ["build", "--quiet", "--release", "--package", "arcdoku", "--no-default-features"];
    tools::run(cargo(root).args(build))?;
    let library = target(root).join("release/libarcdoku.rlib");
    let names = symbols(&library)?;
    let findings = findings(&names.iter().map(String::as_str).collect::<Vec<_>>());
    for finding in &findings {
        println!("vectors: {finding}");
    }
    if findings.is_empty() {
        println!("vectors: {} symbols, none of them an intrinsic", names.len());
    }
    passed(findings.is_empty())
}

/// The names of the functions and data that are compiled in a library.
fn symbols(library: &Path) -> Outcome<Vec<String>> {
    let bytes = fs::read(library).map_err(at(library))?;
    let archive = ArchiveFile::parse(&*bytes).map_err(at(library))?;
    let mut names = Vec::new();
    for member in archive.members() {
        let member = member.map_err(at(library))?;
        // The other member is the compiler's metadata.
        if PathBuf::from(String::from_utf8_lossy(member.name()).into_owned())
            .extension()
            .is_none_or(|end| end != "o")
        {
            continue;
        }
        let object = object::File::parse(member.data(&*bytes).map_err(at(library))?).map_err(at(library))?;
        let defined = object.symbols().filter(ObjectSymbol::is_definition);
        names.extend(defined.filter_map(|symbol| symbol.name().ok().map(str::to_owned)));
    }
    if names.is_empty() {
        return Err(failed(format_args!("{}: no object code", library.display())));
    }
    Ok(names)
}

/// The findings about a library in which these names are defined.
fn findings(names: &[&str]) -> Vec<String> {
    let called = names.iter().filter(|name| name.contains(INTRINSIC));
    let mut findings: Vec<String> = called.map(|name| format!("{name} is called, not inlined")).collect();
    if !names.iter().any(|name| name.contains(WITNESS)) {
        findings.push(format!("no symbol is named {WITNESS}: is the library stripped?"));
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::findings;

    #[test]
    fn intrinsics_are_distinguished() {
        let engine = "_RNvNtNtCsabc_7arcdoku5fast95lanes3run";
        let intrinsic = "_ZN4core9core_arch3x864avx217_mm256_and_si25617h0123456789abcdefE";
        assert_eq!(findings(&[engine]), [""; 0]);
        let found = findings(&[engine, intrinsic]);
        assert!(found.len() == 1 && found[0].contains("_mm256_and_si256"), "{found:?}");
        let found = findings(&["main"]);
        assert!(found.len() == 1 && found[0].contains("stripped"), "{found:?}");
    }
}
