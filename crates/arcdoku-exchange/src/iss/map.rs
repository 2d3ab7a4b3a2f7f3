//! The constraints of an ISS string as rules.

use std::collections::BTreeMap;

use arcdoku::{Rule, Shape};

use super::class::{Class, Form};
use super::layout::Layout;
use super::tree::{Clause, Tokens, Tree};
use crate::automaton::Automaton;
use crate::codec;
use crate::draft::Draft;
use crate::error::{ReadError, quoted};
use crate::import::{Import, ImportError, Kind, Policy};
use crate::pairs;
use crate::text;

/// Converts a string to a puzzle.
pub(crate) fn import(tokens: &Tokens, policy: &Policy) -> Result<Import, ImportError> {
    let frame = Frame::of(tokens)?;
    let mut mapper = Mapper { draft: Draft::new(frame.shape), tokens, frame };
    mapper.grid();
    for tree in &tokens.trees {
        mapper.tree(tree);
    }
    mapper.negatives();
    tokens.unknown.iter().for_each(|name| mapper.draft.unknown(name, Kind::Unknown));
    mapper.draft.finish(policy)
}

/// The properties of the whole grid that the constraints of a string determine.
struct Frame {
    shape: Shape,
    /// The regions of a jigsaw.
    jigsaw: Vec<Vec<usize>>,
    /// The size of boxes and regions.
    region: usize,
    has_chaos: bool,
    /// Whether equal numbers may have any of the ranks that they share.
    has_free_ties: bool,
}

impl Frame {
    fn of(tokens: &Tokens) -> Result<Self, ReadError> {
        let layout = &tokens.layout;
        let top = || tokens.trees.iter().filter_map(clause_of);
        let find = |class: Class| top().find(|clause| clause.class == class);
        let size = find(Class::RegionSize).and_then(|clause| clause.argument(0).parse().ok());
        let region = size.unwrap_or(layout.side());
        let shape = shape(layout).ok_or_else(|| {
            let found = format!("a grid of {} with {} cells in all", layout.spec(), layout.cells());
            ReadError::whole(found, "at most 4096 cells and 64 values")
        })?;
        let boxes = layout.box_size(region).filter(|_| !layout.is_raw && find(Class::NoBoxes).is_none());
        let shape = boxes.and_then(|(rows, columns)| shape.with_boxes(rows, columns)).unwrap_or(shape);
        let jigsaw = top().filter(|clause| clause.class == Class::Jigsaw).map(Clause::cells).collect();
        let has_free_ties = find(Class::FullRankTies).is_some_and(|clause| clause.argument(0) == "any");
        Ok(Self { shape, jigsaw, region, has_chaos: find(Class::ChaosConstruction).is_some(), has_free_ties })
    }

    /// The region of a cell for rules that divide lines into segments: its box, or its region of a jigsaw.
    fn region_of(&self, cell: usize) -> Option<usize> {
        if self.shape.has_boxes() {
            return self.shape.box_of(arcdoku::grid::Cell::new(cell));
        }
        self.jigsaw.iter().position(|region| region.contains(&cell))
    }
}

/// The shape of a layout, without boxes.
fn shape(layout: &Layout) -> Option<Shape> {
    Shape::rectangle(layout.rows, layout.columns)?
        .with_values(layout.least, layout.values)?
        .with_extra(layout.cells() - layout.grid_cells())
}

fn clause_of(tree: &Tree) -> Option<&Clause> {
    match tree {
        Tree::Clause(clause) => Some(clause),
        _ => None,
    }
}

struct Mapper<'a> {
    draft: Draft,
    tokens: &'a Tokens,
    frame: Frame,
}

impl Mapper<'_> {
    fn layout(&self) -> &Layout {
        &self.tokens.layout
    }

    fn shape(&self) -> Shape {
        self.frame.shape
    }

    /// Adds the rules of the grid.
    fn grid(&mut self) {
        if !self.layout().is_raw {
            self.draft.base(Rule::Rows);
            self.draft.base(Rule::Columns);
            self.draft.base(Rule::Boxes);
        }
        let groups: Vec<String> = self.layout().groups.iter().map(|group| self.group(group)).collect();
        for text in groups {
            self.draft.rule("Var", &text);
        }
    }

    /// The name of a group of variables as a rule.
    fn group(&self, group: &super::layout::Group) -> String {
        let cells: Vec<usize> = (group.first..group.first + group.count).collect();
        let cells = text::names(self.shape(), &cells);
        let size = match group.columns {
            Some(columns) => format!("{}x{columns}", group.count / columns),
            None => group.count.to_string(),
        };
        let label = if group.label.is_empty() { &group.prefix } else { &group.label };
        format!("group {} {size}: {cells}", text::word(label))
    }

    /// Adds the rules of a tree of the first level.
    fn tree(&mut self, tree: &Tree) {
        match tree {
            Tree::Clause(clause) if clause.class == Class::Given => self.given(clause),
            Tree::Clause(clause) => match self.texts(clause) {
                Ok(Mapped::Rules(rules)) => {
                    rules.iter().for_each(|rule| self.draft.rule(clause.class.name(), rule));
                }
                Ok(Mapped::Frame) => {}
                Ok(Mapped::Decoration(why)) => self.draft.decoration(clause.class.name(), why),
                Err(why) => self.draft.unknown(clause.class.name(), why),
            },
            Tree::All(trees) => trees.iter().for_each(|tree| self.tree(tree)),
            Tree::Any(branches) => match self.any(branches) {
                Ok(rule) => self.draft.rule("Or", &rule),
                Err(why) => self.draft.unknown("Or", why),
            },
        }
    }

    /// Restricts a cell to these values; a single value is a clue.
    fn given(&mut self, clause: &Clause) {
        let values: Option<Vec<i32>> = clause.arguments.iter().map(|value| value.parse().ok()).collect();
        match (clause.cells()[0], values.as_deref()) {
            (cell, Some(&[value])) => self.draft.clue("Given", cell, value),
            (cell, Some(values)) if !values.is_empty() => {
                self.draft.candidates("Given", cell, values.iter().copied());
            }
            _ => self.draft.unknown("Given", quoted(&clause.arguments.join("_"))),
        }
    }

    /// The text of a choice between branches.
    fn any(&self, branches: &[Tree]) -> Result<String, String> {
        let mut texts = Vec::new();
        for branch in branches {
            let mut rules = Vec::new();
            if self.nested(branch, &mut rules)? {
                texts.push(rules);
            }
        }
        if texts.is_empty() {
            return Err("branches that can never hold".to_owned());
        }
        Ok(text::any(&texts))
    }

    /// Collects the texts of the rules that must all hold in a branch. Returns false if the rules can never hold
    /// together.
    fn nested(&self, tree: &Tree, rules: &mut Vec<String>) -> Result<bool, String> {
        match tree {
            Tree::Clause(clause) if !self.is_possible(clause) => return Ok(false),
            Tree::Clause(clause) => match self.texts(clause)? {
                Mapped::Rules(texts) => rules.extend(texts),
                Mapped::Frame => return Err(format!(".{} in an .Or", clause.class.name())),
                Mapped::Decoration(_) => {}
            },
            Tree::All(trees) => {
                for tree in trees {
                    if !self.nested(tree, rules)? {
                        return Ok(false);
                    }
                }
            }
            Tree::Any(branches) => rules.push(self.any(branches)?),
        }
        Ok(true)
    }

    /// Whether a clue can be satisfied. Its cells are in the grid, so a rule that does not fit the grid is impossible.
    fn is_possible(&self, clause: &Clause) -> bool {
        const CLUES: &[Class] = &[
            Class::Cage,
            Class::LittleKiller,
            Class::Lunchbox,
            Class::NumberedRoom,
            Class::Sandwich,
            Class::Skyscraper,
            Class::Sum,
            Class::XSum,
        ];
        let is_fit = |text: &String| text.parse::<Rule>().is_ok_and(|rule| rule.check(self.shape()).is_ok());
        match self.texts(clause) {
            Ok(Mapped::Rules(texts)) if CLUES.contains(&clause.class) => texts.iter().all(is_fit),
            _ => true,
        }
    }

    /// Adds the rules that forbid the relations of marks for each unmarked pair.
    fn negatives(&mut self) {
        for (strict, marks, rule) in [
            (Class::StrictKropki, [Class::WhiteDot, Class::BlackDot], "strict-kropki"),
            (Class::StrictXV, [Class::X, Class::V], "strict-xv"),
        ] {
            if !self.tokens.trees.iter().filter_map(clause_of).any(|clause| clause.class == strict) {
                continue;
            }
            let mut exempt = Vec::new();
            if !self.marked(&self.tokens.trees, marks, &mut exempt) {
                self.draft.unknown(strict.name(), "dots inside of an .Or");
                continue;
            }
            self.draft.except(strict.name(), rule, &exempt);
        }
    }

    /// Collects the pairs that have one of two marks. Returns false if some of the marks are in a choice between
    /// branches.
    fn marked(&self, trees: &[Tree], marks: [Class; 2], pairs: &mut Vec<(usize, usize)>) -> bool {
        trees.iter().all(|tree| match tree {
            Tree::Clause(clause) => {
                if marks.contains(&clause.class) {
                    pairs.extend(self.adjacent(&clause.cells()));
                }
                true
            }
            Tree::All(trees) => self.marked(trees, marks, pairs),
            Tree::Any(trees) => {
                let mut inside = Vec::new();
                self.marked(trees, marks, &mut inside) && inside.is_empty()
            }
        })
    }

    /// The pairs of neighbors among cells, in the order of the list.
    fn adjacent(&self, cells: &[usize]) -> Vec<(usize, usize)> {
        pairs::adjacent(cells, |a, b| self.layout().are_neighbors(a, b))
    }

    fn line(&self, rule: &str, cells: &[usize]) -> String {
        text::line(self.shape(), rule, cells)
    }

    /// The sum of a clause's first argument.
    fn number(clause: &Clause) -> Result<i64, String> {
        let text = clause.argument(0);
        text.parse().map_err(|_| format!("the number {}", quoted(text)))
    }

    fn values(text: &str) -> Result<Vec<i32>, String> {
        text.split(['_', ','])
            .map(|value| value.parse().map_err(|_| format!("the values {}", quoted(text))))
            .collect()
    }

    fn texts(&self, clause: &Clause) -> Result<Mapped, String> {
        let cells = clause.cells();
        let shape = self.shape();
        let simple = |rule: &str| Ok(Mapped::one(self.line(rule, &cells)));
        let numbered =
            |rule: &str| Ok(Mapped::one(self.line(&format!("{rule} {}", Self::number(clause)?), &cells)));
        let everywhere = |rule: &str| Ok(Mapped::one(rule.to_owned()));
        let marks = |rule: &str| {
            let pairs = self.adjacent(&cells);
            if pairs.is_empty() {
                return Err("cells that are not neighbors".to_owned());
            }
            Ok(Mapped::one(text::except(shape, rule, &pairs)))
        };
        match clause.class {
            Class::Given => {
                let values = Self::values(&clause.arguments.join("_"))?;
                Ok(Mapped::one(text::one_of(shape, &values, &cells)))
            }
            Class::Cage if !matches!(clause.argument(0), "" | "0") => {
                Ok(Mapped::Rules(text::cage(shape, Self::number(clause)?, &cells)))
            }
            Class::AllDifferent | Class::Cage | Class::Jigsaw => {
                Ok(Mapped::of(text::all_different(shape, &cells)))
            }
            Class::Sum => self.sum(clause, &cells),
            Class::PillArrow => {
                let size = Self::number(clause)? as usize;
                if !(2..=3).contains(&size) || cells.len() <= size {
                    return Err(format!("a pill of {size} cells"));
                }
                let mut cells = cells;
                cells[..size].sort_unstable();
                Ok(Mapped::one(self.line(&format!("pill-arrow {size}"), &cells)))
            }
            Class::EqualSum => {
                let lists: Vec<&[usize]> = clause.segments.iter().map(Vec::as_slice).collect();
                Ok(Mapped::of(text::equal_sums(shape, &lists)))
            }
            Class::RegionSumLine => {
                if self.frame.has_chaos {
                    return Err("a line through unknown regions".to_owned());
                }
                let lists: Vec<&[usize]> =
                    cells.chunk_by(|&a, &b| self.frame.region_of(a) == self.frame.region_of(b)).collect();
                Ok(Mapped::of(text::equal_sums(shape, &lists)))
            }
            // All values are equal modulo 1, so cells can only differ if there are fewer than two of them.
            Class::Modular if clause.argument(0) == "1" => Ok(Mapped::Rules(Vec::new())),
            Class::Modular => match Self::number(clause)? {
                by @ 5.. => Ok(Mapped::Rules(text::modular(shape, by as usize, &cells))),
                _ => numbered("modular"),
            },
            Class::SumLine => numbered(if clause.is_loop { "sum-loop" } else { "sum-line" }),
            Class::FullRank => {
                let ties = if self.frame.has_free_ties { " any" } else { "" };
                Ok(Mapped::one(self.line(&format!("full-rank {}{ties}", Self::number(clause)?), &cells)))
            }
            Class::FullRankTies => match clause.argument(0) {
                "none" => everywhere("full-rank-different"),
                _ => Ok(Mapped::Frame),
            },
            Class::Pair | Class::PairX | Class::Binary | Class::BinaryX => self.table(clause, &cells),
            Class::NFA => self.automaton(clause),
            Class::Regex => {
                let text = clause.argument(0);
                let pattern = if text.contains(['%', '.']) {
                    Some(codec::unescape(text))
                } else {
                    codec::bytes(text).and_then(|bytes| String::from_utf8(bytes).ok())
                };
                let pattern = pattern.ok_or("a pattern that is not base64")?;
                let pattern: String = pattern.chars().filter(|c| !c.is_whitespace()).collect();
                simple(&format!("regex {pattern}"))
            }
            Class::SameValues => {
                let lists = Self::number(clause)? as usize;
                if lists == 0 || !cells.len().is_multiple_of(lists) {
                    return Err(format!("{} cells in {lists} sets", cells.len()));
                }
                Ok(Mapped::of(text::same_digits(shape, lists, &cells)))
            }
            Class::Quad => {
                let values = Self::values(&clause.arguments.join("_"))?;
                simple(&format!("quadruple {}", text::values(&values)))
            }
            Class::ContainAtLeast => {
                let values = Self::values(clause.argument(0))?;
                simple(&format!("contains {}", text::values(&values)))
            }
            Class::ContainExact => {
                let values = Self::values(clause.argument(0))?;
                simple(&format!("contains-exactly {}", text::values(&values)))
            }
            Class::LookAndSay => {
                let symbols: Vec<char> = clause.argument(0).chars().collect();
                let pairs: Vec<String> = symbols.chunks(2).map(|pair| pair.iter().collect()).collect();
                simple(&format!("look-and-say {}", pairs.join(" ")))
            }
            Class::ConnectedValues => self.connected(clause, &cells),
            Class::Indexing => match clause.argument(0) {
                "R" => simple("row-index"),
                "C" => simple("column-index"),
                other => Err(quoted(other)),
            },
            Class::Diagonal => {
                let n = self.layout().rows;
                if n != self.layout().columns {
                    return Err("a diagonal of a grid that is not square".to_owned());
                }
                let column = |row: usize| if clause.argument(0).starts_with('-') { row } else { n - 1 - row };
                let cells: Vec<usize> = (0..n).map(|row| row * n + column(row)).collect();
                Ok(Mapped::of(text::all_different(shape, &cells)))
            }
            Class::Windoku => Ok(self.windoku()),
            Class::DisjointSets => Ok(self.disjoint_sets()),
            Class::RegionSameValues => Ok(self.same_regions()),
            Class::ChaosConstruction => {
                let group = self.layout().group("CC").ok_or("no regions")?;
                let labels: Vec<usize> = (group.first..group.first + group.count).collect();
                Ok(Mapped::one(self.line(&format!("chaos {}", self.frame.region), &labels)))
            }
            Class::ChaosArrow | Class::ChaosCount => self.chaos(clause),
            Class::Doppelganger => {
                let names = ["DGC", "DGR", "DGB"];
                let groups = names.iter().filter_map(|name| self.layout().group(name));
                let lists: Vec<Vec<usize>> =
                    groups.map(|group| (group.first..group.first + group.count).collect()).collect();
                Ok(Mapped::one(text::doppelganger(shape, &lists)))
            }
            Class::SearchPriority => Ok(Mapped::Decoration("a hint to the search")),
            Class::NoBoxes
            | Class::RegionSize
            | Class::Shape
            | Class::StrictKropki
            | Class::StrictXV
            | Class::Var => Ok(Mapped::Frame),
            class => match (class.rule(), class.form()) {
                (None, _) => Err("a composite without children".to_owned()),
                (Some((rule, _)), Form::Plain) => everywhere(rule),
                (Some((rule, _)), _) if class.is_mark() => marks(rule),
                (Some((rule, _)), Form::Cells(0)) => simple(rule),
                (Some((rule, _)), _) => numbered(rule),
            },
        }
    }

    /// Reads a weighted sum: `10` or `10_=_1_-1`.
    fn sum(&self, clause: &Clause, cells: &[usize]) -> Result<Mapped, String> {
        let (sum, weights) = weighted(clause)?;
        if weights.len() != cells.len() {
            return Err(format!("{} weights of {} cells", weights.len(), cells.len()));
        }
        Ok(Mapped::one(text::sum(self.shape(), sum, &weights, cells)))
    }

    /// Reads a relation given as a table of bits.
    fn table(&self, clause: &Clause, cells: &[usize]) -> Result<Mapped, String> {
        let n = self.shape().digits();
        let mut key = clause.argument(0).to_owned();
        // In the older classes, the last two characters of the alphabet are exchanged.
        if matches!(clause.class, Class::Binary | Class::BinaryX) {
            key = key
                .chars()
                .map(|c| match c {
                    '-' => '_',
                    '_' => '-',
                    c => c,
                })
                .collect();
        }
        let bits = codec::sixes(&key).ok_or("a table that is not base64")?;
        let allowed = |i: usize| bits.get(i / 6).is_some_and(|six| six >> (i % 6) & 1 == 1);
        let rows: Vec<u64> =
            (0..n).map(|a| (0..n).filter(|b| allowed(a * n + b)).fold(0, |row, b| row | 1 << b)).collect();
        let is_all = matches!(clause.class, Class::PairX | Class::BinaryX);
        Ok(Mapped::of(text::table(self.shape(), &rows, is_all, cells)))
    }

    fn automaton(&self, clause: &Clause) -> Result<Mapped, String> {
        let automaton =
            Automaton::decode(clause.argument(0)).map_err(|fault| format!("an automaton with {fault}"))?;
        let lists: Vec<&[usize]> = clause.segments.iter().map(Vec::as_slice).collect();
        Ok(Mapped::one(text::automaton(self.shape(), &automaton, &lists)))
    }

    fn connected(&self, clause: &Clause, cells: &[usize]) -> Result<Mapped, String> {
        let values = Self::values(clause.argument(0))?;
        let size = match clause.argument(1) {
            "" => None,
            size => Some(size.parse::<usize>().map_err(|_| format!("the size {}", quoted(size)))?),
        };
        let (_, _, columns) = self.layout().patch(cells[0]);
        Ok(Mapped::one(text::connected(self.shape(), &values, size, columns, cells)))
    }

    /// Adds all-different sets in the shape of boxes, one cell from the edges and from each other.
    fn windoku(&self) -> Mapped {
        let Some((height, width)) = self.layout().box_size(self.frame.region) else {
            return Mapped::Rules(vec![]);
        };
        let (rows, columns) = (self.layout().rows, self.layout().columns);
        let mut sets = Vec::new();
        for top in (1..).step_by(height + 1).take_while(|top| top + height < rows) {
            for left in (1..).step_by(width + 1).take_while(|left| left + width < columns) {
                let cells: Vec<usize> =
                    (0..height * width).map(|i| (top + i / width) * columns + left + i % width).collect();
                sets.extend(text::all_different(self.shape(), &cells));
            }
        }
        Mapped::Rules(sets)
    }

    /// Adds sets of cells at the same place of all boxes.
    fn disjoint_sets(&self) -> Mapped {
        let Some((height, width)) = self.layout().box_size(self.frame.region) else {
            return Mapped::Rules(vec![]);
        };
        let (rows, columns) = (self.layout().rows, self.layout().columns);
        let sets = (0..height * width).map(|place| {
            let cells = (0..rows * columns)
                .filter(|cell| (cell / columns % height) * width + cell % columns % width == place);
            text::all_different(self.shape(), &cells.collect::<Vec<_>>())
        });
        Mapped::Rules(sets.flatten().collect())
    }

    /// Adds the rule that the largest rows, columns, boxes and regions have the same values.
    fn same_regions(&self) -> Mapped {
        let (rows, columns) = (self.layout().rows, self.layout().columns);
        let mut regions: Vec<Vec<usize>> = self.frame.jigsaw.clone();
        regions.extend((0..rows).map(|row| (0..columns).map(|column| row * columns + column).collect()));
        regions.extend((0..columns).map(|column| (0..rows).map(|row| row * columns + column).collect()));
        let mut boxes: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for cell in 0..rows * columns {
            if let Some(index) = self.shape().box_of(arcdoku::grid::Cell::new(cell)) {
                boxes.entry(index).or_default().push(cell);
            }
        }
        regions.extend(boxes.into_values());
        let most = regions.iter().map(Vec::len).max().unwrap_or(0);
        regions.retain(|region| region.len() == most);
        if most == self.shape().digits() || regions.len() < 2 {
            return Mapped::Rules(Vec::new());
        }
        Mapped::of(text::same_digits(self.shape(), regions.len(), &regions.concat()))
    }

    /// Reads a clue about the unknown regions: a control cell, an offset, and cells of the grid or of the regions.
    fn chaos(&self, clause: &Clause) -> Result<Mapped, String> {
        let group = self.layout().group("CC").ok_or("no unknown regions")?;
        let cells = self.layout().grid_cells();
        let control = self.layout().cell(clause.argument(0)).ok_or_else(|| quoted(clause.argument(0)))?;
        let offset: u8 = match clause.argument(1) {
            "" | "0" => 0,
            "1" => 1,
            other => return Err(format!("the offset {}", quoted(other))),
        };
        let label = |cell: usize| if cell < cells { group.first + cell } else { cell };
        let mut lists: Vec<Vec<usize>> =
            clause.segments.iter().map(|list| list.iter().map(|&cell| label(cell)).collect()).collect();
        if lists.is_empty() {
            if control >= cells {
                return Err("a clue without cells outside of the grid".to_owned());
            }
            let (columns, rows) = (self.layout().columns as isize, self.layout().rows as isize);
            let (row, column) = (control as isize / columns, control as isize % columns);
            let at = |row: isize, column: isize| {
                ((0..rows).contains(&row) && (0..columns).contains(&column))
                    .then(|| label((row * columns + column) as usize))
            };
            lists = if clause.class == Class::ChaosArrow {
                let rays = [(0, -1), (0, 1), (-1, 0), (1, 0)];
                rays.iter()
                    .map(|(down, right)| {
                        (0..).map_while(|step| at(row + down * step, column + right * step)).collect()
                    })
                    .collect()
            } else {
                let near = [(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)];
                vec![near.iter().filter_map(|(down, right)| at(row + down, column + right)).collect()]
            };
        }
        let shape = self.shape();
        Ok(Mapped::one(if clause.class == Class::ChaosArrow {
            text::chaos_arrow(shape, offset, control, &lists)
        } else {
            text::chaos_count(shape, offset, control, &lists.concat())
        }))
    }
}

/// Reads a sum and its weights: `10` or `10_=_1_-1`.
fn weighted(clause: &Clause) -> Result<(i64, Vec<i64>), String> {
    let mut parts = clause.argument(0).split('_');
    let fault = || format!("the sum {}", quoted(clause.argument(0)));
    let number =
        |text: &str| text.parse::<i64>().ok().filter(|number| number.abs() < 1 << 20).ok_or_else(fault);
    let sum = number(parts.next().unwrap_or_default())?;
    let weights = match parts.next() {
        None => vec![1; clause.cells().len()],
        Some("=") => parts.map(number).collect::<Result<_, _>>()?,
        Some(_) => return Err(fault()),
    };
    Ok((sum, weights))
}

/// The result of reading a clause.
enum Mapped {
    /// The clause became these rules, which are given by their texts.
    Rules(Vec<String>),
    /// The clause describes a part of the grid.
    Frame,
    /// The clause is not a rule.
    Decoration(&'static str),
}

impl Mapped {
    fn one(text: String) -> Self {
        Self::Rules(vec![text])
    }

    fn of(text: Option<String>) -> Self {
        Self::Rules(text.into_iter().collect())
    }
}
