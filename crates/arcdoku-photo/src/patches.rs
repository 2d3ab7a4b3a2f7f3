//! The straightened grid, and the pictures of its cells.

use crate::lattice::Lattice;
use crate::plane::{GrayImage, Plane, Sums};

/// The side of the picture of a cell, in pixels.
pub(crate) const SIDE: usize = 32;

/// The radius of the window whose bright pixels are the paper.
const RADIUS: usize = 24;

/// The straightened grid.
pub(crate) struct Straightened {
    /// The side of the square, in pixels: [`SIDE`] per cell.
    pub(crate) side: usize,
    /// The gray values, row by row.
    pub(crate) gray: Vec<u8>,
    /// The ink of each cell: 0 for paper, 1 for the darkest ink of the grid.
    pub(crate) cells: Vec<[f32; SIDE * SIDE]>,
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
