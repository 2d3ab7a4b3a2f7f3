//! A filter for ratings.

use arcdoku::explainer;
use arcdoku::rate::{Form, Rating, Scale};
use arcdoku_wire::question::{FilterOptions, OptionError};

/// The ratings that pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Filter {
    /// The minimum hardness.
    pub(super) min: Option<u32>,
    /// The maximum hardness.
    pub(super) max: Option<u32>,
    /// Whether only pearls pass.
    pub(super) pearl: bool,
    /// Whether only diamonds pass.
    pub(super) diamond: bool,
}

impl Filter {
    /// A filter for the ratings of a scale with this name.
    ///
    /// # Errors
    /// If the ratings of the scale have no such part, a bound is not on the scale, or the range is empty.
    pub(super) fn of(wanted: &FilterOptions, scale: &Scale, name: &str) -> Result<Self, OptionError> {
        let (pearl, diamond) = (wanted.pearl, wanted.diamond);
        let flags = [("pearl", pearl), ("diamond", diamond)];
        if let Some((option, _)) = flags.iter().find(|(_, is_set)| *is_set && scale.form() != Form::Explainer)
        {
            return Err(no_part(option, name));
        }
        let [min, max] = [&wanted.min, &wanted.max].map(|bound| bound.as_ref().map(|bound| bound.0.as_str()));
        let (min, max) = hardness(scale, [("min", min), ("max", max)])?;
        Ok(Self { min, max, pearl, diamond })
    }

    /// Whether there is anything to filter.
    pub(super) fn is_set(&self) -> bool {
        self.min.is_some() || self.max.is_some() || self.pearl || self.diamond
    }

    /// Whether a path with this rating so far may still pass the filter.
    pub(super) fn may_take(&self, so_far: Rating) -> bool {
        let explainer = |wanted: bool, holds: fn(&explainer::Rating) -> bool| match so_far {
            Rating::Explainer(rating) => !wanted || holds(&rating),
            _ => true,
        };
        self.max.is_none_or(|max| so_far.hardness() <= max)
            && explainer(self.pearl, explainer::Rating::may_be_pearl)
            && explainer(self.diamond, explainer::Rating::may_be_diamond)
    }

    /// Whether a puzzle with this rating passes the filter.
    pub(super) fn takes(&self, rating: Rating) -> bool {
        self.may_take(rating) && self.min.is_none_or(|min| min <= rating.hardness())
    }
}

/// The error for an option about a field that the ratings of a scale do not have.
pub fn no_part(option: &str, scale: &str) -> OptionError {
    OptionError::new(option, format!("the ratings of the scale {scale} have no such part"))
}

/// Reads a range of hardness on a scale from two options with their names. Either end may be open.
///
/// # Errors
/// If a bound is not on the scale, or the range is empty.
pub(in crate::ask) fn hardness(
    scale: &Scale,
    [min, max]: [(&str, Option<&str>); 2],
) -> Result<(Option<u32>, Option<u32>), OptionError> {
    let form = scale.form();
    let read = |(option, text): (&str, Option<&str>)| match text {
        None => Ok(None),
        Some(text) => form.read_hardness(text).map(Some).ok_or_else(|| {
            let expected = if form == Form::Explainer { "an ER such as 7.1" } else { "a score such as 696" };
            OptionError::new(
                option,
                format!("found '{text}', expected {expected} on the scale {}", scale.name()),
            )
        }),
    };
    let (least, most) = (read(min)?, read(max)?);
    if least.zip(most).is_some_and(|(least, most)| least > most) {
        return Err(OptionError::new(min.0, format!("is above {}: no puzzle is in that range", max.0)));
    }
    Ok((least, most))
}
