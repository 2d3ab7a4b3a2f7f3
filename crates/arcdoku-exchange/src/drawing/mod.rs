//! What a document draws on its board: lines, circles, texts and outlines, without their meaning.

mod color;
mod elements;

use arcdoku::Shape;

pub(crate) use color::Hue;
pub(crate) use elements::{fpuzzles_cosmetics, fpuzzles_tint, outer_text, scl_cage, scl_line, scl_spot};

/// The length of the side of a cell in coordinates of drawings.
pub const SIDE: i32 = 1000;

/// What a document draws on its board, in the order of drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// The shapes.
    pub shapes: Vec<DrawnShape>,
    /// The space that the shapes need around the grid.
    pub margin: i32,
    /// For a board in fog, the cells that are visible from the beginning.
    pub lit: Option<Vec<usize>>,
}

/// A shape or text in one color. Coordinates have their origin in the upper left corner of the grid, and [`SIDE`] units
/// to a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawnShape {
    /// Whether it is drawn above the lines of the grid.
    pub above: bool,
    /// The color, in a form of CSS.
    pub color: String,
    /// The width of a line; `None` for a filled area or a text.
    pub width: Option<i32>,
    /// Whether it is a small mark, such as a dot on an edge, whose color usually has a meaning.
    pub dot: bool,
    /// The outline, in the form of the attribute `d` of SVG; empty for a text.
    pub path: String,
    /// The text.
    pub text: Option<DrawnText>,
    /// The turn of an outline.
    pub turn: Option<Turn>,
    /// The index of the part of the report.
    pub(crate) part: usize,
}

/// A turn around a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The point, from the left.
    pub x: i32,
    /// The point, from the top.
    pub y: i32,
    /// The angle, in degrees.
    pub angle: i32,
}

/// A text, centered at a point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawnText {
    /// The text.
    pub text: String,
    /// The middle, from the left.
    pub x: i32,
    /// The middle, from the top.
    pub y: i32,
    /// The size of the font.
    pub size: i32,
    /// The angle of rotation, in degrees.
    pub angle: i32,
}

/// A point: from the left and from the top, in cells.
pub(crate) type Point = (f64, f64);

/// A drawn part, in the form in which rules are guessed.
#[derive(Clone, Debug)]
pub(crate) struct Sketch {
    /// The index of the part of the report.
    pub(crate) part: usize,
    pub(crate) form: Form,
}

#[derive(Clone, Debug)]
pub(crate) enum Form {
    Line {
        points: Vec<Point>,
        hue: Hue,
        is_arrow: bool,
    },
    /// A circle, rectangle or text.
    Spot {
        at: Point,
        size: (f64, f64),
        round: bool,
        fill: Hue,
        text: String,
    },
    /// Outlined cells without a sum.
    Outline(Vec<usize>),
}

/// The drawing of a document under construction.
#[derive(Debug, Default)]
pub(crate) struct Canvas {
    pub(crate) drawing: Drawing,
    pub(crate) sketches: Vec<Sketch>,
}

impl Canvas {
    /// Makes room for a point outside of a grid, and for a width around it.
    fn reach(&mut self, shape: Shape, (x, y): Point, width: f64) {
        let (wide, high) = (shape.columns() as f64, shape.rows() as f64);
        let out = [-x, -y, x - wide, y - high].into_iter().fold(f64::MIN, f64::max) + width;
        // Points far outside are mistakes of the document.
        if out > 0.0 && out < 4.0 {
            self.drawing.margin = self.drawing.margin.max(units(out));
        }
    }

    /// Makes room for all sketches.
    pub(crate) fn fit(&mut self, shape: Shape) {
        let sketches = std::mem::take(&mut self.sketches);
        for sketch in &sketches {
            match &sketch.form {
                Form::Line { points, .. } => points.iter().for_each(|&at| self.reach(shape, at, 0.1)),
                Form::Spot { at, size, text, .. } => {
                    let least = if text.is_empty() { 0.0 } else { 0.3 };
                    self.reach(shape, *at, (size.0.max(size.1) / 2.0).max(least));
                }
                Form::Outline(_) => {}
            }
        }
        self.sketches = sketches;
    }

    fn sketch(&mut self, part: usize, form: Form) {
        self.sketches.push(Sketch { part, form });
    }

    fn shape(&mut self, part: usize, above: bool, color: &str, width: Option<f64>, path: impl Into<String>) {
        let width = width.map(units);
        let color = color.to_owned();
        let path = path.into();
        self.drawing.shapes.push(DrawnShape { above, color, width, path, part, ..Default::default() });
    }

    /// Marks the filled outline of a part as a dot.
    fn mark_dot(&mut self, part: usize) {
        let own = self.drawing.shapes.iter_mut().rev().take_while(|shape| shape.part == part);
        own.filter(|shape| shape.width.is_none()).for_each(|shape| shape.dot = true);
    }

    /// Turns the outlines of a part around a point.
    fn turn(&mut self, part: usize, (x, y): Point, angle: f64) {
        if angle != 0.0 {
            let turn = Turn { x: units(x), y: units(y), angle: angle as i32 };
            let own = self.drawing.shapes.iter_mut().rev().take_while(|shape| shape.part == part);
            own.for_each(|shape| shape.turn = Some(turn));
        }
    }

    fn text(&mut self, part: usize, color: &str, text: &str, (x, y): Point, size: f64, angle: f64) {
        let text = DrawnText {
            text: text.to_owned(),
            x: units(x),
            y: units(y),
            size: units(size),
            angle: angle as i32,
        };
        let shape =
            DrawnShape { above: true, color: color.to_owned(), part, text: Some(text), ..Default::default() };
        self.drawing.shapes.push(shape);
    }
}

pub(crate) fn distance(a: Point, b: Point) -> f64 {
    let (dx, dy) = (a.0 - b.0, a.1 - b.1);
    (dx * dx + dy * dy).sqrt()
}

/// A length in units of drawings.
fn units(cells: f64) -> i32 {
    (cells * f64::from(SIDE)).round() as i32
}
