//! Pictures of steps, as data: marked candidates, groups of cells, houses and links.
//!
//! The grid may have any shape. Steps of human techniques have groups, houses and links; steps of propagation have
//! marks and areas.

use super::logic::look_at;
use crate::deduction::{Candidate, GridState, House, Outline, Pattern, Step, rules};
pub use crate::deduction::{Group, GroupRole, HouseRole, Link, LinkEnd, LinkKind, Role};
use crate::grid::{Cell, DigitSet, Shape};

/// A candidate and its role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mark {
    /// The candidate.
    pub candidate: Candidate,
    /// Its role.
    pub role: Role,
}

/// The cells of the constraint that applies.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Area {
    /// The name of the constraint: `row 3`, `cage 12: r1c1 r1c2`.
    pub name: String,
    /// Its cells, in the order of the constraint.
    pub cells: Vec<Cell>,
}

/// The picture of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The shape of the grid.
    pub shape: Shape,
    /// Candidates, each once, in ascending order.
    pub marks: Vec<Mark>,
    /// Groups of cells.
    pub groups: Vec<Group>,
    /// Houses.
    pub houses: Vec<(House, HouseRole)>,
    /// Links, in the order of their chains.
    pub links: Vec<Link>,
    /// Constraints of any kind.
    pub areas: Vec<Area>,
}

impl Picture {
    /// An empty picture.
    pub fn new(shape: Shape) -> Self {
        let (marks, groups, houses, links, areas) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { shape, marks, groups, houses, links, areas }
    }
}

impl Default for Picture {
    /// An empty picture of the classic grid.
    fn default() -> Self {
        Self::new(Shape::CLASSIC)
    }
}

/// The picture of a step that was found in a state. Only candidates of the state are marked.
pub fn picture(step: &Step, state: &dyn GridState) -> Picture {
    if let Pattern::OfRules(_, pattern) = &step.pattern {
        return of_rules(step, pattern, state);
    }
    let outline = step.pattern.outline();
    let mut marks = Marks { state, list: Vec::new() };
    for &candidate in &step.placements {
        marks.one(candidate, Role::Placed);
    }
    for &candidate in &step.eliminations {
        let own = outline.cannibals.contains(candidate.cell);
        marks.one(candidate, if own { Role::Cannibal } else { Role::Eliminated });
    }
    if let Some(house) = outline.cleared {
        for at in &step.placements {
            marks.all(house.cells(), DigitSet::single(at.digit), Role::Eliminated);
        }
    }
    for &(cells, digits, role) in &outline.marks {
        marks.all(cells, digits, role);
    }
    marks.list.sort_by_key(|mark| mark.candidate);
    let Outline { groups, houses, links, .. } = outline;
    Picture { marks: marks.list, groups, houses, links, ..Picture::default() }
}

/// The picture of a step of a puzzle with rules: its candidates, those of the pattern, and the sets and rules that matter.
fn of_rules(step: &Step, pattern: &rules::Pattern, state: &dyn GridState) -> Picture {
    let mut marks = Marks { state, list: Vec::new() };
    step.placements.iter().for_each(|&at| marks.one(at, Role::Placed));
    step.eliminations.iter().for_each(|&at| marks.one(at, Role::Eliminated));
    let any = DigitSet::all(state.shape().digits());
    let mut all = |cells: &[Cell], digits: DigitSet| marks.all(cells.iter().copied(), digits, Role::Pattern);
    let mut scopes = look_at(pattern);
    match pattern {
        rules::Pattern::Single { .. } => {}
        rules::Pattern::Locked { digit, cells, to, .. } => {
            all(cells, DigitSet::single(*digit));
            scopes.extend(to.clone());
        }
        rules::Pattern::Fish { digit, cells, cover, .. } => {
            all(cells, DigitSet::single(*digit));
            scopes.extend_from_slice(cover);
        }
        rules::Pattern::Subset { digits, cells, .. } => all(cells, *digits),
        rules::Pattern::Rule(parts) => parts.iter().for_each(|part| all(part.constraint.cells(), any)),
        rules::Pattern::Innies { terms, rules, .. } => {
            terms.iter().for_each(|term| all(&[term.0], any));
            scopes.extend_from_slice(rules);
        }
        rules::Pattern::Leftovers { lists, .. } => lists.iter().for_each(|list| all(list, any)),
        rules::Pattern::Propagation(link) => all(&link.because, any),
        rules::Pattern::Contradiction { links, .. } => {
            links.iter().for_each(|link| all(link.cell.as_slice(), link.removed));
        }
    }
    marks.list.sort_by_key(|mark| mark.candidate);
    let area = |scope: &rules::Scope| Area { name: scope.name.to_string(), cells: scope.cells.to_vec() };
    let areas = scopes.iter().map(area).collect();
    Picture { marks: marks.list, areas, ..Picture::new(state.shape()) }
}

/// The candidates marked so far. If a candidate has several roles, the first counts.
struct Marks<'a> {
    state: &'a dyn GridState,
    list: Vec<Mark>,
}

impl Marks<'_> {
    fn one(&mut self, candidate: Candidate, role: Role) {
        let marked = self.list.iter().any(|mark| mark.candidate == candidate);
        if !marked && self.state.contains(candidate) {
            self.list.push(Mark { candidate, role });
        }
    }

    fn all(&mut self, cells: impl IntoIterator<Item = Cell>, digits: DigitSet, role: Role) {
        for cell in cells {
            for digit in digits {
                self.one(Candidate { cell, digit }, role);
            }
        }
    }
}
