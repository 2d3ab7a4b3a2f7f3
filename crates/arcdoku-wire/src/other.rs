//! Fields of the input that are passed through to the answer.

use std::borrow::Cow;
use std::collections::HashSet;

use serde_json::{Map, Value};

/// Fields that came with a puzzle, by name.
pub type PassedFields = Map<String, Value>;

/// Names for fields that are passed through. A name that is in `ours` or was used before gets the prefix `input_`
/// until it is unique.
///
/// ```
/// use arcdoku_wire::passed_names;
///
/// let names = passed_names(["id", "outcome", "id"], &["puzzle", "outcome"]);
/// assert_eq!(names, ["id", "input_outcome", "input_id"]);
/// ```
pub fn passed_names<'a>(names: impl IntoIterator<Item = &'a str>, ours: &[&str]) -> Vec<Cow<'a, str>> {
    let mut used = HashSet::new();
    let mut free = |name: &'a str| {
        let mut name = Cow::Borrowed(name);
        while ours.contains(&&*name) || used.contains(&name) {
            name = Cow::Owned(format!("input_{name}"));
        }
        used.insert(name.clone());
        name
    };
    names.into_iter().map(&mut free).collect()
}

/// The fields under the names of [`passed_names`].
pub fn passed_fields<'a>(
    fields: impl IntoIterator<Item = (&'a str, &'a Value)>,
    ours: &[&str],
) -> PassedFields {
    let (names, values): (Vec<_>, Vec<_>) = fields.into_iter().unzip();
    let names = passed_names(names, ours).into_iter().map(Cow::into_owned);
    names.zip(values.into_iter().cloned()).collect()
}
