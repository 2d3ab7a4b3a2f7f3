//! The words of a language: text templates, one file per language, so that translators need no Rust.

use std::collections::HashMap;
use std::sync::LazyLock;

crate::choice::choices! {
    /// A language of explanations, named by its code of two letters.
    pub enum Language: English {
        /// English
        English = "en",
        /// German
        German = "de",
    }
}

impl Language {
    /// The files of the language: the general words, and the words of steps for puzzles with rules.
    const fn texts(self) -> [&'static str; 2] {
        match self {
            Self::English => [include_str!("en.txt"), include_str!("rules_en.txt")],
            Self::German => [include_str!("de.txt"), include_str!("rules_de.txt")],
        }
    }
}

/// A phrase that fills a hole of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Phrase {
    pub(super) text: String,
    /// The number of things that the phrase names. It chooses between singular and plural.
    pub(super) count: usize,
    /// The dative form of the phrase, if it differs from the other form.
    pub(super) dative: Option<String>,
}

impl Phrase {
    pub(super) fn new(text: impl Into<String>, count: usize) -> Self {
        Self { text: text.into(), count, dative: None }
    }

    /// A phrase that names one thing.
    pub(super) fn one(text: impl Into<String>) -> Self {
        Self::new(text, 1)
    }
}

/// The templates of a language.
///
/// ```text
/// # a comment
/// key = text with {holes}, {hole?singular|plural} and {hole?one|two|more} words, and {hole:dative} forms
/// word.text of a program in English = the same in another language
/// ```
#[derive(Clone, Copy)]
pub(super) struct Words {
    templates: &'static HashMap<&'static str, &'static str>,
}

impl Words {
    pub(super) fn of(language: Language) -> Self {
        type Templates = LazyLock<HashMap<&'static str, &'static str>>;
        static ENGLISH: Templates = LazyLock::new(|| entries(Language::English).collect());
        static GERMAN: Templates = LazyLock::new(|| entries(Language::German).collect());
        Self {
            templates: match language {
                Language::English => &ENGLISH,
                Language::German => &GERMAN,
            },
        }
    }

    /// The template, if there is one with this key.
    pub(super) fn get(self, key: &str) -> Option<&'static str> {
        self.templates.get(key).copied()
    }

    /// The template with its holes filled; the key itself if there is no template. Tests check that every key in use
    /// has a template.
    pub(super) fn filled(self, key: &str, holes: &[(&str, Phrase)]) -> String {
        debug_assert!(self.get(key).is_some(), "no text for {key}");
        fill(self.get(key).unwrap_or(key), holes)
    }
}

/// Keys and templates of a language.
fn entries(language: Language) -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = language.texts().into_iter().flat_map(str::lines).map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(" = ")).map(|(key, template)| (key.trim_end(), template.trim()))
}

/// A piece of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece<'t> {
    Plain(&'t str),
    Hole(&'t str),
    Dative(&'t str),
    /// The name of a hole, and words for one, two and more things.
    Number(&'t str, [&'t str; 3]),
}

fn pieces(mut rest: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    while let Some((plain, after)) = rest.split_once('{') {
        pieces.push(Piece::Plain(plain));
        let Some((hole, after)) = after.split_once('}') else { return pieces };
        pieces.push(match (hole.split_once('?'), hole.strip_suffix(":dative")) {
            (Some((name, words)), _) => {
                let (one, more) = words.split_once('|').unwrap_or((words, words));
                let (two, more) = more.split_once('|').unwrap_or((more, more));
                Piece::Number(name, [one, two, more])
            }
            (None, Some(name)) => Piece::Dative(name),
            (None, None) => Piece::Hole(hole),
        });
        rest = after;
    }
    pieces.push(Piece::Plain(rest));
    pieces
}

fn fill(template: &str, holes: &[(&str, Phrase)]) -> String {
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
            Piece::Dative(name) => {
                out.push_str(of(name).map_or("", |text| text.dative.as_deref().unwrap_or(&text.text)));
            }
            Piece::Number(name, [one, two, more]) => {
                out.push_str(match of(name).map_or(1, |text| text.count) {
                    1 => one,
                    2 => two,
                    _ => more,
                });
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use crate::choice::Choice as _;

    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use crate::deduction::Technique;
    use crate::explain::manner::manner;
    use crate::explain::{Coordinates, Narrator};

    fn holes_of(language: Language) -> BTreeMap<&'static str, BTreeSet<&'static str>> {
        let mut keys = BTreeMap::new();
        for (key, template) in entries(language) {
            let names = pieces(template).into_iter().filter_map(|piece| match piece {
                Piece::Hole(name) | Piece::Dative(name) | Piece::Number(name, _) => Some(name),
                Piece::Plain(_) => None,
            });
            assert!(keys.insert(key, names.collect()).is_none(), "{} has {key} twice", language.name());
        }
        keys
    }

    #[test]
    fn languages_have_the_same_keys_and_holes() {
        let english = holes_of(Language::English);
        for language in Language::all() {
            let other = holes_of(language);
            let missing: Vec<_> = english.keys().filter(|key| !other.contains_key(*key)).collect();
            let extra = other.keys().filter(|key| !key.starts_with("word.") && !english.contains_key(*key));
            let extra: Vec<_> = extra.collect();
            assert!(missing.is_empty() && extra.is_empty(), "{}: {missing:?} {extra:?}", language.name());
            for (key, holes) in &english {
                assert_eq!(Some(holes), other.get(key), "{} in {}", key, language.name());
            }
        }
    }

    #[test]
    fn every_line_is_a_template() {
        for language in Language::all() {
            for line in language.texts().into_iter().flat_map(str::lines).map(str::trim) {
                let fine = line.is_empty() || line.starts_with('#') || line.contains(" = ");
                assert!(fine, "{}: {line}", language.name());
            }
        }
    }

    #[test]
    fn every_technique_has_its_own_texts() {
        for language in Language::all() {
            let words = Words::of(language);
            let narrator = Narrator::new(language, Coordinates::RowColumn);
            let mut texts = BTreeSet::new();
            for &technique in Technique::ALL {
                let name = words.get(&format!("technique.{}.name", technique.slug()));
                assert!(name.is_some(), "{}: {technique}", language.name());
                assert!(language != Language::English || name == Some(technique.name()));
                assert!(words.get(&format!("origin.{}", manner(technique))).is_some(), "{technique}");
                for (text, sentences) in
                    [(narrator.definition(technique), 1..=2), (narrator.seeing(technique), 2..=5)]
                {
                    let ends = text.matches(". ").count() + usize::from(text.ends_with('.'));
                    assert!(sentences.contains(&ends), "{}: {technique}: {text}", language.name());
                    assert!(!text.contains('{'), "{}: {technique}: {text}", language.name());
                    assert!(texts.insert(text.clone()), "{}: {technique}: {text}", language.name());
                }
            }
        }
    }

    #[test]
    fn every_technique_for_rules_has_its_name() {
        for language in Language::all() {
            for technique in crate::logic::ROWS.iter().map(|row| row.technique) {
                let name = Words::of(language).get(&format!("technique.{}.name", technique.slug()));
                assert!(name.is_some(), "{}: {technique}", language.name());
                assert!(language != Language::English || name == Some(technique.name()));
            }
            for row in crate::logic::ROWS.iter().filter(|_| language != Language::English) {
                let definition = Words::of(language).get(&format!("word.{}", row.definition));
                assert!(definition.is_some(), "{}: {}", language.name(), row.definition);
            }
        }
    }

    #[test]
    fn holes_are_filled() {
        let cells = Phrase::new("r1c12", 2);
        let digit = Phrase::one("4");
        let houses = Phrase { dative: Some("den Zeilen 1 und 2".into()), ..Phrase::new("Zeilen 1 und 2", 2) };
        let digits = Phrase::new("1, 2 and 3", 3);
        let holes = [("cells", cells), ("digit", digit), ("houses", houses), ("digits", digits)];
        assert_eq!(
            fill("{digit} in {cells?cell|cells} {cells}: {digit?one|two}", &holes),
            "4 in cells r1c12: one"
        );
        assert_eq!(fill("{digit?is|both are|all are}", &holes), "is");
        assert_eq!(fill("{cells?is|both are|all are}", &holes), "both are");
        assert_eq!(fill("{digits?is|both are|all are}", &holes), "all are");
        assert_eq!(
            fill("in {houses:dative} ({houses}), {digit:dative}", &holes),
            "in den Zeilen 1 und 2 (Zeilen 1 und 2), 4"
        );
    }
}
