//! `cargo xtask wheel` and `cargo xtask python`: the Python package, and its tests.
//!
//! | step | result |
//! |---|---|
//! | the page's element, next to the Python files | `crates/arcdoku-py/python/arcdoku/static/` |
//! | the program `arcdoku`, while maturin runs | `crates/arcdoku-py/arcdoku._native.data/scripts/` |
//! | `maturin build` in a separate environment | `target/wheels/*.whl` |
//! | for tests: a wheel from the build of the suite | `target/python/wheels/*.whl` |
//! | for tests: a clean environment with the wheel and the requirements of the tests | `target/python/tests/` |
//! | `ruff`, pytest with doctests and notebooks, `mypy --strict`, `stubtest` | |
//!
//! `pip install` of a wheel installs the module and the program. maturin takes the program from the folder that has the
//! module's name and `.data`. `pyproject.toml` must not name this folder: maturin fails if a named folder is missing,
//! and it is missing in the source distribution. The source distribution has no program, because maturin packs and
//! compiles only the crates that the module depends on. `cargo install arcdoku-cli` compiles the program.
//!
//! Python comes from the machine. Missing Debian packages are installed if this program runs as root.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::artifact::{Artifact, Built, PUZZLE, at, copy, empty, failed, output, shell, solves};
use crate::build;
use crate::page;
use crate::pages::files;
use crate::program::{self, glibc};
use crate::tools::{install, run, succeeds};
use crate::verdict::{Outcome, Stop};

const PACKAGE: &str = "crates/arcdoku-py";
/// The file of the board in the page, and its folder in the package.
const ELEMENT: &str = "page/dist/element/arc-sudoku.js";
const STATIC: &str = "crates/arcdoku-py/python/arcdoku/static";
/// The folder whose scripts maturin adds to the wheel.
const DATA: &str = "crates/arcdoku-py/arcdoku._native.data";
/// The build backend of `pyproject.toml`, and the tool that packs a folder as a wheel.
const TOOLS: &[&str] = &["maturin==1.16.0", "wheel==0.48.0"];
/// The environment of the tests.
const TESTS: &str = "target/python/tests";

/// Builds the wheel for this platform, with the program in it. Returns its path.
pub(crate) fn wheel(root: &Path) -> Outcome<PathBuf> {
    // The element is copied before the program is compiled.
    python()?;
    if !root.join("page/dist/index.html").is_file() {
        page::build(root)?;
    }
    element(root)?;
    let data = root.join(DATA);
    let program = data.join("scripts").join(program::NAME);
    empty(&data)?;
    program::build(root, &program)?;
    let needed = glibc(&program)?;
    let built = maturin(root, &["build", "--quiet", "--locked", "--release"], "target/wheels");
    // If the folder stayed, the next package from these sources would contain this program.
    fs::remove_dir_all(&data).map_err(at(&data))?;
    let wheel = built?;
    let name = wheel.file_name().unwrap_or_default().to_string_lossy().into_owned();
    match (needed, promised_glibc(&name)) {
        // maturin determines the tag from the module alone, so the program must not need a newer library.
        (Some(needed), Some(promised)) if needed > promised => Err(failed(format_args!(
            "python: {name} is tagged for glibc 2.{promised}, and its program needs 2.{needed}: build both in the \
             same manylinux image"
        ))),
        _ => Ok(wheel),
    }
}

/// The version of the GNU C library in the tag of a wheel: the number after `2.`.
fn promised_glibc(wheel: &str) -> Option<u32> {
    let (_, version) = wheel.split_once("manylinux_2_")?;
    version.split('_').next()?.parse().ok()
}

/// Runs the tests on third-party data in the environment that [`test`] made.
pub(crate) fn test_shared(root: &Path, shared: &Path) -> Outcome {
    let mut command = Command::new(script(&root.join(TESTS), "python"));
    command.current_dir(root.join(PACKAGE)).env("ARCDOKU_SHARED", shared);
    run(command.args(["-P", "-m", "pytest", "tests", "-m", "shared"]))
}

/// Makes a wheel from the build of the suite: the module and the program in the profile of tests. maturin would
/// compile the library again, with only the features of the module. Returns the path of the wheel.
fn wheel_of_tests(root: &Path) -> Outcome<PathBuf> {
    build::run(root)?;
    // The element is not built here, because the tests in a browser may be reading it.
    if root.join(ELEMENT).is_file() {
        copy_element(root)?;
    } else {
        println!(
            "python: the widget is left out, because {ELEMENT} is missing (`cargo xtask page` builds it)"
        );
    }
    let tools = tools(root)?;
    let folder = root.join("target/python/unpacked");
    empty(&folder)?;
    let mut info = Command::new(script(&tools, "maturin"));
    info.current_dir(root.join(PACKAGE)).args(["pep517", "write-dist-info", "--metadata-directory"]);
    let info = folder.join(output(info.arg(&folder))?.lines().last().unwrap_or_default());
    let package = root.join(PACKAGE).join("python/arcdoku");
    copy_folder(&package, &folder.join("arcdoku"))?;
    let module = format!("{}_native{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX);
    let name = if cfg!(windows) { "_native.pyd" } else { "_native.abi3.so" };
    let debug = program::target(root).join("debug");
    copy(&debug.join(module), &folder.join("arcdoku").join(name))?;
    let scripts = info.with_extension("data").join("scripts");
    copy(&debug.join(program::NAME), &scripts.join(program::NAME))?;
    let wheels = root.join("target/python/wheels");
    empty(&wheels)?;
    let mut pack = Command::new(script(&tools, "python"));
    output(pack.args(["-m", "wheel", "pack", "--dest-dir"]).arg(&wheels).arg(&folder))?;
    only_file(&wheels)
}

/// Copies a folder of the package, without the files that Python writes there.
fn copy_folder(from: &Path, to: &Path) -> Outcome {
    let is_source = |path: &PathBuf| {
        let is_cache = path.components().any(|part| part.as_os_str() == "__pycache__");
        !is_cache && path.extension().is_none_or(|end| end != "so" && end != "pyd")
    };
    let mut files = files(from).map_err(at(from))?.into_iter().filter(is_source);
    files.try_for_each(|path| copy(&path, &to.join(path.strip_prefix(from).unwrap_or(&path))))
}

/// Installs the package from the build of the suite in a clean environment, and runs its tests there, except those on
/// third-party data.
pub(crate) fn test(root: &Path) -> Outcome {
    let wheel = wheel_of_tests(root)?;
    println!("python: making a clean environment with the wheel and the requirements of its tests");
    let folder = root.join(TESTS);
    let group = format!("{PACKAGE}/pyproject.toml:test");
    let wheel = wheel.display().to_string();
    environment(&python()?, &folder, &[])?;
    pip(root, &folder, &[&wheel, "--group", &group])?;
    solves(&script(&folder, "arcdoku"))?;
    let package = root.join(PACKAGE);
    let mut examples = vec!["pytest", "--doctest-modules", "--pyargs", "arcdoku", "-p", "no:cacheprovider"];
    if !root.join(STATIC).join("arc-sudoku.js").exists() {
        // The tests of the widget need the element.
        examples.push("--ignore-glob=*/arcdoku/widget.py");
    }
    let runs: &[&[&str]] = &[
        &["ruff", "check", "--no-cache"],
        &["ruff", "format", "--check", "--no-cache"],
        &["pytest", "tests", "-m", "not shared", "--durations=5"],
        &examples,
        &["mypy", "--package", "arcdoku"],
        &["mypy.stubtest", "arcdoku._native"],
    ];
    runs.iter().try_for_each(|words| {
        println!("python: python -m {}", words.join(" "));
        let mut command = Command::new(script(&folder, "python"));
        // The tests do not run in the folder of the sources, which would hide the installed package.
        run(command.current_dir(&package).args(["-P", "-m"]).args(*words))
    })
}

/// Builds the wheel and the source distribution of a release in this folder, and installs each in a clean environment.
pub(crate) fn package(root: &Path, folder: &Path) -> Built {
    let python = python()?;
    let wheel = keep(&wheel(root)?, folder)?;
    let source = keep(&maturin(root, &["sdist"], "target/python/sdist")?, folder)?;

    let place = root.join("target/python/from-wheel");
    let tried = try_package(&python, &place, &[], &wheel)?;
    solves(&script(&place, "arcdoku"))?;
    let wheel = Artifact { path: wheel, tried };

    // Builds from the sources only. Otherwise, pip could use a cached wheel of an earlier archive with this name.
    // Uses the profile of tests, because an optimized build would not test the archive better.
    let options = ["--no-cache-dir", "--config-settings=build-args=--profile dev"];
    let tried = try_package(&python, &root.join("target/python/from-source"), &options, &source)?;
    Ok(vec![wheel, Artifact { path: source, tried }])
}

/// Copies a file to this folder. Returns the path of the copy.
fn keep(file: &Path, folder: &Path) -> Outcome<PathBuf> {
    let path = folder.join(file.file_name().unwrap_or_default());
    copy(file, &path)?;
    Ok(path)
}

/// Installs a package in a clean environment with options of pip, and solves a puzzle with the module. Returns the
/// command.
fn try_package(python: &Path, folder: &Path, options: &[&str], package: &Path) -> Outcome<String> {
    let package = package.display().to_string();
    let arguments = [options, &[&package]].concat();
    let command = shell(Command::new("pip").arg("install").args(&arguments));
    println!("python: {command}");
    environment(python, folder, &[])?;
    pip(Path::new("."), folder, &arguments)?;
    let question = format!("import arcdoku; assert arcdoku.Puzzle('{PUZZLE}').solve().outcome == 'unique'");
    output(Command::new(script(folder, "python")).args(["-P", "-c", &question]))?;
    Ok(command)
}

/// The environment with maturin.
fn tools(root: &Path) -> Outcome<PathBuf> {
    environment_with(root, "target/python/build", TOOLS)
}

/// Makes an environment in a folder with requirements of the form `name==version`. Keeps an existing environment that
/// has them.
pub(crate) fn environment_with(root: &Path, folder: &str, requirements: &[&str]) -> Outcome<PathBuf> {
    let folder = root.join(folder);
    if !requirements.iter().all(|requirement| has_environment(&folder, requirement)) {
        environment(&python()?, &folder, requirements)?;
    }
    Ok(folder)
}

/// Runs maturin with the folder for its result, which it empties. Returns the path of the result.
fn maturin(root: &Path, arguments: &[&str], folder: &str) -> Outcome<PathBuf> {
    let tools = tools(root)?;
    let folder = root.join(folder);
    empty(&folder)?;
    println!("python: maturin {}", arguments.join(" "));
    let mut maturin = Command::new(script(&tools, "maturin"));
    maturin.current_dir(root.join(PACKAGE)).args(arguments).arg("--out").arg(&folder);
    run(&mut maturin)?;
    only_file(&folder)
}

fn only_file(folder: &Path) -> Outcome<PathBuf> {
    let mut files = fs::read_dir(folder).map_err(at(folder))?.flatten();
    files.next().map(|file| file.path()).ok_or_else(|| failed(format_args!("{} is empty", folder.display())))
}

/// Builds the element and copies it into the package. Without Node, the widget is left out.
fn element(root: &Path) -> Outcome {
    match page::element(root) {
        Err(Stop::Skipped) => {
            println!("python: the widget is left out, because Node and npm are not installed");
            Ok(())
        }
        built => built.and_then(|()| copy_element(root)),
    }
}

fn copy_element(root: &Path) -> Outcome {
    copy(&root.join(ELEMENT), &root.join(STATIC).join("arc-sudoku.js"))
}

/// Python 3.11 or newer that can make environments.
pub(crate) fn python() -> Outcome<PathBuf> {
    python_since(11)
}

/// Python 3 with at least this minor version that can make environments.
pub(crate) fn python_since(minor: u32) -> Outcome<PathBuf> {
    let is_new_enough = format!("import sys, venv, ensurepip; sys.exit(sys.version_info < (3, {minor}))");
    let find = || {
        let names = ["python3", "python3.14", "python3.13", "python3.12", "python3.11", "python"];
        let does = |name: &&str| {
            let mut command = Command::new(name);
            succeeds(command.args(["-c", &is_new_enough]).stdout(Stdio::null()).stderr(Stdio::null()))
        };
        names.into_iter().find(does).map(PathBuf::from)
    };
    if let Some(python) = find() {
        return Ok(python);
    }
    install(&["python3", "python3-venv"])?;
    find().ok_or_else(|| {
        println!("python: skipped, Python 3.{minor} or newer with venv is not in PATH");
        Stop::Skipped
    })
}

/// Whether an environment has this requirement, `name==version`, from an earlier run.
fn has_environment(folder: &Path, requirement: &str) -> bool {
    let mut freeze = Command::new(script(folder, "python"));
    let output = freeze.args(["-m", "pip", "freeze"]).stderr(Stdio::null()).output();
    output.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).lines().any(|line| line == requirement))
}

/// Makes an environment with requirements, and a pip that supports dependency groups.
fn environment(python: &Path, folder: &Path, requirements: &[&str]) -> Outcome {
    run(Command::new(python).args(["-m", "venv", "--clear"]).arg(folder))?;
    pip(Path::new("."), folder, &["--upgrade", "pip"])?;
    if requirements.is_empty() { Ok(()) } else { pip(Path::new("."), folder, requirements) }
}

fn pip(at: &Path, folder: &Path, arguments: &[&str]) -> Outcome {
    let mut command = Command::new(script(folder, "python"));
    command.current_dir(at).args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    // In a shared folder, Cargo could take these sources for the compiled ones, because they are not newer.
    command.env_remove("CARGO_TARGET_DIR");
    if succeeds(command.args(arguments)) {
        return Ok(());
    }
    Err(failed(format_args!("python: `{}` failed", shell(&command))))
}

/// A program of an environment.
pub(crate) fn script(folder: &Path, name: &str) -> PathBuf {
    if cfg!(windows) {
        folder.join("Scripts").join(format!("{name}.exe"))
    } else {
        folder.join("bin").join(name)
    }
}
