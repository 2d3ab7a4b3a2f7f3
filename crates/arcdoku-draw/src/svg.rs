//! Elements of SVG.

use crate::escape::escape;
use crate::sheet::{Point, number, pair};

/// Appends an element as a line.
pub(crate) fn line(out: &mut String, element: &str) {
    out.push_str(element);
    out.push('\n');
}

pub(crate) fn path(class: &str, data: &str) -> String {
    format!("<path class=\"{class}\" d=\"{data}\"/>")
}

pub(crate) fn circle(class: &str, (x, y): Point, radius: f32) -> String {
    format!("<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"{radius}\"/>", number(x), number(y))
}

/// The data of a path through points.
pub(crate) fn polyline(points: &[Point]) -> String {
    let mut data = String::new();
    for (i, &point) in points.iter().enumerate() {
        data.push(if i == 0 { 'M' } else { 'L' });
        data += &pair(point);
    }
    data
}

/// A rectangle, given by its upper left corner and its size. Its corners are rounded if the radius is not 0.
pub(crate) fn rect(class: &str, (x, y): Point, (width, height): Point, radius: u8) -> String {
    let rounded = if radius > 0 { format!(" rx=\"{radius}\"") } else { String::new() };
    let (x, y, width, height) = (number(x), number(y), number(width), number(height));
    format!("<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{rounded}/>")
}

/// A text on a baseline.
pub(crate) fn text(class: &str, (x, y): Point, text: &str) -> String {
    format!("<text class=\"{class}\" x=\"{}\" y=\"{}\">{}</text>", number(x), number(y), escape(text))
}

/// A text centered on a height.
pub(crate) fn text_at(class: &str, (x, y): Point, text: &str) -> String {
    let (x, y) = (number(x), number(y));
    format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\" dy=\".35em\">{}</text>", escape(text))
}

/// Breaks a text into lines of at most `most` characters. Longer words are split.
pub(crate) fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let letters: Vec<Vec<char>> = text.split(' ').map(|word| word.chars().collect()).collect();
    for part in letters.iter().flat_map(|word| word.chunks(most)) {
        match lines.last_mut().filter(|line| line.chars().count() + 1 + part.len() <= most) {
            Some(line) => {
                line.push(' ');
                line.extend(part);
            }
            None => lines.push(part.iter().collect()),
        }
    }
    lines
}
