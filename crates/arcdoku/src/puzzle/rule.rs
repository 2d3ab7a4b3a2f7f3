//! Rules as data, each with its meaning.
//!
//! A rule says what must hold; how it is enforced is the business of the readers of a puzzle
//! (a propagator, a specialized engine, a technique). The meaning is written once, in
//! [`Rule::holds`], and everything that enforces the rule is tested against it.
//!
//! To add a rule: a variant here, its lines in `holds` and `houses` (or `cells`), a propagator, a
//! line in the compiler, a harness call. CONTRIBUTING.md walks through it.

use std::fmt;

use crate::grid::{Cell, Digit, DigitSet, Shape};

/// A rule of a puzzle. The constructors make rules that fit a shape; [`Rule::check`] tells of any.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// Every row holds different digits.
    Rows,
    /// Every column holds different digits.
    Columns,
    /// Every box of the shape holds different digits.
    Boxes,
    /// Jigsaw: every region holds different digits. One region number a cell, 0 to N - 1,
    /// N cells a region.
    Regions(Box<[u8]>),
    /// Both main diagonals hold different digits.
    Diagonals,
    /// Windoku: the boxes that lie between the boxes, one cell from their edges, hold different
    /// digits (four on a 9x9).
    Windoku,
    /// Disjoint groups: the k-th cells of all boxes hold different digits, for every k.
    DisjointGroups,
    /// These cells hold different digits: an extra region of at most N cells.
    AllDifferent(Box<[Cell]>),
    /// Candidate restrictions ("pencilmark" or "sukaku" puzzles): the digits that a cell may take,
    /// one set a cell.
    Candidates(Box<[DigitSet]>),
}

/// Why a rule is unfit for a shape.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RuleError {
    /// One entry a cell was expected.
    Length {
        /// The number of entries given.
        found: usize,
        /// The number of cells of the shape.
        expected: usize,
    },
    /// A region does not have N cells.
    RegionSize {
        /// The number of the region, as given.
        region: u8,
        /// Its cells.
        found: usize,
        /// N.
        expected: usize,
    },
    /// A set of cells is too large for its digits: only N digits are there.
    TooLarge {
        /// The cells of the set.
        found: usize,
        /// N.
        most: usize,
    },
    /// A cell stands twice in a set.
    Repeated(Cell),
    /// A cell lies outside of the grid.
    Outside(Cell),
    /// The rule needs boxes (square ones for Windoku) and the shape has none.
    NeedsBoxes(&'static str),
    /// The shape has boxes already, so jigsaw regions would be a second cut.
    HasBoxes,
    /// A cell may take a digit above N.
    Digit(Cell),
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { found, expected } => write!(f, "{found} entries, expected {expected}, one a cell"),
            Self::RegionSize { region, found, expected } => {
                write!(f, "region {region} has {found} cells, expected {expected}")
            }
            Self::TooLarge { found, most } => {
                write!(f, "{found} cells must differ, but there are only {most} digits")
            }
            Self::Repeated(cell) => write!(f, "cell {} stands twice in a set", cell.index() + 1),
            Self::Outside(cell) => write!(f, "cell {} lies outside of the grid", cell.index() + 1),
            Self::NeedsBoxes(rule) => write!(f, "{rule} needs a grid with boxes that fit it"),
            Self::HasBoxes => write!(f, "the grid has boxes already; jigsaw regions need a grid without"),
            Self::Digit(cell) => {
                write!(f, "cell {} may take a digit that the grid does not have", cell.index() + 1)
            }
        }
    }
}

impl std::error::Error for RuleError {}

/// A set of cells that must hold different digits, with its name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct House {
    /// What the house is.
    pub kind: HouseKind,
    /// Its zero-based number among those of its kind.
    pub index: usize,
    /// Its cells, in reading order.
    pub cells: Box<[Cell]>,
}

/// The kinds of house.
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
    /// A main diagonal: 0 falls from the top left, 1 rises from the bottom left.
    Diagonal,
    /// An extra box of Windoku.
    Window,
    /// A disjoint group.
    Group,
    /// An extra all-different set.
    Extra,
}

impl fmt::Display for House {
    /// `row 3`, `box 9`, `window 2`: one-based, as people count.
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

impl Rule {
    /// Jigsaw regions: `map` names the region of each cell, row-major; equal numbers, equal region.
    pub fn regions(shape: Shape, map: &[u8]) -> Result<Self, RuleError> {
        if shape.has_boxes() {
            return Err(RuleError::HasBoxes);
        }
        if map.len() != shape.cells() {
            return Err(RuleError::Length { found: map.len(), expected: shape.cells() });
        }
        // Names are renumbered in order of appearance, so that equal cuts are equal rules.
        let mut names: Vec<u8> = Vec::new();
        let mut sizes: Vec<usize> = Vec::new();
        let mut cut = Vec::with_capacity(map.len());
        for &name in map {
            let region = names.iter().position(|&known| known == name).unwrap_or_else(|| {
                names.push(name);
                sizes.push(0);
                names.len() - 1
            });
            sizes[region] += 1;
            cut.push(region as u8);
        }
        match sizes.iter().position(|&size| size != shape.digits()) {
            Some(i) => {
                Err(RuleError::RegionSize { region: names[i], found: sizes[i], expected: shape.digits() })
            }
            None => Ok(Self::Regions(cut.into())),
        }
    }

    /// Windoku's extra boxes; the shape's boxes must be square and at least 2x2.
    pub fn windoku(shape: Shape) -> Result<Self, RuleError> {
        match shape.box_size() {
            Some((rows, cols)) if rows == cols && rows >= 2 => Ok(Self::Windoku),
            _ => Err(RuleError::NeedsBoxes("windoku")),
        }
    }

    /// Disjoint groups; the shape must have boxes.
    pub fn disjoint_groups(shape: Shape) -> Result<Self, RuleError> {
        if shape.has_boxes() {
            Ok(Self::DisjointGroups)
        } else {
            Err(RuleError::NeedsBoxes("disjoint groups"))
        }
    }

    /// An extra set of cells that must differ.
    pub fn all_different(shape: Shape, cells: &[Cell]) -> Result<Self, RuleError> {
        if cells.len() > shape.digits() {
            return Err(RuleError::TooLarge { found: cells.len(), most: shape.digits() });
        }
        for (i, &cell) in cells.iter().enumerate() {
            if cell.index() >= shape.cells() {
                return Err(RuleError::Outside(cell));
            }
            if cells[..i].contains(&cell) {
                return Err(RuleError::Repeated(cell));
            }
        }
        Ok(Self::AllDifferent(cells.into()))
    }

    /// Candidate restrictions, one set a cell, row-major.
    pub fn candidates(shape: Shape, sets: &[DigitSet]) -> Result<Self, RuleError> {
        if sets.len() != shape.cells() {
            return Err(RuleError::Length { found: sets.len(), expected: shape.cells() });
        }
        match sets.iter().position(|set| !set.is_subset(DigitSet::all(shape.digits()))) {
            Some(i) => Err(RuleError::Digit(Cell::new(i))),
            None => Ok(Self::Candidates(sets.into())),
        }
    }

    /// Whether the rule fits a shape, and if not, why.
    pub fn check(&self, shape: Shape) -> Result<(), RuleError> {
        match self {
            Self::Boxes if !shape.has_boxes() => Err(RuleError::NeedsBoxes("boxes")),
            Self::Rows | Self::Columns | Self::Boxes | Self::Diagonals => Ok(()),
            Self::Regions(map) => Self::regions(shape, map).map(drop),
            Self::Windoku => Self::windoku(shape).map(drop),
            Self::DisjointGroups => Self::disjoint_groups(shape).map(drop),
            Self::AllDifferent(cells) => Self::all_different(shape, cells).map(drop),
            Self::Candidates(sets) => Self::candidates(shape, sets).map(drop),
        }
    }

    /// The sets of cells that must differ by this rule; none for a rule of another nature.
    pub fn houses(&self, shape: Shape) -> Vec<House> {
        let n = shape.digits();
        let family = |kind, count: usize, cells: &dyn Fn(usize) -> Vec<Cell>| {
            (0..count).map(|index| House { kind, index, cells: cells(index).into() }).collect()
        };
        match self {
            Self::Rows => family(HouseKind::Row, n, &|r| (0..n).map(|c| shape.cell(r, c)).collect()),
            Self::Columns => family(HouseKind::Column, n, &|c| (0..n).map(|r| shape.cell(r, c)).collect()),
            Self::Boxes => family(HouseKind::Box, n, &|b| shape.box_cells(b).collect()),
            Self::Regions(map) => family(HouseKind::Region, n, &|region| {
                (0..map.len()).filter(|&i| usize::from(map[i]) == region).map(Cell::new).collect()
            }),
            Self::Diagonals => family(HouseKind::Diagonal, 2, &|rising| {
                (0..n).map(|r| shape.cell(r, if rising == 1 { n - 1 - r } else { r })).collect()
            }),
            Self::Windoku => {
                let (size, _) = shape.box_size().unwrap_or((1, 1));
                let side = size - 1;
                family(HouseKind::Window, side * side, &|window| {
                    let (top, left) = (1 + window / side * (size + 1), 1 + window % side * (size + 1));
                    (0..n).map(|i| shape.cell(top + i / size, left + i % size)).collect()
                })
            }
            Self::DisjointGroups => {
                family(HouseKind::Group, n, &|k| (0..n).filter_map(|b| shape.box_cells(b).nth(k)).collect())
            }
            Self::AllDifferent(cells) => {
                vec![House { kind: HouseKind::Extra, index: 0, cells: cells.clone() }]
            }
            Self::Candidates(_) => Vec::new(),
        }
    }

    /// The meaning of the rule: whether the filled cells of `grid` (one entry a cell, row-major)
    /// keep it. Of a partly filled grid this says that nothing is broken yet.
    pub fn holds(&self, shape: Shape, grid: &[Option<Digit>]) -> bool {
        match self {
            Self::Candidates(sets) => {
                grid.iter().zip(sets).all(|(digit, set)| digit.is_none_or(|digit| set.contains(digit)))
            }
            _ => self.houses(shape).iter().all(|house| house.repeated(grid).is_none()),
        }
    }
}

impl House {
    /// The first two cells of the house that hold the same digit in `grid`, if any.
    pub fn repeated(&self, grid: &[Option<Digit>]) -> Option<(Cell, Cell)> {
        let mut seen = DigitSet::EMPTY;
        for (i, &cell) in self.cells.iter().enumerate() {
            let Some(digit) = grid[cell.index()] else { continue };
            if seen.contains(digit) {
                let first = self.cells[..i].iter().find(|other| grid[other.index()] == Some(digit))?;
                return Some((*first, cell));
            }
            seen.insert(digit);
        }
        None
    }
}
