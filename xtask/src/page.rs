//! `cargo xtask page`: the library as WebAssembly, and the page around it.
//!
//! | step | result |
//! |---|---|
//! | compile `arcdoku-wasm` twice, with all questions and with a solver's alone | `target/wasm/` |
//! | `wasm-bindgen`, of exactly the version of the crate | `page/pkg/`, `page/pkg/solver/` |
//! | `npm ci`, `wasm-opt` | the same modules, smaller |
//! | `npm run build` | `page/dist/` |
//! | sizes, after compression | an error above the limits |
//! | with `--program`: `arcdoku` with the feature `page` | `target/release/arcdoku` |
//!
//! Compilers for WebAssembly come from rustup or from Debian (see `wasm`). What is missing is installed where that is
//! possible without asking: Debian's packages as root, `wasm-bindgen` into `target/tools`, npm's packages into `page/`.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::tools::{has, install, succeeds};
use crate::verdict::Verdict;
use crate::{aarch64, cargo, wasm};

/// Debian's compiler for WebAssembly.
const COMPILER: &[&str] = &["rustc-web", "cargo-web", "rust-web-src", "lld"];
/// Where Debian installs Chromium.
const CHROMIUM: &str = "/usr/bin/chromium";

/// Options of Cargo for the module with all questions, whose library is made as small as possible, and for the solver's
/// alone, which answers batches.
const FULL: &[&str] = &["--config", "profile.wasm.package.arcdoku.opt-level='z'"];
const SOLVER: &[&str] = &["--no-default-features"];

/// Passes of `wasm-opt` for the module with all questions: those of level 2, without inlining, which makes it larger.
const SMALLER: &[&str] = &["-O2", "--skip-pass=inlining-optimizing", "--skip-pass=reorder-functions"];
/// Passes for both modules. Functions in the order of their names are those of the same origin side by side, which
/// makes what is compressed smaller by a twentieth.
const ORDERED: &[&str] = &["--reorder-functions-by-name", "--strip-debug"];
/// What the modules use beyond the first version of WebAssembly.
const FEATURES: &[&str] = &[
    "--enable-simd",
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// The limits of both modules with their glue, and of the solver's alone: bytes after `gzip -9`.
const MODULES_LIMIT: usize = (12 << 20) / 10;
const SOLVER_LIMIT: usize = 250 << 10;
/// The limit of the page's own script: what is loaded before the first view is shown.
const SCRIPT_LIMIT: usize = 120 << 10;

/// Nothing about inlining: a threshold that is named replaces the lower one of level s, and makes the modules larger.
const FLAGS: &str = "-Ctarget-feature=+simd128";

/// The tests of the questions, in Node.
const QUESTIONS: &[&str] = &["questions.test.mjs", "same.test.mjs"];

/// Builds the page, and with `program` the program that serves it.
pub(crate) fn run(root: &Path, program: bool) -> bool {
    let built = build(root) == Verdict::Passed;
    built && (!program || succeeds(cargo(root).args(RELEASE_WITH_PAGE)))
}

const RELEASE_WITH_PAGE: &[&str] = &["build", "--release", "--package", "arcdoku-cli", "--features", "page"];

/// Builds the page's element alone, which needs no WebAssembly.
pub(crate) fn element(root: &Path) -> Verdict {
    if !has_node() {
        return Verdict::Skipped;
    }
    let is_ready = root.join("page/node_modules").is_dir() || npm(root, &["ci", "--no-audit", "--no-fund"]);
    (is_ready && npm(root, &["run", "element"])).into()
}

/// Whether Node and npm are installed, or could be.
fn has_node() -> bool {
    let is_there = || has("node") && has("npm");
    if is_there() {
        return true;
    }
    install(&["nodejs", "npm"]);
    is_there()
}

/// Builds the page in `page/dist`.
pub(crate) fn build(root: &Path) -> Verdict {
    let has_node = has_node();
    if wasm::compiler(root).is_none() {
        install(COMPILER);
    }
    if !has_node {
        println!("page: skipped, Node and npm are not installed");
        return Verdict::Skipped;
    }
    let Some(bindgen) = bindgen(root) else { return Verdict::Failed };
    if !npm(root, &["ci", "--no-audit", "--no-fund"]) {
        return Verdict::Failed;
    }
    for (folder, options, passes) in [("pkg", FULL, SMALLER), ("pkg/solver", SOLVER, &[])] {
        match module(root, &bindgen, &root.join("page").join(folder), options, passes) {
            Verdict::Passed => {}
            other => return other,
        }
    }
    (npm(root, &["run", "build"]) && sizes(root)).into()
}

/// The tests of the page: types, units, and the built page in a browser.
pub(crate) fn test(root: &Path) -> Verdict {
    match build(root) {
        Verdict::Passed => {}
        other => return other,
    }
    if !npm(root, &["run", "check"]) || !npm(root, &["test"]) || crate::npm::run(root) != Verdict::Passed {
        return Verdict::Failed;
    }
    // The answers are compared with those of the program, which serves the files in a browser too: as users get it,
    // with its headers. The tests before have built it.
    if !succeeds(cargo(root).args(["build", "--quiet", "--package", "arcdoku-cli", "--all-features"])) {
        return Verdict::Failed;
    }
    let program = root.join("target/debug/arcdoku");
    let mut questions = Command::new("node");
    questions.current_dir(root.join("crates/arcdoku-wasm/tests")).arg("--test").args(QUESTIONS);
    if !succeeds(questions.env("ARCDOKU", &program)) {
        return Verdict::Failed;
    }
    let browser = std::env::var_os("CHROMIUM").map_or_else(|| CHROMIUM.into(), PathBuf::from);
    if !browser.exists() {
        install(&["chromium"]);
    }
    if !browser.exists() {
        println!("page: the tests in a browser are skipped, Chromium is not installed ($CHROMIUM names one)");
        return Verdict::Skipped;
    }
    println!("page: npm run e2e, in {}", browser.display());
    let mut tests = Command::new("npm");
    tests.current_dir(root.join("page")).args(["run", "e2e"]);
    tests.env("CHROMIUM", browser).env("ARCDOKU", program);
    succeeds(&mut tests).into()
}

/// Runs npm in the folder of the page.
fn npm(root: &Path, words: &[&str]) -> bool {
    println!("page: npm {}", words.join(" "));
    succeeds(Command::new("npm").current_dir(root.join("page")).args(words))
}

/// Compiles `arcdoku-wasm` with these options of Cargo, and writes the module and its glue to a folder, after these
/// passes of `wasm-opt`.
fn module(root: &Path, bindgen: &Path, folder: &Path, options: &[&str], passes: &[&str]) -> Verdict {
    let Some(mut build) = wasm::compiler(root) else {
        println!(
            "page: skipped, no compiler for {} is installed (rustup target add {0}, or Debian's {})",
            wasm::TARGET,
            COMPILER.join(", "),
        );
        return Verdict::Skipped;
    };
    build.args(["build", "--profile", "wasm", "--package", "arcdoku-wasm", "--target", wasm::TARGET]);
    build.args(options).arg("--target-dir").arg(root.join(wasm::FOLDER));
    build.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", FLAGS);
    if !aarch64::has_target(root, wasm::TARGET) {
        println!(
            "page: the target {} of rustup is absent: Debian's compiler builds, std included",
            wasm::TARGET
        );
    }
    println!("page: cargo build --package arcdoku-wasm {}", options.join(" "));
    let built = root.join(wasm::FOLDER).join(wasm::TARGET).join("wasm/arcdoku_wasm.wasm");
    let mut bind = Command::new(bindgen);
    bind.args(["--target", "web", "--out-name", "arcdoku"]);
    bind.args(["--remove-producers-section", "--out-dir"]).arg(folder).arg(built);
    let module = folder.join("arcdoku_bg.wasm");
    let mut smaller = Command::new("node");
    smaller.arg(root.join("page/node_modules/.bin/wasm-opt")).args(FEATURES).args(passes).args(ORDERED);
    smaller.arg(&module).arg("-o").arg(&module);
    (succeeds(&mut build) && succeeds(&mut bind) && succeeds(&mut smaller)).into()
}

/// The command `wasm-bindgen` of exactly the version that `arcdoku-wasm` uses.
fn bindgen(root: &Path) -> Option<PathBuf> {
    let manifest = fs::read_to_string(root.join("crates/arcdoku-wasm/Cargo.toml")).ok()?;
    let version =
        manifest.lines().find_map(|line| line.strip_prefix("wasm-bindgen = \"="))?.split('"').next()?;
    let fits = |path: &Path| {
        let output = Command::new(path).arg("--version").stderr(Stdio::null()).output();
        output.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).trim().ends_with(version))
    };
    let tools = root.join("target/tools");
    let own = tools.join("bin/wasm-bindgen");
    if let Some(found) = [PathBuf::from("wasm-bindgen"), own.clone()].into_iter().find(|path| fits(path)) {
        return Some(found);
    }
    println!("page: installing wasm-bindgen-cli {version} in target/tools (a minute or two, once)");
    let mut install = cargo(root);
    // Not optimized: so it compiles in a minute, and it runs for seconds.
    install
        .args(["install", "--quiet", "--debug", "--root"])
        .arg(tools)
        .arg(format!("wasm-bindgen-cli@{version}"));
    let installed = succeeds(&mut install) && fits(&own);
    if !installed {
        println!("page: wasm-bindgen {version} could not be installed");
    }
    installed.then_some(own)
}

/// Prints the sizes after compression; whether all are within their limits.
fn sizes(root: &Path) -> bool {
    let module = |folder: &str| ["arcdoku.js", "arcdoku_bg.wasm"].map(|name| root.join(folder).join(name));
    let solver = module("page/pkg/solver");
    let modules = [module("page/pkg"), solver.clone()].concat();
    let all = files(&root.join("page/dist"), &|name| name != "element");
    let index = fs::read_to_string(root.join("page/dist/index.html")).unwrap_or_default();
    let first: Vec<PathBuf> = all
        .iter()
        .filter(|path| path.extension().is_some_and(|end| end == "js" || end == "css"))
        .filter(|path| path.file_name().is_some_and(|name| index.contains(&*name.to_string_lossy())))
        .cloned()
        .collect();
    let rows = [
        ("all WebAssembly", modules.as_slice(), MODULES_LIMIT),
        ("the page, first script and style", &first, SCRIPT_LIMIT),
        ("the solver's WebAssembly", &solver, SOLVER_LIMIT),
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

/// All files below a folder whose name, and the names of their folders, are wanted.
fn files(folder: &Path, wanted: &dyn Fn(&str) -> bool) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let entries = entries.filter(|entry| wanted(&entry.file_name().to_string_lossy()));
    entries
        .flat_map(|entry| {
            let path = entry.path();
            if path.is_dir() { files(&path, wanted) } else { vec![path] }
        })
        .collect()
}

fn compressed(path: &Path) -> usize {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let written = fs::read(path).and_then(|bytes| encoder.write_all(&bytes));
    written.and_then(|()| encoder.finish()).map_or(0, |bytes| bytes.len())
}
