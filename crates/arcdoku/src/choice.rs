//! Enums with named values: one table for parsing, help and documentation.

/// A type with named values.
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

/// At most three names that are close to a text: first the names that resemble it, then the names whose summary
/// contains it. `names` are pairs of a name and its summary.
///
/// ```
/// use arcdoku::choice::nearest;
///
/// let names = [("x-wing", "two lines"), ("swordfish", "three lines"), ("skyscraper", "")];
/// assert_eq!(nearest("xwing", names), ["x-wing"]);
/// assert_eq!(nearest("Three", names), ["swordfish"]);
/// assert!(nearest("other", names).is_empty());
/// ```
pub fn nearest<'a>(text: &str, names: impl IntoIterator<Item = (&'a str, &'a str)>) -> Vec<&'a str> {
    const MOST: usize = 3;
    let wanted = text.to_ascii_lowercase();
    let distance = |name: &str, summary: &str| {
        let is_part = wanted.len() > 2 && (name.contains(&wanted) || wanted.contains(name) && name.len() > 2);
        match edits(&wanted, name) {
            0 => 0,
            _ if is_part => 1,
            edits if edits <= 2 && edits < name.len().min(wanted.len()) => edits,
            _ if wanted.len() > 3 && summary.to_ascii_lowercase().contains(&wanted) => 3,
            _ => usize::MAX,
        }
    };
    let names = names.into_iter().map(|(name, summary)| (distance(name, summary), name));
    let mut near: Vec<(usize, &str)> = names.filter(|near| near.0 < usize::MAX).collect();
    near.sort_by_key(|near| near.0);
    near.into_iter().map(|near| near.1).take(MOST).collect()
}

/// The smallest number of characters to insert, delete or replace to turn one text into another (V. I. Levenshtein,
/// "Binary codes capable of correcting deletions, insertions, and reversals", Soviet Physics Doklady 10, 1966).
fn edits(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut last: Vec<usize> = (0..=to.len()).collect();
    for (i, c) in from.chars().enumerate() {
        let mut corner = std::mem::replace(&mut last[0], i + 1);
        for (j, &d) in to.iter().enumerate() {
            let replaced = corner + usize::from(c != d);
            corner = last[j + 1];
            last[j + 1] = replaced.min(corner + 1).min(last[j] + 1);
        }
    }
    last[to.len()]
}

/// Defines an enum and its table of names. A value after the name of the enum is the default.
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
