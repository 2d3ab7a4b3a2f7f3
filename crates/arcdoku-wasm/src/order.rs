//! Which techniques are tried, and in which order.

use arcdoku::deduction::{Options, Technique, Techniques};
use arcdoku::logic;
use arcdoku::rate::Scale;
use arcdoku_service::ask::techniques::family_name;

use crate::error::AskError;

/// A question about steps.
pub trait Ordered {
    /// The order of techniques that it asks for.
    fn order(&self) -> Order<'_>;
}

/// An order of techniques, as a question names it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Order<'a> {
    /// The name of the scale.
    pub scale: Option<&'a str>,
    /// The techniques and families that are allowed.
    pub techniques: Option<&'a [String]>,
    /// Whether techniques that assume a single solution are left out.
    pub no_uniqueness: bool,
    /// The techniques for puzzles with rules that are left out.
    pub without: Option<&'a [String]>,
}

impl Order<'_> {
    /// The scale, restricted to the techniques; without a name, that of the question.
    ///
    /// # Errors
    /// If there is no such scale or technique, or if the scale is no list of techniques.
    pub fn scale(&self, default: &str) -> Result<Scale, AskError> {
        let scale = scale(self.scale, default)?;
        let Some(wanted) = self.wanted()? else { return Ok(scale) };
        let name = scale.name();
        let Some(profile) = scale.profile() else {
            return Err(AskError::new(format!("techniques: the scale {name} says all of itself")));
        };
        let mut profile = profile.clone();
        for entry in &mut profile.entries {
            entry.techniques = entry.techniques & wanted;
            entry.enabled &= !entry.techniques.is_empty();
        }
        Ok(Scale::of_profile(name.to_owned(), profile))
    }

    /// The techniques that are named, if any are.
    ///
    /// # Errors
    /// If a name is none of a technique or of a family.
    pub fn wanted(&self) -> Result<Option<Techniques>, AskError> {
        let Some(names) = self.techniques else { return Ok(None) };
        let mut all = Techniques::NONE;
        for name in names {
            let of_family = |technique: &Technique| family_name(technique.family()) == *name;
            let found: Techniques = match Technique::by_slug(name) {
                Some(technique) => Techniques::only(technique),
                None => Technique::ALL.iter().copied().filter(of_family).collect(),
            };
            if found.is_empty() {
                return Err(AskError::new(format!(
                    "techniques: found '{name}', expected a technique or a family"
                )));
            }
            all = all | found;
        }
        Ok(Some(all))
    }

    /// The options of the techniques.
    ///
    /// # Errors
    /// If a name that is left out is none of a technique for puzzles with rules.
    pub fn options(&self) -> Result<Options, AskError> {
        let mut options = Options::default();
        options.uniqueness = !self.no_uniqueness;
        for name in self.without.unwrap_or_default() {
            let technique = logic::Technique::by_slug(name).ok_or_else(|| {
                AskError::unknown("without", name, logic::Technique::ALL.iter().map(|one| one.slug()))
            })?;
            options.left_out |=
                logic::Techniques::ALL.bits() & !logic::Techniques::ALL.without(technique).bits();
        }
        Ok(options)
    }
}

/// The scale with this name.
pub(crate) fn scale(name: Option<&str>, default: &str) -> Result<Scale, AskError> {
    let name = name.unwrap_or(default);
    let names = Scale::ALL.iter().map(|row| row.name);
    Scale::by_name(name).ok_or_else(|| AskError::unknown("scale", name, names))
}
