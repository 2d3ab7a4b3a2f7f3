//! `cargo xtask package`: builds all files of a release, and tests each as its users would use it. Nothing is
//! published.
//!
//! | part | files in `target/package-release` | test |
//! |---|---|---|
//! | crates | `NAME-VERSION.crate` | `cargo publish --workspace --dry-run`, which compiles the packages |
//! | archive | `arcdoku-VERSION-TARGET.tar.gz` | the program from the unpacked archive |
//! | Debian package | `arcdoku_VERSION_ARCHITECTURE.deb` | the program from the unpacked package |
//! | JavaScript packages | `arcdoku-VERSION.tgz`, `arc-sudoku-VERSION.tgz` | `npm install` in empty projects |
//! | Python package | `arcdoku-VERSION-*.whl`, `arcdoku-VERSION.tar.gz` | `pip install` in empty environments |
//!
//! A part whose tools are not installed is skipped, and its name is printed. If the variable `CI` is set, this is a
//! failure. `cargo xtask package --list` prints the names of the crates in the order in which they are published.

mod archive;
mod crates;
mod debian;

use std::env;
use std::fs;
use std::path::Path;

use crate::artifact::{Artifact, Built, empty};
use crate::verdict::{Outcome, Stop};
use crate::{npm, page, python};

pub(crate) use crates::{check_lists, members};

/// The folder of the files of a release. It is not `target/dist`, because a build profile named `dist` would use that
/// folder.
const FOLDER: &str = "target/package-release";

/// Builds a part of a release from the root of the workspace, in a folder.
type Build = fn(&Path, &Path) -> Built;

/// The parts of a release.
const PARTS: &[(&str, Build)] = &[
    ("crates", crates::publish),
    // This part comes before the program, which contains the page.
    ("page and JavaScript packages", build_page),
    ("archive", archive::build),
    ("Debian package", debian::build),
    ("Python package", python::package),
];

/// Builds and tests all parts, and prints the results.
pub(crate) fn run(root: &Path) -> Outcome {
    let folder = root.join(FOLDER);
    empty(&folder)?;
    let (mut artifacts, mut skipped, mut failed) = (Vec::new(), Vec::new(), Vec::new());
    for (name, build) in PARTS {
        println!("\npackage: {name}");
        match build(root, &folder) {
            Ok(built) => {
                built.iter().for_each(print);
                artifacts.extend(built);
            }
            Err(Stop::Skipped) if env::var_os("CI").is_none() => skipped.push(*name),
            Err(_) => failed.push(*name),
        }
    }
    println!("\npackage: {} files in {FOLDER}", artifacts.len());
    artifacts.iter().for_each(print);
    for (what, names) in [("skipped", &skipped), ("FAILED", &failed)] {
        if !names.is_empty() {
            println!("package: {what}: {}", names.join(", "));
        }
    }
    match (failed.is_empty(), skipped.is_empty()) {
        (true, true) => Ok(()),
        (true, false) => Err(Stop::Skipped),
        _ => Err(Stop::Failed),
    }
}

/// Prints the published crates in the order in which they are published.
pub(crate) fn list(root: &Path) -> Outcome {
    crates::list(root)?.iter().for_each(|name| println!("{name}"));
    Ok(())
}

fn print(artifact: &Artifact) {
    let size = fs::metadata(&artifact.path).map_or(0, |file| file.len()).div_ceil(1024);
    let name = artifact.path.file_name().unwrap_or_default().display();
    println!("package: {name}, {size} KiB: {}", artifact.tried);
}

fn build_page(root: &Path, folder: &Path) -> Built {
    page::build(root)?;
    npm::build(root, folder)
}
