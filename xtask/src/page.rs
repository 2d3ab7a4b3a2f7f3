//! `cargo xtask page`: builds the library as WebAssembly, and the page that uses it.
//!
//! | step | result |
//! |---|---|
//! | `npm ci` | `page/node_modules/` |
//! | `arcdoku-wasm` and `arcdoku-photo-wasm` as WebAssembly (see `wasm`) | `page/pkg/` |
//! | `npm run build` | `page/dist/` |
//! | sizes, after compression | an error above the limits |
//! | with `--program`: `arcdoku` with the feature `page` | `target/release/arcdoku` |
//!
//! Missing tools are installed if this works without questions: Debian's packages as root, npm's packages in `page/`.
//!
//! The suite runs [`wasm`], [`site`], [`browser`] and [`test_shared`]. Only `wasm` compiles the module; the other
//! steps use its results.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::artifact::shell;
use crate::pages::files;
use crate::program::{self, NAME};
use crate::tools::{self, NPM, has, install};
use crate::verdict::{Outcome, Stop, passed};
use crate::{build, cargo, wasm};

/// The browsers for tests, by their names in Debian. The first one has no windows and starts faster. It is installed if
/// no browser is found.
const CHROMIUM: [&str; 2] = ["chromium-headless-shell", "chromium"];

/// The limit of the module with its glue: bytes after `gzip -9`. No hint waits for all of it.
const MODULE_LIMIT: usize = 1340 << 10;
/// The limit of the part of the module that a first hint needs.
const FIRST_LIMIT: usize = 480 << 10;
/// The limit of the module that reads photos with its glue. It is loaded when a photo is read.
const PHOTO_LIMIT: usize = 250 << 10;
/// The limit of the page's first script and style, which are loaded before the first view is shown.
const SCRIPT_LIMIT: usize = 120 << 10;

/// The tests of the modules, in Node. The second and the third file compare answers with the program.
const QUESTIONS: &[&str] = &["questions.test.mjs", SAME, "../../arcdoku-photo-wasm/tests/photo.test.mjs"];
const SAME: &str = "same.test.mjs";
/// The unit tests that read third-party data.
const IMPORT: &str = "src/exchange/import.test.ts";

/// Builds the page and, with `program`, the program that serves it.
pub(crate) fn run(root: &Path, program: bool) -> Outcome {
    build(root)?;
    if program { program::release(root) } else { Ok(()) }
}

/// Builds only the page's element, which needs no WebAssembly.
pub(crate) fn element(root: &Path) -> Outcome {
    packages(root)?;
    npm(root, &["run", "element"])
}

/// Builds the page in `page/dist`.
pub(crate) fn build(root: &Path) -> Outcome {
    wasm(root)?;
    let mut types = cargo(root);
    wasm::declare(
        root,
        types.args(["run", "--quiet", "--package", "arcdoku-wasm", "--example", "types", "--"]),
    )?;
    dist(root)
}

/// Builds the module.
pub(crate) fn wasm(root: &Path) -> Outcome {
    packages(root)?;
    wasm::build(root)
}

/// Builds the page, and runs all tests except those in a browser.
pub(crate) fn site(root: &Path) -> Outcome {
    packages(root)?;
    build::run(root)?;
    let types = format!("debug/examples/types{}", std::env::consts::EXE_SUFFIX);
    wasm::declare(root, &mut Command::new(program::target(root).join(types)))?;
    dist(root)?;
    npm(root, &["run", "check"])?;
    npm(root, &["run", "test"])?;
    crate::npm::run(root)?;
    questions(root, &mut Command::new("node"), QUESTIONS)
}

/// Runs the tests of the page from [`site`] in a browser.
pub(crate) fn browser(root: &Path) -> Outcome {
    packages(root)?;
    let browser = chromium()?;
    println!("page: the browser is {}", browser.display());
    let mut npm = Command::new(NPM);
    npm.env("CHROMIUM", browser).env("ARCDOKU", program(root)?);
    run_in(&root.join("page"), npm.args(["run", "e2e"]))
}

/// Runs the tests that read third-party data, with the data in this folder.
pub(crate) fn test_shared(root: &Path, folder: &Path) -> Outcome {
    let with_data = |program: &str| {
        let mut command = Command::new(program);
        command.env("ARCDOKU_SHARED", folder);
        command
    };
    packages(root)?;
    run_in(&root.join("page"), with_data(NPM).args(["test", "--", IMPORT]))?;
    questions(root, &mut with_data("node"), &[SAME])
}

/// Installs npm's packages, unless they already match `package-lock.json`.
fn packages(root: &Path) -> Outcome {
    let has_node = || has("node") && has(NPM);
    if !has_node() {
        install(&["nodejs", "npm"])?;
    }
    if !has_node() {
        println!("page: skipped, Node and npm are not installed (Debian's nodejs and npm)");
        return Err(Stop::Skipped);
    }
    let age = |path: &str| fs::metadata(root.join("page").join(path)).and_then(|file| file.modified()).ok();
    let installed = age("node_modules/.package-lock.json");
    if installed.is_some() && installed >= age("package-lock.json") {
        return Ok(());
    }
    npm(root, &["ci", "--no-audit", "--no-fund"])
}

/// Builds the page from the module.
fn dist(root: &Path) -> Outcome {
    npm(root, &["run", "build"])?;
    passed(sizes(root))
}

/// Runs npm in the folder of the page.
fn npm(root: &Path, words: &[&str]) -> Outcome {
    run_in(&root.join("page"), Command::new(NPM).args(words))
}

/// Runs tests of the questions, which compare with the program.
fn questions(root: &Path, node: &mut Command, files: &[&str]) -> Outcome {
    node.arg("--test").args(files).env("ARCDOKU", program(root)?);
    run_in(&root.join("crates/arcdoku-wasm/tests"), node)
}

fn run_in(folder: &Path, command: &mut Command) -> Outcome {
    println!("page: {}", shell(command));
    tools::run(command.current_dir(folder))
}

/// The program from the build for tests. Answers are compared with it, and it serves the page to the browser with the
/// same headers as for users.
fn program(root: &Path) -> Outcome<PathBuf> {
    build::run(root)?;
    Ok(program::target(root).join("debug").join(NAME))
}

/// The browser of the tests, which `CHROMIUM` can set.
fn chromium() -> Outcome<PathBuf> {
    if let Some(named) = std::env::var_os("CHROMIUM") {
        return Ok(named.into());
    }
    let find =
        || CHROMIUM.map(|name| Path::new("/usr/bin").join(name)).into_iter().find(|path| path.exists());
    if let Some(found) = find() {
        return Ok(found);
    }
    install(&CHROMIUM[..1])?;
    find().ok_or_else(|| {
        let [name, _] = CHROMIUM;
        println!(
            "page: the tests in a browser are skipped: {name} is not installed, and CHROMIUM is not set to another \
             browser"
        );
        Stop::Skipped
    })
}

/// Prints the sizes after compression. Returns whether all are within their limits.
fn sizes(root: &Path) -> bool {
    let module = |folder: &str| ["arcdoku.js", "arcdoku_bg.wasm"].map(|name| root.join(folder).join(name));
    let (library, photo) = (module("page/pkg"), module("page/pkg/photo"));
    let part = [root.join("page/pkg/first.wasm")];
    let pages = root.join("page/dist");
    let mut all = files(&pages).unwrap_or_default();
    all.retain(|path| !path.starts_with(pages.join("element")));
    // The document contains the first script and the style sheet.
    let first = [pages.join("index.html")];
    let rows = [
        ("the library's WebAssembly", library.as_slice(), MODULE_LIMIT),
        ("its part for a first hint", &part, FIRST_LIMIT),
        ("the module for photos", &photo, PHOTO_LIMIT),
        ("the document, with the first script and style", &first, SCRIPT_LIMIT),
        ("all files, which are kept for use without a connection", &all, usize::MAX),
    ];
    rows.into_iter().fold(true, |passed, (what, files, limit)| {
        let size: usize = files.iter().map(|path| compressed(path)).sum();
        let fits = size <= limit && size > 0;
        let verdict = if fits { "" } else { ": TOO LARGE" };
        let limit = if limit == usize::MAX { String::new() } else { format!(" of {} KiB", limit >> 10) };
        println!("page: {what}: {} KiB{limit} gzipped{verdict}", size.div_ceil(1024));
        passed && fits
    })
}

fn compressed(path: &Path) -> usize {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let written = fs::read(path).and_then(|bytes| encoder.write_all(&bytes));
    written.and_then(|()| encoder.finish()).map_or(0, |bytes| bytes.len())
}
