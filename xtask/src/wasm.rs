//! The library as WebAssembly, in `page/pkg/`, and the module that reads photos, in `page/pkg/photo/`.
//!
//! The target comes from rustup (`rustup target add wasm32-unknown-unknown`) or from Debian, whose packages
//! `rustc-web`, `cargo-web`, `rust-web-src` and `lld` build the standard library along with the program.
//!
//! `wasm-bindgen` writes the glue. Its command must have exactly the version of the crate. An installed command with
//! this version is used. Otherwise, `xtask/bindgen`, a smaller program with the same library, is compiled once for
//! each user.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::artifact::{at, copy, failed, output};
use crate::tools::{install, run, succeeds};
use crate::verdict::{Outcome, Stop};
use crate::{aarch64, cargo};

const TARGET: &str = "wasm32-unknown-unknown";
/// The build folder for the target.
const FOLDER: &str = "target/wasm";

/// Debian's packages, and the paths of their compiler and of the source of the standard library.
const PACKAGES: &[&str] = &["rustc-web", "cargo-web", "rust-web-src", "lld"];
const DEBIAN: [&str; 3] = ["/usr/bin/cargo", "/usr/bin/rustc", "/usr/bin/wasm-ld"];
const DEBIAN_SOURCES: &str = "/usr/src";

/// The flags do not set an inlining threshold, because it would replace the lower threshold of level z and make the
/// module larger. Panics have no locations, which nobody would see, because a module only traps.
const FLAGS: &str = "-Ctarget-feature=+simd128 -Zlocation-detail=none";

/// The folder of the library's module and its glue.
const MODULE: &str = "page/pkg";

/// The modules: their packages, and their folders.
const MODULES: [(&str, &str); 2] = [("arcdoku-wasm", MODULE), ("arcdoku-photo-wasm", "page/pkg/photo")];

/// Passes of `wasm-opt`: those of level 2 without inlining, which makes the module larger. Ordering functions by name
/// puts functions of the same origin next to each other, which reduces the compressed size by 5 %.
const PASSES: &[&str] = &[
    "-O2",
    "--skip-pass=inlining-optimizing",
    "--skip-pass=reorder-functions",
    "--reorder-functions-by-name",
    "--strip-debug",
];
/// The features that the module uses in addition to the first version of WebAssembly.
const FEATURES: &[&str] = &[
    "--enable-simd",
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// The program that writes the glue if the command `wasm-bindgen` is not installed.
const BINDGEN: &str = "xtask/bindgen/Cargo.toml";

/// Compiles the modules, and writes them and their glue, without the types of questions ([`declare`]). Needs
/// `wasm-opt`, which is one of the page's packages.
pub(crate) fn build(root: &Path) -> Outcome {
    if compiler(root).is_none() {
        install(PACKAGES)?;
    }
    let mut build = compiler(root).ok_or_else(|| {
        println!(
            "wasm: skipped, no compiler for {TARGET} is installed (rustup target add {TARGET}, or Debian's {})",
            PACKAGES.join(" ")
        );
        Stop::Skipped
    })?;
    build.args(["build", "--quiet", "--profile", "wasm", "--no-default-features", "--target", TARGET]);
    build.arg("--target-dir").arg(root.join(FOLDER));
    for (package, _) in MODULES {
        println!("wasm: cargo build --package {package}");
        build.args(["--package", package]);
    }
    // The option for locations is unstable.
    build.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", FLAGS).env("RUSTC_BOOTSTRAP", "1");
    run(&mut build)?;
    MODULES.iter().try_for_each(|(package, folder)| write(root, package, &root.join(folder)))
}

/// Writes the module of a package and its glue.
fn write(root: &Path, package: &str, folder: &Path) -> Outcome {
    let name = format!("wasm/{}.wasm", package.replace('-', "_"));
    run(bindgen(root)?.arg(folder).arg(root.join(FOLDER).join(TARGET).join(name)))?;
    let module = folder.join("arcdoku_bg.wasm");
    let mut smaller = Command::new("node");
    smaller.arg(root.join("page/node_modules/.bin/wasm-opt")).args(FEATURES).args(PASSES);
    run(smaller.arg(&module).arg("-o").arg(&module))
}

/// Appends the types of questions and replies, which `types` prints from their JSON Schema, to the declarations of the
/// module. Replaces the types of an earlier run. `types` also writes the table of rules.
pub(crate) fn declare(root: &Path, types: &mut Command) -> Outcome {
    const HEAD: &str = "\n// Questions and replies.\n";
    let declarations = root.join(MODULE).join("arcdoku.d.ts");
    let types = output(types.arg(root.join(MODULE).join("kinds.jsonl")))?;
    let text = fs::read_to_string(&declarations).map_err(at(&declarations))?;
    let own = text.split(HEAD).next().unwrap_or_default();
    fs::write(&declarations, format!("{own}{HEAD}{types}")).map_err(at(&declarations))
}

/// Cargo with a compiler for the target: from rustup if it has the target, otherwise from Debian.
fn compiler(root: &Path) -> Option<Command> {
    if aarch64::has_target(root, TARGET) { Some(cargo(root)) } else { debian(root) }
}

/// Debian's Cargo, set up to build the standard library for the target from source.
fn debian(root: &Path) -> Option<Command> {
    let [cargo, compiler, linker] = DEBIAN;
    if !DEBIAN.iter().all(|path| Path::new(path).exists()) {
        return None;
    }
    let mut sources = fs::read_dir(DEBIAN_SOURCES).ok()?.flatten().map(|entry| entry.path());
    let source = sources.find(|path| path.join("library/std/Cargo.toml").exists())?;
    let mut command = Command::new(cargo);
    command.current_dir(root).env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN").env("RUSTC", compiler);
    // The option that builds the standard library is unstable.
    command.env("RUSTC_BOOTSTRAP", "1").env("__CARGO_TESTS_ONLY_SRC_ROOT", source.join("library"));
    command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
    // Features are off, because backtraces are not supported there and need five more crates.
    command.args(["-Zbuild-std=std,panic_abort", "-Zbuild-std-features="]);
    Some(command)
}

/// The command that writes the glue of a module. Its last two arguments are the folder and the module.
fn bindgen(root: &Path) -> Outcome<Command> {
    let manifest = root.join("crates/arcdoku-wasm/Cargo.toml");
    let text = fs::read_to_string(&manifest).map_err(at(&manifest))?;
    let version = text.lines().find_map(|line| line.strip_prefix("wasm-bindgen = \"=")?.split('"').next());
    let version = version
        .ok_or_else(|| failed("wasm: crates/arcdoku-wasm/Cargo.toml has no version of wasm-bindgen"))?;
    let own = root.join(BINDGEN);
    if !fs::read_to_string(&own).map_err(at(&own))?.contains(&format!("\"={version}\"")) {
        return Err(failed(format_args!(
            "{BINDGEN}: its version of wasm-bindgen must be {version}, as in {}",
            manifest.display()
        )));
    }
    let output = Command::new("wasm-bindgen").arg("--version").stderr(Stdio::null()).output();
    if output.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).trim().ends_with(version)) {
        let mut command = Command::new("wasm-bindgen");
        command.args(["--target", "web", "--out-name", "arcdoku", "--remove-producers-section", "--out-dir"]);
        return Ok(command);
    }
    let program =
        cache(root).join(format!("bindgen-{version}-{}{}", env::consts::ARCH, env::consts::EXE_SUFFIX));
    if !program.is_file() {
        println!("wasm: compiling wasm-bindgen {version} (once, into {})", program.display());
        let folder = root.join("target/tools");
        let mut build = cargo(root);
        // Compiles without optimization, which takes half a minute. The program runs for seconds.
        build.args(["build", "--quiet", "--locked", "--manifest-path", BINDGEN, "--target-dir"]).arg(&folder);
        if !succeeds(&mut build) {
            return Err(failed(format_args!("wasm: wasm-bindgen {version} could not be compiled")));
        }
        let built = folder.join(format!("debug/bindgen{}", env::consts::EXE_SUFFIX));
        // Another run may copy the program at the same time, so the copy is renamed when it is complete.
        let copied = program.with_extension(std::process::id().to_string());
        copy(&built, &copied)?;
        fs::rename(&copied, &program).map_err(at(&program))?;
    }
    Ok(Command::new(program))
}

/// The folder of programs that are compiled once for each user.
fn cache(root: &Path) -> PathBuf {
    let home = || env::home_dir().map(|home| home.join(".cache"));
    let user = env::var_os("XDG_CACHE_HOME").filter(|path| !path.is_empty()).map(PathBuf::from).or_else(home);
    user.map_or_else(|| root.join("target/tools"), |user| user.join("arcdoku/tools"))
}
