//! The distributed program `arcdoku`.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::artifact::{at, copy, failed, output};
use crate::tools::has;
use crate::verdict::Outcome;
use crate::{cargo, tools};

/// The file name of the program on this platform.
pub(crate) const NAME: &str = if cfg!(windows) { "arcdoku.exe" } else { "arcdoku" };

/// The folder where Cargo builds.
pub(crate) fn target(root: &Path) -> PathBuf {
    root.join(env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

/// Builds the program with the page in release.
pub(crate) fn release(root: &Path) -> Outcome {
    let options = ["build", "--release", "--locked", "--package", "arcdoku-cli", "--features", "page"];
    tools::run(cargo(root).args(options))
}

/// Builds the program with the page in release, and copies it to a path. The copy has no symbols.
pub(crate) fn build(root: &Path, to: &Path) -> Outcome {
    if !root.join("page/dist/index.html").is_file() {
        return Err(failed(
            "page/dist, which the program contains, is missing; `cargo xtask page` builds it",
        ));
    }
    release(root)?;
    copy(&target(root).join("release").join(NAME), to)?;
    // On Windows, symbols are in a separate file.
    if !cfg!(windows) && has("strip") {
        output(Command::new("strip").arg(to))?;
    }
    Ok(())
}

/// The version of the GNU C library that a program or module needs: the number after `2.`. `None` if it needs none.
pub(crate) fn glibc(path: &Path) -> Outcome<Option<u32>> {
    Ok(newest_glibc(&fs::read(path).map_err(at(path))?))
}

/// The names of versions are texts in the file, such as `GLIBC_2.34`.
fn newest_glibc(bytes: &[u8]) -> Option<u32> {
    const PREFIX: &[u8] = b"GLIBC_2.";
    let versions = bytes.windows(PREFIX.len()).enumerate().filter(|(_, window)| *window == PREFIX);
    let digits = versions.map(|(start, _)| {
        bytes[start + PREFIX.len()..].iter().map_while(|byte| char::from(*byte).to_digit(10))
    });
    digits.map(|digits| digits.take(4).fold(0, |number, digit| number * 10 + digit)).max()
}

#[cfg(test)]
mod tests {
    use super::newest_glibc;

    #[test]
    fn the_newest_version_of_the_c_library_is_found() {
        assert_eq!(newest_glibc(b"\0GLIBC_2.9\0GLIBC_2.34\0GLIBC_2.2.5\0GLIBC_PRIVATE\0"), Some(34));
        assert_eq!(newest_glibc(b"\0musl\0"), None);
    }
}
