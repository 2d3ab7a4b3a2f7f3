//! A rule as its drawable parts: words, lists of cells, and the manner of its kind.

use std::collections::HashMap;
use std::sync::LazyLock;

use arcdoku::grid::{Cell, Shape};
use arcdoku::puzzle::{Rule, RuleKind, RulePieces, RuleTerm};

static KINDS: LazyLock<HashMap<&'static str, &'static RuleKind>> =
    LazyLock::new(|| Rule::kinds().iter().map(|kind| (kind.name, kind)).collect());

/// A cell of a list with its factor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Term {
    pub(super) cell: Cell,
    pub(super) factor: i32,
}

/// The words and lists of a rule.
pub(super) struct Part {
    shape: Shape,
    pub(super) kind: &'static RuleKind,
    pub(super) words: Vec<String>,
    pub(super) lists: Vec<Vec<Term>>,
}

impl Part {
    /// The pieces of the text of a rule; `None` for a rule without a kind.
    pub(super) fn of(rule: &Rule, shape: Shape) -> Option<Self> {
        let kind = *KINDS.get(rule.name())?;
        let RulePieces { words, lists } = rule.pieces();
        let term =
            |term: RuleTerm| Some(Term { cell: shape.cell_named(term.cell)?, factor: term.coefficient });
        let lists = lists.into_iter().map(|list| list.into_iter().filter_map(term).collect::<Vec<_>>());
        Some(Self { shape, kind, words, lists: lists.filter(|list| !list.is_empty()).collect() })
    }

    pub(super) fn manner(&self) -> Manner {
        Manner::of(self.kind.style)
    }

    /// The cells of a list.
    pub(super) fn cells(&self, list: usize) -> Vec<Cell> {
        self.lists.get(list).into_iter().flatten().map(|term| term.cell).collect()
    }

    pub(super) fn all_cells(&self) -> Vec<Cell> {
        self.lists.iter().flatten().map(|term| term.cell).collect()
    }

    /// All cells, if each list ends next to the first cell of the next list, so they are drawn as one line.
    pub(super) fn joined(&self) -> Option<Vec<Cell>> {
        let near = |one: usize, other: usize| one.abs_diff(other) <= 1;
        let touch = |one: Cell, other: Cell| {
            near(self.shape.row(one), self.shape.row(other))
                && near(self.shape.col(one), self.shape.col(other))
        };
        let ends = self.lists.windows(2).all(|two| match (two[0].last(), two[1].first()) {
            (Some(last), Some(first)) => touch(last.cell, first.cell),
            _ => false,
        });
        (self.manner().what == "line" && ends).then(|| self.all_cells())
    }

    /// The rows and columns of the cells of the first list, relative to its first cell.
    pub(super) fn outline(&self) -> Vec<(isize, isize)> {
        let place = |cell: Cell| (self.shape.row(cell) as isize, self.shape.col(cell) as isize);
        let cells = self.cells(0);
        let Some(&first) = cells.iter().min() else { return Vec::new() };
        let (top, left) = place(first);
        let mut places: Vec<_> =
            cells.into_iter().map(place).map(|(row, col)| (row - top, col - left)).collect();
        places.sort_unstable();
        places
    }

    /// The text on the board: the template of the manner with the words, unless it is long.
    pub(super) fn label(&self) -> Option<String> {
        let manner = self.manner();
        let label = manner.label?.replace("{}", &self.words.join(" "));
        let most = match manner.what {
            "cage" | "corner" => 9,
            "outside" => 6,
            _ => 4,
        };
        (label.chars().count() <= most && !label.is_empty()).then_some(label)
    }

    /// The words that are not on the board, for the legend.
    pub(super) fn text(&self) -> String {
        // The cells show the candidates, so the legend does not repeat them.
        if self.manner().is("candidates") {
            return String::new();
        }
        let shown = self.manner().label.is_some_and(|label| label.contains("{}")) && self.label().is_some();
        if shown { String::new() } else { self.words.join(" ") }
    }
}

/// How a kind of rule is drawn: the words of its style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Manner {
    pub(super) what: &'static str,
    options: Vec<&'static str>,
    /// The text at the drawing, with `{}` for the words.
    pub(super) label: Option<&'static str>,
}

const COLORS: [&str; 10] =
    ["gray", "green", "orange", "yellow", "teal", "peach", "purple", "lavender", "blue", "brown"];

impl Manner {
    fn of(style: &'static str) -> Self {
        let (style, label) =
            style.split_once(" label ").map_or((style, None), |(style, label)| (style, Some(label)));
        let mut options = style.split(' ');
        let what = options.next().unwrap_or_default();
        Self { what, options: options.collect(), label }
    }

    pub(super) fn is(&self, option: &str) -> bool {
        self.options.contains(&option)
    }

    pub(super) fn color(&self) -> &'static str {
        self.options.iter().copied().find(|option| COLORS.contains(option)).unwrap_or("gray")
    }

    /// The visible form without colors. Two kinds with the same form need letters to be distinguished.
    #[cfg(feature = "print")]
    pub(super) fn form(&self) -> Self {
        let plain = |option: &&str| !COLORS.contains(option) && *option != "together";
        Self { options: self.options.iter().copied().filter(plain).collect(), ..self.clone() }
    }

    /// Whether the rule is not drawn on the board.
    pub(super) fn is_undrawn(&self) -> bool {
        matches!(self.what, "everywhere" | "logic")
    }

    /// Whether the lines of the grid show the rule.
    pub(super) fn is_lines(&self) -> bool {
        matches!(self.what, "house" | "regions" | "void")
    }
}
