//! The lines of a grid: the number of cells, and the positions of all crossings.

use crate::outline::{Point, upright};
use crate::plane::Plane;

/// The sizes of grids that are read, by priority if their lines are equally clear. Every fourth line of a grid with 16
/// cells is a line of a grid with 4.
const SIZES: [usize; 4] = [16, 9, 6, 4];

/// The smallest score of a grid, and the smallest clarity of lines before corners are adjusted. Most outlines are not
/// grids, and have less.
const LEAST_SCORE: f32 = 0.5;
const LEAST_ROUGH: f32 = 0.2;

/// A map from the unit square to a quadrilateral in an image.
#[derive(Clone, Copy)]
struct Homography([f32; 8]);

impl Homography {
    /// The map to these corners, clockwise from the top left (P. Heckbert, "Fundamentals of Texture Mapping", 1989).
    fn new([a, b, c, d]: [Point; 4]) -> Option<Self> {
        let (dx1, dy1) = (b.0 - c.0, b.1 - c.1);
        let (dx2, dy2) = (d.0 - c.0, d.1 - c.1);
        let (sx, sy) = (a.0 - b.0 + c.0 - d.0, a.1 - b.1 + c.1 - d.1);
        let det = dx1 * dy2 - dx2 * dy1;
        if det.abs() < 1.0 {
            return None;
        }
        let (g, h) = ((sx * dy2 - dx2 * sy) / det, (dx1 * sy - sx * dy1) / det);
        let (p, q) = ((b.0 - a.0 + g * b.0, d.0 - a.0 + h * d.0), (b.1 - a.1 + g * b.1, d.1 - a.1 + h * d.1));
        Some(Self([p.0, p.1, a.0, q.0, q.1, a.1, g, h]))
    }

    fn map(&self, u: f32, v: f32) -> Point {
        let [a, b, c, d, e, f, g, h] = self.0;
        let w = g * u + h * v + 1.0;
        ((a * u + b * v + c) / w, (d * u + e * v + f) / w)
    }
}

/// The crossings of the lines of a grid, row by row: `(size + 1)` squared positions.
#[derive(Clone, Debug)]
pub(crate) struct Lattice {
    pub(crate) size: usize,
    pub(crate) points: Vec<Point>,
    /// How clear the lines are, from 0 to 1.
    pub(crate) score: f32,
    /// The clarity of the border, from 0 to 1: the smallest ratio, over the four outer lines, of the darkness of the
    /// faintest part of a line to the median of its parts, which counts as at least 0.1.
    pub(crate) border: f32,
}

impl Lattice {
    /// The grid with this outline, if the outline has the lines of a grid.
    pub(crate) fn find(plane: &Plane, corners: [Point; 4]) -> Option<Self> {
        let map = Homography::new(corners)?;
        let rough = SIZES.map(|size| mean(clarity(plane, &map, size).iter().flatten()));
        let clearest = rough.iter().copied().fold(0.0, f32::max);
        let borders = rough[3];
        if clearest < LEAST_ROUGH {
            return None;
        }
        let mut best: Option<Self> = None;
        for (size, rough) in SIZES.into_iter().zip(rough) {
            // The corners of outlines may be wrong by a part of a cell, so the rough figures only exclude sizes. The
            // inner lines of a grid with 16 cells may be faint, and the borders of its boxes are not.
            let is_plausible = match size {
                9 => true,
                16 => rough >= 0.4 * clearest && borders >= 0.5 * clearest,
                _ => rough >= 0.7 * clearest,
            };
            if !is_plausible {
                continue;
            }
            let Some(map) = Homography::new(adjusted(plane, corners, size)) else { continue };
            let lattice = Self::regular(&map, size).on_lines(plane);
            if best.as_ref().is_none_or(|other| lattice.score > other.score * 1.15) {
                best = Some(lattice);
            }
        }
        let limits = (2.0 * plane.width as f32, 2.0 * plane.height as f32);
        let is_near = |point: &Point| point.0.abs() <= limits.0 && point.1.abs() <= limits.1;
        best.filter(|lattice| lattice.score >= LEAST_SCORE && lattice.points.iter().all(is_near))
    }

    fn regular(map: &Homography, size: usize) -> Self {
        let at =
            |i: usize| map.map((i % (size + 1)) as f32 / size as f32, (i / (size + 1)) as f32 / size as f32);
        Self { size, points: (0..(size + 1) * (size + 1)).map(at).collect(), score: 0.0, border: 0.0 }
    }

    /// The crossing of a row and a column of lines.
    pub(crate) fn at(&self, row: usize, column: usize) -> Point {
        self.points[row * (self.size + 1) + column]
    }

    /// The position of local coordinates, in cells from the top left. Positions outside continue the nearest cell.
    pub(crate) fn position(&self, u: f32, v: f32) -> Point {
        let cell = |t: f32| (t.max(0.0) as i32 as usize).min(self.size - 1);
        let (column, row) = (cell(u), cell(v));
        let (du, dv) = (u - column as f32, v - row as f32);
        let mix = |a: Point, b: Point, t: f32| (a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t);
        let top = mix(self.at(row, column), self.at(row, column + 1), du);
        let bottom = mix(self.at(row + 1, column), self.at(row + 1, column + 1), du);
        mix(top, bottom, dv)
    }

    /// The corners of the grid, clockwise from the top left.
    pub(crate) fn corners(&self) -> [Point; 4] {
        let n = self.size;
        [self.at(0, 0), self.at(0, n), self.at(n, n), self.at(n, 0)]
    }

    /// The mean length of the sides of cells, in pixels.
    pub(crate) fn cell_side(&self) -> f32 {
        let n = self.size;
        let length = |a: Point, b: Point| (a.0 - b.0).hypot(a.1 - b.1);
        let mut sum = 0.0;
        for i in 0..=n {
            for j in 0..n {
                sum += length(self.at(i, j), self.at(i, j + 1)) + length(self.at(j, i), self.at(j + 1, i));
            }
        }
        sum / (2 * n * (n + 1)) as f32
    }

    /// The sharpest bend of a line at a crossing: the distance of the crossing from the middle of its neighbors, twice,
    /// in cells. It is large if a part of a line was taken from a digit.
    pub(crate) fn sharpest_bend(&self) -> f32 {
        let n = self.size;
        let bend = |a: Point, b: Point, c: Point| (a.0 - 2.0 * b.0 + c.0).hypot(a.1 - 2.0 * b.1 + c.1);
        let bends = (0..=n).flat_map(|line| {
            (1..n).flat_map(move |at| {
                let row = bend(self.at(line, at - 1), self.at(line, at), self.at(line, at + 1));
                [row, bend(self.at(at - 1, line), self.at(at, line), self.at(at + 1, line))]
            })
        });
        bends.fold(0.0, f32::max) / self.cell_side()
    }

    /// The mean length of the sides of the grid, in pixels.
    pub(crate) fn side(&self) -> f32 {
        self.cell_side() * self.size as f32
    }

    /// The same grid with all positions multiplied by a factor and moved.
    pub(crate) fn scaled(mut self, factor: f32) -> Self {
        self.points.iter_mut().for_each(|point| *point = scaled(*point, factor));
        self
    }

    /// The same grid after this number of quarter turns of the photo, counterclockwise.
    pub(crate) fn turned(&self, turns: usize) -> Self {
        let n = self.size;
        let at = |index: usize| {
            let (row, column) = (index / (n + 1), index % (n + 1));
            match turns {
                0 => self.at(row, column),
                1 => self.at(column, n - row),
                2 => self.at(n - row, n - column),
                _ => self.at(n - column, row),
            }
        };
        Self { points: (0..self.points.len()).map(at).collect(), ..*self }
    }

    /// Moves the crossings to the darkest lines nearby.
    ///
    /// Each line is moved across its direction, cell by cell. Dynamic programming chooses the moves of a whole line, so
    /// that neighboring moves differ little, and a missing part of a line follows the rest.
    fn straightened(&self, plane: &Plane, is_coarse: bool) -> Self {
        const REACH: usize = 9;
        // The reach is a part of the grid. Otherwise grids with few cells would move to the lines of grids with many.
        let reach = if is_coarse { 0.3 } else { 0.13 };
        let unit = reach / REACH as f32 * self.unit();
        let n = self.size;
        let distance = |step: usize| step as f32 - REACH as f32;
        let moves = |across: bool| -> Vec<Vec<f32>> {
            (0..=n)
                .map(|line| {
                    let costs: Vec<Vec<f32>> = (0..n)
                        .map(|cell| {
                            let darkness = self.darkness(plane, across, (line, cell), REACH, unit);
                            let cost =
                                |(step, darkness): (usize, f32)| distance(step).powi(2) * 0.0004 - darkness;
                            darkness.into_iter().enumerate().map(cost).collect()
                        })
                        .collect();
                    cheapest_path(&costs).into_iter().map(|step| distance(step) * unit).collect()
                })
                .collect()
        };
        let (mut rows, mut columns) = (moves(false), moves(true));
        if is_coarse {
            interpolate(&mut rows, box_sides(n).0);
            interpolate(&mut columns, box_sides(n).1);
        }
        let between = |moves: &[f32], at: usize| {
            let sides = [at.checked_sub(1).map(|before| moves[before]), moves.get(at).copied()];
            mean(sides.iter().flatten())
        };
        let point = |index: usize| {
            let (row, column) = (index / (n + 1), index % (n + 1));
            let (du, dv) = (between(&columns[column], row), between(&rows[row], column));
            self.position(column as f32 + du, row as f32 + dv)
        };
        Self { points: (0..self.points.len()).map(point).collect(), ..*self }
    }

    /// A ninth of the grid, or a cell if cells are smaller, in cells.
    fn unit(&self) -> f32 {
        (self.size as f32 / 9.0).min(1.0)
    }

    /// How much darker the part of a line along a cell is than both of its sides, from 0 to 1, for moves across the line:
    /// from `-reach` to `reach` times `unit`.
    fn darkness(
        &self,
        plane: &Plane,
        across: bool,
        (line, cell): (usize, usize),
        reach: usize,
        unit: f32,
    ) -> Vec<f32> {
        const SAMPLES: usize = 5;
        // The distance of the sides.
        let side = (0.13 * self.unit() / unit).round().max(1.0) as usize;
        let mut sums = vec![0.0; 2 * reach + 1];
        let mut profile = vec![0.0; 2 * (reach + side) + 1];
        for sample in 0..SAMPLES {
            let along = cell as f32 + (sample as f32 + 0.5) / SAMPLES as f32;
            for (step, value) in profile.iter_mut().enumerate() {
                let line = line as f32 + (step as f32 - (reach + side) as f32) * unit;
                let (x, y) = if across { self.position(line, along) } else { self.position(along, line) };
                *value = plane.at(x, y);
            }
            for (step, sum) in sums.iter_mut().enumerate() {
                let sides = profile[step].min(profile[step + 2 * side]);
                *sum += ((sides - profile[step + side]) / sides.max(20.0)).clamp(0.0, 0.4);
            }
        }
        sums.iter().map(|sum| sum / (SAMPLES as f32 * 0.4)).collect()
    }

    /// The same grid on the darkest lines nearby, with its scores.
    fn on_lines(&self, plane: &Plane) -> Self {
        let moved = self.straightened(plane, true).straightened(plane, false);
        let n = self.size;
        let darkness = [false, true].map(|across| -> Vec<Vec<f32>> {
            let part = |line: usize, cell: usize| {
                moved.darkness(plane, across, (line, cell), 0, 0.13 * moved.unit())[0]
            };
            (0..=n).map(|line| (0..n).map(|cell| part(line, cell)).collect()).collect()
        });
        let clear = |line: &Vec<f32>| line.iter().filter(|part| **part > 0.1).count() as f32 / n as f32;
        let lines = darkness.each_ref().map(|lines| lines.iter().map(clear).collect());
        let faintest = |line: &Vec<f32>| {
            let mut sorted = line.clone();
            sorted.sort_by(f32::total_cmp);
            sorted[0] / sorted[n / 2].max(0.1)
        };
        let border =
            darkness.iter().flat_map(|lines| [&lines[0], &lines[n]]).map(faintest).fold(1.0, f32::min);
        Self { score: combined(&lines, n), border, ..moved }
    }
}

/// The position in an image of a position in the same image reduced by this factor.
pub(crate) fn scaled((x, y): Point, factor: f32) -> Point {
    ((x + 0.5) * factor - 0.5, (y + 0.5) * factor - 0.5)
}

fn mean<'a>(values: impl Iterator<Item = &'a f32>) -> f32 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    sum / f32::max(count, 1.0)
}

/// The rows and the columns of the usual boxes.
fn box_sides(size: usize) -> (usize, usize) {
    match size {
        4 => (2, 2),
        6 => (2, 3),
        16 => (4, 4),
        _ => (3, 3),
    }
}

/// The score of a grid with lines of this clarity. All borders of boxes are necessary. Other lines may be faint.
fn combined(lines: &[Vec<f32>; 2], size: usize) -> f32 {
    let (rows, columns) = box_sides(size);
    let score = |sides: [usize; 2]| {
        let (mut borders, mut others) = (Vec::new(), Vec::new());
        for (lines, side) in lines.iter().zip(sides) {
            for (line, clarity) in lines.iter().enumerate() {
                if line % side == 0 { borders.push(*clarity) } else { others.push(*clarity) }
            }
        }
        others.sort_by(f32::total_cmp);
        let half = &others[..others.len().div_ceil(2)];
        let least = borders.iter().copied().fold(1.0, f32::min);
        0.3 * least + 0.3 * mean(borders.iter()) + 0.4 * mean(half.iter())
    };
    score([rows, columns]).max(score([columns, rows]))
}

/// Replaces the moves of lines within boxes by values between the moves of the borders.
fn interpolate(moves: &mut [Vec<f32>], side: usize) {
    for line in 0..moves.len() {
        let (before, part) = (line / side * side, (line % side) as f32 / side as f32);
        if part > 0.0 {
            let mix =
                |cell: usize| moves[before][cell] + (moves[before + side][cell] - moves[before][cell]) * part;
            moves[line] = (0..moves[line].len()).map(mix).collect();
        }
    }
}

/// For each step, the index of a cost, so that the sum of costs and of squared differences of indices is smallest.
fn cheapest_path(costs: &[Vec<f32>]) -> Vec<usize> {
    const STIFFNESS: f32 = 0.012;
    let count = costs.first().map_or(0, Vec::len);
    let mut sums: Vec<f32> = costs.first().cloned().unwrap_or_default();
    let mut origins: Vec<Vec<usize>> = Vec::with_capacity(costs.len());
    for step in costs.iter().skip(1) {
        let mut origin = vec![0; count];
        let next = (0..count).map(|to| {
            let from = |from: usize| sums[from] + (from.abs_diff(to) * from.abs_diff(to)) as f32 * STIFFNESS;
            let best = (0..count).min_by(|a, b| from(*a).total_cmp(&from(*b))).unwrap_or_default();
            origin[to] = best;
            from(best) + step[to]
        });
        sums = next.collect();
        origins.push(origin);
    }
    let mut at = (0..count).min_by(|a, b| sums[*a].total_cmp(&sums[*b])).unwrap_or_default();
    let mut path = vec![at];
    for origin in origins.iter().rev() {
        at = origin[at];
        path.push(at);
    }
    path.reverse();
    path
}

/// The fraction of samples on each line of a regular grid that are darker than both sides: rows, then columns.
fn clarity(plane: &Plane, map: &Homography, size: usize) -> [Vec<f32>; 2] {
    let n = size as f32;
    [false, true].map(|across| {
        let value = |along: f32, line: f32| {
            let (x, y) = if across { map.map(line / n, along / n) } else { map.map(along / n, line / n) };
            plane.at(x, y)
        };
        let is_clear = |line: f32, sample: usize| {
            let along = (sample as f32 + 0.5) / 3.0;
            let center =
                [-0.05, 0.0, 0.05].map(|d| value(along, line + d)).into_iter().fold(f32::MAX, f32::min);
            center < value(along, line - 0.22).min(value(along, line + 0.22)) * 0.94
        };
        let count = |line: usize| (0..size * 3).filter(|sample| is_clear(line as f32, *sample)).count();
        (0..=size).map(|line| count(line) as f32 / (size * 3) as f32).collect()
    })
}

/// Moves the corners of an outline to the clearest lines.
fn adjusted(plane: &Plane, mut corners: [Point; 4], size: usize) -> [Point; 4] {
    let side = (corners[0].0 - corners[1].0).hypot(corners[0].1 - corners[1].1) / size as f32;
    let sum = |corners: [Point; 4]| {
        Homography::new(corners).map(|map| clarity(plane, &map, size).iter().flatten().sum::<f32>())
    };
    let (mut best, most) = (sum(corners).unwrap_or_default(), 2.0 * (size + 1) as f32);
    for step in [0.2, 0.1] {
        let step = (side * step).max(0.5);
        let mut rounds = if best < 0.95 * most { 6 } else { 0 };
        while rounds > 0 {
            let before = best;
            for index in 0..8 {
                for sign in [-1.0, 1.0] {
                    let mut moved = corners;
                    let corner = &mut moved[index / 2];
                    *(if index % 2 == 0 { &mut corner.0 } else { &mut corner.1 }) += sign * step;
                    let clear = sum(moved).unwrap_or_default();
                    if clear > best + 0.01 {
                        (best, corners) = (clear, moved);
                    }
                }
            }
            rounds = if best > before { rounds - 1 } else { 0 };
        }
    }
    upright(corners)
}
