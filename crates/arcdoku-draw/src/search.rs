//! A picture of a search: how each digit was found, and in which order.

use std::fmt::Write as _;

use arcdoku::csp::{Reason, Space, Step, Trace as Watch, Var};
use arcdoku::grid::{Cell, Digit, Shape};
use arcdoku::puzzle::{Limits, Puzzle};
use arcdoku::search::{Observer, Strategy};
use arcdoku::solve::{Answer, Question, observe};

/// Side of a cell, in pixels.
const CELL: usize = 44;
/// Space around the board.
const MARGIN: usize = 20;
/// Space between the board and the extra cells below it.
const GAP: usize = 24;
/// Height of a line of the legend.
const LINE: usize = 22;

/// How a digit was found. Digits found after a guess depend on it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    Naked,
    Hidden,
    Guess,
}

impl Origin {
    const ALL: [Self; 3] = [Self::Naked, Self::Hidden, Self::Guess];

    fn color(self) -> &'static str {
        match self {
            Self::Naked => "#1f6fb4",
            Self::Hidden => "#2e8b3d",
            Self::Guess => "#c0392b",
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

    fn restart(&mut self) {
        self.found.clear();
    }
}

/// The first solution of `puzzle` as an SVG: clues in black, each other digit in the color of how it
/// was found, with its number in the order of finding. Without a solution, what was decided when the
/// search ended.
pub fn search_svg(puzzle: &Puzzle, strategy: &Strategy, limits: &Limits<'_>) -> String {
    let mut recorder = Recorder { found: Vec::new() };
    let answer = observe(Question::First, puzzle, strategy, limits, &mut recorder);
    let mut svg = String::new();
    // Writing to a string cannot fail.
    let _ = draw(&mut svg, puzzle, strategy, &recorder.found, &answer);
    svg
}

fn draw(
    svg: &mut String,
    puzzle: &Puzzle,
    strategy: &Strategy,
    found: &[Decided],
    answer: &Answer,
) -> std::fmt::Result {
    let shape = puzzle.shape();
    let extra_rows = shape.extra().div_ceil(shape.columns());
    let gap = if extra_rows > 0 { GAP } else { 0 };
    let below = (shape.rows() + extra_rows) * CELL + gap + 2 * MARGIN;
    let width = (shape.columns() * CELL + 2 * MARGIN).max(440);
    let height = below + LINE * (Origin::ALL.len() + 2);
    writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>"
    )?;
    lines(svg, puzzle)?;
    for (i, given) in puzzle.givens().iter().enumerate() {
        if let Some(digit) = given {
            big(svg, shape, Cell::new(i), *digit, "#111111", "bold")?;
        }
    }
    for (number, &Decided { var, digit, origin }) in found.iter().enumerate() {
        if origin == Origin::Guess {
            let (x, y) = corner(shape, var.cell());
            let (x, y, inner) = (x + 2, y + 2, CELL - 4);
            writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{inner}\" height=\"{inner}\" fill=\"#fbe3e0\"/>"
            )?;
        }
        big(svg, shape, var.cell(), digit, origin.color(), "normal")?;
        let (x, y) = corner(shape, var.cell());
        let (x, y) = (x + 4, y + 12);
        writeln!(svg, "<text x=\"{x}\" y=\"{y}\" font-size=\"9\" fill=\"#888888\">{}</text>", number + 1)?;
    }
    let mut y = below;
    for origin in Origin::ALL {
        let count = found.iter().filter(|found| found.origin == origin).count();
        let (color, legend) = (origin.color(), origin.legend());
        y += LINE;
        writeln!(
            svg,
            "<text x=\"{MARGIN}\" y=\"{}\" font-size=\"14\" fill=\"{color}\">{count} x {legend}</text>",
            y - LINE / 2
        )?;
    }
    let name = strategy.name().map_or_else(|| strategy.to_string(), str::to_owned);
    let stats = &answer.stats;
    writeln!(
        svg,
        "<text x=\"{MARGIN}\" y=\"{}\" font-size=\"14\" fill=\"#111111\">\
         {name}: {}, {} nodes, {} backtracks</text>\n</svg>",
        y + LINE / 2,
        answer.outcome.name(),
        stats.nodes,
        stats.backtracks
    )
}

/// The grid, with heavy lines between boxes or other areas, and the extra cells with their names.
fn lines(svg: &mut String, puzzle: &Puzzle) -> std::fmt::Result {
    let shape = puzzle.shape();
    let (high, wide) = (shape.rows(), shape.columns());
    let areas = puzzle.areas();
    let (rows, cols) = shape.box_size().unwrap_or((high, wide));
    let has_void = areas.as_ref().is_some_and(|areas| areas.contains(&None));
    if !has_void {
        let (right, bottom) = (MARGIN + wide * CELL, MARGIN + high * CELL);
        let weight = |at: usize, size: usize| {
            if at.is_multiple_of(size) { ("#111111", 2) } else { ("#bbbbbb", 1) }
        };
        for i in 0..=high.max(wide) {
            let at = MARGIN + i * CELL;
            if i <= high {
                let (color, width) = weight(i, rows);
                writeln!(
                    svg,
                    "<path d=\"M{MARGIN} {at}H{right}\" stroke=\"{color}\" stroke-width=\"{width}\"/>"
                )?;
            }
            if i <= wide {
                let (color, width) = weight(i, cols);
                writeln!(
                    svg,
                    "<path d=\"M{at} {MARGIN}V{bottom}\" stroke=\"{color}\" stroke-width=\"{width}\"/>"
                )?;
            }
        }
    }
    let mut stroke = |x: usize, y: usize, way: char, is_heavy: bool| {
        let (color, width) = if is_heavy { ("#111111", 2) } else { ("#bbbbbb", 1) };
        writeln!(svg, "<path d=\"M{x} {y}{way}{CELL}\" stroke=\"{color}\" stroke-width=\"{width}\"/>")
    };
    if let Some(areas) = areas {
        // Of the cells at zero-based places; none outside.
        let area = |row: usize, col: usize| {
            if row < high && col < wide { areas[row * wide + col] } else { None }
        };
        let range = |size: usize| 0..=if has_void { size } else { size - 1 };
        for (row, col) in range(high).flat_map(|row| range(wide).map(move |col| (row, col))) {
            let (x, y) = (MARGIN + col * CELL, MARGIN + row * CELL);
            let (here, above) = (area(row, col), row.checked_sub(1).and_then(|row| area(row, col)));
            let left = col.checked_sub(1).and_then(|col| area(row, col));
            for (other, way, is_edge) in [(above, 'h', row == 0), (left, 'v', col == 0)] {
                let is_heavy = here != other;
                if is_heavy && (has_void || !is_edge) || has_void && here.is_some() {
                    stroke(x, y, way, is_heavy)?;
                }
            }
        }
    }
    for cell in (0..shape.extra()).map(|number| shape.extra_cell(number)) {
        let (x, y) = corner(shape, cell);
        writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"none\" stroke=\"#111111\"/>\
             <text x=\"{}\" y=\"{}\" font-size=\"9\" fill=\"#888888\" text-anchor=\"end\">{}</text>",
            x + CELL - 3,
            y + 11,
            shape.name(cell)
        )?;
    }
    Ok(())
}

fn corner(shape: Shape, cell: Cell) -> (usize, usize) {
    let gap = if cell.index() < shape.grid_cells() { 0 } else { GAP };
    (MARGIN + shape.col(cell) * CELL, MARGIN + shape.row(cell) * CELL + gap)
}

fn big(
    svg: &mut String,
    shape: Shape,
    cell: Cell,
    digit: Digit,
    color: &str,
    weight: &str,
) -> std::fmt::Result {
    let (x, y) = corner(shape, cell);
    let (x, y) = (x + CELL / 2, y + CELL * 3 / 4);
    writeln!(
        svg,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"24\" font-weight=\"{weight}\" text-anchor=\"middle\" \
         fill=\"{color}\">{}</text>",
        shape.value(digit)
    )
}
