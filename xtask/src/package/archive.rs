//! The archive of the program with its manual, completions and licenses.

use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;
use tar::{Builder, HeaderMode};

use crate::artifact::{Artifact, Built, VERSION, at, copy, empty, failed, output, solves};
use crate::program::{self, NAME};
use crate::verdict::Outcome;

/// Files of the crate that are also in the archive.
const TEXTS: &[&str] = &["README.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// Shells with completions, and the file that each reads.
const COMPLETIONS: &[(&str, &str)] = &[
    ("bash", "arcdoku.bash"),
    ("fish", "arcdoku.fish"),
    ("powershell", "_arcdoku.ps1"),
    ("zsh", "_arcdoku"),
];

/// Writes the archive, unpacks it in an empty folder, and runs its program.
pub(super) fn build(root: &Path, folder: &Path) -> Built {
    let staged = stage(root, folder)?;
    let name = staged.file_name().unwrap_or_default();
    let path = folder.join(format!("{}.tar.gz", name.display()));
    pack(&staged, &path)?;
    let unpacked = folder.join("work/unpacked");
    empty(&unpacked)?;
    output(Command::new("tar").arg("-xzf").arg(&path).arg("-C").arg(&unpacked))?;
    let unpacked = unpacked.join(name);
    for file in TEXTS.iter().copied().chain(["man/arcdoku.1", "completions/arcdoku.bash"]) {
        if !unpacked.join(file).is_file() {
            return Err(failed(format_args!("{} has no {file}", path.display())));
        }
    }
    Ok(vec![Artifact { path, tried: solves(&unpacked.join(NAME))? }])
}

/// Builds the program in release, and makes the folder for the archive.
pub(super) fn stage(root: &Path, folder: &Path) -> Outcome<PathBuf> {
    let version = output(Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())).arg("-vV"))?;
    let target = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or(env::consts::ARCH);
    let staged = folder.join("work").join(format!("arcdoku-{VERSION}-{target}"));
    let completions = staged.join("completions");
    empty(&staged)?;
    let program = staged.join(NAME);
    program::build(root, &program)?;
    for name in TEXTS {
        copy(&root.join("crates/arcdoku-cli").join(name), &staged.join(name))?;
    }
    output(Command::new(&program).args(["man", "--out"]).arg(staged.join("man")))?;
    fs::create_dir_all(&completions).map_err(at(&completions))?;
    for (shell, name) in COMPLETIONS {
        let script = output(Command::new(&program).args(["completions", shell]))?;
        fs::write(completions.join(name), script).map_err(at(&completions))?;
    }
    Ok(staged)
}

/// Packs a folder. Owners and times are the same on every machine.
fn pack(folder: &Path, path: &Path) -> Outcome {
    let write = || {
        let mut archive = Builder::new(GzEncoder::new(File::create(path)?, Compression::best()));
        archive.mode(HeaderMode::Deterministic);
        archive.append_dir_all(folder.file_name().unwrap_or_default(), folder)?;
        archive.into_inner()?.finish().map(drop)
    };
    write().map_err(at(path))
}
