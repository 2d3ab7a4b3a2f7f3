//! Rules of marks on edges and corners, and of clues outside of the grid.

use super::{Claim, Guesser, Spot};
use crate::drawing::{Hue, Point, distance};
use crate::text;

impl Guesser<'_> {
    /// The two cells with a common edge at a point.
    fn pair(&self, (x, y): Point) -> Option<[usize; 2]> {
        let near = |at: f64, to: f64| (at - to).abs() < 0.2;
        let (across, down) = (near(x, x.round()), near(y, y.round()));
        let ends = match (across, down) {
            (true, false) => [(x.round() - 0.5, y), (x.round() + 0.5, y)],
            (false, true) => [(x, y.round() - 0.5), (x, y.round() + 0.5)],
            _ => return None,
        };
        Some([self.cell(ends[0])?, self.cell(ends[1])?])
    }

    pub(super) fn dots(&self, topic: &str) -> Vec<Claim> {
        let hue = if topic == "white-dot" { Hue::White } else { Hue::Black };
        let is_dot =
            |spot: &Spot<'_>| spot.round && spot.size.0 < 0.5 && spot.fill == hue && spot.text.is_empty();
        self.at_edges(topic, &is_dot)
    }

    pub(super) fn letters(&self, letter: &str) -> Vec<Claim> {
        self.at_edges(letter, &|spot: &Spot<'_>| spot.text.eq_ignore_ascii_case(letter))
    }

    fn at_edges(&self, rule: &str, is_one: &dyn Fn(&Spot<'_>) -> bool) -> Vec<Claim> {
        let spots = self.spots();
        let claim = |spot: &Spot<'_>| {
            let cells = self.pair(spot.at)?;
            Some(Claim { rules: vec![self.line(rule, &cells)], parts: vec![spot.part] })
        };
        spots.iter().filter(|spot| is_one(spot)).filter_map(claim).collect()
    }

    pub(super) fn quadruples(&self) -> Vec<Claim> {
        let mut claims = Vec::new();
        for spot in self.spots() {
            let (x, y) = (spot.at.0.round(), spot.at.1.round());
            let is_corner = (spot.at.0 - x).abs() < 0.2 && (spot.at.1 - y).abs() < 0.2;
            let digits: Vec<i32> = spot.text.chars().filter_map(|c| Some(c.to_digit(10)? as i32)).collect();
            let cells: Option<Vec<usize>> = [(-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)]
                .into_iter()
                .map(|(dx, dy)| self.cell((x + dx, y + dy)))
                .collect();
            let is_list = spot.text.chars().all(|c| c.is_ascii_digit() || c == ' ' || c == ',');
            if let (true, true, false, Some(cells)) = (is_corner, is_list, digits.is_empty(), cells) {
                let rule = format!("quadruple {}", text::values(&digits));
                claims.push(Claim { rules: vec![self.line(&rule, &cells)], parts: vec![spot.part] });
            }
        }
        claims
    }

    /// The cells of the row or column next to a clue outside of the grid, starting at the clue.
    pub(super) fn outside(&self, topic: &str) -> Vec<Claim> {
        let is_outside = |other: &&&str| self.sentences.iter().any(|one| one.topics.contains(*other));
        // Clues do not show which of several rules they belong to.
        if ["sandwich", "x-sum", "skyscraper", "little-killer"].iter().filter(is_outside).count() > 1 {
            return Vec::new();
        }
        let (high, wide) = (self.shape.rows() as f64, self.shape.columns() as f64);
        let claim = |spot: &Spot<'_>| {
            let clue: u32 = spot.text.trim().parse().ok()?;
            let (x, y) = spot.at;
            let (row, column) = (y.floor() + 0.5, x.floor() + 0.5);
            let cells = match ((0.0..wide).contains(&x), (0.0..high).contains(&y)) {
                (true, false) if y < 0.0 => self.path(&[(column, 0.5), (column, high - 0.5)]),
                (true, false) => self.path(&[(column, high - 0.5), (column, 0.5)]),
                (false, true) if x < 0.0 => self.path(&[(0.5, row), (wide - 0.5, row)]),
                (false, true) => self.path(&[(wide - 0.5, row), (0.5, row)]),
                _ => return None,
            };
            Some(Claim { rules: vec![self.line(&format!("{topic} {clue}"), &cells)], parts: vec![spot.part] })
        };
        self.spots().iter().filter_map(claim).collect()
    }

    /// Sums outside of the grid, each with a diagonal arrow that begins near it.
    pub(super) fn little_killers(&self) -> Vec<Claim> {
        let lines = self.lines();
        let claim = |spot: &Spot<'_>| {
            let clue: u32 = spot.text.trim().parse().ok()?;
            if self.cell(spot.at).is_some() {
                return None;
            }
            let is_near = |&&(x, y): &&Point| distance((x, y), spot.at) < 0.9;
            let arrow = lines
                .iter()
                .filter(|line| line.is_arrow)
                .find(|line| line.points.first().as_ref().is_some_and(is_near))?;
            let (&(ax, ay), &(bx, by)) = (arrow.points.first()?, arrow.points.last()?);
            let (dx, dy) = ((bx - ax).signum(), (by - ay).signum());
            let start = (spot.at.0.floor() + 0.5, spot.at.1.floor() + 0.5);
            let place = |step: usize| self.cell((start.0 + dx * step as f64, start.1 + dy * step as f64));
            let cells: Vec<usize> = (1..).map_while(place).collect();
            let is_diagonal = (bx - ax).abs() > 0.1 && (by - ay).abs() > 0.1;
            (is_diagonal && !cells.is_empty()).then(|| Claim {
                rules: vec![self.line(&format!("little-killer {clue}"), &cells)],
                parts: vec![spot.part, arrow.sketch.part],
            })
        };
        self.spots().iter().filter_map(claim).collect()
    }
}
