//! Options with a few named values: one table for parsing, help and documentation.

/// A type whose values have names.
pub trait Choice: Copy + PartialEq + 'static {
    /// Every value with its name and one sentence of help.
    const TABLE: &'static [(Self, &'static str, &'static str)];

    /// The name of a value.
    fn name(self) -> &'static str {
        Self::TABLE.iter().find(|(value, ..)| *value == self).map_or("", |(_, name, _)| name)
    }

    /// The value with this name.
    fn from_name(name: &str) -> Option<Self> {
        Self::TABLE.iter().find(|(_, known, _)| *known == name).map(|(value, ..)| *value)
    }
}

/// Defines an enum and its table of names.
macro_rules! choices {
    ($(#[$meta:meta])* $type:ident { $(#[doc = $help:literal] $value:ident = $name:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $type {
            $(#[doc = $help] $value,)+
        }

        impl $crate::Choice for $type {
            const TABLE: &'static [(Self, &'static str, &'static str)] =
                &[$((Self::$value, $name, $help.trim_ascii_start()),)+];
        }
    };
}

pub(crate) use choices;
