//! Records the compiler and flags of the build.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let version = Command::new(rustc).arg("-V").output().ok();
    let version = version.and_then(|output| String::from_utf8(output.stdout).ok()).unwrap_or_default();
    let or_none = |text: String| if text.is_empty() { "none".into() } else { text };
    let variable = |name: &str| env::var(name).unwrap_or_default();
    // Cargo separates the flags by this control character.
    let flags = variable("CARGO_ENCODED_RUSTFLAGS").replace('\u{1f}', " ");
    println!("cargo::rustc-env=BENCH_RUSTC={}", or_none(version.trim().into()));
    println!("cargo::rustc-env=BENCH_RUSTFLAGS={}", or_none(flags));
    println!("cargo::rustc-env=BENCH_TARGET={}", or_none(variable("TARGET")));
    println!("cargo::rustc-env=BENCH_PROFILE={}", or_none(variable("PROFILE")));
    println!("cargo::rustc-env=BENCH_FEATURES={}", or_none(variable("CARGO_CFG_TARGET_FEATURE")));
}
