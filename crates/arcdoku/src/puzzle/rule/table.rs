//! The table of rules with words and lists of cells: those in code, and those composed of others.

#[cfg(feature = "variants")]
pub(super) use present::{constraints, find, kinds};

#[cfg(not(feature = "variants"))]
pub(super) use absent::{constraints, find, kinds};

/// What is said of an unknown rule where the table is left out. The page looks for it, and asks its full module then.
pub(super) const ABSENT: &str = "; the rules of variants are left out of this program";

#[cfg(feature = "variants")]
mod present {
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

    /// All kinds of rule with words and lists.
    pub(in crate::puzzle::rule) fn kinds() -> impl Iterator<Item = &'static Kind> {
        family::KINDS.iter().copied().flatten().chain(COMPOSED.iter())
    }

    /// The kind with this name.
    pub(in crate::puzzle::rule) fn find(name: &str) -> Option<&'static Kind> {
        BY_NAME.get(name).copied()
    }

    /// The constraints of a rule in a grid of `shape`. `reduce` reduces the text of another rule.
    pub(in crate::puzzle::rule) fn constraints(
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
        // The parts are called by the name of the rule that they belong to.
        let alone = all.len() == 1;
        let named = |part: Constraint| {
            if alone { part.renamed(rule.to_string()) } else { part.renamed_piece(rule.kind().name, shape) }
        };
        Ok(all.into_iter().map(named).collect())
    }
}

/// The empty table.
#[cfg(not(feature = "variants"))]
mod absent {
    use crate::grid::Shape;
    use crate::puzzle::error::ParseError;
    use crate::puzzle::rule::constraint::Constraint;
    use crate::puzzle::rule::listed::{Kind, Listed, Reduced};

    pub(in crate::puzzle::rule) fn kinds() -> impl Iterator<Item = &'static Kind> {
        std::iter::empty()
    }

    pub(in crate::puzzle::rule) fn find(_: &str) -> Option<&'static Kind> {
        None
    }

    pub(in crate::puzzle::rule) fn constraints(
        _: &Listed,
        _: Shape,
        _: &dyn Fn(&str) -> Result<Vec<Constraint>, ParseError>,
    ) -> Reduced {
        Ok(Vec::new())
    }
}
