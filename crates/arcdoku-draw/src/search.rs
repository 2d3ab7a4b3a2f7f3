//! Pictures of a search: how each digit was found, and the order of the digits; its tree; an animation; a conflict.

mod animation;
mod implications;
#[cfg(test)]
mod tests;
mod tree;

use std::fmt::Write as _;

use arcdoku::csp::{Implications, Literal, Reason, Space, Step, Trace as Watch, Var};
use arcdoku::grid::{Cell, Digit, Shape};
use arcdoku::puzzle::{Limits, Puzzle, Solution};
use arcdoku::search::{Observer, Strategy};
use arcdoku::solve::{Answer, Question, observe};

pub use self::animation::animation_svg;
pub use self::implications::implications_svg;
pub use self::tree::tree_svg;
use crate::numbers::plural;
use crate::puzzle::{document, title};
use crate::rules::Rules;
use crate::sheet::{Point, SIDE, Sheet, number, pair};
use crate::svg::{line, path, rect, text, wrapped};

/// Height of an entry of the legend, and of each further line of an entry.
const LINE: f32 = 22.0;
const NEXT_LINE: f32 = 18.0;
/// The smallest width of a picture, for its legend.
const WIDTH: f32 = 460.0;

/// The way in which a digit was found. Digits found after a guess depend on it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    Naked,
    Hidden,
    Guess,
}

impl Origin {
    const ALL: [Self; 3] = [Self::Naked, Self::Hidden, Self::Guess];

    fn class(self) -> &'static str {
        match self {
            Self::Naked => "naked",
            Self::Hidden => "hidden",
            Self::Guess => "guess",
        }
    }

    fn legend(self) -> &'static str {
        match self {
            Self::Naked => "the last candidate of its cell",
            Self::Hidden => "the only place in a house",
            Self::Guess => "tried by the search",
        }
    }
}

/// Records decided digits, and removes them on backtracking.
struct Recorder {
    found: Vec<Decided>,
    /// The number of decided digits that do not depend on guesses.
    root: Option<usize>,
}

/// A digit that was decided.
#[derive(Clone, Copy)]
struct Decided {
    var: Var,
    digit: Digit,
    origin: Origin,
}

impl Watch for Recorder {
    fn narrowed(&mut self, step: &Step<'_>) {
        if let Some(digit) = step.left.only().filter(|_| step.decides) {
            let origin = match step.reason {
                Reason::Choice => Origin::Guess,
                Reason::HiddenSingle => Origin::Hidden,
                _ => Origin::Naked,
            };
            self.found.push(Decided { var: step.var, digit, origin });
        }
    }
}

impl Observer for Recorder {
    fn backtrack(&mut self, _: usize, _: Var, _: Digit, space: &Space) {
        self.found.retain(|found| space.is_decided(found.var));
    }

    fn trying(&mut self, _: usize, _: Var, _: Digit) {
        self.root.get_or_insert(self.found.len());
    }

    fn restart(&mut self) {
        self.found.truncate(self.root.unwrap_or(0));
    }
}

/// The first solution of `puzzle` as an SVG: clues in bold, each other digit in a color and slant for the way in
/// which it was found, with its number in the order of finding; and the rules as setters draw them. Without a
/// solution, the picture has the digits that were decided when the search ended.
pub fn search_svg(puzzle: &Puzzle, strategy: &Strategy, limits: &Limits<'_>) -> String {
    let mut recorder = Recorder { found: Vec::new(), root: None };
    let answer = observe(Question::First, puzzle, strategy, limits, &mut recorder);
    draw(puzzle, strategy, &recorder.found, &answer)
}

fn draw(puzzle: &Puzzle, strategy: &Strategy, found: &[Decided], answer: &Answer) -> String {
    let rules = Rules::of(puzzle);
    let sheet = Sheet::new(puzzle, rules.space());
    let shape = puzzle.shape();
    let layers = rules.layers(&sheet);
    let mut body = layers.areas;
    for &Decided { var, origin, .. } in found {
        if origin == Origin::Guess {
            let (x, y) = sheet.corner(var.cell());
            line(&mut body, &rect("guessed", (x + 2.0, y + 2.0), (SIDE - 4.0, SIDE - 4.0), 0));
        }
    }
    body += &layers.lines;
    sheet.lines(&mut body);
    body += &layers.cages;
    let digit_at = |body: &mut String, class: &str, cell: Cell, digit: Digit| {
        let (x, y) = sheet.middle(cell);
        line(body, &text(class, (x, y + 12.0), &shape.value(digit).to_string()));
    };
    for (i, given) in puzzle.givens().iter().enumerate() {
        if let Some(digit) = given {
            digit_at(&mut body, "given", Cell::new(i), *digit);
        }
    }
    for (i, &Decided { var, digit, origin }) in found.iter().enumerate() {
        digit_at(&mut body, origin.class(), var.cell(), digit);
        let (x, y) = sheet.corner(var.cell());
        line(&mut body, &text("order", (x + SIDE - 4.0, y + 12.0), &(i + 1).to_string()));
    }
    // A search that learns does not report how it finds digits.
    let solution = answer.outcome.solution().map(Solution::digits).unwrap_or_default();
    for (i, &digit) in solution.iter().enumerate() {
        let cell = Cell::new(i);
        let is_open = puzzle.givens()[i].is_none() && !puzzle.is_void(cell);
        if is_open && !found.iter().any(|found| found.var.cell() == cell) {
            digit_at(&mut body, "filled", cell, digit);
        }
    }
    body += &layers.marks;
    let width = sheet.width().max(WIDTH);
    let mut y = sheet.height() + 10.0;
    for origin in Origin::ALL {
        let count = found.iter().filter(|found| found.origin == origin).count();
        let (class, legend, height) = (origin.class(), origin.legend(), number(y));
        let _ = writeln!(
            body,
            "<text class=\"legend {class}\" style=\"font-size:14px\" x=\"14\" y=\"{height}\">{count} x {legend}</text>"
        );
        y += LINE;
    }
    for fact in facts(strategy, answer) {
        y = legend(&mut body, "legend", (14.0, y), width, &fact);
    }
    let bottom = rules.legend().draw(&mut body, y, width);
    document(&body, (width, bottom), 1.0, &title(puzzle))
}

/// The outcome with the counters, and the strategy.
fn facts(strategy: &Strategy, answer: &Answer) -> [String; 2] {
    let (stats, outcome) = (&answer.stats, answer.outcome.name());
    let (nodes, backtracks) =
        (plural(stats.nodes.into(), "node"), plural(stats.backtracks.into(), "backtrack"));
    let name = strategy.name().map_or_else(|| strategy.to_string().replace(',', ", "), str::to_owned);
    [format!("{outcome}, {nodes}, {backtracks}"), name]
}

/// Writes an entry of the legend from a point on, in as many lines as a picture of this width needs. Returns the height
/// of the next entry.
fn legend(body: &mut String, class: &str, (x, mut y): Point, width: f32, words: &str) -> f32 {
    // Bold characters are wider.
    let character = if class == "legend" { 7.2 } else { 8.2 };
    for row in wrapped(words, ((width - x - 14.0) / character) as usize) {
        line(body, &text(class, (x, y), &row));
        y += NEXT_LINE;
    }
    y + LINE - NEXT_LINE
}

/// The level to which a search that learns returns with a clause.
fn level_after(clause: &[Literal], graph: &dyn Implications) -> u32 {
    clause.get(1).map_or(0, |&literal| graph.level(!literal))
}

/// The width of a character of a literal.
const CHARACTER: f32 = 6.9;

/// A cross around a point.
fn cross((x, y): Point) -> String {
    path("strike", &format!("M{}l9 9m0 -9l-9 9", pair((x - 4.5, y - 4.5))))
}

/// A literal as text: `r1c2=3` or `r1c2<>3`.
fn literal_text(shape: Shape, literal: Literal) -> String {
    let sign = if literal.holds { "=" } else { "<>" };
    format!("{}{sign}{}", shape.name(literal.var.cell()), shape.value(literal.digit))
}
