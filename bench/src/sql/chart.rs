//! Small pictures, written directly as SVG.

use std::fmt::Write as _;

/// The width and height of a picture, and its margins: left, top, right, bottom.
const SIZE: (f64, f64) = (720.0, 360.0);
const MARGIN: [f64; 4] = [60.0, 40.0, 16.0, 44.0];

const INK: &str = "#282828";
const GRID: &str = "#dcdcdc";
const COLORS: [&str; 4] = ["#1f77b4", "#d95f02", "#2ca02c", "#7570b3"];

/// A line of a chart.
pub(super) struct Line {
    pub(super) name: String,
    pub(super) points: Vec<(f64, f64)>,
    pub(super) is_dashed: bool,
    /// Lines of the same color belong together.
    pub(super) color: usize,
}

struct Frame {
    text: String,
    height: f64,
}

impl Frame {
    fn new(title: &str, height: f64) -> Self {
        let width = SIZE.0;
        let text = format!(
            "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             xmlns=\"http://www.w3.org/2000/svg\" font-family=\"sans-serif\" font-size=\"12\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
        );
        let mut frame = Self { text, height };
        frame.words(width / 2.0, 20.0, "middle", title);
        frame
    }

    /// The place of a point, given as shares of width and height from the lower left corner.
    fn at(&self, x: f64, y: f64) -> (f64, f64) {
        let [left, top, right, bottom] = MARGIN;
        (left + x * (SIZE.0 - left - right), self.height - bottom - y * (self.height - top - bottom))
    }

    fn words(&mut self, x: f64, y: f64, anchor: &str, words: &str) {
        let words = words.replace('&', "&amp;").replace('<', "&lt;");
        let _ = writeln!(
            self.text,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"{INK}\">{words}</text>"
        );
    }

    fn stroke(&mut self, from: (f64, f64), to: (f64, f64)) {
        let _ = writeln!(
            self.text,
            "<path d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"{GRID}\"/>",
            from.0, from.1, to.0, to.1
        );
    }

    /// A rectangle between two corners.
    fn fill(&mut self, from: (f64, f64), to: (f64, f64), color: &str, opacity: f64) {
        let (x, y) = (from.0.min(to.0), from.1.min(to.1));
        let (width, height) = ((from.0 - to.0).abs(), (from.1 - to.1).abs());
        let _ = writeln!(
            self.text,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{color}\" \
             opacity=\"{opacity:.2}\"/>"
        );
    }

    /// A mark below the x axis.
    fn below(&mut self, x: f64, words: &str) {
        let (x, y) = self.at(x, 0.0);
        self.words(x, y + 16.0, "middle", words);
    }

    fn finish(mut self, axis: &str) -> String {
        let (x, _) = self.at(0.5, 0.0);
        self.words(x, self.height - 8.0, "middle", axis);
        self.text + "</svg>\n"
    }
}

/// Shares over numbers on a logarithmic scale, from 1.
pub(super) fn shares(title: &str, axis: &str, marks: &[f64], lines: &[Line]) -> String {
    let mut frame = Frame::new(title, SIZE.1);
    let last = marks.last().copied().unwrap_or(10.0).ln();
    for percent in [0, 25, 50, 75, 100] {
        let share = f64::from(percent) / 100.0;
        let (from, to) = (frame.at(0.0, share), frame.at(1.0, share));
        frame.stroke(from, to);
        frame.words(from.0 - 6.0, from.1 + 4.0, "end", &format!("{percent} %"));
    }
    for &mark in marks {
        frame.below(mark.ln() / last, &format!("{mark}"));
    }
    for (row, line) in lines.iter().enumerate() {
        let places = line.points.iter().map(|&(x, y)| frame.at(x.ln() / last, y));
        let path: Vec<String> = places.map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let color = COLORS[line.color % COLORS.len()];
        let dash = if line.is_dashed { " stroke-dasharray=\"5 4\"" } else { "" };
        let _ = writeln!(
            frame.text,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"{dash}/>",
            path.join(" ")
        );
        let (x, y) = (MARGIN[0] + 14.0, frame.at(0.0, 0.0).1 - 16.0 * (lines.len() - row) as f64 + 4.0);
        let _ = writeln!(
            frame.text,
            "<path d=\"M{x:.1} {:.1}h22\" stroke=\"{color}\" stroke-width=\"2\"{dash}/>",
            y - 4.0
        );
        frame.words(x + 28.0, y, "start", &line.name);
    }
    frame.finish(axis)
}

/// One row of bars per executor. The height of a bar is its share.
pub(super) fn timeline(title: &str, bar: f64, rows: &[Vec<f64>]) -> String {
    let mut frame = Frame::new(title, 220.0);
    let count = rows.first().map_or(1, Vec::len).max(1);
    let high = 1.0 / rows.len().max(1) as f64;
    for (row, bars) in rows.iter().enumerate() {
        let base = 1.0 - high * (row + 1) as f64;
        for (place, &share) in bars.iter().enumerate() {
            let x = |place: usize| place as f64 / count as f64;
            let (from, to) = (frame.at(x(place), base), frame.at(x(place + 1), base + share * high * 0.9));
            frame.fill(from, to, COLORS[row % COLORS.len()], 1.0);
        }
        let (from, to) = (frame.at(0.0, base), frame.at(1.0, base));
        frame.stroke(from, to);
        let middle = frame.at(0.0, base + high * 0.45);
        frame.words(middle.0 - 6.0, middle.1, "end", &format!("{}", row + 1));
    }
    let seconds = bar * count as f64;
    for mark in 0..=4 {
        let share = f64::from(mark) / 4.0;
        frame.below(share, &format!("{:.0} s", seconds * share));
    }
    frame.finish("share of a processor that each executor uses")
}

/// A map of puzzles by clues and rating. A cell has the number of clues, the rating in units, and the number of
/// puzzles.
pub(super) fn map(title: &str, unit: u32, cells: &[(u32, u32, u64)]) -> String {
    let mut frame = Frame::new(title, SIZE.1);
    let clues = |of: fn(u32, u32) -> u32, from: u32| cells.iter().map(|cell| cell.0).fold(from, of);
    let (low, high) = (clues(u32::min, 81), clues(u32::max, 0));
    let top = cells.iter().map(|cell| cell.1).max().unwrap_or(0) + 1;
    let most = cells.iter().map(|cell| cell.2).max().unwrap_or(1).max(2) as f64;
    let rows = f64::from(high.saturating_sub(low) + 1);
    for &(clues, rating, puzzles) in cells {
        let x = |rating: u32| f64::from(rating) / f64::from(top);
        let y = |clues: u32| f64::from(clues - low) / rows;
        let (from, to) = (frame.at(x(rating), y(clues)), frame.at(x(rating + 1), y(clues) + 1.0 / rows));
        // The scale is logarithmic, so a cell with one puzzle is still visible next to a cell with a hundred thousand.
        frame.fill(from, to, COLORS[0], 0.08 + 0.92 * (puzzles as f64).ln() / most.ln());
    }
    for clues in low..=high {
        let place = frame.at(0.0, (f64::from(clues - low) + 0.5) / rows);
        frame.words(place.0 - 6.0, place.1 + 4.0, "end", &clues.to_string());
    }
    for mark in (0..=top).step_by(10) {
        let more = if mark + 1 == top { "+" } else { "" };
        frame.below(f64::from(mark) / f64::from(top), &format!("{}{more}", mark * unit));
    }
    frame.finish("HoDoKu score by number of clues; darker cells have more puzzles (logarithmic)")
}

#[cfg(test)]
mod tests {
    use super::{Line, map, shares, timeline};

    #[test]
    fn pictures_are_svg_within_their_frame() {
        let line =
            Line { name: "a < b".into(), points: vec![(1.0, 1.0), (1000.0, 0.0)], is_dashed: true, color: 9 };
        let chart = shares("title", "executors", &[1.0, 1000.0], &[line]);
        assert!(chart.contains("points=\"60.0,40.0 704.0,316.0\"") && chart.contains("a &lt; b"), "{chart}");
        let bars = timeline("title", 0.5, &[vec![1.0, 0.5], vec![0.0, 1.0]]);
        assert_eq!(bars.matches("<rect").count(), 5);
        let cells = map("title", 100, &[(22, 0, 1), (24, 5, 100_000)]);
        assert_eq!(cells.matches("<rect").count(), 3);
        assert!(cells.contains("opacity=\"0.08\"") && cells.contains("opacity=\"1.00\""), "{cells}");
        for picture in [chart, bars, cells, map("empty", 1, &[])] {
            assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"));
        }
    }
}
