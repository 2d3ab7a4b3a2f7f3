//! Rules for manifests: the library's dependency budget, dependencies restricted to certain members, and the members'
//! licenses. cargo-deny checks the licenses of dependencies (see `licenses`).

use std::path::Path;

use serde_json::Value;

use super::Finding;
use crate::cargo;

const LIBRARY: &str = "arcdoku";

/// The maximum number of crates that the library may depend on, directly or indirectly.
const BUDGET: usize = 3;

/// Crates that the library must not depend on: for serialization, arguments, runtimes and errors of programs.
const NEVER: &[&str] =
    &["pyo3", "tokio", "axum", "arrow", "datafusion", "ballista", "clap", "serde", "anyhow", "sudoku"];

/// Dependencies that only some members may have, in any section. A name includes its family (`arrow-array`).
const LEAVES: &[(&str, &[&str])] = &[
    ("pyo3", &["arcdoku-py"]),
    ("numpy", &["arcdoku-py"]),
    ("axum", &["arcdoku-server", "bench"]),
    ("tokio", &["arcdoku-cluster", "arcdoku-server", "arcdoku-sql", "bench"]),
    ("arrow", &["arcdoku-arrow", "arcdoku-py", "arcdoku-sql"]),
    ("datafusion", &["arcdoku-cluster", "arcdoku-sql"]),
    ("ballista", &["arcdoku-cluster"]),
    ("clap", &["arcdoku-cli", "arcdoku-cluster", "bench"]),
    ("serde", SERDE),
    ("serde_json", SERDE),
    // AGPL: a peer for benchmarks, which is never published.
    ("sudoku", &["bench"]),
];

/// Members that read or write JSON: wire types, file formats, interfaces, tools.
const SERDE: &[&str] = &[
    "arcdoku-cli",
    "arcdoku-cluster",
    "arcdoku-exchange",
    "arcdoku-label",
    "arcdoku-py",
    "arcdoku-server",
    "arcdoku-service",
    "arcdoku-wasm",
    "arcdoku-wire",
    "bench",
    "xtask",
];

const OURS: &str = "MIT OR Apache-2.0";

pub(crate) fn check(root: &Path) -> Vec<Finding> {
    let mut findings = Vec::new();
    match output(
        root,
        &["tree", "--package", LIBRARY, "--edges", "normal", "--all-features", "--prefix", "none"],
    ) {
        Ok(tree) => findings.extend(budget(&tree)),
        Err(finding) => findings.push(finding),
    }
    let metadata = output(root, &["metadata", "--format-version", "1", "--all-features"]);
    match metadata.map(|text| serde_json::from_str::<Value>(&text)) {
        Ok(Ok(metadata)) => {
            findings.extend(packages(&metadata).into_iter().map(|(manifest, dependency, message)| {
                let text = std::fs::read_to_string(&manifest).unwrap_or_default();
                let line = text.lines().position(|line| line.trim_start().starts_with(&dependency));
                let path = Path::new(&manifest);
                let path = path.strip_prefix(root).unwrap_or(path).display().to_string();
                Finding::new(path, line.map_or(1, |line| line + 1), message)
            }));
        }
        Ok(Err(error)) => findings.push(Finding::new("Cargo.toml", 1, format!("cargo metadata: {error}"))),
        Err(finding) => findings.push(finding),
    }
    findings
}

fn output(root: &Path, arguments: &[&str]) -> Result<String, Finding> {
    let failed = |why: &str| {
        let why = why.lines().next().unwrap_or_default();
        Finding::new("Cargo.toml", 1, format!("cargo {} failed: {why}", arguments[0]))
    };
    let output = cargo(root).args(arguments).output().map_err(|error| failed(&error.to_string()))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(failed(&String::from_utf8_lossy(&output.stderr)))
    }
}

/// Compares the lines of `cargo tree --prefix none` of the library with the budget.
fn budget(tree: &str) -> Vec<Finding> {
    let mut names: Vec<&str> = tree.lines().filter_map(|line| line.split_whitespace().next()).collect();
    names.sort_unstable();
    names.dedup();
    names.retain(|name| *name != LIBRARY);
    let manifest = "crates/arcdoku/Cargo.toml";
    let mut findings = Vec::new();
    if names.len() > BUDGET {
        let message =
            format!("the library depends on {} crates, {BUDGET} at most: {}", names.len(), names.join(", "));
        findings.push(Finding::new(manifest, 1, message));
    }
    for name in names {
        if NEVER.iter().any(|never| is_family(name, never)) {
            findings.push(Finding::new(
                manifest,
                1,
                format!("`{name}` must not be a dependency of the library"),
            ));
        }
    }
    findings
}

/// Whether a crate belongs to a family: `serde_core` and `serde-value` belong to `serde`.
fn is_family(name: &str, family: &str) -> bool {
    name.strip_prefix(family).is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '_']))
}

/// Checks the packages of `cargo metadata`. A finding has the manifest, the start of the line to show, and a message.
fn packages(metadata: &Value) -> Vec<(String, String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let members = list(&metadata["workspace_members"]);
    let mut wrong = Vec::new();
    for package in list(&metadata["packages"]) {
        let (name, license) = (text(&package["name"]), text(&package["license"]));
        let mut report = |at: &str, message: String| {
            wrong.push((text(&package["manifest_path"]), at.to_owned(), message));
        };
        if !members.contains(&package["id"]) {
            continue;
        }
        if license != OURS {
            report("license", format!("member `{name}` has license `{license}`, not `{OURS}`"));
        }
        let inside = text(&package["manifest_path"]).replace('\\', "/").contains("/crates/");
        if !inside && package["publish"] != Value::Array(Vec::new()) {
            report("publish", format!("member `{name}` is a tool and needs `publish = false`"));
        }
        for dependency in list(&package["dependencies"]) {
            let dependency = text(&dependency["name"]);
            for (family, allowed) in LEAVES {
                if is_family(&dependency, family) && !allowed.contains(&name.as_str()) {
                    let homes = allowed.join(" and ");
                    report(&dependency, format!("`{dependency}` belongs in {homes}, not in `{name}`"));
                }
            }
        }
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_budget_counts_each_crate_once() {
        let three = "arcdoku v0.1.0 (/x/arcdoku)\na v1.0.0\nb v1.0.0\na v1.0.0 (*)\nc v2.0.0\n";
        assert_eq!(budget(three), []);
        let four = format!("{three}d v1.0.0\n");
        assert!(budget(&four)[0].message.contains("4 crates, 3 at most: a, b, c, d"));
    }

    #[test]
    fn some_crates_are_never_dependencies_of_the_library() {
        for name in ["serde", "serde_core", "arrow-array", "clap_builder", "tokio"] {
            let found = budget(&format!("arcdoku v0.1.0\n{name} v1.0.0\n"));
            assert!(found.len() == 1 && found[0].message.contains(name), "{name}: {found:?}");
        }
        assert_eq!(budget("arcdoku v0.1.0\narrowhead v1.0.0\n"), []);
    }

    fn problems(name: &str, folder: &str, license: &str, publish: &Value, dependency: &str) -> Vec<String> {
        let metadata = json!({
            "workspace_members": ["m"],
            "packages": [
                {"id": "m", "name": name, "license": license, "publish": publish,
                 "manifest_path": format!("/x/{folder}/{name}/Cargo.toml"),
                 "dependencies": [{"name": dependency, "kind": "dev"}]}
            ]
        });
        packages(&metadata).into_iter().map(|(_, _, message)| message).collect()
    }

    #[test]
    fn licenses_and_restricted_dependencies_are_checked() {
        assert_eq!(problems("bench", ".", OURS, &json!([]), "sudoku"), [""; 0]);
        let found = problems("arcdoku", "crates", OURS, &Value::Null, "sudoku");
        assert_eq!(found, ["`sudoku` belongs in bench, not in `arcdoku`"]);
        let found = problems("arcdoku", "crates", "MIT", &Value::Null, "copyleft");
        assert_eq!(found, ["member `arcdoku` has license `MIT`, not `MIT OR Apache-2.0`"]);
        let found = problems("bench", ".", OURS, &Value::Null, "sudoku");
        assert_eq!(found, ["member `bench` is a tool and needs `publish = false`"]);
    }
}
