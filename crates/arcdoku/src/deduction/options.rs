//! Choices for techniques: one table of options.

use std::fmt;

use super::technique::Techniques;
use crate::puzzle::Proper;

macro_rules! options {
    ($($name:ident: $kind:ident = $default:literal in $range:expr, $sentence:literal;)*) => {
        /// Limits and choices of the techniques. They are created by [`Options::default`], and changed by field or by
        /// name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct Options {
            /// Evidence that the puzzle has one solution; without it, techniques that assume one solution are
            /// skipped.
            pub proper: Option<Proper>,
            /// Whether techniques that assume a unique solution are used if it is proven.
            pub uniqueness: bool,
            /// Techniques for puzzles with rules that are left out.
            pub left_out: Techniques,
            /// Whether the techniques for puzzles with rules are also used for classic puzzles.
            pub by_rules: bool,
            $(#[doc = $sentence] pub $name: options!(@type $kind),)*
        }

        impl Default for Options {
            fn default() -> Self {
                Self { proper: None, uniqueness: true, left_out: Techniques::NONE, by_rules: false, $($name: $default,)* }
            }
        }

        impl Options {
            /// The defaults for a puzzle that was proven to have one solution.
            pub(crate) fn proven() -> Self {
                Self::default().with_proper(Some(Proper::proven()))
            }

            /// The same options with or without evidence that the puzzle has one solution.
            #[must_use]
            pub fn with_proper(self, proper: Option<Proper>) -> Self {
                Self { proper, ..self }
            }

            /// The evidence that the puzzle has one solution, if techniques that assume it are enabled.
            pub fn evidence(&self) -> Option<Proper> {
                self.proper.filter(|_| self.uniqueness)
            }

            /// All options: name, default, range and a sentence.
            pub const TABLE: &[OptionRow] = &[
                $(OptionRow {
                    name: stringify!($name),
                    default: options!(@number $kind $default),
                    range: $range,
                    sentence: $sentence.trim_ascii(),
                },)*
            ];

            /// Sets the option with this name; 0 and 1 mean no and yes.
            ///
            /// # Errors
            /// If there is no such option, or the value is out of its range.
            pub fn set(&mut self, name: &str, value: u32) -> Result<(), OptionError> {
                let row = Self::TABLE.iter().find(|row| row.name == name).ok_or(OptionError::Unknown)?;
                if value < row.range.0 || value > row.range.1 {
                    return Err(OptionError::Range(row.range.0, row.range.1));
                }
                match name {
                    $(stringify!($name) => self.$name = options!(@from $kind value),)*
                    _ => return Err(OptionError::Unknown),
                }
                Ok(())
            }

            /// The value of the option with this name; 0 and 1 mean no and yes.
            pub fn get(&self, name: &str) -> Option<u32> {
                match name {
                    $(stringify!($name) => Some(u32::from(self.$name)),)*
                    _ => None,
                }
            }
        }
    };
    (@type number) => { u32 };
    (@type choice) => { bool };
    (@number number $value:literal) => { $value };
    (@number choice $value:literal) => { $value as u32 };
    (@from number $value:ident) => { $value };
    (@from choice $value:ident) => { $value == 1 };
}

/// A row of the table of options.
#[derive(Clone, Copy, Debug)]
pub struct OptionRow {
    /// The name.
    pub name: &'static str,
    /// The default; 0 and 1 mean no and yes.
    pub default: u32,
    /// The smallest and largest values.
    pub range: (u32, u32),
    /// The description.
    pub sentence: &'static str,
}

/// Error of [`Options::set`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionError {
    /// There is no option with this name.
    Unknown,
    /// The value is not from the first to the second number.
    Range(u32, u32),
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("there is no such option"),
            Self::Range(least, most) => write!(f, "expected a number from {least} to {most}"),
        }
    }
}

impl std::error::Error for OptionError {}

options! {
    fish_size: number = 4 in (2, 7), " Maximum number of base sets of a fish in a list of all steps.";
    fish_fins: number = 5 in (0, 9), " Maximum number of fins of a fish.";
    fish_endo_fins: number = 2 in (0, 9), " Maximum number of endo fins of a fish.";
    siamese: choice = false in (0, 1), " Whether two fish on the same base sets are shown as one.";
    dual: choice = false in (0, 1), " Whether two kites or empty rectangles on the same cells are shown as one.";
    thin_rectangles: choice = false in (0, 1), " Whether an empty rectangle may have only two candidates.";
    missing_candidates: choice = true in (0, 1), " Whether corners of a unique rectangle may lack one of its digits.";
    x_chain_length: number = 20 in (3, 99), " Maximum number of links of an X-chain, XY-chain or remote pair.";
    loop_length: number = 99 in (3, 99), " Maximum number of links of a nice loop or alternating inference chain.";
    als_in_chains: choice = false in (0, 1), " Whether chains may pass through almost locked sets.";
    als_overlap: choice = false in (0, 1), " Whether almost locked sets of a pattern may share cells.";
    als_chain_length: number = 6 in (3, 20), " Maximum number of links of a chain of almost locked sets in a list of all steps.";
    net_depth: number = 4 in (1, 20), " Number of rounds that a forcing net looks ahead.";
    kraken_size: number = 4 in (2, 7), " Maximum number of base sets of a kraken fish.";
    kraken_fins: number = 2 in (0, 9), " Maximum number of fins of a kraken fish.";
    kraken_endo_fins: number = 0 in (0, 9), " Maximum number of endo fins of a kraken fish.";
    exocet: choice = true in (0, 1), " Whether junior exocets and multi-sector locked sets are searched for.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_set_by_name() {
        let mut options = Options::default();
        for row in Options::TABLE {
            assert_eq!(options.get(row.name), Some(row.default), "{}", row.name);
            assert_eq!(options.set(row.name, row.range.1), Ok(()));
            assert_eq!(options.get(row.name), Some(row.range.1));
            assert_eq!(
                options.set(row.name, row.range.1 + 1),
                Err(OptionError::Range(row.range.0, row.range.1))
            );
        }
        assert_eq!(options.set("color", 1), Err(OptionError::Unknown));
    }
}
