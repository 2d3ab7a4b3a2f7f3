//! The patterns of steps for puzzles with rules, in grids of any shape.

use std::fmt;
use std::sync::Arc;

use super::candidates::Candidate;
use crate::grid::{Cell, Digit, DigitSet};
use crate::puzzle::{Constraint, House};

/// The name of a set of cells, or of a constraint: a house, or the text of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Name {
    /// A house.
    House(House),
    /// The text of a rule, such as `cage 12: r1c1 r1c2`.
    Text(Arc<str>),
}

impl Name {
    pub(crate) fn of(constraint: &Constraint) -> Self {
        match constraint.part() {
            Some(house) => Self::House(house),
            None => Self::Text(constraint.to_string().into()),
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::House(house) => house.fmt(f),
            Self::Text(text) => f.pad(text),
        }
    }
}

/// A set of cells with its name: a house, a cage, the cells of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Scope {
    /// The name.
    pub name: Name,
    /// The cells, in the order of the constraint.
    pub cells: Arc<[Cell]>,
}

impl Scope {
    pub(crate) fn of(constraint: &Constraint) -> Self {
        Self { name: Name::of(constraint), cells: constraint.cells().into() }
    }
}

/// A constraint of a rule that is not a house.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RulePart {
    /// The name of the rule, such as `cage`.
    pub rule: &'static str,
    /// The text of the rule.
    pub text: Arc<str>,
    /// The constraint, with its cells.
    pub constraint: Constraint,
}

impl RulePart {
    /// The length of the longest text that is used as a title.
    const LONGEST: usize = 60;

    /// The text of the rule. If the text is long, as for a rule with many lists, the title is the name of the
    /// constraint.
    pub fn title(&self) -> String {
        if self.text.len() <= Self::LONGEST { self.text.to_string() } else { self.constraint.to_string() }
    }
}

/// A pattern: the premises of a step.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Pattern {
    /// A cell's only candidate, or (with a house) a digit's only place in it.
    Single {
        /// The house; `None` for a naked single.
        house: Option<Scope>,
    },
    /// A set must have a digit in one of these cells.
    Locked {
        /// The digit.
        digit: Digit,
        /// Its places in the set.
        cells: Vec<Cell>,
        /// The set: a house, or a cage all of whose combinations have the digit.
        set: Scope,
        /// A set that contains the places and all cells that lose the digit, if any.
        to: Option<Scope>,
    },
    /// As many digits as cells of a set: a naked subset (the cells have no other digits) or a hidden one (the digits
    /// have no other places).
    Subset {
        /// The digits.
        digits: DigitSet,
        /// The cells.
        cells: Vec<Cell>,
        /// The set.
        set: Scope,
        /// Whether the digits have no other place.
        hidden: bool,
    },
    /// The places of a digit in some rows are in the same number of columns, or vice versa.
    Fish {
        /// The digit.
        digit: Digit,
        /// The base sets.
        base: Vec<Scope>,
        /// The cover sets.
        cover: Vec<Scope>,
        /// The places in the base sets.
        cells: Vec<Cell>,
    },
    /// A constraint of a rule excludes candidates, or several constraints of the same rule do, each separately.
    Rule(Vec<Arc<RulePart>>),
    /// A sum that follows from the sums of houses that contain every digit, minus the sums of rules.
    Innies {
        /// The houses.
        houses: Vec<Scope>,
        /// The rules.
        rules: Vec<Scope>,
        /// The cells with their factors.
        terms: Vec<(Cell, i32)>,
        /// The sum of the values times the factors.
        sum: i64,
    },
    /// Two lists of cells hold the same digits.
    Leftovers {
        /// The houses that contain the first list.
        houses: Vec<Scope>,
        /// The same number of other houses, which overlap them.
        others: Vec<Scope>,
        /// The lists.
        lists: [Vec<Cell>; 2],
    },
    /// A constraint of the solver excludes candidates.
    Propagation(Link),
    /// A candidate leads to a contradiction.
    Contradiction {
        /// The candidate.
        assumption: Candidate,
        /// The deductions that the contradiction needs, in order.
        links: Vec<Link>,
        /// The contradiction.
        end: End,
        /// The number of steps, including the steps of candidates that are refuted on the way.
        length: usize,
    },
}

/// A deduction on the way to a contradiction.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Link {
    /// The cell; `None` for an auxiliary variable.
    pub cell: Option<Cell>,
    /// The digits that the cell loses.
    pub removed: DigitSet,
    /// The remaining digits of the cell.
    pub left: DigitSet,
    /// The constraint; `None` for a candidate that was refuted on the way.
    pub constraint: Option<Name>,
    /// The cells of the constraint.
    pub scope: Vec<Cell>,
    /// The reason.
    pub reason: Reason,
    /// The cells that cause the deduction.
    pub because: Vec<Cell>,
}

/// The reason why a candidate is excluded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The digit is taken in the set.
    Taken,
    /// The digit has no other place in the house.
    HiddenSingle,
    /// Other cells need the digits.
    HallSet,
    /// The rule excludes the candidate.
    Rule,
    /// The candidate itself leads to a contradiction, after this number of steps.
    Refuted(usize),
    /// The cell has no other candidate on the board.
    Only,
}

/// The end of a contradiction.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum End {
    /// A cell has no candidate left.
    Empty(Cell),
    /// A digit has no place in a house with every digit.
    Place(Name, Digit),
    /// A digit has no place in a house, or fewer digits than cells are left in it.
    House(Name),
    /// A rule cannot be obeyed.
    Rule(Name),
    /// The puzzle as a whole cannot be solved.
    Unknown,
}
