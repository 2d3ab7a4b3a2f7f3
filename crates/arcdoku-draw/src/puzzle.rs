//! A puzzle of any shape with its rules drawn on it, as SVG.

use std::fmt::Write as _;

use arcdoku::grid::{Cell, Digit, DigitSet};
use arcdoku::puzzle::{Puzzle, Rule};

use crate::escape::escape;
use crate::rules::Rules;
use crate::sheet::{SIDE, Sheet, number};
use crate::style::PUZZLE_STYLE;
use crate::svg::{line, path};

/// The smallest share that is drawn.
const LEAST_SHARE: f32 = 0.005;

/// The smallest width of a picture with texts below the board.
const TEXT_WIDTH: f32 = 460.0;

/// The parts of a drawing in addition to clues and rules.
#[derive(Clone, Debug)]
pub struct Overlay<'a> {
    /// The digits of cells, by index; clues are always drawn.
    pub digits: &'a [Option<Digit>],
    /// The candidates of cells without a digit, by index; if empty, the candidates of the puzzle's restrictions.
    pub candidates: &'a [DigitSet],
    /// For each cell and digit, the share of solutions with the digit, 0 to 1, drawn as shades in cells without a
    /// digit.
    pub shares: &'a [Vec<f32>],
    /// Candidates that are struck out.
    pub removed: &'a [(Cell, Digit)],
    /// Cells with a frame: the cells of a step.
    pub focus: &'a [Cell],
    /// Whether the rules are described below the board.
    pub legend: bool,
    /// Lines of text below the board.
    pub notes: &'a [String],
    /// The size of a cell in pixels if the picture is shown in its own size.
    pub side: f32,
}

impl Default for Overlay<'_> {
    fn default() -> Self {
        let (digits, candidates, shares, removed, focus, notes) = (&[], &[], &[], &[], &[], &[]);
        Self { digits, candidates, shares, removed, focus, legend: true, notes, side: SIDE }
    }
}

/// A puzzle with its rules as setters draw them, as a self-contained SVG in light and dark colors. The meaning of the
/// drawings and the rules that are not drawn are described below the board.
pub fn puzzle_svg(puzzle: &Puzzle, overlay: &Overlay<'_>) -> String {
    let rules = Rules::of(puzzle);
    let mut legend = rules.legend();
    if !overlay.legend {
        legend.clear();
    }
    overlay.notes.iter().for_each(|note| legend.add(note));
    let (mut body, (mut width, mut height)) = board(puzzle, &rules, overlay);
    if !legend.is_empty() {
        width = width.max(TEXT_WIDTH);
        height = legend.draw(&mut body, height + 4.0, width);
    }
    document(&body, (width, height), overlay.side / SIDE, &title(puzzle))
}

/// The board with its rules, without a description, and its size.
pub(crate) fn board(puzzle: &Puzzle, rules: &Rules<'_>, overlay: &Overlay<'_>) -> (String, (f32, f32)) {
    let sheet = Sheet::new(puzzle, rules.space());
    let layers = rules.layers(&sheet);
    let mut body = String::new();
    body += &layers.areas;
    body += &layers.lines;
    sheet.lines(&mut body);
    body += &layers.cages;
    focus(&mut body, &sheet, overlay.focus);
    digits(&mut body, &sheet, overlay);
    body += &layers.marks;
    (body, (sheet.width(), sheet.height()))
}

/// A document of this size with the styles that its body uses.
pub(crate) fn document(body: &str, (width, height): (f32, f32), scale: f32, title: &str) -> String {
    let (wide, high) = (number(width * scale), number(height * scale));
    let (width, height) = (number(width), number(height));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"sudoku\" width=\"{wide}\" height=\"{high}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>{}</title>\n<style>\n{}</style>\n\
         <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n{body}</svg>\n",
        escape(title),
        used_styles(body, true)
    )
}

/// The lines of the style sheet for the classes that occur, with or without the colors for dark screens.
pub(crate) fn used_styles(body: &str, has_dark: bool) -> String {
    let mut used: Vec<&str> = body
        .split("class=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .flat_map(|classes| classes.split(' '))
        .collect();
    used.push("paper");
    let is_used = |line: &&str| {
        let selector = line.split('{').next().unwrap_or_default();
        let mut classes =
            selector.split(['.', ' ', ',']).filter(|class| !class.is_empty() && *class != "sudoku");
        line.starts_with('@')
            || line.starts_with('}')
            || classes.next().is_none_or(|class| used.contains(&class))
    };
    let lines: Vec<&str> =
        PUZZLE_STYLE.lines().take_while(|line| has_dark || !line.starts_with('@')).filter(is_used).collect();
    lines.join("\n") + "\n"
}

/// The title: the shape, the number of clues, and the kinds of rules.
pub(crate) fn title(puzzle: &Puzzle) -> String {
    let mut names: Vec<&str> = Vec::new();
    for rule in puzzle.rules() {
        if !matches!(rule, Rule::Rows | Rule::Columns | Rule::Boxes) && !names.contains(&rule.name()) {
            names.push(rule.name());
        }
    }
    let with = if names.is_empty() { String::new() } else { format!(" with {}", names.join(", ")) };
    let clues = puzzle.clues();
    format!("Sudoku of {}, {clues} {}{with}", puzzle.shape(), if clues == 1 { "clue" } else { "clues" })
}

fn focus(out: &mut String, sheet: &Sheet<'_>, cells: &[Cell]) {
    if !cells.is_empty() {
        line(out, &path("focus", &sheet.outline(cells, 2.0)));
    }
}

fn digits(out: &mut String, sheet: &Sheet<'_>, overlay: &Overlay<'_>) {
    let shape = sheet.shape;
    let mut layers = ["given", "filled", "mini", "mini gone-mini"].map(|class| (class, String::new()));
    let mut strikes = String::new();
    let columns = (shape.digits() as f32).sqrt().ceil();
    let pitch = (SIDE - 14.0) / columns;
    let all = DigitSet::all(shape.digits());
    for cell in (0..shape.cells()).map(Cell::new).filter(|&cell| !sheet.puzzle.is_void(cell)) {
        let (x, y) = sheet.middle(cell);
        let given = sheet.puzzle.givens()[cell.index()];
        let filled = overlay.digits.get(cell.index()).copied().flatten();
        if let Some(digit) = given.or(filled) {
            let layer = &mut layers[usize::from(given.is_none())].1;
            let value = shape.value(digit);
            let _ = writeln!(layer, "<text x=\"{}\" y=\"{}\">{value}</text>", number(x), number(y + 12.0));
            continue;
        }
        let shares = overlay.shares.get(cell.index());
        let share =
            |digit: Digit| shares.and_then(|shares| shares.get(digit.index()).copied()).unwrap_or(0.0);
        let set = match overlay.candidates.get(cell.index()) {
            _ if shares.is_some() => all.iter().filter(|&digit| share(digit) >= LEAST_SHARE).collect(),
            Some(&set) => set,
            None => match sheet.puzzle.admissible(cell) {
                set if set == all => continue,
                set => set,
            },
        };
        let is_gone = |digit| overlay.removed.contains(&(cell, digit));
        for digit in all.iter().filter(|&digit| set.contains(digit) || is_gone(digit)) {
            let place = digit.index() as f32;
            let (row, col) = ((place / columns).floor(), place % columns);
            let middle = (columns - 1.0) / 2.0;
            let (x, y) = (x + (col - middle) * pitch, y + 3.0 + (row - middle) * pitch);
            if shares.is_some() {
                let (left, top, side) = (number(x - pitch / 2.0), number(y - pitch / 2.0), number(pitch));
                let shade = format!("{:.2}", share(digit));
                let _ = writeln!(
                    out,
                    "<rect class=\"share\" x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\" fill-opacity=\"{shade}\"/>"
                );
            }
            let layer = &mut layers[if is_gone(digit) { 3 } else { 2 }].1;
            let value = shape.value(digit);
            let _ = writeln!(layer, "<text x=\"{}\" y=\"{}\">{value}</text>", number(x), number(y + 4.5));
            if is_gone(digit) {
                let (left, bottom) = (number(x - 7.0), number(y + 7.0));
                let _ = write!(strikes, "M{left} {bottom}l14 -14");
            }
        }
    }
    for (class, texts) in layers.iter().filter(|(_, texts)| !texts.is_empty()) {
        let _ = writeln!(out, "<g class=\"{class}\">\n{texts}</g>");
    }
    if !strikes.is_empty() {
        line(out, &path("strike", &strikes));
    }
}
