//! Rules of the project that no compiler checks. Each failure is one line, `path:line: message`.
//!
//! | file | rules |
//! |---|---|
//! | `layers` | which modules of the library may use each other, and their diagrams; the content of `lib.rs` |
//! | `imports` | no modules that import each other |
//! | `options` | every option of a question is read by an answer |
//! | `unsafety` | where `unsafe` is allowed, and the reason for each block |
//! | `sizes` | the length of files, of modules and of the two loops |
//! | `glossary` | one word per concept |
//! | `links` | Markdown links lead to existing files |
//! | `manifests` | the dependency budget, leaf dependencies, licenses of members |
//! | `names` | rejected names of types, and rejected phrases |
//! | `paths` | the paths in a file |
//! | `source` | reads the tree; finds the module of each token, and whether it is test code |
//!
//! Exceptions to a rule are in a table in its file, with a reason. Only the rules about words have markers in the
//! text, because words of other formats must be quoted.

mod glossary;
mod imports;
mod layers;
mod links;
mod manifests;
mod names;
mod options;
mod paths;
mod sizes;
pub(crate) mod source;
mod unsafety;

use std::fmt;
use std::path::Path;

use source::{Source, Tree};

use crate::verdict::{Outcome, passed};

/// One broken rule, at one place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Finding {
    path: String,
    line: usize,
    message: String,
}

impl Finding {
    fn new(path: impl Into<String>, line: usize, message: impl Into<String>) -> Self {
        Self { path: path.into(), line, message: message.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.message)
    }
}

/// Checks the tree and prints the findings. Passes if there are none.
pub(crate) fn report(root: &Path) -> Outcome {
    let findings = check(root);
    for finding in &findings {
        println!("{finding}");
    }
    if findings.is_empty() {
        println!("tidy: nothing to report");
    } else {
        println!("tidy: {} to fix", findings.len());
    }
    passed(findings.is_empty())
}

/// The findings of all rules, sorted by path and line.
fn check(root: &Path) -> Vec<Finding> {
    let tree = match Tree::read(root) {
        Ok(tree) => tree,
        Err(error) => return vec![Finding::new(".", 1, format!("the tree cannot be read: {error}"))],
    };
    let mut findings: Vec<Finding> =
        tree.rust().filter_map(|file| file.tokens.as_ref().err().cloned()).collect();
    findings.extend(layers::check(&tree));
    findings.extend(imports::check(&tree));
    findings.extend(options::check(&tree));
    findings.extend(unsafety::check(&tree));
    findings.extend(sizes::check(&tree));
    findings.extend(sizes::modules(&tree));
    findings.extend(glossary::check(&tree));
    findings.extend(links::check(root, &tree));
    findings.extend(names::check(&tree));
    findings.extend(manifests::check(root));
    findings.sort();
    findings.dedup();
    findings
}
