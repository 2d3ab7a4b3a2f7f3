//! A compiler for WebAssembly.
//!
//! The target comes from rustup (`rustup target add wasm32-unknown-unknown`) or from Debian, whose packages
//! `rustc-web`, `cargo-web`, `rust-web-src` and `lld` build the standard library along with the program.

use std::path::Path;
use std::process::Command;

use crate::cargo;

/// The target of everything here.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";
/// Where everything for the target is built.
pub(crate) const FOLDER: &str = "target/wasm";

/// Where Debian installs its compiler, and the source of the standard library.
const DEBIAN: [&str; 3] = ["/usr/bin/cargo", "/usr/bin/rustc", "/usr/bin/wasm-ld"];
const DEBIAN_SOURCES: &str = "/usr/src";

/// Cargo with a compiler for the target: rustup's where it has the target, or else Debian's.
pub(crate) fn compiler(root: &Path) -> Option<Command> {
    if crate::aarch64::has_target(root, TARGET) { Some(cargo(root)) } else { debian(root) }
}

/// Debian's Cargo, set up to build the standard library for the target from source.
fn debian(root: &Path) -> Option<Command> {
    let [cargo, compiler, linker] = DEBIAN;
    if !DEBIAN.iter().all(|path| Path::new(path).exists()) {
        return None;
    }
    let mut sources = std::fs::read_dir(DEBIAN_SOURCES).ok()?.flatten().map(|entry| entry.path());
    let source = sources.find(|path| path.join("library/std/Cargo.toml").exists())?;
    let mut command = Command::new(cargo);
    command.current_dir(root).env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN").env("RUSTC", compiler);
    // The option that builds the standard library is unstable.
    command.env("RUSTC_BOOTSTRAP", "1").env("__CARGO_TESTS_ONLY_SRC_ROOT", source.join("library"));
    command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
    command.arg("-Zbuild-std=std,panic_abort");
    Some(command)
}
