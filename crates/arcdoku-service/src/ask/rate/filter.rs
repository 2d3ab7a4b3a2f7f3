//! Which ratings are wanted.

use arcdoku::explainer;
use arcdoku::rate::{Form, Rating, Scale};

use crate::status::Error;

/// Which ratings are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// The minimum hardness.
    pub min: Option<u32>,
    /// The maximum hardness.
    pub max: Option<u32>,
    /// Whether only pearls are wanted.
    pub pearl: bool,
    /// Whether only diamonds are wanted.
    pub diamond: bool,
}

impl Filter {
    /// Whether there is anything to filter.
    pub fn is_set(&self) -> bool {
        self.min.is_some() || self.max.is_some() || self.pearl || self.diamond
    }

    /// Whether a path with this rating so far may still pass the filter.
    pub fn may_take(&self, so_far: Rating) -> bool {
        let explainer = |wanted: bool, holds: fn(&explainer::Rating) -> bool| match so_far {
            Rating::Explainer(rating) => !wanted || holds(&rating),
            _ => true,
        };
        self.max.is_none_or(|max| so_far.hardness() <= max)
            && explainer(self.pearl, explainer::Rating::may_be_pearl)
            && explainer(self.diamond, explainer::Rating::may_be_diamond)
    }

    /// Whether a puzzle with this rating passes the filter.
    pub fn takes(&self, rating: Rating) -> bool {
        self.may_take(rating) && self.min.is_none_or(|min| min <= rating.hardness())
    }
}

/// Reads a range of hardness on a scale from two options, each with its name; either end may be open.
///
/// # Errors
/// If a bound is not one of the scale, or the range is empty.
pub fn hardness(
    scale: &Scale,
    [min, max]: [(&str, &Option<String>); 2],
) -> Result<(Option<u32>, Option<u32>), Error> {
    let form = scale.form();
    let read = |(option, text): (&str, &Option<String>)| match text {
        None => Ok(None),
        Some(text) => form.read_hardness(text).map(Some).ok_or_else(|| {
            let expected = if form == Form::Explainer { "an ER such as 7.1" } else { "a score such as 696" };
            Error::usage(format!("--{option} {text}: expected {expected} on the scale {}", scale.name()))
        }),
    };
    let (least, most) = (read(min)?, read(max)?);
    if least.zip(most).is_some_and(|(least, most)| least > most) {
        return Err(Error::usage(format!("--{} is above --{}: no puzzle is in that range", min.0, max.0)));
    }
    Ok((least, most))
}
