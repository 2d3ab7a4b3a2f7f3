//! Rules: pairs by their tables, other constraints by their propagators, and the sums and lists that houses imply.
//!
//! | technique | added to the least difficulty |
//! |---|---|
//! | pair | 0.3 unless one of the two cells is filled |
//! | line | 0.1 for each open cell after the fourth |
//! | combination | 0.2 for each open cell after the second, and 0.1 for each doubling of the combinations |
//! | sum | 0.3 for each open cell after the first |
//! | rule | 0.2 for each open cell after the second, and 1.0 for disjunctions, areas and ranks |
//! | innies and outies | 0.3 for each house after the first, 0.2 for each cell after the first, 0.4 for outies |
//! | leftovers | 0.4 for each house after the first two, 0.2 for each cell |

use std::sync::Arc;

use super::{Halt, Hunt, candidates, open};
use crate::deduction::rules::{Pattern, RulePart};
use crate::deduction::{Candidate, GridState as _, Technique, Tenths};
use crate::grid::{Cell, DigitSet};
use crate::logic::combinations;
use crate::logic::scale::{least as least_of, raised};
use crate::logic::system::{Kind, Pairs, Posted, System};
use crate::puzzle::relation::Relation;

pub(in crate::logic) fn rules(system: &mut System, hunt: &mut Hunt<'_>) -> Result<(), Halt> {
    for pairs in &system.pairs {
        of_pairs(pairs, hunt)?;
    }
    for posted in &mut system.posted {
        let Some((technique, least)) = estimate(posted, hunt) else { continue };
        if !hunt.needs(technique, least) {
            continue;
        }
        hunt.check()?;
        let board = hunt.board;
        let left = posted.alone.narrowed(board.sets()).map_err(|_| Halt::Broken)?.to_vec();
        let mut gone: Vec<Candidate> = Vec::new();
        for (var, set) in posted.alone.vars().iter().zip(left) {
            gone.extend(candidates(board, var.cell(), !set));
        }
        if gone.is_empty() {
            continue;
        }
        let difficulty = refined(posted, hunt, least);
        let pattern = || match &posted.kind {
            Kind::Rule(part) => Pattern::Rule(vec![Arc::clone(part)]),
            Kind::Innies { houses, rules, terms, sum } => Pattern::Innies {
                houses: houses.clone(),
                rules: rules.clone(),
                terms: terms.clone(),
                sum: *sum,
            },
            Kind::Leftovers { houses, others, lists } => {
                Pattern::Leftovers { houses: houses.clone(), others: others.clone(), lists: lists.clone() }
            }
        };
        hunt.eliminate(technique, difficulty, gone, pattern);
    }
    Ok(())
}

/// The technique of a constraint, and the least difficulty of a step of it in this state; `None` if all of its cells
/// are filled.
fn estimate(posted: &Posted, hunt: &Hunt<'_>) -> Option<(Technique, Tenths)> {
    let is_open = |var: &&crate::csp::Var| !hunt.board.is_filled(var.cell());
    let open = posted.alone.vars().iter().filter(is_open).count();
    let above = |free: usize| open.saturating_sub(free);
    let (technique, by) = match &posted.kind {
        _ if open == 0 => return None,
        Kind::Rule(part) => match part.constraint.relation() {
            Relation::Cage { .. } | Relation::Combinations(_) => (Technique::Combination, 2 * above(2)),
            Relation::Linear(_) | Relation::EqualSums(_) => (Technique::Sum, 3 * above(1)),
            Relation::Increasing
            | Relation::Ends(_)
            | Relation::Automaton(_)
            | Relation::SameDigits { .. } => (Technique::Line, above(4)),
            Relation::Any(_)
            | Relation::Not(_)
            | Relation::Connected(_)
            | Relation::Areas(_)
            | Relation::Rank(_)
            | Relation::DifferentLists { .. } => (Technique::Rule, 10 + 2 * above(2)),
            _ => (Technique::Rule, 2 * above(2)),
        },
        Kind::Innies { houses, terms, .. } => {
            let outies = usize::from(terms.iter().any(|term| term.1 < 0));
            (Technique::Innies, 3 * (houses.len() - 1) + 2 * above(1) + 4 * outies)
        }
        Kind::Leftovers { houses, .. } => (Technique::Leftovers, 4 * (2 * houses.len() - 2) + posted.size),
    };
    Some((technique, raised(technique, by)))
}

/// The difficulty of a step. For a cage it also depends on the number of combinations.
fn refined(posted: &Posted, hunt: &Hunt<'_>, least: Tenths) -> Tenths {
    let Kind::Rule(part) = &posted.kind else { return least };
    let (sum, listed) = match part.constraint.relation() {
        Relation::Cage { sum } => (Some(*sum), None),
        Relation::Combinations(sets) => (None, Some(&**sets)),
        _ => return least,
    };
    let cells = part.constraint.cells();
    let count = combinations(hunt.board, cells, sum, listed).map_or(usize::MAX, |all| all.len());
    let by = usize::from(least.0 - least_of(Technique::Combination).0);
    raised(Technique::Combination, by + count.max(1).ilog2() as usize)
}

/// The candidates that pairs of one rule exclude, each pair separately, as one step. Pairs with a filled cell come
/// first.
fn of_pairs(pairs: &Pairs, hunt: &mut Hunt<'_>) -> Result<(), Halt> {
    let technique = Technique::Pair;
    for with_filled in [true, false] {
        let difficulty = raised(technique, if with_filled { 0 } else { 3 });
        if !hunt.needs(technique, difficulty) {
            return Ok(());
        }
        let mut gone: Vec<Candidate> = Vec::new();
        let mut used: Vec<Arc<RulePart>> = Vec::new();
        for part in &pairs.parts {
            if (open(hunt.board, part.constraint.cells()).len() == 1) != with_filled {
                continue;
            }
            let before = gone.len();
            for (cell, left) in supported(part, hunt).ok_or(Halt::Broken)? {
                gone.extend(candidates(hunt.board, cell, !left));
            }
            if gone.len() > before {
                used.push(Arc::clone(part));
            }
        }
        gone.sort_unstable();
        gone.dedup();
        if !gone.is_empty() {
            hunt.eliminate(technique, difficulty, gone, || Pattern::Rule(used));
            return Ok(());
        }
    }
    Ok(())
}

/// The candidates that a table of pairs leaves to its two cells; `None` if a cell is left without any.
fn supported(part: &RulePart, hunt: &Hunt<'_>) -> Option<[(Cell, DigitSet); 2]> {
    let (Relation::Pair(table), &[first, second]) = (part.constraint.relation(), part.constraint.cells())
    else {
        return None;
    };
    let (a, b) = (hunt.board.left(first), hunt.board.left(second));
    let first_left: DigitSet = a.iter().filter(|&digit| !table.row(digit).is_disjoint(b)).collect();
    let second_left = a.iter().fold(DigitSet::EMPTY, |left, digit| left | table.row(digit)) & b;
    let fits = !first_left.is_empty() && !second_left.is_empty();
    fits.then_some([(first, first_left), (second, second_left)])
}
