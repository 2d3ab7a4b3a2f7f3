//! Puzzles as input: a text, and the rules that the text does not contain.

use arcdoku::grid::{Cell, CellName, Digit, InvalidShape, Shape};
use arcdoku::puzzle::format::{Notation, ParseError, ReadOptions, Record, parse_one, parse_regions};
use arcdoku::puzzle::{Puzzle, Rule, Solution};
use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use crate::other::PassedFields;
use crate::outcome::FaultCode;
use crate::text::{puzzle_text, solution_text};

/// A puzzle with everything that belongs to it.
///
/// ```
/// use arcdoku_wire::PuzzleInput;
///
/// let line = r#"{"puzzle": "1.....6.....5...2...3............4.", "shape": "2x3", "level": 4}"#;
/// let error = serde_json::from_str::<PuzzleInput>(line).unwrap().record().unwrap_err();
/// assert_eq!(error.line, 1, "one cell is missing");
///
/// let line = r#"{"puzzle": "1.....6.....5...2...3............4..", "rules": ["diagonals"], "level": 4}"#;
/// let input: PuzzleInput = serde_json::from_str(line).unwrap();
/// assert_eq!(input.record().unwrap().puzzle.rules().len(), 4);
/// assert_eq!(input.other["level"], 4, "other fields are kept");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PuzzleInput {
    /// The puzzle in any notation of the library.
    pub puzzle: String,
    /// The shape and rules that the text does not contain.
    #[serde(flatten)]
    pub ruleset: Ruleset,
    /// Its solution, which is checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// All other fields, which are passed through.
    #[serde(flatten)]
    pub other: PassedFields,
}

/// A shape and further rules, as text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ruleset {
    /// The boxes, rows x columns (`"2x3"`), or `"latin"` for none. Absent for the usual boxes of the size.
    ///
    /// `"bare"` is a grid without rules other than the listed ones. Grids of any other kind are described in full,
    /// with the same word for grids without other rules: `"grid 6x9 boxes 2x3 digits 0-8 extra 12 bare"`. The extra
    /// cells, `v1`, `v2` and so on, are variables outside the grid. In the texts of puzzles and solutions, their
    /// values follow the values of the grid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<String>,
    /// Further rules, each a line of text: `"diagonals"`, `"windoku"`, `"cage 12: r1c1 r1c2"`.
    /// [`Rule::kinds`] lists them. Tables have a column `rule`, so this name is read, too.
    #[serde(default, alias = "rule", skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// Jigsaw regions instead of boxes: one character per cell, equal characters for equal regions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regions: Option<String>,
    /// Extra sets of cells with different digits, each a list of names such as `"r1c1"`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extra: Vec<Vec<String>>,
}

impl PuzzleInput {
    /// The names of the fields declared here; other fields have different names.
    pub const FIELDS: &'static [&'static str] =
        &["puzzle", "shape", "rules", "regions", "extra", "solution", "name"];
}

impl Ruleset {
    /// Whether there is no shape and no rule.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Adds the rules and extra sets of `other`, and its shape and regions if this ruleset has neither shape nor
    /// regions.
    #[must_use]
    pub fn or(mut self, other: &Self) -> Self {
        if self.shape.is_none() && self.regions.is_none() {
            self.shape.clone_from(&other.shape);
            self.regions.clone_from(&other.regions);
        }
        let new = other.rules.iter().filter(|rule| !self.rules.contains(rule)).cloned();
        self.rules = self.rules.iter().cloned().chain(new).collect();
        self.extra.extend(other.extra.iter().cloned());
        self
    }

    /// Parses the rules, without the checks that need the puzzle.
    ///
    /// # Errors
    /// The first text that cannot be read, with the position in it.
    pub fn frame(&self) -> Result<Frame, RulesetFault> {
        let (mut shape, mut boxes) = (None, Boxes::Usual);
        match self.shape.as_deref() {
            None => {}
            Some("latin") => boxes = Boxes::None,
            Some("bare") => boxes = Boxes::Bare,
            Some(text) => {
                let (read, bare) = shape_of(text).map_err(|fault| RulesetFault::new("box", 0, fault))?;
                shape = Some(read);
                if bare {
                    boxes = Boxes::Bare;
                }
            }
        }
        let wrong_regions = |fault| RulesetFault::new("regions", 0, fault);
        let mut regions = None;
        if let Some(text) = &self.regions {
            if shape.is_some_and(Shape::has_boxes) {
                let found = "regions together with a shape with boxes";
                return Err(wrong_regions(Fault::new(FaultCode::Shape, (1, 1), found, "one of them")));
            }
            // The number of cells that the parser of layouts counts. The parser reports layouts that do not fit.
            let layout = text.lines().filter(|line| !line.trim_start().starts_with('#'));
            let drawn =
                |c: &char| c.is_whitespace() || matches!(c, '|' | '-' | '+' | '\u{2500}'..='\u{257f}');
            let cells = layout.flat_map(str::chars).filter(|c| !drawn(c)).count();
            let side = (1..=64).find(|n| n * n >= cells).unwrap_or(64);
            let latin = shape.or_else(|| Shape::latin(side)).unwrap_or(Shape::CLASSIC);
            regions = Some(parse_regions(text, latin).map_err(|error| wrong_regions(error.into()))?);
            shape = Some(latin);
        }
        let rules = self.rules.iter().enumerate().map(|(index, text)| {
            text.parse().map_err(|error| RulesetFault::new("rules", index, in_rule(text, error)))
        });
        let rules = rules.collect::<Result<_, _>>()?;
        let (mut extra, mut names) = (Vec::with_capacity(self.extra.len()), 0);
        for set in &self.extra {
            let mut cells = Vec::with_capacity(set.len());
            for name in set {
                let wrong = |fault| RulesetFault::new("extra", names, fault);
                let cell: CellName = name.trim().parse().map_err(|_| {
                    wrong(Fault::new(FaultCode::Rule, (1, 1), Fault::quoted(name), "a cell such as r1c9"))
                })?;
                if cells.contains(&cell) {
                    let found = format!("{cell} twice in an extra set");
                    return Err(wrong(Fault::new(FaultCode::Rule, (1, 1), found, "each cell at most once")));
                }
                cells.push(cell);
                names += 1;
            }
            extra.push(cells);
        }
        Ok(Frame { shape, boxes, regions, rules, texts: self.rules.clone(), extra })
    }
}

/// A fault of a text of a [`Ruleset`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesetFault {
    /// The option of the command line for such texts: `box`, `rules`, `rule`, `regions` or `extra`.
    pub option: &'static str,
    /// The index of the text in the field, from 0. The names of all extra sets are counted together.
    pub index: usize,
    /// The fault, positioned in the text.
    pub fault: Fault,
}

impl RulesetFault {
    fn new(option: &'static str, index: usize, fault: Fault) -> Self {
        Self { option, index, fault }
    }

    /// The field that contains the text: `shape`, `rules`, `regions` or `extra`.
    pub fn field(&self) -> &'static str {
        match self.option {
            "box" => "shape",
            "rule" => "rules",
            option => option,
        }
    }
}

impl From<RulesetFault> for Fault {
    fn from(wrong: RulesetFault) -> Self {
        wrong.fault
    }
}

/// The fault of a rule's text, with the text in quotes.
fn in_rule(text: &str, error: ParseError) -> Fault {
    let (fault, rule) = (Fault::from(error), Fault::quoted(text));
    if fault.found == rule {
        return fault;
    }
    Fault { found: format!("{} in the rule {rule}", fault.found), ..fault }
}

/// A parsed [`Ruleset`], to be applied to puzzles.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    shape: Option<Shape>,
    boxes: Boxes,
    regions: Option<Rule>,
    rules: Vec<Rule>,
    /// The texts of `rules`.
    texts: Vec<String>,
    extra: Vec<Vec<CellName>>,
}

/// The rules that a puzzle has without further rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Boxes {
    /// The rules of its shape.
    #[default]
    Usual,
    /// The rules of its shape without its boxes.
    None,
    /// No rules.
    Bare,
}

impl Frame {
    /// The shape, if it is known without a puzzle.
    pub fn shape(&self) -> Option<Shape> {
        self.shape
    }

    /// Whether [`apply`](Self::apply) leaves every puzzle unchanged.
    pub fn adds_nothing(&self) -> bool {
        self.boxes == Boxes::Usual && self.regions.is_none() && self.rules.is_empty() && self.extra.is_empty()
    }

    /// Options for a reader of puzzles in this frame.
    pub fn read_options(&self, notation: Option<Notation>) -> ReadOptions {
        ReadOptions { notation, shape: self.shape }
    }

    /// The first text that does not fit a grid of `shape`, if any, with the column of the part that does not fit.
    /// `None` stands for a grid without boxes whose size is not known yet.
    fn misfit(&self, shape: Option<Shape>) -> Option<RulesetFault> {
        for (index, rule) in self.rules.iter().enumerate() {
            // The largest grid without boxes contains all cells that a rule may name. Rules with an entry for each cell
            // are checked once the size is known.
            if shape.is_none() && matches!(rule, Rule::Candidates(_) | Rule::Regions(_)) {
                continue;
            }
            let tried = shape.or_else(|| Shape::latin(64))?;
            if rule.check(tried).is_ok() {
                continue;
            }
            let Err(error) = Rule::parse(&self.texts[index], tried) else { continue };
            let found = match shape {
                Some(_) if error.found().contains(&rule_name(rule)) => error.found().to_owned(),
                Some(_) => format!("{} in the rule {}", error.found(), Fault::quoted(&rule.to_string())),
                None => format!("{} in a grid without boxes", rule_name(rule)),
            };
            let fault = Fault::new(error.kind().into(), (1, error.column()), found, error.expected());
            return Some(RulesetFault::new(option_of(rule), index, fault));
        }
        let shape = shape?;
        let most = shape.digits();
        let mut names = 0;
        for set in &self.extra {
            let outside = set.iter().position(|&cell| shape.cell_named(cell).is_none());
            let (found, expected) = match outside.map(|i| set[i]) {
                Some(cell) => (format!("cell {cell}"), "cells of the grid".to_owned()),
                None if set.len() > most => (
                    format!("a set of {} cells", set.len()),
                    format!("at most {most} cells that must differ"),
                ),
                None => {
                    names += set.len();
                    continue;
                }
            };
            let fault =
                Fault::new(FaultCode::Rule, (1, 1), format!("{found} in a grid of {shape}"), expected);
            return Some(RulesetFault::new("extra", names + outside.unwrap_or(0), fault));
        }
        None
    }

    /// The first text that does not fit any puzzle of the shape, if the shape is known.
    pub fn misfit_in_advance(&self) -> Option<RulesetFault> {
        match self.shape {
            None if self.boxes == Boxes::Usual => None,
            shape => self.misfit(shape),
        }
    }

    /// The first text that does not fit the shape of a puzzle.
    fn misfit_of(&self, puzzle: &Puzzle) -> Option<RulesetFault> {
        let shape = puzzle.shape();
        let latin = self.boxes == Boxes::None || self.boxes == Boxes::Bare && self.shape.is_none();
        self.misfit(Some(if latin { shape.without_boxes() } else { shape }))
    }

    /// Adds the rules to a puzzle.
    ///
    /// # Errors
    /// The first text that does not fit the shape of the puzzle.
    pub fn apply(&self, record: &mut Record) -> Result<(), RulesetFault> {
        let shape = record.puzzle.shape();
        let rules_of = |puzzle: &Puzzle, empty: Puzzle| {
            let kept = puzzle.rules().iter().filter(|rule| matches!(rule, Rule::Candidates(_))).cloned();
            let mut same = kept.fold(empty, Puzzle::with_rule);
            same.set_givens(puzzle.givens());
            same
        };
        match self.boxes {
            Boxes::Usual => {}
            Boxes::None => record.puzzle = rules_of(&record.puzzle, Puzzle::new(shape.without_boxes())),
            Boxes::Bare => {
                let shape = self.shape.unwrap_or(shape.without_boxes());
                record.puzzle = rules_of(&record.puzzle, Puzzle::bare(shape));
            }
        }
        if self.regions.is_none() && self.rules.is_empty() && self.extra.is_empty() {
            return Ok(());
        }
        let shape = record.puzzle.shape();
        if let Some(wrong) = self.misfit_of(&record.puzzle) {
            return Err(wrong);
        }
        let set = |set: &Vec<CellName>| Rule::AllDifferent(set.clone().into());
        let rules = self.regions.iter().chain(&self.rules).cloned().chain(self.extra.iter().map(set));
        let puzzle = std::mem::replace(&mut record.puzzle, Puzzle::new(shape));
        record.puzzle = puzzle.try_with_rules(rules).map_err(|error| {
            let fault = Fault::new(FaultCode::Rule, (1, 1), error.found(), error.expected());
            RulesetFault::new("rule", 0, fault)
        })?;
        Ok(())
    }
}

/// The name of a rule in rulesets.
fn rule_name(rule: &Rule) -> String {
    match rule {
        Rule::DisjointGroups => "disjoint".to_owned(),
        rule => rule.to_string(),
    }
}

/// The option that a rule comes from: `rules` takes names, `rule` any text.
fn option_of(rule: &Rule) -> &'static str {
    match rule {
        Rule::Diagonals | Rule::Windoku | Rule::DisjointGroups => "rules",
        _ => "rule",
    }
}

/// A shape, and whether it is without its usual rules.
fn shape_of(text: &str) -> Result<(Shape, bool), Fault> {
    if !text.trim_start().starts_with("grid") {
        return Ok((boxes(text)?, false));
    }
    let whole = text.trim_end();
    let bare = whole.strip_suffix("bare").filter(|rest| rest.ends_with(char::is_whitespace));
    let shape = bare.unwrap_or(whole).parse().map_err(|error: InvalidShape| {
        Fault::new(FaultCode::Shape, (1, error.column()), Fault::quoted(error.found()), error.expected())
    })?;
    Ok((shape, bare.is_some()))
}

fn boxes(text: &str) -> Result<Shape, Fault> {
    let shape = text
        .split_once(['x', 'X'])
        .and_then(|(rows, cols)| Shape::boxes(rows.trim().parse().ok()?, cols.trim().parse().ok()?));
    shape.ok_or_else(|| {
        Fault::new(
            FaultCode::Shape,
            (1, 1),
            Fault::quoted(text),
            "boxes of at most 64 cells as rows x columns, such as 2x3",
        )
    })
}

/// The one-based row and column in a name such as `r1c9`, in either case.
pub fn cell_from_name(name: &str) -> Result<(usize, usize), Fault> {
    let lower = name.trim().to_ascii_lowercase();
    let parts = lower.strip_prefix('r').and_then(|rest| rest.split_once('c'));
    let place = parts.and_then(|(row, col)| Some((row.parse().ok()?, col.parse().ok()?)));
    place
        .filter(|&(row, col)| (1..=64).contains(&row) && (1..=64).contains(&col))
        .ok_or_else(|| Fault::new(FaultCode::Rule, (1, 1), Fault::quoted(name), "a cell such as r1c9"))
}

impl PuzzleInput {
    /// Reads the puzzle with all its rules.
    ///
    /// # Errors
    /// A fault that is positioned in the text of the puzzle or of a rule.
    pub fn record(&self) -> Result<Record, Fault> {
        let frame = self.ruleset.frame()?;
        let mut record = self.record_in(&frame)?;
        frame.apply(&mut record)?;
        Ok(record)
    }

    /// Reads the puzzle with the options of a frame, without applying its rules.
    ///
    /// # Errors
    /// A fault that is positioned in the text of the puzzle.
    pub fn record_in(&self, frame: &Frame) -> Result<Record, Fault> {
        let mut record = parse_one(&self.puzzle, &frame.read_options(None))?;
        if self.name.is_some() {
            record.name.clone_from(&self.name);
        }
        Ok(record)
    }

    /// Reads a solution that came with the puzzle: a full grid of the puzzle's shape.
    pub fn expected(text: &str, puzzle: &Puzzle) -> Result<Solution, Fault> {
        let options = ReadOptions { notation: None, shape: Some(puzzle.shape()) };
        let record = parse_one(text, &options)?;
        let digits: Option<Vec<Digit>> = record.puzzle.givens().iter().copied().collect();
        digits.map(Solution::new).ok_or_else(|| {
            let empty = record.puzzle.givens().iter().position(Option::is_none).unwrap_or(0);
            Fault::new(
                FaultCode::Solution,
                record.position(Cell::new(empty)),
                "an empty cell in a solution",
                "a digit",
            )
        })
    }
}

impl From<&Puzzle> for Ruleset {
    fn from(puzzle: &Puzzle) -> Self {
        let shape = puzzle.shape();
        let mut ruleset = Self::default();
        let bare = puzzle.is_bare();
        if !shape.is_plain() || bare {
            ruleset.shape = Some(shape.text() + if bare { " bare" } else { "" });
        } else if Shape::usual(shape.digits()) != Some(shape) {
            ruleset.shape = Some(match shape.box_size() {
                Some((rows, cols)) => format!("{rows}x{cols}"),
                None => "latin".to_owned(),
            });
        }
        for rule in puzzle.rules() {
            match rule {
                Rule::Rows | Rule::Columns | Rule::Boxes if !bare => {}
                Rule::Candidates(_) if shape.is_plain() => {}
                Rule::Regions(map) => {
                    const NAMES: &[u8; 64] =
                        b"123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0@$";
                    if ruleset.shape.as_deref() == Some("latin") {
                        ruleset.shape = None;
                    }
                    let name = |&region: &u8| char::from(NAMES[usize::from(region) % NAMES.len()]);
                    ruleset.regions = Some(map.iter().map(name).collect());
                }
                Rule::AllDifferent(cells) => {
                    ruleset.extra.push(cells.iter().map(ToString::to_string).collect());
                }
                rule => ruleset.rules.push(rule_name(rule)),
            }
        }
        ruleset
    }
}

impl From<&Puzzle> for PuzzleInput {
    fn from(puzzle: &Puzzle) -> Self {
        Self { puzzle: puzzle_text(puzzle), ruleset: puzzle.into(), ..Self::default() }
    }
}

impl PuzzleInput {
    /// Adds a solution.
    #[must_use]
    pub fn with_solution(mut self, shape: Shape, solution: &Solution) -> Self {
        self.solution = Some(solution_text(shape, solution));
        self
    }
}
