//! Rows in every format.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use arcdoku::deduction::Technique;
use arcdoku::grid::{Digit, Shape};
use arcdoku::logic;
use arcdoku::puzzle::{Puzzle, Rule, Solution};
use arcdoku::rate::{Rating, Scale};
use arcdoku_wire::{GenerateRow, RatingReply, VERSION, puzzle_text};

use super::SetFormat;
use crate::ask::solve::push_solution;
use crate::input::{RULES_COLUMN, rules_field};
use crate::text::{FOUND, board, json_line};

/// The prefix of the columns for the rating of puzzles with rules.
const LOGIC: &str = "logic";

/// The columns of rows, and how they are written.
#[expect(clippy::struct_excessive_bools, reason = "choices that are independent of each other")]
pub(super) struct Layout {
    pub(super) format: SetFormat,
    pub(super) shape: Shape,
    /// The scales of the ratings.
    pub(super) scales: Vec<Scale>,
    /// Whether rows have a rating on the scale for puzzles with rules.
    pub(super) logic: bool,
    /// Whether rows have rules in addition to the rules of the shape.
    pub(super) rules: bool,
    /// Whether rows are full grids.
    pub(super) full: bool,
    /// Whether rows have a weight.
    pub(super) weight: bool,
    /// Whether clues that may be redundant are counted.
    pub(super) undecided: bool,
    /// Whether rows have the key of their canonical form.
    pub(super) key: bool,
    pub(super) colored: bool,
}

/// The content of a row.
pub(super) struct Row<'a> {
    pub(super) puzzle: &'a Puzzle,
    /// Its solution; `None` for a full grid.
    pub(super) solution: Option<&'a Solution>,
    pub(super) seed: u64,
    pub(super) weight: f64,
    /// The rating on the scale for puzzles with rules.
    pub(super) logic: Option<logic::Rating>,
}

/// The difficulty of a puzzle on a scale.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ranked {
    /// The rating; `None` if the techniques of the scale do not solve the puzzle.
    pub(super) rating: Option<Rating>,
    pub(super) hardest: Option<Technique>,
}

impl Layout {
    /// The header, empty for formats without one.
    pub(super) fn header(&self) -> String {
        let separator = match self.format {
            SetFormat::Csv => ',',
            SetFormat::Tsv => '\t',
            _ => return String::new(),
        };
        let mut names = vec!["puzzle".to_owned()];
        names.extend((!self.full).then(|| ["solution", "clues"].map(str::to_owned)).into_iter().flatten());
        names.push("seed".to_owned());
        names.extend(self.rules.then(|| RULES_COLUMN.to_owned()));
        names.extend(self.weight.then(|| "weight".to_owned()));
        for scale in &self.scales {
            let name = column(scale);
            let parts = scale.form().parts().iter().copied().chain(["hardest"]);
            names.extend(parts.map(|part| format!("{name}_{part}")));
        }
        if self.logic {
            names.extend(["hardest_step", "score"].map(|part| format!("{LOGIC}_{part}")));
        }
        names.extend(self.key.then(|| "key".to_owned()));
        names.join(&separator.to_string()) + "\n"
    }

    /// Appends a row.
    pub(super) fn row(&self, row: &Row<'_>, ranks: &[Ranked], key: u128, out: &mut String) {
        match self.format {
            SetFormat::Line => self.fields(row, ranks, key, '\t', false, out),
            SetFormat::Tsv => self.fields(row, ranks, key, '\t', true, out),
            SetFormat::Csv => self.fields(row, ranks, key, ',', true, out),
            SetFormat::Jsonl => self.json(row, ranks, key, out),
            SetFormat::Grid => {
                let style = |cell: arcdoku::Cell| {
                    let given = row.puzzle.givens()[cell.index()].is_some();
                    (given && self.colored).then_some(FOUND)
                };
                board(row.puzzle, |cell| row.puzzle.givens()[cell.index()], style, out);
                for rule in rules(row.puzzle) {
                    // Writing to a string cannot fail.
                    let _ = writeln!(out, "{rule}");
                }
                out.push('\n');
            }
        }
    }

    /// Appends the fields of a row: `all` of them, or only the requested ones. Only rules may need quotes, because
    /// the other fields consist of digits, letters, spaces, periods, hyphens, colons and semicolons.
    fn fields(
        &self,
        row: &Row<'_>,
        ranks: &[Ranked],
        key: u128,
        separator: char,
        all: bool,
        out: &mut String,
    ) {
        push_puzzle(row.puzzle, out);
        // Writing to a string cannot fail.
        if let (Some(solution), true) = (row.solution, all) {
            out.push(separator);
            push_solution(self.shape, solution, out);
            let _ = write!(out, "{separator}{}", row.puzzle.clues());
        }
        if all {
            let _ = write!(out, "{separator}{}", row.seed);
        }
        if self.rules {
            let rules = rules_field(row.puzzle);
            // Conditions and automata contain commas. No rule contains a quote or a tab.
            let quote = if rules.contains(separator) { "\"" } else { "" };
            let _ = write!(out, "{separator}{quote}{rules}{quote}");
        }
        if self.weight {
            let _ = write!(out, "{separator}{}", row.weight);
        }
        for (ranked, scale) in ranks.iter().zip(&self.scales) {
            let _ = match &ranked.rating {
                Some(Rating::Score { level, score }) => write!(out, "{separator}{level}{separator}{score}"),
                Some(Rating::Explainer(rating)) => {
                    write!(out, "{separator}{}{separator}{}{separator}{}", rating.er, rating.ep, rating.ed)
                }
                _ => scale.form().parts().iter().try_for_each(|_| write!(out, "{separator}")),
            };
            let _ = write!(out, "{separator}{}", ranked.hardest.map_or("", Technique::slug));
        }
        if self.logic {
            let _ = match row.logic {
                Some(rating) => write!(out, "{separator}{}{separator}{}", rating.hardest, rating.total),
                None => write!(out, "{separator}{separator}"),
            };
        }
        if self.key {
            let _ = write!(out, "{separator}{key:032x}");
        }
        out.push('\n');
    }

    fn json(&self, row: &Row<'_>, ranks: &[Ranked], key: u128, out: &mut String) {
        let text = |push: &dyn Fn(&mut String)| {
            let mut text = String::new();
            push(&mut text);
            text
        };
        let names = self.scales.iter().map(column);
        let mut ratings: BTreeMap<_, _> = names.zip(ranks.iter().map(reply)).collect();
        if let Some(rating) = row.logic {
            ratings
                .insert(LOGIC.to_owned(), RatingReply { parts: Rating::Logic(rating).into(), hardest: None });
        }
        let line = GenerateRow {
            version: VERSION,
            puzzle: text(&|text| push_puzzle(row.puzzle, text)),
            ruleset: row.puzzle.into(),
            solution: row.solution.map(|solution| text(&|text| push_solution(self.shape, solution, text))),
            clues: (!self.full).then(|| row.puzzle.clues() as u32),
            seed: row.seed.to_string(),
            weight: self.weight.then_some(row.weight),
            ratings,
            key: self.key.then(|| format!("{key:032x}")),
        };
        json_line(&line, out);
    }
}

fn reply(ranked: &Ranked) -> RatingReply {
    RatingReply {
        parts: ranked.rating.map(Into::into).unwrap_or_default(),
        hardest: ranked.hardest.map(|technique| technique.slug().to_owned()),
    }
}

/// The rules of a puzzle in addition to the rules of its shape, as text.
fn rules(puzzle: &Puzzle) -> impl Iterator<Item = String> {
    let is_further = |rule: &&Rule| !matches!(rule, Rule::Rows | Rule::Columns | Rule::Boxes);
    puzzle.rules().iter().filter(is_further).map(ToString::to_string)
}

/// Appends the clues of a puzzle as one field.
fn push_puzzle(puzzle: &Puzzle, out: &mut String) {
    let givens = puzzle.givens();
    let mut text = [b'.'; 81];
    if puzzle.shape().digits() > 9 || !puzzle.shape().is_plain() || givens.len() > text.len() {
        return out.push_str(&puzzle_text(puzzle));
    }
    // The common sizes are written directly.
    for (byte, given) in text.iter_mut().zip(givens) {
        *byte = given.map_or(b'.', |digit: Digit| b'0' + digit.get());
    }
    out.push_str(std::str::from_utf8(&text[..givens.len()]).unwrap_or_default());
}

/// The prefix of the columns of a scale, and its key in JSON objects. For a scale from a file, it is the name of the
/// file.
pub(super) fn column(scale: &Scale) -> String {
    let stem = Path::new(scale.name()).file_stem().and_then(|stem| stem.to_str());
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    stem.unwrap_or("scale").chars().map(plain).collect()
}
