//! Options of questions about how a person solves a puzzle.

use arcdoku::deduction::{Family, Options, Technique, Techniques};
use arcdoku::explain::{Coordinates, Language};
use arcdoku::logic::{LogicRow, ROWS, TECHNIQUES};
use arcdoku::rate::{Profile, Scale};
use serde_json::Value;

use super::{OptionError, OptionKind, OptionValue, options};

options! {
    /// The language of words.
    WordOptions {
        /// Language of words
        language: Language = Language::default(),
        /// Names of cells
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
        let row = Scale::ALL.iter().find(|row| value.as_str() == Some(row.name));
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
    /// That of puzzles with rules, for classic puzzles too.
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

    /// That of Sudoku Explainer.
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
            let of_family = |technique: &Technique| family_name(technique.family()) == name;
            let of_rules = || LogicRow::by_slug(name).map(|row| row.technique);
            let known = Technique::by_slug(name).or_else(|| Technique::by_code(name)).or_else(of_rules);
            let found: Techniques = match known {
                Some(technique) => Techniques::only(technique),
                None => Technique::ALL.iter().copied().filter(of_family).collect(),
            };
            if found.is_empty() {
                return Err(Some(format!("found '{name}', expected a technique or a family")));
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

options! {
    /// Which techniques are tried, and in which order.
    TechniqueOptions {
        /// Order of the techniques, and their scores
        scale: Option<ScaleName>,
        /// Only these techniques and families
        techniques: Option<TechniqueSet>,
        /// Leave out the techniques that assume a single solution
        no_uniqueness: bool,
        /// Leave out these techniques and families
        without: Option<TechniqueSet>,
    }
}

impl TechniqueOptions {
    /// The scale with the techniques that are allowed; `default` is used if none is named.
    ///
    /// # Errors
    /// If techniques are named for a scale that is no list of techniques.
    pub fn scale(&self, default: &str) -> Result<Scale, OptionError> {
        let scale = self.scale.map_or_else(|| Scale::by_name(default).unwrap_or_default(), ScaleName::scale);
        let wanted = self.techniques.map(|set| set.0);
        let left_out = self.without.map_or(Techniques::NONE, |set| set.0) & Techniques::CLASSIC;
        if wanted.is_none() && left_out.is_empty() {
            return Ok(scale);
        }
        let name = scale.name();
        let Some(profile) = scale.profile() else {
            let option = match wanted {
                Some(_) => "techniques",
                None if left_out.minus(TECHNIQUES).is_empty() => return Ok(scale),
                None => "without",
            };
            return Err(OptionError::new(option, format!("the scale {name} has no options")));
        };
        let mut profile = profile.without(left_out);
        if let Some(wanted) = wanted {
            for entry in &mut profile.entries {
                entry.techniques = entry.techniques & wanted;
                entry.enabled &= !entry.techniques.is_empty();
            }
        }
        Ok(Scale::of_profile(name.to_owned(), profile))
    }

    /// The options of the techniques.
    pub fn options(&self) -> Options {
        let mut options = Options::default();
        options.uniqueness = !self.no_uniqueness;
        options.left_out = self.without.map_or(Techniques::NONE, |set| set.0);
        if let Some(TechniqueSet(wanted)) = self.techniques {
            options.left_out = options.left_out | TECHNIQUES.minus(wanted);
        }
        options
    }
}
