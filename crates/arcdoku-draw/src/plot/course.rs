//! The course of the bounds of a search for the least cost, drawn as two steps that meet.

use plotters::coord::Shift;
use plotters::prelude::*;

use super::{FONT, INK, NODES_FILL, Picture, PlotFormat, RULE, TIME_FILL, drawn};

const SIZE: (u32, u32) = (1000, 420);

/// The bounds of the least cost, over the nodes of a search.
#[derive(Clone, Debug)]
pub struct BoundCourse {
    title: String,
    /// The nodes or rounds, the lower bound, and the least known cost, if any.
    points: Vec<(f64, f64, Option<f64>)>,
    /// The unit in which the points are counted.
    unit: &'static str,
}

impl BoundCourse {
    /// Creates a course. Each point has the count of `unit`, such as expanded nodes, the lower bound and the least
    /// known cost.
    pub fn new(title: &str, unit: &'static str, points: Vec<(f64, f64, Option<f64>)>) -> Self {
        Self { title: title.to_owned(), points, unit }
    }

    /// A plot of the course, as the bytes of a file.
    ///
    /// # Errors
    /// If the backend fails. The message has the reason.
    pub fn plot(&self, format: PlotFormat) -> Result<Vec<u8>, String> {
        drawn(self, format)
    }

    /// The corners of a line that keeps each value until the next point.
    fn steps(&self, value: impl Fn(&(f64, f64, Option<f64>)) -> Option<f64>) -> Vec<(f64, f64)> {
        let mut corners: Vec<(f64, f64)> = Vec::new();
        for point in &self.points {
            let Some(value) = value(point) else { continue };
            if let Some(&(_, last)) = corners.last() {
                corners.push((point.0, last));
            }
            corners.push((point.0, value));
        }
        corners
    }
}

impl Picture for BoundCourse {
    fn size(&self) -> (u32, u32) {
        SIZE
    }

    fn paint<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
    ) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
        area.fill(&WHITE)?;
        let values = || self.points.iter().flat_map(|point| [Some(point.1), point.2]).flatten();
        let (low, high) = values().fold((f64::MAX, f64::MIN), |(low, high), at| (low.min(at), high.max(at)));
        let margin = if high > low { (high - low) * 0.08 } else { high.abs() * 0.05 + 0.5 };
        let last = self.points.last().map_or(1.0, |point| point.0).max(1.0);
        let mut chart = ChartBuilder::on(area)
            .caption(format!("Bounds of the least cost ({})", self.title), (FONT, 20).into_font().color(&INK))
            .margin(14)
            .x_label_area_size(46)
            .y_label_area_size(86)
            .build_cartesian_2d(0.0..last, low - margin..high + margin)?;
        let label = |value: &f64| format!("{value:.0}");
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(RULE)
            .axis_style(INK)
            .label_style((FONT, 13).into_font().color(&INK))
            .axis_desc_style((FONT, 14).into_font().color(&INK))
            .x_desc(self.unit)
            .y_desc("cost")
            .x_label_formatter(&label)
            .draw()?;
        let lines = [
            ("best known labelling", TIME_FILL, self.steps(|point| point.2)),
            ("lower bound", NODES_FILL, self.steps(|point| Some(point.1))),
        ];
        for (name, color, corners) in lines {
            let dots = corners.clone();
            chart
                .draw_series(std::iter::once(PathElement::new(corners, color.stroke_width(3))))?
                .label(name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], color.stroke_width(3)));
            chart.draw_series(dots.into_iter().map(|dot| Circle::new(dot, 3, color.filled())))?;
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperRight)
            .background_style(WHITE.mix(0.85))
            .border_style(RULE)
            .label_font((FONT, 14).into_font().color(&INK))
            .draw()?;
        area.present()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_two_lines_of_steps() {
        let course = BoundCourse::new(
            "min-cost",
            "expanded nodes",
            vec![(1.0, 3.0, Some(9.0)), (5.0, 4.0, Some(7.0)), (8.0, 7.0, Some(7.0))],
        );
        assert_eq!(
            course.steps(|point| Some(point.1)),
            [(1.0, 3.0), (5.0, 3.0), (5.0, 4.0), (8.0, 4.0), (8.0, 7.0)]
        );
        let svg = String::from_utf8(course.plot(PlotFormat::Svg).unwrap()).unwrap();
        for text in
            ["Bounds of the least cost (min-cost)", "lower bound", "best known labelling", "expanded nodes"]
        {
            assert!(svg.contains(text), "{text}");
        }
        assert!(course.plot(PlotFormat::Png).unwrap().starts_with(b"\x89PNG"));
        // A course of one point, without a known labelling, can be drawn too.
        assert!(BoundCourse::new("", "rounds", vec![(0.0, 2.0, None)]).plot(PlotFormat::Svg).is_ok());
    }
}
