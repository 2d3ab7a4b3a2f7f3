//! Enums whose values have names: one table for parsing, help and documentation.

/// A type whose values have names.
pub trait Choice: Copy + PartialEq + 'static {
    /// All values, each with its name and one sentence of help.
    const TABLE: &'static [(Self, &'static str, &'static str)];

    /// The names of all values, each with its help.
    const NAMES: &'static [(&'static str, &'static str)];

    /// All values.
    fn all() -> impl Iterator<Item = Self> {
        Self::TABLE.iter().map(|row| row.0)
    }

    /// The name of a value.
    fn name(self) -> &'static str {
        Self::TABLE.iter().find(|(value, ..)| *value == self).map_or("", |(_, name, _)| name)
    }

    /// The value with this name.
    fn from_name(name: &str) -> Option<Self> {
        Self::TABLE.iter().find(|(_, known, _)| *known == name).map(|(value, ..)| *value)
    }
}

/// Defines an enum and its table of names. A value after the name of the enum is its default.
///
/// ```
/// use arcdoku::Choice;
///
/// arcdoku::choices! {
///     /// When something is done.
///     pub enum When: Auto {
///         /// If it is quick
///         Auto = "auto",
///         /// Always
///         Always = "always",
///     }
/// }
/// assert_eq!(When::from_name("always"), Some(When::Always));
/// assert_eq!(When::TABLE[0], (When::default(), "auto", "If it is quick"));
/// ```
#[macro_export]
macro_rules! choices {
    ($(#[$meta:meta])* $vis:vis enum $type:ident $(: $default:ident)? {
        $($(#[doc = $help:literal])+ $value:ident = $name:literal,)+
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis enum $type {
            $($(#[doc = $help])+ $value,)+
        }

        $(impl Default for $type {
            fn default() -> Self {
                Self::$default
            }
        })?

        impl $crate::choice::Choice for $type {
            const TABLE: &'static [(Self, &'static str, &'static str)] =
                &[$((Self::$value, $name, concat!($($help),+).trim_ascii_start()),)+];
            const NAMES: &'static [(&'static str, &'static str)] =
                &[$(($name, concat!($($help),+).trim_ascii_start()),)+];
        }
    };
}

// Lets modules import the macro by its path.
pub(crate) use choices;
