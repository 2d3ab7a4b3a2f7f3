//! What a text contains, and mistakes on a board.

use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use crate::human::{MistakeReply, StepReply};
use crate::input::Ruleset;
use crate::outcome::{Limit, MistakesOutcome};
use crate::words::StepWords;

/// What a text contains. The first puzzle is described in full, for programs that draw it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReadReply {
    /// [`VERSION`](crate::VERSION).
    pub version: u32,
    /// Why the first puzzle cannot be read; the fields below have no meaning then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
    /// The notation of the puzzle, as in options: `line`, `grid`, `sdk`.
    pub notation: String,
    /// The container around it: `csv`, `tsv` or `json`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub container: Option<String>,
    /// The number of puzzles in the text, including unreadable ones; counted up to a limit.
    pub puzzles: u64,
    /// The number of unreadable puzzles.
    pub unreadable: u64,
    /// The puzzle as one string: its clues, or its candidates where they are restricted.
    pub puzzle: String,
    /// The shape and rules that the string does not contain.
    pub ruleset: Ruleset,
    /// The puzzle with its rules, name and solution as one row of JSON, which is read as the same puzzle.
    pub json: String,
    /// Its name, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The solution that came with the puzzle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// The grid.
    pub shape: ShapeRow,
    /// Its constraints: houses first, then everything else.
    pub constraints: Vec<ConstraintRow>,
    /// The clue of each cell; 0 for none.
    pub givens: Vec<u8>,
    /// The clue of each cell, or a digit that the notation marks as placed later; 0 for none.
    pub digits: Vec<u8>,
    /// The candidates of each cell, where the notation restricts them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<Vec<u8>>,
    /// Clues that break a rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conflict: Option<Fault>,
    /// How the text was imported, if it is in the format of another program; present even if it cannot be read. It is
    /// an [`ImportReply`] as JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<ImportReply>"))]
    pub import: Option<serde_json::Value>,
}

/// How a text in the format of another program was imported.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImportReply {
    /// The format, as in options: `f-puzzles`, `sudokupad`.
    pub format: String,
    /// The parts that are rules or clues of the puzzle.
    #[serde(default)]
    pub enforced: Vec<PartReply>,
    /// The parts that are decoration, or do not belong to the puzzle.
    #[serde(default)]
    pub decoration: Vec<PartReply>,
    /// The drawn parts and sentences that probably are rules; `detail` has their texts. The puzzle lacks them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guessed: Vec<PartReply>,
    /// The parts that are not understood.
    #[serde(default)]
    pub not_understood: Vec<PartReply>,
    /// What a player entered in the cells without a clue.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entered: Vec<EnteredReply>,
    /// The author.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// The rules in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The rules in words, from a drawing. They may contain more than its parts; present even if the drawing is
    /// refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// The text that is shown when the puzzle is solved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// What the text draws on the board, except rules of the puzzle.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drawing: Vec<DrawnShape>,
    /// The space that the drawing needs around the grid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<i32>,
    /// For a board in fog: the cells that are visible from the beginning. A correct digit clears its cell and the cells
    /// around it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lit: Option<Vec<usize>>,
    /// The number or name of the puzzle on a server, if the text is a link without any other content.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elsewhere: Option<String>,
}

/// A shape or text in one color, drawn on a board. The origin is the upper left corner of the grid, and the side of a
/// cell is 1000.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DrawnShape {
    /// Whether it is drawn above the lines of the grid.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub above: bool,
    /// Whether it is a small mark, such as a dot on an edge, whose color usually has a meaning.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dot: bool,
    /// The color, in a form of CSS.
    pub color: String,
    /// The width of a line; absent for a filled area and for a text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<i32>,
    /// The outline, in the form of the attribute `d` of SVG; empty for a text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub path: String,
    /// The text, centered at a point.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The middle of a text from the left and from the top, the size of its font, and its rotation in degrees. For an
    /// outline, the point and the angle by which it is turned.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<i32>,
}

/// A part of a text in the format of another program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PartReply {
    /// Its name in that format.
    pub what: String,
    /// Its kind, if it is not a rule: `setting`, `drawing`, ..., or `other`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The misfit, for a rule that does not fit the grid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub misfit: Option<Misfit>,
    /// The name of the rule, or the reason why it is not one.
    pub detail: String,
}

/// What was found and what was expected in a rule that does not fit a grid.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Misfit {
    /// What was found.
    pub found: String,
    /// What was expected.
    pub expected: String,
}

/// What a player entered in a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EnteredReply {
    /// The cell: `r1c3`.
    pub cell: String,
    /// The digit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digit: Option<u8>,
    /// The marks at the border of the cell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub corner: Vec<u8>,
    /// The marks in the middle of the cell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub center: Vec<u8>,
}

/// A grid: its size and its boxes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShapeRow {
    /// The number of digits. In most grids it is also the number of rows and columns, and the fields from `rows` to
    /// `extra` are absent. All number fields of a reply count digits from 1.
    pub size: usize,
    /// The number of rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<usize>,
    /// The number of columns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub columns: Option<usize>,
    /// The value of the first digit, 0 or 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least: Option<i32>,
    /// The number of extra cells, which follow the cells of the grid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra: Option<usize>,
    /// The number of rows of a box.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub box_rows: Option<usize>,
    /// The number of columns of a box.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub box_columns: Option<usize>,
    /// The number of the box or jigsaw region of each cell, from 0; absent in grids without boxes and regions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub regions: Vec<usize>,
}

/// A set of cells that a rule restricts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConstraintRow {
    /// Its name: `row 3`, or the text of its rule (`cage 12: r1c1 r1c2`).
    pub name: String,
    /// The name of its rule: `rows`, `boxes`, `cage`.
    pub rule: String,
    /// The cells by their index in reading order, from 0, in the order that the rule gives them.
    pub cells: Vec<usize>,
    /// Whether its only condition is that its cells differ.
    pub different: bool,
}

/// The number of solutions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CountReply {
    /// [`VERSION`](crate::VERSION).
    pub version: u32,
    /// The number of solutions found. A string, because it may exceed what JSON readers hold in a number.
    pub count: String,
    /// Whether there are no further solutions.
    pub exact: bool,
    /// The limit that ended the work.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<Limit>,
    /// The fault of a malformed puzzle, or the conflict of its clues.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

/// Mistakes on a board of any shape and with any rules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MistakesReply {
    /// [`VERSION`](crate::VERSION).
    pub version: u32,
    /// `fine` (no mistakes in the filled cells), `solved`, `mistakes`, `conflicts` (the clues have several solutions,
    /// and the board breaks a rule), `multiple` (the clues have several solutions, and no rule is broken),
    /// `unsatisfiable` (the clues have no solution), `unknown` (a limit was reached first) or `malformed`.
    pub outcome: MistakesOutcome,
    /// Cells that differ from the only solution of the clues.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mistakes: Vec<MistakeReply>,
    /// Constraints that the board breaks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conflicts: Vec<ConflictReply>,
    /// The limit that ended the work.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<Limit>,
    /// The fault of a malformed puzzle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

/// Why a digit on a board is wrong.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WhyReply {
    /// [`VERSION`](crate::VERSION).
    pub version: u32,
    /// The wrong digit; absent if no digit of the question differs from the only solution of the clues, or if the
    /// solution is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mistake: Option<MistakeReply>,
    /// The mistake without its explanation, line by line.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub text: Vec<String>,
    /// The explanation as a step that removes the digit; absent if singles and Hall sets do not refute it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<StepReply>,
    /// Its words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<StepWords>,
    /// The fault of a malformed puzzle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

/// A constraint that a board breaks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConflictReply {
    /// Its name: `row 3`, or the text of its rule.
    pub constraint: String,
    /// The cells that break it.
    pub cells: Vec<String>,
}
