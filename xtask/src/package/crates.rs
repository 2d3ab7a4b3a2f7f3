//! The crates of crates.io.
//!
//! A member of the workspace is published unless its manifest has `publish = false`. `arcdoku-py` and `arcdoku-wasm`
//! are distributed as wheels and as an npm package, so crates would be duplicates.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use serde_json::Value;

use crate::artifact::{Artifact, Built, VERSION, copy, failed, output, shell};
use crate::cargo;
use crate::program::target;
use crate::tools::succeeds;
use crate::verdict::Outcome;

/// Files in every package.
const REQUIRED: &[&str] = &["README.md", "LICENSE-MIT", "LICENSE-APACHE", "src/"];

/// The crate with the program. Its manifest has the addresses of release archives for `cargo binstall`.
const PROGRAM: &str = "arcdoku-cli";

/// Names of the published crates that each published crate needs.
type Needs = BTreeMap<String, Vec<String>>;

/// Compiles each crate from its package, as `cargo publish` does, without publishing.
pub(super) fn publish(root: &Path, folder: &Path) -> Built {
    let names = check(root)?;
    // All crates are in one call, because Cargo then compiles each package with the packages of the others.
    let mut publish = cargo(root);
    if !succeeds(publish.args(["publish", "--workspace", "--dry-run", "--allow-dirty", "--locked"])) {
        return Err(failed(
            "package: a crate may use only files in its own folder, and crates from crates.io",
        ));
    }
    let copied = names.iter().map(|name| {
        let file = format!("{name}-{VERSION}.crate");
        let path = folder.join(&file);
        copy(&target(root).join("package").join(&file), &path)?;
        Ok(Artifact { path, tried: shell(&publish) })
    });
    copied.collect()
}

/// Checks the manifests and the files of the published crates, without compiling them.
pub(crate) fn check_lists(root: &Path) -> Outcome {
    check(root).map(drop)
}

/// The published crates in the order of publication: each after the crates that it needs.
pub(super) fn list(root: &Path) -> Outcome<Vec<String>> {
    ordered(needs(&metadata(root)?)).map_err(failed)
}

/// All crates in `crates/`, published or not.
pub(crate) fn members(root: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(root.join("crates"))? {
        let entry = entry?;
        if entry.path().join("Cargo.toml").is_file() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort_unstable();
    Ok(names)
}

/// Packs the published crates and checks what they contain. Returns their names in the order of `list`.
fn check(root: &Path) -> Outcome<Vec<String>> {
    check_binstall(&metadata(root)?)?;
    let names = list(root)?;
    for name in &names {
        let list = ["package", "--quiet", "--list", "--allow-dirty", "--package", name];
        if let Some(missing) = missing(&output(cargo(root).args(list))?).first() {
            return Err(failed(format_args!(
                "{name}: the package has no {missing}; add it to crates/{name}"
            )));
        }
    }
    // All crates are packed as one workspace, so crates that are not published yet are found.
    let mut pack = cargo(root);
    pack.args(["package", "--quiet", "--allow-dirty", "--no-verify"]);
    output(pack.args(names.iter().flat_map(|name| ["--package", name])))?;
    Ok(names)
}

/// Checks that `cargo binstall` finds the archives of a release.
fn check_binstall(metadata: &Value) -> Outcome {
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let program = packages.into_iter().find(|package| package["name"] == PROGRAM);
    let binstall = program.map_or(&Value::Null, |package| &package["metadata"]["binstall"]);
    match ["pkg-url", "pkg-fmt"].into_iter().find(|key| !binstall[key].is_string()) {
        Some(key) => Err(failed(format_args!(
            "crates/{PROGRAM}/Cargo.toml: [package.metadata.binstall] needs `{key}`"
        ))),
        None => Ok(()),
    }
}

/// The output of `cargo metadata`, without dependencies from elsewhere.
fn metadata(root: &Path) -> Outcome<Value> {
    let text = output(cargo(root).args(["metadata", "--no-deps", "--format-version", "1"]))?;
    serde_json::from_str(&text).map_err(|error| failed(format_args!("cargo metadata: {error}")))
}

fn needs(metadata: &Value) -> Needs {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let packages = list(&metadata["packages"]).into_iter().filter(|package| package["publish"].is_null());
    // Cargo removes dependencies without a version when it publishes. Only dependencies of tests may have no version.
    let is_needed = |dependency: &Value| dependency["path"].is_string() && dependency["req"] != "*";
    let needed = |package: &Value| {
        let dependencies = list(&package["dependencies"]).into_iter().filter(is_needed);
        dependencies.map(|dependency| text(&dependency["name"])).collect()
    };
    packages.map(|package| (text(&package["name"]), needed(&package))).collect()
}

/// Orders crates so that each follows the crates that it needs. If there are several candidates, the first by name is
/// next.
fn ordered(mut needs: Needs) -> Result<Vec<String>, String> {
    let mut names: Vec<String> = Vec::new();
    while !needs.is_empty() {
        let is_next = |(_, needed): &(&String, &Vec<String>)| needed.iter().all(|name| names.contains(name));
        let Some(name) = needs.iter().find(is_next).map(|(name, _)| name.clone()) else {
            let rest: Vec<&str> = needs.keys().map(String::as_str).collect();
            return Err(format!("{}: they need each other or an unpublished crate", rest.join(", ")));
        };
        needs.remove(&name);
        names.push(name);
    }
    Ok(names)
}

/// Required files that a list of `cargo package --list` lacks.
fn missing(list: &str) -> Vec<&'static str> {
    let has = |required: &str| {
        list.lines().any(|file| file == required || required.ends_with('/') && file.starts_with(required))
    };
    REQUIRED.iter().copied().filter(|required| !has(required)).collect()
}

#[cfg(test)]
mod tests {
    use super::{missing, needs, ordered};
    use serde_json::json;

    #[test]
    fn missing_files_are_reported() {
        assert_eq!(missing("Cargo.toml\nLICENSE-MIT\nsrc/lib.rs\n"), ["README.md", "LICENSE-APACHE"]);
        assert_eq!(missing("LICENSE-APACHE\nLICENSE-MIT\nREADME.md\nsrc/main.rs\n"), [""; 0]);
    }

    #[test]
    fn crates_follow_their_dependencies() {
        let needed = |name: &str, req: &str| json!({"name": name, "req": req, "path": "/x"});
        let elsewhere = json!({"name": "serde", "req": "^1", "path": null});
        let metadata = json!({"packages": [
            {"name": "a", "publish": null, "dependencies": [needed("c", "^0.1.0"), elsewhere]},
            {"name": "b", "publish": [], "dependencies": [needed("a", "^0.1.0")]},
            {"name": "c", "publish": null, "dependencies": [needed("c", "*"), needed("d", "^0.1.0")]},
            {"name": "d", "publish": null, "dependencies": []},
        ]});
        let mut needs = needs(&metadata);
        assert_eq!(ordered(needs.clone()).as_deref(), Ok(["d", "c", "a"].map(str::to_owned).as_slice()));
        needs.insert("d".to_owned(), vec!["b".to_owned()]);
        assert!(ordered(needs).is_err_and(|error| error.starts_with("a, c, d: ")));
    }
}
