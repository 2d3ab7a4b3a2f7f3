//! The same puzzles in another notation or container.

use serde_json::Value;

use super::{Medium, OptionKind, OptionValue, question};

/// What puzzles are written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// A notation, a container, or a format of another program.
    Medium(Medium),
    /// A drawing of the board with its rules.
    Picture,
}

/// The name of a drawing.
const PICTURE: &str = "svg";

impl OptionValue for Goal {
    const KIND: OptionKind = OptionKind::Choice(|| {
        let mut names = Medium::names();
        names.push((PICTURE, "a drawing of the board with its rules; it is not read"));
        names
    });
    const VALUE_NAME: Option<&'static str> = Some("NOTATION");
    const IS_REQUIRED: bool = true;

    fn read(value: &Value) -> Result<Self, Option<String>> {
        let name = value.as_str().ok_or(None)?;
        let medium = || Medium::from_name(name).map(Self::Medium).ok_or(None);
        if name == PICTURE { Ok(Self::Picture) } else { medium() }
    }

    fn write(&self) -> Value {
        match self {
            Self::Medium(medium) => medium.name().into(),
            Self::Picture => PICTURE.into(),
        }
    }
}

impl Default for Goal {
    fn default() -> Self {
        Self::Medium(Medium::Json)
    }
}

question! {
    /// Write puzzles in another notation, as links, or as drawings
    ///
    /// Examples:
    ///   arcdoku convert --to grid puzzles.txt
    ///   arcdoku convert --to svg --rule 'thermo: r1c1 r2c1 r3c1' puzzle.txt > puzzle.svg
    ///   arcdoku convert --to f-puzzles puzzle.txt
    Convert = "convert" -> String, fails "some puzzle cannot be written in the target notation" in "Output" {
        /// Notation, container or format to write; see `arcdoku help formats`
        to: Goal,
    }
}
