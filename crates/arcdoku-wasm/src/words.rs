//! The language of words, and how they name cells.

use arcdoku::Choice;
use arcdoku::explain::{Coordinates, Language, Narrator};

use crate::error::AskError;

/// A question that is answered with words.
pub trait Worded {
    /// The language and the names of cells.
    fn words(&self) -> (Option<&str>, Option<&str>);

    /// The language and the names of cells, as the library has them.
    ///
    /// # Errors
    /// If there is no such language or system of coordinates.
    fn spoken(&self) -> Result<(Language, Coordinates), AskError> {
        let (language, coordinates) = self.words();
        let language = language.map_or(Ok(Language::default()), |name| {
            let unknown = || AskError::unknown("language", name, Language::all().map(Choice::name));
            Language::from_name(name).ok_or_else(unknown)
        })?;
        let coordinates = coordinates.map_or(Ok(Coordinates::default()), |name| {
            let unknown = || AskError::unknown("coordinates", name, Coordinates::all().map(Choice::name));
            Coordinates::from_name(name).ok_or_else(unknown)
        })?;
        Ok((language, coordinates))
    }

    /// The narrator of these words.
    ///
    /// # Errors
    /// As [`spoken`](Self::spoken).
    fn narrator(&self) -> Result<Narrator, AskError> {
        let (language, coordinates) = self.spoken()?;
        Ok(Narrator::new(language, coordinates))
    }
}
