//! `cargo xtask vectors`: whether every vector operation of the release build is compiled in place.
//!
//! An intrinsic is a function of `core::arch` with a target feature. If it is called from code without
//! that feature, it is not inlined, and each operation becomes a call: the answers stay correct, but the
//! engines are many times slower. Such a function is then a symbol of the program, which is what this looks for.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use object::{Object as _, ObjectSymbol as _};

/// Part of the name of every intrinsic, however names are mangled.
const INTRINSIC: &str = "core_arch";

/// Functions that the standard library calls once, to detect the features of the machine.
const DETECTION: &[&str] = &["cpuid", "_xgetbv"];

/// Part of the name of a function that must exist; otherwise the program has no symbols.
const WITNESS: &str = "fast9";

/// Checks the program that the previous step has built, and prints the findings.
pub(crate) fn check(root: &Path) -> bool {
    let folder = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let program = root.join(folder).join("release").join(format!("arcdoku{}", env::consts::EXE_SUFFIX));
    let names = match symbols(&program) {
        Ok(names) => names,
        Err(error) => {
            println!("{}: {error}", program.display());
            return false;
        }
    };
    let findings = findings(&names.iter().map(String::as_str).collect::<Vec<_>>());
    for finding in &findings {
        println!("vectors: {finding}");
    }
    if findings.is_empty() {
        println!("vectors: {} symbols, none of them an intrinsic", names.len());
    }
    findings.is_empty()
}

/// The names of the functions in a program.
fn symbols(program: &Path) -> Result<Vec<String>, String> {
    let bytes = fs::read(program).map_err(|error| error.to_string())?;
    let file = object::File::parse(&*bytes).map_err(|error| error.to_string())?;
    Ok(file.symbols().filter_map(|symbol| symbol.name().ok().map(str::to_owned)).collect())
}

/// The findings about a program with functions of these names.
fn findings(names: &[&str]) -> Vec<String> {
    let called = names
        .iter()
        .filter(|name| name.contains(INTRINSIC) && !DETECTION.iter().any(|allowed| name.contains(allowed)));
    let mut findings: Vec<String> =
        called.map(|name| format!("{name} is called, not compiled in place")).collect();
    if !names.iter().any(|name| name.contains(WITNESS)) {
        findings.push(format!("no symbol is named {WITNESS}: is the program stripped?"));
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::findings;

    #[test]
    fn intrinsics_are_told_from_the_rest() {
        let engine = "_RNvNtNtCsabc_7arcdoku5fast95lanes3run";
        let detection = "_RNvNtNtNtCsabc_4core9core_arch3x865xsave7__xgetbv.4972";
        let intrinsic = "_ZN4core9core_arch3x864avx217_mm256_and_si25617h0123456789abcdefE";
        assert_eq!(findings(&[engine, detection]), [""; 0]);
        let found = findings(&[engine, intrinsic]);
        assert!(found.len() == 1 && found[0].contains("_mm256_and_si256"), "{found:?}");
        let found = findings(&[detection]);
        assert!(found.len() == 1 && found[0].contains("stripped"), "{found:?}");
    }
}
