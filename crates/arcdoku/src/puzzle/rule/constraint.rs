//! Constraints: named relations between cells that a rule consists of.

use std::fmt;
use std::sync::Arc;

use crate::grid::{Cell, CellName, Digit, DigitSet, Shape};
use crate::puzzle::relation::{Relation, digits_of};

/// A relation between some cells, with a name for messages and traces.
///
/// Its display is the name of its house (`row 3`) or the text of its rule (`cage 12: r1c1 r1c2`).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Constraint(Arc<Content>);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Content {
    name: Name,
    cells: Box<[Cell]>,
    relation: Relation,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Name {
    House(House),
    Text(Box<str>),
    /// The name of a rule, followed by the names that the shape gives the cells.
    Piece(&'static str, Shape),
}

impl Constraint {
    /// `count` houses of one kind; `cells` returns the cells of a house by its number.
    pub(super) fn houses(kind: HouseKind, count: usize, cells: impl Fn(usize) -> Vec<Cell>) -> Vec<Self> {
        let house = |index| {
            let name = Name::House(House { kind, index });
            Self::of(name, cells(index).into(), Relation::AllDifferent)
        };
        (0..count).map(house).collect()
    }

    /// A constraint that is not a house. `name` is the text of its rule, if it is the only constraint of the rule.
    pub(super) fn new(name: impl Into<Box<str>>, cells: impl Into<Box<[Cell]>>, relation: Relation) -> Self {
        Self::of(Name::Text(name.into()), cells.into(), relation)
    }

    /// One of several constraints of a rule. Its name is the name of the rule and the cells.
    pub(super) fn piece(
        rule: &'static str,
        shape: Shape,
        cells: impl Into<Box<[Cell]>>,
        relation: Relation,
    ) -> Self {
        Self::of(Name::Piece(rule, shape), cells.into(), relation)
    }

    fn of(name: Name, cells: Box<[Cell]>, relation: Relation) -> Self {
        Self(Arc::new(Content { name, cells, relation }))
    }

    /// The same as [`new`](Self::new), for the cells of `shape` with these names.
    pub(super) fn named(
        shape: Shape,
        name: impl Into<Box<str>>,
        cells: &[CellName],
        relation: Relation,
    ) -> Self {
        let cells: Vec<Cell> = cells.iter().filter_map(|&cell| shape.cell_named(cell)).collect();
        Self::new(name, cells, relation)
    }

    /// The house, if the constraint is one.
    pub fn part(&self) -> Option<House> {
        match self.0.name {
            Name::House(house) => Some(house),
            Name::Text(_) | Name::Piece(..) => None,
        }
    }

    /// The cells, in the order of the rule.
    pub fn cells(&self) -> &[Cell] {
        &self.0.cells
    }

    /// The relation between the cells.
    pub fn relation(&self) -> &Relation {
        &self.0.relation
    }

    /// Whether the constraint only requires that its cells hold different digits.
    pub fn is_all_different(&self) -> bool {
        self.0.relation == Relation::AllDifferent
    }

    /// Whether the filled cells of `grid` (one entry per cell, row-major) violate nothing yet. `digits` is the number
    /// of digits of the grid.
    pub fn holds(&self, digits: usize, grid: &[Option<Digit>]) -> bool {
        self.0.relation.holds(digits, &digits_of(&self.0.cells, grid))
    }

    /// Whether empty cells violate nothing.
    pub(super) fn is_possible(&self, digits: usize) -> bool {
        self.0.relation.holds(digits, &vec![None; self.0.cells.len()])
    }

    /// The first two cells that hold the same digit in `grid` (one entry per cell, row-major), if any.
    pub fn repeated(&self, grid: &[Option<Digit>]) -> Option<(Cell, Cell)> {
        // There is no allocation here, because this method is called for every puzzle without a solution.
        let mut seen = DigitSet::EMPTY;
        let digit_of = |cell: &Cell| grid.get(cell.index()).copied().flatten();
        for (i, cell) in self.0.cells.iter().enumerate() {
            let Some(digit) = digit_of(cell) else { continue };
            if seen.contains(digit) {
                let first = self.0.cells[..i].iter().find(|other| digit_of(other) == Some(digit))?;
                return Some((*first, *cell));
            }
            seen.insert(digit);
        }
        None
    }

    /// The same relation under a different name.
    pub(super) fn renamed(self, name: impl Into<Box<str>>) -> Self {
        self.with_name(Name::Text(name.into()))
    }

    /// The same relation as a piece of another rule.
    pub(super) fn renamed_piece(self, rule: &'static str, shape: Shape) -> Self {
        self.with_name(Name::Piece(rule, shape))
    }

    fn with_name(mut self, name: Name) -> Self {
        Arc::make_mut(&mut self.0).name = name;
        self
    }

    /// The same constraint with a different number for its house.
    pub(in crate::puzzle) fn numbered(mut self, number: usize) -> Self {
        if let Name::House(house) = &mut Arc::make_mut(&mut self.0).name {
            house.index = number;
        }
        self
    }
}

impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0.name {
            Name::House(house) => house.fmt(f),
            Name::Text(text) => f.pad(text),
            Name::Piece(rule, shape) => {
                f.write_str(rule)?;
                self.0.cells.iter().try_for_each(|&cell| write!(f, " {}", shape.name(cell)))
            }
        }
    }
}

/// The name of a house: a set of at most N cells that hold different digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct House {
    /// The kind of house.
    pub kind: HouseKind,
    /// Its zero-based number among the houses of this kind.
    pub index: usize,
}

/// The kinds of houses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HouseKind {
    /// A row.
    Row,
    /// A column.
    Column,
    /// A box of the shape.
    Box,
    /// A jigsaw region.
    Region,
    /// A main diagonal: 0 runs down from the top left, 1 runs up from the bottom left.
    Diagonal,
    /// An extra box of Windoku.
    Window,
    /// A disjoint group.
    Group,
    /// An extra all-different set.
    Extra,
}

impl fmt::Display for House {
    /// `row 3`, `box 9`, `window 2`, one-based.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            HouseKind::Row => "row",
            HouseKind::Column => "column",
            HouseKind::Box => "box",
            HouseKind::Region => "region",
            HouseKind::Diagonal => "diagonal",
            HouseKind::Window => "window",
            HouseKind::Group => "disjoint group",
            HouseKind::Extra => "extra set",
        };
        write!(f, "{kind} {}", self.index + 1)
    }
}
