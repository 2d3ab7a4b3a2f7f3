//! Rules made of rules (`or`, `and`, `not`), and names.

use crate::grid::Cell;
use crate::puzzle::error::{ParseError, ParseErrorKind, quoted};
use crate::puzzle::relation::{Part, Relation};
use crate::puzzle::rule::constraint::Constraint;
use crate::puzzle::rule::definition::RuleError;
use crate::puzzle::rule::listed::{ANY, Kind, Reduced, Reducer};

pub(super) const KINDS: &[Kind] = &[
    Kind::new(
        "or",
        "or [thermo: r1c1 r1c2] [cage 5: r1c1 r1c2]",
        "At least one of the rules holds.",
        "logic",
        any,
    )
    .words(1, ANY)
    .lists(0, 0),
    Kind::new("and", "and [thermo: r1c1 r1c2] [cage 5: r1c1 r1c2]", "All of the rules hold.", "logic", all)
        .words(1, ANY)
        .lists(0, 0),
    Kind::new(
        "not",
        "not [thermo: r1c1 r1c2 r1c3]",
        "At least one of the rules does not hold.",
        "logic",
        not,
    )
    .words(1, ANY)
    .lists(0, 0),
    Kind::new(
        "group",
        "group letters 2x2: v1 v2 v3 v4",
        "These cells are a group with a name, which restricts nothing.",
        "logic",
        |_| Ok(Vec::new()),
    )
    .words(1, 2)
    .lists(1, 1),
];

fn any(reducer: &Reducer<'_>) -> Reduced {
    let all = inner(reducer)?;
    // A branch that no digits obey fails, and is left out. At least one branch must remain.
    let mut branches: Vec<Vec<Constraint>> = all.iter().filter_map(|branch| branch.clone().ok()).collect();
    if branches.is_empty() {
        return all.into_iter().next().unwrap_or_else(|| Ok(Vec::new()));
    }
    if branches.len() == 1 {
        // The only remaining branch must hold.
        return Ok(branches.remove(0));
    }
    let mut cells = Vec::new();
    let branches = branches.iter().map(|constraints| parts(constraints, &mut cells)).collect();
    reducer.one(cells, Relation::Any(branches))
}

fn all(reducer: &Reducer<'_>) -> Reduced {
    let all = inner(reducer)?.into_iter().collect::<Result<Vec<_>, _>>()?;
    Ok(all.into_iter().flatten().collect())
}

fn not(reducer: &Reducer<'_>) -> Reduced {
    let mut cells = Vec::new();
    let all = inner(reducer)?;
    if all.iter().any(Result::is_err) {
        // A rule that no digits obey is always violated, so its negation always holds.
        return Ok(Vec::new());
    }
    let constraints: Vec<Constraint> = all.into_iter().flatten().flatten().collect();
    if constraints.is_empty() {
        return Err(reducer.refused(Some(0), "rules that always hold", "a rule that can be broken"));
    }
    let parts = parts(&constraints, &mut cells);
    reducer.one(cells, Relation::Not(parts))
}

/// The largest depth of nested rules.
const DEEPEST: usize = 16;

/// The depth of nested brackets.
fn depth(text: &str) -> usize {
    let (mut now, mut deepest) = (0_usize, 0);
    for c in text.bytes() {
        match c {
            b'[' => now += 1,
            b']' => now = now.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(now);
    }
    deepest
}

/// The constraints of each rule in brackets, or the error if no digits obey it.
fn inner(reducer: &Reducer<'_>) -> Result<Vec<Reduced>, RuleError> {
    let can_hold = |constraint: &Constraint| constraint.is_possible(reducer.digits());
    let reduced = |(word, text): (usize, &str)| {
        if depth(text) > DEEPEST {
            return Err(reducer.refused(
                Some(word),
                "too many nested brackets",
                format!("at most {DEEPEST}"),
            ));
        }
        let inner = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
        let inner =
            inner.ok_or_else(|| reducer.refused(Some(word), quoted(text), "a rule in brackets, [ and ]"))?;
        let refused = |error: ParseError| {
            let refused = reducer.refused(Some(word), error.found(), error.expected());
            // The column in the inner text is moved by the opening bracket, which is one character.
            refused.further(error.column())
        };
        match (reducer.reduce)(inner) {
            Ok(constraints) if constraints.iter().all(can_hold) => Ok(Ok(constraints)),
            Ok(_) => {
                let found = format!("{}, which no values of the grid obey", quoted(inner));
                let refused = reducer.refused(Some(word), found, "a rule that some values of the grid obey");
                Ok(Err(refused.further(1).impossible()))
            }
            Err(error) if error.kind() == ParseErrorKind::Impossible => Ok(Err(refused(error).impossible())),
            Err(error) => Err(refused(error)),
        }
    };
    reducer.numbered_words().map(reduced).collect()
}

/// Constraints as parts of a relation over `cells`. Their cells are added to `cells` if they are missing.
fn parts(constraints: &[Constraint], cells: &mut Vec<Cell>) -> Box<[Part]> {
    let mut place = |cell: Cell| {
        let known = cells.iter().position(|&other| other == cell);
        known.unwrap_or_else(|| {
            cells.push(cell);
            cells.len() - 1
        }) as u16
    };
    let part = |constraint: &Constraint| Part {
        places: constraint.cells().iter().map(|&cell| place(cell)).collect(),
        relation: constraint.relation().clone(),
    };
    constraints.iter().map(part).collect()
}
