//! Shapes of the parts of documents.

use std::fmt::Write as _;

use arcdoku::Shape;
use serde_json::Value;

use super::color::{Hue, color};
use super::{Canvas, Form, Point, distance, units};

/// The side of a cell in lengths of `SudokuPad`.
const PIXELS: f64 = 64.0;
/// Smaller circles and rectangles are dots.
const DOT: f64 = 0.45;
const GRAY: &str = "#808080";

fn number(value: &Value, key: &str) -> Option<f64> {
    let value = value.get(key)?;
    value.as_f64().or_else(|| value.as_str()?.trim().parse().ok()).filter(|number| number.is_finite())
}

fn text<'a>(value: &'a Value, key: &str) -> Option<&'a str> {
    value.get(key).and_then(Value::as_str)
}

/// A written value: a text or a number.
fn written(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(text)) => text.trim().to_owned(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}

/// The point of `[row, column]`, relative to the first cell of the grid.
fn point(value: &Value, (top, left): (usize, usize)) -> Option<Point> {
    let at = |index: usize| value.get(index)?.as_f64().filter(|place| place.abs() < 1000.0);
    Some((at(1)? - left as f64, at(0)? - top as f64))
}

fn polyline(points: &[Point]) -> String {
    let mut path = String::new();
    for (i, &(x, y)) in points.iter().enumerate() {
        // Writing to a string does not fail.
        let _ = write!(path, "{}{} {}", if i == 0 { 'M' } else { 'L' }, units(x), units(y));
    }
    path
}

/// The two strokes of an arrow at the last point.
fn head(points: &[Point], length: f64) -> String {
    let [.., (fx, fy), (x, y)] = *points else { return String::new() };
    let (dx, dy) = (x - fx, y - fy);
    let by = length / distance((fx, fy), (x, y)).max(0.01);
    let (a, b) = (dx * by, dy * by);
    polyline(&[(x - a + b, y - b - a), (x, y), (x - a - b, y - b + a)])
}

/// A rectangle or ellipse around a point. A round shape that is longer than wide is a pill.
fn outline((x, y): Point, (width, height): (f64, f64), round: bool) -> String {
    let turned = |dx: f64, dy: f64| (x + dx, y + dy);
    let (w, h) = (width / 2.0, height / 2.0);
    if !round {
        return polyline(&[turned(-w, -h), turned(w, -h), turned(w, h), turned(-w, h)]) + "Z";
    }
    let r = units(w.min(h));
    let (a, b) = if w >= h { (w - h, h) } else { (w, h - w) };
    let ends = if w >= h {
        [turned(-a, -b), turned(a, -b), turned(a, b), turned(-a, b)]
    } else {
        [turned(a, -b), turned(a, b), turned(-a, b), turned(-a, -b)]
    };
    let [p, q, s, t] = ends.map(|(x, y)| format!("{} {}", units(x), units(y)));
    format!("M{p}L{q}A{r} {r} 0 0 1 {s}L{t}A{r} {r} 0 0 1 {p}Z")
}

/// The edge of cells, moved inward.
fn edge(shape: Shape, cells: &[usize]) -> String {
    const IN: f64 = 0.09;
    let wide = shape.columns();
    let place = |cell: usize| ((cell / wide) as i64, (cell % wide) as i64);
    let has = |row: i64, column: i64| cells.iter().any(|&cell| place(cell) == (row, column));
    let mut path = String::new();
    for &cell in cells {
        let (row, column) = place(cell);
        let (x, y) = (column as f64, row as f64);
        for side in [-1, 1] {
            let far = |at: f64| if side < 0 { at + IN } else { at + 1.0 - IN };
            let reach = |next: bool, beyond: bool| {
                if !next {
                    IN
                } else if beyond {
                    -IN
                } else {
                    0.0
                }
            };
            if !has(row + side, column) {
                let from = x + reach(has(row, column - 1), has(row + side, column - 1));
                let to = x + 1.0 - reach(has(row, column + 1), has(row + side, column + 1));
                path += &polyline(&[(from, far(y)), (to, far(y))]);
            }
            if !has(row, column + side) {
                let from = y + reach(has(row - 1, column), has(row - 1, column + side));
                let to = y + 1.0 - reach(has(row + 1, column), has(row + 1, column + side));
                path += &polyline(&[(far(x), from), (far(x), to)]);
            }
        }
    }
    path
}

/// Draws a line or an arrow of `SudokuPad`. `origin` is the first cell of the grid in the drawing.
pub(crate) fn scl_line(canvas: &mut Canvas, part: usize, key: &str, value: &Value, origin: (usize, usize)) {
    let points = value.get("wayPoints").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let points: Vec<Point> = points.iter().filter_map(|at| point(at, origin)).collect();
    let is_arrow = key == "arrows";
    let stroke = color(text(value, "color"));
    let width = number(value, "thickness").unwrap_or(2.0) / PIXELS;
    let above = text(value, "target") == Some("overlay");
    if points.len() > 1 {
        let fill = color(text(value, "fill")).or_else(|| color(text(value, "backgroundColor")));
        if let Some(fill) = fill {
            canvas.shape(part, above, fill, None, polyline(&points) + "Z");
        }
        if let Some(stroke) = stroke {
            canvas.shape(part, above, stroke, Some(width), polyline(&points));
        }
        if is_arrow {
            let length = number(value, "headLength").unwrap_or(0.3).min(1.0) * 0.7;
            canvas.shape(part, above, stroke.unwrap_or(GRAY), Some(width), head(&points, length));
        }
        canvas.sketch(part, Form::Line { points, hue: Hue::of(text(value, "color")), is_arrow });
    }
}

/// Draws a circle, rectangle or text of `SudokuPad`.
pub(crate) fn scl_spot(canvas: &mut Canvas, part: usize, key: &str, value: &Value, origin: (usize, usize)) {
    let Some(at) = value.get("center").and_then(|at| point(at, origin)) else { return };
    let size = (number(value, "width").unwrap_or(0.0), number(value, "height").unwrap_or(0.0));
    let round = value.get("rounded").is_some_and(|round| round == &Value::Bool(true) || round == 1);
    let angle = number(value, "angle").unwrap_or(0.0);
    let above = key == "overlays";
    let path = || outline(at, size, round);
    if size.0 > 0.0 && size.1 > 0.0 {
        if let Some(fill) = color(text(value, "backgroundColor")) {
            canvas.shape(part, above, fill, None, path());
        }
        if let Some(border) = color(text(value, "borderColor")) {
            let width = number(value, "thickness").or_else(|| number(value, "borderSize")).unwrap_or(2.0);
            canvas.shape(part, above, border, Some(width / PIXELS), path());
        }
    }
    canvas.turn(part, at, angle);
    let words = written(value.get("text"));
    if words.is_empty() && size.0.max(size.1) < DOT {
        canvas.mark_dot(part);
    }
    if !words.is_empty() {
        let size = number(value, "fontSize").unwrap_or(20.0) / PIXELS;
        canvas.text(part, color(text(value, "color")).unwrap_or("#000"), &words, at, size, angle);
    }
    let fill = Hue::of(text(value, "backgroundColor"));
    canvas.sketch(part, Form::Spot { at, size, round, fill, text: words });
}

/// Draws outlined cells, with a text in their upper left corner.
pub(crate) fn scl_cage(canvas: &mut Canvas, part: usize, value: &Value, shape: Shape, cells: &[usize]) {
    let stroke = color(text(value, "outlineC")).unwrap_or("#000");
    canvas.shape(part, true, stroke, Some(0.025), edge(shape, cells));
    let words = written(value.get("value"));
    let (true, Some(&first)) = (!words.is_empty(), cells.iter().min()) else {
        return canvas.sketch(part, Form::Outline(cells.to_vec()));
    };
    let wide = 0.1 * words.chars().count() as f64;
    let at = ((first % shape.columns()) as f64 + 0.12 + wide / 2.0, (first / shape.columns()) as f64 + 0.2);
    canvas.text(part, color(text(value, "fontC")).unwrap_or("#000"), &words, at, 0.2, 0.0);
}

/// Draws a text in a cell outside of the grid.
pub(crate) fn outer_text(canvas: &mut Canvas, part: usize, text: &str, (row, column): (f64, f64)) {
    let at = (column + 0.5, row + 0.5);
    canvas.text(part, "#000", text, at, 0.5, 0.0);
    let text = text.to_owned();
    canvas.sketch(part, Form::Spot { at, size: (0.0, 0.0), round: false, fill: Hue::None, text });
}

/// Fills a cell with the colors of f-puzzles.
pub(crate) fn fpuzzles_tint(canvas: &mut Canvas, part: usize, value: &Value, row: usize, column: usize) {
    let one = [value.clone()];
    let colors = value.as_array().map_or(&one[..], Vec::as_slice);
    let step = 1.0 / colors.len().max(1) as f64;
    for (i, value) in colors.iter().enumerate() {
        let x = column as f64 + (i as f64 + 0.5) * step;
        if let Some(fill) = color(value.as_str()) {
            canvas.shape(part, false, fill, None, outline((x, row as f64 + 0.5), (step, 1.0), false));
        }
    }
}

/// Draws a cosmetic of f-puzzles: `line`, `rectangle`, `circle`, `text` or `cage`. `place` gives the row and column of
/// a name, also outside of the grid.
pub(crate) fn fpuzzles_cosmetics(
    canvas: &mut Canvas,
    part: usize,
    key: &str,
    value: &Value,
    shape: Shape,
    place: &dyn Fn(&str) -> Option<(isize, isize)>,
) {
    let list = |value: Option<&Value>| -> Vec<(isize, isize)> {
        let names = value.and_then(Value::as_array).into_iter().flatten();
        names.filter_map(|name| place(name.as_str()?)).collect()
    };
    let outlined = color(text(value, "outlineC"));
    if key == "line" {
        for names in value.get("lines").and_then(Value::as_array).into_iter().flatten() {
            let middle = |(row, column): (isize, isize)| (column as f64 + 0.5, row as f64 + 0.5);
            let points: Vec<Point> = list(Some(names)).into_iter().map(middle).collect();
            let width = number(value, "width").unwrap_or(0.1);
            if points.len() > 1 {
                canvas.shape(part, false, outlined.unwrap_or(GRAY), Some(width), polyline(&points));
                let hue = Hue::of(Some(outlined.unwrap_or(GRAY)));
                canvas.sketch(part, Form::Line { points, hue, is_arrow: false });
            }
        }
        return;
    }
    let cells = list(value.get("cells"));
    if cells.is_empty() {
        return;
    }
    if key == "cage" {
        let wide = shape.columns() as isize;
        let inside = |&(row, column): &(isize, isize)| {
            (0..shape.rows() as isize).contains(&row) && (0..wide).contains(&column)
        };
        let cells: Vec<usize> = cells
            .iter()
            .filter(|at| inside(at))
            .map(|(row, column)| (row * wide + column) as usize)
            .collect();
        return scl_cage(canvas, part, value, shape, &cells);
    }
    let count = cells.len() as f64;
    let sum = cells.iter().fold((0, 0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
    let at = (sum.1 as f64 / count + 0.5, sum.0 as f64 / count + 0.5);
    let size = (number(value, "width").unwrap_or(0.0), number(value, "height").unwrap_or(0.0));
    let (round, angle) = (key == "circle", number(value, "angle").unwrap_or(0.0));
    let filled = color(text(value, "baseC"));
    if key != "text" {
        if let Some(fill) = filled {
            canvas.shape(part, false, fill, None, outline(at, size, round));
        }
        if let Some(border) = outlined {
            canvas.shape(part, false, border, Some(0.03), outline(at, size, round));
        }
        canvas.turn(part, at, angle);
        if value.get("value").is_none_or(|text| text == "") && size.0.max(size.1) < DOT {
            canvas.mark_dot(part);
        }
    }
    let words = written(value.get("value"));
    if !words.is_empty() {
        let height =
            if key == "text" { number(value, "size").unwrap_or(0.7) } else { size.0.min(size.1) * 0.7 };
        canvas.text(part, color(text(value, "fontC")).unwrap_or("#000"), &words, at, height, angle);
    }
    canvas.sketch(part, Form::Spot { at, size, round, fill: Hue::of(filled), text: words });
}
