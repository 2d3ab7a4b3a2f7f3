//! The fields that begin all replies about a puzzle, and their names.

use serde::{Deserialize, Serialize};

use crate::VERSION;
use crate::input::Ruleset;

/// The first fields of a reply about a puzzle. They are flattened into the reply, so a reply can be read as a
/// [`PuzzleInput`](crate::PuzzleInput).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "FlatHead", into = "FlatHead")]
pub struct ReplyHead {
    /// [`VERSION`](crate::VERSION).
    pub version: u32,
    /// The number of the puzzle in the input, from 1.
    pub number: u64,
    /// The puzzle; absent if it could not be read.
    pub puzzle: Option<String>,
    /// The shape and rules that the text of the puzzle does not contain.
    pub ruleset: Ruleset,
    /// Its name, if it has one.
    pub name: Option<String>,
}

impl Default for ReplyHead {
    fn default() -> Self {
        Self { version: VERSION, number: 0, puzzle: None, ruleset: Ruleset::default(), name: None }
    }
}

/// Defines a struct and the list of its fields.
macro_rules! named {
    ($(#[$meta:meta])* $vis:vis struct $name:ident { $($(#[$field_meta:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$meta])*
        $vis struct $name {
            $($(#[$field_meta])* $vis $field: $type,)*
        }

        impl $name {
            /// The names of its fields.
            $vis const FIELDS: &'static [&'static str] = &[$(stringify!($field)),*];
        }
    };
}

named! {
    /// The first fields of a reply about a puzzle.
    // The head with all fields flat, because serde passes only plain fields on to the struct that contains the head.
    #[derive(Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    struct FlatHead {
        /// The version of the format.
        version: u32,
        /// The number of the puzzle in the input, from 1.
        number: u64,
        /// The puzzle; absent if it could not be read.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        puzzle: Option<String>,
        /// The boxes, rows x columns (`"2x3"`), or `"latin"` for none. Absent for the usual boxes of the size.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        shape: Option<String>,
        /// Further rules, each a line of text.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rules: Vec<String>,
        /// Jigsaw regions instead of boxes: one character per cell.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        regions: Option<String>,
        /// Extra sets of cells with different digits.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        extra: Vec<Vec<String>>,
        /// Its name, if it has one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    }
}

impl From<FlatHead> for ReplyHead {
    fn from(flat: FlatHead) -> Self {
        let FlatHead { version, number, puzzle, shape, rules, regions, extra, name } = flat;
        Self { version, number, puzzle, ruleset: Ruleset { shape, rules, regions, extra }, name }
    }
}

impl From<ReplyHead> for FlatHead {
    fn from(head: ReplyHead) -> Self {
        let ReplyHead { version, number, puzzle, ruleset, name } = head;
        let Ruleset { shape, rules, regions, extra } = ruleset;
        Self { version, number, puzzle, shape, rules, regions, extra, name }
    }
}

/// The names of the fields of a head.
pub(crate) const HEAD_FIELDS: &[&str] = FlatHead::FIELDS;

/// The length of all lists together.
pub(crate) const fn count(parts: &[&[&str]]) -> usize {
    let (mut count, mut part) = (0, 0);
    while part < parts.len() {
        count += parts[part].len();
        part += 1;
    }
    count
}

/// Concatenates lists.
pub(crate) const fn joined<const N: usize>(parts: &[&[&'static str]]) -> [&'static str; N] {
    let mut all = [""; N];
    let (mut part, mut at) = (0, 0);
    while part < parts.len() {
        let mut i = 0;
        while i < parts[part].len() {
            all[at] = parts[part][i];
            at += 1;
            i += 1;
        }
        part += 1;
    }
    all
}

/// Defines a reply about a puzzle: a head, its own fields, a fault, and the fields that came with the puzzle. `with`
/// adds the fields of another struct, and fields after them.
macro_rules! reply {
    (
        $(#[$meta:meta])* $name:ident { $($(#[$field_meta:meta])* $field:ident: $type:ty,)* }
        $(with $(#[$flat_meta:meta])* $flat:ident: $flat_type:ty {
            $($(#[$after_meta:meta])* $after:ident: $after_type:ty,)*
        })?
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub struct $name {
            /// The puzzle that the reply is about.
            #[serde(flatten)]
            pub head: $crate::ReplyHead,
            $($(#[$field_meta])* pub $field: $type,)*
            $(
                $(#[$flat_meta])*
                #[serde(flatten)]
                pub $flat: $flat_type,
                $($(#[$after_meta])* pub $after: $after_type,)*
            )?
            /// The fault of a malformed or unfit puzzle, or the conflict of its clues.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub fault: Option<$crate::Fault>,
            /// Fields that came with the puzzle, named as by [`passed_names`](crate::passed_names).
            #[serde(flatten)]
            pub other: $crate::PassedFields,
        }

        impl $name {
            const PARTS: &'static [&'static [&'static str]] = &[
                $crate::head::HEAD_FIELDS,
                &[$(stringify!($field)),*],
                $(<$flat_type>::FIELDS, &[$(stringify!($after)),*],)?
                &["fault"],
            ];

            /// The names of the fields declared here; other fields have different names.
            pub const FIELDS: &'static [&'static str] =
                &$crate::head::joined::<{ $crate::head::count(Self::PARTS) }>(Self::PARTS);
        }
    };
}

pub(crate) use named;
pub(crate) use reply;
