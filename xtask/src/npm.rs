//! `cargo xtask npm`: the package for JavaScript in `target/npm`, from the modules that `cargo xtask page` built.
//!
//! `npm pack --dry-run` lists what would be published; a program in Node asks the package a question.

use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

use crate::tools::succeeds;
use crate::verdict::Verdict;

const CRATE: &str = "crates/arcdoku-wasm";
const MODULE: &[&str] = &["arcdoku.js", "arcdoku.d.ts", "arcdoku_bg.wasm", "arcdoku_bg.wasm.d.ts"];
const TEXTS: &[&str] = &["README.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// Asks the package itself, by its name and by that of the small module.
const QUESTION: &str = "
import { solve, generate } from 'arcdoku';
import * as solver from 'arcdoku/solver';
const [{ puzzle, solution }] = generate({ seed: '1' }).rows;
const same = [solve, solver.solve].every((solve) => solve({ puzzle }).solution === solution);
process.exit(same ? 0 : 1);";

/// Makes the package and checks it.
pub(crate) fn run(root: &Path) -> Verdict {
    let folder = root.join("target/npm");
    if let Err(error) = make(root, &folder) {
        println!("npm: {error}; `cargo xtask page` builds the modules");
        return Verdict::Failed;
    }
    let listed = Command::new("npm").current_dir(&folder).args(["pack", "--dry-run", "--json"]).output();
    let files = match listed {
        Ok(output) if output.status.success() => String::from_utf8_lossy(&output.stdout).into_owned(),
        Ok(output) => {
            println!("npm pack: {}", String::from_utf8_lossy(&output.stderr));
            return Verdict::Failed;
        }
        Err(error) => {
            println!("npm: skipped, npm cannot be started: {error}");
            return Verdict::Skipped;
        }
    };
    let solver = MODULE.iter().map(|name| format!("solver/{name}"));
    let wanted = MODULE.iter().chain(TEXTS).map(|name| (*name).to_owned());
    let mut wanted = wanted.chain(solver).chain(["node.js", "solver/node.js"].map(str::to_owned));
    if let Some(missing) = wanted.find(|name| !files.contains(&format!("\"path\": \"{name}\""))) {
        println!("npm: the package has no {missing}");
        return Verdict::Failed;
    }
    let mut question = Command::new("node");
    question.current_dir(&folder).args(["--input-type=module", "--eval", QUESTION]);
    let passed = succeeds(&mut question);
    println!("npm: the package in target/npm {}", if passed { "answers" } else { "does not answer" });
    passed.into()
}

fn make(root: &Path, folder: &Path) -> io::Result<()> {
    let (source, built) = (root.join(CRATE), root.join("page/pkg"));
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder.join("solver"))?;
    for part in ["", "solver"] {
        for name in MODULE {
            fs::copy(built.join(part).join(name), folder.join(part).join(name))?;
        }
        fs::copy(source.join("npm/node.js"), folder.join(part).join("node.js"))?;
    }
    for name in TEXTS {
        fs::copy(source.join(name), folder.join(name))?;
    }
    let manifest = fs::read_to_string(source.join("npm/package.json"))?;
    // All packages have the version of the workspace, which this one has too.
    fs::write(
        folder.join("package.json"),
        manifest.replace("\"0.0.0\"", concat!("\"", env!("CARGO_PKG_VERSION"), "\"")),
    )
}
