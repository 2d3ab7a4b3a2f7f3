//! Options of questions about how a person solves a puzzle.

use std::collections::BTreeSet;

use arcdoku::choice::nearest;
use arcdoku::deduction::{Family, Options, Technique, Techniques};
use arcdoku::explain::{Coordinates, Language};
use arcdoku::logic::{LogicRow, ROWS, TECHNIQUES};
use arcdoku::rate::{Profile, Scale};
use serde_json::Value;

use super::{OptionError, OptionKind, OptionValue, options};
use crate::fault::Fault;

options! {
    /// The language of words.
    WordOptions in "Output" {
        /// Language of explanations: en (English) or de (German)
        language: Language = Language::default(),
        /// Cell names: rc (r2c5) or chess (B5)
        coordinates: Coordinates = Coordinates::default(),
    }
}

/// The name of a scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScaleName(&'static str);

impl ScaleName {
    /// The scale.
    pub fn scale(self) -> Scale {
        // There is no other way to a name.
        Scale::by_name(self.0).unwrap_or_default()
    }
}

impl OptionValue for ScaleName {
    const KIND: OptionKind =
        OptionKind::Choice(|| Scale::ALL.iter().map(|row| (row.name, row.summary)).collect());
    const IS_REQUIRED: bool = true;

    fn read(value: &Value) -> Result<Self, Option<String>> {
        let name = value.as_str().unwrap_or_default();
        let row = Scale::ALL.iter().find(|row| row.name.eq_ignore_ascii_case(name));
        row.map(|row| Self(row.name)).ok_or(None)
    }

    fn write(&self) -> Value {
        self.0.into()
    }
}

impl Default for ScaleName {
    fn default() -> Self {
        Self(Scale::ALL[0].name)
    }
}

/// A scale, or a table of techniques in the format of the first two: an object with its `name` and its text, `table`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AnyScale {
    /// A scale with a name.
    Named(ScaleName),
    /// The scale of puzzles with rules, for classic puzzles too.
    Logic,
    /// A table of techniques.
    Table {
        /// Its name.
        name: String,
        /// Its text.
        text: String,
    },
}

impl AnyScale {
    /// The name of the scale of puzzles with rules.
    pub const LOGIC: &'static str = "logic";

    /// The names of all scales.
    pub fn names() -> Vec<&'static str> {
        Scale::ALL.iter().map(|row| row.name).chain([Self::LOGIC]).collect()
    }

    /// The scale for hints: all of its steps are quick to find.
    pub fn relaxed() -> Self {
        Self::Named(ScaleName("relaxed"))
    }

    /// The scale of Sudoku Explainer.
    pub fn explainer() -> Self {
        Self::Named(ScaleName("se"))
    }

    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            Self::Named(name) => name.0,
            Self::Logic => Self::LOGIC,
            Self::Table { name, .. } => name,
        }
    }

    /// The scale for classic puzzles.
    pub fn scale(&self) -> Scale {
        match self {
            Self::Named(name) => name.scale(),
            Self::Logic => Scale::default(),
            // It was tried when it was read.
            Self::Table { name, text } => {
                text.parse().map_or_else(|_| Scale::default(), |table| Scale::of_profile(name.clone(), table))
            }
        }
    }
}

impl Default for AnyScale {
    fn default() -> Self {
        Self::Named(ScaleName::default())
    }
}

impl OptionValue for AnyScale {
    const KIND: OptionKind = OptionKind::Scale(Self::names);
    const IS_REQUIRED: bool = true;

    fn read(value: &Value) -> Result<Self, Option<String>> {
        if value.as_str() == Some(Self::LOGIC) {
            return Ok(Self::Logic);
        }
        let text = |name: &str| value.get(name).and_then(Value::as_str).map(str::to_owned);
        let (Some(name), Some(text)) = (text("name"), text("table")) else {
            return ScaleName::read(value).map(Self::Named);
        };
        match text.parse::<Profile>() {
            Ok(_) => Ok(Self::Table { name, text }),
            Err(error) => Err(Some(format!("{name}: {error}"))),
        }
    }

    fn write(&self) -> Value {
        match self {
            Self::Table { name, text } => serde_json::json!({ "name": name, "table": text }),
            named => named.name().into(),
        }
    }
}

/// A set of techniques, by their names and those of their families.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TechniqueSet(pub Techniques);

impl OptionValue for TechniqueSet {
    const KIND: OptionKind = OptionKind::List(&OptionKind::Text);
    const IS_REQUIRED: bool = true;

    fn read(value: &Value) -> Result<Self, Option<String>> {
        let mut all = Techniques::NONE;
        for value in value.as_array().ok_or(None)? {
            let name = value.as_str().unwrap_or_default();
            let slug = name.trim().to_ascii_lowercase().replace([' ', '_'], "-");
            let of_family = |technique: &Technique| family_name(technique.family()) == slug;
            let of_rules = || LogicRow::by_slug(&slug).map(|row| row.technique);
            let known = Technique::by_name(name).or_else(of_rules);
            // Of puzzles with rules, a technique has the name of a family.
            let family = Technique::ALL.iter().copied().filter(of_family);
            let found: Techniques = known.into_iter().chain(family).collect();
            if found.is_empty() {
                let slugs = Technique::ALL.iter().copied().chain(ROWS.iter().map(|row| row.technique));
                let families = Technique::ALL.iter().map(|one| family_name(one.family()));
                let names = slugs.map(|one| one.slug().to_owned()).chain(families);
                return Err(Some(no_technique(name, names, "a technique or a family")));
            }
            all = all | found;
        }
        Ok(Self(all))
    }

    fn write(&self) -> Value {
        let of_rules = ROWS.iter().map(|row| row.technique).filter(|one| !Technique::ALL.contains(one));
        let all = Technique::ALL.iter().copied().chain(of_rules).filter(|&one| self.0.contains(one));
        all.map(Technique::slug).collect()
    }
}

/// Why a text is none of the names of techniques, with the nearest of them.
pub fn no_technique(text: &str, names: impl Iterator<Item = String>, expected: &str) -> String {
    unknown_name(text, names, expected, Some("x-wing"))
}

/// Why a text is none of the names: what is expected, such as the nearest names, or the example if no name is near.
pub fn unknown_name(
    text: &str,
    names: impl Iterator<Item = String>,
    expected: &str,
    example: Option<&str>,
) -> String {
    let names: BTreeSet<String> = names.collect();
    let near = nearest(text, names.iter().map(|name| (name.as_str(), "")));
    let such = if near.is_empty() { example.map(str::to_owned) } else { Some(near.join(" or ")) };
    let such = such.map(|such| format!(", such as {such}")).unwrap_or_default();
    format!("found {}, expected {expected}{such}", Fault::quoted(text))
}

/// The name of a family, as in options: `single-digit`.
pub fn family_name(family: Family) -> String {
    let mut name = String::new();
    for c in format!("{family:?}").chars() {
        if c.is_ascii_uppercase() && !name.is_empty() {
            name.push('-');
        }
        name.push(c.to_ascii_lowercase());
    }
    name
}

/// An option of the techniques with its value, such as `fish_size=3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setting(&'static str, u32);

impl OptionValue for Setting {
    const KIND: OptionKind = OptionKind::Text;
    const VALUE_NAME: Option<&'static str> = Some("NAME=VALUE");
    const IS_REQUIRED: bool = true;

    fn read(value: &Value) -> Result<Self, Option<String>> {
        let text = value.as_str().unwrap_or_default();
        let wrong = |found: &str, expected: &str| Some(format!("found '{found}', expected {expected}"));
        let (name, value) =
            text.split_once('=').ok_or_else(|| wrong(text, "NAME=VALUE, such as `fish_size=3`"))?;
        let name = name.trim().replace('-', "_");
        let Some(row) = Options::TABLE.iter().find(|row| row.name == name) else {
            let names: Vec<&str> = Options::TABLE.iter().map(|row| row.name).collect();
            return Err(wrong(&name, &format!("one of {}", names.join(", "))));
        };
        let (least, most) = row.range;
        let number = match value.trim() {
            "yes" => Some(1),
            "no" => Some(0),
            value => value.parse().ok(),
        };
        let number = number.filter(|number| (least..=most).contains(number));
        number
            .map(|number| Self(row.name, number))
            .ok_or_else(|| wrong(text, &format!("a value from {least} to {most}")))
    }

    fn write(&self) -> Value {
        format!("{}={}", self.0, self.1).into()
    }
}

options! {
    /// Which techniques are tried.
    TechniqueOptions in "Techniques" {
        /// Options of techniques, such as `fish_size=3`
        set: Vec<Setting>,
        /// Leave out techniques that assume a unique solution
        no_uniqueness: bool,
        /// Leave out these techniques and families
        without: Option<TechniqueSet>,
        /// Use only these techniques and families
        techniques: Option<TechniqueSet>,
    }
}

impl TechniqueOptions {
    /// The scale, limited to the allowed techniques.
    ///
    /// # Errors
    /// If techniques or their options are named for a scale that is not a table of techniques.
    pub fn scale(&self, scale: &AnyScale) -> Result<Scale, OptionError> {
        let (name, wanted) = (scale.name(), self.techniques.map(|set| set.0));
        let left_out = self.left_out() & Techniques::CLASSIC;
        let (is_logic, scale) = (*scale == AnyScale::Logic, scale.scale());
        let Some(profile) = scale.profile() else {
            let named = [
                ("set", !self.set.is_empty()),
                ("techniques", wanted.is_some()),
                ("without", !left_out.minus(TECHNIQUES).is_empty()),
            ];
            return match named.into_iter().find(|(_, is_named)| *is_named) {
                Some((option, _)) => {
                    Err(OptionError::new(option, format!("the scale {name} has no options")))
                }
                None => Ok(scale),
            };
        };
        if is_logic || wanted.is_none() && left_out.is_empty() {
            return Ok(scale);
        }
        let mut profile = profile.without(left_out);
        if let Some(wanted) = wanted {
            for entry in &mut profile.entries {
                entry.techniques = entry.techniques & wanted;
                entry.enabled &= !entry.techniques.is_empty();
            }
        }
        Ok(Scale::of_profile(name.to_owned(), profile))
    }

    /// The options of the techniques on a scale.
    pub fn options(&self, scale: &AnyScale) -> Options {
        let mut options = Options::default();
        for Setting(name, value) in &self.set {
            // The value is one of the range.
            let _ = options.set(name, *value);
        }
        options.by_rules = *scale == AnyScale::Logic;
        options.uniqueness = !self.no_uniqueness;
        options.left_out = self.left_out();
        if let Some(TechniqueSet(wanted)) = self.techniques {
            options.left_out = options.left_out | TECHNIQUES.minus(wanted);
        }
        options
    }

    fn left_out(&self) -> Techniques {
        self.without.map_or(Techniques::NONE, |set| set.0)
    }
}
