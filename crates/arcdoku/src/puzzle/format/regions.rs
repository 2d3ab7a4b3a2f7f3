//! Layouts of jigsaw regions.

use super::symbol::{is_bar, is_rule};
use crate::grid::Shape;
use crate::puzzle::Rule;
use crate::puzzle::error::{ParseError, ParseErrorKind, counted, quoted};

/// Reads a jigsaw layout: one character per cell, equal characters for equal regions. White space, bars, drawn rules
/// and `#` lines are ignored, so the layout may be on one line or have one line per row. The shape must have no
/// boxes. If the shape is not plain, regions may be smaller than the number of digits.
///
/// ```
/// use arcdoku::grid::Shape;
/// use arcdoku::puzzle::format::parse_regions;
///
/// let latin = Shape::latin(4).unwrap();
/// assert!(parse_regions("aabb aacb dccb dddc", latin).is_ok());
/// let error = parse_regions("aaab\naacb\ndccb\ndddc", latin).unwrap_err();
/// assert_eq!(error.to_string(), "2:2: found a cell beyond the 4 of region 'a', expected 4 cells per region");
/// ```
pub fn parse_regions(text: &str, shape: Shape) -> Result<Rule, ParseError> {
    let (n, cells) = (shape.digits(), shape.grid_cells());
    let is_plain = shape.is_plain();
    let mut map = Vec::with_capacity(cells);
    // Name, size, and first position of each region.
    let mut regions: Vec<(char, usize, (usize, usize))> = Vec::new();
    let mut end = (1, 1);
    let mut surplus = None;
    for (number, line) in text.lines().enumerate().map(|(i, line)| (i + 1, line)) {
        if line.trim_start().starts_with('#') || is_rule(line) {
            continue;
        }
        for (column, c) in line.chars().enumerate().map(|(i, c)| (i + 1, c)) {
            if c.is_whitespace() || is_bar(c) {
                continue;
            }
            if map.len() == cells {
                let found = format!("{} after the last cell", quoted(c.encode_utf8(&mut [0; 4])));
                let expected = format!("{}, one character each", counted(cells, "cell"));
                return Err(ParseError::new(ParseErrorKind::Length, (number, column), found, expected));
            }
            let region = regions.iter().position(|&(name, ..)| name == c).unwrap_or_else(|| {
                regions.push((c, 0, (number, column)));
                regions.len() - 1
            });
            let (_, size, _) = &mut regions[region];
            *size += 1;
            if *size > n && surplus.is_none() {
                surplus = Some((c, (number, column)));
            }
            // If there are more than 64 names, some region is too small, which is an error, so these numbers do not
            // matter.
            map.push(region.min(255) as u8);
            end = (number, column + 1);
        }
    }
    if map.is_empty() {
        return Err(ParseError::new(ParseErrorKind::Empty, (1, 1), "no layout", counted(cells, "cell")));
    }
    if map.len() < cells {
        let expected = format!("{cells}, one character each");
        return Err(ParseError::new(ParseErrorKind::Length, end, counted(map.len(), "cell"), expected));
    }
    let most = if is_plain { "" } else { "at most " };
    let expected = format!("{most}{} per region", counted(n, "cell"));
    if let Some((name, at)) = surplus {
        let name = quoted(name.encode_utf8(&mut [0; 4]));
        let found = format!("a cell beyond the {n} of region {name}");
        return Err(ParseError::new(ParseErrorKind::RegionSize, at, found, expected));
    }
    if let Some((name, size, at)) = regions.iter().find(|(_, size, _)| is_plain && *size != n) {
        let name = quoted(name.encode_utf8(&mut [0; 4]));
        let found = format!("region {name} of {size}");
        return Err(ParseError::new(ParseErrorKind::RegionSize, *at, found, expected));
    }
    Rule::regions(shape, &map).map_err(|error| {
        let (found, expected) = if shape.has_boxes() {
            ("jigsaw regions in a grid with boxes", "a grid without boxes")
        } else {
            (error.found(), error.expected())
        };
        ParseError::new(ParseErrorKind::Shape, (1, 1), found, expected)
    })
}
