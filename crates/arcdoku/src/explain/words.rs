//! The words of a language: text templates, one file a language, so that a translator needs no Rust.

use std::collections::HashMap;

/// A language of explanations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// German.
    German,
}

impl Language {
    /// All languages.
    pub const ALL: [Self; 2] = [Self::English, Self::German];

    /// Its code of two letters.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
        }
    }

    /// The language with this code.
    pub fn by_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.slug() == slug)
    }

    const fn text(self) -> &'static str {
        match self {
            Self::English => include_str!("en.txt"),
            Self::German => include_str!("de.txt"),
        }
    }
}

/// What is put into a hole of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Text {
    pub(super) text: String,
    /// How many things it names; chooses between singular and plural.
    pub(super) count: usize,
}

impl Text {
    pub(super) fn one(text: impl Into<String>) -> Self {
        Self { text: text.into(), count: 1 }
    }
}

/// The templates of a language.
///
/// ```text
/// # a comment
/// key = text with {holes}, and {hole?singular|plural} words
/// ```
pub(super) struct Words {
    templates: HashMap<&'static str, &'static str>,
}

impl Words {
    pub(super) fn of(language: Language) -> Self {
        Self { templates: entries(language.text()).collect() }
    }

    /// The template, if there is one with this key.
    pub(super) fn get(&self, key: &str) -> Option<&'static str> {
        self.templates.get(key).copied()
    }

    /// The template with its holes filled. The key itself where there is no template: tests see to it
    /// that there is.
    pub(super) fn say(&self, key: &str, holes: &[(&str, Text)]) -> String {
        debug_assert!(self.get(key).is_some(), "no text for {key}");
        fill(self.get(key).unwrap_or(key), holes)
    }
}

/// Keys and templates of a file.
fn entries(text: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(" = ")).map(|(key, template)| (key.trim_end(), template.trim()))
}

/// A piece of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece<'t> {
    Plain(&'t str),
    Hole(&'t str),
    /// A hole's name, and words for one and for several.
    Number(&'t str, &'t str, &'t str),
}

fn pieces(mut rest: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    while let Some((plain, after)) = rest.split_once('{') {
        pieces.push(Piece::Plain(plain));
        let Some((hole, after)) = after.split_once('}') else { return pieces };
        pieces.push(match hole.split_once('?') {
            None => Piece::Hole(hole),
            Some((name, words)) => {
                let (one, many) = words.split_once('|').unwrap_or((words, words));
                Piece::Number(name, one, many)
            }
        });
        rest = after;
    }
    pieces.push(Piece::Plain(rest));
    pieces
}

fn fill(template: &str, holes: &[(&str, Text)]) -> String {
    let of = |name: &str| {
        let found = holes.iter().find(|(hole, _)| *hole == name).map(|(_, text)| text);
        debug_assert!(found.is_some(), "nothing for {{{name}}} in {template:?}");
        found
    };
    let mut out = String::with_capacity(2 * template.len());
    for piece in pieces(template) {
        match piece {
            Piece::Plain(text) => out.push_str(text),
            Piece::Hole(name) => out.push_str(of(name).map_or("", |text| &text.text)),
            Piece::Number(name, one, many) => {
                out.push_str(if of(name).is_none_or(|text| text.count == 1) { one } else { many });
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use crate::deduction::Technique;
    use crate::explain::tell::manner;

    fn holes_of(language: Language) -> BTreeMap<&'static str, BTreeSet<&'static str>> {
        let mut keys = BTreeMap::new();
        for (key, template) in entries(language.text()) {
            let names = pieces(template).into_iter().filter_map(|piece| match piece {
                Piece::Hole(name) | Piece::Number(name, ..) => Some(name),
                Piece::Plain(_) => None,
            });
            assert!(keys.insert(key, names.collect()).is_none(), "{} has {key} twice", language.slug());
        }
        keys
    }

    #[test]
    fn languages_have_the_same_keys_and_holes() {
        let english = holes_of(Language::English);
        for language in Language::ALL {
            let other = holes_of(language);
            let missing: Vec<_> = english.keys().filter(|key| !other.contains_key(*key)).collect();
            let extra: Vec<_> = other.keys().filter(|key| !english.contains_key(*key)).collect();
            assert!(missing.is_empty() && extra.is_empty(), "{}: {missing:?} {extra:?}", language.slug());
            for (key, holes) in &english {
                assert_eq!(Some(holes), other.get(key), "{} in {}", key, language.slug());
            }
        }
    }

    #[test]
    fn every_line_is_a_template() {
        for language in Language::ALL {
            for line in language.text().lines().map(str::trim) {
                let fine = line.is_empty() || line.starts_with('#') || line.contains(" = ");
                assert!(fine, "{}: {line}", language.slug());
            }
        }
    }

    #[test]
    fn every_technique_has_its_name_and_definition() {
        for language in Language::ALL {
            let words = Words::of(language);
            for technique in Technique::ALL {
                for what in ["name", "definition"] {
                    let key = format!("technique.{}.{what}", technique.slug());
                    assert!(words.get(&key).is_some(), "{}: {key}", language.slug());
                }
                for what in ["seeing", "origin"] {
                    let key = format!("{what}.{}", manner(*technique));
                    assert!(words.get(&key).is_some(), "{}: {key}", language.slug());
                }
                if language == Language::English {
                    let key = format!("technique.{}.name", technique.slug());
                    assert_eq!(words.get(&key), Some(technique.name()));
                }
            }
        }
    }

    #[test]
    fn holes_are_filled() {
        let cells = Text { text: "r1c12".into(), count: 2 };
        let digit = Text::one("4");
        let holes = [("cells", cells), ("digit", digit)];
        assert_eq!(
            fill("{digit} in {cells?cell|cells} {cells}: {digit?one|two}", &holes),
            "4 in cells r1c12: one"
        );
    }
}
