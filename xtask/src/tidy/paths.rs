//! The paths in a file, as absolute paths from the root of its crate.

use std::collections::BTreeMap;

use proc_macro2::TokenTree;

use super::source::{Place, commas, inside, is_colons, is_punct, line, word};

/// A path at one place.
#[derive(Clone, Debug)]
pub(crate) struct NamedPath {
    /// The segments from the root of the crate, without the root.
    pub(crate) segments: Vec<String>,
    pub(crate) line: usize,
    /// Whether it is in a `use`.
    pub(crate) is_import: bool,
    /// The name after `as`.
    alias: Option<String>,
}

impl NamedPath {
    /// The name of the item in the file.
    pub(crate) fn name(&self) -> Option<String> {
        self.alias.clone().or_else(|| self.segments.last().cloned())
    }
}

/// The paths with `crate`, `super` or `self` that begin at this token. There are several if it opens a `use` group.
pub(crate) fn paths_at(place: &Place<'_>) -> Vec<NamedPath> {
    let Place { list, index, module, .. } = *place;
    let first = word(list, index);
    if is_after_colons(list, index) || !["crate", "super", "self"].contains(&first.as_str()) {
        return Vec::new();
    }
    let is_import = index > 0 && word(list, index - 1) == "use";
    // A single `crate` is a visibility (`pub(crate)`) and a single `self` a value, except in `use crate as name`.
    if !is_colons(list, index + 1) && !is_import {
        return Vec::new();
    }
    let mut absolute = if first == "crate" { Vec::new() } else { module.to_vec() };
    if first == "super" {
        absolute.pop();
    }
    let mut found = Vec::new();
    follow(list, index + 1, absolute, (line(&list[index]), is_import), &mut found);
    found
}

/// The paths that begin at this token with the name of a module inside the current one.
pub(crate) fn child_paths_at<T>(place: &Place<'_>, modules: &BTreeMap<Vec<String>, T>) -> Vec<NamedPath> {
    let Place { list, index, module, .. } = *place;
    let mut absolute = module.to_vec();
    absolute.push(word(list, index));
    if !is_colons(list, index + 1) || is_after_colons(list, index) || !modules.contains_key(&absolute) {
        return Vec::new();
    }
    let is_import = index > 0 && word(list, index - 1) == "use";
    let mut found = Vec::new();
    follow(list, index + 1, absolute, (line(&list[index]), is_import), &mut found);
    found
}

/// The modules in links of a doc comment, by their first segment after `crate::`.
pub(crate) fn links_at(place: &Place<'_>) -> Vec<(String, usize)> {
    let Place { list, index, .. } = *place;
    let TokenTree::Literal(literal) = &list[index] else { return Vec::new() };
    // Only literals of doc comments and `doc` attributes contain paths.
    if index < 2 || word(list, index - 2) != "doc" || !is_punct(list.get(index - 1), '=') {
        return Vec::new();
    }
    let text = literal.to_string();
    let links = text
        .match_indices("crate::")
        .filter(|(at, _)| !text[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '$'));
    let names = links.map(|(at, start)| {
        let rest = &text[at + start.len()..];
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        rest[..end].to_owned()
    });
    names.filter(|name| !name.is_empty()).map(|name| (name, line(&list[index]))).collect()
}

fn is_after_colons(list: &[TokenTree], index: usize) -> bool {
    index >= 2 && is_colons(list, index - 2)
}

/// Follows a path from the token after a segment. `absolute` is the path so far.
fn follow(
    list: &[TokenTree],
    mut index: usize,
    mut absolute: Vec<String>,
    (mut at, is_import): (usize, bool),
    found: &mut Vec<NamedPath>,
) {
    while is_colons(list, index) {
        let Some(token) = list.get(index + 2) else { break };
        match token {
            TokenTree::Ident(ident) => {
                at = line(token);
                match ident.to_string().as_str() {
                    "super" => drop(absolute.pop()),
                    "self" => {}
                    segment => absolute.push(segment.to_owned()),
                }
            }
            TokenTree::Group(group) => {
                for part in commas(&inside(group)) {
                    let mut inner = absolute.clone();
                    match word(&part, 0).as_str() {
                        "" | "self" => {}
                        segment => inner.push(segment.to_owned()),
                    }
                    follow(&part, 1, inner, (line(&part[0]), is_import), found);
                }
                return;
            }
            // A glob, or the generic arguments of the last segment.
            _ => break,
        }
        index += 3;
    }
    let alias = (word(list, index) == "as").then(|| word(list, index + 1));
    found.push(NamedPath { segments: absolute, line: at, is_import, alias });
}
