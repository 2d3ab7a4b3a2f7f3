//! A board with a step drawn on it, as SVG: candidates with their parts, groups of cells, houses, links.
//!
//! ```text
//!  Candidates, Step --explain::picture--> Picture --board, marks, links, legend--> SVG
//! ```
//!
//! Colors are classes of one style sheet with a light and a dark half. Every part also has its own shape, so no
//! information depends on color alone.

mod legend;
mod links;
mod style;

use std::fmt::Write as _;

use arcdoku::deduction::{Candidate, Candidates, House, Step};
use arcdoku::explain::{Coordinates, GroupRole, HouseRole, Mark, Narrator, Picture, Role, picture};
use arcdoku::grid::{Cell, CellSet, Digit};

pub use style::STYLE;

use crate::escape::escape;
use crate::sheet::number;

/// Side of a cell.
const CELL: f32 = 60.0;
/// The distance between candidates in a cell.
const PITCH: f32 = 19.0;
/// Radius of a mark.
const MARK: f32 = 8.5;
/// Space around the board, with the names of rows and columns.
const MARGIN: f32 = 26.0;
/// Side of the board.
const BOARD: f32 = 9.0 * CELL;

/// The state, with the step drawn on it, as a self-contained SVG.
pub fn step_svg(state: &Candidates, step: Option<&Step>, narrator: &Narrator) -> String {
    svg(state, step, narrator, true)
}

/// The state, with the step drawn on it, as an SVG for a page that has [`STYLE`].
pub fn step_figure(state: &Candidates, step: Option<&Step>, narrator: &Narrator) -> String {
    svg(state, step, narrator, false)
}

fn svg(state: &Candidates, step: Option<&Step>, narrator: &Narrator, alone: bool) -> String {
    let drawn = step.map(|step| picture(step, state)).unwrap_or_default();
    let legend = legend::Legend::of(&drawn, narrator);
    let width = BOARD + 2.0 * MARGIN;
    let height = width + legend.height();
    let mut out = String::new();
    let (title, description) = narrator.alt(step, state);
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"sudoku\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>{}</title>\n<desc>{}</desc>",
        escape(&title),
        escape(&description)
    );
    if alone {
        let _ = writeln!(out, "<style>\n{STYLE}</style>");
    }
    let _ = writeln!(out, "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>");
    houses(&mut out, &drawn);
    groups(&mut out, &drawn);
    grid(&mut out, narrator.coordinates());
    links::wide_ends(&mut out, &drawn);
    strikes(&mut out, &drawn.marks);
    marks(&mut out, &drawn.marks);
    digits(&mut out, state, &drawn.marks);
    links::arrows(&mut out, &drawn);
    legend.draw(&mut out, width);
    out.push_str("</svg>\n");
    out
}

/// The upper left corner of a cell.
fn corner(cell: Cell) -> (f32, f32) {
    let index = cell.index();
    (MARGIN + (index % 9) as f32 * CELL, MARGIN + (index / 9) as f32 * CELL)
}

/// The middle of a candidate.
fn place(cell: Cell, digit: Digit) -> (f32, f32) {
    let (x, y) = corner(cell);
    let (row, column) = (digit.index() / 3, digit.index() % 3);
    let middle = CELL / 2.0;
    (x + middle + (column as f32 - 1.0) * PITCH, y + middle + (row as f32 - 1.0) * PITCH)
}

fn at(candidate: Candidate) -> (f32, f32) {
    place(candidate.cell, candidate.digit)
}

/// Draws houses: base sets and other houses filled, cover sets framed.
fn houses(out: &mut String, drawn: &Picture) {
    for &(house, role) in &drawn.houses {
        let (x, y, width, height) = frame(house);
        let (class, inset) = house_class(role);
        let (x, y) = (number(x + inset), number(y + inset));
        let (width, height) = (number(width - 2.0 * inset), number(height - 2.0 * inset));
        let _ = writeln!(
            out,
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"5\"/>"
        );
    }
}

fn house_class(role: HouseRole) -> (&'static str, f32) {
    match role {
        HouseRole::Base => ("base", 3.0),
        HouseRole::Cover => ("cover", 3.0),
        HouseRole::Twin => ("twin", 6.0),
        _ => ("house", 3.0),
    }
}

/// Left, top, width and height of a house.
fn frame(house: House) -> (f32, f32, f32, f32) {
    let cells = house.cells();
    let (x, y) = cells.first().map_or((0.0, 0.0), corner);
    match (house.is_row(), house.is_column()) {
        (true, _) => (x, y, BOARD, CELL),
        (_, true) => (x, y, CELL, BOARD),
        _ => (x, y, 3.0 * CELL, 3.0 * CELL),
    }
}

/// The class of a group. Some roles have their own color; groups of other roles have a color by their index.
fn group_class(index: usize, role: GroupRole) -> String {
    let color = match role {
        GroupRole::Pivot | GroupRole::Stem | GroupRole::Base | GroupRole::Intersection | GroupRole::Loop => 0,
        GroupRole::Pincer | GroupRole::Corner | GroupRole::Cells => 1,
        GroupRole::Target | GroupRole::Line | GroupRole::Excluder => 2,
        GroupRole::Box => 3,
        GroupRole::Cross => 5,
        _ => index % 6,
    };
    format!("group g{color}")
}

fn groups(out: &mut String, drawn: &Picture) {
    for (index, group) in drawn.groups.iter().enumerate() {
        let class = group_class(index, group.role);
        for cell in group.cells {
            let (x, y) = corner(cell);
            let (x, y, side) = (number(x + 1.0), number(y + 1.0), number(CELL - 2.0));
            let _ = writeln!(
                out,
                "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\"/>"
            );
        }
    }
}

/// Draws lines, and the names of rows and columns.
fn grid(out: &mut String, coordinates: Coordinates) {
    let (start, end) = (number(MARGIN), number(MARGIN + BOARD));
    for thick in [false, true] {
        let mut path = String::new();
        for i in (0..10).filter(|i| (i % 3 == 0) == thick) {
            let line = number(MARGIN + i as f32 * CELL);
            let _ = write!(path, "M{start} {line}H{end}M{line} {start}V{end}");
        }
        let class = if thick { "thick" } else { "thin" };
        let _ = writeln!(out, "<path class=\"{class}\" d=\"{path}\"/>");
    }
    for i in 0..9 {
        let middle = number(MARGIN + (i as f32 + 0.5) * CELL);
        let row = match coordinates {
            Coordinates::Chess => char::from(b"ABCDEFGHJ"[i]).to_string(),
            Coordinates::RowColumn => (i + 1).to_string(),
        };
        let (above, left) = (number(MARGIN - 10.0), number(MARGIN / 2.0));
        let _ = writeln!(
            out,
            "<text class=\"label\" x=\"{middle}\" y=\"{above}\">{}</text>\
             <text class=\"label\" x=\"{left}\" y=\"{middle}\" dy=\".35em\">{row}</text>",
            i + 1
        );
    }
}

/// The class of a mark, by its part.
fn role_class(role: Role) -> String {
    match role {
        Role::Placed => "placed".to_owned(),
        Role::Eliminated => "gone".to_owned(),
        Role::Cannibal => "cannibal".to_owned(),
        Role::EndoFin => "endo".to_owned(),
        Role::Fin => "fin".to_owned(),
        Role::On => "on".to_owned(),
        Role::Off => "off".to_owned(),
        Role::ColorA(pair) => format!("a{}", pair % 3),
        Role::ColorB(pair) => format!("b{}", pair % 3),
        Role::Extra | Role::Common => "extra".to_owned(),
        _ => "pattern".to_owned(),
    }
}

/// Draws the shape of a mark around a point.
fn shape(out: &mut String, role: Role, (x, y): (f32, f32)) {
    let class = role_class(role);
    let (left, top) = (number(x - MARK), number(y - MARK));
    let side = number(2.0 * MARK);
    let _ = match role {
        // Fins and second colors are square, endo fins diamonds.
        Role::Fin | Role::ColorB(_) => writeln!(
            out,
            "<rect class=\"mark {class}\" x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\" rx=\"2\"/>"
        ),
        Role::EndoFin => {
            let far = 1.25 * MARK;
            let (up, down) = (number(y - far), number(y + far));
            let (west, east) = (number(x - far), number(x + far));
            let (x, y) = (number(x), number(y));
            writeln!(out, "<path class=\"mark {class}\" d=\"M{x} {up}L{east} {y}L{x} {down}L{west} {y}Z\"/>")
        }
        Role::Placed => writeln!(
            out,
            "<circle class=\"ring\" cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>\
             <circle class=\"mark {class}\" cx=\"{x}\" cy=\"{y}\" r=\"{MARK}\"/>",
            MARK + 3.0,
            x = number(x),
            y = number(y)
        ),
        _ => writeln!(
            out,
            "<circle class=\"mark {class}\" cx=\"{}\" cy=\"{}\" r=\"{MARK}\"/>",
            number(x),
            number(y)
        ),
    };
}

fn marks(out: &mut String, marks: &[Mark]) {
    for mark in marks {
        shape(out, mark.role, at(mark.candidate));
    }
}

/// Draws filled cells and candidates. A candidate with a mark has a color that is legible on the mark.
fn digits(out: &mut String, state: &Candidates, marks: &[Mark]) {
    let mut layers =
        ["given", "filled", "mini", "mini hollow", "mini ink"].map(|class| (class, String::new()));
    for cell in CellSet::all(81) {
        if let Some(digit) = state.value(cell) {
            let (x, y) = corner(cell);
            let layer = usize::from(!state.givens().contains(cell));
            text(&mut layers[layer].1, (x + CELL / 2.0, y + CELL / 2.0 + 12.0), digit);
        }
        for digit in state.candidates(cell) {
            let (x, y) = place(cell, digit);
            let mark = marks.iter().find(|mark| mark.candidate == Candidate { cell, digit });
            let layer = match mark.map(|mark| mark.role) {
                None => 2,
                Some(Role::Off) => 3,
                Some(_) => 4,
            };
            text(&mut layers[layer].1, (x, y + 4.7), digit);
        }
    }
    for (class, texts) in layers.iter().filter(|(_, texts)| !texts.is_empty()) {
        let _ = writeln!(out, "<g class=\"{class}\">\n{texts}</g>");
    }
}

fn text(out: &mut String, (x, y): (f32, f32), digit: Digit) {
    let _ = writeln!(out, "<text x=\"{}\" y=\"{}\">{digit}</text>", number(x), number(y));
}

/// Draws a line through an eliminated candidate, behind the mark, so the digit stays legible.
fn strikes(out: &mut String, marks: &[Mark]) {
    for mark in marks.iter().filter(|mark| matches!(mark.role, Role::Eliminated | Role::Cannibal)) {
        strike(out, at(mark.candidate));
    }
}

fn strike(out: &mut String, (x, y): (f32, f32)) {
    let reach = MARK + 1.5;
    let _ = writeln!(
        out,
        "<path class=\"strike\" d=\"M{} {}L{} {}\"/>",
        number(x - reach),
        number(y + reach),
        number(x + reach),
        number(y - reach)
    );
}

#[cfg(test)]
mod tests;
