//! The table of rules with words and lists of cells: rules defined in code, and rules composed of others.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::grid::Shape;
use crate::puzzle::error::{ParseError, ParseErrorKind};
use crate::puzzle::rule::constraint::Constraint;
use crate::puzzle::rule::definition::RuleError;
use crate::puzzle::rule::listed::{Kind, Listed, Reduced, Reducer, Reduction};
use crate::puzzle::rule::{family, macros};

static COMPOSED: LazyLock<Vec<Kind>> = LazyLock::new(macros::kinds);

static BY_NAME: LazyLock<HashMap<&'static str, &'static Kind>> =
    LazyLock::new(|| kinds().map(|kind| (kind.name, kind)).collect());

/// All kinds of rules with words and lists.
pub(super) fn kinds() -> impl Iterator<Item = &'static Kind> {
    family::KINDS.iter().copied().flatten().chain(COMPOSED.iter())
}

/// The kind with this name.
pub(super) fn find(name: &str) -> Option<&'static Kind> {
    BY_NAME.get(name).copied()
}

/// The constraints of a rule in a grid of `shape`. `reduce` reduces the text of another rule.
pub(super) fn constraints(
    rule: &Listed,
    shape: Shape,
    reduce: &dyn Fn(&str) -> Result<Vec<Constraint>, ParseError>,
) -> Reduced {
    rule.check(shape)?;
    let reducer = Reducer { rule, shape, reduce };
    let template = match &rule.kind().reduction {
        Reduction::Code(code) => return code(&reducer),
        Reduction::Text(template) => template,
    };
    let mut all = Vec::new();
    for text in macros::expand(&reducer, template)? {
        let parts = reduce(&text).map_err(|error| {
            let impossible = error.kind() == ParseErrorKind::Impossible;
            if impossible && rule.words().len() == 0 {
                return rule.impossible(shape);
            }
            let item = impossible.then_some(0);
            RuleError { impossible, ..RuleError::new(item, error.found(), error.expected()) }
        })?;
        all.extend(parts);
    }
    // The parts get the name of the rule that they belong to.
    let alone = all.len() == 1;
    let named = |part: Constraint| {
        if alone { part.renamed(rule.to_string()) } else { part.renamed_piece(rule.kind().name, shape) }
    };
    Ok(all.into_iter().map(named).collect())
}
