//! The straightened grid, and the pictures of its cells.

use crate::lattice::Lattice;
use crate::plane::{GrayImage, Plane, Sums};

/// The side of the picture of a cell, in pixels.
pub(crate) const SIDE: usize = 32;

/// The radius of the window whose bright pixels are the paper.
const RADIUS: usize = 24;

/// The number of values that describe the ink of a cell.
pub(crate) const TRAITS: usize = 9;

/// The number of traits that describe the place of the ink. They come first.
pub(crate) const PLACES: usize = 4;

/// A picture with half as many rows and columns.
pub(crate) type Reduced = [f32; SIDE * SIDE / 4];

/// The width of the border of a cell whose ink may be a line, in pixels.
const BORDER: usize = 4;

/// Paler ink, and ink with a smaller sum, does not move a picture.
const LEAST_INK: f32 = 0.25;
pub(crate) const LEAST_SUM: f32 = 4.0;

/// The larger standard deviation of the positions of the ink to which a picture is enlarged, in pixels, and the maximum
/// factor.
const EXTENT: f32 = 6.2;
const MOST_ENLARGED: f32 = 2.0;

/// The ink of a cell: 0 for paper, 1 for the darkest ink of the grid.
pub(crate) type Ink = [f32; SIDE * SIDE];

/// The straightened grid.
pub(crate) struct Straightened {
    /// The side of the square, in pixels: [`SIDE`] per cell.
    pub(crate) side: usize,
    /// The gray values, row by row.
    pub(crate) gray: Vec<u8>,
    /// The ink of each cell.
    pub(crate) cells: Vec<Ink>,
}

impl Straightened {
    pub(crate) fn new(image: &GrayImage<'_>, lattice: &Lattice) -> Self {
        let side = lattice.size * SIDE;
        let values = rectified(image, lattice);
        let ink = normalized(&values, side);
        let cell = |index: usize| {
            let (row, column) = (index / lattice.size, index % lattice.size);
            std::array::from_fn(|i| ink[(row * SIDE + i / SIDE) * side + column * SIDE + i % SIDE])
        };
        let cells = (0..lattice.size * lattice.size).map(cell).collect();
        Self { side, gray: values.iter().map(|value| *value as u8).collect(), cells }
    }
}

/// The sums of the ink of a cell by columns and by rows, without the borders.
fn profiles(cell: &Ink) -> ([f32; SIDE], [f32; SIDE]) {
    let (mut columns, mut rows) = ([0f32; SIDE], [0f32; SIDE]);
    for y in BORDER..SIDE - BORDER {
        for x in BORDER..SIDE - BORDER {
            let ink = (cell[y * SIDE + x] - LEAST_INK).max(0.0);
            columns[x] += ink;
            rows[y] += ink;
        }
    }
    (columns, rows)
}

/// The sum of the ink of a cell, without the borders.
pub(crate) fn total(cell: &Ink) -> f32 {
    profiles(cell).1.iter().sum()
}

/// The ink of a cell after this number of quarter turns of the photo, counterclockwise.
pub(crate) fn turned(cell: &Ink, turns: usize) -> Ink {
    std::array::from_fn(|i| {
        let (y, x) = (i / SIDE, i % SIDE);
        let (y, x) = match turns {
            0 => (y, x),
            1 => (x, SIDE - 1 - y),
            2 => (SIDE - 1 - y, SIDE - 1 - x),
            _ => (SIDE - 1 - x, y),
        };
        cell[y * SIDE + x]
    })
}

/// The input of the network: the ink of a cell, centered and enlarged, and its traits.
pub(crate) struct Picture {
    pub(crate) ink: Ink,
    /// | traits | value |
    /// |---|---|
    /// | 0, 1 | the mean of the positions of the ink, x and y, from the middle, in units of 8 pixels |
    /// | 2 | the factor of enlargement minus 1 |
    /// | 3 | the sum of the ink in units of 100 |
    /// | 4, 5 | the standard deviations of the positions, x and y, in units of 4 pixels |
    /// | 6 to 8 | [`edges`] |
    pub(crate) traits: [f32; TRAITS],
}

/// The darkness, the sharpness and the width of the ink: three times the mean darkness; five times the mean step between
/// adjacent pixels, weighted by the step and relative to the darkness; and three times the ratio of the ink to the sum
/// of all steps.
fn edges(cell: &Ink, sum: f32) -> [f32; 3] {
    let (mut dark, mut steps, mut squares) = (0f32, 1e-3, 0f32);
    for y in BORDER..SIDE - BORDER {
        for x in BORDER..SIDE - BORDER {
            let value = cell[y * SIDE + x];
            dark += value * (value - LEAST_INK).max(0.0);
            let next = [(x + 1, y), (x, y + 1)].into_iter().filter(|(x, y)| *x.max(y) < SIDE - BORDER);
            for step in next.map(|(x, y)| (cell[y * SIDE + x] - value).abs()) {
                steps += step;
                squares += step * step;
            }
        }
    }
    let dark = dark / sum;
    [3.0 * dark, 5.0 * squares / steps / dark.max(0.1), 3.0 * sum / steps]
}

impl Picture {
    /// The picture of a cell. `train/patches.py` has the same definition.
    pub(crate) fn new(cell: &Ink) -> Self {
        const MIDDLE: f32 = (SIDE - 1) as f32 / 2.0;
        let (columns, rows) = profiles(cell);
        let sum: f32 = rows.iter().sum();
        let moments = |profile: &[f32; SIDE]| {
            let weighted = |f: &dyn Fn(f32) -> f32| {
                profile.iter().enumerate().map(|(i, ink)| ink * f(i as f32)).sum::<f32>() / sum
            };
            let mean = weighted(&|i| i);
            (mean, weighted(&|i| (i - mean) * (i - mean)).sqrt())
        };
        let (mut x, mut y, mut factor, mut traits) = (MIDDLE, MIDDLE, 1.0, [0.0; TRAITS]);
        if sum > LEAST_SUM {
            let ((mean_x, extent_x), (mean_y, extent_y)) = (moments(&columns), moments(&rows));
            (x, y) = (mean_x, mean_y);
            factor = (EXTENT / extent_x.max(extent_y).max(1e-3)).clamp(1.0, MOST_ENLARGED);
            (traits[PLACES], traits[PLACES + 1]) = (extent_x / 4.0, extent_y / 4.0);
            traits[PLACES + 2..].copy_from_slice(&edges(cell, sum));
        }
        traits[..PLACES].copy_from_slice(&[
            (x - MIDDLE) / 8.0,
            (y - MIDDLE) / 8.0,
            factor - 1.0,
            sum / 100.0,
        ]);
        // For each pixel of the picture, the first of two pixels of the cell, and the weight of the second.
        let steps = |mean: f32| -> [(usize, f32); SIDE] {
            std::array::from_fn(|i| {
                let at = ((i as f32 - MIDDLE) / factor + mean).clamp(0.0, (SIDE - 1) as f32);
                let first = (at as usize).min(SIDE - 2);
                (first, at - first as f32)
            })
        };
        let (across, down) = (steps(x), steps(y));
        let ink = std::array::from_fn(|i| {
            let ((left, dx), (top, dy)) = (across[i % SIDE], down[i / SIDE]);
            let row = |y: usize| {
                let (a, b) = (cell[y * SIDE + left], cell[y * SIDE + left + 1]);
                a + (b - a) * dx
            };
            row(top) + (row(top + 1) - row(top)) * dy
        });
        Self { ink, traits }
    }

    /// The picture with 16 x 16 pixels, with mean 0 and length 1.
    pub(crate) fn reduced(&self) -> Reduced {
        let half = SIDE / 2;
        let mut small: Reduced = std::array::from_fn(|i| {
            let first = i / half * 2 * SIDE + i % half * 2;
            [0, 1, SIDE, SIDE + 1].iter().map(|next| self.ink[first + next]).sum::<f32>() / 4.0
        });
        let mean = small.iter().sum::<f32>() / small.len() as f32;
        small.iter_mut().for_each(|value| *value -= mean);
        let length = (small.iter().map(|value| value * value).sum::<f32>() + 1e-4).sqrt();
        small.map(|value| value / length)
    }
}

/// The gray values of the straightened grid.
fn rectified(image: &GrayImage<'_>, lattice: &Lattice) -> Vec<f32> {
    let cell = lattice.cell_side();
    let most = image.width().min(image.height());
    let factor = if cell >= 64.0 { ((cell / SIDE as f32) as usize).min(most) } else { 1 };
    let limit = |value: f32, most: usize| (value.max(0.0) as usize).min(most - 1);
    let xs = || lattice.points.iter().map(|point| point.0);
    let ys = || lattice.points.iter().map(|point| point.1);
    let margin = 2 * factor;
    let left = limit(xs().fold(f32::MAX, f32::min), image.width()).saturating_sub(margin) / factor * factor;
    let top = limit(ys().fold(f32::MAX, f32::min), image.height()).saturating_sub(margin) / factor * factor;
    let right = (limit(xs().fold(0.0, f32::max), image.width()) + 1 + margin).min(image.width());
    let bottom = (limit(ys().fold(0.0, f32::max), image.height()) + 1 + margin).min(image.height());
    let plane: Plane = image.reduced((left, top), (right - left, bottom - top), factor);
    let scale = factor as f32;
    let side = lattice.size * SIDE;
    let mut values = Vec::with_capacity(side * side);
    for v in 0..side {
        for u in 0..side {
            let local = |t: usize| (t as f32 + 0.5) / SIDE as f32;
            let (x, y) = lattice.position(local(u), local(v));
            let at = |t: f32, start: usize| (t - start as f32 + 0.5) / scale - 0.5;
            values.push(plane.at(at(x, left), at(y, top)));
        }
    }
    values
}

/// The ink: 0 for the brightness of the paper nearby, 1 for the darkest ink.
fn normalized(values: &[f32], side: usize) -> Vec<f32> {
    let all = Sums::new(side, side, values.iter().map(|value| f64::from(*value)));
    let is_paper: Vec<bool> = (0..side * side)
        .map(|i| {
            let (sum, count) = all.window(i % side, i / side, RADIUS);
            f64::from(values[i]) >= sum / count
        })
        .collect();
    let bright = |i: usize| if is_paper[i] { f64::from(values[i]) } else { 0.0 };
    let sums = Sums::new(side, side, (0..side * side).map(bright));
    let counts = Sums::new(side, side, is_paper.iter().map(|paper| f64::from(u8::from(*paper))));
    let mut ink: Vec<f32> = (0..side * side)
        .map(|i| {
            let (x, y) = (i % side, i / side);
            let ((bright, _), (count, _)) = (sums.window(x, y, RADIUS), counts.window(x, y, RADIUS));
            let (sum, area) = all.window(x, y, RADIUS);
            let paper = if count > 0.0 { bright / count } else { sum / area };
            (1.0 - values[i] / (paper as f32).max(1.0)).max(0.0)
        })
        .collect();
    let mut sorted = ink.clone();
    let place = ((sorted.len() as f32 * 0.97) as usize).min(sorted.len() - 1);
    let (_, darkest, _) = sorted.select_nth_unstable_by(place, f32::total_cmp);
    let darkest = darkest.max(0.08);
    ink.iter_mut().for_each(|value| *value = (*value / darkest).min(1.0));
    ink
}
