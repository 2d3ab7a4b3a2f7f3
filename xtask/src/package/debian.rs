//! The Debian package of the program.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;

use super::archive::stage;
use crate::artifact::{Artifact, Built, VERSION, at, copy, empty, failed, output, solves};
use crate::program::glibc;
use crate::tools::has;
use crate::verdict::{Outcome, Stop};

const MAINTAINER: &str = "The arcdoku developers <arcdoku@users.noreply.github.com>";

const DESCRIPTION: &str = "\
Sudoku of any size: solve, explain, rate, generate
 arcdoku solves, explains, rates and generates Sudoku of any size and with many
 rules, on the command line and on a page in the browser. It shows how search
 and constraint propagation work.";

/// Files of the archive, and their places in Debian.
const FILES: &[(&str, &str)] = &[
    ("arcdoku", "usr/bin/arcdoku"),
    ("README.md", "usr/share/doc/arcdoku/README.md"),
    ("completions/arcdoku.bash", "usr/share/bash-completion/completions/arcdoku"),
    ("completions/arcdoku.fish", "usr/share/fish/vendor_completions.d/arcdoku.fish"),
    ("completions/_arcdoku", "usr/share/zsh/vendor-completions/_arcdoku"),
];
const MANUAL: &str = "usr/share/man/man1";
const CHANGES: &str = "usr/share/doc/arcdoku/changelog.gz";
const COPYRIGHT: &str = "usr/share/doc/arcdoku/copyright";

/// Builds the package, unpacks it without installing it, and runs its program.
pub(super) fn build(root: &Path, folder: &Path) -> Built {
    if !cfg!(target_os = "linux") || !has("dpkg-deb") {
        println!("package: the Debian package is skipped, dpkg-deb is not installed (Debian's package dpkg)");
        return Err(Stop::Skipped);
    }
    let staged = stage(root, folder)?;
    let tree = folder.join("work/debian");
    empty(&tree)?;
    for (from, to) in FILES {
        copy(&staged.join(from), &tree.join(to))?;
    }
    write_documents(root, &staged, &tree).map_err(at(&tree))?;

    // A hyphen begins the Debian revision. Versions with a tilde sort before versions without one.
    let version = VERSION.replace('-', "~");
    let architecture = output(Command::new("dpkg").arg("--print-architecture"))?.trim().to_owned();
    let size = output(Command::new("du").args(["-sk", "--apparent-size"]).arg(&tree))?;
    let size = size.split_whitespace().next().unwrap_or_default();
    let depends = glibc(&staged.join("arcdoku"))?
        .map_or_else(String::new, |minor| format!("Depends: libc6 (>= 2.{minor}), libgcc-s1\n"));
    let control = format!(
        "Package: arcdoku\nVersion: {version}\nArchitecture: {architecture}\nMaintainer: {MAINTAINER}\n\
         Installed-Size: {size}\n{depends}Section: games\nPriority: optional\n\
         Homepage: {}\nDescription: {DESCRIPTION}\n",
        env!("CARGO_PKG_REPOSITORY"),
    );
    let place = tree.join("DEBIAN");
    fs::create_dir(&place).and_then(|()| fs::write(place.join("control"), control)).map_err(at(&place))?;

    // Permissions must not depend on the permissions of the sources.
    output(Command::new("chmod").args(["-R", "u=rwX,go=rX"]).arg(&tree))?;
    let path = folder.join(format!("arcdoku_{version}_{architecture}.deb"));
    let options = ["--root-owner-group", "-Zxz", "--build"];
    output(Command::new("dpkg-deb").args(options).arg(&tree).arg(&path))?;
    check(&path)?;
    let unpacked = folder.join("work/debian-unpacked");
    output(Command::new("dpkg-deb").arg("-x").arg(&path).arg(&unpacked))?;
    Ok(vec![Artifact { path, tried: solves(&unpacked.join("usr/bin/arcdoku"))? }])
}

/// Writes the manual, the changes and the copyright, in the formats of Debian.
fn write_documents(root: &Path, staged: &Path, tree: &Path) -> io::Result<()> {
    let manual = tree.join(MANUAL);
    fs::create_dir_all(&manual)?;
    for page in fs::read_dir(staged.join("man"))? {
        let page = page?;
        compress(&page.path(), &manual.join(format!("{}.gz", page.file_name().display())))?;
    }
    compress(&root.join("CHANGELOG.md"), &tree.join(CHANGES))?;
    fs::write(tree.join(COPYRIGHT), copyright(&fs::read_to_string(staged.join("LICENSE-MIT"))?))
}

/// Writes a compressed copy, without a name or time in it.
fn compress(from: &Path, to: &Path) -> io::Result<()> {
    let mut file = GzEncoder::new(File::create(to)?, Compression::best());
    file.write_all(&fs::read(from)?)?;
    file.finish().map(drop)
}

/// The file `copyright`, with the MIT license. Debian systems have the text of the Apache license.
fn copyright(mit: &str) -> String {
    let holder = mit.lines().find_map(|line| line.strip_prefix("Copyright (c) ")).unwrap_or_default();
    let terms = mit.lines().skip_while(|line| !line.starts_with("Permission"));
    let terms: Vec<String> =
        terms.map(|line| if line.is_empty() { " .".to_owned() } else { format!(" {line}") }).collect();
    format!(
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\
         Upstream-Name: arcdoku\nSource: {}\n\n\
         Files: *\nCopyright: {holder}\nLicense: Expat or Apache-2.0\n\n\
         License: Expat\n{}\n\n\
         License: Apache-2.0\n The text is in /usr/share/common-licenses/Apache-2.0.\n",
        env!("CARGO_PKG_REPOSITORY"),
        terms.join("\n"),
    )
}

/// Prints the description of a package and checks that it has all files.
fn check(package: &Path) -> Outcome {
    print!("{}", output(Command::new("dpkg-deb").arg("--info").arg(package))?);
    let contents = output(Command::new("dpkg-deb").arg("--contents").arg(package))?;
    let manual = format!("{MANUAL}/arcdoku.1.gz");
    let mut wanted = FILES.iter().map(|(_, to)| *to).chain([CHANGES, COPYRIGHT, &manual]);
    match wanted.find(|file| !contents.lines().any(|line| line.ends_with(&format!(" ./{file}")))) {
        Some(missing) => Err(failed(format_args!("{}: there is no {missing}", package.display()))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::copyright;

    #[test]
    fn the_copyright_has_the_format_of_debian() {
        let text =
            copyright("MIT License\n\nCopyright (c) 2026 us\n\nPermission is granted\nto all.\n\nNone\n");
        assert!(text.contains("\nCopyright: 2026 us\nLicense: Expat or Apache-2.0\n"), "{text}");
        assert!(text.contains("\nLicense: Expat\n Permission is granted\n to all.\n .\n None\n\n"), "{text}");
    }
}
