//! `cargo xtask wheel` and `cargo xtask python`: the Python package, and its tests.
//!
//! | step | result |
//! |---|---|
//! | the page's element, beside the Python files | `crates/arcdoku-py/python/arcdoku/static/` |
//! | `maturin build --release` in an environment of its own | `target/wheels/*.whl` |
//! | for tests: a clean environment with the wheel and what the tests need | `target/python/tests/` |
//! | `ruff`, pytest with doctests and notebooks, `mypy --strict`, `stubtest` | |
//!
//! Python comes from the machine; what it lacks of Debian's packages is installed as root.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::page;
use crate::tools::{install, succeeds};
use crate::verdict::Verdict;

const PACKAGE: &str = "crates/arcdoku-py";
/// The board as a file of the page, and where the package has it.
const ELEMENT: &str = "page/dist/element/arc-sudoku.js";
const STATIC: &str = "crates/arcdoku-py/python/arcdoku/static";
const WHEELS: &str = "target/wheels";
/// The build backend of `pyproject.toml`.
const MATURIN: &str = "maturin==1.16.0";

/// What Python is asked to tell whether it will do.
const NEW_ENOUGH: &str = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))";

/// Builds the wheel for this platform.
pub(crate) fn wheel(root: &Path) -> Verdict {
    let Some(python) = python() else {
        println!("python: skipped, Python 3.11 or newer with venv is not installed");
        return Verdict::Skipped;
    };
    let tools = root.join("target/python/build");
    if !has_environment(&tools, MATURIN) && !environment(&python, &tools, &[MATURIN]) {
        return Verdict::Failed;
    }
    if element(root) == Verdict::Failed {
        return Verdict::Failed;
    }
    // Wheels of earlier versions would be found in place of the new one.
    let wheels = root.join(WHEELS);
    if wheels.exists() && fs::remove_dir_all(&wheels).is_err() {
        println!("python: {WHEELS} cannot be emptied");
        return Verdict::Failed;
    }
    println!("python: maturin build --release");
    let mut build = Command::new(program(&tools, "maturin"));
    build
        .current_dir(root.join(PACKAGE))
        .args(["build", "--release", "--quiet", "--locked", "--out"])
        .arg(&wheels);
    succeeds(&mut build).into()
}

/// Builds the wheel, installs it in a clean environment, and runs its tests there.
pub(crate) fn test(root: &Path) -> Verdict {
    match wheel(root) {
        Verdict::Passed => {}
        other => return other,
    }
    let (Some(python), Some(wheel)) = (python(), built(root)) else {
        println!("python: there is no wheel in {WHEELS}");
        return Verdict::Failed;
    };
    let folder = root.join("target/python/tests");
    if folder.exists() && fs::remove_dir_all(&folder).is_err() {
        println!("python: {} cannot be emptied", folder.display());
        return Verdict::Failed;
    }
    println!("python: a clean environment with the wheel and what its tests need");
    let group = format!("{PACKAGE}/pyproject.toml:test");
    let wheel = wheel.display().to_string();
    if !environment(&python, &folder, &[]) || !pip(root, &folder, &[&wheel, "--group", &group]) {
        return Verdict::Failed;
    }
    let package = root.join(PACKAGE);
    let mut examples = vec!["pytest", "--doctest-modules", "--pyargs", "arcdoku", "-p", "no:cacheprovider"];
    if !root.join(STATIC).join("arc-sudoku.js").exists() {
        // Those of the widget need the element.
        examples.push("--ignore-glob=*/arcdoku/widget.py");
    }
    let runs: &[&[&str]] = &[
        &["ruff", "check", "--no-cache"],
        &["ruff", "format", "--check", "--no-cache"],
        &["pytest", "tests"],
        &examples,
        &["mypy", "--package", "arcdoku"],
        &["mypy.stubtest", "arcdoku._native"],
    ];
    for run in runs {
        println!("python: python -m {}", run.join(" "));
        let mut command = Command::new(program(&folder, "python"));
        // Not the folder of the sources, which would hide the installed package.
        command.current_dir(&package).args(["-P", "-m"]).args(*run);
        if !succeeds(&mut command) {
            return Verdict::Failed;
        }
    }
    Verdict::Passed
}

/// The wheel that was built.
fn built(root: &Path) -> Option<PathBuf> {
    let files = fs::read_dir(root.join(WHEELS)).ok()?.flatten().map(|entry| entry.path());
    files.into_iter().find(|path| path.extension().is_some_and(|end| end == "whl"))
}

/// Builds the element and copies it into the package; without Node, the widget is left out.
fn element(root: &Path) -> Verdict {
    match page::element(root) {
        Verdict::Passed => {}
        Verdict::Failed => return Verdict::Failed,
        Verdict::Skipped => {
            println!("python: the widget is left out, as Node and npm are not installed");
            return Verdict::Passed;
        }
    }
    let (from, to) = (root.join(ELEMENT), root.join(STATIC));
    let copied = fs::create_dir_all(&to).and_then(|()| fs::copy(from, to.join("arc-sudoku.js")));
    if let Err(error) = &copied {
        println!("python: {ELEMENT}: {error}");
    }
    copied.is_ok().into()
}

/// Python 3.11 or newer that can make environments.
fn python() -> Option<PathBuf> {
    let find = || {
        let names = ["python3", "python3.14", "python3.13", "python3.12", "python3.11", "python"];
        let does = |name: &&str| {
            let mut command = Command::new(name);
            succeeds(command.args(["-c", NEW_ENOUGH]).stdout(Stdio::null()).stderr(Stdio::null()))
        };
        names.into_iter().find(does).map(PathBuf::from)
    };
    find().or_else(|| {
        install(&["python3", "python3-venv"]);
        find()
    })
}

/// Whether an environment has this requirement, `name==version`, from an earlier run.
fn has_environment(folder: &Path, requirement: &str) -> bool {
    let mut freeze = Command::new(program(folder, "python"));
    let output = freeze.args(["-m", "pip", "freeze"]).stderr(Stdio::null()).output();
    output.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).lines().any(|line| line == requirement))
}

/// Makes an environment with these requirements, and a pip that knows groups of them.
fn environment(python: &Path, folder: &Path, requirements: &[&str]) -> bool {
    let made = succeeds(Command::new(python).args(["-m", "venv", "--clear"]).arg(folder));
    made && pip(Path::new("."), folder, &["--upgrade", "pip"])
        && (requirements.is_empty() || pip(Path::new("."), folder, requirements))
}

fn pip(at: &Path, folder: &Path, arguments: &[&str]) -> bool {
    let mut command = Command::new(program(folder, "python"));
    command.current_dir(at).args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    succeeds(command.args(arguments))
}

/// A program of an environment.
fn program(folder: &Path, name: &str) -> PathBuf {
    if cfg!(windows) {
        folder.join("Scripts").join(format!("{name}.exe"))
    } else {
        folder.join("bin").join(name)
    }
}
