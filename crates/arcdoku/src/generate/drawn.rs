//! Rules drawn at random over a full grid that obeys them.
//!
//! A kind of rule has a shape of places, such as paths or rows, and a text with holes. Places are drawn until the grid
//! obeys the rule at one of them; the number in the rule comes from the grid. Paths and areas grow cell by cell.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use fastrand::Rng;

use super::seed;
use crate::grid::{Cell, Digit, Shape};
use crate::puzzle::format::ParseError;
use crate::puzzle::{Puzzle, Rule};

/// Number of first cells that are tried for a path or an area, per requested rule.
const STARTS: usize = 6;

/// Number of cells that a path tries before it is given up.
const STEPS: usize = 200;

/// Where the cells of a rule lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Each cell is a neighbor of the previous one, by side or by corner.
    Path,
    /// Like `Path`, but if a path obeys the rule, every prefix of it must obey the rule as well.
    GrowingPath,
    /// Cells connected by sides.
    Area,
    /// Two cells with a common side.
    Pair,
    /// A square of 2x2 cells.
    Square,
    /// One cell.
    Single,
    /// A row or column, in one direction.
    Line,
    /// A row or column, in both directions.
    View,
    /// A diagonal from edge to edge, of at least two cells.
    Diagonal,
}

/// A kind of rule that can be drawn.
#[derive(Debug, PartialEq, Eq)]
struct DrawnKind {
    name: &'static str,
    place: Place,
    /// The usual numbers of cells of a path or an area.
    sizes: (usize, usize),
    /// The texts of the rules; the first one that holds is drawn. Holes: the `{cells}`, all their `{values}`, the
    /// smallest number `{n}` that the grid obeys (the sum is tried first), and `{half}` of the digits, rounded up.
    texts: &'static [&'static str],
    /// The negative rule, which states that no other place obeys a rule of the kind. Its text ends with the cells of
    /// the drawn rules. All rules of the kind must then be drawn.
    negative: Option<&'static str>,
}

const fn kind(
    name: &'static str,
    place: Place,
    sizes: (usize, usize),
    texts: &'static [&'static str],
) -> DrawnKind {
    DrawnKind { name, place, sizes, texts, negative: None }
}

const fn all(name: &'static str, texts: &'static [&'static str], negative: &'static str) -> DrawnKind {
    DrawnKind { name, place: Place::Pair, sizes: (2, 2), texts, negative: Some(negative) }
}

const KINDS: &[DrawnKind] = &[
    kind("cage", Place::Area, (2, 4), &["cage {n}: {cells}"]),
    kind("thermo", Place::GrowingPath, (3, 6), &["thermo: {cells}"]),
    kind("slow-thermo", Place::GrowingPath, (3, 6), &["slow-thermo: {cells}"]),
    kind("arrow", Place::Path, (3, 4), &["arrow: {cells}"]),
    kind("double-arrow", Place::Path, (4, 6), &["double-arrow: {cells}"]),
    kind("whisper", Place::GrowingPath, (3, 6), &["whisper {half}: {cells}"]),
    kind("renban", Place::Path, (3, 5), &["renban: {cells}"]),
    kind("nabner", Place::GrowingPath, (3, 4), &["nabner: {cells}"]),
    kind("palindrome", Place::Path, (3, 6), &["palindrome: {cells}"]),
    kind("region-sum", Place::Path, (3, 6), &["region-sum: {cells}"]),
    kind("zipper", Place::Path, (3, 5), &["zipper: {cells}"]),
    kind("between", Place::Path, (3, 5), &["between: {cells}"]),
    kind("lockout", Place::Path, (3, 5), &["lockout {half}: {cells}"]),
    kind("modular", Place::GrowingPath, (3, 6), &["modular 3: {cells}"]),
    kind("entropic", Place::GrowingPath, (3, 6), &["entropic: {cells}"]),
    kind("white-dot", Place::Pair, (2, 2), &["white-dot: {cells}"]),
    kind("black-dot", Place::Pair, (2, 2), &["black-dot: {cells}"]),
    kind("x", Place::Pair, (2, 2), &["x: {cells}"]),
    kind("v", Place::Pair, (2, 2), &["v: {cells}"]),
    kind("greater", Place::Pair, (2, 2), &["greater: {cells}"]),
    all("kropki", &["white-dot: {cells}", "black-dot: {cells}"], "strict-kropki"),
    all("xv", &["x: {cells}", "v: {cells}"], "strict-xv"),
    kind("quadruple", Place::Square, (4, 4), &["quadruple {values}: {cells}"]),
    kind("odd", Place::Single, (1, 1), &["odd: {cells}"]),
    kind("even", Place::Single, (1, 1), &["even: {cells}"]),
    kind("minimum", Place::Single, (1, 1), &["minimum: {cells}"]),
    kind("maximum", Place::Single, (1, 1), &["maximum: {cells}"]),
    kind("sandwich", Place::Line, (0, 0), &["sandwich {n}: {cells}"]),
    kind("x-sum", Place::View, (0, 0), &["x-sum {n}: {cells}"]),
    kind("skyscraper", Place::View, (0, 0), &["skyscraper {n}: {cells}"]),
    kind("hidden-skyscraper", Place::View, (0, 0), &["hidden-skyscraper {n}: {cells}"]),
    kind("numbered-room", Place::View, (0, 0), &["numbered-room {n}: {cells}"]),
    kind("little-killer", Place::Diagonal, (0, 0), &["little-killer {n}: {cells}"]),
];

/// Rules of a kind to draw over the solution of a puzzle, as text: the name of the kind, the number of rules, and for
/// lines and cages `of` the number of their cells, such as `thermo`, `thermo 4` or `thermo 3..5 of 4..6`. The text
/// can also be a rule with given cells, with `?` for the number that the solution has: `cage ?: r1c1 r1c2`. Such a
/// rule is always kept.
///
/// ```
/// use arcdoku::Limits;
/// use arcdoku::generate::{DrawnRules, Maker, PuzzleRequest};
///
/// let request = PuzzleRequest::default().with_drawn("thermo 3..6".parse::<DrawnRules>()?);
/// let made = Maker::new(request)?.make(1, &Limits::NONE)?;
/// assert!(made.puzzle.rules().iter().any(|rule| rule.name() == "thermo"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnRules(Form);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Form {
    Kind(DrawnRulesOfKind),
    /// The text of a rule with `?` for the number that the grid has.
    Placed(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct DrawnRulesOfKind {
    kind: &'static DrawnKind,
    /// The number of rules; `None` for the usual number of the kind.
    count: Option<RangeInclusive<usize>>,
    sizes: RangeInclusive<usize>,
}

/// The error of a text that is not a [`DrawnRules`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnRulesError {
    found: String,
    expected: String,
}

/// The rules that were drawn for a grid.
#[derive(Clone, Debug, Default)]
pub(super) struct Drawing {
    /// Rules that may be left out if they are not needed.
    pub(super) free: Vec<Rule>,
    /// Rules that belong to a negative rule, and the negative rule.
    pub(super) bound: Vec<Rule>,
}

impl Drawing {
    /// All rules.
    pub(super) fn rules(&self) -> impl Iterator<Item = &Rule> {
        self.free.iter().chain(&self.bound)
    }

    /// A puzzle with all rules.
    pub(super) fn over(&self, puzzle: Puzzle) -> Puzzle {
        self.rules().cloned().fold(puzzle, Puzzle::with_rule)
    }
}

impl DrawnRules {
    /// The names of all kinds of rule that can be drawn.
    pub fn names() -> impl Iterator<Item = &'static str> {
        KINDS.iter().map(|kind| kind.name)
    }

    /// Checks whether the rules fit a shape.
    ///
    /// # Errors
    /// If no number makes a rule with given cells fit, the fault with its column in the text.
    pub fn check(&self, shape: Shape) -> Result<(), ParseError> {
        let Form::Placed(text) = &self.0 else { return Ok(()) };
        let mut misfit = None::<ParseError>;
        for number in 0..=most_number(shape) {
            match Rule::parse(&text.replace('?', &number.to_string()), shape) {
                Ok(_) => return Ok(()),
                // A number of one digit does not shift the columns of the text. The error that is last in the text is
                // reported, because it is not about the number.
                Err(error)
                    if number <= 9 && misfit.as_ref().is_none_or(|old| old.column() < error.column()) =>
                {
                    misfit = Some(error);
                }
                Err(_) => {}
            }
        }
        misfit.map_or(Ok(()), Err)
    }
}

impl DrawnRulesOfKind {
    /// Draws the rules over a grid; `None` if that did not succeed. Lines and cages share no cell with the lines and
    /// cages of other kinds, whose cells are `taken`.
    fn draw(
        &self,
        shape: Shape,
        grid: &[Option<Digit>],
        rng: &mut Rng,
        taken: &mut [bool],
        into: &mut Drawing,
    ) -> Option<()> {
        let digits = shape.digits();
        let kind = self.kind;
        let usual = match kind.place {
            Place::Pair => 2 * digits,
            Place::Line | Place::View | Place::Diagonal => shape.cells(),
            _ => digits,
        };
        let count = self.count.clone().unwrap_or(0..=usual);
        let wanted = count.start() + seed::below(rng, count.end() - count.start() + 1);
        // If the request has no number of rules, any number up to the usual one is enough.
        let (least, wanted) = if self.count.is_some() { (wanted, wanted) } else { (0, usual) };
        let drawer = Drawer { kind, over: Over { shape, grid } };
        let mut found: Vec<(Rule, Vec<Cell>)> = Vec::new();
        if let Place::Path | Place::GrowingPath | Place::Area = kind.place {
            for _ in 0..STARTS * wanted {
                if found.len() >= wanted {
                    break;
                }
                let size = self.sizes.start() + seed::below(rng, self.sizes.end() - self.sizes.start() + 1);
                let first = Cell::new(seed::below(rng, shape.grid_cells()));
                if taken[first.index()] {
                    continue;
                }
                let mut cells = vec![first];
                let mut steps = STEPS;
                if let Some(rule) = drawer.extend(&mut cells, size, taken, rng, &mut steps) {
                    cells.iter().for_each(|cell| taken[cell.index()] = true);
                    found.push((rule, cells));
                }
            }
        } else {
            let mut places = drawer.places();
            seed::shuffle(rng, &mut places);
            for cells in places {
                if found.len() >= wanted && kind.negative.is_none() {
                    break;
                }
                if let Some(rule) = drawer.rule(&cells) {
                    found.push((rule, cells));
                }
            }
        }
        if found.len() < least {
            return None;
        }
        // Rules are sorted by their cells, so their order does not depend on the order in which they were drawn.
        found.sort_by(|(_, one), (_, other)| one.cmp(other));
        let Some(negative) = kind.negative else {
            into.free.extend(found.into_iter().map(|(rule, _)| rule));
            return Some(());
        };
        let exempt: Vec<String> = found.iter().map(|(_, cells)| drawer.names(cells)).collect();
        let colon = if exempt.is_empty() { "" } else { ": " };
        let negative = Rule::parse(&format!("{negative}{colon}{}", exempt.join(" / ")), shape).ok()?;
        into.bound.extend(found.into_iter().map(|(rule, _)| rule).chain([negative]));
        Some(())
    }
}

/// Draws rules over a grid; `None` if too few rules of a kind were found, or if no number makes the grid obey a rule
/// with given cells.
pub(super) fn draw(wanted: &[DrawnRules], shape: Shape, grid: &[u8], rng: &mut Rng) -> Option<Drawing> {
    let grid: Vec<Option<Digit>> = grid.iter().map(|&digit| Digit::new(digit)).collect();
    let mut taken = vec![false; shape.cells()];
    let mut drawing = Drawing::default();
    for rules in wanted {
        match &rules.0 {
            Form::Kind(rules) => rules.draw(shape, &grid, rng, &mut taken, &mut drawing)?,
            Form::Placed(text) => {
                let numbers = 0..=most_number(shape);
                drawing.bound.push(Over { shape, grid: &grid }.numbered(text, "?", numbers)?);
            }
        }
    }
    Some(drawing)
}

/// The greatest number that a rule of cells can have.
fn most_number(shape: Shape) -> i32 {
    shape.greatest() * shape.cells() as i32
}

/// A full grid.
#[derive(Clone, Copy)]
struct Over<'g> {
    shape: Shape,
    grid: &'g [Option<Digit>],
}

impl Over<'_> {
    /// The rule with the first number for which the grid obeys the rule, if any.
    fn numbered(self, text: &str, hole: &str, numbers: impl IntoIterator<Item = i32>) -> Option<Rule> {
        let rule = |text: &str| {
            let rule = Rule::parse(text, self.shape).ok()?;
            rule.holds(self.shape, self.grid).then_some(rule)
        };
        if !text.contains(hole) {
            return rule(text);
        }
        numbers.into_iter().find_map(|number| rule(&text.replace(hole, &number.to_string())))
    }
}

/// A kind of rule over a grid.
struct Drawer<'g> {
    kind: &'static DrawnKind,
    over: Over<'g>,
}

impl Drawer<'_> {
    fn names(&self, cells: &[Cell]) -> String {
        let names: Vec<String> = cells.iter().map(|&cell| self.over.shape.name(cell).to_string()).collect();
        names.join(" ")
    }

    /// The rule of these cells that the grid obeys, if any.
    fn rule(&self, cells: &[Cell]) -> Option<Rule> {
        let Over { shape, grid } = self.over;
        let mut values: Vec<i32> =
            cells.iter().filter_map(|cell| grid[cell.index()]).map(|digit| shape.value(digit)).collect();
        let sum: i32 = values.iter().sum();
        values.sort_unstable();
        let values: Vec<String> = values.iter().map(ToString::to_string).collect();
        let (values, names) = (values.join(" "), self.names(cells));
        let half = shape.digits().div_ceil(2).to_string();
        self.kind.texts.iter().find_map(|text| {
            let text = text.replace("{values}", &values).replace("{cells}", &names).replace("{half}", &half);
            self.over.numbered(&text, "{n}", std::iter::once(sum).chain(0..=sum))
        })
    }

    /// Extends a path or an area by backtracking until the rule holds for its cells.
    fn extend(
        &self,
        cells: &mut Vec<Cell>,
        size: usize,
        taken: &[bool],
        rng: &mut Rng,
        steps: &mut usize,
    ) -> Option<Rule> {
        if cells.len() == size {
            return self.rule(cells);
        }
        let mut next: Vec<Cell> = match self.kind.place {
            Place::Area => cells.iter().flat_map(|&cell| around(self.over.shape, cell, false)).collect(),
            _ => cells.last().into_iter().flat_map(|&cell| around(self.over.shape, cell, true)).collect(),
        };
        next.sort_unstable();
        next.dedup();
        next.retain(|cell| !taken[cell.index()] && !cells.contains(cell));
        seed::shuffle(rng, &mut next);
        for cell in next {
            *steps = steps.checked_sub(1)?;
            cells.push(cell);
            let fits = self.kind.place != Place::GrowingPath || self.rule(cells).is_some();
            if fits && let Some(rule) = self.extend(cells, size, taken, rng, steps) {
                return Some(rule);
            }
            cells.pop();
        }
        None
    }

    /// All places for a kind that is not drawn cell by cell.
    fn places(&self) -> Vec<Vec<Cell>> {
        let shape = self.over.shape;
        let (rows, columns) = (shape.rows(), shape.columns());
        let cells = || (0..shape.grid_cells()).map(Cell::new);
        let lines = || {
            let across = (0..rows).map(move |row| (0..columns).map(|col| shape.cell(row, col)).collect());
            let down = (0..columns).map(move |col| (0..rows).map(|row| shape.cell(row, col)).collect());
            across.chain(down).collect::<Vec<Vec<Cell>>>()
        };
        let both = |lines: Vec<Vec<Cell>>| -> Vec<Vec<Cell>> {
            let turned = lines.iter().map(|line| line.iter().rev().copied().collect());
            turned.chain(lines.iter().cloned()).collect()
        };
        match self.kind.place {
            Place::Pair => cells()
                .flat_map(|cell| around(shape, cell, false).into_iter().map(move |other| vec![cell, other]))
                // Either cell of `greater` may be the greater one; all other kinds are symmetric.
                .filter(|pair| pair[0] < pair[1] || self.kind.name == "greater")
                .collect(),
            Place::Square => cells()
                .filter(|&cell| shape.row(cell) + 1 < rows && shape.col(cell) + 1 < columns)
                .map(|cell| {
                    (0..4).map(move |at| shape.cell(shape.row(cell) + at / 2, shape.col(cell) + at % 2))
                })
                .map(Iterator::collect)
                .collect(),
            Place::Line => lines(),
            Place::View => both(lines()),
            Place::Diagonal => {
                let begins = cells().filter(|&cell| shape.row(cell) == 0 || shape.col(cell) == 0);
                let falling = begins.map(|cell| diagonal(shape, cell, false));
                let begins = cells().filter(|&cell| shape.row(cell) == 0 || shape.col(cell) + 1 == columns);
                let rising = begins.map(|cell| diagonal(shape, cell, true));
                falling.chain(rising).filter(|cells| cells.len() > 1).collect()
            }
            Place::Single | Place::Path | Place::GrowingPath | Place::Area => {
                cells().map(|cell| vec![cell]).collect()
            }
        }
    }
}

/// The cells of a diagonal, downward from a cell of the edge.
fn diagonal(shape: Shape, first: Cell, to_left: bool) -> Vec<Cell> {
    let (row, col) = (shape.row(first), shape.col(first));
    let cells = (0..shape.rows() - row).map_while(|step| {
        let col = if to_left { col.checked_sub(step)? } else { col + step };
        (col < shape.columns()).then(|| shape.cell(row + step, col))
    });
    cells.collect()
}

/// The cells of the grid that touch a cell by a side, or also by a corner if `diagonally`.
pub(super) fn around(shape: Shape, cell: Cell, diagonally: bool) -> Vec<Cell> {
    let (row, col) = (shape.row(cell), shape.col(cell));
    let rows = row.saturating_sub(1)..=(row + 1).min(shape.rows() - 1);
    let mut cells = Vec::with_capacity(8);
    for r in rows {
        for c in col.saturating_sub(1)..=(col + 1).min(shape.columns() - 1) {
            let apart = r.abs_diff(row) + c.abs_diff(col);
            if apart == 1 || apart == 2 && diagonally {
                cells.push(shape.cell(r, c));
            }
        }
    }
    cells
}

impl DrawnKind {
    /// Whether a request can choose the number of cells of its rules.
    fn is_sized(&self) -> bool {
        matches!(self.place, Place::Path | Place::GrowingPath | Place::Area)
    }
}

impl fmt::Display for DrawnRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let range = |range: &RangeInclusive<usize>| {
            if range.start() == range.end() {
                range.start().to_string()
            } else {
                format!("{}..{}", range.start(), range.end())
            }
        };
        let DrawnRulesOfKind { kind, count, sizes } = match &self.0 {
            Form::Kind(rules) => rules,
            Form::Placed(text) => return f.write_str(text),
        };
        f.write_str(kind.name)?;
        if let Some(count) = count {
            write!(f, " {}", range(count))?;
        }
        if kind.is_sized() { write!(f, " of {}", range(sizes)) } else { Ok(()) }
    }
}

impl FromStr for DrawnRules {
    type Err = DrawnRulesError;

    fn from_str(text: &str) -> Result<Self, DrawnRulesError> {
        let error = |found: &str, expected: String| DrawnRulesError { found: found.to_owned(), expected };
        if text.contains(':') {
            return if text.contains('?') {
                Ok(Self(Form::Placed(text.trim().to_owned())))
            } else {
                Err(error(text, "a rule with '?' for its number, such as 'cage ?: r1c1 r1c2'".to_owned()))
            };
        }
        let mut words = text.split_whitespace();
        let name = words.next().unwrap_or_default();
        let Some(kind) = KINDS.iter().find(|kind| kind.name == name) else {
            let names: Vec<&str> = Self::names().collect();
            return Err(error(name, format!("one of {}", names.join(", "))));
        };
        let (mut count, mut sizes) = (None, kind.sizes.0..=kind.sizes.1);
        let mut word = words.next();
        if let Some(number) = word.filter(|&word| word != "of") {
            let range = range(number).filter(|_| kind.negative.is_none());
            let none = kind.negative.map_or(
                "a number or a range of rules, such as 4 or 3..6",
                |_| "no number: all rules of this kind are drawn",
            );
            count = Some(range.ok_or_else(|| error(number, none.to_owned()))?);
            word = words.next();
        }
        if let Some(of) = word {
            if of != "of" || !kind.is_sized() {
                return Err(error(of, "the end of the text".to_owned()));
            }
            let size = words.next().unwrap_or_default();
            let fits = |range: &RangeInclusive<usize>| *range.start() >= 2 && *range.end() <= LONGEST;
            let expected = || format!("a number or a range of cells from 2 to {LONGEST}");
            sizes = range(size).filter(fits).ok_or_else(|| error(size, expected()))?;
        }
        match words.next() {
            None => Ok(Self(Form::Kind(DrawnRulesOfKind { kind, count, sizes }))),
            Some(more) => Err(error(more, "the end of the text".to_owned())),
        }
    }
}

/// The largest number of cells of a drawn line or cage.
const LONGEST: usize = 16;

/// Parses a number or a range, such as `4` or `3..6`.
fn range(text: &str) -> Option<RangeInclusive<usize>> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let range = least.parse().ok()?..=most.strip_prefix('=').unwrap_or(most).parse().ok()?;
    (range.start() <= range.end()).then_some(range)
}

impl fmt::Display for DrawnRulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found {:?}, expected {}", self.found, self.expected)
    }
}

impl std::error::Error for DrawnRulesError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Grids;

    #[test]
    fn texts_are_parsed_and_written() {
        for (text, written) in [
            ("thermo", "thermo of 3..6"),
            ("thermo 4", "thermo 4 of 3..6"),
            ("cage  3..=5 of 2", "cage 3..5 of 2"),
            ("x-sum 7", "x-sum 7"),
            ("kropki", "kropki"),
            ("cage ?: r1c1 r1c2", "cage ?: r1c1 r1c2"),
        ] {
            let drawn: DrawnRules = text.parse().unwrap();
            assert_eq!(drawn.to_string(), written);
            assert_eq!(written.parse(), Ok(drawn));
        }
        for (text, message) in [
            ("", "found \"\", expected one of cage, thermo"),
            ("thermometer", "found \"thermometer\", expected one of cage"),
            ("thermo 5..3", "found \"5..3\", expected a number or a range of rules"),
            ("thermo 5 of 1..3", "found \"1..3\", expected a number or a range of cells from 2 to 16"),
            ("thermo of", "found \"\", expected a number or a range of cells"),
            ("x of 3", "found \"of\", expected the end"),
            ("kropki 3", "found \"3\", expected no number: all rules of this kind are drawn"),
            ("thermo: r1c1 r1c2", "found \"thermo: r1c1 r1c2\", expected a rule with '?'"),
            ("odd 3 4", "found \"4\", expected the end of the text"),
        ] {
            let error = text.parse::<DrawnRules>().unwrap_err().to_string();
            assert!(error.starts_with(message), "{text}: {error}");
        }
    }

    /// Every kind is drawn over random grids, and the grids obey its rules.
    #[test]
    fn grids_obey_the_rules_drawn_over_them() {
        for (shape, seeds) in [(Shape::CLASSIC, 2), (Shape::boxes(2, 3).unwrap(), 6)] {
            let mut drawn = vec![0; KINDS.len()];
            for seed in 0..seeds {
                let grid = Grids::of(shape).unwrap().grid(seed);
                let digits: Vec<u8> = grid.digits().iter().map(|digit| digit.get()).collect();
                let given: Vec<_> = grid.digits().iter().copied().map(Some).collect();
                for (number, kind) in KINDS.iter().enumerate() {
                    let wanted = kind.name.parse().unwrap();
                    let drawing = draw(&[wanted], shape, &digits, &mut seed::rng(seed)).unwrap();
                    let rules: Vec<_> = drawing.free.into_iter().chain(drawing.bound).collect();
                    assert!(rules.iter().all(|rule| rule.holds(shape, &given)), "{} {seed}", kind.name);
                    drawn[number] += rules.len();
                }
            }
            let missing: Vec<_> = KINDS.iter().zip(&drawn).filter(|(_, drawn)| **drawn == 0).collect();
            assert!(missing.is_empty(), "{shape}: {missing:?}");
        }
    }
}
