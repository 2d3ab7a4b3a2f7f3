//! The distributions of clue counts and ratings over a set of puzzles, drawn as bars.

use arcdoku::rate::{Form, Level, Rating};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::{FONT, INK, NODES_FILL, Picture, PlotFormat, RULE, TIME_FILL, drawn};
use crate::numbers::{number, plural};

const SIZE: (i32, i32) = (1000, 360);
const TOP: i32 = 64;
const BOTTOM: i32 = 58;
const LEFT: i32 = 66;
const GAP: i32 = 76;
const RIGHT: i32 = 20;

/// Colors of the levels, easiest first.
const LEVELS: [RGBColor; 5] = [
    RGBColor(150, 200, 150),
    RGBColor(129, 178, 222),
    RGBColor(242, 200, 102),
    RGBColor(235, 150, 90),
    RGBColor(200, 90, 90),
];

/// The approximate number of bars for scores; the last one includes all higher scores.
const BARS: u32 = 45;

/// The clue counts and ratings of a set of puzzles.
#[derive(Clone, Debug)]
pub struct Spread {
    scale: String,
    form: Form,
    clues: Vec<u8>,
    ratings: Vec<Rating>,
}

/// A panel: bars of equal width, each of which consists of colored parts.
struct Panel {
    title: String,
    axis: String,
    /// The value of the first bar; `step` is the difference to the next one.
    first: u32,
    step: u32,
    bars: Vec<[u64; 5]>,
    colors: [RGBColor; 5],
    /// The label of the value at the left of a bar; `every` is the number of bars between two labels.
    label: fn(u32) -> String,
    every: usize,
}

impl Spread {
    /// Creates an empty set, with a scale.
    pub fn new(scale: &str, form: Form) -> Self {
        Self { scale: scale.to_owned(), form, clues: Vec::new(), ratings: Vec::new() }
    }

    /// Adds a puzzle.
    pub fn add(&mut self, clues: usize, rating: Rating) {
        self.clues.push(clues as u8);
        self.ratings.push(rating);
    }

    /// A plot of the set, as the bytes of a file.
    ///
    /// # Errors
    /// If the backend fails. The message has the reason.
    pub fn plot(&self, format: PlotFormat) -> Result<Vec<u8>, String> {
        drawn(self, format)
    }

    fn panels(&self) -> [Panel; 2] {
        let mut counts: Vec<u32> = self.clues.iter().map(|&clues| clues.into()).collect();
        counts.sort_unstable();
        let (least, most) =
            (counts.first().map_or(17, |&least| least), counts.last().map_or(30, |&most| most));
        let mut clues = Panel {
            title: "Clues".to_owned(),
            axis: "clues per puzzle".to_owned(),
            first: least.saturating_sub(1),
            step: 1,
            bars: vec![[0; 5]; (most - least + 3) as usize],
            colors: [NODES_FILL; 5],
            label: |value| value.to_string(),
            every: 1 + (most - least) as usize / 16,
        };
        for &count in &counts {
            clues.add(count, 0);
        }
        let mut hardness = self.hardness();
        for rating in &self.ratings {
            let part = if let Rating::Score { level, .. } = rating { *level as usize } else { 0 };
            hardness.add(rating.hardness(), part);
        }
        [clues, hardness]
    }

    /// The panel of ratings, without bars.
    fn hardness(&self) -> Panel {
        if self.form == Form::Explainer {
            return Panel {
                title: "Ratings".to_owned(),
                axis: format!("ER on the scale {}", self.scale),
                first: 10,
                step: 1,
                bars: vec![[0; 5]; 111],
                colors: [TIME_FILL; 5],
                label: |value| (value / 10).to_string(),
                every: 10,
            };
        }
        let mut scores: Vec<u32> = self.ratings.iter().map(Rating::hardness).collect();
        scores.sort_unstable();
        let most = scores.get(scores.len() * 99 / 100).map_or(100, |&most| most);
        let step = (0..9).flat_map(|power| [1, 2, 5].map(|front| front * 10_u32.pow(power)));
        let step = step.into_iter().find(|step| most / step < BARS).unwrap_or(most);
        let bars = most / step + 2;
        Panel {
            title: "Ratings".to_owned(),
            axis: format!("score on the scale {} (all above are in the last bar)", self.scale),
            first: 0,
            step,
            bars: vec![[0; 5]; bars as usize],
            colors: LEVELS,
            label: |value| number(value.into()),
            every: (bars as usize).div_ceil(6),
        }
    }
}

impl Panel {
    fn add(&mut self, value: u32, part: usize) {
        let last = self.bars.len() - 1;
        let bar = (value.saturating_sub(self.first) / self.step) as usize;
        self.bars[bar.min(last)][part] += 1;
    }

    /// Draws the panel between two columns of pixels.
    fn paint<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        (left, right): (i32, i32),
    ) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
        let bottom = SIZE.1 - BOTTOM;
        let total = self.bars.iter().flatten().sum::<u64>().max(1) as f64;
        let highest = self.bars.iter().map(|bar| bar.iter().sum::<u64>()).max().unwrap_or(0) as f64 / total;
        // The horizontal lines are at round shares.
        let steps = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5];
        let step = steps.into_iter().find(|step| highest / step <= 5.0).unwrap_or(0.5);
        let top = (highest / step).ceil().max(1.0) * step;
        let y = |share: f64| bottom - (share / top * f64::from(bottom - TOP)).round() as i32;
        let x = |bar: usize| {
            left + (bar as f64 / self.bars.len() as f64 * f64::from(right - left)).round() as i32
        };
        for line in 0..=(top / step).round() as u32 {
            let share = f64::from(line) * step;
            area.draw(&PathElement::new([(left, y(share)), (right, y(share))], RULE))?;
            let digits = usize::from(step < 0.01);
            let text = format!("{:.digits$}%", share * 100.0);
            area.draw(&Text::new(text, (left - 8, y(share)), style(12, HPos::Right, VPos::Center)))?;
        }
        for (at, bar) in self.bars.iter().enumerate() {
            let mut below = 0.0;
            for (part, color) in bar.iter().zip(self.colors).filter(|(part, _)| **part > 0) {
                let share = *part as f64 / total;
                let corners = [(x(at) + 1, y(below + share)), (x(at + 1).max(x(at) + 2), y(below))];
                area.draw(&Rectangle::new(corners, color.filled()))?;
                below += share;
            }
            if at.is_multiple_of(self.every) {
                let middle = if self.step == 1 { i32::midpoint(x(at), x(at + 1)) } else { x(at) };
                let text = (self.label)(self.first + at as u32 * self.step);
                area.draw(&Text::new(text, (middle, bottom + 6), style(12, HPos::Center, VPos::Top)))?;
            }
        }
        area.draw(&PathElement::new([(left, bottom), (right, bottom)], INK))?;
        let center = i32::midpoint(left, right);
        area.draw(&Text::new(self.title.as_str(), (center, TOP - 26), style(15, HPos::Center, VPos::Top)))?;
        area.draw(&Text::new(self.axis.as_str(), (center, bottom + 28), style(13, HPos::Center, VPos::Top)))
    }
}

impl Picture for Spread {
    fn size(&self) -> (u32, u32) {
        (SIZE.0 as u32, SIZE.1 as u32)
    }

    fn paint<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
    ) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
        area.fill(&WHITE)?;
        let head = plural(self.clues.len() as u128, "puzzle");
        area.draw(&Text::new(head, (SIZE.0 / 2, 12), style(18, HPos::Center, VPos::Top)))?;
        let middle = 2 * SIZE.0 / 5;
        let [clues, ratings] = self.panels();
        clues.paint(area, (LEFT, middle))?;
        ratings.paint(area, (middle + GAP, SIZE.0 - RIGHT))?;
        if self.form == Form::Score {
            let present = |&&level: &&Level| ratings.bars.iter().any(|bar| bar[level as usize] > 0);
            for (row, level) in (0..).zip(Level::ALL.iter().filter(present)) {
                let (x, y) = (SIZE.0 - RIGHT - 90, TOP + 4 + 18 * row);
                let color = LEVELS[*level as usize];
                area.draw(&Rectangle::new([(x, y), (x + 12, y + 12)], color.filled()))?;
                area.draw(&Text::new(level.name(), (x + 18, y + 6), style(12, HPos::Left, VPos::Center)))?;
            }
        }
        area.present()
    }
}

fn style(size: i32, h: HPos, v: VPos) -> TextStyle<'static> {
    TextStyle::from((FONT, size).into_font()).color(&INK).pos(Pos::new(h, v))
}
