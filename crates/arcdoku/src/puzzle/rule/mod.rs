//! Rules as data. Each rule has a meaning, constraints and a text, and is defined in one file.
//!
//! A rule defines what must hold. Code that uses a puzzle (a propagator, a specialized engine, a technique) chooses
//! how to enforce it. The meaning is written once, in [`Rule::holds`], and all code that enforces the rule is tested
//! against it.
//!
//! # Text
//! Every rule is one line of text, `NAME`, `NAME ARGUMENTS` or `NAME ARGUMENTS: CELLS`, which
//! [`Display`](fmt::Display) writes and [`FromStr`] parses. Files, the command line and JSON use the same text.
//! [`Rule::kinds`] lists all rules, each with an example.
//!
//! ```
//! use arcdoku::{Rule, Shape};
//!
//! let rule: Rule = "all-different: r1c1 r2c2 r3c3".parse().unwrap();
//! assert_eq!(rule.to_string(), "all-different: r1c1 r2c2 r3c3");
//!
//! let error = Rule::parse("all-different: r1c1 r2c7", Shape::latin(6).unwrap()).unwrap_err();
//! let expected = "1:21: found r2c7 in a grid of 6x6 without boxes, expected a cell of the grid";
//! assert_eq!(error.to_string(), expected);
//! ```
//!
//! To add a rule, write a definition in this module, a row of the table below, and tests. A propagator can make it
//! faster. CONTRIBUTING.md describes the steps.

mod cage;
mod candidates;
mod cell_lists;
mod constraint;
mod definition;
mod expression;
mod family;
mod grid;
mod listed;
mod macros;
mod regions;
mod table;
mod text;
mod units;
mod void;

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use crate::choice;
use crate::grid::{Cell, Digit, DigitSet, Shape};
use crate::puzzle::error::ParseError;
use crate::puzzle::relation::Relation;

use definition::{Arguments, Definition};
use text::RuleText;

pub use cage::Cage;
pub use candidates::CandidateSets;
pub use cell_lists::{AllDifferent, Thermometer};
pub use constraint::{Constraint, House, HouseKind};
pub use definition::RuleError;
pub use grid::Grid;
pub use listed::Listed;
pub use regions::Regions;
pub use text::{RulePieces, RuleTerm};
pub use void::Void;

/// The properties of a kind of rule: a row of [`Rule::kinds`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleKind {
    /// The name: the first word of the text.
    pub name: &'static str,
    /// The text of an example.
    pub example: &'static str,
    /// The meaning of the rule, in one sentence.
    pub summary: &'static str,
    /// How setters draw the rule: the drawing, words for its manner, and `label` with a text at the drawing. `{}` in
    /// the text stands for the part of the rule before the colon. The drawings are:
    ///
    /// | first word | drawing | manners |
    /// |---|---|---|
    /// | `line` | a line through the cells | a color; `thick` or `thin`; `closed`; `ends circle`, `ends diamond`; `first`: a ring at the first cell |
    /// | `thermo` | a line with a bulb | `thin` |
    /// | `arrow` | an arrow from a ring | `circle`, `circles` at both ends, `pill` around the first cells, `thin`: arms apart from the ring |
    /// | `cage` | a frame around the cells | `dashed`: digits may repeat; `first`: a ring at the first cell |
    /// | `dot`, `letter`, `sign` | between each two cells | `white`, `black` |
    /// | `corner` | values at the common corner of four cells | `square` |
    /// | `circle`, `square`, `arrows`, `cell` | in each cell | `gray`, also of whole cells; `inward`, `outward`; `tinted`, `candidates` |
    /// | `area` | the whole list | `tinted`, `shaded`, `dashed` |
    /// | `outside` | a clue before the first cell, outside of the grid | `arrow` |
    /// | `house`, `regions`, `void`, `diagonals`, `windows` | lines of the grid | |
    /// | `everywhere`, `logic` | nothing: it is described below the board | |
    ///
    /// `together` means that the lists of a rule belong together, so two such rules must be distinguishable. Lines of
    /// which each one ends next to the beginning of the next one are drawn as one line.
    pub style: &'static str,
}

/// The table of rules: variant, data (if any), name, example, summary, style.
macro_rules! rules {
    ($($variant:ident $(($data:ident))? $name:literal $example:literal $summary:literal $style:literal;)*) => {
        /// A rule of a puzzle. [`Rule::check`] checks whether it fits a shape.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Rule {
            $(#[doc = $summary] $variant $(($data))?,)*
            /// A rule of one of the families, or a rule that is composed of others.
            Listed(Listed),
        }

        impl Rule {
            /// The kinds of rules that have their own variant.
            const OWN: &[RuleKind] =
                &[$(RuleKind { name: $name, example: $example, summary: $summary, style: $style },)*];

            /// The name: the first word of the text.
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => $name,)*
                    Self::Listed(listed) => listed.name(),
                }
            }

            /// The definition, or the error variant for a rule that is reduced by the table of its kind.
            fn definition(&self) -> Result<&dyn Definition, &Listed> {
                match self {
                    $(Self::$variant $((rules!(@the $data data)))? => Ok(rules!(@definition $variant $($data data)?)),)*
                    Self::Listed(listed) => Err(listed),
                }
            }

            fn write_arguments(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$variant $((rules!(@the $data data)))? => rules!(@write f $($data data)?),)*
                    Self::Listed(listed) => listed.write(f),
                }
            }

            /// Reads the arguments of the rule with this name; `None` if there is no such rule.
            fn read(name: &str, text: &mut RuleText<'_>) -> Option<Result<Self, ParseError>> {
                match name {
                    $($name => Some(rules!(@read text $variant $($data)?)),)*
                    _ => table::find(name).map(|kind| Listed::read(kind, text).map(Self::Listed)),
                }
            }
        }

        $($(
            impl From<$data> for Rule {
                fn from(data: $data) -> Self {
                    Self::$variant(data)
                }
            }
        )?)*
    };
    (@the $data:ident $name:ident) => { $name };
    (@definition $variant:ident $data:ident $name:ident) => { $name };
    (@definition $variant:ident) => { &units::$variant };
    (@write $f:ident) => { Ok(()) };
    (@write $f:ident $data:ident $name:ident) => { $name.write($f) };
    (@read $text:ident $variant:ident) => { Ok(Self::$variant) };
    (@read $text:ident $variant:ident $data:ident) => { $data::read($text).map(Self::$variant) };
}

rules! {
    Rows "rows" "rows" "Every row holds different digits." "house";
    Columns "columns" "columns" "Every column holds different digits." "house";
    Boxes "boxes" "boxes" "Every box of the shape holds different digits." "house";
    Regions(Regions) "regions" "regions 1112 1322 3324 3444" "Jigsaw: every region holds different digits." "regions";
    Diagonals "diagonals" "diagonals" "Both main diagonals hold different digits." "diagonals";
    Windoku "windoku" "windoku"
        "Windoku: boxes between the boxes, one cell from the edges, hold different digits." "windows";
    DisjointGroups "disjoint-groups" "disjoint-groups"
        "Cells at the same position in all boxes hold different digits." "house";
    AntiKnight "anti-knight" "anti-knight" "Cells a chess knight's move apart hold different digits." "everywhere";
    AllDifferent(AllDifferent) "all-different" "all-different: r1c1 r2c2 r3c3"
        "These cells, at most N, hold different digits." "cage";
    Candidates(CandidateSets) "candidates" "candidates 12 . . 34  . . . .  . . . .  1 . . ."
        "Every cell holds one of its candidates." "cell candidates";
    Grid(Grid) "grid" "grid at r1c1 4x4 boxes 2x2"
        "One of several grids: its rows, columns and boxes hold different digits." "regions";
    Void(Void) "void" "void: r1-2c3-4" "These cells are not part of the puzzle." "void";
    Cage(Cage) "cage" "cage 5: r1c1 r1c2"
        "Killer cage: these cells hold different digits that add up to the sum." "cage label {}";
    Thermometer(Thermometer) "thermo" "thermo: r1c1 r2c1 r3c1"
        "Thermometer: digits increase from the bulb, the first cell, to the tip." "thermo";
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        self.write_arguments(f)
    }
}

impl FromStr for Rule {
    type Err = ParseError;

    /// Parses the text of a rule without checking whether it fits a shape: see [`check`](Self::check), or
    /// [`parse`](Self::parse) for both. `disjoint`, the former name of `disjoint-groups`, is accepted too.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::from_text(&mut RuleText::new(text))
    }
}

impl Rule {
    /// Parses the text of a rule that must fit `shape`. Errors have a column.
    pub fn parse(text: &str, shape: Shape) -> Result<Self, ParseError> {
        let mut text = RuleText::new(text);
        let rule = Self::from_text(&mut text)?;
        rule.check(shape).map_err(|error| error.located(|item| text.column_of(item)))?;
        Ok(rule)
    }

    /// The parsed text after the name.
    ///
    /// ```
    /// use arcdoku::Rule;
    ///
    /// let rule: Rule = "sum = 5: r1c1 2*r1c2".parse()?;
    /// let pieces = rule.pieces();
    /// assert_eq!(pieces.words, ["=", "5"]);
    /// assert_eq!(pieces.lists[0][1].coefficient, 2);
    /// # Ok::<(), arcdoku::ParseError>(())
    /// ```
    pub fn pieces(&self) -> RulePieces {
        RulePieces::of(&self.to_string())
    }

    fn from_text(text: &mut RuleText<'_>) -> Result<Self, ParseError> {
        let (column, name) = text.name();
        let canonical = match name {
            // Older versions wrote this name in `--rules` and JSON.
            "disjoint" => "disjoint-groups",
            _ => name,
        };
        let rule = Self::read(canonical, text).unwrap_or_else(|| {
            let mut near = choice::nearest(name, Self::kinds().iter().map(|kind| (kind.name, kind.summary)));
            if near.is_empty() {
                near = vec!["cage", "thermo"];
            }
            Err(text::error(column, name, format!("the name of a rule, such as {}", near.join(" or "))))
        })?;
        text.end()?;
        Ok(rule)
    }

    /// Jigsaw regions: `map` names the region of each cell, row-major; equal numbers mean equal regions.
    pub fn regions(shape: Shape, map: &[u8]) -> Result<Self, RuleError> {
        Self::from(Regions::from(map)).checked(shape)
    }

    /// Windoku's extra boxes; the shape's boxes must be square and at least 2x2.
    pub fn windoku(shape: Shape) -> Result<Self, RuleError> {
        Self::Windoku.checked(shape)
    }

    /// Disjoint groups; the shape must have boxes.
    pub fn disjoint_groups(shape: Shape) -> Result<Self, RuleError> {
        Self::DisjointGroups.checked(shape)
    }

    /// An extra set of cells that hold different digits.
    pub fn all_different(shape: Shape, cells: &[Cell]) -> Result<Self, RuleError> {
        if let Some(cell) = cells.iter().find(|cell| cell.index() >= shape.cells()) {
            return Err(RuleError::new(
                None,
                format!("cell {cell:?} in a grid of {shape}"),
                "a cell of the grid",
            ));
        }
        let names: Vec<_> = cells.iter().map(|&cell| shape.name(cell)).collect();
        Self::from(AllDifferent::from(names)).checked(shape)
    }

    /// Candidate restrictions, one set per cell, row-major, with the extra cells last.
    pub fn candidates(shape: Shape, sets: &[DigitSet]) -> Result<Self, RuleError> {
        Self::from(CandidateSets::new(shape, sets)).checked(shape)
    }

    fn checked(self, shape: Shape) -> Result<Self, RuleError> {
        self.check(shape).map(|()| self)
    }

    /// Returns an error if the rule does not fit a shape.
    pub fn check(&self, shape: Shape) -> Result<(), RuleError> {
        match self.definition() {
            Ok(definition) => definition.check(shape),
            Err(listed) if listed.kept(shape).is_some() => Ok(()),
            Err(listed) => {
                let constraints = reduced(listed, shape)?;
                if constraints.iter().all(|constraint| constraint.is_possible(shape.digits())) {
                    listed.keep(shape, constraints);
                    Ok(())
                } else {
                    Err(listed.impossible(shape))
                }
            }
        }
    }

    /// The negation of this rule. `None` if it has no text, for example because the rule restricts each cell
    /// separately.
    pub fn negated(&self, shape: Shape) -> Option<Self> {
        Self::parse(&format!("not [{self}]"), shape).ok()
    }

    /// All kinds of rules.
    pub fn kinds() -> &'static [RuleKind] {
        static ALL: LazyLock<Vec<RuleKind>> = LazyLock::new(|| {
            let listed = table::kinds().map(|kind| RuleKind {
                name: kind.name,
                example: kind.example,
                summary: kind.summary,
                style: kind.style,
            });
            Rule::OWN.iter().copied().chain(listed).collect()
        });
        &ALL
    }

    /// Whether a text begins with the name of a rule. Names of one or two letters, which may be blanks or digits, need a
    /// colon.
    pub fn is_named_in(text: &str) -> bool {
        let name = text.split([' ', ':']).next().unwrap_or_default();
        text.starts_with(|first: char| first.is_ascii_lowercase())
            && (name.len() > 2 || text.contains(':'))
            && Self::kinds().iter().any(|kind| kind.name == name)
    }

    /// The constraints that the rule consists of in a grid of `shape`. Empty for a rule that restricts each cell
    /// separately, and for a rule that does not fit the shape.
    pub fn constraints(&self, shape: Shape) -> Vec<Constraint> {
        match self.definition() {
            Ok(definition) if definition.check(shape).is_ok() => definition.constraints(shape),
            Ok(_) => Vec::new(),
            Err(listed) => match listed.kept(shape) {
                Some(constraints) => constraints.to_vec(),
                None => reduced(listed, shape).unwrap_or_default(),
            },
        }
    }

    /// Whether a rule of the families has a constraint with a relation that satisfies a condition.
    pub(crate) fn has_relation(&self, shape: Shape, condition: impl Fn(&Relation) -> bool) -> bool {
        let has = |constraints: &[Constraint]| constraints.iter().any(|it| condition(it.relation()));
        match self.definition() {
            Ok(_) => false,
            Err(listed) => match listed.kept(shape) {
                Some(constraints) => has(constraints),
                None => has(&self.constraints(shape)),
            },
        }
    }

    /// The meaning of the rule: whether the filled cells of `grid` (one entry per cell, row-major) obey it. For a
    /// partly filled grid, whether nothing is violated yet. A rule that does not fit the shape is never obeyed.
    pub fn holds(&self, shape: Shape, grid: &[Option<Digit>]) -> bool {
        if grid.len() != shape.cells() {
            return false;
        }
        match self.definition() {
            Ok(definition) => definition.check(shape).is_ok() && definition.holds(shape, grid),
            Err(listed) => {
                let hold = |constraints: &[Constraint]| {
                    constraints.iter().all(|constraint| constraint.holds(shape.digits(), grid))
                };
                match listed.kept(shape) {
                    Some(constraints) => hold(constraints),
                    None => reduced(listed, shape).is_ok_and(|constraints| hold(&constraints)),
                }
            }
        }
    }
}

/// The constraints of a rule of a table.
fn reduced(listed: &Listed, shape: Shape) -> Result<Vec<Constraint>, RuleError> {
    let reduce = |text: &str| {
        let mut read = RuleText::new(text);
        let rule = Rule::from_text(&mut read)?;
        let constraints = match rule.definition() {
            Ok(definition) => definition.check(shape).map(|()| definition.constraints(shape)),
            Err(listed) => reduced(listed, shape),
        };
        constraints.map_err(|error| error.located(|item| read.column_of(item)))
    };
    table::constraints(listed, shape, &reduce)
}
