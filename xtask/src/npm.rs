//! `cargo xtask npm`: makes the packages for JavaScript in `target/npm` from the results of `cargo xtask page`.
//!
//! | package | content |
//! |---|---|
//! | `arcdoku` | the library as WebAssembly |
//! | `arc-sudoku` | the board `<arc-sudoku>` |
//!
//! Each is packed, installed in an empty project (in `target/npm-projects`), and used by the script `try.mts` from the
//! folder of its manifest. TypeScript compiles the script there, so the types of the package are also checked.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::artifact::{Artifact, Built, VERSION, at, copy, empty, failed, output, shell};
use crate::tools::{NPM, has};
use crate::verdict::{Outcome, Stop};

/// A package for npm.
struct Package {
    name: &'static str,
    /// The folder of its manifest and of the script that tests it.
    home: &'static str,
    /// The files, and their names in the package.
    files: &'static [(&'static str, &'static str)],
    /// A module in the home that is loaded before the script.
    before: Option<&'static str>,
}

const PACKAGES: &[Package] = &[
    Package {
        name: "arcdoku",
        home: "crates/arcdoku-wasm/npm",
        files: &[
            ("page/pkg/arcdoku.js", "arcdoku.js"),
            ("page/pkg/arcdoku.d.ts", "arcdoku.d.ts"),
            ("page/pkg/arcdoku_bg.wasm", "arcdoku_bg.wasm"),
            ("page/pkg/arcdoku_bg.wasm.d.ts", "arcdoku_bg.wasm.d.ts"),
            ("crates/arcdoku-wasm/npm/node.js", "node.js"),
            ("crates/arcdoku-wasm/README.md", "README.md"),
            ("LICENSE-MIT", "LICENSE-MIT"),
            ("LICENSE-APACHE", "LICENSE-APACHE"),
        ],
        before: None,
    },
    Package {
        name: "arc-sudoku",
        home: "page/npm",
        files: &[
            ("page/dist/element/arc-sudoku.js", "arc-sudoku.js"),
            ("page/dist/element/arc-sudoku.d.ts", "arc-sudoku.d.ts"),
            ("page/src/element/README.md", "README.md"),
            ("LICENSE-MIT", "LICENSE-MIT"),
            ("LICENSE-APACHE", "LICENSE-APACHE"),
        ],
        before: Some("dom.mjs"),
    },
];

/// The TypeScript compiler, which is one of the page's packages.
const TYPESCRIPT: &str = "page/node_modules/typescript/bin/tsc";

/// The empty projects. They are not in `target/npm`, because a release publishes the folders there.
const PROJECTS: &str = "target/npm-projects";

/// Makes the packages and tests them.
pub(crate) fn run(root: &Path) -> Outcome {
    let folder = root.join("target/npm");
    let built = empty(&folder).and_then(|()| build(root, &folder));
    for Artifact { path, tried } in built.iter().flatten() {
        println!("npm: {}: {tried}", path.display());
    }
    built.map(drop)
}

/// Packs the packages in this folder and tests them.
pub(crate) fn build(root: &Path, folder: &Path) -> Built {
    if !has(NPM) {
        println!("npm: skipped, npm is not installed (Debian's packages nodejs and npm)");
        return Err(Stop::Skipped);
    }
    if !root.join(TYPESCRIPT).is_file() {
        output(npm(&root.join("page"), "ci").args(["--no-audit", "--no-fund"]))?;
    }
    PACKAGES.iter().map(|package| package.build(root, folder)).collect()
}

impl Package {
    fn build(&self, root: &Path, folder: &Path) -> Outcome<Artifact> {
        let content = root.join("target/npm").join(self.name);
        empty(&content)?;
        for (from, to) in self.files {
            if !root.join(from).is_file() {
                return Err(failed(format_args!("npm: there is no {from}; `cargo xtask page` builds it")));
            }
            copy(&root.join(from), &content.join(to))?;
        }
        let manifest = root.join(self.home).join("package.json");
        let text = fs::read_to_string(&manifest).map_err(at(&manifest))?;
        let text = text.replace("\"0.0.0\"", &format!("\"{VERSION}\""));
        fs::write(content.join("package.json"), text).map_err(at(&content))?;
        output(npm(&content, "pack").arg("--pack-destination").arg(folder))?;
        let path = folder.join(format!("{}-{VERSION}.tgz", self.name));
        let tried = self.install(root, &path)?;
        Ok(Artifact { path, tried })
    }

    /// Installs the packed package in an empty project and runs its script. Returns the commands.
    fn install(&self, root: &Path, packed: &Path) -> Outcome<String> {
        let project = root.join(PROJECTS).join(self.name);
        empty(&project)?;
        fs::write(project.join("package.json"), "{ \"private\": true }\n").map_err(at(&project))?;
        let mut install = npm(&project, "install");
        // The package has no dependencies, so this needs no network.
        output(install.args(["--offline", "--no-audit", "--no-fund"]).arg(packed))?;
        let installed = project.join("node_modules").join(self.name);
        if let Some((_, missing)) = self.files.iter().find(|(_, file)| !installed.join(file).is_file()) {
            return Err(failed(format_args!("npm: {} lacks {missing}: add it to `files`", self.name)));
        }
        let home = root.join(self.home);
        copy(&home.join("try.mts"), &project.join("try.mts"))?;
        let mut compile = node(&project);
        compile.arg(root.join(TYPESCRIPT)).args(["--strict", "--module", "nodenext", "--target", "es2022"]);
        output(compile.args(["--lib", "es2023,dom,dom.iterable", "try.mts"]))?;
        let mut script = node(&project);
        if let Some(before) = self.before {
            script.arg("--import").arg(home.join(before));
        }
        output(script.arg("try.mjs"))?;
        Ok(format!("{}; {}", shell(&install), shell(&script)))
    }
}

fn npm(folder: &Path, command: &str) -> Command {
    let mut npm = Command::new(NPM);
    npm.current_dir(folder).arg(command);
    npm
}

fn node(folder: &Path) -> Command {
    let mut node = Command::new("node");
    node.current_dir(folder);
    node
}
