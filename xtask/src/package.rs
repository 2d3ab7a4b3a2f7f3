//! `cargo xtask package`: whether each published crate can be packed, with its README and both licenses.

use std::fs;
use std::io;
use std::path::Path;

use crate::cargo;
use crate::verdict::Verdict;

/// Files that every package holds.
const REQUIRED: &[&str] = &["README.md", "LICENSE-MIT", "LICENSE-APACHE", "src/"];

/// Packs the crates and checks their files. Other steps compile the code.
pub(crate) fn run(root: &Path) -> Verdict {
    let names = match published(root) {
        Ok(names) => names,
        Err(error) => {
            println!("package: {error}");
            return Verdict::Failed;
        }
    };
    let mut complete = true;
    for name in &names {
        let list = cargo(root).args(["package", "--list", "--allow-dirty", "--package", name]).output();
        let files = match list {
            Ok(output) if output.status.success() => String::from_utf8_lossy(&output.stdout).into_owned(),
            Ok(output) => {
                println!("{name}: {}", String::from_utf8_lossy(&output.stderr));
                return Verdict::Failed;
            }
            Err(error) => {
                println!("cargo cannot be started: {error}");
                return Verdict::Failed;
            }
        };
        for missing in missing(&files) {
            println!("{name}: the package has no {missing}");
            complete = false;
        }
    }
    // As one workspace, so that crates which are not published yet are found.
    let mut pack = cargo(root);
    pack.args(["package", "--quiet", "--allow-dirty", "--no-verify"]);
    for name in &names {
        pack.args(["--package", name]);
    }
    (complete && pack.status().is_ok_and(|status| status.success())).into()
}

/// The published crates: all in `crates/`.
pub(crate) fn published(root: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(root.join("crates"))? {
        let entry = entry?;
        if entry.path().join("Cargo.toml").is_file() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort_unstable();
    Ok(names)
}

/// Required files that a list of `cargo package --list` lacks.
fn missing(list: &str) -> Vec<&'static str> {
    let has = |required: &str| {
        list.lines().any(|file| file == required || required.ends_with('/') && file.starts_with(required))
    };
    REQUIRED.iter().copied().filter(|required| !has(required)).collect()
}

#[cfg(test)]
mod tests {
    use super::missing;

    #[test]
    fn missing_files_are_named() {
        assert_eq!(missing("Cargo.toml\nLICENSE-MIT\nsrc/lib.rs\n"), ["README.md", "LICENSE-APACHE"]);
        assert_eq!(missing("LICENSE-APACHE\nLICENSE-MIT\nREADME.md\nsrc/main.rs\n"), [""; 0]);
    }
}
