//! Nodes and times by strategy, drawn as boxes on a log scale.
//!
//! ```text
//!                  expanded nodes per puzzle            time per puzzle
//!   backtracking  |    |---[==|==]-----| |      |          |--[=|==]---|
//!   csp           |  |--[=|=]----|       |      |     |-[==|=]-----|
//!                 +--------+-------+-----+      +-------+---------+------+
//!                  1      10      100            1 us    1 ms      1 s
//! ```
//!
//! A box reaches from the first to the third quartile with a line at the median, whiskers reach from the minimum to
//! the 95th percentile, and a dot marks the maximum. The font is embedded, so a picture is the same everywhere. It is
//! `DejaVu` Sans. The licenses of its makers (Bitstream Vera and Arev, permissive) allow embedding it in a program
//! and selling it with a program, but not separately.

mod course;
mod spread;

use std::sync::Once;

use arcdoku_wire::{CompareReport, Distribution};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::numbers::{number, time};

pub use course::BoundCourse;
pub use spread::Spread;

const WIDTH: i32 = 1200;
const ROW: i32 = 34;
const TOP: i32 = 84;
const BOTTOM: i32 = 84;
const GAP: i32 = 50;
const FONT: &str = "sans-serif";

const INK: RGBColor = RGBColor(40, 40, 40);
const RULE: RGBColor = RGBColor(220, 220, 220);
const NODES_FILL: RGBColor = RGBColor(129, 178, 222);
const TIME_FILL: RGBColor = RGBColor(242, 178, 102);

/// The format of a plot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlotFormat {
    /// SVG, as text.
    Svg,
    /// PNG, as pixels.
    Png,
}

impl PlotFormat {
    /// The format for the extension of a file name.
    pub fn of_name(name: &str) -> Option<Self> {
        match name.rsplit_once('.')?.1.to_ascii_lowercase().as_str() {
            "svg" => Some(Self::Svg),
            "png" => Some(Self::Png),
            _ => None,
        }
    }
}

/// A picture that can be drawn on any backend.
trait Picture {
    /// The width and height in pixels.
    fn size(&self) -> (u32, u32);

    /// Draws the picture.
    fn paint<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
    ) -> Result<(), DrawingAreaErrorKind<B::ErrorType>>;
}

/// A plot of nodes and time by strategy, as the bytes of a file.
///
/// # Errors
/// If the backend fails. The message has the reason.
pub fn plot(report: &CompareReport, format: PlotFormat) -> Result<Vec<u8>, String> {
    drawn(report, format)
}

/// The bytes of a picture.
fn drawn(picture: &impl Picture, format: PlotFormat) -> Result<Vec<u8>, String> {
    static FONTS: Once = Once::new();
    FONTS.call_once(|| {
        // If the font is rejected, texts are missing, which the tests would detect.
        let _ = plotters::style::register_font(FONT, FontStyle::Normal, dejavu::sans::regular());
        let _ = plotters::style::register_font(FONT, FontStyle::Bold, dejavu::sans::bold());
    });
    let size = picture.size();
    match format {
        PlotFormat::Svg => {
            let mut text = String::new();
            paint(&SVGBackend::with_string(&mut text, size).into_drawing_area(), picture)?;
            Ok(text.into_bytes())
        }
        PlotFormat::Png => {
            let mut pixels = vec![255; (size.0 * size.1 * 3) as usize];
            paint(&BitMapBackend::with_buffer(&mut pixels, size).into_drawing_area(), picture)?;
            png(&pixels, size).map_err(|error| format!("png: {error}"))
        }
    }
}

fn png(pixels: &[u8], size: (u32, u32)) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, size.0, size.1);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(bytes)
}

fn paint<B: DrawingBackend>(area: &DrawingArea<B, Shift>, picture: &impl Picture) -> Result<(), String> {
    // An error of a backend borrows from the backend, so it is converted to text.
    picture.paint(area).map_err(|error| error.to_string())
}

impl Picture for CompareReport {
    fn size(&self) -> (u32, u32) {
        (WIDTH as u32, (TOP + ROW * count(self.strategies.len()) + BOTTOM) as u32)
    }

    fn paint<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
    ) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
        painted(area, self)
    }
}

/// A log scale in pixels. Values below `low`, such as zero nodes, are drawn at `low`.
struct Scale {
    low: f64,
    high: f64,
    left: i32,
    right: i32,
}

impl Scale {
    /// A scale from `low` to the next power of ten above all of `values`.
    fn new(low: f64, values: impl Iterator<Item = f64>, left: i32, right: i32) -> Self {
        let most = values.fold(low * 10.0, f64::max);
        Self { low, high: 10f64.powi(most.log10().ceil() as i32), left, right }
    }

    fn at(&self, value: f64) -> i32 {
        let part = (value.max(self.low) / self.low).log10() / (self.high / self.low).log10();
        self.left + (part * f64::from(self.right - self.left)).round() as i32
    }

    /// The powers of ten on the scale that are labeled; there is room for only a few.
    fn ticks(&self) -> Vec<f64> {
        let (first, last) = (self.low.log10().round() as i32, self.high.log10().round() as i32);
        let step = (last - first) as usize / 9 + 1;
        (first..=last).step_by(step).map(|power| 10f64.powi(power)).collect()
    }
}

/// A panel: its place, its title, and the labels of its numbers.
struct Panel<'a> {
    scale: Scale,
    title: &'a str,
    axis: &'a str,
    fill: RGBColor,
    label: &'a dyn Fn(f64) -> String,
}

fn painted<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    report: &CompareReport,
) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
    area.fill(&WHITE)?;
    let rows = &report.strategies;
    let longest = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).min(32);
    let longest = count(longest);
    let left = 34 + longest * 9;
    let middle = i32::midpoint(left, WIDTH - 30);
    let nodes = rows.iter().map(|row| row.nodes_each.max);
    let least = rows.iter().map(|row| row.time_us_each.min).fold(f64::MAX, f64::min).max(0.1);
    let times = rows.iter().map(|row| row.time_us_each.max);
    let zero_low = rows.iter().any(|row| row.nodes_each.min < 1.0);
    let panels = [
        Panel {
            scale: Scale::new(if zero_low { 0.1 } else { 1.0 }, nodes, left, middle - GAP / 2),
            title: "Expanded nodes",
            axis: "nodes per puzzle (log scale)",
            fill: NODES_FILL,
            label: &|value| if value < 1.0 { "0".to_owned() } else { short(value) },
        },
        Panel {
            scale: Scale::new(10f64.powi(least.log10().floor() as i32), times, middle + GAP / 2, WIDTH - 30),
            title: "Wall time",
            axis: "time per puzzle (log scale)",
            fill: TIME_FILL,
            label: &|value| time(value).replace(".00", "").replace(".0 ", " ").replace("0.10 us", "0.1 us"),
        },
    ];
    let bottom = TOP + ROW * count(rows.len());
    let asked = if report.question == "unique" { "uniqueness" } else { "first solution" };
    let head = format!("{} puzzles, question: {asked}", number(report.puzzles.into()));
    let style = |size: i32, h: HPos, v: VPos| {
        TextStyle::from((FONT, size).into_font()).color(&INK).pos(Pos::new(h, v))
    };
    area.draw(&Text::new(head, (WIDTH / 2, 14), style(20, HPos::Center, VPos::Top)))?;
    for (i, row) in rows.iter().enumerate() {
        let y = TOP + ROW * count(i) + ROW / 2;
        let mut name: String = row.name.chars().take(32).collect();
        if row.gave_up > 0 {
            name.push('*');
        }
        area.draw(&Text::new(name, (left - 10, y), style(15, HPos::Right, VPos::Center)))?;
    }
    let key = "box: quartiles and median; whiskers: minimum to 95th percentile; dot: maximum";
    let place = (WIDTH - 30, bottom + BOTTOM - 12);
    area.draw(&Text::new(key, place, style(12, HPos::Right, VPos::Bottom)))?;
    if rows.iter().any(|row| row.gave_up > 0) {
        let note = "* reached the limit on some puzzles";
        area.draw(&Text::new(note, (12, bottom + BOTTOM - 12), style(12, HPos::Left, VPos::Bottom)))?;
    }
    for panel in &panels {
        let scale = &panel.scale;
        let center = i32::midpoint(scale.left, scale.right);
        area.draw(&Text::new(panel.title, (center, TOP - 32), style(17, HPos::Center, VPos::Top)))?;
        area.draw(&Text::new(panel.axis, (center, bottom + 32), style(14, HPos::Center, VPos::Top)))?;
        for tick in scale.ticks() {
            let x = scale.at(tick);
            area.draw(&PathElement::new([(x, TOP - 4), (x, bottom)], RULE))?;
            area.draw(&PathElement::new([(x, bottom), (x, bottom + 5)], INK))?;
            let label = (panel.label)(tick);
            area.draw(&Text::new(label, (x, bottom + 9), style(13, HPos::Center, VPos::Top)))?;
        }
        area.draw(&PathElement::new([(scale.left, bottom), (scale.right, bottom)], INK))?;
    }
    for (i, row) in rows.iter().enumerate() {
        let y = TOP + ROW * count(i) + ROW / 2;
        for (panel, each) in panels.iter().zip([&row.nodes_each, &row.time_us_each]) {
            boxed(area, panel, each, y)?;
        }
    }
    area.present()
}

/// One box with its whiskers and dot.
fn boxed<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    panel: &Panel<'_>,
    each: &Distribution,
    y: i32,
) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
    let at = |value: f64| panel.scale.at(value);
    let half = ROW / 2 - 7;
    area.draw(&PathElement::new([(at(each.min), y), (at(each.p95), y)], INK))?;
    for end in [each.min, each.p95] {
        area.draw(&PathElement::new([(at(end), y - half / 2), (at(end), y + half / 2)], INK))?;
    }
    let corners = [(at(each.q1) - 1, y - half), (at(each.q3) + 1, y + half)];
    area.draw(&Rectangle::new(corners, panel.fill.filled()))?;
    area.draw(&Rectangle::new(corners, INK))?;
    let median = at(each.median);
    area.draw(&PathElement::new([(median, y - half), (median, y + half)], INK.stroke_width(3)))?;
    area.draw(&Circle::new((at(each.max), y), 3, INK.filled()))
}

/// A small number as a number of pixels.
fn count(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX / ROW / 2)
}

/// `1`, `1k`, `1M`: a power of ten.
fn short(value: f64) -> String {
    match value {
        value if value < 1e3 => format!("{value:.0}"),
        value if value < 1e6 => format!("{:.0}k", value / 1e3),
        value if value < 1e9 => format!("{:.0}M", value / 1e6),
        value => format!("{:.0}G", value / 1e9),
    }
}
